"""The rulebook's pages: the contents, the search, and a page of its own for every ID.

A text becomes safe HTML here and nowhere else: everything is escaped, the few marks the rulebook
knows become elements, and an ID in a text becomes a link to its page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape
from msgspec import Struct

from legendry import rulebook
from legendry.rulebook import (
    BOOKS,
    TAGS,
    Edition,
    Entry,
    Example,
    Option,
    Passage,
    Rule,
    Ruling,
    UnknownId,
    editions_of,
    examples_of,
    plain,
    rules_settled_by,
)
from legendry.rulebook.markup import Grid, Mark, blocks, case_rows, spans
from legendry.web.api import Endpoint
from legendry.web.house import House

if TYPE_CHECKING:
    from starlette.requests import Request

LONGEST_ID = 40
LONGEST_QUERY = 200
MOST_WORDS = 10

_LIKE_ID = re.compile(r"[A-Za-z-]+ ?D?\d+")
_ID = re.compile(r"(?<![\w-])[A-Z]{2,4}(?:-[A-Z]{1,3})?-D?\d+(?![\w-])")


class Found(Struct, frozen=True):
    """A line of the contents or of what a search has found."""

    id: str
    kind: str
    headline: str
    place: str
    tags: tuple[str, ...]
    """The editions that have it, by their short names; none: it is not a matter of editions."""


# -- the API -----------------------------------------------------------------------------------


class Query(Struct, frozen=True):
    """What to look for."""

    q: str = ""


class Places(Struct, frozen=True):
    """What speaks of certain words; if nothing does, and they look like an ID, the nearest IDs."""

    found: list[Found]
    nearest: list[Found]


async def found_rules(house: House, visitor: str, query: Query) -> Places:
    """The entries of the rulebook that speak of these words, those that name them first."""
    return places(query.q)


API: tuple[Endpoint, ...] = (("GET", "/api/rules", found_rules),)


def places(words: str) -> Places:
    """What is said to a search, for a program and on the page."""
    found = [line(entry) for entry in searched(words)]
    missed = not found and _LIKE_ID.fullmatch(words.strip()[:LONGEST_ID])
    nearest = rulebook.nearest(missed[0]) if missed else ()
    return Places(found, [line(rulebook.find(id)) for id in nearest])


def searched(words: str) -> list[Entry]:
    """What a search finds, whatever was typed."""
    return rulebook.search(" ".join(words[:LONGEST_QUERY].split()[:MOST_WORDS]))


def line(entry: Entry) -> Found:
    """An entry on one line."""
    return Found(
        id=entry.id,
        kind=type(entry).__name__.lower(),
        headline=plain(entry.headline),
        place=entry.place,
        tags=() if isinstance(entry, Ruling) else tags(editions_of(entry)),
    )


def tags(editions: Iterable[Edition]) -> tuple[str, ...]:
    """Editions by their short names, in the order of the book."""
    there = set(editions)
    return tuple(tag for slug, tag in TAGS.items() if slug in there)


# -- texts as HTML -----------------------------------------------------------------------------

_ELEMENTS: dict[Mark, Markup] = {
    "": Markup("{}"),
    "emphasis": Markup("<em>{}</em>"),
    "code": Markup("<code>{}</code>"),
}


def html(text: str) -> Markup:
    """A text of the rulebook: paragraphs, lists and tables."""
    parts: list[Markup] = []
    for listed, group in groupby(blocks(text), key=_is_item):
        if listed:
            items = (inline(str(item)[2:]) for item in group)
            parts.append(_wrapped("ul", (_wrapped("li", [item]) for item in items)))
        else:
            parts += [
                _grid(block) if isinstance(block, Grid) else _wrapped("p", [inline(block)])
                for block in group
            ]
    return Markup("").join(parts)


def inline(text: str) -> Markup:
    """One line of it: emphasis, code, and links from IDs to their pages."""
    return Markup("").join(_ELEMENTS[mark].format(_linked(part)) for mark, part in spans(text))


def _is_item(block: str | Grid) -> bool:
    return isinstance(block, str) and block.startswith("- ")


def _grid(grid: Grid) -> Markup:
    head = _wrapped("tr", (_wrapped("th", [inline(name)]) for name in grid.heading))
    rows = (_wrapped("tr", (_wrapped("td", [inline(cell)]) for cell in row)) for row in grid.rows)
    table = _wrapped("table", (_wrapped("thead", [head]), _wrapped("tbody", rows)))
    # A wide table is scrolled sideways on a phone: with the keyboard, too.
    frame = '<div class="table-scroll" tabindex="0" role="region" aria-label="Table">{}</div>'
    return Markup(frame).format(table)


def _wrapped(element: str, parts: Iterable[Markup]) -> Markup:
    return Markup("<{0}>{1}</{0}>").format(Markup(element), Markup("").join(parts))


def _linked(text: str) -> Markup:
    """Text with its IDs as links; a text that is all the key of a table option is one as well."""
    if text in _option_keys():
        return _link(text)
    parts, end = [], 0
    for match in _ID.finditer(text):
        if match[0] in _ids():
            parts += [escape(text[end : match.start()]), _link(match[0])]
            end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


def _link(id: str) -> Markup:
    return Markup('<a href="/rules/{0}">{0}</a>').format(id)


@cache
def _ids() -> frozenset[str]:
    return frozenset(entry.id for entries in _in_order() for entry in entries)


def _in_order() -> tuple[Sequence[Entry], Sequence[Entry], Sequence[Entry]]:
    """Rules, rulings and examples."""
    return rulebook.rules(), rulebook.rulings(), rulebook.examples()


@cache
def _option_keys() -> frozenset[str]:
    return frozenset(option.key for option in rulebook.options())


# -- the contents ------------------------------------------------------------------------------


class Chapter(Struct, frozen=True):
    """A heading of the contents with the lines below it."""

    number: str
    title: str
    lines: tuple[Found, ...]


class Part(Struct, frozen=True):
    """A book: its chapters, and what stands at its end."""

    book: str
    title: str
    chapters: tuple[Chapter, ...]
    options: tuple[Option, ...]
    terms: tuple[tuple[str, Markup], ...]


@cache
def contents() -> tuple[Part, ...]:
    """Both books."""
    return tuple(
        Part(
            book=book,
            title=title,
            chapters=tuple(_chapters(book)),
            options=tuple(option for option in rulebook.options() if option.book == book),
            terms=tuple(
                (term.term, inline(term.meaning))
                for term in rulebook.glossary()
                if term.book == book
            ),
        )
        for book, title in BOOKS.items()
    )


def _chapters(book: str) -> Iterator[Chapter]:
    rules = (rule for rule in rulebook.rules() if rule.book == book)
    for (number, title), group in groupby(rules, key=lambda r: (r.chapter, r.chapter_title)):
        yield Chapter(str(number), title, tuple(map(line, group)))
    for title, entries in (("Rulings", rulebook.rulings()), ("Examples", rulebook.examples())):
        yield Chapter("", title, tuple(line(entry) for entry in entries if entry.book == book))


async def rules_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/rules`: the contents, or with `?q=` what speaks of that."""
    query = request.query_params.get("q", "")[:LONGEST_QUERY].strip()
    return {
        "query": query,
        "places": places(query),
        "parts": contents(),
        "names": edition_names(),
    }


@cache
def edition_names() -> dict[str, str]:
    """The editions' names by their tags: `AW` is `ancient-world`, as it is called in files."""
    return {tag: slug.replace("-", " ") for slug, tag in TAGS.items()}


# -- the page of an ID -------------------------------------------------------------------------


async def rule_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/rules/{id}`: a rule, ruling, example or table option; `status` 404 if there is none."""
    id = str(request.path_params["id"])
    try:
        return {"names": edition_names(), **_page(id)}
    except UnknownId as unknown:
        nearest = [line(rulebook.find(one)) for one in unknown.nearest]
        return {"status": 404, "kind": "none", "id": id[:LONGEST_ID], "nearest": nearest}


def _page(id: str) -> dict[str, Any]:
    if len(id) > LONGEST_ID:
        raise UnknownId(id, ())
    if id in _option_keys():
        return _option_page(rulebook.option(id))
    entry = rulebook.find(id)
    page: dict[str, Any] = {
        "kind": type(entry).__name__.lower(),
        "id": entry.id,
        "title": "" if isinstance(entry, Example) else entry.title,
        "line": line(entry),
        "book": entry.book,
        "mentions": mentions().get(entry.id, ()),
        **_neighbours(entry.id),
    }
    match entry:
        case Rule():
            page["rule"] = _rule(entry)
        case Ruling():
            page["ruling"] = _settled(entry)
            page["settles"] = settles = [line(rule) for rule in rules_settled_by(entry)]
            page["mentions"] = [line for line in page["mentions"] if line not in settles]
        case Example():
            page["example"] = _example(entry)
    if not isinstance(entry, Example):
        page["note"] = html(entry.note)
        page["examples"] = [
            {"line": line(example), **_example(example)} for example in examples_of(entry)
        ]
    return page


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "facts": rule.facts,
        "text": html(rule.text),
        "passages": _passages(rule.passages),
        "rulings": [_settled(rulebook.ruling(id)) for id in rule.see],
    }


def _settled(ruling: Ruling) -> dict[str, Any]:
    return {
        "id": ruling.id,
        "title": ruling.title,
        "question": html(ruling.question),
        "readings": html(ruling.readings),
        "default": html(ruling.default),
        "passages": _passages(ruling.passages),
        "option": rulebook.option(ruling.option) if ruling.option else None,
    }


def _passages(passages: Iterable[Passage]) -> list[tuple[tuple[str, ...], Markup]]:
    return [(tags(passage.editions), html(passage.text)) for passage in passages]


def _example(example: Example) -> dict[str, Any]:
    return {
        "topic": example.topic,
        "cites": [line(rulebook.find(id)) for id in example.rules],
        "case": [
            (name.replace("_", " "), inline(words)) for name, words in case_rows(example.case)
        ],
        "printed": example.printed,
        "slip": example.slip,
        "filled_in": example.filled_in,
        "note": html(example.note),
    }


def _option_page(option: Option) -> dict[str, Any]:
    return {
        "kind": "option",
        "id": option.key,
        "title": "",
        "book": option.book,
        "option": option,
        "note": html(option.note),
        "option_tags": tags(option.editions),
        "cites": [line(rulebook.find(id)) for id in (*option.rulings, *option.rules)],
    }


def _neighbours(id: str) -> dict[str, str]:
    """The entries before and after one, for reading on."""
    kinds = ([entry.id for entry in entries] for entries in _in_order())
    ids = next(ids for ids in kinds if id in ids)
    at = ids.index(id)
    return {
        "before": ids[at - 1] if at else "",
        "after": ids[at + 1] if at + 1 < len(ids) else "",
    }


@cache
def mentions() -> dict[str, tuple[Found, ...]]:
    """By ID, the rules and rulings whose words speak of it."""
    speaking: dict[str, list[Found]] = defaultdict(list)
    rules, rulings, _examples = _in_order()
    for entry in (*rules, *rulings):
        for id in dict.fromkeys(_ID.findall(entry.whole)):
            if id != entry.id:
                speaking[id].append(line(entry))
    return {id: tuple(lines) for id, lines in speaking.items()}


PAGES = [
    ("/rules", "rules.html", rules_context),
    ("/rules/{id}", "rule.html", rule_context),
]
