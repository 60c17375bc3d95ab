"""Who carries what: giving things and gold, taking them from the dead, dividing gold evenly."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from legendry.legends.campaign.camp import Camp, Deed, Person, at_once, offered
from legendry.legends.campaign.carrying import PURSE, ROOM, called, full, let_go, room
from legendry.legends.campaign.changes import Carried, Gained, changed
from legendry.legends.campaign.market import MOST_AT_ONCE
from legendry.legends.campaign.pricelist import Kind, ware_name
from legendry.legends.character import holdable
from legendry.table import Flow, Refusal, Seat
from legendry.table.requests import folded

COINS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""The amounts of gold that can be given in one answer, besides all of it."""


def deeds(camp: Camp, who: Person) -> Iterator[Deed]:
    """He gives away something, or takes it from somebody dead."""
    others = [one for one in camp.present if one.name != who.name]
    bare = Refusal(f"{who.name} has nothing to give")
    alone = Refusal("there is nobody else")
    yield Deed(
        f"{who.name} give",
        partial(gives, camp, who.name),
        "give something to another",
        refusal=alone if not others else None if _has(who) else bare,
        leads=True,
    )
    for dead in fallen(camp):
        yield Deed(
            f"{who.name} take from {dead.name}",
            partial(takes, camp, who.name, dead.name),
            "take something of the dead",
            leads=True,
        )


def fallen(camp: Camp) -> list[Person]:
    """The dead who have something on them."""
    dead = {one.name for one in camp.company.members if one.fate == "dead"}
    return [one for one in camp.people if one.name in dead and _has(one)]


def _has(who: Person) -> bool:
    character = who.character
    return bool(
        character.gold or character.belongings or character.armor or holdable(character.weapons)
    )


def _things(who: Person) -> Iterator[tuple[str, str, Kind]]:
    """What he has, each thing once: how it is called in answers, its id and kind.

    Belongings may be in anybody's words; no two are called alike.
    """
    taken = {"gold", "nothing"}
    for kind in ROOM:
        for id in dict.fromkeys(holdable(getattr(who.character, kind))):
            label = called(id)
            while folded(label) in taken:
                label += "*"
            taken.add(folded(label))
            yield label, id, kind


# -- from one to another ---------------------------------------------------------------------------


def gives(camp: Camp, who: str) -> Flow[None]:
    """What, to whom, and how much of it."""
    giver = camp.person(who)

    def things() -> Iterator[Deed]:
        if giver.character.gold:
            asks = partial(_to_whom, camp, who, "", "belongings", f"{who} give gold")
            yield Deed(f"{who} give gold", asks, leads=True)
        for label, id, kind in _things(giver):
            asks = partial(_to_whom, camp, who, id, kind, f"{who} give {label}")
            words = ware_name(camp.edition, id, kind)
            yield Deed(f"{who} give {label}", asks, words, leads=True)
        yield Deed(f"{who} give nothing", partial(at_once, _nothing))

    return offered(giver.seat, f"What does {who} give?", things)


def _to_whom(camp: Camp, who: str, id: str, kind: Kind, start: str) -> Flow[None]:
    giver = camp.person(who)

    def people() -> Iterator[Deed]:
        for one in camp.present:
            if one.name != who:
                notation = f"{start} to {one.name}"
                asks = partial(_how_many, camp, giver, one, id, kind, notation, giver.seat)
                refusal = no_room(camp, one, id, kind)
                yield Deed(notation, asks, refusal=refusal, leads=True)
        yield Deed(f"{start} not at all", partial(at_once, _nothing))

    return offered(giver.seat, f"To whom does {who} give it?", people)


def takes(camp: Camp, who: str, dead: str) -> Flow[None]:
    """Of what a dead companion had, and how much of it."""
    taker, giver = camp.person(who), camp.person(dead)
    start = f"{who} take from {dead}"

    def thing(label: str, id: str, kind: Kind, words: str) -> Deed:
        notation = f"{start} {label}"
        asks = partial(_how_many, camp, giver, taker, id, kind, notation, taker.seat)
        return Deed(notation, asks, words, refusal=no_room(camp, taker, id, kind), leads=True)

    def things() -> Iterator[Deed]:
        if giver.character.gold:
            yield thing("gold", "", "belongings", "")
        for label, id, kind in _things(giver):
            yield thing(label, id, kind, ware_name(camp.edition, id, kind))
        yield Deed(f"{start} nothing", partial(at_once, _nothing))

    return offered(taker.seat, f"What does {who} take?", things)


def no_room(camp: Camp, who: Person, id: str, kind: Kind) -> Refusal | None:
    """Why he cannot have it: no room for more, or armor over armor (RUL-77)."""
    if not id:
        return Refusal(f"{who.name} can carry no more") if who.character.gold >= PURSE else None
    if refusal := full(who, kind):
        return refusal
    try:
        changed(camp.company, Carried(who.name, id, 1, kind))
    except ValueError as error:
        return Refusal(str(error))
    return None


def _how_many(
    camp: Camp, giver: Person, taker: Person, id: str, kind: Kind, notation: str, by: Seat
) -> Flow[None]:
    """So many of it change hands; nobody asks where there is one only."""
    if id:
        have = getattr(giver.character, kind).count(id)
        most = min(have, 1 if kind == "armor" else room(taker, kind), MOST_AT_ONCE)
        amounts = tuple(range(1, most + 1))
    else:
        most = min(giver.character.gold, PURSE - taker.character.gold)
        amounts = tuple(sorted({*(coin for coin in COINS if coin < most), most}))

    def counts() -> Iterator[Deed]:
        for count in amounts:
            act = partial(hand_over, camp, giver.name, taker.name, id, count, kind, by)
            yield Deed(f"{notation} {count}", partial(at_once, act))

    if len(amounts) == 1:
        hand_over(camp, giver.name, taker.name, id, amounts[0], kind, by)
        return
    yield from offered(by, "How many?" if id else "How much?", counts)


def hand_over(
    camp: Camp, giver: str, taker: str, id: str, count: int, kind: Kind, by: Seat
) -> None:
    """Things, or without an id gold, go from one to the other."""
    if id:
        let_go(camp, giver, id, count, kind)
        camp.make(Carried(taker, id, count, kind))
        what = ware_name(camp.edition, id, kind)
        what = what if count == 1 else f"{count} × {what}"
    else:
        camp.make(Gained(giver, "gold", -count))
        camp.make(Gained(taker, "gold", count))
        what = f"{count} gold"
    camp.entry(f"{taker} gets {what} from {giver}", by)


def _nothing() -> None:
    """He has only looked."""


# -- the whole purse -------------------------------------------------------------------------------


def divide(camp: Camp, by: Seat = "") -> None:
    """All gold of those present in even parts; odd pieces go to the first of them."""
    for name, part in shares(camp).items():
        if change := part - camp.person(name).character.gold:
            camp.make(Gained(name, "gold", change))
    whole = sum(one.character.gold for one in camp.present)
    camp.entry(f"The company divides {whole} gold evenly", by)


def shares(camp: Camp) -> dict[str, int]:
    """What each of those present has after an even division."""
    names = [one.name for one in camp.present]
    even, odd = divmod(sum(one.character.gold for one in camp.present), len(names) or 1)
    return {name: even + (place < odd) for place, name in enumerate(names)}


def division(camp: Camp) -> Deed:
    """To divide the gold, for whoever decides for the company."""
    now = {one.name: one.character.gold for one in camp.present}
    refusal = None
    if not any(now.values()):
        refusal = Refusal("there is no gold")
    elif now == shares(camp):
        refusal = Refusal("the gold is divided evenly")
    act = partial(divide, camp, camp.leader)
    return Deed("divide gold", partial(at_once, act), "everybody has the same", refusal=refusal)
