"""What a player might try in a turn and may not do, each with the reason and its rule."""

from __future__ import annotations

from collections.abc import Iterator

from legendry.hexes import Hex, gap
from legendry.legends import leadership, learning, potions
from legendry.legends.actions import (
    SAYS,
    Stand,
    bare,
    enter_refusal,
    leaving,
    reloading,
    targets,
    thing,
    throwables,
)
from legendry.legends.attack import attacks, enough_shots, weapon_name
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.grapple import drag_hexes, exits
from legendry.legends.injury import wish_helps
from legendry.legends.magic import beings, casting, effects
from legendry.legends.magic.spells import known
from legendry.legends.movement import Reach, exits_board, reachable
from legendry.table import Barred, Refusal


def who_is_barred(fight: Fight, seat: str) -> Iterator[Barred]:
    """Those of the seat who cannot act now, and why."""
    for one in fight.fighters:
        if one.side == fight.side and one.seat == seat and (one.acted or not one.active):
            yield Barred(one.name, turn_refusal(one))


def turn_refusal(who: Fighter) -> Refusal:
    if who.fled:
        return Refusal(f"{who.name} has fled", "RUL-22")
    if not who.active:
        return Refusal(f"{who.name} is {who.status}", "INJ-2")
    return Refusal(f"{who.name} has had his turn, or lost it by a reaction", "SEQ-4")


def moves_barred(fight: Fight, who: Fighter) -> Iterator[Barred]:
    """Where a player might want to go, and why he cannot; and those whose turn it is not."""
    for one in fight.fighters:
        if one.seat == who.seat and one is not who and (one.acted or not one.active):
            for verb in ("stay", "pass", "walk"):
                yield Barred(f"{one.name} {verb}", turn_refusal(one))
    held = fight.hindered(who)
    if held:
        why = Refusal(f"{who.name} is held by {fight.holders(who)[0].name}", "GRP-1")
        for verb in ("walk", "carry"):
            yield Barred(f"{who.name} {verb}", why)
    near = {} if held else reachable(fight, who)
    for hex in fight.board:
        if hex in near:
            continue
        if held:
            why = Refusal(f"{who.name} is held by {fight.holders(who)[0].name}", "GRP-1")
        elif fight.spells and effects.bound(fight, who):
            why = Refusal(f"{who.name} is bound", "RUL-108")
        elif fight.board.is_wall(hex):
            why = Refusal(f"there is a wall in {hex}", "RUL-16")
        elif hex == who.hex:
            why = Refusal(f"{who.name} stands there already: stay", "MOV-2")
        elif fight.spells and hex in effects.shunned(fight, who):
            why = Refusal("wild animals stay out of fire", "SPL-1")
        elif len(who.cells) > 1 and not fight.room(who, hex):
            why = Refusal(f"{who.name} does not fit there", "RUL-20")
        elif fight.occupants(hex):
            why = Refusal(f"{fight.occupants(hex)[0].name} stands in {hex}", "MOV-3")
        else:
            why = Refusal(f"{hex} is out of reach with MA {who.ma}", "MOV-2")
        yield Barred(f"{who.name} move {hex}", why)
    if not leadership.takes_turn(fight):
        yield from leadership.barred(fight, who)
    yield from learning.barred(fight, who)
    if who.wishes and not wish_helps(fight, who):
        why = Refusal(f"{who.name} has nothing to wish away", "RUL-85")
        yield Barred(f"{who.name} wish", why)
    doors = exits_board(fight)
    open_to = leaving(Reach(fight, who), doors)
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


def actions_barred(fight: Fight, who: Fighter, stand: Stand) -> Iterator[Barred]:
    """What a player might try from there, and why not."""
    name = who.name
    held = stand.held
    bound = bool(held) and fight.hindered(who)
    yield from ways_out_barred(fight, who, stand)
    word = SAYS[fight.edition.switches.entry]
    automatic = any(weapon.automatic for weapon in fight.edition.weapons.values())
    verbs = ("strike", "shoot", "throw", "burst") if automatic else ("strike", "shoot", "throw")
    for target in targets(who, fight.fighters):
        listed = {
            one.verb for one in attacks(fight, who, target, cells=stand.cells, moved=stand.moved)
        }
        inside = target in held
        for verb in verbs:
            if verb in listed and not bound and not inside:
                if verb == "strike":
                    yield from grips_barred(who, target)
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
    for one in fight.fighters:
        if one.side != who.side and one.status in ("dead", "fled"):
            rule = "RUL-22" if one.fled else "INJ-7"
            why = Refusal(f"{one.name} {'has fled' if one.fled else 'is dead'}", rule)
            for verb in (*verbs, word, "grapple"):
                yield Barred(f"{name} {verb} {one.name}", why)
    yield from handling_barred(fight, who, stand, bound=bound)
    if who.character.spells:
        yield from spells_barred(fight, who, stand)
    if leadership.takes_turn(fight):
        yield from leadership.barred(fight, who, moved=stand.moved)
    if fight.spells:
        yield from shaking_barred(fight, who, stand, bound=bound)
    if who.potions:
        yield from potions.barred(fight, who, stand.cells, bound=bound)
    if bound:
        for weapon in throwables(who):
            yield Barred(f"{name} lob {weapon_name(weapon)}", Refusal(f"{name} is held", "GRP-1"))
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


def handling_barred(fight: Fight, who: Fighter, stand: Stand, *, bound: bool) -> Iterator[Barred]:
    """What he cannot make ready, load, pick up, throw or hand over, and why (ACT-1, ACT-2, ACT-6)."""
    if bare(who):
        return
    name, own = who.name, dict.fromkeys((*who.ready, *who.carried))
    for id in own:
        words, weapon = thing(fight, who, id), who.arms.get(id)
        if id not in who.carried:
            why = Refusal(f"{name} has the {words} in hand", "ACT-1")
            yield Barred(f"{name} ready {words}", why)
        elif id not in who.ready and weapon and (weapon.explosive or weapon.surprise):
            why = Refusal(f"{name} has no {words} in hand: make it ready", "ACT-1")
            yield Barred(f"{name} lob {words}", why)
        if weapon and weapon.reload_turns and id in who.ready and id not in dict(who.unloaded):
            yield Barred(f"{name} reload {words}", Refusal(f"the {words} is loaded", "SHT-12"))
    here = {id for hex in stand.cells for id in fight.ground.get(hex, ())}
    afar = {id: hex for hex, things in fight.ground.items() for id in things if id not in here}
    for id, hex in afar.items():
        words = thing(fight, who, id)
        why = Refusal(f"the {words} lies in {hex}: one must stand there", "RUL-38")
        yield Barred(f"{name} pick up {words}", why)
    for one in fight.fighters:
        if one.side == who.side and one is not who and one.active and not bare(one):
            why = Refusal(f"{one.name} is not beside {name}", "RUL-15")
            if bound:
                why = Refusal(f"{name} is held", "GRP-1")
            elif gap(stand.cells, one.cells) <= 1:
                continue
            for id in own:
                yield Barred(f"{name} give {thing(fight, who, id)} to {one.name}", why)


def grips_barred(who: Fighter, target: Fighter) -> Iterator[Barred]:
    """The grips for which he has no hand free (RUL-38, ARM-7)."""
    first = ""
    for weapon in who.in_hand:
        for mode in weapon.modes:
            if "strike" not in mode.when:
                continue
            first = first or weapon.id
            if mode.heft <= who.st and not who.usable(mode):
                also = "" if weapon.id == first else f" with {weapon_name(weapon)}"
                why = Refusal(f"{who.name} has no other hand free for that", "RUL-38")
                yield Barred(f"{who.name} strike {target.name}{also} {mode.id}", why)


def spells_barred(fight: Fight, who: Fighter, stand: Stand) -> Iterator[Barred]:
    """The spells he knows and cannot cast now, each with the reason."""
    for spell in known(fight.edition, who.character, who.iq):
        if why := casting.cast_refusal(fight, who, spell, moved=stand.moved):
            yield Barred(f"{who.name} cast {spell.name}", why)
        else:
            yield from beings.guises_barred(fight, who, spell)


def shaking_barred(fight: Fight, who: Fighter, stand: Stand, *, bound: bool) -> Iterator[Barred]:
    """The spellbound friends whom he cannot shake awake from there (ACT-4, RUL-15)."""
    for one in fight.fighters:
        if one.side != who.side or not one.spellbound:
            continue
        if one.spellbound == "frozen":
            why = Refusal(f"{one.name} is frozen: no shaking helps", "RUL-112")
        elif bound:
            why = Refusal(f"{who.name} is held", "GRP-1")
        elif gap(stand.cells, one.cells) > 1:
            why = Refusal(f"{one.name} is not beside him", "RUL-15")
        else:
            continue
        yield Barred(f"{who.name} shake {one.name}", why)


def ways_out_barred(fight: Fight, who: Fighter, stand: Stand) -> Iterator[Barred]:
    """Why he may not drag or escape as his action (GRP-5, GRP-6, RUL-53)."""
    for word, rule, hexes in (
        ("drag", "GRP-5", drag_hexes(fight, who)),
        ("escape", "GRP-6", exits(fight, who)),
    ):
        if not stand.held:
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
    """The first reason why he cannot strike, shoot, fire a burst or throw at that target from there."""
    if not stand.moved and fight.holders(who) and fight.hindered(who):
        return Refusal(f"{who.name} is held: only the grapple itself is open to him", "GRP-1")
    far = gap(stand.cells, target.cells)
    burst = verb == "burst"
    use = "shoot" if burst else verb
    shots = {"shoot": 1, "burst": 2}.get(verb, 0)
    fit = [
        (weapon, mode)
        for weapon in who.in_hand
        for mode in weapon.modes
        if use in mode.when and (weapon.automatic or not burst)
    ]
    if not fit and burst:
        return Refusal(f"{who.name} has no automatic weapon in hand", "SHT-9")
    if not fit:
        return Refusal(f"{who.name} has nothing in hand to {verb} with", "ACT-1")
    if all(weapon.explosive or weapon.surprise for weapon, _ in fit):
        return Refusal(f"a {weapon_name(fit[0][0])} is thrown at a hex: lob", "RUL-32")
    if far == 0 and target.active:
        return Refusal(f"{target.name} is in the same hex: grapple", "GRP-1")
    if verb == "strike":
        return Refusal(f"{target.name} is not adjacent", "STR-1")
    if shots and stand.moved:
        return Refusal("who shoots may not move", "SHT-2")
    light = [mode for _, mode in fit if mode.heft <= who.st]
    if not light:
        heft = min(mode.heft for _, mode in fit)
        return Refusal(f"{who.name} needs ST {heft} to {use} with it", "WPN-3")
    able = [weapon for weapon, mode in fit if who.usable(mode)]
    if not able:
        return Refusal(f"{who.name} needs both hands to {use} with it", "RUL-38")
    if verb == "throw" and far > who.st:
        return Refusal(f"{target.name} is {far} hexes away, beyond ST {who.st}", "SHT-4")
    empty = {id for id, _ in who.unloaded}
    if shots and all(weapon.id in empty for weapon in able):
        return Refusal("the weapon is not loaded", "SHT-12")
    if shots and not any(enough_shots(fight, who, weapon, shots) for weapon in able):
        return Refusal(f"there are no {'two ' if burst else ''}shots left", "RUL-37")
    return Refusal(f"something stands between {who.name} and {target.name}", "SHT-1")
