"""Trade: buying and selling by a price list, and the Merchant who bargains first (SKL-48, RUL-94).

One merchant of the company may bargain once a day at a place, for buying or for selling: he wins
against the trader or not, and what he wins holds for the whole company there for that day. Prices
are whole; what cannot be divided is the trader's.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Literal, TypeAlias

from legendry.legends.campaign.camp import Camp, Deed, Person, at_once, offered
from legendry.legends.campaign.carrying import PURSE, ROOM, called, full, let_go, room
from legendry.legends.campaign.changes import Carried, Gained, Marked, changed
from legendry.legends.campaign.party_checks import keys_with, skill_trial, use
from legendry.legends.campaign.pricelist import PriceList, Ware
from legendry.legends.skillchecks import named_skill
from legendry.table import Flow, Ledger, Line, Refusal
from legendry.table.requests import folded

Side: TypeAlias = Literal["buying", "selling"]
SIDES: tuple[Side, Side] = ("buying", "selling")

PERCENT = 10
"""SKL-48: what a level is worth, in percent."""
MOST_OFF = 90
"""RUL-94: no bargain takes off more than that, in percent."""
MOST_AT_ONCE = 20
"""So many of a thing are bought or sold in one answer."""


# -- bargains --------------------------------------------------------------------------------------


def tried_mark(prices: PriceList) -> str:
    return f"{prices.title}: the bargaining is done"


def won_mark(prices: PriceList, who: str, side: Side) -> str:
    return f"{prices.title}: {who} has a good price for {side}"


def no_bargain(camp: Camp, skill: str, side: Side, prices: PriceList) -> Refusal | None:
    """Why nobody may bargain so here and now."""
    row = named_skill(camp.edition, skill)
    if side == "selling" and row.feat != "trades":
        return Refusal(f"{row.name} is for buying only", "SKL-48")
    if tried_mark(prices) in camp.company.used:
        return Refusal(f"{prices.trader.name} has bargained with the company today", "SKL-48")
    return None


def bargains(camp: Camp, who: str, skill: str, side: Side, prices: PriceList) -> Flow[None]:
    """Win IQ against the trader: 10 % a level cheaper, or dearer, for this day (SKL-48)."""
    camp.make(Marked(tried_mark(prices), camp.company.day))
    trader = prices.trader
    seat = camp.person(who).seat
    if (yield from use(camp, who, skill, what=f"bargain for {side}", on=trader)):
        camp.make(Marked(won_mark(prices, who, side), camp.company.day), "SKL-48")
        camp.entry(f"{who} bargains {trader.name} into a good price for {side}", seat, "SKL-48")
    else:
        camp.entry(f"{trader.name} does not bargain with {who}", seat, "SKL-48")


def bargain(camp: Camp, side: Side, prices: PriceList) -> tuple[str, int]:
    """Who has won a good price here today, and the percent it is worth."""
    for one in camp.people:
        if won_mark(prices, one.name, side) in camp.company.used:
            level = sum(one.skill(key) for key in keys_with(camp, one, "buys", "trades"))
            percent = PERCENT * level
            return one.name, min(percent, MOST_OFF) if side == "buying" else percent
    return "", 0


def cost(camp: Camp, ware: Ware, count: int, prices: PriceList) -> Ledger:
    """What so many of a ware cost the company here today."""
    whole = ware.price * count
    lines = [Line(whole, _times(ware.price, count))]
    who, percent = bargain(camp, "buying", prices)
    if percent:
        rule = "RUL-94" if percent == MOST_OFF else "SKL-48"
        lines.append(Line(-(whole * percent // 100), f"{percent} % off by {who}", rule))
    return Ledger(prices.currency, tuple(lines))


def proceeds(camp: Camp, ware: Ware, count: int, prices: PriceList) -> Ledger:
    """What so many of a ware bring the company here today."""
    paid = ware.price * count * prices.resale // 100
    lines = [Line(paid, f"{prices.resale} % of {_times(ware.price, count)}")]
    who, percent = bargain(camp, "selling", prices)
    if percent:
        lines.append(Line(paid * percent // 100, f"{percent} % more by {who}", "SKL-48"))
    return Ledger(prices.currency, tuple(lines))


def _times(price: int, count: int) -> str:
    return "list price" if count == 1 else f"{count} at {price}"


# -- buying and selling ----------------------------------------------------------------------------


def deeds(camp: Camp, who: Person, prices: PriceList) -> Iterator[Deed]:
    """What he can do in the market: bargain, buy, sell."""
    name = who.name
    for key in keys_with(camp, who, "buys", "trades"):
        trial = skill_trial(camp, key, on=prices.trader)
        for side in SIDES:
            yield Deed(
                f"{name} bargain {side}",
                partial(bargains, camp, name, key, side, prices),
                f"win IQ against {prices.trader.name}",
                refusal=trial.refusal(camp, who) or no_bargain(camp, key, side, prices),
                look=partial(trial.about, camp, who),
            )
    cheapest = min((cost(camp, one, 1, prices).total for one in prices.wares.values()), default=0)
    too_poor = Refusal(f"{name} has {who.character.gold} {prices.currency}", "RUL-137")
    yield Deed(
        f"{name} buy",
        partial(buys, camp, name, prices),
        f"buy at {prices.title}",
        refusal=too_poor if not cheapest or cheapest > who.character.gold else None,
        leads=True,
    )
    nothing = Refusal(f"{name} has nothing that {prices.trader.name} buys", "RUL-137")
    yield Deed(
        f"{name} sell",
        partial(sells, camp, name, prices),
        f"sell at {prices.title}",
        refusal=None if any(_sellable(who, prices)) else nothing,
        leads=True,
    )


def buys(camp: Camp, who: str, prices: PriceList) -> Flow[None]:
    """He buys something, or nothing after all."""
    seat = camp.person(who).seat
    has = f"{camp.person(who).character.gold} {prices.currency}"
    return offered(
        seat, f"{who} has {has}. What does he buy?", partial(_for_sale, camp, who, prices)
    )


def _for_sale(camp: Camp, who: str, prices: PriceList) -> Iterator[Deed]:
    person = camp.person(who)
    for ware in prices.wares.values():
        most = _most(camp, person, ware, prices)
        refusal = None if most else _no_sale(camp, person, ware, prices)
        one = cost(camp, ware, 1, prices)
        notation = f"{who} buy {ware.id}"
        words = f"{ware.name}, {one.total} {prices.currency}"
        if most > 1:
            flow = partial(_counted, camp, person, ware, most, "buy", prices)
            yield Deed(notation, flow, words, (one,), refusal, leads=True)
        else:
            deal = partial(_buy, camp, who, ware, 1, prices)
            yield Deed(notation, partial(at_once, deal), words, (one,), refusal)
    yield Deed(f"{who} buy nothing", partial(at_once, _no_deal))


def _most(camp: Camp, who: Person, ware: Ware, prices: PriceList) -> int:
    """How many of a ware he could buy at once; of arms that are not thrown, one at a time."""
    if ware.kind == "weapons":
        weapon = camp.edition.weapons[ware.id]
        single = not (weapon.used_up or weapon.thrown)
    else:
        single = ware.kind == "armor"
    most = min(room(who, ware.kind), 1 if single else MOST_AT_ONCE)
    while most > 0 and cost(camp, ware, most, prices).total > who.character.gold:
        most -= 1
    return 0 if most > 0 and _unfit(camp, who, ware) else max(most, 0)


def _unfit(camp: Camp, who: Person, ware: Ware) -> str:
    """Why he cannot have it at all, such as a second suit of armor (RUL-77)."""
    if ware.kind == "belongings":
        return ""
    try:
        changed(camp.company, Carried(who.name, ware.id, 1, ware.kind))
    except ValueError as error:
        return str(error)
    return ""


def _no_sale(camp: Camp, who: Person, ware: Ware, prices: PriceList) -> Refusal | None:
    price = cost(camp, ware, 1, prices).total
    if price > who.character.gold:
        return Refusal(
            f"{ware.name} costs {price} {prices.currency}, {who.name} has {who.character.gold}",
            "RUL-137",
        )
    if unfit := _unfit(camp, who, ware):
        return Refusal(unfit)
    return full(who, ware.kind)


def _buy(camp: Camp, who: str, ware: Ware, count: int, prices: PriceList) -> None:
    price = cost(camp, ware, count, prices)
    if price.total:
        camp.make(Gained(who, "gold", -price.total), "RUL-137")
    camp.make(Carried(who, ware.id, count, ware.kind))
    camp.entry(
        f"{who} buys {_amount(ware, count)} for {price.total} {prices.currency}",
        camp.person(who).seat,
        *_rules(price),
    )


def sells(camp: Camp, who: str, prices: PriceList) -> Flow[None]:
    """He sells something, or nothing after all."""
    seat = camp.person(who).seat
    return offered(seat, f"What does {who} sell?", partial(_wanted, camp, who, prices))


def _sellable(who: Person, prices: PriceList) -> Iterator[tuple[Ware, int]]:
    """What of his has a price here, and how many of it he has."""
    for ware in prices.wares.values() if prices.resale else ():
        if count := getattr(who.character, ware.kind).count(ware.id):
            yield ware, count


def _wanted(camp: Camp, who: str, prices: PriceList) -> Iterator[Deed]:
    person = camp.person(who)
    known = {"nothing"}
    for ware, count in _sellable(person, prices):
        known.add(folded(ware.id))
        one = proceeds(camp, ware, 1, prices)
        notation = f"{who} sell {ware.id}"
        words = f"{ware.name}, {one.total} {prices.currency}"
        most = min(count, MOST_AT_ONCE)
        while most and person.character.gold + proceeds(camp, ware, most, prices).total > PURSE:
            most -= 1
        if most > 1:
            flow = partial(_counted, camp, person, ware, most, "sell", prices)
            yield Deed(notation, flow, words, (one,), leads=True)
        else:
            deal = partial(_sell, camp, who, ware, 1, prices)
            refusal = None if most else Refusal(f"{who} can carry no more {prices.currency}")
            yield Deed(notation, partial(at_once, deal), words, (one,), refusal)
    unwanted = Refusal(f"{prices.trader.name} does not buy that", "RUL-137")
    for kind in ROOM:
        for id in dict.fromkeys(getattr(person.character, kind)):
            if folded(called(id)) not in known:
                known.add(folded(called(id)))
                yield Deed(f"{who} sell {called(id)}", partial(at_once, _no_deal), refusal=unwanted)
    yield Deed(f"{who} sell nothing", partial(at_once, _no_deal))


def _sell(camp: Camp, who: str, ware: Ware, count: int, prices: PriceList) -> None:
    paid = proceeds(camp, ware, count, prices)
    let_go(camp, who, ware.id, count, ware.kind)
    if paid.total:
        camp.make(Gained(who, "gold", paid.total), "RUL-137")
    camp.entry(
        f"{who} sells {_amount(ware, count)} for {paid.total} {prices.currency}",
        camp.person(who).seat,
        *_rules(paid),
    )


def _counted(
    camp: Camp, who: Person, ware: Ware, most: int, verb: Literal["buy", "sell"], prices: PriceList
) -> Flow[None]:
    """How many of it."""
    deal, value = (_buy, cost) if verb == "buy" else (_sell, proceeds)

    def counts() -> Iterator[Deed]:
        for count in range(1, most + 1):
            yield Deed(
                f"{who.name} {verb} {ware.id} {count}",
                partial(at_once, partial(deal, camp, who.name, ware, count, prices)),
                ledgers=(value(camp, ware, count, prices),),
            )

    return offered(who.seat, f"How many of {ware.name} does {who.name} {verb}?", counts)


def _no_deal() -> None:
    """He has only looked."""


def _amount(ware: Ware, count: int) -> str:
    return ware.name if count == 1 else f"{count} × {ware.name}"


def _rules(ledger: Ledger) -> tuple[str, ...]:
    return ("RUL-137", *dict.fromkeys(line.rule for line in ledger.lines if line.rule))
