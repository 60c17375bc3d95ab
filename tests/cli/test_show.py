"""`legendry show` as people and programs meet it."""

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from legendry.cli import main
from legendry.cli.show import show
from legendry.legends.craft.hangar import hangar
from legendry.legends.edition import edition, editions
from legendry.legends.roster import foes, roster
from legendry.table import find_game, games

TABLES = ("weapons", "armor", "skills", "creatures", "spells", "roster", "foes", "craft")


def run(*arguments: str, columns: int = 80) -> Result:
    """Run with output to a pipe, whatever terminal the tests themselves run in."""
    pipe = {"COLUMNS": str(columns), "FORCE_COLOR": None, "TTY_COMPATIBLE": None}
    return CliRunner(env=pipe).invoke(show, arguments)


def answer(table: str, slug: str) -> Any:
    result = run(table, "--edition", slug, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def row(text: str, name: str) -> str:
    """The line that begins with that name, with single spaces."""
    rows = (" ".join(line.split()) for line in text.splitlines())
    return next(row for row in rows if row.split(" ")[0] == name)


class TestTerminal:
    @pytest.mark.parametrize("slug", editions())
    @pytest.mark.parametrize("table", TABLES)
    def test_a_pipe_gets_no_colour_and_eighty_columns(self, table: str, slug: str) -> None:
        shown = run(table, "--edition", slug)
        assert shown.exit_code == 0
        assert edition(slug).title in shown.stdout.splitlines()[0]
        assert "\x1b" not in shown.stdout
        assert "…" not in shown.stdout.replace("/…", "")
        assert max(len(line) for line in shown.stdout.splitlines()) <= 80

    @pytest.mark.parametrize("slug", editions())
    @pytest.mark.parametrize("table", TABLES)
    def test_on_short_lines_no_word_is_cut(self, table: str, slug: str) -> None:
        whole = run(table, "--edition", slug, columns=200).stdout.split()
        shown = run(table, "--edition", slug, columns=50).stdout
        assert "…" not in shown.replace("/…", "")
        assert max(len(line.rstrip()) for line in shown.splitlines()) <= 50
        words = {word.strip(",:") for word in shown.split()} | {table.removesuffix("s"), "id"}
        assert not {word.strip(",:") for word in whole if word.strip("─")} - words

    @pytest.mark.parametrize("slug", editions())
    def test_nothing_is_left_out(self, slug: str) -> None:
        rules = edition(slug)
        for table, ids in (
            ("weapons", rules.weapons),
            ("armor", rules.armor),
            ("skills", rules.skills),
            ("creatures", rules.creatures),
            ("spells", rules.spells),
            ("roster", roster(slug)),
            ("foes", foes(slug)),
            ("craft", hangar(slug)),
        ):
            shown = run(table, "--edition", slug).stdout
            for id in ids:
                assert row(shown, id)

    def test_a_weapon_s_figures_wpn_11(self) -> None:
        shown = run("weapons", "--edition", "ancient-world").stdout
        assert row(shown, "crossbow") == "crossbow 2d6 12 2 shoot bow reload 1"
        assert row(shown, "spear") == "spear 1d6+2 11 1 strike, throw pole-arms"

    def test_each_way_of_use_has_a_line_ent_7(self) -> None:
        shown = run("weapons", "--edition", "time-and-space").stdout
        assert row(shown, "two-handed") == "two-handed 1d6+1 9 2 strike, throw"
        assert row(shown, "flashbang").startswith("flashbang none 6 1 throw")

    def test_armor_says_what_is_special_arm_5_arm_6(self) -> None:
        shown = run("armor", "--edition", "time-and-space").stdout
        assert "not against bullets, R 3 when its power fails" in shown
        assert row(shown, "battle-armor").startswith("battle-armor suit 8 1 ")

    def test_skills_say_how_they_are_checked_skl_28(self) -> None:
        classic = run("skills", "--edition", "time-and-space-classic").stdout
        assert row(classic, "stalker").startswith("stalker survival win DX v IQ ")
        newer = run("skills", "--edition", "time-and-space").stdout
        assert row(newer, "stalker").startswith("stalker survival 3/DX ")

    def test_skills_say_how_many_points_there_are_chr_3(self) -> None:
        assert (
            "3 points at the start (CHR-3)"
            in run("skills", "--edition", "time-and-space-classic").stdout
        )
        assert "at most 2 of them in combat skills" in run(
            "skills", "--edition", "ancient-world"
        ).stdout.replace("\n", " ")

    @pytest.mark.parametrize("table", ["weapons", "armor", "skills", "roster", "foes", "craft"])
    def test_without_an_edition_all_are_shown(self, table: str) -> None:
        shown = run(table)
        assert shown.exit_code == 0, shown.output
        alone = [run(table, "--edition", slug).stdout for slug in editions()]
        assert shown.stdout == "\n".join(alone)

    def test_the_roster_shows_effective_figures_arm_2(self) -> None:
        shown = run("roster", "--edition", "ancient-world").stdout
        assert row(shown, "grete-ironwall").startswith("grete-ironwall 11 8 8 4 6 Slow")


class TestSpells:
    def test_the_edition_with_magic_need_not_be_named(self) -> None:
        assert run("spells").stdout == run("spells", "--edition", "ancient-world").stdout

    def test_a_row_spl_45(self) -> None:
        shown = run("spells").stdout
        assert row(shown, "magic-fist-1").startswith("magic-fist-1 8 XF, X≤2 S once person A blow")

    def test_one_school_mag_18(self) -> None:
        shown = run("spells", "--school", "Kinetics").stdout
        assert "fireball-1" in shown
        assert "Moves things from afar" in shown
        assert "blur" not in shown

    def test_what_an_iq_can_cast_mag_3(self) -> None:
        result = run("spells", "--iq", "8", "--json")
        assert list(json.loads(result.stdout)) == [
            "blur",
            "slow",
            "image-1",
            "magic-fist-1",
            "drop-weapon",
        ]
        assert "within IQ 7 (MAG-3)" in run("spells", "--iq", "7").stdout

    def test_an_unknown_school_is_answered_with_the_nearest(self) -> None:
        result = run("spells", "--school", "kinetic")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "there is no school “kinetic”; perhaps kinetics" in result.stderr
        assert "creation, enchanting" in run("spells", "--school", "xx").stderr

    def test_there_are_none_in_space_chr_4(self) -> None:
        shown = run("spells", "--edition", "time-and-space", "--school", "kinetics").stdout
        assert shown == "There is no magic in Time and Space, and so there are no spells.\n"


class TestJson:
    def test_dice_are_as_printed(self) -> None:
        weapons = answer("weapons", "ancient-world")
        assert list(weapons) == list(edition("ancient-world").weapons)
        assert weapons["dagger"]["damage"] == "1d6"
        assert [mode["damage"] for mode in weapons["dagger"]["modes"]] == ["1d6", "1d6+2"]
        assert weapons["dagger"]["modes"][0]["when"] == ["strike", "throw"]

    @pytest.mark.parametrize("slug", editions())
    @pytest.mark.parametrize("table", TABLES)
    def test_every_table_is_data(self, table: str, slug: str) -> None:
        assert isinstance(answer(table, slug), dict)

    def test_figures_are_numbers(self) -> None:
        assert answer("armor", "time-and-space-classic")["flak-vest"]["restriction"] == 0
        assert answer("creatures", "ancient-world")["giant"]["st"] == 45


class TestOptions:
    def test_those_of_a_game_default_first(self) -> None:
        shown = run("options", "pig").stdout
        assert row(shown, "target") == "target 2 to 1000, else 100 Points that win the game"
        assert row(run("options", "fight").stdout, "entry_costs_ma").startswith(
            "entry_costs_ma true or false The step into"
        )

    def test_what_by_edition_means_there(self) -> None:
        shown = run("options", "fight", "--edition", "time-and-space", columns=200).stdout
        assert row(shown, "tie_rule").startswith("tie_rule by_edition (nobody), higher_attribute")
        assert row(shown, "dodge_away").startswith("dodge_away by_edition (any_hex) or any_hex")
        assert row(shown, "attribute_cap").startswith("attribute_cap by_edition (42), 42 or none")
        for slug in editions():
            assert run("options", "--edition", slug).exit_code == 0

    def test_every_option_of_every_game(self) -> None:
        shown = run("options").stdout
        for game in map(find_game, games()):
            for name in game.options.__struct_fields__:
                assert row(shown, name)

    def test_for_programs(self) -> None:
        known = json.loads(run("options", "dragon", "--json").stdout)
        assert known["dragon"]["level"]["enum"] == ["family", "standard", "master"]

    def test_games_without_any_and_games_that_are_none(self) -> None:
        assert "has no table options of its own" in run("options", "camp").stdout
        assert "there is no game “chess” here" in run("options", "chess").stderr

    @pytest.mark.parametrize("command", ["play", "fight", "dogfight"])
    def test_the_help_says_where_they_are(self, command: str) -> None:
        shown = " ".join(CliRunner().invoke(main, [command, "--help"]).stdout.split())
        assert "`legendry show options` lists them" in shown


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("weapons", "--json"), "--json answers for one edition: say which with --edition"),
        (("weapons", "--edition", "modern"), "'modern' is not one of 'ancient-world'"),
        (("prices", "--edition", "ancient-world"), "No such command 'prices'"),
    ],
)
def test_bad_input_is_answered_with_one_sentence(arguments: tuple[str, ...], reason: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert reason in result.stderr
    assert "Traceback" not in result.stderr
