"""Characters on the pages: look at the ready-made, make one, keep it, take it along as a file.

A kept character is a file of the visitor's own; see `keeping`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from legendry.legends.character import (
    Character,
    Draft,
    drafted,
    file_name,
    read_character,
    write_character,
)
from legendry.legends.creation import random_character, suggested_name
from legendry.legends.edition import Edition, edition, editions
from legendry.legends.prices import skill_price
from legendry.legends.reading import parsed
from legendry.legends.roster import foes, roster
from legendry.legends.sheet import Sheet, sheet_of
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
from legendry.table.toml import written
from legendry.web.api import Endpoint
from legendry.web.house import House
from legendry.web.keeping import Kind, Toml, endpoints, own
from legendry.web.problems import WebError

if TYPE_CHECKING:
    from starlette.requests import Request

Number: TypeAlias = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]
Plain: TypeAlias = bool | Number | float | str
Field: TypeAlias = Plain | dict[str, Plain] | list[Plain | dict[str, Plain]]


# -- what is said ------------------------------------------------------------------------------


class Check(Struct, frozen=True, forbid_unknown_fields=True):
    """A character's file, or the fields of a form where it is not a file yet."""

    toml: Toml = ""
    fields: Annotated[dict[str, Field], Meta(max_length=60)] | None = None


class Luck(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a character by luck: the same seed makes the same one."""

    edition: Annotated[str, Meta(max_length=60)]
    seed: Annotated[str, Meta(max_length=100)] = ""


class OfEdition(Struct, frozen=True):
    """Of which edition; empty: of all."""

    edition: Annotated[str, Meta(max_length=60)] = ""


class Checked(Struct, frozen=True):
    """A character in the making."""

    mistakes: tuple[str, ...]
    """Everything that is wrong, a sentence each; nothing: it can be kept."""
    sheet: Sheet | None
    """As far as it can be drawn."""
    toml: str
    fields: dict[str, Any] | None
    """What a form shows; None while the text holds something that no form could give back."""
    file: str
    """The name of its file."""


class ReadyMade(Struct, frozen=True):
    """A character of the edition's own."""

    id: str
    name: str
    kind: Literal["roster", "foe"]
    summary: str
    sheet: Sheet


class WeaponChoice(Struct, frozen=True):
    """A weapon of the edition."""

    id: str
    name: str
    group: str
    damage: str
    heft: int
    """The least ST it takes (WPN-3)."""
    hands: int
    uses: str
    skill: str
    notes: str


class ArmorChoice(Struct, frozen=True):
    """A piece of armor of the edition."""

    id: str
    name: str
    slot: str
    protection: int
    restriction: int
    notes: str


class SkillChoice(Struct, frozen=True):
    """A skill of the edition."""

    id: str
    name: str
    category: str
    check: str
    effect: str
    combat: bool
    specialised: bool
    price: int
    """XP a level costs later (CAM-6)."""
    magic_price: int
    """The same for a magic character; 0: the edition has none."""


class SpellChoice(Struct, frozen=True):
    """A spell of the edition."""

    id: str
    name: str
    school: str
    iq: int
    """The least IQ it takes (MAG-3)."""
    cost: str
    kind: str
    """By its letter: N, D, S or C."""
    lasts: str
    at: str
    words: str
    rule: str


class Tables(Struct, frozen=True):
    """What a character of an edition can have."""

    slug: str
    title: str
    magic: bool
    weapons: tuple[WeaponChoice, ...]
    armor: tuple[ArmorChoice, ...]
    skills: tuple[SkillChoice, ...]
    spells: tuple[SpellChoice, ...]


# -- the API -----------------------------------------------------------------------------------


async def check_character(house: House, visitor: str, body: Check) -> Checked:
    """Everything that is wrong with a character, and the sheet as far as it goes."""
    return checked(body.toml) if body.fields is None else _from_form(body.fields)


async def character_by_luck(house: House, visitor: str, body: Luck) -> Checked:
    """A new character, not kept."""
    made = random_character(_edition(body.edition), Random(body.seed or secrets.token_hex(8)))
    return checked(write_character(made))


async def ready_made(house: House, visitor: str, query: OfEdition) -> list[ReadyMade]:
    """The heroes and foes of an edition, or of all."""
    slugs = (_edition(query.edition).slug,) if query.edition else editions()
    return [person for slug in slugs for person in (*heroes(slug), *enemies(slug))]


async def edition_tables(house: House, visitor: str, slug: str) -> Tables:
    """What a character of an edition can have."""
    return _tables(_edition(slug).slug)


def checked(toml: str) -> Checked:
    """A file as it was typed, with all that is wrong."""
    try:
        data = parsed(toml)
    except ValueError as error:
        return Checked((str(error),), None, toml, None, _file(""))
    draft = drafted(data)
    readable = {*Character.__struct_fields__} - draft.broken
    whole = readable.issuperset(data) and draft.character.edition in editions()
    fields = msgspec.to_builtins(draft.character) if whole else None
    return Checked(draft.mistakes, _sheet(draft), toml, fields, _file(draft.character.name))


def _from_form(fields: Mapping[str, Field]) -> Checked:
    """The fields of a form as a file, in the order of a file."""
    order = {name: place for place, name in enumerate(Character.__struct_fields__)}
    data = dict(sorted(fields.items(), key=lambda field: order.get(field[0], len(order))))
    draft = drafted(data)
    toml = written(data) if draft.mistakes else write_character(draft.character)
    return Checked(draft.mistakes, _sheet(draft), toml, None, _file(draft.character.name))


def _sheet(draft: Draft) -> Sheet | None:
    return sheet_of(outline) if (outline := draft.outline) else None


def _file(name: str) -> str:
    return file_name(name) or "character"


def _edition(slug: str) -> Edition:
    if slug not in editions():
        raise WebError(404, f"There is no such edition; there are {', '.join(editions())}.")
    return edition(slug)


def summed_up(sheet: Sheet) -> str:
    """A character on one line: `ST 11 DX 12 IQ 8 MA 6 armor 2 · Spear, Dagger`, then spells."""
    figures = " ".join(f"{ledger.title} {ledger.total}" for ledger in sheet.figures)
    weapons = ", ".join(weapon.name for weapon in sheet.weapons if weapon.name != "Unarmed")
    spells = ", ".join(spell.name for spell in sheet.spells)
    return " · ".join(part for part in (figures, weapons, spells) if part)


def _summed_up(toml: str) -> str:
    sheet = checked(toml).sheet
    return summed_up(sheet) if sheet else ""


API: tuple[Endpoint, ...] = (
    ("POST", "/api/characters/check", check_character),
    ("POST", "/api/characters/random", character_by_luck),
    *endpoints(Kind("characters", read_character, _summed_up, _file)),
    ("GET", "/api/roster", ready_made),
    ("GET", "/api/editions/{slug}", edition_tables),
)


# -- what there is -----------------------------------------------------------------------------


@cache
def heroes(slug: str) -> tuple[ReadyMade, ...]:
    return tuple(_people(roster(slug), "roster"))


@cache
def enemies(slug: str) -> tuple[ReadyMade, ...]:
    return tuple(_people(foes(slug), "foe"))


def _people(people: Mapping[str, Character], kind: Literal["roster", "foe"]) -> Iterator[ReadyMade]:
    for id, character in people.items():
        sheet = sheet_of(character)
        yield ReadyMade(id, character.name, kind, summed_up(sheet), sheet)


@cache
def _tables(slug: str) -> Tables:
    rules = edition(slug)
    switches = rules.switches
    return Tables(
        slug=slug,
        title=rules.title,
        magic=bool(rules.spells),
        weapons=tuple(
            WeaponChoice(
                id=weapon.id,
                name=weapon.name,
                group=weapon.group,
                damage=str(weapon.damage),
                heft=weapon.heft,
                hands=weapon.hands,
                uses=", ".join(dict.fromkeys(mode_uses(mode) for mode in weapon.modes)),
                skill=weapon.skill,
                notes=", ".join(weapon_notes(weapon)),
            )
            for weapon in rules.weapons.values()
            if weapon.id != "unarmed"
        ),
        armor=tuple(
            ArmorChoice(
                id=piece.id,
                name=piece.name,
                slot=piece.slot,
                protection=piece.protection,
                restriction=piece.restriction,
                notes=", ".join(armor_notes(piece)),
            )
            for piece in rules.armor.values()
        ),
        skills=tuple(
            SkillChoice(
                id=skill.id,
                name=skill.name,
                category=skill.category,
                check=skill_check(skill),
                effect=skill_effect(skill),
                combat=skill.combat,
                specialised=skill.specialised,
                price=skill_price(skill, switches, magic=False),
                magic_price=skill_price(skill, switches, magic=True) if switches.magic else 0,
            )
            for skill in rules.skills.values()
        ),
        spells=tuple(
            SpellChoice(
                id=spell.id,
                name=spell.name,
                school=rules.schools[spell.school].name,
                iq=spell.iq,
                cost=spell_cost(spell),
                kind=spell_kind(spell),
                lasts=spell_lasts(spell),
                at=spell_target(spell),
                words=spell.words,
                rule=spell.rule,
            )
            for spell in rules.spells.values()
        ),
    )


# -- the pages ---------------------------------------------------------------------------------


async def characters_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/characters`: who is kept, and who is ready-made in the edition of `?edition=`."""
    slug = request.query_params.get("edition", "")
    slug = slug if slug in editions() else editions()[0]
    mine = [(row, checked(row.toml)) for row in await house.store.kept("characters", visitor)]
    return {
        "kept": mine,
        "editions": _edition_titles(),
        "edition": slug,
        "people": (("Heroes", heroes(slug)), ("Foes", enemies(slug))),
    }


async def new_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/characters/new`: a beginning, or with `?like=edition/id` a copy of a ready-made one."""
    slug, _, id = request.query_params.get("like", "").partition("/")
    if not id:
        slug = request.query_params.get("edition", "") or editions()[0]
        name = suggested_name(Random(secrets.token_hex(8)))
        beginner = Character(name=name, edition=_edition(slug).slug, st=11, dx=11, iq=10)
        return _editor(write_character(beginner))
    rules = _edition(slug)
    people = {**roster(rules.slug), **foes(rules.slug)}
    if id not in people:
        raise WebError(404, f"{rules.title} has nobody of that name.")
    return _editor(write_character(people[id]), title=people[id].name)


async def character_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/characters/{id}`: one that the visitor keeps."""
    row = await own(house, "characters", visitor, str(request.path_params["id"]))
    return _editor(row.toml, id=row.id, title=row.name)


def _editor(toml: str, *, id: str = "", title: str = "A new character") -> dict[str, Any]:
    data = {"id": id, "toml": toml, "editions": _edition_titles()}
    return {"id": id, "title": title, "data": data}


@cache
def _edition_titles() -> dict[str, str]:
    return {slug: edition(slug).title for slug in editions()}


PAGES = [
    ("/characters", "characters.html", characters_context),
    ("/characters/new", "character.html", new_context),
    ("/characters/{id}", "character.html", character_context),
]
