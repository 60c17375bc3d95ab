"""`legendry dragon play`, `simulate` and `review` as people and programs meet them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from legendry.cli import main


def run(line: str, *more: str, typed: str = "") -> Result:
    pipe = {"COLUMNS": "80", "FORCE_COLOR": None, "TTY_COMPATIBLE": None}
    return CliRunner(env=pipe).invoke(main, [*line.split(), *more], input=typed)


class TestSimulate:
    def test_the_same_seed_gives_the_same_games_on_any_number_of_processes(self) -> None:
        line = "dragon simulate --games 12 --policy naive --level family --seed s --json --jobs"
        one, two = run(line, "1"), run(line, "2")
        assert one.exit_code == 0, one.stderr
        assert one.stdout == two.stdout
        found = json.loads(one.stdout)
        assert found["games"] == 12
        low, high = found["interval"]
        assert low <= found["rate"] <= high

    def test_a_line_for_people(self) -> None:
        shown = run("dragon simulate --games 2 --policy random --jobs 1").stdout
        assert shown.startswith("random at level master: the heroes win ")
        assert "2 games" in shown

    @pytest.mark.parametrize(
        ("line", "why"),
        [
            ("--policy clever", "there is no bot “clever”"),
            ("--level easy", "'easy' is not one of 'family', 'standard', 'master'"),
            ("--games 0", "0 is not in the range"),
        ],
    )
    def test_errors_are_a_sentence(self, line: str, why: str) -> None:
        result = run(f"dragon simulate {line}")
        assert result.exit_code == 2
        assert why in result.stderr
        assert "Traceback" not in result.stderr


class TestPlay:
    def test_four_coaches_save_a_game_that_replays_and_can_be_reviewed(
        self, tmp_path: Path
    ) -> None:
        file = tmp_path / "game.txt"
        seats = " ".join(["bot:coach"] * 4)
        played = run(f"dragon play --seed 3 --seats {seats} --save", str(file))
        assert played.exit_code == 0, played.stderr
        assert "victory tokens" in played.stdout
        assert run("replay", str(file)).exit_code == 0
        told = run("dragon review", str(file))
        assert told.exit_code == 0, told.stderr
        assert "decisions" in told.stdout
        assert "The luckiest moment: turn" in told.stdout
        assert "The unluckiest: turn" in told.stdout

    def test_the_coach_speaks_before_a_decision(self) -> None:
        shown = run("dragon play --seats Ann --seed 3 --coach before", typed="1\nquit\n").stdout
        assert "coach: " in shown
        assert "the game " in shown
        assert "this combat " in shown

    def test_the_coach_speaks_after_a_decision(self) -> None:
        shown = run(
            "dragon play --seats Ann bot:naive --seed 3 --coach after",
            typed="1\nstop\nquit\n",
        ).stdout
        assert "of the game; “" in shown or "nothing is better" in shown
        assert "   or: " not in shown

    def test_the_coach_is_silent_if_nobody_asked(self) -> None:
        shown = run("dragon play --seats Ann --seed 3", typed="1\nquit\n").stdout
        assert "coach:" not in shown

    def test_people_may_throw_their_own_dice(self) -> None:
        shown = run(
            "dragon play --seats Ann --dice typed",
            typed="Goblin\nOgre\nHuge\nWeak\n1\n1 2 3 4 5\nquit\n",
        ).stdout
        assert "Ann throws 1 2 3 4 5" in shown

    @pytest.mark.parametrize(
        ("line", "why"),
        [
            ("--seats A B C D E", "1 to 4 seats, not for 5"),
            ("--seats Ann bot:clever", "there is no bot “clever”"),
            ("--level hard", "is not one of"),
            ("--coach always", "is not one of"),
            ("--option throw_count=many", "throw_count is total or rerolls, not “many”"),
        ],
    )
    def test_errors_are_a_sentence(self, line: str, why: str) -> None:
        result = run(f"dragon play {line}")
        assert result.exit_code == 2
        assert why in result.stderr
        assert "Traceback" not in result.stderr


class TestReview:
    def test_what_bad_decisions_cost_is_said(self, tmp_path: Path) -> None:
        file = tmp_path / "naive.txt"
        run("dragon play --seats bot:naive --seed 3 --save", str(file))
        told = run("dragon review", str(file), "--most", "2").stdout
        assert "cost something, all together" in told
        assert told.count("better was “") == 2

    def test_another_game_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "pig.txt"
        run("play pig --seats bot:random --seed 1 --save", str(file))
        result = run("dragon review", str(file))
        assert result.exit_code == 2
        assert "not of Legendary Dragon" in result.stderr

    def test_a_garbled_record_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "bad.txt"
        file.write_text("no record")
        result = run("dragon review", str(file))
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1


class TestDeck:
    """RUL-D2: a table may bring its own deck file."""

    def test_a_deck_of_ones_own_is_played_and_kept_in_the_record(self, tmp_path: Path) -> None:
        deck, saved = tmp_path / "deck.toml", tmp_path / "game.rec"
        deck.write_text("[costs]\nshift = 1\n")
        line = "dragon play --seats bot:naive --level family --seed 1 --deck"
        played = run(line, str(deck), "--save", str(saved))
        assert played.exit_code == 0, played.stderr
        assert "[setup.cards.costs]\nshift = 1\n" in saved.read_text()
        assert run("replay", str(saved)).exit_code == 0

    @pytest.mark.parametrize(
        ("text", "why"),
        [
            ("[costs]\nshift = 0\n", "deck.toml"),
            ("[costs\n", "deck.toml is not TOML"),
            ("x" * 2000, "deck.toml is too large"),
            ("\x00", "deck.toml is not TOML"),
        ],
    )
    def test_a_deck_that_cannot_be(self, tmp_path: Path, text: str, why: str) -> None:
        deck = tmp_path / "deck.toml"
        deck.write_text(text)
        refused = run("dragon play --seats bot:naive --deck", str(deck))
        assert refused.exit_code == 2
        assert why in refused.stderr.replace("\n", " ")
