"""What a character may do in his turn (sections 3 and 9): the choices, and why others are barred.

Path and action are announced together (RUL-64): first where he goes, then what he does there. Both
are carried out in `turns`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.hexes import Hex, gap, known, label
from legendry.legends import (
    leadership,
    learning,
    loads,
    outlook,  # what the options offered here would be worth
    potions,
)
from legendry.legends.attack import Attack, about, attacks, enough_shots, weapon_name
from legendry.legends.edition import Weapon
from legendry.legends.entry import entered_cells
from legendry.legends.fighter import Fight, Fighter, held_fast, next_to, vicinity
from legendry.legends.grapple import can_drag, exits, grips, hits_at_once
from legendry.legends.injury import wish_helps
from legendry.legends.magic import beings, casting, effects, seeming
from legendry.legends.magic.aiming import asks_on, started
from legendry.legends.movement import Reach, carry_hexes, exits_board
from legendry.table import About, Offers, Option, Refusal

MoveKind: TypeAlias = Literal[
    "move",
    "carry",
    "walk",
    "stay",
    "pass",
    "leave",
    "wish",
    "drop",
    "dismiss",
    "return",
    "disbelieve",
    "land",
    "lead",
    "raise",
]
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
    "cast",
    "break free",
    "shake",
    "disbelieve",
    "drink",
    "lead",
    "nothing",
]

HELPLESS = ("incapacitated", "dying", "frozen", "asleep")
SAYS = {"entry": "enter", "takedown": "takedown", "tackle": "tackle"}


class Move(Struct, frozen=True, gc=False):
    """Where he goes before his action."""

    kind: MoveKind
    to: Hex | None = None
    weapon: str = ""
    whom: str = ""
    """The being that is willed away or disbelieved, the friend who is led."""


class Action(Struct, frozen=True, gc=False):
    """What he does when he is there."""

    kind: Kind
    attack: Attack | None = None
    target: str = ""
    weapon: str = ""
    at: Hex | None = None
    """Where a grenade is aimed."""
    to: str = ""
    """The friend who is given something, shaken or led, or the being that is disbelieved."""
    spell: str = ""
    word: str = ""
    """The being that an illusion shows."""


# -- where to ----------------------------------------------------------------------------------


def waiting(fight: Fight) -> list[Fighter]:
    """Those of the side in turn who have still to act, in the order of the list (SEQ-4, RUL-14)."""
    side, left = fight.side, []
    for one in fight.fighters:
        if one.side == side and not one.acted and one.active:
            left.append(one)
    return left


def in_turn(fight: Fight, left: list[Fighter]) -> list[Fighter]:
    """Of those still waiting, the characters to choose from now: one player's, in list order.

    A player who waits comes after the others of his side; when all have waited, list order holds
    (RUL-14).
    """
    if len(left) == 1:
        return left
    seat, waited = left[0].seat, fight.waited
    if waited:
        seat = next((one.seat for one in left if one.seat not in waited), seat)
    return [one for one in left if one.seat == seat]


def who_acts(mine: list[Fighter], *, may_wait: bool) -> list[Option[str]]:
    """A player's characters who have still to act: any order he likes (SEQ-4).

    Where another player of the side could go first, he may also wait (RUL-14).
    """
    listed = [acting(one.name) for one in mine]
    if may_wait:
        words = "the others of the side go first"
        listed.append(Option(f"{mine[0].name} waits", "wait", words))
    return listed


@known(1024)
def acting(name: str) -> Option[str]:
    return Option(name, name, leads=True)


def moves(fight: Fight, who: Fighter, reach: Reach) -> Offers[Move]:
    """Where he may go before his action (SEQ-5, MOV-2); or he passes (SEQ-7).

    A bare hex is a place to move to: they are many, and their moves are made when looked at.
    """
    listed: list[Move | Hex] = [STAY]
    held = fight.holders(who) if who.joined else []
    if not held or not held_fast(who, held):
        listed += reach.hexes()
        if held:
            listed += [Move("carry", hex) for hex in carry_hexes(fight, who)]
        if who.ma:
            listed.append(WALK)
            if doors := exits_board(fight):
                listed += [Move("leave", hex) for hex in leaving(reach, doors)]
    listed.append(PASS)
    if who.wishes and wish_helps(fight, who):
        listed.append(WISH)
    listed += drops(who.ready)
    if fight.spells:
        listed += at_will(fight, who)
    if who.flying:
        listed.append(Move("land"))
    if (who.character.skills or who.boosts) and leadership.freely(fight, who):
        listed += [Move("lead", whom=name) for name in leadership.followers(fight, who)]
    if fight.options.advance_in_combat and learning.can_learn(fight, who):
        listed.append(Move("raise"))
    offered = partial(offered_move, outlook.Outlook(fight, who))
    return Offers(listed, offered, partial(named_moves, who.name))


@known(256)
def drops(ready: tuple[str, ...]) -> tuple[Move, ...]:
    """To let something fall that is in hand (RUL-15)."""
    return tuple(Move("drop", weapon=id) for id in dict.fromkeys(ready))


def at_will(fight: Fight, who: Fighter) -> list[Move]:
    """What is free before anything else: a spell willed away (RUL-121), a doubt (RUL-114)."""
    listed = [Move("dismiss", whom=name) for name in beings.at_will(fight, who)]
    if who.form:
        listed.append(Move("return"))
    if beings.doubts_freely(fight, who):
        listed += [Move("disbelieve", whom=one.name) for one in beings.doubtful(fight, who)]
    return listed


STAY, WALK, PASS, WISH = Move("stay"), Move("walk"), Move("pass"), Move("wish")
FREE = "free, before anything else"


def named_moves(name: str, moves: Iterable[Move | Hex]) -> list[str]:
    """The notations of moves to a bare hex; of others, nothing."""
    start = f"{name} move "
    return [start + label(move) if type(move) is Hex else "" for move in moves]


def offered_move(view: outlook.Outlook, move: Move | Hex) -> Option[Move]:
    """A move in words, and what it promises."""
    name = view.who.name
    if isinstance(move, Hex):
        notation = f"{name} move {label(move)}"
        return Option(notation, Move("move", move), look=partial(view.at, move))
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
            return Option(words, move, FREE)
        case "land":
            return Option(f"{name} land", move, "for this turn; free, before anything else")
        case "dismiss":
            return Option(f"{name} dismiss {move.whom}", move, FREE)
        case "return":
            return Option(f"{name} return", move, "to his own shape; free, before anything else")
        case "disbelieve":
            look = partial(outlook.doubted, view.fight, view.who, move.whom)
            return Option(f"{name} disbelieve {move.whom}", move, FREE, look=look)
        case "lead":
            words = "once an encounter; free, before anything else"
            return Option(f"{name} lead {move.whom}", move, words, leads=True)
        case "raise":
            return Option(f"{name} raise", move, "for experience", leads=True)
    return Option(f"{name} {move.kind}", move)


def leaving(reach: Reach, doors: tuple[Hex, ...]) -> Sequence[Hex]:
    """Those of the doors he can reach with a step left to go through them (RUL-22)."""
    return () if reach.fight.holders(reach.who) else reach.to_spare(doors)


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
    """Everything he may do from there (SEQ-8); at most one action (SEQ-5).

    To break free of a rope (RUL-108) takes the whole turn; a sleeping friend may be shaken awake
    after a move (ACT-4, RUL-15).
    """
    held = held_at(fight, who, stand) if who.joined else []
    bound = bool(held) and held_fast(who, held)
    beside = in_reach(fight, stand.cells)
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
                listed += bursts(fight, who, target, held)
            if target.active and not enter_refusal(fight, who, target, stand):
                listed.append(Action("enter", None, target.name))
        if who.throws and fight.board.ways(who.hex):
            listed += [Action("lob", weapon=weapon.id) for weapon in throwables(who)]
    if not stand.moved:
        listed += handling(fight, who)
        if who.character.spells:
            listed += spells_to_cast(fight, who)
        if fight.spells and effects.bound(fight, who):
            listed.append(BREAK_FREE)
        if (who.character.skills or who.boosts) and leadership.for_a_turn(fight, who):
            listed += [Action("lead", to=name) for name in leadership.followers(fight, who)]
    elif fight.options.reload_allows_move:
        listed += reloading(who)
    listed.append(NOTHING)
    if fight.spells and fight.options.disbelief == "action":
        listed += [Action("disbelieve", to=one.name) for one in beings.doubtful(fight, who)]
    if not bound:
        for one in beside:
            if one.side == who.side and one is not who:
                listed += giving(who, one, stand)
                if one.spellbound == "asleep":
                    listed.append(Action("shake", to=one.name))
    if who.potions:
        for item, one in potions.uses(who, beside, bound=bound):
            listed.append(Action("drink", weapon=item, to=one.name))
    return Offers(listed, partial(offered_action, fight, who, stand))


def in_reach(fight: Fight, cells: tuple[Hex, ...]) -> list[Fighter]:
    """Whoever is in those hexes or beside them, conscious or not."""
    near, found = vicinity(cells), []
    for one in fight.fighters:
        if not near.isdisjoint(one.cells):
            found.append(one)
    return found


def spells_to_cast(fight: Fight, who: Fighter) -> Iterator[Action]:
    """The spells he can cast from where he is (MAG-5); of an illusion, what it may show."""
    for spell, word in casting.spell_options(fight, who):
        yield Action("cast", spell=spell.id, word=word)


NOTHING, BREAK_FREE = Action("nothing"), Action("break free")


def offered_action(fight: Fight, who: Fighter, stand: Stand, action: Action) -> Option[Action]:
    """An action in words, and what can be known of it."""
    name, kind, on = who.name, action.kind, action.target
    look: Callable[[], About] | None = None
    match kind:
        case "nothing":
            words = f"{name} done"
            look = partial(outlook.idle, fight, who, stand.cells)
        case "attack":
            assert action.attack is not None
            words = action.attack.notation(name)
            look = partial(attack_odds, fight, who, action.attack, stand.cells)
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
        case "cast":
            spell = fight.edition.spells[action.spell]
            aim = started(fight, who, spell, action.word)
            look = partial(outlook.cast, fight, who, spell, action.word)
            veil = seeming.veil(fight, who, spell, aim.seems)
            leads = asks_on(spell)
            said = casting.in_words(fight, who, spell, aim)
            return Option(aim.text, action, said, look=look, leads=leads, veil=veil)
        case "break free":
            words = f"{name} break free"
            look = partial(outlook.freed, fight, who)
        case "shake":
            words = f"{name} shake {action.to}"
        case "drink":
            words = potions.wording(who, action.weapon, fight.named(action.to))
        case "lead":
            gives = f"+{who.skill(leadership.SKILL)} to his next check; it takes the whole turn"
            return Option(f"{name} lead {action.to}", action, gives)
        case "disbelieve":
            words = f"{name} disbelieve {action.to}"
            look = partial(outlook.doubted, fight, who, action.to)
    return Option(words, action, look=look)


def attack_odds(fight: Fight, who: Fighter, attack: Attack, cells: tuple[Hex, ...] = ()) -> About:
    """What an attack promises: a blow, a burst at two, or a grip that must be won first (GRP-2)."""
    target = fight.named(attack.target)
    if attack.second:
        return outlook.spread(fight, who, target, fight.named(attack.second), attack)
    if attack.verb == "grapple" and not hits_at_once(fight, who, target):
        return outlook.held_odds(fight, who, target, attack)
    return about(fight, who, target, attack, cells=cells)


def targets(who: Fighter, others: Iterable[Fighter]) -> list[Fighter]:
    """Enemies one may attack: the conscious, and the helpless who still live (RUL-39)."""
    side, found = who.side, []
    for one in others:
        if one.side != side and (one.active or one.status in HELPLESS):
            found.append(one)
    return found


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
            out = exits(fight, who)
            if can_drag(fight, who, held, out):
                yield Action("drag", None, foe.name)
            if out:
                yield Action("escape", None, foe.name)


def bursts(
    fight: Fight, who: Fighter, target: Fighter, held: Sequence[Fighter]
) -> Iterator[Action]:
    """Two shots at two hexes adjacent to one another (SHT-9, RUL-28), at nobody he holds (RUL-49)."""
    for weapon in who.in_hand:
        if not (weapon.automatic and enough_shots(fight, who, weapon, 2)):
            continue
        if not who.usable(weapon.modes[0]):
            continue
        if not fight.clear(who, target) or not target.active:
            continue
        for second in fight.foes(who):
            if second in held:
                continue
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
    if fight.spells and effects.bound(fight, who):
        return Refusal(f"{who.name} is bound", "RUL-108")
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
    if bare(who):
        return []
    listed = [*readying(who.carried)]
    if not fight.ground.keys().isdisjoint(who.cells) and not fight.hindered(who):
        here = {id for hex in who.cells for id in fight.ground.get(hex, ())}
        listed += [Action("pick up", weapon=id) for id in sorted(here)]
    return listed + reloading(who)


@known(256)
def readying(carried: tuple[str, ...]) -> tuple[Action, ...]:
    """To take in hand what he carries (ACT-1)."""
    return tuple(Action("ready", weapon=id) for id in dict.fromkeys(carried))


def bare(who: Fighter) -> bool:
    """Whether he has no use of gear: a beast, a being of magic, a caster in its shape (RUL-117)."""
    return bool(who.form or who.being) or who.character.kind == "beast"


def giving(who: Fighter, friend: Fighter, stand: Stand) -> list[Action]:
    """Hand something over to a friend beside him: an action like any other (ACT-6, RUL-15)."""
    if not friend.active or bare(friend) or not next_to(stand.cells, friend.cells):
        return []
    things = dict.fromkeys((*who.ready, *who.carried))
    return [Action("give", weapon=id, to=friend.name) for id in things if id != "unarmed"]


def reloading(who: Fighter) -> list[Action]:
    """Reload what has been shot (SHT-12, RUL-36)."""
    return [Action("reload", weapon=id) for id, _ in who.unloaded if id in who.ready]


def hold(fight: Fight, who: Fighter, id: str, carried: tuple[str, ...], load: loads.Load) -> None:
    """Take something in hand; two hands hold no more than two (RUL-38)."""
    ready = who.ready
    while ready and hands(who, id) + sum(hands(who, one) for one in ready) > 2:
        loads.received(who, loads.out_of_hand(who, ready[0]), held=False)
        carried, ready = (*carried, ready[0]), ready[1:]
    loads.received(who, load, held=True)
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
