"""Sorties: sides of craft known by id, and what they become in the set-up of a dogfight.

Terminal and web set up their dogfights through here; `sorties.toml` has the one that every edition
offers, and the crews of craft that come without one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from legendry.legends.craft.craft import Craft, craft_data
from legendry.legends.craft.crew import Manned, crew_data
from legendry.legends.craft.hangar import hangar
from legendry.legends.edition import edition
from legendry.legends.skirmish import Side
from legendry.table import Seat, SetupError
from legendry.table.requests import clipped


class Sortie(Struct, frozen=True, forbid_unknown_fields=True):
    """The dogfight of an edition: the craft of two sides by id, and what a pilot is like."""

    sides: tuple[Side, Side]
    pilot: dict[str, Any]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    names: tuple[str, ...]
    editions: dict[str, Sortie]


_FILE = msgspec.convert(
    tomllib.loads((files(__package__) / "sorties.toml").read_text("utf-8")), _File
)
SORTIES = _FILE.editions
"""The sortie of each edition that has star craft, by its slug."""


def craft_named(slug: str, id: str) -> Craft:
    """A craft of the edition's hangar; `SetupError` says what there is."""
    there = hangar(slug)
    key = id.lower().replace(" ", "-")
    if key in there:
        return there[key]
    close = get_close_matches(key, there, n=3, cutoff=0.4) or list(there)[:3]
    raise SetupError(
        f"there is no craft “{clipped(id, 40)}” in the hangar of {edition(slug).title}; "
        f"perhaps {' or '.join(close)}?"
    )


def flight(
    side: str, seat: Seat, craft: Iterable[Craft | Manned], first: int = 0
) -> list[dict[str, Any]]:
    """A side's part of the set-up, everything written out; craft without a crew are given a pilot.

    `first` is the number of the first pilot: sides that count on from each other share no names.
    """
    seated_as = {"seat": seat} if seat != side else {}
    entries = []
    for number, one in enumerate(craft, first):
        built, crew = (one, None) if isinstance(one, Craft) else (one.craft, one.crew)
        stand_in = [{"station": "pilot", "character": pilot(built.edition, number)}]
        rows = crew_data(crew) if crew else stand_in
        entries.append({"side": side, **seated_as, "craft": craft_data(built), "crew": rows})
    return entries


def pilot(slug: str, number: int) -> dict[str, Any]:
    """Somebody who can fly and fire."""
    name = _FILE.names[number % len(_FILE.names)]
    return {"name": name, "edition": slug, **SORTIES[slug].pilot}
