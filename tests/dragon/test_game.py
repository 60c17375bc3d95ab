"""The game as a whole: set-up, options, levels, typed-in cards and dice, what is seen."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from legendry.dragon.game import DRAGON
from legendry.dragon.options import levels
from legendry.table import Refused, Replay, Seeded, SetupError, Table, find_game
from tests.dragon.box import (
    NAMES,
    asked,
    dealt,
    lose,
    opened,
    played,
    purses,
    reveal,
    row,
    seen,
    told,
    win,
)


def test_the_game_is_found_by_its_name() -> None:
    """DRG-1: one to four people on one side."""
    assert find_game("dragon") is DRAGON
    for seats in range(1, 5):
        assert opened(seats).state.seats == tuple(NAMES[:seats])
    with pytest.raises(SetupError, match="for 1 to 4 seats, not for 5"):
        Table(DRAGON, [*NAMES, "Eve"], Seeded(1))


def test_set_up() -> None:
    """DRG-10 to DRG-14: two potions each, fourteen in the supply, duo cards open, no token."""
    view = seen(opened(4))
    assert [hero.potions for hero in view.heroes] == [2, 2, 2]
    assert view.supply == 14
    assert not any(duo.used for duo in view.duos)
    assert view.tokens == {"heroes": 0, "creatures": 0}
    assert view.row == ()
    assert view.free_slots == (1, 2, 3, 4)
    assert sum(view.creature_pile.cards.values()) == sum(view.trait_pile.cards.values()) == 20
    assert view.leader == "Ann"
    assert view.turn == 1


def test_a_turn_from_top_to_bottom() -> None:
    """DRG-16, DRG-94: Reveal, Planning, combats, End of Turn; these are all the decisions."""
    table = opened(potions={"shaman": 3})
    phases = [seen(table).phase]
    answers = ["Skeleton", "Ogre", "Weak", "Huge", "go on"]
    answers += ["Bard + Magician vs Skeleton with Fearless", "1 1 3 4 5", "keep 1 1", "3 3 5"]
    answers += ["Shaman vs Ogre", "1 2 3 4 6", "Shaman shift 6 down", "stop", "Bard 2 Magician 3"]
    for answer in answers:
        played(table, answer)
        if seen(table).phase != phases[-1]:
            phases.append(seen(table).phase)
    assert phases == [
        "reveal",
        "planning",
        "selection",
        "battle",
        "selection",
        "battle",
        "end",
        "reveal",
    ]
    assert purses(table) == [0, 4, 5]
    assert seen(table).turn == 2


def test_starting_potions() -> None:
    """DRG-10, option `starting_potions`: 0 to 6; the supply has the rest."""
    for potions in range(7):
        table = opened(options={"starting_potions": potions})
        assert purses(table) == [potions] * 3
        assert seen(table).supply == 20 - 3 * potions
    with pytest.raises(SetupError, match=r"options\.starting_potions: expected int <= 6"):
        opened(options={"starting_potions": 7})


def test_levels() -> None:
    """RUL-D9: named levels are sets of options; `throw_count` and `starting_potions`."""
    assert levels() == {
        "family": {"throw_count": "rerolls", "starting_potions": 3},
        "standard": {"throw_count": "rerolls"},
        "master": {},
    }
    family = dealt("skeleton/weak", "ogre/weak", options={"level": "family"})
    assert purses(family) == [3, 3, 3]
    assert seen(family).row[0].throws == 4
    standard = dealt("skeleton/weak", "ogre/weak", options={"level": "standard"})
    assert purses(standard) == [2, 2, 2]
    assert seen(standard).row[0].throws == 4
    master = dealt("skeleton/weak", "ogre/weak", options={"level": "master"})
    assert seen(master).row[0].throws == 3
    assert master.state.options == opened().state.options
    own = opened(options={"level": "family", "starting_potions": 1})
    assert purses(own) == [1, 1, 1], "what the table says itself goes first"
    with pytest.raises(SetupError, match="no level “hero”; there are family, standard, master"):
        opened(options={"level": "hero"})


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"throw_count": "all"}, r"options\.throw_count: invalid enum value 'all'"),
        ({"cards": "mine"}, r"options\.cards: invalid enum value 'mine'"),
        ({"turn_limit": 0}, r"options\.turn_limit: expected int >= 1"),
        ({"luck": 1}, "unknown field luck"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        opened(options=options)


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"leader": "Zoe"}, "setup.leader: nobody called Zoe sits at this table"),
        ({"potions": {"elf": 1}}, "no hero “elf”; there are shaman, bard, magician"),
        ({"potions": {"bard": 17}}, r"would hold 21 potions, but there are only 20 \(DRG-84\)"),
        ({"tokens": {"heroes": 5}}, r"with 5 tokens the game is over \(DRG-2\)"),
        ({"just_reached": "heroes"}, r"the heroes do not own 4 tokens \(DRG-93\)"),
        ({"row": [{"slot": 5, "creature": "ogre", "trait": "weak"}]}, "expected int <= 4"),
        ({"row": [{"slot": 1, "creature": "elk", "trait": "weak"}]}, "no creature “elk” left"),
        ({"row": [{"slot": 1, "creature": "ogre", "trait": "odd"}]}, "no trait “odd” left"),
        ({"discards": {"traits": ["weak"] * 3}}, "setup.discards: the deck has no trait “weak”"),
        (
            {"row": [{"slot": 1, "creature": c, "trait": "weak"} for c in ("ogre", "lich")]},
            "two creatures lie in slot 1",
        ),
        ({"weather": "fine"}, "unknown field weather"),
    ],
)
def test_bad_positions_are_refused(setup: dict[str, Any], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        opened(**setup)


def test_dice_and_cards_may_be_typed_in() -> None:
    """DRG-3, DRG-12: people with the real box type what lies on their table."""
    table = opened(1)
    with pytest.raises(Refused, match="“Unicorn” cannot be drawn"):
        table.answer("Unicorn")
    played(table, "goblin", "SWAMP KEEPER", "huge", "weak", "shaman vs goblin")
    with pytest.raises(Refused, match="a die cannot show 7"):
        table.answer("1 2 3 4 7")
    with pytest.raises(Refused, match="4 given, but the roll is throw Goblin: 5 dice"):
        table.answer("1 2 3 4")
    played(table, "1, 1, 1, 6, 6")
    assert seen(table).combats[0].won
    assert "throw Goblin: 1 1 1 6 6" in table.record


def test_some_cards_may_be_typed_in_at_a_seeded_table() -> None:
    """DRG-12: a seeded game and a typed one meet the same rules, and both replay."""
    table = Table(DRAGON, ["Ann"], Seeded(5))
    typed = opened(1)
    for line in table.record.split("+++\n")[1].splitlines():
        typed.answer(line.partition(": ")[2])
    assert row(typed) == row(table)
    assert asked(typed) == asked(table)


def test_two_strategies_meet_the_same_luck() -> None:
    """DRG-38: the first throw against a creature is the same, whoever meets it."""
    threw = set()
    for hero in ("Shaman", "Bard", "Magician"):
        table = Table(DRAGON, ["Ann"], Seeded(3))
        assert [one.name for one in seen(table).row] == ["Werewolf", "Wraith"]
        threw.add(seen(played(table, f"{hero} vs Wraith")).dice)
    assert len(threw) == 1


def test_a_position_from_a_real_table() -> None:
    """DRG-14, DRG-15: the set-up may go on where people have got to."""
    table = opened(
        3,
        row=[{"slot": 2, "creature": "ogre", "trait": "legendary"}],
        potions={"shaman": 0, "bard": 5, "magician": 1},
        tokens={"heroes": 2, "creatures": 3},
        discards={"creatures": ["goblin"], "traits": ["weak", "weak"]},
        leader="Cid",
    )
    view = seen(reveal(table, "harpy/huge", "lich/strong"))
    assert row(table) == ["1 harpy/huge", "2 ogre/legendary", "3 lich/strong"]
    assert view.supply == 14
    assert view.leader == "Cid"
    assert "Goblin" not in view.creature_pile.cards
    assert view.trait_pile.discards == {"Weak": 2}


def test_the_view_has_all_a_page_needs() -> None:
    """DRG-15: it is the same for everybody, and plain data."""
    table = played(
        dealt("skeleton/huge", "goblin/weak"),
        "Shaman + Bard vs Skeleton with Vigilant",
        "1 1 2 2 4",
    )
    view = seen(table)
    assert view == table.view("Ann") == table.view("Bob")
    assert (view.phase, view.dice, view.throws_left) == ("battle", (1, 1, 2, 2, 4), 2)
    assert view.combat is not None
    assert view.combat.team == ("Shaman", "Bard")
    assert [hero.fighting for hero in view.heroes] == [True, True, False]
    assert msgspec.to_builtins(view.row[0]) == {
        "name": "Skeleton",
        "id": "skeleton",
        "slot": 1,
        "trait": "Huge",
        "trait_id": "huge",
        "points": 4,
        "pattern": "full_house",
        "limit": "none",
        "throws": 3,
        "potions": 1,
        "fought": False,
        "defeated": False,
    }
    assert str(view).splitlines() == [
        "tokens 0:0   points 0:6   supply 14   Ann leads",
        "  1  Huge Skeleton              4 points  3 throws  potions 1",
        "  2  Weak Goblin                2 points  4 throws  potions 1  bars the Bard",
        "  Shaman 2 (fights)   Bard 2 (fights)   Magician 2",
        "  Shaman + Bard vs Skeleton: 1 1 2 2 4   throws left: 2",
    ]


def test_potions_and_cards_are_never_lost() -> None:
    """DRG-84, DRG-21: purses and supply hold twenty; every card is somewhere."""
    for seed in range(5):
        luck = Random(seed)
        table = Table(DRAGON, ["Ann", "Bob"], Seeded(seed), options={"level": "family"})
        while (request := table.pending) is not None:
            state = table.state
            assert sum(state.purses.values()) + state.supply == 20
            assert min(*state.purses.values(), state.supply) >= 0
            in_play = [one for _, one in state.in_play()]
            if state.phase in ("selection", "battle"):
                for pile, count in ((state.creatures, 20), (state.traits, 20)):
                    assert len(pile.cards) + len(pile.discards) + len(in_play) == count
            assert len(in_play) <= 4
            table.answer(luck.choice(request.options))  # type: ignore[union-attr]


def test_every_event_cites_its_rules_and_speaks() -> None:
    table = win(dealt("skeleton/weak", "goblin/weak"), "Shaman + Bard vs Skeleton with Fearless")
    lose(table, "Magician vs Goblin")
    played(table, "Shaman 2 Bard 3")
    assert all(event.rules for event in table.events)
    assert told(table) == [
        "slot 1: Weak Skeleton",
        "slot 2: Weak Goblin",
        "Ann sends the Shaman and the Bard with Fearless against Weak Skeleton, 3 throws",
        "Ann throws 1 1 2 2 5, 2 throws left",
        "Weak Skeleton is defeated: points 2 = 2 Weak Skeleton DRG-87",
        "Bob sends the Magician against Weak Goblin, 4 throws",
        "Bob throws 1 2 3 4 6, 3 throws left",
        "Weak Goblin stands",
        "heroes 2 = 2 Weak Skeleton DRG-87; creatures 2 = 2 Weak Goblin DRG-87: "
        "nobody takes a token",
        "the Shaman takes 2 potions",
        "the Bard takes 3 potions",
        "to the discards: Weak Skeleton",
    ]


def test_a_whole_game_replays() -> None:
    """DRG-2: seeded, to its end."""
    luck = Random(3)
    table = Table(DRAGON, NAMES, Seeded(3))
    while (request := table.pending) is not None:
        table.answer(luck.choice(request.options))  # type: ignore[union-attr]
    replay = Replay.of(table.record)
    replay.run()
    assert replay.table.outcome == table.outcome
