"""Spells in play, coming and going (MAG-7, MAG-8), and the moments at which they act.

What they answer to the rules while they last is in `effects`.
"""

from __future__ import annotations

from collections.abc import Collection

from legendry.hexes import Hex
from legendry.legends import injury  # a spell harms, and harm breaks a spell
from legendry.legends.checks import rolled
from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.footprint import overlap
from legendry.legends.magic import effects, forms
from legendry.legends.magic.events import SpellBegan, SpellEnded
from legendry.legends.magic.spells import Spell, Waking
from legendry.odds import Dice
from legendry.table import Flow, Ledger, Line, Seat

# -- coming and going --------------------------------------------------------------------------


def add(
    fight: Fight,
    spell: Spell,
    caster: Fighter,
    *,
    target: str = "",
    hexes: tuple[Hex, ...] = (),
    value: int = 0,
    word: str = "",
    seen_by: tuple[Seat, ...] | None = None,
) -> Cast:
    """Bring a spell into play (MAG-7).

    The same spell on the same target stays as it is, unless the new one is stronger (MAG-8,
    RUL-104). A Flight lifts its subject at once; in his own turns he may land (RUL-110).
    `seen_by` are those who hear of it, where not everybody does.
    """
    if target and (old := effects.under(fight, fight.named(target), spell)):
        if value <= old.value:
            return old
        fight.spells = tuple(one for one in fight.spells if one is not old)
    fight.casts += 1
    cast = Cast(fight.casts, spell.id, caster.name, target, hexes, value, word)
    fight.spells = (*fight.spells, cast)
    fight.tell(
        SpellBegan(
            rules=("MAG-7", spell.rule),
            seen_by=seen_by,
            spell=spell.name,
            caster=caster.name,
            on=target,
            hexes=tuple(map(str, hexes)),
        )
    )
    if spell.lasting is not None and spell.lasting.flies:
        fight.named(target).flying = True
    take_effect(fight, cast)
    return cast


def end(
    fight: Fight,
    cast: Cast,
    why: str,
    rule: str,
    *,
    seen_by: tuple[Seat, ...] | None = None,
) -> None:
    """Take a spell out of play."""
    fight.spells = tuple(one for one in fight.spells if one.number != cast.number)
    spell = fight.edition.spells[cast.spell]
    fight.tell(
        SpellEnded(
            rules=(rule, spell.rule), seen_by=seen_by, spell=spell.name, on=cast.target, why=why
        )
    )
    take_effect(fight, cast)


def take_effect(fight: Fight, cast: Cast) -> None:
    """Work out anew whatever a spell changes that has come or gone."""
    what = fight.edition.spells[cast.spell].lasting
    if what is None:
        return
    if what.wall:
        rebuild(fight)
    for who in fight.fighters:
        if cast.target != who.name and not what.flash:
            continue
        was_active = who.active
        if who.flying and not effects.can_fly(fight, who):
            who.flying = False
        fight.refresh(who)
        if was_active and not who.active:
            who.joined = 0
            injury.release(fight)
            if who.spellbound == "asleep":
                forms.returned(fight, who)  # he is unconscious (MAG-19)
        elif who.active and not was_active:
            injury.rises(fight, who)


def rebuild(fight: Fight) -> None:
    """The board with the walls that magic has put up (RUL-109)."""
    walls = effects.walls(fight) if fight.spells else frozenset()
    fight.board = effects.walled(fight.terrain, walls) if walls else fight.terrain


def all_end(fight: Fight) -> None:
    """The encounter is over, and with it every spell (MAG-7, RUL-69)."""
    for cast in fight.spells:
        end(fight, cast, "the fight is over", "MAG-7")


def wake(fight: Fight, who: Fighter, by: Waking, *, latest: int | None = None) -> None:
    """What ends helplessness, if it does (RUL-112); called when the blow has been resolved.

    Frost breaks with any point of harm, whatever does it (SPL-22). A sleeper wakes when he is
    attacked, hit or not, or shaken (SPL-37): blows, shots, hostile direct spells and magic strikes
    are attacks; what burns in his hex, a shock or a Blast beside him is none (RUL-121). The spells
    that come after the one numbered `latest` are what he was attacked with, and stay.
    """
    if not who.spellbound:
        return
    for cast, _, what in [*effects.upon(fight, who)]:
        if by in what.wakes_on and (latest is None or cast.number <= latest):
            end(fight, cast, "he wakes" if what.helpless == "asleep" else "it breaks", "RUL-112")


def flash_ends(fight: Fight, caster: Fighter) -> None:
    """The caster's next turn begins: his Flash is over (RUL-106)."""
    if fight.options.flash_lasts == "encounter":
        return
    for cast, _, what in [*effects.in_play(fight)]:
        if what.flash and cast.caster == caster.name:
            end(fight, cast, "the glare fades", "RUL-106")


# -- fire and shock ----------------------------------------------------------------------------


def dangers(fight: Fight, way: tuple[Hex, ...]) -> bool:
    """Whether there is anything on the way that acts on whoever comes there."""
    return any(
        (what.burns and effects.lies_in(cast, way))
        or (what.shocks and not set(fight.named(cast.target).cells).isdisjoint(way))
        for cast, _, what in effects.in_play(fight)
    )


def come_to(
    fight: Fight, who: Fighter, before: tuple[Hex, ...], along: Collection[Fighter] = ()
) -> Flow[None]:
    """He has come to other hexes than `before`: fire burns him, shocks strike (RUL-105, RUL-119).

    None strikes between him and those who come `along`, or whose hex he shared before.
    """
    if who.cells == before or not who.cells:
        return
    fresh = [hex for hex in who.cells if hex not in before]
    yield from burn(fight, who, fresh)
    for cast, _, what in [*effects.in_play(fight)]:
        if not what.shocks:
            continue
        owner = fight.named(cast.target)
        if not (present(owner) and present(who)):
            continue
        for one in [*fight.fighters] if owner is who else [owner]:
            apart = one is not who and one not in along and not overlap(one.cells, before)
            if apart and present(one) and overlap(one.cells, who.cells):
                yield from shock(fight, cast, one if owner is who else who)


def turn_begins(fight: Fight, who: Fighter) -> Flow[None]:
    """The start of his own turn in a fire, or in the hex of a Shock Shield (RUL-105, RUL-119)."""
    flash_ends(fight, who)
    if not present(who):
        return
    yield from burn(fight, who, who.cells)
    for cast, _, what in [*effects.in_play(fight)]:
        owner = fight.named(cast.target) if what.shocks else who
        if owner is not who and present(owner) and overlap(owner.cells, who.cells):
            yield from shock(fight, cast, who)


def present(who: Fighter) -> bool:
    """On the board and not dead: what acts on a hex acts on him."""
    return bool(who.cells) and who.status not in ("dead", "fled", "vanished")


def burn(fight: Fight, who: Fighter, hexes: tuple[Hex, ...] | list[Hex]) -> Flow[None]:
    """Fire in one of those hexes: points, armor no help (SPL-1)."""
    if present(who) and (line := effects.fire(fight, hexes)):
        yield from injury.suffer(fight, who, line.amount, Ledger("harm", (line,)))


def shock(fight: Fight, cast: Cast, victim: Fighter) -> Flow[None]:
    """A Shock Shield strikes somebody in its bearer's hex, armor no help (SPL-49)."""
    spell = fight.edition.spells[cast.spell]
    assert spell.lasting is not None
    owner = fight.named(cast.target)
    dice = Dice.parse(spell.lasting.shocks)
    name = f"shock {owner.name}>{victim.name}"
    faces = yield from rolled(fight, owner, name, dice.dice, on=(victim,))
    points = sum(faces) + dice.modifier
    yield from injury.suffer(
        fight, victim, points, Ledger("harm", (Line(points, spell.name, spell.rule),))
    )
