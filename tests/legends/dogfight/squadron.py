"""Small dogfights for tests: a few words a craft, scripted dice, answers in notation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.legends.dogfight.game import DOGFIGHT
from legendry.legends.dogfight.sky import Flyer, Member, Sky
from legendry.table import Choose, Scripted, Table

TS, TSC = "time-and-space", "time-and-space-classic"
BOTH = pytest.mark.parametrize("edition", [TSC, TS])
"""A test that holds in both editions."""
BUILD = "Cargo1, Engineering1, Operations1, Living1, d6/1"
SKILLS = {TS: "pilot", TSC: "spacecraft-pilot"}


def craft(name: str, side: str, build: str = BUILD, **figures: Any) -> dict[str, Any]:
    """A craft for a set-up: `craft("Kit-Kat", "Greeks", dx=12, pilot=1, karma=1)`.

    Its pilot is called after it, `Kit-Kat's pilot`, with DX 11; `gunner` is a second character,
    `aboard` are further rows of crew. Creation limits do not bind the kind `test`.
    """
    seat, scenario = figures.pop("seat", ""), figures.pop("scenario", False)
    gunner, aboard = figures.pop("gunner", None), figures.pop("aboard", [])
    crew = [{"station": "pilot", "character": person(f"{name}'s pilot", **figures)}]
    if gunner is not None:
        character = person(f"{name}'s gunner", **gunner)
        crew.append({"station": "gunner", "character": character})
    entry: dict[str, Any] = {"side": side, "craft": {"name": name, "build": build}}
    if scenario:
        entry["craft"]["scenario"] = True
    if seat:
        entry["seat"] = seat
    return {**entry, "crew": [*crew, *aboard]}


def person(name: str, **figures: Any) -> dict[str, Any]:
    return {"name": name, "kind": "test", "st": 10, "dx": 11, "iq": 9, **figures}


def sky(
    edition: str,
    *all_craft: dict[str, Any],
    dice: str = "",
    options: dict[str, Any] | None = None,
    first: bool = True,
) -> Table[Sky]:
    """A dogfight; the sides are the seats. `dice` lists rolls: `"2 3 5, 5 2"`.

    The initiative dice come first by themselves: the first side wins them, or the last.
    """
    sides = list(dict.fromkeys(one["side"] for one in all_craft))
    seats = list(dict.fromkeys(one.get("seat", one["side"]) for one in all_craft))
    rolls = [str(6 - n if first else 1 + n) for n in range(len(sides))]
    rolls += [part.strip() for part in dice.split(",") if part.strip()]
    table = Table(
        DOGFIGHT,
        seats,
        Scripted(*rolls),
        edition=edition,
        options=options or {},
        setup={"craft": list(all_craft)},
    )
    while "initiative" in asked(table):  # nobody spends karma on it
        table.answer(offered(table)[0])
    return table


def pair(edition: str, dice: str = "", **more: Any) -> Table[Sky]:
    """Kit-Kat of the Greeks and Vulture of the Trojans; `kit` and `vulture` are their figures."""
    kit = craft("Kit-Kat", "Greeks", more.pop("build", BUILD), **more.pop("kit", {}))
    vulture = craft("Vulture", "Trojans", more.pop("other", BUILD), **more.pop("vulture", {}))
    return sky(edition, kit, vulture, *more.pop("others", ()), dice=dice, **more)


def play(table: Table[Sky], *answers: str) -> Table[Sky]:
    """Give answers in notation, one after another."""
    for answer in answers:
        table.answer(answer)
    return table


def contest(one: str, other: str, dice: int = 1) -> tuple[str, str]:
    """Both announce so many dice."""
    words = "die" if dice == 1 else "dice"
    return f"{one} {dice} {words}", f"{other} {dice} {words}"


def stands(table: Table[Sky], one: str = "Kit-Kat", other: str = "Vulture") -> str:
    """How one craft stands to another."""
    state = table.state
    return state.position(state.named(one), state.named(other))


def flyer(table: Table[Sky], name: str) -> Flyer:
    return table.state.named(name)


def member(table: Table[Sky], name: str) -> Member:
    return next(one for one in table.state.crew if one.name == name)


def place(table: Table[Sky], one: str, position: Any, other: str) -> Table[Sky]:
    """The same dogfight, but begun with these two in that position, for rules that need it."""
    state = table._last_state()
    state.relate(state.named(one), state.named(other), position)
    table._ready = False
    return table


def asked(table: Table[Sky]) -> str:
    """The question that is pending."""
    return table.pending.asks if table.pending else ""


def offered(table: Table[Sky]) -> list[str]:
    """The notations that are legal now."""
    assert isinstance(table.pending, Choose), asked(table)
    return [option.notation for option in table.pending.options]


def why_not(table: Table[Sky], text: str) -> str:
    """Why something is refused now, with its rule."""
    assert table.pending is not None
    return str(table.pending.why_not(text))


def told(table: Table[Sky]) -> list[str]:
    """What happened, in words."""
    return [str(event) for event in table.events]


def figures(table: Table[Sky], text: str) -> dict[str, Fraction]:
    """The exact odds that an option shows."""
    assert isinstance(table.pending, Choose), asked(table)
    option = table.pending.find(text)
    assert option is not None, offered(table)
    return option.about.figures if option.about else {}
