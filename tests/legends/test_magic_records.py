"""Every spell (SPL-1 to SPL-77) has a record of what it does, and one of a casting that fails.

`tests/test_records.py` replays them all. Here it is minded that none is missing, and that each is
what its name says: `spl-04-rope.rec`, `spl-04-rope-resisted.rec`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from legendry.legends.edition import edition
from legendry.legends.magic.events import SpellCast, SpellFailed
from legendry.table import Replay

from .arena import AW

FOLDER = Path(__file__).parents[1] / "records" / "magic"
FAILS = ("fizzles", "resisted", "blurred")
"""How the name of a record ends in which the casting comes to nothing."""

BOOK = edition(AW).spells


def stem(id: str) -> str:
    """How the names of a spell's records begin."""
    return f"spl-{int(BOOK[id].rule.removeprefix('SPL-')):02}-{id}"


def failures(record: Path, name: str) -> list[bool]:
    """Of each casting of that spell in a record, whether it failed."""
    text = record.read_text(encoding="utf-8")
    assert f" cast {name}" in text, f"{name} is cast in {record.name}"
    replay = Replay.of(text)
    replay.run()
    events = replay.table.events
    casts = [n for n, event in enumerate(events) if isinstance(event, SpellCast)]
    parts = [events[n:end] for n, end in zip(casts, [*casts[1:], None], strict=True)]
    names = {name, *shown(text, name)}
    return [
        any(isinstance(event, SpellFailed) for event in part)
        for part in parts
        if isinstance(part[0], SpellCast) and part[0].spell in names
    ]


def shown(text: str, name: str) -> list[str]:
    """What others take an image or an illusion for: the summons of the being that it shows."""
    creatures = edition(AW).creatures.values()
    return [
        BOOK[one.spell].name
        for one in creatures
        if one.origin == "summoned" and f" cast {name} of {one.name.lower()}" in text
    ]


@pytest.mark.parametrize("id", BOOK)
def test_a_record_shows_what_it_does(id: str) -> None:
    """MAG-7: a casting that succeeds."""
    record = FOLDER / f"{stem(id)}.rec"
    assert record.exists(), f"{record.name} is missing"
    assert False in failures(record, BOOK[id].name)


@pytest.mark.parametrize("id", BOOK)
def test_a_record_shows_it_failing(id: str) -> None:
    """MAG-9: a casting that comes to nothing."""
    records = [FOLDER / f"{stem(id)}-{how}.rec" for how in FAILS]
    found = [record for record in records if record.exists()]
    assert found, f"{stem(id)} has no record that ends in {', '.join(FAILS)}"
    assert all(True in failures(record, BOOK[id].name) for record in found)


def test_every_record_is_of_a_spell_in_the_book() -> None:
    stems = tuple(map(stem, BOOK))
    assert [one.name for one in FOLDER.glob("*.rec") if not one.stem.startswith(stems)] == []
