"""Peddlers, rule by rule, with scripted draws."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.parlour.peddlers import PEDDLERS, PeddlersView
from legendry.table import Refused, Scripted, Table

DEAL = ("gold", "silver", "lead") * 3


def market(*draws: str, rounds: int = 3) -> Table[Any]:
    return Table(
        PEDDLERS, ["Ann", "Bob", "Cid"], Scripted(*DEAL, *draws), options={"rounds": rounds}
    )


def played(table: Table[Any], *answers: str) -> Table[Any]:
    for answer in answers:
        table.answer(answer)
    return table


def coins(table: Table[Any]) -> list[int]:
    view = table.view(None)
    assert isinstance(view, PeddlersView)
    return [peddler.coins for peddler in view.peddlers]


def hands(table: Table[Any]) -> list[list[str]]:
    return [sorted(wares) for wares in table.state.wares]


def test_all_start_with_ten_coins_and_three_wares() -> None:
    """PED-1"""
    table = market()
    assert coins(table) == [10, 10, 10]
    assert hands(table) == [["gold", "lead", "silver"]] * 3
    assert len(table.state.sack) == 20 - 9


def test_nobody_sees_what_is_taken() -> None:
    """PED-2"""
    table = played(market(), "Ann takes gold")
    assert table.view("Bob") == played(market(), "Ann takes lead").view("Bob")
    assert table.pending_for("Bob") is None


def test_one_cannot_offer_what_one_has_not_nor_to_oneself() -> None:
    """PED-2"""
    table = played(market("gold"), "Ann takes lead", "Ann offers Bob lead", "Cid snatches")
    played(table, "Bob takes lead", "Bob offers Ann lead", "Ann refuses", "Cid takes gold")
    with pytest.raises(Refused, match=r"offer it to another \(PED-2\)"):
        table.answer("Cid offers Cid gold")
    played(table, "Cid offers Ann gold", "Bob lets it pass", "Ann unmasks", "Ann takes gold")
    played(table, "Ann offers Bob gold", "Bob refuses")
    bob = table.pending_for("Bob")
    assert bob is not None
    assert str(bob.why_not("Bob takes copper")).startswith("“Bob takes copper” is not an answer")


def test_a_bystander_snatches_once() -> None:
    """PED-3"""
    table = played(market("lead"), "Ann takes lead", "Ann offers Bob gold", "Cid snatches")
    assert coins(table) == [15, 10, 5]
    assert hands(table)[2] == ["gold", "lead", "lead", "silver"]
    assert table.state.snatches == [True, True, False]
    played(table, "Bob takes lead", "Bob offers Ann lead")
    assert table.pending_for("Ann") is not None


def test_who_cannot_pay_cannot_snatch_or_buy() -> None:
    """PED-3, PED-4"""
    table = market("lead", "lead", "lead", "lead")
    played(table, "Ann takes gold", "Ann offers Cid gold", "Bob lets it pass", "Cid buys")
    played(table, "Bob takes gold", "Bob offers Cid gold", "Ann lets it pass", "Cid buys")
    assert coins(table) == [15, 15, 0]
    played(table, "Cid takes lead", "Cid offers Ann lead", "Bob lets it pass", "Ann refuses")
    played(table, "Ann takes lead", "Ann offers Cid gold", "Bob lets it pass")
    with pytest.raises(Refused, match=r"Cid has fewer than 5 coins \(PED-4\)"):
        table.answer("Cid buys")
    played(table, "Cid refuses", "Bob takes lead", "Bob offers Ann gold")
    assert table.pending_for("Ann") is not None, "Cid is not asked to snatch"


def test_buying_pays_the_worth_of_the_name() -> None:
    """PED-4"""
    table = market("lead")
    played(table, "Ann takes lead", "Ann offers Bob silver", "Cid lets it pass", "Bob buys")
    assert coins(table) == [13, 7, 10]
    assert hands(table)[1] == ["gold", "lead", "lead", "silver"]
    told = [str(event) for event in table.events_for("Bob")]
    assert "Bob uncovers lead" in told
    assert "Bob uncovers lead" not in [str(event) for event in table.events_for("Cid")]


def test_a_refused_ware_goes_back() -> None:
    """PED-4"""
    table = market()
    played(table, "Ann takes lead", "Ann offers Bob silver", "Cid lets it pass", "Bob refuses")
    assert hands(table)[0] == ["gold", "lead", "silver"]
    assert coins(table) == [10, 10, 10]


def test_a_doubt_about_an_honest_peddler_costs_a_fine() -> None:
    """PED-5"""
    table = market()
    played(table, "Ann takes gold", "Ann offers Bob gold", "Cid lets it pass", "Bob unmasks")
    assert coins(table) == [12, 8, 10]
    assert hands(table)[0] == ["gold", "lead", "silver"]


def test_a_liar_pays_and_loses_the_ware() -> None:
    """PED-5"""
    table = market("gold")
    played(table, "Ann takes lead", "Ann offers Bob gold", "Cid lets it pass", "Bob unmasks")
    assert coins(table) == [8, 12, 10]
    assert hands(table)[:2] == [["gold", "gold", "silver"], ["gold", "lead", "lead", "silver"]]


def test_a_missing_ware_is_drawn_at_the_end_of_the_turn() -> None:
    """PED-6"""
    table = played(market(), "Ann takes lead", "Ann offers Bob lead", "Cid snatches")
    assert table.pending is not None
    assert table.pending.asks == "draw Ann: one of gold, silver, lead"


def test_the_richest_wins() -> None:
    """PED-7"""
    table = market("lead", "lead", rounds=1)
    played(table, "Ann takes lead", "Ann offers Bob gold", "Cid snatches")
    played(table, "Bob takes gold", "Bob offers Cid lead", "Ann lets it pass", "Cid refuses")
    played(table, "Cid takes lead", "Cid offers Ann lead", "Bob lets it pass", "Ann refuses")
    assert str(table.outcome) == "Ann won: a wealth of 23 (PED-7)"
    view = table.view("Bob")
    assert isinstance(view, PeddlersView)
    assert view.peddlers[0].hand == ("gold", "lead", "silver")
