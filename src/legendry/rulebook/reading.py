"""The rulebook's files: TOML by book and chapter, read into frozen values."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from .entries import BOOKS, TAGS, Book, Edition, Entry, Example, Option, Rule, Ruling, Term, natural

T = TypeVar("T", bound=Struct)


class RulebookError(ValueError):
    """A file of the rulebook that cannot be understood; it says which file and which entry."""


class Rulebook(Struct):
    """Both books, as read. Each mapping is in the order of the book."""

    rules: dict[str, Rule] = {}
    rulings: dict[str, Ruling] = {}
    options: dict[str, Option] = {}
    examples: dict[str, Example] = {}
    glossary: list[Term] = []

    def entries(self) -> Iterator[Entry]:
        yield from self.rules.values()
        yield from self.rulings.values()
        yield from self.examples.values()


class _Chapter(Struct, forbid_unknown_fields=True):
    number: int
    title: str
    rules: list[dict[str, Any]]
    editions: tuple[Edition, ...] = ()
    note: str = ""
    notes: dict[str, str] = {}
    """By section."""


class _Rulings(Struct, forbid_unknown_fields=True):
    rulings: list[dict[str, Any]]
    notes: dict[str, str] = {}


class _Options(Struct, forbid_unknown_fields=True):
    options: list[dict[str, Any]]


class _Examples(Struct, forbid_unknown_fields=True):
    examples: list[dict[str, Any]]


class _Glossary(Struct, forbid_unknown_fields=True):
    terms: list[dict[str, Any]]


def read(shelf: Traversable) -> Rulebook:
    """The rulebook from a folder that holds a folder for each book.

    A chapter's file begins with its number; the others are `rulings`, `options`, `examples` and
    `glossary`.
    """
    books = Rulebook()
    for book in BOOKS:
        files = [file for file in shelf.joinpath(book).iterdir() if file.name.endswith(".toml")]
        for file in sorted(files, key=lambda file: file.name):
            _File(file, book).read_into(books)
    return books


def unwrapped(text: str) -> str:
    """A text with its lines joined: only blank lines, list items and table rows stay apart."""
    return re.sub(r"(?<=[^\n]) *\n(?![\n|]|- ) *", " ", text.strip())


class _File:
    def __init__(self, file: Traversable, book: Book) -> None:
        self.name = f"{book}/{file.name}"
        self.book = book
        try:
            self.data = tomllib.loads(file.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise RulebookError(f"{self.name}: {error}") from None

    def read_into(self, books: Rulebook) -> None:
        match self.name.partition("/")[2].removesuffix(".toml"):
            case "rulings":
                page = self.as_a(_Rulings)
                self.check_notes(page.notes, page.rulings)
                for entry in page.rulings:
                    note = page.notes.get(entry.get("section", ""), "")
                    ruling = self.entry(entry | {"note": note}, Ruling)
                    self.put(books.rulings, ruling.id, ruling)
            case "options":
                for entry in self.as_a(_Options).options:
                    option = self.entry(entry, Option)
                    self.put(books.options, option.key, option)
            case "examples":
                for entry in self.as_a(_Examples).examples:
                    example = self.entry(entry, Example)
                    self.put(books.examples, example.id, example)
            case "glossary":
                for entry in self.as_a(_Glossary).terms:
                    books.glossary.append(self.entry(entry, Term))
            case _:
                self.read_chapter(books)

    def read_chapter(self, books: Rulebook) -> None:
        chapter = self.as_a(_Chapter)
        self.check_notes(chapter.notes, chapter.rules)
        common: dict[str, Any] = {
            "chapter": chapter.number,
            "chapter_title": chapter.title,
            "editions": chapter.editions or (tuple(TAGS) if self.book == "legends" else ()),
        }
        rules = []
        for entry in chapter.rules:
            notes = (chapter.note, chapter.notes.get(entry.get("section", "")))
            note = "\n\n".join(filter(None, notes))
            rules.append(self.entry(common | entry | {"note": note}, Rule))
        areas = list(dict.fromkeys(natural(rule.id)[0] for rule in rules))

        def place(rule: Rule) -> tuple[int, int]:
            area, number = natural(rule.id)
            return areas.index(area), number

        for rule in sorted(rules, key=place):
            self.put(books.rules, rule.id, rule)

    def as_a(self, kind: type[T]) -> T:
        try:
            return msgspec.convert(self.data, kind)
        except msgspec.ValidationError as error:
            raise RulebookError(f"{self.name}: {_reason(error)}") from None

    def entry(self, entry: dict[str, Any], kind: type[T]) -> T:
        name = entry.get("id") or entry.get("key") or entry.get("term") or "an entry without a name"
        try:
            return msgspec.convert(_unwrap(entry) | {"book": self.book}, kind)
        except msgspec.ValidationError as error:
            raise RulebookError(f"{self.name}: {name}: {_reason(error)}") from None

    def put(self, shelf: dict[str, T], id: str, entry: T) -> None:
        if id in shelf:
            raise RulebookError(f"{self.name}: {id}: there is such an entry already")
        shelf[id] = entry

    def check_notes(self, notes: dict[str, str], entries: list[dict[str, Any]]) -> None:
        sections = {entry.get("section") for entry in entries}
        for section in notes:
            if section not in sections:
                raise RulebookError(f"{self.name}: there is a note on {section!r}, but no entry")


def _unwrap(value: Any) -> Any:
    match value:
        case str():
            return unwrapped(value)
        case list():
            return [_unwrap(item) for item in value]
        case dict():
            return {key: _unwrap(item) for key, item in value.items()}
    return value


def _reason(error: msgspec.ValidationError) -> str:
    return str(error).replace("$.", "")
