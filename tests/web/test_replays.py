"""Replays over HTTP: looking closely at what stood on the table after a step."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from legendry.bots import bot
from legendry.parlour.pig import PIG
from legendry.table import Fair, Record, Table, Typed, find_game, play
from legendry.web.forms import prepared
from legendry.web.records import proof_of
from tests.web.guests import Guest


@pytest.fixture
def fought(ann: Guest) -> str:
    """A fight of which some steps are played."""
    players = {"Wayfarers": "me", "Outlaws": "me"}
    table = ann.table_of("fight", players, edition="ancient-world", dice="seeded", seed="2")
    luck = random.Random(2)
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        for _ in range(40):
            at.answer(luck.choice(at.notations))
    return table


def steps_of(guest: Guest, replay: str) -> list[Any]:
    return list(guest.get(f"/api/replays/{replay}/steps?count=100"))


def test_a_fighter_is_explained_as_he_was_after_that_step(ann: Guest, fought: str) -> None:
    steps = steps_of(ann, fought)
    for place in (0, len(steps) // 2, len(steps) - 1):
        for name, one in steps[place]["now"]["view"]["fighters"].items():
            path = f"/api/replays/{fought}/inspect?step={place}&thing={name}"
            shown = ann.get(path)
            sums = {
                ledger["title"]: sum(line["amount"] for line in ledger["lines"])
                for ledger in shown["ledgers"]
            }
            assert shown["thing"] == name
            assert (sums["ST"], sums["IQ"]) == (one["st"], one["iq"])
            if one["status"] == "active":
                assert sums["DX"] == one["dx"]


def brought(guest: Guest, record: str) -> str:
    """Upload a record; gives the id of its replay."""
    sent = guest.client.post("/api/records", content=record, headers={"content-type": "text/plain"})
    assert sent.status_code == 201, sent.text
    return str(sent.json()["id"])


def test_an_uploaded_record_is_explained_too(ann: Guest, bob: Guest, fought: str) -> None:
    replay = brought(bob, ann.get(f"/api/tables/{fought}/record").text)
    name = next(iter(steps_of(bob, replay)[7]["now"]["view"]["fighters"]))
    query = f"inspect?step=7&thing={name}"
    there, here = (
        bob.get(f"/api/replays/{replay}/{query}"),
        ann.get(f"/api/replays/{fought}/{query}"),
    )
    assert there == here
    assert there["ledgers"]


def test_what_cannot_be_inspected(ann: Guest, house: TestClient, fought: str) -> None:
    assert ann.get(f"/api/replays/{fought}/inspect?step=3&thing=nobody")["ledgers"] == []
    beyond = ann.get(f"/api/replays/{fought}/inspect?step=9999&thing=x", 422)
    assert beyond["words"].startswith("query.step: there are ")
    ann.get(f"/api/replays/{fought}/inspect?step=3", 422)
    ann.get("/api/replays/none/inspect?step=3&thing=x", 404)
    Guest(house).get(f"/api/replays/{fought}/inspect?step=3&thing=x", 404)


# -- the beginning -----------------------------------------------------------------------------


def test_a_game_in_which_nothing_has_happened_has_a_first_step(ann: Guest) -> None:
    players = {"Wayfarers": "me", "Outlaws": "me"}
    table = ann.table_of("fight", players, edition="ancient-world", dice="typed")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        record = ann.get(f"/api/tables/{table}/record").text
        for replay in (table, brought(ann, record)):
            (step,) = steps_of(ann, replay)
            assert ann.get(f"/api/replays/{replay}")["steps"] == 1
            assert step["now"]["request"]["name"] == "initiative Wayfarers"
            assert step["entry"]["lines"] == []
        at.answer("3")
        first, then = steps_of(ann, table)
    assert first == step
    assert then["entry"]["lines"] == ["initiative Wayfarers: 3 (typed)"]


# -- fair dice ---------------------------------------------------------------------------------

HOUSE_DICE = Fair(bytes(range(32)), "here", {"Ann": "a", "Bob": "b"})


@pytest.fixture
def fair_record() -> str:
    table = Table(PIG, ["Ann", "Bob"], HOUSE_DICE, options={"target": 10})
    play(table, {seat: bot("random", seed="1") for seat in ("Ann", "Bob")})
    return table.record


def test_what_proves_the_dice_of_an_uploaded_record(ann: Guest, fair_record: str) -> None:
    replay = brought(ann, fair_record)
    assert ann.get(f"/api/replays/{replay}")["provable"]
    proof = ann.get(f"/api/replays/{replay}/proof")
    assert proof["secret"] == HOUSE_DICE.secret
    assert proof["commitment"] == HOUSE_DICE.commitment
    assert len(proof["rolls"]) == fair_record.count("\nthrow ")


def test_dice_that_do_not_fit_are_watched_and_shown_for_what_they_are(
    ann: Guest, fair_record: str
) -> None:
    throws = list(re.finditer(r"^throw \w+: (\d)$", fair_record, re.MULTILINE))
    at, fell = throws[-1].start(1), int(throws[-1][1])
    false = fair_record[:at] + str(fell - 1) + fair_record[at + 1 :]
    replay = brought(ann, false)
    assert steps_of(ann, replay)[-1]["now"]["outcome"]
    here, there = (
        [roll["faces"] for roll in ann.get(f"/api/replays/{one}/proof")["rolls"]]
        for one in (replay, brought(ann, fair_record))
    )
    assert here[:-1] == there[:-1]
    assert (here[-1], there[-1]) == ([fell - 1], [fell])


def test_a_secret_of_another_game_does_not_keep_a_record_from_being_watched(
    ann: Guest, fair_record: str
) -> None:
    replay = brought(ann, fair_record.replace(HOUSE_DICE.secret, "ab" * 32))
    assert ann.get(f"/api/replays/{replay}/proof")["secret"] == "ab" * 32


def test_nothing_is_proven_before_the_secret_is_shown(ann: Guest, fair_record: str) -> None:
    replay = brought(ann, fair_record.partition("secret ")[0])
    assert not ann.get(f"/api/replays/{replay}")["provable"]
    assert "nothing to prove" in ann.get(f"/api/replays/{replay}/proof", 409)["words"]


def test_a_hand_raised_while_dice_are_due_is_no_roll_gen_1() -> None:
    seats = ["Ann", "Bob"]
    setup = prepared("fight", "ancient-world", {}, seats)
    table: Table[Any] = Table(
        find_game("fight"),
        seats,
        Typed(seats, HOUSE_DICE),
        edition="ancient-world",
        setup=setup,
        gm="Max",
    )
    table.answer("3")
    table.call("Max")
    table.answer("4")
    rolls = proof_of(Record.read(table.record), "").rolls
    assert [roll.faces for roll in rolls] == [(3,), (4,)]
