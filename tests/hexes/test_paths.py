"""How far, which way, and which way exposes least: pictures and brute force."""

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendry.hexes import (
    Board,
    Hex,
    Route,
    Ways,
    disc,
    distance,
    neighbours,
    path,
    reach,
    ring,
    routes,
)
from tests.hexes.drawing import board, hexes, shown, small_boards, the

START = Hex.at("0303")


def steps_shown(on: Board, steps: int) -> str:
    """The reach from `a`: bodies at `x` block (RUL-16), foes at `e` end the move (MOV-4)."""
    blocked, ends = frozenset(on.tagged("x")), frozenset(on.tagged("e"))
    found = reach(the("a", on), steps, on.ways, blocked=blocked, ends=ends)
    return on.draw({hex: str(taken) for hex, taken in found.items()})


def test_mov_2_every_hex_costs_one() -> None:
    field = board("""
        .   .   .   .
          .   .   .
        .   a   .   .
          .   .   .
        .   .   .   .
    """)
    assert steps_shown(field, 3) == shown("""
        2   1   2   .
          1   1   3
        2   0   2   .
          1   1   3
        2   1   2   .
    """)


def test_rul_16_walls_and_conscious_characters_are_walked_around() -> None:
    field = board("""
        .   #   .   .
          .   x   .
        .   a   #   .
          .   x   .
        .   .   .   .
          .   .   .
    """)
    assert steps_shown(field, 5) == shown("""
        2   #   .   .
          1   x   5
        2   0   #   5
          1   x   4
        2   1   3   5
          2   2   4
    """)


def test_mov_4_a_foes_hex_can_be_entered_and_ends_the_move() -> None:
    field = board("""
        #   #   #   #
          #   #   #
        a   .   e   .
          .   #   .
        #   #   #   #
    """)
    assert steps_shown(field, 9) == shown("""
        #   #   #   #
          #   #   #
        0   2   e   .
          1   #   .
        #   #   #   #
    """)


def test_mov_4_entering_costs_a_step() -> None:
    field = board("""
        .   .   .   .
          .   e   e
        a   .   .   .
          .   .   .
        .   .   .   .
    """)
    assert steps_shown(field, 3) == shown("""
        1   2   .   .
          1   3   e
        0   2   .   .
          1   3   .
        1   2   .   .
    """)


def test_hexes_tagged_as_blocking_movement_are_not_entered() -> None:
    field = Board.from_text(
        """
        c   .   .
          c   .
        .   s   .
        """,
        {"c": ["chasm", "blocks-move"], "s": ["smoke", "blocks-sight"]},
    )
    assert set(reach(Hex.at("0102"), 9, field.ways)) == {Hex.at("0102")}
    assert Hex.at("0302") in reach(Hex.at("0401"), 1, field.ways)


def test_a_walk_does_not_begin_off_the_board() -> None:
    with pytest.raises(ValueError, match="0909 is not on the board"):
        reach(Hex.at("0909"), 1, Board.rectangle(3, 3).ways)


@given(hexes, st.integers(0, 8))
def test_on_the_open_plane_reach_is_distance(start: Hex, steps: int) -> None:
    found = reach(start, steps, neighbours)
    assert found == {hex: distance(start, hex) for hex in disc(start, steps)}


def walks(start: Hex, steps: int, ways: Ways, ends: frozenset[Hex]) -> Iterator[tuple[Hex, ...]]:
    """Every way of at most so many steps."""
    unfinished: list[tuple[Hex, ...]] = [(start,)]
    while unfinished:
        walk = unfinished.pop()
        yield walk
        if len(walk) <= steps and (walk[-1] not in ends or len(walk) == 1):
            unfinished += [(*walk, next) for next in ways(walk[-1])]


def faces(walk: tuple[Hex, ...]) -> list[int]:
    return [neighbours(a).index(b) + 1 for a, b in pairwise(walk)]


def best(
    on: Board, steps: int, exposure: Callable[[Hex, Hex], int], ends: frozenset[Hex]
) -> dict[Hex, Route]:
    """By brute force: least exposed, then shortest, then first in clock order."""
    found: dict[Hex, tuple[int, int, list[int], Route]] = {}
    for walk in walks(START, steps, on.ways, ends):
        total = sum(exposure(a, b) for a, b in pairwise(walk))
        ranked = (total, len(walk), faces(walk), Route(total, walk))
        found[walk[-1]] = min(found.get(walk[-1], ranked), ranked)
    return {hex: route for hex, (*_, route) in found.items()}


some = st.frozensets(st.sampled_from(disc(START, 2)), max_size=4)


@settings(max_examples=40)
@given(on=small_boards(), ends=some)
def test_path_is_the_shortest_and_first_in_clock_order(on: Board, ends: frozenset[Hex]) -> None:
    expected = best(on, 4, lambda hex, next: 0, ends)
    for goal in on:
        way = path(START, goal, on.ways, steps=4, ends=ends)
        assert way == (expected[goal].hexes if goal in expected else None)
    assert reach(START, 4, on.ways, ends=ends) == {
        hex: len(route.hexes) - 1 for hex, route in expected.items()
    }


@settings(max_examples=40)
@given(on=small_boards(), ends=some, foes=some, steps=st.integers(0, 4))
def test_rul_62_routes_are_least_exposed_then_shortest_then_first_in_clock_order(
    on: Board, ends: frozenset[Hex], foes: frozenset[Hex], steps: int
) -> None:
    """Exposure as in TS: a step with both ends adjacent to a foe."""

    def exposure(hex: Hex, next: Hex) -> int:
        return sum(distance(hex, foe) == distance(next, foe) == 1 for foe in foes)

    found = routes(START, steps, on.ways, exposure, ends=ends)
    assert found == best(on, steps, exposure, ends)
    for goal, route in found.items():
        assert routes(START, steps, on.ways, exposure, ends=ends, goal=goal)[goal] == route


@given(on=small_boards(), blocked=some)
def test_blocked_hexes_are_as_good_as_walls(on: Board, blocked: frozenset[Hex]) -> None:
    blocked -= {START}
    cells = {hex: {"wall"} if hex in blocked else on.tags(hex) for hex in on}
    walled = Board(cells)
    assert reach(START, 9, on.ways, blocked=blocked) == reach(START, 9, walled.ways)
    for goal in on.floor:
        assert path(START, goal, on.ways, blocked=blocked) == path(START, goal, walled.ways)
    assert routes(START, 5, on.ways, lambda a, b: 1, blocked=blocked) == routes(
        START, 5, walled.ways, lambda a, b: 1
    )


PASS = board("""
    .   a   .
      .   .
    .   .   .
      .   .
    .   z   .
      .   .
    .   .   .
      .   .
    .   b   .
      .   .
""")


def around(hex: Hex, next: Hex) -> int:
    """1 for a step inside the zone of control of `z` (RUL-62, TS)."""
    zone = ring(the("z", PASS), 1)
    return int(hex in zone and next in zone)


def route_shown(steps: int) -> str:
    foe = frozenset({the("z", PASS)})
    route = routes(the("a", PASS), steps, PASS.ways, around, blocked=foe)[the("b", PASS)]
    return PASS.draw({hex: str(step) for step, hex in enumerate(route.hexes)})


def test_rul_62_given_the_steps_the_walker_keeps_out_of_the_zone_of_control() -> None:
    assert route_shown(12) == shown("""
        .   0   .
          .   1
        .   .   2
          .   .
        .   z   3
          .   .
        .   .   4
          .   5
        .   6   .
          .   .
    """)


def test_rul_62_pressed_for_steps_he_takes_the_exposed_way() -> None:
    assert route_shown(5) == shown("""
        .   0   .
          .   1
        .   .   .
          .   2
        .   z   .
          .   3
        .   .   .
          .   4
        .   5   .
          .   .
    """)


def test_a_path_includes_both_ends() -> None:
    assert path(START, START, neighbours) == (START,)
    assert routes(START, 0, neighbours, lambda a, b: 1) == {START: Route(0, (START,))}


def test_there_may_be_no_path() -> None:
    field = board("""
        a   #   b
          #   .
        .   #   .
    """)
    assert path(the("a", field), the("b", field), field.ways) is None


def test_a_path_keeps_the_step_limit() -> None:
    a, b = Hex.at("0101"), Hex.at("0104")
    assert path(a, b, neighbours, steps=2) is None
    assert path(a, b, neighbours, steps=3) == tuple(map(Hex.at, ["0101", "0102", "0103", "0104"]))
