"""A game at one keyboard: shows what happened, asks who is to answer, and lets nobody peek."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import click
from rich.console import Console
from rich.text import Text

from legendry.bots import Bot
from legendry.table import (
    About,
    Choose,
    Event,
    Option,
    RecordError,
    Refusal,
    Refused,
    Roll,
    Seat,
    Table,
)
from legendry.table.files import RecordFile

HELP = """\
  a number        choose that option; or type the option as it is written
  faces           when your own dice are asked for: 2 3 5
  why 3           the figures behind an option, or why something cannot be done
  undo            take back the last answer given at this keyboard
  look            show the table again
  save FILE       keep the record in FILE from now on
  quit            leave; a saved game goes on with: legendry resume FILE"""

MEANS = {"damage": "dmg", "to friends": "to friends"}
"""Figures that are points and not chances, and what they are called beside an option."""


def odds(figures: Mapping[str, Fraction]) -> str:
    """Figures as they stand beside an option: `hit 62% · 4.1 dmg · drop 18%`."""
    return " · ".join(
        f"{float(figure):.1f} {MEANS[name]}" if name in MEANS else f"{name} {float(figure):.0%}"
        for name, figure in figures.items()
        if figure or name != "drop"
    )


class Session:
    """People and bots at one table in this terminal, until the game is over or they leave."""

    help: ClassVar[str] = HELP

    def __init__(
        self, table: Table[Any], bots: Mapping[Seat, Bot], file: RecordFile | None = None
    ) -> None:
        self.table = table
        self.bots = bots
        self.file = file
        self.people = [seat for seat in table.header.seats if seat not in bots]
        self.console = Console(highlight=False)
        self.numbered: Sequence[Option[Any]] = ()
        """The options as last listed: a number stands for one of them."""
        self._shown: dict[Seat | None, int] = {}
        self._anew = True
        """Whether the table is shown with the next question though nothing was told."""
        self._answered = False
        """Whether somebody here has answered anything."""
        self._unkept = ""
        """Why the record in the file is behind the game, if it is."""
        self._at_keyboard: Seat | None = self.people[0] if self.people else None
        self._hides = table.hides

    def run(self) -> None:
        """Play on until the game is over or somebody quits."""
        if len(self.table.header.seats) > 1:
            self.say(self.players(), "dim")
        try:
            while (request := self.table.pending) is not None:
                seat = request.seat or (self.people or self.table.header.seats)[0]
                if seat in self.bots:
                    self.table.answer(self.bots[seat].answer(request, self.table.view(seat)))
                    if not self.people:
                        self.tell(None)
                elif not self._ask(seat, request):
                    self._leave()
                    return
                self._keep()
        except (EOFError, KeyboardInterrupt, click.Abort):
            self.say()
            self._rescue()
            self._leave()
            return
        self.tell(self._at_keyboard)
        self.show_end()
        self.say(str(self.table.outcome), "bold")
        if self.table.revealed:
            self.say(f"The secret of the dice: {self.table.revealed}")
        if self._unkept:
            self.say(f"Not all of the game was saved: {self._unkept}")

    @property
    def eyes(self) -> Seat | None:
        """As whom the terminal looks: where seats have secrets, as the one at the keyboard."""
        return self._at_keyboard if self._hides else None

    def players(self) -> str:
        """Who plays what: `At this keyboard: Wayfarers. Bots: Outlaws (greedy).`"""
        people = ", ".join(map(self.called, self.people))
        bots = ", ".join(f"{self.called(seat)} ({one.name})" for seat, one in self.bots.items())
        here = f"At this keyboard: {people}." if people else ""
        return f"{here} Bots: {bots}.".lstrip() if bots else here

    def called(self, seat: Seat) -> str:
        """A seat by name, with what it plays where that is not its name."""
        return seat

    def say(self, words: str | Text = "", style: str = "", hang: int = 0) -> None:
        """Print lines, on a terminal broken at words; what follows a break is indented by `hang`."""
        text = words if isinstance(words, Text) else Text(words)
        for line in text.split("\n", allow_blank=True):
            for part in self._broken(line, hang) if self.console.is_terminal else (line,):
                self.draw(part, style)

    def draw(self, line: Text, style: str = "") -> None:
        """Print a line as it is, however long."""
        self.console.print(line, style=style, soft_wrap=True)

    def _broken(self, line: Text, hang: int) -> Iterator[Text]:
        """A line broken at words."""
        first = line.wrap(self.console, self.console.width)[0]
        rest = len(line.plain[len(first) :].lstrip())
        first.rstrip()
        yield first
        if rest:
            for part in line[-rest:].wrap(self.console, max(20, self.console.width - hang)):
                part.rstrip()
                yield Text(" " * hang).append_text(part)

    def _keep(self) -> None:
        """Save what was answered; if that fails say so, once, and the game can be kept elsewhere."""
        try:
            if self.file:
                self.file.save(self.table)
            self._unkept = ""
        except RecordError as error:
            if not self._unkept:
                self.say(f"{error}. The game goes on; save FILE keeps it elsewhere.", "bold")
            self._unkept = str(error)

    @property
    def _unsaved(self) -> bool:
        """Whether leaving loses what somebody at a terminal has played."""
        return self._answered and self.file is None and sys.stdin.isatty()

    def _rescue(self) -> None:
        """A game that breaks off is kept in a new file here, if it can be."""
        if self._unsaved:
            names = ("legendry-unsaved.rec", *(f"legendry-unsaved-{n}.rec" for n in range(2, 1000)))
            fresh = next((Path(name) for name in names if not os.path.lexists(name)), None)
            with suppress(RecordError):
                self.file = RecordFile(fresh, self.table) if fresh else None

    def _leave(self) -> None:
        self._keep()
        if self._unkept:
            self.say(f"Not all of the game was saved: {self._unkept}")
        elif self.file:
            again = shlex.join(self.going_on(self.file.path))
            self.draw(Text(f"The game is kept. Go on with: {again}"))
        else:
            self.say("The game was not saved.")

    def going_on(self, record: Path) -> list[str]:
        """The command that goes on with the game in that record."""
        kinds = [f"{seat}=bot:{player.name}" for seat, player in self.bots.items()]
        return ["legendry", "resume", str(record), *(["--seats", *kinds] if kinds else [])]

    def tell(self, seat: Seat | None) -> int:
        """Print what happened since that seat last looked; gives how many events that were."""
        eyes = seat if self._hides else None
        events = self.table.events_for(eyes)
        fresh = events[self._shown.get(eyes, 0) :]
        for event in fresh:
            self.say(self.told(event), hang=4)
        self._shown[eyes] = len(events)
        return len(fresh)

    def told(self, event: Event) -> Text:
        """An event in words, its rules in small print."""
        text = Text(f"  {event}")
        if event.rules:
            text.append(f"  [{', '.join(event.rules)}]", "dim")
        return text

    def _hand_over(self, seat: Seat, request: Choose[Any] | Roll) -> None:
        """Where seats have secrets, the next one takes the keyboard before anything is shown; where
        they have none, for an answer that is one (RUL-1)."""
        secret = isinstance(request, Choose) and request.secret is not None
        if (self._hides or secret) and seat != self._at_keyboard:
            self._wipe()
            self._read(f"The keyboard goes to {seat}. Press Enter when only {seat} is looking. ")
            self._anew = True
        self._at_keyboard = seat

    def _wipe(self) -> None:
        """Take what was shown off the screen, and out of what can be scrolled back to."""
        if self.console.is_dumb_terminal:
            self.say("\n" * self.console.height)
        elif self.console.is_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")

    def _read(self, prompt: str) -> str:
        self.console.print(prompt, end="", markup=False)
        line = sys.stdin.readline(2000)
        if not line:
            raise EOFError
        return line.strip()

    def _ask(self, seat: Seat, request: Choose[Any] | Roll) -> bool:
        """One answer, or one command, of a person; False when he wants to leave."""
        self._hand_over(seat, request)
        news = self.tell(seat)
        self.show(seat, request, again=bool(news) or self._anew)
        self._anew = warned = False
        while True:
            text = self._read("> ")
            word, _, rest = text.partition(" ")
            match word.lower():
                case "":
                    continue
                case "?" | "help":
                    self.say(self.help, hang=self.help.index("choose"))
                case "quit" | "exit" | "q" if warned or not self._unsaved:
                    return False
                case "quit" | "exit" | "q":
                    self.say("The game is not saved: quit again, or save FILE.")
                    warned = True
                case "look" | "board":
                    self.show(seat, request)
                case "all" if isinstance(request, Choose):
                    self.list(request.options, request)
                case "why" if rest:
                    self._why(request, rest)
                case "save" if rest:
                    self._save(Path(os.path.expanduser(rest.strip("\"'"))))
                case "save" if self.file:
                    self._save(self.file.path)
                case "why" | "save":
                    self.say(f"{word.lower()} what? ? for help")
                case "undo":
                    if self._undo(seat):
                        return True
                case _:
                    if self._answer(seat, request, text):
                        return True

    # -- what is shown -------------------------------------------------------------------------

    def show(self, seat: Seat, request: Choose[Any] | Roll, *, again: bool = True) -> None:
        """The table as the seat sees it, and the question; not `again` if nothing has changed."""
        self.say(f"turn {self.table.state.turn}", "dim")
        self.say(str(self.table.view(seat)))
        self.say(request.asks, "bold")
        if isinstance(request, Choose):
            self.list(request.options, request)
            for bar in request.barred:
                self.say(f"   –  {bar.notation}: {bar.refusal}", "dim", hang=6)
        self.say("  ? for help", "dim")

    def show_end(self) -> None:
        """What there is to see once the game is over."""

    def list(self, options: Sequence[Option[Any]], request: Choose[Any]) -> None:
        """Options with their numbers and odds."""
        self.numbered = options
        names = self.labels(options)
        looks = [self.beside(option) for option in options]
        width = max((len(name) for name, look in zip(names, looks, strict=True) if look), default=0)
        digits = max(2, len(str(len(options))))
        for number, (name, look, option) in enumerate(zip(names, looks, options, strict=True), 1):
            line = Text(f"  {number:>{digits}}  {name:<{width if look else 0}}")
            line.append(f"  {option.words}" if option.words else "")
            line.append(f"  {look}" if look else "", "dim")
            self.say(line, hang=digits + 4)

    def labels(self, options: Sequence[Option[Any]]) -> Sequence[str]:
        """Options as they stand in the list."""
        return [option.notation for option in options]

    def beside(self, option: Option[Any]) -> str:
        """What is known of an option, in few words."""
        look = option.about
        return odds(look.figures) if look else ""

    # -- what is typed -------------------------------------------------------------------------

    def is_number(self, text: str) -> bool:
        """Whether a text is the number of an option."""
        return text.isascii() and text.isdigit()

    def chosen(self, request: Choose[Any] | Roll, text: str) -> Option[Any] | None:
        """The option that a number or a notation stands for; None for anything else."""
        if not isinstance(request, Choose):
            return None
        if self.is_number(text):
            number = int(text) if len(text) < 6 else 0
            return self.numbered[number - 1] if 1 <= number <= len(self.numbered) else None
        return request.find(text)

    def meant(self, request: Choose[Any] | Roll, text: str) -> Sequence[str]:
        """The answers that a text stands for, one after another; none if it stands for none."""
        return (text,) if self.table.why_not(text) is None else ()

    def refusal(self, request: Choose[Any] | Roll, text: str) -> Refusal:
        """Why a text that stands for nothing is refused."""
        return self.table.why_not(text) or Refusal("That can be done.")

    def _why(self, request: Choose[Any] | Roll, text: str) -> None:
        """The figures and ledgers of an option, or the reason why it is none."""
        option = self.chosen(request, text)
        if option is None and isinstance(request, Choose) and self.is_number(text):
            self.say(self._no_such(text))
            return
        if option is None:
            meant = self.meant(request, text)
            if not meant:
                self.say(str(self.refusal(request, text)))
                return
            branch = self.table.fork()
            for answer in meant[:-1]:
                branch.answer(answer)
            asked = branch.pending
            option = asked.find(meant[-1]) if isinstance(asked, Choose) else None
        look = (option.about if option else None) or About()
        behind = list(self.explained(look))
        if option is None or not (look.figures or behind):
            self.say("That can be done.")
            return
        self.say(f"{option.notation}  {odds(look.figures)}".rstrip())
        for line in behind:
            self.say(line, hang=4)

    def explained(self, look: About) -> Iterator[str]:
        """What stands behind an option's figures."""
        for ledger in look.ledgers:
            yield ledger.unfolded

    def _no_such(self, text: str) -> str:
        return f"There is no option {text[:20]}; they are 1 to {len(self.numbered)}."

    def _answer(self, seat: Seat, request: Choose[Any] | Roll, text: str) -> bool:
        if isinstance(request, Choose) and self.is_number(text):
            option = self.chosen(request, text)
            if option is None:
                self.say(self._no_such(text))
                return False
            text = option.notation
        meant = self.meant(request, text)
        if not meant:
            self.say(str(self.refusal(request, text)))
            return False
        for answer in meant:
            self.table.answer(answer, by=seat)
        self._answered = True
        return True

    def _undo(self, asked: Seat) -> bool:
        seat = self._answered_last(asked)
        try:
            for other in self.table.consent_needed(seat):
                if other in self.bots:
                    continue
                if self._read(f"{other}, do you agree to the undo? [y/N] ").lower() not in (
                    "y",
                    "yes",
                ):
                    self.say(f"{other} does not agree.")
                    return False
            self.table.undo(seat, self.table.header.seats)
        except Refused as refused:
            self.say(str(refused))
            return False
        self._shown = {
            one: min(count, len(self.table.events_for(one))) for one, count in self._shown.items()
        }
        self._anew = True
        self.say("Taken back.")
        return True

    def _answered_last(self, asked: Seat) -> Seat:
        """Whose answer the last one of people is; theirs who are asked if none can be undone."""
        taken: dict[Seat, int] = {}
        for seat in self.people:
            with suppress(Refused):
                undone = self.table.fork().undo(seat, self.table.header.seats)
                taken[seat] = len(undone.entries)
        return min(taken, key=taken.__getitem__, default=asked)

    def _save(self, path: Path) -> None:
        if (
            self.file
            and not self._unkept
            and os.path.abspath(path) == os.path.abspath(self.file.path)
        ):
            self.say(f"The game is kept in {path}.")
            return
        try:
            self.file = RecordFile(path, self.table)
        except RecordError as error:
            self.say(str(error))
        else:
            self._unkept = ""
            self.say(f"The record is kept in {path} from now on.")
