"""The game master's hand: he may call at any time, and what he then does is answered like the rest."""

from __future__ import annotations

from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.parlour.pig import Banked, Pig, PigState
from legendry.table import (
    Choose,
    Flow,
    Option,
    Record,
    Refused,
    Replay,
    Scripted,
    Seat,
    Seeded,
    SetupError,
    Table,
    Typed,
)
from legendry.table.past import KEEPS
from tests.laws import obeys


class Mastered(Pig):
    """Pig with somebody who may hand out points."""

    name: ClassVar[str] = "mastered"
    mastered: ClassVar[bool] = True

    def hand(self, state: PigState, gm: Seat) -> Flow[None]:
        seat = yield from Choose(
            gm,
            "Who gets five points?",
            lambda: [Option(f"{gm} 5 points to {one}", one) for one in (*state.seats, "nobody")],
        )
        if seat != "nobody":
            state.scores[state.seats.index(seat)] += 5
            state.tell(Banked(seat=seat, points=5, total=0))


MASTERED = Mastered()


def table(*faces: str) -> Table[PigState]:
    return Table(MASTERED, ["Ann", "Bob"], Scripted(*faces), gm="Max")


def test_a_call_waits_for_the_end_of_the_flow() -> None:
    game = table("6", "1")
    game.call("Max")
    assert game.pending is not None
    assert game.pending.seat == "Ann"
    game.answer("Ann hold")
    assert game.pending.seat == "Max"
    game.answer("Max 5 points to Bob", by="Max")
    assert game.state.scores == [6, 5]
    assert game.state.turn == 3


def test_only_the_game_master_calls_and_only_once() -> None:
    game = table("6")
    with pytest.raises(Refused, match="Ann is not the game master"):
        game.call("Ann")
    game.call("Max")
    with pytest.raises(Refused, match="called already"):
        game.call("Max")
    with pytest.raises(Refused, match="not for Max"):
        game.answer("Ann hold", by="Max")


def test_at_a_checkpoint_he_is_asked_at_once() -> None:
    game = Table(MASTERED, ["Ann", "Bob"], Scripted(), gm="Max")
    assert game.pending is not None
    game.call("Max")
    assert game.pending.seat == "Max"
    game.answer("Max 5 points to Ann")
    assert game.pending.asks.startswith("throw Ann")
    assert game.state.scores == [5, 0]


def test_what_he_did_can_be_undone() -> None:
    game = table("6", "3", "2")
    game.call("Max")
    game.answer("Ann hold")
    game.answer("Max 5 points to Bob")
    game.undo("Max", ["Ann", "Bob"])
    assert game.pending is not None
    assert game.pending.seat == "Max"
    assert game.state.scores == [6, 0]
    game.undo("Max", ["Ann", "Bob"])
    assert game.pending.seat == "Ann"
    assert not game.state.called
    assert "hand Max" in game.record


def test_it_is_undone_from_far_away() -> None:
    """A call that comes instead of the flow begun there must not be sought in that flow's answers."""
    game = Table(MASTERED, ["Ann", "Bob"], Typed(), gm="Max", options={"target": 1000})
    turns(game, 2)
    game.call("Max")
    before = game.state.turn, list(game.state.scores)
    game.answer("Max 5 points to Bob")
    turns(game, 3 * KEEPS)
    game.undo("Max", ["Ann", "Bob"])
    assert game.pending is not None
    assert game.pending.seat == "Max"
    assert (game.state.turn, game.state.scores) == before


def turns(game: Table[PigState], count: int) -> None:
    """Everybody throws a two and holds."""
    for _ in range(count):
        game.answer([2])
        assert game.pending is not None
        game.answer(f"{game.pending.seat} hold")


def test_the_record_has_a_line_for_it_and_replays() -> None:
    game = table("6", "3")
    game.call("Max")
    game.answer("Ann hold")
    game.answer("Max 5 points to Ann")
    assert "\nhand Max\nAnn hold\nMax 5 points to Ann\n" in game.record
    replay = Replay(Record.read(game.record), MASTERED)
    replay.run()
    assert replay.table.record == game.record


def test_a_table_without_a_game_master() -> None:
    with pytest.raises(SetupError, match="no use for a game master"):
        Table(Pig(), ["Ann", "Bob"], Seeded(1), gm="Max")
    with pytest.raises(SetupError, match="same name"):
        Table(MASTERED, ["Ann", "Bob"], Seeded(1), gm="ann")
    game = Table(MASTERED, ["Ann", "Bob"], Seeded(1))
    with pytest.raises(Refused, match="not the game master"):
        game.call("Max")


@given(st.data())
def test_the_laws_hold_with_a_game_master(data: st.DataObject) -> None:
    gm = data.draw(st.sampled_from(["Max", "Ann"]))
    dice = Seeded(data.draw(st.integers(0, 99)))
    game = Table(MASTERED, ["Ann", "Bob"], dice, gm=gm, options={"target": 20, "rounds": 5})
    obeys(game, lambda n: data.draw(st.integers(0, n - 1)))
