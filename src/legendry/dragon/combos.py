"""Dice combinations: which five dice hold what a trait asks for (DRG-50 to DRG-56).

A better combination counts when it contains the one asked for, and only then (DRG-56, RUL-D14): so
each pattern asks for what must be there, not for what may be there besides. The dice drawn on a
trait card are a sample (DRG-7); where the dice lie is of no importance.

>>> holds("three_of_a_kind", (4, 4, 4, 6, 6)), holds("two_different_pairs", (2, 2, 2, 2, 5))
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

FACES = range(1, 7)
STRAIGHTS = ({1, 2, 3, 4, 5}, {2, 3, 4, 5, 6})


def two_different_pairs(dice: Sequence[int]) -> bool:
    """Weak (DRG-50): two different faces, each on at least two dice."""
    return sum(dice.count(face) >= 2 for face in FACES) >= 2


def three_of_a_kind(dice: Sequence[int]) -> bool:
    """Strong (DRG-51): one face on at least three dice."""
    return most_alike(dice) >= 3


def full_house(dice: Sequence[int]) -> bool:
    """Huge (DRG-52): one face on exactly three dice, another on exactly two."""
    return {dice.count(face) for face in dice} == {2, 3}


def four_of_a_kind(dice: Sequence[int]) -> bool:
    """Corrupted (DRG-53): one face on at least four dice."""
    return most_alike(dice) >= 4


def straight(dice: Sequence[int]) -> bool:
    """Agile (DRG-54): all five faces of either straight; 6 and 1 are not neighbours in it."""
    return set(dice) in STRAIGHTS


def five_of_a_kind(dice: Sequence[int]) -> bool:
    """Legendary (DRG-55): one face on all five dice."""
    return most_alike(dice) >= 5


def most_alike(dice: Sequence[int]) -> int:
    """On how many dice the most frequent face lies."""
    return max(map(dice.count, dice))


PATTERNS: dict[str, Callable[[Sequence[int]], bool]] = {
    "two_different_pairs": two_different_pairs,
    "three_of_a_kind": three_of_a_kind,
    "full_house": full_house,
    "four_of_a_kind": four_of_a_kind,
    "straight": straight,
    "five_of_a_kind": five_of_a_kind,
}
"""The patterns a trait card may ask for, by the id that deck files use."""


def holds(pattern: str, dice: Sequence[int]) -> bool:
    """Whether the five dice hold the combination (DRG-42)."""
    return PATTERNS[pattern](dice)
