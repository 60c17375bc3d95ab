"""`legendry show`: an edition's tables and ready-made characters, for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click
import msgspec

from legendry.cli.options import allowed, known_options, words
from legendry.legends.character import Character, effective, movement, protection
from legendry.legends.craft.craft import cost
from legendry.legends.craft.hangar import hangar
from legendry.legends.edition import Creature, Mode, Spell, Weapon, edition, editions
from legendry.legends.reading import nearest
from legendry.legends.roster import foes, roster
from legendry.legends.wording import (
    armor_notes,
    mode_uses,
    skill_check,
    skill_effect,
    spell_cost,
    spell_kind,
    spell_lasts,
    spell_target,
    weapon_notes,
)
from legendry.odds import Dice
from legendry.table import SetupError, find_game, games

if TYPE_CHECKING:
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

Row = Sequence[str]

_json = click.option("--json", "as_json", is_flag=True, help="Answer programs, in JSON.")


def _by_edition(page: Callable[[str, bool], None]) -> Callable[..., None]:
    """The page of one edition, or those of all editions one after another."""

    @click.option(
        "--edition",
        "slug",
        type=click.Choice(editions()),
        help="Which rulebook; all, if not given.",
    )
    @_json
    @wraps(page)
    def pages(slug: str | None, as_json: bool) -> None:
        if as_json and slug is None:
            raise click.UsageError("--json answers for one edition: say which with --edition")
        for number, one in enumerate([slug] if slug else editions()):
            if number:
                click.echo()
            page(one, as_json)

    return pages


@click.group()
def show() -> None:
    """Tables of an edition, and who is ready to play in it."""


@show.command()
@_by_edition
def weapons(slug: str, as_json: bool) -> None:
    """Weapons (WPN-10 to WPN-12), one line for each way of use."""
    rules = edition(slug)
    if as_json:
        _echo_json(rules.weapons)
        return
    table = _table("weapon", "damage", ">heft", ">hands", "use", "skill", "notes", wrap=["use"])
    for group, members in groupby(rules.weapons.values(), key=lambda weapon: weapon.group):
        table.add_section()
        if group not in rules.weapons:
            table.add_row(group, style="dim")
        for weapon in members:
            for number, mode in enumerate(weapon.modes):
                table.add_row(*weapon_row(weapon, mode, first=number == 0))
    _show(f"Weapons of {rules.title}", table, _WEAPONS)


@show.command()
@_by_edition
def armor(slug: str, as_json: bool) -> None:
    """Armor (ARM-10): what a hit loses to it, and what DX does."""
    rules = edition(slug)
    if as_json:
        _echo_json(rules.armor)
        return
    table = _table("armor", "slot", ">A", ">R", "notes")
    for piece in rules.armor.values():
        table.add_row(
            piece.id,
            piece.slot,
            str(piece.protection),
            str(piece.restriction),
            ", ".join(armor_notes(piece)),
        )
    _show(
        f"Armor of {rules.title}",
        table,
        "A comes off every hit (ARM-1), R off DX (ARM-2); one piece a slot (RUL-77).",
    )


@show.command()
@_by_edition
def skills(slug: str, as_json: bool) -> None:
    """Skills (section 16): how each is checked, and what it does."""
    rules = edition(slug)
    if as_json:
        _echo_json(rules.skills)
        return
    table = _table("skill", "category", "check", "what it does")
    for skill in rules.skills.values():
        table.add_row(skill.id, skill.category, skill_check(skill), skill_effect(skill))
    points = f"{rules.switches.skill_points} points at the start"
    if rules.switches.combat_points < rules.switches.skill_points:
        points += f", at most {rules.switches.combat_points} of them in combat skills"
    _show(f"Skills of {rules.title}", table, f"A new character has {points} (CHR-3).")


@show.command()
@_by_edition
def creatures(slug: str, as_json: bool) -> None:
    """Beings that magic summons, and forms that it lends."""
    rules = edition(slug)
    if as_json:
        _echo_json(rules.creatures)
        return
    if not rules.creatures:
        _show(f"There is no magic in {rules.title}, and so there are no creatures of it.")
        return
    table = _table("creature", ">ST", ">DX", ">IQ", ">MA", ">hexes", "armor", "attacks")
    for creature in rules.creatures.values():
        table.add_row(*creature_row(creature))
    _show(
        f"Creatures of {rules.title}",
        table,
        "× is a multiple of the caster's ST; f flies; the numbers with armor stop damage.",
    )


@show.command()
@click.option("--school", default="", help="Only this school of magic.")
@click.option("--iq", type=click.IntRange(1, 100), help="Only what this IQ can cast (MAG-3).")
@click.option(
    "--edition", "slug", type=click.Choice(editions()), help="Which rulebook; one with magic."
)
@_json
def spells(school: str, iq: int | None, slug: str | None, as_json: bool) -> None:
    """The spell book (SPL-1 to SPL-77), school by school."""
    rules = edition(slug or next(one for one in editions() if edition(one).spells))
    wanted = school.strip().lower()
    if wanted and rules.spells and wanted not in rules.schools:
        hint = nearest(wanted, rules.schools) or f"; there are: {', '.join(rules.schools)}"
        raise click.UsageError(f"there is no school “{school[:40]}”{hint}")
    found = {
        spell.id: spell
        for spell in rules.spells.values()
        if wanted in ("", spell.school) and (iq is None or spell.iq <= iq)
    }
    if as_json:
        _echo_json(found)
        return
    if not rules.spells:
        _show(f"There is no magic in {rules.title}, and so there are no spells.")
        return
    if not found:
        _show(f"No such spell of {rules.title} is within IQ {iq} (MAG-3).")
        return
    table = _table("spell", ">IQ", "cost", "kind", "lasts", "at", "what it does", wrap=["cost"])
    table.columns[2].max_width = 9
    for one, members in groupby(found.values(), key=lambda spell: rules.schools[spell.school]):
        table.add_section()
        table.add_row(one.name, style="dim")
        for spell in members:
            table.add_row(*spell_row(spell))
    about = [rules.schools[wanted].words] if wanted else []
    _show(f"Spells of {rules.title}", *about, table, _SPELLS)


@show.command("roster")
@_by_edition
def roster_(slug: str, as_json: bool) -> None:
    """Heroes ready to play."""
    _people(f"Heroes of {edition(slug).title}", roster(slug), as_json)


@show.command("foes")
@_by_edition
def foes_(slug: str, as_json: bool) -> None:
    """Foes ready to play against."""
    _people(f"Foes of {edition(slug).title}", foes(slug), as_json)


@show.command()
@_by_edition
def craft(slug: str, as_json: bool) -> None:
    """Star craft ready to fly, and what parts cost (CRF-14)."""
    rules = edition(slug)
    ready = hangar(slug)
    if as_json:
        _echo_json(
            {
                id: {**plain(one), "notation": one.notation, "cost": cost(one).total}
                for id, one in ready.items()
            }
        )
        return
    if rules.craft is None:
        _show(f"There are no star craft in {rules.title}.")
        return
    table = _table("id", ">cost", "built of", "what it is", wrap=["built of"])
    for id, one in ready.items():
        built_of = one.short if rules.craft.short_form else one.notation
        table.add_row(id, str(cost(one).total), built_of, one.blurb)
    prices = ", ".join(f"{kind.id} {kind.cost}" for kind in rules.craft.capabilities.values())
    _show(
        f"Star craft of {rules.title}",
        table,
        f"Build points: 1 for each point of a section (CRF-2), for each step of {prices} (CRF-14). "
        "Look closer with: legendry craft show ID",
    )


@show.command("options")
@click.argument("game", required=False)
@click.option(
    "--edition", "slug", type=click.Choice(editions()), help="Say what by_edition means there."
)
@_json
def options_(game: str | None, slug: str | None, as_json: bool) -> None:
    """Table options of GAME, or of all games: what may be settled otherwise with --option."""
    try:
        found = [find_game(one) for one in ([game] if game else games())]
    except SetupError as error:
        raise click.UsageError(str(error)) from None
    known = {one.name: known_options(one) for one in found}
    if as_json:
        _echo_json(known)
        return
    for one in found:
        if not known[one.name]:
            if game:
                _show(f"{one.title} has no table options of its own.")
            continue
        table = _table("option", "values", "what it settles", wrap=["values"])
        for name, field in known[one.name].items():
            rule = f" ({field['rule']})" if "rule" in field else ""
            values = words(allowed(field))
            if slug and field["default"] == BY_EDITION:
                values = values.replace(BY_EDITION, f"{BY_EDITION} ({by_edition(name, slug)})")
            if not values.startswith(str(field["default"]).lower()):
                values += f", else {field['default'] or 'as the rules say'}"
            table.add_row(name, values, f"{field['description'].rstrip('.')}{rule}")
        _show(f"Table options of {one.title}", table, _OPTIONS)


BY_EDITION = "by_edition"


def by_edition(option: str, slug: str) -> str:
    """What an option that is left to the edition is there."""
    switches = edition(slug).switches
    match option:
        case "tie_rule":
            return switches.contest_tie
        case "dodge_away":
            return "away" if switches.dodge_away else "any_hex"
        case "attribute_cap":
            return str(switches.attribute_cap or "none")
    return str(getattr(switches, option)).lower()


_WIDTH = 80
"""What a table needs: so wide, none of its words is cut."""

_OPTIONS = "If nothing is said, the first value holds. Settle it with: --option NAME=VALUE"

_WEAPONS = "Heft is the least ST (WPN-3); a skill level adds 1 to hit or to damage (SKL-4)."

_SPELLS = (
    "F is fatigue, paid when the casting succeeds (MAG-9). N: pass 3/IQ. D: on an enemy, win IQ "
    "against him. S: a strike, like a missile. C: win IQ against another caster. The whole rule, "
    "for instance: legendry rule SPL-54"
)


def weapon_row(weapon: Weapon, mode: Mode, *, first: bool = True) -> Row:
    """One line of the weapon table; a further way of use does not repeat what it shares."""
    return (
        weapon.id if first else f"  {mode.id}",
        str(mode.damage) if mode.damage != Dice(0) else "none",
        str(mode.heft or "–"),
        str(mode.hands or "–"),
        mode_uses(mode),
        weapon.skill if first else "",
        ", ".join(weapon_notes(weapon)) if first else "",
    )


def creature_row(creature: Creature) -> Row:
    """One line of the creature table."""
    attacks = ", ".join(f"{one.name} {one.damage}" for one in creature.attacks)
    return (
        creature.id,
        f"×{creature.st_multiplier}" if creature.st_multiplier else str(creature.st),
        str(creature.dx),
        str(creature.iq or "own"),
        f"{creature.ma}{'f' if creature.flying else ''}",
        str(creature.hexes),
        f"{creature.hide} {creature.armor}",
        attacks,
    )


def spell_row(spell: Spell) -> Row:
    """One line of the spell book."""
    return (
        spell.id,
        str(spell.iq),
        spell_cost(spell),
        spell_kind(spell),
        spell_lasts(spell),
        spell_target(spell),
        spell.words,
    )


def _people(title: str, people: Mapping[str, Character], as_json: bool) -> None:
    if as_json:
        _echo_json(people)
        return
    table = _table("id", ">ST", ">DX", ">IQ", ">MA", ">A", "who")
    for id, character in people.items():
        table.add_row(
            id,
            *(str(effective(character, attribute).total) for attribute in ("ST", "DX", "IQ")),
            str(movement(character).total),
            str(protection(character).total),
            character.blurb,
        )
    _show(title, table, "Look closer with: legendry character show ID")


def plain(value: Any) -> Any:
    """A value as JSON has it, with dice as they are printed."""
    match value:
        case Dice():
            return str(value)
        case msgspec.Struct():
            fields = msgspec.structs.asdict(value)
            return {name: plain(item) for name, item in fields.items()}
        case Mapping():
            return {name: plain(item) for name, item in value.items()}
        case tuple():
            return [plain(item) for item in value]
    return value


def _echo_json(value: Mapping[str, object]) -> None:
    click.echo(json.dumps(plain(value), ensure_ascii=False))


def _table(*headings: str, wrap: Sequence[str] = ()) -> Table:
    """A table; > begins a heading over numbers, and the last column wraps, with those named."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for heading in headings:
        justify: Any = "right" if heading.startswith(">") else "left"
        wraps = heading in wrap or heading == headings[-1]
        table.add_column(heading.removeprefix(">"), justify=justify, no_wrap=not wraps)
    return table


def _show(title: str, *parts: str | Table) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    console.print(title, style="bold", markup=False)
    for part in parts:
        if isinstance(part, str):
            console.print(part, style="dim", markup=False)
        elif console.width < _WIDTH:
            for line in _lines(part):
                console.print(line)
        else:
            console.print(part)


def _lines(table: Table) -> Iterator[Text | Padding]:
    """A table where lines are short: each name, and beneath it what the other columns say."""
    from rich.padding import Padding
    from rich.text import Text

    names, *others = table.columns
    rows = zip(*(column.cells for column in others), strict=True)
    for name, row in zip(names.cells, rows, strict=True):
        cells = zip(others, row, strict=True)
        about = ", ".join(f"{column.header}: {cell}" for column, cell in cells if cell)
        yield Text(str(name), "bold" if about else "dim")
        if about:
            yield Padding(Text(about), (0, 0, 0, 4))
