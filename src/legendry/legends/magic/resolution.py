"""How a casting goes (MAG-1, MAG-2, MAG-9, MAG-13): the roll or the contest, the effect, the price."""

from __future__ import annotations

from msgspec.structs import replace

from legendry.legends import strikes  # a spell is answered by a blow, an entry by a spell
from legendry.legends.checks import check
from legendry.legends.contests import compete, wins
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.injury import suffer, worsened
from legendry.legends.magic import at_once, beings, chances, effects, forms, lasting, seeming
from legendry.legends.magic.events import MissileTurned, SpellFailed, StaffDrained
from legendry.legends.magic.spells import Spell, price
from legendry.legends.magic.targets import (
    Aim,
    cost,
    defender,
    described,
    is_direct,
    is_hostile,
    laid_upon,
    staff_power,
)
from legendry.table import Choose, Flow, Ledger, Line, Option


def at_what(fight: Fight, aim: Aim) -> str:
    """What it is cast at, in words."""
    if aim.cast:
        return described(fight, next(one for one in fight.spells if one.number == aim.cast))
    return aim.target or ", ".join(map(str, aim.hexes))


def lay(fight: Fight, who: Fighter, spell: Spell, aim: Aim, *, level: int) -> Flow[None]:
    """Normal and direct spells (MAG-1, MAG-2): 3/IQ, or a contest with everybody unwilling."""
    shown = seeming.shown_spell(fight, spell, aim.word)
    subjects = laid_upon(fight, who, spell, aim)
    unwilling = [one for one in subjects if resists(spell, who, one)]
    helpless = [one for one in subjects if not one.active]
    latest = fight.casts
    if unwilling:
        bout = yield from compete(fight, who, unwilling, "IQ", f"cast {shown.name}")
        won = [one for one, winner in zip(unwilling, bout.winners, strict=True) if winner is who]
        done = bool(won)
    else:
        won = subjects
        done = bool(subjects) or spell.kind != "direct"  # or else there is nobody in its hexes
        on = subjects[0] if subjects and subjects[0] is not who else None
        dice = effects.own_dice(fight, who)
        what = f"cast {shown.name}"
        done = done and (yield from check(fight, who, "IQ", what, on=on, dice=dice))
    if done:
        yield from succeed(fight, who, spell, aim, won)
    else:
        fight.tell(SpellFailed(rules=("MAG-9", shown.rule), who=who.name, spell=shown.name))
    attacked = [one for one in unwilling if one.side != who.side or one in won]
    for one in attacked:
        if one in helpless:
            lasting.wake(fight, one, "attack", latest=latest)
    hits = [(one, done and one in won) for one in attacked if one not in helpless]
    yield from strikes.answer_attack(fight, hits, who, level=level)


def resists(spell: Spell, who: Fighter, target: Fighter) -> bool:
    """Enemies, and friends who happen to stand in the area of a direct spell (RUL-98)."""
    if target is who:
        return False
    return is_hostile(spell, who, target) or (
        spell.target == "area" and is_direct(spell, who, target)
    )


def succeed(
    fight: Fight, who: Fighter, spell: Spell, aim: Aim, subjects: list[Fighter]
) -> Flow[None]:
    """The spell works, then it is paid for: an exhausted caster drops after it (MAG-9, RUL-102).

    A form, which the caster must be awake for, comes after the payment (RUL-117); a large one may
    reach into a fire (RUL-105).
    """
    if spell.morphs:
        yield from pay(fight, who, spell, aim)
        if who.active:
            before = who.cells
            forms.morphed(fight, who, spell)
            yield from lasting.come_to(fight, who, before)
        return
    due = cost(fight, spell, aim)
    if beings.calls(spell):
        yield from beings.called(fight, who, spell, aim.hexes, aim.word)
        yield from pay(fight, who, spell, aim, due)
        return
    if spell.lasting is not None:
        yield from last(fight, who, spell, aim, subjects)
    if spell.at_once is not None:
        yield from at_once.happen(fight, who, spell, aim, subjects)
    yield from pay(fight, who, spell, aim, due)


def last(fight: Fight, who: Fighter, spell: Spell, aim: Aim, subjects: list[Fighter]) -> Flow[None]:
    """The spell comes into play (MAG-7); fire burns those it finds there (RUL-105).

    In a hex that is on fire already it adds nothing, and burns nobody (MAG-8).
    """
    assert spell.lasting is not None
    value = aim.amount if spell.lasting.per_point else 0
    for one in subjects:
        before = one.status
        lasting.add(fight, spell, who, target=one.name, value=value, word=aim.word)
        yield from worsened(fight, one, before)
        if spell.lasting.controlled:
            at_once.take_over(fight, who, one)
    if not subjects:
        fresh = [hex for hex in aim.hexes if not effects.fire(fight, (hex,))]  # MAG-8
        lasting.add(fight, spell, who, hexes=aim.hexes)
        if spell.lasting.burns:
            for one in fight.fighters:
                if not set(fresh).isdisjoint(one.cells):
                    yield from lasting.burn(fight, one, fresh)


def dispel(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> Flow[None]:
    """End a spell (SPL-28): win IQ against its caster, or its rating if he is away (RUL-113).

    A caster of one's own side lets it happen: 3/IQ (RUL-98).
    """
    doomed = next(one for one in fight.spells if one.number == aim.cast)
    foe = defender(fight, doomed)
    if foe.side == who.side:
        dice = effects.own_dice(fight, who)
        done = yield from check(fight, who, "IQ", f"cast {spell.name}", dice=dice)
    else:
        done = (yield from wins(fight, who, foe, "IQ", f"cast {spell.name}")) is who
    if not done:
        fight.tell(SpellFailed(rules=("MAG-9", spell.rule), who=who.name, spell=spell.name))
        return
    freed = fight.named(doomed.target) if doomed.target else who
    before = freed.status
    at_once.undone(fight, doomed)
    yield from worsened(fight, freed, before)
    yield from pay(fight, who, spell, aim)


# -- magic strikes -----------------------------------------------------------------------------


def strike(
    fight: Fight, who: Fighter, spell: Spell, aim: Aim, *, early: bool, level: int
) -> Flow[None]:
    """A magic strike (MAG-13, RUL-97): it flies like a missile, cannot be dodged, meets armor."""
    dice = chances.strike_dice(fight, who, aim)
    on = fight.named(aim.target) if aim.target else None
    way = fight.options.magic_strike_hit
    what = f"cast {spell.name}"
    cast = hit = True
    if way != "dx":
        iq_dice = dice if way == "iq" else effects.own_dice(fight, who)
        cast = hit = yield from check(fight, who, "IQ", what, on=on, dice=iq_dice)
    if cast and way != "iq":
        hit = yield from check(fight, who, "DX", f"hit with {spell.name}", on=on, dice=dice)
        cast = hit or way == "iq_then_dx"
    victims = chances.struck(fight, aim)
    if on is not None and cast and not hit:  # what is not cast hits nobody (MAG-9, RUL-27)
        stray = yield from strikes.stray(fight, who, on)
        hit, victims = (True, [stray]) if stray is not who else (False, victims)
    helpless = [one for one in victims if not one.active]
    due = cost(fight, spell, aim)
    back = hit and chances.is_turned(fight, aim)
    if back:
        lost = effects.turns_missiles(fight, who)
        at = at_what(fight, aim)
        fight.tell(MissileTurned(rules=("RUL-111", "SPL-20"), who=who.name, at=at, lost=lost))
        turned = replace(aim, hexes=())  # it lights nothing where it was aimed
        yield from at_once.hit(fight, who, spell, turned, [] if lost else [who], early=early)
    elif hit:
        yield from at_once.hit(fight, who, spell, aim, victims, early=early)
    else:
        fight.tell(SpellFailed(rules=("RUL-97", spell.rule), who=who.name, spell=spell.name))
    if cast:
        yield from pay(fight, who, spell, aim, due)
    for one in helpless:
        lasting.wake(fight, one, "attack")
    hits = [(one, hit and not back) for one in victims if one not in helpless]
    yield from strikes.answer_attack(fight, hits, who, level=level)


# -- the price ---------------------------------------------------------------------------------


def pay(fight: Fight, who: Fighter, spell: Spell, aim: Aim, due: int = -1) -> Flow[None]:
    """Pay for a casting that succeeded (MAG-9): the staff first, then fatigue (RUL-101, RUL-102)."""
    due = cost(fight, spell, aim) if due < 0 else due
    held = min(staff_power(fight, who), due)
    chooses = fight.options.staff_split == "caster_chooses"
    if held and chooses and who.staff > who.feigned[0]:  # of one that seems empty nobody is asked
        held = yield from Choose(
            who.seat,
            f"how much does the staff of {who.name} pay?",
            lambda: [Option(f"{who.name} staff {n}", n) for n in range(held, -1, -1)],
        )
    shown = seeming.shown_spell(fight, spell, aim.word)
    seemed = seeming.feigned(
        fight, who, (held, due - held), due if shown is spell else price(shown)
    )
    who.staff -= held
    if seemed[0]:
        fight.tell(StaffDrained(rules=("MAG-11", "RUL-101"), who=who.name, points=seemed[0]))
    if due - held or seemed[1]:
        ledger = Ledger("harm", (Line(seemed[1], shown.name, "MAG-9"),))
        yield from suffer(fight, who, due - held, ledger, fatigue=True, seems=seemed[1])
