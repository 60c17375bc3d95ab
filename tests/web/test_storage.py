"""The store on both databases: every method, what is durable, and who hears of what."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import anyio
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from msgspec.structs import fields, replace
from sqlalchemy.ext.asyncio import create_async_engine

from legendry.web.storage import (
    ANYBODY,
    AnswerRow,
    CompanyRow,
    Full,
    HolderRow,
    KeptRow,
    RecordRow,
    SeatRow,
    Shelf,
    SnapshotRow,
    Store,
    TableRow,
    Taken,
    schema,
)
from legendry.web.storage import (
    store as store_module,
)
from legendry.web.storage.writer import Writer
from tests.web.conftest import by_hand

pytestmark = pytest.mark.anyio

TABLE = TableRow("t1", 1000, "fight", "ann", "watch-1", edition="classic", draft='{"undo": "own"}')
SEATS = [SeatRow("t1", "Trojans", 1, "key-2", bot="greedy", person=False)]
SEATS.insert(0, SeatRow("t1", "Greeks", 0, "key-1"))
ANN = HolderRow("t1", "Greeks", "ann", 1000)


def answer(number: int, table: str = "t1", *, waits: str = "Greeks", at: int = 0) -> AnswerRow:
    lines = f'["Ajax “{number}” \\"Ängstlich\\" \\n \\u0000 🐉"]'
    events = '[{"event": "Struck", "words": "\\\\ %s ? :x $1"}]'
    return AnswerRow(table, number, "Greeks", "person", lines, events, "[]", waits, 0, at or number)


def by_number(row: AnswerRow) -> int:
    return row.number


async def made(store: Store, **changes: Any) -> TableRow:
    """A table with two seats: ids and keys follow `id`."""
    table = replace(TABLE, **changes)
    places = [replace(seat, table=table.id, key=f"{table.id}-{seat.key}") for seat in SEATS]
    await store.create(replace(table, watch_key=f"{table.id}-watch"), places)
    return table


# -- tables and seats ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "table"),
    [
        (TableRow, schema.tables),
        (SeatRow, schema.seats),
        (HolderRow, schema.holders),
        (AnswerRow, schema.answers),
        (SnapshotRow, schema.snapshots),
        (RecordRow, schema.records),
        (KeptRow, schema.characters),
        (KeptRow, schema.craft),
    ],
)
async def test_rows_have_the_columns_of_their_tables(row: type[Any], table: sa.Table) -> None:
    assert [field.name for field in fields(row)] == [column.name for column in table.columns]


async def test_a_table_is_made_with_its_seats(store: Store) -> None:
    await store.create(TABLE, SEATS[::-1], [ANN])
    assert await store.table("t1") == TABLE
    assert await store.table_by_watch_key("watch-1") == TABLE
    assert await store.seats("t1") == SEATS
    assert await store.seat_by_key("key-2") == SEATS[1]
    assert await store.holders("t1") == {"ann": frozenset({"Greeks"})}
    assert await store.table("t2") is None
    assert await store.table_by_watch_key("key-1") is None
    assert await store.seat_by_key("watch-1") is None
    assert await store.seats("t2") == []
    assert await store.holders("t2") == {}


async def test_a_table_is_made_wholly_or_not_at_all(store: Store) -> None:
    await store.create(TABLE, SEATS)
    with pytest.raises(sa.exc.IntegrityError):
        await store.create(replace(TABLE, id="t2", watch_key="watch-2"), SEATS)
    assert await store.table("t2") is None


async def test_a_table_begins_once(store: Store) -> None:
    await made(store)
    begun = await asyncio.gather(*(store.begin("t1", f"header {n}") for n in range(5)))
    assert sum(begun) == 1
    table = await store.table("t1")
    assert table is not None
    assert table.header == f"header {begun.index(True)}"
    assert not await store.begin("t2", "header")


async def test_a_proposal_comes_and_goes(store: Store) -> None:
    await made(store)
    await store.propose("t1", '{"seat": "Greeks"}')
    assert await store.table("t1") == replace(
        TABLE, watch_key="t1-watch", proposal='{"seat": "Greeks"}'
    )
    await store.propose("t1", "")
    assert await store.table("t1") == replace(TABLE, watch_key="t1-watch")


async def test_what_a_seat_may_change(store: Store) -> None:
    await store.create(TABLE, SEATS)
    assert await store.lend("t1", "Greeks", "greedy")
    assert await store.type_dice("t1", "Greeks", True)
    assert await store.sow("t1", "Greeks", "my seed")
    assert not await store.sow("t1", "Greeks", "another")
    changed = replace(SEATS[0], bot="greedy", typed=True, seed="my seed", seeded=True)
    assert await store.seats("t1") == [changed, SEATS[1]]
    assert await store.lend("t1", "Greeks", "")
    assert await store.seat_by_key("key-1") == replace(changed, bot="")
    assert not await store.lend("t1", "Spartans", "greedy")
    assert await store.lend("t1", "Trojans", "")
    assert await store.seat_by_key("key-2") == replace(SEATS[1], bot="", person=True)


async def test_seats_are_claimed_and_left(store: Store) -> None:
    await store.create(TABLE, SEATS)
    assert await store.claim(ANN)
    assert await store.claim(ANN)
    assert await store.claim(replace(ANN, seat="Trojans"))
    assert await store.claim(replace(ANN, visitor="bob"))
    assert await store.claim(replace(ANN, seat="", visitor="cid"))
    both = frozenset({"Greeks", "Trojans"})
    one = frozenset({"Greeks"})
    assert await store.holders("t1") == {"ann": both, "bob": one, "cid": frozenset({""})}
    assert await store.leave("t1", "Trojans", "ann")
    assert not await store.leave("t1", "Trojans", "ann")
    assert await store.leave("t1", "", "cid")
    assert await store.holders("t1") == {"ann": one, "bob": one}


async def test_a_free_seat_goes_to_the_first(store: Store, database_url: str) -> None:
    other = await Store.open(database_url)
    try:
        await store.create(TABLE, SEATS)
        sat = await asyncio.gather(
            *(
                worker.claim(replace(ANN, visitor=f"visitor {n}"), free=True)
                for n, worker in enumerate([store, other, store, other])
            )
        )
        assert sum(sat) == 1
        assert set(await store.holders("t1")) == {f"visitor {sat.index(True)}"}
        assert await store.claim(replace(ANN, visitor=f"visitor {sat.index(True)}"), free=True)
    finally:
        await other.close()


async def test_a_seat_is_not_held_by_everybody(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_HOLDERS", 2)
    await store.create(TABLE, SEATS, [ANN, replace(ANN, visitor="bob")])
    with pytest.raises(Full, match="So many hold this seat"):
        await store.claim(replace(ANN, visitor="cid"))
    assert await store.claim(ANN)


async def test_a_revoked_key_opens_nothing(store: Store) -> None:
    watcher = replace(ANN, seat="", visitor="cid")
    bob = replace(ANN, visitor="bob")
    await store.create(TABLE, SEATS, [ANN, bob, replace(bob, seat="Trojans"), watcher])
    assert await store.revoke("t1", "Greeks", "new")
    assert await store.seat_by_key("key-1") is None
    assert await store.seat_by_key("new") == replace(SEATS[0], key="new")
    left = {"ann": frozenset({"Greeks"}), "bob": frozenset({"Trojans"})}
    assert await store.holders("t1") == {**left, "cid": frozenset({""})}, "the owner stays"
    assert await store.revoke("t1", "", "newer")
    assert await store.table_by_watch_key("watch-1") is None
    assert await store.table_by_watch_key("newer") == replace(TABLE, watch_key="newer")
    assert await store.holders("t1") == left
    assert not await store.revoke("t1", "Spartans", "newest")


async def test_a_visitor_makes_only_so_many_tables(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_TABLES", 2)
    await made(store, id="t1")
    await made(store, id="t2")
    await made(store, id="t3", owner="bob")
    with pytest.raises(Full, match="You have 2 tables in play already"):
        await made(store, id="t4")
    await store.append(answer(0, "t1"))
    with pytest.raises(Full):
        await made(store, id="t4")
    await store.append(answer(1, "t1", waits=""))
    await made(store, id="t4")


# -- the lobby ----------------------------------------------------------------------------------


async def test_the_lobby_knows_a_visitors_tables(store: Store) -> None:
    await made(store, id="t1", created=1)
    await made(store, id="t2", created=2, owner="bob", header="[]")
    await made(store, id="t3", created=3, owner="bob")
    await made(store, id="t4", created=4, owner="bob")
    await store.claim(replace(ANN, table="t2"))
    await store.claim(replace(ANN, table="t2", visitor="cid", seat="Trojans"))
    await store.claim(replace(ANN, table="t4", seat=""))
    for number in range(3):
        await store.append(answer(number, "t2", at=90 + number))
    t2, t4, t1 = await store.tables_of("ann")
    assert (t2.id, t4.id, t1.id) == ("t2", "t4", "t1")
    assert (t1.created, t1.game, t1.edition) == (1, "fight", "classic")
    assert (t1.begun, t2.begun) == (False, True)
    assert [seat.name for seat in t2.seats] == ["Greeks", "Trojans"]
    assert {(holder.visitor, holder.seat) for holder in t2.holders} == {
        ("ann", "Greeks"),
        ("cid", "Trojans"),
    }
    assert t2.last == answer(2, "t2", at=92)
    assert (t1.last, t1.holders) == (None, ())
    assert await store.tables_of("dan") == []


async def test_the_lobby_leaves_out_no_table_in_play(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for created in range(8):
        await made(store, id=f"t{created}", created=created)
    for name in ("t3", "t5", "t6", "t7"):
        await store.append(answer(0, name, waits="", at=100))
    monkeypatch.setattr(store_module, "MOST_SHOWN", 3)
    shown = [table.id for table in await store.tables_of("ann")]
    assert shown == ["t4", "t2", "t1", "t0", "t3", "t5", "t6"]


async def test_the_lobby_lists_what_is_open_to_all(store: Store) -> None:
    for created, name in enumerate(["new", "over", "played", "latest"]):
        await made(store, id=name, created=created, listed=True)
    await made(store, id="hidden", created=9)
    await store.append(answer(0, "played"))
    await store.append(answer(0, "over"))
    await store.append(answer(1, "over", waits=""))
    assert [table.id for table in await store.listed()] == ["latest", "played", "new"]


async def test_tables_at_which_time_has_run_out(store: Store) -> None:
    for name in ["late", "early", "over", "fresh", "anybody"]:
        await made(store, id=name, limit_seconds=60)
    await made(store, id="patient")
    for name in ["late", "early", "over", "patient"]:
        await store.append(answer(0, name, at=1000))
    await store.append(answer(1, "early", at=2000))
    await store.append(answer(1, "over", waits="", at=1000))
    await store.append(answer(0, "anybody", waits=ANYBODY, at=1000))
    assert await store.overdue(61_000) == []
    assert await store.overdue(62_000) == ["late"]
    assert sorted(await store.overdue(99_000)) == ["early", "late"]


# -- answers ------------------------------------------------------------------------------------


async def test_answers_come_back_as_they_were_given(store: Store) -> None:
    given = [answer(number) for number in range(10)]
    for row in given:
        await store.append(row)
    await store.append(answer(3, "t2"))
    assert await store.answers("t1") == given
    assert await store.answers("t1", after=6) == given[7:]
    assert await store.answers("t1", after=6, before=9) == given[7:9]
    assert await store.answers("t1", after=9) == []
    assert await store.latest_answers("t1", 3) == given[7:]
    assert await store.latest_answers("t1", 3, before=5) == given[2:5]
    assert await store.latest_answers("t1", 30) == given
    assert await store.answers("t3") == await store.latest_answers("t3", 3) == []


async def test_what_is_appended_others_see(store: Store, database_url: str) -> None:
    """An answer is committed when `append` returns."""
    other = await Store.open(database_url)
    try:
        for number in range(20):
            await store.append(answer(number))
            assert await other.latest_answers("t1", 1) == [answer(number)]
    finally:
        await other.close()


async def test_a_taken_number_harms_no_other(store: Store) -> None:
    """Neither one that was taken before, nor two of the same in one batch."""
    await store.append(answer(2))
    batch = [answer(number) for number in (0, 1, 2, 3, 3, 4)]
    batch[4] = replace(batch[4], seat="Trojans")
    results = await asyncio.gather(*map(store.append, batch), return_exceptions=True)
    assert [type(result) for result in results] == [type(None)] * 2 + [Taken] + [
        type(None),
        Taken,
        type(None),
    ]
    assert await store.answers("t1") == [answer(number) for number in range(5)]


async def test_more_answers_than_a_batch_holds(store: Store) -> None:
    given = [answer(number // 40, f"table {number % 40}") for number in range(1400)]
    await asyncio.gather(*map(store.append, given))
    for name in range(40):
        found = await store.answers(f"table {name}")
        assert found == [answer(number, f"table {name}") for number in range(35)]


async def test_answers_that_come_while_others_are_written(store: Store) -> None:
    async def play(n: int) -> None:
        for number in range(20):
            for _ in range((number + n) % 7):
                await asyncio.sleep(0)
            await store.append(answer(number, f"t{n}"))

    with anyio.fail_after(60):
        await asyncio.gather(*(play(n) for n in range(30)))
    for n in range(30):
        assert await store.answers(f"t{n}") == [answer(number, f"t{n}") for number in range(20)]


async def test_an_error_of_the_database_reaches_everybody(store: Store, database_url: str) -> None:
    await store.append(answer(0))
    await by_hand(database_url, "ALTER TABLE answers RENAME TO hidden")
    batch = [store.append(answer(number)) for number in range(1, 6)]
    results = await asyncio.gather(*batch, return_exceptions=True)
    assert all(isinstance(result, Exception) for result in results)
    assert not any(isinstance(result, Taken) for result in results)
    await by_hand(database_url, "ALTER TABLE hidden RENAME TO answers")
    await store.append(answer(1))
    assert await store.answers("t1") == [answer(0), answer(1)]


async def test_one_who_goes_away_takes_no_row_along(store: Store) -> None:
    """Cancelled before the batch is taken up or while it is written, the row is on disk."""
    gone = [asyncio.create_task(store.append(answer(number))) for number in range(4)]
    stay = [asyncio.create_task(store.append(answer(number))) for number in range(4, 8)]
    await asyncio.sleep(0)
    gone[0].cancel()
    await asyncio.sleep(0)
    for task in gone[1:]:
        task.cancel()
    await asyncio.gather(*stay)
    results = await asyncio.gather(*gone, return_exceptions=True)
    assert all(isinstance(result, asyncio.CancelledError) for result in results)
    assert await store.answers("t1") == [answer(number) for number in range(8)]


async def test_one_who_goes_away_does_not_hear_of_the_error(store: Store) -> None:
    await store.append(answer(0))
    gone = asyncio.create_task(store.append(answer(0)))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone


async def test_what_is_to_follow_an_answer_follows_when_it_is_on_disk(store: Store) -> None:
    done: list[str] = []
    await store.append(answer(0), partial(done.append, "kept"))
    assert done == ["kept"]
    with pytest.raises(Taken):
        await store.append(answer(0), partial(done.append, "taken"))
    gone = asyncio.create_task(store.append(answer(1), partial(done.append, "gone")))
    await asyncio.sleep(0)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    with pytest.raises(KeyError):
        await store.append(answer(2), partial(dict[str, int]().__delitem__, "what is not there"))
    assert done == ["kept"]
    assert await store.answers("t1") == [answer(number) for number in range(3)]


async def test_closing_writes_what_waits(database_url: str) -> None:
    store = await Store.open(database_url)
    waiting = [asyncio.create_task(store.append(answer(number))) for number in range(50)]
    kept = store.keep_snapshot(SnapshotRow("t1", 9, "1", b"x"))
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting, kept)
    with pytest.raises(RuntimeError, match="closed"):
        await store.append(answer(50))
    again = await Store.open(database_url)
    try:
        assert await again.answers("t1") == [answer(number) for number in range(50)]
    finally:
        await again.close()


async def test_a_writer_that_is_stopped_leaves_nobody_waiting() -> None:
    async def commit(rows: list[int]) -> list[bool]:
        await asyncio.Event().wait()
        raise AssertionError

    writer = Writer(commit)
    gone = asyncio.create_task(writer.write(0))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting = asyncio.create_task(writer.write(1))
    await asyncio.sleep(0)
    gone.cancel()
    writer._task.cancel()
    results = await asyncio.gather(gone, waiting, writer._task, return_exceptions=True)
    assert isinstance(results[0], asyncio.CancelledError)
    assert isinstance(results[1], RuntimeError)
    assert isinstance(results[2], asyncio.CancelledError)
    with pytest.raises(RuntimeError, match="closed"):
        await writer.write(2)


async def test_sqlite_commits_to_disk(sqlite_url: str) -> None:
    """Write-ahead log and full synchronisation, on the connection that writes."""
    store = await Store.open(sqlite_url)
    try:
        async with store._database.writes.connect() as connection:
            found = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar()
                for name in ("journal_mode", "synchronous")
            ]
        assert found == ["wal", 2]
    finally:
        await store.close()


# -- snapshots, records, what is kept -----------------------------------------------------------


async def test_the_newest_two_snapshots_stay(store: Store, database_url: str) -> None:
    assert await store.snapshot("t1") is None
    kept = [SnapshotRow("t1", number, "2", bytes([0, 255, number])) for number in range(5)]
    others = [SnapshotRow("t2", number, "2", b"") for number in range(2)]
    await asyncio.gather(*map(store.keep_snapshot, [*kept[:3], *others]))
    for snapshot in [*kept[3:], kept[4]]:
        await store.keep_snapshot(snapshot)
    assert await store.snapshot("t1") == kept[4]
    assert await store.snapshot("t2") == others[1]
    engine = create_async_engine(database_url)
    async with engine.connect() as connection:
        of_table = sa.select(schema.snapshots.c.number).where(schema.snapshots.c.table == "t1")
        assert set(await connection.scalars(of_table)) == {3, 4}
    await engine.dispose()


async def test_records_are_kept(store: Store) -> None:
    record = RecordRow("r1", "ann", 5, "game = 'pig'\n+++\n")
    await store.put_record(record)
    assert await store.record("r1") == record
    assert await store.record("r2") is None


async def test_the_oldest_record_that_no_journal_names_makes_room(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "MOST_RECORDS", 2)
    for age, id in enumerate(("r1", "r2", "r3")):
        await store.put_record(RecordRow(id, "ann", age, ""))
    await store.put_record(RecordRow("r4", "bob", 4, ""))
    assert await left(store, "r1", "r2", "r3", "r4") == ["r2", "r3", "r4"]
    journal = 'record = "r2"'
    await store.keep_company(CompanyRow("c1", "ann", "Grey", "classic", journal, 5))
    await store.put_record(RecordRow("r5", "ann", 5, ""))
    assert await left(store, "r2", "r3", "r5") == ["r2", "r5"]
    await store.keep_company(CompanyRow("c2", "ann", "Red", "classic", 'record = "r5"', 6))
    with pytest.raises(Full, match="You have 2 uploaded records already"):
        await store.put_record(RecordRow("r6", "ann", 6, ""))


async def left(store: Store, *records: str) -> list[str]:
    """Those of the records that are still there."""
    return [id for id in records if await store.record(id) is not None]


@pytest.mark.parametrize("shelf", ["characters", "craft"])
async def test_files_are_kept_by_their_visitor(
    store: Store, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    brida = KeptRow("c1", "ann", "Brida", "classic", "ST = 12", 5)
    ajax = KeptRow("c2", "ann", "Ajax", "classic", "ST = 13", 6)
    other: Shelf = "craft" if shelf == "characters" else "characters"
    await store.keep(shelf, brida)
    await store.keep(shelf, ajax)
    assert await store.kept(shelf, "ann") == [ajax, brida]
    assert await store.kept(shelf, "bob") == []
    assert await store.kept(other, "ann") == []
    assert await store.kept_one(shelf, "ann", "c1") == brida
    assert await store.kept_one(shelf, "bob", "c1") is None
    grown = replace(brida, toml="ST = 14", changed=7)
    assert await store.change_kept(shelf, grown)
    assert not await store.change_kept(shelf, replace(grown, visitor="bob"))
    assert await store.kept(shelf, "ann") == [grown, ajax]
    assert not await store.drop_kept(shelf, "bob", "c2")
    assert await store.drop_kept(shelf, "ann", "c2")
    assert await store.kept(shelf, "ann") == [grown]
    monkeypatch.setattr(store_module, "MOST_KEPT", 1)
    with pytest.raises(Full, match=f"You have 1 {shelf} already"):
        await store.keep(shelf, ajax)


# -- migrations ---------------------------------------------------------------------------------


async def test_migrations_make_what_the_code_expects(database_url: str) -> None:
    store = await Store.open(database_url)
    await store.close()
    engine = create_async_engine(database_url)

    def drift(connection: sa.Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), schema.metadata)

    async with engine.connect() as connection:
        assert await connection.run_sync(drift) == []
    await engine.dispose()


async def test_tables_from_before_they_had_a_subject_have_none(database_url: str) -> None:
    store = await Store.open(database_url)
    await store.create(TABLE, SEATS, [ANN])
    await store.close()
    before = (
        "ALTER TABLE tables DROP COLUMN subject",
        "UPDATE alembic_version SET version_num = 3",
    )
    await by_hand(database_url, *before)
    store = await Store.open(database_url)
    try:
        assert await store.table("t1") == TABLE
        (mine,) = await store.tables_of("ann")
        assert mine.subject == ""
    finally:
        await store.close()


async def test_what_is_there_stays(database_url: str) -> None:
    for number in range(3):
        store = await Store.open(database_url)
        try:
            await store.append(answer(number))
            assert len(await store.answers("t1")) == number + 1
        finally:
            await store.close()


async def test_workers_may_start_together(database_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(database_url) for _ in range(3)))
    for number, store in enumerate(stores):
        await store.append(answer(number))
    for store in stores:
        assert len(await store.answers("t1")) == 3
        await store.close()


async def test_a_database_that_cannot_be_opened(tmp_path: Any) -> None:
    with pytest.raises(sa.exc.OperationalError):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}/nowhere/tables.db")
    (tmp_path / "letter.db").write_text("Dear Ann, this is not a database. " * 99)
    with pytest.raises((sa.exc.DatabaseError, sqlite3.DatabaseError)):
        await Store.open(f"sqlite+aiosqlite:///{tmp_path}/letter.db")
    with pytest.raises(ValueError, match="not in memory"):
        await Store.open("sqlite+aiosqlite://")


# -- several workers ----------------------------------------------------------------------------


class Ear:
    """Hears the notices of a store, and lets a test wait for one."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, str]] = []
        self.rows: list[AnswerRow] = []
        self._news = asyncio.Event()

    def __call__(self, table: str, what: str, row: AnswerRow | None = None) -> None:
        self.heard.append((table, what))
        self.rows += [row] if row else []
        self._news.set()

    async def more(self) -> None:
        """Wait until something was heard since the last time."""
        with anyio.fail_after(60):
            await self._news.wait()
        self._news.clear()

    async def until(self, done: Callable[[], bool]) -> None:
        while not done():
            await self.more()


async def test_on_sqlite_nobody_listens(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    ear = Ear()
    await store.listen(ear)
    await store.append(answer(0))
    await store.close()
    assert ear.heard == []


async def test_workers_hear_of_each_other_and_not_of_themselves(postgres_url: str) -> None:
    one, two = await Store.open(postgres_url), await Store.open(postgres_url)
    own, ear = Ear(), Ear()
    try:
        await one.listen(own)
        await two.listen(ear)
        await one.create(TABLE, SEATS)
        changes: list[Coroutine[Any, Any, Any]] = [
            one.begin("t1", "header"),
            one.propose("t1", "{}"),
            one.lend("t1", "Greeks", "greedy"),
            one.claim(ANN),
            one.leave("t1", "Greeks", "ann"),
            one.revoke("t1", "Greeks", "new"),
        ]
        for change in changes:
            await change
        await one.append(answer(0))
        await asyncio.gather(one.append(answer(0, "t2")), one.append(answer(1)))
        await ear.until(lambda: len(ear.heard) == 9)
        assert ear.heard[:7] == [("t1", "seats")] * 6 + [("t1", "0")]
        assert set(ear.heard[7:]) == {("t2", "0"), ("t1", "1")}
        await two.append(answer(2))
        await own.until(lambda: bool(own.heard))
        assert own.heard == [("t1", "2")]
        assert own.rows == [answer(2)]
        long = replace(answer(3), events="x" * 10_000)
        await two.append(long)
        await own.until(lambda: ("t1", "3") in own.heard)
        assert own.rows == [answer(2)]
        assert (await one.answers("t1", after=2)) == [long]
    finally:
        await one.close()
        await two.close()


async def test_two_workers_race_and_nothing_is_lost(postgres_url: str) -> None:
    """Both write at the same tables, in opposite orders; each number is one answer to both."""
    last = 40
    names = [f"t{n}" for n in range(5)]
    stores = [await Store.open(postgres_url) for _ in range(2)]
    ears = [Ear() for _ in stores]
    written: dict[str, list[AnswerRow]] = {name: [] for name in names}

    async def write(store: Store, seat: str, table: str) -> None:
        for number in range(last):
            row = replace(answer(number, table), seat=seat)
            try:
                await store.append(row)
                written[table].append(row)
            except Taken:
                pass

    async def read(store: Store, ear: Ear) -> dict[str, list[AnswerRow]]:
        seen: dict[str, list[AnswerRow]] = {name: [] for name in names}
        while any(len(rows) < last for rows in seen.values()):
            await ear.more()
            for name, rows in seen.items():
                rows += await store.answers(name, after=rows[-1].number if rows else -1)
        return seen

    try:
        for store, ear in zip(stores, ears, strict=True):
            await store.listen(ear)
        readers = [
            asyncio.create_task(read(store, ear)) for store, ear in zip(stores, ears, strict=True)
        ]
        await asyncio.gather(
            *(write(stores[0], "Greeks", name) for name in names),
            *(write(stores[1], "Trojans", name) for name in reversed(names)),
        )
        for ear in ears:
            ear("", "of its own writes a worker is not told")
        seen, also = await asyncio.gather(*readers)
        assert seen == also
        assert seen == {name: sorted(rows, key=by_number) for name, rows in written.items()}
        for rows in seen.values():
            assert [row.number for row in rows] == list(range(last))
    finally:
        for store in stores:
            await store.close()


async def test_batches_in_opposite_orders_do_not_wait_for_each_other(postgres_url: str) -> None:
    stores = [await Store.open(postgres_url) for _ in range(2)]
    try:
        for number in range(5):
            batch = [answer(number, f"t{n}") for n in range(400)]
            results = await asyncio.gather(
                *map(stores[0].append, batch),
                *map(stores[1].append, reversed(batch)),
                return_exceptions=True,
            )
            assert results.count(None) == len(batch)
            assert sum(isinstance(result, Taken) for result in results) == len(batch)
    finally:
        for store in stores:
            await store.close()


async def test_a_lost_connection_heals(postgres: str, postgres_url: str) -> None:
    """Whoever listens is told to look again; the writer and the readers go on."""
    store, other = await Store.open(postgres_url), await Store.open(postgres_url)
    ear = Ear()
    try:
        await store.listen(ear)
        await store.append(answer(0))
        await by_hand(
            f"{postgres}/postgres",
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = 'legendry'",
        )
        await ear.until(lambda: ("", "") in ear.heard)
        await store.append(answer(1))
        await store.create(TABLE, SEATS)
        await other.append(answer(2))
        await ear.until(lambda: ("t1", "2") in ear.heard)
        assert await store.answers("t1") == [answer(0), answer(1), answer(2)]
    finally:
        await store.close()
        await other.close()
