"""Adventures as people play them: alone from the lobby, with a game master, and as they are written."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.adventures.shelf import COVER, shelved
from tests.adventures.shelf import STORY as MILL
from tests.web.servers import Server

from .conftest import (
    DESKTOP,
    PHONE,
    Held,
    Visitor,
    accessible,
    answer,
    follow,
    no_sideways_scrolling,
    picture,
)

MOST = 400
"""So many answers at most until an adventure is over."""
NO_LINE = ("WebSocket", "ERR_", "Failed to load resource")
"""What the console says while a server is down."""
STORY = """
# The valley

## The road

It *rains*. A rat sits on the **bridge**.

- [Chase it away](#the-bridge)
- [Show the ring](#far) if ring
- [Jump over it](#far): one 3/DX, else [you fall](#the-bridge)

## The bridge

It does not give way.

- Fight gutter-rat on meadow; victory [it is gone](#far); defeat [it bites](#pit); flight [you run](#far)

## Far

The other bank, and the sun.

- End good

## Pit

The rat has won.

- End bad
"""
MAUD = {"name": "Maud", "st": 16, "dx": 14, "iq": 9, "spent_xp": 100, "weapons": ["broad-sword"]}
ODO = {**MAUD, "name": "Odo"}
FILES = {"book.toml": COVER, "story.md": STORY}
SETUP = {
    "files": FILES,
    "foes": "Foes",
    "company": {"name": "The Few", "members": [{"character": MAUD}]},
}


def sit(page: Page, **more: Any) -> str:
    """Go to a new table of the small book; gives its id."""
    seats = [{"name": "Ann", "player": "me"}, {"name": "Foes", "player": "bot:greedy"}]
    usual = {"game": "adventure", "edition": "ancient-world", "setup": SETUP, "seats": seats}
    made = page.request.post("/api/tables", data={**usual, "dice": "seeded", "seed": "3", **more})
    assert made.ok, made.text()
    page.goto(made.json()["url"])
    return str(made.json()["id"])


def ways(page: Page, words: str = "") -> Locator:
    """The open options of the page, or those that say this."""
    return page.locator("adventure-board .way:not([aria-disabled])").filter(has_text=words)


def asked(page: Page) -> None:
    """Wait until this page is asked, or the adventure is over."""
    expect(page.locator("question-bar.asked:not([hidden]), #outcome").first).to_be_visible()


def over(page: Page) -> bool:
    return page.locator("#outcome").is_visible()


def in_battle(page: Page) -> bool:
    return page.locator("adventure-board.battle").count() > 0


def go_on(page: Page, taken: dict[str, int]) -> None:
    """One answer of somebody in a hurry: a way not yet taken, a blow, whatever comes last."""
    texts = [] if in_battle(page) else ways(page).all_inner_texts()
    if texts:
        place = min(range(len(texts)), key=lambda n: taken.get(texts[n], 0))
        taken[texts[place]] = taken.get(texts[place], 0) + 1
        answer(page, ways(page).nth(place).click)
        return
    choices = page.locator("question-bar .choice")
    listed = choices.all_inner_texts()
    liked = (
        [place for place, text in enumerate(listed) if words in text]
        for words in ("strike ", "shoot ", "counter", "stay")
    )
    places = next(filter(None, liked), [len(listed) - 1])
    answer(page, choices.nth(places[0]).click)


def play_on(page: Page, until: Callable[[Page], bool] = over) -> None:
    taken: dict[str, int] = {}
    for _ in range(MOST):
        asked(page)
        if over(page) or until(page):
            return
        go_on(page, taken)
    pytest.fail("it does not end")


def test_the_first_adventure_from_the_lobby_to_an_ending(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    card = page.locator("article", has=page.get_by_role("heading", name="Adventure"))
    card.get_by_role("button", name="Play").click()
    expect(page.locator("adventure-board h2")).to_be_visible()
    expect(ways(page).first).to_be_visible()
    first = page.locator("adventure-board h2").inner_text()
    picture(page, "adventure-page")
    accessible(page)
    play_on(page)
    expect(page.locator("#outcome-title")).to_be_visible()
    expect(page.locator("adventure-board .ways")).to_have_count(0)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("adventure-board h2")).to_have_text(first)
    page.keyboard.press("End")
    expect(page.locator("#outcome-title")).to_be_visible()
    page.goto("/")
    expect(page.locator("a.table")).to_contain_text("Adventure · The Ferryman's Lantern")


def test_a_page_by_keyboard_with_odds_and_reasons(visitor: Visitor) -> None:
    page = visitor.page
    sit(page)
    article = page.locator("adventure-board article")
    expect(article.locator("em")).to_have_text("rains")
    expect(article.locator("strong")).to_have_text("bridge")
    closed = page.locator(".way[aria-disabled]")
    expect(closed).to_contain_text("nobody has ring")
    expect(ways(page, "Jump over it").locator(".odds")).to_contain_text("%")
    number = page.locator("#table").get_attribute("data-number")
    closed.click(force=True)
    expect(page.locator("#table")).to_have_attribute("data-number", number or "")
    expect(page.get_by_role("button", name="See to the company")).to_be_visible()
    page.keyboard.press("o")
    expect(ways(page, "Chase")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    answer(page, lambda: page.keyboard.press("1"))
    expect(page.locator("fight-board")).to_be_visible()
    expect(page.locator("#cards")).to_contain_text("Gutter Rat")
    page.get_by_role("button", name="Read the page").click()
    expect(page.get_by_role("dialog")).to_contain_text("It does not give way.")
    page.keyboard.press("Escape")
    accessible(page)
    picture(page, "adventure-fight")
    play_on(page)
    expect(page.locator("adventure-board h2")).to_have_text("Far")
    expect(page.locator("adventure-board h2")).to_be_focused()
    expect(page.locator(".happened")).to_be_visible()
    expect(page.locator("fight-board")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(visitors: Callable[..., Visitor], scheme: str) -> None:
    page = visitors(viewport=PHONE, color_scheme=scheme, has_touch=True).page
    sit(page)
    expect(ways(page).first).to_be_visible()
    no_sideways_scrolling(page)
    accessible(page)
    high = ways(page).first.bounding_box()
    assert high
    assert high["height"] >= 44
    picture(page, f"adventure-phone-{scheme}")
    page.locator("#show-cards").click()
    expect(page.locator("#cards")).to_contain_text("The Few")
    page.locator("#show-cards").click()
    answer(page, ways(page, "Chase").tap)
    expect(page.locator("fight-board")).to_be_visible()
    no_sideways_scrolling(page)


def test_the_form_of_an_adventure(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/new/adventure")
    expect(page.get_by_text("Several players share them out.")).to_be_visible()
    accessible(page)
    page.get_by_role("button", name="Add a seat").click()
    page.get_by_label("Played by", exact=True).last.select_option("me")
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_role("button", name="I am Player").click()
    expect(page.locator("seat-strip")).to_contain_text("Foes")
    expect(ways(page).first).to_be_visible()


def test_the_form_is_there_when_all_is_known_that_it_offers(visitor: Visitor) -> None:
    """What is chosen before would be lost."""
    page = visitor.page
    held = Held(page, "**/api/companies")
    with page.expect_request("**/api/companies"):
        page.goto("/new/adventure")
    expect(page.get_by_label("Who sets out")).to_have_count(0)
    held.let_through()
    expect(page.get_by_label("Who sets out")).to_be_visible()


def test_those_who_share_a_company_share_a_screen(visitor: Visitor) -> None:
    page = visitor.page
    both = [{"character": MAUD, "player": "Ann"}, {"character": ODO, "player": "Bo"}]
    players = {"Ann": "me", "Bo": "me", "Foes": "bot:greedy"}
    sit(
        page,
        setup={**SETUP, "company": {"name": "The Few", "members": both}},
        seats=[{"name": name, "player": player} for name, player in players.items()],
    )
    page.get_by_role("button", name="I am Ann").click()
    answer(page, ways(page, "Chase").click)
    play_on(page, lambda page: page.locator("question-bar .who").inner_text() == "Bo")
    expect(page.locator("question-bar .who")).to_have_text("Bo")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_game_master_reads_to_the_others(visitors: Callable[..., Visitor]) -> None:
    his, hers = visitors().page, visitors().page
    seats = [{"name": "Ann", "player": "friend"}, {"name": "Foes", "player": "bot:greedy"}]
    table = sit(his, seats=seats, gm={"name": "Max", "player": "me"})
    links = his.request.get(f"/api/tables/{table}/seats").json()["seats"]
    follow(hers, next(one["link"] for one in links if one["name"] == "Ann"))
    expect(hers.get_by_text("The game master reads…")).to_be_visible()
    expect(his.get_by_text("It rains. A rat sits on the bridge.")).to_be_visible()
    assert "rat" not in hers.locator("#table").inner_text()
    accessible(his)
    accessible(hers)
    picture(his, "adventure-master")
    answer(his, his.get_by_role("button", name="Read it aloud").click)
    expect(hers.get_by_text("It rains. A rat sits on the bridge.")).to_be_visible()
    expect(his.locator(".way-read").first).to_have_text("Chase it away")
    answer(hers, ways(hers, "Chase").click)
    expect(hers.get_by_text("The game master reads…")).to_be_visible()
    his.get_by_role("button", name="Go elsewhere").click()
    his.get_by_label("The page to go to").select_option("Max goes to far")
    answer(his, his.get_by_role("button", name="Go there").click)
    answer(his, his.get_by_role("button", name="Read it aloud").click)
    for page in (his, hers):
        expect(page.locator("adventure-board h2")).to_have_text("Far")
        expect(page.locator("#outcome-title")).to_be_visible()


def test_a_fight_in_an_adventure_goes_on_after_the_server_was_killed(
    browser: Browser, tmp_path: Path
) -> None:
    with Server(f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}") as server:
        settings: dict[str, Any] = {"viewport": DESKTOP, "reduced_motion": "reduce"}
        context = browser.new_context(base_url=f"http://{server.address}", **settings)
        visitor = Visitor(context)
        visitor.expected = NO_LINE
        page = visitor.page
        sit(page)
        answer(page, ways(page, "Chase").click)
        play_on(page, lambda page: page.locator("event-log .entry").count() > 3)
        where = page.locator("#headline").inner_text()
        seen = page.locator("event-log").inner_text()
        server.kill()
        expect(page.locator("#connection")).to_be_visible()
        server.start()
        expect(page.locator("#connection")).to_be_hidden()
        page.reload()
        expect(page.locator("fight-board")).to_be_visible()
        expect(page.locator("#headline")).to_have_text(where)
        expect(page.locator("event-log")).to_have_text(seen, use_inner_text=True)
        play_on(page)
        expect(page.locator("#outcome-title")).to_be_visible()
        context.close()
        visitor.check()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_headline_is_not_cut_on_a_phone(colours: str, visitors: Callable[..., Visitor]) -> None:
    """Who is asked stands with the question: the board keeps its size."""
    page = visitors(viewport=PHONE, color_scheme=colours).page
    cover = COVER.replace("The Mill", "The Mill by the Long Road to the Sea")
    sit(page, setup={**SETUP, "files": {**FILES, "book.toml": cover}})
    asked(page)
    headline = page.locator("#headline")
    words = "The Mill by the Long Road to the Sea · day 1"
    expect(headline).to_have_text(words, use_inner_text=True)
    assert headline.evaluate("it => it.scrollWidth <= it.clientWidth")
    picture(page, f"headline-{colours}")


# -- the author's desk -------------------------------------------------------------------------


@pytest.fixture
def written(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A book that is served as it is written, and where."""
    folder = tmp_path / "mill"
    folder.mkdir()
    shelved(folder)
    code = "from legendry.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "book", "serve", folder, "--port", "0", "--no-open"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as child:
        try:
            assert child.stdout
            yield folder, next(word for word in child.stdout.readline().split() if "://" in word)
        finally:
            child.terminate()


def test_what_an_author_saves_is_on_the_page(visitor: Visitor, written: tuple[Path, str]) -> None:
    folder, address = written
    visitor.expected = NO_LINE
    page = visitor.page
    story = folder / "story.md"
    page.goto(address)
    expect(page.get_by_text("“The Mill”: nothing is wrong with it.")).to_be_visible()
    accessible(page)
    page.get_by_label("More things").fill("ring")
    page.get_by_role("button", name="Play from there").click()
    expect(ways(page, "Show the ring")).to_be_visible()
    story.write_text(MILL.replace("It *rains*.", "It *pours*, now."), "utf-8")
    expect(page.locator("adventure-board em")).to_have_text("pours")
    expect(ways(page, "Show the ring")).to_be_visible()
    story.write_text(MILL.replace("(#the-mill)", "(#the-mil)"), "utf-8")
    expect(page.locator("author-desk summary")).to_contain_text("cannot be played")
    page.locator("author-desk summary").click()
    expect(page.locator("author-desk .mistake").first).to_contain_text("story.md:11")
    accessible(page)
    story.write_text(MILL, "utf-8")
    expect(page.locator("adventure-board em")).to_have_text("rains")
