"""What is wrong with a book: where it stands, what it is, and what to write instead."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Mistake(Struct, frozen=True, order=True):
    """One thing wrong; a mere warning does not keep a book from being played."""

    file: str
    line: int
    words: str
    fix: str = ""
    warning: bool = False

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        kind = "warning: " if self.warning else ""
        return f"{where}: {kind}{self.words}" + (f"; {self.fix}" if self.fix else "")


class BookError(ValueError):
    """A book that cannot be read: all that is wrong with it, in the order of the files."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(sorted(mistakes))
        super().__init__("\n".join(map(str, self.mistakes)))


class Unclear(ValueError):
    """A line that does not parse: what is wrong, and how it is written."""

    def __init__(self, words: str, fix: str = "") -> None:
        super().__init__(words)
        self.words = words
        self.fix = fix
