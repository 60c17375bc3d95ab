"""`legendry book odds`: what a company can hope for in a book, if it plays as well as can be."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from legendry.adventures.book import Battle, Book, Id, Link
from legendry.adventures.choices import QUESTION
from legendry.adventures.companies import as_setup
from legendry.adventures.game import ADVENTURE
from legendry.adventures.model import Ends, Model
from legendry.adventures.odds import Learned, Solved, learned, solved
from legendry.adventures.plays import Play, watched
from legendry.adventures.reading import COVER, Files
from legendry.adventures.story import Story
from legendry.adventures.wording import Wording
from legendry.bots import Bot
from legendry.cli.book_plays import JOBS, JSON, SEED, YOU, Part, begun, many, rate, seated
from legendry.cli.book_shelf import COMPANY, EDITION, FOLDER, company_for, opened
from legendry.cli.parallel import wilson
from legendry.legends.campaign.company import Company
from legendry.table import Choose, Option, Roll, Table, toml

LESSONS, TRIALS = 4000, 2000
"""Plays of the model in which a plan is learned, and in which it is measured."""


class Bout(Struct, frozen=True):
    """A battle of a book, fought on its own."""

    id: Id
    place: int
    number: int


class Fought(Struct, frozen=True):
    """How a battle went, over and over."""

    id: Id
    place: int
    ends: dict[str, int]

    @property
    def total(self) -> int:
        return sum(self.ends.values())

    def chances(self, won: Fraction | None = None) -> Ends:
        """The chances that were counted, or with victory at that chance, the rest in proportion."""
        total = max(1, self.total)
        rates = {
            how: Fraction(self.ends.get(how, 0), total) for how in msgspec.structs.asdict(NONE)
        }
        if won is not None:
            rest = 1 - rates["won"]
            for how in ("fled", "lost", "gone"):
                rates[how] = rates[how] * (1 - won) / rest if rest else Fraction(0)
            rates["won"] = won
            rates["gone"] += 1 - sum(rates.values())
        return Ends(**rates)


NONE = Ends(Fraction(0), Fraction(0), Fraction(0), Fraction(1))


def bout_files(files: Files, book: Book, battle: Battle) -> dict[str, bytes]:
    """A book of one battle, with all the rest of that book's files."""
    cover = tomllib.loads(files[COVER].decode("utf-8", "replace"))
    ends = {"victory": "won", "defeat": "lost", "flight": "fled"}
    changed = msgspec.structs.replace(
        battle, **{name: Link(target, target) for name, target in ends.items()}
    )
    pages = "".join(f"\n## {target.title()}\n\n- End\n" for target in ends.values())
    story = f"## Battle\n\n- {Wording(book.edition).rule(changed)}\n{pages}"
    kept = {path: data for path, data in files.items() if not path.lower().endswith(".md")}
    return {
        **kept,
        COVER: toml.written({**cover, "start": "battle"}).encode(),
        "s.md": story.encode(),
    }


def fought(parts: Mapping[tuple[Id, int], Part], bout: Bout) -> tuple[Id, int, str]:
    """One battle by the bots: won, fled, lost with somebody left, or with nobody."""
    table, players = seated(parts[bout.id, bout.place], bout.number)
    watched(table, players)
    story = table.state
    return bout.id, bout.place, story.where if story.where != "battle" else "gone"


class Planner:
    """A bot that follows a plan on the pages of a book, and plays all else as another bot does."""

    def __init__(self, table: Table[Story], model: Model, part: Part, other: Bot) -> None:
        self.table = table
        self.model = model
        self.part = part
        self.other = other

    def answer(self, request: Choose[Any] | Roll, view: Struct) -> Any:
        wanted = self.wanted(request) if isinstance(request, Choose) else None
        return wanted or self.other.answer(request, view)

    def wanted(self, request: Choose[Any]) -> Option[Any] | str | None:
        story = self.table.state
        stall = story.stall and request.find("go on") is not None
        if story.battle or not (stall or request.question == QUESTION):
            return None
        answer = self.part.plan.get(self.model.of(story)) or self.part.usual.get(story.where, "")
        if stall and answer.startswith("buy "):
            ware = self.model.book.prices[story.stall].wares[answer.removeprefix("buy ")]
            for one in story.able:
                if one.character.gold >= ware.price:
                    return f"{one.name} {answer}"
        return next((one for one in request.options if one.notation == answer), None)


def followed(part: Part, number: int) -> Play:
    """One real play by the plan."""
    table, players = seated(part, number)
    model = Model(table.state.book, ADVENTURE.setup(table.header))
    planner = Planner(table, model, part, players[YOU])
    return watched(table, {**players, YOU: planner})


@click.command()
@FOLDER
@EDITION
@COMPANY
@SEED
@click.option("--fights", type=click.IntRange(1, 10_000), default=60, help="Trials of every fight.")
@click.option(
    "--plays", type=click.IntRange(0, 100_000), default=40, help="Real plays by the plan."
)
@JOBS
@JSON
def odds(
    folder: str,
    slug: str,
    company: Path | None,
    seed: str,
    fights: int,
    plays: int,
    jobs: int | None,
    as_json: bool,
) -> None:
    """The chance of a good ending for a company under best play.

    Worked out exactly for a company that stays as it sets out, where the book is small enough; fights
    are tried out and their error is stated. Then the plan is followed in real plays, wounds and all.
    """
    book, files = opened(folder, slug)
    people = company_for(book, company)
    story = begun(book, files, people)
    bouts = trials(book, files, people, seed, fights, jobs)
    middle = {(one.id, one.place): one.chances() for one in bouts}
    model = Model(book, story, middle)
    found: Solved | Learned | None = solved(model)
    bounds: tuple[float, float] | None = None
    if isinstance(found, Solved) and bouts:
        ends = [at_the_end(book, story, bouts, side) for side in (0, 1)]
        bounds = min(ends), max(ends)
    if found is None:
        found = learned(model, seed, LESSONS, TRIALS)
    part = Part(book.edition, as_setup(files, people), seed, "greedy", found.plan)
    if isinstance(found, Learned):
        part = msgspec.structs.replace(part, usual=found.usual)
    real = many(partial(followed, part), range(plays), jobs, "following the plan") if plays else []
    good = sum(one.ending == "good" for one in real)
    if as_json:
        click.echo(json.dumps(answered(found, bounds, bouts, good, plays), indent=2))
        return
    for line in reported(book, people, found, bounds, bouts, good, plays):
        click.echo(line)


def trials(
    book: Book, files: Files, people: Company, seed: str, count: int, jobs: int | None
) -> list[Fought]:
    """Every battle of the book, fought so many times by a fresh company."""
    parts = {
        (one.id, place): Part(
            book.edition,
            as_setup(bout_files(files, book, item.does), people),
            f"{seed}/{one.id}",
            "greedy",
        )
        for one in book.instructions.values()
        for place, item in enumerate(one.items)
        if isinstance(item.does, Battle)
    }
    bouts = [Bout(id, place, number) for id, place in parts for number in range(count)]
    ends: dict[tuple[Id, int], Counter[str]] = {key: Counter() for key in parts}
    for id, place, how in (
        many(partial(fought, parts), bouts, jobs, "trying the fights") if bouts else []
    ):
        ends[id, place][how] += 1
    return [Fought(id, place, dict(counts)) for (id, place), counts in ends.items()]


def at_the_end(book: Book, story: Story, bouts: Sequence[Fought], side: int) -> float:
    """The value if every fight is won as rarely, or as often, as its interval allows."""
    chances = {
        (one.id, one.place): one.chances(
            Fraction(wilson(one.ends.get("won", 0), one.total)[side]).limit_denominator(1000)
        )
        for one in bouts
    }
    found = solved(Model(book, story, chances))
    assert found is not None
    return float(found.value)


def percent(value: Fraction | float) -> str:
    return f"{100 * float(value):.1f} %"


def reported(
    book: Book,
    people: Company,
    found: Solved | Learned,
    bounds: tuple[float, float] | None,
    bouts: Sequence[Fought],
    good: int,
    plays: int,
) -> list[str]:
    """The odds in words, with all that they leave out."""
    lines = [f"{book.title}, for {', '.join(one.name for one in people.present)}", ""]
    for one in bouts:
        title = book.instructions[one.id].title
        lines.append(f"  {title[:34]:<34} won {rate(one.ends.get('won', 0), one.total)}")
    if bouts:
        lines += [
            f"  each fight tried {bouts[0].total} times by a fresh company, 95 % intervals",
            "",
        ]
    if isinstance(found, Solved):
        value = found.value
        exact = isinstance(value, Fraction)
        words = f"Best play: a good ending in {percent(value)}"
        if isinstance(value, Fraction) and not bouts and value.denominator < 10**9:
            words += f", exactly {value}"
        if bounds is not None:
            low, high = bounds
            words += f" ({percent(low)} to {percent(high)} with all fights at the ends of their intervals)"
        how = "exactly" if exact else "to the rounding of the computer"
        lines.append(f"{words}.")
        lines.append(f"Solved {how} over {found.states} states.")
    else:
        lines.append(
            f"Best play: a good ending in at least about {rate(found.good, found.plays).strip()}."
        )
        lines.append(
            f"The book has too many states to solve: a plan was learned in {LESSONS} plays of the model "
            f"and measured in {found.plays} others."
        )
    lines += [
        "This is for a company that comes to every page unhurt and complete, in the order of its "
        "members; karma, Diplomacy,",
        "spells that look ahead, bargains and sales are left out, and so are deaths outside of fights.",
    ]
    if plays:
        lines += [
            "",
            f"In {plays} real plays by that plan, wounds and deaths and all, greedy fighting: "
            f"{rate(good, plays).strip()}.",
        ]
    return lines


def answered(
    found: Solved | Learned,
    bounds: tuple[float, float] | None,
    bouts: Sequence[Fought],
    good: int,
    plays: int,
) -> dict[str, Any]:
    """The odds for programs."""
    model: dict[str, Any]
    if isinstance(found, Solved):
        exact = isinstance(found.value, Fraction)
        model = {
            "value": float(found.value),
            "exact": str(found.value) if exact and not bouts else None,
            "states": found.states,
            "interval": bounds,
        }
    else:
        model = {
            "value": found.good / max(1, found.plays),
            "interval": wilson(found.good, found.plays),
            "learned": True,
        }
    real = {"plays": plays, "good": good, "interval": wilson(good, plays)}
    return {"model": model, "fights": msgspec.to_builtins(bouts), "real": real}
