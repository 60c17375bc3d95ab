"""Explosives and flashbangs (SHT-10, SHT-11): aimed at a hex, and felt by everybody near it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial

from legendry.hexes import Board, Hex, disc, distance, neighbour, neighbours
from legendry.legends import strikes  # a blast is answered, and an answer may be a blast
from legendry.legends.attack import Attack, bonuses, damage_roll, through_armor, weapon_name
from legendry.legends.checks import STANDARD, check
from legendry.legends.edition import Weapon
from legendry.legends.events import Attacked, Exploded, Flashed
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.gains import shared_harm
from legendry.legends.injury import suffer
from legendry.legends.opening import sees_it_coming
from legendry.odds import damage as damage_odds
from legendry.odds import passes
from legendry.table import About, Barred, Choose, Flow, Option, Refusal, Roll


def in_range(fight: Fight, who: Fighter, here: Hex) -> list[Hex]:
    """Hexes he can throw at from there: within ST (SHT-4), no terrain between (RUL-25, RUL-32)."""
    board = fight.board
    return [
        hex
        for hex in board
        if hex != here
        and distance(here, hex) <= who.st
        and not board.is_wall(hex)
        and board.sees(here, hex)
    ]


def aimed(fight: Fight, who: Fighter, weapon: Weapon, here: Hex) -> Flow[Hex]:
    """The hex he will throw at from there, announced with the action (RUL-32, RUL-64)."""
    return (
        yield from Choose(
            who.seat,
            f"Where does {who.name} throw the {weapon_name(weapon)}?",
            lambda: [
                Option(f"{who.name} at {one}", one, look=partial(odds, fight, who, weapon))
                for one in in_range(fight, who, here)
            ],
            lambda: aims_barred(fight, who, here),
            rule="SHT-4",
        )
    )


def aims_barred(fight: Fight, who: Fighter, here: Hex) -> Iterator[Barred]:
    """The hexes that he cannot throw at from there, and why not."""
    able = in_range(fight, who, here)
    for hex in fight.board:
        if hex in able:
            continue
        far = distance(here, hex)
        if hex == here:
            why = Refusal(f"{who.name} stands there himself", "RUL-32")
        elif far > who.st:
            why = Refusal(f"{hex} is {far} hexes away, beyond ST {who.st}", "SHT-4")
        elif fight.board.is_wall(hex):
            why = Refusal(f"there is a wall in {hex}", "RUL-25")
        else:
            why = Refusal(f"a wall stands between {here} and {hex}", "RUL-25")
        yield Barred(f"{who.name} at {hex}", why)


def lob(fight: Fight, who: Fighter, weapon: Weapon, hex: Hex, *, level: int = 0) -> Flow[None]:
    """Throw an explosive or a flashbang at a hex, if it can still be done (SHT-10, SHT-11)."""
    if hex not in in_range(fight, who, who.hex):
        return
    fight.tell(
        Attacked(
            rules=("SHT-11" if weapon.surprise else "SHT-10",),
            who=who.name,
            at=str(hex),
            how="throws at",
            weapon=weapon_name(weapon),
        )
    )
    if weapon.surprise:
        strikes.lands(fight, who, weapon, hex)
        yield from flash(fight, who, hex)
    else:
        yield from explode(fight, who, weapon, hex, level=level)


def odds(fight: Fight, who: Fighter, weapon: Weapon, hex: Hex) -> About:
    """The chance to land it in the hex, and the mean damage in all to foes and to friends.

    A miss goes off as well, in any hex around with an equal chance (RUL-31).
    """
    if weapon.surprise:
        return About()
    hit = passes(STANDARD, who.ledgers["DX"].total - who.character.curses)
    around = strays(fight, hex)
    harms = [(one, hit * mean) for one, mean in harm(fight, who, weapon, hex)]
    for stray in around:
        astray = (1 - hit) / len(around)
        harms += [(one, astray * mean) for one, mean in harm(fight, who, weapon, stray)]
    area = blast_labels(fight.board, hex, fight.options.blast_radius)
    return About({"hit": hit} | shared_harm(who, harms), (who.ledgers["DX"],), {"area": area})


def harm(
    fight: Fight, who: Fighter, weapon: Weapon, centre: Hex
) -> Iterator[tuple[Fighter, Fraction]]:
    """The mean damage to each of the conscious in a blast."""
    bonus = sum(line.amount for line in bonuses(fight, who, None, Attack("lob", "", weapon.id)))
    floor = fight.options.least_damage(fight.edition.switches)
    for one in caught(fight, centre):
        if one.active:
            armor = fight.armor(one, weapon, grappling=False).total
            yield one, damage_odds(weapon.damage, bonus=bonus, floor=floor, armor=armor).mean


def flash(fight: Fight, who: Fighter, hex: Hex) -> Flow[None]:
    """No damage: the thrower's side gets an unopposed turn after this one (SHT-11, RUL-13).

    Enemies who are able to negate surprise may prevent it (RUL-89). In a surprise turn it adds
    nothing, nor does a second one before that turn.
    """
    fight.tell(Flashed(rules=("SHT-11",), side=fight.sides[who.side], hex=str(hex)))
    if fight.unopposed or (who.side, True) in fight.extra:
        return
    if not (yield from sees_it_coming(fight, who.side)):
        fight.extra = (*fight.extra, (who.side, True))
        if fight.options.flashbang == "full_surprise":
            fight.extra = (*fight.extra, (who.side, False))


def caught(fight: Fight, centre: Hex) -> list[Fighter]:
    """Everybody in the blast, friends and fallen too, whom no wall shields from it (RUL-29, RUL-30)."""
    area = blast_area(fight.board, centre, fight.options.blast_radius)
    return [
        one
        for one in fight.fighters
        if not one.fled and not one.gone and not area.isdisjoint(one.cells)
    ]


@lru_cache(1 << 12)
def blast_area(board: Board, centre: Hex, radius: int) -> frozenset[Hex]:
    """The hexes of a blast (SHT-10, RUL-29), less those that a wall cuts off (RUL-30)."""
    return frozenset(
        hex for hex in disc(centre, radius) if hex in board and board.sees(centre, hex)
    )


@lru_cache(1 << 12)
def blast_labels(board: Board, centre: Hex, radius: int) -> tuple[str, ...]:
    """The hexes of a blast as they are shown."""
    return tuple(map(str, sorted(blast_area(board, centre, radius))))


def strays(fight: Fight, aim: Hex) -> list[Hex]:
    """Where a missed throw may land: any hex around, no wall, on the board (RUL-31).

    A hex with nothing around it keeps what is thrown there.
    """
    board = fight.board
    around = (hex for hex in neighbours(aim) if hex in board and not board.is_wall(hex))
    return list(around) or [aim]


def explode(fight: Fight, who: Fighter, weapon: Weapon, aim: Hex, *, level: int) -> Flow[None]:
    """3/DX; a miss lands in a random adjacent hex; it goes off either way (SHT-10, RUL-31)."""
    hit = yield from check(fight, who, "DX", f"hit {aim}")
    strikes.lands(fight, who, weapon, aim)
    around = strays(fight, aim)
    centre = aim
    while not hit and centre == aim and aim not in around:
        (face,) = yield from Roll(f"scatter {who.name}", seat=who.seat)
        if neighbour(aim, face) in around:
            centre = neighbour(aim, face)
    victims = caught(fight, centre)
    fight.tell(
        Exploded(
            rules=("SHT-10", "RUL-29"),
            hex=str(centre),
            caught=tuple(one.name for one in victims),
            scattered=not hit,
        )
    )
    attack = Attack("lob", str(centre), weapon.id)
    shared, each = None, fight.options.area_damage == "roll_each"
    for one in victims:
        if shared is None or each:
            name, on = (f"damage to {one.name}", [one]) if each else ("damage", victims)
            shared = yield from damage_roll(fight, who, one, attack, name, on=on)
        points, ledger = through_armor(fight, one, weapon, shared)
        yield from suffer(fight, one, points, ledger)
    if strikes.can_answer(fight, level):
        foes = [one for one in victims if one.side != who.side]
        enter = fight.edition.switches.enter_after_attack
        yield from strikes.several_answers(fight, foes, who, enter=enter, level=level)
