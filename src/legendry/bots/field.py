"""What greedy reads off a fight: who can still fight, how far apart people are, what a blow is worth."""

from __future__ import annotations

from legendry.hexes import Hex, distance
from legendry.legends.gains import gain
from legendry.legends.views import FighterView, FightView
from legendry.table import About


def fit(one: FighterView) -> bool:
    return one.status == "active"


def figure(look: About | None, name: str) -> float:
    """A figure of an option, or 0."""
    return float(look.figures.get(name, 0)) if look else 0.0


def net_harm(look: About | None) -> float:
    """The damage that an option promises, to foes less friends."""
    return gain(look.figures) if look else 0.0


def apart(one: FighterView, other: FighterView) -> int:
    return min(near(other, Hex.at(hex)) for hex in one.hexes)


def near(who: FighterView, hex: Hex) -> int:
    """How far he is from a hex."""
    return min(distance(Hex.at(label), hex) for label in who.hexes)


def friends(view: FightView, who: FighterView) -> list[FighterView]:
    return [one for one in view.fighters.values() if one.side == who.side and fit(one)]


def foes(view: FightView, who: FighterView) -> list[FighterView]:
    return [one for one in view.fighters.values() if one.side != who.side and fit(one)]


def blow(damage: float, drop: float, left: float) -> float:
    """A blow: half for the share of what the target has left, half for dropping him."""
    return min(1.0, damage / max(1.0, left)) / 2 + drop / 2
