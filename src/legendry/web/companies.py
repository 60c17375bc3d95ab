"""Companies that visitors keep: found one, bring it, see what can be bought, let people join and leave.

What else changes a company is played at a table; see `travels`.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from legendry.legends.campaign.advancement import purchases
from legendry.legends.campaign.changes import Change, Founded, Joined, Parted
from legendry.legends.campaign.company import Company, Member
from legendry.legends.campaign.journal import (
    Book,
    CompanyError,
    Entry,
    founding,
    read_company,
    write_company,
)
from legendry.legends.character import Character, CharacterError, read_character
from legendry.legends.edition import editions
from legendry.legends.skirmish import person
from legendry.table import Ledger, RuleId, SetupError
from legendry.web.api import Endpoint
from legendry.web.bundles import bring_record, company_bundle, company_file
from legendry.web.house import House
from legendry.web.problems import WebError
from legendry.web.storage import CompanyRow, milliseconds
from legendry.web.travels import (
    Present,
    at_no_table,
    begin_fight,
    call_away,
    do_deed,
    make_camp,
    present,
    rewritten,
)

Called: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]


# -- what is said ------------------------------------------------------------------------------


class Recruit(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who joins: a hero by his id, a kept character by its id, or the text of one."""

    hero: Annotated[str, Meta(max_length=60)] = ""
    character: Annotated[str, Meta(max_length=60)] = ""
    toml: Annotated[str, Meta(max_length=64 * 1024)] = ""
    player: Annotated[str, Meta(max_length=40)] = ""
    """Who plays him; empty: you."""


class Founding(Struct, frozen=True, forbid_unknown_fields=True):
    """A new company."""

    name: Called
    edition: Annotated[str, Meta(max_length=60)]
    members: Annotated[tuple[Recruit, ...], Meta(min_length=1, max_length=40)]
    tongues: Annotated[tuple[Annotated[str, Meta(max_length=30)], ...], Meta(max_length=50)] = ()
    options: dict[str, Any] = {}


class Renamed(Struct, frozen=True, forbid_unknown_fields=True):
    """A company by another name."""

    name: Called


class WhoBuys(Struct, frozen=True):
    """The member whose purchases are asked for."""

    who: Annotated[str, Meta(max_length=60)]


class Offered(Struct, frozen=True, omit_defaults=True):
    """Something that XP, karma or wishes buy, or why not; `notation` buys it in camp."""

    notation: str
    kind: str
    what: str
    text: str
    cost: Ledger
    refusal: str = ""
    rule: RuleId = ""


class CompanyListed(Struct, frozen=True):
    """A company of the visitor's."""

    id: str
    name: str
    edition: str
    day: int
    adventure: str
    members: tuple[str, ...]
    table: str
    """The table that it is at; empty: none."""
    changed: int


class CompanyShown(Struct, frozen=True):
    """A company as it is, and all that happened to it."""

    id: str
    version: int
    table: str
    company: Company
    journal: tuple[Entry, ...]


# -- the API -----------------------------------------------------------------------------------


async def list_companies(house: House, visitor: str) -> list[CompanyListed]:
    """The visitor's companies, the last changed first."""
    found = [await present(house, visitor, row.id) for row in await house.store.companies(visitor)]
    return list(map(_listed, found))


async def found_company(house: House, visitor: str, body: Founding) -> CompanyListed:
    """Found a company."""
    members = await recruited(house, visitor, body.edition, body.members)
    return await _keep(house, visitor, lambda: _founded(body, members))


async def bring_company(house: House, visitor: str, text: bytes) -> CompanyListed:
    """Bring the file of a company; its records may follow one by one."""
    return await _keep(house, visitor, lambda: read_company(text))


async def show_company(house: House, visitor: str, id: str) -> CompanyShown:
    """A company as it is now."""
    now = await present(house, visitor, id)
    row = now.row
    return CompanyShown(row.id, row.version, row.table, now.company, now.book.journal)


async def rename_company(house: House, visitor: str, id: str, body: Renamed) -> CompanyListed:
    """Give a company another name, which it had from the first day."""
    now = await present(house, visitor, id)
    at_no_table(now)
    try:
        book = await asyncio.to_thread(_renamed, now.book, body.name)
    except CompanyError as error:
        raise WebError(422, "\n".join(error.mistakes)) from None
    await rewritten(house, now, book)
    return _listed(await present(house, visitor, id))


async def drop_company(house: House, visitor: str, id: str) -> None:
    """Delete a company; the tables that it was at stay."""
    if not await house.store.drop_company(visitor, id):
        raise WebError(404, "You keep no such company.")


async def join_company(house: House, visitor: str, id: str, body: Recruit) -> CompanyListed:
    """Somebody joins a company that is at no table."""
    now = await present(house, visitor, id)
    (member,) = await recruited(house, visitor, now.company.edition, [body])
    await _happens(house, now, f"{member.name} joins the company", Joined(member))
    return _listed(await present(house, visitor, id))


async def leave_company(house: House, visitor: str, id: str, who: str) -> CompanyListed:
    """Somebody leaves a company that is at no table, with all he has."""
    now = await present(house, visitor, id)
    name = member_of(now.company, who).name
    await _happens(house, now, f"{name} leaves the company", Parted(name))
    return _listed(await present(house, visitor, id))


async def list_purchases(
    house: House, visitor: str, id: str, query: WhoBuys
) -> tuple[Offered, ...]:
    """All that a member could spend XP, karma and wishes on, possible now or not."""
    now = await present(house, visitor, id)
    return await asyncio.to_thread(_purchases, now.company, member_of(now.company, query.who))


API: tuple[Endpoint, ...] = (
    ("GET", "/api/companies", list_companies),
    ("POST", "/api/companies", found_company, 201),
    ("POST", "/api/companies/file", bring_company, 201),
    ("GET", "/api/companies/{id}.toml", company_file),
    ("GET", "/api/companies/{id}.zip", company_bundle),
    ("GET", "/api/companies/{id}", show_company),
    ("PUT", "/api/companies/{id}", rename_company),
    ("DELETE", "/api/companies/{id}", drop_company),
    ("POST", "/api/companies/{id}/members", join_company),
    ("DELETE", "/api/companies/{id}/members/{who}", leave_company),
    ("GET", "/api/companies/{id}/purchases", list_purchases),
    ("POST", "/api/companies/{id}/records/{name}", bring_record),
    ("POST", "/api/companies/{id}/camp", make_camp),
    ("POST", "/api/companies/{id}/deeds", do_deed),
    ("POST", "/api/companies/{id}/fight", begin_fight),
    ("POST", "/api/companies/{id}/leave", call_away),
)


# -- founding and changing ---------------------------------------------------------------------


async def recruited(
    house: House, visitor: str, slug: str, recruits: Iterable[Recruit]
) -> list[Member]:
    """Those who join, with who plays them."""
    if slug not in editions():
        raise WebError(422, f"There is no such edition; there are {', '.join(editions())}.")
    kept = {row.id: row.toml for row in await house.store.kept("characters", visitor)}
    return [Member(_character(slug, one, kept), one.player.strip()) for one in recruits]


def _character(slug: str, one: Recruit, kept: Mapping[str, str]) -> Character:
    if one.hero:
        return person(slug, one.hero)
    text = one.toml or kept.get(one.character, "")
    if not text:
        raise WebError(422, "One of the characters is no longer there.")
    try:
        return read_character(text, layers="free")
    except CharacterError as error:
        raise WebError(422, f"A character cannot be used: {'; '.join(error.mistakes)}") from None


def _founded(body: Founding, members: list[Member]) -> Book:
    tongues = (one.strip() for one in body.tongues if one.strip())
    return founding(body.name.strip(), body.edition, body.options, members, tongues)


async def _keep(house: House, visitor: str, make: Callable[[], Book]) -> CompanyListed:
    """Keep a new company; everything that is wrong with another is told."""
    try:
        book = await asyncio.to_thread(make)
    except CompanyError as error:
        raise WebError(422, "\n".join(error.mistakes)) from None
    except ValueError as error:
        raise SetupError(str(error)) from None
    row = CompanyRow(
        id=secrets.token_urlsafe(12),
        visitor=visitor,
        name=book.company.name,
        edition=book.company.edition,
        toml=await asyncio.to_thread(write_company, book),
        changed=milliseconds(),
    )
    await house.store.keep_company(row)
    return _listed(await present(house, visitor, row.id))


async def _happens(house: House, now: Present, text: str, change: Change) -> None:
    """A change of the company that is no game's doing, as an entry of its own."""
    at_no_table(now)
    try:
        book = now.book.plus([Entry(now.company.day, text, (change,))])
    except ValueError as error:
        raise SetupError(str(error)) from None
    await rewritten(house, now, book)


def member_of(company: Company, name: str) -> Member:
    try:
        return company.member(name)
    except ValueError as error:
        raise WebError(404, f"{error}.") from None


def _renamed(book: Book, name: str) -> Book:
    """The same book with another name in the founding of the company, read again as any file."""
    first, *rest = book.journal
    changes = tuple(
        replace(one, name=name.strip()) if isinstance(one, Founded) else one
        for one in first.changes
    )
    company = replace(book.company, name=name.strip())
    return read_company(write_company(Book(company, (replace(first, changes=changes), *rest))))


def _listed(now: Present) -> CompanyListed:
    company, row = now.company, now.row
    names = tuple(one.name for one in company.members)
    return CompanyListed(
        id=row.id,
        name=company.name,
        edition=company.edition,
        day=company.day,
        adventure=company.adventure,
        members=names,
        table=row.table,
        changed=row.changed,
    )


def _purchases(company: Company, member: Member) -> tuple[Offered, ...]:
    return tuple(
        Offered(
            notation=one.notation,
            kind=one.kind,
            what=one.what,
            text=one.text,
            cost=one.cost,
            refusal=one.refusal.words if one.refusal else "",
            rule=one.refusal.rule if one.refusal else "",
        )
        for one in purchases(company, member)
    )
