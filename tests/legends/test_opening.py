"""The start of a battle (RUL-89): who negates surprise, who stalks, who steals the initiative."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.legends.edition import edition as rules
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.odds import best_contest, passes
from legendry.odds.checks import Tie
from legendry.table import Scripted, Table
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

PASSES = pytest.mark.parametrize(("edition", "skill"), [(AW, "tracker"), (TS, "alertness")])
"""The editions where surprise is negated by a check of three dice on IQ."""


def battle(edition: str, *fighters: dict[str, Any], dice: str = "", **setup: Any) -> Table[Fight]:
    """A fight with every roll in the script, those of its opening too."""
    sides = list(dict.fromkeys(one["side"] for one in fighters))
    return Table(
        FIGHT,
        sides,
        Scripted(*(part.strip() for part in dice.split(",") if part.strip())),
        edition=edition,
        options=setup.pop("options", {}),
        setup={"fighters": list(fighters), **setup},
    )


HECTOR = who("Hector", "Trojans", "1301")


def ajax(**skills: int) -> dict[str, Any]:
    return who("Ajax", "Greeks", "0101", skills=skills)


# -- surprise negated --------------------------------------------------------------------------


@PASSES
@pytest.mark.parametrize(("dice", "negated"), [("3 3 4", True), ("3 4 4", False)])
def test_three_dice_on_iq_and_the_level_negate_surprise(
    edition: str, skill: str, dice: str, negated: bool
) -> None:
    """SKL-26, SKL-32, RUL-89: IQ 9 and one level are 10; then there is initiative after all."""
    table = battle(edition, ajax(**{skill: 1}), HECTOR, surprise="Trojans", dice=f"{dice}, 5, 2")
    assert ("Ajax sees it coming: Trojans surprise nobody" in told(table)) is negated
    assert table.view(None).side == ("Greeks" if negated else "Trojans")  # type: ignore[attr-defined]
    assert table.view(None).unopposed is not negated  # type: ignore[attr-defined]


def test_streetwise_wins_iq_against_the_best_dx_of_the_enemies() -> None:
    """SKL-34, RUL-5, RUL-89: in TSC it is a contest, and the quickest of the enemies answers it."""
    paris = who("Paris", "Trojans", "1303", dx=12)
    table = battle(
        TSC, ajax(streetwise=2), HECTOR, paris, surprise="Trojans", dice="3 4, 1 1, 5, 2"
    )
    assert asked(table) == "Greeks: Ajax: streetwise, Ajax against Paris: how many dice?"
    play(table, "Ajax 2 dice", "Paris 2 dice")
    assert told(table)[:2] == [
        "Ajax and Paris streetwise: 7 of 11 against 2 of 12, Ajax wins",
        "Ajax sees it coming: Trojans surprise nobody",
    ]
    assert table.view(None).side == "Greeks"  # type: ignore[attr-defined]


def test_each_of_the_surprised_tries_and_one_success_is_enough() -> None:
    """RUL-89: Ajax fails, Nestor sees it, Odysseus need not try any more."""
    crew = [
        who(name, "Greeks", f"010{n}", skills={"alertness": 1})
        for n, name in enumerate(("Ajax", "Nestor", "Odysseus"), 1)
    ]
    table = battle(TS, *crew, HECTOR, surprise="Trojans", dice="6 6 6, 1 1 1, 5, 2")
    assert [
        line for line in table.record.splitlines() if line.startswith("alertness ") and ":" in line
    ] == [
        "alertness Ajax: 6 6 6",
        "alertness Nestor: 1 1 1",
    ]
    assert table.view(None).side == "Greeks"  # type: ignore[attr-defined]


@PASSES
def test_those_who_cannot_do_not_try(edition: str, skill: str) -> None:
    """RUL-89: the unconscious see nothing coming, nor is the skill of the surprising side of use."""
    table = battle(
        edition,
        ajax(),
        who("Nestor", "Greeks", "0103", damage=12, skills={skill: 3}),
        who("Hector", "Trojans", "1301", skills={skill: 3}),
        surprise="Trojans",
    )
    assert table.view(None).unopposed  # type: ignore[attr-defined]
    assert skill not in table.record.partition("+++")[2]


@pytest.mark.parametrize(("edition", "skill"), [(AW, "streetwise"), (TS, "tracker")])
def test_a_skill_that_negates_nothing_here(edition: str, skill: str) -> None:
    """SKL-32, SKL-34: which skill it is, the edition says."""
    table = battle(edition, ajax(**{skill: 3}), HECTOR, surprise="Trojans")
    assert table.view(None).unopposed  # type: ignore[attr-defined]


@pytest.mark.parametrize(("dice", "next_side"), [("1 1 1", "Trojans"), ("6 6 6", "Greeks")])
def test_a_flashbang_may_be_seen_through(dice: str, next_side: str) -> None:
    """RUL-13, SHT-11: enemies able to negate surprise may try once."""
    table = battle(
        TS,
        who("Ajax", "Greeks", "0101", weapons=["flashbang"]),
        who("Hector", "Trojans", "0604", skills={"alertness": 1}),
        dice=f"5, 2, {dice}",
    )
    play(table, "Ajax stay", "Ajax lob flashbang", "Ajax at 0504")
    assert table.view(None).side == next_side  # type: ignore[attr-defined]
    assert table.view(None).unopposed is (next_side == "Greeks")  # type: ignore[attr-defined]


# -- stalkers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [AW, TS])
def test_a_stalker_has_a_turn_of_his_own(edition: str) -> None:
    """SKL-28, RUL-89: 3/DX with his level; he alone acts, unopposed; initiative is unaffected."""
    table = battle(
        edition,
        who("Ajax", "Greeks", "0504", skills={"stalker": 1}, weapons=["club"]),
        who("Nestor", "Greeks", "0101"),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        dice="4 4 4, 2, 5, 3 3 3, 4",
    )
    assert asked(table) == "Greeks: does Ajax stalk the enemy?"
    assert offered(table) == ["Ajax stalk", "Ajax do not stalk"]
    assert figures(table, "Ajax stalk") == {"works": passes(3, 12)}
    assert "RUL-89" in why_not(table, "Nestor stalk")
    play(table, "Ajax stalk")
    assert told(table)[-3:] == [
        "Ajax has stalked the enemy and goes first, alone and unopposed",
        "Trojans have the initiative, then Greeks",
        "— Round 1, Greeks, Ajax alone, unopposed —",
    ]
    play(table, "Ajax stay", "Ajax strike Hector")
    assert fighter(table, "Hector").damage == 4
    assert "Hector" not in table.record.split("damage Ajax>Hector")[1]  # nobody could answer
    assert asked(table) == "Trojans: where does Hector go?"
    play(table, "Hector pass")
    assert asked(table) == "Greeks: who acts?"
    assert offered(table) == ["Ajax", "Nestor"]


def test_in_classic_a_stalker_wins_dx_against_the_best_iq() -> None:
    """SKL-28, CHK-11, RUL-5: DX 11 and two levels against the cleverest enemy."""
    clever = who("Helenus", "Trojans", "1303", iq=12, skills={"stalker": 5})
    table = battle(TSC, ajax(stalker=2), HECTOR, clever, dice="4 5, 6, 2, 5")
    assert asked(table) == "Greeks: does Ajax stalk the enemy?"
    assert figures(table, "Ajax stalk") == {"win": best_contest(13, 12, "defender").attacker}
    play(table, "Ajax stalk", "Ajax 2 dice", "Helenus 1 die")
    assert told(table)[0] == "Ajax and Helenus stalker: 9 of 13 against 6 of 12, Ajax wins"
    assert asked(table) == "Trojans: does Helenus stalk the enemy?"
    play(table, "Helenus do not stalk")
    assert told(table)[-1] == "— Round 1, Greeks, Ajax alone, unopposed —"


@ALL
def test_stalking_is_a_choice(edition: str) -> None:
    """RUL-89: stalkers *may* win a free turn; who does not want to rolls nothing."""
    table = battle(edition, ajax(stalker=1), HECTOR, dice="5, 2")
    play(table, "Ajax do not stalk")
    assert told(table)[-1] == "— Round 1, Greeks —"


@ALL
def test_no_stalking_with_or_against_surprise(edition: str) -> None:
    """RUL-89: not on top of side surprise, and not by the surprised."""
    for side in ("Greeks", "Trojans"):
        table = battle(edition, ajax(stalker=3), HECTOR, surprise=side)
        assert "stalk" not in asked(table)
        assert table.view(None).side == side  # type: ignore[attr-defined]


def test_after_negated_surprise_stalkers_have_their_chance() -> None:
    """RUL-89: the order is surprise, its negation, stalkers, initiative."""
    table = battle(
        TS, ajax(alertness=1, stalker=1), HECTOR, surprise="Trojans", dice="1 1 1, 6 6 6, 5, 2"
    )
    assert asked(table) == "Greeks: does Ajax stalk the enemy?"
    play(table, "Ajax stalk")
    assert told(table)[-1] == "— Round 1, Greeks —"


def test_several_stalkers_go_one_by_one_before_all_others() -> None:
    """SKL-28: on both sides, in the order of the list; who fell meanwhile has lost his turn."""
    table = battle(
        AW,
        who("Ajax", "Greeks", "0504", skills={"stalker": 1}, weapons=["club"]),
        who("Dolon", "Trojans", "0604", st=2, skills={"stalker": 1}),
        who("Hector", "Trojans", "1301", skills={"stalker": 1}),
        dice="1 1 1, 1 1 1, 1 1 1, 2, 5, 3 3 3, 2",
    )
    play(table, "Ajax stalk", "Dolon stalk", "Hector stalk")
    play(table, "Ajax stay", "Ajax strike Dolon")
    assert fighter(table, "Dolon").status == "dying"
    assert told(table)[-1] == "— Round 1, Trojans, Hector alone, unopposed —"
    play(table, "Hector pass")
    assert told(table)[-1] == "— Round 1, Trojans —"


# -- tacticians --------------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize(("dice", "first"), [("4 4, 3", "Greeks"), ("6 6, 3", "Trojans")])
def test_the_losers_tactician_may_steal_the_initiative(edition: str, dice: str, first: str) -> None:
    """SKL-31, RUL-89: he wins IQ against the enemies' best; a total over his own limit loses."""
    table = battle(edition, ajax(tactician=2), HECTOR, dice=f"2, 5, {dice}")
    assert asked(table) == "Greeks: does Ajax try to steal the initiative?"
    tie: Tie = "nobody" if rules(edition).switches.contest_tie == "nobody" else "attacker"
    assert figures(table, "Ajax steal the initiative") == {"win": best_contest(11, 9, tie).attacker}
    play(table, "Ajax steal the initiative", "Ajax 2 dice", "Hector 1 die")
    stolen = "Ajax steals the initiative for Greeks"
    assert (stolen in told(table)) is (first == "Greeks")
    assert table.view(None).side == first  # type: ignore[attr-defined]


@ALL
def test_the_best_tacticians_meet(edition: str) -> None:
    """RUL-5, RUL-6, RUL-89: one try by the best of the losers; the best of the others adds his skill."""
    table = battle(
        edition,
        ajax(tactician=1),
        who("Odysseus", "Greeks", "0103", iq=12, skills={"tactician": 1}),
        who("Hector", "Trojans", "1301", iq=11),
        who("Polydamas", "Trojans", "1303", iq=10, skills={"tactician": 2}),
        dice="2, 5, 5, 6",
    )
    play(table, "Odysseus steal the initiative", "Odysseus 1 die", "Polydamas 1 die")
    assert "Odysseus and Polydamas tactician: 5 of 13 against 6 of 12, Polydamas wins" in told(
        table
    )
    assert asked(table).startswith("Trojans")


@ALL
def test_the_initiative_may_be_left(edition: str) -> None:
    """RUL-89: he may try; who leads already is not asked, nor is who has no skill."""
    table = battle(edition, ajax(tactician=1), HECTOR, dice="2, 5")
    play(table, "Ajax leave it")
    assert table.view(None).side == "Trojans"  # type: ignore[attr-defined]
    table = battle(edition, ajax(tactician=1), HECTOR, dice="5, 2")
    assert asked(table) == "Greeks: where does Ajax go?"


def test_of_three_sides_each_behind_may_try_once() -> None:
    """RUL-89: a thief of the initiative goes to the front, the others keep their order."""
    cyrus = who("Cyrus", "Persians", "0708", skills={"tactician": 1})
    table = battle(AW, ajax(), HECTOR, cyrus, dice="5, 4, 2, 5, 1")
    play(table, "Cyrus steal the initiative", "Cyrus 1 die", "Ajax 1 die")
    assert table.state.order == (2, 0, 1)


def test_cursed_odds_are_exact_too() -> None:
    """CAM-13, RUL-87: a curse counts in the chance that is shown."""
    cursed = who("Ajax", "Greeks", "0101", curses=2, skills={"stalker": 1})
    table = battle(AW, cursed, HECTOR)
    assert figures(table, "Ajax stalk") == {"works": passes(3, 10)}
    cursed = who("Ajax", "Greeks", "0101", curses=1, skills={"tactician": 1})
    table = battle(AW, cursed, HECTOR, dice="2, 5")
    win = figures(table, "Ajax steal the initiative")["win"]
    assert Fraction(0) < win < best_contest(9, 9, "attacker").attacker


@ALL
def test_against_the_unconscious_there_is_nothing_to_try(edition: str) -> None:
    """RUL-4, RUL-89: the fight is over before it has begun."""
    skills = {"stalker": 1, "tactician": 1}
    sleeper = who("Hector", "Trojans", "1301", fatigue=12)
    for surprise in ("", "Trojans"):
        table = battle(edition, ajax(**skills), sleeper, surprise=surprise, dice="2, 5")
        assert table.outcome is not None


@ALL
def test_nobody_with_such_skills_nobody_asked(edition: str) -> None:
    """RUL-89: then only the initiative is rolled."""
    table = arena(edition, ajax(), HECTOR)
    assert asked(table) == "Greeks: where does Ajax go?"
    assert len(table.record.partition("+++")[2].strip().splitlines()) == 2
