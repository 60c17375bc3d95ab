"""What a character may do in his turn (sections 3 and 9): the choices, and why others are barred.

Path and action are announced together (RUL-64): first where he goes, then what he does there. Both
are carried out in `turns`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.hexes import Hex, gap
from legendry.legends import outlook  # what the options offered here would be worth
from legendry.legends.attack import Attack, about, attacks, enough_shots, weapon_name
from legendry.legends.edition import Weapon
from legendry.legends.entry import entered_cells
from legendry.legends.fighter import Fight, Fighter, next_to
from legendry.legends.grapple import drag_hexes, exits, grips, hits_at_once
from legendry.legends.injury import wish_helps
from legendry.legends.movement import carry_hexes, destinations, exits_board, reachable
from legendry.table import Barred, Option, Refusal

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


class Move(Struct, frozen=True):
    """Where he goes before his action."""

    kind: MoveKind
    to: Hex | None = None
    weapon: str = ""


class Action(Struct, frozen=True):
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
    return [
        one for one in fight.fighters if one.side == fight.side and one.active and not one.acted
    ]


def in_turn(fight: Fight) -> list[Fighter]:
    """The characters to choose from now: those of one player, in list order (RUL-14).

    A player who waits comes after the others of his side; when all have waited, list order holds.
    """
    left = waiting(fight)
    seat = next((one.seat for one in left if one.seat not in fight.waited), left[0].seat)
    return [one for one in left if one.seat == seat]


def may_wait(fight: Fight, seat: str) -> bool:
    """Whether another player of the side could go first (RUL-14)."""
    return seat not in fight.waited and any(one.seat != seat for one in waiting(fight))


def who_acts(fight: Fight, mine: list[Fighter]) -> Iterator[Option[str]]:
    """A player's characters who have still to act: any order he likes (SEQ-4)."""
    for one in mine:
        yield Option(one.name, one.name, leads=True)
    if may_wait(fight, mine[0].seat):
        yield Option(f"{mine[0].name} waits", "wait", "the others of the side go first")


def who_is_barred(fight: Fight, seat: str) -> Iterator[Barred]:
    """Those of the seat who cannot act now, and why."""
    for one in fight.fighters:
        if one.side == fight.side and one.seat == seat and (one.acted or not one.active):
            yield Barred(one.name, turn_refusal(one))


def turn_refusal(who: Fighter) -> Refusal:
    if not who.active:
        return Refusal(f"{who.name} is {who.status}", "INJ-2")
    return Refusal(f"{who.name} has had his turn", "SEQ-4")


def moves(fight: Fight, who: Fighter) -> Iterator[Option[Move]]:
    """Where he may go before his action (SEQ-5, MOV-2); or he passes (SEQ-7)."""
    name = who.name
    view = outlook.Outlook(fight, who)
    yield Option(f"{name} stay", Move("stay"), look=view.here)
    if not fight.hindered(who):
        for hex in destinations(fight, who):
            to = move_to(name, hex)
            yield Option(to.notation, to.value, look=partial(view.at, hex))
        for hex in carry_hexes(fight, who) if fight.holders(who) else ():
            yield Option(f"{name} carry {hex}", Move("carry", hex))
        if who.ma:
            yield Option(f"{name} walk", Move("walk"), "step by step, another way")
            for hex in leaving(fight, who):
                yield Option(f"{name} leave by {hex}", Move("leave", hex))
    yield Option(f"{name} pass", Move("pass"))
    if wish_helps(fight, who):
        yield Option(f"{name} wish", Move("wish"))
    for id in dict.fromkeys(who.ready):
        drops = Move("drop", weapon=id)
        yield Option(f"{name} drop {thing(fight, who, id)}", drops, "free, before anything else")


@lru_cache(20_000)
def move_to(name: str, hex: Hex) -> Option[Move]:
    """The option to go to a hex: the same at every moment, and listed by the dozen."""
    return Option(f"{name} move {hex}", Move("move", hex))


def leaving(fight: Fight, who: Fighter) -> list[Hex]:
    """The exits he can reach with a step left to go through them (RUL-22)."""
    doors = exits_board(fight)
    if not doors or fight.holders(who):
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
    open_to = leaving(fight, who)
    for hex in fight.board.edge if fight.leave == "no" else exits_board(fight):
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


class Stand(Struct, frozen=True):
    """Where he would act from: the hexes he fills there, and what his move leaves him."""

    cells: tuple[Hex, ...]
    moved: bool
    steps_left: int
    carries: bool = False
    """Whether those he holds come along (GRP-7)."""


def held_at(fight: Fight, who: Fighter, stand: Stand) -> list[Fighter]:
    """Whom he would still hold there: everybody, unless he has left them (GRP-7)."""
    return fight.holders(who) if stand.carries or not stand.moved else []


def actions(fight: Fight, who: Fighter, stand: Stand) -> Iterator[Option[Action]]:
    """Everything he may do from there (SEQ-8); at most one action (SEQ-5)."""
    name = who.name
    held = held_at(fight, who, stand)
    for foe in held:
        yield from grappling(fight, who, foe, stand)
    if not (held and fight.hindered(who)):
        for target in targets(fight, who):
            if any(one is target for one in held):
                continue
            for attack in attacks(fight, who, target, cells=stand.cells, moved=stand.moved):
                yield Option(
                    attack.notation(name),
                    Action("attack", attack, target.name),
                    look=lambda t=target, a=attack: about(fight, who, t, a),  # type: ignore[misc]
                )
            yield from bursts(fight, who, target, stand)
            if target.active and not enter_refusal(fight, who, target, stand):
                word = SAYS[fight.edition.switches.entry]
                yield Option(
                    f"{name} {word} {target.name}",
                    Action("enter", None, target.name),
                    look=partial(outlook.entered, fight, who, target),
                )
        for weapon in throwables(who):
            if fight.board.ways(who.hex):
                yield Option(
                    f"{name} lob {weapon_name(weapon)}",
                    Action("lob", weapon=weapon.id),
                    look=partial(outlook.lobbed, fight, who, weapon, stand.cells),
                )
    if not stand.moved:
        yield from handling(fight, who)
    elif fight.options.reload_allows_move:
        yield from reloading(fight, who)
    look = partial(outlook.idle, fight, who, stand.cells)
    yield Option(f"{name} done", Action("nothing"), look=look)
    if not (held and fight.hindered(who)):
        yield from giving(fight, who, stand)


def targets(fight: Fight, who: Fighter) -> list[Fighter]:
    """Enemies one may attack: the conscious, and the helpless who still live (RUL-39)."""
    return [
        one
        for one in fight.fighters
        if one.side != who.side and not one.fled and one.status != "dead"
    ]


def grappling(fight: Fight, who: Fighter, foe: Fighter, stand: Stand) -> Iterator[Option[Action]]:
    """What one may do to a held foe: attack, and in TSC and AW drag or escape (GRP-2, GRP-5, GRP-6).

    TS: who hits at once may wrestle instead, for the winner of a contest may leave (RUL-47).
    """
    name = who.name
    at_once = hits_at_once(fight, who, foe)
    for grip in grips(fight, who, foe):
        odds = about if at_once else outlook.held_odds
        yield Option(
            grip.notation(name),
            Action("attack", grip, foe.name),
            look=partial(odds, fight, who, foe, grip),
        )
    if fight.edition.switches.winner_chooses:
        if at_once:
            yield Option(
                f"{name} wrestle {foe.name}",
                Action("wrestle", None, foe.name),
                look=partial(outlook.held_odds, fight, who, foe, None),
            )
    elif foe is fight.holders(who)[0] and not stand.moved:
        look = partial(outlook.free_odds, fight, who)
        if drag_hexes(fight, who):
            yield Option(f"{name} drag", Action("drag", None, foe.name), look=look)
        if exits(fight, who):
            yield Option(f"{name} escape", Action("escape", None, foe.name), look=look)


def bursts(fight: Fight, who: Fighter, target: Fighter, stand: Stand) -> Iterator[Option[Action]]:
    """Two shots at two hexes adjacent to one another (SHT-9, RUL-28)."""
    if stand.moved:
        return
    for weapon in who.in_hand():
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
                    yield Option(
                        attack.notation(who.name),
                        Action("attack", attack, target.name),
                        look=partial(outlook.spread, fight, who, target, second, attack),
                    )


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
        one for one in who.in_hand() if (one.explosive or one.surprise) and who.usable(one.modes[0])
    ]


def handling(fight: Fight, who: Fighter) -> Iterator[Option[Action]]:
    """Change weapons, pick one up, reload: each takes the whole turn (ACT-1, ACT-2, MOV-7)."""
    name = who.name
    for id in dict.fromkeys(who.carried):
        yield Option(
            f"{name} ready {thing(fight, who, id)}",
            Action("ready", weapon=id),
            look=partial(outlook.armed, fight, who, id),
        )
    if not fight.hindered(who):
        here = {id for hex in who.cells for id in fight.ground.get(hex, ())}
        for id in sorted(here):
            yield Option(
                f"{name} pick up {thing(fight, who, id)}",
                Action("pick up", weapon=id),
                look=partial(outlook.armed, fight, who, id),
            )
    yield from reloading(fight, who)


def giving(fight: Fight, who: Fighter, stand: Stand) -> Iterator[Option[Action]]:
    """Hand something over to a friend beside him: an action like any other (ACT-6, RUL-15)."""
    things = [id for id in dict.fromkeys((*who.ready, *who.carried)) if id != "unarmed"]
    for one in fight.fighters if things else ():
        friend = one.side == who.side and one is not who and one.active
        if friend and next_to(stand.cells, one.cells):
            for id in things:
                words = f"{who.name} give {thing(fight, who, id)} to {one.name}"
                yield Option(words, Action("give", weapon=id, to=one.name))


def reloading(fight: Fight, who: Fighter) -> Iterator[Option[Action]]:
    """Reload what has been shot (SHT-12, RUL-36)."""
    for id, _ in who.unloaded:
        if id in who.ready:
            yield Option(
                f"{who.name} reload {weapon_name(who.arms[id])}",
                Action("reload", weapon=id),
                look=partial(outlook.loaded, fight, who, id),
            )


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
    for target in targets(fight, who):
        listed = {
            one.verb for one in attacks(fight, who, target, cells=stand.cells, moved=stand.moved)
        }
        inside = any(one is target for one in held)
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
            for option in reloading(fight, who):
                why = Refusal("reloading takes the whole turn", "ACT-2")
                yield Barred(option.notation, why)


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
    fit = [(weapon, mode) for weapon in who.in_hand() for mode in weapon.modes if verb in mode.when]
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
