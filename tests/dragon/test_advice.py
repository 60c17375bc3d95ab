"""The coach of the whole game agrees with itself: what it says of a move is what it says after it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from legendry.dragon.advice import Coach
from legendry.dragon.battle import Keep, MagicShift, Shift, Stop
from legendry.dragon.game import DRAGON
from legendry.dragon.views import DragonView
from legendry.table import Choose, Seeded, Table
from tests.dragon.box import seen
from tests.dragon.test_dragon_laws import some_options, some_position

QUESTIONS = 4
"""So many questions of a battle are looked at in each game."""


def battles(seed: int) -> Iterator[tuple[Table[Any], Choose[Any], DragonView]]:
    """Questions of battles in a turn that is played at random, on from a random position."""
    luck = Random(seed)
    table = Table(
        DRAGON, ["Ann"], Seeded(seed), options=some_options(luck), setup=some_position(luck)
    )
    while isinstance(request := table.pending, Choose):
        view = seen(table)
        if view.phase == "battle":
            yield table, request, view
        table.answer(luck.choice(request.options))


def best(table: Table[Any]) -> float | None:
    """The coach's chance at the next question; None where the turn is over before it."""
    view = seen(table)
    if isinstance(table.pending, Choose) and view.phase in ("selection", "battle"):
        return Coach().ranked(table.pending, view)[0].chance
    return None


@pytest.mark.parametrize("seed", range(24))
def test_a_chance_changes_by_luck_alone_drg_61(seed: int) -> None:
    """Potions are spent whether the combat is won or lost: no payment looks better than it is."""
    compared = 0
    for table, request, view in battles(seed):
        for advice in Coach().ranked(request, view):
            if isinstance(advice.option.value, Keep):
                continue
            branch = table.fork()
            branch.answer(advice.option)
            after = best(branch) if seen(branch).turn == view.turn else None
            if after is not None:
                assert advice.chance == pytest.approx(after, abs=1e-9), advice.option.notation
                compared += 1
        if compared >= 60:
            return
