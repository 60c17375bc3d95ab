"""How often the heroes win, by level and player: measured, kept in `ladder.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct


class Rung(Struct, frozen=True, forbid_unknown_fields=True):
    """Games played and won by one player at one level."""

    games: int
    wins: int

    @property
    def rate(self) -> float:
        return self.wins / self.games


@cache
def ladder() -> dict[str, dict[str, Rung]]:
    """The measured games: by level, then by the name of the bot."""
    text = files(__package__).joinpath("ladder.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, dict[str, Rung]])
