"""The hexes that a spell may be cast at (MAG-5, MAG-8, RUL-97, RUL-99, RUL-100)."""

from __future__ import annotations

from collections.abc import Sequence

from legendry.hexes import FLOWER, RHOMBUS, TRIANGLE, Hex, frontier, gap
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.magic import effects
from legendry.legends.magic.spells import Spell
from legendry.legends.magic.targets import Aim, sees
from legendry.table import Refusal

COMPACT = {3: TRIANGLE, 4: RHOMBUS, 7: FLOWER}


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


def hexes_refusal(fight: Fight, who: Fighter, spell: Spell) -> Refusal | None:
    """Why there is no hex at all that he could cast it at."""
    why = Refusal("there is no hex in sight to cast it at", "MAG-5")
    for hex in (*who.cells, *fight.board):
        if hex_refusal(fight, who, spell, hex):
            continue
        if not aim_refusal(fight, who, spell, hex):
            return None
        why = Refusal(f"{spell.name} would add nothing in any hex in sight", "MAG-8")
    return why


def aim_refusal(fight: Fight, who: Fighter, spell: Spell, hex: Hex) -> Refusal | None:
    """Why that hex cannot be the first.

    A magic strike flies there like a missile (RUL-97). A spell that stays in hexes adds nothing
    where it is already (MAG-8): one of them is new to it, and that one is named first; the others
    may join new ones together.
    """
    if spell.static and effects.bears(fight, hex, spell):
        return Refusal(f"{spell.name} would add nothing in {hex}", "MAG-8")
    if spell.kind != "strike" or gap(who.cells, (hex,)) <= 1:
        return None
    bodies = fight.bodies(who) if fight.options.bodies_block_missiles else set()
    if any(fight.board.sees(cell, hex, bodies) for cell in who.cells):
        return None
    return Refusal(f"something stands between {who.name} and {hex}", "RUL-97")


def next_refusal(
    fight: Fight, who: Fighter, spell: Spell, aim: Aim, hex: Hex, size: int
) -> Refusal | None:
    """Why that hex cannot come next, after those named before (RUL-99)."""
    if refusal := hex_refusal(fight, who, spell, hex):
        return refusal
    if not aim.hexes:
        return aim_refusal(fight, who, spell, hex)
    if hex in aim.hexes:
        return Refusal(f"{hex} is one of them already", "RUL-99")
    if gap(aim.hexes, (hex,)) > 1:
        return Refusal(f"{hex} is not beside the others", "RUL-99")
    if fight.options.area_shape != "free" and not compact((*aim.hexes, hex), size):
        return Refusal(f"with {hex} the area would not be compact", "RUL-99")
    return None


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
