"""Random playouts of dogfights beside a table of Pig, the least a game can cost at our table."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.bench_fights import ROUNDS, Rate, playout
from benchmarks.bench_table import table_game
from benchmarks.harness import Row, per_second
from legendry.legends.craft.craft import built
from legendry.legends.dogfight.game import DOGFIGHT
from legendry.legends.dogfight.sorties import SORTIES, flight
from legendry.table import Table, Typed

BUILD = "Cargo1, Engineering1, Operations1, Living1, d6/1, M+1"


def sortie(slug: str, size: int) -> Table[Any]:
    """A dogfight of equals, before its first roll."""
    sides = ("Greeks", "Trojans")
    craft = [built(BUILD, slug, "Kit-Kat")] * size
    entries = [one for n, side in enumerate(sides) for one in flight(side, side, craft, n * size)]
    return Table(DOGFIGHT, sides, Typed(), edition=slug, setup={"craft": entries})


def run() -> list[Row]:
    pig = per_second(table_game, count=table_game())
    rows = []
    for slug in SORTIES:
        for size in (1, 4):
            rate = Rate(partial(playout, sortie(slug, size)))
            for _ in range(ROUNDS):
                rate.go_on()
            name = f"random {size}v{size} dogfight, {slug}"
            against = "answers at a table (Pig)"
            rows.append(Row(name, rate.answers, "answers/s", rate.answers / pig, against, ""))
            rows.append(Row(name, rate.games, "dogfights/s", None, "", ""))
    return rows
