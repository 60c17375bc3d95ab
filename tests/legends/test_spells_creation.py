"""Spells of Creation (MAG-14): what they do beyond their records, and why they are refused."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.hexes import Hex
from legendry.legends.edition import edition
from legendry.legends.fighter import Fight
from legendry.legends.movement import reachable
from legendry.table import Table
from tests.legends.arena import (
    AW,
    arena,
    asked,
    fighter,
    mage,
    offered,
    play,
    told,
    who,
    why_not,
)

BOOK = [spell for spell in edition(AW).spells.values() if spell.school == "creation"]
IN_HEXES = [spell for spell in BOOK if spell.target in ("hex", "area")]

CORNER = """
.   .   .
  .   .
.   #   .
  #   .
.   #   .
  .   .
"""
"""0102 and 0502 do not see each other."""


def duel(*spells: str, dice: str = "", options: Any = None, **mira: Any) -> Table[Fight]:
    """Mira in 0304 with those spells, Ajax beside Hector in 0604, Paris with a bow in 0704."""
    return arena(
        AW,
        mage("Mira", "Greeks", "0304", *spells, **mira),
        who("Ajax", "Greeks", "0504", weapons=["broad-sword"]),
        who("Hector", "Trojans", "0604", weapons=["broad-sword"]),
        who("Paris", "Trojans", "0704", weapons=["bow"]),
        dice=dice,
        options=options,
    )


def cast(table: Table[Fight], *words: str) -> Table[Fight]:
    return play(table, "Mira", "Mira stay", *words)


@pytest.mark.parametrize("spell", BOOK, ids=lambda spell: str(spell.rule))
def test_it_takes_the_iq_of_its_rating(spell: Any) -> None:
    """MAG-3, SPL-1 to SPL-12."""
    table = cast(duel(spell.id, iq=spell.iq - 1))
    assert why_not(table, f"Mira cast {spell.name}") == (
        f"it needs IQ {spell.iq}, and Mira has {spell.iq - 1} (MAG-3)"
    )
    assert f"Mira cast {spell.name}" in offered(cast(duel(spell.id, iq=spell.iq)))


@pytest.mark.parametrize("spell", BOOK, ids=lambda spell: str(spell.rule))
def test_nobody_casts_it_in_metal(spell: Any) -> None:
    """MAG-12, RUL-96, SPL-1 to SPL-12."""
    table = cast(duel(spell.id, armor=["chain"]))
    assert why_not(table, f"Mira cast {spell.name}") == "chain is of metal (MAG-12)"


@pytest.mark.parametrize("spell", IN_HEXES, ids=lambda spell: str(spell.rule))
def test_every_hex_must_be_in_sight(spell: Any) -> None:
    """RUL-100, RUL-109, SPL-1, SPL-3, SPL-5 to SPL-8, SPL-10 to SPL-12."""
    table = arena(
        AW, mage("Mira", "Greeks", "0102", spell.id), who("Hector", "Trojans", "0502"), map=CORNER
    )
    play(table, "Mira stay", f"Mira cast {spell.name}")
    said = f"Mira cast {spell.name} at"
    assert why_not(table, f"{said} 0502") == "Mira does not see 0502 (RUL-100)"
    assert why_not(table, f"{said} 0302") == "there is a wall in 0302 (RUL-109)"
    if spell.target == "area":
        play(table, f"{said} 0101")
        assert f"{said} 0101 and 0201" in offered(table)
        assert f"{said} 0101 and 0501" not in offered(table)


@pytest.mark.parametrize("rope", ["Rope", "Super Rope"])
def test_a_rope_needs_its_target_in_sight(rope: str) -> None:
    """RUL-100, SPL-4, SPL-9."""
    id = rope.lower().replace(" ", "-")
    hidden = who("Hector", "Trojans", "0502")
    table = arena(AW, mage("Mira", "Greeks", "0102", id), hidden, map=CORNER)
    play(table, "Mira stay", f"Mira cast {rope}")
    assert why_not(table, f"Mira cast {rope} at Hector") == "Mira does not see Hector (RUL-100)"


class TestFire:
    """SPL-1, RUL-105."""

    def wolf(self, *moves: str) -> Table[Fight]:
        table = arena(
            AW,
            mage("Mira", "Greeks", "0303", "fire-1"),
            who("Ajax", "Greeks", "0604"),
            who("Wolf", "Trojans", "0704", kind="beast", ma=8),
            dice="3 3 3, 3 3 3",
        )
        play(table, "Mira", "Mira stay", "Mira cast Fire-1 at 0604", "Ajax pass")
        return play(table, *moves)

    def test_wild_animals_refuse_to_enter(self) -> None:
        """SPL-1: neither by walking nor to get at somebody in it."""
        table = self.wolf("Wolf pass", "Mira", "Mira pass", "Ajax move 0603", "Ajax done")
        assert why_not(table, "Wolf move 0604") == "wild animals stay out of fire (SPL-1)"
        play(table, "Wolf walk")
        assert "Wolf to 0604" not in offered(table)
        table = self.wolf("Wolf stay")
        assert "Wolf takedown Ajax" not in offered(table)
        assert "Wolf strike Ajax" in offered(table)

    def test_it_burns_everybody_the_caster_too(self) -> None:
        """SPL-1, RUL-105: at casting and at the start of her next turn."""
        table = cast(duel("fire-1", dice="3 3 3"), "Mira cast Fire-1 at 0304", "Ajax pass")
        assert fighter(table, "Mira").damage == 2
        play(table, "Hector", "Hector pass", "Paris pass")
        assert fighter(table, "Mira").damage == 4

    def test_a_second_fire_in_the_same_hex_adds_nothing(self) -> None:
        """MAG-8: it is refused; with a new hex beside, it burns those who are in the new one."""
        table = cast(duel("fire-1", dice="3 3 3, 3 3 3"), "Mira cast Fire-1 at 0604", "Ajax pass")
        play(table, "Hector", "Hector pass", "Paris pass")
        cast(table)
        for fire in ("Fire-1", "Fire-3"):
            why = f"{fire} would add nothing in 0604 (MAG-8)"
            assert str(table.why_not(f"Mira cast {fire} at 0604")) == why
        play(table, "Mira cast Fire-3 at 0704 and 0604 done")
        assert fighter(table, "Paris").damage == 2
        assert fighter(table, "Hector").damage == 2 + 2
        play(table, "Ajax pass")
        assert fighter(table, "Hector").damage == 2 + 2 + 2

    def test_a_dodge_into_the_fire_burns(self) -> None:
        """RUL-105: every fire hex entered, and again as his own turn begins there."""
        table = duel("fire-3", dice="3 3 3, 3 3 3, 3 3 3")
        cast(table, "Mira cast Fire-3 at 0605 and 0705 done")
        play(table, "Ajax stay", "Ajax strike Hector", "Hector dodge", "Hector to 0705")
        assert fighter(table, "Hector").damage == 2 + 2

    def test_the_larger_size_comes_with_iq(self) -> None:
        """MAG-10: SPL-6 at IQ 12, SPL-11 at IQ 16."""
        assert "Mira cast Fire-3" not in offered(cast(duel("fire-1", iq=11)))
        assert "Mira cast Fire-3" in offered(cast(duel("fire-1", iq=12)))
        assert "Mira cast Fire-7" in offered(cast(duel("fire-1", iq=16)))


class TestFlash:
    """SPL-2, RUL-106."""

    def test_it_may_last_for_the_encounter(self) -> None:
        """RUL-106: `flash_lasts`."""
        for lasts, dx in (("one_round", 11), ("encounter", 9)):
            table = duel("flash", dice="3 3 3", options={"flash_lasts": lasts})
            cast(table, "Mira cast Flash", "Ajax pass", "Hector", "Hector pass", "Paris pass")
            assert fighter(table, "Hector").dx == dx

    def test_it_is_no_static_spell_to_be_dispelled(self) -> None:
        """RUL-113: any static spell; Flash is dynamic (MAG-14)."""
        table = duel("flash", "dispel-magic", dice="3 3 3", options={"flash_lasts": "encounter"})
        cast(table, "Mira cast Flash", "Ajax pass", "Hector", "Hector pass", "Paris pass")
        cast(table)
        assert why_not(table, "Mira cast Dispel Magic") == (
            "there is no spell in sight to end (RUL-113)"
        )


class TestShadow:
    """SPL-3, SPL-7, SPL-10."""

    def test_it_counts_once_whatever_its_size(self) -> None:
        """RUL-8, MAG-8: attacker and target in the dark are four dice, by option too."""
        options = {"dice_effects": "cumulative"}
        table = duel("shadow-3", "shadow-1", dice="3 3 3, 3 3 3 3", options=options)
        cast(table, "Mira cast Shadow-3 at 0504 and 0604 and 0704")
        play(table, "Ajax stay", "Ajax strike Hector")
        assert "Ajax fails 4/DX (hit): 3 3 3 3 = 12 > 11" in told(table)

    def test_attacks_past_it_are_not_hampered(self) -> None:
        """SPL-3: into and out of it, not over it."""
        table = duel("shadow-1", dice="3 3 3, 4 4 4")
        cast(table, "Mira cast Shadow-1 at 0603", "Ajax stay", "Ajax strike Hector")
        assert "Ajax fails 3/DX (hit): 4 4 4 = 12 > 11" in told(table)


class TestRope:
    """SPL-4, SPL-9, RUL-108."""

    def bound(self, dice: str = "") -> Table[Fight]:
        table = duel("rope", dice=f"6 6, 1, {dice}")
        return cast(table, "Mira cast Rope at Hector", "Mira 2 dice", "Hector 1 die")

    @pytest.mark.parametrize(("rope", "st"), [("Rope", 20), ("Super Rope", 40)])
    def test_the_stronger_are_not_bound(self, rope: str, st: int) -> None:
        """SPL-4: up to ST 20; SPL-9: up to ST 40."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0304", "rope", "super-rope"),
            who("Bear", "Trojans", "0604", st=st),
            who("Giant", "Trojans", "0704", st=st + 1),
        )
        play(table, "Mira stay", f"Mira cast {rope}")
        assert f"Mira cast {rope} at Bear" in offered(table)
        assert why_not(table, f"Mira cast {rope} at Giant") == (
            f"Giant with ST {st + 1} is too strong for it (RUL-108)"
        )

    def test_the_bound_do_not_move_dodge_or_enter(self) -> None:
        """RUL-108."""
        table = self.bound(dice="3 3 3, 1 1")
        play(table, "Ajax stay", "Ajax strike Hector")
        assert asked(table) == "Trojans: Does Hector answer Ajax?"
        assert "Hector enter" not in offered(table)
        play(table, "Hector take it", "Hector")
        assert why_not(table, "Hector move 0603") == "Hector is bound (RUL-108)"
        play(table, "Hector stay")
        assert why_not(table, "Hector takedown Ajax") == "Hector is bound (RUL-108)"

    def test_everything_he_does_takes_four_dice(self) -> None:
        """SPL-4: a spell of his own, too."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0304", "rope"),
            mage("Circe", "Trojans", "0604", "blur"),
            dice="6 6, 1, 6 6 3 1",
        )
        play(table, "Mira stay", "Mira cast Rope at Circe", "Mira 2 dice", "Circe 1 die")
        play(table, "Circe stay", "Circe cast Blur at Circe")
        assert "Circe passes 4/IQ (cast Blur): 6 6 3 1 = 16 ≤ 16" in told(table)

    def test_who_is_bound_is_not_bound_again(self) -> None:
        """MAG-8."""
        table = play(self.bound(), "Ajax pass", "Hector", "Hector pass", "Paris pass")
        cast(table, "Mira cast Rope")
        assert why_not(table, "Mira cast Rope at Hector") == "Rope is on Hector already (MAG-8)"


class TestWall:
    """SPL-5, SPL-8, SPL-12, RUL-109."""

    @pytest.mark.parametrize("size", [1, 3, 7])
    def test_not_where_somebody_is(self, size: int) -> None:
        """SPL-5."""
        table = cast(duel("wall-7"), f"Mira cast Wall-{size}")
        said = f"Mira cast Wall-{size} at"
        assert why_not(table, f"{said} 0604") == "Hector is in 0604 (SPL-5)"
        assert why_not(table, f"{said} 0304") == "Mira is in 0304 (SPL-5)"
        if size > 1:
            play(table, f"{said} 0603")
            assert f"{said} 0603 and 0604" not in offered(table)

    def test_it_is_as_real_as_any(self) -> None:
        """RUL-109: no way through it, no arrow, no sight."""
        table = duel("wall-7", dice="3 3 3")
        cast(table, "Mira cast Wall-7 at 0403 and 0404 and 0405 and 0402 done", "Ajax pass")
        play(table, "Paris")
        assert why_not(table, "Paris move 0404") == "there is a wall in 0404 (RUL-16)"
        play(table, "Paris stay")
        assert why_not(table, "Paris shoot Mira") == (
            "something stands between Paris and Mira (SHT-1)"
        )
        assert not table.state.board.sees(Hex.at("0704"), Hex.at("0304"))

    def test_flyers_go_over_it_only_where_the_table_says_so(self) -> None:
        """RUL-109: `fly_over_walls`."""
        for over in (False, True):
            table = arena(
                AW,
                mage("Mira", "Greeks", "0101", "wall-1"),
                who("Harpy", "Trojans", "0301", flying=True, ma=2),
                dice="3 3 3",
                options={"fly_over_walls": over},
                map=".   .   .\n  .   .\n",
            )
            play(table, "Mira stay", "Mira cast Wall-1 at 0401")
            far = Hex.at("0501") in reachable(table.state, fighter(table, "Harpy"))
            assert far == over

    def test_it_is_gone_when_it_is_dispelled(self) -> None:
        """SPL-28, RUL-113: by its own caster with 3/IQ (RUL-98)."""
        table = duel("wall-1", "dispel-magic", dice="3 3 3, 3 3 3")
        cast(table, "Mira cast Wall-1 at 0404", "Ajax pass", "Hector", "Hector pass", "Paris pass")
        assert table.state.board.is_wall(Hex.at("0404"))
        cast(table, "Mira cast Dispel Magic at Wall-1 in 0404")
        assert not table.state.board.is_wall(Hex.at("0404"))
        assert table.state.spells == ()
