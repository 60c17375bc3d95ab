"""Explosives and flashbangs (SHT-10, SHT-11): aimed at a hex, and felt by everybody near it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

from msgspec.structs import replace

from legendry.hexes import Board, Hex, disc, gap, neighbour, neighbours
from legendry.legends import strikes  # a blast is answered, and an answer may be a blast
from legendry.legends.attack import Attack, bonuses, damage_roll, through_armor, weapon_name
from legendry.legends.checks import STANDARD, check
from legendry.legends.edition import Weapon
from legendry.legends.events import Attacked, Exploded, Flashed
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import sighted
from legendry.legends.gains import TO_FRIENDS, shared_harm
from legendry.legends.injury import suffer
from legendry.legends.opening import sees_it_coming
from legendry.odds import damage as damage_odds
from legendry.odds import passes
from legendry.table import About, Barred, Choose, Flow, Option, Refusal, Roll


def in_range(fight: Fight, who: Fighter, here: tuple[Hex, ...]) -> list[Hex]:
    """Hexes he can throw at from there: within ST (SHT-4), no terrain between (RUL-25, RUL-32).

    A large figure throws from its nearest hex (RUL-20).
    """
    board = fight.board
    return [
        hex
        for hex in board
        if hex not in here
        and gap(here, (hex,)) <= who.st
        and not board.is_wall(hex)
        and sighted(board, here, (hex,), frozenset())
    ]


def aimed(
    fight: Fight,
    who: Fighter,
    weapon: Weapon,
    here: tuple[Hex, ...],
    look: Callable[[Hex], About],
) -> Flow[Hex]:
    """The hex he will throw at from there, announced with the action (RUL-32, RUL-64)."""
    return (
        yield from Choose(
            who.seat,
            f"Where does {who.name} throw the {weapon_name(weapon)}?",
            lambda: [
                Option(f"{who.name} at {one}", one, look=look) for one in in_range(fight, who, here)
            ],
            lambda: aims_barred(fight, who, here),
            rule="SHT-4",
        )
    )


def aims_barred(fight: Fight, who: Fighter, here: tuple[Hex, ...]) -> Iterator[Barred]:
    """The hexes that he cannot throw at from there, and why not."""
    able = in_range(fight, who, here)
    for hex in fight.board:
        if hex in able:
            continue
        far = gap(here, (hex,))
        if hex in here:
            why = Refusal(f"{who.name} stands there himself", "RUL-32")
        elif far > who.st:
            why = Refusal(f"{hex} is {far} hexes away, beyond ST {who.st}", "SHT-4")
        elif fight.board.is_wall(hex):
            why = Refusal(f"there is a wall in {hex}", "RUL-25")
        else:
            why = Refusal(f"a wall stands between {here[0]} and {hex}", "RUL-25")
        yield Barred(f"{who.name} at {hex}", why)


def lob(fight: Fight, who: Fighter, weapon: Weapon, hex: Hex, *, level: int = 0) -> Flow[None]:
    """Throw an explosive or a flashbang at a hex, if it can still be done (SHT-10, SHT-11)."""
    if hex not in in_range(fight, who, who.cells):
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


def odds(
    fight: Fight, who: Fighter, weapon: Weapon, hex: Hex, *, cells: tuple[Hex, ...] = ()
) -> About:
    """The chance to land it in the hex, and the mean damage in all to foes and to friends.

    He throws from where he stands, or from `cells`, where it may catch him himself.
    """
    if weapon.surprise:
        return About()
    look = odds_for_others(fight, who, weapon, hex)
    return with_himself(fight, who, weapon, hex, cells or who.cells, look)


def odds_for_others(fight: Fight, who: Fighter, weapon: Weapon, hex: Hex) -> About:
    """The same from wherever he throws, without what it does to himself.

    A miss goes off as well, in any hex around with an equal chance (RUL-31).
    """
    hit, harms = chance_to_land(who), []
    for centre, chance in centres(fight, hex, hit):
        for one in caught(fight, centre):
            if one.active and one is not who:
                harms.append((one, chance * mean_harm(fight, who, weapon, one)))
    area = blast_labels(fight.board, hex, fight.options.blast_radius)
    return About({"hit": hit} | shared_harm(who, harms), (who.ledgers["DX"],), {"area": area})


def with_himself(
    fight: Fight, who: Fighter, weapon: Weapon, hex: Hex, cells: tuple[Hex, ...], look: About
) -> About:
    """Those odds with what it does to himself if he stands in those cells."""
    radius = fight.options.blast_radius
    if gap(cells, (hex,)) > radius + 1:
        return look
    risk = Fraction(0)
    for centre, chance in centres(fight, hex, look.figures["hit"]):
        if not blast_area(fight.board, centre, radius).isdisjoint(cells):
            risk += chance
    if not risk:
        return look
    friends = look.figures.get(TO_FRIENDS, 0) + risk * mean_harm(fight, who, weapon, who)
    return replace(look, figures={**look.figures, TO_FRIENDS: friends})


def chance_to_land(who: Fighter) -> Fraction:
    """The chance that it lands where it is aimed (SHT-10)."""
    return passes(STANDARD, who.ledgers["DX"].total - who.character.curses)


def centres(fight: Fight, aim: Hex, hit: Fraction) -> Iterator[tuple[Hex, Fraction]]:
    """Where it may go off, each with its chance (RUL-31)."""
    yield aim, hit
    around = strays(fight, aim)
    for stray in around:
        yield stray, (1 - hit) / len(around)


def mean_harm(fight: Fight, who: Fighter, weapon: Weapon, one: Fighter) -> Fraction:
    """The mean damage to somebody in a blast."""
    bonus = sum(line.amount for line in bonuses(fight, who, None, Attack("lob", "", weapon.id)))
    floor = fight.options.least_damage(fight.edition.switches)
    armor = fight.armor(one, weapon, grappling=False).total
    return damage_odds(weapon.damage, bonus=bonus, floor=floor, armor=armor).mean


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
