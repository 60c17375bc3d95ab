"""What options promise: the figures beside moves and slow deeds are those of the rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from legendry.legends.checks import better
from legendry.legends.outlook import Prospect
from legendry.odds import best_contest, passes
from legendry.table import About, Choose, Option, Table
from tests.legends.arena import AW, TS, TSC, arena, fighter, play, who


def option(table: Table[Any], notation: str) -> Option[Any]:
    assert isinstance(table.pending, Choose)
    found = table.pending.find(notation)
    assert found is not None, notation
    return found


def look(table: Table[Any], notation: str) -> About:
    about = option(table, notation).about
    assert about is not None
    return about


def prospect(table: Table[Any], notation: str) -> Prospect:
    about = look(table, notation)
    assert isinstance(about, Prospect)
    return about


def duel(*weapons: str, at: str = "0504") -> Table[Any]:
    return arena(
        AW,
        who("Ajax", "Greeks", "0204", weapons=weapons or ("broad-sword",)),
        who("Hector", "Trojans", at, weapons=["rapier"]),
    )


def test_a_place_promises_its_best_attack() -> None:
    table = duel()
    there = prospect(table, "Ajax move 0404")
    assert there.best.startswith("Ajax strike Hector")
    assert there.figures["hit"] == passes(3, 11)
    play(table, "Ajax move 0404")
    assert look(table, there.best).figures == there.figures
    offered = [one.notation for one in there.deeds]
    assert isinstance(table.pending, Choose)
    assert offered == [one.notation for one in table.pending.options]


def test_a_place_out_of_reach_promises_something_later_or_nothing() -> None:
    near = prospect(duel(), "Ajax move 0304")
    assert not near.best
    assert near.later["Hector"].figures["hit"] == passes(3, 11)
    far = prospect(duel(at="1304"), "Ajax stay")
    assert not far.later
    assert far.danger == 0
    assert far.steps == 11


def test_danger_is_what_foes_could_do_in_their_turn() -> None:
    close, away = prospect(duel(), "Ajax move 0404"), prospect(duel(at="1304"), "Ajax stay")
    assert close.danger == passes(3, 11) * Fraction(7, 2)  # a rapier does d6
    assert away.danger == 0


def test_a_foe_who_owes_his_turn_is_no_danger() -> None:
    """RCT-1: whoever has reacted loses his next turn."""
    table = duel(at="0304")
    fighter(table, "Hector").turns_owed = 1
    assert prospect(table, "Ajax stay").danger == 0


def test_a_weapon_made_ready_promises_what_it_could_do() -> None:
    """ACT-1: the figures are those of the weapon in hand a turn later."""
    table = play(duel("dagger", "broad-sword", at="0304"), "Ajax stay")
    promised = prospect(table, "Ajax ready broad sword").later["Hector"]
    play(table, "Ajax ready broad sword", "Hector pass", "Ajax stay")
    assert promised.figures == look(table, "Ajax strike Hector").figures


def test_a_grapple_is_worth_its_contest() -> None:
    """GRP-2, RUL-1: the chance to win ST with the best dice, times the harm."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0504", st=14),
        who("Hector", "Trojans", "0504", st=11, holds="Ajax"),
    )
    play(table, "Ajax stay")
    figures = look(table, "Ajax grapple Hector").figures
    assert figures["win"] == best_contest(14, 11, "nobody").attacker
    assert figures["damage"] == figures["win"] * 3  # d3, and 1 for the stronger


def test_entering_is_a_contest_of_dx_where_the_foe_resists() -> None:
    for edition, word, win in (
        (TS, "tackle", best_contest(11, 11, "nobody").attacker),
        (TSC, "enter", Fraction(1)),
    ):
        table = arena(edition, who("Ajax", "Greeks", "0504"), who("Hector", "Trojans", "0505"))
        play(table, "Ajax stay")
        assert prospect(table, f"Ajax {word} Hector").figures["win"] == win


def test_a_grenade_is_worth_its_best_hex() -> None:
    """SHT-10: the option to throw tells what the best of the hexes tells."""
    table = arena(
        TS,
        who("Fitz", "Crew", "0405", weapons=["frag-grenade"]),
        who("Robot", "Robots", "0804"),
        who("Droid", "Robots", "0806"),
    )
    play(table, "Fitz stay")
    promised = look(table, "Fitz lob frag grenade").figures["damage"]
    play(table, "Fitz lob frag grenade")
    assert isinstance(table.pending, Choose)
    hexes = [one.about for one in table.pending.options]
    assert promised == max(about.figures["damage"] for about in hexes if about)


@pytest.mark.parametrize("limit", [8, 11])
def test_the_odds_of_rolling_again(limit: int) -> None:
    """CAM-7: counted against every roll of the same dice."""
    table = arena(AW, who("Ajax", "Greeks", "0504", dx=limit), who("Hector", "Trojans", "0505"))
    ajax = fighter(table, "Ajax")
    rolls = list(product(range(1, 7), repeat=3))
    passing = sum(sum(faces) <= limit for faces in rolls)
    against = ajax.ledgers["DX"]
    assert better(ajax, (6, 6, 6), against, for_him=True) == Fraction(passing, len(rolls))
    assert better(ajax, (1, 1, 1), against, for_him=True) == 0
    assert better(ajax, (1, 1, 1), against, for_him=False) == 1 - Fraction(passing, len(rolls))
    more = sum(sum(faces) > 7 for faces in rolls)
    assert better(ajax, (1, 2, 4), None, for_him=True) == Fraction(more, len(rolls))
