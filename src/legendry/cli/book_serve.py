"""`legendry book serve`: a book that is being written, played in the browser as it is saved."""

from __future__ import annotations

import os
from tempfile import TemporaryDirectory

import click

from legendry.cli.book_shelf import FOLDER, shelf
from legendry.cli.serve import LOOPBACK, needs_web, opened

WORDS = "The book is open at {}   (it follows what you save; Ctrl+C closes it)"


@click.command()
@FOLDER
@click.option("--port", type=click.IntRange(0, 65535), default=8100, help="0 takes any free one.")
@click.option("--open/--no-open", "opens", default=True, help="Open the page in a browser.")
def serve(folder: str, port: int, opens: bool) -> None:
    """Play the book in FOLDER in the browser; the page follows what you save."""
    needs_web()
    with TemporaryDirectory() as place:
        os.environ["LEGENDRY_DATABASE"] = f"sqlite+aiosqlite:///{place}/tables.db"
        os.environ["LEGENDRY_BOOK"] = str(shelf(folder).resolve())
        opened(LOOPBACK, port, "desk", WORDS, opens)
