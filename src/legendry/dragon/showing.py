"""What interfaces are given beside the view: the sums behind its numbers, and a game as bytes."""

from __future__ import annotations

import msgspec

from legendry.dragon.cards import Hero
from legendry.dragon.points import creatures_points, heroes_points, worth
from legendry.dragon.state import Combat, DragonState, InPlay
from legendry.table import Insight, Ledger, Line
from legendry.table.freezing import Kept, unfrozen
from legendry.table.requests import folded


def inspect(state: DragonState, thing: str) -> Insight:
    """The ledgers of `points`, of either side's, or of a hero or creature by name."""
    wanted = folded(thing)
    sums = {
        "points": (heroes_points, creatures_points),
        "heroes": (heroes_points,),
        "creatures": (creatures_points,),
    }
    if wanted in sums:
        return Insight(tuple(points(state) for points in sums[wanted]))
    for hero in state.cards.heroes.values():
        if wanted in (hero.id, folded(hero.name)):
            return Insight(hero_figures(state, hero))
    for slot, one in state.in_play():
        if wanted in (folded(one.name), folded(one.creature.name)):
            return Insight(creature_figures(state, slot, one))
    return Insight()


def hero_figures(state: DragonState, hero: Hero) -> tuple[Ledger, ...]:
    """A hero's purse (DRG-61), and the points of what the hero has defeated this turn (DRG-87)."""
    won = (
        worth(state, combat) for combat in state.combats if combat.won and hero.id in combat.team
    )
    return (
        Ledger.of("potions", (state.purses[hero.id], "in the purse", "DRG-61")),
        Ledger("points", tuple(line for ledger in won for line in ledger.lines)),
    )


def creature_figures(state: DragonState, slot: int, one: InPlay) -> tuple[Ledger, ...]:
    """What defeating it is worth to whoever fights it or has fought it, its throws, its reward."""
    combats = [state.combat, *state.combats]
    met = next((combat for combat in combats if combat and combat.slot == slot), None)
    throws = Ledger.of("throws", (one.creature.throws, "on its card", "DRG-40"))
    if more := state.throws(one.creature) - throws.total:
        throws = throws.plus([Line(more, "the first throw is not counted", "RUL-D9")])
    return (
        worth(state, met or Combat(state.leader, slot, ())),
        throws,
        Ledger.of("potions", (one.creature.potions, "on its card", "DRG-6")),
    )


# -- as bytes ----------------------------------------------------------------------------------

STATE = Kept(
    DragonState,
    {"seats", "options", "cards", "events"},
    row=list[tuple[str, str, bool, bool] | None],
)
"""Cards and options come from set-up; a creature in the row is written by the ids of its cards."""


def freeze(state: DragonState) -> bytes:
    """A game as bytes."""
    row = [one and (one.creature.id, one.trait.id, one.fought, one.defeated) for one in state.row]
    return msgspec.json.encode(STATE.of(state, row=row))


def thaw(state: DragonState, frozen: bytes) -> DragonState:
    """A game fresh from set-up, as it was when it was frozen; `ValueError` if that was another."""
    kept = unfrozen(frozen, STATE.shape)
    cards = state.cards
    try:
        row = [
            one and InPlay(cards.creatures[one[0]], cards.traits[one[1]], *one[2:])
            for one in kept.row
        ]
    except KeyError as missing:
        raise ValueError(f"this deck has no card {missing}, but the frozen game has") from None
    STATE.restore(kept, state, row=row)
    state.events = []
    return state
