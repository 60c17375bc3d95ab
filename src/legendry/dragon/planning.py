"""Planning (DRG-23, DRG-24): the people talk, which binds nobody; the Shaman may transfigure.

Transfiguration (DRG-74 to DRG-78) is the one ability outside a combat (DRG-62). The leader of the
coming combat decides about it (DRG-63, RUL-D16).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from msgspec import Struct, structs

from legendry.dragon.events import Transfigured
from legendry.dragon.reveal import draw_card
from legendry.dragon.state import DragonState
from legendry.table import Barred, Choose, Flow, Option, Refusal

Part: TypeAlias = Literal["creature", "trait"]


class Target(Struct, frozen=True):
    """The card to be replaced: the creature or the trait of a slot."""

    slot: int
    part: Part


def planning(state: DragonState) -> Flow[None]:
    """Between Reveal and the first Battle Selection (DRG-24, DRG-75).

    Nobody is asked while nothing could be transfigured.
    """
    state.phase = "planning"
    while any(why_not(state, target) is None for target in targets(state)):
        target: Target | None = yield from Choose(
            state.leader_seat,
            "transfigure a card, or go on?",
            lambda: _options(state),
            lambda: transfigurations_barred(state),
        )
        if target is None:
            return
        yield from transfigure(state, target)


def targets(state: DragonState) -> Iterator[Target]:
    """Every card in play, left over or new (DRG-76)."""
    for slot, _ in state.in_play():
        yield Target(slot, "creature")
        yield Target(slot, "trait")


def why_not(state: DragonState, target: Target) -> Refusal | None:
    """Why that card may not be transfigured now; None if it may.

    1. The limit “no abilities” protects a creature and its trait (DRG-48, RUL-D12).
    2. Once a turn (DRG-77, RUL-D19, option `transfiguration_per_turn`).
    3. The Shaman pays (DRG-61), whether or not the Shaman is to fight (DRG-76).
    4. In Planning only (DRG-24, DRG-75).
    """
    one = state.at(target.slot)
    if one.creature.no_abilities:
        return Refusal(f"no ability works on the {one.creature.name}", "DRG-48")
    if state.transfigured and state.options.transfiguration_per_turn == "once":
        return Refusal("Transfiguration has been used this turn", "DRG-77")
    shaman = transfigurer(state)
    if shaman is None:
        return Refusal("no hero of this deck can transfigure", "DRG-74")
    if poor := state.poor(shaman, state.cards.costs.transfiguration, "Transfiguration"):
        return poor
    if state.phase != "planning":
        return Refusal("Transfiguration is used before the first Battle Selection", "DRG-75")
    return None


def transfigurer(state: DragonState) -> str | None:
    """The hero who can transfigure: the Shaman."""
    for hero in state.cards.heroes.values():
        if "transfiguration" in hero.abilities:
            return hero.id
    return None


def notation(state: DragonState, target: Target) -> str:
    name = state.at(target.slot).creature.name
    return f"transfigure {'creature' if target.part == 'creature' else 'trait of'} {name}"


def _options(state: DragonState) -> Iterator[Option[Target | None]]:
    yield Option("go on", None)
    for target in targets(state):
        if why_not(state, target) is None:
            one = state.at(target.slot)
            words = one.trait.name if target.part == "trait" else ""
            yield Option(notation(state, target), target, words)


def transfigurations_barred(state: DragonState) -> Iterator[Barred]:
    """The cards that may not be transfigured, with reasons; at every moment of the turn."""
    for target in targets(state):
        if refusal := why_not(state, target):
            yield Barred(notation(state, target), refusal)


def transfigure(state: DragonState, target: Target) -> Flow[None]:
    """Replace one card by another of its pile in the same slot; the other card stays (DRG-74).

    The replacement is drawn before the old card is discarded (DRG-78), so that the same card cannot
    come straight back.
    """
    shaman = transfigurer(state)
    assert shaman is not None
    price = state.cards.costs.transfiguration
    state.pay(shaman, price)
    state.transfigured += 1
    card = yield from draw_card(state, target.part)
    one = state.at(target.slot)
    if target.part == "creature":
        new = structs.replace(one, creature=state.cards.creatures[card])
        state.creatures.discard(one.creature.id)
        names = one.creature.name, new.creature.name
    else:
        new = structs.replace(one, trait=state.cards.traits[card])
        state.traits.discard(one.trait.id)
        names = one.trait.name, new.trait.name
    state.row[target.slot - 1] = new
    state.tell(
        Transfigured(
            rules=("DRG-74", "DRG-78"),
            hero=state.hero(shaman),
            slot=target.slot,
            part=target.part,
            old=names[0],
            new=names[1],
            price=price,
        )
    )
