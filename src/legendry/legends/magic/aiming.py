"""Aiming a spell, asked in steps.

Each step goes on where the last one stopped (`Mira cast Fireball-1 at Hector for 3`), so that
people may type it all at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec.structs import replace

from legendry.hexes import Hex
from legendry.legends.attack import weapon_name
from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.magic import beings, chances, seeming
from legendry.legends.magic.spells import Spell, chosen
from legendry.legends.magic.targets import (
    Aim,
    aim_refusal,
    cost,
    described,
    destinations,
    dispellable,
    donors,
    hex_refusal,
    hexes,
    next_hexes,
    objects,
    offered_amounts,
    person_refusal,
    persons,
    spirits,
)
from legendry.table import About, Barred, Choose, Flow, Offers, Option

ATTRIBUTES = ("ST", "DX", "IQ")


def aimed(
    fight: Fight, who: Fighter, spell: Spell, word: str = "", at: Fighter | None = None
) -> Flow[Aim]:
    """All that the caster has to say of a spell; `at` is the foe whom he answers with it (MAG-6)."""
    aim = started(fight, who, spell, word)
    if beings.calls(spell):
        places = list(beings.places(fight, who, spell, word))
        return (yield from asked_hexes(fight, who, spell, aim, places, 1))
    match spell.target:
        case "person" | "object":
            aim = yield from asked_person(fight, who, spell, aim, at)
            aim = yield from asked_more(fight, who, spell, aim)
        case "hex" | "area":
            if at is not None:
                aim = replace(aim, text=f"{aim.text} at {at.hex}", hexes=(at.hex,))
            within = hexes(fight, who, spell)
            aim = yield from asked_hexes(fight, who, spell, aim, within, spell.area)
        case "spell":
            aim = yield from asked_spell(fight, who, spell, aim)
        case "self":
            aim = replace(aim, target=who.name)
    if chosen(spell):
        aim = yield from asked_amount(fight, who, spell, aim)
    return aim


def started(fight: Fight, who: Fighter, spell: Spell, word: str = "") -> Aim:
    """The first words of a casting; of an illusion with the being that it shows."""
    shown = seeming.shown_spell(fight, spell, word)
    of = f" of {fight.edition.creatures[word].name.lower()}" if shown is not spell else ""
    return Aim(f"{who.name} cast {spell.name}{of}", f"{who.name} cast {shown.name}", word=word)


def asks_on(spell: Spell) -> bool:
    """Whether there is anything to say beyond its name."""
    return spell.target not in ("self", "board", "none") or chosen(spell)


def asks_beyond(spell: Spell) -> bool:
    """Whether there is anything to say where it is clear at whom it is cast (MAG-6)."""
    return spell.target == "area" or needs_more(spell)


def needs_more(spell: Spell) -> bool:
    """Whether something is asked on once it is known at whom it is cast."""
    now, what = spell.at_once, spell.lasting
    more = now is not None and (
        now.drops or now.breaks or now.teleports or now.channels or now.raises
    )
    return more or chosen(spell) or (what is not None and what.attribute == "choice")


def asked_person(
    fight: Fight, who: Fighter, spell: Spell, aim: Aim, at: Fighter | None
) -> Flow[Aim]:
    """At whom?"""
    if at is not None:
        return replace(aim, text=f"{aim.text} at {at.name}", target=at.name)

    def offer(name: str) -> Option[str]:
        look = partial(chances.of, fight, who, spell, replace(aim, target=name))
        return Option(f"{aim.text} at {name}", name, look=look, leads=needs_more(spell))

    def bars() -> Iterator[Barred]:
        for one in fight.fighters:
            if why := person_refusal(fight, who, spell, one):
                yield Barred(f"{aim.text} at {one.name}", why)

    name = yield from Choose(
        who.seat,
        f"at whom does {who.name} cast {spell.name}?",
        lambda: Offers[str]([one.name for one in persons(fight, who, spell)], offer),
        bars,
    )
    return replace(aim, text=f"{aim.text} at {name}", target=name)


def asked_more(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> Flow[Aim]:
    """What else there is to say once the target is known: an attribute, a thing, a place, a third."""
    target = fight.named(aim.target)
    now, what = spell.at_once, spell.lasting
    if what is not None and what.attribute == "choice":
        return (yield from one_of(who, aim, "which attribute?", "for", ATTRIBUTES))
    if now is None:
        return aim
    if now.drops or now.breaks:
        things = {thing(fight, target, id): id for id in objects(fight, spell, target)}
        aim = yield from one_of(who, aim, "which thing?", "on", list(things))
        return replace(aim, word=things[aim.word])
    if now.teleports:
        hexes = {str(hex): hex for hex in destinations(fight, who, spell, target)}
        aim = yield from one_of(who, aim, "where to?", "to", list(hexes))
        return replace(aim, to=hexes[aim.word], word="")
    if now.channels:
        names = [one.name for one in donors(fight, who, spell, target)]
        return (yield from one_of(who, aim, "whose damage?", "from", names, leads=True))
    if now.raises:
        names = [one.name for one in spirits(fight)]
        return (yield from one_of(who, aim, "whose spirit?", "with", names))
    return aim


def one_of(
    who: Fighter, aim: Aim, question: str, link: str, words: Sequence[str], *, leads: bool = False
) -> Flow[Aim]:
    """One of those words, which are joined to what was said."""
    word = yield from Choose(
        who.seat,
        f"{aim.text}: {question}",
        lambda: [Option(f"{aim.text} {link} {word}", word, leads=leads) for word in words],
    )
    return replace(aim, text=f"{aim.text} {link} {word}", word=word)


def thing(fight: Fight, who: Fighter, id: str) -> str:
    """The name of a weapon or a shield."""
    return weapon_name(who.arms[id]) if id in who.arms else fight.edition.armor[id].name.lower()


def asked_hexes(
    fight: Fight, who: Fighter, spell: Spell, aim: Aim, within: Sequence[Hex], size: int
) -> Flow[Aim]:
    """One hex after another, each beside those before; or fewer at the same price (RUL-99)."""
    ground = frozenset(within)
    while len(aim.hexes) < size:
        said, link = aim, "and" if aim.hexes else "at"

        def offer(hex: Hex | None, said: Aim = said, link: str = link) -> Option[Hex | None]:
            last = hex is None or len(said.hexes) + 1 == size
            leads = chosen(spell) or not last
            tail = "done" if hex is None else f"{link} {hex}"
            more = said.hexes if hex is None else (*said.hexes, hex)
            look = partial(chances.of, fight, who, spell, replace(said, hexes=more))
            veil = seeming.veil(fight, who, spell, f"{said.seems} {tail}")
            return Option(f"{said.text} {tail}", hex, look=look, leads=leads, veil=veil)

        def options(said: Aim = said) -> Offers[Hex | None]:
            return Offers[Hex | None](next_hexes(fight, who, spell, said, ground, size), offer)

        def bars(said: Aim = said, link: str = link) -> Iterator[Barred]:
            for hex in fight.board if not said.hexes else ():
                why = hex_refusal(fight, who, spell, hex) or aim_refusal(fight, who, spell, hex)
                if why and not beings.calls(spell):
                    yield Barred(f"{said.text} {link} {hex}", why)

        question = f"where does {who.name} cast it?" if not aim.hexes else "where else?"
        hex = yield from Choose(who.seat, question, options, bars)
        tail = "done" if hex is None else f"{link} {hex}"
        aim = replace(aim, text=f"{aim.text} {tail}", seems=f"{aim.seems} {tail}")
        if hex is None:
            break
        aim = replace(aim, hexes=(*aim.hexes, hex))
    return aim


def asked_spell(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> Flow[Aim]:
    """Which spell is to end?"""

    def offer(cast: Cast) -> Option[int]:
        look = partial(chances.of, fight, who, spell, replace(aim, cast=cast.number))
        return Option(f"{aim.text} at {described(fight, cast)}", cast.number, look=look)

    number = yield from Choose(
        who.seat,
        "which spell?",
        lambda: Offers[int](dispellable(fight, who, spell), offer),
    )
    cast = next(one for one in fight.spells if one.number == number)
    return replace(aim, text=f"{aim.text} at {described(fight, cast)}", cast=number)


def asked_amount(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> Flow[Aim]:
    """How much? It is announced before anything is rolled (RUL-98)."""

    def look(amount: int) -> About:
        return chances.of(fight, who, spell, replace(aim, amount=amount))

    def offer(amount: int) -> Option[int]:
        said = replace(aim, amount=amount)
        words = f"costs {cost(fight, spell, said)}"
        return Option(f"{aim.text} for {amount}", amount, words, look=partial(look, amount))

    listed = offered_amounts(fight, who, spell, aim)
    amount = yield from Choose(
        who.seat, f"{aim.text}: for how much?", lambda: Offers[int](listed, offer)
    )
    return replace(aim, text=f"{aim.text} for {amount}", amount=amount)
