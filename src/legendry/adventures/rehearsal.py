"""A rehearsal: the game of a book as the quick test plays it.

It tells which line or option was taken and how it went. Dice fall as they are bent to; battles are not
fought but end as somebody says; wounds are healed before every line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import Struct

from legendry.adventures import battles
from legendry.adventures.book import Battle, Check, Choice
from legendry.adventures.choices import named
from legendry.adventures.game import Adventure
from legendry.adventures.goals import Goal, Result, trial_for
from legendry.adventures.story import Story
from legendry.legends.campaign.changes import Gained, What
from legendry.legends.events import Checked, Conceded, Contested
from legendry.table import Choose, Event, Flow, Option, Roll
from legendry.table import State as Moment
from legendry.table.header import DiceHeader

ENDS = ("victory", "defeat", "flight")
HURTS: tuple[What, What] = ("damage", "fatigue")


class Took(Event, frozen=True):
    """A line was carried out, or an option taken, with this result."""

    goal: Goal

    def __str__(self) -> str:
        return str(self.goal)


class Rehearsal(Adventure):
    """An adventure that tells what it does, and in which battles end as somebody says."""

    def flow(self, state: Story) -> Flow[None]:
        if state.battle:
            return ended(state)
        if not state.told or state.stall:
            return super().flow(state)
        return told(state, super().flow(state))


def ended(story: Story) -> Flow[None]:
    """A battle that is not fought: how does it end?"""
    place, battle = _line(story, story.place - 1)
    assert isinstance(battle, Battle)
    open_to = [one for one in ENDS if one != "flight" or battle.flight]
    how = yield from Choose(
        story.leader, "How does it end?", lambda: [Option(one, one) for one in open_to]
    )
    story.tell(Took(goal=Goal(story.where, place, how)))  # type: ignore[arg-type]
    battles.led_on(story, battle, won=how == "victory", fled=how == "flight")


def told(story: Story, flow: Flow[None]) -> Flow[None]:
    """A line or an option of the page, and afterwards which it was."""
    mended(story)
    here, before = story.where, len(story.events)
    options = dict(named(story.here))
    place, does = -1, None
    if story.place < len(story.lines):
        item = story.lines[story.place]
        if story.refusal(item.condition) is None:
            place, does = _line(story, story.place)
    tries = triers(story, does)
    answer: Any = None
    request = next(flow, None)
    if does is None and isinstance(request, Choose):
        answer = yield request
        if answer in options:
            does = options[answer]
            place = [item.does for item in story.here.items].index(does)
            tries = triers(story, does)
        request = _sent(flow, answer)
    while request is not None:
        answer = yield request
        request = _sent(flow, answer)
    if does is not None and not isinstance(does, Battle):
        result = tried(story.events[before:], does, tries)
        story.tell(Took(goal=Goal(here, place, result)))


def mended(story: Story) -> None:
    """Whoever is there is unhurt and rested: a test is not to be stopped by old wounds."""
    for one in story.present:
        for what in HURTS:
            if points := getattr(one.character, what):
                story.make(Gained(one.name, what, -points))


def _sent(flow: Flow[None], answer: Any) -> Roll | Choose[Any] | None:
    try:
        return flow.send(answer)
    except StopIteration:
        return None


def _line(story: Story, number: int) -> tuple[int, Any]:
    """A line to carry out, with its place in the whole list."""
    line = story.lines[number]
    return next(n for n, item in enumerate(story.here.items) if item is line), line.does


def triers(story: Story, does: object) -> list[str] | None:
    """Who would roll for a line; None if nobody rolls, empty if somebody must who may not."""
    attempt = does.attempt if isinstance(does, Check | Choice) else None
    if attempt is None:
        return None
    trial = trial_for(attempt)
    asked = story.able[:1] if attempt.who == "leader" else story.able
    may = [one.name for one in asked if trial.refusal(story, one) is None]
    if attempt.who == "each":
        return may if len(may) == len(asked) else []
    return may


def tried(events: Sequence[Event], does: object, tries: list[str] | None) -> Result:
    """How a check went, from what was told."""
    if tries is None:
        return ""
    attempt = does.attempt if isinstance(does, Check | Choice) else None
    count = len(tries) if attempt and attempt.who == "each" else min(1, len(tries))
    went = [passed for event in events if (passed := _passed(event)) is not None][:count]
    return "pass" if went and all(went) else "fail"


def _passed(event: Event) -> bool | None:
    match event:
        case Checked(passed=passed):
            return passed
        case Contested(starter=starter, winner=winner):
            return winner == starter
        case Conceded(winner=winner):
            return winner != "the other"
    return None


REHEARSAL = Rehearsal()


class Luck(Struct, frozen=True):
    """How checks go: on the page that the company is at, and on those it comes to."""

    here: bool
    later: bool
    deadly: bool = False
    """Whether harm is heavy."""


EVEN = (Luck(here=True, later=True), Luck(here=False, later=False))
MIXED = (Luck(here=True, later=False), Luck(here=False, later=True))
DEADLY = (Luck(here=False, later=False, deadly=True),)


class Bent:
    """Dice that fall as the test wants them: checks pass or fail, harm is light or heavy."""

    origin: ClassVar[str] = "scripted"
    secret: ClassVar[str] = ""
    header: ClassVar[DiceHeader] = DiceHeader("scripted")

    def __init__(self, luck: Luck, steps: int = 0) -> None:
        self.luck = luck
        self.steps = steps
        """The pages behind the company when they began to fall."""

    def faces(self, roll: Roll, state: Moment) -> tuple[int, ...]:
        """The faces of a roll; one with a limit and no seat is that of the other party."""
        if roll.against is None:
            return ((roll.sides if self.luck.deadly else 1),) * roll.dice
        ours = roll.seat is not None
        here = not isinstance(state, Story) or state.steps <= self.steps
        lucky = self.luck.here if here else self.luck.later
        limit = roll.against.total
        if ours == lucky and ">" not in roll.name:
            return (1,) * roll.dice
        if ours == lucky:
            return summed(roll, limit - cursed(roll, state))
        over = roll.sides * roll.dice > limit
        return ((roll.sides if over else 1),) * roll.dice


def cursed(roll: Roll, state: Moment) -> int:
    """The curses of the one who rolls in a contest (CAM-13)."""
    people = state.people if isinstance(state, Story) else []
    own = (one.character.curses for one in people if f" {one.name}>" in roll.name)
    return max(own, default=0)


def summed(roll: Roll, total: int) -> tuple[int, ...]:
    """Faces that add up to a total, or as near to it as they can from below.

    >>> summed(Roll("x", 3), 11)
    (6, 4, 1)
    """
    faces = []
    left = max(roll.dice, min(total, roll.dice * roll.sides))
    for rest in range(roll.dice - 1, -1, -1):
        face = min(roll.sides, left - rest)
        faces.append(face)
        left -= face
    return tuple(faces)
