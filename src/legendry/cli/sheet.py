"""A character's sheet in the terminal: every number with the lines that it sums up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from legendry.cli.show import armor_notes, mode_uses, skill_check, weapon_notes
from legendry.legends.character import (
    Character,
    effective,
    movement,
    protection,
    ready_at_start,
    usable_weapons,
)
from legendry.legends.edition import Edition, edition
from legendry.legends.prices import skill_of
from legendry.table import Ledger

if TYPE_CHECKING:
    from rich.table import Table

_STATE = ("damage", "fatigue", "xp", "karma", "wishes", "curses", "spent_xp")


def sheet(character: Character) -> None:
    """Print the sheet."""
    from rich.console import Console

    console = Console(highlight=False)
    rules = edition(character.edition)
    nature = ", ".join((rules.title, *_nature(character)))
    console.print(f"{character.name}  ({nature})", style="bold", markup=False)
    if character.blurb:
        console.print(character.blurb, style="italic", markup=False)
    console.print(_figures(character))
    console.print(_weapons(character))
    for title, table in (
        ("armor", _armor(character, rules)),
        ("skills", _skills(character, rules)),
    ):
        if table.row_count:
            console.print(f"[dim]{title}[/dim]")
            console.print(table)
    for line in _rest(character):
        console.print(line, markup=False)


def _nature(character: Character) -> Iterator[str]:
    yield character.kind
    if character.magic:
        yield "magic user"
    if character.hexes > 1:
        yield f"{character.hexes} hexes"
    for trait in ("small", "flying"):
        if getattr(character, trait):
            yield trait


def _figures(character: Character) -> Table:
    """Attributes, movement and protection, each with its ledger."""
    table = _grid(justify=("left", "right", "left"))
    for ledger in (
        *(effective(character, attribute) for attribute in ("ST", "DX", "IQ")),
        movement(character),
        protection(character),
    ):
        table.add_row(ledger.title, f"[bold]{ledger.total}[/bold]", _reasons(ledger))
    return table


def _reasons(ledger: Ledger) -> str:
    """What a number is made of, where it is made of anything."""
    plain = len(ledger.lines) < 2 and not any(line.rule for line in ledger.lines)
    return "" if plain else str(ledger).partition(" = ")[2]


def _weapons(character: Character) -> Table:
    """What he fights with, what each does, and what his skill adds."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in ("weapon", "damage", "use", "skill", "notes"):
        table.add_column(heading, no_wrap=heading == "weapon")
    ready = ready_at_start(character)
    for weapon in usable_weapons(character):
        level = character.skills.get(weapon.skill, 0)
        count = character.weapons.count(weapon.id)
        notes = [*weapon_notes(weapon), *(["in hand"] if weapon.id in ready else [])]
        for number, mode in enumerate(weapon.modes):
            first = number == 0
            table.add_row(
                (weapon.name + (f" ×{count}" if count > 1 else "")) if first else f"  {mode.id}",
                str(mode.damage),
                mode_uses(mode),
                f"+{level} {weapon.skill}" if level and first else "",
                ", ".join(notes) if first else "",
            )
    return table


def _armor(character: Character, rules: Edition) -> Table:
    table = _grid(justify=("left", "left"))
    ready = ready_at_start(character)
    for id in character.armor:
        piece = rules.armor[id]
        state = [] if piece.slot != "shield" else ["ready" if id in ready else "slung"]
        table.add_row(
            f"{piece.name} {piece.protection}/{piece.restriction}",
            ", ".join((*state, *armor_notes(piece))),
        )
    return table


def _skills(character: Character, rules: Edition) -> Table:
    table = _grid(justify=("left", "right", "left", "left"))
    for key, level in character.skills.items():
        skill = skill_of(rules, key)
        assert skill is not None
        speciality = key.partition("/")[2]
        name = f"{skill.name} ({speciality})" if speciality else skill.name
        table.add_row(name, str(level), skill_check(skill), skill.effect)
    return table


def _rest(character: Character) -> Iterator[str]:
    """What is noted beside the figures (CHR-5)."""
    state = [f"{name} {value}" for name in _STATE if (value := getattr(character, name))]
    if state:
        yield ", ".join(state).replace("_", " ")
    for name in ("spells", "belongings", "plotwords"):
        if entries := getattr(character, name):
            yield f"{name}: {', '.join(entries)}"


def _grid(*, justify: tuple[str, ...]) -> Table:
    from rich.table import Table

    table = Table.grid(padding=(0, 2, 0, 0))
    for side in justify:
        table.add_column(justify="right" if side == "right" else "left")
    return table
