"""The notation of craft (CRF-4): `Cargo1, Engineering1, Operations1, Living1, d6/1, M+1`.

Sections stand in the order in which they are lost, each with its build points; then dice of weapons
and factors of shields, then the bonuses. The short form is `C1 E1 O1 L1 d6/1 M+1`. Whoever writes
one may separate the parts by commas, spaces or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from legendry.legends.craft.parts import MOST, Capability, Parts, Section, Yard
from legendry.table.requests import clipped

LONGEST = 1000
"""No notation of ours has more characters."""
_WORD = r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?"
SECTION_NAME = re.compile(rf"{_WORD}(?:[ -]{_WORD})*")
"""What a section may be called; single letters are for the short form."""

_BETWEEN = re.compile(r"[\s,;]+")
_PART = re.compile(
    rf"""
      (?P<dice>[0-9]*) [dD] (?P<sides>[0-9]+)
    | / \s* (?P<shields>[0-9]+)
    | (?P<bonus>[A-Za-z]+) \s* \+ \s* (?P<steps>[0-9]+)
    | (?P<section>{SECTION_NAME.pattern} | [^\W\d_]) \s* (?P<points>[0-9]+)
    | (?P<bare>{SECTION_NAME.pattern})
    | (?P<junk>[^\s,;]+)
    """,
    re.VERBOSE,
)
_BONUSES: dict[str, Capability] = {
    "m": "maneuver",
    "maneuver": "maneuver",
    "s": "systems",
    "systems": "systems",
}


def written_parts(parts: Parts, yard: Yard, *, short: bool = False) -> str:
    """The notation of a craft, full or short; an edition without letters has names in both."""
    return (" " if short else ", ").join(_written(parts, yard, short))


def _written(parts: Parts, yard: Yard, short: bool) -> Iterator[str]:
    for section in parts.sections:
        kind = yard.kind(section.name)
        name = kind.letter if short and kind and kind.letter else section.name
        yield f"{name}{section.points}"
    dice = f"{parts.weapons if parts.weapons > 1 else ''}{yard.die}" if parts.weapons else ""
    shields = f"/{parts.shields}" if parts.shields else ""
    if dice or shields:
        yield dice + shields
    if parts.maneuver:
        yield f"M+{parts.maneuver}"
    if parts.systems:
        yield f"S+{parts.systems}"


def read_parts(text: str, yard: Yard) -> tuple[Parts, list[str]]:
    """What a notation says, and what in it cannot be understood, a sentence each.

    Whether such a craft may be built is another question.
    """
    if len(text) > LONGEST:
        return Parts(sections=()), [f"the notation has more than {LONGEST} characters"]
    sections: list[Section] = []
    steps: dict[Capability, int] = {}
    wrong: list[str] = []

    def capability(id: Capability, figure: str) -> None:
        if id in steps:
            wrong.append(f"there are {id} twice: add them up (CRF-4)")
        elif (amount := _number(figure)) > MOST:
            wrong.append(f"{id}: {clipped(figure, 20)} is more than {MOST}")
        else:
            steps[id] = amount

    place = 0
    while place < len(text):
        between = _BETWEEN.match(text, place)
        if between:
            place = between.end()
            continue
        part = _PART.match(text, place)
        assert part, "junk matches whatever is left"
        place = part.end()
        if part["sides"]:
            if part["sides"] == "6":
                capability("weapons", part["dice"] or "1")
            else:
                wrong.append(f"{_quoted(part[0])}: weapons are dice of six, 2{yard.die} (CRF-4)")
        elif part["shields"]:
            capability("shields", part["shields"])
        elif part["bonus"]:
            if id := _BONUSES.get(part["bonus"].lower()):
                capability(id, part["steps"])
            else:
                wrong.append(f"{_quoted(part[0])} is no bonus: there are {_bonuses(yard)} (CRF-4)")
        elif part["section"]:
            name, points = part["section"], _number(part["points"])
            kind = yard.kind(name)
            if 1 <= points <= MOST:
                sections.append(Section(kind.name if kind else name, points))
            else:
                wrong.append(f"{_quoted(part[0])}: a section has 1 to {MOST} build points (CRF-2)")
        elif part["bare"]:
            wrong.append(f"{_quoted(part[0])} lacks its number (CRF-4)")
        else:
            wrong.append(f"{_quoted(part[0])} cannot be understood (CRF-4)")
    return Parts(sections=tuple(sections), **steps), wrong


def _number(figure: str) -> int:
    """A number of any length, cut off beyond what is too much anyway."""
    return int(figure.lstrip("0")[:6] or "0")


def _quoted(text: str) -> str:
    return f"“{clipped(text, 40)}”"


def _bonuses(yard: Yard) -> str:
    return " and ".join(
        f"{id[0].upper()}+1" for id in ("maneuver", "systems") if id in yard.capabilities
    )
