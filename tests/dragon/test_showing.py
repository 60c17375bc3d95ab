"""What Legendary Dragon gives to interfaces: the sums behind its numbers, and itself as bytes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from legendry.dragon.game import DRAGON
from legendry.table import Insight, Table
from tests.dragon.box import dealt, seen, select, win


def table() -> Table[Any]:
    return dealt("goblin/huge", "ogre/weak", potions={"shaman": 4, "bard": 6, "magician": 0})


def totals(table: Table[Any], thing: str) -> dict[str, int]:
    """The ledgers of a thing, each with its sum."""
    return {one.title: one.total for one in DRAGON.inspect(table.state, None, thing).ledgers}


def test_the_points_of_both_sides_are_explained() -> None:
    game = win(table(), "Shaman vs Goblin")
    points = seen(game).points
    assert points.heroes > 0 < points.creatures
    both = {"heroes": points.heroes, "creatures": points.creatures}
    assert totals(game, "points") == both
    for side, sum_ in both.items():
        assert totals(game, side.upper()) == {side: sum_}


def test_a_hero_has_a_purse_and_what_was_won_this_turn() -> None:
    game = table()
    assert totals(game, "shaman") == {"potions": 4, "points": 0}
    win(game, "Shaman vs Goblin")
    assert totals(game, "Shaman") == {"potions": 4, "points": seen(game).points.heroes}
    assert totals(game, "Magician") == {"potions": 0, "points": 0}


def test_a_creature_has_points_throws_and_a_reward() -> None:
    game = table()
    one = seen(game).row[0]
    shown = {"points": one.points, "throws": one.throws, "potions": one.potions}
    assert totals(game, "goblin") == totals(game, "huge goblin") == shown


def test_a_song_doubles_what_a_creature_is_worth() -> None:
    """DRG-72: from the moment that it is sung."""
    game = table()
    points = totals(game, "ogre")["points"]
    select(game, "Bard vs Ogre and song")
    assert totals(game, "ogre")["points"] == 2 * points


def test_throws_may_be_those_after_the_first() -> None:
    """RUL-D9."""
    game = dealt("goblin/huge", "ogre/weak", options={"throw_count": "rerolls"})
    throws = DRAGON.inspect(game.state, None, "ogre").ledgers[1]
    assert throws.total == seen(game).row[1].throws
    assert [line.rule for line in throws.lines] == ["DRG-40", "RUL-D9"]


def test_of_other_things_nothing_is_known() -> None:
    game = table()
    for thing in ("", "dragon", "imp", "\x00", "goblin " * 99):
        assert DRAGON.inspect(game.state, None, thing) == Insight()


def test_a_frozen_game_leaves_out_what_set_up_gives() -> None:
    game = win(table(), "Shaman vs Goblin")
    assert game.frozen is not None
    data = msgspec.json.decode(game.frozen)
    assert not {"seats", "options", "cards", "events"} & set(data)
    assert data["row"][0] == ["goblin", "huge", True, True]
    assert DRAGON.thaw(game.header, game.frozen).row == game.state.row


@pytest.mark.parametrize("place", [0, 1])
def test_cards_of_another_deck_are_refused(place: int) -> None:
    game = win(table(), "Shaman vs Goblin")
    assert game.frozen is not None
    data = msgspec.json.decode(game.frozen)
    data["row"][0][place] = "unicorn"
    with pytest.raises(ValueError, match="this deck has no card 'unicorn'"):
        DRAGON.thaw(game.header, msgspec.json.encode(data))
