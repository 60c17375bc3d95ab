"""All tables of this server: brought to life when somebody comes, let go when nobody is there."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from legendry.web.desk import Desk
from legendry.web.problems import WebError
from legendry.web.room import Room
from legendry.web.storage import AnswerRow, Store, milliseconds

IDLE_SECONDS = 60.0
"""A table that nobody looks at for so long leaves the memory; it comes back on demand."""
TICK = 2.0
OVERDUE_TICK = 30.0
NEWS_PART = 4
"""Of the tables with news of other workers, one in so many is told of them in a round of the loop."""

V = TypeVar("V")

log = logging.getLogger("legendry.web")


class Recent(Generic[V]):
    """The values last asked for, a few of them.

    They are made two at a time, in threads of their own: many who ask for what takes long wait for
    each other, and not the tables for them.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, V] = OrderedDict()
        self._threads = ThreadPoolExecutor(2)

    async def get(self, key: str, make: Callable[[], V]) -> V:
        """The value of a key, made if it is not at hand."""
        if key not in self._kept:
            loop = asyncio.get_running_loop()
            self._kept[key] = await loop.run_in_executor(self._threads, make)
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return self._kept[key]


class News:
    """What other workers have done at a table: answers, and whether anything else."""

    __slots__ = ("_else", "_newest", "_rows")

    def __init__(self) -> None:
        self._newest = -1
        self._rows: list[AnswerRow] = []
        self._else = False

    def add(self, number: int | None, row: AnswerRow | None) -> None:
        if number is None:
            self._else = True
            return
        self._newest = max(number, self._newest)
        if row is not None:
            self._rows.append(row)

    async def reach(self, room: Room) -> None:
        await room.catch_up(None if self._else else self._newest, self._rows)


class House:
    """The tables in play here, and the store that holds all of them."""

    def __init__(self, store: Store, desk: Desk | None = None) -> None:
        self.store = store
        self.desk = desk
        """The book that is being written here, if one is."""
        self.rooms: dict[str, Room] = {}
        self.connections = 0
        self._opening: dict[str, asyncio.Task[None]] = {}
        self._noticed: set[str] = set()
        """Tables that were changed while they were opened."""
        self._news: dict[str, News] = {}
        """What the tables here have still to hear of other workers."""
        self._reader: asyncio.Task[None] | None = None
        self._works: set[asyncio.Task[None]] = set()
        self._clock: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.store.listen(self._notice)
        self._clock = asyncio.create_task(self._tick())

    async def close(self) -> None:
        """Let everything end that reads the store, then close that."""
        ending = [task for task in (self._clock, self._reader) if task]
        for task in ending:
            task.cancel()
        for room in self.rooms.values():
            await room.rest()
        if ending := [*ending, *self._works, *self._opening.values()]:
            await asyncio.wait(ending)
        await self.store.close()

    async def room(self, id: str) -> Room:
        """The table of that id, alive; 404 if there is none.

        Whoever gets it must take a `turn` at it before he waits for anything else, or another
        worker's notice may make it leave the memory under him.
        """
        while id not in self.rooms:
            if id not in self._opening:
                self._opening[id] = asyncio.create_task(self._open(id))
            await asyncio.shield(self._opening[id])
        return self.rooms[id]

    async def _open(self, id: str) -> None:
        try:
            row = await self.store.table(id)
            if row is None:
                raise WebError(404, "There is no such table.")
            room = await Room.opened(self.store, row)
            while id in self._noticed:
                self._noticed.discard(id)
                await room.catch_up()
            self.rooms[id] = room
        finally:
            del self._opening[id]
            self._noticed.discard(id)

    async def changed(self, id: str) -> None:
        """The seats of a table were changed in the store."""
        if id in self._opening:
            self._noticed.add(id)
        if id in self.rooms:
            await self.rooms[id].reseat()

    def _notice(self, table: str, what: str, row: AnswerRow | None = None) -> None:
        """Another worker has changed a table, or (no table) notices were lost for a while.

        A table at which nobody is leaves the memory at once.
        """
        for id in [table] if table else [*self.rooms, *self._opening]:
            if id in self._opening:
                self._noticed.add(id)
            room = self.rooms.get(id)
            if room is None:
                continue
            if not room.seated.pages and not room.busy:
                del self.rooms[id]
                continue
            self._news.setdefault(id, News()).add(int(what) if what.isdigit() else None, row)
            if self._reader is None or self._reader.done():
                self._reader = asyncio.create_task(self._read_news())

    async def _read_news(self) -> None:
        """Have tables catch up, a part of them at a time: who answers here meanwhile comes first.

        What waits longer is told together, so that a worker which is behind has less to do.
        """
        while self._news:
            for id in list(self._news)[: len(self._news) // NEWS_PART + 1]:
                news, room = self._news.pop(id), self.rooms.get(id)
                if room is not None:
                    work = asyncio.create_task(self._guarded(news.reach(room)))
                    self._works.add(work)
                    work.add_done_callback(self._works.discard)
            await asyncio.sleep(0)

    async def _tick(self) -> None:
        overdue = 0.0
        while True:
            await asyncio.sleep(TICK)
            self.sweep()
            if time.monotonic() - overdue > OVERDUE_TICK:
                overdue = time.monotonic()
                await self._guarded(self._play_for_the_late())

    def sweep(self) -> None:
        """Let idle tables go; let bots play for those whose time has run out."""
        for id, room in list(self.rooms.items()):
            room.wake()
            if room.seated.pages or room.busy or time.monotonic() - room.used < IDLE_SECONDS:
                continue
            del self.rooms[id]

    async def _play_for_the_late(self) -> None:
        for id in await self.store.overdue(milliseconds()):
            (await self.room(id)).wake()

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> None:
        """Housekeeping that must not end the house's clock."""
        try:
            await work
        except Exception:
            log.exception("housekeeping failed")
