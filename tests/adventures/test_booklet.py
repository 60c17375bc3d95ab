"""The printed booklet: numbered, shuffled, escaped, and provably the same adventure."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendry.adventures.book import Book
from legendry.adventures.booklet import booklet, numbering, script
from legendry.adventures.game import books as our_books
from legendry.adventures.game import our_book
from legendry.adventures.proof import Booklet, differences
from legendry.adventures.reading import read_book
from tests.adventures.scribes import books
from tests.adventures.shelf import STORY, shelved


@pytest.fixture
def mill(tmp_path: Path) -> Book:
    return read_book(shelved(tmp_path))


def test_the_start_is_1_and_the_rest_is_shuffled_by_the_seed() -> None:
    book = our_book("the-ferrymans-lantern")
    numbers = numbering(book, 7)
    assert numbers[book.start] == 1
    assert sorted(numbers.values()) == [*range(1, len(book.instructions) + 1)]
    assert numbers == numbering(book, 7)
    assert numbers != numbering(book, 8)
    assert [*numbering(book).values()] == sorted(numbers.values()), "the script keeps the order"


def test_links_are_numbers_to_turn_to(mill: Book) -> None:
    numbers = numbering(mill, 1)
    page = Booklet(booklet(mill, 1)).pages["1"]
    assert page.title == "The road"
    assert page.lines[1] == f"[Knock at the door](#{numbers['the-mill']})"
    assert "turn to" in booklet(mill, 1)


def test_a_fight_has_its_foes_and_its_map(mill: Book) -> None:
    number = str(numbering(mill, 1)["the-mill"])
    page = Booklet(booklet(mill, 1)).pages[number]
    assert page.foes[0][:4] == ["2 × Ridge Wolf", *page.foes[0][1:4]]
    assert "0101 wall" in page.hexes


@pytest.mark.parametrize("name", our_books())
def test_our_books_are_the_same_on_paper(name: str) -> None:
    book = our_book(name)
    assert differences(book, booklet(book, 5)) == []
    assert differences(book, script(book)) == []


@settings(deadline=None)
@given(books(), st.integers(0, 99))
def test_every_book_is_the_same_on_paper(book: Book, seed: int) -> None:
    assert differences(book, booklet(book, seed)) == []
    assert differences(book, script(book)) == []


TAMPERED = [
    ("RAVEN", "OWL", "is not"),
    ("3/ST+Climbing", "2/ST+Climbing", "is not"),
    ("It <em>rains</em>", "It <em>snows</em>", "the prose is not that of"),
    ('<li><span class="kw">If</span> RAVEN: XP 1</li>', "", "lines, but"),
    ("2 × Ridge Wolf", "3 × Ridge Wolf", "the foes are not"),
    ("<title>0101 wall</title>", "<title>0101</title>", "the map is not"),
    ("<span>The loft</span>", "<span>The cellar</span>", "the title is"),
    ('Begin with <a href="#n1">1</a>', 'Begin with <a href="#n9">9</a>', "there is no 9"),
    ('<span class="kw">End</span> good', '<span class="kw">Dance</span>', "neither a rule"),
]


@pytest.mark.parametrize(("old", "new", "words"), TAMPERED)
def test_what_was_changed_is_found(mill: Book, old: str, new: str, words: str) -> None:
    text = booklet(mill, 1)
    assert old in text
    found = differences(mill, text.replace(old, new, 1))
    assert any(words in one for one in found), found


def test_two_references_exchanged_are_found(mill: Book) -> None:
    text = booklet(mill, 1)
    swapped = text.translate(str.maketrans("23", "32"))
    assert differences(mill, swapped) != []


def test_a_number_printed_twice_is_found(mill: Book) -> None:
    text = booklet(mill, 1)
    assert any("twice" in one for one in differences(mill, text.replace("<b>3</b>", "<b>2</b>", 1)))


def test_nothing_breaks_out_of_the_page(tmp_path: Path) -> None:
    story = STORY.replace(
        "It *rains*.", "<script>alert(1)</script> & [a](javascript:x) ![b](http://x)"
    )
    text = booklet(read_book(shelved(tmp_path, story)), 1)
    assert "<script" not in text
    assert "javascript:" not in text
    assert "src=" not in text, "no picture is fetched from elsewhere"


def test_pictures_are_within_the_page(tmp_path: Path) -> None:
    folder = shelved(tmp_path, STORY.replace("It *rains*.", "![Rain & wind](pictures/rain.png)"))
    (folder / "pictures").mkdir()
    (folder / "pictures" / "rain.png").write_bytes(b"png")
    book = read_book(folder)
    text = booklet(book, 1, {"pictures/rain.png": b"png"})
    assert '<img alt="Rain &amp; wind" src="data:image/png;base64,cG5n">' in text
    assert differences(book, text) == []
    assert differences(book, booklet(book, 1)) == [], "without it, its words stand there"


@given(st.text(max_size=300))
def test_no_text_breaks_the_proof(text: str) -> None:
    assert differences(our_book("the-ferrymans-lantern"), text) != []
