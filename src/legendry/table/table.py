"""The table: runs one game, keeps its record, and can go back or branch at any answer."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from legendry.table import toml
from legendry.table.dice import Dice
from legendry.table.entries import (
    Called,
    Chose,
    Entry,
    Rolled,
    Undone,
    chosen,
    lines,
    rolled,
    understood,
)
from legendry.table.game import Event, Game, Outcome, State
from legendry.table.header import Header, SetupError, UndoPolicy, checked_gm, checked_seats
from legendry.table.past import KEEPS, Checkpoint, Mark, since, trail
from legendry.table.requests import Choose, Offers, Option, Refusal, Refused, Roll, Seat
from legendry.table.undoing import before_last_answer, consent_needed

S = TypeVar("S", bound=State)

SEPARATOR = "+++"


class Table(Generic[S]):
    """One game in play.

    The table runs the game's flows, lets `dice` answer the rolls, and stops at `pending`: the
    request that a person, a bot or a test must `answer`. Between two flows it keeps a checkpoint,
    so a `fork` shares the past, copies only the few answers since, and re-runs them on first use.

    >>> from legendry.parlour.pig import PIG
    >>> from legendry.table import Scripted
    >>> table = Table(PIG, ["Ann", "Bob"], Scripted("6", "3", "1"))
    >>> [option.notation for option in table.pending.options]
    ['Ann roll', 'Ann hold']
    >>> print(table.answer("Ann roll").asks)
    Ann: 9 at stake: roll again or hold?
    >>> print(table.answer("Ann hold").asks)    # Bob throws a 1; the script has no face left for her
    throw Ann: 1 die of 6 sides
    """

    def __init__(
        self,
        game: Game[S],
        seats: Sequence[Seat],
        dice: Dice,
        *,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        undo: UndoPolicy = "consent",
        gm: Seat = "",
    ) -> None:
        header = game.header(
            seats, dice.header, edition=edition, options=options, setup=setup, undo=undo, gm=gm
        )
        self._open(game, header, dice)

    @classmethod
    def opened(cls, game: Game[S], header: Header, dice: Dice) -> Table[S]:
        """A table at its first request, set up from a record's header."""
        table = cls.__new__(cls)
        table._open(game, header, dice)
        return table

    @classmethod
    def thawed(cls, game: Game[S], header: Header, dice: Dice, frozen: bytes) -> Table[S]:
        """A table that goes on from a frozen checkpoint; what came before it, it does not know.

        Its record and events begin there, and nothing before can be undone: whoever needs that
        replays the record. `ValueError` if the bytes are not of this game.
        """
        table = cls.__new__(cls)
        table._open(game, header, dice, game.thaw(header, frozen))
        return table

    @property
    def frozen(self) -> bytes | None:
        """The last checkpoint as bytes, if nothing was answered since; else None."""
        if self._entries:
            return None
        if not self._ready:
            self._catch_up()
        return self.game.freeze(self._last_state())

    def _open(self, game: Game[S], header: Header, dice: Dice, state: S | None = None) -> None:
        checked_seats(header.seats, game.players)
        checked_gm(header.gm, header.seats, mastered=game.mastered)
        self.game = game
        self.header = header
        self.dice = dice
        self.revealed = ""
        self.keeps_last = False
        """Whether the state of the last checkpoint is at hand: for who often forks or freezes it."""
        self._entries: list[Entry] = []
        self._outcome: Outcome | None = None
        state = state or game.setup(header)
        self._checkpoint = Checkpoint[S](None, state, (), tuple(state.events))
        state.events = []
        self._run(self._begin(_copied(state)))

    # -- running ------------------------------------------------------------------------------

    def _begin(self, state: S) -> Roll | Choose[Any] | None:
        """Begin flows until one asks; None if the game is over. The state is theirs to change."""
        while True:
            self._state = state
            self._outcome = self.game.outcome(state)
            if self._outcome is not None:
                self.revealed = self.revealed or self.dice.secret
                return None
            if state.called:
                state.called = False
                self._flow = self.game.hand(state, self.header.gm)
            else:
                self._flow = self.game.flow(state)
            request = next(self._flow, None)
            if request is not None:
                return request
            state = self._end()

    def _end(self) -> S:
        """A flow has ended: where it left the state is the next checkpoint; the next runs on it.

        A table that `keeps_last` has a copy here, until it has gone on: for the next fork.
        """
        state, last = self._state, self._checkpoint
        events, state.events = tuple(state.events), []
        number = last.number + 1
        kept = _copied(state) if self.keeps_last or not number % KEEPS else None
        self._checkpoint = Checkpoint(last, kept, tuple(self._entries), events, number)
        if last.kept is not None and not last.shared and last.number % KEEPS:
            last.kept = None
        self._entries = []
        return state

    def _send(self, answer: Rolled | Chose) -> Roll | Choose[Any] | None:
        """Give one answer to the flow."""
        if type(answer) is Rolled:
            self._count(answer)
        self._entries.append(answer)
        try:
            return self._flow.send(answer.value)
        except StopIteration:
            return self._begin(self._end())

    def _count(self, fell: Rolled) -> None:
        """Count a roll before it is told: how many of its name there were decides named dice."""
        state, name = self._state, fell.name
        state.rolls += 1
        state.rolled[name] = state.rolled.get(name, 0) + 1

    def _roll_on(self, request: Roll | Choose[Any] | None) -> Roll | Choose[Any] | None:
        """Let the dice answer rolls until somebody else must answer, or the game is over."""
        dice = self.dice
        while type(request) is Roll:
            faces = dice.faces(request, self._state)
            if faces is None:
                break
            request = self._send(rolled(request, faces, dice.origin))
        return request

    def _run(self, request: Roll | Choose[Any] | None) -> None:
        """Go on from a request that a flow has asked."""
        self._pending = self._roll_on(request)
        self._ready = True

    def _catch_up(self) -> None:
        """Re-run the flow from the last checkpoint with the answers since."""
        state = _copied(self._last_state())
        entries, self._entries = self._entries, []
        self._run(self._repeat(self._begin(state), entries))

    def _repeat(
        self, request: Roll | Choose[Any] | None, entries: Sequence[Entry]
    ) -> Roll | Choose[Any] | None:
        """Give the flow that asks `request` the answers that it was given before."""
        for entry in entries:
            if isinstance(entry, Rolled | Chose):
                request = self._send(entry)
                continue
            self._entries.append(entry)
            if isinstance(entry, Called):
                self._state.called = True
        return request

    def _last_state(self) -> S:
        """The state at the last checkpoint, which keeps it from now on."""
        point = self._checkpoint
        if point.kept is None:
            point.kept, point.shared = self._state_at(point), True
        return point.kept

    def _state_at(self, point: Checkpoint[S]) -> S:
        """The state that a checkpoint has not kept: from one that has, by the answers since."""
        trail = []
        while point.kept is None:
            trail.append(point.entries)
            assert point.previous is not None, "the first checkpoint keeps its state"
            point = point.previous
        twin = self._twin()
        twin._checkpoint, twin._entries, twin.keeps_last = point, [], True
        request = twin._begin(_copied(point.kept))
        for entries in reversed(trail):
            request = twin._repeat(request, entries)
        return twin._last_state()

    # -- the verbs ----------------------------------------------------------------------------

    @property
    def pending(self) -> Choose[Any] | Roll | None:
        """The request that waits for an answer; None when the game is over."""
        if not self._ready:
            self._catch_up()
        return self._pending

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self._ready:
            self._catch_up()
        return self._outcome

    @property
    def state(self) -> S:
        """The whole truth, for tests and for search in open games. Look, do not touch."""
        if not self._ready:
            self._catch_up()
        return self._state

    def answer(
        self,
        given: str | Option[Any] | Sequence[int],
        *,
        by: Seat | None = None,
        origin: str = "typed",
    ) -> Choose[Any] | Roll | None:
        """Answer the pending request: an option or its notation, or the faces of typed-in dice.

        `by` is the seat that answers, if the caller wants that checked. An answer that is `Refused`
        changes nothing and says why. Gives the request that is pending then.
        """
        if not self._ready:
            self._catch_up()
        request = self._pending
        if by is not None and request is not None and self.pending_for(by) is None:
            raise Refused(Refusal(f"it is not for {by} to answer “{request.asks}”"))
        leads = False
        taken: Chose | Rolled | None = None
        if type(given) is Option and type(request) is Choose:
            listed = request.listed
            latest = listed.latest if type(listed) is Offers else None
            if given is latest or given in (listed or request.options):
                if given.veil is None:  # as in `chosen`: a call less for nearly every answer
                    taken = Chose(given.value, given.notation, request.seat, request.secret)
                else:
                    taken = chosen(request, given)
        if taken is None:
            if request is None:
                raise Refused(Refusal(f"the game is over: {self.outcome}"))
            taken, leads = understood(request, given, origin)
            if type(taken) is Rolled:
                self._count(taken)
        checkpoint, entries = self._checkpoint, self._entries
        given_before = len(entries)
        try:
            entries.append(taken)
            try:  # as in `_send`: a call less for every answer
                request = self._flow.send(taken.value)
            except StopIteration:
                request = self._begin(self._end())
            if type(request) is Roll:
                request = self._roll_on(request)
            self._pending = request
            return self.answer(given, by=by) if leads else request
        except Exception:  # refused further on, or a fault in a rule: the game is as it was
            del entries[given_before:]
            self._checkpoint, self._entries, self._ready = checkpoint, entries, False
            raise

    def call(self, seat: Seat) -> None:
        """The game master raises his hand: he is asked next what he does.

        At a checkpoint that is at once; a flow in which something has been answered is carried out
        first.
        """
        if seat != self.header.gm:
            raise Refused(Refusal(f"{seat} is not the game master of this table"))
        if self.outcome is not None:
            raise Refused(Refusal(f"the game is over: {self.outcome}"))
        last = self._last_state()
        if self._state.called or last.called:
            raise Refused(Refusal(f"{seat} has called already"))
        entry = Called(seat)
        if any(not isinstance(one, Undone) for one in self._entries):
            self._entries.append(entry)
            self._state.called = True
            return
        called = _copied(last)
        called.called = True
        entries = (*self._entries, entry)
        self._checkpoint = Checkpoint(
            self._checkpoint, called, entries, (), self._checkpoint.number + 1, shared=True
        )
        self._entries = []
        self._run(self._begin(_copied(called)))

    def why_not(self, text: str) -> Refusal | None:
        """The reason why that answer would be refused now; None if it would be taken."""
        try:
            self.fork().answer(text)
        except Refused as refused:
            return refused.refusal
        return None

    def fork(self, dice: Dice | None = None) -> Table[S]:
        """A table of its own at this very moment; what happens there never touches this one.

        With other `dice` the branch goes on with those: `Typed()` leaves every roll to the caller.
        """
        self.keeps_last = self._checkpoint.shared = True
        twin = self._twin()
        twin.dice = dice or self.dice
        return twin

    def _twin(self) -> Table[S]:
        twin = Table.__new__(type(self))
        twin.game = self.game
        twin.header = self.header
        twin.dice = self.dice
        twin.revealed = self.revealed
        twin.keeps_last = False
        twin._checkpoint = self._checkpoint
        twin._entries = self._entries.copy()
        twin._ready = False
        return twin

    @property
    def hides(self) -> bool:
        """Whether its seats know different things."""
        return self.game.hides(self.header)

    def view(self, seat: Seat | None = None) -> Struct:
        """What a seat, or (None) somebody who only watches, may know now."""
        self._at_table(seat)
        return self.game.view(self.state, seat)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened so far, in order."""
        latest = self.state.events
        return (*(event for point in trail(self._checkpoint) for event in point.events), *latest)

    def events_for(self, seat: Seat | None) -> tuple[Event, ...]:
        """What happened as far as that seat may see it; everything once the game is over."""
        self._at_table(seat)
        over = self.outcome is not None
        return tuple(event for event in self.events if over or event.visible_to(seat))

    @property
    def mark(self) -> Mark[S]:
        """This moment, for `since`."""
        events = len(self.state.events)
        return Mark(self._checkpoint, len(self._entries), events)

    def since(self, mark: Mark[S]) -> tuple[list[Entry], list[Event]]:
        """The answers given and the events told since a moment that was not undone."""
        latest = self.state.events
        return since(mark, self._checkpoint, self._entries, latest)

    def forget(self) -> None:
        """Let go of all before the last checkpoint; `record`, `events` and undo begin there."""
        if not self._ready:
            self._catch_up()
        self._checkpoint = Checkpoint(None, self._last_state(), (), ())

    def pending_for(self, seat: Seat) -> Choose[Any] | Roll | None:
        """The pending request if that seat is to answer it. Rolls of nobody anybody may type in."""
        self._at_table(seat)
        request = self.pending
        return request if request is not None and request.seat in (seat, None) else None

    def _at_table(self, seat: Seat | None) -> None:
        if seat is not None and seat not in (*self.header.seats, self.header.gm):
            raise SetupError(f"nobody called {seat} sits at this table")

    # -- going back ---------------------------------------------------------------------------

    def consent_needed(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats that must agree before `seat` may undo its last answer; () if none need to.

        Free is what gave no new information: choices of one's own in this activation, back to the
        last roll, reveal or answer of another seat. `Refused` if the table's rule forbids it.
        """
        self._at_table(seat)
        return consent_needed(self, seat)

    def undo(self, seat: Seat, agreed: Collection[Seat] = ()) -> Undone:
        """Take back the last answer of `seat` and all that came after it.

        The table's undo rule decides; the others in `consent_needed` must be among `agreed`.
        """
        needed = self.consent_needed(seat)
        missing = [other for other in needed if other not in agreed]
        if missing:
            raise Refused(Refusal(f"{' and '.join(missing)} would have to agree to this undo"))
        back, tail = before_last_answer(self, seat)
        undone = Undone(tail, seat, needed)
        self._checkpoint = back._checkpoint
        self._entries = [*back._entries, undone]
        self._ready = False
        return undone

    # -- the record ---------------------------------------------------------------------------

    @property
    def record(self) -> str:
        """The whole game as text: a header, `+++`, one line an answer. It only ever grows."""
        return self._text(self.header, lambda _: True)

    def record_for(self, seat: Seat | None) -> str:
        """The record as that seat may read it: before the end, others' secrets are left out."""
        self._at_table(seat)
        if self.outcome is not None:
            return self.record
        dice = msgspec.structs.replace(self.header.dice, seed="")
        header = msgspec.structs.replace(self.header, dice=dice)
        return self._text(header, lambda entry: entry.secret is None or seat in entry.secret)

    def _text(self, header: Header, shown: Callable[[Rolled | Chose], bool]) -> str:
        if not self._ready:
            self._catch_up()
        text = [toml.written(msgspec.to_builtins(header)) + SEPARATOR]
        for point in trail(self._checkpoint):
            text += self.written(point.entries, shown)
        text += self.written(self._entries, shown)
        if self.revealed:
            text.append(f"secret {self.revealed}")
        return "\n".join((*text, ""))

    def written(
        self, entries: Sequence[Entry], shown: Callable[[Rolled | Chose], bool] = lambda _: True
    ) -> Iterator[str]:
        """The lines of the record for these entries; of those not `shown`, only that they are."""
        return lines(entries, self.header.dice.source, shown)


def _copied(state: S) -> S:
    """A state of its own, with nothing told yet."""
    twin = state.copy()
    twin.events = []
    twin.rolled = state.rolled.copy()
    twin.called = state.called
    return twin
