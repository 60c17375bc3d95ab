"""Duels of bots: the same numbers on one process or two, intervals, words and JSON."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from legendry.cli import main
from legendry.cli.duel import Match, played, score
from legendry.cli.duel import Result as Outcome
from legendry.cli.parallel import wilson


def run(*args: str) -> Result:
    return CliRunner().invoke(main, ["duel", *args], catch_exceptions=False)


def test_processes_do_not_change_the_results() -> None:
    args = ["random", "random", "--games", "12", "--edition", "time-and-space", "--size", "1"]
    alone = run(*args, "--jobs", "1")
    both = run(*args, "--jobs", "2")
    assert alone.exit_code == both.exit_code == 0
    assert alone.stdout == both.stdout
    assert alone.stdout.startswith("Time and Space: random ")
    assert "12 games" in alone.stdout
    assert run(*args, "--jobs", "1", "--seed", "2").stdout != alone.stdout


def test_as_json_for_all_editions() -> None:
    result = run("greedy", "bot:random", "--games", "2", "--size", "1", "--jobs", "1", "--json")
    answer = json.loads(result.stdout)
    assert answer["bots"] == ["greedy", "random"]
    slugs = [one["edition"] for one in answer["editions"]]
    assert slugs == ["ancient-world", "time-and-space", "time-and-space-classic"]
    for one in answer["editions"]:
        assert sum(one["wins"]) + one["draws"] == one["games"] == 2
        assert 0 <= one["interval"][0] <= one["interval"][1] <= 1


def test_pairs_of_matches_change_sides() -> None:
    """With the same bot on both sides, sides changed, one match is the other one mirrored."""
    one, two = (
        played(Match("ancient-world", "s", number, 2, ("greedy", "greedy"))) for number in (4, 5)
    )
    assert one.rounds == two.rounds
    assert {one.winner, two.winner} in ({0, 1}, {None})


def test_a_score_adds_up() -> None:
    match = Match("ancient-world", "1", 0, 3, ("a", "b"))
    done = [Outcome(match, winner, 4) for winner in (0, 0, 0, 1, None)]
    total = score("ancient-world", done)
    assert (total.wins, total.draws, total.games, total.rounds) == ((3, 1), 1, 5, 4.0)
    assert total.interval == wilson(3, 5)


def test_the_interval_of_wilson() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(0, 10)
    assert low == 0.0
    assert high == pytest.approx(0.2775, abs=1e-4)
    low, high = wilson(8, 10)
    assert low == pytest.approx(0.4902, abs=1e-4)
    assert high == pytest.approx(0.9433, abs=1e-4)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["greedy", "clever"], "there is no bot “clever”"),
        (["greedy", "random:hair=red"], "does not take “hair=red”"),
        (["greedy", "random", "--games", "0"], "--games"),
        (["greedy"], "Missing argument"),
    ],
)
def test_bad_duels(args: list[str], why: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert why in result.stderr
