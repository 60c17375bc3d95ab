"""Movement (section 4) and the zones of control it exposes a mover to (section 11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
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
    label,
    neighbours,
    path,
    reach,
    routes,
)
from legendry.legends.events import LeftBoard, Moved
from legendry.legends.fighter import SHAPES, Fight, Fighter, next_to, shifted, vicinity
from legendry.legends.grapple import carry, fits_with
from legendry.legends.injury import release
from legendry.legends.magic import effects, lasting
from legendry.legends.magic.effects import sky
from legendry.legends.strikes import several_answers
from legendry.table import Flow, SetupError

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


def goes_at_once(reach: Reach, way: tuple[Hex, ...]) -> bool:
    """Go the whole way at once if it is `safe`; else False, and he stays."""
    who = reach.who
    if way is not reach.safe or len(who.cells) > 1:
        return False
    if reach.fight.spells and lasting.dangers(reach.fight, way[1:]):
        return False
    who.cells = way[-1:]
    reach.fight.tell(moved(who, way))
    return True


def moved(who: Fighter, hexes: Iterable[Hex]) -> Moved:
    return Moved(rules=("MOV-2",), who=who.name, path=tuple(map(label, hexes)))


def foes_beside(fight: Fight, who: Fighter, cells: Cells) -> list[Fighter]:
    """The conscious foes next to those hexes, but not in them."""
    near, side, beside = vicinity(cells), who.side, []
    for one in fight.fighters:
        if (
            one.side != side
            and one.active
            and not near.isdisjoint(one.cells)
            and next_to(cells, one.cells)
        ):
            beside.append(one)
    return beside


class Walk:
    """Carrying out a path step by step; zones of control are resolved on the way (RUL-64)."""

    def __init__(self, reach: Reach, spared: frozenset[str] = frozenset()) -> None:
        """`spared`: whom the announced action attacks; they do not react (RUL-63)."""
        self.fight = fight = reach.fight
        self.who = who = reach.who
        self.spared = spared
        self.trigger = fight.options.zone(fight.edition.switches)
        self.came: set[str] = set()
        self.walked = [who.hex]
        self.planned = not who.joined
        """Whether all is as it was when he chose his way: nobody was left behind or has come near."""

    def steps(self, way: tuple[Hex, ...], held: list[Fighter]) -> Flow[bool]:
        """Walk the path; False when the mover was stopped. `held` foes are carried along.

        A mover whom a reaction has shifted is off his path: he goes no further, but acts if he can.
        """
        fight, who = self.fight, self.who
        near = foes_beside(fight, who, who.cells)
        for there in way[1:]:
            here = who.cells
            beyond: Cells = (there,)
            if held:
                beyond = shifted(here, there - here[0])
            elif who.character.hexes > 1 or not self.planned:
                beyond = self.over(there, last=there == way[-1])
                if not beyond:  # somebody stands in his way by now (MOV-3)
                    break
            if near and (exposed := self.departing(near, beyond)):
                yield from self.answered(exposed)
                if not self.able() or who.cells != here:
                    return self.able()
            self.walked.append(there)
            if held:
                carry(fight, who, held, there)
            else:
                who.cells = beyond
                if who.joined:
                    release(fight)
            near = foes_beside(fight, who, beyond)
            for one in near:
                if not next_to(here, one.cells):
                    self.came.add(one.name)
            if fight.spells and (there == way[-1] or not who.flying):
                yield from self.hazards(here, held)
                if not self.able() or who.cells != beyond:
                    self.tell()
                    return self.able()
                near = foes_beside(fight, who, beyond)
            if near and (exposed := self.arrived(here, near)):
                yield from self.answered(exposed)
                if not self.able() or who.cells != beyond:
                    return self.able()
                near = foes_beside(fight, who, beyond)
        self.tell()
        return True

    def hazards(self, here: Cells, held: list[Fighter]) -> Flow[None]:
        """Fire and shocks where he has come to; those he carries burn with him (RUL-105).

        Nobody comes into the hex of another by being carried, and no shock strikes (RUL-119).
        """
        yield from lasting.come_to(self.fight, self.who, here, held)
        for one in held:
            yield from lasting.burn(self.fight, one, one.cells)

    def over(self, there: Hex, *, last: bool) -> Cells:
        """The hexes that he fills there, clear of others if he can be; in flight he is above them
        (RUL-110), and on his way past those he still holds (GRP-7)."""
        fight, who = self.fight, self.who
        if cells := fight.room(who, there):
            return cells
        if who.flying:
            return fight.fitting(who, there, ())
        passed = fight.holders(who)
        if fight.options.pass_through_friends and len(who.cells) == 1 and not last:
            passed += fight.of_side(who.side)
        return fight.room(who, there, passed)

    def tell(self) -> None:
        """Tell of the steps since the last interruption."""
        if len(self.walked) > 1:
            self.fight.tell(moved(self.who, self.walked))
            self.walked = self.walked[-1:]

    def departing(self, near: list[Fighter], there: Cells) -> list[Fighter]:
        """AW: around or past; TSC: about to leave after coming adjacent. Before the step.

        Of those he is next to, who may react; a step off the board leads nowhere (RUL-22).
        """
        around = self.trigger == "aw"
        exposed = []
        if around or self.trigger == "tsc":
            for one in self.threatening(near):
                stays = bool(there) and next_to(there, one.cells)
                came = one.name in self.came
                if (around and stays) or (came and (around or not stays)):
                    exposed.append(one)
        return exposed

    def arrived(self, here: Cells, near: list[Fighter]) -> list[Fighter]:
        """TS: a step between two hexes adjacent to the same foe. After the step."""
        if self.trigger != "ts":
            return []
        return [one for one in self.threatening(near) if next_to(here, one.cells)]

    def last_step(self, there: Cells = ()) -> Flow[bool]:
        """Before a step beyond his path, into a foe's space (MOV-4) or off the board (RUL-22).

        False when the mover was stopped.
        """
        here = self.who.cells
        near = foes_beside(self.fight, self.who, here)
        yield from self.answered(self.departing(near, there))
        return self.able() and self.who.cells == here

    def gone_in(self, here: Cells, there: Cells) -> Flow[None]:
        """After the step from here into a foe's space, if he stands there now (RUL-23)."""
        if not self.who.active or self.who.cells != there:
            return
        near = foes_beside(self.fight, self.who, there)
        self.came.update(one.name for one in near if not next_to(here, one.cells))
        yield from self.answered(self.arrived(here, near))

    def staying(self) -> Flow[None]:
        """TSC: at the end of his turn, those he came up to and did not attack (RUL-62).

        He may be grappling by then; it is no less the end of his turn.
        """
        if self.trigger == "tsc" and self.who.active:
            near = self.threatening(foes_beside(self.fight, self.who, self.who.cells))
            yield from self.answered([one for one in near if one.name in self.came])

    def threatening(self, near: list[Fighter]) -> list[Fighter]:
        """Those of the foes beside him who are not attacked and free to react."""
        if self.spared:
            near = [one for one in near if one.name not in self.spared]
        return free_to_react(self.fight, near)

    def answered(self, exposed: list[Fighter]) -> Flow[None]:
        """Let the threatened defenders react (ZOC-1, RUL-61)."""
        if exposed:
            self.tell()
            self.planned = False
            yield from several_answers(self.fight, exposed, self.who, enter=True)

    def able(self) -> bool:
        """Whether the mover can go on (RUL-64): only a grapple or a fall stops him (ZOC-3)."""
        return self.who.active and not self.fight.hindered(self.who)


def exits_board(fight: Fight) -> tuple[Hex, ...]:
    """The hexes from which one may leave the board (RUL-22)."""
    if fight.leave == "exits":
        return fight.board.exits
    return fight.board.edge if fight.leave == "edge" else ()


def flees(fight: Fight, who: Fighter, rule: str = "RUL-22") -> None:
    """Step off the board, or be routed: he has fled (RUL-22, RUL-80)."""
    who.fled = True
    who.settle()
    who.joined = 0
    who.cells = ()
    fight.quiet = 0
    release(fight)
    fight.tell(LeftBoard(rules=(rule,), who=who.name))
