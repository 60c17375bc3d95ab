"""Characters: the rules of creation, the figures that follow, and files good and bad."""

import tomllib
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.legends.character import (
    Character,
    CharacterError,
    Unreadable,
    character_of,
    effective,
    mistakes,
    movement,
    protection,
    read_character,
    ready_at_start,
    usable_weapons,
    worn,
    write_character,
)
from legendry.legends.creation import random_character
from legendry.legends.edition import NaturalWeapon, edition, editions
from legendry.legends.prices import (
    attribute_price,
    attributes_paid,
    skill_price,
    skills_paid,
    spell_price,
)
from legendry.legends.reading import LARGEST
from legendry.table.toml import written

TSC, AW, TS = "time-and-space-classic", "ancient-world", "time-and-space"


def person(
    slug: str = AW, attributes: tuple[int, int, int] = (12, 12, 8), **more: Any
) -> Character:
    st, dx, iq = attributes
    return Character(name="Ajax", edition=slug, st=st, dx=dx, iq=iq, **more)


def beast(slug: str = AW, **more: Any) -> Character:
    return Character(
        name="Wolf", edition=slug, kind="beast", **{"st": 10, "dx": 13, "iq": 6, **more}
    )


class TestAttributes:
    def test_ex_ts_1_a_legal_spread_chr_2(self) -> None:
        ajax = person(TS, (12, 11, 9))
        assert mistakes(ajax) == []
        assert ajax.st + ajax.dx + ajax.iq == 32

    def test_ex_ts_2_another_legal_spread_chr_2(self) -> None:
        assert mistakes(person(TS, (11, 12, 9))) == []

    @pytest.mark.parametrize("slug", editions())
    def test_all_in_one_attribute_is_allowed_chr_2(self, slug: str) -> None:
        assert mistakes(person(slug, (16, 8, 8))) == []

    @pytest.mark.parametrize("slug", editions())
    def test_31_points_are_too_few_chr_2(self, slug: str) -> None:
        (mistake,) = mistakes(person(slug, (12, 11, 8)))
        assert mistake == "st + dx + iq are 31, but everybody has 32 (CHR-2)"

    @pytest.mark.parametrize("slug", editions())
    def test_33_points_are_too_many_chr_2(self, slug: str) -> None:
        (mistake,) = mistakes(person(slug, (12, 12, 9)))
        assert "st + dx + iq are 33, but a new character has 32 (CHR-2)" in mistake

    @pytest.mark.parametrize("spread", [(7, 12, 13), (12, 7, 13), (13, 12, 7)])
    def test_none_is_below_8_chr_2(self, spread: tuple[int, int, int]) -> None:
        (mistake,) = mistakes(person(AW, spread))
        assert mistake.endswith("is 7, but no attribute is below 8 (CHR-2)")

    def test_ex_d_9_a_human_of_42_points_may_raise_nothing_chr_6_rul_83(self) -> None:
        full = person(TS, (14, 14, 14), spent_xp=10_000)
        assert mistakes(full) == []
        for spread in ((15, 14, 14), (14, 15, 14), (14, 14, 15)):
            (mistake,) = mistakes(person(TS, spread, spent_xp=10_000))
            assert mistake == "st + dx + iq are 43, but a human's limit is 42 (CHR-6)"

    @pytest.mark.parametrize("slug", [TSC, AW])
    def test_the_other_editions_have_no_ceiling_chr_6(self, slug: str) -> None:
        assert mistakes(person(slug, (15, 15, 15), spent_xp=10_000)) == []

    def test_other_kinds_are_not_bound_chr_2_chr_6(self) -> None:
        assert mistakes(beast(TS, st=60, dx=14, iq=1)) == []


class TestSkillPoints:
    @pytest.mark.parametrize(("slug", "points"), [(TSC, 3), (AW, 4), (TS, 4)])
    def test_starting_points_chr_3(self, slug: str, points: int) -> None:
        assert mistakes(person(slug, skills={"climbing": points})) == []
        (mistake,) = mistakes(person(slug, skills={"climbing": points, "scholar": 1}))
        assert f"skills are {points + 1} points, but a new character has {points}" in mistake
        assert "(CHR-3)" in mistake

    @pytest.mark.parametrize("slug", [AW, TS])
    def test_at_most_two_go_to_combat_chr_3(self, slug: str) -> None:
        assert mistakes(person(slug, skills={"axe": 1, "unarmed": 1})) == []
        (mistake,) = mistakes(person(slug, skills={"axe": 2, "unarmed": 1}))
        assert mistake == "combat skills are 3 points, but a new character may have 2 (CHR-3)"

    def test_classic_has_no_limit_by_kind_chr_3(self) -> None:
        assert mistakes(person(TSC, skills={"axe": 3})) == []
        assert len(mistakes(person(TSC, skills={"axe": 4}))) == 1

    def test_points_need_not_be_spent(self) -> None:
        assert mistakes(person()) == []

    def test_a_beast_has_what_it_has(self) -> None:
        assert mistakes(beast(skills={"stealth": 5, "unarmed": 5})) == []


class TestExperience:
    def test_ex_tsc_6_a_point_costs_its_new_value_cam_5(self) -> None:
        assert attribute_price(14, edition(TSC).switches) == 14

    def test_ex_aw_7_prices_cam_5_cam_6(self) -> None:
        switches = edition(AW).switches
        assert attribute_price(12, switches) == 12
        sword = edition(AW).skills["sword"]
        assert skill_price(sword, switches, magic=False) == 10
        assert skill_price(sword, switches, magic=True) == 20

    def test_ex_ts_21_a_point_costs_five_more_cam_5(self) -> None:
        assert attribute_price(11, edition(TS).switches) == 16

    def test_prices_of_spells_and_of_the_magicians_own_skills_cam_6(self) -> None:
        rules = edition(AW)
        assert spell_price(rules.switches, magic=True) == 10
        assert spell_price(rules.switches, magic=False) == 20
        for id in ("alchemist", "sorcerers-tongue"):
            assert skill_price(rules.skills[id], rules.switches, magic=True) == 10
            assert skill_price(rules.skills[id], rules.switches, magic=False) == 10

    def test_the_cheapest_way_is_counted_cam_5(self) -> None:
        # 14 could have been the start: then IQ was raised from 8 to 10, 9 + 10.
        assert attributes_paid((14, 10, 10), edition(AW).switches) == 19
        assert attributes_paid((14, 10, 10), edition(TS).switches) == 29
        assert attributes_paid((14, 10, 8), edition(AW).switches) == 0

    @given(
        values=st.tuples(*[st.integers(8, 13)] * 3).filter(lambda values: sum(values) > 32),
        slug=st.sampled_from(editions()),
    )
    def test_no_start_is_cheaper_cam_5(self, values: tuple[int, int, int], slug: str) -> None:
        switches = edition(slug).switches
        starts = [
            (a, b, 32 - a - b)
            for a in range(8, values[0] + 1)
            for b in range(8, values[1] + 1)
            if 8 <= 32 - a - b <= values[2]
        ]
        costs = [
            sum(
                attribute_price(value, switches)
                for begin, end in zip(start, values, strict=True)
                for value in range(begin + 1, end + 1)
            )
            for start in starts
        ]
        assert attributes_paid(values, switches) == min(costs)

    def test_what_was_paid_must_cover_what_there_is_cam_5_cam_6(self) -> None:
        veteran: dict[str, Any] = {
            "skills": {"sword": 3, "climbing": 2},
            "attributes": (14, 10, 10),
        }
        assert mistakes(person(**veteran, spent_xp=29)) == []
        (mistake,) = mistakes(person(**veteran, spent_xp=28))
        assert mistake == (
            "spent_xp is 28, but what goes beyond a new character costs at least 29: "
            "attributes 19 (CAM-5), skills 10 (CAM-6)"
        )

    def test_a_third_combat_point_is_bought_though_a_starting_point_is_left_chr_3(self) -> None:
        assert skills_paid({"sword": 3}, 0, edition(AW), magic=False) == 10
        assert skills_paid({"sword": 3}, 0, edition(TSC), magic=False) == 0

    def test_a_magic_character_s_starting_points_go_to_what_is_dear_rul_82(self) -> None:
        rules = edition(AW)
        known = {"sword": 2, "climbing": 1, "alchemist": 1}
        assert skills_paid(known, 3, rules, magic=True) == 30
        assert skills_paid(known, 3, rules, magic=False) == 60

    def test_experience_does_not_mend_too_few_points_chr_2(self) -> None:
        assert len(mistakes(person(AW, (11, 11, 8), spent_xp=100))) == 1


class TestMagic:
    def test_a_magic_user_buys_spells_or_skills_chr_4_rul_82(self) -> None:
        wizard: dict[str, Any] = {
            "magic": True,
            "spells": ("blur", "fire-1"),
            "skills": {"scholar": 2},
        }
        assert mistakes(person(AW, **wizard)) == []
        (mistake,) = mistakes(person(AW, **{**wizard, "skills": {"scholar": 3}}))
        assert "skills and spells are 5 points" in mistake

    def test_combat_limit_binds_magic_users_too_rul_82(self) -> None:
        assert len(mistakes(person(AW, magic=True, skills={"axe": 3}))) == 1

    def test_others_do_not_begin_with_spells_rul_82(self) -> None:
        (mistake,) = mistakes(person(AW, spells=("blur",)))
        assert "only a magic character begins with spells" in mistake
        assert mistakes(person(AW, spells=("blur",), spent_xp=20)) == []
        assert len(mistakes(person(AW, spells=("blur",), spent_xp=19))) == 1

    @pytest.mark.parametrize("slug", [TSC, TS])
    def test_there_is_none_in_space_chr_4(self, slug: str) -> None:
        title = edition(slug).title
        assert mistakes(person(slug, magic=True)) == [f"there is no magic in {title} (CHR-4)"]
        found = mistakes(person(slug, magic=True, spells=("blur",)))
        assert f"there are no spells in {title} (CHR-4)" in found

    def test_a_spell_is_known_once(self) -> None:
        (mistake,) = mistakes(person(AW, magic=True, spells=("blur", "blur")))
        assert "blur is known once" in mistake

    def test_an_unknown_spell_is_answered_with_the_nearest(self) -> None:
        (mistake,) = mistakes(person(AW, magic=True, spells=("blurr",)))
        assert mistake == "“blurr” is no spell of Ancient World; perhaps blur"

    def test_spells_above_his_iq_may_be_learned_mag_3_rul_82(self) -> None:
        assert mistakes(person(AW, magic=True, spells=("death",))) == []

    def test_a_magic_user_may_wear_metal_mag_12_rul_96(self) -> None:
        assert mistakes(person(AW, magic=True, spells=("blur",), armor=("plate",))) == []


class TestStaff:
    def wizard(self, **more: Any) -> Character:
        kit: dict[str, Any] = {"weapons": ("wizards-staff",), "spells": ("blur",), "magic": True}
        return person(AW, (10, 10, 12), **(kit | more))

    def test_a_point_of_power_costs_two_xp_cam_1_mag_11(self) -> None:
        assert mistakes(self.wizard(staff=5, spent_xp=10)) == []
        (mistake,) = mistakes(self.wizard(staff=5, spent_xp=9))
        assert mistake.endswith("attributes 0 (CAM-5), skills 0 (CAM-6), staff 10 (MAG-11)")

    def test_a_new_character_s_is_empty_mag_11(self) -> None:
        (mistake,) = mistakes(self.wizard(staff=1))
        assert "a new character's staff holds no power (MAG-11)" in mistake

    def test_it_holds_no_more_than_his_iq_mag_11(self) -> None:
        assert mistakes(self.wizard(staff=12, spent_xp=24)) == []
        (mistake,) = mistakes(self.wizard(staff=13, spent_xp=26))
        assert mistake == "his staff holds 13 points, but not more than his IQ, 12 (MAG-11)"

    def test_it_is_of_wood_and_his_mag_11(self) -> None:
        assert mistakes(self.wizard(staff=1, spent_xp=2, weapons=("club",))) == []
        (mistake,) = mistakes(self.wizard(staff=1, spent_xp=2, weapons=("dagger",)))
        assert mistake == "his staff is not among his weapons: wizards-staff or club (MAG-11)"

    def test_whoever_casts_may_have_one_rul_82(self) -> None:
        fighter: dict[str, Any] = {"magic": False, "staff": 1, "spent_xp": 22}
        assert mistakes(self.wizard(**fighter)) == []
        (mistake,) = mistakes(self.wizard(**fighter, spells=()))
        assert mistake == "only a caster of spells has a staff (MAG-11)"

    @pytest.mark.parametrize("slug", [TSC, TS])
    def test_there_is_none_in_space_chr_4(self, slug: str) -> None:
        found = mistakes(person(slug, staff=1, spent_xp=2))
        assert found == [f"there are no magic staffs in {edition(slug).title} (CHR-4)"]

    def test_a_creature_has_what_it_has(self) -> None:
        shaman = beast(spells=("fire-1",), weapons=("club",), staff=6)
        assert mistakes(shaman) == []


class TestSkills:
    def test_an_unknown_skill_is_answered_with_the_nearest(self) -> None:
        (mistake,) = mistakes(person(AW, skills={"swrod": 1}))
        assert mistake == "“swrod” is no skill of Ancient World; perhaps sword"

    def test_a_skill_of_another_edition_is_unknown(self) -> None:
        assert mistakes(person(TS, skills={"pistol": 1})) == []
        assert len(mistakes(person(TSC, skills={"pistol": 1}))) == 1

    def test_literacy_names_its_language_skl_23(self) -> None:
        assert mistakes(person(AW, skills={"literacy/orcish": 1, "literacy/elvish": 1})) == []
        (mistake,) = mistakes(person(AW, skills={"literacy": 1}))
        assert "literacy must say which one" in mistake

    def test_other_skills_are_not_divided(self) -> None:
        (mistake,) = mistakes(person(AW, skills={"sword/rapier": 1}))
        assert "sword is one skill" in mistake


class TestEquipment:
    def test_heft_is_the_least_st_wpn_3(self) -> None:
        assert mistakes(person(AW, (15, 9, 8), weapons=("battle-axe",))) == []
        (mistake,) = mistakes(person(AW, (14, 10, 8), weapons=("battle-axe",)))
        assert mistake == "battle-axe needs ST 15, not 14 (WPN-3)"

    @pytest.mark.parametrize(("slug", "heft"), [(TSC, 11), (TS, 10)])
    def test_the_shotgun_differs_wpn_10_wpn_12(self, slug: str, heft: int) -> None:
        able = person(slug, (heft, 24 - heft, 8), weapons=("shotgun",))
        weak = person(slug, (heft - 1, 25 - heft, 8), weapons=("shotgun",))
        assert (len(mistakes(able)), len(mistakes(weak))) == (0, 1)

    def test_beasts_are_bound_by_heft_too_wpn_3(self) -> None:
        assert len(mistakes(beast(weapons=("maul",)))) == 1

    def test_an_unknown_weapon_is_answered_with_the_nearest(self) -> None:
        (mistake,) = mistakes(person(weapons=("broadsword",)))
        assert mistake == "“broadsword” is no weapon of Ancient World; perhaps broad-sword"

    def test_a_shield_is_armor(self) -> None:
        (mistake,) = mistakes(person(weapons=("small-shield",)))
        assert mistake == "small-shield is no weapon: list it under armor"
        (mistake,) = mistakes(person(armor=("dagger",)))
        assert mistake == "dagger is no armor: list it under weapons"

    def test_one_piece_a_slot_rul_77(self) -> None:
        assert mistakes(person(armor=("chain", "small-shield"))) == []
        (mistake,) = mistakes(person(armor=("chain", "leather", "small-shield")))
        assert mistake == "chain and leather cannot be worn together: one body only (RUL-77)"
        (mistake,) = mistakes(person(armor=("small-shield", "small-shield")))
        assert "one shield only (RUL-77)" in mistake

    def test_body_and_suit_are_two_slots_rul_77(self) -> None:
        both = person(TSC, armor=("flak-vest", "space-suit"))
        assert mistakes(both) == []
        assert protection(both).total == 4
        assert len(mistakes(both, "single_body")) == 1

    def test_anything_goes_where_the_table_says_so_rul_77(self) -> None:
        layered = person(armor=("chain", "leather", "cloth"))
        assert mistakes(layered, "free") == []
        assert protection(layered).total == 6
        assert effective(layered, "DX").total == 6
        assert read_character(write_character(layered), layers="free") == layered

    def test_hands_rul_38_arm_7(self) -> None:
        gear: dict[str, Any] = {"weapons": ("halberd", "dagger"), "armor": ("small-shield",)}
        for ready in (("halberd",), ("dagger", "small-shield"), ("unarmed",), ()):
            assert mistakes(person(**gear, ready=ready)) == []
        (mistake,) = mistakes(person(**gear, ready=("halberd", "small-shield")))
        assert mistake == "ready takes 3 hands, but there are two (RUL-38, ARM-7)"

    def test_a_sword_for_one_or_two_hands_goes_with_a_shield_wpn_11(self) -> None:
        gear: dict[str, Any] = {"weapons": ("broad-sword",), "armor": ("large-shield",)}
        assert mistakes(person(**gear, ready=("broad-sword", "large-shield"))) == []

    def test_only_what_he_has_is_ready(self) -> None:
        (mistake,) = mistakes(person(weapons=("dagger",), ready=("club",)))
        assert mistake == "ready has club, but weapons and armor do not have it"
        (mistake,) = mistakes(person(weapons=("dagger",), ready=("dagger", "dagger")))
        assert mistake == "ready has dagger, but weapons and armor do not have it 2 times"

    def test_worn_armor_is_not_held_rul_77(self) -> None:
        (mistake,) = mistakes(person(armor=("chain",), ready=("chain",)))
        assert "chain is worn, not held" in mistake


class TestKinds:
    @pytest.mark.parametrize(
        ("field", "value", "words"),
        [
            ("ma", 8, "moves by his DX"),
            ("natural_armor", 1, "has no natural armor"),
            ("natural_weapons", (NaturalWeapon("bite", "d6"),), "has no natural weapons"),
            ("hexes", 4, "covers one hex"),
            ("small", True, "is not small"),
            ("flying", True, "does not fly"),
        ],
    )
    def test_a_human_is_only_human_chr_7(self, field: str, value: Any, words: str) -> None:
        (mistake,) = mistakes(person(**{field: value}))
        assert words in mistake
        assert mistakes(beast(**{field: value})) == []

    def test_what_is_large_is_not_small_rul_19_rul_20(self) -> None:
        assert len(mistakes(beast(small=True, hexes=4))) == 1

    def test_natural_weapons_have_names_of_their_own(self) -> None:
        twice = (NaturalWeapon("bite", "d6"), NaturalWeapon("bite", "d6+1"))
        assert mistakes(beast(natural_weapons=twice)) == ["two natural weapons are called bite"]
        club = (NaturalWeapon("club", "3d6+3"),)
        assert "weapon table" in mistakes(beast(natural_weapons=club))[0]


class TestFigures:
    def test_a_ledger_says_why(self) -> None:
        chain = person(armor=("chain",))
        assert str(effective(chain, "DX")) == "DX 9 = 12 base −3 chain ARM-2"
        assert str(movement(chain)) == "MA 4 = 4 half of DX 9 MOV-1"
        assert str(protection(chain)) == "armor 3 = 3 chain ARM-1"

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_ex_tsc_2_ex_aw_3_ex_ts_5_movement_of_dx_11_mov_1(self, slug: str) -> None:
        assert movement(person(slug, (13, 11, 8))).total == 5

    def test_ex_tsc_5_a_space_suit_restricts_arm_2(self) -> None:
        hector = person(TSC, armor=("space-suit",))
        assert effective(hector, "DX").total == 11
        assert movement(hector).total == 5

    def test_ex_aw_6_restriction_2_arm_2(self) -> None:
        hector = person(AW, armor=("leather",))
        assert effective(hector, "DX").total == 10
        assert movement(hector).total == 5

    def test_ex_ts_20_restriction_2_arm_2(self) -> None:
        hector = person(TS, armor=("flak-vest", "space-suit"))
        assert effective(hector, "DX").total == 10
        assert movement(hector).total == 5

    def test_ex_d_10_the_classic_flak_vest_restricts_nothing_arm_10(self) -> None:
        vest = person(TSC, armor=("flak-vest",))
        assert str(effective(vest, "DX")) == "DX 12 = 12 base"
        assert movement(vest).total == 6

    def test_ex_d_11_the_newer_flak_vest_restricts_arm_10(self) -> None:
        vest = person(TS, armor=("flak-vest",))
        assert effective(vest, "DX").total == 11
        assert movement(vest).total == 5

    def test_ex_d_25_a_suit_without_power_arm_6_rul_79(self) -> None:
        suit = person(TSC, armor=("battle-armor",))
        assert effective(suit, "DX", suit_failed=True).total == 9
        assert movement(suit, suit_failed=True).total == 4
        assert protection(suit).total == 8
        assert effective(suit, "DX").total == 11

    def test_only_powered_pieces_lose_power_arm_6(self) -> None:
        vest = person(TS, armor=("flak-vest",))
        assert effective(vest, "DX", suit_failed=True).total == 11

    def test_restrictions_add_up_and_leave_st_and_iq_alone_arm_2(self) -> None:
        knight = person(AW, (12, 12, 8), armor=("plate", "tower-shield"))
        assert effective(knight, "DX").total == 5
        assert (effective(knight, "ST").total, effective(knight, "IQ").total) == (12, 8)

    @pytest.mark.parametrize(("dx", "rule"), [(3, "RUL-10"), (5, "RUL-10"), (6, "ARM-2")])
    def test_effective_attributes_stop_at_1_rul_10(self, dx: int, rule: str) -> None:
        clumsy = beast(dx=dx, armor=("plate",))
        ledger = effective(clumsy, "DX")
        assert (ledger.total, ledger.lines[-1].rule) == (1, rule)
        assert movement(clumsy).total == 0

    def test_a_listed_movement_replaces_the_formula_mov_1(self) -> None:
        wolf = beast(ma=8)
        assert str(movement(wolf)) == "MA 8 = 8 listed MOV-1"
        assert movement(beast()).total == 6

    def test_armor_adds_up_arm_1(self) -> None:
        assert protection(person(armor=("chain", "small-shield"))).total == 4
        assert protection(beast(natural_armor=2, armor=("cloth",))).total == 3
        assert protection(person()).total == 0

    def test_a_space_suit_stops_no_bullets_arm_5(self) -> None:
        suit = person(TS, armor=("flak-vest", "space-suit"))
        assert protection(suit).total == 4
        assert protection(suit, bullets=True).total == 3
        assert "space suit stops no bullets ARM-5" in str(protection(suit, bullets=True))

    def test_shields_are_no_use_in_a_grapple_arm_4_grp_12(self) -> None:
        knight = person(armor=("chain", "small-shield"))
        assert protection(knight, grappling=True).total == 3

    def test_a_shield_counts_only_while_it_is_ready_rul_77(self) -> None:
        knight = person(armor=("large-shield",), weapons=("halberd", "spear"))
        assert ready_at_start(knight) == ("halberd",)
        assert (protection(knight).total, effective(knight, "DX").total) == (0, 12)
        ready = ("spear", "large-shield")
        assert protection(knight, ready=ready).total == 2
        assert effective(knight, "DX", ready=ready).total == 11
        assert [piece.id for piece in worn(knight, ready)] == ["large-shield"]


class TestReady:
    def test_his_first_weapon_and_a_shield_if_a_hand_is_free_rul_38(self) -> None:
        fighter = person(weapons=("spear", "dagger"), armor=("leather", "small-shield"))
        assert ready_at_start(fighter) == ("spear", "small-shield")

    def test_both_hands_leave_no_shield_arm_7(self) -> None:
        fighter = person(weapons=("halberd",), armor=("small-shield",))
        assert ready_at_start(fighter) == ("halberd",)

    def test_a_shield_alone(self) -> None:
        assert ready_at_start(person(armor=("small-shield",))) == ("small-shield",)

    def test_as_he_says(self) -> None:
        fighter = person(weapons=("spear", "dagger"), ready=("dagger",))
        assert ready_at_start(fighter) == ("dagger",)
        assert ready_at_start(person(weapons=("spear",), ready=())) == ()

    def test_nothing_at_all(self) -> None:
        assert ready_at_start(person()) == ()

    def test_weapons_in_the_order_he_likes_them_and_bare_hands_last_rul_38(self) -> None:
        fighter = person(weapons=("spear", "dagger", "dagger"))
        assert [w.id for w in usable_weapons(fighter)] == ["spear", "dagger", "unarmed"]
        assert [w.id for w in usable_weapons(person())] == ["unarmed"]

    def test_a_wrestler_likes_his_bare_hands_best(self) -> None:
        wrestler = person(weapons=("unarmed", "dagger"))
        assert [w.id for w in usable_weapons(wrestler)] == ["unarmed", "dagger"]

    def test_too_heavy_is_not_usable_wpn_3(self) -> None:
        weak = beast(weapons=("maul", "dagger"))
        assert [w.id for w in usable_weapons(weak)] == ["dagger", "unarmed"]
        assert ready_at_start(weak) == ("dagger",)

    def test_teeth_come_before_bare_hands(self) -> None:
        wolf = beast(natural_weapons=(NaturalWeapon("bite", "d6+1"),))
        assert [w.id for w in usable_weapons(wolf)] == ["bite", "unarmed"]


AJAX = """\
name = "Ajax"
edition = "ancient-world"
blurb = "First over the wall."
st = 12
dx = 12
iq = 8
weapons = ["broad-sword", "dagger"]
armor = ["chain", "small-shield"]

[skills]
sword = 2
"literacy/elvish" = 1
"""


class TestFiles:
    def test_a_file_reads_as_it_was_written(self) -> None:
        ajax = read_character(AJAX)
        assert ajax.skills == {"sword": 2, "literacy/elvish": 1}
        assert write_character(ajax) == AJAX

    def test_bytes_and_a_byte_order_mark_will_do(self) -> None:
        assert read_character(b"\xef\xbb\xbf" + AJAX.encode()) == read_character(AJAX)

    def test_everything_that_is_wrong_is_told_at_once(self) -> None:
        with pytest.raises(CharacterError) as caught:
            read_character(
                """
                name = "A:jax"
                edition = "ancient-world"
                st = "strong"
                dx = 13
                iq = 7
                height = 2
                weapon = ["club"]
                weapons = ["broadsword", "dagger"]
                armor = ["chain", "plate"]
                skills = {sword = 3, swimming = 4}
                """,
                "ajax.toml",
            )
        assert list(caught.value.mistakes) == [
            "name must be up to 40 letters, digits, single spaces, dots, hyphens and apostrophes, "
            "not “A:jax”",
            "st must be a whole number from 1 to 100, not “strong”",
            "there is no field “height”",
            "there is no field “weapon”; perhaps weapons",
            "iq is 7, but no attribute is below 8 (CHR-2)",
            "skills are 7 points, but a new character has 4 (CHR-3); "
            "spent_xp says what was paid for more (CAM-6)",
            "combat skills are 3 points, but a new character may have 2 (CHR-3)",
            "“broadsword” is no weapon of Ancient World; perhaps broad-sword",
            "chain and plate cannot be worn together: one body only (RUL-77)",
        ]
        assert all(line.startswith("ajax.toml: ") for line in str(caught.value).splitlines())

    def test_nothing_is_said_that_rests_on_what_cannot_be_read(self) -> None:
        with pytest.raises(CharacterError) as caught:
            read_character('name = "A"\nedition = "ancient-world"\nst = 0\ndx = 9\niq = 9')
        assert caught.value.mistakes == ("st must be a whole number from 1 to 100, not 0",)

    def test_each_bad_entry_is_named_and_the_others_are_checked(self) -> None:
        with pytest.raises(CharacterError) as caught:
            read_character(
                """
                name = "Ajax"
                edition = "ancient-world"
                st = 12
                dx = 12
                iq = 8
                weapons = ["club", 3]
                skills = {sward = 9, bow = "x", axe = -1}
                """
            )
        skills = "skills must be a table of at most 60 skills with levels from 1 to 20"
        assert caught.value.mistakes[:4] == (
            f"{skills} (skills.bow: expected int, got str)",
            f"{skills} (skills.axe: expected int >= 1)",
            "weapons must be a list of at most 20 ids (weapons 2: expected str, got int)",
            "“sward” is no skill of Ancient World; perhaps sword",
        )

    def test_an_empty_file_lacks_five_things(self) -> None:
        with pytest.raises(CharacterError) as caught:
            read_character("")
        assert [one.split()[0] for one in caught.value.mistakes] == [
            "name",
            "edition",
            "st",
            "dx",
            "iq",
        ]

    @pytest.mark.parametrize(
        ("change", "says"),
        [
            ({"edition": "modern"}, "there is no edition “modern”; there are: ancient-world,"),
            ({"edition": 3}, "edition must be the name of an edition, not 3"),
            ({"name": ""}, "name must be up to 40 letters"),
            ({"name": "A" * 41}, "name must be up to 40 letters"),
            ({"name": "Ajax, son of Telamon"}, "name must be up to 40 letters"),
            ({"name": "Ajax (the less)"}, "name must be up to 40 letters"),
            ({"name": "Aj\tax"}, "name must be up to 40 letters"),
            ({"name": " Ajax"}, "name must be up to 40 letters"),
            ({"name": "Ajax  Oileus"}, "name must be up to 40 letters"),
            ({"name": "?"}, "name must be up to 40 letters"),
            ({"kind": "Human"}, "kind must be a word in small letters"),
            ({"kind": "human "}, "kind must be a word in small letters"),
            ({"blurb": "one\ntwo"}, "blurb must be one line of at most 200 characters"),
            ({"blurb": "\u202egnorw"}, "blurb must be one line of at most 200 characters"),
            ({"st": 101}, "st must be a whole number from 1 to 100, not 101"),
            ({"st": True}, "st must be a whole number from 1 to 100, not true"),
            ({"st": 10**30}, "st must be a whole number from 1 to 100, not 1000"),
            ({"dx": 11.5}, "dx must be a whole number from 1 to 100, not 11.5"),
            ({"skills": {"sword": 0}}, "skills must be a table of at most 60 skills"),
            ({"skills": ["sword"]}, "skills must be a table of at most 60 skills"),
            ({"weapons": "dagger"}, "weapons must be a list of at most 20 ids, not “dagger”"),
            ({"weapons": ["dagger"] * 21}, "weapons must be a list of at most 20 ids"),
            ({"weapons": [""]}, "weapons must be a list of at most 20 ids"),
            ({"hexes": 3}, "hexes must be 1, 4 or 7, not 3"),
            ({"magic": 1}, "magic must be true or false, not 1"),
            ({"karma": -1}, "karma must be a whole number from 0 to 10000, not -1"),
            ({"natural_weapons": [{"name": "bite"}]}, "natural_weapons must be a list such as"),
            (
                {"natural_weapons": [{"name": "bite", "damage": "lots"}]},
                "'lots' is not damage such as 2d6-1",
            ),
            ({"belongings": ["x" * 201]}, "belongings must be a list of at most 100 short texts"),
            ({"skils": {}}, "there is no field “skils”; perhaps skills"),
        ],
    )
    def test_a_bad_field_is_one_sentence(self, change: dict[str, Any], says: str) -> None:
        with pytest.raises(CharacterError) as caught:
            character_of({**tomllib.loads(AJAX), **change})
        (mistake,) = caught.value.mistakes
        assert says in mistake
        assert "\n" not in mistake

    @pytest.mark.parametrize("name", ["Ajax", "Ajax 2", "O'Brien", "J.-L. Roc", "Zoë", "李", "7"])
    def test_names_of_many_kinds_will_do(self, name: str) -> None:
        assert character_of({**tomllib.loads(AJAX), "name": name}).name == name

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("name = ", "this is not TOML: "),
            (b"name = '\xff'", "byte 8 is not UTF-8"),
            ("#" * (LARGEST + 1), "larger than 64 KiB"),
            ("a." * 1001 + "b = 1", "line 1 has more than 2000 characters"),
            ("x = " + "[\n" * 20_000, "nested beyond all measure"),
            ("x = 0x" + "f" * 1500, "there is no field “x”"),
        ],
    )
    def test_what_is_no_character_file_is_told_so(self, text: str | bytes, says: str) -> None:
        with pytest.raises(CharacterError, match=says):
            read_character(text)

    def test_what_is_no_toml_is_unreadable(self) -> None:
        with pytest.raises(Unreadable):
            read_character("name = ")

    def test_a_creature_s_file_reads_as_it_was_written(self) -> None:
        wyrm = beast(
            natural_weapons=(
                NaturalWeapon("bite", "2d6"),
                NaturalWeapon("fire breath", "d6", breath=True),
            ),
            natural_armor=3,
            hexes=4,
            flying=True,
            ma=12,
            skills={"stealth": 1},
        )
        assert read_character(write_character(wyrm)) == wyrm


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=20), inner, max_size=4)
    ),
    max_leaves=8,
)
ids = st.sampled_from(
    sorted({id for slug in editions() for id in (*edition(slug).weapons, *edition(slug).armor)})
)
plausible = {
    "edition": st.sampled_from([*editions(), "modern"]),
    "kind": st.sampled_from(["human", "beast"]),
    "st": st.integers(-1, 110),
    "dx": st.integers(6, 20),
    "iq": st.integers(6, 20),
    "skills": st.dictionaries(
        st.sampled_from(["axe", "sword", "literacy", "language/x", "medic"]), st.integers(0, 4)
    ),
    "weapons": st.lists(ids, max_size=4),
    "armor": st.lists(ids, max_size=3),
    "ready": st.lists(ids, max_size=3),
    "hexes": st.sampled_from([1, 2, 4, 7]),
    "spent_xp": st.integers(0, 200),
    "natural_weapons": st.lists(
        st.fixed_dictionaries({"name": st.just("bite"), "damage": st.sampled_from(["d6", "x"])}),
        max_size=2,
    ),
}


@st.composite
def scribbled(draw: st.DrawFn) -> dict[str, Any]:
    """A good character with some fields scribbled over."""
    slug = draw(st.sampled_from(editions()))
    made = random_character(edition(slug), Random(draw(st.integers(0, 99))))
    data: dict[str, Any] = dict(msgspec.to_builtins(made))
    for field in draw(st.lists(st.sampled_from(Character.__struct_fields__), max_size=4)):
        data[field] = draw(plausible.get(field, anything) | anything)
    if draw(st.booleans()):
        data[draw(st.text(max_size=12))] = draw(anything)
    return data


def read_or_refused(read: Callable[[], Character]) -> Character | None:
    """The character, or None if every reason against him is one decent sentence."""
    try:
        return read()
    except CharacterError as error:
        sentences = error.mistakes
    assert sentences
    assert all(one and "\n" not in one and len(one) < 400 for one in sentences)
    return None


class TestFuzz:
    @given(scribbled())
    def test_scribbled_data_is_read_or_refused_politely(self, data: dict[str, Any]) -> None:
        character = read_or_refused(lambda: character_of(data))
        if character:
            assert mistakes(character) == []
            assert read_character(write_character(character)) == character
            assert effective(character, "DX").total >= 1
            assert usable_weapons(character)
            assert movement(character).total >= 0

    @given(st.text(max_size=200) | st.binary(max_size=200))
    def test_any_text_is_refused_politely(self, text: str | bytes) -> None:
        assert read_or_refused(lambda: read_character(text)) is None

    @given(st.data())
    def test_a_file_with_a_hole_is_read_or_refused_politely(self, data: st.DataObject) -> None:
        start = data.draw(st.integers(0, len(AJAX)))
        end = data.draw(st.integers(start, len(AJAX)))
        patch = data.draw(st.text(max_size=10))
        character = read_or_refused(lambda: read_character(AJAX[:start] + patch + AJAX[end:]))
        if character:
            assert read_character(write_character(character)) == character

    @given(st.integers(0, 10**6), st.sampled_from(editions()))
    def test_written_toml_is_what_tomllib_reads(self, seed: int, slug: str) -> None:
        made = random_character(edition(slug), Random(seed))
        assert tomllib.loads(written(msgspec.to_builtins(made)))["name"] == made.name
