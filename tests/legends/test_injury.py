"""Injury, fatigue, falling, dying, and the end-of-combat step (section 12)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.hexes import Hex
from legendry.legends.fighter import Fight
from legendry.table import Table
from tests.legends.arena import (
    ALL,
    AW,
    TS,
    arena,
    asked,
    fighter,
    offered,
    play,
    told,
    who,
    why_not,
)

FIST = 4
"""What a stronger fist does with a five or a six: D3 = 3, and 1 more (WPN-6)."""


def struck(
    edition: str,
    *,
    club: int = 0,
    options: dict[str, Any] | None = None,
    alone: bool = False,
    ajax: dict[str, Any] | None = None,
    **hector: Any,
) -> Table[Fight]:
    """Ajax (ST 12) strikes Hector once, with bare hands for 4 fatigue, or with a club.

    Unless he is `alone`, Paris keeps the fight going.
    """
    weapons = ["club"] if club else []
    paris = [] if alone else [who("Paris", "Trojans", "1308")]
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", **{"weapons": weapons} | (ajax or {})),
        who("Hector", "Trojans", "0604", **{"st": 10} | hector),
        *paris,
        dice=f"3 3 3, {club or 5}",
        options=options,
    )
    play(table, "Ajax stay", "Ajax strike Hector")
    if asked(table).endswith("dodge?"):
        play(table, "Hector take it")
    return table


def harm(table: Table[Fight], name: str = "Hector") -> tuple[int, int, str]:
    one = fighter(table, name)
    return one.damage, one.fatigue, one.status


# -- falling -----------------------------------------------------------------------------------


@ALL
def test_damage_and_fatigue_are_counted_apart_and_add_up(edition: str) -> None:
    """INJ-1: a club adds to damage, a fist to fatigue."""
    assert harm(struck(edition, club=4, damage=1, fatigue=2)) == (5, 2, "active")
    assert harm(struck(edition, damage=1, fatigue=2)) == (1, 6, "active")


@ALL
@pytest.mark.parametrize(
    ("damage", "fatigue", "status"),
    [
        (3, 0, "active"),
        (3, 2, "active"),
        (3, 3, "incapacitated"),
        (5, 0, "active"),
        (6, 0, "dying"),
    ],
)
def test_at_st_one_is_incapacitated_at_once(
    edition: str, damage: int, fatigue: int, status: str
) -> None:
    """INJ-2, RUL-67: ST 10, and a blow of 4; the sum counts, not damage alone."""
    table = struck(edition, club=4, damage=damage, fatigue=fatigue)
    assert harm(table) == (damage + 4, fatigue, status)
    if status != "active":
        assert told(table).count(f"Hector is {status}") == 1
        assert "Does Hector answer" not in asked(table)
        assert "Hector" not in [one.name for one in table.state.foes(fighter(table, "Ajax"))]


@ALL
def test_wounds_lower_no_attribute(edition: str) -> None:
    """INJ-3, RUL-50: with 9 of 10 points gone Hector is as strong and as deft as before."""
    table = struck(edition, club=4, damage=5, weapons=["club"], dx=12)
    hector = fighter(table, "Hector")
    assert (hector.damage, hector.st, hector.dx, hector.iq, hector.ma) == (9, 10, 12, 9, 6)
    play(table, "Hector counter", "4 4 4")
    assert told(table)[-1] == "Hector passes 3/DX (hit): 4 4 4 = 12 ≤ 12"


@pytest.mark.parametrize("reduce", [False, True])
def test_wounds_reduce_st_where_the_table_says_so(reduce: bool) -> None:
    """RUL-50: `wounds_reduce_st` touches heft, throws, strength and contests; not who falls."""
    table = struck(
        TS,
        club=3,
        ajax={"st": 9},
        weapons=["club"],
        options={"wounds_reduce_st": reduce},
    )
    hector = fighter(table, "Hector")
    assert hector.st == (7 if reduce else 10)
    assert table.state.stronger(fighter(table, "Ajax"), hector) is reduce
    assert ("Hector counter with bare hands" in offered(table)) is not reduce  # else the only way
    assert hector.points_left == 7
    if reduce:
        assert str(hector.ledgers["ST"]) == "ST 7 = 10 base −3 wounds RUL-50"
        play(table, "Hector take it", "Hector stay")
        assert why_not(table, "Hector throw Ajax").endswith("(WPN-3)")


def test_wounds_reduce_st_to_1_at_least() -> None:
    """RUL-10, RUL-50: ST 10 with 12 damage is ST 1, for whoever asks."""
    table = struck(TS, club=6, damage=6, options={"wounds_reduce_st": True})
    assert (fighter(table, "Hector").damage, fighter(table, "Hector").st) == (12, 1)


def test_reduced_st_counts_in_a_grapple() -> None:
    """RUL-50: ST 12 with 6 damage may roll six dice at most, with the option."""
    for reduce, most in ((False, 12), (True, 6)):
        table = arena(
            AW,
            who("Ajax", "Greeks", "0504", damage=6, holds="Hector"),
            who("Hector", "Trojans", "0504"),
            options={"wounds_reduce_st": reduce},
        )
        play(table, "Ajax stay", "Ajax grapple Hector")
        assert f"Ajax {most} dice" in offered(table)
        assert f"Ajax {most + 1} dice" not in offered(table)


@ALL
def test_fatigue_never_kills(edition: str) -> None:
    """INJ-4: out by fatigue alone, Hector lives when the fight is over."""
    table = struck(edition, fatigue=6, alone=True)
    assert table.outcome is not None
    assert fighter(table, "Hector").damage == 0
    assert fighter(table, "Hector").status != "dead"


@ALL
def test_fatigue_on_the_incapacitated_is_damage(edition: str) -> None:
    """INJ-5: every point of it."""
    assert harm(struck(edition, damage=2, fatigue=8)) == (2 + FIST, 8, "incapacitated")


@pytest.mark.parametrize(
    ("overflow", "expected"),
    [("converts", (5, 7, "incapacitated")), ("stays_fatigue", (3, 9, "incapacitated"))],
)
def test_fatigue_overflow_within_one_blow(overflow: str, expected: tuple[int, int, str]) -> None:
    """RUL-66, INJ-5, EX-D-6: two of four points bring Hector down, the others are damage."""
    options = {"fatigue_overflow": overflow}
    assert harm(struck(AW, damage=3, fatigue=5, options=options)) == expected


def test_overflow_that_stays_fatigue_still_converts_on_later_blows() -> None:
    """RUL-66: the option is about the surplus within one blow only."""
    options = {"fatigue_overflow": "stays_fatigue"}
    table = struck(AW, damage=2, fatigue=8, options=options)
    assert harm(table) == (2 + FIST, 8, "incapacitated")


def test_bare_hands_can_kill_the_fallen() -> None:
    """INJ-5, INJ-7: beaten on when down, Hector dies of what would have been fatigue."""
    table = struck(TS, st=3, fatigue=3, damage=2)
    assert harm(table) == (6, 3, "dead")


@ALL
def test_armor_may_bring_a_blow_to_nothing(edition: str) -> None:
    """INJ-11, WPN-2, ARM-1: what armor stops never counts."""
    armor = ["chain"] if edition == AW else ["flak-vest"]
    table = struck(edition, club=3, armor=armor, damage=9)
    assert harm(table) == (9, 0, "active")


@ALL
def test_characters_subdue_with_bare_hands(edition: str) -> None:
    """RUL-73: nobody is asked how hard he strikes; a fist does fatigue."""
    table = struck(edition)
    assert harm(table) == (0, FIST, "active")
    assert "how much" not in "".join(told(table))


def test_blows_may_be_pulled_where_the_table_says_so() -> None:
    """RUL-73: with `pull_blows` the attacker does less than he rolled, if he likes."""
    table = struck(TS, club=4, options={"pull_blows": True})
    assert asked(table) == "Greeks: Ajax would do 4 to Hector: how much does he do?"
    play(table, "Ajax does 1")
    assert harm(table) == (1, 0, "active")


# -- dying -------------------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize(
    ("damage", "status"), [(5, "active"), (6, "dying"), (15, "dying"), (16, "dead")]
)
def test_dying_and_dead(edition: str, damage: int, status: str) -> None:
    """RUL-67, RUL-68, INJ-7: from ST on dying, from twice ST on dead at once."""
    assert harm(struck(edition, club=4, damage=damage)) == (damage + 4, 0, status)


@ALL
def test_the_dead_are_no_targets_and_the_dying_are(edition: str) -> None:
    """INJ-7, RUL-39: beyond recovery nobody strikes at him any more."""
    for damage, offered_still in ((6, True), (16, False)):
        table = struck(edition, club=4, damage=damage)
        play(table, "Paris pass", "Ajax stay")
        assert ("Ajax strike Hector" in offered(table)) is offered_still
    assert why_not(table, "Ajax strike Hector") == "Hector is dead (INJ-7)"


@ALL
@pytest.mark.parametrize(("damage", "status"), [(6, "dead"), (5, "active")])
def test_at_the_end_whoever_has_damage_of_st_dies(edition: str, damage: int, status: str) -> None:
    """INJ-6: ST − damage must be 1 at least; nobody healed Hector."""
    table = struck(edition, club=4, damage=damage, fatigue=1 if damage == 5 else 0, alone=True)
    assert table.outcome is not None
    assert fighter(table, "Hector").status == status  # the fatigue point is back: INJ-8
    assert ("Hector is dead" in told(table)) is (status == "dead")


def test_healed_to_net_st_1_one_lives() -> None:
    """EX-D-24, INJ-6, INJ-7: ST 10, 12 damage is dying; healed by 3 he has 1 left, and lives."""
    table = struck(AW, club=2, damage=10)
    hector = fighter(table, "Hector")
    assert harm(table) == (12, 0, "dying")
    hector.take(damage=-3)
    assert hector.status == "active"
    assert hector.points_left == 1


@ALL
def test_the_state_follows_the_points_at_once(edition: str) -> None:
    """RUL-67: below ST again, he is active again."""
    hector = fighter(struck(edition, damage=3, fatigue=5), "Hector")
    assert hector.status == "incapacitated"
    hector.take(fatigue=9 - hector.damage - hector.fatigue)
    assert (hector.status, hector.active) == ("active", True)


# -- the end of combat -------------------------------------------------------------------------


@ALL
def test_one_point_of_fatigue_is_recovered_after_an_encounter(edition: str) -> None:
    """INJ-8, RUL-72: by everybody present, fighters or not, once."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=["club"], fatigue=3),
        who("Odysseus", "Greeks", "0101", fatigue=1),
        who("Diomedes", "Greeks", "0103", fatigue=12),
        who("Hector", "Trojans", "0604", st=4, fatigue=3),
        dice="3 3 3, 1",
    )
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    assert table.outcome is not None
    names = ("Ajax", "Odysseus", "Diomedes", "Hector")
    assert [fighter(table, name).fatigue for name in names] == [2, 0, 11, 2]


def test_the_order_of_the_end() -> None:
    """RUL-69: wishes, then deaths, then captures and experience, then one point of fatigue."""
    table = arena(
        AW,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Odysseus", "Greeks", "0101", damage=12, wishes=1),
        who("Hector", "Trojans", "0604", st=4, damage=3),
        who("Paris", "Trojans", "0103", damage=6, fatigue=6),
        dice="3 3 3, 2",
    )
    play(table, "Odysseus no wish", "Ajax stay", "Ajax strike Hector", "Hector take it")
    assert asked(table) == "Greeks: Odysseus is dying. Does he spend a wish?"
    play(table, "Odysseus wish")
    assert told(table)[-4:] == [
        "Odysseus wishes himself whole",
        "Hector is dead",
        "Paris is captured",
        "Ajax, Odysseus: 1 XP each",
    ]
    paris = fighter(table, "Paris")
    assert (paris.fatigue, paris.status, paris.captured) == (5, "active", True)
    assert not fighter(table, "Odysseus").captured


@ALL
def test_the_helpless_of_the_losing_side_are_captured(edition: str) -> None:
    """RUL-69, RUL-80: not the winners' own fallen, not the dead."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Odysseus", "Greeks", "0101", fatigue=12),
        who("Hector", "Trojans", "0604", st=2),
        who("Paris", "Trojans", "0103", fatigue=12),
        dice="3 3 3, 4",
    )
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    captured = {one.name: one.captured for one in table.state.fighters}
    assert captured == {"Ajax": False, "Odysseus": False, "Hector": False, "Paris": True}


@ALL
def test_the_revived_get_up_in_the_nearest_free_hex(edition: str) -> None:
    """MOV-3, RUL-16, CAM-8: Ajax stands over Hector when he comes to."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0603", weapons=["club"]),
        who("Hector", "Trojans", "0604", damage=12, wishes=1),
        who("Paris", "Trojans", "1308"),
    )
    if edition != TS:
        play(table, "Hector keep")  # the wish might have served as karma for the initiative
    play(table, "Ajax move 0604", "Ajax done")
    assert fighter(table, "Ajax").hex == fighter(table, "Hector").hex
    assert asked(table) == "Trojans: Hector is dying. Does he spend a wish?"
    play(table, "Hector wish")
    hector = fighter(table, "Hector")
    assert (hector.status, hector.hex) == ("active", Hex.at("0504"))
    assert "Hector gets up in 0504" in told(table)
    assert offered(table) == ["Hector", "Paris"]
