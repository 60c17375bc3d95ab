"""Table options of a dogfight: rulings that a table may settle otherwise (section 20.17).

Those on checks, karma and curses are the same as in a fight on foot. Options that only one edition
has a use for are refused by the other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import fields

from legendry.legends.craft.parts import DogfightRules
from legendry.legends.edition import Edition, Switches
from legendry.table import SetupError
from legendry.table.game import decoded


class DogfightOptions(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a table may settle before a dogfight."""

    contest_dice_order: Literal["attacker_first", "secret"] = "attacker_first"
    """RUL-1: whether the starter announces his dice first, or both do so secretly."""
    tie_rule: Literal["by_edition", "higher_attribute", "nobody"] = "by_edition"
    """RUL-3: who wins equal totals."""
    karma_scope: Literal["own_rolls", "any_roll_on_self"] = "own_rolls"
    """RUL-84: which rolls karma may roll again."""
    wish_karma_conversion: Literal["by_edition"] | bool = "by_edition"
    """RUL-86: a wish may serve as karma; `true` where the edition has it not."""
    tsc_curse: Literal["plus_on_checks", "as_aw"] = "plus_on_checks"
    """RUL-87: what a curse does (TSC)."""
    tsc_disengaged_win: Literal["pursuit", "neutral"] = "pursuit"
    """RUL-125: what a disengaged craft takes that wins a contest (TSC)."""
    ts_both_over_is_tie: bool = False
    """RUL-126: two totals that are both over make a tie (TS)."""
    ts_pursuer_may_disengage: bool = False
    """RUL-128: a pursuer who wins may break off (TS)."""
    facing_run_window: Literal["first_round", "first_player_turn"] = "first_round"
    """RUL-129: how long facing firing runs are possible (TS)."""
    no_progress: Annotated[int, Meta(ge=1, le=200)] = 20
    """Ours: rounds without damage or a craft leaving after which a dogfight is called off."""

    def __post_init__(self) -> None:
        if self.wish_karma_conversion is False:
            raise ValueError("wish_karma_conversion is by_edition or true (RUL-86)")

    def ties(self, switches: Switches) -> Literal["higher_attribute", "nobody"]:
        """Who wins equal totals (CHK-8, DOG-11, RUL-3)."""
        return switches.contest_tie if self.tie_rule == "by_edition" else self.tie_rule

    def wishes_convert(self, switches: Switches) -> bool:
        """Whether a wish may serve as karma (CAM-9, RUL-86)."""
        return switches.wish_karma_conversion or self.wish_karma_conversion is True

    def curse(self, switches: Switches) -> Literal["plus_on_checks", "worsens"]:
        """What a curse does (CAM-13, RUL-87)."""
        return "worsens" if self.tsc_curse == "as_aw" else switches.curse


_NEEDS: dict[str, tuple[Callable[[Edition, DogfightRules], bool], str]] = {
    "tsc_curse": (
        lambda edition, _: edition.switches.curse == "plus_on_checks",
        "curses worsen every roll as it is (CAM-13, RUL-87)",
    ),
    "tsc_disengaged_win": (
        lambda _, rules: "disengaged" in rules.winner.disengaged,
        "the rulebook says what a disengaged winner takes (DOG-9, RUL-125)",
    ),
    "ts_both_over_is_tie": (
        lambda _, rules: rules.tie_turns,
        "a tie changes nothing that two failures do not (DOG-10, RUL-126)",
    ),
    "ts_pursuer_may_disengage": (
        lambda _, rules: "disengaged" not in rules.winner.pursuit,
        "a pursuer who wins may break off as it is (DOG-9, RUL-128)",
    ),
    "facing_run_window": (
        lambda _, rules: rules.facing_dice > 0,
        "there are no facing firing runs (DOG-19, RUL-129)",
    ),
}
"""What an edition must have for an option to mean anything, and what to say if it has not."""


def checked(options: dict[str, Any], edition: Edition, rules: DogfightRules) -> DogfightOptions:
    """The options of a dogfight in that edition; `SetupError` names the one that is wrong."""
    result = decoded(options, DogfightOptions, "options")
    for field in fields(DogfightOptions):
        if getattr(result, field.name) == field.default or field.name not in _NEEDS:
            continue
        applies, reason = _NEEDS[field.name]
        if not applies(edition, rules):
            raise SetupError(
                f"options.{field.name} changes nothing in {edition.title}, where {reason}"
            )
    return result
