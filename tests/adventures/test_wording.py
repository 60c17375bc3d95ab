"""What is read can be written again, and reads the same."""

from __future__ import annotations

import pytest
from hypothesis import given

from legendry.adventures.book import Every, Item, Knows, Not
from legendry.adventures.conditions import read_condition
from legendry.adventures.game import books, our_book
from legendry.adventures.items import read_item
from legendry.adventures.markdown import Entry
from legendry.adventures.wording import Wording
from tests.adventures.scribes import AW, items


@given(items)
def test_what_is_written_reads_the_same(item: Item) -> None:
    assert read_item(Entry(0, Wording(AW).item(item)), AW) == item


@pytest.mark.parametrize("name", books())
def test_every_line_of_our_books_reads_the_same(name: str) -> None:
    book = our_book(name)
    wording = Wording(book.edition)
    for one in book.instructions.values():
        for item in one.items:
            assert read_item(Entry(item.line, wording.item(item)), book.edition) == item


def test_links_and_ids_are_the_callers() -> None:
    wording = Wording(AW, lambda link: f"{link.text} ({link.target.upper()})", str.upper)
    item = read_item(Entry(1, "[On](#far) if visited near"), AW)
    assert wording.item(item) == "On (FAR) if visited NEAR"


@pytest.mark.parametrize("text", ["RAVEN and Maud Gray is alive", "not (RAVEN and Odo is alive)"])
def test_somebody_alive_after_another_condition(text: str) -> None:
    assert Wording(AW).condition(read_condition(text, AW)) == text


def test_brackets_stand_where_they_are_needed() -> None:
    nested = Not(Every((Knows("OWL"), Not(Knows("RAVEN")))))
    assert Wording(AW).condition(nested) == "not (OWL and not RAVEN)"
