"""The state of a game of Legendary Dragon: what lies on the table, and nothing else.

The order of the face-down piles is nowhere in it (DRG-15): a pile is a sorted list, drawn from at
random, which is the same as drawing from the top of a shuffled one.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.dragon.cards import Cards, Creature, Trait
from legendry.dragon.options import Options
from legendry.table import Refusal, Seat, State

Phase: TypeAlias = Literal["reveal", "planning", "selection", "battle", "end"]
"""Where a turn stands (DRG-16). Tactical Adjustment is talk alone."""
Side: TypeAlias = Literal["heroes", "creatures"]
"""All players are the heroes; the creatures are played by nobody (DRG-1)."""


class InPlay(Struct, frozen=True):
    """A creature in the row, with the one trait it has (DRG-18)."""

    creature: Creature
    trait: Trait
    fought: bool = False
    defeated: bool = False

    @property
    def name(self) -> str:
        """Trait and creature as people say it: `Huge Goblin`."""
        return f"{self.trait.name} {self.creature.name}"


class Combat(Struct, frozen=True):
    """One combat of this turn: who met whom, led by whom, and how it ended."""

    leader: int
    slot: int
    team: tuple[str, ...]
    duo: str = ""
    song: bool = False
    dice: tuple[int, ...] = ()
    won: bool = False


class Score(Struct, frozen=True):
    """How a turn ended: both totals, the token, and the heroes for whom nothing legal was left."""

    turn: int
    heroes: int
    creatures: int
    token: Side | Literal["none"]
    idle: tuple[str, ...]


class Pile(Struct):
    """A face-down pile and its discards, both sorted (DRG-12, RUL-D3)."""

    cards: list[str]
    discards: list[str]

    def copy(self) -> Pile:
        return Pile(self.cards.copy(), self.discards.copy())

    def discard(self, card: str) -> None:
        insort(self.discards, card)


class DragonState(State, kw_only=True):
    """The table: row, heroes, potions, tokens, piles, and the combat in progress.

    `row` has a place for each slot; slot 1, the first, lies nearest the piles. `leader` is the seat
    that leads the current or the coming combat. `turning` is the side whose fourth token governs
    this turn. Dice lie in table order: those kept first, then those thrown last.
    """

    seats: tuple[Seat, ...]
    options: Options
    cards: Cards
    creatures: Pile
    traits: Pile
    row: list[InPlay | None]
    purses: dict[str, int]
    supply: int
    tokens: dict[Side, int]
    leader: int = 0
    phase: Phase = "reveal"
    turning: Side | Literal[""] = ""
    transfigured: int = 0
    combats: list[Combat]
    combat: Combat | None = None
    dice: tuple[int, ...] = ()
    throws_left: int = 0
    last: Score | None = None

    def copy(self) -> DragonState:
        return DragonState(
            turn=self.turn,
            rolls=self.rolls,
            rolled=self.rolled,
            seats=self.seats,
            options=self.options,
            cards=self.cards,
            creatures=self.creatures.copy(),
            traits=self.traits.copy(),
            row=self.row.copy(),
            purses=self.purses.copy(),
            supply=self.supply,
            tokens=self.tokens.copy(),
            leader=self.leader,
            phase=self.phase,
            turning=self.turning,
            transfigured=self.transfigured,
            combats=self.combats.copy(),
            combat=self.combat,
            dice=self.dice,
            throws_left=self.throws_left,
            last=self.last,
        )

    @property
    def leader_seat(self) -> Seat:
        """The seat that decides now (DRG-25, DRG-63)."""
        return self.seats[self.leader]

    def in_play(self) -> Iterator[tuple[int, InPlay]]:
        """The creatures in the row with their slots, from the piles outwards."""
        return ((slot, one) for slot, one in enumerate(self.row, 1) if one is not None)

    def at(self, slot: int) -> InPlay:
        """The creature in that slot."""
        one = self.row[slot - 1]
        assert one is not None
        return one

    def has_fought(self, hero: str) -> bool:
        """Whether that hero has fought this turn (DRG-29)."""
        return any(hero in combat.team for combat in self.combats)

    def duo_used(self, duo: str) -> bool:
        """Whether that duo card has served this turn (DRG-28)."""
        return any(combat.duo == duo for combat in self.combats)

    def throws(self, creature: Creature) -> int:
        """How many throws a combat with it has (DRG-40, RUL-D9, option `throw_count`)."""
        return creature.throws + (self.options.throw_count == "rerolls")

    def hero(self, id: str) -> str:
        """The name of a hero."""
        return self.cards.heroes[id].name

    def team(self, heroes: tuple[str, ...]) -> str:
        """A team as people write it: `Bard + Magician`."""
        return " + ".join(map(self.hero, heroes))

    # -- potions ------------------------------------------------------------------------------

    def poor(self, hero: str, price: int, what: str) -> Refusal | None:
        """Why that hero cannot pay, from the hero's own purse (DRG-61); None if that is possible."""
        if (purse := self.purses[hero]) >= price:
            return None
        return Refusal(
            f"{what} costs {price} potions, and the {self.hero(hero)} has {purse}", "DRG-61"
        )

    def pay(self, hero: str, price: int) -> None:
        """Potions spent return to the supply at once (DRG-61, DRG-84)."""
        self.purses[hero] -= price
        self.supply += price

    def grant(self, hero: str, potions: int) -> None:
        """Potions for a hero, whose purse has no limit of its own (DRG-85)."""
        self.purses[hero] += potions
        self.supply -= potions
