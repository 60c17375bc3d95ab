"""A table in play on this server: all that happens at it happens here, one thing after another."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from legendry.table import Choose, Refusal, Refused, Seat, Table, find_game
from legendry.web import coach
from legendry.web.driving import Driver
from legendry.web.messages import (
    Answer,
    Call,
    Consent,
    FromPage,
    Heard,
    Hint,
    Hints,
    Inspect,
    Look,
    Looks,
    Problem,
    Proposal,
    ProposalShown,
    Reason,
    RefusedAnswer,
    Shown,
    Sow,
    Sown,
    Start,
    Undo,
    WhyNot,
    encode,
)
from legendry.web.play import Play, Stale
from legendry.web.seated import Page, Seated
from legendry.web.shown import Kept, barred_shown, look_shown
from legendry.web.storage import AnswerRow, Store, TableRow
from legendry.web.telling import Teller

MOST_TOGETHER = 50
"""Answers that are told in one message."""


class Turn:
    """The time in which one thing happens at a table; see `Room.turn`."""

    __slots__ = ("_room",)

    def __init__(self, room: Room) -> None:
        self._room = room

    async def __aenter__(self) -> None:
        room = self._room
        room.turns += 1
        try:
            await room.lock.acquire()
        except BaseException:
            room.turns -= 1
            raise
        if room.torn:
            try:
                await room.mend()
            except BaseException:
                self._end()
                raise

    async def __aexit__(self, *_: object) -> None:
        room = self._room
        try:
            if room.torn:
                await room.mend()
        finally:
            self._end()

    def _end(self) -> None:
        self._room.lock.release()
        self._room.turns -= 1


class Room:
    """A table that somebody plays or watches, or at which a bot must move."""

    def __init__(self, store: Store, row: TableRow) -> None:
        self.store = store
        self.game = find_game(row.game)
        self.play = Play(store, row, self.game)
        self.seated = Seated(self.play)
        self.teller = Teller(self.play, self.seated)
        self.lock = asyncio.Lock()
        self.turns = 0
        """How many have a turn, or wait for one."""
        self.used = time.monotonic()
        self._driver = Driver()

    @classmethod
    async def opened(cls, store: Store, row: TableRow) -> Room:
        """The table as it was left."""
        room = cls(store, row)
        await room._read_seats()
        if row.header:
            await room.play.restore()
            await room._let_roll()
        return room

    @property
    def row(self) -> TableRow:
        return self.play.row

    # -- who is here ----------------------------------------------------------------------------

    async def _read_seats(self) -> None:
        """Who sits here and who may watch, as the store has it; whoever may not any more is out.

        In a game that has begun, `_let_roll` is to come when it is as the store has it, too.
        """
        seats = await self.store.seats(self.row.id)
        self.seated.sit(seats, await self.store.holders(self.row.id))
        if self.play.table is None:
            await self._let_roll()

    async def _let_roll(self) -> None:
        """The table rolls for all who do not roll dice of their own, also what it waited for."""
        typed = [seat.name for seat in self.seated.seats.values() if seat.typed and not seat.bot]
        with contextlib.suppress(Stale):
            if (kept := self.play.types(typed)) is not None:
                await self.keep(kept)

    async def enter(self, page: Page, since: int) -> None:
        """A page comes, which has seen the entries up to `since`; perhaps at another worker.

        That worker's notice of them may still be under way.
        """
        async with self.turn():
            if since > self.play.number:
                await self._reread()
            if self.seated.may_watch(page.visitor):
                self.seated.pages.add(page)
                page.hear(encode(self.teller.welcome(page, since, self._proposal())))
                self.teller.tell_people()
            else:  # he lost his seat while he waited for his turn
                page.shut_out()
        self.wake()

    # -- telling --------------------------------------------------------------------------------

    async def keep(self, kept: Kept) -> None:
        """Write an answer down, then tell it.

        What there is to tell is worked out before, while all of the table is at hand; then the
        other tables have their turn until it is on disk.
        """
        letters = self.teller.letters(kept)
        await self.play.keep(kept, partial(self.teller.send, letters))
        self.play.keep_snapshot()

    async def _answer(self, seat: Seat, text: str) -> None:
        """A longer notation answers one question after another: nobody is asked those between."""
        for step, last in self.play.steps(text):
            kept = self.play.answer(step, seat, "person")
            if last:
                await self.keep(kept)
            else:
                await self.play.keep(kept)
                self.teller.untold.append(kept)

    # -- hearing --------------------------------------------------------------------------------

    async def hear(self, page: Page, said: FromPage) -> None:
        """What a page says; what cannot be done it is told, and nothing has changed."""
        self.used = time.monotonic()
        async with self.turn():
            try:
                reply = await self._hear(page, said)
            except Refused as refused:
                number = getattr(said, "number", self.play.number)
                reply = RefusedAnswer(number, refused.refusal.words, refused.refusal.rule)
            if reply is not None:
                page.hear(encode(reply))
        self.wake()

    async def _hear(self, page: Page, said: FromPage) -> Heard | None:
        if isinstance(said, Sow):
            return await self._sow(page, said)
        if isinstance(said, Start):
            return await self._start(page)
        table = self.play.table
        if table is None:
            return Problem("The game has not begun: it waits for everybody to sit down.")
        if isinstance(said, Inspect):
            insight = self.game.inspect(table.state, self.seated.eyes(page.visitor), said.thing)
            return Shown(said.thing, insight.ledgers, insight.places)
        if said.number != self.play.number:
            raise Stale
        match said:
            case Answer(seat=seat, text=text):
                self._must_play(page, seat)
                await self._answer(seat, text)
            case Call(seat=seat):
                self._must_play(page, seat)
                await self.keep(self.play.call(seat))
            case Undo(seat=seat):
                self._must_play(page, seat)
                await self._propose(page, seat)
            case Consent(seat=seat):
                self._must_play(page, seat)
                await self._consent(seat, said.agrees)
            case _:
                return await self._explain(page, said, table)
        return None

    def _must_play(self, page: Page, seat: Seat) -> None:
        if seat not in self.seated.mine(page.visitor):
            raise Refused(Refusal(f"the seat {seat} is not yours"))
        if self.seated.seats[seat].bot:
            raise Refused(Refusal(f"a bot plays {seat} now: take the seat back first"))

    async def _explain(
        self, page: Page, said: Look | WhyNot | Hint, table: Table[Any]
    ) -> Heard | None:
        """Odds, reasons and hints: only for who is asked."""
        request = table.pending
        if not self.seated.is_asked(page.visitor):
            return Problem("Only who is asked can look at the answers.")
        if isinstance(said, WhyNot):
            refusal = table.why_not(said.text) or Refusal("")
            return Reason(self.play.number, said.text, refusal.words, refusal.rule)
        if not isinstance(request, Choose):
            return None
        if isinstance(said, Hint):
            view = table.view(request.seat)
            return Hints(self.play.number, await asyncio.to_thread(coach.hints_for, request, view))
        return await asyncio.to_thread(self._looks, request)

    def _looks(self, request: Choose[Any]) -> Looks:
        looks = tuple(look_shown(option.about) for option in request.options)
        return Looks(self.play.number, looks, barred_shown(request.barred))

    async def act(self, visitor: str, text: str) -> None:
        """An answer from another page than the table's; `Refused` changes nothing.

        The owner need not have come to the table before: the game begins with it.
        """
        self.used = time.monotonic()
        async with self.turn():
            if self.play.table is None and visitor == self.row.owner:
                await self._begin()
            seat = self.play.asked
            if seat is None or seat not in self.seated.mine(visitor) or self.seated.seats[seat].bot:
                raise Refused(Refusal(f"{seat or 'nobody'} is asked there now: go to the table"))
            await self._answer(seat, text)
        self.wake()

    # -- beginning ------------------------------------------------------------------------------

    async def _sow(self, page: Page, said: Sow) -> Heard | None:
        """A seat's own seed, if it has none; when everybody has one, the game begins."""
        if said.seat not in self.seated.mine(page.visitor):
            return Problem(f"The seat {said.seat} is not yours.")
        if self.play.table is None:
            await self.store.sow(self.row.id, said.seat, said.seed)
            await self._read_seats()
            if all(
                seat.seeded for seat in self.seated.seats.values() if seat.person and not seat.bot
            ):
                await self._begin()
            else:
                self.teller.tell_people()
        seat = self.seated.seats[said.seat]
        return Sown(seat.name) if seat.seeded and seat.seed == said.seed else None

    async def _start(self, page: Page) -> Heard | None:
        if page.visitor != self.row.owner:
            return Problem("Only who made the table can begin without the others.")
        if self.play.table is None:
            await self._begin()
        return None

    async def _begin(self) -> None:
        await self.play.begin(self.seated.seats.values())
        await self._let_roll()
        self.teller.tell_begun()

    # -- undo -----------------------------------------------------------------------------------

    def _proposal(self) -> ProposalShown | None:
        """The undo that waits for consent, if the game has not gone on since."""
        if not self.row.proposal:
            return None
        proposal = msgspec.json.decode(self.row.proposal, type=ProposalShown)
        return proposal if proposal.number == self.play.number else None

    async def _propose(self, page: Page, seat: Seat) -> None:
        """Take an answer back, or ask those who must agree; those on one screen do."""
        if self.play.over and self.play.draft.company:
            raise Refused(
                Refusal("the game is over, and what came of it is in the company's journal")
            )
        needed = tuple(await self.play.consent_needed(seat))
        undoes = await self.play.last_answer_of(seat)
        mine = self.seated.mine(page.visitor)
        await self._settle(ProposalShown(seat, self.play.number, needed, mine, undoes))

    async def _consent(self, seat: Seat, agrees: bool) -> None:
        proposal = self._proposal()
        if proposal is None or seat not in proposal.needed:
            raise Refused(Refusal("nobody asks that seat for an undo"))
        if agrees:
            await self._settle(replace(proposal, agreed=(*proposal.agreed, seat)))
        else:
            await self._put_proposal(None, f"{seat} does not agree to the undo.")

    def _agreed(self, proposal: ProposalShown) -> tuple[Seat, ...]:
        """Who said so, bots, and seats at which nobody sits any more."""
        held = self.seated.held
        return tuple(
            seat
            for seat in proposal.needed
            if seat in proposal.agreed or self.seated.seats[seat].bot or seat not in held
        )

    async def _settle(self, proposal: ProposalShown) -> None:
        agreed = self._agreed(proposal)
        if agreed != proposal.needed:
            await self._put_proposal(replace(proposal, agreed=agreed))
            return
        await self.keep(await self.play.undo(proposal.seat))
        await self._let_roll()
        if self.row.proposal:
            await self._put_proposal(None)

    async def _put_proposal(self, proposal: ProposalShown | None, words: str = "") -> None:
        await self.store.propose(self.row.id, encode(proposal).decode() if proposal else "")
        await self.play.reread()
        self.teller.tell_all(Proposal(proposal, words))

    # -- bots and the clock ---------------------------------------------------------------------

    def wake(self) -> None:
        """Let a bot answer, if one is asked."""
        self._driver.wake(self)

    async def rest(self) -> None:
        """The server closes: finish what is being done, begin nothing."""
        await self._driver.rest()
        async with self.lock:
            pass

    @property
    def busy(self) -> bool:
        return self.turns > 0 or self._driver.busy

    # -- changes from elsewhere -----------------------------------------------------------------

    def turn(self) -> Turn:
        """One thing after another; whatever went wrong, the game is as the store has it."""
        return Turn(self)

    @property
    def torn(self) -> bool:
        """Whether something went wrong: the store or the pages have less than the game."""
        return self.play.torn or bool(self.teller.untold)

    async def mend(self) -> None:
        """The game as the store has it, and the pages know it."""
        await self.play.restore(through=self.play.number)
        self.teller.tell_untold()
        await self._read_on()

    async def reseat(self) -> None:
        """The seats have changed in the store: read them again, and tell."""
        async with self.turn():
            await self._read_seats()
            await self._let_roll()
            self.teller.tell_people()
            proposal = self._proposal()
            if proposal is not None and self._agreed(proposal) != proposal.agreed:
                with contextlib.suppress(Stale):
                    await self._settle(proposal)
        self.wake()

    async def catch_up(self, number: int | None = None, rows: Sequence[AnswerRow] = ()) -> None:
        """Another worker has taken answers up to that number, or (None) changed anything else.

        The answers themselves may come along in `rows`, in their order.
        """
        async with self.turn():
            if number is None:
                await self._reread()
            elif number > self.play.number:
                missing = range(self.play.number + 1, number + 1)
                fresh = [row for row in rows if row.number in missing]
                await self._read_on(fresh if len(fresh) == len(missing) else ())

    async def _read_on(self, rows: Sequence[AnswerRow] = ()) -> None:
        """Answers that the store has and the pages have not seen: these, or all there are."""
        if self.play.table is None:
            return
        for row in rows or await self.store.answers(self.row.id, after=self.play.number):
            self.teller.untold.append(await self.play.follow(row))
            if len(self.teller.untold) == MOST_TOGETHER:
                self.teller.tell_untold()
        self.teller.tell_untold()
        await self._let_roll()

    async def _reread(self) -> None:
        before = self.row.proposal
        await self._read_seats()  # first: who lost his seat is to hear nothing of the rest
        await self.play.reread()
        if self.row.header and self.play.table is None:
            await self.play.restore()
            await self._let_roll()
            self.teller.tell_begun()
        await self._read_on()
        self.teller.tell_people()
        if self.row.proposal != before:
            self.teller.tell_all(Proposal(self._proposal()))
