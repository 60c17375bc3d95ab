"""What interfaces are given beside the view: the ground, a closer look, and a fight as bytes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from legendry.hexes import Hex, neighbours
from legendry.legends import learning
from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.magic.beings import brought
from legendry.legends.magic.forms import reshape
from legendry.legends.magic.lasting import rebuild
from legendry.legends.movement import reachable, threats
from legendry.table import Insight, Ledger
from legendry.table.freezing import Kept, unfrozen
from legendry.table.requests import folded


class Scenery(Struct, frozen=True):
    """The board: every hex by its label, walls included, with its tags."""

    name: str
    columns: int
    rows: int
    hexes: dict[str, tuple[str, ...]]


def scenery(fight: Fight) -> Scenery:
    """The board as it is drawn."""
    board = fight.terrain
    return Scenery(
        board.name,
        max(hex.column for hex in board),
        max(hex.row for hex in board),
        {str(hex): tuple(sorted(board.tags(hex))) for hex in board},
    )


# -- a closer look at a fighter ----------------------------------------------------------------


def inspect(fight: Fight, thing: str) -> Insight:
    """The figures of the fighter of that name, and the hexes that he reaches, holds and sees."""
    for one in fight.fighters:
        if folded(one.name) == folded(thing):
            places = {
                "reach": reach(fight, one),
                "zone": zone(fight, one),
                "sees": seen(fight, one),
            }
            return Insight(
                figures(fight, one), {name: labels(hexes) for name, hexes in places.items()}
            )
    return Insight()


def figures(fight: Fight, who: Fighter) -> tuple[Ledger, ...]:
    """His attributes and movement, and what his armor takes off a blow."""
    armor = fight.armor(who, who.arms["unarmed"], grappling=False)
    return *(who.ledgers[name] for name in ("ST", "DX", "IQ", "MA")), armor


def reach(fight: Fight, who: Fighter) -> Iterable[Hex]:
    """Where he could move to now (MOV-1, MOV-2): nowhere while he is held (GRP-1)."""
    return reachable(fight, who) if who.active and not fight.hindered(who) else ()


def zone(fight: Fight, who: Fighter) -> Iterable[Hex]:
    """The hexes of his zone of control, if he exerts one now (ZOC-1, RUL-62, RUL-65)."""
    if not any(who is one for foe in fight.foes(who) for one in threats(fight, foe)):
        return ()
    around = {hex for cell in who.cells for hex in neighbours(cell) if fight.board.open(hex)}
    return around.difference(who.cells)


def seen(fight: Fight, who: Fighter) -> Iterable[Hex]:
    """The hexes to which nothing stops a shot of his (SHT-1, RUL-25)."""
    if not who.active:
        return ()
    board = fight.board
    bodies = fight.bodies(who) if fight.options.bodies_block_missiles else set()
    return (
        hex
        for hex in board
        if hex not in who.cells
        and not board.is_wall(hex)
        and any(board.sees(cell, hex, bodies) for cell in who.cells)
    )


def labels(hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(map(str, sorted(hexes)))


# -- as bytes ----------------------------------------------------------------------------------

GIVEN = {"character", "arms", "own"}
WORKED_OUT = {"ledgers", "st", "dx", "iq", "ma", "in_hand", "ranged", "throws", "active"}
WORKED_OUT |= {"spellbound", "st_bonus"}
FIGHTER = Kept(Fighter, GIVEN | WORKED_OUT, cells=tuple[str, ...])
"""What set-up does not give is kept; what follows from it, `Fight.refresh` works out again."""
CAST = Kept(Cast, (), hexes=tuple[str, ...])
FIGHT = Kept(
    Fight,
    {"edition", "options", "terrain", "board", "events"},
    fighters=list[FIGHTER.shape],  # type: ignore[name-defined]  # made at run time
    spells=tuple[CAST.shape, ...],  # type: ignore[name-defined]
    ground=dict[str, tuple[str, ...]],
)


def freeze(fight: Fight) -> bytes:
    """A fight as bytes."""
    return msgspec.json.encode(
        FIGHT.of(
            fight,
            fighters=[FIGHTER.of(one, cells=tuple(map(str, one.cells))) for one in fight.fighters],
            spells=tuple(CAST.of(one, hexes=tuple(map(str, one.hexes))) for one in fight.spells),
            ground={str(hex): things for hex, things in fight.ground.items()},
        )
    )


def thaw(fight: Fight, frozen: bytes) -> Fight:
    """A fight fresh from set-up, as it was when it was frozen; `ValueError` if that was another.

    Those whom magic brought since are made anew; a shape taken, a spirit, a wall is there again.
    """
    kept = unfrozen(frozen, FIGHT.shape)
    people, there = len(fight.fighters), fight.fighters
    if [one.name for one in kept.fighters[:people]] != [one.name for one in there]:
        raise ValueError("the frozen fight has other fighters than this one")
    there += [came(fight, one.name, one.being) for one in kept.fighters[people:]]
    ground = {on_board(fight, label): things for label, things in kept.ground.items()}
    FIGHT.restore(kept, fight, fighters=there, ground=ground, spells=in_play(fight, kept.spells))
    fight.events = []
    for one, who in zip(kept.fighters, there, strict=True):
        cells = tuple(on_board(fight, label) for label in one.cells)
        FIGHTER.restore(one, who, cells=cells)
        if {*who.ready, *who.carried} - who.arms.keys() - fight.edition.armor.keys():
            raise ValueError(f"in the frozen fight {who.name} has what nobody has")
        learning.learned_again(fight, who)
    rebuild(fight)
    for who in there:
        names = {one.name for one in there}
        if {who.form} - {""} - fight.edition.creatures.keys() or {who.spirit} - {""} - names:
            raise ValueError(f"in the frozen fight {who.name} is what nobody can be")
        reshape(fight, who)
    return fight


def came(fight: Fight, name: str, being: str) -> Fighter:
    """Somebody whom magic brought into the fight, for `thaw` to give him the rest."""
    if being not in fight.edition.creatures:
        raise ValueError(f"in the frozen fight nobody can tell what {name} is")
    return brought(fight, being, name)


def in_play(fight: Fight, kept: Iterable[Any]) -> tuple[Cast, ...]:
    """The spells that lasted when the fight was frozen."""
    spells = []
    names = {one.name for one in fight.fighters}
    for one in kept:
        if one.spell not in fight.edition.spells or {one.caster, one.target} - {""} - names:
            raise ValueError("the frozen fight has a spell that nobody cast")
        hexes = tuple(on_board(fight, label) for label in one.hexes)
        spells.append(
            Cast(one.number, one.spell, one.caster, one.target, hexes, one.value, one.word)
        )
    return tuple(spells)


def on_board(fight: Fight, label: str) -> Hex:
    hex = Hex.at(label)
    if hex not in fight.board:
        raise ValueError(f"{label} is not on the board of this fight")
    return hex
