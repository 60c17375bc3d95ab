"""Where the author's desk takes its books and companies from, and where it puts what it makes."""

from __future__ import annotations

import os
from importlib.resources import files as resources
from pathlib import Path

import click

from legendry.adventures.book import Book
from legendry.adventures.companies import intended
from legendry.adventures.game import books, playable
from legendry.adventures.mistakes import BookError
from legendry.adventures.reading import COVER, PICTURES, Files, book_of, gathered
from legendry.cli.company_file import opened as company_opened
from legendry.legends.campaign.company import Company
from legendry.table.requests import clipped

FOLDER = click.argument("folder", metavar="FOLDER|NAME")
COMPANY = click.option(
    "--company",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file of the company that plays; else the one that the book is meant for.",
)
EDITION = click.option("--edition", "slug", default="", help="Another edition that the book names.")
LARGEST_PICTURE = 4 << 20
MOST_PICTURES = 200


def shelf(folder: str) -> Path:
    """The folder of a book: one on this machine, or one of ours by its name."""
    path = os.path.expanduser(folder)
    if os.path.isdir(path):
        return Path(path)
    if folder in books():
        return Path(str(resources("legendry.adventures"))) / "books" / folder
    there = ", ".join(books())
    raise click.UsageError(f"{clipped(folder)} is no folder; our own books are: {there or 'none'}")


def opened(folder: str, slug: str = "") -> tuple[Book, Files]:
    """A book that can be played, and its files; a usage error with all that is wrong."""
    try:
        found = gathered(shelf(folder))
        return playable(book_of(found, slug)), found
    except BookError as error:
        raise click.UsageError(f"{error}\nlegendry book check {folder} says more") from None


def pictures(folder: str, book: Book) -> dict[str, bytes]:
    """What the book's pictures hold, as far as they are of a size to print."""
    root = shelf(folder)
    held: dict[str, bytes] = {}
    for path in sorted(book.pictures)[:MOST_PICTURES]:
        file = root / path
        inside = file.resolve().is_relative_to(root.resolve())
        if inside and file.suffix.lower() in PICTURES and file.stat().st_size <= LARGEST_PICTURE:
            held[path] = file.read_bytes()
    return held


def company_for(book: Book, file: Path | None) -> Company:
    """The company in a file, or the one that the book is meant for."""
    if file is None:
        return intended(book)
    found = company_opened(file).book.company
    if found.edition != book.edition:
        raise click.UsageError(f"{found.name} is of {found.edition}, the book of {book.edition}")
    return found


def empty_folder(text: str) -> Path:
    """Where a new book is written; a usage error if it has no name or there is a book already."""
    if not text.strip():
        raise click.UsageError("name the folder of the new book")
    folder = Path(text)
    if os.path.exists(folder / COVER):
        raise click.UsageError(f"there is a book in {folder} already; nothing was written")
    return folder


def written(path: Path, data: str | bytes, *, over: bool = False) -> None:
    """Write a file, with the folders above it; unless `over`, an existing one stays as it is."""
    coded = data.encode() if isinstance(data, str) else data
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb" if over else "xb") as file:
            file.write(coded)
    except OSError as error:
        there = isinstance(error, FileExistsError)
        reason = "there is such a file already" if there else error.strerror
        raise click.UsageError(f"{clipped(str(path), 200)} cannot be written: {reason}") from None
