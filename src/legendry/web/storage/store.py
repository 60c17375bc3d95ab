"""The store: every question and every change, by plain names."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal, TypeAlias, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy.ext.asyncio import AsyncConnection

from legendry.web.storage.database import CHANNEL, Database
from legendry.web.storage.notices import Callback, Notices
from legendry.web.storage.rows import (
    ANYBODY,
    AnswerRow,
    CompanyRow,
    HolderRow,
    KeptRow,
    Listing,
    RecordRow,
    SeatRow,
    SnapshotRow,
    TableRow,
)
from legendry.web.storage.schema import (
    answers,
    characters,
    companies,
    craft,
    holders,
    records,
    seats,
    snapshots,
    tables,
)
from legendry.web.storage.writer import AnswerPen, SnapshotPen, Writer

MOST_TABLES = 500
MOST_RECORDS = 200
MOST_KEPT = 200
MOST_COMPANIES = 50
MOST_HOLDERS = 200
MOST_SHOWN = 100

Shelf: TypeAlias = Literal["characters", "craft"]
"""What a visitor may keep."""

R = TypeVar("R", bound=Struct)
P = TypeVar("P", SeatRow, HolderRow)


class Full(Exception):
    """There is no room for another; the message is a sentence for the visitor."""


class Outdated(Exception):
    """What was to be changed has changed meanwhile: look again."""


class Store:
    """All that the server keeps. Every method is one transaction, and durable when it returns.

    On PostgreSQL the other workers hear of every change to a table; see `listen`.
    """

    def __init__(self, database: Database) -> None:
        """Use `Store.open`."""
        self._database = database
        self._worker = secrets.token_hex(8)
        self._pen = AnswerPen(database, self._worker)
        self._answers = Writer(self._pen.commit)
        self._snapshots = Writer(SnapshotPen(database).commit)
        self._notices: Notices | None = None

    @classmethod
    async def open(cls, url: str) -> Store:
        """The store at a URL of SQLAlchemy's kind, made or brought up to date if need be.

        `sqlite+aiosqlite:///tables.db` is a file for one process, `postgresql+asyncpg://…` a
        database for several.
        """
        database = Database(url)
        try:
            await database.migrate()
        except BaseException:
            await database.close()
            raise
        return cls(database)

    async def close(self) -> None:
        """Write what still waits to be written, and let go of the database."""
        if self._notices is not None:
            await self._notices.close()
        await self._answers.close()
        await self._snapshots.close()
        await self._pen.close()
        await self._database.close()

    async def listen(self, callback: Callback) -> None:
        """Have `callback(table, what, row)` called whenever another worker has changed a table.

        `what` is the number of its newest answer, or `seats` for anything else; `row` is that answer
        if it is not too long to be told. `("", "", None)` says that notices may have been lost: look
        again at everything. SQLite has no other workers.
        """
        if self._database.postgres:
            self._notices = Notices(self._database, self._worker, callback)
            await self._notices.start()

    # -- tables and seats -----------------------------------------------------------------------

    async def create(
        self,
        table: TableRow,
        places: Sequence[SeatRow],
        held: Sequence[HolderRow] = (),
        company: CompanyRow | None = None,
    ) -> None:
        """A new table with its seats, and those whose seats are taken from the start.

        A company that sits down there does so in the same moment; `Outdated` if it has changed.
        """
        async with self._writing() as connection:
            if company is not None:
                seated = _present(company).values(**_next(company, table=table.id))
                if not (await connection.execute(seated)).rowcount:
                    raise Outdated
            his = sa.select(tables.c.id).select_from(tables.outerjoin(answers, _last_answer()))
            in_play = his.where(tables.c.owner == table.owner, ~_OVER)
            await _room_for(connection, in_play, MOST_TABLES, "tables in play")
            await _add(connection, tables, table)
            await _add(connection, seats, *places)
            await _add(connection, holders, *held)

    async def table(self, table: str) -> TableRow | None:
        return await self._one(TableRow, sa.select(tables).where(tables.c.id == table))

    async def table_by_watch_key(self, key: str) -> TableRow | None:
        return await self._one(TableRow, sa.select(tables).where(tables.c.watch_key == key))

    async def seats(self, table: str) -> list[SeatRow]:
        """The seats of a table, in their order."""
        of_table = sa.select(seats).where(seats.c.table == table)
        return await self._all(SeatRow, of_table.order_by(seats.c.place))

    async def seat_by_key(self, key: str) -> SeatRow | None:
        return await self._one(SeatRow, sa.select(seats).where(seats.c.key == key))

    async def begin(self, table: str, header: str) -> bool:
        """Settle the header, once: False if the table has one already."""
        unsettled = sa.update(tables).where(tables.c.id == table, tables.c.header == "")
        return await self._change(table, unsettled.values(header=header))

    async def propose(self, table: str, proposal: str) -> None:
        """Put a proposal on the table, or with an empty one take it away."""
        change = sa.update(tables).where(tables.c.id == table).values(proposal=proposal)
        await self._change(table, change)

    async def lend(self, table: str, seat: str, bot: str) -> bool:
        """Let a bot play a seat, or with an empty name people: it is theirs from then on."""
        change = {"bot": bot} if bot else {"bot": bot, "person": True}
        return await self._change(table, _seat(table, seat).values(change))

    async def type_dice(self, table: str, seat: str, typed: bool) -> bool:
        """Whether a seat rolls dice of its own and types them in."""
        return await self._change(table, _seat(table, seat).values(typed=typed))

    async def sow(self, table: str, seat: str, seed: str) -> bool:
        """A seat's own seed for the fair dice, once: False if it has one already."""
        unsown = _seat(table, seat).where(sa.not_(seats.c.seeded))
        return await self._change(table, unsown.values(seed=seed, seeded=True))

    # -- who holds a seat -----------------------------------------------------------------------

    async def holders(self, table: str) -> dict[str, frozenset[str]]:
        """The seats that each visitor holds; among them the empty one of those who watch."""
        held = await self._all(HolderRow, sa.select(holders).where(holders.c.table == table))
        found: defaultdict[str, set[str]] = defaultdict(set)
        for holder in held:
            found[holder.visitor].add(holder.seat)
        return {visitor: frozenset(names) for visitor, names in found.items()}

    async def claim(self, holder: HolderRow, *, free: bool = False) -> bool:
        """Hold a seat, together with whoever holds it already.

        If it must be `free`, False says that somebody else was first.
        """
        of_seat = (holders.c.table == holder.table, holders.c.seat == holder.seat)
        async with self._writing(holder.table) as connection:
            # A change that changes nothing: of two workers one waits here for the other.
            table = sa.update(tables).where(tables.c.id == holder.table)
            await connection.execute(table.values(id=tables.c.id))
            found = await connection.scalars(sa.select(holders.c.visitor).where(*of_seat))
            others = set(found) - {holder.visitor}
            if free and others:
                return False
            if len(others) >= MOST_HOLDERS:
                raise Full("So many hold this seat already that nobody else can.")
            insert = self._database.insert(holders).on_conflict_do_nothing()
            await connection.execute(insert, asdict(holder))
            return True

    async def leave(self, table: str, seat: str, visitor: str) -> bool:
        """Give a seat up: False if the visitor did not hold it."""
        held = (holders.c.table == table, holders.c.seat == seat, holders.c.visitor == visitor)
        return await self._change(table, sa.delete(holders).where(*held))

    async def revoke(self, table: str, seat: str, key: str) -> bool:
        """A new key for a seat, which nobody but the table's owner goes on to hold.

        The empty seat is that to watch.
        """
        if seat:
            change = _seat(table, seat).values(key=key)
        else:
            change = sa.update(tables).where(tables.c.id == table).values(watch_key=key)
        owner = sa.select(tables.c.owner).where(tables.c.id == table).scalar_subquery()
        held = (holders.c.table == table, holders.c.seat == seat, holders.c.visitor != owner)
        return await self._change(table, change, sa.delete(holders).where(*held))

    # -- the lobby ------------------------------------------------------------------------------

    async def tables_of(self, visitor: str) -> list[Listing]:
        """The tables that a visitor made, plays or watches: all in play, then the latest that are over.

        Those last played at come first.
        """
        held = sa.select(holders.c.table).where(holders.c.visitor == visitor)
        his = sa.or_(tables.c.owner == visitor, tables.c.id.in_(held))
        by = sa.func.coalesce(answers.c.at, tables.c.created)
        return [
            *await self._listings(sa.and_(his, ~_OVER), by, None),
            *await self._listings(sa.and_(his, _OVER), by, MOST_SHOWN),
        ]

    async def listed(self) -> list[Listing]:
        """The listed tables that are not over, the newest first."""
        return await self._listings(sa.and_(tables.c.listed, ~_OVER), tables.c.created, MOST_SHOWN)

    async def _listings(
        self, which: sa.ColumnElement[bool], by: Any, most: int | None
    ) -> list[Listing]:
        shown = (
            tables.c.id,
            tables.c.created,
            tables.c.game,
            tables.c.edition,
            tables.c.subject,
            (tables.c.header != "").label("begun"),
        )
        statement = (
            sa.select(*shown, *answers.c)
            .select_from(tables.outerjoin(answers, _last_answer()))
            .where(which)
            .order_by(by.desc(), tables.c.id)
            .limit(most)
        )
        async with self._database.reads.connect() as connection:
            found = (await connection.execute(statement)).all()
            ids = [row[0] for row in found]
            in_order = sa.select(seats).where(seats.c.table.in_(ids)).order_by(seats.c.place)
            places = _by_table([SeatRow(*row) for row in await connection.execute(in_order)])
            of_tables = sa.select(holders).where(holders.c.table.in_(ids))
            held = _by_table([HolderRow(*row) for row in await connection.execute(of_tables)])
        border = len(shown)
        return [
            Listing(
                *row[:border],  # type: ignore[call-arg]
                None if row[border] is None else AnswerRow(*row[border:]),
                tuple(places[row[0]]),
                tuple(held[row[0]]),
            )
            for row in found
        ]

    async def overdue(self, now: int) -> list[str]:
        """The tables with a time limit that the seat which is asked has let pass."""
        late = (
            sa.select(tables.c.id)
            .select_from(tables.join(answers, _last_answer()))
            .where(
                tables.c.limit_seconds > 0,
                answers.c.waits.not_in(("", ANYBODY)),
                answers.c.at + tables.c.limit_seconds * 1000 < now,
            )
            .limit(MOST_SHOWN)
        )
        async with self._database.reads.connect() as connection:
            return list(await connection.scalars(late))

    # -- answers --------------------------------------------------------------------------------

    async def append(self, answer: AnswerRow, then: Callable[[], None] | None = None) -> None:
        """Keep an answer; it is on disk when this returns, and `Taken` if its number is not free.

        What is to be done `then` is done as soon as it is on disk, before anything else happens.
        Answers that arrive together share one commit, so wait for one answer of a table before
        the next is given. Another error leaves open whether it is kept: read the table again.
        """
        await self._answers.write(answer, then)

    async def answers(
        self, table: str, *, after: int = -1, before: int | None = None
    ) -> list[AnswerRow]:
        """The answers between two numbers, in their order."""
        between = sa.select(answers).where(answers.c.table == table, answers.c.number > after)
        if before is not None:
            between = between.where(answers.c.number < before)
        return await self._all(AnswerRow, between.order_by(answers.c.number))

    async def latest_answers(
        self, table: str, count: int, *, before: int | None = None
    ) -> list[AnswerRow]:
        """The last so many answers before a number, or of all, in their order."""
        latest = sa.select(answers).where(answers.c.table == table)
        if before is not None:
            latest = latest.where(answers.c.number < before)
        latest = latest.order_by(answers.c.number.desc()).limit(count)
        return (await self._all(AnswerRow, latest))[::-1]

    async def snapshot(self, table: str) -> SnapshotRow | None:
        """The newest snapshot of a table."""
        of_table = sa.select(snapshots).where(snapshots.c.table == table)
        newest = of_table.order_by(snapshots.c.number.desc()).limit(1)
        return await self._one(SnapshotRow, newest)

    def keep_snapshot(self, snapshot: SnapshotRow) -> asyncio.Future[None]:
        """Keep a snapshot, for which nobody need wait; only the newest two of a table stay."""
        return self._snapshots.write_soon(snapshot)

    # -- records, characters, craft -------------------------------------------------------------

    async def record(self, record: str) -> RecordRow | None:
        return await self._one(RecordRow, sa.select(records).where(records.c.id == record))

    async def put_record(self, record: RecordRow) -> None:
        """Keep a record; the oldest that no company's journal names makes room for it."""
        his = sa.select(records.c.id).where(records.c.visitor == record.visitor)
        of_his = companies.c.visitor == record.visitor
        named = sa.exists().where(of_his, companies.c.toml.contains(records.c.id))
        oldest = his.where(~named).order_by(records.c.created, records.c.id).limit(1)
        async with self._writing() as connection:
            if await _count(connection, his) >= MOST_RECORDS:
                old = await connection.scalar(oldest)
                await connection.execute(sa.delete(records).where(records.c.id == old))
            await _room_for(connection, his, MOST_RECORDS, "uploaded records")
            await _add(connection, records, record)

    async def kept(self, shelf: Shelf, visitor: str) -> list[KeptRow]:
        """What a visitor keeps of a kind, the last changed first."""
        table = _SHELVES[shelf]
        his = sa.select(table).where(table.c.visitor == visitor)
        return await self._all(KeptRow, his.order_by(table.c.changed.desc(), table.c.id))

    async def kept_one(self, shelf: Shelf, visitor: str, id: str) -> KeptRow | None:
        his = sa.select(_SHELVES[shelf]).where(*_kept(shelf, visitor, id))
        return await self._one(KeptRow, his)

    async def keep(self, shelf: Shelf, row: KeptRow) -> None:
        table = _SHELVES[shelf]
        async with self._writing() as connection:
            his = sa.select(table.c.id).where(table.c.visitor == row.visitor)
            await _room_for(connection, his, MOST_KEPT, shelf)
            await _add(connection, table, row)

    async def change_kept(self, shelf: Shelf, row: KeptRow) -> bool:
        """Keep a file in its present form: False if the visitor has no such file."""
        his = sa.update(_SHELVES[shelf]).where(*_kept(shelf, row.visitor, row.id))
        return await self._change("", his.values(asdict(row)))

    async def drop_kept(self, shelf: Shelf, visitor: str, id: str) -> bool:
        his = sa.delete(_SHELVES[shelf]).where(*_kept(shelf, visitor, id))
        return await self._change("", his)

    # -- companies ------------------------------------------------------------------------------

    async def companies(self, visitor: str) -> list[CompanyRow]:
        """A visitor's companies, the last changed first."""
        his = sa.select(companies).where(companies.c.visitor == visitor)
        return await self._all(CompanyRow, his.order_by(companies.c.changed.desc()))

    async def company(self, visitor: str, id: str) -> CompanyRow | None:
        his = (companies.c.visitor == visitor, companies.c.id == id)
        return await self._one(CompanyRow, sa.select(companies).where(*his))

    async def keep_company(self, row: CompanyRow) -> None:
        async with self._writing() as connection:
            his = sa.select(companies.c.id).where(companies.c.visitor == row.visitor)
            await _room_for(connection, his, MOST_COMPANIES, "companies")
            await _add(connection, companies, row)

    async def change_company(self, row: CompanyRow, **new: str | int) -> bool:
        """Put these values in place of others; False if somebody has changed that row since."""
        return await self._change("", _present(row).values(**_next(row, **new)))

    async def drop_company(self, visitor: str, id: str) -> bool:
        his = (companies.c.visitor == visitor, companies.c.id == id)
        return await self._change("", sa.delete(companies).where(*his))

    # -- reading and writing --------------------------------------------------------------------

    async def _all(self, row: Callable[..., R], statement: sa.Select[Any]) -> list[R]:
        async with self._database.reads.connect() as connection:
            return [row(*values) for values in await connection.execute(statement)]

    async def _one(self, row: Callable[..., R], statement: sa.Select[Any]) -> R | None:
        found = await self._all(row, statement)
        return found[0] if found else None

    @asynccontextmanager
    async def _writing(self, table: str = "") -> AsyncIterator[AsyncConnection]:
        """A transaction; the other workers hear that something about the table has changed."""
        async with self._database.writing() as connection:
            yield connection
            if table and self._database.postgres:
                notice = f"{self._worker} {table} seats"
                await connection.execute(sa.select(sa.func.pg_notify(CHANNEL, notice)))

    async def _change(self, table: str, *statements: sa.Update | sa.Delete) -> bool:
        """Carry out statements together; whether the first of them found what it changes."""
        async with self._writing(table) as connection:
            found = [(await connection.execute(statement)).rowcount for statement in statements]
        return found[0] > 0


async def _add(connection: AsyncConnection, into: sa.Table, *rows: Struct) -> None:
    if rows:
        await connection.execute(sa.insert(into), [asdict(row) for row in rows])


async def _room_for(
    connection: AsyncConnection, his: sa.Select[Any], most: int, things: str
) -> None:
    """`Full` if a visitor has as many as he may. Two at once may both find room: no harm."""
    if await _count(connection, his) >= most:
        raise Full(f"You have {most} {things} already, and there is no room for more.")


async def _count(connection: AsyncConnection, found: sa.Select[Any]) -> int:
    return await connection.scalar(sa.select(sa.func.count()).select_from(found.subquery())) or 0


def _by_table(rows: Iterable[P]) -> defaultdict[str, list[P]]:
    found = defaultdict(list)
    for row in rows:
        found[row.table].append(row)
    return found


def _last_answer() -> sa.ColumnElement[bool]:
    """Joins a table to its newest answer."""
    some = sa.alias(answers)
    newest = sa.select(sa.func.max(some.c.number)).where(some.c.table == tables.c.id)
    of_table = answers.c.table == tables.c.id
    return sa.and_(of_table, answers.c.number == newest.scalar_subquery())


_OVER = sa.func.coalesce(answers.c.waits, "…") == ""
"""Of a table joined to its newest answer, if it has one: whether that was the last of the game."""


def _seat(table: str, seat: str) -> sa.Update:
    return sa.update(seats).where(seats.c.table == table, seats.c.name == seat)


def _present(row: CompanyRow) -> sa.Update:
    """Changes a company that is still as the row has it."""
    same = (companies.c.id == row.id, companies.c.version == row.version)
    return sa.update(companies).where(*same)


def _next(row: CompanyRow, **new: str | int) -> dict[str, str | int]:
    return {**new, "version": row.version + 1}


_SHELVES: dict[Shelf, sa.Table] = {"characters": characters, "craft": craft}


def _kept(shelf: Shelf, visitor: str, id: str) -> tuple[sa.ColumnElement[bool], ...]:
    table = _SHELVES[shelf]
    return table.c.visitor == visitor, table.c.id == id
