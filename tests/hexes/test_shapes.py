"""Creatures of four and seven hexes (RUL-20) and compact areas (RUL-99)."""

from itertools import combinations

import pytest
from hypothesis import given

from legendry.hexes import (
    FACES,
    FLOWER,
    ONE,
    RHOMBUS,
    TRIANGLE,
    Board,
    Hex,
    Shape,
    anchor_ways,
    connected,
    distance,
    flower,
    gap,
    nearest,
    neighbour,
    neighbours,
    placements,
    reach,
    rhombus,
    triangle,
)
from tests.hexes.drawing import board, hexes, shown, small_boards, the

SHAPES = {"one": ONE, "triangle": TRIANGLE, "rhombus": RHOMBUS, "flower": FLOWER}
FIELD = Board.rectangle(5, 4)
MIDDLE = Hex.at("0302")


def drawn(area: tuple[Hex, ...]) -> str:
    return FIELD.draw(dict.fromkeys(area, "*") | {area[0]: "@"})


def test_rul_20_a_rhombus_upwards() -> None:
    assert drawn(rhombus(MIDDLE, 1)) == shown("""
        .   *   .
          *   *
        .   @   .
          .   .
        .   .   .
          .   .
        .   .   .
          .   .
    """)


def test_rul_20_a_rhombus_to_the_lower_right() -> None:
    assert drawn(rhombus(MIDDLE, 3)) == shown("""
        .   .   .
          .   *
        .   @   .
          .   *
        .   *   .
          .   .
        .   .   .
          .   .
    """)


def test_rul_20_a_flower() -> None:
    assert drawn(flower(MIDDLE)) == shown("""
        .   *   .
          *   *
        .   @   .
          *   *
        .   *   .
          .   .
        .   .   .
          .   .
    """)


def test_rul_99_a_triangle() -> None:
    assert drawn(triangle(MIDDLE, 6)) == shown("""
        .   *   .
          *   .
        .   @   .
          .   .
        .   .   .
          .   .
        .   .   .
          .   .
    """)


@given(hexes)
def test_rul_20_two_adjacent_hexes_and_their_common_neighbours(anchor: Hex) -> None:
    for face in FACES:
        other = neighbour(anchor, face)
        common = {*neighbours(anchor)} & {*neighbours(other)}
        assert set(rhombus(anchor, face)) == {anchor, other} | common


@given(hexes)
def test_rul_99_the_hexes_of_a_triangle_are_all_adjacent(anchor: Hex) -> None:
    for face in FACES:
        assert [distance(a, b) for a, b in combinations(triangle(anchor, face), 2)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("name", "turns", "size"),
    [("one", 1, 1), ("triangle", 6, 3), ("rhombus", 6, 4), ("flower", 1, 7)],
)
def test_rul_20_all_orientations(name: str, turns: int, size: int) -> None:
    shape = SHAPES[name]
    assert len({frozenset(turn) for turn in shape}) == len(shape) == turns
    for turn in shape:
        assert turn[0] == Hex(0, 0)
        assert len(set(turn)) == size
        assert connected(turn)


def roamed(picture: str) -> str:
    """Where the anchor of a rhombus at `a` comes in any number of steps; it ends on foes at `x`."""
    hall = board(picture)
    free = hall.floor.difference(hall.tagged("x"))
    ends = {hex for hex in hall if not placements(RHOMBUS, hex, free.__contains__)}
    found = reach(the("a", hall), 99, anchor_ways(RHOMBUS, hall.open), ends=ends)
    return hall.draw({hex: str(steps) for hex, steps in found.items()})


def test_rul_20_a_dragon_does_not_fit_through_a_gap_of_one() -> None:
    assert roamed("""
        .   .   #   .   .
          .   .   .   .
        .   a   .   .   .
          .   .   .   .
        .   .   #   .   .
          .   .   .   .
    """) == shown("""
        .   1   #   .   .
          1   1   .   .
        2   0   .   .   .
          1   1   .   .
        2   1   #   .   .
          2   .   .   .
    """)


def test_rul_20_a_dragon_turns_and_passes_a_gap_of_two() -> None:
    assert roamed("""
        .   .   #   .   .
          .   .   .   .
        .   a   .   .   .
          .   .   .   .
        .   .   .   .   .
          .   .   .   .
    """) == shown("""
        .   1   #   4   .
          1   1   3   5
        2   0   2   4   6
          1   1   3   5
        2   1   2   4   6
          2   2   3   5
    """)


def test_rul_20_foes_under_the_last_step_are_entered() -> None:
    """Where the dragon lies only upon the foe its move ends: it does not come past him."""
    assert roamed("""
        .   .   .   .   .
          a   .   .   x
        .   .   .   .   .
          .   .   .   .
    """) == shown("""
        .   1   3   5   .
          0   2   4   6
        1   1   3   5   .
          1   2   4   6
    """)


def walked(on: Board, shape: Shape, steps: int) -> dict[Hex, int]:
    """The reach from 0303 by brute force: try all anchors again for every step."""
    found = {Hex.at("0303"): 0}
    for step in range(1, steps + 1):
        for anchor in set(on) - set(found):
            lies = any(on.floor.issuperset(anchor + o for o in turn) for turn in shape)
            if lies and any(found.get(next) == step - 1 for next in neighbours(anchor)):
                found[anchor] = step
    return found


@pytest.mark.parametrize("name", SHAPES)
@given(on=small_boards())
def test_rul_20_reach_of_a_shape_equals_brute_force(name: str, on: Board) -> None:
    ways = anchor_ways(SHAPES[name], on.open)
    assert reach(Hex.at("0303"), 3, ways) == walked(on, SHAPES[name], 3)


@given(on=small_boards())
def test_rul_20_placements_are_the_orientations_that_fit(on: Board) -> None:
    for anchor in on:
        expected = [area for face in FACES if on.floor >= set(area := rhombus(anchor, face))]
        assert list(placements(RHOMBUS, anchor, on.open)) == expected


def test_rul_20_distance_and_lines_use_the_nearest_hexes() -> None:
    field = board("""
        d   .   .
          d   .
        d   .   a
          d   .
        .   .   .
    """)
    dragon, ajax = field.tagged("d"), field.tagged("a")
    assert gap(dragon, ajax) == gap(ajax, dragon) == 3
    assert nearest(dragon, ajax) == tuple((Hex.at(label), *ajax) for label in ("0201", "0202"))
