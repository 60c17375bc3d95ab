"""The end of combat (RUL-69): medics, last draughts, deaths, captures, experience."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.fighter import Fight
from legendry.legends.turns import standing
from legendry.odds import passes
from legendry.table import Table
from tests.legends.arena import (
    ALL,
    AW,
    TS,
    TSC,
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

SHARED = pytest.mark.parametrize("edition", [AW, TS])
"""Where a medic may divide his points."""
HECTOR = who("Hector", "Trojans", "0604", damage=11)
"""One blow fells him."""


def won(edition: str, *others: dict[str, Any], dice: str = "", **more: Any) -> Table[Fight]:
    """Ajax has just felled Hector with one point, and the fight is over."""
    ajax = who("Ajax", "Greeks", "0504", weapons=["club"], **more.pop("ajax", {}))
    hector = more.pop("hector", HECTOR)
    table = arena(edition, ajax, hector, *others, dice=f"3 3 3, 1, {dice}", **more)
    if len([one for one in others if one["side"] == "Greeks"]) and "who acts" in asked(table):
        play(table, "Ajax")
    return play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")


def machaon(level: int = 3, **more: Any) -> dict[str, Any]:
    return who("Machaon", "Greeks", "0101", skills={"medic": level}, **more)


def hurt_ajax(edition: str, *others: dict[str, Any], dice: str = "", **more: Any) -> Table[Fight]:
    """Hector wounds Ajax for three points, and then Ajax fells him."""
    ajax = who("Ajax", "Greeks", "0504", weapons=["club"], **more.pop("ajax", {}))
    hector = who("Hector", "Trojans", "0604", weapons=["club"], damage=11)
    table = arena(
        edition,
        ajax,
        hector,
        *others,
        dice=f"3 3 3, 3, 3 3 3, 1, {dice}",
        greeks_first=False,
        **more,
    )
    play(table, "Hector stay", "Hector strike Ajax", "Ajax take it", "Ajax take it")
    if "who acts" in asked(table):
        play(table, "Ajax")
    return play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")


# -- medics ------------------------------------------------------------------------------------


def test_in_classic_a_medic_has_one_patient() -> None:
    """SKL-47, RUL-91: he names him, passes 3/IQ with his level, and heals a point a level."""
    table = hurt_ajax(TSC, machaon(2), dice="3 4 4", ajax={"damage": 5})
    assert asked(table) == "Greeks: the fight is over: whom does Machaon treat?"
    assert offered(table) == [
        "Machaon treat Ajax",
        "Machaon treat Hector",
        "Machaon leave the wounded",
    ]
    assert figures(table, "Machaon treat Ajax") == {"works": passes(3, 11)}
    play(table, "Machaon treat Ajax")
    assert fighter(table, "Ajax").damage == 6
    assert table.outcome is not None
    assert "Ajax is healed of 2 damage" in told(table)


@ALL
def test_a_failed_try_heals_nothing_and_there_is_no_other(edition: str) -> None:
    """RUL-91: one try a medic and combat."""
    table = hurt_ajax(edition, machaon(2), dice="6 6 6")
    play(table, offered(table)[0])
    assert table.outcome is not None
    assert fighter(table, "Ajax").damage == 3


@SHARED
def test_elsewhere_the_points_are_divided_freely(edition: str) -> None:
    """SKL-47, RUL-91: asked in steps, patient by patient; he may stop before all are given."""
    table = hurt_ajax(edition, machaon(4), dice="3 4 4")
    assert offered(table) == ["Machaon treat the wounded", "Machaon leave the wounded"]
    assert figures(table, "Machaon treat the wounded") == {"works": passes(3, 13)}
    play(table, "Machaon treat the wounded")
    assert asked(table) == "Greeks: whom does Machaon treat? Points left: 4"
    play(table, "Machaon treat Ajax")
    assert offered(table) == [f"Machaon treat Ajax {n}" for n in (3, 2, 1)]
    play(table, "Machaon treat Ajax 2")
    assert asked(table) == "Greeks: whom does Machaon treat? Points left: 2"
    play(table, "Machaon treat Hector")
    assert fighter(table, "Hector").damage == 11
    play(table, "Machaon stop treating")
    assert fighter(table, "Ajax").damage == 1
    assert table.outcome is not None


@ALL
def test_only_damage_of_that_combat(edition: str) -> None:
    """RUL-91: Ajax came with five points, and those stay."""
    table = hurt_ajax(edition, machaon(9), dice="3 4 4", ajax={"damage": 5})
    if edition == TSC:
        play(table, "Machaon treat Ajax")
    else:
        play(table, "Machaon treat the wounded", "Machaon treat Ajax", "Machaon treat Ajax 3")
        assert "Machaon treat Ajax" not in offered(table)
        play(table, "Machaon stop treating")
    assert fighter(table, "Ajax").damage == 5


@ALL
def test_wounds_of_that_combat_after_older_ones_were_healed_in_it(edition: str) -> None:
    """SKL-47, RUL-91: Ajax came with six points and wished them away; the three are of this combat."""
    ajax = who("Ajax", "Greeks", "0504", weapons=["club"], damage=6, wishes=1)
    hector = who("Hector", "Trojans", "0604", weapons=["club"], damage=11)
    dice = "3 3 3, 3, 3 3 3, 1, 3 4 4"
    table = arena(edition, ajax, hector, machaon(9), dice=dice)
    play(table, "Ajax wish", "Ajax pass", "Machaon pass")
    play(table, "Hector stay", "Hector strike Ajax", "Ajax take it", "Ajax take it")
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    if edition == TSC:
        play(table, "Machaon treat Ajax")
    else:
        play(table, "Machaon treat the wounded", "Machaon treat Ajax", "Machaon treat Ajax 3")
    assert fighter(table, "Ajax").damage == 0


@ALL
def test_what_is_healed_is_of_that_combat_first(edition: str) -> None:
    """RUL-91: of five old points and three new ones two are healed; one is left to treat."""
    ajax = who(
        "Ajax", "Greeks", "0504", weapons=["club"], damage=5, belongings=["healing-potion/2"]
    )
    hector = who("Hector", "Trojans", "0604", weapons=["club"], damage=11)
    dice = "3 3 3, 3, 3 3 3, 1, 3 4 4"
    table = arena(edition, ajax, hector, machaon(9), dice=dice, greeks_first=False)
    play(table, "Hector stay", "Hector strike Ajax", "Ajax take it", "Ajax take it")
    play(table, "Ajax stay", "Ajax drink healing potion (2)", "Machaon pass", "Hector pass")
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    if edition == TSC:
        play(table, "Machaon treat Ajax")
    else:
        play(table, "Machaon treat the wounded", "Machaon treat Ajax", "Machaon stop treating")
    assert fighter(table, "Ajax").damage == 5


@ALL
def test_a_medic_saves_the_dying(edition: str) -> None:
    """INJ-6, RUL-91: Hector of the other side, one point beyond, is taken alive."""
    table = won(edition, machaon(1), dice="1 1 1")
    if edition == TSC:
        play(table, "Machaon treat Hector")
    else:
        play(table, "Machaon treat the wounded", "Machaon treat Hector")
    hector = fighter(table, "Hector")
    assert (hector.damage, hector.gone, hector.captured) == (11, False, True)
    assert told(table)[-2:] == ["Hector is captured", "Ajax, Machaon: 1 XP each"]


@ALL
def test_no_medic_who_is_down_or_has_nobody_to_treat(edition: str) -> None:
    """RUL-91: a conscious medic; where no damage of this combat is left, nobody is asked."""
    table = hurt_ajax(edition, machaon(3, fatigue=12))
    assert table.outcome is not None
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504"),
        machaon(3),
        who("Hector", "Trojans", "0604", fatigue=11),
        dice="3 3 3, 1",
    )
    play(table, "Ajax", "Ajax stay", "Ajax strike Hector", "Hector take it")
    assert table.outcome is not None  # he is only tired


@pytest.mark.parametrize("harm", [{"damage": 11}, {"damage": 6, "fatigue": 5}])
def test_a_loser_who_wishes_himself_whole_is_nobodys_prisoner(harm: dict[str, int]) -> None:
    """RUL-69, RUL-80, RUL-85: and while an enemy is on his feet there is no victory to learn from.

    Dying or only out of the fight, he may wish at its end.
    """
    table = won(TS, hector=who("Hector", "Trojans", "0604", wishes=1, **harm))
    play(table, "Hector no wish", "Hector wish")
    hector = fighter(table, "Hector")
    assert (hector.status, hector.captured) == ("active", False)
    assert fighter(table, "Ajax").earned == 0


@SHARED
def test_a_medic_who_comes_to_has_his_try(edition: str) -> None:
    """RUL-91: the first medic brings the second to, who then treats the others."""
    podalirius = who("Podalirius", "Greeks", "0505", damage=10, skills={"medic": 2})
    table = arena(
        edition,
        podalirius,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        machaon(3),
        who("Hector", "Trojans", "0604", weapons=["club"], damage=11),
        dice="3 3 3, 3, 3 3 3, 1, 1 1 1, 1 1 1",
        greeks_first=False,
    )
    play(table, "Hector stay", "Hector strike Podalirius", "Podalirius take it")
    assert fighter(table, "Podalirius").status == "dying"
    play(table, "Ajax", "Ajax stay", "Ajax strike Hector", "Hector take it")
    play(table, "Machaon treat the wounded", "Machaon treat Podalirius 3")
    assert asked(table) == "Greeks: the fight is over: does Podalirius treat the wounded?"
    play(table, "Podalirius treat the wounded", "Podalirius treat Hector")
    assert not fighter(table, "Hector").gone


# -- potions -----------------------------------------------------------------------------------


@ALL
def test_a_last_draught_for_the_dying(edition: str) -> None:
    """RUL-95, INJ-6, EX-D-24: ST 10, damage 12, healed of 3 leaves 1, and he lives."""
    nestor = who("Nestor", "Greeks", "0101", st=10, damage=12)
    ajax = {"belongings": ["healing-potion/3", "healing-potion/1", "potion/ST/4"]}
    table = won(edition, nestor, ajax=ajax)
    assert asked(table) == "Greeks: the fight is over: does Ajax use a potion?"
    assert offered(table) == [
        "Ajax administer healing potion (3) to Hector",
        "Ajax administer healing potion (3) to Nestor",
        "Ajax administer healing potion (1) to Hector",
        "Ajax administer healing potion (1) to Nestor",
        "Ajax no potion",
    ]
    assert "RUL-95" in why_not(table, "Ajax drink healing potion (3)")
    play(table, "Ajax administer healing potion (3) to Nestor", "Ajax no potion")
    nestor_now = fighter(table, "Nestor")
    assert (nestor_now.damage, nestor_now.gone) == (9, False)
    assert fighter(table, "Hector").gone
    assert fighter(table, "Ajax").potions == ("healing-potion/1", "potion/ST/4")


@ALL
def test_while_nobody_is_dying_potions_wait(edition: str) -> None:
    """RUL-95: a scratch can be healed any time; the end of combat asks for lives only."""
    table = hurt_ajax(edition, ajax={"belongings": ["healing-potion/3"]})
    assert asked(table) == "Greeks: the fight is over: does Ajax use a potion?"  # Hector is dying
    play(table, "Ajax no potion")
    assert table.outcome is not None
    hector = who("Hector", "Trojans", "0604", st=30, damage=14, fatigue=15)
    table = won(edition, hector=hector, ajax={"damage": 2, "belongings": ["healing-potion/3"]})
    assert table.outcome is not None


def test_medics_come_before_potions_and_potions_before_magic_and_wishes() -> None:
    """RUL-69: Medic, potions, Reverse Death, wishes, in this order."""
    circe = mage(
        "Circe", "Greeks", "0505", "reverse-death", st=30,
        skills={"medic": 1}, belongings=["healing-potion/1"],
    )  # fmt: skip
    nestor = who("Nestor", "Greeks", "0406", damage=14, wishes=1)
    ajax = who("Ajax", "Greeks", "0504", weapons=["club"])
    table = arena(AW, ajax, circe, nestor, HECTOR, dice="3 3 3, 1, 6 6 6")
    play(table, "Nestor no wish", "Ajax", "Ajax stay", "Ajax strike Hector", "Hector take it")
    questions = []
    for answer in ("Circe treat the wounded", "Circe no potion", "Circe no spell", "Nestor wish"):
        questions.append(asked(table).partition(": ")[2])
        play(table, answer)
    assert questions == [
        "the fight is over: does Circe treat the wounded?",
        "the fight is over: does Circe use a potion?",
        "the fight is over: does Circe cast a spell?",
        "Nestor is dying. Does he spend a wish?",
    ]
    assert fighter(table, "Nestor").damage == 0


# -- captures and experience -------------------------------------------------------------------


@ALL
def test_experience_for_everybody_who_stayed(edition: str) -> None:
    """CAM-2, RUL-80: present is enough, the incapacitated included; the dead get nothing."""
    others = [
        who("Nestor", "Greeks", "0101"),
        who("Teucer", "Greeks", "0103", fatigue=12),
        who("Patroclus", "Greeks", "0105", damage=24),
    ]
    table = won(edition, *others)
    assert told(table)[-1] == "Ajax, Nestor, Teucer: 1 XP each"
    names = ("Ajax", "Nestor", "Teucer", "Patroclus", "Hector")
    assert [fighter(table, name).earned for name in names] == [1, 1, 1, 0, 0]
    assert table.view(None).fighters["Ajax"].earned == 1  # type: ignore[attr-defined]


@ALL
def test_by_option_only_for_those_who_acted(edition: str) -> None:
    """RUL-80 `xp_contribution`: Nestor has done nothing, and learned nothing."""
    table = won(edition, who("Nestor", "Greeks", "0101"), options={"xp_contribution": "acted"})
    assert told(table)[-1] == "Ajax: 1 XP"


@ALL
def test_a_reaction_is_a_deed_too(edition: str) -> None:
    """RUL-80 `xp_contribution`: who only struck back had his part in it."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0604", weapons=["club"], damage=11),
        dice="6 6 6, 3 3 3, 1",
        options={"xp_contribution": "acted"},
        greeks_first=False,
    )
    play(table, "Hector stay", "Hector strike Ajax", "Ajax counter")
    assert told(table)[-1] == "Ajax: 1 XP"


@ALL
def test_who_fled_learns_nothing_and_the_routed_are_beaten(edition: str) -> None:
    """CAM-2, CAM-3, RUL-80: an enemy off the board is routed; one's own who fled gets none."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0104"),
        who("Nestor", "Greeks", "0101"),
        who("Hector", "Trojans", "1304"),
        leave="edge",
    )
    play(table, "Nestor", "Nestor leave by 0101", "Ajax pass", "Hector leave by 1304")
    assert table.outcome is not None
    assert told(table)[-1] == "Ajax: 1 XP"


@ALL
def test_no_victory_no_experience(edition: str) -> None:
    """CAM-2: a fight that is called off teaches nobody anything."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0101"),
        who("Hector", "Trojans", "1301"),
        options={"no_progress": 1},
    )
    play(table, "Ajax pass", "Hector pass")
    assert table.outcome is not None
    assert not [one.name for one in table.state.fighters if one.earned]


def test_the_order_of_captures_and_experience() -> None:
    """RUL-69: deaths, captures, experience, fatigue."""
    table = won(AW, who("Paris", "Trojans", "0103", fatigue=12))
    assert told(table)[-3:] == ["Hector is dead", "Paris is captured", "Ajax: 1 XP"]
    assert fighter(table, "Paris").fatigue == 11


# -- staffs and suits --------------------------------------------------------------------------


def test_a_staff_starts_with_the_power_that_is_left_in_it() -> None:
    """MAG-11: `charge` is what the last night left; full if nothing is said."""
    staff = {"weapons": ["wizards-staff"], "staff": 5}
    table = arena(
        AW,
        mage("Circe", "Greeks", "0101", "blur", charge=2, **staff),
        mage("Medea", "Trojans", "1301", "blur", **staff),
    )
    assert (fighter(table, "Circe").staff, fighter(table, "Medea").staff) == (2, 5)


@pytest.mark.parametrize("edition", [TSC, TS])
def test_a_suit_that_failed_before_is_without_power(edition: str) -> None:
    """ARM-6, RUL-79: the failure lasts until it is repaired; the set-up says so. EX-D-25"""
    ripley = who("Ripley", "Crew", "0101", dx=12, armor=["battle-armor"])
    table = arena(edition, {**ripley, "suit_failed": True}, who("Guard", "Pirates", "1301"))
    assert (fighter(table, "Ripley").dx, fighter(table, "Ripley").ma) == (9, 4)
    table = arena(edition, ripley, who("Guard", "Pirates", "1301"))
    assert fighter(table, "Ripley").dx == 11


def test_who_comes_to_after_the_fight_is_taken_all_the_same_rul_69() -> None:
    """A point of fatigue back (INJ-8) puts Hector on his feet, but the field is the Greeks'."""
    ajax = who("Ajax", "Greeks", "0504")
    hector = who("Hector", "Trojans", "0604", fatigue=11)
    table = arena(AW, ajax, hector, dice="3 3 3, 1")
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    fallen = fighter(table, "Hector")
    assert (fallen.fatigue, fallen.active, fallen.captured) == (11, True, True)
    assert standing(table.state) == {table.state.sides.index("Greeks")}
