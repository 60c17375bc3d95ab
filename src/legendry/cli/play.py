"""`legendry play` and `legendry resume`: any game, in the terminal, with people and bots."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from legendry.bots import bot
from legendry.cli.many import ManyCommand
from legendry.cli.replay import RECORD, bad_record
from legendry.cli.terminal import Session
from legendry.table import (
    Dice,
    Fair,
    Game,
    Player,
    RecordError,
    Replay,
    Seat,
    Seeded,
    SetupError,
    Table,
    Typed,
    dice_of,
    find_game,
    games,
)
from legendry.table.files import RecordFile, read_record


@click.command(cls=ManyCommand)
@click.argument("game", required=False)
@click.option(
    "--seats",
    multiple=True,
    metavar="SEAT...",
    help="Who sits there: Ann is a person, bot:random a bot, Bob=bot:random a bot called Bob.",
)
@click.option(
    "--dice",
    type=click.Choice(["seeded", "typed", "fair"]),
    default="seeded",
    help="The computer's dice, your own typed in, or dice that can be proven fair afterwards.",
)
@click.option("--seed", help="Replay the luck of another game: the same seed, the same dice.")
@click.option(
    "--undo",
    type=click.Choice(["consent", "own", "never"]),
    default="consent",
    help="Undo further than your own last step: if the others agree, not at all, never any.",
)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE...", help="Table options.")
@click.option("--save", type=RECORD, help="Keep the record in this file, line by line.")
def play(
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
        names, bots = seated(seats or default_seats(rules), seed)
        source = chosen_dice(dice, seed, [name for name in names if name not in bots])
        table = Table(rules, names, source, options=dict(map(option, options)), undo=undo)
        file = RecordFile(save, table) if save else None
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    except RecordError as error:
        raise click.UsageError(str(error)) from None
    if save and isinstance(source, Fair):
        secret_file(save).write_text(source.secret)
    Session(table, bots, file).run()
    if save and table.outcome:
        secret_file(save).unlink(missing_ok=True)


@click.command(cls=ManyCommand)
@click.argument("file", type=RECORD)
@click.option(
    "--seats", multiple=True, metavar="SEAT...", help="Which seats are bots: Bob=bot:random."
)
def resume(file: Path, seats: tuple[str, ...]) -> None:
    """Go on with the game in the record FILE; it is saved there."""
    try:
        data = read_record(file)
        whole, newline, torn = data.rpartition(b"\n")
        if torn.strip():
            click.echo(f"{file.name}: the last line is not finished and is left out", err=True)
        replay = Replay.of(whole + newline)
        replay.run()
        names, bots = seated(seats, None)
        strangers = [name for name in names if name not in replay.record.header.seats]
        if strangers:
            raise SetupError(f"nobody called {strangers[0]} sits at this table")
        secret = secret_file(file)
        proof = secret.read_text() if secret.exists() else ""
        table = replay.table
        if table.outcome is None:
            table = table.fork(dice_of(table.header.dice, proof))
        if torn.strip():
            with file.open("r+b") as opened:
                opened.truncate(len(whole) + 1)
    except (RecordError, SetupError) as error:
        bad_record(file, RecordError(str(error)))
    Session(table, bots, RecordFile(file, replay.table, resume=True)).run()
    if table.outcome:
        secret_file(file).unlink(missing_ok=True)


def secret_file(record: Path) -> Path:
    """Where the secret of fair dice waits until the game is over."""
    return record.with_name(record.name + ".secret")


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
    return ["You", *["bot:random"] * max(1, min(2 if game.hides else 1, game.players[-1] - 1))]


def seated(texts: Sequence[str], seed: str | None) -> tuple[list[Seat], dict[Seat, Player]]:
    """The names of the seats in order, and the players of those that are bots."""
    names: list[Seat] = []
    bots: dict[Seat, Player] = {}
    for text in texts:
        name, equals, player = text.partition("=") if "=bot:" in text else ("", "", text)
        if not player.startswith("bot:"):
            names.append(player)
            continue
        kind = player.removeprefix("bot:")
        number = sum(1 for one in texts[: len(names)] if "bot:" in one) + 1
        name = name if equals else f"Bot {number}"
        names.append(name)
        bots[name] = bot(kind, seed=f"{seed or secrets.token_hex(8)}/{name}")
    return names, bots


def chosen_dice(source: str, seed: str | None, people: Sequence[Seat]) -> Dice:
    """The dice people asked for; for fair ones, everybody adds a seed after the commitment."""
    if source == "typed":
        return Typed()
    if source == "seeded":
        return Seeded(seed or secrets.token_hex(8))
    secret, table = secrets.token_bytes(32), secrets.token_hex(8)
    click.echo(f"The dice are committed to: {Fair(secret, table, {}).commitment}")
    seeds = {}
    for name in people:
        made = secrets.token_hex(4)
        typed = click.prompt(f"{name}, your own seed", default=made) if sys.stdin.isatty() else made
        seeds[name] = str(typed)[:100]
    return Fair(secret, table, seeds)


def option(text: str) -> tuple[str, Any]:
    """A table option from the command line: numbers and yes/no by their looks, else text."""
    name, equals, value = text.partition("=")
    if not equals:
        raise SetupError(f"“{text[:40]}” should be written NAME=VALUE")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.removeprefix("-").isdigit() and len(value) < 10 else value
