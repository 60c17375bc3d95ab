"""A book as a picture of its paths: SVG on light paper, or Mermaid text.

What an instruction holds is told by its shape as well as by its colour: a fight is an octagon with
crossed blades, a check a hexagon with a die, an ending is round and has a tick, a cross or a ring,
what gives a plotword flies a pennant with the word.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from html import escape
from textwrap import wrap
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.adventures.book import (
    Battle,
    Book,
    Check,
    Choice,
    Condition,
    End,
    GoTo,
    Id,
    Instruction,
    Item,
    Knows,
    Link,
    Note,
    facts,
)
from legendry.adventures.layers import Placed, Point, laid_out
from legendry.adventures.wording import Wording

Kind: TypeAlias = Literal["option", "pass", "fail", "victory", "defeat", "flight", "go"]
Sort: TypeAlias = Literal["page", "check", "fight", "good", "bad", "neutral"]

WIDTH, HEIGHT, EAR = 168.0, 46.0, 12.0
MARGIN = 40.0
TOP = 120.0
"""The room for the title and the legend."""
LINE = 22
"""The characters of a title on one line."""

STROKES: dict[Kind, tuple[str, str]] = {
    "option": ("#6b6256", ""),
    "go": ("#3c352b", ""),
    "pass": ("#2e6b3f", ""),
    "fail": ("#a33a2a", "5 4"),
    "victory": ("#2e6b3f", ""),
    "defeat": ("#a33a2a", "5 4"),
    "flight": ("#a8731a", "1.5 4"),
}
FILLS: dict[Sort, str] = {
    "page": "#fffdf7",
    "check": "#e3edf6",
    "fight": "#f7ddd3",
    "good": "#dcefd9",
    "bad": "#ddd6cf",
    "neutral": "#f3ecd2",
}
MERMAID: dict[Sort, tuple[str, str]] = {
    "page": ("[", "]"),
    "check": ("{{", "}}"),
    "fight": ("[[", "]]"),
    "good": ("([", "])"),
    "bad": ("([", "])"),
    "neutral": ("([", "])"),
}
SIGNS: dict[Sort, str] = {
    "page": "", "check": "⚄ ", "fight": "⚔ ", "good": "✓ ", "bad": "✗ ", "neutral": "○ "
}  # fmt: skip


class Edge(Struct, frozen=True):
    """A way from one instruction to another."""

    source: Id
    target: Id
    kind: Kind
    text: str
    condition: Condition | None = None


def edges(book: Book) -> Iterator[Edge]:
    """Every way there is, in the order of the book; those to nowhere are left out."""
    for instruction in book.instructions.values():
        for item in instruction.items:
            for kind, link in ways(item):
                if link.target in book.instructions:
                    condition = item.condition
                    if isinstance(item.does, Choice):
                        condition = item.does.condition
                    yield Edge(instruction.id, link.target, kind, link.text, condition)


def ways(item: Item) -> Iterator[tuple[Kind, Link]]:
    """Where a line leads, and by what."""
    named: tuple[tuple[Kind, Link | None], ...] = ()
    match item.does:
        case GoTo(link=link):
            named = (("go", link),)
        case Check(passed=passed, failed=failed):
            named = (("pass", passed), ("fail", failed))
        case Battle() as battle:
            named = (
                ("victory", battle.victory),
                ("defeat", battle.defeat),
                ("flight", battle.flight),
            )
        case Choice(link=link, otherwise=otherwise):
            named = (("pass" if otherwise else "option", link), ("fail", otherwise))
    for kind, one in named:
        if one is not None:
            yield kind, one


def sort_of(instruction: Instruction) -> Sort:
    """What an instruction is drawn as: the gravest thing in its list."""
    does = [item.does for item in instruction.items]
    for one in does:
        if isinstance(one, End):
            return one.how
    if any(isinstance(one, Battle) for one in does):
        return "fight"
    if any(isinstance(one, Check) or (isinstance(one, Choice) and one.attempt) for one in does):
        return "check"
    return "page"


def plotwords(instruction: Instruction) -> list[str]:
    """The words that it gives."""
    notes = [item.does for item in instruction.items if isinstance(item.does, Note)]
    return [note.word for note in notes if not note.forget]


# -- SVG -----------------------------------------------------------------------------------------


def picture(book: Book) -> str:
    """The book as an SVG document."""
    nodes = [book.start, *(id for id in book.instructions if id != book.start)]
    nodes = [id for id in nodes if id in book.instructions]
    lines: dict[tuple[Id, Id], list[Edge]] = {}
    for edge in edges(book):
        lines.setdefault((edge.source, edge.target), []).append(edge)
    placed = laid_out(nodes, lines, dict.fromkeys(nodes, WIDTH))
    wide = max(placed.size[0] + 2 * MARGIN, 720.0)
    high = placed.size[1] + HEIGHT + TOP + 2 * MARGIN
    shift = (wide - placed.size[0]) / 2, TOP + MARGIN + HEIGHT / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}" '
        f'width="{wide:.0f}" height="{high:.0f}" role="img" '
        f'font-family="Georgia, \'Times New Roman\', serif" font-size="12">',
        f"<title>{_text(book.title)}</title>",
        f'<rect width="{wide:.0f}" height="{high:.0f}" fill="#faf6ea"/>',
        *_heads(),
        f'<text x="{MARGIN:.0f}" y="38" font-size="22" fill="#2b251c">{_text(book.title)}</text>',
        f'<text x="{MARGIN:.0f}" y="58" fill="#6b6256">{_text(book.author)} · '
        f"{len(nodes)} instructions</text>",
        *_legend(),
    ]
    wording = Wording(book.edition)
    for pair, some in lines.items():
        if pair[0] != pair[1]:
            parts.append(_line(placed, shift, pair, some, wording))
    for id in nodes:
        x, y = _moved(placed.nodes[id], shift)
        again = lines.get((id, id))
        parts.append(_node(book, book.instructions[id], x, y, again=bool(again)))
    return "\n".join([*parts, "</svg>\n"])


def _line(
    placed: Placed, shift: Point, pair: tuple[Id, Id], some: Sequence[Edge], wording: Wording
) -> str:
    """A line through its bends, with what it asks for and a tip that says it all."""
    back = pair in placed.back
    sign = -1 if back else 1
    start, end = (_moved(placed.nodes[id], shift) for id in pair)
    half = HEIGHT / 2
    bends = [_moved(bend, shift) for bend in placed.bends[pair]]
    points = [(start[0], start[1] + sign * half), *bends, (end[0], end[1] - sign * (half + 4))]
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        middle = (ay + by) / 2
        path += f"C{ax:.1f} {middle:.1f} {bx:.1f} {middle:.1f} {bx:.1f} {by:.1f}"
    kind = some[0].kind
    colour, dashes = STROKES[kind]
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    thick = 2.2 if kind in ("victory", "defeat") else 1.4
    tip = "; ".join(dict.fromkeys(_said(edge, wording) for edge in some))
    line = (
        f'<g><title>{_text(tip)}</title><path d="{path}" fill="none" stroke="{colour}" '
        f'stroke-width="{thick}"{dash} marker-end="url(#head-{kind})"/>'
    )
    words = dict.fromkeys(
        fact.word for edge in some for fact in facts(edge.condition) if isinstance(fact, Knows)
    )
    asked = ", ".join(words) or ("if …" if any(edge.condition for edge in some) else "")
    if asked:
        (ax, ay), (bx, by) = points[0], points[1]
        x, y = ax + (bx - ax) * 0.3, ay + (by - ay) * 0.36
        line += (
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="9" text-anchor="middle" fill="#5a3d7a" '
            f'stroke="#faf6ea" stroke-width="3" paint-order="stroke">◆ {_text(asked)}</text>'
        )
    return line + "</g>"


def _said(edge: Edge, wording: Wording) -> str:
    under = f" (if {wording.condition(edge.condition)})" if edge.condition else ""
    kind = "" if edge.kind in ("option", "go") else f"{edge.kind}: "
    return f"{kind}{edge.text}{under}"


def _node(book: Book, one: Instruction, x: float, y: float, *, again: bool) -> str:
    sort = sort_of(one)
    first = one.id == book.start
    tip = f"{one.title} (#{one.id}, {one.file}:{one.line})"
    parts = [f"<g><title>{_text(tip)}</title>", _outline(sort, x, y, 2.6 if first else 1.3)]
    middle = x if sort == "page" else x + 9
    rows = wrap(one.title, LINE)[:2] or [one.id]
    if len(wrap(one.title, LINE)) > 2:
        rows[1] = rows[1][: LINE - 1] + "…"
    for number, row in enumerate(rows):
        down = y + 4 + (number - (len(rows) - 1) / 2) * 14
        parts.append(
            f'<text x="{middle:.1f}" y="{down:.1f}" text-anchor="middle" fill="#2b251c">'
            f"{_text(row)}</text>"
        )
    if first:
        left, top = x - WIDTH / 2, y - HEIGHT / 2
        parts.append(f'<path d="M{left - 16:.1f} {top:.1f}l10 6l-10 6z" fill="#2b251c"/>')
    if again:
        right = x + WIDTH / 2
        parts.append(
            f'<path d="M{right:.1f} {y - 8:.1f}c18 0 18 16 2 16" fill="none" stroke="#6b6256" '
            'stroke-width="1.4" marker-end="url(#head-option)"/>'
        )
    if words := plotwords(one):
        parts.append(_pennant(x, y + HEIGHT / 2, ", ".join(words)))
    return "".join([*parts, _icon(sort, x - WIDTH / 2 + 14, y), "</g>"])


def _outline(sort: Sort, x: float, y: float, thick: float) -> str:
    """The shape of an instruction."""
    w, h = WIDTH / 2, HEIGHT / 2
    style = f'fill="{FILLS[sort]}" stroke="#4a4236" stroke-width="{thick}"'
    if sort in ("good", "bad", "neutral"):
        inner = _box(x, y, w - 3, h - 3, h - 3, 'fill="none" stroke="#4a4236"')
        return _box(x, y, w, h, h, style) + inner
    if sort == "page":
        return _box(x, y, w, h, 6, style)
    if sort == "check":
        corners = [(-w, 0), (-w + EAR, -h), (w - EAR, -h), (w, 0), (w - EAR, h), (-w + EAR, h)]
    else:
        e = EAR
        corners = [
            (-w, -h + e), (-w + e, -h), (w - e, -h), (w, -h + e),
            (w, h - e), (w - e, h), (-w + e, h), (-w, h - e),
        ]  # fmt: skip
    points = " ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in corners)
    return f'<polygon points="{points}" {style}/>'


def _box(x: float, y: float, w: float, h: float, round: float, style: str) -> str:
    return (
        f'<rect x="{x - w:.1f}" y="{y - h:.1f}" width="{2 * w:.0f}" height="{2 * h:.0f}" '
        f'rx="{round:.0f}" {style}/>'
    )


def _icon(sort: Sort, x: float, y: float) -> str:
    """A small sign at the left of the shape, for those who do not see its colour."""
    line = 'fill="none" stroke="#4a4236" stroke-width="1.6"'
    match sort:
        case "fight":
            return f'<path d="M{x - 5:.1f} {y - 6:.1f}l10 12m0 -12l-10 12" {line}/>'
        case "check":
            dots = "".join(
                f'<circle cx="{x + a}" cy="{y + a:.1f}" r="1.1" fill="#4a4236"/>'
                for a in (-3, 0, 3)
            )
            return f'<rect x="{x - 6:.1f}" y="{y - 6:.1f}" width="12" height="12" rx="2" {line}/>{dots}'
        case "good":
            return f'<path d="M{x - 4:.1f} {y:.1f}l4 5l7 -10" {line}/>'
        case "bad":
            return f'<path d="M{x - 4:.1f} {y - 5:.1f}l9 10m0 -10l-9 10" {line}/>'
        case "neutral":
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" {line}/>'
    return ""


def _pennant(x: float, y: float, words: str) -> str:
    text = words if len(words) <= 26 else f"{words[:25]}…"
    wide = 7.0 * len(text) + 16
    return (
        f'<path d="M{x - wide / 2:.1f} {y - 2:.1f}h{wide:.1f}l-6 7l6 7h-{wide:.1f}z" '
        f'fill="#efe6f7" stroke="#5a3d7a"/>'
        f'<text x="{x - 3:.1f}" y="{y + 8:.1f}" font-size="9" text-anchor="middle" '
        f'fill="#3d2757">{_text(text)}</text>'
    )


def _heads() -> Iterator[str]:
    yield "<defs>"
    for kind, (colour, _) in STROKES.items():
        yield (
            f'<marker id="head-{kind}" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="8" '
            f'markerHeight="8" markerUnits="userSpaceOnUse" orient="auto">'
            f'<path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>'
        )
    yield "</defs>"


def _legend() -> Iterator[str]:
    """What the shapes and lines mean."""
    names: dict[Sort, str] = {"check": "check", "fight": "fight", "good": "good end"}
    names |= {"bad": "bad end", "neutral": "other end"}
    x = MARGIN
    for sort, name in names.items():
        yield (
            f'<g transform="translate({x:.0f} 82) scale(.5)">'
            f"{_outline(sort, WIDTH / 2, 0, 1.6)}{_icon(sort, WIDTH / 2, 0)}</g>"
            f'<text x="{x + 84:.0f}" y="86" font-size="11" fill="#2b251c">{name}</text>'
        )
        x += 152
    x = MARGIN
    for kind, (colour, dashes) in STROKES.items():
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        yield (
            f'<path d="M{x:.0f} 112h34" stroke="{colour}" stroke-width="1.8"{dash} '
            f'marker-end="url(#head-{kind})"/>'
            f'<text x="{x + 42:.0f}" y="116" font-size="11" fill="#2b251c">{kind}</text>'
        )
        x += 92


def _moved(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]


def _text(text: str) -> str:
    """Text fit for XML: escaped, and without the characters that XML has not."""
    return escape("".join(char if char.isprintable() else " " for char in text))


# -- Mermaid -------------------------------------------------------------------------------------


def mermaid(book: Book) -> str:
    """The book as Mermaid text, which many code hosts draw."""
    names = {id: f"n{number}" for number, id in enumerate(book.instructions)}
    lines = ["flowchart TD"]
    for id, one in book.instructions.items():
        sort = sort_of(one)
        left, right = MERMAID[sort]
        words = "".join(f"<br/>⚑ {word}" for word in map(_quoted, plotwords(one)))
        lines.append(
            f'  {names[id]}{left}"{SIGNS[sort]}{_quoted(one.title)}{words}"{right}:::{sort}'
        )
    wording = Wording(book.edition)
    for edge in edges(book):
        arrow = "-.->" if edge.kind in ("fail", "defeat", "flight") else "-->"
        said: str = edge.kind if edge.kind not in ("option", "go") else ""
        if edge.condition:
            said = f"{said} if {wording.condition(edge.condition)}".strip()
        label = f'|"{_quoted(said)}"|' if said else ""
        lines.append(f"  {names[edge.source]} {arrow}{label} {names[edge.target]}")
    for sort, fill in FILLS.items():
        lines.append(f"  classDef {sort} fill:{fill},stroke:#4a4236,color:#2b251c")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Text between quotes in Mermaid: what could end them or begin a tag as an entity."""
    clean = "".join(char if char.isprintable() else " " for char in text)
    return "".join(char if char not in '"<>&#`\\' else f"#{ord(char)};" for char in clean)
