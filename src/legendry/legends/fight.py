"""The fight as a game for the table: its set-up, its flows, its views.

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
from msgspec.structs import replace

from legendry.hexes import Board, Hex, MapError, label
from legendry.legends import potions, showing
from legendry.legends.actions import waiting
from legendry.legends.aftermath import closing
from legendry.legends.boards import board_named
from legendry.legends.campaign.items import item_name
from legendry.legends.character import (
    Character,
    CharacterError,
    holdable,
    read_character,
    ready_at_start,
)
from legendry.legends.edition import Edition, Weapon, edition
from legendry.legends.fighter import SHAPES, Cast, Fight, Fighter
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
MOST_FACES = 1 << 10
"""Fights whose fighters are remembered as they were shown last."""
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


class FighterView(Struct, frozen=True, gc=False):
    """A fighter as somebody at the table sees him."""

    name: str
    side: str
    seat: Seat
    hex: str
    hexes: tuple[str, ...]
    status: str
    st: int
    dx: int
    iq: int
    ma: int
    damage: int
    fatigue: int
    left: int
    turns_owed: int
    acted: bool
    ready: tuple[str, ...]
    carried: tuple[str, ...]
    natural: tuple[str, ...]
    """What nature gave him to fight with."""
    armor: int
    grappling: tuple[str, ...]
    karma: int
    wishes: int
    suit_failed: bool
    unloaded: tuple[str, ...]
    captured: bool
    staff: int = 0
    """The power left in his staff."""
    flying: bool = False
    form: str = ""
    """The creature whose shape he has taken."""
    summoner: str = ""
    """By whose word he is here, if he is a being of magic."""
    boosts: tuple[str, ...] = ()
    """What raises his figures for a while: leadership, potions."""
    potions: tuple[str, ...] = ()
    """What he has to drink."""
    earned: int = 0
    """Experience gained in this fight."""
    truth: str = ""
    """`image` or `illusion`, to those who know that he is no more than that."""


class SpellView(Struct, frozen=True, gc=False):
    """A spell in play as somebody at the table sees it."""

    number: int
    spell: str
    name: str
    caster: str
    target: str
    hexes: tuple[str, ...]
    value: int
    word: str


class FightView(Struct, frozen=True, gc=False):
    """The fight as a seat sees it: what images and illusions are, only the caster's side knows."""

    edition: str
    board: str
    round: int
    side: str
    unopposed: bool
    quiet: int
    """Rounds since the last harm."""
    fighters: dict[str, FighterView]
    ground: dict[str, tuple[str, ...]]
    sides: tuple[str, ...] = ()
    """All sides in their order, whoever is left of them."""
    spells: tuple[SpellView, ...] = ()

    def __str__(self) -> str:
        rows = [f"Round {self.round}, {self.side or 'nobody'} to act"]
        for one in self.fighters.values():
            state = "" if one.status == "active" else f" {one.status}"
            held = f" grappling {', '.join(one.grappling)}" if one.grappling else ""
            owes = " (owes a turn)" if one.turns_owed else ""
            rows.append(
                f"  {one.hex:<5}{one.name:<18}{one.side:<10} ST{one.st} DX{one.dx} "
                f"harm {one.damage}+{one.fatigue}/{one.st} {', '.join(one.ready)}{held}{state}{owes}"
            )
        return "\n".join(rows)


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

    def view(self, state: Fight, seat: Seat | None) -> FightView:
        return FightView(
            edition=state.edition.slug,
            board=state.terrain.name,
            round=state.round,
            side=state.sides[state.side] if state.side >= 0 else "",
            unopposed=state.unopposed,
            quiet=state.quiet,
            fighters=faces(state, seat),
            ground={str(hex): things for hex, things in sorted(state.ground.items())},
            sides=state.sides,
            spells=tuple([shown_spell(state, seat, cast) for cast in state.spells]),
        )

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


def faces(fight: Fight, seat: Seat | None) -> dict[str, FighterView]:
    """All fighters as `shown`, or as they were shown last: most are the same after an answer.

    This holds for whom nothing decides how he is shown but himself and whom he grapples with: no
    spell, no secret. All states of a fight have the same `sides`, by which it is known here.
    """
    sides, spells = fight.sides, fight.spells
    known = _faces.get(id(sides))
    if known is None:
        if len(_faces) >= MOST_FACES:
            _faces.clear()
        known = _faces[id(sides)] = sides, {}
    _, last = known
    found = {}
    for one in fight.fighters:
        name = one.name
        if one.vanished:
            continue
        if spells or one.known_to:
            found[name] = shown(fight, seat, one)
            continue
        before, view = last.get(name, _NOBODY)
        held = tuple([foe.name for foe in fight.holders(one)]) if one.joined else ()
        if before != one or view.grappling != held:
            now: Fighter = one.__copy__()  # type: ignore[attr-defined]
            same = before and view.grappling == held
            view = (same and only_moved(before, now, view)) or shown(fight, seat, one)
            last[name] = now, view
        found[name] = view
    return found


def only_moved(before: Fighter, now: Fighter, view: FighterView) -> FighterView | None:
    """The view of whom nothing befell but that he went elsewhere, or that a turn began or ended."""
    was: Fighter = before.__copy__()  # type: ignore[attr-defined]
    was.cells, was.acted = now.cells, now.acted
    was.turns_taken, was.last_turn = now.turns_taken, now.last_turn
    if was != now or not now.cells:
        return None
    hexes = tuple(map(label, now.cells))
    return replace(view, hex=hexes[0], hexes=hexes, acted=now.acted)


_NOBODY: tuple[Any, Any] = (None, None)
_faces: dict[int, tuple[tuple[str, ...], dict[str, tuple[Fighter, FighterView]]]] = {}
"""By the id of its `sides`, those sides, so that they live as long, and the fighters by name."""


def shown(fight: Fight, seat: Seat | None, one: Fighter) -> FighterView:
    """A fighter as that seat, or (None) somebody who only watches, sees him."""
    fatigue = seeming.shown_fatigue(fight, seat, one)
    return FighterView(
        name=one.name,
        side=fight.sides[one.side],
        seat=one.seat,
        hex=str(one.hex) if one.cells else "",
        hexes=tuple(map(label, one.cells)),
        status=one.status,
        st=one.st,
        dx=one.dx,
        iq=one.iq,
        ma=one.ma,
        damage=one.damage,
        fatigue=fatigue,
        left=one.points_left + one.fatigue - fatigue,
        turns_owed=one.turns_owed,
        acted=one.acted,
        ready=one.ready,
        carried=one.carried,
        natural=tuple([weapon.name for weapon in one.in_hand if weapon.natural]),
        armor=fight.armor(one, one.arms["unarmed"], grappling=False).total,
        grappling=tuple([foe.name for foe in fight.holders(one)]),
        karma=one.karma,
        wishes=one.wishes,
        suit_failed=one.suit_failed,
        unloaded=tuple([id for id, _ in one.unloaded]),
        captured=one.captured,
        staff=seeming.shown_staff(fight, seat, one),
        flying=one.flying,
        form=one.form,
        summoner=one.summoner,
        boosts=tuple(map(str, one.boosts)),
        potions=tuple(map(item_name, one.potions)),
        earned=one.earned,
        truth=one.phantom if seeming.knows(fight, seat, one) else "",
    )


def shown_spell(fight: Fight, seat: Seat | None, cast: Cast) -> SpellView:
    """A spell in play as that seat sees it; an illusion is the summons of what it shows."""
    spell = seeming.cast_spell(fight, cast, seat)
    return SpellView(
        number=cast.number,
        spell=spell.id,
        name=spell.name,
        caster=cast.caster,
        target=cast.target,
        hexes=tuple(map(str, cast.hexes)),
        value=cast.value,
        word=cast.word if spell.id == cast.spell else "",
    )


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
