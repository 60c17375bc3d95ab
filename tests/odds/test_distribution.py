"""Totals of dice, against enumeration of every face and against icepool."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendry.odds import MOST_DICE, MOST_SIDES, Distribution, totals


def enumerated(dice: int, sides: int, modifier: int) -> dict[int, Fraction]:
    faces = product(range(1, sides + 1), repeat=dice)
    ways = Counter(sum(roll) + modifier for roll in faces)
    return {total: Fraction(count, sides**dice) for total, count in sorted(ways.items())}


def around(distribution: Distribution, n: int) -> tuple[Fraction | int, ...]:
    return distribution.p(n), distribution.at_least(n), distribution.at_most(n)


unhurried = settings(deadline=None)
distributions = st.dictionaries(
    st.integers(-50, 50), st.integers(1, 1000), min_size=1, max_size=12
).map(Distribution.of)


@pytest.mark.parametrize("modifier", [-2, 0, 3])
@pytest.mark.parametrize("sides", [1, 2, 3, 6, 8])
@pytest.mark.parametrize("dice", range(5))
def test_totals_are_those_of_every_roll_of_the_dice(dice: int, sides: int, modifier: int) -> None:
    assert list(totals(dice, sides, modifier)) == list(enumerated(dice, sides, modifier).items())


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (3, 6), (6, 6), (12, 6), (9, 8), (30, 3)])
def test_totals_agree_with_icepool(dice: int, sides: int) -> None:
    oracle = dice @ icepool.d(sides)
    ours = totals(dice, sides)
    assert list(ours) == [(n, Fraction(ways, oracle.denominator())) for n, ways in oracle.items()]
    assert ours.mean == oracle.mean()


def test_the_largest_roll_is_still_exact() -> None:
    largest = totals(MOST_DICE, MOST_SIDES)
    assert largest.p(MOST_DICE) == Fraction(1, MOST_SIDES**MOST_DICE)
    assert largest.mean == Fraction(MOST_DICE * (1 + MOST_SIDES), 2)


@pytest.mark.parametrize(("dice", "sides"), [(-1, 6), (MOST_DICE + 1, 6), (1, 0), (1, -3)])
def test_dice_that_nobody_has_are_refused(dice: int, sides: int) -> None:
    with pytest.raises(ValueError, match="must"):
        totals(dice, sides)


def test_d3_and_d2_are_d6_read_another_way_rul_9() -> None:
    d6 = totals(1)
    assert d6.map(lambda face: (face + 1) // 2) == totals(1, 3)
    assert d6.map(lambda face: 1 if face % 2 else 2) == totals(1, 2)


def test_chances_around_an_outcome() -> None:
    two = totals(2)
    assert around(two, 7) == (Fraction(1, 6), Fraction(7, 12), Fraction(7, 12))
    assert around(two, 1) == (0, 1, 0)
    assert around(two, 13) == (0, 0, 1)


def test_chances_where_an_outcome_is_missing() -> None:
    gap = Distribution.of({0: 1, 5: 3})
    assert around(gap, 3) == (0, Fraction(3, 4), Fraction(1, 4))
    assert len(gap) == 2


@unhurried
@given(distributions)
def test_chances_sum_to_one(distribution: Distribution) -> None:
    assert sum(p for _, p in distribution) == 1
    assert [n for n, _ in distribution] == sorted(n for n, _ in distribution)


@unhurried
@given(distributions, st.integers(-60, 60))
def test_at_least_and_at_most_complement_each_other(distribution: Distribution, n: int) -> None:
    assert distribution.at_least(n) + distribution.at_most(n - 1) == 1
    assert distribution.at_least(n) - distribution.at_least(n + 1) == distribution.p(n)
    assert distribution.p(n) == dict(distribution).get(n, 0)


@unhurried
@given(distributions, distributions)
def test_a_sum_adds_the_means_and_does_not_mind_the_order(
    one: Distribution, other: Distribution
) -> None:
    assert (one + other).mean == one.mean + other.mean
    assert one + other == other + one


@unhurried
@given(st.integers(0, 5), st.integers(0, 5), st.sampled_from([2, 3, 6]))
def test_dice_rolled_apart_add_up(some: int, more: int, sides: int) -> None:
    assert totals(some, sides) + totals(more, sides) == totals(some + more, sides)


@unhurried
@given(st.dictionaries(st.integers(), st.integers(1, 99), min_size=1), st.integers(2, 9))
def test_equal_chances_are_equal_values(ways: dict[int, int], factor: int) -> None:
    one = Distribution.of(ways)
    other = Distribution.of({n: factor * count for n, count in ways.items()} | {10**9: 0})
    assert one == other
    assert hash(one) == hash(other)


@pytest.mark.parametrize(
    ("outcomes", "ways"),
    [((), ()), ((1,), (1, 2)), ((2, 1), (1, 1)), ((1, 2), (1, 0)), ((1, 2), (2, 2))],
)
def test_a_malformed_distribution_is_refused(
    outcomes: tuple[int, ...], ways: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match=r"distribution|ways"):
        Distribution(outcomes, ways)


def test_no_ways_at_all_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Distribution.of({})
