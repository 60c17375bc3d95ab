"""Combats as the coach of the whole game needs them: in floats, by whatever a win is worth.

`curve` sums a combat up before its first throw: what chance can be had for how many potions. A
`Fight` plays one out: what each set of dice is worth when its end is worth the more, the less was
paid, hero by hero. Both rest on the two facts told in `combat_values`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from operator import add
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from legendry.dragon.combat_values import _FEWER, _MORE, _needs
from legendry.dragon.odds import Purse, prospect
from legendry.dragon.outcomes import DICE, KEPT, PLACE, subsets

Curve: TypeAlias = tuple[tuple[float, float], ...]
"""Chances with the potions paid for them in the mean; the best free chance first."""
Payment: TypeAlias = tuple[int, ...]
"""What each hero of a team pays."""

WORTHS = (0, 4, 6, 9, 14, 25, 60)
"""Prices, in potions, at which a combat is looked at; between them the better neighbour serves."""
FAR = 3 * DICE
"""No combination is more Shifts away."""


def curve(pattern: str, throws: int, purses: Sequence[Purse]) -> Curve:
    """What a combat can be played for, from the free chance to the best chance of all."""
    return _curve(pattern, throws, tuple(sorted(map(_useful, purses))))


def _useful(purse: Purse) -> tuple[int, int, int]:
    """A purse without a name, and without potions that could not be spent."""
    potions, shift, magic = purse.potions, purse.shift or 0, purse.magic or 0
    if potions < min(price for price in (shift or 99, magic or 99)):
        return 0, 0, 0
    if shift and not magic:
        potions -= potions % shift
    return min(potions, 12), shift, magic


@lru_cache(maxsize=2**14)
def _curve(pattern: str, throws: int, budgets: tuple[tuple[int, int, int], ...]) -> Curve:
    purses = [
        Purse("", potions, shift or None, magic or None)
        for potions, shift, magic in budgets
        if potions
    ]
    found: dict[tuple[float, float], None] = {}
    for worth in (*WORTHS, None) if purses else (None,):
        hope = prospect(pattern, throws, purses, worth=worth)
        found[float(hope.p), float(hope.paid)] = None
    return tuple(found)


class Fight(Struct):
    """A combat after its first throw (DRG-39 to DRG-43).

    `ended` tells what it is worth to have won it, or to have lost it, for what each purse paid:
    potions are spent either way (DRG-61).
    """

    pattern: str
    purses: tuple[Purse, ...]
    ended: Callable[[bool, Payment], float]
    levels: list[list[float]] = []
    keeps: list[list[float]] = []

    @property
    def lost(self) -> float:
        """What it is worth to lose without paying any more."""
        return self.ended(False, (0,) * len(self.purses))

    def paid(self, hero: str, price: int) -> Fight:
        """The same combat after that hero has paid."""
        spent = tuple(price if purse.hero == hero else 0 for purse in self.purses)
        purses = tuple(
            replace(purse, potions=purse.potions - cost)
            for purse, cost in zip(self.purses, spent, strict=True)
        )

        def ended(won: bool, payment: Payment) -> float:
            return self.ended(won, tuple(map(add, spent, payment)))

        return Fight(self.pattern, purses, ended)

    def settled(self) -> list[float]:
        """What each outcome is worth as it lies: paid for if that is worth it."""
        if not self.levels:
            prices = self._best_payments()
            most = max(magic for _, magic in prices)
            values = [self.lost] * (len(PLACE) - KEPT)
            for magic in range(most + 1):
                for outcome, shifts in enumerate(_needs(self.pattern, magic)):
                    value = prices.get((shifts, magic))
                    if value is not None and (value > values[outcome] or not shifts + magic):
                        values[outcome] = value
            self.levels = [values]
        return self.levels[0]

    def _best_payments(self) -> dict[tuple[int, int], float]:
        """What a win is worth after so many Shifts and Magic Shifts, paid by whom it hurts least."""
        best: dict[tuple[int, int], float] = {}
        for deeds in product(*map(affordable, self.purses)):
            pair = (
                min(sum(shifts for shifts, _, _ in deeds), FAR),
                sum(magic for _, magic, _ in deeds),
            )
            value = self.ended(True, tuple(paid for _, _, paid in deeds))
            best[pair] = max(value, best.get(pair, value))
        return best

    def level(self, throws: int) -> list[float]:
        """What each outcome is worth with so many throws left."""
        settled = self.settled()
        free = _needs(self.pattern, 0)
        while len(self.levels) <= throws:
            kept = self.kept(len(self.levels))
            best = kept[:1]
            for own, less in zip(kept[1:], _FEWER, strict=False):
                best.append(max(own, *less(best)))
            self.levels.append(
                [
                    max(now, *less(best)) if need else now
                    for now, need, less in zip(settled, free, _FEWER[KEPT - 1 :], strict=True)
                ]
            )
        return self.levels[throws]

    def kept(self, throws: int) -> list[float]:
        """What it is worth to keep each set of fewer than five dice and to throw the others."""
        if not self.keeps:
            self.keeps = [[]]
        while len(self.keeps) <= throws:
            sums = [0.0] * KEPT + self.level(len(self.keeps) - 1)
            for place in range(KEPT - 1, -1, -1):
                a, b, c, d, e, f = _MORE[place]
                sums[place] = (sums[a] + sums[b] + sums[c] + sums[d] + sums[e] + sums[f]) / 6
            self.keeps.append(sums[:KEPT])
        return self.keeps[throws]

    def value(self, dice: Sequence[int], throws: int) -> float:
        """What these dice are worth with so many throws left."""
        return self.level(throws)[PLACE[tuple(sorted(dice))] - KEPT]

    def opening(self, throws: int) -> float:
        """What the combat is worth before the first of so many throws."""
        return self.kept(throws)[0]

    def best_keep(self, dice: Sequence[int], throws: int) -> tuple[tuple[int, ...], float]:
        """The faces to leave lying, and what that is worth."""
        values = self.kept(throws)
        found = max(
            subsets(tuple(sorted(dice))), key=lambda faces: (values[PLACE[faces]], len(faces))
        )
        return found, values[PLACE[found]]


def affordable(purse: Purse) -> list[tuple[int, int, int]]:
    """The Shifts and Magic Shifts that a purse can pay, and their price together."""
    found = []
    for magic in range(min(DICE, purse.potions // purse.magic) + 1 if purse.magic else 1):
        rest = purse.potions - magic * (purse.magic or 0)
        for shifts in range(min(FAR, rest // purse.shift) + 1 if purse.shift else 1):
            found.append((shifts, magic, purse.potions - rest + shifts * (purse.shift or 0)))
    return found
