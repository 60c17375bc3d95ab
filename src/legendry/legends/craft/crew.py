"""Who is aboard: the same characters as on foot, each at a station and in a section.

Pilot and gunner sit in Operations, others where it is declared (RUL-122). The file of a craft may
have them written out, `[[crew]]` each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from legendry.legends.character import Character, CharacterError, character_of, effective
from legendry.legends.craft.craft import Craft, CraftError, craft_data, drafted, opened
from legendry.legends.craft.parts import Parts
from legendry.legends.edition import edition
from legendry.legends.options import Layers
from legendry.legends.reading import nearest, read_fields
from legendry.table import Ledger, Line
from legendry.table.requests import clipped, folded
from legendry.table.toml import written

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

    @property
    def able(self) -> bool:
        """Whether he is in a state to do anything (INJ-2)."""
        return self.character.damage + self.character.fatigue < self.character.st


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


class CrewDraft(Struct, frozen=True):
    """A crew in the making: somebody a row, None for whoever cannot be read."""

    members: tuple[Aboard | None, ...]
    mistakes: tuple[str, ...]


class Manned(Struct, frozen=True):
    """A craft with its crew; None leaves it to others to find one."""

    craft: Craft
    crew: Crew | None = None


class MannedDraft(Struct, frozen=True):
    """The file of a craft as far as it could be read, and everything that is wrong with it."""

    craft: Craft | None
    rows: tuple[dict[str, Any], ...]
    members: tuple[Aboard | None, ...]
    mistakes: tuple[str, ...]


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

    A row is `{character = {…}, station = "pilot"}`, or `section = "Cargo"` for others. Characters
    are of the craft's edition unless they say otherwise.
    """
    draft = crew_drafted(rows, craft, layers=layers)
    if draft.mistakes:
        raise CraftError(draft.mistakes, craft.name)
    return Crew(tuple(filter(None, draft.members)))


def crew_drafted(
    rows: Sequence[Mapping[str, Any]], craft: Craft, *, layers: Layers = "slots"
) -> CrewDraft:
    """What can be made of the rows of a crew, and all that is wrong with them."""
    if len(rows) > MOST_ABOARD:
        return CrewDraft((None,) * len(rows), (f"there are more than {MOST_ABOARD} aboard",))
    members: list[Aboard | None] = []
    wrong: list[str] = []
    for number, row in enumerate(rows, 1):
        reading = read_fields(dict(row), _Row)
        wrong += [f"crew {number}: {one}" for one in reading.wrong]
        members.append(None)
        if reading.broken:
            continue
        given = _Row(**reading.values)
        try:
            character = character_of({"edition": craft.edition, **given.character}, layers=layers)
        except CharacterError as error:
            wrong += [f"crew {number}: {one}" for one in error.mistakes]
            continue
        section = given.section or (stations(craft) if given.station != "crew" else "")
        members[-1] = Aboard(character, given.station, section)
    crew = Crew(tuple(filter(None, members)))
    wrong += _findings(crew, craft, complete=not wrong)
    return CrewDraft(tuple(members), tuple(wrong))


def crew_data(crew: Crew) -> list[dict[str, Any]]:
    """The crew as plain data; `crew_of` reads it back."""
    rows = []
    for one in crew.members:
        row = {"character": msgspec.to_builtins(one.character), "station": one.station}
        rows.append(row if one.station != "crew" else {**row, "section": one.section})
    return rows


def manned_of(source: str | bytes | Mapping[str, Any], name: str = "") -> Manned:
    """A craft's file, which may have a table `[[crew]]` for each of its crew."""
    draft = manned_draft(opened(source, name))
    if draft.mistakes or draft.craft is None:
        raise CraftError(draft.mistakes, name)
    return Manned(draft.craft, Crew(tuple(filter(None, draft.members))) if draft.rows else None)


def manned_draft(data: Mapping[str, Any], parts: Parts | None = None) -> MannedDraft:
    """What can be made of a craft's file, and all that is wrong with craft and crew."""
    build = {name: value for name, value in data.items() if name != "crew"}
    draft = drafted(build, parts)
    try:
        rows = msgspec.convert(data.get("crew", ()), tuple[dict[str, Any], ...])
    except msgspec.ValidationError:
        wrong = (*draft.mistakes, "crew must be a list of people, a table [[crew]] each")
        return MannedDraft(draft.craft, (), (), wrong)
    if draft.craft is None or not rows:
        return MannedDraft(draft.craft, rows, (None,) * len(rows), draft.mistakes)
    crew = crew_drafted(rows, draft.craft)
    return MannedDraft(draft.craft, rows, crew.members, (*draft.mistakes, *crew.mistakes))


def written_manned(manned: Manned) -> str:
    """Craft and crew as a TOML file; `manned_of` reads the same back."""
    crew = {"crew": crew_data(manned.crew)} if manned.crew else {}
    return written({**craft_data(manned.craft), **crew})


def stations(craft: Craft) -> str:
    """The section in which pilot and gunner sit (RUL-122)."""
    kinds = craft.yard.sections.values()
    return next(kind.name for kind in kinds if kind.stations)


def _findings(crew: Crew, craft: Craft, *, complete: bool) -> Iterator[str]:
    taken = Counter(one.station for one in crew.members)
    if complete and not taken["pilot"]:
        yield "nobody flies it: it needs a pilot (RUL-124)"
    for station in ("pilot", "gunner"):
        if taken[station] > 1:
            yield f"there are {taken[station]} {station}s: it has one (RUL-124)"
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
        elif one.station != "crew" and one.section != stations(craft):
            yield f"{name}: a {one.station} sits in {stations(craft)} (RUL-122)"
