"""Five dice as sorted outcomes: what may be kept of them, and what one change makes of them.

Dice are alike, so only their sorted faces count: 252 outcomes of five dice, and 210 smaller sets to
keep. `SETS` lists them all by size, the empty one first, the outcomes last; a *place* is a place
in that list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from legendry.dragon.combos import FACES

DICE = 5
ROLLS = len(FACES) ** DICE
"""In how many ways five dice fall."""

SETS = tuple(
    faces for size in range(DICE + 1) for faces in combinations_with_replacement(FACES, size)
)
PLACE = {faces: place for place, faces in enumerate(SETS)}
KEPT = sum(len(faces) < DICE for faces in SETS)
"""So many sets leave a die to throw; the outcomes begin at this place."""
OUTCOMES = SETS[KEPT:]


def place_of(dice: Sequence[int]) -> int:
    """The place of five dice, in whatever order they lie."""
    place = PLACE.get(tuple(sorted(dice)), 0)
    if place < KEPT:
        raise ValueError(f"five dice show five faces of 1 to 6, not {' '.join(map(str, dice))}")
    return place


def more(faces: tuple[int, ...]) -> tuple[int, ...]:
    """The places of the six sets that one die more makes of a set."""
    return tuple(_with(faces, new) for new in FACES)


def fewer(faces: tuple[int, ...]) -> tuple[int, ...]:
    """The places of the sets that one die less makes of a set."""
    return tuple(PLACE[_without(faces, old)] for old in sorted(set(faces)))


def subsets(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    """What may be kept of these dice: any of them, but one at least is thrown (DRG-39, RUL-D28)."""
    return sorted({kept for size in range(DICE) for kept in combinations(dice, size)})


def shifts(dice: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Each Shift of a die, up and down, round the corner too (DRG-64): old face, new, place."""
    for old in sorted(set(dice)):
        rest = _without(dice, old)
        for new in (old % 6 + 1, (old - 2) % 6 + 1):
            yield old, new, _with(rest, new)


def magic_shifts(dice: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """Each Magic Shift, to any other face (DRG-68, RUL-D28): old face, new, place."""
    for old in sorted(set(dice)):
        rest = _without(dice, old)
        for new in FACES:
            if new != old:
                yield old, new, _with(rest, new)


def _with(faces: tuple[int, ...], new: int) -> int:
    return PLACE[tuple(sorted((*faces, new)))]


def _without(faces: tuple[int, ...], old: int) -> tuple[int, ...]:
    where = faces.index(old)
    return faces[:where] + faces[where + 1 :]
