"""What a WebSocket server can do at best: say back what it hears, at once or once it is on disk."""

from __future__ import annotations

import contextlib
import itertools
import os
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from legendry.web.storage import AnswerRow, Store


async def echo(ws: WebSocket) -> None:
    await ws.accept()
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await ws.send_text(await ws.receive_text())


async def durable(ws: WebSocket) -> None:
    """The echo of what is kept as a table's answers are, in one commit with whatever came along."""
    await ws.accept()
    store: Store = ws.app.state.store
    table = f"{ws.app.state.worker}-{next(ws.app.state.tables)}"
    with contextlib.suppress(WebSocketDisconnect):
        for number in itertools.count():
            said = await ws.receive_text()
            row = AnswerRow(table, number, "Ann", "person", said, "[]", "[]", "Bob", 0, 0)
            await store.append(row)
            await ws.send_text(said)


def application() -> Starlette:
    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.store = await Store.open(os.environ["LEGENDRY_DATABASE"])
        app.state.worker = os.getpid()
        app.state.tables = itertools.count()
        yield
        await app.state.store.close()

    routes = [WebSocketRoute("/echo", echo), WebSocketRoute("/durable", durable)]
    return Starlette(routes=routes, lifespan=lifespan)
