"""What is in a weapon goes with it, from hand to hand and over the ground: whether it is loaded
(SHT-12, RUL-36), and its shots where the table counts them (RUL-37)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from legendry.hexes import Hex

if TYPE_CHECKING:
    from legendry.legends.fighter import Fight, Fighter

T = TypeVar("T")


class Load(Struct, frozen=True, gc=False):
    """How one weapon is loaded while it changes hands, or where it lies."""

    weapon: str
    turns: int = 0
    """Turns of reloading still to go."""
    shots: int = 0
    hex: str = ""


def unpacked(who: Fighter, id: str) -> Load:
    """How the weapon is loaded that he takes out of what he carries: of several, the readiest."""
    if not who.put_away:
        return Load(id)
    empty = sorted(turns for weapon, turns in who.put_away if weapon == id)
    if len(empty) < who.carried.count(id):
        return Load(id)
    who.put_away = less(who.put_away, (id, empty[0]))
    return Load(id, empty[0])


def out_of_hand(who: Fighter, id: str) -> Load:
    """How the weapon is loaded that he lets go of."""
    turns = dict(who.unloaded).get(id, 0)
    if turns:
        who.unloaded = less(who.unloaded, (id, turns))
    return Load(id, turns)


def parted(who: Fighter, id: str, *, held: bool) -> Load:
    """What goes along with a weapon that he is about to part with, in hand or carried.

    His shots for weapons of a kind are shared evenly by them.
    """
    load = out_of_hand(who, id) if held else unpacked(who, id)
    if not who.shots:
        return load
    left = dict(who.shots)
    share = left.get(id, 0) // (who.ready.count(id) + who.carried.count(id))
    who.shots = tuple((weapon, n - share * (weapon == id)) for weapon, n in left.items())
    return replace(load, shots=share)


def received(who: Fighter, load: Load, *, held: bool) -> None:
    """What came along with a weapon that he has now, in hand or to carry."""
    if load.turns:
        pair = load.weapon, load.turns
        if held:
            who.unloaded = (*who.unloaded, pair)
        else:
            who.put_away = (*who.put_away, pair)
    if load.shots:
        left = dict(who.shots)
        left[load.weapon] = left.get(load.weapon, 0) + load.shots
        who.shots = tuple(left.items())


def laid(fight: Fight, hex: Hex, load: Load) -> None:
    """It lies there now, for whoever picks it up."""
    if load.turns or load.shots:
        fight.loads = (*fight.loads, replace(load, hex=str(hex)))


def lying(fight: Fight, hex: Hex, id: str) -> Load:
    """How the weapon is loaded that one would pick up there: of several, the readiest."""
    here = [one for one in fight.loads if one.weapon == id and one.hex == str(hex)]
    if len(here) < fight.ground[hex].count(id):
        here.append(Load(id))
    return min(here, key=lambda one: (one.turns, -one.shots))


def lifted(fight: Fight, hex: Hex, id: str) -> Load:
    """The same, when it is about to be picked up."""
    load = lying(fight, hex, id)
    if load.hex:
        fight.loads = less(fight.loads, load)
    return load


def less(things: tuple[T, ...], one: T) -> tuple[T, ...]:
    """All of them but that one."""
    at = things.index(one)
    return things[:at] + things[at + 1 :]
