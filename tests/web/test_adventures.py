"""Adventures over HTTP: what the forms offer, pictures, companies that set out, the author's desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from legendry.adventures.game import ADVENTURE, books, our_book
from legendry.table import Seeded, SetupError, Table
from legendry.web.app import application
from legendry.web.desk import picture
from legendry.web.forms import games_shown, prepared
from tests.adventures.shelf import COVER, STORY, shelved
from tests.web.guests import HOUSE, Guest

(SHOWN,) = (game for game in games_shown() if game.name == "adventure")
PLAYERS = {"Player": "me", "Foes": "bot:greedy"}
SVG = "<svg xmlns='http://www.w3.org/2000/svg'/>"


@pytest.fixture
def house(sqlite_url: str) -> Iterator[TestClient]:
    with TestClient(application(sqlite_url), base_url=HOUSE) as house:
        yield house


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A book with a picture, beside something that is none of its business."""
    place = tmp_path / "mill"
    (place / "pictures").mkdir(parents=True)
    shelved(place, STORY.replace("It *rains*.", "It *rains*.\n\n![A mill](pictures/mill.svg)"))
    (place / "pictures" / "mill.svg").write_text(SVG, "utf-8")
    (place / "pictures" / "notes.txt").write_text("the miller did it", "utf-8")
    (tmp_path / "secret.svg").write_text("secret", "utf-8")
    (place / "pictures" / "linked.svg").symlink_to(tmp_path / "secret.svg")
    return place


@pytest.fixture
def author(sqlite_url: str, folder: Path) -> Iterator[Guest]:
    with TestClient(application(sqlite_url, book=folder), base_url=HOUSE) as house:
        yield Guest(house)


# -- the forms ---------------------------------------------------------------------------------


def test_the_books_are_offered_with_whom_they_are_meant_for() -> None:
    assert {one.name for one in SHOWN.books} == set(books())
    assert SHOWN.mastered
    for one in SHOWN.books:
        book = our_book(one.name)
        assert [way.slug for way in one.editions] == [book.edition, *book.also]
        assert len(one.editions[0].company) == len(book.company)


def test_the_first_of_an_edition_is_its_shortest() -> None:
    firsts = {one.editions[0].slug: one for one in reversed(SHOWN.books)}
    for slug, first in firsts.items():
        assert first.pages == min(one.pages for one in SHOWN.books if one.editions[0].slug == slug)


def seats_of(setup: dict[str, Any], *seats: str) -> list[str]:
    table: Table[Any] = Table(ADVENTURE, seats, Seeded(1), edition="ancient-world", setup=setup)
    return [one.seat for one in table.state.people]


def test_the_company_is_dealt_out_to_those_who_play() -> None:
    seats = ["Ann", "Bo", "Foes"]
    setup = prepared("adventure", "ancient-world", {"foes": "Foes"}, seats)
    assert seats_of(setup, *seats)[:3] == ["Ann", "Bo", "Ann"]


def test_one_player_has_all_of_them() -> None:
    setup = prepared("adventure", "ancient-world", {}, ["Ann", "Foes"])
    assert set(seats_of(setup, "Ann", "Foes")) == {"Ann"}


def test_the_lobby_names_the_book_and_the_company(house: TestClient) -> None:
    ann, bell = Guest(house), "the-bell-under-the-lake"
    seats = [{"name": name, "player": "me"} for name in PLAYERS]
    for game, setup in (("adventure", {"book": bell}), ("camp", {}), ("pig", {})):
        body = {"game": game, "setup": setup, "seats": seats[: 1 if game == "camp" else 2]}
        ann.post("/api/tables", body, 201)
    named = {one["game"]: one["subject"] for one in ann.get("/api/tables")["yours"]}
    assert named == {"adventure": our_book(bell).title, "camp": "Wayfarers", "pig": ""}


def test_a_book_that_is_not_there_is_a_sentence(house: TestClient) -> None:
    seats = [{"name": name, "player": player} for name, player in PLAYERS.items()]
    for setup in ({"book": "no-such-book"}, {"book": "../cli"}, {"start": "nowhere"}):
        body = {"game": "adventure", "seats": seats, "setup": setup}
        assert "there is no" in Guest(house).post("/api/tables", body, 422)["words"].lower()
    with pytest.raises(SetupError, match="no book"):
        prepared("adventure", "", {"book": "no-such-book"}, ["Ann", "Bo"])


def test_a_page_is_read_and_chosen_from(house: TestClient) -> None:
    guest = Guest(house)
    table = guest.table("adventure", **PLAYERS)
    with guest.at(table) as chair:
        chair.sow()
        chair.until("begun")
        page = chair.now["view"]["page"]
        assert page["prose"]
        assert set(page["options"]) & set(chair.notations)
        assert chair.answer(page["options"][0])["type"] == "update"
        assert chair.now["view"]["path"] == [page["title"]]


# -- the game master ---------------------------------------------------------------------------


def test_who_is_not_the_master_learns_nothing_of_a_page_before_it_is_read(
    house: TestClient,
) -> None:
    max, ann = Guest(house), Guest(house)
    table = max.table_of(
        "adventure",
        {"Ann": "friend", "Foes": "bot:greedy"},
        gm={"name": "Max", "player": "me"},
        dice="seeded",
        setup={"foes": "Foes"},
    )
    ann.take(max.links(table)["Ann"])
    with max.at(table) as his, ann.at(table) as hers:
        his.sow()
        hers.sow()
        his.until("begun")
        hers.until("begun")
        assert not hers.now["view"]["page"]
        prose, title = his.now["view"]["page"]["prose"], his.now["view"]["page"]["title"]
        assert prose[0] not in str(hers.heard)
        assert title not in str(hers.heard)
        assert not hers.request.get("options")
        his.answer("Max reads aloud")
        hers.until("update")
        assert hers.now["view"]["page"]["prose"] == prose


# -- kept companies ----------------------------------------------------------------------------


def test_a_kept_company_sets_out_and_brings_home_what_happened(house: TestClient) -> None:
    guest = Guest(house)
    members = [{"hero": id} for id in our_book("the-ferrymans-lantern").company]
    founded = {"name": "The Few", "edition": "ancient-world", "members": members}
    company = guest.post("/api/companies", founded, 201)["id"]
    body = {"book": "the-ferrymans-lantern"}
    made = guest.post(f"/api/companies/{company}/adventure", body, 201)
    with guest.at(made["id"]) as chair:
        chair.sow()
        chair.until("begun")
        chair.answer(next(one for one in chair.notations if "Wren" in one))
    shown = guest.get(f"/api/companies/{company}")
    assert shown["table"] == made["id"]
    assert shown["company"]["plotwords"] == ["HERON"]
    refused = guest.post(f"/api/companies/{company}/adventure", body, 409)
    assert "The Few is at a table" in refused["words"]


def test_a_master_who_is_not_there_plays_nobody(house: TestClient) -> None:
    guest = Guest(house)
    founded = {
        "name": "The Few",
        "edition": "ancient-world",
        "members": [{"hero": "maud-gray"}],
    }
    company = guest.post("/api/companies", founded, 201)["id"]
    refused = guest.post(f"/api/companies/{company}/adventure", {"played": "gm"}, 422)
    assert "no game master" in refused["words"]


# -- pictures ----------------------------------------------------------------------------------


def test_a_picture_is_the_book_s_own_and_runs_nothing(author: Guest) -> None:
    table = author.post("/api/desk/tables", {}, 201)["id"]
    shown = author.get(f"/api/pictures/{table}/mill.svg")
    assert shown.text == SVG
    assert shown.headers["content-type"].startswith("image/svg+xml")
    assert "sandbox" in shown.headers["content-security-policy"]


@pytest.mark.parametrize(
    "name", ["notes.txt", "linked.svg", "none.svg", "..", "%2e%2e%2fsecret.svg", "..%5csecret.svg"]
)
def test_no_other_file_is_shown(author: Guest, name: str) -> None:
    table = author.post("/api/desk/tables", {}, 201)["id"]
    author.get(f"/api/pictures/{table}/{name}", 404)


def test_who_may_not_see_a_table_sees_no_picture_of_it(author: Guest) -> None:
    table = author.post("/api/desk/tables", {}, 201)["id"]
    Guest(author.client).get(f"/api/pictures/{table}/mill.svg", 404)


def test_a_book_that_came_along_has_no_pictures_elsewhere(house: TestClient, folder: Path) -> None:
    guest = Guest(house)
    files = {"book.toml": COVER, "story.md": STORY, "pictures/mill.svg": ""}
    company = {"name": "X", "members": [{"character": {"name": "A", "st": 12, "dx": 10, "iq": 10}}]}
    setup = {"files": files, "company": company}
    table = guest.table_of("adventure", PLAYERS, setup=setup, edition="ancient-world")
    guest.get(f"/api/pictures/{table}/mill.svg", 404)


def test_a_picture_by_an_odd_name_is_none(folder: Path) -> None:
    assert picture(folder, "mill.svg")
    for name in ("", ".", "..", "../book.toml", "../../secret.svg", str(folder / "book.toml")):
        assert picture(folder, name) is None


# -- the author's desk -------------------------------------------------------------------------


def saved(folder: Path, old: str, new: str) -> None:
    """As an editor saves: another text, another size."""
    file = folder / "story.md"
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")


def test_there_is_no_desk_unless_a_book_is_served(house: TestClient) -> None:
    assert "legendry book serve" in Guest(house).get("/api/desk", 404)["words"]
    Guest(house).get("/desk", 404)


def test_the_desk_knows_where_one_can_begin(author: Guest) -> None:
    desk = author.get("/api/desk")
    assert (desk["title"], desk["playable"], desk["mistakes"]) == ("The Mill", True, [])
    assert [one["id"] for one in desk["instructions"]] == ["the-road", "the-mill", "the-loft"]
    assert (desk["plotwords"], desk["things"]) == (["RAVEN"], ["ring"])
    assert "The author's desk" in author.get("/desk").text


def test_a_jump_begins_anywhere_with_any_company(author: Guest) -> None:
    jump = {"start": "the-road", "plotwords": ["OWL"], "things": ["ring"], "gold": 7}
    table = author.post("/api/desk/tables", jump, 201)["id"]
    with author.at(table) as chair:
        chair.sow()
        chair.until("begun")
        view = chair.now["view"]
        first = next(iter(view["members"].values()))
        assert view["plotwords"] == ["OWL", "RAVEN"]
        assert (first["gold"], first["belongings"][-1]) == (7, "ring")
        assert "Show the ring" in chair.notations
    assert "author-desk" in author.get(f"/table/{table}").text
    refused = author.post("/api/desk/tables", {"start": "nowhere"}, 422)
    assert "no instruction “nowhere”" in refused["words"]


def test_what_is_saved_is_played_from_the_same_page(author: Guest, folder: Path) -> None:
    saved(folder, "- **Plotword** RAVEN\n", "- **Plotword** RAVEN\n- Fatigue 2 to each\n")
    table = author.post("/api/desk/tables", {}, 201)["id"]
    assert not author.get(f"/api/desk?table={table}")["stale"]
    with author.at(table) as chair:
        chair.sow()
        chair.until("begun")
    saved(folder, "It *rains*.", "It *pours*.")
    assert author.get(f"/api/desk?table={table}")["stale"]
    again = author.post("/api/desk/tables", {"table": table}, 201)["id"]
    with author.at(again) as chair:
        chair.sow()
        chair.until("begun")
        view = chair.now["view"]
        assert view["page"]["id"] == "the-road"
        assert view["page"]["prose"][0] == "It *pours*."
        assert {one["fatigue"] for one in view["members"].values()} == {2}, "it happened twice"


def test_a_company_under_way_keeps_its_harm_and_where_it_was(author: Guest, folder: Path) -> None:
    inn = "## Inn\n\nWarm.\n\n- [Back](#the-road) if visited the-road\n- [Up](#the-loft)\n"
    saved(folder, "- **Plotword** RAVEN", "- Fatigue 1 to each\n- [In](#inn)")
    saved(folder, "- If RAVEN: XP 1\n", "")
    saved(folder, "## The loft", f"{inn}\n## The loft")
    table = author.post("/api/desk/tables", {}, 201)["id"]
    with author.at(table) as chair:
        chair.sow()
        chair.until("begun")
        chair.answer("In")
    again = author.post("/api/desk/tables", {"table": table}, 201)["id"]
    with author.at(again) as chair:
        chair.sow()
        chair.until("begun")
        view = chair.now["view"]
        assert (view["page"]["title"], view["path"]) == ("Inn", ["The road"])
        assert "Back" in chair.notations
        assert {one["fatigue"] for one in view["members"].values()} == {1}


def test_mistakes_are_told_with_file_and_line(author: Guest, folder: Path) -> None:
    saved(folder, "(#the-mill)", "(#the-mil)")
    desk = author.get("/api/desk")
    assert not desk["playable"]
    wrong = desk["mistakes"][0]
    assert wrong["where"] == "story.md:13"
    assert "the-mil" in wrong["words"]
    assert "the-mill" in wrong["fix"]
    assert "mistakes" in author.post("/api/desk/tables", {}, 409)["words"]
    saved(folder, "(#the-mil)", "(#the-mill)")
    assert author.get("/api/desk")["playable"]


def test_a_folder_without_a_book_says_so(sqlite_url: str, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with TestClient(application(sqlite_url, book=empty), base_url=HOUSE) as house:
        desk = Guest(house).get("/api/desk")
        assert "there is no book.toml" in desk["mistakes"][0]["words"]
