"""The game master at a web table (GEN-1): he is invited, calls, and does things as others answer."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from legendry.table import Record, Replay
from tests.web.guests import Chair, Guest, opened

MAX = {"name": "Max", "player": "friend"}


@pytest.fixture
def max_(house: TestClient) -> Guest:
    return Guest(house)


def camp(ann: Guest, **more: Any) -> str:
    body = {"edition": "ancient-world", "dice": "seeded", "seed": "1", "gm": MAX, **more}
    return ann.table_of("camp", {"Ann": "me"}, **body)


def sat_down(ann: Chair, max_: Chair) -> None:
    for at in (ann, max_):
        at.sow()
    for at in (ann, max_):
        if at.now is None:
            at.until("begun")


def call(at: Chair, seat: str = "Max", number: int | None = None) -> Any:
    at.say("call", seat=seat, number=at.now["number"] if number is None else number)
    return at.until("update", "refused", "problem")


def hero(at: Chair) -> str:
    return str(next(iter(at.now["view"]["members"])))


def test_he_calls_gives_xp_and_everybody_sees_it(ann: Guest, max_: Guest) -> None:
    """GEN-1: his answer is recorded with his name, and in the journal."""
    table = camp(ann)
    max_.take(ann.links(table)["Max"])
    with ann.at(table) as her, max_.at(table) as him:
        sat_down(her, him)
        assert her.welcome["table"]["gm"] == "Max"
        assert him.you == ["Max"]
        who = hero(him)
        assert call(him)["entry"]["lines"] == ["hand Max"]
        assert him.request["seat"] == "Max"
        for step in (f"Max to {who}", f"Max to {who} xp", f"Max to {who} xp +5"):
            him.answer(step)
        assert him.now["view"]["members"][who]["xp"] == 5
        while her.now["number"] < him.now["number"]:
            update = her.until("update")
        assert update["entry"]["seat"] == "Max"
        assert her.now["view"]["journal"] == [f"Day 1: {who} gets 5 XP"]
        assert her.request["seat"] == "Ann"
        her.answer("break camp")
    record = ann.get(f"/api/tables/{table}/record").text
    assert 'gm = "Max"' in record
    assert f"\nhand Max\nMax to {who}\n" in record
    replay = Replay(Record.read(record))
    replay.run()
    assert replay.table.state.journal[0].by == "Max"
    steps = ann.get(f"/api/replays/{table}/steps")
    assert [step["entry"]["seat"] for step in steps if "hand Max" in step["entry"]["lines"]] == [
        "Max"
    ]


def test_what_he_did_is_undone_like_anything_else(ann: Guest, max_: Guest) -> None:
    table = camp(ann)
    max_.take(ann.links(table)["Max"])
    with ann.at(table) as her, max_.at(table) as him:
        sat_down(her, him)
        call(him)
        him.say("undo", seat="Max", number=him.now["number"])
        assert her.until("proposal")["proposal"]["needed"] == ["Ann"]
        her.say("consent", seat="Ann", number=1, agrees=True)
        assert him.until("update")["entry"]["lines"] == ["undo Max (agreed Ann)"]
        assert him.request["seat"] == "Ann"
        assert him.until("proposal")["proposal"] is None


def test_only_he_may_call_and_only_when_it_makes_sense(ann: Guest, max_: Guest) -> None:
    table = camp(ann)
    max_.take(ann.links(table)["Max"])
    with ann.at(table) as her, max_.at(table) as him:
        him.say("call", seat="Max", number=0)
        assert "not begun" in him.until("problem")["words"]
        sat_down(her, him)
        assert "not the game master" in call(her, "Ann")["words"]
        assert "not yours" in call(her, "Max")["words"]
        assert "gone on" in call(him, number=99)["words"]
        call(him)
        assert "called already" in call(him)["words"]
        him.say("call", seat="Max")
        assert "cannot be read" in him.until("problem")["words"]


def test_he_may_be_one_of_the_players(ann: Guest) -> None:
    table = camp(ann, gm={"name": "Ann"})
    with ann.at(table) as her:
        her.sow()
        her.until("begun")
        assert [seat["name"] for seat in her.welcome["seats"]] == ["Ann"]
        call(her, "Ann")
        assert her.request["asks"] == "Ann, what happens?"


def test_he_may_roll_dice_of_his_own(ann: Guest) -> None:
    table = camp(ann, gm={"name": "Max", "typed": True})
    with ann.at(table) as her:
        her.sow()
        her.until("begun")
        assert call(her)["type"] == "update"
        assert her.answer("Max lets a day pass")["type"] == "update"
        assert her.now["view"]["day"] == 2


def test_his_table_comes_back_and_can_be_played_on(sqlite_url: str) -> None:
    with opened(sqlite_url) as house:
        ann = Guest(house)
        table = camp(ann, gm={"name": "Max"})
        with ann.at(table) as her:
            her.sow()
            her.until("begun")
            call(her)
        cookies = ann.client.cookies
    with opened(sqlite_url) as house:
        ann = Guest(house)
        ann.client.cookies = cookies
        with ann.at(table) as her:
            assert her.request["seat"] == "Max"
            her.answer("Max does nothing")
            seats = [{"name": "Ann"}, {"name": "Max"}]
        made = ann.post(f"/api/replays/{table}/play", {"step": 0, "seats": seats}, 201)
        with ann.at(made["id"]) as her:
            her.sow()
            her.until("begun")
            assert her.welcome["table"]["gm"] == "Max"
        ann.post(f"/api/replays/{table}/play", {"step": 0, "seats": [*seats, seats[1]]}, 422)


@pytest.mark.parametrize(
    ("game", "gm", "words"),
    [
        ("pig", {"name": "Max"}, "no use for a game master"),
        ("camp", {"name": "ann"}, "same name"),
        ("camp", {"name": "Max", "player": "bot:random"}, "not a bot"),
        ("camp", {"name": ""}, "gm"),
    ],
)
def test_a_master_who_cannot_be(ann: Guest, game: str, gm: dict[str, str], words: str) -> None:
    seats = [{"name": "Ann"}, {"name": "Bob", "player": "bot:random"}]
    body = {"game": game, "seats": seats, "gm": gm}
    assert words in ann.post("/api/tables", body, 422)["words"]


def test_another_worker_follows_his_hand(postgres_url: str) -> None:
    with opened(postgres_url) as one, opened(postgres_url) as other:
        ann, max_ = Guest(one), Guest(other)
        table = camp(ann)
        max_.take(ann.links(table)["Max"])
        with ann.at(table) as her, max_.at(table) as him:
            sat_down(her, him)
            call(him)
            while her.request["seat"] != "Max":
                her.until("update")
            him.answer("Max does nothing")
            while her.request["seat"] != "Ann":
                her.until("update")
            assert her.now["number"] == him.now["number"]
