"""Where a game begins (DRG-10 to DRG-14), or goes on from a position at a real table.

The set-up of a record may bring a deck of its own and the position before a Reveal; what it leaves
out is as at the start of a game:

    [setup]
    tokens = {heroes = 1, creatures = 0}
    potions = {shaman = 3, bard = 0, magician = 2}
    row = [{slot = 1, creature = "goblin", trait = "huge"}]
    discards = {creatures = ["ogre"], traits = ["weak"]}
    leader = "Bob"
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from legendry.dragon.cards import Cards, cards_of, default_cards
from legendry.dragon.ending import is_turning_point
from legendry.dragon.options import table_options
from legendry.dragon.state import DragonState, InPlay, Pile
from legendry.table import Header, SetupError
from legendry.table.game import decoded
from legendry.table.requests import clipped

Count = Annotated[int, Meta(ge=0, le=1000)]


class RowSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """A creature left over from an earlier turn, by the ids of its cards."""

    slot: Annotated[int, Meta(ge=1, le=4)]
    creature: str
    trait: str


class TokenSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """The victory tokens of both sides."""

    heroes: Count = 0
    creatures: Count = 0


class DiscardSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies on the discard piles, by id."""

    creatures: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """The deck and the position a game begins with."""

    cards: dict[str, Any] = {}
    """A deck of one's own, of the shape of `cards.toml` (RUL-D2); empty is the default deck."""
    row: tuple[RowSetup, ...] = ()
    potions: dict[str, Count] = {}
    """Purses by hero; the supply is what they leave of the potion cards."""
    tokens: TokenSetup = TokenSetup()
    just_reached: Literal["", "heroes", "creatures"] = ""
    """The side whose fourth token was taken in the turn before (DRG-91, DRG-92); by the option
    `turning_point` it may change nothing (RUL-D24)."""
    discards: DiscardSetup = DiscardSetup()
    leader: str = ""
    """The seat that leads the first combat; seat 1 unless told (DRG-14, RUL-D4)."""


def first_state(header: Header) -> DragonState:
    """The table before the first Reveal; `SetupError` says what cannot be so."""
    setup = decoded(header.setup, Setup, "setup")
    options = table_options(header)
    cards = cards_of(setup.cards, "setup.cards") if setup.cards else default_cards()
    leader = setup.leader or header.seats[0]
    if leader not in header.seats:
        raise SetupError(f"setup.leader: nobody called {clipped(leader, 40)} sits at this table")
    purses = _purses(setup, cards, options.starting_potions)
    state = DragonState(
        seats=header.seats,
        options=options,
        cards=cards,
        creatures=Pile(cards.creature_pile, []),
        traits=Pile(cards.trait_pile, []),
        row=[None] * cards.figures.creature_limit,
        purses=purses,
        supply=cards.figures.potion_cards - sum(purses.values()),
        tokens={"heroes": setup.tokens.heroes, "creatures": setup.tokens.creatures},
        leader=header.seats.index(leader),
        combats=[],
    )
    _check_tokens(setup, cards)
    if setup.just_reached and is_turning_point(state, setup.just_reached):
        state.turning = setup.just_reached
    _lay(state, setup)
    return state


def _purses(setup: Setup, cards: Cards, starting: int | None) -> dict[str, int]:
    """Each hero's potions: two at the start (DRG-10), or by the option `starting_potions`."""
    for hero in setup.potions:
        if hero not in cards.heroes:
            raise SetupError(
                f"setup.potions: there is no hero “{clipped(hero, 40)}”; there are "
                f"{', '.join(cards.heroes)}"
            )
    each = cards.figures.potions_per_hero if starting is None else starting
    purses = {hero: setup.potions.get(hero, each) for hero in cards.heroes}
    if sum(purses.values()) > cards.figures.potion_cards:
        raise SetupError(
            f"the heroes would hold {sum(purses.values())} potions, but there are only "
            f"{cards.figures.potion_cards} (DRG-84)"
        )
    return purses


def _check_tokens(setup: Setup, cards: Cards) -> None:
    enough = cards.figures.tokens_to_win
    if max(setup.tokens.heroes, setup.tokens.creatures) >= enough:
        raise SetupError(f"setup.tokens: with {enough} tokens the game is over (DRG-2)")
    if setup.just_reached and getattr(setup.tokens, setup.just_reached) != enough - 1:
        raise SetupError(
            f"setup.just_reached: the {setup.just_reached} do not own {enough - 1} tokens (DRG-93)"
        )


def _lay(state: DragonState, setup: Setup) -> None:
    """Creatures left over go to their slots, discards to their piles."""
    for one in setup.row:
        if state.row[one.slot - 1] is not None:
            raise SetupError(f"setup.row: two creatures lie in slot {one.slot}")
        _take(state.creatures, one.creature, "creature", "row")
        _take(state.traits, one.trait, "trait", "row")
        state.row[one.slot - 1] = InPlay(
            state.cards.creatures[one.creature], state.cards.traits[one.trait]
        )
    for card in setup.discards.creatures:
        state.creatures.discard(_take(state.creatures, card, "creature", "discards"))
    for card in setup.discards.traits:
        state.traits.discard(_take(state.traits, card, "trait", "discards"))


def _take(pile: Pile, card: str, kind: str, where: str) -> str:
    if card not in pile.cards:
        raise SetupError(f"setup.{where}: the deck has no {kind} “{clipped(card, 40)}” left")
    pile.cards.remove(card)
    return card
