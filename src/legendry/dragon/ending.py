"""End of Turn (DRG-79 to DRG-90, DRG-93): the token, then potions, then the table is cleared."""

from __future__ import annotations

from collections.abc import Iterator

from legendry.dragon.events import Cleared, Compared, Consoled, RanDry, Rewarded, SatOut
from legendry.dragon.points import creatures_points, heroes_points
from legendry.dragon.reveal import discard
from legendry.dragon.state import Combat, DragonState, InPlay, Score, Side
from legendry.table import Barred, Choose, Flow, Option, Outcome, Refusal
from legendry.table.tally import counted


def end_of_turn(state: DragonState) -> Flow[None]:
    """Token, potions, clearing, in this order (DRG-86, DRG-89); with a last token the game ends at
    once, and what follows no longer matters (DRG-90)."""
    compare(state)
    if outcome(state):
        return
    yield from rewards(state)
    clear(state)
    begin_turn(state)


# -- the token --------------------------------------------------------------------------------


def compare(state: DragonState) -> None:
    """The side with the higher total takes a token; equal totals give none (DRG-88, RUL-D23)."""
    idle = tuple(hero for hero in state.cards.heroes if not state.has_fought(hero))
    for hero in idle:
        state.tell(SatOut(rules=("DRG-34", "RUL-D8"), hero=state.hero(hero)))
    heroes, creatures = heroes_points(state), creatures_points(state)
    winner: Side | None = None
    if heroes.total != creatures.total:
        winner = "heroes" if heroes.total > creatures.total else "creatures"
    state.last = Score(state.turn, heroes.total, creatures.total, winner or "none", idle)
    state.tell(
        Compared(
            rules=("DRG-87", "DRG-88"), heroes=heroes, creatures=creatures, token=winner or "none"
        )
    )
    state.turning = ""
    if winner:
        state.tokens[winner] += 1
        if is_turning_point(state, winner):
            state.turning = winner


def is_turning_point(state: DragonState, side: Side) -> bool:
    """Whether the token that side took governs the next turn (DRG-93, RUL-D24).

    Its last but one does, so each side's does at most once a game; by the option `turning_point`
    only that of the first side to get there, or none.
    """
    fourth = state.cards.figures.tokens_to_win - 1
    others = state.tokens["creatures" if side == "heroes" else "heroes"]
    match state.options.turning_point:
        case "off":
            return False
        case "first_side" if others >= fourth:
            return False
    return state.tokens[side] == fourth


def outcome(state: DragonState) -> Outcome | None:
    """The side that first owns five tokens wins; the players win or lose together (DRG-2, DRG-90)."""
    enough = state.cards.figures.tokens_to_win
    if state.tokens["heroes"] >= enough:
        return Outcome(state.seats, f"the heroes own {enough} victory tokens", "DRG-2")
    if state.tokens["creatures"] >= enough:
        why = f"the creatures own {enough} victory tokens"
        return Outcome((), why, "DRG-2", unwon="the heroes have lost")
    if state.turn > state.options.turn_limit:
        turns = counted(state.turn - 1, "turns")
        return Outcome((), f"no side got {enough} tokens in {turns}", "RUL-D30")
    return None


# -- potions ----------------------------------------------------------------------------------


def rewards(state: DragonState) -> Flow[None]:
    """One reward for each combat won, in the order of the combats (DRG-79, RUL-D20)."""
    won = [combat for combat in state.combats if combat.won]
    for combat in won:
        yield from reward(state, combat)
    if not won:
        console(state)


def reward(state: DragonState, combat: Combat) -> Flow[None]:
    """The reward of the creature card, and what Fearless adds (DRG-58).

    A single hero takes it all (DRG-80). A duo shares it as one sum in any split, and the leader of
    that combat decides (DRG-81, RUL-D21). What the supply cannot pay is lost (DRG-84, RUL-D22).
    """
    offered = state.at(combat.slot).creature.potions
    if combat.duo:
        offered += state.cards.duos[combat.duo].bonus_potions
    paid = min(offered, state.supply)
    if paid < offered:
        state.tell(RanDry(rules=("DRG-84", "RUL-D22"), offered=offered, paid=paid))
    shares: tuple[int, ...] = (paid, 0)
    if len(combat.team) == 2 and paid:
        shares = yield from Choose(
            state.seats[combat.leader],
            f"how do {state.team(combat.team)} share {counted(paid, 'potions')}?",
            lambda: splits(state, combat, paid),
            lambda: _barred(state, combat, paid),
        )
    rule = "DRG-80" if len(combat.team) == 1 else "DRG-81"
    for hero, potions in zip(combat.team, shares, strict=False):
        if potions:
            state.grant(hero, potions)
            state.tell(Rewarded(rules=("DRG-79", rule), hero=state.hero(hero), potions=potions))


def splits(state: DragonState, combat: Combat, paid: int) -> Iterator[Option[tuple[int, int]]]:
    """Every split that adds up to the sum, all to one hero included (DRG-81)."""
    for first in range(paid, -1, -1):
        yield Option(_split(state, combat, first, paid - first), (first, paid - first))


def _split(state: DragonState, combat: Combat, *shares: int) -> str:
    parts = zip(combat.team, shares, strict=True)
    return " ".join(f"{state.hero(hero)} {potions}" for hero, potions in parts)


def _barred(state: DragonState, combat: Combat, paid: int) -> Iterator[Barred]:
    wrong = Refusal(f"the shares add up to {paid}", "DRG-81")
    for first in range(paid + 1):
        for second in {paid - first - 1, paid - first + 1}:
            if second >= 0:
                yield Barred(_split(state, combat, first, second), wrong)
    if paid > 1:
        yield Barred(_split(state, combat, paid, paid), wrong)
    never = Refusal("potions never pass from hero to hero", "DRG-82")
    yield Barred(_split(state, combat, paid + 1, -1), never)
    yield Barred(_split(state, combat, -1, paid + 1), never)


def console(state: DragonState) -> None:
    """No creature at all was defeated: a potion for each hero (DRG-83).

    If the supply runs dry the smallest purse goes first, equal ones in the order of the heroes
    (RUL-D22).
    """
    for hero in sorted(state.cards.heroes, key=lambda hero: state.purses[hero]):
        potions = min(state.cards.figures.consolation_potions, state.supply)
        if potions:
            state.grant(hero, potions)
            state.tell(
                Consoled(rules=("DRG-83", "RUL-D22"), hero=state.hero(hero), potions=potions)
            )


# -- clearing ---------------------------------------------------------------------------------


def clear(state: DragonState) -> None:
    """Defeated creatures and their traits to their discards, duo cards back (DRG-28, DRG-89).

    An undefeated creature stays in its slot for the next turn (DRG-44).
    """
    gone = []
    for slot, one in list(state.in_play()):
        if one.defeated:
            gone.append(one.name)
            discard(state, slot)
        else:
            state.row[slot - 1] = InPlay(one.creature, one.trait)
    state.combats = []
    state.tell(Cleared(rules=("DRG-89",), creatures=tuple(gone)))


def begin_turn(state: DragonState) -> None:
    """The next turn; leading goes on clockwise (DRG-37, RUL-D4, option `leader_rotation`)."""
    if state.options.leader_rotation == "seat_one_opens":
        state.leader = 0
    state.transfigured = 0
    state.phase = "reveal"
    state.next_turn()
