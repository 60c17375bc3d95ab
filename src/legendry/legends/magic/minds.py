"""Who plays whom: mind control (SPL-39), and spirits in living hosts (SPL-77)."""

from __future__ import annotations

from legendry.legends import injury  # a man who falls may be ruled by another
from legendry.legends.events import Swayed
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.magic import forms
from legendry.legends.magic.spells import Spell


def controlled(fight: Fight, who: Fighter, by: Fighter) -> None:
    """He loses a turn, and from then on the caster's side plays him (SPL-39, RUL-112)."""
    who.turns_owed += 1
    who.acted = True
    sides_with(fight, who, by)
    rules = ("SPL-39", "RUL-112")
    fight.tell(Swayed(rules=rules, who=who.name, side=fight.sides[who.side], how="now obeys"))


def raised(fight: Fight, host: Fighter, spirit: Fighter) -> None:
    """A dead character's spirit takes over a living host (SPL-77, RUL-118).

    Like all that is summoned it is idle in the turn of its arrival (MAG-21).
    """
    host.spirit, host.acted = spirit.name, True
    forms.reshape(fight, host)
    sides_with(fight, host, spirit)
    how = f"is now {spirit.name} in another body, of"
    rules = ("SPL-77", "RUL-118")
    fight.tell(Swayed(rules=rules, who=host.name, side=fight.sides[host.side], how=how))


def freed(fight: Fight, who: Fighter) -> None:
    """His own man again."""
    if who.spirit:
        who.spirit = ""
        forms.reshape(fight, who)
    if who.home is not None:
        (who.side, who.seat), who.home = who.home, None
        settled(fight, who)
    book = fight.edition.spells
    fight.spells = tuple(
        one for one in fight.spells if one.target != who.name or not sways(book[one.spell])
    )
    how = "is himself again, one of the"
    fight.tell(Swayed(rules=("RUL-112",), who=who.name, side=fight.sides[who.side], how=how))


def sways(spell: Spell) -> bool:
    """Whether it makes its target somebody else's."""
    ruled = spell.lasting is not None and spell.lasting.controlled
    return ruled or (spell.at_once is not None and spell.at_once.raises)


def sides_with(fight: Fight, who: Fighter, other: Fighter) -> None:
    """He is of that other's side and seat, and remembers his own."""
    who.home = who.home or (who.side, who.seat)
    who.side, who.seat = other.side, other.seat
    settled(fight, who)


def settled(fight: Fight, who: Fighter) -> None:
    """Grapples are between foes: whoever changes sides lets go, and stands apart (MOV-3, RUL-56)."""
    who.joined = 0
    injury.release(fight)
    if who.active:
        injury.rises(fight, who)
