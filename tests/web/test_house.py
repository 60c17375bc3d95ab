"""Tables come to life and leave the memory, whoever comes meanwhile; many threads share one server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from legendry.web.house import House
from legendry.web.play import Play
from legendry.web.room import Room
from legendry.web.shown import Kept
from legendry.web.storage import AnswerRow, Store, TableRow
from tests.web.guests import Guest


def in_house(house: TestClient, work: Callable[[House], Awaitable[None]]) -> None:
    """Do something where the server runs."""
    house.portal.call(work, house.app.state.house)  # type: ignore[union-attr, attr-defined]


def notice(house: House, table: str) -> None:
    """Another worker has taken an answer."""
    house._notice(table, "1000")


def test_a_table_stays_while_somebody_waits_for_his_turn(house: TestClient, ann: Guest) -> None:
    """Or he would sit at a table that no worker's notice ever reaches."""
    table = ann.table("pig", Ann="me", Bob="friend")

    async def work(house: House) -> None:
        room = await house.room(table)
        told: list[bool] = []

        async def comes() -> None:
            async with room.turn():
                told.append(house.rooms.get(table) is room)

        async with room.turn():
            coming = asyncio.create_task(comes())
            await asyncio.sleep(0)
        notice(house, table)  # his turn has come, and he does not know it yet
        await coming
        assert told == [True]
        notice(house, table)
        assert table not in house.rooms, "nobody is there any more"

    in_house(house, work)


async def test_news_that_wait_together_are_told_together(
    monkeypatch: pytest.MonkeyPatch, store: Store
) -> None:
    """A worker that is behind has less to do; of many tables, a part is told in each round."""
    caught_up: list[tuple[str, int | None, list[int]]] = []

    class Behind:
        seated = SimpleNamespace(pages={"a page"})

        def __init__(self, id: str) -> None:
            self.id = id

        async def catch_up(self, number: int | None, rows: Sequence[AnswerRow]) -> None:
            caught_up.append((self.id, number, [row.number for row in rows]))

    house = House(store)
    for id in ("a", "b", "c", "d", "e"):
        house.rooms[id] = Behind(id)  # type: ignore[assignment]
    for number in (7, 8, 9):
        house._notice("a", str(number), answer("a", number) if number != 8 else None)
    for id in ("b", "c", "d", "e"):
        house._notice(id, "3", answer(id, 3))
    house._notice("b", "seats")
    del house.rooms["e"]
    await asyncio.sleep(0)
    assert not caught_up
    await asyncio.sleep(0)
    assert caught_up == [("a", 9, [7, 9]), ("b", None, [3])], "not all at once"
    while house._news:
        await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert caught_up[2:] == [("c", 3, [3]), ("d", 3, [3])], "nobody is told who has left"


def test_answers_told_together_are_all_told(house: TestClient, ann: Guest) -> None:
    """In their order, with how the table stands after the last, to a page that came before."""
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")

        async def work(house: House) -> None:
            rows = await ahead(house, table, "Ann hold", "Bob hold", "Ann hold")
            await house.rooms[table].catch_up(rows[-1].number, rows)

        in_house(house, work)
        update = at.until("update")
        assert at.now["view"]["to_play"] == "Bob"
    told = [*update["earlier"], update["entry"]]
    assert [entry["lines"][0] for entry in told] == ["Ann hold", "Bob hold", "Ann hold"]
    assert [entry["number"] for entry in told] == [1, 2, 3]
    assert update["now"]["number"] == 3


def test_what_was_followed_is_told_even_if_the_next_answer_cannot_be(
    house: TestClient, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No entry is missing in the log of a page when the table has been mended."""
    table = ann.table("pig", Ann="me", Bob="me")
    follow, failed = Play.follow, False

    async def once_in_vain(play: Play, row: AnswerRow) -> Kept:
        nonlocal failed
        if row.number == 2 and not failed:
            failed = play.torn = True
            raise RuntimeError
        return await follow(play, row)

    with ann.at(table) as at:
        at.sow()
        at.until("begun")

        async def work(house: House) -> None:
            monkeypatch.setattr(Play, "follow", once_in_vain)
            rows = await ahead(house, table, "Ann hold", "Bob hold", "Ann hold")
            with pytest.raises(RuntimeError):
                await house.rooms[table].catch_up(rows[-1].number, rows)

        in_house(house, work)
        first, then = at.until("update"), at.until("update")
        assert at.now["view"]["to_play"] == "Bob"
    told = [first["entry"], *then["earlier"], then["entry"]]
    assert [entry["number"] for entry in told] == [1, 2, 3]


async def ahead(house: House, table: str, *texts: str) -> list[AnswerRow]:
    """What another worker has taken at a table, of which this one has not heard."""
    other = await Room.opened(house.store, house.rooms[table].row)
    for text in texts:
        await other.keep(other.play.answer(text, text.split()[0], "person"))
    return [*other.play.log][-len(texts) :]


def answer(table: str, number: int) -> AnswerRow:
    return AnswerRow(table, number, "Ann", "person", "[]", "[]", "[]", "Bob", 0, 0)


def test_all_who_come_find_the_table_that_hears_of_the_others(
    house: TestClient, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also those who waited while it was opened, and after whom it left the memory again."""
    table = ann.table("pig", Ann="me", Bob="friend")
    opens, opening = Room.opened, 0

    async def once_at_a_time(store: Store, row: TableRow) -> Room:
        nonlocal opening
        opening += 1
        assert opening == 1, "two rooms of one table"
        room = await opens(store, row)
        await asyncio.sleep(0.01)
        opening -= 1
        return room

    async def work(house: House) -> None:
        house.rooms.clear()
        found: list[bool] = []

        async def comes(later: bool = False) -> None:
            room = await house.room(table)
            found.append(house.rooms.get(table) is room)
            notice(house, table)
            found.append(table not in house.rooms)
            if not later:
                await comes(later=True)

        async with asyncio.timeout(10):
            await asyncio.gather(*(comes() for _ in range(5)))
        assert found == [True] * 20

    monkeypatch.setattr(Room, "opened", once_at_a_time)
    in_house(house, work)


def test_who_sits_down_while_the_table_is_opened_is_there(
    house: TestClient, ann: Guest, bob: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    link = ann.links(table)["Bob"]
    opens = Room.opened

    async def meanwhile(store: Store, row: TableRow) -> Room:
        room = await opens(store, row)
        monkeypatch.undo()
        await asyncio.to_thread(bob.client.post, link, follow_redirects=False)
        return room

    async def work(house: House) -> None:
        house.rooms.clear()
        monkeypatch.setattr(Room, "opened", meanwhile)
        room = await house.room(table)
        assert {seat.name: seat.taken for seat in room.seated.shown()} == {"Ann": True, "Bob": True}

    in_house(house, work)


READ_ALL = """
import sys, threading
from msgspec import ValidationError, json
from legendry.web.app import learn_types

kinds = learn_types()
sys.setswitchinterval(1e-7)
together = threading.Barrier(8)

def read():
    for kind in kinds:
        last = kind.__struct_encode_fields__[-1:]
        together.wait()
        try:
            json.decode(json.encode([dict.fromkeys(last)]), type=list[kind])
        except ValidationError:
            pass

threads = [threading.Thread(target=read) for _ in range(8)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print(len(kinds))
"""


def test_many_threads_may_read_a_type_for_the_first_time() -> None:
    """As when many tables come back to life together: it used to end the server."""
    read = subprocess.run([sys.executable, "-c", READ_ALL], capture_output=True, text=True)
    assert read.returncode == 0, read.stderr
    assert int(read.stdout) > 300
