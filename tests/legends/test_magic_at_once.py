"""Dynamic spells (MAG-7): what they do the moment they succeed."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.edition import edition
from legendry.legends.fighter import Fight
from legendry.legends.magic.at_once import undone
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

SPELLS = edition(AW).spells


def party(
    *spells: str,
    dice: str = "",
    ajax: Any = None,
    hector: Any = None,
    options: Any = None,
    **mira: Any,
) -> Table[Fight]:
    """Mira in 0304 with Ajax behind her in 0204; Hector in 0604 with a club and Paris in 0804."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", *spells, **mira),
        who("Ajax", "Greeks", "0204", **ajax or {}),
        who("Hector", "Trojans", "0604", **{"weapons": ["club"]} | (hector or {})),
        who("Paris", "Trojans", "0804"),
        dice=dice,
        options=options,
    )
    return play(table, *(["Mira"] if "who acts" in asked(table) else []), "Mira stay")


def contest(table: Table[Fight], said: str, against: str = "Hector") -> Table[Fight]:
    """The caster rolls two dice, the other one: scripted to win."""
    return play(table, said, "Mira 2 dice", f"{against} 1 die")


WIN = "6 6, 1"


# -- healing and harm --------------------------------------------------------------------------


def test_heal_wounds_heals_a_point_for_a_point() -> None:
    """SPL-32, MAG-16: others and oneself, never more than there is."""
    table = party("heal-wounds", dice="1 1 1", ajax={"damage": 5})
    play(table, "Mira cast Heal Wounds")
    assert why_not(table, "Mira cast Heal Wounds at Mira") == "Mira has no wounds (SPL-32)"
    play(table, "Mira cast Heal Wounds at Ajax")
    assert len(offered(table)) == 5
    play(table, "Mira cast Heal Wounds at Ajax for 3")
    assert (fighter(table, "Ajax").damage, fighter(table, "Mira").fatigue) == (2, 3)
    assert "Ajax is healed of 3 damage" in told(table)


def test_heal_wounds_wakes_but_does_not_save_the_dying() -> None:
    """SPL-32, RUL-67: below ST one is active at once."""
    table = party("heal-wounds", dice="1 1 1", ajax={"damage": 8, "fatigue": 4})
    assert fighter(table, "Ajax").status == "incapacitated"
    play(table, "Mira cast Heal Wounds at Ajax for 1")
    assert fighter(table, "Ajax").active
    dying = party("heal-wounds", ajax={"damage": 12}, damage=1)
    play(dying, "Mira cast Heal Wounds")
    words = "the damage of Ajax has reached his ST (SPL-32)"
    assert why_not(dying, "Mira cast Heal Wounds at Ajax") == words


def test_reverse_death_brings_back_the_dying() -> None:
    """SPL-33, RUL-115: damage becomes ST − 1; it costs the patient's ST; not at twice his ST."""
    table = party("reverse-death", dice="1 1 1", ajax={"damage": 15}, st=20)
    play(table, "Mira cast Reverse Death")
    assert why_not(table, "Mira cast Reverse Death at Hector") == (
        "Hector has not been killed (SPL-33)"
    )
    play(table, "Mira cast Reverse Death at Ajax")
    assert (fighter(table, "Ajax").damage, fighter(table, "Ajax").status) == (11, "active")
    assert fighter(table, "Mira").fatigue == 12
    gone = party("reverse-death", "fire-1", ajax={"damage": 24})
    assert why_not(gone, "Mira cast Reverse Death") == (
        "there is nobody in sight to cast it at (MAG-5)"
    )


def test_healers_may_still_cast_when_the_fight_is_over() -> None:
    """RUL-69, RUL-115: before the dying die; once each."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "reverse-death", "death", st=30),
        who("Ajax", "Greeks", "0204", damage=14),
        who("Hector", "Trojans", "0604", damage=11),
        dice="6 6, 1, 1 1 1",
    )
    contest(play(table, "Mira stay"), "Mira cast Death at Hector for 1")
    assert asked(table) == "Greeks: the fight is over: does Mira cast a spell?"
    assert offered(table) == ["Mira cast Reverse Death", "Mira no spell"]
    play(table, "Mira cast Reverse Death at Ajax")
    assert fighter(table, "Ajax").status == "active"
    assert fighter(table, "Hector").status == "dead"
    assert table.outcome is not None


def test_channel_energy_moves_damage() -> None:
    """SPL-34, RUL-115: from Ajax to Hector, who resists; it costs three more than the points."""
    table = party("channel-energy", dice=WIN, ajax={"damage": 7}, hector={"damage": 8})
    play(table, "Mira cast Channel Energy at Hector from Ajax")
    assert offered(table)[-1] == "Mira cast Channel Energy at Hector from Ajax for 7"
    contest(table, "Mira cast Channel Energy at Hector from Ajax for 4")
    assert fighter(table, "Ajax").damage == 3
    assert (fighter(table, "Hector").damage, fighter(table, "Hector").status) == (12, "dying")
    assert fighter(table, "Mira").fatigue == 7


def test_channel_energy_to_a_friend_is_not_resisted() -> None:
    """SPL-34, RUL-98."""
    table = party("channel-energy", dice="1 1 1", hector={"damage": 3})
    play(table, "Mira cast Channel Energy at Ajax from Hector for 2")
    assert (fighter(table, "Ajax").damage, fighter(table, "Hector").damage) == (2, 1)


def test_death_ignores_armor() -> None:
    """SPL-31, RUL-115: a point for a point."""
    table = party("death", dice=WIN, hector={"armor": ["leather"]})
    contest(table, "Mira cast Death at Hector for 5")
    assert (fighter(table, "Hector").damage, fighter(table, "Mira").fatigue) == (5, 5)


def test_a_blast_spares_only_the_caster() -> None:
    """SPL-52, RUL-119: everybody around, armor no help; no attack that could be answered."""
    table = party("blast", dice="1 1 1, 4", ajax={"armor": ["leather"]})
    promised = figures(table, "Mira cast Blast")
    assert promised["damage"] == 0 < promised["to friends"]  # only a friend is near
    play(table, "Mira cast Blast")
    damage = [fighter(table, name).damage for name in ("Mira", "Ajax", "Hector")]
    assert damage == [0, 4, 0]
    assert fighter(table, "Mira").fatigue == 2


# -- things ------------------------------------------------------------------------------------


def test_drop_weapon_takes_a_thing_that_the_caster_names() -> None:
    """SPL-46, RUL-116: it lies in the target's hex; armor is not dropped."""
    table = party("drop-weapon", dice=WIN, hector={"weapons": ["club", "dagger"]})
    play(table, "Mira cast Drop Weapon")
    assert why_not(table, "Mira cast Drop Weapon at Paris") == "Paris carries nothing (SPL-46)"
    play(table, "Mira cast Drop Weapon at Hector")
    assert [one.rsplit(" on ")[1] for one in offered(table)] == ["club", "dagger"]
    contest(table, "Mira cast Drop Weapon at Hector on club")
    hector = fighter(table, "Hector")
    assert (hector.ready, hector.carried) == ((), ("dagger",))
    assert table.state.ground[hector.hex] == ("club",)


def test_break_weapon_shatters_it_but_no_staff_of_power() -> None:
    """SPL-53, RUL-116, RUL-101: a magical staff does not break."""
    table = party("break-weapon", dice=WIN)
    contest(table, "Mira cast Break Weapon at Hector on club")
    assert fighter(table, "Hector").ready == ()
    assert table.state.ground == {}
    staff = {"weapons": ["wizards-staff"], "magic": True, "staff": 2, "iq": 9}
    table = play(
        party("break-weapon", hector=staff, ajax={"weapons": ["club"]}), "Mira cast Break Weapon"
    )
    assert why_not(table, "Mira cast Break Weapon at Hector") == (
        "Hector has no weapon that would break (SPL-53)"
    )


# -- places ------------------------------------------------------------------------------------


def test_avert_pushes_step_by_step_away() -> None:
    """SPL-47, RUL-116: up to three hexes a point, each farther from the caster."""
    table = party("avert-1", dice=WIN)
    contest(table, "Mira cast Avert-1 at Hector for 1")
    assert all(one.startswith("Mira push Hector to 07") for one in offered(table))
    play(table, offered(table)[0])
    assert offered(table)[-1] == "Mira stop"
    play(table, "Mira stop")
    assert str(fighter(table, "Hector").hex).startswith("07")


def test_avert_stops_at_obstacles() -> None:
    """RUL-116: the edge of the board is one."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0101", "avert-1"),
        who("Hector", "Trojans", "0501"),
        dice=WIN,
        map=".   .   .\n  .   .\n",
    )
    play(table, "Mira stay")
    contest(table, "Mira cast Avert-1 at Hector for 1")
    assert "push" not in asked(table)
    assert str(fighter(table, "Hector").hex) == "0501"


def test_avert_breaks_grapples() -> None:
    """RUL-116."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "avert-1"),
        who("Ajax", "Greeks", "0604"),
        who("Hector", "Trojans", holds="Ajax"),
        dice=WIN,
    )
    play(table, "Mira", "Mira stay")
    contest(table, "Mira cast Avert-1 at Hector for 1")
    play(table, offered(table)[0], "Mira stop")
    assert not fighter(table, "Ajax").joined


def test_trip_costs_the_next_turn_and_nothing_else() -> None:
    """SPL-48, RUL-116, RUL-57: Hector's turn is lost."""
    table = contest(party("trip", dice=WIN), "Mira cast Trip at Hector")
    assert fighter(table, "Hector").turns_owed == 1
    play(table, "Ajax stay", "Ajax done")
    assert "Hector has given up this turn" in told(table)


def test_teleport_moves_anybody_to_an_empty_hex_in_sight() -> None:
    """SPL-74, RUL-118: friends on 3/IQ, foes resist; grapples are broken."""
    table = party("teleport", dice="1 1 1")
    play(table, "Mira cast Teleport at Ajax")
    assert "Mira cast Teleport at Ajax to 0604" not in offered(table)
    play(table, "Mira cast Teleport at Ajax to 0704")
    assert str(fighter(table, "Ajax").hex) == "0704"
    foe = party("teleport", dice=WIN)
    contest(foe, "Mira cast Teleport at Hector to 0901")
    assert str(fighter(foe, "Hector").hex) == "0901"


def test_fire_burns_whoever_is_pushed_into_it() -> None:
    """RUL-105, RUL-116: each fire hex entered, however he came there."""
    table = party("teleport", "fire-1", dice="1 1 1, 6 6, 1")
    play(table, "Mira cast Fire-1 at 0704", "Ajax stay", "Ajax done", "Hector", "Hector stay")
    play(table, "Hector done", "Paris stay", "Paris done", "Mira", "Mira stay")
    contest(table, "Mira cast Teleport at Hector to 0704")
    assert fighter(table, "Hector").damage == 2


# -- for the adventure -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "name"),
    [("reveal-magic", "Reveal Magic"), ("read-mind", "Read Mind"), ("see-future", "See Future")],
)
def test_spells_of_seeing_are_noted_for_the_adventure(id: str, name: str) -> None:
    """SPL-66, SPL-67, SPL-68, MAG-20, RUL-120: only his own side hears of it."""
    table = play(party(id, dice="1 1 1"), f"Mira cast {name}")
    assert table.state.seen == (("Mira", id),)
    words = f"{name} opens the eyes of Mira"
    assert words in [str(event) for event in table.events_for("Greeks")]
    assert words not in [str(event) for event in table.events_for("Trojans")]


def test_raise_the_dead_puts_a_spirit_into_a_living_host() -> None:
    """SPL-77, RUL-118: it costs the spirit's IQ; Dispel ends it."""
    table = party("raise-the-dead", dice=WIN, ajax={"damage": 30, "dx": 14}, iq=18, st=30)
    contest(table, "Mira cast Raise the Dead at Hector with Ajax")
    assert fighter(table, "Mira").fatigue == 9
    assert fighter(table, "Hector").dx == 14
    assert [cast.word for cast in table.state.spells] == ["Ajax"]
    fight = table.state
    undone(fight, fight.spells[0])
    assert fight.named("Hector").dx == 11
    assert fight.spells == ()


def test_raise_the_dead_needs_a_dead_one() -> None:
    """SPL-77."""
    assert why_not(party("raise-the-dead", iq=18), "Mira cast Raise the Dead") == (
        "there is nobody in sight to cast it at (MAG-5)"
    )


def test_mind_control_hands_the_target_over() -> None:
    """SPL-39, RUL-112: he loses a turn, and is played by the caster's side."""
    table = contest(party("mind-control", dice=WIN), "Mira cast Mind Control at Hector")
    assert (fighter(table, "Hector").seat, fighter(table, "Hector").turns_owed) == ("Greeks", 1)
    fight = table.state
    undone(fight, fight.spells[0])
    assert fight.named("Hector").seat == "Trojans"
