"""Kinetics refused, and at their edges (SPL-45 to SPL-61); the rest is in `tests/records/magic`."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.fighter import Fight
from legendry.table import Table
from tests.legends.arena import AW, arena, fighter, mage, offered, play, told, who, why_not

WALLED = ".   #   .\n  #   .\n.   #   .\n  .   .\n"
STRIKES = [
    pytest.param("Magic Fist-1", id="SPL-45"),
    pytest.param("Magic Fist-3", id="SPL-51"),
    pytest.param("Fireball-1", id="SPL-54"),
    pytest.param("Fireball-3", id="SPL-55"),
    pytest.param("Lightning-1", id="SPL-56"),
    pytest.param("Magic Fist-7", id="SPL-57"),
    pytest.param("Fireball-7", id="SPL-59"),
    pytest.param("Lightning-3", id="SPL-60"),
    pytest.param("Lightning-7", id="SPL-61"),
]
AREAS = [
    *STRIKES[1::2],
    pytest.param("Avert-3", id="SPL-50"),
    pytest.param("Avert-7", id="SPL-58"),
]
PERSONS = [
    pytest.param("Magic Fist-1", id="SPL-45"),
    pytest.param("Drop Weapon", id="SPL-46"),
    pytest.param("Avert-1", id="SPL-47"),
    pytest.param("Trip", id="SPL-48"),
    pytest.param("Break Weapon", id="SPL-53"),
    pytest.param("Fireball-1", id="SPL-54"),
    pytest.param("Lightning-1", id="SPL-56"),
]


def slug(spell: str) -> str:
    return spell.lower().replace(" ", "-")


def duel(*spells: str, dice: str = "", mira: Any = None, **hector: Any) -> Table[Fight]:
    """Mira with IQ 18 and Hector, far apart; it is her turn to act."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", *map(slug, spells), **{"iq": 18, "st": 20} | (mira or {})),
        who("Hector", "Trojans", "0703", **hector),
        dice=dice,
    )
    return play(table, "Mira stay")


@pytest.mark.parametrize("spell", STRIKES)
def test_somebody_in_the_way_stops_a_strike_rul_97(spell: str) -> None:
    """RUL-97, SHT-1: like a missile; of several hexes it is the first that counts."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0302", slug(spell), iq=18),
        who("Ajax", "Greeks", "0304"),
        who("Hector", "Trojans", "0306"),
    )
    play(table, "Mira", "Mira stay", f"Mira cast {spell}")
    aim = "Hector" if spell.endswith("1") else "0306"
    assert f"Mira cast {spell} at {aim}" not in offered(table)
    assert why_not(table, f"Mira cast {spell} at {aim}") == (
        f"something stands between Mira and {aim} (RUL-97)"
    )


@pytest.mark.parametrize("spell", PERSONS)
def test_a_wall_stops_what_is_cast_at_somebody_rul_100(spell: str) -> None:
    table = arena(
        AW,
        mage("Mira", "Greeks", "0102", slug(spell), iq=18),
        who("Hector", "Trojans", "0501", weapons=["club"]),
        who("Paris", "Trojans", "0101", weapons=["club"]),
        map=WALLED,
    )
    play(table, "Mira stay", f"Mira cast {spell}")
    assert why_not(table, f"Mira cast {spell} at Hector") == "Mira does not see Hector (RUL-100)"


@pytest.mark.parametrize("spell", AREAS)
def test_a_wall_stops_what_is_cast_at_hexes_rul_100(spell: str) -> None:
    table = arena(
        AW,
        mage("Mira", "Greeks", "0102", slug(spell), iq=18),
        who("Hector", "Trojans", "0501"),
        map=WALLED,
    )
    play(table, "Mira stay", f"Mira cast {spell}")
    assert why_not(table, f"Mira cast {spell} at 0501") == "Mira does not see 0501 (RUL-100)"


@pytest.mark.parametrize(
    ("spell", "most"),
    [
        pytest.param("Magic Fist-1", 2, id="SPL-45"),
        pytest.param("Fireball-1", 3, id="SPL-54"),
        pytest.param("Lightning-1", 4, id="SPL-56"),
    ],
)
def test_a_strike_has_so_many_dice_at_most_mag_9(spell: str, most: int) -> None:
    table = play(duel(spell), f"Mira cast {spell} at Hector")
    assert offered(table) == [f"Mira cast {spell} at Hector for {n}" for n in range(1, most + 1)]


@pytest.mark.parametrize("spell", [*PERSONS[1:5]])
def test_a_spell_shield_stops_direct_spells_rul_113(spell: str) -> None:
    table = arena(
        AW,
        who("Hector", "Trojans", "0603", iq=16, spells=["spell-shield"], weapons=["club"]),
        mage("Mira", "Greeks", "0303", slug(spell)),
        who("Paris", "Trojans", "1003", weapons=["club"]),
        dice="1 1 1",
    )
    play(table, "Hector", "Hector stay", "Hector cast Spell Shield at Hector", "Paris pass")
    play(table, "Mira stay", f"Mira cast {spell}")
    why = why_not(table, f"Mira cast {spell} at Hector")
    assert why == "a Spell Shield protects Hector (RUL-113)"


# -- things ------------------------------------------------------------------------------------


def armor(table: Table[Fight], name: str) -> int:
    one = fighter(table, name)
    return table.state.armor(one, one.arms["unarmed"], grappling=False).total


def test_whoever_carries_nothing_drops_nothing_spl_46() -> None:
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", "drop-weapon"),
        who("Hector", "Trojans", "0703"),
        who("Paris", "Trojans", "0903", weapons=["club"], armor=["leather", "small-shield"]),
    )
    play(table, "Mira stay", "Mira cast Drop Weapon")
    assert why_not(table, "Mira cast Drop Weapon at Hector") == "Hector carries nothing (SPL-46)"
    play(table, "Mira cast Drop Weapon at Paris")
    said = "Mira cast Drop Weapon at Paris on"
    assert offered(table) == [f"{said} club", f"{said} small shield"]  # no armor (RUL-116)
    assert armor(table, "Paris") == 3
    play(table, f"{said} small shield", "Mira 3 dice", "Paris concede")
    assert armor(table, "Paris") == 2


def test_a_staff_of_power_does_not_break_spl_53_rul_101() -> None:
    """RUL-101, RUL-116: with capacity it is magical; a mere stick is not."""
    for staff in (0, 3):
        table = duel("Break Weapon", iq=12, magic=True, weapons=["wizards-staff"], staff=staff)
        if staff:
            why = why_not(table, "Mira cast Break Weapon")
            assert why == "there is nobody in sight to cast it at (MAG-5)"
        else:
            play(table, "Mira cast Break Weapon at Hector")
            assert offered(table) == ["Mira cast Break Weapon at Hector on wizard's staff"]


# -- pushing -----------------------------------------------------------------------------------


def test_on_a_long_board_one_may_be_pushed_far_spl_47() -> None:
    """SPL-47: a narrow lane of 12 hexes, Hector pushed from the second to the last."""
    lane = ".\n\n" * 12
    table = arena(
        AW,
        mage("Mira", "Greeks", "0101", "avert-1"),
        who("Hector", "Trojans", "0102"),
        map=lane,
    )
    play(table, "Mira stay", "Mira cast Avert-1 at Hector")
    assert "Mira cast Avert-1 at Hector for 4" in offered(table)
    play(table, "Mira cast Avert-1 at Hector for 4", "Mira 3 dice", "Hector concede")
    for row in range(3, 13):
        play(table, f"Mira push Hector to 01{row:02}")
    assert str(fighter(table, "Hector").hex) == "0112"
    assert fighter(table, "Mira").fatigue == 4


# -- shocks, blasts, fire ----------------------------------------------------------------------


def test_one_shock_shield_is_enough_spl_49_mag_8() -> None:
    table = play(duel("Shock Shield", dice="1 1 1"), "Mira cast Shock Shield", "Hector pass")
    play(table, "Mira stay")
    assert why_not(table, "Mira cast Shock Shield") == "Shock Shield is on Mira already (MAG-8)"


def test_who_is_held_cannot_blast_spl_52() -> None:
    """MAG-5: not while grappling."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", "blast"),
        who("Hector", "Trojans", holds="Mira"),
    )
    play(table, "Mira stay")
    assert why_not(table, "Mira cast Blast") == "Mira is grappling (MAG-5)"


def test_a_blast_is_no_attack_to_be_answered_spl_52_rul_121() -> None:
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", "blast"),
        who("Hector", "Trojans", "0304", weapons=["club"]),
        dice="1 1 1, 3",
    )
    play(table, "Mira stay", "Mira cast Blast")
    assert fighter(table, "Hector").damage == 3
    assert table.state.side == 1


def test_a_fireball_sent_back_lights_nothing_where_it_was_aimed_spl_55_rul_111() -> None:
    """RUL-111, RUL-120: the same roll strikes its caster, and the hay around Hector stays whole."""
    table = arena(
        AW,
        who("Hector", "Trojans", "0701", iq=12, magic=True, spells=["reverse-missiles"]),
        mage("Mira", "Greeks", "0101", "fireball-3"),
        dice="1 1 1, 1 1 1, 5",
        map=".   .   .   h\n  .   .   .\n.   .   .   .\n  .   .   .\n",
        legend={"h": ["flammable"]},
    )
    play(table, "Hector stay", "Hector cast Reverse Missiles at Hector")
    play(table, "Mira stay", "Mira cast Fireball-3 at 0701 done for 1")
    assert fighter(table, "Mira").damage == 4
    assert fighter(table, "Hector").damage == 0
    assert [cast.spell for cast in table.state.spells] == ["reverse-missiles"], told(table)


def test_the_shield_of_the_dead_shocks_nobody_spl_49() -> None:
    """SPL-49, RUL-119, RUL-121: it outlasts its caster's collapse, not her death."""
    for st, points in ((6, 3), (3, 0)):
        table = arena(
            AW,
            mage("Mira", "Greeks", "0504", "shock-shield", st=st),
            who("Ajax", "Greeks", "0101"),
            who("Hector", "Trojans", "0604", weapons=["axe"]),
            dice="1 1 1, 1 1 1, 6, 3",
        )
        play(table, "Mira", "Mira stay", "Mira cast Shock Shield", "Ajax pass")
        play(table, "Hector stay", "Hector strike Mira")
        play(table, *["Mira take it"] * (st == 6), "Ajax pass", "Hector move 0504", "Hector done")
        assert fighter(table, "Hector").damage == points, told(table)


def test_a_shield_shocks_nobody_for_carrying_its_bearer_spl_49_rul_119() -> None:
    """RUL-119, GRP-7: on coming into the hex and at the start of his turn, not at every step."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0404", "shock-shield", st=30, iq=18),
        who("Ox", "Trojans", "0504", st=90, dx=12),
        dice="1 1 1, 1, 1",
    )
    play(table, "Mira stay", "Mira cast Shock Shield")
    play(table, "Ox stay", "Ox takedown Mira", "Mira take it")
    assert fighter(table, "Ox").damage == 1
    play(table, "Mira pass")
    assert fighter(table, "Ox").damage == 2
    play(table, "Ox carry 0804", "Ox done")
    assert str(fighter(table, "Mira").hex) == "0804"
    assert fighter(table, "Ox").damage == 2


def test_those_who_are_carried_into_fire_burn_spl_49_rul_105() -> None:
    """RUL-105, RUL-119: the fire burns both at each of two hexes, the shield shocks neither."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0404", "shock-shield", "fire-3", st=30, iq=18),
        who("Ox", "Trojans", "0504", st=90, dx=12),
        who("Paris", "Trojans", "1004"),
        dice="1 1 1, 1 1 1, 1, 1",
    )
    play(table, "Mira stay", "Mira cast Fire-3 at 0604 and 0704 and 0703", "Ox", "Ox pass")
    play(table, "Paris pass", "Mira stay", "Mira cast Shock Shield")
    play(table, "Ox", "Ox stay", "Ox takedown Mira", "Mira take it", "Paris pass", "Mira pass")
    ox, mira = fighter(table, "Ox").damage, fighter(table, "Mira").damage
    play(table, "Ox", "Ox carry 0604", "Ox done")
    assert fighter(table, "Ox").damage == ox + 2
    assert fighter(table, "Mira").damage == mira + 2
