"""Ready-made characters: enough of them, all legal, and different in play."""

from collections.abc import Callable, Mapping
from importlib.resources import files

import pytest

from legendry.legends.character import (
    Character,
    effective,
    mistakes,
    protection,
    ready_at_start,
    write_character,
)
from legendry.legends.edition import Weapon, edition, editions
from legendry.legends.magic.spells import staff_of
from legendry.legends.roster import foes, roster
from legendry.table import SetupError

SPACE = ("time-and-space", "time-and-space-classic")
everybody = [
    pytest.param(folder, id, character, id=f"{folder}/{slug}/{id}")
    for slug in editions()
    for folder, people in (("roster", roster(slug)), ("foes", foes(slug)))
    for id, character in people.items()
]


def first(character: Character) -> Weapon:
    return edition(character.edition).weapons[(*character.weapons, "unarmed")[0]]


@pytest.mark.parametrize("slug", editions())
class TestEachEdition:
    def test_there_are_enough(self, slug: str) -> None:
        assert len(roster(slug)) >= 12
        assert len(foes(slug)) >= 8

    def test_heroes_are_new_humans_chr_2_chr_3(self, slug: str) -> None:
        points = edition(slug).switches.skill_points
        for hero in roster(slug).values():
            assert (hero.kind, hero.spent_xp) == ("human", 0)
            assert sum(hero.skills.values()) + len(hero.spells) == points

    def test_no_two_are_alike(self, slug: str) -> None:
        for people in (roster(slug), foes(slug)):
            kits = {
                (one.st, one.dx, one.iq, one.weapons, one.armor, one.natural_weapons)
                for one in people.values()
            }
            assert len(kits) == len(people)

    def test_heroes_fight_in_different_ways(self, slug: str) -> None:
        heroes = roster(slug).values()
        assert len({first(hero).id for hero in heroes}) >= 10
        weapons = [first(hero) for hero in heroes]
        assert any(weapon.missile for weapon in weapons)
        assert any(
            weapon.thrown and hero.weapons.count(weapon.id) > 1
            for hero, weapon in zip(heroes, weapons, strict=True)
        )
        assert any(weapon.hands == 2 and weapon.melee for weapon in weapons)
        assert any(weapon.id == "unarmed" for weapon in weapons)
        assert any(weapon.id == "dagger" for weapon in weapons)
        assert len({protection(hero).total for hero in heroes}) >= 3

    def test_heroes_can_hit_or_cast(self, slug: str) -> None:
        for hero in roster(slug).values():
            level = hero.skills.get(first(hero).skill, 0)
            able = effective(hero, "IQ" if hero.magic else "DX").total + level
            assert able >= 9, hero.name

    def test_foes_are_of_several_kinds(self, slug: str) -> None:
        kinds = {foe.kind for foe in foes(slug).values()}
        assert {"human", "beast"} < kinds
        assert any(foe.small for foe in foes(slug).values())
        assert any(foe.hexes > 1 for foe in foes(slug).values())
        assert any(foe.spent_xp for foe in foes(slug).values())


class TestParts:
    def test_ancient_world_has_shields_reloading_and_a_sling(self) -> None:
        heroes = roster("ancient-world").values()
        rules = edition("ancient-world")
        assert sum("shield" in id for hero in heroes for id in ready_at_start(hero)) >= 4
        assert {first(hero).reload_turns for hero in heroes} == {0, 1, 3}
        assert {skill.id for skill in rules.skills.values() if skill.combat} == {
            first(hero).skill for hero in heroes
        }

    def test_ancient_world_has_something_that_flies_and_breathes_rul_20(self) -> None:
        creatures = foes("ancient-world").values()
        assert any(foe.flying for foe in creatures)
        assert any(natural.breath for foe in creatures for natural in foe.natural_weapons)
        assert {foe.hexes for foe in creatures} == {1, 4, 7}

    def test_ancient_world_has_magic_users_of_every_school_mag_14_to_mag_21(self) -> None:
        rules = edition("ancient-world")
        users = [hero for hero in roster("ancient-world").values() if hero.magic]
        schools = [{rules.spells[id].school for id in hero.spells} for hero in users]
        assert set().union(*schools) == set(rules.schools)
        assert sum(len(one) == 1 for one in schools) >= 5
        assert sum(len(one) > 1 for one in schools) >= 2
        kinds = {rules.spells[id].kind for hero in users for id in hero.spells}
        assert {"normal", "direct", "strike"} <= kinds

    @pytest.mark.parametrize("people", [roster, foes])
    def test_magic_users_can_cast_all_they_know_mag_3_mag_12(
        self, people: Callable[[str], Mapping[str, Character]]
    ) -> None:
        rules = edition("ancient-world")
        users = [one for one in people("ancient-world").values() if one.spells]
        assert len(users) >= (8 if people is roster else 3)
        for one in users:
            assert one.magic
            assert all(rules.spells[id].iq <= one.iq for id in one.spells), one.name
            assert not any(rules.armor[id].metal for id in one.armor), one.name

    def test_a_staff_with_power_is_in_hand_at_the_start_mag_11_rul_101(self) -> None:
        rules = edition("ancient-world")
        staffs = [one for one in foes("ancient-world").values() if one.staff]
        assert len(staffs) >= 2
        for one in staffs:
            assert staff_of(rules, one) in ready_at_start(one), one.name

    @pytest.mark.parametrize("slug", SPACE)
    def test_space_has_all_its_weapons_and_armor(self, slug: str) -> None:
        rules = edition(slug)
        people = [*roster(slug).values(), *foes(slug).values()]
        assert {id for one in people for id in one.weapons} == set(rules.weapons)
        assert {id for one in people for id in one.armor} == set(rules.armor)
        assert {"robot", "alien"} < {foe.kind for foe in foes(slug).values()}


@pytest.mark.parametrize(("folder", "id", "character"), everybody)
class TestEverybody:
    def test_is_legal(self, folder: str, id: str, character: Character) -> None:
        assert mistakes(character) == []

    def test_says_who_he_is(self, folder: str, id: str, character: Character) -> None:
        assert 10 < len(character.blurb) <= 100
        assert id == "-".join(character.name.lower().split())

    def test_has_a_file_that_reads_as_it_is_written(
        self, folder: str, id: str, character: Character
    ) -> None:
        file = files("legendry.legends") / folder / character.edition / f"{id}.toml"
        assert file.read_text("utf-8") == write_character(character)


def test_nobody_is_both_hero_and_foe() -> None:
    names = [
        one.name for slug in editions() for one in (*roster(slug).values(), *foes(slug).values())
    ]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("people", [roster, foes])
def test_an_unknown_edition_has_nobody(people: Callable[[str], Mapping[str, Character]]) -> None:
    with pytest.raises(SetupError, match="there is no edition"):
        people("modern")
