"""A table's past: the chain of its checkpoints, and what has come since a moment of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from legendry.table.entries import Entry
from legendry.table.game import Event, State

S = TypeVar("S", bound=State)

KEEPS = 64
"""Of so many checkpoints that are past, one keeps its state."""


class Checkpoint(Struct, Generic[S], eq=False, gc=False):
    """A moment at which the state alone says everything.

    A state that is `kept` is never run, only copied. `entries` and `events` are those since
    `previous`. A long game would make and drag along thousands of states: only every so many
    checkpoints keep one (`KEEPS`), and those that are `shared`, by a fork or by a call that came
    instead of the flow begun there; the others come again from the answers.
    """

    previous: Checkpoint[S] | None
    kept: S | None
    entries: tuple[Entry, ...]
    events: tuple[Event, ...]
    number: int = 0
    shared: bool = False


class Mark(Struct, Generic[S], frozen=True, eq=False):
    """A moment of a table, to ask later what has come since."""

    checkpoint: Checkpoint[S]
    entries: int
    events: int


def trail(checkpoint: Checkpoint[S]) -> list[Checkpoint[S]]:
    """The checkpoints up to this one, the first one first."""
    points: list[Checkpoint[S]] = []
    point: Checkpoint[S] | None = checkpoint
    while point is not None:
        points.append(point)
        point = point.previous
    points.reverse()
    return points


def since(
    mark: Mark[S], checkpoint: Checkpoint[S], entries: Sequence[Entry], events: Sequence[Event]
) -> tuple[list[Entry], list[Event]]:
    """What has come since a moment that was not undone, `entries` and `events` the latest of it."""
    points: list[Checkpoint[S]] = []
    point = checkpoint
    while point is not mark.checkpoint:
        points.append(point)
        assert point.previous is not None, "the mark is of another table"
        point = point.previous
    answered: list[Entry] = []
    told: list[Event] = []
    for point in reversed(points):
        answered += point.entries
        told += point.events
    answered += entries
    told += events
    return answered[mark.entries :], told[mark.events :]
