"""`legendry dragon` as people and programs meet it."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from legendry.cli.dragon import dragon
from legendry.dragon.odds import Purse, combat_value


def run(*arguments: str) -> Result:
    """Run with output to a pipe, whatever terminal the tests themselves run in."""
    pipe = {"COLUMNS": "80", "FORCE_COLOR": None, "TTY_COMPATIBLE": None}
    return CliRunner(env=pipe).invoke(dragon, arguments)


def answer(line: str) -> Any:
    result = run("odds", *line.split(), "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


class TestJson:
    def test_a_combat_from_its_first_throw_drg_40(self) -> None:
        exact = combat_value("three_of_a_kind", 3)
        assert answer("strong --rolls 3") == {"p": float(exact)}

    def test_what_to_keep_drg_39(self) -> None:
        exact = combat_value("three_of_a_kind", 2, dice=(5, 5, 2, 3, 6))
        given = answer("strong --rolls 2 --dice 5 5 2 3 6")
        assert given == {"p": float(exact), "keep": [5, 5]}

    def test_heroes_may_pay_drg_61(self) -> None:
        exact = combat_value("straight", 3, [Purse("bard", 3, 3), Purse("magician", 4, 3, 4)])
        assert answer("agile --rolls 3 --hero bard:3 --hero MAGICIAN:4") == {"p": float(exact)}
        assert answer("AGILE --rolls 3 --hero Magician:4 Bard:3") == {"p": float(exact)}

    def test_vigilant_is_cheaper_drg_57(self) -> None:
        duo = "legendary --rolls 4 --hero shaman:4 bard:4"
        assert answer(f"{duo} --duo vigilant")["p"] > answer(f"{duo} --duo fearless")["p"]
        assert answer(f"{duo} --duo Strategic") == answer(duo)

    def test_a_change_now_is_said_drg_41(self) -> None:
        assert answer("corrupted --rolls 0 --dice 5 6 5 3 5 --hero bard:3") == {
            "p": 1.0,
            "keep": [3, 5, 5, 5, 6],
            "change": {"hero": "bard", "ability": "shift", "from": 6, "to": 5},
        }
        far = answer("corrupted --rolls 0 --dice 5 2 5 2 5 --hero magician:4")
        assert far["change"] == {"hero": "magician", "ability": "magic_shift", "from": 2, "to": 5}

    def test_nothing_to_do_drg_42_drg_43(self) -> None:
        won = answer("corrupted --rolls 2 --dice 5 5 5 3 5")
        assert won == {"p": 1.0, "keep": [3, 5, 5, 5, 5]}
        lost = answer("corrupted --rolls 0 --dice 5 5 5 3 3 --hero bard:2")
        assert lost == {"p": 0.0, "keep": [3, 3, 5, 5, 5]}


class TestTerminal:
    def test_the_chance_among_its_neighbours(self) -> None:
        shown = run("odds", "strong", "--rolls", "3").stdout
        assert "Strong, 3 throws to come: 74.3%" in shown
        rows = [line.split()[:2] for line in shown.splitlines() if "━" in line]
        assert ["2", "54.1%"] in rows
        assert ["6", "95.6%"] in rows
        assert "paid" not in shown

    def test_the_decisions_the_best_first(self) -> None:
        shown = run("odds", "strong", "--rolls", "1", "--dice", *"55236").stdout
        assert "Best with 5 5 2 3 6: keep 5 5" in shown
        assert "more, none better." in shown
        bars = [line.count("━") for line in shown.splitlines() if "%" in line and "━" in line]
        assert bars == sorted(bars, reverse=True)

    def test_changes_and_what_they_cost(self) -> None:
        shown = run("odds", "huge", "--rolls", "0", "--dice", *"55336", "--hero", "bard:3").stdout
        assert "Huge, 0 throws to come: 100.0%, 3.00 potions paid in the mean" in shown
        assert "Best with 5 5 3 3 6: bard shifts 6 to 5" in shown

    def test_dice_that_have_won(self) -> None:
        shown = run("odds", "huge", "--rolls", "1", "--dice", *"55333").stdout
        assert "5 5 3 3 3 has won." in shown

    @pytest.mark.parametrize(
        "line",
        [
            "agile --rolls 100",
            "agile --rolls 5 --hero shaman:10 magician:10",
            "agile --rolls 5 --dice 1 1 2 6 6 --hero shaman:10 magician:10 --duo vigilant",
        ],
    )
    def test_a_pipe_gets_no_colour_and_eighty_columns(self, line: str) -> None:
        result = run("odds", *line.split())
        assert result.exit_code == 0
        assert "\x1b" not in result.stdout
        assert max(len(row) for row in result.stdout.splitlines()) <= 80


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("mighty --rolls 3", "'mighty' is not a trait; there are weak, strong, huge,"),
        ("strong", "Missing option '--rolls'"),
        ("strong --rolls 0", "--rolls must be 1 or more"),
        ("strong --rolls -1", "-1 is not in the range"),
        ("strong --rolls 101", "101 is not in the range"),
        ("strong --rolls 2 --dice 5 5 2", "--dice takes the faces of all five dice, not 3."),
        ("strong --rolls 2 --dice 1 2 3 4 5 6", "all five dice, not 6."),
        ("strong --rolls 2 --dice 5 5 2 3 7", "7 is not in the range"),
        ("strong --rolls 2 --dice 5 5 2 3 x", "'x' is not a valid integer"),
        ("strong --rolls 2 --hero druid:3", "'druid' is not a hero; there are shaman, bard,"),
        ("strong --rolls 2 --hero bard", "'bard' is not a hero with 0 to 20 potions"),
        ("strong --rolls 2 --hero bard:21", "0 to 20 potions, such as bard:3."),
        ("strong --rolls 2 --hero bard:-1", "0 to 20 potions"),
        ("strong --rolls 2 --hero bard:٣", "0 to 20 potions"),
        ("strong --rolls 2 --hero bard:3 bard:4", "one hero or two different ones"),
        ("strong --rolls 2 --hero bard:1 shaman:1 magician:1", "one hero or two"),
        ("strong --rolls 2 --hero bard:3 --duo vigilant", "A duo card takes two heroes"),
        ("strong --rolls 2 --duo vigilant", "A duo card takes two heroes"),
        ("strong --rolls 2 --hero bard:3 shaman:1 --duo trio", "'trio' is not one of"),
    ],
)
def test_bad_input_is_answered_with_one_sentence(line: str, reason: str) -> None:
    result = run("odds", *line.split())
    assert result.exit_code == 2
    assert result.stdout == ""
    errors = [row for row in result.stderr.splitlines() if row.startswith("Error: ")]
    assert len(errors) == 1
    assert reason in errors[0]
    assert "Traceback" not in result.stderr
