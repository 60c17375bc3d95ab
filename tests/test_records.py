"""Every record in tests/records replays, and every expectation in it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendry.table import Replay

RECORDS = sorted((Path(__file__).parent / "records").rglob("*.rec"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record(path: Path) -> None:
    replay = Replay.of(path.read_bytes())
    replay.run()
    assert [str(failed) for failed in replay.failed] == []
    assert replay.expectations, "a record under test expects something"
