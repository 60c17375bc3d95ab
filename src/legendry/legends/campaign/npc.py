"""Those whom a company meets outside of fights: what an adventure says of them, and their dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from legendry.legends.campaign.camp import Camp, Person
from legendry.legends.character import Character
from legendry.legends.edition import Attribute
from legendry.legends.skillchecks import SkillCheck

ShortName: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^\w(?:[\w .'’-]{0,38}[\w.'’])?\Z",
        description="up to 40 letters, digits, spaces, dots, hyphens and apostrophes",
    ),
]
_Value: TypeAlias = Annotated[int, Meta(ge=1, le=100, description="a whole number from 1 to 100")]
_Flag: TypeAlias = Annotated[bool, Meta(description="true or false")]

UNSTATED = 10
"""RUL-94: an attribute of an NPC that nobody has stated."""


class Npc(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody a party has to do with; what the adventure does not say of him is 10 (RUL-94)."""

    name: ShortName = "the stranger"
    st: _Value = UNSTATED
    dx: _Value = UNSTATED
    iq: _Value = UNSTATED
    skills: Annotated[
        dict[str, Annotated[int, Meta(ge=1, le=20)]],
        Meta(max_length=60, description="a table of at most 60 skills with levels from 1 to 20"),
    ] = {}
    curses: Annotated[int, Meta(ge=0, le=100, description="a whole number from 0 to 100")] = 0
    hostile: _Flag = False
    animal: _Flag = False
    helpless: _Flag = False
    """Asleep, frozen, incapacitated: he loses contests without rolling (RUL-4)."""

    def attribute(self, attribute: Attribute) -> int:
        return {"ST": self.st, "DX": self.dx, "IQ": self.iq}[attribute]


def at_the_table(camp: Camp, npc: Npc) -> Person:
    """Him as checks see him: the game master chooses his dice.

    Without one he has no seat, and answers with the dice that leave the party the least chance, the
    fewest of equally good ones (RUL-7, RUL-138).
    """
    character = Character(
        name=npc.name,
        edition=camp.edition.slug,
        kind="npc",
        st=npc.st,
        dx=npc.dx,
        iq=npc.iq,
        skills=npc.skills,
        curses=npc.curses,
    )
    person = camp.stranger(character, camp.gm)
    person.active = not npc.helpless
    return person


def foremost(npcs: Sequence[Npc], check: SkillCheck) -> Npc:
    """Whom a contest with a group is against: the conscious one with the highest number (RUL-5).

    His level of the same skill counts (RUL-6). Of equals it is the first; of nobody, a stranger of
    whom nothing is stated (RUL-94).
    """

    def number(npc: Npc) -> tuple[bool, int]:
        level = npc.skills.get(check.skill, 0) if check.skill else 0
        return not npc.helpless, npc.attribute(check.against or check.attribute) + level

    return max(npcs, key=number, default=Npc())
