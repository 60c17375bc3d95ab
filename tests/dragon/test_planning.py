"""Planning: Transfiguration, and who decides about it."""

from __future__ import annotations

from typing import Any

from legendry.table import Table
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
    reveal,
    row,
    seen,
    told,
)


def planned(**more: Any) -> Table[Any]:
    """The row of DRG-EX-18, and a Shaman who can pay twice."""
    return dealt("goblin/legendary", "lich/weak", potions={"shaman": 6}, **more)


def test_talk_binds_nobody() -> None:
    """DRG-23: Planning asks for nothing where nothing can be transfigured."""
    table = dealt("goblin/legendary", "lich/weak")
    assert seen(table).phase == "selection"
    assert refused(table, "transfigure trait of Goblin") == "DRG-61"


def test_the_coming_leader_decides() -> None:
    """DRG-24, DRG-63, RUL-D16: whoever leads the first combat of the turn."""
    table = planned(seats=3)
    assert asked(table) == "Ann: transfigure a card, or go on?"
    assert options(table) == [
        "go on",
        "transfigure creature Goblin",
        "transfigure trait of Goblin",
    ]
    played(table, "go on")
    lose(lose(table, "Shaman vs Goblin"), "Bard vs Lich")
    reveal(table, "ogre/weak", "harpy/huge")
    assert asked(table) == "Cid: transfigure a card, or go on?"


def test_a_trait_is_replaced() -> None:
    """DRG-74, DRG-61, DRG-EX-18: a new one in the same slot; the creature stays."""
    table = played(planned(), "transfigure trait of Goblin", "Weak")
    assert row(table) == ["1 goblin/weak", "2 lich/weak"]
    assert purses(table) == [3, 2, 2]
    assert seen(table).supply == 13
    assert seen(table).trait_pile.discards == {"Legendary": 1}
    assert "the Shaman pays 3: Legendary in slot 1 becomes Weak" in told(table)


def test_a_creature_is_replaced() -> None:
    """DRG-74, DRG-18, DRG-EX-18: the trait stays."""
    table = played(planned(), "transfigure creature Goblin", "Ogre")
    assert row(table) == ["1 ogre/legendary", "2 lich/weak"]
    assert seen(table).creature_pile.discards == {"Goblin": 1}


def test_a_creature_without_abilities_is_protected() -> None:
    """DRG-48, RUL-D12, DRG-EX-18: it and its trait."""
    table = planned()
    assert refused(table, "transfigure creature Lich") == "DRG-48"
    assert refused(table, "transfigure trait of Lich") == "DRG-48"


def test_only_between_reveal_and_the_first_selection() -> None:
    """DRG-75, DRG-EX-18"""
    table = played(planned(), "go on")
    assert refused(table, "transfigure trait of Goblin") == "DRG-75"
    played(table, "Magician vs Goblin", "1 2 3 4 6")
    assert refused(table, "transfigure trait of Goblin") == "DRG-75"


def test_the_shaman_need_not_fight_it_and_left_over_creatures_will_do() -> None:
    """DRG-76, DRG-62: also one that bars the Shaman, left over from an earlier turn."""
    left = [{"slot": 3, "creature": "harpy", "trait": "agile"}]
    table = reveal(opened(row=left, potions={"shaman": 3}), "ogre/huge", "lich/huge")
    played(table, "transfigure trait of Harpy", "Weak")
    assert row(table)[2] == "3 harpy/weak"


def test_once_a_turn() -> None:
    """DRG-77, RUL-D19, DRG-EX-18; again in the next turn."""
    table = played(planned(), "transfigure trait of Goblin", "Weak")
    assert seen(table).phase == "selection"
    assert refused(table, "transfigure trait of Goblin") == "DRG-77"
    lose(lose(table, "Shaman vs Goblin"), "Bard vs Lich")
    reveal(table, "ogre/huge", "harpy/huge")
    assert legal(table, "transfigure trait of Goblin")


def test_unlimited_transfiguration() -> None:
    """RUL-D19, option `transfiguration_per_turn`: while potions last."""
    table = planned(options={"transfiguration_per_turn": "unlimited"})
    played(table, "transfigure trait of Goblin", "Weak", "transfigure trait of Goblin", "Agile")
    assert row(table)[0] == "1 goblin/agile"
    assert purses(table)[0] == 0
    assert seen(table).phase == "selection"
    assert refused(table, "transfigure trait of Goblin") == "DRG-61"


def test_the_same_card_cannot_come_straight_back() -> None:
    """DRG-78: the replacement is drawn before the old card is discarded."""
    names = ["goblin", "skeleton", "web_lurker", "ogre", "harpy"]
    deck = {"creature": [{"id": id, "name": id.title(), "rolls": 3, "potions": 1} for id in names]}
    left = [{"slot": slot, "creature": id, "trait": "huge"} for slot, id in enumerate(names[:3], 1)]
    table = opened(cards=deck, row=left, potions={"shaman": 3})
    played(table, "Ogre", "Weak", "transfigure creature Goblin")
    assert asked(table) == "draw creature: one of Harpy"


def test_the_replacement_may_protect_itself() -> None:
    """DRG-48, DRG-74: the limit is that of the card that lies there now."""
    table = planned(options={"transfiguration_per_turn": "unlimited"})
    played(table, "transfigure creature Goblin", "Dragon")
    assert seen(table).phase == "selection"
    assert refused(table, "transfigure trait of Dragon") == "DRG-48"
