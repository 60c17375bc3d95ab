"""Options that are made one by one, as somebody looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pytest
from msgspec import Struct

from legendry.table import (
    Choose,
    Flow,
    Game,
    Header,
    Offers,
    Option,
    Outcome,
    Refused,
    Seat,
    Seeded,
    State,
    Table,
)


class Doors:
    """Ten doors, and a list of those that somebody looked at."""

    def __init__(self) -> None:
        self.seen: list[int] = []
        self.offers: Offers[int] = Offers(range(10), self.offered)

    def offered(self, door: int) -> Option[int]:
        self.seen.append(door)
        return Option(f"Ann door {door}", door)


def test_only_what_is_looked_at_is_made() -> None:
    doors = Doors()
    assert len(doors.offers) == 10
    assert doors.offers[-1].value == 9
    assert doors.offers[3] in doors.offers
    assert doors.seen == [9, 3]


def test_once_all_are_listed_none_is_made_again() -> None:
    doors = Doors()
    listed = list(doors.offers)
    assert doors.offers[3] is listed[3]
    assert listed[3] in doors.offers
    assert list(doors.offers) == listed
    assert doors.seen == list(range(10))


def test_they_are_a_sequence_like_any_other() -> None:
    doors = Doors()
    values = [option.value for option in doors.offers]
    assert values == list(range(10))
    assert [option.value for option in doors.offers[7:]] == [7, 8, 9]
    assert Option("Ann door 4", 4) in doors.offers
    assert Option("Ann door 4", 5) not in doors.offers
    assert doors.seen == values
    with pytest.raises(IndexError):
        doors.offers[10]
    with pytest.raises(IndexError):
        doors.offers[-11]


def test_a_choice_of_offers_is_found_by_notation() -> None:
    doors = Doors()
    request = Choose("Ann", "which door?", lambda: doors.offers)
    assert request.find("ann  DOOR 7") is doors.offers[7]
    assert "did you mean" in str(request.why_not("Ann door"))


@pytest.mark.parametrize(
    ("doors", "end"), [(6, "“Ann 5”"), (7, " or 1 other"), (8, " or 2 others")]
)
def test_a_few_are_named_to_whoever_types_something_else(doors: int, end: str) -> None:
    request = Choose("Ann", "?", lambda: [Option(f"Ann {door}", door) for door in range(doors)])
    assert str(request.why_not("xyz")).endswith(end)


def test_what_is_named_is_shown_and_found_without_being_made() -> None:
    doors = Doors()

    def named(values: Sequence[int]) -> list[str]:
        return [f"Ann door {door}" if door > 1 else "" for door in values]

    offers: Offers[int] = Offers(range(10), doors.offered, named)
    assert [one if isinstance(one, str) else one.value for one in offers.brief] == [
        0,
        1,
        *(f"Ann door {door}" for door in range(2, 10)),
    ]
    assert doors.seen == [0, 1]
    request = Choose("Ann", "which door?", lambda: offers)
    assert request.find("Ann door 1") is offers.brief[1]
    assert request.find("Ann door 7") is offers.latest
    assert doors.seen == [0, 1, 7]


class DoorState(State, kw_only=True):
    opened: int = -1

    def copy(self) -> DoorState:
        return DoorState(turn=self.turn, rolls=self.rolls, rolled=self.rolled, opened=self.opened)


class DoorGame(Game[DoorState]):
    name: ClassVar[str] = "doors"
    title: ClassVar[str] = "Doors"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(1, 2)

    def __init__(self) -> None:
        self.doors = Doors()

    def setup(self, header: Header) -> DoorState:
        return DoorState()

    def flow(self, state: DoorState) -> Flow[None]:
        state.opened = yield from Choose("Ann", "which door?", lambda: self.doors.offers)

    def outcome(self, state: DoorState) -> Outcome | None:
        return Outcome(("Ann",), "a door is open") if state.opened >= 0 else None

    def view(self, state: DoorState, seat: Seat | None) -> Struct:
        return state


@pytest.fixture
def table() -> Table[DoorState]:
    return Table(DoorGame(), ["Ann"], Seeded(1))


def test_who_answers_with_one_option_pays_for_one(table: Table[DoorState]) -> None:
    request = table.pending
    assert isinstance(request, Choose)
    assert isinstance(table.game, DoorGame)
    table.answer(request.options[6])
    assert table.state.opened == 6
    assert table.game.doors.seen == [6]


def test_an_option_that_was_never_offered_is_refused(table: Table[DoorState]) -> None:
    with pytest.raises(Refused, match="no answer to"):
        table.answer(Option("Ann door 6", 66))
    assert table.outcome is None


def test_an_option_looked_at_before_others_is_taken(table: Table[DoorState]) -> None:
    request = table.pending
    assert isinstance(request, Choose)
    first, *_ = request.options[6], request.options[7], request.options[2]
    assert table.answer(first) is None, "the game is over"
    assert table.state.opened == 6
