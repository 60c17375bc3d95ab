"""Pig, rule by rule, with scripted dice."""

from __future__ import annotations

from fractions import Fraction

from legendry.parlour.pig import PIG, PigView
from legendry.table import Roll, Scripted, Table, Typed


def pig(*faces: str, seats: tuple[str, ...] = ("Ann", "Bob"), **options: int) -> Table:  # type: ignore[type-arg]
    return Table(PIG, seats, Scripted(*faces), options=options)


def seen(table: Table) -> PigView:  # type: ignore[type-arg]
    view = table.view(None)
    assert isinstance(view, PigView)
    return view


def test_throws_add_up_at_stake_and_the_player_decides_after_each() -> None:
    """PIG-2"""
    table = pig("2", "6")
    assert seen(table).stake == 2
    table.answer("Ann roll")
    assert seen(table).stake == 8
    assert table.pending is not None
    assert table.pending.asks == "Ann: 8 at stake: roll again or hold?"


def test_a_one_loses_the_stake_and_the_turn() -> None:
    """PIG-3"""
    table = pig("6", "1", "4")
    table.answer("Ann roll")
    assert seen(table) == PigView(turn=2, to_play="Bob", stake=4, scores={"Ann": 0, "Bob": 0})


def test_holding_banks_the_stake_and_ends_the_turn() -> None:
    """PIG-1, PIG-4"""
    table = pig("6", "3", "4", "5")
    table.answer("Ann hold")
    assert seen(table).to_play == "Bob"
    table.answer("Bob hold")
    assert seen(table) == PigView(turn=3, to_play="Ann", stake=4, scores={"Ann": 6, "Bob": 3})


def test_the_target_in_bank_and_stake_wins_at_once() -> None:
    """PIG-5"""
    table = pig("6", "3", "6", target=12)
    table.answer("Ann hold")
    table.answer("Bob hold")
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.rule) == (("Ann",), "PIG-5")


def test_the_last_round_ends_the_game_and_equal_points_share_it() -> None:
    """PIG-6"""
    table = pig("3", "3", rounds=1)
    table.answer("Ann hold")
    table.answer("Bob hold")
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.rule) == (("Ann", "Bob"), "PIG-6")


def test_leaves_of_a_short_game() -> None:
    """All answers and throws of a game to 3 points in one round: their chances add up to one."""

    def leaves(table: Table) -> tuple[int, Fraction]:  # type: ignore[type-arg]
        request = table.pending
        if request is None:
            return 1, Fraction(1)
        count, chance = 0, Fraction(0)
        ways = range(1, 7) if isinstance(request, Roll) else range(1)
        for way in ways:
            fork = table.fork()
            fork.answer([way] if isinstance(request, Roll) else "Ann hold")
            inner, p = leaves(fork)
            count, chance = count + inner, chance + p / len(ways)
        return count, chance

    table = Table(PIG, ["Ann"], Typed(), options={"target": 3, "rounds": 2})
    assert leaves(table) == (16, Fraction(1))
