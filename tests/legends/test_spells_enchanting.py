"""Spells of Enchanting (MAG-15): what they do beyond their records, and why they are refused."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.edition import edition
from legendry.legends.fighter import Fight
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

BOOK = [spell for spell in edition(AW).spells.values() if spell.school == "enchanting"]
ON_SOMEBODY = [spell for spell in BOOK if spell.target == "person"]
STAYING = [spell for spell in ON_SOMEBODY if spell.static and not spell.cost.per]

CORNER = """
.   .   .
  .   .
.   #   .
  #   .
.   #   .
  .   .
"""
"""0102 and 0502 do not see each other."""


def duel(
    *spells: str, dice: str = "", options: Any = None, hector: Any = None, **mira: Any
) -> Table[Fight]:
    """Mira in 0304 with those spells, Ajax beside Hector in 0604, Paris with a bow in 0704."""
    return arena(
        AW,
        mage("Mira", "Greeks", "0304", *spells, **mira),
        who("Ajax", "Greeks", "0504", weapons=["broad-sword"]),
        who("Hector", "Trojans", "0604", **{"weapons": ["broad-sword"]} | (hector or {})),
        who("Paris", "Trojans", "0704", weapons=["bow"]),
        dice=dice,
        options=options,
    )


def cast(table: Table[Fight], *words: str) -> Table[Fight]:
    return play(table, "Mira", "Mira stay", *words)


def next_round(table: Table[Fight]) -> Table[Fight]:
    """Everybody after Mira lets it be."""
    while not asked(table).startswith("Greeks: who acts") or table.state.round == 1:
        names = [one for one in offered(table) if one.endswith((" pass", " take it"))]
        play(table, names[0] if names else offered(table)[0])
    return table


@pytest.mark.parametrize("spell", BOOK, ids=lambda spell: str(spell.rule))
def test_it_takes_the_iq_of_its_rating(spell: Any) -> None:
    """MAG-3, SPL-13 to SPL-31."""
    table = cast(duel(spell.id, iq=spell.iq - 1))
    assert why_not(table, f"Mira cast {spell.name}") == (
        f"it needs IQ {spell.iq}, and Mira has {spell.iq - 1} (MAG-3)"
    )


@pytest.mark.parametrize("spell", BOOK, ids=lambda spell: str(spell.rule))
def test_nobody_casts_it_in_metal(spell: Any) -> None:
    """MAG-12, RUL-96, SPL-13 to SPL-31."""
    table = cast(duel(spell.id, armor=["chain"]))
    assert why_not(table, f"Mira cast {spell.name}") == "chain is of metal (MAG-12)"


@pytest.mark.parametrize("spell", ON_SOMEBODY, ids=lambda spell: str(spell.rule))
def test_its_target_must_be_in_sight(spell: Any) -> None:
    """RUL-100, SPL-13 to SPL-18, SPL-20, SPL-22 to SPL-25, SPL-27, SPL-29 to SPL-31."""
    hidden = who("Hector", "Trojans", "0502")
    table = arena(AW, mage("Mira", "Greeks", "0102", spell.id), hidden, map=CORNER)
    play(table, "Mira stay", f"Mira cast {spell.name}")
    assert why_not(table, f"Mira cast {spell.name} at Hector") == (
        "Mira does not see Hector (RUL-100)"
    )


@pytest.mark.parametrize("size", [1, 3, 7])
def test_a_floor_must_be_in_sight(size: int) -> None:
    """RUL-100, SPL-19, SPL-21, SPL-26."""
    hidden = who("Hector", "Trojans", "0502")
    table = arena(AW, mage("Mira", "Greeks", "0102", "slippery-floor-7"), hidden, map=CORNER)
    play(table, "Mira stay", f"Mira cast Slippery Floor-{size}")
    said = f"Mira cast Slippery Floor-{size} at 0502"
    assert why_not(table, said) == "Mira does not see 0502 (RUL-100)"


@pytest.mark.parametrize("spell", STAYING, ids=lambda spell: str(spell.rule))
def test_the_same_spell_is_not_laid_twice_on_the_same_person(spell: Any) -> None:
    """MAG-8, RUL-104: SPL-13 to SPL-15, SPL-18, SPL-20, SPL-22 to SPL-25, SPL-27, SPL-29, SPL-30."""
    target = "Mira" if spell.friendly else "Hector"
    table = duel(spell.id, dice="3 3 3" if spell.friendly else "6 6, 1", st=20)
    attribute = " for DX" if spell.id == "assist" else ""
    cast(table, f"Mira cast {spell.name} at {target}{attribute}")
    if not spell.friendly:
        play(table, "Mira 2 dice", "Hector 1 die")
    assert [(one.spell, one.target) for one in table.state.spells] == [(spell.id, target)]
    cast(next_round(table), f"Mira cast {spell.name}")
    why = f"{spell.name} is on {target} already (MAG-8)"
    if spell.id == "spell-shield":
        why = f"a Spell Shield protects {target} (RUL-113)"
    assert why_not(table, f"Mira cast {spell.name} at {target}") == why


@pytest.mark.parametrize("spell", ON_SOMEBODY, ids=lambda spell: str(spell.rule))
def test_no_direct_spell_is_laid_on_the_shielded(spell: Any) -> None:
    """SPL-29, RUL-113: not by friends either, nor by oneself."""
    table = duel(*dict.fromkeys(["spell-shield", spell.id]), dice="3 3 3", iq=18, st=20)
    cast(table, "Mira cast Spell Shield at Ajax")
    cast(next_round(table), f"Mira cast {spell.name}")
    assert why_not(table, f"Mira cast {spell.name} at Ajax") == (
        "a Spell Shield protects Ajax (RUL-113)"
    )
    assert f"Mira cast {spell.name} at Hector" in offered(table)


class TestDiceAgainst:
    """SPL-13, SPL-23, SPL-25, RUL-8."""

    @pytest.mark.parametrize(
        ("spells", "how", "dice"),
        [
            (["Blur"], "highest", 4),
            (["Blur", "Invisibility"], "highest", 5),
            (["Blur", "Invisibility"], "cumulative", 6),
            (["Blur", "Flight"], "highest", 4),
            (["Blur", "Flight"], "cumulative", 5),
        ],
    )
    def test_several_effects(self, spells: list[str], how: str, dice: int) -> None:
        """RUL-8: the largest number of dice counts, or one more for each (`dice_effects`)."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0504", *(one.lower() for one in spells), st=20),
            who("Hector", "Trojans", "0604"),
            dice=", ".join(["3 3 3"] * len(spells) + [" ".join(["6"] * dice)]),
            options={"dice_effects": how},
        )
        for spell in spells:
            play(table, "Mira stay", f"Mira cast {spell} at Mira")
            if spell != spells[-1]:
                play(table, "Hector pass")
        play(table, "Hector stay", "Hector strike Mira")
        assert any(f"Hector fails {dice}/DX (hit)" in one for one in told(table))

    def test_a_foe_resists_even_what_would_help_him(self) -> None:
        """RUL-98: Blur on an enemy is a contest."""
        table = cast(duel("blur", dice="1 1, 3 3"), "Mira cast Blur at Hector")
        play(table, "Mira 2 dice", "Hector 2 dice")
        assert table.state.spells == ()


class TestFigures:
    """SPL-14 to SPL-18, RUL-104, RUL-10, RUL-18."""

    def test_different_spells_add(self) -> None:
        """RUL-104: Assist +1 and Clumsiness −3 on DX 11."""
        table = duel("clumsiness", "assist", dice="6 6, 1, 6 6, 1")
        cast(table, "Mira cast Clumsiness at Hector for 3", "Mira 2 dice", "Hector 1 die")
        cast(next_round(table), "Mira cast Assist at Hector for DX", "Mira 2 dice", "Hector 1 die")
        assert fighter(table, "Hector").dx == 11 - 3 + 1

    @pytest.mark.parametrize("spell", ["Clumsiness", "Confusion"])
    def test_a_weaker_one_adds_nothing_and_is_not_offered(self, spell: str) -> None:
        """MAG-8, RUL-104: SPL-16, SPL-17: the higher value stays."""
        table = duel(spell.lower(), dice="6 6, 1")
        cast(table, f"Mira cast {spell} at Hector for 3", "Mira 2 dice", "Hector 1 die")
        cast(next_round(table), f"Mira cast {spell} at Hector")
        assert offered(table)[0] == f"Mira cast {spell} at Hector for 4"

    @pytest.mark.parametrize(
        ("spell", "attribute", "value"), [("Clumsiness", "dx", 11), ("Confusion", "iq", 9)]
    )
    def test_no_attribute_falls_below_one(self, spell: str, attribute: str, value: int) -> None:
        """RUL-10, SPL-16, SPL-17: more than all there is cannot be asked for."""
        table = duel(spell.lower(), dice="6 6, 1")
        cast(table, f"Mira cast {spell} at Hector for {value}", "Mira 2 dice", "Hector 1 die")
        assert getattr(fighter(table, "Hector"), attribute) == 1
        cast(next_round(table), f"Mira cast {spell}")
        assert why_not(table, f"Mira cast {spell} at Hector") == (
            f"{spell} cannot be made stronger on Hector (RUL-104)"
        )

    def test_confusion_takes_away_what_takes_iq(self) -> None:
        """SPL-17, MAG-3."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0304", "confusion"),
            mage("Circe", "Trojans", "0604", "freeze", iq=12),
            dice="6 6, 1",
        )
        play(table, "Mira stay", "Mira cast Confusion at Circe for 1", "Mira 2 dice", "Circe 1 die")
        play(table, "Circe stay")
        assert why_not(table, "Circe cast Freeze") == "it needs IQ 12, and Circe has 11 (MAG-3)"

    def test_assist_in_strength_is_strength_to_live_on(self) -> None:
        """SPL-15: ST 13 bears 12 points, and lifts what needs 13."""
        table = cast(duel("assist", dice="3 3 3"), "Mira cast Assist at Ajax for ST")
        assert (fighter(table, "Ajax").st, fighter(table, "Ajax").points_left) == (13, 13)

    def test_slow_halves_the_pace_of_a_flyer(self) -> None:
        """SPL-14, SPL-25: different spells add (RUL-104)."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0304", "flight"),
            mage("Circe", "Trojans", "0604", "slow"),
            dice="3 3 3, 6 6, 1",
        )
        play(table, "Mira stay", "Mira cast Flight at Mira")
        assert fighter(table, "Mira").ma == 12
        play(table, "Circe stay", "Circe cast Slow at Mira", "Circe 2 dice", "Mira 1 die")
        assert fighter(table, "Mira").ma == 6


class TestFloor:
    """SPL-19, SPL-21, SPL-26."""

    def test_flyers_do_not_slip(self) -> None:
        """RUL-110."""
        table = duel("slippery-floor-1", dice="3 3 3, 6 6 6", hector={"flying": True, "ma": 8})
        cast(table, "Mira cast Slippery Floor-1 at 0604", "Ajax pass")
        play(table, "Hector", "Hector stay", "Hector strike Ajax")
        assert any("Hector fails 3/DX (hit)" in one for one in told(table))

    def test_it_hampers_no_spell(self) -> None:
        """RUL-8: fighting is attack, counterattack and dodge."""
        table = duel("slippery-floor-1", "flash", dice="3 3 3, 6 6 6")
        cast(table, "Mira cast Slippery Floor-1 at 0304")
        cast(next_round(table), "Mira cast Flash")
        assert any("Mira fails 3/IQ (cast Flash)" in one for one in told(table))


class TestReverseMissiles:
    """SPL-20, RUL-111."""

    def shot(self, dice: str, *paris: str) -> Table[Fight]:
        table = arena(
            AW,
            mage("Mira", "Greeks", "0304", "reverse-missiles"),
            mage("Paris", "Trojans", "0704", *paris, weapons=["bow"]),
            dice=f"3 3 3, {dice}",
        )
        return play(table, "Mira stay", "Mira cast Reverse Missiles at Mira", "Paris stay")

    @pytest.mark.parametrize(
        ("arms", "dice", "harm"),
        [
            ({"weapons": ["thrown-rock"]}, "5", (0, 1)),
            ({"weapons": ["sling"]}, "5", (0, 4)),
            ({"natural_weapons": [{"name": "breath", "damage": "2d6", "breath": True}]}, "3 3", (0, 6)),
            ({"weapons": ["dagger"]}, "5", (5, 0)),
            ({"weapons": ["spear"]}, "5", (7, 0)),
        ],
        ids=["rock", "sling", "breath", "dagger", "spear"],
    )  # fmt: skip
    def test_what_is_a_missile(self, arms: Any, dice: str, harm: tuple[int, int]) -> None:
        """RUL-111: rocks and breath are; weapons that are thrown are not."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0304", "reverse-missiles"),
            who("Paris", "Trojans", "0604", **arms),
            dice=f"3 3 3, 3 3 3, {dice}",
        )
        play(table, "Mira stay", "Mira cast Reverse Missiles at Mira", "Paris stay")
        shoots = "Paris shoot Mira" in offered(table)
        play(table, f"Paris {'shoot' if shoots else 'throw'} Mira")
        assert (fighter(table, "Mira").damage, fighter(table, "Paris").damage) == harm

    def test_a_magic_strike_is_turned(self) -> None:
        """MAG-13: like any missile; its price is paid (RUL-97)."""
        table = self.shot("3 3 3, 5", "magic-fist-1")
        play(table, "Paris cast Magic Fist-1 at Mira for 1")
        assert (fighter(table, "Mira").damage, fighter(table, "Paris").damage) == (0, 3)
        assert fighter(table, "Paris").fatigue == 1

    def test_between_two_who_are_protected_it_is_lost(self) -> None:
        """RUL-111."""
        table = self.shot("3 3 3, 3 3 3", "reverse-missiles")
        play(table, "Paris cast Reverse Missiles at Paris", "Mira pass", "Paris stay")
        play(table, "Paris shoot Mira")
        assert (fighter(table, "Mira").damage, fighter(table, "Paris").damage) == (0, 0)

    def test_a_miss_is_a_miss(self) -> None:
        """RUL-111: the same roll is applied to the shooter."""
        table = play(self.shot("6 6 6"), "Paris shoot Mira")
        assert (fighter(table, "Mira").damage, fighter(table, "Paris").damage) == (0, 0)


class TestFreeze:
    """SPL-22, RUL-112."""

    def frozen(self, dice: str = "", **hector: Any) -> Table[Fight]:
        table = duel("freeze", "fire-1", dice=f"6 6, 1, {dice}", hector=hector, st=20)
        return cast(table, "Mira cast Freeze at Hector", "Mira 2 dice", "Hector 1 die")

    def test_fatigue_breaks_it_too(self) -> None:
        """SPL-22: any damage or fatigue; a bare fist does no more than tire him."""
        table = self.frozen("3 3 3, 6")
        play(table, "Ajax drop broad sword", "Ajax stay", "Ajax strike Hector")
        assert (fighter(table, "Hector").damage, fighter(table, "Hector").fatigue) == (0, 3)
        assert fighter(table, "Hector").status == "active"

    def test_fire_breaks_it(self) -> None:
        """SPL-1: it needs no blow; he has the next turn."""
        table = self.frozen("3 3 3")
        cast(next_round(table), "Mira cast Fire-1 at 0604")
        assert fighter(table, "Hector").status == "active"
        play(table, "Ajax pass")
        assert "Hector" in offered(table)

    def test_he_neither_acts_nor_reacts(self) -> None:
        """RUL-112: frozen is helpless."""
        table = play(self.frozen(), "Ajax pass")
        assert asked(table) == "Trojans: where does Paris go?"
        assert not table.state.may_react(fighter(table, "Hector"))

    def test_who_is_frozen_at_the_end_is_captured(self) -> None:
        """RUL-112."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0304", "freeze"),
            who("Hector", "Trojans", "0604"),
            dice="6 6, 1",
        )
        play(table, "Mira stay", "Mira cast Freeze at Hector", "Mira 2 dice", "Hector 1 die")
        assert table.outcome is not None
        assert table.outcome.winners == ("Greeks",)
        assert fighter(table, "Hector").captured


class TestMageSight:
    """SPL-24, RUL-107."""

    def test_missiles_still_stop_at_walls(self) -> None:
        """RUL-107: direct and normal spells go through, magic strikes and arrows do not."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0102", "mage-sight", "slow", "magic-fist-1", weapons=["bow"]),
            who("Hector", "Trojans", "0502"),
            dice="3 3 3",
            map=CORNER,
        )
        play(table, "Mira stay", "Mira cast Mage Sight at Mira", "Hector pass", "Mira stay")
        assert "Mira cast Slow" in offered(table)
        assert why_not(table, "Mira shoot Hector") == (
            "something stands between Mira and Hector (SHT-1)"
        )
        assert why_not(table, "Mira cast Magic Fist-1") == (
            "there is nobody in sight to cast it at (MAG-5)"
        )

    @pytest.mark.parametrize("veil", ["Blur", "Invisibility", "Shadow-1"])
    def test_it_cancels_what_is_for_the_eye(self, veil: str) -> None:
        """RUL-107: for the subject's own attacks, and for nobody else's."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0404", "mage-sight"),
            who("Ajax", "Greeks", "0504"),
            mage("Circe", "Trojans", "0604", veil.lower()),
            dice="3 3 3, 3 3 3, 6 6 6, 6 6 6 6" + " 6" * (veil == "Invisibility"),
            greeks_first=False,
        )
        at = "0604" if veil == "Shadow-1" else "Circe"
        play(table, "Circe stay", f"Circe cast {veil} at {at}")
        play(table, "Mira", "Mira stay", "Mira cast Mage Sight at Mira", "Ajax pass", "Circe pass")
        play(table, "Mira", "Mira move 0505", "Mira strike Circe", "Circe take it")
        play(table, "Ajax stay", "Ajax strike Circe")
        assert any("Mira fails 3/DX (hit)" in one for one in told(table))
        dice = 5 if veil == "Invisibility" else 4
        assert any(f"Ajax fails {dice}/DX (hit)" in one for one in told(table))


class TestFlight:
    """SPL-25, RUL-110."""

    def test_he_flies_over_people_and_ends_where_nobody_is(self) -> None:
        table = arena(
            AW,
            mage("Mira", "Greeks", "0101", "flight"),
            who("Hector", "Trojans", "0201"),
            who("Paris", "Trojans", "0401"),
            dice="3 3 3",
            map=".   .   .\n  .   .\n",
        )
        assert why_not(table, "Mira move 0301") == "0301 is out of reach with MA 5 (MOV-2)"
        play(table, "Mira stay", "Mira cast Flight at Mira", "Hector", "Hector pass", "Paris pass")
        assert {"Mira move 0301", "Mira move 0501"} <= set(offered(table))
        assert why_not(table, "Mira move 0401") == "Paris stands in 0401 (MOV-3)"

    def test_he_flies_over_fire_and_burns_where_he_ends_in_it(self) -> None:
        for to, harm in (("0401", 0), ("0301", 2)):
            table = arena(
                AW,
                mage("Mira", "Greeks", "0101", "flight", "fire-3"),
                who("Hector", "Trojans", "0501"),
                dice="3 3 3, 3 3 3",
                map=".   .   .\n  .   .\n",
            )
            play(table, "Mira stay", "Mira cast Flight at Mira", "Hector pass")
            play(table, "Mira stay", "Mira cast Fire-3 at 0201 and 0301 done", "Hector pass")
            play(table, f"Mira move {to}", "Mira done")
            assert fighter(table, "Mira").damage == harm

    def test_natural_flyers_have_no_such_protection(self) -> None:
        """RUL-110."""
        table = duel("blur", dice="6 6 6", hector={"flying": True, "ma": 8})
        play(table, "Ajax", "Ajax stay", "Ajax strike Hector")
        assert any("Ajax fails 3/DX (hit)" in one for one in told(table))

    def test_it_ends_with_the_spell(self) -> None:
        """SPL-28: dispelled, he is on the ground."""
        table = duel("flight", "dispel-magic", dice="3 3 3, 3 3 3", st=20)
        cast(table, "Mira cast Flight at Ajax")
        cast(next_round(table), "Mira cast Dispel Magic at Flight on Ajax")
        assert (fighter(table, "Ajax").flying, fighter(table, "Ajax").ma) == (False, 5)


class TestArmor:
    """SPL-27, SPL-30, RUL-104."""

    def test_the_best_counts_in_either_order(self) -> None:
        table = duel("stone-flesh", "iron-flesh", dice="3 3 3, 3 3 3", st=20)
        cast(table, "Mira cast Iron Flesh at Ajax")
        cast(next_round(table), "Mira cast Stone Flesh at Ajax")
        ajax = fighter(table, "Ajax")
        assert table.state.armor(ajax, ajax.arms["unarmed"], grappling=False).total == 6

    def test_it_does_not_restrict(self) -> None:
        """SPL-27: 4/0."""
        table = cast(duel("stone-flesh", dice="3 3 3"), "Mira cast Stone Flesh at Ajax")
        assert (fighter(table, "Ajax").dx, fighter(table, "Ajax").ma) == (11, 5)


class TestDispel:
    """SPL-28, RUL-113."""

    def test_there_must_be_a_spell_in_sight(self) -> None:
        table = arena(
            AW,
            mage("Mira", "Greeks", "0102", "dispel-magic"),
            mage("Circe", "Trojans", "0502", "blur"),
            dice="3 3 3",
            greeks_first=False,
            map=CORNER,
        )
        play(table, "Circe stay", "Circe cast Blur at Circe", "Mira stay")
        assert why_not(table, "Mira cast Dispel Magic") == (
            "there is no spell in sight to end (RUL-113)"
        )

    def left_behind(self, dice: str) -> Table[Fight]:
        """Circe has laid Slow on Ajax and has fled; Hector fights on."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0404", "dispel-magic"),
            who("Ajax", "Greeks", "0504"),
            mage("Circe", "Trojans", "0101", "slow"),
            who("Hector", "Trojans", "0904"),
            dice=f"6 6, 1, {dice}",
            greeks_first=False,
            leave="edge",
        )
        play(table, "Circe", "Circe stay", "Circe cast Slow at Ajax", "Circe 2 dice", "Ajax 1 die")
        play(table, "Hector pass", "Mira", "Mira pass", "Ajax pass")
        play(table, "Circe", "Circe leave by 0101", "Hector pass", "Mira", "Mira stay")
        return play(table, "Mira cast Dispel Magic at Slow on Ajax")

    def test_the_rating_resists_for_a_caster_who_is_away(self) -> None:
        """RUL-7: Slow has IQ 8, and its own side picks its dice; 9 is over."""
        table = self.left_behind("2 2, 5 4")
        assert "against Slow" in asked(table)
        play(table, "Mira 2 dice", "Slow 2 dice")
        assert table.state.spells == ()

    def test_the_rating_may_win(self) -> None:
        """RUL-7: 8 is not over, and more than 4."""
        table = play(self.left_behind("2 2, 4 4"), "Mira 2 dice", "Slow 2 dice")
        assert len(table.state.spells) == 1
        assert fighter(table, "Mira").fatigue == 0


class TestDeath:
    """SPL-31, RUL-115."""

    def test_no_more_than_there_is_to_kill(self) -> None:
        """RUL-98: the amount is announced; twice his ST is the most that makes sense."""
        table = cast(duel("death", st=40), "Mira cast Death at Hector")
        assert offered(table)[-1] == "Mira cast Death at Hector for 24"

    def test_where_overcasting_is_forbidden_no_more_than_is_left(self) -> None:
        """RUL-102: `overcast`."""
        table = duel("death", st=10, options={"overcast": False})
        cast(table, "Mira cast Death at Hector")
        assert offered(table)[-1] == "Mira cast Death at Hector for 10"
