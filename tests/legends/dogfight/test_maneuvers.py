"""Maneuvers: contests of pilots, positions, what winners may choose (DOG-5 to DOG-15)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from legendry.legends.dogfight.sky import Sky
from legendry.legends.events import Conceded, Contested
from legendry.odds import Tie, best_contest
from legendry.odds import contest as exact
from legendry.table import Choose, Table
from tests.legends.dogfight.squadron import (
    BOTH,
    SKILLS,
    TS,
    TSC,
    contest,
    craft,
    figures,
    flyer,
    offered,
    pair,
    place,
    play,
    sky,
    stands,
    told,
    why_not,
)

MANEUVER = "Kit-Kat maneuver Vulture"
BOUT = contest("Kit-Kat", "Vulture")
BACK = contest("Vulture", "Kit-Kat")


# -- the contest -------------------------------------------------------------------------------


@BOTH
def test_all_craft_begin_disengaged_dog_5(edition: str) -> None:
    table = pair(edition, others=[craft("Wasp", "Trojans")])
    assert table.state.pursuits == table.state.turnings == ()
    assert stands(table) == stands(table, "Wasp", "Kit-Kat") == "disengaged"


@BOTH
def test_the_number_is_dx_pilot_and_m_dog_8(edition: str) -> None:
    """DOG-8, CRF-12, RUL-124: DX 11 + Pilot 2 + M 3; the unskilled may try as well."""
    kit = {"skills": {SKILLS[edition]: 2}}
    table = pair(edition, build="Engineering1, Operations1, d6, M+3", kit=kit)
    assert flyer(table, "Kit-Kat").maneuvering.total == 16
    assert flyer(table, "Vulture").maneuvering.total == 11
    assert "CRF-12" in str(flyer(table, "Kit-Kat").maneuvering)


def test_the_armor_of_a_pilot_counts_as_on_foot() -> None:
    """ARM-2, ARM-10: a flak vest costs a point of DX in TS and none in TSC."""
    for edition, dx in ((TS, 10), (TSC, 11)):
        one = flyer(pair(edition, kit={"armor": ["flak-vest"]}), "Kit-Kat")
        assert one.dx.total == one.maneuvering.total == one.gunnery.total == dx


@BOTH
def test_the_one_who_is_not_in_turn_may_win_dog_8(edition: str) -> None:
    table = play(pair(edition, "1, 2"), MANEUVER, *BOUT)
    if edition == TSC:
        play(table, "Vulture pursue Kit-Kat")
    assert stands(table, "Vulture", "Kit-Kat") == "pursuit"
    assert stands(table) == "fleeing"


@BOTH
def test_over_the_number_fails_however_high_chk_7(edition: str) -> None:
    table = play(pair(edition, "6 6, 1 1"), MANEUVER, *contest("Kit-Kat", "Vulture", 2))
    assert "Vulture" in next(one for one in table.events if type(one) is Contested).winner


@BOTH
def test_both_over_changes_nothing_dog_10(edition: str) -> None:
    """DOG-10, CHK-9, RUL-126."""
    table = play(pair(edition, "6 6, 6 6"), MANEUVER, *contest("Kit-Kat", "Vulture", 2))
    assert stands(table) == "disengaged"


def test_both_over_may_be_a_tie_rul_126() -> None:
    """`ts_both_over_is_tie`."""
    options = {"ts_both_over_is_tie": True}
    table = pair(TS, "6 6, 6 6", options=options)
    assert stands(play(table, MANEUVER, *contest("Kit-Kat", "Vulture", 2))) == "turning"


def test_two_disengaged_craft_that_tie_are_turning_dog_11() -> None:
    assert stands(play(pair(TS, "3, 3"), MANEUVER, *BOUT)) == "turning"


@pytest.mark.parametrize("position", ["pursuit", "fleeing", "turning"])
def test_a_tie_changes_nothing_else_dog_11(position: str) -> None:
    table = place(pair(TS, "3, 3"), "Kit-Kat", position, "Vulture")
    assert stands(play(table, MANEUVER, *BOUT)) == position


def test_a_classic_tie_goes_to_the_higher_attribute_dog_11() -> None:
    """DOG-11, CHK-8, RUL-3: DX first, then with skills and M; else nobody wins."""
    table = play(pair(TSC, "3, 3", vulture={"dx": 12}), MANEUVER, *BOUT)
    assert offered(table) == ["Vulture pursue Kit-Kat", "Vulture stay"]
    kit = {"skills": {"spacecraft-pilot": 1}}
    assert offered(play(pair(TSC, "3, 3", kit=kit), MANEUVER, *BOUT))[0].startswith("Kit-Kat")
    assert stands(play(pair(TSC, "3, 3"), MANEUVER, *BOUT)) == "disengaged"


@BOTH
def test_the_tie_rule_of_the_table_rul_3(edition: str) -> None:
    """`tie_rule`: higher_attribute or nobody, whatever the edition prints."""
    higher = pair(edition, "3, 3", kit={"dx": 12}, options={"tie_rule": "higher_attribute"})
    play(higher, MANEUVER, *BOUT)
    assert stands(higher) == "pursuit" or offered(higher)[0] == "Kit-Kat pursue Vulture"
    nobody = pair(edition, "3, 3", kit={"dx": 12}, options={"tie_rule": "nobody"})
    assert stands(play(nobody, MANEUVER, *BOUT)) == ("turning" if edition == TS else "disengaged")


@BOTH
def test_a_pilot_may_concede_rul_2(edition: str) -> None:
    table = play(pair(edition), MANEUVER, "Kit-Kat 2 dice", "Vulture concede")
    assert any(isinstance(one, Conceded) and one.winner == "Kit-Kat" for one in table.events)
    table = play(pair(edition), MANEUVER, "Kit-Kat concede")
    assert any(isinstance(one, Conceded) and one.winner == "Vulture" for one in table.events)
    table = play(pair(edition), MANEUVER)
    assert why_not(table, "Kit-Kat 12 dice") == "12 dice can only exceed 11 (RUL-2)"


@BOTH
def test_dice_may_be_announced_secretly_rul_1(edition: str) -> None:
    """`contest_dice_order`."""
    table = pair(edition, options={"contest_dice_order": "secret"})
    play(table, MANEUVER, "Kit-Kat 2 dice")
    assert isinstance(table.pending, Choose)
    assert table.pending.secret == ("Trojans",)
    assert "Kit-Kat 2 dice" not in table.record_for("Trojans")
    assert figures(table, "Vulture 2 dice")["win"] == min(
        exact(11, n, 11, 2, "nobody").defender for n in range(1, 7)
    )


@BOTH
def test_odds_are_exact(edition: str) -> None:
    """RUL-1: the starter's chance against the best answer, the responder's against known dice."""
    table = pair(edition, kit={"dx": 13})
    tie: Tie = "nobody" if edition == TS else "attacker"
    assert figures(table, MANEUVER) == {"win": best_contest(13, 11, tie).attacker}
    play(table, MANEUVER)
    assert figures(table, "Kit-Kat 3 dice")["win"] == min(
        exact(13, 3, 11, n, tie).attacker for n in range(1, 7)
    )
    play(table, "Kit-Kat 3 dice")
    assert figures(table, "Vulture 2 dice")["win"] == exact(13, 3, 11, 2, tie).defender


def test_curses_worsen_a_contest_cam_13() -> None:
    """CAM-12, CAM-13, RUL-87: TS counts a total less curses, and over with them."""
    table = play(pair(TS, "5, 4", kit={"curses": 2}), MANEUVER, *BOUT)
    assert stands(table, "Vulture", "Kit-Kat") == "pursuit"
    table = play(pair(TSC, "3, 4", kit={"curses": 2}), MANEUVER, *BOUT)
    assert offered(table)[0] == "Kit-Kat pursue Vulture"
    options = {"tsc_curse": "as_aw"}
    table = play(pair(TSC, "5, 4", kit={"curses": 2}, options=options), MANEUVER, *BOUT)
    assert offered(table)[0] == "Vulture pursue Kit-Kat"


def test_the_odds_of_the_cursed_are_exact_too() -> None:
    """RUL-87: by hand, two dice against one, each curse off the total."""
    table = play(pair(TS, kit={"curses": 1}), MANEUVER, "Kit-Kat 1 die")
    wins = Fraction(sum(theirs > ours - 1 for ours in range(1, 7) for theirs in range(1, 7)), 36)
    assert figures(table, "Vulture 1 die")["win"] == wins


# -- karma -------------------------------------------------------------------------------------


@BOTH
def test_karma_rolls_a_pilots_dice_again_cam_7(edition: str) -> None:
    """CAM-7, RUL-84: the loser decides first, back and forth; odds are exact."""
    table = pair(edition, "2, 3, 4", kit={"karma": 1}, vulture={"karma": 1})
    play(table, MANEUVER, *BOUT)
    assert offered(table) == ["Kit-Kat's pilot keep", "Kit-Kat's pilot re-roll"]
    assert figures(table, "Kit-Kat's pilot re-roll")["win"] == Fraction(1, 2)
    play(table, "Kit-Kat's pilot re-roll")
    assert offered(table)[0] == "Vulture's pilot keep"
    play(table, "Vulture's pilot keep")
    assert "Kit-Kat's pilot spends karma to roll again" in told(table)


def test_the_winner_is_not_asked_for_karma_rul_84() -> None:
    assert stands(play(pair(TS, "3, 2", kit={"karma": 1}), MANEUVER, *BOUT)) == "pursuit"


def test_karma_on_the_others_dice_rul_84() -> None:
    """`karma_scope`."""
    options = {"karma_scope": "any_roll_on_self"}
    table = pair(TS, "2, 3, 1", kit={"karma": 1}, options=options)
    play(table, MANEUVER, *BOUT, "Kit-Kat's pilot keep", "Kit-Kat's pilot re-roll")
    assert stands(table) == "pursuit"


def test_a_wish_serves_as_karma_where_it_may_cam_9() -> None:
    """CAM-9, RUL-86, `wish_karma_conversion`."""
    wish = {"wishes": 1}
    assert offered(play(pair(TSC, "2, 3", kit=wish), MANEUVER, *BOUT))[1].endswith("re-roll")
    assert stands(play(pair(TS, "2, 3", kit=wish), MANEUVER, *BOUT)) == "fleeing"
    options = {"wish_karma_conversion": True}
    table = play(pair(TS, "2, 3, 5", kit=wish, options=options), MANEUVER, *BOUT)
    assert stands(play(table, "Kit-Kat's pilot re-roll")) == "pursuit"


# -- winner's options (DOG-9) ------------------------------------------------------------------

CHOICES = [
    (TSC, "pursuit", ["Kit-Kat pursue Vulture", "Kit-Kat disengage"]),
    (TSC, "turning", ["Kit-Kat pursue Vulture", "Kit-Kat disengage"]),
    (TSC, "disengaged", ["Kit-Kat pursue Vulture", "Kit-Kat stay"]),
    (TS, "fleeing", ["Kit-Kat disengage", "Kit-Kat turning"]),
    (TS, "turning", ["Kit-Kat pursue Vulture", "Kit-Kat disengage"]),
]


@pytest.mark.parametrize(("edition", "position", "choices"), CHOICES)
def test_the_winner_chooses_by_his_position_dog_9(
    edition: str, position: str, choices: list[str]
) -> None:
    table = place(pair(edition, "3, 2"), "Kit-Kat", position, "Vulture")
    assert offered(play(table, MANEUVER, *BOUT)) == choices


SINGLE = [(TSC, "fleeing", "turning"), (TS, "pursuit", "pursuit"), (TS, "disengaged", "pursuit")]


@pytest.mark.parametrize(("edition", "position", "after"), SINGLE)
def test_where_there_is_one_option_it_is_taken_dog_9(
    edition: str, position: str, after: str
) -> None:
    """RUL-128: a pursuer in TS is never offered to break off."""
    table = place(pair(edition, "3, 2"), "Kit-Kat", position, "Vulture")
    assert stands(play(table, MANEUVER, *BOUT)) == after


def test_what_is_no_option_has_a_reason_dog_9() -> None:
    table = place(pair(TS, "3, 2"), "Kit-Kat", "fleeing", "Vulture")
    play(table, MANEUVER, *BOUT)
    assert "DOG-9" in why_not(table, "Kit-Kat pursue Vulture")


def test_a_pursuer_may_break_off_rul_128() -> None:
    """`ts_pursuer_may_disengage`."""
    options = {"ts_pursuer_may_disengage": True}
    table = place(pair(TS, "3, 2", options=options), "Kit-Kat", "pursuit", "Vulture")
    play(table, MANEUVER, *BOUT)
    assert offered(table) == ["Kit-Kat pursue Vulture", "Kit-Kat disengage"]
    assert stands(play(table, "Kit-Kat disengage")) == "disengaged"


def test_a_disengaged_classic_winner_rul_125() -> None:
    """`tsc_disengaged_win`: pursuit or neutral; he may prefer to stay as he is, whoever's turn."""
    table = play(pair(TSC, "3, 2"), MANEUVER, *BOUT, "Kit-Kat stay")
    assert stands(table) == "disengaged"
    table = pair(TSC, "2, 3", options={"tsc_disengaged_win": "neutral"})
    play(table, MANEUVER, *BOUT)
    assert offered(table) == ["Vulture neutral", "Vulture stay"]
    assert stands(play(table, "Vulture neutral")) == "turning"
    assert "Vulture is neutral with Kit-Kat" in told(table)


def test_a_craft_adrift_is_pursued_by_any_option_rul_132() -> None:
    """RUL-132: without a roll, also where `tsc_disengaged_win` is neutral."""
    table = pair(
        TSC,
        "1 1 1, 4",
        other="Engineering1, Operations4",
        others=[craft("Wasp", "Trojans")],
        options={"tsc_disengaged_win": "neutral"},
    )
    place(table, "Kit-Kat", "pursuit", "Vulture")
    play(table, "Kit-Kat fire Vulture", "Kit-Kat inflict 1", MANEUVER)
    assert offered(table) == ["Kit-Kat pursue Vulture", "Kit-Kat stay"]
    assert stands(play(table, "Kit-Kat pursue Vulture")) == "pursuit"


# -- engagement (DOG-7), the tail (DOG-14), one pursuer (DOG-13) ---------------------------------


@BOTH
def test_the_engaged_maneuver_against_those_they_are_engaged_with_dog_7(edition: str) -> None:
    table = pair(edition, others=[craft("Wasp", "Trojans")])
    assert {MANEUVER, "Kit-Kat maneuver Wasp"} <= set(offered(table))
    place(table, "Kit-Kat", "turning", "Vulture")
    assert MANEUVER in offered(table)
    assert why_not(table, "Kit-Kat maneuver Wasp") == "Kit-Kat is engaged with Vulture (DOG-7)"


def test_positions_differ_from_foe_to_foe_dog_7() -> None:
    """DOG-6, DOG-7, RUL-136: pursuit of one, turning with another; one foe a turn."""
    table = pair(TS, others=[craft("Wasp", "Trojans")])
    place(place(table, "Kit-Kat", "pursuit", "Vulture"), "Kit-Kat", "turning", "Wasp")
    assert stands(table, "Vulture", "Kit-Kat") == "fleeing"
    assert stands(table, "Wasp", "Kit-Kat") == "turning"
    assert {MANEUVER, "Kit-Kat maneuver Wasp"} <= set(offered(table))


def test_the_engaged_must_maneuver_in_the_classic_rules_dog_7() -> None:
    table = place(pair(TSC), "Kit-Kat", "turning", "Vulture")
    assert offered(table) == [MANEUVER]
    assert why_not(table, "Kit-Kat pass") == "Kit-Kat has to maneuver against Vulture (DOG-7)"
    assert "Kit-Kat pass" in offered(pair(TSC))
    assert "Kit-Kat pass" in offered(place(pair(TS), "Kit-Kat", "pursuit", "Vulture"))


@BOTH
def test_a_foe_has_one_pursuer_dog_13(edition: str) -> None:
    """DOG-13, RUL-127: whoever is pursued already can only be attacked by firing runs."""
    table = pair(edition, others=[craft("Wasp", "Greeks")])
    place(table, "Wasp", "pursuit", "Vulture")
    play(table, "Kit-Kat")
    assert MANEUVER not in offered(table)
    assert "RUL-127" in why_not(table, MANEUVER)
    assert "Kit-Kat run Vulture" in offered(table)


@BOTH
def test_a_winner_cannot_push_in_dog_13(edition: str) -> None:
    """Engaged with a foe who has another at his tail: he may stay as he is instead."""
    table = pair(edition, "3, 2", others=[craft("Wasp", "Greeks")])
    place(place(table, "Wasp", "pursuit", "Vulture"), "Kit-Kat", "turning", "Vulture")
    play(table, MANEUVER, *BOUT)
    assert offered(table) == ["Kit-Kat stay", "Kit-Kat disengage"]
    why = why_not(table, "Kit-Kat pursue Vulture")
    assert why == "Wasp is at the tail of Vulture already (DOG-13)"


def three(edition: str, dice: str = "") -> Table[Sky]:
    """Kit-Kat pursues Vulture and has Wasp at its tail."""
    table = pair(edition, dice, others=[craft("Wasp", "Trojans"), craft("Moth", "Trojans")])
    place(place(table, "Kit-Kat", "pursuit", "Vulture"), "Wasp", "pursuit", "Kit-Kat")
    return place(table, "Kit-Kat", "turning", "Moth")


def test_the_target_or_the_tail_dog_14() -> None:
    table = three(TS, "1, 2")
    assert offered(table) == ["Kit-Kat fire Vulture", "Kit-Kat maneuver Wasp", "Kit-Kat pass"]
    assert "DOG-14" in why_not(table, MANEUVER)
    assert "DOG-14" in why_not(table, "Kit-Kat maneuver Moth")
    play(table, "Kit-Kat maneuver Wasp", *contest("Kit-Kat", "Wasp"))
    assert stands(table) == "disengaged"
    assert stands(table, "Wasp", "Kit-Kat") == "pursuit"


def test_the_classic_target_or_tail_dog_14() -> None:
    table = three(TSC, "1, 2")
    assert {MANEUVER, "Kit-Kat maneuver Wasp"} <= set(offered(table))
    assert "DOG-14" in why_not(table, "Kit-Kat maneuver Moth")
    play(table, "Kit-Kat maneuver Wasp", *contest("Kit-Kat", "Wasp"))
    assert stands(table) == "disengaged"


def test_unopposed_maneuver_dog_15() -> None:
    """DOG-15, RUL-127: a foe engaged elsewhere and not pursued yet, by a disengaged craft."""
    others = [craft("Wasp", "Greeks")]
    table = place(pair(TS, others=others), "Wasp", "fleeing", "Vulture")
    play(table, "Kit-Kat")
    assert figures(table, MANEUVER) == {"win": 1}
    play(table, MANEUVER)
    assert stands(table) == "pursuit"
    assert stands(table, "Vulture", "Wasp") == "pursuit"


def test_no_unopposed_maneuver_in_the_classic_rules_dog_15() -> None:
    table = place(pair(TSC, others=[craft("Wasp", "Greeks")]), "Wasp", "fleeing", "Vulture")
    play(table, MANEUVER)
    assert "how many dice" in table.pending.asks  # type: ignore[union-attr]


# -- dead in the water (RUL-132) ---------------------------------------------------------------


@BOTH
def test_a_wreck_is_pursued_without_a_roll_rul_132(edition: str) -> None:
    """RUL-132, RUL-134: it loses its relations, takes no turn, cannot leave, is pursued unrolled."""
    vulture = craft("Vulture", "Trojans", "Engineering1, Cargo1, Operations1, d6")
    table = sky(
        edition,
        craft("Kit-Kat", "Greeks"),
        vulture,
        craft("Wasp", "Trojans"),
        dice="1 1 1, 1, 1 1 1, 1",
    )
    place(place(table, "Kit-Kat", "pursuit", "Vulture"), "Vulture", "pursuit", "Wasp")
    play(table, "Kit-Kat fire Vulture", "Kit-Kat inflict 1")
    assert flyer(table, "Vulture").status == "dead in the water"
    assert table.state.pursuits == ()
    if edition == TSC:
        play(table, "Kit-Kat pass")
    assert all(one.startswith("Wasp") for one in offered(table))
    play(table, "Wasp pass")
    assert figures(table, MANEUVER) == {"win": 1}
    play(table, MANEUVER)
    if edition == TSC:
        play(table, "Kit-Kat pursue Vulture")
    assert stands(table) == "pursuit"
