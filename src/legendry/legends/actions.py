"""What a character may do in his turn (sections 3 and 9): the choices, and why others are barred.

Path and action are announced together (RUL-64): first where he goes, then what he does there. Both
are carried out in `turns`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.hexes import Hex, gap
from legendry.legends import outlook  # what the options offered here would be worth
from legendry.legends.attack import Attack, about, attacks, enough_shots, weapon_name
from legendry.legends.edition import Weapon
from legendry.legends.entry import entered_cells
from legendry.legends.fighter import Fight, Fighter, held_fast, next_to, vicinity
from legendry.legends.grapple import can_drag, drag_hexes, exits, grips, hits_at_once
from legendry.legends.injury import wish_helps
from legendry.legends.movement import Reach, carry_hexes, exits_board, reachable
from legendry.table import About, Barred, Offers, Option, Refusal

MoveKind: TypeAlias = Literal["move", "carry", "walk", "stay", "pass", "leave", "wish", "drop"]
Kind: TypeAlias = Literal[
    "attack",
    "enter",
    "wrestle",
    "drag",
    "escape",
    "lob",
    "ready",
    "pick up",
    "reload",
    "give",
    "nothing",
]

SAYS = {"entry": "enter", "takedown": "takedown", "tackle": "tackle"}


class Move(Struct, frozen=True, gc=False):
    """Where he goes before his action."""

    kind: MoveKind
    to: Hex | None = None
    weapon: str = ""


class Action(Struct, frozen=True, gc=False):
    """What he does when he is there."""

    kind: Kind
    attack: Attack | None = None
    target: str = ""
    weapon: str = ""
    at: Hex | None = None
    """Where a grenade is aimed."""
    to: str = ""
    """The friend who is given something."""


# -- where to ----------------------------------------------------------------------------------


def waiting(fight: Fight) -> list[Fighter]:
    """Those of the side in turn who have still to act, in the order of the list (SEQ-4, RUL-14)."""
    side = fight.side
    return [one for one in fight.fighters if one.side == side and one.active and not one.acted]


def in_turn(fight: Fight, left: list[Fighter]) -> list[Fighter]:
    """Of those still waiting, the characters to choose from now: one player's, in list order.

    A player who waits comes after the others of his side; when all have waited, list order holds
    (RUL-14).
    """
    seat, waited = left[0].seat, fight.waited
    if waited:
        seat = next((one.seat for one in left if one.seat not in waited), seat)
    return [one for one in left if one.seat == seat]


def who_acts(mine: list[Fighter], *, may_wait: bool) -> list[Option[str]]:
    """A player's characters who have still to act: any order he likes (SEQ-4).

    Where another player of the side could go first, he may also wait (RUL-14).
    """
    listed = [Option(one.name, one.name, leads=True) for one in mine]
    if may_wait:
        words = "the others of the side go first"
        listed.append(Option(f"{mine[0].name} waits", "wait", words))
    return listed


def who_is_barred(fight: Fight, seat: str) -> Iterator[Barred]:
    """Those of the seat who cannot act now, and why."""
    for one in fight.fighters:
        if one.side == fight.side and one.seat == seat and (one.acted or not one.active):
            yield Barred(one.name, turn_refusal(one))


def turn_refusal(who: Fighter) -> Refusal:
    if not who.active:
        return Refusal(f"{who.name} is {who.status}", "INJ-2")
    return Refusal(f"{who.name} has had his turn", "SEQ-4")


def moves(fight: Fight, who: Fighter, reach: Reach) -> Offers[Move]:
    """Where he may go before his action (SEQ-5, MOV-2); or he passes (SEQ-7).

    A bare hex is a place to move to: they are many, and their moves are made when looked at.
    """
    listed: list[Move | Hex] = [STAY]
    held = fight.holders(who)
    if not held_fast(who, held):
        listed += reach.hexes()
        if held:
            listed += [Move("carry", hex) for hex in carry_hexes(fight, who)]
        if who.ma:
            listed.append(WALK)
            if doors := exits_board(fight):
                listed += [Move("leave", hex) for hex in leaving(fight, who, doors)]
    listed.append(PASS)
    if wish_helps(fight, who):
        listed.append(WISH)
    listed += [Move("drop", weapon=id) for id in dict.fromkeys(who.ready)]
    return Offers(listed, partial(offered_move, outlook.Outlook(fight, who)))


STAY, WALK, PASS, WISH = Move("stay"), Move("walk"), Move("pass"), Move("wish")


def offered_move(view: outlook.Outlook, move: Move | Hex) -> Option[Move]:
    """A move in words, and what it promises."""
    name = view.who.name
    if isinstance(move, Hex):
        return Option(f"{name} move {move}", Move("move", move), look=partial(view.at, move))
    match move.kind:
        case "stay":
            return Option(f"{name} stay", move, look=view.here)
        case "carry":
            return Option(f"{name} carry {move.to}", move, look=partial(view.along, move))
        case "walk":
            return Option(f"{name} walk", move, "step by step, another way")
        case "leave":
            return Option(f"{name} leave by {move.to}", move, look=partial(view.along, move))
        case "drop":
            words = f"{name} drop {thing(view.fight, view.who, move.weapon)}"
            return Option(words, move, "free, before anything else")
    return Option(f"{name} {move.kind}", move)


def leaving(fight: Fight, who: Fighter, doors: tuple[Hex, ...]) -> list[Hex]:
    """Those of the doors he can reach with a step left to go through them (RUL-22)."""
    if fight.holders(who):
        return []
    near = {**reachable(fight, who), who.hex: 0}
    return [hex for hex in doors if near.get(hex, who.ma) < who.ma]


def moves_barred(fight: Fight, who: Fighter) -> Iterator[Barred]:
    """Where a player might want to go, and why he cannot; and those whose turn it is not."""
    for one in fight.fighters:
        if one.seat == who.seat and one is not who and (one.acted or not one.active):
            for verb in ("stay", "pass", "walk"):
                yield Barred(f"{one.name} {verb}", turn_refusal(one))
    held = fight.hindered(who)
    near = {} if held else reachable(fight, who)
    for hex in fight.board:
        if hex in near:
            continue
        if held:
            why = Refusal(f"{who.name} is held by {fight.holders(who)[0].name}", "GRP-1")
        elif fight.board.is_wall(hex):
            why = Refusal(f"there is a wall in {hex}", "RUL-16")
        elif hex == who.hex:
            why = Refusal(f"{who.name} stands there already: stay", "MOV-2")
        elif len(who.cells) > 1 and not fight.room(who, hex):
            why = Refusal(f"{who.name} does not fit there", "RUL-20")
        elif fight.occupants(hex):
            why = Refusal(f"{fight.occupants(hex)[0].name} stands in {hex}", "MOV-3")
        else:
            why = Refusal(f"{hex} is out of reach with MA {who.ma}", "MOV-2")
        yield Barred(f"{who.name} move {hex}", why)
    doors = exits_board(fight)
    open_to = leaving(fight, who, doors)
    for hex in doors if fight.leave != "no" else fight.board.edge:
        if hex not in open_to:
            yield Barred(f"{who.name} leave by {hex}", leave_refusal(fight, who, hex))


def leave_refusal(fight: Fight, who: Fighter, hex: Hex) -> Refusal:
    """Why he may not leave the board there (RUL-22)."""
    if fight.leave == "no":
        return Refusal("there is no way off this board", "RUL-22")
    if fight.holders(who):
        return Refusal(f"{who.name} is grappling", "RUL-22")
    return Refusal(f"going off by {hex} takes more than MA {who.ma}", "RUL-22")


# -- what to do there --------------------------------------------------------------------------


class Stand(Struct, frozen=True, gc=False):
    """Where he would act from: the hexes he fills there, and what his move leaves him."""

    cells: tuple[Hex, ...]
    moved: bool
    steps_left: int
    carries: bool = False
    """Whether those he holds come along (GRP-7)."""


def held_at(fight: Fight, who: Fighter, stand: Stand) -> list[Fighter]:
    """Whom he would still hold there: everybody, unless he has left them (GRP-7)."""
    return fight.holders(who) if stand.carries or not stand.moved else []


def actions(fight: Fight, who: Fighter, stand: Stand) -> Offers[Action]:
    """Everything he may do from there (SEQ-8); at most one action (SEQ-5)."""
    held = held_at(fight, who, stand)
    bound = held_fast(who, held)
    near = vicinity(stand.cells)
    beside = [one for one in fight.fighters if not near.isdisjoint(one.cells)]
    listed: list[Action] = []
    if held:
        listed += grappling(fight, who, held, stand)
    if not bound:
        for target in targets(who, fight.fighters if who.ranged else beside):
            if target in held:
                continue
            for attack in attacks(fight, who, target, cells=stand.cells, moved=stand.moved):
                listed.append(Action("attack", attack, target.name))
            if not stand.moved:
                listed += bursts(fight, who, target)
            if target.active and not enter_refusal(fight, who, target, stand):
                listed.append(Action("enter", None, target.name))
        if who.throws and fight.board.ways(who.hex):
            listed += [Action("lob", weapon=weapon.id) for weapon in throwables(who)]
    if not stand.moved:
        listed += handling(fight, who)
    elif fight.options.reload_allows_move:
        listed += reloading(who)
    listed.append(NOTHING)
    if not bound:
        for one in beside:
            if one.side == who.side and one is not who:
                listed += giving(who, one, stand)
    return Offers(listed, partial(offered_action, fight, who, stand))


NOTHING = Action("nothing")


def offered_action(fight: Fight, who: Fighter, stand: Stand, action: Action) -> Option[Action]:
    """An action in words, and what can be known of it."""
    name, kind, on = who.name, action.kind, action.target
    look: Callable[[], About] | None = None
    match kind:
        case "attack":
            assert action.attack is not None
            words = action.attack.notation(name)
            look = partial(attack_odds, fight, who, action.attack)
        case "wrestle":
            words = f"{name} wrestle {on}"
            look = partial(outlook.held_odds, fight, who, fight.named(on), None)
        case "drag" | "escape":
            words = f"{name} {kind}"
            look = partial(outlook.free_odds, fight, who)
        case "enter":
            words = f"{name} {SAYS[fight.edition.switches.entry]} {on}"
            look = partial(outlook.entered, fight, who, fight.named(on))
        case "lob":
            weapon = who.arms[action.weapon]
            words = f"{name} lob {weapon_name(weapon)}"
            look = partial(outlook.lobbed, fight, who, weapon, stand.cells)
        case "ready" | "pick up":
            words = f"{name} {kind} {thing(fight, who, action.weapon)}"
            look = partial(outlook.armed, fight, who, action.weapon)
        case "reload":
            words = f"{name} reload {weapon_name(who.arms[action.weapon])}"
            look = partial(outlook.loaded, fight, who, action.weapon)
        case "give":
            words = f"{name} give {thing(fight, who, action.weapon)} to {action.to}"
        case "nothing":
            words = f"{name} done"
            look = partial(outlook.idle, fight, who, stand.cells)
    return Option(words, action, look=look)


def attack_odds(fight: Fight, who: Fighter, attack: Attack) -> About:
    """What an attack promises: a blow, a burst at two, or a grip that must be won first (GRP-2)."""
    target = fight.named(attack.target)
    if attack.second:
        return outlook.spread(fight, who, target, fight.named(attack.second), attack)
    if attack.verb == "grapple" and not hits_at_once(fight, who, target):
        return outlook.held_odds(fight, who, target, attack)
    return about(fight, who, target, attack)


def targets(who: Fighter, others: Iterable[Fighter]) -> list[Fighter]:
    """Enemies one may attack: the conscious, and the helpless who still live (RUL-39)."""
    side = who.side
    return [
        one
        for one in others
        if one.side != side and (one.active or one.status in ("incapacitated", "dying"))
    ]


def grappling(fight: Fight, who: Fighter, held: list[Fighter], stand: Stand) -> Iterator[Action]:
    """What one may do to held foes: attack, and in TSC and AW drag or escape (GRP-2, GRP-5, GRP-6).

    TS: who hits at once may wrestle instead, for the winner of a contest may leave (RUL-47).
    """
    winner_chooses = fight.edition.switches.winner_chooses
    for foe in held:
        for grip in grips(fight, who, foe):
            yield Action("attack", grip, foe.name)
        if winner_chooses:
            if hits_at_once(fight, who, foe):
                yield Action("wrestle", None, foe.name)
        elif foe is held[0] and not stand.moved:
            if can_drag(fight, who, held):
                yield Action("drag", None, foe.name)
            if exits(fight, who):
                yield Action("escape", None, foe.name)


def bursts(fight: Fight, who: Fighter, target: Fighter) -> Iterator[Action]:
    """Two shots at two hexes adjacent to one another (SHT-9, RUL-28)."""
    for weapon in who.in_hand:
        if not (weapon.automatic and enough_shots(fight, who, weapon, 2)):
            continue
        if not who.usable(weapon.modes[0]):
            continue
        if not fight.clear(who, target) or not target.active:
            continue
        for second in fight.foes(who):
            near = second is not target and gap(second.cells, target.cells) <= 1
            if near and target.name < second.name and fight.clear(who, second):
                for use in ("hit", "damage") if who.skill(weapon.skill) else ("",):
                    words = " for damage" if use == "damage" else ""
                    attack = Attack(
                        "burst", target.name, weapon.id, 0, use, second=second.name, words=words
                    )
                    yield Action("attack", attack, target.name)


def enter_refusal(fight: Fight, who: Fighter, foe: Fighter, stand: Stand) -> Refusal | None:
    """Why he may not go into that foe's hex from there (ENT-1, MOV-4, RUL-17)."""
    if not next_to(stand.cells, foe.cells):
        return Refusal(f"{foe.name} is not adjacent", "ENT-1")
    if fight.options.entry_costs_ma and stand.steps_left < 1:
        return Refusal("the step into a foe's hex costs 1 MA, and none is left", "RUL-17")
    if not entered_cells(fight, who, foe, stand.cells):
        return Refusal(f"{who.name} does not fit there", "RUL-20")
    return None


def throwables(who: Fighter) -> list[Weapon]:
    """Grenades and flashbangs in hand that he can lift."""
    return [
        one for one in who.in_hand if (one.explosive or one.surprise) and who.usable(one.modes[0])
    ]


def handling(fight: Fight, who: Fighter) -> list[Action]:
    """Change weapons, pick one up, reload: each takes the whole turn (ACT-1, ACT-2, MOV-7)."""
    listed = [Action("ready", weapon=id) for id in dict.fromkeys(who.carried)]
    if fight.ground and not fight.hindered(who):
        here = {id for hex in who.cells for id in fight.ground.get(hex, ())}
        listed += [Action("pick up", weapon=id) for id in sorted(here)]
    return listed + reloading(who)


def giving(who: Fighter, friend: Fighter, stand: Stand) -> list[Action]:
    """Hand something over to a friend beside him: an action like any other (ACT-6, RUL-15)."""
    if not friend.active or not next_to(stand.cells, friend.cells):
        return []
    things = dict.fromkeys((*who.ready, *who.carried))
    return [Action("give", weapon=id, to=friend.name) for id in things if id != "unarmed"]


def reloading(who: Fighter) -> list[Action]:
    """Reload what has been shot (SHT-12, RUL-36)."""
    return [Action("reload", weapon=id) for id, _ in who.unloaded if id in who.ready]


def hold(fight: Fight, who: Fighter, id: str, carried: tuple[str, ...]) -> None:
    """Take something in hand; two hands hold no more than two (RUL-38)."""
    ready = who.ready
    while ready and hands(who, id) + sum(hands(who, one) for one in ready) > 2:
        carried, ready = (*carried, ready[0]), ready[1:]
    is_weapon = id in who.arms
    who.ready = (id, *ready) if is_weapon else (*ready, id)
    who.carried = carried
    fight.refresh(who)


def hands(who: Fighter, id: str) -> int:
    """The hands a thing needs at least; a shield needs one."""
    weapon = who.arms.get(id)
    return min(mode.hands for mode in weapon.modes) if weapon else 1


def thing(fight: Fight, who: Fighter, id: str) -> str:
    """The name of a weapon or a shield."""
    return weapon_name(who.arms[id]) if id in who.arms else fight.edition.armor[id].name.lower()


def actions_barred(fight: Fight, who: Fighter, stand: Stand) -> Iterator[Barred]:
    """What a player might try from there, and why not."""
    name = who.name
    held = held_at(fight, who, stand)
    bound = bool(held) and fight.hindered(who)
    yield from ways_out_barred(fight, who, stand)
    word = SAYS[fight.edition.switches.entry]
    for target in targets(who, fight.fighters):
        listed = {
            one.verb for one in attacks(fight, who, target, cells=stand.cells, moved=stand.moved)
        }
        inside = target in held
        for verb in ("strike", "shoot", "throw"):
            if verb in listed and not bound and not inside:
                continue
            yield Barred(
                f"{name} {verb} {target.name}", attack_refusal(fight, who, target, stand, verb)
            )
        refusal = enter_refusal(fight, who, target, stand) if target.active else None
        if bound:
            refusal = Refusal(f"{name} is held", "GRP-1")
        if not target.active:
            refusal = Refusal(f"{target.name} is {target.status}", "ENT-1")
        if refusal:
            yield Barred(f"{name} {word} {target.name}", refusal)
        if not inside:
            why = Refusal(f"{name} and {target.name} are not grappling", "GRP-1")
            yield Barred(f"{name} grapple {target.name}", why)
    if stand.moved:
        for id in dict.fromkeys(who.carried):
            why = Refusal("changing weapons takes the whole turn", "ACT-1")
            yield Barred(f"{name} ready {thing(fight, who, id)}", why)
        for id in sorted({id for hex in stand.cells for id in fight.ground.get(hex, ())}):
            why = Refusal("picking up a weapon takes the whole turn", "ACT-1")
            yield Barred(f"{name} pick up {thing(fight, who, id)}", why)
        if not fight.options.reload_allows_move:
            for reload in reloading(who):
                why = Refusal("reloading takes the whole turn", "ACT-2")
                yield Barred(f"{name} reload {weapon_name(who.arms[reload.weapon])}", why)


def ways_out_barred(fight: Fight, who: Fighter, stand: Stand) -> Iterator[Barred]:
    """Why he may not drag or escape as his action (GRP-5, GRP-6, RUL-53)."""
    for word, rule, hexes in (
        ("drag", "GRP-5", drag_hexes(fight, who)),
        ("escape", "GRP-6", exits(fight, who)),
    ):
        if not held_at(fight, who, stand):
            why = Refusal(f"{who.name} is not grappling", "GRP-1")
        elif fight.edition.switches.winner_chooses:
            why = Refusal("that is for the winner of a grapple to choose", "RUL-53")
        elif stand.moved:
            why = Refusal(f"{who.name} has moved already, unhindered", "GRP-7")
        elif not hexes:
            why = Refusal("no adjacent hex is empty", rule)
        else:
            continue
        yield Barred(f"{who.name} {word}", why)


def attack_refusal(fight: Fight, who: Fighter, target: Fighter, stand: Stand, verb: str) -> Refusal:
    """The first reason why he cannot strike, shoot or throw at that target from there."""
    if not stand.moved and fight.holders(who) and fight.hindered(who):
        return Refusal(f"{who.name} is held: only the grapple itself is open to him", "GRP-1")
    far = gap(stand.cells, target.cells)
    fit = [(weapon, mode) for weapon in who.in_hand for mode in weapon.modes if verb in mode.when]
    if not fit:
        return Refusal(f"{who.name} has nothing in hand to {verb} with", "ACT-1")
    if all(weapon.explosive or weapon.surprise for weapon, _ in fit):
        return Refusal(f"a {weapon_name(fit[0][0])} is thrown at a hex: lob", "RUL-32")
    if far == 0 and target.active:
        return Refusal(f"{target.name} is in the same hex: grapple", "GRP-1")
    if verb == "strike":
        return Refusal(f"{target.name} is not adjacent", "STR-1")
    if verb == "shoot" and stand.moved:
        return Refusal("who shoots may not move", "SHT-2")
    light = [mode for _, mode in fit if mode.heft <= who.st]
    if not light:
        heft = min(mode.heft for _, mode in fit)
        return Refusal(f"{who.name} needs ST {heft} to {verb} with it", "WPN-3")
    if not any(who.usable(mode) for mode in light):
        return Refusal(f"{who.name} needs both hands to {verb} with it", "RUL-38")
    if verb == "throw" and far > who.st:
        return Refusal(f"{target.name} is {far} hexes away, beyond ST {who.st}", "SHT-4")
    if verb == "shoot" and who.unloaded:
        return Refusal("the weapon is not loaded", "SHT-12")
    if verb == "shoot" and fight.options.track_ammo:
        return Refusal("there are no shots left", "RUL-37")
    return Refusal(f"something stands between {who.name} and {target.name}", "SHT-1")
