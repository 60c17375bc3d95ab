"""Who is aboard: the same characters as on foot, each at a station and in a section.

Pilot and gunner sit in Operations, others where it is declared (RUL-122).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from legendry.legends.character import Character, CharacterError, character_of, effective
from legendry.legends.craft.craft import Craft, CraftError
from legendry.legends.edition import edition
from legendry.legends.options import Layers
from legendry.legends.reading import nearest, read_fields
from legendry.table import Ledger, Line
from legendry.table.requests import clipped, folded

Station: TypeAlias = Literal["pilot", "gunner", "crew"]
MOST_ABOARD = 100
"""A craft with more people is none of ours."""


class _Row(Struct, kw_only=True):
    """Somebody aboard, as it is written down."""

    character: Annotated[dict[str, Any], Meta(description="a character")]
    station: Annotated[Station, Meta(description="pilot, gunner or crew")] = "crew"
    section: Annotated[str, Meta(max_length=60, description="the name of a section")] = ""


class Aboard(Struct, frozen=True):
    """Somebody aboard."""

    character: Character
    station: Station
    section: str
    """The label of the section he is in."""


class Crew(Struct, frozen=True):
    """Everybody aboard a craft; one of them flies it."""

    members: tuple[Aboard, ...]

    @property
    def pilot(self) -> Character:
        """Who flies (RUL-124)."""
        return next(one.character for one in self.members if one.station == "pilot")

    @property
    def gunner(self) -> Character:
        """Who fires: the gunner, or the pilot if there is none (RUL-124)."""
        gunners = (one.character for one in self.members if one.station == "gunner")
        return next(gunners, self.pilot)


def piloting(craft: Craft, pilot: Character) -> Ledger:
    """The pilot's number in a maneuver contest: DX + Pilot + the craft's M (CRF-12, DOG-8)."""
    ledger = _skilled(craft, pilot, craft.yard.dogfight.pilot, "DOG-8")
    return ledger.plus(
        [Line(craft.maneuver, f"M of {craft.name}", "CRF-12")] * bool(craft.maneuver)
    )


def gunnery(craft: Craft, gunner: Character) -> Ledger:
    """The number to hit with the craft's weapons: DX + Gunner (DOG-17)."""
    return _skilled(craft, gunner, craft.yard.dogfight.gunner, "DOG-17")


def _skilled(craft: Craft, who: Character, skill: str, rule: str) -> Ledger:
    """DX and the level of a skill; whoever has none may try as well (RUL-124)."""
    level = who.skills.get(skill, 0)
    name = edition(craft.edition).skills[skill].name
    return effective(who, "DX").plus([Line(level, name, rule)] * bool(level))


def crew_of(rows: Sequence[Mapping[str, Any]], craft: Craft, *, layers: Layers = "slots") -> Crew:
    """The crew in plain data such as a record's set-up; `CraftError` holds all that is wrong.

    A row is `{character = {…}, station = "pilot"}`, or `section = "Cargo"` for others.
    """
    if len(rows) > MOST_ABOARD:
        raise CraftError([f"there are more than {MOST_ABOARD} aboard"], craft.name)
    members: list[Aboard] = []
    wrong: list[str] = []
    for number, row in enumerate(rows, 1):
        reading = read_fields(dict(row), _Row)
        wrong += [f"crew {number}: {one}" for one in reading.wrong]
        if reading.broken:
            continue
        given = _Row(**reading.values)
        try:
            character = character_of(given.character, layers=layers)
        except CharacterError as error:
            wrong += [f"crew {number}: {one}" for one in error.mistakes]
            continue
        section = given.section or (_stations(craft) if given.station != "crew" else "")
        members.append(Aboard(character, given.station, section))
    crew = Crew(tuple(members))
    wrong += _findings(crew, craft, complete=not wrong)
    if wrong:
        raise CraftError(wrong, craft.name)
    return crew


def crew_data(crew: Crew) -> list[dict[str, Any]]:
    """The crew as plain data; `crew_of` reads it back."""
    rows = []
    for one in crew.members:
        row = {"character": msgspec.to_builtins(one.character), "station": one.station}
        rows.append(row if one.station != "crew" else {**row, "section": one.section})
    return rows


def _stations(craft: Craft) -> str:
    """The section in which pilot and gunner sit (RUL-122)."""
    kinds = craft.yard.sections.values()
    return next(kind.name for kind in kinds if kind.stations)


def _findings(crew: Crew, craft: Craft, *, complete: bool) -> Iterator[str]:
    stations = Counter(one.station for one in crew.members)
    if complete and not stations["pilot"]:
        yield "nobody flies it: it needs a pilot (RUL-124)"
    for station in ("pilot", "gunner"):
        if stations[station] > 1:
            yield f"there are {stations[station]} {station}s: it has one (RUL-124)"
    names = Counter(folded(one.character.name) for one in crew.members)
    for one in crew.members:
        name = one.character.name
        if names.pop(folded(name), 1) > 1:
            yield f"two of the crew are called {name}"
        if one.character.edition != craft.edition:
            yield f"{name} is of another edition (RUL-139)"
        if one.section not in craft.labels:
            shown = clipped(one.section, 40)
            said = f"there is no section “{shown}”" if shown else "say in which section"
            hint = nearest(one.section, craft.labels)
            yield f"{name}: {said}; there are {', '.join(craft.labels)} (RUL-122){hint}"
        elif one.station != "crew" and one.section != _stations(craft):
            yield f"{name}: a {one.station} sits in {_stations(craft)} (RUL-122)"
