"""greedy before and after the blows: it stalks, leads, drinks, treats and saves its own."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.bots.greedy import GreedyBot
from legendry.legends.fighter import Fight
from legendry.table import Choose, Table
from tests.legends.arena import ALL, AW, TS, TSC, arena, asked, fighter, play, who


def choice(table: Table[Fight]) -> str:
    """What greedy would answer now."""
    request = table.pending
    assert isinstance(request, Choose)
    option = GreedyBot().answer(request, table.view(request.seat))
    assert not isinstance(option, tuple)
    return option.notation


def wounded(edition: str, *others: dict[str, Any], dice: str = "", **ajax: Any) -> Table[Fight]:
    """Ajax has felled Hector; the end of combat begins."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=["club"], **ajax),
        who("Hector", "Trojans", "0604", damage=11),
        *others,
        dice=f"3 3 3, 1, {dice}",
    )
    if "who acts" in asked(table):
        play(table, "Ajax")
    return play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")


@ALL
def test_it_stalks_and_steals(edition: str) -> None:
    """SKL-28, SKL-31: to try costs nothing."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0101", skills={"stalker": 1, "tactician": 1}),
        who("Hector", "Trojans", "1301"),
        greeks_first=False,
    )
    assert choice(table) == "Ajax stalk"
    play(table, "Ajax do not stalk")
    assert choice(table) == "Ajax steal the initiative"


def test_it_leads_the_friend_who_fights() -> None:
    """SKL-24: once an encounter, in DX, before anything else."""
    table = arena(
        TS,
        who("Agamemnon", "Greeks", "0101", skills={"leadership": 2}),
        who("Nestor", "Greeks", "0108"),
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0604", weapons=["club"]),
    )
    play(table, "Agamemnon")
    assert choice(table) == "Agamemnon lead Ajax"
    play(table, "Agamemnon lead Ajax")
    assert choice(table) == "Agamemnon lead Ajax DX"


@ALL
def test_it_drinks_when_it_must(edition: str) -> None:
    """RUL-95: not for a scratch while there is a foe to strike, but with one point left."""
    for damage, drinks in ((1, False), (11, True)):
        table = arena(
            edition,
            who(
                "Ajax",
                "Greeks",
                "0504",
                belongings=["healing-potion/8"],
                damage=damage,
                weapons=["club"],
            ),
            who("Hector", "Trojans", "0604", st=20, weapons=["club"]),
        )
        play(table, "Ajax stay")
        assert ("drink" in choice(table)) is drinks


@ALL
def test_it_brings_a_friend_to(edition: str) -> None:
    """RUL-95: a friend who fights again is worth a turn."""
    table = arena(
        edition,
        who("Machaon", "Greeks", "0504", belongings=["healing-potion/4"]),
        who("Ajax", "Greeks", "0505", damage=14),
        who("Hector", "Trojans", "1301"),
    )
    play(table, "Machaon stay")
    assert choice(table) == "Machaon administer healing potion (4) to Ajax"


@pytest.mark.parametrize("edition", [AW, TS])
def test_it_treats_its_own_the_dying_first(edition: str) -> None:
    """SKL-47: as much as helps; nothing for a foe."""
    table = arena(
        edition,
        who("Machaon", "Greeks", "0101", skills={"medic": 4}),
        who("Nestor", "Greeks", "0505", damage=9),
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0604", damage=11, weapons=["club"]),
        dice="3 3 3, 3, 3 3 3, 1, 1 1 1",
        greeks_first=False,
    )
    play(table, "Hector stay", "Hector strike Nestor", "Nestor take it")
    play(table, "Ajax", "Ajax stay", "Ajax strike Hector", "Hector take it")
    answers = []
    while table.pending is not None:
        answers.append(choice(table))
        table.answer(answers[-1])
    assert answers == [
        "Machaon treat the wounded",
        "Machaon treat Nestor",
        "Machaon treat Nestor 3",
        "Machaon stop treating",
    ]
    assert not fighter(table, "Nestor").gone


def test_in_classic_it_treats_no_foe() -> None:
    """SKL-47: Hector of the other side is the only one hurt."""
    table = wounded(TSC, who("Machaon", "Greeks", "0101", skills={"medic": 1}))
    assert choice(table) == "Machaon leave the wounded"


@ALL
def test_it_saves_a_friend_with_the_least_that_is_enough(edition: str) -> None:
    """RUL-95: and keeps its potions from foes."""
    potions = ["healing-potion/1", "healing-potion/9", "healing-potion/3"]
    nestor = who("Nestor", "Greeks", "0101", damage=14)
    table = wounded(edition, nestor, belongings=potions)
    assert choice(table) == "Ajax administer healing potion (3) to Nestor"
    play(table, "Ajax administer healing potion (3) to Nestor")
    assert choice(table) == "Ajax no potion"
