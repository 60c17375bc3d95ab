"""Our own books: nothing is wrong with them, in any of their editions, and they can be read to an end."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from legendry.adventures.book import End, Note
from legendry.adventures.check import check
from legendry.adventures.companies import as_setup, intended
from legendry.adventures.game import ADVENTURE, books, our_book
from legendry.adventures.reach import reach
from legendry.adventures.reading import gathered
from legendry.bots import bot
from legendry.legends.roster import roster
from legendry.table import Replay, Seeded, Table, play

SHELF = Path(str(files("legendry.adventures"))) / "books"
EDITIONS = [
    (name, slug) for name in books() for slug in (our_book(name).edition, *our_book(name).also)
]


@pytest.mark.parametrize("name", books())
def test_nothing_is_wrong_with_it(name: str) -> None:
    book, mistakes = check(SHELF / name)
    assert book is not None
    assert not mistakes, "\n".join(map(str, mistakes))
    assert reach(book).exact


@pytest.mark.parametrize("name", books())
def test_it_says_whose_it_is(name: str) -> None:
    book = our_book(name)
    assert (book.author, book.licence) == ("Legendry", "CC BY 4.0")
    assert book.party
    assert [UUID(our_book(other).ifid) for other in books()].count(UUID(book.ifid)) == 1


@pytest.mark.parametrize("name", books())
def test_it_is_a_first_adventure_or_a_full_one(name: str) -> None:
    """A first adventure has 15 to 20 instructions; a full one maps, plotwords and endings as well."""
    book = our_book(name)
    rules = [item.does for one in book.instructions.values() for item in one.items]
    endings = [one.how for one in rules if isinstance(one, End)]
    assert {"good", "bad"} <= set(endings)
    if len(book.instructions) > 20:
        assert len(book.instructions) >= 80
        assert len(book.boards) >= 4
        assert len({one.word for one in rules if isinstance(one, Note)}) >= 10
        assert len(endings) >= 5
    else:
        assert len(book.instructions) >= 15


@pytest.mark.parametrize("name", books())
def test_its_boards_have_room_for_both_sides(name: str) -> None:
    """Each side has marked hexes to start on that are open, and a way out somewhere."""
    for key, board in our_book(name).boards.items():
        for tag in ("start-1", "start-2"):
            places = board.tagged(tag)
            assert len(places) >= 4, (key, tag)
            assert all(board.open(hex) for hex in places), (key, tag)
        assert board.tagged("exit"), key


@pytest.mark.parametrize("name", books())
def test_a_game_of_it_as_an_authors_own_can_be_read_back(name: str) -> None:
    """Then its texts stand in the header of the record."""
    setup = as_setup(gathered(SHELF / name), intended(our_book(name)))
    edition = our_book(name).edition
    table = Table(ADVENTURE, ["Ann", "Foes"], Seeded(7), edition=edition, setup=setup)
    replay = Replay.of(table.record)
    replay.run()
    assert replay.table.header.setup["files"] == setup["files"]
    assert replay.table.record == table.record


@pytest.mark.parametrize(("name", "slug"), EDITIONS)
def test_its_company_reads_it_to_an_end(name: str, slug: str) -> None:
    """Whom the book names for the edition set out in it, and the story does not go in circles."""
    book = our_book(name, slug)
    people = [roster(slug)[id] for id in book.company]
    assert people
    members: list[dict[str, Any]] = [{"character": msgspec.to_builtins(one)} for one in people]
    table = Table(
        ADVENTURE,
        ["Ann", "Foes"],
        Seeded(7),
        edition=slug,
        setup={"book": name, "company": {"name": "The Few", "members": members}},
    )
    play(table, {seat: bot("greedy", seed="7") for seat in table.header.seats})
    assert table.state.ended
