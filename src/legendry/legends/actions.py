"""Where a character may go in his turn and what he may do there (sections 3 and 9).

Path and action are announced together (RUL-64): `announcing` offers them, `turns` carries them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.hexes import Hex, gap, known
from legendry.legends import loads
from legendry.legends.attack import Attack, enough_shots, weapon_name
from legendry.legends.edition import Weapon
from legendry.legends.entry import entered_cells
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import next_to, vicinity
from legendry.legends.grapple import can_drag, can_escape, grips, hits_at_once
from legendry.legends.magic import beings, casting, effects
from legendry.legends.movement import Reach
from legendry.table import Option, Refusal

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
        if not one.acted and one.side == side and one.active:
            left.append(one)
    return left


def in_turn(fight: Fight, left: list[Fighter]) -> list[Fighter]:
    """Of those still waiting, the characters to choose from now: one player's, in list order.

    A player who waits comes after the others of his side; when all have waited, list order holds
    (RUL-14).
    """
    seat, waited = left[0].seat, fight.waited
    if waited:
        for one in left:
            if one.seat not in waited:
                seat = one.seat
                break
    mine = []
    for one in left:
        if one.seat == seat:
            mine.append(one)
    return mine


def who_acts(mine: list[Fighter], *, may_wait: bool) -> list[Option[str]]:
    """A player's characters who have still to act: any order he likes (SEQ-4).

    Where another player of the side could go first, he may also wait (RUL-14).
    """
    listed = []
    for one in mine:
        listed.append(acting(one.name))
    if may_wait:
        words = "the others of the side go first"
        listed.append(Option(f"{mine[0].name} waits", "wait", words))
    return listed


@known(1024)
def acting(name: str) -> Option[str]:
    return Option(name, name, leads=True)


@known(256)
def drops(ready: tuple[str, ...]) -> tuple[Move, ...]:
    """To let something fall that is in hand (RUL-15)."""
    return tuple(Move("drop", weapon=id) for id in dict.fromkeys(ready))


@known(1 << 14)
def going(to: Hex) -> Move:
    """To move to a hex: in a fight one comes there again and again."""
    return Move("move", to)


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


def leaving(reach: Reach, doors: tuple[Hex, ...]) -> Sequence[Hex]:
    """Those of the doors he can reach with a step left to go through them (RUL-22)."""
    return () if reach.held() else reach.to_spare(doors)


# -- what to do there --------------------------------------------------------------------------


class Stand(Struct, frozen=True, gc=False):
    """Where he would act from: the hexes he fills there, and what his move leaves him."""

    cells: tuple[Hex, ...]
    moved: bool
    steps_left: int
    held: Sequence[Fighter] = ()
    """Whom he would still hold there: everybody, unless he has left them (GRP-7)."""


def in_reach(fight: Fight, there: tuple[Hex, ...]) -> list[Fighter]:
    """Whoever is in those hexes or beside them, conscious or not."""
    near, found = vicinity(there), []
    for one in fight.fighters:
        if not near.isdisjoint(one.cells):
            found.append(one)
    return found


def spells_to_cast(fight: Fight, who: Fighter) -> Iterator[Action]:
    """The spells he can cast from where he is (MAG-5); of an illusion, what it may show."""
    for spell, word in casting.spell_options(fight, who):
        yield Action("cast", spell=spell.id, word=word)


NOTHING, BREAK_FREE = Action("nothing"), Action("break free")
NOWHERE = Stand((), False, 0)


def targets(who: Fighter, others: Iterable[Fighter]) -> list[Fighter]:
    """Enemies one may attack: the conscious, and the helpless who still live (RUL-39)."""
    side, found = who.side, []
    for one in others:
        if one.side != side and (one.active or one.status in HELPLESS):
            found.append(one)
    return found


def grappling(fight: Fight, who: Fighter, held: Sequence[Fighter], stand: Stand) -> list[Action]:
    """What one may do to held foes: attack, and in TSC and AW drag or escape (GRP-2, GRP-5, GRP-6).

    TS: who hits at once may wrestle instead, for the winner of a contest may leave (RUL-47).
    """
    winner_chooses = fight.edition.switches.winner_chooses
    listed = []
    for foe in held:
        for grip in grips(fight, who, foe):
            listed.append(Action("attack", grip, foe.name))
        if winner_chooses:
            if hits_at_once(fight, who, foe):
                listed.append(Action("wrestle", None, foe.name))
        elif foe is held[0] and not stand.moved:
            out = can_escape(fight, who)
            if can_drag(fight, who, held, out=out):
                listed.append(Action("drag", None, foe.name))
            if out:
                listed.append(Action("escape", None, foe.name))
    return listed


def bursts(
    fight: Fight, who: Fighter, target: Fighter, held: Sequence[Fighter]
) -> Iterator[Action]:
    """Two shots at two hexes adjacent to one another (SHT-9, RUL-28), at nobody he holds (RUL-49)."""
    for weapon in who.in_hand:
        if not (weapon.automatic and enough_shots(fight, who, weapon, 2)):
            continue
        if not who.usable(weapon.modes[0]):
            continue
        if not fight.clear(who, target):
            continue
        for second in targets(who, fight.fighters):
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
    """Change weapons, pick one up, reload: each takes the whole turn (ACT-1, ACT-2, MOV-7).

    In a grapple as well: it needs nothing but the own hex (RUL-38).
    """
    if bare(who):
        return []
    listed = [*readying(who.carried)]
    if not fight.ground.keys().isdisjoint(who.cells):
        here = {id for hex in who.cells for id in fight.ground.get(hex, ())}
        listed += [Action("pick up", weapon=id) for id in sorted(here)]
    return listed + reloading(who) if who.unloaded else listed


@known(256)
def readying(carried: tuple[str, ...]) -> tuple[Action, ...]:
    """To take in hand what he carries (ACT-1)."""
    return tuple(Action("ready", weapon=id) for id in dict.fromkeys(carried))


def bare(who: Fighter) -> bool:
    """Whether he has no use of gear: a beast, a being of magic, a caster in its shape (RUL-117)."""
    return bool(who.form or who.being) or who.character.kind == "beast"


def giving(who: Fighter, friend: Fighter) -> list[Action]:
    """Hand something over to a friend beside him: an action like any other (ACT-6, RUL-15)."""
    if not friend.active or bare(friend):
        return []
    own = dict.fromkeys((*who.ready, *who.carried))
    return [Action("give", weapon=id, to=friend.name) for id in own]


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
