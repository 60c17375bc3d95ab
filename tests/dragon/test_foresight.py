"""The coach of the whole game against the exact odds, where both can answer."""

from __future__ import annotations

import pytest

from legendry.dragon.cards import default_cards
from legendry.dragon.chances import Fight, curve
from legendry.dragon.foresight import Foresight, Scene, turning
from legendry.dragon.ladder import ladder
from legendry.dragon.odds import Purse, combat_value, decisions, purses_of
from legendry.dragon.options import levels
from legendry.dragon.planner import Aim, Battle, Creature, Turn, selections
from legendry.dragon.worth import Worth, worth_of

GOBLIN = Creature(1, 4, "full_house", 4, reward=1, limit="no_bard")
KEEPER = Creature(2, 5, "four_of_a_kind", 3, reward=2)
WRAITH = Creature(3, 6, "straight", 2, reward=2, limit="no_abilities")
PURSES = {"shaman": 3, "bard": 3, "magician": 4}


@pytest.mark.parametrize("pattern", ["straight", "full_house", "five_of_a_kind"])
@pytest.mark.parametrize("duo", ["", "vigilant"])
def test_a_win_beyond_price_has_the_exact_chance_drg_41(pattern: str, duo: str) -> None:
    purses = purses_of(default_cards(), {"bard": 3, "magician": 4}, duo)
    fight = Fight(pattern, purses, lambda won, _: float(won))
    assert fight.opening(3) == pytest.approx(float(combat_value(pattern, 3, purses)))
    best, value = fight.best_keep((1, 1, 2, 5, 6), 2)
    ranked = decisions(pattern, 2, (1, 1, 2, 5, 6), purses)
    keeps = {one.keep: float(one.p) for one in ranked if one.kind == "keep"}
    assert value == pytest.approx(max(keeps.values()))
    assert keeps[best] == pytest.approx(value)


def test_a_win_that_is_worth_little_is_not_paid_for() -> None:
    purses = (Purse("bard", 3, 3),)
    won = {0: 0.6, 3: 0.4}
    fight = Fight("four_of_a_kind", purses, lambda wins, paid: won[sum(paid)] if wins else 0.5)
    assert fight.value((5, 5, 5, 6, 1), 0) == 0.5
    assert fight.value((5, 5, 5, 5, 1), 0) == 0.6


def test_a_curve_goes_from_the_free_chance_to_the_best() -> None:
    purses = (Purse("bard", 6, 3),)
    found = curve("straight", 3, purses)
    assert found[0][0] == pytest.approx(float(combat_value("straight", 3)))
    assert found[0][1] == 0
    assert found[-1][0] == pytest.approx(float(combat_value("straight", 3, purses)))
    assert list(found) == sorted(found)


def test_at_four_all_the_turn_is_played_for_its_token_drg_90() -> None:
    """Where the next token ends the game, the exact planner must say the same."""
    turn = Turn((GOBLIN, KEEPER, WRAITH), PURSES)
    found = Foresight(Scene(turn, tokens=(4, 4)), Worth({})).selections()
    exact = selections(turn, Aim(token=100_000, draw=50_000))
    assert found[0][1] == pytest.approx(float(exact[0].token + exact[0].draw / 2), abs=1e-3)


def test_every_legal_battle_is_weighed_drg_26() -> None:
    turn = Turn((GOBLIN, KEEPER, WRAITH), PURSES)
    found = Foresight(Scene(turn), worth_of("total"), thorough=True).selections()
    assert {battle for battle, _ in found} == {plan.battles[0] for plan in selections(turn)}


def test_potions_are_saved_for_what_is_worth_more_drg_61() -> None:
    """A hopeless turn is not worth potions that the purses would miss."""
    dear = Worth({"potions bard": 5.0, "tokens 0:1": 0.0, "tokens 1:0": 0.1})
    turn = Turn((KEEPER,), PURSES)
    fight = Foresight(Scene(turn), dear).fight(KEEPER, Battle(2, ("bard",)))
    assert fight.value((5, 5, 5, 6, 1), 0) == fight.lost


@pytest.mark.parametrize(
    ("token", "tokens", "option", "side"),
    [
        (1, (4, 0), "each_side", "heroes"),
        (-1, (4, 4), "each_side", "creatures"),
        (-1, (4, 4), "first_side", ""),
        (1, (4, 0), "off", ""),
        (0, (4, 4), "each_side", ""),
        (1, (3, 4), "each_side", ""),
    ],
)
def test_turning_points_are_foreseen_drg_93_rul_d24(
    token: int, tokens: tuple[int, int], option: str, side: str
) -> None:
    assert turning(Scene(Turn((), {}), turning_point=option), token, tokens) == side


@pytest.mark.parametrize("throw_count", ["total", "rerolls"])
def test_more_potions_are_never_worth_less(throw_count: str) -> None:
    worth = worth_of(throw_count)
    for hero in default_cards().heroes:
        for tokens in ((0, 0), (4, 2)):
            values = [worth.purse(hero, potions, tokens) for potions in range(21)]
            assert values == sorted(values)


def test_every_level_has_its_measured_rates() -> None:
    assert set(ladder()) == set(levels())
    for rungs in ladder().values():
        assert rungs["coach"].rate > rungs["naive"].rate
