"""Where a company can get to, with its plotwords and the things it carries taken into account.

Every state of the story is tried: the instruction, and those plotwords, things and visits that some
condition of the book asks for. Checks both pass and fail, fights end in all their ways; what a
company brings along, such as skills and gold, may be there or not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

from msgspec import Struct

from legendry.adventures.book import (
    Battle,
    Book,
    Check,
    Choice,
    Condition,
    Either,
    End,
    Every,
    GoTo,
    Has,
    Id,
    Item,
    Knows,
    Not,
    Note,
    Shop,
    Thing,
    Visited,
)

MOST_STATES = 200_000

Fact: TypeAlias = Knows | Has | Visited
Facts: TypeAlias = frozenset[Fact]


class Reach(Struct, frozen=True):
    """What of a book can be reached."""

    instructions: frozenset[Id]
    items: frozenset[tuple[Id, int]]
    """Lines of lists that can be carried out or chosen, by instruction and place in its list."""
    endings: frozenset[Id]
    exact: bool
    """Whether that is certain; if not, more may seem to be in reach than is."""


def reach(book: Book, most: int = MOST_STATES) -> Reach:
    """Explore a book from its start."""
    asked = (fact for one in book.instructions.values() for _, fact in one.facts)
    explorer = _Explorer(book, frozenset(fact for fact in asked if isinstance(fact, Fact)))
    if explorer.explore(most):
        return explorer.found(exact=True)
    explorer = _Explorer(book, frozenset())
    explorer.explore(most)
    return explorer.found(exact=False)


class _Explorer:
    def __init__(self, book: Book, tracked: Facts) -> None:
        self.book = book
        self.tracked = tracked
        self.live = lives(book, tracked)
        self.ids: set[Id] = set()
        self.items: set[tuple[Id, int]] = set()
        self.endings: set[Id] = set()

    def found(self, *, exact: bool) -> Reach:
        return Reach(frozenset(self.ids), frozenset(self.items), frozenset(self.endings), exact)

    def explore(self, most: int) -> bool:
        """Try states until all is reached or all are tried; whether `most` of them were enough.

        Those of the instructions that were tried least come first: what is there is soon found.
        """
        if self.book.start not in self.book.instructions:
            return True
        lines = sum(len(one.items) for one in self.book.instructions.values())
        seen: dict[Id, set[Facts]] = {id: set() for id in self.book.instructions}
        number = count()
        waiting: list[tuple[int, int, Id, Facts]] = [
            (0, next(number), self.book.start, frozenset())
        ]
        while waiting and (len(self.items) < lines or len(self.ids) < len(seen)):
            _, _, id, held = heappop(waiting)
            held &= self.live[id]
            if held in seen[id]:
                continue
            if not most:
                return False
            most -= 1
            seen[id].add(held)
            for target, after in self.onwards(id, held):
                if target in seen:
                    heappush(waiting, (len(seen[target]), -next(number), target, after))
        return True

    def onwards(self, id: Id, held: Facts) -> Iterator[tuple[Id, Facts]]:
        """All states that can come after one."""
        instruction = self.book.instructions[id]
        self.ids.add(id)
        ways = [held]
        for place, item in enumerate(instruction.items):
            if isinstance(item.does, Choice):
                continue
            after: list[Facts] = []
            for one in ways:
                verdict = holds(item.condition, one, self.tracked)
                if verdict is not False:
                    self.items.add((id, place))
                    yield from self.led(id, item, one)
                    after += self.afterwards(item, one)
                if verdict is not True:
                    after.append(one)
            ways = list(dict.fromkeys(after))
        for place, item in enumerate(instruction.items):
            if isinstance(item.does, Choice):
                for one in ways:
                    yield from self.chosen(id, place, item.does, one)

    def led(self, id: Id, item: Item, held: Facts) -> Iterator[tuple[Id, Facts]]:
        """Where a rule may send the company at once."""
        here = self.left(id, held)
        match item.does:
            case GoTo(link=link):
                yield link.target, here
            case Check(passed=passed, failed=failed):
                yield from ((link.target, here) for link in (passed, failed) if link)
            case Battle() as battle:
                ends = battle.victory, battle.defeat, battle.flight
                yield from ((link.target, here) for link in ends if link)
                if battle.defeat is None:
                    self.endings.add(id)
            case End():
                self.endings.add(id)

    def afterwards(self, item: Item, held: Facts) -> list[Facts]:
        """What is known after a rule, if the instruction goes on; nothing if it does not."""
        match item.does:
            case GoTo() | Battle() | End():
                return []
            case Check(passed=passed, failed=failed) if passed and failed:
                return []
            case Note(word=word, forget=forget):
                return [self.with_fact(held, Knows(word), there=not forget)]
            case Thing(id=thing, by=by):
                return [self.with_fact(held, Has(thing), there=by > 0)]
            case Shop(prices=name):
                wares = self.book.prices[name].wares if name in self.book.prices else {}
                bought = [Has(ware) for ware in wares if Has(ware) in self.tracked - held]
                return [held, *(held | {one} for one in bought), held | frozenset(bought)]
        return [held]

    def chosen(self, id: Id, place: int, choice: Choice, held: Facts) -> Iterator[tuple[Id, Facts]]:
        """Where an option leads, if it can be open."""
        if holds(choice.condition, held, self.tracked) is False:
            return
        price = Has(choice.item)
        if choice.item and price in self.tracked and price not in held:
            return
        self.items.add((id, place))
        here = self.left(id, held)
        paid = self.with_fact(here, price, there=False) if choice.item else here
        yield choice.link.target, paid
        if choice.otherwise:
            yield choice.otherwise.target, paid

    def left(self, id: Id, held: Facts) -> Facts:
        return self.with_fact(held, Visited(id), there=True)

    def with_fact(self, held: Facts, fact: Fact, *, there: bool) -> Facts:
        if fact not in self.tracked:
            return held
        return held | {fact} if there else held - {fact}


def lives(book: Book, tracked: Facts) -> dict[Id, Facts]:
    """Of each instruction, the facts that are still asked for there or anywhere after it.

    What nobody will ask for again makes no difference, and need not be told apart.
    """
    live = {
        id: tracked & {fact for _, fact in one.facts if isinstance(fact, Fact)}
        for id, one in book.instructions.items()
    }
    changing = True
    while changing:
        changing = False
        for id, one in book.instructions.items():
            after = live[id].union(*(live.get(link.target, live[id]) for _, link in one.links))
            if after != live[id]:
                live[id] = after
                changing = True
    return live


def holds(condition: Condition | None, held: Facts, tracked: Facts) -> bool | None:
    """Whether a condition holds; None where that depends on the company, or is not known."""
    match condition:
        case None:
            return True
        case Not(of=inner):
            verdict = holds(inner, held, tracked)
            return None if verdict is None else not verdict
        case Every(of=parts):
            return _together((holds(one, held, tracked) for one in parts), all)
        case Either(of=parts):
            return _together((holds(one, held, tracked) for one in parts), any)
        case Knows() | Has() | Visited() if condition in tracked:
            return condition in held
    return None


def _together(verdicts: Iterator[bool | None], join: Callable[[list[bool]], bool]) -> bool | None:
    """`all` or `any` of verdicts some of which are open."""
    known = list(verdicts)
    worst, best = ([one if one is not None else guess for one in known] for guess in (False, True))
    return join(worst) if join(worst) == join(best) else None
