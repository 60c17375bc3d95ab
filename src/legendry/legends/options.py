"""Table options of a fight: rulings that a table may settle otherwise (section 20.17).

The first value of each is the default. `by_edition` keeps what the edition prints; the methods
answer for such an option and an edition's switches together. Options that only some editions have
a use for are refused by the others, so that nobody believes he has changed something.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from legendry.legends.edition import Edition, Switches
from legendry.table import SetupError
from legendry.table.game import decoded

Layers: TypeAlias = Literal["slots", "single_body", "free"]


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may settle before a fight."""

    contest_dice_order: Literal["attacker_first", "secret"] = "attacker_first"
    """RUL-1: whether the starter announces his dice first, or both do so secretly."""
    tie_rule: Literal["by_edition", "higher_attribute", "nobody"] = "by_edition"
    """RUL-3: who wins equal totals."""
    dice_effects: Literal["highest", "cumulative"] = "highest"
    """RUL-8: several effects on the number of dice."""
    surprise_contests: Literal["rolled", "auto_win"] = "rolled"
    """RUL-12: contests against the surprised."""
    flashbang: Literal["one_extra_turn", "full_surprise"] = "one_extra_turn"
    """RUL-13: what a flashbang in mid-battle gives."""
    pass_through_friends: bool = False
    """RUL-16: moving through hexes of one's own side."""
    entry_costs_ma: bool = True
    """RUL-17: the step into a foe's hex costs movement."""
    react_after_miss: bool = True
    """RUL-24: a defender who was missed may react too."""
    bodies_block_missiles: bool = True
    """RUL-25: characters in between stop a shot."""
    grapple_miss_hits_other: bool = False
    """RUL-27: a miss into a grapple strikes another occupant (TSC, AW)."""
    blast_radius: Literal[2, 1, 5] = 2
    """RUL-29: how far a blast reaches from its centre."""
    area_damage: Literal["shared_roll", "roll_each"] = "shared_roll"
    """RUL-30: one damage roll for all in an area, or one each."""
    dodge_thrown: bool = False
    """RUL-34: thrown weapons may be dodged."""
    reload_allows_move: bool = False
    """RUL-36: moving in a turn of reloading."""
    track_ammo: bool = False
    """RUL-37: shots are counted."""
    helpless_auto_hit: bool = False
    """RUL-39: the helpless are hit without a roll."""
    tackle_counter_if: Literal[
        "has_turn_to_give", "not_moved_this_round", "not_acted_this_battle"
    ] = "has_turn_to_give"
    """RUL-40: which foe has yet to move when he is tackled (TS)."""
    tackle_return: Literal["entering_hex", "turn_start"] = "entering_hex"
    """RUL-41: where a tackler who failed goes back to (TS)."""
    extra_grapplers_auto_hit: bool = True
    """RUL-47: grapplers beyond the first of a side need no contest."""
    join_grapple: Literal["auto", "as_normal_entry"] = "auto"
    """RUL-48: how newcomers join a grapple."""
    wounds_reduce_st: bool = False
    """RUL-50: ST less damage wherever ST is asked for."""
    ts_strength_bonus_stacks: bool = False
    """RUL-51: the stronger unarmed grappler gets his +1 twice (TS)."""
    chain_reactions: bool = False
    """RUL-58: a reaction may be reacted to, once."""
    dodge_away: Literal["by_edition", "any_hex"] = "by_edition"
    """RUL-59: where a dodge leads."""
    zoc_trigger: Literal["by_edition", "tsc", "aw", "ts", "off"] = "by_edition"
    """RUL-62: what sets off a zone of control."""
    zoc_exempt: Literal["attacks_that_defender", "attacks_anyone"] = "attacks_that_defender"
    """RUL-63: which attack spares the mover a zone's reaction."""
    fatigue_overflow: Literal["converts", "stays_fatigue"] = "converts"
    """RUL-66: fatigue beyond ST within one blow."""
    pull_blows: bool = False
    """RUL-73: dealing less than was rolled."""
    min_damage: Literal["by_edition", 1, 0] = "by_edition"
    """RUL-75: the least a damage roll is worth."""
    armor_layers: Layers = "slots"
    """RUL-77: what may be worn together."""
    suit_fail_min_dice: Literal[1, 3] = 1
    """RUL-79: the least number of sixes that fail a powered suit (TSC, TS)."""
    xp_contribution: Literal["present", "acted"] = "present"
    """RUL-80: who had his part in a victory: everybody there, or only those who did something."""
    attribute_cap: Literal["by_edition", 42, "none"] = "by_edition"
    """RUL-83: the ceiling on the attributes of humans."""
    karma_scope: Literal["own_rolls", "any_roll_on_self"] = "own_rolls"
    """RUL-84: which rolls karma may roll again."""
    wish_karma_conversion: Literal["by_edition"] | bool = "by_edition"
    """RUL-86: a wish may serve as karma; `true` where the edition has it not."""
    tsc_curse: Literal["plus_on_checks", "as_aw"] = "plus_on_checks"
    """RUL-87: what a curse does (TSC)."""
    advance_in_combat: bool = False
    """RUL-146: spending experience between blows."""
    ts_leadership: Literal["whole_encounter", "one_check"] = "whole_encounter"
    """RUL-90: how long a leader's bonus lasts (TS)."""
    fall_armor: bool = False
    """RUL-92: armor helps in a fall."""
    shields_block_magic: bool = False
    """RUL-96: a ready shield keeps from casting as metal armor does (AW)."""
    magic_strike_hit: Literal["iq", "iq_then_dx", "dx"] = "iq"
    """RUL-97: what a magic strike is rolled on (AW)."""
    area_shape: Literal["free", "compact"] = "free"
    """RUL-99: hexes that hang together anyhow, or in the form of a creature (AW)."""
    staff_split: Literal["staff_first", "caster_chooses"] = "staff_first"
    """RUL-101: how a price is divided between staff and caster (AW)."""
    overcast: bool = True
    """RUL-102: casting beyond one's strength (AW)."""
    magic_counter_extra_die: bool = False
    """RUL-103: an early counterattack by magic does a die more, as a blow does (AW)."""
    flash_lasts: Literal["one_round", "encounter"] = "one_round"
    """RUL-106: how long a Flash blinds (AW)."""
    fly_over_walls: bool = False
    """RUL-109: flyers cross walls (AW)."""
    disbelief: Literal["action", "free_once_per_turn"] = "action"
    """RUL-114: what it costs to disbelieve an illusion (AW)."""
    no_progress: Annotated[int, Meta(ge=1, le=200)] = 20
    """Ours: rounds without harm or change after which a fight is called off."""

    def __post_init__(self) -> None:
        if self.wish_karma_conversion is False:
            raise ValueError("wish_karma_conversion is by_edition or true (RUL-86)")

    def ties(self, switches: Switches) -> Literal["higher_attribute", "nobody"]:
        """Who wins equal totals (CHK-8, RUL-3)."""
        return switches.contest_tie if self.tie_rule == "by_edition" else self.tie_rule

    def dodges_away(self, switches: Switches) -> bool:
        """Whether a dodge must lead away from the attacker (RCT-4, RUL-59)."""
        return switches.dodge_away and self.dodge_away == "by_edition"

    def zone(self, switches: Switches) -> Literal["tsc", "aw", "ts", "off"]:
        """What sets off a zone of control (ZOC-1, RUL-62)."""
        return switches.zoc_trigger if self.zoc_trigger == "by_edition" else self.zoc_trigger

    def least_damage(self, switches: Switches) -> int:
        """The least a damage roll is worth before armor (WPN-2, RUL-75)."""
        return switches.min_damage if self.min_damage == "by_edition" else self.min_damage

    def wishes_convert(self, switches: Switches) -> bool:
        """Whether a wish may serve as karma (CAM-9, RUL-86)."""
        return switches.wish_karma_conversion or self.wish_karma_conversion is True

    def cap(self, switches: Switches) -> int:
        """The most ST + DX + IQ of a human; 0 is no ceiling (CHR-6, RUL-83)."""
        match self.attribute_cap:
            case "by_edition":
                return switches.attribute_cap
            case "none":
                return 0
            case number:
                return number

    def curse(self, switches: Switches) -> Literal["plus_on_checks", "worsens"]:
        """What a curse does (CAM-13, RUL-87)."""
        return "worsens" if self.tsc_curse == "as_aw" else switches.curse


_NEEDS: dict[str, tuple[Callable[[Edition], bool], str]] = {
    "grapple_miss_hits_other": (
        lambda edition: not edition.switches.outsiders_hit_grapplers,
        "attacks into a grapple never miss (GRP-9, RUL-27)",
    ),
    "tackle_counter_if": (
        lambda edition: edition.switches.entry == "tackle",
        "there are no tackles (ENT-1, RUL-40)",
    ),
    "tackle_return": (
        lambda edition: edition.switches.entry == "tackle",
        "there are no tackles (ENT-1, RUL-41)",
    ),
    "ts_strength_bonus_stacks": (
        lambda edition: edition.switches.strength_bonus == "grapple",
        "the stronger has one bonus only (GRP-8, RUL-51)",
    ),
    "suit_fail_min_dice": (
        lambda edition: any(piece.powered for piece in edition.armor.values()),
        "there are no powered suits (ARM-6, RUL-79)",
    ),
    "tsc_curse": (
        lambda edition: edition.switches.curse == "plus_on_checks",
        "curses worsen every roll as it is (CAM-13, RUL-87)",
    ),
    "ts_leadership": (
        lambda edition: edition.switches.leadership == "once_for_attribute",
        "a leader helps one check and gives up his turn (SKL-24, RUL-90)",
    ),
    **{
        name: (lambda edition: bool(edition.spells), f"there is no magic (CHR-4, {rule})")
        for name, rule in {
            "shields_block_magic": "RUL-96",
            "magic_strike_hit": "RUL-97",
            "area_shape": "RUL-99",
            "staff_split": "RUL-101",
            "overcast": "RUL-102",
            "magic_counter_extra_die": "RUL-103",
            "flash_lasts": "RUL-106",
            "fly_over_walls": "RUL-109",
            "disbelief": "RUL-114",
        }.items()
    },
}
"""What an edition must have for an option to mean anything, and what to say if it has not."""

_USUAL = Options()


def checked(options: dict[str, Any], edition: Edition) -> Options:
    """The options of a fight in that edition; `SetupError` names the one that is wrong.

    An option the edition has no use for may be written down at its default, as a full list does.
    """
    result = decoded(options, Options, "options")
    for name, (applies, reason) in _NEEDS.items():
        if getattr(result, name) != getattr(_USUAL, name) and not applies(edition):
            raise SetupError(f"options.{name} changes nothing in {edition.title}, where {reason}")
    return result
