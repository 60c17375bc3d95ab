"""The sequence of a fight (section 3): opening, player turns, character turns, the end of combat."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from msgspec.structs import replace

from legendry.hexes import Hex
from legendry.hexes import reach as reached
from legendry.legends import blasts, entry, grapple, strikes
from legendry.legends.actions import (
    Action,
    Stand,
    actions,
    actions_barred,
    hands,
    hold,
    in_turn,
    moves,
    moves_barred,
    thing,
    who_acts,
    who_is_barred,
)
from legendry.legends.attack import attacks
from legendry.legends.checks import luck_left, spends_karma
from legendry.legends.events import (
    Captured,
    Fell,
    FightEnded,
    Handled,
    InitiativeWon,
    SurpriseTaken,
    TurnBegan,
    TurnLost,
)
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.injury import spend_wish, wishes
from legendry.legends.movement import Reach, Walk, flees, goes_at_once, ways_of
from legendry.table import Choose, Flow, Option, Outcome, Roll

# -- opening -----------------------------------------------------------------------------------


def opening(fight: Fight) -> Flow[None]:
    """The start of a battle (RUL-89): surprise, or initiative; then turns.

    Skills that negate surprise, stalk or steal the initiative have their place between the two.
    """
    count = len(fight.sides)
    if fight.surprise >= 0:
        side = fight.surprise
        fight.tell(SurpriseTaken(rules=("SEQ-3",), side=fight.sides[side]))
        fight.order = (side, *(one for one in range(count) if one != side))
        fight.extra = ((side, True),)
    else:
        fight.order = yield from initiative(fight)
    fight.place = -1
    fight.phase = "fighting"


def initiative(fight: Fight) -> Flow[tuple[int, ...]]:
    """One die a side, highest first, ties rolled again (SEQ-1, RUL-11)."""
    order: list[int] = []
    groups = [list(range(len(fight.sides)))]
    while groups:
        group = groups.pop(0)
        if len(group) == 1:
            order += group
            continue
        faces: dict[int, int] = {}
        for side in group:
            (faces[side],) = yield from initiative_die(fight, side)
        yield from luckier_dice(fight, faces)
        ranks = sorted(set(faces.values()), reverse=True)
        groups = [[side for side in group if faces[side] == rank] for rank in ranks] + groups
    fight.tell(InitiativeWon(rules=("SEQ-1",), order=tuple(fight.sides[side] for side in order)))
    return tuple(order)


def initiative_die(fight: Fight, side: int) -> Roll:
    """A side's die, rolled by its first player."""
    members = (one for one in fight.fighters if one.side == side)
    return Roll(f"initiative {fight.sides[side]}", seat=next(members).seat)


def luckier_dice(fight: Fight, faces: dict[int, int]) -> Flow[None]:
    """Any one member of a side that is behind may spend karma on its die, back and forth (RUL-84)."""
    while True:
        best = max(faces.values())
        behind = sorted(
            (one for one in fight.fighters if faces.get(one.side, best) < best),
            key=lambda one: faces[one.side],
        )
        for one in filter(partial(luck_left, fight), behind):
            about = f"initiative: {faces[one.side]} against {best}"
            odds = partial(Fraction, 7 - best, 6)
            if (yield from spends_karma(fight, one, about, odds)):
                (faces[one.side],) = yield from initiative_die(fight, one.side)
                break
        else:
            return


# -- turns -------------------------------------------------------------------------------------


def player_turn(fight: Fight) -> Flow[None]:
    """Begin the next player turn: those outside the order first, then the sides in turn (SEQ-2).

    The fallen of the side may still wish (RUL-85).
    """
    if fight.extra:
        (fight.side, fight.unopposed), *rest = fight.extra
        fight.extra = tuple(rest)
    else:
        fight.place += 1
        if fight.place == len(fight.order):
            fight.place = 0
            fight.round += 1
            fight.quiet += 1
        fight.side, fight.unopposed = fight.order[fight.place], False
    fight.next_turn()
    fight.tell(
        TurnBegan(
            rules=("SEQ-2",) if not fight.unopposed else ("SEQ-3",),
            round=fight.round,
            side=fight.sides[fight.side],
            unopposed=fight.unopposed,
        )
    )
    for one in fight.fighters:
        if one.side == fight.side:
            if one.wishes and not one.active and not one.fled:
                yield from wishes(fight, one)
            begin_turn(fight, one)


def begin_turn(fight: Fight, who: Fighter) -> None:
    """A turn owed for a reaction is lost now (RUL-57); free surprise turns are never the ones."""
    who.acted = False
    if not who.active:
        return
    if who.turns_owed and not fight.unopposed:
        who.turns_owed -= 1
        who.acted = True
        fight.tell(TurnLost(rules=("RCT-1",), who=who.name))
    who.turns_taken += 1
    who.last_turn = fight.round


def activation(fight: Fight, left: list[Fighter]) -> Flow[None]:
    """One character's turn, finished before the next begins (SEQ-4 to SEQ-6).

    `left` are those of his side who have still to act.
    """
    mine = in_turn(fight, left)
    who, seat = mine[0], mine[0].seat
    may_wait = len(left) > len(mine) and seat not in fight.waited
    if len(mine) > 1 or may_wait:
        name = yield from Choose(
            seat,
            "who acts?",
            lambda: who_acts(mine, may_wait=may_wait),
            lambda: who_is_barred(fight, seat),
        )
        if name == "wait":
            fight.waited = (*fight.waited, seat)
            return
        who = fight.named(name)
    fight.waited = ()
    reach = Reach(fight, who)
    move = yield from Choose(
        seat,
        f"where does {who.name} go?",
        lambda: moves(fight, who, reach),
        lambda: moves_barred(fight, who),
    )
    if move.kind == "wish":
        spend_wish(fight, who)
        return
    if move.kind == "drop":
        drop(fight, who, move.weapon)
        return
    who.acted = True
    if move.kind == "pass":
        return
    start = who.cells[0]
    way: tuple[Hex, ...] = (start,)
    if move.kind == "walk":
        way = yield from walked_way(fight, who)
    elif move.to is not None:
        way = reach.way(move.to, carrying=move.kind == "carry")
    if move.kind == "leave":
        yield from leave_board(reach, way)
        return
    carries = move.kind == "carry"
    if carries:
        cells = tuple(hex + (way[-1] - start) for hex in who.cells)
    elif who.character.hexes == 1:
        cells = way[-1:]
    else:
        cells = who.cells if len(way) == 1 else fight.room(who, way[-1]) or way[-1:]
    stand = Stand(cells, len(way) > 1, who.ma - (len(way) - 1), carries)
    action = yield from Choose(
        who.seat,
        f"what does {who.name} do{f' in {way[-1]}' if stand.moved else ''}?",
        lambda: actions(fight, who, stand),
        lambda: actions_barred(fight, who, stand),
    )
    if action.kind == "lob":
        weapon = who.arms[action.weapon]
        action = replace(action, at=(yield from blasts.aimed(fight, who, weapon, stand.cells[0])))
    yield from announced(reach, way, action, start, carries=carries)


def walked_way(fight: Fight, who: Fighter) -> Flow[tuple[Hex, ...]]:
    """A way of his own, hex by hex; it never ends where a friend stands (RUL-16)."""
    ways, barred = ways_of(fight, who)
    taken = fight.taken(who)

    def ends_well(hex: Hex, left: int) -> bool:
        if fight.fitting(who, hex, taken):
            return True
        ends = reached(hex, left, ways, blocked=barred)
        return any(fight.fitting(who, end, taken) for end in ends)

    way = [who.hex]
    while len(way) <= who.ma:
        last = way[-1]

        def options(last: Hex = last) -> Iterator[Option[Hex | None]]:
            for hex in ways(last):
                if hex not in barred and ends_well(hex, who.ma - len(way)):
                    yield Option(f"{who.name} to {hex}", hex)
            if len(way) == 1 or fight.fitting(who, last, taken):
                yield Option(f"{who.name} stop", None)

        step = yield from Choose(who.seat, f"where does {who.name} step from {last}?", options)
        if step is None:
            break
        way.append(step)
    return tuple(way)


def leave_board(reach: Reach, way: tuple[Hex, ...]) -> Flow[None]:
    """Walk to an exit and off the board; the last step, too, may expose him (RUL-22, RUL-62)."""
    who, walk = reach.who, Walk(reach)
    there = len(way) == 1 or goes_at_once(reach, way) or (yield from walk.steps(way, []))
    there = there and who.hex == way[-1]
    if there and (yield from walk.departing(who.cells, ())) and who.hex == way[-1]:
        flees(reach.fight, who)
    yield from walk.staying()


def announced(
    reach: Reach, way: tuple[Hex, ...], action: Action, start: Hex, *, carries: bool
) -> Flow[None]:
    """Carry out path and action, announced together (RUL-64): the move, then the action if able."""
    fight, who = reach.fight, reach.who
    if len(way) == 1 or (not carries and goes_at_once(reach, way)):
        if action.kind != "nothing":
            yield from carried_out(fight, who, action, start)
        return
    walk = Walk(reach, spared(fight, who, action))
    held = fight.holders(who) if carries else []
    if (yield from walk.steps(way, held)):
        yield from carried_out(fight, who, action, start)
    yield from walk.staying()


def spared(fight: Fight, who: Fighter, action: Action) -> frozenset[str]:
    """Those whose zones do not matter because they are attacked (ZOC-1, RUL-63)."""
    if not action.target and action.at is None:
        return frozenset()
    second = action.attack.second if action.attack else ""
    attacked = frozenset({action.target, second} - {""})
    if action.at is not None and who.arms[action.weapon].explosive:
        caught = blasts.caught(fight, action.at)
        attacked = frozenset(one.name for one in caught if one.side != who.side)
    if attacked and fight.options.zoc_exempt == "attacks_anyone":
        return frozenset(one.name for one in fight.fighters)
    return attacked


def carried_out(fight: Fight, who: Fighter, action: Action, start: Hex) -> Flow[None]:
    """The one action of the turn (SEQ-8), if it can still be done (RUL-64)."""
    if not who.active:
        return
    target = fight.named(action.target) if action.target else who
    match action.kind:
        case "attack" if action.attack is not None and action.attack.verb == "grapple":
            if target in fight.holders(who):
                yield from grapple.struggle(fight, who, target, "grapple", action.attack)
        case "attack" if action.attack is not None:
            if still_possible(fight, who, target, action):
                yield from strikes.carry_out(fight, who, action.attack)
        case "wrestle":
            yield from grapple.struggle(fight, who, target, "wrestle", None)
        case "drag":
            yield from grapple.struggle(fight, who, target, "drag", None)
        case "escape":
            yield from grapple.struggle(fight, who, target, "escape", None)
        case "enter":
            if target.active and fight.adjacent(who, target) and not fight.hindered(who):
                yield from entry.go_in(fight, who, target, start)
        case "lob" if action.at is not None:
            yield from blasts.lob(fight, who, who.arms[action.weapon], action.at)
        case "ready":
            change_weapons(fight, who, action.weapon)
        case "pick up":
            pick_up(fight, who, action.weapon)
        case "reload":
            reload(fight, who, action.weapon)
        case "give":
            give(fight, who, fight.named(action.to), action.weapon)


def still_possible(fight: Fight, who: Fighter, target: Fighter, action: Action) -> bool:
    """An announced attack is made if it is possible when its moment comes (RUL-64)."""
    assert action.attack is not None
    if fight.hindered(who):
        return False
    if action.attack.second:
        return fight.clear(who, target)
    return any(
        one.verb == action.attack.verb and one.weapon == action.attack.weapon
        for one in attacks(fight, who, target)
    )


# -- handling weapons --------------------------------------------------------------------------


def change_weapons(fight: Fight, who: Fighter, id: str) -> None:
    """Ready a weapon or shield; what is in the way is put away (ACT-1)."""
    carried = list(who.carried)
    carried.remove(id)
    hold(fight, who, id, tuple(carried))
    fight.tell(Handled(rules=("ACT-1",), who=who.name, weapon=thing(fight, who, id), how="readies"))


def drop(fight: Fight, who: Fighter, id: str) -> None:
    """Let something fall in his hex; it costs nothing (RUL-15)."""
    ready = list(who.ready)
    ready.remove(id)
    who.ready = tuple(ready)
    fight.ground[who.hex] = (*fight.ground.get(who.hex, ()), id)
    fight.refresh(who)
    fight.tell(Handled(rules=("RUL-15",), who=who.name, weapon=thing(fight, who, id), how="drops"))


def give(fight: Fight, who: Fighter, friend: Fighter, id: str) -> None:
    """Hand something over, if the friend is still there: into a free hand, else to carry (RUL-15)."""
    if not friend.active or not fight.adjacent(who, friend) or fight.hindered(who):
        return
    ready, carried = list(who.ready), list(who.carried)
    (carried if id in carried else ready).remove(id)
    who.ready, who.carried = tuple(ready), tuple(carried)
    fight.refresh(who)
    if sum(hands(friend, one) for one in (*friend.ready, id)) <= 2:
        hold(fight, friend, id, friend.carried)
    else:
        friend.carried = (*friend.carried, id)
    how = f"gives to {friend.name} the"
    fight.tell(Handled(rules=("ACT-6",), who=who.name, weapon=thing(fight, who, id), how=how))


def pick_up(fight: Fight, who: Fighter, id: str) -> None:
    """Pick up a weapon that lies in his own hex (ACT-1, SHT-5, RUL-38)."""
    for hex in who.cells:
        here = list(fight.ground.get(hex, ()))
        if id in here:
            here.remove(id)
            fight.ground[hex] = tuple(here)
            if not here:
                del fight.ground[hex]
            break
    hold(fight, who, id, who.carried)
    words = "picks up"
    fight.tell(
        Handled(rules=("ACT-1", "SHT-5"), who=who.name, weapon=thing(fight, who, id), how=words)
    )


def reload(fight: Fight, who: Fighter, id: str) -> None:
    """One turn of reloading (SHT-12, RUL-36)."""
    left = {weapon: turns - (weapon == id) for weapon, turns in who.unloaded}
    who.unloaded = tuple((weapon, turns) for weapon, turns in left.items() if turns)
    words = "reloads" if not left[id] else f"is reloading ({left[id]} to go)"
    fight.tell(Handled(rules=("SHT-12",), who=who.name, weapon=thing(fight, who, id), how=words))


# -- the end -----------------------------------------------------------------------------------


def standing(fight: Fight) -> set[int]:
    """The sides that still have somebody conscious on the board."""
    return {one.side for one in fight.fighters if one.active}


def is_over(fight: Fight) -> str:
    """Why the fight is over, or nothing (SEQ-2; the no-progress limit is a table option)."""
    left = standing(fight)
    if len(left) > 1:
        quiet = fight.quiet
        return f"{quiet} rounds passed without harm" if quiet >= fight.options.no_progress else ""
    if not left:
        return "nobody is left standing"
    return f"only {fight.sides[left.pop()]} are left"


def closing(fight: Fight) -> Flow[None]:
    """The end-of-combat step, in the order of RUL-69: spells end, healing and wishes, deaths,
    captures, one point of fatigue back to everybody present (INJ-6, INJ-8, RUL-72)."""
    why = is_over(fight)
    left = standing(fight)
    fight.tell(FightEnded(rules=("INJ-6",), why=why))
    for one in fight.fighters:
        if one.status in ("dying", "dead"):
            yield from wishes(fight, one)
    for one in fight.fighters:
        if one.status == "dying":
            one.gone = True
            fight.tell(Fell(rules=("INJ-6",), who=one.name, state="dead"))
    for one in fight.fighters:
        if len(left) == 1 and one.side not in left and one.status == "incapacitated":
            one.captured = True
            fight.tell(Captured(rules=("RUL-69", "RUL-80"), who=one.name))
    for one in fight.fighters:
        if one.fatigue and one.status != "dead":
            one.take(fatigue=-1)
    seats = [one.seat for one in fight.fighters if len(left) == 1 and one.side in left]
    fight.result = Outcome(tuple(dict.fromkeys(seats)), why, "SEQ-2")
    fight.phase = "over"
