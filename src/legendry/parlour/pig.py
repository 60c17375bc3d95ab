"""Pig: throw as often as you dare.

PIG-1  The seats take turns; the first to have `target` points wins.
PIG-2  A turn is one throw of a die after another. 2 to 6 goes to the points at stake; after each
       throw the player throws again or holds.
PIG-3  A 1 loses what is at stake, and the turn.
PIG-4  Holding banks what is at stake and ends the turn.
PIG-5  Whoever has the target in bank and stake together has won at once.
PIG-6  After `rounds` rounds the game ends; the most points win, shared if equal.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from legendry.table import (
    Barred,
    Choose,
    Event,
    Flow,
    Game,
    Header,
    Option,
    Outcome,
    Refusal,
    Roll,
    Seat,
    State,
    options_of,
)


class PigOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may settle before the game."""

    target: Annotated[int, Meta(ge=2, le=1000)] = 100
    """Points that win the game."""
    rounds: Annotated[int, Meta(ge=1, le=1000)] = 100
    """Rounds after which the most points win."""


class Threw(Event, frozen=True):
    """A face fell."""

    seat: Seat
    face: int
    stake: int

    def __str__(self) -> str:
        if self.face == 1:
            return f"{self.seat} throws a 1 and loses {self.stake} points"
        return f"{self.seat} throws a {self.face}: {self.stake} at stake"


class Banked(Event, frozen=True):
    """Points at stake were made safe."""

    seat: Seat
    points: int
    total: int

    def __str__(self) -> str:
        return f"{self.seat} banks {self.points}, which makes {self.total}"


class PigState(State, kw_only=True):
    """Scores by seat, and what the one in turn has at stake."""

    seats: tuple[Seat, ...]
    options: PigOptions
    scores: list[int]
    stake: int = 0

    def copy(self) -> PigState:
        return PigState(
            turn=self.turn,
            rolls=self.rolls,
            rolled=self.rolled,
            seats=self.seats,
            options=self.options,
            scores=self.scores.copy(),
            stake=self.stake,
        )

    @property
    def in_turn(self) -> int:
        return (self.turn - 1) % len(self.seats)


class PigView(Struct, frozen=True):
    """The whole game: nothing is hidden in it."""

    turn: int
    to_play: Seat
    stake: int
    scores: dict[Seat, int]

    def __str__(self) -> str:
        scores = "   ".join(f"{seat} {points}" for seat, points in self.scores.items())
        return f"{scores}   ({self.to_play} has {self.stake} at stake)"


class Pig(Game[PigState]):
    """The rules above, as flows."""

    name: ClassVar[str] = "pig"
    title: ClassVar[str] = "Pig"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(1, 9)
    options: ClassVar[type[Struct]] = PigOptions

    def setup(self, header: Header) -> PigState:
        return PigState(
            seats=header.seats,
            options=options_of(header, PigOptions),
            scores=[0] * len(header.seats),
        )

    def flow(self, state: PigState) -> Flow[None]:
        """One turn (PIG-2 to PIG-5)."""
        seat = state.seats[state.in_turn]
        score = state.scores[state.in_turn]
        throw = Roll(f"throw {seat}", seat=seat)
        while True:
            (face,) = yield from throw
            if face == 1:
                state.tell(Threw(rules=("PIG-3",), seat=seat, face=1, stake=state.stake))
                break
            state.stake += face
            state.tell(Threw(rules=("PIG-2",), seat=seat, face=face, stake=state.stake))
            if score + state.stake >= state.options.target or not (yield from again(state, seat)):
                score = state.scores[state.in_turn] = score + state.stake
                state.tell(Banked(rules=("PIG-4",), seat=seat, points=state.stake, total=score))
                break
        state.stake = 0
        state.next_turn()

    def outcome(self, state: PigState) -> Outcome | None:
        best = max(state.scores)
        winners = tuple(
            s for s, score in zip(state.seats, state.scores, strict=True) if score == best
        )
        if best >= state.options.target:
            return Outcome(winners, f"{best} points", "PIG-5")
        if state.turn > state.options.rounds * len(state.seats):
            return Outcome(winners, f"most points ({best}) after the last round", "PIG-6")
        return None

    def view(self, state: PigState, seat: Seat | None) -> PigView:
        return PigView(
            turn=state.turn,
            to_play=state.seats[state.in_turn],
            stake=state.stake,
            scores=dict(zip(state.seats, state.scores, strict=True)),
        )


def again(state: PigState, seat: Seat) -> Flow[bool]:
    """Throw again, or hold (PIG-2, PIG-4)?"""

    def others() -> list[Barred]:
        return [
            Barred(f"{other} {act}", Refusal(f"it is for {seat} to play", "PIG-1"))
            for other in state.seats
            if other != seat
            for act in ("roll", "hold")
        ]

    return (
        yield from Choose(
            seat,
            f"{state.stake} at stake: roll again or hold?",
            lambda: [Option(f"{seat} roll", True), Option(f"{seat} hold", False)],
            others,
        )
    )


PIG = Pig()
