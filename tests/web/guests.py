"""Guests at a web table without a browser: each has a cookie of its own and speaks the messages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import sleep
from types import TracebackType
from typing import Any, Self

from starlette.testclient import TestClient, WebSocketTestSession

from legendry.web.app import application

HOUSE = "http://127.0.0.1"
PATIENCE = 120.0
"""Seconds after which nothing more is to be heard, however busy the machine is."""
TOO_MANY = "Too many messages: wait a moment."
SEED = "25"
"""Dice with which nobody throws a 1 in the first turns of Pig."""


def merged(view: Any, changed: Any) -> Any:
    """A view, whole, from the one before it and what has changed, as the page makes it."""
    entries = changed.get("entries", {}).items()
    return view | changed.get("fields", {}) | {name: view[name] | some for name, some in entries}


def notation_of(option: Any) -> str:
    """An option is sent as its notation alone where there is nothing else to say."""
    return str(option["notation"] if isinstance(option, dict) else option)


def page_data(page: str) -> dict[str, Any]:
    """What a page gives its script to begin with."""
    found = re.search(r'id="page-data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def total(ledger: dict[str, Any]) -> int:
    return sum(line["amount"] for line in ledger["lines"])


class Guest:
    """A visitor: makes tables, follows links, sits down."""

    def __init__(self, house: TestClient) -> None:
        self.client = TestClient(house.app, base_url=HOUSE)
        self.client.portal = house.portal

    def get(self, path: str, status: int = 200) -> Any:
        response = self.client.get(path, follow_redirects=True)
        assert response.status_code == status, response.text
        return response.json() if response.headers["content-type"].endswith("json") else response

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        response = self.client.post(path, json=body if body is not None else {})
        assert response.status_code == status, response.text
        return response.json()

    def table(self, game: str, **players: str) -> str:
        """A new table with these seats, `Ann="me", Bob="bot:random"`, always with the same dice."""
        return self.table_of(game, players, dice="seeded", seed=SEED)

    def table_of(self, game: str, players: dict[str, str], **more: Any) -> str:
        seats = [{"name": name, "player": player} for name, player in players.items()]
        made = self.post("/api/tables", {"game": game, "seats": seats, **more}, 201)
        return str(made["id"])

    def links(self, table: str) -> dict[str, str]:
        found = self.get(f"/api/tables/{table}/seats")
        return {seat["name"]: seat["link"] for seat in found["seats"]} | {"": found["watch_link"]}

    def take(self, link: str, status: int = 200) -> None:
        """Follow a link and press its button: hold a seat from now on, or watch."""
        response = self.client.post(link, follow_redirects=True)
        assert response.status_code == status, response.text

    def at(self, table: str, since: int | None = None) -> Chair:
        return Chair(self, table, since)


class Chair:
    """A guest at a table, connected."""

    def __init__(self, guest: Guest, table: str, since: int | None) -> None:
        query = "" if since is None else f"?since={since}"
        self._session: WebSocketTestSession = guest.client.websocket_connect(
            f"ws://127.0.0.1/api/tables/{table}/socket{query}"
        )
        self.now: Any = None
        self.heard: list[Any] = []

    def __enter__(self) -> Self:
        self._session.__enter__()
        self.welcome = self.until("welcome")
        self.you = self.welcome["you"]
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._session.__exit__(kind, error, at)

    def say(self, type: str, **fields: Any) -> None:
        self._session.send_json({"type": type, **fields})

    def say_raw(self, frame: str | bytes) -> None:
        if isinstance(frame, bytes):
            self._session.send_bytes(frame)
        else:
            self._session.send_text(frame)

    def hear(self) -> Any:
        waiting = self._session.portal.start_task_soon(self._session._send_rx.receive)
        frame = waiting.result(PATIENCE)
        self._session._raise_on_close(frame)
        message = json.loads(frame["text"])
        self.heard.append(message)
        if "now" in message:
            now = message["now"]
            if now and "changed" in now:
                now["view"] = merged(self.now["view"], now.pop("changed"))
            self.now = now
        return message

    def until(self, *types: str) -> Any:
        while (message := self.hear())["type"] not in types:
            pass
        return message

    def sow(self) -> None:
        for seat in self.you:
            self.say("seed", seat=seat, seed=f"seed of {seat}")

    def answer(self, text: str, seat: str = "", number: int | None = None) -> Any:
        """Answer the question of the moment; gives the update or the refusal.

        Who is quicker than the server allows waits a moment, as he is told to.
        """
        seat = seat or self.request["seat"]
        number = self.now["number"] if number is None else number
        while True:
            self.say("answer", seat=seat, number=number, text=text)
            heard = self.until("update", "refused", "problem")
            if heard.get("words") != TOO_MANY:
                return heard
            sleep(0.1)

    @property
    def request(self) -> Any:
        return self.now["request"]

    @property
    def notations(self) -> list[str]:
        return [notation_of(option) for option in self.request.get("options", ())]

    def play(self, most: int = 10_000, choose: Callable[[list[str]], str] = min) -> None:
        """Answer whatever this guest's seats are asked, until the game is over."""
        for _ in range(most):
            if self.now.get("outcome") or most == 0:
                return
            if self.request["seat"] in self.you:
                assert self.answer(choose(self.notations))["type"] == "update"
            else:
                self.until("update")


@contextmanager
def opened(database: str) -> Iterator[TestClient]:
    """A server on that database; leaving closes it as Ctrl+C would."""
    with TestClient(application(database), base_url=HOUSE) as house:
        yield house
