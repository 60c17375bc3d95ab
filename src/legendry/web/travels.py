"""Companies at tables: they sit down, get up again, and bring home what happened there.

A company is what its file says and what the table that it is at has done to it since. The answers of
that table are kept as all answers are; the company follows from them whenever somebody looks, so that
nothing can be lost between the two. When the table is over, what it did goes into the file and the
company gets up, in one change that only one of those who try can make.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta, Struct, to_builtins
from msgspec.structs import replace

from legendry.legends.campaign.battles import entry_of, fight_setup, side_of
from legendry.legends.campaign.camp import Camp
from legendry.legends.campaign.company import Company
from legendry.legends.campaign.game import QUESTION
from legendry.legends.campaign.journal import (
    Book,
    CompanyError,
    Entry,
    read_company,
    write_company,
)
from legendry.legends.fight import MOST_FIGHTERS
from legendry.legends.fighter import Fight
from legendry.legends.skirmish import SKIRMISHES, person
from legendry.table import Refused, Roll, Seat
from legendry.table.requests import folded
from legendry.web.house import House, Recent
from legendry.web.play import DiceKind
from legendry.web.problems import WebError
from legendry.web.room import Room
from legendry.web.storage import CompanyRow, Outdated, milliseconds
from legendry.web.tables import SeatAsked, TableAsked, TableMade, checked_setup, new_table

PLAYER = "Player"
"""Who plays the members that nobody else plays."""
FOES = "Foes"

books: Recent[Book] = Recent(64)


class Players(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits at a table of the company; without seats, its players, all of them you."""

    seats: Annotated[tuple[SeatAsked, ...], Meta(max_length=16)] = ()
    gm: SeatAsked | None = None
    dice: DiceKind = "fair"
    seed: Annotated[str, Meta(max_length=100)] = ""


class Deed(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the company does in camp, such as `rest a night` or `Maud raise ST`."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Done(Struct, frozen=True):
    """What came of a deed; `url` is the table if it asks on there."""

    url: str = ""
    journal: tuple[str, ...] = ()
    """What was written in the journal."""


class Skirmish(Players, frozen=True, forbid_unknown_fields=True):
    """A fight of the company, against those whom its edition offers unless others are named."""

    foes: Annotated[
        tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=MOST_FIGHTERS)
    ] = ()
    board: Annotated[str, Meta(max_length=40)] = ""
    played: Annotated[str, Meta(max_length=60, pattern="^(me|friend|gm|bot:[a-z0-9:=,_.-]+)$")] = (
        "bot:greedy"
    )
    """Who plays the foes; `gm` is the game master."""


class Present(Struct, frozen=True):
    """A company as it is now, with what the table that it is at has done so far."""

    row: CompanyRow
    book: Book
    room: Room | None = None
    trouble: str = ""
    """Why that table cannot be opened."""

    @property
    def company(self) -> Company:
        return self.book.company

    @property
    def camping(self) -> bool:
        return self.room is not None and self.room.row.game == "camp"

    @property
    def at_leisure(self) -> bool:
        """Whether it is in camp and nothing is under way there."""
        request = self.room.play.table.pending if self.room and self.room.play.table else None
        idle = not isinstance(request, Roll) and (request is None or request.question == QUESTION)
        return self.camping and idle


async def present(house: House, visitor: str, id: str) -> Present:
    """The company of that id as it is now; 404 if the visitor keeps no such company."""
    while True:
        row = await house.store.company(visitor, id)
        if row is None:
            raise WebError(404, "You keep no such company.")
        now = await as_it_is(house, row)
        if now.room is None or not now.room.play.over:
            return now
        await gets_up(house, now)


async def as_it_is(house: House, row: CompanyRow) -> Present:
    """The file, and what the table has done since."""
    try:
        book = await books.get(f"{row.id} {row.version}", lambda: read_company(row.toml))
    except CompanyError as error:
        wrong = "; ".join(error.mistakes)
        raise WebError(409, f"By the rules of today {row.name} cannot be: {wrong}") from None
    if not row.table:
        return Present(row, book)
    try:
        room = await house.room(row.table)
        return Present(row, book.plus(done_at(room, book.company), row.table), room)
    except (ValueError, WebError) as error:
        return Present(row, book, trouble=str(error))


def done_at(room: Room, company: Company) -> Iterable[Entry]:
    """What a table has written for the journal so far; a fight has nothing to tell until it is over."""
    state = room.play.table.state if room.play.table else None
    if isinstance(state, Camp):
        return state.journal
    if isinstance(state, Fight) and room.play.over:
        return (entry_of(company, state),)
    return ()


async def gets_up(house: House, now: Present) -> None:
    """The company leaves its table; what the table did is in its file from now on.

    If somebody has seen to that already, nothing changes.
    """
    toml = await asyncio.to_thread(write_company, now.book)
    await house.store.change_company(now.row, toml=toml, table="", changed=milliseconds())


async def rewritten(house: House, now: Present, book: Book) -> None:
    """Put a book in place of what the file held; 409 if the file has changed meanwhile."""
    toml = await asyncio.to_thread(write_company, book)
    name = book.company.name
    if not await house.store.change_company(now.row, toml=toml, name=name, changed=milliseconds()):
        raise outdated(now)


def outdated(now: Present) -> WebError:
    return WebError(409, f"{now.row.name} has changed meanwhile: load the page again.")


def at_no_table(now: Present) -> None:
    """409 if the company sits somewhere: it can be at one table at a time."""
    if now.row.table:
        where = f"at a table ({now.room.game.title})" if now.room else "at a table"
        raise WebError(
            409, f"{now.row.name} is {where}: finish that first, or call the company away from it."
        )


# -- sitting down ------------------------------------------------------------------------------


def players_of(company: Company) -> list[Seat]:
    """Those who play the members; where a member has no player of his own, you."""
    named = dict.fromkeys(one.player for one in company.members if one.present)
    return [one or PLAYER for one in named] or [PLAYER]


async def sit_down(house: House, visitor: str, now: Present, asked: TableAsked) -> TableMade:
    """The company at a new table; in the same moment it is kept that it is there."""
    setup = await asyncio.to_thread(checked_setup, asked, {})
    try:
        return await new_table(house, visitor, asked, setup, company=now.row)
    except Outdated:
        raise outdated(now) from None


def table_for(now: Present, body: Players, game: str, setup: dict[str, Any]) -> TableAsked:
    return TableAsked(
        game=game,
        seats=seats_for(now, body),
        edition=now.company.edition,
        setup=setup,
        dice=body.dice,
        seed=body.seed,
        gm=body.gm,
    )


def seats_for(now: Present, body: Players) -> tuple[SeatAsked, ...]:
    return body.seats or tuple(map(SeatAsked, players_of(now.company)))


async def make_camp(house: House, visitor: str, id: str, body: Players) -> TableMade:
    """The company's camp: the one that it is in, or a new one."""
    now = await present(house, visitor, id)
    if now.camping:
        return TableMade(now.row.table, f"/table/{now.row.table}")
    at_no_table(now)
    setup = {"company": to_builtins(now.company)}
    return await sit_down(house, visitor, now, table_for(now, body, "camp", setup))


async def do_deed(house: House, visitor: str, id: str, body: Deed) -> Done:
    """Do something in camp, as an answer at its table; the company makes camp if it has none."""
    made = await make_camp(house, visitor, id, Players())
    before = len((await present(house, visitor, id)).book.journal)
    try:
        await (await house.room(made.id)).act(visitor, body.text)
    except Refused as refused:
        refusal = refused.refusal
        words = refusal.words[:1].upper() + refusal.words[1:]
        rule = f" ({refusal.rule})" if refusal.rule else ""
        raise WebError(409, f"{words}{rule}.") from None
    now = await present(house, visitor, id)
    done = tuple(map(str, now.book.journal[before:]))
    return Done("" if now.room is None or now.at_leisure else made.url, done)


async def free_to_go(house: House, visitor: str, id: str) -> Present:
    """The company at no table; a camp in which nothing is under way is broken for that."""
    now = await present(house, visitor, id)
    if now.room is not None and now.at_leisure:
        try:
            await now.room.act(visitor, "break camp")
        except Refused:
            at_no_table(now)
        now = await present(house, visitor, id)
    at_no_table(now)
    return now


async def begin_fight(house: House, visitor: str, id: str, body: Skirmish) -> TableMade:
    """A skirmish of the company."""
    now = await free_to_go(house, visitor, id)
    company = now.company
    if not company.present:
        raise WebError(409, f"Nobody of {company.name} is there to fight.")
    offered = SKIRMISHES[company.edition]
    foes = [person(company.edition, one) for one in body.foes or offered.sides[1].people]
    ours = seats_for(now, body)
    names = [seat.name for seat in ours]
    theirs = body.gm if body.gm and body.played == "gm" else SeatAsked(FOES, body.played)
    if theirs.player == "gm":
        raise WebError(422, "body.played: there is no game master to play the foes.")
    side = FOES if folded(side_of(company)) != folded(FOES) else f"Other {FOES}"
    sides = [{"side": side, "seat": theirs.name, "character": to_builtins(one)} for one in foes]
    setup = fight_setup(company, sides, board=body.board or offered.board)
    for fighter in setup["fighters"]:
        if fighter.get("seat") not in (*names, theirs.name):
            fighter["seat"] = names[0]
    asked = table_for(now, body, "fight", setup)
    seats = ours if theirs.name in names else (*ours, theirs)
    asked = replace(asked, seats=seats, options=company.options)
    return await sit_down(house, visitor, now, asked)


async def call_away(house: House, visitor: str, id: str) -> None:
    """The company leaves a table that is not over.

    What was written in a camp stays; a fight that nobody finishes has not happened.
    """
    now = await present(house, visitor, id)
    if not now.row.table:
        raise WebError(409, f"{now.row.name} is at no table.")
    if now.room is not None:
        await now.room.catch_up()
        now = await present(house, visitor, id)
    if now.row.table:
        await gets_up(house, now)
