"""Exact chances of dice: totals, passes, contests, damage after armor.

Everything here is counted, not sampled, and comes out as a `Fraction`; only an interface turns it
into a float. Answers are cached, so that an interface can show them beside every option.

A pass `3/11` (CHK-1), and one contest with the dice given and with the best ones (CHK-5 to CHK-9,
RUL-1 to RUL-3):

>>> from legendry.odds import Dice, best_contest, contest, damage, drops, passes
>>> passes(3, 11)
Fraction(5, 8)
>>> contest(12, 3, 11, 3).attacker
Fraction(8965, 15552)
>>> best_contest(12, 11).dice
(2, 2)

Two dice less one against armor 3, and the chance to drop a foe who has four points left:

>>> points = damage(Dice.parse("2d6-1"), armor=3)
>>> points.at_least(4)
Fraction(5, 12)
>>> drops(passes(3, 11), points, 4)
Fraction(25, 96)
"""

from legendry.odds.checks import (
    Contest,
    Tie,
    best_answer,
    best_contest,
    contest,
    passes,
    useful_dice,
)
from legendry.odds.damage import Dice, damage, drops
from legendry.odds.distribution import MOST_DICE, MOST_SIDES, Distribution, totals

__all__ = [
    "MOST_DICE",
    "MOST_SIDES",
    "Contest",
    "Dice",
    "Distribution",
    "Tie",
    "best_answer",
    "best_contest",
    "contest",
    "damage",
    "drops",
    "passes",
    "totals",
    "useful_dice",
]
