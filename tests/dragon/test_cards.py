"""The cards: the default deck, decks that a table brings, and the sentences about bad ones."""

from __future__ import annotations

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from legendry.dragon.cards import LIMITS, cards_of, deck_of, default_cards
from legendry.table import Replay, SetupError
from tests.dragon.box import dealt, opened, seen, win

CARDS = default_cards()
FILE = files("legendry.dragon").joinpath("cards.toml").read_text("utf-8")


def test_the_box() -> None:
    """DRG-3, DRG-4: five dice; 78 cards."""
    figures = CARDS.figures
    assert figures.dice == 5
    assert figures.heroes == len(CARDS.heroes) == 3
    assert len(CARDS.creatures) == 20
    assert sum(trait.count for trait in CARDS.traits.values()) == 20
    assert (figures.potion_cards, figures.victory_tokens, len(CARDS.duos)) == (20, 9, 3)
    assert 2 * 3 + 20 + 20 + 20 + 9 + 3 == 78


def test_a_hero_is_a_marker_and_a_list_of_abilities() -> None:
    """DRG-5, RUL-D1: three heroes, not six."""
    assert {hero.name: hero.abilities for hero in CARDS.heroes.values()} == {
        "Shaman": ("shift", "transfiguration"),
        "Bard": ("shift", "song_of_power"),
        "Magician": ("shift", "magic_shift"),
    }


def test_printed_creatures() -> None:
    """DRG-6, RUL-D2: the two cards the rulebook describes."""
    goblin, keeper = CARDS.creatures["goblin"], CARDS.creatures["swamp_keeper"]
    assert (goblin.throws, goblin.potions, goblin.limit) == (4, 1, "no_bard")
    assert (keeper.throws, keeper.potions, keeper.limit) == (3, 2, "none")


def test_traits_have_points_and_a_pattern() -> None:
    """DRG-7, RUL-D13: 2 to 6 points, and 7 for Legendary."""
    assert [trait.battle_points for trait in CARDS.traits.values()] == [2, 3, 4, 5, 6, 7]


def test_one_of_each_duo_card() -> None:
    """DRG-8"""
    assert [duo.name for duo in CARDS.duos.values()] == ["Vigilant", "Fearless", "Strategic"]


def test_the_default_decks() -> None:
    """DRG-9, RUL-D2: the decks of the data file."""
    assert {trait.name: trait.count for trait in CARDS.traits.values()} == {
        "Weak": 2,
        "Strong": 3,
        "Huge": 4,
        "Corrupted": 4,
        "Agile": 4,
        "Legendary": 3,
    }
    creatures = CARDS.creatures.values()
    assert Counter(one.throws for one in creatures) == {2: 9, 3: 9, 4: 1, 5: 1}
    assert Counter(one.potions for one in creatures) == {1: 14, 2: 5, 3: 1}


def test_a_creature_has_at_most_one_limit() -> None:
    """DRG-45, DRG-49: one red box a card, which may be empty."""
    assert Counter(one.limit for one in CARDS.creatures.values()) == {
        "none": 3,
        "single_hero": 3,
        "no_shaman": 2,
        "no_bard": 2,
        "no_magician": 2,
        "no_abilities": 8,
    }
    assert len(LIMITS) == 6


def test_prices_of_abilities() -> None:
    """RUL-D17: Song 3, Transfiguration 3, Magic Shift 4; Shift is printed."""
    costs = CARDS.costs
    assert (costs.shift, costs.song_of_power) == (3, 3)
    assert (costs.transfiguration, costs.magic_shift) == (3, 4)


def creature(id: str, **figures: Any) -> dict[str, Any]:
    return {"id": id, "name": id.title(), "rolls": 3, "potions": 1, **figures}


def creatures(*odd: dict[str, Any]) -> dict[str, Any]:
    return {"creature": [creature(f"rat {n}") for n in "abcde"[len(odd) :]] + list(odd)}


def traits(*odd: dict[str, Any]) -> dict[str, Any]:
    plain = {"id": "dull", "name": "Dull", "battle_points": 1, "pattern": "straight", "count": 5}
    return {"trait": [plain, *(plain | one for one in odd)]}


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ({"creature": [creature("rat")]}, r"has 1 creatures; it needs at least 5"),
        ({"trait": traits()["trait"][:0]}, r"has 0 traits; it needs at least 5, .* \(RUL-D6\)"),
        (creatures(creature("ant", rolls=0)), "creature Ant has 0 throws; 1 to 6 are possible"),
        (creatures(creature("ant", rolls=7)), "creature Ant has 7 throws; 1 to 6 are possible"),
        (creatures(creature("ant", potions=21)), "Ant has 21 potions; 0 to 20 are possible"),
        (creatures(creature("ant", limit="no_dwarf")), "Ant has the unknown limit “no_dwarf”; th"),
        (creatures(creature("a"), creature("a")), "two creatures have the id “a”"),
        (creatures(creature("a"), creature("b", name="A")), "two creatures have the name “a”"),
        (creatures(creature("ant", name="Ant: big")), "“Ant: big” cannot be the name of a card"),
        (creatures(creature("ant", name="Ant and song")), "cannot be the name of a card"),
        (creatures(creature("ant", name="Ant with Bow")), "cannot be the name of a card"),
        (creatures(creature("ant", wings=2)), "contains unknown field wings"),
        (creatures(creature("ant", rolls="3")), "expected int, got str"),
        (traits({"id": "odd", "name": "Odd", "pattern": "flush"}), "unknown pattern “flush”; the"),
        (traits({"id": "dull", "name": "Odd"}), "two traits have the id “dull”"),
        (traits({"id": "odd", "name": "Odd", "count": 0}), "Odd is there 0 times; 1 to 200"),
        (traits({"id": "odd", "name": "Odd", "count": 199}), "has 204 traits; .* at most 200"),
        (traits({"id": "odd", "name": "Odd", "battle_points": -1}), "Odd has -1 points; 0 to 100"),
        ({"costs": {"shift": 0}}, "shift costs 0; 1 to 20 potions are possible"),
        ({"costs": {"dance": 1}}, "unknown field dance"),
        ({"setup": {"dice": 6}}, "dice is 6; the rules are made for 5"),
        ({"setup": {"potion_cards": -1}}, "potion_cards is -1; 0 to 200 are possible"),
        ({"setup": {"victory_tokens": 8}}, r"victory_tokens is 8; it takes at least 9 \(DRG-90\)"),
        ({"hero": [{"id": "elf", "name": "Elf", "abilities": []}]}, r"the heroes are shaman, bard"),
        ({"duo": {"lazy": {"name": "Lazy"}}}, r"the duo cards are vigilant, fearless, strategic"),
        (
            {"duo": {"vigilant": {"name": "Vigilant", "shift_cost": 21}}},
            "shift_cost of Vigilant is",
        ),
        ({"duo": {"vigilant": {"name": "fearless"}}}, "two duo cards have the name “fearless”"),
        (creatures(creature("ant", rolls=10**40)), "creature Ant has 1000"),
        ({"monster": []}, "unknown field monster"),
        ({"creature": 7}, "creature: expected array, got int"),
    ],
)
def test_a_bad_deck_gets_one_clear_sentence(deck: dict[str, Any], words: str) -> None:
    """RUL-D2, RUL-D6: the checks of a deck that a table brings."""
    with pytest.raises(SetupError, match=words) as error:
        opened(cards=deck)
    assert str(error.value).startswith("setup.cards")
    assert "\n" not in str(error.value)


def test_an_unknown_ability_is_refused() -> None:
    heroes = tomllib.loads(FILE)["hero"]
    heroes[0]["abilities"] = ["dance"]
    with pytest.raises(SetupError, match="Shaman has the unknown ability “dance”"):
        cards_of({"hero": heroes}, "mine")


def test_a_deck_of_ones_own_is_played_with() -> None:
    """RUL-D2, option `cards`: its creatures are drawn, and the record stands alone."""
    own = creatures() | traits()
    table = dealt("rat a/dull", "rat b/dull", cards=own)
    assert [one.name for one in seen(table).row] == ["Rat A", "Rat B"]
    win_dice = "2 3 4 5 6"
    table.answer("Bard vs Rat A")
    table.answer(win_dice)
    replay = Replay.of(table.record)
    replay.run()
    assert replay.table.state == table.state


def test_what_a_deck_leaves_out_is_as_in_the_default_deck() -> None:
    """RUL-D13, RUL-D17: points and prices are data of the deck."""
    own = {"costs": {"shift": 1}, "duo": {"fearless": {"name": "Fearless", "bonus_potions": 1}}}
    cards = cards_of(own, "mine")
    assert cards.costs.shift == 1
    assert cards.costs.magic_shift == CARDS.costs.magic_shift
    assert cards.duos["fearless"].bonus_potions == 1
    assert cards.creatures == CARDS.creatures


def test_a_deck_file() -> None:
    """RUL-D2: the default file is itself a deck file of the shape that tables may bring."""
    deck = deck_of(FILE, "mine.toml")
    assert cards_of(deck, "mine.toml") == CARDS
    table = win(dealt("goblin/weak", "skeleton/weak", cards=deck), "Shaman vs Goblin")
    assert seen(table).points.heroes == 2


@pytest.mark.parametrize("text", ["[[creature]", "a = " + "[" * 5000, "[[creature]]\nid = 'a'"])
def test_a_bad_deck_file_is_refused(text: str) -> None:
    with pytest.raises(SetupError, match=r"^mine\.toml"):
        deck_of(text, "mine.toml")
