"""The table's verbs, one by one; what holds for all games is in test_laws."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.parlour.peddlers import PEDDLERS
from legendry.parlour.pig import PIG, Pig, PigState
from legendry.table import (
    Choose,
    Flow,
    Option,
    Refused,
    Roll,
    Scripted,
    Seeded,
    SetupError,
    Table,
    Typed,
    find_game,
    games,
)
from legendry.table.past import trail
from legendry.table.undoing import MOST_UNDONE

DEAL = ("gold", "silver", "lead", "gold", "silver", "lead", "gold", "silver", "lead")


def peddlers(*faces: str, **settings: Any) -> Table[Any]:
    return Table(PEDDLERS, ["Ann", "Bob", "Cid"], Scripted(*DEAL, *faces), **settings)


def test_pending_answer_and_outcome() -> None:
    table = Table(PIG, ["Ann", "Bob"], Scripted("6", "5"), options={"target": 11})
    assert isinstance(table.pending, Choose)
    assert table.outcome is None
    table.answer(table.pending.options[0])
    assert table.pending is None
    assert str(table.outcome) == "Ann won: 11 points (PIG-5)"
    assert [str(event) for event in table.events] == [
        "Ann throws a 6: 6 at stake",
        "Ann throws a 5: 11 at stake",
        "Ann banks 11, which makes 11",
    ]
    with pytest.raises(Refused, match="the game is over"):
        table.answer("Ann roll")


def test_notation_is_found_whatever_its_case_and_spacing() -> None:
    table = Table(PIG, ["Ann", "Bob"], Scripted("6", "5"))
    table.answer("  ann   HOLD ")
    assert "\nAnn hold\n" in table.record


def test_a_refusal_names_the_rule_or_the_nearest_notation() -> None:
    table = Table(PIG, ["Ann", "Bob"], Scripted("6"))
    with pytest.raises(Refused, match=r"it is for Ann to play \(PIG-1\)"):
        table.answer("Bob hold")
    with pytest.raises(Refused, match="did you mean “Ann hold”"):
        table.answer("Ann hol")
    with pytest.raises(Refused, match="“Ann roll”, “Ann hold”"):
        table.answer("xyzzy")
    with pytest.raises(Refused, match="not for Bob to answer"):
        table.answer("Ann hold", by="Bob")


def test_an_option_of_another_question_is_refused() -> None:
    table = Table(PIG, ["Ann", "Bob"], Scripted("6"))
    with pytest.raises(Refused):
        table.answer(Option("Ann hold", "something else"))
    with pytest.raises(Refused):
        table.answer([3])
    rolls = Table(PIG, ["Ann"], Typed())
    with pytest.raises(Refused, match="faces are asked for"):
        rolls.answer(Option("Ann hold", False))


def test_a_fork_with_open_dice_leaves_the_rolls_to_the_caller() -> None:
    table = Table(PIG, ["Ann", "Bob"], Seeded(1))
    fork = table.fork(Typed())
    if not isinstance(fork.pending, Roll):
        fork.answer("Ann roll" if fork.pending_for("Ann") else "Bob roll")
    assert isinstance(fork.pending, Roll)
    assert isinstance(table.pending, Choose)


def test_a_fault_in_a_rule_does_not_cost_the_game() -> None:
    class FaultyPig(Pig):
        def flow(self, state: PigState) -> Flow[None]:
            yield from super().flow(state)
            if state.scores[0] == 9:
                raise ZeroDivisionError

    table = Table(FaultyPig(), ["Ann", "Bob"], Scripted("3", "6", "2"))
    table.answer("Ann roll")
    record = table.record
    with pytest.raises(ZeroDivisionError):
        table.answer("Ann hold")
    assert table.record == record
    table.answer("Ann roll")
    assert table.state.stake == 11


def test_a_long_game_is_let_go_without_trouble() -> None:
    """Ten thousand checkpoints hang on one another; freeing them must not overflow the stack."""
    table = Table(PIG, ["Ann"], Scripted(*["2", "1"] * 1000), options={"rounds": 1000})
    for _ in range(1000):
        table.answer("Ann roll")
    assert len(trail(table._checkpoint)) == 1001
    del table


# -- undo --------------------------------------------------------------------------------------


def offered(**settings: Any) -> Table[Any]:
    table = peddlers(**settings)
    table.answer("Ann takes lead")
    table.answer("Ann offers Bob gold")
    return table


@pytest.mark.parametrize("policy", ["own", "consent"])
def test_own_steps_without_news_are_undone_freely(policy: Any) -> None:
    table = offered(undo=policy)
    assert table.consent_needed("Ann") == ()
    table.undo("Ann")
    assert table.pending is not None
    assert table.pending.asks == "Ann: to whom do you offer it, and as what?"
    table.undo("Ann")
    assert table.pending is not None
    assert table.pending.asks == "Ann: which ware do you take under your cloak?"
    assert table.record.splitlines()[-4:] == [
        "Ann takes lead",
        "Ann offers Bob gold",
        "undo Ann",
        "undo Ann",
    ]


def test_nobody_undoes_for_ever() -> None:
    """Each undo stays in the record and is passed over at the next: their number is bounded."""
    table = Table(PIG, ["Ann"], Scripted("6", "6"))
    for _ in range(MOST_UNDONE):
        table.answer("Ann hold")
        table.undo("Ann")
    table.answer("Ann hold")
    with pytest.raises(Refused, match="undone here"):
        table.undo("Ann")
    table.answer("Ann hold")
    table.undo("Ann")


def test_undo_past_the_answer_of_another_needs_consent() -> None:
    table = offered()
    table.answer("Cid lets it pass")
    assert table.consent_needed("Ann") == ("Bob", "Cid")
    assert table.consent_needed("Cid") == ()
    with pytest.raises(Refused, match="Cid would have to agree"):
        table.undo("Ann", ["Bob"])
    table.undo("Ann", ["Bob", "Cid"])
    assert table.record.endswith("undo Ann (agreed Bob, Cid)\n")
    assert table.pending is not None
    assert table.pending.seat == "Ann"


def test_undo_past_a_roll_needs_consent() -> None:
    table = Table(PIG, ["Ann", "Bob"], Scripted("6", "5"))
    table.answer("Ann roll")
    assert table.consent_needed("Ann") == ("Bob",)


def test_undo_past_a_reveal_needs_consent() -> None:
    """Nothing is rolled when Bob uncovers what he bought, but now he knows it."""
    table = Table(PEDDLERS, ["Ann", "Bob"], Scripted(*DEAL[:6], "lead"), options={"rounds": 2})
    for answer in ("Ann takes lead", "Ann offers Bob lead", "Bob buys"):
        table.answer(answer)
    assert table.consent_needed("Bob") == ("Ann",)


def test_undo_over_the_end_of_an_activation_needs_consent() -> None:
    table = offered()
    table.answer("Cid lets it pass")
    table.answer("Bob refuses")
    assert table.pending is not None
    assert table.pending.seat == "Bob"
    assert table.consent_needed("Bob") == ("Ann", "Cid")


def test_a_table_may_allow_own_steps_only_or_nothing() -> None:
    own = offered(undo="own")
    own.answer("Cid lets it pass")
    with pytest.raises(Refused, match="only back to the last roll"):
        own.undo("Ann", ["Bob", "Cid"])
    never = offered(undo="never")
    with pytest.raises(Refused, match="no undo"):
        never.undo("Ann")
    assert 'undo = "own"' in own.record
    assert 'undo = "never"' in never.record


def test_alone_one_needs_nobodys_consent() -> None:
    table = Table(PIG, ["Ann"], Scripted("6", "5"))
    table.answer("Ann roll")
    table.undo("Ann")
    assert table.state.stake == 6


def test_faces_typed_by_mistake_can_be_undone() -> None:
    table = Table(PIG, ["Ann", "Bob"], Typed())
    table.answer([1])
    table.undo("Ann", ["Bob"])
    table.answer([6])
    assert table.state.stake == 6
    assert "throw Ann: 1\nundo Ann (agreed Bob)\nthrow Ann: 6\n" in table.record


def test_there_is_nothing_to_undo_before_the_first_answer() -> None:
    with pytest.raises(Refused, match="no answer that could be undone"):
        peddlers().undo("Ann")


def test_the_same_luck_after_an_undo() -> None:
    table = Table(PIG, ["Ann"], Seeded(3))
    table.answer("Ann roll")
    record = table.record
    table.undo("Ann")
    table.answer("Ann roll")
    assert table.record.startswith(record)
    assert table.record.splitlines()[-1] == record.splitlines()[-1]


# -- secrets -----------------------------------------------------------------------------------


def test_a_seat_reads_only_its_own_secrets() -> None:
    table = offered()
    table.undo("Ann")
    table.undo("Ann")
    bob = table.record_for("Bob").splitlines()
    assert "draw Bob: gold" in bob
    assert bob.count("hidden: draw Ann") == 3
    assert "hidden: Ann chose" in bob
    assert not any("lead" in line and "Bob" not in line for line in bob)
    assert "Ann takes lead" in table.record_for("Ann")
    assert "takes" not in table.record_for(None)


def test_a_seat_sees_only_its_own_events() -> None:
    table = peddlers()
    told = [str(event) for event in table.events_for("Bob")]
    assert told[:4] == ["Ann draws a ware"] * 3 + ["Bob draws gold"]
    assert not any("gold" in str(event) for event in table.events_for(None))


def test_the_seed_is_nobodys_business_while_the_game_lasts() -> None:
    table = Table(PIG, ["Ann"], Seeded("a very secret seed"), options={"rounds": 1})
    assert "a very secret seed" not in table.record_for("Ann")
    while table.pending is not None:
        table.answer("Ann hold")
    assert "a very secret seed" in table.record_for("Ann")


def test_pending_is_for_the_seat_that_is_asked() -> None:
    table = peddlers()
    assert table.pending_for("Ann") is table.pending
    assert table.pending_for("Bob") is None
    with pytest.raises(SetupError, match="nobody called Zoe"):
        table.pending_for("Zoe")


# -- setting up --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ([], "for 1 to 8 seats, not for 0"),
        (["Ann"] * 9, "two seats have the same name"),
        (["Ann", "ANN"], "two seats have the same name"),
        (["Ann, Bob"], "cannot be the name of a seat"),
        (["#1"], "cannot be the name of a seat"),
        (["A" * 31], "cannot be the name of a seat"),
        (["Ann\n"], "cannot be the name of a seat"),
    ],
)
def test_seats_that_cannot_be(seats: list[str], why: str) -> None:
    with pytest.raises(SetupError, match=why):
        Table(PIG, seats, Seeded(1))


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"target": "100"}, r"options\.target: expected int, got str"),
        ({"target": 1}, r"options\.target: expected int >= 2"),
        ({"traget": 50}, r"options: object contains unknown field traget"),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], why: str) -> None:
    with pytest.raises(SetupError, match=why):
        Table(PIG, ["Ann"], Seeded(1), options=options)


def test_packages_are_looked_through_once_for_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes milliseconds, and a lobby names a hundred games."""
    pig = find_game("pig")
    monkeypatch.delattr("legendry.table.game.entry_points")
    assert find_game("pig") is pig


def test_games_are_found_by_name() -> None:
    assert find_game("pig") is PIG
    assert {"pig", "peddlers"} <= set(games())
    with pytest.raises(SetupError, match=r"no game “chess” here; there are: .*peddlers, pig"):
        find_game("chess")
