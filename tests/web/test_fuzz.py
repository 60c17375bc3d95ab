"""Whatever comes over the wire: an answer in words or a closed door, and the game goes on."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from legendry.web.guard import Buckets
from legendry.web.messages import LONGEST_MESSAGE
from tests.web.guests import Chair, Guest, opened

PROPER = {1003, 1007, 1009, 4403, 4404, 4408, 4410, 4429}
"""Codes with which a connection may be closed: none of them says that the server fell over."""
MAY_HEAR = {"hints", "looks", "people", "problem", "proposal", "reason", "refused", "shown"}

quick = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
seats = st.sampled_from(["Ann", "Bob", "Cid", "", "ann", "<b>", "A" * 41])
numbers = st.integers(-2, 12) | st.sampled_from([10**6, 10**6 + 1, 10**30])
texts = (
    st.sampled_from(["Ann roll", "Ann hold", "Bob hold", "1", "", "?", "Bob " * 200]) | st.text()
)
fields: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "answer": {"number": numbers, "seat": seats, "text": texts},
    "look": {"number": numbers},
    "why": {"number": numbers, "text": texts},
    "inspect": {"thing": texts},
    "hint": {"number": numbers},
    "undo": {"number": numbers, "seat": seats},
    "consent": {"number": numbers, "seat": seats, "agrees": st.booleans()},
    "seed": {"seat": seats, "seed": texts},
    "start": {},
}


@st.composite
def sensible(draw: st.DrawFn) -> dict[str, Any]:
    """A message of the right form."""
    type = draw(st.sampled_from(sorted(fields)))
    return {"type": type, **{name: draw(value) for name, value in fields[type].items()}}


@st.composite
def bent(draw: st.DrawFn) -> dict[str, Any]:
    """A message of almost the right form."""
    message = draw(sensible())
    name = draw(st.sampled_from(sorted(message)) | st.text(max_size=8))
    if draw(st.booleans()):
        message.pop(name, None)
    else:
        message[name] = draw(anything)
    return message


frames = st.one_of(
    st.one_of(sensible(), bent(), anything).map(json.dumps),
    st.text(),
    st.binary(),
    sensible().map(lambda message: json.dumps(message).encode()),
    sensible().map(lambda message: json.dumps(message)[:-1]),
    st.integers(1, 10**6).map(lambda length: "x" * length),
    st.integers(1, LONGEST_MESSAGE).map(lambda depth: "[" * depth),
    st.just('{"type": "answer", "type": "answer", "number": 1e999}'),
)


@pytest.fixture
def house(sqlite_url: str, caplog: pytest.LogCaptureFixture) -> Iterator[TestClient]:
    """A server that must not log a fault of its own."""
    with caplog.at_level(logging.WARNING), opened(sqlite_url) as house:
        yield house
    faults = [record for record in caplog.get_records("call") if not gone(record)]
    assert [record.getMessage() for record in faults] == []


def gone(record: logging.LogRecord) -> bool:
    """Whether a page of the test client has left while it was told something.

    Servers raise an `OSError` then, as ASGI wants it, which no page of theirs makes us log.
    """
    return record.exc_info is not None and record.exc_info[0] is anyio.ClosedResourceError


def heard_until_silence(at: Chair) -> Iterator[Any]:
    """All that a page is told in answer to what it has said so far."""
    at.say("inspect", thing="the end")
    while (message := at.hear()).get("thing") != "the end":
        yield message


@pytest.mark.parametrize("guest", ["holder", "watcher"])
def test_no_message_harms_a_table(house: TestClient, guest: str) -> None:
    """From a seat that is not asked, or from one that only watches."""
    ann, bob = Guest(house), Guest(house)
    table = ann.table_of("pig", {"Ann": "me", "Bob": "friend"}, dice="seeded", seed="25")
    bob.take(ann.links(table)["Bob" if guest == "holder" else ""])
    with ann.at(table) as page:
        page.say("start")
        page.until("begun")
        page.answer("Ann roll")
        before = ann.get(f"/api/tables/{table}/record").text
        play = house.app.state.house.rooms[table].play  # type: ignore[attr-defined]
        number, record = play.number, play.running.record

        @quick
        @given(st.lists(frames, max_size=6))
        def fuzz(said: list[str | bytes]) -> None:
            with bob.at(table) as other:
                for frame in said:
                    other.say_raw(frame)
                try:
                    assert {message["type"] for message in heard_until_silence(other)} <= MAY_HEAR
                except WebSocketDisconnect as closed:
                    assert closed.code in PROPER  # noqa: PT017
            assert (play.number, play.running.record) == (number, record)
            assert {message["type"] for message in heard_until_silence(page)} <= MAY_HEAR

        fuzz()
        assert ann.get(f"/api/tables/{table}/record").text == before
        assert page.answer("Ann hold")["type"] == "update"


@quick
@given(since=st.text(max_size=12) | st.integers().map(str))
def check_since(guest: Guest, table: str, since: str) -> None:
    address = f"ws://127.0.0.1/api/tables/{table}/socket"
    with guest.client.websocket_connect(address, params={"since": since}) as session:
        assert session.receive_json()["type"] == "welcome"


def test_any_since_is_welcomed(house: TestClient) -> None:
    ann = Guest(house)
    check_since(ann, ann.table("pig", Ann="me", Bob="me"))


@pytest.mark.parametrize("table", ["x", "%00", "%ff", "a" * 5000, "'--"])
def test_a_table_that_is_not_there_closes_the_door(house: TestClient, table: str) -> None:
    address = f"ws://127.0.0.1/api/tables/{table}/socket"
    with (
        pytest.raises(WebSocketDisconnect) as gone,
        Guest(house).client.websocket_connect(address) as session,
    ):
        session.receive_text()
    assert gone.value.code == 4404


# -- over HTTP ---------------------------------------------------------------------------------

BODIES: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/api/tables", {"game": "pig", "seats": [{"name": "Ann"}, {"name": "Bob"}]}),
    ("POST", "/api/tables", {"game": "fight", "seats": [{"name": "A"}], "setup": {"sides": []}}),
    ("POST", "/api/tables/{table}/seats/Ann", {"bot": "random", "typed": True, "leave": False}),
    ("POST", "/api/tables/{table}/sit", {"seat": "Ann"}),
    ("POST", "/api/replays/{table}/play", {"step": 1, "seats": [{"name": "Ann"}, {"name": "B"}]}),
    ("POST", "/api/characters", {"toml": "name = 'Ann'"}),
    ("POST", "/api/characters/check", {"toml": "name = 'Ann'"}),
    ("PUT", "/api/characters/x", {"toml": "name = 'Ann'"}),
]


@st.composite
def bent_body(draw: st.DrawFn, whole: dict[str, Any]) -> Any:
    """A body with something wrong somewhere inside."""
    name = draw(st.sampled_from(sorted(whole)))
    value = whole[name]
    inside = isinstance(value, dict) and value and draw(st.booleans())
    return {**whole, name: draw(bent_body(value)) if inside else draw(anything)}


@pytest.mark.parametrize(("method", "path", "whole"), BODIES)
def test_no_body_harms_the_server(
    house: TestClient,
    method: str,
    path: str,
    whole: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Buckets, "take", lambda *_: True)
    ann = Guest(house)
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
    path = path.format(table=table)
    plain = {"content-type": "application/json"}

    @quick
    @given(
        body=st.one_of(anything, bent_body(whole)).map(json.dumps).map(str.encode)
        | st.binary()
        | st.integers(1, 5000).map(lambda depth: b"[" * depth),
        headers=st.just(plain) | st.just({}) | st.just({"content-type": "text/plain"}),
    )
    def fuzz(body: bytes, headers: dict[str, str]) -> None:
        answer = ann.client.request(method, path, content=body, headers=headers)
        if answer.status_code >= 300:
            assert answer.status_code in (400, 403, 404, 409, 415, 422)
            assert answer.json()["words"]

    fuzz()
    too_large = ann.client.request(method, path, content=b" " * 700_000, headers=plain)
    assert too_large.status_code == 413
    ann.get(f"/api/tables/{table}/record")


@quick
@given(text=st.text() | st.binary() | st.text().map(lambda text: f"format = 1\n+++\n{text}"))
def check_record(guest: Guest, text: str | bytes) -> None:
    content = text if isinstance(text, bytes) else text.encode(errors="replace")
    answer = guest.client.post(
        "/api/records", content=content, headers={"content-type": "text/plain"}
    )
    assert answer.status_code == 422
    assert answer.json()["words"]


def test_no_record_harms_the_server(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Buckets, "take", lambda *_: True)
    check_record(Guest(house))
