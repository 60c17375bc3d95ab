"""Weapons in fights (section 13) and the deeds with them (section 9): damage, heft, hands, changes."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.hexes import Hex
from legendry.legends.edition import edition as rules
from legendry.legends.events import Harmed
from legendry.legends.fighter import Fight
from legendry.odds import Dice, damage, passes
from legendry.table import SetupError, Table
from tests.legends.arena import (
    ALL,
    AW,
    TS,
    TSC,
    arena,
    asked,
    fighter,
    figures,
    offered,
    play,
    told,
    who,
    why_not,
)


def duel(
    edition: str,
    dice: str = "",
    *,
    ajax: dict[str, Any] | None = None,
    hector: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
) -> Table[Fight]:
    return arena(
        edition,
        who("Ajax", "Greeks", "0504", **ajax or {}),
        who("Hector", "Trojans", "0604", **{"st": 11, "dx": 12} | (hector or {})),
        dice=dice,
        options=options,
    )


def strike(table: Table[Fight], text: str = "Ajax strike Hector") -> Table[Fight]:
    return play(table, "Ajax stay", text, "Hector take it")


def harm(table: Table[Fight], name: str = "Hector") -> tuple[int, int]:
    return fighter(table, name).damage, fighter(table, name).fatigue


class TestDamage:
    @ALL
    def test_dice_and_modifier(self, edition: str) -> None:
        """WPN-1, EX-TSC-3, EX-AW-4, EX-TS-18: 2D6-1 of 5 and 2 are 6 points."""
        weapon = "short-sword" if edition == AW else "handgun"
        table = play(duel(edition, "1 1 1, 5 2", ajax={"weapons": [weapon]}), "Ajax stay")
        if edition == AW:
            play(table, "Ajax strike Hector", "Hector take it")
        else:
            play(table, "Ajax shoot Hector")
        assert harm(table) == (6, 0)

    @pytest.mark.parametrize(("edition", "points"), [(TSC, 0), (AW, 1), (TS, 1)])
    def test_the_least_a_roll_is_worth(self, edition: str, points: int) -> None:
        """WPN-2, INJ-11, RUL-75, EX-D-4: a cutlass' 2D6-2 of 1 and 1: TSC 0, AW and TS 1."""
        table = strike(duel(edition, "1 1 1, 1 1", ajax={"weapons": ["cutlass"]}))
        assert harm(table) == (points, 0)

    @ALL
    @pytest.mark.parametrize("least", [0, 1])
    def test_the_table_may_settle_it(self, edition: str, least: int) -> None:
        """RUL-75: min_damage."""
        table = duel(
            edition, "1 1 1, 1 1", ajax={"weapons": ["cutlass"]}, options={"min_damage": least}
        )
        assert harm(strike(table)) == (least, 0)

    @pytest.mark.parametrize("edition", [AW, TS])
    def test_armor_comes_after_the_minimum(self, edition: str) -> None:
        """WPN-2, ARM-1, RUL-76, EX-D-5: 1 before armor 3, 0 suffered."""
        table = duel(
            edition, "1 1 1, 1 1", ajax={"weapons": ["cutlass"]}, hector={"natural_armor": 3}
        )
        strike(table)
        assert harm(table) == (0, 0)
        harmed = next(event for event in table.events if isinstance(event, Harmed))
        lines = [(line.amount, line.rule) for line in harmed.ledger.lines]
        assert lines == [(0, "WPN-1"), (1, "WPN-2"), (-1, "ARM-1")]

    def test_the_order_of_things(self) -> None:
        """RUL-76, RUL-87: AW, dice, modifier, skill, strength, curse, then the minimum."""
        ajax = {"weapons": [], "skills": {"unarmed": 2}, "curses": 1, "st": 12}
        table = duel(AW, "1 1 1, 3", ajax=ajax)
        strike(table, "Ajax strike Hector for damage")
        harmed = next(event for event in table.events if isinstance(event, Harmed))
        assert [line.amount for line in harmed.ledger.lines] == [2, 2, 1, -1]
        assert harm(table) == (0, 4)

    @pytest.mark.parametrize("edition", [AW, TS])
    def test_the_minimum_comes_after_a_curse(self, edition: str) -> None:
        """RUL-76, RUL-87, WPN-2: five curses on a D6 of 1 still do 1."""
        table = duel(edition, "1 1 1, 1", ajax={"weapons": ["club"], "curses": 5})
        assert harm(strike(table)) == (1, 0)

    @ALL
    def test_bare_hands(self, edition: str) -> None:
        """WPN-6, RUL-9: D3 fatigue, 1 more for the stronger; a face of 5 is 3."""
        assert harm(strike(duel(edition, "1 1 1, 5"))) == (0, 4)
        assert harm(strike(duel(edition, "1 1 1, 5", hector={"st": 12}))) == (0, 3)

    @ALL
    def test_armor_stops_a_punch(self, edition: str) -> None:
        """RUL-74, WPN-6: fatigue from a strike meets armor."""
        table = strike(duel(edition, "1 1 1, 5", hector={"natural_armor": 2}))
        assert harm(table) == (0, 2)


class TestHeft:
    @ALL
    def test_a_weapon_too_heavy_cannot_be_brought(self, edition: str) -> None:
        """WPN-3: a hatchet needs ST 9."""
        with pytest.raises(SetupError, match=r"hatchet needs ST 9, not 8 \(WPN-3\)"):
            duel(edition, ajax={"weapons": ["hatchet"], "st": 8})

    @ALL
    def test_nor_used_when_it_was_picked_up(self, edition: str) -> None:
        """WPN-3, RUL-38: Paris, ST 8, has Ajax's hatchet in hand and only bare hands to strike."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0504", weapons=["hatchet"]),
            who("Paris", "Trojans", "0604", st=8),
            dice="6 6 6",
        )
        play(table, "Ajax stay", "Ajax throw Paris", "Paris take it")
        play(table, "Paris stay", "Paris pick up hatchet")
        play(table, "Ajax pass", "Paris stay")
        assert fighter(table, "Paris").ready == ("hatchet",)
        strikes = [text for text in offered(table) if "strike" in text or "throw" in text]
        assert strikes == ["Paris strike Ajax"]
        assert why_not(table, "Paris throw Ajax") == "Paris needs ST 9 to throw with it (WPN-3)"

    @ALL
    def test_wounds_may_make_it_too_heavy(self, edition: str) -> None:
        """WPN-3, RUL-50: where wounds_reduce_st holds; not otherwise."""
        for lowers in (False, True):
            ajax = {"weapons": ["hatchet"], "damage": 4}
            table = duel(edition, ajax=ajax, options={"wounds_reduce_st": lowers})
            play(table, "Ajax stay")
            assert ("Ajax throw Hector" in offered(table)) is not lowers


class TestHands:
    @pytest.mark.parametrize(
        ("edition", "weapon", "one", "two"),
        [
            (AW, "broad-sword", "2d6", "2d6+1"),
            (AW, "bastard-sword", "2d6+1", "2d6+2"),
            (AW, "club", "d6", "d6+1"),
            (TS, "club", "d6", "d6+1"),
        ],
    )
    def test_the_grip_is_chosen_with_each_attack(
        self, edition: str, weapon: str, one: str, two: str
    ) -> None:
        """RUL-38, WPN-5, WPN-11, WPN-12: one-handed or two-handed, at no cost."""
        table = play(duel(edition, ajax={"weapons": [weapon], "st": 13}), "Ajax stay")
        for text, dice in (("Ajax strike Hector", one), ("Ajax strike Hector two-handed", two)):
            mean = damage(Dice.parse(dice)).mean
            assert figures(table, text)["damage"] == passes(3, 11) * mean

    def test_a_ready_shield_leaves_one_hand(self) -> None:
        """RUL-38, ARM-7: AW, no two-handed grip behind a shield; dropping it is free (RUL-15)."""
        ajax = {"weapons": ["broad-sword"], "armor": ["small-shield"]}
        table = duel(AW, ajax=ajax)
        assert fighter(table, "Ajax").ready == ("broad-sword", "small-shield")
        play(table, "Ajax stay")
        refusal = "Ajax has no other hand free for that (RUL-38)"
        assert why_not(table, "Ajax strike Hector two-handed") == refusal
        table.undo("Greeks", ["Trojans"])
        play(table, "Ajax drop small shield", "Ajax stay")
        assert "Ajax strike Hector two-handed" in offered(table)

    def test_a_two_handed_weapon_leaves_none_for_a_shield(self) -> None:
        """ARM-7, WPN-5: AW, the bow is ready, the shield is not, and protects nobody."""
        ajax = {"weapons": ["bow"], "armor": ["large-shield"]}
        table = duel(AW, "1 1 1, 4", hector={"weapons": ["club"]}, ajax=ajax)
        assert fighter(table, "Ajax").ready == ("bow",)
        assert fighter(table, "Ajax").dx == 11
        play(table, "Ajax stay", "Ajax ready large shield")
        assert fighter(table, "Ajax").ready == ("large-shield",)
        assert fighter(table, "Ajax").carried == ("bow",)
        assert fighter(table, "Ajax").dx == 10
        with pytest.raises(SetupError, match=r"ready takes 3 hands.*ARM-7"):
            duel(AW, ajax=ajax | {"ready": ["bow", "large-shield"]})

    @ALL
    def test_bare_hands_are_always_there(self, edition: str) -> None:
        """RUL-38: with a weapon in hand, too."""
        table = play(duel(edition, ajax={"weapons": ["hatchet"]}), "Ajax stay")
        assert "Ajax strike Hector with bare hands" in offered(table)

    @ALL
    def test_and_are_offered_once(self, edition: str) -> None:
        """RUL-38: also to somebody who lists them among his weapons."""
        table = duel(edition, ajax={"weapons": ["unarmed"], "ready": ["unarmed"]})
        play(table, "Ajax stay")
        assert offered(table).count("Ajax strike Hector") == 1
        assert len(set(offered(table))) == len(offered(table))

    @ALL
    @pytest.mark.parametrize("ready", [{"ready": ["unarmed"]}, {}])
    def test_and_are_nothing_to_hold_or_drop(self, edition: str, ready: dict[str, Any]) -> None:
        """RUL-38, WPN-5: who lists them has both hands free for another weapon."""
        heavy = "halberd" if edition == AW else "fire-axe"
        ajax = {"weapons": ["unarmed", heavy], "st": 14, **ready}
        table = duel(edition, ajax=ajax)
        assert fighter(table, "Ajax").ready == ()
        assert "Ajax drop bare hands" not in offered(table)
        play(table, "Ajax stay")
        assert "Ajax ready bare hands" not in offered(table)
        name = heavy.replace("-", " ")
        play(table, f"Ajax ready {name}", "Hector stay", "Hector done", "Ajax stay")
        assert fighter(table, "Ajax").ready == (heavy,)
        assert "Ajax strike Hector with bare hands" in offered(table)
        assert figures(table, "Ajax strike Hector")["damage"] > 4


class TestChanging:
    @ALL
    def test_changing_weapons_takes_the_turn(self, edition: str) -> None:
        """ACT-1, MOV-7: no movement, no attack."""
        table = duel(edition, ajax={"weapons": ["cutlass", "hatchet"]})
        play(table, "Ajax move 0505")
        refusal = "changing weapons takes the whole turn (ACT-1)"
        assert why_not(table, "Ajax ready hatchet") == refusal
        table.undo("Greeks", ["Trojans"])
        play(table, "Ajax stay", "Ajax ready hatchet")
        assert fighter(table, "Ajax").ready == ("hatchet", "cutlass")
        assert asked(table) == "Trojans: where does Hector go?"

    @ALL
    def test_two_hands_hold_two_things(self, edition: str) -> None:
        """ACT-1, RUL-38: what is in the way is put away."""
        heavy = "halberd" if edition == AW else "fire-axe"
        table = duel(edition, ajax={"weapons": ["cutlass", heavy]})
        play(table, "Ajax stay", f"Ajax ready {heavy.replace('-', ' ')}")
        assert fighter(table, "Ajax").ready == (heavy,)
        assert fighter(table, "Ajax").carried == ("cutlass",)

    @ALL
    def test_nothing_is_shot_that_is_not_ready(self, edition: str) -> None:
        """ACT-1: a gun on the back is no gun in hand."""
        gun = "bow" if edition == AW else "handgun"
        table = play(duel(edition, ajax={"weapons": ["cutlass", gun]}), "Ajax stay")
        refusal = "Ajax has nothing in hand to shoot with (ACT-1)"
        assert why_not(table, "Ajax shoot Hector") == refusal

    @ALL
    def test_dropping_is_free_and_others_may_pick_it_up(self, edition: str) -> None:
        """RUL-15, RUL-38, ACT-1: he goes on with his turn; it lies in his hex."""
        table = duel(edition, "6 6 6", ajax={"weapons": ["hatchet"]})
        play(table, "Ajax drop hatchet")
        assert table.state.ground == {Hex.at("0504"): ("hatchet",)}
        play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
        assert "Ajax strikes Hector (bare hands)" in told(table)

    @ALL
    def test_beasts_have_no_use_of_weapons(self, edition: str) -> None:
        """ACT-1, ACT-6: a dagger lies where the wolf stands, and Ajax beside it has a hatchet."""
        table = arena(
            edition,
            who("Wolf", "Greeks", "0403", kind="beast", iq=6),
            who("Ajax", "Greeks", "0404", weapons=["hatchet"]),
            who("Hector", "Trojans", "1204"),
        )
        table.state.ground[Hex.at("0403")] = ("dagger",)
        play(table, "Wolf", "Wolf stay")
        assert not [text for text in offered(table) if "pick up" in text]
        play(table, "Wolf done", "Ajax stay")
        assert not [text for text in offered(table) if "give" in text]

    @ALL
    def test_handing_over_costs_the_action(self, edition: str) -> None:
        """ACT-6, RUL-15: to a friend beside him, after a move; then his turn is over."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0303", weapons=["hatchet", "dagger"]),
            who("Odysseus", "Greeks", "0404"),
            who("Hector", "Trojans", "1204"),
        )
        play(table, "Ajax stay")
        assert not [text for text in offered(table) if "give" in text], "too far away"
        table.undo("Greeks", ["Trojans"])
        play(table, "Ajax move 0403")
        assert "Ajax give hatchet to Odysseus" in offered(table)
        assert "Ajax give hatchet to Ajax" not in offered(table), "his old hex is beside him"
        play(table, "Ajax give dagger to Odysseus")
        assert fighter(table, "Ajax").carried == ()
        assert fighter(table, "Odysseus").ready == ("dagger",)
        assert asked(table) == "Greeks: where does Odysseus go?"

    @ALL
    def test_also_to_a_friend_in_the_same_hex(self, edition: str) -> None:
        """ACT-6, RUL-15: the foe whom both held is down."""
        table = arena(
            edition,
            who("Ajax", "Greeks", holds="Hector", weapons=["dagger"]),
            who("Odysseus", "Greeks", holds="Hector"),
            who("Hector", "Trojans", "0504", fatigue=12),
            who("Paris", "Trojans", "1204"),
        )
        play(table, "Ajax", "Ajax stay", "Ajax give dagger to Odysseus")
        assert fighter(table, "Odysseus").ready == ("dagger",)

    @ALL
    def test_what_cannot_be_handled_says_why(self, edition: str) -> None:
        """ACT-1, ACT-6, RUL-38: in hand already, elsewhere on the ground, a friend too far away."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0303", weapons=["dagger"]),
            who("Odysseus", "Greeks", "0505"),
            who("Hector", "Trojans", "1204", weapons=["hatchet"]),
        )
        table.state.ground[Hex.at("0403")] = ("hatchet",)
        play(table, "Ajax", "Ajax stay")
        assert why_not(table, "Ajax ready dagger") == "Ajax has the dagger in hand (ACT-1)"
        refusal = "the hatchet lies in 0403: one must stand there (RUL-38)"
        assert why_not(table, "Ajax pick up hatchet") == refusal
        refusal = "Odysseus is not beside Ajax (RUL-15)"
        assert why_not(table, "Ajax give dagger to Odysseus") == refusal

    def test_what_is_loaded_is_not_reloaded(self) -> None:
        """SHT-12: a crossbow that nobody has shot."""
        table = play(duel(AW, ajax={"weapons": ["crossbow"]}), "Ajax stay")
        assert why_not(table, "Ajax reload crossbow") == "the crossbow is loaded (SHT-12)"

    def test_a_grenade_is_thrown_out_of_the_hand(self) -> None:
        """ACT-1: not out of the belt."""
        table = play(duel(TS, ajax={"weapons": ["handgun", "frag-grenade"]}), "Ajax stay")
        refusal = "Ajax has no frag grenade in hand: make it ready (ACT-1)"
        assert why_not(table, "Ajax lob frag grenade") == refusal


@ALL
def test_every_weapon_of_the_table_does_what_the_table_says(edition: str) -> None:
    """WPN-10, WPN-11, WPN-12, WPN-5: the printed damage, in the fight's own odds."""
    least = 0 if edition == TSC else 1
    for weapon in rules(edition).weapons.values():
        if weapon.explosive or weapon.surprise or weapon.id == "unarmed":
            continue
        table = duel(edition, ajax={"weapons": [weapon.id], "st": 15}, hector={"st": 15})
        play(table, "Ajax stay")
        for verb in ("strike", "throw", "shoot"):
            for mode in weapon.modes:
                if verb not in mode.when:
                    continue
                usual = next(one for one in weapon.modes if verb in one.when)
                text = f"Ajax {verb} Hector" + ("" if mode is usual else f" {mode.id}")
                mean = damage(mode.damage, floor=least).mean
                assert figures(table, text)["damage"] == passes(3, 11) * mean, text


def test_the_lost_cells_of_the_ancient_table() -> None:
    """RUL-141, WPN-11: D3 fatigue and D6; two hands for the great sword, battle axe, arbalest."""
    weapons = rules(AW).weapons
    assert (str(weapons["unarmed"].damage), weapons["unarmed"].fatigue) == ("1d3", "only")
    assert str(weapons["dagger"].damage) == "1d6"
    for id in ("two-handed-sword", "battle-axe", "arbalest"):
        assert weapons[id].hands == 2
    assert {weapons[id].group for id in ("wizards-staff", "maul")} == {"bludgeons"}
    table = duel(AW, ajax={"weapons": ["arbalest"], "st": 14, "armor": ["small-shield"]})
    assert fighter(table, "Ajax").ready == ("arbalest",), "no hand is left for the shield"


def test_the_reach_column_of_the_classic_table_does_nothing() -> None:
    """WPN-4: a fire axe of reach 1 and a dagger of 1- strike the same adjacent hexes."""
    for weapon in ("fire-axe", "dagger"):
        table = play(duel(TSC, ajax={"weapons": [weapon]}), "Ajax stay")
        assert "Ajax strike Hector" in offered(table)
        table = arena(
            TSC,
            who("Ajax", "Greeks", "0504", weapons=[weapon]),
            who("Hector", "Trojans", "0704"),
        )
        play(table, "Ajax stay")
        assert why_not(table, "Ajax strike Hector").endswith("(STR-1)")
