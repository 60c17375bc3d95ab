"""`legendry dragon simulate`: many games of one policy on all cores, win rates with intervals."""

from __future__ import annotations

import json
import sys

import click
import msgspec
from msgspec import Struct

from legendry.bots import bot
from legendry.cli.parallel import cores, progress, results, wilson
from legendry.dragon.game import DRAGON
from legendry.dragon.ladder import ladder
from legendry.dragon.options import levels
from legendry.table import Seeded, SetupError, Table, play

LEVEL = click.option(
    "--level",
    type=click.Choice(list(levels())),
    default="master",
    help="How hard the game is: a named set of table options.",
)


class Sitting(Struct, frozen=True):
    """One game, known by its numbers: the same ones give the same game anywhere."""

    policy: str
    level: str
    seed: str
    number: int
    seats: int


class Result(Struct, frozen=True):
    """How a game ended: whether the heroes won, and after how many turns."""

    won: bool
    turns: int


class Rate(Struct, frozen=True):
    """All games of a policy."""

    policy: str
    level: str
    seed: str
    games: int
    wins: int
    rate: float
    interval: tuple[float, float]
    """Of the heroes' win rate, 95 % (Wilson)."""
    turns: float


def played(sitting: Sitting) -> Result:
    """Play a game; the dice depend on its number alone, so policies are compared on the same luck."""
    names = [f"Seat {number + 1}" for number in range(sitting.seats)]
    table = Table(
        DRAGON,
        names,
        Seeded(f"{sitting.seed}/{sitting.number}"),
        options={"level": sitting.level},
        undo="never",
    )
    seed = f"{sitting.seed}/{sitting.number}"
    play(table, {name: bot(sitting.policy, seed=f"{seed}/{name}") for name in names})
    assert table.outcome is not None
    return Result(bool(table.outcome.winners), table.state.turn)


@click.command()
@click.option("--games", type=click.IntRange(1, 10_000_000), default=1000, help="How many games.")
@click.option("--policy", default="coach", help="Who plays: a bot as for seats, such as coach.")
@LEVEL
@click.option("--players", type=click.IntRange(1, 4), default=1, help="Seats at the table.")
@click.option("--seed", default="1", help="The same seed gives the same games.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), help="Processes to use; as many as there are cores."
)
@click.option("--json", "as_json", is_flag=True, help="Answer programs, in JSON.")
def simulate(
    games: int,
    policy: str,
    level: str,
    players: int,
    seed: str,
    jobs: int | None,
    as_json: bool,
) -> None:
    """How often the heroes win when a bot plays them.

    The same seed gives the same games, whatever the number of processes.
    """
    name = policy.removeprefix("bot:")
    try:
        bot(name)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    sittings = [Sitting(name, level, seed, number, players) for number in range(games)]
    done: list[Result] = []
    try:
        with progress() as bar:
            task = bar.add_task(f"{name} at level {level}", total=games)
            for result in results(played, sittings, jobs or cores()):
                done.append(result)
                bar.advance(task)
    except KeyboardInterrupt:
        click.echo("Broken off.", err=True)
        sys.exit(130)
    wins = sum(result.won for result in done)
    turns = sum(result.turns for result in done) / games
    rate = Rate(name, level, seed, games, wins, wins / games, wilson(wins, games), turns)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(rate), indent=2))
    else:
        click.echo(told(rate))


@click.command("levels")
def list_levels() -> None:
    """The levels by name: what each settles, and how often bots win there."""
    for level, settled in levels().items():
        options = ", ".join(f"{name} {value}" for name, value in settled.items())
        click.echo(f"{level}: {options or 'the rules as the catalogue reads them'}")
        for name, rung in ladder().get(level, {}).items():
            low, high = wilson(rung.wins, rung.games)
            click.echo(
                f"  {name:<7}{100 * rung.rate:5.1f} %  ({100 * low:.1f} to {100 * high:.1f}, "
                f"{rung.games} games)"
            )


def told(rate: Rate) -> str:
    """A rate on a line: `coach at level master: the heroes win 65.1 % (63.6 to 66.5), …`."""
    low, high = rate.interval
    return (
        f"{rate.policy} at level {rate.level}: the heroes win {100 * rate.rate:.1f} % "
        f"({100 * low:.1f} to {100 * high:.1f}); {rate.games} games, "
        f"{rate.turns:.1f} turns on average"
    )
