"""Connected areas, grown and counted (RUL-99)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.hexes import Board, Hex, areas, connected, disc, distance, frontier
from tests.hexes.drawing import board, shown

CENTRE = Hex.at("3030")

# Polyhexes in fixed position, by number of cells (OEIS A001207).
FIXED_POLYHEXES = {1: 1, 2: 3, 3: 11, 4: 44, 5: 186, 6: 814}


@pytest.mark.parametrize("size", FIXED_POLYHEXES)
def test_rul_99_every_connected_set_exactly_once(size: int) -> None:
    """Each polyhex of n cells can hold the seed in n places."""
    found = list(areas(CENTRE, size, frozenset(disc(CENTRE, size))))
    assert len(found) == len(set(found)) == size * FIXED_POLYHEXES[size]
    assert all(len(area) == size and CENTRE in area and connected(area) for area in found)


def test_rul_99_areas_keep_within() -> None:
    field = board("""
        a   .
          .
        .
    """)
    pictures = [field.draw(dict.fromkeys(area, "*")) for area in areas(Hex.at("0101"), 3, field)]
    assert sorted(pictures) == sorted(
        map(
            shown,
            [
                """
                *   *
                  *
                .
                """,
                """
                *   .
                  *
                *
                """,
            ],
        )
    )


def test_an_area_of_no_hexes_or_outside_is_none() -> None:
    assert not list(areas(CENTRE, 0, frozenset({CENTRE})))
    assert not list(areas(CENTRE, 1, frozenset()))


def test_rul_99_frontier_as_a_picture() -> None:
    field = board("""
        .   .   .   .
          .   a   .
        .   a   #   .
          a   .   .
        .   .   .   .
    """)
    free = frozenset(field.floor)
    assert field.draw(dict.fromkeys(frontier(field.tagged("a"), free), "+")) == shown("""
        .   +   +   .
          +   a   .
        +   a   #   .
          a   +   .
        +   +   .   .
    """)


def test_the_first_hex_of_an_area_may_be_any() -> None:
    field = Board.rectangle(3, 2)
    assert frontier((), field.hexes) == tuple(field)


nearby = st.frozensets(st.sampled_from(disc(CENTRE, 2)))


@given(nearby, nearby)
def test_rul_99_the_frontier_is_what_keeps_an_area_connected(
    area: frozenset[Hex], within: frozenset[Hex]
) -> None:
    if connected(area):
        joining = {hex for hex in within - area if connected(area | {hex})}
        assert frontier(area, within) == tuple(sorted(joining))


@given(nearby)
def test_connected_means_no_part_stands_apart(area: frozenset[Hex]) -> None:
    """The first hex and all that hangs on it, found by trying all pairs, is everything."""
    part = set(sorted(area)[:1])
    for _ in area:
        part |= {hex for hex in area if any(distance(hex, other) == 1 for other in part)}
    assert connected(area) == (part == area)
