"""Replays: a record step by step, from a stored table or brought along, and playing on from a step."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from starlette.responses import Response

from legendry.table import Event, Record, Replay, Seat, Table
from legendry.table.entries import Called, Chose, Entry, Rolled, Undone
from legendry.web.api import Endpoint
from legendry.web.house import House, Recent
from legendry.web.keeping import sent_as
from legendry.web.luck import luck_of
from legendry.web.messages import LogEntry, Now, Shown, TableShown, Text
from legendry.web.problems import WebError
from legendry.web.records import Proof, proof_of, record_text
from legendry.web.shown import Kept, kept_events, kept_lines, kept_rolls, log_entry, now
from legendry.web.storage import RecordRow, milliseconds
from legendry.web.tables import (
    Luck,
    SeatAsked,
    TableAsked,
    TableMade,
    begun,
    download,
    new_table,
    seen,
)

MOST_STEPS = 100
"""Steps that are sent at once."""


class Step(Struct, frozen=True):
    """An answer, and the table after it."""

    entry: LogEntry
    now: Now


class Film(Struct, frozen=True):
    """A record played through."""

    record: Record
    scenery: Any
    title: str
    steps: tuple[Step, ...]
    ends: tuple[int, ...]
    """After so many lines of the record each step is done."""

    @property
    def secret(self) -> str:
        """That of fair dice, if the game is over and shows it."""
        return self.steps[-1].now.secret


class ReplayShown(Struct, frozen=True):
    """A replay: what is drawn once, and how many steps there are."""

    table: TableShown
    seats: tuple[Seat, ...]
    scenery: Any
    steps: int
    provable: bool
    """Whether the game is over and shows the secret of its fair dice: see `replay_proof`."""


class Which(Struct, frozen=True):
    """Which steps."""

    start: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    count: Annotated[int, Meta(ge=1, le=MOST_STEPS)] = 50


class Pointed(Struct, frozen=True):
    """A thing on the table after a step, such as a fighter."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    thing: Text


class PlayOn(Struct, frozen=True, forbid_unknown_fields=True):
    """Go on from the moment after a step."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]
    seats: Annotated[tuple[SeatAsked, ...], Meta(min_length=1, max_length=32)]


films: Recent[Film] = Recent(8)
stills: Recent[Table[Any]] = Recent(16)
"""Tables as they stood after a step that somebody looked at closely."""


def filmed(text: str | bytes) -> Film:
    """Play a record through; dice that nobody typed belong to the step before them.

    The first step is the beginning, when nobody has answered yet.
    """
    record = Record.read(text)
    replay = Replay(record)
    scenery = replay.game.scenery(replay.table.state)
    begins = kept_events(replay.table.events)
    kept = [Kept(0, seat="", by="table", at=0, lines=(), events=begins)]
    moments = [now(replay.table, 0, replay.table.view(), False)]
    ends = [0]
    standing: list[tuple[int, Seat]] = []
    for line, (number, text) in enumerate(record.lines, 1):
        mark = replay.table.mark
        if not replay.step(number, text):
            continue
        table = replay.table
        undoes, seat = 0, ""
        if text.startswith("undo "):
            entries: list[Entry] = []
            events: list[Event] = []
            seat = text.removeprefix("undo ").partition(" (agreed")[0]
            undoes = next((n for n, who in reversed(standing) if who == seat), 0)
            standing = [one for one in standing if one[0] < undoes]
        else:
            entries, events = table.since(mark)
        answer = entries[0] if entries else None
        typed = isinstance(answer, Rolled) and answer.origin == "typed" and answer.seat
        one = Kept(
            number=len(kept),
            seat=seat or (answer.seat if isinstance(answer, Chose | Called) or typed else "") or "",  # type: ignore[union-attr]
            by="person",
            at=0,
            lines=kept_lines(table, entries),
            rolls=kept_rolls(entries),
            events=kept_events(events),
            undoes=undoes,
        )
        if not undoes and not one.seat:
            one = joined(kept.pop(), one)
            moments.pop()
            ends.pop()
        elif one.seat and not undoes:
            standing.append((one.number, one.seat))
        kept.append(one)
        moments.append(now(table, one.number, table.view(), False))
        ends.append(line)
    steps = [
        Step(log_entry(one, None, True), moment) for one, moment in zip(kept, moments, strict=True)
    ]
    return Film(record, scenery, replay.game.title, tuple(steps), tuple(ends))


def joined(first: Kept, then: Kept) -> Kept:
    return msgspec.structs.replace(
        first,
        lines=(*first.lines, *then.lines),
        rolls=(*first.rolls, *then.rolls),
        events=(*first.events, *then.events),
    )


async def film(house: House, visitor: str, id: str) -> Film:
    """The replay of an uploaded record, or of a table that may be seen whole."""
    row = await house.store.record(id)
    if row is not None:
        return await films.get(id, lambda: filmed(row.text))
    room = await seen(house, visitor, id)
    header, log = await begun(house, room)
    over = not log[-1].waits
    if room.play.hides and not over:
        raise WebError(409, "This game hides things: it can be replayed when it is over.")
    text = record_text(header, log, over=over)
    return await films.get(f"{id} {log[-1].number}", lambda: filmed(text))


async def upload(house: House, visitor: str, text: bytes) -> TableMade:
    """Bring a record; it opens as a replay."""
    id = secrets.token_urlsafe(9)
    await films.get(id, lambda: filmed(text))
    row = RecordRow(id, visitor, milliseconds(), text.decode("utf-8-sig"))
    await house.store.put_record(row)
    return TableMade(id, f"/replay/{id}")


async def show_replay(house: House, visitor: str, replay: str) -> ReplayShown:
    """What a replay is of."""
    shown = await film(house, visitor, replay)
    header = shown.record.header
    return ReplayShown(
        table=TableShown(
            id=replay,
            game=header.game,
            title=shown.title,
            undo=header.undo,
            dice=header.dice.source,
            edition=header.edition,
            commitment=header.dice.commitment,
        ),
        seats=header.seats,
        scenery=shown.scenery,
        steps=len(shown.steps),
        provable=bool(shown.secret),
    )


async def show_steps(house: House, visitor: str, replay: str, query: Which) -> tuple[Step, ...]:
    """Some steps of a replay."""
    shown = await film(house, visitor, replay)
    return shown.steps[query.start : query.start + query.count]


async def inspect(house: House, visitor: str, replay: str, query: Pointed) -> Shown:
    """What there was to know of a thing after a step: its ledgers and places."""
    shown = await film(house, visitor, replay)
    end = end_of(shown, query.step, "query.step")
    table = await stills.get(f"{replay} {end}", lambda: standing(shown.record, end))
    insight = table.game.inspect(table.state, None, query.thing)
    return Shown(query.thing, insight.ledgers, insight.places)


async def replay_luck(house: House, visitor: str, replay: str) -> Luck:
    """How the dice of a record compared with expectation."""
    shown = await film(house, visitor, replay)
    return Luck(await asyncio.to_thread(luck_of, shown.record))


async def replay_proof(house: House, visitor: str, replay: str) -> Proof:
    """All that is needed to check fair dice, whether or not they fell as the record says."""
    shown = await film(house, visitor, replay)
    if not shown.secret:
        raise WebError(409, "This record shows no secret of its dice: there is nothing to prove.")
    return await asyncio.to_thread(proof_of, shown.record, shown.secret)


async def replay_record(
    house: House, visitor: str, replay: str
) -> Annotated[Response, "text/plain"]:
    """The record of a replay, as a file."""
    row = await house.store.record(replay)
    if row is None:
        return await download(house, visitor, replay)
    return sent_as(f"{replay[:6]}.rec", row.text.encode())


async def play_on(house: House, visitor: str, replay: str, body: PlayOn) -> TableMade:
    """A new table that goes on from a step, with dice of its own."""
    shown = await film(house, visitor, replay)
    header = shown.record.header
    end = end_of(shown, body.step, "body.step")
    seats = body.seats
    gm = SeatAsked(header.gm) if header.gm else None
    if header.gm not in header.seats and seats[-1].name == header.gm:
        *others, gm = seats
        seats = tuple(others)
    if tuple(seat.name for seat in seats) != header.seats:
        raise WebError(422, f"body.seats: the seats are {', '.join(header.seats)}, in this order")
    played = await asyncio.to_thread(standing_lines, shown.record, end)
    asked = TableAsked(
        game=header.game,
        seats=seats,
        edition=header.edition,
        options=header.options,
        setup=header.setup,
        undo=header.undo,
        gm=gm,
    )
    return await new_table(house, visitor, asked, header.setup, played)


def end_of(shown: Film, step: int, where: str) -> int:
    """How many lines of the record that step comes to."""
    if step >= len(shown.steps):
        raise WebError(422, f"{where}: there are {len(shown.steps)} steps")
    return shown.ends[step]


def standing(record: Record, lines: int) -> Table[Any]:
    """The table after so many lines of its record."""
    replay = Replay(Record(record.header, record.lines[:lines]))
    replay.run()
    return replay.table


def standing_lines(record: Record, lines: int) -> tuple[str, ...]:
    """The answers that stand after so many lines, the dice as those of another game."""
    replay = Replay(Record(record.header, record.lines[:lines]))
    beginning = replay.table.mark
    replay.run()
    if replay.table.outcome is not None:
        raise WebError(409, "The game is over there: go back to an earlier step.")
    written = []
    for entry in replay.table.since(beginning)[0]:
        match entry:
            case Rolled():
                written.append(f"{entry} (scripted)")
            case Chose():
                written.append(entry.notation)
            case Called():
                written.append(f"hand {entry.seat}")
            case Undone():
                pass
    return tuple(written)


API: list[Endpoint] = [
    ("POST", "/api/records", upload, 201),
    ("GET", "/api/replays/{replay}", show_replay),
    ("GET", "/api/replays/{replay}/steps", show_steps),
    ("GET", "/api/replays/{replay}/inspect", inspect),
    ("GET", "/api/replays/{replay}/luck", replay_luck),
    ("GET", "/api/replays/{replay}/proof", replay_proof),
    ("GET", "/api/replays/{replay}/record", replay_record),
    ("POST", "/api/replays/{replay}/play", play_on, 201),
]
