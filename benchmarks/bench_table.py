"""The kernel: answers per second, the price of a fork, and seeded faces per second."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from benchmarks.harness import Row, per_second
from legendry.parlour.peddlers import PEDDLERS
from legendry.parlour.pig import PIG, PigState
from legendry.table import Choose, Roll, Scripted, Seeded, State, Table

SEATS = ["Ann", "Bob"]
ROUNDS = 50
OPTIONS = {"target": 1000, "rounds": ROUNDS}


def table_game() -> int:
    """A game of Pig at a table; gives the number of answers."""
    table = Table(PIG, SEATS, Scripted(*["4", "5", "1"] * ROUNDS * 2), options=OPTIONS)
    while (request := table.pending) is not None:
        assert isinstance(request, Choose)
        table.answer(request.options[0])
    return 5 * ROUNDS * 2


def bare_game() -> None:
    """The same flows driven by a bare loop: no checkpoints, no record, no checks."""
    state: PigState = PIG.setup(Table(PIG, SEATS, Scripted(), options=OPTIONS).header)
    faces = iter(((4,), (5,), (1,)) * ROUNDS * 2)
    while PIG.outcome(state) is None:
        flow = PIG.flow(state)
        request = next(flow)
        try:
            while True:
                if isinstance(request, Roll):
                    request = flow.send(next(faces))
                else:
                    request = flow.send(request.options[0].value)
        except StopIteration:
            pass


def mid_flow() -> Table[Any]:
    """A game of Peddlers in the middle of a turn."""
    table = Table(PEDDLERS, ["Ann", "Bob", "Cid", "Dee", "Eve"], Seeded(1))
    for _ in range(20):
        table.answer(table.pending.options[0])  # type: ignore[union-attr]
    while not table._entries:
        table.answer(table.pending.options[0])  # type: ignore[union-attr]
    return table


def run() -> list[Row]:
    answers = table_game()
    kernel = per_second(table_game, count=answers)
    bare = per_second(bare_game, count=answers)

    table = mid_flow()
    forks = per_second(table.fork)
    used = per_second(lambda: table.fork().pending)
    deep = per_second(lambda: copy.deepcopy(table.state))

    dice = Seeded(1)
    luck = Random(1)
    state = State()
    rows = []
    for count in (3, 1):
        roll = Roll("hit Ajax>Hector", count)
        seeded = per_second(lambda roll=roll: dice.faces(roll, state), count=count)  # type: ignore[misc]
        plain = per_second(
            lambda count=count: tuple([luck.randint(1, 6) for _ in range(count)]),  # type: ignore[misc]
            count=count,
        )
        name = f"seeded faces, {count}d6 a roll"
        rows.append(
            Row(name, seeded, "faces/s", plain / seeded, "random.Random.randint", "3d6: at most 3")
        )
    return [
        Row(
            "answers at a table (Pig)", kernel, "answers/s", bare / kernel, "bare loop", "at most 4"
        ),
        Row(
            "fork in mid-flow",
            forks,
            "forks/s",
            forks / deep,
            "deepcopy of the state",
            "10 or more",
        ),
        Row(
            "fork and first use",
            used,
            "forks/s",
            used / deep,
            "deepcopy of the state",
            "",
        ),
        *rows,
    ]
