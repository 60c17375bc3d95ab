"""What an edition says of star craft: what they are built of, and how they fight.

Sections and capabilities are what a builder pays for; the rest are the switches of a dogfight, one
a rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

MOST = 99
"""No figure of a craft is larger."""
Points: TypeAlias = Annotated[int, Meta(ge=1, le=MOST)]
Steps: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)]

Die: TypeAlias = Literal["d6", "D6"]
Capability: TypeAlias = Literal["weapons", "shields", "maneuver", "systems"]
"""What a craft may have besides sections (CRF-1)."""
Position: TypeAlias = Literal["pursuit", "fleeing", "turning", "disengaged"]
"""How a craft stands to another (DOG-6); classic tables call *turning* neutral."""


class Section(Struct, frozen=True, gc=False):
    """A section of a craft: what it is called, and the damage that destroys it (CRF-2)."""

    name: str
    points: int

    def __str__(self) -> str:
        return f"{self.name}{self.points}"


class Parts(Struct, frozen=True, kw_only=True):
    """What a craft is built of (CRF-1): sections in the order in which they are lost (CRF-3)."""

    sections: tuple[Section, ...]
    weapons: int = 0
    """Dice of damage (CRF-10)."""
    shields: int = 0
    """Points that every hit loses (CRF-11)."""
    maneuver: int = 0
    """What the pilot's number gains in every contest (CRF-12)."""
    systems: int = 0
    """Recorded only: no rule of ours uses it, an adventure may (CRF-13, RUL-123)."""


class SectionKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of section that the rulebook knows (CRF-5 to CRF-8)."""

    id: str
    name: str
    effect: str
    letter: str = ""
    """CRF-4: how the short form writes it, where the edition has a short form."""
    required: bool = False
    """CRF-1: no craft is without it."""
    vital: bool = False
    """DOG-23: without it a craft is dead in the water."""
    communications: bool = False
    """CRF-7: without it the craft reaches nobody outside."""
    stations: bool = False
    """RUL-122: pilot and gunner sit here."""
    long_voyages: bool = False
    """CRF-8: a craft without it makes for its base or mother ship after a fight."""
    cargo: Steps = 0
    """CRF-5: the cargo units that a point carries."""


class CapabilityKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A capability, and the build points for one step of it (CRF-10 to CRF-13)."""

    id: Capability
    name: str
    rule: str
    cost: Points
    effect: str


class Winner(Struct, frozen=True, forbid_unknown_fields=True):
    """DOG-9: what the winner of a contest may choose, by the position he is in."""

    pursuit: tuple[Position, ...]
    fleeing: tuple[Position, ...]
    turning: tuple[Position, ...]
    disengaged: tuple[Position, ...]

    def options(self, position: Position) -> tuple[Position, ...]:
        return getattr(self, position)  # type: ignore[no-any-return]


class DogfightRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the editions differ in a dogfight (section 19): one switch a rule."""

    pilot: str
    """DOG-8: the skill of whoever flies."""
    gunner: str
    """DOG-17: the skill of whoever fires."""
    turn: Literal["maneuver_and_fire", "maneuver_or_fire"]
    """DOG-4: what a craft does in its turn."""
    must_maneuver: bool
    """DOG-7: an engaged craft has to maneuver against an opponent in its turn."""
    turning: Literal["neutral", "turning"]
    """DOG-6: what side by side, facing opposite ways, is called."""
    tie_turns: bool
    """DOG-11: two disengaged craft that tie become turning."""
    unopposed: bool
    """DOG-15: a foe engaged with somebody else is pursued without a roll."""
    fire_dice: Points
    """DOG-17: how many dice a shot from pursuit takes."""
    run_dice: Points
    """DOG-18: how many dice a shot in a firing run takes."""
    run_contest: bool
    """DOG-18: a firing run takes a contest of the pilots first."""
    facing_dice: Steps
    """DOG-19: how many dice a facing firing run takes; 0 is no such thing."""
    winner: Winner


class Yard(Struct, frozen=True, kw_only=True):
    """The craft of an edition."""

    die: Die
    """CRF-4: how a die of the weapons is written."""
    other_sections: bool
    """CRF-9: a scenario may prescribe sections of other kinds."""
    sections: Mapping[str, SectionKind]
    capabilities: Mapping[str, CapabilityKind]
    dogfight: DogfightRules

    @property
    def short_form(self) -> bool:
        """CRF-4: whether sections may be written with one letter."""
        return any(kind.letter for kind in self.sections.values())

    def kind(self, name: str) -> SectionKind | None:
        """The kind of section that a name or its letter means; None if the rulebook has none."""
        folded = name.casefold()
        for kind in self.sections.values():
            if folded == kind.name.casefold() or (kind.letter and folded == kind.letter.casefold()):
                return kind
        return None
