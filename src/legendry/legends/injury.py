"""Injury (section 12): harm as it is suffered, falling, dying, and the wish that undoes it."""

from __future__ import annotations

from legendry.hexes import distance
from legendry.legends.events import Fell, Harmed, Luck, Shifted
from legendry.legends.fighter import Fight, Fighter, Status
from legendry.legends.magic import (
    beings,  # whom magic brought or changed falls otherwise
    forms,
    lasting,  # harm breaks a spell, and a spell harms
)
from legendry.table import Choose, Flow, Ledger, Option

DOWN = ("incapacitated", "dying", "dead")
"""Brought down by harm."""


def suffer(
    fight: Fight,
    who: Fighter,
    points: int,
    ledger: Ledger,
    *,
    fatigue: bool = False,
    seems: int | None = None,
) -> Flow[None]:
    """Take points of damage or fatigue (INJ-1 to INJ-5), and fall if it is too much.

    Fatigue delivered to somebody already incapacitated is damage, point by point (INJ-5, RUL-66).
    `seems` is how much of it everybody hears of, where that is not the truth (RUL-114).
    """
    if who.phantom and beings.touched(fight, who):
        return
    before = who.status
    damage, tired = points, 0
    if fatigue:
        room = max(0, who.points_left)
        if fight.options.fatigue_overflow == "stays_fatigue" and room:
            room = points
        tired = min(points, room)
        damage = points - tired
    who.take(damage, tired)
    if points or seems:
        fight.quiet = 0
        if fight.options.wounds_reduce_st:
            fight.refresh(who)
    rules = ("INJ-1",) if not (fatigue and damage) else ("INJ-1", "INJ-5")
    told = tired if seems is None or damage else seems
    fight.tell(Harmed(rules=rules, who=who.name, damage=damage, fatigue=told, ledger=ledger))
    if who.status != before:
        yield from falls(fight, who)
    if points and who.spellbound:
        lasting.wake(fight, who, "harm")


def worsened(fight: Fight, who: Fighter, before: Status) -> Flow[None]:
    """What gave him strength may be gone: he falls of the harm he has, as by a blow (INJ-2)."""
    if who.status != before and who.status in DOWN:
        yield from falls(fight, who)


def falls(fight: Fight, who: Fighter) -> Flow[None]:
    """Incapacitated at once (INJ-2), dying (INJ-6) or dead (INJ-7, RUL-68); a wish may help."""
    if who.form:
        forms.returned(fight, who)
    rule = {"dead": "INJ-7", "dying": "INJ-6"}.get(who.status, "INJ-2")
    fight.tell(Fell(rules=(rule,), who=who.name, state=who.status))
    if (yield from wishes(fight, who)):
        return
    who.joined = 0
    release(fight)
    if fight.spells:
        beings.fallen(fight, who)


def release(fight: Fight) -> None:
    """A grapple ends when there is no conscious foe left in it (RUL-56)."""
    for one in fight.fighters:
        if one.joined and not fight.holders(one):
            one.joined = 0


def wishes(fight: Fight, who: Fighter) -> Flow[bool]:
    """A wish wipes out all damage, even of somebody just killed (CAM-8, RUL-85).

    It is asked for whenever it may help: when he falls or gets worse, when a turn of his side
    begins, before his move, at the end of combat.
    """
    if not wish_helps(fight, who):
        return False
    wish = yield from Choose(
        who.seat,
        f"{who.name} is {who.status}. Does he spend a wish?",
        lambda: [Option(f"{who.name} wish", True), Option(f"{who.name} no wish", False)],
    )
    if wish:
        spend_wish(fight, who)
    return wish and who.status not in DOWN


def wish_helps(fight: Fight, who: Fighter) -> bool:
    """Whether he has a wish, and something to wish away (RUL-85)."""
    heals_fatigue = fight.edition.switches.wish_heals_fatigue
    return who.wishes > 0 and (who.damage > 0 or (heals_fatigue and who.fatigue > 0))


def spend_wish(fight: Fight, who: Fighter) -> None:
    """TSC and AW: damage gone, fatigue stays; TS: both (RUL-85)."""
    who.wishes -= 1
    tired = who.fatigue if fight.edition.switches.wish_heals_fatigue else 0
    fight.tell(Luck(rules=("CAM-8",), who=who.name, what="wishes himself whole"))
    recover(fight, who, damage=who.damage, fatigue=tired)


def recover(fight: Fight, who: Fighter, *, damage: int = 0, fatigue: int = 0) -> None:
    """Harm goes away; whoever comes to himself gets up (RUL-67)."""
    was_active = who.active
    who.take(-damage, -fatigue)
    fight.quiet = 0
    fight.refresh(who)
    if who.active and not was_active:
        rises(fight, who)


def rises(fight: Fight, who: Fighter) -> None:
    """Back on his feet; if others stand over him by now, in the nearest free hex (MOV-3, RUL-41).

    Where a large figure fits nowhere else, it grapples with the foes who stand on it (RUL-56).
    """
    taken = fight.taken(who)
    if who.joined or taken.isdisjoint(who.cells):
        return
    near = sorted(fight.board.floor, key=lambda hex: (distance(hex, who.hex), hex))
    cells = next((cells for hex in near if (cells := fight.fitting(who, hex, taken))), ())
    if cells:
        who.cells = cells
        fight.tell(Shifted(rules=("MOV-3",), who=who.name, to=str(who.hex), how="gets up in"))
        return
    foes = [one for one in fight.foes(who) if not set(who.cells).isdisjoint(one.cells)]
    for one in (*foes, who) if foes else ():
        fight.grapples += 1
        one.joined = one.joined or fight.grapples
