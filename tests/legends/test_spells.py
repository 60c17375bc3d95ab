"""The spell book: every figure against the rulebook's, what is known, and what it costs."""

import re
from importlib.resources import files
from typing import Any

import pytest

from legendry import rulebook
from legendry.legends.character import Character
from legendry.legends.edition import DataError, Edition, Spell, edition, editions, load
from legendry.legends.magic.spells import Cost, amounts, chosen, known, price, staff_of
from legendry.legends.wording import spell_cost, spell_kind, spell_lasts, spell_target
from legendry.odds import Dice
from tests.legends.arena import AW, TS, TSC

RULES = edition(AW)
SPELLS = RULES.spells
BOOK = list(SPELLS.values())

FAMILIES = """
    Fire 1/3/7, Shadow 1/3/7, Wall 1/3/7, Slippery Floor 1/3/7, Image 1/4/7, Illusion 1/4/7,
    Sleep 1/4/7, Avert 1/3/7, Magic Fist 1/3/7, Fireball 1/3/7, Lightning 1/3/7
"""
SCHOOLS = {
    "creation": ("MAG-14", 12),
    "enchanting": ("MAG-15", 19),
    "healing": ("MAG-16", 3),
    "illusion": ("MAG-17", 10),
    "kinetics": ("MAG-18", 17),
    "morphing": ("MAG-19", 4),
    "seeing": ("MAG-20", 3),
    "summoning": ("MAG-21", 9),
}


def printed_cost(spell: Spell) -> str:
    """The cost as the rulebook prints it, from our data."""
    cost = spell.cost
    if cost.special:
        return {
            "st of patient": "F = patient's ST",
            "points+3": "points + 3F",
            "iq of spirit": "F = spirit's IQ",
        }[cost.special]
    if cost.per == "point":
        return "xF"
    if cost.per == "die":
        return f"{cost.times} × cost of -1" if cost.times > 1 else f"XF, X <= {cost.most}"
    if cost.per == "3 hexes":
        return f"{cost.base}F per 3 hexes"
    return f"{cost.base}F" + (f" ({cost.then}F if target ST >= {cost.if_st})" * (cost.if_st > 0))


def kinds(spell: Spell) -> set[str]:
    """The ways in which the rulebook can print the kind."""
    if spell.kind == "dispel":
        return {"contest"}
    if spell.kind == "strike":
        return {"S"}
    if spell.kind == "direct":
        if spell.lasting and spell.lasting.bound:
            return {"D (binding) / N (climbing)", "D / N"}
        if spell.at_once and spell.at_once.raises:
            return {"D against the host"}
        return {"D each" if spell.area > 1 else "D"}
    if spell.resisted:
        return {"N / D if the receiver is hostile", "N / D if unwilling"}
    return {"N (self)" if spell.target == "self" else "N"}


def caster(*spells: str, iq: int = 12, **more: Any) -> Character:
    return Character(name="Mira", edition=AW, st=10, dx=10, iq=iq, spells=spells, **more)


def ids(spells: tuple[Spell, ...]) -> list[str]:
    return [spell.id for spell in spells]


class TestBook:
    def test_there_are_the_77_of_the_book_in_its_order_spl_1_to_spl_77(self) -> None:
        assert [spell.rule for spell in BOOK] == [f"SPL-{number}" for number in range(1, 78)]

    @pytest.mark.parametrize("spell", BOOK, ids=lambda spell: str(spell.id))
    def test_figures_are_those_of_the_rulebook_spl_1_to_spl_77(self, spell: Spell) -> None:
        """MAG-3, MAG-4, MAG-7, MAG-9: rating, cost, kind and duration of each."""
        rule = rulebook.rule(spell.rule)
        facts = rule.facts
        assert spell.name == rulebook.plain(rule.title)
        assert spell.id == re.sub(r"[^a-z0-9]+", "-", spell.name.lower())
        assert str(spell.iq) == facts["IQ"]
        assert printed_cost(spell) == facts["Cost"]
        assert facts["Kind"] in kinds(spell)
        assert spell.static == (facts["Dur"] == "st")

    @pytest.mark.parametrize("slug", [TSC, TS])
    def test_only_one_edition_has_magic_chr_4(self, slug: str) -> None:
        assert not edition(slug).spells
        assert not edition(slug).schools

    def test_schools_are_those_of_mag_14_to_mag_21(self) -> None:
        for id, (rule, count) in SCHOOLS.items():
            school = RULES.schools[id]
            assert (school.rule, school.name) == (rule, rulebook.plain(rulebook.rule(rule).title))
            assert sum(spell.school == id for spell in BOOK) == count
        assert list(RULES.schools) == list(SCHOOLS)

    def test_what_does_not_last_as_its_school_says_mag_7_mag_14_mag_18(self) -> None:
        odd = {spell.id for spell in BOOK if spell.static != RULES.schools[spell.school].static}
        assert odd == {"flash", "dispel-magic", "death", "shock-shield", "teleport"}

    def test_families_are_those_of_mag_10(self) -> None:
        wanted = {}
        for name, sizes in re.findall(r"([A-Z][\w ]+) ([\d/]+)", FAMILIES):
            family = name.lower().replace(" ", "-")
            wanted[family] = [f"{family}-{size}" for size in sizes.split("/")]
        found: dict[str, list[str]] = {}
        for spell in BOOK:
            if spell.family:
                found.setdefault(spell.family, []).append(spell.id)
                assert spell.id == f"{spell.family}-{spell.area}"
        assert found == wanted

    def test_magic_strikes_are_fist_fireball_and_lightning_mag_13(self) -> None:
        strikes = {spell.family for spell in BOOK if spell.kind == "strike"}
        assert strikes == {"magic-fist", "fireball", "lightning"}
        assert all(spell.kind == "strike" for spell in BOOK if spell.family in strikes)

    def test_direct_spells_are_laid_on_persons_mag_4_rul_98(self) -> None:
        for spell in BOOK:
            if spell.kind == "direct":
                assert spell.target in ("person", "object", "area")
            if spell.friendly:
                assert spell.target == "person"

    def test_every_summons_and_form_has_its_being_cre_1_to_cre_7_spl_62_to_spl_65(self) -> None:
        for spell in BOOK:
            if not spell.being:
                assert not (spell.summons)
                assert not (spell.morphs)
                continue
            being = RULES.creatures[spell.being]
            assert (spell.morphs, spell.summons) == (
                being.origin == "morph",
                being.origin == "summoned",
            )
            wanted = spell.rule if spell.morphs else rulebook.rule(spell.rule).text
            assert being.rule == wanted

    @pytest.mark.parametrize("number", range(1, 8))
    def test_beings_are_those_of_the_rulebook_cre_1_to_cre_7(self, number: int) -> None:
        facts = rulebook.rule(f"CRE-{number}").facts
        being = next(one for one in RULES.creatures.values() if one.rule == f"CRE-{number}")
        assert (facts["ST"], facts["DX"], facts["IQ"]) == tuple(
            map(str, (being.st, being.dx, being.iq))
        )
        assert facts["MA"].split()[0] == str(being.ma)
        assert ("flying" in facts["MA"]) == being.flying
        assert facts["Size"].split()[0] == str(being.hexes)
        assert facts["Armor"].endswith(f"{being.armor}/0")
        assert ("shield" in facts["Armor"]) == being.shield
        attacks = [
            f"{one.name} {one.damage.upper()}" + " (missile)" * one.breath for one in being.attacks
        ]
        assert facts["Attack"].replace(" (RUL-140)", "").split("; ") == attacks

    def test_wild_animals_are_the_wolf_and_the_bear(self) -> None:
        """They refuse to enter fire (SPL-1)."""
        assert {one.id for one in RULES.creatures.values() if one.kind == "beast"} == {
            "wolf",
            "bear",
        }

    def test_everything_has_words(self) -> None:
        for spell in BOOK:
            assert 10 < len(spell.words) <= 120
            assert spell.words.endswith(".")


class TestEffects:
    """What the rows say that the rulebook's words say."""

    @pytest.mark.parametrize("size", [1, 3, 7])
    def test_fire_burns_two_points_spl_1_spl_6_spl_11(self, size: int) -> None:
        fire = SPELLS[f"fire-{size}"]
        assert fire.lasting
        assert fire.lasting.burns == 2
        assert (fire.area, fire.target) == (size, "hex" if size == 1 else "area")

    def test_flash_is_dynamic_and_lasts_a_round_spl_2_rul_106(self) -> None:
        flash = SPELLS["flash"]
        assert flash.lasting
        assert flash.lasting.flash
        assert (flash.lasting.attribute, flash.lasting.amount, flash.target) == ("DX", -2, "board")

    @pytest.mark.parametrize(
        ("id", "against", "into", "own"),
        [
            pytest.param("shadow-7", 0, 4, 0, id="SPL-10"),
            pytest.param("blur", 4, 0, 0, id="SPL-13"),
            pytest.param("invisibility", 5, 0, 0, id="SPL-23"),
            pytest.param("flight", 4, 0, 0, id="SPL-25"),
            pytest.param("slippery-floor-7", 0, 0, 4, id="SPL-26"),
            pytest.param("super-rope", 0, 0, 4, id="SPL-9"),
        ],
    )
    def test_dice(self, id: str, against: int, into: int, own: int) -> None:
        lasting = SPELLS[id].lasting
        assert lasting
        dice = (lasting.dice_against, lasting.dice_into_and_out, lasting.own_dice)
        assert dice == (against, into, own)

    def test_mage_sight_cancels_three_rul_107(self) -> None:
        seen = {
            spell.family or spell.id
            for spell in BOOK
            if spell.lasting and spell.lasting.seen_by_mage_sight
        }
        assert seen == {"shadow", "blur", "invisibility"}

    def test_ropes_bind_up_to_a_limit_spl_4_spl_9_rul_108(self) -> None:
        limits = {
            spell.id: (spell.lasting.st_limit, spell.lasting.own_dice_for)
            for spell in BOOK
            if spell.lasting and spell.lasting.bound
        }
        assert limits == {"rope": (20, "everything"), "super-rope": (40, "everything")}

    def test_armor_spl_27_spl_30(self) -> None:
        armor = {
            spell.id: spell.lasting.armor for spell in BOOK if spell.lasting and spell.lasting.armor
        }
        assert armor == {"stone-flesh": 4, "iron-flesh": 6}

    def test_movement_spl_14_spl_18_spl_25(self) -> None:
        ma = {spell.id: spell.lasting.ma for spell in BOOK if spell.lasting and spell.lasting.ma}
        assert ma == {"slow": "half", "speed": "double", "flight": 12}

    def test_what_wakes_spl_22_spl_37_rul_112(self) -> None:
        for spell in BOOK:
            if spell.lasting and spell.lasting.helpless:
                frozen = spell.lasting.helpless == "frozen"
                assert spell.lasting.wakes_on == (("harm",) if frozen else ("attack", "shaking"))
                assert (spell.id == "freeze") == frozen

    @pytest.mark.parametrize(
        ("id", "amount", "roll"),
        [
            pytest.param("magic-fist-1", 2, "2d6-2", id="SPL-45"),
            pytest.param("fireball-3", 3, "3d6-1", id="SPL-55"),
            pytest.param("lightning-7", 4, "4d6", id="SPL-61"),
            pytest.param("blast", 1, "d6", id="SPL-52"),
            pytest.param("death", 5, "5", id="SPL-31"),
        ],
    )
    def test_damage_rul_97(self, id: str, amount: int, roll: str) -> None:
        at_once = SPELLS[id].at_once
        assert at_once
        assert at_once.harm(amount) == Dice.parse(roll)
        assert at_once.ignores_armor == (id in ("blast", "death"))

    def test_healing_does_no_damage_spl_32(self) -> None:
        heal = SPELLS["heal-wounds"].at_once
        assert heal
        assert heal.heal_per_point == 1
        assert heal.harm(3) is None

    def test_fireballs_leave_fire_spl_54_rul_120(self) -> None:
        for spell in BOOK:
            ignites = spell.at_once.ignites if spell.at_once else ""
            assert ignites == ("fire-1" if spell.family == "fireball" else "")


class TestKnown:
    def test_what_he_learned_in_the_order_of_the_book_mag_3(self) -> None:
        assert ids(known(RULES, caster("trip", "blur"))) == ["blur", "trip"]
        assert known(RULES, caster()) == ()

    def test_a_larger_size_includes_the_smaller_mag_10(self) -> None:
        assert ids(known(RULES, caster("fire-7", iq=9))) == ["fire-1", "fire-3", "fire-7"]

    def test_a_smaller_size_gives_the_larger_with_iq_mag_10(self) -> None:
        assert ids(known(RULES, caster("fire-1", iq=11))) == ["fire-1"]
        assert ids(known(RULES, caster("fire-1", iq=12))) == ["fire-1", "fire-3"]
        assert ids(known(RULES, caster("fire-1", iq=16))) == ["fire-1", "fire-3", "fire-7"]

    def test_it_is_his_iq_of_the_moment_that_counts_mag_3_mag_10(self) -> None:
        mira = caster("fire-1", iq=11)
        assert "fire-3" in ids(known(RULES, mira, 12))
        assert "fire-3" not in ids(known(RULES, mira, 10))

    def test_ropes_are_no_family_mag_10(self) -> None:
        assert ids(known(RULES, caster("super-rope", iq=18))) == ["super-rope"]

    def test_a_spell_above_his_iq_is_known_all_the_same_rul_82(self) -> None:
        assert ids(known(RULES, caster("death", iq=9))) == ["death"]


class TestPrice:
    @pytest.mark.parametrize(
        ("id", "amount", "fatigue"),
        [
            pytest.param("blur", 1, 2, id="fixed SPL-13"),
            pytest.param("clumsiness", 4, 4, id="per point SPL-16"),
            pytest.param("magic-fist-1", 2, 2, id="per die SPL-45"),
            pytest.param("magic-fist-3", 2, 4, id="twice SPL-51"),
            pytest.param("lightning-7", 4, 12, id="three times SPL-61"),
            pytest.param("avert-1", 2, 2, id="per 3 hexes SPL-47"),
            pytest.param("avert-7", 2, 6, id="3 per 3 hexes SPL-58"),
            pytest.param("channel-energy", 5, 8, id="points and 3 SPL-34"),
        ],
    )
    def test_fatigue_mag_9(self, id: str, amount: int, fatigue: int) -> None:
        assert price(SPELLS[id], amount) == fatigue

    @pytest.mark.parametrize(
        ("id", "limit", "below", "above"),
        [("drop-weapon", 20, 1, 2), ("trip", 30, 2, 4)],
    )
    def test_the_strong_cost_more_spl_46_spl_48(
        self, id: str, limit: int, below: int, above: int
    ) -> None:
        assert price(SPELLS[id], target_st=limit - 1) == below
        assert price(SPELLS[id], target_st=limit) == above

    def test_some_prices_are_people_spl_33_spl_77(self) -> None:
        assert price(SPELLS["reverse-death"], target_st=13) == 13
        assert price(SPELLS["raise-the-dead"], spirit_iq=11) == 11

    def test_no_price_is_nothing_mag_9(self) -> None:
        for spell in BOOK:
            assert price(spell, target_st=10, spirit_iq=10) > 0

    @pytest.mark.parametrize(
        ("id", "power", "choices"),
        [
            ("blur", 1, [1]),
            ("magic-fist-1", 9, [1, 2]),
            ("fireball-7", 9, [1, 2, 3]),
            ("fireball-7", 8, [1, 2]),
            ("fireball-7", 2, []),
            ("death", 3, [1, 2, 3]),
            ("avert-3", 5, [1, 2]),
            ("channel-energy", 6, [1, 2, 3]),
            ("channel-energy", 3, []),
        ],
    )
    def test_choices_mag_9(self, id: str, power: int, choices: list[int]) -> None:
        assert list(amounts(SPELLS[id], power)) == choices

    def test_only_marked_spells_leave_a_choice_mag_9(self) -> None:
        for spell in BOOK:
            printed = rulebook.rule(spell.rule).facts["Cost"]
            marked = bool(re.search(r"^[xX]F|cost of|per 3|points", printed))
            assert chosen(spell) == marked
            assert (len(amounts(spell)) == 1) == (not marked)


class TestStaff:
    def test_it_is_a_piece_of_wood_mag_11(self) -> None:
        wood = [weapon.id for weapon in RULES.weapons.values() if weapon.wooden]
        assert wood == ["wizards-staff", "club"]
        mira = caster("blur", weapons=("dagger", "club"), staff=3)
        assert staff_of(RULES, mira) == "club"

    def test_without_power_it_is_but_a_stick_mag_11_rul_101(self) -> None:
        assert staff_of(RULES, caster("blur", weapons=("wizards-staff",))) == ""


class TestWords:
    @pytest.mark.parametrize(
        ("id", "words"),
        [
            ("blur", "2F D stays person"),
            ("flash", "3F N round board"),
            ("clumsiness", "xF D stays person"),
            ("fireball-1", "XF, X≤3 S once person"),
            ("fireball-7", "3XF, X≤3 S once 7 hexes"),
            ("avert-3", "2F per 3 hexes D once 3 hexes"),
            ("trip", "2F, 4F if ST≥30 D once person"),
            ("drop-weapon", "1F, 2F if ST≥20 D once thing"),
            ("reverse-death", "patient's ST N once person"),
            ("channel-energy", "points + 3F N/D once person"),
            ("raise-the-dead", "spirit's IQ D stays person"),
            ("dispel-magic", "4F C once spell"),
            ("blast", "2F N once around"),
            ("see-future", "3F N once –"),
        ],
    )
    def test_a_row_in_words(self, id: str, words: str) -> None:
        spell = SPELLS[id]
        parts = (spell_cost(spell), spell_kind(spell), spell_lasts(spell), spell_target(spell))
        assert " ".join(parts) == words


def ancient(file: str, old: str, new: str) -> Edition:
    """The edition with magic, with one thing changed in one file."""

    def text_of(name: str) -> str:
        text = (files("legendry.legends") / "editions" / AW / name).read_text("utf-8")
        if name == file:
            assert old in text
            text = text.replace(old, new, 1)
        return text

    return load("ancient", text_of)


class TestBadFiles:
    @pytest.mark.parametrize(
        ("file", "old", "new", "says"),
        [
            ("spells.toml", "burns = 2", "burn = 2", "fire-1.lasting: .*unknown field burn"),
            (
                "spells.toml",
                "iq = 9",
                'iq = "nine"',
                "ancient/spells.toml: fire-1.iq: expected int",
            ),
            ("spells.toml", "iq = 9\n", "", "ancient/spells.toml: fire-1: .*missing.* iq"),
            ("spells.toml", "base = 1", "price = 1", "fire-1.cost: .*unknown field price"),
            ("spells.toml", '"creation"', '"alchemy"', "fire-1.school: alchemy is not among them"),
            ("spells.toml", "area = 3", "area = 5", "fire-3.area: invalid enum value 5"),
            ("spells.toml", "area = 3", "", "fire-3: an area has more hexes than one"),
            ("spells.toml", "lasting = { burns = 2 }", "", "fire-1: it does nothing"),
            ("spells.toml", '"d6"', '"lots"', "'lots' is not damage"),
            ("spells.toml", "dice_per_point = 1, ", "", "magic-fist-1: a strike has dice"),
            ("spells.toml", '"spell"', '"person"', "dispel-magic: dispelling"),
            ("spells.toml", '"wolf"', '"ghost"', "summon-wolf.being: no creature ghost"),
            ("spells.toml", 'ignites = "fire-1"', 'ignites = "ice"', "fireball-1.at_once.ignites"),
            ("spells.toml", "[fire-1]", "a = 1\n[fire-1]", "ancient/spells.toml: a: expected obj"),
            ("creatures.toml", '"summon-wolf"', '"howl"', "summon-wolf.being: no creature wolf"),
            ("schools.toml", "static = true", "", "ancient/schools.toml: creation: .*static"),
            ("edition.toml", "magic = true", "magic = false", "switches.magic: ancient has 77"),
        ],
    )
    def test_an_error_names_file_and_field(self, file: str, old: str, new: str, says: str) -> None:
        with pytest.raises(DataError, match=says):
            ancient(file, old, new)

    def test_a_creature_needs_its_spell(self) -> None:
        hound = '[hound]\nrule = "CRE-1"\nname = "H"\nspell = "howl"\ndx = 9\nma = 5\n'
        hound += 'hide = "fur"\narmor = 1\nattacks = []\n\n[wolf]'
        with pytest.raises(DataError, match="howl, the spell of hound, has no such being"):
            ancient("creatures.toml", "[wolf]", hound)


def test_a_spell_is_a_value() -> None:
    assert hash(SPELLS["blur"]) == hash(SPELLS["blur"])
    assert Cost(base=2) == SPELLS["blur"].cost
    with pytest.raises(AttributeError):
        SPELLS["blur"].iq = 3  # type: ignore[misc]
    assert [slug for slug in editions() if edition(slug).spells] == [AW]
