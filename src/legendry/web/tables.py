"""Tables over HTTP: make, list, sit down, lend a seat, leave, and take the record home."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.responses import Response

from legendry.bots import bot as bot_of
from legendry.table import (
    Header,
    Record,
    Seat,
    Seeded,
    SetupError,
    Table,
    find_game,
)
from legendry.table.header import UndoPolicy, checked_seats
from legendry.table.requests import clipped
from legendry.web.api import Endpoint
from legendry.web.forms import EDITIONS, GameShown, games_shown, prepared
from legendry.web.house import House
from legendry.web.keeping import sent_as
from legendry.web.luck import luck_of
from legendry.web.messages import LogEntry, Name, SeatShown
from legendry.web.play import DiceKind, Draft, kept_of
from legendry.web.problems import WebError
from legendry.web.records import Proof, proof_of, record_text
from legendry.web.room import Room
from legendry.web.shown import Kept, log_entry
from legendry.web.storage import (
    ANYBODY,
    CompanyRow,
    HolderRow,
    Listing,
    SeatRow,
    TableRow,
    milliseconds,
)

PAGE = 200
MOST_SUBJECT = 80


class SeatAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table: me, a friend with a link, or `bot:greedy`."""

    name: Name
    player: Annotated[str, Meta(max_length=60, pattern="^(me|friend|bot:[a-z0-9:=,_.-]+)$")] = "me"
    typed: bool = False


class TableAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[tuple[SeatAsked, ...], Meta(min_length=1, max_length=32)]
    edition: Annotated[str, Meta(max_length=40)] = ""
    options: dict[str, Any] = {}
    setup: dict[str, Any] = {}
    undo: UndoPolicy = "consent"
    dice: DiceKind = "fair"
    seed: Annotated[str, Meta(max_length=100)] = ""
    limit: Annotated[int, Meta(ge=0, le=60 * 60 * 24 * 30)] = 0
    listed: bool = False
    gm: SeatAsked | None = None
    """The game master: one of the seats by its name, or somebody beside them."""


class TableMade(Struct, frozen=True):
    """Where the new table is."""

    id: str
    url: str


class TableListed(Struct, frozen=True):
    """A table in the lobby."""

    id: str
    game: str
    title: str
    edition: str
    subject: str
    """Which of many, such as the title of a book."""
    seats: tuple[SeatShown, ...]
    you: tuple[Seat, ...]
    waits: str
    your_turn: bool
    begun: bool
    over: bool
    number: int
    at: int


class Lobby(Struct, frozen=True):
    """Your tables, newest first, and those that anybody may watch."""

    yours: tuple[TableListed, ...]
    listed: tuple[TableListed, ...]


class SeatLink(Struct, frozen=True):
    """A seat and its key."""

    name: Seat
    link: str
    person: bool


class Links(Struct, frozen=True):
    """The keys of a table, for its owner."""

    seats: tuple[SeatLink, ...]
    watch_link: str


class SeatChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat's holder or the table's owner may change; what is not named stays."""

    bot: Annotated[str, Meta(max_length=60)] | None = None
    """Lend the seat to this bot; an empty name takes it back, or makes a bot's seat a person's."""
    typed: bool | None = None
    """Roll real dice, or let the table roll."""
    revoke: bool = False
    """Give the seat a new link; whoever holds it loses it, but for the table's owner."""
    leave: bool = False
    """Give up the seat."""


class SitDown(Struct, frozen=True, forbid_unknown_fields=True):
    """Take a free seat."""

    seat: Name


class Before(Struct, frozen=True):
    """Which entries of the log: those before this number."""

    before: Annotated[int, Meta(ge=0, le=1_000_000)] = 1_000_000


class Luck(Struct, frozen=True):
    """How the dice compared with expectation, in plain words."""

    lines: tuple[str, ...]


async def list_games(house: House, visitor: str) -> tuple[GameShown, ...]:
    """All games that can be played here; who asks first waits until our books are read."""
    return await asyncio.to_thread(games_shown)


async def make_table(house: House, visitor: str, body: TableAsked) -> TableMade:
    """Make a table; who makes it owns it and holds the seats marked `me`."""
    kept = {row.id: row.toml for row in await house.store.kept("characters", visitor)}
    asked = replace(body, edition=body.edition or EDITIONS.get(body.game, ""))
    setup = await asyncio.to_thread(checked_setup, asked, kept)
    return await new_table(house, visitor, asked, setup)


def checked_setup(asked: TableAsked, kept: dict[str, str]) -> dict[str, Any]:
    """The whole set-up of a table that could be played; `SetupError` if it could not."""
    game = find_game(asked.game)
    names = [seat.name for seat in asked.seats]
    checked_seats(tuple(names), game.players)
    for seat in asked.seats:
        if seat.player.startswith("bot:"):
            bot_of(seat.player.removeprefix("bot:"), seed="1")
    setup = prepared(asked.game, asked.edition, asked.setup, names, kept)
    gm = asked.gm.name if asked.gm else ""
    if asked.gm and asked.gm.player.startswith("bot:"):
        raise SetupError("a game master is somebody with a mind of his own, not a bot")
    dice, options = Seeded(1), asked.options
    Table(game, names, dice, edition=asked.edition, options=options, setup=setup, gm=gm)
    return setup


async def new_table(
    house: House,
    visitor: str,
    asked: TableAsked,
    setup: dict[str, Any],
    played: tuple[str, ...] = (),
    company: CompanyRow | None = None,
) -> TableMade:
    """Keep a new table whose set-up was checked; the company, if one plays, sits down there."""
    id = secrets.token_urlsafe(9)
    players = tuple(seat.name for seat in asked.seats)
    beside = (asked.gm,) if asked.gm and asked.gm.name not in players else ()
    draft = Draft(
        undo=asked.undo,
        dice=asked.dice,
        seed=asked.seed,
        options=asked.options,
        setup=setup,
        played=played,
        gm=asked.gm.name if asked.gm else "",
        players=players if beside else (),
        company=company.id if company else "",
    )
    row = TableRow(
        id=id,
        created=milliseconds(),
        game=asked.game,
        owner=visitor,
        watch_key=secrets.token_urlsafe(16),
        edition=asked.edition,
        draft=msgspec.json.encode(draft).decode(),
        secret=secrets.token_hex(32),
        listed=asked.listed,
        limit_seconds=asked.limit,
        subject=await asyncio.to_thread(subject_of, asked, setup),
    )
    seats = [
        SeatRow(
            table=id,
            name=seat.name,
            place=place,
            key=secrets.token_urlsafe(16),
            bot=seat.player.removeprefix("bot:") if seat.player.startswith("bot:") else "",
            person=not seat.player.startswith("bot:"),
            typed=not seat.player.startswith("bot:") and (seat.typed or asked.dice == "typed"),
        )
        for place, seat in enumerate((*asked.seats, *beside))
    ]
    held = [
        HolderRow(id, seat.name, visitor, row.created)
        for seat in (*asked.seats, *beside)
        if seat.player == "me"
    ]
    await house.store.create(row, seats, held, company)
    return TableMade(id, f"/table/{id}")


async def play_again(house: House, visitor: str, table: str) -> TableMade:
    """A new table like a finished one, with dice of its own; who plays it again owns it."""
    room = await seen(house, visitor, table)
    mine = room.seated.mine(visitor)
    if not mine:
        raise WebError(403, "Only who has played the game can play it again.")
    if not room.play.over:
        raise WebError(409, "The game is not over.")

    def player(seat: SeatRow) -> str:
        return "me" if seat.name in mine else f"bot:{seat.bot}" if seat.bot else "friend"

    row, draft = room.row, room.play.draft
    seats = {
        one.name: SeatAsked(one.name, player(one), one.typed) for one in room.seated.seats.values()
    }
    asked = TableAsked(
        game=row.game,
        seats=tuple(seats[name] for name in draft.players or seats),
        edition=row.edition,
        options=draft.options,
        undo=draft.undo,
        dice=draft.dice,
        limit=row.limit_seconds,
        listed=row.listed,
        gm=seats.get(draft.gm),
    )
    return await new_table(house, visitor, asked, draft.setup)


def subject_of(asked: TableAsked, setup: dict[str, Any]) -> str:
    """Which of many is played at the table that is asked for."""
    game = find_game(asked.game)
    seats = (seat.name for seat in asked.seats)
    header = game.header(seats, Seeded(1).header, edition=asked.edition, setup=setup)
    return clipped(game.subject(header), MOST_SUBJECT)


async def list_tables(house: House, visitor: str) -> Lobby:
    """Your tables, and those that anybody may watch."""
    yours = await house.store.tables_of(visitor)
    listed = await house.store.listed()
    known = {one.id for one in yours}
    return Lobby(
        tuple(listed_shown(one, visitor) for one in yours),
        tuple(listed_shown(one, visitor) for one in listed if one.id not in known),
    )


def listed_shown(one: Listing, visitor: str) -> TableListed:
    held = {holder.seat for holder in one.holders}
    mine = {holder.seat for holder in one.holders if holder.visitor == visitor}
    you = tuple(seat.name for seat in one.seats if seat.name in mine)
    waits = one.last.waits if one.last else ""
    playing = [seat.name for seat in one.seats if seat.name in mine and not seat.bot]
    return TableListed(
        id=one.id,
        game=one.game,
        title=find_game(one.game).title,
        edition=one.edition,
        subject=one.subject,
        seats=tuple(
            SeatShown(
                seat.name,
                taken=seat.name in held,
                bot=seat.bot,
                lent=seat.person and bool(seat.bot),
                typed=seat.typed,
                seeded=seat.seeded,
            )
            for seat in one.seats
        ),
        you=you,
        waits=waits,
        your_turn=waits in playing or (waits == ANYBODY and bool(playing)),
        begun=one.begun,
        over=one.last is not None and not waits,
        number=one.last.number if one.last else -1,
        at=one.last.at if one.last else one.created,
    )


async def seen(house: House, visitor: str, table: str) -> Room:
    """The table, if the visitor may watch it; who may not, learns nothing of it."""
    room = await house.room(table)
    if not room.seated.may_watch(visitor):
        raise WebError(404, "There is no such table.")
    return room


async def owned(house: House, visitor: str, table: str) -> Room:
    room = await seen(house, visitor, table)
    if room.row.owner != visitor:
        raise WebError(403, "Only who made the table can do that.")
    return room


async def list_links(house: House, visitor: str, table: str) -> Links:
    """The invitation links of a table, for its owner."""
    room = await owned(house, visitor, table)
    return Links(
        tuple(SeatLink(s.name, f"/join/{s.key}", s.person) for s in room.seated.seats.values()),
        f"/watch/{room.row.watch_key}",
    )


async def change_seat(
    house: House, visitor: str, table: str, seat: str, body: SeatChange
) -> tuple[SeatShown, ...]:
    """Lend a seat or take it back, roll real dice, revoke a link, leave."""
    room = await seen(house, visitor, table)
    if seat not in room.seated.seats:
        raise WebError(404, "There is no such seat.")
    holds, owns = seat in room.seated.mine(visitor), room.row.owner == visitor
    if not (holds or owns) or (body.revoke and not owns):
        raise WebError(403, "That seat is not yours.")
    if (body.typed is not None or body.leave) and not holds:
        raise WebError(403, "Only who plays the seat can do that.")
    if body.bot is not None:
        if body.bot:
            bot_of(body.bot, seed="1")
        await house.store.lend(table, seat, body.bot)
    if body.typed is not None:
        await house.store.type_dice(table, seat, body.typed)
    if body.leave:
        await house.store.leave(table, seat, visitor)
    if body.revoke:
        await house.store.revoke(table, seat, secrets.token_urlsafe(16))
    await house.changed(table)
    return (await house.room(table)).seated.shown()


async def new_watch_link(house: House, visitor: str, table: str) -> Links:
    """A new link to watch, for the table's owner; who came with the old one watches no longer."""
    await owned(house, visitor, table)
    await house.store.revoke(table, "", secrets.token_urlsafe(16))
    room = await house.room(table)
    async with room.turn():
        await room.play.reread()
    await house.changed(table)
    return await list_links(house, visitor, table)


async def sit_down(house: House, visitor: str, table: str, body: SitDown) -> TableMade:
    """Take a free seat at a listed table, or at one's own."""
    room = await seen(house, visitor, table)
    chosen = room.seated.seats.get(body.seat)
    open_to = room.row.listed or room.row.owner == visitor
    if chosen is None or not chosen.person or not open_to:
        raise WebError(404, "There is no such free seat.")
    if not await claim(house, visitor, table, body.seat, free=True):
        raise WebError(409, f"The seat {body.seat} is taken.")
    return TableMade(table, f"/table/{table}")


async def claim(house: House, visitor: str, table: str, seat: Seat, *, free: bool = False) -> bool:
    """A visitor holds a seat from now on (an empty one: may watch), if that was free."""
    holder = HolderRow(table, seat, visitor, milliseconds())
    if not await house.store.claim(holder, free=free):
        return False
    await house.changed(table)
    return True


async def whole_log(house: House, table: str) -> list[Kept]:
    return [kept_of(row) for row in await house.store.answers(table, after=-1)]


async def download(house: House, visitor: str, table: str) -> Annotated[Response, "text/plain"]:
    """The record, as far as the visitor may know it."""
    room = await seen(house, visitor, table)
    header, log = await begun(house, room)
    text = record_text(header, log, room.seated.mine(visitor), over=not log[-1].waits)
    return sent_as(f"{room.row.game}-{table[:6]}.rec", text.encode())


async def begun(house: House, room: Room) -> tuple[Header, list[Kept]]:
    if not room.row.header:
        raise WebError(409, "The game has not begun.")
    header = msgspec.json.decode(room.row.header, type=Header)
    return header, await whole_log(house, room.row.id)


async def finished(house: House, visitor: str, table: str) -> Record:
    """The whole record of a game that is over."""
    room = await seen(house, visitor, table)
    header, log = await begun(house, room)
    if log[-1].waits:
        raise WebError(409, "The game is not over.")
    return await asyncio.to_thread(Record.read, record_text(header, log))


async def read_log(house: House, visitor: str, table: str, query: Before) -> tuple[LogEntry, ...]:
    """Older entries of the log."""
    room = await seen(house, visitor, table)
    rows = await house.store.latest_answers(table, PAGE, before=query.before)
    eyes, over = room.seated.eyes(visitor), room.play.over
    return tuple(log_entry(kept_of(row), eyes, over) for row in rows)


async def prove(house: House, visitor: str, table: str) -> Proof:
    """All that is needed to check fair dice, once the game is over."""
    record = await finished(house, visitor, table)
    if record.header.dice.source != "fair":
        raise WebError(409, "The dice of this game were seeded: there is nothing to prove.")
    room = await house.room(table)
    return await asyncio.to_thread(proof_of, record, room.row.secret)


async def tell_luck(house: House, visitor: str, table: str) -> Luck:
    """How the dice compared with expectation, once the game is over."""
    record = await finished(house, visitor, table)
    return Luck(await asyncio.to_thread(luck_of, record))


API: list[Endpoint] = [
    ("GET", "/api/games", list_games),
    ("GET", "/api/tables", list_tables),
    ("POST", "/api/tables", make_table, 201),
    ("GET", "/api/tables/{table}/seats", list_links),
    ("POST", "/api/tables/{table}/seats/{seat}", change_seat),
    ("POST", "/api/tables/{table}/watch", new_watch_link),
    ("POST", "/api/tables/{table}/sit", sit_down),
    ("POST", "/api/tables/{table}/again", play_again, 201),
    ("GET", "/api/tables/{table}/record", download),
    ("GET", "/api/tables/{table}/log", read_log),
    ("GET", "/api/tables/{table}/proof", prove),
    ("GET", "/api/tables/{table}/luck", tell_luck),
]
