"""Movement (section 4) and the zones of control it exposes a mover to (section 11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from itertools import pairwise, starmap
from operator import or_
from typing import TypeAlias

from msgspec import Struct

from legendry.hexes import (
    Bits,
    Board,
    Hex,
    Spread,
    Ways,
    anchor_ways,
    neighbours,
    path,
    reach,
    routes,
)
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import SHAPES, vicinity
from legendry.legends.grapple import fits_with
from legendry.legends.magic import effects
from legendry.legends.magic.effects import sky
from legendry.table import SetupError

Cells: TypeAlias = tuple[Hex, ...]


def barred_to(fight: Fight, who: Fighter, bits: Bits) -> int:
    """The hexes that the conscious keep him from on his way (MOV-3, RUL-16, RUL-19), as `bits` of
    the ground he walks on.

    Flyers go over everybody, to an empty hex at last (RUL-110).
    Foes he may simply leave do not hinder him on the way, only at its end (GRP-7, RUL-49).
    """
    barred = bits.of(effects.shunned(fight, who)) if fight.spells else 0
    if who.flying:
        return barred
    figure = bits.figure
    if not (who.joined or who.character.small or fight.options.pass_through_friends):
        for one in fight.fighters:  # nearly always: all others
            if one.active and one is not who:
                barred |= figure(one.cells)
        return barred
    passed = fight.holders(who) if who.joined else []
    if fight.options.pass_through_friends:
        passed += fight.of_side(who.side)
    for cells in fight.occupied(who, passed):
        barred |= figure(cells)
    return barred


def ground(fight: Fight, who: Fighter) -> Board:
    """The board as it is to him: walls hinder flyers too, unless the table says not (RUL-109)."""
    return sky(fight.board) if who.flying and fight.options.fly_over_walls else fight.board


def ways_of(fight: Fight, who: Fighter) -> tuple[Ways, set[Hex]]:
    """Where he may step, and the hexes he is kept from; many-hex figures must fit (RUL-20)."""
    board = ground(fight, who)
    barred = set(board.bits.hexes(barred_to(fight, who, board.bits)))
    if who.character.hexes == 1:
        return board.ways, barred
    floor = board.floor
    taken = barred if who.flying else fight.taken(who, fight.holders(who))
    shape = SHAPES[who.character.hexes]
    return anchor_ways(shape, lambda hex: hex in floor and hex not in taken), barred


def carry_ways(fight: Fight, who: Fighter) -> Ways:
    """Where he may step with all he holds: they must fit as they lie (GRP-7, RUL-20)."""
    fits = cache(fits_with(fight, who, fight.holders(who)))
    return lambda hex: [one for one in neighbours(hex) if fits(one)]


def carry_hexes(fight: Fight, who: Fighter) -> list[Hex]:
    """The hexes to which he can carry all he holds (GRP-7)."""
    return list(reach(who.hex, who.ma, carry_ways(fight, who)))[1:]


def reachable(fight: Fight, who: Fighter) -> dict[Hex, int]:
    """Every hex he can move to, with the steps it takes (MOV-1, MOV-2); not his own."""
    if who.character.hexes == 1:
        hexes = ground(fight, who).bits.hexes
        layers = enumerate(flood(fight, who))
        found = {hex: step for step, layer in layers for hex in hexes(layer)}
    else:
        ways, barred = ways_of(fight, who)
        found = reach(who.hex, who.ma, ways, blocked=barred)
    del found[who.hex]
    if fight.options.pass_through_friends or who.joined or who.flying:
        taken = fight.taken(who)
        found = {hex: steps for hex, steps in found.items() if fight.fitting(who, hex, taken)}
    return found


class Reach(Struct, eq=False, gc=False):
    """Where somebody can go from where he stands, and the way there; worked out once in his turn.

    It holds from the question where he goes to his first step: nobody moves or falls in between.
    """

    fight: Fight
    who: Fighter
    _held: list[Fighter] | None = None
    _spread: Spread | None = None
    safe: tuple[Hex, ...] = ()
    """The way that was found last, if it leads nowhere near danger."""

    def held(self) -> list[Fighter]:
        """Whom he holds."""
        if self._held is None:
            self._held = self.fight.holders(self.who)
        return self._held

    def spread(self) -> Spread:
        """Where a one-hex figure can go (MOV-2)."""
        if self._spread is None:
            fight, who = self.fight, self.who
            bits = ground(fight, who).bits if who.flying else fight.board.bits
            free = bits.all & ~barred_to(fight, who, bits)
            self._spread = bits.spread(bits.figure(who.cells), who.ma, free)
        return self._spread

    def exposed(self, way: tuple[Hex, ...]) -> bool:
        """Whether the way leads next to a foe who threatens him (ZOC-2), or through fire.

        Whom he leaves behind is free to (GRP-7). For a large figure that is worked out later.
        """
        if self.who.joined or len(self.who.cells) > 1:
            return True
        side, fight, beside = self.who.side, self.fight, []
        for one in fight.fighters:
            if (
                one.side != side
                and one.active
                and not one.turns_owed
                and not vicinity(one.cells).isdisjoint(way)
            ):
                beside.append(one)
        if beside and free_to_react(fight, beside):
            return True
        return bool(fight.spells) and not burning(fight, self.who).isdisjoint(way[1:])

    def plain(self) -> bool:
        """Whether he is one hex large, and may end wherever he may pass."""
        who = self.who
        if who.joined or who.flying or who.character.hexes > 1:
            return False
        return not self.fight.options.pass_through_friends

    def hexes(self) -> Sequence[Hex]:
        """The hexes he can move to (MOV-1, MOV-2); not his own."""
        if self.plain():
            return (self._spread or self.spread()).hexes
        return list(reachable(self.fight, self.who))

    def to_spare(self, goals: tuple[Hex, ...]) -> Sequence[Hex]:
        """Those of the hexes, his own included, that he can come to with a step to spare."""
        steps = self.who.ma
        if self.plain():
            bits = self.fight.board.bits
            return bits.hexes(bits.figure(goals) & reduce(or_, self.spread().layers[:steps], 0))
        filled = self.filled(steps)
        return [hex for hex in goals if hex in filled]

    def filled(self, steps: int) -> dict[Hex, Hex]:
        """The hexes that he fills, large as he is (RUL-20), with fewer steps: from where, at first."""
        fight, who = self.fight, self.who
        near = {who.hex: 0, **reachable(fight, who)}
        filled: dict[Hex, Hex] = {}
        for anchor, away in near.items():
            if away < steps:
                cells = who.cells if not away else fight.room(who, anchor)
                for hex in cells:
                    filled.setdefault(hex, anchor)
        return filled

    def way_out(self, door: Hex) -> tuple[Hex, ...]:
        """The way to an exit (RUL-22)."""
        large = self.who.character.hexes > 1
        return self.way(self.filled(self.who.ma)[door] if large else door)

    def way(self, goal: Hex, *, carrying: bool = False) -> tuple[Hex, ...]:
        """The way to a hex that exposes him least to zones of control; of those the shortest."""
        fight, who = self.fight, self.who
        bits = ground(fight, who).bits if who.flying else fight.board.bits
        if who.character.hexes == 1 and not carrying:
            way = bits.way((self._spread or self.spread()).layers, goal)
        else:
            ways, barred = ways_of(fight, who)
            if carrying:
                ways, barred = carry_ways(fight, who), set()
            way = path(who.hex, goal, ways, steps=who.ma, blocked=barred)
        if way is None:
            raise SetupError(f"{who.name} cannot reach {goal}")
        if not self.exposed(way):
            self.safe = way
            return way
        cost = exposure(fight, who, zones(fight, who))
        if any(starmap(cost, pairwise(way))):
            if not carrying:
                ways, barred = ways_of(fight, who)
            return routes(who.hex, who.ma, ways, cost, blocked=barred, goal=goal)[goal].hexes
        return way


def flood(fight: Fight, who: Fighter) -> tuple[int, ...]:
    """Where a one-hex figure can go, a set of hexes a step (MOV-2)."""
    return Reach(fight, who).spread().layers


def best_path(fight: Fight, who: Fighter, goal: Hex) -> tuple[Hex, ...]:
    """The way he would take to a hex if he went there now."""
    return Reach(fight, who).way(goal)


def threats(fight: Fight, who: Fighter) -> list[Fighter]:
    """The enemies who exert a zone of control: free to react (ZOC-2, RUL-65).

    Grapplers are not, short of overwhelming strength (RUL-55); those he leaves will be (GRP-7).
    """
    foes = fight.foes(who)
    if not who.joined or fight.hindered(who):
        return free_to_react(fight, foes)
    was, who.joined = who.joined, 0
    free = free_to_react(fight, foes)
    who.joined = was
    return free


def free_to_react(fight: Fight, foes: list[Fighter]) -> list[Fighter]:
    """Those of the foes who exert a zone of control (ZOC-2); surprise and the table may forbid it."""
    if fight.unopposed or fight.options.zone(fight.edition.switches) == "off":
        return []
    free = []
    for one in foes:
        if fight.may_react(one):
            free.append(one)
    return free


def zones(fight: Fight, who: Fighter) -> dict[Hex, int]:
    """The hexes next to foes who threaten him, each with a bit for every such foe."""
    marked: dict[Hex, int] = {}
    for number, one in enumerate(threats(fight, who)):
        for cell in one.cells:
            for hex in neighbours(cell):
                marked[hex] = marked.get(hex, 0) | 1 << number
    return large_zones(fight, who, marked) if len(who.cells) > 1 else marked


def large_zones(fight: Fight, who: Fighter, near: dict[Hex, int]) -> dict[Hex, int]:
    """Such hexes for a large figure, by its anchor: where any of its own is one of them (RUL-20)."""
    found: dict[Hex, int] = {}
    taken = fight.taken(who, fight.holders(who)) if near else set()
    for anchor in fight.board.floor if near else ():
        cells = who.cells if anchor == who.hex else fight.fitting(who, anchor, taken)
        for cell in cells:
            if cell in near:
                found[anchor] = found.get(anchor, 0) | near[cell]
    return found


def exposure(fight: Fight, who: Fighter, near: dict[Hex, int]) -> Callable[[Hex, Hex], int]:
    """How many zones one step would trigger (RUL-62), and whether it leads into fire (RUL-105).

    Whether he came into a zone this turn is guessed from the start hex: he did unless it is there.
    """
    zone, came = near.get, ~near.get(who.hex, 0)
    trigger = fight.options.zone(fight.edition.switches)
    if trigger == "tsc":

        def count(here: Hex, there: Hex) -> int:
            return (zone(there, 0) & ~zone(here, 0)).bit_count()

    elif trigger == "aw":

        def count(here: Hex, there: Hex) -> int:
            return (zone(here, 0) & (zone(there, 0) | came)).bit_count()

    else:

        def count(here: Hex, there: Hex) -> int:
            return (zone(here, 0) & zone(there, 0)).bit_count()

    fire = burning(fight, who) if fight.spells else frozenset()
    if fire and len(who.cells) > 1:
        lit = large_zones(fight, who, {hex: 1 << number for number, hex in enumerate(fire)}).get
        return lambda here, there: count(here, there) + (lit(there, 0) & ~lit(here, 0) > 0)
    return (lambda here, there: count(here, there) + (there in fire)) if fire else count


def burning(fight: Fight, who: Fighter) -> frozenset[Hex]:
    """The hexes that would burn him on the way (RUL-105); flyers cross them unharmed (RUL-110)."""
    return frozenset() if who.flying else effects.burning(fight)


def exits_board(fight: Fight) -> tuple[Hex, ...]:
    """The hexes from which one may leave the board (RUL-22)."""
    if fight.leave == "exits":
        return fight.board.exits
    return fight.board.edge if fight.leave == "edge" else ()
