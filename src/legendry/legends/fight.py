"""The fight as a game for the table: its set-up and its flows.

A fight needs sides, characters and a board; everything else has a default. The set-up in a record:

    [setup]
    board = "meadow"

    [[setup.fighters]]
    side = "Greeks"
    at = "0203"
    character = {name = "Ajax", st = 12, dx = 11, iq = 9, weapons = ["broad-sword"]}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from legendry.hexes import Board, Hex, MapError
from legendry.legends import potions, showing, views
from legendry.legends.actions import waiting
from legendry.legends.aftermath import closing
from legendry.legends.boards import board_named
from legendry.legends.character import (
    Character,
    CharacterError,
    holdable,
    read_character,
    ready_at_start,
)
from legendry.legends.edition import Edition, Weapon, edition
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import SHAPES
from legendry.legends.hand import hand
from legendry.legends.luck import fight_luck
from legendry.legends.magic import seeming
from legendry.legends.magic.beings import unique_name
from legendry.legends.magic.spells import staff_of
from legendry.legends.opening import opening
from legendry.legends.options import Options, checked
from legendry.legends.turns import activation, following_turn, is_over
from legendry.table import Flow, Game, Header, Insight, Outcome, Seat, SetupError
from legendry.table.game import decoded
from legendry.table.tally import Fell, Tally
from legendry.table.toml import written

MOST_FIGHTERS = 60
SHOTS = 12
"""Shots in a weapon at the start, where the table counts them (RUL-37)."""


class FighterSetup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One character in the set-up: his side, where he starts, who plays him."""

    side: Annotated[str, Meta(min_length=1, max_length=40)]
    character: dict[str, Any]
    at: str = ""
    seat: str = ""
    holds: str = ""
    """The foe he is grappling with when the fight begins."""
    suit_failed: bool = False
    """Whether the power of his suit has failed before, and nobody has repaired it (RUL-79)."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a fight is made of."""

    fighters: Annotated[list[FighterSetup], Meta(min_length=2, max_length=MOST_FIGHTERS)]
    board: str = "meadow"
    map: Annotated[str, Meta(max_length=20_000)] = ""
    """A board of one's own as a text map, in place of a named one."""
    legend: dict[str, list[str]] = {}
    """What the glyphs of that map mean beyond `.` and `#`."""
    surprise: str | list[str] = ""
    """The side that surprises the others; named for both sides it cancels out (RUL-12)."""
    leave: Literal["exits", "edge", "no"] = "exits"
    gravity: Literal["normal", "none"] = "normal"
    """Where there is none, skill in weightless movement counts (SKL-19, RUL-93)."""


class LegendsFight(Game[Fight]):
    """A fight of the Legends games, in any edition."""

    name: ClassVar[str] = "fight"
    title: ClassVar[str] = "Legends: a fight"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(1, 17)
    options: ClassVar[type[Struct]] = Options
    mastered: ClassVar[bool] = True

    def hides(self, header: Header) -> bool:
        """Where somebody knows Image or Illusion (MAG-17)."""
        spells = edition(header.edition).spells
        learned = {
            id
            for one in decoded(header.setup, Setup, "setup").fighters
            for id in one.character.get("spells", ())
        }
        return any(seeming.deceives(spells[id]) for id in learned if id in spells)

    def setup(self, header: Header) -> Fight:
        rules = edition(header.edition)
        options = checked(header.options, rules)
        setup = decoded(header.setup, Setup, "setup")
        sides = tuple(dict.fromkeys(one.side for one in setup.fighters))
        if len(sides) < 2:
            raise SetupError("a fight needs two sides at least: name them in setup.fighters")
        named = [setup.surprise] if isinstance(setup.surprise, str) else setup.surprise
        surprise = [side for side in dict.fromkeys(named) if side]
        if not set(surprise) <= set(sides):
            raise SetupError(f"setup.surprise names no side; the sides are {', '.join(sides)}")
        board = the_board(setup)
        fight = Fight(
            edition=rules,
            options=options,
            terrain=board,
            board=board,
            sides=sides,
            fighters=[],
            ground={},
            surprise=sides.index(surprise[0]) if len(surprise) == 1 else -1,
            leave=setup.leave,
            weightless=setup.gravity == "none",
            gm=header.gm,
        )
        characters = [the_character(fight, header, n, one) for n, one in enumerate(setup.fighters)]
        arms = all_arms(rules, characters)
        for one, character in zip(setup.fighters, characters, strict=True):
            add_fighter(fight, header, one, character, arms)
        place_all(fight, setup)
        return fight

    def flow(self, state: Fight) -> Flow[None]:
        """One activation; between turns, the step that leads to the next one."""
        if state.phase == "opening":
            return opening(state)
        if is_over(state):
            return closing(state)
        left = waiting(state)
        return activation(state, left) if left else following_turn(state)

    def hand(self, state: Fight, gm: Seat) -> Flow[None]:
        """What the game master does, between two activations (GEN-1)."""
        return hand(state, gm)

    def outcome(self, state: Fight) -> Outcome | None:
        return state.result

    def view(self, state: Fight, seat: Seat | None) -> views.FightView:
        return views.view(state, seat)

    def scenery(self, state: Fight) -> showing.Scenery:
        return showing.scenery(state)

    def inspect(self, state: Fight, seat: Seat | None, thing: str) -> Insight:
        return showing.inspect(state, thing)

    def freeze(self, state: Fight) -> bytes:
        return showing.freeze(state)

    def thaw(self, header: Header, frozen: bytes) -> Fight:
        return showing.thaw(self.setup(header), frozen)

    def luck(self, state: Fight, fell: Sequence[Fell]) -> tuple[Tally, ...]:
        return fight_luck(state, fell)


# -- setting up --------------------------------------------------------------------------------


def the_board(setup: Setup) -> Board:
    """The hexes of the set-up: a named board, or the map in it (GEN-3)."""
    try:
        if not setup.map:
            return board_named(setup.board)
        return Board.from_text(setup.map, setup.legend, name="map")
    except MapError as error:
        raise SetupError(f"setup.map: {error}") from None


def the_character(fight: Fight, header: Header, number: int, one: FighterSetup) -> Character:
    """A character of the set-up; all that is wrong with him is said at once."""
    data = {"edition": header.edition, **one.character}
    try:
        text = written(data)
        character = read_character(
            text,
            layers=fight.options.armor_layers,
            cap=fight.options.cap(fight.edition.switches),
        )
    except CharacterError as error:
        raise SetupError(f"setup.fighters.{number}: {'; '.join(error.mistakes)}") from None
    except TypeError:
        raise SetupError(
            f"setup.fighters.{number}: a character is a table of plain values"
        ) from None
    if character.edition != header.edition:
        raise SetupError(f"{character.name} is of {character.edition}, not of {header.edition}")
    return character


def all_arms(rules: Edition, characters: list[Character]) -> dict[str, Weapon]:
    """Every weapon that could change hands in this fight."""
    ids = {id for one in characters for id in one.weapons if id in rules.weapons}
    return {id: rules.weapons[id] for id in sorted(ids | {"unarmed"})}


def add_fighter(
    fight: Fight, header: Header, one: FighterSetup, character: Character, arms: dict[str, Weapon]
) -> None:
    """A fighter from his character, with what he carries ready or not."""
    side = fight.sides.index(one.side)
    natural = {weapon.weapon.id: weapon.weapon for weapon in character.natural_weapons}
    ready = ready_at_start(character)
    carried = list(holdable(character.weapons))
    carried += [id for id in character.armor if fight.edition.armor[id].slot == "shield"]
    for id in ready:
        carried.remove(id)
    fighter = Fighter(
        name=unique_name(fight, character.name),
        side=side,
        seat=seat_of(header, one, side, len(fight.sides)),
        character=character,
        arms={**natural, **arms},
        cells=(),
        ready=ready,
        carried=tuple(carried),
        damage=character.damage,
        fatigue=character.fatigue,
        hurt=character.damage,
        suit_failed=one.suit_failed,
        potions=potions.carried(character),
        karma=character.karma,
        wishes=character.wishes,
        staff=character.power if staff_of(fight.edition, character) else 0,
    )
    if fight.options.track_ammo:
        guns = [id for id in character.weapons if fight.edition.weapons[id].missile]
        shots = {id: SHOTS * guns.count(id) for id in guns}
        fighter.shots = tuple(shots.items())
    fight.refresh(fighter)
    fight.fighters.append(fighter)


def seat_of(header: Header, one: FighterSetup, side: int, sides: int) -> Seat:
    """Who plays him: the seat named, the seat called like his side, or the seat of that number.

    One seat may play everybody, or a game master all enemies (GEN-1, GEN-2, RUL-138).
    """
    for name in (one.seat, one.side):
        if name in header.seats:
            return name
    if one.seat:
        raise SetupError(f"nobody called {one.seat} sits at this table")
    if len(header.seats) == sides:
        return header.seats[side]
    if len(header.seats) == 1:
        return header.seats[0]
    raise SetupError(f"it is not clear who plays {one.side}: call a seat so, or name a seat")


def place_all(fight: Fight, setup: Setup) -> None:
    """Put everybody on the board: where the set-up says, else on his side's own ground."""
    for one, fighter in zip(setup.fighters, fight.fighters, strict=True):
        if one.at and not one.holds:
            try:
                put(fight, fighter, Hex.at(one.at))
            except ValueError:
                raise SetupError(f"{fighter.name} cannot start in “{one.at[:20]}”") from None
    for one, fighter in zip(setup.fighters, fight.fighters, strict=True):
        if not one.at and not one.holds:
            for hex in home(fight, fighter.side):
                if fight.room(fighter, hex):
                    put(fight, fighter, hex)
                    break
            else:
                raise SetupError(f"there is no room on the board for {fighter.name}")
    for one, fighter in zip(setup.fighters, fight.fighters, strict=True):
        if one.holds:
            seize(fight, fighter, one.holds)


def put(fight: Fight, who: Fighter, hex: Hex) -> None:
    """Stand him there, if there is room for all of him."""
    who.cells = fight.room(who, hex)
    if not who.cells or hex not in fight.board:
        raise ValueError(hex)


def seize(fight: Fight, who: Fighter, foe: str) -> None:
    """Begin in a grapple."""
    held = next((one for one in fight.fighters if one.name == foe and one.side != who.side), None)
    if held is None or not held.cells or len(SHAPES[who.character.hexes][0]) > 1:
        raise SetupError(f"{who.name} cannot begin by holding “{foe[:40]}”")
    who.cells = (held.hex,)
    for one in (held, *(foe for foe in fight.foes(who) if held.hex in foe.cells), who):
        if not one.joined:
            fight.grapples += 1
            one.joined = fight.grapples


def home(fight: Fight, side: int) -> list[Hex]:
    """Where a side starts: hexes tagged `start-1`, `start-2` … first, then its end of the board."""
    columns = sorted({hex.column for hex in fight.board})
    rows = [hex.row for hex in fight.board]
    middle = (min(rows) + max(rows)) / 2
    edge = columns[0] + (columns[-1] - columns[0]) * side / (len(fight.sides) - 1)
    tagged = set(fight.board.tagged(f"start-{side + 1}"))
    return sorted(
        fight.board.floor,
        key=lambda hex: (
            hex not in tagged, abs(hex.column - edge) // 2, abs(hex.row - middle), hex,
        ),
    )  # fmt: skip


FIGHT = LegendsFight()
