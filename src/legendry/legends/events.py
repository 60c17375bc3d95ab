"""What happens in a fight, as facts with the rules they rest on. Interfaces only render them."""

from __future__ import annotations

from typing import ClassVar

from legendry.table import Event, Ledger


class SurpriseTaken(Event, frozen=True):
    """A side has a turn that cannot be opposed."""

    side: str

    def __str__(self) -> str:
        return f"{self.side} take the others by surprise"


class SurpriseNegated(Event, frozen=True):
    """Somebody saw it coming: that side surprises nobody."""

    who: str
    side: str

    def __str__(self) -> str:
        return f"{self.who} sees it coming: {self.side} surprise nobody"


class Stalked(Event, frozen=True):
    """Somebody has a turn of his own before all others."""

    who: str

    def __str__(self) -> str:
        return f"{self.who} has stalked the enemy and goes first, alone and unopposed"


class InitiativeWon(Event, frozen=True):
    """The order in which the sides take their turns."""

    order: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.order[0]} have the initiative, then {', '.join(self.order[1:])}"


class InitiativeStolen(Event, frozen=True):
    """A tactician has got his side the first turn after all."""

    who: str
    side: str

    def __str__(self) -> str:
        return f"{self.who} steals the initiative for {self.side}"


class TurnBegan(Event, frozen=True):
    """A side's player turn, or the free turn of one of them (`who`)."""

    round: int
    side: str
    unopposed: bool = False
    who: str = ""

    def __str__(self) -> str:
        free = ", unopposed" if self.unopposed else ""
        alone = f", {self.who} alone" if self.who else ""
        return f"— Round {self.round}, {self.side}{alone}{free} —"


class TurnLost(Event, frozen=True):
    """A turn given up for an earlier reaction."""

    who: str

    def __str__(self) -> str:
        return f"{self.who} has given up this turn"


class Moved(Event, frozen=True):
    """Somebody went from hex to hex."""

    who: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.who} moves to {self.path[-1]}"


class Shifted(Event, frozen=True):
    """Somebody was moved, or moved outside his turn: a dodge, a drag, a push, an exit."""

    who: str
    to: str
    how: str

    def __str__(self) -> str:
        return f"{self.who} {self.how} {self.to}"


class Attacked(Event, frozen=True):
    """An attack was announced."""

    who: str
    at: str
    how: str
    weapon: str = ""

    def __str__(self) -> str:
        weapon = f" ({self.weapon})" if self.weapon else ""
        return f"{self.who} {self.how} {self.at}{weapon}"


class Checked(Event, frozen=True):
    """A check was rolled: `3/DX: 2 3 5 = 10 against 11, passed`."""

    who: str
    what: str
    faces: tuple[int, ...]
    total: int
    limit: Ledger
    passed: bool
    dice: Ledger | None = None
    """Why it was not the standard three dice."""

    def __str__(self) -> str:
        faces = " ".join(map(str, self.faces))
        sign, word = ("≤", "passes") if self.passed else (">", "fails")
        return f"{self.who} {word} {self.what}: {faces} = {self.total} {sign} {self.limit.total}"


class Contested(Event, frozen=True):
    """A contest was rolled; `winner` is empty when nobody won."""

    starter: str
    responder: str
    what: str
    totals: tuple[int, int]
    limits: tuple[Ledger, Ledger]
    winner: str

    def __str__(self) -> str:
        a, b = self.totals
        caps = f"{a} of {self.limits[0].total} against {b} of {self.limits[1].total}"
        return f"{self.starter} and {self.responder} {self.what}: {caps}, {self.winner or 'nobody'} wins"


class Conceded(Event, frozen=True):
    """A contest decided without dice; where dice are chosen in secret, this shows the choice."""

    reveals: ClassVar[bool] = True

    winner: str
    loser: str
    why: str

    def __str__(self) -> str:
        return f"{self.winner} wins against {self.loser}: {self.why}"


class Harmed(Event, frozen=True):
    """Damage or fatigue went through; the ledger tells how it came about."""

    who: str
    damage: int
    fatigue: int
    ledger: Ledger

    def __str__(self) -> str:
        parts = [f"{self.damage} damage"] if self.damage or not self.fatigue else []
        if self.fatigue:
            parts.append(f"{self.fatigue} fatigue")
        return f"{self.who} takes {' and '.join(parts)}"


class Fell(Event, frozen=True):
    """Somebody can fight no more."""

    who: str
    state: str

    def __str__(self) -> str:
        return f"{self.who} is {self.state}"


class Entered(Event, frozen=True):
    """Somebody stepped into a foe's hex."""

    who: str
    foe: str

    def __str__(self) -> str:
        return f"{self.who} goes for {self.foe}"


class Grappling(Event, frozen=True):
    """Two are grappling now."""

    who: str
    foe: str
    hex: str

    def __str__(self) -> str:
        return f"{self.who} and {self.foe} grapple in {self.hex}"


class Handled(Event, frozen=True):
    """A weapon was readied, picked up, reloaded, dropped, or came to lie somewhere."""

    who: str
    weapon: str
    how: str

    def __str__(self) -> str:
        return f"{self.who} {self.how} {self.weapon}"


class Exploded(Event, frozen=True):
    """A blast went off."""

    hex: str
    caught: tuple[str, ...]
    scattered: bool

    def __str__(self) -> str:
        where = f"goes astray to {self.hex}" if self.scattered else f"goes off in {self.hex}"
        return f"The charge {where}; it catches {', '.join(self.caught) or 'nobody'}"


class Flashed(Event, frozen=True):
    """A flashbang: the thrower's side will have a turn of its own."""

    side: str
    hex: str

    def __str__(self) -> str:
        return f"A flash blinds everybody but {self.side}"


class Healed(Event, frozen=True):
    """Damage was taken away: by magic, a medic or a potion."""

    who: str
    points: int

    def __str__(self) -> str:
        return f"{self.who} is healed of {self.points} damage"


class SuitFailed(Event, frozen=True):
    """The power assist of a suit gave out."""

    who: str

    def __str__(self) -> str:
        return f"The suit of {self.who} loses its power"


class Luck(Event, frozen=True):
    """Karma or a wish was spent."""

    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.who} {self.what}"


class Captured(Event, frozen=True):
    """Somebody is alive and helpless, and the others have won."""

    who: str

    def __str__(self) -> str:
        return f"{self.who} is captured"


class Experienced(Event, frozen=True):
    """Those who had their part in a victory have learned from it."""

    who: tuple[str, ...]

    def __str__(self) -> str:
        each = " each" if len(self.who) > 1 else ""
        return f"{', '.join(self.who)}: 1 XP{each}"


class Advanced(Event, frozen=True):
    """Experience was spent."""

    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.who} {self.what}"


class Led(Event, frozen=True):
    """Somebody is led by another."""

    leader: str
    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.leader} leads {self.who}: {self.what}"


class Drunk(Event, frozen=True):
    """A potion was drunk, given by himself or by another."""

    who: str
    by: str
    potion: str

    def __str__(self) -> str:
        if self.who == self.by:
            return f"{self.who} drinks a {self.potion}"
        return f"{self.by} gives {self.who} a {self.potion} to drink"


class Bestowed(Event, frozen=True):
    """The game master gave or took something; to nobody is to all of them."""

    gm: str
    who: str
    what: str

    def __str__(self) -> str:
        return f"{self.gm}: {self.what}" + (f" for {self.who}" if self.who else "")


class LeftBoard(Event, frozen=True):
    """Somebody fled."""

    who: str

    def __str__(self) -> str:
        return f"{self.who} leaves the field"


class FightEnded(Event, frozen=True):
    """The last blow has fallen; the end-of-combat step begins."""

    why: str

    def __str__(self) -> str:
        return f"The fight is over: {self.why}"
