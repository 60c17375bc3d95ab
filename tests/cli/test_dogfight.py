"""`legendry dogfight` and `legendry play dogfight`: dogfights in the terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from legendry.cli import main
from legendry.legends.craft.craft import built, written_craft
from legendry.table import Replay


def run(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(main, list(words), input=typed)
    assert result.exit_code == 0, result.output
    return result.output


def refused(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 2
    return result.output


def test_a_dogfight_is_shown_and_asks() -> None:
    """DOG-25: the pieces as the rules place them; only what is likely gets a number."""
    shown = run("play", "dogfight", "--seed", "3", typed="?\nquit\n")
    assert "Bramble ►" in shown
    assert "which craft acts?" in shown
    assert "all             list every option" in shown


def test_answers_odds_and_reasons() -> None:
    typed = "1\nwhy Bramble exit\nwhy 1\n1\nall\nquit\n"
    shown = run("dogfight", "--seats", "Ann", "Bob", "--seed", "1", typed=typed)
    assert "nobody leaves in the first round (DOG-12)" in shown
    assert "win 4" in shown
    assert "Pilot  DOG-8" in shown
    assert "more: all shows them" in shown


def test_bots_play_it_to_the_end_and_the_record_replays(tmp_path: Path) -> None:
    file = tmp_path / "sortie.rec"
    for edition in ("time-and-space", "time-and-space-classic"):
        words = ["--edition", edition, "--save", str(file), "--seed", "2"]
        shown = run("dogfight", *words, "--seats", "A=bot:greedy", "B=bot:random")
        assert "won:" in shown
        replay = Replay.of(file.read_bytes())
        replay.run()
        assert replay.table.outcome is not None
        file.unlink()


@pytest.mark.parametrize("name", ["mine.toml", "mine"])
def test_sides_of_ones_own(name: str, tmp_path: Path) -> None:
    """CRF-4: ids of the hangar, several of a kind, files."""
    file = tmp_path / name
    file.write_text(written_craft(built("E1 O1 d6", "time-and-space", "Mine")))
    shown = run("dogfight", "--side", f"Greeks: 2 gadfly, {file}", "--seed", "1", typed="quit\n")
    assert "Gadfly 2" in shown
    assert "Mine" in shown


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    assert "perhaps gadfly" in refused("dogfight", "--side", "Greeks: gadfli")
    assert "cannot be read" in refused("dogfight", "--side", f"Greeks: {tmp_path}/none.toml")
    (tmp_path / "bad.toml").write_text("name = 3")
    assert "edition" in refused("dogfight", "--side", f"Greeks: {tmp_path}/bad.toml")
    assert "RUL-125" in refused("dogfight", "--option", "tsc_disengaged_win=neutral")
    assert "together, and there is room for 32" in refused("dogfight", "--side", "B: 99 gadfly")


def test_bots_duel_in_dogfights() -> None:
    words = ["--game", "dogfight", "--games", "2", "--size", "1", "--jobs", "1", "--json"]
    answer = json.loads(run("duel", "greedy", "random", *words))
    assert answer["game"] == "dogfight"
    assert [one["edition"] for one in answer["editions"]] == [
        "time-and-space",
        "time-and-space-classic",
    ]
    words = ["--game", "dogfight", "--edition", "ancient-world"]
    assert "there is no dogfight" in refused("duel", "greedy", "random", *words)
