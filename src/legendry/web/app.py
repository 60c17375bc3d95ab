"""The server: pages, the HTTP API, and a WebSocket for each table."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, PackageLoader, select_autoescape
from msgspec import Struct
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from legendry.legends.campaign.items import item_name
from legendry.table import RecordError, Seat, SetupError, find_game, games
from legendry.web import (
    api,
    books,
    characters,
    companies,
    companypages,
    replays,
    rulepages,
    tables,
    yard,
)
from legendry.web.desk import Desk
from legendry.web.guard import Guard
from legendry.web.house import House
from legendry.web.problems import WebError
from legendry.web.sockets import TableSocket
from legendry.web.storage import Full, Store, TableRow

STATIC = Path(str(files("legendry.web"))) / "static"

log = logging.getLogger("legendry.web")

ENDPOINTS: list[api.Endpoint] = [
    *tables.API,
    *replays.API,
    *characters.API,
    *companies.API,
    *books.API,
    *yard.API,
    *rulepages.API,
]


# -- pages -------------------------------------------------------------------------------------

Context = Callable[[House, str, Request], Awaitable[dict[str, Any]]]

templates = Environment(
    loader=PackageLoader("legendry.web"), autoescape=select_autoescape(default=True)
)
templates.filters["thing"] = item_name
templates.globals["static"] = lambda path: f"/static/{path}"


def page(template: str, context: Context) -> Callable[[Request], Awaitable[Response]]:
    """A page from its template and what it shows."""

    async def show(request: Request) -> Response:
        shown = await context(request.app.state.house, request.state.visitor, request)
        return rendered(template, shown, shown.get("status", 200))

    return show


def rendered(template: str, shown: dict[str, Any], status: int = 200) -> HTMLResponse:
    return HTMLResponse(templates.get_template(template).render(shown), status)


async def lobby(house: House, visitor: str, request: Request) -> dict[str, Any]:
    return {}


async def new_game(house: House, visitor: str, request: Request) -> dict[str, Any]:
    try:
        game = find_game(request.path_params["game"])
    except SetupError as error:
        raise WebError(404, f"{error}.") from None
    return {"game": game.name, "title": game.title}


async def table_page(house: House, visitor: str, request: Request) -> dict[str, Any]:
    room = await tables.seen(house, visitor, request.path_params["table"])
    return {
        "table_id": room.row.id,
        "game": room.row.game,
        "title": room.game.title,
        "desk": house.desk is not None and "files" in room.play.draft.setup,
    }


async def replay_page(house: House, visitor: str, request: Request) -> dict[str, Any]:
    film = await replays.film(house, visitor, request.path_params["replay"])
    return {
        "replay_id": request.path_params["replay"],
        "game": film.record.header.game,
        "title": film.title,
    }


def board_of(game: str) -> str:
    """The module that draws a game; one that draws anything where it has none of its own."""
    return game if (STATIC / "boards" / f"{game}.js").is_file() else "plain"


templates.globals["board_of"] = board_of


async def join(request: Request) -> Response:
    """Sit down with an invitation link."""
    store = request.app.state.house.store
    seat = await store.seat_by_key(request.path_params["key"])
    row = await store.table(seat.table) if seat else None
    if row is None:
        raise WebError(404, "This invitation is not valid, or no longer. Ask for a new link.")
    return await invited(request, row, seat.name)


async def watch(request: Request) -> Response:
    """Watch with a link."""
    row = await request.app.state.house.store.table_by_watch_key(request.path_params["key"])
    if row is None:
        raise WebError(404, "This link is not valid, or no longer. Ask for a new one.")
    return await invited(request, row, "")


async def invited(request: Request, row: TableRow, seat: Seat) -> Response:
    """To the table, if the visitor has that seat (an empty one: may watch) or takes it now.

    To follow a link takes nothing: programs that show what is behind links follow them, too.
    """
    house, visitor = request.app.state.house, request.state.visitor
    if request.method == "POST":
        await tables.claim(house, visitor, row.id, seat)
    held = (await house.store.holders(row.id)).get(visitor, frozenset())
    if seat in held if seat else held or row.listed or row.owner == visitor:
        return RedirectResponse(f"/table/{row.id}", 303)
    return rendered("invited.html", {"title": find_game(row.game).title, "seat": seat})


async def openapi(request: Request) -> Response:
    return JSONResponse(_description())


@cache
def _description() -> dict[str, Any]:
    return api.described(ENDPOINTS, version("legendry"))


# -- mistakes ----------------------------------------------------------------------------------


async def mistake(request: Request, error: Exception) -> Response:
    """Whatever went wrong, as one sentence: JSON for scripts, a page for people."""
    status, words = sentence(error)
    if request.url.path.startswith(("/api/", "/static/")):
        headers = error.headers if isinstance(error, HTTPException) else None
        data = msgspec.json.encode(api.Mistake(words))
        return Response(data, status, headers, media_type="application/json")
    return rendered("gone.html", {"status": status, "words": words}, status)


def sentence(error: Exception) -> tuple[int, str]:
    match error:
        case WebError():
            return error.status, error.words
        case SetupError() | RecordError():
            text = str(error)
            return 422, text[:1].upper() + text[1:] + ("" if text.endswith((".", "?")) else ".")
        case Full():
            return 409, str(error)
        case HTTPException(status_code=404):
            return 404, "There is no such page."
        case HTTPException(status_code=405):
            return 405, "That cannot be done here."
        case HTTPException():
            return error.status_code, "That request cannot be answered."
    raise error


# -- the house ---------------------------------------------------------------------------------


def default_database() -> str:
    """Where tables are kept if nothing else is said: a file of the person who plays."""
    if url := os.environ.get("LEGENDRY_DATABASE"):
        return url
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(base) / "legendry"
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder / 'tables.db'}"


def rest_collector() -> None:
    """Games are many small things that live long: Python need seldom look for rubbish in them.

    When it does, all tables wait: it looks at a few new things at a time.
    """
    if not gc.get_freeze_count():
        gc.freeze()
        gc.set_threshold(5_000, 50, 200)


@cache
def learn_types() -> tuple[type, ...]:
    """Have msgspec look at every type that can be read, while there is one thread.

    It looks at a type when it first reads one. Two threads that do so at once, such as those of two
    tables that come back to life, end the process.
    """
    for name in games():
        find_game(name)
    learned = []
    for kind in _kinds_of(Struct):
        with contextlib.suppress(TypeError, NameError):  # of those that are only written
            msgspec.json.Decoder(kind)
            learned.append(kind)
    return tuple(learned)


def _kinds_of(kind: type) -> Iterator[type]:
    narrower: type
    for narrower in kind.__subclasses__():
        yield narrower
        yield from _kinds_of(narrower)


def application(
    database: str = "", hosts: tuple[str, ...] = (), book: Path | None = None
) -> Starlette:
    """The whole server; `database` is a URL of SQLAlchemy's kind, `book` a folder on the desk."""
    written = book or os.environ.get("LEGENDRY_BOOK")

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        learn_types()
        rest_collector()
        desk = Desk(Path(written)) if written else None
        house = House(await Store.open(database or default_database()), desk)
        app.state.house = house
        await house.open()
        try:
            yield
        finally:
            await house.close()

    named = hosts or tuple(filter(None, os.environ.get("LEGENDRY_HOSTS", "").split(",")))
    pages = [*characters.PAGES, *companypages.PAGES, *books.PAGES, *yard.PAGES, *rulepages.PAGES]
    return Starlette(
        routes=[
            Route("/", page("lobby.html", lobby)),
            Route("/new/{game}", page("new.html", new_game)),
            Route("/table/{table}", page("table.html", table_page)),
            Route("/replay/{replay}", page("replay.html", replay_page)),
            Route("/join/{key}", join, methods=["GET", "POST"]),
            Route("/watch/{key}", watch, methods=["GET", "POST"]),
            *(Route(path, page(template, context)) for path, template, context in pages),
            Route("/api/openapi.json", openapi),
            *api.routes(ENDPOINTS),
            WebSocketRoute("/api/tables/{table}/socket", TableSocket()),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        middleware=[Middleware(Guard, hosts=named)],
        exception_handlers={
            WebError: mistake,
            SetupError: mistake,
            RecordError: mistake,
            Full: mistake,
            HTTPException: mistake,
        },
        lifespan=lifespan,
    )
