"""An adventure as a game for the table: a book, and a company that sets out in it.

The set-up in a record names a book of ours, or holds the files of another:

    [setup]
    book = "the-ferrymans-lantern"
    [setup.company]
    name = "The Grey Company"
    …

Every story ends: after `MOST_STEPS` pages it is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct

from legendry.adventures import battles
from legendry.adventures.book import Book, Link, Note
from legendry.adventures.check import broken
from legendry.adventures.choices import chosen, named
from legendry.adventures.happenings import ENDINGS, ended, happens, settled, trades
from legendry.adventures.mistakes import BookError
from legendry.adventures.reading import COVER, book_of, gathered
from legendry.adventures.story import MOST_STEPS, Story
from legendry.legends.campaign import hand
from legendry.legends.campaign.camp import Deed, at_once, offered
from legendry.legends.campaign.game import MemberView, shown, the_company
from legendry.legends.campaign.game import Setup as CampSetup
from legendry.legends.campaign.journal import company_of
from legendry.legends.campaign.rest import set_out
from legendry.legends.dogfight.game import DOGFIGHT
from legendry.legends.dogfight.views import DogfightView
from legendry.legends.dogfight.views import Scenery as SkyScenery
from legendry.legends.fight import FIGHT
from legendry.legends.roster import roster
from legendry.legends.showing import Scenery
from legendry.legends.views import FightView
from legendry.table import (
    Choose,
    Flow,
    Game,
    Header,
    Insight,
    Option,
    Outcome,
    Seat,
    SetupError,
)
from legendry.table.freezing import Kept, unfrozen
from legendry.table.game import decoded
from legendry.table.requests import clipped, folded

BOOKS = Path(str(files("legendry.adventures"))) / "books"
FOES = "Foes"
"""The seat that plays the foes, if there is one of that name."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an adventure is made of."""

    company: dict[str, Any] = {}
    """Without one, those go whom the book is meant for."""
    book: Annotated[str, Meta(max_length=80)] = ""
    """The name of one of our books; the shortest of the edition if there is neither book nor file."""
    files: dict[str, str] = {}
    """The text files of any other, by their paths."""
    foes: Seat = ""
    """Who plays the foes: the game master, the seat called Foes, or else the first."""
    start: Annotated[str, Meta(max_length=80)] = ""
    """The instruction to begin at, for those who write or test a book; else where it begins.

    A company that is in that book already goes on there, as it is.
    """
    visits: tuple[str, ...] = ()
    """The instructions where it was before."""


class PageView(Struct, frozen=True):
    """The instruction that the company is at."""

    id: str
    title: str
    chapter: str
    prose: tuple[str, ...]
    options: tuple[str, ...] = ()
    """What can be chosen here, open or not, for all who read along."""


class StoryView(Struct, frozen=True):
    """The adventure as a seat sees it: what is not read aloud yet, only the game master knows."""

    book: str
    author: str
    edition: str
    name: str
    day: int
    page: PageView | None
    members: dict[str, MemberView]
    plotwords: tuple[str, ...]
    journal: tuple[str, ...]
    path: tuple[str, ...]
    """The titles of the instructions behind the company."""
    fight: FightView | None = None
    sky: DogfightView | None = None
    ground: Scenery | SkyScenery | None = None
    """What the battle is fought on."""

    def __str__(self) -> str:
        if self.fight is not None:
            return str(self.fight)
        if self.sky is not None:
            return str(self.sky)
        rows = [f"{self.book}, day {self.day}"]
        if self.page is not None:
            rows += ["", self.page.title, "", *(f"{one}\n" for one in self.page.prose)]
        for one in self.members.values():
            state = one.fate or ("" if one.active else "incapacitated")
            rows.append(
                f"  {one.name:<20}harm {one.damage}+{one.fatigue}/{one.st} {state}".rstrip()
            )
        return "\n".join(rows)


class Adventure(Game[Story]):
    """A programmed adventure, in any edition."""

    name: ClassVar[str] = "adventure"
    title: ClassVar[str] = "Legends: an adventure"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(1, 17)
    company: ClassVar[int] = 1
    mastered: ClassVar[bool] = True

    def hides(self, header: Header) -> bool:
        """Passages until they are read aloud, and what images and illusions are (MAG-17)."""
        return True

    def subject(self, header: Header) -> str:
        """The title of the book."""
        return the_book(decoded(header.setup, Setup, "setup"), header.edition).title

    def setup(self, header: Header) -> Story:
        setup = decoded(header.setup, Setup, "setup")
        if header.options:
            raise SetupError("the table options of an adventure are those of the company")
        book = the_book(setup, header.edition)
        company = the_company(header, CampSetup(company=setup.company or meant_for(book)))
        if company.edition != book.edition:
            raise SetupError(f"{company.name} is of {company.edition}, the book of {book.edition}")
        under_way = bool(setup.start) and company.adventure == book.title
        if company.adventure and not under_way:
            raise SetupError(f"{company.name} is on an adventure already: {company.adventure}")
        if not company.present:
            raise SetupError(f"there is nobody in {company.name} who could set out")
        if setup.foes and setup.foes not in (*header.seats, header.gm):
            raise SetupError(f"nobody called {clipped(setup.foes)} sits at this table")
        start = setup.start or book.start
        if start not in book.instructions:
            raise SetupError(f"there is no instruction “{clipped(start, 80)}” in “{book.title}”")
        options = {**book.options, **company.options}
        company = msgspec.structs.replace(company, options=options)
        foes = setup.foes or header.gm or (FOES if FOES in header.seats else header.seats[0])
        story = Story.of(company, header.seats, header.gm, book=book, foes=foes, where=start)
        story.first_day = company.day
        story.visits = tuple(id for id in setup.visits if id in book.instructions)
        if not under_way:
            set_out(story, book.title, story.leader)
        story.arrive()
        return story

    def flow(self, state: Story) -> Flow[None]:
        """One line of a list, one choice, or the next flow of a battle."""
        if state.battle:
            return battles.goes_on(state)
        if not state.told:
            return read_aloud(state)
        if state.stall:
            return trades(state)
        return happens(state) if state.place < len(state.lines) else chosen(state)

    def hand(self, state: Story, gm: Seat) -> Flow[None]:
        """What the game master does to the company, or with the story (GEN-1)."""
        state.steps += 1
        if state.battle:
            return battles.goes_on(state, gm)
        return happened(state, gm)

    def outcome(self, state: Story) -> Outcome | None:
        if state.steps > MOST_STEPS:
            return Outcome((), f"after {MOST_STEPS} pages the story goes in circles")
        if not state.ended:
            return None
        if state.ended == "bad":
            return Outcome((), state.why, unwon="the company has lost")
        players = tuple(seat for seat in state.seats if seat not in (state.foes, state.gm))
        winners = players or state.seats[:1]
        return Outcome(winners if state.ended == "good" else (), state.why)

    def view(self, state: Story, seat: Seat | None) -> StoryView:
        here = state.here
        options = tuple(notation for notation, _ in named(here))
        page = PageView(here.id, here.title, here.chapter, here.prose, options)
        company = state.company
        fight, sky = state.fight, state.sky
        return StoryView(
            book=state.book.title,
            author=state.book.author,
            edition=state.book.edition,
            name=company.name,
            day=state.day,
            page=page if state.told or seat == state.gm else None,
            members={
                one.name: shown(member, one)
                for member, one in zip(company.members, state.people, strict=True)
            },
            plotwords=company.plotwords,
            journal=tuple(map(str, state.journal)),
            path=tuple(state.book.instructions[id].title for id in state.visits),
            fight=FIGHT.view(fight, seat) if fight is not None else None,
            sky=DOGFIGHT.view(sky, seat) if sky is not None else None,
            ground=FIGHT.scenery(fight)
            if fight is not None
            else DOGFIGHT.scenery(sky)
            if sky is not None
            else None,
        )

    def inspect(self, state: Story, seat: Seat | None, thing: str) -> Insight:
        if state.fight is not None:
            return FIGHT.inspect(state.fight, seat, thing)
        if state.sky is not None:
            return DOGFIGHT.inspect(state.sky, seat, thing)
        for one in state.people:
            if folded(one.name) == folded(thing):
                return Insight(tuple(one.ledgers.values()))
        return Insight()

    def freeze(self, state: Story) -> bytes:
        fight = FIGHT.freeze(state.fight) if state.fight is not None else b""
        sky = DOGFIGHT.freeze(state.sky) if state.sky is not None else b""
        return msgspec.json.encode(STORY.of(state, fight=fight, sky=sky))

    def thaw(self, header: Header, frozen: bytes) -> Story:
        story = self.setup(header)
        slug = story.company.edition
        kept = unfrozen(frozen, STORY.shape)
        STORY.restore(kept, story, fight=None, sky=None)
        if story.company.edition != slug or story.where not in story.book.instructions:
            raise ValueError("the frozen story is of another book")
        company_of(msgspec.to_builtins(story.company))
        if story.battle:
            inner = battles.header_of(story)
            if kept.fight:
                story.fight = FIGHT.thaw(inner, kept.fight)
            elif kept.sky:
                story.sky = DOGFIGHT.thaw(inner, kept.sky)
        story.events = []
        story.follow()
        return story


STORY = Kept(
    Story,
    {"edition", "options", "seats", "gm", "people", "events", "book", "foes"},
    fight=bytes,
    sky=bytes,
)
"""What set-up does not give is kept; the people follow from the company."""


def read_aloud(story: Story) -> Flow[None]:
    """The game master reads a passage to the table, or sends the company elsewhere (GEN-1)."""
    question = "Read this page aloud, or go elsewhere?"
    elsewhere = yield from Choose(story.gm, question, partial(readings, story), secret=(story.gm,))
    if elsewhere:
        story.where = elsewhere
        story.arrive()
    else:
        story.read()


def readings(story: Story) -> Iterator[Option[str]]:
    yield Option(f"{story.gm} reads aloud", "")
    yield from (Option(f"{story.gm} goes to {id}", id) for id in story.book.instructions)


def happened(story: Story, gm: Seat) -> Flow[None]:
    """One deed of the game master between battles."""
    yield from offered(gm, f"{gm}, what happens?", partial(his_deeds, story, gm))
    settled(story)


def his_deeds(story: Story, gm: Seat) -> Iterator[Deed]:
    """All that he may do to the company, and with the story."""
    words = (item.does for one in story.book.instructions.values() for item in one.items)
    plotwords = (rule.word for rule in words if isinstance(rule, Note))
    yield from hand.deeds(story, gm, tuple(dict.fromkeys(plotwords)))
    for id, instruction in story.book.instructions.items():
        go = partial(at_once, partial(story.go, Link(instruction.title, id)))
        yield Deed(f"{gm} goes to {id}", go, instruction.title)
    for how in ENDINGS:
        act = partial(at_once, partial(ended, story, how))
        yield Deed(f"{gm} ends the adventure {how}", act)


def the_book(setup: Setup, slug: str) -> Book:
    """The book of a set-up, if it can be played; what is wrong with it is said in a sentence."""
    try:
        if not setup.files:
            name = setup.book or next(iter(books(slug)), "")
            return our_book(name, slug)
        return playable(book_of({path: text.encode() for path, text in setup.files.items()}, slug))
    except BookError as error:
        raise SetupError(f"setup.book: {clipped(str(error.mistakes[0]), 300)}") from None


def playable(book: Book) -> Book:
    """A book whose links and names all lead somewhere; else `BookError`."""
    wrong = [one for one in broken(book) if not one.warning]
    if wrong:
        raise BookError(wrong)
    return book


def meant_for(book: Book) -> dict[str, Any]:
    """The company that a book is meant for."""
    people = [roster(book.edition)[id] for id in book.company]
    if not people:
        raise SetupError(f"“{book.title}” names no company: bring one of your own")
    return {
        "name": "The company",
        "edition": book.edition,
        "members": [{"character": msgspec.to_builtins(one)} for one in people],
    }


@cache
def shelf() -> tuple[str, ...]:
    """The names of our own books, the shortest first; one that cannot be played is not among them."""
    places = (one for one in BOOKS.iterdir() if (one / COVER).is_file()) if BOOKS.is_dir() else ()
    lengths: dict[str, int] = {}
    for one in sorted(places):
        with suppress(BookError):
            book = our_book(one.name)
            for slug in book.also:
                our_book(one.name, slug)
            lengths[one.name] = len(book.instructions)
    return tuple(sorted(lengths, key=lengths.__getitem__))


@lru_cache(16)
def our_book(name: str, slug: str = "") -> Book:
    """One of our books by its name."""
    folder = BOOKS / name
    if folder.parent != BOOKS or not (folder / COVER).is_file():
        raise SetupError(
            f"there is no book “{clipped(name, 40)}”; there are: {', '.join(shelf()) or 'none'}"
        )
    return playable(book_of(gathered(folder), slug))


def books(slug: str = "") -> tuple[str, ...]:
    """The names of our books, or of those that can be played in that edition, the shortest first."""
    return tuple(
        name
        for name in shelf()
        if not slug or slug in (our_book(name).edition, *our_book(name).also)
    )


ADVENTURE = Adventure()
