"""Records of stored tables, and what can be worked out from them once a game is over."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from legendry.table import Header, Record, Replay, Roll, Seat, toml
from legendry.table.entries import Rolled
from legendry.table.table import SEPARATOR
from legendry.web.shown import Kept


class Fell(Struct, frozen=True):
    """A roll and the moment that decided it: turn, name, how many of that name came before.

    Where `cards` were drawn, those that look alike count as the first of them.
    """

    turn: int
    name: str
    nth: int
    dice: int
    sides: int
    faces: tuple[int, ...]
    origin: str
    cards: tuple[str, ...] = ()


class Proof(Struct, frozen=True):
    """All that is needed to check fair dice: recompute every face that says it is fair."""

    commitment: str
    secret: str
    table: str
    seeds: dict[Seat, str]
    rolls: tuple[Fell, ...]


def record_text(
    header: Header, log: Iterable[Kept], mine: Collection[Seat] = (), *, over: bool = True
) -> str:
    """The record; before the end only what these seats may know, and no seed of the dice."""
    if not over:
        header = replace(header, dice=replace(header.dice, seed=""))
    rows = [toml.written(msgspec.to_builtins(header)) + SEPARATOR]
    for kept in log:
        for line in kept.lines:
            known = over or line.secret is None or not set(mine).isdisjoint(line.secret)
            rows.append(line.text if known else line.hidden)
    return "\n".join((*rows, ""))


def proof_of(record: Record, secret: str) -> Proof:
    """Replay a record and note each roll with its moment."""
    replay = Replay(record)
    rolls = []
    for number, text in record.lines:
        request = replay.table.pending
        state: Any = replay.table.state
        turn, rolled = state.turn, dict(state.rolled)
        mark = replay.table.mark
        if not replay.step(number, text) or not isinstance(request, Roll):
            continue
        if text.startswith("undo "):
            continue
        entries, _ = replay.table.since(mark)
        if not isinstance(entry := entries[0], Rolled):
            continue
        rolls.append(
            Fell(
                turn=turn,
                name=request.name,
                nth=rolled.get(request.name, 0),
                dice=request.dice,
                sides=request.sides,
                faces=entry.value,
                origin=entry.origin,
                cards=request.faces or (),
            )
        )
    dice = record.header.dice
    return Proof(dice.commitment, secret, dice.table, dice.seeds, tuple(rolls))
