"""Every record in tests/records replays, and every expectation in it holds."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from legendry.table import Replay
from tests.table.test_record import mutated, objection

RECORDS = sorted((Path(__file__).parent / "records").rglob("*.rec"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record(path: Path) -> None:
    replay = Replay.of(path.read_bytes())
    replay.run()
    assert [str(failed) for failed in replay.failed] == []
    assert replay.expectations, "a record under test expects something"


@pytest.mark.parametrize("part", range(4))
def test_mutated_records_of_every_game_are_refused_politely(part: int) -> None:
    """Whatever is in the file: it replays, or there is a RecordError of one printable line."""
    luck = Random(part)
    originals = [path.read_text() for path in RECORDS]
    for _ in range(500):
        words = objection(mutated(luck.choice(originals), luck))
        assert words.isprintable(), repr(words)
        assert len(words) < 600
