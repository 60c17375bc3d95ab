"""A character's sheet: every number with the lines that it sums up, in the words of the tables.

The terminal and the pages print the same sheet, each in its own manner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from legendry.legends.campaign.items import item_name
from legendry.legends.character import (
    Character,
    effective,
    movement,
    protection,
    ready_at_start,
    usable_weapons,
)
from legendry.legends.edition import Edition, edition
from legendry.legends.magic.spells import known, staff_of
from legendry.legends.prices import STAFF, START, attributes_paid, skill_of, skills_paid
from legendry.legends.wording import (
    armor_notes,
    mode_uses,
    skill_check,
    spell_cost,
    spell_kind,
    spell_lasts,
    spell_target,
    weapon_notes,
)
from legendry.table import Ledger, Line

_STATE = ("damage", "fatigue", "xp", "karma", "wishes", "curses", "spent_xp", "gold")


class ModeLine(Struct, frozen=True):
    """One way to use a weapon."""

    id: str
    damage: str
    uses: str


class WeaponLine(Struct, frozen=True):
    """A weapon he can use, and what his skill adds."""

    name: str
    count: int
    modes: tuple[ModeLine, ...]
    skill: str
    level: int
    notes: tuple[str, ...]


class ArmorLine(Struct, frozen=True):
    """A piece of armor; a shield is ready or slung."""

    name: str
    protection: int
    restriction: int
    notes: tuple[str, ...]


class SkillLine(Struct, frozen=True):
    """A skill he has."""

    name: str
    level: int
    check: str
    effect: str


class SpellLine(Struct, frozen=True):
    """A spell he knows; `note` says by which other one, or why he cannot cast it."""

    name: str
    rule: str
    school: str
    iq: int
    cost: str
    kind: str
    lasts: str
    at: str
    words: str
    note: str


class Points(Struct, frozen=True):
    """Points of a new character: how many are spent of how many."""

    words: str
    spent: int
    of: int
    rule: str


class Sheet(Struct, frozen=True, kw_only=True):
    """Everything there is to know of a character."""

    name: str
    edition: str
    nature: tuple[str, ...]
    """The edition's title, his kind, and what is unusual about him."""
    blurb: str
    figures: tuple[Ledger, ...]
    """ST, DX, IQ, MA and armor, as they are at the start of a fight."""
    weapons: tuple[WeaponLine, ...]
    armor: tuple[ArmorLine, ...]
    skills: tuple[SkillLine, ...]
    spells: tuple[SpellLine, ...]
    """In the order of the book, school by school."""
    noted: tuple[str, ...]
    """What is noted beside the figures (CHR-5)."""
    points: tuple[Points, ...]
    """What he began with (CHR-2, CHR-3); only humans count points."""
    price: Ledger
    """The least XP that made him more than a new character (CAM-5, CAM-6)."""


def sheet_of(character: Character) -> Sheet:
    """The sheet of a character whose weapons, armor and skills are those of his edition."""
    rules = edition(character.edition)
    attributes = (effective(character, attribute) for attribute in ("ST", "DX", "IQ"))
    return Sheet(
        name=character.name,
        edition=character.edition,
        nature=(rules.title, *_nature(character)),
        blurb=character.blurb,
        figures=(*attributes, movement(character), protection(character)),
        weapons=tuple(_weapons(character)),
        armor=tuple(_armor(character, rules)),
        skills=tuple(_skills(character, rules)),
        spells=tuple(_spells(character, rules)),
        noted=tuple(_noted(character, rules)),
        points=tuple(_points(character, rules)) if character.kind == "human" else (),
        price=_price(character, rules),
    )


def _nature(character: Character) -> Iterator[str]:
    yield character.kind
    if character.magic:
        yield "magic user"
    if character.hexes > 1:
        yield f"{character.hexes} hexes"
    for trait in ("small", "flying"):
        if getattr(character, trait):
            yield trait


def _weapons(character: Character) -> Iterator[WeaponLine]:
    ready = ready_at_start(character)
    for weapon in usable_weapons(character):
        level = character.skills.get(weapon.skill, 0)
        yield WeaponLine(
            name=weapon.name,
            count=max(1, character.weapons.count(weapon.id)),
            modes=tuple(
                ModeLine(mode.id, str(mode.damage), mode_uses(mode)) for mode in weapon.modes
            ),
            skill=weapon.skill if level else "",
            level=level,
            notes=(*weapon_notes(weapon), *(["in hand"] if weapon.id in ready else [])),
        )


def _armor(character: Character, rules: Edition) -> Iterator[ArmorLine]:
    ready = ready_at_start(character)
    for id in character.armor:
        piece = rules.armor[id]
        state = [] if piece.slot != "shield" else ["ready" if id in ready else "slung"]
        yield ArmorLine(
            piece.name, piece.protection, piece.restriction, (*state, *armor_notes(piece))
        )


def _skills(character: Character, rules: Edition) -> Iterator[SkillLine]:
    for key, level in character.skills.items():
        skill = skill_of(rules, key)
        assert skill is not None
        speciality = key.partition("/")[2]
        name = f"{skill.name} ({speciality})" if speciality else skill.name
        yield SkillLine(name, level, skill_check(skill), skill.effect)


def _spells(character: Character, rules: Edition) -> Iterator[SpellLine]:
    for spell in known(rules, character):
        notes = []
        if spell.id not in character.spells:
            sizes = (rules.spells[id] for id in character.spells)
            learned = next(one for one in sizes if one.family == spell.family)
            notes.append(f"with {learned.name}, MAG-10")
        if spell.iq > character.iq:
            notes.append(f"IQ {character.iq} is too low, MAG-3")
        yield SpellLine(
            name=spell.name,
            rule=spell.rule,
            school=rules.schools[spell.school].name,
            iq=spell.iq,
            cost=spell_cost(spell),
            kind=spell_kind(spell),
            lasts=spell_lasts(spell),
            at=spell_target(spell),
            words=spell.words,
            note="; ".join(notes),
        )


def _noted(character: Character, rules: Edition) -> Iterator[str]:
    state = [f"{name} {value}" for name in _STATE if (value := getattr(character, name))]
    if state:
        yield ", ".join(state).replace("_", " ")
    if character.staff:
        id = staff_of(rules, character)
        name = rules.weapons[id].name if id else "a staff"
        left = "" if character.charge is None else f"{character.charge} of "
        yield f"staff: {name} with {left}{character.staff} points of power (MAG-11)"
    metal = [rules.armor[id].name.lower() for id in character.armor if rules.armor[id].metal]
    if character.spells and metal:
        yield f"no casting in {' and '.join(metal)}: metal (MAG-12, RUL-96)"
    things = Counter(map(item_name, character.belongings))
    carried = [f"{thing} ×{count}" if count > 1 else thing for thing, count in things.items()]
    for name, entries in (("belongings", carried), ("plotwords", character.plotwords)):
        if entries:
            yield f"{name}: {', '.join(entries)}"


def _points(character: Character, rules: Edition) -> Iterator[Points]:
    switches = rules.switches
    yield Points("attributes", character.st + character.dx + character.iq, START, "CHR-2")
    spells = len(character.spells) if character.magic else 0
    words = "skills and spells" if character.magic else "skills"
    levels = sum(character.skills.values())
    yield Points(words, levels + spells, switches.skill_points, "CHR-3")
    if switches.combat_points < switches.skill_points:
        fighting = sum(
            level
            for key, level in character.skills.items()
            if (skill := skill_of(rules, key)) and skill.combat
        )
        yield Points("of them combat skills", fighting, switches.combat_points, "CHR-3")


def _price(character: Character, rules: Edition) -> Ledger:
    lines: tuple[Line, ...] = ()
    if character.kind == "human":
        values = (character.st, character.dx, character.iq)
        learned = skills_paid(character.skills, len(character.spells), rules, magic=character.magic)
        lines = (
            Line(attributes_paid(values, rules.switches), "attributes", "CAM-5"),
            Line(learned, "skills and spells", "CAM-6"),
            Line(STAFF * character.staff, "staff", "MAG-11"),
        )
    return Ledger("XP", tuple(line for line in lines if line.amount))
