"""Greedy in dogfights: sound choices one by one, and far better than chance."""

from __future__ import annotations

from random import Random

import pytest

from legendry.bots import bot
from legendry.bots.greedy import GreedyBot
from legendry.cli.duel import Match, played
from legendry.legends.dogfight.sky import Sky
from legendry.table import Choose, Table, play
from tests.legends.dogfight.squadron import BOTH, SKILLS, TS, TSC, contest, craft, pair, place
from tests.legends.dogfight.squadron import play as answered
from tests.legends.dogfight.test_dogfight_laws import some_dogfight


def choice(table: Table[Sky]) -> str:
    """What greedy would answer now."""
    request = table.pending
    assert isinstance(request, Choose)
    option = GreedyBot("1").answer(request, table.view(request.seat))
    assert not isinstance(option, tuple)
    return option.notation


@BOTH
@pytest.mark.parametrize("tail", [False, True])
def test_it_keeps_its_firing_position(edition: str, tail: bool) -> None:
    """DOG-14, DOG-16: with a foe before its guns it fires, whoever is behind."""
    table = pair(edition, "6 6 6, 3, 2", others=[craft("Wasp", "Trojans")])
    place(table, "Kit-Kat", "pursuit", "Vulture")
    if tail:
        place(table, "Wasp", "pursuit", "Kit-Kat")
    assert choice(table) == "Kit-Kat fire Vulture"
    if edition == TSC:
        answered(table, "Kit-Kat fire Vulture")
        assert choice(table) == "Kit-Kat maneuver Vulture"
        answered(table, "Kit-Kat maneuver Vulture", *contest("Kit-Kat", "Vulture"))
        assert choice(table) == "Kit-Kat pursue Vulture"


def test_it_shakes_off_a_tail() -> None:
    for edition in (TS, TSC):
        table = place(pair(edition), "Kit-Kat", "fleeing", "Vulture")
        assert choice(table) == "Kit-Kat maneuver Vulture"


def test_it_does_not_fire_in_vain() -> None:
    """DOG-21: shields that no hit can pierce."""
    table = pair(TS, other="Engineering1, Operations1, d6/6")
    assert "fire" not in choice(place(table, "Kit-Kat", "pursuit", "Vulture"))


def test_the_better_pilot_stays_close() -> None:
    """DOG-9: a fleeing winner turns on the worse pilot and leaves the better one."""
    for level, answer in ((3, "Kit-Kat turning"), (0, "Kit-Kat disengage")):
        skills = {"skills": {SKILLS[TS]: level}} if level else {}
        table = place(pair(TS, "3, 2", kit=skills), "Kit-Kat", "fleeing", "Vulture")
        answered(table, "Kit-Kat maneuver Vulture", *contest("Kit-Kat", "Vulture"))
        assert choice(table) == answer


def test_it_takes_the_best_dice_and_all_the_points() -> None:
    """RUL-1, DOG-22."""
    table = answered(pair(TS, "1 1 1 1, 6"), "Kit-Kat maneuver Vulture")
    assert isinstance(table.pending, Choose)
    best = max(table.pending.options, key=lambda one: one.about.figures["win"] if one.about else 0)
    assert choice(table) == best.notation
    table = answered(pair(TS, "1 1 1 1, 6"), "Kit-Kat run Vulture")
    assert choice(table) == "Kit-Kat inflict 4"


def test_it_never_runs_away() -> None:
    table = answered(pair(TS), "Kit-Kat pass", "Vulture pass")
    assert choice(table) != "Kit-Kat exit"


@pytest.mark.parametrize("seed", range(6))
def test_it_finishes_any_dogfight(seed: int) -> None:
    table = some_dogfight(Random(seed))
    play(table, {seat: bot("greedy", seed=f"{seed}/{seat}") for seat in table.header.seats})
    assert table.outcome is not None


@BOTH
@pytest.mark.parametrize("size", [1, 3])
def test_it_beats_random_ninety_times_in_a_hundred(edition: str, size: int) -> None:
    matches = (
        Match(edition, "1", number, size, ("greedy", "random"), "dogfight") for number in range(100)
    )
    assert sum(played(match).winner == 0 for match in matches) >= 90
