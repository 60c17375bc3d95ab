"""Striking (section 5): the roll, the dodge, damage, and what the defender may do at once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.legends.events import Harmed
from legendry.legends.fighter import Fight
from legendry.odds import Dice, damage, passes
from legendry.table import Table
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

GOES_IN = {TSC: "Hector enter", AW: "Hector enter", TS: "Hector tackle"}


def duel(
    edition: str,
    dice: str = "",
    *,
    ajax: dict[str, Any] | None = None,
    hector: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
) -> Table[Fight]:
    """Ajax (ST 12, DX 11) and Hector (ST 12, DX 12) side by side with cutlasses."""
    return arena(
        edition,
        who("Ajax", "Greeks", "0504", **{"weapons": ["cutlass"]} | (ajax or {})),
        who("Hector", "Trojans", "0604", **{"weapons": ["cutlass"], "dx": 12} | (hector or {})),
        dice=dice,
        options=options,
    )


def strike(table: Table[Fight]) -> Table[Fight]:
    return play(table, "Ajax stay", "Ajax strike Hector")


@ALL
def test_a_strike_hits_on_three_dice_up_to_dx(edition: str) -> None:
    """STR-1, CHK-3: 11 hits with DX 11, 12 misses."""
    hit = strike(duel(edition, "5 5 1"))
    assert "Ajax passes 3/DX (hit): 5 5 1 = 11 ≤ 11" in told(hit)
    missed = strike(duel(edition, "5 5 2"))
    assert "Ajax fails 3/DX (hit): 5 5 2 = 12 > 11" in told(missed)
    assert "dodge" not in asked(missed)


@ALL
def test_a_strike_needs_an_adjacent_foe(edition: str) -> None:
    """STR-1: from two hexes away one must first go there."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0404", weapons=["cutlass"]),
        who("Hector", "Trojans", "0604"),
    )
    play(table, "Ajax stay")
    assert why_not(table, "Ajax strike Hector") == "Hector is not adjacent (STR-1)"
    table.undo("Greeks", ["Trojans"])
    play(table, "Ajax move 0504")
    assert "Ajax strike Hector" in offered(table)


@ALL
def test_a_strike_shows_its_exact_odds(edition: str) -> None:
    """STR-1, WPN-1: DX 11 hits with 5/8; 2D6-2 has a mean of 5, and drops whom it can."""
    table = duel(edition, hector={"damage": 3})
    play(table, "Ajax stay")
    least = 0 if edition == TSC else 1
    points = damage(Dice.parse("2d6-2"), floor=least)
    odds = figures(table, "Ajax strike Hector")
    assert odds["hit"] == passes(3, 11) == Fraction(5, 8)
    assert odds["damage"] == Fraction(5, 8) * points.mean
    assert odds["drop"] == Fraction(5, 8) * points.at_least(9)


@ALL
def test_the_defender_may_dodge_when_the_hit_is_known(edition: str) -> None:
    """STR-2, RCT-4: he is asked after the roll to hit and before any damage is rolled."""
    table = strike(duel(edition, "2 3 4"))
    assert asked(table) == "Trojans: Ajax has hit Hector. Does Hector dodge?"
    assert offered(table) == ["Hector dodge", "Hector take it"]
    assert fighter(table, "Hector").damage == 0
    play(table, "Hector take it")
    assert asked(table) == "damage Ajax>Hector: 2 dice of 6 sides"


@ALL
def test_a_hit_that_stands_rolls_damage_less_armor(edition: str) -> None:
    """STR-3, ARM-1: 2D6-2 of 6 and 3 against armor 2 does 5."""
    table = play(strike(duel(edition, "2 3 4, 6 3", hector={"natural_armor": 2})), "Hector take it")
    assert fighter(table, "Hector").damage == 5
    assert "Hector takes 5 damage" in told(table)


@pytest.mark.parametrize(
    ("edition", "answers"),
    [
        (TSC, ["Hector counter", "Hector enter", "Hector take it"]),
        (AW, ["Hector counter", "Hector take it"]),
        (TS, ["Hector counter", "Hector tackle", "Hector take it"]),
    ],
)
def test_what_a_defender_who_survives_may_do(edition: str, answers: list[str]) -> None:
    """STR-4, RCT-2: TSC counterattack or go in, AW counterattack, TS counterattack or tackle."""
    table = play(strike(duel(edition, "2 3 4, 6 3")), "Hector take it")
    assert asked(table) == "Trojans: Does Hector answer Ajax?"
    plain = [text for text in offered(table) if "bare hands" not in text]
    assert plain == answers


def test_in_ancient_world_one_enters_only_from_a_zone_of_control() -> None:
    """STR-4, RCT-7: AW, a struck defender may not go in."""
    table = play(strike(duel(AW, "2 3 4, 6 3")), "Hector take it")
    refusal = "one enters the attacker's hex only from a zone of control (RCT-7)"
    assert why_not(table, "Hector enter") == refusal


@ALL
def test_who_does_not_survive_does_not_answer(edition: str) -> None:
    """STR-4, RUL-24: an incapacitated defender is asked nothing."""
    table = play(strike(duel(edition, "2 3 4, 6 6", hector={"fatigue": 5})), "Hector take it")
    assert fighter(table, "Hector").status == "incapacitated"
    assert table.outcome is not None
    assert "only Greeks are left" in table.outcome.why


@ALL
def test_a_dodge_is_the_whole_reaction(edition: str) -> None:
    """STR-5, RCT-3: after a failed dodge there is damage, no counterattack, and a lost turn."""
    table = strike(duel(edition, "2 3 4, 6 6 6, 6 3"))
    play(table, "Hector dodge")
    assert "Hector fails 3/DX (dodge): 6 6 6 = 18 > 12" in told(table)
    assert fighter(table, "Hector").damage == 7
    assert "Hector has given up this turn" in told(table)
    assert asked(table) == "Greeks: where does Ajax go?"


@ALL
def test_who_was_missed_may_answer_too(edition: str) -> None:
    """RUL-24: he survived an attack; the option react_after_miss = false asks for a hit."""
    table = strike(duel(edition, "6 6 6"))
    assert asked(table) == "Trojans: Does Hector answer Ajax?"
    strict = strike(duel(edition, "6 6 6", options={"react_after_miss": False}))
    assert asked(strict) == "Trojans: where does Hector go?"
    struck = strike(duel(edition, "2 3 4, 6 3", options={"react_after_miss": False}))
    play(struck, "Hector take it")
    assert asked(struck) == "Trojans: Does Hector answer Ajax?"


class TestSkill:
    """SKL-1, SKL-4 and the combat skills: each level to hit or to damage, all the same way."""

    @pytest.mark.parametrize(
        ("edition", "skill", "weapon"),
        [
            (TSC, "sword", "cutlass"),  # SKL-63
            (TSC, "axe", "club"),  # SKL-61
            (TSC, "dagger", "dagger"),  # SKL-66
            (AW, "sword", "cutlass"),
            (AW, "axe", "mace"),
            (AW, "pole-arms", "spear"),  # SKL-64
            (AW, "dagger", "dagger"),
            (TS, "axe", "hatchet"),
            (TS, "knife", "dagger"),  # SKL-66
        ],
    )
    def test_two_levels_add_two_to_hit_or_two_to_damage(
        self, edition: str, skill: str, weapon: str
    ) -> None:
        """SKL-1, SKL-4, SKL-61, SKL-63, SKL-64, SKL-66, RUL-88: chosen before the roll."""
        ajax = {"weapons": [weapon], "skills": {skill: 2}}
        table = play(duel(edition, ajax=ajax), "Ajax stay")
        assert figures(table, "Ajax strike Hector")["hit"] == passes(3, 13)
        assert figures(table, "Ajax strike Hector for damage")["hit"] == passes(3, 11)
        for_hit = figures(table, "Ajax strike Hector")["damage"] / passes(3, 13)
        for_damage = figures(table, "Ajax strike Hector for damage")["damage"] / passes(3, 11)
        least = 0 if edition == TSC else 1
        dice = fighter(table, "Ajax").arms[weapon].damage
        assert for_hit == damage(dice, floor=least).mean
        assert for_damage == damage(dice, bonus=2, floor=least).mean
        strikes = [text for text in offered(table) if "strike" in text and "bare" not in text]
        assert strikes == ["Ajax strike Hector", "Ajax strike Hector for damage"], "no splitting"

    @ALL
    def test_the_level_helps_the_roll(self, edition: str) -> None:
        """SKL-1, SKL-4: 13 hits with DX 11 and two levels."""
        ajax = {"weapons": ["club"], "skills": {"axe": 2}}
        table = strike(duel(edition, "6 6 1", ajax=ajax))
        assert "Ajax passes 3/DX (hit): 6 6 1 = 13 ≤ 13" in told(table)
        table = play(duel(edition, "6 6 1", ajax=ajax), "Ajax stay")
        play(table, "Ajax strike Hector for damage")
        assert "Ajax fails 3/DX (hit): 6 6 1 = 13 > 11" in told(table)

    @ALL
    def test_the_level_helps_the_damage(self, edition: str) -> None:
        """SKL-4, RUL-76: D6 of 3 and two levels are 5 points."""
        ajax = {"weapons": ["club"], "skills": {"axe": 2}}
        table = play(duel(edition, "1 1 1, 3", ajax=ajax), "Ajax stay")
        play(table, "Ajax strike Hector for damage", "Hector take it")
        assert fighter(table, "Hector").damage == 5

    @ALL
    def test_without_the_skill_there_is_nothing_to_choose(self, edition: str) -> None:
        """SKL-4, RUL-88: a skill with other weapons does not help."""
        table = play(duel(edition, ajax={"weapons": ["hatchet"], "skills": {}}), "Ajax stay")
        assert "Ajax strike Hector for damage" not in offered(table)
        other = {"weapons": ["cutlass"], "skills": {"axe": 2}}
        table = play(duel(edition, ajax=other), "Ajax stay")
        assert "Ajax strike Hector for damage" not in offered(table)
        assert figures(table, "Ajax strike Hector")["hit"] == passes(3, 11)

    def test_no_skill_covers_the_cutlass_in_time_and_space(self) -> None:
        """RUL-88: TS, cutlass: none."""
        ajax = {"skills": {"knife": 1, "axe": 1, "pistol": 1, "rifle-smg": 1, "unarmed": 1}}
        table = play(duel(TS, ajax=ajax), "Ajax stay")
        with_cutlass = [text for text in offered(table) if "bare hands" not in text]
        assert "Ajax strike Hector" in with_cutlass
        assert "Ajax strike Hector for damage" not in with_cutlass

    def test_unarmed_levels_when_striking(self) -> None:
        """SKL-60: AW and TS to hit or to damage; TSC never to hit."""
        skills = {TSC: "unarmed-combat", AW: "unarmed", TS: "unarmed"}
        for edition, skill in skills.items():
            ajax = {"weapons": [], "skills": {skill: 2}}
            table = play(duel(edition, ajax=ajax), "Ajax stay")
            damaging = figures(table, "Ajax strike Hector for damage")
            assert damaging["hit"] == passes(3, 11)
            if edition == TSC:
                assert "Ajax strike Hector" not in offered(table)
            else:
                assert figures(table, "Ajax strike Hector")["hit"] == passes(3, 13)


class TestHelpless:
    """RUL-39: the incapacitated are struck like others, and do not react."""

    def fallen(self, edition: str, dice: str, **options: Any) -> Table[Fight]:
        return arena(
            edition,
            who("Ajax", "Greeks", "0504", weapons=["cutlass"]),
            who("Hector", "Trojans", "0604", fatigue=12),
            who("Paris", "Trojans", "1204"),
            dice=dice,
            options=options,
        )

    @ALL
    def test_a_normal_roll_and_no_reaction(self, edition: str) -> None:
        """RUL-39, RUL-57: 3/DX; neither dodge nor answer."""
        table = strike(self.fallen(edition, "2 3 4, 6 3"))
        assert fighter(table, "Hector").damage == 7
        assert asked(table).startswith("Trojans: where does Paris go?")
        missed = strike(self.fallen(edition, "6 6 6"))
        assert fighter(missed, "Hector").damage == 0

    @ALL
    def test_who_is_down_is_not_dropped_again(self, edition: str) -> None:
        """RUL-39, INJ-2: harm has its chance, his fall has none."""
        promised = figures(play(self.fallen(edition, ""), "Ajax stay"), "Ajax strike Hector")
        assert promised["drop"] == 0
        assert promised["damage"] > 0

    @ALL
    def test_the_table_may_spare_the_roll(self, edition: str) -> None:
        """RUL-39: helpless_auto_hit."""
        table = play(self.fallen(edition, "6 3", helpless_auto_hit=True), "Ajax stay")
        assert figures(table, "Ajax strike Hector")["hit"] == 1
        play(table, "Ajax strike Hector")
        assert fighter(table, "Hector").damage == 7


@ALL
def test_blows_may_be_pulled_where_the_table_says_so(edition: str) -> None:
    """RUL-73: pull_blows lets the attacker do less than he rolled, and the ledger says so."""
    table = play(strike(duel(edition, "2 3 4, 6 3")), "Hector take it")
    assert fighter(table, "Hector").damage == 7
    table = play(
        strike(duel(edition, "2 3 4, 6 3", options={"pull_blows": True})), "Hector take it"
    )
    assert asked(table) == "Greeks: Ajax would do 7 to Hector: how much does he do?"
    assert offered(table) == [f"Ajax does {n}" for n in range(7, -1, -1)]
    play(table, "Ajax does 2")
    assert fighter(table, "Hector").damage == 2
    harmed = next(event for event in table.events if isinstance(event, Harmed))
    assert harmed.ledger.total == 2
    assert harmed.ledger.lines[-1].rule == "RUL-73"


@ALL
def test_a_single_point_may_be_spared(edition: str) -> None:
    """RUL-73: any number from 0."""
    table = duel(edition, "2 3 4, 1 2", options={"pull_blows": True})
    play(strike(table), "Hector take it")
    assert offered(table) == ["Ajax does 1", "Ajax does 0"]
    play(table, "Ajax does 0")
    assert fighter(table, "Hector").damage == 0
