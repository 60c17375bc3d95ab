"""Magic strikes (MAG-13), answers to spells and answers by spells (MAG-6, RUL-103, RUL-121)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.fighter import Fight
from legendry.odds import Dice, damage, drops, passes
from legendry.table import Table
from tests.legends.arena import (
    AW,
    arena,
    asked,
    fighter,
    figures,
    mage,
    offered,
    play,
    told,
    who,
    why_not,
)


def duel(
    *spells: str, dice: str = "", options: Any = None, hector: Any = None, **mira: Any
) -> Table[Fight]:
    """Mira in 0304, Hector with a sling in 0604."""
    return arena(
        AW,
        mage("Mira", "Greeks", "0304", *spells, **mira),
        who("Hector", "Trojans", "0604", **{"weapons": ["sling"]} | (hector or {})),
        dice=dice,
        options=options,
    )


def test_a_strike_hits_on_iq_and_armor_takes_its_part() -> None:
    """MAG-13, RUL-97: 3/IQ alone; XD6−1 subtracts once; leather stops 2 of 3 6."""
    table = duel("fireball-1", dice="5 5 6, 3 6", hector={"armor": ["leather"]})
    play(table, "Mira stay", "Mira cast Fireball-1 at Hector for 2")
    assert fighter(table, "Hector").damage == 3 + 6 - 1 - 2
    assert fighter(table, "Mira").fatigue == 2
    assert asked(table) == "Trojans: Does Hector answer Mira?"  # no dodge (RCT-5)


def test_a_strike_is_an_attack_that_may_be_countered() -> None:
    """RUL-121, RUL-97: whoever survives shoots back; a miss too (RUL-24), and that costs nothing."""
    table = duel("lightning-1", dice="6 6 5, 1 1 1, 3")
    play(table, "Mira stay", "Mira cast Lightning-1 at Hector for 4")
    assert fighter(table, "Mira").fatigue == 0
    assert offered(table) == ["Hector counter", "Hector take it"]
    play(table, "Hector counter")
    assert fighter(table, "Mira").damage > 0
    assert "Hector has given up this turn" in told(table)
    silent = duel("lightning-1", dice="6 6 5", options={"react_after_miss": False})
    play(silent, "Mira stay", "Mira cast Lightning-1 at Hector for 4")
    assert "answer" not in asked(silent)


def test_a_strike_shows_its_exact_odds() -> None:
    """RUL-97: with three dice of damage less 1 against leather."""
    table = duel("fireball-1", hector={"armor": ["leather"], "damage": 6})
    play(table, "Mira stay", "Mira cast Fireball-1 at Hector")
    points = damage(Dice.parse("3d6-1"), floor=1, armor=2)
    odds = figures(table, "Mira cast Fireball-1 at Hector for 3")
    assert odds["hit"] == passes(3, 16)
    assert odds["damage"] == passes(3, 16) * points.mean
    assert odds["drop"] == drops(passes(3, 16), points, 6)


@pytest.mark.parametrize("spell", ["Fireball-1", "Death"])
def test_who_is_down_is_not_dropped_again_by_magic(spell: str) -> None:
    """RUL-39, RUL-97, INJ-2: harm has its chance, his fall has none."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0302", spell.lower()),
        who("Hector", "Trojans", "0304", damage=12),
        who("Paris", "Trojans", "0701"),
    )
    play(table, "Mira stay", f"Mira cast {spell} at Hector")
    odds = figures(table, f"Mira cast {spell} at Hector for 3")
    assert odds["drop"] == 0
    assert odds["damage"] > 0


def test_a_strike_on_several_hexes_rolls_damage_once_for_all() -> None:
    """RUL-97, RUL-30: friends in the area suffer too; area_damage = roll_each rolls for each."""
    people = (
        mage("Mira", "Greeks", "0304", "lightning-3"),
        who("Ajax", "Greeks", "0605"),
        who("Hector", "Trojans", "0604"),
    )
    said = "Mira cast Lightning-3 at 0604 and 0605 done for 1"
    table = play(arena(AW, *people, dice="1 1 1, 5"), "Mira", "Mira stay", said)
    assert fighter(table, "Ajax").damage == fighter(table, "Hector").damage == 5
    each = {"area_damage": "roll_each"}
    table = play(arena(AW, *people, dice="1 1 1, 5, 2", options=each), "Mira", "Mira stay", said)
    assert (fighter(table, "Ajax").damage, fighter(table, "Hector").damage) == (5, 2)


def test_all_whom_a_strike_catches_may_spend_karma_on_its_damage() -> None:
    """RUL-84, RUL-30: one roll concerns them all, where karma_scope = any_roll_on_self."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "lightning-3"),
        who("Paris", "Trojans", "0605"),
        who("Hector", "Trojans", "0604", karma=1),
        dice="1 1 1, 5, 2",
        options={"karma_scope": "any_roll_on_self"},
    )
    play(table, "Hector keep", "Mira stay")  # of the initiative
    play(table, "Mira cast Lightning-3 at 0604 and 0605 done for 1")
    assert asked(table).endswith(": 5. Does Hector spend karma to roll again?")
    play(table, "Hector re-roll")
    assert fighter(table, "Paris").damage == fighter(table, "Hector").damage == 2


def test_only_the_first_hex_is_obstructed_as_by_missiles() -> None:
    """RUL-97, RUL-25: Paris stands before Hector; an area may begin with Paris and go on."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "lightning-1", "lightning-3"),
        who("Paris", "Trojans", "0504"),
        who("Hector", "Trojans", "0704"),
        dice="1 1 1, 1",
    )
    play(table, "Mira stay", "Mira cast Lightning-1")
    words = "something stands between Mira and Hector (RUL-97)"
    assert why_not(table, "Mira cast Lightning-1 at Hector") == words
    table.undo("Greeks", ["Trojans"])
    play(table, "Mira cast Lightning-3")
    assert why_not(table, "Mira cast Lightning-3 at 0704") == (
        "something stands between Mira and 0704 (RUL-97)"
    )
    play(table, "Mira cast Lightning-3 at 0504 and 0604 and 0704 for 1")
    assert fighter(table, "Hector").damage == 1


def test_what_protects_the_target_makes_more_dice() -> None:
    """RUL-97, RUL-8: Invisibility makes it 5/IQ, and the odds say so."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "lightning-1"),
        mage("Circe", "Trojans", "0604", "invisibility"),
        dice="3 3 3, 3 3 3 3 4, 6",
        greeks_first=False,
    )
    play(table, "Circe stay", "Circe cast Invisibility at Circe", "Mira stay")
    play(table, "Mira cast Lightning-1 at Circe")
    assert figures(table, "Mira cast Lightning-1 at Circe for 1")["hit"] == passes(5, 16)
    play(table, "Mira cast Lightning-1 at Circe for 1")
    assert "Mira passes 5/IQ (cast Lightning-1): 3 3 3 3 4 = 16 ≤ 16" in told(table)


def test_a_strike_may_need_dx_as_well_or_instead() -> None:
    """RUL-97, magic_strike_hit: a cast that misses is paid for; on DX alone it costs nothing."""
    both = duel("lightning-1", dice="5 5 6, 6 6 6", options={"magic_strike_hit": "iq_then_dx"})
    play(both, "Mira stay", "Mira cast Lightning-1 at Hector")
    assert figures(both, "Mira cast Lightning-1 at Hector for 2")["hit"] == (
        passes(3, 16) * passes(3, 11)
    )
    play(both, "Mira cast Lightning-1 at Hector for 2")
    assert (fighter(both, "Hector").damage, fighter(both, "Mira").fatigue) == (0, 2)
    alone = duel("lightning-1", dice="4 4 4", options={"magic_strike_hit": "dx"})
    play(alone, "Mira stay", "Mira cast Lightning-1 at Hector")
    assert figures(alone, "Mira cast Lightning-1 at Hector for 2")["hit"] == passes(3, 11)
    play(alone, "Mira cast Lightning-1 at Hector for 2")
    assert (fighter(alone, "Hector").damage, fighter(alone, "Mira").fatigue) == (0, 0)


def reversed_duel(*rolls: str, **mira: Any) -> Table[Fight]:
    """Circe has cast Reverse Missiles on herself; Mira is to act."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "lightning-1", "reverse-missiles", **mira),
        mage("Circe", "Trojans", "0604", "reverse-missiles", weapons=["sling"]),
        dice=", ".join(["1 1 1", *rolls]),
        greeks_first=False,
    )
    return play(table, "Circe stay", "Circe cast Reverse Missiles at Circe", "Mira stay")


@pytest.mark.parametrize(
    ("hits_by", "dice", "hurt", "paid"),
    [
        ("iq", "6 6 6, 5 5", 0, 0),
        ("dx", "6 6 6, 5 5", 0, 0),
        ("iq_then_dx", "6 6 6, 5 5", 0, 0),
        ("iq_then_dx", "1 1 1, 6 6 6, 5 5", 8, 2),
    ],
)
def test_only_what_is_cast_goes_astray(hits_by: str, dice: str, hurt: int, paid: int) -> None:
    """RUL-97, RUL-27, MAG-9: a casting that fails hits nobody, and costs nothing."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0404", "magic-fist-1", iq=12, st=14),
        who("Hector", "Trojans", "0704", st=20),
        who("Ajax", "Greeks", holds="Hector", st=18),
        options={"grapple_miss_hits_other": True, "magic_strike_hit": hits_by},
        dice=dice,
    )
    play(table, "Mira", "Mira stay", "Mira cast Magic Fist-1 at Hector for 2")
    assert (fighter(table, "Ajax").damage, fighter(table, "Mira").fatigue) == (hurt, paid)


def test_reversed_magic_strikes_hit_the_caster() -> None:
    """RUL-111: the same roll, his own armor counts."""
    table = reversed_duel("1 1 1, 6 6", armor=["leather"])
    play(table, "Mira cast Lightning-1 at Circe")
    assert figures(table, "Mira cast Lightning-1 at Circe for 2")["damage"] == 0
    play(table, "Mira cast Lightning-1 at Circe for 2")
    assert (fighter(table, "Circe").damage, fighter(table, "Mira").damage) == (0, 10)
    assert "The missile at Circe turns on Mira" in told(table)


def test_reversed_missiles_hit_the_shooter_but_thrown_weapons_go_on() -> None:
    """RUL-111: the missile table, rocks included; not a dagger that is thrown."""
    table = reversed_duel("1 1 1, 5", weapons=["sling"])
    assert figures(table, "Mira shoot Circe")["damage"] == 0
    play(table, "Mira shoot Circe")
    assert fighter(table, "Circe").damage == 0
    assert fighter(table, "Mira").damage > 0
    thrown = reversed_duel("1 1 1, 5", weapons=["dagger"])
    play(thrown, "Mira throw Circe")
    assert fighter(thrown, "Circe").damage > 0


def test_a_reversed_missile_is_lost_on_a_shooter_who_is_protected_too() -> None:
    """RUL-111."""
    table = reversed_duel("1 1 1, 1 1 1, 6 6")
    play(table, "Mira cast Reverse Missiles at Mira", "Circe stay", "Circe done", "Mira stay")
    play(table, "Mira cast Lightning-1 at Circe for 2")
    assert fighter(table, "Circe").damage == fighter(table, "Mira").damage == 0
    assert "The missile at Circe is lost" in told(table)


def test_a_fireball_lights_what_is_tagged_flammable() -> None:
    """SPL-54, RUL-120: the hex becomes one of Fire-1; elsewhere nothing burns."""
    people = (mage("Mira", "Greeks", "0101", "fireball-1"), who("Hector", "Trojans", "0501"))
    for picture, fires in ((".   .   h\n  .   .\n", ["fire-1"]), (".   .   .\n  .   .\n", [])):
        table = arena(AW, *people, dice="1 1 1, 3", map=picture, legend={"h": ["flammable"]})
        play(table, "Mira stay", "Mira cast Fireball-1 at Hector for 1")
        assert [cast.spell for cast in table.state.spells] == fires


# -- answers -----------------------------------------------------------------------------------


def test_a_hostile_direct_spell_may_be_countered_and_is_not_dodged() -> None:
    """RUL-121: resisted or not, if the target is not helpless; spells on hexes are no attacks."""
    table = duel("slow", "fire-1", dice="6 6, 1, 1 1 1")
    play(table, "Mira stay", "Mira cast Slow at Hector", "Mira 2 dice", "Hector 1 die")
    assert offered(table) == ["Hector counter", "Hector take it"]
    asleep = duel("sleep-1", dice="6 6, 1")
    play(asleep, "Mira stay", "Mira cast Sleep-1 at Hector", "Mira 2 dice", "Hector 1 die")
    assert "answer" not in asked(asleep)
    burning = play(duel("fire-1", dice="1 1 1"), "Mira stay", "Mira cast Fire-1 at 0604")
    assert "answer" not in asked(burning)


def entered(*spells: str, dice: str, options: Any = None) -> Table[Fight]:
    """Ajax goes for Mira, who knows those spells."""
    table = arena(
        AW,
        who("Ajax", "Greeks", "0404"),
        mage("Mira", "Trojans", "0504", *spells),
        dice=dice,
        options=options,
    )
    return play(table, "Ajax stay", "Ajax takedown Mira")


def test_a_magic_user_answers_an_entry_with_a_strike() -> None:
    """MAG-6, ENT-5, RUL-103: no extra die; the entrant who falls stays where he came from."""
    table = entered("lightning-1", "fire-1", "blur", "slow", dice="1 1 1, 6 6")
    assert offered(table) == [
        "Mira counter",
        "Mira cast Slow at Ajax",
        "Mira cast Lightning-1 at Ajax",
        "Mira cast Lightning-3 at 0404",
        "Mira defend",
        "Mira take it",
    ]
    play(table, "Mira cast Lightning-1 at Ajax for 2")
    ajax = fighter(table, "Ajax")
    assert (ajax.damage, str(ajax.hex), ajax.joined) == (12, "0404", 0)
    assert fighter(table, "Mira").turns_owed == 1


def test_the_extra_die_of_a_magic_counter_is_an_option() -> None:
    """RUL-103, magic_counter_extra_die."""
    options = {"magic_counter_extra_die": True}
    table = entered("lightning-1", dice="1 1 1, 2 3", options=options)
    play(table, "Mira cast Lightning-1 at Ajax for 1")
    assert fighter(table, "Ajax").damage == 5


def test_an_entrant_who_is_bound_or_moved_does_not_come_in() -> None:
    """RUL-103: a rope, a push and a sleep stop him in the hex that he came from."""
    for spell, more in (("rope", ()), ("freeze", ()), ("avert-1", ("Mira push Ajax to 0304",))):
        table = entered(spell, dice="6 6, 1")
        said = {
            "rope": "Rope at Ajax",
            "freeze": "Freeze at Ajax",
            "avert-1": "Avert-1 at Ajax for 1",
        }[spell]
        play(table, f"Mira cast {said}", "Mira 2 dice", "Ajax 1 die", *more)
        if more:
            play(table, "Mira stop")
        ajax = fighter(table, "Ajax")
        assert not ajax.joined
        assert str(ajax.hex) == ("0304" if more else "0404")


def test_a_spell_that_does_not_stop_him_lets_him_in() -> None:
    """MAG-6: Slow succeeds, and the two grapple."""
    table = entered("slow", dice="6 6, 1")
    play(table, "Mira cast Slow at Ajax", "Mira 2 dice", "Ajax 1 die")
    assert fighter(table, "Ajax").joined
    assert fighter(table, "Mira").joined
