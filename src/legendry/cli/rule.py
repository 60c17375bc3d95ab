"""`legendry rule`: what a rule says, how its open questions are settled, and examples of it."""

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

import click
import msgspec

from legendry import rulebook
from legendry.rulebook import (
    TAGS,
    Entry,
    Example,
    Option,
    Passage,
    Rule,
    Ruling,
    UnknownId,
    editions_of,
)
from legendry.rulebook.markup import Grid, Mark, blocks, case_rows, spans

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

    Rows: TypeAlias = list[tuple[str, RenderableType]]

_WIDEST = 100
"""Longer lines than these are hard to read, however wide the terminal is."""


class NotFound(click.ClickException):
    """Said in one sentence, with the exit code of a wrong call."""

    exit_code = 2


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="ID | WORDS")
@click.option("--edition", type=click.Choice(list(TAGS)), help="Only what holds in this edition.")
@click.option("--json", "as_json", is_flag=True, help="Answer programs, in JSON.")
def rule(words: tuple[str, ...], edition: str | None, as_json: bool) -> None:
    """Show a rule, a ruling or an example by its ID, or find those that speak of something.

    An ID is written as in the book, such as STR-4, RUL-57 or EX-TS-9; any other WORDS are looked
    for in all of it.
    """
    try:
        found = rulebook.find(spelt(" ".join(words)))
    except UnknownId as unknown:
        matches = [
            match
            for match in rulebook.search(" ".join(words))
            if edition in (None, *editions_of(match))
        ]
        if not matches:
            raise NotFound(_no_such(unknown, edition)) from None
        if as_json:
            click.echo(json.dumps([_row(match) for match in matches], ensure_ascii=False))
        else:
            _list(matches)
        return
    if edition not in (None, *editions_of(found)):
        raise NotFound(_not_in(found, edition))
    if as_json:
        data = _data(found)
        if edition and isinstance(found, Rule):
            data["in_edition"] = found.in_edition(edition)
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        _show(found, edition)


def spelt(text: str) -> str:
    """A text as the book writes the ID that it is, if it is one: `str4` and `STR-04` are STR-4."""
    books = (rulebook.rules(), rulebook.rulings(), rulebook.examples())
    known = (entry.id for book in books for entry in book)
    return next((id for id in known if _same(id) == _same(text)), text)


def _same(id: str) -> str:
    """An ID without hyphens, spaces and leading zeros."""
    return re.sub(r"[\s-]|(?<!\d)0+(?=\d)", "", id.upper())


def _no_such(unknown: UnknownId, edition: str | None) -> str:
    if edition and rulebook.search(unknown.id):
        return f"Nothing in {edition} speaks of {unknown.id!r}."
    if re.fullmatch(r"[A-Za-z-]+-D?\d+", unknown.id) and unknown.nearest:
        return f"{unknown}."
    return f"Nothing in the rulebook speaks of {unknown.id!r}."


def _not_in(entry: Entry, edition: str | None) -> str:
    editions = editions_of(entry)
    if not editions:
        return f"{entry.id} belongs to Legendary Dragon, which has no editions."
    return f"{entry.id} is not in {edition}, only in {' and '.join(editions)}."


def _row(entry: Entry) -> dict[str, str]:
    kind = type(entry).__name__.lower()
    return {"id": entry.id, "kind": kind, "headline": entry.headline, "place": entry.place}


def _data(entry: Entry) -> dict[str, Any]:
    """An entry as JSON has it, with what belongs to it."""
    data: dict[str, Any] = {"kind": type(entry).__name__.lower(), **msgspec.to_builtins(entry)}
    if isinstance(entry, Rule):
        data["rulings"] = [_data(rulebook.ruling(id)) for id in entry.see]
    if isinstance(entry, Ruling):
        option = rulebook.option(entry.option) if entry.option else None
        data["option"] = msgspec.to_builtins(option)
        data["settles"] = [rule.id for rule in rulebook.rules_settled_by(entry)]
    if not isinstance(entry, Example):
        data["examples"] = [example.id for example in rulebook.examples_of(entry)]
    return data


@contextmanager
def _page() -> "Iterator[Console]":
    """A console to print on; what was printed comes out at the end, without trailing blanks."""
    from rich.console import Console

    console = Console(highlight=False)
    console.width = min(console.width, _WIDEST)
    with console.capture() as printed:
        yield console
    for line in printed.get().splitlines():
        click.echo(line.rstrip())


def _list(entries: list[Entry]) -> None:
    """One line an entry; headlines that are too long end in dots."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(no_wrap=True, min_width=max(len(entry.id) for entry in entries))
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=2)
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    for entry in entries:
        headline = Text(rulebook.plain(entry.headline))
        table.add_row(Text(entry.id, "bold"), headline, Text(entry.place, "dim"))
    with _page() as page:
        page.print(table)


def _show(entry: Entry, edition: str | None) -> None:
    with _page() as page:
        _heading(page, entry)
        if isinstance(entry, Rule):
            _show_rule(page, entry, edition)
        elif isinstance(entry, Ruling):
            _show_ruling(page, entry, edition)
        else:
            _show_example(page, entry)


def _heading(page: "Console", entry: Entry) -> None:
    from rich.text import Text

    title = f"  {entry.title}" if not isinstance(entry, Example) and entry.title else ""
    page.print(Text.assemble((entry.id, "bold"), (title, "bold")))
    page.print(Text(entry.place, "dim"))


def _show_rule(page: "Console", rule: Rule, edition: str | None) -> None:
    from rich.text import Text

    if rule.editions and len(rule.editions) < len(TAGS):
        page.print(Text(f"only in {', '.join(rule.editions)}", "dim"))
    page.print()
    if rule.facts:
        facts = [Text.assemble((name, "bold"), f" {fact}") for name, fact in rule.facts.items()]
        page.print(Text(" · ").join(facts))
    for block in _blocks(rule.text):
        page.print(block)
    _print_rows(page, _passages(rule.passages, edition))
    if rule.note:
        page.print()
        for block in _blocks(rule.note):
            page.print(block, style="dim")
    for id in rule.see:
        ruling = rulebook.ruling(id)
        page.print()
        page.print(Text(f"{ruling.id}  {ruling.title}", "bold"))
        _print_rows(page, _settled(ruling, edition))
    _print_examples(page, rule, edition)


def _show_ruling(page: "Console", ruling: Ruling, edition: str | None) -> None:
    page.print()
    rows = _settled(ruling, edition)
    if settles := rulebook.rules_settled_by(ruling):
        rows.append(("Settles", _text(", ".join(rule.id for rule in settles))))
    _print_rows(page, rows)
    if ruling.note:
        page.print()
        page.print(_text(ruling.note), style="dim")
    _print_examples(page, ruling, edition)


def _show_example(page: "Console", example: Example) -> None:
    page.print()
    rows: Rows = [("Topic", _text(example.topic))] if example.topic else []
    rows.append(("Rules", _text(", ".join(example.rules))))
    rows += [(name, _text(line)) for name, line in case_rows(example.case)]
    if example.filled_in:
        rows.append(("Filled in", _text(example.filled_in)))
    if example.note:
        rows.append(("Slip" if example.slip else "Note", _text(example.note)))
    _print_rows(page, rows)


def _settled(ruling: Ruling, edition: str | None) -> "Rows":
    rows: Rows = [
        ("Question", _text(ruling.question)),
        ("Readings", _text(ruling.readings)),
        ("Default", _text(ruling.default)),
        *_passages(ruling.passages, edition),
    ]
    if ruling.option:
        rows.append(("Option", _option(rulebook.option(ruling.option))))
    return rows


def _option(option: Option) -> "Text":
    note = f" ({option.note.removesuffix('.')})" if option.note else ""
    return _text(f"`{option}`{note}")


def _passages(passages: Iterable[Passage], edition: str | None) -> "Rows":
    """What the editions say, each under its short name, or under none if only one is asked for."""
    from rich.console import Group

    rows: Rows = []
    for passage in passages:
        if edition in (None, *passage.editions):
            editions = [edition] if edition else passage.editions
            tags = ", ".join(tag for slug, tag in TAGS.items() if slug in editions)
            everyone = len(passage.editions) == len(TAGS)
            rows.append(("all" if everyone else tags, Group(*_blocks(passage.text))))
    return rows


def _print_rows(page: "Console", rows: "Rows") -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True, min_width=8)
    table.add_column()
    for name, what in rows:
        table.add_row(Text(f"  {name}", "cyan"), what)
    if rows:
        page.print(table)


def _print_examples(page: "Console", entry: Rule | Ruling, edition: str | None) -> None:
    from rich.text import Text

    examples = [
        example for example in rulebook.examples_of(entry) if edition in (None, example.edition)
    ]
    if examples:
        page.print()
        page.print(Text("Examples", "bold"))
        rows: Rows = []
        for example in examples:
            tag = f" ({TAGS[example.edition]})" if example.edition else ""
            rows.append((example.id, _text(f"{example.headline}{tag}")))
        _print_rows(page, rows)


def _blocks(text: str) -> "Iterator[RenderableType]":
    """The paragraphs, list items and tables of a text."""
    for block in blocks(text):
        yield _text(block) if isinstance(block, str) else _table(block)


def _table(grid: Grid) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name in grid.heading:
        table.add_column(_text(name))
    for row in grid.rows:
        table.add_row(*map(_text, row))
    return table


def _text(text: str) -> "Text":
    """A text with its emphasis and code in the terminal's own manner, and without the marks."""
    from rich.text import Text

    return Text.assemble(*((part, _STYLES[mark]) for mark, part in spans(text)))


_STYLES: dict[Mark, str] = {"": "", "emphasis": "italic", "code": "cyan"}
