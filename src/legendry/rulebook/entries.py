"""What stands in the rulebook: rules, rulings, table options, worked examples, terms."""

import re
from typing import Any, Literal, TypeAlias

from msgspec import Struct

Edition: TypeAlias = Literal["time-and-space-classic", "ancient-world", "time-and-space"]
Book: TypeAlias = Literal["legends", "dragon"]

TAGS: dict[Edition, str] = {
    "time-and-space-classic": "TSC",
    "ancient-world": "AW",
    "time-and-space": "TS",
}
"""The editions of Legends in the order of the book, each with its short name there."""

BOOKS: dict[Book, str] = {"legends": "Legends", "dragon": "Legendary Dragon"}
"""The two rulebooks with their titles."""


class Passage(Struct, frozen=True, forbid_unknown_fields=True):
    """What some editions say of their own."""

    editions: tuple[Edition, ...]
    text: str


class Rule(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One atomic rule. `text` holds in all its `editions`; a passage only in those it names.

    Texts are Markdown of the plainest sort: emphasis, code, lists and tables.
    """

    id: str
    book: Book
    chapter: int
    chapter_title: str
    section: str = ""
    title: str = ""
    editions: tuple[Edition, ...] = ()
    """Those that have the rule; Legendary Dragon has no editions."""
    text: str = ""
    passages: tuple[Passage, ...] = ()
    facts: dict[str, str] = {}
    """The row of a table: a spell's cost, a creature's attributes."""
    see: tuple[str, ...] = ()
    """The rulings that settle what the rule leaves open."""
    note: str = ""
    """What the book says once for the whole chapter or section."""

    @property
    def headline(self) -> str:
        """The title, or the first sentence where the book gives none."""
        return self.title or first_sentence(self.text)

    @property
    def place(self) -> str:
        """Where it stands: `Legends 2, Checks, 2.1 Passing`."""
        section = f", {self.section}" if self.section else ""
        return f"{BOOKS[self.book]} {self.chapter}, {self.chapter_title}{section}"

    @property
    def whole(self) -> str:
        """Everything it says, for all editions together."""
        facts = (f"{name} {fact}" for name, fact in self.facts.items())
        return "\n".join([*facts, self.text, *(passage.text for passage in self.passages)])

    def in_edition(self, edition: str) -> str:
        """What the rule says in one edition; nothing if that edition does not have it."""
        if edition not in self.editions:
            return ""
        passages = (passage.text for passage in self.passages if edition in passage.editions)
        return "\n".join(filter(None, (self.text, *passages)))


class Ruling(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What we do where the books are silent, unclear or contradict themselves."""

    id: str
    book: Book
    title: str
    question: str
    readings: str
    default: str
    """What holds unless the table says otherwise."""
    section: str = ""
    passages: tuple[Passage, ...] = ()
    option: str = ""
    """The key of the table option that changes the default, if there is one."""
    note: str = ""

    @property
    def headline(self) -> str:
        return self.title

    @property
    def place(self) -> str:
        section = f", {self.section}" if self.section else ""
        return f"{BOOKS[self.book]}, rulings{section}"

    @property
    def whole(self) -> str:
        passages = (passage.text for passage in self.passages)
        return "\n".join((self.question, self.readings, self.default, *passages, self.option))


class Option(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A variant that a table may choose. The first value is the default."""

    key: str
    book: Book
    values: tuple[bool | int | str, ...]
    rulings: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    editions: tuple[Edition, ...] = ()
    note: str = ""

    @property
    def default(self) -> bool | int | str:
        return self.values[0]

    def __str__(self) -> str:
        """As the book writes it: `dodge_thrown: false | true`."""
        values = (str(value).lower() for value in self.values)
        return f"{self.key}: {' | '.join(values)}"


class Example(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A worked example: a case with known dice and a known end."""

    id: str
    book: Book
    rules: tuple[str, ...]
    case: dict[str, Any]
    edition: Edition | None = None
    topic: str = ""
    printed: bool = False
    """Restated from a rulebook; the others are derived from the rules and rulings."""
    slip: bool = False
    """The rulebook contradicts itself here; the note says how."""
    filled_in: str = ""
    note: str = ""

    @property
    def headline(self) -> str:
        return self.topic or f"derived from {', '.join(self.rules)}"

    @property
    def place(self) -> str:
        edition = f", {self.edition}" if self.edition else ""
        return f"{BOOKS[self.book]}, examples{edition}"

    @property
    def whole(self) -> str:
        return "\n".join((self.topic, *self.rules, self.note))


class Term(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A word of the game and what it means there."""

    term: str
    meaning: str
    book: Book


Entry: TypeAlias = Rule | Ruling | Example


def editions_of(entry: Entry) -> tuple[Edition, ...]:
    """The editions that an entry serves; a ruling serves whichever has its question."""
    if isinstance(entry, Rule):
        return entry.editions
    if isinstance(entry, Example):
        return (entry.edition,) if entry.edition else ()
    return tuple(TAGS) if entry.book == "legends" else ()


def natural(id: str) -> tuple[str, int]:
    """The area of an ID and its number there, the key that sorts STR-2 before STR-10.

    >>> natural("EX-TS-9")
    ('EX-TS-', 9)
    """
    found = re.fullmatch(r"(.*?)(\d+)", id)
    return (found[1], int(found[2])) if found else (id, 0)


def plain(text: str) -> str:
    """A text without the marks of emphasis and code."""
    return re.sub(r"\*(\w(?:[^*]*\w)?)\*|`([^`]+)`", r"\1\2", text)


def first_sentence(text: str) -> str:
    """The first sentence of a text, without a pointer or colon at its end."""
    sentence = re.split(r"(?<=\.)(?<!e\.g\.) |\n", plain(text), maxsplit=1)[0]
    return re.sub(r"( \(?→ [^)]*\))?[.:]$", "", sentence)
