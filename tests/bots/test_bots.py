"""Bots are found by name, and answer from a view."""

from __future__ import annotations

import pytest

from legendry.bots import bot
from legendry.parlour.peddlers import PEDDLERS
from legendry.parlour.pig import PIG
from legendry.table import Seeded, SetupError, Table, Typed, play


def test_the_same_seed_plays_the_same_game() -> None:
    def game(seed: int) -> str:
        table = Table(PEDDLERS, ["Ann", "Bob"], Seeded(1))
        play(table, {"Ann": bot(f"random:seed={seed}"), "Bob": bot("random", seed="b")})
        return table.record

    assert game(1) == game(1)
    assert len({game(seed) for seed in range(5)}) == 5


def test_random_throws_typed_dice_itself() -> None:
    table = Table(PIG, ["Ann"], Typed(), options={"rounds": 1})
    play(table, {"Ann": bot("random:seed=1")})
    assert table.outcome is not None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("clever", "no bot “clever”; there are: .*random"),
        ("random:seed", "should be written “name=value”"),
        ("random:depth=3", "does not take “depth=3”"),
    ],
)
def test_bots_that_cannot_be(text: str, why: str) -> None:
    with pytest.raises(SetupError, match=why):
        bot(text)
