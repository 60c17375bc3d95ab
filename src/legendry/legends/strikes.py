"""Striking, shooting and throwing, carried out (sections 5 and 6), and the reactions to them (10).

Reactions may be answered only where the table allows a chain of them (RUL-58): `level` counts how
deep in it we are.
"""

from __future__ import annotations

from collections.abc import Iterator

from legendry.hexes import Hex, gap
from legendry.legends import (
    blasts,  # a counterattack may be a grenade, and a grenade is countered
    entry,  # the two call each other: an entry is countered, a strike entered
)
from legendry.legends.attack import (
    Attack,
    about,
    always_hits,
    attacks,
    damage_roll,
    if_hit,
    is_fatigue,
    is_missile,
    through_armor,
    to_hit,
    weapon_name,
)
from legendry.legends.checks import check
from legendry.legends.edition import Weapon
from legendry.legends.events import Attacked, Handled, Shifted
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import next_to
from legendry.legends.injury import release, suffer
from legendry.legends.magic import beings, effects, lasting
from legendry.legends.magic.events import MissileTurned
from legendry.odds import passes
from legendry.table import About, Barred, Choose, Flow, Line, Option, Refusal, Roll

ATTACKS = {
    "strike": ("STR-1", "strikes"),
    "shoot": ("SHT-1", "shoots at"),
    "throw": ("SHT-1", "throws at"),
    "burst": ("SHT-9", "fires a burst at"),
    "again": ("SHT-9", "fires again at"),
}
"""What is told of an attack before its dice, and by which rule."""


def carry_out(fight: Fight, who: Fighter, attack: Attack, *, level: int = 0) -> Flow[None]:
    """An announced attack, then the reactions of those who survived it (STR-1 to STR-5, SHT-1)."""
    targets = [fight.named(attack.target)]
    if attack.verb == "lob":
        weapon, aim = who.arms[attack.weapon], nearest_cell(who, targets[0])
        yield from blasts.lob(fight, who, weapon, aim, level=level)
        return
    if attack.verb == "burst":
        targets.append(fight.named(attack.second) if attack.second else targets[0])
    sure = [bool(always_hits(fight, who, one)) for one in targets]  # as a burst begins, it goes on
    hits: list[tuple[Fighter, bool]] = []
    for shot, target in enumerate(targets):
        helpless = not target.active
        struck, dodged = yield from one_attack(
            fight, who, target, attack, sure=sure[shot], level=level, again=shot > 0
        )
        if helpless:
            lasting.wake(fight, target, "attack")
        elif not dodged:
            struck = struck or (target, True) in hits  # the other shot of a burst (RUL-24)
            hits = [pair for pair in hits if pair[0] is not target] + [(target, struck)]
    if attack.verb in ("shoot", "burst"):
        used(fight, who, who.arms[attack.weapon], len(targets))
    yield from answer_attack(fight, hits, who, level=level)


def one_attack(
    fight: Fight,
    who: Fighter,
    target: Fighter,
    attack: Attack,
    *,
    sure: bool,
    level: int = 0,
    early: bool = False,
    again: bool = False,
) -> Flow[tuple[bool, bool]]:
    """One roll to hit, unless it is sure to, and its damage: whether it hit, and a dodge was tried.

    `again` is the second shot of a burst.
    """
    weapon = who.arms[attack.weapon]
    rule, how = ATTACKS["again" if again else attack.verb]
    fight.tell(
        Attacked(rules=(rule,), who=who.name, at=target.name, how=how, weapon=weapon_name(weapon))
    )
    hit = sure or (
        yield from check(
            fight,
            who,
            "DX",
            "hit",
            on=target,
            plus=to_hit(fight, who, attack),
            dice=effects.dice_to_hit(fight, who, target),
        )
    )
    if attack.verb == "throw":
        lands(fight, who, weapon, nearest_cell(who, target))
    if not hit:
        target = yield from stray(fight, who, target)
        if target is who:
            return False, False
    elif fight.spells and is_missile(who, attack) and effects.turns_missiles(fight, target):
        yield from turned(fight, who, target, attack, early=early)
        return False, False
    elif not sure and dodgeable(fight, attack) and can_answer(fight, level):
        dodged, away = yield from offer_dodge(fight, target, who, attack, early=early)
        if dodged:
            if away:
                return False, True
            yield from wound(fight, who, target, attack, early=early)
            return True, True
    yield from wound(fight, who, target, attack, early=early)
    return hit, False


def turned(
    fight: Fight, who: Fighter, target: Fighter, attack: Attack, *, early: bool
) -> Flow[None]:
    """The same roll is applied to the shooter, unless he is protected as well (RUL-111)."""
    lost = effects.turns_missiles(fight, who)
    rules = ("RUL-111", "SPL-20")
    fight.tell(MissileTurned(rules=rules, who=who.name, at=target.name, lost=lost))
    if not lost:
        yield from wound(fight, who, who, attack, early=early)


def nearest_cell(who: Fighter, target: Fighter) -> Hex:
    """The hex of a target that is nearest to him (RUL-20)."""
    return min(target.cells, key=lambda hex: gap(who.cells, (hex,)))


def wound(
    fight: Fight, who: Fighter, target: Fighter, attack: Attack, *, early: bool = False
) -> Flow[None]:
    """Roll damage and let armor take its part (STR-3, WPN-1, ARM-1); an image neither hurts nor is
    hurt (RUL-114)."""
    if fight.spells and beings.touched(fight, who, target):
        return
    blow = yield from damage_roll(fight, who, target, attack, "damage", early=early)
    grappling = attack.verb == "grapple"
    points, ledger = through_armor(
        fight, target, who.arms[attack.weapon], blow, grappling=grappling
    )
    if fight.options.pull_blows and points:
        dealt = yield from pulled(who, target, points)
        ledger = ledger.plus([Line(dealt - points, "pulled", "RUL-73")] if dealt < points else [])
        points = dealt
    yield from suffer(fight, target, points, ledger, fatigue=is_fatigue(who, attack))


def pulled(who: Fighter, target: Fighter, points: int) -> Flow[int]:
    """Where the table allows it, an attacker may do less than he rolled (RUL-73)."""
    return (
        yield from Choose(
            who.seat,
            f"{who.name} would do {points} to {target.name}: how much does he do?",
            lambda: [Option(f"{who.name} does {n}", n) for n in range(points, -1, -1)],
        )
    )


def stray(fight: Fight, who: Fighter, target: Fighter) -> Flow[Fighter]:
    """Where the table says so, a miss into a grapple hits another in it (RUL-27); else nobody.

    Gives whoever is hit instead, or the attacker himself for nobody.
    """
    if not (fight.options.grapple_miss_hits_other and fight.holders(target)):
        return who
    cells = set(target.cells)
    others = [
        one for one in fight.active() if one is not target and not cells.isdisjoint(one.cells)
    ]
    if len(others) > 1:
        (face,) = yield from Roll(f"stray {who.name}", sides=len(others), seat=who.seat)
        return others[face - 1]
    return others[0] if others else who


def used(fight: Fight, who: Fighter, weapon: Weapon, shots: int) -> None:
    """A shot is fired: reload weapons are empty (SHT-12), counted shots are fewer (RUL-37)."""
    if weapon.reload_turns:
        who.unloaded = (*who.unloaded, (weapon.id, weapon.reload_turns))
    if fight.options.track_ammo and not weapon.natural:
        who.shots = tuple((id, n - shots if id == weapon.id else n) for id, n in who.shots)


def lands(fight: Fight, who: Fighter, weapon: Weapon, hex: Hex) -> None:
    """A thrown weapon lies in the target's hex, hit or miss (SHT-5, RUL-33)."""
    if weapon.natural:
        return
    ready = list(who.ready)
    ready.remove(weapon.id)
    who.ready = tuple(ready)
    fight.refresh(who)
    if not weapon.used_up:
        fight.ground[hex] = (*fight.ground.get(hex, ()), weapon.id)
        words = f"has thrown into {hex} the"
        fight.tell(Handled(rules=("SHT-5",), who=who.name, weapon=weapon_name(weapon), how=words))


# -- reactions ---------------------------------------------------------------------------------


def can_answer(fight: Fight, level: int) -> bool:
    """Nobody reacts to a reaction, unless the table allows it once (RUL-58)."""
    return level == 0 or (level == 1 and fight.options.chain_reactions)


def dodgeable(fight: Fight, attack: Attack) -> bool:
    """Strikes can be dodged, missiles never, thrown weapons where the table says so (SHT-6, RCT-5)."""
    return attack.verb == "strike" or (attack.verb == "throw" and fight.options.dodge_thrown)


def react(who: Fighter) -> None:
    """A reaction costs the next turn, whether or not it succeeds (RCT-1, RCT-3)."""
    who.turns_owed, who.contributed = 1, True


def dodge_hexes(fight: Fight, who: Fighter, attacker: Fighter) -> list[Hex]:
    """Where a dodge may lead (RCT-4, RUL-59): an empty adjacent hex, away from the attacker."""
    hexes = fight.steps_aside(who)
    if fight.options.dodges_away(fight.edition.switches):
        return [hex for hex in hexes if not next_to(fight.room(who, hex), attacker.cells)]
    return hexes


def offer_dodge(
    fight: Fight, who: Fighter, attacker: Fighter, attack: Attack, *, early: bool = False
) -> Flow[tuple[bool, bool]]:
    """After the hit is known and before damage: dodge? (STR-2, RCT-4). Tried, and got away."""
    if not fight.may_react(who) or not dodge_hexes(fight, who, attacker):
        return False, False

    def odds(dodges: bool) -> About:
        if not dodges:
            return if_hit(fight, attacker, who, attack, early)
        limit, dice = who.ledgers["DX"], effects.own_dice(fight, who, fighting=True)
        ledgers = (limit,) if dice is effects.STANDARD else (limit, dice)
        return About({"dodge": passes(dice.total, limit.total - who.character.curses)}, ledgers)

    dodge = yield from Choose(
        who.seat,
        f"{attacker.name} has hit {who.name}. Does {who.name} dodge?",
        lambda: [
            Option(f"{who.name} dodge", True, look=odds),
            Option(f"{who.name} take it", False, look=odds),
        ],
        rule="RCT-4",
    )
    if not dodge:
        return False, False
    react(who)
    dice = effects.own_dice(fight, who, fighting=True)
    if not (yield from check(fight, who, "DX", "dodge", on=attacker, dice=dice)):
        return True, False
    yield from step_aside(fight, who, dodge_hexes(fight, who, attacker), "dodges to", "RCT-4")
    return True, True


def step_aside(fight: Fight, who: Fighter, hexes: list[Hex], how: str, rule: str) -> Flow[None]:
    """Move to one of those hexes; the mover chooses (RUL-23: no cost, no zone of control)."""
    hex = yield from where_to(who, hexes, how.removesuffix(" to"))
    before, who.cells = who.cells, fight.room(who, hex)
    release(fight)
    fight.tell(Shifted(rules=(rule,), who=who.name, to=str(hex), how=how))
    if fight.spells:
        yield from lasting.come_to(fight, who, before)


def where_to(who: Fighter, hexes: list[Hex], how: str) -> Flow[Hex]:
    """One of those hexes, at his choice where there are several."""
    if len(hexes) == 1:
        return hexes[0]
    return (
        yield from Choose(
            who.seat,
            f"{who.name} {how}: where to?",
            lambda: [Option(f"{who.name} to {hex}", hex) for hex in hexes],
        )
    )


def answer_attack(
    fight: Fight,
    targets: list[tuple[Fighter, bool]],
    attacker: Fighter,
    *,
    level: int,
    enter: bool = True,
) -> Flow[None]:
    """Defenders who survive may counterattack or go for the attacker (STR-4, SHT-7, RUL-24).

    Each comes with whether he was hit. Nobody enters who is on his way in already.
    """
    if can_answer(fight, level):
        missed_too = fight.options.react_after_miss
        able = [one for one, hit in targets if one.side != attacker.side and (hit or missed_too)]
        enter = enter and fight.edition.switches.enter_after_attack
        yield from several_answers(fight, able, attacker, enter=enter, level=level)


def several_answers(
    fight: Fight, reactors: list[Fighter], attacker: Fighter, *, enter: bool, level: int = 0
) -> Flow[None]:
    """Their side orders those who may react; each is resolved fully (RUL-61).

    Once the attacker is down or gone, the rest keep their reaction.
    """
    left = reactors
    while left:
        if len(left) > 1:
            left = [one for one in left if could_answer(fight, one, attacker, enter=enter)]
        mine = [one for one in left if one.seat == left[0].seat]
        if not mine:
            return
        first = mine[0]
        if len(mine) > 1:
            names = [one.name for one in mine]
            name = yield from Choose(
                first.seat,
                f"Who answers {attacker.name} first?",
                lambda names=names: [Option(f"{name} first", name) for name in names],  # type: ignore[misc]
            )
            first = fight.named(name)
        left = [one for one in left if one is not first]
        yield from offer_answer(fight, first, attacker, enter=enter, level=level)


def could_answer(fight: Fight, who: Fighter, attacker: Fighter, *, enter: bool) -> bool:
    """Whether there is anything he could react with."""
    if not fight.may_react(who) or not attacker.active:
        return False
    if enter and may_go_in(fight, who, attacker):
        return True
    return bool(attacks(fight, who, attacker, counter=True))


def may_go_in(fight: Fight, who: Fighter, attacker: Fighter) -> bool:
    """Whether he can go for the attacker as a reaction (RCT-7, RUL-45): adjacent, and he fits.

    Not into a hex that the attacker is just passing through, with a friend in it (RUL-16), and not
    over anybody else (RUL-20).
    """
    if fight.spells and effects.bound(fight, who):
        return False
    cells = entry.entered_cells(fight, who, attacker) if fight.adjacent(who, attacker) else ()
    return bool(cells) and all(
        one is attacker or one is who or one.joined or one.character.small
        for hex in cells
        for one in fight.occupants(hex)
    )


def offer_answer(
    fight: Fight, who: Fighter, attacker: Fighter, *, enter: bool, level: int = 0
) -> Flow[bool]:
    """Counterattack, enter the attacker's hex, or let it be (RCT-2, RCT-6, RCT-7, RUL-60).

    Whatever reaches the attacker will do, so a distant shooter is shot at (SHT-8).
    """
    if not fight.may_react(who) or not attacker.active:
        return False
    counters = attacks(fight, who, attacker, counter=True)
    word = "tackle" if fight.edition.switches.entry == "tackle" else "enter"
    may_enter = enter and may_go_in(fight, who, attacker)
    if not counters and not may_enter:
        return False

    def odds(answer: Attack | str) -> About:
        if isinstance(answer, Attack):
            return counter_odds(fight, who, attacker, answer)
        return entry.tackle_odds(fight, who, attacker)

    def options() -> Iterator[Option[Attack | str]]:
        for one in counters:
            yield Option(
                f"{who.name} counter{one.words}"
                if one.verb == counters[0].verb
                else f"{who.name} counter {one.verb}{one.words}",
                one,
                look=odds,
            )
        if may_enter:
            yield Option(f"{who.name} {word}", "enter", look=odds if word == "tackle" else None)
        yield Option(f"{who.name} take it", "")

    def bars() -> Iterator[Barred]:
        if not may_enter:
            why = Refusal("one enters the attacker's hex only from a zone of control", "RCT-7")
            if enter and fight.adjacent(who, attacker):
                why = Refusal(f"{who.name} does not fit there", "RUL-20")
            elif enter:
                rule = "RUL-45" if word == "tackle" else "RCT-7"
                why = Refusal(f"{attacker.name} is not adjacent", rule)
            elif fight.edition.switches.enter_after_attack:
                why = Refusal(f"{who.name} is on his way in already", "ENT-2")
            yield Barred(f"{who.name} {word}", why)
        why = Refusal("a strike is dodged before it does damage, a missile never", "RCT-5")
        yield Barred(f"{who.name} dodge", why)
        reach = {one.verb for one in counters}
        why = Refusal(f"nothing in hand reaches {attacker.name} so", "RCT-6")
        for verb in ("strike", "shoot", "throw", "burst", "lob") if reach else ("",):
            if verb not in reach:
                yield Barred(f"{who.name} counter {verb}".strip(), why)

    question = f"Does {who.name} answer {attacker.name}?"
    choice = yield from Choose(who.seat, question, options, bars, rule="RCT-2")
    if choice == "":
        return False
    react(who)
    if isinstance(choice, Attack):
        yield from carry_out(fight, who, choice, level=level + 1)
    else:
        yield from entry.enter_as_reaction(fight, who, attacker)
    return True


def counter_odds(fight: Fight, who: Fighter, attacker: Fighter, attack: Attack) -> About:
    """The exact odds of a counterattack; a grenade's are those of its blast (RUL-60)."""
    if attack.verb == "lob":
        aim = nearest_cell(who, attacker)
        return blasts.odds(fight, who, who.arms[attack.weapon], aim)
    return about(fight, who, attacker, attack)
