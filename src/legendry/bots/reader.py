"""How the greedy bot reads a book: it has the best one try, and takes the story as it comes.

What an option of a book is worth nobody can know who has not read on: those it takes at random. It
neither trades nor sees to the company, which would take a plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from legendry.bots.field import figure
from legendry.table import Choose, Option

CHANCES = ("pass", "win", "works")
FEW = 0.25
"""A chance that karma is worth spending on."""
ASIDE = ("see to the company", "diplomacy", " cast ", " buy", " sell", " bargain ")


def best(request: Choose[Any], luck: Random) -> Option[Any]:
    """The option to take outside of battles."""
    options = request.options
    leave = next((one for one in options if one.notation == "go on"), None)
    if leave is not None:
        return leave
    if any(one.value is True for one in options):
        return agreed(options)
    rated = [(chance(one), one) for one in options]
    if any(worth is not None for worth, _ in rated) and _alternatives(options):
        return max(rated, key=lambda pair: pair[0] or 0.0)[1]
    story = [one for one in options if not any(word in one.notation for word in ASIDE)]
    return luck.choice(story or list(options))


def agreed(options: Sequence[Option[Any]]) -> Option[Any]:
    """Yes to a wish and to what helps; to karma if the chance is worth it (CAM-7)."""
    yes = next(one for one in options if one.value is True)
    no = next((one for one in options if one.value is False), yes)
    worth = chance(yes)
    return yes if worth is None or worth >= FEW else no


def chance(option: Option[Any]) -> float | None:
    """The chance that an option has, if it says so."""
    look = option.about
    names = [name for name in CHANCES if look and name in look.figures]
    return figure(look, names[0]) if names else None


def _alternatives(options: Sequence[Option[Any]]) -> bool:
    """Whether they are ways to do the same thing: who tries, or with how many dice."""
    return all(
        one.notation.endswith((" tries", " dice", " die", " concede")) or one.value in ("", 0, None)
        for one in options
    )
