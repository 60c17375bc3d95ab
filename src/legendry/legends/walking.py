"""Carrying out a way: step by step where zones of control may be triggered (sections 4 and 11)."""

from __future__ import annotations

from collections.abc import Iterable

from legendry.hexes import Hex, label
from legendry.legends.events import LeftBoard, Moved
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import next_to, shifted, vicinity
from legendry.legends.grapple import carry
from legendry.legends.injury import release
from legendry.legends.magic import lasting
from legendry.legends.movement import Cells, Reach, free_to_react
from legendry.legends.strikes import several_answers
from legendry.table import Flow


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


def flees(fight: Fight, who: Fighter, rule: str = "RUL-22") -> None:
    """Step off the board, or be routed: he has fled (RUL-22, RUL-80)."""
    who.fled = True
    who.settle()
    who.joined = 0
    who.cells = ()
    fight.quiet = 0
    release(fight)
    fight.tell(LeftBoard(rules=(rule,), who=who.name))
