"""Checkpoints that are past: few keep their state, and every one of them can be gone back to."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.parlour.peddlers import PEDDLERS
from legendry.parlour.pig import PIG, Pig, PigState
from legendry.table import Choose, Flow, Seeded, Table
from legendry.table.past import KEEPS, trail

SEATS = ["Ann", "Bob"]
LONG = {"target": 1000, "rounds": 1000}


def played(answers: int, table: Table[Any] | None = None) -> Table[Any]:
    """So many answers of a long game, now one more throw and now none."""
    table = table or Table(PIG, SEATS, Seeded(7), options=LONG)
    for number in range(answers):
        assert isinstance(table.pending, Choose)
        options = table.pending.options
        table.answer(options[number % 3 == 2 and len(options) > 1])
    return table


def test_few_of_those_past_keep_their_state() -> None:
    past = trail(played(300)._checkpoint)
    kept = [point.kept is not None for point in past]
    assert kept == [number % KEEPS == 0 for number in range(len(past))]


def test_a_table_that_is_forked_keeps_the_last_state_for_the_next_fork() -> None:
    table = played(2 * KEEPS + 5)
    assert table._checkpoint.kept is None
    assert table.fork().view() == table.view()
    stood = len(trail(table._checkpoint)) - 1
    played(4 * KEEPS + 2, table)
    kept = [point.kept is not None for point in trail(table._checkpoint)]
    assert kept[-1]
    assert kept[stood], "a fork stands there"
    assert sum(kept[:-1]) == -(-(len(kept) - 1) // KEEPS) + 1


def test_a_table_that_keeps_its_last_state_is_frozen_without_running_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Peddlers come to a checkpoint after three answers, and to another after six."""
    table, other, third = (Table(PEDDLERS, SEATS, Seeded(7)) for _ in range(3))
    played(3, table).keeps_last = True
    played(3, table)
    frozen = played(6, other).frozen
    monkeypatch.delattr(Table, "_state_at")
    assert frozen is not None
    assert table.frozen == frozen
    with pytest.raises(AttributeError):
        assert played(6, third).frozen


def test_undo_goes_back_to_where_no_state_was_kept() -> None:
    table = Table(PIG, SEATS, Seeded(7), options=LONG)
    moments = []
    for number in range(4 * KEEPS):
        assert isinstance(table.pending, Choose)
        moments.append((table.pending.seat, table.view(), table.events))
        table.answer(table.pending.options[number % 2])
    assert len(trail(table._checkpoint)) > 2 * KEEPS
    for seat, view, events in reversed(moments):
        table.undo(seat, SEATS)
        assert (table.view(), table.events) == (view, events)


def test_a_table_goes_on_from_what_it_went_back_to() -> None:
    table, other = played(4 * KEEPS), played(4 * KEEPS)
    assert isinstance(table.pending, Choose)
    seat, view = table.pending.seat, table.view()
    played(KEEPS, table)
    while table.view() != view:
        table.undo(seat, SEATS)
    assert played(3 * KEEPS, table).state == played(3 * KEEPS, other).state


def test_a_fork_stands_on_a_state_that_is_kept() -> None:
    table = played(2 * KEEPS + 5)
    fork, twin = table.fork(), played(2 * KEEPS + 5)
    view = table.view()
    played(3 * KEEPS, table)
    assert fork.view() == view
    assert fork._checkpoint.kept is not None
    assert played(3 * KEEPS, fork).record == played(3 * KEEPS, twin).record == table.record


def test_a_fault_beyond_a_checkpoint_leads_back_to_it() -> None:
    """The turn is over and its checkpoint past when the next but one breaks down."""

    class FaultyPig(Pig):
        broken = False

        def flow(self, state: PigState) -> Flow[None]:
            if self.broken:
                raise ZeroDivisionError
            return super().flow(state)

    game = FaultyPig()
    table = played(3 * KEEPS + 1, Table(game, SEATS, Seeded(7), options=LONG))
    record, view = table.record, table.view()
    assert isinstance(table.pending, Choose)
    hold = table.pending.options[1]
    game.broken = True
    with pytest.raises(ZeroDivisionError):
        table.answer(hold)
    game.broken = False
    assert (table.record, table.view()) == (record, view)
    table.answer(hold.notation)
    assert table.record.startswith(record)
