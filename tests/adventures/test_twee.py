"""Twee 3 out and in: our books come back whole, other people's stories become drafts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendry.adventures.book import Book, Choice, End
from legendry.adventures.game import books as our_books
from legendry.adventures.game import our_book
from legendry.adventures.reading import book_of, read_book
from legendry.adventures.twee import Draft, TweeError, draft, passage_names, twee
from legendry.adventures.wording import Wording
from tests.adventures.scribes import books
from tests.adventures.shelf import shelved

IFID = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"


def read(made: Draft) -> Book:
    return book_of({"book.toml": made.cover.encode(), "story.md": made.story.encode()})


def same(book: Book, other: Book) -> None:
    wording = Wording(book.edition)
    assert [*other.instructions] == [*book.instructions]
    assert (other.title, other.author, other.start) == (book.title, book.author, book.start)
    for id, one in book.instructions.items():
        twin = other.instructions[id]
        assert (twin.title, twin.prose) == (one.title, one.prose)
        items = [wording.item(item) for item in one.items]
        if not items:
            items = ["End"]
        assert [wording.item(item) for item in twin.items] == items


@pytest.mark.parametrize("name", our_books())
def test_our_books_come_back_whole(name: str) -> None:
    book = our_book(name)
    same(book, read(draft(twee(book), IFID)))


@settings(deadline=None)
@given(books())
def test_every_book_comes_back_whole(book: Book) -> None:
    same(book, read(draft(twee(book), IFID)))


def test_the_story_is_as_the_format_wants_it(tmp_path: Path) -> None:
    book = read_book(shelved(tmp_path))
    text = twee(book)
    assert text.startswith(":: StoryTitle\nThe Mill\n")
    data = json.loads(text.split(":: StoryData\n")[1].split("\n\n")[0])
    assert data["start"] == "The road"
    assert len(data["ifid"]) == 36
    assert data["ifid"] == data["ifid"].upper()
    assert "- [[Knock at the door->The mill]]" in text
    assert "[[Climb in->The loft]]: one 3/ST+Climbing, else [[you slip->The mill]]" in text


def test_titles_with_signs_of_twine_go_by_their_ids(tmp_path: Path) -> None:
    story = "## The road\n- [On](#a---b-x)\n## A -> B [x]\n- End good\n"
    book = read_book(shelved(tmp_path, story))
    assert passage_names(book) == {"the-road": "The road", "a---b-x": "a---b-x"}
    assert ':: a---b-x {"title": "A -> B [x]"}' in twee(book)
    twin = read(draft(twee(book), IFID)).instructions["a---b-x"]
    assert twin.title == "A -> B (x)", "brackets would end a link"


FOREIGN = """\
:: StoryTitle
The Cave & the “Cow”

:: StoryData
{"ifid": "d674c58c-defa-4f70-b7a2-27742230c0fc", "start": "Begin here", "format": "SugarCube"}

:: UserScript [script]
window.alert("no");

:: Begin here {"position":"600,400"}
<<set $torch to 1>>
You stand before a //cave//. (if: $torch is 1)[It is dark.]

# A heading that is none
- a list that is none

[[Go in|The cave]]
* [[Turn back->Home \\[sweet\\]]]
[[The cow<-Look at the cow]] and [[nowhere at all]]

:: The cave [dark scary]
It is (note: very) dark. /* a remark -- with dashes */

[[Begin here]]

:: Home \\[sweet\\]
Home.

:: The cow
Moo.

:: The cow
Another cow.
"""


def test_somebody_elses_story_becomes_a_draft() -> None:
    made = draft(FOREIGN, IFID)
    book = read(made)
    assert book.title == "The Cave & the “Cow”"
    assert book.ifid == "D674C58C-DEFA-4F70-B7A2-27742230C0FC"
    assert book.start == "begin-here"
    assert [*book.instructions] == ["begin-here", "the-cave", "home-sweet", "the-cow", "the-cow-2"]
    begin = book.instructions["begin-here"]
    options = [item.does for item in begin.items]
    assert [(one.link.text, one.link.target) for one in options if isinstance(one, Choice)] == [
        ("Go in", "the-cave"),
        ("Look at the cow", "the-cow"),
        ("nowhere at all", "nowhere-at-all"),
    ]
    assert begin.prose[0].startswith("You stand before a //cave//.")
    assert "– A heading that is none" in " ".join(begin.prose)
    assert made.macros == 3
    assert "<!-- <<set $torch to 1>> -->" in made.story
    assert "(note: very)" in book.instructions["the-cave"].prose[0], "prose is no macro"
    assert [item.does for item in book.instructions["the-cow"].items] == [End("neutral")]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no passage"),
        ("just prose", "no passage"),
        (":: StoryTitle\nOnly a title", "no passage that tells"),
        (":: A\nx\n" * 3000, "more than 2000 passages"),
        (":: A\n" + "x" * 500_000, "longer than"),
    ],
)
def test_what_is_no_story_is_refused_in_a_sentence(text: str, words: str) -> None:
    with pytest.raises(TweeError, match=words):
        draft(text, IFID)


@pytest.mark.parametrize(
    "data", ["{", "[1]", '{"ifid": 3, "start": [], "legendry": 7}', '{"legendry": {"company": 3}}']
)
def test_bad_story_data_does_no_harm(data: str) -> None:
    book = read(draft(f":: StoryData\n{data}\n\n:: A\nHello.\n", IFID))
    assert (book.start, book.ifid) == ("a", IFID)


PARTS = [
    ":: ", "::", "A", "[[", "]]", "->", "<-", "|", "<<", ">>", "<!--", "-->", "#", "##", "\n", "- ",
    "{", "}", "[", "]", "\\", "(set: ", ")", "/*", "*/", "Fight", "End", "\x00", "é", '"', "StoryData",
]  # fmt: skip


@settings(deadline=None)
@given(st.lists(st.sampled_from(PARTS), max_size=60).map("".join))
def test_whatever_the_text_the_draft_can_be_read(text: str) -> None:
    try:
        made = draft(f":: Start\n{text}", IFID)
    except TweeError:
        return
    assert read(made).instructions
