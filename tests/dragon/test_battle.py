"""Battle: throws, Shift and Magic Shift, and how a combat ends."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.dragon.battle import Shift, keeps
from legendry.table import Table
from tests.dragon.box import (
    LOSES,
    asked,
    dealt,
    legal,
    options,
    played,
    purses,
    refused,
    seen,
    select,
    told,
)


def battle(selection: str, *row: str, **more: Any) -> Table[Any]:
    """A combat before its first throw."""
    return select(dealt(*row, **more), selection)


def dice(table: Table[Any]) -> tuple[int, ...]:
    return seen(table).dice


def test_the_leader_makes_every_throw() -> None:
    """DRG-35"""
    table = battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak", seats=2)
    assert table.pending_for("Ann") is not None
    assert table.pending_for("Bob") is None


def test_the_first_throw_uses_all_five_dice() -> None:
    """DRG-38, DRG-3"""
    table = battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak")
    assert asked(table) == "throw Skeleton: 5 dice of 6 sides"


def test_any_dice_may_be_thrown_again() -> None:
    """DRG-39, RUL-D28: at least one, at most all five; dice kept earlier too."""
    table = battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak")
    played(table, "6 6 1 2 3")
    assert refused(table, "keep 1 2 3 6 6") == "DRG-39"
    played(table, "keep 6 6", "4 4 5")
    assert dice(table) == (6, 6, 4, 4, 5)
    played(table, "keep 4 4")
    assert asked(table) == "throw Skeleton: 3 dice of 6 sides"
    table = played(battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak"), LOSES, "keep nothing")
    assert asked(table) == "throw Skeleton: 5 dice of 6 sides"


def test_sets_of_dice_are_told_apart_by_their_faces() -> None:
    """DRG-39: at most 31 choices, fewer where faces are alike."""
    assert len(keeps((1, 2, 3, 4, 6))) == 31
    assert [keep.faces for keep in keeps((5, 5, 5, 5, 5))] == [(5,) * kept for kept in range(5)]
    table = played(battle("Bard vs Skeleton", "skeleton/agile", "ogre/weak"), "5 1 5 1 1")
    assert options(table) == [
        "keep nothing",
        "keep 1",
        "keep 5",
        "keep 1 1",
        "keep 1 5",
        "keep 5 5",
        "keep 1 1 1",
        "keep 1 1 5",
        "keep 1 5 5",
        "keep 1 1 1 5",
        "keep 1 1 5 5",
        "stop",
    ]


def test_the_number_of_throws() -> None:
    """DRG-40, RUL-D9: the number on the card counts the first throw too."""
    table = battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak", potions={"bard": 3})
    played(table, LOSES, "keep 1", "2 3 4 6", "keep 1", "2 3 4 6")
    assert seen(table).throws_left == 0
    assert refused(table, "keep 1") == "DRG-40"
    assert legal(table, "Bard shift 1 up")


def test_one_throw_more() -> None:
    """RUL-D9, option `throw_count`; DRG-EX-2"""
    table = battle(
        "Bard vs Skeleton", "skeleton/huge", "ogre/weak", options={"throw_count": "rerolls"}
    )
    played(table, LOSES, "keep 1", "2 3 4 6", "keep 1", "2 3 4 6", "keep 1", "1 6 6 6")
    assert seen(table).combats[0].won


def test_dice_may_be_changed_between_throws_and_after_the_last() -> None:
    """DRG-41, DRG-66, DRG-67, RUL-D10: never before the first; a changed die may be thrown again."""
    table = battle("Bard vs Basilisk", "basilisk/huge", "ogre/weak", potions={"bard": 6})
    assert asked(table) == "throw Basilisk: 5 dice of 6 sides"
    played(table, "1 1 2 4 4", "Bard shift 2 up")
    assert dice(table) == (1, 1, 3, 4, 4)
    played(table, "keep 1 1 4 4", "5")
    assert seen(table).throws_left == 0
    played(table, "Bard shift 5 down")
    assert seen(table).combats[0].won
    assert purses(table)[1] == 0


def test_a_combination_wins_at_once() -> None:
    """DRG-42: thrown or changed, with throws left or not."""
    table = played(battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak"), "3 3 3 5 5")
    assert seen(table).combats[0].won
    assert "Huge Skeleton is defeated: points 4 = 4 Huge Skeleton DRG-87" in told(table)


def test_the_leader_may_stop_and_lose() -> None:
    """DRG-43, RUL-D11: not all throws must be used."""
    table = battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak")
    played(table, LOSES, "stop")
    assert not seen(table).combats[0].won
    assert seen(table).phase == "selection"


def test_a_combat_ends_by_itself_when_nothing_can_be_done() -> None:
    """DRG-43, RUL-D11: no throw left, no ability that can be paid or used."""
    table = battle("Shaman vs Banshee", "banshee/huge", "ogre/weak")
    played(table, LOSES, "keep nothing", LOSES)
    assert not seen(table).combats[0].won
    rich = battle("Shaman vs Dragon", "dragon/huge", "ogre/weak", potions={"shaman": 9})
    played(rich, LOSES, "keep nothing", LOSES)
    assert not seen(rich).combats[0].won


def test_what_was_fought_stays_on_the_table() -> None:
    """DRG-44: a defeated creature marked, until End of Turn."""
    table = played(battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak"), "3 3 3 5 5")
    skeleton, ogre = seen(table).row
    assert (skeleton.fought, skeleton.defeated) == (True, True)
    assert (ogre.fought, ogre.defeated) == (False, False)


def test_no_abilities() -> None:
    """DRG-48, RUL-D12, DRG-EX-11: no Shift, no Magic Shift, no Song; duo cards stay allowed."""
    table = dealt(
        "dragon/strong",
        "lich/weak",
        potions={"shaman": 9, "bard": 9, "magician": 9},
        cards={"setup": {"potion_cards": 40}},
    )
    assert refused(table, "transfigure creature Dragon") == "DRG-48"
    assert refused(table, "transfigure trait of Dragon") == "DRG-48"
    assert refused(table, "Bard + Magician vs Dragon with Vigilant and song") == "DRG-48"
    played(table, "Bard + Magician vs Dragon with Vigilant", LOSES)
    assert refused(table, "Bard shift 1 up") == "DRG-48"
    assert refused(table, "Magician shift 1 up") == "DRG-48"
    assert refused(table, "Magician 1 to 5") == "DRG-48"
    assert legal(table, "keep 1")


def test_vigilant_makes_shift_cheaper() -> None:
    """DRG-57, RUL-D15: for each hero of the team, and Shift only."""
    table = battle(
        "Bard + Magician vs Skeleton with Vigilant",
        "skeleton/huge",
        "ogre/weak",
        potions={"bard": 4, "magician": 6},
    )
    played(table, LOSES, "Bard shift 1 up", "Magician shift 2 up", "Magician 3 to 5")
    assert purses(table) == [2, 2, 0]


def test_shift_costs_three_without_vigilant() -> None:
    """DRG-57, DRG-61"""
    table = battle(
        "Bard + Magician vs Skeleton with Fearless",
        "skeleton/huge",
        "ogre/weak",
        potions={"bard": 4, "magician": 2},
    )
    played(table, LOSES, "Bard shift 1 up")
    assert purses(table) == [2, 1, 2]


def test_each_hero_pays_alone() -> None:
    """DRG-61: two heroes cannot share one payment."""
    table = battle(
        "Shaman + Bard vs Skeleton with Fearless",
        "skeleton/huge",
        "ogre/weak",
        potions={"shaman": 2, "bard": 2},
    )
    played(table, LOSES)
    assert refused(table, "Shaman shift 1 up") == "DRG-61"
    assert refused(table, "Bard shift 1 up") == "DRG-61"


def test_an_ability_works_only_in_ones_own_combat() -> None:
    """DRG-62"""
    table = battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak", potions={"magician": 9})
    played(table, LOSES)
    assert refused(table, "Magician shift 1 up") == "DRG-62"
    assert refused(table, "Magician 1 to 4") == "DRG-62"


def test_the_leader_of_the_combat_decides_about_abilities() -> None:
    """DRG-63, RUL-D16"""
    table = battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak", potions={"bard": 3})
    played(table, LOSES)
    assert table.pending_for("Ann") is not None
    assert table.pending_for("Bob") is None


@pytest.mark.parametrize(
    ("face", "up", "down"), [(1, 2, 6), (2, 3, 1), (3, 4, 2), (4, 5, 3), (5, 6, 4), (6, 1, 5)]
)
def test_shift_goes_round(face: int, up: int, down: int) -> None:
    """DRG-64: 6 goes up to 1, 1 goes down to 6."""
    assert Shift("bard", face, "up").to == up
    assert Shift("bard", face, "down").to == down


def test_shift_can_be_repeated_by_both_heroes() -> None:
    """DRG-65, DRG-64, DRG-EX-6: on the same die or on others, while they can pay."""
    table = battle(
        "Shaman + Bard vs Skeleton with Strategic",
        "skeleton/legendary",
        "ogre/weak",
        potions={"shaman": 3, "bard": 3},
    )
    played(table, "2 2 2 2 6", "Shaman shift 6 up")
    assert dice(table) == (2, 2, 2, 2, 1)
    played(table, "Bard shift 1 up")
    assert seen(table).combats[0].dice == (2, 2, 2, 2, 2)
    assert seen(table).combats[0].won
    assert purses(table) == [0, 0, 2]


def test_magic_shift_sets_a_die_to_any_other_face() -> None:
    """DRG-68, RUL-D28: the Magician's own; to another face."""
    table = battle(
        "Bard + Magician vs Skeleton with Fearless",
        "skeleton/legendary",
        "ogre/weak",
        potions={"bard": 9, "magician": 8},
    )
    played(table, "1 5 5 5 2")
    assert refused(table, "Magician 5 to 5") == "RUL-D28"
    assert table.why_not("Bard 1 to 5") is not None
    played(table, "Magician 1 to 5", "Magician 2 to 5")
    assert seen(table).combats[0].won
    assert purses(table) == [2, 9, 0]


def test_the_magician_may_mix_both() -> None:
    """DRG-69, DRG-57, DRG-EX-14"""
    table = battle(
        "Shaman + Magician vs Skeleton with Vigilant",
        "skeleton/agile",
        "swamp_keeper/weak",
        potions={"shaman": 2, "magician": 6},
    )
    played(table, "2 2 4 5 5", "Magician 2 to 3")
    assert dice(table) == (2, 3, 4, 5, 5)
    played(table, "Magician shift 5 up")
    assert seen(table).combats[0].dice == (2, 3, 4, 5, 6)
    assert purses(table) == [2, 2, 0]


def test_spent_potions_return_to_the_supply_at_once() -> None:
    """DRG-84, DRG-61"""
    table = battle("Bard vs Skeleton", "skeleton/huge", "ogre/weak", potions={"bard": 3})
    assert seen(table).supply == 13
    played(table, LOSES, "Bard shift 1 up")
    assert seen(table).supply == 16


def test_all_moves_of_a_battle() -> None:
    """DRG-94: throws, changes, stop, and nothing else."""
    table = battle("Magician vs Skeleton", "skeleton/huge", "ogre/weak", potions={"magician": 4})
    played(table, "2 2 2 2 2")
    assert options(table) == [
        "keep nothing",
        "keep 2",
        "keep 2 2",
        "keep 2 2 2",
        "keep 2 2 2 2",
        "Magician shift 2 up",
        "Magician shift 2 down",
        "Magician 2 to 1",
        "Magician 2 to 3",
        "Magician 2 to 4",
        "Magician 2 to 5",
        "Magician 2 to 6",
        "stop",
    ]
