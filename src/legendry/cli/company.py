"""`legendry company`: found one, look at it, let it rest and learn, read its journal.

Whatever changes a company is played at a table, the camp; the record lies beside the company's file,
and what happened is added to the journal in it.
"""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
import msgspec

from legendry.cli.character import FILE, NEW_FILE, ask, asked_edition, content, keep, ready_made
from legendry.cli.company_file import CompanyFile, opened
from legendry.cli.many import ManyCommand
from legendry.cli.options import OPTIONS, settled
from legendry.cli.seating import SEED, chosen_dice
from legendry.cli.sheet import sheet
from legendry.cli.terminal import Session
from legendry.legends.campaign.advancement import Purchase, purchases
from legendry.legends.campaign.changes import Change, Joined, Parted
from legendry.legends.campaign.company import Company, Member
from legendry.legends.campaign.game import CAMP, QUESTION, CampView, Stay
from legendry.legends.campaign.journal import Entry, founding
from legendry.legends.campaign.rest import WEEK, Place, span_of
from legendry.legends.character import Character, CharacterError, read_character
from legendry.legends.edition import edition, editions
from legendry.legends.fight import FIGHT
from legendry.legends.reading import nearest
from legendry.legends.roster import roster
from legendry.table import Choose, Refused, Seat, SetupError, Table
from legendry.table.requests import clipped, folded

YOU = "You"
TONGUE = re.compile(r"\w(?:[\w' -]{0,28}\w)?")
DICE = click.option(
    "--dice",
    type=click.Choice(["seeded", "typed"]),
    default="seeded",
    help="The computer's dice, or your own typed in.",
)


@click.group()
def company() -> None:
    """Companies: parties that travel from game to game, each in a file with its journal."""


# -- founding ----------------------------------------------------------------------------------


@company.command(cls=ManyCommand)
@click.argument("who", nargs=-1, metavar="[ID|FILE]...")
@click.option("--edition", "slug", type=click.Choice(editions()), help="Which rulebook.")
@click.option("--name", help="What the company is called.")
@click.option("--tongue", "tongues", multiple=True, help="Languages that it can learn.")
@OPTIONS
@click.option("-o", "--out", type=NEW_FILE, help="Write it here; an existing file stays as it is.")
def new(
    who: tuple[str, ...],
    slug: str | None,
    name: str | None,
    tongues: tuple[str, ...],
    options: tuple[str, ...],
    out: Path | None,
) -> None:
    """Found a company of heroes by ID and of characters in FILEs.

    What is not said is asked; every question has a suggestion: Enter takes it.
    """
    people = [somebody(one, slug) for one in who]
    if people and slug is None:
        slug = people[0].edition
    rules = edition(slug or asked_edition(editions()[0], editions()))
    if not people:
        some = ", ".join(secrets.SystemRandom().sample(sorted(roster(rules.slug)), 3))
        question = f"Members, of {', '.join(roster(rules.slug))}; or files"
        people = ask(question, some, lambda text: [_somebody(one.strip(), rules.slug)
                                                   for one in text.split(",")])  # fmt: skip
    name = name or ask("Name", f"{people[0].name}'s company", str)
    try:
        chosen = settled(FIGHT, options)
        for tongue in tongues:
            if not TONGUE.fullmatch(tongue):
                raise SetupError(
                    f"“{clipped(tongue, 40)}” cannot be a language: use up to 30 letters, spaces, "
                    "hyphens and apostrophes"
                )
        book = founding(name, rules.slug, chosen, map(Member, people), tongues)
    except (ValueError, SetupError) as error:
        raise click.UsageError(str(error)) from None
    keep(name, lambda path: CompanyFile.begun(path, book), out)


def somebody(text: str, slug: str | None) -> Character:
    """A character from a file, or a hero by id; a usage error if there is none."""
    try:
        return _somebody(text, slug)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def _somebody(text: str, slug: str | None) -> Character:
    path = Path(text)
    if not os.path.isfile(path):
        try:
            return ready_made(text, slug)
        except click.UsageError as error:
            raise ValueError(error.message) from None
    try:
        return read_character(content(path), path.name)
    except CharacterError as error:
        raise ValueError(str(error)) from None
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read: {error.strerror}") from None


@company.command()
@click.argument("file", type=FILE)
@click.argument("who", nargs=-1, required=True, metavar="ID|FILE...")
@click.option("--player", default="", help="Who plays them.")
def join(file: Path, who: tuple[str, ...], player: str) -> None:
    """Let heroes by ID and characters in FILEs join the company in FILE."""
    book = opened(file)
    people = [somebody(one, book.book.company.edition) for one in who]
    changes = tuple(Joined(Member(one, player)) for one in people)
    added(book, f"{', '.join(one.name for one in people)} joined", changes)


@company.command()
@click.argument("file", type=FILE)
@click.argument("name")
def part(file: Path, name: str) -> None:
    """Let NAME leave the company in FILE for good, with all he has."""
    book = opened(file)
    leaver = member_of(book.book.company, name).name
    added(book, f"{leaver} left", (Parted(leaver),))


def added(file: CompanyFile, text: str, changes: tuple[Change, ...]) -> None:
    """An entry that nobody needed to play for."""
    entry = Entry(file.book.company.day, text[:1000], changes)
    try:
        file.write(file.book.plus([entry]))
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    click.echo(f"{entry}.")


# -- looking -----------------------------------------------------------------------------------


@company.command()
@click.argument("file", type=FILE)
@click.argument("names", nargs=-1, metavar="[NAME]...")
def show(file: Path, names: tuple[str, ...]) -> None:
    """Show the company in FILE and the sheets of its members, or of those NAMEd."""
    found = opened(file).book.company
    members = [member_of(found, name) for name in names] or found.members
    if not names:
        click.echo(summary(found))
        for title, words in (("plotwords", found.plotwords), ("languages", found.tongues)):
            if words:
                click.echo(f"{title}: {', '.join(words)}")
    for one in members:
        click.echo()
        if one.fate:
            click.echo(f"{one.name} is {one.fate}.")
        sheet(one.character)
        for karma in one.fleeting:
            end = "the adventure" if karma.until == "adventure" else f"day {karma.until}"
            click.echo(f"{karma.karma} karma to the end of {end}")


@company.command()
@click.argument("file", type=FILE)
@click.option("--changes", is_flag=True, help="What each entry changed, line by line.")
def log(file: Path, changes: bool) -> None:
    """Read the journal of the company in FILE, from its first day."""
    for entry in opened(file).book.journal:
        small = [", ".join(entry.rules), entry.by, entry.record]
        notes = "; ".join(filter(None, small))
        click.echo(f"{entry}." + (f"  [{notes}]" if notes else ""))
        for change in entry.changes if changes else ():
            click.echo(f"    {change}")


def summary(found: Company) -> str:
    """The company in a few lines."""
    view = CAMP.view(Stay.of(found, (YOU,)), None)
    assert isinstance(view, CampView)
    return str(view)


def member_of(found: Company, name: str) -> Member:
    """The member of that name, or whose name alone begins so; a usage error if there is none."""
    begun = [one for one in found.members if folded(one.name).startswith(folded(name))]
    try:
        return begun[0] if len(begun) == 1 else found.member(name)
    except ValueError as error:
        raise click.UsageError(str(error)) from None


# -- playing -----------------------------------------------------------------------------------


@company.command()
@click.argument("file", type=FILE)
@click.option("--nights", type=click.IntRange(1, 100), help="Only sleep at night.")
@click.option("--days", type=click.IntRange(1, 100), help="Rest so many days.")
@click.option("--weeks", type=click.IntRange(1, 20), help="Rest so many weeks.")
@click.option("--open", "in_the_open", is_flag=True, help="Without shelter.")
@click.option("--shelter", "in_shelter", is_flag=True, help="In good shelter; the default.")
@click.option("--guests", "as_guests", is_flag=True, help="Sheltered and fed by others.")
@DICE
@SEED
def rest(
    file: Path,
    nights: int | None,
    days: int | None,
    weeks: int | None,
    in_the_open: bool,
    in_shelter: bool,
    as_guests: bool,
    dice: str,
    seed: str | None,
) -> None:
    """Let the company in FILE rest."""
    if len([one for one in (nights, days, weeks) if one]) != 1:
        raise click.UsageError("say once how long: --nights, --days or --weeks")
    if in_the_open + in_shelter + as_guests > 1:
        raise click.UsageError("say once where: --open, --shelter or --guests")
    place: Place = "in the open" if in_the_open else "as guests" if as_guests else "in shelter"
    book = opened(file)
    where = f" {place}" if book.book.company.adventure else ""
    rests = spans(nights, days or WEEK * (weeks or 0))
    play(book, [f"rest {span}{'' if nights else where}" for span in rests], dice, seed)


def spans(nights: int | None, days: int) -> list[str]:
    """A long rest as the camp knows it: a night, days up to six, weeks up to four."""
    if nights:
        return [span_of(1, resting=False)] * nights
    weeks, odd = divmod(days, WEEK)
    counts = [4] * (weeks // 4) + ([weeks % 4] if weeks % 4 else [])
    found = [span_of(count * WEEK, resting=True) for count in counts]
    return found + ([span_of(odd, resting=True)] if odd else [])


@company.command()
@click.argument("file", type=FILE)
@click.argument("name", required=False)
@click.argument("what", nargs=-1)
@DICE
@SEED
def advance(
    file: Path, name: str | None, what: tuple[str, ...], dice: str, seed: str | None
) -> None:
    """Spend XP, karma and wishes: NAME gets WHAT, such as ST, sword or a spell.

    Without WHAT it is asked, from a list with all prices.
    """
    book = opened(file)
    found = book.book.company
    if name is None:
        names = [one.name for one in found.present]
        if not names:
            raise click.UsageError(f"nobody of {found.name} is there to learn anything")
        name = ask(f"Who, of {', '.join(names)}", names[0], lambda text: found.member(text).name)
    member = member_of(found, name)
    if member.fate:
        raise click.UsageError(f"{member.name} is {member.fate}")
    goods = list(purchases(found, member))
    wanted = " ".join(what)
    if not wanted:
        for one in goods:
            if one.refusal is None:
                click.echo(f"  {one.what:<28}{one.text}  ({one.cost})")
        wanted = ask("What? Nothing leaves it at that", "nothing", str)
        if folded(wanted) == "nothing":
            return
    purchase = purchase_of(goods, wanted)
    if purchase.refusal:
        raise click.UsageError(f"{purchase.notation}: {purchase.refusal}")
    play(book, [purchase.notation], dice, seed)


def purchase_of(goods: Sequence[Purchase], text: str) -> Purchase:
    """The purchase that is meant, by what it is or by the words with it; a usage error if none."""
    for one in goods:
        if folded(text) in (folded(one.what), folded(f"{one.kind} {one.what}")):
            return one
    known = [one.what for one in goods]
    hint = nearest(folded(text), known) or "; without WHAT you get a list"
    raise click.UsageError(f"“{text[:40]}” cannot be had{hint}")


@company.command()
@click.argument("file", type=FILE)
@DICE
@SEED
def camp(file: Path, dice: str, seed: str | None) -> None:
    """Make camp with the company in FILE: rest, trade, learn, all of it, in the terminal."""
    book = opened(file)
    table = the_camp(book.book.company, dice, seed)
    record = book.follow(table)
    CampSession(table, {}, record).run()
    if not table.state.journal:
        record.path.unlink(missing_ok=True)
        click.echo("Nothing has changed.", err=True)
    elif table.outcome is None:
        click.echo(f"What was done so far is in {file}.", err=True)


class CampSession(Session):
    """The camp in the terminal; the company's file is always as the table has it."""

    @property
    def _unsaved(self) -> bool:
        """What is done is in the company's file, or else it is not done."""
        return False

    def _leave(self) -> None:
        """Nothing is lost, and there is nothing to resume: the company goes on from its file."""

    def _save(self, path: Path) -> None:
        self.say("A camp keeps its own record, beside the company's file.")

    def go_on(self) -> None:
        """Ask until the company may do the next thing, or the camp is over."""
        while (request := self.table.pending) is not None and not at_leisure(self.table):
            if not self._ask(request.seat or self.people[0], request):
                raise click.Abort


def at_leisure(table: Table[Stay]) -> bool:
    """Whether nothing is under way."""
    request = table.pending
    return isinstance(request, Choose) and request.question == QUESTION


def the_camp(found: Company, dice: str, seed: str | None) -> Table[Stay]:
    """A camp of that company, with its players or, if it has none, with you."""
    seats: list[Seat] = list(dict.fromkeys(one.player for one in found.members if one.player))
    source = chosen_dice(dice, seed, ())
    try:
        return Table(
            CAMP,
            seats or [YOU],
            source,
            edition=found.edition,
            setup={"company": msgspec.to_builtins(found)},
        )
    except SetupError as error:
        raise click.UsageError(str(error)) from None


def play(file: CompanyFile, deeds: Iterable[str], dice: str, seed: str | None) -> None:
    """Let the company do these things, asking what must be asked, and break camp.

    It is all kept, or if somebody leaves in the middle, nothing.
    """
    table = the_camp(file.book.company, dice, seed)
    session = CampSession(table, {})
    try:
        for deed in deeds:
            table.answer(deed)
            session.go_on()
        table.answer("break camp")
    except Refused as refused:
        raise click.UsageError(str(refused)) from None
    except (EOFError, KeyboardInterrupt, click.Abort):
        click.echo("\nNothing has changed.", err=True)
        sys.exit(1)
    file.follow(table)
    session.tell(session.eyes)
