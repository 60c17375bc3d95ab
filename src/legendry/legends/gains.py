"""What an attack that catches many promises: to foes, and to friends who stand too near."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from legendry.legends.fighter import Fighter

TO_FRIENDS = "to friends"


def shared_harm(who: Fighter, harms: Iterable[tuple[Fighter, Fraction]]) -> dict[str, Fraction]:
    """The mean damage in all, to foes; and that to friends, where any are caught."""
    foes = friends = Fraction(0)
    for one, mean in harms:
        if one.side != who.side:
            foes += mean
        else:
            friends += mean
    return {"damage": foes} | ({TO_FRIENDS: friends} if friends else {})


def gain(figures: Mapping[str, Fraction]) -> float:
    """The damage to foes less that to friends."""
    return float(figures.get("damage", 0)) - float(figures.get(TO_FRIENDS, 0))
