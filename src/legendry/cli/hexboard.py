r"""A board drawn as text: flat-top hexes with their labels, in colour where there is colour.

    ____      ____
   /[A1]\____/ ·  \
   \0101/####\0301/
   /    \####/(b1)\
   \0102/    \0302/

A hex is five characters wide and two lines high: what is in it, then its label. Thirteen columns
take 66 characters, or 55 where a line is short: labels, and beside each what is in its hex.

   0101A1  0301·
       0201### 0401
   0102    0302b1
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from msgspec import Struct
from rich.text import Text

from legendry.hexes import BLOCKS_MOVE, BLOCKS_SIGHT, WALL, Board, Hex

WIDE = 5
NARROW = 4
EDGE = "dim"
LABEL = "dim"
WALLS = "color(242)"
TINT = "on color(22)"
"""The ground of hexes that can be chosen: a dark green; a dot tells it without colour."""

DOT = "·"
TERRAIN = {"chasm": "~~~~", "river": "~~~~", "water": "~~~~", "fire": "^^^^", "bridge": "===="}
EXIT = "exit"
OUT = "out"
MARKS = {
    "x": "x fallen",
    "c": "c captured",
    "!": "! something lies there",
    "^": "^ magic fire",
    "@": "@ darkness",
    "≈": "≈ slippery floor",
    "*": "* another spell",
}


class Piece(Struct, frozen=True):
    """What stands in a hex, in four characters."""

    text: str
    style: str = ""


def drawn(
    board: Board,
    pieces: Mapping[Hex, Piece],
    *,
    tinted: AbstractSet[Hex] = frozenset(),
    marks: Mapping[Hex, str] | None = None,
) -> list[Text]:
    """The lines of the picture.

    `pieces` are the fighters; `marks` are signs for what lies in a hex, drawn where nobody stands;
    `tinted` hexes are those that can be chosen.
    """
    first = min(hex.column for hex in board)
    top = min(hex.row for hex in board)
    canvas = Canvas()
    for hex in board:
        x = WIDE * (hex.column - first)
        y = 2 * (hex.row - top) + (hex.column % 2 == 0)
        outline(canvas, x, y)
    for hex in board:
        x = WIDE * (hex.column - first) + 1
        y = 2 * (hex.row - top) + (hex.column % 2 == 0) + 1
        ground = TINT if hex in tinted else ""
        inside = inside_of(board, hex, hex in tinted, (marks or {}).get(hex, ""))
        label = label_of(board, hex, hex in tinted)
        for row, piece in ((y, pieces.get(hex, inside)), (y + 1, label)):
            canvas.write(x, row, piece.text.center(4)[:4], f"{piece.style} {ground}".strip())
    return canvas.lines()


def compact(
    board: Board,
    pieces: Mapping[Hex, Piece],
    *,
    tinted: AbstractSet[Hex] = frozenset(),
    marks: Mapping[Hex, str] | None = None,
) -> list[Text]:
    """The lines of the picture without edges, for short lines."""
    first = min(hex.column for hex in board)
    top = min(hex.row for hex in board)
    canvas = Canvas()
    for hex in board:
        x = NARROW * (hex.column - first)
        y = 2 * (hex.row - top) + (hex.column % 2 == 0)
        ground = TINT if hex in tinted else ""
        inside = inside_of(board, hex, hex in tinted, (marks or {}).get(hex, ""))
        here = Piece(OUT if inside.text == EXIT else inside.text.strip()[:3], inside.style)
        if hex in pieces:
            here = Piece(pieces[hex].text.strip("[](){}<>")[:4], pieces[hex].style)
        label = label_of(board, hex, hex in tinted)
        canvas.write(x, y, label.text, f"{label.style} {ground}".strip())
        canvas.write(x + 4, y, here.text, f"{here.style} {ground}".strip())
    return canvas.lines()


def label_of(board: Board, hex: Hex, tinted: bool) -> Piece:
    """A hex's label; a wall has none."""
    if board.is_wall(hex):
        return Piece("####", WALLS)
    return Piece(str(hex), "" if tinted else LABEL)


def inside_of(board: Board, hex: Hex, tinted: bool, mark: str) -> Piece:
    """A hex in which nobody stands: walls, water and the like, exits, what lies there."""
    tags = board.tags(hex)
    if WALL in tags:
        return Piece("####", WALLS)
    known = next((TERRAIN[tag] for tag in sorted(tags) if tag in TERRAIN), "")
    if BLOCKS_MOVE in tags:
        return Piece(known or " [] ", WALLS)
    ends = "%" if BLOCKS_SIGHT in tags else known[:1]
    if mark or tinted:
        signs = f"{mark}{DOT if tinted else ''}"
        return Piece(f"{ends}{signs.center(2) if ends else signs}{ends}", "bold" if mark else "")
    if EXIT in tags:
        return Piece(EXIT, "dim italic")
    return Piece(f"{ends}{ends}{ends}{ends}", WALLS)


def key(board: Board, marks: Mapping[Hex, str], tinted: AbstractSet[Hex]) -> str:
    """What the signs in the picture mean, as far as they are there."""
    signs = dict.fromkeys(sign for mark in marks.values() for sign in mark)
    parts = [f"{DOT} can be chosen"] if tinted else []
    parts += [words for sign, words in MARKS.items() if sign in signs]
    tags = {tag for hex in board for tag in board.tags(hex)}
    if WALL in tags:
        parts.append("#### wall")
    for tag in sorted(tags - {WALL, EXIT, BLOCKS_MOVE, BLOCKS_SIGHT}):
        hexes = board.tagged(tag)
        if tag in TERRAIN:
            parts.append(f"{TERRAIN[tag]} {tag}")
        elif all(BLOCKS_MOVE in board.tags(hex) for hex in hexes):
            parts.append(f"[] {tag}")
        elif all(BLOCKS_SIGHT in board.tags(hex) for hex in hexes):
            parts.append(f"%%%% {tag}, hides what is behind")
    return "   ".join(parts)


def outline(canvas: Canvas, x: int, y: int) -> None:
    """The six edges of a hex, of which the label will stand in the lowest."""
    canvas.write(x + 1, y, "____", EDGE, over=False)
    canvas.write(x, y + 1, "/", EDGE)
    canvas.write(x + 5, y + 1, "\\", EDGE)
    canvas.write(x, y + 2, "\\", EDGE)
    canvas.write(x + 5, y + 2, "/", EDGE)


class Canvas:
    """Characters with styles at places."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, x: int, y: int, text: str, style: str, *, over: bool = True) -> None:
        for offset, char in enumerate(text):
            if over or (y, x + offset) not in self._cells:
                self._cells[y, x + offset] = (char, style)

    def lines(self) -> list[Text]:
        height = max(y for y, _ in self._cells) + 1
        width = max(x for _, x in self._cells) + 1
        rows = []
        for y in range(height):
            row = Text()
            for x in range(width):
                char, style = self._cells.get((y, x), (" ", ""))
                row.append(char, style)
            row.rstrip()
            rows.append(row)
        return rows


def width(board: Board) -> int:
    """How many characters wide the picture is."""
    return WIDE * columns(board) + 1


def compact_width(board: Board) -> int:
    """How many characters wide the picture without edges is."""
    return NARROW * columns(board) + 3


def columns(board: Board) -> int:
    numbers = [hex.column for hex in board]
    return max(numbers) - min(numbers) + 1
