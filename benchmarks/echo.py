"""What a WebSocket server can do at best: say back what it hears, at once or once it is on disk."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from legendry.web.storage import AnswerRow, Store
from legendry.web.storage.database import Database
from legendry.web.storage.writer import AnswerPen


async def echo(ws: WebSocket) -> None:
    await ws.accept()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await ws.send_text(await ws.receive_text())


async def durable(ws: WebSocket) -> None:
    """The echo of what is kept as a table's answers are, in a commit of its own."""

    async def keep(row: AnswerRow) -> None:
        await ws.app.state.pen.commit([row])

    await _kept(ws, keep)


async def grouped(ws: WebSocket) -> None:
    """The same, in one commit with whatever came along."""
    await _kept(ws, ws.app.state.store.append)


async def _kept(ws: WebSocket, keep: Callable[[AnswerRow], Awaitable[None]]) -> None:
    await ws.accept()
    table = f"{ws.app.state.worker}-{next(ws.app.state.tables)}"
    with contextlib.suppress(WebSocketDisconnect):
        for number in itertools.count():
            said = await ws.receive_text()
            await keep(AnswerRow(table, number, "Ann", "person", said, "[]", "[]", "Bob", 0, 0))
            await ws.send_text(said)


def application() -> Starlette:
    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.store = await Store.open(os.environ["LEGENDRY_DATABASE"])
        database = Database(os.environ["LEGENDRY_DATABASE"])
        app.state.pen = AnswerPen(database, "")
        app.state.worker = os.getpid()
        app.state.tables = itertools.count()
        yield
        await app.state.pen.close()
        await database.close()
        await app.state.store.close()

    echoes = (echo, durable, grouped)
    routes = [WebSocketRoute(f"/{kind.__name__}", kind) for kind in echoes]
    return Starlette(routes=routes, lifespan=lifespan)
