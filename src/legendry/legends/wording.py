"""The rows of an edition's tables in words: what a weapon, armor, a skill, a spell can do."""

from __future__ import annotations

from collections.abc import Iterator

from legendry.legends.magic.spells import Kind, Spell
from legendry.legends.tables import Armor, Mode, Skill, Weapon


def mode_uses(mode: Mode) -> str:
    """What a way of use is for."""
    return ", ".join(mode.when).replace("tackle-counterattack", "counter tackle")


def weapon_notes(weapon: Weapon) -> Iterator[str]:
    """What is special about a weapon (WPN-5)."""
    if weapon.fatigue != "none":
        yield "fatigue" if weapon.fatigue == "only" else "or fatigue"
    if weapon.bonus_if_stronger:
        yield f"+{weapon.bonus_if_stronger} if stronger"
    if weapon.automatic:
        yield "auto"
    if weapon.explosive:
        yield "explosive"
    if weapon.surprise:
        yield "surprise"
    if weapon.bullets:
        yield "bullets"
    if weapon.reload_turns:
        yield f"reload {weapon.reload_turns}"


def armor_notes(piece: Armor) -> Iterator[str]:
    """What is special about a piece of armor (ARM-4 to ARM-8)."""
    if not piece.blocks_bullets:
        yield "not against bullets"
    if not piece.usable_grappling:
        yield "not in a grapple"
    if piece.powered:
        yield f"R {piece.failure_restriction} when its power fails"
    if piece.metal:
        yield "metal: no spells"


def skill_check(skill: Skill) -> str:
    """The check as the rules write it: `3/DX`, `win IQ`, `win DX v IQ`."""
    match skill.check:
        case "pass":
            return f"{skill.dice}/{skill.attribute}"
        case "win":
            versus = f" v {skill.against}" if skill.against != skill.attribute else ""
            return f"win {skill.attribute}{versus}"
    return "–"


def skill_effect(skill: Skill) -> str:
    """What a skill does; one that must be named says so."""
    return f"{skill.effect} Name which: {skill.id}/…" if skill.specialised else skill.effect


LETTERS: dict[Kind, str] = {"normal": "N", "direct": "D", "strike": "S", "dispel": "C"}
"""How the book marks the kinds of spells; C is the contest of Dispel Magic."""


def spell_kind(spell: Spell) -> str:
    """The kind by its letter: `N`, `D`, `S`; `N/D` is direct on the unwilling (RUL-98)."""
    return LETTERS[spell.kind] + ("/D" if spell.resisted else "")


def spell_cost(spell: Spell) -> str:
    """The fatigue as the book prints it (MAG-9): `2F`, `XF, X≤3`, `1F per 3 hexes`."""
    cost = spell.cost
    match cost.special:
        case "st of patient":
            return "patient's ST"
        case "iq of spirit":
            return "spirit's IQ"
        case "points+3":
            return "points + 3F"
    match cost.per:
        case "point":
            return "xF"
        case "die":
            return f"{cost.times if cost.times > 1 else ''}XF, X≤{cost.most}"
        case "3 hexes":
            return f"{cost.base}F per 3 hexes"
    more = f", {cost.then}F if ST≥{cost.if_st}" if cost.if_st else ""
    return f"{cost.base}F{more}"


def spell_target(spell: Spell) -> str:
    """What it is cast at: `person`, `hex`, `3 hexes`; a dash for nothing in particular."""
    match spell.target:
        case "area":
            return f"{spell.area} hexes"
        case "object":
            return "thing"
        case "none":
            return "around" if spell.at_once and spell.at_once.around_caster else "–"
    return spell.target


def spell_lasts(spell: Spell) -> str:
    """How long it lasts: it `stays`, or happens `once` (MAG-7); Flash is a `round` (RUL-106)."""
    if spell.static:
        return "stays"
    return "round" if spell.lasting else "once"
