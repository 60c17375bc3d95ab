"""The notation of craft (CRF-4): what is written reads the same, and garbage is answered politely."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from legendry.legends.craft.craft import (
    Craft,
    CraftError,
    built,
    cost,
    craft_of,
    mistakes,
    written_craft,
)
from legendry.legends.craft.parts import Section
from legendry.legends.edition import edition
from tests.legends.arena import TS, TSC

KINDS = ("Engineering", "Operations", "Cargo", "Living")
BAYS = ("Science Bay", "Botany", "Machine-Shop", "Captain’s Garden", "Maneuver", "Dd", "Éclairage")

points = st.integers(1, 99)
steps = st.integers(0, 99)


@st.composite
def craft(draw: st.DrawFn) -> Craft:
    """Any craft that may be built."""
    slug = draw(st.sampled_from((TS, TSC)))
    scenario = draw(st.booleans())
    names = ["Engineering", "Operations", *draw(st.sets(st.sampled_from(("Cargo", "Living"))))]
    if scenario:
        more = KINDS + BAYS if slug == TS else KINDS
        names += draw(st.lists(st.sampled_from(more), max_size=8))
    made = Craft(
        name=draw(st.sampled_from(("Kit-Kat", "Old No. 7", "Ærø"))),
        edition=slug,
        scenario=scenario,
        blurb=draw(st.sampled_from(("", "A “craft”, with \\ and '."))),
        sections=tuple(Section(name, draw(points)) for name in draw(st.permutations(names))),
        weapons=draw(steps),
        shields=draw(steps),
        maneuver=draw(steps),
        systems=draw(steps) if slug == TSC else 0,
    )
    assert mistakes(made) == []
    return made


class TestRoundTrip:
    @given(craft())
    def test_notation_and_short_form_read_as_they_are_written_crf_4(self, made: Craft) -> None:
        for text in (made.notation, made.short, made.notation.replace(", ", " ")):
            again = built(text, made.edition, made.name, scenario=made.scenario)
            assert again == replace(made, blurb="")

    @given(craft())
    def test_files_read_as_they_are_written(self, made: Craft) -> None:
        assert craft_of(written_craft(made)) == made

    @given(craft())
    def test_the_cost_is_the_sum_crf_14(self, made: Craft) -> None:
        capabilities = 6 * made.weapons + 2 * (made.shields + made.maneuver + made.systems)
        assert cost(made).total == sum(one.points for one in made.sections) + capabilities


class TestForms:
    @pytest.mark.parametrize(
        "text",
        [
            "Cargo1, Engineering1, Operations1, Living1, d6/1, M+1",
            "C1 E1 O1 L1 d6/1 M+1",
            "C1,E1,O1,L1,d6/1,M+1",
            "c1e1o1l1d6/1m+1",
            "cargo 1; engineering 1; OPERATIONS1\nLiving01 1D6 / 1 Maneuver + 1",
            "M+1, /1, d6, Cargo1, E1, Operations1, L1",
        ],
    )
    def test_people_write_as_they_like_crf_4(self, text: str) -> None:
        assert built(text, TS).short == "C1 E1 O1 L1 d6/1 M+1"

    def test_nothing_is_not_written_ex_ts_30(self) -> None:
        """EX-TS-30 writes M+0 where there is none."""
        assert built("C1, E1, O1, L1, d6/1, M+0", TS).notation == (
            "Cargo1, Engineering1, Operations1, Living1, d6/1"
        )
        assert built("E1 O1 0d6/0", TS).notation == "Engineering1, Operations1"
        assert built("E1 O1 /2", TS).short == "E1 O1 /2"
        assert built("E1 O1 3d6", TS).short == "E1 O1 3d6"

    def test_each_edition_writes_its_own_way_crf_4(self) -> None:
        classic = built("Engineering1, Operations1, d6/1, S+2", TSC)
        assert classic.notation == "Engineering1, Operations1, D6/1, S+2"
        assert classic.short == "Engineering1 Operations1 D6/1 S+2"

    def test_letters_are_not_for_classic_tables_crf_4(self) -> None:
        with pytest.raises(CraftError, match="there is no section “E”"):
            built("E1 O1", TSC)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("E1 O1 Cargo", "“Cargo” lacks its number (CRF-4)"),
            ("E1 O1 d8", "“d8”: weapons are dice of six, 2d6 (CRF-4)"),
            ("E1 O1 d6 2d6", "there are weapons twice: add them up (CRF-4)"),
            ("E1 O1 /1 /1", "there are shields twice: add them up (CRF-4)"),
            ("E1 O1 M+1 m+1", "there are maneuver twice: add them up (CRF-4)"),
            ("E1 O1 X+1", "“X+1” is no bonus: there are M+1 (CRF-4)"),
            ("E1 O1 ???", "“???” cannot be understood (CRF-4)"),
            ("E1 O1 C" + "9" * 500, "a section has 1 to 99 build points (CRF-2)"),
            ("E1 O1 M+" + "9" * 500, "is more than 99"),
        ],
    )
    def test_a_mistake_is_a_sentence(self, text: str, says: str) -> None:
        with pytest.raises(CraftError) as refused:
            built(text, TS)
        assert len(refused.value.mistakes) == 1
        assert says in str(refused.value)
        assert len(str(refused.value)) < 160


def tried(
    source: str | dict[str, object], slug: str = "", *, scenario: bool = False
) -> Craft | None:
    """The craft of a notation or of data, or None where sentences say what is wrong."""
    try:
        return (
            built(source, slug, scenario=scenario) if isinstance(source, str) else craft_of(source)
        )
    except CraftError as error:
        said = error.mistakes
    assert said
    assert all(0 < len(one) < 300 for one in said)
    return None


class TestGarbage:
    @given(
        st.one_of(
            st.text(), st.text(alphabet="CEOLMSdD0169/+, \t\n;-xé²٣"), st.from_regex(r"[CEOL]\d")
        ),
        st.sampled_from((TS, TSC)),
        st.booleans(),
    )
    def test_any_text_is_a_craft_or_sentences(self, text: str, slug: str, scenario: bool) -> None:
        for start in ("", "Engineering1, Operations1 "):
            made = tried(start + text, slug, scenario=scenario)
            if made:
                assert mistakes(made) == []
                assert built(made.notation, slug, scenario=scenario) == made
                assert built(made.short, slug, scenario=scenario) == made

    @given(st.one_of(st.binary(), st.text()))
    def test_any_file_is_a_craft_or_sentences(self, text: str | bytes) -> None:
        with pytest.raises(CraftError):
            craft_of(text)

    @given(
        st.dictionaries(
            st.sampled_from(("name", "edition", "build", "scenario", "blurb", "x")),
            st.one_of(
                st.none(),
                st.integers(),
                st.text(),
                st.sampled_from((TS, TSC, "E1 O1")),
                st.lists(st.text()),
                st.dictionaries(st.text(), st.text()),
            ),
        )
    )
    def test_any_data_is_a_craft_or_sentences(self, data: dict[str, object]) -> None:
        made = tried(data)
        assert made is None or edition(made.edition).craft
