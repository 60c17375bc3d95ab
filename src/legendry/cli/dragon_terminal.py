"""A game of Legendary Dragon at one keyboard, with the coach beside it if people want that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, TypeAlias

from legendry.bots import Bot
from legendry.cli.terminal import HELP, Session
from legendry.dragon.advice import Coach
from legendry.dragon.battle import Keep
from legendry.dragon.current import chances
from legendry.dragon.review import Decided, judged, percent, preferred, reviewed
from legendry.dragon.views import DragonView
from legendry.table import Choose, Option, Replay, Roll, Seat, Table
from legendry.table.files import RecordFile

CoachLevel: TypeAlias = Literal["off", "after", "before"]
SHOWN = 3
"""So many decisions the coach names before one is made."""
MOST = 12
"""Longer lists are shortened to the best; `all` shows everything."""


class DragonSession(Session):
    """Shows hints before a decision, or what it cost after it; at the end the review."""

    help: ClassVar[str] = f"{HELP}\n  all             list every option"

    def __init__(
        self,
        table: Table[Any],
        bots: Mapping[Seat, Bot],
        file: RecordFile | None = None,
        level: CoachLevel = "off",
    ) -> None:
        super().__init__(table, bots, file)
        self.level = level
        self.coach = Coach()

    def show(self, seat: Seat, request: Choose[Any] | Roll, *, again: bool = True) -> None:
        """The table, the question, the options; barred ones answer to `why`."""
        view = self.table.view(seat)
        self.say(f"turn {self.table.state.turn}", "dim")
        self.say(str(view))
        self.say(request.asks, "bold")
        if isinstance(request, Choose) and isinstance(view, DragonView):
            self.list(self.shortened(request, view), request)
            if len(request.options) > len(self.numbered):
                more = len(request.options) - len(self.numbered)
                self.say(f"   …  {more} more: all shows them", "dim")
            if self.level == "before":
                self.hint(request, view)
        self.say("  ? for help", "dim")

    def shortened(self, request: Choose[Any], view: DragonView) -> Sequence[Option[Any]]:
        """What is listed: everything, but of many ways to keep dice only those that keep alike ones."""
        options = request.options
        if len(options) <= MOST or view.phase != "battle":
            return options
        counts = {face: view.dice.count(face) for face in view.dice}
        return tuple(
            option
            for option in options
            if not isinstance(option.value, Keep)
            or all(option.value.faces.count(face) == counts[face] for face in option.value.faces)
        )

    def hint(self, request: Choose[Any], view: DragonView) -> None:
        """The best decisions with the chance to win the game, and in a combat that one's, exact."""
        ranked = self.coach.ranked(request, view)
        best = preferred(ranked, view)
        shown = [best, *(advice for advice in ranked if advice is not best)][:SHOWN]
        exact = chances(view) if view.phase == "battle" else {}
        for place, advice in enumerate(shown):
            words = "coach: " if place == 0 else "   or: "
            line = f"  {words}{advice.option.notation}, the game {percent(advice.chance)}"
            if advice.option.value in exact:
                line += f", this combat {percent(float(exact[advice.option.value]))}"
            self.say(line, "green" if place == 0 else "dim", hang=9)

    def _answer(self, seat: Seat, request: Choose[Any] | Roll, text: str) -> bool:
        decided: Decided | None = None
        option = self.chosen(request, text)
        view = self.table.view(seat)
        if self.level == "after" and isinstance(request, Choose) and isinstance(view, DragonView):
            decided = judged(request, view, option, self.coach) if option else None
        answered = super()._answer(seat, request, text)
        if answered and decided:
            self.say(f"  coach: {verdict(decided)}", "green", hang=9)
        return answered

    def show_end(self) -> None:
        """What the decisions of the game cost, and its luck."""
        if self.level == "off":
            return
        self.say()
        for line in reviewed(Replay.of(self.table.record)).lines():
            self.say(line)


def verdict(decided: Decided) -> str:
    """What a decision cost, in plain words."""
    if decided.cost < 0.0005:
        return f"nothing is better; the game {percent(decided.chance)}"
    return (
        f"that cost {percent(decided.cost)} of the game; “{decided.best}” has "
        f"{percent(decided.best_chance)}"
    )
