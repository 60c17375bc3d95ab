"""Movement (section 4) and the zones of control it exposes a mover to (section 11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import pairwise
from operator import or_
from typing import TypeAlias

from legendry.hexes import Hex, Ways, anchor_ways, neighbours, path, reach, routes
from legendry.legends.events import LeftBoard, Moved
from legendry.legends.fighter import SHAPES, Fight, Fighter, next_to
from legendry.legends.grapple import carry
from legendry.legends.injury import release
from legendry.legends.strikes import offer_answer
from legendry.table import Flow, SetupError

Cells: TypeAlias = tuple[Hex, ...]


def barred_to(fight: Fight, who: Fighter) -> list[Hex]:
    """The hexes that the conscious keep him from (MOV-3, RUL-16, RUL-19)."""
    passes = fight.options.pass_through_friends
    small = who.character.small
    return [
        hex
        for one in fight.fighters
        if one is not who
        and one.active
        and not (one.side == who.side and (passes or (small and one.character.small)))
        for hex in one.cells
    ]


def ways_of(fight: Fight, who: Fighter) -> tuple[Ways, frozenset[Hex]]:
    """Where he may step, and the hexes he is kept from; many-hex figures must fit (RUL-20)."""
    barred = frozenset(barred_to(fight, who))
    if who.character.hexes == 1:
        return fight.board.ways, barred
    return anchor_ways(SHAPES[who.character.hexes], lambda hex: fight.empty(hex, who)), barred


def flood(fight: Fight, who: Fighter) -> list[int]:
    """Where a one-hex figure can go, a set of hexes a step."""
    bits = fight.board.bits
    free = bits.all & ~bits.of(barred_to(fight, who))
    return bits.flood(bits.of(who.cells), who.ma, free)


def reachable(fight: Fight, who: Fighter) -> dict[Hex, int]:
    """Every hex he can move to, with the steps it takes (MOV-1, MOV-2); not his own."""
    if who.character.hexes == 1:
        bits = fight.board.bits
        layers = flood(fight, who)
        found = {hex: step for step, layer in enumerate(layers) for hex in bits.hexes(layer)}
    else:
        ways, barred = ways_of(fight, who)
        found = reach(who.hex, who.ma, ways, blocked=barred)
    del found[who.hex]
    if fight.options.pass_through_friends:
        found = {hex: steps for hex, steps in found.items() if fight.room(who, hex)}
    return found


def destinations(fight: Fight, who: Fighter) -> list[Hex]:
    """The hexes of `reachable`, in label order where it matters for speed."""
    if who.character.hexes > 1 or fight.options.pass_through_friends:
        return list(reachable(fight, who))
    layers = flood(fight, who)
    return fight.board.bits.hexes(reduce(or_, layers[1:], 0))


def best_path(fight: Fight, who: Fighter, goal: Hex) -> tuple[Hex, ...]:
    """The way to a hex that exposes him least to zones of control, and of those the shortest."""
    if who.character.hexes == 1:
        way = fight.board.bits.way(flood(fight, who), goal)
    else:
        ways, barred = ways_of(fight, who)
        way = path(who.hex, goal, ways, steps=who.ma, blocked=barred)
    if way is None:
        raise SetupError(f"{who.name} cannot reach {goal}")
    near = zones(fight, who)
    if near:
        cost = exposure(fight, who, near)
        if any(cost(here, there) for here, there in pairwise(way)):
            ways, barred = ways_of(fight, who)
            return routes(who.hex, who.ma, ways, cost, blocked=barred)[goal].hexes
    return way


def threats(fight: Fight, who: Fighter) -> list[Fighter]:
    """The enemies who exert a zone of control: free to react (ZOC-2, RUL-65)."""
    if fight.unopposed or fight.options.zone(fight.edition.switches) == "off":
        return []
    return [one for one in fight.foes(who) if fight.may_react(one) and not fight.holders(one)]


def zones(fight: Fight, who: Fighter) -> dict[Hex, int]:
    """The hexes next to foes who threaten him, each with a bit for every such foe."""
    marked: dict[Hex, int] = {}
    for number, one in enumerate(threats(fight, who)):
        for cell in one.cells:
            for hex in neighbours(cell):
                marked[hex] = marked.get(hex, 0) | 1 << number
    return marked


def exposure(fight: Fight, who: Fighter, near: dict[Hex, int]) -> Callable[[Hex, Hex], int]:
    """How many zones one step would trigger (RUL-62); history is guessed from the start hex."""
    trigger = fight.options.zone(fight.edition.switches)
    start = who.hex

    def count(here: Hex, there: Hex) -> int:
        before, after = near.get(here, 0), near.get(there, 0)
        if trigger == "tsc":
            return (after & ~before).bit_count()
        if trigger == "aw" and here != start:
            return before.bit_count()
        return (before & after).bit_count()

    return count


class Walk:
    """Carrying out a path step by step; zones of control are resolved on the way (RUL-64)."""

    def __init__(self, fight: Fight, who: Fighter, spared: frozenset[str]) -> None:
        """`spared`: whom the announced action attacks; they do not react (RUL-63)."""
        self.fight = fight
        self.who = who
        self.spared = spared
        self.trigger = fight.options.zone(fight.edition.switches)
        self.came: set[str] = set()
        self.walked = [who.hex]

    def steps(self, way: tuple[Hex, ...], held: list[Fighter]) -> Flow[bool]:
        """Walk the path; False when the mover was stopped. `held` foes are carried along."""
        fight, who = self.fight, self.who
        if not held and len(who.cells) == 1 and zones(fight, who).keys().isdisjoint(way):
            who.cells = way[-1:]
            self.walked = list(way)
            if who.joined:
                who.joined = 0
                release(fight)
            self.tell()
            return True
        for there in way[1:]:
            here = who.cells
            beyond = fight.room(who, there) or (there,)
            if not (yield from self.leaving(here, beyond)):
                return False
            who.cells = beyond
            self.walked.append(there)
            if held:
                carry(fight, who, held)
            else:
                who.joined = 0
                release(fight)
            for one in fight.foes(who):
                if next_to(beyond, one.cells) and not next_to(here, one.cells):
                    self.came.add(one.name)
            if not (yield from self.arrived(here, beyond)):
                return False
        self.tell()
        return True

    def tell(self) -> None:
        """Tell of the steps since the last interruption."""
        if len(self.walked) > 1:
            labels = tuple(map(str, self.walked))
            self.fight.tell(Moved(rules=("MOV-2",), who=self.who.name, path=labels))
            self.walked = self.walked[-1:]

    def leaving(self, here: Cells, there: Cells) -> Flow[bool]:
        """AW: around or past; TSC: about to leave after coming adjacent. Before the step."""
        if self.trigger not in ("aw", "tsc"):
            return True
        for one in self.threatening(here):
            stays = next_to(there, one.cells)
            came = one.name in self.came
            triggers = (stays or came) if self.trigger == "aw" else (came and not stays)
            if triggers and not (yield from self.answer(one)):
                return False
        return True

    def arrived(self, here: Cells, there: Cells) -> Flow[bool]:
        """TS: a step between two hexes adjacent to the same foe. After the step."""
        if self.trigger == "ts":
            for one in self.threatening(there):
                if next_to(here, one.cells) and not (yield from self.answer(one)):
                    return False
        return True

    def staying(self) -> Flow[None]:
        """TSC: at the end of his turn, those he came up to and did not attack (RUL-62)."""
        if self.trigger == "tsc" and self.able():
            for one in self.threatening(self.who.cells):
                if one.name in self.came and not (yield from self.answer(one)):
                    return

    def threatening(self, cells: Cells) -> list[Fighter]:
        return [
            one
            for one in threats(self.fight, self.who)
            if one.name not in self.spared and next_to(cells, one.cells)
        ]

    def answer(self, one: Fighter) -> Flow[bool]:
        """Let a threatened defender react (ZOC-1); False when the mover can go no further."""
        self.tell()
        if self.fight.may_react(one):
            yield from offer_answer(self.fight, one, self.who, enter=True)
        return self.able()

    def able(self) -> bool:
        return self.who.active and not self.fight.hindered(self.who)


def exits_board(fight: Fight) -> list[Hex]:
    """The hexes from which one may leave the board (RUL-22)."""
    match fight.leave:
        case "edge":
            return list(fight.board.edge)
        case "exits":
            return list(fight.board.tagged("exit"))
    return []


def flees(fight: Fight, who: Fighter) -> None:
    """Step off the board: he has fled (RUL-22)."""
    who.fled = True
    who.joined = 0
    who.cells = ()
    fight.quiet = 0
    release(fight)
    fight.tell(LeftBoard(rules=("RUL-22",), who=who.name))
