"""What a fight gives to interfaces: its board, a closer look at a fighter, itself as bytes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from legendry.hexes import Board, Hex
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.legends.movement import zones
from legendry.legends.showing import Scenery
from legendry.table import Insight, Table
from tests.legends.arena import ALL, AW, arena, fighter, offered, play, who

PASS = """
.   .   .   .   .
  .   #   .   .
.   .   #   .   x
  .   .   .   .
"""
LEGEND = {"x": ["exit", "fire"]}


def duel(edition: str, at: str = "0404", to: str = "0604", **more: Any) -> Table[Fight]:
    """Ajax and Hector on the meadow."""
    ajax = who("Ajax", "Greeks", at, weapons=["club"], **more.pop("ajax", {}))
    hector = who("Hector", "Trojans", to, weapons=["club"], **more.pop("hector", {}))
    return arena(edition, ajax, hector, *more.pop("others", ()), **more)


def places(table: Table[Fight], name: str) -> dict[str, set[str]]:
    found = FIGHT.inspect(table.state, None, name).places
    assert all(list(hexes) == sorted(set(hexes)) for hexes in found.values())
    return {place: set(hexes) for place, hexes in found.items()}


# -- the board ---------------------------------------------------------------------------------


@ALL
def test_scenery_has_every_hex_with_its_tags(edition: str) -> None:
    table = duel(edition, "0101", "0901", map=PASS, legend=LEGEND)
    scenery = FIGHT.scenery(table.state)
    board = Board.from_text(PASS, LEGEND)
    assert scenery == Scenery(
        "map", 9, 2, {str(hex): tuple(sorted(board.tags(hex))) for hex in board}
    )
    assert scenery.hexes["0401"] == ("wall",)
    assert [hex for hex, tags in scenery.hexes.items() if tags == ("exit", "fire")] == ["0902"]


# -- figures -----------------------------------------------------------------------------------


@ALL
def test_the_ledgers_are_those_of_the_figures_in_the_view(edition: str) -> None:
    table = duel(edition, ajax={"natural_armor": 2})
    look = FIGHT.inspect(table.state, "Trojans", "ajax")
    seen = FIGHT.view(table.state, None).fighters["Ajax"]
    assert {ledger.title: ledger.total for ledger in look.ledgers} == {
        "ST": seen.st, "DX": seen.dx, "IQ": seen.iq, "MA": seen.ma, "armor": seen.armor
    }  # fmt: skip
    assert seen.armor > 0


def test_of_an_unknown_thing_nothing_is_known() -> None:
    table = duel(AW)
    for thing in ("", "Paris", "0404", "Ajax " * 50, "\x00"):
        assert FIGHT.inspect(table.state, None, thing) == Insight()


# -- reach -------------------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize("hexes", [1, 4, 7])
def test_reach_is_where_he_may_move(edition: str, hexes: int) -> None:
    table = duel(edition, ajax={"hexes": hexes}, others=[who("Teucer", "Greeks", "0302")])
    play(table, "Ajax")
    moves = {text.removeprefix("Ajax move ") for text in offered(table) if " move " in text}
    assert moves
    assert places(table, "AJAX")["reach"] == moves


@ALL
def test_who_is_held_reaches_nothing_and_threatens_nobody(edition: str) -> None:
    table = duel(edition, to="", hector={"holds": "Ajax"})
    found = places(table, "Ajax")
    assert found["reach"] == found["zone"] == set()
    assert found["sees"]


@ALL
def test_the_fallen_reach_and_see_nothing(edition: str) -> None:
    table = duel(edition, others=[who("Paris", "Trojans", "0808", damage=12)])
    assert places(table, "Paris") == {"reach": set(), "zone": set(), "sees": set()}


# -- zones of control --------------------------------------------------------------------------

AROUND = {"0603", "0704", "0705", "0605", "0505", "0504"}


@ALL
def test_his_zone_are_the_hexes_around_him(edition: str) -> None:
    """ZOC-1, RUL-62: in every edition it is set off by steps into, in or out of these."""
    table = duel(edition)
    assert places(table, "Hector")["zone"] == AROUND
    assert set(map(str, zones(table.state, fighter(table, "Ajax")))) == AROUND


@ALL
def test_a_zone_has_no_walls_and_ends_with_the_board(edition: str) -> None:
    table = duel(edition, "0101", "0301", map=PASS, legend=LEGEND)
    assert places(table, "Hector")["zone"] == {"0201", "0302"}


@ALL
def test_a_large_creature_threatens_all_around_it(edition: str) -> None:
    table = duel(edition, "0202", "0706", hector={"hexes": 7})
    zone = places(table, "Hector")["zone"]
    assert len(zone) == 12
    assert zone.isdisjoint(map(str, fighter(table, "Hector").cells))


@ALL
def test_who_cannot_react_has_no_zone(edition: str) -> None:
    """ZOC-2, RUL-65, RUL-12: one who owes a turn, the surprised, and where there are no zones."""
    table = duel(edition)
    fighter(table, "Hector").turns_owed = 1
    assert places(table, "Hector")["zone"] == set()
    assert places(duel(edition, surprise="Greeks"), "Hector")["zone"] == set()
    assert places(duel(edition, options={"zoc_trigger": "off"}), "Hector")["zone"] == set()


# -- sight -------------------------------------------------------------------------------------


@ALL
def test_he_sees_the_hexes_where_he_could_shoot_at_somebody(edition: str) -> None:
    table = duel(
        edition, "0101", "0901", map=PASS, legend=LEGEND, options={"bodies_block_missiles": False}
    )
    fight = table.state.copy()
    ajax, hector = fight.fighters
    sees = places(table, "Ajax")["sees"]
    for hex in fight.board.floor - {ajax.hex}:
        hector.cells = (hex,)
        assert fight.clear(ajax, hector) == (str(hex) in sees), hex
    assert sees < set(map(str, fight.board.floor))


@ALL
def test_a_body_hides_what_is_behind_it(edition: str) -> None:
    """RUL-25: unless the table lets shots through."""
    other = who("Teucer", "Greeks", "0405")
    assert "0406" not in places(duel(edition, others=[other]), "Ajax")["sees"]
    through = duel(edition, others=[other], options={"bodies_block_missiles": False})
    assert {"0405", "0406"} <= places(through, "Ajax")["sees"]


# -- as bytes ----------------------------------------------------------------------------------


def frozen(table: Table[Fight]) -> dict[str, Any]:
    assert table.frozen is not None
    data = msgspec.json.decode(table.frozen)
    assert isinstance(data, dict)
    return data


@ALL
def test_a_frozen_fight_leaves_out_what_set_up_gives(edition: str) -> None:
    table = play(duel(edition), "Ajax drop club")
    data = frozen(table)
    assert not {"edition", "options", "board", "events"} & set(data)
    assert not {"character", "arms", "ledgers"} & set(data["fighters"][0])
    assert data["ground"] == {"0404": ["club"]}
    assert data["fighters"][0]["cells"] == ["0404"]


@ALL
def test_a_thawed_fight_has_its_figures_again(edition: str) -> None:
    """RUL-50: a wounded fighter's ST follows from his wounds."""
    table = duel(edition, options={"wounds_reduce_st": True}, ajax={"damage": 5})
    assert table.frozen is not None
    thawed = Table.thawed(FIGHT, table.header, table.dice, table.frozen)
    assert fighter(thawed, "Ajax").st == 7
    assert thawed.view() == table.view()


@pytest.mark.parametrize(
    ("where", "what", "why"),
    [
        (("fighters", 0, "name"), "Paris", "other fighters"),
        (("fighters",), [], "other fighters"),
        (("fighters", 0, "cells"), ["9999"], "not on the board"),
        (("fighters", 0, "cells"), ["here"], "is no hex"),
        (("ground",), {"0000": ["club"]}, "has no label"),
        (("fighters", 0, "ready"), ["no such thing"], "what nobody has"),
        (("fighters", 0, "damage"), "much", "Expected `int`"),
        (("round",), None, "Expected `int`"),
        (("board",), "meadow", "unknown field"),
    ],
)
def test_bytes_of_something_else_are_refused(where: tuple[Any, ...], what: Any, why: str) -> None:
    table = duel(AW)
    data = inner = frozen(table)
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = what
    with pytest.raises(ValueError, match=why):
        Table.thawed(FIGHT, table.header, table.dice, msgspec.json.encode(data))


def test_a_missing_field_is_refused() -> None:
    table = duel(AW)
    data = frozen(table)
    del data["quiet"]
    with pytest.raises(ValueError, match="missing required field `quiet`"):
        FIGHT.thaw(table.header, msgspec.json.encode(data))


def test_hexes_survive_as_they_are() -> None:
    table = play(duel(AW), "Ajax drop club")
    assert table.frozen is not None
    assert FIGHT.thaw(table.header, table.frozen).ground == {Hex.at("0404"): ("club",)}
