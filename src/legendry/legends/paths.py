"""The ways a fighter would take to all hexes within his reach, worked out together."""

from __future__ import annotations

from legendry.hexes import Hex, Route, came_from, routes
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.movement import exposure, flood, ground, ways_of, zones


def best_paths(fight: Fight, who: Fighter) -> dict[Hex, Route]:
    """What `best_path` says of every hex within his reach, and the zones it exposes him to."""
    near = zones(fight, who)
    cost = exposure(fight, who, near)
    found = {who.hex: Route(0, (who.hex,))}
    exposed = set()
    for hex, before in shortest(fight, who).items():
        found[hex] = Route(0, (*found[before].hexes, hex))
        if (near or fight.spells) and (before in exposed or cost(before, hex)):
            exposed.add(hex)
    if exposed:
        ways, barred = ways_of(fight, who)
        safest = routes(who.hex, who.ma, ways, cost, blocked=barred)
        found |= {hex: safest[hex] for hex in exposed}
    return found


def shortest(fight: Fight, who: Fighter) -> dict[Hex, Hex]:
    """Every hex within reach, nearest first, and the one before it on a shortest way there."""
    if who.character.hexes == 1:
        return ground(fight, who).bits.came_from(flood(fight, who))
    ways, barred = ways_of(fight, who)
    return came_from(who.hex, who.ma, ways, blocked=barred)
