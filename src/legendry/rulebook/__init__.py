"""The rulebook: every rule, ruling, table option and worked example by its ID.

The words are ours; the files beside this one hold them, a folder a book. What reads them: the
ledger's explanations, `legendry rule`, the page of rules and proofs (`tools/rules.py`).

>>> rule("STR-4").in_edition("time-and-space").splitlines()[-1]
'counterattack, or tackle the attacker.'
>>> ruling("RUL-34").option, option("dodge_thrown").default
('dodge_thrown', False)
"""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from .entries import (
    BOOKS,
    TAGS,
    Book,
    Edition,
    Entry,
    Example,
    Option,
    Passage,
    Rule,
    Ruling,
    Term,
    editions_of,
    natural,
    plain,
)
from .reading import Rulebook, RulebookError, read

__all__ = [
    "BOOKS",
    "TAGS",
    "Book",
    "Edition",
    "Entry",
    "Example",
    "Option",
    "Passage",
    "Rule",
    "RulebookError",
    "Ruling",
    "Term",
    "UnknownId",
    "editions_of",
    "examples",
    "examples_of",
    "find",
    "glossary",
    "natural",
    "nearest",
    "option",
    "options",
    "plain",
    "rule",
    "rules",
    "rules_settled_by",
    "ruling",
    "rulings",
    "search",
]


class UnknownId(KeyError):
    """There is no such ID; `nearest` are those that may have been meant."""

    def __init__(self, id: str, nearest: Sequence[str]) -> None:
        super().__init__(id)
        self.id = id
        self.nearest = tuple(nearest)

    def __str__(self) -> str:
        meant = f"; the nearest are {', '.join(self.nearest)}" if self.nearest else ""
        return f"{self.id} is not in the rulebook{meant}"


@cache
def _books() -> Rulebook:
    return read(files(__name__))


def rules() -> list[Rule]:
    """Every rule: by book and chapter, and by number within."""
    return list(_books().rules.values())


def rulings() -> list[Ruling]:
    """Every ruling, by number."""
    return sorted(_books().rulings.values(), key=lambda ruling: natural(ruling.id))


def options() -> list[Option]:
    """Every table option, in the order of the book."""
    return list(_books().options.values())


def examples() -> list[Example]:
    """Every worked example, in the order of the book."""
    return list(_books().examples.values())


def glossary() -> list[Term]:
    """The words of both games."""
    return list(_books().glossary)


def rule(id: str) -> Rule:
    """The rule with that ID, in whatever case it is written; `UnknownId` if there is none."""
    found = find(id)
    if not isinstance(found, Rule):
        raise UnknownId(id, _nearest(id, list(_books().rules)))
    return found


def ruling(id: str) -> Ruling:
    """The ruling with that ID; `UnknownId` if there is none."""
    found = find(id)
    if not isinstance(found, Ruling):
        raise UnknownId(id, _nearest(id, list(_books().rulings)))
    return found


def option(key: str) -> Option:
    """The table option with that key; `UnknownId` if there is none."""
    try:
        return _books().options[key]
    except KeyError:
        raise UnknownId(key, _alike(key, list(_books().options))) from None


def find(id: str) -> Entry:
    """The rule, ruling or example with that ID; `UnknownId` if there is none."""
    books = _books()
    key = id.strip().upper()
    found = books.rules.get(key) or books.rulings.get(key) or books.examples.get(key)
    if found is None:
        raise UnknownId(id, nearest(key))
    return found


def nearest(id: str) -> list[str]:
    """The rules, rulings or examples that an ID looks most like."""
    return _nearest(id, [entry.id for entry in _books().entries()])


def search(words: str) -> list[Entry]:
    """All entries in which each of the words begins some word, those that name it first."""
    patterns = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in words.split()]
    named, said = [], []
    for entry in _books().entries():
        name = plain(f"{entry.id} {entry.headline}")
        if patterns and all(pattern.search(name) for pattern in patterns):
            named.append(entry)
        elif patterns:
            text = plain(f"{name} {entry.whole}")
            if all(pattern.search(text) for pattern in patterns):
                said.append(entry)
    return [*named, *said]


def rules_settled_by(ruling: Ruling) -> list[Rule]:
    """The rules that point at a ruling."""
    return [rule for rule in rules() if ruling.id in rule.see]


def examples_of(entry: Rule | Ruling) -> list[Example]:
    """The worked examples that cite a rule or ruling."""
    return [example for example in examples() if entry.id in example.rules]


def _nearest(id: str, ids: list[str], most: int = 3) -> list[str]:
    """The IDs of the area that looks most like this one's, those with the nearest numbers."""
    area, number = natural(id.upper())
    areas = _alike(area, list(dict.fromkeys(natural(other)[0] for other in ids)), most=1)
    there = [other for other in ids if natural(other)[0] in areas]
    near = sorted(there, key=lambda other: (abs(natural(other)[1] - number), natural(other)))
    return sorted(near[:most], key=natural)


def _alike(name: str, names: list[str], most: int = 3) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(name, names, n=most)
