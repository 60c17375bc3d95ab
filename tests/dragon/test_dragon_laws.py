"""Legendary Dragon goes through the laws of the table, over seats, options, decks and positions."""

from __future__ import annotations

from random import Random
from typing import Any, get_args, get_type_hints

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from legendry.dragon.cards import LIMITS, default_cards
from legendry.dragon.combos import PATTERNS
from legendry.dragon.game import DRAGON
from legendry.dragon.options import Options, levels
from legendry.table import Seeded, Table, Typed
from tests.dragon.box import NAMES
from tests.laws import obeys


def some_options(luck: Random) -> dict[str, Any]:
    """A few table options, each with any of its values; always a short game."""
    chosen: dict[str, Any] = {"turn_limit": luck.randint(1, 3)}
    if luck.random() < 0.5:
        chosen["level"] = luck.choice(list(levels()))
    if luck.random() < 0.5:
        chosen["starting_potions"] = luck.randint(0, 6)
    for name, hint in get_type_hints(Options).items():
        values = [value for value in get_args(hint) if isinstance(value, str)]
        if values and luck.random() < 0.4:
            chosen[name] = luck.choice(values)
    return chosen


def some_deck(luck: Random) -> dict[str, Any]:
    """Any deck at all; small ones run out and are reshuffled."""
    return {
        "costs": {"shift": luck.randint(1, 4), "transfiguration": luck.randint(1, 4)},
        "creature": [
            {
                "id": f"beast{n}",
                "name": f"Beast {n}",
                "rolls": luck.randint(1, 4),
                "potions": luck.randint(0, 6),
                "limit": luck.choice(LIMITS),
            }
            for n in range(luck.randint(5, 9))
        ],
        "trait": [
            {
                "id": pattern,
                "name": pattern.replace("_", " ").title(),
                "battle_points": luck.randint(0, 9),
                "pattern": pattern,
                "count": luck.randint(1, 2),
            }
            for pattern in PATTERNS
        ],
    }


def some_position(luck: Random) -> dict[str, Any]:
    """A position before a Reveal, often one at which a turning point has come."""
    cards = default_cards()
    creatures = luck.sample(sorted(cards.creatures), luck.randint(0, 4))
    tokens = {"heroes": luck.randint(0, 4), "creatures": luck.randint(0, 4)}
    setup: dict[str, Any] = {
        "tokens": tokens,
        "row": [
            {"slot": slot, "creature": creature, "trait": luck.choice(["huge", "agile"])}
            for slot, creature in enumerate(creatures, 1)
        ],
        "potions": {hero: luck.randint(0, 6) for hero in cards.heroes},
    }
    side = luck.choice(["heroes", "creatures"])
    if tokens[side] == 4:
        setup["just_reached"] = side
    return setup


def some_game(luck: Random) -> Table[Any]:
    setup = luck.choice([{}, {"cards": some_deck(luck)}, some_position(luck)])
    return Table(
        DRAGON,
        NAMES[: luck.randint(1, 4)],
        Typed() if luck.random() < 0.2 else Seeded(luck.randrange(1000)),
        options=some_options(luck),
        setup=setup,
        undo=luck.choice(["consent", "own", "never"]),
    )


@settings(max_examples=40, phases=[Phase.generate])
@given(st.integers(0, 2**32))
def test_dragon_obeys_the_laws(seed: int) -> None:
    luck = Random(seed)
    obeys(some_game(luck), luck.randrange)
