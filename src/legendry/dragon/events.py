"""What happens in a game, as facts with the rules they rest on. Interfaces only render them.

Cards, heroes and seats are named as people name them.
"""

from __future__ import annotations

from typing import Literal

from legendry.table import Event, Ledger, Seat
from legendry.table.tally import counted


class Reshuffled(Event, frozen=True):
    """A pile had run out; its discards are the pile now."""

    pile: str
    cards: int

    def __str__(self) -> str:
        return f"the {self.cards} discarded {self.pile} cards become the pile"


class Revealed(Event, frozen=True):
    """A creature came into the row with its trait."""

    slot: int
    creature: str
    trait: str

    def __str__(self) -> str:
        return f"slot {self.slot}: {self.trait} {self.creature}"


class Governed(Event, frozen=True):
    """A fourth token changes this Reveal."""

    side: Literal["heroes", "creatures"]
    creatures: int

    def __str__(self) -> str:
        return f"turning point: the {self.side} took their fourth token, {self.creatures} creatures"


class Removed(Event, frozen=True):
    """A creature of the surplus left the row with its trait."""

    slot: int
    creature: str
    trait: str

    def __str__(self) -> str:
        return f"the {self.trait} {self.creature} is too far from the piles and leaves"


class Transfigured(Event, frozen=True):
    """A card in play was replaced by another one."""

    hero: str
    slot: int
    part: Literal["creature", "trait"]
    old: str
    new: str
    price: int

    def __str__(self) -> str:
        return (
            f"the {self.hero} pays {self.price}: {self.old} in slot {self.slot} becomes {self.new}"
        )


class Selected(Event, frozen=True):
    """A team was sent against a creature."""

    leader: Seat
    team: tuple[str, ...]
    creature: str
    duo: str
    throws: int

    def __str__(self) -> str:
        duo = f" with {self.duo}" if self.duo else ""
        team = " and the ".join(self.team)
        throws = counted(self.throws, "throws")
        return f"{self.leader} sends the {team}{duo} against {self.creature}, {throws}"


class Sang(Event, frozen=True):
    """Song of Power was declared."""

    hero: str
    price: int

    def __str__(self) -> str:
        return f"the {self.hero} pays {self.price} for a Song of Power"


class Threw(Event, frozen=True):
    """Dice were thrown; those kept lie first."""

    leader: Seat
    thrown: tuple[int, ...]
    dice: tuple[int, ...]
    left: int

    def __str__(self) -> str:
        left = f"{counted(self.left, 'throws')} left"
        now = "" if self.thrown == self.dice else f": {faces(self.dice)}"
        return f"{self.leader} throws {faces(self.thrown)}{now}, {left}"


class Changed(Event, frozen=True):
    """A die was changed by Shift or Magic Shift."""

    hero: str
    ability: Literal["Shift", "Magic Shift"]
    old: int
    new: int
    price: int
    dice: tuple[int, ...]

    def __str__(self) -> str:
        how = f"{self.old} becomes {self.new}"
        return f"the {self.hero} pays {self.price} for {self.ability}, {how}: {faces(self.dice)}"


class Defeated(Event, frozen=True):
    """A combat was won."""

    team: tuple[str, ...]
    creature: str
    points: Ledger

    def __str__(self) -> str:
        return f"{self.creature} is defeated: {self.points}"


class Lost(Event, frozen=True):
    """A combat was lost."""

    team: tuple[str, ...]
    creature: str

    def __str__(self) -> str:
        return f"{self.creature} stands"


class SatOut(Event, frozen=True):
    """For a hero nothing legal was left."""

    hero: str

    def __str__(self) -> str:
        return f"the {self.hero} finds no opponent and sits the turn out"


class Compared(Event, frozen=True):
    """The turn was scored, and a side took a token or neither did."""

    heroes: Ledger
    creatures: Ledger
    token: Literal["heroes", "creatures", "none"]

    def __str__(self) -> str:
        token = "nobody takes a token" if self.token == "none" else f"a token for the {self.token}"
        return f"{self.heroes}; {self.creatures}: {token}"


class Rewarded(Event, frozen=True):
    """A hero received potions for a combat won."""

    hero: str
    potions: int

    def __str__(self) -> str:
        return f"the {self.hero} takes {counted(self.potions, 'potions')}"


class RanDry(Event, frozen=True):
    """The supply could not pay; what is missing is lost."""

    offered: int
    paid: int

    def __str__(self) -> str:
        return f"the supply runs dry: {self.paid} of {counted(self.offered, 'potions')}"


class Consoled(Event, frozen=True):
    """No creature fell: a hero received consolation."""

    hero: str
    potions: int

    def __str__(self) -> str:
        return f"no creature fell: {counted(self.potions, 'potions')} for the {self.hero}"


class Cleared(Event, frozen=True):
    """Defeated creatures and their traits went to the discards, duo cards back."""

    creatures: tuple[str, ...]

    def __str__(self) -> str:
        return f"to the discards: {', '.join(self.creatures) or 'nothing'}"


def faces(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))
