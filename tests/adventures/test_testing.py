"""The quick test takes everything there is to take, and says why where it cannot."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest

from legendry.adventures.companies import as_setup, intended
from legendry.adventures.game import books as our_books
from legendry.adventures.goals import Goal, goals
from legendry.adventures.model import Model
from legendry.adventures.reading import book_of, gathered
from legendry.adventures.rehearsal import REHEARSAL, Bent, Luck, summed
from legendry.adventures.testing import Findings, planned, quicktest
from legendry.cli.book_shelf import shelf
from legendry.legends.campaign.company import Company, Member
from legendry.legends.character import Character
from legendry.table import Ledger, Roll, Table, Typed
from tests.adventures.shelf import COVER, STORY

AW = "ancient-world"


def company(**figures: Any) -> Company:
    people = {
        "Maud": Character(
            name="Maud", edition=AW, kind="test", **{"st": 12, "dx": 12, "iq": 12, **figures}
        ),
        "Odo": Character(name="Odo", edition=AW, kind="test", st=10, dx=10, iq=10),
    }
    members = tuple(Member(one) for one in people.values())
    return Company(name="The Few", edition=AW, members=members)


def tried(story: str, most: int = 1000, cover: str = COVER, **figures: Any) -> Findings:
    files = {"book.toml": cover.encode(), "story.md": story.encode()}
    return quicktest(book_of(files), files, company(**figures), most)


END = "\n## Far\n\n- End good\n"


def why(found: Findings) -> dict[str, str]:
    return {f"{one.goal.id}/{one.goal.place}/{one.goal.result}": one.why for one in found.missed}


def test_all_that_there_is_to_take(tmp_path: Path) -> None:
    book = book_of({"book.toml": COVER.encode(), "story.md": STORY.encode()})
    found = goals(book)
    assert Goal("the-road", 3, "pass") in found
    assert Goal("the-road", 3, "fail") in found
    assert Goal("the-mill", 1, "fail") in found
    assert {one.result for one in found if one == Goal("the-mill", 3, one.result)} == {
        "victory",
        "defeat",
        "flight",
    }
    assert Goal("the-loft", 0) in found


def test_everything_in_a_sound_book_is_taken() -> None:
    found = tried(STORY)
    assert (found.missed, found.helped) == ((), ())
    assert found.taken == found.goals == 13
    assert found.whole


def test_what_nobody_comes_to_is_told() -> None:
    found = tried("## The road\n- [On](#far)\n## Alone\n- XP 1\n- [Back](#far)\n" + END)
    assert why(found) == {"alone/0/": "nobody came here", "alone/1/": "nobody came here"}
    assert str(found.missed[0]).startswith("story.md:4: “XP 1”: nobody")


def test_a_closed_option_says_why() -> None:
    found = tried("## The road\n- [Show](#far) if ring\n- [On](#far)\n" + END)
    assert why(found) == {"the-road/0/": "nobody has ring"}


def test_a_rule_whose_condition_never_holds() -> None:
    found = tried("## The road\n- If OWL: XP 1\n- [On](#far)\n" + END)
    assert why(found) == {"the-road/0/": "its condition never held"}


def test_what_needs_a_skill_or_gold_is_tried_by_another_company() -> None:
    story = "## The road\n- [Pick](#far): one 3/DX against LOCKS, else [no](#far)\n"
    story += (
        "- [Pay](#far) for 50 gold\n- [Cast](#far) if someone knows Fire-1\n- [On](#far)\n" + END
    )
    found = tried(story)
    assert found.missed == ()
    assert {(one.goal.place, one.goal.result) for one in found.helped} == {
        (0, "pass"),
        (1, ""),
        (2, ""),
    }
    words = {one.goal.place: one.why for one in found.helped}
    assert words[1] == "it costs 50 gold, and you have 0"


def test_a_check_that_nobody_can_fail_is_failed_by_the_feeble_only() -> None:
    story = "## The road\n- Check best 2/ST: [on](#far), else [off](#far)\n" + END
    found = tried(story, st=14)
    assert found.missed == ()
    assert [one.why for one in found.helped] == ["this company always passes"]
    never = tried(story.replace("2/ST", "1/ST"), st=14)
    assert why(never) == {"the-road/0/fail": "this company always passes"}


def test_fights_end_in_all_their_ways_without_being_fought() -> None:
    story = "## The road\n- Fight 9 cave-bear on clearing; victory [v](#v); defeat [d](#d); flight [f](#f)\n"
    story += "".join(f"## {one}\n- Plotword {word}\n- End\n" for one, word in
                     (("V", "OWL"), ("D", "BAT"), ("F", "CAT")))  # fmt: skip
    assert tried(story).missed == ()


def test_one_check_fails_and_the_next_is_passed_on_the_way() -> None:
    story = """
## The road
- [Jump](#far): one 3/DX, else [you fall](#the-ditch)
## The ditch
- Check each 3/ST, else Harm 1
- [Out](#far)
"""
    assert tried(story + END).missed == ()


def test_old_wounds_do_not_stop_it() -> None:
    rooms = "".join(f"## R{n}\n- Harm 9\n- [On](#r{n + 1})\n" for n in range(1, 9))
    story = "## The road\n- [On](#r1)\n" + rooms + "## R9\n- End good\n"
    assert tried(story).missed == ()


def test_who_died_is_gone_where_the_book_asks_for_him() -> None:
    story = "## The road\n- Harm 12D6 to Odo\n- If not Odo is alive: XP 1\n- If Odo is alive: XP 1\n- End\n"
    found = tried(story)
    assert why(found) == {"the-road/2/": "its condition never held"}


def test_what_is_for_sale_is_bought_where_it_matters() -> None:
    story = "## The road\n- Shop stall\n- [Climb](#far) if rope\n- [On](#far)\n" + END
    assert why(tried(story, gold=3)) == {}
    assert [one.goal.place for one in tried(story).missed] == [1]


def test_deep_goals_are_found_by_a_plan() -> None:
    """Five words in any order, and a day: too many states to try in all directions."""
    words = ["OWL", "BAT", "CAT", "DOG", "FOX", "HEN", "EEL", "APE"]
    story = "## The road\n" + "".join(f"- [To {one}](#{one.lower()})\n" for one in words)
    story += f"- [Out](#far) if {' and '.join(words)} and day 3\n- [Sleep](#bed)\n"
    story += "".join(f"## {one}\n- Plotword {one}\n- [Back](#the-road)\n" for one in words)
    story += "## Bed\n- Night\n- [Up](#the-road)\n" + END
    found = tried(story, most=20)
    assert found.missed == ()
    assert found.states < 200


def test_a_plan_is_a_path_of_the_model() -> None:
    files = {"book.toml": COVER.encode(), "story.md": STORY.encode()}
    book = book_of(files)
    table = Table(REHEARSAL, ["You"], Typed(), edition=AW, setup=as_setup(files, company()))
    model = Model(book, REHEARSAL.setup(table.header))
    _whole, plans = planned(model, {Goal("the-loft", 0)}, 1000)
    plan = plans[Goal("the-loft", 0)]
    assert plan[0] == model.start
    for state, after in itertools.pairwise(plan):
        assert any(way.to == after for act in model.acts(state) for way in act.ways)


@pytest.mark.parametrize("name", [one for one in our_books() if len(gathered(shelf(one))) < 12])
def test_our_short_books_pass(name: str) -> None:
    files = gathered(shelf(name))
    book = book_of(files)
    if len(book.instructions) < 30:
        assert quicktest(book, files).missed == ()


class TestBentDice:
    """Dice that fall as the test wants them."""

    LIMIT = Ledger.of("DX", (11, "DX", "CHK-1"))

    def faces(self, luck: Luck, roll: Roll) -> tuple[int, ...]:
        files = {"book.toml": COVER.encode(), "story.md": STORY.encode()}
        table = Table(REHEARSAL, ["You"], Typed(), edition=AW, setup=as_setup(files, company()))
        return Bent(luck, table.state.steps).faces(roll, table.state)

    def test_a_check_passes_or_fails(self) -> None:
        roll = Roll("jump Maud", 3, seat="You", against=self.LIMIT)
        assert self.faces(Luck(here=True, later=True), roll) == (1, 1, 1)
        assert self.faces(Luck(here=False, later=True), roll) == (6, 6, 6)

    def test_a_contest_is_won_or_lost(self) -> None:
        ours = Roll("talk Maud>the other", 3, seat="You", against=self.LIMIT)
        theirs = Roll("talk the other>Maud", 2, against=self.LIMIT)
        lucky, unlucky = Luck(here=True, later=True), Luck(here=False, later=False)
        assert sum(self.faces(lucky, ours)) == 11
        assert self.faces(lucky, theirs) == (6, 6)
        assert self.faces(unlucky, ours) == (6, 6, 6)
        assert sum(self.faces(unlucky, theirs)) == 11

    def test_harm_is_light_or_heavy(self) -> None:
        roll = Roll("harm Maud", 2)
        assert self.faces(Luck(here=False, later=False), roll) == (1, 1)
        assert self.faces(Luck(here=False, later=False, deadly=True), roll) == (6, 6)

    @pytest.mark.parametrize(
        ("total", "faces"), [(3, (1, 1, 1)), (12, (6, 5, 1)), (99, (6, 6, 6)), (0, (1, 1, 1))]
    )
    def test_faces_add_up_as_far_as_they_can(self, total: int, faces: tuple[int, ...]) -> None:
        assert summed(Roll("x", 3), total) == faces


def test_the_company_of_the_book_or_the_heroes_of_its_edition() -> None:
    cover = COVER.replace("start =", 'company = ["maud-gray"]\nstart =')
    own = book_of({"book.toml": cover.encode(), "story.md": STORY.encode()})
    assert [one.name for one in intended(own).members] == ["Maud Gray"]
    other = book_of({"book.toml": COVER.encode(), "story.md": STORY.encode()})
    assert len(intended(other).members) > 1
