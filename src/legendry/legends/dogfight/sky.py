"""The sky of a dogfight: craft and crews in it, and how each craft stands to the others.

The state is flat and plain. A `Flyer` and a `Member` hold only values that are replaced, never
changed in place, so a shallow copy of one is a copy. Craft and people know each other by number.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.legends.character import Character, effective
from legendry.legends.craft.craft import Craft
from legendry.legends.craft.crew import gunnery, piloting
from legendry.legends.craft.parts import DogfightRules, Position
from legendry.legends.dogfight.options import DogfightOptions
from legendry.legends.edition import Edition
from legendry.table import Ledger, Outcome, Seat, State

Status: TypeAlias = Literal["active", "dead in the water", "destroyed", "left"]
Phase: TypeAlias = Literal["opening", "fighting", "over"]
Pairs: TypeAlias = tuple[tuple[int, int], ...]


class Member(Struct, gc=False):
    """A character aboard a craft: at a station, or just in a section (RUL-122)."""

    number: int
    name: str
    seat: Seat
    character: Character
    aboard: int
    """The number of his craft."""
    section: int
    """The place of his section in the list; -1 is nowhere aboard any more."""
    station: str
    karma: int
    wishes: int
    damage: int
    fatigue: int
    """What he came aboard with; only a wish changes it here (CAM-8)."""
    alive: bool = True


class Flyer(Struct, gc=False):
    """A craft in a dogfight. `left` are the points that each section has left, in the order listed."""

    number: int
    name: str
    side: int
    seat: Seat
    craft: Craft
    left: tuple[int, ...]
    vital: tuple[int, ...]
    """The places of the sections without which it is dead in the water (DOG-23)."""
    pilot: int = -1
    gunner: int = -1
    """Members by number; without a gunner the pilot fires (RUL-124). `Sky.man` sets them."""
    dx: Ledger = Ledger("DX", ())
    """The pilot's DX without skill or bonus: it decides ties (RUL-3)."""
    maneuvering: Ledger = Ledger("pilot", ())
    """What the pilot rolls under in a contest (DOG-8)."""
    gunnery: Ledger = Ledger("gunner", ())
    """What the gunner rolls under (DOG-17)."""
    active: bool = True
    """Able to move and fire; worked out by `settle`."""
    acted: bool = False
    """In the player turn that runs."""
    exited: bool = False
    captured: bool = False
    """Dead in the water when the others had won (RUL-135)."""

    @property
    def status(self) -> Status:
        """DOG-12, DOG-23, CRF-2."""
        if self.exited:
            return "left"
        if not any(self.left):
            return "destroyed"
        if not all(self.left[place] for place in self.vital):
            return "dead in the water"
        return "active"

    @property
    def there(self) -> bool:
        """Whether there is anything to maneuver against or fire at."""
        return not self.exited and any(self.left)

    def settle(self) -> None:
        """Whether it is active follows from its sections, or from its leaving."""
        self.active = self.status == "active"

    @property
    def to_cripple(self) -> int:
        """The points that leave it dead in the water, or a wreck of one destroyed (DOG-22)."""
        if self.active:
            return min(sum(self.left[: place + 1]) for place in self.vital)
        return sum(self.left)


class Sky(State, kw_only=True):
    """All there is to know of a dogfight at a checkpoint."""

    edition: Edition
    rules: DogfightRules
    options: DogfightOptions
    sides: tuple[str, ...]
    flyers: list[Flyer]
    crew: list[Member]
    phase: Phase = "opening"
    order: tuple[int, ...] = ()
    place: int = -1
    """Whose turn it is: an index into `order`."""
    round: int = 0
    side: int = -1
    """The side whose player turn runs; -1 before the first."""
    waited: tuple[Seat, ...] = ()
    """Players who let the others of the side go first (RUL-14)."""
    flying: int = -1
    """The craft whose turn is under way; -1 between turns."""
    maneuvered: bool = False
    fired: bool = False
    """What that craft has done in its turn (DOG-4)."""
    pursuits: Pairs = ()
    """Who pursues whom (DOG-6)."""
    turnings: Pairs = ()
    """Who are side by side, facing opposite ways (DOG-6)."""
    run: tuple[int, int] | None = None
    """A firing run under way: who, at whom (DOG-25)."""
    quiet: int = 0
    """Rounds since the last damage or departure."""
    called_off: str = ""
    """Why it is over though nobody has won."""
    result: Outcome | None = None

    def copy(self) -> Sky:
        twin: Sky = self.__copy__()  # type: ignore[attr-defined]
        twin.flyers = [one.__copy__() for one in self.flyers]  # type: ignore[attr-defined]
        twin.crew = [one.__copy__() for one in self.crew]  # type: ignore[attr-defined]
        return twin

    # -- who -------------------------------------------------------------------------------------

    def named(self, name: str) -> Flyer:
        for flyer in self.flyers:
            if flyer.name == name:
                return flyer
        raise KeyError(name)

    def pilot(self, who: Flyer) -> Member:
        return self.crew[who.pilot]

    def gunner(self, who: Flyer) -> Member:
        return self.crew[who.gunner]

    def man(self, who: Flyer, pilot: int, gunner: int) -> None:
        """Who flies and who fires from now on, with the numbers they roll under (RUL-124)."""
        who.pilot, who.gunner = pilot, gunner
        flies, fires = self.crew[pilot].character, self.crew[gunner].character
        who.dx, who.maneuvering = effective(flies, "DX"), piloting(who.craft, flies)
        who.gunnery = gunnery(who.craft, fires)

    def foes(self, who: Flyer) -> list[Flyer]:
        """Craft of other sides that are still there, dead in the water or not."""
        return [one for one in self.flyers if one.side != who.side and one.there]

    # -- positions (DOG-6) -----------------------------------------------------------------------

    def position(self, one: Flyer, other: Flyer) -> Position:
        """How one stands to the other; always between two given craft (DOG-6)."""
        pair = one.number, other.number
        if pair in self.pursuits:
            return "pursuit"
        if pair[::-1] in self.pursuits:
            return "fleeing"
        return "turning" if pair in self.turnings or pair[::-1] in self.turnings else "disengaged"

    def engaged(self, who: Flyer) -> list[Flyer]:
        """The foes it is engaged with, in any position (DOG-7)."""
        number = who.number
        pairs = (*self.pursuits, *self.turnings)
        others = [b if a == number else a for a, b in pairs if number in (a, b)]
        return [self.flyers[other] for other in others]

    def pursuer(self, who: Flyer) -> Flyer | None:
        """The one on its tail: there is never more than one (DOG-13)."""
        return next((self.flyers[a] for a, b in self.pursuits if b == who.number), None)

    def targets(self, who: Flyer) -> list[Flyer]:
        """Those it pursues."""
        return [self.flyers[b] for a, b in self.pursuits if a == who.number]

    def relate(self, one: Flyer, other: Flyer, position: Position) -> None:
        """From now on one stands so to the other."""
        pair = {one.number, other.number}
        self.pursuits = tuple(known for known in self.pursuits if set(known) != pair)
        self.turnings = tuple(known for known in self.turnings if set(known) != pair)
        match position:
            case "pursuit":
                self.pursuits = (*self.pursuits, (one.number, other.number))
            case "fleeing":
                self.pursuits = (*self.pursuits, (other.number, one.number))
            case "turning":
                self.turnings = (*self.turnings, (one.number, other.number))

    def loosen(self, who: Flyer) -> None:
        """All its relations end (RUL-132, RUL-134)."""
        self.pursuits = tuple(pair for pair in self.pursuits if who.number not in pair)
        self.turnings = tuple(pair for pair in self.turnings if who.number not in pair)
