"""The rulebook is whole: nothing lost, nothing cut off, every pointer leads somewhere."""

import re
from collections import Counter

import pytest

from legendry import rulebook
from legendry.rulebook import TAGS, Entry, Example, Rule, Ruling, UnknownId, natural

RULES = {
    "GEN-": 3,
    "CHR-": 7,
    "CHK-": 11,
    "SEQ-": 8,
    "MOV-": 7,
    "STR-": 5,
    "SHT-": 14,
    "ENT-": 7,
    "GRP-": 14,
    "ACT-": 6,
    "RCT-": 9,
    "ZOC-": 3,
    "INJ-": 11,
    "WPN-": 9,
    "ARM-": 9,
    "CAM-": 14,
    "SKL-": 55,
    "MAG-": 21,
    "SPL-": 77,
    "CRE-": 7,
    "CRF-": 14,
    "DOG-": 25,
    "DRG-": 94,
}
"""How many rules each area has, in the order of the book."""

WITH_HOLES = {
    "WPN-": {*range(1, 7), *range(10, 13)},
    "ARM-": {*range(1, 9), 10},
    "SKL-": {*range(1, 5), *range(10, 52), *range(60, 69)},
}
"""The areas that are not numbered from 1 on without a hole."""

EVERYTHING: list[Entry] = [*rulebook.rules(), *rulebook.rulings(), *rulebook.examples()]
IDS = {entry.id for entry in EVERYTHING}
CITED = re.compile(rf"(?<![\w-])(?:{'|'.join(RULES)}|RUL-D?|EX-[A-Z]+-|DRG-EX-)\d+\b")


def texts(entry: Entry) -> list[str]:
    return [entry.whole, "" if isinstance(entry, Example) else entry.note]


class TestCounts:
    def test_rules_by_area(self) -> None:
        counts = Counter(natural(rule.id)[0] for rule in rulebook.rules())
        assert counts == RULES
        assert list(counts) == list(RULES)

    @pytest.mark.parametrize("area", RULES)
    def test_areas_are_numbered_without_holes_but_the_known_ones(self, area: str) -> None:
        numbers = [natural(id)[1] for id in IDS if natural(id)[0] == area]
        assert set(numbers) == WITH_HOLES.get(area, set(range(1, RULES[area] + 1)))

    def test_rulings(self) -> None:
        legends = [f"RUL-{number}" for number in range(1, 147)]
        dragon = [f"RUL-D{number}" for number in range(1, 31)]
        assert [ruling.id for ruling in rulebook.rulings()] == legends + dragon

    def test_examples(self) -> None:
        counts = Counter(natural(example.id)[0] for example in rulebook.examples())
        assert counts == {"EX-TSC-": 9, "EX-AW-": 10, "EX-TS-": 37, "EX-D-": 25, "DRG-EX-": 18}

    def test_printed_examples(self) -> None:
        counts = Counter(
            natural(example.id)[0] for example in rulebook.examples() if example.printed
        )
        assert counts == {"EX-TSC-": 9, "EX-AW-": 10, "EX-TS-": 37, "DRG-EX-": 6}
        assert [example.id for example in rulebook.examples() if example.slip] == ["EX-TS-37"]

    def test_options_and_terms(self) -> None:
        assert Counter(option.book for option in rulebook.options()) == {"legends": 52, "dragon": 8}
        assert Counter(term.book for term in rulebook.glossary()) == {"legends": 22, "dragon": 8}

    def test_spells_and_creatures_are_of_one_edition_and_have_their_figures(self) -> None:
        for rule in rulebook.rules():
            if rule.id.startswith(("SPL-", "CRE-")):
                assert rule.editions == ("ancient-world",)
                names = "IQ Cost Kind Dur" if rule.id.startswith("SPL") else "ST DX IQ MA"
                assert list(rule.facts)[:4] == names.split()
            else:
                assert not rule.facts


class TestPointers:
    def test_a_rule_sees_every_ruling_it_names(self) -> None:
        for rule in rulebook.rules():
            named = set(re.findall(r"RUL-D?\d+", rule.whole))
            assert named <= set(rule.see), rule.id

    def test_what_a_rule_sees_exists(self) -> None:
        for rule in rulebook.rules():
            assert set(rule.see) <= {ruling.id for ruling in rulebook.rulings()}, rule.id

    def test_every_id_in_a_text_exists(self) -> None:
        for entry in EVERYTHING:
            for text in texts(entry):
                assert set(CITED.findall(text)) <= IDS, entry.id
        for term in rulebook.glossary():
            assert set(CITED.findall(term.meaning)) <= IDS, term.term

    def test_every_option_is_named_by_its_rulings_and_the_reverse(self) -> None:
        named = {(ruling.option, ruling.id) for ruling in rulebook.rulings() if ruling.option}
        listed = {(option.key, id) for option in rulebook.options() for id in option.rulings}
        assert named == listed

    def test_an_option_without_a_ruling_rests_on_a_rule(self) -> None:
        for option in rulebook.options():
            assert option.rulings or option.rules, option.key
            assert set(option.rules) <= IDS

    def test_options_are_of_the_book_of_their_rulings(self) -> None:
        for option in rulebook.options():
            assert {rulebook.ruling(id).book for id in option.rulings} <= {option.book}
            assert len(set(option.values)) == len(option.values)

    def test_the_rules_of_an_example_exist_and_its_edition_has_them(self) -> None:
        for example in rulebook.examples():
            assert example.rules, example.id
            for id in example.rules:
                entry = rulebook.find(id)
                if isinstance(entry, Rule) and example.edition:
                    assert example.edition in entry.editions, example.id

    def test_an_example_goes_on_from_one_that_exists(self) -> None:
        setups = [example.case.get("setup", {}) for example in rulebook.examples()]
        assert {setup["continues"] for setup in setups if "continues" in setup} == {
            f"EX-TS-{number}" for number in range(30, 37)
        }


class TestTexts:
    def test_there_is_something_to_read(self) -> None:
        for entry in EVERYTHING:
            assert entry.headline, entry.id

    def test_no_mark_is_left_over(self) -> None:
        for entry in EVERYTHING:
            for text in texts(entry):
                assert "**" not in text, entry.id
                assert text.count("`") % 2 == 0, entry.id
                assert text.count("(") == text.count(")"), entry.id

    def test_blanks_are_single(self) -> None:
        for entry in EVERYTHING:
            for text in texts(entry):
                assert not re.search(r"(?<!\|) {2,}(?!\|)|[ \t]$", text, re.MULTILINE), entry.id

    def test_no_text_ends_in_mid_sentence(self) -> None:
        """Rows of tables have no full stop, nor the sentence that every edition ends."""
        for rule in rulebook.rules():
            if natural(rule.id)[0] in ("SKL-", "SPL-", "CRE-") or rule.id == "GRP-7":
                continue
            for text in filter(None, (rule.text, *(passage.text for passage in rule.passages))):
                assert re.search(r'[.:)|"]$', text), rule.id
        for ruling in rulebook.rulings():
            if ruling.book == "legends":
                for text in (ruling.question, ruling.readings, ruling.default):
                    assert re.search(r"[.?]$", text), ruling.id

    def test_every_edition_of_a_rule_says_something(self) -> None:
        for rule in rulebook.rules():
            for edition in rule.editions:
                assert rule.in_edition(edition) or rule.facts, (rule.id, edition)

    def test_a_passage_is_of_the_editions_that_have_the_rule(self) -> None:
        for rule in rulebook.rules():
            for passage in rule.passages:
                assert set(passage.editions) <= set(rule.editions), rule.id
            assert rule.text or rule.passages or rule.facts, rule.id

    def test_nothing_refers_to_another_edition_for_its_text(self) -> None:
        for rule in rulebook.rules():
            for passage in rule.passages:
                assert not re.match(r"same\b", passage.text), rule.id

    def test_tables_have_as_many_cells_in_every_row(self) -> None:
        for entry in EVERYTHING:
            for text in texts(entry):
                for table in re.findall(r"(?:^\|.*\n?)+", text, re.MULTILINE):
                    assert len({row.count("|") for row in table.splitlines()}) == 1, entry.id

    def test_the_weapon_tables_are_whole(self) -> None:
        for id, weapons in (("WPN-10", 14), ("WPN-11", 29), ("WPN-12", 16)):
            rows = [line for line in rulebook.rule(id).text.split("\n") if line.startswith("|")]
            assert len(rows) == 2 + weapons
            assert rows[0].startswith("| Weapon |")


class TestEditions:
    def test_what_one_edition_says(self) -> None:
        rule = rulebook.rule("STR-4")
        assert rule.in_edition("ancient-world") == (
            "What a defender who survives and has not used a dodge may do at once, as his reaction:"
            "\ncounterattack. (Moving into the attacker's hex only through ZOC-1.)"
        )
        assert rule.in_edition("time-and-space").endswith("counterattack, or tackle the attacker.")

    def test_what_all_editions_say(self) -> None:
        rule = rulebook.rule("STR-1")
        assert rule.editions == tuple(TAGS)
        assert {rule.in_edition(edition) for edition in TAGS} == {rule.text}

    def test_an_edition_without_the_rule_says_nothing(self) -> None:
        rule = rulebook.rule("SHT-12")
        assert rule.editions == ("ancient-world",)
        assert rule.in_edition("time-and-space") == ""

    def test_a_skill_of_two_editions(self) -> None:
        rule = rulebook.rule("SKL-47")
        assert rule.title == "Medic"
        assert "shared" not in rule.in_edition("time-and-space-classic")
        assert rule.in_edition("ancient-world") == rule.in_edition("time-and-space")
        assert rulebook.rule("SKL-15").editions == ("time-and-space-classic", "time-and-space")

    def test_a_chapter_of_two_editions(self) -> None:
        editions = {rule.editions for rule in rulebook.rules() if rule.chapter_title == "Dogfights"}
        assert editions == {("time-and-space-classic", "time-and-space")}

    def test_legendary_dragon_has_none(self) -> None:
        assert {rule.editions for rule in rulebook.rules() if rule.book == "dragon"} == {()}

    def test_a_ruling_by_edition(self) -> None:
        ruling = rulebook.ruling("RUL-62")
        assert [passage.editions for passage in ruling.passages] == [(slug,) for slug in TAGS]
        assert ruling.note.startswith("Z = the threatened defender")


class TestLookingUp:
    def test_in_any_case(self) -> None:
        assert rulebook.find("str-4") is rulebook.rule("STR-4")
        assert rulebook.find(" rul-d5 ") is rulebook.ruling("RUL-D5")
        assert isinstance(rulebook.find("ex-ts-9"), Example)

    @pytest.mark.parametrize(
        ("id", "nearest"),
        [
            ("STR-9", ("STR-3", "STR-4", "STR-5")),
            ("STRR-2", ("STR-1", "STR-2", "STR-3")),
            ("SKL-55", ("SKL-50", "SKL-51", "SKL-60")),
            ("rul-d99", ("RUL-D28", "RUL-D29", "RUL-D30")),
            ("QQQ-1", ()),
        ],
    )
    def test_an_unknown_id_names_the_nearest(self, id: str, nearest: tuple[str, ...]) -> None:
        with pytest.raises(UnknownId) as unknown:
            rulebook.find(id)
        assert unknown.value.nearest == nearest
        assert str(unknown.value).startswith(f"{id} is not in the rulebook")

    def test_a_ruling_is_no_rule(self) -> None:
        with pytest.raises(UnknownId):
            rulebook.rule("RUL-1")
        with pytest.raises(UnknownId):
            rulebook.ruling("STR-1")

    def test_an_unknown_option_names_the_nearest(self) -> None:
        with pytest.raises(UnknownId, match="the nearest are tie_rule"):
            rulebook.option("tie_rules")

    def test_ids_sort_naturally(self) -> None:
        assert sorted(["STR-10", "STR-2", "RUL-D1", "RUL-9"], key=natural) == [
            "RUL-9",
            "RUL-D1",
            "STR-2",
            "STR-10",
        ]
        checks = [rule.id for rule in rulebook.rules() if rule.id.startswith("CHK")]
        assert checks == [f"CHK-{number}" for number in range(1, 12)]

    def test_search_puts_names_before_texts(self) -> None:
        found = [entry.id for entry in rulebook.search("dodge")]
        assert found.index("RCT-4") < found.index("SHT-14")
        assert "CHK-1" not in found

    def test_search_wants_every_word(self) -> None:
        assert [entry.id for entry in rulebook.search("whole board")] == ["SHT-3"]
        assert rulebook.search("dodge spaghetti") == []
        assert rulebook.search("") == []

    def test_search_knows_options(self) -> None:
        assert [entry.id for entry in rulebook.search("tie_rule")] == ["RUL-3"]

    def test_what_belongs_together(self) -> None:
        ruling = rulebook.ruling("RUL-57")
        assert [rule.id for rule in rulebook.rules_settled_by(ruling)] == ["RCT-1"]
        assert [example.id for example in rulebook.examples_of(ruling)] == ["EX-D-22"]

    def test_headlines(self) -> None:
        assert rulebook.rule("ENT-1").headline == "Getting in"
        assert rulebook.rule("MOV-3").headline == (
            "One character per hex, except characters grappling one another"
        )
        assert rulebook.find("EX-D-1").headline == "derived from CHK-8"

    def test_places(self) -> None:
        assert rulebook.rule("CHK-1").place == "Legends 2, Checks, 2.1 Passing"
        assert rulebook.find("RUL-D1").place == "Legendary Dragon, rulings"


class TestOptions:
    def test_the_first_value_is_the_default(self) -> None:
        assert rulebook.option("blast_radius").default == 2
        assert rulebook.option("react_after_miss").default is True

    def test_as_the_book_writes_it(self) -> None:
        assert str(rulebook.option("min_damage")) == "min_damage: by_edition | 1 | 0"
        assert str(rulebook.option("overcast")) == "overcast: true | false"

    def test_whom_it_concerns(self) -> None:
        assert rulebook.option("tackle_return").editions == ("time-and-space",)
        assert rulebook.option("tie_rule").editions == ()


def test_a_case_has_its_dice() -> None:
    example = rulebook.find("EX-TSC-1")
    assert isinstance(example, Example)
    assert example.case["rolls"] == [
        {"by": "Ajax", "for": "3/DX strike", "dice": [2, 3, 5], "total": 10}
    ]
    assert example.case["expect"] == {"passed": True, "hit": "Hector", "then": "roll damage"}


def test_a_ruling_has_its_parts() -> None:
    ruling = rulebook.ruling("RUL-34")
    assert ruling == Ruling(
        id="RUL-34",
        book="legends",
        title="Dodging thrown weapons in TS",
        section="20.4 Striking, shooting, throwing",
        question="TS bars only missiles.",
        readings="thrown may be dodged; may not.",
        default="may not, as TSC/AW.",
        option="dodge_thrown",
    )
