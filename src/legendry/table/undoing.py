"""Taking back: how far an undo of a seat goes, and who must agree to it by the table's rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from legendry.table.entries import Entry, Rolled, Undone, own_step
from legendry.table.game import State
from legendry.table.past import Checkpoint
from legendry.table.requests import Refusal, Refused, Seat

if TYPE_CHECKING:
    from legendry.table.table import Table

S = TypeVar("S", bound=State)

MOST_UNDONE = 100
"""Answers taken back at one checkpoint: each is kept in the record, and passed over at the next."""


def consent_needed(table: Table[S], seat: Seat) -> tuple[Seat, ...]:
    """The seats that must agree to an undo of this one, as `Table.consent_needed` has it."""
    if table.header.undo == "never":
        raise Refused(Refusal("this table allows no undo"))
    if table.revealed:
        raise Refused(Refusal("the secret of the dice has been shown: the game is closed"))
    back, tail = before_last_answer(table, seat)
    if sum(isinstance(entry, Undone) for entry in back._entries) >= MOST_UNDONE:
        raise Refused(Refusal(f"so much has been undone here ({MOST_UNDONE} times): go on"))
    others = tuple(other for other in table.header.seats if other != seat)
    if not others:
        return ()
    lost = table.events[len(back.events) :]
    free = (
        back._checkpoint is table._checkpoint
        and all(own_step(entry, seat) for entry in tail)
        and not any(event.reveals and event.visible_to(seat) for event in lost)
    )
    if not free and table.header.undo == "own":
        raise Refused(
            Refusal("this table allows undo only back to the last roll, reveal or other's move")
        )
    return () if free else others


def before_last_answer(table: Table[S], seat: Seat) -> tuple[Table[S], tuple[Entry, ...]]:
    """A branch just before the last answer that `seat` gave, and the entries from it on."""
    if not table._ready:
        table._catch_up()
    point: Checkpoint[S] | None = table._checkpoint
    entries: Sequence[Entry] = table._entries
    tail: tuple[Entry, ...] = ()
    while point is not None:
        for index in range(len(entries) - 1, -1, -1):
            entry = entries[index]
            if isinstance(entry, Undone) or entry.seat != seat:
                continue
            if isinstance(entry, Rolled) and entry.origin != "typed":
                continue
            back = table._twin()
            back._checkpoint = point
            back._entries = list(entries[:index])
            return back, (*entries[index:], *tail)
        tail = (*entries, *tail)
        entries, point = point.entries, point.previous
    raise Refused(Refusal(f"{seat} has given no answer that could be undone"))
