"""How greedy reads a book: the best one tries, stalls are left, asides are left aside."""

from __future__ import annotations

from typing import Any

from legendry.bots.greedy import GreedyBot
from legendry.table import Seeded, Table, play
from tests.adventures.test_play import END, begun, one


def answer(table: Table[Any]) -> str:
    request = table.pending
    assert request is not None
    given = GreedyBot("1").answer(request, table.view(request.seat))
    assert not isinstance(given, tuple)
    return given.notation


def test_whoever_has_the_best_chance_tries() -> None:
    story = "## The road\n- [Climb](#far): one 3/ST+CLIMBING, else [slip](#far)\n" + END
    table = begun(story, one("Maud"), one("Odo", skills={"climbing": 3}), one("Nim", st=9))
    table.answer("Climb")
    assert answer(table) == "Odo tries"


def test_it_takes_the_dice_that_win_most_often() -> None:
    story = "## The road\n- [Outwit](#far): leader win IQ against 9, else [no](#far)\n" + END
    table = begun(story, one("Maud", iq=14))
    table.answer("Outwit")
    request = table.pending
    assert request is not None
    chances = {
        option.notation: option.about.figures["win"]
        for option in request.options  # type: ignore[union-attr]
        if option.about is not None
    }
    assert answer(table) == max(chances, key=chances.__getitem__)


def test_it_leaves_a_stall_and_keeps_to_the_story() -> None:
    story = "## The road\n- Shop stall\n- [On](#far)\n" + END
    table = begun(story, one("Maud", gold=9, magic=True, iq=14, spells=["see-future"]))
    assert answer(table) == "go on"
    table.answer("go on")
    assert answer(table) == "On"


def test_karma_is_spent_where_it_may_help_cam_7() -> None:
    story = "## The road\n- Check 3/ST: [yes](#far), else [no](#far)\n" + END
    hopeful = begun(story, one("Maud", karma=1), dice="6 6 6, 1 1 1")
    assert answer(hopeful) == "Maud re-roll"
    hopeless = begun(story, one("Maud", st=3, karma=1), dice="6 6 6")
    assert answer(hopeless) == "Maud keep"


def test_a_battle_in_a_book_is_fought_like_any_other() -> None:
    story = "## The road\n- Fight gutter-rat on meadow; victory [won](#far)\n" + END
    table = begun(story, one("Maud", st=18, weapons=["broad-sword"]), dice="5, 2")
    bot = GreedyBot("1")
    table = table.fork(Seeded(1))
    play(table, {"Ann": bot, "Foes": bot})
    assert table.state.ended == "good"
