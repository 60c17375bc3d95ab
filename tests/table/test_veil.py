"""Answers under a veil: others read another answer in their place until the game is over."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from legendry.table import (
    Choose,
    Flow,
    Game,
    Header,
    Option,
    Outcome,
    Record,
    Replay,
    Seat,
    Seeded,
    State,
    Table,
    Veil,
)

ANN, BOB = "Ann", "Bob"


class Cups(State, kw_only=True):
    """Where the pea is; it is shown when the game is over."""

    lifted: int = 0
    pea: str = ""

    def copy(self) -> Cups:
        return Cups(turn=self.turn, rolls=self.rolls, lifted=self.lifted, pea=self.pea)


class CupsView(Struct, frozen=True):
    lifted: int


class CupsGame(Game[Cups]):
    """Ann lifts a cup, and may palm the pea while she seems to do no more; twice."""

    name: ClassVar[str] = "cups"
    title: ClassVar[str] = "Cups"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(2, 3)

    def hides(self, header: Header) -> bool:
        return True

    def setup(self, header: Header) -> Cups:
        return Cups()

    def flow(self, state: Cups) -> Flow[None]:
        state.pea = yield from Choose(
            ANN,
            "which cup?",
            lambda: [
                Option("Ann lift left", "left"),
                Option("Ann palm left", "hand", veil=Veil("Ann lift left", (ANN,))),
            ],
        )
        state.lifted += 1

    def outcome(self, state: Cups) -> Outcome | None:
        return Outcome((ANN,), "enough") if state.lifted == 2 else None

    def view(self, state: Cups, seat: Seat | None) -> CupsView:
        return CupsView(state.lifted)


def table(*answers: str) -> Table[Cups]:
    cups = Table(CupsGame(), [ANN, BOB], Seeded(1))
    for answer in answers:
        cups.answer(answer)
    return cups


def lines(text: str) -> list[str]:
    return text.splitlines()[text.splitlines().index("+++") + 1 :]


def test_others_read_another_answer() -> None:
    cups = table("Ann palm left")
    assert lines(cups.record) == lines(cups.record_for(ANN)) == ["Ann palm left"]
    for seat in (BOB, None):
        assert cups.record_for(seat) == table("Ann lift left").record_for(seat)


def test_when_the_game_is_over_all_is_told() -> None:
    cups = table("Ann palm left", "Ann lift left")
    assert lines(cups.record_for(BOB)) == ["Ann palm left", "Ann lift left"]


def test_a_veiled_answer_taken_back_stays_veiled() -> None:
    cups = table("Ann palm left")
    cups.undo(ANN, [BOB])
    assert lines(cups.record_for(BOB)) == ["Ann lift left", "undo Ann (agreed Bob)"]


def test_the_true_record_is_replayed() -> None:
    cups = table("Ann palm left")
    replay = Replay(Record.read(cups.record), CupsGame())
    replay.run()
    assert replay.table.state.pea == "hand"
    assert replay.table.record == cups.record


def test_a_table_knows_whether_it_hides() -> None:
    assert table().hides
