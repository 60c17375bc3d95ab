"""The rows of an edition's tables in words: what a weapon, a piece of armor, a skill can do."""

from __future__ import annotations

from collections.abc import Iterator

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
