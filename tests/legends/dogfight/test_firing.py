"""Fire and what it does: shots, runs, damage, sections and crews (DOG-16 to DOG-24)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.legends.dogfight.events import Damaged
from legendry.legends.dogfight.game import DOGFIGHT
from legendry.odds import best_contest, passes
from legendry.table import Table
from tests.legends.dogfight.squadron import (
    BOTH,
    TS,
    TSC,
    contest,
    craft,
    figures,
    flyer,
    member,
    offered,
    pair,
    person,
    place,
    play,
    stands,
    told,
    why_not,
)

FIRE = "Kit-Kat fire Vulture"


def behind(edition: str, dice: str = "", **more: Any) -> Table[Any]:
    """Kit-Kat at the tail of Vulture."""
    return place(pair(edition, dice, **more), "Kit-Kat", "pursuit", "Vulture")


# -- when --------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("position", ["disengaged", "fleeing", "turning"])
def test_fire_only_from_pursuit_dog_16(edition: str, position: str) -> None:
    table = place(pair(edition), "Kit-Kat", position, "Vulture")
    assert FIRE not in offered(table)
    assert why_not(table, FIRE) == "Kit-Kat does not pursue Vulture (DOG-16)"
    assert FIRE in offered(behind(edition))


@BOTH
def test_no_weapons_no_fire_crf_10(edition: str) -> None:
    unarmed = "Engineering1, Operations1, /1"
    assert "CRF-10" in why_not(behind(edition, build=unarmed), FIRE)
    assert "CRF-10" in why_not(pair(edition, build=unarmed), "Kit-Kat run Vulture")
    if edition == TS:
        assert "CRF-10" in why_not(pair(edition, build=unarmed), "Kit-Kat face Vulture")


def test_maneuver_or_fire_dog_4() -> None:
    """TS: one of the two, and the turn is over."""
    table = play(behind(TS, "6 6 6"), FIRE)
    assert table.state.side == 1
    table = play(behind(TS, "1, 2"), "Kit-Kat maneuver Vulture", *contest("Kit-Kat", "Vulture"))
    play(table, "Vulture turning")
    assert table.state.side == 1


def test_maneuver_and_fire_in_either_order_dog_4() -> None:
    """TSC, RUL-131: firing first does not cancel the duty to maneuver; one shot a turn (RUL-124)."""
    table = play(behind(TSC, "6 6 6, 2, 1"), FIRE)
    assert offered(table) == ["Kit-Kat maneuver Vulture"]
    assert why_not(table, FIRE) == "Kit-Kat has fired in this turn (RUL-124)"
    assert "DOG-7" in why_not(table, "Kit-Kat pass")
    play(table, "Kit-Kat maneuver Vulture", *contest("Kit-Kat", "Vulture"))
    play(table, "Kit-Kat pursue Vulture")
    assert table.state.side == 1
    table = play(behind(TSC, "2, 1"), "Kit-Kat maneuver Vulture", *contest("Kit-Kat", "Vulture"))
    play(table, "Kit-Kat pursue Vulture")
    assert offered(table) == [FIRE, "Kit-Kat pass"]
    assert "RUL-136" in why_not(table, "Kit-Kat maneuver Vulture")


def test_pursuit_is_needed_at_the_moment_of_firing_rul_131() -> None:
    """TSC: whoever loses pursuit by his maneuver has no shot left, and his turn is over."""
    table = play(behind(TSC, "1, 2"), "Kit-Kat maneuver Vulture", *contest("Kit-Kat", "Vulture"))
    assert stands(table) == "turning"
    assert table.state.side == 1


def test_after_a_kill_the_classic_turn_goes_on_dog_4() -> None:
    wasp = craft("Wasp", "Trojans")
    table = play(behind(TSC, "1 1 1, 6", others=[wasp]), FIRE, "Kit-Kat inflict 4")
    assert offered(table) == ["Kit-Kat maneuver Wasp", "Kit-Kat pass"]
    assert "RUL-124" in why_not(table, "Kit-Kat run Wasp")


# -- to hit ------------------------------------------------------------------------------------


@BOTH
def test_three_dice_from_pursuit_dog_17(edition: str) -> None:
    """DOG-17, SKL-15: 3/DX+GUNNER; a gunner of his own, or the pilot (RUL-124)."""
    alone = behind(edition, "4 4 3", kit={"skills": {"gunner": 2}})
    assert flyer(alone, "Kit-Kat").gunnery.total == 13
    assert figures(alone, FIRE)["hit"] == passes(3, 13)
    gunner = {"gunner": {"dx": 8, "skills": {"gunner": 1}}}
    table = behind(edition, "4 4 1", kit=gunner)
    assert figures(table, FIRE)["hit"] == passes(3, 9)
    assert "damage" not in str(play(table, FIRE).record)
    table = behind(edition, "4 4 2", kit=gunner, others=())
    assert "Kit-Kat's gunner fails 3/DX+Gunner" in " ".join(told(play(table, FIRE)))


@BOTH
def test_curses_of_the_gunner_cam_13(edition: str) -> None:
    """CAM-13, RUL-87: one more on the check; AW and TS also one less damage, never below 1."""
    table = behind(edition, "3 4 4", kit={"curses": 1})
    assert figures(table, FIRE)["hit"] == passes(3, 10)
    play(table, FIRE)
    assert "Kit-Kat's pilot fails 3/DX+Gunner (fire at Vulture): 3 4 4 = 12 > 11" in told(table)
    table = play(behind(edition, "3 4 3, 4", kit={"curses": 1}), FIRE)
    assert offered(table)[0] == ("Kit-Kat inflict 2" if edition == TS else "Kit-Kat inflict 3")
    bare = "Cargo1, Engineering1, Operations1, Living1, d6"
    table = play(behind(edition, "1 1 1, 1", kit={"curses": 3}, other=bare), FIRE)
    assert offered(table)[0] == "Kit-Kat inflict 1"


@BOTH
def test_karma_on_shots_and_damage_rul_84(edition: str) -> None:
    table = behind(edition, "6 6 6, 1 1 1, 2, 6", kit={"karma": 2})
    play(table, FIRE)
    assert figures(table, "Kit-Kat's pilot re-roll")["win"] == passes(3, 11)
    play(table, "Kit-Kat's pilot re-roll", "Kit-Kat's pilot keep")
    assert figures(table, "Kit-Kat's pilot re-roll")["win"] == Fraction(4, 6)
    play(table, "Kit-Kat's pilot re-roll")
    assert offered(table)[0] == "Kit-Kat inflict 4"
    assert member(table, "Kit-Kat's pilot").karma == 0


def test_the_target_may_spend_karma_on_it_rul_84() -> None:
    """`karma_scope`: any roll that concerns him."""
    options = {"karma_scope": "any_roll_on_self"}
    table = behind(TS, "1 1 1, 6 6 6", vulture={"karma": 1}, options=options)
    play(table, FIRE)
    assert figures(table, "Vulture's pilot re-roll")["win"] == 1 - passes(3, 11)
    play(table, "Vulture's pilot re-roll")
    assert table.state.side == 1


# -- firing runs -------------------------------------------------------------------------------


def test_a_firing_run_takes_four_dice_dog_18() -> None:
    table = pair(TS, "3 3 3 2, 5")
    assert figures(table, "Kit-Kat run Vulture")["hit"] == passes(4, 11)
    play(table, "Kit-Kat run Vulture", "Kit-Kat inflict 4")
    assert flyer(table, "Vulture").status == "destroyed"


def test_a_classic_run_takes_a_contest_first_dog_18() -> None:
    """DOG-18, RUL-130: the contest includes M; not won, no shot."""
    table = pair(TSC, "2, 3", build="Engineering1, Operations1, D6, M+2")
    win = best_contest(13, 11, "attacker").attacker
    assert figures(table, "Kit-Kat run Vulture")["win"] == win
    assert figures(table, "Kit-Kat run Vulture")["hit"] == win * passes(3, 11)
    play(table, "Kit-Kat run Vulture", *contest("Kit-Kat", "Vulture"))
    assert stands(table) == "disengaged"
    assert table.state.side == 1
    two = contest("Kit-Kat", "Vulture", 2)
    assert play(pair(TSC, "6 6, 6 6"), "Kit-Kat run Vulture", *two).state.side == 1
    table = play(pair(TSC, "3, 2, 1 1 1, 3"), "Kit-Kat run Vulture", *contest("Kit-Kat", "Vulture"))
    play(table, "Kit-Kat inflict 2")
    assert stands(table) == "disengaged"
    assert flyer(table, "Vulture").status == "dead in the water"


@BOTH
def test_runs_are_for_the_wholly_disengaged_rul_130(edition: str) -> None:
    """The target may be engaged elsewhere, and stays so."""
    table = pair(edition, others=[craft("Wasp", "Trojans")])
    place(table, "Kit-Kat", "turning", "Vulture")
    assert "RUL-130" in why_not(table, "Kit-Kat run Wasp")
    dice = "6 6 6 6" if edition == TS else "2, 1, 6 6 6"
    table = pair(edition, dice, others=[craft("Wasp", "Greeks")])
    place(table, "Wasp", "pursuit", "Vulture")
    play(table, "Kit-Kat run Vulture")
    if edition == TSC:
        play(table, *contest("Kit-Kat", "Vulture"))
    assert stands(table, "Wasp", "Vulture") == "pursuit"
    assert stands(table) == "disengaged"


def test_a_run_takes_the_place_of_a_maneuver_dog_18() -> None:
    """TSC: after a maneuver that came to nothing the turn is over."""
    table = pair(TSC, "2, 2")
    play(table, "Kit-Kat maneuver Vulture", *contest("Kit-Kat", "Vulture"))
    assert stands(table) == "disengaged"
    assert table.state.side == 1


# -- facing runs -------------------------------------------------------------------------------


def test_a_facing_run_is_two_shots_at_once_dog_19() -> None:
    """DOG-19, RUL-129: both count, even if one kills; the target keeps its own turn."""
    table = pair(TS, "1 1 1, 1 1 1, 6, 6", build="Engineering1, Operations1, d6")
    look = figures(table, "Kit-Kat face Vulture")
    assert look["hit"] == passes(3, 11)
    assert look["risk"] == passes(3, 11)
    play(table, "Kit-Kat face Vulture", "Kit-Kat inflict 4", "Vulture inflict 2")
    assert {flyer(table, one).status for one in ("Kit-Kat", "Vulture")} == {"destroyed"}
    table = play(pair(TS, "6 6 6, 6 6 6"), "Kit-Kat face Vulture")
    assert "Vulture face Kit-Kat" in offered(table)
    assert stands(table) == "disengaged"


def test_facing_runs_are_for_the_beginning_rul_129() -> None:
    """`facing_run_window`: the first round, or the first player turn only."""
    table = play(pair(TS), "Kit-Kat pass")
    assert "Vulture face Kit-Kat" in offered(table)
    play(table, "Vulture pass")
    assert "RUL-129" in why_not(table, "Kit-Kat face Vulture")
    table = play(pair(TS, options={"facing_run_window": "first_player_turn"}), "Kit-Kat pass")
    assert "RUL-129" in why_not(table, "Vulture face Kit-Kat")


def test_both_must_be_disengaged_for_a_facing_run_rul_129() -> None:
    table = pair(TS, others=[craft("Wasp", "Greeks")])
    place(table, "Wasp", "turning", "Vulture")
    play(table, "Kit-Kat")
    assert "Vulture is engaged with Wasp (RUL-129)" in why_not(table, "Kit-Kat face Vulture")


def test_no_facing_runs_in_the_classic_rules_dog_19() -> None:
    assert "DOG-19" in why_not(pair(TSC), "Kit-Kat face Vulture")


def test_an_unarmed_target_does_not_fire_back_dog_19() -> None:
    table = pair(TS, "6 6 6", other="Engineering1, Operations1")
    assert "risk" not in figures(table, "Kit-Kat face Vulture")
    assert play(table, "Kit-Kat face Vulture").state.side == 1


# -- damage ------------------------------------------------------------------------------------


@BOTH
def test_the_weapon_dice_are_the_points_dog_20(edition: str) -> None:
    table = behind(edition, "1 1 1, 2 4", build="Engineering1, Operations1, 2d6")
    play(table, FIRE)
    assert offered(table)[0] == "Kit-Kat inflict 4"
    assert "no more of Vulture" in why_not(table, "Kit-Kat inflict 5")


@BOTH
def test_shields_count_every_time_dog_21(edition: str) -> None:
    """DOG-21, CRF-11: they do not wear out, and hold a whole hit if they can."""
    strong = "Cargo9, Engineering1, Operations1, /3"
    table = play(behind(edition, "1 1 1, 3", other=strong), FIRE)
    hit = next(one for one in table.events if isinstance(one, Damaged))
    assert (hit.points, [line.rule for line in hit.ledger.lines]) == (0, ["DOG-20", "DOG-21"])
    table = play(behind(edition, "1 1 1, 5", other=strong), FIRE)
    assert offered(table) == ["Kit-Kat inflict 2", "Kit-Kat inflict 1", "Kit-Kat inflict 0"]
    assert "RUL-133" in why_not(table, "Kit-Kat inflict 3")


@BOTH
def test_fewer_points_may_be_inflicted_rul_133(edition: str) -> None:
    """DOG-22, RUL-133: after shields, any number from 0; each option says what it would destroy."""
    table = play(behind(edition, "1 1 1, 4"), FIRE)
    assert table.pending is not None
    words = [one.words for one in table.pending.options]  # type: ignore[union-attr]
    assert words == [
        "Cargo, Engineering, Operations destroyed; dead in the water",
        "Cargo, Engineering destroyed; dead in the water",
        "Cargo destroyed",
        "",
    ]
    play(table, "Kit-Kat inflict 0")
    assert flyer(table, "Vulture").left == (1, 1, 1, 1)


@BOTH
def test_sections_fall_in_the_order_listed_dog_22(edition: str) -> None:
    """CRF-3, DOG-22: as the builder listed them, points left over go on to the next."""
    other = "Living2, Operations2, Engineering1, d6"
    table = play(behind(edition, "1 1 1, 3", other=other), FIRE, "Kit-Kat inflict 3")
    assert flyer(table, "Vulture").left == (0, 1, 1)
    assert flyer(table, "Vulture").status == "active"


@BOTH
@pytest.mark.parametrize("build", ["Engineering1, Operations1", "Operations1, Engineering1"])
def test_dead_in_the_water_dog_23(edition: str, build: str) -> None:
    """DOG-23, CRF-6, CRF-7: without Engineering or Operations; TS: the latter also cuts it off."""
    table = play(behind(edition, "1 1 1, 1", other=build), FIRE, "Kit-Kat inflict 1")
    seen = table.view().craft["Vulture"]  # type: ignore[attr-defined]
    assert seen.status == "dead in the water"
    assert seen.can_call == (build.startswith("Eng") or edition == TSC)
    assert table.outcome is not None


def test_two_engine_rooms_are_better_than_one_dog_23() -> None:
    """RUL-122: where a scenario gives several of a kind, one that stands is enough."""
    other = "Engineering1, Cargo1, Engineering1, Operations1"
    table = behind(TS, "1 1 1, 4", other=other, vulture={"scenario": True})
    assert flyer(table, "Vulture").to_cripple == 3
    play(table, FIRE, "Kit-Kat inflict 2")
    assert flyer(table, "Vulture").status == "active"


@BOTH
def test_whoever_is_in_a_lost_section_dies_dog_24(edition: str) -> None:
    """DOG-24, CRF-2, RUL-122: pilot and gunner are in Operations, others as declared."""
    aboard = [{"section": "Cargo", "character": person("Stowaway")}]
    aboard += [{"section": "Living", "character": person("Passenger")}]
    table = behind(edition, "1 1 1, 4", vulture={"aboard": aboard, "gunner": {}})
    play(table, FIRE, "Kit-Kat inflict 3")
    alive = {one.name: one.alive for one in table.state.crew if one.aboard == 1}
    assert alive == {
        "Vulture's pilot": False, "Vulture's gunner": False, "Stowaway": False, "Passenger": True,
    }  # fmt: skip
    assert "Vulture loses Operations; Vulture's pilot and Vulture's gunner die in it" in told(table)


TWIN = "Operations1, Engineering1, Operations1, d6"


def twin(edition: str, *aboard: dict[str, Any], **pilot: Any) -> Table[Any]:
    """Vulture has lost the first of its two Operations, with the pilot in it."""
    figures = {"scenario": True, "aboard": list(aboard), **pilot}
    table = behind(edition, "1 1 1, 3", other=TWIN, vulture=figures)
    return play(table, FIRE, "Kit-Kat inflict 1")


@BOTH
def test_without_anybody_to_fly_it_a_craft_is_adrift_rul_124(edition: str) -> None:
    """RUL-124, DOG-24: a second Operations is no good with nobody in it, or nobody awake."""
    asleep = {"section": "Operations 2", "character": person("Dolon", fatigue=10)}
    below = {"section": "Engineering", "character": person("Paris")}
    for aboard in ([], [asleep], [below]):
        table = twin(edition, *aboard)
        assert flyer(table, "Vulture").status == "dead in the water"
        assert table.outcome is not None


@BOTH
@pytest.mark.parametrize("wishes", [0, 1])
def test_another_in_operations_takes_over_rul_124(edition: str, wishes: int) -> None:
    """RUL-122, RUL-124: the best for each post, also if the pilot drifts in a pod (CAM-8)."""
    crew = [
        {"section": "Operations 2", "character": person("Dolon", dx=9, skills={"gunner": 4})},
        {"section": "Operations 2", "character": person("Paris", dx=12)},
    ]
    table = twin(edition, *crew, wishes=wishes)
    if wishes:
        play(table, "Vulture's pilot wish")
    vulture = flyer(table, "Vulture")
    assert vulture.status == "active"
    assert (vulture.dx.total, vulture.maneuvering.total, vulture.gunnery.total) == (12, 12, 13)
    assert "Paris flies Vulture now, Dolon fires" in told(table)
    assert (member(table, "Paris").station, member(table, "Dolon").station) == ("pilot", "gunner")
    thawed = DOGFIGHT.thaw(table.header, DOGFIGHT.freeze(table.state)).named("Vulture")
    assert (thawed.pilot, thawed.gunner) == (vulture.pilot, vulture.gunner)
    assert (thawed.maneuvering, thawed.gunnery) == (vulture.maneuvering, vulture.gunnery)


@BOTH
def test_a_wish_saves_the_killed_cam_8(edition: str) -> None:
    """CAM-8, RUL-85: he is whole again, in TS rested too."""
    table = behind(edition, "1 1 1, 6", vulture={"wishes": 1, "damage": 3, "fatigue": 2})
    play(table, FIRE, "Kit-Kat inflict 3")
    assert offered(table) == ["Vulture's pilot wish", "Vulture's pilot no wish"]
    play(table, "Vulture's pilot wish")
    saved = member(table, "Vulture's pilot")
    assert (saved.alive, saved.wishes) == (True, 0)
    assert (saved.damage, saved.fatigue) == (0, 0 if edition == TS else 2)
    assert flyer(table, "Vulture").status == "dead in the water"


@BOTH
def test_the_odds_of_damage_are_exact(edition: str) -> None:
    """DOG-20 to DOG-23: a die against one shield, two points to Engineering."""
    look = figures(behind(edition), FIRE)
    assert look["damage"] == passes(3, 11) * Fraction(0 + 1 + 2 + 3 + 4 + 5, 6)
    assert look["drop"] == passes(3, 11) * Fraction(4, 6)
