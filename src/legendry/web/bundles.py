"""A company that travels: its file and the records beside it, taken along and brought back."""

from __future__ import annotations

import asyncio
import io
import re
import zipfile
from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace
from starlette.responses import Response

from legendry.legends.campaign.journal import Book, write_company
from legendry.legends.character import file_name
from legendry.table import Header
from legendry.web.house import House
from legendry.web.keeping import sent_as
from legendry.web.problems import WebError
from legendry.web.records import record_text
from legendry.web.replays import upload
from legendry.web.tables import whole_log
from legendry.web.travels import Present, at_no_table, present, rewritten

RECORD_ID = re.compile(r"[A-Za-z0-9_-]{10,20}")
"""Records of this server; others are files that lie elsewhere."""


async def company_file(house: House, visitor: str, id: str) -> Annotated[Response, "text/plain"]:
    """The file of a company as it is now."""
    now = await present(house, visitor, id)
    text = await asyncio.to_thread(write_company, now.book)
    return sent_as(f"{stem(now)}.toml", text.encode())


async def company_bundle(
    house: House, visitor: str, id: str
) -> Annotated[Response, "application/zip"]:
    """The file of a company with all its records beside it, in a ZIP archive."""
    now = await present(house, visitor, id)
    names: dict[str, str] = {}
    files: dict[str, str] = {}
    for record in dict.fromkeys(entry.record for entry in now.book.journal):
        if RECORD_ID.fullmatch(record) and (text := await record_of(house, visitor, record)):
            names[record] = f"{stem(now)}.{len(names) + 1}.rec"
            files[names[record]] = text
    book = records_named(now.book, names)
    files[f"{stem(now)}.toml"] = await asyncio.to_thread(write_company, book)
    data = await asyncio.to_thread(zipped, files)
    return sent_as(f"{stem(now)}.zip", data, "application/zip")


async def bring_record(house: House, visitor: str, id: str, name: str, text: bytes) -> None:
    """Bring a record that the journal names; the journal leads to its replay from now on."""
    now = await present(house, visitor, id)
    if all(entry.record != name for entry in now.book.journal):
        raise WebError(404, f"Nothing in the journal of {now.row.name} was played in that record.")
    at_no_table(now)
    kept = await upload(house, visitor, text)
    await rewritten(house, now, records_named(now.book, {name: kept.id}))


def records_named(book: Book, names: Mapping[str, str]) -> Book:
    """The book in which these records go by other names."""
    return Book(
        book.company,
        tuple(replace(one, record=names.get(one.record, one.record)) for one in book.journal),
    )


async def record_of(house: House, visitor: str, id: str) -> str:
    """A record that was brought, or of a table that the visitor made; empty if there is none."""
    if (brought := await house.store.record(id)) is not None:
        return brought.text
    row = await house.store.table(id)
    if row is None or row.owner != visitor or not row.header:
        return ""
    log = await whole_log(house, id)
    header = msgspec.json.decode(row.header, type=Header)
    return record_text(header, log, over=not log[-1].waits)


def zipped(files: Mapping[str, str]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return data.getvalue()


def stem(now: Present) -> str:
    return file_name(now.company.name) or "company"
