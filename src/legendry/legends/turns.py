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
    Move,
    Stand,
    actions,
    in_turn,
    moves,
    who_acts,
)
from legendry.legends.attack import attacks
from legendry.legends.checks import check, luck_left, spends_karma
from legendry.legends.events import (
    Captured,
    Fell,
    FightEnded,
    InitiativeWon,
    SurpriseTaken,
    TurnBegan,
    TurnLost,
)
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.handling import change_weapons, drop, give, pick_up, reload
from legendry.legends.initiative import ranked
from legendry.legends.injury import spend_wish, wishes
from legendry.legends.magic import beings, casting, effects, forms, lasting
from legendry.legends.movement import Reach, Walk, flees, goes_at_once, ways_of
from legendry.legends.refusals import actions_barred, moves_barred, who_is_barred
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
    """One die a side, highest first, ties rolled again (SEQ-1)."""
    order = yield from ranked(
        len(fight.sides), partial(initiative_die, fight), partial(luckier_dice, fight)
    )
    fight.tell(InitiativeWon(rules=("SEQ-1",), order=tuple(fight.sides[side] for side in order)))
    return order


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
            if fight.spells:
                yield from lasting.turn_begins(fight, one)


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
    if (fight.spells or who.character.flying) and not who.flying and effects.can_fly(fight, who):
        who.flying = True  # unless he lands in this turn (RUL-110)
        fight.refresh(who)


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
    if move.kind == "land":
        who.flying = False
        fight.refresh(who)
        return
    if move.kind in ("dismiss", "return", "disbelieve"):
        yield from by_will(fight, who, move)
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
        case "cast":
            spell = fight.edition.spells[action.spell]
            yield from casting.cast(fight, who, spell, action.word)
        case "break free":
            yield from break_free(fight, who)
        case "shake":
            lasting.wake(fight, fight.named(action.to), "shaking")
        case "disbelieve":
            yield from beings.disbelieve(fight, who, fight.named(action.to))


def break_free(fight: Fight, who: Fighter) -> Flow[None]:
    """Pass 4/DX, and the ropes are gone; each try is an action (SPL-4, RUL-108)."""
    dice = effects.own_dice(fight, who)
    if (yield from check(fight, who, "DX", "break free", dice=dice)):
        for cast, _, what in [*effects.upon(fight, who)]:
            if what.bound:
                lasting.end(fight, cast, f"{who.name} breaks free", "RUL-108")


def by_will(fight: Fight, who: Fighter, move: Move) -> Flow[None]:
    """What costs nothing in his turn: to will a spell away (RUL-121), or to doubt (RUL-114)."""
    match move.kind:
        case "dismiss":
            beings.dismissed(fight, who, move.whom)
        case "return":
            forms.returned(fight, who)
        case "disbelieve":
            yield from beings.disbelieve(fight, who, fight.named(move.whom))


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


# -- the end -----------------------------------------------------------------------------------


def standing(fight: Fight) -> set[int]:
    """The sides that still have somebody conscious on the board; images are nobody (MAG-17)."""
    return {one.side for one in fight.fighters if one.active and one.phantom != "image"}


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
    helpless = [one.name for one in fight.fighters if one.spellbound]
    if fight.spells:
        beings.dissolved(fight)
        lasting.all_end(fight)
    for one in fight.fighters:
        if one.character.spells and one.active and one.name not in helpless:
            yield from casting.after_the_fight(fight, one)
    for one in fight.fighters:
        if one.status in ("dying", "dead"):
            yield from wishes(fight, one)
    for one in fight.fighters:
        if one.status == "dying":
            one.gone = True
            fight.tell(Fell(rules=("INJ-6",), who=one.name, state="dead"))
    for one in fight.fighters:
        taken = one.status == "incapacitated" or (one.name in helpless and one.active)
        if len(left) == 1 and one.side not in left and taken:
            one.captured = True
            fight.tell(Captured(rules=("RUL-69", "RUL-80"), who=one.name))
    for one in fight.fighters:
        if one.fatigue and one.status != "dead":
            one.take(fatigue=-1)
    seats = [one.seat for one in fight.fighters if len(left) == 1 and one.side in left]
    fight.result = Outcome(tuple(dict.fromkeys(seats)), why, "SEQ-2")
    fight.phase = "over"
