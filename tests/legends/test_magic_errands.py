"""Spells outside a fight (SPL-4, SPL-9, RUL-120): a rope to climb by, and the school of seeing."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.edition import edition
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.magic import errands
from legendry.legends.magic.errands import Paid
from legendry.legends.magic.events import SpellFailed
from legendry.table import Roll

from .arena import AW, arena, mage, who

BOOK = edition(AW).spells


def camp(*spells: str, options: Any = None, **figures: Any) -> tuple[Fight, Fighter]:
    """Mira, and a scene that she is in; a fight serves as well as any other."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0303", *spells, **figures),
        who("Ajax", "Greeks", "0302"),
        who("Hector", "Trojans", "0703"),
        options=options,
    )
    return table.state, table.state.named("Mira")


def cast(scene: Fight, mira: Fighter, id: str, faces: str) -> Paid | None:
    """What comes of it with those dice."""
    flow = errands.errand(scene, mira, BOOK[id])
    roll = next(flow)
    assert isinstance(roll, Roll)
    assert (roll.name, roll.dice, roll.against and roll.against.title) == (
        f"cast {BOOK[id].name} Mira",
        3,
        "IQ",
    )
    with pytest.raises(StopIteration) as ended:
        flow.send(roll.read(faces))
    result: Paid | None = ended.value.value
    return result


@pytest.mark.parametrize(
    ("id", "price"),
    [("rope", 2), ("super-rope", 5), ("reveal-magic", 1), ("read-mind", 1), ("see-future", 3)],
)
def test_it_is_a_normal_spell(id: str, price: int) -> None:
    """SPL-4, SPL-9, SPL-66 to SPL-68: 3/IQ, nobody resists; the price if it works (MAG-1, MAG-9)."""
    scene, mira = camp(id)
    assert [spell.id for spell in errands.errands(scene.edition, mira.character)] == [id]
    assert errands.errand_refusal(scene, mira, BOOK[id]) is None
    assert cast(scene, mira, id, "6 5 5") == Paid(fatigue=price)
    assert cast(scene, mira, id, "6 6 5") is None
    assert isinstance(scene.events[-1], SpellFailed)


def test_the_staff_pays_first() -> None:
    """MAG-11, RUL-101: while it is in hand."""
    scene, mira = camp("super-rope", weapons=["wizards-staff"], staff=3)
    assert cast(scene, mira, "super-rope", "3 3 3") == Paid(staff=3, fatigue=2)
    scene, mira = camp("super-rope", weapons=["dagger", "wizards-staff"], staff=3)
    assert cast(scene, mira, "super-rope", "3 3 3") == Paid(fatigue=5)


@pytest.mark.parametrize(
    ("id", "figures", "why"),
    [
        ("rope", {"spells": ["blur"]}, "Mira does not know Rope (MAG-3)"),
        ("rope", {"iq": 10}, "it needs IQ 11, and Mira has 10 (MAG-3)"),
        ("rope", {"armor": ["chain"]}, "chain is of metal (MAG-12)"),
        ("rope", {"fatigue": 12}, "Mira cannot act (INJ-2)"),
        ("blur", {}, "Blur serves in fights only (SPL-13)"),
    ],
)
def test_why_not(id: str, figures: dict[str, Any], why: str) -> None:
    scene, mira = camp(id, **figures)
    assert str(errands.errand_refusal(scene, mira, BOOK[id])) == why


@pytest.mark.parametrize("overcast", [True, False])
def test_more_than_one_has_where_the_table_allows_it(overcast: bool) -> None:
    """RUL-102: 12 of ST 12 less 8 are 4, and Super Rope costs 5."""
    scene, mira = camp("super-rope", fatigue=8, options={"overcast": overcast})
    why = errands.errand_refusal(scene, mira, BOOK["super-rope"])
    assert why is None if overcast else str(why) == "it costs 5, and Mira has 4 left (RUL-102)"


def test_in_a_fight_a_rope_binds() -> None:
    """SPL-4, RUL-108: it is direct there; nobody climbs on a board."""
    assert BOOK["rope"].kind == "direct"
    assert [spell.id for spell in BOOK.values() if spell.climbing] == ["rope", "super-rope"]
