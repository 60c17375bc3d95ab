"""Straight lines and what stands in their way (RUL-25), exact: whole numbers only, nothing sampled.

A line is the segment between two hex centres. With x + y + z = 0 the inside of a hex is
|x − y| < 1, |y − z| < 1, |z − x| < 1 about its centre: three strips. Along the line each strip
is an interval, and so is their intersection; a hex counts if that interval has length. Hexes
touched only at a corner therefore do not count, and hexes of which the line merely clips a corner
do (rounding sample points would miss them). Where the line runs along an edge it lies on the
border of both hexes of that edge: they are a pair.
"""

from collections.abc import Set as AbstractSet
from functools import lru_cache
from math import lcm

from .hex import Hex

_CENTRE = Hex(0, 0)

Step = tuple[Hex, ...]
"""One hex that the line crosses, or the two hexes along whose common edge it runs."""


def line(a: Hex, b: Hex) -> tuple[Step, ...]:
    """What lies between two hexes, in order from `a`, the two end hexes left out.

    >>> for step in line(Hex.at("0101"), Hex.at("0502")):
    ...     print(*step)
    0201
    0301
    0302
    0401
    >>> line(Hex.at("0102"), Hex.at("0302"))
    ((Hex.at('0201'), Hex.at('0202')),)
    """
    return tuple(tuple(a + offset for offset in step) for step in _walk(b - a))


def clear(
    a: Hex, b: Hex, terrain: AbstractSet[Hex], bodies: AbstractSet[Hex] = frozenset()
) -> bool:
    """Whether the line is unobstructed (RUL-25): neither terrain nor bodies stand in between.

    1. End hexes never block, so adjacent hexes are always clear.
    2. A hex that the line crosses blocks by itself.
    3. Along an edge both hexes must block, each by terrain or by a body.
    """
    q, r = a.q, a.r
    crossed, pairs = _crossed(b.q - q, b.r - r)
    for offset in crossed:
        hex = Hex(q + offset.q, r + offset.r)
        if hex in terrain or hex in bodies:
            return False
    for one, two in pairs:
        hex, other = a + one, a + two
        if (hex in terrain or hex in bodies) and (other in terrain or other in bodies):
            return False
    return True


@lru_cache(maxsize=1 << 14)  # all the offsets of a 60 × 60 board
def _crossed(q: int, r: int) -> tuple[tuple[Hex, ...], tuple[tuple[Hex, Hex], ...]]:
    """The offsets between the ends, the single hexes and the pairs apart, for `clear`."""
    steps = _walk(Hex(q, r))
    singles = tuple(step[0] for step in steps if len(step) == 1)
    return singles, tuple((step[0], step[1]) for step in steps if len(step) == 2)


def _walk(end: Hex) -> list[Step]:
    """The steps from hex (0, 0) to just before `end`.

    From each hex the line leaves through the strip whose border it meets first. Meeting two
    borders at once it leaves through a corner, and the third strip tells where to: into one of the
    two hexes beyond, or, if the line never leaves that strip, along the edge between them.
    """
    slopes = _strips(end)
    whole = lcm(*(abs(slope) for slope in slopes if slope))  # so that all borders are integers
    strips = [
        (strip, 1 if slope > 0 else -1, whole // abs(slope))
        for strip, slope in enumerate(slopes)
        if slope
    ]
    steps: list[Step] = []
    here = _CENTRE
    while here != end:
        middle = _strips(here)
        borders = [((sign * middle[strip] + 1) * unit, strip, sign) for strip, sign, unit in strips]
        first = min(borders)[0]
        doors = {
            strip: _ACROSS[strip] if sign > 0 else _CENTRE - _ACROSS[strip]
            for border, strip, sign in borders
            if border == first
        }
        moves = list(doors.values())
        if len(moves) == 2:
            third = 3 - sum(doors)
            if slopes[third] == 0:
                steps.append(tuple(sorted(here + move for move in moves)))
                moves = [moves[0] + moves[1]]
            else:
                moves.sort(key=lambda move: _strips(move)[third] * slopes[third], reverse=True)
        here += moves[0]
        steps.append((here,))
    return steps[:-1]


_ACROSS = (Hex(1, 0), Hex(0, -1), Hex(-1, 1))
"""The neighbour beyond the upper border of each strip."""


def _strips(hex: Hex) -> tuple[int, int, int]:
    """x − y, y − z and z − x of a hex centre, where x = q, z = r and y = −q − r."""
    return 2 * hex.q + hex.r, -hex.q - 2 * hex.r, hex.r - hex.q
