"""What a printed adventure shows beside its text: maps drawn as hexes, foes and craft with figures."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import sqrt

from legendry.adventures.book import Battle, Book
from legendry.hexes import Board, Hex
from legendry.legends.boards import board_named
from legendry.legends.character import Character
from legendry.legends.craft.craft import Craft
from legendry.legends.craft.hangar import hangar
from legendry.legends.roster import foes, roster
from legendry.legends.sheet import sheet_of

SIDE = 13.0
"""Of a hex on paper."""
FIGURES = ("Foe", "ST", "DX", "IQ", "MA", "Armor", "Weapons", "Skills and spells")
HULLS = ("Craft", "Build")


def board_of(book: Book, battle: Battle) -> Board:
    """The map of a fight: the book's own, or one of ours."""
    return book.boards.get(battle.board) or board_named(battle.board)


def rows(book: Book, battle: Battle) -> Iterator[tuple[str, ...]]:
    """The figures of those who are fought, a row for each kind."""
    people = {**roster(book.edition), **foes(book.edition), **book.foes}
    ships = {**hangar(book.edition), **book.craft}
    for count, id in battle.foes:
        row = figures(people[id]) if battle.game == "fight" else hull(ships[id])
        yield (f"{count} × {row[0]}" if count > 1 else row[0], *row[1:])
    for count, id in battle.allies:
        ally = figures(people[id])
        name = f"{count} × {ally[0]}" if count > 1 else ally[0]
        yield (f"beside you: {name}", *ally[1:])
    if battle.game == "dogfight":
        name, build = hull(ships[battle.craft])
        yield f"yours: {name}", build


def figures(character: Character) -> tuple[str, ...]:
    """Somebody on a line: what a table needs to play him."""
    sheet = sheet_of(character)
    arms = [
        f"{one.name} {'/'.join(mode.damage for mode in one.modes)}"
        + (f" (level {one.level})" if one.level else "")
        for one in sheet.weapons
    ]
    knows = [f"{one.name} {one.level}" for one in sheet.skills]
    knows += [one.name for one in sheet.spells]
    return (
        sheet.name,
        *(str(figure.total) for figure in sheet.figures),
        ", ".join(arms) or "bare hands",
        ", ".join(knows) or "–",
    )


def hull(craft: Craft) -> tuple[str, ...]:
    return craft.name, craft.notation


def table(book: Book, battle: Battle) -> str:
    """The figures as an HTML table."""
    heads = FIGURES if battle.game == "fight" else HULLS
    head = "".join(f"<th>{name}</th>" for name in heads)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows(book, battle)
    )
    return f'<table class="foes"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


# -- maps ----------------------------------------------------------------------------------------


def drawn(board: Board) -> str:
    """A board as SVG; even columns stand half a hex lower, every hex has its label in a tip."""
    high = SIDE * sqrt(3)
    middles = {hex: _middle(hex, high) for hex in board}
    left = min(x for x, _ in middles.values()) - SIDE - 2
    top = min(y for _, y in middles.values()) - high / 2 - 2
    wide = max(x for x, _ in middles.values()) + SIDE + 2 - left
    tall = max(y for _, y in middles.values()) + high / 2 + 2 - top
    signs = {tags: glyph for glyph, tags in board.legend.items() if glyph not in ".#"}
    cells = [
        _cell(hex, x - left, y - top, frozenset(board.tags(hex)), signs)
        for hex, (x, y) in middles.items()
    ]
    key = "; ".join(f"{glyph} {', '.join(sorted(tags))}" for tags, glyph in signs.items() if tags)
    name = escape(board.name)
    return (
        f'<figure class="map"><svg viewBox="0 0 {wide:.0f} {tall:.0f}" width="{wide:.0f}" '
        f'height="{tall:.0f}" role="img" aria-label="{name}">{"".join(cells)}</svg>'
        f"<figcaption>{name}{': ' if name and key else ''}{escape(key)}</figcaption></figure>"
    )


def _middle(hex: Hex, high: float) -> tuple[float, float]:
    return hex.column * 1.5 * SIDE, (hex.row + (0.5 if hex.column % 2 == 0 else 0)) * high


def tip(hex: Hex, tags: frozenset[str]) -> str:
    """What a hex is: `0405 wall`."""
    return " ".join([str(hex), *sorted(tags)])


def _cell(
    hex: Hex, x: float, y: float, tags: frozenset[str], signs: dict[frozenset[str], str]
) -> str:
    h = SIDE * sqrt(3) / 2
    half = SIDE / 2
    corners = [(SIDE, 0.0), (half, h), (-half, h), (-SIDE, 0.0), (-half, -h), (half, -h)]
    points = " ".join(f"{x + a:.1f},{y + b:.1f}" for a, b in corners)
    wall = "wall" in tags
    fill = "#4a4236" if wall else "#e6ddc6" if tags else "#fffdf7"
    label = "" if wall else signs.get(tags, "")
    sign = (
        f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" font-size="11">'
        f"{escape(label)}</text>"
        if label
        else ""
    )
    return (
        f"<g><title>{escape(tip(hex, tags))}</title>"
        f'<polygon points="{points}" fill="{fill}" stroke="#8a7f6c"/>{sign}</g>'
    )
