"""Potions in fights (RUL-95, RUL-15): drunk or administered, to heal or to be better."""

from __future__ import annotations

from typing import Any

from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.odds import passes
from legendry.table import Table
from tests.legends.arena import (
    ALL,
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

HECTOR = who("Hector", "Trojans", "1301")


def healer(edition: str, *potions: str, **more: Any) -> Table[Fight]:
    """Machaon has potions; Ajax is beside him, Nestor far away."""
    return arena(
        edition,
        who("Machaon", "Greeks", "0504", belongings=[*potions], **more.pop("machaon", {})),
        who("Ajax", "Greeks", "0505", **more.pop("ajax", {})),
        who("Nestor", "Greeks", "0101", damage=3),
        more.pop("foe", HECTOR),
        **more,
    )


@ALL
def test_drinking_is_an_action_and_heals_damage(edition: str) -> None:
    """RUL-95, RUL-15: four points of six, after a move; the potion is gone, fatigue stays."""
    potion = "healing-potion/4"
    table = healer(edition, potion, potion, machaon={"damage": 6, "fatigue": 1})
    assert table.view(None).fighters["Machaon"].potions == (  # type: ignore[attr-defined]
        "healing potion (4)",
        "healing potion (4)",
    )
    play(table, "Machaon", "Machaon move 0404", "Machaon drink healing potion (4)")
    assert told(table)[-2:] == [
        "Machaon drinks a healing potion (4)",
        "Machaon is healed of 4 damage",
    ]
    one = fighter(table, "Machaon")
    assert (one.damage, one.fatigue, one.potions, one.acted) == (2, 1, (potion,), True)


@ALL
def test_no_more_than_there_is_to_heal(edition: str) -> None:
    """RUL-95: a potion of nine points on three of damage."""
    table = healer(edition, "healing-potion/9", machaon={"damage": 3})
    play(table, "Machaon", "Machaon stay", "Machaon drink healing potion (9)")
    assert fighter(table, "Machaon").damage == 0


@ALL
def test_administered_it_brings_the_dying_back(edition: str) -> None:
    """RUL-95, RUL-67: below ST again, he is active at once, and can act in this very turn."""
    table = healer(edition, "healing-potion/4", ajax={"damage": 13})
    assert fighter(table, "Ajax").status == "dying"
    play(table, "Machaon", "Machaon stay", "Machaon administer healing potion (4) to Ajax")
    assert "Machaon gives Ajax a healing potion (4) to drink" in told(table)
    assert fighter(table, "Ajax").status == "active"
    play(table, "Nestor")
    table.undo("Greeks")
    assert offered(table) == ["Ajax", "Nestor"]


@ALL
def test_what_cannot_be_done_with_a_potion(edition: str) -> None:
    """RUL-95: nothing to heal, nobody beside him, an enemy, the dead; each with its reason."""
    table = healer(
        edition,
        "healing-potion/4",
        ajax={"damage": 24},
        foe=who("Hector", "Trojans", "0604", damage=1),
    )
    play(table, "Machaon", "Machaon stay")
    assert not [one for one in offered(table) if "potion" in one]
    give = "Machaon administer healing potion (4) to"
    assert why_not(table, "Machaon drink healing potion (4)") == (
        "Machaon has no damage to heal (RUL-95)"
    )
    assert why_not(table, f"{give} Nestor") == "Nestor is not beside Machaon (RUL-95)"
    assert why_not(table, f"{give} Ajax") == "Ajax is dead (RUL-95)"
    assert why_not(table, f"{give} Hector") == "Hector is no friend of Machaon (RUL-95)"


@ALL
def test_a_potion_for_an_attribute_lasts_the_encounter(edition: str) -> None:
    """SKL-37, RUL-95, RUL-18: +3 DX, MA included, until the fight is over."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", belongings=["potion/DX/3"], weapons=["club"]),
        who("Hector", "Trojans", "0604", damage=11),
        dice="5 5 4, 2",
    )
    play(table, "Ajax stay", "Ajax drink potion of DX +3")
    one = fighter(table, "Ajax")
    assert (one.dx, one.ma) == (14, 7)
    assert table.view(None).fighters["Ajax"].boosts == (  # type: ignore[attr-defined]
        "+3 to DX (potion of DX +3)",
    )
    play(table, "Hector pass", "Ajax stay")
    assert figures(table, "Ajax strike Hector")["hit"] == passes(3, 14)
    play(table, "Ajax strike Hector", "Hector take it")
    assert table.outcome is not None
    assert (fighter(table, "Ajax").dx, fighter(table, "Ajax").boosts) == (11, ())


@ALL
def test_a_potion_of_st_may_bring_somebody_to(edition: str) -> None:
    """SKL-37, INJ-2: effective ST is what one falls by."""
    table = healer(edition, "potion/ST/2", ajax={"damage": 5, "fatigue": 7})
    assert fighter(table, "Ajax").status == "incapacitated"
    play(table, "Machaon", "Machaon stay", "Machaon administer potion of ST +2 to Ajax")
    assert fighter(table, "Ajax").active
    assert fighter(table, "Ajax").st == 14


@ALL
def test_a_potion_for_a_skill(edition: str) -> None:
    """SKL-37: a level of Axe, to hit or to damage, for one who had none."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", belongings=["potion/axe/2"], weapons=["club"]),
        who("Hector", "Trojans", "0604", st=30),
    )
    play(table, "Ajax stay", "Ajax drink potion of axe +2", "Hector pass", "Ajax stay")
    assert figures(table, "Ajax strike Hector")["hit"] == passes(3, 13)
    assert "Ajax strike Hector for damage" in offered(table)


@ALL
def test_two_potions_add_up(edition: str) -> None:
    """SKL-37: each does what it says; nothing forbids a second draught."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0101", belongings=["potion/IQ/1", "potion/IQ/2"]),
        HECTOR,
    )
    play(table, "Ajax stay", "Ajax drink potion of IQ +1", "Hector pass")
    play(table, "Ajax stay", "Ajax drink potion of IQ +2")
    assert fighter(table, "Ajax").iq == 12


@ALL
def test_the_held_can_drink_but_look_after_nobody(edition: str) -> None:
    """GRP-1, RUL-95."""
    table = arena(
        edition,
        who("Hector", "Trojans", "0504"),
        who("Ajax", "Greeks", "0504", holds="Hector", damage=2, belongings=["healing-potion/2"]),
        who("Nestor", "Greeks", "0505", damage=2),
        greeks_first=False,
    )
    play(table, "Ajax", "Ajax stay")
    assert "Ajax drink healing potion (2)" in offered(table)
    words = "Ajax administer healing potion (2) to Nestor"
    assert why_not(table, words) == "Ajax is held (GRP-1)"


def test_beasts_do_not_drink() -> None:
    """RUL-117: who has taken another shape has no use of what he carries."""
    table = arena(
        AW,
        mage("Circe", "Greeks", "0504", "werewolf", damage=2, belongings=["healing-potion/2"]),
        HECTOR,
        dice="1 1 1",
    )
    play(table, "Circe stay", "Circe cast Werewolf", "Hector pass")
    assert fighter(table, "Circe").form
    play(table, "Circe stay")
    assert "RUL-117" in why_not(table, "Circe drink healing potion (2)")


def test_other_belongings_are_no_potions() -> None:
    """RUL-95: rations, herbs and a silver key are not for drinking."""
    goods = ["ration", "healing-herbs", "a silver key", "healing-potion/x", "potion/ST"]
    table = arena(AW, who("Ajax", "Greeks", "0101", damage=2, belongings=goods), HECTOR)
    assert fighter(table, "Ajax").potions == ()
    play(table, "Ajax stay")
    assert not [one for one in offered(table) if "drink" in one]


@ALL
def test_potions_and_their_work_survive_as_bytes(edition: str) -> None:
    """RUL-95: a fight that is kept and thawed has what was drunk, and what was not."""
    table = healer(edition, "potion/DX/3", "healing-potion/1")
    play(table, "Machaon", "Machaon stay", "Machaon drink potion of DX +3")
    again = FIGHT.thaw(table.header, FIGHT.freeze(table.state))
    assert again.named("Machaon").dx == 14
    assert again.named("Machaon").potions == ("healing-potion/1",)
    assert asked(table) == "Greeks: who acts?"
