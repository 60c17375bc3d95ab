"""Spells outside a fight: what an adventure may have a magic user cast (SPL-4, RUL-120).

A rope to climb by, and what the school of seeing shows. They are normal spells there, 3/IQ, and are
paid for if they succeed (MAG-1, MAG-9); what then comes of it is for the adventure to say.
"""

from __future__ import annotations

from msgspec import Struct

from legendry.legends.character import Character, ready_at_start
from legendry.legends.checks import C, Scene, check
from legendry.legends.edition import Edition
from legendry.legends.magic.casting import gear_refusal, mind_refusal
from legendry.legends.magic.events import SpellCast, SpellFailed
from legendry.legends.magic.spells import Spell, known, price, staff_of
from legendry.table import Flow, Refusal


class Paid(Struct, frozen=True):
    """What a casting outside a fight has cost: power of the staff first, then fatigue (RUL-101)."""

    staff: int = 0
    fatigue: int = 0


def serves(spell: Spell) -> bool:
    """Whether it is of use to an adventure between fights."""
    now = spell.at_once
    return spell.climbing or (
        now is not None and (now.reveals or now.reads_mind or now.sees_future)
    )


def errands(edition: Edition, character: Character) -> list[Spell]:
    """The spells he knows that serve outside a fight, whether he can cast them now or not."""
    return [spell for spell in known(edition, character) if serves(spell)]


def errand_refusal(scene: Scene[C], who: C, spell: Spell) -> Refusal | None:
    """Why he cannot cast that spell now, outside a fight."""
    character = who.character
    if not who.active:
        return Refusal(f"{who.name} cannot act", "INJ-2")
    if not serves(spell):
        return Refusal(f"{spell.name} serves in fights only", spell.rule)
    if refusal := gear_refusal(scene.options, character):
        return refusal
    if refusal := mind_refusal(scene.edition, who, spell):
        return refusal
    left = character.st - character.damage - character.fatigue
    if not scene.options.overcast and paid(scene.edition, character, spell).fatigue > left:
        return Refusal(f"it costs {price(spell)}, and {who.name} has {left} left", "RUL-102")
    return None


def errand(scene: Scene[C], who: C, spell: Spell) -> Flow[Paid | None]:
    """Cast it: 3/IQ (MAG-1). What it has cost if it works, for the scene to book; None if not."""
    rules = ("MAG-1", spell.rule)
    scene.tell(SpellCast(rules=rules, who=who.name, spell=spell.name, at=""))
    if (yield from check(scene, who, "IQ", f"cast {spell.name}")):
        return paid(scene.edition, who.character, spell)
    scene.tell(SpellFailed(rules=("MAG-9", spell.rule), who=who.name, spell=spell.name))
    return None


def paid(edition: Edition, character: Character, spell: Spell) -> Paid:
    """Who pays the price: the staff in his hand, as far as it goes, then he himself (RUL-101)."""
    due = price(spell)
    held = staff_of(edition, character) in ready_at_start(character)
    power = min(due, character.power) if held else 0
    return Paid(power, due - power)
