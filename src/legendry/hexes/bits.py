"""Sets of a board's hexes as the bits of one number: floods and paths at the speed of integers.

Laid out column by column with a gap between columns, the six neighbours of a hex are six fixed
shifts. `reach` and `path` say the same for any ways; this is the quick form for one-hex figures on a
board, checked against them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import compress, pairwise
from operator import or_
from typing import TypeVar

from msgspec import Struct

from .hex import Hex
from .known import known

K = TypeVar("K")
V = TypeVar("V")

MOST_SPREADS = 1 << 13
MOST_FIGURES = 1 << 14
_TRUTH = bytes.maketrans(b"01", b"\0\1")


class Spread(Struct, frozen=True, gc=False):
    """A flood: a set of hexes a step, and all hexes reached but the start, in label order."""

    layers: tuple[int, ...]
    hexes: tuple[Hex, ...]


def _keep(known: dict[K, V], key: K, value: V) -> None:
    """Remember so many, then begin anew."""
    if len(known) >= MOST_SPREADS:
        known.clear()
    known[key] = value


class Bits:
    """The bits of some hexes, most often those of a board.

    >>> bits = Bits([Hex.at("0101"), Hex.at("0102"), Hex.at("0201")])
    >>> [str(hex) for hex in bits.hexes(bits.beside(bits.of([Hex.at("0101")])) & bits.all)]
    ['0102', '0201']
    """

    def __init__(self, hexes: Iterable[Hex]) -> None:
        ordered = sorted(hexes)
        self._left = min(hex.q for hex in ordered)
        self._top = min(hex.r for hex in ordered)
        self._height = max(hex.r for hex in ordered) - self._top + 2
        width = max(hex.q for hex in ordered) - self._left + 1
        self._hexes: list[Hex | None] = [None] * (width * self._height)
        self._bit: dict[Hex, int] = {}
        for hex in ordered:
            place = (hex.q - self._left) * self._height + hex.r - self._top
            self._hexes[place] = hex
            self._bit[hex] = 1 << place
        self.all = self.of(ordered)
        self._around = {bit: (hex, self.beside(bit) & self.all) for hex, bit in self._bit.items()}
        """By the bit of a hex, the hex and its neighbours."""
        self.figure = known(MOST_FIGURES)(self.of)
        """The set of a figure's hexes."""
        self._open: dict[tuple[int, int], tuple[int, Spread]] = {}
        self._spreads: dict[tuple[int, int, int], Spread] = {}

    def of(self, hexes: Iterable[Hex]) -> int:
        """The set of those hexes; what is not known here is left out."""
        bits, bit = 0, self._bit
        for hex in hexes:
            if hex in bit:
                bits |= bit[hex]
        return bits

    def hexes(self, bits: int) -> list[Hex]:
        """The hexes of a set, in label order."""
        return list(self._each(bits))

    def _each(self, bits: int) -> Iterator[Hex]:
        flags = bin(bits)[:1:-1].encode().translate(_TRUTH)
        return compress(self._hexes, flags)  # type: ignore[arg-type]

    def beside(self, bits: int) -> int:
        """All neighbours of a set; some may be off the board: intersect with `all` or a part."""
        up, down, high = bits >> 1, bits << 1, self._height
        return up | down | (bits | up) << high | (bits | down) >> high

    def flood(self, start: int, steps: int, free: int) -> list[int]:
        """What is reached from a set through `free` hexes: a set a step, the start first."""
        layers = [start]
        edge, left, high = start, free & ~start, self._height
        for _ in range(steps):
            up, down = edge >> 1, edge << 1  # as in `beside`: a call a step would cost a third more
            edge = (up | down | (edge | up) << high | (edge | down) >> high) & left
            if not edge:
                break
            left ^= edge
            layers.append(edge)
        return layers

    def spread(self, start: int, steps: int, free: int) -> Spread:
        """The same flood, and all hexes it reaches; looked up where it has been there before.

        What is not free makes no difference beyond the steps; within them the same surroundings
        come again if at most one hex is taken, and hardly ever if more are.
        """
        near, spread = self._open.get((start, steps)) or self._whole(start, steps)
        taken = near & ~free
        if not taken:
            return spread
        if taken & (taken - 1):
            return self._part(spread.hexes, near, start, steps, free)
        key = start, steps, taken
        if (found := self._spreads.get(key)) is None:
            found = self._part(spread.hexes, near, start, steps, free)
            _keep(self._spreads, key, found)
        return found

    def _whole(self, start: int, steps: int) -> tuple[int, Spread]:
        """The spread over the open board, and the set of its hexes."""
        layers = self.flood(start, steps, self.all)
        near = reduce(or_, layers) ^ start
        found = near, Spread(tuple(layers), tuple(self._each(near)))
        _keep(self._open, (start, steps), found)
        return found

    def _part(self, hexes: Sequence[Hex], near: int, start: int, steps: int, free: int) -> Spread:
        """What is left of a spread over the open board, the set `near`, where not all is free."""
        layers = self.flood(start, steps, free)
        lost = near & ~reduce(or_, layers)
        left = list(hexes)
        while lost:  # most are left: to take some out is quicker than to list the others
            bit = 1 << lost.bit_length() - 1
            del left[(near & bit - 1).bit_count()]
            lost ^= bit
        return Spread(tuple(layers), tuple(left))

    def came_from(self, layers: Sequence[int]) -> dict[Hex, Hex]:
        """Every hex of a flood but its start, nearest first, with the one before it on its `way`."""
        came = {}
        for last, layer in pairwise(layers):
            for hex in self.hexes(layer):
                near = self._around[self._bit[hex]][1] & last
                came[hex] = self._around[near & -near][0]
        return came

    def way(self, layers: Sequence[int], goal: Hex) -> tuple[Hex, ...] | None:
        """A shortest way of a flood from a hex to another, both included; None if it leads nowhere."""
        bit = self._bit.get(goal, 0)
        step = len(layers) - 1
        while not layers[step] & bit:
            step -= 1
            if step < 0:
                return None
        around = self._around
        hex, near = around[bit]
        back = [hex]
        while step:
            step -= 1
            near &= layers[step]
            hex, near = around[near & -near]
            back.append(hex)
        back.reverse()
        return tuple(back)
