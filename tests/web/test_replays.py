"""Replays over HTTP: looking closely at what stood on the table after a step."""

from __future__ import annotations

import random
from typing import Any

import pytest
from starlette.testclient import TestClient

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


def test_an_uploaded_record_is_explained_too(ann: Guest, house: TestClient, fought: str) -> None:
    record = ann.get(f"/api/tables/{fought}/record").text
    bob = Guest(house)
    sent = bob.client.post("/api/records", content=record, headers={"content-type": "text/plain"})
    replay = sent.json()["id"]
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
