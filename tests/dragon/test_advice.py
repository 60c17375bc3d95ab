"""The coach of the whole game agrees with itself: what it says of a move is what it says after it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from legendry.dragon.advice import Coach
from legendry.dragon.battle import Keep
from legendry.dragon.game import DRAGON
from legendry.dragon.views import DragonView
from legendry.table import Choose, Seeded, Table
from tests.dragon.box import dealt, played, seen, select
from tests.dragon.test_dragon_laws import some_options, some_position


def battles(seed: int) -> Iterator[tuple[Table[Any], Choose[Any], DragonView]]:
    """Questions of battles in a game that is played at random, on from a random position."""
    luck = Random(seed)
    table = Table(
        DRAGON, ["Ann"], Seeded(seed), options=some_options(luck), setup=some_position(luck)
    )
    while isinstance(request := table.pending, Choose):
        view = seen(table)
        if view.phase == "battle":
            yield table, request, view
        table.answer(luck.choice(request.options))


@pytest.mark.parametrize("seed", range(16))
def test_the_chance_changes_by_luck_alone_drg_61(seed: int) -> None:
    """Potions are spent whether the combat is won or lost: no payment looks better than it is."""
    for table, request, view in islice(battles(seed), 4):
        for advice in Coach().ranked(request, view):
            if isinstance(advice.option.value, Keep):
                continue
            branch = table.fork()
            branch.answer(advice.option)
            after = seen(branch)
            if after.turn == view.turn and after.phase in ("battle", "selection"):
                assert isinstance(branch.pending, Choose)
                best = Coach().ranked(branch.pending, after)[0]
                assert advice.chance == pytest.approx(best.chance), advice.option.notation


def test_a_full_purse_at_low_prices_rul_d2() -> None:
    """More Shifts can be paid than any combination could need."""
    potions = {"shaman": 0, "bard": 20, "magician": 0}
    deck = {"costs": {"shift": 1}}
    table = select(
        dealt("ogre/legendary", "skeleton/weak", potions=potions, cards=deck), "Bard vs Ogre"
    )
    played(table, "1 2 3 4 6")
    request = table.pending
    assert isinstance(request, Choose)
    assert len(Coach().ranked(request, seen(table))) == len(request.options)
