"""What others see (MAG-17, RUL-114): images and illusions look in every way like beings summoned.

The truth is for the seats of the caster's side. To everybody else the spell cast is the summons of
what appears, with its price; so options have a veil, public events name the shown spell, and views
are made for the seat that looks. When the game is over there are no secrets.
"""

from __future__ import annotations

from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.magic.spells import Spell, known
from legendry.table import Seat, Veil


def deceives(spell: Spell) -> bool:
    """Whether what it calls is not there (MAG-17)."""
    return spell.lasting is not None and (spell.lasting.image or spell.lasting.illusion)


def deceiver(fight: Fight, who: Fighter) -> bool:
    """Whether he knows such spells, as everybody may know of him."""
    return any(map(deceives, known(fight.edition, who.character)))


def privy(fight: Fight, who: Fighter) -> tuple[Seat, ...]:
    """The seats of his side, who know what he does, and the game master, who knows all (GEN-1)."""
    homes = (one.home or (one.side, one.seat) for one in fight.fighters)
    ours = (seat for side, seat in homes if side == who.side)
    return tuple(dict.fromkeys([who.seat, *ours, *filter(None, [fight.gm])]))


def knows(fight: Fight, seat: Seat | None, one: Fighter) -> bool:
    """Whether that seat knows all there is to know of somebody; who plays a caster knows of him."""
    if not one.known_to or seat in one.known_to or fight.result is not None:
        return True
    return seat == one.seat and not one.phantom


# -- the spell ---------------------------------------------------------------------------------


def shown_spell(fight: Fight, spell: Spell, word: str) -> Spell:
    """The spell that others see cast: the summons of the being named (RUL-114)."""
    if not deceives(spell):
        return spell
    return fight.edition.spells[fight.edition.creatures[word].spell]


def veil(fight: Fight, who: Fighter, spell: Spell, seems: str) -> Veil | None:
    """What others read in place of an answer that names an image or an illusion."""
    return Veil(seems, privy(fight, who)) if deceives(spell) else None


def cast_spell(fight: Fight, cast: Cast, seat: Seat | None = None) -> Spell:
    """The spell in play as that seat knows it; notations use what everybody knows (None)."""
    spell = fight.edition.spells[cast.spell]
    if deceives(spell) and not knows(fight, seat, fight.named(cast.target)):
        return shown_spell(fight, spell, cast.word)
    return spell


# -- its price ---------------------------------------------------------------------------------


def feigned(fight: Fight, who: Fighter, paid: tuple[int, int], price: int) -> tuple[int, int]:
    """What others see him pay, of staff and strength, if he pays `paid` and it seems to be `price`.

    It is noted what they then believe of him (MAG-9). A staff that pays would pay first, or as much
    as he has chosen (RUL-101).
    """
    if not any(who.feigned) and sum(paid) == price:
        return paid
    power, fatigue = who.feigned
    most = paid[0] if fight.options.staff_split == "caster_chooses" else price
    staff = min(most, who.staff - power) if paid[0] else 0
    who.feigned = power + staff - paid[0], fatigue + (price - staff) - paid[1]
    who.known_to = who.known_to or privy(fight, who)
    return staff, price - staff


def shown_fatigue(fight: Fight, seat: Seat | None, who: Fighter) -> int:
    """His fatigue as that seat knows it; whoever is on his feet is not seen to be exhausted."""
    extra = who.feigned[1]
    if not extra or knows(fight, seat, who):
        return who.fatigue
    return who.fatigue + (min(extra, who.points_left - 1) if who.active else extra)


def shown_staff(fight: Fight, seat: Seat | None, who: Fighter) -> int:
    """The power of his staff as that seat knows it."""
    return who.staff if knows(fight, seat, who) else who.staff - who.feigned[0]


def shown_left(fight: Fight, seat: Seat | None, who: Fighter) -> int:
    """How much more harm he seems to stand, to that seat."""
    if not who.feigned[1]:
        return who.points_left
    return who.points_left + who.fatigue - shown_fatigue(fight, seat, who)
