"""Group commit: answers that arrive together share one durable commit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from legendry.web.storage.database import CHANNEL, Database
from legendry.web.storage.rows import AnswerRow, SnapshotRow
from legendry.web.storage.schema import answers, snapshots

LARGEST_BATCH = 500
SNAPSHOTS_KEPT = 2
LONGEST_TOLD = 7000
"""Bytes of an answer that is told to the other workers whole; PostgreSQL's notices have less than 8000."""
LONGEST_COMMIT = 30.0
"""Seconds after which PostgreSQL is taken to be lost."""

R = TypeVar("R")


class Taken(Exception):
    """The table has an answer with that number already; this one was not written."""


class _Job(Generic[R]):
    """A row that waits to be written, and who waits for it.

    What is to be done `then` is done at once when it is written: whoever waits is woken only when
    all others have had their turn.
    """

    __slots__ = ("fate", "row", "settled", "then")

    def __init__(self, row: R, then: Callable[[], None] | None = None) -> None:
        self.row = row
        self.then = then
        self.settled = False
        self.fate: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def settle(self, error: BaseException | None = None) -> None:
        self.settled = True
        if self.fate.done():
            return
        if error is None and self.then is not None:
            try:
                self.then()
            except Exception as failure:
                error = failure
        if error is None:
            self.fate.set_result(None)
        else:
            self.fate.set_exception(error)


class Writer(Generic[R]):
    """Writes whatever waits, in the order in which it came, one transaction at a time.

    `commit` writes rows durably and says for each whether it is now there. If it fails, all rows
    that it was given fail.
    """

    def __init__(self, commit: Callable[[list[R]], Awaitable[list[bool]]]) -> None:
        self._commit = commit
        self._waiting: list[_Job[R]] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run())

    async def write(self, row: R, then: Callable[[], None] | None = None) -> None:
        """Write a row, and do that `then`. Even when cancelled this ends only when the row's fate is
        known; nothing is then done."""
        job = self._put(row, then)
        try:
            await job.fate
        except asyncio.CancelledError:
            job.then = None
            if not job.settled:
                job.fate = asyncio.get_running_loop().create_future()
                await asyncio.wait([job.fate])
                job.fate.exception()
            raise

    def write_soon(self, row: R) -> asyncio.Future[None]:
        """Write a row for which nobody need wait; the future knows its fate."""
        return self._put(row).fate

    def _put(self, row: R, then: Callable[[], None] | None = None) -> _Job[R]:
        if self._closing:
            raise RuntimeError("the store is closed")
        job = _Job(row, then)
        self._waiting.append(job)
        self._wake.set()
        return job

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        try:
            while self._waiting or not self._closing:
                await self._wake.wait()
                self._wake.clear()
                while self._waiting:
                    batch = self._waiting[:LARGEST_BATCH]
                    await self._settle(batch)
                    del self._waiting[: len(batch)]
        finally:
            self._closing = True
            for job in self._waiting:
                job.settle(RuntimeError("the store was stopped"))

    async def _settle(self, batch: Sequence[_Job[R]]) -> None:
        try:
            written = await self._commit([job.row for job in batch])
        except Exception as error:
            for job in batch:
                job.settle(error)
        else:
            for job, there in zip(batch, written, strict=True):
                job.settle(None if there else Taken("that number is taken"))


class AnswerPen:
    """Writes answers through a connection of its own, without SQLAlchemy's layers.

    The database takes the rows apart from one JSON array: one statement however many rows, on
    SQLite outside of Python's lock, and on PostgreSQL its own transaction, notices included.
    """

    def __init__(self, database: Database, worker: str) -> None:
        self._database = database
        self._worker = worker
        self._held: AsyncConnection | None = None
        self._driver: Any = None

    async def commit(self, rows: list[AnswerRow]) -> list[bool]:
        # In one order everywhere, or two workers could wait for each other's numbers.
        in_order = sorted(rows, key=lambda row: (row.table, row.number))
        array = msgspec.json.encode(in_order).decode()
        async with self._database.lock:
            try:
                written = await self._insert(array)
            except BaseException:
                await self.close()
                raise
        there = []
        for row in rows:
            place = (row.table, row.number)
            there.append(place in written)
            written.discard(place)
        return there

    async def close(self) -> None:
        """Let go of the connection, and of what it has not committed."""
        if (held := self._held) is not None:
            self._held = None
            await held.invalidate()
            await held.close()

    async def _insert(self, array: str) -> set[tuple[str, int]]:
        if self._database.postgres:
            if self._held is not None and self._driver.is_closed():
                await self.close()
            await self._hold()
            rows = await self._driver.fetch(
                _ON_POSTGRES, array, self._worker, timeout=LONGEST_COMMIT
            )
        else:
            await self._hold()
            rows = await self._driver.execute_fetchall(_ON_SQLITE, (array,))
            await self._driver.commit()
        return {(row[0], row[1]) for row in rows}

    async def _hold(self) -> None:
        if self._held is None:
            self._held = await self._database.writes.connect()
            self._driver = (await self._held.get_raw_connection()).driver_connection


class SnapshotPen:
    """Writes snapshots, of which the newest two of each table stay."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._insert = database.insert(snapshots).on_conflict_do_nothing()

    async def commit(self, rows: list[SnapshotRow]) -> list[bool]:
        async with self._database.writing() as connection:
            await connection.execute(self._insert, [msgspec.structs.asdict(row) for row in rows])
            await connection.execute(_FORGET, [{"of": row.table} for row in rows])
        return [True] * len(rows)


_COLUMNS = ", ".join(f'"{column.name}"' for column in answers.columns)


def _insert_answers(each: str, returning: str = '"table", number') -> str:
    """Insert the answers of a JSON array that find their number free, and say which did."""
    values = ", ".join(
        f"CAST(value ->> {place} AS {column.type})" for place, column in enumerate(answers.columns)
    )
    return (
        f"INSERT INTO answers ({_COLUMNS}) SELECT {values} FROM {each} WHERE true"
        f" ON CONFLICT DO NOTHING RETURNING {returning}"
    )


_ON_SQLITE = _insert_answers("json_each(?)")
_ON_POSTGRES = (
    f"WITH written AS ({_insert_answers('jsonb_array_elements($1::jsonb)', '*')}), told AS ("
    f'SELECT "table", number, json_build_array({_COLUMNS})::text AS answer FROM written)'
    f""" SELECT "table", number, pg_notify('{CHANNEL}', concat_ws(' ', $2::text, "table", number,"""
    f" CASE WHEN octet_length(answer) < {LONGEST_TOLD} THEN answer END)) FROM told"
)

_of_table = snapshots.c.table == sa.bindparam("of")
_newest = (
    sa.select(snapshots.c.number)
    .where(_of_table)
    .order_by(snapshots.c.number.desc())
    .limit(SNAPSHOTS_KEPT)
)
_FORGET = sa.delete(snapshots).where(_of_table, snapshots.c.number.not_in(_newest))
