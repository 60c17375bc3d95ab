"""How fast exact chances come: every contest that a fight could show, cold and warm."""

from fractions import Fraction
from itertools import product

import icepool

from benchmarks.harness import Row, per_second
from legendry.odds import best_answer, best_contest, checks, contest, passes, totals

LIMITS = range(3, 31)
DICE = range(1, 7)
CASES = [(a, n, d, m) for a, d in product(LIMITS, repeat=2) for n, m in product(DICE, repeat=2)]
SAMPLE = CASES[:: len(CASES) // 100]


def forget() -> None:
    """Empty every cache that a contest fills."""
    for remembered in (totals, passes, contest, best_answer, best_contest):
        remembered.cache_clear()
    checks._outright.cache_clear()
    checks._tied.cache_clear()


def full_table() -> None:
    for case in CASES:
        contest(*case)


def from_nothing() -> None:
    forget()
    full_table()


def best_dice() -> None:
    """The best announcement and answer for every pair of limits, from nothing."""
    forget()
    for attacker, defender in product(LIMITS, repeat=2):
        best_contest(attacker, defender)


def by_icepool(a: int, n: int, d: int, m: int) -> Fraction:
    """The attacker's chance in one contest, the general way."""

    def attacker_wins(attacker: int, defender: int) -> bool:
        if attacker > a:
            return False
        return defender > d or attacker > defender or (attacker == defender and a > d)

    won: icepool.Die[bool] = icepool.map(attacker_wins, n @ icepool.d6, m @ icepool.d6)
    return won.probability(True)


def sample_by_icepool() -> None:
    for case in SAMPLE:
        by_icepool(*case)


def run() -> list[Row]:
    """Check a sample against icepool, then measure."""
    for case in SAMPLE:
        if contest(*case).attacker != by_icepool(*case):
            raise AssertionError(f"contest{case} disagrees with icepool")
    cold = per_second(from_nothing, count=len(CASES))
    general = per_second(sample_by_icepool, count=len(SAMPLE))
    warm = per_second(full_table, count=len(CASES))
    table = {case: contest(*case) for case in CASES}

    def look_up() -> None:
        for case in CASES:
            table[case]

    looked_up = per_second(look_up, count=len(CASES))
    best = per_second(best_dice)
    return [
        Row(
            f"odds: {len(CASES)} contests, cold",
            len(CASES) / cold,
            "s",
            cold / general,
            "icepool, contest by contest",
            "well under 1 s",
        ),
        Row(
            "odds: contests, warm",
            warm,
            "1/s",
            warm / looked_up,
            "look-up in a dict",
            "shown for every option of a fight",
        ),
        Row(
            f"odds: best dice for {len(LIMITS) ** 2} pairs of limits, cold",
            1 / best,
            "s",
            None,
            "",
            "well under 1 s",
        ),
    ]
