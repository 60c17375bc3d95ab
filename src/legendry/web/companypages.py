"""The pages of companies: all of them, one with its sheets and its journal, the sheets on paper."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from legendry.legends.boards import board_named, boards
from legendry.legends.campaign.company import Member
from legendry.legends.edition import edition, editions
from legendry.legends.roster import foes, roster
from legendry.legends.sheet import Sheet, sheet_of
from legendry.legends.skirmish import SKIRMISHES
from legendry.web.bundles import RECORD_ID
from legendry.web.companies import list_companies, member_of
from legendry.web.house import House
from legendry.web.travels import players_of, present

if TYPE_CHECKING:
    from starlette.requests import Request


class MemberShown(Struct, frozen=True):
    """A member with his sheet."""

    member: Member
    sheet: Sheet
    seat: str
    left: int
    """What he can still take before he falls."""

    @property
    def name(self) -> str:
        return self.member.name


def member_shown(member: Member) -> MemberShown:
    own = member.character
    left = max(0, own.st - own.damage - own.fatigue)
    return MemberShown(member, sheet_of(member.in_play), member.player, left)


async def companies_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/companies`: those of the visitor, and the form of a new one."""
    asked = request.query_params.get("edition", "")
    slug = asked if asked in editions() else editions()[0]
    kept = await house.store.kept("characters", visitor)
    return {
        "kept": await list_companies(house, visitor),
        "titles": {one: edition(one).title for one in editions()},
        "edition": slug,
        "heroes": [(id, sheet_of(one)) for id, one in roster(slug).items()],
        "own": [row for row in kept if row.edition == slug],
    }


async def company_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/companies/{id}`: its members, what they can do, and what happened to them."""
    now = await present(house, visitor, str(request.path_params["id"]))
    company, slug = now.company, now.company.edition
    kept = await house.store.kept("characters", visitor)
    there = {one.name for one in company.members}
    return {
        "now": now,
        "company": company,
        "title": edition(slug).title,
        "members": await asyncio.to_thread(lambda: list(map(member_shown, company.members))),
        "journal": list(enumerate(now.book.journal, 1))[::-1],
        "is_record": RECORD_ID.fullmatch,
        "recruits": [(id, one.name) for id, one in roster(slug).items() if one.name not in there],
        "own": [row for row in kept if row.edition == slug and row.name not in there],
        "data": {
            "id": now.row.id,
            "name": company.name,
            "players": players_of(company),
            "foes": {id: one.name for id, one in {**foes(slug), **roster(slug)}.items()},
            "usual": SKIRMISHES[slug].sides[1].people,
            "boards": {name: board_named(name).name for name in boards()},
            "board": SKIRMISHES[slug].board,
        },
    }


async def print_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/companies/{id}/print`: the sheets on paper, one page each; with `?who=` one of them."""
    now = await present(house, visitor, str(request.path_params["id"]))
    who = request.query_params.get("who", "")
    members = [member_of(now.company, who)] if who else now.company.members
    return {
        "now": now,
        "company": now.company,
        "title": edition(now.company.edition).title,
        "members": list(map(member_shown, members)),
    }


PAGES = [
    ("/companies", "companies.html", companies_context),
    ("/companies/{id}", "company.html", company_context),
    ("/companies/{id}/print", "company-print.html", print_context),
]
