"""`legendry book`: the author's desk. Write an adventure, prove that it works, print and play it."""

from __future__ import annotations

import sys
from pathlib import Path
from uuid import uuid4

import click

from legendry.adventures.book import Book
from legendry.adventures.check import check as checked
from legendry.adventures.drafting import first_draft
from legendry.adventures.graph import mermaid, picture
from legendry.adventures.testing import Findings, quicktest
from legendry.cli.book_odds import odds
from legendry.cli.book_plays import randomtest
from legendry.cli.book_print import export, import_
from legendry.cli.book_serve import serve
from legendry.cli.book_shelf import (
    COMPANY,
    EDITION,
    FOLDER,
    company_for,
    empty_folder,
    opened,
    shelf,
    written,
)
from legendry.cli.parallel import progress
from legendry.cli.story_terminal import play
from legendry.legends.edition import editions
from legendry.table import SetupError


@click.group()
def book() -> None:
    """Programmed adventures: write one, check it, test it, print it, play it.

    FOLDER is the folder of a book, or the name of one of ours.
    """


book.add_command(randomtest)
book.add_command(odds)
book.add_command(export)
book.add_command(import_)
book.add_command(play)
book.add_command(serve)


@book.command()
@click.argument("folder")
@click.option("--edition", "slug", type=click.Choice(editions()), default=editions()[0])
@click.option("--title", help="What the book is called; else as its folder.")
def new(folder: str, slug: str, title: str | None) -> None:
    """Write a first draft to change: a few instructions that pass every check."""
    place = empty_folder(folder)
    name = title or place.resolve().name.replace("-", " ").replace("_", " ").capitalize()
    files = first_draft(name, slug, str(uuid4()).upper())
    for path, text in files.items():
        written(place / path, text)
    click.echo(f"{name} is in {folder}. Edit story.md, then: legendry book check {folder}")


@book.command()
@FOLDER
def check(folder: str) -> None:
    """Say all that is wrong with a book, with file, line and the fix. Exit code 1: something is."""
    found, mistakes = checked(shelf(folder))
    for one in mistakes:
        click.echo(str(one))
    if found is None or any(not one.warning for one in mistakes):
        sys.exit(1)
    if not mistakes:
        click.echo(f"{found.title}: nothing wrong in {len(found.instructions)} instructions.")


@book.command()
@FOLDER
@click.option("-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write it here.")
@click.option("--mermaid", "as_mermaid", is_flag=True, help="As Mermaid text, not as a picture.")
def graph(folder: str, out: Path | None, as_mermaid: bool) -> None:
    """Draw the paths of a book as an SVG picture, or as Mermaid text."""
    found = opened(folder)[0]
    text = mermaid(found) if as_mermaid else picture(found)
    if out is None:
        click.echo(text, nl=False)
    else:
        written(out, text, over=True)


@book.command("quicktest")
@FOLDER
@EDITION
@COMPANY
@click.option("--all", "everything", is_flag=True, help="Also list what needs another company.")
def quicktest_(folder: str, slug: str, company: Path | None, everything: bool) -> None:
    """Take every option, both results of every check and all ends of every fight at least once.

    The book is played for real; only the dice fall as the test wants, fights are not fought but end
    as the test says, and wounds are healed before every line. What this company cannot do is tried
    by one that has all skills, spells and gold the book asks for and no attribute above 8.
    Exit code 1: something could not be reached.
    """
    found, files = opened(folder, slug)
    people = company_for(found, company)
    try:
        with progress() as bar:
            bar.add_task("trying everything", total=None)
            tested = quicktest(found, files, people)
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    for line in told(found, tested, everything=everything):
        click.echo(line)
    if tested.missed:
        sys.exit(1)


def told(found: Book, tested: Findings, *, everything: bool) -> list[str]:
    """What a quick test found, in lines."""
    lines = [f"not reached: {one}" for one in tested.missed]
    if everything:
        lines += [f"for others: {one}" for one in tested.helped]
    done = tested.taken + len(tested.helped)
    lines.append(
        f"{found.title}: {done} of {tested.goals} lines, options and results taken, "
        f"{tested.taken} by this company, in {tested.states} states."
    )
    if tested.helped and not everything:
        lines.append(f"{len(tested.helped)} of them need another company: --all lists them.")
    return lines
