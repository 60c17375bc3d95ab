"""Checks as adventures word them (16.1): plain, required, assisted, in the rulebook's notation.

3/IQ                      anybody, on the attribute alone
3/ST against SWIMMING     required: only those with the skill may try, and add its level (SKL-2)
3/ST+CLIMBING             assisted: anybody may try, those with the skill add its level (SKL-3)
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.legends.character import Character, effective
from legendry.legends.edition import Attribute, edition
from legendry.table import Ledger, Line, Refusal, Refused
from legendry.table.requests import clipped, folded

CheckKind: TypeAlias = Literal["plain", "required", "assisted"]

ATTRIBUTES: dict[str, Attribute] = {"ST": "ST", "DX": "DX", "IQ": "IQ"}
WORDING = re.compile(
    r"(?P<dice>[1-9])/(?P<attribute>ST|DX|IQ)"
    r"(?:\s*\+\s*(?P<assisted>[\w /'-]+?)|\s+against\s+(?P<required>[\w /'-]+?))?",
    re.IGNORECASE,
)


class SkillCheck(Struct, frozen=True):
    """A check to pass: so many dice on an attribute, and the skill that is needed or that helps.

    >>> check = SkillCheck.parse("3/ST+CLIMBING", "time-and-space")
    >>> check.kind, check.skill
    ('assisted', 'climbing')
    """

    dice: int
    attribute: Attribute
    kind: CheckKind = "plain"
    skill: str = ""

    @classmethod
    def parse(cls, text: str, slug: str) -> SkillCheck:
        """Read a check in that edition; `ValueError` says what is wrong with it."""
        found = WORDING.fullmatch(text.strip())
        if found is None:
            raise ValueError(
                f"“{clipped(text)}” is no check: write 3/IQ, 3/ST+CLIMBING or 3/ST against SWIMMING"
            )
        attribute = ATTRIBUTES[found["attribute"].upper()]
        named = found["required"] or found["assisted"]
        if not named:
            return cls(int(found["dice"]), attribute)
        kind: CheckKind = "required" if found["required"] else "assisted"
        return cls(int(found["dice"]), attribute, kind, skill_id(named, slug))

    def refusal(self, character: Character) -> Refusal | None:
        """Why he may not even try (SKL-2); None if he may."""
        if self.kind == "required" and not character.skills.get(self.skill):
            name = edition(character.edition).skills[self.skill.partition("/")[0]].name
            return Refusal(f"only those with {name} may try", "SKL-2")
        return None

    def limit(self, character: Character) -> Ledger:
        """The number to roll under: the attribute, and the level of the skill (SKL-1)."""
        if refusal := self.refusal(character):
            raise Refused(refusal)
        ledger = effective(character, self.attribute)
        level = character.skills.get(self.skill, 0) if self.skill else 0
        if not level:
            return ledger
        rule = "SKL-2" if self.kind == "required" else "SKL-3"
        name = edition(character.edition).skills[self.skill.partition("/")[0]].name
        return ledger.plus([Line(level, name, rule)])


def skill_id(named: str, slug: str) -> str:
    """The id of a skill as people write it: its name or id, in any case; `literacy/orcish` too."""
    word, slash, special = folded(named).partition("/")
    for skill in edition(slug).skills.values():
        if word in (folded(skill.name), skill.id, skill.id.replace("-", " ")):
            return f"{skill.id}{slash}{special}"
    raise ValueError(f"there is no skill “{clipped(named, 40)}” in {edition(slug).title}")
