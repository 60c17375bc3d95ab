"""Whole plays of a book, watched: where they went, how they ended, who was lost and to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from legendry.adventures.book import Id
from legendry.adventures.markdown import slug
from legendry.adventures.story import Arrived, Ending, Story
from legendry.legends.campaign.changes import Fated
from legendry.table import Player, Seat, Table

CIRCLES = "in circles"
"""The end of a story that goes on for ever."""
FOUGHT = "RUL-69"
"""The rule that an entry of the journal about a battle rests on."""


class Battled(Struct, frozen=True):
    """A battle as it was fought: how it ended, how many of the company it took."""

    id: Id
    how: str
    lost: int


class Play(Struct, frozen=True):
    """One play of a book."""

    ending: Ending | str
    at: Id
    """Where it ended."""
    visits: dict[Id, int]
    battles: tuple[Battled, ...]
    perils: dict[Id, int]
    """Those lost otherwise than in battle, by instruction."""
    lost: int
    answers: int
    days: int


def watched(table: Table[Story], players: Mapping[Seat, Player]) -> Play:
    """Let the players play, and see what comes of it."""
    first = table.header.seats[0]
    answers = 0
    came = len(table.state.present)
    perils: Counter[Id] = Counter()
    battles: list[Battled] = []
    while (request := table.pending) is not None:
        story = table.state
        there, entries = len(story.present), len(story.journal)
        seat = request.seat or first
        table.answer(players[seat].answer(request, table.view(seat)))
        answers += 1
        story = table.state
        lost = there - len(story.present)
        news = story.journal[entries:]
        fought = [one for one in news if FOUGHT in one.rules]
        if fought:
            title, _, how = fought[0].text.rpartition(": ")
            battles.append(Battled(slug(title), how, lost))
        elif lost:
            fatal = [one for one in news if any(isinstance(it, Fated) for it in one.changes)]
            perils[written_at(story, fatal[0].text) if fatal else story.where] += lost
    story = table.state
    visits = Counter(slug(event.title) for event in table.events if isinstance(event, Arrived))
    return Play(
        story.ended or CIRCLES,
        story.where,
        dict(visits),
        tuple(battles),
        dict(perils),
        came - len(story.present),
        answers,
        story.day,
    )


def written_at(story: Story, text: str) -> Id:
    """The instruction whose title an entry of the journal begins with; else where they are."""
    pages = story.book.instructions.values()
    return next((one.id for one in pages if text.startswith(f"{one.title}: ")), story.where)


class Deadly(Struct, frozen=True):
    """All battles at one instruction: how often each end, how many were lost, how many plays ended."""

    id: Id
    fought: int
    won: int
    fled: int
    lost: int
    ended: int


class Summary(Struct, frozen=True):
    """Many plays added up; their order does not matter."""

    plays: int
    endings: dict[str, int]
    at: dict[Id, int]
    """How many plays ended at each instruction."""
    reached: dict[Id, int]
    """How many plays came to each instruction."""
    visits: dict[Id, int]
    battles: tuple[Deadly, ...]
    perils: dict[Id, int]
    lost: int
    answers: tuple[int, int, int]
    """Of a play: the lower tenth, the middle and the upper tenth."""
    days: tuple[int, int, int]


def summed(plays: Iterable[Play]) -> Summary:
    """What many plays show."""
    done = list(plays)
    endings: Counter[str] = Counter(one.ending for one in done)
    reached: Counter[Id] = Counter(id for one in done for id in one.visits)
    visits: Counter[Id] = Counter()
    perils: Counter[Id] = Counter()
    fights: dict[Id, list[int]] = {}
    for one in done:
        visits.update(one.visits)
        perils.update(one.perils)
        for number, battle in enumerate(one.battles, 1):
            row = fights.setdefault(battle.id, [0] * 5)
            last = number == len(one.battles) and one.at == battle.id and battle.how != "won"
            marks = (1, battle.how == "won", battle.how == "fled", battle.lost, last)
            fights[battle.id] = [a + b for a, b in zip(row, marks, strict=True)]
    return Summary(
        len(done),
        dict(sorted(endings.items())),
        dict(sorted(Counter(one.at for one in done).items())),
        dict(sorted(reached.items())),
        dict(sorted(visits.items())),
        tuple(Deadly(id, *row) for id, row in sorted(fights.items())),
        dict(sorted(perils.items())),
        sum(one.lost for one in done),
        spread([one.answers for one in done]),
        spread([one.days for one in done]),
    )


def spread(figures: Iterable[int]) -> tuple[int, int, int]:
    """The lower tenth, the middle and the upper tenth of some figures.

    >>> spread(range(1, 12))
    (2, 6, 10)
    """
    ranked = sorted(figures)
    if not ranked:
        return 0, 0, 0
    last = len(ranked) - 1
    return ranked[round(last * 0.1)], ranked[round(last * 0.5)], ranked[round(last * 0.9)]
