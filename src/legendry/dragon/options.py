"""Table options: rulings that a table may settle otherwise, and levels that settle some at once.

The first value of each is the default. The option `cards` (RUL-D2) is a whole deck; where a table
brings its own it stands in the set-up of the record.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from legendry.table import Header, SetupError, options_of
from legendry.table.requests import clipped


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may settle before the game."""

    level: str = "master"
    """Ours: a named set of the options below; `levels.toml` has them."""
    throw_count: Literal["total", "rerolls"] = "total"
    """RUL-D9: the number on a creature card counts all throws, or those after the first."""
    turning_point: Literal["each_side", "first_side", "off"] = "each_side"
    """RUL-D24: which fourth tokens change the next Reveal."""
    row_layout: Literal["fixed_slots", "oldest_nearest", "newest_nearest"] = "fixed_slots"
    """RUL-D5: where creatures lie, and so which are nearest the piles."""
    leader_rotation: Literal["continuous", "seat_one_opens"] = "continuous"
    """RUL-D4: who leads the first combat of a turn."""
    song_on_loss: Literal["printed_points", "doubled_points"] = "printed_points"
    """RUL-D18: what a creature counts after a song for a lost combat."""
    transfiguration_per_turn: Literal["once", "unlimited"] = "once"
    """RUL-D19: how often the Shaman may transfigure in one turn."""
    starting_potions: Annotated[int, Meta(ge=0, le=6)] | None = None
    """DRG-10: what each hero starts with; as in the deck, where nothing is said."""
    cards: Literal["default"] = "default"
    """RUL-D2: the deck where the set-up brings none; another one stands in `setup.cards`."""
    turn_limit: Annotated[int, Meta(ge=1, le=10_000)] = 200
    """Ours: after so many turns nobody has won, so that every game ends (the rules have no such
    limit: DRG-90, RUL-D30)."""


@cache
def levels() -> dict[str, dict[str, Any]]:
    """The named levels: each a set of table options."""
    return tomllib.loads(files(__package__).joinpath("levels.toml").read_text("utf-8"))


def table_options(header: Header) -> Options:
    """The options of a table: what it says itself, then what its level says, then the defaults."""
    level = options_of(header, Options).level
    if level not in levels():
        raise SetupError(
            f"options.level: there is no level “{clipped(level, 40)}”; there are "
            f"{', '.join(levels())}"
        )
    return options_of(structs.replace(header, options=levels()[level] | header.options), Options)
