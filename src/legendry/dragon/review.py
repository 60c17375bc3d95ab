"""A game looked back on: what each decision cost, and which throws were lucky.

What a decision cost is counted in the chance to win the game, as the coach sees it; the luck of a
throw in the chance to win its combat, which is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec import Struct

from legendry.dragon.advice import Advice, Coach
from legendry.dragon.battle import Keep, Stop, left_lying
from legendry.dragon.current import chance_with, chances, opponent
from legendry.dragon.events import faces
from legendry.dragon.views import DragonView
from legendry.table import Choose, Option, Replay, Roll, Seat

WORTH_TELLING = 0.005
"""A decision that cost less of the chance to win is as good as the best: the coach knows no better."""


class Decided(Struct, frozen=True):
    """A decision beside the best one, with the heroes' chances to win the game."""

    turn: int
    seat: Seat
    question: str
    chosen: str
    best: str
    chance: float
    best_chance: float

    @property
    def cost(self) -> float:
        """What it cost of the chance to win the game: the regret."""
        return max(0.0, self.best_chance - self.chance)

    def __str__(self) -> str:
        return (
            f"turn {self.turn}, {self.seat}: “{self.chosen}” cost {percent(self.cost)} of the game; "
            f"better was “{self.best}” ({percent(self.best_chance)})"
        )


class Thrown(Struct, frozen=True):
    """A throw, with the chances to win the combat before and after it."""

    turn: int
    seat: Seat
    creature: str
    dice: tuple[int, ...]
    before: Fraction
    after: Fraction

    @property
    def luck(self) -> Fraction:
        return self.after - self.before

    def __str__(self) -> str:
        return (
            f"turn {self.turn}, {self.seat} throws {faces(self.dice)} against the {self.creature}: "
            f"the combat goes from {percent(float(self.before))} to {percent(float(self.after))}"
        )


class Review(Struct, frozen=True):
    """All decisions and throws of a game that were not taken back."""

    decisions: tuple[Decided, ...]
    throws: tuple[Thrown, ...]

    @property
    def cost(self) -> float:
        """What all decisions cost together."""
        return sum(one.cost for one in self.decisions)

    def lines(self, most: int = 5) -> Iterator[str]:
        """The review in plain words: the dearest decisions, the luckiest and unluckiest throw."""
        dear = sorted(self.decisions, key=lambda one: -one.cost)
        dear = [one for one in dear if one.cost >= WORTH_TELLING]
        if not self.decisions:
            yield "Nothing was decided yet."
            return
        if dear:
            yield (
                f"{len(dear)} of {len(self.decisions)} decisions cost something, all together "
                f"{percent(self.cost)} of the chance to win. The dearest:"
            )
            yield from (f"  {one}" for one in dear[:most])
        else:
            yield f"All {len(self.decisions)} decisions were as good as the coach's."
        lucky = max(self.throws, key=lambda one: one.luck, default=None)
        unlucky = min(self.throws, key=lambda one: one.luck, default=None)
        if lucky and lucky.luck > 0:
            yield f"The luckiest moment: {lucky}."
        if unlucky and unlucky.luck < 0:
            yield f"The unluckiest: {unlucky}."


def percent(share: float) -> str:
    """A chance as people read it: `12.5 %`."""
    return f"{100 * share:.1f} %"


def judged(request: Choose[Any], view: DragonView, option: Option[Any], coach: Coach) -> Decided:
    """A decision beside the coach's."""
    ranked = coach.ranked(request, view)
    best = preferred(ranked, view)
    mine = next(advice for advice in ranked if advice.option == option)
    return Decided(
        view.turn,
        request.seat,
        request.question,
        option.notation,
        best.option.notation,
        mine.chance,
        best.chance,
    )


def preferred(ranked: list[Advice], view: DragonView) -> Advice:
    """The best advice; of equal ones in a combat the one with the best chance to win the combat.

    Where nothing is better than to stop (a lost turn may bring consolation, DRG-83), it is that.
    """
    best = [advice for advice in ranked if advice.chance > ranked[0].chance - 1e-9]
    if len(best) > 1 and view.phase == "battle":
        for advice in best:
            if isinstance(advice.option.value, Stop):
                return advice
        exact = chances(view)
        return max(best, key=lambda advice: exact.get(advice.option.value, Fraction(0)))
    return best[0]


def reviewed(replay: Replay) -> Review:
    """Replay a record and judge it on the way; `RecordError` where it is wrong."""
    coach = Coach()
    moments: list[tuple[int, Decided | Thrown]] = []
    table = replay.table
    lines = iter([text for _, text in replay.record.lines if not text.startswith("?")])
    request, view = table.pending, table.view(None)
    seen = len(table.events)
    kept: tuple[int, ...] = ()
    for table in replay.steps():
        text = next(lines)
        assert isinstance(view, DragonView)
        after = table.view(None)
        assert isinstance(after, DragonView)
        option = request.find(text) if isinstance(request, Choose) else None
        now = len(table.events)
        if text.startswith("undo ") and option is None:
            moments = [(when, moment) for when, moment in moments if when < now]
        elif isinstance(request, Choose) and option is not None:
            moments.append((seen, judged(request, view, option, coach)))
            kept = option.value.faces if isinstance(option.value, Keep) else ()
        elif isinstance(request, Roll) and request.faces is None and view.combat is not None:
            dice = tuple(int(face) for face in text.rpartition(":")[2].split(" (")[0].split())
            moments.append((seen, thrown(view, kept, dice)))
        request, view, seen = table.pending, after, now
    return Review(
        tuple(moment for _, moment in moments if isinstance(moment, Decided)),
        tuple(moment for _, moment in moments if isinstance(moment, Thrown)),
    )


def thrown(view: DragonView, kept: tuple[int, ...], dice: tuple[int, ...]) -> Thrown:
    """A throw judged by what it did to the chance to win the combat."""
    assert view.combat is not None
    before = chances(view)[Keep(kept)] if view.dice else chance_with(view, (), view.throws_left)
    lying = (*left_lying(view.dice, kept), *dice)
    after = chance_with(view, lying, view.throws_left - 1)
    one = opponent(view)
    name = f"{one.trait} {one.name}"
    return Thrown(view.turn, view.combat.leader, name, dice, before, after)
