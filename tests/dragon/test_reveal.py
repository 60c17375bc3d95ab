"""Reveal: how many creatures come, where they lie, which stay at a turning point; the piles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dragon.box import asked, dealt, lose, opened, played, reveal, row, seen, told, win

LEFT = ["ogre/weak", "lich/weak", "harpy/strong", "banshee/strong"]
NEW = ["goblin/huge", "skeleton/huge", "minotaur/agile", "web_lurker/corrupted"]


def left_over(count: int, first: int = 1) -> list[dict[str, Any]]:
    return [
        {"slot": slot, "creature": one.split("/")[0], "trait": one.split("/")[1]}
        for slot, one in enumerate(LEFT[:count], first)
    ]


def test_two_creatures_and_a_trait_for_each() -> None:
    """DRG-17: the first trait drawn belongs to the first creature drawn."""
    table = opened()
    assert asked(table).startswith("draw creature: one of Banshee, Basilisk,")
    played(table, "Goblin", "Swamp Keeper")
    assert asked(table) == "draw trait: one of Agile, Corrupted, Huge, Legendary, Strong, Weak"
    played(table, "Huge", "Corrupted")
    assert row(table) == ["1 goblin/huge", "2 swamp_keeper/corrupted"]


def test_a_creature_keeps_its_trait() -> None:
    """DRG-18, DRG-44: also over the end of a turn."""
    table = dealt("goblin/huge", "skeleton/weak")
    win(lose(table, "Shaman vs Goblin"), "Bard vs Skeleton")
    reveal(table, "ogre/strong", "lich/weak")
    assert row(table) == ["1 goblin/huge", "2 ogre/strong", "3 lich/weak"]


@pytest.mark.parametrize(("left", "added"), [(0, 2), (1, 2), (2, 2), (3, 1), (4, 0)])
def test_never_more_than_four_in_play(left: int, added: int) -> None:
    """DRG-19, DRG-EX-8"""
    table = reveal(opened(row=left_over(left)), *NEW[:added])
    assert seen(table).phase == "selection"
    assert len(row(table)) == left + added


@pytest.mark.parametrize(("left", "added"), [(0, 4), (1, 3), (3, 1), (4, 0)])
def test_four_creatures_after_the_heroes_fourth_token(left: int, added: int) -> None:
    """DRG-91, DRG-22, RUL-D25, DRG-EX-8: four in total, even if more than two are drawn."""
    table = opened(row=left_over(left), tokens={"heroes": 4}, just_reached="heroes")
    reveal(table, *NEW[:added])
    assert len(row(table)) == 4
    assert "turning point: the heroes took their fourth token, 4 creatures" in told(table)


@pytest.mark.parametrize(("left", "added"), [(0, 2), (1, 2), (2, 2), (3, 1), (4, 0)])
def test_two_creatures_after_the_creatures_fourth_token(left: int, added: int) -> None:
    """DRG-92, RUL-D26, RUL-D27, DRG-EX-8: added as usual, then only the two nearest stay."""
    table = opened(row=left_over(left), tokens={"creatures": 4}, just_reached="creatures")
    reveal(table, *NEW[:added])
    assert [one[0] for one in row(table)] == ["1", "2"]
    view = seen(table)
    assert sum(view.creature_pile.discards.values()) == left + added - 2
    assert sum(view.trait_pile.discards.values()) == left + added - 2
    assert view.points.heroes == 0, "the surplus counts for neither side"


def test_a_position_has_the_turning_points_of_its_table() -> None:
    """DRG-93, RUL-D24: with `turning_point` off the fourth token changes nothing."""
    setup: dict[str, Any] = {"tokens": {"heroes": 4, "creatures": 4}, "just_reached": "heroes"}
    for which, turning in (("each_side", "heroes"), ("first_side", ""), ("off", "")):
        assert seen(opened(options={"turning_point": which}, **setup)).turning == turning
    table = reveal(opened(options={"turning_point": "off"}, **setup), *NEW[:2])
    assert len(row(table)) == 2


def test_a_new_creature_takes_the_lowest_free_slot() -> None:
    """DRG-20, RUL-D5"""
    table = reveal(opened(row=left_over(2, first=2)), "harpy/huge", "goblin/huge")
    assert row(table) == ["1 harpy/huge", "2 ogre/weak", "3 lich/weak", "4 goblin/huge"]


@pytest.mark.parametrize(
    ("layout", "laid"),
    [
        ("fixed_slots", ["harpy", "ogre", "lich", "goblin"]),
        ("oldest_nearest", ["ogre", "lich", "harpy", "goblin"]),
        ("newest_nearest", ["harpy", "goblin", "ogre", "lich"]),
    ],
)
def test_row_layout(layout: str, laid: list[str]) -> None:
    """RUL-D5, option `row_layout`; DRG-EX-9"""
    setup: dict[str, Any] = {"row": left_over(2, first=2)}
    table = opened(options={"row_layout": layout}, **setup)
    reveal(table, "harpy/huge", "goblin/huge")
    assert [one.id for one in seen(table).row] == laid
    setup |= {"tokens": {"creatures": 4}, "just_reached": "creatures"}
    table = reveal(opened(options={"row_layout": layout}, **setup), "harpy/huge", "goblin/huge")
    assert [one.id for one in seen(table).row] == laid[:2]
    assert sorted(seen(table).creature_pile.discards) == sorted(name.title() for name in laid[2:])


def test_survivors_close_up_with_nothing_new() -> None:
    """RUL-D5: `oldest_nearest` moves creatures towards the piles in their order."""
    table = opened(options={"row_layout": "oldest_nearest"}, row=left_over(3, first=2))
    reveal(table, "goblin/huge")
    assert [one[:6] for one in row(table)] == ["1 ogre", "2 lich", "3 harp", "4 gobl"]


def test_a_pile_that_runs_out_is_replaced_by_its_discards() -> None:
    """DRG-21, DRG-12, RUL-D3, RUL-D6: each pile by its own discards, when a card is needed."""
    deck = {
        "trait": [
            {"id": "weak", "name": "Weak", "battle_points": 2, "pattern": "straight", "count": 5}
        ]
    }
    table = opened(cards=deck, discards={"traits": ["weak"] * 4})
    assert sum(seen(table).trait_pile.cards.values()) == 1
    played(table, "Goblin", "Ogre", "Weak")
    assert "the 4 discarded trait cards become the pile" in told(table)
    assert asked(table) == "draw trait: one of Weak"
    played(table, "Weak")
    assert seen(table).trait_pile.cards == {"Weak": 3}
    assert seen(table).trait_pile.discards == {}


def test_a_drawn_card_is_out_of_its_pile() -> None:
    """DRG-12, DRG-15: only the order of the piles is hidden; what is in them all can tell."""
    table = dealt("goblin/weak", "skeleton/weak")
    view = seen(table)
    assert "Goblin" not in view.creature_pile.cards
    assert "Weak" not in view.trait_pile.cards
    assert view.trait_pile.cards["Huge"] == 4
    assert view == table.view("Ann") == table.view("Bob")
