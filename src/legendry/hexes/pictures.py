"""Pictures: a board as text that a person can read and draw.

One glyph is one hex, two characters to a column, two lines to a row; even-numbered columns stand
half a hex, one line, lower::

    .   .   .        0101      0301      0501
      .   #               0201      0401
    .   .   .        0102      0302      0502

``.`` is floor, ``#`` a wall, a space no hex; any other glyph is in the legend. Indentation and
empty lines around the picture do not count; a picture with nothing on its first line or in its
first column holds the corner with ``_``, which is no hex either.
"""

import re
import string
from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from itertools import chain

from .hex import Hex

Legend = dict[str, frozenset[str]]

WALL = "wall"
BLOCKS_MOVE = "blocks-move"
BLOCKS_SIGHT = "blocks-sight"

CORNER = "_"
FLOOR_AND_WALL: Legend = {".": frozenset(), "#": frozenset({WALL})}
LARGEST_TEXT = 1 << 17

_TAG = re.compile(r"(?=.{1,24}\Z)[a-z0-9]+(-[a-z0-9]+)*")
_MOST_TAGS = 12


class MapError(ValueError):
    """A map that cannot be read: what is wrong, where, and what to do instead."""


def check_tags(tags: Collection[str]) -> None:
    """Refuse a tag that is not a plain word, and more tags on a hex than anyone can read."""
    for tag in tags:
        if not _TAG.fullmatch(tag):
            raise MapError(
                f"{shorten(tag)} is no tag: use lower-case letters, digits and hyphens, as in"
                " start-a, at most 24 in all"
            )
    if len(tags) > _MOST_TAGS:
        raise MapError(f"a hex has {len(tags)} tags: at most {_MOST_TAGS} are allowed")


def check_size(data: str | bytes, largest: int = LARGEST_TEXT) -> None:
    """Refuse a map larger than any board needs; the picture of 99 × 99 hexes takes 40 kB."""
    if len(data) > largest:
        raise MapError(f"the map is larger than {largest >> 10} KiB: leave out what is not board")


def shorten(text: str) -> str:
    """Someone else's text as it may stand in a message: quoted, escaped and short."""
    return ascii(text if len(text) <= 40 else text[:37] + "...")


def read(picture: str, legend: Mapping[str, Collection[str]]) -> dict[Hex, frozenset[str]]:
    """The hexes in a picture with their tags; the legend adds to ``.`` and ``#``."""
    check_size(picture)
    meaning = FLOOR_AND_WALL | _checked(legend)
    cells = {}
    for line, character, x, y, glyph in _glyphs(picture):
        where = f"line {line}, character {character} of the picture"
        if x % 4 != y % 2 * 2:
            raise MapError(
                f"{where}: no hex stands here; counted from the corner of the picture, odd"
                " columns have lines 1, 3, 5, … and characters 1, 5, 9, …, even columns"
                " lines 2, 4, 6, … and characters 3, 7, 11, …"
            )
        if glyph == CORNER:
            continue
        if glyph not in meaning:
            raise MapError(f"{where}: the legend does not say what {shorten(glyph)} is")
        column, row = x // 2 + 1, y // 2 + 1
        if column > 99 or row > 99:
            raise MapError(f"{where}: the board ends at column 99 and row 99")
        cells[Hex.of(column, row)] = meaning[glyph]
    if not cells:
        raise MapError("the map shows no hex: draw floor as . and walls as #")
    return cells


def draw(cells: Mapping[Hex, AbstractSet[str]], legend: Legend, marks: Mapping[Hex, str]) -> str:
    """The picture of these hexes, some of them marked."""
    for hex, mark in marks.items():
        if hex not in cells or len(mark) != 1:
            raise ValueError(f"cannot mark {hex} with {mark!r}: one glyph, on the board")
    glyphs = {tags: glyph for glyph, tags in legend.items()}
    shown = {_place(hex): marks.get(hex) or glyphs[frozenset(tags)] for hex, tags in cells.items()}
    if min(x for x, _ in shown) or min(y for _, y in shown):
        shown[0, 0] = CORNER
    width, height = max(x for x, _ in shown) + 1, max(y for _, y in shown) + 1
    lines = ("".join(shown.get((x, y), " ") for x in range(width)) for y in range(height))
    return "\n".join(line.rstrip() for line in lines)


def legend_for(cells: Mapping[Hex, AbstractSet[str]]) -> Legend:
    """A glyph for every combination of tags: a free initial of theirs, if there is one.

    The words about movement and sight come last: a chasm is `c`, not `b` for ``blocks-move``.
    """
    legend = dict(FLOOR_AND_WALL)
    combinations = {frozenset(tags) for tags in cells.values()} - set(legend.values())
    for tags in sorted(combinations, key=sorted):
        common = tags & {WALL, BLOCKS_MOVE, BLOCKS_SIGHT}
        initials = (tag[0] for tag in (*sorted(tags - common), *sorted(common)))
        rest = (letter for letter in map(chr, range(0xC0, 0x10000)) if letter.isalpha())
        glyph = next(
            glyph
            for glyph in chain(initials, string.ascii_letters, string.digits, rest)
            if glyph not in legend
        )
        legend[glyph] = tags
    return legend


def _checked(legend: Mapping[str, Collection[str]]) -> Legend:
    for glyph, tags in legend.items():
        if len(glyph) != 1 or glyph.isspace() or not glyph.isprintable() or glyph == CORNER:
            raise MapError(
                f"legend: {shorten(glyph)} cannot be a glyph; use one printable character"
                " other than the space and _, which mean no hex"
            )
        if isinstance(tags, str):
            raise MapError(
                f"legend: {shorten(glyph)} needs a list of tags, as in [{shorten(tags)}]"
            )
        check_tags(tags)
    return {glyph: frozenset(tags) for glyph, tags in legend.items()}


def _glyphs(picture: str) -> Iterator[tuple[int, int, int, int, str]]:
    """Each glyph: line and character in the text, x and y from the corner of the picture."""
    lines = [line.rstrip() for line in picture.split("\n")]
    drawn = [number for number, line in enumerate(lines) if line]
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line), default=0)
    for number in drawn:
        for position, glyph in enumerate(lines[number]):
            if glyph != " ":
                yield number + 1, position + 1, position - indent, number - drawn[0], glyph


def _place(hex: Hex) -> tuple[int, int]:
    """Where a hex stands in the picture: character and line, both from 0."""
    return 2 * hex.q, 2 * (hex.row - 1) + hex.q % 2
