"""Floods over bits say the same as the plain searches over hexes."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from legendry.hexes import Bits, Board, Hex, came_from, distance, neighbours, path, reach


def some_board(seed: int) -> tuple[Board, frozenset[Hex]]:
    luck = Random(seed)
    whole = Board.rectangle(luck.randint(1, 12), luck.randint(1, 12))
    holes = frozenset(hex for hex in whole if luck.random() < 0.25)
    left = {hex: frozenset[str]() for hex in whole if hex not in holes}
    board = Board(left) if left else whole
    return board, frozenset(hex for hex in board if luck.random() < 0.15)


@pytest.mark.parametrize("seed", range(60))
def test_a_flood_reaches_what_reach_reaches(seed: int) -> None:
    board, blocked = some_board(seed)
    bits = Bits(board)
    start = sorted(board)[Random(seed).randrange(len(board))]
    layers = bits.flood(bits.of([start]), 5, bits.all & ~bits.of(blocked))
    found = {hex: steps for steps, layer in enumerate(layers) for hex in bits.hexes(layer)}
    assert found == reach(start, 5, board.ways, blocked=blocked)


@pytest.mark.parametrize("steps", [2, 5])
@pytest.mark.parametrize("seed", range(60))
def test_a_spread_is_a_flood_whatever_is_free_beyond_it(seed: int, steps: int) -> None:
    """With any number of hexes taken, and those with one of them looked up the second time."""
    board, blocked = some_board(seed)
    bits = Bits(board)
    start = sorted(board)[Random(seed).randrange(len(board))]
    beyond = bits.of(hex for hex in board if distance(start, hex) > steps)
    for taken in (blocked, [], *([hex] for hex in blocked), *([hex] for hex in blocked)):
        free = bits.all & ~bits.of(taken)
        layers = bits.flood(bits.of([start]), steps, free)
        reached = [hex for hex in bits.hexes(sum(layers)) if hex != start]
        for same in (free, free | beyond, free & ~beyond):
            spread = bits.spread(bits.of([start]), steps, same)
            assert spread.layers == tuple(layers)
            assert list(spread.hexes) == reached


@pytest.mark.parametrize("seed", range(60))
def test_a_way_is_as_short_as_a_path(seed: int) -> None:
    board, blocked = some_board(seed)
    bits = Bits(board)
    start = sorted(board)[0]
    layers = bits.flood(bits.of([start]), 6, bits.all & ~bits.of(blocked))
    for goal in board:
        way = bits.way(layers, goal)
        plain = path(start, goal, board.ways, steps=6, blocked=blocked)
        assert (way is None) == (plain is None)
        if way is not None and plain is not None:
            assert len(way) == len(plain)
            assert (way[0], way[-1]) == (start, goal)
            assert all(b in neighbours(a) for a, b in pairwise(way))
            assert not set(way[1:]) & blocked


def test_sets_are_listed_in_label_order_and_strangers_left_out() -> None:
    board = Board.rectangle(4, 3)
    bits = Bits(board)
    assert bits.hexes(bits.all) == list(board)
    assert bits.hexes(bits.of([Hex.at("0901"), Hex.at("0302")])) == [Hex.at("0302")]
    assert bits.hexes(0) == []


@pytest.mark.parametrize("label", ["0101", "0202", "0403"])
def test_neighbours_do_not_wrap_around(label: str) -> None:
    board = Board.rectangle(4, 3)
    bits = Bits(board)
    hex = Hex.at(label)
    beside = bits.hexes(bits.beside(bits.of([hex])) & bits.all)
    assert set(beside) == {one for one in neighbours(hex) if one in board}


@pytest.mark.parametrize("seed", range(30))
def test_who_came_from_where_gives_the_same_ways(seed: int) -> None:
    board, blocked = some_board(seed)
    bits = Bits(board)
    start = sorted(board)[0]
    layers = bits.flood(bits.of([start]), 6, bits.all & ~bits.of(blocked))
    quick = ways_of(start, bits.came_from(layers))
    plain = ways_of(start, came_from(start, 6, board.ways, blocked=blocked))
    assert quick.keys() == plain.keys() == reach(start, 6, board.ways, blocked=blocked).keys()
    for goal in plain:
        assert quick[goal] == bits.way(layers, goal)
        assert plain[goal] == path(start, goal, board.ways, steps=6, blocked=blocked)


def ways_of(start: Hex, came: dict[Hex, Hex]) -> dict[Hex, tuple[Hex, ...]]:
    """The whole ways; nearer hexes come first."""
    ways: dict[Hex, tuple[Hex, ...]] = {start: (start,)}
    for hex, before in came.items():
        ways[hex] = (*ways[before], hex)
    return ways
