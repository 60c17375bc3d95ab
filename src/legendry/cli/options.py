"""Table options as they are typed, read by what the game knows, in the words people are told."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import click

from legendry.legends.reading import nearest
from legendry.table import Game, SetupError
from legendry.table.requests import clipped

OPTIONS = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE...",
    help="Table options; `legendry show options` lists them.",
)
UNBOUNDED = 10**9
FEW = 8
"""So many options are named in a refusal; more are in a list of their own."""


def known_options(game: Game[Any]) -> Mapping[str, Mapping[str, Any]]:
    """The table options of a game as the forms of the web table have them."""
    from legendry.web.forms import options_schema

    found: Mapping[str, Mapping[str, Any]] = options_schema(game)["properties"]
    return found


def settled(game: Game[Any], texts: Sequence[str]) -> dict[str, Any]:
    """What `NAME=VALUE`s settle; `SetupError` names what there is, or the nearest."""
    known = known_options(game) if texts else {}
    found: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise SetupError(f"“{clipped(text, 40)}” should be written NAME=VALUE")
        if name not in known:
            raise SetupError(
                f"{game.title} has no option “{clipped(name, 40)}”{_hint(game, known, name)}"
            )
        found[name] = _read(name, allowed(known[name]), value.strip())
    return found


def allowed(field: Mapping[str, Any]) -> Sequence[bool | int | str]:
    """The values of an option, the default first where they are few; none if any text will do."""
    shape = field.get("anyOf", [field])[0]
    if "enum" in shape:
        return tuple(shape["enum"])
    if shape.get("type") == "boolean":
        return (field["default"], not field["default"])
    if shape.get("type") == "integer":
        return range(shape.get("minimum", -UNBOUNDED), shape.get("maximum", UNBOUNDED) + 1)
    return ()


def words(values: Sequence[bool | int | str]) -> str:
    """Values as they are read and typed: `2 to 1000`, `false or true`."""
    if isinstance(values, range):
        return f"{values[0]} to {values[-1]}"
    *others, last = (str(one).lower() for one in values or ("any text",))
    return f"{', '.join(others)} or {last}" if others else last


def _read(name: str, values: Sequence[bool | int | str], text: str) -> bool | int | str:
    if not values:
        return text
    if not isinstance(values, range):
        for one in values:
            if str(one).lower() == text.lower():
                return one
    elif re.fullmatch("-?[0-9]{1,10}", text) and int(text) in values:
        return int(text)
    raise SetupError(f"{name} is {words(values)}, not “{clipped(text, 40)}”")


def _hint(game: Game[Any], known: Collection[str], name: str) -> str:
    many = f"; legendry show options {game.name} lists them" if known else ""
    few = f"; there are: {', '.join(known)}" if 0 < len(known) <= FEW else ""
    return nearest(name, known) or few or many
