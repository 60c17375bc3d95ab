"""Aiming a spell, asked in steps.

Each step goes on where the last one stopped (`Mira cast Fireball-1 at Hector for 3`), so that
people may type it all at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from legendry.hexes import Hex, gap
from legendry.legends.attack import weapon_name
from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.magic import beings, chances, seeming
from legendry.legends.magic.areas import hexes, next_hexes, next_refusal
from legendry.legends.magic.spells import Spell, chosen
from legendry.legends.magic.targets import (
    Aim,
    arrival_refusal,
    cost,
    described,
    destinations,
    dispel_refusal,
    dispellable,
    donors,
    objects,
    offered_amounts,
    person_refusal,
    persons,
    spirits,
    warned,
)
from legendry.table import About, Barred, Choose, Flow, Offers, Option, Refusal

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

    def look(name: str) -> About:
        return chances.of(fight, who, spell, replace(aim, target=name))

    def offer(name: str) -> Option[str]:
        words = warned(fight, who, spell, replace(aim, target=name))
        return Option(f"{aim.text} at {name}", name, words, look=look, leads=needs_more(spell))

    def bars() -> Iterator[Barred]:
        for one in fight.fighters:
            if why := person_refusal(fight, who, spell, one):
                yield Barred(f"{aim.text} at {one.name}", why)

    name = yield from Choose(
        who.seat,
        f"at whom does {who.name} cast {spell.name}?",
        lambda: Offers([one.name for one in persons(fight, who, spell)], offer),
        bars,
        rule="MAG-4",
    )
    return replace(aim, text=f"{aim.text} at {name}", target=name)


def asked_more(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> Flow[Aim]:
    """What else there is to say once the target is known: an attribute, a thing, a place, a third."""
    target = fight.named(aim.target)
    now, what = spell.at_once, spell.lasting
    asked = partial(one_of, fight, who, spell, aim)
    if what is not None and what.attribute == "choice":
        ways = {word: replace(aim, word=word) for word in ATTRIBUTES}
        return (yield from asked("which attribute?", "for", ways))
    if now is None:
        return aim
    if now.drops or now.breaks:
        things = objects(fight, spell, target)
        ways = {thing(fight, target, id): replace(aim, word=id) for id in things}
        return (yield from asked("which thing?", "on", ways))
    if now.teleports:
        taken = fight.taken(target)

        def bars() -> Iterator[Barred]:
            for hex in fight.board:
                if why := arrival_refusal(fight, who, spell, target, hex, taken):
                    yield Barred(f"{aim.text} to {hex}", why)

        there = destinations(fight, who, spell, target)
        ways = {str(hex): replace(aim, to=hex) for hex in there}
        return (yield from asked("where to?", "to", ways, bars=bars))
    if now.channels:
        names = [one.name for one in donors(fight, who, spell, target)]
        ways = {name: replace(aim, word=name) for name in names}
        return (yield from asked("whose damage?", "from", ways, leads=True))
    if now.raises:
        ways = {one.name: replace(aim, word=one.name) for one in spirits(fight)}
        return (yield from asked("whose spirit?", "with", ways))
    return aim


def one_of(
    fight: Fight,
    who: Fighter,
    spell: Spell,
    aim: Aim,
    question: str,
    link: str,
    ways: Mapping[str, Aim],
    *,
    leads: bool = False,
    bars: Callable[[], Iterable[Barred]] = tuple,
) -> Flow[Aim]:
    """One of those words, which are joined to what was said, and what it makes of the aim."""

    def look(word: str) -> About:
        return chances.of(fight, who, spell, ways[word])

    def offer(word: str) -> Option[str]:
        words = warned(fight, who, spell, ways[word])
        return Option(f"{aim.text} {link} {word}", word, words, look=look, leads=leads)

    word = yield from Choose(
        who.seat,
        f"{aim.text}: {question}",
        lambda: Offers(list(ways), offer),
        bars,
        rule=spell.rule,
    )
    return replace(ways[word], text=f"{aim.text} {link} {word}")


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
        warning = warned(fight, who, spell, aim)

        def look(hex: Hex | None, said: Aim = said) -> About:
            more = said.hexes if hex is None else (*said.hexes, hex)
            return chances.of(fight, who, spell, replace(said, hexes=more))

        def offer(
            hex: Hex | None, said: Aim = said, link: str = link, warning: str = warning
        ) -> Option[Hex | None]:
            last = hex is None or len(said.hexes) + 1 == size
            leads = chosen(spell) or not last
            tail = "done" if hex is None else f"{link} {hex}"
            veil = seeming.veil(fight, who, spell, f"{said.seems} {tail}")
            return Option(f"{said.text} {tail}", hex, warning, look=look, leads=leads, veil=veil)

        def options(said: Aim = said) -> Offers[Hex | None]:
            return Offers(next_hexes(fight, who, spell, said, ground, size), offer)

        def bars(said: Aim = said, link: str = link) -> Iterator[Barred]:
            for hex, why in hexes_barred(fight, who, spell, said, size):
                yield Barred(f"{said.text} {link} {hex}", why)

        question = f"where does {who.name} cast it?" if not aim.hexes else "where else?"
        rule = "RUL-99" if aim.hexes else "MAG-5"
        hex = yield from Choose(who.seat, question, options, bars, rule=rule)
        tail = "done" if hex is None else f"{link} {hex}"
        aim = replace(aim, text=f"{aim.text} {tail}", seems=f"{aim.seems} {tail}")
        if hex is None:
            break
        aim = replace(aim, hexes=(*aim.hexes, hex))
    return aim


def hexes_barred(
    fight: Fight, who: Fighter, spell: Spell, aim: Aim, size: int
) -> Iterator[tuple[Hex, Refusal]]:
    """The hexes that somebody might think of next, and why they cannot be."""
    calls = beings.calls(spell)
    taken = fight.taken() if calls else frozenset()
    for hex in fight.board:
        if aim.hexes and gap(aim.hexes, (hex,)) > 2:
            continue
        why = (
            beings.place_refusal(fight, who, spell, aim.word, hex, taken)
            if calls
            else next_refusal(fight, who, spell, aim, hex, size)
        )
        if why:
            yield hex, why


def asked_spell(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> Flow[Aim]:
    """Which spell is to end?"""

    def look(number: int) -> About:
        return chances.of(fight, who, spell, replace(aim, cast=number))

    def offer(cast: Cast) -> Option[int]:
        words = warned(fight, who, spell, aim)
        return Option(f"{aim.text} at {described(fight, cast)}", cast.number, words, look=look)

    def bars() -> Iterator[Barred]:
        for cast in fight.spells:
            if why := dispel_refusal(fight, who, spell, cast):
                yield Barred(f"{aim.text} at {described(fight, cast)}", why)

    number = yield from Choose(
        who.seat,
        "which spell?",
        lambda: Offers(dispellable(fight, who, spell), offer),
        bars,
        rule="RUL-113",
    )
    cast = next(one for one in fight.spells if one.number == number)
    return replace(aim, text=f"{aim.text} at {described(fight, cast)}", cast=number)


def asked_amount(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> Flow[Aim]:
    """How much? It is announced before anything is rolled (RUL-98)."""

    def look(amount: int) -> About:
        return chances.of(fight, who, spell, replace(aim, amount=amount))

    def offer(amount: int) -> Option[int]:
        said = replace(aim, amount=amount)
        words = warned(fight, who, spell, said) or f"costs {cost(fight, spell, said)}"
        return Option(f"{aim.text} for {amount}", amount, words, look=look)

    listed = offered_amounts(fight, who, spell, aim)
    amount = yield from Choose(
        who.seat,
        f"{aim.text}: for how much?",
        lambda: Offers(listed, offer),
        rule="RUL-102" if not spell.cost.most else spell.rule,
    )
    return replace(aim, text=f"{aim.text} for {amount}", amount=amount)
