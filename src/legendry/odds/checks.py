"""Chances of checks: to pass (CHK-1) and to win a contest (CHK-5 to CHK-9)."""

from fractions import Fraction
from itertools import accumulate
from typing import Literal, get_args

import msgspec

from legendry.odds._cached import cached
from legendry.odds.distribution import MOST_DICE, totals

Tie = Literal["higher", "nobody", "attacker", "defender"]
"""Who wins equal totals of which neither is over (CHK-8, RUL-3).

`higher`: whose limit is higher, and nobody if the limits are equal. `attacker` and `defender` are
for a caller who knows better, as RUL-3 compares the attributes without skills first.
"""


class Contest(msgspec.Struct, frozen=True):
    """The chances of both parties to win, and that neither does, with these numbers of dice."""

    attacker: Fraction
    defender: Fraction
    neither: Fraction
    dice: tuple[int, int]


@cached(4096)
def passes(dice: int, limit: int, sides: int = 6) -> Fraction:
    """Pass n/limit (CHK-1): the chance that the total of the dice is not above the limit.

    >>> passes(3, 11)
    Fraction(5, 8)
    """
    _check_count(dice)
    return totals(dice, sides).at_most(limit)


@cached(2**16)
def contest(
    attacker_limit: int,
    attacker_dice: int,
    defender_limit: int,
    defender_dice: int,
    tie: Tie = "higher",
) -> Contest:
    """Win a contest: the higher total not above its own roller's limit (CHK-5, CHK-11).

    1. A total over its own limit fails; the other wins if he is not over (CHK-7), also on equal
       totals (RUL-3).
    2. Equal totals of which neither is over go by the tie rule (CHK-8).
    3. Both over: nobody wins (CHK-9).
    """
    _check_count(attacker_dice)
    _check_count(defender_dice)
    _check_tie(tie)
    if tie == "higher" and attacker_limit != defender_limit:
        tie = "attacker" if attacker_limit > defender_limit else "defender"
    attacker = _up_to(
        attacker_limit, attacker_dice, _outright(attacker_dice, defender_dice, defender_limit)
    )
    defender = _up_to(
        defender_limit, defender_dice, _outright(defender_dice, attacker_dice, attacker_limit)
    )
    if tie in ("attacker", "defender"):
        tied = _up_to(
            min(attacker_limit, defender_limit), attacker_dice, _tied(attacker_dice, defender_dice)
        )
        if tie == "attacker":
            attacker += tied
        else:
            defender += tied
    of = 6 ** (attacker_dice + defender_dice)
    return Contest(
        Fraction(attacker, of),
        Fraction(defender, of),
        Fraction(of - attacker - defender, of),
        (attacker_dice, defender_dice),
    )


def useful_dice(limit: int) -> range:
    """The numbers of dice worth announcing in a contest, of all there are (RUL-2).

    Any more only make it less likely, whatever the other does, to come out high enough and not over.

    >>> useful_dice(12)
    range(1, 5)
    """
    return range(1, max(1, min(limit // 3, MOST_DICE)) + 1)


@cached(2**16)
def best_answer(
    attacker_limit: int, attacker_dice: int, defender_limit: int, tie: Tie = "higher"
) -> Contest:
    """The contest when the defender answers so as to leave the attacker the least chance (RUL-1).

    Of equally good answers he takes the fewest dice.
    """
    answers = (
        contest(attacker_limit, attacker_dice, defender_limit, dice, tie)
        for dice in useful_dice(defender_limit)
    )
    return min(answers, key=lambda answer: answer.attacker)


@cached(2**14)
def best_contest(attacker_limit: int, defender_limit: int, tie: Tie = "higher") -> Contest:
    """The contest when both announce their best dice, the attacker first (RUL-1).

    He knows that he will get the best answer, so he takes the number of dice that keeps him the
    largest chance in spite of it, and the fewest on equal chances.

    >>> best_contest(18, 9).dice
    (3, 2)
    """
    announced = (
        best_answer(attacker_limit, dice, defender_limit, tie)
        for dice in useful_dice(attacker_limit)
    )
    return max(announced, key=lambda answered: answered.attacker)


def _check_count(dice: int) -> None:
    """A check is rolled with at least one die (CHK-6, RUL-2)."""
    if not 1 <= dice <= MOST_DICE:
        raise ValueError(f"a check takes 1 to {MOST_DICE} dice, not {dice}")


def _check_tie(tie: Tie) -> None:
    if tie not in get_args(Tie):
        raise ValueError(f"a tie goes to one of {', '.join(get_args(Tie))}, not {tie!r}")


# The three tables below make a contest three look-ups: one row serves every limit of its roller.
# The entry at k sums over his k lowest totals, in ways for both rolls together.


def _up_to(limit: int, dice: int, sums: tuple[int, ...]) -> int:
    """The entry that sums over all totals of so many dice that are not over the limit."""
    return sums[min(max(limit - dice + 1, 0), len(sums) - 1)]


@cached(2**14)
def _outright(dice: int, other_dice: int, other_limit: int) -> tuple[int, ...]:
    """The ways to beat the other without a tie: he is lower, or he is over his limit."""
    below = (0, *accumulate(totals(other_dice).ways))
    fails = below[-1] - _up_to(other_limit, other_dice, below)
    wins = (
        ways * (fails + _up_to(min(total - 1, other_limit), other_dice, below))
        for total, ways in enumerate(totals(dice).ways, start=dice)
    )
    return tuple(accumulate(wins, initial=0))


@cached(1024)
def _tied(dice: int, other_dice: int) -> tuple[int, ...]:
    """The ways to the same total."""
    other = dict(enumerate(totals(other_dice).ways, start=other_dice))
    ties = (ways * other.get(total, 0) for total, ways in enumerate(totals(dice).ways, start=dice))
    return tuple(accumulate(ties, initial=0))
