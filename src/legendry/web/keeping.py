"""What visitors keep: the text of a file as it was typed, theirs alone to see, change and take along.

Characters and craft are kept in the same way, each on a shelf of its own; a `Kind` says how they differ.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypeAlias
from urllib.parse import quote

from msgspec import Meta, Struct
from starlette.responses import Response

from legendry.legends.character import Character, CharacterError
from legendry.legends.craft.craft import Craft, CraftError
from legendry.legends.reading import LARGEST
from legendry.web.api import Endpoint, Handler
from legendry.web.house import House
from legendry.web.problems import WebError
from legendry.web.storage import KeptRow, Shelf, milliseconds

Toml: TypeAlias = Annotated[str, Meta(max_length=LARGEST)]

_ONE: dict[Shelf, str] = {"characters": "character", "craft": "craft"}


class Keep(Struct, frozen=True, forbid_unknown_fields=True):
    """The file of a character or a craft, to be kept."""

    toml: Toml


class Kept(Struct, frozen=True):
    """A file that the visitor keeps, summed up on a line."""

    id: str
    name: str
    edition: str
    summary: str
    toml: str
    changed: int


@dataclass(frozen=True)
class Kind:
    """A kind of file: where it is kept, and what can be said of its text."""

    shelf: Shelf
    read: Callable[[str], Character | Craft]
    """Whoever or whatever a text describes, if it is legal."""
    summary: Callable[[str], str]
    stem: Callable[[str], str]
    """The name of the file, from the name of what is in it."""

    def row(self, visitor: str, toml: str, id: str = "") -> KeptRow:
        """A legal file as it is kept from now on, else all that is wrong; without an id it is new."""
        try:
            found = self.read(toml)
        except (CharacterError, CraftError) as error:
            raise WebError(422, "\n".join(error.mistakes)) from None
        id = id or secrets.token_urlsafe(12)
        return KeptRow(id, visitor, found.name, found.edition, toml, milliseconds())

    def kept(self, row: KeptRow) -> Kept:
        summary = self.summary(row.toml)
        return Kept(row.id, row.name, row.edition, summary, row.toml, row.changed)


def endpoints(kind: Kind) -> tuple[Endpoint, ...]:
    """The API of a kind: all that a visitor keeps of it, and keep, change, drop or take one."""
    shelf, one = kind.shelf, _ONE[kind.shelf]

    async def kept(house: House, visitor: str) -> list[Kept]:
        return [kind.kept(row) for row in await house.store.kept(shelf, visitor)]

    async def keep(house: House, visitor: str, body: Keep) -> Kept:
        row = kind.row(visitor, body.toml)
        await house.store.keep(shelf, row)
        return kind.kept(row)

    async def change(house: House, visitor: str, body: Keep, id: str) -> Kept:
        row = kind.row(visitor, body.toml, id)
        if not await house.store.change_kept(shelf, row):
            raise _missing(shelf)
        return kind.kept(row)

    async def drop(house: House, visitor: str, id: str) -> None:
        if not await house.store.drop_kept(shelf, visitor, id):
            raise _missing(shelf)

    async def file(house: House, visitor: str, id: str) -> Annotated[Response, "text/plain"]:
        row = await own(house, shelf, visitor, id)
        return sent_as(f"{kind.stem(row.name)}.toml", row.toml.encode())

    def called(handler: Handler, name: str, words: str) -> Handler:
        """With a name and words of its own, as the description of the API wants them."""
        handler.__name__, handler.__doc__ = name, words
        return handler

    all_of = called(kept, f"kept_{shelf}", f"The visitor's {shelf}, the last changed first.")
    path = f"/api/{shelf}"
    return (
        ("GET", path, all_of),
        ("POST", path, called(keep, f"keep_{one}", f"Keep a new {one}."), 201),
        ("GET", f"{path}/{{id}}.toml", called(file, f"{one}_file", f"The file of a {one}.")),
        (
            "PUT",
            f"{path}/{{id}}",
            called(change, f"change_{one}", f"Keep a {one} in place of what it was."),
        ),
        ("DELETE", f"{path}/{{id}}", called(drop, f"drop_{one}", f"Delete a {one}.")),
    )


async def own(house: House, shelf: Shelf, visitor: str, id: str) -> KeptRow:
    """What the visitor keeps under that id."""
    row = await house.store.kept_one(shelf, visitor, id)
    if row is None:
        raise _missing(shelf)
    return row


def sent_as(name: str, data: bytes, kind: str = "text/plain") -> Response:
    """Something to be saved as a file of that name."""
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
    return Response(data, media_type=kind, headers=headers)


def _missing(shelf: Shelf) -> WebError:
    return WebError(404, f"You keep no such {_ONE[shelf]}.")
