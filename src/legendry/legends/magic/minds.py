"""Who plays whom: mind control (SPL-39), and spirits in living hosts (SPL-77)."""

from __future__ import annotations

from collections.abc import Collection

from legendry.legends import injury  # a man who falls may be ruled by another
from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.magic import forms, seeming
from legendry.legends.magic.events import Swayed
from legendry.legends.magic.spells import Spell
from legendry.table import Seat


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


def swaying(fight: Fight, who: Fighter) -> list[Cast]:
    """The spells that make him somebody else's, in the order they were cast."""
    book = fight.edition.spells
    return [one for one in fight.spells if one.target == who.name and sways(book[one.spell])]


def freed(fight: Fight, who: Fighter, ended: Collection[Cast]) -> None:
    """Those spells rule him no longer: the last of the others does, or he is his own man again."""
    fight.spells = tuple(one for one in fight.spells if one not in ended)
    left, spirits = swaying(fight, who), raisings(fight, who)
    spirit = spirits[-1].word if spirits else ""
    if who.spirit != spirit:
        who.spirit = spirit
        forms.reshape(fight, who)
    how = "is himself again, one of the"
    if left:
        how = f"is {spirit} in another body, of" if spirit else "now obeys"
        sides_with(fight, who, fight.named(spirit if left[-1] in spirits else left[-1].caster))
    elif who.home is not None:
        (side, seat), who.home = who.home, None
        goes_over(fight, who, side, seat)
    fight.tell(Swayed(rules=("RUL-112",), who=who.name, side=fight.sides[who.side], how=how))


def sways(spell: Spell) -> bool:
    """Whether it makes its target somebody else's."""
    ruled = spell.lasting is not None and spell.lasting.controlled
    return ruled or (spell.at_once is not None and spell.at_once.raises)


def raisings(fight: Fight, host: Fighter, caster: str = "") -> list[Cast]:
    """The spells by which a spirit is in him (SPL-77), or those of one caster."""
    mine = (one for one in swaying(fight, host) if not caster or one.caster == caster)
    book = fight.edition.spells
    return [one for one in mine if (what := book[one.spell].at_once) is not None and what.raises]


def sides_with(fight: Fight, who: Fighter, other: Fighter) -> None:
    """He is of that other's side and seat, and remembers his own."""
    who.home = who.home or (who.side, who.seat)
    goes_over(fight, who, other.side, other.seat)


def goes_over(fight: Fight, who: Fighter, side: int, seat: Seat) -> None:
    """He is of that side: it knows what he has spent in truth, and no other does (RUL-114).

    Grapples are between foes: he lets go, and stands apart (MOV-3, RUL-56).
    """
    changes = who.side != side
    who.side, who.seat = side, seat
    if who.known_to and not who.phantom:
        who.known_to = seeming.privy(fight, who)
    if changes:
        who.joined = 0
        injury.release(fight)
    if changes and who.active:
        injury.rises(fight, who)
