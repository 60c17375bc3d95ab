"""What a dogfight gives to interfaces: places of pieces, a closer look, luck, itself as bytes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from legendry.legends.craft.craft import cost
from legendry.legends.dogfight import views
from legendry.legends.dogfight.formation import AHEAD, Place, formation
from legendry.legends.dogfight.game import DOGFIGHT
from legendry.legends.dogfight.views import DogfightView
from legendry.odds import passes
from legendry.table import Insight, Replay, Table
from legendry.table.luck import luck
from tests.legends.dogfight.squadron import BOTH, TS, TSC, contest, craft, flyer, pair, place, play


def places(table: Table[Any]) -> dict[str, Place]:
    found = formation(table.state)
    cells = [(one.column, one.row) for one in found.values()]
    assert len(set(cells)) == len(cells), "two pieces in one place"
    return found


def ahead(one: Place) -> tuple[int, int]:
    x, y = AHEAD[one.heading]
    return one.column + x, one.row + y


# -- DOG-25 ------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("pursuer", ["Kit-Kat", "Vulture"])
def test_a_pursuer_is_directly_behind_dog_25(edition: str, pursuer: str) -> None:
    other = "Vulture" if pursuer == "Kit-Kat" else "Kit-Kat"
    found = places(place(pair(edition), pursuer, "pursuit", other))
    assert ahead(found[pursuer]) == (found[other].column, found[other].row)
    assert found[pursuer].heading == found[other].heading


@BOTH
def test_turning_craft_are_side_by_side_and_face_opposite_ways_dog_25(edition: str) -> None:
    found = places(place(pair(edition), "Kit-Kat", "turning", "Vulture"))
    kit, vulture = found["Kit-Kat"], found["Vulture"]
    assert {kit.heading, vulture.heading} == {"east", "west"}
    assert (abs(kit.row - vulture.row), kit.column) == (1, vulture.column)


@BOTH
def test_the_disengaged_are_apart_dog_25(edition: str) -> None:
    found = places(pair(edition))
    assert abs(found["Kit-Kat"].column - found["Vulture"].column) > 1


def test_a_craft_in_a_firing_run_points_at_the_flank_dog_25() -> None:
    table = play(pair(TSC), "Kit-Kat run Vulture")
    found = places(table)
    assert ahead(found["Kit-Kat"]) == (found["Vulture"].column, found["Vulture"].row)
    assert found["Kit-Kat"].heading in ("north", "south")
    assert found["Vulture"].heading in ("east", "west")
    assert views.view(table.state).run == ("Kit-Kat", "Vulture")
    table = play(pair(TSC, "1, 2"), "Kit-Kat run Vulture", *contest("Kit-Kat", "Vulture"))
    assert table.state.run is None
    assert views.view(table.state).run == ()


def test_a_crowd_has_a_place_for_everybody_dog_25() -> None:
    """Chains of pursuit, a craft with two targets, turning on both sides."""
    others = [craft(f"G{n}", "Greeks") for n in range(4)]
    others += [craft(f"T{n}", "Trojans") for n in range(4)]
    table = pair(TS, others=others)
    for one, position, other in [
        ("Kit-Kat", "pursuit", "Vulture"),
        ("Kit-Kat", "pursuit", "T0"),
        ("T1", "pursuit", "Kit-Kat"),
        ("Kit-Kat", "turning", "T2"),
        ("Kit-Kat", "turning", "T3"),
        ("G0", "turning", "T3"),
    ]:
        place(table, one, position, other)
    found = places(table)
    assert set(found) == {one.name for one in table.state.flyers}
    knot = {name for name, one in found.items() if one.group == found["Kit-Kat"].group}
    assert knot == {"Kit-Kat", "Vulture", "G0", "T0", "T1", "T2", "T3"}
    assert len({one.group for one in found.values()}) == 4
    assert ahead(found["T1"]) == (found["Kit-Kat"].column, found["Kit-Kat"].row)
    assert ahead(found["Kit-Kat"])[0] == found["Vulture"].column == found["T0"].column


# -- the view ----------------------------------------------------------------------------------


@BOTH
def test_the_view_in_words(edition: str) -> None:
    table = place(pair(edition), "Kit-Kat", "turning", "Vulture")
    view = table.view()
    assert isinstance(view, DogfightView)
    name = "turning" if edition == TS else "neutral"
    assert f"{name} with Vulture" in str(view)
    assert "C1 E1 O1 L1" in str(view)
    scenery = DOGFIGHT.scenery(table.state)
    assert scenery.sides == {"Greeks": ("Kit-Kat",), "Trojans": ("Vulture",)}
    assert scenery.dx == {"Kit-Kat's pilot": 11, "Vulture's pilot": 11}
    assert scenery.cost == {"Kit-Kat": 12, "Vulture": 12}


@BOTH
def test_a_closer_look(edition: str) -> None:
    table = pair(edition, kit={"skills": {"gunner": 1}})
    look = DOGFIGHT.inspect(table.state, None, "kit-kat")
    assert [(one.title, one.total) for one in look.ledgers] == [
        ("pilot", 11), ("gunner", 12), ("shields", 1), ("build points", 12),
    ]  # fmt: skip
    assert look.ledgers[-1] == cost(flyer(table, "Kit-Kat").craft)
    assert DOGFIGHT.inspect(table.state, None, "no such thing") == Insight()


def test_luck_by_hand() -> None:
    """CAM-13: checks with their curses, and the dice of damage; initiative is left out."""
    assert luck(Replay.of(play(pair(TS), "Kit-Kat pass").record)).tallies == ()
    table = pair(TS, "3 3 3 1, 5", kit={"curses": 1})
    play(table, "Kit-Kat run Vulture", "Kit-Kat inflict 0")
    found = {one.what: one for one in luck(Replay.of(table.record)).tallies}
    assert (found["checks"].got, found["checks"].expected) == (1, passes(4, 10))
    assert (found["damage dice"].got, found["damage dice"].expected) == (5, Fraction(7, 2))
    table = pair(TSC, "3, 1, 3 4 4", kit={"curses": 1})
    play(table, "Kit-Kat run Vulture", *contest("Kit-Kat", "Vulture"))
    found = {one.seat: one for one in luck(Replay.of(table.record)).tallies}
    assert (found["Greeks"].count, found["Greeks"].got) == (2, 1)
    assert found["Greeks"].expected == 1 + passes(3, 10)


# -- as bytes ----------------------------------------------------------------------------------


@BOTH
def test_frozen_and_thawed_it_is_the_same(edition: str) -> None:
    table = pair(edition, kit={"karma": 1})
    place(table, "Kit-Kat", "pursuit", "Vulture")
    state = table._last_state()
    frozen = DOGFIGHT.freeze(state)
    assert DOGFIGHT.thaw(table.header, frozen) == state
    with pytest.raises(ValueError, match="other craft"):
        DOGFIGHT.thaw(pair(edition, others=[craft("Wasp", "Greeks")]).header, frozen)
    data = msgspec.json.decode(frozen)
    for spoil in (
        {"pursuits": [[0, 9]]},
        {"flying": 7},
        {"side": 5},
        {"flyers": [{**data["flyers"][0], "left": [9, 1, 1, 1]}, data["flyers"][1]]},
        {"crew": [{**data["crew"][0], "section": 4}, data["crew"][1]]},
    ):
        with pytest.raises(ValueError, match="frozen dogfight"):
            DOGFIGHT.thaw(table.header, msgspec.json.encode({**data, **spoil}))
