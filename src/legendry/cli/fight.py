"""`legendry fight`: a fight of the Legends games in the terminal, against a bot or hot-seat."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from legendry.cli.many import ManyCommand
from legendry.cli.options import OPTIONS, settled
from legendry.cli.seating import (
    DICE,
    SAVE,
    SEATS,
    SEED,
    UNDO,
    chosen_dice,
    seated,
    sit_down,
)
from legendry.hexes import MapError, load_map
from legendry.hexes.pictures import FLOOR_AND_WALL
from legendry.legends.boards import boards
from legendry.legends.character import Character, CharacterError, read_character
from legendry.legends.edition import edition as edition_of
from legendry.legends.edition import editions
from legendry.legends.fight import FIGHT, MOST_FIGHTERS
from legendry.legends.skirmish import SKIRMISHES, Side, Skirmish, fighters, person
from legendry.table import SetupError, Table
from legendry.table.requests import clipped


@click.command(cls=ManyCommand)
@click.option(
    "--edition", type=click.Choice(editions()), help="Which rules; you are asked if not given."
)
@click.option(
    "--side",
    "sides",
    multiple=True,
    metavar='"NAME: ID, ID"...',
    help="Who fights: ids of `legendry show roster` and `show foes`, or character files;"
    " 3 road-bandit is three of them.",
)
@click.option(
    "--board", metavar="NAME|FILE", help=f"Where: {', '.join(boards())}, or a file of a map."
)
@SEATS
@DICE
@SEED
@UNDO
@OPTIONS
@click.option("--surprise", metavar="SIDE", help="This side takes the others by surprise.")
@click.option(
    "--leave", type=click.Choice(["exits", "edge", "no"]), help="How one may leave the board."
)
@click.option("--weightless", is_flag=True, help="There is no gravity.")
@SAVE
def fight(
    edition: str | None = None,
    sides: tuple[str, ...] = (),
    board: str | None = None,
    seats: tuple[str, ...] = (),
    dice: str = "seeded",
    seed: str | None = None,
    undo: Any = "consent",
    options: tuple[str, ...] = (),
    surprise: str | None = None,
    leave: str | None = None,
    weightless: bool = False,
    save: Path | None = None,
) -> None:
    """Fight a battle of the Legends games.

    Without --seats you play the first side against the bot greedy; name two people for hot-seat.
    """
    try:
        slug = edition or asked_edition()
        skirmish = SKIRMISHES.get(slug, SKIRMISHES["ancient-world"])
        named = chosen_sides(sides, skirmish, MOST_FIGHTERS)
        names, bots = seated(all_seats(seats, named), seed, lambda number: named[number].name)
        setup: dict[str, Any] = {
            "fighters": [
                entry
                for side, seat in zip(named, names, strict=True)
                for entry in fighters(
                    side.name, seat, (character(slug, one) for one in side.people)
                )
            ],
            **the_board(board or skirmish.board),
        }
        if surprise:
            there = [side.name for side in named]
            if surprise not in there:
                raise SetupError(f"--surprise names no side; the sides are {', '.join(there)}")
            setup["surprise"] = surprise
        if leave:
            setup["leave"] = leave
        if weightless:
            setup["gravity"] = "none"
        source = chosen_dice(dice, seed, [name for name in names if name not in bots])
        chosen = settled(FIGHT, options)
        table = Table(FIGHT, names, source, edition=slug, options=chosen, setup=setup, undo=undo)
        sit_down(table, bots, save)
    except SetupError as error:
        raise click.UsageError(str(error)) from None


def asked_edition() -> str:
    """The edition a person picks; Ancient World if nobody can be asked."""
    names = list(editions())
    if not sys.stdin.isatty():
        return names[0]
    for number, name in enumerate(names, 1):
        click.echo(f"  {number}  {edition_of(name).title}")
    while True:
        text = str(click.prompt("Which edition?", default="1")).strip().lower()
        if text in names:
            return text
        if text.isdigit() and 1 <= int(text) <= len(names):
            return names[int(text) - 1]
        click.echo(f"Please type a number from 1 to {len(names)}, or a name.")


# -- sides and seats ---------------------------------------------------------------------------


def chosen_sides(texts: Sequence[str], skirmish: Skirmish, most: int) -> list[Side]:
    """The sides as they were written; what was left out is the edition's own.

    `SetupError` if they are more than so many together.
    """
    sides: list[Side] = []
    for number, text in enumerate(texts):
        name, colon, people = text.partition(":")
        if not colon:
            people = text
            name = skirmish.sides[number].name if number < 2 else f"Side {number + 1}"
        ids = tuple(one for part in people.split(",") for one in counted(part.strip()))
        if not ids:
            example = f"{name.strip()}: {', '.join(skirmish.sides[0].people[:2])}"
            raise SetupError(f"“{clipped(text, 40)}” names nobody: write “{clipped(example)}”")
        sides.append(Side(name.strip(), ids))
    sides += skirmish.sides[len(sides) :]
    count = sum(len(side.people) for side in sides)
    if count > most:
        raise SetupError(f"the sides have {count} together, and there is room for {most}")
    return sides


def counted(text: str) -> list[str]:
    """`3 road-bandit` is three of them."""
    found = re.fullmatch(r"(\d\d?) *[x×]? +(.+)", text)
    if found:
        return [found[2]] * int(found[1])
    return [text] if text else []


def all_seats(texts: Sequence[str], sides: Sequence[Side]) -> list[str]:
    """A seat for every side: you on the first and bots on the others, if nothing else is said."""
    if len(texts) > len(sides):
        raise SetupError(f"there are {len(sides)} sides, but {len(texts)} seats")
    seats = list(texts) or [sides[0].name]
    return [*seats, *["bot:greedy"] * (len(sides) - len(seats))]


def character(slug: str, text: str) -> Character:
    """Somebody by id or from a file; `SetupError` says who there is."""
    if path := file_meant(text):
        try:
            return read_character(path.read_bytes(), path.name)
        except OSError as error:
            raise SetupError(f"{path} cannot be read: {error.strerror}") from None
        except CharacterError as error:
            raise SetupError(str(error)) from None
    try:
        return person(slug, text)
    except SetupError as error:
        hint = f"legendry show roster --edition {slug} lists heroes, and show foes the others"
        raise SetupError(f"{error} {hint}") from None


def file_meant(text: str) -> Path | None:
    """The file of that name, if it is not an id: there is one, or it ends in `.toml`."""
    path = Path(os.path.expanduser(text))
    return path if path.suffix == ".toml" or os.path.isfile(path) else None


def the_board(text: str) -> dict[str, Any]:
    """A named board, or a map from a file written into the set-up."""
    if text in boards():
        return {"board": text}
    if Path(text).suffix not in (".toml", ".txt", ".tmj", ".json"):
        raise SetupError(
            f"there is no board “{clipped(text, 40)}”; there are: {', '.join(boards())}, "
            "or give the file of a map"
        )
    try:
        board = load_map(Path(os.path.expanduser(text)))
    except MapError as error:
        raise SetupError(str(error)) from None
    legend = {
        glyph: sorted(tags) for glyph, tags in board.legend.items() if glyph not in FLOOR_AND_WALL
    }
    return {"map": str(board), **({"legend": legend} if legend else {})}
