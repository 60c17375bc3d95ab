"""Fighters and the fight they are in: what lasts one encounter, and the questions rules ask of it.

The state of a fight is flat and plain. A `Fighter` holds only values that are replaced, never
changed in place, so a shallow copy of him is a copy. No fighter knows the fight; what a rule needs
is passed to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from operator import attrgetter
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from legendry.hexes import Board, Hex, gap
from legendry.legends import boosts
from legendry.legends.boosts import Boost
from legendry.legends.character import Character, protection
from legendry.legends.edition import Edition, Mode, Weapon
from legendry.legends.footprint import SHAPES, next_to, shifted, sighted
from legendry.legends.kit import kit_of, totals_of
from legendry.legends.loads import Load
from legendry.legends.magic import effects
from legendry.legends.options import Options
from legendry.table import Ledger, Line, Outcome, Seat, State

Spellbound: TypeAlias = Literal["", "frozen", "asleep"]
Status: TypeAlias = Literal[
    "active", "frozen", "asleep", "incapacitated", "dying", "dead", "fled", "vanished"
]
Phase: TypeAlias = Literal["opening", "fighting", "closing", "over"]


class Cast(Struct, frozen=True, gc=False):
    """A spell that stays in play (MAG-7), on somebody, on hexes, or as the being it has called."""

    number: int
    """It tells the spell from others of its kind."""
    spell: str
    caster: str
    target: str = ""
    hexes: tuple[Hex, ...] = ()
    value: int = 0
    word: str = ""
    """What the caster said with it: the attribute of Assist, the being that an illusion shows."""


class Former(Struct, frozen=True, gc=False):
    """What a morphed caster was before: his harm, and the gear he has no use of now (RUL-117)."""

    damage: int
    fatigue: int
    ready: tuple[str, ...]
    carried: tuple[str, ...]


class Fighter(Struct, gc=False):
    """A character in a fight. `cells` are the hexes he fills, his anchor first (RUL-20)."""

    name: str
    side: int
    seat: Seat
    character: Character
    arms: Mapping[str, Weapon]
    """Every weapon he could ever use here, by id: his own, nature's, bare hands, what lies about."""
    cells: tuple[Hex, ...]
    ready: tuple[str, ...]
    carried: tuple[str, ...]
    damage: int
    fatigue: int
    karma: int
    wishes: int
    st: int = 0
    dx: int = 0
    iq: int = 0
    ma: int = 0
    ledgers: Mapping[str, Ledger] = {}
    in_hand: tuple[Weapon, ...] = ()
    """What he can attack with now: ready weapons, nature's, bare hands (RUL-38)."""
    ranged: bool = False
    """Whether he can shoot or throw any of that at somebody."""
    throws: bool = False
    """Whether there is a grenade or a flashbang in it, to be thrown at a hex (RUL-32)."""
    active: bool = True
    """Conscious and on the board (INJ-2)."""
    turns_owed: int = 0
    acted: bool = False
    """In the player turn that runs."""
    turns_taken: int = 0
    last_turn: int = 0
    """The round of his last own turn (RUL-40)."""
    suit_failed: bool = False
    unloaded: tuple[tuple[str, int], ...] = ()
    """Weapons in hand that need reloading, with the turns still to go (SHT-12)."""
    put_away: tuple[tuple[str, int], ...] = ()
    """The same of weapons that he only carries."""
    shots: tuple[tuple[str, int], ...] = ()
    """Shots left by weapon, where the table counts them (RUL-37)."""
    joined: int = 0
    """Seniority among grapplers (RUL-47)."""
    fled: bool = False
    gone: bool = False
    """Dead beyond the end-of-combat step (INJ-6)."""
    captured: bool = False
    """Alive and helpless when the other side had won (RUL-69, RUL-80)."""
    staff: int = 0
    """Power left in his staff (MAG-11)."""
    flying: bool = False
    """As he chose in his last own turn (RUL-110)."""
    spellbound: Spellbound = ""
    """Helpless by magic (RUL-112); worked out by `Fight.refresh`, like the next."""
    st_bonus: int = 0
    """What magic adds to the harm he can take (SPL-15)."""
    being: str = ""
    """The creature that he is, if magic brought him (MAG-21, RUL-114)."""
    summoner: str = ""
    """Who brought him."""
    phantom: Literal["", "image", "illusion"] = ""
    """What he is in truth, if he only seems to be there (MAG-17)."""
    known_to: tuple[Seat, ...] = ()
    """The seats that know the truth of him, where there is one to hide."""
    feigned: tuple[int, int] = (0, 0)
    """Power of his staff and fatigue that the others believe he spent beyond the truth."""
    form: str = ""
    """The creature whose shape he has taken (MAG-19)."""
    was: Former | None = None
    spirit: str = ""
    """Whose spirit has taken him over (SPL-77)."""
    own: Character | None = None
    """The character that he is himself, while a form or a spirit makes him another."""
    home: tuple[int, Seat] | None = None
    """His own side and seat while others control him (RUL-112)."""
    boosts: tuple[Boost, ...] = ()
    """What raises his figures for a while: leadership, potions."""
    leads: str = ""
    """Whom he leads; where that is done once an encounter, whom he has led (RUL-90)."""
    potions: tuple[str, ...] = ()
    """What he carries to drink, by id (RUL-95)."""
    hurt: int = 0
    """The damage that he came with: a medic cannot treat it (RUL-91)."""
    contributed: bool = False
    """Whether he has done anything here but move (RUL-80)."""
    earned: int = 0
    """Experience gained here (CAM-2)."""
    gifts: tuple[str, ...] = ()
    """What the game master gave him for after the fight."""
    bought: tuple[str, ...] = ()
    """What he has raised here for experience (RUL-146)."""
    doubted: int = 0
    """The turn in which he last disbelieved something (RUL-114)."""
    vanished: bool = False

    @property
    def hex(self) -> Hex:
        return self.cells[0]

    def settle(self) -> None:
        """Whether he is active follows from his harm, or from his leaving (RUL-67, RUL-22)."""
        self.active = self.status == "active"

    def take(self, damage: int = 0, fatigue: int = 0) -> None:
        """Harm, or with points below 0 its healing; his state follows at once (RUL-67).

        Of what he came with (RUL-91), or had before he took a form (RUL-117), no more is left than
        that.
        """
        self.damage += damage
        if self.hurt > self.damage:
            self.hurt = self.damage
        self.fatigue += fatigue
        if (was := self.was) is not None:
            left = min(was.damage, self.damage), min(was.fatigue, self.fatigue)
            self.was = replace(was, damage=left[0], fatigue=left[1])
        self.settle()

    @property
    def status(self) -> Status:
        """RUL-67, INJ-2, INJ-6, INJ-7: by base ST, which wounds never lower (RUL-50)."""
        st = self.character.st + self.st_bonus
        if self.fled:
            return "fled"
        if self.vanished:
            return "vanished"
        if self.gone or self.damage >= 2 * st:
            return "dead"
        if self.damage >= st:
            return "dying"
        if self.damage + self.fatigue >= st:
            return "incapacitated"
        return self.spellbound or "active"

    @property
    def points_left(self) -> int:
        """How much more harm he can take before he falls."""
        return self.character.st + self.st_bonus - self.damage - self.fatigue

    def skill(self, id: str) -> int:
        level = self.character.skills.get(id, 0) if id else 0
        return level + boosts.levels(self.boosts, id) if self.boosts else level

    def usable(self, mode: Mode) -> bool:
        """Heft (WPN-3) and hands: a two-handed grip needs both hands (RUL-38, ARM-7)."""
        return mode.heft <= self.st and (mode.hands < 2 or len(self.ready) < 2)


class Fight(State, kw_only=True):
    """All there is to know of a fight at a checkpoint."""

    edition: Edition
    options: Options
    terrain: Board
    """The board without what magic makes of it."""
    board: Board
    """The terrain, with walls of magic in it (RUL-109)."""
    sides: tuple[str, ...]
    fighters: list[Fighter]
    surprise: int = -1
    leave: Literal["exits", "edge", "no"] = "exits"
    gm: Seat = ""
    """The game master, who knows all (GEN-1)."""
    weightless: bool = False
    """Whether there is no gravity (RUL-93)."""
    ground: dict[Hex, tuple[str, ...]]
    loads: tuple[Load, ...] = ()
    """How weapons on the ground are loaded."""
    phase: Phase = "opening"
    order: tuple[int, ...] = ()
    place: int = 0
    """Whose turn it is: an index into `order`."""
    round: int = 1
    extra: tuple[tuple[int, bool], ...] = ()
    """Turns outside the order that come next: the side, and whether it is unopposed."""
    stalkers: tuple[str, ...] = ()
    """Those who have won a turn of their own before anybody else's (SKL-28)."""
    unopposed: bool = False
    side: int = -1
    """The side whose player turn runs; -1 between turns."""
    waited: tuple[Seat, ...] = ()
    """Players who let the others of the side go first (RUL-14)."""
    quiet: int = 0
    """Rounds since the last harm."""
    grapples: int = 0
    spells: tuple[Cast, ...] = ()
    """Those that stay in play, in the order they were cast (MAG-7)."""
    casts: int = 0
    """The number of the latest of them."""
    seen: tuple[tuple[str, str], ...] = ()
    """Spells of seeing that succeeded, with their casters, for the adventure (RUL-120)."""
    noted: tuple[str, ...] = ()
    """Plotwords that the game master gave meanwhile (CAM-4)."""
    called_off: str = ""
    """Why it is over though nobody has won."""
    result: Outcome | None = None

    def copy(self) -> Fight:
        twin: Fight = self.__copy__()  # type: ignore[attr-defined]
        twin.fighters = list(map(_copied, self.fighters))
        twin.ground = self.ground.copy()
        return twin

    # -- who -------------------------------------------------------------------------------------

    def named(self, name: str) -> Fighter:
        for fighter in self.fighters:
            if fighter.name == name:
                return fighter
        raise KeyError(name)

    def of_side(self, side: int) -> list[Fighter]:
        """All of a side, conscious or not."""
        found = []
        for one in self.fighters:
            if one.side == side:
                found.append(one)
        return found

    def active(self) -> list[Fighter]:
        return [fighter for fighter in self.fighters if fighter.active]

    def foes(self, who: Fighter) -> list[Fighter]:
        """Conscious enemies on the board."""
        side = who.side
        return [one for one in self.fighters if one.side != side and one.active]

    def occupants(self, hex: Hex) -> list[Fighter]:
        """The conscious in a hex; the others do not occupy it (RUL-16)."""
        return [one for one in self.fighters if hex in one.cells and one.active]

    def holders(self, who: Fighter) -> list[Fighter]:
        """The foes he grapples with, in order of seniority: those in a hex of his (RUL-56)."""
        if not who.joined:
            return []
        cells, side, held = who.cells, who.side, []
        hex, large = cells[0], len(cells) > 1
        for one in self.fighters:
            if one.joined and one.side != side and one.active:
                theirs = one.cells
                if hex in theirs or (large and not set(cells).isdisjoint(theirs)):
                    held.append(one)
        return sorted(held, key=_seniority) if len(held) > 1 else held

    def hindered(self, who: Fighter) -> bool:
        """Grappling, and not twice as strong as all who hold him together (GRP-1, GRP-7, RUL-49)."""
        return who.joined > 0 and held_fast(who, self.holders(who))

    def stronger(self, who: Fighter, than: Fighter) -> bool:
        return who.st > than.st

    def may_react(self, who: Fighter) -> bool:
        """RCT-1, RUL-57, RUL-12, RUL-55: one reaction, none while a lost turn is owed, none by the
        helpless, the surprised or the held."""
        return (
            who.turns_owed == 0
            and who.active
            and not (self.unopposed and who.side != self.side)
            and not (who.joined and self.hindered(who))
        )

    # -- where -----------------------------------------------------------------------------------

    def adjacent(self, one: Fighter, other: Fighter) -> bool:
        """Touching, hex to hex; sharing a hex is not adjacent (RUL-20)."""
        return next_to(one.cells, other.cells)

    def bodies(self, but: Fighter | None = None) -> set[Hex]:
        """The hexes of the conscious who are not small: they stop shots (RUL-25)."""
        found: set[Hex] = set()
        for one in self.fighters:
            if one.active and one is not but and not one.character.small:
                found.update(one.cells)
        return found

    def clear(self, one: Fighter, other: Fighter) -> bool:
        """Whether nothing stands between a shooter and his target (SHT-1, RUL-25)."""
        if gap(one.cells, other.cells) <= 1:
            return True
        bodies = self.bodies() if self.options.bodies_block_missiles else frozenset()
        return sighted(self.board, one.cells, other.cells, bodies)

    def occupied(
        self, who: Fighter | None = None, party: Collection[Fighter] = ()
    ) -> list[tuple[Hex, ...]]:
        """The hexes of the conscious, figure by figure (RUL-16); for the small those of kin are free
        (MOV-5, RUL-19).

        Himself and his `party`, those who go with him, do not count.
        """
        kin = who.side if who is not None and who.character.small else -1
        if kin < 0 and not party:  # nearly always
            return [one.cells for one in self.fighters if one.active and one is not who]
        return [
            one.cells
            for one in self.fighters
            if one.active
            and one is not who
            and (one.side != kin or not one.character.small)
            and not (party and one in party)
        ]

    def taken(self, who: Fighter | None = None, party: Collection[Fighter] = ()) -> set[Hex]:
        """The hexes that are `occupied`, and those that magic keeps him from."""
        taken: set[Hex] = set().union(*self.occupied(who, party))
        return taken | effects.shunned(self, who) if self.spells and who is not None else taken

    def room(self, who: Fighter, anchor: Hex, party: Collection[Fighter] = ()) -> tuple[Hex, ...]:
        """The hexes he would fill with his anchor there, or () where he does not fit (RUL-20)."""
        return self.fitting(who, anchor, self.taken(who, party))

    def fitting(self, who: Fighter, anchor: Hex, taken: Collection[Hex]) -> tuple[Hex, ...]:
        """The same where it is known which hexes are taken: on the board, no wall (RUL-16)."""
        floor = self.board.floor
        if who.character.hexes == 1:
            return (anchor,) if anchor in floor and anchor not in taken else ()
        for turn in SHAPES[who.character.hexes]:
            cells = shifted(turn, anchor)
            if floor.issuperset(cells) and not any(map(taken.__contains__, cells)):
                return cells
        return ()

    def steps_aside(self, who: Fighter) -> list[Hex]:
        """Empty adjacent hexes to dodge, retreat, exit or be pushed to; none for the bound (RUL-108)."""
        if self.spells and effects.bound(self, who):
            return []
        taken, large, free = self.taken(who), who.character.hexes > 1, []
        for hex in self.board.ways(who.cells[0]):
            if hex not in taken and (not large or self.fitting(who, hex, taken)):
                free.append(hex)
        return free

    # -- figures ---------------------------------------------------------------------------------

    def refresh(self, who: Fighter) -> None:
        """Work out his figures anew after his equipment, his suit, wounds or magic changed them.

        Whatever changes DX itself changes MA with it (RUL-18).
        """
        kit = kit_of(who.character, who.arms, who.ready, who.suit_failed)
        who.in_hand, who.ranged, who.throws = kit.in_hand, kit.ranged, kit.throws
        ledgers = kit.ledgers
        who.spellbound, who.st_bonus = "", 0
        if self.spells or who.boosts or self.weightless:
            st = ledgers["ST"].total
            if who.boosts or self.weightless:
                ledgers = boosts.changed(self, who, ledgers)
            if self.spells:
                ledgers = effects.changed(self, who, ledgers)
                who.spellbound = effects.helpless(self, who)
            who.st_bonus = ledgers["ST"].total - st
        if self.options.wounds_reduce_st and who.damage:
            strength = ledgers["ST"]
            lost = min(who.damage, strength.total - 1)
            ledgers = {**ledgers, "ST": strength.plus([Line(-lost, "wounds", "RUL-50")])}
        who.ledgers = boosts.for_the_next_check(who, ledgers) if who.boosts else ledgers
        totals = kit.totals if ledgers is kit.ledgers else totals_of(ledgers)
        who.st, who.dx, who.iq, who.ma = totals
        who.settle()

    def checked(self, who: Fighter, attribute: str) -> None:
        """He has rolled on that attribute: what was meant for one check is used up (RUL-90)."""
        if who.boosts:
            boosts.checked(self, who, attribute)

    def armor(self, who: Fighter, weapon: Weapon, grappling: bool) -> Ledger:
        """What his armor takes off a hit (ARM-1); bare hands in a grapple ignore it (GRP-4, ARM-3).

        A grappler has no use of his shield, against nobody (GRP-12, ARM-4).
        """
        if grappling and weapon.negates_armor_when_grappling:
            return Ledger.of("armor", (0, "bare hands in a grapple", "GRP-4"))
        held = grappling or bool(self.holders(who))
        if held and who.being and (being := self.edition.creatures[who.being]).shield:
            worn = Ledger.of("armor", (0, f"{being.hide} is no use in a grapple", "ARM-4"))
        else:
            worn = protection(
                who.character, ready=who.ready, bullets=weapon.bullets, grappling=held
            )
        return worn.plus(effects.armor_line(self, who)) if self.spells else worn


def held_fast(who: Fighter, holders: Sequence[Fighter]) -> bool:
    """Whether those who hold him together are too strong for him to be free (GRP-7, RUL-49)."""
    strength = 0
    for one in holders:
        strength += one.st
    return bool(holders) and who.st < 2 * strength


_seniority = attrgetter("joined")
_copied: Callable[[Fighter], Fighter] = Fighter.__copy__  # type: ignore[attr-defined]
