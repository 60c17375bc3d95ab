"""The author's desk: a book that is being written, read anew whenever one of its files has changed."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

from legendry.adventures.book import Book
from legendry.adventures.check import check
from legendry.adventures.game import playable
from legendry.adventures.mistakes import BookError, Mistake
from legendry.adventures.reading import MAPS, PICTURES, gathered

TEXTS = (".md", *MAPS)


class Reading(Struct, frozen=True):
    """The book as its files have it."""

    version: str
    """Another one for other files."""
    files: dict[str, str]
    """What its set-up holds; of pictures only that they are there."""
    book: Book | None
    """None: it cannot be played as it is."""
    mistakes: tuple[Mistake, ...]


class Desk:
    """A folder with a book in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._seen: tuple[tuple[str, int, int], ...] = ()
        self._reading: Reading | None = None

    def reading(self) -> Reading:
        """The book as it is now; what has not changed is not read again."""
        seen = tuple(self._look())
        if self._reading is None or seen != self._seen:
            self._seen = seen
            self._reading = read(self.folder)
        return self._reading

    def _look(self) -> Iterator[tuple[str, int, int]]:
        for file in sorted(self.folder.rglob("*")):
            try:
                known = file.stat()
            except OSError:  # an editor has just put another in its place
                continue
            yield str(file), known.st_mtime_ns, known.st_size


def read(folder: Path) -> Reading:
    """The book in a folder, its texts and all that is wrong with it."""
    try:
        texts = {
            path: data.decode("utf-8", "replace")
            for path, data in gathered(folder).items()
            if path.lower().endswith((*TEXTS, *PICTURES))
        }
    except (OSError, BookError) as error:
        wrong = (
            error.mistakes
            if isinstance(error, BookError)
            else [Mistake(folder.name, 0, str(error))]
        )
        return Reading("", {}, None, tuple(wrong))
    version = sha256(repr(sorted(texts.items())).encode()).hexdigest()[:16]
    book, mistakes = check(folder)
    try:
        book = playable(book) if book else None
    except BookError:
        book = None
    return Reading(version, texts, book, tuple(mistakes))


def picture(folder: Path, name: str) -> Path | None:
    """A picture of the book in that folder by its name; None if the book has no such picture."""
    file = folder / "pictures" / name
    inside = file.resolve().is_relative_to(folder.resolve())
    return file if inside and file.suffix.lower() in PICTURES and file.is_file() else None
