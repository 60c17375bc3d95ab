"""Craft in the making: what the yard's page sends as a whole, and what the engine says of it.

Cost, mistakes, notation and the crew's numbers are computed here by the rules' own code; the page
only shows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from legendry.legends.character import file_name, write_character
from legendry.legends.craft.craft import Craft, CraftError, cost, mistakes, opened, over_budget
from legendry.legends.craft.crew import (
    Aboard,
    Crew,
    Manned,
    MannedDraft,
    Station,
    gunnery,
    manned_draft,
    piloting,
    stations,
    written_manned,
)
from legendry.legends.craft.hull import noted
from legendry.legends.craft.notation import LONGEST
from legendry.legends.craft.parts import Capability, Parts, Section, Yard
from legendry.legends.edition import edition, editions
from legendry.legends.reading import parsed
from legendry.legends.sheet import sheet_of
from legendry.legends.skirmish import person
from legendry.table import Ledger, SetupError
from legendry.web.characters import summed_up
from legendry.web.forms import Somebody
from legendry.web.keeping import Toml
from legendry.web.problems import WebError

EDITIONS = tuple(slug for slug in editions() if edition(slug).craft)

Word: TypeAlias = Annotated[str, Meta(max_length=60)]
Figure: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]


# -- what is said ------------------------------------------------------------------------------


class SectionSaid(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of a craft in the making."""

    name: Word
    points: Figure = 1


class Berth(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the crew: somebody of the edition by id or of one's own, and where he is."""

    who: Word | Somebody
    station: Station = "crew"
    section: Word = ""


class Design(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A craft in the making: its parts, or the notation to read them from."""

    edition: Word
    name: Annotated[str, Meta(max_length=200)] = ""
    blurb: Annotated[str, Meta(max_length=1000)] = ""
    scenario: bool = False
    build: Annotated[str, Meta(max_length=4 * LONGEST)] | None = None
    sections: Annotated[tuple[SectionSaid, ...], Meta(max_length=60)] = ()
    weapons: Figure = 0
    shields: Figure = 0
    maneuver: Figure = 0
    systems: Figure = 0
    crew: Annotated[tuple[Berth, ...], Meta(max_length=120)] = ()


class CraftCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """A craft's file, or a design where it is not a file yet; and the build points there are."""

    toml: Toml = ""
    design: Design | None = None
    budget: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None


class KindShown(Struct, frozen=True):
    """A section that could be added; `refused` says why it cannot be."""

    name: str
    effect: str
    required: bool
    refused: str


class CapabilityShown(Struct, frozen=True):
    """What the craft has of a capability, and what a step of it costs."""

    id: Capability
    name: str
    steps: int
    cost: int
    rule: str
    effect: str


class BerthShown(Struct, frozen=True):
    """One of the crew; his file is empty if he cannot be read."""

    name: str
    summary: str
    station: Station
    section: str
    toml: str
    numbers: tuple[Ledger, ...]
    """What he flies and fires with."""


class CraftSheet(Struct, frozen=True, kw_only=True):
    """What there is to know of a craft in the making."""

    name: str
    edition: str
    title: str
    blurb: str
    scenario: bool
    sections: tuple[Section, ...]
    """In the order in which they are lost (CRF-3)."""
    labels: tuple[str, ...]
    """What the sections are called aboard, in the same order."""
    stations: str
    """The section of pilot and gunner."""
    kinds: tuple[KindShown, ...]
    other_sections: bool
    """Whether a scenario may prescribe sections of other kinds (CRF-9)."""
    capabilities: tuple[CapabilityShown, ...]
    die: str
    crew: tuple[BerthShown, ...]
    cost: Ledger
    left: int | None
    """Of the budget; None: there is none."""
    notation: str
    short: str
    """Empty where the edition has no short form."""
    noted: str


class CraftChecked(Struct, frozen=True):
    """A craft in the making."""

    mistakes: tuple[str, ...]
    """Everything that is wrong, a sentence each; nothing: it can be kept."""
    craft: CraftSheet | None
    """As far as it can be drawn."""
    toml: str
    file: str
    """The name of its file."""


# -- what comes of it --------------------------------------------------------------------------


def checked(toml: str, budget: int | None = None) -> CraftChecked:
    """A file as it was typed, with all that is wrong."""
    try:
        draft = manned_draft(opened(toml))
    except CraftError as error:
        return CraftChecked(error.mistakes, None, toml, craft_file_name(""))
    crew = [_berth(one, draft) for one in draft.members if one]
    return _answer(draft, crew, budget, toml)


def designed(design: Design, budget: int | None, kept: Mapping[str, str]) -> CraftChecked:
    """What the page has made so far, with all that is wrong; `kept` are the visitor's characters."""
    data: dict[str, Any] = {"name": design.name, "edition": design.edition}
    data |= {"blurb": design.blurb} if design.blurb else {}
    data |= {"scenario": True} if design.scenario else {}
    texts = [_text(design.edition, one.who, kept) for one in design.crew]
    data["crew"] = [
        {"character": _parsed(text), **_place(one)}
        for one, text in zip(design.crew, texts, strict=True)
    ]
    yard = edition(design.edition).craft if design.edition in EDITIONS else None
    given = _parts(design, yard) if design.build is None and yard else None
    data["build"] = design.build or ""
    draft = manned_draft(data, given)
    crew = [
        _berth(member, draft) if member else BerthShown("", "", one.station, one.section, text, ())
        for one, member, text in zip(design.crew, draft.members, texts, strict=True)
    ]
    return _answer(draft, crew, budget)


def _place(one: Berth) -> dict[str, str]:
    section = {"section": one.section} if one.station == "crew" else {}
    return {"station": one.station, **section}


def _parts(design: Design, yard: Yard) -> Parts:
    sections = []
    for one in design.sections:
        name = one.name.strip()
        kind = yard.kind(name)
        sections.append(Section(kind.name if kind else name, one.points))
    return Parts(
        sections=tuple(sections),
        weapons=design.weapons,
        shields=design.shields,
        maneuver=design.maneuver,
        systems=design.systems,
    )


def _text(slug: str, who: str | Somebody, kept: Mapping[str, str]) -> str:
    """The file of whoever is meant."""
    if isinstance(who, Somebody):
        if not (text := who.toml or kept.get(who.character, "")):
            raise WebError(422, "One of the crew is no longer there.")
        return text
    if slug not in EDITIONS:
        raise WebError(422, "Nobody is known in that edition.")
    try:
        return write_character(person(slug, who))
    except SetupError as error:
        words = str(error)
        raise WebError(422, words[:1].upper() + words[1:]) from None


def _parsed(text: str) -> dict[str, Any]:
    try:
        return parsed(text)
    except ValueError as error:
        raise WebError(422, f"One of the crew cannot be read: {error}.") from None


def _answer(
    draft: MannedDraft, crew: Sequence[BerthShown], budget: int | None, toml: str = ""
) -> CraftChecked:
    craft = draft.craft
    if craft is None:
        return CraftChecked(draft.mistakes, None, toml, craft_file_name(""))
    dear = over_budget(craft, budget) if budget is not None else ""
    return CraftChecked(
        (*draft.mistakes, dear) if dear else draft.mistakes,
        craft_sheet(craft, crew, budget),
        toml or _written(craft, [one for one in draft.members if one]),
        craft_file_name(craft.name),
    )


def _written(craft: Craft, members: Iterable[Aboard]) -> str:
    """The file as far as it goes: what cannot be read is not in it."""
    crew = Crew(tuple(members))
    return written_manned(Manned(craft, crew if crew.members else None))


def craft_sheet(craft: Craft, crew: Sequence[BerthShown], budget: int | None) -> CraftSheet:
    price = cost(craft)
    return CraftSheet(
        name=craft.name,
        edition=craft.edition,
        title=edition(craft.edition).title,
        blurb=craft.blurb,
        scenario=craft.scenario,
        sections=craft.sections,
        labels=craft.labels,
        stations=stations(craft),
        kinds=tuple(
            KindShown(kind.name, kind.effect, kind.required, _refused(craft, kind.name))
            for kind in craft.yard.sections.values()
        ),
        other_sections=craft.yard.other_sections,
        capabilities=_capabilities(craft),
        die=craft.yard.die,
        crew=tuple(crew),
        cost=price,
        left=None if budget is None else budget - price.total,
        notation=craft.notation,
        short=short_form(craft),
        noted=noted(craft),
    )


def _refused(craft: Craft, section: str) -> str:
    """Why the craft cannot have such a section besides those it has; nothing if it can."""
    known = set(mistakes(craft))
    more = replace(craft, sections=(*craft.sections, Section(section, 1)))
    return next((one for one in mistakes(more) if one not in known), "")


def _capabilities(craft: Craft) -> tuple[CapabilityShown, ...]:
    """Those of the edition, and whatever else the craft has: it can be taken out again."""
    kinds = craft.yard.capabilities
    shown = [
        CapabilityShown(
            kind.id, kind.name, getattr(craft, kind.id), kind.cost, kind.rule, kind.effect
        )
        for kind in kinds.values()
    ]
    if craft.systems and "systems" not in kinds:
        none = f"There are none in {edition(craft.edition).title}."
        shown.append(CapabilityShown("systems", "Systems", craft.systems, 0, "CRF-13", none))
    return tuple(shown)


def _berth(one: Aboard, draft: MannedDraft) -> BerthShown:
    assert draft.craft, "a crew is read for a craft"
    craft, who = draft.craft, one.character
    numbers = []
    if one.station == "pilot":
        numbers.append(replace(piloting(craft, who), title="flies at"))
    alone = not any(other and other.station == "gunner" for other in draft.members)
    if one.station == "gunner" or (one.station == "pilot" and alone):
        numbers.append(replace(gunnery(craft, who), title="fires at"))
    return BerthShown(
        who.name,
        summed_up(sheet_of(who)),
        one.station,
        one.section,
        write_character(who),
        tuple(numbers),
    )


def short_form(craft: Craft) -> str:
    return craft.short if craft.yard.short_form else ""


def craft_file_name(name: str) -> str:
    return file_name(name) or "craft"
