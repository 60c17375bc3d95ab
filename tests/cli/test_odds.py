"""`legendry odds` as people and programs meet it."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from legendry.cli.odds import odds
from legendry.odds import best_contest, contest


def run(*arguments: str) -> Result:
    """Run with output to a pipe, whatever terminal the tests themselves run in."""
    pipe = {"COLUMNS": "80", "FORCE_COLOR": None, "TTY_COMPATIBLE": None}
    return CliRunner(env=pipe).invoke(odds, arguments)


def answer(*arguments: str) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


class TestJson:
    def test_pass_is_exact_chk_1(self) -> None:
        assert run("pass", "3/11", "--json").stdout == '{"p": 0.625}\n'

    def test_win_with_the_dice_given_chk_5(self) -> None:
        exact = contest(12, 3, 11, 3)
        assert answer("win", "12", "11", "--dice", "3", "3") == {
            "attacker": float(exact.attacker),
            "defender": float(exact.defender),
            "neither": float(exact.neither),
            "dice": [3, 3],
        }

    def test_win_with_the_best_dice_rul_1(self) -> None:
        exact = best_contest(12, 11)
        given = answer("win", "12", "11")
        assert given["dice"] == list(exact.dice)
        assert given["attacker"] == float(exact.attacker)

    def test_win_by_the_other_tie_rule_rul_3(self) -> None:
        higher = answer("win", "7", "6", "--dice", "1", "1")
        nobody = answer("win", "7", "6", "--dice", "1", "1", "--tie", "nobody")
        assert (higher["neither"], nobody["neither"]) == (0, 1 / 6)
        assert nobody["attacker"] == nobody["defender"]

    def test_the_best_dice_depend_on_the_tie_rule_rul_3(self) -> None:
        given = answer("win", "12", "11", "--tie", "nobody")
        exact = best_contest(12, 11, "nobody")
        assert given["attacker"] == float(exact.attacker) != float(best_contest(12, 11).attacker)

    def test_damage_lists_the_points_in_order_rul_76(self) -> None:
        given = answer("damage", "2d6-1", "--armor", "3")
        assert list(given["distribution"]) == [str(points) for points in range(9)]
        assert given["distribution"]["0"] == 6 / 36
        assert given["mean"] == 112 / 36
        assert set(given) == {"distribution", "mean"}

    def test_damage_without_a_minimum_rul_75(self) -> None:
        assert answer("damage", "2d6-2", "--floor", "0")["distribution"]["0"] == 1 / 36
        assert "0" not in answer("damage", "2d6-2")["distribution"]

    def test_damage_reaches_points(self) -> None:
        assert answer("damage", "2d6-1", "--armor", "3", "--points", "4")["p"] == 15 / 36

    def test_drop_is_hit_and_damage_inj_2(self) -> None:
        given = answer("drop", "3/11", "2d6−1", "--armor", "3", "--points", "4")
        assert given == {"p": 0.625 * 15 / 36}

    def test_drop_without_a_minimum_rul_75(self) -> None:
        case = ("drop", "1/6", "d6-3", "--points", "1")
        assert answer(*case) == {"p": 1.0}
        assert answer(*case, "--floor", "0") == {"p": 0.5}


class TestTerminal:
    def test_pass_shows_the_check_among_its_neighbours(self) -> None:
        shown = run("pass", "3/11").stdout
        assert "3/11 passes: 62.5%" in shown
        assert "3/12" in shown

    def test_a_longer_bar_is_a_better_chance(self) -> None:
        lines = run("pass", "3/11").stdout.splitlines()
        bars = [line.count("━") for line in lines if "━" in line]
        assert bars == sorted(bars)
        assert bars[0] < bars[-1] <= 40

    def test_win_marks_the_dice_in_the_grid(self) -> None:
        shown = run("win", "12", "11", "--dice", "3", "2").stdout
        assert "12 with 3 dice against 11 with 2 dice" in shown
        assert "best" not in shown
        starred = [line.split() for line in shown.splitlines() if "*" in line]
        assert [(row[0], row[2]) for row in starred] == [("3", "*60.6%")]

    def test_the_grid_goes_by_the_same_tie_rule_rul_3(self) -> None:
        shown = run("win", "7", "6", "--dice", "1", "1", "--tie", "nobody").stdout
        assert "*41.7%" in shown

    def test_win_says_when_it_chose_the_dice(self) -> None:
        shown = run("win", "6", "6").stdout
        assert "6 with 1 die against 6 with" in shown
        assert "best" in shown

    def test_damage_shows_each_number_of_points(self) -> None:
        shown = run("damage", "2d6-1", "--armor", "3", "--points", "4").stdout
        assert "mean 3.11, 4 or more: 41.7%" in shown
        rows = [line.split()[:3] for line in shown.splitlines() if "%" in line and "━" in line]
        assert rows[0] == ["0", "16.7%", "100.0%"]
        assert rows[-1] == ["8", "2.8%", "2.8%"]

    def test_drop_shows_what_it_is_made_of(self) -> None:
        shown = run("drop", "3/11", "2d6-1", "--armor", "3", "--points", "4").stdout
        assert [part in shown for part in ("62.5%", "41.7%", "26.0%")] == [True] * 3

    def test_nearly_certain_is_not_certain(self) -> None:
        shown = run("win", "7", "7", "--dice", "6", "6").stdout
        assert ">99.9%" in shown
        assert "<0.1%" in shown

    @pytest.mark.parametrize(
        "arguments",
        [
            ("pass", "3/11"),
            ("win", "12", "11"),
            ("win", "12", "11", "--dice", "10", "10"),
            ("damage", "2d6-1", "--points", "10"),
            ("drop", "3/11", "2d6-1", "--armor", "3", "--points", "10"),
        ],
    )
    def test_a_pipe_gets_no_colour_and_eighty_columns(self, arguments: tuple[str, ...]) -> None:
        shown = run(*arguments).stdout
        assert "\x1b" not in shown
        assert max(len(line) for line in shown.splitlines()) <= 80


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("pass", "3-11"), "'3-11' is not a check such as 3/11"),
        (("pass", "3/"), "is not a check such as 3/11"),
        (("pass", "x/11"), "is not a check such as 3/11"),
        (("pass", "0/11"), "a check takes 1 to 100 dice, not 0."),
        (("pass", "101/11"), "a check takes 1 to 100 dice, not 101."),
        (("win", "12"), "Missing argument 'DEFENDER'"),
        (("win", "12", "many"), "'many' is not a valid integer"),
        (("win", "12", "11", "--dice", "0", "3"), "0 is not in the range"),
        (("win", "12", "11", "--tie", "lowest"), "'lowest' is not one of"),
        (("damage", "2x6"), "'2x6' is not damage such as 2d6-1, d6+2 or 4."),
        (("damage", "101d6"), "the number of dice must be 0 to 100, not 101."),
        (("damage", "2d6", "--armor", "-1"), "-1 is not in the range"),
        (("damage", "2d6", "--points", "0"), "0 is not in the range"),
        (("drop", "3/11", "2d6"), "Missing option '--points'"),
    ],
)
def test_bad_input_is_answered_with_one_sentence(arguments: tuple[str, ...], reason: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    errors = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 1
    assert reason in errors[0]
    assert "Traceback" not in result.stderr
