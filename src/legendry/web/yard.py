"""The yard on the pages: build a craft, man it, keep it, take it along as a file.

A kept craft is a file of the visitor's own; see `keeping`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from legendry.legends.craft.craft import Craft, cost, written_craft
from legendry.legends.craft.crew import manned_of
from legendry.legends.craft.hangar import hangar
from legendry.legends.edition import edition
from legendry.table.toml import written
from legendry.web.api import Endpoint
from legendry.web.characters import OfEdition
from legendry.web.designs import (
    EDITIONS,
    CraftCheck,
    CraftChecked,
    checked,
    craft_file_name,
    craft_sheet,
    designed,
    short_form,
)
from legendry.web.forms import Somebody
from legendry.web.house import House
from legendry.web.keeping import Kind, endpoints, own
from legendry.web.problems import WebError

if TYPE_CHECKING:
    from starlette.requests import Request

NAME = "Wayfarer"
"""What a craft is called until somebody knows better."""
BUDGET = 20
"""Build points for whoever begins with nothing: a Kit-Kat, and room for a fancy or two."""


class HangarCraft(Struct, frozen=True):
    """A ready-made craft."""

    id: str
    name: str
    edition: str
    blurb: str
    notation: str
    short: str
    cost: int


# -- the API -----------------------------------------------------------------------------------


async def check_craft(house: House, visitor: str, body: CraftCheck) -> CraftChecked:
    """What a craft costs and why, everything that is wrong with it, and its crew's numbers."""
    if body.design is None:
        return checked(body.toml, body.budget)
    own_people = any(
        isinstance(one.who, Somebody) and one.who.character for one in body.design.crew
    )
    rows = await house.store.kept("characters", visitor) if own_people else []
    return designed(body.design, body.budget, {row.id: row.toml for row in rows})


async def hangar_craft(house: House, visitor: str, query: OfEdition) -> list[HangarCraft]:
    """The ready-made craft of an edition, or of all."""
    if query.edition and query.edition not in EDITIONS:
        raise WebError(404, f"There are no such craft; there are in {', '.join(EDITIONS)}.")
    return [
        HangarCraft(
            id, one.name, one.edition, one.blurb, one.notation, short_form(one), cost(one).total
        )
        for slug in ((query.edition,) if query.edition else EDITIONS)
        for id, one in hangar(slug).items()
    ]


def _legal(toml: str) -> Craft:
    return manned_of(toml).craft


def _summed_up(toml: str) -> str:
    """A craft on one line: `C1 E1 O1 L1 d6/1 M+1: 14 build points`."""
    craft = checked(toml).craft
    return f"{craft.short or craft.notation}: {craft.cost.total} build points" if craft else ""


API: tuple[Endpoint, ...] = (
    ("POST", "/api/craft/check", check_craft),
    *endpoints(Kind("craft", _legal, _summed_up, craft_file_name)),
    ("GET", "/api/hangar", hangar_craft),
)


# -- the pages ---------------------------------------------------------------------------------


async def yard_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/yard`: nothing yet, or with `?like=edition/id` a copy of a ready-made craft."""
    slug, _, id = request.query_params.get("like", "").partition("/")
    if not id:
        asked = request.query_params.get("edition", "")
        slug = asked if asked in EDITIONS else EDITIONS[0]
        empty = written({"name": NAME, "edition": slug, "build": ""})
        return await _desk(house, visitor, slug, empty, title="The yard", budget=BUDGET)
    if slug not in EDITIONS or id not in hangar(slug):
        raise WebError(404, "There is no such craft in the hangar.")
    craft = hangar(slug)[id]
    return await _desk(house, visitor, slug, written_craft(craft), title=craft.name)


async def craft_context(house: House, visitor: str, request: Request) -> dict[str, Any]:
    """`/yard/{id}`: one that the visitor keeps."""
    row = await own(house, "craft", visitor, str(request.path_params["id"]))
    return await _desk(house, visitor, row.edition, row.toml, id=row.id, title=row.name)


async def _desk(
    house: House,
    visitor: str,
    slug: str,
    toml: str,
    *,
    title: str,
    id: str = "",
    budget: int | None = None,
) -> dict[str, Any]:
    kept = [(row, checked(row.toml)) for row in await house.store.kept("craft", visitor)]
    return {
        "id": id,
        "title": title,
        "data": {"id": id, "toml": toml, "budget": budget},
        "kept": kept,
        "editions": {one: edition(one).title for one in EDITIONS},
        "edition": slug,
        "hangar": [(one, craft_sheet(craft, (), None)) for one, craft in hangar(slug).items()],
    }


PAGES = [
    ("/yard", "yard.html", yard_context),
    ("/yard/{id}", "yard.html", craft_context),
]
