"""New characters: suggestions that fit, luck that is brought along, and what people type."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.legends.character import effective, mistakes, read_character, write_character
from legendry.legends.creation import (
    parsed_attributes,
    parsed_ids,
    parsed_magic,
    parsed_skills,
    random_character,
    suggested_armor,
    suggested_attributes,
    suggested_skills,
    suggested_spells,
    suggested_weapons,
)
from legendry.legends.edition import edition, editions

slugs = st.sampled_from(editions())
lucks = st.integers(0, 10**9).map(Random)


class TestRandom:
    @given(slugs, lucks)
    def test_luck_makes_legal_characters_chr_2_chr_3(self, slug: str, luck: Random) -> None:
        made = random_character(edition(slug), luck)
        assert mistakes(made) == []
        spent = sum(made.skills.values()) + len(made.spells)
        assert spent == edition(slug).switches.skill_points
        assert read_character(write_character(made)) == made

    @given(slugs, lucks)
    def test_luck_makes_sensible_characters(self, slug: str, luck: Random) -> None:
        made = random_character(edition(slug), luck, magic=False)
        rules = edition(slug)
        assert made.weapons
        assert not made.spells
        assert effective(made, "DX").total >= min(made.dx, 10)
        assert any(rules.weapons[id].melee for id in made.weapons)

    @given(lucks)
    def test_luck_makes_sensible_magic_users_chr_4(self, luck: Random) -> None:
        rules = edition("ancient-world")
        made = random_character(rules, luck, magic=True)
        assert mistakes(made) == []
        assert made.magic
        assert len(made.spells) >= 3
        assert all(rules.spells[id].iq <= made.iq for id in made.spells)
        assert not any(rules.armor[id].metal for id in made.armor)
        assert rules.weapons[made.weapons[0]].wooden
        assert sum(made.skills.values()) + len(made.spells) == rules.switches.skill_points

    @pytest.mark.parametrize("slug", editions())
    def test_now_and_then_it_is_a_magic_user_where_there_is_magic_chr_4(self, slug: str) -> None:
        users = [random_character(edition(slug), Random(seed)).magic for seed in range(100)]
        assert (10 < sum(users) < 50) == bool(edition(slug).spells)

    @pytest.mark.parametrize("slug", editions())
    def test_the_same_luck_makes_the_same_character(self, slug: str) -> None:
        rules = edition(slug)
        made = [random_character(rules, Random("42")) for _ in range(2)]
        assert made[0] == made[1]
        assert random_character(rules, Random("43")) != made[0]

    @pytest.mark.parametrize("slug", editions())
    def test_luck_makes_many_different_characters(self, slug: str) -> None:
        many = [random_character(edition(slug), Random(seed)) for seed in range(200)]
        assert len({made.weapons[0] for made in many}) > len(edition(slug).weapons) // 2
        assert len({(made.st, made.dx, made.iq) for made in many}) > 10
        assert len({made.name for made in many}) > 100

    def test_a_name_may_be_given(self) -> None:
        assert random_character(edition("time-and-space"), Random(1), "Juno").name == "Juno"


class TestSuggestions:
    @given(lucks)
    def test_attributes_are_32_points_none_below_8_chr_2(self, luck: Random) -> None:
        spread = suggested_attributes(luck)
        assert sum(spread) == 32
        assert min(spread) >= 8

    @given(slugs, st.integers(8, 16), lucks)
    def test_weapons_can_be_lifted_wpn_3(self, slug: str, st: int, luck: Random) -> None:
        rules = edition(slug)
        for id in suggested_weapons(rules, st, luck):
            assert rules.weapons[id].heft <= st

    @given(slugs, lucks)
    def test_grenades_come_in_threes(self, slug: str, luck: Random) -> None:
        rules = edition(slug)
        first, *rest = suggested_weapons(rules, 12, luck)
        if rules.weapons[first].used_up:
            assert rest.count(first) == 2

    @given(slugs, lucks, st.sampled_from([(), ("unarmed",), ("dagger",)]))
    def test_skills_keep_the_combat_limit_chr_3(
        self, slug: str, luck: Random, weapons: tuple[str, ...]
    ) -> None:
        rules = edition(slug)
        skills = suggested_skills(rules, weapons, luck)
        combat = sum(level for id, level in skills.items() if rules.skills[id].combat)
        assert combat <= rules.switches.combat_points
        assert bool(combat) == bool(weapons)

    @given(st.integers(8, 20), lucks)
    def test_spells_are_within_iq_and_of_different_families_mag_3_mag_10(
        self, iq: int, luck: Random
    ) -> None:
        rules = edition("ancient-world")
        spells = [rules.spells[id] for id in suggested_spells(rules, iq, luck)]
        assert all(spell.iq <= iq for spell in spells)
        assert len({spell.family or spell.id for spell in spells}) == len(spells) in (3, 4)

    def test_all_schools_are_suggested_now_and_then(self) -> None:
        rules = edition("ancient-world")
        found = {id for seed in range(300) for id in suggested_spells(rules, 18, Random(seed))}
        assert {rules.spells[id].school for id in found} == set(rules.schools)
        assert len(found) > 40

    @given(lucks)
    def test_no_shield_with_a_weapon_for_two_hands_arm_7(self, luck: Random) -> None:
        rules = edition("ancient-world")
        armor = suggested_armor(rules, 14, ("halberd",), luck)
        assert not any(rules.armor[id].slot == "shield" for id in armor)

    def test_a_shield_is_suggested_now_and_then(self) -> None:
        rules = edition("ancient-world")
        pieces = {id for seed in range(50) for id in suggested_armor(rules, 14, (), Random(seed))}
        assert {"small-shield", "large-shield", "tower-shield"} < pieces


class TestTyped:
    def test_attributes(self) -> None:
        assert parsed_attributes("12 11 9") == {"st": 12, "dx": 11, "iq": 9}
        assert parsed_attributes("12, 11, many") == {"st": 12, "dx": 11, "iq": "many"}
        with pytest.raises(ValueError, match="three numbers are wanted"):
            parsed_attributes("12 11")

    def test_magic(self) -> None:
        assert parsed_magic(" Yes") == parsed_magic("y") == {"magic": True}
        assert parsed_magic("no") == {"magic": False}
        with pytest.raises(ValueError, match="yes or no is wanted"):
            parsed_magic("perhaps")

    def test_skills(self) -> None:
        assert parsed_skills("Sword 2, stealth, Animal Handler 1") == {
            "sword": 2,
            "stealth": 1,
            "animal-handler": 1,
        }
        assert parsed_skills("none") == parsed_skills(" ") == {}

    def test_things(self) -> None:
        assert parsed_ids("Broad sword, Wizard's Staff,dagger") == (
            "broad-sword",
            "wizards-staff",
            "dagger",
        )
        assert parsed_ids("none") == ()
