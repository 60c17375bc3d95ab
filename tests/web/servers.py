"""Real servers in processes of their own, and players who come back whenever one is killed."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from random import Random
from types import TracebackType
from typing import Any, Self

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from legendry.table import Record, Replay
from tests.web.guests import PATIENCE, TOO_MANY, merged, notation_of


class Server:
    """A server on a socket that outlives it: who knocks while it is dead waits for the next life."""

    def __init__(self, database: str) -> None:
        self._database = database
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=256)
        self._process: subprocess.Popen[bytes] | None = None
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"

    def start(self) -> None:
        command = [sys.executable, "-m", "uvicorn", "legendry.web.app:application", "--factory"]
        door = str(self._socket.fileno())
        self._process = subprocess.Popen(
            [*command, "--fd", door, "--log-level", "warning"],
            pass_fds=[self._socket.fileno()],
            env={**os.environ, "LEGENDRY_DATABASE": self._database},
        )

    @property
    def alive(self) -> bool:
        return self._process is not None

    def kill(self) -> None:
        """As if the power had failed, as far as a process can tell."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.kill()
        self._socket.close()


class Visitor:
    """Somebody with a cookie of his own, who knows some servers of one house."""

    def __init__(self, *servers: Server) -> None:
        self.servers = servers
        self.cookie = {"Cookie": f"visitor={secrets.token_urlsafe(24)}"}

    async def ask(self, method: str, path: str, **more: Any) -> httpx2.Response:
        """The answer to a request; asked again if the server dies over it."""
        address = f"http://{self.servers[0].address}"
        while True:
            try:
                async with httpx2.AsyncClient(base_url=address, timeout=PATIENCE) as client:
                    return await client.request(method, path, headers=self.cookie, **more)
            except httpx2.TransportError:
                await asyncio.sleep(0.01)

    async def get(self, path: str) -> Any:
        response = await self.ask("GET", path)
        assert response.status_code == 200, response.text
        return response.json()

    async def post(self, path: str, body: Any) -> Any:
        response = await self.ask("POST", path, json=body)
        assert response.status_code < 300, response.text
        return response.json()

    async def table(self, game: str, players: dict[str, str], **more: Any) -> str:
        seats = [{"name": name, "player": player} for name, player in players.items()]
        made = await self.post("/api/tables", {"game": game, "seats": seats, **more})
        return str(made["id"])

    async def join(self, owner: Visitor, table: str, seat: str) -> None:
        found = await owner.get(f"/api/tables/{table}/seats")
        (link,) = [one["link"] for one in found["seats"] if one["name"] == seat]
        assert (await self.ask("POST", link)).status_code == 303

    def at(self, table: str, server: Server, since: int = -1) -> connect:
        return connect(
            f"ws://{server.address}/api/tables/{table}/socket?since={since}",
            additional_headers=self.cookie,
            compression=None,
            open_timeout=PATIENCE,
            max_size=None,
        )


class Player:
    """Plays a visitor's seats at a table as fast as he may, and comes back until it is over.

    Whatever he was ever told is in `seen`: it must come in order, once, and never change.
    """

    def __init__(
        self,
        visitor: Visitor,
        table: str,
        seed: int,
        acknowledged: Callable[[], None] = lambda: None,
        begins: bool = False,
    ) -> None:
        self.visitor = visitor
        self.table = table
        self.seen: list[Any] = []
        self.view: Any = None
        self.outcome: Any = None
        self.refused: list[str] = []
        self._begins = begins
        self._luck = Random(seed)
        self._acknowledged = acknowledged
        self._you: Sequence[str] = ()
        self._said = ""

    async def play(self) -> None:
        while self.outcome is None:
            alive = [server for server in self.visitor.servers if server.alive]
            server = self._luck.choice(alive or self.visitor.servers)
            try:
                since = len(self.seen) - 1
                async with self.visitor.at(self.table, server, since) as page:
                    async for text in page:
                        await self._hear(page, json.loads(text))
                        if self.outcome is not None:
                            break
            except (OSError, EOFError, WebSocketException):
                await asyncio.sleep(0.01)

    async def _hear(self, page: ClientConnection, heard: Any) -> None:
        match heard["type"]:
            case "welcome":
                self._you = heard["you"]
                if heard["now"] is None:
                    for seat in self._you:
                        await self._say(page, "seed", seat=seat, seed=f"seed of {seat}")
                    if self._begins:
                        await self._say(page, "start")
                    return
                self._note(heard["log"])
            case "begun":
                self._note(heard["log"][len(self.seen) :])
            case "update":
                self._note([*heard.get("earlier", ()), heard["entry"]])
                self._acknowledged()
            case "refused":
                self.refused.append(heard["words"])
                return
            case "problem":
                assert heard["words"] == TOO_MANY
                await asyncio.sleep(0.1)
                await page.send(self._said)
                return
            case _:
                return
        now = heard["now"]
        assert now["number"] == len(self.seen) - 1
        self.view = merged(self.view, now["changed"]) if "changed" in now else now["view"]
        self.outcome = now.get("outcome")
        await self._answer(page, now)

    def _note(self, entries: list[Any]) -> None:
        for entry in entries:
            assert entry["number"] == len(self.seen), "an entry came twice, or one is missing"
            self.seen.append(entry)

    async def _answer(self, page: ClientConnection, now: Any) -> None:
        request = now.get("request")
        if request is None or request["seat"] not in self._you or "options" not in request:
            return
        text = notation_of(self._luck.choice(request["options"]))
        await self._say(page, "answer", seat=request["seat"], number=now["number"], text=text)

    async def _say(self, page: ClientConnection, type: str, **fields: Any) -> None:
        self._said = json.dumps({"type": type, **fields})
        await page.send(self._said)


async def whole_log(visitor: Visitor, table: str) -> list[Any]:
    """All entries that the server has of a table."""
    found: list[Any] = []
    while not found or found[0]["number"] > 0:
        before = f"?before={found[0]['number']}" if found else ""
        found = [*await visitor.get(f"/api/tables/{table}/log{before}"), *found]
    return found


async def check_kept(visitor: Visitor, table: str, seen: Sequence[Any]) -> int:
    """What was seen is kept, unchanged and in order, and replays to the view the server shows.

    Gives the number of entries at the moment of that view; a bot may have gone on since.
    """
    async with visitor.at(table, visitor.servers[0]) as page:
        welcome = json.loads(await page.recv())
    log = await whole_log(visitor, table)
    assert [entry["number"] for entry in log] == list(range(len(log)))
    assert log[: len(seen)] == list(seen), "something acknowledged is gone"
    count = int(welcome["now"]["number"]) + 1
    lines = [line for entry in log[:count] for line in entry["lines"]]
    record = Record.read((await visitor.ask("GET", f"/api/tables/{table}/record")).content)
    assert [text for _, text in record.lines][: len(lines)] == lines
    replay = Replay(Record(record.header, record.lines[: len(lines)]))
    replay.run()
    assert json.loads(msgspec.json.encode(replay.table.view(None))) == welcome["now"]["view"]
    return count
