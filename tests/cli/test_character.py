"""`legendry character` as people meet it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from legendry.cli.character import character
from legendry.legends.character import mistakes, read_character, write_character
from legendry.legends.edition import edition, editions
from legendry.legends.roster import foes, roster

GOOD = 'name = "Ajax"\nedition = "ancient-world"\nst = 12\ndx = 12\niq = 8\n'


def run(*arguments: str, typed: str = "") -> Result:
    """Run with output to a pipe, whatever terminal the tests themselves run in."""
    pipe = {"COLUMNS": "80", "FORCE_COLOR": None, "TTY_COMPATIBLE": None}
    return CliRunner(env=pipe).invoke(character, arguments, input=typed)


def lines(*answers: str) -> str:
    return "".join(f"{answer}\n" for answer in answers)


class TestNewByLuck:
    @pytest.mark.parametrize("slug", editions())
    def test_it_prints_a_legal_file(self, slug: str) -> None:
        result = run("new", "--random", "--seed", "7", "--edition", slug)
        assert result.exit_code == 0
        made = read_character(result.stdout)
        assert (made.edition, mistakes(made)) == (slug, [])

    def test_the_same_seed_makes_the_same_one(self) -> None:
        assert run("new", "--random", "--seed", "7").stdout == (
            run("new", "--random", "--seed", "7").stdout
        )
        assert run("new", "--random", "--seed", "8").stdout != (
            run("new", "--random", "--seed", "7").stdout
        )

    def test_without_a_seed_no_two_are_the_same(self) -> None:
        assert len({run("new", "--random").stdout for _ in range(4)}) > 1

    def test_it_writes_a_file_and_never_over_one(self, tmp_path: Path) -> None:
        out = tmp_path / "juno.toml"
        arguments = ("new", "--random", "--seed", "7", "--name", "Juno", "--out", str(out))
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (0, "")
        assert read_character(out.read_bytes()).name == "Juno"
        again = run(*arguments)
        assert again.exit_code == 2
        assert "there is such a file already" in again.stderr

    def test_a_magic_user_may_be_wished_for_chr_4(self) -> None:
        for seed in "123":
            made = read_character(run("new", "--random", "--magic", "--seed", seed).stdout)
            assert made.magic
            assert made.spells
        result = run("new", "--random", "--magic", "--edition", "time-and-space")
        assert result.exit_code == 2
        assert "there is no magic in Time and Space (CHR-4)" in result.stderr

    def test_a_name_that_cannot_be_is_refused(self) -> None:
        result = run("new", "--random", "--name", "A:B")
        assert result.exit_code == 2
        assert "name must be up to 40 letters" in result.stderr


class TestNewByQuestions:
    def test_answers_make_the_character(self, tmp_path: Path) -> None:
        out = tmp_path / "maud.toml"
        result = run(
            "new",
            typed=lines(
                "ancient-world",
                "Maud",
                "no",
                "12 12 8",
                "Broad sword, dagger",
                "chain, small shield",
                "sword 2, literacy/orcish",
                str(out),
            ),
        )
        assert result.exit_code == 0, result.stderr
        maud = read_character(out.read_bytes())
        assert (maud.name, maud.st, maud.dx, maud.iq) == ("Maud", 12, 12, 8)
        assert maud.weapons == ("broad-sword", "dagger")
        assert maud.armor == ("chain", "small-shield")
        assert maud.skills == {"sword": 2, "literacy/orcish": 1}
        assert "12 base −3 chain ARM-2" in result.stdout

    def test_enter_takes_every_suggestion(self, tmp_path: Path) -> None:
        for seed in range(10):
            out = tmp_path / f"{seed}.toml"
            result = run("new", "--seed", str(seed), "--out", str(out), typed="\n" * 8)
            assert result.exit_code == 0, result.stderr
            assert mistakes(read_character(out.read_bytes())) == []

    def test_a_mistake_is_told_and_asked_again(self, tmp_path: Path) -> None:
        out = tmp_path / "maud.toml"
        result = run(
            "new",
            "--out",
            str(out),
            typed=lines(
                "modern",
                "ancient-world",
                "A:B",
                "Maud",
                "perhaps",
                "no",
                "20 8 8",
                "twelve 12 8",
                "12 12",
                "12 12 8",
                "battle axe, swrod",
                "spear",
                "chain, plate",
                "none",
                "sword 3",
                "pole arms 2",
            ),
        )
        assert result.exit_code == 0, result.stderr
        for told in (
            "there is no edition “modern”",
            "name must be up to 40 letters",
            "yes or no is wanted",
            "st + dx + iq are 36, but a new character has 32 (CHR-2)",
            "st must be a whole number from 1 to 100, not “twelve”",
            "three numbers are wanted",
            "battle-axe needs ST 15, not 12 (WPN-3)",
            "“swrod” is no weapon",
            "chain and plate cannot be worn together",
            "combat skills are 3 points",
        ):
            assert told in result.stderr
        maud = read_character(out.read_bytes())
        assert (maud.weapons, maud.armor, maud.skills) == (("spear",), (), {"pole-arms": 2})

    def test_a_question_mark_lists_what_can_be_lifted_wpn_3(self, tmp_path: Path) -> None:
        result = run(
            "new",
            "--edition",
            "ancient-world",
            "--name",
            "Jory",
            "--out",
            str(tmp_path / "jory.toml"),
            "--no-magic",
            typed=lines("8 15 9", "?", "sling", "?", "none", "?", "sling 2"),
        )
        assert result.exit_code == 0, result.stderr
        assert "there are: unarmed, dagger, wizards-staff, thrown-rock, sling\n" in result.stderr
        assert "small-shield" in result.stderr
        assert "sorcerers-tongue" in result.stderr
        assert "Error: there are" not in result.stderr

    def test_what_there_is_is_broken_at_words(self, tmp_path: Path) -> None:
        out = (
            "--edition",
            "time-and-space",
            "--name",
            "Jory",
            "--out",
            str(tmp_path / "jory.toml"),
        )
        result = run("new", *out, typed=lines("12 12 8", "none", "none", "?", "none"))
        there = result.stderr.partition("there are: ")[2].partition("\nSkills")[0].splitlines()
        assert max(map(len, there)) <= 80
        known = [word for line in there for word in line.rstrip(",").split(", ")]
        assert known == list(edition("time-and-space").skills)

    def test_a_magic_user_is_asked_for_spells_chr_4_mag_3(self, tmp_path: Path) -> None:
        out = tmp_path / "mira.toml"
        result = run(
            "new",
            "--edition",
            "ancient-world",
            "--name",
            "Mira",
            "--out",
            str(out),
            typed=lines(
                "yes",
                "11 9 12",
                "Wizard's staff",
                "cloth",
                "?",
                "fire-1, blur, bluur",
                "fire-1, Magic Fist-1, blur",
                "scholar 2",
                "scholar",
            ),
        )
        assert result.exit_code == 0, result.stderr
        assert "fireball-1" in result.stderr
        assert "lightning-1" not in result.stderr
        assert "“bluur” is no spell of Ancient World; perhaps blur" in result.stderr
        assert "Skills, 1 points" in result.stderr
        assert "skills and spells are 5 points" in result.stderr
        mira = read_character(out.read_bytes())
        assert (mira.magic, mira.spells) == (True, ("fire-1", "magic-fist-1", "blur"))
        assert mira.skills == {"scholar": 1}

    def test_a_file_that_cannot_be_written_is_asked_for_again(self, tmp_path: Path) -> None:
        taken, out = tmp_path / "taken.toml", tmp_path / "jory.toml"
        taken.write_text(GOOD)
        answers = (*[""] * 4, str(taken), str(tmp_path / "none" / "jory.toml"), "?", str(out))
        arguments = ("--edition", "ancient-world", "--seed", "3", "--no-magic", "--name", "Jory")
        result = run("new", *arguments, typed=lines(*answers))
        assert result.exit_code == 0, result.stderr
        for told in (
            "taken.toml cannot be written: there is such a file already",
            "none/jory.toml cannot be written: No such file or directory",
            "the name of a new file is wanted",
        ):
            assert told in result.stderr
        assert read_character(out.read_bytes()).name == "Jory"
        assert taken.read_text() == GOOD

    @pytest.mark.parametrize("place", ["taken.toml", "none/jory.toml"])
    def test_a_file_named_at_the_start_is_looked_at_before_anything_is_asked(
        self, tmp_path: Path, place: str
    ) -> None:
        (tmp_path / "taken.toml").write_text(GOOD)
        result = run("new", "--out", str(tmp_path / place), typed="\n" * 9)
        assert result.exit_code == 2
        assert f"{place} cannot be written: there is " in result.stderr
        assert "Edition" not in result.stderr

    def test_an_edition_has_a_number(self, tmp_path: Path) -> None:
        out = tmp_path / "jory.toml"
        result = run("new", "--out", str(out), typed=lines("9", "2", *[""] * 6))
        assert result.exit_code == 0, result.stderr
        assert "  1  ancient-world\n  2  time-and-space\n" in result.stderr
        assert "there is no edition “9” here" in result.stderr
        assert read_character(out.read_bytes()).edition == "time-and-space"

    def test_leaving_in_the_middle_writes_nothing(self, tmp_path: Path) -> None:
        out = tmp_path / "maud.toml"
        result = run("new", "--out", str(out), typed=lines("ancient-world", "Maud"))
        assert result.exit_code == 1
        assert not out.exists()
        assert "Traceback" not in result.stderr


class TestCheck:
    def test_a_good_file_is_fine(self, tmp_path: Path) -> None:
        file = tmp_path / "ajax.toml"
        file.write_text(GOOD)
        result = run("check", str(file))
        assert (result.exit_code, result.stdout) == (0, "ajax.toml: Ajax is fine\n")

    def test_all_mistakes_of_all_files_are_told(self, tmp_path: Path) -> None:
        good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
        good.write_text(GOOD)
        bad.write_text(GOOD + 'weapons = ["clubb"]\nluck = 3\n')
        result = run("check", str(bad), str(good))
        assert result.exit_code == 1
        assert result.stdout.splitlines() == [
            "bad.toml: there is no field “luck”",
            "bad.toml: “clubb” is no weapon of Ancient World; perhaps club",
            "good.toml: Ajax is fine",
        ]

    @pytest.mark.parametrize("content", [b"name = ", b"\xff\xfe", b"#" * 70_000])
    def test_what_is_no_character_file_is_unreadable(self, tmp_path: Path, content: bytes) -> None:
        file = tmp_path / "odd.toml"
        file.write_bytes(content)
        result = run("check", str(file))
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("odd.toml: ")
        assert len(result.stderr.splitlines()) == 1

    def test_a_missing_file_is_unreadable_and_the_others_are_checked(self, tmp_path: Path) -> None:
        file = tmp_path / "ajax.toml"
        file.write_text(GOOD)
        result = run("check", str(tmp_path / "nobody.toml"), str(file))
        assert result.exit_code == 2
        assert "nobody.toml: it cannot be read" in result.stderr
        assert "ajax.toml: Ajax is fine" in result.stdout

    def test_a_folder_is_told_and_the_others_are_checked(self, tmp_path: Path) -> None:
        folder, file = tmp_path / "folder.toml", tmp_path / "ajax.toml"
        folder.mkdir()
        file.write_text(GOOD)
        result = run("check", str(folder), str(file))
        assert (result.exit_code, result.stdout) == (2, "ajax.toml: Ajax is fine\n")
        assert result.stderr == "folder.toml: it cannot be read: Is a directory\n"


class TestShow:
    @pytest.mark.parametrize("slug", editions())
    def test_every_sheet_fits_eighty_columns(self, slug: str) -> None:
        for id, one in (*roster(slug).items(), *foes(slug).items()):
            result = run("show", id, "--edition", slug)
            assert result.exit_code == 0, result.stderr
            assert one.name in result.stdout.splitlines()[0]
            assert "\x1b" not in result.stdout
            assert max(len(line) for line in result.stdout.splitlines()) <= 80

    def test_a_sheet_says_where_its_figures_come_from_arm_1_arm_2(self) -> None:
        shown = run("show", "grete-ironwall").stdout
        assert "13 base −5 plate ARM-2" in shown
        assert "4 half of DX 8 MOV-1" in shown
        assert "5 plate ARM-1 +1 small shield ARM-1" in shown
        assert "+2 sword" in shown

    def test_a_sheet_of_a_creature(self) -> None:
        shown = run("show", "marsh-wyrm").stdout
        assert "(Ancient World, beast, 4 hexes)" in shown
        assert "6 listed MOV-1" in shown
        assert "Marsh breath" in shown

    def test_a_sheet_shows_spells_by_school_mag_3_mag_10(self) -> None:
        shown = [" ".join(line.split()) for line in run("show", "ember-quill").stdout.split("\n")]
        school = shown.index("Creation")
        assert shown[school + 1].startswith("Fire-1 9 1F N stays hex One hex of fire")
        assert "(with Fire-1, MAG-10)" in " ".join(shown)

    def test_a_sheet_says_why_somebody_cannot_cast_mag_3_mag_12(self, tmp_path: Path) -> None:
        file = tmp_path / "ajax.toml"
        magic = 'magic = true\nspells = ["death"]\narmor = ["chain"]\n'
        file.write_text(GOOD + magic + 'weapons = ["club"]\nstaff = 3\nspent_xp = 6\n')
        shown = " ".join(run("show", str(file)).stdout.split())
        assert "IQ 8 is too low, MAG-3" in shown
        assert "no casting in chain: metal (MAG-12, RUL-96)" in shown
        assert "staff: Club with 3 points of power (MAG-11)" in shown

    def test_a_sheet_notes_what_else_there_is_chr_5(self, tmp_path: Path) -> None:
        file = tmp_path / "ajax.toml"
        file.write_text(GOOD + 'damage = 3\nkarma = 2\nbelongings = ["a [bold] rope", "lamp"]\n')
        shown = run("show", str(file)).stdout
        assert "damage 3, karma 2" in shown
        assert "belongings: a [bold] rope, lamp" in shown

    def test_a_file_with_mistakes_is_not_shown(self, tmp_path: Path) -> None:
        file = tmp_path / "ajax.toml"
        file.write_text(GOOD + "luck = 3\n")
        result = run("show", str(file))
        assert (result.exit_code, result.stdout) == (1, "")
        assert "there is no field “luck”" in result.stderr

    def test_an_unknown_id_is_answered_with_the_nearest(self) -> None:
        result = run("show", "grete-ironwal")
        assert result.exit_code == 2
        assert "perhaps grete-ironwall" in result.stderr

    def test_an_id_of_another_edition_is_unknown(self) -> None:
        assert run("show", "grete-ironwall", "--edition", "time-and-space").exit_code == 2

    def test_a_folder_is_no_character(self, tmp_path: Path) -> None:
        assert run("show", str(tmp_path)).exit_code == 2


def test_a_ready_made_character_can_be_checked_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "hero.toml"
    file.write_text(write_character(roster("time-and-space")["juno-castell"]))
    assert run("check", str(file)).exit_code == 0
