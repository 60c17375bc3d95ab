"""The editions: each a folder of tables and a set of switches, loaded once.

Rules code asks a switch by the rule it stands for and never asks which edition it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from legendry.legends.craft.parts import Yard
from legendry.legends.loading import (
    DataError,
    parsed,
    read_armor,
    read_creatures,
    read_schools,
    read_skills,
    read_spells,
    read_weapons,
    read_yard,
)
from legendry.legends.magic.spells import School, Spell
from legendry.legends.tables import (
    Armor,
    Attribute,
    Creature,
    Mode,
    NaturalWeapon,
    Skill,
    Use,
    Weapon,
)
from legendry.table import SetupError
from legendry.table.header import explained
from legendry.table.requests import clipped

__all__ = [
    "Armor",
    "Attribute",
    "Creature",
    "DataError",
    "Edition",
    "Mode",
    "NaturalWeapon",
    "School",
    "Skill",
    "Spell",
    "Switches",
    "Use",
    "Weapon",
    "edition",
    "editions",
    "load",
]

Points = Annotated[int, Meta(ge=0, le=100)]


class Switches(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the editions differ: one switch a rule."""

    skill_points: Points
    """CHR-3: what a new character has for skills (AW: or spells)."""
    combat_points: Points
    """CHR-3: how many of them may go to combat skills."""
    magic: bool
    """CHR-4: whether there are magic characters and spells."""
    attribute_cap: Points
    """CHR-6, RUL-83: the most ST + DX + IQ of a human; 0 is no ceiling."""

    contest_tie: Literal["higher_attribute", "nobody"]
    """CHK-8, RUL-3: who wins equal totals in a contest."""
    entry: Literal["entry", "takedown", "tackle"]
    """ENT-1: how a foe's hex is entered."""
    early_counter: Literal["any", "or_defend", "yet_to_move"]
    """ENT-2: who may counterattack on the way in."""
    enter_after_attack: bool
    """STR-4, RCT-7: whether a defender who survived may answer by going in."""
    dodge_away: bool
    """RCT-4, RUL-59: a dodge leads away from the attacker, not to any empty adjacent hex."""
    winner_chooses: bool
    """GRP-2: whoever wins a grappling contest chooses damage, exit or drag."""
    strength_bonus: Literal["unarmed", "grapple"]
    """GRP-8: what the stronger adds 1 to: unarmed damage, or any grappling damage."""
    outsiders_hit_grapplers: bool
    """GRP-9: attacks into a grappling hex always hit."""
    zoc_trigger: Literal["tsc", "aw", "ts"]
    """ZOC-1, RUL-62: what sets off a zone of control."""
    min_damage: Literal[0, 1]
    """WPN-2, RUL-75: the least a damage roll is worth before armor."""

    unarmed_skill: Literal["st_or_damage", "hit_or_damage"]
    """SKL-60: what an unarmed level adds to; the latter adds to ST in every grapple as well."""
    dagger_skill_grapples: bool
    """SKL-66: dagger levels count in grappling contests with a dagger."""
    leadership: Literal["turn_for_check", "once_for_attribute"]
    """SKL-24, RUL-90: what leading costs and gives."""
    medic_shares: bool
    """SKL-47, RUL-91: a medic's points may be divided over several patients."""

    attribute_cost_extra: Points
    """CAM-5: XP for an attribute point on top of the new value."""
    skill_cost: Points
    """CAM-6: XP for a skill point."""
    skill_cost_magic: Points = 0
    """CAM-6: the same for a magic character."""
    spell_cost: Points = 0
    """CAM-6: XP for a spell."""
    spell_cost_magic: Points = 0
    """CAM-6: the same for a magic character."""

    raise_skills_in_play: bool
    """CAM-6: known skills may be raised during an adventure, not only between two."""
    recovery: Literal["weekly_check", "whole_week", "daily_point"]
    """INJ-9: how damage heals during an adventure."""

    wish_heals_fatigue: bool
    """CAM-8, RUL-85: a wish takes away fatigue as well as damage."""
    wish_karma_conversion: bool
    """CAM-9, RUL-86: a wish may serve as karma, karma as XP."""
    curse: Literal["plus_on_checks", "worsens"]
    """CAM-13, RUL-87: what a curse does."""
    lift_by_karma: Points = 0
    """CAM-14: karma that lifts a curse; 0 where it does not."""
    lift_by_wish: bool = False
    """CAM-14: a wish lifts a curse."""
    lift_by_xp: Points = 0
    """CAM-14: XP that lift a curse; 0 where they do not."""
    lift_by_attribute: bool = False
    """CAM-14, RUL-87: a point of the highest attribute lifts a curse."""


class Edition(Struct, frozen=True, eq=False):
    """One rulebook as data. There is one value an edition: compare by identity, copy by name."""

    slug: str
    title: str
    switches: Switches
    weapons: Mapping[str, Weapon]
    armor: Mapping[str, Armor]
    skills: Mapping[str, Skill]
    creatures: Mapping[str, Creature]
    schools: Mapping[str, School]
    spells: Mapping[str, Spell]
    """Empty where there is no magic (CHR-4)."""
    craft: Yard | None = None
    """None where nobody flies to the stars."""

    def __repr__(self) -> str:
        return f"edition({self.slug!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return edition, (self.slug,)


class _EditionFile(Struct, forbid_unknown_fields=True):
    title: str
    switches: Switches


@cache
def editions() -> tuple[str, ...]:
    """The slugs of all editions."""
    return tuple(sorted(folder.name for folder in _folder().iterdir() if folder.is_dir()))


@cache
def edition(slug: str) -> Edition:
    """The edition of that slug; `SetupError` lists what there is."""
    if slug not in editions():
        raise SetupError(
            f"there is no edition “{clipped(slug, 40)}”; there are: {', '.join(editions())}"
        )
    folder = _folder() / slug
    return load(
        slug, lambda name: file.read_text("utf-8") if (file := folder / name).is_file() else ""
    )


def load(slug: str, text_of: Callable[[str], str]) -> Edition:
    """An edition from the texts of its files; `DataError` names the file and field that is wrong.

    A file whose text is empty is a table that the edition does not have.
    """

    def read(name: str) -> tuple[str, str]:
        return text_of(name), f"{slug}/{name}"

    text, file = read("edition.toml")
    try:
        head = msgspec.convert(parsed(text, file), _EditionFile)
    except msgspec.ValidationError as error:
        raise DataError(f"{file}: {explained(error, '').lstrip('.: ')}") from None
    weapons = read_weapons(*read("weapons.toml"))
    creatures = read_creatures(*read("creatures.toml"))
    skills = read_skills(*read("skills.toml"), weapons)
    schools = read_schools(*read("schools.toml"))
    spells = read_spells(*read("spells.toml"), schools, creatures)
    if head.switches.magic != bool(spells):
        raise DataError(f"{file}: switches.magic: {slug} has {len(spells)} spells (CHR-4)")
    return Edition(
        slug=slug,
        title=head.title,
        switches=head.switches,
        weapons=MappingProxyType(weapons),
        armor=MappingProxyType(read_armor(*read("armor.toml"))),
        skills=MappingProxyType(skills),
        creatures=MappingProxyType(creatures),
        schools=MappingProxyType(schools),
        spells=MappingProxyType(spells),
        craft=read_yard(*read("craft.toml"), skills),
    )


def _folder() -> Traversable:
    return files("legendry.legends") / "editions"
