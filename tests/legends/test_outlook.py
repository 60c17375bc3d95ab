"""What options promise: the figures beside moves and slow deeds are those of the rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from legendry.hexes import Hex
from legendry.legends.blasts import blast_area
from legendry.legends.checks import turned
from legendry.legends.movement import best_path
from legendry.legends.outlook import Prospect
from legendry.odds import best_contest, passes
from legendry.table import About, Choose, Option, Table
from tests.legends.arena import ALL, AW, TS, TSC, arena, fighter, offered, play, who


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


@pytest.mark.parametrize("hexes", [4, 7])
def test_large_figures_threaten_and_are_threatened(hexes: int) -> None:
    """RUL-20: adjacent is touching any of its hexes, steps are counted to the nearest."""
    ajax, bear = who("Ajax", "Greeks", "0204"), who("Bear", "Trojans", "0504", hexes=hexes, st=30)
    here = prospect(arena(AW, ajax, bear), "Ajax stay")
    assert here.later["Bear"].figures["hit"] == passes(3, 11)
    assert here.danger == passes(3, 11) * 3  # d3, and 1 for the stronger
    assert here.steps == 2
    large = prospect(arena(AW, bear, ajax), "Bear stay")
    assert large.later["Ajax"].figures["damage"] == here.danger
    assert large.danger == here.later["Bear"].figures["damage"] > 0


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
        look = prospect(table, f"Ajax {word} Hector")
        assert look.figures["win"] == win
        assert len(look.ledgers) == (2 if win < 1 else 0), "ENT-1: nobody rolls"


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
    assert turned(ajax, against, (6, 6, 6), True) == Fraction(passing, len(rolls))
    assert turned(ajax, against, (1, 1, 1), True) == 0
    assert turned(ajax, against, (1, 1, 1), False) == 1 - Fraction(passing, len(rolls))
    more = sum(sum(faces) > 7 for faces in rolls)
    assert turned(ajax, None, (1, 2, 4), True) == Fraction(more, len(rolls))


# -- places ------------------------------------------------------------------------------------


@ALL
def test_a_move_shows_the_way_it_takes(edition: str) -> None:
    """RUL-62: the way round the zone of a foe, from the hex he stands in to where he goes."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0404", dx=14),
        who("Hector", "Trojans", "0604"),
        leave="edge",
    )
    for text in [text for text in offered(table) if " move " in text]:
        way = look(table, text).places["path"]
        assert way == tuple(
            map(str, best_path(table.state, fighter(table, "Ajax"), Hex.at(way[-1])))
        )
        assert (way[0], way[-1]) == ("0404", text[-4:])
    assert look(table, "Ajax leave by 0101").places["path"][-1] == "0101"
    assert look(table, "Ajax stay").places == {}


@ALL
def test_whom_he_holds_is_carried_along_a_way(edition: str) -> None:
    """GRP-7."""
    table = arena(
        edition, who("Ajax", "Greeks", "0404", st=30), who("Hector", "Trojans", holds="Ajax", st=5)
    )
    assert look(table, "Ajax carry 0406").places == {"path": ("0404", "0405", "0406")}


@pytest.mark.parametrize("edition", [TSC, TS])
def test_a_grenade_shows_the_area_of_its_blast(edition: str) -> None:
    """SHT-10, RUL-29, RUL-30: behind a wall nothing is felt."""
    walled = """
.   .   .   #   .
  .   .   .   .
"""
    ajax = who("Ajax", "Greeks", "0101", weapons=["frag-grenade"])
    table = arena(edition, ajax, who("Hector", "Trojans", "0901"), map=walled)
    play(table, "Ajax stay", "Ajax lob frag grenade")
    area = look(table, "Ajax at 0501").places["area"]
    assert area == tuple(map(str, sorted(blast_area(table.state.board, Hex.at("0501"), 2))))
    assert "0501" in area
    assert "0901" not in area
