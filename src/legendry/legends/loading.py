"""Tables read from TOML: one section an entry, named by its id.

What a file leaves out has the default of the row it is read as; what it gets wrong is a `DataError`
that names file and field.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from legendry.legends.craft.parts import CapabilityKind, Die, DogfightRules, SectionKind, Yard
from legendry.legends.magic.spells import School, Spell
from legendry.legends.tables import (
    ID,
    Armor,
    Attribute,
    Creature,
    Fatigue,
    Feat,
    NaturalWeapon,
    Skill,
    Slot,
    Use,
    Weapon,
    mode_of,
    weapon_of,
)
from legendry.table.header import explained

Figure = Annotated[int, Meta(ge=0, le=100)]
Hands = Annotated[int, Meta(ge=0, le=2)]

RowT = TypeVar("RowT")


class DataError(ValueError):
    """A data file of the package is wrong; the message names file and field."""


class _ModeRow(Struct, forbid_unknown_fields=True):
    id: str
    when: tuple[Use, ...]
    damage: str
    hands: Hands | None = None


class _WeaponRow(Struct, forbid_unknown_fields=True):
    name: str
    group: str
    damage: str = ""
    heft: Figure = 0
    hands: Hands = 1
    when: tuple[Use, ...] = ("strike",)
    missile: bool = False
    negates_armor_when_grappling: bool = False
    fatigue: Fatigue = "none"
    bonus_if_stronger: Figure = 0
    reload_turns: Figure = 0
    automatic: bool = False
    explosive: bool = False
    surprise: bool = False
    bullets: bool = False
    skill: str = ""
    used_up: bool = False
    wooden: bool = False
    modes: tuple[_ModeRow, ...] = ()


class _ArmorRow(Struct, forbid_unknown_fields=True):
    name: str
    slot: Slot
    protection: Figure
    restriction: Figure
    metal: bool = False
    blocks_bullets: bool = True
    usable_grappling: bool = True
    failure_restriction: Figure = 0


class _SkillRow(Struct, forbid_unknown_fields=True):
    name: str
    category: str
    effect: str
    attribute: Attribute | Literal[""] = ""
    check: Literal["pass", "win", "passive"] = "pass"
    against: Attribute | Literal[""] = ""
    combat: bool = False
    specialised: bool = False
    negates_surprise: bool = False
    magic_price: Figure = 0
    rule: str = ""
    specialities: tuple[str, ...] = ()
    feat: Feat | Literal[""] = ""
    on: Literal["", "npc", "friend", "animal"] = ""


class _CreatureRow(Struct, forbid_unknown_fields=True):
    rule: str
    name: str
    spell: str
    dx: Figure
    ma: Figure
    hide: str
    armor: Figure
    attacks: tuple[NaturalWeapon, ...]
    kind: str = ""
    st: Figure = 0
    st_multiplier: Figure = 0
    iq: Figure = 0
    flying: bool = False
    hexes: Literal[1, 4, 7] = 1
    shield: bool = False
    wounds_divided_by: Annotated[int, Meta(ge=1)] = 1


class _YardFile(Struct, forbid_unknown_fields=True):
    die: Die
    other_sections: bool
    sections: dict[str, Any]
    capabilities: dict[str, Any]
    dogfight: DogfightRules


def read_weapons(text: str, file: str) -> dict[str, Weapon]:
    """The weapon table of a file, in its order."""
    weapons = {}
    for id, row in _rows(text, file, _WeaponRow):
        rows = row.modes or (_ModeRow("normal", row.when, row.damage),)
        try:
            modes = tuple(
                mode_of(m.id, m.when, m.damage, row.heft, row.hands if m.hands is None else m.hands)
                for m in rows
            )
        except ValueError as error:
            raise DataError(f"{file}: {id}.damage: {error}") from None
        figures = {
            field: getattr(row, field)
            for field in _WeaponRow.__struct_fields__
            if field not in ("damage", "heft", "hands", "when", "modes")
        }
        weapons[id] = weapon_of(id=id, modes=modes, **figures)
    if "unarmed" not in weapons:
        raise DataError(f"{file}: unarmed is missing (WPN-6)")
    return weapons


def read_armor(text: str, file: str) -> dict[str, Armor]:
    """The armor table of a file, in its order."""
    return {
        id: Armor(id=id, powered=row.failure_restriction > 0, **msgspec.structs.asdict(row))
        for id, row in _rows(text, file, _ArmorRow)
    }


def read_skills(text: str, file: str, weapons: dict[str, Weapon]) -> dict[str, Skill]:
    """The skill table of a file; every skill that a weapon names must be a combat skill in it."""
    skills = {
        id: Skill(
            id=id,
            dice=3 if row.check == "pass" else 0,
            weapons=tuple(weapon.id for weapon in weapons.values() if weapon.skill == id),
            **msgspec.structs.asdict(row),
        )
        for id, row in _rows(text, file, _SkillRow)
    }
    for weapon in weapons.values():
        if weapon.skill and not (weapon.skill in skills and skills[weapon.skill].combat):
            raise DataError(f"{file}: {weapon.skill}, the skill of {weapon.id}, is not among them")
    return skills


def read_creatures(text: str, file: str) -> dict[str, Creature]:
    """The creature table of a file, in its order."""
    return {
        id: Creature(
            id=id,
            origin="morph" if row.st_multiplier else "summoned",
            **msgspec.structs.asdict(row),
        )
        for id, row in _rows(text, file, _CreatureRow)
    }


def read_schools(text: str, file: str) -> dict[str, School]:
    """The schools of magic of a file, in its order."""
    return {school.id: school for _, school in _rows(text, file, School, named=True)}


def read_spells(
    text: str, file: str, schools: dict[str, School], creatures: dict[str, Creature]
) -> dict[str, Spell]:
    """The spell book of a file, in its order; spells and creatures name each other."""
    spells = {spell.id: spell for _, spell in _rows(text, file, Spell, named=True)}
    for spell in spells.values():
        if spell.school not in schools:
            raise DataError(f"{file}: {spell.id}.school: {spell.school} is not among them")
        if spell.being and (
            spell.being not in creatures or creatures[spell.being].spell != spell.id
        ):
            raise DataError(f"{file}: {spell.id}.being: no creature {spell.being} comes of it")
        if spell.at_once and spell.at_once.ignites not in ("", *spells):
            raise DataError(f"{file}: {spell.id}.at_once.ignites: it is not among them")
    for creature in creatures.values():
        if creature.spell not in spells or spells[creature.spell].being != creature.id:
            raise DataError(
                f"{file}: {creature.spell}, the spell of {creature.id}, has no such being"
            )
    return spells


def read_yard(text: str, file: str, skills: Mapping[str, Skill]) -> Yard | None:
    """The star craft of a file, if there is one; its pilots and gunners need skills to have."""
    if not text:
        return None
    try:
        rules = msgspec.convert(parsed(text, file), _YardFile)
    except msgspec.ValidationError as error:
        raise DataError(f"{file}: {explained(error, '').lstrip('.: ')}") from None
    sections = dict(_entries(rules.sections, file, SectionKind, "sections."))
    capabilities = dict(_entries(rules.capabilities, file, CapabilityKind, "capabilities."))
    if [kind.stations for kind in sections.values()].count(True) != 1:
        raise DataError(f"{file}: sections: pilot and gunner sit in one of them (RUL-122)")
    for station in ("pilot", "gunner"):
        if (skill := getattr(rules.dogfight, station)) not in skills:
            raise DataError(f"{file}: dogfight.{station}: there is no skill {skill}")
    return Yard(
        die=rules.die,
        other_sections=rules.other_sections,
        sections=MappingProxyType(sections),
        capabilities=MappingProxyType(capabilities),
        dogfight=rules.dogfight,
    )


def parsed(text: str, file: str) -> dict[str, Any]:
    """A data file's TOML; `DataError` says where it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{file}: {error}") from None


def _rows(
    text: str, file: str, shape: type[RowT], *, named: bool = False
) -> Iterator[tuple[str, RowT]]:
    """The sections of a file by id; `named` shapes have the id as a field of their own."""
    return _entries(parsed(text, file), file, shape, named=named)


def _entries(
    table: Mapping[str, Any], file: str, shape: type[RowT], where: str = "", *, named: bool = True
) -> Iterator[tuple[str, RowT]]:
    for id, entry in table.items():
        if not ID.fullmatch(id):
            raise DataError(f"{file}: “{id}” is not an id of small letters, digits and hyphens")
        try:
            if named and isinstance(entry, dict):
                entry = {**entry, "id": id}
            yield id, msgspec.convert(entry, shape)
        except msgspec.ValidationError as error:
            raise DataError(f"{file}: {explained(error, where + id)}") from None
