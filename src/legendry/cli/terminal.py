"""A game at one keyboard: shows what happened, asks who is to answer, and lets nobody peek."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from legendry.cli.replay import told
from legendry.table import Choose, Player, RecordError, Refused, Roll, Seat, Table
from legendry.table.files import RecordFile

HELP = """\
  a number        choose that option; or type the option as it is written
  faces           when your own dice are asked for: 2 3 5
  why TEXT        why something cannot be done here
  undo            take back your last answer
  look            show the table again
  save FILE       keep the record in FILE from now on
  quit            leave; a saved game goes on with: legendry resume FILE"""


class Session:
    """People and bots at one table in this terminal, until the game is over or they leave."""

    def __init__(
        self, table: Table[Any], bots: Mapping[Seat, Player], file: RecordFile | None = None
    ) -> None:
        self.table = table
        self.bots = bots
        self.file = file
        self.people = [seat for seat in table.header.seats if seat not in bots]
        self.console = Console(highlight=False)
        self._shown: dict[Seat | None, int] = {}
        self._at_keyboard: Seat | None = self.people[0] if self.people else None

    def run(self) -> None:
        """Play on until the game is over or somebody quits."""
        try:
            while (request := self.table.pending) is not None:
                seat = request.seat or (self.people or self.table.header.seats)[0]
                if seat in self.bots:
                    self.table.answer(self.bots[seat].answer(request, self.table.view(seat)))
                elif not self._ask(seat, request):
                    self._leave()
                    return
                if self.file:
                    self.file.save(self.table)
        except (EOFError, KeyboardInterrupt, click.Abort):
            self._say()
            self._leave()
            return
        self._tell(self._at_keyboard)
        self._say(str(self.table.outcome), "bold")
        if self.table.revealed:
            self._say(f"The secret of the dice: {self.table.revealed}")

    def _say(self, words: str = "", style: str = "") -> None:
        self.console.print(words, style=style, markup=False, soft_wrap=True)

    def _leave(self) -> None:
        if self.file:
            path = self.file.path
            self._say(f"The game is kept. Go on with: legendry resume {path}")
        else:
            self._say("The game was not saved.")

    def _tell(self, seat: Seat | None) -> None:
        """Print what happened since that seat last looked."""
        events = self.table.events_for(seat)
        for event in events[self._shown.get(seat, 0) :]:
            self._say(f"  {told(event)}")
        self._shown[seat] = len(events)

    def _hand_over(self, seat: Seat) -> None:
        """Where seats have secrets, the next one takes the keyboard before anything is shown."""
        if self.table.game.hides and seat != self._at_keyboard:
            self.console.clear()
            self._read(f"The keyboard goes to {seat}. Press Enter when only {seat} is looking. ")
        self._at_keyboard = seat

    def _read(self, prompt: str) -> str:
        self.console.print(prompt, end="", markup=False)
        line = sys.stdin.readline(2000)
        if not line:
            raise EOFError
        return line.strip()

    def _ask(self, seat: Seat, request: Choose[Any] | Roll) -> bool:
        """One answer, or one command, of a person; False when he wants to leave."""
        self._hand_over(seat)
        self._tell(seat)
        self._show(seat, request)
        while True:
            text = self._read("> ")
            word, _, rest = text.partition(" ")
            match word.lower():
                case "":
                    continue
                case "?" | "help":
                    self._say(HELP)
                case "quit" | "exit" | "q":
                    return False
                case "look":
                    self._show(seat, request)
                case "why" if rest:
                    reason = request.why_not(rest)
                    self._say(str(reason) if reason else "That can be done.")
                case "save" if rest:
                    self._save(Path(rest))
                case "undo":
                    if self._undo(seat):
                        return True
                case _:
                    if self._answer(seat, request, text):
                        return True

    def _show(self, seat: Seat, request: Choose[Any] | Roll) -> None:
        view = self.table.view(seat)
        self._say(f"turn {self.table.state.turn}", "dim")
        self._say(str(view))
        self._say(request.asks, "bold")
        if isinstance(request, Choose):
            for number, option in enumerate(request.options, 1):
                words = f"  {option.words}" if option.words else ""
                self._say(f"  {number:>2}  {option.notation}{words}")
            for bar in request.barred:
                self._say(f"   –  {bar.notation}: {bar.refusal}", "dim")
        self._say("  ? for help", "dim")

    def _answer(self, seat: Seat, request: Choose[Any] | Roll, text: str) -> bool:
        if isinstance(request, Choose) and text.isascii() and text.isdigit():
            count = len(request.options)
            if not (len(text) < 6 and 1 <= int(text) <= count):
                self._say(f"There is no option {text[:20]}; they are 1 to {count}.")
                return False
            text = request.options[int(text) - 1].notation
        try:
            self.table.answer(text, by=seat)
        except Refused as refused:
            self._say(str(refused))
            return False
        return True

    def _undo(self, seat: Seat) -> bool:
        try:
            for other in self.table.consent_needed(seat):
                if other in self.bots:
                    continue
                if self._read(f"{other}, do you agree to the undo? [y/N] ").lower() not in (
                    "y",
                    "yes",
                ):
                    self._say(f"{other} does not agree.")
                    return False
            self.table.undo(seat, self.table.header.seats)
        except Refused as refused:
            self._say(str(refused))
            return False
        self._shown = {
            one: min(count, len(self.table.events_for(one))) for one, count in self._shown.items()
        }
        self._say("Taken back.")
        return True

    def _save(self, path: Path) -> None:
        try:
            self.file = RecordFile(path, self.table)
        except RecordError as error:
            self._say(str(error))
        else:
            self._say(f"The record is kept in {path} from now on.")
