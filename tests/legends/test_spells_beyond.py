"""Seeing, Teleport, Raise the Dead: refused, and at their edges (SPL-66 to SPL-68, SPL-74, SPL-77)."""

from __future__ import annotations

import pytest

from legendry.legends.fighter import Fight
from legendry.table import Table
from tests.legends.arena import AW, arena, fighter, mage, offered, play, told, who, why_not

WALLED = ".   #   .\n  #   .\n.   #   .\n  .   .\n"
SEEING = [
    pytest.param("Reveal Magic", id="SPL-66"),
    pytest.param("Read Mind", id="SPL-67"),
    pytest.param("See Future", id="SPL-68"),
]


def slug(spell: str) -> str:
    return spell.lower().replace(" ", "-")


@pytest.mark.parametrize("spell", SEEING)
def test_what_was_seen_is_kept_for_the_adventure_rul_120(spell: str) -> None:
    """RUL-120: the fight remembers who saw, and tells only the side of the seer."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", slug(spell)),
        who("Hector", "Trojans", "0603"),
        dice="5 5 6, 6 6 6",
    )
    play(table, "Mira stay", f"Mira cast {spell}")
    assert table.state.seen == (("Mira", slug(spell)),)
    divined = [event for event in table.events if type(event).__name__ == "Divined"]
    assert [event.seen_by for event in divined] == [("Greeks",)]
    play(table, "Hector pass", "Mira stay", f"Mira cast {spell}")
    assert table.state.seen == (("Mira", slug(spell)),), told(table)


@pytest.mark.parametrize("spell", SEEING)
def test_seeing_takes_the_whole_turn_mag_5(spell: str) -> None:
    table = arena(AW, mage("Mira", "Greeks", "0303", slug(spell)), who("Hector", "Trojans", "0603"))
    play(table, "Mira move 0304")
    assert why_not(table, f"Mira cast {spell}") == (
        "casting takes the whole turn: who casts may not move (MAG-5)"
    )


# -- teleport ----------------------------------------------------------------------------------


def test_nobody_is_teleported_into_a_wall_or_out_of_sight_spl_74_rul_118() -> None:
    """SPL-74: the way is free to any empty hex that Mira sees, and to no other."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0102", "teleport"),
        who("Hector", "Trojans", "0101"),
        who("Paris", "Trojans", "0501"),
        map=WALLED,
    )
    play(table, "Mira stay", "Mira cast Teleport")
    assert why_not(table, "Mira cast Teleport at Paris") == "Mira does not see Paris (RUL-100)"
    play(table, "Mira cast Teleport at Hector")
    open_to = {option.rpartition(" ")[2] for option in offered(table)}
    assert open_to == {"0202"}


def test_a_full_board_leaves_no_way_spl_74() -> None:
    table = arena(
        AW,
        mage("Mira", "Greeks", "0101", "teleport"),
        who("Hector", "Trojans", "0201"),
        map=".\n  .\n",
    )
    play(table, "Mira stay")
    said = "Mira cast Teleport"
    assert why_not(table, said) == "there is nobody in sight to cast it at (MAG-5)"


def test_one_may_be_teleported_into_fire_spl_74_rul_105() -> None:
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", "teleport", "fire-1"),
        who("Hector", "Trojans", "0603"),
        dice="1 1 1",
    )
    play(table, "Mira stay", "Mira cast Fire-1 at 0703", "Hector pass", "Mira stay")
    play(table, "Mira cast Teleport at Hector to 0703", "Mira 3 dice", "Hector concede")
    assert fighter(table, "Hector").damage == 2 + 2  # and again as his turn begins


# -- the dead ----------------------------------------------------------------------------------


def graveyard(dead: int = 24) -> Table[Fight]:
    """Ajax is dead, or has no wound; Paris is down."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", "raise-the-dead", iq=18),
        who("Ajax", "Greeks", "0305", damage=dead),
        who("Hector", "Trojans", "0603"),
        who("Paris", "Trojans", "0605", fatigue=12),
        who("Aeneas", "Trojans", "0903"),
    )
    if not dead:
        play(table, "Mira")
    return play(table, "Mira stay")


def test_without_a_dead_there_is_nobody_to_raise_spl_77() -> None:
    said = "Mira cast Raise the Dead"
    table = graveyard(dead=0)
    assert why_not(table, said) == "there is nobody in sight to cast it at (MAG-5)"


def test_a_spirit_is_in_one_host_only_spl_77() -> None:
    table = play(graveyard(), "Mira cast Raise the Dead at Hector with Ajax")
    play(table, "Mira 3 dice", "Hector concede", "Aeneas pass", "Mira", "Mira stay")
    said = "Mira cast Raise the Dead"
    assert why_not(table, said) == "there is nobody in sight to cast it at (MAG-5)"


def test_the_host_must_be_up_and_alive_spl_77() -> None:
    table = play(graveyard(), "Mira cast Raise the Dead")
    said = "Mira cast Raise the Dead at"
    assert why_not(table, f"{said} Paris") == "Paris is incapacitated (SPL-77)"
    assert why_not(table, f"{said} Ajax") == "Ajax is dead (INJ-7)"


def test_a_spirit_keeps_its_magic_and_is_dispelled_spl_77_rul_113() -> None:
    """SPL-77, RUL-118: Ajax in Hector's body knows Blur, not Dispel Magic; Aeneas has him freed."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", "raise-the-dead", iq=18, st=20),
        mage("Ajax", "Greeks", "0305", "blur", dx=14, iq=13, damage=24),
        mage("Hector", "Trojans", "0603", "dispel-magic", dx=9, iq=14),
        mage("Aeneas", "Trojans", "0606", "dispel-magic"),
    )
    play(table, "Mira stay", "Mira cast Raise the Dead at Hector with Ajax")
    play(table, "Mira 3 dice", "Hector concede")
    hector = fighter(table, "Hector")
    assert (hector.st, hector.dx, hector.iq) == (12, 14, 13)
    play(table, "Aeneas pass", "Hector", "Hector stay")
    casts = [option for option in offered(table) if " cast " in option]
    assert casts == ["Hector cast Blur"]
    play(table, "Hector done", "Mira pass", "Aeneas stay")
    play(table, "Aeneas cast Dispel Magic at Raise the Dead on Hector")
    play(table, "Aeneas 3 dice", "Mira concede")
    hector = fighter(table, "Hector")
    assert (hector.dx, hector.iq, hector.seat, hector.spirit) == (9, 14, "Trojans", "")
    assert table.state.spells == ()
