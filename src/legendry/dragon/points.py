"""Battle points: what a won combat is worth, and how the two sides compare (DRG-59, DRG-72, DRG-87)."""

from __future__ import annotations

from collections.abc import Iterator

from legendry.dragon.state import Combat, DragonState
from legendry.table import Ledger, Line


def worth(state: DragonState, combat: Combat) -> Ledger:
    """What a combat, if it is won, gives the heroes (DRG-72, DRG-59).

    Song of Power doubles the trait; Strategic is added after doubling.
    """
    one = state.at(combat.slot)
    lines = [Line(one.trait.battle_points, one.name, "DRG-87")]
    if combat.song:
        lines.append(Line(one.trait.battle_points, "Song of Power", "DRG-72"))
    if combat.duo and (bonus := state.cards.duos[combat.duo].bonus_points):
        lines.append(Line(bonus, state.cards.duos[combat.duo].name, "DRG-59"))
    return Ledger("points", tuple(lines))


def heroes_points(state: DragonState) -> Ledger:
    """The heroes' total: every creature defeated this turn, with bonuses (DRG-87, RUL-D29).

    A duo card has no effect on a lost combat (DRG-60).
    """
    won = (worth(state, combat) for combat in state.combats if combat.won)
    return Ledger("heroes", tuple(line for ledger in won for line in ledger.lines))


def creatures_points(state: DragonState) -> Ledger:
    """The creatures' total: every creature in the row that is not defeated, fought or not (DRG-87)."""
    return Ledger("creatures", tuple(_standing(state)))


def _standing(state: DragonState) -> Iterator[Line]:
    for slot, one in state.in_play():
        if one.defeated:
            continue
        yield Line(one.trait.battle_points, one.name, "DRG-87")
        # DRG-73, RUL-D18: by the option `song_on_loss` a song for a lost combat helps the creature
        sung = any(combat.slot == slot and combat.song for combat in state.combats)
        if sung and state.options.song_on_loss == "doubled_points":
            yield Line(one.trait.battle_points, "a song for a lost combat", "RUL-D18")


def lead(state: DragonState) -> int:
    """By how much the heroes are ahead this turn; negative if they are behind."""
    return heroes_points(state).total - creatures_points(state).total
