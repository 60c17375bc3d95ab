"""The chance of a good ending under best play, in the model of a book (`model`).

Where the states are few enough, every one has its exact value: the best of what may be answered in it,
each weighed by its chances. Circles are solved as equations, so nothing is cut off. Where they are too
many, a plan is learned from plays of the model and then measured on others: best play is at least
about as good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from legendry.adventures.book import Id
from legendry.adventures.model import Act, Model, Node, Over, State, explored

MOST_STATES = 60_000
"""More states are not solved."""
MOST_EXACT = 3000
"""With more states than that, figures are rounded as computers do."""
MOST_SOLVED = 400
"""The largest circle of states that is solved in fractions."""
ROUNDING = 1e-12
LONGEST = 400
"""Answers after which a play of the model is given up."""
CURIOUS = 0.2
"""How often learning tries something else."""
FEW = 8
"""So many plays of a state before its own figures count."""

N = TypeVar("N", Fraction, float)
Policy: TypeAlias = dict[State, int]


class Solved(Struct, frozen=True):
    """The value of a book: exact, or with the rounding of a computer; and how to play for it."""

    value: Fraction | float
    states: int
    plan: dict[State, str]


class Learned(Struct, frozen=True):
    """What a learned plan came to: so many good endings in so many plays of the model."""

    good: int
    plays: int
    plan: dict[State, str]
    usual: dict[Id, str]
    """What to answer where nothing was learned of the very state."""


def solved(model: Model, most: int = MOST_STATES) -> Solved | None:
    """The value of a book under best play; None if it has too many states."""
    states = explored(model, most)
    if states is None:
        return None
    rings = components(states)
    if len(states) <= MOST_EXACT and max(map(len, rings)) <= MOST_SOLVED:
        return _solved(model, states, rings, Fraction, Fraction(0))
    return _solved(model, states, rings, float, ROUNDING)


def _solved(
    model: Model,
    states: Mapping[State, list[Act]],
    rings: Sequence[Sequence[State]],
    number: Callable[[Fraction], N],
    slack: N,
) -> Solved:
    solver = _Solver(states, number, slack)
    for ring in rings:
        solver.settle(ring)
    plan = {
        state: acts[solver.policy.get(state, 0)].answer
        for state, acts in states.items()
        if acts and acts[0].answer
    }
    return Solved(solver.values[model.start], len(states), plan)


class _Row(Struct, Generic[N]):
    """An act within a circle: what it is worth outside, and where it leads inside."""

    outside: N
    inside: dict[State, N]


class _Solver(Generic[N]):
    def __init__(
        self, states: Mapping[State, list[Act]], number: Callable[[Fraction], N], slack: N
    ) -> None:
        self.states = states
        self.number: Callable[[Fraction], N] = number
        self.zero: N = number(Fraction(0))
        self.slack: N = slack
        """What counts as no gain: nothing in fractions, rounding in a computer's figures."""
        self.values: dict[State, N] = {}
        self.policy: Policy = {}

    def settle(self, ring: Sequence[State]) -> None:
        """The values of states that lead to each other; all that they lead to is settled."""
        inside = frozenset(ring)
        rows = {state: [self.row(act, inside) for act in self.states[state]] for state in ring}
        chosen = self.hopeful(rows)
        zero = self.zero
        self.values |= dict.fromkeys(ring, zero)
        while chosen:
            values = equations({state: rows[state][act] for state, act in chosen.items()}, zero)
            self.values |= values
            better: Policy = {}
            for state in chosen:
                worth = [self.worth(row) for row in rows[state]]
                best = max(range(len(worth)), key=worth.__getitem__)
                if worth[best] > values[state] + self.slack:
                    better[state] = best
            if not better:
                break
            chosen |= better
        self.policy |= chosen

    def worth(self, row: _Row[N]) -> N:
        total = row.outside
        for state, chance in row.inside.items():
            total = total + chance * self.values[state]
        return total

    def row(self, act: Act, inside: frozenset[State]) -> _Row[N]:
        row: _Row[N] = _Row(self.zero, {})
        for way in act.ways:
            chance = self.number(way.chance)
            match way.to:
                case Over(good=good):
                    row.outside = row.outside + (chance if good else self.zero)
                case State() as to if to in inside:
                    row.inside[to] = row.inside.get(to, self.zero) + chance
                case State() as to:
                    row.outside = row.outside + chance * self.values[to]
        return row

    def hopeful(self, rows: Mapping[State, Sequence[_Row[N]]]) -> Policy:
        """For every state from which some good can come, an act that leads nearer to it."""
        chosen: Policy = {}
        while True:
            more = {
                state: place
                for state, acts in rows.items()
                if state not in chosen
                for place, row in enumerate(acts)
                if row.outside > 0 or any(to in chosen and row.inside[to] > 0 for to in row.inside)
            }
            if not more:
                return chosen
            chosen |= more


def equations(rows: Mapping[State, _Row[N]], zero: N) -> dict[State, N]:
    """Solve value = outside + sum of chance × value for all states, by elimination.

    A state that is not among them is worth nothing.
    """
    left = {
        state: ({to: part for to, part in row.inside.items() if to in rows}, row.outside)
        for state, row in rows.items()
    }
    order = list(left)
    for state in order:
        own, constant = left[state]
        again = own.pop(state, zero)
        if again:
            own = {to: part / (1 - again) for to, part in own.items()}
            constant = constant / (1 - again)
        left[state] = own, constant
        for other in order:
            theirs, worth = left[other]
            part = theirs.pop(state, None) if other != state else None
            if part is None:
                continue
            for to, chance in own.items():
                theirs[to] = theirs.get(to, zero) + part * chance
            left[other] = theirs, worth + part * constant
    return {state: constant for state, (_, constant) in left.items()}


def components(states: Mapping[State, Sequence[Act]]) -> list[list[State]]:
    """States that lead to each other, together; after all that they lead to (Tarjan)."""
    number: dict[State, int] = {}
    low: dict[State, int] = {}
    stack: list[State] = []
    waiting: set[State] = set()
    found: list[list[State]] = []
    onward = {
        state: [way.to for act in acts for way in act.ways if isinstance(way.to, State)]
        for state, acts in states.items()
    }
    for root in states:
        if root in number:
            continue
        walk = [(root, iter(onward[root]))]
        number[root] = low[root] = len(number)
        stack.append(root)
        waiting.add(root)
        while walk:
            state, rest = walk[-1]
            for to in rest:
                if to not in number:
                    number[to] = low[to] = len(number)
                    stack.append(to)
                    waiting.add(to)
                    walk.append((to, iter(onward[to])))
                    break
                if to in waiting:
                    low[state] = min(low[state], number[to])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[state])
                if low[state] == number[state]:
                    ring = []
                    while True:
                        one = stack.pop()
                        waiting.discard(one)
                        ring.append(one)
                        if one == state:
                            break
                    found.append(ring)
    return found


# -- a plan that is learned ------------------------------------------------------------------------


class _Tally:
    """How often an answer was given, and how often it ended well."""

    def __init__(self) -> None:
        self.given: Counter[tuple[object, str]] = Counter()
        self.good: Counter[tuple[object, str]] = Counter()

    def note(self, key: object, answer: str, *, good: bool) -> None:
        self.given[key, answer] += 1
        self.good[key, answer] += good

    def rate(self, key: object, answer: str, least: int) -> float | None:
        given = self.given[key, answer]
        return self.good[key, answer] / given if given >= least else None


def learned(model: Model, seed: str, lessons: int, plays: int) -> Learned:
    """Learn a plan from plays of the model, then see what it comes to in others."""
    luck = Random(f"odds/{seed}")
    tally = _Tally()
    known: dict[State, list[Act]] = {}
    for number in range(lessons):
        curious = CURIOUS * (1 - number / lessons)
        path, good = _played(model, known, tally, luck, curious)
        for state, answer in dict.fromkeys(path):
            tally.note(state, answer, good=good)
            tally.note(state.id, answer, good=good)
    good_ends = sum(_played(model, known, tally, luck, 0.0)[1] for _ in range(plays))
    asked = {state: acts for state, acts in known.items() if acts and acts[0].answer}
    plan = {
        state: _best(tally, state, acts).answer
        for state, acts in asked.items()
        if any(tally.given[state, act.answer] for act in acts)
    }
    usual: dict[Id, str] = {}
    for state, acts in asked.items():
        if state.id not in usual:
            answers = dict.fromkeys(act.answer for act in acts)
            usual[state.id] = max(answers, key=lambda one: tally.rate(state.id, one, 1) or 0.0)
    return Learned(good_ends, plays, plan, usual)


def _played(
    model: Model, known: dict[State, list[Act]], tally: _Tally, luck: Random, curious: float
) -> tuple[list[tuple[State, str]], bool]:
    """One play of the model: what was answered where, and whether it ended well."""
    node: Node = model.start
    path: list[tuple[State, str]] = []
    for _ in range(LONGEST):
        if isinstance(node, Over):
            return path, node.good
        acts = known.get(node)
        if acts is None:
            acts = known[node] = model.acts(node)
        if not acts:
            break
        act = luck.choice(acts) if luck.random() < curious else _best(tally, node, acts)
        if act.answer:
            path.append((node, act.answer))
        throw = luck.random()
        for way in act.ways:
            throw -= float(way.chance)
            if throw < 0:
                break
        node = way.to
    return path, False


def _best(tally: _Tally, state: State, acts: Sequence[Act]) -> Act:
    """The answer with the best rate, by the state itself or by its page; first those untried."""

    def rate(act: Act) -> float:
        own = tally.rate(state, act.answer, FEW)
        if own is not None:
            return own
        page = tally.rate(state.id, act.answer, 1)
        return 1.0 if page is None else page

    return max(acts, key=rate)
