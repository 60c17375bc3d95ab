"""Answers for bots, and for whoever lets his time run out."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import TYPE_CHECKING

from legendry.bots import Bot, bot
from legendry.table import Choose, Seat
from legendry.web.forms import stand_in
from legendry.web.play import Stale
from legendry.web.shown import By, Kept
from legendry.web.storage import milliseconds

if TYPE_CHECKING:
    from legendry.web.room import Room


class Driver:
    """Plays at one table for those who are not there; it keeps no hold of that table."""

    def __init__(self) -> None:
        self._bots: dict[Seat, tuple[str, Bot]] = {}
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def wake(self, room: Room) -> None:
        """Let a bot answer, if one is asked."""
        if not self._closed and asked(room) and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._drive(room))

    async def rest(self) -> None:
        """Finish the answer that is being worked out, begin nothing."""
        self._closed = True
        if self._task is not None:
            await asyncio.wait([self._task])

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    async def _drive(self, room: Room) -> None:
        while not self._closed:
            async with room.turn():
                seat = asked(room)
                if not seat:
                    return
                with contextlib.suppress(Stale):
                    await room.keep(await self._answer_for(room, seat))

    async def _answer_for(self, room: Room, seat: Seat) -> Kept:
        table = room.play.running
        request = table.pending
        by: By = "bot" if room.seated.seats[seat].bot else "clock"
        if not isinstance(request, Choose):
            return room.play.roll(by)
        player = self._bot(room, seat)
        given = await asyncio.to_thread(player.answer, request, table.view(seat))
        return room.play.answer(given, seat, by)

    def _bot(self, room: Room, seat: Seat) -> Bot:
        kind = room.seated.seats[seat].bot or stand_in(room.game.name)
        if self._bots.get(seat, ("", None))[0] != kind:
            self._bots[seat] = kind, bot(kind, seed=secrets.token_hex(8))
        return self._bots[seat][1]


def asked(room: Room) -> Seat:
    """The seat to answer for now: a bot's, or one whose time has run out.

    What it was to roll, the table rolls.
    """
    request = room.play.table.pending if room.play.table else None
    if request is None or request.seat is None:
        return ""
    late = 0 < room.play.deadline < milliseconds()
    return request.seat if room.seated.seats[request.seat].bot or late else ""
