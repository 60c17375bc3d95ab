"""Typed HTTP handlers: bodies and queries decoded by type, results encoded, all of it described.

A handler is a coroutine `handler(house, visitor, …)`. Its annotations say the rest: `body` is the
JSON body, `text` a plain-text one, `query` the query string; other parameters are parts of the path.
What it returns is encoded as JSON, unless it is a response already: such a handler names its media
type, as in `-> Annotated[Response, "application/zip"]`, where the response's class does not.
"""

from __future__ import annotations

import re
import types
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from legendry.table.header import explained
from legendry.web.problems import WebError

Handler: TypeAlias = Callable[..., Awaitable[Any]]
Answering: TypeAlias = Callable[[Request], Awaitable[Response]]
Endpoint: TypeAlias = tuple[str, str, Handler] | tuple[str, str, Handler, int]
"""Method, path, handler, and the status of success if it is not 200."""

LARGEST_BODY = 600 * 1024
LARGEST_TEXT = 4 * 1024 * 1024
NUL = re.compile(rb"\0|(?<!\\)(?:\\\\)*\\u0000")
"""The one character that a database cannot keep in a text: as it is, or as JSON writes it."""
TEXT = {"type": "string"}
NOT_PATH = ("house", "visitor", "body", "text", "query", "return")
MISTAKES = {
    400: "The request cannot be read.",
    403: "That is not yours to see or do.",
    404: "There is no such thing.",
    409: "That cannot be done now.",
    413: "The body is too large.",
    415: "The body is of the wrong type.",
    422: "A field is wrong; the words say which.",
    429: "Too many requests.",
}


class Mistake(msgspec.Struct, frozen=True):
    """What every refused request is answered with: one sentence."""

    words: str


def routes(endpoints: Sequence[Endpoint]) -> list[Route]:
    """Starlette's routes for these handlers: one a path, which so knows its methods."""
    paths: dict[str, dict[str, Answering]] = {}
    for method, path, handler, *status in endpoints:
        answers = _endpoint(handler, status[0] if status else 200)
        paths.setdefault(path, {})[method] = answers
    return [Route(path, _by_method(found), methods=list(found)) for path, found in paths.items()]


def _by_method(found: Mapping[str, Answering]) -> Answering:
    async def run(request: Request) -> Response:
        return await found["GET" if request.method == "HEAD" else request.method](request)

    return run


def _endpoint(handler: Handler, status: int) -> Answering:
    hints = get_type_hints(handler)

    async def run(request: Request) -> Response:
        given: dict[str, Any] = dict(request.path_params)
        if "body" in hints:
            given["body"] = _decoded(await _read(request, LARGEST_BODY), hints["body"], request)
        if "text" in hints:
            if request.headers.get("content-type", "").partition(";")[0] != "text/plain":
                raise WebError(415, "Send the text as text/plain.")
            given["text"] = await _read(request, LARGEST_TEXT)
        if "query" in hints:
            given["query"] = _query(dict(request.query_params), hints["query"])
        result = await handler(request.app.state.house, request.state.visitor, **given)
        if isinstance(result, Response):
            return result
        if result is None:
            return Response(status_code=204)
        return Response(msgspec.json.encode(result), status, media_type="application/json")

    return run


async def _read(request: Request, most: int) -> bytes:
    """The body, as long as it is not too long."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise WebError(413, f"That is too long: at most {most // 1024} KiB.")
    if NUL.search(data):
        raise WebError(422, "The body has the character U+0000 in it, which no text may have.")
    return bytes(data)


def _decoded(data: bytes, shape: Any, request: Request) -> Any:
    if not data and type(None) in get_args(shape):
        return None
    if request.headers.get("content-type", "").partition(";")[0] != "application/json":
        raise WebError(415, "Send the body as application/json.")
    try:
        return msgspec.json.decode(data, type=shape)
    except msgspec.ValidationError as error:
        raise WebError(422, explained(error, "body")) from None
    except (msgspec.DecodeError, RecursionError):
        raise WebError(400, "The body is not JSON.") from None


def _query(data: dict[str, str], shape: Any) -> Any:
    try:
        return msgspec.convert(data, shape, strict=False)
    except msgspec.ValidationError as error:
        raise WebError(422, explained(error, "query")) from None


# -- the description ---------------------------------------------------------------------------


def described(endpoints: Sequence[Endpoint], version: str) -> dict[str, Any]:
    """The OpenAPI document of these handlers."""
    shapes = [shape for _, _, handler, *_ in endpoints for shape in _shapes(handler)]
    schemas, components = msgspec.json.schema_components(
        [*shapes, Mistake], ref_template="#/components/schemas/{name}"
    )
    found = dict(zip(map(_key, [*shapes, Mistake]), schemas, strict=True))
    paths: dict[str, Any] = {}
    for method, path, handler, *status in endpoints:
        plain = re.sub(r":\w+}", "}", path)
        operation = _operation(handler, status[0] if status else 200, found)
        paths.setdefault(plain, {})[method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Legendry", "version": version},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(handler: Handler, status: int, found: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(handler)
    wrong = {"application/json": {"schema": found[_key(Mistake)]}}
    result = hints.get("return", type(None))
    success: dict[str, Any] = {"description": "Done."}
    if result is type(None):
        status = 204
    elif _is_response(result):
        kind = _media_type(handler)
        success["content"] = {kind: {"schema": TEXT} if kind.startswith("text/") else {}}
    else:
        success["content"] = {"application/json": {"schema": found[_key(result)]}}
    operation: dict[str, Any] = {
        "summary": (handler.__doc__ or "").strip().partition("\n")[0],
        "operationId": handler.__name__,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": TEXT}
            for name in hints
            if name not in NOT_PATH
        ],
        "responses": {
            str(status): success,
            **{
                str(code): {"description": words, "content": wrong}
                for code, words in MISTAKES.items()
            },
        },
    }
    if "query" in hints:
        shape = hints["query"]
        for field in msgspec.structs.fields(shape):
            operation["parameters"].append(
                {
                    "name": field.name,
                    "in": "query",
                    "required": field.required,
                    "schema": msgspec.json.schema(field.type),
                }
            )
    if "body" in hints:
        shape = hints["body"]
        required = type(None) not in get_args(shape)
        content = {"application/json": {"schema": found[_key(shape)]}}
        operation["requestBody"] = {"required": required, "content": content}
    if "text" in hints:
        content = {"text/plain": {"schema": TEXT}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _shapes(handler: Handler) -> list[Any]:
    hints = get_type_hints(handler)
    shapes = [hints[name] for name in ("body", "return") if name in hints]
    return [shape for shape in shapes if shape is not type(None) and not _is_response(shape)]


def _is_response(shape: Any) -> bool:
    return isinstance(shape, type) and issubclass(shape, Response)


def _media_type(handler: Handler) -> str:
    """Of what type a handler's own response is: what the handler says, else what its class does."""
    result = get_type_hints(handler, include_extras=True)["return"]
    named: tuple[str, ...] = getattr(result, "__metadata__", ())
    if kind := named[0] if named else result.media_type:
        return str(kind)
    raise TypeError(f"{handler.__name__} does not name its media type")


def _key(shape: Any) -> str:
    return repr(shape) if get_origin(shape) in (Union, types.UnionType) else str(shape)
