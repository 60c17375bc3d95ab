"""Battle Selection: who may meet whom, and why not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from legendry.dragon.odds import Purse, combat_value
from legendry.dragon.selection import Selection, why_not
from legendry.dragon.state import Combat
from legendry.table import Choose
from tests.dragon.box import (
    asked,
    dealt,
    legal,
    lose,
    opened,
    options,
    played,
    purses,
    refused,
    seen,
    told,
    win,
)


def test_the_leader_alone_decides() -> None:
    """DRG-25"""
    table = dealt("goblin/weak", "swamp_keeper/huge", seats=3)
    assert asked(table) == "Ann: who meets which creature?"
    assert table.pending_for("Bob") is None
    played(table, "Bard + Magician vs Swamp Keeper with Vigilant")
    assert told(table)[-1] == (
        "Ann sends the Bard and the Magician with Vigilant against Huge Swamp Keeper, 3 throws"
    )


@pytest.mark.parametrize(
    ("creature", "selection", "rule"),
    [
        ("goblin", "Bard vs Goblin", "DRG-47"),
        ("goblin", "Shaman + Bard vs Goblin with Vigilant", "DRG-47"),
        ("goblin", "Shaman + Magician vs Goblin with Vigilant", ""),
        ("goblin", "Shaman + Magician vs Goblin", "DRG-27"),
        ("goblin", "Shaman vs Goblin with Strategic", "DRG-27"),
        ("ogre", "Shaman + Bard vs Ogre with Fearless", "DRG-46"),
        ("ogre", "Bard vs Ogre", ""),
        ("swamp_keeper", "Shaman + Bard + Magician vs Swamp Keeper with Fearless", "DRG-26"),
        ("dragon", "Bard + Magician vs Dragon with Vigilant", ""),
        ("harpy", "Shaman vs Harpy", "DRG-47"),
        ("basilisk", "Magician vs Basilisk", "DRG-47"),
        ("skeleton", "Bard vs Skeleton", ""),
    ],
)
def test_legal_and_illegal_selections(creature: str, selection: str, rule: str) -> None:
    """DRG-EX-10: DRG-26, DRG-27, DRG-31, DRG-45 to DRG-48"""
    table = dealt(f"{creature}/strong", "web_lurker/weak")
    assert legal(table, selection) if not rule else refused(table, selection) == rule


def test_two_heroes_at_most() -> None:
    """DRG-26: never three."""
    table = dealt("skeleton/weak", "web_lurker/weak")
    assert refused(table, "Shaman + Bard + Magician vs Skeleton") == "DRG-26"
    assert max(option.count("+") for option in options(table)) == 1


def test_each_duo_card_once_a_turn() -> None:
    """DRG-28, DRG-89: with three heroes it never binds, but it is checked; then it returns."""
    table = dealt("skeleton/weak", "web_lurker/huge", "swamp_keeper/weak")
    played(table, "Shaman + Bard vs Skeleton with Vigilant")
    assert [duo.used for duo in seen(table).duos] == [True, False, False]
    played(table, "1 2 3 4 6", "stop")
    state = table.state.copy()
    state.combats = [Combat(0, 1, ("shaman",), "vigilant")]
    refusal = why_not(state, Selection(2, ("bard", "magician"), "vigilant"))
    assert str(refusal) == "Vigilant has been used this turn (DRG-28)"
    assert why_not(state, Selection(2, ("bard", "magician"), "fearless")) is None
    lose(table, "Magician vs Web Lurker")
    assert [duo.used for duo in seen(table).duos] == [False, False, False]


def test_a_hero_fights_once_a_turn() -> None:
    """DRG-29, DRG-EX-10"""
    table = lose(dealt("skeleton/weak", "swamp_keeper/weak"), "Shaman vs Skeleton")
    assert refused(table, "Shaman vs Swamp Keeper") == "DRG-29"
    assert refused(table, "Shaman + Bard vs Swamp Keeper with Vigilant") == "DRG-29"


def test_a_creature_is_fought_once_a_turn() -> None:
    """DRG-30, DRG-EX-10: won or lost."""
    table = dealt("skeleton/weak", "swamp_keeper/weak", "web_lurker/huge")
    lose(table, "Shaman vs Skeleton")
    assert refused(table, "Bard vs Skeleton") == "DRG-30"
    win(table, "Bard vs Swamp Keeper")
    assert refused(table, "Magician vs Swamp Keeper") == "DRG-30"


def test_a_song_is_declared_here_or_not_at_all() -> None:
    """DRG-32, DRG-71: and paid before the first throw."""
    table = dealt("skeleton/weak", "swamp_keeper/weak", potions={"bard": 4})
    played(table, "Bard vs Skeleton and song")
    assert purses(table) == [2, 1, 2]
    assert asked(table) == "throw Skeleton: 5 dice of 6 sides"
    table = dealt("skeleton/weak", "swamp_keeper/weak", potions={"bard": 4})
    played(table, "Bard vs Skeleton", "1 2 3 4 6")
    assert refused(table, "song") == "DRG-32"


def test_the_bard_must_be_in_the_team_that_sings() -> None:
    """DRG-70, DRG-61: and must have the price."""
    table = dealt("skeleton/weak", "swamp_keeper/weak", potions={"bard": 3})
    assert refused(table, "Shaman vs Skeleton and song") == "DRG-70"
    assert refused(table, "Shaman + Magician vs Skeleton with Fearless and song") == "DRG-70"
    assert legal(table, "Bard + Magician vs Skeleton with Fearless and song")
    poor = dealt("skeleton/weak", "swamp_keeper/weak", potions={"magician": 9})
    assert refused(poor, "Bard vs Skeleton and song") == "DRG-61"
    assert refused(poor, "Bard + Magician vs Skeleton with Fearless and song") == "DRG-61"


def test_the_leader_may_not_pass() -> None:
    """DRG-33, RUL-D7"""
    assert refused(dealt("skeleton/weak", "ogre/weak"), "pass") == "DRG-33"


def test_any_legal_combat_may_be_picked() -> None:
    """DRG-34, RUL-D8, DRG-EX-17: even one that leaves a hero without an opponent."""
    table = win(dealt("goblin/weak", "swamp_keeper/strong"), "Shaman vs Swamp Keeper")
    assert options(table) == ["Magician vs Goblin"]
    lose(table, "Magician vs Goblin")
    assert "the Bard finds no opponent and sits the turn out" in told(table)
    assert seen(table).turn == 2
    assert purses(table) == [4, 2, 2], "no penalty and no reward for the Bard"


def test_the_turn_goes_on_while_somebody_can_fight() -> None:
    """DRG-33, DRG-86: three combats against four creatures."""
    table = dealt("skeleton/weak", "web_lurker/weak", "goblin/huge", "swamp_keeper/huge")
    for selection in ("Shaman vs Skeleton", "Bard vs Web Lurker", "Magician vs Goblin"):
        assert seen(table).turn == 1
        lose(table, selection)
    assert seen(table).turn == 2


def test_who_leads() -> None:
    """DRG-36, DRG-37, DRG-14, RUL-D4: clockwise, over the end of the turn."""
    table = dealt("skeleton/weak", "goblin/weak", seats=3)
    lose(table, "Shaman vs Skeleton")
    assert asked(table) == "Bob: who meets which creature?"
    lose(table, "Magician vs Goblin")
    assert seen(table).leader == "Cid"


def test_seat_one_opens() -> None:
    """RUL-D4, option `leader_rotation`; DRG-EX-16"""
    table = dealt(
        "skeleton/weak", "goblin/weak", seats=3, options={"leader_rotation": "seat_one_opens"}
    )
    lose(lose(table, "Shaman vs Skeleton"), "Magician vs Goblin")
    assert seen(table).leader == "Ann"


def test_nobody_owns_a_hero() -> None:
    """DRG-15: each leader commands whichever heroes still have to fight."""
    table = lose(dealt("skeleton/weak", "ogre/weak", seats=4), "Bard vs Skeleton")
    assert asked(table).startswith("Bob:")
    assert options(table) == ["Shaman vs Ogre", "Magician vs Ogre"]


def test_a_game_may_begin_with_another_leader() -> None:
    """DRG-14: seat 1 leads first, unless the set-up goes on from another table."""
    assert seen(opened(3)).leader == "Ann"
    assert seen(opened(3, leader="Cid")).leader == "Cid"


def test_what_a_combat_would_bring_is_known_before() -> None:
    """DRG-40, DRG-48, DRG-59, DRG-72: the exact chance to win it, and the points of a win."""
    potions = {"shaman": 2, "bard": 6, "magician": 2}
    table = dealt("swamp_keeper/strong", "dragon/strong", potions=potions)

    def known(selection: str) -> tuple[Fraction, int]:
        assert isinstance(table.pending, Choose)
        option = table.pending.find(selection)
        assert option is not None
        assert option.about is not None
        return option.about.figures["win"], option.about.ledgers[0].total

    bard = Purse("bard", 6, shift=3)
    assert known("Bard vs Swamp Keeper") == (combat_value("three_of_a_kind", 3, [bard]), 3)
    poorer = combat_value("three_of_a_kind", 3, [Purse("bard", 3, shift=3)])
    assert known("Bard vs Swamp Keeper and song") == (poorer, 6)
    alone = combat_value("three_of_a_kind", seen(table).row[1].throws)
    assert known("Shaman + Bard vs Dragon with Strategic") == (alone, 9)
