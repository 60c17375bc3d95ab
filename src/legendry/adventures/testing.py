"""The quick test: every option, both results of every check and all ends of every fight, once each.

The book is played for real, line by line, by a company that tries everything. Two things are bent.
Dice fall as the test wants them: once all checks pass that can be passed, once all fail that can
fail, and harm is as light as its dice allow (or as heavy, where the book asks who is alive). And
battles are not fought: the test says how they end, and the company goes on unhurt. Old wounds are
healed before every line.

States of the story that differ in nothing a condition of the book asks for are taken for the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from heapq import heappop, heappush
from typing import Any

from msgspec import Struct

from legendry.adventures.book import (
    Alive,
    Book,
    Choice,
    Condition,
    Has,
    Id,
    Item,
    Late,
    Shop,
)
from legendry.adventures.choices import QUESTION, named
from legendry.adventures.companies import as_setup, intended, schooled
from legendry.adventures.goals import Goal, goals, results
from legendry.adventures.model import Model, Node, State
from legendry.adventures.reading import Files
from legendry.adventures.rehearsal import DEADLY, EVEN, MIXED, REHEARSAL, Bent, Luck, Took
from legendry.adventures.story import Story
from legendry.adventures.wording import Wording
from legendry.legends.campaign.company import Company
from legendry.table import Choose, Event, Option, SetupError, Table, Typed

MOST_STATES = 1000
"""So many states are played out in all directions; what is left then is looked for by a plan."""
MOST_PLANNED = 150_000
"""So many states of the model are searched for a plan."""
DAY = 8
"""How many pages a later day is worth when late days are looked for."""
YOU = "You"


class Missed(Struct, frozen=True):
    """Something that the test could not bring about, and why not."""

    goal: Goal
    where: str
    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}: {self.why}"


class Findings(Struct, frozen=True):
    """What a quick test has found."""

    goals: int
    taken: int
    """By the company itself."""
    helped: tuple[Missed, ...]
    """Only by a company that has learned what the book asks for."""
    missed: tuple[Missed, ...]
    states: int
    whole: bool
    """Whether every state was tried."""


# -- the search ------------------------------------------------------------------------------------


def quicktest(
    book: Book, files: Files, company: Company | None = None, most: int = MOST_STATES
) -> Findings:
    """Take everything in a book at least once; what the company cannot do, a schooled one tries."""
    company = company or intended(book)
    wanted = goals(book)
    search = _Search(book, as_setup(files, company), most)
    search.run()
    own = search.taken & {*wanted}
    states, whole, why = search.states, search.whole, search.why
    helped: set[Goal] = set()
    if own != {*wanted} and (better := schooled(book, company)) is not None:
        again = _Search(book, as_setup(files, better), most)
        again.taken |= own
        try:
            again.run()
        except SetupError:
            pass  # nobody may learn that; what the company itself could do stands
        else:
            helped = (again.taken & {*wanted}) - own
            states += again.states
            whole = again.whole
            why = {**why, **{goal: said for goal, said in again.why.items() if said}}
    came = {goal.id for goal in own | helped} | search.came
    tell = partial(_missed, book, came=came, whole=whole)
    return Findings(
        len(wanted),
        len(own),
        tuple(tell(goal, search.why) for goal in wanted if goal in helped),
        tuple(tell(goal, why) for goal in wanted if goal not in own | helped),
        states,
        whole,
    )


class _Search:
    def __init__(self, book: Book, setup: dict[str, Any], most: int) -> None:
        self.book = book
        self.setup = setup
        self.most = most
        self.asked = tuple(
            dict.fromkeys(fact for one in book.instructions.values() for _, fact in one.facts)
        )
        self.gold = prices_asked(book)
        self.days = max((one.day for one in self.asked if isinstance(one, Late)), default=0)
        self.lucks: tuple[Luck, ...] = (*EVEN, *MIXED)
        if any(isinstance(one, Alive) for one in self.asked):
            self.lucks += DEADLY
        self.wanted = {*goals(book)}
        self.taken: set[Goal] = set()
        self.came: set[Id] = set()
        self.why: dict[Goal, str] = {}
        self.states = 0
        self.whole = True
        self._seen: set[Any] = set()
        self._popped: Counter[Id] = Counter()
        self._done: set[Table[Story]] = set()
        self._at: dict[State, Table[Story]] = {}
        """The states of the model that were played, each at the question it leads to."""
        self._known: set[tuple[Id, int | str]] = set()
        self._heap: list[tuple[bool, int, int, Table[Story]]] = []
        self._pushed = 0

    def run(self) -> None:
        """Search from the start, then along plans, until all is taken."""
        begun = Table(REHEARSAL, [YOU], Typed(), edition=self.book.edition, setup=self.setup)
        self.model = Model(self.book, REHEARSAL.setup(begun.header), rich=True)
        for luck in self.lucks:
            table = begun.fork(Bent(luck, begun.state.steps))
            self.noted(table.events)
            self.on(table)
        while self._heap and not self.taken >= self.wanted and self.states < self.most:
            self.explore(heappop(self._heap)[3])
        self.whole = not self._heap
        if self.taken >= self.wanted or self.whole:
            return
        for late in (False, True) if self.days else (False,):
            missing = self.wanted - self.taken
            self.whole, plans = planned(self.model, missing, MOST_PLANNED, late=late)
            for goal, plan in plans.items():
                if goal not in self.taken:
                    self.follow(plan)

    def follow(self, plan: Sequence[State]) -> None:
        """Play along a plan, from the last of its states that was played already."""
        step = max((n for n, one in enumerate(plan) if one in self._at), default=None)
        while step is not None:
            self.explore(self._at[plan[step]])
            ahead = [n for n, one in enumerate(plan) if n > step and one in self._at]
            step = max(ahead, default=None)

    def explore(self, table: Table[Story]) -> None:
        """All answers to one question."""
        if table in self._done:
            return
        self._done.add(table)
        self.states += 1
        story, request = table.state, table.pending
        assert isinstance(request, Choose)
        self._popped[story.where] += 1
        if request.question == QUESTION:
            self.closed(story, request)
        for answer in self.answers(story, request):
            most = 0
            for luck in self.lucks:
                if most == 1 and luck in MIXED:
                    continue  # only one roll: there is nothing to mix
                branch = table.fork(Bent(luck, story.steps))
                mark, rolls = branch.mark, branch.state.rolls
                branch.answer(answer)
                self.on(branch)
                self.noted(branch.since(mark)[1])
                most = max(most, branch.state.rolls - rolls)
                if not most:
                    break  # other dice would change nothing

    def answers(self, story: Story, request: Choose[Any]) -> Iterator[str]:
        if story.battle:
            yield from (option.notation for option in request.options)
        elif story.stall:
            yield "go on"
            yield from self.bought(story, request)
        else:
            pages = {notation for notation, _ in named(story.here)}
            for option in request.options:
                if option.notation in pages or " diplomacy " in option.notation:
                    yield option.notation

    def bought(self, story: Story, request: Choose[Any]) -> Iterator[str]:
        """Those wares that some condition asks for, by the first who can pay for them."""
        for id, ware in self.book.prices[story.stall].wares.items():
            if Has(id) not in self.asked or story.holders(id):
                continue
            for one in story.able:
                if one.character.gold >= ware.price and request.find(f"{one.name} buy"):
                    yield f"{one.name} buy {id}"
                    break

    def on(self, table: Table[Story]) -> None:
        """Answer what does not matter; a question that does is put aside, if it is new."""
        while isinstance(request := table.pending, Choose):
            story = table.state
            page = request.question == QUESTION
            stall = bool(story.stall) and request.find("go on") is not None
            if page or stall or story.battle:
                self.aside(table, page)
                return
            table.answer(sensible(request))

    def aside(self, table: Table[Story], page: bool) -> None:
        """Keep a state for later if it is new: sooner if something is so here for the first time."""
        story = table.state
        held = tuple(story.refusal(fact) is None for fact in self.asked)
        rich = tuple(story.purse >= gold for gold in self.gold)
        day = min(story.day, self.days)
        key = story.where, story.place, page, held, rich, day, story.turned, story.spoken
        self._at.setdefault(self.model.of(story), table)
        if key in self._seen:
            return
        self._seen.add(key)
        news: set[tuple[Id, int | str]] = set()
        news |= {(story.where, number) for number, one in enumerate(held) if one}
        news = (news | {(story.where, -day), (story.where, story.turned)}) - self._known
        self._known |= news
        self._pushed += 1
        entry = (not news, self._popped[story.where], self._pushed, table)
        heappush(self._heap, entry)

    def noted(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, Took):
                self.taken.add(event.goal)
                self.came.add(event.goal.id)

    def closed(self, story: Story, request: Choose[Any]) -> None:
        """Remember why options are not open."""
        self.came.add(story.where)
        bars = {bar.notation: bar.refusal.words for bar in request.barred}
        does = [item.does for item in story.here.items]
        for notation, choice in named(story.here):
            if notation in bars:
                place = does.index(choice)
                for result in results(story.here.items[place]):
                    self.why.setdefault(Goal(story.where, place, result), bars[notation])


def planned(
    model: Model, wanted: set[Goal], most: int, *, late: bool = False
) -> tuple[bool, dict[Goal, list[State]]]:
    """For each goal that the model reaches, the states on the way; and whether all were searched.

    States in which something is so for the first time come first, or with `late`, late days.
    """
    start = model.start
    before: dict[State, State | None] = {start: None}
    deep = {start: 0}
    popped: Counter[Id] = Counter()
    known: set[tuple[Id, object]] = set()
    found: dict[Goal, State] = {}
    heap: list[tuple[int, bool, int, int, State]] = [(0, False, 0, 0, start)]
    while heap and wanted - found.keys() and len(before) < most:
        state = heappop(heap)[4]
        popped[state.id] += 1
        for act in model.acts(state):
            for way in act.ways:
                for goal in way.took:
                    if goal in wanted:
                        found.setdefault(goal, state)
                to: Node = way.to
                if not isinstance(to, State) or to in before:
                    continue
                before[to] = state
                news = {(to.id, fact) for fact in to.held} | {(to.id, to.day)}
                news -= known
                known |= news
                deep[to] = deep[state] + 1
                haste = deep[to] - DAY * to.day if late else 0
                heappush(heap, (haste, not news, popped[to.id], len(before), to))
    plans = {}
    for goal, state in found.items():
        plan: list[State] = []
        at: State | None = state
        while at is not None:
            plan.append(at)
            at = before[at]
        plans[goal] = plan[::-1]
    return not heap, plans


def prices_asked(book: Book) -> tuple[int, ...]:
    """The amounts of gold that something in a book hangs on."""
    asked: set[int] = set()
    for one in book.instructions.values():
        for item in one.items:
            if isinstance(item.does, Choice) and item.does.gold:
                asked.add(item.does.gold)
            elif isinstance(item.does, Shop) and item.does.prices in book.prices:
                asked |= {ware.price for ware in book.prices[item.does.prices].wares.values()}
    return tuple(sorted(asked))


def sensible(request: Choose[Any]) -> Option[Any]:
    """An answer to a question on which nothing hangs: the best chance, no karma, or the first."""
    options = request.options
    no = next((one for one in options if one.value is False), None)
    if no is not None:
        return no
    return max(options, key=_chance)


def _chance(option: Option[Any]) -> float:
    look = option.about
    return max((float(figure) for figure in look.figures.values()), default=0.0) if look else 0.0


def _missed(
    book: Book, goal: Goal, why: Mapping[Goal, str], *, came: set[Id], whole: bool
) -> Missed:
    """A goal that was not taken, in words."""
    one = book.instructions[goal.id]
    item = one.items[goal.place]
    text = Wording(book.edition).item(item)
    what = f"“{text}”" + (f", {goal.result}" if goal.result else "")
    if said := why.get(goal):
        reason = said
    elif goal.id not in came:
        reason = "nobody came here"
    elif goal.result in ("pass", "fail"):
        always = "fails" if goal.result == "pass" else "passes"
        reason = f"this company always {always}"
    else:
        reason = "its condition never held" if condition_of(item) else "it was never reached"
    if not whole:
        reason += " (there are too many states to try them all)"
    return Missed(goal, f"{one.file}:{item.line}", what, reason)


def condition_of(item: Item) -> Condition | None:
    """The condition of a line or of an option."""
    return item.condition or (item.does.condition if isinstance(item.does, Choice) else None)
