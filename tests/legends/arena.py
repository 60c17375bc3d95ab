"""Small fights for tests: a few words a fighter, scripted dice, answers in notation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight, Fighter
from legendry.table import Choose, Scripted, Table

AW, TS, TSC = "ancient-world", "time-and-space", "time-and-space-classic"

ALL = pytest.mark.parametrize("edition", [TSC, AW, TS])
"""A test that holds in every edition."""


def who(name: str, side: str, at: str = "", **figures: Any) -> dict[str, Any]:
    """A fighter for a set-up: `who("Ajax", "Greeks", "0203", st=12, weapons=["club"])`.

    ST, DX and IQ are 12, 11 and 9 if not given. Creation limits do not bind the kind `test`.
    """
    holds = figures.pop("holds", "")
    seat = figures.pop("seat", "")
    character = {"name": name, "kind": "test", "st": 12, "dx": 11, "iq": 9} | figures
    entry = {"side": side, "character": character, "at": at, "holds": holds, "seat": seat}
    return {key: value for key, value in entry.items() if value}


def mage(name: str, side: str, at: str, *spells: str, **figures: Any) -> dict[str, Any]:
    """A magic user with IQ 16, if not given, who knows those spells."""
    return who(name, side, at, **{"iq": 16, "magic": True, "spells": list(spells)} | figures)


def arena(
    edition: str,
    *fighters: dict[str, Any],
    dice: str = "",
    options: dict[str, Any] | None = None,
    greeks_first: bool = True,
    **setup: Any,
) -> Table[Fight]:
    """A fight on the meadow; the sides are the seats. `dice` lists rolls: `"2 3 5, 5 2"`.

    The initiative dice come first by themselves: the first side wins them, or the last.
    """
    sides = list(dict.fromkeys(one["side"] for one in fighters))
    seats = list(dict.fromkeys(one.get("seat", one["side"]) for one in fighters))
    opening = [str(6 - n if greeks_first else 1 + n) for n in range(len(sides))]
    rolls = [] if setup.get("surprise") else opening
    rolls += [part.strip() for part in dice.split(",") if part.strip()]
    return Table(
        FIGHT,
        seats,
        Scripted(*rolls),
        edition=edition,
        options=options or {},
        setup={"fighters": list(fighters), **setup},
    )


def play(table: Table[Fight], *answers: str) -> Table[Fight]:
    """Give answers in notation, one after another."""
    for answer in answers:
        table.answer(answer)
    return table


def fighter(table: Table[Fight], name: str) -> Fighter:
    return table.state.named(name)


def asked(table: Table[Fight]) -> str:
    """The question that is pending."""
    return table.pending.asks if table.pending else ""


def offered(table: Table[Fight]) -> list[str]:
    """The notations that are legal now."""
    assert isinstance(table.pending, Choose), asked(table)
    return [option.notation for option in table.pending.options]


def why_not(table: Table[Fight], text: str) -> str:
    """Why something is refused now, with its rule."""
    assert table.pending is not None
    return str(table.pending.why_not(text))


def told(table: Table[Fight]) -> list[str]:
    """What happened, in words."""
    return [str(event) for event in table.events]


def figures(table: Table[Fight], text: str) -> dict[str, Fraction]:
    """The exact odds that an option shows."""
    assert isinstance(table.pending, Choose), asked(table)
    option = table.pending.find(text)
    assert option is not None, offered(table)
    return option.about.figures if option.about else {}
