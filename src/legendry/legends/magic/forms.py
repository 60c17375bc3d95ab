"""Shapes: characters made from creatures, and casters who take a creature's form (MAG-19, RUL-117)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from msgspec.structs import replace

from legendry.hexes import Hex
from legendry.legends import injury  # a caster who falls is himself again
from legendry.legends.character import Character
from legendry.legends.edition import Creature, Edition, Weapon
from legendry.legends.fighter import Cast, Fight, Fighter, Former
from legendry.legends.footprint import SHAPES
from legendry.legends.magic import effects
from legendry.legends.magic.events import Morphed, Returned
from legendry.legends.magic.spells import Spell
from legendry.table import Refusal


@lru_cache(64)
def character_of(edition: Edition, id: str) -> Character:
    """A summoned being as a character (CRE-1 to CRE-7)."""
    being = edition.creatures[id]
    return Character(
        name=being.name,
        edition=edition.slug,
        kind=being.kind,
        st=being.st,
        dx=being.dx,
        iq=being.iq,
        natural_weapons=being.attacks,
        natural_armor=being.armor,
        ma=being.ma,
        hexes=being.hexes,
        flying=being.flying,
    )


@lru_cache(1024)
def formed(own: Character, form: Creature) -> Character:
    """Somebody in a creature's shape (MAG-19): its abilities and DX, his ST multiplied, his IQ.

    His gear is no use to him, nor are his skills in it (RUL-117).
    """
    return replace(
        own,
        st=own.st * form.st_multiplier,
        dx=form.dx,
        skills={},
        weapons=(),
        ready=(),
        armor=(),
        natural_weapons=form.attacks,
        natural_armor=form.armor,
        ma=form.ma,
        hexes=form.hexes,
        flying=form.flying,
    )


@lru_cache(1024)
def possessed(host: Character, spirit: Character) -> Character:
    """A host whom a spirit has taken over (SPL-77): its DX, IQ, skills and magic, the host's body."""
    return replace(
        host,
        dx=spirit.dx,
        iq=spirit.iq,
        skills=spirit.skills,
        magic=spirit.magic,
        spells=spirit.spells,
    )


def reshape(fight: Fight, who: Fighter) -> None:
    """Make him what spirit and form make of him, or himself again; who has lost his wings, lands."""
    own = who.own or who.character
    character = own
    if who.spirit:
        spirit = fight.named(who.spirit)
        character = possessed(character, spirit.own or spirit.character)
    if who.form:
        character = formed(character, fight.edition.creatures[who.form])
    who.own = own if character is not own else None
    if character is not who.character:
        who.character, who.arms = character, arms_of(character, common_arms(fight))
    who.flying = who.flying and effects.can_fly(fight, who)
    fight.refresh(who)


def arms_of(character: Character, arms: Mapping[str, Weapon]) -> dict[str, Weapon]:
    """Every weapon he could use here: what there is in the fight, and his nature's."""
    nature = {one.weapon.id: one.weapon for one in character.natural_weapons}
    return {**arms, **nature}


def common_arms(fight: Fight) -> dict[str, Weapon]:
    """The weapons in the fight that are nobody's nature."""
    return {id: one for id, one in fight.fighters[0].arms.items() if not one.natural}


def fitting(fight: Fight, hexes: int, anchor: Hex, taken: Collection[Hex]) -> tuple[Hex, ...]:
    """The hexes that a figure of that size would fill there, or () where it does not fit (RUL-20)."""
    floor = fight.board.floor
    for turn in SHAPES[hexes]:
        cells = tuple(anchor + offset for offset in turn)
        if all(hex in floor and hex not in taken for hex in cells):
            return cells
    return ()


# -- taking a form -----------------------------------------------------------------------------


def morph_refusal(fight: Fight, who: Fighter, spell: Spell) -> Refusal | None:
    """Why he cannot take that form here."""
    if who.form:
        return Refusal(f"{who.name} is in another shape already", "MAG-19")
    if not fitting(fight, fight.edition.creatures[spell.being].hexes, who.hex, fight.taken(who)):
        return Refusal("there is no room for such a shape here", "RUL-20")
    return None


def morphed(fight: Fight, who: Fighter, spell: Spell) -> None:
    """He takes the form (MAG-19): points suffered before are kept and count against its ST."""
    form = fight.edition.creatures[spell.being]
    who.cells = fitting(fight, form.hexes, who.hex, fight.taken(who)) or who.cells
    who.was = Former(who.damage, who.fatigue, who.ready, who.carried)
    who.form, who.ready, who.carried = form.id, (), ()
    reshape(fight, who)
    fight.casts += 1
    fight.spells = (*fight.spells, Cast(fight.casts, spell.id, who.name, target=who.name))
    rules = (spell.rule, "MAG-19", "RUL-117")
    fight.tell(Morphed(rules=rules, who=who.name, form=form.name))


def returned(fight: Fight, who: Fighter) -> None:
    """Himself again: what he took as a beast, damage and fatigue, is divided (MAG-19, RUL-117)."""
    if who.was is None:
        return
    was, parts = who.was, fight.edition.creatures[who.form].wounds_divided_by
    held = fight.holders(who)
    who.damage = divided(who.damage, was.damage, parts)
    who.fatigue = divided(who.fatigue, was.fatigue, parts)
    who.ready, who.carried, who.form, who.was = was.ready, was.carried, "", None
    reshape(fight, who)
    if len(who.cells) > who.character.hexes:
        theirs = {hex for foe in held for hex in foe.cells}
        who.cells = (next((hex for hex in who.cells if hex in theirs), who.hex),)
    injury.release(fight)
    spells = fight.edition.spells
    fight.spells = tuple(
        one for one in fight.spells if one.target != who.name or not spells[one.spell].morphs
    )
    fight.tell(
        Returned(rules=("MAG-19", "RUL-117"), who=who.name, damage=who.damage, fatigue=who.fatigue)
    )


def divided(points: int, before: int, parts: int) -> int:
    """Points of harm on return: those from before, and a share of the rest, rounded up (RUL-117)."""
    return before + -(-(points - before) // parts) if points > before else points
