"""`legendry book export` and `import`: a book on paper, as a script, as Twee; Twee as a draft."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from uuid import uuid4

import click

from legendry.adventures.book import Book
from legendry.adventures.booklet import booklet, script
from legendry.adventures.mistakes import BookError
from legendry.adventures.proof import differences
from legendry.adventures.reading import COVER, book_of
from legendry.adventures.twee import LARGEST, TweeError, draft, twee
from legendry.adventures.wording import Wording
from legendry.cli.book_shelf import EDITION, FOLDER, empty_folder, opened, pictures, written
from legendry.legends.edition import editions

FORMATS = {"html": ".html", "pdf": ".pdf", "gm": ".gm.html", "twee": ".twee"}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PATIENCE = 120
"""Seconds that a browser may take to print."""
FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@FOLDER
@click.option(
    "--format", "form", type=click.Choice([*FORMATS]), default="html", help="What to make."
)
@click.option(
    "-o", "--out", type=FILE, help="Write it here; else beside you, as the book is called."
)
@click.option("--seed", default="1", help="Another seed shuffles the numbers otherwise.")
@EDITION
@click.option(
    "--check",
    "prove",
    is_flag=True,
    help="Read it back and prove that it is the same adventure. Exit code 1: it is not.",
)
def export(folder: str, form: str, out: Path | None, seed: str, slug: str, prove: bool) -> None:
    """Print a book as a numbered booklet, write a game master's script, or Twee 3.

    The instructions of the booklet (html, pdf) are shuffled, the first excepted, and its references
    are numbers; gm keeps the order of the book and shows where each instruction is reached from.
    """
    book = opened(folder, slug)[0]
    held = pictures(folder, book)
    text = (
        twee(book)
        if form == "twee"
        else script(book, held)
        if form == "gm"
        else booklet(book, seed, held)
    )
    out = out or Path(Path(folder).resolve().name + FORMATS[form])
    if form == "pdf":
        printed(text, out)
    else:
        written(out, text, over=True)
    click.echo(f"{book.title} is in {out}.", err=True)
    if prove:
        proved(book, form, text if form == "pdf" else out.read_text("utf-8"))


def proved(book: Book, form: str, text: str) -> None:
    """Say whether what was written is the book; exit code 1 if it is not."""
    found = unlike(book, text) if form == "twee" else differences(book, text)
    for one in found:
        click.echo(one)
    if found:
        sys.exit(1)
    lines = sum(len(one.items) for one in book.instructions.values())
    what = "the page that the PDF is printed from" if form == "pdf" else "what was written"
    click.echo(
        f"The same adventure: {what}, read back, has the same {len(book.instructions)} "
        f"instructions and {lines} lines."
    )


def unlike(book: Book, text: str) -> list[str]:
    """How a story in Twee, read back, differs from the book."""
    try:
        again = draft(text, book.ifid, book.edition)
        files = {COVER: again.cover.encode(), "story.md": again.story.encode()}
        other = book_of(files)
    except (TweeError, BookError) as error:
        return str(error).split("\n")
    words = Wording(book.edition)
    found = []
    for id, one in book.instructions.items():
        twin = other.instructions.get(id)
        if twin is None:
            found.append(f"“{id}” is missing")
        elif (one.title, one.prose) != (twin.title, twin.prose):
            found.append(f"“{id}” reads otherwise")
        elif [words.item(item) for item in one.items] != [words.item(item) for item in twin.items]:
            found.append(f"the list of “{id}” is another")
    found += [f"“{id}” is too much" for id in other.instructions if id not in book.instructions]
    if other.start != book.start:
        found.append(f"it begins with “{other.start}”, not “{book.start}”")
    return found


def printed(text: str, out: Path) -> None:
    """A page as PDF, by a browser of this machine; a usage error if there is none."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        raise click.UsageError(
            "there is no Chromium on this machine to make a PDF: export --format html, "
            "open it in a browser and print it from there"
        )
    with tempfile.TemporaryDirectory() as name:
        page, made = Path(name) / "booklet.html", Path(name) / "booklet.pdf"
        page.write_text(text, "utf-8")
        command = [
            browser, "--headless", "--disable-gpu", "--no-pdf-header-footer",
            f"--user-data-dir={name}/profile", f"--print-to-pdf={made}", page.as_uri(),
        ]  # fmt: skip
        if getattr(os, "geteuid", lambda: 1)() == 0:
            command.insert(1, "--no-sandbox")  # Chromium has none for root
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE)
            data = made.read_bytes()
        except (OSError, subprocess.SubprocessError):
            raise click.UsageError(f"{browser} could not print the booklet") from None
    written(out, data, over=True)


@click.command("import")
@click.argument("file", type=FILE)
@click.option(
    "-o",
    "--out",
    "folder",
    required=True,
    help="The folder of the new book.",
)
@click.option("--edition", "slug", type=click.Choice(editions()), help="Which rulebook.")
def import_(file: Path, folder: str, slug: str | None) -> None:
    """Make a first draft of a book from a story in Twee 3: passages become instructions.

    Links become options, and macros stay as comments where they stood.
    """
    try:
        with file.open("rb") as stream:
            text = stream.read(4 * LARGEST + 1).decode("utf-8-sig")
        made = draft(text, str(uuid4()).upper(), slug or "")
    except OSError as error:
        raise click.UsageError(f"{file} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, TweeError) as error:
        reason = error if isinstance(error, TweeError) else "it is not UTF-8"
        raise click.UsageError(f"{file}: {reason}") from None
    place = empty_folder(folder)
    written(place / COVER, made.cover)
    written(place / "story.md", made.story)
    kept = f", {made.macros} macros kept as comments" if made.macros else ""
    click.echo(f"{made.passages} passages are in {folder}{kept}. Now: legendry book check {folder}")
