"""What dice are worth in a combat: whole-numbered tables by dynamic programming (DRG-38 to DRG-43).

Two facts keep the tables small:

1. Dice are alike. A set of dice to keep is worth the sum, over the six faces, of the sets with one
   die more. Nothing is divided: with `t` throws to come all values are whole numbers of 7776^t.
2. Haste never pays. Whoever changes a die and keeps it can leave it as it is, owe the change, and
   pay in the moment the owed changes complete the combination; he throws the same dice, wins when
   the hasty one wins, and has paid no more. So purses stay whole until the payment that wins, and
   all that matters of them is the least payment, if any, that wins from each outcome.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeAlias

from msgspec import Struct

from legendry.dragon.combos import FACES, PATTERNS, holds
from legendry.dragon.outcomes import (
    DICE,
    KEPT,
    OUTCOMES,
    ROLLS,
    SETS,
    fewer,
    magic_shifts,
    more,
    shifts,
)

MOST_THROWS = 100
"""No combat here has more throws; no card has more than six."""

Worth: TypeAlias = int | Fraction | None
"""What a win is worth in potions; None is beyond price."""

Budget: TypeAlias = tuple[int, int | None, int | None]
"""The potions of a hero, the price of a Shift and of a Magic Shift; None where there is none."""


class Prospect(Struct, frozen=True):
    """The chance to win and the potions that are paid for it in the mean, under the best play."""

    p: Fraction
    paid: Fraction


_FAR = 3 * DICE
"""No combination is more Shifts away."""


@lru_cache(maxsize=2)
def _near(magic: bool) -> list[itemgetter[Any]]:
    """Picks what one change makes of each outcome out of a list of outcomes."""
    changes = magic_shifts if magic else shifts
    return [itemgetter(*(place - KEPT for *_, place in changes(dice))) for dice in OUTCOMES]


@lru_cache(maxsize=64)
def _needs(pattern: str, magic: int) -> list[int]:
    """How many Shifts away from winning each outcome is, with so many Magic Shifts besides.

    Changes may be made in any order, so the Magic Shifts may as well come last.
    """
    if magic:
        needs = _needs(pattern, magic - 1)
        return [min(own, *near(needs)) for own, near in zip(needs, _near(True), strict=True)]
    needs = [0 if won else _FAR for won in _winners(pattern)]
    while True:
        nearer = [
            min(own, 1 + min(near(needs))) for own, near in zip(needs, _near(False), strict=True)
        ]
        if nearer == needs:
            return needs
        needs = nearer


def _payments(budgets: tuple[Budget, ...]) -> dict[tuple[int, int], int]:
    """What so many Shifts and so many Magic Shifts cost a team that can pay them.

    Each is paid by one hero from the own purse (DRG-61); they may take turns (DRG-65).
    """
    team = {(0, 0): 0}
    for potions, price, magic_price in budgets:
        joint: dict[tuple[int, int], int] = {}
        for m in range(_times(potions, magic_price, DICE) + 1):
            magic = m * (magic_price or 0)
            for k in range(_times(potions - magic, price, _FAR) + 1):
                own = magic + k * (price or 0)
                for (others_k, others_m), others in team.items():
                    both = min(k + others_k, _FAR), min(m + others_m, DICE)
                    joint[both] = min(joint.get(both, own + others), own + others)
        team = joint
    return team


def _times(potions: int, price: int | None, most: int) -> int:
    """How many times a price can be paid, as far as it can be of use."""
    return 0 if price is None else min(potions // price, most)


@lru_cache(maxsize=4096)
def _costs(pattern: str, budgets: tuple[Budget, ...]) -> tuple[int | None, ...]:
    """The least that the team pays to win from each outcome as it lies; None if it cannot."""
    payments = _payments(budgets)
    if len(payments) == 1:
        return tuple(0 if won else None for won in _winners(pattern))
    most = max(magic for _, magic in payments)
    costs: list[int | None] = []
    for needs in zip(*(_needs(pattern, magic) for magic in range(most + 1)), strict=True):
        paid = [payments[need] for m, k in enumerate(needs) if (need := (k, m)) in payments]
        costs.append(min(paid, default=None))
    return tuple(costs)


def _winners(pattern: str) -> list[bool]:
    """Which outcomes hold the combination (DRG-42)."""
    if pattern not in PATTERNS:
        raise ValueError(f"a combination is one of {', '.join(PATTERNS)}, not {pattern!r}")
    return [holds(pattern, dice) for dice in OUTCOMES]


_MORE = [more(faces) for faces in SETS[:KEPT]]
_SCALE = [len(FACES) ** len(faces) for faces in SETS[:KEPT]]
"""What brings the sums of sets of different sizes to the same denominator."""
_FEWER = [itemgetter(*places, places[0]) for faces in SETS[1:] if (places := fewer(faces))]
"""Picks the sets with one die less out of a list of all; two at least, for one alone is no tuple."""


class CombatValues:
    """The values of one combat, level by level of throws to come.

    A value is win x (ways to win) - coin x (potions paid), in units of 7776^throws. `win` and `coin`
    are so far apart that both counts can be read off one whole number, and that comparing the
    numbers compares first what matters first.
    """

    def __init__(self, costs: tuple[int | None, ...], worth: Worth, most: int) -> None:
        self.worth = worth
        if worth is None:  # the chance, then the fewest potions
            self.base = 1 + max(cost or 0 for cost in costs) * ROLLS**most
            win, coin = self.base, 1
        else:  # worth x chance - paid, then the chance
            self.base = 1 + ROLLS**most
            win, coin = self.base * worth.numerator + 1, self.base * worth.denominator
        self.won = [cost == 0 for cost in costs]
        # by throws left; entries are only ever added, each complete, so that threads may share them
        self.levels = {
            0: [
                win if cost == 0 else 0 if cost is None else max(0, win - coin * cost)
                for cost in costs
            ]
        }
        self.keeps: dict[int, list[int]] = {}

    def level(self, throws: int) -> list[int]:
        """The value of each outcome with so many throws left: kept in part, or settled as it is."""
        if throws not in self.levels:
            kept = self.kept(throws)
            best = kept[:1]  # of each set and all that it contains
            for own, less in zip(kept[1:], _FEWER, strict=False):
                best.append(max(own, *less(best)))
            unit = ROLLS**throws
            self.levels[throws] = [
                now * unit if won else max(now * unit, *less(best))
                for now, won, less in zip(self.levels[0], self.won, _FEWER[KEPT - 1 :], strict=True)
            ]
        return self.levels[throws]

    def kept(self, throws: int) -> list[int]:
        """The value of keeping each set of fewer than five dice, so many throws being left."""
        if throws not in self.keeps:
            sums = [0] * KEPT + self.level(throws - 1)
            for place in range(KEPT - 1, -1, -1):
                a, b, c, d, e, f = _MORE[place]
                sums[place] = sums[a] + sums[b] + sums[c] + sums[d] + sums[e] + sums[f]
            scaled = zip(sums, _SCALE, strict=False)
            self.keeps[throws] = [total * scale for total, scale in scaled]
        return self.keeps[throws]

    def prospect(self, value: int, throws: int) -> Prospect:
        """Read the chance and the payment off a value."""
        if self.worth is None:
            ways = -(-value // self.base)
            paid = Fraction(ways * self.base - value)
        else:
            profit, ways = divmod(value, self.base)
            paid = (ways * self.worth.numerator - profit) / Fraction(self.worth.denominator)
        unit = ROLLS**throws
        return Prospect(Fraction(ways, unit), paid / unit)


def combat_values(
    pattern: str, throws: int, budgets: tuple[Budget, ...], worth: Worth
) -> CombatValues:
    """The values of a combat, remembered; those of the same payments are shared."""
    if not 0 <= throws <= MOST_THROWS:
        raise ValueError(f"the throws left must be 0 to {MOST_THROWS}, not {throws}")
    most = -(-max(throws, 1) // 8) * 8
    return _remembered(_costs(pattern, budgets), worth, most)


@lru_cache(maxsize=256)
def _remembered(costs: tuple[int | None, ...], worth: Worth, most: int) -> CombatValues:
    return CombatValues(costs, worth, most)


def forget() -> None:
    """Empty every cache of this module."""
    for remembered in (_near, _needs, _costs, _remembered):
        remembered.cache_clear()
