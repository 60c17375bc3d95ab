"""What comes from outside: foreign pages, floods, nonsense, other people's things."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.datastructures import Headers
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from legendry.web.guard import HEADERS, Bucket, Buckets, visitor_of
from legendry.web.messages import LONGEST_MESSAGE
from tests.web.guests import HOUSE, Guest, opened


def test_every_visitor_gets_a_token_that_scripts_cannot_read(house: TestClient) -> None:
    response = house.get("/")
    (cookie,) = response.headers.get_list("set-cookie")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in house.get("/").headers, "one is enough"


@pytest.mark.parametrize("path", ["/", "/rules", "/api/games", "/no-such-page"])
def test_pages_load_nothing_from_elsewhere(house: TestClient, path: str) -> None:
    policy = house.get(path).headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert house.get(path).headers["x-content-type-options"] == "nosniff"


def test_another_sites_pages_can_change_nothing(house: TestClient, ann: Guest) -> None:
    body = {"game": "pig", "seats": [{"name": "Ann"}, {"name": "Bob"}]}
    foreign = {"origin": "http://evil.example"}
    assert ann.client.post("/api/tables", json=body, headers=foreign).status_code == 403
    own = ann.client.post("/api/tables", json=body, headers={"origin": HOUSE})
    table = own.json()["id"]
    address = f"ws://127.0.0.1/api/tables/{table}/socket"
    with (
        pytest.raises(WebSocketDisconnect) as refused,
        ann.client.websocket_connect(address, headers=foreign),
    ):
        pass
    assert refused.value.code == 4403


def test_a_name_that_is_not_ours_is_not_answered(house: TestClient) -> None:
    assert house.get("/", headers={"host": "evil.example"}).status_code == 400
    assert house.get("/", headers={"host": "localhost:8000"}).status_code == 200


@pytest.mark.parametrize(
    ("method", "name", "value"),
    [("GET", "host", "["), ("GET", "host", "[::1"), ("POST", "origin", "http://[")],
)
def test_what_cannot_be_read_is_said_in_a_sentence(
    house: TestClient, caplog: pytest.LogCaptureFixture, method: str, name: str, value: str
) -> None:
    response = house.request(method, "/api/tables", headers={name: value})
    assert response.status_code == 400
    assert response.json() == {"words": "That request cannot be read."}
    for header, words in HEADERS.items():
        assert response.headers.get_list(header) == [words]
    assert not caplog.records


def test_a_query_that_no_database_could_keep_is_not_read(house: TestClient) -> None:
    response = house.get("/api/rules?q=%00")
    assert response.status_code == 400
    assert response.json() == {"words": "That request cannot be read."}
    assert house.get("/api/rules?q=%2500").status_code == 200


def test_a_private_table_looks_like_none_to_strangers(house: TestClient, ann: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="me")
    stranger = Guest(house)
    for path in ("", "/seats", "/record", "/log", "/luck", "/proof"):
        there = stranger.client.get(f"/api/tables/{table}{path}")
        nowhere = stranger.client.get(f"/api/tables/nothing{path}")
        assert (there.status_code, there.text) == (nowhere.status_code, nowhere.text)
    stranger.get(f"/replay/{table}", 404)
    address = f"ws://127.0.0.1/api/tables/{table}/socket"
    with (
        stranger.client.websocket_connect(address) as socket,
        pytest.raises(WebSocketDisconnect) as gone,
    ):
        socket.receive_text()
    assert gone.value.code == 4404


def test_the_secret_of_the_dice_stays_until_the_end(ann: Guest) -> None:
    table = ann.table_of("pig", {"Ann": "me", "Bob": "me"})
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        at.answer(at.notations[1])
        house = ann.client.app.state.house  # type: ignore[attr-defined]
        secret = house.rooms[table].row.secret
        assert len(secret) == 64
        assert secret not in str(at.heard)
        assert secret not in ann.get(f"/api/tables/{table}/record").text
        at.play()
        assert at.now["secret"] == secret


def test_a_seed_of_seeded_dice_is_not_told_before_the_end(ann: Guest) -> None:
    table = ann.table_of("pig", {"Ann": "me", "Bob": "me"}, dice="seeded", seed="telltale")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        assert "telltale" not in str(at.heard)
        assert "telltale" not in ann.get(f"/api/tables/{table}/record").text


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"type": "dance"}', '{"type": "answer"}', "[[", "\ufffd"]
)
def test_messages_that_make_no_sense_get_a_sentence(ann: Guest, text: str) -> None:
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.say_raw(text)
        assert at.until("problem")["words"] == "That message cannot be read."
        at.sow()
        at.until("begun")
        at.answer("Ann hold")


def test_a_message_that_is_too_long_is_not_read(ann: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.say_raw("x" * (LONGEST_MESSAGE + 1))
        assert at.until("problem")["words"] == "That message is too long."


def test_who_keeps_talking_nonsense_is_shown_out(ann: Guest) -> None:
    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        for _ in range(60):
            at.say_raw("{")
        with pytest.raises(WebSocketDisconnect) as gone:
            at.until("never")
    assert gone.value.code == 4429


def test_names_are_escaped_in_pages(house: TestClient) -> None:
    page = house.get("/rules?q=<script>alert(1)</script>").text
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


@pytest.mark.parametrize("path", ["/table/x", "/replay/x", "/join/x", "/watch/x", "/new/x", "/x"])
def test_what_is_not_there_is_said_on_a_page(house: TestClient, path: str) -> None:
    response = house.get(path)
    assert response.status_code == 404
    assert "<h1" in response.text


def test_a_fault_of_ours_tells_nothing_of_our_insides(
    house: TestClient, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("inside")

    table = ann.table("pig", Ann="me", Bob="me")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        monkeypatch.setattr("legendry.web.room.Room._hear", broken)
        at.say("look", number=0)
        words = at.until("problem")["words"]
        assert "inside" not in words
        monkeypatch.undo()
        at.answer("Ann hold")
    monkeypatch.setattr(type(house.app.state.house.store), "tables_of", broken)  # type: ignore[attr-defined]
    response = ann.client.get("/api/tables")
    assert response.status_code == 500
    assert "inside" not in response.text


def test_a_bucket_lets_through_so_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("legendry.web.guard.time.monotonic", lambda: now)
    bucket = Bucket(rate=2, most=3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 100.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    many = Buckets(rate=1, most=1, visitors=2)
    assert [many.take(name) for name in "aab"] == [True, False, True]


class TestFloods:
    """The time stands still: what is taken does not come back."""

    @pytest.fixture
    def house(self, sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
        monkeypatch.setattr("legendry.web.guard.time.monotonic", lambda: 100.0)
        with opened(sqlite_url) as house:
            yield house

    def asked(self, house: TestClient, address: str, times: int, **headers: str) -> list[int]:
        """What these requests from one address are answered with; none brings what it was given."""
        client = TestClient(house.app, base_url=HOUSE, client=(address, 1))
        client.portal = house.portal
        found = []
        for _ in range(times):
            found.append(client.get("/static/css/tokens.css", headers=headers).status_code)
            client.cookies.clear()
        return found

    @pytest.mark.parametrize("headers", [{}, {"cookie": "visitor=short"}])
    def test_who_takes_no_token_is_counted_by_his_address(
        self, house: TestClient, headers: dict[str, str]
    ) -> None:
        assert self.asked(house, "192.0.2.1", 201, **headers) == [200] * 200 + [429]
        assert self.asked(house, "192.0.2.2", 1) == [200], "others come from elsewhere"

    def test_many_may_come_by_one_address(self, house: TestClient) -> None:
        """A first visit takes one request without a token; all that the page then loads has one."""
        small = "/static/css/tokens.css"
        guests = [Guest(house) for _ in range(150)]
        for guest in guests:
            guest.get(small)
        for guest in guests[::75]:
            assert [guest.client.get(small).status_code for _ in range(150)] == [200] * 150

    def test_a_flood_does_not_shut_out_who_has_a_token(self, house: TestClient) -> None:
        ann = Guest(house)
        ann.get("/")
        assert self.asked(house, "testclient", 200)[-1] == 429
        ann.get("/")


@pytest.mark.parametrize(
    "cookie", ["", "visitor=short", "visitor=<b>", "visitor=" + "a" * 100, ";;=x"]
)
def test_a_token_that_is_none_counts_for_nothing(cookie: str) -> None:
    assert visitor_of(Headers({"cookie": cookie})) == ""


@pytest.mark.parametrize(
    "other",
    [
        'prefs={"lang":"en"}',
        "sess=a b c",
        "k=\xfc",
        "theme",
        "a@b=1",
        "visitor=x",
        "a=" + "b" * 5000,
    ],
)
def test_cookies_of_other_programs_do_not_hide_a_token(other: str) -> None:
    token = "t" * 32
    for cookie in (f"{other}; visitor={token}", f"visitor={token};{other}"):
        assert visitor_of(Headers({"cookie": cookie})) == token
