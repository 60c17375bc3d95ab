"""Boards for skirmishes, as TOML maps beside this file."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from legendry.hexes import Board, from_toml
from legendry.table import SetupError
from legendry.table.requests import clipped


def boards() -> tuple[str, ...]:
    """The names of all boards."""
    here = files(__name__)
    return tuple(
        sorted(file.name.removesuffix(".toml") for file in here.iterdir() if ".toml" in file.name)
    )


@cache
def board_named(name: str) -> Board:
    """The board of that name; `SetupError` lists what there is."""
    if name not in boards():
        raise SetupError(
            f"there is no board “{clipped(name, 40)}”; there are: {', '.join(boards())}"
        )
    return from_toml((files(__name__) / f"{name}.toml").read_text("utf-8"))
