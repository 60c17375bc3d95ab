"""Explosives and flashbangs (SHT-10, SHT-11): aimed at a hex, and felt by everybody near it."""

from __future__ import annotations

from legendry.hexes import Hex, disc, distance, neighbour
from legendry.legends.attack import Attack, damage_roll, through_armor, weapon_name
from legendry.legends.checks import check
from legendry.legends.edition import Weapon
from legendry.legends.events import Attacked, Exploded, Flashed
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.injury import suffer
from legendry.legends.strikes import can_answer, lands, offer_answer
from legendry.odds import damage as damage_odds
from legendry.odds import passes
from legendry.table import About, Choose, Flow, Option, Roll


def in_range(fight: Fight, who: Fighter) -> list[Hex]:
    """Hexes he can throw at: within ST (SHT-4), no terrain between (RUL-25, RUL-32)."""
    here, board = who.hex, fight.board
    return [
        hex
        for hex in board
        if hex != here
        and distance(here, hex) <= who.st
        and board.open(hex)
        and board.sees(here, hex)
    ]


def lob(fight: Fight, who: Fighter, weapon: Weapon, *, at: Hex | None = None) -> Flow[None]:
    """Throw an explosive or a flashbang at a hex (SHT-10, SHT-11, RUL-32)."""
    hexes = in_range(fight, who)
    hex = at
    if hex is None and not hexes:
        return
    if hex is None:
        hex = yield from Choose(
            who.seat,
            f"Where does {who.name} throw the {weapon_name(weapon)}?",
            lambda: [
                Option(
                    f"{who.name} at {one}",
                    one,
                    look=lambda one=one: odds(fight, who, weapon, one),  # type: ignore[misc]
                )
                for one in hexes
            ],
        )
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
        lands(fight, who, weapon, hex)
        flash(fight, who, hex)
    else:
        yield from explode(fight, who, weapon, hex, level=0 if at is None else 1)


def odds(fight: Fight, who: Fighter, weapon: Weapon, hex: Hex) -> About:
    """The chance to land it in the hex, and the mean damage in all to foes less friends there."""
    if weapon.surprise:
        return About()
    hit = passes(3, who.dx - who.character.curses)
    total = 0 * hit
    for one in caught(fight, hex):
        if not one.active:
            continue
        armor = fight.armor(one, weapon, grappling=False).total
        mean = damage_odds(weapon.damage, floor=1, armor=armor).mean
        total += mean if one.side != who.side else -mean
    return About({"hit": hit, "damage": hit * total}, (who.ledgers["DX"],))


def flash(fight: Fight, who: Fighter, hex: Hex) -> None:
    """No damage: the thrower's side gets an unopposed turn after this one (SHT-11, RUL-13)."""
    if not fight.unopposed:
        fight.extra = (*fight.extra, (who.side, True))
        if fight.options.flashbang == "full_surprise":
            fight.extra = (*fight.extra, (who.side, False))
    fight.tell(Flashed(rules=("SHT-11",), side=fight.sides[who.side], hex=str(hex)))


def caught(fight: Fight, centre: Hex) -> list[Fighter]:
    """Everybody in the blast, friends and fallen too, whom no wall shields from it (RUL-29, RUL-30)."""
    area = {
        hex
        for hex in disc(centre, fight.options.blast_radius)
        if hex == centre or fight.board.sees(centre, hex)
    }
    return [
        one
        for one in fight.fighters
        if not one.fled and not one.gone and not area.isdisjoint(one.cells)
    ]


def explode(fight: Fight, who: Fighter, weapon: Weapon, aim: Hex, *, level: int) -> Flow[None]:
    """3/DX; a miss lands in a random adjacent hex; it goes off either way (SHT-10, RUL-31)."""
    hit = yield from check(fight, who, "DX", f"hit {aim}")
    lands(fight, who, weapon, aim)
    centre = aim
    while not hit and centre == aim:
        (face,) = yield from Roll(f"scatter {who.name}", seat=who.seat)
        beside = neighbour(aim, face)
        if fight.board.open(beside):
            centre = beside
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
    shared = None
    for one in victims:
        if shared is None or fight.options.area_damage == "roll_each":
            name = (
                "damage" if fight.options.area_damage == "shared_roll" else f"damage to {one.name}"
            )
            shared = yield from damage_roll(fight, who, None, attack, name)
        points, ledger = through_armor(fight, one, weapon, shared)
        yield from suffer(fight, one, points, ledger)
    if can_answer(fight, level):
        for one in victims:
            if one.side != who.side:
                enter = fight.edition.switches.enter_after_attack
                yield from offer_answer(fight, one, who, enter=enter, level=level)
