"""`legendry replay` and `legendry verify`: a record read back, in words or as data."""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path
from typing import NoReturn

import click
import msgspec

from legendry.table import Event, RecordError, Replay
from legendry.table.files import read_record

RECORD = click.Path(path_type=Path, dir_okay=False)


def bad_record(path: Path, error: RecordError) -> NoReturn:
    """One sentence on standard error, and exit code 2."""
    click.echo(f"{path.name}: {str(error).removeprefix(f'{path} ')}", err=True)
    sys.exit(2)


def told(event: Event) -> str:
    """An event in words with its rules: `Ann throws a 4: 4 at stake [PIG-2]`."""
    rules = f"  [{', '.join(event.rules)}]" if event.rules else ""
    return f"{event}{rules}"


@click.command()
@click.argument("file", type=RECORD)
@click.option("--json", "as_json", is_flag=True, help="Print the events as JSON, one on a line.")
@click.option("--until", type=click.IntRange(min=0), help="Stop after that many answers.")
def replay(file: Path, as_json: bool, until: int | None) -> None:
    """Replay the record FILE and print what happened.

    Exit code 0: replayed, and every expectation (`? path = value`) holds; 1: an expectation failed;
    2: the record is bad.
    """
    try:
        game = Replay.of(read_record(file))
        if game.foreign:
            click.echo(f"{file.name}: note{game.foreign}", err=True)
        if not as_json:
            seats = ", ".join(game.record.header.seats)
            click.echo(f"{game.game.title}, rules {game.game.version}: {seats}")
        shown = 0
        for table in chain([game.table], game.steps(until)):
            events = table.events
            for event in events[shown:]:
                click.echo(msgspec.json.encode(event) if as_json else f"  {told(event)}")
            if not as_json and len(events) < shown:
                click.echo("  … taken back")
            shown = len(events)
    except RecordError as error:
        bad_record(file, error)
    if not as_json:
        pending = game.table.pending
        click.echo(f"Still to come: {pending.asks}" if pending else str(game.table.outcome))
        if game.expectations:
            held = len(game.expectations) - len(game.failed)
            click.echo(f"{held} of {len(game.expectations)} expectations hold")
    for failed in game.failed:
        click.echo(f"{file.name}: {failed}", err=True)
    sys.exit(1 if game.failed else 0)


@click.command()
@click.argument("file", type=RECORD)
def verify(file: Path) -> None:
    """Prove from the revealed secret that the dice of the finished game in FILE were fair.

    Exit code 0: proven; 1: disproved; 2: the record is bad, or there is nothing to prove.
    """
    try:
        game = Replay.of(read_record(file))
        game.prepare_proof()
        game.run()
    except RecordError as error:
        bad_record(file, error)
    dice = game.record.header.dice
    click.echo(f"The secret fits the commitment {dice.commitment}.")
    for line in game.disproven:
        click.echo(f"{file.name}: line {line}: these faces did not fall from that secret", err=True)
    if game.disproven:
        sys.exit(1)
    seeds = ", ".join(f"{seat} “{seed}”" for seat, seed in dice.seeds.items())
    click.echo(f"With the seats' own seeds ({seeds}) it gives all {len(game.proven)} rolls.")
    if game.typed:
        click.echo(f"{len(game.typed)} rolls were typed in: for those the seats must vouch.")
