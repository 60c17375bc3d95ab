"""Price lists: what things cost at a place, and what a day's skilled work is worth there.

The rulebooks print neither money nor prices (RUL-137): an adventure or a town brings its list, and
each edition has one of our own to begin with. A list is a small TOML file:

    title = "Harbour of Tarn"
    currency = "silver"
    resale = 50                     # percent of the list price that traders pay; 50 if not given
    [trader]                        # whom a merchant must win against (SKL-48, RUL-94)
    name = "Old Bess"
    iq = 12
    skills = { merchant = 1 }
    [wages]                         # a day's work (SKL-41): in general, and of one craft
    skilled = 5
    jeweler = 7
    [weapons]
    dagger = 10
    [armor]
    leather = 40
    [belongings]
    ration = 1
    "healing-potion/4" = 40
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from legendry.legends.campaign.items import item_name
from legendry.legends.campaign.npc import Npc, ShortName
from legendry.legends.edition import Edition, edition
from legendry.legends.reading import Mistaken, nearest, parsed, read_fields
from legendry.table.requests import clipped, folded

Kind: TypeAlias = Literal["weapons", "armor", "belongings"]

_Prices: TypeAlias = Annotated[
    dict[str, Annotated[int, Meta(ge=1, le=10_000)]],
    Meta(max_length=200, description="a table of at most 200 ids, each with a price of 1 to 10000"),
]
ITEM = re.compile(r"\w(?:[\w '’/.-]{0,58}[\w.])?")
"""A thing that can be had for money: an id or plain words, short enough for an answer."""


class Ware(Struct, frozen=True):
    """Something for sale."""

    id: str
    name: str
    kind: Kind
    price: int


class PriceList(Struct, frozen=True):
    """A place where things have prices."""

    title: str
    currency: str
    resale: int
    trader: Npc
    wages: Mapping[str, int]
    wares: Mapping[str, Ware]
    """By id, in the order of the file."""

    def wage(self, craft: str) -> int:
        """A day's wage in a craft: its own, or that of any skilled hand; 0 if there is no work."""
        return self.wages.get(craft) or self.wages.get("skilled", 0)


class PriceListError(Mistaken):
    """A price list that cannot be: every mistake is a sentence."""


class _File(Struct):
    title: ShortName
    currency: ShortName
    resale: Annotated[int, Meta(ge=0, le=100, description="a whole number from 0 to 100")] = 50
    trader: Annotated[Npc, Meta(description='a table such as {name = "Old Bess", iq = 12}')] = Npc(
        "the trader"
    )
    wages: _Prices = {}
    weapons: _Prices = {}
    armor: _Prices = {}
    belongings: _Prices = {}


def read_price_list(text: str | bytes, slug: str, source: str = "") -> PriceList:
    """The list in a TOML file, for that edition; `PriceListError` holds all that is wrong."""
    try:
        data = parsed(text)
    except ValueError as error:
        raise PriceListError([str(error)], source) from None
    return price_list_of(data, slug, source)


def price_list_of(data: dict[str, Any], slug: str, source: str = "") -> PriceList:
    """The list in plain data such as a table of an adventure, checked like a file."""
    rules = edition(slug)
    reading = read_fields(data, _File)
    wares: dict[str, Ware] = {}
    wrong = reading.wrong
    tables: tuple[tuple[Kind, Mapping[str, Any] | None], ...] = (
        ("weapons", rules.weapons),
        ("armor", rules.armor),
        ("belongings", None),
    )
    for kind, table in tables:
        for id, price in reading.values.get(kind, {}).items():
            if table is not None and id not in table:
                hint = nearest(id, table)
                wrong.append(f"{kind}: {rules.title} has no “{clipped(id, 40)}”{hint}")
            elif not ITEM.fullmatch(id) or folded(id) == "nothing":
                wrong.append(f"{kind}: “{clipped(id, 40)}” cannot be the name of a thing")
            elif folded(id) in wares:
                wrong.append(f"{kind}: “{clipped(id, 40)}” has a price already")
            else:
                wares[folded(id)] = Ware(id, ware_name(rules, id, kind), kind, price)
    trader = reading.values.get("trader", Npc("the trader"))
    for key in trader.skills:
        if key.partition("/")[0] not in rules.skills:
            hint = nearest(key, rules.skills)
            wrong.append(f"trader.skills: {rules.title} has no “{clipped(key, 40)}”{hint}")
    if wrong:
        raise PriceListError(wrong, source)
    read = reading.values
    return PriceList(
        title=read["title"],
        currency=read["currency"],
        resale=read.get("resale", 50),
        trader=trader,
        wages=read.get("wages", {}),
        wares={ware.id: ware for ware in wares.values()},
    )


@cache
def usual_prices(slug: str) -> PriceList:
    """The list of our own figures that an edition comes with."""
    name = f"editions/{slug}/prices.toml"
    return read_price_list((files("legendry.legends") / name).read_bytes(), slug, name)


def ware_name(rules: Edition, id: str, kind: Kind) -> str:
    """A thing in words: as the edition's tables call it, or as belongings are called."""
    if kind == "weapons":
        return rules.weapons[id].name
    return rules.armor[id].name if kind == "armor" else item_name(id)
