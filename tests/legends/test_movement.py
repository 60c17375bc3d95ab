"""Movement and space, leaving the board (section 4)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.hexes import Hex, distance, neighbours
from legendry.legends.fighter import Fight
from legendry.legends.movement import reachable
from legendry.table import Refused, Table
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

FAR = who("Hector", "Trojans", "1308")


def hexes(table: Table[Fight], name: str, verb: str = "move") -> set[str]:
    """Where a fighter may go now."""
    start = f"{name} {verb} "
    return {one.removeprefix(start) for one in offered(table) if one.startswith(start)}


# -- the allowance -----------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize(("dx", "ma"), [(11, 5), (12, 6), (1, 0), (2, 1)])
def test_movement_is_half_of_dx_rounded_down(edition: str, dx: int, ma: int) -> None:
    """MOV-1, CHR-7."""
    assert fighter(arena(edition, who("Ajax", "Greeks", dx=dx), FAR), "Ajax").ma == ma


@ALL
def test_ajax_may_move_five_hexes_and_then_attack(edition: str) -> None:
    """EX-TSC-2, EX-AW-3, EX-TS-5, MOV-1, MOV-2, SEQ-5: DX 11 makes MA 5."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0104", dx=11, weapons=["club"]),
        who("Hector", "Trojans", "0706"),
    )
    start = Hex.at("0104")
    assert all(distance(start, Hex.at(to)) <= 5 for to in hexes(table, "Ajax"))
    assert distance(start, Hex.at("0606")) == 5
    assert why_not(table, "Ajax move 0607") == "0607 is out of reach with MA 5 (MOV-2)"
    play(table, "Ajax move 0606")
    assert "Ajax strike Hector" in offered(table)


def test_armor_lowers_movement_through_dx() -> None:
    """EX-TSC-5, EX-AW-6, EX-TS-20, ARM-2, MOV-1, RUL-18: DX 12 in a space suit, in leather."""
    for edition, armor, dx, ma in (
        (TSC, ["space-suit"], 11, 5),
        (AW, ["leather"], 10, 5),
        (TS, ["space-suit", "flak-vest"], 10, 5),
        (TSC, ["flak-vest"], 12, 6),
        (TS, ["flak-vest"], 11, 5),
    ):
        ajax = fighter(arena(edition, who("Ajax", "Greeks", dx=12, armor=armor), FAR), "Ajax")
        assert (ajax.dx, ajax.ma) == (dx, ma)


def test_flak_vests_differ() -> None:
    """EX-D-10, EX-D-11, ARM-10: 3/0 in TSC, 3/1 in TS."""
    for edition, dx, ma in ((TSC, 12, 6), (TS, 11, 5)):
        ajax = fighter(
            arena(edition, who("Ajax", "Greeks", dx=12, armor=["flak-vest"]), FAR), "Ajax"
        )
        assert (ajax.dx, ajax.ma) == (dx, ma)


@ALL
def test_a_listed_movement_replaces_the_formula(edition: str) -> None:
    """MOV-1: a wolf of DX 10 with MA 8."""
    table = arena(edition, who("Wolf", "Beasts", "0104", dx=10, ma=8), FAR)
    assert max(distance(Hex.at("0104"), Hex.at(to)) for to in hexes(table, "Wolf")) == 8


@ALL
def test_every_hex_costs_one(edition: str) -> None:
    """MOV-2: water costs no more than grass; a wall has to be gone around."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0101", dx=8),
        who("Hector", "Trojans", "0501"),
        map="""
.   ~   .
  .   #
.   ~   .
  .   .
""",
        legend={"~": ["water"]},
    )
    found = reachable(table.state, fighter(table, "Ajax"))
    steps = {str(hex): cost for hex, cost in found.items()}
    assert steps == dict(
        zip(
            ["0201", "0102", "0301", "0302", "0202", "0402", "0502"],
            [1, 1, 2, 2, 2, 3, 4],
            strict=True,
        )
    )
    assert hexes(table, "Ajax") == set(steps)
    assert why_not(table, "Ajax move 0401") == "there is a wall in 0401 (RUL-16)"


# -- who is in the way -------------------------------------------------------------------------


@ALL
def test_one_character_a_hex(edition: str) -> None:
    """MOV-3, RUL-16: neither friend nor foe can be moved onto, nor passed through."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0101", dx=12),
        who("Odysseus", "Greeks", "0201"),
        who("Hector", "Trojans", "0501"),
        map="""
.   .   .
  .   .
""",
    )
    play(table, "Ajax")
    assert hexes(table, "Ajax") == set()  # Odysseus blocks the corridor
    assert why_not(table, "Ajax move 0201") == "Odysseus stands in 0201 (MOV-3)"
    assert why_not(table, "Ajax move 0501") == "Hector stands in 0501 (MOV-3)"
    assert why_not(table, "Ajax move 0301") == "0301 is out of reach with MA 6 (MOV-2)"


def friends(edition: str = AW, **figures: Any) -> Table[Fight]:
    """Ajax behind Odysseus in a corridor, Hector at its end; friends may be passed."""
    return arena(
        edition,
        who("Ajax", "Greeks", "0101", dx=6, **figures),
        who("Odysseus", "Greeks", "0201"),
        who("Hector", "Trojans", "0901", weapons=["club"]),
        map="""
.   .   .   .   .
  .   .   .   .
""",
        options={"pass_through_friends": True},
    )


def test_friends_may_be_passed_where_the_table_says_so() -> None:
    """RUL-16: `pass_through_friends` opens the way, yet nobody ends in a friend's hex."""
    table = play(friends(), "Ajax")
    assert hexes(table, "Ajax") == {"0301", "0401"}
    play(table, "Ajax move 0301", "Ajax done")
    assert fighter(table, "Ajax").hex == Hex.at("0301")


def test_a_walk_does_not_end_in_a_friend_s_hex() -> None:
    """RUL-16: step by step, there is no stopping with a friend; foes stay in the way."""
    table = play(friends(), "Ajax walk")
    assert offered(table) == ["Ajax to 0201", "Ajax stop"]
    play(table, "Ajax to 0201")
    assert offered(table) == ["Ajax to 0301", "Ajax to 0101"]
    play(table, "Ajax to 0101")
    assert offered(table) == ["Ajax stop"]  # one step is left, and it would end with Odysseus


@ALL
def test_the_incapacitated_do_not_occupy_their_hex(edition: str) -> None:
    """RUL-16: one may pass over a body, and stand over it."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0101"),
        who("Hector", "Trojans", "0201", fatigue=12),
        who("Paris", "Trojans", "0501"),
        map="""
.   .   .
  .   .
""",
    )
    assert hexes(table, "Ajax") == {"0201", "0301", "0401"}
    play(table, "Ajax move 0201", "Ajax done")
    assert fighter(table, "Ajax").hex == fighter(table, "Hector").hex


@ALL
def test_small_animals_share_a_hex(edition: str) -> None:
    """MOV-5, RUL-19: any number of one side, each a target of its own; in TSC for the tag, too."""
    rat: dict[str, Any] = {"st": 2, "small": True}
    table = arena(
        edition,
        who("Rat", "Rats", "0504", **rat),
        who("Rat", "Rats", "0504", **rat),
        who("Rat", "Rats", "0505", **rat),
        who("Mouse", "Mice", "0405", **rat),
        who("Cat", "Cats", "0604", weapons=["dagger"]),
        options={"zoc_trigger": "off"},
    )
    play(table, "Rat 3")
    assert "0504" in hexes(table, "Rat 3")
    assert why_not(table, "Rat 3 move 0405") == "Mouse stands in 0405 (MOV-3)"  # another side
    assert why_not(table, "Rat 3 move 0604") == "Cat stands in 0604 (MOV-3)"
    play(table, "Rat 3 move 0504", "Rat 3 done", "Rat pass", "Rat 2 pass", "Mouse pass")
    play(table, "Cat stay")
    assert {"Cat strike Rat", "Cat strike Rat 2", "Cat strike Rat 3"} <= set(offered(table))


def test_others_do_not_share_a_hex_with_small_animals() -> None:
    """MOV-5, RUL-19: only the small ones do."""
    table = arena(
        AW,
        who("Rat", "Rats", "0504", small=True),
        who("Ogre", "Rats", "0503"),
        FAR,
    )
    play(table, "Ogre")
    assert why_not(table, "Ogre move 0504") == "Rat stands in 0504 (MOV-3)"


def test_a_creature_of_four_hexes_moves_where_it_fits() -> None:
    """RUL-20: the anchor moves, the shape turns freely, and all its hexes must be free."""
    table = arena(
        AW,
        who("Dragon", "Beasts", "0203", hexes=4, dx=10),
        who("Ajax", "Greeks", "0704"),
        map="""
.   .   .   .
  .   .   .
.   .   .   .
  .   #   .
.   .   #   .
  .   .   .
.   .   .   .
""",
    )
    dragon = fighter(table, "Dragon")
    assert len(set(dragon.cells)) == 4
    assert {distance(a, b) for a in dragon.cells for b in dragon.cells} == {0, 1, 2}
    for to in hexes(table, "Dragon"):
        assert table.state.room(dragon, Hex.at(to)), to
    play(table, "Dragon move 0302", "Dragon done")
    moved = fighter(table, "Dragon").cells
    assert moved[0] == Hex.at("0302")
    assert all(table.state.board.open(hex) for hex in moved)


def test_a_large_creature_is_next_to_whatever_touches_one_of_its_hexes() -> None:
    """RUL-20: a flower of seven around 0504 touches Ajax two hexes from its anchor."""
    table = arena(
        AW,
        who("Ajax", "Greeks", "0506", weapons=["club"]),
        who("Dragon", "Beasts", "0504", hexes=7),
    )
    assert len(fighter(table, "Dragon").cells) == 7
    play(table, "Ajax stay")
    assert "Ajax strike Dragon" in offered(table)


@ALL
def test_there_is_no_facing(edition: str) -> None:
    """MOV-6, RUL-21: the number to hit and the answer to it are the same from all six sides."""
    seen = set()
    for hex in neighbours(Hex.at("0504")):
        table = arena(
            edition,
            who("Ajax", "Greeks", str(hex), weapons=["club"]),
            who("Hector", "Trojans", "0504", weapons=["club"]),
            dice="6 6 6",
        )
        play(table, "Ajax stay", "Ajax strike Hector")
        seen.add((told(table)[-1], *offered(table)))
    assert len(seen) == 1


# -- moves that end, moves that are not --------------------------------------------------------


@pytest.mark.parametrize(("edition", "word"), [(TSC, "enter"), (AW, "takedown"), (TS, "tackle")])
def test_stepping_into_a_foe_s_hex_ends_the_move(edition: str, word: str) -> None:
    """MOV-4, MOV-3: it is an entry; then the two are in one hex, grappling, and the turn is over."""
    table = arena(edition, who("Ajax", "Greeks", "0502"), who("Hector", "Trojans", "0504"))
    play(table, "Ajax move 0503", f"Ajax {word} Hector", "Hector take it")
    if edition == TS:
        play(table, "Ajax 1 die", "Hector 1 die", "6", "1")
    ajax, hector = fighter(table, "Ajax"), fighter(table, "Hector")
    assert ajax.hex == hector.hex == Hex.at("0504")
    assert table.state.holders(ajax) == [hector]
    assert asked(table) == "Trojans: where does Hector go?"
    assert why_not(table, "Hector move 0505") == "Hector is held by Ajax (GRP-1)"


@ALL
@pytest.mark.parametrize("costs", [True, False])
def test_the_step_into_a_foe_s_hex_costs_movement(edition: str, costs: bool) -> None:
    """RUL-17: MA 5 leads to Hector and not into his hex; `entry_costs_ma` may make it free."""
    word = {TSC: "enter", AW: "takedown", TS: "tackle"}[edition]
    table = arena(
        edition,
        who("Ajax", "Greeks", "0104", dx=11),
        who("Hector", "Trojans", "0706"),
        options={"entry_costs_ma": costs},
    )
    play(table, "Ajax move 0606")
    if not costs:
        assert f"Ajax {word} Hector" in offered(table)
        return
    why = "the step into a foe's hex costs 1 MA, and none is left (RUL-17)"
    assert why_not(table, f"Ajax {word} Hector") == why


def test_as_a_reaction_the_step_into_a_foe_s_hex_is_free() -> None:
    """RUL-17: Hector, whose MA is 0, may still go for Ajax."""
    table = arena(
        TSC,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0604", dx=1),
        dice="6 6 6",
    )
    play(table, "Ajax stay", "Ajax strike Hector", "Hector enter")
    assert fighter(table, "Hector").hex == Hex.at("0504")


SHOT = {TSC: "handgun", AW: "bow", TS: "handgun"}


@ALL
def test_who_shoots_or_handles_weapons_may_not_move(edition: str) -> None:
    """MOV-7, SHT-2, ACT-1: after a step there is no shot, no change of weapons, no picking up."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=[SHOT[edition], "dagger"]),
        FAR,
    )
    play(table, "Ajax drop " + SHOT[edition], "Ajax stay", "Ajax pick up " + SHOT[edition])
    play(table, "Hector pass", "Ajax stay")
    assert {"Ajax shoot Hector", "Ajax ready dagger"} <= set(offered(table))
    play(table, "Ajax done", "Hector pass")
    play(table, "Ajax walk", "Ajax to 0503", "Ajax to 0504", "Ajax stop")  # and back: it is a move
    assert why_not(table, "Ajax shoot Hector") == "who shoots may not move (SHT-2)"
    assert why_not(table, "Ajax ready dagger") == "changing weapons takes the whole turn (ACT-1)"


def test_picking_up_takes_the_whole_turn() -> None:
    """MOV-7, ACT-1: not after a step onto the hex where the weapon lies."""
    table = arena(AW, who("Ajax", "Greeks", "0504", weapons=["club"]), FAR)
    play(table, "Ajax drop club", "Ajax move 0503", "Ajax done", "Hector pass", "Ajax move 0504")
    assert why_not(table, "Ajax pick up club") == "picking up a weapon takes the whole turn (ACT-1)"


def test_reloading_takes_the_whole_turn() -> None:
    """MOV-7, ACT-2: not after a step, unless the table allows it."""
    table = arena(AW, who("Ajax", "Greeks", "0504", weapons=["crossbow"]), FAR, dice="6 6 6")
    play(table, "Ajax stay", "Ajax shoot Hector", "Hector pass", "Ajax move 0503")
    assert why_not(table, "Ajax reload crossbow") == "reloading takes the whole turn (ACT-2)"


def test_dropping_things_is_free() -> None:
    """RUL-15: the shield is let go, and the same turn brings a move and a two-handed blow."""
    table = arena(
        AW,
        who("Ajax", "Greeks", "0502", st=13, weapons=["bastard-sword"], armor=["small-shield"]),
        who("Hector", "Trojans", "0504"),
    )
    assert fighter(table, "Ajax").ready == ("bastard-sword", "small-shield")
    play(table, "Ajax move 0503")
    blows = [one for one in offered(table) if one.startswith("Ajax strike")]
    assert blows == ["Ajax strike Hector", "Ajax strike Hector with bare hands"]
    table.undo("Greeks", ["Trojans"])
    play(table, "Ajax drop small shield")
    assert table.state.ground == {Hex.at("0502"): ("small-shield",)}
    play(table, "Ajax move 0503")
    assert "Ajax strike Hector two-handed" in offered(table)


def test_forced_movement_costs_nothing_and_triggers_nothing() -> None:
    """RUL-23: a dodge of someone with MA 0 past a second foe is not answered by that foe."""
    for edition in (TSC, AW, TS):
        table = arena(
            edition,
            who("Ajax", "Greeks", "0504", weapons=["club"]),
            who("Odysseus", "Greeks", "0703", weapons=["club"]),
            who("Hector", "Trojans", "0604", ma=0),
            dice="3 3 3, 3 3 3",
        )
        play(table, "Ajax stay", "Ajax strike Hector", "Hector dodge", "Hector to 0704")
        assert fighter(table, "Hector").hex == Hex.at("0704")  # both hexes are next to Odysseus
        assert asked(table) == "Greeks: where does Odysseus go?"


def test_a_dodge_never_leads_into_an_occupied_hex() -> None:
    """RUL-23: nor off the board, nor into a wall."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0201", weapons=["club"]),
        who("Hector", "Trojans", "0101"),
        who("Paris", "Trojans", "0102"),
        dice="3 3 3",
        map="""
.   .
  .
.   .
""",
    )
    play(table, "Ajax stay", "Ajax strike Hector")
    assert asked(table).startswith("damage")  # no hex is free: no dodge can be tried


# -- leaving the board -------------------------------------------------------------------------

DOOR: dict[str, Any] = {
    "map": """
X   .   .
  .   .
.   .   .
""",
    "legend": {"X": ["exit"]},
}


@ALL
def test_one_leaves_by_an_open_exit(edition: str) -> None:
    """RUL-22, RUL-80: the step off the board costs 1 MA; he has fled, and the others have won."""
    table = arena(
        edition, who("Ajax", "Greeks", "0301", dx=6), who("Hector", "Trojans", "0502"), **DOOR
    )
    assert [one for one in offered(table) if "leave" in one] == ["Ajax leave by 0101"]
    play(table, "Ajax leave by 0101")
    ajax = fighter(table, "Ajax")
    assert (ajax.status, ajax.cells) == ("fled", ())
    assert told(table)[-3:] == [
        "Ajax leaves the field",
        "The fight is over: only Trojans are left",
        "Hector: 1 XP",
    ]
    assert table.outcome is not None
    assert table.outcome.winners == ("Trojans",)
    assert not fighter(table, "Ajax").captured


@pytest.mark.parametrize(("dx", "leaves"), [(6, True), (4, False)])
def test_the_last_step_needs_movement_too(dx: int, leaves: bool) -> None:
    """RUL-22: the exit is two steps away, the way off a third."""
    table = arena(
        AW, who("Ajax", "Greeks", "0301", dx=dx), who("Hector", "Trojans", "0502"), **DOOR
    )
    assert ("Ajax leave by 0101" in offered(table)) is leaves
    if not leaves:
        why = "going off by 0101 takes more than MA 2 (RUL-22)"
        assert why_not(table, "Ajax leave by 0101") == why


def test_edges_and_closed_boards() -> None:
    """RUL-22: the adventure says what is open: exits, every edge, or nothing."""
    fighters = who("Ajax", "Greeks", "0302", dx=6), who("Hector", "Trojans", "0502")
    edge = arena(AW, *fighters, leave="edge", **DOOR)
    assert {one for one in offered(edge) if "leave" in one} == {
        f"Ajax leave by {hex}" for hex in ("0101", "0301", "0501", "0102", "0302", "0201", "0401")
    }
    shut = arena(AW, *fighters, leave="no", **DOOR)
    assert not any("leave" in one for one in offered(shut))
    assert why_not(shut, "Ajax leave by 0101") == "there is no way off this board (RUL-22)"


@ALL
def test_nobody_leaves_while_grappled(edition: str) -> None:
    """RUL-22: not even someone strong enough to walk off with his foe."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0101", st=30),
        who("Hector", "Trojans", "0101", holds="Ajax"),
        **DOOR,
    )
    assert any(one.startswith("Ajax move") for one in offered(table))
    assert why_not(table, "Ajax leave by 0101") == "Ajax is grappling (RUL-22)"


def test_the_fled_do_not_come_back() -> None:
    """RUL-22, RUL-80: they are no targets, and take no turn; their friends fight on."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0101"),
        who("Odysseus", "Greeks", "0401"),
        who("Hector", "Trojans", "0502", weapons=["handgun"]),
        **DOOR,
    )
    play(table, "Ajax leave by 0101", "Odysseus pass", "Hector stay")
    assert "Hector shoot Odysseus" in offered(table)
    assert not any("Ajax" in one for one in offered(table))
    play(table, "Hector done")
    assert asked(table) == "Greeks: where does Odysseus go?"
    with pytest.raises(Refused):
        table.answer("Ajax stay")


@ALL
def test_a_board_of_hexes(edition: str) -> None:
    """GEN-3: pieces stand on hexes; a hex has six neighbours, all alike."""
    board = arena(edition, who("Ajax", "Greeks", "0101"), FAR).state.board
    inside = [hex for hex in board if hex not in board.edge]
    assert inside
    assert all(len(set(board.ways(hex))) == 6 for hex in inside)
