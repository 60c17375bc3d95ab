"""Lines and what blocks them (RUL-25), against pictures and against clipped polygons."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendry.hexes import Board, Hex, clear, disc, distance, line, neighbours
from tests.hexes.drawing import board, hexes, shown, the

HERE = Hex(0, 0)


def between(on: Board) -> str:
    """The board with the line from `a` to `b`: `1` for single hexes, `2` for pairs."""
    steps = line(the("a", on), the("b", on))
    return on.draw({hex: str(len(step)) for step in steps for hex in step})


def test_rul_25_a_line_crosses_hex_after_hex() -> None:
    field = board("""
        a   .   .   .
          .   .   .
        .   .   .   b
          .   .   .
    """)
    assert between(field) == shown("""
        a   1   .   .
          1   1   1
        .   .   1   b
          .   .   .
    """)


def test_rul_25_clipped_corners_count() -> None:
    """One sample point for each of the four steps would miss one of the two hexes in the middle."""
    field = board("""
        a   .   .
          .   .
        .   .   b
          .   .
    """)
    assert between(field) == shown("""
        a   1   .
          1   1
        .   1   b
          .   .
    """)


def test_rul_25_along_an_edge_the_two_hexes_are_a_pair() -> None:
    field = board("""
        .   .   .   .
          .   .   .
        a   .   .   b
          .   .   .
    """)
    assert between(field) == shown("""
        .   .   .   .
          2   2   2
        a   1   1   b
          2   2   2
    """)


def test_rul_25_edges_slope_too() -> None:
    field = board("""
        a   .   .   .
          .   .   .
        .   .   .   .
          b   .   .
        .   .   .   .
          .   .   .
    """)
    assert between(field) == shown("""
        a   .   .   .
          2   .   .
        2   .   .   .
          b   .   .
        .   .   .   .
          .   .   .
    """)


def test_rul_25_a_hex_touched_only_at_a_corner_does_not_count() -> None:
    field = board("""
        .   .   .   .
          .   .   .
        a   .   .   .
          .   .   b
        .   .   .   .
          .   .   .
    """)
    assert between(field) == shown("""
        .   .   .   .
          .   .   .
        a   1   1   .
          1   1   b
        .   .   .   .
          .   .   .
    """)


def sees(picture: str) -> bool:
    on = board(picture)
    bodies = frozenset(on.tagged("x"))
    here, there = the("a", on), the("b", on)
    assert on.sees(here, there, bodies) == on.sees(there, here, bodies)
    return on.sees(here, there, bodies)


def test_rul_25_a_wall_blocks() -> None:
    assert not sees("""
        a   .   .
          .   .
        .   #   b
          .   .
    """)


def test_rul_25_walls_beside_the_line_do_not() -> None:
    assert sees("""
        a   .   #
          .   .
        #   .   b
          #   #
    """)


def test_rul_25_a_body_blocks() -> None:
    assert not sees("""
        a   x   .
          .   .
        .   .   b
          .   .
    """)


def test_rul_25_along_an_edge_one_blocking_hex_does_not_block() -> None:
    assert sees("""
        .   .   .
          #   .
        a   .   b
          .   x
    """)


@pytest.mark.parametrize(("upper", "lower"), ["##", "#x", "x#", "xx"])
def test_rul_25_along_an_edge_both_hexes_must_block(upper: str, lower: str) -> None:
    assert not sees(f"""
        .   .   .
          .   {upper}
        a   .   b
          .   {lower}
    """)


def test_rul_25_end_hexes_never_block() -> None:
    field = board("""
        a   .   .
          .   .
        .   .   b
    """)
    here, there = the("a", field), the("b", field)
    assert field.sees(here, there, frozenset({here, there}))


@given(hexes)
def test_rul_25_adjacent_hexes_and_the_own_hex_are_always_clear(hex: Hex) -> None:
    everything = frozenset(disc(hex, 2))
    assert line(hex, hex) == ()
    for next in (hex, *neighbours(hex)):
        assert clear(hex, next, everything, everything)


@pytest.mark.parametrize(("tag", "clear"), [("blocks-sight", False), ("blocks-move", True)])
def test_rul_25_smoke_blocks_sight_and_a_chasm_does_not(tag: str, clear: bool) -> None:
    field = Board.from_text(
        """
        .   .   .
          .   x
        .   .   .
        """,
        {"x": [tag]},
    )
    assert field.sees(Hex.at("0101"), Hex.at("0502")) == clear


def test_rul_25_nobody_sees_across_what_is_not_board() -> None:
    assert not sees("""
        a       b
          .   .
        .   .   .
    """)


def test_rul_25_the_rim_of_the_board_counts_as_a_blocking_hex_beside_an_edge() -> None:
    field = board("""
        a   b
          x
        .   .
    """)
    a, b, x = (the(letter, field) for letter in "abx")
    assert field.sees(a, b)
    assert not field.sees(a, b, {x})


def corners(hex: Hex) -> list[tuple[int, int]]:
    """The corners of a hex three times as large: where it meets two neighbours."""
    around = neighbours(hex)
    return [
        (hex.q + a.q + b.q, hex.r + a.r + b.r)
        for a, b in zip(around, around[1:] + around[:1], strict=True)
    ]


def clipped(end: Hex, hex: Hex) -> tuple[Fraction, Fraction, bool] | None:
    """How much of the segment from (0, 0) is in a hex, and whether inside it; by its six sides."""
    start, stop = Fraction(0), Fraction(1)
    inside = True
    points = corners(hex)
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        # Left of the side is out: the value is c + m·t along the segment and must be ≥ 0.
        c = (x2 - x1) * (0 - y1) - (y2 - y1) * (0 - x1)
        m = (x2 - x1) * (3 * end.r) - (y2 - y1) * (3 * end.q)
        if m > 0:
            start = max(start, Fraction(-c, m))
        elif m < 0:
            stop = min(stop, Fraction(-c, m))
        elif c < 0:
            return None
        elif c == 0:
            inside = False
    return (start, stop, inside) if start < stop else None


def brute_force(end: Hex) -> list[set[Hex]]:
    """The steps between (0, 0) and the end, from every hex that is near enough to matter."""
    met: dict[tuple[Fraction, Fraction, bool], set[Hex]] = {}
    for hex in disc(HERE, distance(HERE, end) + 1):
        if hex not in (HERE, end) and (part := clipped(end, hex)):
            met.setdefault(part, set()).add(hex)
    assert all(len(found) == (1 if part[2] else 2) for part, found in met.items())
    return [met[part] for part in sorted(met)]


@pytest.mark.parametrize("end", disc(HERE, 6), ids=lambda hex: f"{hex.q},{hex.r}")
def test_rul_25_lines_equal_clipped_polygons(end: Hex) -> None:
    assert [set(step) for step in line(HERE, end)] == brute_force(end)


far = st.integers(-40, 40)


@settings(max_examples=15)
@given(st.builds(Hex, st.integers(-16, 16), st.integers(-16, 16)))
def test_rul_25_long_lines_equal_clipped_polygons(end: Hex) -> None:
    assert [set(step) for step in line(HERE, end)] == brute_force(end)


@given(hexes, st.builds(Hex, far, far))
def test_a_line_is_the_same_backwards_and_anywhere(a: Hex, way: Hex) -> None:
    b = a + way
    assert [set(step) for step in line(a, b)] == [set(step) for step in reversed(line(b, a))]
    assert line(a, b) == tuple(tuple(a + hex for hex in step) for step in line(HERE, way))


@given(hexes, st.builds(Hex, far, far))
def test_a_line_leads_from_neighbour_to_neighbour(a: Hex, way: Hex) -> None:
    steps = [(a,), *line(a, a + way), (a + way,)]
    if way != HERE:
        for one, two in pairwise(steps):
            assert all(distance(here, there) == 1 for here in one for there in two)


@given(
    st.builds(Hex, st.integers(-6, 6), st.integers(-6, 6)),
    st.frozensets(st.sampled_from(disc(HERE, 5))),
    st.frozensets(st.sampled_from(disc(HERE, 5))),
)
def test_rul_25_clear_is_what_the_line_says(
    end: Hex, terrain: frozenset[Hex], bodies: frozenset[Hex]
) -> None:
    blocking = terrain | bodies
    expected = not any(blocking.issuperset(step) for step in line(HERE, end))
    assert clear(HERE, end, terrain, bodies) == expected
