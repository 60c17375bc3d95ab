"""Players of Legendary Dragon: one that keeps what looks good, and the coach."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from legendry.dragon.advice import Coach
from legendry.dragon.battle import Keep, MagicShift, Shift
from legendry.dragon.combos import STRAIGHTS, holds
from legendry.dragon.selection import Selection
from legendry.dragon.views import DragonView
from legendry.table import Choose, Option, Roll


class CoachBot:
    """Takes the option with the best chance to win the game; at other games, any option."""

    name: ClassVar[str] = "coach"

    def __init__(self, seed: str | None = None) -> None:
        self._random = Random(seed)
        self._coach = Coach()

    def answer(self, request: Choose[Any] | Roll, view: Struct) -> Option[Any] | tuple[int, ...]:
        if isinstance(request, Roll):
            return tuple(self._random.randint(1, request.sides) for _ in range(request.dice))
        if not isinstance(view, DragonView):
            return self._random.choice(request.options)
        return self._coach.best(request, view)


class NaiveBot:
    """Plays as one does the first time: any combat, and keeps the dice that look good.

    It never transfigures or sings; it pays for a change of dice only where that wins at once.
    """

    name: ClassVar[str] = "naive"

    def __init__(self, seed: str | None = None) -> None:
        self._random = Random(seed)

    def answer(self, request: Choose[Any] | Roll, view: Struct) -> Option[Any] | tuple[int, ...]:
        if isinstance(request, Roll):
            return tuple(self._random.randint(1, request.sides) for _ in range(request.dice))
        if not isinstance(view, DragonView):
            return self._random.choice(request.options)
        if view.phase == "planning":
            return request.options[0]
        if view.phase == "battle":
            return self._move(request, view)
        plain = [
            option
            for option in request.options
            if not (isinstance(option.value, Selection) and option.value.song)
        ]
        return self._random.choice(plain)

    def _move(self, request: Choose[Any], view: DragonView) -> Option[Any]:
        assert view.combat is not None
        pattern = next(one.pattern for one in view.row if one.slot == view.combat.slot)
        for option in request.options:
            if isinstance(option.value, Shift | MagicShift):
                dice = list(view.dice)
                dice[dice.index(option.value.face)] = option.value.to
                if holds(pattern, dice):
                    return option
        good = Keep(tuple(sorted(looks_good(pattern, view.dice))))
        for option in request.options:
            if option.value == good:
                return option
        return request.options[-1]  # stop


def looks_good(pattern: str, dice: tuple[int, ...]) -> list[int]:
    """Dice that one keeps without much thought; never all of them."""
    if pattern == "straight":
        kept = max((sorted(set(dice) & straight) for straight in STRAIGHTS), key=len)
        return kept[:4]
    counts = Counter(dice).most_common()
    if pattern in ("two_different_pairs", "full_house"):
        most = 2 if pattern == "two_different_pairs" else 3
        kept = [face for face, count in counts[:2] if count > 1 for _ in range(min(count, most))]
        return kept[:4]
    face, count = counts[0]
    return [face] * min(count, 4)
