"""What spells do the moment they succeed (MAG-7, dynamic spells)."""

from __future__ import annotations

from legendry.hexes import Hex, gap, neighbours
from legendry.legends import loads
from legendry.legends.attack import Blow, blow, cursed, through_armor
from legendry.legends.events import Handled, Healed, Shifted
from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.injury import recover, release, suffer
from legendry.legends.magic import beings, chances, effects, lasting, minds, seeming
from legendry.legends.magic.aiming import thing
from legendry.legends.magic.events import Divined, TurnForfeited
from legendry.legends.magic.spells import Spell
from legendry.legends.magic.targets import Aim
from legendry.odds import Dice
from legendry.table import Choose, Flow, Ledger, Line, Option

FLAMMABLE = "flammable"


def happen(
    fight: Fight, who: Fighter, spell: Spell, aim: Aim, subjects: list[Fighter]
) -> Flow[None]:
    """All that the spell does at once to those it has been laid upon.

    Whoever is revived has ST − 1 points of damage (SPL-33, RUL-115): net ST 1 is what damage leaves.
    His fatigue stays, and may keep him on the ground; he does not die (INJ-4, INJ-6).
    """
    what = spell.at_once
    assert what is not None
    if what.around_caster:
        yield from harm_all(fight, who, spell, Dice.parse(what.damage), chances.around(fight, who))
    if what.reveals or what.reads_mind or what.sees_future:
        divine(fight, who, spell)
    for one in subjects:
        if what.damage_per_point:
            points = what.damage_per_point * aim.amount
            yield from suffer(
                fight, one, points, Ledger("harm", (Line(points, spell.name, spell.rule),))
            )
        elif what.heal_per_point:
            heal(fight, one, min(one.damage, what.heal_per_point * aim.amount), spell.rule)
        elif what.revives:
            heal(fight, one, one.damage - (one.character.st - 1), spell.rule)
        elif what.channels:
            yield from channel(fight, fight.named(aim.word), one, aim.amount, spell)
        elif what.drops or what.breaks:
            loses(fight, one, aim.word, spell)
        elif what.pushes:
            yield from push(fight, who, one, what.pushes * aim.amount, spell)
        elif what.trips:
            one.turns_owed += 1
            fight.tell(TurnForfeited(rules=("SPL-48", "RUL-116"), who=one.name))
        elif what.teleports and aim.to is not None:
            yield from teleport(fight, one, aim.to, spell)
        elif what.raises:
            raise_spirit(fight, who, one, fight.named(aim.word), spell)


# -- harm --------------------------------------------------------------------------------------


def hit(
    fight: Fight,
    who: Fighter,
    spell: Spell,
    aim: Aim,
    victims: list[Fighter],
    *,
    early: bool = False,
) -> Flow[None]:
    """The damage of a magic strike (RUL-97); flammables in its hexes burn on (SPL-54, RUL-120).

    Nobody has cast that fire: those in it, whom the strike itself has hurt, burn when their own
    turn begins (RUL-105). A hex on fire stays as it is (MAG-8).
    """
    what = spell.at_once
    assert what is not None
    dice = what.harm(aim.amount) or Dice(0)
    extra = early and fight.options.magic_counter_extra_die
    yield from harm_all(fight, who, spell, dice, victims, at=aim, extra=extra)
    if what.ignites:
        hexes = aim.hexes or tuple(hex for one in victims for hex in one.cells)
        fire = fight.edition.spells[what.ignites]
        for hex in hexes:
            if FLAMMABLE in fight.board.tags(hex) and not effects.bears(fight, hex, fire):
                lasting.add(fight, fire, who, hexes=(hex,))


def harm_all(
    fight: Fight,
    who: Fighter,
    spell: Spell,
    dice: Dice,
    victims: list[Fighter],
    *,
    at: Aim | None = None,
    extra: bool = False,
) -> Flow[None]:
    """Damage to everybody caught: one roll for all, or by option one each (RUL-30)."""
    shared: Blow | None = None
    each = fight.options.area_damage == "roll_each"
    for one in victims:
        if shared is None or each:
            to = one.name if each or (at is not None and at.target) else spell.name
            name, on = f"damage {who.name}>{to}", [one] if each else victims
            words = f"{spell.name} {dice}", spell.rule
            die, curses = "RUL-103" if extra else "", cursed(fight, who)
            shared = yield from blow(
                fight, who, name, dice, words, extra_die=die, plus=curses, on=on
            )
        points, ledger = shared.points, Ledger("harm", shared.ledger.lines)
        if not (spell.at_once and spell.at_once.ignores_armor):
            points, ledger = through_armor(fight, one, one.arms["unarmed"], shared)
        yield from suffer(fight, one, points, ledger)


# -- healing -----------------------------------------------------------------------------------


def heal(fight: Fight, who: Fighter, points: int, rule: str) -> None:
    """Take damage away (SPL-32, SPL-33)."""
    fight.tell(Healed(rules=(rule,), who=who.name, points=points))
    recover(fight, who, damage=points)


def channel(fight: Fight, giver: Fighter, taker: Fighter, points: int, spell: Spell) -> Flow[None]:
    """Points of damage go from one to the other, who may die of it (SPL-34, RUL-115)."""
    moved = min(points, giver.damage)
    heal(fight, giver, moved, spell.rule)
    yield from suffer(fight, taker, moved, Ledger("harm", (Line(moved, spell.name, spell.rule),)))


# -- things and places -------------------------------------------------------------------------


def loses(fight: Fight, who: Fighter, id: str, spell: Spell) -> None:
    """Something falls into his hex (SPL-46), or is shattered (SPL-53, RUL-116)."""
    assert spell.at_once is not None
    load = loads.parted(who, id, held=id in who.ready)
    ready, carried = list(who.ready), list(who.carried)
    (ready if id in ready else carried).remove(id)
    who.ready, who.carried = tuple(ready), tuple(carried)
    how = "breaks the" if spell.at_once.breaks else "drops"
    if spell.at_once.drops:
        loads.laid(fight, who.hex, load)
        fight.ground[who.hex] = (*fight.ground.get(who.hex, ()), id)
    name = thing(fight, who, id)
    fight.refresh(who)
    fight.tell(Handled(rules=(spell.rule, "RUL-116"), who=who.name, weapon=name, how=how))


def push(fight: Fight, caster: Fighter, who: Fighter, most: int, spell: Spell) -> Flow[None]:
    """Away from the caster, each step farther, up to an obstacle; it breaks grapples (RUL-116)."""
    for step in range(most):
        hexes = farther(fight, caster, who) if who.cells else []
        if not hexes:
            return
        to = yield from Choose(
            caster.seat,
            f"where does {caster.name} push {who.name}?",
            lambda hexes=hexes, step=step: [  # type: ignore[misc]
                *(Option(f"{caster.name} push {who.name} to {hex}", hex) for hex in hexes),
                *([Option(f"{caster.name} stop", None)] if step else []),
            ],
        )
        if to is None:
            return
        yield from put(fight, who, to, "is pushed to", (spell.rule, "RUL-116"))


def farther(fight: Fight, caster: Fighter, who: Fighter) -> list[Hex]:
    """The hexes beside him that are farther from the caster, with room for him."""
    taken, now = fight.taken(party=(who,)), gap(caster.cells, who.cells)
    return [
        hex
        for hex in neighbours(who.hex)
        if (cells := fight.fitting(who, hex, taken)) and gap(caster.cells, cells) > now
    ]


def teleport(fight: Fight, who: Fighter, to: Hex, spell: Spell) -> Flow[None]:
    """Gone from here and there at once (SPL-74); it breaks grapples (RUL-118)."""
    yield from put(fight, who, to, "is teleported to", (spell.rule, "RUL-118"))


def put(fight: Fight, who: Fighter, to: Hex, how: str, rules: tuple[str, ...]) -> Flow[None]:
    """He is in another place, held by nobody; what is there acts on him (RUL-105)."""
    before = who.cells
    who.joined = 0
    who.cells = fight.fitting(who, to, fight.taken(party=(who,))) or who.cells
    release(fight)
    fight.tell(Shifted(rules=rules, who=who.name, to=str(to), how=how))
    if fight.spells:
        yield from lasting.come_to(fight, who, before)


# -- minds, spirits, spells --------------------------------------------------------------------


def take_over(fight: Fight, who: Fighter, victim: Fighter) -> None:
    """Mind Control: the caster's side plays him from now on (SPL-39)."""
    minds.controlled(fight, victim, who)


def raise_spirit(fight: Fight, who: Fighter, host: Fighter, spirit: Fighter, spell: Spell) -> None:
    """A dead character's spirit takes over a living host (SPL-77); it stays in play (RUL-118)."""
    lasting.add(fight, spell, who, target=host.name, word=spirit.name)
    minds.raised(fight, host, spirit)


def divine(fight: Fight, who: Fighter, spell: Spell) -> None:
    """A spell of seeing has succeeded: what it shows is for the adventure (RUL-120)."""
    fight.seen = (*fight.seen, (who.name, spell.id))
    seats = seeming.privy(fight, who)
    fight.tell(
        Divined(rules=(spell.rule, "RUL-120"), seen_by=seats, who=who.name, spell=spell.name)
    )


def undone(fight: Fight, cast: Cast) -> None:
    """A spell is dispelled (SPL-28), and with it what it has called, changed or ruled (RUL-113)."""
    spell = fight.edition.spells[cast.spell]
    if beings.calls(spell) or spell.morphs or minds.sways(spell):
        beings.released(fight, cast)
        return
    lasting.end(fight, cast, "it is dispelled", "RUL-113")
