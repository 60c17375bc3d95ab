"""`legendry book`: the author's desk as authors meet it."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from legendry.adventures.booklet import booklet
from legendry.adventures.check import check
from legendry.adventures.reading import read_book
from legendry.cli import book_print, main
from legendry.legends.campaign.changes import AdventureBegun
from legendry.legends.campaign.journal import Entry, read_company, write_company
from legendry.legends.edition import editions

DOCS = Path(__file__).parents[2] / "docs" / "books.md"


def run(*arguments: str | Path, typed: str = "") -> Result:
    """Run with output to a pipe, whatever terminal the tests themselves run in."""
    pipe = {"COLUMNS": "100", "FORCE_COLOR": None, "TTY_COMPATIBLE": None}
    words = ["book", *map(str, arguments)]
    return CliRunner(env=pipe).invoke(main, words, input=typed)


def refused(result: Result) -> str:
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.stderr.rpartition("Error: ")[2].strip()


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    folder = tmp_path / "my-first-book"
    result = run("new", folder)
    assert result.exit_code == 0, result.output
    return folder


def changed(folder: Path, old: str, new: str) -> None:
    story = folder / "story.md"
    text = story.read_text("utf-8")
    assert old in text
    story.write_text(text.replace(old, new, 1), "utf-8")


class TestNew:
    @pytest.mark.parametrize("slug", editions())
    def test_the_draft_is_a_sound_book(self, tmp_path: Path, slug: str) -> None:
        assert run("new", tmp_path / "b", "--edition", slug).exit_code == 0
        book, mistakes = check(tmp_path / "b")
        assert mistakes == []
        assert book is not None
        assert book.edition == slug
        assert len(book.instructions) >= 5
        assert run("quicktest", tmp_path / "b").exit_code == 0

    def test_it_is_called_as_its_folder_and_has_a_number_of_its_own(self, draft: Path) -> None:
        first = read_book(draft)
        assert first.title == "My first book"
        run("new", draft.parent / "other", "--title", 'A "quoted" one')
        second = read_book(draft.parent / "other")
        assert second.title == 'A "quoted" one'
        assert first.ifid != second.ifid

    def test_a_folder_has_a_name(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, draft: Path
    ) -> None:
        story = tmp_path / "story.twee"
        assert run("export", draft, "--format", "twee", "-o", story).exit_code == 0
        there = {*tmp_path.iterdir()}
        monkeypatch.chdir(tmp_path)
        assert refused(run("new", "")) == "name the folder of the new book"
        assert refused(run("import", story, "-o", "")) == "name the folder of the new book"
        assert "File name too long" in refused(run("new", "a" * 5000))
        assert {*tmp_path.iterdir()} == there

    def test_nothing_is_overwritten(self, draft: Path) -> None:
        changed(draft, "A chain", "No chain")
        assert "there is a book in" in refused(run("new", draft))
        assert "No chain" in (draft / "story.md").read_text("utf-8")


class TestCheck:
    def test_nothing_wrong_is_one_line(self, draft: Path) -> None:
        result = run("check", draft)
        assert result.exit_code == 0
        assert result.stdout == "My first book: nothing wrong in 7 instructions.\n"

    def test_a_mistake_has_file_line_and_fix(self, draft: Path) -> None:
        changed(draft, "(#a-question-too-many)", "(#a-question-to-many)")
        result = run("check", draft)
        assert result.exit_code == 1
        assert re.search(
            r"story\.md:11: there is no instruction “a-question-to-many”; perhaps", result.stdout
        )

    def test_a_warning_is_marked_and_harmless(self, draft: Path) -> None:
        changed(draft, "*if* HALLORAN", "")
        result = run("check", draft)
        assert result.exit_code == 0
        assert "warning: the plotword HALLORAN is never asked for" in result.stdout

    def test_what_is_no_book(self, tmp_path: Path) -> None:
        result = run("check", tmp_path)
        assert result.exit_code == 1
        assert "there is no book.toml" in result.stdout
        assert "is no folder; our own books are" in refused(run("check", tmp_path / "nowhere"))

    @pytest.mark.parametrize("command", ["check", "graph", "quicktest", "play"])
    @pytest.mark.parametrize("name", ["a" * 5000, "~nobody-of-that-name"], ids=["long", "home"])
    def test_names_that_are_none(self, command: str, name: str) -> None:
        words = refused(run(command, name))
        assert "is no folder; our own books are" in words
        assert len(words) < 300

    def test_our_books_go_by_their_names(self) -> None:
        assert run("check", "the-ferrymans-lantern").exit_code == 0


class TestGraph:
    def test_svg_and_mermaid(self, draft: Path, tmp_path: Path) -> None:
        assert run("graph", draft).stdout.startswith("<svg ")
        out = tmp_path / "graph.svg"
        assert run("graph", draft, "-o", out).exit_code == 0
        assert "The toll gate" in out.read_text("utf-8")
        assert run("graph", draft, "--mermaid").stdout.startswith("flowchart TD")

    def test_a_broken_book_is_told_not_drawn(self, draft: Path) -> None:
        changed(draft, "(#a-question-too-many)", "(#nowhere)")
        assert "there is no instruction “nowhere”" in refused(run("graph", draft))


class TestQuicktest:
    def test_everything_is_taken(self, draft: Path) -> None:
        result = run("quicktest", draft)
        assert result.exit_code == 0, result.output
        assert "19 of 19 lines, options and results taken" in result.stdout

    def test_what_is_not_reached_is_told_with_its_reason(self, draft: Path) -> None:
        changed(draft, "*if* HALLORAN", "*if* ring")
        result = run("quicktest", draft)
        assert result.exit_code == 1
        assert "not reached: story.md:" in result.stdout
        assert "nobody has ring" in result.stdout
        assert "“XP 2”: nobody came here" in result.stdout

    def test_what_needs_another_company_is_no_fault(self, draft: Path) -> None:
        changed(draft, "*if* HALLORAN", "*if* HALLORAN and someone has Literacy/Old Tongue")
        assert run("quicktest", draft).exit_code == 0
        result = run("quicktest", draft, "--all")
        assert "for others: story.md:" in result.stdout

    def test_a_company_that_cannot_set_out(self, draft: Path, tmp_path: Path) -> None:
        file = tmp_path / "grey.toml"
        CliRunner().invoke(main, ["company", "new", "maud-gray", "--name", "Grey", "-o", str(file)])
        book = read_company(file.read_bytes())
        away = book.plus([Entry(1, "It happened", (AdventureBegun("Another"),))])
        file.write_text(write_company(away))
        for command in (["quicktest"], ["randomtest"], ["odds"], ["play"]):
            result = run(*command, draft, "--company", file)
            assert "Grey is on an adventure already" in refused(result)


class TestRandomtest:
    def test_the_same_seed_the_same_figures_on_one_process_or_two(self, draft: Path) -> None:
        alone = run("randomtest", draft, "4", "--jobs", "1", "--seed", "x")
        both = run("randomtest", draft, "4", "--jobs", "2", "--seed", "x")
        assert alone.exit_code == 0, alone.output
        assert alone.stdout == both.stdout
        assert alone.stdout.startswith("My first book: 4 plays")
        for words in ("Endings", "Lost: ", "Answers: ", "Knives out", "The toll gate"):
            assert words in alone.stdout
        assert re.search(r"The toll gate +4 +100\.0 % \(51\.0 to 100\.0\)", alone.stdout)

    def test_as_json(self, draft: Path) -> None:
        result = run("randomtest", draft, "3", "--jobs", "1", "--json", "--bots", "random")
        answer = json.loads(result.stdout)
        assert answer["plays"] == 3
        assert sum(answer["endings"].values()) == 3
        assert answer["reached"]["the-toll-gate"] == 3

    def test_what_cannot_be(self, draft: Path, tmp_path: Path) -> None:
        assert "there is no bot" in refused(run("randomtest", draft, "3", "--bots", "clever"))
        assert "PLAYS" in refused(run("randomtest", draft, "0"))
        other = tmp_path / "space.toml"
        made = CliRunner().invoke(
            main, ["company", "new", "rook-delacey", "--name", "Few", "-o", str(other)]
        )
        assert made.exit_code == 0
        assert "Few is of time-and-space" in refused(
            run("randomtest", draft, "3", "--company", other)
        )


class TestOdds:
    def test_a_book_without_fights_is_exact(self, tmp_path: Path) -> None:
        (tmp_path / "book.toml").write_text(
            'title = "B"\nauthor = "A"\nedition = "ancient-world"\nstart = "a"\n'
            'company = ["maud-gray"]\n'
        )
        (tmp_path / "story.md").write_text(
            "## A\n- Check best 1/IQ: [x](#b), else [y](#c)\n- End\n## B\n- End good\n## C\n- End bad\n"
        )
        result = run("odds", tmp_path, "--plays", "2", "--jobs", "1")
        assert result.exit_code == 0, result.output
        assert "Best play: a good ending in 100.0 %, exactly 1." in result.stdout
        assert "unhurt and complete" in result.stdout
        assert "In 2 real plays by that plan" in result.stdout

    def test_fights_have_their_error(self, draft: Path) -> None:
        result = run("odds", draft, "--fights", "3", "--plays", "1", "--jobs", "1", "--json")
        answer = json.loads(result.stdout)
        low, high = answer["model"]["interval"]
        assert 0 <= low <= answer["model"]["value"] <= high <= 1
        assert sum(answer["fights"][0]["ends"].values()) == 3
        assert answer["real"]["plays"] == 1

    def test_a_hopeless_fight_is_seen_to_be_one(self, draft: Path) -> None:
        changed(draft, "2 road-bandit", "9 cave-bear")
        result = run("odds", draft, "--fights", "2", "--plays", "0", "--jobs", "1", "--json")
        assert "won" not in json.loads(result.stdout)["fights"][0]["ends"]


class TestExport:
    @pytest.mark.parametrize("form", ["html", "gm", "twee"])
    def test_what_is_written_is_the_same_adventure(
        self, draft: Path, tmp_path: Path, form: str
    ) -> None:
        out = tmp_path / f"out.{form}"
        result = run("export", draft, "--format", form, "-o", out, "--check")
        assert result.exit_code == 0, result.output
        assert "The same adventure" in result.stdout
        assert "7 instructions and 15 lines" in result.stdout
        assert out.stat().st_size > 1000

    def test_another_seed_another_order(self, draft: Path, tmp_path: Path) -> None:
        texts = []
        for seed in ("1", "2", "1"):
            out = tmp_path / "out.html"
            run("export", draft, "-o", out, "--seed", seed)
            texts.append(out.read_text("utf-8"))
        assert texts[0] == texts[2] != texts[1]

    def test_what_is_not_the_same_is_told(
        self, draft: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        right = booklet
        monkeypatch.setattr(
            book_print, "booklet", lambda *args: right(*args).replace("HALLORAN", "HALLORIN", 1)
        )
        result = run("export", draft, "-o", tmp_path / "out.html", "--check")
        assert result.exit_code == 1
        assert "HALLORIN" in result.stdout

    def test_without_a_browser_there_is_no_pdf(
        self, draft: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(book_print, "BROWSERS", ("no-such-browser",))
        result = run("export", draft, "--format", "pdf", "-o", tmp_path / "out.pdf")
        assert "no Chromium on this machine" in refused(result)
        assert not (tmp_path / "out.pdf").exists()

    @pytest.mark.skipif(not any(map(shutil.which, book_print.BROWSERS)), reason="no Chromium")
    def test_a_pdf_is_printed(self, draft: Path, tmp_path: Path) -> None:
        out = tmp_path / "out.pdf"
        result = run("export", draft, "--format", "pdf", "-o", out, "--check")
        assert result.exit_code == 0, result.output
        assert out.read_bytes().startswith(b"%PDF-")


class TestImport:
    def test_a_story_in_twee_becomes_a_book(self, draft: Path, tmp_path: Path) -> None:
        story = tmp_path / "story.twee"
        run("export", draft, "--format", "twee", "-o", story)
        folder = tmp_path / "again"
        result = run("import", story, "-o", folder)
        assert result.exit_code == 0, result.output
        assert "7 passages are in" in result.stdout
        assert [*read_book(folder).instructions] == [*read_book(draft).instructions]
        assert "there is a book in" in refused(run("import", story, "-o", folder))

    @pytest.mark.parametrize(
        ("data", "words"),
        [(b"\xff\xfe", "not UTF-8"), (b"no story", "no passage"), (b"", "no passage")],
    )
    def test_what_is_no_story(self, tmp_path: Path, data: bytes, words: str) -> None:
        story = tmp_path / "story.twee"
        story.write_bytes(data)
        assert words in refused(run("import", story, "-o", tmp_path / "b"))
        assert not (tmp_path / "b").exists()

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        assert "cannot be read" in refused(run("import", tmp_path / "x", "-o", tmp_path / "b"))


def lines(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


@pytest.fixture
def letters(draft: Path) -> Path:
    """The draft with a short way to its good end."""
    changed(
        draft,
        "- [Ask whose chest it is](#a-question-too-many) (talk)",
        "- [Go](#letters-for-halloran)",
    )
    changed(draft, "[Bring them to the one whose name is on the lid](#letters-for-halloran) *if*",
            "[Look](#a-question-too-many) *if not*")  # fmt: skip
    return draft


def founded(folder: Path, name: str = "Grey") -> Path:
    """The file of a company of one."""
    file = folder / f"{name.lower()}.toml"
    CliRunner().invoke(main, ["company", "new", "maud-gray", "--name", name, "-o", str(file)])
    return file


class TestPlay:
    def test_the_page_is_wrapped_and_the_party_stands_beneath_it(self, draft: Path) -> None:
        result = run("play", draft, "--seed", "1", typed=lines("quit"))
        assert result.exit_code == 0, result.output
        assert "A chain hangs across the road." in result.stdout
        assert "│ This is a first draft to change." in result.stdout
        assert "■■■■■■■■ 11 left of 11" in result.stdout
        assert all(len(line) < 100 for line in result.stdout.splitlines())

    def test_to_an_ending(self, tmp_path: Path) -> None:
        (tmp_path / "book.toml").write_text(
            'title = "B"\nauthor = "A"\nedition = "ancient-world"\nstart = "the-road"\n'
        )
        (tmp_path / "story.md").write_text(
            "## The road\n\nIt rains.\n\n- [On](#far)\n- [Show it](#far) if ring\n\n"
            "## Far\n\nSun.\n\n- End good\n"
        )
        result = run("play", tmp_path, typed=lines("1"))
        assert "Show it: nobody has ring" in result.stdout
        assert result.stdout.index("It rains.") < result.stdout.index("Sun.")
        assert "it ends well" in result.stdout

    def test_a_fight_opens_in_place(self, draft: Path) -> None:
        result = run("play", draft, "--seed", "1", typed=lines("Lift the chain", "why 1", "quit"))
        assert result.exit_code == 0, result.output
        assert "[A1]" in result.stdout
        assert "left  DX" in result.stdout

    def test_a_company_comes_home_changed(self, tmp_path: Path, letters: Path) -> None:
        file = founded(tmp_path)
        result = run("play", letters, "--company", file, typed=lines("Go"))
        assert result.exit_code == 0, result.output
        company = read_company(file.read_bytes()).company
        assert company.members[0].character.xp == 2
        assert company.adventure == ""

    def test_and_so_it_does_when_the_adventure_was_interrupted(
        self, tmp_path: Path, letters: Path
    ) -> None:
        file, record = founded(tmp_path), tmp_path / "st.rec"
        result = run("play", letters, "--company", file, "--save", record, typed=lines("quit"))
        hint = result.stdout.rpartition("Go on with: legendry ")[2].split()
        assert hint == ["resume", str(record), "--seats", "Foes=bot:greedy", "--company", str(file)]
        result = CliRunner().invoke(main, hint, input=lines("Go"))
        assert result.exit_code == 0, result.output
        assert f"Grey is home: {file}" in result.stderr
        book = read_company(file.read_bytes())
        assert book.company.members[0].character.xp == 2
        assert book.journal[-1].record == "st.rec"
        again = CliRunner().invoke(main, hint)
        assert "is not as it was when Grey set out" in refused(again)

    def test_without_the_file_it_is_told_how(self, tmp_path: Path, letters: Path) -> None:
        file, record = founded(tmp_path), tmp_path / "st.rec"
        before = file.read_bytes()
        run("play", letters, "--company", file, "--save", record, typed=lines("quit"))
        result = CliRunner().invoke(main, ["resume", str(record)], input=lines("Go"))
        assert f"to bring it home: legendry resume {record} --company FILE" in result.stdout
        assert file.read_bytes() == before
        result = CliRunner().invoke(main, ["resume", str(record), "--company", str(file)])
        assert read_company(file.read_bytes()).company.members[0].character.xp == 2

    def test_the_books_own_company_has_no_file(self, tmp_path: Path, letters: Path) -> None:
        result = run("play", letters, "--save", tmp_path / "st.rec", typed=lines("Go"))
        assert "it ends well" in result.stdout
        assert "bring it home" not in result.stdout

    def test_nobody_else_comes_home(self, tmp_path: Path, letters: Path) -> None:
        file, record = founded(tmp_path), tmp_path / "st.rec"
        run("play", letters, "--company", file, "--save", record, typed=lines("quit"))
        other = founded(tmp_path, "Others")
        resume = ["resume", str(record), "--company", str(other)]
        assert "but Grey plays here" in refused(CliRunner().invoke(main, resume))
        pig = tmp_path / "pig.rec"
        CliRunner().invoke(main, ["play", "pig", "--save", str(pig)], input="quit\n")
        result = CliRunner().invoke(main, ["resume", str(pig), "--company", str(file)])
        assert (result.exit_code, "no company comes home from Pig" in result.stderr) == (2, True)

    def test_a_home_that_cannot_be_written_can_wait(
        self, tmp_path: Path, letters: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        file, record = founded(tmp_path), tmp_path / "st.rec"

        def replaced(source: Path, target: Path) -> None:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", replaced)
            result = run("play", letters, "--company", file, "--save", record, typed=lines("Go"))
        words = refused(result)
        assert "cannot be written: Operation not permitted; once it can be: legendry " in words
        CliRunner().invoke(main, words.rpartition("legendry ")[2].split())
        assert read_company(file.read_bytes()).company.members[0].character.xp == 2

    def test_a_game_master_reads_aloud(self, draft: Path) -> None:
        result = run("play", draft, "--gm", typed=lines("", "Game master reads aloud", "", "quit"))
        assert "Game master reads aloud" in result.stdout
        assert result.stdout.count("A chain hangs across the road.") == 2

    def test_the_general_command_plays_it_too(self) -> None:
        result = CliRunner().invoke(main, ["play", "adventure", "--seed", "1"], input="quit\n")
        assert result.exit_code == 0, result.output
        assert "What does the company do?" in result.stdout


def test_the_example_of_the_documentation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of “The author's desk” in docs/books.md runs, one after another."""
    desk = DOCS.read_text("utf-8").partition("## The author's desk")[2]
    commands = re.findall(r"^\$ legendry (book .+)$", desk, re.MULTILINE)
    assert len(commands) >= 8
    monkeypatch.chdir(tmp_path)
    for command in commands:
        words = command.partition("#")[0].split()
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, (command, result.output)
    assert (tmp_path / "the-gate.html").exists()
