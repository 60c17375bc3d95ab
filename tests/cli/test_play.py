"""Whole games in the terminal: typed answers in, words out, a record that replays."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from legendry.cli import main
from legendry.cli.options import settled
from legendry.cli.terminal import Session
from legendry.parlour.pig import PIG
from legendry.table import Fair, Option, RecordError, Seeded, Table, find_game
from legendry.table.files import RecordFile


def run(*args: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, args, input=typed, catch_exceptions=False)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A finished game of Pig between a person and a bot, played in the terminal."""
    path = tmp_path / "pig.rec"
    seats = ["--seats", "Ann", "Bob=bot:random"]
    result = run(
        "play", "pig", *seats, "--seed", "1", "--option", "target=30", "--save", str(path),
        typed="2\n" * 100,
    )  # fmt: skip
    assert result.exit_code == 0
    assert "won:" in result.output
    return path


def test_a_saved_game_replays(saved: Path) -> None:
    result = run("replay", str(saved))
    assert result.exit_code == 0
    assert result.output.startswith("Pig, rules 1: Ann, Bob\n  Ann throws a ")
    assert "[PIG-4]" in result.output
    assert result.output.rstrip().endswith("(PIG-5)")


def test_events_as_json_lines(saved: Path) -> None:
    result = run("replay", str(saved), "--json")
    events = [json.loads(line) for line in result.stdout.splitlines()]
    assert {event["event"] for event in events} == {"Threw", "Banked"}
    assert events[0]["rules"] == ["PIG-2"]
    short = run("replay", str(saved), "--json", "--until", "1")
    assert [json.loads(line) for line in short.stdout.splitlines()] == events[:1]


def test_an_expectation_that_fails_is_exit_1(saved: Path) -> None:
    saved.write_text(saved.read_text() + "? turn = 99\n")
    result = run("replay", str(saved))
    assert result.exit_code == 1
    assert "expected turn = 99, but it is" in result.stderr


def test_a_face_of_seven_is_exit_2(saved: Path) -> None:
    lines = saved.read_text().splitlines()
    row = next(n for n, line in enumerate(lines) if line.startswith("throw"))
    lines[row] = "throw Ann: 7"
    saved.write_text("\n".join(lines))
    result = run("replay", str(saved))
    assert result.exit_code == 2
    assert result.stderr == (
        f"pig.rec: line {row + 1}: a die cannot show 7 here (throw Ann: 1 die of 6 sides)\n"
    )


def test_a_line_cut_in_half_is_exit_2(saved: Path) -> None:
    whole = saved.read_text().splitlines(keepends=True)
    row = next(n for n, line in enumerate(whole) if line == "Ann hold\n")
    saved.write_text("".join(whole[:row]) + "Ann ")
    result = run("replay", str(saved))
    assert result.exit_code == 2
    assert f"line {row + 1}: “Ann” is not an answer to “Ann: " in result.stderr
    assert "“Ann hold”" in result.stderr


@pytest.mark.parametrize("command", ["replay", "verify", "resume"])
def test_no_such_file(command: str, tmp_path: Path) -> None:
    result = run(command, str(tmp_path / "none.rec"))
    assert result.exit_code == 2
    assert result.stderr == "none.rec: cannot be read: No such file or directory\n"


def test_other_rules_are_named_first(saved: Path) -> None:
    saved.write_text(saved.read_text().replace('rules = "1"', 'rules = "0"'))
    result = run("replay", str(saved))
    assert result.exit_code == 0
    assert "made by version 0 of the rules of Pig" in result.stderr


def test_fair_dice_are_verified(tmp_path: Path) -> None:
    path = tmp_path / "fair.rec"
    seats = ["--seats", "Ann=bot:random", "Bob=bot:random"]
    run("play", "pig", *seats, "--dice", "fair", "--option", "target=20", "--save", str(path))
    result = run("verify", str(path))
    assert result.exit_code == 0
    assert "The secret fits the commitment" in result.output
    rolls = path.read_text().count("throw ")
    assert f"it gives all {rolls} rolls" in result.output
    assert not (tmp_path / "fair.rec.secret").exists()


def test_a_forged_face_is_found(tmp_path: Path) -> None:
    for number in range(100):
        dice = Fair(number.to_bytes(32, "big"), "t", {"Ann": "luck"})
        table = Table(PIG, ["Ann"], dice, options={"rounds": 1})
        if table.state.stake in range(2, 6):
            break
    was = table.state.stake
    table.answer("Ann hold")
    path = tmp_path / "fair.rec"
    path.write_text(table.record.replace(f"throw Ann: {was}", f"throw Ann: {was + 1}"))
    assert run("replay", str(path)).exit_code == 0
    result = run("verify", str(path))
    assert result.exit_code == 1
    assert "these faces did not fall from that secret" in result.stderr


def test_fair_dice_go_on_from_a_record_begun_in_play(tmp_path: Path) -> None:
    path, secret = tmp_path / "fair.rec", tmp_path / "fair.rec.secret"
    typed = f"1\nsave {path}\n1\nquit\n"
    run("play", "pig", "--seats", "Ann", "--dice", "fair", "--option", "rounds=50", typed=typed)
    assert secret.exists()
    assert "won:" in run("resume", str(path), typed="2\n" * 60).output
    assert not secret.exists()
    assert "The secret fits the commitment" in run("verify", str(path)).output


def test_seeded_dice_prove_nothing(saved: Path) -> None:
    result = run("verify", str(saved))
    assert result.exit_code == 2
    assert "the dice of this game were seeded: nothing can be proven" in result.stderr


def test_leave_and_come_back(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    first = run("play", "pig", "--seats", "Ann", "Bob", "--seed", "2", "--save", str(path),
                typed="1\nquit\n")  # fmt: skip
    assert f"legendry resume {path}" in first.output.replace("\n", "")
    before = path.read_text()
    path.write_text(before + "Ann ho")
    second = run("resume", str(path), "--seats", "Bob=bot:random", typed="2\n" * 200)
    assert "the last line is not finished" in second.stderr
    assert second.exit_code == 0
    assert "won:" in second.output
    assert path.read_text().startswith(before)
    assert run("replay", str(path)).exit_code == 0


def test_the_terminal_explains_itself(tmp_path: Path) -> None:
    typed = "\n?\nwhy Bob hold\nwhy Ann hold\nAnn fold\n9\nundo\nlook\n"
    typed += f"1\nundo\ny\nsave {tmp_path}/kept.rec\nquit\n"
    result = run("play", "pig", "--seats", "Ann", "Bob", "--seed", "4", typed=typed)
    for words in (
        "choose that option",
        "it is for Ann to play (PIG-1)",
        "That can be done.",
        "did you mean",
        "There is no option 9; they are 1 to 2.",
        "Ann has given no answer that could be undone",
        "Taken back.",
        "Go on with: legendry resume",
    ):
        assert words in result.output
    assert (tmp_path / "kept.rec").read_text().endswith("undo Ann (agreed Bob)\n")


def test_undo_takes_back_who_answered_last(tmp_path: Path) -> None:
    """Bob is asked when Ann sees that she should not have held."""
    path = tmp_path / "g.rec"
    arguments = ["--seats", "Ann", "Bob", "--dice", "typed", "--save", str(path)]
    result = run("play", "pig", *arguments, typed="5\nAnn hold\nundo\ny\nquit\n")
    assert "Bob, do you agree to the undo?" in result.output
    assert path.read_text().endswith("Ann hold\nundo Ann (agreed Bob)\n")


def test_numbers_stand_one_under_another(capsys: pytest.CaptureFixture[str]) -> None:
    session = Session(Table(PIG, ["Ann"], Seeded(1)), {})
    session.list([Option(f"take {n}", n) for n in range(1, 101)], None)  # type: ignore[arg-type]
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0], lines[-1]) == ("    1  take 1", "  100  take 100")


def while_answering(monkeypatch: pytest.MonkeyPatch, does: Callable[[], object]) -> None:
    """Let something happen to the files when a person gives the first answer."""
    answer = Table.answer

    def answered(table: Table[Any], *given: Any, **how: Any) -> None:
        if "by" in how:
            monkeypatch.setattr(Table, "answer", answer)
            does()
        answer(table, *given, **how)

    monkeypatch.setattr(Table, "answer", answered)


class TestARecordThatCannotBeWritten:
    def test_its_folder_is_gone(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folder, other = tmp_path / "games", tmp_path / "other.rec"
        folder.mkdir()
        while_answering(monkeypatch, lambda: shutil.rmtree(folder))
        typed = f"Ann hold\nAnn hold\nsave {other}\nAnn hold\nquit\n"
        arguments = ["--seats", "Ann", "--seed", "2", "--save", str(folder / "g.rec")]
        result = run("play", "pig", *arguments, typed=typed)
        assert result.output.count("g.rec cannot be written: No such file or directory") == 1
        assert "The game is kept. Go on with" in result.output
        assert other.read_text().count("Ann hold") == 3
        assert run("replay", str(other)).exit_code == 0

    def test_it_has_vanished(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        path = tmp_path / "g.rec"
        while_answering(monkeypatch, path.unlink)
        arguments = ["--seats", "Ann", "--seed", "2", "--save", str(path)]
        result = run("play", "pig", *arguments, typed="Ann hold\nquit\n")
        assert "Not all of the game was saved" in result.output
        assert "The game is kept" not in result.output
        assert not path.exists()
        while_answering(monkeypatch, path.unlink)
        typed = f"Ann hold\nsave {path}\nquit\n"
        assert "The game is kept" in run("play", "pig", *arguments, typed=typed).output
        assert run("replay", str(path)).exit_code == 0

    def test_it_vanished_after_the_last_answer(self, tmp_path: Path) -> None:
        table = Table(PIG, ["Ann"], Seeded(1))
        file = RecordFile(tmp_path / "g.rec", table)
        file.path.unlink()
        with pytest.raises(RecordError, match="No such file"):
            file.save(table)

    def test_a_full_disk_leaves_whole_lines(self, tmp_path: Path) -> None:
        """The limit on a file's size stands for the disk: the game goes on to its end."""
        resource = pytest.importorskip("resource")
        path, options = tmp_path / "g.rec", ["--option", "target=1000"]
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        try:
            result = run("play", "pig", *options, "--save", str(path), typed="1\n" * 1000)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert "won:" in result.output
        assert result.output.rstrip().endswith("g.rec cannot be written: File too large")
        assert path.read_text().endswith("\n")
        assert "Still to come" in run("replay", str(path)).output

    def test_a_new_one_that_fails_leaves_nothing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(os, "fsync", full)
        arguments = ["--seats", "Ann", "--dice", "fair"]
        result = run("play", "pig", *arguments, typed=f"save {tmp_path}/g.rec\nquit\n")
        assert "g.rec cannot be written: No space left on device" in result.output
        assert not [*tmp_path.iterdir()]

    def test_resume_can_be_kept_elsewhere(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path, other = tmp_path / "g.rec", tmp_path / "other.rec"
        run("play", "pig", "--seats", "Ann", "--seed", "2", "--save", str(path), typed="quit\n")
        while_answering(monkeypatch, path.unlink)
        result = run("resume", str(path), typed=f"Ann hold\nsave {other}\nquit\n")
        assert "g.rec cannot be written" in result.output
        assert "Ann hold" in other.read_text()

    @pytest.mark.parametrize(
        "name", ["x\0y", "~nobody-of-that-name/x", "x" * 999], ids=["nul", "home", "long"]
    )
    def test_names_that_are_none(self, name: str) -> None:
        result = run("play", "pig", "--seats", "Ann", typed=f"save {name}\nquit\n")
        assert "cannot be written: " in result.output


def program(*args: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    """The command line as a program of its own, for what only the machine's own streams do."""
    command = [sys.executable, "-c", "from legendry.cli import main; main()", *args]
    return subprocess.run(command, check=False, stderr=subprocess.PIPE, **how)


class TestLeavingAGameThatIsNotSaved:
    """Only at a terminal: what is piped in ends as it always did."""

    def played(self, folder: Path, typed: bytes) -> str:
        pty = pytest.importorskip("pty")
        keyboard, terminal = pty.openpty()
        with os.fdopen(keyboard, "wb", buffering=0) as keys:
            keys.write(typed)
            result = program("play", "pig", "--seats", "Ann", "--seed", "2", cwd=folder,
                             stdin=terminal, stdout=subprocess.PIPE, timeout=60)  # fmt: skip
        os.close(terminal)
        assert result.returncode == 0
        return " ".join(result.stdout.decode().split())

    def test_quit_asks_once(self, tmp_path: Path) -> None:
        output = self.played(tmp_path, b"Ann hold\nquit\nquit\n")
        assert output.count("The game is not saved: quit again, or save FILE.") == 1
        assert output.endswith("The game was not saved.")
        assert not [*tmp_path.iterdir()]

    def test_a_game_that_breaks_off_is_kept_under_a_new_name(self, tmp_path: Path) -> None:
        for name in ("legendry-unsaved.rec", "legendry-unsaved-2.rec"):
            output = self.played(tmp_path, b"Ann hold\n\x04")
            assert output.endswith(f"The game is kept. Go on with: legendry resume {name}")
            assert "Ann hold" in (tmp_path / name).read_text()

    def test_nothing_was_answered(self, tmp_path: Path) -> None:
        for typed in (b"quit\n", b"\x04"):
            assert self.played(tmp_path, typed).endswith("> The game was not saved.")
        assert not [*tmp_path.iterdir()]


class TestTheTerminalsOwnEncoding:
    def test_a_byte_that_is_not_utf_8_is_no_answer(self) -> None:
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
        result = program("play", "pig", "--seats", "Ann", input=b"\xff\nquit\n", env=environment,
                         stdout=subprocess.PIPE)  # fmt: skip
        assert (result.returncode, result.stderr) == (0, b"")
        assert "“\ufffd” is not an answer" in result.stdout.decode()

    @pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
    def test_signs_that_it_does_not_have_are_replaced(self, encoding: str) -> None:
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        result = program("show", "weapons", "--edition", "ancient-world", env=environment,
                         stdout=subprocess.PIPE)  # fmt: skip
        assert (result.returncode, result.stderr) == (0, b"")
        assert b"sword" in result.stdout

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
    def test_nothing_can_be_printed(self) -> None:
        with Path("/dev/full").open("wb") as full:
            result = program("show", "weapons", "--edition", "ancient-world", stdout=full)
        assert result.returncode == 1
        assert result.stderr == b"Error: No space left on device\n"


def test_nobody_peeks_at_one_keyboard() -> None:
    typed = "1\n1\n\n1\nquit\n"
    result = run("play", "peddlers", "--seats", "Ann", "Bob", "--seed", "4", typed=typed)
    ann, _, bob = result.output.partition("The keyboard goes to Bob.")
    assert "Ann draws gold" in ann or "Ann draws silver" in ann or "Ann draws lead" in ann
    assert "Ann draws a ware" in bob
    assert "Ann draws gold" not in bob
    assert "Ann takes" not in bob


@pytest.mark.parametrize(
    ("kind", "wiped"), [("xterm", "\x1b[2J\x1b[H\x1b[3J"), ("dumb", "\n" * 25)]
)
def test_nobody_scrolls_back_either(kind: str, wiped: str) -> None:
    terminal = {"TERM": kind, "TTY_COMPATIBLE": "1"}
    arguments = ["play", "peddlers", "--seats", "Ann", "Bob", "--seed", "4"]
    result = CliRunner(env=terminal).invoke(main, arguments, input="1\n1\n\nquit\n")
    before, _, _ = result.output.partition("The keyboard goes to Bob.")
    assert before.endswith(wiped)


def test_own_dice_are_typed_in() -> None:
    typed = "7\n5\n2\nquit\n"
    result = run("play", "pig", "--seats", "Ann", "--dice", "typed", typed=typed)
    assert "a die cannot show 7 here" in result.output
    assert "Ann throws a 5: 5 at stake" in result.output
    assert "Ann banks 5" in result.output


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["chess"], "there is no game “chess” here"),
        (["pig", "--seats", "bot:clever"], "there is no bot “clever”"),
        (["pig", "--seats", "Ann", "ann"], "two seats have the same name"),
        (["pig", "--option", "target"], "“target” should be written NAME=VALUE"),
        (["pig", "--option", "target=low"], "target is 2 to 1000, not “low”"),
        (["pig", "--option", "target=999999999999"], "target is 2 to 1000, not “999999999999”"),
        (["pig", "--option", "nope=1"], "Pig has no option “nope”; there are: target, rounds"),
        (["pig", "--option", "targt=9"], "Pig has no option “targt”; perhaps target"),
        (["fight", "--option", "nope=1"], "no option “nope”; legendry show options fight lists"),
        (["fight", "--option", "tie_rule=me"], "by_edition, higher_attribute or nobody, not “me”"),
        (["dragon", "--option", "level=x"], "level is family, standard or master, not “x”"),
        (["camp", "--option", "nope=1"], "has no option “nope”"),
        (["adventure", "--seats", "Ann", "Bob"], "leave out --seats and --option"),
        (["adventure", "--option", "nope=1"], "leave out --seats and --option"),
    ],
)
def test_a_game_that_cannot_be_set_up(args: list[str], why: str) -> None:
    result = run("play", *args)
    assert result.exit_code == 2
    assert why in result.stderr


def test_without_a_game_the_list_is_shown() -> None:
    result = run("play", typed="quit\n")
    assert "Pig" in result.output
    assert "Peddlers" in result.output


@pytest.mark.parametrize(
    ("game", "typed", "value"),
    [
        ("fight", "blast_radius=5", 5),
        ("fight", "dodge_thrown=true", True),
        ("fight", "min_damage=0", 0),
        ("dragon", "starting_potions=0", 0),
        ("dragon", "throw_count=Rerolls", "rerolls"),
    ],
)
def test_what_is_typed_is_what_the_game_knows(game: str, typed: str, value: object) -> None:
    found = settled(find_game(game), [typed])
    assert [(type(one), one) for one in found.values()] == [(type(value), value)]
