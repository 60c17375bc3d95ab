"""What a page is told after it has come: no more than what has changed, and never out of order."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from legendry.legends.fight import FIGHT
from legendry.legends.views import shown
from legendry.table import Choose, Seeded, Table, find_game
from legendry.web.forms import EDITIONS, prepared
from legendry.web.sockets import MOST_WAITING, SHUT_OUT, TOO_SLOW, Connection
from legendry.web.storage.writer import AnswerPen
from legendry.web.telling import changes
from tests.legends.arena import arena, who
from tests.web.guests import Guest, merged, opened


@pytest.fixture
def ann(sqlite_url: str) -> Iterator[Guest]:
    with opened(sqlite_url) as house:
        yield Guest(house)


class Token(Struct, frozen=True):
    at: str
    harm: int = 0


class View(Struct, frozen=True):
    turn: int
    tokens: dict[str, Token]
    goal: str | None = None


def told(before: View, after: View) -> Any:
    return plain(changes(before, after))


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


# -- what has changed --------------------------------------------------------------------------


def test_what_is_the_same_is_not_told() -> None:
    tokens = {"Ajax": Token("0405"), "Hector": Token("0608")}
    view = View(1, tokens, "the well")
    assert told(view, View(1, dict(tokens), "the well")) == {}
    assert told(view, View(2, tokens, "the well")) == {"fields": {"turn": 2}}
    assert told(view, View(1, tokens)) == {"fields": {"goal": None}}


def test_of_things_by_name_only_those_that_changed_are_told() -> None:
    tokens = {"Ajax": Token("0405"), "Hector": Token("0608")}
    hurt = {**tokens, "Hector": Token("0608", 3)}
    assert told(View(1, tokens), View(1, hurt)) == {
        "entries": {"tokens": {"Hector": {"at": "0608", "harm": 3}}}
    }


@pytest.mark.parametrize("names", [("Ajax",), ("Ajax", "Hector", "Wolf"), ("Wolf", "Ajax")])
def test_where_somebody_comes_or_goes_all_are_told(names: tuple[str, ...]) -> None:
    """So that a page has exactly those names, in the server's order."""
    before = View(1, {"Ajax": Token("0405"), "Hector": Token("0608")})
    after = View(1, {name: Token("0405") for name in names})
    assert told(before, after) == {"fields": {"tokens": plain(after.tokens)}}


@pytest.mark.parametrize("game", ["pig", "peddlers", "fight", "dragon", "dogfight"])
def test_merged_with_what_changed_a_view_is_the_next_one(game: str) -> None:
    """For every reader of every game, whatever happens in it."""
    seats, luck = ("Ann", "Bob"), Random(7)
    edition = "ancient-world" if game == "fight" else EDITIONS.get(game, "")
    setup = prepared(game, edition, {}, seats)
    table = Table(find_game(game), seats, Seeded(3), edition=edition, setup=setup)
    readers = (None, *seats)
    known = {eyes: (table.view(eyes), plain(table.view(eyes))) for eyes in readers}
    for _ in range(120):
        request = table.pending
        if request is None:
            break
        assert isinstance(request, Choose)
        for brief, option in zip(request.brief, request.options, strict=True):
            said = (option.notation, option.words, option.leads)
            assert (brief, "", False) == said if isinstance(brief, str) else brief == option
            assert request.find(option.notation) == option
        table.answer(luck.choice(request.options))
        for eyes in readers:
            before, page = known[eyes]
            view = table.view(eyes)
            page = merged(page, plain(changes(before, view)))
            assert page == plain(view)
            known[eyes] = view, page


def test_fighters_are_shown_as_they_are_and_not_as_they_were() -> None:
    """Views of fighters are kept while nothing about them changes; in two fights at once, too."""
    setup = prepared("fight", "ancient-world", {}, ("Ann", "Bob"))
    tables = [
        Table(FIGHT, ("Ann", "Bob"), Seeded(seed), edition="ancient-world", setup=setup)
        for seed in (1, 2)
    ]
    luck = Random(4)
    for _ in range(150):
        for table in tables:
            request = table.pending
            if isinstance(request, Choose):
                table.answer(luck.choice(request.options))
            state = table.state
            for name, view in FIGHT.view(state, "Ann").fighters.items():
                assert view == shown(state, "Ann", state.named(name))


def test_a_grappler_is_shown_anew_when_another_joins_him_or_leaves() -> None:
    """Nothing about himself changes when one of two who hold him falls."""
    ajax, diomedes = (
        who(name, "Greeks", holds="Hector", weapons=["dagger"]) for name in ("Ajax", "Dio")
    )
    hector = who("Hector", "Trojans", "0404", weapons=["dagger"], armor=["small-shield"])
    state = arena("ancient-world", ajax, diomedes, hector).state
    seen = FIGHT.view(state, None).fighters["Hector"]
    assert seen.grappling == ("Ajax", "Dio")
    for name, left in (("Ajax", ("Dio",)), ("Dio", ())):
        state.named(name).take(damage=100)
        seen = FIGHT.view(state, None).fighters["Hector"]
        assert seen == shown(state, None, state.named("Hector"))
        assert seen.grappling == left
    assert seen.armor == 1, "his shield is of use again (GRP-12)"


def test_a_screen_that_two_with_secrets_share_is_told_the_whole_view_of_each(ann: Guest) -> None:
    """What changed for one seat says nothing of what the other knows."""
    table = ann.table_of("peddlers", {"Ann": "me", "Bob": "me"}, dice="seeded", seed="5")
    with ann.at(table) as at:
        at.sow()
        at.until("begun")
        for _ in range(12):
            asked = at.request["seat"]
            at.answer(at.notations[0])
            hands = {one["name"]: one["hand"] for one in at.now["view"]["peddlers"]}
            if (now := at.request["seat"]) != asked:
                break
        assert now != asked
        others = [name for name in hands if name != now]
        assert hands[now] is not None
        assert all(not hands[name] for name in others)


def test_nobody_hears_of_an_answer_before_it_is_on_disk(
    ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What there is to tell is worked out before, and waits."""
    writes, tells = AnswerPen._insert, Connection.hear
    happened: list[str] = []

    async def insert(self: AnswerPen, array: str) -> set[tuple[str, int]]:
        happened.append("writes")
        written = await writes(self, array)
        happened.append("on disk")
        return written

    def hear(self: Connection, message: bytes) -> None:
        happened.append("tells")
        tells(self, message)

    table = ann.table_of("pig", {"Ann": "me", "Bob": "me"}, dice="seeded", seed="5")
    with ann.at(table) as at, ann.at(table) as too:
        at.sow()
        at.until("begun")
        too.until("begun")
        monkeypatch.setattr(AnswerPen, "_insert", insert)
        monkeypatch.setattr(Connection, "hear", hear)
        at.answer("Ann hold")
        assert too.until("update")["now"]["number"] == at.now["number"]
    assert happened[:4] == ["writes", "on disk", "tells", "tells"]


# -- pages that are slower than we are ---------------------------------------------------------


class Wire:
    """Sends what it is given while it is open; else whoever sends must wait."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.open.set()
        self.sent: list[Any] = []

    async def send(self, message: Any) -> None:
        await self.open.wait()
        self.sent.append(message.get("text", message.get("code")))

    async def until(self, last: object) -> None:
        async with asyncio.timeout(60):
            while not self.sent or self.sent[-1] != last:
                await asyncio.sleep(0)


def test_a_page_that_keeps_up_is_told_at_once() -> None:
    async def play() -> None:
        wire = Wire()
        page = Connection(wire.send, "Ann")
        page.hear(b"one")
        page.hear(b"two")
        assert wire.sent == ["one", "two"]

    asyncio.run(play())


def test_a_slow_page_is_told_everything_in_order() -> None:
    async def play() -> None:
        wire = Wire()
        page = Connection(wire.send, "Ann")
        page.hear(b"one")
        wire.open.clear()
        page.hear(b"two")
        page.hear(b"three")
        assert wire.sent == ["one"]
        wire.open.set()
        await wire.until("three")
        assert wire.sent == ["one", "two", "three"]
        await asyncio.sleep(0)
        page.hear(b"four")
        assert wire.sent[-1] == "four"

    asyncio.run(play())


def test_a_page_too_far_behind_must_connect_again() -> None:
    async def play() -> None:
        wire = Wire()
        page = Connection(wire.send, "Ann")
        wire.open.clear()
        for number in range(MOST_WAITING + 2):
            page.hear(str(number).encode())
        wire.open.set()
        await wire.until(TOO_SLOW)
        assert wire.sent == ["0", TOO_SLOW]

    asyncio.run(play())


def test_a_slow_page_that_is_shut_out_is_told_nothing_that_waited() -> None:
    async def play() -> None:
        wire = Wire()
        page = Connection(wire.send, "Ann")
        wire.open.clear()
        page.hear(b"one")
        page.hear(b"two")
        page.shut_out()
        page.hear(b"three")
        wire.open.set()
        await wire.until(SHUT_OUT)
        page.hear(b"four")
        await asyncio.sleep(0)
        assert wire.sent == ["one", SHUT_OUT]

    asyncio.run(play())


def test_a_page_that_is_gone_troubles_nobody() -> None:
    async def gone(message: Any) -> None:
        raise OSError("the connection is lost")

    async def play() -> None:
        page = Connection(gone, "Ann")
        page.hear(b"one")
        page.close()

    asyncio.run(play())
