"""Advancement: what XP, karma and wishes buy, when, at what price, and why not (15.2, 15.3)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.campaign.advancement import note, purchases
from legendry.legends.campaign.camp import Camp
from legendry.legends.campaign.changes import changed
from legendry.legends.campaign.company import Company, Member
from legendry.legends.character import Character, mistakes
from legendry.legends.edition import edition
from legendry.table import Refused
from tests.legends.campaign.fireside import (
    AW,
    TS,
    TSC,
    alone,
    fireside,
    journal,
    one,
    options,
    price,
    say,
    sheet,
)


def bought(company: Company, kind: str, what: str) -> Character:
    """Maud after that purchase."""
    purchase = price(company, kind, what)
    assert purchase.refusal is None, str(purchase.refusal)
    for change in purchase.changes:
        company = changed(company, change)
    maud = company.members[0].character
    assert mistakes(maud) == []
    return maud


class TestAttributes:
    def test_ex_tsc_6_iq_14_costs_14_cam_5(self) -> None:
        company = alone(TSC, st=11, dx=8, iq=13, xp=14)
        purchase = price(company, "raise", "IQ")
        assert str(purchase.cost) == "XP 14 = 14 the new value CAM-5"
        maud = bought(company, "raise", "IQ")
        assert (maud.iq, maud.xp, maud.spent_xp) == (14, 0, 14)

    def test_ex_aw_7_iq_12_costs_12_and_a_skill_point_10_cam_5_cam_6(self) -> None:
        company = alone(AW, st=12, dx=9, iq=11, xp=12, skills={"sword": 1})
        assert bought(company, "raise", "IQ").iq == 12
        assert price(company, "raise", "sword").cost.total == 10

    def test_ex_ts_21_iq_11_costs_16_cam_5(self) -> None:
        company = alone(TS, st=11, dx=11, iq=10, xp=20)
        purchase = price(company, "raise", "IQ")
        assert str(purchase.cost) == (
            "XP 16 = 11 the new value CAM-5 +5 on top of it in this edition CAM-5"
        )
        maud = bought(company, "raise", "IQ")
        assert (maud.iq, maud.xp, maud.spent_xp) == (11, 4, 16)

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    @pytest.mark.parametrize("adventure", ["", "The Well"])
    def test_they_may_be_raised_during_play_cam_5(self, slug: str, adventure: str) -> None:
        assert price(alone(slug, adventure, xp=50), "raise", "ST").refusal is None

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_the_next_point_costs_more_than_the_last_cam_5(self, slug: str) -> None:
        table = fireside(slug, one("Maud", xp=60))
        say(table, "Maud raise ST", "Maud raise ST")
        extra = edition(slug).switches.attribute_cost_extra
        assert sheet(table, "Maud").st == 14
        assert sheet(table, "Maud").xp == 60 - 13 - 14 - 2 * extra
        assert journal(table)[1] == f"Day 1: Maud raises ST to 14 for {14 + extra} XP"

    def test_without_the_xp_it_is_refused_with_the_price(self) -> None:
        table = fireside(AW, one("Maud", xp=12))
        with pytest.raises(Refused, match=r"it costs 13 XP, and Maud has 12 \(CAM-5\)"):
            say(table, "Maud raise ST")
        assert journal(table) == []


class TestCeiling:
    def test_ex_d_9_at_42_points_no_human_raises_anything_chr_6_rul_83(self) -> None:
        company = alone(TS, st=14, dx=14, iq=14, xp=100, spent_xp=1000)
        for attribute in ("ST", "DX", "IQ"):
            refusal = price(company, "raise", attribute).refusal
            assert str(refusal) == "a human's ST + DX + IQ never exceed 42 (CHR-6)"

    def test_ex_d_9_41_points_leave_room_for_one(self) -> None:
        assert bought(alone(TS, st=14, dx=14, iq=13, xp=100, spent_xp=1000), "raise", "ST").st == 15

    @pytest.mark.parametrize("slug", [TSC, AW])
    def test_other_editions_have_no_ceiling_chr_6(self, slug: str) -> None:
        company = alone(slug, st=20, dx=14, iq=14, xp=100, spent_xp=1000)
        assert price(company, "raise", "DX").refusal is None

    def test_only_humans_have_one_rul_83(self) -> None:
        assert (
            price(alone(TS, kind="robot", st=30, dx=20, iq=9, xp=99), "raise", "DX").refusal is None
        )

    @pytest.mark.parametrize(("option", "refused"), [("none", False), (42, True)])
    def test_the_table_may_settle_it_attribute_cap_rul_83(self, option: Any, refused: bool) -> None:
        slug = AW if refused else TS
        maud = one("Maud", st=14, dx=14, iq=14, xp=100, spent_xp=1000)
        table = fireside(slug, maud, options={"attribute_cap": option})
        if refused:
            with pytest.raises(Refused, match="RUL-83"):
                say(table, "Maud raise ST")
        else:
            say(table, "Maud raise ST", "Maud raise ST")
            assert sheet(table, "Maud").st == 16


class TestSkills:
    def test_tsc_buys_between_adventures_only_cam_6(self) -> None:
        home, away = (alone(TSC, where, xp=40, skills={"sword": 1}) for where in ("", "The Well"))
        assert bought(home, "raise", "sword").skills == {"sword": 2}
        assert bought(home, "learn", "axe").skills == {"sword": 1, "axe": 1}
        refusal = price(away, "raise", "sword").refusal
        assert str(refusal) == "skills are bought between adventures only (CAM-6)"
        assert price(away, "learn", "axe").refusal is not None

    @pytest.mark.parametrize(("slug", "known"), [(AW, "sword"), (TS, "knife")])
    def test_known_skills_may_be_raised_during_play_new_ones_not_cam_6(
        self, slug: str, known: str
    ) -> None:
        away = alone(slug, "The Well", xp=40, skills={known: 1})
        assert bought(away, "raise", known).skills == {known: 2}
        refusal = price(away, "learn", "climbing").refusal
        assert str(refusal) == "new skills are learned between adventures only (CAM-6)"
        assert bought(alone(slug, xp=40), "learn", "climbing").skills == {"climbing": 1}

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_the_first_level_costs_like_a_raise_rul_82(self, slug: str) -> None:
        company = alone(slug, xp=40, skills={"riding": 1})
        assert price(company, "learn", "climbing").cost.total == 10
        assert price(company, "raise", "riding").cost.total == 10

    def test_a_magic_character_pays_20_but_for_two_skills_10_cam_6(self) -> None:
        company = alone(AW, magic=True, xp=40)
        assert price(company, "learn", "climbing").cost.total == 20
        for cheap in ("sorcerers-tongue", "alchemist"):
            assert str(price(company, "learn", cheap).cost).startswith("XP 10 = 10 a level of ")
        assert price(alone(AW, xp=40), "learn", "alchemist").cost.total == 10

    def test_a_spell_costs_20_and_a_magic_character_10_cam_6_rul_82(self) -> None:
        assert price(alone(AW, xp=40), "study", "fire-1").cost.total == 20
        wise = alone(AW, magic=True, xp=40)
        maud = bought(wise, "study", "fire-1")
        assert (maud.spells, maud.xp, maud.spent_xp) == (("fire-1",), 30, 10)

    def test_spells_above_ones_iq_can_be_learned_rul_82(self) -> None:
        company = alone(AW, xp=40)
        assert edition(AW).spells["summon-dragon"].iq > company.members[0].character.iq
        assert bought(company, "study", "summon-dragon").spells == ("summon-dragon",)

    def test_spells_are_learned_between_adventures_only_cam_6(self) -> None:
        refusal = price(alone(AW, "The Well", magic=True, xp=40), "study", "fire-1").refusal
        assert str(refusal) == "new spells are learned between adventures only (CAM-6)"

    @pytest.mark.parametrize("slug", [TSC, TS])
    def test_ts_xp_buy_no_magic_rul_86(self, slug: str) -> None:
        company = alone(slug, xp=100)
        kinds = {purchase.kind for purchase in purchases(company, company.members[0])}
        assert "study" not in kinds
        assert not [
            purchase
            for purchase in purchases(company, company.members[0])
            if purchase.what == "staff"
        ]

    def test_level_20_is_the_end(self) -> None:
        company = alone(TS, kind="test", xp=100, skills={"climbing": 20})
        assert price(company, "raise", "climbing").refusal is not None

    def test_a_spell_is_learned_once_and_then_no_longer_listed(self) -> None:
        company = alone(AW, magic=True, spells=("fire-1",), xp=100)
        assert "fire-1" not in [one.what for one in purchases(company, company.members[0])]

    def test_skills_and_spells_have_ids_of_their_own(self) -> None:
        rules = edition(AW)
        assert not {*rules.skills, "ST", "DX", "IQ", "staff"} & set(rules.spells)


class TestLanguages:
    def test_a_language_must_have_been_met_skl_22_skl_23(self) -> None:
        company = alone(TS, xp=40)
        refusal = price(company, "learn", "language").refusal
        assert str(refusal) == "One has not met a language to learn yet (SKL-22)"
        met = Company(name="One", edition=TS, members=company.members, tongues=("vorth",))
        assert bought(met, "learn", "language/vorth").skills == {"language/vorth": 1}
        assert bought(met, "learn", "literacy/vorth").skills == {"literacy/vorth": 1}

    def test_what_one_of_them_speaks_another_can_learn(self) -> None:
        orla = Member(
            Character(name="Orla", edition=TS, st=12, dx=11, iq=9, skills={"language/vorth": 1})
        )
        company = Company(name="Two", edition=TS, members=(*alone(TS, xp=40).members, orla))
        assert price(company, "learn", "literacy/vorth").refusal is None

    def test_the_books_own_languages_and_crafts_are_known_skl_41(self) -> None:
        company = alone(AW, xp=40)
        assert bought(company, "learn", "literacy/orcish").skills == {"literacy/orcish": 1}
        assert bought(company, "learn", "crafts/mason").skills == {"crafts/mason": 1}


WIZARD: dict[str, Any] = {"magic": True, "weapons": ("wizards-staff",)}


class TestStaff:
    def test_a_point_of_power_costs_2_xp_mag_11_cam_1(self) -> None:
        maud = bought(alone(AW, xp=5, **WIZARD), "raise", "staff")
        assert (maud.staff, maud.power, maud.xp, maud.spent_xp) == (1, 1, 3, 2)

    def test_it_holds_no_more_than_his_iq_mag_11(self) -> None:
        full = alone(AW, xp=50, staff=9, spent_xp=18, **WIZARD)
        refusal = price(full, "raise", "staff").refusal
        assert str(refusal) == "a staff holds no more than its owner's IQ, 9 (MAG-11)"

    def test_it_takes_a_caster_and_a_piece_of_wood_mag_11_rul_101(self) -> None:
        assert "only a caster" in str(price(alone(AW, xp=50), "raise", "staff").refusal)
        bare = price(alone(AW, xp=50, magic=True), "raise", "staff").refusal
        assert "his staff is not among his weapons" in str(bare)

    def test_during_an_adventure_too_out_of_combat_rul_101_rul_146(self) -> None:
        assert price(alone(AW, "The Well", xp=5, **WIZARD), "raise", "staff").refusal is None


class TestConversions:
    @pytest.mark.parametrize("slug", [TSC, AW])
    def test_a_wish_serves_as_karma_and_karma_as_xp_cam_9(self, slug: str) -> None:
        table = fireside(slug, one("Maud", wishes=1, karma=1, xp=3))
        say(table, "Maud use a wish as karma", "Maud use karma as XP", "Maud use karma as XP")
        maud = sheet(table, "Maud")
        assert (maud.wishes, maud.karma, maud.xp, maud.spent_xp) == (0, 0, 5, 0)
        assert journal(table)[0] == "Day 1: Maud uses a wish as karma"

    def test_nobody_converts_what_he_has_not_cam_9(self) -> None:
        refusal = price(alone(AW), "use", "karma as XP").refusal
        assert str(refusal) == "it takes 1 karma, and Maud has 0 to give (CAM-9)"

    def test_ts_has_no_conversions_but_by_the_tables_word_rul_86(self) -> None:
        maud = one("Maud", wishes=1, karma=1)
        table = fireside(TS, maud)
        say(table, "Maud")
        assert "Maud use" not in options(table)
        table = fireside(TS, maud, options={"wish_karma_conversion": True})
        say(table, "Maud use a wish as karma")
        assert sheet(table, "Maud").karma == 2

    def test_fleeting_karma_goes_first_cam_11(self) -> None:
        lent = {**one("Maud", karma=1), "fleeting": [{"karma": 1, "until": "adventure"}]}
        table = fireside(AW, lent, adventure="The Well")
        say(table, "Maud use karma as XP")
        member = table.state.company.member("Maud")
        assert (member.fleeting, member.character.karma, member.character.xp) == ((), 1, 1)


class TestWishes:
    @pytest.mark.parametrize(("slug", "fatigue"), [(TSC, 3), (AW, 3), (TS, 0)])
    def test_a_wish_wipes_out_all_damage_cam_8_rul_85(self, slug: str, fatigue: int) -> None:
        table = fireside(slug, one("Maud", wishes=1, damage=8, fatigue=3), adventure="The Well")
        say(table, "Maud use a wish to be whole")
        maud = sheet(table, "Maud")
        assert (maud.damage, maud.fatigue, maud.wishes) == (0, fatigue, 0)
        assert journal(table) == ["Day 1: Maud wishes to be whole"]

    def test_not_for_nothing_and_not_without_a_wish(self) -> None:
        assert "nothing to wish away" in str(
            price(alone(AW, wishes=1), "use", "a wish to be whole").refusal
        )
        assert "Maud has 0" in str(price(alone(AW, damage=1), "use", "a wish to be whole").refusal)


class TestCurses:
    def ways(self, slug: str, **figures: Any) -> dict[str, str]:
        company = alone(slug, **figures)
        return {
            purchase.what.removeprefix("a curse by "): str(purchase.refusal or "")
            for purchase in purchases(company, company.members[0])
            if purchase.kind == "lift"
        }

    def test_tsc_5_karma_cam_14(self) -> None:
        assert list(self.ways(TSC)) == ["karma"]
        maud = bought(alone(TSC, curses=2, karma=5), "lift", "a curse by karma")
        assert (maud.curses, maud.karma) == (1, 0)
        assert "it takes 5 karma, and Maud has 4" in self.ways(TSC, curses=1, karma=4)["karma"]

    def test_aw_a_wish_3_karma_or_10_xp_cam_14(self) -> None:
        assert list(self.ways(AW)) == ["wish", "karma", "XP"]
        company = alone(AW, curses=1, wishes=1, karma=3, xp=10)
        for what, field in (("wish", "wishes"), ("karma", "karma"), ("XP", "xp")):
            maud = bought(company, "lift", f"a curse by {what}")
            assert (maud.curses, getattr(maud, field), maud.spent_xp) == (0, 0, 0)
        assert "CAM-14" in self.ways(AW, curses=1, xp=9)["XP"]

    def test_ts_a_wish_or_a_point_of_the_highest_attribute_cam_14(self) -> None:
        assert list(self.ways(TS)) == ["wish", "ST", "DX", "IQ"]
        company = alone(TS, st=12, dx=11, iq=9, curses=1)
        maud = bought(company, "lift", "a curse by ST")
        assert (maud.st, maud.curses, maud.lost) == (11, 0, 1)
        refusal = price(company, "lift", "a curse by DX").refusal
        assert str(refusal) == "a curse takes a point of the highest attribute (CAM-14)"

    def test_ts_the_owner_chooses_among_equals_rul_87(self) -> None:
        ways = self.ways(TS, st=12, dx=12, iq=8, curses=1)
        assert (ways["ST"], ways["DX"]) == ("", "")
        assert ways["IQ"] != ""

    def test_ts_it_may_go_below_8_and_he_is_legal_still_rul_87(self) -> None:
        low = alone(TS, st=8, dx=8, iq=8, lost=8, curses=1)
        maud = bought(low, "lift", "a curse by IQ")
        assert (maud.iq, mistakes(maud)) == (7, [])

    def test_ts_points_lost_can_be_bought_again_cam_5(self) -> None:
        company = alone(TS, curses=1, xp=17)
        for change in price(company, "lift", "a curse by ST").changes:
            company = changed(company, change)
        assert bought(company, "raise", "ST").st == 12

    def test_ts_not_while_he_carries_what_he_could_not_wield_wpn_3(self) -> None:
        weapon = next(one for one in edition(TS).weapons.values() if one.heft == 10)
        company = alone(TS, st=10, dx=11, iq=11, curses=1, weapons=(weapon.id,), lost=0)
        low = alone(TS, st=10, dx=10, iq=10, lost=2, curses=1, weapons=(weapon.id,))
        assert price(company, "lift", "a curse by DX").refusal is None
        assert "WPN-3" in str(price(low, "lift", "a curse by ST").refusal)

    def test_without_a_curse_there_is_nothing_to_lift(self) -> None:
        assert self.ways(AW, wishes=1)["wish"] == "Maud is under no curse (CAM-14)"


class TestPlotwords:
    def test_a_plotword_is_1_xp_to_each_living_member_once_cam_4_rul_81(self) -> None:
        people = [one("Maud"), one("Orla", fate="captured"), one("Odo", fate="dead")]
        camp: Camp = fireside(AW, *people).state
        note(camp, "owl", "Ann")
        note(camp, "owl", "Ann")
        assert camp.company.plotwords == ("owl",)
        gains = {member.name: member.character.xp for member in camp.company.members}
        assert gains == {"Maud": 1, "Orla": 1, "Odo": 0}
        assert [str(entry) for entry in camp.journal] == [
            "Day 1: The company learns the plotword “owl”"
        ]


class TestAtTheTable:
    def test_the_cost_is_shown_before_it_is_paid(self) -> None:
        table = fireside(TS, one("Maud", xp=20))
        say(table, "Maud", "Maud raise")
        assert table.pending is not None
        option = table.pending.find("Maud raise ST")  # type: ignore[union-attr]
        assert option is not None
        assert option.about is not None
        assert [ledger.total for ledger in option.about.ledgers] == [18]

    def test_each_player_decides_for_his_own(self) -> None:
        table = fireside(
            AW, one("Maud", player="Ann"), one("Odo", player="Bob", xp=20), seats=("Ann", "Bob")
        )
        assert table.pending is not None
        assert table.pending.seat == "Ann"
        say(table, "Odo")
        assert table.pending.seat == "Bob"
        say(table, "Odo raise ST")
        assert table.state.journal[0].by == "Bob"

    @pytest.mark.parametrize("fate", ["dead", "captured"])
    def test_neither_the_dead_nor_the_captured_learn(self, fate: str) -> None:
        table = fireside(AW, one("Maud"), one("Odo", xp=50, fate=fate))
        with pytest.raises(Refused, match=f"Odo is {fate}"):
            say(table, "Odo raise ST")

    def test_the_rules_of_a_purchase_stand_in_the_journal(self) -> None:
        table = fireside(AW, one("Maud", xp=50))
        say(table, "Maud learn climbing")
        (entry,) = table.state.journal
        assert (entry.text, entry.rules) == ("Maud learns Climbing for 10 XP", ("CAM-6",))
