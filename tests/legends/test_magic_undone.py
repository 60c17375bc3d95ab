"""A shape, a strength or a master that is lost, and what is left of somebody then (RUL-113)."""

from __future__ import annotations

import pytest

from legendry.legends.fighter import Fight
from legendry.table import Table
from tests.legends.arena import AW, arena, asked, fighter, mage, offered, play, told, who

# -- shapes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(9, 4), (0, 4)])
def test_what_is_healed_of_a_beast_does_not_come_back_rul_117(before: int, after: int) -> None:
    """RUL-117, SPL-32: no wound of before is left, so all twelve points of the bear are divided."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0404", "werebear", st=15, iq=18, damage=before),
        mage("Helen", "Greeks", "0304", "heal-wounds", st=30, iq=18),
        mage("Hector", "Trojans", "0904", "lightning-1", st=40),
        dice="1 1 1, 1 1 1, 1 1 1, 3 3 4 4" if before else "1 1 1, 1 1 1, 3 3 4 4",
    )
    play(table, "Mira", "Mira stay", "Mira cast Werebear")
    if before:
        play(table, "Helen stay", f"Helen cast Heal Wounds at Mira for {before}")
    else:
        play(table, "Helen pass")
    play(table, "Hector stay", "Hector cast Lightning-1 at Mira for 4")
    assert fighter(table, "Mira").damage == 12
    play(table, "Mira", "Mira return")
    assert fighter(table, "Mira").damage == after


def test_who_grows_into_fire_burns_rul_105() -> None:
    """RUL-105, RUL-20: three of the dragon's hexes are on fire, which he enters at once."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0404", "fire-7", "weredragon", st=30, iq=18),
        who("Hector", "Trojans", "1004"),
        dice="1 1 1, 1 1 1",
    )
    ring = "0405 and 0505 and 0504 and 0503 and 0403 and 0303 and 0304"
    play(table, "Mira stay", f"Mira cast Fire-7 at {ring}", "Hector pass")
    play(table, "Mira stay", "Mira cast Weredragon")
    mira = fighter(table, "Mira")
    assert len(mira.cells) > 1
    assert mira.damage == 2


# -- falls without a blow ----------------------------------------------------------------------


def summoner(dice: str, *spells: str, damage: int = 3) -> Table[Fight]:
    """Mira has a wolf and cast her second spell, Hector has struck her, and it is her turn."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0404", *spells, st=14, iq=18, damage=damage),
        who("Ajax", "Greeks", "0101"),
        mage("Hector", "Trojans", "0904", "lightning-1", "dispel-magic", "sleep-1", st=90, iq=18),
        dice=f"1 1 1, 1 1 1, 1 1 1, {dice}",
    )
    play(table, "Mira", "Mira stay", "Mira cast Summon Wolf at 0304", "Ajax pass", "Hector pass")
    play(table, "Mira", "Mira stay")
    bear = "werebear" in spells
    play(table, "Mira cast Werebear" if bear else "Mira cast Assist at Mira for ST")
    play(table, "Ajax", "Ajax pass", "Wolf pass", "Hector stay")
    play(table, "Hector cast Lightning-1 at Mira for 4")
    assert fighter(table, "Mira").active
    assert fighter(table, "Wolf").active
    return table


def lucky(table: Table[Fight]) -> Table[Fight]:
    """The same table, where Mira has come by a wish."""
    table._last_state().named("Mira").wishes = 1
    table._ready = False
    return table


def idle(table: Table[Fight]) -> Table[Fight]:
    """The Greeks let their turn go by; Hector is asked what he does."""
    return play(table, "Mira", "Mira pass", "Ajax", "Ajax pass", "Wolf pass", "Hector stay")


def test_who_leaves_a_shape_may_fall_of_his_wounds_mag_21() -> None:
    """MAG-21, RUL-117, INJ-2: 9 and 7 points are too much for ST 14, and the wolf is gone."""
    table = summoner("5 5 5 3", "werebear", "summon-wolf")
    play(table, "Mira", "Mira return")
    assert fighter(table, "Mira").status == "incapacitated"
    assert told(table)[-2:] == ["Mira is incapacitated", "Wolf vanishes: Mira has fallen"]
    assert asked(table) == "Greeks: where does Ajax go?"


def test_a_wish_helps_who_falls_out_of_his_shape_rul_85() -> None:
    """RUL-85, CAM-8: it is asked for at once; whole again she goes on, and keeps the wolf."""
    table = lucky(summoner("5 5 5 3", "werebear", "summon-wolf"))
    play(table, "Mira", "Mira return")
    assert asked(table) == "Greeks: Mira is incapacitated. Does he spend a wish?"
    play(table, "Mira wish")
    assert (fighter(table, "Mira").status, fighter(table, "Mira").damage) == ("active", 0)
    assert fighter(table, "Wolf").active
    assert "Mira" in offered(table)


@pytest.mark.parametrize("second", ["assist", "werebear"])
def test_who_is_dispelled_may_fall_spl_28(second: str) -> None:
    """SPL-28, RUL-113, MAG-21: without the strength of Assist or of the bear she is down."""
    strike = "2 2 2 1" if second == "assist" else "5 5 5 3"
    table = idle(summoner(f"{strike}, 6 6 5, 1 1", second, "summon-wolf"))
    spell = {"assist": "Assist", "werebear": "Werebear"}[second]
    play(table, f"Hector cast Dispel Magic at {spell} on Mira", "Hector 3 dice", "Mira 2 dice")
    assert fighter(table, "Mira").status == "incapacitated"
    assert "Mira is incapacitated" in told(table)
    assert fighter(table, "Wolf").status == "vanished"


def test_a_beast_put_to_sleep_may_fall_of_its_wounds_inj_6() -> None:
    """INJ-6, MAG-19, MAG-21: asleep she is herself again, and dying of what the bear could bear."""
    table = lucky(summoner("6 6 6 6, 6 6, 1 1", "werebear", "summon-wolf", damage=6))
    play(idle(table), "Hector cast Sleep-1 at Mira", "Hector 2 dice", "Mira 2 dice")
    play(table, "Mira keep")  # with a wish in hand she might roll again
    assert "Mira is dying" in told(table)
    assert asked(table) == "Greeks: Mira is dying. Does he spend a wish?"
    play(table, "Mira wish")
    assert fighter(table, "Mira").status == "asleep"
    assert fighter(table, "Wolf").active  # she sleeps, and has not fallen


# -- masters -----------------------------------------------------------------------------------


def possessed(dispels: str) -> Table[Fight]:
    """Ajax's spirit is in Hector, whom Helen then controls; Mira dispels one of the two."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0404", "dispel-magic", "raise-the-dead", iq=20, st=60),
        who("Ajax", "Greeks", "0304", dx=15, iq=7, damage=30),
        who("Hector", "Trojans", "1004", st=14),
        mage("Helen", "Trojans", "1005", "mind-control", st=30, iq=18),
        dice="6 6, 1 1, 6 6, 1 1, 6 6 5" + (", 1 1" if dispels == "Mind Control" else ""),
    )
    play(table, "Mira stay", "Mira cast Raise the Dead at Hector with Ajax")
    play(table, "Mira 2 dice", "Hector 2 dice")
    play(table, "Helen stay", "Helen cast Mind Control at Hector", "Helen 2 dice", "Hector 2 dice")
    hector = fighter(table, "Hector")
    assert (hector.side, hector.seat, hector.spirit, hector.dx) == (1, "Trojans", "Ajax", 15)
    play(table, "Mira stay", f"Mira cast Dispel Magic at {dispels} on Hector")
    return play(table, "Mira 3 dice", "Helen 2 dice") if dispels == "Mind Control" else table


def test_without_its_master_a_spirit_is_of_its_own_side_spl_28() -> None:
    """SPL-28, RUL-113, SPL-77: one spell ends, and the spirit stays in its host."""
    table = possessed("Mind Control")
    hector = fighter(table, "Hector")
    assert [one.spell for one in table.state.spells] == ["raise-the-dead"]
    assert (hector.side, hector.seat, hector.spirit, hector.dx) == (0, "Greeks", "Ajax", 15)
    assert "Hector is Ajax in another body, of Greeks" in told(table)


def test_without_the_spirit_the_host_still_obeys_rul_113() -> None:
    """RUL-113, RUL-112: Mind Control lasts to the end of the encounter."""
    table = possessed("Raise the Dead")
    hector = fighter(table, "Hector")
    assert [one.spell for one in table.state.spells] == ["mind-control"]
    assert (hector.side, hector.seat, hector.spirit, hector.dx) == (1, "Trojans", "", 11)
    assert "Hector now obeys Trojans" in told(table)
