"""The game master's hand in a dogfight (GEN-1): luck given or taken, a side routed, the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from legendry.legends.campaign.camp import Deed, at_once, offered
from legendry.legends.dogfight.sky import Member, Sky
from legendry.legends.dogfight.turns import leave
from legendry.legends.events import Bestowed
from legendry.table import Flow, Refusal, Seat

AMOUNTS = (1, 2, 3)


def hand(sky: Sky, gm: Seat) -> Flow[None]:
    """What the game master does, now that he has called."""
    return offered(gm, f"{gm}, what happens?", partial(deeds, sky, gm))


def deeds(sky: Sky, gm: Seat) -> Iterator[Deed]:
    """All that he may do."""
    for one in sky.crew:
        if one.alive:
            asks = partial(offered, gm, f"{one.name}'s luck?", partial(luck, sky, gm, one))
            yield Deed(f"{gm} to {one.name}", asks, leads=True)
    for number, side in enumerate(sky.sides):
        there = any(one.side == number and one.active for one in sky.flyers)
        why = None if there else Refusal(f"nobody of {side} is left to break", "RUL-80")
        rout = partial(at_once, partial(routed, sky, number))
        yield Deed(f"{gm} routs {side}", rout, "they turn and leave", refusal=why)
    yield Deed(f"{gm} ends the dogfight", partial(at_once, partial(called_off, sky, gm)))
    yield Deed(f"{gm} does nothing", partial(at_once, lambda: None))


def luck(sky: Sky, gm: Seat, who: Member) -> Iterator[Deed]:
    """Karma and wishes, as many as he has to lose."""
    for what in ("karma", "wishes"):
        has: int = getattr(who, what)
        for by in (*AMOUNTS, *(-amount for amount in AMOUNTS)):
            less = Refusal(f"{who.name} has {has} {what}") if has + by < 0 else None
            act = partial(at_once, partial(given, sky, gm, who, what, by))
            yield Deed(f"{gm} to {who.name} {what} {by:+d}", act, refusal=less)


def given(sky: Sky, gm: Seat, who: Member, what: str, by: int) -> None:
    setattr(who, what, getattr(who, what) + by)
    sky.tell(Bestowed(rules=("GEN-1",), gm=gm, who=who.name, what=f"{by:+d} {what}"))


def routed(sky: Sky, side: int) -> None:
    """Declared broken, its craft leave (RUL-80)."""
    for one in sky.flyers:
        if one.side == side and one.active:
            leave(sky, one)


def called_off(sky: Sky, gm: Seat) -> None:
    sky.called_off = f"{gm} ends the dogfight"
