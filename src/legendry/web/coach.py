"""The coach at a table on the web, for games that have one: Legendary Dragon.

It takes milliseconds to think, up to a tenth of a second where much is open: call it in a thread.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from legendry.dragon.advice import Advice, Coach
from legendry.dragon.current import chances
from legendry.dragon.review import percent, preferred, reviewed
from legendry.dragon.views import DragonView
from legendry.table import Choose, Replay, Roll
from legendry.web.messages import HintShown

COACHED = ("dragon",)
"""The games that have a coach."""


def hints_for(request: Choose[Any] | Roll | None, view: Struct) -> tuple[HintShown, ...]:
    """All options as the coach ranks them, the best first; nothing where there is no coach."""
    if not isinstance(request, Choose) or not isinstance(view, DragonView):
        return ()
    ranked = Coach().ranked(request, view)
    best = preferred(ranked, view)
    exact = chances(view) if view.phase == "battle" else {}

    def words(advice: Advice) -> str:
        about = advice.option.about
        win = about.figures.get("win") if about else exact.get(advice.option.value)
        return "" if win is None else f"this combat {percent(float(win))}, exact"

    return tuple(
        HintShown(advice.option.notation, advice.chance, words(advice))
        for advice in (best, *(advice for advice in ranked if advice is not best))
    )


def luck_lines(replay: Replay) -> tuple[str, ...]:
    """A game looked back on in plain sentences: what decisions cost, and the throws that mattered.

    `RecordError` where the record is wrong; nothing for games without a coach.
    """
    if replay.game.name not in COACHED:
        return ()
    return tuple(_sentence(line.strip()) for line in reviewed(replay).lines())


def _sentence(line: str) -> str:
    return line[:1].upper() + line[1:] + ("" if line.endswith((".", ":")) else ".")
