"""What happens in a dogfight, as facts with the rules they rest on. Interfaces only render them."""

from __future__ import annotations

from legendry.legends.craft.parts import Position
from legendry.table import Event, Ledger


class Engaged(Event, frozen=True):
    """Two craft stand to each other in a new way; `position` is that of `who`."""

    who: str
    foe: str
    position: Position
    words: str

    def __str__(self) -> str:
        return f"{self.who} {self.words} {self.foe}"


class Maneuvered(Event, frozen=True):
    """A craft maneuvers against another."""

    who: str
    foe: str

    def __str__(self) -> str:
        return f"{self.who} maneuvers against {self.foe}"


class Fired(Event, frozen=True):
    """A shot, or a run that leads to one."""

    who: str
    at: str
    how: str

    def __str__(self) -> str:
        return f"{self.who} {self.how} {self.at}"


class Damaged(Event, frozen=True):
    """A hit: points that came through, as the ledger tells."""

    who: str
    points: int
    ledger: Ledger

    def __str__(self) -> str:
        if not self.points:
            return f"{self.who} is hit and takes no damage"
        return (
            f"{self.who} takes {self.points} {'point' if self.points == 1 else 'points'} of damage"
        )


class SectionLost(Event, frozen=True):
    """A section is destroyed, with everyone in it."""

    who: str
    section: str
    killed: tuple[str, ...]

    def __str__(self) -> str:
        dead = f"; {' and '.join(self.killed)} die in it" if self.killed else ""
        dead = dead.replace(" die ", " dies ") if len(self.killed) == 1 else dead
        return f"{self.who} loses {self.section}{dead}"


class TookOver(Event, frozen=True):
    """Others take the posts of a craft whose pilot is lost."""

    who: str
    pilot: str
    gunner: str

    def __str__(self) -> str:
        fires = f", {self.gunner} fires" if self.gunner != self.pilot else ""
        return f"{self.pilot} flies {self.who} now{fires}"


class Crippled(Event, frozen=True):
    """A craft is dead in the water, or nothing is left of it."""

    who: str
    state: str

    def __str__(self) -> str:
        return f"{self.who} is {self.state}"


class Left(Event, frozen=True):
    """A craft leaves the dogfight for good."""

    who: str

    def __str__(self) -> str:
        return f"{self.who} leaves the dogfight"


class DogfightEnded(Event, frozen=True):
    """The dogfight is over."""

    why: str

    def __str__(self) -> str:
        return f"The dogfight is over: {self.why}"


class HomewardBound(Event, frozen=True):
    """Craft without living quarters make for their base or mother ship."""

    who: str

    def __str__(self) -> str:
        return f"{self.who} has no living quarters and makes for its base"
