"""Sleep and Mind Control refused, and what wakes a sleeper (SPL-37, SPL-39, SPL-41, SPL-44)."""

from __future__ import annotations

import pytest

from legendry.legends.fighter import Fight
from legendry.table import Table
from tests.legends.arena import AW, arena, fighter, mage, offered, play, who, why_not

WALLED = ".   #   .\n  #   .\n.   #   .\n  .   .\n"


@pytest.mark.parametrize(
    "spell", [pytest.param("Sleep-1", id="SPL-37"), pytest.param("Mind Control", id="SPL-39")]
)
def test_a_mind_out_of_sight_is_safe_rul_100(spell: str) -> None:
    table = arena(
        AW,
        mage("Mira", "Greeks", "0102", spell.lower().replace(" ", "-")),
        who("Hector", "Trojans", "0501"),
        who("Paris", "Trojans", "0101"),
        map=WALLED,
    )
    play(table, "Mira stay", f"Mira cast {spell}")
    assert f"Mira cast {spell} at Hector" not in offered(table)
    assert why_not(table, f"Mira cast {spell} at Hector") == "Mira does not see Hector (RUL-100)"


@pytest.mark.parametrize(
    "spell", [pytest.param("Sleep-4", id="SPL-41"), pytest.param("Sleep-7", id="SPL-44")]
)
def test_an_area_needs_sight_to_every_hex_rul_100(spell: str) -> None:
    table = arena(
        AW,
        mage("Mira", "Greeks", "0102", spell.lower()),
        who("Hector", "Trojans", "0501"),
        map=WALLED,
    )
    play(table, "Mira stay", f"Mira cast {spell}")
    assert why_not(table, f"Mira cast {spell} at 0501") == "Mira does not see 0501 (RUL-100)"
    assert why_not(table, f"Mira cast {spell} at 0301") == "there is a wall in 0301 (RUL-109)"


@pytest.mark.parametrize(
    ("spell", "at"),
    [
        pytest.param("Sleep-1", "at Hector", id="SPL-37"),
        pytest.param("Mind Control", "at Hector", id="SPL-39"),
        pytest.param("Sleep-4", "at 0603 done", id="SPL-41"),
        pytest.param("Sleep-7", "at 0603 done", id="SPL-44"),
    ],
)
def test_a_spell_shield_keeps_them_off_rul_113(spell: str, at: str) -> None:
    """RUL-113: one cannot cast it at Hector; cast at his hex, it finds nobody, and costs nothing."""
    table = arena(
        AW,
        who("Hector", "Trojans", "0603", iq=16, spells=["spell-shield"]),
        mage("Mira", "Greeks", "0303", spell.lower().replace(" ", "-")),
        who("Paris", "Trojans", "1003"),
        dice="1 1 1",
    )
    play(table, "Hector", "Hector stay", "Hector cast Spell Shield at Hector", "Paris pass")
    play(table, "Mira stay")
    if spell in ("Sleep-1", "Mind Control"):
        play(table, f"Mira cast {spell}")
        why = why_not(table, f"Mira cast {spell} {at}")
        assert why == "a Spell Shield protects Hector (RUL-113)"
        return
    play(table, f"Mira cast {spell} {at}")
    hector, mira = fighter(table, "Hector"), fighter(table, "Mira")
    assert (hector.status, mira.fatigue) == ("active", 0)


def sleeper() -> Table[Fight]:
    """Mira has put Hector to sleep, and it is her turn again."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", "sleep-1", "trip"),
        who("Hector", "Trojans", "0604"),
        who("Paris", "Trojans", "1003"),
        dice="5 5, 1",
    )
    play(table, "Mira stay", "Mira cast Sleep-1 at Hector", "Mira 2 dice", "Hector 1 die")
    assert fighter(table, "Hector").status == "asleep"
    return play(table, "Paris pass", "Mira stay")


def test_a_sleeper_is_not_put_to_sleep_again_mag_8() -> None:
    """MAG-8, SPL-37: it is on him already."""
    table = play(sleeper(), "Mira cast Sleep-1")
    assert why_not(table, "Mira cast Sleep-1 at Hector") == "Sleep-1 is on Hector already (MAG-8)"


def test_a_hostile_spell_wakes_a_sleeper_without_an_answer_rul_112() -> None:
    """RUL-112, RUL-121: he does not resist (RUL-4), is tripped, and wakes."""
    table = play(sleeper(), "Mira cast Trip at Hector")
    hector = fighter(table, "Hector")
    assert (hector.status, hector.acted) == ("active", True)  # his turn is lost


def test_the_controlled_obey_even_when_the_caster_has_dropped_spl_39() -> None:
    """SPL-39, RUL-112: to the end of the encounter; then Hector is himself again."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", "mind-control", fatigue=8),
        who("Ajax", "Greeks", "0301"),
        who("Hector", "Trojans", "0604"),
        who("Paris", "Trojans", "0605", damage=11),
        dice="5 5, 1, 1 1 1, 6",
    )
    play(table, "Mira", "Mira stay", "Mira cast Mind Control at Hector")
    play(table, "Mira 2 dice", "Hector 1 die")
    assert fighter(table, "Mira").status == "incapacitated"
    play(table, "Ajax pass", "Paris pass", "Ajax pass", "Paris pass")
    play(table, "Hector", "Hector stay", "Hector strike Paris", "Paris take it")
    assert table.outcome
    assert table.outcome.winners == ("Greeks",)
    assert table.state.sides[fighter(table, "Hector").side] == "Trojans"
