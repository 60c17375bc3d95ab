"""What dice gave beside what was to be expected of them, by exact chances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import TypeAlias

from msgspec import Struct

from legendry.table.requests import Roll, Seat

Fell: TypeAlias = tuple[Roll, tuple[int, ...]]
"""A roll that was asked for, and the faces that fell."""
Ways: TypeAlias = tuple[int, ...]
"""In how many ways a die or a check gives 0, 1, 2 and so on: a check of 3 in 8 is (5, 3)."""


class Tally(Struct, frozen=True):
    """What `count` things such as checks or dice gave a seat in all, and how good that is.

    `share` is the part of all games in which the same would have given less; of those in which it
    would have given as much, half count. `words` say it in a sentence.
    """

    seat: Seat
    what: str
    count: int
    got: int
    expected: Fraction
    share: Fraction
    words: str


def tallied(
    seat: Seat, what: str, got: int, parts: Sequence[Ways], deed: str, verdict: str
) -> Tally:
    """A tally of independent parts that gave `got` in all.

    The sentence is made of the `deed` such as `passed 2 of 3 checks`, what was to be expected, and
    the `verdict` on the share such as `luckier than {} of fights`.
    """
    expected = sum((mean(part) for part in parts), Fraction(0))
    ways = together(parts)
    share = Fraction(2 * sum(ways[:got]) + ways[got], 2 * sum(ways))
    words = f"{seat} {deed}: luck had no part in it."
    if ways[got] != sum(ways):
        usual = f"{float(expected):.1f}".removesuffix(".0")
        how = verdict.format(percent(share))
        words = f"{seat} {deed} where {usual} were to be expected: {how}."
    return Tally(seat, what, len(parts), got, expected, share, words)


def percent(share: Fraction) -> str:
    """A share as people say it, never quite nothing and never quite all."""
    points = round(100 * share)
    if points in (0, 100):
        return "less than 1 %" if points == 0 else "more than 99 %"
    return f"{points} %"


def mean(part: Ways) -> Fraction:
    """What a part gives on average."""
    return Fraction(sum(n * count for n, count in enumerate(part)), sum(part))


def together(parts: Iterable[Ways]) -> list[int]:
    """In how many ways the parts give each sum."""
    ways = [1]
    for part, times in Counter(parts).items():
        ways = product(ways, power(part, times))
    return ways


def product(ours: Sequence[int], theirs: Sequence[int]) -> list[int]:
    """The ways to each sum of two, as polynomials are multiplied."""
    ways = [0] * (len(ours) + len(theirs) - 1)
    for n, count in enumerate(ours):
        for m, others in enumerate(theirs) if count else ():
            ways[n + m] += count * others
    return ways


def power(part: Ways, times: int) -> list[int]:
    """The ways to each sum of so many alike, by Miller's recurrence for powers of a polynomial.

    It makes a thousand dice a matter of milliseconds.
    """
    if part[0] == 0:
        return [0] * times + power(part[1:], times)
    first, *rest = part
    ways = [first**times]
    for sum_ in range(1, times * len(rest) + 1):
        terms = (
            (n * (times + 1) - sum_) * count * ways[sum_ - n]
            for n, count in enumerate(rest, 1)
            if n <= sum_
        )
        ways.append(sum(terms) // (sum_ * first))
    return ways


def die(sides: int) -> Ways:
    """The faces of a die."""
    return (0, *[1] * sides)


def pips(fell: Iterable[Fell]) -> tuple[Tally, ...]:
    """For each seat, all that its dice have shown; whether more is better is for the game to say."""
    return tuple(
        pips_of(seat, "dice", mine, "more than in {} of games")
        for seat, mine in by_seat(fell).items()
    )


def by_seat(fell: Iterable[Fell]) -> dict[Seat, list[Fell]]:
    """The rolls of plain dice that somebody made, by seat in the order of their first rolls."""
    rolls: dict[Seat, list[Fell]] = {}
    for roll, faces in fell:
        if roll.seat is not None and roll.faces is None:
            rolls.setdefault(roll.seat, []).append((roll, faces))
    return rolls


def counted(count: int, what: str) -> str:
    """So many of a thing: `1 check`, `3 damage dice`."""
    return f"{count} {what}" if count != 1 else f"1 {what.replace('dice', 'die').removesuffix('s')}"


def pips_of(seat: Seat, what: str, fell: Sequence[Fell], verdict: str) -> Tally:
    """All pips of some rolls, named as `what`."""
    dice = list(chain.from_iterable([die(roll.sides)] * roll.dice for roll, _ in fell))
    got = sum(sum(faces) for _, faces in fell)
    deed = f"rolled {counted(got, 'pips')} with {counted(len(dice), what)}"
    return tallied(seat, what, got, dice, deed, verdict)
