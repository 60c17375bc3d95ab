"""Legendary Dragon as a game for the table: one to four seats play three heroes together.

One flow is Reveal and Planning, one each combat, one the End of Turn (DRG-16); at the checkpoints
between them `phase` says what comes. All decisions of the game are those of DRG-94.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from legendry.dragon import ending, showing
from legendry.dragon.battle import combat
from legendry.dragon.options import Options
from legendry.dragon.planning import planning
from legendry.dragon.position import first_state
from legendry.dragon.reveal import reveal
from legendry.dragon.selection import must_fight
from legendry.dragon.state import DragonState
from legendry.dragon.views import DragonView, view
from legendry.table import Flow, Game, Header, Insight, Outcome, Seat


class Dragon(Game[DragonState]):
    """A cooperative game: the players win or lose together (DRG-1, DRG-2)."""

    name: ClassVar[str] = "dragon"
    title: ClassVar[str] = "Legendary Dragon"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(1, 5)
    options: ClassVar[type[Struct]] = Options

    def setup(self, header: Header) -> DragonState:
        return first_state(header)

    def flow(self, state: DragonState) -> Flow[None]:
        """The next part of a turn (DRG-16)."""
        match state.phase:
            case "selection":
                yield from combat(state)
            case "end":
                yield from ending.end_of_turn(state)
            case _:
                yield from reveal(state)
                yield from planning(state)
                state.phase = "selection" if must_fight(state) else "end"

    def outcome(self, state: DragonState) -> Outcome | None:
        return ending.outcome(state)

    def view(self, state: DragonState, seat: Seat | None) -> DragonView:
        return view(state)

    def inspect(self, state: DragonState, seat: Seat | None, thing: str) -> Insight:
        return showing.inspect(state, thing)

    def freeze(self, state: DragonState) -> bytes:
        return showing.freeze(state)

    def thaw(self, header: Header, frozen: bytes) -> DragonState:
        return showing.thaw(self.setup(header), frozen)


DRAGON = Dragon()
