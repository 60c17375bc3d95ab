"""What follows from who somebody is and what he holds: his figures, and what he can attack with."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from legendry.legends.character import Character, figures
from legendry.legends.edition import Weapon
from legendry.table import Ledger


class Kit(Struct, frozen=True, gc=False):
    """What follows from who somebody is and what he holds, as long as no magic changes him."""

    ledgers: Mapping[str, Ledger]
    totals: tuple[int, int, int, int]
    """ST, DX, IQ and MA."""
    in_hand: tuple[Weapon, ...]
    ranged: bool
    throws: bool
    of: tuple[Character, Mapping[str, Weapon]]
    """Whose it is: they live as long as it is known by their ids."""


def kit_of(
    character: Character, arms: Mapping[str, Weapon], ready: tuple[str, ...], suit_failed: bool
) -> Kit:
    """His kit with that in hand; it comes again and again in a fight, and is worked out once."""
    key = id(character), id(arms), ready, suit_failed
    kit = _kits.get(key)
    if kit is None:
        if len(_kits) >= MOST_KITS:
            _kits.clear()
        ledgers = figures(character, ready, suit_failed)
        held = [arms[id] for id in dict.fromkeys(ready) if id in arms]
        natural = [weapon for weapon in arms.values() if weapon.natural]
        in_hand = (*held, *natural, arms["unarmed"])
        kit = _kits[key] = Kit(
            ledgers=ledgers,
            totals=totals_of(ledgers),
            in_hand=in_hand,
            ranged=any(not one.explosive if one.thrown else one.missile for one in in_hand),
            throws=any(one.explosive or one.surprise for one in in_hand),
            of=(character, arms),
        )
    return kit


MOST_KITS = 1 << 10
_kits: dict[tuple[int, int, tuple[str, ...], bool], Kit] = {}


def totals_of(ledgers: Mapping[str, Ledger]) -> tuple[int, int, int, int]:
    """ST, DX, IQ and MA."""
    return (
        ledgers["ST"].total,
        ledgers["DX"].total,
        ledgers["IQ"].total,
        ledgers["MA"].total,
    )
