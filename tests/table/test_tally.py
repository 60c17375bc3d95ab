"""The luck of dice: exact, compared with counting all that could have fallen."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.parlour.peddlers import PEDDLERS
from legendry.parlour.pig import PIG
from legendry.table import Replay, Scripted, Seeded, Table
from legendry.table.luck import luck
from legendry.table.requests import Roll
from legendry.table.tally import Ways, die, percent, pips, power, tallied, together

PARTS = st.lists(
    st.lists(st.integers(0, 4), min_size=1, max_size=4).filter(any).map(tuple), max_size=5
)


def counted(parts: list[Ways], got: int) -> tuple[Fraction, Fraction]:
    """Mean and share by going through every combination."""
    every = less = summed = 0
    for fell in product(*(range(len(part)) for part in parts)):
        ways = 1
        for part, outcome in zip(parts, fell, strict=True):
            ways *= part[outcome]
        every += ways
        summed += ways * sum(fell)
        less += ways * ((sum(fell) < got) * 2 + (sum(fell) == got))
    return Fraction(summed, every), Fraction(less, 2 * every)


@given(PARTS, st.data())
def test_a_tally_is_what_counting_gives(parts: list[Ways], data: st.DataObject) -> None:
    got = data.draw(st.integers(0, sum(len(part) - 1 for part in parts)))
    tally = tallied("Ann", "things", got, parts, "did", "{}")
    assert (tally.expected, tally.share) == counted(parts, got)
    assert tally.count == len(parts)


@given(PARTS)
def test_the_ways_are_all_there_are(parts: list[Ways]) -> None:
    every = 1
    for part in parts:
        every *= sum(part)
    assert sum(together(parts)) == every


def test_many_dice_are_no_trouble() -> None:
    ways = power(die(6), 3000)
    assert sum(ways) == 6**3000
    assert ways[3001] == 3000
    assert power((1, 1), 400) == [comb(400, n) for n in range(401)]


def test_two_dice_by_hand() -> None:
    """9 of two dice: 26 of 36 are less, 4 as much."""
    (tally,) = pips([(Roll("a", dice=2, seat="Ann"), (4, 5))])
    assert tally.expected == 7
    assert tally.share == Fraction(26 + 2, 36)
    assert tally.words == (
        "Ann rolled 9 pips with 2 dice where 7 were to be expected: more than in 78 % of games."
    )


def test_only_plain_dice_of_somebody_count() -> None:
    drawn = Roll.draw("card", ["gold", "tin"], seat="Ann")
    assert pips([(drawn, (1,)), (Roll("fate"), (6,))]) == ()


def test_dice_of_different_sides_are_added() -> None:
    (tally,) = pips(
        [(Roll("a", sides=2, seat="Ann"), (2,)), (Roll("b", sides=3, seat="Ann"), (1,))]
    )
    assert (tally.got, tally.expected, tally.share) == (3, Fraction(7, 2), Fraction(1 + 1, 6))


def test_a_certain_thing_is_no_luck() -> None:
    tally = tallied("Ann", "checks", 2, [(0, 1), (0, 1)], "passed 2 of 2 checks", "{}")
    assert tally.words == "Ann passed 2 of 2 checks: luck had no part in it."


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (Fraction(1, 900), "less than 1 %"),
        (Fraction(1, 100), "1 %"),
        (Fraction(71, 100), "71 %"),
        (Fraction(999, 1000), "more than 99 %"),
    ],
)
def test_shares_in_words(share: Fraction, words: str) -> None:
    assert percent(share) == words


def test_a_game_is_looked_back_on() -> None:
    table = Table(PIG, ["Ann", "Bob"], Scripted("6", "3", "1"))
    table.answer("Ann roll")
    table.answer("Ann hold")
    told = luck(Replay.of(table.record))
    assert [(one.seat, one.count, one.got) for one in told.tallies] == [
        ("Ann", 2, 9),
        ("Bob", 1, 1),
    ]
    assert told.lines()[1] == (
        "Bob rolled 1 pip with 1 die where 3.5 were to be expected: more than in 8 % of games."
    )


def test_rolls_that_were_taken_back_do_not_count() -> None:
    table = Table(PIG, ["Ann", "Bob"], Scripted("6", "3", "2"))
    table.answer("Ann roll")
    table.answer("Ann hold")
    table.undo("Ann", ["Bob"])
    (tally,) = luck(Replay.of(table.record)).tallies
    assert (tally.seat, tally.got) == ("Ann", 9)


def test_a_game_without_dice_has_no_luck() -> None:
    table = Table(PEDDLERS, ["Ann", "Bob"], Seeded(1))
    assert luck(Replay.of(table.record)).lines() == ()
