"""The coach of a combat against the rules applied to every throw, every change and every re-throw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import sqrt
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendry.dragon.cards import default_cards
from legendry.dragon.combos import PATTERNS, holds
from legendry.dragon.odds import (
    Decision,
    Prospect,
    Purse,
    Worth,
    combat_value,
    decisions,
    prospect,
    purses_of,
    trade_off,
)

Dice: TypeAlias = tuple[int, ...]
Value: TypeAlias = tuple[int, int]

FALLS = [Counter(tuple(sorted(f)) for f in product(range(1, 7), repeat=n)) for n in range(6)]
"""For each number of dice how often each sorted fall comes."""

BARD = Purse("bard", 3, 3)
SHAMAN = Purse("shaman", 2, 2)
MAGICIAN = Purse("magician", 4, 2, 4)

unhurried = settings(deadline=None, max_examples=30, derandomize=True)
patterns = st.sampled_from(list(PATTERNS))
five_dice = st.tuples(*[st.integers(1, 6)] * 5)
worths = st.one_of(st.none(), st.integers(-3, 12), st.fractions(0, 12, max_denominator=7))


def teams(potions: int) -> st.SearchStrategy[tuple[Purse, ...]]:
    held = st.integers(0, potions)
    shaman = st.builds(Purse, st.just("shaman"), held, st.sampled_from([2, 3]))
    magician = st.builds(
        Purse, st.just("magician"), held, st.sampled_from([2, 3, None]), st.just(4)
    )
    return st.one_of(
        st.just(()), st.tuples(shaman), st.tuples(magician), st.tuples(shaman, magician)
    )


class Enumerated:
    """A combat played in every way the rules allow, changes ahead of need included.

    A value is (ways to win, potions paid) in units of 7776^throws; the purses are part of the state.
    """

    def __init__(self, pattern: str, worth: Worth = None) -> None:
        self.pattern = pattern
        self.worth = worth
        self.known: dict[tuple[Dice, int, tuple[Purse, ...]], Value] = {}

    def better(self, value: Value) -> tuple[Fraction | int, int]:
        ways, paid = value
        return (ways, -paid) if self.worth is None else (self.worth * ways - paid, ways)

    def value(self, dice: Dice, throws: int, team: tuple[Purse, ...]) -> Value:
        key = dice, throws, team
        if key not in self.known:
            self.known[key] = self._value(*key)
        return self.known[key]

    def _value(self, dice: Dice, throws: int, team: tuple[Purse, ...]) -> Value:
        if holds(self.pattern, dice):  # DRG-42
            return 7776**throws, 0
        found = [(0, 0)]  # DRG-43
        for die, seat in product(range(5), range(len(team))):
            up, down = dice[die] + 1, dice[die] - 1
            for new in (1 if up > 6 else up, 6 if down < 1 else down):  # DRG-64
                found += self.changed(dice, throws, team, die, new, seat, team[seat].shift)
            for new in {1, 2, 3, 4, 5, 6} - {dice[die]}:  # DRG-68
                found += self.changed(dice, throws, team, die, new, seat, team[seat].magic)
        if throws:
            kept = {k for size in range(5) for k in combinations(dice, size)}  # DRG-39
            found += [self.thrown(k, throws, team) for k in kept]
        return max(found, key=self.better)

    def changed(
        self,
        dice: Dice,
        throws: int,
        team: tuple[Purse, ...],
        die: int,
        new: int,
        seat: int,
        price: int | None,
    ) -> list[Value]:
        purse = team[seat]
        if price is None or price > purse.potions:  # DRG-61
            return []
        after = list(team)
        after[seat] = Purse(purse.hero, purse.potions - price, purse.shift, purse.magic)
        changed = tuple(sorted((*dice[:die], new, *dice[die + 1 :])))
        ways, paid = self.value(changed, throws, tuple(after))
        return [(ways, paid + price * 7776**throws)]

    def thrown(self, kept: Dice, throws: int, team: tuple[Purse, ...]) -> Value:
        ways = paid = 0
        for fall, times in FALLS[5 - len(kept)].items():
            won, cost = self.value(tuple(sorted(kept + fall)), throws - 1, team)
            ways += times * won
            paid += times * cost
        scale = 6 ** len(kept)
        return ways * scale, paid * scale

    def prospect(self, throws: int, team: tuple[Purse, ...], dice: Dice | None = None) -> Prospect:
        if dice is None:
            ways, paid = self.thrown((), throws, team)
        else:
            ways, paid = self.value(tuple(sorted(dice)), throws, team)
        return Prospect(Fraction(ways, 7776**throws), Fraction(paid, 7776**throws))


class TestOneThrow:
    @pytest.mark.parametrize(
        ("pattern", "ways"),
        [
            ("five_of_a_kind", 6),
            ("four_of_a_kind", 6 + 150),
            ("full_house", 300),
            ("straight", 2 * 120),
            ("three_of_a_kind", 6 + 150 + 300 + 1200),
            ("two_different_pairs", 300 + 1800),
        ],
    )
    def test_counts_of_the_combinations_drg_50_to_drg_56(self, pattern: str, ways: int) -> None:
        assert combat_value(pattern, 1) == Fraction(ways, 7776)

    @pytest.mark.parametrize("pattern", PATTERNS)
    def test_with_one_shift_on_every_roll_drg_64_drg_66(self, pattern: str) -> None:
        won = free = 0
        for dice in product(range(1, 7), repeat=5):
            if holds(pattern, dice):
                free += 1
                continue
            won += any(
                holds(pattern, (*dice[:die], (dice[die] - 1 + step) % 6 + 1, *dice[die + 1 :]))
                for die in range(5)
                for step in (1, -1)
            )
        exact = prospect(pattern, 1, [BARD])
        assert exact == Prospect(Fraction(free + won, 7776), Fraction(3 * won, 7776))

    @pytest.mark.parametrize("pattern", PATTERNS)
    def test_two_purses_against_every_change_drg_61_drg_65_drg_69(self, pattern: str) -> None:
        team = (Purse("shaman", 5, 2), Purse("magician", 7, 2, 4))
        assert prospect(pattern, 1, team) == Enumerated(pattern).prospect(1, team)


class TestTwoThrows:
    @pytest.mark.parametrize("pattern", PATTERNS)
    def test_without_abilities_drg_39(self, pattern: str) -> None:
        assert prospect(pattern, 2) == Enumerated(pattern).prospect(2, ())

    @pytest.mark.parametrize("pattern", ["full_house", "straight"])
    def test_changing_ahead_of_need_gains_nothing_drg_41_drg_67(self, pattern: str) -> None:
        assert prospect(pattern, 2, [BARD]) == Enumerated(pattern).prospect(2, (BARD,))

    def test_a_duo_under_vigilant_drg_57_drg_68(self) -> None:
        team = (SHAMAN, MAGICIAN)
        assert prospect("straight", 2, team) == Enumerated("straight").prospect(2, team)

    @unhurried
    @given(patterns, five_dice, teams(4), worths)
    def test_any_dice_purses_and_worth(
        self, pattern: str, dice: Dice, team: tuple[Purse, ...], worth: Worth
    ) -> None:
        exact = Enumerated(pattern, worth).prospect(1, team, dice)
        assert prospect(pattern, 1, team, dice, worth) == exact


class TestMoreThrows:
    def test_strong_in_three_throws_by_enumeration(self) -> None:
        assert prospect("three_of_a_kind", 3) == Enumerated("three_of_a_kind").prospect(3, ())

    def test_five_alike_in_three_throws_is_as_everybody_knows(self) -> None:
        assert combat_value("five_of_a_kind", 3) == Fraction(347897, 7558272)

    def test_many_throws_make_it_all_but_certain(self) -> None:
        assert 1 - Fraction(1, 10**6) < combat_value("five_of_a_kind", 100) < 1

    @pytest.mark.parametrize(
        ("pattern", "throws", "team", "worth"),
        [
            ("three_of_a_kind", 3, (), None),
            ("straight", 5, (), None),
            ("full_house", 4, (Purse("shaman", 3, 3),), None),
            ("straight", 3, (Purse("bard", 2, 2), Purse("magician", 4, 2, 4)), None),
            ("four_of_a_kind", 5, (Purse("magician", 7, 3, 4),), 5),
        ],
    )
    def test_the_decisions_played_out_within_five_sigma(
        self, pattern: str, throws: int, team: tuple[Purse, ...], worth: Worth
    ) -> None:
        games = 10_000
        luck = Random(f"{pattern} {throws}")
        play = player(pattern, worth)
        results = [played(pattern, throws, team, luck, play) for _ in range(games)]
        expected = prospect(pattern, throws, team, worth=worth)
        for exact, sampled in (
            (expected.p, [float(won) for won, _ in results]),
            (expected.paid, [float(paid) for _, paid in results]),
        ):
            mean = sum(sampled) / games
            spread = sqrt(sum((one - mean) ** 2 for one in sampled) / games)
            assert abs(mean - float(exact)) <= 5 * spread / sqrt(games)


Play: TypeAlias = Callable[[int, Dice, tuple[Purse, ...]], Decision]


def player(pattern: str, worth: Worth) -> Play:
    known: dict[tuple[int, Dice, tuple[Purse, ...]], Decision] = {}

    def play(throws: int, dice: Dice, team: tuple[Purse, ...]) -> Decision:
        key = throws, dice, team
        if key not in known:
            known[key] = decisions(pattern, throws, dice, team, worth)[0]
        return known[key]

    return play


def played(
    pattern: str, throws: int, team: tuple[Purse, ...], luck: Random, play: Play
) -> tuple[bool, int]:
    """One combat, dice thrown; whether it is won and what was paid."""
    paid = 0
    dice = tuple(sorted(luck.choices(range(1, 7), k=5)))
    throws -= 1
    while not holds(pattern, dice):
        best = play(throws, dice, team)
        if best.kind == "stop":
            return False, paid
        if best.kind == "keep":
            thrown = luck.choices(range(1, 7), k=5 - len(best.keep))
            dice = tuple(sorted((*best.keep, *thrown)))
            throws -= 1
            continue
        assert best.old is not None
        assert best.new is not None
        purse = next(purse for purse in team if purse.hero == best.hero)
        price = purse.shift if best.kind == "shift" else purse.magic
        assert price is not None
        less = Purse(purse.hero, purse.potions - price, purse.shift, purse.magic)
        team = tuple(less if one is purse else one for one in team)
        paid += price
        faces = list(dice)
        faces[faces.index(best.old)] = best.new
        dice = tuple(sorted(faces))
    return True, paid


class TestDecisions:
    @unhurried
    @given(patterns, five_dice, teams(4), worths)
    def test_every_alternative_against_enumeration(
        self, pattern: str, dice: Dice, team: tuple[Purse, ...], worth: Worth
    ) -> None:
        oracle = Enumerated(pattern, worth)
        dice = tuple(sorted(dice))
        for decision in decisions(pattern, 1, dice, team, worth):
            if decision.kind == "stop":
                expected = [(0, 0)]
            elif decision.kind == "keep":
                expected = [oracle.thrown(decision.keep, 1, team)]
            else:
                assert decision.old is not None
                assert decision.new is not None
                seat = [purse.hero for purse in team].index(str(decision.hero))
                price = team[seat].shift if decision.kind == "shift" else team[seat].magic
                die = dice.index(decision.old)
                expected = oracle.changed(dice, 1, team, die, decision.new, seat, price)
            assert decision.p * 7776 == expected[0][0]
            assert decision.paid * 7776 == expected[0][1]

    @unhurried
    @given(patterns, five_dice, teams(20), st.integers(0, 5), worths)
    def test_the_first_is_the_best(
        self, pattern: str, dice: Dice, team: tuple[Purse, ...], throws: int, worth: Worth
    ) -> None:
        listed = decisions(pattern, throws, dice, team, worth)
        if not listed:
            assert prospect(pattern, throws, team, dice, worth) == Prospect(
                Fraction(1), Fraction(0)
            )
            return
        best = Prospect(listed[0].p, listed[0].paid)
        assert best == prospect(pattern, throws, team, dice, worth)
        if worth is None:
            values = [(one.p, -one.paid) for one in listed]
        else:
            values = [(worth * one.p - one.paid, one.p) for one in listed]
        assert values == sorted(values, reverse=True)

    def test_what_may_be_done_is_listed_once(self) -> None:
        listed = decisions("straight", 1, (1, 1, 2, 6, 6), [SHAMAN, MAGICIAN])
        assert len({str(one) for one in listed}) == len(listed)
        kinds = Counter((one.kind, one.hero) for one in listed)
        assert kinds == {
            ("stop", None): 1,
            ("keep", None): 3 * 2 * 3 - 1,
            ("shift", "shaman"): 3 * 2,
            ("shift", "magician"): 3 * 2,
            ("magic", "magician"): 3 * 5,
        }

    def test_nothing_is_left_to_decide_when_the_dice_have_won_drg_42(self) -> None:
        assert decisions("straight", 3, (5, 3, 1, 2, 4)) == []
        assert combat_value("straight", 0, dice=(5, 3, 1, 2, 4)) == 1

    def test_without_a_throw_only_changes_are_left_drg_43(self) -> None:
        assert [str(one) for one in decisions("straight", 0, (1, 1, 3, 4, 5))] == ["stop"]
        best = decisions("straight", 0, (1, 1, 3, 4, 5), [BARD])[0]
        assert str(best) == "bard shifts 1 to 2"
        assert best.p == 1
        assert best.paid == 3

    def test_two_heroes_work_on_the_same_die_drg_ex_6(self) -> None:
        team = (Purse("shaman", 3, 3), Purse("bard", 3, 3))
        assert prospect("five_of_a_kind", 0, team, (2, 2, 2, 2, 6)) == Prospect(
            Fraction(1), Fraction(6)
        )
        alone = (Purse("shaman", 5, 3),)
        assert combat_value("five_of_a_kind", 0, alone, (2, 2, 2, 2, 6)) == 0

    def test_magic_shift_and_what_vigilant_does_not_change_drg_ex_14(self) -> None:
        team = purses_of(default_cards(), {"shaman": 2, "magician": 6}, "vigilant")
        assert team == (Purse("shaman", 2, 2), Purse("magician", 6, 2, 4))
        # of the two heroes the one, 4 and 2, or both, 2 and 2 and 2
        assert prospect("straight", 0, team, (2, 2, 4, 5, 5)).paid == 4
        assert decisions("straight", 0, (2, 2, 4, 5, 5), team)[0].p == 1

    def test_prices_are_those_of_the_deck_drg_57(self) -> None:
        costs = default_cards().costs
        bard, magician = purses_of(default_cards(), {"bard": 1, "magician": 2}, "fearless")
        assert bard == Purse("bard", 1, costs.shift)
        assert magician == Purse("magician", 2, costs.shift, costs.magic_shift)

    def test_a_win_that_is_worth_little_is_not_paid_for(self) -> None:
        dice = (5, 5, 5, 4, 1)
        assert decisions("four_of_a_kind", 0, dice, [BARD], worth=2)[0].kind == "stop"
        assert decisions("four_of_a_kind", 0, dice, [BARD], worth=3)[0].kind == "shift"
        assert decisions("four_of_a_kind", 1, dice, [BARD], worth=-1)[0].kind == "stop"


class TestLaws:
    @unhurried
    @given(patterns, st.integers(1, 6), teams(20))
    def test_another_throw_never_hurts(
        self, pattern: str, throws: int, team: tuple[Purse, ...]
    ) -> None:
        assert combat_value(pattern, throws, team) <= combat_value(pattern, throws + 1, team)

    @unhurried
    @given(patterns, st.integers(1, 4), teams(12), st.integers(1, 8))
    def test_more_potions_never_hurt(
        self, pattern: str, throws: int, team: tuple[Purse, ...], potions: int
    ) -> None:
        richer = [Purse(p.hero, p.potions + potions, p.shift, p.magic) for p in team]
        poor, rich = prospect(pattern, throws, team), prospect(pattern, throws, richer)
        assert (poor.p, -poor.paid) <= (rich.p, -rich.paid)

    @unhurried
    @given(patterns, st.integers(1, 4), teams(20))
    def test_who_comes_first_is_all_one(
        self, pattern: str, throws: int, team: tuple[Purse, ...]
    ) -> None:
        assert prospect(pattern, throws, team) == prospect(pattern, throws, team[::-1])

    @unhurried
    @given(patterns, st.integers(1, 4), teams(12), st.fractions(0, 60, max_denominator=50))
    def test_the_trade_off_has_the_best_play_for_any_worth(
        self, pattern: str, throws: int, team: tuple[Purse, ...], worth: Fraction
    ) -> None:
        corners = trade_off(pattern, throws, team)
        best = max(corners, key=lambda corner: (worth * corner.p - corner.paid, corner.p))
        assert best == prospect(pattern, throws, team, worth=worth)
        assert corners[0] == prospect(pattern, throws, worth=0)
        assert corners[-1] == prospect(pattern, throws, team)
        steps = [(b.paid - a.paid) / (b.p - a.p) for a, b in pairwise(corners)]
        assert all(step > 0 for step in steps)
        assert all(a < b for a, b in pairwise(steps))


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: combat_value("six_of_a_kind", 1), "a combination is one of"),
        (lambda: combat_value("straight", 0), "begins with a throw"),
        (lambda: combat_value("straight", 101), "must be 0 to 100, not 101"),
        (lambda: combat_value("straight", -1, dice=(1, 1, 1, 1, 1)), "not -1"),
        (lambda: combat_value("straight", 1, dice=(1, 2, 3, 4)), "five faces of 1 to 6"),
        (lambda: decisions("straight", 1, (1, 2, 3, 4, 7)), "not 1 2 3 4 7"),
        (lambda: Purse("bard", -1, 3), "cannot hold -1"),
        (lambda: Purse("bard", 1, 0), "at least 1 potion"),
    ],
)
def test_what_cannot_be_is_refused(call: Callable[[], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        call()
