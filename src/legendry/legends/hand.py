"""The game master's hand in a fight (GEN-1): he gives and takes, harms and heals, moves, ends.

He is asked in steps between two activations; each step is an ordinary answer of his. What he gives
that is of no use in the fight, its aftermath brings to the company.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from legendry.hexes import Hex
from legendry.legends.campaign.camp import Deed, at_once, offered
from legendry.legends.campaign.hand import asked_word
from legendry.legends.campaign.items import boost, healing, item_name
from legendry.legends.campaign.pricelist import usual_prices
from legendry.legends.checks import check
from legendry.legends.events import Bestowed, Shifted
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.injury import recover, release, suffer
from legendry.legends.skillchecks import SkillCheck
from legendry.legends.walking import flees
from legendry.table import Choose, Flow, Ledger, Option, Refusal, Seat
from legendry.table.requests import folded

AMOUNTS = (1, 2, 3, 4, 5, 10, 20)
NUMBERS = ("xp", "karma", "wishes", "damage", "fatigue")
GONE = ("dead", "fled", "vanished")


def hand(fight: Fight, gm: Seat) -> Flow[None]:
    """What the game master does, now that he has called."""
    return offered(gm, f"{gm}, what happens?", partial(deeds, fight, gm))


def deeds(fight: Fight, gm: Seat) -> Iterator[Deed]:
    """All that he may do."""
    for one in fight.fighters:
        if one.status in GONE or one.phantom:
            continue
        name = one.name
        asks = partial(offered, gm, f"What happens to {name}?", partial(to, fight, gm, one))
        yield Deed(f"{gm} to {name}", asks, leads=True)
        yield Deed(f"{gm} moves {name}", partial(moved, fight, gm, one), leads=True)
        yield Deed(f"{gm} calls for a check {name}", partial(called, fight, gm, one), leads=True)
    for number, side in enumerate(fight.sides):
        there = any(one.side == number and one.active for one in fight.fighters)
        rout = partial(at_once, partial(routed, fight, number))
        why = None if there else Refusal(f"nobody of {side} is left to break", "RUL-80")
        yield Deed(f"{gm} routs {side}", rout, "they break and leave (RUL-80)", refusal=why)
    yield Deed(f"{gm} gives a plotword", partial(worded, fight, gm), leads=True)
    yield Deed(f"{gm} ends the fight", partial(at_once, partial(called_off, fight, gm)))
    yield Deed(f"{gm} does nothing", partial(at_once, lambda: None))


# -- to one of them ----------------------------------------------------------------------------


def to(fight: Fight, gm: Seat, who: Fighter) -> Iterator[Deed]:
    """What can happen to one of them."""
    start = f"{gm} to {who.name}"
    for what in NUMBERS:
        asks = partial(offered, gm, "How much?", partial(amounts, fight, gm, who, what))
        yield Deed(f"{start} {what}", asks, leads=True)
    asks = partial(offered, gm, "Which of them?", partial(things, fight, gm, who))
    yield Deed(f"{start} belongings", asks, leads=True)


def amounts(fight: Fight, gm: Seat, who: Fighter, what: str) -> Iterator[Deed]:
    has = {"xp": who.character.xp + who.earned}.get(what, getattr(who, what, 0))
    for amount in AMOUNTS:
        for by in (amount, -amount):
            less = Refusal(f"{who.name} has {has} {what}") if has + by < 0 else None
            flow = partial(changed, fight, gm, who, what, by)
            yield Deed(f"{gm} to {who.name} {what} {by:+d}", flow, refusal=less)


def changed(fight: Fight, gm: Seat, who: Fighter, what: str, by: int) -> Flow[None]:
    """One number goes up or down; harm fells and kills as any other (INJ-2, INJ-7, CAM-8)."""
    fight.tell(Bestowed(rules=("GEN-1",), gm=gm, who=who.name, what=f"{by:+d} {what}"))
    if what in ("damage", "fatigue") and by > 0:
        ledger = Ledger.of(what, (by, gm, "GEN-1"))
        yield from suffer(fight, who, by, ledger, fatigue=what == "fatigue")
    elif what == "damage":
        recover(fight, who, damage=-by)
    elif what == "fatigue":
        recover(fight, who, fatigue=-by)
    elif what == "xp":
        who.earned += by
    elif what == "karma":
        who.karma += by
    else:
        who.wishes += by


def things(fight: Fight, gm: Seat, who: Fighter) -> Iterator[Deed]:
    """He gets what has a price in this edition, or loses what he has to drink."""
    start = f"{gm} to {who.name} belongings"
    for ware in usual_prices(fight.edition.slug).wares.values():
        if ware.kind == "belongings":
            act = partial(at_once, partial(given, fight, gm, who, ware.id))
            yield Deed(f"{start} +{ware.id}", act, ware.name)
    for id in dict.fromkeys(who.potions):
        act = partial(at_once, partial(taken, fight, gm, who, id))
        yield Deed(f"{start} -{id}", act, item_name(id))
    yield Deed(f"{start} 0", partial(at_once, lambda: None))


def given(fight: Fight, gm: Seat, who: Fighter, id: str) -> None:
    """Something to drink is there for the fight, anything else for after it."""
    if healing(id) or boost(id):
        who.potions = (*who.potions, id)
    else:
        who.gifts = (*who.gifts, id)
    fight.tell(Bestowed(rules=("GEN-1",), gm=gm, who=who.name, what=item_name(id)))


def taken(fight: Fight, gm: Seat, who: Fighter, id: str) -> None:
    left = list(who.potions)
    left.remove(id)
    who.potions = tuple(left)
    fight.tell(Bestowed(rules=("GEN-1",), gm=gm, who=who.name, what=f"no more {item_name(id)}"))


def moved(fight: Fight, gm: Seat, who: Fighter) -> Flow[None]:
    """A token goes where there is room for it, out of any grapple."""

    def options() -> Iterator[Option[Hex]]:
        return (
            Option(f"{gm} moves {who.name} to {hex}", hex)
            for hex in sorted(fight.board.floor)
            if fight.room(who, hex)
        )

    hex = yield from Choose(gm, f"Where to, {who.name}?", options)
    who.cells = fight.room(who, hex)
    who.joined = 0
    release(fight)
    fight.tell(Shifted(rules=("GEN-1",), who=who.name, to=str(hex), how="is moved to"))


def called(fight: Fight, gm: Seat, who: Fighter) -> Flow[None]:
    """He calls for a check, in the rulebook's notation, and the one whom it concerns rolls."""
    start = f"{gm} calls for a check {who.name} "
    slug = fight.edition.slug

    def option(text: str) -> Option[SkillCheck] | None:
        try:
            wanted = SkillCheck.parse(text, slug)
        except ValueError:
            return None
        fits = not wanted.contest and wanted.refusal(who.character) is None
        return Option(start + wanted.wording(slug), wanted) if fits else None

    def usual() -> Iterator[Option[SkillCheck]]:
        plain = (option(f"3/{attribute}") for attribute in ("ST", "DX", "IQ"))
        return (one for one in plain if one is not None)

    def blank(text: str) -> Option[SkillCheck] | None:
        own = " ".join(text.split())
        return option(own[len(start) :]) if folded(own).startswith(folded(start)) else None

    hint = f"“{start}3/ST+CLIMBING”"
    wanted = yield from Choose(gm, "Which check?", usual, blank=blank, hint=hint)
    dice = Ledger.of("dice", (wanted.dice, "as the check says", "CHK-2"))
    plus = wanted.lines(who.character)
    yield from check(fight, who, wanted.attribute, f"{gm}'s call", plus=plus, dice=dice)


# -- to all of them ----------------------------------------------------------------------------


def worded(fight: Fight, gm: Seat) -> Flow[None]:
    """A plotword of his own, for the company to note after the fight (CAM-4)."""
    word = yield from asked_word(gm)
    if word and word not in fight.noted:
        fight.noted = (*fight.noted, word)
        fight.tell(Bestowed(rules=("GEN-1", "CAM-4"), gm=gm, who="", what=f"the word {word}"))


def routed(fight: Fight, side: int) -> None:
    """Declared broken, they leave the field (RUL-80)."""
    for one in fight.fighters:
        if one.side == side and one.active:
            flees(fight, one, "RUL-80")


def called_off(fight: Fight, gm: Seat) -> None:
    """The fight is over as it stands; what follows is the end of combat (RUL-69)."""
    fight.called_off = f"{gm} ends the fight"
