"""Attacks as values: who may attack whom with what, what it would do, and the damage it does.

Sections 5, 6 and 13: the ways of striking, shooting and throwing, their exact odds, and damage from
the dice to what goes through the armor. How an attack is carried out is in `strikes` and `blasts`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from legendry.hexes import Hex, gap
from legendry.legends import boosts
from legendry.legends.boosts import Boost
from legendry.legends.checks import STANDARD, rolled, suit_can_fail
from legendry.legends.edition import Mode, Weapon
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import sighted
from legendry.legends.magic import effects
from legendry.legends.magic.seeming import shown_left
from legendry.odds import Dice, Distribution, drops, passes
from legendry.odds import damage as damage_odds
from legendry.table import About, Flow, Ledger, Line

Verb: TypeAlias = Literal["strike", "shoot", "throw", "burst", "lob", "grapple"]


class Attack(Struct, frozen=True, gc=False):
    """One way to attack: the weapon and its mode, where the skill goes (SKL-4), damage or stun."""

    verb: Verb
    target: str
    weapon: str
    mode: int = 0
    skill: Literal["", "hit", "damage"] = ""
    stun: bool = False
    second: str = ""
    """The other target of a burst (SHT-9)."""
    words: str = ""
    """What tells it from the other ways, for the notation."""

    def notation(self, who: str) -> str:
        also = f" and {self.second}" if self.second else ""
        return f"{who} {self.verb} {self.target}{also}{self.words}"


def attacks(
    fight: Fight,
    who: Fighter,
    target: Fighter,
    *,
    cells: tuple[Hex, ...] = (),
    moved: bool = False,
    counter: bool = False,
) -> list[Attack]:
    """All ways to attack somebody from where he stands, or from `cells` (STR-1, SHT-1, SHT-4).

    Who shoots may not move (SHT-2). A counterattack uses the same ways, and a grenade at the
    attacker's hex (RCT-6, RUL-60).
    """
    here = cells or who.cells
    far = gap(here, target.cells)
    found: list[Attack] = []
    if far == 0 and target.active:
        return found
    if far <= 1:
        found += usual_ways(fight, who, target, "strike")
    if counter and 0 < far <= who.st:
        for one in who.in_hand:
            if one.explosive and who.usable(one.modes[0]) and sees(fight, who, here, target, False):
                found.append(Attack("lob", target.name, one.id, words=f" {weapon_name(one)}"))
    if not who.ranged or not sees(fight, who, here, target):
        return found
    if not moved:
        found += shots(fight, who, target)
    if far <= who.st:
        found += usual_ways(fight, who, target, "throw")
    return found


def shots(fight: Fight, who: Fighter, target: Fighter) -> Iterator[Attack]:
    """The ways to shoot at somebody with what is loaded (SHT-12, RUL-37), one shot or two (SHT-9)."""
    empty = {id for id, _ in who.unloaded}
    yield from ways(
        fight, who, target, "shoot",
        lambda one: one.id not in empty and enough_shots(fight, who, one, 1),
    )  # fmt: skip
    yield from ways(
        fight, who, target, "burst",
        lambda one: one.automatic and enough_shots(fight, who, one, 2),
    )  # fmt: skip


SUITS: Mapping[Verb, Callable[[Weapon], bool]] = {
    "strike": lambda _: True,
    "throw": lambda one: not (one.explosive or one.surprise),
    "grapple": lambda one: not one.breath,
}
"""What serves for a deed that takes no shot."""


def usual_ways(fight: Fight, who: Fighter, target: Fighter, verb: Verb) -> tuple[Attack, ...]:
    """The `ways` that take no shot: worked out once for the same arms, strength and skills."""
    arms = who.in_hand
    key = id(arms), who.st, who.boosts, verb, target.name
    known = _usual.get(key)
    if known is None:
        if len(_usual) >= MOST_USUAL:
            _usual.clear()
        known = _usual[key] = arms, tuple(ways(fight, who, target, verb, SUITS[verb]))
    return known[1]


MOST_USUAL = 1 << 12
_usual: dict[
    tuple[int, int, tuple[Boost, ...], Verb, str], tuple[tuple[Weapon, ...], tuple[Attack, ...]]
] = {}
"""By the id of somebody's arms, those arms, so that they live as long, and his ways."""


def ways(
    fight: Fight, who: Fighter, target: Fighter, verb: Verb, fit: Callable[[Weapon], bool]
) -> Iterator[Attack]:
    """The variants of one verb: weapon, grip, skill to hit or to damage, stun.

    The first way needs no further words; the others say what is different.
    """
    use = "shoot" if verb == "burst" else verb
    first = ""
    for weapon in who.in_hand:
        usual: Mode | None = None
        for index, mode in enumerate(weapon.modes):
            if use not in mode.when or not fit(weapon):
                continue
            usual = usual or mode
            if not who.usable(mode):
                continue
            first = first or weapon.id
            name = "" if weapon.id == first else f" with {weapon_name(weapon)}"
            grip = "" if mode is usual else f" {mode.id}"
            for skill in skill_uses(fight, who, weapon, use):
                aim = " for damage" if skill == "damage" else ""
                for stun in (False, True) if weapon.fatigue == "choice" else (False,):
                    words = f"{name}{grip}{aim}{' to stun' if stun else ''}"
                    yield Attack(verb, target.name, weapon.id, index, skill, stun, words=words)


def skill_uses(
    fight: Fight, who: Fighter, weapon: Weapon, use: str
) -> tuple[Literal["", "hit", "damage"], ...]:
    """Where combat skill may go, chosen before the attack, all levels the same way (SKL-4).

    TSC's unarmed skill never helps to hit (SKL-60). In a grapple, unarmed levels and AW's dagger
    levels go to ST, TSC's unarmed to ST or damage, those of other weapons to damage (RUL-88).
    """
    if not who.skill(weapon.skill):
        return ("",)
    switches = fight.edition.switches
    bare = weapon.id == "unarmed"
    if use != "grapple":
        never_hits = bare and switches.unarmed_skill == "st_or_damage"
        return ("damage",) if never_hits else ("hit", "damage")
    if bare:
        return ("", "damage") if switches.unarmed_skill == "st_or_damage" else ("",)
    return ("",) if switches.dagger_skill_grapples else ("damage",)


def weapon_name(weapon: Weapon) -> str:
    return "bare hands" if weapon.id == "unarmed" else weapon.name.lower()


def enough_shots(fight: Fight, who: Fighter, weapon: Weapon, shots: int) -> bool:
    """Ammunition is counted only where the table wants it (RUL-37)."""
    if not fight.options.track_ammo or weapon.natural:
        return True
    return dict(who.shots).get(weapon.id, 0) >= shots


def sees(
    fight: Fight, who: Fighter, cells: tuple[Hex, ...], target: Fighter, at_person: bool = True
) -> bool:
    """A clear line from those cells; for a throw at a hex only terrain counts (RUL-25)."""
    if at_person and cells == who.cells:
        return fight.clear(who, target)
    if gap(cells, target.cells) <= 1:
        return True
    blocks = at_person and fight.options.bodies_block_missiles
    bodies = fight.bodies(but=who) if blocks else frozenset()
    return sighted(fight.board, cells, target.cells, bodies)


# -- figures -----------------------------------------------------------------------------------


def to_hit(fight: Fight, who: Fighter, attack: Attack) -> list[Line]:
    """What is added to DX for this attack (SKL-4)."""
    weapon = who.arms[attack.weapon]
    if attack.skill != "hit":
        return []
    name = fight.edition.skills[weapon.skill].name
    return [Line(who.skill(weapon.skill), name, "SKL-4")]


def always_hits(fight: Fight, who: Fighter, target: Fighter) -> str:
    """The rule by which this attack needs no roll, or nothing (GRP-9, RUL-39)."""
    if not target.active:
        return "RUL-39" if fight.options.helpless_auto_hit else ""
    if fight.edition.switches.outsiders_hit_grapplers and fight.holders(target):
        return "" if any(one is who for one in fight.holders(target)) else "GRP-9"
    return ""


def bonuses(fight: Fight, who: Fighter, target: Fighter | None, attack: Attack) -> list[Line]:
    """What is added to the dice of damage, in the order of RUL-76; curses take off (RUL-87)."""
    weapon = who.arms[attack.weapon]
    grappling = attack.verb == "grapple"
    lines = []
    if attack.skill == "damage":
        lines.append(
            Line(who.skill(weapon.skill), fight.edition.skills[weapon.skill].name, "SKL-4")
        )
    if target is not None and fight.stronger(who, target):
        if weapon.bonus_if_stronger:
            lines.append(Line(weapon.bonus_if_stronger, "the stronger", "WPN-6"))
        if grappling and fight.edition.switches.strength_bonus == "grapple":
            if not weapon.bonus_if_stronger:
                lines.append(Line(1, "the stronger", "GRP-8"))
            elif fight.options.ts_strength_bonus_stacks:
                lines.append(Line(1, "the stronger in a grapple", "RUL-51"))
    return lines + cursed(fight, who)


def cursed(fight: Fight, who: Fighter) -> list[Line]:
    """What his curses take off damage (CAM-13, RUL-87)."""
    curses = who.character.curses
    worsens = curses and fight.options.curse(fight.edition.switches) == "worsens"
    return [Line(-curses, "curse", "CAM-13")] if worsens else []


def mode_of(who: Fighter, attack: Attack, early: bool = False) -> Mode:
    """The mode in use; some weapons have one for countering a tackle (ENT-7)."""
    weapon = who.arms[attack.weapon]
    if early:
        for mode in weapon.modes:
            if "tackle-counterattack" in mode.when:
                return mode
    return weapon.modes[attack.mode]


def is_missile(who: Fighter, attack: Attack) -> bool:
    """What stands in the missile table, rocks included, and breath; no other throws (RUL-111)."""
    return attack.verb in ("shoot", "burst", "throw") and who.arms[attack.weapon].missile


def about(
    fight: Fight,
    who: Fighter,
    target: Fighter,
    attack: Attack,
    *,
    early: bool = False,
    cells: tuple[Hex, ...] = (),
) -> About:
    """The exact odds of an attack: to hit, mean damage, the chance to drop the target.

    He attacks from where he stands, or from `cells`: magic makes a difference (RUL-8).
    """
    if attack.verb == "burst":
        return burst_odds(fight, who, target, attack)
    limit = who.ledgers["DX"].plus(to_hit(fight, who, attack))
    sure = attack.verb == "grapple" or always_hits(fight, who, target)
    dice, turned = STANDARD, False
    ledgers: tuple[Ledger, ...] = (limit,)
    if fight.spells and not sure:
        counted = effects.dice_to_hit(fight, who, target, cells=cells)
        dice = counted.total
        ledgers = (limit, counted) if counted is not effects.STANDARD else (limit,)
        turned = is_missile(who, attack) and effects.turns_missiles(fight, target)
    hit = Fraction(1) if sure else passes(dice, limit.total - who.character.curses)
    armor, points = harm(fight, who, target, attack, early)
    if turned:
        return About({"hit": hit, "damage": Fraction(0), "drop": Fraction(0)}, ledgers)
    left = shown_left(fight, who.seat, target)
    figures = {"hit": hit, "damage": hit * points.mean, "drop": felled(hit, points, left)}
    return About(figures, (*ledgers, armor))


def felled(hit: Fraction, points: Distribution, left: int) -> Fraction:
    """The chance to drop somebody who has so much left; who lies there already cannot fall again."""
    return drops(hit, points, left) if left > 0 else Fraction(0)


def burst_odds(fight: Fight, who: Fighter, target: Fighter, attack: Attack) -> About:
    """Two shots, one after the other (SHT-9): the chances that any hits or drops, and all damage."""
    second = fight.named(attack.second) if attack.second else target
    first, other = (
        replace(attack, verb="shoot", target=one.name, second="") for one in (target, second)
    )
    left, others_left = (shown_left(fight, who.seat, one) for one in (target, second))
    _, points = harm(fight, who, target, first)
    _, more = harm(fight, who, second, other)
    any_hit = mean = drop = Fraction(0)
    for chance, hit, then in after_a_shot(fight, who, target, first):
        again = about(fight, then, second, other).figures["hit"]
        any_hit += chance * (1 - (1 - hit) * (1 - again))
        mean += chance * (hit * points.mean + again * more.mean)
        if second is target:  # either shot alone, or both together
            alone = felled(hit * (1 - again), points, left) + felled(again * (1 - hit), more, left)
            drop += chance * (alone + felled(hit * again, points + more, left))
        else:
            spared = (1 - felled(hit, points, left)) * (1 - felled(again, more, others_left))
            drop += chance * (1 - spared)
    ledgers = about(fight, who, target, first).ledgers
    return About({"hit": any_hit, "damage": mean, "drop": drop}, ledgers)


def after_a_shot(
    fight: Fight, who: Fighter, target: Fighter, shot: Attack
) -> Iterator[tuple[Fraction, Fraction, Fighter]]:
    """How he may stand after a shot: the chance of it, the chance that the shot has hit then, himself.

    What was meant for that check is used up (RUL-90); a powered suit fails on nothing but sixes,
    which count for the next roll (ARM-6, RUL-79).
    """
    hit = about(fight, who, target, shot).figures["hit"]
    if always_hits(fight, who, target):
        yield Fraction(1), hit, who
        return
    then = boosts.after_a_check(fight, who, "DX") if who.boosts else who
    if not suit_can_fail(fight, who, STANDARD):
        yield Fraction(1), hit, then
        return
    limit = who.ledgers["DX"].plus(to_hit(fight, who, shot)).total - who.character.curses
    failing, hits_so = Fraction(1, 6**STANDARD), Fraction(limit >= 6 * STANDARD)
    yield 1 - failing, (hit - failing * hits_so) / (1 - failing), then
    broken = copy(then)
    broken.suit_failed = True
    fight.refresh(broken)
    yield failing, hits_so, broken


def if_hit(
    fight: Fight, who: Fighter, target: Fighter, attack: Attack, early: bool = False
) -> About:
    """What an attack that has hit will do: the mean damage, the chance to drop the target."""
    armor, points = harm(fight, who, target, attack, early)
    drop = drops(Fraction(1), points, max(1, target.points_left))
    return About({"damage": points.mean, "drop": drop}, (armor,))


def harm(
    fight: Fight, who: Fighter, target: Fighter, attack: Attack, early: bool = False
) -> tuple[Ledger, Distribution]:
    """The target's armor against an attack, and the points that go through it."""
    armor = fight.armor(target, who.arms[attack.weapon], attack.verb == "grapple")
    return armor, damage_odds(
        mode_of(who, attack, early).damage,
        extra_dice=int(early),
        bonus=sum(line.amount for line in bonuses(fight, who, target, attack)),
        floor=fight.options.least_damage(fight.edition.switches),
        armor=armor.total,
    )


# -- damage ------------------------------------------------------------------------------------


def small_die(face: int, sides: int) -> int:
    """D3 is half a D6 rounded up; D2 is 1 on odd faces, 2 on even ones (RUL-9)."""
    if sides == 3:
        return (face + 1) // 2
    if sides == 2:
        return 2 - face % 2
    return face


class Blow(Struct, frozen=True, gc=False):
    """Damage before armor, with its ledger."""

    points: int
    ledger: Ledger


def damage_roll(
    fight: Fight,
    who: Fighter,
    target: Fighter | None,
    attack: Attack,
    name: str,
    *,
    early: bool = False,
    on: Sequence[Fighter] = (),
) -> Flow[Blow]:
    """Roll the damage of an attack (WPN-1).

    `on` are all whom it hits, where they are more than the target.
    """
    dice = mode_of(who, attack, early).damage
    return (
        yield from blow(
            fight,
            who,
            f"{name} {who.name}>{attack.target}",
            dice,
            (str(dice), "WPN-1" if dice.modifier else ""),
            extra_die="ENT-2" if early else "",
            plus=bonuses(fight, who, target, attack),
            on=on or ((target,) if target else ()),
        )
    )


def blow(
    fight: Fight,
    who: Fighter,
    name: str,
    dice: Dice,
    words: tuple[str, str],
    *,
    extra_die: str = "",
    plus: Sequence[Line] = (),
    on: Sequence[Fighter] = (),
) -> Flow[Blow]:
    """Roll damage in the order of RUL-76: dice and modifier, called `words`, an extra die by the rule
    named, bonuses, minimum."""
    least = fight.options.least_damage(fight.edition.switches)
    count = dice.dice + bool(extra_die)

    def worth(faces: tuple[int, ...]) -> tuple[int, list[Line]]:
        thrown = sum(small_die(face, dice.sides) for face in faces[: dice.dice])
        lines = [Line(thrown + dice.modifier, *words)]
        if extra_die:
            lines.append(Line(faces[-1], "extra die", extra_die))
        lines += plus
        return sum(line.amount for line in lines), lines

    def better(faces: tuple[int, ...], for_him: bool) -> Fraction:
        bonus = sum(line.amount for line in plus)
        again = damage_odds(dice, extra_dice=bool(extra_die), bonus=bonus, floor=least)
        points = max(worth(faces)[0], least)
        return again.at_least(points + 1) if for_him else again.at_most(points - 1)

    faces: tuple[int, ...] = ()
    if count:
        faces = yield from rolled(fight, who, name, count, on=on, better=better)
    total, lines = worth(faces)
    if total < least:
        lines.append(Line(least - total, f"at least {least}", "WPN-2"))
    return Blow(max(total, least), Ledger("damage", tuple(lines)))


def through_armor(
    fight: Fight, target: Fighter, weapon: Weapon, blow: Blow, *, grappling: bool = False
) -> tuple[int, Ledger]:
    """What is left of a blow after armor, not below 0 (ARM-1, INJ-11); fatigue likewise (RUL-74)."""
    armor = fight.armor(target, weapon, grappling)
    stopped = min(armor.total, max(0, blow.points))
    lines = [*blow.ledger.lines]
    left = stopped
    for line in armor.lines:
        taken = min(line.amount, left)
        left -= taken
        if taken or not line.amount:
            lines.append(Line(-taken, line.words, line.rule))
    points = max(0, blow.points - stopped)
    if blow.points < 0:
        lines.append(Line(-blow.points, "not below 0", "ARM-1"))
    return points, Ledger("harm", tuple(lines))


def is_fatigue(who: Fighter, attack: Attack) -> bool:
    """Flag U, or flag F set to fatigue (WPN-6, SHT-13, RUL-35)."""
    weapon = who.arms[attack.weapon]
    return weapon.fatigue == "only" or (weapon.fatigue == "choice" and attack.stun)
