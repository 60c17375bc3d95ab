"""Movement (section 4) and the zones of control it exposes a mover to (section 11)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial, reduce
from itertools import pairwise
from operator import or_
from typing import TypeAlias

from legendry.hexes import Hex, Ways, anchor_ways, neighbours, path, reach, routes
from legendry.legends.events import LeftBoard, Moved
from legendry.legends.fighter import SHAPES, Fight, Fighter, next_to
from legendry.legends.grapple import carry, fits_with
from legendry.legends.injury import release
from legendry.legends.strikes import several_answers
from legendry.table import Flow, SetupError

Cells: TypeAlias = tuple[Hex, ...]


def barred_to(fight: Fight, who: Fighter) -> list[Hex]:
    """The hexes that the conscious keep him from (MOV-3, RUL-16, RUL-19).

    Foes he may simply leave do not hinder him on the way, only at its end (GRP-7, RUL-49).
    """
    passes = fight.options.pass_through_friends
    small = who.character.small
    held = fight.holders(who)
    return [
        hex
        for one in fight.fighters
        if one is not who
        and one.active
        and not (held and any(one is other for other in held))
        and not (one.side == who.side and (passes or (small and one.character.small)))
        for hex in one.cells
    ]


def ways_of(fight: Fight, who: Fighter) -> tuple[Ways, frozenset[Hex]]:
    """Where he may step, and the hexes he is kept from; many-hex figures must fit (RUL-20)."""
    barred = frozenset(barred_to(fight, who))
    if who.character.hexes == 1:
        return fight.board.ways, barred
    held, shape = fight.holders(who), SHAPES[who.character.hexes]
    return anchor_ways(shape, lambda hex: fight.empty(hex, who, held)), barred


def carry_ways(fight: Fight, who: Fighter) -> Ways:
    """Where he may step with all he holds: they must fit as they lie (GRP-7, RUL-20)."""
    fits = cache(partial(fits_with, fight, who, fight.holders(who)))
    return lambda hex: [one for one in neighbours(hex) if fits(one)]


def carry_hexes(fight: Fight, who: Fighter) -> list[Hex]:
    """The hexes to which he can carry all he holds (GRP-7)."""
    return list(reach(who.hex, who.ma, carry_ways(fight, who)))[1:]


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
    if fight.options.pass_through_friends or who.joined:
        found = {hex: steps for hex, steps in found.items() if fight.room(who, hex)}
    return found


def destinations(fight: Fight, who: Fighter) -> list[Hex]:
    """The hexes of `reachable`, in label order where it matters for speed."""
    if who.character.hexes > 1 or fight.options.pass_through_friends or who.joined:
        return list(reachable(fight, who))
    layers = flood(fight, who)
    return fight.board.bits.hexes(reduce(or_, layers[1:], 0))


def best_path(fight: Fight, who: Fighter, goal: Hex, *, carrying: bool = False) -> tuple[Hex, ...]:
    """The way to a hex that exposes him least to zones of control, and of those the shortest."""
    if who.character.hexes == 1 and not carrying:
        way = fight.board.bits.way(flood(fight, who), goal)
    else:
        ways, barred = ways_of(fight, who)
        if carrying:
            ways, barred = carry_ways(fight, who), frozenset()
        way = path(who.hex, goal, ways, steps=who.ma, blocked=barred)
    if way is None:
        raise SetupError(f"{who.name} cannot reach {goal}")
    near = zones(fight, who)
    if near:
        cost = exposure(fight, who, near)
        if any(cost(here, there) for here, there in pairwise(way)):
            if not carrying:
                ways, barred = ways_of(fight, who)
            return routes(who.hex, who.ma, ways, cost, blocked=barred)[goal].hexes
    return way


def threats(fight: Fight, who: Fighter) -> list[Fighter]:
    """The enemies who exert a zone of control: free to react (ZOC-2, RUL-65).

    Grapplers are not, short of overwhelming strength (RUL-55).
    """
    if fight.unopposed or fight.options.zone(fight.edition.switches) == "off":
        return []
    return [one for one in fight.foes(who) if fight.may_react(one)]


def zones(fight: Fight, who: Fighter) -> dict[Hex, int]:
    """The hexes next to foes who threaten him, each with a bit for every such foe."""
    marked: dict[Hex, int] = {}
    for number, one in enumerate(threats(fight, who)):
        for cell in one.cells:
            for hex in neighbours(cell):
                marked[hex] = marked.get(hex, 0) | 1 << number
    return marked


def exposure(fight: Fight, who: Fighter, near: dict[Hex, int]) -> Callable[[Hex, Hex], int]:
    """How many zones one step would trigger (RUL-62).

    Whether he came into a zone this turn is guessed from the start hex: he did unless it is there.
    """
    trigger = fight.options.zone(fight.edition.switches)
    came = ~near.get(who.hex, 0)

    def count(here: Hex, there: Hex) -> int:
        before, after = near.get(here, 0), near.get(there, 0)
        if trigger == "tsc":
            return (after & ~before).bit_count()
        if trigger == "aw":
            return (before & (after | came)).bit_count()
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
        """Walk the path; False when the mover was stopped. `held` foes are carried along.

        A mover whom a reaction has shifted is off his path: he goes no further, but acts if he can.
        """
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
            beyond = fight.room(who, there, fight.holders(who)) or (there,)
            if held:
                beyond = tuple(hex + (there - who.hex) for hex in here)
            if not (yield from self.departing(here, beyond)) or who.cells != here:
                return self.able()
            self.walked.append(there)
            if held:
                carry(fight, who, held, there)
            else:
                who.cells = beyond
                release(fight)
            for one in fight.foes(who):
                if next_to(beyond, one.cells) and not next_to(here, one.cells):
                    self.came.add(one.name)
            if not (yield from self.arrived(here, beyond)) or who.cells != beyond:
                return self.able()
        self.tell()
        return True

    def tell(self) -> None:
        """Tell of the steps since the last interruption."""
        if len(self.walked) > 1:
            labels = tuple(map(str, self.walked))
            self.fight.tell(Moved(rules=("MOV-2",), who=self.who.name, path=labels))
            self.walked = self.walked[-1:]

    def departing(self, here: Cells, there: Cells) -> Flow[bool]:
        """AW: around or past; TSC: about to leave after coming adjacent. Before the step.

        A step off the board leads nowhere (RUL-22).
        """
        around = self.trigger == "aw"
        if around or self.trigger == "tsc":
            exposed = []
            for one in self.threatening(here):
                stays = bool(there) and next_to(there, one.cells)
                came = one.name in self.came
                if (around and stays) or (came and (around or not stays)):
                    exposed.append(one)
            yield from self.answered(exposed)
        return self.able()

    def arrived(self, here: Cells, there: Cells) -> Flow[bool]:
        """TS: a step between two hexes adjacent to the same foe. After the step."""
        if self.trigger == "ts":
            near = self.threatening(there)
            yield from self.answered([one for one in near if next_to(here, one.cells)])
        return self.able()

    def staying(self) -> Flow[None]:
        """TSC: at the end of his turn, those he came up to and did not attack (RUL-62).

        He may be grappling by then; it is no less the end of his turn.
        """
        if self.trigger == "tsc" and self.who.active:
            near = self.threatening(self.who.cells)
            yield from self.answered([one for one in near if one.name in self.came])

    def threatening(self, cells: Cells) -> list[Fighter]:
        return [
            one
            for one in threats(self.fight, self.who)
            if one.name not in self.spared and next_to(cells, one.cells)
        ]

    def answered(self, exposed: list[Fighter]) -> Flow[None]:
        """Let the threatened defenders react (ZOC-1, RUL-61)."""
        if exposed:
            self.tell()
            yield from several_answers(self.fight, exposed, self.who, enter=True)

    def able(self) -> bool:
        """Whether the mover can go on (RUL-64): only a grapple or a fall stops him (ZOC-3)."""
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
