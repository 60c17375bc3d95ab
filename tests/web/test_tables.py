"""Tables over the web: sitting down, answering, undoing, leaving, coming back."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from legendry.table import Fair, Record, Replay, Table
from legendry.web import house as house_module
from legendry.web import play as play_module
from legendry.web.play import Play, Stale
from legendry.web.shown import Kept
from legendry.web.sockets import SHUT_OUT
from tests.web.guests import SEED, Chair, Guest, opened

FIGHT = {"edition": "ancient-world"}


def record_of(guest: Guest, table: str) -> str:
    return str(guest.get(f"/api/tables/{table}/record").text)


# -- sitting down ------------------------------------------------------------------------------


def test_the_game_begins_when_every_person_has_given_a_seed(ann: Guest, bob: Guest) -> None:
    table = ann.table_of("pig", {"Ann": "me", "Bob": "friend"})
    with ann.at(table) as at_ann:
        assert at_ann.welcome["now"] is None
        commitment = at_ann.welcome["table"]["commitment"]
        at_ann.sow()
        bob.take(ann.links(table)["Bob"])
        with bob.at(table) as at_bob:
            assert at_bob.you == ["Bob"]
            at_bob.sow()
            at_bob.until("begun")
            at_ann.until("begun")
            asked, other = at_ann, at_bob
            if at_ann.request["seat"] == "Bob":
                asked, other = at_bob, at_ann
            assert len(asked.notations) == 2
            assert "options" not in other.request, "only who is asked is told the options"
    header = Record.read(record_of(ann, table)).header
    assert header.dice.commitment == commitment
    assert header.dice.seeds == {"Ann": "seed of Ann", "Bob": "seed of Bob"}


def test_of_two_seeds_for_a_seat_the_first_counts(ann: Guest, house: TestClient) -> None:
    table = ann.table_of("pig", {"Ann": "me", "Bob": "friend"})
    elsewhere = Guest(house)
    elsewhere.client.cookies = ann.client.cookies
    with ann.at(table) as here, elsewhere.at(table) as there:
        here.say("seed", seat="Ann", seed="first")
        assert here.until("sown")["seat"] == "Ann"
        there.say("seed", seat="Ann", seed="second")
        there.say("start")
        there.until("begun")
        there.say("seed", seat="Ann", seed="second")
        here.say("seed", seat="Ann", seed="first")
        assert here.until("sown")["seat"] == "Ann", "who did not hear it may ask again"
        there.answer("Ann hold")
        assert "sown" not in {message["type"] for message in there.heard}
    assert Record.read(record_of(ann, table)).header.dice.seeds == {"Ann": "first"}


def test_the_owner_need_not_wait(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)[""])
    with ann.at(table) as at_ann, bob.at(table) as watching:
        watching.say("start")
        assert "Only who made the table" in watching.until("problem")["words"]
        at_ann.say("start")
        at_ann.until("begun")


def test_a_link_is_the_key_to_one_seat_on_any_device(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.get(f"/table/{table}", 404)
    bob.take(ann.links(table)["Bob"])
    bob.get(f"/table/{table}")
    with bob.at(table) as at_bob:
        assert at_bob.you == ["Bob"]
        assert not at_bob.welcome["owner"]
    bob.get(f"/api/tables/{table}/seats", 403)


def test_a_revoked_link_opens_nothing_and_its_holder_is_out(
    ann: Guest, bob: Guest, house: TestClient
) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    old = ann.links(table)["Bob"]
    bob.take(old)
    with ann.at(table) as at_ann, bob.at(table) as at_bob:
        ann.post(f"/api/tables/{table}/seats/Bob", {"revoke": True})
        at_ann.say("start")
        at_ann.until("begun")
        at_ann.answer("Ann hold")
        assert closed(at_bob) == SHUT_OUT
        assert {message["type"] for message in at_bob.heard} <= {"welcome", "people"}
        at_bob.say("inspect", thing="Ann")
        assert at_ann.answer("Bob hold", seat="Ann")["type"] == "refused", "the table goes on"
    bob.get(f"/table/{table}", 404)
    Guest(house).take(old, 404)
    Guest(house).take(ann.links(table)["Bob"])


def closed(at: Chair) -> int:
    """The code with which a page is closed, after all that it was told."""
    with pytest.raises(WebSocketDisconnect) as gone:
        at.until("never")
    return gone.value.code


def test_who_loses_his_seat_at_a_listed_table_may_watch(ann: Guest, bob: Guest) -> None:
    table = ann.table_of("pig", {"Ann": "me", "Bob": "friend"}, listed=True)
    bob.take(ann.links(table)["Bob"])
    with bob.at(table) as at_bob:
        ann.post(f"/api/tables/{table}/seats/Bob", {"revoke": True})
        while at_bob.until("people")["you"]:
            pass
        at_bob.say("seed", seat="Bob", seed="x")
        assert "not yours" in at_bob.until("problem")["words"]


def test_who_holds_another_seat_or_a_link_to_watch_stays(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="friend", Cid="friend", Dan="friend")
    links = ann.links(table)
    bob.take(links["Bob"])
    bob.take(links["Cid"])
    with bob.at(table) as at_bob:
        ann.post(f"/api/tables/{table}/seats/Bob", {"revoke": True})
        while at_bob.until("people")["you"] != ["Cid"]:
            pass
        bob.take(links[""])
        bob.post(f"/api/tables/{table}/seats/Cid", {"leave": True})
        while at_bob.until("people")["you"]:
            pass


def test_who_gives_up_his_only_seat_is_shown_out(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)["Bob"])
    with bob.at(table) as at_bob:
        bob.post(f"/api/tables/{table}/seats/Bob", {"leave": True})
        assert closed(at_bob) == SHUT_OUT


def test_who_loses_his_seat_while_he_comes_in_is_not_welcomed(
    ann: Guest, bob: Guest, house: TestClient
) -> None:
    """The seat is taken back before his turn comes, and nobody sees him at the table yet."""
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)["Bob"])
    inside, portal = house.app.state.house, house.portal  # type: ignore[attr-defined]
    assert portal is not None
    lock = inside.rooms[table].lock
    portal.call(lock.acquire)
    portal.call(inside.store.revoke, table, "Bob", "another key")
    changed = portal.start_task_soon(inside.changed, table)
    portal.call(asyncio.sleep, 0)
    address = f"ws://127.0.0.1/api/tables/{table}/socket"
    with bob.client.websocket_connect(address) as session:
        portal.call(lock.release)
        changed.result()
        with pytest.raises(WebSocketDisconnect) as gone:
            session.receive_text()
    assert gone.value.code == SHUT_OUT


def test_who_watches_sees_and_cannot_answer(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="bot:random")
    bob.take(ann.links(table)[""])
    with ann.at(table) as at_ann, bob.at(table) as watching:
        at_ann.sow()
        watching.until("begun")
        assert watching.you == []
        watching.say("answer", seat="Ann", number=0, text="Ann hold")
        assert watching.until("refused")["words"] == "the seat Ann is not yours"
        watching.say("look", number=0)
        assert watching.until("problem")


def test_listed_tables_can_be_found_watched_and_joined(ann: Guest, bob: Guest) -> None:
    hidden = ann.table("pig", Ann="me", Bob="friend")
    table = ann.table_of("pig", {"Ann": "me", "Bob": "friend"}, listed=True)
    assert [one["id"] for one in bob.get("/api/tables")["listed"]] == [table]
    bob.post(f"/api/tables/{hidden}/sit", {"seat": "Bob"}, 404)
    bob.post(f"/api/tables/{table}/sit", {"seat": "Ann"}, 409)
    bob.post(f"/api/tables/{table}/sit", {"seat": "Bob"})
    (mine,) = bob.get("/api/tables")["yours"]
    assert mine["you"] == ["Bob"]


def test_the_lobby_says_whose_turn_it_is(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)["Bob"])
    with ann.at(table) as at_ann:
        at_ann.sow()
        at_ann.say("start")
        at_ann.until("begun")
        assert ann.get("/api/tables")["yours"][0]["your_turn"] is True
        while at_ann.request["seat"] == "Ann":
            at_ann.answer("Ann hold")
    assert ann.get("/api/tables")["yours"][0]["your_turn"] is False
    assert bob.get("/api/tables")["yours"][0]["your_turn"] is True


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"game": "chess", "seats": [{"name": "Ann"}]}, "there is no game “chess”"),
        ({"game": "pig", "seats": []}, "seats"),
        ({"game": "pig", "seats": [{"name": "Ann"}, {"name": "Ann"}]}, "the same name"),
        ({"game": "pig", "seats": [{"name": "<b>"}, {"name": "B"}]}, "cannot be the name"),
        ({"game": "pig", "seats": [{"name": "A"}, {"name": "B", "player": "bot:x"}]}, "no bot"),
        ({"game": "pig", "seats": [{"name": "A"}, {"name": "B"}], "options": {"x": 1}}, "options"),
        ({"game": "fight", "seats": [{"name": "A"}, {"name": "B"}], "edition": "x"}, "edition"),
        ({"game": "pig", "seats": [{"name": "A"}, {"name": "B"}], "extra": 1}, "extra"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(
    ann: Guest, body: Any, words: str
) -> None:
    said = ann.post("/api/tables", body, 422)["words"]
    assert words.lower() in said.lower()
    assert ann.get("/api/tables")["yours"] == []


@pytest.mark.parametrize("game", ["dogfight", "dragon", "peddlers", "pig"])
def test_a_game_begins_without_any_wishes(ann: Guest, game: str) -> None:
    table = ann.table_of(
        game,
        {"Ann": "me", "Bob": "bot:random", "Cid": "bot:random"}
        if game == "peddlers"
        else {"Ann": "me", "Bob": "bot:random"},
    )
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        assert at.now["view"]


# -- answering ---------------------------------------------------------------------------------


def test_two_people_fight_to_the_end_and_the_record_replays(ann: Guest, bob: Guest) -> None:
    table = ann.table_of("fight", {"Wayfarers": "me", "Outlaws": "friend"}, **FIGHT)
    bob.take(ann.links(table)["Outlaws"])
    luck = random.Random(7)
    with ann.at(table) as one, bob.at(table) as two:
        one.sow()
        two.sow()
        one.until("begun")
        two.until("begun")
        assert one.heard[-1]["scenery"]["hexes"]["0101"] == ["wall"]
        while "outcome" not in one.now:
            asked = one if one.request["seat"] == "Wayfarers" else two
            other = two if asked is one else one
            given = asked.answer(luck.choice(asked.notations))
            heard = other.until("update")
            assert given["entry"] == heard["entry"]
            assert given["now"]["view"] == heard["now"]["view"]
    replay = Replay.of(record_of(ann, table))
    replay.prepare_proof()
    replay.run()
    assert str(replay.table.outcome.why) == one.now["outcome"]["why"]  # type: ignore[union-attr]
    assert replay.proven
    assert not replay.disproven
    assert record_of(ann, table) == replay.table.record


def test_late_and_doubled_answers_are_refused_and_change_nothing(ann: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        at.answer("Ann hold")
        number = at.now["number"]
        before = record_of(ann, table)
        for late in (0, number - 1, number + 1):
            assert "gone on" in at.answer("Ann hold", "Ann", late)["words"]
        assert at.answer("Bob fly", "Bob")["type"] == "refused"
        assert "not for Ann" in at.answer("Ann hold", "Ann")["words"]
        assert record_of(ann, table) == before


def test_a_longer_notation_is_kept_step_by_step_and_told_at_once(ann: Guest) -> None:
    """No page shows a question that is answered already, or takes a key for an answer to it."""
    table = ann.table_of("fight", {"Wayfarers": "me", "Outlaws": "me"}, **FIGHT)
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        who = at.notations[0]
        refused = at.answer(f"{who} move 9999")
        assert refused["type"] == "refused"
        assert at.now["number"] == 0
        update = at.answer(f"{who} stay")
        told = [*update["earlier"], update["entry"]]
        assert [entry["number"] for entry in told] == [1, 2]
        assert [entry["lines"] for entry in told] == [[who], [f"{who} stay"]]
        assert at.now["number"] == 2


def test_what_was_kept_of_a_longer_notation_is_told_though_the_rest_cannot_be(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game goes on from there, and no entry is missing."""
    keep = Play.keep

    async def first_of_two(play: Play, kept: Kept, then: Callable[[], None] | None = None) -> None:
        if kept.number == 2:
            monkeypatch.setattr(Play, "keep", keep)
            raise Stale
        await keep(play, kept, then)

    table = ann.table_of("fight", {"Wayfarers": "me", "Outlaws": "me"}, **FIGHT)
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        who = at.notations[0]
        monkeypatch.setattr(Play, "keep", first_of_two)
        assert at.answer(f"{who} stay")["type"] == "refused"
        assert at.until("update")["entry"]["lines"] == [who]
        update = at.answer(f"{who} stay")
        assert update["entry"]["number"] == 2
        assert update["entry"]["lines"] == [f"{who} stay"]


def test_looks_reasons_and_insight(ann: Guest) -> None:
    table = ann.table_of("fight", {"Wayfarers": "me", "Outlaws": "me"}, **FIGHT)
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        who = at.notations[0]
        at.answer(who)
        at.say("look", number=at.now["number"])
        looks = at.until("looks")
        assert len(looks["looks"]) == len(at.notations)
        assert any(bar["rule"] == "RUL-16" for bar in looks["barred"])
        at.say("why", number=at.now["number"], text=f"{who} move 0101")
        assert at.until("reason")["rule"] == "RUL-16"
        at.say("why", number=at.now["number"], text=f"{who} stay")
        assert at.until("reason")["words"] == ""
        at.say("inspect", thing=who)
        shown = at.until("shown")
        assert [ledger["title"] for ledger in shown["ledgers"]][:2] == ["ST", "DX"]
        assert shown["places"]["reach"]


def test_secrets_stay_with_their_seat(ann: Guest, bob: Guest) -> None:
    table = ann.table("peddlers", Ann="me", Bob="friend", Cid="bot:random")
    bob.take(ann.links(table)["Bob"])
    with ann.at(table) as one, bob.at(table) as two:
        one.sow()
        two.sow()
        one.until("begun")
        two.until("begun")
        for at, other in ((one, "Bob"), (two, "Ann")):
            hands = {p["name"]: p["hand"] for p in at.now["view"]["peddlers"]}
            assert hands[other] is None
            assert hands[at.you[0]] is not None
        whole = str(one.heard[-1]["log"])
        assert "hidden: " in whole
        text = record_of(ann, table)
        assert "hidden: " in text
    bob.get(f"/api/replays/{table}", 409)


def test_an_illusion_is_what_it_shows_to_the_others(ann: Guest, bob: Guest) -> None:
    """MAG-17, RUL-114: in views, log, record and scenery of the other seat."""
    spells = ["illusion-1", "summon-wolf"]
    mira = {"name": "Mira", "kind": "test", "st": 30, "dx": 10, "iq": 18, "magic": True}
    hector = {"name": "Hector", "kind": "test", "st": 12, "dx": 10, "iq": 9}
    setup = {
        "fighters": [
            {"side": "Ann", "at": "0404", "character": mira | {"spells": spells}},
            {"side": "Bob", "at": "0904", "character": hector},
        ],
        "surprise": "Ann",
    }
    players = {"Ann": "me", "Bob": "friend"}
    more = {"dice": "seeded", "seed": "1", "edition": "ancient-world", "setup": setup}
    table = ann.table_of("fight", players, **more)
    bob.take(ann.links(table)["Bob"])
    with ann.at(table) as one, bob.at(table) as two:
        assert one.heard[0]["table"]["hides"]
        one.sow()
        two.sow()
        one.until("begun")
        two.until("begun")
        one.answer("Mira stay")
        one.answer("Mira cast Illusion-1 of wolf")
        one.answer("Mira cast Illusion-1 of wolf at 0504")
        for _ in range(3):
            two.until("update")
        truth = [at.now["view"]["fighters"]["Wolf"]["truth"] for at in (one, two)]
        tired = [at.now["view"]["fighters"]["Mira"]["fatigue"] for at in (one, two)]
        assert (truth, tired) == (["illusion", ""], [2, 3])
        assert "llusion" in str(one.heard[3:])
        heard = [message for message in two.heard if message["type"] == "update"]
        assert "llusion" not in str(heard)
        assert "Mira cast Summon Wolf at 0504" in str(heard)
        assert "of wolf" in record_of(ann, table)
        assert "of wolf" not in record_of(bob, table)
    bob.get(f"/api/replays/{table}", 409)


# -- typed dice --------------------------------------------------------------------------------


def test_a_seat_may_roll_real_dice_and_let_the_table_roll_again(ann: Guest) -> None:
    seats = [{"name": "Ann", "typed": True}, {"name": "Bob", "player": "bot:random"}]
    table = ann.post("/api/tables", {"game": "pig", "seats": seats}, 201)["id"]
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        assert at.request["kind"] == "roll"
        assert (at.request["dice"], at.request["sides"]) == (1, 6)
        assert "cannot show 7" in at.answer("7")["words"]
        assert at.answer("6")["entry"]["rolls"][:1] == [
            {"name": "throw Ann", "faces": [6], "origin": "typed", "seat": "Ann"}
        ]
        at.answer("Ann roll")
        assert at.request["kind"] == "roll"
        ann.post(f"/api/tables/{table}/seats/Ann", {"typed": False})
        update = at.until("update")
        assert update["entry"]["by"] == "table"
        assert update["entry"]["rolls"][0]["origin"] == "fair"
    assert "throw Ann: 6 (typed)" in record_of(ann, table)


# -- lending -----------------------------------------------------------------------------------


def test_a_seat_is_lent_to_a_bot_and_taken_back(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)["Bob"])
    with ann.at(table) as at:
        at.sow()
        at.say("start")
        at.until("begun")
        bob.post(f"/api/tables/{table}/seats/Ann", {"bot": "random"}, 403)
        ann.post(f"/api/tables/{table}/seats/Bob", {"bot": "no-such"}, 422)
        ann.post(f"/api/tables/{table}/seats/Bob", {"bot": "random"})
        while at.request["seat"] == "Ann":
            at.answer("Ann hold")
        while at.heard[-1]["type"] != "update" or at.heard[-1]["entry"]["by"] != "bot":
            at.hear()
        bob.post(f"/api/tables/{table}/seats/Bob", {"bot": ""})
        seats = {seat["name"]: seat for seat in at.until("people")["seats"]}
        assert "bot" not in seats["Bob"]


def test_who_lent_a_seat_cannot_answer_for_it(ann: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        ann.post(f"/api/tables/{table}/seats/Bob", {"bot": "random"})
        at.say("undo", seat="Bob", number=at.now["number"])
        assert "take the seat back" in at.until("refused")["words"]


def test_a_bot_answers_for_who_is_late(ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ann.table_of("pig", {"Ann": "me", "Bob": "me"}, limit=60)
    with ann.at(table) as at:
        at.sow()
        begun = at.until("begun")
        assert begun["now"]["deadline"] - begun["log"][-1]["at"] == 60_000
        monkeypatch.setattr(play_module.Play, "deadline", 1)
        assert at.until("update")["entry"]["by"] == "clock"


def test_the_table_rolls_for_who_is_late_to_type_his_dice(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [{"name": name, "typed": True} for name in ("Wayfarers", "Outlaws")]
    asked = {"game": "fight", "seats": seats, "limit": 60, **FIGHT}
    table = ann.post("/api/tables", asked, 201)["id"]
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        late = property(lambda play: int(play.number == 0))
        monkeypatch.setattr(play_module.Play, "deadline", late)
        entry = at.until("update")["entry"]
        assert (entry["by"], entry["seat"]) == ("clock", "")
        assert [(roll["name"], roll["origin"]) for roll in entry["rolls"]] == [
            ("initiative Wayfarers", "fair")
        ], "that roll and none after it"
        assert at.request["name"] == "initiative Outlaws"
        other = entry["rolls"][0]["faces"][0] % 6 + 1
        assert at.answer(str(other))["entry"]["rolls"][0]["origin"] == "typed"


def test_a_game_whose_dice_nobody_types_in_time_is_proven_fair(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [{"name": name, "typed": True} for name in ("Ann", "Bob")]
    asked = {"game": "pig", "seats": seats, "limit": 60, "options": {"target": 10}}
    table = ann.post("/api/tables", asked, 201)["id"]
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        at.answer("5", "Ann")
        monkeypatch.setattr(play_module.Play, "deadline", 1)
        while not at.now.get("outcome"):
            at.until("update")
    replay = Replay.of(record_of(ann, table))
    replay.prepare_proof()
    replay.run()
    assert replay.table.header.dice.typed == ("Ann", "Bob")
    assert replay.proven
    assert (len(replay.typed), replay.disproven) == (1, [])


# -- undo --------------------------------------------------------------------------------------


def test_what_told_nothing_new_is_taken_back_freely(ann: Guest, bob: Guest) -> None:
    table = ann.table_of("fight", {"Wayfarers": "me", "Outlaws": "friend"}, **FIGHT)
    bob.take(ann.links(table)["Outlaws"])
    with ann.at(table) as one, bob.at(table) as two:
        one.sow()
        two.sow()
        one.until("begun")
        two.until("begun")
        asked, other = (one, two) if one.request["seat"] == "Wayfarers" else (two, one)
        question = asked.request
        asked.answer(asked.notations[0])
        asked.say("undo", seat=asked.you[0], number=asked.now["number"])
        undone = asked.until("update", "refused")
        assert undone["entry"]["undoes"] == 1
        assert asked.request == question
        other.until("update")
        other.until("update")
        assert other.now["number"] == 2
    replay = Replay.of(record_of(ann, table))
    replay.run()


def test_others_are_asked_before_their_view_is_taken_back(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)["Bob"])
    with ann.at(table) as one, bob.at(table) as two:
        one.sow()
        two.sow()
        one.until("begun")
        two.until("begun")
        one.answer("Ann roll")
        two.until("update")
        number = one.now["number"]
        one.say("undo", seat="Ann", number=number)
        assert two.until("proposal")["proposal"]["needed"] == ["Bob"]
        two.say("consent", seat="Bob", number=number, agrees=False)
        assert "does not agree" in [two.until("proposal"), one.until("proposal")][0]["words"]
        one.until("proposal")
        one.say("undo", seat="Ann", number=number)
        two.until("proposal")
        two.say("consent", seat="Bob", number=number, agrees=True)
        assert one.until("update")["entry"]["lines"] == ["undo Ann (agreed Bob)"]
    replay = Replay.of(record_of(ann, table))
    replay.run()
    assert replay.table.state.rolls == 1


# -- coming back -------------------------------------------------------------------------------


def test_who_comes_back_hears_only_what_was_missed(ann: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        for _ in range(3):
            at.answer(at.notations[1])
    with ann.at(table, since=2) as again:
        assert [entry["number"] for entry in again.welcome["log"]] == [3]
        assert again.now["number"] == 3
        again.answer(again.notations[0])


def test_older_entries_are_read_on_demand(ann: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        for _ in range(4):
            at.answer(at.notations[1])
    numbers = [entry["number"] for entry in ann.get(f"/api/tables/{table}/log?before=3")]
    assert numbers == [0, 1, 2]


@pytest.mark.parametrize("game", ["pig", "fight", "dragon", "peddlers"])
def test_a_table_comes_back_after_the_server_was_closed(
    sqlite_url: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From its snapshot and the answers since; a play of two halves is one game."""
    monkeypatch.setattr(play_module, "SNAPSHOT_EVERY", 4)
    luck = random.Random(3)
    more = {**FIGHT, "dice": "seeded", "seed": "5"} if game == "fight" else {}
    with opened(sqlite_url) as house:
        ann = Guest(house)
        table = ann.table_of(game, {"Ann": "me", "Bob": "me"}, **more)
        with ann.at(table) as at:
            at.sow()
            at.until("begun")
            for _ in range(30):
                if "outcome" not in at.now:
                    at.answer(luck.choice(at.notations))
            before = at.now
        cookies = ann.client.cookies
        text = record_of(ann, table)
    with opened(sqlite_url) as house:
        again = Guest(house)
        again.client.cookies = cookies
        with again.at(table, since=before["number"]) as at:
            assert at.now == before
            assert record_of(again, table) == text
            while "outcome" not in at.now:
                at.answer(luck.choice(at.notations))
        replay = Replay.of(record_of(again, table))
        replay.run()
        assert replay.table.record == record_of(again, table)


def test_a_snapshot_runs_no_answers_again(
    ann: Guest, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All tables would wait for it."""
    monkeypatch.setattr(play_module, "SNAPSHOT_EVERY", 4)
    monkeypatch.delattr(Table, "_state_at")
    seats = {"Ann": "me", "Bob": "me"}
    table = ann.table_of("fight", seats, **FIGHT, dice="seeded", seed="5")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        for _ in range(20):
            at.answer(at.notations[0])
    with sqlite3.connect(sqlite_url.partition("///")[2]) as file:
        numbers = [number for (number,) in file.execute("SELECT number FROM snapshots")]
    assert numbers


def test_undo_reaches_further_back_than_the_snapshot(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_module, "SNAPSHOT_EVERY", 2)
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        states = [at.now["view"]]
        for _ in range(6):
            at.answer(at.notations[1])
            states.append(at.now["view"])
        for step in range(6, 0, -1):
            seat = "Ann" if step % 2 else "Bob"
            at.say("undo", seat=seat, number=at.now["number"])
            assert at.until("update", "refused")["entry"]["undoes"] == step
            assert at.now["view"] == states[step - 1]
    Replay.of(record_of(ann, table)).run()


def test_idle_tables_leave_the_memory_and_come_back(
    ann: Guest, house: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "IDLE_SECONDS", -1)
    rooms = house.app.state.house.rooms  # type: ignore[attr-defined]
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        at.answer("Ann hold")
        now = at.now
        house.app.state.house.sweep()  # type: ignore[attr-defined]
        assert table in rooms, "somebody is there"
    house.app.state.house.sweep()  # type: ignore[attr-defined]
    assert table not in rooms
    with ann.at(table) as at:
        assert at.now == now


# -- after the game ----------------------------------------------------------------------------


def test_after_the_game_the_dice_are_proven_and_luck_is_told(ann: Guest) -> None:
    table = ann.table_of("pig", {"Ann": "me", "Bob": "me"})
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        ann.get(f"/api/tables/{table}/proof", 409)
        commitment = at.welcome["table"]["commitment"]
        at.play()
        assert at.now["secret"]
    proof = ann.get(f"/api/tables/{table}/proof")
    fair = Fair(bytes.fromhex(proof["secret"]), proof["table"], proof["seeds"])
    assert fair.commitment == commitment == proof["commitment"]
    thrown = [line for line in record_of(ann, table).splitlines() if line.startswith("throw ")]
    assert len(proof["rolls"]) == len(thrown)
    assert ann.get(f"/api/tables/{table}/luck")["lines"]


def test_a_game_is_played_again_with_its_settings_and_new_dice(ann: Guest, bob: Guest) -> None:
    seats = [
        {"name": "Ann", "typed": True},
        {"name": "Bob", "player": "friend"},
        {"name": "Cid", "player": "bot:random"},
    ]
    wishes = {"dice": "seeded", "seed": SEED, "limit": 600, "listed": True, "undo": "own"}
    asked = {"game": "pig", "seats": seats, "options": {"target": 10}, **wishes}
    table = ann.post("/api/tables", asked, 201)["id"]
    with ann.at(table) as at:
        at.say("start")
        at.until("begun")
        ann.post(f"/api/tables/{table}/again", status=409)
        for answer in ("6", "Ann roll", "6"):
            at.answer(answer)
        assert at.now["outcome"]["winners"] == ["Ann"]
        before = at.welcome
    bob.post(f"/api/tables/{table}/again", status=403)
    again = ann.post(f"/api/tables/{table}/again", status=201)["id"]
    with ann.at(again) as at:
        assert at.welcome["table"] == {**before["table"], "id": again}
        assert at.welcome["seats"] == before["seats"]
        assert at.you == ["Ann"]
        at.say("start")
        assert at.until("begun")["log"][0]["lines"] == [], "nothing is thrown yet"
        for answer in ("6", "Ann roll", "6"):
            at.answer(answer)
    header = Record.read(record_of(ann, again)).header
    assert header.options["target"] == 10
    assert header.dice.seed not in ("", SEED)


def test_a_record_is_brought_scrubbed_and_played_on(ann: Guest, bob: Guest) -> None:
    table = ann.table_of("fight", {"Wayfarers": "me", "Outlaws": "me"}, **FIGHT)
    luck = random.Random(1)
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        for _ in range(25):
            at.answer(luck.choice(at.notations))
        views = [entry["now"]["view"] for entry in at.heard if entry["type"] == "update"]
    text = record_of(ann, table)
    sent = bob.client.post("/api/records", content=text, headers={"content-type": "text/plain"})
    replay = sent.json()["id"]
    assert bob.get(f"/api/replays/{replay}")["steps"] == 26
    steps = bob.get(f"/api/replays/{replay}/steps?start=1&count=100")
    assert [step["now"]["view"] for step in steps] == views
    seats = [{"name": "Wayfarers"}, {"name": "Outlaws", "player": "bot:greedy"}]
    made = bob.post(f"/api/replays/{replay}/play", {"step": 10, "seats": seats}, 201)
    with bob.at(made["id"]) as on:
        on.sow()
        on.until("begun")
        assert on.heard[-1]["log"][0]["lines"][-1].split(":")[0] in text
        if on.request["seat"] == "Wayfarers":
            assert on.now["view"] == views[9]
        on.play(choose=luck.choice)
    proven = Replay.of(record_of(bob, made["id"]))
    proven.prepare_proof()
    proven.run()
    assert not proven.disproven


@pytest.mark.parametrize("text", ["", "+++", "format = 1\n+++\n", 'format = 1\ngame = "x"\n+++\n'])
def test_a_record_that_is_none_is_refused_with_a_sentence(ann: Guest, text: str) -> None:
    sent = ann.client.post("/api/records", content=text, headers={"content-type": "text/plain"})
    assert sent.status_code == 422
    assert sent.json()["words"].endswith(".")
