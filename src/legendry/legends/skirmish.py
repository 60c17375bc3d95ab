"""Skirmishes: sides of people known by id, and what they become in the set-up of a fight.

Terminal and web set up their fights through here; `skirmishes.toml` has the one that every edition
offers.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from legendry.legends.character import Character
from legendry.legends.edition import edition
from legendry.legends.roster import foes, roster
from legendry.table import Seat, SetupError
from legendry.table.requests import clipped


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a fight: its name, and who is on it."""

    name: str
    people: tuple[str, ...]


class Skirmish(Struct, frozen=True, forbid_unknown_fields=True):
    """What an edition offers those who have no wishes of their own."""

    sides: tuple[Side, Side]
    board: str


SKIRMISHES = msgspec.convert(
    tomllib.loads((files(__package__) / "skirmishes.toml").read_text("utf-8")),
    dict[str, Skirmish],
)
"""The skirmish of each edition by its slug."""


def person(slug: str, id: str) -> Character:
    """Somebody of the edition's roster or foes; `SetupError` says who there is."""
    everybody = {**foes(slug), **roster(slug)}
    key = id.lower().replace(" ", "-")
    if key in everybody:
        return everybody[key]
    close = get_close_matches(key, everybody, n=3, cutoff=0.4) or sorted(everybody)[:3]
    raise SetupError(
        f"there is nobody called “{clipped(id, 40)}” in {edition(slug).title}; "
        f"perhaps {' or '.join(close)}?"
    )


def fighters(side: str, seat: Seat, people: Iterable[Character]) -> list[dict[str, Any]]:
    """A side's part of the set-up: characters written out in full, so that a record needs no file."""
    seated_as = {"seat": seat} if seat != side else {}
    return [{"side": side, **seated_as, "character": msgspec.to_builtins(one)} for one in people]
