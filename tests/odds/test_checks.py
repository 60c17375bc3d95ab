"""Passes and contests, against the rules applied to every roll and against icepool."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import cast, get_args

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendry.odds import (
    MOST_DICE,
    Contest,
    Tie,
    best_answer,
    best_contest,
    contest,
    passes,
    totals,
    useful_dice,
)

TIES: tuple[Tie, ...] = get_args(Tie)

unhurried = settings(deadline=None)
limits = st.integers(-2, 40)
counts = st.integers(1, 6)
ties = st.sampled_from(TIES)


def winner(attacker: int, attacker_limit: int, defender: int, defender_limit: int, tie: Tie) -> str:
    """The rules read aloud, one contest at a time: who wins with these two totals."""
    attacker_over = attacker > attacker_limit
    defender_over = defender > defender_limit
    if attacker_over and defender_over:  # CHK-9
        return "neither"
    if attacker_over:  # CHK-7
        return "defender"
    if defender_over:
        return "attacker"
    if attacker != defender:  # CHK-5
        return "attacker" if attacker > defender else "defender"
    if tie == "higher":  # CHK-8
        if attacker_limit == defender_limit:
            return "neither"
        return "attacker" if attacker_limit > defender_limit else "defender"
    return "neither" if tie == "nobody" else tie


def enumerated(a_limit: int, a_dice: int, d_limit: int, d_dice: int, tie: Tie) -> Contest:
    won: Counter[str] = Counter()
    for roll in product(range(1, 7), repeat=a_dice + d_dice):
        won[winner(sum(roll[:a_dice]), a_limit, sum(roll[a_dice:]), d_limit, tie)] += 1
    of = 6 ** (a_dice + d_dice)
    return Contest(
        Fraction(won["attacker"], of),
        Fraction(won["defender"], of),
        Fraction(won["neither"], of),
        (a_dice, d_dice),
    )


def of_36(chances: Contest) -> tuple[Fraction | int, ...]:
    return 36 * chances.attacker, 36 * chances.defender, 36 * chances.neither


class TestPasses:
    def test_three_dice_against_eleven_chk_1(self) -> None:
        assert passes(3, 11) == Fraction(5, 8)

    @pytest.mark.parametrize("dice", range(1, 6))
    def test_every_limit_against_enumeration_chk_1_chk_2(self, dice: int) -> None:
        rolls = [sum(roll) for roll in product(range(1, 7), repeat=dice)]
        for limit in range(-1, 6 * dice + 3):
            passed = sum(total <= limit for total in rolls)
            assert passes(dice, limit) == Fraction(passed, len(rolls))

    @pytest.mark.parametrize("sides", [2, 3, 6, 8])
    def test_every_limit_against_icepool(self, sides: int) -> None:
        for dice in range(1, 9):
            oracle = dice @ icepool.d(sides)
            for limit in range(dice * sides + 2):
                assert passes(dice, limit, sides) == oracle.probability("<=", limit)

    def test_no_roll_is_an_automatic_success_or_failure_chk_10(self) -> None:
        assert passes(3, 2) == 0
        assert passes(3, 18) == 1

    @unhurried
    @given(counts, limits)
    def test_a_higher_limit_never_hurts_chk_4(self, dice: int, limit: int) -> None:
        assert passes(dice, limit) <= passes(dice, limit + 1)

    @unhurried
    @given(counts, limits)
    def test_more_dice_never_help(self, dice: int, limit: int) -> None:
        assert passes(dice, limit) >= passes(dice + 1, limit)

    @pytest.mark.parametrize("dice", [-1, 0, 101])
    def test_a_check_takes_at_least_one_die(self, dice: int) -> None:
        with pytest.raises(ValueError, match="1 to 100 dice"):
            passes(dice, 11)


class TestContest:
    """One die each, few enough rolls to count on paper: 36 of them."""

    def test_the_higher_total_wins_chk_5(self) -> None:
        assert of_36(contest(9, 1, 9, 1)) == (15, 15, 6)

    def test_equal_totals_go_to_the_higher_limit_chk_8(self) -> None:
        assert of_36(contest(7, 1, 6, 1)) == (21, 15, 0)
        assert of_36(contest(6, 1, 7, 1)) == (15, 21, 0)

    def test_equal_totals_go_to_nobody_on_equal_limits_rul_3(self) -> None:
        assert of_36(contest(6, 1, 6, 1)) == (15, 15, 6)

    def test_equal_totals_go_to_nobody_by_the_other_rule_rul_3(self) -> None:
        assert of_36(contest(7, 1, 6, 1, "nobody")) == (15, 15, 6)

    def test_equal_totals_go_to_the_one_the_caller_names_rul_3(self) -> None:
        assert of_36(contest(6, 1, 9, 1, "attacker")) == (21, 15, 0)
        assert of_36(contest(9, 1, 6, 1, "defender")) == (15, 21, 0)

    def test_over_his_limit_the_other_wins_though_lower_chk_7(self) -> None:
        # The attacker is never over; the defender wins only with 2 against 1 and 3 against 1 or 2.
        assert of_36(contest(6, 1, 3, 1)) == (33, 3, 0)

    def test_equal_totals_over_one_limit_are_no_tie_rul_3(self) -> None:
        # Of the six equal totals 1, 2 and 3 are ties; on 4, 5 and 6 the defender is over.
        assert of_36(contest(6, 1, 3, 1, "defender")) == (30, 6, 0)

    def test_both_over_nobody_wins_chk_9(self) -> None:
        assert of_36(contest(1, 1, 1, 1)) == (5, 5, 26)
        assert of_36(contest(0, 1, 0, 1)) == (0, 0, 36)

    @pytest.mark.parametrize("tie", TIES)
    @pytest.mark.parametrize("dice", [(1, 1), (1, 3), (2, 2), (3, 1), (3, 2)])
    @pytest.mark.parametrize("caps", [(3, 3), (4, 9), (9, 4), (8, 8), (12, 11), (30, 5), (-1, 6)])
    def test_against_every_roll_chk_5_to_chk_9(
        self, caps: tuple[int, int], dice: tuple[int, int], tie: Tie
    ) -> None:
        case = (caps[0], dice[0], caps[1], dice[1], tie)
        assert contest(*case) == enumerated(*case)

    @pytest.mark.parametrize("tie", TIES)
    @pytest.mark.parametrize(
        "case", [(12, 3, 11, 3), (11, 3, 12, 3), (21, 6, 18, 5), (15, 2, 22, 6), (30, 6, 30, 6)]
    )
    def test_against_icepool(self, case: tuple[int, int, int, int], tie: Tie) -> None:
        a_limit, a_dice, d_limit, d_dice = case
        oracle: icepool.Die[str] = icepool.map(
            lambda a, d: winner(a, a_limit, d, d_limit, tie),
            a_dice @ icepool.d6,
            d_dice @ icepool.d6,
        )
        ours = contest(*case, tie)
        for party in ("attacker", "defender", "neither"):
            assert getattr(ours, party) == oracle.probability(party), party

    @unhurried
    @given(limits, counts, limits, counts, ties)
    def test_somebody_wins_or_neither(
        self, a_limit: int, a_dice: int, d_limit: int, d_dice: int, tie: Tie
    ) -> None:
        chances = contest(a_limit, a_dice, d_limit, d_dice, tie)
        assert chances.attacker + chances.defender + chances.neither == 1
        assert min(chances.attacker, chances.defender, chances.neither) >= 0
        assert chances.dice == (a_dice, d_dice)

    @unhurried
    @given(limits, counts, limits, counts, ties)
    def test_the_two_parties_are_alike(
        self, a_limit: int, a_dice: int, d_limit: int, d_dice: int, tie: Tie
    ) -> None:
        swapped = {"attacker": "defender", "defender": "attacker"}
        there = contest(a_limit, a_dice, d_limit, d_dice, tie)
        back = contest(d_limit, d_dice, a_limit, a_dice, cast(Tie, swapped.get(tie, tie)))
        assert (there.attacker, there.defender) == (back.defender, back.attacker)

    @unhurried
    @given(limits, counts, limits, counts, ties)
    def test_a_higher_limit_never_hurts_chk_4(
        self, a_limit: int, a_dice: int, d_limit: int, d_dice: int, tie: Tie
    ) -> None:
        lower = contest(a_limit, a_dice, d_limit, d_dice, tie)
        higher = contest(a_limit + 1, a_dice, d_limit, d_dice, tie)
        assert lower.attacker <= higher.attacker

    @pytest.mark.parametrize("dice", [(0, 3), (3, 0), (101, 3), (3, -1)])
    def test_at_least_one_die_each_rul_2(self, dice: tuple[int, int]) -> None:
        with pytest.raises(ValueError, match="1 to 100 dice"):
            contest(12, dice[0], 11, dice[1])

    def test_an_unknown_tie_rule_is_refused(self) -> None:
        with pytest.raises(ValueError, match="'lowest'"):
            contest(12, 3, 11, 3, cast(Tie, "lowest"))


class TestBestDice:
    """RUL-1: the attacker announces, the defender answers knowing what was announced."""

    @pytest.mark.parametrize("tie", TIES)
    @pytest.mark.parametrize(
        "caps", [(12, 11), (11, 12), (8, 8), (6, 3), (18, 9), (9, 18), (24, 25)]
    )
    def test_against_a_search_of_all_announcements(self, caps: tuple[int, int], tie: Tie) -> None:
        chance = {
            (a, d): contest(caps[0], a, caps[1], d, tie).attacker
            for a, d in product(range(1, 11), repeat=2)
        }
        answers = {a: min(range(1, 11), key=lambda d: (chance[a, d], d)) for a in range(1, 11)}
        announced = min(answers, key=lambda a: (-chance[a, answers[a]], a))

        best = best_contest(caps[0], caps[1], tie)
        assert best.dice == (announced, answers[announced])
        assert best == contest(caps[0], announced, caps[1], answers[announced], tie)
        for a, d in answers.items():
            assert best_answer(caps[0], a, caps[1], tie).dice == (a, d)

    def test_announcing_first_foresees_the_answer(self) -> None:
        # One die wins most against six, but the defender hears it and answers with two.
        assert contest(12, 1, 11, 6).attacker > Fraction(98, 100)
        assert best_answer(12, 1, 11).dice == (1, 2)
        assert best_answer(12, 1, 11).attacker < Fraction(1, 5)
        assert best_contest(12, 11).dice == (2, 2)
        assert best_contest(12, 11).attacker == Fraction(7, 12)

    def test_fewer_dice_on_equal_chances(self) -> None:
        assert best_contest(0, 0).dice == (1, 1)
        assert best_contest(0, 40).dice == (1, 1)
        assert best_answer(0, 5, 40).dice == (5, 1)

    @unhurried
    @given(limits, limits, ties, counts)
    def test_no_answer_is_better_and_no_announcement(
        self, a_limit: int, d_limit: int, tie: Tie, dice: int
    ) -> None:
        best = best_contest(a_limit, d_limit, tie)
        assert contest(a_limit, best.dice[0], d_limit, dice, tie).attacker >= best.attacker
        assert best_answer(a_limit, dice, d_limit, tie).attacker <= best.attacker

    @pytest.mark.parametrize("limits", [(45, 30), (36, 45), (24, 30), (40, 40), (30, 9)])
    def test_the_strong_roll_many_dice_rul_2(self, limits: tuple[int, int]) -> None:
        """There is no maximum: all that the limits allow are compared here."""
        ours, theirs = limits
        worst = [
            min(contest(ours, n, theirs, m).attacker for m in range(1, theirs + 1))
            for n in range(1, ours + 1)
        ]
        assert best_contest(ours, theirs).attacker == max(worst)

    @pytest.mark.parametrize("limit", [*range(13), 18, 23, 24, 36, 45, 60, 70, 100])
    def test_more_dice_are_never_of_use_rul_2(self, limit: int) -> None:
        """Whatever total is needed, each further die makes it less likely to have it and not more
        than the limit."""
        last = useful_dice(limit)[-1]
        for dice in range(last, min(limit, last + 12) + 1):
            fewer, more = totals(dice), totals(dice + 1)
            for needed in range(1, limit + 1):
                chances = [one.at_most(limit) - one.at_most(needed - 1) for one in (fewer, more)]
                assert chances[1] <= chances[0]

    def test_one_die_is_always_of_use(self) -> None:
        assert [*useful_dice(-3)] == [*useful_dice(0)] == [1]
        assert useful_dice(10_000)[-1] == MOST_DICE
