"""What spells in play answer to the questions of the rules: dice, figures, armor, sight, walls.

Nothing here changes anything, and where no spell is in play nobody asks. How spells come and go is
in `lasting`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from legendry.hexes import WALL, Board, Hex
from legendry.legends.magic.spells import Lasting, Spell
from legendry.table import Ledger, Line

if TYPE_CHECKING:
    from legendry.legends.fighter import Cast, Fight, Fighter, Spellbound

STANDARD = Ledger.of("dice", (3, "standard", "CHK-2"))
"""Three dice is the standard (CHK-2)."""


def in_play(fight: Fight) -> Iterator[tuple[Cast, Spell, Lasting]]:
    """The spells in play that do something as long as they last (MAG-7)."""
    book = fight.edition.spells
    for cast in fight.spells:
        spell = book[cast.spell]
        if spell.lasting is not None:
            yield cast, spell, spell.lasting


def upon(fight: Fight, who: Fighter) -> Iterator[tuple[Cast, Spell, Lasting]]:
    """The spells that lie on him; a Flash is on everybody but its caster (RUL-106)."""
    for cast, spell, what in in_play(fight):
        if cast.target == who.name or (what.flash and cast.caster != who.name):
            yield cast, spell, what


def under(fight: Fight, who: Fighter, spell: Spell) -> Cast | None:
    """That very spell in any of its sizes, if it lies on him already (MAG-8)."""
    for cast in fight.spells:
        if cast.target == who.name and alike(spell, fight.edition.spells[cast.spell]):
            return cast
    return None


def alike(spell: Spell, other: Spell) -> bool:
    """The same spell: sizes of a family differ in their hexes only (MAG-8, MAG-10)."""
    return spell is other or (bool(spell.family) and spell.family == other.family)


def bears(fight: Fight, hex: Hex, spell: Spell) -> bool:
    """Whether that spell is in the hex already, where it would add nothing (MAG-8)."""
    book = fight.edition.spells
    return any(hex in cast.hexes and alike(spell, book[cast.spell]) for cast in fight.spells)


def lies_in(cast: Cast, cells: Collection[Hex]) -> bool:
    """Whether a spell on hexes covers one of those."""
    return bool(cast.hexes) and not set(cast.hexes).isdisjoint(cells)


# -- dice --------------------------------------------------------------------------------------


def dice_to_hit(
    fight: Fight,
    who: Fighter,
    target: Fighter | None,
    *,
    cells: tuple[Hex, ...] = (),
    at: tuple[Hex, ...] = (),
    by_magic: bool = False,
) -> Ledger:
    """The dice of his attack on a target, or on the hexes `at` (RUL-8).

    He stands where he is, or in `cells`. A magic strike feels what protects the target, not what
    makes the striker clumsy (RUL-97). Mage Sight sees through what is for the eye (RUL-107).
    """
    if not fight.spells:
        return STANDARD
    here = cells or who.cells
    there = target.cells if target is not None else at
    sharp = has_mage_sight(fight, who)
    found: dict[str, Line] = {}
    for cast, spell, what in in_play(fight):
        dice = 0
        if not (sharp and what.seen_by_mage_sight):
            if target is not None and cast.target == target.name:
                dice = what.dice_against if target.flying or not what.only_flying else 0
            if what.dice_into_and_out and lies_in(cast, (*here, *there)):
                dice = what.dice_into_and_out
        if what.own_dice and hampers(cast, what, who, here, fighting=not by_magic):
            dice = max(dice, what.own_dice)
        if dice:
            found[spell.family or spell.id] = Line(dice - 3, spell.name, spell.rule)
    return together(fight, found)


def own_dice(fight: Fight, who: Fighter, *, fighting: bool = False) -> Ledger:
    """The dice of what he does himself: dodge where he is fighting, cast, break free (RUL-8)."""
    if not fight.spells:
        return STANDARD
    found = {
        spell.family or spell.id: Line(what.own_dice - 3, spell.name, spell.rule)
        for cast, spell, what in in_play(fight)
        if what.own_dice and hampers(cast, what, who, who.cells, fighting=fighting)
    }
    return together(fight, found)


def hampers(
    cast: Cast, what: Lasting, who: Fighter, cells: tuple[Hex, ...], *, fighting: bool
) -> bool:
    """Whether a spell gives him more dice himself; flyers care for no floor (RUL-110)."""
    if what.own_dice_for == "attacks" and not fighting:
        return False
    return cast.target == who.name or (lies_in(cast, cells) and not who.flying)


def together(fight: Fight, found: Mapping[str, Line]) -> Ledger:
    """Several effects on the number of dice: the highest counts, or by option all (RUL-8)."""
    if not found:
        return STANDARD
    lines = sorted(found.values(), key=lambda line: -line.amount)
    if fight.options.dice_effects == "highest":
        lines = [lines[0], *(Line(0, f"{line.words} adds nothing", "RUL-8") for line in lines[1:])]
    return STANDARD.plus(lines)


# -- figures -----------------------------------------------------------------------------------


def changed(fight: Fight, who: Fighter, ledgers: Mapping[str, Ledger]) -> Mapping[str, Ledger]:
    """His figures with what spells do to them: different spells add, the same one counts once.

    Attributes stop at 1 (RUL-10); movement follows DX (RUL-18), then come the spells on it.
    """
    mine = list(upon(fight, who))
    if not mine:
        return ledgers
    found: dict[tuple[str, str], Line] = {}
    for cast, spell, what in mine:
        if what.attribute:
            name = cast.word if what.attribute == "choice" else what.attribute
            amount = what.amount * (cast.value if what.per_point else 1)
            known = found.get((name, spell.id))
            if known is None or abs(known.amount) < abs(amount):
                found[name, spell.id] = Line(amount, spell.name, spell.rule)
    now = dict(ledgers)
    for name in ("ST", "DX", "IQ"):
        now[name] = now[name].plus(line for (of, _), line in found.items() if of == name)
        if (total := now[name].total) < 1:
            now[name] = now[name].plus([Line(1 - total, "never below 1", "RUL-10")])
    if who.character.ma is None and now["DX"].total != ledgers["DX"].total:
        dx = now["DX"].total
        now["MA"] = Ledger.of("MA", (dx // 2, f"half of DX {dx}", "MOV-1"))
    now["MA"] = paced(who, now["MA"], mine)
    return now


def paced(who: Fighter, pace: Ledger, mine: list[tuple[Cast, Spell, Lasting]]) -> Ledger:
    """Movement by magic: 12 in flight, doubled, halved, both or none (RUL-104, RUL-110, RUL-108)."""
    by_kind = {what.ma: spell for _, spell, what in mine if what.ma}
    if who.flying and (wings := by_kind.get(12)):
        pace = Ledger.of("MA", (12, wings.name, wings.rule))
    ma = pace.total
    quick, slow = by_kind.get("double"), by_kind.get("half")
    if quick and slow:
        pace = pace.plus([Line(0, f"{slow.name} and {quick.name} cancel", "RUL-104")])
    elif quick:
        pace = pace.plus([Line(ma, quick.name, quick.rule)])
    elif slow:
        pace = pace.plus([Line(ma // 2 - ma, slow.name, slow.rule)])
    ropes = [spell for _, spell, what in mine if what.bound]
    return pace.plus([Line(-pace.total, ropes[0].name, "RUL-108")]) if ropes else pace


def armor_line(fight: Fight, who: Fighter) -> list[Line]:
    """The best armor spell on him, added to what he wears (RUL-104)."""
    found = [
        Line(what.armor, spell.name, spell.rule)
        for _, spell, what in upon(fight, who)
        if what.armor
    ]
    return [max(found, key=lambda line: line.amount)] if found else []


def helpless(fight: Fight, who: Fighter) -> Spellbound:
    """Frozen or asleep by magic, or nothing (RUL-112)."""
    return next((what.helpless for _, _, what in upon(fight, who) if what.helpless), "")


def bound(fight: Fight, who: Fighter) -> bool:
    """Tied by a rope: no movement, no dodge, no entry (RUL-108)."""
    return any(what.bound for _, _, what in upon(fight, who))


def shielded(fight: Fight, who: Fighter) -> bool:
    """No direct spell can be laid on him, by nobody (RUL-113)."""
    return any(what.stops_direct for _, _, what in upon(fight, who))


def has_mage_sight(fight: Fight, who: Fighter) -> bool:
    return any(what.mage_sight for _, _, what in upon(fight, who))


def turns_missiles(fight: Fight, who: Fighter) -> bool:
    """Missiles at him strike their shooter instead (RUL-111)."""
    return any(what.reverses_missiles for _, _, what in upon(fight, who))


def can_fly(fight: Fight, who: Fighter) -> bool:
    """By nature or by magic (RUL-110)."""
    return who.character.flying or any(what.flies for _, _, what in upon(fight, who))


# -- hexes -------------------------------------------------------------------------------------


def walls(fight: Fight) -> frozenset[Hex]:
    """The hexes that magic has walled up (RUL-109)."""
    return frozenset(hex for cast, _, what in in_play(fight) if what.wall for hex in cast.hexes)


@lru_cache(256)
def walled(board: Board, hexes: frozenset[Hex]) -> Board:
    """A board with walls in those hexes as well."""
    cells = {hex: tags | {WALL} if hex in hexes else tags for hex, tags in board.cells.items()}
    return Board(cells, f"{board.name[:60]} with {len(hexes)} walls")


@lru_cache(256)
def sky(board: Board) -> Board:
    """The board as it is to those who fly over its walls."""
    return Board(
        {hex: tags - {WALL} for hex, tags in board.cells.items()}, f"over {board.name}"[:80]
    )


def fire(fight: Fight, cells: Collection[Hex]) -> Line | None:
    """What burns whoever is in those hexes: the hottest fire, once (RUL-105)."""
    found = [
        Line(what.burns, spell.name, spell.rule)
        for cast, spell, what in in_play(fight)
        if what.burns and lies_in(cast, cells)
    ]
    return max(found, key=lambda line: line.amount, default=None)


def burning(fight: Fight) -> frozenset[Hex]:
    """The hexes that are on fire (SPL-1)."""
    return frozenset(hex for cast, _, what in in_play(fight) if what.burns for hex in cast.hexes)


def shunned(fight: Fight, who: Fighter) -> frozenset[Hex]:
    """The fire that wild animals refuse to enter (SPL-1)."""
    return burning(fight) if who.character.kind == "beast" else frozenset()
