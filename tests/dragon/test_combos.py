"""Dice combinations: all 7,776 throws of five dice against every trait, and the book's cases."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from legendry.dragon.cards import default_cards
from legendry.dragon.combos import PATTERNS, holds

TRAITS = default_cards().traits
SHAPES = {
    "weak": ["aabb?"],
    "strong": ["aaa??"],
    "huge": ["aaabb"],
    "corrupted": ["aaaa?"],
    "agile": ["12345", "23456"],
    "legendary": ["aaaaa"],
}
"""Each trait as a picture of its card: letters are faces, different ones for different letters, a
question mark any face at all."""


def shows(shape: str, dice: tuple[int, ...]) -> bool:
    """Whether the dice, laid down in this very order, are the picture."""
    meant: dict[str, int] = {}
    for sign, face in zip(shape, dice, strict=True):
        if sign == "?":
            continue
        if sign.isdigit():
            meant[sign] = int(sign)
        if meant.setdefault(sign, face) != face:
            return False
    return len(set(meant.values())) == len(meant)


def drawn(trait: str) -> set[tuple[int, ...]]:
    """Every throw that can be laid down to be one of the pictures of a trait."""
    lying = {
        dice
        for dice in product(range(1, 7), repeat=5)
        if any(shows(shape, dice) for shape in SHAPES[trait])
    }
    return {order for dice in lying for order in permutations(dice)}


@pytest.mark.parametrize("trait", TRAITS)
def test_every_throw_against_every_trait(trait: str) -> None:
    """DRG-50 to DRG-56, DRG-7, RUL-D14: what the pictures on the cards mean, by brute force."""
    wins = drawn(trait)
    pattern = TRAITS[trait].pattern
    throws = list(product(range(1, 7), repeat=5))
    assert len(throws) == 7776
    assert [dice for dice in throws if holds(pattern, dice) != (dice in wins)] == []


def test_how_many_throws_defeat_a_trait() -> None:
    """DRG-50 to DRG-55: known figures of five dice."""
    count = {
        pattern: sum(holds(pattern, dice) for dice in product(range(1, 7), repeat=5))
        for pattern in PATTERNS
    }
    assert count == {
        "two_different_pairs": 1800 + 300,
        "three_of_a_kind": 1200 + 300 + 150 + 6,
        "full_house": 300,
        "four_of_a_kind": 150 + 6,
        "straight": 240,
        "five_of_a_kind": 6,
    }


@pytest.mark.parametrize(
    ("trait", "dice", "won"),
    [
        ("weak", (1, 1, 2, 2, 5), True),
        ("weak", (4, 6, 4, 6, 1), True),
        ("weak", (3, 3, 3, 5, 5), True),
        ("weak", (2, 2, 2, 2, 5), False),
        ("weak", (2, 2, 2, 2, 2), False),
        ("weak", (2, 2, 2, 4, 5), False),
        ("strong", (2, 2, 2, 1, 6), True),
        ("strong", (4, 4, 4, 4, 6), True),
        ("strong", (4, 4, 4, 6, 6), True),
        ("strong", (6, 6, 6, 6, 6), True),
        ("strong", (1, 1, 2, 2, 3), False),
        ("huge", (3, 3, 3, 5, 5), True),
        ("huge", (6, 6, 6, 1, 1), True),
        ("huge", (1, 1, 3, 3, 3), True),
        ("huge", (3, 3, 3, 3, 3), False),
        ("huge", (3, 3, 3, 3, 5), False),
        ("huge", (3, 3, 5, 5, 6), False),
        ("corrupted", (2, 2, 2, 2, 6), True),
        ("corrupted", (4, 4, 4, 4, 4), True),
        ("corrupted", (4, 4, 4, 6, 6), False),
        ("agile", (5, 3, 1, 2, 4), True),
        ("agile", (2, 3, 4, 5, 6), True),
        ("agile", (1, 2, 3, 4, 6), False),
        ("agile", (1, 3, 4, 5, 6), False),
        ("agile", (2, 3, 4, 5, 5), False),
        ("legendary", (5, 5, 5, 5, 5), True),
        ("legendary", (1, 1, 1, 1, 1), True),
        ("legendary", (6, 6, 6, 6, 5), False),
    ],
)
def test_which_dice_defeat_which_trait(trait: str, dice: tuple[int, ...], won: bool) -> None:
    """DRG-EX-7: the cases of the book (DRG-50 to DRG-56)."""
    assert holds(TRAITS[trait].pattern, dice) is won
