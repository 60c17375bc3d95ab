"""The exact coach of a combat: chances, decisions, and what potions buy (DRG-38 to DRG-43).

Chances are counted, not sampled (`combat_values` says how), and come out as a `Fraction`. `throws`
are those still to come. What a leader wants of a combat is one number, the `worth` of the win in
potions: the best play makes worth x chance - potions paid the most. Without a worth the win is
beyond price: the best chance first, then the fewest potions.

>>> combat_value("five_of_a_kind", 1)
Fraction(1, 1296)
>>> bard = Purse("bard", 3, shift=3)
>>> prospect("three_of_a_kind", 2, [bard])
Prospect(p=Fraction(3823, 3888), paid=Fraction(2005, 1296))
>>> for decision in decisions("four_of_a_kind", 1, (5, 5, 6, 5, 2), [bard])[:2]:
...     print(decision, decision.p, decision.paid)
keep 5 5 5 6 1 5/2
bard shifts 6 to 5 1 3
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from legendry.dragon import combat_values as tables
from legendry.dragon.cards import Cards
from legendry.dragon.combat_values import MOST_THROWS, Budget, Prospect, Worth, combat_values
from legendry.dragon.combos import holds
from legendry.dragon.outcomes import (
    KEPT,
    PLACE,
    SETS,
    magic_shifts,
    place_of,
    shifts,
    subsets,
)

__all__ = [
    "MOST_THROWS",
    "Decision",
    "Prospect",
    "Purse",
    "Worth",
    "combat_value",
    "decisions",
    "forget",
    "prospect",
    "purses_of",
    "trade_off",
]

Kind: TypeAlias = Literal["keep", "shift", "magic", "stop"]
Changes: TypeAlias = Callable[[tuple[int, ...]], Iterable[tuple[int, int, int]]]


class Purse(Struct, frozen=True):
    """The potions of one hero in the team, and what that hero pays for changes of dice.

    A price of None says that the hero cannot do it. Where a limit forbids abilities (DRG-48) no
    purse is given at all.
    """

    hero: str
    potions: int
    shift: int | None
    magic: int | None = None

    def __post_init__(self) -> None:
        if self.potions < 0:
            raise ValueError(f"a purse cannot hold {self.potions} potions")
        if any(price is not None and price < 1 for price in (self.shift, self.magic)):
            raise ValueError("an ability costs at least 1 potion")


class Decision(Struct, frozen=True):
    """One thing the leader may do now, with its prospect when all that follows is played best.

    - `keep`: leave these faces lying and throw the others (DRG-39).
    - `shift`, `magic`: this hero pays to turn one die from `old` to `new` (DRG-64, DRG-68).
    - `stop`: lose (DRG-43).
    """

    kind: Kind
    keep: tuple[int, ...]
    hero: str | None
    old: int | None
    new: int | None
    p: Fraction
    paid: Fraction

    def __str__(self) -> str:
        if self.kind == "keep":
            return f"keep {' '.join(map(str, self.keep)) or 'nothing'}"
        if self.kind == "stop":
            return "stop"
        verb = "shifts" if self.kind == "shift" else "sets"
        return f"{self.hero} {verb} {self.old} to {self.new}"


def purses_of(cards: Cards, potions: Mapping[str, int], duo: str = "") -> tuple[Purse, ...]:
    """The purses of a team by the heroes' ids, at the prices of a deck and of a duo card (DRG-57)."""
    costs = cards.costs
    shift = (cards.duos[duo].shift_cost if duo else 0) or costs.shift
    return tuple(
        Purse(
            hero,
            held,
            shift if "shift" in cards.heroes[hero].abilities else None,
            costs.magic_shift if "magic_shift" in cards.heroes[hero].abilities else None,
        )
        for hero, held in potions.items()
    )


def combat_value(
    pattern: str,
    throws: int,
    purses: Iterable[Purse] = (),
    dice: Sequence[int] | None = None,
) -> Fraction:
    """The best chance to win: `throws` are those to come, the first one included without dice."""
    return prospect(pattern, throws, purses, dice).p


def prospect(
    pattern: str,
    throws: int,
    purses: Iterable[Purse] = (),
    dice: Sequence[int] | None = None,
    worth: Worth = None,
) -> Prospect:
    """The chance and the mean payment of a combat before the first throw, or from dice thrown."""
    if dice is None:
        return _opening(pattern, throws, _budgets(purses), worth)
    combat = combat_values(pattern, throws, _budgets(purses), worth)
    return combat.prospect(combat.level(throws)[place_of(dice) - KEPT], throws)


def trade_off(pattern: str, throws: int, purses: Iterable[Purse] = ()) -> tuple[Prospect, ...]:
    """All that a combat can be played for, from the best free chance to the best chance of all.

    Whatever a win is worth, the best play has one of these prospects. Chance and payment both rise,
    and each step pays more potions for the chance that it adds.
    """
    return _trade_off(pattern, throws, _budgets(purses))


def decisions(
    pattern: str,
    throws: int,
    dice: Sequence[int],
    purses: Iterable[Purse] = (),
    worth: Worth = None,
) -> list[Decision]:
    """Everything that may be done with these dice and so many throws left, the best first.

    Dice that hold the combination have won (DRG-42): there is nothing to decide. Of equally good
    decisions a change on the way to a sure win comes first, then keeping more dice; any other change,
    which is made ahead of need, comes last.
    """
    team = tuple(purses)
    dice = SETS[place_of(dice)]
    if holds(pattern, dice):
        return []
    listed = [Decision("stop", dice, None, None, None, Fraction(0), Fraction(0))]
    if throws:
        combat = combat_values(pattern, throws, _budgets(team), worth)
        values = combat.kept(throws)
        for kept in subsets(dice):
            hope = combat.prospect(values[PLACE[kept]], throws)
            listed.append(Decision("keep", kept, None, None, None, hope.p, hope.paid))
    for seat, purse in enumerate(team):
        abilities: list[tuple[Kind, int | None, Changes]] = [
            ("shift", purse.shift, shifts),
            ("magic", purse.magic, magic_shifts),
        ]
        for kind, price, changes in abilities:
            if price is None or price > purse.potions:
                continue
            rest = (*team[:seat], replace(purse, potions=purse.potions - price), *team[seat + 1 :])
            combat = combat_values(pattern, throws, _budgets(rest), worth)
            values = combat.level(throws)
            for old, new, place in changes(dice):
                hope = combat.prospect(values[place - KEPT], throws)
                paid = hope.paid + price
                listed.append(Decision(kind, dice, purse.hero, old, new, hope.p, paid))

    def rank(decision: Decision) -> tuple[Fraction, Fraction, int, int]:
        p, paid = decision.p, decision.paid
        order = {"stop": 1, "keep": 2}.get(decision.kind, 0 if p == 1 else 3)
        if worth is None:
            return -p, paid, order, -len(decision.keep)
        return paid - worth * p, -p, order, -len(decision.keep)

    return sorted(listed, key=rank)


def _budgets(purses: Iterable[Purse]) -> tuple[Budget, ...]:
    """The purses as far as chances depend on them: nameless, in order, only those with potions."""
    useful = [(p.potions, p.shift, p.magic) for p in purses if p.potions]
    return tuple(sorted(useful, key=lambda budget: [price or 0 for price in budget]))


@lru_cache(maxsize=2**14)
def _opening(pattern: str, throws: int, budgets: tuple[Budget, ...], worth: Worth) -> Prospect:
    """The prospect before the first throw."""
    if throws < 1:
        raise ValueError("a combat begins with a throw of all five dice")
    combat = combat_values(pattern, throws, budgets, worth)
    return combat.prospect(combat.kept(throws)[0], throws)


@lru_cache(maxsize=256)
def _trade_off(pattern: str, throws: int, budgets: tuple[Budget, ...]) -> tuple[Prospect, ...]:
    """The corners of the trade-off, found by looking between each two where they are worth alike."""

    def between(less: Prospect, more: Prospect) -> Iterator[Prospect]:
        if less.p == more.p:
            return
        worth = (more.paid - less.paid) / (more.p - less.p)
        found = _opening(pattern, throws, budgets, worth)
        if worth * found.p - found.paid > worth * less.p - less.paid:
            yield from between(less, found)
            yield found
            yield from between(found, more)

    free = _opening(pattern, throws, budgets, 0)
    best = _opening(pattern, throws, budgets, None)
    return free, *between(free, best), *([best] if best != free else [])


def forget() -> None:
    """Empty every cache, as after a start."""
    tables.forget()
    for remembered in (_opening, _trade_off):
        remembered.cache_clear()
