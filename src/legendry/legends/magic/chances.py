"""What a casting promises: exact odds, and the ledgers that they rest on."""

from __future__ import annotations

from fractions import Fraction

from legendry.legends.attack import felled
from legendry.legends.contests import contest_odds
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import vicinity
from legendry.legends.gains import shared_harm
from legendry.legends.magic import effects, seeming, targets
from legendry.legends.magic.spells import Spell
from legendry.odds import Dice, Distribution, passes
from legendry.odds import damage as damage_odds
from legendry.table import About, Ledger


def of(fight: Fight, who: Fighter, spell: Spell, aim: targets.Aim) -> About:
    """The odds of a casting as far as it has been said; of what is still open, the usual is taken.

    A strike is to `hit`, a contest to `win`; any other spell `works`. If the price fells its caster,
    he `falls` whenever it succeeds (RUL-102).
    """
    look = promised(fight, who, spell, aim)
    over = targets.overspent(fight, who, spell, aim)
    if over is None:
        return look
    due = paid(fight, who, spell, aim, look)
    falls = {} if due is None else {"falls": due}
    return About(look.figures | falls, (*look.ledgers, over), look.places)


def paid(
    fight: Fight, who: Fighter, spell: Spell, aim: targets.Aim, look: About
) -> Fraction | None:
    """The chance that the price is due: that the spell succeeds (MAG-9); unknown with many subjects.

    By option a magic strike is cast with one check and hits with another (RUL-97).
    """
    if spell.kind == "strike" and fight.options.magic_strike_hit == "iq_then_dx":
        return passes(
            effects.own_dice(fight, who).total, who.ledgers["IQ"].total - who.character.curses
        )
    many = spell.kind == "direct" and len(targets.laid_upon(fight, who, spell, aim)) > 1
    return None if many else next(iter(look.figures.values()), None)


def promised(fight: Fight, who: Fighter, spell: Spell, aim: targets.Aim) -> About:
    """The odds of a casting, whatever it costs."""
    places = {"area": tuple(map(str, aim.hexes))} if aim.hexes else {}
    if spell.kind == "strike":
        return of_strike(fight, who, spell, aim, places)
    if spell.kind == "dispel":
        return of_dispel(fight, who, aim)
    target = fight.named(aim.target) if aim.target else None
    if target is not None and targets.is_hostile(spell, who, target):
        chance, ledgers = won(fight, who, target)
        figures = {"win": chance}
        if spell.at_once and (blow := spell.at_once.harm(aim.amount)):
            points = damage_odds(blow)
            left = seeming.shown_left(fight, who.seat, target)
            figures |= {"damage": chance * points.mean, "drop": felled(chance, points, left)}
        return About(figures, ledgers, places)
    if spell.kind == "direct" and target is None:
        return of_area(fight, who, spell, aim, places)
    dice = effects.own_dice(fight, who)
    works = passes(dice.total, who.ledgers["IQ"].total - who.character.curses)
    figures = {"works": works}
    if spell.at_once and spell.at_once.around_caster:
        points = damage_odds(Dice.parse(spell.at_once.damage))
        harm = works * points.mean
        figures |= shared_harm(who, ((one, harm) for one in around(fight, who) if one.active))
    return About(figures, shown(who.ledgers["IQ"], dice), places)


def of_area(
    fight: Fight,
    who: Fighter,
    spell: Spell,
    aim: targets.Aim,
    places: dict[str, tuple[str, ...]],
) -> About:
    """A direct spell on hexes (RUL-98): the contest with the one in them who resists least.

    Friends count only where no foe is caught.
    """
    caught = targets.laid_upon(fight, who, spell, aim)
    foes = [one for one in caught if one.side != who.side]
    looks = [won(fight, who, one) for one in foes or caught]
    if not looks:
        return About(places=places)
    chance, ledgers = max(looks, key=lambda look: look[0])
    return About({"win": chance}, ledgers, places)


def of_strike(
    fight: Fight,
    who: Fighter,
    spell: Spell,
    aim: targets.Aim,
    places: dict[str, tuple[str, ...]],
) -> About:
    """A magic strike (RUL-97): to hit, the mean damage to foes and friends, the chance to drop."""
    assert spell.at_once is not None
    dice = strike_dice(fight, who, aim)
    hit, limit = strike_chance(fight, who, dice)
    blow = spell.at_once.harm(aim.amount) or Dice(0)
    harms, drop = [], Fraction(0)
    for one in () if is_turned(fight, aim) else struck(fight, aim):
        points = through(fight, one, blow)
        harms.append((one, hit * points.mean))
        if one.name == aim.target:
            left = seeming.shown_left(fight, who.seat, one)
            drop = felled(hit, points, left)
    figures = {"hit": hit} | shared_harm(who, harms) | ({"drop": drop} if aim.target else {})
    return About(figures, shown(limit, dice), places)


def of_dispel(fight: Fight, who: Fighter, aim: targets.Aim) -> About:
    """The contest with the other caster, or with the spell's rating (RUL-113, RUL-7)."""
    cast = next(one for one in fight.spells if one.number == aim.cast)
    caster = fight.named(cast.caster)
    if caster.side == who.side:
        dice = effects.own_dice(fight, who)
        works = passes(dice.total, who.ledgers["IQ"].total - who.character.curses)
        return About({"works": works}, shown(who.ledgers["IQ"], dice))
    chance, ledgers = won(fight, who, targets.defender(fight, cast))
    return About({"win": chance}, ledgers)


def won(fight: Fight, who: Fighter, foe: Fighter) -> tuple[Fraction, tuple[Ledger, ...]]:
    """The chance to win a contest of IQ (RUL-1), and what both roll under."""
    limits = who.ledgers["IQ"], foe.ledgers["IQ"]
    return contest_odds(fight, who, foe, "IQ", limits), limits


def shown(limit: Ledger, dice: Ledger) -> tuple[Ledger, ...]:
    """The ledgers of a check; the dice only where something changes them."""
    return (limit,) if dice is effects.STANDARD else (limit, dice)


# -- magic strikes -----------------------------------------------------------------------------


def struck(fight: Fight, aim: targets.Aim) -> list[Fighter]:
    """Whom a strike would hit: its target, or all in its hexes, friends and fallen too (RUL-30)."""
    if aim.target:
        return [fight.named(aim.target)]
    area = set(aim.hexes)
    return [
        one for one in fight.fighters if one.status != "dead" and not area.isdisjoint(one.cells)
    ]


def aimed_at(fight: Fight, aim: targets.Aim) -> list[Fighter]:
    """Those at whom it flies: its target, or the people in the first hex named (RUL-97).

    What protects others in its area, or turns missiles aimed at them, is no matter to it: as with
    what stands in its way, only the first hex counts (RUL-111).
    """
    if aim.target:
        return [fight.named(aim.target)]
    return [one for one in struck(fight, aim) if aim.hexes[0] in one.cells]


def is_turned(fight: Fight, aim: targets.Aim) -> bool:
    """Whether it would be sent back (RUL-111)."""
    return bool(fight.spells) and any(
        effects.turns_missiles(fight, one) for one in aimed_at(fight, aim)
    )


def strike_dice(fight: Fight, who: Fighter, aim: targets.Aim) -> Ledger:
    """The dice of a magic strike: what protects those aimed at makes them more (RUL-97)."""
    if not fight.spells:
        return effects.STANDARD
    by_magic = fight.options.magic_strike_hit == "iq"
    found = [
        effects.dice_to_hit(fight, who, one, at=aim.hexes[:1], by_magic=by_magic)
        for one in (*aimed_at(fight, aim), None)
        if one is not None or not aim.target
    ]
    return max(found, key=lambda one: one.total)


def strike_chance(fight: Fight, who: Fighter, dice: Ledger) -> tuple[Fraction, Ledger]:
    """The chance that a magic strike hits, and what it is rolled against (RUL-97)."""
    curses = who.character.curses
    limits = (who.ledgers[name].total for name in ("IQ", "DX"))
    on_iq, on_dx = (passes(dice.total, limit - curses) for limit in limits)
    match fight.options.magic_strike_hit:
        case "dx":
            return on_dx, who.ledgers["DX"]
        case "iq_then_dx":
            cast = passes(effects.own_dice(fight, who).total, who.ledgers["IQ"].total - curses)
            return cast * on_dx, who.ledgers["DX"]
    return on_iq, who.ledgers["IQ"]


def through(fight: Fight, one: Fighter, blow: Dice, *, bare: bool = False) -> Distribution:
    """The points of a spell that go through somebody's armor (RUL-76, RUL-97)."""
    armor = 0 if bare else fight.armor(one, one.arms["unarmed"], grappling=False).total
    floor = fight.options.least_damage(fight.edition.switches)
    return damage_odds(blow, floor=floor, armor=armor)


def around(fight: Fight, who: Fighter) -> list[Fighter]:
    """All others in the caster's hexes and next to them (RUL-119)."""
    near = vicinity(who.cells)
    return [
        one
        for one in fight.fighters
        if one is not who and one.status != "dead" and not near.isdisjoint(one.cells)
    ]
