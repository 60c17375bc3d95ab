"""What a spell may be cast at, for how much, and why not at others (MAG-5, MAG-9, RUL-97 to RUL-102)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy

from msgspec import Struct

from legendry.hexes import Hex, distance
from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.magic import effects, seeming
from legendry.legends.magic.spells import MOST_POWER, Spell, amounts, chosen, price, staff_of
from legendry.table import Ledger, Line, Refusal


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
        return [id for id in things if id in fight.edition.weapons and id != staff]
    return [*things]


def spirits(fight: Fight) -> list[Fighter]:
    """The dead whose spirits may return (SPL-77); none is in two hosts.

    The dying are not dead yet: they may be healed until the fight is over (INJ-6, RUL-67).
    """
    abroad = {one.spirit for one in fight.fighters}
    return [
        one
        for one in fight.fighters
        if one.status == "dead" and not one.being and one.name not in abroad
    ]


def destinations(fight: Fight, who: Fighter, spell: Spell, target: Fighter) -> Iterator[Hex]:
    """Where somebody can be teleported to."""
    taken = fight.taken(target)
    for hex in fight.board:
        if not arrival_refusal(fight, who, spell, target, hex, taken):
            yield hex


def arrival_refusal(
    fight: Fight, who: Fighter, spell: Spell, target: Fighter, hex: Hex, taken: Collection[Hex]
) -> Refusal | None:
    """Why he cannot be teleported there: an empty hex, with room for him, in sight (RUL-118)."""
    if hex == target.hex:
        return Refusal(f"{target.name} is there already", "SPL-74")
    if fight.board.is_wall(hex):
        return Refusal(f"there is a wall in {hex}", "SPL-74")
    cells = fight.fitting(target, hex, taken)
    if not cells:
        return Refusal(f"there is no room for {target.name} in {hex}", "RUL-118")
    if not sees(fight, who, spell, cells):
        return Refusal(f"{who.name} does not see {hex}", "RUL-118")
    return None


# -- hexes and spells --------------------------------------------------------------------------


def laid_upon(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> list[Fighter]:
    """Upon whom it is laid: its target, or all in its hexes but the caster (RUL-98).

    Those of them who bear that spell already are left alone: it adds nothing (MAG-8).
    """
    if aim.target:
        return [fight.named(aim.target)]
    if spell.kind != "direct":
        return []
    area = set(aim.hexes)
    return [
        one
        for one in fight.fighters
        if one is not who
        and not area.isdisjoint(one.cells)
        and one.status not in ("dead", "dying")
        and not (fight.spells and effects.shielded(fight, one))
        and not (fight.spells and effects.under(fight, one, spell))
    ]


def dispel_refusal(fight: Fight, who: Fighter, spell: Spell, cast: Cast) -> Refusal | None:
    """Why that spell cannot be ended by him: it must be static and in sight (RUL-113)."""
    if not fight.edition.spells[cast.spell].static:
        return Refusal(f"{seeming.cast_spell(fight, cast).name} is not static", "RUL-113")
    where = fight.named(cast.target).cells if cast.target else cast.hexes
    if not sees(fight, who, spell, where):
        return Refusal(f"{who.name} does not see {described(fight, cast)}", "RUL-113")
    return None


def dispellable(fight: Fight, who: Fighter, spell: Spell) -> list[Cast]:
    """The spells in play that he can end (RUL-113)."""
    return [cast for cast in fight.spells if not dispel_refusal(fight, who, spell, cast)]


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
    if not cast.target and not cast.hexes:
        return name
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
    """The price of the casting that he has in mind (MAG-9): of what is still open, the least."""
    target = fight.named(aim.target) if aim.target else None
    st = target.st if target is not None else 0
    spirit = 0
    if spell.cost.special == "st of patient" and target is not None:
        st = target.character.st
    if spell.cost.special == "iq of spirit":
        named = [fight.named(aim.word)] if aim.word else spirits(fight)
        spirit = min((one.character.iq for one in named), default=0)
    return price(spell, aim.amount, target_st=st, spirit_iq=spirit)


def overspent(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> Ledger | None:
    """The price, if it fells him who pays it (RUL-102); None while he stays on his feet."""
    due = cost(fight, spell, aim)
    if due <= power(fight, who):
        return None
    ledger = Ledger.of("cost", (due, spell.name, "MAG-9"))
    held, left = staff_power(fight, who), who.points_left
    return ledger.plus(
        [
            *([Line(-held, "paid by the staff", "RUL-101")] if held else []),
            Line(0, f"{who.name} has {left} left, and drops", "RUL-102"),
        ]
    )


def warned(fight: Fight, who: Fighter, spell: Spell, aim: Aim) -> str:
    """What somebody should know who is about to spend more than he has (RUL-102)."""
    if not (over := overspent(fight, who, spell, aim)):
        return ""
    beyond = over.total - who.points_left
    converts = fight.options.fatigue_overflow == "converts"  # RUL-66
    wounds = f", {beyond} of it as damage" if beyond and converts else ""
    return f"costs {cost(fight, spell, aim)}{wounds}: {who.name} drops"


def price_refusal(
    fight: Fight, who: Fighter, spell: Spell, target: Fighter | None = None
) -> Refusal | None:
    """Where the table forbids it, nobody spends more than he has left (RUL-102)."""
    if fight.options.overcast:
        return None
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
