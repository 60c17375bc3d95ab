"""`tools/rules.py`: what counts as a citation, what is in scope, what is missing."""

from pathlib import Path
from textwrap import dedent

import msgspec
import pytest

from tools import rules as tool
from tools.rules import Cited, Scope, ScopeError, Work


def cites(text: str) -> list[str]:
    return [citation.id for citation in tool.citations(text)]


def striking(*numbers: int) -> list[str]:
    return [f"STR-{number}" for number in numbers]


class TestCitations:
    @pytest.mark.parametrize(
        "text",
        [
            "STR-1 to STR-5",
            "STR-1 through STR-5",
            "STR-1 … STR-5",
            "STR-1…STR-5",
            "STR-1–STR-5",
            "STR-1 - STR-5",
            "STR-1...STR-5",
            "STR-1..5",
            "STR-1–5",
            "STR-1…5",
            "# STR-1 to\n    # STR-5",
            "(STR-1 to\n STR-5, see there)",
        ],
    )
    def test_a_range(self, text: str) -> None:
        assert cites(text) == striking(1, 2, 3, 4, 5)

    def test_several_ranges(self) -> None:
        assert cites("(CHK-5 … CHK-9, RUL-1 … RUL-3)") == [
            *(f"CHK-{number}" for number in range(5, 10)),
            *(f"RUL-{number}" for number in range(1, 4)),
        ]

    @pytest.mark.parametrize(
        ("text", "ids"),
        [
            ("Strike (STR-4): see STR-5.", striking(4, 5)),
            ("STR-1/STR-3", striking(1, 3)),
            ("from STR-1 to CHK-3", ["STR-1", "CHK-3"]),
            ("STR-1 – 3 dice", striking(1)),
            ("STR-5 to STR-4", striking(5)),
            ("WPN-5 to WPN-10", ["WPN-5", "WPN-6", "WPN-10"]),
            ("RUL-D5 and RUL-5", ["RUL-D5", "RUL-5"]),
            ("EX-TS-9, EX-TSC-9, EX-D-9, DRG-EX-9, DRG-9", None),
            ("'`STR-4`'", striking(4)),
        ],
    )
    def test_single_ones(self, text: str, ids: list[str] | None) -> None:
        assert cites(text) == (ids if ids is not None else text.split(", "))

    @pytest.mark.parametrize("text", ["PIG-1", "UTF-8", "XSTR-4", "A-STR-4", "STR-4x", "str-4"])
    def test_none(self, text: str) -> None:
        assert cites(text) == []

    def test_a_slip_of_the_pen_is_still_a_citation(self) -> None:
        assert cites("STR-44") == ["STR-44"]

    @pytest.mark.parametrize(
        ("text", "keys"),
        [
            ('options["tie_rule"]', ["tie_rule"]),
            ("options.tie_rule", ["tie_rule"]),
            ("tie_rule = 'nobody'", ["tie_rule"]),
            ("Options(tie_rule='nobody')", ["tie_rule"]),
            ("tie_rule: str", ["tie_rule"]),
            ("`cards`: the file", ["cards"]),
            ("shuffle the cards", []),
            ("tie_rules = 3", []),
        ],
    )
    def test_options(self, text: str, keys: list[str]) -> None:
        assert cites(text) == keys

    @pytest.mark.parametrize(
        ("name", "ids"),
        [
            ("test_pass_is_exact_chk_1", ["CHK-1"]),
            ("test_every_limit_chk_1_chk_2", ["CHK-1", "CHK-2"]),
            ("test_against_every_roll_chk_5_to_chk_7", ["CHK-5", "CHK-6", "CHK-7"]),
            ("test_rul_99_areas", ["RUL-99"]),
            ("test_rul_d5", ["RUL-D5"]),
            ("test_ex_tsc_1", ["EX-TSC-1"]),
            ("test_drg_ex_12_a", ["DRG-EX-12"]),
            ("test_first_1", []),
            ("test_chk_1st", []),
        ],
    )
    def test_names(self, name: str, ids: list[str]) -> None:
        assert list(tool.name_citations(name)) == ids


class TestCode:
    def test_the_function_around(self) -> None:
        source = '''
            """Module (STR-1)."""
            LIMIT = 3  # STR-2

            @decorated("STR-3")
            def strike():
                """Strike (STR-4)."""
                def inner():
                    return "STR-5"

            class Fight:
                """A fight (CHK-1)."""
                async def wound(self):
                    # CHK-2
                    pass
        '''
        assert dict(tool.cited_in_code(dedent(source))) == {
            "STR-1": "",
            "STR-2": "",
            "STR-3": "strike",
            "STR-4": "strike",
            "STR-5": "strike",
            "CHK-1": "Fight",
            "CHK-2": "Fight.wound",
        }

    def test_tests(self) -> None:
        source = '''
            """All about STR-1."""
            CASES = ["EX-TS-1"]

            def helper():
                """For STR-2."""

            @pytest.mark.parametrize("id", ["STR-3"])
            def test_hit_str_4(id):
                """Also STR-5."""

            class TestDodge:
                """CHK-1"""
                def test_chk_2(self): ...
                def helper_chk_3(self): ...

            @pytest.mark.skip
            def test_chk_4(): "CHK-5"

            @pytest.mark.xfail(reason="later")
            class TestLater:
                def test_chk_6(self): ...

            @pytest.mark.skipif(WINDOWS)
            def test_chk_7(): ...
        '''
        assert dict(tool.cited_in_tests(dedent(source))) == {
            "EX-TS-1": "",
            "STR-3": "test_hit_str_4",
            "STR-4": "test_hit_str_4",
            "STR-5": "test_hit_str_4",
            "CHK-1": "TestDodge",
            "CHK-2": "TestDodge::test_chk_2",
            "CHK-7": "test_chk_7",
        }


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small repository: STR-1 is implemented and proven, STR-2 only implemented."""
    files = {
        "src/legendry/__init__.py": "",
        "src/legendry/legends/__init__.py": '"""Legends: STR-1."""',
        "src/legendry/legends/strikes.py": 'def strike():\n    """STR-1 to STR-2"""\n',
        "src/legendry/legends/editions/weapons.toml": "# WPN-10\n",
        "src/legendry/rulebook/__init__.py": "# STR-3",
        "src/legendry/cli/rule.py": "# STR-3",
        "src/legendry/table/ledger.py": "# STR-3",
        "tests/legends/test_strikes.py": "def test_str_1(): ...\n",
        "tests/legends/helpers.py": "# STR-2",
        "tests/rulebook/test_x.py": "def test_str_2(): ...\n",
        "tests/records/fights/dodge.rec": "# EX-TS-7\n+++\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


STRIKING = Scope(scope=[Work(title="Striking", ids=["STR-1", "STR-2", "STR-3", "EX-TS-7"])])


class TestHouse:
    def test_implemented(self, house: Path) -> None:
        assert tool.implemented(house) == {
            "STR-1": ["legendry.legends", "legendry.legends.strikes:strike"],
            "STR-2": ["legendry.legends.strikes:strike"],
            "WPN-10": ["legendry/legends/editions/weapons.toml"],
        }

    def test_proven(self, house: Path) -> None:
        assert tool.proven(house) == {
            "STR-1": ["tests/legends/test_strikes.py::test_str_1"],
            "EX-TS-7": ["tests/records/fights/dodge.rec"],
        }

    def test_gaps(self, house: Path) -> None:
        gaps = tool.gaps(tool.cited(house), STRIKING)
        assert [(gap.id, gap.lacks) for gap in gaps] == [
            ("STR-2", "no test cites it"),
            ("STR-3", "no code cites it and no test cites it"),
        ]
        assert str(gaps[0]).startswith("STR-2 (After seeing a hit")

    def test_what_cannot_be_implemented_needs_a_test_only(self, house: Path) -> None:
        work = Work(title="Striking", ids=["STR-3"], proven_only=["STR-3"])
        gaps = tool.gaps(tool.cited(house), Scope(scope=[work]))
        assert [gap.lacks for gap in gaps] == ["no test cites it"]

    def test_strays(self) -> None:
        found = Cited({"STR-4": ["a"]}, {"STR-44": ["tests/test_a.py::test_b"]})
        assert tool.strays(found) == [
            "tests/test_a.py::test_b cites STR-44, which is not in the rulebook"
        ]

    def test_the_page(self, house: Path) -> None:
        page = tool.page(tool.cited(house), STRIKING)
        assert "## Legends 5: Striking" in page
        assert (
            "| STR-1 | A strike targets one adjacent foe; it hits on 3/DX "
            "| `legendry.legends`<br>`legendry.legends.strikes:strike` "
            "| `tests/legends/test_strikes.py::test_str_1` |"
        ) in page
        assert "| EX-TS-7 | dodge, example 1 | – | `tests/records/fights/dodge.rec` |" in page
        assert "CHK" not in page
        assert str(house) not in page

    def test_the_page_names_a_few_places_and_counts_the_others(self) -> None:
        found = Cited({"STR-1": [f"legendry.m{n}" for n in range(8)]}, {})
        page = tool.page(found, Scope(scope=[Work(title="x", ids=["STR-1"])]))
        assert "`legendry.m4`<br>and 3 more" in page

    def test_the_page_says_what_comes_later(self) -> None:
        later = Scope(later=[Work(title="Magic", ids=["MAG", "SPL"])])
        page = tool.page(Cited({}, {}), later)
        assert "Nothing is in scope yet." in page
        assert "- Magic: MAG, SPL" in page

    def test_options_on_the_page(self) -> None:
        page = tool.page(Cited({}, {}), Scope(scope=[Work(title="x", ids=["tie_rule"])]))
        assert r"| `tie_rule` | tie_rule: by_edition \| higher_attribute \| nobody |" in page


class TestScope:
    def test_areas_ranges_and_keys(self) -> None:
        work = Work(title="x", ids=["STR", "CHK-1 to CHK-2", "RUL-D4", "tie_rule"])
        assert tool.answers_for(work) == {
            *striking(1, 2, 3, 4, 5),
            "CHK-1",
            "CHK-2",
            "RUL-D4",
            "tie_rule",
        }

    def test_an_area_is_no_other_whose_name_begins_alike(self) -> None:
        assert len(tool.answers_for(Work(title="x", ids=["DRG"]))) == 94
        assert len(tool.answers_for(Work(title="x", ids=["RUL"]))) == 146

    def test_with_rulings_and_options(self) -> None:
        work = Work(title="x", ids=["SHT-6", "SHT-2"], with_rulings=True, with_options=True)
        assert tool.answers_for(work) == {"SHT-6", "SHT-2", "RUL-34", "dodge_thrown"}

    def test_later_work_is_out_of_scope(self) -> None:
        scope = Scope(
            scope=[Work(title="now", ids=["STR"])], later=[Work(title="later", ids=["STR-5"])]
        )
        assert list(tool.in_scope(scope)) == striking(1, 2, 3, 4)

    @pytest.mark.parametrize("pattern", ["STR-77", "QQQ", "tie_rules", "STR-1 or so", ""])
    def test_what_names_nothing_is_refused(self, pattern: str) -> None:
        with pytest.raises(ScopeError, match=r"^Fights: .* names nothing in the rulebook$"):
            tool.answers_for(Work(title="Fights", ids=[pattern]))

    def test_a_bad_file(self, tmp_path: Path) -> None:
        file = tmp_path / "scope.toml"
        for text in ("[[scope]]\nids = []", "[[scope]", "[[scopes]]"):
            file.write_text(text, "utf-8")
            with pytest.raises(ScopeError, match=r"^scope\.toml: "):
                tool.read_scope(file)

    def test_our_own_file(self) -> None:
        tool.in_scope(tool.read_scope())

    def test_what_our_own_file_has_ready(self) -> None:
        """The commented-out part would work as it stands."""
        text = tool.SCOPE.read_text("utf-8")
        _, begin, ready = text.partition("# [[scope]]\n")
        if begin:
            lines = f"{begin}{ready}".splitlines()
            toml = "\n".join(line.removeprefix("#").removeprefix(" ") for line in lines)
            scope = msgspec.toml.decode(toml, type=Scope)
            assert {"STR-1", "RUL-57", "tie_rule", "EX-D-25"} <= tool.in_scope(scope).keys()


class TestCommand:
    def run(self, house: Path, *arguments: str, scope: str = "") -> int:
        file = house / "scope.toml"
        file.write_text(scope, "utf-8")
        return tool.main(list(arguments), house, file)

    def test_writes_the_page(self, house: Path) -> None:
        assert self.run(house) == 0
        assert (house / "docs" / "rules.md").read_text("utf-8").startswith("# Rules")
        assert self.run(house, "--check") == 0

    def test_a_page_not_up_to_date(self, house: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(house, "--check") == 1
        assert capsys.readouterr().err == "docs/rules.md is not up to date: make rules\n"
        assert not (house / "docs").exists()

    def test_gaps(self, house: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(house, scope='[[scope]]\ntitle = "x"\nids = ["STR-2"]') == 1
        said = capsys.readouterr().err
        assert said.startswith("STR-2 (")
        assert said.endswith("): no test cites it\n")

    def test_a_bad_scope(self, house: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert self.run(house, scope='[[scope]]\ntitle = "x"\nids = ["FOO"]') == 2
        assert capsys.readouterr().err == "x: 'FOO' names nothing in the rulebook\n"
