"""Players: anything that answers a request from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from legendry.table.requests import Choose, Option, Roll, Seat
from legendry.table.table import Table


class Player(Protocol):
    """Somebody who decides for a seat: a person at a keyboard, a bot, a test."""

    def answer(
        self, request: Choose[Any] | Roll, view: Struct
    ) -> Option[Any] | str | Sequence[int]:
        """An answer to the request, knowing what the view shows and nothing else."""


def play(table: Table[Any], players: Mapping[Seat, Player]) -> None:
    """Let the players answer until the game is over. Typed rolls of nobody go to the first seat."""
    first = table.header.seats[0]
    request = table.pending
    while request is not None:
        seat = request.seat or first
        request = table.answer(players[seat].answer(request, table.view(seat)))
