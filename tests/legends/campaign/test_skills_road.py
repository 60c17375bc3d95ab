"""Skills of the road: falls, the land, herbs."""

from __future__ import annotations

import pytest

from legendry.legends.campaign.camp import Camp
from legendry.legends.campaign.changes import DaysPassed
from legendry.legends.campaign.npc import Npc
from legendry.legends.campaign.road import fall, gathers, lives_off_the_land, no_herbs
from legendry.legends.campaign.talk import diplomacy
from tests.legends.arena import ALL, AW, TS, TSC
from tests.legends.campaign.bench import Played, camp_of, figure, played, rules_told, somebody

HANDS = [(TSC, "flak-vest", 3), (AW, "leather", 2), (TS, "flak-vest", 3)]


class TestFalling:
    @ALL
    def test_the_adventure_gives_the_dice_rul_92(self, edition: str) -> None:
        """RUL-92: two dice, and what they show is damage; without Acrobat nobody checks."""
        camp = camp_of(edition, somebody(edition, "Ajax"))
        assert played(fall(camp, "Ajax", "2d6"), "4 3") == 7
        assert figure(camp, "Ajax", "damage") == 7
        assert "RUL-92" in rules_told(camp)

    @ALL
    def test_an_acrobat_takes_a_die_less_for_each_level_skl_10(self, edition: str) -> None:
        """SKL-10: DX 11 and level 2 pass on 13; of three dice one is left."""
        camp = camp_of(edition, somebody(edition, "Ajax", skills={"acrobat": 2}))
        seen = Played()
        assert played(fall(camp, "Ajax", "3d6"), "5 4 4", "6", seen=seen) == 6
        assert [roll.dice for roll in seen.rolls] == [3, 1]

    @ALL
    def test_who_fails_falls_like_anybody_skl_10(self, edition: str) -> None:
        camp = camp_of(edition, somebody(edition, "Ajax", skills={"acrobat": 2}))
        assert played(fall(camp, "Ajax", "2d6"), "5 5 4", "1 2") == 3

    @ALL
    def test_with_no_die_left_nothing_happens_skl_10(self, edition: str) -> None:
        """SKL-10: three levels and two dice; the minimum of 1 is for damage rolls only."""
        camp = camp_of(edition, somebody(edition, "Ajax", skills={"acrobat": 3}))
        assert played(fall(camp, "Ajax", "2d6+1"), "1 1 1") == 0
        assert figure(camp, "Ajax", "damage") == 0

    @pytest.mark.parametrize(("edition", "armor", "rating"), HANDS)
    def test_armor_is_no_help_unless_the_table_says_so_rul_92(
        self, edition: str, armor: str, rating: int
    ) -> None:
        """RUL-92, `fall_armor`."""
        who = somebody(edition, "Ajax", armor=(armor,))
        camp = camp_of(edition, who)
        assert played(fall(camp, "Ajax", "2d6"), "4 4") == 8
        camp = camp_of(edition, who, options={"fall_armor": True})
        assert played(fall(camp, "Ajax", "2d6"), "4 4") == 8 - rating
        assert played(fall(camp, "Ajax", "1d6"), "1") == 0

    @pytest.mark.parametrize(("edition", "least"), [(TSC, 0), (AW, 1), (TS, 1)])
    def test_the_least_damage_is_the_editions_rul_76(self, edition: str, least: int) -> None:
        """RUL-76, WPN-2: AW and TS 1 for every damage roll, TSC none."""
        camp = camp_of(edition, somebody(edition, "Ajax"))
        assert played(fall(camp, "Ajax", "1d6-3"), "2") == least

    def test_the_unconscious_do_not_land_well_skl_10(self) -> None:
        camp = camp_of(AW, somebody(AW, "Ajax", fatigue=12, skills={"acrobat": 2}))
        assert played(fall(camp, "Ajax", "2d6"), "1 2") == 3

    def test_small_dice_are_rolled_as_d6_rul_9(self) -> None:
        """RUL-9: D3 is half a D6 rounded up."""
        camp = camp_of(AW, somebody(AW, "Ajax"))
        assert played(fall(camp, "Ajax", "2d3"), "5 2") == 4

    def test_karma_is_for_ones_own_dice_rul_84(self) -> None:
        """RUL-84: the ground's dice only where karma may roll any dice that concern him."""
        who = somebody(AW, "Ajax", karma=1)
        camp = camp_of(AW, who)
        assert played(fall(camp, "Ajax", "2d6"), "6 6") == 12
        camp = camp_of(AW, who, options={"karma_scope": "any_roll_on_self"})
        assert played(fall(camp, "Ajax", "2d6"), "6 6", "Ajax re-roll", "1 1") == 2
        assert figure(camp, "Ajax", "karma") == 0


class TestDying:
    def test_too_much_kills_inj_6(self) -> None:
        """INJ-6: damage of ST or more, and nobody who could heal him."""
        camp = camp_of(AW, somebody(AW, "Ajax"))
        played(fall(camp, "Ajax", "2d6"), "6 6")
        assert camp.company.member("Ajax").fate == "dead"

    def test_a_potion_saves_the_dying_rul_95(self) -> None:
        """RUL-95: Brisa's potion of 4 takes Ajax from 12 damage to 8; it is drunk."""
        healer = somebody(AW, "Brisa", belongings=("healing-potion/4",))
        camp = camp_of(AW, somebody(AW, "Ajax"), healer)
        played(fall(camp, "Ajax", "2d6"), "6 6", "Brisa healing potion (4) to Ajax")
        assert camp.company.member("Ajax").fate == ""
        assert figure(camp, "Ajax", "damage") == 8
        assert figure(camp, "Brisa", "belongings") == ()

    def test_he_may_be_let_go(self) -> None:
        camp = camp_of(AW, somebody(AW, "Ajax", wishes=1))
        played(fall(camp, "Ajax", "2d6"), "6 6", "Ajax dies")
        assert (camp.company.member("Ajax").fate, figure(camp, "Ajax", "wishes")) == ("dead", 1)

    @ALL
    def test_a_wish_helps_even_from_death_cam_8(self, edition: str) -> None:
        """CAM-8, RUL-85, INJ-7: at twice ST only a wish helps; TS takes the fatigue too."""
        who = somebody(edition, "Ajax", fatigue=2, wishes=1, belongings=("healing-potion/4",))
        camp = camp_of(edition, who)
        seen = Played()
        played(fall(camp, "Ajax", "4d6"), "6 6 6 6", "Ajax wish", seen=seen)
        offered = [option.notation for option in seen.choices[0].options]
        assert offered == ["Ajax wish", "Ajax dies"]
        assert camp.company.member("Ajax").fate == ""
        assert figure(camp, "Ajax", "damage") == 0
        assert figure(camp, "Ajax", "fatigue") == (0 if edition == TS else 2)


class TestLand:
    @ALL
    def test_survival_feeds_skl_30(self, edition: str) -> None:
        """SKL-30: 3/IQ with the level, here 9 + 2."""
        camp = camp_of(edition, somebody(edition, "Ajax", skills={"survival": 2}))
        assert played(lives_off_the_land(camp, "Ajax"), "4 4 3")
        assert not played(lives_off_the_land(camp, "Ajax"), "4 4 4")

    @ALL
    def test_without_survival_nobody_rolls_skl_30(self, edition: str) -> None:
        camp = camp_of(edition, somebody(edition, "Ajax"))
        assert not played(lives_off_the_land(camp, "Ajax"))


class TestNaturalist:
    def herbs(self, camp: Camp, dice: str) -> int:
        played(gathers(camp, "Ajax", "naturalist"), dice)
        return len(figure(camp, "Ajax", "belongings"))

    def test_one_unit_of_herbs_a_day_skl_27(self) -> None:
        """SKL-27: found on 10 with IQ 9 and one level, and no second try on the same day."""
        camp = camp_of(TS, somebody(TS, "Ajax", skills={"naturalist": 1}))
        assert no_herbs(camp, camp.person("Ajax")) is None
        assert self.herbs(camp, "4 3 3") == 1
        assert figure(camp, "Ajax", "belongings") == ("healing-herbs",)
        refusal = str(no_herbs(camp, camp.person("Ajax")))
        assert refusal == "Ajax has looked for herbs today (SKL-27)"
        camp.make(DaysPassed())
        assert no_herbs(camp, camp.person("Ajax")) is None

    def test_none_found_skl_27(self) -> None:
        camp = camp_of(TS, somebody(TS, "Ajax", skills={"naturalist": 1}))
        assert self.herbs(camp, "4 4 3") == 0
        assert camp.journal[-1].text == "Ajax finds no herbs"


class TestDiplomacy:
    @ALL
    def test_it_turns_an_option_into_the_other_skl_21(self, edition: str) -> None:
        """SKL-21: won, an attack becomes a talk, and a talk an attack; lost, it stays."""
        camp = camp_of(edition, somebody(edition, "Ajax", skills={"diplomacy": 2}), gm="GM")
        dice = ("Ajax 2 dice", "the stranger 2 dice")
        won, lost = (*dice, "6 5", "4 4"), (*dice, "3 3", "4 4")
        assert played(diplomacy(camp, "Ajax", "attack", Npc()), *won) == "talk"
        assert played(diplomacy(camp, "Ajax", "talk", Npc()), *won) == "attack"
        assert played(diplomacy(camp, "Ajax", "attack", Npc()), *lost) == "attack"
