"""Whose a seat is: given to a person, kept by the owner, closed to the others, asked for consent."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.web.guests import Guest


def test_a_bots_seat_is_given_to_a_person(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="bot:random")
    link = ann.links(table)["Bob"]
    with ann.at(table) as at_ann:
        at_ann.sow()
        at_ann.until("begun")
        (_, free) = ann.post(f"/api/tables/{table}/seats/Bob", {"bot": ""})
        assert free == {"name": "Bob"}, "no bot plays it and nobody holds it"
        bob.take(link)
        with bob.at(table) as at_bob:
            assert at_bob.you == ["Bob"]
            at_ann.answer("Ann hold")
            while at_bob.request["seat"] != "Bob":
                at_bob.until("update")
            assert at_bob.answer("Bob hold")["entry"]["by"] == "person"
    (_, lent) = ann.post(f"/api/tables/{table}/seats/Bob", {"bot": "random"})
    assert lent["lent"], "it is a person's now, whoever plays it"


@pytest.mark.parametrize(("seat", "words"), [("Bob", "Sit down as Bob"), ("", "Watch")])
def test_who_only_looks_at_a_link_takes_nothing(
    ann: Guest, bob: Guest, seat: str, words: str
) -> None:
    """As programs do that show what is behind a link."""
    table = ann.table("pig", Ann="me", Bob="friend")
    link = ann.links(table)[seat]
    assert bob.client.head(link).status_code == 200
    assert words in bob.get(link).text
    assert bob.get("/api/tables")["yours"] == []
    bob.get(f"/table/{table}", 404)
    foreign = {"origin": "http://evil.example"}
    assert bob.client.post(link, headers=foreign).status_code == 403
    bob.get(f"/table/{table}", 404)
    bob.take(link)
    there = bob.client.get(link, follow_redirects=False)
    assert there.headers["location"] == f"/table/{table}", "who is there need not be asked again"
    with bob.at(table) as at:
        assert at.you == ([seat] if seat else [])


def test_who_holds_a_bots_seat_may_play_it_himself(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="bot:random")
    bob.take(ann.links(table)["Bob"])
    (_, seat) = bob.post(f"/api/tables/{table}/seats/Bob", {"bot": ""})
    assert seat["taken"]
    assert "bot" not in seat


def test_the_owner_sits_down_on_a_free_seat(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="bot:random", Cid="friend")
    bob.take(ann.links(table)["Cid"])
    ann.post(f"/api/tables/{table}/sit", {"seat": "Bob"}, 404)
    ann.post(f"/api/tables/{table}/seats/Bob", {"bot": ""})
    bob.post(f"/api/tables/{table}/sit", {"seat": "Bob"}, 404)
    ann.post(f"/api/tables/{table}/sit", {"seat": "Cid"}, 409)
    ann.post(f"/api/tables/{table}/sit", {"seat": "Bob"})
    with ann.at(table) as at_ann:
        assert at_ann.you == ["Ann", "Bob"]


def test_a_new_link_leaves_the_owner_where_he_sits(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    old = ann.links(table)["Ann"]
    bob.take(old)
    (mine, _) = ann.post(f"/api/tables/{table}/seats/Ann", {"revoke": True})
    assert mine["taken"]
    with ann.at(table) as at_ann:
        assert at_ann.you == ["Ann"]
    bob.take(old, 404)
    bob.get(f"/table/{table}", 404)


def test_a_new_link_to_watch_sends_away_who_watches(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="bot:random")
    old = ann.links(table)[""]
    bob.take(old)
    with bob.at(table) as watching:
        bob.post(f"/api/tables/{table}/watch", status=403)
        told = ann.post(f"/api/tables/{table}/watch")["watch_link"]
        with pytest.raises(WebSocketDisconnect):
            watching.until("nothing more")
    assert told == ann.links(table)[""] != old
    bob.take(old, 404)
    bob.get(f"/table/{table}", 404)
    bob.post(f"/api/tables/{table}/watch", status=404)
    bob.take(told)
    bob.get(f"/table/{table}")


def test_a_request_to_undo_says_how_far_it_goes(ann: Guest, bob: Guest) -> None:
    """Ann's answer is the second entry, Bob's the third; she asks for what goes back behind both."""
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)["Bob"])
    with ann.at(table) as at_ann, bob.at(table) as at_bob:
        at_ann.sow()
        at_bob.sow()
        at_ann.until("begun")
        at_bob.until("begun")
        at_ann.answer("Ann roll")
        hold = at_ann.answer("Ann hold")["entry"]["number"]
        while at_bob.now["number"] < hold:
            at_bob.until("update")
        at_bob.answer("Bob roll")
        at_ann.until("update")
        at_ann.say("undo", seat="Ann", number=at_ann.now["number"])
        assert at_bob.until("proposal")["proposal"]["undoes"] == hold
        at_bob.say("consent", seat="Bob", number=at_bob.now["number"], agrees=True)
        assert at_bob.until("update")["entry"]["undoes"] == hold
        assert at_bob.until("proposal")["proposal"] is None


def test_who_has_left_need_not_agree_to_an_undo(ann: Guest, bob: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="friend")
    bob.take(ann.links(table)["Bob"])
    with ann.at(table) as at_ann:
        at_ann.say("start")
        at_ann.until("begun")
        roll = at_ann.answer("Ann roll")["entry"]["number"]
        bob.post(f"/api/tables/{table}/seats/Bob", {"leave": True})
        at_ann.say("undo", seat="Ann", number=at_ann.now["number"])
        assert at_ann.until("update")["entry"]["undoes"] == roll


def test_an_undo_waits_no_longer_for_who_leaves_meanwhile(
    house: TestClient, ann: Guest, bob: Guest
) -> None:
    """One leaves, another is unseated by a new link."""
    cid = Guest(house)
    table = ann.table("pig", Ann="me", Bob="friend", Cid="friend")
    for guest, seat in ((bob, "Bob"), (cid, "Cid")):
        guest.take(ann.links(table)[seat])
    with ann.at(table) as at_ann:
        at_ann.say("start")
        at_ann.until("begun")
        roll = at_ann.answer("Ann roll")["entry"]["number"]
        at_ann.say("undo", seat="Ann", number=at_ann.now["number"])
        assert at_ann.until("proposal")["proposal"]["agreed"] == []
        bob.post(f"/api/tables/{table}/seats/Bob", {"leave": True})
        assert at_ann.until("proposal")["proposal"]["agreed"] == ["Bob"]
        ann.post(f"/api/tables/{table}/seats/Cid", {"revoke": True})
        assert at_ann.until("update")["entry"]["undoes"] == roll
        assert at_ann.until("proposal")["proposal"] is None
