"""The game master's hand in a dogfight (GEN-1)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.dogfight.game import DOGFIGHT
from legendry.legends.dogfight.sorties import craft_named, flight
from legendry.table import Refused, Seeded, Table

TS = "time-and-space"


def dogfight() -> Table[Any]:
    sides = [("Reds", 0), ("Blues", 1)]
    craft = [one for side, n in sides for one in flight(side, side, [craft_named(TS, "gadfly")], n)]
    return Table(
        DOGFIGHT, ["Reds", "Blues"], Seeded(1), edition=TS, setup={"craft": craft}, gm="Max"
    )


def acts(table: Table[Any], answer: str) -> None:
    table.call("Max")
    table.answer(answer)


def test_he_gives_and_takes_luck() -> None:
    table = dogfight()
    name = table.state.crew[0].name
    acts(table, f"Max to {name} karma +2")
    acts(table, f"Max to {name} karma -1")
    assert table.state.crew[0].karma == 1
    table.call("Max")
    with pytest.raises(Refused, match="has 0 wishes"):
        table.answer(f"Max to {name} wishes -1")


def test_he_routs_a_side_rul_80() -> None:
    table = dogfight()
    acts(table, "Max routs Blues")
    assert table.outcome is not None
    assert table.outcome.winners == ("Reds",)


def test_he_ends_it() -> None:
    table = dogfight()
    acts(table, "Max ends the dogfight")
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.why) == ((), "Max ends the dogfight")
