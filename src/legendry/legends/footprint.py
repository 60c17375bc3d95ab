"""The hexes that figures fill, one or many (RUL-20), and how they lie to one another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from legendry.hexes import FLOWER, ONE, RHOMBUS, Board, Hex, Shape, distance, gap, known, neighbours

SHAPES: Mapping[int, Shape] = {1: ONE, 4: RHOMBUS, 7: FLOWER}


def shifted(cells: Iterable[Hex], step: Hex) -> tuple[Hex, ...]:
    """A figure, so far from where it was."""
    return tuple([hex + step for hex in cells])


def overlap(ours: tuple[Hex, ...], theirs: tuple[Hex, ...]) -> bool:
    """Whether two figures share a hex."""
    return ours[0] in theirs if len(ours) == 1 else not set(ours).isdisjoint(theirs)


def next_to(ours: tuple[Hex, ...], theirs: tuple[Hex, ...]) -> bool:
    if len(ours) == len(theirs) == 1:
        a, b = ours[0], theirs[0]
        dq, dr = a.q - b.q, a.r - b.r
        return (dq, dr) in _STEPS
    return gap(ours, theirs) == 1


def sighted(
    board: Board, ours: tuple[Hex, ...], theirs: tuple[Hex, ...], bodies: AbstractSet[Hex]
) -> bool:
    """Whether a line is clear between two figures, from one of their hexes that are nearest (RUL-25)."""
    if len(ours) == len(theirs) == 1:
        return board.sees(ours[0], theirs[0], bodies)
    least = gap(ours, theirs)
    return any(board.sees(a, b, bodies) for a in ours for b in theirs if distance(a, b) == least)


@known(1 << 14)
def vicinity(cells: tuple[Hex, ...]) -> frozenset[Hex]:
    """The hexes of a figure and those next to it."""
    return frozenset(hex for cell in cells for hex in (cell, *neighbours(cell)))


_STEPS = {(hex.q, hex.r) for hex in neighbours(Hex(0, 0))}
