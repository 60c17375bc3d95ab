"""Companies over the web: founded, kept, at one table at a time, changed by what was played there."""

from __future__ import annotations

import io
import sqlite3
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from legendry.legends.campaign.game import QUESTION
from legendry.legends.campaign.journal import Book, read_company, replayed
from legendry.table import Record, Replay
from legendry.web.storage import CompanyRow, Outdated, Store, TableRow
from tests.web.guests import Chair, Guest, opened

AW = "ancient-world"
GREY = "The Grey Company"
MAUD, WEND = "maud-gray", "brother-wend"


@pytest.fixture
def house(sqlite_url: str) -> Iterator[TestClient]:
    with opened(sqlite_url) as house:
        yield house


@pytest.fixture
def ann(house: TestClient) -> Guest:
    return Guest(house)


def founding(*heroes: str, name: str = GREY, **more: Any) -> dict[str, Any]:
    members = [{"hero": one} for one in heroes or (MAUD, WEND)]
    return {"name": name, "edition": AW, "members": members, **more}


def founded(guest: Guest, *heroes: str, **more: Any) -> str:
    made = guest.post("/api/companies", founding(*heroes, **more), 201)
    return str(made["id"])


def book(guest: Guest, id: str) -> Book:
    """The company's file, read as any other: its journal leads to the company."""
    return read_company(guest.get(f"/api/companies/{id}.toml").text)


def camp(guest: Guest, id: str, **more: Any) -> str:
    body = {"dice": "seeded", "seed": "7", **more}
    return str(guest.post(f"/api/companies/{id}/camp", body)["id"])


def bring(guest: Guest, text: str, status: int = 201) -> Any:
    headers = {"content-type": "text/plain"}
    response = guest.client.post("/api/companies/file", content=text.encode(), headers=headers)
    assert response.status_code == status, response.text
    return response.json()


def rich(guest: Guest, **fields: int) -> str:
    """A company of Maud alone, who has so much XP, gold, …"""
    lines = [f"{name} = {value}" for name, value in fields.items()]
    file = "\n".join(
        [
            f'name = "Maud"\nedition = "{AW}"\nst = 12\ndx = 11\niq = 9',
            *lines,
            'weapons = ["short-sword"]',
        ]
    )
    body = {"name": "Maud's own", "edition": AW, "members": [{"toml": file}]}
    return str(guest.post("/api/companies", body, 201)["id"])


def does(chair: Chair, text: str) -> None:
    """An answer of several steps, until the company may do the next thing."""
    assert chair.answer(text)["type"] == "update"
    while chair.request["asks"] != QUESTION:
        chair.until("update")


class TestKeeping:
    def test_a_company_is_founded_of_heroes_and_kept_characters(self, ann: Guest) -> None:
        toml = f'name = "Orla"\nedition = "{AW}"\nst = 10\ndx = 12\niq = 10\n'
        kept = ann.post("/api/characters", {"toml": toml}, 201)
        members = [{"hero": MAUD, "player": "Ann"}, {"character": kept["id"], "player": "Bob"}]
        body = {"name": GREY, "edition": AW, "members": members, "tongues": ["orcish"]}
        id = ann.post("/api/companies", body, 201)["id"]
        company = book(ann, id).company
        assert [(one.name, one.player) for one in company.members] == [
            ("Maud Gray", "Ann"),
            ("Orla", "Bob"),
        ]
        assert company.tongues == ("orcish",)
        (listed,) = ann.get("/api/companies")
        assert listed["name"] == GREY
        assert listed["members"] == ["Maud Gray", "Orla"]

    def test_nobody_else_sees_or_touches_it(self, house: TestClient, ann: Guest) -> None:
        id, bob = founded(ann), Guest(house)
        for path in ("", ".toml", ".zip", "/purchases?who=Maud Gray"):
            assert "You keep no such company" in bob.get(f"/api/companies/{id}{path}", 404)["words"]
        for path in ("camp", "deeds", "fight", "leave"):
            body = {"text": "rest a night"} if path == "deeds" else {}
            bob.post(f"/api/companies/{id}/{path}", body, 404)
        assert bob.client.delete(f"/api/companies/{id}").status_code == 404
        bob.get(f"/companies/{id}", 404)
        assert bob.get("/api/companies") == []

    def test_rename_join_leave_and_delete(self, ann: Guest) -> None:
        id = founded(ann)
        renamed = ann.client.put(f"/api/companies/{id}", json={"name": "The Brown Company"})
        assert renamed.json()["name"] == "The Brown Company"
        hero = next(one for one in ann.get(f"/api/roster?edition={AW}") if one["kind"] == "roster"
                    and one["id"] not in (MAUD, WEND))  # fmt: skip
        ann.post(f"/api/companies/{id}/members", {"hero": hero["id"]})
        again = ann.post(f"/api/companies/{id}/members", {"hero": hero["id"]}, 422)
        assert "already" in again["words"]
        ann.client.delete(f"/api/companies/{id}/members/brother wend")
        found = book(ann, id)
        assert [one.name for one in found.company.members] == ["Maud Gray", hero["name"]]
        assert found.journal[-1].text == "Brother Wend leaves the company"
        assert ann.client.delete(f"/api/companies/{id}").status_code == 204
        ann.get(f"/api/companies/{id}", 404)

    @pytest.mark.parametrize(
        ("body", "words"),
        [
            (founding(name=""), "body.name"),
            (founding(name="a\nb"), "one line of up to 80"),
            (founding("nobody"), "nobody called"),
            ({**founding(), "edition": "chess"}, "no such edition"),
            ({**founding(), "members": []}, "body.members"),
            (founding(MAUD, MAUD), "already"),
            ({**founding(), "members": [{"character": "x"}]}, "no longer there"),
            ({**founding(), "members": [{"toml": "name = 3"}]}, "cannot be used"),
            (founding(options={"dodge_thrown": "perhaps"}), "dodge_thrown"),
            (founding(tongues=["!"]), "such a company cannot be"),
        ],
    )
    def test_what_cannot_be_is_said_in_a_sentence(
        self, ann: Guest, body: dict[str, Any], words: str
    ) -> None:
        assert words.lower() in ann.post("/api/companies", body, 422)["words"].lower()
        assert ann.get("/api/companies") == []

    @given(text=st.one_of(st.text(max_size=200), st.sampled_from(["format = 1\n[company]", "[["])))
    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
    def test_a_garbled_file_is_refused_politely(self, ann: Guest, text: str) -> None:
        assert bring(ann, text.encode("utf-8", "replace").decode(), 422)["words"]

    def test_a_file_that_its_journal_does_not_lead_to_is_refused(self, ann: Guest) -> None:
        text = ann.get(f"/api/companies/{founded(ann)}.toml").text
        words = bring(ann, text.replace("[company]\n", "[company]\nday = 9\n", 1), 422)["words"]
        assert "day is 9" in words

    def test_a_visitor_has_room_for_so_many(
        self, ann: Guest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("legendry.web.storage.store.MOST_COMPANIES", 1)
        founded(ann)
        assert "no room" in ann.post("/api/companies", founding(), 409)["words"]


class TestCamp:
    def test_a_deed_from_the_page_is_an_answer_at_its_table(self, ann: Guest) -> None:
        """CAM-5: 13 XP for ST 13; the price leaves his XP and counts as spent (CAM-1)."""
        id = rich(ann, xp=20)
        done = ann.post(f"/api/companies/{id}/deeds", {"text": "Maud raise ST"})
        assert done == {"url": "", "journal": ["Day 1: Maud raises ST to 13 for 13 XP"]}
        maud = book(ann, id).company.member("Maud").character
        assert (maud.st, maud.xp, maud.spent_xp) == (13, 7, 13)
        shown = ann.get(f"/api/companies/{id}")
        assert shown["journal"][-1]["record"] == shown["table"]
        record = ann.get(f"/api/tables/{shown['table']}/record").text
        assert "\nMaud raise ST\n" in record

    def test_what_cannot_be_bought_says_why(self, ann: Guest) -> None:
        id = rich(ann, xp=5)
        words = ann.post(f"/api/companies/{id}/deeds", {"text": "Maud raise ST"}, 409)["words"]
        assert words == "It costs 13 XP, and Maud has 5 (CAM-5)."
        offers = ann.get(f"/api/companies/{id}/purchases?who=maud")
        strength = next(one for one in offers if one["what"] == "ST")
        assert strength["refusal"] == "it costs 13 XP, and Maud has 5"
        assert strength["rule"] == "CAM-5"
        assert strength["cost"]["lines"][0]["amount"] == 13
        assert len(book(ann, id).journal) == 1

    @pytest.mark.parametrize(
        "text", ["undo Player", "hand Player", "secret 00", "\n", "? day = 9", "x" * 500, "rest a"]
    )
    def test_a_deed_that_is_none_changes_nothing(self, ann: Guest, text: str) -> None:
        id = founded(ann)
        assert ann.post(f"/api/companies/{id}/deeds", {"text": text}, 409)["words"]
        assert len(book(ann, id).journal) == 1

    def test_a_deed_that_asks_on_leads_to_the_table(self, ann: Guest) -> None:
        id = founded(ann)
        ann.post(f"/api/companies/{id}/deeds", {"text": "set out"})
        done = ann.post(f"/api/companies/{id}/deeds", {"text": "rest a day"})
        assert done["url"] == f"/table/{ann.get(f'/api/companies/{id}')['table']}"

    def test_its_camp_is_resumed_and_undone_like_any_game(self, ann: Guest) -> None:
        id = rich(ann, xp=20)
        table = camp(ann, id)
        assert camp(ann, id) == table
        with ann.at(table) as chair:
            chair.sow()
            chair.until("begun")
            assert chair.welcome["table"]["company"] == id
            does(chair, "Maud raise ST")
            assert book(ann, id).company.member("Maud").character.st == 13
            for _ in range(3):  # the steps of the answer: who, what, which
                chair.say("undo", number=chair.now["number"], seat="Player")
                chair.until("update")
        assert book(ann, id).company.member("Maud").character.st == 12

    def test_breaking_camp_writes_the_journal_once(self, ann: Guest) -> None:
        id = rich(ann, xp=20)
        table = camp(ann, id)
        with ann.at(table) as chair:
            chair.sow()
            chair.until("begun")
            does(chair, "Maud raise ST")
            assert chair.answer("break camp")["now"]["outcome"]["why"] == "the company breaks camp"
            for _ in range(3):
                found = ann.get(f"/api/companies/{id}")
                assert [one["text"] for one in found["journal"]][1:] == [
                    "Maud raises ST to 13 for 13 XP"
                ]
                assert found["table"] == ""
            chair.say("undo", number=chair.now["number"], seat="Player")
            assert "journal" in chair.until("refused")["words"]
        assert found["version"] == 3
        assert replayed(book(ann, id).journal) == book(ann, id).company

    def test_all_is_there_after_the_server_was_closed(self, sqlite_url: str) -> None:
        """Nobody looked at the company between the end of its camp and the end of the server."""
        with opened(sqlite_url) as house:
            ann = Guest(house)
            id = rich(ann, xp=20)
            with ann.at(camp(ann, id)) as chair:
                chair.sow()
                chair.until("begun")
                does(chair, "Maud raise ST")
                chair.answer("break camp")
            cookies = ann.client.cookies
        with opened(sqlite_url) as house:
            ann = Guest(house)
            ann.client.cookies = cookies
            assert book(ann, id).company.member("Maud").character.st == 13
            assert ann.get(f"/api/companies/{id}")["table"] == ""

    def test_a_table_that_is_lost_does_not_hold_the_company(
        self, sqlite_url: str, tmp_path: Path
    ) -> None:
        with opened(sqlite_url) as house:
            ann = Guest(house)
            id = rich(ann, xp=20)
            camp(ann, id)
            cookies = ann.client.cookies
        with sqlite3.connect(tmp_path / "tables.db") as database:
            database.execute("DELETE FROM tables")
        database.close()
        with opened(sqlite_url) as house:
            ann = Guest(house)
            ann.client.cookies = cookies
            assert "cannot be opened: There is no such table" in ann.get(f"/companies/{id}").text
            assert "is at a table" in ann.post(f"/api/companies/{id}/camp", {}, 409)["words"]
            assert ann.client.post(f"/api/companies/{id}/leave").status_code == 204
            assert camp(ann, id)

    def test_two_workers_write_it_down_once(self, postgres_url: str) -> None:
        with opened(postgres_url) as one, opened(postgres_url) as other:
            ann, again = Guest(one), Guest(other)
            id = rich(ann, xp=20)
            again.client.cookies = ann.client.cookies
            with ann.at(camp(ann, id)) as chair:
                chair.sow()
                chair.until("begun")
                does(chair, "Maud raise ST")
                chair.answer("break camp")
            found: list[Any] = []

            def look(guest: Guest) -> None:
                found.append(guest.get(f"/api/companies/{id}"))

            threads = [threading.Thread(target=look, args=[one]) for one in (ann, again)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert found[0] == found[1]
            assert (found[0]["version"], len(found[0]["journal"])) == (3, 2)


class TestOneTable:
    def test_it_is_at_one_table_at_a_time(self, ann: Guest) -> None:
        id = founded(ann)
        ann.post(f"/api/companies/{id}/fight", {"foes": ["road-bandit"]})
        for path, body in (("camp", {}), ("fight", {}), ("deeds", {"text": "rest a night"})):
            words = ann.post(f"/api/companies/{id}/{path}", body, 409)["words"]
            assert "The Grey Company is at a table (Legends: a fight)" in words
        renamed = ann.client.put(f"/api/companies/{id}", json={"name": "Other"})
        assert renamed.status_code == 409
        assert ann.post(f"/api/companies/{id}/members", {"hero": MAUD}, 409)

    def test_called_away_from_a_fight_nothing_has_happened(self, ann: Guest) -> None:
        id = founded(ann)
        table = ann.post(f"/api/companies/{id}/fight", {"foes": ["road-bandit"]})["id"]
        assert ann.client.post(f"/api/companies/{id}/leave").status_code == 204
        assert len(book(ann, id).journal) == 1
        assert ann.client.post(f"/api/companies/{id}/leave").status_code == 409
        assert camp(ann, id) != table

    def test_called_away_from_a_camp_what_was_done_stays(self, ann: Guest) -> None:
        id = rich(ann, xp=20)
        ann.post(f"/api/companies/{id}/deeds", {"text": "Maud raise ST"})
        assert ann.client.post(f"/api/companies/{id}/leave").status_code == 204
        assert book(ann, id).company.member("Maud").character.st == 13
        assert ann.get(f"/api/companies/{id}")["table"] == ""

    def test_two_who_sit_down_at_once(self, ann: Guest) -> None:
        """Of two fights begun in the same moment the company is at one."""
        id = founded(ann)
        found: list[int] = []

        def begin() -> None:
            reply = ann.client.post(f"/api/companies/{id}/fight", json={"foes": ["road-bandit"]})
            found.append(reply.status_code)

        threads = [threading.Thread(target=begin) for _ in range(3)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        assert sorted(found) == [200, 409, 409]
        assert len(ann.get("/api/tables")["yours"]) == 1


class TestFights:
    def fight(self, ann: Guest, id: str, **more: Any) -> str:
        """A fight to its end, in which bots play everybody."""
        seats = [{"name": "Player", "player": "bot:greedy"}]
        body = {"seats": seats, "dice": "seeded", "seed": "3", **more}
        table = ann.post(f"/api/companies/{id}/fight", body)["id"]
        with ann.at(table) as chair:
            if chair.now is None:
                chair.say("start")
                chair.until("begun")
            while not chair.now.get("outcome"):
                chair.until("update")
        return str(table)

    def test_a_skirmish_changes_the_company_rul_69(self, ann: Guest) -> None:
        """CAM-2, RUL-69: harm and XP of the fight are the company's, and the journal names it."""
        id = founded(ann)
        table = self.fight(ann, id, foes=["road-bandit"])
        found = book(ann, id)
        entry = found.journal[-1]
        assert entry.record == table
        assert entry.text.startswith("A fight against Road Bandit: ")
        replay = Replay(Record.read(ann.get(f"/api/tables/{table}/record").text))
        replay.run()
        for fighter in replay.table.state.fighters:
            if fighter.name != "Road Bandit":
                character = found.company.member(fighter.name).character
                assert (character.damage, character.fatigue) == (fighter.damage, fighter.fatigue)
                assert character.xp == fighter.earned
        assert ann.get(f"/api/companies/{id}")["table"] == ""

    def test_it_is_applied_once_whenever_somebody_looks(self, sqlite_url: str) -> None:
        """The server ends after the fight and before anybody has looked at the company."""
        with opened(sqlite_url) as house:
            ann = Guest(house)
            id = founded(ann)
            self.fight(ann, id, foes=["road-bandit"])
            cookies = ann.client.cookies
        with opened(sqlite_url) as house:
            ann = Guest(house)
            ann.client.cookies = cookies
            first = book(ann, id)
            assert len(first.journal) == 2
            assert book(ann, id) == first
            assert ann.get(f"/api/companies/{id}")["version"] == 3

    def test_the_next_fight_begins_with_the_scars_of_the_last(self, ann: Guest) -> None:
        id = rich(ann, damage=3)
        table = ann.post(f"/api/companies/{id}/fight", {"foes": ["road-bandit"]})["id"]
        with ann.at(table) as chair:
            chair.sow()
            chair.until("begun")
            assert chair.now["view"]["fighters"]["Maud"]["damage"] == 3

    def test_a_company_that_is_called_like_its_foes(self, ann: Guest) -> None:
        id = founded(ann, name="Foes")
        self.fight(ann, id, foes=["road-bandit"])
        assert book(ann, id).journal[-1].text.startswith("A fight against Road Bandit: ")

    def test_there_must_be_somebody_to_fight(self, ann: Guest) -> None:
        id = founded(ann, MAUD)
        assert ann.client.delete(f"/api/companies/{id}/members/Maud Gray").status_code == 200
        words = ann.post(f"/api/companies/{id}/fight", {"foes": ["road-bandit"] * 2}, 409)["words"]
        assert words == "Nobody of The Grey Company is there to fight."

    def test_a_quiet_camp_is_broken_for_a_fight(self, ann: Guest) -> None:
        id = founded(ann)
        ann.post(f"/api/companies/{id}/deeds", {"text": "rest a night"})
        ann.post(f"/api/companies/{id}/fight", {"foes": ["road-bandit"]})
        assert [one.text for one in book(ann, id).journal][-1].startswith("A night passes")

    @pytest.mark.parametrize(
        ("body", "words"),
        [
            ({"foes": ["nobody at all"]}, "nobody called"),
            ({"board": "../../etc"}, "board"),
            ({"foes": ["road-bandit"] * 61}, "foes"),
            ({"played": "gm"}, "no game master"),
            ({"played": "bot:nobody"}, "bot"),
            ({"seats": [{"name": "A"}, {"name": "a"}]}, "same name"),
            ({"seats": [{"name": ""}]}, "seats"),
        ],
    )
    def test_a_fight_that_cannot_be(self, ann: Guest, body: dict[str, Any], words: str) -> None:
        id = founded(ann)
        assert words in ann.post(f"/api/companies/{id}/fight", body, 422)["words"]
        assert ann.get(f"/api/companies/{id}")["table"] == ""


class TestFiles:
    def test_a_company_travels_with_its_records(self, house: TestClient, ann: Guest) -> None:
        id = rich(ann, xp=40)
        for deed in ("Maud raise ST", "break camp", "Maud raise DX", "break camp"):
            ann.post(f"/api/companies/{id}/deeds", {"text": deed})
        archive = zipfile.ZipFile(io.BytesIO(ann.get(f"/api/companies/{id}.zip").content))
        names = ["maud-s-own.toml", "maud-s-own.1.rec", "maud-s-own.2.rec"]
        assert sorted(archive.namelist()) == sorted(names), archive.namelist()
        files = {name: archive.read(name).decode() for name in names}
        assert [one.record for one in read_company(files[names[0]]).journal] == ["", *names[1:]]
        bob = Guest(house)
        brought = bring(bob, files[names[0]])["id"]
        headers = {"content-type": "text/plain"}
        for name in names[1:]:
            path = f"/api/companies/{brought}/records/{name}"
            sent = bob.client.post(path, content=files[name].encode(), headers=headers)
            assert sent.status_code == 204, sent.text
        found = book(bob, brought)
        assert found.company == book(ann, id).company
        for entry in found.journal[1:]:
            assert bob.get(f"/api/replays/{entry.record}")["table"]["game"] == "camp"
        stray = bob.client.post(
            f"/api/companies/{brought}/records/other.rec", content=b"x", headers=headers
        )
        assert stray.status_code == 404

    def test_a_garbled_record_is_refused(self, ann: Guest) -> None:
        id = rich(ann, xp=40)
        ann.post(f"/api/companies/{id}/deeds", {"text": "Maud raise ST"})
        ann.post(f"/api/companies/{id}/deeds", {"text": "break camp"})
        name = book(ann, id).journal[-1].record
        headers = {"content-type": "text/plain"}
        path = f"/api/companies/{id}/records/{name}"
        assert ann.client.post(path, content=b"nonsense", headers=headers).status_code == 422
        assert book(ann, id).journal[-1].record == name


class TestPages:
    def test_they_show_everything_and_run_nothing(self, ann: Guest) -> None:
        evil = "<script>alert(1)</script>"
        id = founded(ann, name=evil)
        ann.post(f"/api/companies/{id}/deeds", {"text": "rest a night"})
        for path in ("/companies", f"/companies/{id}", f"/companies/{id}/print"):
            page = ann.get(path).text
            assert "Maud Gray" in page
            assert evil not in page
        page = ann.get(f"/companies/{id}").text
        assert "A night passes" in page
        table = ann.get(f"/api/companies/{id}")["table"]
        assert f'href="/table/{table}"' in page
        assert f'href="/replay/{table}"' in page
        one = ann.get(f"/companies/{id}/print?who=maud gray").text
        assert "Brother Wend" not in one
        ann.get(f"/companies/{id}/print?who=nobody", 404)


# -- the store ---------------------------------------------------------------------------------

ROW = CompanyRow("c", "ann", "Grey", AW, "toml", 1)


@pytest.mark.anyio
class TestStore:
    async def test_of_two_changes_at_once_one_is_told(self, store: Store) -> None:
        await store.keep_company(ROW)
        assert await store.change_company(ROW, toml="first")
        assert not await store.change_company(ROW, toml="second")
        row = await store.company("ann", "c")
        assert row is not None
        assert (row.toml, row.version) == ("first", 2)
        assert await store.company("bob", "c") is None

    async def test_company_and_table_are_one_change(self, store: Store) -> None:
        await store.keep_company(ROW)
        table = TableRow("t", 1, "camp", "ann", "w")
        await store.create(table, [], [], ROW)
        row = await store.company("ann", "c")
        assert row is not None
        assert row.table == "t"
        with pytest.raises(Outdated):
            await store.create(TableRow("u", 1, "camp", "ann", "x"), [], [], ROW)
        assert await store.table("u") is None
