"""Names of hexes, neighbours in clock order, distance, rings and discs."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.hexes import FACES, Board, Hex, disc, distance, neighbour, neighbours, reach, ring
from tests.hexes.drawing import hexes, labelled, shown

BOARD = Board.rectangle(7, 5)
MIDDLE = Hex.at("0403")


def test_even_columns_sit_half_a_hex_lower() -> None:
    assert str(Board.rectangle(4, 2)) == shown("""
        .   .
          .   .
        .   .
          .   .
    """)


def test_rul_31_faces_run_clockwise_from_up() -> None:
    marks = {neighbour(MIDDLE, face): str(face) for face in FACES}
    assert BOARD.draw(marks | {MIDDLE: "o"}) == shown("""
        .   .   .   .
          .   .   .
        .   .   .   .
          .   1   .
        .   6   2   .
          .   o   .
        .   5   3   .
          .   4   .
        .   .   .   .
          .   .   .
    """)


def test_rul_31_in_an_odd_column_too() -> None:
    middle = Hex.at("0303")
    marks = {neighbour(middle, face): str(face) for face in FACES}
    assert BOARD.draw(marks | {middle: "o"}) == shown("""
        .   .   .   .
          .   .   .
        .   1   .   .
          6   2   .
        .   o   .   .
          5   3   .
        .   4   .   .
          .   .   .
        .   .   .   .
          .   .   .
    """)


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_is_one_to_six(face: int) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        neighbour(MIDDLE, face)


def test_distance_as_a_picture() -> None:
    assert BOARD.draw({hex: str(distance(MIDDLE, hex)) for hex in BOARD}) == shown("""
        4   3   3   4
          3   2   3
        3   2   2   3
          2   1   2
        3   1   1   3
          2   0   2
        3   1   1   3
          2   1   2
        3   2   2   3
          3   2   3
    """)


def test_rul_29_a_blast_covers_nineteen_hexes_five_across() -> None:
    assert len(disc(MIDDLE, 2)) == 19
    assert BOARD.draw(dict.fromkeys(disc(MIDDLE, 2), "*")) == shown("""
        .   .   .   .
          .   *   .
        .   *   *   .
          *   *   *
        .   *   *   .
          *   *   *
        .   *   *   .
          *   *   *
        .   *   *   .
          .   *   .
    """)


def test_a_ring_runs_clockwise_from_up() -> None:
    marks = dict(zip(ring(MIDDLE, 2), "abcdefghijkl", strict=True))
    assert BOARD.draw(marks) == shown("""
        .   .   .   .
          .   a   .
        .   l   b   .
          k   .   c
        .   .   .   .
          j   .   d
        .   .   .   .
          i   .   e
        .   h   f   .
          .   g   .
    """)


@pytest.mark.parametrize("radius", range(6))
def test_ring_and_disc_are_what_distance_says(radius: int) -> None:
    plane = [Hex(q, r) for q in range(-9, 10) for r in range(-9, 10)]
    centre = Hex(1, -1)
    assert set(ring(centre, radius)) == {h for h in plane if distance(centre, h) == radius}
    assert set(disc(centre, radius)) == {h for h in plane if distance(centre, h) <= radius}


@given(hexes, st.integers(1, 30))
def test_sizes_of_rings_and_discs(centre: Hex, radius: int) -> None:
    assert len(set(ring(centre, radius))) == len(ring(centre, radius)) == 6 * radius
    assert len(set(disc(centre, radius))) == 3 * radius * (radius + 1) + 1


def test_a_radius_is_not_negative() -> None:
    for circle in ring, disc:
        with pytest.raises(ValueError, match="0 or more"):
            circle(MIDDLE, -1)


@given(hexes)
def test_neighbours_are_mutual_adjacent_and_opposite(hex: Hex) -> None:
    assert len(set(neighbours(hex))) == 6
    for face in FACES:
        next = neighbour(hex, face)
        assert distance(hex, next) == 1
        assert neighbour(next, (face + 2) % 6 + 1) == hex


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a) >= 0
    assert (distance(a, b) == 0) == (a == b)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, hexes)
def test_distance_is_the_fewest_steps(a: Hex, b: Hex) -> None:
    nearer = [next for next in neighbours(a) if distance(next, b) == distance(a, b) - 1]
    assert bool(nearer) == (a != b)
    assert all(abs(distance(next, b) - distance(a, b)) <= 1 for next in neighbours(a))


def test_distance_is_what_walking_takes() -> None:
    assert all(distance(MIDDLE, hex) == n for hex, n in reach(MIDDLE, 5, neighbours).items())


@given(labelled)
def test_a_label_leads_back_to_its_hex(hex: Hex) -> None:
    assert Hex.at(hex.label) == Hex.of(hex.column, hex.row) == hex
    assert str(hex) == hex.label
    assert eval(repr(hex)) == hex


@given(labelled, labelled)
def test_hexes_sort_as_their_labels_do(a: Hex, b: Hex) -> None:
    assert (a < b) == (a.label < b.label)


@pytest.mark.parametrize(
    "label", ["", "045", "04055", "0005", "0400", "4 5 ", "-105", "٠٤٠٥", "²²²²"]
)
def test_what_is_no_label_is_refused(label: str) -> None:
    with pytest.raises(ValueError, match=r"0405|01 to 99"):
        Hex.at(label)


@pytest.mark.parametrize("corner", ["0101", "9901", "0199", "9999"])
def test_labels_end_at_99_but_the_plane_goes_on(corner: str) -> None:
    beyond = [hex for hex in neighbours(Hex.at(corner)) if not hex.has_label]
    assert beyond
    for hex in beyond:
        assert eval(repr(hex)) == eval(str(hex)) == hex
        with pytest.raises(ValueError, match="01 to 99"):
            _ = hex.label


@given(hexes, hexes)
def test_hexes_add_and_subtract_as_steps(a: Hex, b: Hex) -> None:
    assert a + (b - a) == b


@given(hexes)
def test_hexes_are_plain_values(hex: Hex) -> None:
    assert pickle.loads(pickle.dumps(hex)) == hex
    assert len({hex, Hex(hex.q, hex.r)}) == 1
    with pytest.raises(AttributeError):
        hex.q = 0  # type: ignore[misc]
