"""What the new-game forms offer, and what they send: games as shown, set-ups made whole.

A page needs no knowledge of a game: who may sit there, which bots can play, which rulings the table
may settle otherwise. A fight's set-up may come short, with people by their ids.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct

from legendry.dragon.cards import deck_of
from legendry.dragon.ladder import ladder
from legendry.dragon.options import levels
from legendry.legends.boards import board_named, boards
from legendry.legends.character import Character, CharacterError, read_character
from legendry.legends.dogfight.sorties import sortie
from legendry.legends.edition import edition as edition_of
from legendry.legends.edition import editions
from legendry.legends.fight import MOST_FIGHTERS
from legendry.legends.skirmish import SKIRMISHES, Skirmish, fighters, person
from legendry.rulebook import UnknownId, find, option, plain, ruling
from legendry.table import Game, Seat, SetupError, find_game, games
from legendry.table.game import decoded
from legendry.table.header import UndoPolicy

BOTS: dict[str, tuple[str, ...]] = {
    "fight": ("greedy", "random"),
    "dogfight": ("greedy", "random"),
    "dragon": ("coach", "naive", "random"),
}
"""Who plays a game best, the best first; `random` plays any."""


EDITIONS = {"dogfight": "time-and-space"}
"""The edition of games whose form does not ask for one."""


def stand_in(game: str) -> str:
    """The bot that answers for somebody whose time has run out: the best there is."""
    return BOTS.get(game, ("random",))[0]


class EditionShown(Struct, frozen=True):
    """An edition of the Legends games and the skirmish it offers."""

    slug: str
    title: str
    skirmish: Skirmish


class BoardShown(Struct, frozen=True):
    """A board to fight on, with the tags of each hex."""

    name: str
    title: str
    hexes: dict[str, tuple[str, ...]]


class LevelShown(Struct, frozen=True):
    """A named set of table options, and how hard it makes the game."""

    name: str
    words: str
    options: dict[str, Any]


class GameShown(Struct, frozen=True):
    """A game as the lobby and the form of a new table show it.

    `options` is the JSON schema of the table options. Each property has a title and a description;
    some have the `rule` they rest on, the `group` it stands in and the `editions` that know it.
    """

    name: str
    title: str
    players: tuple[int, ...]
    company: int
    """How many seats are best to try it."""
    bots: tuple[str, ...]
    undo: tuple[str, ...]
    options: dict[str, Any]
    editions: tuple[EditionShown, ...] = ()
    boards: tuple[BoardShown, ...] = ()
    levels: tuple[LevelShown, ...] = ()


@cache
def games_shown() -> tuple[GameShown, ...]:
    """All games that can be played here."""
    return tuple(_shown(find_game(name)) for name in games())


def _shown(game: Game[Any]) -> GameShown:
    fight, dragon = game.name == "fight", game.name == "dragon"
    return GameShown(
        name=game.name,
        title=game.title,
        players=tuple(game.players),
        company=min(game.company, game.players[-1]),
        bots=BOTS.get(game.name, ("random",)),
        undo=get_args(UndoPolicy),
        options=options_schema(game),
        editions=tuple(map(_edition, editions())) if fight else (),
        boards=tuple(map(_board, boards())) if fight else (),
        levels=tuple(map(_level, levels())) if dragon else (),
    )


def _edition(slug: str) -> EditionShown:
    return EditionShown(slug, edition_of(slug).title, SKIRMISHES[slug])


def _board(name: str) -> BoardShown:
    board = board_named(name)
    return BoardShown(
        name, board.name, {str(hex): tuple(sorted(tags)) for hex, tags in board.cells.items()}
    )


def _level(name: str) -> LevelShown:
    rungs = ladder()[name]
    words = (
        f"The coach wins {rungs['coach'].rate:.0%} of its games, "
        f"a beginner {rungs['naive'].rate:.0%}."
    )
    return LevelShown(name, words, levels()[name])


# -- table options -----------------------------------------------------------------------------


def options_schema(game: Game[Any]) -> dict[str, Any]:
    """The JSON schema of a game's table options, in the words of its rulebook."""
    shape = game.options
    schema: dict[str, Any] = msgspec.json.schema(shape)["$defs"][shape.__name__]
    said = field_words(shape)
    for key, field in schema["properties"].items():
        _explain(field, key, said.get(key, ""))
    if game.name == "dragon":
        schema["properties"]["level"]["enum"] = list(levels())
    return schema


_CITED = re.compile(r"(?:([A-Z]+-D?\d+)|Ours): (.*)")
_TAGS = re.compile(r" \((?:TSC|AW|TS)(?:, (?:TSC|AW|TS))*\)")


def _explain(field: dict[str, Any], key: str, said: str) -> None:
    """Give a property its title, its words, the rule behind it, and its values in book order."""
    cited = _CITED.fullmatch(said)
    rule, words = (cited[1] or "", cited[2]) if cited else ("", said)
    words = _TAGS.sub("", words)
    field["title"] = key.replace("_", " ").capitalize()
    field["description"] = plain(words[:1].upper() + words[1:])
    try:
        field["rule"] = find(rule).id
        known = option(key)
        field["editions"] = list(known.editions)
        if field["default"] == known.default and "type" not in field:
            field.pop("anyOf", None)
            field["enum"] = list(known.values)
        settled = ruling(rule)
        field["title"] = settled.title
        field["group"] = settled.section.lstrip("0123456789. ")
    except UnknownId:
        return


def field_words(shape: type[Struct]) -> dict[str, str]:
    """What stands below each field of a struct, which Python itself forgets.

    >>> from legendry.legends.options import Options
    >>> field_words(Options)["dodge_thrown"]
    'RUL-34: thrown weapons may be dodged.'
    """
    try:
        body = ast.parse(textwrap.dedent(inspect.getsource(shape))).body[0]
    except OSError:  # installed without its source
        return {}
    assert isinstance(body, ast.ClassDef)
    words = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        match field, below:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                words[name] = " ".join(text.split())
    return words


# -- set-ups -----------------------------------------------------------------------------------


class Somebody(Struct, frozen=True, forbid_unknown_fields=True):
    """A person of one's own: a kept character by its id, or the TOML of one."""

    character: Annotated[str, Meta(max_length=60)] = ""
    toml: Annotated[str, Meta(max_length=64 * 1024)] = ""


class ShortSide(Struct, frozen=True, forbid_unknown_fields=True):
    """A side by its name and its people; an id of the roster or the foes may stand there often."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    people: Annotated[
        tuple[Annotated[str, Meta(max_length=60)] | Somebody, ...], Meta(max_length=MOST_FIGHTERS)
    ]


class ShortSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """The sides of a fight as a form sends them."""

    sides: Annotated[tuple[ShortSide, ...], Meta(max_length=16)] = ()


class BroughtDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck for Legendary Dragon as its file has it."""

    deck: str


def prepared(
    game: str,
    edition: str,
    setup: Mapping[str, Any],
    seats: Sequence[Seat],
    kept: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The set-up in full; `SetupError` says in a sentence why there is none.

    That of a fight can be short: its sides fall to the seats in order, and what is left out is
    the edition's own skirmish; that of a dogfight may be left out. `kept` are the TOML texts of
    the visitor's characters by id. For Legendary Dragon `deck` is the TOML text of a deck of one's
    own.
    """
    if game == "dragon" and "deck" in setup:
        brought = decoded({"deck": setup["deck"]}, BroughtDeck, "setup")
        rest = {key: value for key, value in setup.items() if key != "deck"}
        return {**rest, "cards": deck_of(brought.deck, "the deck")}
    if game == "dogfight" and not setup:
        return sortie(edition, seats)
    if game != "fight" or "fighters" in setup:
        return dict(setup)
    offered = SKIRMISHES[edition_of(edition).slug]
    rest = dict(setup)
    short = decoded({"sides": rest.pop("sides", ())}, ShortSetup, "setup")
    sides = short.sides or tuple(ShortSide(side.name, side.people) for side in offered.sides)
    if len({side.name for side in sides}) < len(sides):
        raise SetupError("two sides have the same name")
    if len(seats) not in (1, len(sides)):
        raise SetupError(f"there are {len(sides)} sides, but {len(seats)} seats")
    entries = []
    for number, side in enumerate(sides):
        if not side.people:
            raise SetupError(f"there is nobody on the side of the {side.name}")
        people = [_character(edition, one, kept or {}) for one in side.people]
        entries += fighters(side.name, seats[number % len(seats)], people)
    return {"board": offered.board, **rest, "fighters": entries}


def _character(slug: str, one: str | Somebody, kept: Mapping[str, str]) -> Character:
    """Whoever is meant. Layers of armor are left to the table's options, which the fight knows."""
    if isinstance(one, str):
        return person(slug, one)
    text = one.toml or kept.get(one.character, "")
    if not text:
        raise SetupError("one of the characters is no longer there")
    try:
        found = read_character(text, layers="free")
    except CharacterError as error:
        raise SetupError(f"a character cannot be used: {'; '.join(error.mistakes)}") from None
    if found.edition != slug:
        raise SetupError(
            f"{found.name} is a character of {edition_of(found.edition).title}, "
            f"not of {edition_of(slug).title}"
        )
    return found
