"""Boards: what is on them, what is open, what blocks sight."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.hexes import Board, Hex, MapError, clear, neighbours
from tests.hexes.drawing import board, shown, small_boards

CAVE = Board.from_text(
    """
    .   ~   .
      #   f
    .   .   c
      s   .
    """,
    {
        "~": ["water"],
        "f": ["fire", "exit"],
        "c": ["chasm", "blocks-move"],
        "s": ["smoke", "blocks-sight"],
    },
    name="The cave",
)


def marked(question: str) -> str:
    """The cave with the hexes marked of which the board says yes."""
    answers = {
        "open": [hex for hex in CAVE if CAVE.open(hex)],
        "wall": [hex for hex in CAVE if CAVE.is_wall(hex)],
        "exit": CAVE.tagged("exit"),
        "edge": CAVE.edge,
        "opaque": CAVE.opaque & CAVE.hexes,
    }
    return CAVE.draw(dict.fromkeys(answers[question], "*"))


def test_what_can_be_entered() -> None:
    assert marked("open") == shown("""
        *   *   *
          #   *
        *   *   c
          *   *
    """)


def test_what_blocks_sight() -> None:
    assert marked("opaque") == shown("""
        .   w   .
          *   e
        .   .   c
          *   .
    """)


def test_walls_and_tags() -> None:
    assert marked("wall") == shown("""
        .   w   .
          *   e
        .   .   c
          s   .
    """)
    assert CAVE.tagged("exit") == (Hex.at("0401"),)
    assert CAVE.tags(Hex.at("0401")) == {"fire", "exit"}
    assert CAVE.tags(Hex.at("0101")) == CAVE.tags(Hex.at("9999")) == frozenset()


def test_rul_22_the_edge_is_where_a_step_leads_off_the_board() -> None:
    field = board("""
        .   .   .   .   .
          .   .   .   .
        .   .   .   .   .
          .       .   .
        .   .   .   .   .
    """)
    assert field.draw(dict.fromkeys(field.edge, "*")) == shown("""
        *   *   *   *   *
          *   *   *   *
        *   *   *   .   *
          *       *   *
        *   *   *   *   *
    """)


def test_off_the_board_nothing_is_open_or_a_wall() -> None:
    off = Hex.at("0901")
    assert off not in CAVE
    assert "0101" not in CAVE
    assert not CAVE.open(off)
    assert not CAVE.is_wall(off)


def test_a_board_is_its_hexes_in_label_order() -> None:
    assert list(CAVE) == sorted(CAVE.hexes)
    assert len(CAVE) == len(CAVE.hexes) == 10
    assert [hex.label for hex in Board.rectangle(2, 2)] == ["0101", "0102", "0201", "0202"]


def test_ways_lead_to_open_neighbours_in_clock_order() -> None:
    for hex in CAVE:
        assert list(CAVE.ways(hex)) == [next for next in neighbours(hex) if CAVE.open(next)]


@given(
    on=small_boards(), bodies=st.frozensets(st.builds(Hex, st.integers(0, 5), st.integers(0, 5)))
)
def test_rul_25_terrain_is_walls_and_all_that_is_not_board(
    on: Board, bodies: frozenset[Hex]
) -> None:
    """As if everything for miles around were a wall."""
    miles = {Hex(q, r) for q in range(-9, 15) for r in range(-9, 15)}
    terrain = {hex for hex in miles if hex not in on or on.is_wall(hex)}
    for a in on:
        for b in on:
            assert on.sees(a, b, bodies) == clear(a, b, terrain, bodies)


@pytest.mark.parametrize("columns", range(1, 8))
@pytest.mark.parametrize("rows", range(1, 5))
def test_rul_25_on_an_open_rectangle_everyone_sees_everyone(columns: int, rows: int) -> None:
    field = Board.rectangle(columns, rows)
    assert all(field.sees(a, b) for a in field for b in field)


def test_boards_are_values() -> None:
    twin = Board({hex: CAVE.tags(hex) for hex in reversed(list(CAVE))}, "The cave")
    assert twin == CAVE
    assert hash(twin) == hash(CAVE)
    assert Board(CAVE.cells, "Another") != CAVE
    assert eval(repr(CAVE)) == CAVE
    assert pickle.loads(pickle.dumps(CAVE)) == copy.deepcopy(CAVE) == CAVE
    with pytest.raises(AttributeError):
        CAVE.name = "Another"  # type: ignore[misc]


def test_a_board_keeps_no_hold_of_what_it_was_made_from() -> None:
    cells = {Hex.at("0101"): {"fire"}}
    field = Board(cells)
    cells[Hex.at("0101")].add("wall")
    cells[Hex.at("0102")] = set()
    assert list(field) == [Hex.at("0101")]
    assert field.open(Hex.at("0101"))


@pytest.mark.parametrize(
    ("cells", "name", "reason"),
    [
        ({}, "", "at least one hex"),
        ({Hex(-1, 3): set()}, "", "from 01 to 99"),
        ({Hex(0, 0): {"Wall"}}, "", "'Wall' is no tag"),
        ({Hex(0, 0): {""}}, "", "'' is no tag"),
        ({Hex(0, 0): {"a" * 25}}, "", "at most 24"),
        ({Hex(0, 0): set("abcdefghijklm")}, "", "13 tags"),
        ({Hex(0, 0): set()}, "two\nlines", "printable"),
        ({Hex(0, 0): set()}, "n" * 81, "80"),
    ],
)
def test_what_cannot_be_a_board_is_refused(
    cells: dict[Hex, set[str]], name: str, reason: str
) -> None:
    with pytest.raises(MapError, match=reason):
        Board(cells, name)


@pytest.mark.parametrize(("columns", "rows"), [(100, 1), (1, 100), (0, 5)])
def test_a_rectangle_has_1_to_99_columns_and_rows(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match=r"01 to 99|at least one hex"):
        Board.rectangle(columns, rows)


@pytest.mark.parametrize(("hex", "glyph"), [("0909", "*"), ("0101", "**"), ("0101", "")])
def test_marks_are_single_glyphs_on_the_board(hex: str, glyph: str) -> None:
    with pytest.raises(ValueError, match="one glyph, on the board"):
        CAVE.draw({Hex.at(hex): glyph})
