"""Nights, days and weeks: what heals, what is eaten, what ends with the day (section 12)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.campaign.rest import PLACES, span_of
from legendry.table import Refused
from tests.legends.campaign.fireside import (
    AW,
    TS,
    TSC,
    fireside,
    journal,
    one,
    say,
    sheet,
)

OUT: dict[str, Any] = {"adventure": "The Well"}
FOOD = {"belongings": ["ration"] * 30}


class TestNights:
    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_a_full_nights_sleep_takes_all_fatigue_and_no_damage_inj_8(self, slug: str) -> None:
        table = fireside(slug, one("Maud", fatigue=5, damage=3, **FOOD), **OUT)
        say(table, "rest a night")
        maud = sheet(table, "Maud")
        assert (maud.fatigue, maud.damage, maud.belongings.count("ration")) == (0, 3, 29)
        assert table.state.company.day == 2
        assert journal(table) == ["Day 1: The company sleeps a night: 1 ration eaten"]

    def test_a_staff_refills_overnight_mag_11_rul_101(self) -> None:
        wizard = {"magic": True, "weapons": ["wizards-staff"], "staff": 4, "spent_xp": 8}
        table = fireside(AW, one("Maud", charge=1, **wizard), **OUT)
        assert sheet(table, "Maud").power == 1
        say(table, "rest a night")
        assert (sheet(table, "Maud").power, sheet(table, "Maud").charge) == (4, None)

    def test_the_fatigue_of_spells_goes_with_all_other_inj_10(self) -> None:
        wizard = {"magic": True, "weapons": ["wizards-staff"], "staff": 2, "spent_xp": 4}
        table = fireside(AW, one("Maud", charge=0, fatigue=6, **wizard), **OUT)
        say(table, "rest a night")
        assert (sheet(table, "Maud").fatigue, sheet(table, "Maud").power) == (0, 2)

    def test_the_captured_do_not_rest_with_the_company(self) -> None:
        table = fireside(TS, one("Maud"), one("Odo", fatigue=2, fate="captured"), **OUT)
        say(table, "rest a night")
        assert sheet(table, "Odo").fatigue == 2


class TestConvalescence:
    """TSC: each week 3/(ST − damage), the margin in points, at least 1 (INJ-9, RUL-70)."""

    @pytest.mark.parametrize(
        ("case", "dice", "recovered"),
        [
            ("EX-D-13", "1 2 2", 2),
            ("EX-D-14", "3 4 4", 1),
            ("margin zero, RUL-70", "1 2 4", 1),
            ("the best roll", "1 1 1", 4),
        ],
    )
    def test_a_week_ex_d_13_ex_d_14_rul_70(self, case: str, dice: str, recovered: int) -> None:
        table = fireside(TSC, one("Ajax", st=12, damage=5), dice=dice, **OUT)
        say(table, "rest a week in shelter")
        assert sheet(table, "Ajax").damage == 5 - recovered, case

    def test_the_number_to_roll_under_explains_itself(self) -> None:
        table = fireside(TSC, one("Ajax", st=12, damage=5, karma=1), dice="6 6 6", **OUT)
        say(table, "rest a week in the open")
        shown = [str(event) for event in table.events]
        assert any("recovers" in line for line in journal(table)) is False
        say(table, "Ajax keep")
        shown = [str(event) for event in table.events]
        assert "Ajax fails 3/(ST − damage) (convalescence): 6 6 6 = 18 > 7" in shown

    def test_karma_rolls_again_and_comes_out_of_the_company_cam_7_rul_84(self) -> None:
        table = fireside(TSC, one("Ajax", damage=5, karma=1), dice="6 6 6, 1 1 1", **OUT)
        say(table, "rest a week in the open", "Ajax re-roll")
        assert (sheet(table, "Ajax").damage, sheet(table, "Ajax").karma) == (1, 0)
        assert "CAM-7" in table.state.journal[0].rules

    def test_a_curse_adds_to_the_roll_cam_13_rul_87(self) -> None:
        table = fireside(TSC, one("Ajax", damage=5, curses=2), dice="1 1 1", **OUT)
        say(table, "rest a week in the open")
        assert sheet(table, "Ajax").damage == 3

    def test_the_damage_of_each_week_counts(self) -> None:
        table = fireside(TSC, one("Ajax", damage=5), dice="1 2 2, 1 2 2, 6 6 6", **OUT)
        say(table, "rest 3 weeks in the open")
        assert sheet(table, "Ajax").damage == 0
        assert journal(table) == ["Day 1: The company rests 3 weeks in the open: Ajax recovers 5"]

    def test_days_heal_nothing(self) -> None:
        table = fireside(TSC, one("Ajax", damage=5), **OUT)
        say(table, "rest 6 days in shelter")
        assert sheet(table, "Ajax").damage == 5

    def test_no_more_than_there_is(self) -> None:
        table = fireside(TSC, one("Ajax", damage=1), dice="1 1 1", **OUT)
        say(table, "rest a week in the open")
        assert sheet(table, "Ajax").damage == 0


class TestTheWholeWeek:
    """AW: all of it after one week, on four conditions (INJ-9)."""

    def test_a_week_in_shelter_with_food_heals_everything_inj_9(self) -> None:
        table = fireside(AW, one("Maud", damage=9, **FOOD), **OUT)
        say(table, "rest a week in shelter")
        assert sheet(table, "Maud").damage == 0
        assert journal(table) == [
            "Day 1: The company rests a week in shelter: Maud recovers 9, 7 rations eaten"
        ]

    def test_not_in_the_open_inj_9(self) -> None:
        table = fireside(AW, one("Maud", damage=9, **FOOD), **OUT)
        say(table, "rest a week in the open")
        assert sheet(table, "Maud").damage == 9

    def test_not_with_a_day_without_food_inj_9(self) -> None:
        table = fireside(AW, one("Maud", damage=9, belongings=["ration"] * 6), **OUT)
        say(table, "rest a week in shelter")
        maud = sheet(table, "Maud")
        assert (maud.damage, maud.belongings) == (9, ())

    def test_after_a_day_without_food_the_week_begins_anew_rul_71(self) -> None:
        hungry = one("Maud", damage=9, skills={"survival": 1})
        for days, left in ((7, 9), (14, 0)):
            dice = ", ".join(["6 6 6"] + ["1 1 1"] * (days - 1))
            table = fireside(AW, hungry, dice=dice, **OUT)
            say(table, f"rest {span_of(days, True)} in shelter")
            assert sheet(table, "Maud").damage == left

    def test_guests_are_fed(self) -> None:
        table = fireside(AW, one("Maud", damage=9), **OUT)
        say(table, "rest a week as guests")
        assert sheet(table, "Maud").damage == 0

    def test_a_broken_week_gives_nothing_rul_71(self) -> None:
        table = fireside(AW, one("Maud", damage=9, **FOOD), **OUT)
        say(table, "rest 6 days in shelter", "rest 6 days in shelter")
        assert sheet(table, "Maud").damage == 9


class TestEveryDay:
    """TS: a point a day of rest under conditions; every full day counts (INJ-9, RUL-71)."""

    def test_three_days_heal_three_inj_9_rul_71(self) -> None:
        table = fireside(TS, one("Rook", damage=5, **FOOD), **OUT)
        say(table, "rest 3 days in shelter")
        assert sheet(table, "Rook").damage == 2

    def test_not_more_than_there_is(self) -> None:
        table = fireside(TS, one("Rook", damage=2, **FOOD), **OUT)
        say(table, "rest a week in shelter")
        assert sheet(table, "Rook").damage == 0

    def test_not_in_the_open_inj_9(self) -> None:
        table = fireside(TS, one("Rook", damage=5, **FOOD), **OUT)
        say(table, "rest 3 days in the open")
        assert sheet(table, "Rook").damage == 5

    def test_only_on_days_with_food_inj_9(self) -> None:
        people = one("Rook", damage=5, belongings=["ration"], skills={"survival": 1})
        table = fireside(TS, people, dice="6 6 6, 6 6 6, 1 1 1, 6 6 6", **OUT)
        say(table, "rest 4 days in shelter")
        assert sheet(table, "Rook").damage == 3


class TestFood:
    def test_everybody_eats_his_own_and_then_what_others_have(self) -> None:
        people = (one("Maud", belongings=["ration"] * 3), one("Odo", belongings=["ration"]))
        table = fireside(AW, *people, **OUT)
        say(table, "rest 2 days in shelter")
        assert table.state.company.carried("ration") == {}
        table = fireside(AW, *people, **OUT)
        say(table, "rest a day in shelter")
        assert table.state.company.carried("ration") == {"Maud": 2}

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_survival_saves_the_daily_ration_skl_30(self, slug: str) -> None:
        people = one("Maud", iq=9, skills={"survival": 2}, belongings=["ration"] * 5)
        table = fireside(slug, people, dice="3 4 4, 3 4 5", **OUT)
        say(table, "rest 2 days in the open")
        assert table.state.company.carried("ration") == {"Maud": 4}

    def test_hunger_does_no_harm_rul_137(self) -> None:
        """The books state no more than that recovery needs complete provisions."""
        table = fireside(AW, one("Maud", fatigue=2), **OUT)
        say(table, "rest a week in the open")
        maud = sheet(table, "Maud")
        assert (maud.damage, maud.fatigue) == (0, 0)

    def test_the_captured_and_the_dead_eat_nothing_of_ours(self) -> None:
        people = (one("Maud", **FOOD), one("Odo", fate="dead"), one("Orla", fate="captured"))
        table = fireside(AW, *people, **OUT)
        say(table, "rest a day in shelter")
        assert table.state.company.carried("ration") == {"Maud": 29}


class TestBetweenAdventures:
    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_recovery_is_complete_inj_9(self, slug: str) -> None:
        table = fireside(slug, one("Maud", damage=9, fatigue=2))
        say(table, "rest a day")
        maud = sheet(table, "Maud")
        assert (maud.damage, maud.fatigue) == (0, 0)
        assert journal(table) == ["Day 1: A day passes between adventures: Maud recovers 9"]

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_the_end_of_an_adventure_heals_and_keeps_what_is_unspent_cam_11(
        self, slug: str
    ) -> None:
        table = fireside(slug, one("Maud", damage=9, karma=2, wishes=1, xp=7), **OUT)
        say(table, "come home")
        maud = sheet(table, "Maud")
        assert (maud.damage, maud.karma, maud.wishes, maud.xp) == (0, 2, 1, 7)
        assert table.state.company.adventure == ""

    def test_karma_with_an_earlier_expiry_ends_with_the_adventure_cam_11(self) -> None:
        lent = {**one("Maud", karma=1), "fleeting": [{"karma": 2, "until": "adventure"}]}
        table = fireside(AW, lent, used={"bard Orla": "adventure"}, **OUT)
        assert table.state.people[0].karma == 3
        say(table, "rest a night")
        assert table.state.people[0].karma == 3
        say(table, "come home")
        assert table.state.people[0].karma == 1
        assert table.state.company.used == {}

    def test_karma_of_a_game_day_ends_with_it_cam_11_skl_39(self) -> None:
        lent = {**one("Rook"), "fleeting": [{"karma": 2, "until": 1}]}
        table = fireside(TS, lent, used={"told": 1, "suit": "adventure"}, **OUT)
        say(table, "rest a night")
        assert table.state.people[0].karma == 0
        assert table.state.company.used == {"suit": "adventure"}

    def test_setting_out_twice_is_refused(self) -> None:
        table = fireside(AW, one("Maud", damage=1))
        with pytest.raises(Refused, match="on no adventure"):
            say(table, "come home")
        say(table, "set out")
        assert sheet(table, "Maud").damage == 0
        with pytest.raises(Refused, match="the company is on an adventure"):
            say(table, "set out")


@pytest.mark.parametrize(
    ("days", "resting", "words"),
    [(1, False, "a night"), (3, False, "3 nights"), (1, True, "a day"), (6, True, "6 days"),
     (7, True, "a week"), (14, True, "2 weeks"), (10, True, "10 days"), (7, False, "7 nights")],
)  # fmt: skip
def test_how_long_in_words(days: int, resting: bool, words: str) -> None:
    assert span_of(days, resting) == words
    assert len(PLACES) == 3
