"""Files from outside, read field by field, with everything that is wrong told at once.

msgspec stops at the first mistake; whoever writes a file by hand wants to hear of all of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, ClassVar, get_args

import msgspec
from msgspec import NODEFAULT, Meta, Struct

from legendry.table import toml
from legendry.table.header import explained
from legendry.table.requests import clipped

LARGEST = 64 * 1024
"""No file of ours has more bytes, but the journals of companies."""
LONGEST_LINE = 2000


class Mistaken(ValueError):
    """Something from outside that cannot be: every mistake is a sentence."""

    unreadable: ClassVar[bool] = False
    """Whether it was no TOML at all."""

    def __init__(self, mistakes: Sequence[str], source: str = "") -> None:
        self.mistakes = tuple(mistakes)
        self.source = source
        super().__init__("\n".join(f"{source}: {one}" if source else one for one in mistakes))


class Reading(Struct):
    """What could be read of a struct: good values by field, bad fields, and a sentence for each.

    Of a list or table with bad entries the good ones are read.
    """

    values: dict[str, Any]
    broken: set[str]
    wrong: list[str]


def parsed(text: str | bytes, largest: int = LARGEST) -> dict[str, Any]:
    """TOML from outside, within bounds; a `ValueError` says in a sentence why it is none."""
    if len(text) > largest:
        raise ValueError(f"the file is larger than {largest // 1024} KiB")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise ValueError(f"byte {error.start} is not UTF-8: save it as UTF-8 text") from None
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number} has more than {LONGEST_LINE} characters: break it up")
    if toml.too_deep(text):
        raise ValueError(f"a key has more than {toml.MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("the file is nested beyond all measure") from None
    except ValueError as error:
        raise ValueError(f"this is not TOML: {clipped(str(error), 200)}") from None


def read_fields(data: dict[str, Any], shape: type[Struct]) -> Reading:
    """The fields of a struct from plain data, each on its own; unknown ones are mistakes too."""
    reading = Reading({}, set(), [])
    for field in _fields(shape):
        required = field.default is NODEFAULT and field.default_factory is NODEFAULT
        if field.name not in data:
            if required:
                reading.broken.add(field.name)
                reading.wrong.append(f"{field.name} is missing: it is {_wanted(field.type)}")
            continue
        value = data[field.name]
        try:
            reading.values[field.name] = msgspec.convert(value, field.type)
        except msgspec.ValidationError as error:
            wanted = f"{field.name} must be {_wanted(field.type)}"
            good, wrong = _entries(value, field.type, field.name)
            if wrong and not _fault(good, field.type):
                reading.values[field.name] = msgspec.convert(good, field.type)
            else:
                reading.broken.add(field.name)
            reading.wrong += (wanted + but for but in wrong or [_but(value, error, field.name)])
    for name in data:
        if name not in shape.__struct_fields__:
            hint = nearest(name, shape.__struct_fields__)
            reading.wrong.append(f"there is no field “{clipped(name, 40)}”{hint}")
    return reading


_fields = cache(msgspec.structs.fields)


def nearest(text: str, known: Collection[str]) -> str:
    """`; perhaps sword` for `swrod`, or nothing."""
    found = get_close_matches(text, known, n=1)
    return f"; perhaps {found[0]}" if found else ""


def _entries(value: object, shape: Any, name: str) -> tuple[Any, list[str]]:
    """The good entries of a list or table, and what is wrong with each of the others."""
    wrong: list[str] = []

    def fits(entry: object, place: str) -> bool:
        fault = _fault(entry, shape)
        if fault is not None:
            wrong.append(f" ({explained(fault, place).replace('[0]', '', 1)})")
        return fault is None

    good: object = None
    if isinstance(value, dict) and not _fault({}, shape):
        if not isinstance(msgspec.convert({}, shape), Struct):
            good = {
                key: one
                for key, one in value.items()
                if fits({key: one}, f"{name}.{clipped(key, 40)}")
            }
    elif isinstance(value, list) and not _fault([], shape):
        good = [one for place, one in enumerate(value, 1) if fits([one], f"{name} {place}")]
    return good, wrong


def _fault(value: object, shape: Any) -> msgspec.ValidationError | None:
    """Why a value is not of that shape; None if it is."""
    try:
        msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        return error
    return None


def _but(value: object, error: msgspec.ValidationError, name: str) -> str:
    """What was there instead; inside a list or table, what is wrong with it."""
    match value:
        case str():
            return f", not “{clipped(value, 40)}”"
        case bool():
            return f", not {str(value).lower()}"
        case list() | dict():
            return f" ({explained(error, name)})"
    return f", not {clipped(str(value), 40)}"


def _wanted(annotation: object) -> str:
    """The description a field's type carries, however deep in it."""
    for part in get_args(annotation):
        found = part.description if isinstance(part, Meta) else _wanted(part)
        if found:
            return str(found)
    return ""
