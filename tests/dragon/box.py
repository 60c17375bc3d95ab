"""The box on the test table: games whose every card and die is given by the test."""

from __future__ import annotations

from typing import Any

from legendry.dragon.game import DRAGON
from legendry.dragon.views import DragonView
from legendry.table import Choose, Table, Typed

NAMES = ["Ann", "Bob", "Cid", "Dee"]
WINS = {
    "weak": "1 1 2 2 5",
    "strong": "2 2 2 1 6",
    "huge": "3 3 3 5 5",
    "corrupted": "2 2 2 2 6",
    "agile": "1 2 3 4 5",
    "legendary": "5 5 5 5 5",
}
LOSES = "1 2 3 4 6"
"""Dice that defeat nobody."""


def opened(seats: int = 2, options: dict[str, Any] | None = None, **setup: Any) -> Table[Any]:
    """A table before its first Reveal; people type everything in."""
    return Table(DRAGON, NAMES[:seats], Typed(), options=options, setup=setup)


def dealt(
    *row: str, seats: int = 2, options: dict[str, Any] | None = None, **setup: Any
) -> Table[Any]:
    """A table after Reveal with two to four creatures in the row: `goblin/huge`, by ids.

    The last two are drawn, the others are left over from an earlier turn.
    """
    pairs = [one.split("/") for one in row]
    left = [
        {"slot": slot, "creature": creature, "trait": trait}
        for slot, (creature, trait) in enumerate(pairs[:-2], 1)
    ]
    table = opened(seats, options, **({"row": left} if left else {}), **setup)
    return reveal(table, *row[-2:])


def reveal(table: Table[Any], *row: str) -> Table[Any]:
    """Type in the cards of a Reveal: the creatures, then their traits."""
    cards = table.state.cards
    pairs = [one.split("/") for one in row]
    names = [cards.creatures[creature].name for creature, _ in pairs]
    return played(table, *names, *(cards.traits[trait].name for _, trait in pairs))


def played(table: Table[Any], *answers: str) -> Table[Any]:
    """Give these answers, one after the other."""
    for answer in answers:
        table.answer(answer)
    return table


def select(table: Table[Any], selection: str) -> Table[Any]:
    """Select a combat, without Transfiguration if that is asked for."""
    if table.state.phase == "planning":
        table.answer("go on")
    return played(table, selection)


def win(table: Table[Any], selection: str) -> Table[Any]:
    """Select a combat and throw, at once, what its trait asks for."""
    select(table, selection)
    state = table.state
    return played(table, WINS[state.at(state.combat.slot).trait.id])


def lose(table: Table[Any], selection: str) -> Table[Any]:
    """Select a combat, throw nothing of use and stop."""
    played(select(table, selection), LOSES)
    return table if table.state.combat is None else played(table, "stop")


def seen(table: Table[Any]) -> DragonView:
    view = table.view(None)
    assert isinstance(view, DragonView)
    return view


def purses(table: Table[Any]) -> list[int]:
    """The potions of Shaman, Bard and Magician."""
    return [hero.potions for hero in seen(table).heroes]


def row(table: Table[Any]) -> list[str]:
    """The row as slots, creatures and traits by id: `1 goblin/huge`."""
    return [f"{one.slot} {one.id}/{one.trait_id}" for one in seen(table).row]


def asked(table: Table[Any]) -> str:
    """Whose answer is awaited, and for what."""
    assert table.pending is not None
    return table.pending.asks


def options(table: Table[Any]) -> list[str]:
    """The legal notations."""
    assert isinstance(table.pending, Choose)
    return [option.notation for option in table.pending.options]


def legal(table: Table[Any], text: str) -> bool:
    return table.why_not(text) is None


def refused(table: Table[Any], text: str) -> str:
    """The rule by which that answer is refused; empty where the reason cites none."""
    refusal = table.why_not(text)
    assert refusal is not None, f"{text} is legal"
    return refusal.rule


def told(table: Table[Any]) -> list[str]:
    """All that happened, in words."""
    return [str(event) for event in table.events]
