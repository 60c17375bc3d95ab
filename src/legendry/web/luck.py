"""How the dice of a game compared with expectation, in plain words."""

from __future__ import annotations

from legendry.table import Record, Replay
from legendry.table.luck import luck
from legendry.web.coach import luck_lines


def luck_of(record: Record) -> tuple[str, ...]:
    """Sentences about the luck of each seat; `RecordError` where the record is wrong."""
    return luck_lines(Replay(record)) or luck(Replay(record)).lines()
