"""TOML out: just enough to write headers that tomllib reads back the same. And a look at TOML in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
LONG = 1000
"""What takes more on one line is written on several: readers bound the length of lines."""
FOLD = 500
MOST_PARTS = 50
_PART = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_DEEP_KEY = re.compile(
    rf"(?:^|[{{,\[])[ \t]*(?:{_PART}[ \t]*\.[ \t]*){{{MOST_PARTS}}}", re.MULTILINE
)


def too_deep(text: str) -> bool:
    """Whether a key has more parts than anybody writes: tomllib takes the square of their number."""
    return _DEEP_KEY.search(text) is not None


def written(data: Mapping[str, Any]) -> str:
    """A table as TOML text: plain values first, then sub-tables under their own headings."""
    return "".join(f"{line}\n" for line in _table(data, ())).lstrip("\n")


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    for key, value in data.items():
        if not isinstance(value, Mapping) and not _is_tables(value):
            text = value_text(value)
            if len(text) > LONG and isinstance(value, list | tuple):
                yield from (f"{_key(key)} = [", *(f"  {value_text(one)}," for one in value), "]")
            elif len(text) > LONG and isinstance(value, str):
                yield f"{_key(key)} = {_rows(value)}"
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


def _rows(text: str) -> str:
    """A long string on rows of its own, long ones folded.

    How a row begins is escaped where TOML would not keep it, or where it might be taken for a line
    of the file itself, as the `+++` of a record.
    """
    rows = []
    for row in text.split("\n"):
        folds = (row[start : start + FOLD] for start in range(0, len(row), FOLD))
        rows.append("\\\n".join(map(_fold, folds)))
    return '"""\n' + "\n".join(rows) + '"""'


def _fold(text: str) -> str:
    inner = _string(text)[1:-1]
    return f"\\u{ord(inner[0]):04x}{inner[1:]}" if inner[0] in " +" else inner


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
