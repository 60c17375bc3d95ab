"""Every game at the table is put through the same laws; and the laws catch games that break them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from legendry.parlour.peddlers import PEDDLERS, Peddlers, PeddlersState, PeddlersView
from legendry.parlour.pig import PIG, Pig, PigState
from legendry.table import Choose, Flow, Game, Header, Option, Seat, Seeded, Table, Typed
from tests.laws import obeys

NAMES = ["Ann", "Bob", "Cid O'Dea", "Dr. Dee", "Éve"]


LUCK = st.integers(0, 2**32).map(Random)
"""A play is drawn from one number: thousands of small draws would only slow Hypothesis down."""


def tables(game: Game[Any], options: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """Tables of a game with any number of seats, any dice and any options."""
    return st.builds(
        lambda seats, seed, chosen, undo: Table(
            game,
            NAMES[:seats],
            Typed() if seed is None else Seeded(seed),
            options=chosen,
            undo=undo,
        ),
        st.integers(game.players.start, min(len(NAMES), game.players[-1])),
        st.none() | st.integers(0, 1000),
        st.fixed_dictionaries({}, optional=options),
        st.sampled_from(["consent", "own", "never"]),
    )


@given(tables(PIG, {"target": st.integers(2, 40), "rounds": st.integers(1, 5)}), LUCK)
def test_pig_obeys_the_laws(table: Table[Any], luck: Random) -> None:
    table = Table(
        PIG,
        table.header.seats,
        table.dice,
        options={"target": 40, "rounds": 5} | table.header.options,
        undo=table.header.undo,
    )
    obeys(table, luck.randrange)


@given(tables(PEDDLERS, {"rounds": st.integers(1, 3)}), LUCK)
def test_peddlers_obeys_the_laws(table: Table[Any], luck: Random) -> None:
    obeys(table, luck.randrange)


class LeakyPeddlers(Peddlers):
    def view(self, state: PeddlersState, seat: Seat | None) -> PeddlersView:
        view = super().view(state, seat)
        return structs.replace(view, claim=view.claim or state.taken)


class TalkativePeddlers(Peddlers):
    """Tells everybody what only one may know."""

    def flow(self, state: PeddlersState) -> Flow[None]:
        yield from super().flow(state)
        state.events = [structs.replace(event, seen_by=None) for event in state.events]


class ForgetfulPig(Pig):
    """Keeps a score outside its state."""

    throws = 0

    def flow(self, state: PigState) -> Flow[None]:
        self.throws += 1
        yield from super().flow(state)


class ThawedPig(Pig):
    """Forgets its scores in the cold."""

    def thaw(self, header: Header, frozen: bytes) -> PigState:
        state = super().thaw(header, frozen)
        state.scores = [0 for _ in state.scores]
        return state


class TwiceNamedPig(Pig):
    def flow(self, state: PigState) -> Flow[None]:
        yield from Choose("Ann", "?", lambda: [Option("Go", 1), Option("go", 2)])
        state.scores[0] = 1000


class EndlessPig(Pig):
    def flow(self, state: PigState) -> Flow[None]:
        yield from Choose("Ann", "?", lambda: [Option("wait", 1)])


class SharingState(PigState, kw_only=True):
    def copy(self) -> SharingState:
        return SharingState(**structs.asdict(self))


class SharingPig(Pig):
    """Its states share their scores."""

    def setup(self, header: Header) -> PigState:
        return SharingState(**structs.asdict(super().setup(header)))


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (LeakyPeddlers(), "can tell what is secret"),
        (TalkativePeddlers(), "can tell what is secret"),
        (ForgetfulPig(), "nothing outside the state is touched"),
        (ThawedPig(), "a thawed table goes on the same"),
        (TwiceNamedPig(), "notations are unique"),
        (EndlessPig(), "every game ends"),
        (SharingPig(), "undo goes back|never touches its origin|checkpoint is never touched"),
    ],
)
def test_a_game_that_breaks_a_law_is_caught(game: Game[Any], law: str) -> None:
    def play() -> None:
        for seed in range(100):
            table = Table(game, ["Ann", "Bob", "Cid"], Seeded(seed))
            obeys(table, Random(seed).randrange, most=200)

    with pytest.raises(AssertionError, match=law):
        play()
