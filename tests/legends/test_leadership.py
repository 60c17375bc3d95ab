"""Leadership in a fight (SKL-24, ACT-5, RUL-90), and DX where nothing weighs (SKL-19, RUL-93)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.odds import passes
from legendry.table import Refused, SetupError, Table
from tests.legends.arena import (
    ALL,
    AW,
    TS,
    TSC,
    arena,
    asked,
    fighter,
    figures,
    offered,
    play,
    told,
    who,
    why_not,
)

BY_TURN = pytest.mark.parametrize("edition", [TSC, AW])
"""Where leading costs a turn and helps one check."""


def crew(edition: str, dice: str = "", level: int = 2, **more: Any) -> Table[Fight]:
    """Agamemnon leads Ajax, who stands beside Hector."""
    return arena(
        edition,
        who("Agamemnon", "Greeks", "0101", skills={"leadership": level}),
        who("Ajax", "Greeks", "0504", weapons=["club"], **more.pop("ajax", {})),
        who("Hector", "Trojans", "0604", weapons=["club"], **more.pop("hector", {})),
        dice=dice,
        **more,
    )


# -- a turn for a check (TSC, AW) --------------------------------------------------------------


@BY_TURN
def test_the_leader_gives_up_his_turn_for_a_friends_check(edition: str) -> None:
    """SKL-24, ACT-5, RUL-90: DX 11 and two levels make 13 of a failed 12; the odds know it."""
    table = crew(edition, "4 4 4, 4")
    play(table, "Agamemnon", "Agamemnon stay", "Agamemnon lead Ajax")
    words = "Agamemnon leads Ajax: +2 to the next check (Leadership of Agamemnon)"
    assert told(table)[-1] == words
    assert table.view(None).fighters["Ajax"].boosts == (  # type: ignore[attr-defined]
        "+2 to the next check (Leadership of Agamemnon)",
    )
    play(table, "Ajax stay")
    assert figures(table, "Ajax strike Hector")["hit"] == passes(3, 13)
    option = table.pending.find("Ajax strike Hector")  # type: ignore[union-attr]
    ledger = option.about.ledgers[0]  # type: ignore[union-attr]
    assert str(ledger) == "DX 13 = 11 base +2 Leadership of Agamemnon SKL-24"
    play(table, "Ajax strike Hector", "Hector take it")
    assert fighter(table, "Hector").damage == 4
    assert fighter(table, "Ajax").boosts == ()


@BY_TURN
def test_it_helps_one_check_only(edition: str) -> None:
    """RUL-90: the next one, whatever it is; the one after it is as always."""
    table = crew(edition, "3 3 3, 1, 4 4 4", ajax={"st": 12}, hector={"st": 30})
    play(table, "Agamemnon", "Agamemnon stay", "Agamemnon lead Ajax")
    play(
        table, "Ajax stay", "Ajax strike Hector", "Hector take it", "Hector take it", "Hector pass"
    )
    play(table, "Ajax", "Ajax stay")
    assert figures(table, "Ajax strike Hector")["hit"] == passes(3, 11)
    play(table, "Ajax strike Hector")
    assert "Ajax fails 3/DX (hit): 4 4 4 = 12 > 11" in told(table)


@BY_TURN
def test_a_contest_is_a_check_too(edition: str) -> None:
    """SKL-24, CHK-5: in a grapple the bonus goes to ST, and is used up by it."""
    table = arena(
        edition,
        who("Agamemnon", "Greeks", "0101", skills={"leadership": 3}),
        who("Ajax", "Greeks", "0504", st=10, holds="Hector"),
        who("Hector", "Trojans", "0604", st=12),
        dice="6 6, 6 5, 1",
    )
    play(table, "Agamemnon", "Agamemnon stay", "Agamemnon lead Ajax", "Ajax stay")
    play(table, "Ajax grapple Hector", "Ajax 2 dice", "Hector 2 dice")
    assert "Ajax and Hector grapple: 12 of 13 against 11 of 12, Ajax wins" in told(table)
    assert fighter(table, "Ajax").boosts == ()


def test_of_two_shots_the_first_is_led() -> None:
    """SKL-24, SHT-9: the odds of a burst know that the second shot is rolled as always."""
    hector = who("Hector", "Trojans", "0604", st=100)
    paris = who("Paris", "Trojans", "0605", st=100)
    table = arena(
        TSC,
        who("Agamemnon", "Greeks", "0101", skills={"leadership": 3}),
        who("Ajax", "Greeks", "0504", weapons=["submg"]),
        hector,
        paris,
    )
    play(table, "Agamemnon", "Agamemnon stay", "Agamemnon lead Ajax", "Ajax stay")
    led, alone = passes(3, 14), passes(3, 11)
    either = 1 - (1 - led) * (1 - alone)
    assert figures(table, "Ajax burst Hector")["hit"] == either
    assert figures(table, "Ajax burst Hector and Paris")["hit"] == either
    shot = figures(table, "Ajax shoot Hector")
    assert shot["hit"] == led
    per_hit = shot["damage"] / led
    assert figures(table, "Ajax burst Hector")["damage"] == per_hit * (led + alone)


def test_magic_and_grenades_are_led_too() -> None:
    """SKL-24: whatever is rolled next, and the odds of it say so."""
    for edition, ajax, words, kind, limit in (
        (AW, {"iq": 12, "magic": True, "spells": ["fire-1"]}, "Ajax cast Fire-1", "works", 14),
        (TSC, {"weapons": ["frag-grenade"]}, "Ajax lob frag grenade", "hit", 13),
    ):
        table = arena(
            edition,
            who("Agamemnon", "Greeks", "0101", skills={"leadership": 2}),
            who("Ajax", "Greeks", "0504", **ajax),
            who("Hector", "Trojans", "0904"),
        )
        play(table, "Agamemnon", "Agamemnon stay", "Agamemnon lead Ajax", "Ajax stay")
        assert figures(table, words)[kind] == passes(3, limit)


@BY_TURN
def test_his_attributes_stay_what_they_are(edition: str) -> None:
    """RUL-18, RUL-90: it is a bonus on a check; DX itself, MA and who is the stronger do not change."""
    table = crew(edition)
    play(table, "Agamemnon", "Agamemnon stay", "Agamemnon lead Ajax")
    ajax = fighter(table, "Ajax")
    assert (ajax.st, ajax.dx, ajax.iq, ajax.ma, ajax.st_bonus) == (12, 11, 9, 5, 0)


@BY_TURN
def test_it_lapses_with_the_leaders_next_turn(edition: str) -> None:
    """RUL-90: a check before the leader's next turn, or none."""
    table = crew(edition)
    play(table, "Agamemnon", "Agamemnon stay", "Agamemnon lead Ajax", "Ajax pass")
    assert fighter(table, "Ajax").boosts
    play(table, "Hector pass")
    assert not fighter(table, "Ajax").boosts
    play(table, "Agamemnon", "Agamemnon stay", "Agamemnon lead Ajax")
    assert len(fighter(table, "Ajax").boosts) == 1


@BY_TURN
def test_it_lapses_even_if_the_leader_has_fallen(edition: str) -> None:
    """RUL-90: his turn would have come."""
    table = arena(
        edition,
        who("Agamemnon", "Greeks", "0604", damage=7, skills={"leadership": 1}),
        who("Ajax", "Greeks", "0101"),
        who("Hector", "Trojans", "0704", weapons=["club"]),
        dice="3 3 3, 6",
    )
    play(table, "Agamemnon", "Agamemnon stay", "Agamemnon lead Ajax", "Ajax pass")
    assert fighter(table, "Ajax").boosts
    play(table, "Hector stay", "Hector strike Agamemnon", "Agamemnon take it")
    assert fighter(table, "Agamemnon").status == "dying"
    assert not fighter(table, "Ajax").boosts


@BY_TURN
def test_whom_one_cannot_lead(edition: str) -> None:
    """RUL-90, ACT-5, SKL-24: not oneself, not after a move; without the skill nobody at all."""
    table = crew(edition)
    play(table, "Agamemnon", "Agamemnon stay")
    assert "Agamemnon lead Ajax" in offered(table)
    assert why_not(table, "Agamemnon lead Agamemnon") == "nobody leads himself (RUL-90)"
    assert why_not(table, "Agamemnon lead Hector") == "Hector is no friend of Agamemnon (RUL-90)"
    table.undo("Greeks")
    play(table, "Agamemnon move 0102")
    assert why_not(table, "Agamemnon lead Ajax") == "leading takes the whole turn (ACT-5)"
    play(table, "Agamemnon done", "Ajax stay")
    assert not [one for one in offered(table) if "lead" in one]
    with pytest.raises(Refused):
        play(table, "Ajax lead Agamemnon")


# -- once an encounter (TS) --------------------------------------------------------------------


def test_once_an_encounter_an_attribute_is_higher() -> None:
    """SKL-24, RUL-90, RUL-18: no turn lost, and MA follows DX; to the end of the encounter."""
    table = crew(TS, "4 4 4, 1")
    play(table, "Agamemnon", "Agamemnon lead Ajax", "Agamemnon lead Ajax DX")
    assert told(table)[-1] == "Agamemnon leads Ajax: +2 to DX (Leadership of Agamemnon)"
    ajax = fighter(table, "Ajax")
    assert (ajax.dx, ajax.ma) == (13, 6)
    assert asked(table) == "Greeks: who acts?"
    play(table, "Agamemnon", "Agamemnon move 0102", "Agamemnon done")
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it", "Hector take it")
    assert fighter(table, "Hector").damage == 1
    assert fighter(table, "Ajax").dx == 13


def test_the_longer_notation_at_once() -> None:
    """RUL-90: friend and attribute may be named in one breath."""
    table = crew(TS)
    play(table, "Agamemnon lead Ajax IQ")
    assert fighter(table, "Ajax").iq == 11


def test_no_second_time() -> None:
    """RUL-90: once an encounter, and never oneself."""
    table = crew(TS)
    play(table, "Agamemnon")
    assert why_not(table, "Agamemnon lead Agamemnon") == "nobody leads himself (RUL-90)"
    play(table, "Agamemnon lead Ajax", "Agamemnon lead Ajax ST", "Agamemnon")
    words = "Agamemnon has led in this encounter: Ajax (RUL-90)"
    assert why_not(table, "Agamemnon lead Ajax") == words
    play(table, "Agamemnon pass", "Ajax pass", "Hector pass", "Agamemnon")
    assert why_not(table, "Agamemnon lead Ajax") == words


def test_strength_lent_is_strength_to_stand_with() -> None:
    """INJ-2, RUL-90: effective ST counts for all; when the encounter ends it is gone."""
    table = crew(TS, "3 3 3, 1", ajax={"damage": 10, "fatigue": 1}, hector={"damage": 11})
    play(table, "Agamemnon", "Agamemnon lead Ajax", "Agamemnon lead Ajax ST")
    assert table.view(None).fighters["Ajax"].left == 3  # type: ignore[attr-defined]
    play(table, "Agamemnon", "Agamemnon pass")
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    assert table.outcome is not None
    assert table.view(None).fighters["Ajax"].st == 12  # type: ignore[attr-defined]


def test_by_option_for_one_check() -> None:
    """RUL-90 `ts_leadership`: only the next check on that attribute, and DX itself stays."""
    table = crew(TS, "4 4 4, 1", options={"ts_leadership": "one_check"})
    play(table, "Agamemnon", "Agamemnon lead Ajax", "Agamemnon lead Ajax DX")
    ajax = fighter(table, "Ajax")
    assert (ajax.dx, ajax.ma) == (11, 5)
    assert str(ajax.boosts[0]) == "+2 to DX for a check (Leadership of Agamemnon)"
    play(table, "Agamemnon", "Agamemnon pass", "Ajax stay")
    assert figures(table, "Ajax strike Hector")["hit"] == passes(3, 13)
    play(table, "Ajax strike Hector", "Hector take it", "Hector take it")
    assert fighter(table, "Ajax").boosts == ()
    assert fighter(table, "Agamemnon").leads == "Ajax"


def test_one_roll_against_several_is_one_check() -> None:
    """RUL-47, RUL-90 `ts_leadership`: 13 of 12 + 2 beats Hector, and then Paris, whom it meets again."""
    table = arena(
        TS,
        who("Agamemnon", "Greeks", "0101", skills={"leadership": 2}),
        who("Ajax", "Greeks", "0504"),
        who("Hector", "Trojans", holds="Ajax"),
        who("Paris", "Trojans", holds="Ajax"),
        dice="6 6 1, 6 6, 6 6",
        options={"ts_leadership": "one_check"},
    )
    play(table, "Agamemnon", "Agamemnon lead Ajax", "Agamemnon lead Ajax ST", "Ajax", "Ajax stay")
    play(table, "Ajax grapple Hector", "Ajax 3 dice", "Hector 2 dice", "Ajax exit", "Paris 2 dice")
    assert "Ajax and Paris grapple: 13 of 14 against 12 of 12, Ajax wins" in told(table)
    assert fighter(table, "Ajax").boosts == ()


def test_the_option_is_for_ts_alone() -> None:
    """RUL-90 `ts_leadership`: elsewhere it would change nothing."""
    for edition in (TSC, AW):
        with pytest.raises(SetupError, match=r"ts_leadership changes nothing .*RUL-90"):
            crew(edition, options={"ts_leadership": "one_check"})


@ALL
def test_a_fight_that_is_led_can_be_kept_and_thawed(edition: str) -> None:
    """SKL-24: what is lent survives as bytes."""
    table = crew(edition)
    if edition == TS:
        play(table, "Agamemnon", "Agamemnon lead Ajax", "Agamemnon lead Ajax DX")
    else:
        play(table, "Agamemnon", "Agamemnon stay", "Agamemnon lead Ajax")
    again = FIGHT.thaw(table.header, FIGHT.freeze(table.state))
    assert again.named("Ajax").boosts == fighter(table, "Ajax").boosts
    assert again.named("Ajax").ledgers == fighter(table, "Ajax").ledgers
    assert again.named("Agamemnon").leads == "Ajax"


# -- where nothing weighs ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "skill"), [(TSC, "weightlessness"), (TS, "weightless-movement")]
)
def test_weightless_movement_is_dx_where_there_is_no_gravity(edition: str, skill: str) -> None:
    """SKL-19, RUL-93: +1 DX a level in zero gravity, MA included; elsewhere nothing."""
    ripley = who("Ripley", "Crew", "0101", dx=11, skills={skill: 3})
    guard = who("Guard", "Pirates", "1301")
    floating = arena(edition, ripley, guard, gravity="none")
    ledgers = fighter(floating, "Ripley").ledgers
    assert (ledgers["DX"].total, ledgers["MA"].total) == (14, 7)
    assert ledgers["DX"].lines[-1].rule == "SKL-19"
    assert fighter(floating, "Guard").dx == 11
    standing = arena(edition, ripley, guard)
    assert (fighter(standing, "Ripley").dx, fighter(standing, "Ripley").ma) == (11, 5)


@ALL
def test_gravity_is_normal_or_none(edition: str) -> None:
    """RUL-93: nothing else can be said of it."""
    with pytest.raises(SetupError, match="gravity"):
        arena(edition, who("A", "X"), who("B", "Y"), gravity="low")
    table = arena(edition, who("A", "X", "0101"), who("B", "Y", "1301"), gravity="none")
    with pytest.raises(Refused):
        play(table, "A fly")
