"""Zones of control (section 11): what sets them off, in each edition, and what may come of it.

Hector stands in 0604. Next to him are, clockwise from the top, 0603, 0704, 0705, 0605, 0505, 0504.
"""

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
    TSC,
    arena,
    asked,
    fighter,
    offered,
    play,
    told,
    who,
    why_not,
)

ASKED = "Trojans: Does Hector answer Ajax?"
WORD = {TSC: "enter", AW: "enter", TS: "tackle"}

OUTSIDE_TO = {
    "up": ("0502", "0503", "0603"),
    "through": ("0502", "0503", "0603", "0703"),
    "along": ("0502", "0503", "0603", "0704"),
    "along and out": ("0502", "0503", "0603", "0704", "0804"),
}
INSIDE_TO = {
    "away": ("0603", "0602"),
    "along": ("0603", "0704"),
    "along and away": ("0603", "0704", "0804"),
    "away and back": ("0603", "0602", "0603"),
}


def walked(edition: str, *way: str, deed: str = "done", **more: Any) -> Table[Fight]:
    """Ajax walks a way past Hector and does something, or nothing, at its end."""
    options = more.pop("options", None)
    dice = more.pop("dice", "")
    others = more.pop("others", ())
    hector = {"weapons": ["club"]} | more.pop("hector", {})
    table = arena(
        edition,
        who("Ajax", "Greeks", way[0], **{"dx": 12, "weapons": ["club"]} | more),
        who("Hector", "Trojans", "0604", **hector),
        *others,
        dice=dice,
        options=options,
    )
    play(table, "Ajax walk", *(f"Ajax to {hex}" for hex in way[1:]), "Ajax stop")
    return play(table, f"Ajax {deed}")


def moments(edition: str, *way: str, **more: Any) -> list[str]:
    """Where Ajax is each time Hector may react, if he never does."""
    table = walked(edition, *way, **more)
    found = []
    while asked(table) == ASKED:
        found.append(str(fighter(table, "Ajax").hex))
        play(table, "Hector take it")
    return found


# -- triggers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("way", "where"),
    [
        ("up", ["0603"]),  # at the end of his turn
        ("through", ["0603"]),  # when he is about to leave
        ("along", ["0704"]),  # at the end of his turn
        ("along and out", ["0704"]),  # when he is about to leave
    ],
)
def test_tsc_coming_adjacent(way: str, where: list[str]) -> None:
    """ZOC-1, RUL-62: TSC, the mover enters N(Z) from outside and does not attack."""
    assert moments(TSC, *OUTSIDE_TO[way]) == where


@pytest.mark.parametrize(
    ("way", "where"),
    [("away", []), ("along", []), ("along and away", []), ("away and back", ["0603"])],
)
def test_tsc_being_adjacent_from_the_start(way: str, where: list[str]) -> None:
    """ZOC-1, RUL-62: TSC, neither that nor leaving triggers anything; coming back does."""
    assert moments(TSC, *INSIDE_TO[way]) == where


@pytest.mark.parametrize(
    ("way", "where"),
    [
        ("up", []),  # coming up and stopping
        ("through", ["0603"]),  # past: before the step out
        ("along", ["0603"]),  # around: before the step
        ("along and out", ["0603", "0704"]),  # both, if he lets the first chance go
    ],
)
def test_aw_going_around_or_past(way: str, where: list[str]) -> None:
    """ZOC-1, RUL-62: AW, Z reacts before the step."""
    assert moments(AW, *OUTSIDE_TO[way]) == where


@pytest.mark.parametrize(
    ("way", "where"),
    [("away", []), ("along", ["0603"]), ("along and away", ["0603"]), ("away and back", [])],
)
def test_aw_being_adjacent_from_the_start(way: str, where: list[str]) -> None:
    """ZOC-1, RUL-62: AW, plain withdrawal triggers nothing, going around does."""
    assert moments(AW, *INSIDE_TO[way]) == where


@pytest.mark.parametrize(
    ("way", "where"),
    [("up", []), ("through", []), ("along", ["0704"]), ("along and out", ["0704"])],
)
def test_ts_stepping_along(way: str, where: list[str]) -> None:
    """ZOC-1, RUL-62: TS, a step whose both ends are adjacent to Z; he reacts after it."""
    assert moments(TS, *OUTSIDE_TO[way]) == where


@pytest.mark.parametrize(
    ("way", "where"),
    [("away", []), ("along", ["0704"]), ("along and away", ["0704"]), ("away and back", [])],
)
def test_ts_being_adjacent_from_the_start(way: str, where: list[str]) -> None:
    """ZOC-1, RUL-62: TS, it makes no difference where the turn began."""
    assert moments(TS, *INSIDE_TO[way]) == where


@ALL
@pytest.mark.parametrize(
    ("trigger", "where"),
    [("tsc", ["0704"]), ("aw", ["0603", "0704"]), ("ts", ["0704"]), ("off", [])],
)
def test_the_table_may_choose_the_trigger(edition: str, trigger: str, where: list[str]) -> None:
    """RUL-62: `zoc_trigger` brings any edition's trigger to any other, or none."""
    options = {"zoc_trigger": trigger}
    assert moments(edition, *OUTSIDE_TO["along and out"], options=options) == where
    up = ["0603"] if trigger == "tsc" else []
    assert moments(edition, *OUTSIDE_TO["up"], options=options) == up


# -- attacking spares it -----------------------------------------------------------------------


@ALL
def test_who_attacks_z_is_not_answered_for_the_way(edition: str) -> None:
    """RUL-63: a strike at Hector, or going into his hex, spares Ajax the zone."""
    entry = {TSC: "enter", AW: "takedown", TS: "tackle"}[edition]
    way = ("0503", "0603", "0704")
    table = walked(edition, *way, deed="strike Hector")
    assert asked(table) == "hit Ajax>Hector: 3 dice of 6 sides"
    table = walked(edition, *way, deed=f"{entry} Hector")
    assert asked(table) == "Trojans: Ajax goes for Hector. What does Hector do?"


PARIS = who("Paris", "Trojans", "0805", weapons=["club"])


@ALL
@pytest.mark.parametrize("exempt", ["attacks_that_defender", "attacks_anyone"])
def test_attacking_somebody_else(edition: str, exempt: str) -> None:
    """RUL-63: by default it does not spare Ajax Hector's answer; `zoc_exempt` may say it does."""
    table = walked(
        edition,
        *("0503", "0603", "0704", "0804"),
        deed="strike Paris",
        others=[PARIS],
        dice="6 6 6",
        options={"zoc_exempt": exempt},
    )
    if exempt == "attacks_anyone":
        assert asked(table) == "Trojans: Does Paris answer Ajax?"
    else:
        assert asked(table) == ASKED


@pytest.mark.parametrize(
    ("aim", "exempt", "spared"),
    [
        ("0905", "attacks_that_defender", False),  # Paris alone is in the blast
        ("0905", "attacks_anyone", True),
        ("0705", "attacks_that_defender", True),  # Hector is
        ("1101", "attacks_anyone", False),  # nobody is
    ],
)
def test_a_grenade_attacks_those_in_its_blast(aim: str, exempt: str, spared: bool) -> None:
    """RUL-63, RUL-64: the hex it is aimed at is announced before the way is walked."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0503", dx=12, weapons=["frag-grenade"]),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        who("Paris", "Trojans", "1006", weapons=["club"]),
        options={"zoc_exempt": exempt, "blast_radius": 2},
    )
    play(table, "Ajax walk", "Ajax to 0603", "Ajax to 0704", "Ajax to 0703", "Ajax stop")
    play(table, "Ajax lob frag grenade", f"Ajax at {aim}")
    assert asked(table) == (f"hit {aim} Ajax: 3 dice of 6 sides" if spared else ASKED)


# -- announced together ------------------------------------------------------------------------


@ALL
def test_path_and_action_are_announced_before_anybody_reacts(edition: str) -> None:
    """RUL-64: then reactions in path order; the mover goes on, and the attack is made."""
    table = walked(
        edition,
        *("0503", "0603", "0704", "0804"),
        deed="strike Paris",
        others=[PARIS],
        dice="6 6 6, 6 6 6",
    )
    assert asked(table) == ASKED
    play(table, "Hector counter")
    assert [text for text in told(table) if "strikes" in text] == [
        "Hector strikes Ajax (club)",
        "Ajax strikes Paris (club)",
    ]
    assert str(fighter(table, "Ajax").hex) == "0804"


@ALL
def test_reactions_come_in_path_order(edition: str) -> None:
    """RUL-64: Hector, whom Ajax passes first, is asked before Paris."""
    table = walked(
        edition,
        *("0603", "0704", "0804", "0905"),
        others=[PARIS],
    )
    order = []
    while "answer Ajax?" in asked(table):
        name = asked(table).split()[2]
        order.append(name)
        play(table, f"{name} take it")
    # TSC: Ajax was next to Hector from the start, so that only Paris is passed
    assert order == (["Paris"] if edition == TSC else ["Hector", "Paris"])


@ALL
def test_a_mover_who_falls_goes_no_further(edition: str) -> None:
    """RUL-64, ZOC-3: he lies where he was hit, and his attack is not made."""
    way = ("0503", "0603", "0704", "0804")
    table = walked(edition, *way, deed="strike Paris", others=[PARIS], damage=11, dice="3 3 3, 6")
    play(table, "Hector counter")
    ajax = fighter(table, "Ajax")
    assert not ajax.active
    assert str(ajax.hex) == {TSC: "0704", AW: "0603", TS: "0704"}[edition]
    assert not any("strikes Paris" in text for text in told(table))


@pytest.mark.parametrize("edition", [TSC, AW])
def test_entering_the_mover_s_hex_ends_his_turn(edition: str) -> None:
    """ZOC-1, ZOC-3, RUL-46: grapple at once, no roll, no counterattack."""
    way = ("0503", "0603", "0704", "0804")
    table = walked(edition, *way, deed="strike Paris", others=[PARIS])
    place = fighter(table, "Ajax").hex
    play(table, "Hector enter")
    ajax, hector = fighter(table, "Ajax"), fighter(table, "Hector")
    assert hector.hex == ajax.hex == place
    assert table.state.holders(ajax) == [hector]
    assert "Hector has given up this turn" in told(table)
    assert asked(table) == "Trojans: where does Paris go?"


def test_a_mover_who_is_tackled_stops() -> None:
    """ZOC-1, ZOC-3, RUL-45: in TS the reaction is a tackle; won, it ends the move."""
    table = walked(TS, "0503", "0603", "0704", "0804", dice="6, 1")
    play(table, "Hector tackle")
    assert asked(table) == "Trojans: Hector: tackle, Hector against Ajax: how many dice?"
    play(table, "Hector 1 die", "Ajax 1 die")
    assert fighter(table, "Hector").hex == fighter(table, "Ajax").hex == Hex.at("0704")


def test_a_mover_who_is_shoved_off_his_path_stops_and_acts_if_he_can() -> None:
    """RUL-64, RUL-44: a stronger Hector fails to tackle, yet Ajax must give ground."""
    for to, strikes in (("0804", True), ("0703", False)):
        table = walked(
            TS,
            *("0503", "0603", "0704", "0804"),
            deed="strike Paris",
            others=[PARIS],
            hector={"st": 13},
            dice="1, 6, 6 6 6",
        )
        play(table, "Hector tackle", "Hector 1 die", "Ajax 1 die", f"Ajax to {to}")
        assert str(fighter(table, "Hector").hex) == "0704"
        assert str(fighter(table, "Ajax").hex) == to
        assert any("strikes Paris" in text for text in told(table)) is strikes


def test_a_mover_shoved_off_before_a_step_stops_as_well() -> None:
    """RUL-64, RUL-44: the same where the table has Hector react before the step."""
    table = walked(
        TS,
        *("0603", "0704", "0804"),
        hector={"st": 13},
        dice="1, 6",
        options={"zoc_trigger": "aw"},
    )
    play(table, "Hector tackle", "Hector 1 die", "Ajax 1 die", "Ajax to 0602")
    assert str(fighter(table, "Ajax").hex) == "0602"


# -- who exerts it, and how he answers ---------------------------------------------------------


@ALL
def test_the_answers(edition: str) -> None:
    """ZOC-1: counterattack, or enter the mover's hex (TS: tackle); no dodge, no defence."""
    table = walked(edition, *OUTSIDE_TO["along"])
    counters = [one for one in offered(table) if one.startswith("Hector counter")]
    assert {"Hector counter", "Hector counter with bare hands"} <= set(counters)
    assert offered(table) == [*counters, f"Hector {WORD[edition]}", "Hector take it"]


@ALL
def test_it_is_a_reaction_and_costs_the_next_turn(edition: str) -> None:
    """ZOC-2, RCT-1: after a counterattack Hector's own turn is lost, though he missed."""
    table = walked(edition, *OUTSIDE_TO["along"], dice="6 6 6")
    play(table, "Hector counter")
    assert "Hector has given up this turn" in told(table)
    assert asked(table) == "Greeks: where does Ajax go?"


def test_one_reaction_a_defender() -> None:
    """ZOC-2: having answered the first step, Hector cannot answer the second."""
    table = walked(AW, *OUTSIDE_TO["along and out"], dice="6 6 6")
    play(table, "Hector counter")
    assert str(fighter(table, "Ajax").hex) == "0804"
    assert asked(table) == "Greeks: where does Ajax go?"


def test_who_owes_a_turn_exerts_no_zone() -> None:
    """RUL-65, ZOC-2: Hector has countered Odysseus; then Ajax passes freely."""
    for edition in (TSC, AW, TS):
        table = arena(
            edition,
            who("Ajax", "Greeks", "0503", weapons=["club"]),
            who("Odysseus", "Greeks", "0605", weapons=["club"]),
            who("Hector", "Trojans", "0604", weapons=["club"]),
            dice="6 6 6, 6 6 6",
        )
        play(table, "Odysseus stay", "Odysseus strike Hector", "Hector counter")
        play(table, "Ajax walk", "Ajax to 0603", "Ajax to 0704", "Ajax to 0804", "Ajax stop")
        play(table, "Ajax done")
        assert "Hector has given up this turn" in told(table)


@ALL
def test_the_helpless_and_the_grappled_exert_no_zone(edition: str) -> None:
    """RUL-65: conscious, ungrappled enemies only."""
    around = OUTSIDE_TO["along and out"]
    assert moments(edition, *around, hector={"fatigue": 12}, others=[PARIS]) == []
    holder = who("Odysseus", "Greeks", holds="Hector")
    table = arena(
        edition,
        who("Ajax", "Greeks", around[0], dx=12),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        holder,
    )
    play(table, "Ajax walk", *(f"Ajax to {hex}" for hex in around[1:]), "Ajax stop", "Ajax done")
    assert asked(table) == "Greeks: where does Odysseus go?"


@ALL
def test_flyers_are_included(edition: str) -> None:
    """RUL-65: they exert zones and are exposed to them."""
    around = OUTSIDE_TO["along and out"]
    plain = moments(edition, *around)
    assert plain
    assert moments(edition, *around, flying=True) == plain
    assert moments(edition, *around, hector={"flying": True}) == plain


@pytest.mark.parametrize(("edition", "gun"), [(TSC, "handgun"), (AW, "bow"), (TS, "handgun")])
def test_the_response_may_be_a_shot(edition: str, gun: str) -> None:
    """RUL-65: Hector shoots the mover; a friend in reach is no threat to Ajax."""
    ally = who("Odysseus", "Greeks", "0702", weapons=["club"])
    table = walked(
        edition, *OUTSIDE_TO["along"], hector={"weapons": [gun]}, others=[ally], dice="6 6 6"
    )
    shot = next(one for one in offered(table) if "shoot" in one)
    play(table, shot)
    assert "Hector shoots at Ajax" in "\n".join(told(table))


@ALL
def test_a_zone_neither_stops_nor_slows(edition: str) -> None:
    """ZOC-3: with Hector beside the way Ajax goes exactly as far as with a friend there."""
    reach = []
    for beside, far in (("Trojans", "Greeks"), ("Greeks", "Trojans")):
        table = arena(
            edition,
            who("Ajax", "Greeks", "0603"),
            who("Hector", beside, "0604", weapons=["club"], seat="Trojans"),
            who("Paris", far, "1308", seat="Trojans"),
        )
        play(table, "Ajax")
        reach.append({one for one in offered(table) if one.startswith("Ajax move")})
    assert reach[0] == reach[1]


# -- several reactors --------------------------------------------------------------------------


def two_reactors(edition: str, **more: Any) -> Table[Fight]:
    """One step of Ajax exposes him both to Hector in 0603 and to Deiphobus in 0803."""
    here, there = ("0702", "0703") if edition == TSC else ("0703", "0704")
    table = arena(
        edition,
        who("Ajax", "Greeks", here, weapons=["club"], **more),
        who("Hector", "Trojans", "0603", weapons=["club"]),
        who("Deiphobus", "Trojans", "0803", weapons=["club"]),
        dice="3 3 3, 6, 3 3 3, 6",
    )
    return play(table, "Ajax walk", f"Ajax to {there}", "Ajax stop", "Ajax done")


@ALL
def test_the_reacting_side_orders_its_reactors(edition: str) -> None:
    """RUL-61: either may be the first; each is resolved fully before the next."""
    for first, second in (("Hector", "Deiphobus"), ("Deiphobus", "Hector")):
        table = two_reactors(edition)
        assert asked(table) == "Trojans: Who answers Ajax first?"
        assert offered(table) == ["Hector first", "Deiphobus first"]
        play(table, f"{first} first", f"{first} counter")
        assert fighter(table, "Ajax").damage == 6
        assert asked(table) == f"Trojans: Does {second} answer Ajax?"


def test_so_it_does_those_who_survive_a_blast() -> None:
    """RUL-61, RUL-32: both are caught by one grenade; the Trojans say who answers first."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0504", weapons=["frag-grenade"]),
        who("Hector", "Trojans", "0904", weapons=["handgun"]),
        who("Paris", "Trojans", "0905", weapons=["handgun"]),
        dice="3 3 3, 1 1 1, 6 6 6",
    )
    play(table, "Ajax stay", "Ajax lob frag grenade", "Ajax at 0904")
    assert offered(table) == ["Hector first", "Paris first"]
    play(table, "Paris first", "Paris counter")
    assert asked(table) == "Trojans: Does Hector answer Ajax?"


@ALL
def test_once_the_target_is_down_the_rest_keep_their_reaction(edition: str) -> None:
    """RUL-61: Hector fells Ajax; Deiphobus owes no turn."""
    table = two_reactors(edition, damage=11)
    play(table, "Hector first", "Hector counter")
    assert table.outcome is not None
    assert fighter(table, "Hector").turns_owed == 1
    assert fighter(table, "Deiphobus").turns_owed == 0


@ALL
def test_a_grappled_mover_may_still_be_answered(edition: str) -> None:
    """RUL-61: he is neither down nor gone; Deiphobus strikes into the grapple."""
    table = two_reactors(edition)
    play(table, "Hector first", f"Hector {WORD[edition]}")
    if edition == TS:
        play(table, "Hector 3 dice", "Ajax 1 die")  # 9 against 6
    assert table.state.holders(fighter(table, "Ajax")) == [fighter(table, "Hector")]
    assert asked(table) == "Trojans: Does Deiphobus answer Ajax?"


def test_tsc_who_enters_one_foe_is_answered_by_another() -> None:
    """RUL-62, RUL-63: Ajax comes up to both and enters Hector's hex; Paris reacts at the end."""
    table = arena(
        TSC,
        who("Ajax", "Greeks", "0503", weapons=["club"]),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        who("Paris", "Trojans", "0704", weapons=["club"]),
    )
    play(table, "Ajax move 0603", "Ajax enter Hector", "Hector take it")
    assert fighter(table, "Ajax").hex == Hex.at("0604")
    assert asked(table) == "Trojans: Does Paris answer Ajax?"


@pytest.mark.parametrize("edition", [AW, TS])
def test_the_step_into_a_foes_hex_leads_around_another(edition: str) -> None:
    """MOV-4, RUL-17, RUL-62: from 0603 to 0604, both next to Paris: AW before it, TS after it."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0603", weapons=["club"], dx=14),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        who("Paris", "Trojans", "0704", weapons=["club"]),
        dice="6 6, 1 1" if edition == TS else "",
    )
    play(table, "Ajax stay", f"Ajax {'tackle' if edition == TS else 'takedown'} Hector")
    if edition == TS:
        play(table, "Hector take it", "Ajax 2 dice", "Hector 2 dice")
        assert fighter(table, "Ajax").hex == Hex.at("0604")
    else:
        assert fighter(table, "Ajax").hex == Hex.at("0603")
    assert asked(table) == "Trojans: Does Paris answer Ajax?"


def test_ts_a_tackle_that_fails_is_no_step() -> None:
    """ENT-3, RUL-23, RUL-62: he is back where he was, and Paris has nothing to answer."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0603", weapons=["club"]),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        who("Paris", "Trojans", "0704", weapons=["club"]),
        dice="1 1, 6 5",
    )
    play(table, "Ajax stay", "Ajax tackle Hector", "Hector take it")
    play(table, "Ajax 2 dice", "Hector 2 dice")
    assert fighter(table, "Ajax").hex == Hex.at("0603")
    assert asked(table).startswith("Trojans: who acts?")


def test_tsc_the_step_into_a_foes_hex_comes_up_to_another() -> None:
    """RUL-62: from 0504 into 0604, which is next to Paris; he reacts at the end of the turn."""
    table = arena(
        TSC,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        who("Paris", "Trojans", "0704", weapons=["club"]),
    )
    play(table, "Ajax stay", "Ajax enter Hector", "Hector take it")
    assert asked(table) == "Trojans: Does Paris answer Ajax?"


def test_tsc_who_dodges_on_the_way_in_has_come_up_to_nobody() -> None:
    """RUL-23, RUL-62: Hector's counter drives him to 0503, next to Paris; that was no step of his."""
    table = arena(
        TSC,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        who("Paris", "Trojans", "0502", weapons=["club"]),
        dice="3 3 3, 3 3 3",
        options={"chain_reactions": True},
    )
    play(table, "Ajax stay", "Ajax enter Hector", "Hector counter", "Ajax dodge", "Ajax to 0503")
    assert asked(table) == "Trojans: where does Paris go?"  # Hector has had his turn


# -- ways --------------------------------------------------------------------------------------


def way_taken(table: Table[Fight]) -> tuple[str, ...]:
    (moved,) = [event for event in table.events if type(event).__name__ == "Moved"]
    return moved.path  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize(
    ("edition", "start", "goal", "steps"),
    [
        (TSC, "0503", "0804", 4),  # not by 0603 and 0704, which takes three steps
        (AW, "0503", "0804", 4),
        (TS, "0603", "0705", 4),  # around him at a distance
        (TS, "0503", "0704", 3),  # not along 0603, which takes two steps
        (AW, "0603", "0804", 3),  # straight away from him
    ],
)
def test_a_destination_is_reached_by_the_least_exposed_way(
    edition: str, start: str, goal: str, steps: int
) -> None:
    """RUL-62, RUL-64: of those ways the shortest; nobody may react to it."""
    table = arena(
        edition,
        who("Ajax", "Greeks", start, dx=12),
        who("Hector", "Trojans", "0604", weapons=["club"]),
    )
    play(table, f"Ajax move {goal}", "Ajax done")
    assert "answer" not in asked(table)
    assert len(way_taken(table)) - 1 == steps


def test_aw_passing_by_is_avoided_by_a_longer_way() -> None:
    """RUL-62: with a friend in 0602 the way through 0603 takes two steps, the one around four."""
    table = arena(
        AW,
        who("Ajax", "Greeks", "0503", dx=12),
        who("Odysseus", "Greeks", "0602"),
        who("Hector", "Trojans", "0604", weapons=["club"]),
    )
    play(table, "Ajax move 0703", "Ajax done")
    assert way_taken(table) == ("0503", "0502", "0601", "0702", "0703")


@pytest.mark.parametrize(("edition", "exposed"), [(TSC, True), (AW, True), (TS, False)])
def test_the_step_off_the_board_is_a_step_out_of_the_zone(edition: str, exposed: bool) -> None:
    """RUL-22, RUL-62: who comes next to Hector and goes off from there exposes himself."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0501"),
        who("Hector", "Trojans", "0201", weapons=["club"]),
        map="""
.   X   .
  .   .
.   .   .
  .   .
""",
        legend={"X": ["exit"]},
    )
    play(table, "Ajax leave by 0301")
    if exposed:
        assert asked(table) == ASKED
        assert fighter(table, "Ajax").hex == Hex.at("0301")
        play(table, "Hector take it")
    assert fighter(table, "Ajax").fled


def test_tsc_a_runaway_who_is_caught_is_answered_by_others() -> None:
    """RUL-22, RUL-62: Hector grapples him on the way; at the end of his turn Deiphobus reacts."""
    table = arena(
        TSC,
        who("Ajax", "Greeks", "0202", dx=12),
        who("Hector", "Trojans", "0204", weapons=["club"]),
        who("Deiphobus", "Trojans", "0403", weapons=["club"]),
        map="""
#   #
  #   #
#   #
  .   #
#   .
  #   .
#   .
  .   X
""",
        legend={"X": ["exit"]},
    )
    play(table, "Ajax leave by 0404")
    assert asked(table) == ASKED  # in 0304 he is about to leave Hector's neighbourhood
    play(table, "Hector enter")
    assert not fighter(table, "Ajax").fled
    assert asked(table) == "Trojans: Does Deiphobus answer Ajax?"


def test_friends_passed_through_shield_from_being_entered() -> None:
    """RUL-16, RUL-62: nobody enters a hex where Ajax is only passing a friend."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0503", weapons=["club"]),
        who("Odysseus", "Greeks", "0704"),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        options={"pass_through_friends": True},
    )
    play(table, "Ajax walk", "Ajax to 0603", "Ajax to 0704", "Ajax to 0804", "Ajax stop")
    play(table, "Ajax done")
    assert asked(table) == ASKED
    assert fighter(table, "Ajax").hex == Hex.at("0704")
    assert "Hector tackle" not in offered(table)
    assert "Hector counter" in offered(table)
    assert why_not(table, "Hector tackle") == "Hector does not fit there (RUL-20)"
