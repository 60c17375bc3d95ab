"""The luck of a fight, with scripted dice where it can be worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from operator import add

import pytest

from legendry.legends.events import Checked
from legendry.legends.fighter import Fight
from legendry.table import Choose, Replay, Seeded, Table
from legendry.table.luck import luck
from legendry.table.tally import Tally
from tests.legends.arena import ALL, AW, arena, offered, play, who


def tallies(table: Table[Fight]) -> dict[tuple[str, str], Tally]:
    return {(one.seat, one.what): one for one in luck(Replay.of(table.record)).tallies}


def beside(edition: str, dice: str = "", **ajax: int) -> Table[Fight]:
    """Ajax, DX 11, and Hector, DX 9, next to each other with clubs."""
    return arena(
        edition,
        who("Ajax", "Greeks", "0404", weapons=["club"], **ajax),
        who("Hector", "Trojans", "0405", dx=9, weapons=["club"]),
        dice=dice,
    )


def fought(table: Table[Fight], blows: int = 1000) -> Table[Fight]:
    """Both strike as long as there are dice and blows left; nobody reacts."""
    while isinstance(table.pending, Choose):
        texts = offered(table)
        strike = next((text for text in texts if " strike " in text), "")
        blows -= bool(strike)
        if blows < 0:
            break
        stays = (text for text in texts if text.endswith(("take it", "stay")))
        play(table, strike or next(stays))
    return table


@ALL
def test_checks_and_damage_by_hand(edition: str) -> None:
    """3/11 is passed 5 times in 8, 3/9 81 times in 216; a hit, a miss, then a hit."""
    found = tallies(fought(beside(edition, "3 4 4, 5, 6 6 6, 1 2 3, 2"), 3))
    assert set(found) == {("Greeks", "checks"), ("Greeks", "damage dice"), ("Trojans", "checks")}
    checks = found["Greeks", "checks"]
    assert (checks.count, checks.got, checks.expected) == (2, 2, Fraction(10, 8))
    assert checks.share == 1 - Fraction(25, 64) / 2
    assert checks.words == (
        "Greeks passed 2 of 2 checks where 1.2 were to be expected: luckier than 80 % of fights."
    )
    missed = found["Trojans", "checks"]
    assert (missed.count, missed.got, missed.expected) == (1, 0, Fraction(81, 216))
    assert missed.share == Fraction(135, 216) / 2
    harm = found["Greeks", "damage dice"]
    assert (harm.count, harm.got, harm.expected, harm.share) == (2, 7, Fraction(7), Fraction(1, 2))


@ALL
def test_a_whole_fight_agrees_with_what_its_events_tell(edition: str) -> None:
    """The checks as the events have them, each counted out face by face."""
    scripted = beside(edition)
    table = fought(Table.opened(scripted.game, scripted.header, Seeded(3)))
    assert table.outcome is not None
    found = tallies(table)
    for seat, name in (("Greeks", "Ajax"), ("Trojans", "Hector")):
        checks = [one for one in table.events if isinstance(one, Checked) and one.who == name]
        passed = [Fraction(1)]
        for one in checks:
            chance = counted(len(one.faces), one.limit.total)
            fails = [(1 - chance) * part for part in passed]
            passed = list(
                map(add, [*fails, Fraction(0)], [Fraction(0), *(chance * p for p in passed)])
            )
        tally = found[seat, "checks"]
        assert tally.count == len(checks) > 2
        assert tally.got == sum(one.passed for one in checks)
        assert tally.share == sum(passed[: tally.got]) + passed[tally.got] / 2


def counted(dice: int, limit: int) -> Fraction:
    """The chance of a total that is not over the limit."""
    faces = list(product(range(1, 7), repeat=dice))
    return Fraction(sum(sum(shown) <= limit for shown in faces), len(faces))


@pytest.mark.parametrize("curses", [0, 2])
def test_curses_make_checks_harder(curses: int) -> None:
    """CAM-13, RUL-87: a total of 10 passes against 11, but not with two curses."""
    checks = tallies(fought(beside(AW, "3 3 4, 4", curses=curses), 1))["Greeks", "checks"]
    assert checks.expected == counted(3, 11 - curses)
    assert checks.got == (curses == 0)
