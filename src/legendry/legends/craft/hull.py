"""What damage leaves of a craft: sections fall in their order, one point after the other.

`left` are the points that each section has left, in the order listed; 0 is destroyed (CRF-2).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from legendry.legends.craft.craft import Craft
from legendry.legends.craft.parts import SectionKind


def whole(craft: Craft) -> tuple[int, ...]:
    """What its sections have before anybody has hit it."""
    return tuple(section.points for section in craft.sections)


def through(craft: Craft, points: int) -> int:
    """The points of a hit that its shields do not cancel; they do so every time (CRF-11)."""
    return max(0, points - craft.shields)


def after(left: Sequence[int], points: int) -> tuple[int, ...]:
    """What sections have left after so many points, in the order listed (CRF-3)."""
    rest = []
    for section in left:
        lost = min(points, section)
        points -= lost
        rest.append(section - lost)
    return tuple(rest)


def destroyed(craft: Craft, left: Sequence[int]) -> tuple[str, ...]:
    """The labels of the sections that are lost, and all in them (CRF-2)."""
    return tuple(label for label, rest in zip(craft.labels, left, strict=True) if not rest)


def vital(craft: Craft, manned: Collection[str] | None = None) -> tuple[int, ...]:
    """The places of the sections without which it is dead in the water (CRF-6, CRF-7, DOG-23).

    Of a kind that a scenario has given it twice, the last is enough to go on; but it is
    flown only from one that is `manned`, by its label, where those are told (RUL-122, RUL-124).
    """
    kinds = [craft.yard.kind(section.name) for section in craft.sections]
    last = {
        kind.id: place
        for place, (kind, label) in enumerate(zip(kinds, craft.labels, strict=True))
        if kind and kind.vital and (manned is None or label in manned or not kind.stations)
    }
    return tuple(sorted(last.values()))


def heard(craft: Craft, left: Sequence[int]) -> bool:
    """Whether it reaches anybody outside: not without Operations, where the book says so (CRF-7)."""
    working = _working(craft, left)
    kinds = craft.yard.sections.values()
    return all(kind in working for kind in kinds if kind.communications)


def long_voyages(craft: Craft, left: Sequence[int]) -> bool:
    """Whether it may stay out; without Living it makes for its base after a fight (CRF-8)."""
    return any(kind.long_voyages for kind in _working(craft, left))


def cargo_units(craft: Craft, left: Sequence[int]) -> int:
    """How many units it carries: so many for each point of a hold that stands (CRF-5)."""
    kinds = [craft.yard.kind(section.name) for section in craft.sections]
    return sum(
        section.points * kind.cargo
        for section, kind, rest in zip(craft.sections, kinds, left, strict=True)
        if kind and rest
    )


def noted(craft: Craft) -> str:
    """What a whole craft is good for when there is no fight (CRF-5, CRF-8)."""
    units = cargo_units(craft, whole(craft))
    carries = f"carries {units} cargo unit{'s' * (units != 1)}" if units else "carries no cargo"
    stays = (
        "may stay out" if long_voyages(craft, whole(craft)) else "makes for its base after a fight"
    )
    return f"It {carries} (CRF-5) and {stays} (CRF-8)."


def _working(craft: Craft, left: Sequence[int]) -> list[SectionKind]:
    kinds = [craft.yard.kind(section.name) for section in craft.sections]
    return [kind for kind, rest in zip(kinds, left, strict=True) if kind and rest]
