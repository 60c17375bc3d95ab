"""Every spell of the book is refused to whoever lacks the IQ, or wears metal (MAG-3, MAG-12)."""

from __future__ import annotations

import pytest

from legendry.legends.edition import Spell, edition
from tests.legends.arena import AW, arena, mage, offered, play, who, why_not

BOOK = [pytest.param(spell, id=spell.id) for spell in edition(AW).spells.values()]


@pytest.mark.parametrize("spell", BOOK)
def test_too_little_iq_spl_1_to_spl_77(spell: Spell) -> None:
    """MAG-3: known, but rated a point above his IQ."""
    mira = mage("Mira", "Greeks", "0303", spell.id, iq=spell.iq - 1)
    table = play(arena(AW, mira, who("Hector", "Trojans", "0603")), "Mira stay")
    said = f"Mira cast {spell.name}"
    assert said not in offered(table)
    assert why_not(table, said) == f"it needs IQ {spell.iq}, and Mira has {spell.iq - 1} (MAG-3)"


@pytest.mark.parametrize("spell", BOOK)
def test_metal_spl_1_to_spl_77(spell: Spell) -> None:
    """MAG-12, RUL-96: chain is of metal."""
    mira = mage("Mira", "Greeks", "0303", spell.id, iq=spell.iq, armor=["chain"])
    table = play(arena(AW, mira, who("Hector", "Trojans", "0603")), "Mira stay")
    said = f"Mira cast {spell.name}"
    assert said not in offered(table)
    assert why_not(table, said) == "chain is of metal (MAG-12)"
