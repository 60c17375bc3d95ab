"""States as bytes: what is kept of them, and that only such bytes are taken."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from legendry.dragon.game import DRAGON
from legendry.legends.fight import FIGHT
from legendry.parlour.peddlers import PEDDLERS
from legendry.parlour.pig import PIG
from legendry.table import Game, Seeded, Table
from legendry.table.freezing import Kept
from tests.legends.arena import AW, arena, who

GAMES: list[Game[Any]] = [DRAGON, FIGHT, PEDDLERS, PIG]


@cache
def table_of(game: Game[Any]) -> Table[Any]:
    if game is FIGHT:
        return arena(AW, who("Ajax", "Greeks"), who("Hector", "Trojans"))
    return Table(game, ["Ann", "Bob"], Seeded(1))


class Horse(Struct, kw_only=True):
    name: str
    speed: int = 0
    rider: str = ""
    _seen: int = 0


class TaggedHorse(Horse, kw_only=True):
    tags: frozenset[int] = frozenset()


def test_all_but_what_is_given_is_kept() -> None:
    horses = Kept(TaggedHorse, {"name"}, tags=list[str])
    kept = horses.of(TaggedHorse(name="Xanthos", speed=9, _seen=3), tags=["a"])
    assert kept.__struct_fields__ == ("speed", "rider", "tags")
    fresh = TaggedHorse(name="Balios", _seen=1)
    horses.restore(kept, fresh, tags=frozenset({1}))
    assert fresh == TaggedHorse(name="Balios", speed=9, tags=frozenset({1}), _seen=1)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(bytes=st.binary(max_size=200))
def test_any_bytes_are_refused_politely(game: Game[Any], bytes: bytes) -> None:
    with suppress(ValueError):
        game.thaw(table_of(game).header, bytes)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("bytes", [b"", b"{}", b"[]", b"null", b"[" * 99_999, b'{"x":' * 99_999])
def test_what_is_no_state_is_refused(game: Game[Any], bytes: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        game.thaw(table_of(game).header, bytes)
