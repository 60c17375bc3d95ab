"""A book as a chain of decisions and chances, small enough to be searched through.

A state is the instruction, the line of its list, and all that a condition of the book asks for: which
plotwords are noted, which things are carried, where the company was, its gold and the day. Left out is
what happens to the people themselves: the company is as it was at the start, unhurt and complete, at
every step. Its chances in checks are exact; those of battles must be told.

Not modelled either: karma, Diplomacy, spells that look ahead, bargains, what is sold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from legendry.adventures.book import (
    Alive,
    Attempt,
    Award,
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
    Late,
    Link,
    Not,
    Note,
    Rich,
    Shop,
    Skilled,
    Thing,
    Versed,
    Visited,
    Wait,
)
from legendry.adventures.choices import named
from legendry.adventures.goals import Goal, trial_for
from legendry.adventures.story import Story
from legendry.legends.campaign.rest import WEEK

Fact: TypeAlias = Knows | Has | Visited
MOST_GOLD = 500


class State(NamedTuple):
    """Where the company is, and what is so; `place` counts the lines that are carried out."""

    id: Id
    place: int
    held: frozenset[Fact]
    gold: int
    day: int


class Over(NamedTuple):
    """The end of the story."""

    good: bool


Node: TypeAlias = State | Over


class Way(Struct, frozen=True):
    """One thing that may come of an answer: its chance, where it leads, what is done on the way."""

    chance: Fraction
    to: Node
    took: tuple[Goal, ...] = ()


class Act(Struct, frozen=True):
    """An answer, and all that may come of it; where nobody is asked, the answer is empty."""

    answer: str
    ways: tuple[Way, ...]


class Ends(Struct, frozen=True):
    """The chances of a battle: won, fled, lost with somebody left, or with nobody."""

    won: Fraction
    fled: Fraction
    lost: Fraction
    gone: Fraction


ANY = Ends(Fraction(1, 4), Fraction(1, 4), Fraction(1, 4), Fraction(1, 4))
"""Where only what is possible counts."""


class Asked(Struct, frozen=True):
    """What may still be asked for from an instruction on."""

    facts: frozenset[Condition]
    gold: int
    day: int


def matters(book: Book) -> dict[Id, Asked]:
    """What the rest of the story asks for, at each instruction."""
    own: dict[Id, Asked] = {}
    for id, one in book.instructions.items():
        facts = [fact for _, fact in one.facts]
        gold = max((fact.gold for fact in facts if isinstance(fact, Rich)), default=0)
        for item in one.items:
            match item.does:
                case Choice(gold=cost):
                    gold += cost
                case Award(what="gold", by=by) if by < 0:
                    gold -= by
                case Shop(prices=name) if name in book.prices:
                    gold += sum(ware.price for ware in book.prices[name].wares.values())
        day = max((fact.day for fact in facts if isinstance(fact, Late)), default=0)
        own[id] = Asked(frozenset(facts), gold, day)
    after: dict[Id, Asked] = {}
    for id in book.instructions:
        seen = {id}
        waiting = [id]
        while waiting:
            for _, link in book.instructions[waiting.pop()].links:
                if link.target not in seen:
                    seen.add(link.target)
                    waiting.append(link.target)
        after[id] = Asked(
            frozenset[Condition]().union(*(own[one].facts for one in seen)),
            sum(own[one].gold for one in seen),
            max(own[one].day for one in seen),
        )
    return after


class Model:
    """The states of a book for a company, and what may be done in each."""

    def __init__(
        self,
        book: Book,
        story: Story,
        battles: Mapping[tuple[Id, int], Ends] | None = None,
        *,
        rich: bool = False,
    ) -> None:
        """With a `rich` company everything can be paid."""
        self.book = book
        self.story = story
        """The company as it sets out, before the first line is carried out."""
        self.battles = battles or {}
        asked = [fact for one in book.instructions.values() for _, fact in one.facts]
        self.tracked = frozenset(fact for fact in asked if isinstance(fact, Fact))
        self.days = max((fact.day for fact in asked if isinstance(fact, Late)), default=0)
        self.gold = 0 if rich else self._gold(asked)
        self.matters = matters(book)
        self.lines = {
            id: [
                (place, item)
                for place, item in enumerate(one.items)
                if not isinstance(item.does, Choice)
            ]
            for id, one in book.instructions.items()
        }
        self.options = {
            id: [
                (notation, choice, [item.does for item in one.items].index(choice))
                for notation, choice in named(one)
            ]
            for id, one in book.instructions.items()
        }
        self._chances: dict[Attempt, Fraction] = {}

    def _gold(self, asked: Sequence[Condition]) -> int:
        """More gold than that never matters; 0 if the company can pay for all from the start."""
        most = max((fact.gold for fact in asked if isinstance(fact, Rich)), default=0)
        losses = 0
        for one in self.book.instructions.values():
            for item in one.items:
                match item.does:
                    case Choice(gold=gold):
                        most += gold
                    case Shop(prices=name) if name in self.book.prices:
                        wares = self.book.prices[name].wares
                        most += sum(w.price for id, w in wares.items() if Has(id) in self.tracked)
                    case Award(what="gold", by=by) if by < 0:
                        losses -= by
        return min(most + losses, MOST_GOLD) if most and self.story.purse < most + losses else 0

    @property
    def start(self) -> State:
        held = frozenset(fact for fact in self.tracked if self.story.refusal(fact) is None)
        gold, day = min(self.story.purse, self.gold), min(1, self.days)
        return self._next(self._trimmed(State(self.book.start, -1, held, gold, day)))

    def of(self, story: Story) -> State:
        """The state of a story that asks what the company does, at a stall, or in a battle."""
        held = frozenset(fact for fact in self.tracked if story.refusal(fact) is None)
        place = story.place - 1 if story.battle or story.stall else story.place
        gold, day = min(story.purse, self.gold), min(story.day, self.days)
        return self._trimmed(State(story.where, place, held, gold, day))

    def _trimmed(self, state: State) -> State:
        """A state without what no instruction asks for that can still be reached."""
        asked = self.matters[state.id]
        return State(
            state.id,
            state.place,
            state.held & asked.facts,
            min(state.gold, asked.gold),
            min(state.day, asked.day),
        )

    # -- what may be done ------------------------------------------------------------------------

    def acts(self, state: State) -> list[Act]:
        """All that may be answered in a state; one empty answer where chance decides."""
        lines = self.lines[state.id]
        took: list[Goal] = []
        while state.place < len(lines):
            place, item = lines[state.place]
            goal = Goal(state.id, place)
            match item.does:
                case Check() | Battle() | Shop():
                    if took:
                        return [self._on(state, took)]
                    return self._asks(state, item, goal)
                case End(how=how):
                    return [Act("", (Way(Fraction(1), Over(how == "good"), (*took, goal)),))]
                case GoTo(link=link):
                    return [self._on(self._to(state, link), [*took, goal])]
            took.append(goal)
            state = self._next(self._trimmed(self._after(state, item)))
        if took:
            return [self._on(state, took)]
        return [
            self._option(state, *one) for one in self.options[state.id] if self._open(state, one[1])
        ]

    def _on(self, state: State, took: Sequence[Goal]) -> Act:
        return Act("", (Way(Fraction(1), state, tuple(took)),))

    def _asks(self, state: State, item: Item, goal: Goal) -> list[Act]:
        """A check, a battle or a stall."""
        onward = self._next(state)
        match item.does:
            case Check(attempt=attempt, passed=passed, failed=failed):
                chance = self.chance(attempt)
                ends = (("pass", passed, chance), ("fail", failed, 1 - chance))
                return [
                    Act(
                        "",
                        tuple(
                            Way(
                                part, self._to(state, link) if link else onward, (_with(goal, how),)
                            )
                            for how, link, part in ends
                            if part
                        ),
                    )
                ]
            case Battle() as battle:
                return [Act("", tuple(self._fought(state, battle, goal)))]
            case Shop(prices=name):
                wares = self.book.prices[name].wares if name in self.book.prices else {}
                acts = [Act("go on", (Way(Fraction(1), onward, (goal,)),))]
                for id, ware in wares.items():
                    fact = Has(id)
                    payable = not self.gold or ware.price <= state.gold
                    if fact in self.tracked and fact not in state.held and payable:
                        after = self._with(state, fact, there=True)
                        after = after._replace(gold=max(0, state.gold - ware.price))
                        acts.append(Act(f"buy {id}", (Way(Fraction(1), after),)))
                return acts
        raise AssertionError(item)

    def _fought(self, state: State, battle: Battle, goal: Goal) -> Iterator[Way]:
        ends = self.battles.get((goal.id, goal.place), ANY)
        beaten: Node = self._to(state, battle.defeat) if battle.defeat else Over(good=False)
        yield Way(ends.won, self._to(state, battle.victory), (_with(goal, "victory"),))
        if battle.flight:
            yield Way(ends.fled, self._to(state, battle.flight), (_with(goal, "flight"),))
        else:
            yield Way(ends.fled, beaten, (_with(goal, "defeat"),))
        yield Way(ends.lost, beaten, (_with(goal, "defeat"),))
        yield Way(ends.gone, Over(good=False), (_with(goal, "defeat"),))

    def _option(self, state: State, notation: str, choice: Choice, place: int) -> Act:
        goal = Goal(state.id, place)
        paid = state._replace(gold=max(0, state.gold - choice.gold))
        if choice.item:
            paid = self._with(paid, Has(choice.item), there=False)
        if choice.attempt is None or choice.otherwise is None:
            return Act(notation, (Way(Fraction(1), self._to(paid, choice.link), (goal,)),))
        chance = self.chance(choice.attempt)
        ends = (("pass", choice.link, chance), ("fail", choice.otherwise, 1 - chance))
        ways = (
            Way(part, self._to(paid, to), (_with(goal, how),)) for how, to, part in ends if part
        )
        return Act(notation, tuple(ways))

    def _open(self, state: State, choice: Choice) -> bool:
        if not self.holds(choice.condition, state):
            return False
        if choice.gold and self.gold and state.gold < choice.gold:
            return False
        return not choice.item or Has(choice.item) in state.held

    # -- what changes ----------------------------------------------------------------------------

    def _after(self, state: State, item: Item) -> State:
        """What is so after a line that asks nothing."""
        match item.does:
            case Note(word=word, forget=forget):
                return self._with(state, Knows(word), there=not forget)
            case Thing(id=thing, by=by):
                return self._with(state, Has(thing), there=by > 0)
            case Award(what="gold", by=by):
                return state._replace(gold=max(0, min(self.gold, state.gold + by)))
            case Wait(count=count, unit=unit):
                days = count * WEEK if unit == "week" else count
                return state._replace(day=min(self.days, state.day + days))
        return state

    def _to(self, state: State, link: Link) -> State:
        here = self._with(state, Visited(state.id), there=True)
        return self._next(self._trimmed(here._replace(id=link.target, place=-1)))

    def _next(self, state: State) -> State:
        """At the next line whose condition holds, or at the options."""
        lines = self.lines[state.id]
        place = state.place + 1
        while place < len(lines) and not self.holds(lines[place][1].condition, state):
            place += 1
        return state._replace(place=place)

    def _with(self, state: State, fact: Fact, *, there: bool) -> State:
        if fact not in self.tracked or (fact in state.held) == there:
            return state
        return state._replace(held=state.held | {fact} if there else state.held - {fact})

    # -- what is so ------------------------------------------------------------------------------

    def holds(self, condition: Condition | None, state: State) -> bool:
        """Whether a condition holds in a state."""
        match condition:
            case None:
                return True
            case Knows() | Has() | Visited():
                return condition in state.held
            case Skilled() | Versed() | Alive():
                return self.story.refusal(condition) is None
            case Rich(gold=gold):
                return not self.gold or state.gold >= gold
            case Late(day=day):
                return state.day >= day
            case Not(of=inner):
                return not self.holds(inner, state)
            case Every(of=parts):
                return all(self.holds(one, state) for one in parts)
            case Either(of=parts):
                return any(self.holds(one, state) for one in parts)

    def chance(self, attempt: Attempt) -> Fraction:
        """The exact chance of the company, fresh and without karma: its best one, or whom it says."""
        if attempt not in self._chances:
            self._chances[attempt] = self._worked_out(attempt)
        return self._chances[attempt]

    def _worked_out(self, attempt: Attempt) -> Fraction:
        story, trial = self.story, trial_for(attempt)
        asked = story.able[:1] if attempt.who == "leader" else story.able
        may = [one for one in asked if trial.refusal(story, one) is None]
        if attempt.who == "each":
            if len(may) < len(asked):
                return Fraction(0)
            whole = Fraction(1)
            for one in may:
                whole *= trial.chance(story, one)
            return whole
        return max(map(partial(trial.chance, story), may), default=Fraction(0))


def _with(goal: Goal, result: str) -> Goal:
    return Goal(goal.id, goal.place, result)  # type: ignore[arg-type]  # one of the results


# -- the whole of it -------------------------------------------------------------------------------


def explored(model: Model, most: int) -> dict[State, list[Act]] | None:
    """Every state that can be reached, with its acts; None if there are more than so many."""
    found: dict[State, list[Act]] = {}
    waiting = [model.start]
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        if len(found) == most:
            return None
        acts = found[state] = model.acts(state)
        waiting += [way.to for act in acts for way in act.ways if isinstance(way.to, State)]
    return found
