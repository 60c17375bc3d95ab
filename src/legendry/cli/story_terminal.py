"""An adventure at one keyboard: the page, the party beneath it, fights opened in place."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from textwrap import wrap
from typing import Any

import click
from rich.text import Text

from legendry.adventures.companies import as_setup, intended
from legendry.adventures.game import ADVENTURE, StoryView, books
from legendry.adventures.markdown import plain
from legendry.bots import Bot
from legendry.cli.book_shelf import COMPANY, EDITION, company_for, opened
from legendry.cli.company_file import CompanyFile
from legendry.cli.company_file import opened as company_opened
from legendry.cli.dogfight_terminal import DogfightSession
from legendry.cli.fight_terminal import FightSession
from legendry.cli.seating import DICE, SAVE, SEED, UNDO, chosen_dice, seated, sit_down
from legendry.cli.terminal import Session
from legendry.legends.campaign.company import Company
from legendry.legends.campaign.game import MemberView, the_company
from legendry.legends.campaign.game import Setup as CampSetup
from legendry.table import About, Choose, Event, Option, Refusal, Roll, Seat, SetupError, Table
from legendry.table.files import RecordFile

YOU, FOES, GM = "You", "Foes", "Game master"
WIDTH = 78
"""The longest line of prose."""


class Within:
    """The table of an adventure as a battle's own: its state and view are those of the battle."""

    def __init__(self, table: Table[Any], part: str) -> None:
        self._table = table
        self._part = part

    def __getattr__(self, name: str) -> Any:
        return getattr(self._table, name)

    @property
    def state(self) -> Any:
        return getattr(self._table.state, self._part)

    def view(self, seat: Seat | None = None) -> Any:
        return getattr(self._table.view(seat), self._part)


class StorySession(Session):
    """People and bots in one adventure; within a battle the terminal is that of the battle."""

    def __init__(
        self,
        table: Table[Any],
        bots: Mapping[Seat, Bot],
        file: RecordFile | None = None,
        home: CompanyFile | None = None,
    ) -> None:
        super().__init__(table, bots, file)
        self.home = home
        """Where the company comes from and goes to."""
        rooms: dict[str, type[Session]] = {"fight": FightSession, "sky": DogfightSession}
        self._rooms = {
            part: room(Within(table, part), bots, file)  # type: ignore[arg-type]
            for part, room in rooms.items()
        }
        self._page: tuple[Seat | None, str, int] | None = None
        """Whom the page was shown last, and which it was."""

    @property
    def room(self) -> Session | None:
        """The terminal of the battle that is being fought, if there is one."""
        state = self.table.state
        part = "fight" if state.fight is not None else "sky" if state.sky is not None else ""
        if not part:
            return None
        room = self._rooms[part]
        room._at_keyboard = self._at_keyboard
        return room

    # -- coming home ---------------------------------------------------------------------------

    def run(self) -> None:
        """Play; once the adventure is over, the company's file has what it has become."""
        super().run()
        if self.table.outcome is None:
            return
        story, record = self.table.state, self.file.path if self.file else None
        if self.home is not None:
            try:
                self.home.write(self.home.book.plus(story.journal, record.name if record else ""))
            except click.UsageError as error:
                again = shlex.join(self.going_on(record)) if record and not self._unkept else ""
                hint = f"; once it can be: {again}" if again else ""
                raise click.UsageError(f"{error.message}{hint}") from None
            click.echo(f"{story.company.name} is home: {self.home.path}", err=True)
        elif record and the_company_of(self.table) != intended(story.book):
            words = shlex.join([*self.going_on(record), "--company"])
            name = story.company.name
            self.draw(Text(f"The file of {name} is as it was; to bring it home: {words} FILE"))

    def going_on(self, record: Path) -> list[str]:
        company = ["--company", str(self.home.path)] if self.home else []
        return [*super().going_on(record), *company]

    # -- what is shown -------------------------------------------------------------------------

    def show(self, seat: Seat, request: Choose[Any] | Roll, *, again: bool = True) -> None:
        """The page once, the party when something has changed, then the question."""
        if room := self.room:
            room.show(seat, request, again=again)
            self.numbered = room.numbered
            return
        view = self.table.view(self.eyes)
        assert isinstance(view, StoryView)
        page = self.page_of(view)
        if page is not None and page != self._page:
            self.read(view)
        if again or page != self._page:
            self.party(view)
        self._page = page
        self.say(request.asks, "bold")
        if isinstance(request, Choose):
            self.list(request.options, request)
            for bar in request.barred:
                self.say(f"   –  {bar.notation}: {bar.refusal}", "dim", hang=6)
        self.say("  ? for help", "dim")

    def show_end(self) -> None:
        view = self.table.view(self.eyes)
        assert isinstance(view, StoryView)
        if self.page_of(view) not in (None, self._page):
            self.read(view)
        self.party(view)

    def page_of(self, view: StoryView) -> tuple[Seat | None, str, int] | None:
        return (self.eyes, view.page.id, self.table.state.steps) if view.page else None

    def read(self, view: StoryView) -> None:
        """The page with its prose, wrapped."""
        assert view.page is not None
        self.say()
        if view.page.chapter:
            self.say(view.page.chapter, "dim")
        self.say(view.page.title, "bold underline")
        self.say()
        for paragraph in view.page.prose:
            for line in wrapped(paragraph, min(WIDTH, self.console.width)):
                self.say(line)
            self.say()

    def party(self, view: StoryView) -> None:
        """Who is there and how they are, the day and the plotwords."""
        for one in view.members.values():
            self.say(member(one), hang=3)
        words = f"  plotwords: {', '.join(view.plotwords)}" if view.plotwords else ""
        self.say(f" day {view.day}{words}", "dim")

    def _read(self, prompt: str) -> str:
        text = super()._read(prompt)
        if text.lower() in ("look", "board"):
            self._page = None
        return text

    # -- what a battle's own terminal does better ----------------------------------------------

    def told(self, event: Event) -> Text:
        return room.told(event) if (room := self.room) else super().told(event)

    def list(self, options: Sequence[Option[Any]], request: Choose[Any]) -> None:
        if room := self.room:
            room.list(options, request)
            self.numbered = room.numbered
        else:
            super().list(options, request)

    def is_number(self, text: str) -> bool:
        return room.is_number(text) if (room := self.room) else super().is_number(text)

    def chosen(self, request: Choose[Any] | Roll, text: str) -> Option[Any] | None:
        return room.chosen(request, text) if (room := self.room) else super().chosen(request, text)

    def meant(self, request: Choose[Any] | Roll, text: str) -> Sequence[str]:
        return room.meant(request, text) if (room := self.room) else super().meant(request, text)

    def refusal(self, request: Choose[Any] | Roll, text: str) -> Refusal:
        if room := self.room:
            return room.refusal(request, text)
        return super().refusal(request, text)

    def explained(self, look: About) -> Iterator[str]:
        return room.explained(look) if (room := self.room) else super().explained(look)


def wrapped(paragraph: str, width: int) -> Iterator[str]:
    """A paragraph in lines; a quotation has a bar beside it.

    >>> list(wrapped("> **Hark!** It rains.", 20))
    ['│ Hark! It rains.']
    """
    bar = "│ " if paragraph.startswith(">") else ""
    text = "\n".join(line.removeprefix(">").strip() for line in paragraph.split("\n"))
    for line in wrap(plain(text), max(20, width - len(bar))):
        yield bar + line


def member(one: MemberView) -> Text:
    """Somebody on a line: `Maud Gray  ■■■■■■□□ 9 left of 12`."""
    line = Text(f" {one.name:<22.22}")
    if one.fate:
        return line.append(one.fate, "dim strike")
    left = max(0, one.st - one.damage - one.fatigue)
    share = round(8 * left / max(1, one.st))
    line.append("■" * share + "□" * (8 - share), "green" if share > 4 else "red")
    line.append(f" {left:>2} left of {one.st}")
    if not one.active:
        line.append("  incapacitated", "red")
    if one.karma:
        line.append(f"  karma {one.karma}", "dim")
    return line


# -- the command -----------------------------------------------------------------------------------


@click.command()
@click.argument("folder", metavar="[FOLDER|NAME]", required=False)
@EDITION
@COMPANY
@DICE
@SEED
@UNDO
@click.option("--gm", is_flag=True, help="Somebody is game master: reads aloud, sends elsewhere.")
@SAVE
def play(
    folder: str | None = None,
    slug: str = "",
    company: Path | None = None,
    dice: str = "seeded",
    seed: str | None = None,
    undo: Any = "consent",
    gm: bool = False,
    save: Path | None = None,
) -> None:
    """Play a book here in the terminal, the bot greedy as its foes.

    A company from a file has in that file what it has become, once the adventure is over.
    """
    name = folder or asked_book()
    book, files = opened(name, slug)
    people = company_for(book, company)
    home = company_opened(company) if company else None
    names, bots = seated([YOU, f"{FOES}=bot:greedy"], seed)
    setup = {**as_setup(files, people), "foes": FOES}
    try:
        table = Table(
            ADVENTURE,
            names,
            chosen_dice(dice, seed, [YOU]),
            edition=book.edition,
            setup=setup,
            undo=undo,
            gm=GM if gm else "",
        )
        sit_down(table, bots, save, partial(StorySession, home=home))
    except SetupError as error:
        raise click.UsageError(str(error)) from None


def the_company_of(table: Table[Any]) -> Company:
    """The company of an adventure as it set out."""
    setup = table.header.setup.get("company")
    if not setup:
        return intended(table.state.book)
    return the_company(table.header, CampSetup(company=setup))


def home_of(table: Table[Any], path: Path) -> CompanyFile:
    """The file of the company of an adventure; a usage error if it is of another, or has changed."""
    home, gone = company_opened(path), the_company_of(table)
    if home.book.company.name != gone.name:
        raise click.UsageError(f"{home.book.company.name} is in {path}, but {gone.name} plays here")
    if home.book.company != gone:
        raise click.UsageError(
            f"{path} is not as it was when {gone.name} set out: nothing can be added to it"
        )
    return home


def asked_book() -> str:
    """The book that a person picks from ours; the first if nobody can be asked."""
    names = books()
    if not names:
        raise click.UsageError("name the folder of a book: there is none of ours here")
    if not sys.stdin.isatty():
        return names[0]
    for number, one in enumerate(names, 1):
        click.echo(f"  {number}  {opened(one)[0].title}")
    while True:
        text = str(click.prompt("Which adventure?", default="1")).strip()
        if text in names:
            return text
        if text.isdigit() and 1 <= int(text) <= len(names):
            return names[int(text) - 1]
        click.echo(f"Please type a number from 1 to {len(names)}, or a name.")
