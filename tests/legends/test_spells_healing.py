"""Healing spells refused (SPL-32 to SPL-34); what they do is in `tests/records/magic`."""

from __future__ import annotations

import pytest

from legendry.legends.fighter import Fight
from legendry.table import Table
from tests.legends.arena import AW, arena, fighter, mage, offered, play, who, why_not

WALLED = ".   #   .\n  #   .\n.   #   .\n  .   .\n"


def sickroom(spell: str, dice: str = "") -> Table[Fight]:
    """Ajax is wounded, Paris dying, Deiphobus dead, Hector unhurt."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", spell, damage=1),
        who("Ajax", "Greeks", "0305", damage=5),
        who("Hector", "Trojans", "0603"),
        who("Paris", "Trojans", "0605", damage=23),
        who("Deiphobus", "Trojans", "0606", damage=24),
        dice=dice,
    )
    return play(table, "Mira", "Mira stay")


@pytest.mark.parametrize(
    ("spell", "at", "says"),
    [
        pytest.param("Heal Wounds", "Paris", "the damage of Paris has reached his ST", id="SPL-32"),
        pytest.param("Heal Wounds", "Hector", "Hector has no wounds", id="SPL-32 whole"),
        pytest.param("Reverse Death", "Ajax", "Ajax has not been killed", id="SPL-33"),
    ],
)
def test_who_cannot_be_healed(spell: str, at: str, says: str) -> None:
    id = spell.lower().replace(" ", "-")
    table = play(sickroom(id), f"Mira cast {spell}")
    assert f"Mira cast {spell} at {at}" not in offered(table)
    assert why_not(table, f"Mira cast {spell} at {at}").startswith(f"{says} (SPL-3")


def test_nobody_comes_back_from_twice_his_st_spl_33() -> None:
    """SPL-33, INJ-7: 23 of ST 12 can be reversed, 24 cannot."""
    table = play(sickroom("reverse-death", "1 1 1"), "Mira cast Reverse Death")
    assert offered(table) == ["Mira cast Reverse Death at Paris"]
    assert why_not(table, "Mira cast Reverse Death at Deiphobus") == "Deiphobus is dead (INJ-7)"
    play(table, "Mira cast Reverse Death at Paris")
    assert (fighter(table, "Paris").damage, fighter(table, "Paris").status) == (11, "active")


def test_nobody_is_healed_beyond_his_wounds_spl_32() -> None:
    """SPL-32: Ajax has 5 points of damage, and 5 is the most that Mira can spend on him."""
    table = play(sickroom("heal-wounds"), "Mira cast Heal Wounds at Ajax")
    assert offered(table) == [f"Mira cast Heal Wounds at Ajax for {n}" for n in range(1, 6)]


def test_energy_needs_a_source_and_a_receiver_spl_34() -> None:
    """SPL-34, RUL-115: nobody's own damage, none of the dead, no more than there is."""
    table = play(sickroom("channel-energy"), "Mira cast Channel Energy at Mira")
    said = "Mira cast Channel Energy at Mira from"
    assert offered(table) == [f"{said} Ajax", f"{said} Paris"]
    play(table, f"{said} Ajax")
    assert offered(table)[-1] == f"{said} Ajax for 5"
    whole = arena(
        AW, mage("Mira", "Greeks", "0303", "channel-energy"), who("Hector", "Trojans", "0603")
    )
    play(whole, "Mira stay")
    said = "Mira cast Channel Energy"
    assert why_not(whole, said) == "there is nobody in sight to cast it at (MAG-5)"


@pytest.mark.parametrize(
    ("spell", "damage"),
    [
        pytest.param("Heal Wounds", 5, id="SPL-32"),
        pytest.param("Reverse Death", 13, id="SPL-33"),
        pytest.param("Channel Energy", 5, id="SPL-34"),
    ],
)
def test_healing_needs_sight_rul_100(spell: str, damage: int) -> None:
    """RUL-100, MAG-5: nobody is healed behind a wall, and nobody's energy comes through it."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0102", spell.lower().replace(" ", "-")),
        who("Ajax", "Greeks", "0501", damage=damage),
        who("Hector", "Trojans", "0101"),
        map=WALLED,
    )
    if damage < 12:
        play(table, "Mira")
    play(table, "Mira stay")
    assert why_not(table, f"Mira cast {spell}") == (
        "there is nobody in sight to cast it at (MAG-5)"
    )
