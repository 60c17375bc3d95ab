"""A character's sheet in the terminal: every number with the lines that it sums up."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from legendry.legends.character import Character
from legendry.legends.sheet import Sheet, SpellLine, sheet_of
from legendry.table import Ledger

if TYPE_CHECKING:
    from rich.table import Table


def sheet(character: Character) -> None:
    """Print the sheet."""
    from rich.console import Console

    console = Console(highlight=False)
    shown = sheet_of(character)
    console.print(f"{shown.name}  ({', '.join(shown.nature)})", style="bold", markup=False)
    if shown.blurb:
        console.print(shown.blurb, style="italic", markup=False)
    console.print(_figures(shown))
    console.print(_weapons(shown))
    for title, table in (("armor", _armor(shown)), ("skills", _skills(shown))):
        if table.row_count:
            console.print(f"[dim]{title}[/dim]")
            console.print(table)
    if shown.spells:
        console.print(_spells(shown))
    for line in shown.noted:
        console.print(line, markup=False)


def _figures(sheet: Sheet) -> Table:
    """Attributes, movement and protection, each with its ledger."""
    table = _grid(justify=("left", "right", "left"))
    for ledger in sheet.figures:
        table.add_row(ledger.title, f"[bold]{ledger.total}[/bold]", _reasons(ledger))
    return table


def _reasons(ledger: Ledger) -> str:
    """What a number is made of, where it is made of anything."""
    plain = len(ledger.lines) < 2 and not any(line.rule for line in ledger.lines)
    return "" if plain else str(ledger).partition(" = ")[2]


def _weapons(sheet: Sheet) -> Table:
    """What he fights with, what each does, and what his skill adds."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("weapon", "damage", "use", "skill", "notes"):
        table.add_column(heading, no_wrap=heading == "weapon")
    for weapon in sheet.weapons:
        for number, mode in enumerate(weapon.modes):
            first = number == 0
            copies = f" ×{weapon.count}" if weapon.count > 1 else ""
            table.add_row(
                f"{weapon.name}{copies}" if first else f"  {mode.id}",
                mode.damage,
                mode.uses,
                f"+{weapon.level} {weapon.skill}" if weapon.level and first else "",
                ", ".join(weapon.notes) if first else "",
            )
    return table


def _armor(sheet: Sheet) -> Table:
    table = _grid(justify=("left", "left"))
    for piece in sheet.armor:
        table.add_row(
            f"{piece.name} {piece.protection}/{piece.restriction}", ", ".join(piece.notes)
        )
    return table


def _skills(sheet: Sheet) -> Table:
    table = _grid(justify=("left", "right", "left", "left"))
    for skill in sheet.skills:
        table.add_row(skill.name, str(skill.level), skill.check, skill.effect)
    return table


def _spells(sheet: Sheet) -> Table:
    """What he can cast, school by school."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("spell", "IQ", "cost", "kind", "lasts", "at", "what it does"):
        wraps = heading in ("cost", "what it does")
        table.add_column(heading, justify="right" if heading == "IQ" else "left", no_wrap=not wraps)
    table.columns[2].max_width = 9
    for school, members in groupby(sheet.spells, key=lambda spell: spell.school):
        table.add_section()
        table.add_row(school, style="dim")
        for spell in members:
            table.add_row(*_spell(spell))
    return table


def _spell(spell: SpellLine) -> tuple[str, ...]:
    words = f"{spell.words} ({spell.note})" if spell.note else spell.words
    return (spell.name, str(spell.iq), spell.cost, spell.kind, spell.lasts, spell.at, words)


def _grid(*, justify: tuple[str, ...]) -> Table:
    from rich.table import Table

    table = Table.grid(padding=(0, 2, 0, 0))
    for side in justify:
        table.add_column(justify="right" if side == "right" else "left")
    return table
