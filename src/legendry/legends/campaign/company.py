"""A company: the party that travels from game to game, as a value.

Nothing ever changes a company but `changes.changed`, one `Change` after another; a journal of those
changes is all that is needed to have it again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from legendry.legends.character import Character
from legendry.table import Seat
from legendry.table.requests import clipped, folded

LAST_DAY = 1_000_000
Day: TypeAlias = Annotated[int, Meta(ge=1, le=LAST_DAY, description="a day, counted from 1")]
Until: TypeAlias = Day | Literal["adventure"]
"""How long something lasts: to the end of that day, or to the end of the adventure."""
Fate: TypeAlias = Literal["", "dead", "captured"]
Title: TypeAlias = Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*\Z")]

MOST_MEMBERS = 40
MOST_WORDS = 500


class Fleeting(Struct, frozen=True, forbid_unknown_fields=True):
    """Karma with an expiry stated by its source (CAM-11): of a Bard or a Storyteller (SKL-39)."""

    karma: Annotated[int, Meta(ge=1, le=1000)]
    until: Until


class Member(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One of a company: his character, who plays him, and what has become of him."""

    character: Character
    player: Seat = ""
    fate: Fate = ""
    fleeting: tuple[Fleeting, ...] = ()
    """In the order in which it fades; what fades first is spent first."""

    @property
    def name(self) -> str:
        return self.character.name

    @property
    def present(self) -> bool:
        """Neither dead nor in the hands of others."""
        return not self.fate

    @property
    def karma(self) -> int:
        """All that he has to spend now, lasting or not."""
        return self.character.karma + sum(one.karma for one in self.fleeting)

    @property
    def in_play(self) -> Character:
        """The character as a fight has him: all his karma, whenever it would fade."""
        if not self.fleeting:
            return self.character
        return msgspec.structs.replace(self.character, karma=self.karma)


class Company(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Characters of one edition (RUL-139) who share their days, with the options of their table."""

    name: Annotated[Title, Meta(min_length=1)]
    edition: Annotated[str, Meta(max_length=60)]
    options: dict[str, Any] = {}
    day: Day = 1
    adventure: Title = ""
    """The one they are on; empty between adventures."""
    members: Annotated[tuple[Member, ...], Meta(max_length=MOST_MEMBERS)] = ()
    plotwords: Annotated[tuple[Title, ...], Meta(max_length=MOST_WORDS)] = ()
    tongues: Annotated[tuple[Title, ...], Meta(max_length=MOST_WORDS)] = ()
    """Languages that the company has met, so that they can be learned (SKL-22, SKL-23)."""
    used: Annotated[dict[Title, Until], Meta(max_length=MOST_WORDS)] = {}
    """Marks of what may be done once only, such as `bard Orla`, and when they go."""

    def member(self, name: str) -> Member:
        """The one of that name, in any case; `ValueError` if there is nobody."""
        for one in self.members:
            if folded(one.name) == folded(name):
                return one
        there = ", ".join(one.name for one in self.members) or "nobody"
        raise ValueError(f"{clipped(self.name)} has no “{clipped(name, 40)}”; there are: {there}")

    @property
    def present(self) -> tuple[Member, ...]:
        """Those who are alive and free."""
        return tuple(one for one in self.members if one.present)

    @property
    def gold(self) -> int:
        return sum(one.character.gold for one in self.members)

    def carried(self, item: str) -> Mapping[str, int]:
        """How many of a thing each of those present has among his belongings."""
        counts = {one.name: one.character.belongings.count(item) for one in self.present}
        return {name: count for name, count in counts.items() if count}
