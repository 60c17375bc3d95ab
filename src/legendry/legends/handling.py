"""Handling weapons (section 9): change, drop, give, pick up, reload (ACT-1, ACT-2, ACT-6)."""

from __future__ import annotations

from legendry.hexes import gap
from legendry.legends import loads
from legendry.legends.actions import hands, hold, thing
from legendry.legends.events import Handled
from legendry.legends.fighter import Fight, Fighter


def change_weapons(fight: Fight, who: Fighter, id: str) -> None:
    """Ready a weapon or shield; what is in the way is put away (ACT-1)."""
    load = loads.unpacked(who, id)
    carried = list(who.carried)
    carried.remove(id)
    hold(fight, who, id, tuple(carried), load)
    fight.tell(Handled(rules=("ACT-1",), who=who.name, weapon=thing(fight, who, id), how="readies"))


def drop(fight: Fight, who: Fighter, id: str) -> None:
    """Let something fall in his hex; it costs nothing (RUL-15)."""
    loads.laid(fight, who.hex, loads.parted(who, id, held=True))
    ready = list(who.ready)
    ready.remove(id)
    who.ready = tuple(ready)
    fight.ground[who.hex] = (*fight.ground.get(who.hex, ()), id)
    fight.refresh(who)
    fight.tell(Handled(rules=("RUL-15",), who=who.name, weapon=thing(fight, who, id), how="drops"))


def give(fight: Fight, who: Fighter, friend: Fighter, id: str) -> None:
    """Hand something over, if the friend is still there: into a free hand, else to carry (RUL-15)."""
    if not friend.active or gap(who.cells, friend.cells) > 1 or fight.hindered(who):
        return
    load = loads.parted(who, id, held=id not in who.carried)
    ready, carried = list(who.ready), list(who.carried)
    (carried if id in carried else ready).remove(id)
    who.ready, who.carried = tuple(ready), tuple(carried)
    fight.refresh(who)
    if sum(hands(friend, one) for one in (*friend.ready, id)) <= 2:
        hold(fight, friend, id, friend.carried, load)
    else:
        loads.received(friend, load, held=False)
        friend.carried = (*friend.carried, id)
    how = f"gives to {friend.name} the"
    fight.tell(Handled(rules=("ACT-6",), who=who.name, weapon=thing(fight, who, id), how=how))


def pick_up(fight: Fight, who: Fighter, id: str) -> None:
    """Pick up a weapon that lies in his own hex (ACT-1, SHT-5, RUL-38)."""
    hex = next(hex for hex in who.cells if id in fight.ground.get(hex, ()))
    load = loads.lifted(fight, hex, id)
    here = list(fight.ground[hex])
    here.remove(id)
    fight.ground[hex] = tuple(here)
    if not here:
        del fight.ground[hex]
    hold(fight, who, id, who.carried, load)
    words = "picks up"
    fight.tell(
        Handled(rules=("ACT-1", "SHT-5"), who=who.name, weapon=thing(fight, who, id), how=words)
    )


def reload(fight: Fight, who: Fighter, id: str) -> None:
    """One turn of reloading (SHT-12, RUL-36)."""
    left = {weapon: turns - (weapon == id) for weapon, turns in who.unloaded}
    who.unloaded = tuple((weapon, turns) for weapon, turns in left.items() if turns)
    words = "reloads" if not left[id] else f"is reloading ({left[id]} to go)"
    fight.tell(Handled(rules=("SHT-12",), who=who.name, weapon=thing(fight, who, id), how=words))
