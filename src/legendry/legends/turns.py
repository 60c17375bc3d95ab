"""The sequence of a fight (section 3): player turns, character turns, and when it is over.

How it begins is in `opening`, the end-of-combat step in `aftermath`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec.structs import replace

from legendry.hexes import Hex, gap, label
from legendry.hexes import reach as reached
from legendry.legends import blasts, entry, grapple, leadership, learning, potions, strikes
from legendry.legends.actions import (
    Action,
    Move,
    Stand,
    in_turn,
    waiting,
)
from legendry.legends.announcing import Turn, WhoActs
from legendry.legends.attack import attacks
from legendry.legends.checks import check
from legendry.legends.events import TurnBegan, TurnLost
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import shifted
from legendry.legends.handling import change_weapons, drop, give, pick_up, reload
from legendry.legends.injury import spend_wish, wishes, worsened
from legendry.legends.magic import beings, casting, effects, forms, lasting
from legendry.legends.movement import Reach, ways_of
from legendry.legends.walking import Walk, flees, goes_at_once
from legendry.table import Choose, Flow, Option
from legendry.table.tally import counted

# -- turns -------------------------------------------------------------------------------------


def following_turn(fight: Fight) -> Flow[None]:
    """The next player turn, and its first activation (SEQ-4)."""
    mine, left = player_turn(fight), []
    for one in mine:
        if fight.spells or one.wishes:
            return eventful_turn(fight, mine)
    for one in mine:
        if begin_turn(fight, one):
            left.append(one)
    if not left or (fight.quiet >= fight.options.no_progress and is_over(fight)):
        return nothing_asked()
    return activation(fight, left)


def eventful_turn(fight: Fight, mine: list[Fighter]) -> Flow[None]:
    """The same where spells last, or where the fallen of the side may still wish (RUL-85)."""
    for one in mine:
        if one.wishes and not one.active and not one.fled:
            yield from wishes(fight, one)
        begin_turn(fight, one)
        if fight.spells:
            yield from lasting.turn_begins(fight, one)
    left = waiting(fight)
    if left and not is_over(fight):
        yield from activation(fight, left)


def nothing_asked() -> Flow[None]:
    """What is over without a question."""
    return
    yield


def player_turn(fight: Fight) -> list[Fighter]:
    """Begin the next player turn: those outside the order first, then the sides in turn (SEQ-2).

    Gives those whose turn it is; a turn in which nothing can happen is not told.
    """
    while fight.stalkers:
        who, fight.stalkers = fight.named(fight.stalkers[0]), fight.stalkers[1:]
        if who.active:
            turn_of_his_own(fight, who)
            return [who]
    if fight.extra:
        (fight.side, fight.unopposed), *rest = fight.extra
        fight.extra = tuple(rest)
    else:
        place = fight.place + 1
        if place == len(fight.order):
            place = 0
            fight.round += 1
            fight.quiet += 1
        fight.place, fight.side, fight.unopposed = place, fight.order[place], False
    fight.next_turn()
    side, unopposed = fight.side, fight.unopposed
    mine = fight.of_side(side)
    for one in mine:
        if one.active or may_matter(fight, one):
            rules = ("SEQ-3",) if unopposed else ("SEQ-2",)
            fight.tell(TurnBegan(fight.round, fight.sides[side], unopposed, rules=rules))
            break
    return mine


def may_matter(fight: Fight, who: Fighter) -> bool:
    """Whether one who is down may wish in his turn (RUL-85), or spells may harm him (RUL-105)."""
    if who.wishes and not who.fled:
        return True
    return bool(fight.spells) and lasting.present(who)


def turn_of_his_own(fight: Fight, who: Fighter) -> None:
    """The free, unopposed turn that a stalker has won, for himself and nobody else (SKL-28)."""
    fight.side, fight.unopposed = who.side, True
    fight.next_turn()
    side = fight.sides[who.side]
    fight.tell(
        TurnBegan(rules=("SKL-28",), round=fight.round, side=side, unopposed=True, who=who.name)
    )
    for one in fight.fighters:
        one.acted = True


def begin_turn(fight: Fight, who: Fighter) -> bool:
    """A turn owed for a reaction is lost now (RUL-57); free surprise turns are never the ones.

    It is his own turn also if he is down: should he rise in it, he does nothing. Gives whether he
    may act.
    """
    who.acted = False
    if who.leads:
        leadership.lapses(fight, who)
    if who.turns_owed and not fight.unopposed:
        who.turns_owed -= 1
        who.acted = True
        if who.active:
            fight.tell(TurnLost(rules=("RCT-1",), who=who.name))
    if not who.active:
        return False
    who.turns_taken += 1
    who.last_turn = fight.round
    if (fight.spells or who.character.flying) and not who.flying and effects.can_fly(fight, who):
        who.flying = True  # unless he lands in this turn (RUL-110)
        fight.refresh(who)
    return not who.acted


FREE = frozenset(("wish", "drop", "land", "dismiss", "return", "disbelieve", "lead", "raise"))
"""The kinds of moves that cost nothing: he is asked again where he goes."""


def activation(fight: Fight, left: list[Fighter]) -> Flow[None]:
    """One character's turn, finished before the next begins (SEQ-4 to SEQ-6).

    `left` are those of his side who have still to act.
    """
    who = left[0]
    if len(left) > 1:
        mine = in_turn(fight, left)
        who, seat = mine[0], mine[0].seat
        may_wait = len(left) > len(mine) and seat not in fight.waited
        if len(mine) > 1 or may_wait:
            choice = WhoActs(fight, mine, may_wait)
            name: str = yield Choose(seat, "who acts?", choice.options, choice.barred, rule="SEQ-4")
            if name == "wait":
                fight.waited = (*fight.waited, seat)
                return
            for who in mine:
                if who.name == name:
                    break
    if fight.waited:
        fight.waited = ()
    turn = Turn(fight, who)
    question = f"where does {who.name} go?"
    move: Move = yield Choose(who.seat, question, turn.moves, turn.moves_barred, rule="SEQ-5")
    kind = move.kind
    if kind in FREE:
        yield from by_will(fight, who, move)
        return
    who.acted = True
    if kind == "pass":
        return
    start = who.cells[0]
    way: tuple[Hex, ...] = (start,)
    carries = kind == "carry"
    if kind == "walk":
        way = yield from walked_way(fight, who)
    elif move.to is not None:
        if kind == "leave":
            yield from leave_board(turn, turn.way_out(move.to))
            return
        way = turn.way(move.to, carrying=carries)
    if carries:
        cells = shifted(who.cells, way[-1] - start)
    elif who.character.hexes == 1:
        cells = way[-1:]
    else:
        cells = who.cells if len(way) == 1 else fight.room(who, way[-1]) or way[-1:]
    steps = len(way) - 1
    held = () if steps and not carries else turn.held()
    turn.stand = Stand(cells, steps > 0, who.ma - steps, held)
    question = f"what does {who.name} do{f' in {label(way[-1])}' if steps else ''}?"
    action: Action = yield Choose(
        who.seat, question, turn.actions, turn.actions_barred, rule="SEQ-8"
    )
    if action.kind == "lob":
        weapon = who.arms[action.weapon]
        look = partial(turn.blast, weapon)
        action = replace(action, at=(yield from blasts.aimed(fight, who, weapon, cells, look)))
    at_once = action.kind != "enter" and (not steps or (not carries and goes_at_once(turn, way)))
    if not at_once:
        yield from on_the_way(turn, way, action, start, carries=carries)
    elif action.kind != "nothing":
        yield from carried_out(fight, who, action, start)


def walked_way(fight: Fight, who: Fighter) -> Flow[tuple[Hex, ...]]:
    """A way of his own, hex by hex; it never ends where a friend stands (RUL-16).

    Whom he has left he does not come back to: that would be to enter (GRP-7, MOV-4).
    """
    ways, barred = ways_of(fight, who)
    taken = fight.taken(who)
    held = fight.holders(who)
    left: set[Hex] = set()

    def ends_well(hex: Hex, steps: int) -> bool:
        if fight.fitting(who, hex, taken):
            return True
        if not fight.fitting(who, hex, left):
            return False
        ends = reached(hex, steps, ways, blocked=barred | left)
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

        question = f"where does {who.name} step from {last}?"
        step = yield from Choose(who.seat, question, options, rule="MOV-2")
        if step is None:
            break
        way.append(step)
        cells = fight.fitting(who, step, taken) or fight.fitting(who, step, left)
        for one in held:
            if set(cells).isdisjoint(one.cells):
                left.update(one.cells)
    return tuple(way)


def leave_board(reach: Reach, way: tuple[Hex, ...]) -> Flow[None]:
    """Walk to an exit and off the board; the last step, too, may expose him (RUL-22, RUL-62)."""
    who, walk = reach.who, Walk(reach)
    there = len(way) == 1 or goes_at_once(reach, way) or (yield from walk.steps(way, []))
    if there and who.hex == way[-1] and (yield from walk.last_step()):
        flees(reach.fight, who)
    yield from walk.staying()


def on_the_way(
    reach: Reach, way: tuple[Hex, ...], action: Action, start: Hex, *, carries: bool
) -> Flow[None]:
    """The move step by step, then the action if he is still able (RUL-64)."""
    fight, who, enters = reach.fight, reach.who, action.kind == "enter"
    walk = Walk(reach, spared(fight, who, action, way))
    held = fight.holders(who) if carries else []
    able = yield from walk.steps(way, held)
    if able and enters:
        here, foe = who.cells, fight.named(action.target)
        into = entry.entered_cells(fight, who, foe)
        if into and (yield from walk.last_step(into)):
            yield from carried_out(fight, who, action, start)
            yield from walk.gone_in(here, into)
    elif able:
        yield from carried_out(fight, who, action, start)
    yield from walk.staying()


def spared(fight: Fight, who: Fighter, action: Action, way: tuple[Hex, ...]) -> frozenset[str]:
    """Those whose zones do not matter because they are attacked or entered (ZOC-1, RUL-63)."""
    if not action.target and action.at is None:
        return frozenset()
    second = action.attack.second if action.attack else ""
    attacked = frozenset({action.target, second} - {""})
    if action.kind == "enter":
        into = entry.entered_cells(fight, who, fight.named(action.target), way[-1:])
        attacked |= {one.name for one in entry.in_the_way(fight, who, into)}
    if action.at is not None and who.arms[action.weapon].explosive:
        caught = blasts.caught(fight, action.at)
        attacked = frozenset(one.name for one in caught if one.side != who.side)
    if attacked and fight.options.zoc_exempt == "attacks_anyone":
        return frozenset(one.name for one in fight.fighters)
    return attacked


def carried_out(fight: Fight, who: Fighter, action: Action, start: Hex) -> Flow[None]:
    """The one action of the turn (SEQ-8), if it can still be done (RUL-64)."""
    if not who.active:
        return nothing_asked()
    who.contributed |= action.kind != "nothing"
    target = fight.named(action.target) if action.target else who
    match action.kind:
        case "attack" if action.attack is not None and action.attack.verb == "grapple":
            if target in fight.holders(who):
                return grapple.struggle(fight, who, target, "grapple", action.attack)
        case "attack" if action.attack is not None:
            if still_possible(fight, who, target, action):
                return strikes.carry_out(fight, who, action.attack)
        case "wrestle":
            return grapple.struggle(fight, who, target, "wrestle", None)
        case "drag":
            return grapple.struggle(fight, who, target, "drag", None)
        case "escape":
            return grapple.struggle(fight, who, target, "escape", None)
        case "enter":
            if target.active and fight.adjacent(who, target) and not fight.hindered(who):
                return entry.go_in(fight, who, target, start)
        case "lob" if action.at is not None:
            return blasts.lob(fight, who, who.arms[action.weapon], action.at)
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
            return casting.cast(fight, who, spell, action.word)
        case "break free":
            return break_free(fight, who)
        case "shake":
            friend = fight.named(action.to)
            if friend.spellbound and gap(who.cells, friend.cells) <= 1:
                lasting.wake(fight, friend, "shaking")
        case "disbelieve":
            return beings.disbelieve(fight, who, fight.named(action.to))
        case "drink":
            potions.use(fight, who, action.weapon, fight.named(action.to))
        case "lead":
            leadership.lead(fight, who, fight.named(action.to))
    return nothing_asked()


def break_free(fight: Fight, who: Fighter) -> Flow[None]:
    """Pass 4/DX, and the ropes are gone; each try is an action (SPL-4, RUL-108)."""
    dice = effects.own_dice(fight, who)
    if (yield from check(fight, who, "DX", "break free", dice=dice)):
        for cast, _, what in [*effects.upon(fight, who)]:
            if what.bound:
                lasting.end(fight, cast, f"{who.name} breaks free", "RUL-108")


def by_will(fight: Fight, who: Fighter, move: Move) -> Flow[None]:
    """What costs nothing in his turn: a wish (RUL-85), to let something fall (RUL-15), to land
    (RUL-110), to will a spell away (RUL-121), to doubt (RUL-114), in TS to lead (RUL-90), where the
    table allows it to spend experience (RUL-146)."""
    match move.kind:
        case "wish":
            spend_wish(fight, who)
        case "drop":
            drop(fight, who, move.weapon)
        case "land":
            who.flying = False
            fight.refresh(who)
        case "dismiss":
            beings.dismissed(fight, who, move.whom)
        case "return":
            before = who.status
            forms.returned(fight, who)
            yield from worsened(fight, who, before)
        case "disbelieve":
            yield from beings.disbelieve(fight, who, fight.named(move.whom))
        case "lead":
            yield from leadership.lead_freely(fight, who, fight.named(move.whom))
        case "raise":
            yield from learning.learn(fight, who)


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
    """The sides that still have somebody conscious and free on the board; images are nobody (MAG-17).

    Who was taken stays taken, even if he comes to in the end-of-combat step (RUL-69).
    """
    return {
        one.side
        for one in fight.fighters
        if one.active and not one.captured and one.phantom != "image"
    }


def is_over(fight: Fight) -> str:
    """Why the fight is over, or nothing (SEQ-2; the no-progress limit is a table option).

    Asked at every step, and mostly soon answered: there are images only while spells last, and
    captives only at the end, so otherwise who is active is `standing`.
    """
    if fight.called_off:
        return fight.called_off
    first, last = fight.fighters[0], fight.fighters[-1]
    if not (first.active and last.active and first.side != last.side):  # of two sides, mostly
        sides = {one.side for one in fight.fighters if one.active}
        if len(sides) < 2:
            return last_standing(fight)
    if (fight.spells or fight.phase == "over") and len(standing(fight)) < 2:
        return last_standing(fight)
    waited = fight.quiet >= fight.options.no_progress
    return f"{counted(fight.quiet, 'rounds')} passed without harm" if waited else ""


def last_standing(fight: Fight) -> str:
    """Who has won, in words."""
    for side in standing(fight):
        return f"only {fight.sides[side]} are left"
    return "nobody is left standing"
