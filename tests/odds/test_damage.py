"""Damage rolls and what goes through armor, against enumeration and icepool."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendry.odds import Dice, Distribution, damage, drops, passes, totals

unhurried = settings(deadline=None)
rolls = st.builds(Dice, st.integers(0, 100), st.integers(1, 100), st.integers(-1000, 1000))


class TestDice:
    @pytest.mark.parametrize(
        ("text", "dice", "canonical"),
        [
            ("2d6-1", Dice(2, 6, -1), "2d6-1"),
            ("2D6−2", Dice(2, 6, -2), "2d6-2"),
            ("2D6–2", Dice(2, 6, -2), "2d6-2"),
            ("D6+2", Dice(1, 6, 2), "1d6+2"),
            ("d6 + 2", Dice(1, 6, 2), "1d6+2"),
            ("d3", Dice(1, 3), "1d3"),
            (" 1d6 ", Dice(1), "1d6"),
            ("1d6+0", Dice(1), "1d6"),
            ("2D8", Dice(2, 8), "2d8"),
            ("4", Dice(0, modifier=4), "4"),
            ("0", Dice(0), "0"),
            ("-3", Dice(0, modifier=-3), "-3"),
            ("100d100+1000", Dice(100, 100, 1000), "100d100+1000"),
        ],
    )
    def test_damage_is_read_as_weapons_print_it_wpn_1(
        self, text: str, dice: Dice, canonical: str
    ) -> None:
        assert Dice.parse(text) == dice
        assert str(dice) == canonical

    @pytest.mark.parametrize(
        "text",
        ["", "d", "2d", "2d6-", "2d6+-1", "2d6+1+1", "two", "2x6", "2d6 1", "٣d6", "1.5", "--3"],
    )
    def test_what_is_not_damage_is_refused_with_the_text(self, text: str) -> None:
        with pytest.raises(ValueError, match="is not damage such as"):
            Dice.parse(text)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("101d6", "dice must be 0 to 100, not 101"),
            ("2d0", "1 to 100 sides, not 0"),
            ("2d101", "1 to 100 sides, not 101"),
            ("2d6+1001", "within 1000, not 1001"),
            ("-1001", "within 1000, not -1001"),
            ("9" * 5000 + "d6", "is not damage such as"),
        ],
    )
    def test_what_nobody_rolls_is_refused_with_the_bound(self, text: str, reason: str) -> None:
        with pytest.raises(ValueError, match=reason):
            Dice.parse(text)

    @unhurried
    @given(rolls)
    def test_text_round_trips(self, dice: Dice) -> None:
        assert Dice.parse(str(dice)) == dice

    @unhurried
    @given(st.text(alphabet="0123456789dD+-−– ", max_size=12) | st.text(max_size=12))
    def test_any_text_is_read_or_refused_politely(self, text: str) -> None:
        try:
            dice = Dice.parse(text)
        except ValueError:
            return
        assert Dice.parse(str(dice)) == dice


def enumerated(
    roll: Dice, extra_dice: int, bonus: int, floor: int, armor: int
) -> dict[int, Fraction]:
    """RUL-76 for every roll of every die."""
    own = [range(1, roll.sides + 1)] * roll.dice
    points: Counter[int] = Counter()
    for faces in product(*own, *[range(1, 7)] * extra_dice):
        wound = sum(faces) + roll.modifier + bonus
        if wound < floor:
            wound = floor
        wound -= armor
        points[wound if wound > 0 else 0] += 1
    return {n: Fraction(count, points.total()) for n, count in sorted(points.items())}


class TestDamage:
    def test_the_minimum_counts_before_armor_wpn_2_rul_76(self) -> None:
        cutlass = Dice.parse("2d6-2")
        assert damage(cutlass).p(1) == Fraction(3, 36)
        assert damage(cutlass, armor=3).at_least(1) == Fraction(26, 36)
        assert damage(Dice.parse("1"), armor=1) == totals(0, modifier=0)

    def test_time_and_space_classic_has_no_minimum_rul_75(self) -> None:
        cutlass = Dice.parse("2d6-2")
        assert damage(cutlass, floor=0).p(0) == Fraction(1, 36)
        assert damage(cutlass).p(0) == 0

    def test_a_roll_below_zero_does_no_points(self) -> None:
        assert dict(damage(Dice.parse("d6-4"), floor=0)) == {
            0: Fraction(4, 6),
            1: Fraction(1, 6),
            2: Fraction(1, 6),
        }

    def test_armor_stops_points_but_never_heals_arm_1(self) -> None:
        assert dict(damage(Dice.parse("d3"), armor=2)) == {0: Fraction(2, 3), 1: Fraction(1, 3)}
        assert dict(damage(Dice.parse("2d6"), armor=12)) == {0: 1}

    def test_d2_and_d3_are_even_chances_rul_9(self) -> None:
        assert dict(damage(Dice.parse("d2"))) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
        assert damage(Dice.parse("d3")) == totals(1).map(lambda face: (face + 1) // 2)

    def test_plain_points_are_certain(self) -> None:
        assert dict(damage(Dice.parse("4"), armor=1)) == {3: 1}

    @pytest.mark.parametrize("armor", [0, 1, 3, 9])
    @pytest.mark.parametrize("floor", [0, 1, 2])
    @pytest.mark.parametrize(("extra_dice", "bonus"), [(0, 0), (1, 0), (0, 2), (1, -3)])
    @pytest.mark.parametrize("text", ["0", "4", "d2", "d3-1", "d6+2", "2d6-2", "3d6-2", "2d8"])
    def test_against_every_roll_rul_76(
        self, text: str, extra_dice: int, bonus: int, floor: int, armor: int
    ) -> None:
        roll = Dice.parse(text)
        ours = damage(roll, extra_dice=extra_dice, bonus=bonus, floor=floor, armor=armor)
        assert dict(ours) == enumerated(roll, extra_dice, bonus, floor, armor)

    @pytest.mark.parametrize("armor", [0, 4, 20])
    @pytest.mark.parametrize("text", ["4d6", "6d6-5", "10d3+1", "5d8-20"])
    def test_against_icepool(self, text: str, armor: int) -> None:
        roll = Dice.parse(text)
        total = roll.dice @ icepool.d(roll.sides) + roll.modifier
        oracle = total.map(lambda points: max(max(points, 1) - armor, 0))
        ours = damage(roll, armor=armor)
        assert list(ours) == [(n, Fraction(w, oracle.denominator())) for n, w in oracle.items()]
        assert ours.mean == oracle.mean()

    @unhurried
    @given(rolls.filter(lambda roll: roll.dice < 20), st.integers(0, 30), st.integers(0, 3))
    def test_more_armor_never_hurts_its_wearer(self, roll: Dice, armor: int, floor: int) -> None:
        thin = damage(roll, floor=floor, armor=armor)
        thick = damage(roll, floor=floor, armor=armor + 1)
        assert thick.mean <= thin.mean
        assert all(thick.at_least(n) <= thin.at_least(n) for n in thin.outcomes)
        assert sum(p for _, p in thin) == 1

    def test_nonsense_is_refused(self) -> None:
        with pytest.raises(ValueError, match="floor of damage"):
            damage(Dice(2), floor=-1)
        with pytest.raises(ValueError, match="armor must be"):
            damage(Dice(2), armor=-1)
        with pytest.raises(ValueError, match="number of dice"):
            damage(Dice(2), extra_dice=-1)


class TestDrops:
    def test_a_foe_drops_when_the_points_reach_what_he_has_left_inj_2(self) -> None:
        points = damage(Dice.parse("2d6-1"), armor=3)
        assert drops(passes(3, 11), points, 4) == Fraction(5, 8) * Fraction(15, 36)
        assert drops(passes(3, 11), points, 8) == Fraction(5, 8) * Fraction(1, 36)
        assert drops(passes(3, 11), points, 9) == 0

    def test_against_every_roll_to_hit_and_to_wound(self) -> None:
        dropped = 0
        for faces in product(range(1, 7), repeat=5):
            hit, wound = sum(faces[:3]) <= 10, max(1, sum(faces[3:]) - 2) - 2
            dropped += hit and wound >= 5
        chance = drops(passes(3, 10), damage(Dice.parse("2d6-2"), armor=2), 5)
        assert chance == Fraction(dropped, 6**5)

    @pytest.mark.parametrize(("hit", "left"), [(Fraction(3, 2), 4), (Fraction(-1, 2), 4)])
    def test_a_chance_lies_between_none_and_certain(self, hit: Fraction, left: int) -> None:
        with pytest.raises(ValueError, match="chance to hit"):
            drops(hit, totals(2), left)

    def test_a_foe_without_points_cannot_be_dropped_again(self) -> None:
        with pytest.raises(ValueError, match="at least 1 point left"):
            drops(Fraction(1, 2), Distribution.of({3: 1}), 0)
