"""The editions: their tables against the catalogue's, their switches, and files that are wrong."""

import ast
import copy
import pickle
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from legendry.legends.edition import (
    DataError,
    Edition,
    NaturalWeapon,
    Weapon,
    edition,
    editions,
    load,
)
from legendry.odds import Dice
from legendry.table import SetupError

TSC, AW, TS = "time-and-space-classic", "ancient-world", "time-and-space"

# Weapon, damage, heft, flags as the catalogue prints them. A line that begins with a dot is a
# further way to use the weapon before it.
WEAPONS = {
    TSC: """
        unarmed        D3     –   U
        dagger         D6     –   T
        .grapple       D6+2   –   G
        club           D6     9   T
        hatchet        D6+1   9   T
        cutlass        2D6-2  10
        fire-axe       D6+3   12  2
        handgun        2D6-1  8   G
        submg          2D6-1  8   2 A
        assault-rifle  2D6+1  9   2 A
        shotgun        3D6    11  2
        phaser         3D6    6   G F
        blaster        3D6    9   2
        frag-grenade   3D6    6   T X
        flashbang      0      6   T S
    """,
    AW: """
        unarmed           D3     –   U
        dagger            D6     –   T
        .grapple          D6+2   –   G
        rapier            D6     9
        cutlass           2D6-2  10
        short-sword       2D6-1  11
        broad-sword       2D6    12
        .two-handed       2D6+1  12  2
        bastard-sword     2D6+1  13
        .two-handed       2D6+2  13  2
        two-handed-sword  3D6-1  14  2
        wizards-staff     D6-1   8
        club              D6     9   T
        .two-handed       D6+1   9   2
        mace              D6+2   11
        morningstar       2D6+1  13
        maul              3D6-2  13  2
        hatchet           D6+1   9   T
        axe               D6+3   12
        battle-axe        3D6    15  2
        javelin           D6     9   T
        spear             D6+2   11  T
        halberd           2D6    12  2
        thrown-rock       D2     6   T
        sling             D6-1   8
        bow               D6     9   2
        longbow           D6+2   11  2
        crossbow          2D6    12  2 R
        arbalest          3D6    14  2 R3
    """,
    TS: """
        unarmed        D3     –   U
        dagger         D6     –   T
        .grapple       D6+2   –   G
        club           D6     9   T
        .two-handed    D6+1   9   2 T
        hatchet        D6+1   9   T
        cutlass        2D6-2  10
        fire-axe       D6+3   12  2
        handgun        2D6-1  8
        submg          2D6-1  8   2 A
        assault-rifle  2D6+1  9   2 A
        shotgun        3D6    10  2
        hand-phaser    3D6    6   G F
        blaster        3D6    9   2
        frag-grenade   3D6    6   T X
        flashbang      0      6   T S
    """,
}

GROUPS = {
    TSC: {
        "unarmed": "unarmed",
        "hand": "dagger club hatchet cutlass fire-axe",
        "missiles": "handgun submg assault-rifle shotgun phaser blaster",
        "grenades": "frag-grenade flashbang",
    },
    AW: {
        "unarmed": "unarmed",
        "swords": "dagger rapier cutlass short-sword broad-sword bastard-sword two-handed-sword",
        "bludgeons": "wizards-staff club mace morningstar maul",
        "axes": "hatchet axe battle-axe",
        "pole arms": "javelin spear halberd",
        "missiles": "thrown-rock sling bow longbow crossbow arbalest",
    },
    TS: {
        "unarmed": "unarmed",
        "hand": "dagger club hatchet cutlass fire-axe",
        "missiles": "handgun submg assault-rifle shotgun hand-phaser blaster",
        "grenades": "frag-grenade flashbang",
    },
}

SKILLED = {
    TSC: {
        "unarmed-combat": "unarmed",
        "axe": "club hatchet fire-axe",
        "bow": "",
        "dagger": "dagger",
        "pole-arms": "",
        "sword": "cutlass",
    },
    AW: {
        "unarmed": "unarmed",
        "axe": "wizards-staff club mace morningstar maul hatchet axe battle-axe",
        "bow": "bow longbow crossbow arbalest",
        "dagger": "dagger",
        "pole-arms": "javelin spear halberd",
        "sling": "sling",
        "sword": "rapier cutlass short-sword broad-sword bastard-sword two-handed-sword",
    },
    TS: {
        "unarmed": "unarmed",
        "axe": "club hatchet fire-axe",
        "knife": "dagger",
        "pistol": "handgun hand-phaser",
        "rifle-smg": "submg assault-rifle shotgun blaster",
    },
}

ARMOR = {
    TSC: """
        flak-vest     body    3/0
        space-suit    suit    1/1  B SS
        landing-suit  suit    3/1  SS
        battle-armor  suit    8/1  SS
    """,
    AW: """
        cloth         body    1/1
        leather       body    2/2
        chain         body    3/3  metal
        segmented     body    4/4  metal
        plate         body    5/5  metal
        small-shield  shield  1/0  S
        large-shield  shield  2/1  S
        tower-shield  shield  3/2  S
    """,
    TS: """
        flak-vest     body    3/1
        space-suit    suit    1/1  B SS
        landing-suit  suit    3/1  SS
        battle-armor  suit    8/1  SS
    """,
}

# Section 16.2: the check of each skill; a star marks one that must name what it is for.
SKILLS = {
    TSC: """
        3/DX: acrobat riding gunner spacecraft-pilot thief equipment-operator
        3/ST: climbing swimming
        3/IQ: navigation-nautical navigation-stellar language* literacy* land-navigation survival
        3/IQ: locks traps botanist electrician investigator mechanic medic scholar systems-tech
        win IQ: interrogator charisma diplomacy tactician tracker merchant zoologist
        win DX v IQ: stalker stealth
        win IQ v DX: streetwise
        none: weightlessness leadership
    """,
    AW: """
        3/DX: acrobat riding stalker stealth locks thief crafts* driver sailor
        3/ST: climbing swimming
        3/IQ: dwarvish elvish orcish sorcerers-tongue literacy* survival tracker streetwise traps
        3/IQ: bard herbalist medic scholar
        win IQ: charisma diplomacy tactician animal-handler merchant
        none: leadership alchemist
    """,
    TS: """
        3/DX: acrobat riding gunner pilot stalker stealth locks thief equipment-operator
        3/ST: climbing swimming
        3/IQ: navigation-nautical navigation-stellar language* literacy* navigation alertness
        3/IQ: naturalist survival tracker streetwise traps botanist electrician investigator
        3/IQ: mechanic medic scholar storyteller systems-tech
        win IQ: interrogator charisma diplomacy tactician merchant zoologist
        none: weightless-movement leadership
    """,
}

CREATURES = """
    wolf          10  13  6   8   1  fur           1  bite d6+1
    warrior       12  12  8   6   1  shield        1  broad sword 2d6
    bear          30  11  6   5   1  fur           2  bite/claws 3d6
    gargoyle      20  11  8   16f 1  stony skin    4  claws 2d6
    giant         45  10  8   8   1  tower shield  3  club 3d6+3
    small-dragon  30  13  16  16f 4  scales        3  fire breath 2d6+2 *, bite/claws 2d6+2
    dragon        60  14  20  20f 7  scales        5  fire breath 4d6 *, bite/claws 4d6
    werewolf      x1  13  0   8   1  fur           1  bite d6+1
    werebear      x3  11  0   5   1  fur           2  bite/claws 3d6
    weregoyle     x2  11  0   16f 1  skin          4  claws 2d6
    weredragon    x3  13  0   16f 4  scales        3  fire breath 2d6+2 *, bite/claws 2d6+2
"""


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.strip().splitlines()]


def printed_weapons(rules: Edition) -> Iterator[str]:
    """The weapon table as the catalogue prints it, from our data."""
    for weapon in rules.weapons.values():
        for number, mode in enumerate(weapon.modes):
            flags = ["2"] if mode.hands == 2 else []
            flags += ["A"] if weapon.automatic else []
            bare = weapon.fatigue == "only"
            flags += ["U"] if bare and weapon.bonus_if_stronger == 1 else []
            flags += ["G"] if mode.grappling and not bare else []
            flags += ["F"] if weapon.fatigue == "choice" else []
            flags += ["T"] if mode.thrown else []
            flags += ["X"] if weapon.explosive else []
            flags += ["S"] if weapon.surprise else []
            turns = weapon.reload_turns
            flags += [f"R{turns}" if turns > 1 else "R"] if turns else []
            name = f".{mode.id}" if number else weapon.id
            damage = str(mode.damage).upper().removeprefix("1")
            yield " ".join((name, damage, str(mode.heft or "–"), *flags))


def printed_armor(rules: Edition) -> Iterator[str]:
    for piece in rules.armor.values():
        flags = ["metal"] if piece.metal else []
        flags += [] if piece.blocks_bullets else ["B"]
        flags += [] if piece.usable_grappling else ["S"]
        flags += ["SS"] if piece.powered else []
        figures = f"{piece.protection}/{piece.restriction}"
        yield " ".join((piece.id, piece.slot, figures, *flags))


def printed_checks(rules: Edition) -> dict[str, str]:
    checks = {}
    for skill in rules.skills.values():
        if skill.combat:
            continue
        check = f"{skill.dice}/{skill.attribute}" if skill.check == "pass" else "none"
        if skill.check == "win":
            versus = "" if skill.against == skill.attribute else f" v {skill.against}"
            check = f"win {skill.attribute}{versus}"
        checks[skill.id + "*" * skill.specialised] = check
    return checks


class TestTables:
    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_weapons_are_those_of_wpn_10_wpn_11_wpn_12(self, slug: str) -> None:
        assert list(printed_weapons(edition(slug))) == lines(WEAPONS[slug])

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_weapons_stand_in_the_groups_of_the_tables(self, slug: str) -> None:
        groups: dict[str, list[str]] = {}
        for weapon in edition(slug).weapons.values():
            groups.setdefault(weapon.group, []).append(weapon.id)
        assert groups == {group: ids.split() for group, ids in GROUPS[slug].items()}

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_each_combat_skill_covers_the_weapons_of_rul_88(self, slug: str) -> None:
        skills = edition(slug).skills.values()
        covered = {skill.id: set(skill.weapons) for skill in skills if skill.combat}
        assert covered == {skill: set(ids.split()) for skill, ids in SKILLED[slug].items()}

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_armor_is_that_of_arm_10_in_the_slots_of_rul_77(self, slug: str) -> None:
        assert list(printed_armor(edition(slug))) == lines(ARMOR[slug])

    @pytest.mark.parametrize("slug", [TSC, TS])
    def test_a_powered_suit_that_fails_has_restriction_3_arm_6(self, slug: str) -> None:
        suits = [piece for piece in edition(slug).armor.values() if piece.powered]
        assert [piece.failure_restriction for piece in suits] == [3, 3, 3]

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_skills_are_checked_as_skl_10_to_skl_51_say(self, slug: str) -> None:
        wanted = {}
        for line in lines(SKILLS[slug]):
            check, _, ids = line.partition(": ")
            wanted.update(dict.fromkeys(ids.split(), check))
        assert printed_checks(edition(slug)) == wanted

    @pytest.mark.parametrize(
        ("slug", "skill"), [(TSC, "streetwise"), (AW, "tracker"), (TS, "alertness")]
    )
    def test_one_skill_negates_surprise_rul_89(self, slug: str, skill: str) -> None:
        skills = edition(slug).skills.values()
        assert [one.id for one in skills if one.negates_surprise] == [skill]

    def test_two_skills_are_cheap_for_magic_characters_cam_6(self) -> None:
        cheap = {one.id: one.magic_price for one in edition(AW).skills.values() if one.magic_price}
        assert cheap == {"sorcerers-tongue": 10, "alchemist": 10}

    def test_creatures_are_those_of_cre_1_to_cre_7_and_spl_62_to_spl_65(self) -> None:
        printed = []
        for one in edition(AW).creatures.values():
            st = f"x{one.st_multiplier}" if one.origin == "morph" else one.st
            ma = f"{one.ma}f" if one.flying else one.ma
            attacks = ", ".join(f"{a.name} {a.damage}{' *' * a.breath}" for a in one.attacks)
            printed.append(
                f"{one.id} {st} {one.dx} {one.iq} {ma} {one.hexes} {one.hide} {one.armor} {attacks}"
            )
        assert printed == lines(CREATURES)

    def test_wounds_of_a_form_are_divided_on_return_rul_117(self) -> None:
        divisors = {
            one.id: one.wounds_divided_by
            for one in edition(AW).creatures.values()
            if one.origin == "morph"
        }
        assert divisors == {"werewolf": 1, "werebear": 3, "weregoyle": 2, "weredragon": 3}

    def test_only_ancient_world_has_creatures_chr_4(self) -> None:
        assert not edition(TSC).creatures
        assert not edition(TS).creatures


class TestWeapons:
    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_bare_hands_wpn_6_grp_4(self, slug: str) -> None:
        unarmed = edition(slug).weapons["unarmed"]
        assert (unarmed.hands, unarmed.heft, str(unarmed.damage)) == (0, 0, "1d3")
        assert unarmed.negates_armor_when_grappling
        assert unarmed.modes[0].when == ("strike", "grapple")

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_only_bare_hands_negate_armor_rul_52(self, slug: str) -> None:
        weapons = edition(slug).weapons.values()
        assert [w.id for w in weapons if w.negates_armor_when_grappling] == ["unarmed"]

    @pytest.mark.parametrize("slug", [TSC, TS])
    def test_bullets_are_those_of_rul_78(self, slug: str) -> None:
        bullets = [weapon.id for weapon in edition(slug).weapons.values() if weapon.bullets]
        assert bullets == ["handgun", "submg", "assault-rifle", "shotgun"]

    @pytest.mark.parametrize("slug", [TSC, TS])
    def test_grenades_are_used_up_rul_33(self, slug: str) -> None:
        used_up = [weapon.id for weapon in edition(slug).weapons.values() if weapon.used_up]
        assert used_up == ["frag-grenade", "flashbang"]

    def test_a_dagger_counters_a_tackle_only_in_time_and_space_ent_7(self) -> None:
        def counters(slug: str) -> list[str]:
            modes = edition(slug).weapons["dagger"].modes
            return [str(mode.damage) for mode in modes if "tackle-counterattack" in mode.when]

        assert (counters(TSC), counters(AW), counters(TS)) == ([], [], ["1d6+2"])

    def test_a_rock_is_a_missile_that_is_thrown_rul_33(self) -> None:
        rock = edition(AW).weapons["thrown-rock"]
        assert (rock.missile, rock.thrown, rock.modes[0].when) == (True, True, ("throw",))

    def test_a_gun_shoots_and_is_no_club_rul_26(self) -> None:
        handgun = edition(TSC).weapons["handgun"]
        assert handgun.modes[0].when == ("shoot", "grapple")
        assert not handgun.melee

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_a_weapon_can_do_what_one_of_its_modes_can(self, slug: str) -> None:
        for weapon in edition(slug).weapons.values():
            uses = [use for mode in weapon.modes for use in mode.when]
            assert weapon.melee == ("strike" in uses)
            assert weapon.thrown == ("throw" in uses) == any(m.thrown for m in weapon.modes)
            assert weapon.grappling == ("grapple" in uses) == any(m.grappling for m in weapon.modes)
            first = weapon.modes[0]
            assert (weapon.damage, weapon.heft, weapon.hands) == (
                first.damage,
                first.heft,
                first.hands,
            )


class TestNaturalWeapons:
    def test_teeth_are_usable_in_a_grapple_rul_52(self) -> None:
        bite = NaturalWeapon("bite/claws", "2d6+2").weapon
        assert (bite.id, bite.natural, bite.skill, bite.hands) == ("bite-claws", True, "", 0)
        assert bite.modes[0].when == ("strike", "grapple")
        assert bite.damage == Dice(2, 6, 2)

    def test_breath_is_a_missile_and_never_for_the_held_sht_14_rul_52(self) -> None:
        breath = NaturalWeapon("fire breath", "4d6", breath=True).weapon
        assert (breath.missile, breath.breath, breath.melee) == (True, True, False)
        assert breath.modes[0].when == ("shoot",)

    def test_a_sting_may_tire(self) -> None:
        assert NaturalWeapon("sting", "d3", fatigue=True).weapon.fatigue == "only"

    def test_damage_must_be_damage(self) -> None:
        with pytest.raises(ValueError, match="'lots' is not damage"):
            NaturalWeapon("bite", "lots")


class TestSwitches:
    @pytest.mark.parametrize(
        ("switch", "classic", "ancient", "space"),
        [
            pytest.param("skill_points", 3, 4, 4, id="CHR-3 points"),
            pytest.param("combat_points", 3, 2, 2, id="CHR-3 combat"),
            pytest.param("magic", False, True, False, id="CHR-4"),
            pytest.param("attribute_cap", 0, 0, 42, id="CHR-6"),
            pytest.param(
                "contest_tie", "higher_attribute", "higher_attribute", "nobody", id="CHK-8"
            ),
            pytest.param("entry", "entry", "takedown", "tackle", id="ENT-1"),
            pytest.param("early_counter", "any", "or_defend", "yet_to_move", id="ENT-2"),
            pytest.param("enter_after_attack", True, False, True, id="STR-4, RCT-7"),
            pytest.param("dodge_away", True, True, False, id="RCT-4"),
            pytest.param("winner_chooses", False, False, True, id="GRP-2"),
            pytest.param("strength_bonus", "unarmed", "unarmed", "grapple", id="GRP-8"),
            pytest.param("outsiders_hit_grapplers", False, False, True, id="GRP-9"),
            pytest.param("zoc_trigger", "tsc", "aw", "ts", id="ZOC-1"),
            pytest.param("min_damage", 0, 1, 1, id="WPN-2"),
            pytest.param(
                "unarmed_skill", "st_or_damage", "hit_or_damage", "hit_or_damage", id="SKL-60"
            ),
            pytest.param("dagger_skill_grapples", False, True, False, id="SKL-66"),
            pytest.param(
                "leadership", "turn_for_check", "turn_for_check", "once_for_attribute", id="SKL-24"
            ),
            pytest.param("medic_shares", False, True, True, id="SKL-47"),
            pytest.param("attribute_cost_extra", 0, 0, 5, id="CAM-5"),
            pytest.param("skill_cost", 10, 10, 10, id="CAM-6 skill"),
            pytest.param("skill_cost_magic", 0, 20, 0, id="CAM-6 skill, magic"),
            pytest.param("spell_cost", 0, 20, 0, id="CAM-6 spell"),
            pytest.param("spell_cost_magic", 0, 10, 0, id="CAM-6 spell, magic"),
            pytest.param("raise_skills_in_play", False, True, True, id="CAM-6 in play"),
            pytest.param("recovery", "weekly_check", "whole_week", "daily_point", id="INJ-9"),
            pytest.param("wish_heals_fatigue", False, False, True, id="CAM-8"),
            pytest.param("wish_karma_conversion", True, True, False, id="CAM-9"),
            pytest.param("curse", "plus_on_checks", "worsens", "worsens", id="CAM-13"),
            pytest.param("lift_by_karma", 5, 3, 0, id="CAM-14 karma"),
            pytest.param("lift_by_wish", False, True, True, id="CAM-14 wish"),
            pytest.param("lift_by_xp", 0, 10, 0, id="CAM-14 XP"),
            pytest.param("lift_by_attribute", False, False, True, id="CAM-14 attribute"),
        ],
    )
    def test_editions_differ_as_section_22_says(
        self, switch: str, classic: object, ancient: object, space: object
    ) -> None:
        values = [getattr(edition(slug).switches, switch) for slug in (TSC, AW, TS)]
        assert values == [classic, ancient, space]

    def test_every_switch_is_tested_above(self) -> None:
        (mark,) = self.test_editions_differ_as_section_22_says.pytestmark  # type: ignore[attr-defined]
        tested = {case.values[0] for case in mark.args[1]}
        assert tested == set(edition(AW).switches.__struct_fields__)


class TestEditions:
    def test_there_are_three(self) -> None:
        assert editions() == (AW, TS, TSC)

    def test_an_unknown_one_is_answered_with_the_list(self) -> None:
        with pytest.raises(
            SetupError, match="no edition “modern”; there are: ancient-world, time-"
        ):
            edition("modern")

    def test_a_slug_is_never_a_path(self) -> None:
        with pytest.raises(SetupError):
            edition("../editions/ancient-world")

    def test_an_edition_is_loaded_once_and_copied_by_name(self) -> None:
        rules = edition(AW)
        assert edition(AW) is rules
        assert copy.deepcopy(rules) is rules
        assert pickle.loads(pickle.dumps(rules)) is rules
        assert repr(rules) == "edition('ancient-world')"

    def test_nothing_in_it_can_be_changed(self) -> None:
        rules = edition(AW)
        with pytest.raises(TypeError):
            rules.weapons["stick"] = rules.weapons["club"]  # type: ignore[index]
        with pytest.raises(AttributeError):
            rules.weapons["club"].heft = 1  # type: ignore[misc]

    @pytest.mark.parametrize("slug", [TSC, AW, TS])
    def test_ids_name_their_entries(self, slug: str) -> None:
        rules = edition(slug)
        for table in (
            rules.weapons,
            rules.armor,
            rules.skills,
            rules.creatures,
            rules.schools,
            rules.spells,
        ):
            assert all(entry.id == id for id, entry in table.items())


GOOD = {
    "edition.toml": 'title = "Small"\n[switches]\n'
    + "\n".join(
        f"{name} = {msgspec.json.encode(value).decode()}"
        for name, value in msgspec.to_builtins(edition(TSC).switches).items()
    ),
    "weapons.toml": """
        [unarmed]
        name = "Unarmed"
        group = "unarmed"
        damage = "d3"
        hands = 0

        [club]
        name = "Club"
        group = "hand"
        damage = "d6"
        skill = "axe"
    """,
    "armor.toml": """
        [vest]
        name = "Vest"
        slot = "body"
        protection = 1
        restriction = 0
    """,
    "skills.toml": """
        [axe]
        name = "Axe"
        category = "combat"
        combat = true
        check = "passive"
        effect = "Better with axes."
    """,
}


def small(file: str, old: str, new: str) -> Edition:
    """A small edition with one thing changed in one file."""
    assert old in GOOD[file]
    texts = {**GOOD, file: GOOD[file].replace(old, new)}
    return load("small", lambda name: texts.get(name, ""))


class TestBadFiles:
    def test_the_small_edition_is_good(self) -> None:
        rules = small("weapons.toml", "d6", "2d6-1")
        assert (rules.title, str(rules.weapons["club"].damage)) == ("Small", "2d6-1")
        assert rules.skills["axe"].weapons == ("club",)
        assert not rules.creatures

    @pytest.mark.parametrize(
        ("file", "old", "new", "says"),
        [
            ("weapons.toml", '"d6"', '"lots"', "small/weapons.toml: club.damage: 'lots' is not"),
            ("weapons.toml", '"d6"', "6", "small/weapons.toml: club.damage: expected str, got int"),
            ("weapons.toml", "hands = 0", "hands = 3", "small/weapons.toml: unarmed.hands: "),
            ("weapons.toml", "hands = 0", "arms = 0", "small/weapons.toml: unarmed: .*field arms"),
            ("weapons.toml", '"d3"', '"d3"\nwhen = ["bite"]', "weapons.toml: unarmed.when"),
            ("weapons.toml", "[unarmed]", "[fists]", "small/weapons.toml: unarmed is missing"),
            ("weapons.toml", "[club]", '["Big Club"]', "“Big Club” is not an id"),
            ("weapons.toml", "[club]", "[club", "small/weapons.toml: .*line 8"),
            ("armor.toml", '"body"', '"hat"', "small/armor.toml: vest.slot: invalid enum value"),
            ("armor.toml", "protection = 1", "", "armor.toml: vest: .*missing.*protection"),
            ("armor.toml", "protection = 1", "protection = -1", "armor.toml: vest.protection: "),
            ("skills.toml", "[axe]", "[spade]", "small/skills.toml: axe, the skill of club"),
            ("skills.toml", "combat = true", "", "small/skills.toml: axe, the skill of club"),
            ("edition.toml", "entry = ", "entrance = ", "small/edition.toml: switches: .*entr"),
            ("edition.toml", '"entry"', '"jump"', "small/edition.toml: switches.entry: invalid"),
            ("edition.toml", "title", "name", "small/edition.toml: object .* unknown field name"),
        ],
    )
    def test_an_error_names_file_and_field(self, file: str, old: str, new: str, says: str) -> None:
        with pytest.raises(DataError, match=says):
            small(file, old, new)


def test_a_weapon_is_a_value() -> None:
    assert isinstance(edition(TS).weapons["dagger"], Weapon)
    assert edition(TS).weapons["dagger"] != edition(AW).weapons["dagger"]
    assert hash(edition(TS).weapons["dagger"])


MODULES = sorted(Path(str(files("legendry.legends"))).rglob("*.py"))


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.stem))
def test_no_rule_asks_which_edition_it_is(module: Path) -> None:
    """Rules ask switches: no code of this room names an edition, so none can compare one."""
    tree = ast.parse(module.read_text("utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not texts & set(editions())


@pytest.mark.parametrize("module", MODULES, ids=lambda module: str(module.stem))
def test_no_rule_has_luck_or_a_clock_of_its_own(module: Path) -> None:
    """What is imported for type checking alone is not there when the rules run."""
    tree = ast.parse(module.read_text("utf-8"))
    imported = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert not imported & {"random", "secrets", "time", "datetime", "os", "socket", "pathlib"}
