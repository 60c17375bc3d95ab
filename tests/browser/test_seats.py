"""Seats that change hands: a bot's becomes a person's, links are changed, somebody leaves."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import (
    DESKTOP,
    PHONE,
    Visitor,
    accessible,
    answer,
    follow,
    no_sideways_scrolling,
    picture,
)
from .test_fights import asked, cell, choices, invited, sit

YOUR_TURN = re.compile("Your turn")


def opened(page: Page, seat: str) -> Locator:
    """The card of a seat in the dialog, which is opened."""
    page.get_by_role("button", name="Seats").click()
    heading = page.get_by_role("heading", name=seat)
    return page.get_by_role("dialog", name="Seats").locator(".seat-card", has=heading)


def done(page: Page) -> None:
    page.get_by_role("dialog", name="Seats").get_by_role("button", name="Done").click()


def leaves(page: Page, seat: str) -> None:
    """To the question whether he leaves that seat, he says yes."""
    question = page.get_by_role("dialog", name=f"Leave the seat {seat}?")
    question.get_by_role("button", name="Leave").click()


def closed_to(page: Page, words: str) -> None:
    """The table is closed to this page: that is said, and nothing looks as if it could be done."""
    panel = page.get_by_role("region", name="The table is closed to you")
    expect(panel).to_contain_text(words)
    expect(panel.get_by_role("link", name="Back to the lobby")).to_be_focused()
    expect(page).not_to_have_title(YOUR_TURN)
    for part in ("question-bar", "notation-line", "seat-strip", "#tools", "#connection", "dialog"):
        expect(page.locator(part)).to_be_hidden()
    expect(page.locator(".cell.open")).to_have_count(0)


def test_a_bots_seat_is_given_to_a_friend_and_taken_away(
    visitors: Callable[..., Visitor],
) -> None:
    ann, bob = visitors(), visitors(viewport=PHONE)
    sit(ann.page, trojans="bot:greedy")
    asked(ann.page, "where does Ajax go?")
    trojans = opened(ann.page, "Trojans")
    trojans.get_by_role("button", name="Let a person play").click()
    expect(trojans.get_by_role("heading")).to_contain_text("free")
    expect(trojans.get_by_role("button", name="Sit here")).to_be_visible()
    expect(trojans.get_by_role("button", name="New link", exact=True)).to_be_visible()
    picture(ann.page, "seats-free")
    accessible(ann.page)
    done(ann.page)
    invited(ann, bob, "Trojans")
    answer(ann.page, cell(ann.page, "0304").click)
    answer(ann.page, choices(ann.page, "done").click)
    asked(bob.page, "where does Hector go?")
    expect(bob.page).to_have_title(YOUR_TURN)
    expect(bob.page.locator(".cell.open")).not_to_have_count(0)

    # her own seat has a new link, and she stays; his has another, and he is out
    greeks = opened(ann.page, "Greeks")
    link = greeks.get_by_role("textbox")
    old = link.input_value()
    greeks.get_by_role("button", name="New link", exact=True).click()
    expect(link).not_to_have_value(old)
    picture(ann.page, "seats-new-link")
    trojans.get_by_role("button", name="New link (unseats the player)").click()
    expect(trojans.get_by_role("heading")).to_contain_text("free")
    expect(ann.page.locator("seat-strip")).to_contain_text("Greeksyou")
    closed_to(bob.page, "Your seat was taken back")
    picture(bob.page, "table-closed")
    accessible(bob.page)
    no_sideways_scrolling(bob.page)
    done(ann.page)

    # by the new link he is back; then he leaves
    invited(ann, bob, "Trojans")
    asked(bob.page, "where does Hector go?")
    opened(bob.page, "Trojans").get_by_role("button", name="Leave").click()
    leaves(bob.page, "Trojans")
    closed_to(bob.page, "You have left the table.")

    # nobody else is there: the owner plays for both
    opened(ann.page, "Trojans").get_by_role("button", name="Sit here").click()
    expect(trojans.get_by_role("heading")).to_contain_text("you")
    done(ann.page)
    asked(ann.page, "where does Hector go?")


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE])
def test_who_is_played_by_a_bot_is_told_and_takes_his_seat_back(
    viewport: dict[str, int], visitors: Callable[..., Visitor]
) -> None:
    ann, bob = visitors(), visitors(viewport=viewport)
    sit(ann.page, trojans="friend")
    invited(ann, bob, "Trojans")
    asked(ann.page, "where does Ajax go?")
    opened(ann.page, "Trojans").get_by_role("button", name="Lend to the greedy bot").click()
    bar = bob.page.locator("question-bar")
    expect(bar).to_contain_text("The greedy bot plays Trojans for you.")
    expect(ann.page.locator("question-bar")).not_to_contain_text("for you")
    picture(bob.page, f"seat-lent-{viewport['width']}")
    accessible(bob.page)
    bar.get_by_role("button", name="Take it back").click()
    expect(bar).not_to_contain_text("for you")
    done(ann.page)
    answer(ann.page, cell(ann.page, "0304").click)
    answer(ann.page, choices(ann.page, "done").click)
    asked(bob.page, "where does Hector go?")


@pytest.mark.parametrize("settings", [{"color_scheme": "dark"}, {"viewport": PHONE}])
def test_the_log_says_whose_time_was_up(
    settings: dict[str, Any], visitors: Callable[..., Visitor]
) -> None:
    page = visitors(**settings).page
    seats = [{"name": "Ann"}, {"name": "Bob", "typed": True}]
    asked = {"game": "pig", "seats": seats, "limit": 1, "dice": "seeded", "seed": "2"}
    page.goto(page.request.post("/api/tables", data=asked).json()["url"])
    log = page.locator("event-log")
    expect(log).to_contain_text("Time is up: a bot answers for Ann.")
    expect(log).to_contain_text("Time is up: the table rolls for Bob.")
    if "viewport" in settings:
        page.get_by_role("button", name="Log").click()
    picture(page, f"log-late-{'phone' if 'viewport' in settings else 'dark'}")


@pytest.mark.parametrize("settings", [{"color_scheme": "dark"}, {"viewport": PHONE}])
def test_who_would_leave_is_asked_once_more(
    settings: dict[str, Any], visitors: Callable[..., Visitor]
) -> None:
    page = visitors(**settings).page
    sit(page)
    asked(page, "where does Ajax go?")
    trojans = opened(page, "Trojans")
    leave = trojans.get_by_role("button", name="Leave")
    leave.press("Enter")
    question = page.get_by_role("dialog", name="Leave the seat Trojans?")
    expect(question.get_by_role("button", name="Stay")).to_be_focused()
    picture(page, f"seat-leave-{'phone' if 'viewport' in settings else 'dark'}")
    accessible(page)
    for stays in ("Enter", "Escape"):
        page.keyboard.press(stays)
        expect(question).to_be_hidden()
        expect(leave).to_be_focused()
        expect(trojans.get_by_role("heading")).to_contain_text("you")
        page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(trojans.get_by_role("heading")).to_contain_text("free")


def test_the_link_to_watch_is_changed(visitors: Callable[..., Visitor]) -> None:
    """While the table is being set: the page shows the new link, and who watched is sent away."""
    ann, bob = visitors(), visitors()
    sit(ann.page, trojans="friend")
    link = ann.page.locator(".watch-link").get_by_role("textbox")
    old = link.input_value()
    follow(bob.page, old)
    expect(bob.page.locator("table-gathering")).to_be_visible()
    watch = opened(ann.page, "Watch")
    watch.get_by_role("button", name="New link (sends away who watches)").click()
    closed_to(bob.page, "The link to watch was changed")
    picture(bob.page, "table-closed-to-watchers")
    expect(link).not_to_have_value(old)
    expect(watch.get_by_role("textbox")).to_have_value(link.input_value())
