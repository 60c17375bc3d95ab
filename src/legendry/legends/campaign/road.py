"""Skills of the road: falling softly, living off the land, finding herbs (SKL-10, 27, 30, RUL-92).

Climbing, riding, swimming, tracking, finding the way and all other plain skills need no function of
their own: `party_checks.use` rolls the check of their row.
"""

from __future__ import annotations

from functools import partial

from legendry.legends.attack import small_die
from legendry.legends.campaign.camp import Camp, Person
from legendry.legends.campaign.carrying import full
from legendry.legends.campaign.changes import Carried, Marked
from legendry.legends.campaign.items import HERBS
from legendry.legends.campaign.party_checks import keys_with, use
from legendry.legends.campaign.remedies import harm
from legendry.legends.character import protection
from legendry.legends.checks import luck_left, spends_karma
from legendry.legends.events import Harmed
from legendry.odds import Dice, damage
from legendry.table import Flow, Ledger, Line, Refusal, Roll


def fall(camp: Camp, who: str, height: str) -> Flow[int]:
    """He falls, and the adventure gives the dice: `3d6` (RUL-92). The damage that he takes.

    A conscious Acrobat who passes 3/DX takes a die less for each level (SKL-10); with none left he
    lands on his feet. Armor is no help unless the table says so. The dice are those of the ground, not his
    own: no curse worsens them, and karma rolls them again only where it may roll any dice that
    concern him (RUL-84).
    """
    printed = Dice.parse(height)
    count = printed.dice
    lines: list[Line] = []
    person = camp.person(who)
    for key in keys_with(camp, person, "softens-falls") if person.active else ():
        if (yield from use(camp, who, key, what="land well")):
            level = min(count, person.skill(key))
            lines.append(Line(0, f"{level} {'die' if level == 1 else 'dice'} fewer", "SKL-10"))
            count -= level
    if printed.dice and not count:
        camp.tell(_harmed(person, 0, lines))
        return 0
    dice = Dice(count, printed.sides, printed.modifier)
    fallen = yield from _ground(camp, person, dice)
    least = camp.options.least_damage(camp.edition.switches)
    total = fallen + dice.modifier
    lines = [Line(total, str(dice), "RUL-92"), *lines]
    if total < least:
        lines.append(Line(least - total, f"at least {least}", "WPN-2"))
    points = max(total, least)
    if camp.options.fall_armor:
        armor = protection(person.character).total
        lines.append(Line(-min(armor, points), "armor", "RUL-92"))
        points -= min(armor, points)
    camp.tell(_harmed(person, points, lines))
    if points:
        yield from harm(camp, who, points, "RUL-92")
    return points


def _ground(camp: Camp, who: Person, dice: Dice) -> Flow[int]:
    """What the dice of the ground show; D3 and D2 are rolled as D6 (RUL-9)."""
    if not dice.dice:
        return 0
    roll = Roll(f"fall {who.name}", dice.dice, 6 if dice.sides in (2, 3) else dice.sides)
    while True:
        faces = yield from roll
        total = sum(small_die(face, dice.sides) for face in faces)
        if camp.options.karma_scope != "any_roll_on_self" or not luck_left(camp, who):
            return total
        less = partial(damage(Dice(dice.dice, dice.sides), floor=0).at_most, total - 1)
        if not (yield from spends_karma(camp, who, f"{roll.name}: {total}", less)):
            return total


def _harmed(who: Person, points: int, lines: list[Line]) -> Harmed:
    ledger = Ledger("fall", tuple(lines))
    return Harmed(rules=("RUL-92", "INJ-1"), who=who.name, damage=points, fatigue=0, ledger=ledger)


# -- the land ------------------------------------------------------------------------------------


def lives_off_the_land(camp: Camp, who: str) -> Flow[bool]:
    """Whether his Survival feeds him this day, so that he needs no ration (SKL-30).

    False without a roll for those who have not the skill.
    """
    person = camp.person(who)
    for key in keys_with(camp, person, "feeds") if person.active else ():
        if (yield from use(camp, who, key, what="live off the land")):
            return True
    return False


def gathers(camp: Camp, who: str, skill: str) -> Flow[None]:
    """One unit of healing herbs, for one try a day (SKL-27)."""
    camp.make(Marked(herbs_mark(who), camp.company.day))
    if (yield from use(camp, who, skill, what="find healing herbs")):
        camp.make(Carried(who, HERBS), "SKL-27")
        camp.entry(f"{who} finds healing herbs", camp.person(who).seat, "SKL-27")
    else:
        camp.entry(f"{who} finds no herbs", camp.person(who).seat, "SKL-27")


def herbs_mark(who: str) -> str:
    return f"{who} has looked for herbs"


def no_herbs(camp: Camp, who: Person) -> Refusal | None:
    """Why he may not look for herbs now."""
    if herbs_mark(who.name) in camp.company.used:
        return Refusal(f"{who.name} has looked for herbs today", "SKL-27")
    return full(who)
