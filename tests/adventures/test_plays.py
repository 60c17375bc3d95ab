"""Whole plays watched: where they went, what they cost, and what many of them add up to."""

from __future__ import annotations

from typing import Any

from legendry.adventures.companies import as_setup
from legendry.adventures.game import ADVENTURE
from legendry.adventures.plays import CIRCLES, Battled, Play, summed, watched
from legendry.bots import bot
from legendry.legends.campaign.company import Company, Member
from legendry.legends.character import Character
from legendry.table import Seeded, Table
from tests.adventures.shelf import COVER

AW = "ancient-world"
SEATS = ["You", "Foes"]


def played(story: str, seed: str = "1", **figures: Any) -> Play:
    who = Character(
        name="Maud", edition=AW, kind="test", **{"st": 12, "dx": 12, "iq": 12, **figures}
    )
    company = Company(name="The Few", edition=AW, members=(Member(who),))
    files = {"book.toml": COVER.encode(), "story.md": story.encode()}
    setup = as_setup(files, company)
    table = Table(ADVENTURE, SEATS, Seeded(seed), edition=AW, setup=setup)
    return watched(table, {seat: bot("greedy", seed=f"{seed}/{seat}") for seat in SEATS})


def test_a_play_is_told_page_by_page() -> None:
    story = "## The road\n- [Sleep](#bed)\n## Bed\n- Night\n- Go to [on](#the-end)\n## The end\n- End good\n"
    play = played(story)
    assert (play.ending, play.at, play.lost, play.answers, play.days) == (
        "good",
        "the-end",
        0,
        1,
        2,
    )
    assert play.visits == {"the-road": 1, "bed": 1, "the-end": 1}


def test_who_dies_otherwise_than_in_battle_is_counted_where_he_died() -> None:
    story = "## The road\n- [On](#the-cliff)\n## The cliff\n- Harm 40\n- End good\n"
    play = played(story, wishes=0)
    assert (play.ending, play.lost, play.perils) == ("bad", 1, {"the-cliff": 1})
    assert play.battles == ()


def test_a_battle_is_counted_with_its_end_and_its_dead() -> None:
    fight = "Fight 5 cave-bear on clearing; no way out; victory [v](#won); defeat [d](#lost)"
    story = f"## The road\n- {fight}\n## Won\n- End good\n## Lost\n- End bad\n"
    play = played(story, st=8)
    assert [(one.id, one.how) for one in play.battles] == [("the-road", "lost")]
    assert play.battles[0].lost == play.lost
    strong = played(
        story.replace("5 cave-bear", "gutter-rat"), st=40, dx=18, weapons=("broad-sword",)
    )
    assert [one.how for one in strong.battles] == ["won"]
    assert strong.ending == "good"


def test_a_story_in_circles_is_told_as_such() -> None:
    assert played("## The road\n- Go to [again](#the-road)\n").ending == CIRCLES


def test_many_plays_add_up_in_any_order() -> None:
    first = Play("good", "end", {"a": 1, "b": 3}, (Battled("b", "won", 1),), {"a": 1}, 2, 10, 1)
    second = Play("bad", "b", {"a": 1, "b": 1}, (Battled("b", "lost", 3),), {}, 3, 30, 5)
    total = summed([first, second])
    assert total == summed([second, first])
    assert (total.plays, total.endings, total.lost) == (2, {"bad": 1, "good": 1}, 5)
    assert (total.reached, total.visits) == ({"a": 2, "b": 2}, {"a": 2, "b": 4})
    battle = total.battles[0]
    assert (battle.fought, battle.won, battle.fled, battle.lost, battle.ended) == (2, 1, 0, 4, 1)
    assert summed([]).answers == (0, 0, 0)
