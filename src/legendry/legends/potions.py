"""Potions in a fight (RUL-95): to drink one, or to administer it, is an action (RUL-15).

What a potion is good for stands in its id: `healing-potion/4` heals damage, `potion/DX/2` and
`potion/sword/1` raise an attribute or a skill for the encounter (SKL-37, SKL-40).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legendry.hexes import Hex, gap
from legendry.legends import boosts
from legendry.legends.boosts import Boost
from legendry.legends.campaign.items import boost, healing, item_name
from legendry.legends.character import Character
from legendry.legends.events import Drunk
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.injury import rises
from legendry.legends.magic.at_once import heal
from legendry.table import Barred, Refusal


def carried(character: Character) -> tuple[str, ...]:
    """What he has to drink."""
    return tuple(id for id in character.belongings if healing(id) or boost(id))


def refusal(who: Fighter, item: str) -> Refusal | None:
    """Why that potion does nothing for him."""
    if who.status in ("dead", "fled", "vanished"):
        return Refusal(f"{who.name} is {who.status}", "RUL-95")
    if who.form or who.being:
        return Refusal(f"{who.name} has no use of such things in that shape", "RUL-117")
    if healing(item) and not who.damage:
        return Refusal(f"{who.name} has no damage to heal", "RUL-95")
    return None


def uses(
    who: Fighter, beside: Iterable[Fighter], *, bound: bool = False
) -> Iterator[tuple[str, Fighter]]:
    """The potions he could use now, each with whom he could give it to: himself, friends beside him.

    Who is held fast can drink, but look after nobody else (GRP-1).
    """
    if who.form or who.being:
        return
    for item in dict.fromkeys(who.potions):
        for one in [who] if bound else [who, *(one for one in beside if one is not who)]:
            if one.side == who.side and not refusal(one, item):
                yield item, one


def wording(who: Fighter, item: str, to: Fighter) -> str:
    """The notation of it."""
    if to is who:
        return f"{who.name} drink {item_name(item)}"
    return f"{who.name} administer {item_name(item)} to {to.name}"


def barred(fight: Fight, who: Fighter, cells: tuple[Hex, ...], *, bound: bool) -> Iterator[Barred]:
    """What he might want to do with his potions and cannot, with the reason."""
    for item in dict.fromkeys(who.potions):
        for one in fight.fighters:
            why = refusal(who, item) if one is who or who.form else refusal(one, item)
            if one is not who and why is None:
                if one.side != who.side:
                    why = Refusal(f"{one.name} is no friend of {who.name}", "RUL-95")
                elif bound:
                    why = Refusal(f"{who.name} is held", "GRP-1")
                elif gap(cells, one.cells) > 1:
                    why = Refusal(f"{one.name} is not beside {who.name}", "RUL-95")
            if why is not None:
                yield Barred(wording(who, item, one), why)


def use(fight: Fight, who: Fighter, item: str, to: Fighter) -> None:
    """Drink a potion, or administer it to a friend who is still there (RUL-64, RUL-95)."""
    near = to is who or (to.cells and gap(who.cells, to.cells) <= 1)
    if near and item in who.potions and not refusal(to, item):
        drunk(fight, who, item, to)


def drunk(fight: Fight, by: Fighter, item: str, who: Fighter) -> None:
    """A potion takes effect, and is gone."""
    left = list(by.potions)
    left.remove(item)
    by.potions = tuple(left)
    fight.tell(Drunk(rules=("RUL-95",), who=who.name, by=by.name, potion=item_name(item)))
    if points := healing(item):
        heal(fight, who, min(points, who.damage), "RUL-95")
    elif raised := boost(item):
        what, amount = raised
        was_active = who.active
        boosts.add(fight, who, Boost(what, amount, item_name(item), "SKL-37"))
        if who.active and not was_active:
            rises(fight, who)
