"""The journal and the company's file: read back the same, and all that is wrong told at once."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from legendry.legends.campaign.changes import Carried, DaysPassed, Founded, Gained, Joined
from legendry.legends.campaign.company import Member
from legendry.legends.campaign.journal import (
    Book,
    CompanyError,
    Entry,
    company_of,
    read_company,
    replayed,
    write_company,
)
from legendry.legends.character import Character
from legendry.legends.roster import roster
from tests.legends.campaign.fireside import AW
from tests.table.test_record import mutated

MAUD = Member(Character(name="Maud", edition=AW, st=12, dx=11, iq=9, skills={"sword": 1}), "Ann")


def grey() -> Book:
    """A company with a short history."""
    founding = Entry(
        1, "The Grey Company is founded", (Founded("The Grey Company", AW), Joined(MAUD))
    )
    return Book(replayed([founding]), (founding,)).plus(
        [
            Entry(1, "Maud wins a fight", (Gained("Maud", "xp", 1),), "Ann", ("CAM-2",)),
            Entry(1, "The company sleeps", (DaysPassed(), Carried("Maud", "ration", 2))),
        ],
        "grey.1.rec",
    )


def wrong(text: str) -> list[str]:
    with pytest.raises(CompanyError) as caught:
        read_company(text, "grey.toml")
    assert str(caught.value).startswith("grey.toml: ")
    return list(caught.value.mistakes)


class TestFile:
    def test_it_reads_like_this(self) -> None:
        assert write_company(grey()).partition("[[journal]]")[2].splitlines()[1:] == [
            "day = 1",
            'text = "The Grey Company is founded"',
            "changes = [",
            '  {change = "founded", name = "The Grey Company", edition = "ancient-world"},',
            '  {change = "joined", member = {character = {name = "Maud", edition = "ancient-world", '
            'st = 12, dx = 11, iq = 9, skills = {sword = 1}}, player = "Ann"}},',
            "]",
            "",
            "[[journal]]",
            "day = 1",
            'text = "Maud wins a fight"',
            'by = "Ann"',
            'rules = ["CAM-2"]',
            'record = "grey.1.rec"',
            "changes = [",
            '  {change = "gained", who = "Maud", what = "xp", by = 1},',
            "]",
            "",
            "[[journal]]",
            "day = 1",
            'text = "The company sleeps"',
            'record = "grey.1.rec"',
            "changes = [",
            '  {change = "dayspassed"},',
            '  {change = "carried", who = "Maud", item = "ration", count = 2},',
            "]",
        ]

    def test_it_reads_back_the_same(self) -> None:
        text = write_company(grey())
        assert read_company(text) == grey()
        assert write_company(read_company(text.encode())) == text

    @pytest.mark.parametrize("count", [1, 60, 100])
    def test_whatever_he_carries_the_lines_stay_short_enough(self, count: int) -> None:
        things = tuple(f"“{n}” {'thing ' * 30}".strip() for n in range(count))
        hero = Character(name="Odo", edition=AW, st=12, dx=11, iq=9, belongings=things)
        entry = Entry(1, "Two", (Founded("Two", AW), Joined(Member(hero))))
        book = Book(replayed([entry]), (entry,))
        assert read_company(write_company(book)) == book

    def test_all_heroes_of_an_edition_are_a_company(self) -> None:
        joined = [Joined(Member(one)) for one in roster(AW).values()]
        entry = Entry(1, "All", (Founded("All", AW), *joined))
        book = Book(replayed([entry]), (entry,))
        assert read_company(write_company(book)) == book


class TestDifferences:
    """A file whose journal does not lead to the company as it has it is refused with the reason."""

    @pytest.mark.parametrize(
        ("old", "new", "words"),
        [
            ("xp = 1", "xp = 7", "Maud.xp is 7, but the journal leads to 1"),
            ("day = 2", "day = 9", "company.day is 9, but the journal leads to 2"),
            ("by = 1}", "by = 3}", "Maud.xp is 1, but the journal leads to 3"),
            ('player = "Ann"\n', 'player = "Bob"\n', 'Maud.player is "Bob", but'),
            (
                'belongings = ["ration", "ration"]',
                'belongings = ["crown"]',
                'Maud.belongings is ["crown"], but the journal leads to ["ration", "ration"]',
            ),
            (
                'name = "Maud"\n',
                'name = "Orla"\n',
                "the members are Orla, but the journal leads to",
            ),
        ],
    )
    def test_it_says_what_differs(self, old: str, new: str, words: str) -> None:
        text = write_company(grey())
        assert text.count(old) >= 1
        (sentence,) = wrong(text.replace(old, new, 1))
        assert words in sentence

    def test_the_journal_must_make_sense_by_itself(self) -> None:
        text = write_company(grey()).replace("count = 2}", "count = -2}")
        assert wrong(text) == ["entry 3 of the journal: Maud has 0 × ration, not 2"]

    @pytest.mark.parametrize(
        ("entries", "words"),
        [
            ([], "the journal is empty"),
            ([Entry(1, "x", (DaysPassed(),))], "entry 1 .* begins with the founding"),
            ([Entry(1, "x", (Founded("X", AW), Founded("X", AW)))], "founded already"),
        ],
    )
    def test_it_begins_with_the_founding_once(self, entries: list[Entry], words: str) -> None:
        with pytest.raises(ValueError, match=words):
            replayed(entries)


class TestMistakes:
    def test_all_of_them_at_once(self) -> None:
        text = write_company(grey())
        text = text.replace("st = 12\n", "st = 40\n", 1).replace("sword = 1\n", "swrod = 1\n", 1)
        text = text.replace("day = 2", 'day = "x"').replace('what = "xp"', 'what = "fame"')
        text = text.replace("format = 1", "format = 1\nhumour = true")
        found = "\n".join(wrong(text))
        for words in ("humour", "day must be", "CHR-2", "swrod", "perhaps sword", "entry 2"):
            assert words in found, words

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("", "format"),
            ("format = 7", "format"),
            ("not toml", "this is not TOML"),
            ("format = 1\ncompany = 3", "company is missing"),
            ('format = 1\n[company]\nname = "X"\nedition = "here"', "no edition “here”"),
            ('format = 1\n[company]\nname = "X"\nedition = "ancient-world"', "journal is empty"),
            ("x" * 3000, "more than 2000 characters"),
            ("\n" * (4 * 1024 * 1024 + 1), "larger than"),
        ],
    )
    def test_files_that_are_none(self, text: str, words: str) -> None:
        assert words in "\n".join(wrong(text))

    def test_bytes_that_are_no_text(self) -> None:
        with pytest.raises(CompanyError, match="not UTF-8"):
            read_company(b"\xff\xfe")

    @pytest.mark.parametrize("data", [None, [], {"name": 3}, {"edition": AW, "options": 3}])
    def test_plain_data_that_is_none(self, data: Any) -> None:
        with pytest.raises(CompanyError):
            company_of(data)

    def test_a_spoilt_file_reads_or_is_refused_politely(self) -> None:
        luck, refusals = Random(8), list[str]()
        original = write_company(grey())
        for _ in range(200):
            text = mutated(original, luck)
            try:
                book = read_company(text)
            except CompanyError as error:
                refusals += error.mistakes
            else:
                assert read_company(write_company(book)) == book
        assert refusals
        assert [one for one in refusals if not one.isprintable() or len(one) > 900] == []


def test_an_entry_reads_as_a_line() -> None:
    assert str(grey().journal[1]) == "Day 1: Maud wins a fight"


def test_the_file_on_the_page_about_companies_is_one() -> None:
    page = (Path(__file__).parents[3] / "docs" / "campaign.md").read_text("utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    book = read_company(example)
    assert (book.company.members[0].character.st, len(book.journal)) == (13, 2)
