"""Pictures for the tests of the hexes: letters name the hexes that a test speaks of."""

import string
from textwrap import dedent

from hypothesis import strategies as st

from legendry.hexes import Board, Hex, disc

LETTERS = {letter: [letter] for letter in string.ascii_lowercase}


def board(picture: str) -> Board:
    """The board in the picture; a letter is floor, tagged with that letter."""
    return Board.from_text(picture, LETTERS)


def the(letter: str, on: Board) -> Hex:
    """The one hex with that letter."""
    (hex,) = on.tagged(letter)
    return hex


def shown(picture: str) -> str:
    """A picture as `Board.draw` would return it."""
    return "\n".join(line.rstrip() for line in dedent(picture).strip("\n").split("\n"))


coordinates = st.integers(-150, 150)
hexes = st.builds(Hex, coordinates, coordinates)
labelled = st.builds(Hex.of, st.integers(1, 99), st.integers(1, 99))


@st.composite
def small_boards(draw: st.DrawFn) -> Board:
    """A disc of 19 hexes with some walls in it; the centre, 0303, is floor."""
    centre = Hex.at("0303")
    field = disc(centre, 2)
    walls = draw(st.sets(st.sampled_from(field[1:]), max_size=9))
    return Board({hex: {"wall"} if hex in walls else frozenset() for hex in field})
