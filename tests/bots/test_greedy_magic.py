"""The bot greedy as a magic user: sound castings one by one, whole fights, records that replay."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from legendry.bots import bot
from legendry.bots.greedy import GreedyBot
from legendry.cli import main
from legendry.legends.actions import Move
from legendry.legends.boards import boards
from legendry.legends.edition import edition
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.legends.roster import roster
from legendry.table import Choose, Roll, Seeded, Table
from legendry.table import play as played
from tests.legends.arena import AW, arena, fighter, mage, play, who
from tests.legends.test_magic_laws import some_magic

BOOK = sorted(edition(AW).spells)


def deed(table: Table[Fight]) -> str:
    """What greedy does now to the last word: `Mira cast Fireball-1 at Hector for 3`."""
    while True:
        request = table.pending
        assert isinstance(request, Choose)
        option = GreedyBot("1").answer(request, table.view(request.seat))
        assert not isinstance(option, tuple)
        if not option.leads and not isinstance(option.value, Move):
            return option.notation
        table.answer(option)


def foe(name: str = "Hector", at: str = "0605", **figures: Any) -> dict[str, Any]:
    return who(name, "Trojans", at, **{"weapons": ["broad-sword"]} | figures)


# -- one by one --------------------------------------------------------------------------------


def test_a_fireball_is_better_than_a_dagger() -> None:
    table = arena(AW, mage("Mira", "Greeks", "0505", "fireball-1", weapons=["dagger"]), foe())
    assert deed(table).startswith("Mira cast Fireball-1 at Hector for ")


def test_dice_are_chosen_by_what_is_left_to_do() -> None:
    """MAG-9: all for a strong foe, less for one who hardly stands."""
    for damage, most in ((0, True), (11, False)):
        mira = mage("Mira", "Greeks", "0205", "lightning-1")
        words = deed(arena(AW, mira, foe(at="0905", damage=damage)))
        assert words.startswith("Mira cast Lightning-1 at Hector for ")
        assert words.endswith("4") == most


def test_it_strikes_where_the_foes_are_and_friends_are_not() -> None:
    mira = mage("Mira", "Greeks", "0105", "fireball-7", weapons=["dagger"], staff=0)
    crowd = [foe(f"Foe{n}", f"090{n}") for n in (4, 5, 6)]
    words = deed(arena(AW, mira, *crowd))
    assert words.startswith("Mira cast Fireball-")
    assert all(hex in words for hex in ("0904", "0905", "0906"))
    ajax = who("Ajax", "Greeks", "0905", weapons=["club"])
    table = arena(AW, mira, ajax, crowd[0], crowd[2])
    table.answer("Mira")
    assert "0905" not in deed(table)


def test_it_puts_a_simple_mind_to_sleep_and_leaves_a_keen_one_alone() -> None:
    for iq, spell in ((7, "Sleep-1"), (20, "Fireball-1")):
        mira = mage("Mira", "Greeks", "0205", "sleep-1", "fireball-1", iq=13)
        words = deed(arena(AW, mira, foe(at="0905", iq=iq)))
        assert words.startswith(f"Mira cast {spell} at Hector")


def test_it_does_not_put_the_sleeping_to_sleep() -> None:
    mira = mage("Mira", "Greeks", "0205", "sleep-1", "freeze")
    hector, paris = foe(at="0905", iq=7, st=20), foe("Paris", "0908", iq=8)
    table = arena(AW, mira, hector, paris, dice="1 1 1, 6 6 6")
    play(table, "Mira stay", "Mira cast Sleep-1 at Hector", "Mira 3 dice", "Hector 3 dice")
    assert fighter(table, "Hector").status == "asleep"
    play(table, "Paris pass")
    assert deed(table).endswith("at Paris")


def test_protection_is_for_those_whom_foes_can_reach() -> None:
    for at, casts in (("0705", True), ("1306", False)):
        mira = mage("Mira", "Greeks", "0105", "stone-flesh", weapons=["dagger"])
        words = deed(arena(AW, mira, foe(at=at, ma=5)))
        assert words.startswith("Mira cast Stone Flesh at Mira") == casts


def test_it_heals_the_friend_who_is_down() -> None:
    mira = mage("Mira", "Greeks", "0105", "heal-wounds", "magic-fist-1")
    ajax = who("Ajax", "Greeks", "0106", weapons=["club"], damage=11, fatigue=1)
    table = arena(AW, mira, ajax, foe(at="1005"))
    assert deed(table).startswith("Mira cast Heal Wounds at Ajax for ")


def test_it_brings_back_the_dying_if_it_has_the_strength() -> None:
    for st, casts in ((18, True), (9, False)):
        mira = mage("Mira", "Greeks", "0105", "reverse-death", st=st)
        ajax = who("Ajax", "Greeks", "0106", weapons=["club"], damage=12)
        words = deed(arena(AW, mira, ajax, foe(at="1005")))
        assert (words == "Mira cast Reverse Death at Ajax") == casts


def test_a_being_is_summoned_in_the_first_turn_and_no_second_one() -> None:
    mira = mage("Mira", "Greeks", "0105", "summon-bear", st=14)
    table = arena(AW, mira, foe(at="1005"), dice="1 1 1")
    words = deed(table)
    assert words.startswith("Mira cast Summon Bear at ")
    play(table, words, "Hector pass")
    assert fighter(table, "Bear").active
    table.answer("Mira")
    assert "Summon" not in deed(table)


@pytest.mark.parametrize("damage", range(6, 12))
def test_nobody_falls_by_his_own_spell(damage: int) -> None:
    """RUL-102: with little strength left it spends less, or casts nothing; every roll succeeds."""
    table = arena(AW, mage("Mira", "Greeks", "0105", *BOOK, damage=damage), foe(at="0505"))
    while (request := table.pending) is not None and request.seat == "Greeks":
        if isinstance(request, Roll):
            table.answer(" ".join("1" * request.dice))
        else:
            table.answer(GreedyBot("1").answer(request, table.view("Greeks")))
    assert fighter(table, "Mira").active


def test_a_spell_is_made_stronger_only_by_those_who_can_stand_it() -> None:
    """RUL-104: Clumsiness for 7 once, and 8 points left: more of it would be too much."""
    mira = mage("Mira", "Greeks", "0205", "clumsiness", st=15)
    table = arena(AW, mira, foe(at="0905", iq=6), dice="1 1 1, 6 6 6")
    table.answer("Mira stay")
    play(table, "Mira cast Clumsiness at Hector for 7", "Mira 3 dice", "Hector 3 dice")
    play(table, "Hector pass")
    assert "Clumsiness" not in deed(table)


def test_it_breaks_free_of_a_rope() -> None:
    mira = mage("Mira", "Trojans", "0905", "rope")
    ajax = who("Ajax", "Greeks", "0105", weapons=["club"])
    table = arena(AW, ajax, mira, dice="1 1 1, 6 6 6", greeks_first=False)
    play(table, "Mira stay", "Mira cast Rope at Ajax", "Mira 3 dice", "Ajax 3 dice", "Ajax take it")
    assert deed(table) == "Ajax break free"


@pytest.mark.parametrize("option", ["action", "free_once_per_turn"])
def test_it_doubts_what_may_be_false_when_there_is_nothing_better(option: str) -> None:
    mira = mage("Mira", "Trojans", "0905", "illusion-1", "summon-bear")
    ajax = who("Ajax", "Greeks", "0105", iq=16, weapons=["club"])
    table = arena(AW, mira, ajax, dice="1 1 1", options={"disbelief": option})
    play(table, "Mira stay", "Mira cast Illusion-1 of bear at 0305")
    request = table.pending
    assert isinstance(request, Choose)
    free = GreedyBot("1").answer(request, table.view(request.seat))
    assert not isinstance(free, tuple)
    words = free.notation if option != "action" else deed(table)
    assert words == "Ajax disbelieve Bear"


def test_it_keeps_out_of_fire() -> None:
    mira = mage("Mira", "Trojans", "1205", "fire-1")
    ajax = who("Ajax", "Greeks", "0205", weapons=["club"])
    table = arena(AW, mira, ajax, dice="1 1 1")
    play(table, "Mira stay", "Mira cast Fire-1 at 0205")
    request = table.pending
    assert isinstance(request, Choose)
    answer = GreedyBot("1").answer(request, table.view(request.seat))
    assert not isinstance(answer, tuple)
    assert answer.notation.startswith("Ajax move ")


# -- whole fights ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_any_fight_with_magic_comes_to_an_end(seed: int) -> None:
    """Random magic users with up to the whole book, random table options."""
    table = some_magic(Random(seed))
    played(table, {seat: bot("greedy", seed=f"{seed}{seat}") for seat in table.header.seats})
    assert table.outcome is not None


def mirrored(number: int) -> bool:
    """Two magic users and two others a side, the same on both: does greedy beat random?"""
    luck = Random(f"magic/{number}")
    people = roster(AW)
    mages = sorted(id for id, one in people.items() if one.spells)
    others = sorted(set(people) - set(mages))
    team = [*luck.sample(mages, 2), *luck.sample(others, 2)]
    sides = ["Greedy", "Random"]
    fighters = [
        {"side": side, "character": msgspec.to_builtins(people[id])}
        for side in (sides if number % 2 else sides[::-1])
        for id in team
    ]
    setup = {"fighters": fighters, "board": luck.choice(boards())}
    table = Table(FIGHT, sides, Seeded(f"magic/{number}"), edition=AW, setup=setup, undo="never")
    played(table, {"Greedy": bot("greedy", seed="1"), "Random": bot("random", seed="2")})
    return table.outcome is not None and table.outcome.winners == ("Greedy",)


def test_greedy_magic_users_beat_random_ones() -> None:
    """At length it wins 90 of 100 and more."""
    assert sum(map(mirrored, range(20))) >= 17


def test_a_party_with_two_magic_users_against_beasts(tmp_path: Path) -> None:
    """`legendry fight` runs to the end with bots, and the record replays."""
    path = tmp_path / "fight.rec"
    sides = [
        "Party: oriel-stormcup, corrie-vell, captain-aldith",
        "Beasts: 3 ridge-wolf, cave-bear",
    ]
    args = ["fight", "--edition", AW, "--seed", "3", "--save", str(path)]
    args += [word for side in sides for word in ("--side", side)]
    args += ["--seats", "bot:greedy", "bot:greedy"]
    result = CliRunner().invoke(main, args, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert " casts " in result.output
    assert " won: " in result.output
    again = CliRunner().invoke(main, ["replay", str(path)], catch_exceptions=False)
    assert again.exit_code == 0
    assert again.output.splitlines()[-1] == result.output.splitlines()[-1]
