"""What is kept: one value a row, with the fields of `schema` in the same order."""

from __future__ import annotations

import time

from msgspec import Struct


def milliseconds() -> int:
    """Now, as every row has its times: UTC milliseconds."""
    return time.time_ns() // 1_000_000


class TableRow(Struct, frozen=True):
    """A table. `draft` is what was asked for, as JSON; `header` is empty until the game begins.

    `secret` is that of the fair dice: it leaves the server only when the game is over. `proposal`
    is JSON or empty; `origin` are the lines of the record that the table goes on from, if any.
    `subject` says which of many is played, such as the title of a book.
    """

    id: str
    created: int
    game: str
    owner: str
    watch_key: str
    edition: str = ""
    draft: str = "{}"
    header: str = ""
    secret: str = ""
    listed: bool = False
    limit_seconds: int = 0
    proposal: str = ""
    origin: str = ""
    subject: str = ""


class SeatRow(Struct, frozen=True):
    """A seat, in the order of `place`. A `person`'s seat with a `bot` is lent to it."""

    table: str
    name: str
    place: int
    key: str
    bot: str = ""
    person: bool = True
    typed: bool = False
    seed: str = ""
    seeded: bool = False


class HolderRow(Struct, frozen=True):
    """A visitor who plays a seat; with an empty `seat`, one who watches."""

    table: str
    seat: str
    visitor: str
    since: int


ANYBODY = "*"
"""In `waits`: anybody at the table may answer."""


class AnswerRow(Struct, frozen=True, array_like=True, gc=False):
    """An answer and what came of it; `waits` is the seat asked next, empty when all is over."""

    table: str
    number: int
    seat: str
    by: str
    lines: str
    events: str
    rolls: str
    waits: str
    undoes: int
    at: int


class SnapshotRow(Struct, frozen=True):
    """The state after answer `number`, as that `version` of the game freezes it."""

    table: str
    number: int
    version: str
    state: bytes


class RecordRow(Struct, frozen=True):
    """A record that a visitor brought."""

    id: str
    visitor: str
    created: int
    text: str


class KeptRow(Struct, frozen=True):
    """A file that a visitor keeps: a character or a craft."""

    id: str
    visitor: str
    name: str
    edition: str
    toml: str
    changed: int


class CompanyRow(Struct, frozen=True):
    """A company that a visitor keeps: its file, and the table that it is at, if it is at one.

    `version` goes up with every change, so that of two changes at once one finds the other there.
    What the table has done to the company since is not in the file: that follows from the answers.
    """

    id: str
    visitor: str
    name: str
    edition: str
    toml: str
    changed: int
    version: int = 1
    table: str = ""


class Listing(Struct, frozen=True):
    """What the lobby needs to know of a table; `begun` says whether it has a header."""

    id: str
    created: int
    game: str
    edition: str
    subject: str
    begun: bool
    last: AnswerRow | None
    seats: tuple[SeatRow, ...]
    holders: tuple[HolderRow, ...]
