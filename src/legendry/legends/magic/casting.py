"""Casting (MAG-3, MAG-5, MAG-6, MAG-12): who may cast what now, and the casting of it."""

from __future__ import annotations

from collections.abc import Iterator

from legendry.legends.character import Character, worn
from legendry.legends.checks import Checker
from legendry.legends.edition import Edition
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.magic import beings, effects, forms, resolution, seeming
from legendry.legends.magic.aiming import aimed
from legendry.legends.magic.areas import hexes_refusal
from legendry.legends.magic.events import SpellCast
from legendry.legends.magic.spells import Spell, known
from legendry.legends.magic.targets import (
    Aim,
    dispel_refusal,
    person_refusal,
    price_refusal,
    warned,
)
from legendry.legends.options import Options
from legendry.table import Choose, Flow, Option, Refusal

# -- who may cast what -------------------------------------------------------------------------


def caster_refusal(fight: Fight, who: Fighter, *, moved: bool = False) -> Refusal | None:
    """Why somebody can cast nothing at all now (ACT-3, GRP-13, ARM-8)."""
    if moved:
        return Refusal("casting takes the whole turn: who casts may not move", "MAG-5")
    if who.form:
        return Refusal(f"{who.name} is in another shape", "MAG-5")
    if fight.holders(who):
        return Refusal(f"{who.name} is grappling", "MAG-5")
    return gear_refusal(fight.options, who.character, who.ready)


def gear_refusal(
    options: Options, character: Character, ready: tuple[str, ...] | None = None
) -> Refusal | None:
    """Why he cannot cast in what he wears and holds: metal, by option shields (MAG-12, RUL-96)."""
    for piece in worn(character, ready):
        if piece.metal:
            return Refusal(f"{piece.name.lower()} is of metal", "MAG-12")
        if piece.slot == "shield" and options.shields_block_magic:
            return Refusal(f"a {piece.name.lower()} keeps from casting here", "RUL-96")
    return None


def mind_refusal(edition: Edition, who: Checker, spell: Spell) -> Refusal | None:
    """Why that spell is beyond him: not learned, or above his IQ (MAG-3)."""
    iq = who.ledgers["IQ"].total
    if spell not in known(edition, who.character, iq):
        return Refusal(f"{who.name} does not know {spell.name}", "MAG-3")
    if spell.iq > iq:
        return Refusal(f"it needs IQ {spell.iq}, and {who.name} has {iq}", "MAG-3")
    return None


def cast_refusal(
    fight: Fight, who: Fighter, spell: Spell, *, moved: bool = False, at: Fighter | None = None
) -> Refusal | None:
    """Why he cannot cast that spell now, or at the foe whom he answers with it (MAG-6)."""
    if refusal := caster_refusal(fight, who, moved=moved):
        return refusal
    if refusal := mind_refusal(fight.edition, who, spell):
        return refusal
    if at is not None and spell.target in ("person", "object"):
        return person_refusal(fight, who, spell, at)
    return aim_refusal(fight, who, spell) or (
        price_refusal(fight, who, spell) if spell.target not in ("person", "object") else None
    )


def aim_refusal(fight: Fight, who: Fighter, spell: Spell) -> Refusal | None:
    """Why there is nothing that he could cast it at."""
    if beings.calls(spell):
        return beings.call_refusal(fight, who, spell)
    if spell.morphs:
        return forms.morph_refusal(fight, who, spell)
    match spell.target:
        case "person" | "object":
            if all(person_refusal(fight, who, spell, one) for one in fight.fighters):
                return Refusal("there is nobody in sight to cast it at", "MAG-5")
        case "hex" | "area":
            return hexes_refusal(fight, who, spell)
        case "spell":
            if all(dispel_refusal(fight, who, spell, one) for one in fight.spells):
                return Refusal("there is no spell in sight to end", "RUL-113")
        case "board":
            mine = (one for one in fight.spells if one.caster == who.name)
            if any(one.spell == spell.id for one in mine):
                return Refusal(f"{spell.name} is in play already", "MAG-8")
        case "self":
            if effects.under(fight, who, spell):
                return Refusal(f"{spell.name} is on {who.name} already", "MAG-8")
    return None


def castable(fight: Fight, who: Fighter) -> list[Spell]:
    """The spells that he can cast now, in the order of the book."""
    if caster_refusal(fight, who):
        return []
    mine = known(fight.edition, who.character, who.iq)
    return [spell for spell in mine if not cast_refusal(fight, who, spell)]


def answers_with(fight: Fight, who: Fighter, entrant: Fighter) -> list[Spell]:
    """Magic strikes and direct spells for a foe who comes into his hex (MAG-6, RUL-103)."""
    if not who.character.spells or caster_refusal(fight, who):
        return []
    return [
        spell
        for spell in known(fight.edition, who.character, who.iq)
        if (spell.kind in ("strike", "direct") or spell.resisted)
        and not (spell.friendly and spell.kind == "direct")
        and not cast_refusal(fight, who, spell, at=entrant)
    ]


def at_foe(who: Fighter, spell: Spell, foe: Fighter) -> Aim:
    """The least of that spell, cast at a foe or at his hex."""
    person = spell.target in ("person", "object")
    text = f"{who.name} cast {spell.name} at {foe.name if person else foe.hex}"
    return Aim(text, text, foe.name) if person else Aim(text, text, hexes=(foe.hex,))


# -- the casting -------------------------------------------------------------------------------


def cast(
    fight: Fight,
    who: Fighter,
    spell: Spell,
    word: str = "",
    *,
    at: Fighter | None = None,
    level: int = 0,
) -> Flow[None]:
    """Cast a spell: say at what and for how much, then roll (MAG-5, RUL-98).

    `at` is the foe who comes into his hex, if it is an answer to that (MAG-6); `level` is how deep
    in a chain of reactions we are (RUL-58).
    """
    aim = yield from aimed(fight, who, spell, word, at)
    fight.tell(
        SpellCast(
            rules=(RULE[spell.kind], seeming.shown_spell(fight, spell, word).rule),
            who=who.name,
            spell=seeming.shown_spell(fight, spell, word).name,
            at=resolution.at_what(fight, aim),
        )
    )
    match spell.kind:
        case "strike":
            yield from resolution.strike(fight, who, spell, aim, early=at is not None, level=level)
        case "dispel":
            yield from resolution.dispel(fight, who, spell, aim)
        case _:
            yield from resolution.lay(fight, who, spell, aim, level=level)


RULE = {"normal": "MAG-1", "direct": "MAG-2", "strike": "MAG-13", "dispel": "SPL-28"}


def after_the_fight(fight: Fight, who: Fighter) -> Flow[None]:
    """When the fight is over a healer may still cast once, before the dying die (RUL-69, RUL-115)."""
    able = [spell for spell in castable(fight, who) if helps_after(spell)]
    if not able:
        return
    spell = yield from Choose(
        who.seat,
        f"the fight is over: does {who.name} cast a spell?",
        lambda: [
            *(Option(f"{who.name} cast {one.name}", one.id, leads=True) for one in able),
            Option(f"{who.name} no spell", ""),
        ],
    )
    if spell:
        yield from cast(fight, who, fight.edition.spells[spell])


def helps_after(spell: Spell) -> bool:
    """Whether it is of use when the fight is over: Heal Wounds, Reverse Death (RUL-69)."""
    return spell.at_once is not None and bool(spell.at_once.heal_per_point or spell.at_once.revives)


def in_words(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> str:
    """What an option to begin with that spell says: what it does, and what it may do to him."""
    warning = warned(fight, who, spell, aim)
    return f"{spell.words} It {warning}." if warning else spell.words


def spell_options(fight: Fight, who: Fighter) -> Iterator[tuple[Spell, str]]:
    """What he can begin to cast now: a spell, and of an illusion the being that it shows."""
    for spell in castable(fight, who):
        for word in beings.guises(fight, who, spell) if seeming.deceives(spell) else [""]:
            yield spell, word
