"""The ways to all hexes at once are those that a fighter takes to each."""

from __future__ import annotations

from random import Random

import pytest

from legendry.legends.movement import best_path, reachable
from legendry.legends.paths import best_paths
from tests.laws import drawn
from tests.legends.test_fight_laws import some_fight


@pytest.mark.parametrize("seed", range(30))
def test_each_is_the_best_path(seed: int) -> None:
    luck = Random(seed)
    table = some_fight(luck)
    for _ in range(30):
        if table.pending is None:
            break
        fight = table.state
        for one in fight.active():
            if not fight.hindered(one):
                ways = best_paths(fight, one)
                for hex in reachable(fight, one):
                    assert ways[hex].hexes == best_path(fight, one, hex), (one.name, hex)
        table.answer(drawn(table.pending, luck.randrange))
