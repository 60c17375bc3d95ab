"""TOML out: just enough to write headers that tomllib reads back the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
LONG = 1000
"""A list that takes more on one line has a line for each item: readers bound the length of lines."""


def written(data: Mapping[str, Any]) -> str:
    """A table as TOML text: plain values first, then sub-tables under their own headings."""
    return "".join(f"{line}\n" for line in _table(data, ())).lstrip("\n")


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for key, value in data.items():
        if not isinstance(value, Mapping) and not _is_tables(value):
            text = value_text(value)
            if len(text) > LONG and isinstance(value, list | tuple):
                yield from (f"{_key(key)} = [", *(f"  {value_text(one)}," for one in value), "]")
            else:
                yield f"{_key(key)} = {text}"
    for key, value in data.items():
        name = ".".join(map(_key, (*path, key)))
        if isinstance(value, Mapping):
            yield from ("", f"[{name}]", *_table(value, (*path, key)))
        elif _is_tables(value):
            for item in value:
                yield from ("", f"[[{name}]]", *_table(item, (*path, key)))


def _is_tables(value: Any) -> bool:
    return (
        isinstance(value, list | tuple)
        and bool(value)
        and all(isinstance(item, Mapping) for item in value)
    )


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _string(key)


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def value_text(value: Any) -> str:
    """One value on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return _string(value)
        case list() | tuple():
            return f"[{', '.join(map(value_text, value))}]"
        case Mapping():
            inner = ", ".join(f"{_key(key)} = {value_text(item)}" for key, item in value.items())
            return f"{{{inner}}}"
    raise TypeError(f"TOML has no way to write {type(value).__name__}")
