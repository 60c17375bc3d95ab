"""Battles of a company: the set-up of a fight for it, and what a fight that is over has done to it.

Both are pure functions. The record of the fight lies beside the company, and the entry of the journal
that has these changes names it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from legendry.legends import potions
from legendry.legends.campaign.camp import suit_mark
from legendry.legends.campaign.changes import (
    Carried,
    Change,
    Fated,
    Gained,
    Kind,
    Marked,
    Noted,
    What,
    changed,
)
from legendry.legends.campaign.company import Company, Member
from legendry.legends.campaign.journal import Entry
from legendry.legends.character import Character, holdable
from legendry.legends.edition import edition
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.learning import bought
from legendry.legends.magic.spells import staff_of
from legendry.legends.turns import standing
from legendry.table import Seat
from legendry.table.requests import clipped

LONGEST_SIDE = 40


def side_of(company: Company) -> str:
    """The side that a company is in its fights."""
    return company.name[:LONGEST_SIDE].strip()


def fight_setup(
    company: Company,
    foes: Iterable[Mapping[str, Any]],
    *,
    at: Mapping[str, str] | None = None,
    who: Collection[str] | None = None,
    **place: Any,
) -> dict[str, Any]:
    """The set-up of a fight of the company against `foes`, who are given as in a set-up.

    All who are alive and free take part, or only those in `who`; `at` has hexes for some of them.
    `place` is the rest of the set-up: board, surprise, gravity, leave.
    """
    places = at or {}
    ours = [
        {
            "side": side_of(company),
            "character": msgspec.to_builtins(member.in_play),
            **({"seat": member.player} if member.player else {}),
            **({"at": places[member.name]} if member.name in places else {}),
            **({"suit_failed": True} if suit_mark(member.name) in company.used else {}),
        }
        for member in company.present
        if who is None or member.name in who
    ]
    return {"fighters": [*ours, *map(dict, foes)], **place}


def aftermath(company: Company, fight: Fight) -> list[Change]:
    """What a fight that is over has changed for the company that went into it (RUL-69).

    Applied one after another these changes give its members the figures of their fighters. Those who
    hold the field gather what they threw or dropped, if it still lies there or fallen foes have it.
    Allies who are no members are nobody's concern here.
    """
    if fight.result is None:
        raise ValueError("the fight is not over yet")
    if side_of(company) not in fight.sides:
        raise ValueError(f"{company.name} was not in that fight")
    changes: list[Change] = []
    side = fight.sides.index(side_of(company))
    members = {one.name for one in company.members}
    lies = Counter(id for things in fight.ground.values() for id in things)
    for one in fight.fighters:
        if one.side != side and not one.fled:
            lies += possessions(fight, one.own or one.character, one)
    holds_the_field = standing(fight) == {side}
    for fighter in fight.fighters:
        if fighter.side != side or fighter.name not in members:
            continue
        member = company.member(fighter.name)
        goods = possessions(fight, member.character, fighter)
        if holds_the_field and fighter.status not in ("dead", "fled"):
            goods = regained(goods, lies)
        found = [*bought(company, fighter), *gains(company, member, fighter)]
        found += staff_lost(fight, member.character, fighter, goods)
        for change in found:
            company = changed(company, change)
        for id, count in goods.items():
            company, change = stowed(fight, company, fighter.name, id, count)
            found.append(change)
        for id in fighter.gifts:
            found.append(Carried(fighter.name, id, 1))
            company = changed(company, found[-1])
        changes += found
    for word in fight.noted:
        changes += plotword(company, word)
    return changes


def entry_of(company: Company, fight: Fight, *, by: Seat = "", record: str = "") -> Entry:
    """A fight as an entry of the journal, with the record that it was played in."""
    changes = tuple(aftermath(company, fight))
    assert fight.result is not None
    names = [one.name for one in fight.fighters if one.side != fight.sides.index(side_of(company))]
    text = f"A fight against {', '.join(names)}: {fight.result.why}"
    return Entry(company.day, clipped(text, 400), changes, by, ("RUL-69", "CAM-2"), record)


def plotword(company: Company, word: str) -> Iterator[Change]:
    """A plotword that the company has not noted before, and what it is worth (CAM-4, RUL-81)."""
    if word not in company.plotwords:
        yield Noted(word)
        yield from (Gained(one.name, "xp", 1) for one in company.members if one.fate != "dead")


def gains(company: Company, member: Member, fighter: Fighter) -> Iterator[Change]:
    """Harm, luck, experience, a failed suit, and the end that he came to."""
    own = member.character
    by: dict[What, int] = {
        "damage": fighter.damage - own.damage,
        "fatigue": fighter.fatigue - own.fatigue,
        "karma": fighter.karma - member.karma,
        "wishes": fighter.wishes - own.wishes,
        "xp": fighter.earned,
    }
    if staff_of(edition(own.edition), own):
        by["charge"] = fighter.staff - own.power
    for what, amount in by.items():
        if amount:
            yield Gained(member.name, what, amount)
    mark = suit_mark(member.name)
    if fighter.suit_failed and mark not in company.used and company.adventure:
        yield Marked(mark, "adventure")  # RUL-79
    if fighter.status == "dead":
        yield Fated(member.name, "dead")
    elif fighter.captured:
        yield Fated(member.name, "captured")


# -- what they carry ---------------------------------------------------------------------------


def possessions(fight: Fight, own: Character, fighter: Fighter) -> Counter[str]:
    """By id, how much more or less he has of what a fight can take or give: weapons, shields, potions."""
    had = Counter(holdable(own.weapons))
    had.update(id for id in own.armor if fight.edition.armor[id].slot == "shield")
    had.update(potions.carried(own))
    has = Counter((*fighter.ready, *fighter.carried, *fighter.potions))
    has.subtract(had)
    return Counter({id: count for id, count in has.items() if count})


def regained(goods: Counter[str], lies: Counter[str]) -> Counter[str]:
    """The same when those who hold the field have gathered what they lost and `lies` there."""
    left = goods.copy()
    for id, count in goods.items():
        found = min(lies[id], max(0, -count))
        lies[id] -= found
        left[id] += found
    return Counter({id: count for id, count in left.items() if count})


def staff_lost(
    fight: Fight, own: Character, fighter: Fighter, goods: Counter[str]
) -> Iterator[Change]:
    """A staff that is lost takes along the power that it holds, and could hold (MAG-11)."""
    if not own.staff or not staff_of(fight.edition, own):
        return
    wooden = [id for id in own.weapons if fight.edition.weapons[id].wooden]
    if len(wooden) + sum(goods[id] for id in set(wooden)) <= 0:
        if fighter.staff:
            yield Gained(fighter.name, "charge", -fighter.staff)
        yield Gained(fighter.name, "staff", -own.staff)


def stowed(
    fight: Fight, company: Company, name: str, id: str, count: int
) -> tuple[Company, Change]:
    """He has so much more or less of a thing; what he cannot wield or wear he keeps as a belonging."""
    kind: Kind = "belongings"
    if id in fight.edition.weapons:
        kind = "weapons"
    elif id in fight.edition.armor:
        kind = "armor"
    change = Carried(name, id, count, kind)
    try:
        return changed(company, change), change
    except ValueError:
        if count < 0:
            raise
    change = Carried(name, thing_name(fight, id), count)
    return changed(company, change), change


def thing_name(fight: Fight, id: str) -> str:
    """A weapon or a shield in words."""
    known = fight.edition.weapons.get(id) or fight.edition.armor[id]
    return known.name.lower()
