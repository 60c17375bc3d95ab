"""`legendry play` and `legendry resume`: any game, in the terminal, with people and bots."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

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
    session,
    sit_down,
)
from legendry.table import (
    Game,
    RecordError,
    Replay,
    SetupError,
    Table,
    dice_of,
    find_game,
    games,
)
from legendry.table.files import RecordFile, read_record, secret_file


@click.command(cls=ManyCommand)
@click.argument("game", required=False)
@SEATS
@DICE
@SEED
@UNDO
@OPTIONS
@SAVE
@click.pass_context
def play(
    ctx: click.Context,
    game: str | None,
    seats: tuple[str, ...],
    dice: str,
    seed: str | None,
    undo: Any,
    options: tuple[str, ...],
    save: Path | None,
) -> None:
    """Play GAME here in the terminal; without GAME you are asked which."""
    try:
        rules = find_game(game or asked_game())
        if rules.name in ("fight", "dogfight"):  # they need sides
            ctx.invoke(
                command_of(rules.name),
                seats=seats, dice=dice, seed=seed, undo=undo, options=options, save=save,
            )  # fmt: skip
            return
        if rules.name == "adventure":  # it needs a book
            if seats or options:
                raise SetupError(
                    "an adventure has you and its foes for seats, and the table options of the "
                    "company: leave out --seats and --option"
                )
            ctx.invoke(command_of(rules.name), dice=dice, seed=seed, undo=undo, save=save)
            return
        names, bots = seated(seats or default_seats(rules), seed)
        source = chosen_dice(dice, seed, [name for name in names if name not in bots])
        table = Table(rules, names, source, options=settled(rules, options), undo=undo)
        sit_down(table, bots, save)
    except SetupError as error:
        raise click.UsageError(str(error)) from None


@click.command(cls=ManyCommand)
@click.argument("file", type=RECORD)
@click.option(
    "--seats",
    multiple=True,
    metavar="SEAT...",
    help="Which seats are bots: Bob=bot:greedy; the others are played at this keyboard.",
)
@click.option(
    "--company",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file of the company on this adventure: it comes home there.",
)
def resume(file: Path, seats: tuple[str, ...], company: Path | None) -> None:
    """Go on with the game in the record FILE; it is saved there."""
    try:
        data = read_record(file)
        whole, newline, torn = data.rpartition(b"\n")
        if torn.strip():
            click.echo(f"{file.name}: the last line is not finished and is left out", err=True)
        replay = Replay.of(whole + newline)
        replay.run()
        names, bots = seated(seats, None)
        sitting = replay.record.header.seats
        there = f"at this table sit {', '.join(sitting)}"
        if nameless := [text for text in seats if text.startswith("bot:")]:
            raise SetupError(f"write NAME={nameless[0]}; {there}")
        if strangers := [name for name in names if name not in sitting]:
            raise SetupError(f"nobody called {strangers[0]} is here; {there}")
        secret = secret_file(file)
        proof = secret.read_text(errors="replace") if secret.exists() else ""
        table = replay.table
        if table.outcome is None:
            table = table.fork(dice_of(table.header.dice, proof))
        if company and table.game.name != "adventure":
            raise SetupError(f"no company comes home from {table.game.title}")
        if table.game.name == "camp" and (home := camped_for(file)):
            raise SetupError(f"the company goes on from its file: legendry company camp {home}")
        if torn.strip():
            with file.open("r+b") as opened:
                opened.truncate(len(whole) + 1)
        record = RecordFile(file, replay.table, resume=True)
    except (RecordError, SetupError) as error:
        bad_record(file, RecordError(str(error)))
    except OSError as error:
        bad_record(file, RecordError(f"{error.filename}: {error.strerror}"))
    if not bots and len(sitting) > 1 and table.outcome is None:
        command = ["legendry", "resume", str(file), "--seats", f"{sitting[-1]}=bot:greedy"]
        click.echo(f"A bot takes a seat with: {shlex.join(command)}")
    if company:
        from legendry.cli.story_terminal import StorySession, home_of

        StorySession(table, bots, record, home_of(table, company)).run()
    else:
        session(table, bots, record).run()


def camped_for(record: Path) -> Path | None:
    """The file of the company that a camp's record stands beside, if it does."""
    stem, _, number = record.stem.rpartition(".")
    home = record.with_name(f"{stem}.toml")
    return home if stem and number.isdigit() and home.exists() else None


def command_of(name: str) -> click.Command:
    """The command of a game that has one of its own."""
    if name == "fight":
        from legendry.cli.fight import fight

        return fight
    if name == "adventure":
        from legendry.cli.story_terminal import play as story

        return story
    from legendry.cli.dogfight import dogfight

    return dogfight


def asked_game() -> str:
    """The game a person picks from the list; the first if nobody can be asked."""
    names = list(games())
    for number, name in enumerate(names, 1):
        click.echo(f"  {number}  {find_game(name).title}")
    if not sys.stdin.isatty():
        return names[0]
    while True:
        text = click.prompt("Which game?", default="1")
        if text in names:
            return str(text)
        if text.isdigit() and 1 <= int(text) <= len(names):
            return names[int(text) - 1]
        click.echo(f"Please type a number from 1 to {len(names)}, or a name.")


def default_seats(game: Game[Any]) -> Sequence[str]:
    """One person against as many bots as make a good small table."""
    return ["You", *["bot:random"] * (min(game.company, game.players[-1]) - 1 or 1)]
