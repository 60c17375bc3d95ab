"""The planner of a turn against turns played in every way the rules allow, and against play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from math import factorial, prod, sqrt
from random import Random

import pytest
from msgspec.structs import replace

from legendry.dragon.cards import default_cards
from legendry.dragon.combos import holds
from legendry.dragon.odds import combat_value, decisions, purses_of
from legendry.dragon.planner import (
    Aim,
    Battle,
    Creature,
    Outcome,
    Plan,
    Turn,
    assignments,
    selections,
    stake,
)

CARDS = default_cards()
WEAK = Creature(1, 2, "two_different_pairs", 1, reward=1)
STRONG = Creature(2, 3, "three_of_a_kind", 1, reward=2, limit="no_abilities")
HUGE = Creature(3, 4, "full_house", 1, reward=1, limit="no_shaman")
AGILE = Creature(4, 6, "straight", 1, reward=1, limit="single_hero")
CORRUPTED = Creature(2, 5, "four_of_a_kind", 1, reward=3)
PURSES = {"shaman": 3, "bard": 6, "magician": 5}

TURNS = {
    "two creatures": Turn((WEAK, CORRUPTED), PURSES),
    "three creatures": Turn((STRONG, HUGE, AGILE), PURSES),
    "empty purses": Turn((WEAK, STRONG, AGILE), {"shaman": 0, "bard": 2, "magician": 1}),
    "one combat was won": Turn(
        (HUGE, AGILE), PURSES, fought=("magician",), won=9, lost=0, defeated=True
    ),
    "a duo has lost": Turn(
        (WEAK, AGILE), PURSES, fought=("bard", "shaman"), used=("vigilant",), lost=4
    ),
    "a lost song counts double": Turn((WEAK, CORRUPTED), PURSES, doubled_on_loss=True),
    "nobody can fight": Turn((HUGE,), PURSES, fought=("bard", "magician")),
}


class Brute:
    """A turn of combats with one throw each: every battle, song and change, without short cuts."""

    def __init__(self, turn: Turn, aim: Aim) -> None:
        self.turn = turn
        self.aim = aim

    def value(self, left: Turn, only: tuple[Battle, ...] | None = None) -> Outcome:
        """The best that can come of what is left of the turn."""
        found = [self.fought(left, battle, only) for battle in self.battles(left, only)]
        if found:
            return max(found, key=self.aim.value)
        held = Fraction(sum(left.purses.values()))
        potions = held + (0 if left.defeated else 3)  # DRG-83
        return Outcome(Fraction(left.lead > 0), Fraction(left.lead == 0), potions, held)

    def battles(self, left: Turn, only: tuple[Battle, ...] | None) -> Iterator[Battle]:
        for battle in legal(left):
            if only is None or replace(battle, song=False) in only:
                yield battle

    def fought(self, left: Turn, battle: Battle, only: tuple[Battle, ...] | None) -> Outcome:
        """What comes of the turn when this battle is next, over every fall of the dice."""
        creature = next(c for c in left.creatures if c.slot == battle.slot)
        purses = dict(left.purses)
        if battle.song:
            purses["bard"] -= 3
        rest = replace(
            left,
            creatures=tuple(c for c in left.creatures if c != creature),
            purses=purses,
            fought=(*left.fought, *battle.team),
            used=(*left.used, battle.duo),
        )
        points = creature.points * (2 if battle.song else 1)
        reward = creature.reward
        if battle.duo == "strategic":
            points += 6
        if battle.duo == "fearless":
            reward += 4
        win = self.value(replace(rest, won=left.won + points, defeated=True), only)
        win = win._replace(potions=win.potions + reward)
        against = creature.points * (2 if battle.song and left.doubled_on_loss else 1)  # RUL-D18
        loss = self.value(replace(rest, lost=left.lost + against), only)
        payable = creature.limit != "no_abilities"
        team = tuple((hero, purses[hero] if payable else 0) for hero in battle.team)
        total = [Fraction(0)] * 4
        for payments, ways in paths(creature.pattern, team, battle.duo == "vigilant").items():
            if 0 in payments:
                best = win
            else:
                paid = [
                    win._replace(potions=win.potions - pay, left=win.left - pay) for pay in payments
                ]
                # of a win and a loss that come to the same the win
                best = max([*paid, loss], key=lambda outcome: self.aim.value(outcome)[:-1])
            total = [so_far + ways * part for so_far, part in zip(total, best, strict=True)]
        return Outcome(*(part / 7776 for part in total))


def legal(turn: Turn) -> Iterator[Battle]:
    """The combats that may be selected, read off the rules (DRG-26 to DRG-31, DRG-70)."""
    heroes = [hero for hero in turn.purses if hero not in turn.fought]
    for creature in turn.creatures:
        for size in (1, 2):
            for team in combinations(heroes, size):
                if f"no_{team[0]}" == creature.limit or f"no_{team[-1]}" == creature.limit:
                    continue
                if size == 2 and creature.limit == "single_hero":
                    continue
                cards = [""] if size == 1 else ["vigilant", "fearless", "strategic"]
                for duo in cards:
                    if duo and duo in turn.used:
                        continue
                    yield Battle(creature.slot, team, duo)
                    allowed = creature.limit != "no_abilities"
                    if allowed and "bard" in team and turn.purses["bard"] >= 3:
                        yield Battle(creature.slot, team, duo, song=True)


@cache
def paths(
    pattern: str, team: tuple[tuple[str, int], ...], vigilant: bool
) -> Counter[frozenset[int]]:
    """From each fall of five dice everything that can be paid to win; 0 if the fall itself wins."""
    found: Counter[frozenset[int]] = Counter()
    for dice in combinations_with_replacement(range(1, 7), 5):
        ways = factorial(5) // prod(factorial(dice.count(face)) for face in range(1, 7))
        found[frozenset(payments(pattern, dice, team, vigilant))] += ways
    return found


@cache
def payments(
    pattern: str, dice: tuple[int, ...], team: tuple[tuple[str, int], ...], vigilant: bool
) -> frozenset[int]:
    if holds(pattern, dice):
        return frozenset([0])
    found = set()
    for seat, (hero, held) in enumerate(team):
        for die, old in enumerate(dice):
            changes = [
                (old % 6 + 1, 2 if vigilant else 3),
                ((old - 2) % 6 + 1, 2 if vigilant else 3),
            ]
            if hero == "magician":
                changes += [(new, 4) for new in range(1, 7) if new != old]
            for new, price in changes:
                if price <= held:
                    after = (*team[:seat], (hero, held - price), *team[seat + 1 :])
                    changed = tuple(sorted((*dice[:die], new, *dice[die + 1 :])))
                    found |= {price + pay for pay in payments(pattern, changed, after, vigilant)}
    return frozenset(found)


@pytest.mark.parametrize("aim", [Aim(), Aim(token=9, draw=4), Aim(token=Fraction(1, 2))], ids=str)
@pytest.mark.parametrize("name", TURNS)
class TestAgainstEveryWayToPlay:
    def test_selections(self, name: str, aim: Aim) -> None:
        turn = TURNS[name]
        brute = Brute(turn, aim)
        expected = {battle: brute.fought(turn, battle, None) for battle in legal(turn)}
        plans = selections(turn, aim)
        assert {plan.battles[0]: plan.outcome for plan in plans} == expected
        values = [aim.value(plan.outcome) for plan in plans]
        assert values == sorted(values, reverse=True)

    def test_assignments(self, name: str, aim: Aim) -> None:
        turn = TURNS[name]
        brute = Brute(turn, aim)
        plans = assignments(turn, aim)
        for plan in plans:
            battles = tuple(replace(battle, song=False) for battle in plan.battles)
            assert plan.outcome == brute.value(turn, battles)
            if battles:
                assert plan.outcome == brute.fought(turn, plan.battles[0], battles)
        values = [aim.value(plan.outcome) for plan in plans]
        assert values == sorted(values, reverse=True)
        if plans[0].battles:
            best = selections(turn, aim)[0].outcome
            assert aim.value(best) >= values[0]


class TestAssignments:
    def test_each_is_full_and_none_is_missing_drg_33(self) -> None:
        turn = TURNS["three creatures"]
        expected = set()
        silent = [battle for battle in legal(turn) if not battle.song]
        for size in range(4):
            for battles in combinations(silent, size):
                heroes = [hero for battle in battles for hero in battle.team]
                slots = [battle.slot for battle in battles]
                if len({*heroes}) < len(heroes) or len({*slots}) < len(slots):
                    continue
                rest = replace(
                    turn,
                    creatures=tuple(c for c in turn.creatures if c.slot not in slots),
                    fought=tuple(heroes),
                )
                if not list(legal(rest)):
                    expected.add(frozenset(battles))
        plans = assignments(turn)
        listed = [frozenset(replace(b, song=False) for b in plan.battles) for plan in plans]
        assert len(listed) == len(set(listed))
        assert set(listed) == expected

    def test_nobody_can_fight_drg_34(self) -> None:
        (plan,) = assignments(TURNS["nobody can fight"])
        assert plan == Plan((), Fraction(0), Fraction(0), Fraction(17), Fraction(14))
        assert selections(TURNS["nobody can fight"]) == []

    def test_a_creature_that_decides_the_turn_alone_drg_88(self) -> None:
        creature = Creature(1, 7, "five_of_a_kind", 5)
        turn = Turn((creature,), {"shaman": 0, "bard": 0, "magician": 0})
        for plan in assignments(turn):
            assert plan.token == combat_value("five_of_a_kind", 5)
            assert plan.draw == 0
            assert plan.left == 0
            assert plan.potions == 3 * (1 - plan.token) + plan.token * (
                4 if plan.battles[0].duo == "fearless" else 0
            )

    def test_equal_points_are_a_draw_drg_88(self) -> None:
        row = (Creature(1, 4, "full_house", 2), Creature(2, 4, "full_house", 2))
        turn = Turn(row, {"shaman": 0, "bard": 0, "magician": 0}, fought=("bard", "magician"))
        p = combat_value("full_house", 2)
        assert [plan.token for plan in assignments(turn)] == [Fraction(0)] * 2
        assert [plan.draw for plan in assignments(turn)] == [p] * 2

    def test_strategic_turns_a_draw_into_a_token_drg_59(self) -> None:
        row = (Creature(1, 2, "two_different_pairs", 3), Creature(2, 7, "five_of_a_kind", 1))
        turn = Turn(row, dict.fromkeys(PURSES, 0), fought=("magician",))
        best = assignments(turn)[0].battles[0]
        assert (best.slot, best.duo) == (1, "strategic")

    def test_a_song_is_sung_where_it_is_needed_drg_72(self) -> None:
        row = (Creature(1, 4, "full_house", 3), Creature(2, 5, "straight", 1))
        turn = Turn(row, {"shaman": 0, "bard": 3, "magician": 0}, fought=("shaman", "magician"))
        sung = Battle(1, ("bard",), song=True)
        plans = {plan.battles[0]: plan for plan in selections(turn)}
        assert plans[sung].token == combat_value("full_house", 3)
        assert plans[sung].left == 0
        assert plans[Battle(1, ("bard",))].token == 0
        assert assignments(turn)[0].battles == (sung,)

    def test_no_ability_against_the_dragon_drg_48_drg_ex_11(self) -> None:
        dragon = Creature(1, 3, "three_of_a_kind", 2, reward=3, limit="no_abilities")
        turn = Turn((dragon,), dict.fromkeys(PURSES, 9))
        for plan in selections(turn):
            assert not plan.battles[0].song
            assert plan.token == combat_value("three_of_a_kind", 2)
            assert plan.left == 27
        fearless = next(plan for plan in selections(turn) if plan.battles[0].duo == "fearless")
        assert fearless.potions == 27 + 7 * fearless.token + 3 * (1 - fearless.token)


class TestAdaptivePlay:
    def test_potions_are_not_spent_on_a_turn_that_is_decided(self) -> None:
        turn = Turn((WEAK,), PURSES, fought=("shaman", "magician"), won=20, defeated=True)
        assert stake(turn, Battle(1, ("bard",))) == 1  # its reward
        assert selections(turn)[0].left == 14

    def test_a_win_that_decides_is_beyond_price(self) -> None:
        turn = Turn((WEAK,), PURSES, fought=("shaman", "magician"))
        assert stake(turn, Battle(1, ("bard",))) is None
        assert stake(turn, Battle(1, ("bard",)), Aim(token=10)) == 10 + 1 - 3

    def test_the_best_play_played_out_within_five_sigma(self) -> None:
        row = (
            Creature(1, 4, "full_house", 3, reward=1, limit="no_bard"),
            Creature(2, 5, "four_of_a_kind", 2, reward=2),
            Creature(3, 6, "straight", 3, reward=1),
        )
        start = Turn(row, {"shaman": 4, "bard": 5, "magician": 5})
        expected = selections(start)[0].outcome
        luck = Random("a turn")
        games = 3_000
        results = [played(start, luck) for _ in range(games)]
        for part, exact in enumerate(expected):
            sampled = [result[part] for result in results]
            mean = sum(sampled) / games
            spread = sqrt(sum((one - mean) ** 2 for one in sampled) / games)
            assert abs(mean - float(exact)) <= 5 * spread / sqrt(games), Outcome._fields[part]


@cache
def planned(key: tuple[object, ...]) -> tuple[Battle, int | Fraction | None]:
    turn = Turn(key[0], dict(key[1]), *key[2:])  # type: ignore[arg-type, call-overload]
    battle = selections(turn)[0].battles[0]
    return battle, stake(turn, battle)


decided = cache(decisions)


def played(turn: Turn, luck: Random) -> tuple[float, ...]:
    """One turn with dice thrown: token, draw, potions held, potions left."""
    rewards = 0
    while any(legal(turn)):
        purses = tuple(turn.purses.items())
        battle, worth = planned(
            (turn.creatures, purses, turn.fought, turn.used, turn.won, turn.lost, turn.defeated)
        )
        creature = next(c for c in turn.creatures if c.slot == battle.slot)
        held = {hero: turn.purses[hero] for hero in battle.team}
        if battle.song:
            held["bard"] -= 3
        throws = creature.throws - 1
        dice = tuple(sorted(luck.choices(range(1, 7), k=5)))
        while not holds(creature.pattern, dice):
            team = purses_of(CARDS, held, battle.duo)
            best = decided(creature.pattern, throws, dice, team, worth)[0]
            if best.kind == "stop":
                break
            faces = list(best.keep)
            if best.kind == "keep":
                faces += luck.choices(range(1, 7), k=5 - len(faces))
                throws -= 1
            else:
                assert best.old
                assert best.new
                assert best.hero
                faces[faces.index(best.old)] = best.new
                shift = 2 if battle.duo == "vigilant" else 3
                held[best.hero] -= shift if best.kind == "shift" else 4
            dice = tuple(sorted(faces))
        won = holds(creature.pattern, dice)
        if won:
            rewards += creature.reward + (4 if battle.duo == "fearless" else 0)
        bonus = 6 if battle.duo == "strategic" else 0
        points = creature.points * (2 if battle.song else 1) + bonus
        turn = replace(
            turn,
            creatures=tuple(c for c in turn.creatures if c != creature),
            purses=turn.purses | held,
            fought=tuple(sorted((*turn.fought, *battle.team))),
            used=(*turn.used, battle.duo) if battle.duo else turn.used,
            won=turn.won + (points if won else 0),
            lost=turn.lost + (0 if won else creature.points),
            defeated=turn.defeated or won,
        )
    left = sum(turn.purses.values())
    return turn.lead > 0, turn.lead == 0, left + (rewards if turn.defeated else 3), left


def test_the_order_of_a_row_is_all_one() -> None:
    row = TURNS["three creatures"].creatures
    best = {assignments(Turn(tuple(order), PURSES))[0].outcome for order in permutations(row)}
    assert len(best) == 1
