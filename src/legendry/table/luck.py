"""How lucky everybody was in a game that is over."""

from __future__ import annotations

from msgspec import Struct

from legendry.table.entries import Rolled
from legendry.table.record import Replay
from legendry.table.requests import Roll
from legendry.table.tally import Fell, Tally


class Luck(Struct, frozen=True):
    """What the dice gave each seat beside what was to be expected."""

    tallies: tuple[Tally, ...]

    def lines(self) -> tuple[str, ...]:
        """The luck of each seat in plain words."""
        return tuple(tally.words for tally in self.tallies)


def luck(replay: Replay) -> Luck:
    """The luck of a whole record, ready to run; `RecordError` at a line that is wrong.

    Each game judges its own rolls: see `Game.luck`.
    """
    rolls = fell(replay)
    return Luck(replay.game.luck(replay.table.state, rolls))


def fell(replay: Replay) -> list[Fell]:
    """All rolls of a record that stand; those taken back do not count."""
    rolls: list[Fell] = []
    table = replay.table
    request, mark = table.pending, table.mark
    for table in replay.steps():
        made = table.state.rolls
        if made > len(rolls):
            (entry,) = table.since(mark)[0]
            assert isinstance(request, Roll)
            assert isinstance(entry, Rolled)
            rolls.append((request, entry.value))
        del rolls[made:]
        request, mark = table.pending, table.mark
    return rolls
