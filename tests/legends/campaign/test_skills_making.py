"""Potions, repairs and wages (SKL-37, 40, 41, 43, 46, RUL-79, RUL-95)."""

from __future__ import annotations

import pytest

from legendry.legends.campaign.camp import Camp, suit_mark
from legendry.legends.campaign.changes import DaysPassed, Marked
from legendry.legends.campaign.making import (
    brews,
    broken_suits,
    earns,
    heals,
    mends,
    no_brew,
    no_herbs_left,
    no_mending,
    no_work,
)
from legendry.legends.campaign.pricelist import price_list_of, usual_prices
from tests.legends.arena import AW, TS, TSC
from tests.legends.campaign.bench import Played, camp_of, figure, played, somebody


class TestAlchemist:
    def alchemist(self, xp: int = 3) -> Camp:
        skills = {"alchemist": 2, "literacy/orcish": 1}
        return camp_of(AW, somebody(AW, "Orla", xp=xp, skills=skills))

    def test_a_potion_of_his_level_for_an_xp_and_no_check_skl_37(self) -> None:
        """SKL-37, RUL-95: nothing is rolled; +2 ST by an alchemist of level 2."""
        camp = self.alchemist()
        seen = Played()
        played(brews(camp, "Orla", "alchemist"), "Orla brew ST", seen=seen)
        assert seen.rolls == []
        assert figure(camp, "Orla", "belongings") == ("potion/ST/2",)
        assert figure(camp, "Orla", "xp") == 2

    def test_for_any_attribute_or_skill_skl_37(self) -> None:
        camp = self.alchemist()
        seen = Played()
        played(brews(camp, "Orla", "alchemist"), "Orla brew literacy/orcish", seen=seen)
        offered = [option.notation for option in seen.choices[0].options]
        assert {"Orla brew DX", "Orla brew IQ", "Orla brew sword", "Orla brew bard"} < set(offered)
        assert "Orla brew literacy" not in offered
        assert figure(camp, "Orla", "belongings") == ("potion/literacy/orcish/2",)

    def test_without_xp_there_is_none_skl_37(self) -> None:
        camp = self.alchemist(xp=0)
        refusal = str(no_brew(camp.person("Orla")))
        assert refusal == "a potion costs 1 XP, and Orla has none (SKL-37)"
        assert no_brew(self.alchemist(xp=1).person("Orla")) is None


class TestHerbs:
    @pytest.mark.parametrize(("edition", "skill"), [(AW, "herbalist"), (TS, "botanist")])
    def test_doses_times_level_skl_40(self, edition: str, skill: str) -> None:
        """SKL-40, RUL-95: two of three doses and his own level of 3 heal 6."""
        who = somebody(edition, "Orla", skills={skill: 3}, belongings=("healing-herbs",) * 3)
        camp = camp_of(edition, who)
        played(heals(camp, "Orla", skill), "Orla potion 2 doses", "4 4 4")
        assert figure(camp, "Orla", "belongings") == ("healing-herbs", "healing-potion/6")

    def test_a_failure_spoils_the_herbs(self) -> None:
        """SKL-40: 3/IQ is 12 with three levels."""
        who = somebody(AW, "Orla", skills={"herbalist": 3}, belongings=("healing-herbs",) * 3)
        camp = camp_of(AW, who)
        played(heals(camp, "Orla", "herbalist"), "Orla potion 1 dose", "5 4 4")
        assert figure(camp, "Orla", "belongings") == ("healing-herbs",) * 2

    def test_no_herbs_no_potion(self) -> None:
        camp = camp_of(AW, somebody(AW, "Orla", skills={"herbalist": 3}))
        assert str(no_herbs_left(camp.person("Orla"))) == "Orla has no healing herbs (SKL-40)"


class TestSuits:
    def broken(self, edition: str, skill: str) -> Camp:
        camp = camp_of(
            edition,
            somebody(edition, "Orla", skills={skill: 1}),
            somebody(edition, "Ajax", armor=("battle-armor",)),
            adventure="The Wreck",
        )
        camp.make(Marked(suit_mark("Ajax"), "adventure"))
        return camp

    @pytest.mark.parametrize("edition", [TSC, TS])
    @pytest.mark.parametrize(("skill", "rule"), [("electrician", "SKL-43"), ("mechanic", "SKL-46")])
    def test_a_suit_is_repaired_out_of_combat_rul_79(
        self, edition: str, skill: str, rule: str
    ) -> None:
        """RUL-79, SKL-43, SKL-46: 3/IQ with the level; the lowered DX of ARM-6 is back."""
        camp = self.broken(edition, skill)
        slow = camp.person("Ajax").ledgers["DX"].total
        assert broken_suits(camp) == ["Ajax"]
        played(mends(camp, "Orla", skill, "Ajax"), "4 3 3")
        assert broken_suits(camp) == []
        assert camp.person("Ajax").ledgers["DX"].total > slow
        assert rule in camp.journal[-1].rules

    def test_one_try_a_day_rul_79(self) -> None:
        camp = self.broken(TS, "mechanic")
        played(mends(camp, "Orla", "mechanic", "Ajax"), "4 4 3")
        assert broken_suits(camp) == ["Ajax"]
        orla = camp.person("Orla")
        assert str(no_mending(camp, orla, "Ajax")) == "Orla has tried today (RUL-79)"
        camp.make(DaysPassed())
        assert no_mending(camp, orla, "Ajax") is None
        assert str(no_mending(camp, orla, "Orla")) == "the suit of Orla has its power (RUL-79)"


class TestCrafts:
    def worker(self, craft: str) -> Camp:
        return camp_of(AW, somebody(AW, "Orla", skills={f"crafts/{craft}": 1}))

    @pytest.mark.parametrize(("craft", "wage"), [("smith", 5), ("weaver", 5), ("jeweler", 7)])
    def test_a_day_earns_the_wage_of_the_list_skl_41(self, craft: str, wage: int) -> None:
        """SKL-41: 3/DX with the level, here 12; the figure is the price list's (RUL-137)."""
        camp = self.worker(craft)
        played(earns(camp, "Orla", f"crafts/{craft}", usual_prices(AW)), "4 4 4")
        assert figure(camp, "Orla", "gold") == wage

    def test_failed_work_earns_nothing_skl_41(self) -> None:
        camp = self.worker("smith")
        played(earns(camp, "Orla", "crafts/smith", usual_prices(AW)), "5 4 4")
        assert figure(camp, "Orla", "gold") == 0

    def test_once_a_day_skl_41(self) -> None:
        camp = self.worker("smith")
        prices = usual_prices(AW)
        played(earns(camp, "Orla", "crafts/smith", prices), "1 1 1")
        orla = camp.person("Orla")
        refusal = str(no_work(camp, orla, "crafts/smith", prices))
        assert refusal == "Orla has worked today (SKL-41)"
        camp.make(DaysPassed())
        assert no_work(camp, camp.person("Orla"), "crafts/smith", prices) is None

    def test_where_there_is_no_wage_there_is_no_work_rul_137(self) -> None:
        prices = price_list_of({"title": "Hut", "currency": "silver"}, AW)
        camp = self.worker("smith")
        refusal = str(no_work(camp, camp.person("Orla"), "crafts/smith", prices))
        assert refusal == "Hut has no work for him (SKL-41)"
