"""The WebSocket of a page at a table: it is welcomed, heard, and told what happens."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Coroutine
from typing import Any

import msgspec
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from legendry.web import tables
from legendry.web.guard import Bucket
from legendry.web.house import House
from legendry.web.messages import LONGEST_MESSAGE, Problem, encode, read_page
from legendry.web.problems import WebError
from legendry.web.room import Room
from legendry.web.shown import Eyes

MOST_CONNECTIONS = 4000
MOST_WAITING = 200
"""Messages that may wait for a slow page; one that falls further behind must connect anew."""
MOST_MISTAKES = 50
"""Messages that cannot be read before a connection is closed."""
GONE, TOO_SLOW, SHUT_OUT, TOO_MUCH = 4404, 4408, 4410, 4429

log = logging.getLogger("legendry.web")


class Connection:
    """A page at a table. It is told at once what it can take; the rest waits here."""

    def __init__(self, send: Send, visitor: str) -> None:
        self.visitor = visitor
        self.told: tuple[Eyes, int] | None = None
        self._send = send
        self._waiting: deque[bytes] = deque()
        self._ending: Message | None = None
        """How it is closed, once it is: nothing more is told, and nothing heard."""
        self._sender: asyncio.Task[None] | None = None
        """Sends what waits, as long as the page is slower than we are."""

    def hear(self, message: bytes) -> None:
        if self._ending is not None:
            return
        if self._sender is None:
            self._begin(self._send(_text(message)))  # type: ignore[arg-type]
        elif len(self._waiting) < MOST_WAITING:
            self._waiting.append(message)
        else:
            self._ending = _close(TOO_SLOW, "connect again")

    def shut_out(self) -> None:
        self._ending = _close(SHUT_OUT, "your seat was taken back or given up")
        if self._sender is None:
            self._sender = asyncio.create_task(self._end())

    @property
    def ended(self) -> bool:
        return self._ending is not None

    def close(self) -> None:
        if self._sender is not None:
            self._sender.cancel()

    def _begin(self, sending: Coroutine[Any, Any, None]) -> None:
        """Nearly always there is nothing to wait for, and a task would cost more than the sending."""
        try:
            waits = sending.send(None)
        except (StopIteration, OSError, RuntimeError):
            return  # it is sent; or the page is gone, as `listen` will hear
        self._sender = asyncio.create_task(self._go_on(sending, waits))

    async def _go_on(
        self, sending: Coroutine[Any, Any, None], waits: asyncio.Future[Any] | None
    ) -> None:
        """The rest of a sending that has begun, and what came meanwhile."""
        with contextlib.suppress(OSError, RuntimeError):
            with contextlib.suppress(StopIteration):
                while True:
                    await (asyncio.wait([waits]) if waits else asyncio.sleep(0))
                    waits = sending.send(None)
            while self._waiting and self._ending is None:
                await self._send(_text(self._waiting.popleft()))
        await self._end()
        self._sender = None

    async def _end(self) -> None:
        if self._ending is not None:
            with contextlib.suppress(OSError, RuntimeError):
                await self._send(self._ending)


class TableSocket:
    """The endpoint: a page at a table, as bare ASGI, since every answer passes here."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        ws = WebSocket(scope, receive, send)
        house: House = ws.app.state.house
        visitor: str = ws.state.visitor
        await ws.accept()
        try:
            room = await tables.seen(house, visitor, ws.path_params["table"])
        except WebError as error:
            await send(_close(GONE, error.words))
            return
        if house.connections >= MOST_CONNECTIONS:
            await send(_close(TOO_MUCH, "The house is full."))
            return
        since = ws.query_params.get("since", "-1")
        page = Connection(send, visitor)
        house.connections += 1
        try:
            short = since.isascii() and since.isdigit() and len(since) < 8
            await room.enter(page, int(since) if short else -1)
            if not await listen(receive, page, room):
                await send(_close(TOO_MUCH, "too many messages that cannot be read"))
        finally:
            house.connections -= 1
            room.seated.pages.discard(page)
            page.close()
            room.teller.tell_people()


async def listen(receive: Receive, page: Connection, room: Room) -> bool:
    """Hear a page until it goes; what cannot be read is answered with a sentence.

    False: it is still there, but has made too many mistakes.
    """
    bucket = Bucket(rate=200, most=400)
    mistakes = 0
    while mistakes < MOST_MISTAKES:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            return True
        if page.ended:
            continue
        text = message.get("text") or ""
        problem = ""
        if not bucket.take():
            problem = "Too many messages: wait a moment."
            await asyncio.sleep(0.05)
        elif len(text) > LONGEST_MESSAGE:
            problem = "That message is too long."
        else:
            try:
                said = read_page(text)
            except (msgspec.DecodeError, RecursionError, UnicodeError):
                problem = "That message cannot be read."
        if problem:
            mistakes += 1
            page.hear(encode(Problem(problem)))
            continue
        try:
            await room.hear(page, said)
        except Exception:
            log.exception("a message failed")
            page.hear(encode(Problem("Something went wrong here; nothing is lost. Try again.")))
    return False


def _text(message: bytes) -> Message:
    return {"type": "websocket.send", "text": message.decode()}


def _close(code: int, reason: str) -> Message:
    return {"type": "websocket.close", "code": code, "reason": reason}
