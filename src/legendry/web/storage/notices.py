"""What one worker hears of the others, through PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from legendry.web.storage.database import CHANNEL, Database
from legendry.web.storage.rows import AnswerRow

PULSE = 15.0
"""Seconds after which a silent connection is asked whether it still lives."""
SLOWEST_RETRY = 5.0

Callback: TypeAlias = Callable[[str, str, AnswerRow | None], None]

log = logging.getLogger(__name__)
read_row = msgspec.json.Decoder(AnswerRow).decode


class Notices:
    """Listens on one connection of its own, and connects again whenever that is lost."""

    def __init__(self, database: Database, worker: str, callback: Callback) -> None:
        self._ear = database.ear()
        self._own = f"{worker} "
        """How one's own notices begin."""
        self._callback = callback
        self._lost = asyncio.Event()
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self._connect()
        self._task = asyncio.create_task(self._stay())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._disconnect()
        await self._ear.dispose()

    async def _connect(self) -> None:
        self._lost.clear()
        self._connection = await self._ear.connect()
        self._driver = (await self._connection.get_raw_connection()).driver_connection
        self._driver.add_termination_listener(lambda _driver: self._lost.set())
        await self._driver.add_listener(CHANNEL, self._heard)

    async def _disconnect(self) -> None:
        if (connection := self._connection) is not None:
            self._connection = None
            await connection.invalidate()
            await connection.close()

    async def _stay(self) -> None:
        while True:
            await self._until_lost()
            log.warning("the connection for notices was lost")
            await self._disconnect()
            await self._connect_again()
            self._tell("", "")

    async def _until_lost(self) -> None:
        while not self._lost.is_set():
            try:
                await asyncio.wait_for(self._lost.wait(), PULSE)
            except TimeoutError:
                try:
                    await self._driver.execute("SELECT 1", timeout=PULSE)
                except Exception:
                    return

    async def _connect_again(self) -> None:
        wait = 0.05
        while True:
            try:
                return await self._connect()
            except Exception as error:
                log.warning("no connection for notices yet: %s", type(error).__name__)
                await self._disconnect()
            await asyncio.sleep(wait)
            wait = min(2 * wait, SLOWEST_RETRY)

    def _heard(self, _driver: object, _process: int, _channel: str, notice: str) -> None:
        if not notice.startswith(self._own):
            _, table, what, *row = notice.split(" ", 3)
            self._tell(table, what, *row)

    def _tell(self, table: str, what: str, row: str = "") -> None:
        try:
            self._callback(table, what, read_row(row) if row else None)
        except Exception:
            log.exception("a notice was not taken")
