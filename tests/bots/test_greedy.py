"""The bot greedy: sound choices one by one, whole fights, and far better than chance."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from legendry.bots import bot
from legendry.bots.greedy import GreedyBot
from legendry.cli.duel import Match, played
from legendry.legends.edition import editions
from legendry.legends.fighter import Fight
from legendry.parlour.peddlers import PEDDLERS
from legendry.parlour.pig import PIG
from legendry.table import Choose, Game, Option, Seeded, Table, play
from tests.legends.arena import AW, TS, arena, who
from tests.legends.arena import play as answered
from tests.legends.test_fight_laws import some_fight


def choice(table: Table[Fight]) -> str:
    """What greedy would answer now."""
    request = table.pending
    assert isinstance(request, Choose)
    option = GreedyBot("1").answer(request, table.view(request.seat))
    assert not isinstance(option, tuple)
    return option.notation


def deed(table: Table[Fight]) -> str:
    """What greedy would do in this turn: where he goes, then his action."""
    move = choice(table)
    table.answer(move)
    return f"{move}, {choice(table)}"


def test_it_goes_to_a_foe_in_reach_and_strikes_him() -> None:
    table = arena(
        AW,
        who("Ajax", "Greeks", "0204", weapons=["broad-sword"]),
        who("Hector", "Trojans", "0504", weapons=["broad-sword"]),
    )
    move, _, action = deed(table).partition(", ")
    assert move.startswith("Ajax move ")
    assert action.startswith("Ajax strike Hector")


def test_it_finishes_the_weaker_foe() -> None:
    table = arena(
        AW,
        who("Ajax", "Greeks", "0504", weapons=["broad-sword"]),
        who("Hector", "Trojans", "0503", weapons=["club"]),
        who("Paris", "Trojans", "0505", weapons=["club"], damage=9),
    )
    assert deed(table).startswith("Ajax stay, Ajax strike Paris")


def test_it_leaves_the_fallen_alone() -> None:
    table = arena(
        AW,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Paris", "Trojans", "0505", damage=12),
        who("Hector", "Trojans", "0506", weapons=["club"], damage=3),
    )
    assert "Paris" not in deed(table)


def test_it_shoots_rather_than_runs() -> None:
    table = arena(
        AW,
        who("Teucer", "Greeks", "0204", weapons=["longbow"]),
        who("Hector", "Trojans", "1004", weapons=["club"]),
    )
    assert deed(table).startswith("Teucer stay, Teucer shoot Hector")


def test_skill_goes_where_it_does_most_good() -> None:
    """SKL-4: to hit for the clumsy, to damage for the sure hand."""
    for dx, words in ((8, ""), (16, " for damage")):
        table = arena(
            AW,
            who("Ajax", "Greeks", "0504", dx=dx, weapons=["broad-sword"], skills={"sword": 2}),
            who("Hector", "Trojans", "0505", st=30, weapons=["club"]),
        )
        verb = deed(table).partition(", ")[2]
        assert verb.startswith("Ajax strike Hector")
        assert (" for damage" in verb) == bool(words)


def test_it_reloads_when_there_is_time() -> None:
    table = arena(
        AW,
        who("Teucer", "Greeks", "0204", st=14, weapons=["crossbow"]),
        who("Hector", "Trojans", "1204", weapons=["broad-sword"], ma=1),
        dice="6 6 6",
    )
    answered(table, "Teucer stay", "Teucer shoot Hector", "Hector pass")
    assert deed(table) == "Teucer stay, Teucer reload crossbow"


def test_a_grenade_is_for_foes_only() -> None:
    crowd = [who(f"Robot{n}", "Robots", f"090{n}", weapons=["club"], ma=1) for n in (4, 5, 6)]
    thrower = who("Fitz", "Crew", "0405", weapons=["frag-grenade"])
    assert deed(arena(TS, thrower, *crowd)).endswith("Fitz lob frag grenade")
    friends = [who(f"Mate{n}", "Crew", f"080{n}", weapons=["club"]) for n in (4, 5, 6)]
    table = arena(TS, thrower, *friends, crowd[0])
    table.answer("Fitz")
    assert "lob" not in deed(table)


def test_it_dodges_what_would_drop_it() -> None:
    """RCT-4: a turn is worth less than a life."""
    for damage, answer in ((0, "Hector take it"), (11, "Hector dodge")):
        table = arena(
            AW,
            who("Ajax", "Greeks", "0504", weapons=["dagger"]),
            who("Hector", "Trojans", "0505", dx=15, weapons=["club"], damage=damage),
            dice="1 1 1",
        )
        answered(table, "Ajax stay", "Ajax strike Hector")
        assert choice(table) == answer


def test_it_counters_when_the_blow_is_worth_a_turn() -> None:
    for weapon, counters in (("battle-axe", True), ("dagger", False)):
        table = arena(
            AW,
            who("Ajax", "Greeks", "0504", weapons=["club"], armor=["chain"]),
            who("Hector", "Trojans", "0505", st=16, dx=14, weapons=[weapon]),
            dice="6 6 6",
        )
        answered(table, "Ajax stay", "Ajax strike Hector")
        assert choice(table).startswith("Hector counter") == counters


def test_contest_dice_are_the_best_ones() -> None:
    """RUL-1: the dice with the highest exact chance."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0504", st=14),
        who("Hector", "Trojans", "0504", st=11, holds="Ajax"),
    )
    grips = [option.notation for option in options(answered(table, "Ajax stay"))]
    table.answer(next(grip for grip in grips if "grapple" in grip))
    best = max(
        options(table), key=lambda option: option.about.figures["win"] if option.about else 0
    )
    assert choice(table) == best.notation


def options(table: Table[Fight]) -> Sequence[Option[Any]]:
    assert isinstance(table.pending, Choose)
    return table.pending.options


def test_karma_for_a_miss() -> None:
    """CAM-7: a failed roll is worth rolling again, a passed one is not."""
    for dice, answer in (("6 6 6", "Ajax re-roll"), ("1 1 1", "Ajax keep")):
        table = arena(
            TS,
            who("Ajax", "Greeks", "0504", weapons=["club"], karma=1),
            who("Hector", "Trojans", "0505", weapons=["club"]),
            dice=dice,
        )
        assert choice(answered(table, "Ajax stay", "Ajax strike Hector")) == answer


def test_a_wish_for_the_fallen() -> None:
    """CAM-8: all damage wiped out, when it is needed and not before."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0504", weapons=["club"]),
        who("Hector", "Trojans", "0505", weapons=["cutlass"], wishes=1, damage=11),
        dice="1 1 1, 6",
        greeks_first=False,
    )
    assert "wish" not in choice(table)
    answered(table, "Hector pass", "Ajax stay", "Ajax strike Hector", "Hector take it")
    assert choice(table) == "Hector wish"


@pytest.mark.parametrize("game", [PIG, PEDDLERS])
def test_it_never_fails_at_other_games(game: Game[Any]) -> None:
    table = Table(game, ["Ann", "Bob"], Seeded(3))
    play(table, {"Ann": bot("greedy", seed="1"), "Bob": bot("greedy", seed="2")})
    assert table.outcome is not None


@pytest.mark.parametrize("seed", range(12))
def test_any_fight_comes_to_an_end(seed: int) -> None:
    """Random people, boards, editions and table options, three sides among them."""
    table = some_fight(Random(seed))
    play(table, {seat: bot("greedy", seed=f"{seed}{seat}") for seat in table.header.seats})
    assert table.outcome is not None


@pytest.mark.parametrize("slug", editions())
def test_greedy_beats_random(slug: str) -> None:
    """Mirror matches with both on either side; at length, `legendry duel greedy random`."""
    matches = [Match(slug, "test", number, 3, ("greedy", "random")) for number in range(20)]
    results = [played(match) for match in matches]
    assert sum(result.winner == 0 for result in results) >= 18
    assert played(matches[0]) == results[0]  # the same numbers, the same match
