"""The dogfight as a game for the table: its set-up, its flows, its views.

A dogfight needs sides, craft and a pilot for each; everything else has a default. In a record:

    [[setup.craft]]
    side = "Greeks"
    craft = {name = "Kit-Kat", build = "C1 E1 O1 L1 d6/1 M+1"}
    crew = [
        {station = "pilot", character = {name = "Ajax", st = 10, dx = 11, iq = 11}},
        {section = "Cargo", character = {name = "Teucer", st = 12, dx = 10, iq = 10}},
    ]
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from legendry.legends.craft.craft import Craft, CraftError, craft_of
from legendry.legends.craft.crew import Crew, crew_of
from legendry.legends.craft.hull import vital, whole
from legendry.legends.dogfight import views
from legendry.legends.dogfight.hand import hand
from legendry.legends.dogfight.options import DogfightOptions, checked
from legendry.legends.dogfight.sky import Flyer, Member, Sky
from legendry.legends.dogfight.turns import closing, is_over, opening, turn
from legendry.legends.edition import edition
from legendry.table import Flow, Game, Header, Insight, Outcome, Seat, SetupError
from legendry.table.game import decoded
from legendry.table.requests import clipped, folded
from legendry.table.tally import Fell, Tally

MOST_CRAFT = 32


class CraftSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One craft in the set-up: its side, its build, its crew, who plays it."""

    side: Annotated[str, Meta(min_length=1, max_length=40)]
    craft: dict[str, Any]
    crew: list[dict[str, Any]]
    seat: str = ""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """What a dogfight is made of."""

    craft: Annotated[list[CraftSetup], Meta(min_length=2, max_length=MOST_CRAFT)]


class Dogfight(Game[Sky]):
    """A dogfight of star craft, in either edition that has them."""

    name: ClassVar[str] = "dogfight"
    title: ClassVar[str] = "Legends: a dogfight"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(1, 17)
    options: ClassVar[type[Struct]] = DogfightOptions
    mastered: ClassVar[bool] = True

    def setup(self, header: Header) -> Sky:
        book = edition(header.edition)
        if book.craft is None:
            raise SetupError(f"there are no star craft in {book.title}")
        rules = book.craft.dogfight
        setup = decoded(header.setup, Setup, "setup")
        sides = tuple(dict.fromkeys(one.side for one in setup.craft))
        if len(sides) < 2:
            raise SetupError("a dogfight needs two sides at least: name them in setup.craft")
        sky = Sky(
            edition=book,
            rules=rules,
            options=checked(header.options, book, rules),
            sides=sides,
            flyers=[],
            crew=[],
        )
        for number, one in enumerate(setup.craft):
            add_craft(sky, header, one, f"setup.craft.{number}")
        return sky

    def flow(self, state: Sky) -> Flow[None]:
        """One deed of a craft; before it, initiative; after the last one, the end."""
        if state.phase == "opening":
            return opening(state)
        return closing(state) if is_over(state) else turn(state)

    def hand(self, state: Sky, gm: Seat) -> Flow[None]:
        """What the game master does, between two deeds (GEN-1)."""
        return hand(state, gm)

    def outcome(self, state: Sky) -> Outcome | None:
        return state.result

    def view(self, state: Sky, seat: Seat | None) -> views.DogfightView:
        return views.view(state)

    def scenery(self, state: Sky) -> views.Scenery:
        return views.scenery(state)

    def inspect(self, state: Sky, seat: Seat | None, thing: str) -> Insight:
        return views.inspect(state, thing)

    def freeze(self, state: Sky) -> bytes:
        return views.freeze(state)

    def thaw(self, header: Header, frozen: bytes) -> Sky:
        return views.thaw(self.setup(header), frozen)

    def luck(self, state: Sky, fell: Sequence[Fell]) -> tuple[Tally, ...]:
        return views.luck(state, fell)


# -- setting up --------------------------------------------------------------------------------


def add_craft(sky: Sky, header: Header, one: CraftSetup, where: str) -> None:
    """A craft with its crew: all begin disengaged and whole (DOG-5, RUL-122)."""
    craft, crew = built(header, one, where)
    side, number, first = sky.sides.index(one.side), len(sky.flyers), len(sky.crew)
    seat = seat_of(header, one, side, len(sky.sides))
    for member in crew.members:
        character = member.character
        if member.station != "crew" and not member.able:
            raise SetupError(f"{where}: {character.name} is in no state to be a {member.station}")
        sky.crew.append(
            Member(
                number=len(sky.crew),
                name=unique(character.name, [other.name for other in sky.crew]),
                seat=seat,
                character=character,
                aboard=number,
                section=craft.labels.index(member.section),
                station=member.station,
                karma=character.karma,
                wishes=character.wishes,
                damage=character.damage,
                fatigue=character.fatigue,
            )
        )
    posts = {member.station: first + n for n, member in enumerate(crew.members)}
    sky.flyers.append(
        Flyer(
            number=number,
            name=unique(craft.name, [other.name for other in sky.flyers]),
            side=side,
            seat=seat,
            craft=craft,
            left=whole(craft),
            vital=vital(craft, [member.section for member in crew.members if member.able]),
        )
    )
    sky.man(sky.flyers[-1], posts["pilot"], posts.get("gunner", posts["pilot"]))


def built(header: Header, one: CraftSetup, where: str) -> tuple[Craft, Crew]:
    """The craft of a set-up and its crew; all that is wrong with either is said at once."""
    slug = header.edition
    try:
        craft = craft_of({"edition": slug, **one.craft})
        if craft.edition != slug:
            raise SetupError(f"{where}: {craft.name} is of {craft.edition}, not of {slug}")
        return craft, crew_of(one.crew, craft)
    except CraftError as error:
        raise SetupError(f"{where}: {clipped('; '.join(error.mistakes), 400)}") from None


def seat_of(header: Header, one: CraftSetup, side: int, sides: int) -> Seat:
    """Who plays it: the seat named, the seat called like its side, or the seat of that number."""
    for name in (one.seat, one.side):
        if name in header.seats:
            return name
    if one.seat:
        raise SetupError(f"nobody called {clipped(one.seat, 40)} sits at this table")
    if len(header.seats) == sides:
        return header.seats[side]
    if len(header.seats) == 1:
        return header.seats[0]
    raise SetupError(f"it is not clear who plays {one.side}: call a seat so, or name a seat")


def unique(name: str, taken: Collection[str]) -> str:
    """Three of a kind are Vulture, Vulture 2 and Vulture 3."""
    known = {folded(one) for one in taken}
    number, result = 1, name
    while folded(result) in known:
        number += 1
        result = f"{name} {number}"
    return result


DOGFIGHT = Dogfight()
