"""What magic does in a fight, as facts with the rules they rest on. Interfaces only render them."""

from __future__ import annotations

from typing import ClassVar

from legendry.table import Event


class SpellCast(Event, frozen=True):
    """Somebody casts a spell; whether it succeeds is told next."""

    who: str
    spell: str
    at: str = ""

    def __str__(self) -> str:
        at = f" at {self.at}" if self.at not in ("", self.who) else ""
        return f"{self.who} casts {self.spell}{at}"


class SpellFailed(Event, frozen=True):
    """A casting came to nothing, and cost nothing."""

    who: str
    spell: str

    def __str__(self) -> str:
        return f"{self.spell} of {self.who} comes to nothing"


class SpellBegan(Event, frozen=True):
    """A spell is in play: on somebody, on hexes, or on everybody."""

    spell: str
    caster: str
    on: str = ""
    hexes: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"in {', '.join(self.hexes)}" if self.hexes else f"on {self.on or 'everybody'}"
        return f"{self.spell} lies {where}"


class SpellEnded(Event, frozen=True):
    """A spell is no longer in play."""

    spell: str
    on: str
    why: str

    def __str__(self) -> str:
        on = f" on {self.on}" if self.on else ""
        return f"{self.spell}{on} ends: {self.why}"


class StaffDrained(Event, frozen=True):
    """A staff paid for a spell."""

    who: str
    points: int

    def __str__(self) -> str:
        return f"The staff of {self.who} gives {self.points} power"


class TurnForfeited(Event, frozen=True):
    """Somebody will lose his next turn."""

    who: str

    def __str__(self) -> str:
        return f"{self.who} falls and loses his next turn"


class MissileTurned(Event, frozen=True):
    """A missile went back to where it came from, or was lost."""

    who: str
    at: str
    lost: bool = False

    def __str__(self) -> str:
        way = "is lost" if self.lost else f"turns on {self.who}"
        return f"The missile at {self.at} {way}"


class Divined(Event, frozen=True):
    """A spell of seeing or of spirits succeeded: what it shows is for the adventure to say."""

    who: str
    spell: str
    of: str = ""

    def __str__(self) -> str:
        return f"{self.spell} opens the eyes of {self.who}" + (f" to {self.of}" if self.of else "")


class Appeared(Event, frozen=True):
    """A being is there that was not, as everybody sees it."""

    who: str
    being: str
    hex: str

    def __str__(self) -> str:
        return f"At a word of {self.who} {self.being} stands in {self.hex}"


class Feigned(Event, frozen=True):
    """What has appeared, in truth: for those who know it."""

    being: str
    kind: str
    spell: str
    price: int

    def __str__(self) -> str:
        return f"{self.being} is but an {self.kind} ({self.spell}, which costs {self.price})"


class Vanished(Event, frozen=True):
    """A being is gone; nobody learns what it was."""

    being: str
    why: str

    def __str__(self) -> str:
        return f"{self.being} vanishes: {self.why}"


class Exposed(Event, frozen=True):
    """An image or an illusion is gone, and everybody knows now what it was."""

    reveals: ClassVar[bool] = True

    being: str
    kind: str
    how: str

    def __str__(self) -> str:
        return f"{self.being} was but an {self.kind}: {self.how}"


class Doubted(Event, frozen=True):
    """Somebody tried to disbelieve a being, and it is still there."""

    reveals: ClassVar[bool] = True

    who: str
    being: str
    real: bool
    """Whether he knows now that it is real."""

    def __str__(self) -> str:
        end = "is as real as they come" if self.real else "does not waver"
        return f"{self.who} doubts his eyes, but {self.being} {end}"


class Morphed(Event, frozen=True):
    """Somebody has taken a creature's shape."""

    who: str
    form: str

    def __str__(self) -> str:
        return f"{self.who} takes the shape of a {self.form.lower()}"


class Returned(Event, frozen=True):
    """Somebody is himself again, with the harm that is left of what the beast took."""

    who: str
    damage: int
    fatigue: int

    def __str__(self) -> str:
        return (
            f"{self.who} has his own shape again, {self.damage + self.fatigue} points of harm in it"
        )


class Swayed(Event, frozen=True):
    """Somebody is played by another side from now on, or by his own again."""

    who: str
    side: str
    how: str

    def __str__(self) -> str:
        return f"{self.who} {self.how} {self.side}"
