"""`legendry dogfight`: a dogfight of star craft in the terminal, against a bot or hot-seat."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from legendry.cli.fight import all_seats, chosen_sides, file_meant
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
from legendry.legends.craft.craft import Craft, CraftError
from legendry.legends.craft.crew import Manned, manned_of
from legendry.legends.dogfight.game import DOGFIGHT, MOST_CRAFT
from legendry.legends.dogfight.sorties import SORTIES, craft_named, flight
from legendry.legends.skirmish import Skirmish
from legendry.table import SetupError, Table


@click.command(cls=ManyCommand)
@click.option(
    "--edition",
    type=click.Choice(sorted(SORTIES)),
    default="time-and-space",
    show_default=True,
    help="Which rules.",
)
@click.option(
    "--side",
    "sides",
    multiple=True,
    metavar='"NAME: ID, ID"...',
    help="Who flies what: ids of `legendry show craft`, or craft files; 3 gadfly is three of them.",
)
@SEATS
@DICE
@SEED
@UNDO
@OPTIONS
@SAVE
def dogfight(
    edition: str = "time-and-space",
    sides: tuple[str, ...] = (),
    seats: tuple[str, ...] = (),
    dice: str = "seeded",
    seed: str | None = None,
    undo: Any = "consent",
    options: tuple[str, ...] = (),
    save: Path | None = None,
) -> None:
    """Fly a dogfight of the Legends games.

    Without --seats you play the first side against the bot greedy; name two people for hot-seat.
    """
    try:
        named = chosen_sides(sides, Skirmish(SORTIES[edition].sides, ""), MOST_CRAFT)
        names, bots = seated(all_seats(seats, named), seed, lambda number: named[number].name)
        entries: list[dict[str, Any]] = []
        for side, seat in zip(named, names, strict=True):
            craft = [a_craft(edition, one) for one in side.people]
            entries += flight(side.name, seat, craft, len(entries))
        source = chosen_dice(dice, seed, [name for name in names if name not in bots])
        chosen = settled(DOGFIGHT, options)
        setup = {"craft": entries}
        table = Table(
            DOGFIGHT, names, source, edition=edition, options=chosen, setup=setup, undo=undo
        )
        sit_down(table, bots, save)
    except SetupError as error:
        raise click.UsageError(str(error)) from None


def a_craft(slug: str, text: str) -> Craft | Manned:
    """A craft by id or from a file; `SetupError` says what there is."""
    path = file_meant(text)
    if path is None:
        return craft_named(slug, text)
    try:
        return manned_of(path.read_bytes(), path.name)
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {error.strerror}") from None
    except CraftError as error:
        raise SetupError(str(error)) from None
