"""Fights in the terminal: set up, drawn, typed, saved, resumed."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from legendry.cli import main
from legendry.cli.hexboard import Piece, drawn, key
from legendry.hexes import Board, Hex, connected
from legendry.legends.boards import board_named, boards
from legendry.legends.edition import editions
from legendry.legends.roster import roster
from legendry.legends.skirmish import SKIRMISHES
from legendry.table import Replay


def run(*args: str, typed: str = "", columns: int = 80) -> Result:
    runner = CliRunner(env={"COLUMNS": str(columns)})
    return runner.invoke(main, args, input=typed, catch_exceptions=False)


def fight(*args: str, typed: str = "") -> str:
    result = run("fight", "--edition", "ancient-world", "--seed", "5", *args, typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


# -- from the start to the end -----------------------------------------------------------------


@pytest.mark.parametrize("slug", editions())
def test_bots_fight_to_the_end_and_the_record_replays(slug: str, tmp_path: Path) -> None:
    path = tmp_path / "fight.rec"
    args = ["--edition", slug, "--seats", "bot:greedy", "bot:greedy", "--seed", "1"]
    result = run("fight", *args, "--save", str(path))
    assert result.exit_code == 0
    assert " won: only " in result.output
    assert "?" not in result.output.replace("? ", "")
    again = run("replay", str(path))
    assert again.exit_code == 0
    assert again.output.splitlines()[-1] == result.output.splitlines()[-1]
    assert run("fight", *args).output == result.output


def test_a_person_fights_to_the_end(tmp_path: Path) -> None:
    """Always the first option: not wise, but all there is to a fight is asked and answered."""
    path = tmp_path / "fight.rec"
    output = fight("--save", str(path), typed="1\n" * 500)
    assert "Wayfarers: who acts?" in output
    assert " won: only " in output
    assert run("replay", str(path)).exit_code == 0


def test_two_people_at_one_keyboard() -> None:
    output = fight("--seats", "Ann", "Bob", "--option", "no_progress=2", typed="1\n" * 500)
    assert "Ann: who acts?" in output
    assert "Bob: who acts?" in output
    assert "won: " in output
    assert output.count("Round 1, Wayfarers") == 1  # told once to those who look together


def test_leave_and_come_back(tmp_path: Path) -> None:
    path = tmp_path / "fight.rec"
    first = fight("--save", str(path), typed="3\n3\n3\nquit\n")
    assert "Go on with: legendry resume" in first
    assert "--seats Outlaws=bot:greedy" in first
    before = path.read_text()
    second = run("resume", str(path), "--seats", "Outlaws=bot:greedy", typed="1\n" * 500)
    assert "won: " in second.output
    assert "[A1] Brida of the Ford" in second.output
    assert path.read_text().startswith(before)
    assert run("replay", str(path)).exit_code == 0


def test_who_plays_what_is_said_first(tmp_path: Path) -> None:
    path = tmp_path / "fight.rec"
    first = fight("--save", str(path), typed="quit\n")
    assert first.startswith("At this keyboard: Wayfarers. Bots: Outlaws (greedy).\n")
    people = fight("--seats", "Ann", "Bob", typed="quit\n")
    assert people.startswith("At this keyboard: Ann (Wayfarers), Bob (Outlaws).\n")
    again = run("resume", str(path), typed="quit\n").output
    assert f"A bot takes a seat with: legendry resume {path} --seats Outlaws=bot:greedy\n" in again
    assert "At this keyboard: Wayfarers, Outlaws.\n" in again


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        (["bot:greedy"], "write NAME=bot:greedy; at this table sit Wayfarers, Outlaws"),
        (["Bob=bot:greedy"], "nobody called Bob is here; at this table sit Wayfarers, Outlaws"),
    ],
)
def test_seats_that_are_not_there(seats: list[str], why: str, tmp_path: Path) -> None:
    path = tmp_path / "fight.rec"
    fight("--save", str(path), typed="quit\n")
    result = run("resume", str(path), "--seats", *seats)
    assert (result.exit_code, result.output) == (2, f"fight.rec: {why}\n")


def test_play_leads_to_a_fight_as_well() -> None:
    output = run("play", "fight", "--seed", "5", typed="quit\n").output
    assert "Wayfarers: " in output


def test_own_dice_are_typed_in() -> None:
    typed = "9\n6\n1\nquit\n"
    output = fight("--seats", "Ann", "Bob", "--dice", "typed", typed=typed)
    assert "a die cannot show 9 here" in output
    assert "Wayfarers have the initiative" in output
    assert "\\0304/" in output.partition("> ")[0]  # the board comes with the very first question


# -- who and where -----------------------------------------------------------------------------


@pytest.mark.parametrize("file", ["ajax.toml", "ajax"])
def test_sides_from_the_roster_and_from_files(file: str, tmp_path: Path) -> None:
    hero = tmp_path / file
    hero.write_text(
        'name = "Ajax"\nedition = "ancient-world"\nst = 12\ndx = 12\niq = 8\nweapons = ["club"]\n'
    )
    path = tmp_path / "fight.rec"
    fight(
        "--side", f"Greeks: {hero}, ysolt-fenn", "--side", "Rats: 3 gutter-rat",
        "--seats", "Ann", "bot:random", "--board", "hall", "--save", str(path), typed="quit\n",
    )  # fmt: skip
    hero.unlink()
    header = Replay.of(path.read_bytes()).record.header
    assert header.seats == ("Ann", "Rats")
    assert header.setup["board"] == "hall"
    people = [(one["side"], one["character"]["name"]) for one in header.setup["fighters"]]
    assert people == [("Greeks", "Ajax"), ("Greeks", "Ysolt Fenn"), *[("Rats", "Gutter Rat")] * 3]
    assert run("replay", str(path)).exit_code == 0


def test_a_map_of_ones_own_goes_into_the_record(tmp_path: Path) -> None:
    board = tmp_path / "ford.toml"
    board.write_text(
        'name = "Ford"\nmap = """\nA   .   ~   .   B\n  A   =   =   B\nA   .   ~   #   B\n"""\n'
        '[legend]\n"~" = ["river", "blocks-move"]\n"=" = ["bridge"]\n'
        '"A" = ["start-1"]\n"B" = ["start-2"]\n'
    )
    path = tmp_path / "fight.rec"
    output = fight(
        "--board", str(board), "--seats", "bot:greedy", "bot:greedy", "--save", str(path)
    )
    assert "~~~~ river" in output
    assert "==== bridge" in output
    board.unlink()
    assert run("replay", str(path)).exit_code == 0


def test_surprise_and_table_options(tmp_path: Path) -> None:
    path = tmp_path / "fight.rec"
    output = fight(
        "--surprise", "Outlaws", "--option", "no_progress=3", "dodge_thrown=true",
        "--save", str(path), typed="quit\n",
    )  # fmt: skip
    assert "Outlaws take the others by surprise" in output
    header = Replay.of(path.read_bytes()).record.header
    assert header.options == {"no_progress": 3, "dodge_thrown": True}


def test_a_board_that_nobody_leaves_and_where_everybody_floats(tmp_path: Path) -> None:
    """RUL-22, RUL-93: Corporal Wrenn has learned to move there (SKL-19), and his DX says so."""
    who = ["--edition", "time-and-space", "--side", "Marines: corporal-wrenn"]
    seats = ["--seats", "bot:random", "bot:random", "--save"]
    dexterity = []
    for place in ([], ["--leave", "no", "--weightless"]):
        path = tmp_path / f"fight-{len(place)}.rec"
        assert run("fight", *who, *place, *seats, str(path)).exit_code == 0
        replay = Replay.of(path.read_bytes())
        dexterity.append(replay.table.state.fighters[0].dx)
    assert replay.record.header.setup["leave"] == "no"
    assert dexterity[1] > dexterity[0]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--side", "Greeks: ysolt"], "there is nobody called “ysolt” in Ancient World; perhaps"),
        (["--side", "Greeks: "], "names nobody: write “Greeks: brida-of-the-ford, maud-gray”"),
        (["--side", "Greeks: ysolt"], "lists heroes, and show foes the others"),
        (["--side", "Greeks: none.toml"], "none.toml cannot be read: No such file"),
        (["--board", "moon"], "there is no board “moon”; there are: clearing"),
        (["--board", "none.toml"], "none.toml: the file cannot be read"),
        (["--seats", "Ann", "Bob", "Cid"], "there are 2 sides, but 3 seats"),
        (["--seats", "Ann", "bot:clever"], "there is no bot “clever”"),
        (
            ["--surprise", "Romans"],
            "Error: --surprise names no side; the sides are Wayfarers, Outlaws",
        ),
        (["--option", "blast_radius=3"], "blast_radius is 2, 1 or 5, not “3”"),
        (["--side", "B: 99 road-bandit"], "the sides have 102 together, and there is room for 60"),
        (["--side", "B: ~nobody-of-that-name/x.toml"], "x.toml cannot be read: No such file"),
        (["--save", "/"], "/"),
    ],
)
def test_a_fight_that_cannot_be_set_up(args: list[str], why: str) -> None:
    result = run("fight", "--edition", "ancient-world", *args)
    assert result.exit_code == 2
    assert why in result.stderr


def test_an_illegal_character_is_refused_in_full(tmp_path: Path) -> None:
    hero = tmp_path / "ajax.toml"
    hero.write_text('name = "Ajax"\nedition = "ancient-world"\nst = 90\ndx = 12\niq = 8\n')
    result = run("fight", "--edition", "ancient-world", "--side", f"Greeks: {hero}")
    assert result.exit_code == 2
    assert "ajax.toml: " in result.stderr
    assert "CHR-" in result.stderr


def test_every_edition_has_a_skirmish() -> None:
    assert set(SKIRMISHES) == set(editions())


# -- what is typed and shown -------------------------------------------------------------------


MEADOW = ["--board", "meadow", "--surprise", "Greeks"]
GREEKS = ["--side", "Greeks: brida-of-the-ford, ysolt-fenn", "--side", "Wolves: 2 ridge-wolf"]


def test_the_terminal_explains_itself(tmp_path: Path) -> None:
    """Side and board are such that the first turn is ours and nobody can react to it."""
    kept = tmp_path / "kept.rec"
    typed = (
        "?\nwhy\nwhy strike b1\nwhy brida move 1301\nwhy ysolt shoot b2\nmove 0305\nfly away\n99\n"
        "why 99\nysolt move 0305\nwhy done\nundo\nstay\nwhy 1\n"
        f'all\nlook\nsave "{kept}"\nsave {kept}\nsave\n1\nquit\n'
    )
    output = fight(*GREEKS, *MEADOW, typed=typed)
    for words in (
        "choose option 3",
        "why what? ? for help",
        "Ridge Wolf is not adjacent (STR-1)",
        "1301 is out of reach with MA 5 (MOV-2)",
        "Ysolt Fenn shoot Ridge Wolf 2  hit 95%",
        "   2  Bow  SKL-4",
        "armor   1",
        "that could be “Brida of the Ford move 0305” or “Ysolt Fenn move 0305”",
        "“fly away” is not an answer",
        "There is no option 99; they are 1 to 2.",
        "Greeks: what does Ysolt Fenn do in 0305?",
        "next turn, if Ridge Wolf stays in reach: hit ",
        "Taken back.",
        "   1  shoot Ridge Wolf               longbow  hit 95% · 4.3 dmg",
        "The record is kept in",
        f"The game is kept in {kept}.",
        "Ysolt Fenn shoots at Ridge Wolf (longbow)  [SHT-1]",
        f"legendry resume {kept} --seats Wolves=bot:greedy",
    ):
        assert words in output, words
    assert run("replay", str(kept)).exit_code == 0


def test_names_may_be_left_out_and_a_stay_goes_without_saying() -> None:
    """With one fighter a side there is nobody else it could be about."""
    sides = ["--side", "Greeks: odo-barrelback", "--side", "Rats: ridge-wolf", "--board", "meadow"]
    typed = "why move 0305\nmove 0404\ndone\nlook\nquit\n"
    output = fight(*sides, "--surprise", "Greeks", typed=typed)
    assert "foes could do him about" in output or "next turn" in output
    assert "Odo Barrelback moves to 0404" in output


def test_four_digits_are_a_hex_and_not_a_number() -> None:
    """An option of that number would be 102 of a long list; a hex that is far has its reason."""
    sides = ["--side", "Greeks: odo-barrelback", "--side", "Rats: ridge-wolf", "--board", "meadow"]
    typed = "all\n0001\n1301\nwhy 0404\n0404\nquit\n"
    output = fight(*sides, "--surprise", "Greeks", typed=typed)
    assert "“0001” is not an answer" in output
    assert "1301 is out of reach with MA" in output
    assert "There is no option" not in output
    assert "what does Odo Barrelback do in 0404?" in output


def test_a_hex_that_several_could_mean_is_asked_back() -> None:
    output = fight(*GREEKS, *MEADOW, typed="0305\nquit\n")
    words = "that could be “Brida of the Ford move 0305” or “Ysolt Fenn move 0305”\n"
    assert words in output


def test_an_option_without_figures_can_be_done() -> None:
    sides = ["--side", "Greeks: brida-of-the-ford", "--side", "Wolves: ridge-wolf"]
    typed = "why leave by 0104\nwhy pass\nquit\n"
    output = fight(*sides, "--surprise", "Greeks", "--board", "hall", typed=typed)
    assert output.count("> That can be done.\n") == 2


def test_spells_in_play_are_shown(tmp_path: Path) -> None:
    mage = (
        'edition = "ancient-world"\nst = 20\ndx = 9\niq = 20\nweapons = ["wizards-staff"]\n'
        "magic = true\nstaff = 6\nspent_xp = 9000\n"
        'spells = ["fire-1", "wall-1", "shadow-1", "blur", "illusion-1"]\n'
    )
    files = []
    for name in ("Mira", "Nell", "Odo"):
        files.append(tmp_path / f"{name}.toml")
        files[-1].write_text(f'name = "{name}"\n{mage}')
    typed = (
        "Mira\nMira cast Fire-3 at 0604 and 0605 done\n"
        "Nell\nNell cast Blur at Mira\n"
        "Odo cast Illusion-1 of bear at 0705\nquit\n"
    )
    output = fight(
        "--side", f"Coven: {', '.join(map(str, files))}", "--side", "Rats: gutter-rat",
        "--board", "meadow", "--surprise", "Coven", typed=typed,
    )  # fmt: skip
    assert "^ magic fire" in output
    assert "Spells: Fire-3 of Mira in 0604 0605; Blur of Nell on Mira" in output
    assert "under Blur, staff 4" in output
    assert "in truth an illusion, called by Odo" in output


def test_long_lists_are_short() -> None:
    """A move has dozens of places: the likely ones get a number, the rest a dot on the board."""
    sides = ["--side", "Greeks: brida-of-the-ford", "--side", "Wolves: ridge-wolf"]
    output = fight(*sides, "--surprise", "Greeks", "--board", "meadow", typed="all\nquit\n")
    first, _, whole = output.partition("? for help")
    assert " more, to any hex with a dot: Brida of the Ford move " in first
    assert len([line for line in first.splitlines() if "  move " in line]) <= 6
    assert len([line for line in whole.splitlines() if "  move " in line]) > 30
    assert " ·  " in first
    assert max(map(len, first.splitlines())) <= 100
    assert max(len(line) for line in first.splitlines() if "\\" in line) <= 80


def test_nobody_peeks_at_secret_dice() -> None:
    """RUL-1: Ann's number is wiped off before Bob is asked for his; else nothing is secret."""
    sides = ("--side", "Crew: commander-ibarra", "--side", "Pirates: ensign-bao")
    secret = ("--option", "contest_dice_order=secret", "--seats", "Ann", "Bob")
    typed = "steal the initiative\n2 dice\n\n2 dice\nquit\n"
    args = ("fight", "--edition", "time-and-space", "--seed", "1", *sides, *secret)
    ann, _, bob = run(*args, typed=typed).output.partition("The keyboard goes to Bob.")
    assert "Ann: Commander Ibarra: tactician" in ann
    assert bob.index("[A1] Commander Ibarra") < bob.index("Bob: Ensign Bao: tactician")
    assert "The keyboard goes" not in bob


# -- the picture -------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [60, 80, 100])
def test_lines_are_broken_at_words(columns: int) -> None:
    """What is printed on a terminal is what a pipe gets, but for the breaks."""
    arguments = ["fight", "--edition", "ancient-world", "--seed", "5", *GREEKS, *MEADOW]
    typed = "?\nall\nwhy ysolt shoot b2\n3\n1\nquit\n"
    piped = run(*arguments, typed=typed, columns=columns).output
    terminal = {"COLUMNS": str(columns), "TTY_COMPATIBLE": "1"}
    result = CliRunner(env=terminal).invoke(main, arguments, input=typed)
    lines = click.unstyle(result.output).splitlines()
    assert max(map(len, lines)) <= columns
    assert " ".join(" ".join(lines).split()) == " ".join(piped.split())
    if columns == 60:
        at = lines.index("  undo                 take back the last answer given at")
        assert lines[at + 1] == "                       this keyboard"


def test_a_narrow_terminal_has_a_narrow_board() -> None:
    """The picture takes 66 characters, or 55: it is never broken into two lines."""
    arguments = ["fight", "--edition", "ancient-world", "--seed", "5", "--surprise", "Wayfarers"]
    typed = "maud\nquit\n"
    assert "\\0304/" in run(*arguments, typed=typed, columns=66).output
    narrow = run(*arguments, typed=typed, columns=55).output
    assert "\n####### 0305·   0505%·  0705    0905    1105    #######\n" in narrow
    assert "\n    0205A2  0405·   0605·   ####### 1005    1205b2\n" in narrow
    assert "· can be chosen   #### wall" in narrow
    small = run(*arguments, typed=typed, columns=54).output
    assert "\n  A   *   *   #   .   b\n" in small
    assert "* can be chosen. Hexes have their labels where 55 characters fit on a line." in small


def test_the_captured_do_not_stand_there_ready(tmp_path: Path) -> None:
    record = Path(__file__).parent.parent / "records" / "magic" / "spl-44-sleep-7.rec"
    path = tmp_path / "sleep.rec"
    path.write_text(record.read_text())
    output = run("resume", str(path)).output
    assert re.search(r"\(b1\) Hector +\d{4}  captured\n", output)
    assert "c captured" in output
    assert not re.search(r"[/\\]\(b1\)", output)


def test_the_board_as_text() -> None:
    board = Board.from_text(
        """
.   #   %
  .   ~
.   x   .
""",
        legend={"%": ["blocks-sight"], "~": ["chasm", "blocks-move"], "x": ["exit"]},
    )
    pieces = {Hex.at("0101"): Piece("[A1]"), Hex.at("0201"): Piece("A2b1")}
    marks = {Hex.at("0102"): "x!"}
    tinted = {Hex.at("0102"), Hex.at("0501"), Hex.at("0502")}
    lines = [str(line) for line in drawn(board, pieces, tinted=tinted, marks=marks)]
    assert lines == [
        r" ____      ____      ____",
        r"/[A1]\____/####\____/%· %\ ".rstrip(),
        r"\0101/A2b1\####/~~~~\0501/",
        r"/x!· \0201/exit\0401/ ·  \ ".rstrip(),
        r"\0102/    \0302/    \0502/",
    ]
    assert key(board, marks, tinted) == (
        "· can be chosen   x fallen   ! something lies there   #### wall   ~~~~ chasm"
    )


@pytest.mark.parametrize("name", boards())
def test_boards_are_fit_to_fight_on(name: str) -> None:
    board = board_named(name)
    assert connected(board.floor)
    assert max(hex.column for hex in board) <= 13
    if name != "meadow":
        assert len(board.tagged("start-1")) >= 6
        assert len(board.tagged("start-2")) >= 6
        assert board.tagged("exit")
        assert all(board.open(hex) for hex in board.tagged("exit"))


def test_everybody_of_the_roster_finds_room() -> None:
    crowd = ", ".join(roster("ancient-world"))
    output = fight("--side", f"All: {crowd}", "--side", "Rats: 12 gutter-rat", typed="quit\n")
    assert "[A16]" in output
