"""The coach on the web says what it says in the terminal."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.bots import bot
from legendry.dragon.game import DRAGON
from legendry.dragon.review import reviewed
from legendry.parlour.pig import PIG
from legendry.table import Choose, Replay, Seeded, Table
from legendry.web.coach import hints_for, luck_lines


def played() -> Table[Any]:
    """A whole game, decided by a bot."""
    table: Table[Any] = Table(DRAGON, ["Ann", "Bob"], Seeded(1))
    player = bot("naive", seed="1")
    while (request := table.pending) is not None:
        table.answer(player.answer(request, table.view(None)))
    return table


def moments(table: Table[Any]) -> dict[str, Table[Any]]:
    """The table at the first question of each phase of a game."""
    found: dict[str, Table[Any]] = {}
    for now in Replay.of(table.record).steps():
        if isinstance(now.pending, Choose):
            found.setdefault(now.state.phase, now.fork())
    return found


MOMENTS = moments(played())


@pytest.mark.parametrize("phase", ["planning", "selection", "battle", "end"])
def test_all_options_are_ranked_the_best_first(phase: str) -> None:
    table = MOMENTS[phase]
    request = table.pending
    assert isinstance(request, Choose)
    hints = hints_for(request, table.view(None))
    assert {hint.notation for hint in hints} == {option.notation for option in request.options}
    assert len(hints) == len(request.options)
    chances = [hint.chance for hint in hints]
    assert chances == pytest.approx(sorted(chances, reverse=True), abs=1e-9)
    assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize("phase", ["selection", "battle"])
def test_a_combat_is_told_with_its_exact_chance(phase: str) -> None:
    table = MOMENTS[phase]
    for hint in hints_for(table.pending, table.view(None)):
        assert hint.words.startswith("this combat ")
        assert hint.words.endswith(" %, exact")


def test_other_games_and_throws_have_no_hints() -> None:
    pig = Table(PIG, ["Ann", "Bob"], Seeded(1))
    assert hints_for(pig.pending, pig.view("Ann")) == ()
    assert hints_for(None, played().view(None)) == ()
    assert luck_lines(Replay.of(pig.record)) == ()


def test_luck_in_plain_sentences() -> None:
    record = played().record
    lines = luck_lines(Replay.of(record))
    assert len(lines) == len(list(reviewed(Replay.of(record)).lines()))
    assert all(line[0].isupper() or line[0].isdigit() for line in lines)
    assert all(line.endswith((".", ":")) for line in lines)
    assert any(line.startswith("The luckiest moment: ") for line in lines)
    assert any(line.startswith("The unluckiest: ") for line in lines)
