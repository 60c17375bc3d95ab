"""Legendary Dragon as people play it: by mouse and by touch, with the coach, alone and together."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, SlowLine, Visitor, accessible, follow, no_sideways_scrolling, picture

SCENE = {
    "potions": {"shaman": 2, "bard": 5, "magician": 4},
    "row": [{"slot": 1, "creature": "swamp_keeper", "trait": "corrupted"}],
}
SEED = "41"
"""The first throw against the Swamp Keeper is 2 4 5 3 5; who keeps the fives gets 5 5 6 2 3."""
TOUCHED = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "color_scheme": "dark"}


def sit(page: Page, players: dict[str, str], **more: Any) -> str:
    """Go to a new table; gives its id."""
    seats = [{"name": name, "player": player} for name, player in players.items()]
    body = {
        "game": "dragon",
        "seats": seats,
        "options": {"level": "standard"},
        "setup": SCENE,
        "dice": "seeded",
        "seed": SEED,
        **more,
    }
    made = page.request.post("/api/tables", data=body).json()
    assert "url" in made, made
    page.goto(made["url"])
    return str(made["id"])


def part(page: Page, label: str) -> Locator:
    """A hero, a creature, a duo card or a die by the beginning of its name."""
    return page.locator("dragon-board").get_by_role("button", name=re.compile(f"^{label}"))


def call(page: Page) -> Locator:
    return page.locator("dragon-board .call").last


def coach(page: Page, level: str) -> None:
    page.get_by_role("button", name=f"coach {level}").click()


def send(page: Page, *picks: str, press: Callable[[Locator], None] = Locator.click) -> None:
    for pick in picks:
        press(part(page, pick))
    press(page.get_by_role("button", name="Send", exact=True))


def tray(page: Page) -> list[int]:
    """The faces of the dice, from left to right."""
    labels = [str(die.get_attribute("aria-label")) for die in page.locator(".tray .cup").all()]
    return [int(re.findall(r"shows (\d)", label)[0]) for label in labels]


def lie(page: Page, *faces: int) -> None:
    """Wait until the dice lie so."""
    for place, face in enumerate(faces, 1):
        expect(part(page, f"die {place} shows {face}")).to_be_visible()


def left(page: Page, throws: int) -> None:
    expect(page.locator(".combat .head strong")).to_have_text(f"{throws} throws left")


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_turn_with_a_duo_a_song_and_both_shifts(
    way: str, visitors: Callable[..., Visitor]
) -> None:
    page = (visitors(**TOUCHED) if way == "touch" else visitors()).page
    press = Locator.tap if way == "touch" else Locator.click
    sit(page, {"You": "me"})
    expect(call(page)).to_have_text("You: send … against …")

    press(part(page, "Bard"))
    expect(page.locator(".prospect")).to_have_text("Tap the creature the Bard meets.")
    press(part(page, "Magician"))
    press(part(page, "slot 1: Corrupted Swamp Keeper"))
    expect(page.locator(".prospect")).to_have_text("Tap a duo card for the two.")
    press(part(page, "Vigilant"))
    press(part(page, "Song of Power"))
    expect(page.locator(".prospect")).to_contain_text(re.compile(r"[\d.]+\s% to win, exact"))
    expect(call(page)).to_have_text(
        "You: send the Bard and the Magician against the Corrupted Swamp Keeper with Vigilant, "
        "with a song"
    )
    press(page.get_by_role("button", name="Why? Points of a win"))
    expect(page.locator("[popover] .ledger")).to_contain_text("in all")
    page.keyboard.press("Escape")
    picture(page, f"dragon-orders-{way}")
    press(page.get_by_role("button", name="Send", exact=True))

    lie(page, 2, 4, 5, 3, 5)
    left(page, 3)
    for place in (3, 5):
        press(part(page, f"die {place} "))
        expect(part(page, f"die {place} ")).to_have_attribute("aria-pressed", "true")
    press(part(page, "die 1 "))
    press(part(page, "die 1 "))
    expect(part(page, "die 1 ")).to_have_attribute("aria-pressed", "false")
    picture(page, f"dragon-keep-{way}")
    accessible(page)
    no_sideways_scrolling(page)
    press(page.get_by_role("button", name="Throw 3 dice keep 5 5"))

    left(page, 2)
    lie(page, 6, 2, 5, 3, 5)
    expect(part(page, "die 3 ")).to_have_attribute("aria-pressed", "true")
    press(part(page, "change die 1"))
    ways = page.get_by_role("dialog", name="Change die 1, which shows 6")
    press(ways.get_by_role("button", name="Shift by the Bard to 5"))
    lie(page, 5, 2, 5, 3, 5)
    press(part(page, "change die 2"))
    picture(page, f"dragon-change-{way}")
    press(page.get_by_role("button", name="Magic Shift by the Magician to 5"))

    expect(page.locator(".aftermath")).to_contain_text("Swamp Keeper is defeated: 10 points.")
    expect(part(page, "slot 1: Corrupted Swamp Keeper")).to_contain_text("defeated")
    press(page.locator(".aftermath .why"))
    expect(page.locator("[popover] .ledger").first).to_be_visible()
    page.keyboard.press("Escape")

    press(part(page, "Bard"))
    expect(page.locator("dragon-board .reason")).to_contain_text(
        "The Bard has fought this turn. DRG-29"
    )
    send(page, "Shaman", "slot 2: Corrupted Thornling", press=press)
    press(page.get_by_role("button", name="Give up"))
    press(page.get_by_role("button", name="Really give up?"))

    expect(call(page)).to_contain_text("share 2 potions?")
    picture(page, f"dragon-split-{way}")
    press(part(page, "Bard 2 Magician 0"))
    expect(page.locator("#headline")).to_contain_text("Turn 2")
    expect(page.locator(".aftermath")).to_contain_text("a token for the")
    expect(page.locator("event-log")).to_contain_text("the Bard takes 2 potions")
    picture(page, f"dragon-turn-2-{way}")
    no_sideways_scrolling(page)


def test_the_dice_by_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    sit(page, {"Ann": "me"})
    send(page, "Shaman", "slot 2: Corrupted Thornling")
    part(page, "die 1 ").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(part(page, "die 3 ")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("/")
    page.keyboard.type("keep nothing")
    page.keyboard.press("Enter")
    expect(page.locator("event-log")).to_contain_text("throws left")


def test_the_coach_before_after_and_not_at_all(visitor: Visitor) -> None:
    page = visitor.page
    sit(page, {"Ann": "me"})
    expect(page.locator(".coach-words")).to_have_count(0)
    expect(page.locator(".dragon .advised")).to_have_count(0)

    coach(page, "before")
    expect(page.locator(".coach-words")).to_contain_text(
        re.compile(r"Shaman vs Thornling · the game [\d.]+\s% · this combat [\d.]+\s%, exact")
    )
    expect(part(page, "Shaman")).to_have_class(re.compile("advised"))
    expect(part(page, "slot 2: Corrupted Thornling")).to_have_accessible_name(
        re.compile("the coach's choice$")
    )
    picture(page, "dragon-coach-before")

    coach(page, "after")
    expect(page.locator(".dragon .advised")).to_have_count(0)
    send(page, "Bard", "Magician", "slot 1: Corrupted Swamp Keeper", "Vigilant")
    expect(page.locator(".coach-words")).to_contain_text(
        re.compile(r"cost [\d.]+\s% of the game; “Shaman vs Thornling” has [\d.]+\s%")
    )
    picture(page, "dragon-coach-after")

    coach(page, "before")
    best = page.locator(".coach-words strong")
    expect(best).to_have_text(re.compile("^keep"))
    expect(page.locator(".tray .cup.advised")).to_have_count(
        len(re.findall(r"\d", str(best.text_content())))
    )
    accessible(page)
    picture(page, "dragon-coach-keep")
    before = page.locator("event-log .entry").count()
    page.get_by_role("button", name="Do that").click()
    expect(page.locator("event-log .entry")).not_to_have_count(before)

    page.reload()
    expect(page.get_by_role("button", name="coach before")).to_have_attribute(
        "aria-pressed", "true"
    )
    coach(page, "off")
    expect(page.locator(".coach-words")).to_have_count(0)


def test_a_button_stays_what_it_is_when_the_coach_speaks(visitor: Visitor) -> None:
    """Words of the coach that come late make no *Do that* of the switch that somebody stands at."""
    page = visitor.page
    slow = SlowLine(page, "hints", holds=True)
    sit(page, {"Ann": "me"})
    coach(page, "before")
    page.get_by_role("button", name="coach off").focus()
    slow.let_through()
    expect(page.locator(".coach-words")).to_contain_text("Shaman vs Thornling")
    page.keyboard.press("Enter")
    expect(page.locator(".coach-words")).to_have_count(0)


def test_a_game_to_its_end_with_verified_dice_and_a_review(visitor: Visitor) -> None:
    page = visitor.page
    last = {"tokens": {"heroes": 4, "creatures": 4}}
    sit(page, {"Ann": "me"}, setup=last, dice="fair", seed="")
    coach(page, "before")
    over, deed = page.locator("#outcome"), page.get_by_role("button", name="Do that")
    for _ in range(100):
        expect(over.or_(deed).first).to_be_visible()
        if over.is_visible():
            break
        said = page.locator("event-log .entry").count()
        deed.click()
        expect(page.locator("event-log .entry")).not_to_have_count(said)
    expect(page.locator("dragon-board .end .call")).to_have_text(
        re.compile("^The heroes have (won|lost).$")
    )
    expect(over).to_contain_text(re.compile(r"Fair dice: All \d+ rolls are verified."))
    expect(over.locator(".luck li").first).to_be_visible()
    expect(over.locator(".luck")).to_contain_text(re.compile("decisions|throw"))
    accessible(page)
    picture(page, "dragon-over")
    over.get_by_role("link", name="Replay").click()
    expect(page.locator("#where")).to_contain_text("1 of")
    page.keyboard.press("End")
    expect(page.locator(".moment .luck li").first).to_be_visible()


@pytest.mark.parametrize("settings", [{"color_scheme": "dark"}, {"viewport": PHONE}])
def test_a_game_that_is_lost_says_so(
    settings: dict[str, Any], visitors: Callable[..., Visitor]
) -> None:
    page = visitors(**settings).page
    table = sit(page, {"Ann": "bot:coach"}, setup={"tokens": {"creatures": 4}}, seed="3")
    page.get_by_role("button", name="Begin without waiting").click()
    expect(page.get_by_role("heading", name="The heroes have lost")).to_be_visible()
    expect(page.locator("dragon-board .end .call")).to_have_text("The heroes have lost.")
    expect(page.locator("#status")).to_contain_text("The heroes have lost: the creatures own")
    picture(page, f"dragon-lost-{'dark' if 'color_scheme' in settings else 'phone'}")
    page.goto(f"/replay/{table}")
    expect(page.locator("#where")).to_contain_text("1 of")
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="The heroes have lost")).to_be_visible()


def test_two_players_lead_in_turn(visitors: Callable[..., Visitor]) -> None:
    ann, bob = visitors().page, visitors(**TOUCHED).page
    table = sit(ann, {"Ann": "me", "Bob": "friend"})
    seats = ann.request.get(f"/api/tables/{table}/seats").json()["seats"]
    follow(bob, next(seat["link"] for seat in seats if seat["name"] == "Bob"))

    expect(call(ann)).to_have_text("Ann: send … against …")
    expect(ann).to_have_title(re.compile("^● Your turn"))
    expect(call(bob)).to_have_text("Ann: who meets which creature?")
    expect(bob.locator("dragon-board button.hero")).to_have_count(0)
    send(ann, "Shaman", "slot 2: Corrupted Thornling")
    expect(bob.get_by_text("It is for Ann to decide.")).to_be_visible()
    picture(bob, "dragon-waits-touch")
    ann.get_by_role("button", name="Give up").click()
    ann.get_by_role("button", name="Really give up?").click()

    expect(call(bob)).to_have_text("Bob: send … against …")
    expect(bob).to_have_title(re.compile("^● Your turn"))
    expect(call(ann)).to_have_text("Bob: who meets which creature?")
    send(bob, "Bard", "slot 1: Corrupted Swamp Keeper", press=Locator.tap)
    expect(ann.get_by_text("It is for Bob to decide.")).to_be_visible()


def test_a_throw_is_taken_back(visitor: Visitor) -> None:
    page = visitor.page
    sit(page, {"Ann": "me"})
    send(page, "Bard", "Magician", "slot 1: Corrupted Swamp Keeper", "Vigilant")
    lie(page, 2, 4, 5, 3, 5)
    part(page, "die 3 ").click()
    page.get_by_role("button", name="Throw 4 dice").click()
    left(page, 2)
    fell = tray(page)
    page.get_by_role("button", name="Undo").click()
    left(page, 3)
    lie(page, 2, 4, 5, 3, 5)
    expect(page.locator("event-log .undone")).to_have_count(1)
    part(page, "die 3 ").click()
    page.get_by_role("button", name="Throw 4 dice").click()
    left(page, 2)
    assert tray(page) == fell, "a seed gives the same dice again"
    page.keyboard.press("u")
    left(page, 3)
    page.keyboard.press("u")
    expect(call(page)).to_have_text("Ann: send … against …")
