"""`legendry duel`: bot against bot, many mirror matches on all cores, win rates with intervals."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from random import Random
from typing import Any

import click
import msgspec
from msgspec import Struct

from legendry.bots import bot
from legendry.cli.parallel import cores, progress, results, wilson
from legendry.legends.boards import boards
from legendry.legends.craft.hangar import hangar
from legendry.legends.dogfight.game import DOGFIGHT
from legendry.legends.dogfight.sorties import SORTIES, flight
from legendry.legends.edition import edition as edition_of
from legendry.legends.edition import editions
from legendry.legends.fight import FIGHT
from legendry.legends.roster import roster
from legendry.table import Game, Seeded, SetupError, Table, play

GAMES: dict[str, Game[Any]] = {"fight": FIGHT, "dogfight": DOGFIGHT}
SIDES = ("First", "Second")


class Match(Struct, frozen=True):
    """One match, known by its numbers: the same ones give the same match anywhere.

    Matches 2n and 2n+1 have the same people, board and dice; the bots change sides.
    """

    edition: str
    seed: str
    number: int
    size: int
    bots: tuple[str, str]
    game: str = "fight"


class Result(Struct, frozen=True):
    """How a match ended: 0 or 1 is the bot that won, None nobody."""

    match: Match
    winner: int | None
    rounds: int


class Score(Struct, frozen=True):
    """All matches of an edition."""

    edition: str
    games: int
    wins: tuple[int, int]
    draws: int
    rounds: float
    interval: tuple[float, float]
    """Of the first bot's win rate, 95 % (Wilson)."""


def played(match: Match) -> Result:
    """Play a match: the same on both sides."""
    luck = Random(f"{match.seed}/{match.edition}/{match.number // 2}")
    setup = (a_sortie if match.game == "dogfight" else a_fight)(match, luck)
    dice = Seeded(f"{match.seed}/{match.number // 2}")
    game = GAMES[match.game]
    table = Table(game, SIDES, dice, edition=match.edition, setup=setup, undo="never")
    ours = match.number % 2
    seats = {
        SIDES[ours]: bot(match.bots[0], seed=f"{match.seed}/{match.number}/0"),
        SIDES[1 - ours]: bot(match.bots[1], seed=f"{match.seed}/{match.number}/1"),
    }
    play(table, seats)
    outcome = table.outcome
    winner = None
    if outcome is not None and len(outcome.winners) == 1:
        winner = int(outcome.winners[0] != SIDES[ours])
    return Result(match, winner, table.state.round)


def a_fight(match: Match, luck: Random) -> dict[str, Any]:
    """Random people of the roster, the same on both sides, on a random board."""
    people = roster(match.edition)
    team = luck.sample(sorted(people), min(match.size, len(people)))
    return {
        "fighters": [
            {"side": side, "character": msgspec.to_builtins(people[id])}
            for side in SIDES
            for id in team
        ],
        "board": luck.choice(boards()),
    }


def a_sortie(match: Match, luck: Random) -> dict[str, Any]:
    """Random craft of the hangar that have weapons, the same on both sides."""
    armed = [craft for craft in hangar(match.edition).values() if craft.weapons]
    team = [luck.choice(armed) for _ in range(match.size)]
    entries = [flight(side, side, team, place * len(team)) for place, side in enumerate(SIDES)]
    return {"craft": [*entries[0], *entries[1]]}


def score(slug: str, done: Iterable[Result]) -> Score:
    """The sum of an edition's results; their order does not matter."""
    mine = [one for one in done if one.match.edition == slug]
    wins = tuple(sum(one.winner == number for one in mine) for number in (0, 1))
    return Score(
        slug,
        len(mine),
        (wins[0], wins[1]),
        sum(one.winner is None for one in mine),
        sum(one.rounds for one in mine) / max(1, len(mine)),
        wilson(wins[0], len(mine)),
    )


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@click.option("--game", type=click.Choice(sorted(GAMES)), default="fight", help="What they play.")
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=1000, help="Matches an edition."
)
@click.option(
    "--edition", type=click.Choice([*editions(), "all"]), default="all", help="Which rules."
)
@click.option("--size", type=click.IntRange(1, 8), default=3, help="Fighters or craft a side.")
@click.option("--seed", default="1", help="The same seed gives the same matches.")
@click.option(
    "--jobs", type=click.IntRange(1, 256), help="Processes to use; as many as there are cores."
)
@click.option("--json", "as_json", is_flag=True, help="Answer programs, in JSON.")
def duel(
    a: str,
    b: str,
    game: str,
    games: int,
    edition: str,
    size: int,
    seed: str,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Let the bots A and B play mirror matches: the same people on both sides, sides changed.

    Bots are written as for seats: greedy, random, random:seed=3.
    """
    names = (a.removeprefix("bot:"), b.removeprefix("bot:"))
    try:
        for name in names:
            bot(name)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    there = tuple(SORTIES) if game == "dogfight" else editions()
    slugs = there if edition == "all" else (edition,)
    if not set(slugs) <= set(there):
        raise click.UsageError(f"there is no {game} in {edition_of(edition).title}")
    matches = [
        Match(slug, seed, number, size, names, game) for slug in slugs for number in range(games)
    ]
    done: list[Result] = []
    try:
        with progress() as bar:
            task = bar.add_task(f"{names[0]} against {names[1]}", total=len(matches))
            for result in results(played, matches, jobs or cores()):
                done.append(result)
                bar.advance(task)
    except KeyboardInterrupt:
        click.echo("Broken off.", err=True)
        sys.exit(130)
    scores = [score(slug, done) for slug in slugs]
    if as_json:
        answer = {"game": game, "bots": names, "size": size, "seed": seed, "editions": scores}
        click.echo(json.dumps(msgspec.to_builtins(answer), indent=2))
        return
    for one in scores:
        click.echo(told(one, names))


def told(one: Score, names: tuple[str, str]) -> str:
    """A score on a line: `Ancient World: greedy 96.0 % (90.2 to 98.4), random 3.0 %, …`."""
    low, high = one.interval
    shares = [f"{100 * wins / one.games:.1f} %" for wins in one.wins]
    return (
        f"{edition_of(one.edition).title}: {names[0]} {shares[0]} "
        f"({100 * low:.1f} to {100 * high:.1f}), {names[1]} {shares[1]}, "
        f"draws {100 * one.draws / one.games:.1f} %; {one.games} games, "
        f"{one.rounds:.1f} rounds on average"
    )
