"""A server that is killed at any moment has lost nothing that it acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator, Callable
from random import Random

import msgspec
import pytest

from legendry.table import Replay
from legendry.web.storage import AnswerRow, Store
from tests.web.guests import PATIENCE, SEED, Guest, opened
from tests.web.servers import Player, Server, Visitor, check_kept

pytestmark = pytest.mark.anyio

KILLS = int(os.environ.get("LEGENDRY_KILLS", "5"))
"""The gate kills a few times; set this for a long night."""
ANSWERS = 60
"""At most so many answers are acknowledged before the next kill."""

FIGHT = {"game": "fight", "edition": "ancient-world"}
PIG = {"game": "pig", "options": {"target": 300}}
TABLES = [
    (FIGHT, {"Wayfarers": "me", "Outlaws": "friend"}),
    (FIGHT, {"Wayfarers": "me", "Outlaws": "me"}),
    (FIGHT, {"Wayfarers": "friend", "Outlaws": "bot:random"}),
    (PIG, {"Ann": "me", "Bob": "friend"}),
    (PIG, {"Ann": "me", "Bob": "me"}),
    (PIG, {"Ann": "friend", "Bob": "bot:random"}),
]


class Company:
    """All players at all tables; and how many more answers somebody waits for."""

    def __init__(self, *servers: Server) -> None:
        self.servers = servers
        self.owner = Visitor(*servers)
        self.friend = Visitor(*servers)
        self.players: list[Player] = []
        self.left = 0
        self.enough = asyncio.Event()

    def heard(self) -> None:
        self.left -= 1
        if self.left <= 0:
            self.enough.set()

    async def acknowledge(self, answers: int) -> None:
        """Wait until so many more answers are acknowledged, in all games together."""
        self.left = answers
        self.enough.clear()
        async with asyncio.timeout(PATIENCE):
            await self.enough.wait()

    async def finish(self) -> None:
        """Play all games to the end."""
        async with self.playing() as everybody, asyncio.timeout(PATIENCE):
            await everybody
        await self.check()

    async def sit_down(self) -> None:
        """Tables of every kind, with new players."""
        for setup, seats in TABLES:
            table = await self.owner.table(players=seats, **setup)  # type: ignore[arg-type]
            for name, player in seats.items():
                if player == "friend":
                    await self.friend.join(self.owner, table, name)
            for visitor, kind in ((self.owner, "me"), (self.friend, "friend")):
                if kind in seats.values():
                    seed = len(self.players)
                    self.players.append(Player(visitor, table, seed, self.heard))

    @property
    def at_play(self) -> list[Player]:
        return [player for player in self.players if player.outcome is None]

    @contextlib.asynccontextmanager
    async def playing(self) -> AsyncIterator[asyncio.Future[list[None]]]:
        """Everybody plays until the body is left; gives what ends when all games are over."""
        everybody = asyncio.gather(*(player.play() for player in self.at_play))
        try:
            yield everybody
        finally:
            everybody.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await everybody

    async def check(self) -> None:
        seen: dict[str, list[object]] = {}
        for player in self.players:
            seen[player.table] = max(seen.get(player.table, []), player.seen, key=len)
            longer = seen[player.table]
            assert player.seen == longer[: len(player.seen)], "two saw different games"
        for table, entries in seen.items():
            if entries:
                await check_kept(self.owner, table, entries)


async def test_what_was_acknowledged_is_never_lost(sqlite_url: str) -> None:
    luck = Random(KILLS)
    with Server(sqlite_url) as server:
        company = Company(server)
        for _ in range(KILLS):
            if len(company.at_play) < len(TABLES):
                await company.sit_down()
            async with company.playing():
                await company.acknowledge(luck.randrange(ANSWERS))
                await asyncio.sleep(luck.uniform(0, 0.005))
                server.kill()
            server.start()
            await company.check()
        await company.finish()


async def test_a_worker_is_killed_and_the_other_goes_on(postgres_url: str) -> None:
    luck = Random(1)
    with Server(postgres_url) as stays, Server(postgres_url) as dies:
        company = Company(stays, dies)
        await company.sit_down()
        async with company.playing():
            await company.acknowledge(luck.randrange(ANSWERS))
            dies.kill()
            await company.acknowledge(ANSWERS)
            dies.start()
            await company.acknowledge(ANSWERS)
        await company.check()
        await company.finish()


@pytest.mark.parametrize("written", [True, False])
def test_after_a_commit_of_unknown_fate_the_game_is_as_the_store_has_it(
    sqlite_url: str, written: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeps = Store.append

    async def fails(self: Store, row: AnswerRow, then: Callable[[], None]) -> None:
        if written:
            await keeps(self, row)
        raise OSError("no word from the disk")

    with opened(sqlite_url) as house:
        ann = Guest(house)
        table = ann.table("pig", Ann="me", Bob="me")
        with ann.at(table) as at:
            at.sow()
            at.until("begun")
            monkeypatch.setattr(Store, "append", fails)
            at.say("answer", seat="Ann", number=0, text="Ann hold")
            at.until("problem")
            monkeypatch.undo()
            assert at.now["number"] == int(written)
            assert at.answer(at.notations[0])["type"] == "update"
            text = ann.get(f"/api/tables/{table}/record").text
            replay = Replay.of(text)
            replay.run()
            assert json.loads(msgspec.json.encode(replay.table.view(None))) == at.now["view"]


def test_dice_that_were_waited_for_when_the_server_fell_are_rolled_and_kept(
    sqlite_url: str,
) -> None:
    """Gone after a seat gave up its own dice, and before the table had rolled in its place."""
    with opened(sqlite_url) as house:
        ann = Guest(house)
        seats = [{"name": "Ann", "typed": True}, {"name": "Bob"}]
        body = {"game": "pig", "seats": seats, "dice": "seeded", "seed": SEED}
        table = ann.post("/api/tables", body, 201)["id"]
        with ann.at(table) as at:
            at.sow()
            at.until("begun")
            assert at.request["kind"] == "roll"
        store = house.app.state.house.store  # type: ignore[attr-defined]
        house.portal.call(store.type_dice, table, "Ann", False)  # type: ignore[union-attr]
    with opened(sqlite_url) as house:
        again = Guest(house)
        again.client.cookies = ann.client.cookies
        with again.at(table) as at:
            assert at.request["kind"] == "choose"
            at.answer("Ann hold")
        Replay.of(again.get(f"/api/tables/{table}/record").text).run()
