"""Checks as adventures word them (16.1), in the rulebook's notation.

3/IQ                      anybody, on the attribute alone
3/ST against SWIMMING     required: only those with the skill may try, and add its level (SKL-2)
3/ST+CLIMBING             assisted: anybody may try, those with the skill add its level (SKL-3)
win IQ                    a contest (CHK-5): IQ against the other's IQ
win DX against IQ         a contest of different attributes (CHK-11)
win IQ+CHARISMA           assisted; `win DX+STEALTH against IQ` says what the other rolls under
win IQ against CHARISMA   required; the other rolls under what the skill's own contest says
SWIMMING                  a bare mention: the skill's own check or contest, required (RUL-94)
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.legends.character import Character, effective
from legendry.legends.edition import Attribute, Edition, Skill, edition, editions
from legendry.legends.prices import skill_of
from legendry.table import Ledger, Line, Refusal, Refused
from legendry.table.requests import clipped, folded

CheckKind: TypeAlias = Literal["plain", "required", "assisted"]

ATTRIBUTES: dict[str, Attribute] = {"ST": "ST", "DX": "DX", "IQ": "IQ"}
_SKILL = r"[^\W\d][\w /',-]*?"
PASS = re.compile(
    r"(?P<dice>[1-9])/(?P<attribute>ST|DX|IQ)"
    rf"(?:\s*\+\s*(?P<assisted>{_SKILL})|\s+against\s+(?P<against>{_SKILL}))?",
    re.IGNORECASE,
)
WIN = re.compile(
    r"win\s+(?P<attribute>ST|DX|IQ)"
    rf"(?:\s*\+\s*(?P<assisted>{_SKILL}))?(?:\s+against\s+(?P<against>{_SKILL}))?",
    re.IGNORECASE,
)
BARE = re.compile(_SKILL)


class SkillCheck(Struct, frozen=True):
    """A check to pass or a contest to win, and the skill that is needed or that helps.

    >>> check = SkillCheck.parse("3/ST+CLIMBING", "time-and-space")
    >>> check.kind, check.skill
    ('assisted', 'climbing')
    >>> SkillCheck.parse("win DX against IQ", "time-and-space").against
    'IQ'
    """

    dice: int
    """0 in a contest, where each party announces its own (CHK-6)."""
    attribute: Attribute
    kind: CheckKind = "plain"
    skill: str = ""
    against: Attribute | Literal[""] = ""
    """What the other party rolls under, in a contest."""

    @classmethod
    def parse(cls, text: str, slug: str) -> SkillCheck:
        """Read a check in that edition; `ValueError` says what is wrong with it."""
        text = text.strip()
        found = PASS.fullmatch(text) or WIN.fullmatch(text)
        if found is None:
            if BARE.fullmatch(text) and folded(text).split()[0] not in ("win", "st", "dx", "iq"):
                return cls.of_skill(skill_id(text, slug), slug)
            raise ValueError(_no_check(text))
        attribute = ATTRIBUTES[found["attribute"].upper()]
        dice = 0 if found.re is WIN else int(found["dice"])
        other = (found["against"] or "").upper()
        assisted = found["assisted"]
        if (other in ATTRIBUTES and dice) or (other and other not in ATTRIBUTES and assisted):
            raise ValueError(_no_check(text))
        named = assisted or (found["against"] if other not in ATTRIBUTES else "")
        key = skill_id(named, slug) if named else ""
        kind: CheckKind = "assisted" if assisted else "required" if key else "plain"
        if dice:
            return cls(dice, attribute, kind, key)
        usual = skill_of(edition(slug), key) if key else None
        answer = ATTRIBUTES.get(other) or (usual.against if usual else "") or attribute
        return cls(0, attribute, kind, key, answer)

    @classmethod
    def of_skill(cls, key: str, slug: str) -> SkillCheck:
        """The check or contest that a skill is by itself, for those who have it (RUL-94)."""
        skill = named_skill(edition(slug), key)
        if not skill.attribute or skill.check == "passive":
            raise ValueError(f"{skill.name} is not checked by itself in {edition(slug).title}")
        return cls(skill.dice, skill.attribute, "required", key, skill.against)

    @property
    def contest(self) -> bool:
        """Whether it is won against somebody, not passed."""
        return bool(self.against)

    def wording(self, slug: str) -> str:
        """The check as adventures write it; `parse` reads the same one back."""
        name = named_skill(edition(slug), self.skill).name if self.skill else ""
        special = self.skill.partition("/")[2]
        name = f"{name}/{special}" if special else name
        head = f"win {self.attribute}" if self.contest else f"{self.dice}/{self.attribute}"
        if self.kind == "assisted":
            head = f"{head}+{name}"
        elif self.kind == "required":
            return f"{head} against {name}"
        return (
            f"{head} against {self.against}" if self.against not in ("", self.attribute) else head
        )

    def refusal(self, character: Character) -> Refusal | None:
        """Why he may not even try (SKL-2); None if he may."""
        if self.kind == "required" and not character.skills.get(self.skill):
            name = spoken_skill(edition(character.edition), self.skill)
            return Refusal(f"only those with {name} may try", "SKL-2")
        return None

    def lines(self, character: Character) -> tuple[Line, ...]:
        """What the skill adds to the attribute, in a contest too (SKL-1)."""
        level = character.skills.get(self.skill, 0) if self.skill else 0
        if not level:
            return ()
        rule = "SKL-2" if self.kind == "required" else "SKL-3"
        return (Line(level, spoken_skill(edition(character.edition), self.skill), rule),)

    def limit(self, character: Character) -> Ledger:
        """The number to roll under: the attribute, and the level of the skill (SKL-1)."""
        if refusal := self.refusal(character):
            raise Refused(refusal)
        return effective(character, self.attribute).plus(self.lines(character))


def _no_check(text: str) -> str:
    return (
        f"“{clipped(text)}” is no check: write 3/IQ, 3/ST+CLIMBING, 3/ST against SWIMMING, "
        f"win IQ, win DX against IQ or win IQ+CHARISMA"
    )


def skill_id(named: str, slug: str) -> str:
    """The id of a skill as people write it: its name or id, in any case; `literacy/orcish` too.

    What another edition calls otherwise is the skill of the same rule: PILOT is Spacecraft Pilot.
    """
    whole = folded(named)
    for skill in edition(slug).skills.values():
        names = (folded(skill.name), skill.id, skill.id.replace("-", " "))
        if whole in names:
            if skill.specialised:
                raise ValueError(f"name which {skill.name} is meant, as in {skill.id}/…")
            return skill.id
        word, slash, special = whole.partition("/")
        if slash and skill.specialised and word in names:
            return f"{skill.id}/{special.strip()}"
    elsewhere = (skill for other in editions() for skill in edition(other).skills.values())
    rules = {skill.rule for skill in elsewhere if whole in (folded(skill.name), skill.id)}
    for skill in edition(slug).skills.values():
        if skill.rule in rules and not skill.specialised:
            return skill.id
    raise ValueError(f"there is no skill “{clipped(named, 40)}” in {edition(slug).title}")


def named_skill(rules: Edition, key: str) -> Skill:
    """The skill of a key such as `literacy/orcish`; `ValueError` if the edition has none."""
    skill = skill_of(rules, key)
    if skill is None:
        raise ValueError(f"there is no skill “{clipped(key, 40)}” in {rules.title}")
    return skill


def spoken_skill(rules: Edition, key: str) -> str:
    """A skill as people say it: `Swimming`, `Literacy (orcish)`."""
    special = key.partition("/")[2]
    name = named_skill(rules, key).name
    return f"{name} ({special})" if special else name
