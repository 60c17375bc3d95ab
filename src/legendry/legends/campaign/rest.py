"""Rest (section 12): nights, days and weeks, what they heal, and what is eaten meanwhile.

The books know no hunger (RUL-137): who has nothing to eat only fails the condition of complete
provisions, and does not heal. Whether other conditions hold is said when the rest is set up: those
who rest stay put and do nothing else, and a broken rest is a shorter one (RUL-71).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Literal, TypeAlias

from legendry.legends.campaign.camp import Camp, Deed, Person, offered
from legendry.legends.campaign.changes import (
    AdventureBegun,
    AdventureEnded,
    Carried,
    DaysPassed,
    Gained,
)
from legendry.legends.campaign.items import RATION
from legendry.legends.campaign.road import lives_off_the_land
from legendry.legends.character import effective
from legendry.legends.checks import rolled
from legendry.legends.events import Checked
from legendry.table import Flow, Ledger, Line, Seat

WEEK = 7

Place: TypeAlias = Literal["in the open", "in shelter", "as guests"]
"""Guests are sheltered and fed by others."""
PLACES: tuple[Place, ...] = ("in the open", "in shelter", "as guests")
Span: TypeAlias = tuple[int, bool]
"""So many days, and whether they are rest or only nights of sleep after days on the move."""


def span_of(days: int, resting: bool) -> str:
    """How long, in words: `2 nights`, `a day`, `3 weeks`."""
    weeks, odd = divmod(days, WEEK)
    count, unit = (days, "day") if odd or not resting else (weeks, "week")
    unit = unit if resting else "night"
    return f"a {unit}" if count == 1 else f"{count} {unit}s"


def rest(camp: Camp, days: int, place: Place, by: Seat = "") -> Flow[None]:
    """Days of rest with their nights (INJ-8, INJ-9, RUL-70, RUL-71)."""
    yield from passed(camp, days, place, resting=True, by=by)


def sleep(camp: Camp, nights: int, by: Seat = "") -> Flow[None]:
    """Nights of sleep: all fatigue is gone (INJ-8), staffs are full (MAG-11); wounds are as before."""
    yield from passed(camp, nights, "in the open", resting=False, by=by)


def passed(camp: Camp, days: int, place: Place, *, resting: bool, by: Seat) -> Flow[None]:
    """Days go by, one after another, and are told as one entry of the journal."""
    span = span_of(days, resting)
    if not camp.company.adventure:
        camp.make(DaysPassed(days))
        healed = recover(camp)
        verb = "passes" if span.startswith("a ") else "pass"
        text = f"{span[0].upper()}{span[1:]} {verb} between adventures"
        camp.entry(told(text, healed, 0), by, "INJ-9")
        return
    before = harm(camp)
    eaten: Counter[str] = Counter()
    fed: Counter[str] = Counter()
    for day in range(1, days + 1):
        yield from provided(camp, place, eaten, fed)
        camp.make(DaysPassed())
        slept(camp)
        if resting:
            yield from healed_by(camp, day, place, fed)
    for name, count in eaten.items():
        camp.make(Carried(name, RATION, -count), "SKL-30")
    verb = f"rests {span} {place}" if resting else f"sleeps {span}"
    text = told(f"The company {verb}", before - harm(camp), eaten.total())
    camp.entry(text, by, "INJ-8", *(["INJ-9"] if resting else []))


def told(what: str, healed: Counter[str], rations: int) -> str:
    parts = [f"{name} recovers {points}" for name, points in healed.items()]
    if rations:
        parts.append(f"{rations} ration{'s' * (rations > 1)} eaten")
    return f"{what}: {', '.join(parts)}" if parts else what


def harm(camp: Camp) -> Counter[str]:
    """The damage of those present who have any."""
    return +Counter({one.name: one.character.damage for one in camp.present})


# -- food --------------------------------------------------------------------------------------


def provided(camp: Camp, place: Place, eaten: Counter[str], fed: Counter[str]) -> Flow[None]:
    """A day's food: the host's, the land's for those with Survival (SKL-30), or a ration each.

    Whoever has none left eats another's. `fed` counts the days in a row that somebody had enough.
    """
    names = [one.name for one in camp.present]
    stock = Counter(camp.company.carried(RATION)) - eaten
    for name in names:
        if place == "as guests" or (yield from lives_off_the_land(camp, name)):
            fed[name] += 1
        elif giver := name if stock[name] else next((one for one in names if stock[one]), ""):
            stock[giver] -= 1
            eaten[giver] += 1
            fed[name] += 1
        else:
            fed[name] = 0


# -- recovery ----------------------------------------------------------------------------------


def slept(camp: Camp) -> None:
    """A full night's sleep takes all fatigue (INJ-8), that of spells too (INJ-10); a staff refills
    overnight (MAG-11, RUL-101)."""
    for who in camp.present:
        if who.character.fatigue:
            camp.make(Gained(who.name, "fatigue", -who.character.fatigue), "INJ-8")
        if short := who.character.staff - who.character.power:
            camp.make(Gained(who.name, "charge", short), "MAG-11")


def healed_by(camp: Camp, day: int, place: Place, fed: Counter[str]) -> Flow[None]:
    """What the day, or the week that it ends, heals by the rule of the edition (INJ-9).

    A broken week gives nothing, every full day counts (RUL-71).
    """
    kind = camp.edition.switches.recovery
    for who in [one for one in camp.present if one.character.damage]:
        points = 0
        if kind == "weekly_check":
            points = 0 if day % WEEK else (yield from convalesced(camp, who))
        elif place != "in the open" and (days := fed[who.name]):
            whole = 0 if days % WEEK else who.character.damage
            points = 1 if kind == "daily_point" else whole
        if points:
            camp.make(Gained(who.name, "damage", -points), "INJ-9")


def convalesced(camp: Camp, who: Person) -> Flow[int]:
    """A week of convalescence: 3/(ST − damage), its margin in points, never less than 1 (RUL-70)."""
    damage = who.character.damage
    limit = effective(who.character, "ST").plus([Line(-damage, "damage", "INJ-9")])
    limit = Ledger("ST − damage", limit.lines)
    faces = yield from rolled(camp, who, f"convalescence {who.name}", 3, against=limit)
    total = sum(faces) + who.character.curses
    camp.tell(
        Checked(
            rules=("INJ-9", "RUL-70"),
            who=who.name,
            what="3/(ST − damage) (convalescence)",
            faces=faces,
            total=total,
            limit=limit,
            passed=total <= limit.total,
        )
    )
    return min(damage, max(1, limit.total - total))


def recover(camp: Camp) -> Counter[str]:
    """Between adventures recovery is complete (INJ-9); how much damage that was, by name."""
    before = harm(camp)
    for name, points in before.items():
        camp.make(Gained(name, "damage", -points), "INJ-9")
    slept(camp)
    return before


# -- adventures --------------------------------------------------------------------------------


def set_out(camp: Camp, title: str, by: Seat = "") -> None:
    """An adventure begins; whoever was harmed before it is whole by now (INJ-9)."""
    healed = recover(camp)
    camp.make(AdventureBegun(title))
    camp.entry(told(f"The company sets out: {title}", healed, 0), by)


def come_home(camp: Camp, by: Seat = "") -> None:
    """The adventure ends: unspent karma, wishes and XP are kept (CAM-11), all damage heals (INJ-9)."""
    title = camp.company.adventure
    camp.make(AdventureEnded(), "CAM-11")
    healed = recover(camp)
    camp.entry(told(f"The company comes home: {title}", healed, 0), by, "CAM-11", "INJ-9")


# -- at the table ------------------------------------------------------------------------------

SPANS: tuple[Span, ...] = (
    (1, False),
    *((days, True) for days in range(1, WEEK)),
    *((weeks * WEEK, True) for weeks in range(1, 5)),
)


def deeds(camp: Camp) -> Iterator[Deed]:
    """To rest, for how long and where."""
    if camp.company.present:
        asks = partial(offered, camp.leader, "How long?", lambda: spans(camp))
        yield Deed("rest", asks, "sleep, or rest for days or weeks", leads=True)


def spans(camp: Camp) -> Iterator[Deed]:
    for days, resting in SPANS:
        notation = f"rest {span_of(days, resting)}"
        if resting and camp.company.adventure:
            asks = partial(offered, camp.leader, "Where?", partial(places, camp, days, notation))
            yield Deed(notation, asks, leads=True)
        else:
            yield Deed(
                notation,
                partial(passed, camp, days, "in the open", resting=resting, by=camp.leader),
            )


def places(camp: Camp, days: int, notation: str) -> Iterator[Deed]:
    for place in PLACES:
        yield Deed(f"{notation} {place}", partial(rest, camp, days, place, camp.leader))
