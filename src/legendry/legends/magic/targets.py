"""What a spell may be cast at, for how much, and why not at others (MAG-5, MAG-9, RUL-97 to RUL-102)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy

from msgspec import Struct

from legendry.hexes import FLOWER, RHOMBUS, TRIANGLE, Hex, distance, frontier, gap
from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.magic import effects, seeming
from legendry.legends.magic.spells import MOST_POWER, Spell, amounts, chosen, price, staff_of
from legendry.table import Ledger, Refusal

COMPACT = {3: TRIANGLE, 4: RHOMBUS, 7: FLOWER}


class Aim(Struct, frozen=True, gc=False):
    """What the caster has said so far."""

    text: str
    """In the notation of an answer."""
    seems: str
    """The same as others read it who take an illusion for what it shows (RUL-114)."""
    target: str = ""
    hexes: tuple[Hex, ...] = ()
    amount: int = 1
    word: str = ""
    """An attribute, a thing, a being, or somebody else who has a part in it."""
    to: Hex | None = None
    cast: int = 0
    """The number of the spell to be dispelled."""


# -- people ------------------------------------------------------------------------------------


def is_direct(spell: Spell, who: Fighter, target: Fighter) -> bool:
    """Whether it is laid upon that person as a direct spell (MAG-4, RUL-98)."""
    return spell.kind == "direct" or (spell.resisted and target.side != who.side)


def is_hostile(spell: Spell, who: Fighter, target: Fighter) -> bool:
    """Direct on an enemy: it takes a contest, and is an attack (MAG-2, RUL-98, RUL-121)."""
    return target.side != who.side and is_direct(spell, who, target)


def sees(fight: Fight, who: Fighter, spell: Spell, hexes: Sequence[Hex]) -> bool:
    """A clear line to one of those hexes, terrain only; his own are always clear (RUL-100).

    Mage Sight waives it, but for magic strikes (RUL-107).
    """
    if any(fight.board.sees(a, b) for a in who.cells for b in hexes):
        return True
    return spell.kind != "strike" and bool(fight.spells) and effects.has_mage_sight(fight, who)


def person_refusal(fight: Fight, who: Fighter, spell: Spell, target: Fighter) -> Refusal | None:
    """Why that spell cannot be cast at somebody."""
    name = target.name
    if target.status in ("fled", "vanished") or not target.cells:
        return Refusal(f"{name} is not here", "MAG-5")
    if target.status == "dead":
        return Refusal(f"{name} is dead", "INJ-7")
    if not sees(fight, who, spell, target.cells):
        return Refusal(f"{who.name} does not see {name}", "RUL-100")
    if spell.kind == "strike" and target is who:
        return Refusal(f"{name} does not strike himself", "MAG-13")
    if spell.kind == "strike" and not fight.clear(who, target):
        return Refusal(f"something stands between {who.name} and {name}", "RUL-97")
    if fight.spells:
        if is_direct(spell, who, target) and effects.shielded(fight, target):
            return Refusal(f"a Spell Shield protects {name}", "RUL-113")
        known = effects.under(fight, target, spell)
        if known is not None and not chosen(spell):
            return Refusal(f"{spell.name} is on {name} already", "MAG-8")
        if known is not None and not offered_amounts(fight, who, spell, Aim("", "", name)):
            return Refusal(f"{spell.name} cannot be made stronger on {name}", "RUL-104")
    what = spell.lasting
    if what is not None and what.st_limit and target.st > what.st_limit:
        return Refusal(f"{name} with ST {target.st} is too strong for it", "RUL-108")
    if what is not None and what.controlled and target.side == who.side:
        return Refusal(f"{name} is of that side already", "RUL-112")
    refusal = at_once_refusal(fight, who, spell, target) if spell.at_once else None
    return refusal or price_refusal(fight, who, spell, target)


def at_once_refusal(fight: Fight, who: Fighter, spell: Spell, target: Fighter) -> Refusal | None:
    """Why what the spell does at once would do nothing to him."""
    what, name = spell.at_once, target.name
    assert what is not None
    if what.pushes and target is who:
        return Refusal(f"{name} cannot be pushed away from himself", "RUL-116")
    if what.heal_per_point and target.status == "dying":
        return Refusal(f"the damage of {name} has reached his ST", "SPL-32")
    if what.heal_per_point and not target.damage:
        return Refusal(f"{name} has no wounds", "SPL-32")
    if what.revives and target.status != "dying":
        return Refusal(f"{name} has not been killed", "SPL-33")
    if what.channels and not donors(fight, who, spell, target):
        return Refusal("nobody else in sight is wounded", "SPL-34")
    if what.drops and not objects(fight, spell, target):
        return Refusal(f"{name} carries nothing", "SPL-46")
    if what.breaks and not objects(fight, spell, target):
        return Refusal(f"{name} has no weapon that would break", "SPL-53")
    if what.teleports and not next(destinations(fight, who, spell, target), None):
        return Refusal("there is no empty hex in sight", "RUL-118")
    if what.raises and not spirits(fight):
        return Refusal("nobody has died here", "SPL-77")
    if what.raises and not target.active:
        return Refusal(f"{name} is {target.status}", "SPL-77")
    return None


def persons(fight: Fight, who: Fighter, spell: Spell) -> list[Fighter]:
    """At whom he can cast it, those it is meant for first."""
    able = [one for one in fight.fighters if not person_refusal(fight, who, spell, one)]
    return sorted(able, key=lambda one: (one.side == who.side) != spell.friendly)


def donors(fight: Fight, who: Fighter, spell: Spell, target: Fighter) -> list[Fighter]:
    """Those whose damage can go to him (SPL-34): both in sight (RUL-115)."""
    return [
        one
        for one in fight.fighters
        if one is not target
        and one.damage
        and one.cells
        and one.status != "dead"
        and sees(fight, who, spell, one.cells)
    ]


def objects(fight: Fight, spell: Spell, target: Fighter) -> list[str]:
    """What he carries that can be dropped, no armor; what can be broken, no staff of power (RUL-116)."""
    things = dict.fromkeys((*target.ready, *target.carried))
    if spell.at_once and spell.at_once.breaks:
        staff = staff_of(fight.edition, target.character)
        return [id for id in things if id in fight.edition.weapons and id not in ("unarmed", staff)]
    return [id for id in things if id != "unarmed"]


def spirits(fight: Fight) -> list[Fighter]:
    """The dead whose spirits may return (SPL-77); none is in two hosts."""
    abroad = {one.spirit for one in fight.fighters}
    return [
        one
        for one in fight.fighters
        if one.status in ("dead", "dying") and not one.being and one.name not in abroad
    ]


def destinations(fight: Fight, who: Fighter, spell: Spell, target: Fighter) -> Iterator[Hex]:
    """Where somebody can be teleported to: room for him, in sight of the caster (RUL-118)."""
    taken = fight.taken(target)
    for hex in fight.board:
        cells = fight.fitting(target, hex, taken)
        if cells and hex != target.hex and sees(fight, who, spell, cells):
            yield hex


# -- hexes and spells --------------------------------------------------------------------------


def hex_refusal(fight: Fight, who: Fighter, spell: Spell, hex: Hex) -> Refusal | None:
    """Why that hex cannot be among those of the spell."""
    if fight.board.is_wall(hex):
        return Refusal(f"there is a wall in {hex}", "RUL-109")
    if not sees(fight, who, spell, (hex,)):
        return Refusal(f"{who.name} does not see {hex}", "RUL-100")
    if spell.lasting and spell.lasting.wall:
        there = (one for one in fight.fighters if hex in one.cells)
        if one := next(there, None):
            return Refusal(f"{one.name} is in {hex}", "SPL-5")
    return None


def hexes(fight: Fight, who: Fighter, spell: Spell) -> list[Hex]:
    """The hexes that may be among those of the spell."""
    return [hex for hex in fight.board if not hex_refusal(fight, who, spell, hex)]


def aim_refusal(fight: Fight, who: Fighter, spell: Spell, hex: Hex) -> Refusal | None:
    """Why that hex cannot be the first: a magic strike flies there like a missile (RUL-97)."""
    if spell.kind != "strike" or gap(who.cells, (hex,)) <= 1:
        return None
    bodies = fight.bodies(who) if fight.options.bodies_block_missiles else frozenset()
    if any(fight.board.sees(cell, hex, bodies) for cell in who.cells):
        return None
    return Refusal(f"something stands between {who.name} and {hex}", "RUL-97")


def next_hexes(
    fight: Fight, who: Fighter, spell: Spell, aim: Aim, ground: frozenset[Hex], size: int
) -> list[Hex | None]:
    """The hexes that may come next, and None for enough."""
    found: list[Hex | None] = []
    for hex in frontier(aim.hexes, ground):
        if not aim.hexes:
            if not aim_refusal(fight, who, spell, hex):
                found.append(hex)
        elif fight.options.area_shape == "free" or compact((*aim.hexes, hex), size):
            found.append(hex)
    return [*found, None] if aim.hexes else found


def compact(area: Sequence[Hex], size: int) -> bool:
    """Whether those hexes are part of a triangle, a rhombus, or a hex and its ring (RUL-99)."""
    wanted = set(area)
    return any(
        wanted <= {area[0] - own + offset for offset in turn}
        for turn in COMPACT[size]
        for own in turn
    )


def dispellable(fight: Fight, who: Fighter, spell: Spell) -> list[Cast]:
    """The static spells in sight (RUL-113); a Flash is none."""
    return [
        cast
        for cast in fight.spells
        if fight.edition.spells[cast.spell].static
        and sees(fight, who, spell, fight.named(cast.target).cells if cast.target else cast.hexes)
    ]


def defender(fight: Fight, cast: Cast) -> Fighter:
    """Who resists for a spell: its caster or, where he is away, its rating as an IQ (SPL-28, RUL-7)."""
    caster = fight.named(cast.caster)
    if caster.status not in ("dead", "fled", "vanished"):
        return caster
    spell = seeming.cast_spell(fight, cast)
    rating = copy(caster)
    rating.name, rating.active, rating.iq = spell.name, True, spell.iq
    rating.karma = rating.wishes = 0
    rating.ledgers = {"IQ": Ledger.of("IQ", (spell.iq, "rating of the spell", "RUL-7"))}
    return rating


def described(fight: Fight, cast: Cast) -> str:
    """A spell in play as everybody knows it: `Blur on Ajax`, `Fire-3 in 0405`."""
    name = seeming.cast_spell(fight, cast).name
    where = f"on {cast.target}" if cast.target else f"in {cast.hexes[0]}"
    alike = [one for one in fight.spells if one.spell == cast.spell and one.hexes == cast.hexes]
    twin = "" if cast.target or len(alike) == 1 else f" number {cast.number}"
    return f"{name} {where}{twin}"


# -- how much ----------------------------------------------------------------------------------


def staff_power(fight: Fight, who: Fighter) -> int:
    """What his staff has left, while it is in his hand (MAG-11, RUL-101)."""
    if not who.staff or staff_of(fight.edition, who.character) not in who.ready:
        return 0
    return who.staff


def power(fight: Fight, who: Fighter) -> int:
    """What he can spend and stay on his feet: the last point of strength he needs to stand."""
    return who.points_left - 1 + staff_power(fight, who)


def cost(fight: Fight, spell: Spell, aim: Aim) -> int:
    """The price of the casting that he has in mind (MAG-9)."""
    st = fight.named(aim.target).st if aim.target else 0
    if spell.cost.special == "st of patient":
        st = fight.named(aim.target).character.st
    spirit = fight.named(aim.word).character.iq if spell.cost.special == "iq of spirit" else 0
    return price(spell, aim.amount, target_st=st, spirit_iq=spirit)


def price_refusal(
    fight: Fight, who: Fighter, spell: Spell, target: Fighter | None = None
) -> Refusal | None:
    """Where the table forbids it, nobody spends more than he has left (RUL-102)."""
    if fight.options.overcast:
        return None
    if spell.cost.special == "iq of spirit":
        least = min((one.character.iq for one in spirits(fight)), default=0)
    elif target is None and spell.cost.special == "st of patient":
        least = 1
    else:
        least = cost(fight, spell, Aim("", "", target.name if target else ""))
    left = who.points_left + staff_power(fight, who)
    if least <= left:
        return None
    return Refusal(f"it costs {least}, and {who.name} has {left} left", "RUL-102")


def most(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> int:
    """The largest amount that makes sense: beyond it nothing more would come of it."""
    what, now = spell.lasting, spell.at_once
    if now is not None and now.pushes:
        farthest = max(distance(who.hex, hex) for hex in fight.board)
        return max(1, -(-farthest // now.pushes))
    if not aim.target:
        return MOST_POWER
    target = fight.named(aim.target)
    if what is not None and what.per_point:
        return target.character.dx if what.attribute == "DX" else target.character.iq
    if now is not None and now.heal_per_point:
        return target.damage
    if now is not None and now.channels:
        return fight.named(aim.word).damage if aim.word else MOST_POWER
    if now is not None and now.damage_per_point:
        return max(1, 2 * target.character.st - target.damage)
    return MOST_POWER


def offered_amounts(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> range:
    """The amounts he may choose: to the end of his strength, or where it is allowed of his life."""
    left = who.points_left + staff_power(fight, who)
    if fight.options.overcast:
        left = max(left, 1) + who.character.st
    able = amounts(spell, left)
    known = effects.under(fight, fight.named(aim.target), spell) if aim.target else None
    least = known.value + 1 if known is not None else 1
    return range(least, min(len(able), most(fight, who, spell, aim)) + 1)
