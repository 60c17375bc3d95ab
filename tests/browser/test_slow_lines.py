"""Slow and broken lines: what can be seen works, what is pressed is clicked, nothing is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from .conftest import Held, SlowLine, Visitor, answer, follow
from .test_fights import CLOSE, NO_LINE, asked, cell, choices, entries, invited, record, sit
from .test_seats import leaves


def test_nobody_opens_the_seats_before_the_table_is_known(visitor: Visitor) -> None:
    """On a slow line, too: what is there to be clicked works."""
    page = visitor.page
    slow = SlowLine(page, "welcome", holds=True)
    sit(page)
    expect(page.get_by_role("button", name="Keys")).to_be_visible()
    expect(page.get_by_role("button", name="Seats")).to_be_hidden()
    slow.let_through()
    page.get_by_role("button", name="Seats").click()
    expect(page.get_by_role("dialog", name="Seats")).to_contain_text("Trojans")


def test_who_clicks_twice_on_a_slow_line_opens_the_seats_once(visitor: Visitor) -> None:
    page = visitor.page
    sit(page)
    held = Held(page, "**/api/games")
    page.get_by_role("button", name="Seats").dblclick()
    held.let_through()
    expect(page.get_by_role("dialog", name="Seats")).to_contain_text("Trojans")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".seats-dialog")).to_have_count(0)


def test_an_old_link_that_comes_late_is_not_shown(visitors: Callable[..., Visitor]) -> None:
    """Somebody comes to watch, and while the page asks for the links one of them is changed."""
    ann, bob = visitors(), visitors()
    table = sit(ann.page)
    ann.page.get_by_role("button", name="Seats").click()
    watch = ann.page.locator(".seat-card", has=ann.page.get_by_role("heading", name="Watch"))
    link = watch.get_by_role("textbox")
    old = link.input_value()
    delayed: list[Callable[[], None]] = []

    def hold(route: Route) -> None:
        delayed.append(partial(route.fulfill, response=route.fetch()))

    ann.page.route(f"**/api/tables/{table}/seats", hold, times=1)
    with ann.page.expect_request(f"**/api/tables/{table}/seats"):
        follow(bob.page, old)
    watch.get_by_role("button", name="New link").click()
    expect(link).not_to_have_value(old)
    with ann.page.expect_response(f"**/api/tables/{table}/seats"):
        delayed[0]()
    expect(link).not_to_have_value(old)


def test_what_is_pressed_while_the_odds_come_is_clicked(visitor: Visitor) -> None:
    page = visitor.page
    slow = SlowLine(page, "looks", holds=True)
    sit(page)
    asked(page, "where does Ajax go?")
    choices(page, "stay").hover()
    page.mouse.down()
    slow.let_through()
    page.evaluate("new Promise(requestAnimationFrame)")
    page.mouse.up()
    asked(page, "what does Ajax do?")


def test_what_is_pressed_while_somebody_comes_is_clicked(visitors: Callable[..., Visitor]) -> None:
    ann, bob = visitors(), visitors()
    table = sit(ann.page)
    ann.page.get_by_role("button", name="Seats").click()
    trojans = ann.page.locator(".seat-card", has=ann.page.get_by_role("heading", name="Trojans"))
    trojans.get_by_role("button", name="Lend to the greedy bot").hover()
    links = f"**/api/tables/{table}/seats"
    watch = ann.page.request.get(f"/api/tables/{table}/seats").json()["watch_link"]
    held = Held(ann.page, links)
    with ann.page.expect_request(links):
        follow(bob.page, watch)
    ann.page.mouse.down()
    with ann.page.expect_response(links):
        held.let_through()
    ann.page.evaluate("new Promise(requestAnimationFrame)")
    ann.page.mouse.up()
    expect(trojans).to_contain_text("greedy bot, lent")


def beside_hector(page: Page) -> SlowLine:
    """Ajax is asked what he does, and the odds are still to come."""
    slow = SlowLine(page, "looks")
    sit(page, setup=CLOSE)
    asked(page, "where does Ajax go?")
    slow.holds = True
    answer(page, choices(page, "stay").click)
    return slow


def test_news_come_though_the_end_of_a_press_is_never_seen(visitor: Visitor) -> None:
    """As with a menu of the browser."""
    page = visitor.page
    slow = beside_hector(page)
    page.clock.install()
    page.locator("body").dispatch_event("pointerdown", {"button": 0})
    slow.let_through()
    strike = choices(page, "strike Hector").first
    page.clock.run_for(1000)
    expect(strike).not_to_contain_text("hits")
    page.clock.run_for(5000)
    expect(strike).to_contain_text("hits")


def test_an_answer_on_its_way_is_neither_lost_nor_doubled(visitor: Visitor) -> None:
    """The line breaks once before and once after the server has heard an answer."""
    page = visitor.page
    breaks = ["before", "after"]

    def line(here: WebSocketRoute) -> None:
        there = here.connect_to_server()
        broken = False

        def say(message: str | bytes) -> None:
            nonlocal broken
            if '"answer"' not in str(message) or not breaks:
                there.send(message)
                return
            broken = True
            if breaks.pop(0) == "after":
                there.send(message)
            here.close(code=4000)

        here.on_message(say)
        there.on_message(lambda message: None if broken else here.send(message))

    page.route_web_socket(re.compile("/socket"), line)
    table = sit(page)
    asked(page, "where does Ajax go?")
    answer(page, cell(page, "0304").click)
    asked(page, "what does Ajax do in 0304?")
    answer(page, choices(page, "done").click)
    asked(page, "where does Hector go?")
    answer(page, cell(page, "0804").click)
    assert not breaks
    assert entries(page) == [0, 1, 2, 3]
    assert record(page, table).count("Ajax done") == 1


def test_an_answer_given_without_a_line_is_sent_when_it_is_back(
    visitors: Callable[..., Visitor],
) -> None:
    ann, bob = visitors(), visitors()
    bob.expected = NO_LINE
    page = bob.page
    bar = page.locator("question-bar")
    table = sit(ann.page, greeks="friend")
    invited(ann, bob, "Greeks")
    asked(page, "where does Ajax go?")
    bob.context.set_offline(True)
    expect(page.locator("#connection")).to_have_text("Connection lost, reconnecting…")
    cell(page, "0304").click()
    expect(bar).to_contain_text(
        "There is no connection: your answer is sent as soon as it is back."
    )
    expect(bar).to_contain_text("sending…")
    bob.context.set_offline(False)
    asked(page, "what does Ajax do in 0304?")
    assert record(page, table).count("Ajax move 0304") == 1

    # another time the game goes on without him
    bob.context.set_offline(True)
    expect(page.locator("#connection")).to_have_text("Connection lost, reconnecting…")
    choices(page, "done").click()
    expect(bar).to_contain_text("There is no connection")
    ann.page.get_by_role("button", name="Seats").click()
    greeks = ann.page.locator(".seat-card", has=ann.page.get_by_role("heading", name="Greeks"))
    greeks.get_by_role("button", name="Lend to the random bot").click()
    asked(ann.page, "where does Hector go?")
    bob.context.set_offline(False)
    expect(bar).to_contain_text("The game has gone on meanwhile, and your answer was not sent.")


def test_answers_that_are_told_together_are_all_shown(visitors: Callable[..., Visitor]) -> None:
    """So tells a worker that is behind: the log has each of them, the board what came of all."""
    ann, bob = visitors(), visitors()
    waiting: list[Any] = []

    def line(here: WebSocketRoute) -> None:
        def tell(message: str | bytes) -> None:
            told = json.loads(message)
            if told["type"] != "update":
                here.send(message)
                return
            waiting.append(told)
            if len(waiting) == 2:
                first, last = waiting
                changed = first["now"]["changed"] | last["now"]["changed"]
                now = last["now"] | {"changed": changed}
                here.send(json.dumps(last | {"now": now, "earlier": [first["entry"]]}))

        here.connect_to_server().on_message(tell)

    bob.page.route_web_socket(re.compile("/socket"), line)
    sit(ann.page, trojans="friend")
    invited(ann, bob, "Trojans")
    asked(ann.page, "where does Ajax go?")
    answer(ann.page, cell(ann.page, "0304").click)
    answer(ann.page, choices(ann.page, "done").click)
    asked(bob.page, "where does Hector go?")
    assert entries(bob.page) == entries(ann.page) == [0, 1, 2]
    expect(cell(bob.page, "0304")).to_have_accessible_name(re.compile("Ajax"))


def test_an_answer_given_while_the_page_is_welcomed_anew_is_taken(visitor: Visitor) -> None:
    """Who gives up one of his seats is: until then the line is not open."""
    page = visitor.page
    opens = True

    def line(here: WebSocketRoute) -> None:
        while not opens:
            page.wait_for_timeout(20)
        there = here.connect_to_server()
        there.on_message(here.send)

    page.route_web_socket(re.compile("/socket"), line)
    sit(page)
    asked(page, "where does Ajax go?")
    page.get_by_role("button", name="Seats").click()
    trojans = page.locator(".seat-card", has=page.get_by_role("heading", name="Trojans"))
    opens = False
    trojans.get_by_role("button", name="Leave").click()
    leaves(page, "Trojans")
    expect(page.locator("#connection")).to_have_text("Connecting…")
    page.get_by_role("button", name="Done").click()
    cell(page, "0304").click()
    expect(page.locator("question-bar")).to_contain_text("sending…")
    opens = True
    asked(page, "what does Ajax do in 0304?")


WATCH = """
  window.bare = 0;
  const look = () => {
    const board = document.querySelector("fight-board");
    if (board && getComputedStyle(board).display === "inline") window.bare += 1;
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
"""


def test_nobody_sees_a_board_without_its_style(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(WATCH)
    sit(page, setup=CLOSE)
    asked(page, "where does Ajax go?")
    assert page.evaluate("window.bare") == 0


def test_a_menu_that_was_open_before_the_odds_came_tells_them(visitor: Visitor) -> None:
    page = visitor.page
    slow = beside_hector(page)
    page.locator("[data-hex='0504']").click()
    menu = page.get_by_role("dialog", name="Hector: what to do")
    expect(menu).to_be_visible()
    expect(menu).not_to_contain_text("hits")
    slow.let_through()
    expect(menu.get_by_role("button").first).to_contain_text("hits")


def test_dice_are_fair_whoever_of_two_was_first_to_give_a_seed(
    visitors: Callable[..., Visitor],
) -> None:
    """One plays a seat on two devices: both saw it without a seed, and gave one."""
    here, there = visitors(), visitors()
    line = SlowLine(there.page, "welcome", holds=True)
    sit(there.page, dice="fair", options={"no_progress": 1})
    line.wait()
    here.context.add_cookies(there.context.cookies())  # type: ignore[arg-type]
    here.page.goto(there.page.url)
    for _ in range(2):
        asked(here.page)
        answer(here.page, choices(here.page, "Pass").click)
    line.let_through()
    for visitor, words in (
        (here, ""),
        (there, " This page did not give the seed of Greeks and Trojans."),
    ):
        expect(visitor.page.locator("#outcome .notice")).to_have_text(
            re.compile(rf"^✓ Fair dice: All \d+ rolls are verified\.{words}$")
        )


def a_character(page: Page) -> Locator:
    page.goto("/characters/new?like=ancient-world/brida-of-the-ford")
    expect(page.locator("#verdict")).to_have_text("✓ legal")
    return page.get_by_role("button", name="Keep", exact=True)


def a_craft(page: Page) -> Locator:
    page.goto("/yard")
    page.get_by_label("Name", exact=True).fill("Kit Kat")
    page.get_by_label("Notation, to type or paste").fill("C1 E1 O1 L1")
    expect(page.locator("#verdict")).to_contain_text("✓")
    return page.get_by_role("button", name="Keep", exact=True)


def a_company(page: Page) -> Locator:
    page.goto("/companies?edition=ancient-world")
    expect(page.locator("#options details")).to_be_attached()
    page.get_by_label("Name", exact=True).fill("The Grey Company")
    return page.get_by_role("button", name="Found it", exact=True)


def another_game(page: Page) -> Locator:
    sit(page, options={"no_progress": 1})
    for who in ("Ajax", "Hector"):
        asked(page, who)
        answer(page, choices(page, "Pass").click)
    return page.get_by_role("button", name="Play again", exact=True)


@pytest.mark.parametrize(
    ("what", "path"),
    [
        (a_character, "**/api/characters"),
        (a_craft, "**/api/craft"),
        (a_company, "**/api/companies"),
        (another_game, "**/api/tables/*/again"),
    ],
)
def test_who_clicks_again_and_again_on_a_slow_line_makes_one(
    what: Callable[[Page], Locator], path: str, visitor: Visitor
) -> None:
    """Also while the next page is still under way."""
    page = visitor.page
    button = what(page)
    made: list[str] = []
    page.on("request", lambda one: made.append(one.url) if one.method == "POST" else None)
    making = Held(page, path)
    arriving = Held(page, re.compile(r"\d/(characters|yard|(companies|table)/[\w-]+)$"))
    before = page.url
    button.evaluate("it => setInterval(() => it.click(), 20)")
    for held in (making, arriving):
        held.wait()
        page.wait_for_timeout(100)
        held.let_through()
    page.wait_for_url(lambda url: url != before)
    assert len([url for url in made if not url.endswith("/check")]) == 1
