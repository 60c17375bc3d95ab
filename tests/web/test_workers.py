"""Several workers on one database: a table may be played through any of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from legendry.table import Record, Replay
from legendry.web.play import Stale
from legendry.web.room import Room
from legendry.web.sockets import SHUT_OUT
from legendry.web.storage import Store, TableRow
from tests.web.guests import Chair, Guest, opened

FIGHT = {"edition": "ancient-world"}


@pytest.fixture
def workers(postgres_url: str) -> Iterator[tuple[TestClient, TestClient]]:
    with opened(postgres_url) as one, opened(postgres_url) as other:
        yield one, other


@pytest.fixture
def ann(workers: tuple[TestClient, TestClient]) -> Guest:
    return Guest(workers[0])


@pytest.fixture
def bob(workers: tuple[TestClient, TestClient]) -> Guest:
    return Guest(workers[1])


def elsewhere(guest: Guest, house: TestClient) -> Guest:
    """The same visitor, at another worker."""
    again = Guest(house)
    again.client.cookies = guest.client.cookies
    return again


def entries(at: Chair) -> list[Any]:
    """All that a page was told of the game, in the order in which it heard it."""
    told = []
    for message in at.heard:
        if message["type"] in ("welcome", "begun"):
            told += [entry for entry in message["log"] if entry not in told]
        elif message["type"] == "update":
            told += [*message.get("earlier", ()), message["entry"]]
    return told


def begun(*chairs: Chair) -> None:
    for at in chairs:
        at.sow()
    for at in chairs:
        if at.now is None:
            at.until("begun")


def until_seat(at: Chair, name: str, **is_so: bool) -> None:
    """Read on until a seat is shown so."""
    while True:
        (seat,) = (seat for seat in at.until("people")["seats"] if seat["name"] == name)
        if all(seat.get(field, False) == wanted for field, wanted in is_so.items()):
            return


def level(one: Chair, two: Chair) -> None:
    """Read on until both have seen the same answers."""
    while one.now["number"] != two.now["number"]:
        min(one, two, key=lambda at: at.now["number"]).until("update")


def play_to_the_end(one: Chair, two: Chair, choose: Callable[[list[str]], str]) -> None:
    while "outcome" not in one.now:
        asked, other = (one, two) if one.request["seat"] in one.you else (two, one)
        given = asked.answer(choose(asked.notations))
        assert given["type"] == "update", given
        heard = other.until("update")
        assert given["entry"] == heard["entry"]
        assert given["now"]["view"] == heard["now"]["view"]


@pytest.mark.parametrize(
    ("game", "seats", "more"),
    [("pig", ("Ann", "Bob"), {}), ("fight", ("Wayfarers", "Outlaws"), FIGHT)],
)
def test_two_play_to_the_end_through_different_workers(
    ann: Guest, bob: Guest, game: str, seats: tuple[str, str], more: dict[str, Any]
) -> None:
    table = ann.table_of(game, {seats[0]: "me", seats[1]: "friend"}, **more)
    bob.take(ann.links(table)[seats[1]])
    with ann.at(table) as one, bob.at(table) as two:
        begun(one, two)
        play_to_the_end(one, two, random.Random(5).choice)
        told = entries(one)
        assert told == entries(two)
        assert [entry["number"] for entry in told] == list(range(len(told)))
        assert one.now == two.now
    text = ann.get(f"/api/tables/{table}/record").text
    assert text == bob.get(f"/api/tables/{table}/record").text
    replay = Replay.of(text)
    replay.prepare_proof()
    replay.run()
    assert not replay.disproven


def test_of_two_answers_to_one_question_one_is_taken(
    ann: Guest, workers: tuple[TestClient, TestClient]
) -> None:
    """Ann plays both seats on two devices, each at another worker, and both answer at once."""
    table = ann.table_of("pig", {"Ann": "me", "Bob": "me"}, options={"target": 60})
    with ann.at(table) as one, elsewhere(ann, workers[1]).at(table) as two:
        begun(one)
        two.until("begun")
        luck = random.Random(1)
        while "outcome" not in one.now:
            number = one.now["number"]
            for at in (one, two):
                text = luck.choice(at.notations)
                at.say("answer", seat=at.request["seat"], number=number, text=text)
            for at in (one, two):
                while at.now["number"] == number:
                    at.hear()
                assert at.now["number"] == number + 1
        for at in (one, two):
            at.say("nothing that could be read")
            at.until("problem")
        told = entries(one)
        assert told == entries(two)
        refused = [m for at in (one, two) for m in at.heard if m["type"] == "refused"]
        assert len(refused) == len(told) - 1, "each time one was taken and one refused"
        assert {message["words"] for message in refused} == {str(Stale())}
    Replay.of(ann.get(f"/api/tables/{table}/record").text).run()


def test_seats_are_lent_and_taken_back_from_any_worker(ann: Guest, bob: Guest) -> None:
    table = ann.table_of("pig", {"Ann": "me", "Bob": "friend"})
    link = ann.links(table)["Bob"]
    with ann.at(table) as one:
        bob.take(link)
        until_seat(one, "Bob", taken=True)
        with bob.at(table) as two:
            begun(one, two)
            bob.post(f"/api/tables/{table}/seats/Bob", {"bot": "random"})
            until_seat(one, "Bob", lent=True)
            while one.request["seat"] == "Ann":
                one.answer("Ann hold")
            while one.heard[-1]["type"] != "update" or one.heard[-1]["entry"]["by"] != "bot":
                one.hear()
            ann.post(f"/api/tables/{table}/seats/Bob", {"bot": ""})
            until_seat(two, "Bob", lent=False)
            ann.post(f"/api/tables/{table}/seats/Bob", {"revoke": True})
            while True:
                try:
                    two.hear()
                except WebSocketDisconnect as closed:
                    assert closed.code == SHUT_OUT  # noqa: PT017
                    break


def test_who_lost_his_seat_at_another_worker_hears_nothing_of_what_came_after(
    ann: Guest, bob: Guest, workers: tuple[TestClient, TestClient]
) -> None:
    """His worker hears of both late, and at once: first he is out, then the answer is told."""
    table = ann.table("pig", Ann="me", Bob="friend")
    links = ann.links(table)
    bob.take(links["Bob"])
    cid = Guest(workers[1])
    cid.take(links[""])
    inside, portal = workers[1].app.state.house, workers[1].portal  # type: ignore[attr-defined]
    assert portal is not None
    with ann.at(table) as one, bob.at(table) as two, cid.at(table) as watching:
        begun(one, two)
        watching.until("begun")
        lock = inside.rooms[table].lock
        portal.call(lock.acquire)
        ann.post(f"/api/tables/{table}/seats/Bob", {"revoke": True})
        answer = one.answer("Ann hold")
        portal.call(lock.release)
        assert watching.until("update")["entry"] == answer["entry"]
        with pytest.raises(WebSocketDisconnect) as gone:
            two.until("update")
        assert gone.value.code == SHUT_OUT


@pytest.mark.parametrize(
    "path", ["/table/%00", "/join/a%00", "/watch/%00", "/replay/%00", "/api/tables/%00/log"]
)
def test_no_id_has_a_character_that_the_database_cannot_keep(ann: Guest, path: str) -> None:
    response = ann.client.get(path)
    assert response.status_code == 404
    assert response.json() == {"words": "There is no such page."}
    assert response.headers["x-content-type-options"] == "nosniff"


def test_no_text_has_a_character_that_the_database_cannot_keep(ann: Guest) -> None:
    pig = {"game": "pig", "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    words = ann.post("/api/tables", {**pig, "edition": "\0"}, 422)["words"]
    assert "U+0000" in words
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.say("seed", seat="Ann", seed="\0")
        assert at.until("problem")["words"] == "That message cannot be read."
        at.sow()
        at.until("begun")
    record = ann.get(f"/api/tables/{table}/record").text
    plain = {"content-type": "text/plain"}
    sent = ann.client.post("/api/records", content=f"{record}# \0\n", headers=plain)
    assert (sent.status_code, sent.json()) == (422, {"words": words})
    assert ann.client.post("/api/records", content=record, headers=plain).status_code == 201


def test_real_dice_are_typed_at_one_worker_and_shown_at_the_other(ann: Guest, bob: Guest) -> None:
    table = ann.table_of("pig", {"Ann": "me", "Bob": "friend"}, options={"rounds": 20})
    bob.take(ann.links(table)["Bob"])
    luck = random.Random(2)
    with ann.at(table) as one, bob.at(table) as two:
        begun(one, two)
        for turn in range(30):
            if turn % 5 == 0:
                bob.post(f"/api/tables/{table}/seats/Bob", {"typed": turn % 10 == 0})
                until_seat(one, "Bob", typed=turn % 10 == 0)
                until_seat(two, "Bob", typed=turn % 10 == 0)
                level(one, two)
            asked = one if one.request["seat"] in one.you else two
            text = "3" if asked.request["kind"] == "roll" else luck.choice(asked.notations)
            assert asked.answer(text)["type"] == "update"
            level(one, two)
        assert entries(one) == entries(two)
        assert one.now["view"] == two.now["view"]
    text = ann.get(f"/api/tables/{table}/record").text
    assert "(typed)" in text
    Replay.of(text).run()


def test_an_undo_is_proposed_at_one_worker_and_agreed_to_at_the_other(
    ann: Guest, bob: Guest
) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)["Bob"])
    with ann.at(table) as one, bob.at(table) as two:
        begun(one, two)
        before = one.now["view"]
        one.answer("Ann roll")
        two.until("update")
        number = one.now["number"]
        one.say("undo", seat="Ann", number=number)
        assert two.until("proposal")["proposal"]["needed"] == ["Bob"]
        two.say("consent", seat="Bob", number=number, agrees=True)
        for at in (one, two):
            assert at.until("update")["entry"]["undoes"] == 1
            assert at.now["view"] == before
        while one.until("proposal")["proposal"]:
            pass
        play_to_the_end(one, two, random.Random(3).choice)
        assert entries(one) == entries(two)
    Replay.of(ann.get(f"/api/tables/{table}/record").text).run()


def test_the_owner_begins_for_all_workers(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)[""])
    with bob.at(table) as watching, ann.at(table) as at_ann:
        at_ann.say("start")
        at_ann.until("begun")
        watching.until("begun")
        assert watching.now["view"] == at_ann.now["view"]
        at_ann.answer("Ann hold")
        watching.until("update")


def test_an_answer_that_comes_while_a_worker_opens_the_table_is_not_missed(
    ann: Guest, bob: Guest, workers: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)["Bob"])
    house = workers[1].app.state.house  # type: ignore[attr-defined]
    opens = Room.opened

    async def meanwhile(store: Store, row: TableRow) -> Room:
        room = await opens(store, row)
        await asyncio.to_thread(one.answer, "Ann hold")
        while table not in house._noticed:
            await asyncio.sleep(0.01)
        return room

    with ann.at(table) as one:
        one.say("start")
        one.until("begun")
        monkeypatch.setattr(Room, "opened", meanwhile)
        with bob.at(table) as two:
            assert two.now["number"] == one.now["number"]
            assert two.request["seat"] == "Bob"


def test_a_page_that_is_faster_than_the_notice_of_what_it_saw_is_not_taken_back(
    ann: Guest, workers: tuple[TestClient, TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.table("pig", Ann="me", Bob="me")
    again = elsewhere(ann, workers[1])
    with ann.at(table) as at, again.at(table) as behind:
        monkeypatch.setattr(Room, "catch_up", lambda *_: asyncio.sleep(0))
        begun(at)
        at.answer("Ann hold")
        at.answer("Bob hold")
        with again.at(table, since=at.now["number"]) as comes:
            assert comes.now["number"] == at.now["number"]
            assert comes.now["view"] == at.now["view"]
        assert behind.until("begun")["now"]["number"] == at.now["number"]


def test_a_bot_answers_once(ann: Guest, bob: Guest) -> None:
    table = ann.table_of("pig", {"Ann": "me", "Bob": "bot:random", "Cid": "friend"})
    bob.take(ann.links(table)["Cid"])
    with ann.at(table) as one, bob.at(table) as two:
        begun(one, two)
        luck = random.Random(4)
        while "outcome" not in one.now:
            asked = next((at for at in (one, two) if at.request["seat"] in at.you), None)
            if asked is not None:
                asked.answer(luck.choice(asked.notations))
            else:
                one.until("update")
            level(one, two)
        told = entries(one)
        assert told == entries(two)
        assert [entry["number"] for entry in told] == list(range(len(told)))
        by = {entry["seat"]: entry["by"] for entry in told}
        assert by["Bob"] == "bot"
    record = Record.read(ann.get(f"/api/tables/{table}/record").text)
    Replay(record).run()
