"""Shapes: creatures that fill several hexes (RUL-20), and compact areas of the same form (RUL-99).

A shape is all the ways it can lie about its anchor. The anchor moves, 1 hex a step, and the shape
turns freely; so where a creature may walk is where its anchor may, and `reach`, `path` and
`routes` serve it with the ways of its anchor.
"""

from collections.abc import Callable, Collection
from functools import cache
from itertools import product, starmap

from .hex import FACES, Hex, disc, distance, neighbour, neighbours
from .paths import Ways

Shape = tuple[tuple[Hex, ...], ...]
"""One tuple of offsets for each orientation, the anchor (offset 0, 0) first."""


def triangle(anchor: Hex, face: int) -> tuple[Hex, ...]:
    """The anchor, its neighbour on that face and the next one clockwise: three about a corner."""
    return anchor, neighbour(anchor, face), neighbour(anchor, face % 6 + 1)


def rhombus(anchor: Hex, face: int) -> tuple[Hex, ...]:
    """Two adjacent hexes, anchor and neighbour, and their two common neighbours (RUL-20)."""
    beside = neighbour(anchor, (face - 2) % 6 + 1), neighbour(anchor, face % 6 + 1)
    return anchor, neighbour(anchor, face), *beside


def flower(anchor: Hex) -> tuple[Hex, ...]:
    """A hex and the ring around it, seven in all (RUL-20)."""
    return disc(anchor, 1)


_ANCHOR = Hex(0, 0)

ONE: Shape = ((_ANCHOR,),)
TRIANGLE: Shape = tuple(triangle(_ANCHOR, face) for face in FACES)
RHOMBUS: Shape = tuple(rhombus(_ANCHOR, face) for face in FACES)
FLOWER: Shape = (flower(_ANCHOR),)


def placements(
    shape: Shape, anchor: Hex, free: Callable[[Hex], bool]
) -> tuple[tuple[Hex, ...], ...]:
    """Every way the shape can lie with its anchor here, all its hexes free (RUL-20).

    >>> for hexes in placements(RHOMBUS, Hex.at("0303"), lambda hex: hex.row >= 3):
    ...     print(*hexes)
    0303 0304 0403 0203
    """
    lying = (tuple(anchor + offset for offset in turn) for turn in shape)
    return tuple(hexes for hexes in lying if all(map(free, hexes)))


def anchor_ways(shape: Shape, free: Callable[[Hex], bool]) -> Ways:
    """Where an anchor may step: to the adjacent hexes about which the shape fits somehow (RUL-20).

    Answers are kept: ask anew when other hexes have become free.
    """

    @cache
    def fits(anchor: Hex) -> bool:
        return any(all(free(anchor + offset) for offset in turn) for turn in shape)

    return lambda anchor: [hex for hex in neighbours(anchor) if fits(hex)]


def gap(ours: Collection[Hex], theirs: Collection[Hex]) -> int:
    """The distance between two creatures, nearest hex to nearest hex (RUL-20); adjacent is 1."""
    if len(ours) == len(theirs) == 1:
        (a,), (b,) = ours, theirs
        return distance(a, b)
    return min(starmap(distance, product(ours, theirs)))


def nearest(ours: Collection[Hex], theirs: Collection[Hex]) -> tuple[tuple[Hex, Hex], ...]:
    """The pairs of hexes, ours and theirs, that lines between two creatures use (RUL-20).

    Often several pairs are equally near: all are given, in label order.
    """
    least = gap(ours, theirs)
    return tuple(sorted((a, b) for a in ours for b in theirs if distance(a, b) == least))
