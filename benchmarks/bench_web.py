"""The web table under load: real fights answered as fast as they are asked, beside bare echoes."""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import tempfile
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
import uvloop
from msgspec import Struct
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.harness import Row
from benchmarks.load import Page, Server
from tests.web import postgres

TABLES = (50, 200)
ANSWERS = 120
"""So many answers at each table: snapshots are among them; few fights of six end before."""
ECHOES = 60
LONGEST = 120.0
"""Seconds after which something is wrong."""
SEATS = ("Wayfarers", "Outlaws")


class Option(Struct):
    notation: str


class Request(Struct):
    seat: str | None
    options: tuple[Option | str, ...] = ()


class Now(Struct):
    number: int
    request: Request | None = None


class Heard(Struct):
    """As much of a message as a player needs."""

    type: str
    now: Now | None = None
    words: str = ""


read = msgspec.json.Decoder(Heard).decode


class Costs(NamedTuple):
    """What a number of answers took."""

    answers: int
    seconds: float
    cpu: float
    waits: list[float]
    seen: list[float]
    """The same until both pages of a table have seen it."""
    memory: float = 0.0

    @property
    def rate(self) -> float:
        return self.answers / self.seconds

    @property
    def per_cpu(self) -> float:
        return self.answers / self.cpu

    def wait(self, percent: int) -> float:
        """Milliseconds within which so many of a hundred answers were acknowledged."""
        return _within(self.waits, percent)

    def news(self, percent: int) -> float:
        """The same until both pages had seen them."""
        return _within(self.seen, percent)


def _within(seconds: Sequence[float], percent: int) -> float:
    return quantiles(seconds, n=100)[percent - 1] * 1000


class Load:
    """Those who play or echo, and how long each of them waited."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.seen: list[float] = []
        self.busy = 0
        self.done = asyncio.Event()

    def leaves(self) -> None:
        self.busy -= 1
        if self.busy == 0:
            self.done.set()

    async def measured(
        self, servers: Sequence[Server], start: Sequence[Callable[[], None]]
    ) -> Costs:
        """Let all begin, and wait for the last."""
        self.busy = len(start)
        began, cpu = perf_counter(), sum(server.cpu for server in servers)
        for begin in start:
            begin()
        async with asyncio.timeout(LONGEST):
            await self.done.wait()
        seconds = perf_counter() - began
        spent = sum(server.cpu for server in servers) - cpu
        return Costs(len(self.waits), seconds, spent, self.waits, self.seen)


class Player:
    """A seat at a table, which answers when it is asked."""

    def __init__(self, table: Table, seat: str) -> None:
        self._table = table
        self._seat = seat
        self._sent = 0.0
        self.now: Now | None = None
        self.begun = asyncio.get_running_loop().create_future()

    async def sit_down(self, port: int, cookie: str) -> None:
        path = f"/api/tables/{self._table.id}/socket"
        self._page = await Page.connect(port, path, cookie, self._hear)
        self._page.say(json.dumps({"type": "seed", "seat": self._seat, "seed": "x"}).encode())

    def _hear(self, data: bytes) -> None:
        heard = read(data)
        if heard.type == "update":
            assert heard.now is not None
            assert self.now is not None
            for number in range(self.now.number, heard.now.number):
                self._table.saw(number + 1)
            self.now = heard.now
            if self._sent:
                self._table.load.waits.append(perf_counter() - self._sent)
                self._sent = 0.0
            self.answer()
        elif heard.type == "begun":
            self.now = heard.now
            self.begun.set_result(None)
        else:
            assert heard.type in ("welcome", "people", "sown"), heard.words

    def answer(self) -> None:
        assert self.now is not None
        request = self.now.request
        if request is None or (request.seat == self._seat and self._table.left == 0):
            self._table.leave(over=request is None)
        if request is None or request.seat != self._seat or self._table.left == 0:
            return
        self._table.left -= 1
        option = self._table.luck.choice(request.options)
        text = option if isinstance(option, str) else option.notation
        said = {"type": "answer", "number": self.now.number, "seat": self._seat, "text": text}
        self._sent = self._table.sent[self.now.number + 1] = perf_counter()
        self._page.say(msgspec.json.encode(said))

    def close(self) -> None:
        self._page.close()


class Table:
    """A fight between two players, each with a cookie of his own."""

    def __init__(self, servers: Sequence[Server], number: int) -> None:
        self.load = Load()
        self.sent: dict[int, float] = {}
        self._half_seen: set[int] = set()
        self.left = 0
        self.over = False
        self._at_play = False
        self.luck = Random(number)
        self._servers = servers
        self._cookies = [f"visitor={secrets.token_urlsafe(24)}" for _ in SEATS]
        body = {
            "game": "fight",
            "edition": "ancient-world",
            "listed": True,
            "seats": [{"name": SEATS[0]}, {"name": SEATS[1], "player": "friend"}],
        }
        self.id = str(self._post("/api/tables", 0, body)["id"])
        self._post(f"/api/tables/{self.id}/sit", 1, {"seat": SEATS[1]})
        self.players = [Player(self, seat) for seat in SEATS]
        self._ports = [servers[place % len(servers)].port for place in (number, number // 2)]

    def _post(self, path: str, who: int, body: dict[str, Any]) -> Any:
        connection = HTTPConnection("127.0.0.1", self._servers[0].port)
        headers = {"Cookie": self._cookies[who], "Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        data = json.load(answer)
        assert answer.status < 300, data
        connection.close()
        return data

    async def open(self) -> None:
        for player, port, cookie in zip(self.players, self._ports, self._cookies, strict=True):
            await player.sit_down(port, cookie)
        await asyncio.gather(*(player.begun for player in self.players))

    def saw(self, number: int) -> None:
        """One of the two has seen that answer."""
        if number not in self._half_seen:
            self._half_seen.add(number)
        elif number in self.sent:
            self.load.seen.append(perf_counter() - self.sent.pop(number))

    def leave(self, *, over: bool) -> None:
        self.over = over
        if self._at_play:
            self._at_play = False
            self.load.leaves()

    def begin(self) -> None:
        self.left, self._at_play = ANSWERS, True
        for player in self.players:
            player.answer()

    def close(self) -> None:
        for player in self.players:
            player.close()


async def fights(servers: Sequence[Server]) -> dict[int, Costs]:
    """A few fights at once, then with them so many more."""
    tables: list[Table] = []
    found = {}
    for count in TABLES:
        before = sum(server.memory for server in servers)
        at_play = [table for table in tables if not table.over]
        new = [Table(servers, len(tables) + more) for more in range(count - len(at_play))]
        for table in new:
            await table.open()
        tables += new
        load = Load()
        for table in (at_play := at_play + new):
            table.load = load
        costs = await load.measured(servers, [table.begin for table in at_play])
        memory = sum(server.memory for server in servers) - before
        found[count] = costs._replace(memory=memory / len(new))
    for table in tables:
        table.close()
    return found


async def echoes(servers: Sequence[Server], path: str, count: int) -> Costs:
    """So many who hear what they have said, and say it again."""
    load = Load()
    said = msgspec.json.encode(
        {"type": "answer", "number": 17, "seat": SEATS[0], "text": "Ysolt Fenn move 0405"}
    )

    async def speaker(number: int) -> tuple[Callable[[], None], Page]:
        left, sent = ECHOES, 0.0

        def heard(_: bytes) -> None:
            load.waits.append(perf_counter() - sent)
            say()

        def say() -> None:
            nonlocal left, sent
            if left == 0:
                load.leaves()
                return
            left -= 1
            sent = perf_counter()
            page.say(said)

        page = await Page.connect(servers[number % len(servers)].port, path, "", heard)
        return say, page

    speakers = [await speaker(number) for number in range(count)]
    costs = await load.measured(servers, [say for say, _ in speakers])
    for _, page in speakers:
        page.close()
    return costs


@contextlib.contextmanager
def opened(application: str, database: str, workers: int) -> Iterator[list[Server]]:
    with contextlib.ExitStack() as stack:
        yield [stack.enter_context(Server(application, database)) for _ in range(workers)]


def on(name: str, database: str, workers: int) -> list[Row]:
    """All that is measured on one database."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        with opened("benchmarks.echo:application", database, workers) as servers:
            bare, kept, grouped = (
                runner.run(echoes(servers, path, TABLES[-1]))
                for path in ("/echo", "/durable", "/grouped")
            )
        with opened("legendry.web.app:application", database, workers) as servers:
            played = runner.run(fights(servers))
    where = f"{name}, {workers} worker{'s' * (workers > 1)}"
    rows = []
    for what, costs in (
        ("bare echo", bare),
        ("durable echo, one commit a message", kept),
        ("durable echo, commits shared", grouped),
    ):
        echo = f"{what}, 200 pages ({where})"
        rows.append(Row(echo, costs.per_cpu, "messages/CPU-s", None, "", ""))
        rows.append(Row(f"{echo}: 99 % acknowledged in", costs.wait(99), "ms", None, "", ""))
    for count, costs in played.items():
        what = f"{count} fights ({where})"
        ratio, shared = kept.per_cpu / costs.per_cpu, grouped.per_cpu / costs.per_cpu
        rows += [
            Row(what, costs.per_cpu, "answers/CPU-s", ratio, "one commit a message", "at most 3"),
            Row(what, costs.per_cpu, "answers/CPU-s", shared, "commits shared", ""),
            Row(what, costs.rate, "answers/s", grouped.rate / costs.rate, "commits shared", ""),
            Row(f"{what}: half acknowledged in", costs.wait(50), "ms", None, "", ""),
            Row(
                f"{what}: 99 % acknowledged in",
                costs.wait(99),
                "ms",
                costs.wait(99) / kept.wait(99),
                "one commit a message, 200 pages",
                "200: under 100 ms",
            ),
            Row(f"{what}: 99 % seen by both players in", costs.news(99), "ms", None, "", ""),
            Row(f"{what}: memory of a table", costs.memory / 1024, "KiB", None, "", ""),
        ]
    return rows


async def make_database(url: str) -> None:
    engine = create_async_engine(f"{url}/postgres", isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.exec_driver_sql("CREATE DATABASE legendry")
    await engine.dispose()


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        rows = on("SQLite", f"sqlite+aiosqlite:///{folder}/tables.db", 1)
    programs = postgres.programs()
    if programs is None:
        print("NO POSTGRESQL: the web table was not measured on it")
        return rows
    with postgres.running(programs) as url:
        asyncio.run(make_database(url))
        return rows + on("PostgreSQL", f"{url}/legendry", 2)
