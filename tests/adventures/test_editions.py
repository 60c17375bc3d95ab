"""What a book for several editions needs: a company for each, skills under either name, no weight."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendry.adventures.book import Battle, Check, Skilled
from legendry.adventures.check import check
from legendry.adventures.conditions import read_condition
from legendry.adventures.items import read_attempt, read_rule
from legendry.adventures.mistakes import Unclear
from legendry.adventures.reading import read_book
from tests.adventures.shelf import COVER, shelved
from tests.adventures.test_play import begun, one, sheet

TS, TSC = "time-and-space", "time-and-space-classic"
BOTH = COVER.replace('"ancient-world"', f'"{TS}"\nalso = ["{TSC}"]\ncompany = ["kit-sorrel"]\n')
STORY = "## The road\n\n- End good\n"


def test_each_edition_has_a_company_of_its_own(tmp_path: Path) -> None:
    folder = shelved(tmp_path, STORY, f'{BOTH}[companies]\n{TSC} = ["vesper-quill"]\n')
    assert read_book(folder).company == ("kit-sorrel",)
    assert read_book(folder, TSC).company == ("vesper-quill",)
    assert not check(folder)[1]


def test_an_edition_without_one_has_none(tmp_path: Path) -> None:
    folder = shelved(tmp_path, STORY, BOTH)
    assert read_book(folder, TSC).company == ()
    assert not check(folder)[1]


def test_the_checker_looks_for_each_company_in_its_own_roster(tmp_path: Path) -> None:
    folder = shelved(tmp_path, STORY, f'{BOTH}[companies]\n{TSC} = ["kit-sorrel"]\n')
    (mistake,) = check(folder)[1]
    assert mistake.words == "company: there is nobody “kit-sorrel”"


@pytest.mark.parametrize(
    ("written", "slug", "skill"),
    [
        ("PILOT", TS, "pilot"),
        ("PILOT", TSC, "spacecraft-pilot"),
        ("SPACECRAFT PILOT", TS, "pilot"),
        ("NAVIGATION", TSC, "land-navigation"),
    ],
)
def test_a_skill_is_known_by_the_name_of_another_edition(
    written: str, slug: str, skill: str
) -> None:
    """SKL-18, SKL-25: the same rule is the same skill."""
    assert read_attempt(f"best 3/DX+{written}", slug).check.skill == skill
    assert read_condition(f"someone has {written}", slug) == Skilled(skill)


def test_a_skill_that_an_edition_has_not_is_unknown_there() -> None:
    with pytest.raises(Unclear, match="no skill “PILOT” in Ancient World"):
        read_attempt("best 3/DX+PILOT", "ancient-world")


def test_without_weight_is_read() -> None:
    """RUL-93: in checks, contests and fights."""
    attempt = read_attempt("each 3/DX without weight", TS)
    assert (attempt.who, attempt.check.dice, attempt.weightless) == ("each", 3, True)
    contest = read_attempt("win DX against IQ 12 without weight", TS)
    assert (contest.npc, contest.weightless) == (12, True)
    assert not read_attempt("3/DX", TS).weightless
    check = read_rule("Check each 3/DX without weight, else Harm 1", TS)
    assert isinstance(check, Check)
    assert check.attempt.weightless
    fight = read_rule("Fight duct-drone on deck; without weight; victory [won](#a)", TS)
    assert isinstance(fight, Battle)
    assert fight.weightless


@pytest.mark.parametrize(("words", "harmed"), [(" without weight", 0), ("", 2)])
def test_skill_in_weightless_movement_counts_without_weight(words: str, harmed: int) -> None:
    """RUL-93, SKL-19: three dice make 13; DX 12 and one level pass only where nothing has weight."""
    story = (
        f"## The road\n\n- Check each 3/DX{words}, else Harm 2\n- [On](#far)\n\n## Far\n\n- End\n"
    )
    floater = one("Maud", skills={"weightless-movement": 1})
    table = begun(story, floater, dice="4 4 5", edition=TS)
    assert sheet(table, "Maud").damage == harmed


@pytest.mark.parametrize("words", ["; without weight", ""])
def test_a_fight_without_weight(words: str) -> None:
    """RUL-93: the fight has no gravity."""
    fight = f"- Fight duct-drone on deck{words}; victory [won](#far)"
    table = begun(
        f"## The road\n\n{fight}\n\n## Far\n\n- End\n", one("Maud"), edition=TS, dice="6, 1"
    )
    assert table.state.fight is not None
    assert table.state.fight.weightless == bool(words)
