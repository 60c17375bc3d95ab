"""Star craft: what one is, what it costs, and the small TOML file it lives in (CRF-1 to CRF-14).

A file holds name, edition and the craft's notation. It is read with everything that is wrong with
it told at once, a sentence each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from legendry.legends.craft.notation import SECTION_NAME, read_parts, written_parts
from legendry.legends.craft.parts import MOST, Parts, Section, Yard
from legendry.legends.edition import edition, editions
from legendry.legends.reading import Mistaken, nearest, parsed, read_fields
from legendry.table import Ledger, Line
from legendry.table.requests import clipped
from legendry.table.toml import written

MOST_SECTIONS = 20
"""A craft with more is none of ours."""
LONGEST_NAME = 30
"""The letters of a section's name."""


class _File(Struct, kw_only=True):
    """A craft as it is written down."""

    name: Annotated[
        str,
        Meta(
            max_length=40,
            pattern=r"^\w(?:(?:[\w.'’-]| (?! ))*[\w.'’])?\Z",
            description="up to 40 letters, digits, single spaces, dots, hyphens and apostrophes",
        ),
    ]
    edition: Annotated[str, Meta(max_length=60, description="the name of an edition")]
    build: Annotated[str, Meta(description="a notation such as “Engineering1, Operations1, d6/1”")]
    scenario: Annotated[bool, Meta(description="true or false")] = False
    blurb: Annotated[
        str,
        Meta(
            max_length=200,
            pattern=r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]*\Z",
            description="one line of at most 200 characters",
        ),
    ] = ""


class Craft(Parts, frozen=True, kw_only=True):
    """A star craft (CRF-1): its sections in the order in which they are lost, and the rest."""

    name: str
    edition: str
    scenario: bool = False
    """A scenario prescribes its sections: several of a kind (RUL-122), other kinds (CRF-9)."""
    blurb: str = ""

    @property
    def yard(self) -> Yard:
        """What its edition says of craft."""
        return _yard(self.edition)

    @property
    def notation(self) -> str:
        """`Cargo1, Engineering1, Operations1, Living1, d6/1, M+1` (CRF-4)."""
        return written_parts(self, self.yard)

    @property
    def short(self) -> str:
        """`C1 E1 O1 L1 d6/1 M+1` (CRF-4)."""
        return written_parts(self, self.yard, short=True)

    @property
    def labels(self) -> tuple[str, ...]:
        """What its sections are called aboard; the second of a kind is `Cargo 2`."""
        seen: Counter[str] = Counter()
        labels = []
        for section in self.sections:
            seen[section.name.casefold()] += 1
            number = seen[section.name.casefold()]
            labels.append(section.name if number == 1 else f"{section.name} {number}")
        return tuple(labels)


class CraftError(Mistaken):
    """A craft that cannot be: every mistake is a sentence."""


class Unreadable(CraftError):
    """A file that is no TOML at all."""

    unreadable = True


class Draft(Struct, frozen=True):
    """A craft in the making, as far as it could be read."""

    craft: Craft | None
    """What is known of it, to price and to draw; None while the edition is unknown."""
    mistakes: tuple[str, ...]
    """Everything that is wrong, a sentence each."""


def cost(craft: Craft) -> Ledger:
    """Build cost (CRF-14): a point for each section point, and the price of every capability."""
    lines = [Line(section.points, str(section), "CRF-2") for section in craft.sections]
    for kind in craft.yard.capabilities.values():
        steps: int = getattr(craft, kind.id)
        if steps:
            lines.append(Line(steps * kind.cost, f"{kind.id} {steps} × {kind.cost}", kind.rule))
    return Ledger("build points", tuple(lines))


def over_budget(craft: Craft, budget: int) -> str:
    """The sentence for a craft that costs more than it may; nothing if it does not."""
    price = cost(craft).total
    if price <= budget:
        return ""
    return f"it costs {price} build points, {price - budget} too many (CRF-14)"


def mistakes(craft: Craft) -> list[str]:
    """What is wrong with a craft by the rules of its edition; nothing if it may be built."""
    return [*_lacks(craft), *_findings(craft)]


def craft_of(source: str | bytes | Mapping[str, Any], name: str = "") -> Craft:
    """The craft in a TOML file or in plain data; `CraftError` holds all that is wrong.

    `name` is that of the file, for the sentences.
    """
    draft = drafted(opened(source, name))
    if draft.mistakes or draft.craft is None:
        raise CraftError(draft.mistakes, name)
    return draft.craft


def opened(source: str | bytes | Mapping[str, Any], name: str = "") -> Mapping[str, Any]:
    """What a TOML file holds; plain data is what it is."""
    if not isinstance(source, str | bytes):
        return source
    try:
        return parsed(source)
    except ValueError as error:
        raise Unreadable([str(error)], name) from None


def built(notation: str, slug: str, name: str = "Craft", *, scenario: bool = False) -> Craft:
    """The craft that a notation describes, in that edition.

    >>> built("C1 E1 O1 L1 d6/1 M+1", "time-and-space", "Kit-Kat").notation
    'Cargo1, Engineering1, Operations1, Living1, d6/1, M+1'
    """
    return craft_of({"name": name, "edition": slug, "build": notation, "scenario": scenario})


def drafted(data: Mapping[str, Any], parts: Parts | None = None) -> Draft:
    """What can be made of plain data, and all that is wrong with it.

    A form gives the `parts` themselves, and then there is no notation to read.
    """
    reading = read_fields(dict(data), _File)
    wrong = reading.wrong
    values = reading.values
    slug = values.get("edition")
    if slug is None:
        return Draft(None, tuple(wrong))
    if slug not in editions() or edition(slug).craft is None:
        able = [one for one in editions() if edition(one).craft]
        none = "there are no star craft in" if slug in editions() else "there is no edition"
        wrong.append(f"{none} “{clipped(slug, 40)}”; there are in: {', '.join(able)}")
        return Draft(None, tuple(wrong))
    notation, unclear = values.pop("build", ""), list[str]()
    if parts is None:
        parts, unclear = read_parts(notation, _yard(slug))
    craft = Craft(**{"name": "", **values}, **{field: getattr(parts, field) for field in _PARTS})
    wrong += unclear
    if "build" not in reading.broken:
        # What could not be read may be the very section that would be missed.
        wrong += [] if unclear else _lacks(craft)
        wrong += _findings(craft)
    return Draft(craft, tuple(wrong))


def craft_data(craft: Craft) -> dict[str, Any]:
    """The craft as plain data, as a file or a record's set-up has it; `craft_of` reads it back."""
    data: dict[str, Any] = {"name": craft.name, "edition": craft.edition}
    if craft.blurb:
        data["blurb"] = craft.blurb
    data["build"] = craft.notation
    if craft.scenario:
        data["scenario"] = True
    return data


def written_craft(craft: Craft) -> str:
    """The craft as a TOML file; `craft_of` reads the same one back."""
    return written(craft_data(craft))


_PARTS = Parts.__struct_fields__


def _yard(slug: str) -> Yard:
    yard = edition(slug).craft
    if yard is None:
        raise CraftError([f"there are no star craft in {edition(slug).title}"])
    return yard


def _lacks(craft: Craft) -> Iterator[str]:
    """What no craft is without (CRF-1)."""
    names = {section.name for section in craft.sections}
    for kind in craft.yard.sections.values():
        if kind.required and kind.name not in names:
            yield f"{kind.name} is missing: no craft is without it (CRF-1)"


def _findings(craft: Craft) -> Iterator[str]:
    yard, title = craft.yard, edition(craft.edition).title
    names = Counter(section.name.casefold() for section in craft.sections)
    if len(craft.sections) > MOST_SECTIONS:
        yield f"there are more than {MOST_SECTIONS} sections"
    for section in {section.name.casefold(): section for section in craft.sections}.values():
        yield from _section_findings(craft, section)
        if names[section.name.casefold()] > 1 and not craft.scenario:
            yield (
                f"there is more than one {section.name}: one of each kind, unless a scenario "
                "says more (RUL-122)"
            )
    for section in craft.sections:
        if not 1 <= section.points <= MOST:
            yield f"{section.name}: a section has 1 to {MOST} build points (CRF-2)"
    for id in ("weapons", "shields", "maneuver", "systems"):
        steps: int = getattr(craft, id)
        if steps and id not in yard.capabilities:
            yield f"there are no {id} in {title} (CRF-13)"
        elif not 0 <= steps <= MOST:
            yield f"{id} must be a number from 0 to {MOST}"


def _section_findings(craft: Craft, section: Section) -> Iterator[str]:
    """Whether there is such a section (CRF-1), or a scenario may have it (CRF-9)."""
    yard = craft.yard
    kind = yard.kind(section.name)
    if kind and kind.name == section.name:
        return
    known = [kind.name for kind in yard.sections.values()]
    shown = clipped(section.name, 40)
    if not (craft.scenario and yard.other_sections):
        hint = nearest(section.name, known) or f"; there are {', '.join(known)}"
        rules = (
            "CRF-1; other kinds if a scenario has them, CRF-9" if yard.other_sections else "CRF-1"
        )
        yield f"there is no section “{shown}”{hint} ({rules})"
    elif len(section.name) > LONGEST_NAME or not SECTION_NAME.fullmatch(section.name) or kind:
        yield (
            f"“{shown}” cannot be the name of a section: use up to {LONGEST_NAME} letters, in "
            "words of two or more"
        )
