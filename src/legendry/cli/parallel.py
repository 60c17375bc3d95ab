"""Many games on all cores, with a bar on standard error and intervals for what they show."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt
from multiprocessing import get_all_start_methods, get_context
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

A = TypeVar("A")
B = TypeVar("B")

CHUNK = 10
"""Games that a worker plays at a time: about a second of work."""


def cores() -> int:
    """How many processes can work at once here."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def results(
    played: Callable[[A], B], games: Sequence[A], jobs: int, chunk: int = CHUNK
) -> Iterator[B]:
    """Play all games on so many processes, in whatever order they are done."""
    if jobs == 1:
        yield from map(played, games)
        return
    chunks = [games[start : start + chunk] for start in range(0, len(games), chunk)]
    start = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    with ProcessPoolExecutor(min(jobs, len(chunks)), get_context(start)) as pool:
        waiting = [pool.submit(_all, played, some) for some in chunks]
        try:
            for done in as_completed(waiting):
                yield from done.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _all(played: Callable[[A], B], games: Sequence[A]) -> list[B]:
    return [played(game) for game in games]


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson): never below 0 or above 1.

    >>> low, high = wilson(95, 100)
    >>> f"{low:.3f} {high:.3f}"
    '0.888 0.978'
    """
    if not games:
        return 0.0, 1.0
    rate = wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    spread /= 1 + z * z / games
    return max(0.0, middle - spread), min(1.0, middle + spread)


def progress() -> Progress:
    """A bar on standard error."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()]
    console = Console(stderr=True)
    return Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
