"""Damage as it is printed, `2d6-1`, and as it goes through armor (WPN-1, WPN-2, ARM-1)."""

import re
from fractions import Fraction
from typing import Self

import msgspec

from legendry.odds._cached import cached
from legendry.odds.distribution import Distribution, check_dice, totals

MOST_MODIFIER = 1000
"""No printed modifier is larger, up or down."""

_MINUS = str.maketrans({"−": "-", "–": "-"})
_DICE = re.compile(
    r"(?:(?P<dice>[0-9]{0,6})d(?P<sides>[0-9]{1,6})(?:\s*(?P<modifier>[+-]\s*[0-9]{1,6}))?"
    r"|(?P<points>[+-]?[0-9]{1,6}))",
    re.ASCII | re.IGNORECASE,
)


class Dice(msgspec.Struct, frozen=True):
    """A printed damage roll (WPN-1): so many dice of so many sides and a modifier.

    D3 and D2 are even chances of 1 to 3 and 1 to 2, however they are rolled (RUL-9).

    >>> str(Dice.parse("D6 + 2")), str(Dice.parse("4"))
    ('1d6+2', '4')
    """

    dice: int
    sides: int = 6
    modifier: int = 0

    def __post_init__(self) -> None:
        check_dice(self.dice, self.sides)
        if abs(self.modifier) > MOST_MODIFIER:
            raise ValueError(f"a modifier must be within {MOST_MODIFIER}, not {self.modifier}")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `2d6-1`, `D6+2`, `d3` or plain points such as `4`; the printed minus will do."""
        found = _DICE.fullmatch(text.translate(_MINUS).strip())
        if found is None:
            raise ValueError(f"{text!r} is not damage such as 2d6-1, d6+2 or 4")
        if found["points"]:
            return cls(0, modifier=int(found["points"]))
        modifier = re.sub(r"\s", "", found["modifier"] or "0")
        return cls(int(found["dice"] or 1), int(found["sides"]), int(modifier))

    def __str__(self) -> str:
        if self == Dice(0, modifier=self.modifier):
            return str(self.modifier)
        return f"{self.dice}d{self.sides}" + (f"{self.modifier:+}" if self.modifier else "")


@cached(4096)
def damage(
    roll: Dice, *, extra_dice: int = 0, bonus: int = 0, floor: int = 1, armor: int = 0
) -> Distribution:
    """The points that a hit with this roll does, in the order of RUL-76.

    1. The dice, with `extra_dice` D6 more (ENT-2), the modifier, and the `bonus` of skill and
       strength less curses (WPN-1).
    2. Not below the floor: 1 in AW and TS, 0 in TSC (WPN-2, RUL-75).
    3. Less armor, not below 0 (ARM-1).

    >>> dict(damage(Dice.parse("d3-1"), armor=1))
    {0: Fraction(2, 3), 1: Fraction(1, 3)}
    """
    if floor < 0:
        raise ValueError(f"the floor of damage must be at least 0, not {floor}")
    if armor < 0:
        raise ValueError(f"armor must be at least 0, not {armor}")
    total = totals(roll.dice, roll.sides, roll.modifier + bonus)
    if extra_dice:
        total += totals(extra_dice)
    return total.map(lambda points: max(0, max(floor, points) - armor))


def drops(hit: Fraction, points: Distribution, points_left: int) -> Fraction:
    """The chance that an attack drops a foe: it hits, and its points reach what he has left.

    What he has left is ST less damage and fatigue: at 0 he is incapacitated (INJ-2).
    """
    if not 0 <= hit <= 1:
        raise ValueError(f"the chance to hit must be 0 to 1, not {hit}")
    if points_left < 1:
        raise ValueError(f"a foe to drop must have at least 1 point left, not {points_left}")
    return hit * points.at_least(points_left)
