"""The head of a record: which game, which rules, who sits there, which dice."""

from __future__ import annotations

import re
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from legendry.table.requests import Seat, clipped, folded

FORMAT = 1
SEAT_NAME = re.compile(r"\w(?:[\w .'\-]{0,28}[\w.'])?")

UndoPolicy: TypeAlias = Literal["consent", "own", "never"]
"""`own`: back to the last new information within the activation; `consent`: further back if the
other seats agree; `never`: not at all."""


class SetupError(ValueError):
    """A game cannot be set up as asked. The message is one sentence for people."""


class DiceHeader(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a table's faces come from, as far as everybody may know it."""

    source: Literal["seeded", "scripted", "typed", "fair"]
    seed: str = ""
    typed: tuple[Seat, ...] = ()
    commitment: str = ""
    table: str = ""
    seeds: dict[Seat, str] = msgspec.field(default_factory=dict)


class Header(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Everything about a game that is settled before its first answer."""

    format: int
    game: str
    rules: str
    edition: str = ""
    seats: tuple[Seat, ...]
    gm: Seat = ""
    """The game master, one of the seats or beside them; nobody if empty (GEN-1)."""
    undo: UndoPolicy
    dice: DiceHeader
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    setup: dict[str, Any] = msgspec.field(default_factory=dict)


def checked_seats(seats: tuple[Seat, ...], players: range) -> tuple[Seat, ...]:
    """The seats, if this game can be played with them; else `SetupError`."""
    for seat in seats:
        if not SEAT_NAME.fullmatch(seat):
            raise SetupError(
                f"“{clipped(seat)}” cannot be the name of a seat: use up to 30 letters, digits, "
                "spaces, dots, hyphens and apostrophes"
            )
    if len({folded(seat) for seat in seats}) != len(seats):
        raise SetupError(f"two seats have the same name: {', '.join(seats)}")
    if len(seats) not in players:
        span = (
            f"{players.start} to {players[-1]} seats" if len(players) > 1 else f"{players[0]} seats"
        )
        raise SetupError(f"this game is for {span}, not for {len(seats)}")
    return seats


def checked_gm(gm: Seat, seats: tuple[Seat, ...], *, mastered: bool) -> None:
    """`SetupError` if that cannot be the game master of this table."""
    if gm and not mastered:
        raise SetupError("this game has no use for a game master")
    if gm and gm not in seats:
        checked_seats((*seats, gm), range(len(seats) + 1, len(seats) + 2))


def read_header(data: dict[str, Any]) -> Header:
    """A header from decoded TOML; `SetupError` names the field that is wrong."""
    if data.get("format") != FORMAT:
        raise SetupError(
            f"this is not a record of format {FORMAT}: the header's field “format” "
            + (f"says {clipped(repr(data['format']))}" if "format" in data else "is missing")
        )
    try:
        return msgspec.convert(data, Header)
    except msgspec.ValidationError as error:
        raise SetupError(explained(error, "header")) from None


def explained(error: msgspec.ValidationError, where: str) -> str:
    """A validation error as a sentence that names the field, such as `options.target`."""
    reason, _, path = str(error).partition(" - at `$")
    place = where + path.rstrip("`").replace("[...]", "")
    return clipped(f"{place}: {reason[0].lower()}{reason[1:]}".replace("`", ""), 200)
