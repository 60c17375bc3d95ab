"""How the benchmarks measure: rates, best of several runs, always beside a yardstick."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

REPEATS = 5


class Row(NamedTuple):
    """One measurement; `ratio` compares it with the yardstick `against`, `aim` is the goal."""

    name: str
    value: float
    unit: str
    ratio: float | None
    against: str
    aim: str


def per_second(action: Callable[[], object], *, count: int = 1, seconds: float = 0.5) -> float:
    """The best rate of several runs of `action`, which does `count` units of work a call."""
    action()
    best = 0.0
    for _ in range(REPEATS):
        calls = 0
        start = perf_counter()
        while (spent := perf_counter() - start) < seconds / REPEATS:
            action()
            calls += 1
        best = max(best, calls * count / spent)
    return best
