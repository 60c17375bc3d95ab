"""Beings of magic: summoned ones (MAG-21), images and illusions of them (MAG-17).

Each is a fighter of the caster's side from the moment it appears. One that is gone stays in the
list, off the board, so that its name is never given to another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from legendry.hexes import Hex, disc, gap
from legendry.legends import injury  # the two call each other: a caster falls, a being is released
from legendry.legends.contests import wins
from legendry.legends.edition import Creature
from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.magic import forms, lasting, minds, targets
from legendry.legends.magic.events import Appeared, Doubted, Exposed, Feigned, Vanished
from legendry.legends.magic.seeming import deceiver, deceives, privy, shown_spell
from legendry.legends.magic.spells import Spell, price
from legendry.table import Barred, Flow, Refusal

NEAR = 2
"""How far from the caster a summoned being arrives (MAG-21)."""


# -- what may be called, and where -------------------------------------------------------------


def calls(spell: Spell) -> bool:
    """Whether a being appears by it, a true one or a false."""
    return spell.summons or deceives(spell)


def guises(fight: Fight, who: Fighter, spell: Spell) -> list[str]:
    """The beings that an image or illusion may show."""
    if not deceives(spell):
        return []
    return [one.id for one in shown(fight) if not guise_refusal(fight, who, spell, one)]


def shown(fight: Fight) -> Iterator[Creature]:
    """The beings that may be summoned, and that an image or illusion might show."""
    return (one for one in fight.edition.creatures.values() if one.origin == "summoned")


def guise_refusal(fight: Fight, who: Fighter, spell: Spell, being: Creature) -> Refusal | None:
    """Why an image or illusion cannot show that being: it has another size (RUL-114).

    An illusion is no better than its caster, who must have the IQ to summon the real one. An image,
    which does nothing but look, sound and smell real, may show any (SPL-35).
    """
    name, iq = being.name.lower(), fight.edition.spells[being.spell].iq
    if being.hexes != spell.area:
        return Refusal(f"a {name} is not of the size of {spell.name}", "RUL-114")
    image = spell.lasting is not None and spell.lasting.image
    if not image and iq > who.iq:
        return Refusal(f"a {name} takes IQ {iq}, and {who.name} has {who.iq}", "RUL-114")
    return None


def guises_barred(fight: Fight, who: Fighter, spell: Spell) -> Iterator[Barred]:
    """The beings that an image or illusion of his cannot show, each with the reason."""
    for one in shown(fight) if deceives(spell) else ():
        if why := guise_refusal(fight, who, spell, one):
            yield Barred(f"{who.name} cast {spell.name} of {one.name.lower()}", why)


def places(fight: Fight, who: Fighter, spell: Spell, word: str = "") -> Iterator[Hex]:
    """The hexes where such a being may appear, by its anchor: all of it on empty ground in sight.

    A summoned one comes within two hexes of the caster (MAG-21, RUL-118); a false one anywhere.
    """
    hexes = fight.edition.creatures[spell.being or word].hexes
    taken = fight.taken()
    near = (
        fight.board
        if deceives(spell)
        else sorted({hex for cell in who.cells for hex in disc(cell, NEAR + (hexes > 1))})
    )
    for anchor in near:
        if not place_refusal(fight, who, spell, word, anchor, taken):
            yield anchor


def place_refusal(
    fight: Fight, who: Fighter, spell: Spell, word: str, anchor: Hex, taken: Collection[Hex]
) -> Refusal | None:
    """Why such a being cannot appear there."""
    being = fight.edition.creatures[spell.being or word]
    cells = forms.fitting(fight, being.hexes, anchor, taken)
    if not cells and fight.board.is_wall(anchor):
        return Refusal(f"there is a wall in {anchor}", "RUL-118")
    if not cells:
        return Refusal(f"there is no room for a {being.name.lower()} in {anchor}", "RUL-118")
    if spell.summons and gap(who.cells, cells) > NEAR:
        return Refusal(f"{anchor} is more than two hexes away", "MAG-21")
    if not all(targets.sees(fight, who, spell, (cell,)) for cell in cells):
        return Refusal(f"{who.name} does not see all of that ground", "RUL-118")
    return None


def call_refusal(fight: Fight, who: Fighter, spell: Spell) -> Refusal | None:
    """Why he cannot call a being by that spell now."""
    if spell.summons and (mine := summoned_by(fight, who)):
        return Refusal(f"{mine.name} is still there: one summoned being at a time", "MAG-21")
    words = guises(fight, who, spell) if deceives(spell) else [""]
    if not words:
        return Refusal(f"no being of that size is within IQ {who.iq}", "RUL-114")
    if not any(next(places(fight, who, spell, word), None) for word in words):
        return Refusal("there is no empty ground in sight for it", "RUL-118")
    return None


def summoned_by(fight: Fight, who: Fighter) -> Fighter | None:
    """The being that he has truly summoned, while it lives (MAG-21, RUL-118)."""
    mine = (one for one in fight.fighters if one.summoner == who.name and not one.phantom)
    return next((one for one in mine if one.cells and one.status != "dead"), None)


# -- coming and going --------------------------------------------------------------------------


def called(
    fight: Fight, who: Fighter, spell: Spell, hexes: tuple[Hex, ...], word: str = ""
) -> Flow[None]:
    """The being appears with its anchor in the first of those hexes (MAG-21, RUL-114, RUL-118).

    It is idle in the turn of its arrival but may react at once, and is played by the caster's
    side.
    """
    id = spell.being or word
    being = brought(fight, id, unique_name(fight, fight.edition.creatures[id].name))
    being.side, being.seat, being.summoner = who.side, who.seat, who.name
    being.cells = forms.fitting(fight, being.character.hexes, hexes[0], fight.taken())
    fight.refresh(being)
    fight.fighters.append(being)
    fight.quiet = 0
    fight.casts += 1
    cast = Cast(fight.casts, spell.id, who.name, target=being.name, word=word)
    fight.spells = (*fight.spells, cast)
    rules = (shown_spell(fight, spell, word).rule, "MAG-21", "RUL-118")
    fight.tell(Appeared(rules=rules, who=who.name, being=being.name, hex=str(being.hex)))
    if deceives(spell):
        assert spell.lasting is not None
        being.phantom = "image" if spell.lasting.image else "illusion"
        being.known_to = privy(fight, who)
        fight.tell(
            Feigned(
                rules=(spell.rule, "MAG-17", "RUL-114"),
                seen_by=being.known_to,
                being=being.name,
                kind=being.phantom,
                spell=spell.name,
                price=price(spell),
            )
        )
    yield from lasting.come_to(fight, being, ())


def brought(fight: Fight, id: str, name: str) -> Fighter:
    """A being of that kind, not on the board yet and nobody's."""
    character = forms.character_of(fight.edition, id)
    return Fighter(
        name=name,
        side=-1,
        seat="",
        character=character,
        arms=forms.arms_of(character, forms.common_arms(fight)),
        cells=(),
        ready=(),
        carried=(),
        damage=0,
        fatigue=0,
        karma=0,
        wishes=0,
        acted=True,
        being=id,
    )


def unique_name(fight: Fight, name: str) -> str:
    """Three bandits are Bandit, Bandit 2 and Bandit 3."""
    taken = {one.name.casefold() for one in fight.fighters}
    number, unique = 1, name
    while unique.casefold() in taken:
        number += 1
        unique = f"{name} {number}"
    return unique


def gone(fight: Fight, being: Fighter) -> None:
    """Off the board for good, with the spells that were on it."""
    being.vanished = True
    being.joined = 0
    being.cells = ()
    fight.spells = tuple(one for one in fight.spells if one.target != being.name)
    fight.refresh(being)
    injury.release(fight)


def vanishes(fight: Fight, being: Fighter, why: str, rule: str) -> None:
    """It is no longer there; what it was, nobody learns by that."""
    gone(fight, being)
    fight.tell(Vanished(rules=(rule,), being=being.name, why=why))


def exposed(fight: Fight, being: Fighter, how: str) -> None:
    """An image that was touched, an illusion that was killed or disbelieved (MAG-17, RUL-114)."""
    gone(fight, being)
    fight.quiet = 0
    rules = ("MAG-17", "RUL-114")
    fight.tell(Exposed(rules=rules, being=being.name, kind=being.phantom, how=how))


def touched(fight: Fight, *parties: Fighter) -> bool:
    """Images among those who touch one another are gone, and nothing comes of it (RUL-114)."""
    images = [one for one in parties if one.phantom == "image" and not one.vanished]
    for one in images:
        exposed(fight, one, "it is gone at a touch")
    return bool(images)


def released(fight: Fight, cast: Cast) -> None:
    """A spell has ended by which somebody was called, changed or ruled (RUL-113)."""
    spell = fight.edition.spells[cast.spell]
    fight.spells = tuple(one for one in fight.spells if one.number != cast.number)
    target = fight.named(cast.target)
    if calls(spell):
        vanishes(fight, target, "the spell has ended", "RUL-113")
    elif spell.morphs:
        forms.returned(fight, target)
    elif minds.sways(spell):
        minds.freed(fight, target, [cast])


def fallen(fight: Fight, who: Fighter) -> None:
    """He can fight no more: he is himself again (MAG-19), what he has summoned is gone (MAG-21).

    An illusion that is killed was never there; other static spells outlast their caster (RUL-121).
    """
    if who.phantom == "illusion" and who.status in ("dying", "dead"):
        exposed(fight, who, "it is gone with the mortal blow")
    if who.spirit and who.status == "dead":
        minds.freed(fight, who, minds.raisings(fight, who))
    for one in fight.fighters:
        if one.summoner == who.name and not one.phantom and one.cells:
            vanishes(fight, one, f"{who.name} has fallen", "MAG-21")


def dissolved(fight: Fight) -> None:
    """The encounter is over (RUL-69): beings are gone, morphed ones and the ruled are themselves."""
    for one in fight.fighters:
        if one.being and one.cells:
            vanishes(fight, one, "the fight is over", "MAG-21")
        forms.returned(fight, one)
        if one.home is not None or one.spirit:
            minds.freed(fight, one, minds.swaying(fight, one))


# -- at will, and against one's eyes -----------------------------------------------------------


def at_will(fight: Fight, who: Fighter) -> list[str]:
    """What he may end at will in his turn (RUL-121): his summoned being, a spirit that he raised."""
    book = fight.edition.spells
    mine = [(one, book[one.spell]) for one in fight.spells if one.caster == who.name]
    return [
        one.target
        for one, spell in mine
        if spell.summons or (spell.at_once is not None and spell.at_once.raises)
    ]


def dismissed(fight: Fight, who: Fighter, name: str) -> None:
    """Willed away (MAG-21, RUL-118)."""
    one = fight.named(name)
    if one.being:
        vanishes(fight, one, f"{who.name} wills it away", "MAG-21")
    else:
        minds.freed(fight, one, minds.raisings(fight, one, who.name))


def doubtful(fight: Fight, who: Fighter) -> list[Fighter]:
    """The beings that may be false for all his side can tell: those of one who knows illusions.

    Of what he has called himself he has no doubt, whoever rules him now.
    """
    if not fight.spells:
        return []
    return [
        one
        for one in fight.fighters
        if one.summoner not in ("", who.name)
        and one.active
        and one.side != who.side
        and deceiver(fight, fight.named(one.summoner))
    ]


def doubts_freely(fight: Fight, who: Fighter) -> bool:
    """Whether the table lets him disbelieve beside his action, once a turn (RUL-114)."""
    return fight.options.disbelief == "free_once_per_turn" and who.doubted != fight.turn


def disbelieve(fight: Fight, who: Fighter, being: Fighter) -> Flow[None]:
    """Win IQ against its caster, and an image or illusion is gone for all (MAG-17, RUL-114)."""
    who.doubted = fight.turn
    if not being.active:
        return
    caster = fight.named(being.summoner)
    won = (yield from wins(fight, who, caster, "IQ", "disbelieve")) is who
    if won and being.phantom:
        exposed(fight, being, f"{who.name} does not believe in it")
        return
    rules = ("MAG-17", "RUL-114")
    fight.tell(Doubted(rules=rules, who=who.name, being=being.name, real=won))
