"""The sequence of a dogfight: initiative, turns, leaving, the end, set-up and options."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.dogfight.game import DOGFIGHT
from legendry.table import Scripted, SetupError, Table
from tests.legends.dogfight.squadron import (
    BOTH,
    BUILD,
    TS,
    TSC,
    asked,
    craft,
    flyer,
    offered,
    pair,
    person,
    place,
    play,
    sky,
    stands,
    told,
    why_not,
)

# -- turns -------------------------------------------------------------------------------------


@BOTH
def test_a_die_a_side_says_who_goes_first_dog_1(edition: str) -> None:
    """DOG-1, RUL-11: ties are rolled again."""
    assert asked(pair(edition, first=False)).startswith("Trojans: ")
    kit, vulture = craft("Kit-Kat", "Greeks"), craft("Vulture", "Trojans")
    seats = ["Greeks", "Trojans"]
    setup = {"craft": [kit, vulture]}
    table = Table(DOGFIGHT, seats, Scripted("3", "3", "2", "5"), edition=edition, setup=setup)
    assert told(table)[0] == "Trojans have the initiative, then Greeks"


@BOTH
def test_karma_on_the_initiative_rul_84(edition: str) -> None:
    kit, vulture = craft("Kit-Kat", "Greeks", karma=1), craft("Vulture", "Trojans")
    setup = {"craft": [kit, vulture]}
    seats = ["Greeks", "Trojans"]
    table = Table(DOGFIGHT, seats, Scripted("2", "5", "6"), edition=edition, setup=setup)
    assert offered(table) == ["Kit-Kat's pilot keep", "Kit-Kat's pilot re-roll"]
    assert asked(play(table, "Kit-Kat's pilot re-roll")).startswith("Greeks: what does")


@BOTH
def test_sides_alternate_and_each_craft_has_a_turn_dog_2(edition: str) -> None:
    """DOG-2, DOG-3: any order, one completed before the next."""
    others = [craft("Wasp", "Greeks")]
    table = pair(edition, others=others)
    assert offered(table) == ["Kit-Kat", "Wasp"]
    play(table, "Wasp pass")
    assert offered(table)[-1] == "Kit-Kat pass"
    play(table, "Kit-Kat pass")
    assert table.state.side == 1
    play(table, "Vulture pass")
    assert (table.state.round, table.state.side) == (2, 0)


@BOTH
def test_those_who_cannot_act_have_a_reason_dog_3(edition: str) -> None:
    others = [craft("Wasp", "Greeks"), craft("Moth", "Greeks")]
    table = play(pair(edition, others=others), "Wasp pass")
    assert why_not(table, "Wasp") == "Wasp has had its turn (DOG-3)"


def test_players_of_a_side_may_wait_rul_14() -> None:
    table = sky(
        TS,
        craft("Kit-Kat", "Greeks", seat="Ann"),
        craft("Wasp", "Greeks", seat="Bob"),
        craft("Vulture", "Trojans"),
    )
    assert offered(table) == ["Kit-Kat", "Kit-Kat waits"]
    play(table, "Kit-Kat waits")
    assert asked(table).startswith("Bob: ")
    play(table, "Wasp pass")
    assert asked(table).startswith("Ann: ")


def test_three_sides_rul_11() -> None:
    others = [craft("Moth", "Persians")]
    table = play(pair(TS, others=others), "Kit-Kat pass", "Vulture pass", "Moth pass")
    assert table.state.round == 2


# -- leaving -----------------------------------------------------------------------------------


@BOTH
def test_a_disengaged_craft_may_leave_after_the_first_round_dog_12(edition: str) -> None:
    """DOG-12, RUL-134: for good; its side has no craft left and has been routed (RUL-135)."""
    table = pair(edition)
    assert why_not(table, "Kit-Kat exit") == "nobody leaves in the first round (DOG-12)"
    play(table, "Kit-Kat pass", "Vulture pass", "Kit-Kat exit")
    assert flyer(table, "Kit-Kat").status == "left"
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.rule) == (("Trojans",), "RUL-135")
    assert not flyer(table, "Kit-Kat").captured


@BOTH
def test_the_engaged_cannot_leave_dog_12(edition: str) -> None:
    table = play(pair(edition), "Kit-Kat pass", "Vulture pass")
    place(table, "Kit-Kat", "fleeing", "Vulture")
    assert why_not(table, "Kit-Kat exit") == "Kit-Kat is engaged with Vulture (DOG-12)"


def test_leaving_takes_the_place_of_a_maneuver_dog_7() -> None:
    """TSC: whoever has maneuvered leaves in the next turn at the earliest."""
    table = pair(TSC, "2, 1")
    play(table, "Kit-Kat pass", "Vulture pass")
    place(table, "Kit-Kat", "pursuit", "Vulture")
    play(table, "Kit-Kat maneuver Vulture", "Kit-Kat 1 die", "Vulture 1 die", "Kit-Kat disengage")
    assert stands(table) == "disengaged"
    assert table.state.side == 1


# -- the end -----------------------------------------------------------------------------------


@BOTH
def test_the_end_and_who_is_captured_rul_135(edition: str) -> None:
    """RUL-135, CAM-2, CRF-8: adrift is captured; without Living a craft makes for its base."""
    table = pair(edition, "1 1 1, 3", build="Engineering1, Operations1, d6")
    place(table, "Kit-Kat", "pursuit", "Vulture")
    play(table, "Kit-Kat fire Vulture", "Kit-Kat inflict 2")
    assert table.outcome is not None
    assert table.outcome.winners == ("Greeks",)
    assert flyer(table, "Vulture").captured
    assert told(table)[-2:] == [
        "Kit-Kat has no living quarters and makes for its base",
        "Vulture is captured",
    ]


@BOTH
def test_living_quarters_allow_long_voyages_crf_8(edition: str) -> None:
    table = pair(edition, "1 1 1, 3")
    place(table, "Kit-Kat", "pursuit", "Vulture")
    play(table, "Kit-Kat fire Vulture", "Kit-Kat inflict 2")
    assert not any("makes for its base" in words for words in told(table))


@BOTH
@pytest.mark.parametrize(("rounds", "words"), [(1, "1 round"), (2, "2 rounds")])
def test_nothing_happens_for_too_long(edition: str, rounds: int, words: str) -> None:
    """The no-progress limit is a table option."""
    table = pair(edition, options={"no_progress": rounds})
    while table.pending is not None:
        table.answer(next(one for one in offered(table) if one.endswith("pass")))
    assert table.outcome is not None
    assert table.outcome.winners == ()
    assert table.outcome.why == f"{words} passed without damage"


def test_damage_and_departures_are_progress() -> None:
    """The limit counts rounds since the last of either; a draw makes nobody a captive (RUL-135)."""
    others = [craft("Wasp", "Trojans"), craft("Moth", "Greeks")]
    idle = "Moth pass", "Vulture pass", "Wasp pass"
    for deed in (["Kit-Kat run Vulture", "Kit-Kat inflict 1"], ["Kit-Kat exit"]):
        table = pair(TS, "1 1 1 1, 3", others=others, options={"no_progress": 2})
        play(table, "Kit-Kat pass", *idle, *deed, *idle)
        assert (table.state.round, table.state.quiet, table.outcome) == (3, 1, None)
    table = pair(TS, "1 1 1 1, 3", others=others, options={"no_progress": 1})
    play(table, "Kit-Kat run Vulture", "Kit-Kat inflict 2", "Moth pass", "Wasp pass")
    assert table.outcome is not None
    assert flyer(table, "Vulture").status == "dead in the water"
    assert not flyer(table, "Vulture").captured


@BOTH
def test_a_dogfight_needs_somebody_who_can_fire_rul_135(edition: str) -> None:
    unarmed = "Engineering1, Operations1"
    table = pair(edition, build=unarmed, other=unarmed)
    assert table.outcome is not None
    assert table.outcome.why == "nobody is left who could fire"
    assert pair(edition, build=unarmed).outcome is None


# -- set-up ------------------------------------------------------------------------------------


def broken(edition: str, *all_craft: dict[str, Any], **options: Any) -> str:
    with pytest.raises(SetupError) as caught:
        sky(edition, *all_craft, options=options)
    return str(caught.value)


def test_set_ups_that_cannot_be() -> None:
    """RUL-122, RUL-124, RUL-139, CRF-1: all is said in a sentence."""
    kit, vulture = craft("Kit-Kat", "Greeks"), craft("Vulture", "Trojans")
    assert "no star craft" in broken("ancient-world", kit, vulture)
    assert "two sides" in broken(TS, kit, craft("Wasp", "Greeks"))
    assert "Engineering is missing" in broken(TS, craft("Hulk", "Greeks", "O1"), vulture)
    assert "needs a pilot" in broken(TS, {**kit, "crew": []}, vulture)
    outside = [{"station": "pilot", "section": "Cargo", "character": person("Ajax")}]
    assert "RUL-122" in broken(TS, {**kit, "crew": outside}, vulture)
    nowhere = [{"section": "Attic", "character": person("Ajax")}]
    assert "Attic" in broken(TS, craft("Kit-Kat", "Greeks", aboard=nowhere), vulture)
    assert "no state" in broken(TS, craft("Kit-Kat", "Greeks", damage=10), vulture)
    other = {**kit, "craft": {"name": "Kit-Kat", "edition": TSC, "build": BUILD}}
    assert TSC in broken(TS, other, vulture)
    assert "character" in broken(TS, {**kit, "crew": [{"station": "pilot"}]}, vulture)


def test_two_of_a_kind_have_names_of_their_own() -> None:
    table = sky(TS, craft("Vulture", "Greeks"), craft("Vulture", "Trojans"))
    assert [one.name for one in table.state.flyers] == ["Vulture", "Vulture 2"]
    assert [one.name for one in table.state.crew] == ["Vulture's pilot", "Vulture's pilot 2"]


def test_seats_play_sides_or_craft() -> None:
    """RUL-138: one may play everybody; a seat that is not there is refused."""
    everybody = [craft("Kit-Kat", "Greeks", seat="Ann"), craft("Vulture", "Trojans", seat="Ann")]
    assert {one.seat for one in sky(TS, *everybody).state.flyers} == {"Ann"}
    setup = {"craft": [craft("Kit-Kat", "Greeks"), craft("Vulture", "Trojans", seat="Bob")]}
    with pytest.raises(SetupError, match="nobody called Bob"):
        Table(DOGFIGHT, ["Ann"], Scripted(), edition=TS, setup=setup)
    setup["craft"][1].pop("seat")
    with pytest.raises(SetupError, match="not clear who plays"):
        Table(DOGFIGHT, ["Ann", "Bob", "Cid"], Scripted(), edition=TS, setup=setup)
    table = Table(DOGFIGHT, ["Ann", "Bob"], Scripted(), edition=TS, setup=setup)
    assert [one.seat for one in table.state.flyers] == ["Ann", "Bob"]


FOREIGN = [
    (TS, {"tsc_disengaged_win": "neutral"}, "RUL-125"),
    (TS, {"tsc_curse": "as_aw"}, "RUL-87"),
    (TSC, {"ts_both_over_is_tie": True}, "RUL-126"),
    (TSC, {"ts_pursuer_may_disengage": True}, "RUL-128"),
    (TSC, {"facing_run_window": "first_player_turn"}, "RUL-129"),
]


@pytest.mark.parametrize(("edition", "options", "rule"), FOREIGN)
def test_an_option_without_use_is_refused(edition: str, options: dict[str, Any], rule: str) -> None:
    both = craft("Kit-Kat", "Greeks"), craft("Vulture", "Trojans")
    words = broken(edition, *both, **options)
    assert "changes nothing" in words
    assert rule in words


def test_systems_are_recorded_only_crf_13() -> None:
    """CRF-13, RUL-123: nothing in a dogfight uses them."""
    table = pair(TSC, build="Engineering1, Operations1, D6, S+3")
    kit = table.view().craft["Kit-Kat"]  # type: ignore[attr-defined]
    assert (kit.systems, kit.maneuvers_at, kit.fires_at) == (3, 11, 11)
