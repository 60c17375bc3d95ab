"""`legendry dragon play` and `legendry dragon review`: a game with people, bots and a coach."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

import click

from legendry.bots import Bot
from legendry.cli.dragon_simulate import LEVEL
from legendry.cli.many import ManyCommand
from legendry.cli.options import OPTIONS, settled
from legendry.cli.replay import RECORD, bad_record
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
from legendry.dragon.cards import MOST_TEXT, deck_of
from legendry.dragon.game import DRAGON
from legendry.dragon.review import reviewed
from legendry.table import RecordError, Replay, Seat, SetupError, Table
from legendry.table.files import RecordFile, read_record


@click.command(cls=ManyCommand)
@SEATS
@LEVEL
@click.option(
    "--coach",
    type=click.Choice(["off", "after", "before"]),
    default="off",
    help="The coach says nothing, what your decision cost, or what is best.",
)
@click.option(
    "--deck",
    type=click.File("r", encoding="utf-8"),
    help="A deck of your own: a TOML file shaped like the default cards.",
)
@DICE
@SEED
@UNDO
@OPTIONS
@SAVE
def play(
    seats: tuple[str, ...],
    level: str,
    coach: Any,
    deck: TextIO | None,
    dice: str,
    seed: str | None,
    undo: Any,
    options: tuple[str, ...],
    save: Path | None,
) -> None:
    """Play Legendary Dragon: one to four seats, people and bots together against the creatures.

    Without --seats you play alone. Bots are random, naive and coach.
    """
    from legendry.cli.dragon_terminal import DragonSession

    try:
        names, bots = seated(seats or ("You",), seed)
        source = chosen_dice(dice, seed, [name for name in names if name not in bots])
        chosen = {"level": level, **settled(DRAGON, options)}
        setup = {"cards": own_deck(deck)} if deck else {}
        table = Table(DRAGON, names, source, options=chosen, setup=setup, undo=undo)

        def opened(
            table: Table[Any], bots: Mapping[Seat, Bot], file: RecordFile | None
        ) -> DragonSession:
            return DragonSession(table, bots, file, coach)

        sit_down(table, bots, save, opened)
    except SetupError as error:
        raise click.UsageError(str(error)) from None


def own_deck(file: TextIO) -> dict[str, Any]:
    """The deck in a file, as data for the set-up; `SetupError` says what is wrong with it."""
    try:
        return deck_of(file.read(MOST_TEXT + 1), Path(file.name).name)
    except UnicodeDecodeError:
        raise SetupError(f"{Path(file.name).name} is not UTF-8 text") from None


@click.command()
@click.argument("file", type=RECORD)
@click.option("--most", type=click.IntRange(0, 1000), default=5, help="How many decisions to tell.")
def review(file: Path, most: int) -> None:
    """What the decisions of the game in FILE cost, and its luckiest and unluckiest moment."""
    try:
        replay = Replay.of(read_record(file))
        if replay.game is not DRAGON:
            raise RecordError(f"this is a record of {replay.game.title}, not of {DRAGON.title}")
        found = reviewed(replay)
    except RecordError as error:
        bad_record(file, error)
    for line in found.lines(most):
        click.echo(line)
    sys.exit(0)
