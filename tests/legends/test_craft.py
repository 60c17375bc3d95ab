"""Star craft: what they are built of, what they cost, what damage leaves of them (section 18)."""

import re
from importlib.resources import files

import pytest
from msgspec.structs import replace

from legendry.legends.craft.craft import (
    Craft,
    CraftError,
    Unreadable,
    built,
    cost,
    craft_data,
    craft_of,
    drafted,
    mistakes,
    over_budget,
    written_craft,
)
from legendry.legends.craft.hull import (
    after,
    cargo_units,
    destroyed,
    heard,
    long_voyages,
    through,
    vital,
    whole,
)
from legendry.legends.craft.parts import Section, Yard
from legendry.legends.edition import DataError, edition, load
from tests.legends.arena import AW, TS, TSC

SPACE = (TS, TSC)
PLAIN = "Cargo1, Engineering1, Operations1, Living1"
KIT_KAT = f"{PLAIN}, d6/1, M+1"


def kit_kat(slug: str = TS) -> Craft:
    return built(KIT_KAT, slug, "Kit-Kat")


def wrong(notation: str, slug: str = TS, *, scenario: bool = False) -> tuple[str, ...]:
    """Everything that is said against such a craft."""
    with pytest.raises(CraftError) as refused:
        built(notation, slug, scenario=scenario)
    return refused.value.mistakes


def yard(slug: str) -> Yard:
    found = edition(slug).craft
    assert found
    return found


class TestData:
    def test_there_are_no_craft_in_the_ancient_world(self) -> None:
        assert edition(AW).craft is None
        assert "there are no star craft in “ancient-world”" in wrong("E1 O1", AW)[0]

    @pytest.mark.parametrize("slug", SPACE)
    def test_sections_crf_1_crf_5_to_crf_8(self, slug: str) -> None:
        kinds = yard(slug).sections
        assert {id for id, kind in kinds.items() if kind.required} == {"engineering", "operations"}
        assert {id for id, kind in kinds.items() if kind.vital} == {"engineering", "operations"}
        assert {id: kind.cargo for id, kind in kinds.items() if kind.cargo} == {"cargo": 1}
        assert [id for id, kind in kinds.items() if kind.long_voyages] == ["living"]
        assert [id for id, kind in kinds.items() if kind.stations] == ["operations"]
        assert len(kinds) == 4

    def test_only_the_newer_edition_has_letters_and_other_sections_crf_4_crf_9(self) -> None:
        assert "".join(kind.letter for kind in yard(TS).sections.values()) == "EOCL"
        assert (yard(TS).short_form, yard(TS).other_sections, yard(TS).die) == (True, True, "d6")
        assert not yard(TSC).short_form
        assert (yard(TSC).other_sections, yard(TSC).die) == (False, "D6")

    def test_capabilities_and_their_prices_crf_10_to_crf_13(self) -> None:
        prices = {"weapons": 6, "shields": 2, "maneuver": 2}
        for slug, expected in ((TS, prices), (TSC, {**prices, "systems": 2})):
            kinds = yard(slug).capabilities
            assert {id: kind.cost for id, kind in kinds.items()} == expected
            rules = [kind.rule for kind in kinds.values()]
            assert rules == ["CRF-10", "CRF-11", "CRF-12", "CRF-13"][: len(rules)]

    def test_switches_of_a_dogfight(self) -> None:
        """DOG-4, DOG-6, DOG-7, DOG-11, DOG-15, DOG-17 to DOG-19: where the editions differ."""
        new, old = yard(TS).dogfight, yard(TSC).dogfight
        assert (new.turn, old.turn) == ("maneuver_or_fire", "maneuver_and_fire")
        assert (new.turning, old.turning) == ("turning", "neutral")
        assert (new.must_maneuver, old.must_maneuver) == (False, True)
        assert (new.tie_turns, old.tie_turns) == (True, False)
        assert (new.unopposed, old.unopposed) == (True, False)
        assert (new.fire_dice, new.run_dice, new.facing_dice) == (3, 4, 3)
        assert (old.fire_dice, old.run_dice, old.facing_dice) == (3, 3, 0)
        assert (new.run_contest, old.run_contest) == (False, True)
        assert (new.pilot, old.pilot) == ("pilot", "spacecraft-pilot")

    def test_what_a_winner_may_choose_dog_9_rul_125(self) -> None:
        new, old = yard(TS).dogfight.winner, yard(TSC).dogfight.winner
        assert new.options("pursuit") == ("pursuit",)
        assert set(new.options("fleeing")) == {"disengaged", "turning"}
        assert set(new.options("turning")) == {"pursuit", "disengaged"}
        assert new.options("disengaged") == ("pursuit",)
        assert set(old.options("pursuit")) == {"pursuit", "disengaged"}
        assert old.options("fleeing") == ("turning",)
        assert set(old.options("turning")) == {"pursuit", "disengaged"}
        assert set(old.options("disengaged")) == {"pursuit", "disengaged"}

    @pytest.mark.parametrize(
        ("old", "new", "says"),
        [
            ('die = "d6"', 'die = "d8"', "craft.toml: die: invalid enum value"),
            ("[sections.cargo]", '[sections."Big Hold"]', "“Big Hold” is not an id"),
            ("cargo = 1", "cargo = -1", "craft.toml: sections.cargo.cargo: expected int >= 0"),
            ("cargo = 1", "hold = 1", "craft.toml: sections.cargo: .*unknown field hold"),
            ("cost = 6", 'cost = "6"', "capabilities.weapons.cost: expected int, got str"),
            ("[capabilities.weapons]", "[capabilities.lasers]", "capabilities.lasers.id: invalid"),
            ("stations = true", "", "craft.toml: sections: pilot and gunner sit in one of them"),
            ('pilot = "pilot"', 'pilot = "flying"', "dogfight.pilot: there is no skill flying"),
            ("fire_dice = 3", "", "craft.toml: dogfight: .*missing required field fire_dice"),
            ('fleeing = ["', 'fleeing = ["gone", "', "craft.toml: dogfight.winner.fleeing"),
            ("[sections.cargo]", "[sections.cargo", "craft.toml: "),
        ],
    )
    def test_an_error_names_file_and_field(self, old: str, new: str, says: str) -> None:
        folder = files("legendry.legends") / "editions" / TS

        def text_of(name: str) -> str:
            file = folder / name
            text = file.read_text("utf-8") if file.is_file() else ""
            if name == "craft.toml":
                assert old in text
                return text.replace(old, new)
            return text

        with pytest.raises(DataError, match=f"^{TS}/craft.toml: "):
            load(TS, text_of)
        with pytest.raises(DataError, match=says):
            load(TS, text_of)


class TestCost:
    def test_the_kit_kat_ex_ts_29_crf_14(self) -> None:
        ledger = cost(kit_kat())
        assert ledger.total == 14
        assert [line.amount for line in ledger.lines] == [1, 1, 1, 1, 6, 2, 2]
        assert kit_kat().notation == KIT_KAT
        assert through(kit_kat(), 5) == 4

    def test_systems_ex_d_19_crf_13(self) -> None:
        craft = built("Engineering2, Operations1, 2D6/1, M+1, S+1", TSC)
        assert cost(craft).total == 21
        assert craft.notation == "Engineering2, Operations1, 2D6/1, M+1, S+1"
        assert [line.rule for line in cost(craft).lines][-1] == "CRF-13"

    def test_a_corvette_s_weapons_ex_ts_26_crf_10(self) -> None:
        ledger = cost(built("E1 O1 2d6", TS))
        assert [line.amount for line in ledger.lines if line.rule == "CRF-10"] == [12]

    @pytest.mark.parametrize("slug", SPACE)
    def test_every_part_has_its_price_crf_2_crf_10_to_crf_12(self, slug: str) -> None:
        bare = cost(built("Engineering1, Operations1", slug)).total
        assert bare == 2
        for more, price in (("Cargo3", 3), ("D6", 6), ("3D6", 18), ("/2", 4), ("M+3", 6)):
            assert cost(built(f"Engineering1, Operations1, {more}", slug)).total == bare + price
        assert cost(built("Engineering4, Operations1", slug)).total == 5

    def test_a_budget(self) -> None:
        assert over_budget(kit_kat(), 14) == ""
        assert over_budget(kit_kat(), 12) == "it costs 14 build points, 2 too many (CRF-14)"

    def test_the_ledger_explains_itself(self) -> None:
        lines = cost(kit_kat()).unfolded.splitlines()
        assert lines[0] == "build points   14"
        assert lines[1].split() == ["1", "Cargo1", "CRF-2"]
        assert lines[5].split() == ["6", "weapons", "1", "×", "6", "CRF-10"]


class TestLegality:
    @pytest.mark.parametrize("slug", SPACE)
    @pytest.mark.parametrize("name", ["Engineering", "Operations"])
    def test_compulsory_sections_crf_1(self, slug: str, name: str) -> None:
        other = {"Engineering": "Operations", "Operations": "Engineering"}[name]
        assert wrong(f"Cargo1, {other}1, D6/1", slug) == (
            f"{name} is missing: no craft is without it (CRF-1)",
        )

    @pytest.mark.parametrize("slug", SPACE)
    def test_the_rest_is_optional_crf_1(self, slug: str) -> None:
        assert mistakes(built("Engineering1, Operations1", slug)) == []

    def test_a_section_has_a_point_crf_2(self) -> None:
        assert wrong("Cargo0, E1, O1") == ("“Cargo0”: a section has 1 to 99 build points (CRF-2)",)
        assert mistakes(replace(kit_kat(), sections=(*kit_kat().sections[1:], Section("Cargo", 0))))

    @pytest.mark.parametrize("slug", SPACE)
    def test_one_of_each_kind_unless_a_scenario_says_more_rul_122(self, slug: str) -> None:
        twice = "Cargo1, Engineering1, Cargo2, Operations1"
        assert wrong(twice, slug) == (
            "there is more than one Cargo: one of each kind, unless a scenario says more (RUL-122)",
        )
        craft = built(twice, slug, scenario=True)
        assert craft.labels == ("Cargo", "Engineering", "Cargo 2", "Operations")
        assert craft.notation == twice

    def test_other_sections_are_the_scenario_s_crf_9(self) -> None:
        bay = "Science Bay2, Engineering1, Operations1"
        assert "no section “Science Bay”" in wrong(bay)[0]
        assert built(bay, TS, scenario=True).sections[0] == Section("Science Bay", 2)
        assert cost(built(bay, TS, scenario=True)).total == 4
        (sentence,) = wrong(bay, TSC, scenario=True)
        assert sentence.endswith("there are Engineering, Operations, Cargo, Living (CRF-1)")

    def test_systems_are_classic_only_crf_13_rul_123(self) -> None:
        assert wrong(f"{PLAIN}, S+1") == ("there are no systems in Time and Space (CRF-13)",)
        craft = built(f"{PLAIN}, S+1", TSC)
        assert (craft.systems, craft.maneuver) == (1, 0)

    def test_too_much_is_refused(self) -> None:
        many = ", ".join(["Cargo1"] * 19)
        assert wrong(f"E1 O1 {many}", scenario=True) == ("there are more than 20 sections",)
        assert "more than 1000 characters" in wrong("C1 " * 400)[0]
        assert "shields must be a number from 0 to 99" in mistakes(replace(kit_kat(), shields=-1))

    def test_everything_is_told_at_once(self) -> None:
        said = wrong("Crago1, E1, O1, E1, M+1, M+2, d8, Q+1, Living, ???, S+100")
        assert len(said) == 8
        assert "perhaps Cargo" in " ".join(said)

    @pytest.mark.parametrize("name", ["S", "science  bay", "Bay 7", "cargo", "x" * 31, ""])
    def test_a_scenario_s_section_needs_a_name_to_write_crf_9(self, name: str) -> None:
        sections = (*kit_kat().sections[1:], Section(name, 1))
        assert len(mistakes(replace(kit_kat(), sections=sections, scenario=True))) == 1


class TestHull:
    def test_durability_ex_ts_24_crf_2(self) -> None:
        craft = built("Engineering2, Operations1", TS)
        first = after(whole(craft), 1)
        assert (first, destroyed(craft, first)) == ((1, 1), ())
        second = after(first, 1)
        assert destroyed(craft, second) == ("Engineering",)

    def test_order_of_destruction_ex_ts_25_crf_3(self) -> None:
        craft = built(f"{PLAIN}, d6/1", TS)
        fallen = []
        left = whole(craft)
        for _ in range(4):
            before, left = left, after(left, 1)
            fallen += [one for one in destroyed(craft, left) if one not in destroyed(craft, before)]
        assert fallen == ["Cargo", "Engineering", "Operations", "Living"]

    @pytest.mark.parametrize("slug", SPACE)
    def test_the_builder_s_order_is_kept_crf_3(self, slug: str) -> None:
        craft = built("Living1, Operations2, Cargo3, Engineering1", slug)
        assert [str(one) for one in craft.sections] == craft.notation.split(", ")
        assert after(whole(craft), 4) == (0, 0, 2, 1)
        assert after(whole(craft), 99) == (0, 0, 0, 0)

    def test_shields_ex_ts_27_crf_11(self) -> None:
        craft = built("E1 O1 /2", TS)
        assert [line.amount for line in cost(craft).lines if line.rule == "CRF-11"] == [4]
        assert [through(craft, points) for points in (3, 2)] == [1, 0]
        assert through(craft, 1) == 0

    def test_cargo_crf_5(self) -> None:
        craft = built("Engineering1, Cargo3, Operations1", TS)
        assert cargo_units(craft, whole(craft)) == 3
        assert cargo_units(craft, (0, 2, 1)) == 3
        assert cargo_units(craft, (0, 0, 1)) == 0
        assert cargo_units(built("E1 O1", TS), (1, 1)) == 0

    @pytest.mark.parametrize("slug", SPACE)
    def test_dead_in_the_water_crf_6_crf_7_dog_23(self, slug: str) -> None:
        assert vital(kit_kat(slug)) == (1, 2)
        assert vital(built("Operations1, Living2, Engineering1", slug)) == (0, 2)

    def test_no_word_gets_out_without_operations_crf_7(self) -> None:
        assert heard(kit_kat(TS), (1, 0, 1, 1))
        assert not heard(kit_kat(TS), (1, 1, 0, 1))
        assert heard(kit_kat(TSC), (1, 1, 0, 1))

    @pytest.mark.parametrize("slug", SPACE)
    def test_long_voyages_crf_8(self, slug: str) -> None:
        assert long_voyages(kit_kat(slug), (1, 1, 1, 1))
        assert not long_voyages(kit_kat(slug), (1, 1, 1, 0))
        assert not long_voyages(built("Engineering1, Operations1", slug), (1, 1))

    def test_a_second_engine_flies_it_rul_122(self) -> None:
        assert vital(built("E1 O1 E1 Botany1", TS, scenario=True)) == (1, 2)


class TestFile:
    def test_a_file_is_small_and_readable(self) -> None:
        craft = replace(kit_kat(), blurb="Two fingers.")
        assert written_craft(craft) == (
            f'name = "Kit-Kat"\nedition = "{TS}"\nblurb = "Two fingers."\nbuild = "{KIT_KAT}"\n'
        )
        assert craft_of(written_craft(craft)) == craft
        assert craft_of(written_craft(craft).encode()) == craft
        assert craft_of(craft_data(craft)) == craft

    def test_all_mistakes_at_once(self) -> None:
        text = f'name = "A:B"\nedition = "{TS}"\nbuild = "C1 E1"\nguns = 3\nscenario = 1\n'
        with pytest.raises(CraftError) as refused:
            craft_of(text, "bad.toml")
        said = str(refused.value).splitlines()
        assert all(line.startswith("bad.toml: ") for line in said)
        for words in ("name must be", "scenario must be true or false", "no field “guns”"):
            assert any(words in line for line in said)
        assert "bad.toml: Operations is missing: no craft is without it (CRF-1)" in said
        assert len(said) == 4

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "name is missing"),
            ('name = "A"\nedition = "modern"\nbuild = "E1 O1"', "there is no edition “modern”"),
            (f'name = "A"\nedition = "{TS}"\nbuild = 3', "build must be a notation such as"),
            (f'name = "A"\nedition = "{TS}"', "build is missing"),
        ],
    )
    def test_what_is_missing_or_wrong(self, text: str, says: str) -> None:
        with pytest.raises(CraftError, match=re.escape(says)):
            craft_of(text)

    @pytest.mark.parametrize("text", ["name = ", b"\xff", "a" * 70_000, "x" * 3000 + " = 1"])
    def test_what_is_no_toml(self, text: str | bytes) -> None:
        with pytest.raises(Unreadable):
            craft_of(text)

    def test_a_draft_has_a_price_while_it_is_wrong(self) -> None:
        draft = drafted({"name": "A", "edition": TS, "build": "Cargo2, d6, M+"})
        assert draft.craft
        assert cost(draft.craft).total == 8
        assert draft.mistakes == ("“M+” cannot be understood (CRF-4)",)
        assert drafted({"name": "A"}).craft is None
        assert drafted({"edition": TS}).craft == Craft(name="", edition=TS, sections=())

    def test_a_craft_is_a_value(self) -> None:
        assert kit_kat() == kit_kat()
        assert hash(kit_kat()) == hash(kit_kat())
        assert kit_kat(TS) != kit_kat(TSC)
