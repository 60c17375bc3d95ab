"""`legendry book randomtest`: many plays of a book on all cores, and what they show."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec
from msgspec import Struct

from legendry.adventures.book import Book, Id
from legendry.adventures.companies import as_setup
from legendry.adventures.game import ADVENTURE
from legendry.adventures.plays import CIRCLES, Play, Summary, summed, watched
from legendry.adventures.reading import Files
from legendry.adventures.story import Story
from legendry.bots import Bot, bot
from legendry.cli.book_shelf import COMPANY, EDITION, FOLDER, company_for, opened
from legendry.cli.parallel import cores, progress, results, wilson
from legendry.legends.campaign.company import Company
from legendry.table import Seeded, SetupError, Table, Typed

A = TypeVar("A")
B = TypeVar("B")

YOU, FOES = "You", "Foes"
ENDS = ("good", "neutral", "bad", CIRCLES)
JOBS = click.option(
    "--jobs", type=click.IntRange(1, 256), help="Processes to use; as many as there are cores."
)
JSON = click.option("--json", "as_json", is_flag=True, help="Answer programs, in JSON.")
SEED = click.option("--seed", default="1", help="The same seed gives the same plays.")


class Part(Struct, frozen=True):
    """What all plays of a test share."""

    edition: str
    setup: dict[str, Any]
    seed: str
    bot: str
    plan: dict[Any, str] = {}
    usual: dict[Id, str] = {}


def played(part: Part, number: int) -> Play:
    """One play: the bot for the company, the same kind of bot for its foes."""
    return watched(*seated(part, number))


def seated(part: Part, number: int) -> tuple[Table[Story], dict[str, Bot]]:
    dice = Seeded(f"{part.seed}/{number}")
    table = Table(
        ADVENTURE, [YOU, FOES], dice, edition=part.edition, setup=part.setup, undo="never"
    )
    seats = (YOU, FOES)
    return table, {seat: bot(part.bot, seed=f"{part.seed}/{number}/{seat}") for seat in seats}


def many(does: Callable[[A], B], jobs: Sequence[A], workers: int | None, words: str) -> list[B]:
    """Do all of it on all cores, with a bar."""
    done: list[B] = []
    try:
        with progress() as bar:
            task = bar.add_task(words, total=len(jobs))
            for result in results(does, jobs, workers or cores(), chunk=4):
                done.append(result)
                bar.advance(task)
    except KeyboardInterrupt:
        click.echo("Broken off.", err=True)
        sys.exit(130)
    return done


def known_bot(name: str) -> str:
    """The name of a bot that exists; a usage error if it does not."""
    name = name.removeprefix("bot:")
    try:
        bot(name)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    return name


def begun(book: Book, files: Files, company: Company) -> Story:
    """The company as it sets out; a usage error if it cannot."""
    try:
        setup = as_setup(files, company)
        table = Table(ADVENTURE, [YOU, FOES], Typed(), edition=book.edition, setup=setup)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    return ADVENTURE.setup(table.header)


# -- randomtest ------------------------------------------------------------------------------------


@click.command()
@FOLDER
@click.argument("plays", type=click.IntRange(1, 1_000_000), default=100)
@EDITION
@COMPANY
@SEED
@click.option("--bots", default="greedy", help="Who plays: greedy or random.")
@JOBS
@JSON
def randomtest(
    folder: str,
    plays: int,
    slug: str,
    company: Path | None,
    seed: str,
    bots: str,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Let bots play a book so many times: endings, deaths, visits, how long, which fights kill.

    Rates come with their 95 % intervals (Wilson).
    """
    book, files = opened(folder, slug)
    people = company_for(book, company)
    name = known_bot(bots)
    begun(book, files, people)
    part = Part(book.edition, as_setup(files, people), seed, name)
    done = many(partial(played, part), range(plays), jobs, f"{name} plays {book.title}")
    summary = summed(done)
    if as_json:
        click.echo(json.dumps(msgspec.to_builtins(summary), indent=2))
        return
    for line in told(book, summary, len(people.present)):
        click.echo(line)


def rate(count: int, of: int) -> str:
    """A rate with its interval: `40.0 % (30.9 to 49.8)`."""
    low, high = wilson(count, of)
    return f"{100 * count / max(1, of):5.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def told(book: Book, found: Summary, members: int) -> list[str]:
    """What many plays show, in lines."""
    lines = [f"{book.title}: {found.plays} plays", "", "Endings"]
    for how in ENDS:
        if how in found.endings or how in ("good", "bad"):
            lines.append(f"  {how:<12}{rate(found.endings.get(how, 0), found.plays)}")
    low, middle, high = found.answers
    days = found.days
    each = found.lost / max(1, found.plays)
    lines += [
        "",
        f"Lost: {each:.2f} of {members} in a play",
        f"Answers: {middle} in the middle ({low} to {high} in eight of ten plays); "
        f"days: {days[1]} ({days[0]} to {days[2]})",
        "",
        "Fights                          fought   won                        members lost  the end",
    ]
    for one in sorted(found.battles, key=lambda one: -one.lost):
        title = book.instructions[one.id].title
        lines.append(
            f"  {title[:28]:<28}{one.fought:>8}   {rate(one.won, one.fought):<27}"
            f"{one.lost / one.fought:>12.2f}{one.ended:>9}"
        )
    if found.perils:
        lines += ["", "Lost otherwise"]
        for id, lost in found.perils.items():
            lines.append(f"  {book.instructions[id].title[:28]:<28}{lost:>8}")
    lines += ["", "Came to                         plays"]
    for id, page in book.instructions.items():
        count = found.reached.get(id, 0)
        more = f"  {found.visits[id]} visits" if found.visits.get(id, 0) > count else ""
        ends = f"  {found.at[id]} ended here" if found.at.get(id) else ""
        lines.append(f"  {page.title[:28]:<28}{count:>8}  {rate(count, found.plays)}{more}{ends}")
    unseen = [page.title for id, page in book.instructions.items() if not found.reached.get(id)]
    if unseen:
        lines += ["", f"Nobody came to: {', '.join(unseen)}"]
    return lines
