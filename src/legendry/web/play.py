"""A game as the store holds it: what the store does not hold has not happened.

Every answer is tried on the kernel's table and given back; it counts, and may be told, when `keep`
has written it down.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import Any, Literal, TypeAlias, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from legendry.table import (
    Choose,
    Dice,
    Event,
    Fair,
    Game,
    Header,
    Option,
    Record,
    Refusal,
    Refused,
    Replay,
    Roll,
    Seat,
    Seeded,
    Table,
    Typed,
)
from legendry.table.entries import Entry
from legendry.table.header import UndoPolicy
from legendry.table.requests import folded
from legendry.web.messages import encode
from legendry.web.shown import (
    By,
    Kept,
    KeptEvent,
    KeptLine,
    KeptRoll,
    kept_events,
    kept_lines,
    kept_rolls,
)
from legendry.web.storage import (
    ANYBODY,
    AnswerRow,
    SeatRow,
    SnapshotRow,
    Store,
    TableRow,
    Taken,
    milliseconds,
)

MOST_LOGGED = 200
"""Entries that are at hand; older ones are read when somebody asks."""
SNAPSHOT_EVERY = 100
"""Answers after which the state is kept, so that a table comes back quickly."""
LAST = 1_000_000_000

DiceKind: TypeAlias = Literal["fair", "seeded", "typed"]

log = logging.getLogger("legendry.web")


class Draft(Struct, frozen=True, omit_defaults=True):
    """What a table will be once all have sat down."""

    undo: UndoPolicy = "consent"
    dice: DiceKind = "fair"
    seed: str = ""
    options: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    played: tuple[str, ...] = ()
    """Lines of another game that this one goes on from."""
    gm: Seat = ""
    """The game master; he has a seat, at which he plays only if he is among the players, too."""
    players: tuple[Seat, ...] = ()
    """Who plays, where not everybody who has a seat does."""
    company: str = ""
    """The company that sits here, if one does, by its id."""


def _kept(snapshot: asyncio.Future[None]) -> None:
    if not snapshot.cancelled() and (error := snapshot.exception()) is not None:
        log.error("a snapshot was not kept", exc_info=error)


class Stale(Refused):
    """An answer to a question that has been answered already."""

    def __init__(self) -> None:
        super().__init__(Refusal("the game has gone on meanwhile: look at the question again"))


class Play:
    """One game: the kernel's table, how many answers it has taken, and the last of them."""

    def __init__(self, store: Store, row: TableRow, game: Game[Any]) -> None:
        self.store = store
        self.row = row
        self.game = game
        self.draft = msgspec.json.decode(row.draft, type=Draft)
        self.table: Table[Any] | None = None
        self.number = -1
        self.log: deque[AnswerRow] = deque(maxlen=MOST_LOGGED)
        self.torn = False
        """Whether the kernel's table may have an answer that the store has not: `restore` mends it."""
        self._typed: Collection[Seat] = ()
        self._rest: Dice | None = None
        """The dice of those who do not type theirs, once the header is settled."""
        self._snapshot = 0
        self._whole = False
        """Whether the kernel's table knows the game from its beginning."""

    @property
    def running(self) -> Table[Any]:
        """The table of a game that has begun."""
        assert self.table is not None
        return self.table

    @cached_property
    def hides(self) -> bool:
        """Whether the seats know different things."""
        return self.game.hides(self._header((), Typed()))

    def _header(self, seats: Iterable[Seat], dice: Dice) -> Header:
        return self.game.header(
            seats,
            dice.header,
            edition=self.row.edition,
            options=self.draft.options,
            setup=self.draft.setup,
            undo=self.draft.undo,
            gm=self.draft.gm,
        )

    @property
    def asked(self) -> Seat | None:
        """The seat that is to answer; None also where anybody may."""
        request = self.table.pending if self.table else None
        return request.seat if request else None

    @property
    def over(self) -> bool:
        return self.table is not None and self.table.outcome is not None

    @property
    def deadline(self) -> int:
        """When the time for the answer runs out, UTC milliseconds; 0: never."""
        return self.deadline_after(self.log[-1].at) if self.log else 0

    def deadline_after(self, at: int) -> int:
        """The same where the last answer came at that time."""
        if not self.row.limit_seconds or self.asked is None:
            return 0
        return at + self.row.limit_seconds * 1000

    # -- coming to life -------------------------------------------------------------------------

    async def begin(self, seats: Iterable[SeatRow]) -> None:
        """Settle the header, which holds everybody's seeds; of two who try, one does."""
        seats = list(seats)
        dice: Dice
        if self.draft.dice == "seeded":
            dice = Seeded(self.draft.seed or secrets.token_hex(8))
        else:
            seeds = {seat.name: seat.seed for seat in seats if seat.seeded}
            dice = Fair(bytes.fromhex(self.row.secret), self.row.id, seeds)
        typed = [seat.name for seat in seats if seat.typed]
        names = self.draft.players or [seat.name for seat in seats]
        header = self._header(names, Typed(typed, dice) if typed else dice)
        await self.store.begin(self.row.id, encode(header).decode())
        await self.reread()
        await self.restore()

    async def reread(self) -> None:
        row = await self.store.table(self.row.id)
        assert row is not None
        self.row = row

    async def restore(self, *, whole: bool = False, through: int = LAST) -> None:
        """Set the game up as the store has it: from a snapshot, or if that fails from the start.

        `through` is the last answer to take. No dice roll until `types` says who rolls them.
        """
        header = msgspec.json.decode(self.row.header, type=Header)
        snapshot = None if whole else await self.store.snapshot(self.row.id)
        if snapshot is not None and snapshot.number > through:
            snapshot = None
        start = snapshot.number if snapshot else -1
        rows = await self.store.answers(self.row.id, after=start, before=through + 1)
        try:
            table = await asyncio.to_thread(self._replayed, header, snapshot, rows)
        except ValueError:
            if snapshot is None:
                raise
            await self.restore(whole=True, through=through)
            return
        number = rows[-1].number if rows else start
        latest = await self.store.latest_answers(self.row.id, MOST_LOGGED, before=number + 1)
        self.log = deque(latest, maxlen=MOST_LOGGED)
        self.number = number
        self._snapshot = max(start, 0)
        self._whole = snapshot is None
        self.table = table
        self.torn = False
        if self.number < 0:
            await self._open(table)

    def _replayed(
        self, header: Header, snapshot: SnapshotRow | None, rows: Iterable[AnswerRow]
    ) -> Table[Any]:
        table: Table[Any]
        if snapshot is None:
            table = Table.opened(self.game, header, Typed())
        elif snapshot.version != self.game.version:
            raise ValueError("the snapshot is of other rules")
        else:
            table = Table.thawed(self.game, header, Typed(), snapshot.state)
        return replayed(table, (line.text for row in rows for line in kept_of(row).lines))

    async def _open(self, table: Table[Any]) -> None:
        """The first entry: what another game had played before, and dice that nobody waits for."""
        mark, told = table.mark, table.events
        self.table = replayed(table, self.draft.played).fork(self._dice(table.header))
        entries, events = self.table.since(mark)
        try:
            await self.keep(self._taken(entries, [*told, *events], "", "table"))
        except Stale:
            await self.restore()

    def _house_dice(self, header: Header) -> Dice:
        if self._rest is None and header.dice.source == "seeded":
            self._rest = Seeded(header.dice.seed)
        self._rest = self._rest or Fair.reopened(header.dice, self.row.secret)
        return self._rest

    def _dice(self, header: Header) -> Dice:
        rest = self._house_dice(header)
        return Typed(self._typed, rest) if self._typed else rest

    # -- answers --------------------------------------------------------------------------------

    def answer(self, given: Any, seat: Seat, by: By) -> Kept:
        """Take an answer, which is to be kept; `Refused` changes nothing."""
        table = self.running
        mark = table.mark
        table.answer(given, by=seat)
        return self._taken(*table.since(mark), seat, by)

    def roll(self, by: By) -> Kept:
        """The table's own dice for somebody who was to type his: this roll, and none after it.

        The record says of these faces what it says of all that the table rolls.
        """
        table = self.running
        request, dice, mark = table.pending, self._house_dice(table.header), table.mark
        assert isinstance(request, Roll)
        faces = dice.faces(request, table.state)
        assert faces is not None, "dice of the house need nobody to type them"
        table.answer(faces, origin=dice.origin)
        return self._taken(*table.since(mark), "", by)

    def call(self, seat: Seat) -> Kept:
        """The game master raises his hand; `Refused` as for an answer."""
        mark = self.running.mark
        self.running.call(seat)
        return self._taken(*self.running.since(mark), seat, "person")

    def steps(self, text: str) -> Iterable[tuple[Option[Any] | str, bool]]:
        """A longer notation, step by step as it answers one question after another; the last says so."""
        step, last = first_step(self.running, text)
        if not last and (refusal := self.running.why_not(text)):
            raise Refused(refusal)
        while not last:
            yield step, False
            step, last = first_step(self.running, text)
        yield step, True

    def types(self, seats: Collection[Seat]) -> Kept | None:
        """These seats roll their own dice from now on; the table may roll what it waited for."""
        self._typed = seats
        if self.table is None:
            return None
        dice = self._dice(self.table.header)
        if not isinstance(self.table.pending, Roll):
            self.table.dice = dice
            return None
        mark = self.table.mark
        self.table = self.table.fork(dice)
        entries, events = self.table.since(mark)
        return self._taken(entries, events, "", "table") if entries else None

    def _taken(
        self, entries: list[Entry], events: Iterable[Event], seat: Seat, by: By, undoes: int = 0
    ) -> Kept:
        """An answer that the kernel's table has, and the store has not."""
        self.torn = True
        table = self.running
        lines = kept_lines(table, entries)
        if table.revealed:
            lines = (*lines, KeptLine(f"secret {table.revealed}"))
        request = table.pending
        return Kept(
            number=self.number + 1,
            seat=seat,
            by=by,
            at=milliseconds(),
            lines=lines,
            rolls=kept_rolls(entries),
            events=kept_events(events),
            waits="" if request is None else request.seat or ANYBODY,
            undoes=undoes,
        )

    async def keep(self, kept: Kept, then: Callable[[], None] | None = None) -> None:
        """Write an answer down, before anybody hears of it `then`; `Stale`: another came first."""
        row = row_of(self.row.id, kept)
        try:
            await self.store.append(row, then)
        except Taken:
            raise Stale from None
        self._add(row)

    def _add(self, row: AnswerRow) -> None:
        self.number = row.number
        self.log.append(row)
        self.torn = False

    def keep_snapshot(self) -> None:
        """Every so often, the state itself; what came before is then only in the store.

        The game goes on meanwhile: it only saves time, and the answers are kept.
        """
        table = self.running
        if self.number - self._snapshot < SNAPSHOT_EVERY or table.outcome is not None:
            return
        if not table.keeps_last:  # without a state at hand, hundreds of answers would run again
            table.keeps_last = True
            return
        try:
            if (state := table.frozen) is not None:
                snapshot = SnapshotRow(self.row.id, self.number, self.game.version, state)
                self.store.keep_snapshot(snapshot).add_done_callback(_kept)
                self._snapshot = self.number
                table.forget()
                self._whole = False
        except Exception:
            log.exception("a snapshot was not kept")

    async def follow(self, row: AnswerRow) -> Kept:
        """Take an answer that another worker has written down; `types` is to come after the last.

        Its dice have fallen: here none roll meanwhile.
        """
        kept = kept_of(row)
        if kept.undoes:
            await self.restore(whole=True, through=kept.number)
        else:
            self.torn = True
            self.running.dice = Typed()
            replayed(self.running, (line.text for line in kept.lines))
            self._add(row)
        return kept

    # -- undo -----------------------------------------------------------------------------------

    async def consent_needed(self, seat: Seat) -> Sequence[Seat]:
        """The seats that must agree before that one takes its last answer back."""
        await self._need_whole()
        return self.running.consent_needed(seat)

    async def undo(self, seat: Seat) -> Kept:
        """Take the last answer of a seat back, which is to be kept; whoever must agree has agreed.

        No dice roll until `types` says who rolls them now.
        """
        await self._need_whole()
        undoes = await self.last_answer_of(seat)
        self.table = self.running.fork(Typed())
        undone = self.table.undo(seat, self.table.header.seats)
        return self._taken([replace(undone, entries=())], (), seat, "person", undoes)

    async def _need_whole(self) -> None:
        """Undo may reach far back: replay the whole game if the kernel's table does not know it."""
        if not self._whole:
            await self.restore(whole=True, through=self.number)
            self.table = self.running.fork(self._dice(self.running.header))

    async def last_answer_of(self, seat: Seat) -> int:
        """The number of the last entry of a seat that was not taken back."""
        standing: list[AnswerRow] = []
        for row in await self.store.answers(self.row.id):
            if row.undoes:
                standing = [one for one in standing if one.number < row.undoes]
            elif row.seat == seat:
                standing.append(row)
        return standing[-1].number if standing else self.number


def first_step(table: Table[Any], text: str) -> tuple[Option[Any] | str, bool]:
    """The part of a longer notation that answers the present question, and whether that is all.

    What is none of the listed options comes back as it is: faces, own words, or a mistake.
    """
    request = table.pending
    if not isinstance(request, Choose) or (option := request.find(text)) is None:
        return text, True
    whole = not option.leads or folded(text) == folded(option.notation)
    if request.blank is None:
        return option, whole
    return text if whole else option.notation, whole


def replayed(table: Table[Any], lines: Iterable[str]) -> Table[Any]:
    """A table, whose rolls are left to the record, after further lines of the record."""
    replay = Replay(Record(table.header, tuple(enumerate(lines, 1))), table.game, table)
    replay.run()
    return replay.table


def row_of(table: str, kept: Kept) -> AnswerRow:
    return AnswerRow(
        table=table,
        number=kept.number,
        seat=kept.seat,
        by=kept.by,
        lines=encode(kept.lines).decode(),
        events=encode([event.shown for event in kept.events]).decode(),
        rolls=encode(kept.rolls).decode(),
        waits=kept.waits,
        undoes=kept.undoes,
        at=kept.at,
    )


def kept_of(row: AnswerRow) -> Kept:
    return Kept(
        number=row.number,
        seat=row.seat,
        by=cast(By, row.by),
        at=row.at,
        lines=_read_lines(row.lines),
        rolls=_read_rolls(row.rolls),
        events=tuple(
            [KeptEvent(shown, _read_seen(shown).seen_by) for shown in _read_events(row.events)]
        ),
        waits=row.waits,
        undoes=row.undoes,
    )


class _Seen(Struct):
    """Who may see an event, of all that there is to read of it."""

    seen_by: tuple[Seat, ...] | None = None


_read_lines = msgspec.json.Decoder(tuple[KeptLine, ...]).decode
_read_rolls = msgspec.json.Decoder(tuple[KeptRoll, ...]).decode
_read_events = msgspec.json.Decoder(list[msgspec.Raw]).decode
_read_seen = msgspec.json.Decoder(_Seen).decode
