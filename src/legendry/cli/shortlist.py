"""Long lists of options made short: the likely ones get numbers, the others can be typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from legendry.hexes import Hex
from legendry.legends.gains import gain
from legendry.legends.outlook import Prospect, weight
from legendry.table import Choose, Option, Roll

MOST = 14
"""A list of so many options is shown whole."""
PLACES = 6
"""Of so many places to go to, the best are numbered."""

_PLACE = re.compile(r"(.+ )(\d{4})")


def place(option: Option[Any]) -> Hex | None:
    """The hex that an option names at its end, as `Ajax move 0405` does."""
    found = _PLACE.fullmatch(option.notation)
    return Hex.at(found[2]) if found else None


def hexes_of(request: Choose[Any] | Roll) -> frozenset[Hex]:
    """The hexes among the options: those a board tints."""
    options = request.options if isinstance(request, Choose) else ()
    return frozenset(hex for option in options if (hex := place(option)))


def likely(request: Choose[Any]) -> Sequence[Option[Any]]:
    """The options worth a number, in their order: all if they are few."""
    options = request.options
    if len(options) <= MOST:
        return options
    groups: dict[str, list[Option[Any]]] = {}
    for option in options:
        found = _PLACE.fullmatch(option.notation)
        groups.setdefault(found[1] if found else "", []).append(option)
    others = groups.pop("", [])
    kept = [
        option
        for group in groups.values()
        for option in (best_places(group) or group[:1] if len(group) > PLACES else group)
    ]
    if len(others) > MOST:
        others = sorted(others, key=promise, reverse=True)[: max(MOST - len(kept), PLACES)]
    chosen = {option.notation for option in (*kept, *others)}
    return [option for option in options if option.notation in chosen]


def promise(option: Option[Any]) -> float:
    """What an option promises: acts by their figures; those without any come first, as done does."""
    look = option.about
    return weight(look.figures, 10) if look and look.figures else 9.0


def best_places(options: Sequence[Option[Any]]) -> list[Option[Any]]:
    """For each thing that can be done somewhere, the safest place for it; else the nearest to foes.

    Of hexes that a grenade is thrown at, those where it does good.
    """
    looks = [(option, option.about) for option in options]
    prospects = [(option, look) for option, look in looks if isinstance(look, Prospect)]
    if not prospects:
        hurt = [(gain(look.figures), option) for option, look in looks if look]
        best = sorted(hurt, key=lambda pair: -pair[0])[:PLACES]
        return [option for points, option in best if points > 0]
    safest: dict[str, tuple[float, Option[Any]]] = {}
    for option, look in prospects:
        risk = look.danger + look.exposed
        if look.best and (look.best not in safest or risk < safest[look.best][0]):
            safest[look.best] = (risk, option)
    if safest:
        return [option for _, option in list(safest.values())[:PLACES]]
    nearest = sorted(prospects, key=lambda pair: (pair[1].steps, pair[1].danger))
    return [option for option, _ in nearest[:2]]


def example(request: Choose[Any], listed: Sequence[Option[Any]]) -> str:
    """How to type an option that has no number: `such as Ajax move 0405`."""
    known = {option.notation for option in listed}
    rest = [option for option in request.options if option.notation not in known]
    places = [option for option in rest if place(option)]
    if places:
        return f", to any hex with a dot: {places[0].notation}"
    return f", such as {rest[0].notation}: all lists them" if rest else ""
