"""Books over HTTP: their pictures, kept companies that set out in one, and the author's desk."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct, to_builtins
from starlette.responses import FileResponse

from legendry.adventures.book import Book, Has, Knows, Note, Thing
from legendry.adventures.game import BOOKS, Setup, meant_for, the_book
from legendry.adventures.game import books as shelved
from legendry.adventures.story import Story
from legendry.legends.campaign.game import heroes
from legendry.table import Header, Record
from legendry.table.game import decoded
from legendry.web.api import Endpoint
from legendry.web.desk import Desk, Reading, picture
from legendry.web.house import House
from legendry.web.problems import WebError
from legendry.web.tables import SeatAsked, TableAsked, TableMade, checked_setup, new_table, seen
from legendry.web.travels import FOES, Players, free_to_go, seats_for, sit_down, table_for

if TYPE_CHECKING:
    from starlette.requests import Request

PLAYER = "Player"
SEALED = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture that is opened by itself runs nothing."""
KINDS = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
}


# -- pictures ----------------------------------------------------------------------------------


async def show_picture(
    house: House, visitor: str, place: str, name: str
) -> Annotated[FileResponse, "image/*"]:
    """A picture of the book that is played at a table, or in a replay."""
    folder = await asyncio.to_thread(folder_of, await header_of(house, visitor, place), house.desk)
    file = await asyncio.to_thread(picture, folder, name) if folder else None
    if file is None:
        raise WebError(404, "There is no such picture.")
    headers = {"content-security-policy": SEALED, "cache-control": "max-age=3600"}
    return FileResponse(file, headers=headers, media_type=KINDS[file.suffix.lower()])


async def header_of(house: House, visitor: str, place: str) -> tuple[str, dict[str, Any]]:
    """The edition and the set-up of a table, or of a record that somebody has brought."""
    row = await house.store.record(place)
    if row is not None:
        header: Header = (await asyncio.to_thread(Record.read, row.text)).header
        return header.edition, header.setup
    room = await seen(house, visitor, place)
    return room.row.edition, room.play.draft.setup


def folder_of(head: tuple[str, dict[str, Any]], desk: Desk | None) -> Path | None:
    """Where the book of a set-up lies; one whose texts came along has pictures only at the desk."""
    slug, setup = head
    if setup.get("files"):
        return desk.folder if desk else None
    name = str(setup.get("book") or next(iter(shelved(slug)), ""))
    return BOOKS / name if name in shelved() else None


# -- companies that set out --------------------------------------------------------------------


class SetOut(Players, frozen=True, forbid_unknown_fields=True):
    """A company in a book."""

    book: Annotated[str, Meta(max_length=80)] = ""
    played: Annotated[str, Meta(max_length=60, pattern="^(me|friend|gm|bot:[a-z0-9:=,_.-]+)$")] = (
        "bot:greedy"
    )
    """Who plays the foes; `gm` is the game master."""


async def begin_adventure(house: House, visitor: str, id: str, body: SetOut) -> TableMade:
    """The company sets out; what happens to it on the way is in its journal."""
    now = await free_to_go(house, visitor, id)
    ours = seats_for(now, body)
    if body.gm and body.played == "gm":
        foes, seats = body.gm.name, ours
    elif body.played == "gm":
        raise WebError(422, "body.played: there is no game master to play the foes.")
    else:
        foes, seats = FOES, (*ours, SeatAsked(FOES, body.played))
    setup = {"book": body.book, "company": to_builtins(now.company), "foes": foes}
    asked = table_for(now, body, "adventure", setup)
    return await sit_down(house, visitor, now, msgspec.structs.replace(asked, seats=seats))


# -- the author's desk -------------------------------------------------------------------------


class Wrong(Struct, frozen=True):
    """A mistake of the book's: where, what, and what to write instead."""

    where: str
    words: str
    fix: str
    warning: bool


class Place(Struct, frozen=True):
    """An instruction to jump to."""

    id: str
    title: str
    chapter: str
    where: str


class DeskShown(Struct, frozen=True):
    """The book on the desk."""

    title: str
    version: str
    playable: bool
    stale: bool
    """Whether the table that was asked about plays an older version."""
    mistakes: tuple[Wrong, ...]
    instructions: tuple[Place, ...] = ()
    editions: tuple[str, ...] = ()
    plotwords: tuple[str, ...] = ()
    things: tuple[str, ...] = ()
    here: str = ""
    """The instruction that the company of that table is at."""
    noted: tuple[str, ...] = ()
    """The plotwords that it has noted."""


class AtTable(Struct, frozen=True):
    """Which table is looked at."""

    table: Annotated[str, Meta(max_length=40)] = ""


class Jump(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table from any instruction; with a `table`, the company is as it is there.

    What is not said is left as it is; without `start` it is the instruction of that table.
    """

    table: Annotated[str, Meta(max_length=40)] = ""
    start: Annotated[str, Meta(max_length=80)] = ""
    edition: Annotated[str, Meta(max_length=60)] = ""
    plotwords: Annotated[tuple[str, ...], Meta(max_length=50)] | None = None
    things: Annotated[tuple[str, ...], Meta(max_length=50)] = ()
    """More belongings of the first of the company."""
    gold: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    """What the first of the company has."""


def desk_of(house: House) -> Desk:
    if house.desk is None:
        raise WebError(404, "No book is being written here: legendry book serve FOLDER opens one.")
    return house.desk


async def show_desk(house: House, visitor: str, query: AtTable) -> DeskShown:
    """The book that is being written here, and what is wrong with it."""
    reading = await asyncio.to_thread(desk_of(house).reading)
    story, setup = await story_at(house, visitor, query.table)
    book = reading.book
    shown = DeskShown(
        title=book.title if book else "",
        version=reading.version,
        playable=book is not None,
        stale=bool(query.table) and setup.get("files") != reading.files,
        mistakes=tuple(
            Wrong(
                f"{one.file}:{one.line}" if one.line else one.file, one.words, one.fix, one.warning
            )
            for one in reading.mistakes
        ),
        here=story.where if story else book.start if book else "",
        noted=story.company.plotwords if story else (),
    )
    return msgspec.structs.replace(shown, **told(book)) if book else shown


def told(book: Book) -> dict[str, Any]:
    """All that an author may begin with."""
    items = [item for one in book.instructions.values() for item in one.items]
    facts = [fact for one in book.instructions.values() for _, fact in one.facts]
    words = {rule.word for item in items if isinstance(rule := item.does, Note)}
    things = {rule.id for item in items if isinstance(rule := item.does, Thing)}
    return {
        "instructions": tuple(
            Place(one.id, one.title, one.chapter, f"{one.file}:{one.line}")
            for one in book.instructions.values()
        ),
        "editions": tuple(dict.fromkeys((book.edition, *book.also))),
        "plotwords": tuple(sorted(words | {one.word for one in facts if isinstance(one, Knows)})),
        "things": tuple(sorted(things | {one.item for one in facts if isinstance(one, Has)})),
    }


async def story_at(house: House, visitor: str, table: str) -> tuple[Story | None, dict[str, Any]]:
    """The story that is played at a table, and what it was made of."""
    if not table:
        return None, {}
    room = await seen(house, visitor, table)
    state = room.play.table.state if room.play.table else None
    return state if isinstance(state, Story) else None, room.play.draft.setup


async def jump(house: House, visitor: str, body: Jump) -> TableMade:
    """A new table of the book on the desk, from any instruction and with any company."""
    reading = await asyncio.to_thread(desk_of(house).reading)
    story, before = await story_at(house, visitor, body.table)
    setup = await asyncio.to_thread(jumped, reading, story, before, body)
    asked = TableAsked(
        game="adventure",
        seats=(SeatAsked(PLAYER), SeatAsked(FOES, "bot:greedy")),
        edition=setup["company"]["edition"],
        setup=setup,
        undo="own",
        dice="seeded",
    )
    checked = await asyncio.to_thread(checked_setup, asked, {})
    return await new_table(house, visitor, asked, checked)


def jumped(
    reading: Reading, story: Story | None, before: dict[str, Any], body: Jump
) -> dict[str, Any]:
    """The set-up of a story that begins there.

    A table that has not left the page it began at begins there once more with the same company:
    what happens on arrival does not happen to it again with each file that is saved.
    """
    if reading.book is None:
        raise WebError(409, "The book cannot be played as it is: see to its mistakes first.")
    setup: dict[str, Any] = {"files": reading.files, "foes": FOES}
    slug = body.edition or (story.book.edition if story else reading.book.edition)
    book = the_book(decoded(setup, Setup, "setup"), slug)
    if story is not None and story.book.edition == slug:
        stays = not body.start and before.get("start") == story.where
        stays = stays and tuple(before.get("visits", ())) == story.visits
        company = deepcopy(before["company"]) if stays else to_builtins(story.company)
        company["adventure"] = book.title if company.get("adventure") else ""
        here = story.where if story.where in book.instructions else book.start
        setup["visits"] = story.visits
    else:
        company = meant_for(book) if book.company else to_builtins(heroes(slug))
        here = book.start
    if body.plotwords is not None:
        company["plotwords"] = list(dict.fromkeys(body.plotwords))
    first = company["members"][0]["character"]
    first["belongings"] = [*first.get("belongings", ()), *body.things]
    if body.gold is not None:
        first["gold"] = body.gold
    return {**setup, "company": company, "start": body.start or here}


async def desk_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/desk`: the book that is being written."""
    return {"folder": desk_of(house).folder.name}


API: list[Endpoint] = [
    ("GET", "/api/pictures/{place}/{name}", show_picture),
    ("POST", "/api/companies/{id}/adventure", begin_adventure, 201),
    ("GET", "/api/desk", show_desk),
    ("POST", "/api/desk/tables", jump, 201),
]

PAGES = [("/desk", "desk.html", desk_context)]
