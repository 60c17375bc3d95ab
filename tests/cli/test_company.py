"""`legendry company` as people meet it."""

from __future__ import annotations

import errno
import os
from io import StringIO
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from legendry.cli import main
from legendry.cli.company import CampSession, the_camp
from legendry.legends.campaign.changes import AdventureBegun, Change, Gained
from legendry.legends.campaign.journal import Book, Entry, read_company, write_company
from legendry.table import Replay


def run(*arguments: str | Path, typed: str = "") -> Result:
    """Run with output to a pipe, whatever terminal the tests themselves run in."""
    pipe = {"COLUMNS": "100", "FORCE_COLOR": None, "TTY_COMPATIBLE": None}
    words = ["company", *map(str, arguments)]
    return CliRunner(env=pipe).invoke(main, words, input=typed)


def lines(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


@pytest.fixture
def grey(tmp_path: Path) -> Path:
    """Maud Gray and Brother Wend."""
    file = tmp_path / "grey.toml"
    result = run("new", "maud-gray", "brother-wend", "--name", "The Grey Company", "-o", file)
    assert result.exit_code == 0, result.output
    return file


def book_of(file: Path) -> Book:
    return read_company(file.read_bytes())


def happened(file: Path, *changes: Change) -> None:
    """Something that an adventure did to the company."""
    file.write_text(write_company(book_of(file).plus([Entry(1, "It happened", changes)])))


def refuse_to_replace(monkeypatch: pytest.MonkeyPatch, after: int = 0) -> None:
    """Let no file be put in the place of another any more, as with one that is made immutable."""
    replace, times = os.replace, count()

    def replaced(source: Path, target: Path) -> None:
        if next(times) >= after:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        replace(source, target)

    monkeypatch.setattr(os, "replace", replaced)


def refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.stderr.rpartition("Error: ")[2].strip()


class TestNew:
    def test_of_heroes_by_id(self, grey: Path) -> None:
        book = book_of(grey)
        assert [one.name for one in book.company.members] == ["Maud Gray", "Brother Wend"]
        assert str(book.journal[0]) == (
            "Day 1: The Grey Company is founded: Maud Gray, Brother Wend"
        )

    def test_of_character_files_options_and_tongues(self, tmp_path: Path) -> None:
        hero = tmp_path / "ajax.toml"
        hero.write_text('name = "Ajax"\nedition = "time-and-space"\nst = 12\ndx = 12\niq = 8\n')
        out = tmp_path / "few.toml"
        result = run("new", hero, "rook-delacey", "--edition", "time-and-space", "--name", "Few",
                     "--tongue", "vorth", "ker", "--option", "attribute_cap=none", "-o", out)  # fmt: skip
        assert result.exit_code == 0, result.output
        company = book_of(out).company
        assert company.tongues == ("vorth", "ker")
        assert company.options == {"attribute_cap": "none"}
        assert [one.name for one in company.members] == ["Ajax", "Rook Delacey"]

    def test_what_is_not_said_is_asked(self, tmp_path: Path) -> None:
        out = tmp_path / "few.toml"
        typed = lines("ancient-world", "nobody-such", "maud-gray, odo-barrelback", "Few", str(out))
        result = run("new", typed=typed)
        assert result.exit_code == 0, result.output
        assert "nobody with the id “nobody-such”" in result.stderr
        assert [one.name for one in book_of(out).company.members] == [
            "Maud Gray",
            "Odo Barrelback",
        ]

    def test_enter_takes_every_suggestion(self, tmp_path: Path) -> None:
        out = tmp_path / "few.toml"
        result = run("new", "-o", out, typed=lines("", "", ""))
        assert result.exit_code == 0, result.output
        assert len(book_of(out).company.members) == 3

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["nobody-such", "--name", "X"], "nobody with the id “nobody-such”"),
            (["maud-gray", "--name", "X", "--tongue", ""], "“” cannot be a language: use up to 30"),
            (["maud-gray", "--name", "X", "--option", "nope=1"], "has no option “nope”"),
            (["maud-gray", "maud-gray", "--name", "X"], "there is a Maud Gray in X already"),
            (["maud-gray", "rook-delacey", "--name", "X"], "RUL-139"),
            (["maud-gray", "--name", "X", "--option", "attribute_cap=7"], "attribute_cap"),
            (["maud-gray", "--name", "X", "--option", "nonsense"], "NAME=VALUE"),
            (["maud-gray", "--name", "X" * 90], "one line of up to 80"),
            (["maud-gray", "--name", "X", "--tongue", "?"], "cannot be"),
        ],
    )
    def test_mistakes_are_told_in_a_sentence(
        self, tmp_path: Path, arguments: list[str], words: str
    ) -> None:
        out = tmp_path / "few.toml"
        assert words in refused(run("new", *arguments, "-o", out))
        assert not out.exists()

    def test_it_never_writes_over_a_file(self, grey: Path) -> None:
        before = grey.read_bytes()
        result = run("new", "maud-gray", "--name", "X", "-o", grey)
        assert "there is such a file already" in refused(result)
        assert grey.read_bytes() == before


class TestJoinAndPart:
    def test_people_come_and_go(self, grey: Path) -> None:
        result = run("join", grey, "hob-tanner", "--player", "Bob")
        assert result.stdout == "Day 1: Hob Tanner joined.\n"
        assert book_of(grey).company.member("Hob Tanner").player == "Bob"
        run("part", grey, "Hob")
        assert [one.name for one in book_of(grey).company.members] == ["Maud Gray", "Brother Wend"]
        assert str(book_of(grey).journal[-1]) == "Day 1: Hob Tanner left"

    def test_but_not_twice_and_not_from_elsewhere_rul_139(self, grey: Path) -> None:
        before = grey.read_bytes()
        assert "there is a Maud Gray" in refused(run("join", grey, "maud-gray"))
        assert "nobody with the id" in refused(run("join", grey, "rook-delacey"))
        assert "has no “Bob”" in refused(run("part", grey, "Bob"))
        assert grey.read_bytes() == before


class TestShowAndLog:
    def test_the_company_and_all_sheets(self, grey: Path) -> None:
        result = run("show", grey)
        assert result.exit_code == 0
        assert result.stdout.startswith("The Grey Company, day 1, between adventures\n")
        assert "Bastard sword" in result.stdout
        assert "Brother Wend  (Ancient World, human)" in result.stdout

    def test_one_sheet_by_the_beginning_of_a_name(self, grey: Path) -> None:
        result = run("show", grey, "maud")
        assert "Maud Gray  (Ancient World" in result.stdout
        assert "Wend" not in result.stdout

    def test_the_journal(self, grey: Path) -> None:
        happened(grey, Gained("Maud Gray", "xp", 14))
        run("advance", grey, "Maud", "ST")
        result = run("log", grey)
        assert result.stdout.splitlines() == [
            "Day 1: The Grey Company is founded: Maud Gray, Brother Wend.",
            "Day 1: It happened.",
            "Day 1: Maud Gray raises ST to 14 for 14 XP.  [CAM-5; You; grey.1.rec]",
        ]
        assert "    Maud Gray: −14 XP" in run("log", grey, "--changes").stdout.splitlines()

    def test_files_that_are_none(self, tmp_path: Path, grey: Path) -> None:
        bad = tmp_path / "bad.toml"
        bad.write_text("format = 1\n")
        assert "company is missing" in refused(run("show", bad))
        assert "cannot be read: No such file" in refused(run("log", tmp_path / "none.toml"))
        grey.write_text(grey.read_text().replace("st = 13\n", "st = 13\nxp = 5\n", 1))
        assert "Maud Gray.xp is 5, but the journal leads to nothing" in refused(run("show", grey))

    def test_nobody_of_that_name(self, grey: Path) -> None:
        assert "has no “Bob”; there are: Maud Gray, Brother Wend" in refused(
            run("show", grey, "Bob")
        )


class TestRest:
    def test_between_adventures(self, grey: Path) -> None:
        happened(grey, Gained("Maud Gray", "damage", 5))
        result = run("rest", grey, "--weeks", "5")
        assert result.exit_code == 0, result.output
        company = book_of(grey).company
        assert (company.day, company.member("Maud Gray").character.damage) == (36, 0)

    def test_on_an_adventure_where_matters_inj_9(self, grey: Path) -> None:
        happened(grey, AdventureBegun("The Well"), Gained("Maud Gray", "damage", 5))
        run("rest", grey, "--weeks", "1", "--open")
        assert book_of(grey).company.member("Maud Gray").character.damage == 5
        run("rest", grey, "--days", "7", "--guests")
        assert book_of(grey).company.member("Maud Gray").character.damage == 0
        run("rest", grey, "--nights", "3")
        assert book_of(grey).company.day == 18

    def test_the_record_lies_beside_the_file_and_replays(self, grey: Path) -> None:
        run("rest", grey, "--days", "2")
        run("rest", grey, "--days", "2")
        assert [entry.record for entry in book_of(grey).journal[1:]] == ["grey.1.rec", "grey.2.rec"]
        replay = Replay.of((grey.parent / "grey.2.rec").read_bytes())
        replay.run()
        assert replay.table.state.company.day == book_of(grey).company.day == 5

    def test_typed_dice_and_karma_are_asked_for(self, tmp_path: Path) -> None:
        file = tmp_path / "few.toml"
        run("new", "big-tolliver", "--name", "Few", "-o", file)
        happened(file, AdventureBegun("The Derelict"), Gained("Big Tolliver", "damage", 3),
                 Gained("Big Tolliver", "karma", 1))  # fmt: skip
        typed = lines("6 6 6", "Big Tolliver re-roll", "1 1 1")
        result = run("rest", file, "--weeks", "1", "--dice", "typed", typed=typed)
        assert result.exit_code == 0, result.output
        tolliver = book_of(file).company.member("Big Tolliver").character
        assert (tolliver.damage, tolliver.karma) == (0, 0)

    def test_leaving_in_the_middle_changes_nothing(self, tmp_path: Path) -> None:
        file = tmp_path / "few.toml"
        run("new", "big-tolliver", "--name", "Few", "-o", file)
        happened(file, AdventureBegun("The Derelict"), Gained("Big Tolliver", "damage", 3))
        before = file.read_bytes()
        result = run("rest", file, "--weeks", "1", "--dice", "typed", typed="")
        assert result.exit_code == 1
        assert "Nothing has changed." in result.stderr
        assert (file.read_bytes(), [*file.parent.glob("*.rec")]) == (before, [])

    @pytest.mark.parametrize("arguments", [[], ["--days", "1", "--weeks", "1"], ["--days", "0"]])
    def test_how_long_must_be_said(self, grey: Path, arguments: list[str]) -> None:
        assert refused(run("rest", grey, *arguments))

    def test_nothing_is_said_twice(self, grey: Path) -> None:
        before = grey.read_bytes()
        twice = run("rest", grey, "--nights", "1", "--days", "1")
        assert refused(twice) == "say once how long: --nights, --days or --weeks"
        twice = run("rest", grey, "--open", "--shelter", "--nights", "1")
        assert refused(twice) == "say once where: --open, --shelter or --guests"
        assert grey.read_bytes() == before


class TestAdvance:
    def test_by_name_and_thing(self, grey: Path) -> None:
        happened(grey, Gained("Maud Gray", "xp", 40))
        for what in (["ST"], ["sword"], ["learn", "climbing"]):
            result = run("advance", grey, "maud", *what)
            assert result.exit_code == 0, result.output
        maud = book_of(grey).company.member("Maud Gray").character
        assert (maud.st, maud.skills["sword"], maud.skills["climbing"]) == (14, 3, 1)
        assert (maud.xp, maud.spent_xp) == (6, 34)

    def test_by_a_list_with_prices(self, grey: Path) -> None:
        happened(grey, Gained("Brother Wend", "xp", 11))
        result = run("advance", grey, typed=lines("Brother Wend", "IQ"))
        assert result.exit_code == 0, result.output
        assert "raises IQ to 11 for 11 XP  (XP 11 = 11 the new value CAM-5)" in result.stdout
        assert book_of(grey).company.member("Brother Wend").character.iq == 11

    def test_or_nothing_after_all(self, grey: Path) -> None:
        before = grey.read_bytes()
        assert run("advance", grey, "Maud", typed=lines("")).exit_code == 0
        assert grey.read_bytes() == before

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["Maud", "ST"], "Maud Gray raise ST: it costs 14 XP, and Maud Gray has 0 (CAM-5)"),
            (["Maud", "swrd"], "“swrd” cannot be had; perhaps sword"),
            (["Bob", "ST"], "has no “Bob”"),
        ],
    )
    def test_what_cannot_be_had_says_why(
        self, grey: Path, arguments: list[str], words: str
    ) -> None:
        before = grey.read_bytes()
        assert words in refused(run("advance", grey, *arguments))
        assert grey.read_bytes() == before


@pytest.mark.parametrize("name", ["x" * 81, "two\nlines"])
def test_a_companys_name_is_a_line(tmp_path: Path, name: str) -> None:
    result = run("new", "maud-gray", "--name", name, "-o", tmp_path / "new.toml")
    assert "a company's name is one line of up to 80 characters" in refused(result)


class TestCamp:
    def test_the_whole_camp_in_the_terminal(self, grey: Path) -> None:
        happened(grey, Gained("Maud Gray", "xp", 14))
        typed = lines("Maud Gray raise ST", "why come home", "rest a week", "break camp")
        result = run("camp", grey, typed=typed)
        assert result.exit_code == 0, result.output
        assert "the company is on no adventure" in result.stdout
        company = book_of(grey).company
        assert (company.day, company.member("Maud Gray").character.st) == (8, 14)

    def test_what_is_done_is_done_even_if_somebody_leaves(self, grey: Path) -> None:
        result = run("camp", grey, typed=lines("rest a day", "Maud Gray"))
        assert result.exit_code == 0
        assert book_of(grey).company.day == 2
        assert "What was done so far is in" in result.stderr

    def test_undo_takes_it_back_in_the_file_too(self, grey: Path) -> None:
        run("camp", grey, typed=lines("rest a day", "undo", "undo", "rest 2 days", "break camp"))
        assert book_of(grey).company.day == 3
        assert len(book_of(grey).journal) == 2

    def test_looking_around_leaves_no_trace(self, grey: Path) -> None:
        before = grey.read_bytes()
        assert run("camp", grey, typed=lines("quit")).exit_code == 0
        assert (grey.read_bytes(), [*grey.parent.glob("*.rec")]) == (before, [])

    def test_it_keeps_its_own_record(self, grey: Path) -> None:
        typed = lines("save mine.rec", "rest a night", "rest a week", "quit")
        result = run("camp", grey, typed=typed)
        assert "A camp keeps its own record" in result.stdout
        assert book_of(grey).company.day == 9
        assert {one.name for one in grey.parent.iterdir()} == {"grey.toml", "grey.1.rec"}

    def test_nobody_is_asked_to_save_it_on_leaving(
        self, grey: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        class Keyboard(StringIO):
            def isatty(self) -> bool:
                return True

        monkeypatch.setattr("sys.stdin", Keyboard("rest a day\nquit\n"))
        CampSession(the_camp(book_of(grey).company, "seeded", "1"), {}).run()
        assert "not saved" not in capsys.readouterr().out

    def test_its_record_is_not_played_on_behind_the_companys_back(self, grey: Path) -> None:
        run("camp", grey, typed=lines("rest a night", "quit"))
        record = grey.with_name("grey.1.rec")
        before = record.read_bytes()
        result = CliRunner().invoke(main, ["resume", str(record)], input=lines("rest a week"))
        assert "legendry company camp" in refused(result)
        assert record.read_bytes() == before

    @pytest.mark.parametrize(
        ("arguments", "typed"),
        [(["camp"], lines("rest a day", "quit")), (["rest", "--days", "2"], "")],
    )
    def test_a_file_that_cannot_be_written_stays_as_it_was(
        self, grey: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], typed: str
    ) -> None:
        before = grey.read_bytes()
        refuse_to_replace(monkeypatch)
        result = run(arguments[0], grey, *arguments[1:], typed=typed)
        assert refused(result) == f"{grey} cannot be written: Operation not permitted"
        assert grey.read_bytes() == before
        assert [one.name for one in grey.parent.iterdir()] == ["grey.toml"]

    def test_but_the_record_of_what_is_in_it_stays(
        self, grey: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        refuse_to_replace(monkeypatch, after=1)
        result = run("camp", grey, typed=lines("rest a day", "rest 2 days", "quit"))
        assert "cannot be written" in refused(result)
        assert book_of(grey).company.day == 2
        assert {one.name for one in grey.parent.iterdir()} == {"grey.toml", "grey.1.rec"}

    def test_a_file_that_somebody_else_changed_is_left_alone(self, grey: Path) -> None:
        from legendry.cli.company_file import opened

        mine, theirs = opened(grey), opened(grey)
        entry = Entry(1, "They win", (Gained("Maud Gray", "xp", 1),))
        theirs.write(theirs.book.plus([entry]))
        kept = grey.read_bytes()
        with pytest.raises(Exception, match="changed by somebody else"):
            mine.write(mine.book.plus([entry]))
        assert grey.read_bytes() == kept
        assert [one.name for one in grey.parent.iterdir()] == ["grey.toml"]
