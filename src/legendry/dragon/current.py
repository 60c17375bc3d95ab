"""The combat in progress on a view: exact chances to win it, whatever that costs (DRG-38 to DRG-43)."""

from __future__ import annotations

from fractions import Fraction

from legendry.dragon.advice import deck_of
from legendry.dragon.battle import Keep, MagicShift, Move, Shift, Stop
from legendry.dragon.combos import holds
from legendry.dragon.odds import Purse, combat_value, decisions, purses_of
from legendry.dragon.views import CreatureView, DragonView


def opponent(view: DragonView) -> CreatureView:
    """The creature that is fought."""
    assert view.combat is not None
    slot = view.combat.slot
    return next(one for one in view.row if one.slot == slot)


def team_purses(view: DragonView) -> tuple[Purse, ...]:
    """The purses that may pay for changes; none where abilities are forbidden (DRG-48)."""
    if view.combat is None or opponent(view).limit == "no_abilities":
        return ()
    held = {hero.id: hero.potions for hero in view.heroes if hero.fighting}
    duo = next((duo.id for duo in view.duos if duo.name == view.combat.duo), "")
    return purses_of(deck_of(view), held, duo)


def chance_with(view: DragonView, dice: tuple[int, ...], throws: int) -> Fraction:
    """The chance to win the combat with these dice and so many throws left; no dice: none thrown."""
    if dice and holds(opponent(view).pattern, dice):
        return Fraction(1)
    return combat_value(opponent(view).pattern, throws, team_purses(view), dice or None)


def chances(view: DragonView) -> dict[Move, Fraction]:
    """The chance to win the combat with each move."""
    found: dict[Move, Fraction] = {}
    for one in decisions(opponent(view).pattern, view.throws_left, view.dice, team_purses(view)):
        move: Move = Stop()
        if one.kind == "keep":
            move = Keep(one.keep)
        elif one.hero and one.old and one.new:
            move = MagicShift(one.hero, one.old, one.new)
            if one.kind == "shift":
                move = Shift(one.hero, one.old, "up" if one.new == one.old % 6 + 1 else "down")
        found[move] = one.p
    return found
