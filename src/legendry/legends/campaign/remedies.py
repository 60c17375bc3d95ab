"""Harm outside of fights, and what helps: potions and wishes (INJ-6, CAM-8, RUL-85, RUL-95)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from legendry.legends.campaign.camp import Camp, Deed, Person, at_once
from legendry.legends.campaign.carrying import called
from legendry.legends.campaign.changes import Carried, Fated, Gained
from legendry.legends.campaign.items import boost, healing, item_name
from legendry.table import Choose, Flow, Option, Refusal, RuleId, Seat


def harm(camp: Camp, who: str, points: int, *rules: RuleId) -> Flow[None]:
    """Damage outside of a fight (INJ-1). Whoever has taken his ST in damage must be healed, or dies.

    A wish helps him even from death (CAM-8, RUL-85), a healing potion of anybody's as long as he is
    not beyond recovery (INJ-6, INJ-7, RUL-95).
    """
    camp.make(Gained(who, "damage", points), *rules, "INJ-1")
    while (person := camp.person(who)).character.damage >= person.character.st:
        helps = _help(camp, person)
        if not helps:
            break
        question = f"{who} is {_state(person)}. What helps him?"
        chosen = yield from Choose(person.seat, question, partial(_helping, who, helps))
        if not chosen:
            break
        holder, item = chosen
        if not item:
            _wished(camp, person)
        else:
            drunk(camp, holder, item, who)
    if person.character.damage >= person.character.st:
        rule = "INJ-7" if _state(person) == "dead" else "INJ-6"
        camp.make(Fated(who, "dead"), rule)


def tire(camp: Camp, who: str, points: int, *rules: RuleId) -> Flow[None]:
    """Fatigue outside of a fight (INJ-1); more than he can bear is damage (INJ-5, RUL-66)."""
    character = camp.person(who).character
    room = max(0, character.st - character.damage - character.fatigue)
    if room and camp.options.fatigue_overflow == "stays_fatigue":
        room = points
    tired = min(points, room)
    if tired:
        camp.make(Gained(who, "fatigue", tired), *rules, "INJ-1")
    if points > tired:
        yield from harm(camp, who, points - tired, *rules, "INJ-5")


def _state(who: Person) -> str:
    return "dead" if who.character.damage >= 2 * who.character.st else "dying"


def _help(camp: Camp, who: Person) -> list[tuple[str, str]]:
    """A wish of his own as (name, ""), potions as (who has one, which)."""
    found = [(who.name, "")] if who.wishes else []
    if _state(who) == "dying":
        for one in camp.present:
            found += [(one.name, item) for item in _potions(one).values() if healing(item)]
    return found


def _helping(who: str, helps: list[tuple[str, str]]) -> list[Option[tuple[str, str] | None]]:
    options: list[Option[tuple[str, str] | None]] = [
        Option(f"{holder} {item_name(item)} to {who}" if item else f"{who} wish", (holder, item))
        for holder, item in helps
    ]
    return [*options, Option(f"{who} dies", None)]


def _wished(camp: Camp, who: Person) -> None:
    """TSC and AW: damage gone; TS: fatigue too (RUL-85)."""
    camp.make(Gained(who.name, "wishes", -1), "CAM-8")
    character = who.character
    camp.make(Gained(who.name, "damage", -character.damage), "CAM-8")
    if camp.edition.switches.wish_heals_fatigue and character.fatigue:
        camp.make(Gained(who.name, "fatigue", -character.fatigue), "CAM-8")


# -- potions in camp -------------------------------------------------------------------------------


def deeds(camp: Camp, who: Person) -> Iterator[Deed]:
    """His potions, to drink himself or to give to another (RUL-95)."""
    for label, item in _potions(who).items():
        for one in camp.present:
            notation = f"{who.name} drink {label}"
            if one.name != who.name:
                notation = f"{who.name} administer {label} to {one.name}"
            act = partial(heals, camp, who.name, item, one.name, who.seat)
            yield Deed(notation, partial(at_once, act), refusal=no_use(one, item))


def _potions(who: Person) -> dict[str, str]:
    """What he has to drink, by the name that answers use."""
    things = who.character.belongings
    return {called(item_name(item)): item for item in things if healing(item) or boost(item)}


def no_use(who: Person, item: str) -> Refusal | None:
    """Why that potion does nothing for him now."""
    if boost(item):
        return Refusal("it lasts one encounter, and there is none in camp", "SKL-37")
    if not who.character.damage:
        return Refusal(f"{who.name} has no damage to heal", "RUL-95")
    return None


def heals(camp: Camp, holder: str, item: str, who: str, by: Seat) -> None:
    """A healing potion is drunk in camp."""
    before = camp.person(who).character.damage
    drunk(camp, holder, item, who)
    points = before - camp.person(who).character.damage
    camp.entry(f"{who} drinks a {item_name(item)} of {holder}: {points} healed", by, "RUL-95")


def drunk(camp: Camp, holder: str, item: str, who: str) -> None:
    """A healing potion is gone, and with it as much damage as it heals (SKL-40, RUL-95)."""
    camp.make(Carried(holder, item, -1), "RUL-95")
    healed = min(healing(item), camp.person(who).character.damage)
    camp.make(Gained(who, "damage", -healed), "RUL-95")
