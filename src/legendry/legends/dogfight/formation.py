"""How the pieces are placed (DOG-25): a grid that shows at a glance who stands how to whom.

A pursuer is directly behind the craft that flees, craft that turn are side by side and face
opposite ways, a craft in a firing run is beside its target and points at its flank, the disengaged
are apart. Several that one craft pursues fly abreast before it; elsewhere, where a place is taken
already, the next one in that direction serves.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.legends.dogfight.sky import Sky

Heading: TypeAlias = Literal["east", "west", "north", "south"]
Cell: TypeAlias = tuple[int, int]
Link: TypeAlias = tuple[int, Literal["before", "behind", "beside", "runs", "run"]]

AHEAD: dict[Heading, Cell] = {"east": (1, 0), "west": (-1, 0), "north": (0, -1), "south": (0, 1)}
ABOUT: dict[Heading, Heading] = {"east": "west", "west": "east", "north": "south", "south": "north"}
WIDTH = 9
"""Groups are set side by side up to so many columns."""


class Place(Struct, frozen=True, gc=False):
    """Where a piece is: a column, a row counted downwards, and the way it points."""

    column: int
    row: int
    heading: Heading
    group: int = 0
    """Craft that hang together have the same number; somebody short of room may move them at will,
    but only together."""


def formation(sky: Sky) -> dict[str, Place]:
    """The places of all craft that are still there, group by group."""
    places: dict[str, Place] = {}
    seen: set[int] = set()
    column = row = deepest = groups = 0
    for flyer in sky.flyers:
        if flyer.number in seen or not flyer.there:
            continue
        group = placed(sky, flyer.number)
        seen |= group.keys()
        left = min(place.column for place in group.values())
        top = min(place.row for place in group.values())
        wide = max(place.column for place in group.values()) - left + 1
        if column and column + wide > WIDTH:
            column, row = 0, deepest + 1
        for number, place in sorted(group.items()):
            x, y = place.column - left + column, place.row - top + row
            places[sky.flyers[number].name] = Place(x, y, place.heading, groups)
            deepest = max(deepest, y + 1)
        column += wide + 1
        groups += 1
    return places


def placed(sky: Sky, first: int) -> dict[int, Place]:
    """A group of craft that hang together, around the first of them."""
    heading: Heading = "east" if sky.flyers[first].side == 0 else "west"
    if sky.run is not None and first == sky.run[0]:
        heading = "north"
    group = {first: Place(0, 0, heading)}
    taken: set[Cell] = {(0, 0)}
    open_ = [first]
    while open_:
        number = open_.pop(0)
        here = group[number]
        for other, link in links(sky, number):
            if other in group:
                continue
            way, points = direction(here.heading, link)
            x, y = here.column + way[0], here.row + way[1]
            if link in ("beside", "run") and (x, y) in taken:
                way = (-way[0], -way[1])
                x, y = here.column + way[0], here.row + way[1]
                points = ABOUT[points] if link == "run" else points
            x, y = next(spot for spot in spots((x, y), way, link) if spot not in taken)
            group[other] = Place(x, y, points)
            taken.add((x, y))
            open_.append(other)
    return group


def spots(first: Cell, way: Cell, link: str) -> Iterator[Cell]:
    """The places that may serve, the best first: outwards, or abreast for those pursued."""
    (x, y), (dx, dy) = first, way
    for far in count():
        if link == "before":
            yield x + dy * far, y + dx * far
            yield x - dy * far, y - dx * far
        else:
            yield x + dx * far, y + dy * far


def links(sky: Sky, number: int) -> Iterator[Link]:
    """Whom a craft has to do with, and how: it is before, behind, beside them, or on a run."""
    for a, b in sky.pursuits:
        if a == number:
            yield b, "before"
        elif b == number:
            yield a, "behind"
    for a, b in sky.turnings:
        if number in (a, b):
            yield b if a == number else a, "beside"
    if sky.run is not None and number in sky.run:
        who, target = sky.run
        yield (target, "runs") if number == who else (who, "run")


def direction(heading: Heading, link: str) -> tuple[Cell, Heading]:
    """Where the other one is, seen from a craft with that heading, and where that one points."""
    x, y = AHEAD[heading]
    match link:
        case "before":
            return (x, y), heading
        case "behind":
            return (-x, -y), heading
        case "beside":
            return (-y, abs(x)), ABOUT[heading]
        case "run":
            return (0, 1), "north"
    return (0, -1), "east"
