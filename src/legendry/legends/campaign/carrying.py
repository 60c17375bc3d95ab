"""How much one can have: as much as a character's sheet holds, since the books weigh nothing (RUL-137)."""

from __future__ import annotations

from collections import Counter

from legendry.legends.campaign.camp import Camp, Person
from legendry.legends.campaign.changes import Carried, Gained
from legendry.legends.campaign.pricelist import Kind
from legendry.table import Refusal
from legendry.table.requests import clipped

PURSE = 10_000
"""So much gold."""
ROOM: dict[Kind, int] = {"weapons": 20, "armor": 20, "belongings": 100}
"""So many things of a kind."""


def called(id: str) -> str:
    """A thing as answers call it: belongings may be in anybody's words, and at any length."""
    return clipped(" ".join(id.split()), 60) or "something"


def room(who: Person, kind: Kind) -> int:
    """How many more things of that kind he can take."""
    return ROOM[kind] - len(getattr(who.character, kind))


def full(who: Person, kind: Kind = "belongings") -> Refusal | None:
    """Why he cannot take one more thing of that kind; None if he can."""
    return Refusal(f"{who.name} can carry no more {kind}") if room(who, kind) < 1 else None


def let_go(camp: Camp, who: str, id: str, count: int, kind: Kind) -> None:
    """Things leave him; his last piece of wood takes along the power of his staff (MAG-11)."""
    character = camp.company.member(who).character
    if kind == "weapons" and character.staff:
        left = Counter(character.weapons)
        left[id] -= count
        if not any(camp.edition.weapons[one].wooden for one in +left):
            if character.power:
                camp.make(Gained(who, "charge", -character.power), "MAG-11")
            camp.make(Gained(who, "staff", -character.staff), "MAG-11")
    camp.make(Carried(who, id, -count, kind))
