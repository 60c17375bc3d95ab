"""What may come of a roll, each outcome with its exact chance."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import accumulate, pairwise
from math import gcd
from operator import sub
from typing import Self

import msgspec

from legendry.odds._cached import cached

MOST_DICE = 100
"""No roll here has more dice: the rules never need them, and a slip in typing stays cheap."""

MOST_SIDES = 100
"""No die here has more sides."""


class Distribution(msgspec.Struct, frozen=True):
    """The outcomes of a roll in rising order, and in how many ways each comes about.

    The ways have no common divisor, so that two distributions are equal when their chances are.

    >>> dict(totals(1, 3))
    {1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 3)}
    """

    outcomes: tuple[int, ...]
    ways: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.outcomes or len(self.outcomes) != len(self.ways):
            raise ValueError("a distribution needs as many ways as outcomes, and at least one")
        if any(this >= following for this, following in pairwise(self.outcomes)):
            raise ValueError("the outcomes of a distribution must rise")
        if min(self.ways) < 1 or gcd(*self.ways) != 1:
            raise ValueError("ways must be positive, without a common divisor")

    @classmethod
    def of(cls, ways: Mapping[int, int]) -> Self:
        """The distribution of a count of ways by outcome; outcomes without any are left out."""
        counted = sorted((outcome, count) for outcome, count in ways.items() if count)
        common = gcd(*(count for _, count in counted))
        return cls(
            tuple(outcome for outcome, _ in counted),
            tuple(count // common for _, count in counted),
        )

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        """Each outcome with its chance, from the least to the greatest."""
        of = sum(self.ways)
        for outcome, count in zip(self.outcomes, self.ways, strict=True):
            yield outcome, Fraction(count, of)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __add__(self, other: "Distribution") -> "Distribution":
        """The sum of two rolls made apart."""
        ways: Counter[int] = Counter()
        for mine, count in zip(self.outcomes, self.ways, strict=True):
            for theirs, other_count in zip(other.outcomes, other.ways, strict=True):
                ways[mine + theirs] += count * other_count
        return Distribution.of(ways)

    def map(self, change: Callable[[int], int]) -> "Distribution":
        """The distribution of what `change` makes of each outcome."""
        ways: Counter[int] = Counter()
        for outcome, count in zip(self.outcomes, self.ways, strict=True):
            ways[change(outcome)] += count
        return Distribution.of(ways)

    def p(self, outcome: int) -> Fraction:
        """The chance of exactly this outcome."""
        return self.at_most(outcome) - self.at_most(outcome - 1)

    def at_least(self, outcome: int) -> Fraction:
        """The chance of this outcome or a greater one."""
        return Fraction(sum(self.ways[bisect_left(self.outcomes, outcome) :]), sum(self.ways))

    def at_most(self, outcome: int) -> Fraction:
        """The chance of this outcome or a lesser one."""
        return Fraction(sum(self.ways[: bisect_right(self.outcomes, outcome)]), sum(self.ways))

    @property
    def mean(self) -> Fraction:
        """The average outcome."""
        weighed = sum(o * count for o, count in zip(self.outcomes, self.ways, strict=True))
        return Fraction(weighed, sum(self.ways))


@cached(256)
def totals(dice: int, sides: int = 6, modifier: int = 0) -> Distribution:
    """The total of so many dice plus a modifier; no dice at all leave the modifier alone.

    >>> totals(2).p(7)
    Fraction(1, 6)
    """
    check_dice(dice, sides)
    ways = [1]
    for _ in range(dice):
        # One die more: the ways to a total are the sum of the last `sides` ways, which is the
        # difference of two running sums.
        running = list(accumulate(ways + [0] * (sides - 1)))
        ways = running[:sides] + list(map(sub, running[sides:], running))
    least = dice + modifier
    return Distribution(tuple(range(least, least + len(ways))), tuple(ways))


def check_dice(dice: int, sides: int) -> None:
    """Refuse dice that nobody has."""
    if not 0 <= dice <= MOST_DICE:
        raise ValueError(f"the number of dice must be 0 to {MOST_DICE}, not {dice}")
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"a die must have 1 to {MOST_SIDES} sides, not {sides}")
