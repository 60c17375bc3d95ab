"""How fast the exact coach of Legendary Dragon answers, beside a plain NumPy dynamic program.

NumPy works in floating point, ours counts exactly and in plain Python; both find the table of the 252
outcomes and the sets within them ready, and nothing else. Where NumPy cannot be had, the row says
so.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from itertools import combinations_with_replacement, count
from math import factorial, prod
from time import perf_counter
from typing import Any

from benchmarks.harness import REPEATS, Row, per_second
from legendry.cli.dragon_simulate import Sitting, played
from legendry.dragon.cards import default_cards
from legendry.dragon.combos import PATTERNS, holds
from legendry.dragon.odds import combat_value, decisions, forget, purses_of
from legendry.dragon.planner import Creature, Turn, assignments, selections

GAMES = 5
PATTERN = "straight"
THROWS = 5
DICE = (1, 1, 2, 6, 6)
TEAM = purses_of(default_cards(), {"bard": 6, "magician": 8}, "vigilant")
TURN = Turn(
    (
        Creature(1, 4, "full_house", 4, reward=1, limit="no_bard"),
        Creature(2, 5, "four_of_a_kind", 3, reward=2),
        Creature(3, 6, "straight", 3, reward=1),
        Creature(4, 7, "five_of_a_kind", 2, reward=2),
    ),
    {"shaman": 5, "bard": 5, "magician": 5},
)
FRESH = """
from legendry.dragon.cards import default_cards
from legendry.dragon.odds import decisions, purses_of
team = purses_of(default_cards(), {"bard": 6, "magician": 8}, "vigilant")
decisions("straight", 4, (1, 1, 2, 6, 6), team)
"""


def all_values() -> None:
    """Every value of one trait with up to five throws, no potions, from nothing."""
    forget()
    combat_value(PATTERN, THROWS)


def coach() -> None:
    """Every decision with these dice and its chance, two purses in the team."""
    decisions(PATTERN, THROWS - 1, DICE, TEAM)


def cold(action: Callable[[], object]) -> Callable[[], None]:
    def run() -> None:
        forget()
        action()

    return run


def in_turn(plans: Callable[[Turn], object]) -> float:
    """Seconds to plan a turn with a full row, from nothing."""
    return 1 / per_second(cold(lambda: plans(TURN)), seconds=2.0)


def fresh() -> float:
    """Seconds from starting Python to the coach's answer, the best of several."""
    best = float("inf")
    for _ in range(REPEATS):
        begun = perf_counter()
        subprocess.run([sys.executable, "-c", FRESH], check=True)
        best = min(best, perf_counter() - begun)
    return best


def games(policy: str) -> float:
    """Whole games per second at the level master, combats known after the first ones."""
    numbers = count()

    def some() -> None:
        for _ in range(GAMES):
            played(Sitting(policy, "master", "bench", next(numbers) % (2 * GAMES), 1))

    return per_second(some, count=GAMES, seconds=2.0)


def by_numpy() -> Callable[[str, int], float] | None:
    """The chance of a combat without potions, the plain way; None where NumPy is not installed."""
    try:
        np: Any = import_module("numpy")
    except ImportError:
        return None
    outcomes = list(combinations_with_replacement(range(1, 7), 5))
    keeps = [k for n in range(5) for k in combinations_with_replacement(range(1, 7), n)]
    chances = np.zeros((len(keeps), len(outcomes)))
    within = np.zeros((len(outcomes), len(keeps)), dtype=bool)
    for row, kept in enumerate(keeps):
        for column, dice in enumerate(outcomes):
            thrown = [dice.count(face) - kept.count(face) for face in range(1, 7)]
            if min(thrown) >= 0:
                ways = factorial(sum(thrown)) // prod(map(factorial, thrown))
                chances[row, column] = ways / 6 ** sum(thrown)
                within[column, row] = True
    winners = {
        pattern: np.array([float(holds(pattern, dice)) for dice in outcomes])
        for pattern in PATTERNS
    }

    def chance(pattern: str, throws: int) -> float:
        won = value = winners[pattern]
        for _ in range(throws - 1):
            best = np.where(within, chances @ value, 0.0).max(axis=1)
            value = np.maximum(won, best)
        return float(chances[0] @ value)

    return chance


def run() -> list[Row]:
    """Check ours against NumPy, then measure."""
    numpy = by_numpy()
    ours = per_second(all_values)
    ratio = None
    against = "NumPy is not installed"
    if numpy is not None:
        for pattern in PATTERNS:
            if abs(float(combat_value(pattern, THROWS)) - numpy(pattern, THROWS)) > 1e-12:
                raise AssertionError(f"{pattern} disagrees with NumPy")
        plain = numpy
        ratio = ours / per_second(lambda: plain(PATTERN, THROWS))
        against = "NumPy, plain, in floats"
    coached = "dragon: coach, duo with potions"
    rows = [Row("dragon: one trait, five throws, exact", 1000 / ours, "ms", ratio, against, "")]
    for name, seconds, aim in (
        (f"{coached}, new combat", 1 / per_second(cold(coach)), "under 50"),
        (f"{coached}, again", 1 / per_second(coach), "under 50"),
        (f"{coached}, new process", fresh(), "under 1,000"),
        ("dragon: every assignment of a full row", in_turn(assignments), "under 1,000"),
        ("dragon: every next battle of a full row", in_turn(selections), "under 1,000"),
    ):
        rows.append(Row(name, 1000 * seconds, "ms", None, "", aim))
    for policy in ("naive", "coach"):
        rows.append(Row(f"dragon: whole games, {policy}", games(policy), "games/s", None, "", ""))
    return rows
