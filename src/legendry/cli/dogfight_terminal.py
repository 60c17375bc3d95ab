"""A dogfight at one keyboard: the pieces as the rules place them, section strips, odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.text import Text

from legendry.cli.terminal import HELP, Session
from legendry.legends.dogfight.views import CraftView, DogfightView, stance, strip
from legendry.table import Choose, Option, Roll, Seat

SIDES = ("bold cyan", "bold yellow", "bold magenta", "bold green")
ARROWS = {"east": "►", "west": "◄", "north": "▲", "south": "▼"}
MOST_DICE = 6
"""Longer lists of dice are shortened; `all` shows everything."""


class DogfightSession(Session):
    """People and bots in one dogfight."""

    help: ClassVar[str] = f"{HELP}\n  all             list every option"

    @property
    def view(self) -> DogfightView:
        view = self.table.view(self.eyes)
        assert isinstance(view, DogfightView)
        return view

    def show(self, seat: Seat, request: Choose[Any] | Roll, *, again: bool = True) -> None:
        """The sky if anything changed, the question, the options; barred ones answer to `why`."""
        if again:
            self.picture()
        self.say(request.asks, "bold")
        if isinstance(request, Choose):
            self.list(shortened(request.options), request)
            unlisted = len(request.options) - len(self.numbered)
            if unlisted:
                self.say(f"   …  {unlisted} more: all shows them", "dim")
        self.say("  ? for help", "dim")

    def show_end(self) -> None:
        self.picture()

    def picture(self) -> None:
        """The pieces on their grid (DOG-25), and a line for each craft."""
        view = self.view
        self.say()
        for row in rows(view):
            self.draw(Text.assemble(*((text, self.colour(name)) for text, name in row)))
        self.say()
        for one in view.craft.values():
            self.say(self.craft(one, view), hang=4)
        self.say()

    def colour(self, name: str) -> str:
        """The colour of a craft's side."""
        craft = self.view.craft
        sides = list(dict.fromkeys(one.side for one in craft.values()))
        return SIDES[sides.index(craft[name].side) % len(SIDES)] if name else ""

    def craft(self, one: CraftView, view: DogfightView) -> Text:
        """A craft on a line: sections, weapons and shields, crew's numbers, how it stands."""
        acts = "*" if one.name == view.flying else " "
        line = Text(f" {acts}{one.name:<18}", self.colour(one.name))
        line.append(f"{one.side:<12}{strip(one):<22}{one.weapons}d6/{one.shields}", "")
        line.append(f"  pilot {one.maneuvers_at}  gunner {one.fires_at}  ", "dim")
        return line.append(stance(one, view.turning))


def rows(view: DogfightView) -> list[list[tuple[str, str]]]:
    """The grid as rows of texts, each with the craft that it is of, or none."""
    at = {(one.column, one.row): name for name, one in view.formation.items()}
    if not at:
        return []
    wide = min(20, max(len(name) for name in at.values())) + 4
    lines = []
    for row in range(max(y for _, y in at) + 1):
        line = []
        for column in range(max(x for x, _ in at) + 1):
            name = at.get((column, row), "")
            sign = f"{name[: wide - 4]} {ARROWS[view.formation[name].heading]}" if name else ""
            line.append((f"{sign:^{wide}}", name))
        lines.append(line)
    return lines


def shortened(options: Sequence[Option[Any]]) -> Sequence[Option[Any]]:
    """What is listed: everything but many dice, which nobody rolls."""
    return [one for one in options if type(one.value) is not int or not hopeless(one)]


def hopeless(option: Option[Any]) -> bool:
    """So many dice that they hardly ever stay below the number."""
    return option.notation.endswith(" dice") and option.value > MOST_DICE
