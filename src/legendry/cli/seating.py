"""What every command that plays shares: seats and bots, dice, sitting down."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from legendry.bots import Bot, bot
from legendry.cli.replay import RECORD
from legendry.cli.terminal import Session
from legendry.table import Dice, Fair, RecordError, Seat, Seeded, SetupError, Table, Typed
from legendry.table.files import RecordFile

SEATS = click.option(
    "--seats",
    multiple=True,
    metavar="SEAT...",
    help="Who sits there: Ann is a person, bot:greedy a bot, Bob=bot:greedy a bot called Bob.",
)
DICE = click.option(
    "--dice",
    type=click.Choice(["seeded", "typed", "fair"]),
    default="seeded",
    help="The computer's dice, your own typed in, or dice that can be proven fair afterwards.",
)
SEED = click.option("--seed", help="Replay the luck of another game: the same seed, the same dice.")
UNDO = click.option(
    "--undo",
    type=click.Choice(["consent", "own", "never"]),
    default="consent",
    help="Undo further than your own last step: if the others agree, not at all, never any.",
)
SAVE = click.option("--save", type=RECORD, help="Keep the record in this file, line by line.")


def seated(
    texts: Sequence[str], seed: str | None, called: Callable[[int], str] | None = None
) -> tuple[list[Seat], dict[Seat, Bot]]:
    """The names of the seats in order, and the players of those that are bots.

    A bot without a name is `called` by the number of its seat; else it is Bot 1, Bot 2 and so on.
    """
    names: list[Seat] = []
    bots: dict[Seat, Bot] = {}
    for text in texts:
        name, equals, player = text.partition("=") if "=bot:" in text else ("", "", text)
        if not player.startswith("bot:"):
            names.append(player)
            continue
        kind = player.removeprefix("bot:")
        if not equals:
            number = sum(1 for one in texts[: len(names)] if "bot:" in one) + 1
            name = called(len(names)) if called else f"Bot {number}"
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


def sit_down(
    table: Table[Any],
    bots: Mapping[Seat, Bot],
    save: Path | None,
    opened: Callable[[Table[Any], Mapping[Seat, Bot], RecordFile | None], Session] | None = None,
) -> None:
    """Play a new game to its end, or until somebody leaves; `SetupError` if it cannot be kept.

    `opened` makes the terminal, if not the usual one of the game.
    """
    try:
        file = RecordFile(save, table) if save else None
    except RecordError as error:
        raise SetupError(str(error)) from None
    (opened or session)(table, bots, file).run()


def session(table: Table[Any], bots: Mapping[Seat, Bot], file: RecordFile | None = None) -> Session:
    """The terminal for a game: some have one of their own."""
    if table.game.name == "fight":
        from legendry.cli.fight_terminal import FightSession

        return FightSession(table, bots, file)
    if table.game.name == "dogfight":
        from legendry.cli.dogfight_terminal import DogfightSession

        return DogfightSession(table, bots, file)
    if table.game.name == "adventure":
        from legendry.cli.story_terminal import StorySession

        return StorySession(table, bots, file)
    if table.game.name == "dragon":
        from legendry.cli.dragon_terminal import DragonSession

        return DragonSession(table, bots, file)
    return Session(table, bots, file)
