"""The kernel's things as a page sees them: requests, log entries, odds. Only what a seat may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from legendry.table import About, Choose, Event, Option, Roll, Seat, Table
from legendry.table.entries import Chose, Entry, Rolled
from legendry.table.requests import Barred, written_faces
from legendry.web.messages import (
    BarredShown,
    LogEntry,
    LookShown,
    Now,
    OptionShown,
    RequestShown,
    RollShown,
    encode,
)

Eyes: TypeAlias = Seat | None
"""Who looks: a seat, or somebody who only watches."""

By: TypeAlias = Literal["person", "bot", "table", "clock"]

MOST_BARRED = 300


class KeptLine(Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of the record, and who may read it before the end (None: everybody)."""

    text: str
    hidden: str = ""
    secret: tuple[Seat, ...] | None = None


class KeptRoll(Struct, frozen=True, omit_defaults=True, gc=False):
    """A roll as it is kept, and who may see it before the end (None: everybody)."""

    shown: RollShown
    secret: tuple[Seat, ...] | None = None


class KeptEvent(Struct, frozen=True, gc=False):
    """An event as the page and the store have it, and who may see it before the end."""

    shown: msgspec.Raw
    seen_by: tuple[Seat, ...] | None = None


class Kept(Struct, frozen=True, gc=False):
    """What one answer brought, whole; `log_entry` shows of it what a reader may know."""

    number: int
    seat: Seat
    by: By
    at: int
    lines: tuple[KeptLine, ...]
    rolls: tuple[KeptRoll, ...] = ()
    events: tuple[KeptEvent, ...] = ()
    waits: Seat = ""
    """Who is asked next: a seat, `*` if anybody may answer, empty when the game is over."""
    undoes: int = 0


def kept_lines(table: Table[Any], entries: Sequence[Entry]) -> tuple[KeptLine, ...]:
    """The lines of the record for these entries, with what others read in place of secrets."""
    lines = []
    for entry, text in zip(entries, table.written(entries), strict=True):
        secret = entry.secret if isinstance(entry, Rolled | Chose) else None
        if secret is None:
            lines.append(KeptLine(text))
        else:
            (hidden,) = table.written([entry], shown=lambda _: False)
            lines.append(KeptLine(text, hidden, secret))
    return tuple(lines)


def kept_rolls(entries: Iterable[Entry]) -> tuple[KeptRoll, ...]:
    return tuple(
        [
            KeptRoll(
                RollShown(
                    entry.name,
                    entry.value,
                    entry.origin,
                    entry.seat,
                    written_faces(entry.value, entry.cards) if entry.cards else "",
                ),
                entry.secret,
            )
            for entry in entries
            if isinstance(entry, Rolled)
        ]
    )


def kept_events(events: Iterable[Event]) -> tuple[KeptEvent, ...]:
    """Events as plain data, with a sentence each: JSON, once for all who read it."""
    return tuple(
        [
            KeptEvent(
                msgspec.Raw(b'%b,"words":%b}' % (encode(event)[:-1], encode(str(event)))),
                event.seen_by,
            )
            for event in events
        ]
    )


def log_entry(kept: Kept, eyes: Eyes, over: bool) -> LogEntry:
    """One answer as the reader may know it; once the game is over, everything."""

    def open_to(secret: Sequence[Seat] | None) -> bool:
        return over or secret is None or eyes in secret

    return LogEntry(
        number=kept.number,
        seat=kept.seat,
        by=kept.by,
        at=kept.at,
        lines=tuple([line.text if open_to(line.secret) else line.hidden for line in kept.lines]),
        rolls=tuple([roll.shown for roll in kept.rolls if open_to(roll.secret)]),
        events=tuple([event.shown for event in kept.events if open_to(event.seen_by)]),
        undoes=kept.undoes,
    )


def now(table: Table[Any], number: int, view: Any, asked: bool, deadline: int = 0) -> Now:
    """The table at this moment, with this view."""
    return Now(
        number=number,
        request=request_shown(table.pending, asked),
        outcome=table.outcome,
        secret=table.revealed,
        deadline=deadline,
        view=view,
    )


def request_shown(request: Choose[Any] | Roll | None, asked: bool) -> RequestShown | None:
    """The question; the options only for those who are `asked`."""
    if isinstance(request, Choose):
        options = (
            tuple([one if isinstance(one, str) else option_shown(one) for one in request.brief])
            if asked
            else ()
        )
        blank = asked and request.blank is not None
        hint = request.hint if blank else ""
        return RequestShown(
            "choose", request.question, request.seat, options, blank=blank, hint=hint
        )
    if request is None:
        return None
    return RequestShown(
        "roll",
        request.asks,
        request.seat,
        name=request.name,
        dice=request.dice,
        sides=request.sides,
        cards=tuple(dict.fromkeys(request.faces or ())),
        against=request.against,
    )


def option_shown(option: Option[Any]) -> OptionShown | str:
    if option.words or option.leads:
        return OptionShown(option.notation, option.words, option.leads)
    return option.notation


def look_shown(about: About | None) -> LookShown | None:
    if about is None:
        return None
    figures = {name: float(figure) for name, figure in about.figures.items()}
    return LookShown(figures, about.ledgers, about.places)


def barred_shown(barred: Iterable[Barred]) -> tuple[BarredShown, ...]:
    found = [BarredShown(bar.notation, bar.refusal.words, bar.refusal.rule) for bar in barred]
    return tuple(found[:MOST_BARRED])
