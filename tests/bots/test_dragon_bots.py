"""The bots of Legendary Dragon: they answer from the view alone, and the coach beats the naive one."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.bots import bot
from legendry.bots.dragon import looks_good
from legendry.cli.dragon_simulate import Sitting, played
from legendry.cli.parallel import wilson
from legendry.dragon.advice import Coach, scene_of
from legendry.dragon.battle import Keep, Stop
from legendry.dragon.current import chance_with, chances
from legendry.dragon.game import DRAGON
from legendry.dragon.views import DragonView
from legendry.parlour.pig import PIG
from legendry.table import Choose, Replay, Seeded, Table, Typed, play


def seen(table: Table[Any]) -> tuple[Choose[Any], DragonView]:
    request, view = table.pending, table.view("Ann")
    assert isinstance(request, Choose)
    assert isinstance(view, DragonView)
    return request, view


class TestCoach:
    def test_a_whole_game_at_four_seats_replays(self) -> None:
        seats = ["Ann", "Bob", "Cid", "Dee"]
        table = Table(DRAGON, seats, Seeded(3))
        play(table, {seat: bot("coach") for seat in seats})
        assert table.outcome is not None
        replay = Replay.of(table.record)
        replay.run()
        assert replay.table.record == table.record

    def test_it_beats_the_naive_one_with_disjoint_intervals(self) -> None:
        wins = {
            policy: sum(played(Sitting(policy, "master", "t", game, 1)).won for game in range(24))
            for policy in ("coach", "naive")
        }
        assert wilson(wins["coach"], 24)[0] > wilson(wins["naive"], 24)[1]

    def test_every_option_is_weighed_and_the_best_is_taken(self) -> None:
        table = Table(DRAGON, ["Ann"], Seeded(5), setup={"potions": {"shaman": 4, "bard": 3}})
        coach = Coach()
        phases = set()
        for _ in range(40):
            if table.pending is None:
                break
            request, view = seen(table)
            ranked = coach.ranked(request, view)
            phases.add(view.phase)
            assert {advice.option for advice in ranked} == set(request.options)
            assert all(0 <= advice.chance <= 1 for advice in ranked)
            best = coach.best(request, view)
            chance = next(advice.chance for advice in ranked if advice.option == best)
            assert chance == pytest.approx(ranked[0].chance, abs=1e-6)
            table.answer(best)
        assert {"planning", "selection", "battle"} <= phases

    def test_the_last_token_is_all_that_counts_drg_90(self) -> None:
        table = Table(DRAGON, ["Ann"], Seeded(1), setup={"tokens": {"heroes": 4, "creatures": 4}})
        request, view = seen(table)
        chance = Coach().chance(view)
        assert 0 < chance < 1
        assert Coach().ranked(request, view)[0].chance == pytest.approx(chance)

    def test_a_scene_knows_who_has_fought_drg_29(self) -> None:
        table = Table(DRAGON, ["Ann"], Seeded(1))
        while len(seen(table)[1].combats) == 0:
            table.answer(bot("coach").answer(*seen(table)))
        scene = scene_of(seen(table)[1])
        assert scene.turn.fought
        assert len(scene.turn.creatures) == 1
        assert scene.turn.lead == seen(table)[1].lead

    def test_it_plays_decks_and_options_of_other_tables_rul_d2(self) -> None:
        deck = {
            "setup": {"tokens_to_win": 3, "victory_tokens": 9},
            "costs": {"shift": 2, "magic_shift": 5},
            "hero": [
                {"id": "shaman", "name": "Seer", "abilities": ["magic_shift"]},
                {"id": "bard", "name": "Singer", "abilities": ["song_of_power"]},
                {"id": "magician", "name": "Witch", "abilities": ["transfiguration", "shift"]},
            ],
        }
        options = {
            "song_on_loss": "doubled_points",
            "transfiguration_per_turn": "unlimited",
            "starting_potions": 6,
        }
        table = Table(DRAGON, ["Ann"], Seeded(7), setup={"cards": deck}, options=options)
        play(table, {"Ann": bot("coach")})
        assert table.outcome is not None


class TestNaive:
    @pytest.mark.parametrize(
        ("pattern", "dice", "kept"),
        [
            ("straight", (1, 2, 2, 4, 6), [1, 2, 4]),
            ("full_house", (3, 3, 3, 5, 1), [3, 3, 3]),
            ("full_house", (3, 3, 5, 5, 1), [3, 3, 5, 5]),
            ("two_different_pairs", (4, 4, 4, 4, 1), [4, 4]),
            ("five_of_a_kind", (6, 6, 6, 6, 1), [6, 6, 6, 6]),
            ("four_of_a_kind", (1, 2, 3, 4, 6), [1]),
        ],
    )
    def test_it_keeps_what_looks_good(
        self, pattern: str, dice: tuple[int, ...], kept: list[int]
    ) -> None:
        assert sorted(looks_good(pattern, dice)) == kept

    def test_it_never_sings_or_transfigures(self) -> None:
        table = Table(DRAGON, ["Ann"], Seeded(2), options={"starting_potions": 6}, undo="never")
        play(table, {"Ann": bot("naive", seed="1")})
        assert "song" not in table.record
        assert "transfigure" not in table.record


class TestExactChances:
    def test_moves_and_their_chances_agree_with_the_best_drg_39(self) -> None:
        table = Table(DRAGON, ["Ann"], Seeded(4))
        while seen(table)[1].phase != "battle":
            table.answer(seen(table)[0].options[0])
        request, view = seen(table)
        found = chances(view)
        assert set(found) == {option.value for option in request.options}
        assert max(found.values()) == chance_with(view, view.dice, view.throws_left)
        assert found[Stop()] == 0
        assert Keep(()) in found


@pytest.mark.parametrize("name", ["coach", "naive"])
def test_at_other_games_and_with_typed_dice_they_do_anything_legal(name: str) -> None:
    table = Table(PIG, ["Ann"], Typed(), options={"rounds": 1})
    play(table, {"Ann": bot(name, seed="1")})
    assert table.outcome is not None
