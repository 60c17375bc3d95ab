"""Reveal (DRG-17 to DRG-22), the piles it draws from, and the turning points that govern it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from legendry.dragon.events import Governed, Removed, Reshuffled, Revealed
from legendry.dragon.state import DragonState, InPlay
from legendry.table import Flow, Roll

SURVIVORS = 2
"""So many creatures stay when the creatures' fourth token governs a turn (DRG-92)."""


def reveal(state: DragonState) -> Flow[None]:
    """Draw creatures and a trait for each (DRG-17): first all creatures, then their traits."""
    before = [one.creature for _, one in state.in_play()]
    creatures = []
    for _ in range(added(state)):
        card = yield from draw_card(state, "creature")
        creatures.append(state.cards.creatures[card])
    new = []
    for creature in creatures:
        card = yield from draw_card(state, "trait")
        new.append(InPlay(creature, state.cards.traits[card]))
    lay_out(state, new)
    if state.turning:
        rule = "DRG-91" if state.turning == "heroes" else "DRG-92"
        stay = state.cards.figures.creature_limit if state.turning == "heroes" else SURVIVORS
        state.tell(Governed(rules=("DRG-22", rule), side=state.turning, creatures=stay))
    for slot, one in state.in_play():
        if one.creature not in before:
            state.tell(
                Revealed(
                    rules=("DRG-17", "DRG-20"),
                    slot=slot,
                    creature=one.creature.name,
                    trait=one.trait.name,
                )
            )
    if state.turning == "creatures":
        keep_nearest(state)


def added(state: DragonState) -> int:
    """How many creatures Reveal adds: never more than four are in play (DRG-19).

    The turn after the heroes' fourth token starts with four in all (DRG-91, RUL-D25); the one after
    the creatures' fourth adds as usual (DRG-92, RUL-D26).
    """
    missing = state.cards.figures.creature_limit - sum(1 for _ in state.in_play())
    if state.turning == "heroes":
        return missing
    return min(state.cards.figures.creatures_per_reveal, missing)


def draw_card(state: DragonState, kind: Literal["creature", "trait"]) -> Flow[str]:
    """Draw from a pile; one that has run out is replaced by its discards (DRG-21, RUL-D6)."""
    pile = state.creatures if kind == "creature" else state.traits
    if not pile.cards:
        pile.cards, pile.discards = pile.discards, []
        state.tell(Reshuffled(rules=("DRG-21", "RUL-D6"), pile=kind, cards=len(pile.cards)))
    known = state.cards.creatures if kind == "creature" else state.cards.traits
    (face,) = yield from Roll.draw(f"draw {kind}", [known[card].name for card in pile.cards])
    return pile.cards.pop(face - 1)


def lay_out(state: DragonState, new: Iterable[InPlay]) -> None:
    """Where new creatures lie (DRG-20, RUL-D5, option `row_layout`).

    By default a new creature takes the free slot with the lowest number and the others stay.
    Otherwise the creatures close up, the oldest or the newest nearest the piles.
    """
    left = [one for _, one in state.in_play()]
    if state.options.row_layout == "fixed_slots":
        for one in new:
            state.row[state.row.index(None)] = one
        return
    row = [*left, *new] if state.options.row_layout == "oldest_nearest" else [*new, *left]
    state.row = [*row, *[None] * (state.cards.figures.creature_limit - len(row))]


def keep_nearest(state: DragonState) -> None:
    """Only the two creatures nearest the piles stay; the surplus is discarded (DRG-92, RUL-D27)."""
    for slot, one in list(state.in_play())[SURVIVORS:]:
        discard(state, slot)
        state.tell(
            Removed(
                rules=("DRG-92", "RUL-D27"),
                slot=slot,
                creature=one.creature.name,
                trait=one.trait.name,
            )
        )


def discard(state: DragonState, slot: int) -> None:
    """A creature and its trait go to their discard piles."""
    one = state.at(slot)
    state.creatures.discard(one.creature.id)
    state.traits.discard(one.trait.id)
    state.row[slot - 1] = None
