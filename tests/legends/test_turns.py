"""Initiative, surprise, turns, the end of a fight (section 3)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.table import Refused, Scripted, SetupError, Table
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

SPACE = pytest.mark.parametrize("edition", [TSC, TS])
"""The editions with flashbangs."""


def opened(edition: str, *fighters: dict[str, Any], dice: str, **setup: Any) -> Table[Fight]:
    """A fight whose initiative dice are in the script."""
    sides = list(dict.fromkeys(one["side"] for one in fighters))
    return Table(
        FIGHT,
        sides,
        Scripted(*dice.split()),
        edition=edition,
        options=setup.pop("options", {}),
        setup={"fighters": list(fighters), **setup},
    )


def four(edition: str, **setup: Any) -> Table[Fight]:
    """Two Greeks and two Trojans, far apart; the Greeks have the initiative."""
    return arena(
        edition,
        who("Ajax", "Greeks", "0101"),
        who("Odysseus", "Greeks", "0103"),
        who("Hector", "Trojans", "1301"),
        who("Paris", "Trojans", "1303"),
        **setup,
    )


AJAX = who("Ajax", "Greeks", "0101")
HECTOR = who("Hector", "Trojans", "1301")
CYRUS = who("Cyrus", "Persians", "0708")


# -- initiative --------------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize(("dice", "first"), [("4 3", "Greeks"), ("3 4", "Trojans")])
def test_the_higher_die_goes_first(edition: str, dice: str, first: str) -> None:
    """SEQ-1, RUL-11: one die a side when the battle opens."""
    table = opened(edition, AJAX, HECTOR, dice=dice)
    assert table.view(None).side == first  # type: ignore[attr-defined]


@ALL
def test_ties_are_rolled_again(edition: str) -> None:
    """SEQ-1, RUL-11: until one side is higher."""
    table = opened(edition, AJAX, HECTOR, dice="3 3 6 6 2 5")
    assert told(table)[0] == "Trojans have the initiative, then Greeks"


@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ("2 6 4", "Trojans have the initiative, then Persians, Greeks"),
        ("5 5 1 3 4", "Trojans have the initiative, then Greeks, Persians"),
        ("2 6 2 1 5", "Trojans have the initiative, then Persians, Greeks"),
        ("3 3 3 2 6 2 5 4", "Trojans have the initiative, then Greeks, Persians"),
    ],
)
def test_further_sides_follow_in_descending_order(dice: str, order: str) -> None:
    """RUL-11: of three sides only those that tie roll again, for their own places."""
    assert told(opened(AW, AJAX, HECTOR, CYRUS, dice=dice))[0] == order


@ALL
def test_initiative_is_rolled_once_a_battle(edition: str) -> None:
    """SEQ-2, RUL-11: the sides alternate; no die is rolled for the second round."""
    table = arena(edition, AJAX, HECTOR)
    sides = []
    for name in ("Ajax", "Hector", "Ajax", "Hector", "Ajax"):
        sides.append((table.view(None).round, table.view(None).side))  # type: ignore[attr-defined]
        play(table, f"{name} pass")
    assert sides == [(1, "Greeks"), (1, "Trojans"), (2, "Greeks"), (2, "Trojans"), (3, "Greeks")]
    assert table.record.count("initiative") == 2


# -- surprise ----------------------------------------------------------------------------------


@ALL
def test_surprise_is_two_turns_running_and_no_initiative(edition: str) -> None:
    """SEQ-3, RUL-12, RUL-89: a free turn, then the first regular one; nobody rolls for it."""
    table = arena(edition, AJAX, HECTOR, surprise="Trojans")
    play(table, "Hector pass", "Hector pass", "Ajax pass", "Hector pass")
    assert [text for text in told(table) if text.startswith("—")] == [
        "— Round 1, Trojans, unopposed —",
        "— Round 1, Trojans —",
        "— Round 1, Greeks —",
        "— Round 2, Trojans —",
        "— Round 2, Greeks —",
    ]
    assert "initiative" not in table.record


def test_surprise_exists_only_where_it_is_granted() -> None:
    """SEQ-3: a side that is not in the fight cannot have it."""
    with pytest.raises(SetupError, match=r"setup\.surprise names no side"):
        arena(AW, AJAX, HECTOR, surprise="Persians")


def test_surprise_on_both_sides_cancels_out() -> None:
    """RUL-12: initiative is rolled as if nobody had it."""
    table = opened(AW, AJAX, HECTOR, dice="2 5", surprise=["Greeks", "Trojans"])
    assert told(table) == [
        "Trojans have the initiative, then Greeks",
        "— Round 1, Trojans —",
    ]


def test_the_surprised_cannot_react() -> None:
    """RUL-12: no dodge and no counterattack in the free turn; both in the regular one."""
    for edition in (TSC, AW, TS):
        table = arena(
            edition,
            who("Ajax", "Greeks", "0504", weapons=["club"]),
            who("Hector", "Trojans", "0604", weapons=["club"]),
            dice="3 3 3, 1",
            surprise="Greeks",
        )
        play(table, "Ajax stay", "Ajax strike Hector")
        assert fighter(table, "Hector").damage == 1
        assert asked(table).startswith("Greeks: where does Ajax go?")
        play(table, "Ajax stay", "Ajax strike Hector", "3 3 3")
        assert asked(table) == "Trojans: Ajax has hit Hector. Does Hector dodge?"


def test_the_surprised_have_no_zone_of_control() -> None:
    """RUL-12, RUL-65: in the free turn Ajax walks past unanswered, in the next he does not."""
    for edition in (TSC, AW, TS):
        table = arena(
            edition,
            who("Ajax", "Greeks", "0503", dx=12),
            who("Hector", "Trojans", "0604", weapons=["club"]),
            surprise="Greeks",
        )
        around = ("Ajax walk", "Ajax to 0603", "Ajax to 0704", "Ajax to 0804", "Ajax stop")
        back = ("Ajax walk", "Ajax to 0704", "Ajax to 0603", "Ajax to 0503", "Ajax stop")
        play(table, *around, "Ajax done")
        assert asked(table).startswith("Greeks: where does Ajax go?")
        play(table, *back, "Ajax done")
        assert asked(table) == "Trojans: Does Hector answer Ajax?"


@pytest.mark.parametrize("contests", ["rolled", "auto_win"])
def test_surprise_contests(contests: str) -> None:
    """RUL-12: the surprised still roll in contests, unless `surprise_contests` says auto_win."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0504"),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        options={"surprise_contests": contests},
        surprise="Greeks",
    )
    play(table, "Ajax stay")
    assert (figures(table, "Ajax tackle Hector")["win"] == 1) is (contests == "auto_win")
    play(table, "Ajax tackle Hector")
    if contests == "rolled":
        assert asked(table) == "Greeks: Ajax: tackle, Ajax against Hector: how many dice?"
        return
    assert "Ajax wins against Hector: surprise" in told(table)
    assert table.state.holders(fighter(table, "Ajax")) == [fighter(table, "Hector")]
    # the next turn is an ordinary one: the grapple is rolled for
    play(table, "Ajax stay", "Ajax grapple Hector")
    assert "how many dice?" in asked(table)


def test_a_free_turn_is_never_the_one_that_is_lost() -> None:
    """SEQ-3, RUL-57: who owes a turn acts in the flashbang's free turn and loses the next one."""
    table = arena(
        TS,
        who("Hector", "Trojans", "0604", weapons=["club"]),
        who("Paris", "Trojans", "0101", weapons=["flashbang"]),
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        dice="6 6 6, 6 6 6, 6 6 6",
        options={"chain_reactions": True},
    )
    play(table, "Hector stay", "Hector strike Ajax", "Ajax counter", "Hector counter")
    assert fighter(table, "Hector").turns_owed == 1  # in his own side's turn, by a chain
    play(table, "Paris stay", "Paris lob flashbang", "Paris at 0303")
    play(table, "Hector stay", "Hector done")  # the free turn
    assert "Hector has given up this turn" not in told(table)
    play(table, "Paris pass")  # then Ajax loses his turn, and Hector the one after it
    assert told(table)[-4:] == [
        "— Round 1, Greeks —",
        "Ajax has given up this turn",
        "— Round 2, Trojans —",
        "Hector has given up this turn",
    ]


# -- flashbang ---------------------------------------------------------------------------------


@SPACE
@pytest.mark.parametrize(
    ("rule", "turns"),
    [
        ("one_extra_turn", ["Greeks, unopposed", "Trojans", "Greeks"]),
        ("full_surprise", ["Greeks, unopposed", "Greeks", "Trojans", "Greeks"]),
    ],
)
def test_a_flashbang_gives_an_unopposed_turn(edition: str, rule: str, turns: list[str]) -> None:
    """SHT-11, RUL-13: after the current turn, then the enemy as usual; `flashbang` may double it."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0101", weapons=["flashbang", "club"]),
        who("Odysseus", "Greeks", "0103"),
        who("Hector", "Trojans", "0404", weapons=["club"]),
        options={"flashbang": rule},
    )
    play(table, "Ajax stay", "Ajax lob flashbang")
    assert "Ajax at 0808" in offered(table)  # any hex in throwing range and sight
    play(table, "Ajax at 0404")  # no roll to hit, no reaction
    assert fighter(table, "Ajax").ready == ()  # used up
    assert table.state.ground == {}
    assert asked(table).startswith("Greeks: where does Odysseus go?")  # the turn goes on
    play(table, "Odysseus pass")
    begun: list[str] = []
    while len(begun) < len(turns):
        begun.append([text for text in told(table) if text.startswith("—")][-1])
        for one in ("Hector",) if "Trojans" in begun[-1] else ("Ajax", "Odysseus"):
            play(table, f"{one} pass")
    assert [text.partition(", ")[2].removesuffix(" —") for text in begun] == turns


@SPACE
def test_a_flashbang_in_a_surprise_turn_adds_nothing(edition: str) -> None:
    """RUL-13: the surprise is there already."""
    table = arena(
        edition, who("Ajax", "Greeks", "0101", weapons=["flashbang"]), HECTOR, surprise="Greeks"
    )
    play(table, "Ajax stay", "Ajax lob flashbang", "Ajax at 0404", "Ajax pass")
    assert asked(table).startswith("Trojans: where does Hector go?")


@SPACE
def test_a_flashbang_is_no_attack(edition: str) -> None:
    """RUL-13: it answers nothing, spares no zone of control, and draws no reaction."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0503", weapons=["flashbang"] * 2, ready=["flashbang"] * 2),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        dice="6 6 6",
    )
    play(table, "Ajax walk", "Ajax to 0603", "Ajax to 0704", "Ajax stop")
    play(table, "Ajax lob flashbang", "Ajax at 0604")
    assert asked(table) == "Trojans: Does Hector answer Ajax?"  # for the way he went
    play(table, "Hector take it")
    assert told(table)[-1] == "— Round 1, Greeks, unopposed —"
    play(table, "Ajax pass", "Hector stay", "Hector strike Ajax")
    assert fighter(table, "Ajax").ready == ("flashbang",)
    word = "tackle" if edition == TS else "enter"
    assert offered(table) == ["Ajax counter", f"Ajax {word}", "Ajax take it"]  # bare hands


# -- turns -------------------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize("order", [("Ajax", "Odysseus"), ("Odysseus", "Ajax")])
def test_a_player_s_characters_act_in_any_order(edition: str, order: tuple[str, str]) -> None:
    """SEQ-4: one turn is finished before the next begins; then the other side has its turn."""
    table = four(edition)
    first, second = order
    assert offered(table) == ["Ajax", "Odysseus"]
    play(table, f"{first} stay")
    assert all(option.startswith(f"{first} ") for option in offered(table))
    play(table, f"{first} done")
    assert all(option.startswith(f"{second} ") for option in offered(table))
    assert (
        why_not(table, f"{first} stay")
        == f"{first} has had his turn, or lost it by a reaction (SEQ-4)"
    )
    play(table, f"{second} pass")
    assert offered(table) == ["Hector", "Paris"]


@ALL
def test_the_incapacitated_take_no_turn(edition: str) -> None:
    """SEQ-4, INJ-2: they are not asked, and told why."""
    table = arena(
        edition,
        AJAX,
        who("Odysseus", "Greeks", "0103", fatigue=12),
        who("Diomedes", "Greeks", "0105"),
        HECTOR,
    )
    assert offered(table) == ["Ajax", "Diomedes"]
    assert why_not(table, "Odysseus") == "Odysseus is incapacitated (INJ-2)"


@ALL
def test_a_turn_is_a_move_and_then_one_action(edition: str) -> None:
    """SEQ-5, SEQ-6: the move comes first; after the one action he neither moves nor acts."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0101", weapons=["club"]),
        who("Hector", "Trojans", "0401", weapons=["club"]),
        dice="6 6 6, 6 6 6",
    )
    play(table, "Ajax move 0302")
    assert "Ajax strike Hector" in offered(table)
    assert not any(option.startswith("Ajax move") for option in offered(table))
    play(table, "Ajax strike Hector", "Hector take it")
    assert asked(table) == "Trojans: where does Hector go?"
    assert fighter(table, "Ajax").acted


@ALL
def test_a_character_may_pass(edition: str) -> None:
    """SEQ-7: he may also move and then do nothing, or stay and do nothing."""
    table = arena(edition, AJAX, HECTOR)
    play(table, "Ajax pass", "Hector stay", "Hector done", "Ajax move 0201", "Ajax done")
    assert asked(table) == "Trojans: where does Hector go?"


@pytest.mark.parametrize(("edition", "word"), [(TSC, "enter"), (AW, "takedown"), (TS, "tackle")])
def test_what_there_is_to_do(edition: str, word: str) -> None:
    """SEQ-8: strike, throw, go into the foe's hex, change weapons; in a grapple, wrestle."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=["club", "dagger"]),
        who("Hector", "Trojans", "0604"),
    )
    play(table, "Ajax stay")
    for deed in ("strike Hector", "throw Hector", f"{word} Hector", "ready dagger", "done"):
        assert f"Ajax {deed}" in offered(table)
    assert why_not(table, "Ajax grapple Hector") == "Ajax and Hector are not grappling (GRP-1)"


def test_one_foe_a_turn() -> None:
    """SEQ-8: after the one attack the turn is over, though a second foe stands beside him."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0604"),
        who("Paris", "Trojans", "0404"),
        dice="6 6 6",
    )
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    assert asked(table).startswith("Trojans: who acts?")


# -- several players on a side -----------------------------------------------------------------


def allies() -> Table[Fight]:
    """Ann plays Ajax and Diomedes, Bob Odysseus between them in the list."""
    return arena(
        AW,
        who("Ajax", "Greeks", "0101", seat="Ann"),
        who("Odysseus", "Greeks", "0103", seat="Bob"),
        who("Diomedes", "Greeks", "0105", seat="Ann"),
        who("Hector", "Trojans", "1301"),
    )


def test_players_of_a_side_share_its_turn_in_list_order() -> None:
    """RUL-14, GEN-2: Ann is asked first, then Bob; then the enemy."""
    table = allies()
    assert asked(table) == "Ann: who acts?"
    assert offered(table) == ["Ajax", "Diomedes", "Ajax waits"]
    play(table, "Ajax pass")
    assert (asked(table), offered(table)) == ("Bob: who acts?", ["Odysseus", "Odysseus waits"])
    play(table, "Odysseus pass")
    assert asked(table) == "Ann: where does Diomedes go?"  # nobody is left to wait for
    play(table, "Diomedes pass")
    assert asked(table) == "Trojans: where does Hector go?"


def test_players_of_a_side_may_agree_on_another_order() -> None:
    """RUL-14: Ann waits, Bob goes first."""
    table = play(allies(), "Ajax waits")
    assert asked(table) == "Bob: who acts?"
    play(table, "Odysseus pass")
    assert (asked(table), offered(table)) == ("Ann: who acts?", ["Ajax", "Diomedes"])


def test_without_agreement_list_order_holds() -> None:
    """RUL-14: when all wait, the first in the list must go; nobody waits beyond the side's turn."""
    table = play(allies(), "Ajax waits", "Odysseus waits")
    assert (asked(table), offered(table)) == ("Ann: who acts?", ["Ajax", "Diomedes"])
    play(table, "Diomedes pass")
    assert (asked(table), offered(table)) == ("Ann: who acts?", ["Ajax", "Ajax waits"])
    play(table, "Ajax waits", "Odysseus waits")
    assert asked(table) == "Ann: where does Ajax go?"
    with pytest.raises(Refused):
        table.answer("Ajax waits")


# -- who plays whom ----------------------------------------------------------------------------


def test_one_player_may_play_both_sides() -> None:
    """GEN-1, RUL-138: alone at the table, the player is asked for the enemy too."""
    table = Table(
        FIGHT,
        ["Solo"],
        Scripted("6", "1"),
        edition=TS,
        setup={"fighters": [AJAX, HECTOR]},
    )
    play(table, "Ajax pass")
    assert asked(table) == "Solo: where does Hector go?"


def test_a_game_master_may_play_the_enemy() -> None:
    """GEN-1, GEN-2, RUL-138: seats are named fighter by fighter."""
    table = Table(
        FIGHT,
        ["Ann", "Bob", "GM"],
        Scripted("6", "1"),
        edition=AW,
        setup={
            "fighters": [
                who("Ajax", "Greeks", "0101", seat="Ann"),
                who("Odysseus", "Greeks", "0103", seat="Bob"),
                who("Hector", "Trojans", "1301", seat="GM"),
                who("Paris", "Trojans", "1303", seat="GM"),
            ]
        },
    )
    play(table, "Ajax pass", "Odysseus pass")
    assert asked(table) == "GM: who acts?"


@ALL
def test_a_defender_knows_the_hit_and_not_the_damage_to_come(edition: str) -> None:
    """RUL-138, STR-2: software decides on a dodge by what a player may know."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0604"),
        dice="3 3 3, 6",
    )
    play(table, "Ajax stay", "Ajax strike Hector")
    assert asked(table) == "Trojans: Ajax has hit Hector. Does Hector dodge?"
    assert "hit Ajax>Hector: 3 3 3" in table.record_for("Trojans")
    assert "damage" not in table.record_for("Trojans")


# -- the end -----------------------------------------------------------------------------------


@ALL
def test_a_fight_ends_when_one_side_is_left(edition: str) -> None:
    """SEQ-2: also if there is a third side that fell before."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0604", st=3),
        who("Cyrus", "Persians", "0404", st=3),
        dice="3 3 3, 6, 3 3 3, 6",
    )
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    assert table.outcome is None
    play(table, "Cyrus pass", "Ajax stay", "Ajax strike Cyrus", "Cyrus take it")
    assert str(table.outcome) == "Greeks won: only Greeks are left (SEQ-2)"


@ALL
@pytest.mark.parametrize("wishes", [0, 1])
def test_the_turn_of_a_fallen_side_is_not_announced(edition: str, wishes: int) -> None:
    """SEQ-2: unless somebody who fell may still wish (RUL-85)."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504"),
        who("Hector", "Trojans", "0604", damage=12, wishes=wishes),
        who("Cyrus", "Persians", "0104"),
    )
    while "Cyrus" not in asked(table):
        answers = ("Hector keep", "Ajax pass", "Hector no wish")
        play(table, next(one for one in answers if one in offered(table)))
    assert ("— Round 1, Trojans —" in told(table)) is bool(wishes)


def test_a_fight_without_harm_is_called_off() -> None:
    """SEQ-2: `no_progress` says after how many rounds; harm starts the count anew."""
    for rounds, words in ((1, "1 round"), (2, "2 rounds"), (3, "3 rounds")):
        table = arena(AW, AJAX, HECTOR, options={"no_progress": rounds})
        for _ in range(rounds):
            assert table.outcome is None
            play(table, "Ajax pass", "Hector pass")
        assert str(table.outcome) == f"nobody won: {words} passed without harm (SEQ-2)"
    table = arena(
        AW,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0604"),
        dice="3 3 3, 1",
        options={"no_progress": 2},
    )
    play(table, "Ajax pass", "Hector pass")
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it", "Hector take it")
    play(table, "Hector pass")
    assert table.outcome is None
    play(table, "Ajax pass", "Hector pass")
    assert table.outcome is not None
