"""What the new-game forms offer, and what they send: games as shown, set-ups made whole.

A page needs no knowledge of a game: who may sit there, which bots can play, which rulings the table
may settle otherwise. The set-up of a fight or a dogfight may come short, with people or craft by
their ids.
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

from legendry.adventures.game import FOES, books, meant_for, our_book, the_book
from legendry.adventures.game import Setup as AdventureSetup
from legendry.dragon.cards import deck_of
from legendry.dragon.ladder import ladder
from legendry.dragon.options import levels
from legendry.legends.boards import board_named, boards
from legendry.legends.character import Character, CharacterError, read_character
from legendry.legends.craft.craft import Craft, CraftError, cost
from legendry.legends.craft.crew import Manned, manned_of
from legendry.legends.craft.hangar import hangar
from legendry.legends.dogfight.game import MOST_CRAFT
from legendry.legends.dogfight.sorties import SORTIES, craft_named, flight
from legendry.legends.edition import edition as edition_of
from legendry.legends.edition import editions
from legendry.legends.fight import MOST_FIGHTERS
from legendry.legends.roster import roster
from legendry.legends.skirmish import SKIRMISHES, Side, Skirmish, fighters, person
from legendry.rulebook import UnknownId, find, option, plain, ruling
from legendry.table import Game, Seat, SetupError, find_game, games
from legendry.table.game import decoded
from legendry.table.header import UndoPolicy

BOTS: dict[str, tuple[str, ...]] = {
    "fight": ("greedy", "random"),
    "dogfight": ("greedy", "random"),
    "adventure": ("greedy", "random"),
    "dragon": ("coach", "naive", "random"),
}
"""Who plays a game best, the best first; `random` plays any."""


EDITIONS = {"dogfight": "time-and-space"}
"""The edition of a game where nobody has said which."""


def stand_in(game: str) -> str:
    """The bot that answers for somebody whose time has run out: the best there is."""
    return BOTS.get(game, ("random",))[0]


class CraftShown(Struct, frozen=True):
    """A craft of the hangar, to choose from a list."""

    id: str
    name: str
    summary: str


class EditionShown(Struct, frozen=True):
    """An edition of the Legends games and the skirmish or the sortie it offers."""

    slug: str
    title: str
    skirmish: Skirmish
    """A sortie has no board."""
    hangar: tuple[CraftShown, ...] = ()
    weightless: bool = False
    """Whether it has a skill for where there is no gravity (SKL-19)."""


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


class BookEdition(Struct, frozen=True):
    """An edition that a book can be played in, and who plays it there."""

    slug: str
    title: str
    company: tuple[str, ...]


class BookShown(Struct, frozen=True):
    """An adventure to choose from a list."""

    name: str
    title: str
    author: str
    party: str
    """Whom it is meant for."""
    pages: int
    editions: tuple[BookEdition, ...]


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
    books: tuple[BookShown, ...] = ()
    mastered: bool = False
    """Whether a game master may have his hand in it."""


@cache
def games_shown() -> tuple[GameShown, ...]:
    """All games that can be played here."""
    return tuple(_shown(find_game(name)) for name in games())


def _shown(game: Game[Any]) -> GameShown:
    fight, dragon = game.name == "fight", game.name == "dragon"
    editions_shown = {"fight": map(_edition, editions()), "dogfight": map(_space, SORTIES)}
    return GameShown(
        name=game.name,
        title=game.title,
        players=tuple(game.players),
        company=min(game.company, game.players[-1]),
        bots=BOTS.get(game.name, ("random",)),
        undo=get_args(UndoPolicy),
        options=options_schema(game),
        editions=tuple(editions_shown.get(game.name, ())),
        boards=tuple(map(_board, boards())) if fight else (),
        levels=tuple(map(_level, levels())) if dragon else (),
        books=tuple(_books()) if game.name == "adventure" else (),
        mastered=game.mastered,
    )


def _edition(slug: str) -> EditionShown:
    rules = edition_of(slug)
    floats = any(skill.rule == "SKL-19" for skill in rules.skills.values())
    return EditionShown(slug, rules.title, SKIRMISHES[slug], weightless=floats)


def _space(slug: str) -> EditionShown:
    craft = (
        CraftShown(id, one.name, f"{one.notation}: {cost(one).total} build points")
        for id, one in hangar(slug).items()
    )
    skirmish = Skirmish(SORTIES[slug].sides, board="")
    return EditionShown(slug, edition_of(slug).title, skirmish, tuple(craft))


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


def _books() -> list[BookShown]:
    """Edition by edition, the shortest first: a first adventure is the first of its edition."""
    return sorted(map(_book, books()), key=lambda one: one.editions[0].slug)


def _book(name: str) -> BookShown:
    book = our_book(name)
    played = [book, *(our_book(name, slug) for slug in book.also)]
    return BookShown(
        name=name,
        title=book.title,
        author=book.author,
        party=book.party,
        pages=len(book.instructions),
        editions=tuple(
            BookEdition(
                one.edition,
                edition_of(one.edition).title,
                tuple(roster(one.edition)[id].name for id in one.company),
            )
            for one in played
        ),
    )


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
    """A person of one's own: a kept character by its id, or the TOML of one; the TOML of a craft."""

    character: Annotated[str, Meta(max_length=60)] = ""
    toml: Annotated[str, Meta(max_length=64 * 1024)] = ""


class ShortSide(Struct, frozen=True, forbid_unknown_fields=True):
    """A side by its name and its people or craft; the same id may stand there often."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    people: Annotated[
        tuple[Annotated[str, Meta(max_length=60)] | Somebody, ...], Meta(max_length=MOST_FIGHTERS)
    ]


class ShortSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """The sides of a fight or a dogfight as a form sends them."""

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

    Those of fights and dogfights can be short: the sides fall to the seats in order, and what is
    left out is the edition's own skirmish or sortie. `kept` are the TOML texts of the visitor's
    characters by id. The company of an adventure is dealt out to those who play it. For Legendary
    Dragon `deck` is the TOML text of a deck of one's own.
    """
    if game == "dragon" and "deck" in setup:
        brought = decoded({"deck": setup["deck"]}, BroughtDeck, "setup")
        rest = {key: value for key, value in setup.items() if key != "deck"}
        return {**rest, "cards": deck_of(brought.deck, "the deck")}
    if game == "adventure" and "company" not in setup:
        return _adventure(edition, setup, seats)
    if game == "dogfight" and "craft" not in setup:
        return _dogfight(edition, setup, seats)
    if game == "fight" and "fighters" not in setup:
        return _fight(edition, setup, seats, kept or {})
    return dict(setup)


def _fight(
    edition: str, setup: Mapping[str, Any], seats: Sequence[Seat], kept: Mapping[str, str]
) -> dict[str, Any]:
    offered = SKIRMISHES[edition_of(edition).slug]
    entries = []
    for side, seat in _sides(setup, offered.sides, seats):
        people = [_character(edition, one, kept) for one in side.people]
        entries += fighters(side.name, seat, people)
    rest = {key: value for key, value in setup.items() if key != "sides"}
    return {"board": offered.board, **rest, "fighters": entries}


def _dogfight(edition: str, setup: Mapping[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
    slug = edition_of(edition).slug
    if slug not in SORTIES:
        raise SetupError(f"there are no star craft in {edition_of(slug).title}")
    entries: list[dict[str, Any]] = []
    for side, seat in _sides(setup, SORTIES[slug].sides, seats):
        craft = [_craft(slug, one) for one in side.people]
        entries += flight(side.name, seat, craft, len(entries))
    if len(entries) > MOST_CRAFT:
        raise SetupError(f"there are {len(entries)} craft; a dogfight has {MOST_CRAFT} at most")
    rest = {key: value for key, value in setup.items() if key != "sides"}
    return {**rest, "craft": entries}


def _adventure(edition: str, setup: Mapping[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
    """The company that the book is meant for, one after another to each who plays."""
    whole = decoded(dict(setup), AdventureSetup, "setup")
    foes = whole.foes or FOES
    players = [seat for seat in seats if seat != foes] or list(seats)
    if len(players) < 2:
        return dict(setup)
    company = meant_for(the_book(whole, edition))
    for number, member in enumerate(company["members"]):
        member["player"] = players[number % len(players)]
    return {**setup, "company": company}


def _sides(
    setup: Mapping[str, Any], offered: Sequence[Side], seats: Sequence[Seat]
) -> list[tuple[ShortSide, Seat]]:
    """The sides that a form has sent, or those offered, each with the seat that plays it."""
    short = decoded({"sides": setup.get("sides", ())}, ShortSetup, "setup")
    sides = short.sides or tuple(ShortSide(side.name, side.people) for side in offered)
    if len({side.name for side in sides}) < len(sides):
        raise SetupError("two sides have the same name")
    if len(seats) not in (1, len(sides)):
        raise SetupError(f"there are {len(sides)} sides, but {len(seats)} seats")
    for side in sides:
        if not side.people:
            raise SetupError(f"there is nobody on the side of the {side.name}")
    return [(side, seats[number % len(seats)]) for number, side in enumerate(sides)]


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


def _craft(slug: str, one: str | Somebody) -> Craft | Manned:
    """A craft of the hangar, or one's own with the crew that is aboard."""
    if isinstance(one, str):
        return craft_named(slug, one)
    try:
        return manned_of(one.toml)
    except CraftError as error:
        raise SetupError(f"a craft cannot be used: {'; '.join(error.mistakes)}") from None
