"""Who is at a table in play: who holds which seat, which pages look on, and as whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol, TypeAlias

from legendry.table import Seat
from legendry.web.messages import SeatShown
from legendry.web.play import Play
from legendry.web.shown import Eyes
from legendry.web.storage import SeatRow


class Page(Protocol):
    """A page that is connected."""

    visitor: str
    told: tuple[Eyes, int] | None
    """Whose view it was told last, and of which number."""

    def hear(self, message: bytes) -> None:
        """Send a message as soon as may be; never waits."""

    def shut_out(self) -> None:
        """Close it: its visitor may not watch any more."""


Reader: TypeAlias = tuple[Page, Eyes, bool]
"""A page, as whom it looks, and whether it is for it to answer."""


class Seated:
    """The seats of a table as the store has them, and the pages that are connected to it."""

    def __init__(self, play: Play) -> None:
        self.seats: dict[Seat, SeatRow] = {}
        self.holders: Mapping[str, frozenset[Seat]] = {}
        self.pages: set[Page] = set()
        self._play = play
        self._mine: dict[str, tuple[Seat, ...]] = {}

    def sit(self, seats: Iterable[SeatRow], holders: Mapping[str, frozenset[Seat]]) -> None:
        """Who sits here and who may watch from now on; whoever may not any more is out."""
        self.seats = {seat.name: seat for seat in seats}
        self.holders = holders
        self._mine = {
            visitor: tuple(seat for seat in self.seats if seat in held)
            for visitor, held in self.holders.items()
        }
        for page in [page for page in self.pages if not self.may_watch(page.visitor)]:
            self.pages.discard(page)
            page.shut_out()

    def mine(self, visitor: str) -> tuple[Seat, ...]:
        """The seats that a visitor holds, in the order of the table."""
        return self._mine.get(visitor, ())

    def may_watch(self, visitor: str) -> bool:
        return self._play.row.listed or visitor in self.holders or visitor == self._play.row.owner

    def eyes(self, visitor: str) -> Eyes:
        """As whom a visitor looks in a game that hides: the seat that is asked, or his only one.

        Where several share a screen and none of them is asked, nobody's secrets are on it.
        """
        if not self._play.hides or not (mine := self.mine(visitor)):
            return None
        if self._play.asked in mine:
            return self._play.asked
        return mine[0] if len(mine) == 1 else None

    def is_asked(self, visitor: str) -> bool:
        """Whether it is for this visitor to answer."""
        request = self._play.table.pending if self._play.table else None
        if request is None:
            return False
        mine = self.mine(visitor)
        return bool(mine) if request.seat is None else request.seat in mine

    @property
    def watchers(self) -> int:
        return sum(1 for page in self.pages if not self.mine(page.visitor))

    @property
    def held(self) -> set[Seat]:
        """The seats at which somebody sits."""
        return {seat for seats in self.holders.values() for seat in seats}

    def shown(self) -> tuple[SeatShown, ...]:
        """The seats, as everybody may know who has them."""
        held = self.held
        here = {seat for page in self.pages for seat in self.mine(page.visitor)}
        return tuple(
            SeatShown(
                seat.name,
                taken=seat.name in held,
                here=seat.name in here,
                bot=seat.bot,
                lent=seat.person and bool(seat.bot),
                typed=seat.typed,
                seeded=seat.seeded,
            )
            for seat in self.seats.values()
        )

    def reader(self, page: Page) -> Reader:
        """A page as one to be told of the game."""
        return page, self.eyes(page.visitor), self.is_asked(page.visitor)
