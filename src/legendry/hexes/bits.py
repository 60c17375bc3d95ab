"""Sets of a board's hexes as the bits of one number: floods and paths at the speed of integers.

Laid out column by column with a gap between columns, the six neighbours of a hex are six fixed
shifts. `reach` and `path` say the same for any ways; this is the quick form for one-hex figures on a
board, checked against them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import compress

from .hex import Hex

_TRUTH = bytes.maketrans(b"01", b"\0\1")


class Bits:
    """The bits of some hexes, most often those of a board.

    >>> bits = Bits([Hex.at("0101"), Hex.at("0102"), Hex.at("0201")])
    >>> [str(hex) for hex in bits.hexes(bits.beside(bits.of([Hex.at("0101")])) & bits.all)]
    ['0102', '0201']
    """

    def __init__(self, hexes: Iterable[Hex]) -> None:
        known = sorted(hexes)
        self._left = min(hex.q for hex in known)
        self._top = min(hex.r for hex in known)
        self._height = max(hex.r for hex in known) - self._top + 2
        width = max(hex.q for hex in known) - self._left + 1
        self._hexes: list[Hex | None] = [None] * (width * self._height)
        self._bit = {}
        for hex in known:
            place = (hex.q - self._left) * self._height + hex.r - self._top
            self._hexes[place] = hex
            self._bit[hex] = 1 << place
        self.all = self.of(known)

    def of(self, hexes: Iterable[Hex]) -> int:
        """The set of those hexes; what is not known here is left out."""
        bits = 0
        for hex in hexes:
            bits |= self._bit.get(hex, 0)
        return bits

    def hexes(self, bits: int) -> list[Hex]:
        """The hexes of a set, in label order."""
        flags = bin(bits)[:1:-1].encode().translate(_TRUTH)
        return list(compress(self._hexes, flags))  # type: ignore[arg-type]

    def beside(self, bits: int) -> int:
        """All neighbours of a set; some may be off the board: intersect with `all` or a part."""
        high, low = self._height, self._height - 1
        return bits << 1 | bits >> 1 | bits << high | bits >> high | bits << low | bits >> low

    def flood(self, start: int, steps: int, free: int) -> list[int]:
        """What is reached from a set through `free` hexes: a set a step, the start first."""
        layers = [start]
        seen = edge = start
        for _ in range(steps):
            edge = self.beside(edge) & free & ~seen
            if not edge:
                break
            seen |= edge
            layers.append(edge)
        return layers

    def way(self, layers: list[int], goal: Hex) -> tuple[Hex, ...] | None:
        """A shortest way of a flood to a hex, both ends included; None if it was not reached."""
        bit = self._bit.get(goal, 0)
        step = next((n for n, layer in enumerate(layers) if layer & bit), None)
        if step is None or not bit:
            return None
        back = [goal]
        for layer in layers[step - 1 :: -1] if step else ():
            near = self.beside(bit) & layer
            bit = near & -near
            hex = self._hexes[bit.bit_length() - 1]
            assert hex is not None
            back.append(hex)
        return tuple(reversed(back))
