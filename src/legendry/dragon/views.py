"""What everybody sees: the whole table but the order of the piles (DRG-15)."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from legendry.dragon.cards import Costs
from legendry.dragon.options import Options
from legendry.dragon.points import creatures_points, heroes_points, worth
from legendry.dragon.state import Combat, DragonState, Phase, Pile, Score, Side
from legendry.table import Seat

LIMIT_WORDS = {
    "none": "",
    "single_hero": "single hero",
    "no_shaman": "bars the Shaman",
    "no_bard": "bars the Bard",
    "no_magician": "bars the Magician",
    "no_abilities": "no abilities",
}


class CreatureView(Struct, frozen=True):
    """A creature in the row: what stands on its card and on its trait."""

    name: str
    id: str
    slot: int
    trait: str
    trait_id: str
    points: int
    pattern: str
    limit: str
    throws: int
    """Throws of a combat with it, the first included."""
    potions: int
    fought: bool
    defeated: bool

    def __str__(self) -> str:
        state = "defeated" if self.defeated else "fought" if self.fought else ""
        marks = ", ".join(filter(None, (LIMIT_WORDS[self.limit], state)))
        return (
            f"{self.slot}  {f'{self.trait} {self.name}':<26}{self.points:>2} points  "
            f"{self.throws} throws  potions {self.potions}  {marks}"
        ).rstrip()


class HeroView(Struct, frozen=True):
    """A hero, the hero's purse, and whether the hero has fought this turn."""

    name: str
    id: str
    potions: int
    fought: bool
    fighting: bool
    abilities: tuple[str, ...]

    def __str__(self) -> str:
        state = " (has fought)" if self.fought else " (fights)" if self.fighting else ""
        return f"{self.name} {self.potions}{state}"


class DuoView(Struct, frozen=True):
    """A duo card, and whether it has served or serves this turn."""

    name: str
    id: str
    used: bool
    shift_cost: int
    bonus_potions: int
    bonus_points: int


class CombatView(Struct, frozen=True):
    """A combat of this turn; `points` are those of a win."""

    leader: Seat
    slot: int
    creature: str
    team: tuple[str, ...]
    duo: str
    song: bool
    dice: tuple[int, ...]
    won: bool
    points: int


class PileView(Struct, frozen=True):
    """How many cards of each name are in a pile and among its discards."""

    cards: dict[str, int]
    discards: dict[str, int]


class Points(Struct, frozen=True):
    """Both totals as they stand this turn."""

    heroes: int
    creatures: int


class DragonView(Struct, frozen=True):
    """The whole game, the same for everybody."""

    turn: int
    phase: Phase
    leader: Seat
    row: tuple[CreatureView, ...]
    """From the piles outwards."""
    free_slots: tuple[int, ...]
    heroes: tuple[HeroView, ...]
    duos: tuple[DuoView, ...]
    tokens: dict[Side, int]
    supply: int
    dice: tuple[int, ...]
    throws_left: int
    combat: CombatView | None
    """The combat in progress."""
    combats: tuple[CombatView, ...]
    """The combats of this turn that are over, in order."""
    points: Points
    lead: int
    turning: str
    """The side whose fourth token governs this turn."""
    transfigured: int
    last: Score | None
    """How the turn before ended."""
    creature_pile: PileView
    trait_pile: PileView
    tokens_to_win: int
    costs: Costs
    options: Options

    def __str__(self) -> str:
        rows = [
            f"tokens {self.tokens['heroes']}:{self.tokens['creatures']}   "
            f"points {self.points.heroes}:{self.points.creatures}   "
            f"supply {self.supply}   {self.leader} leads"
        ]
        rows += [f"  {one}" for one in self.row]
        rows.append("  " + "   ".join(map(str, self.heroes)))
        if self.combat and self.dice:
            rows.append(
                f"  {' + '.join(self.combat.team)} vs {self.combat.creature}: "
                f"{' '.join(map(str, self.dice))}   throws left: {self.throws_left}"
            )
        return "\n".join(rows)


def view(state: DragonState) -> DragonView:
    """The table as it lies there."""
    points = Points(heroes_points(state).total, creatures_points(state).total)
    current = state.combat
    return DragonView(
        turn=state.turn,
        phase=state.phase,
        leader=state.leader_seat,
        row=tuple(creature_view(state, slot) for slot, _ in state.in_play()),
        free_slots=tuple(slot for slot, one in enumerate(state.row, 1) if one is None),
        heroes=tuple(
            HeroView(
                name=hero.name,
                id=hero.id,
                potions=state.purses[hero.id],
                fought=state.has_fought(hero.id),
                fighting=current is not None and hero.id in current.team,
                abilities=hero.abilities,
            )
            for hero in state.cards.heroes.values()
        ),
        duos=tuple(
            DuoView(
                name=duo.name,
                id=id,
                used=state.duo_used(id) or (current is not None and current.duo == id),
                shift_cost=duo.shift_cost,
                bonus_potions=duo.bonus_potions,
                bonus_points=duo.bonus_points,
            )
            for id, duo in state.cards.duos.items()
        ),
        tokens=state.tokens.copy(),
        supply=state.supply,
        dice=state.dice,
        throws_left=state.throws_left,
        combat=combat_view(state, current) if current else None,
        combats=tuple(combat_view(state, combat) for combat in state.combats),
        points=points,
        lead=points.heroes - points.creatures,
        turning=state.turning,
        transfigured=state.transfigured,
        last=state.last,
        creature_pile=_pile(
            state.creatures, {id: card.name for id, card in state.cards.creatures.items()}
        ),
        trait_pile=_pile(state.traits, {id: card.name for id, card in state.cards.traits.items()}),
        tokens_to_win=state.cards.figures.tokens_to_win,
        costs=state.cards.costs,
        options=state.options,
    )


def creature_view(state: DragonState, slot: int) -> CreatureView:
    one = state.at(slot)
    return CreatureView(
        name=one.creature.name,
        id=one.creature.id,
        slot=slot,
        trait=one.trait.name,
        trait_id=one.trait.id,
        points=one.trait.battle_points,
        pattern=one.trait.pattern,
        limit=one.creature.limit,
        throws=state.throws(one.creature),
        potions=one.creature.potions,
        fought=one.fought,
        defeated=one.defeated,
    )


def combat_view(state: DragonState, combat: Combat) -> CombatView:
    return CombatView(
        leader=state.seats[combat.leader],
        slot=combat.slot,
        creature=state.at(combat.slot).creature.name,
        team=tuple(map(state.hero, combat.team)),
        duo=state.cards.duos[combat.duo].name if combat.duo else "",
        song=combat.song,
        dice=combat.dice or state.dice,
        won=combat.won,
        points=worth(state, combat).total,
    )


def _pile(pile: Pile, names: dict[str, str]) -> PileView:
    return PileView(
        dict(Counter(names[card] for card in pile.cards)),
        dict(Counter(names[card] for card in pile.discards)),
    )
