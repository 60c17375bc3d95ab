"""The description of the API: what it says of queries and of files is what the server does."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from starlette.responses import PlainTextResponse, Response

from legendry.web.api import described
from legendry.web.house import House
from tests.web.guests import Guest


@pytest.fixture
def paths(ann: Guest) -> Any:
    return ann.get("/api/openapi.json")["paths"]


def parameters(paths: Any, path: str) -> dict[str, bool]:
    """The fields of a query, and whether each of them is needed."""
    found = paths[path]["get"]["parameters"]
    return {one["name"]: one["required"] for one in found if one["in"] == "query"}


def test_a_field_of_a_query_is_needed_if_it_has_no_default(ann: Guest, paths: Any) -> None:
    assert parameters(paths, "/api/replays/{replay}/inspect") == {"step": True, "thing": True}
    assert parameters(paths, "/api/replays/{replay}/steps") == {"start": False, "count": False}
    assert parameters(paths, "/api/companies/{id}/purchases") == {"who": True}
    table = ann.table("pig", Ann="me", Bob="me")
    ann.get(f"/api/replays/{table}/inspect?step=0", 422)


def content(paths: Any, path: str) -> dict[str, Any]:
    found: dict[str, Any] = paths[path]["get"]["responses"]["200"]["content"]
    return found


def test_files_are_of_the_type_that_the_description_names(ann: Guest, paths: Any) -> None:
    body = {"name": "Us", "edition": "ancient-world", "members": [{"hero": "maud-gray"}]}
    company = ann.post("/api/companies", body, 201)["id"]
    for path in ("/api/companies/{id}.zip", "/api/companies/{id}.toml"):
        (kind,) = content(paths, path)
        sent = ann.get(path.format(id=company)).headers["content-type"]
        assert sent.partition(";")[0] == kind
    assert content(paths, "/api/companies/{id}.zip") == {"application/zip": {}}
    assert content(paths, "/api/pictures/{place}/{name}") == {"image/*": {}}
    for path in ("/api/tables/{table}/record", "/api/craft/{id}.toml"):
        assert content(paths, path) == {"text/plain": {"schema": {"type": "string"}}}


async def told(house: House, visitor: str) -> PlainTextResponse:
    """A class that names its type."""
    return PlainTextResponse("")


async def drawn(house: House, visitor: str) -> Annotated[Response, "image/png"]:
    """A handler that does."""
    return Response()


async def unnamed(house: House, visitor: str) -> Response:
    """Nobody does."""
    return Response()


def test_who_answers_for_himself_names_the_type() -> None:
    found = described([("GET", "/told", told), ("GET", "/drawn", drawn)], "1")["paths"]
    assert list(content(found, "/told")) == ["text/plain"]
    assert list(content(found, "/drawn")) == ["image/png"]
    with pytest.raises(TypeError, match="unnamed does not name its media type"):
        described([("GET", "/unnamed", unnamed)], "1")
