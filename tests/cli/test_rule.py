"""`legendry rule` as people and programs meet it."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from legendry import rulebook
from legendry.cli.rule import rule, spelt


def run(*arguments: str, columns: int = 80) -> Result:
    """Run with output to a pipe, whatever terminal the tests themselves run in."""
    pipe = {"COLUMNS": str(columns), "FORCE_COLOR": None, "TTY_COMPATIBLE": None}
    return CliRunner(env=pipe).invoke(rule, arguments)


def shown(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def answer(*arguments: str) -> Any:
    return json.loads(shown(*arguments, "--json"))


class TestARule:
    def test_all_editions(self) -> None:
        assert shown("STR-4").splitlines() == [
            "STR-4",
            "Legends 5, Striking",
            "",
            "What a defender who survives and has not used a dodge may do at once, as his",
            "reaction:",
            "  TSC     counterattack, or move into the attacker's hex.",
            "  AW      counterattack. (Moving into the attacker's hex only through ZOC-1.)",
            "  TS      counterattack, or tackle the attacker.",
            "",
            "Examples",
            "  EX-TS-9  counterattack (TS)",
        ]

    @pytest.mark.parametrize("words", [("STR4",), ("str-04",), ("STR", "4")])
    def test_however_its_id_is_written(self, words: tuple[str, ...]) -> None:
        assert shown(*words) == shown("STR-4")
        assert len({spelt(one.id.replace("-", "")) for one in rulebook.rules()}) == len(
            rulebook.rules()
        )

    def test_one_edition(self) -> None:
        text = shown("STR-4", "--edition", "ancient-world")
        assert "  AW      counterattack." in text
        assert "tackle" not in text
        assert "EX-TS-9" not in text

    def test_its_rulings_with_default_and_option(self) -> None:
        lines = shown("sht-6").splitlines()
        assert lines[0] == "SHT-6  No dodging"
        at = lines.index("RUL-34  Dodging thrown weapons in TS")
        assert lines[at + 1 : at + 5] == [
            "  Question  TS bars only missiles.",
            "  Readings  thrown may be dodged; may not.",
            "  Default   may not, as TSC/AW.",
            "  Option    dodge_thrown: false | true",
        ]

    def test_a_row_of_a_table(self) -> None:
        text = shown("SPL-1")
        assert "SPL-1  Fire-1" in text
        assert "only in ancient-world" in text
        assert "IQ 9 · Cost 1F · Kind N · Dur st" in text
        assert "Kind: N normal" in text

    def test_a_table(self) -> None:
        lines = shown("ARM-10", "--edition", "time-and-space").splitlines()
        assert ["Battle", "armor", "8/1", "SS"] in [line.split() for line in lines]
        assert not any("Tower shield" in line for line in lines)

    def test_marks_are_not_shown(self) -> None:
        assert "takedown: the attacker moves" in shown("ENT-1")
        assert "To pass n/ATTR, roll" in shown("CHK-1")

    def test_brackets_are_shown(self) -> None:
        assert "  setup   Ajax: {ST: 12, unarmed: yes}" in shown("EX-TS-15")
        assert "grappling: [Ajax, Hector]" in shown("EX-TS-11")


class TestARuling:
    def test_everything(self) -> None:
        text = shown("RUL-62")
        assert "RUL-62  Exact triggers" in text
        assert "  TS        a step inside N(Z) (both ends adjacent to Z)" in text
        assert "  Option    zoc_trigger: by_edition | tsc | aw | ts | off" in text
        assert "  Settles   ZOC-1" in text
        assert "Z = the threatened defender" in text

    def test_one_edition(self) -> None:
        text = shown("RUL-88", "--edition", "time-and-space-classic")
        assert "  TSC       Axe: club, hatchet, fire axe. Sword: cutlass." in text
        assert "  all       Thrown use keeps the skill" in text
        assert "Rifle/SMG" not in text

    def test_the_note_of_an_option(self) -> None:
        assert "min_damage: by_edition | 1 | 0 (by_edition: TSC 0, AW 1, TS 1)" in shown("RUL-75")

    def test_examples(self) -> None:
        assert "  EX-D-22  derived from RCT-1, RUL-57 (TS)" in shown("RUL-57")


class TestAnExample:
    def test_everything(self) -> None:
        assert shown("ex-ts-11").splitlines() == [
            "EX-TS-11",
            "Legends, examples, time-and-space",
            "",
            "  Topic   tackle, example 1",
            "  Rules   ENT-1, ENT-3",
            "  setup   Ajax: {DX: 11, role: tackler}, Hector: {DX: 12}",
            "  rolls   by: Ajax, for: win DX, total: 11, n_assumed: 3",
            "          by: Hector, for: win DX, total: 8, n_assumed: 3",
            "  expect  winner: Ajax, grappling: [Ajax, Hector], hex: Hector's",
        ]

    def test_what_the_book_says_wrong(self) -> None:
        assert "  Slip    the example lists engineering and living crews" in shown("EX-TS-37")

    def test_what_is_filled_in(self) -> None:
        assert "  Filled in  dice" in shown("DRG-EX-1")


class TestSearch:
    def test_a_line_an_entry(self) -> None:
        lines = shown("dodge").splitlines()
        assert [line.split()[0] for line in lines] == [
            entry.id for entry in rulebook.search("dodge")
        ]
        assert any(line.startswith("RCT-4    Dodge ") for line in lines)

    def test_several_words(self) -> None:
        assert shown("whole", "board").split()[0] == "SHT-3"

    def test_a_spell_by_its_name_though_it_looks_like_an_id(self) -> None:
        assert shown("fire-1").splitlines()[0].split()[:2] == ["SPL-1", "Fire-1"]

    def test_one_edition(self) -> None:
        assert "SHT-14" in shown("dodge", "--edition", "ancient-world")
        assert "SHT-14" not in shown("dodge", "--edition", "time-and-space")


class TestJson:
    def test_a_rule(self) -> None:
        data = answer("SHT-6")
        assert (data["kind"], data["id"], data["chapter"]) == ("rule", "SHT-6", 6)
        assert data["passages"][1]["editions"] == ["time-and-space"]
        assert [ruling["id"] for ruling in data["rulings"]] == ["RUL-34"]
        assert data["rulings"][0]["option"]["values"] == [False, True]
        assert data["examples"] == []
        assert "in_edition" not in data

    def test_a_rule_in_one_edition(self) -> None:
        data = answer("SHT-6", "--edition", "ancient-world")
        assert data["in_edition"] == "neither missiles nor thrown weapons can be dodged."

    def test_a_ruling(self) -> None:
        data = answer("RUL-57")
        assert (data["kind"], data["option"]) == ("ruling", None)
        assert data["settles"] == ["RCT-1"]
        assert data["examples"] == ["EX-D-22"]

    def test_an_example(self) -> None:
        data = answer("EX-TSC-1")
        assert data["kind"] == "example"
        assert data["case"]["rolls"][0]["dice"] == [2, 3, 5]

    def test_a_search(self) -> None:
        assert answer("tie_rule") == [
            {
                "id": "RUL-3",
                "kind": "ruling",
                "headline": "Ties",
                "place": rulebook.find("RUL-3").place,
            }
        ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["STR-9"], "STR-9 is not in the rulebook; the nearest are STR-3, STR-4, STR-5."),
        (
            ["ex-tsc-10"],
            "ex-tsc-10 is not in the rulebook; the nearest are EX-TSC-7, EX-TSC-8, EX-TSC-9.",
        ),
        (["xyzzy"], "Nothing in the rulebook speaks of 'xyzzy'."),
        (["QQQ-1"], "Nothing in the rulebook speaks of 'QQQ-1'."),
        (
            ["SHT-12", "--edition", "time-and-space"],
            "SHT-12 is not in time-and-space, only in ancient-world.",
        ),
        (
            ["DRG-1", "--edition", "time-and-space"],
            "DRG-1 belongs to Legendary Dragon, which has no editions.",
        ),
        (
            ["reload", "crossbow", "--edition", "time-and-space"],
            "Nothing in the rulebook speaks of 'reload crossbow'.",
        ),
        (
            ["Fearless", "--edition", "ancient-world"],
            "Nothing in ancient-world speaks of 'Fearless'.",
        ),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == f"Error: {sentence}\n"


@pytest.mark.parametrize(
    "entry", ["WPN-5", "WPN-11", "DRG-94", "RUL-20", "DRG-EX-1", "dodge", "the"]
)
def test_a_pipe_gets_no_colour_and_eighty_columns(entry: str) -> None:
    text = shown(entry)
    assert "\x1b" not in text
    assert max(len(line) for line in text.splitlines()) <= 80
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_lines_stay_readable_on_a_wide_terminal() -> None:
    text = run("RUL-20", columns=200).stdout
    assert 80 < max(len(line) for line in text.splitlines()) <= 100
