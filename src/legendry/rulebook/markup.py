"""How the texts of the rulebook are marked up: paragraphs, list items, tables, emphasis, code.

Whoever shows a text, on a page or in a terminal, takes it apart here.
"""

import re
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from msgspec import Struct

Mark: TypeAlias = Literal["", "emphasis", "code"]

_MARKED = re.compile(r"(\*\w(?:[^*]*\w)?\*|`[^`]+`)")


class Grid(Struct, frozen=True):
    """A table."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def blocks(text: str) -> Iterator[str | Grid]:
    """The paragraphs, list items (which begin with `- `) and tables of a text."""
    rows: list[tuple[str, ...]] = []
    for line in [*filter(None, text.split("\n")), ""]:
        if line.startswith("|"):
            rows.append(tuple(cell.strip() for cell in line.strip("|").split("|")))
            continue
        if rows:
            heading, _rule, *body = rows
            yield Grid(heading, tuple(body))
            rows = []
        if line:
            yield line


def spans(text: str) -> Iterator[tuple[Mark, str]]:
    """The parts of a line, each with how it is marked.

    >>> list(spans("*adjacent* hexes"))
    [('emphasis', 'adjacent'), ('', ' hexes')]
    """
    for number, part in enumerate(_MARKED.split(text)):
        if number % 2:
            yield "code" if part.startswith("`") else "emphasis", part[1:-1]
        elif part:
            yield "", part


def flow(value: Any) -> str:
    """A value of an example's case on one line: `Ajax: {DX: 11}, Hector: {}`."""
    match value:
        case dict():
            return ", ".join(f"{name}: {_inner(item)}" for name, item in value.items())
        case list():
            return ", ".join(map(_inner, value))
        case bool():
            return "yes" if value else "no"
    return str(value)


def case_rows(case: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """An example's case as lines with a name; a list of tables has a line for each."""
    for name, value in case.items():
        if isinstance(value, list) and any(isinstance(item, dict) for item in value):
            for number, item in enumerate(value):
                yield "" if number else name, flow(item)
        else:
            yield name, flow(value)


def _inner(value: Any) -> str:
    match value:
        case dict():
            return f"{{{flow(value)}}}"
        case list():
            return f"[{flow(value)}]"
    return flow(value)
