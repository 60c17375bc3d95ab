"""`legendry craft`, and `legendry show craft`, as people and programs meet them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from legendry.cli import main
from legendry.legends.craft.craft import cost, craft_of, mistakes, written_craft
from legendry.legends.craft.hangar import hangar

TS, TSC = "time-and-space", "time-and-space-classic"
KIT_KAT = "Cargo1, Engineering1, Operations1, Living1, d6/1, M+1"
GOOD = f'name = "Kit-Kat"\nedition = "{TS}"\nbuild = "{KIT_KAT}"\n'


def run(*arguments: str, typed: str = "") -> Result:
    """Run with output to a pipe, whatever terminal the tests themselves run in."""
    pipe = {"COLUMNS": "80", "FORCE_COLOR": None, "TTY_COMPATIBLE": None}
    return CliRunner(env=pipe).invoke(main, arguments, input=typed)


def lines(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


class TestCost:
    @pytest.mark.parametrize("notation", [KIT_KAT, "C1 E1 O1 L1 d6/1 M+1"])
    def test_the_kit_kat_for_programs_ex_ts_29(self, notation: str) -> None:
        result = run("craft", "cost", notation, "--json")
        assert (result.exit_code, json.loads(result.stdout)) == (0, {"cost": 14})

    def test_a_ledger_for_people_crf_14(self) -> None:
        shown = run("craft", "cost", KIT_KAT).stdout.splitlines()
        assert shown[0] == "build points   14"
        assert "  6  weapons 1 × 6  CRF-10" in shown
        assert len(shown) == 8

    def test_classic_craft_have_systems_ex_d_19(self) -> None:
        notation = "Engineering2, Operations1, 2D6/1, M+1, S+1"
        result = run("craft", "cost", notation, "--edition", TSC, "--json")
        assert json.loads(result.stdout) == {"cost": 21}
        assert run("craft", "cost", notation).exit_code == 1

    def test_mistakes_are_told_all_at_once(self) -> None:
        result = run("craft", "cost", "Crago1, E1, M+x", "--json")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "“M+x” cannot be understood (CRF-4)" in result.stderr
        assert "perhaps Cargo" in result.stderr

    def test_a_budget(self) -> None:
        assert run("craft", "cost", KIT_KAT, "--budget", "14").exit_code == 0
        result = run("craft", "cost", KIT_KAT, "--budget", "13")
        assert result.exit_code == 1
        assert "it costs 14 build points, 1 too many" in result.stderr

    def test_a_scenario_has_other_sections_crf_9(self) -> None:
        notation = "E1 O1 Botany Bay2"
        assert run("craft", "cost", notation).exit_code == 1
        assert run("craft", "cost", notation, "--scenario").exit_code == 0


class TestNew:
    def test_a_notation_and_a_name_make_a_file(self) -> None:
        result = run("craft", "new", "--name", "Kit-Kat", "--build", "C1 E1 O1 L1 d6/1 M+1")
        assert (result.exit_code, result.stdout) == (0, GOOD)

    def test_it_writes_a_file_and_never_over_one(self, tmp_path: Path) -> None:
        out = tmp_path / "kit-kat.toml"
        arguments = ("craft", "new", "--name", "Kit-Kat", "--build", KIT_KAT, "--out", str(out))
        assert run(*arguments).exit_code == 0
        assert out.read_text("utf-8") == GOOD
        again = run(*arguments)
        assert again.exit_code == 2
        assert "there is such a file already" in again.stderr

    @pytest.mark.parametrize(
        ("arguments", "says"),
        [
            (("--name", "A:B", "--build", "E1 O1"), "name must be up to 40 letters"),
            (("--name", "A", "--build", "E1"), "Operations is missing"),
            (("--name", "A", "--build", KIT_KAT, "--budget", "9"), "5 too many"),
        ],
    )
    def test_what_cannot_be_built_is_refused(self, arguments: tuple[str, ...], says: str) -> None:
        result = run("craft", "new", *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert says in " ".join(result.stderr.split())

    def test_answers_make_the_craft(self, tmp_path: Path) -> None:
        out = tmp_path / "vulture.toml"
        answers = (
            TSC,
            "Vulture",
            "Cargo2, Engineering1, Operations1",
            "2",
            "0",
            "1",
            "3",
            str(out),
        )
        result = run("craft", "new", typed=lines(*answers))
        assert result.exit_code == 0, result.stderr
        made = craft_of(out.read_bytes())
        assert (made.name, made.notation) == (
            "Vulture",
            "Cargo2, Engineering1, Operations1, 2D6, M+1, S+3",
        )
        assert "build points   24" in result.stdout

    @pytest.mark.parametrize("slug", [TS, TSC])
    @pytest.mark.parametrize("budget", [2, 3, 9, 14, 40])
    def test_enter_takes_every_suggestion(self, tmp_path: Path, slug: str, budget: int) -> None:
        out = tmp_path / "craft.toml"
        arguments = ("--edition", slug, "--budget", str(budget), "--out", str(out))
        result = run("craft", "new", *arguments, typed="\n" * 6)
        assert result.exit_code == 0, result.stderr
        made = craft_of(out.read_bytes())
        assert mistakes(made) == []
        assert cost(made).total <= budget

    def test_a_mistake_is_told_and_asked_again(self, tmp_path: Path) -> None:
        out = tmp_path / "craft.toml"
        answers = ("modern", TS, "A:B", "Kite", "Cargo1", "E1 O1 /1", "many", "9", "1", "0")
        result = run("craft", "new", "--budget", "12", "--out", str(out), typed=lines(*answers))
        assert result.exit_code == 0, result.stderr
        for words in (
            "there is no edition “modern” here; there are: time-and-space,",
            "name must be",
            "Engineering is missing",
            "“many” is not a number from 0 to 99",
            "it costs 58 build points, 46 too many",
            "Weapons, 6 build points each, 8 left",
        ):
            assert words in " ".join(result.stderr.split())
        assert craft_of(out.read_bytes()).short == "E1 O1 d6/1"


class TestCheck:
    def test_good_bad_and_unreadable(self, tmp_path: Path) -> None:
        good, bad, junk = (tmp_path / f"{name}.toml" for name in ("good", "bad", "junk"))
        good.write_text(GOOD)
        bad.write_text(GOOD.replace("Operations1", "Operatoins0") + "guns = 3\n")
        junk.write_bytes(b"\xff\xfe")
        fine = run("craft", "check", str(good))
        assert (fine.exit_code, fine.stdout) == (0, "good.toml: Kit-Kat is fine, 14 build points\n")
        result = run("craft", "check", str(good), str(bad))
        assert result.exit_code == 1
        assert "bad.toml: there is no field “guns”" in result.stdout
        assert "bad.toml: “Operatoins0”: a section has 1 to 99" in result.stdout
        unreadable = run("craft", "check", str(junk), str(bad), str(tmp_path / "none.toml"))
        assert unreadable.exit_code == 2
        assert "junk.toml: byte 0 is not UTF-8" in unreadable.stderr
        assert "none.toml: it cannot be read" in unreadable.stderr

    def test_a_budget(self, tmp_path: Path) -> None:
        file = tmp_path / "kit-kat.toml"
        file.write_text(GOOD)
        result = run("craft", "check", str(file), "--budget", "10")
        assert (result.exit_code, result.stdout) == (
            1,
            "kit-kat.toml: it costs 14 build points, 4 too many (CRF-14)\n",
        )


class TestShow:
    @pytest.mark.parametrize("slug", [TS, TSC])
    def test_every_craft_fits_eighty_columns(self, slug: str) -> None:
        for id, craft in hangar(slug).items():
            result = run("craft", "show", id, "--edition", slug)
            assert result.exit_code == 0, result.stderr
            assert craft.name in result.stdout.splitlines()[0]
            assert "\x1b" not in result.stdout
            assert max(len(line) for line in result.stdout.splitlines()) <= 80

    def test_a_sheet_says_what_it_is_built_of_crf_3_to_crf_8(self, tmp_path: Path) -> None:
        file = tmp_path / "kit-kat.toml"
        file.write_text(GOOD)
        shown = run("craft", "show", str(file)).stdout
        assert KIT_KAT in shown
        assert "C1 E1 O1 L1 d6/1 M+1" in shown
        assert shown.index("Cargo  ") < shown.index("Engineering  ") < shown.index("Living  ")
        assert "It carries 1 cargo unit (CRF-5) and may stay out (CRF-8)." in shown
        assert "build points   14" in shown

    def test_what_cannot_be_shown(self, tmp_path: Path) -> None:
        result = run("craft", "show", "gadfli")
        assert result.exit_code == 2
        assert "perhaps gadfly" in " ".join(result.stderr.split())
        assert run("craft", "show", "gadfly", "--edition", TSC).exit_code == 2
        file = tmp_path / "bad.toml"
        file.write_text(GOOD + "guns = 3\n")
        result = run("craft", "show", str(file))
        assert (result.exit_code, result.stdout) == (1, "")
        assert "there is no field “guns”" in result.stderr

    def test_the_hangar_for_programs(self) -> None:
        for slug in (TS, TSC):
            ready = json.loads(run("show", "craft", "--edition", slug, "--json").stdout)
            assert list(ready) == list(hangar(slug))
            for id, craft in hangar(slug).items():
                assert ready[id]["notation"] == craft.notation
                assert ready[id]["cost"] == cost(craft).total
        nothing = run("show", "craft", "--edition", "ancient-world", "--json").stdout
        assert json.loads(nothing) == {}

    def test_the_hangar_for_people_crf_14(self) -> None:
        shown = " ".join(run("show", "craft", "--edition", TSC).stdout.split())
        assert "weapons 6, shields 2, maneuver 2, systems 2 (CRF-14)" in shown

    def test_a_file_of_the_hangar_checks(self, tmp_path: Path) -> None:
        file = tmp_path / "one.toml"
        file.write_text(written_craft(hangar(TS)["gadfly"]), "utf-8")
        assert run("craft", "check", str(file)).exit_code == 0
