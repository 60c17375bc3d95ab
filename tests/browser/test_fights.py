"""Fights as people play them: by mouse, by keyboard, by touch; alone, together, on a bad line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import (
    PHONE,
    Visitor,
    accessible,
    answer,
    follow,
    late,
    no_sideways_scrolling,
    picture,
)

AJAX = {
    "name": "Ajax",
    "kind": "hero",
    "st": 16,
    "dx": 15,
    "iq": 9,
    "weapons": ["broad-sword"],
}
HECTOR = {**AJAX, "name": "Hector", "st": 14, "dx": 12}
BITE = {"name": "bite", "damage": "d6-2"}
WOLF = {"name": "Wolf", "kind": "beast", "st": 4, "dx": 8, "iq": 3, "natural_weapons": [BITE]}
GREEKS_FIRST = "6"
"""Dice with which the Greeks have the initiative."""
MOST = 120
"""So many answers at most until one of these fights is over."""
NO_LINE = ("WebSocket", "ERR_INTERNET_DISCONNECTED")
"""What the console says while there is no connection."""


def fighter(side: str, character: dict[str, Any], at: str, **more: str) -> dict[str, Any]:
    place = {} if "holds" in more else {"at": at}
    return {"side": side, "character": character, **place, **more}


def set_up(*fighters: dict[str, Any], surprise: str = "") -> dict[str, Any]:
    """A fight on the meadow; who surprises the others has a turn before they have one."""
    return {"board": "meadow", "surprise": surprise, "fighters": list(fighters)}


DUEL = set_up(fighter("Greeks", AJAX, "0404"), fighter("Trojans", HECTOR, "0704"))
CLOSE = set_up(fighter("Greeks", AJAX, "0404"), fighter("Trojans", HECTOR, "0504"))


def sit(page: Page, greeks: str = "me", trojans: str = "me", **more: Any) -> str:
    """Go to a new table of Greeks and Trojans; gives its id."""
    seats = [{"name": "Greeks", "player": greeks}, {"name": "Trojans", "player": trojans}]
    usual = {"game": "fight", "edition": "ancient-world", "setup": DUEL, "seats": seats}
    body = {**usual, "dice": "seeded", "seed": GREEKS_FIRST, **more}
    made = page.request.post("/api/tables", data=body).json()
    assert "url" in made, made
    page.goto(made["url"])
    return str(made["id"])


def choices(page: Page, words: str | re.Pattern[str] = "") -> Locator:
    """The buttons of the question bar, or those that say this."""
    return page.locator("question-bar:not([hidden]) .choice").filter(has_text=words)


def cell(page: Page, hex: str) -> Locator:
    return page.locator(f"[data-hex='{hex}']")


def asked(page: Page, what: str | re.Pattern[str] = "") -> None:
    """Wait until this page is asked, or the game is over."""
    expect(page.locator("question-bar.asked:not([hidden]), #outcome").first).to_be_visible()
    if what:
        expect(page.locator("question-bar .what")).to_contain_text(what)


def roll(page: Page, name: str, *faces: int) -> None:
    """Real dice fell: their faces by the keys."""
    asked(page, name)
    for face in faces:
        page.keyboard.press(str(face))
    answer(page, lambda: page.keyboard.press("Enter"))


def typed(page: Page, *answers: str) -> None:
    """Answers in the line that a slash opens."""
    line = page.get_by_role("combobox", name="Type an answer")
    page.keyboard.press("/")
    for words in answers:
        asked(page)
        line.fill(words)
        answer(page, lambda: line.press("Enter"))
    line.press("Escape")


def over(page: Page) -> bool:
    return page.locator("#outcome").is_visible()


def entries(page: Page) -> list[int]:
    """The numbers of the entries in the log."""
    found = page.locator("event-log .entry").evaluate_all("all => all.map(e => e.dataset.number)")
    return [int(number) for number in found]


def record(page: Page, table: str) -> str:
    return page.request.get(f"/api/tables/{table}/record").text()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something like that has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.locator(f":is({selector}):focus").count():
            return
    pytest.fail(f"Tab does not lead to {selector}")


def best(page: Page) -> Locator:
    """What a fighter in a hurry does: strike, else stay, else whatever comes last."""
    for words in ("strike ", "counter", "stay"):
        if choices(page, words).count():
            return choices(page, words).first
    return choices(page).last


# -- alone against a bot -----------------------------------------------------------------------


def test_two_clicks_from_the_lobby_to_a_moving_fighter(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    page.get_by_role("article", name="Skirmish").get_by_role("button", name="Play").click()
    asked(page)
    while "who acts" not in page.locator("question-bar .what").inner_text():
        answer(page, choices(page).last.click)
        asked(page)
    answer(page, page.locator("[aria-label*='Maud Gray']").click)
    asked(page, "where does Maud Gray go?")
    ways = page.locator(".cell.open[aria-label*='move there']")
    expect(ways.first).to_be_visible()
    target = ways.nth(ways.count() // 2)
    target.hover()
    expect(page.locator(".way-end")).to_be_visible()
    expect(page.locator("question-bar .elsewhere")).to_contain_text("Maud Gray move")
    picture(page, "fight-move")
    answer(page, target.click)
    asked(page, "what does Maud Gray do")
    expect(page.locator(".plan")).to_be_visible()
    answer(page, choices(page).last.click)
    expect(page.get_by_role("log")).to_contain_text("Maud Gray moves to")
    accessible(page)


def test_the_first_move_from_the_lobby_with_keys_only(visitor: Visitor) -> None:
    page = visitor.page
    keys = page.keyboard
    page.goto("/")
    tab_to(page, "[data-play=fight]")
    keys.press("Enter")
    asked(page)
    while "who acts" not in page.locator("question-bar .what").inner_text():
        answer(page, lambda: keys.press(str(choices(page).count())))
        asked(page)
    answer(page, lambda: keys.press("2"))
    asked(page, "where does Maud Gray go?")
    tab_to(page, ".cell")
    expect(page.locator(".cell:focus")).to_have_attribute("aria-label", re.compile("Maud Gray"))
    keys.press("m")
    expect(page.locator(".cell:focus")).to_have_attribute("aria-label", re.compile("move there"))
    answer(page, lambda: keys.press("Enter"))
    asked(page, "what does Maud Gray do")


def test_a_duel_to_its_end_with_the_mouse(visitor: Visitor) -> None:
    page = visitor.page
    wolves = [
        fighter("Trojans", {**WOLF, "name": name}, at)
        for name, at in (("Wolf", "0704"), ("Old Wolf", "0706"))
    ]
    setup = set_up(fighter("Greeks", AJAX, "0404"), *wolves, surprise="Greeks")
    sit(page, trojans="bot:greedy", setup=setup, dice="fair")
    asked(page, "where does Ajax go?")
    expect(page.get_by_role("button", name="dice: fair")).to_be_visible()
    expect(page.locator(".fighter", has_text="Old Wolf")).to_contain_text("bite")
    answer(page, cell(page, "0604").click)
    asked(page, "what does Ajax do in 0604?")
    cell(page, "0704").click()
    menu = page.get_by_role("dialog", name="Wolf: what to do")
    expect(menu.get_by_role("button", name=re.compile("strike Wolf .*hits"))).to_have_count(3)
    picture(page, "fight-menu")
    answer(page, menu.get_by_role("button", name="strike Wolf").first.click)
    for _ in range(MOST):
        asked(page)
        if over(page):
            break
        foes = page.locator(".cell.open[aria-label*='Wolf of Trojans'][aria-label*='strike']")
        if foes.count() and not choices(page, "counter").count():
            foes.first.click()
            answer(page, page.locator(".fight-menu button").first.click)
        elif page.locator(".cell.open[aria-label*='best attack there']").count():
            answer(page, page.locator(".cell.open[aria-label*='best attack there']").first.click)
        elif not choices(page).count():
            answer(page, page.locator(".cell.open").first.click)
        else:
            answer(page, best(page).click)
    panel = page.locator("#outcome")
    expect(panel.get_by_role("heading", level=2)).to_have_text(re.compile("won"))
    expect(panel.locator(".notice.good")).to_have_text(
        re.compile(r"Fair dice: (All \d+ rolls are|The one roll is) verified\.")
    )
    expect(panel.get_by_role("heading", name="Luck")).to_be_visible()
    expect(panel.locator(".luck")).to_contain_text(re.compile(r"luck|dice"))
    picture(page, "fight-over")
    accessible(page)
    panel.get_by_role("link", name="Replay").click()
    steps = page.get_by_role("slider", name="Step")
    expect(steps).to_be_enabled()
    expect(page.locator("fight-board .token")).to_have_count(3)


def test_a_duel_to_its_end_with_keys_only(visitor: Visitor) -> None:
    page = visitor.page
    keys = page.keyboard
    fighters = fighter("Greeks", AJAX, "0404"), fighter("Trojans", WOLF, "0704")
    sit(page, trojans="bot:greedy", setup=set_up(*fighters, surprise="Greeks"), dice="fair")
    asked(page, "where does Ajax go?")
    keys.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("walk the hexes")
    accessible(page)
    picture(page, "fight-keys")
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    tab_to(page, ".cell")
    expect(cell(page, "0404")).to_be_focused()
    keys.press("w")
    expect(page.locator("#status")).to_contain_text("Wolf, 4 left, 3 hexes")
    keys.press("t")
    expect(cell(page, "0704")).to_be_focused()
    for key, hex in (("Home", "0603"), ("ArrowDown", "0604")):
        keys.press(key)
        expect(cell(page, hex)).to_be_focused()
    answer(page, lambda: keys.press("Enter"))
    asked(page, "what does Ajax do in 0604?")
    keys.press("o")
    expect(choices(page).first).to_be_focused()
    keys.press("ArrowRight")
    expect(choices(page).nth(1)).to_be_focused()
    picture(page, "fight-by-keyboard")
    answer(page, lambda: keys.press("Enter"))
    for _ in range(MOST):
        asked(page)
        if over(page):
            break
        if not choices(page).count():
            tab_to(page, ".cell")
            keys.press("m")
            answer(page, lambda: keys.press("Enter"))
            continue
        for words in ("Ajax stay", "Ajax strike Wolf", "Ajax done"):
            if choices(page, words.removeprefix("Ajax ")).count():
                keys.press("/")
                keys.type(words)
                answer(page, lambda: keys.press("Enter"))
                keys.press("Escape")
                break
        else:
            answer(page, lambda: keys.press("1"))
    expect(page.locator("#outcome .notice.good")).to_contain_text("verified")
    tab_to(page, "#outcome a[href^='/replay/']")
    keys.press("Enter")
    expect(page.get_by_role("slider", name="Step")).to_be_enabled()


def test_notations_are_read_as_they_are_meant(visitor: Visitor) -> None:
    """A game master's deed begins with his seat; a name may end in the digits of a hex."""
    page = visitor.page
    page.goto("/")
    read = """async ([notation, seat]) => {
        const { read } = await import("/static/boards/fight/options.js");
        const { verb, hex, actor, targets } = read({ notation }, ["Unit 0405", "Wick"], 0, seat);
        return [verb, hex, actor, targets];
    }"""
    moves = page.evaluate(read, ["Max moves Wick to 0504", "Max"])
    assert moves == ["moves", "0504", "", []]
    shoots = page.evaluate(read, ["Wick shoot Unit 0405", "Ann"])
    assert shoots == ["shoot", "", "Wick", ["Unit 0405"]]
    assert page.evaluate(read, ["Wick move 0405", "Ann"]) == ["move", "0405", "Wick", []]


def test_a_refused_notation_says_why_and_keeps_the_text(visitor: Visitor) -> None:
    page = visitor.page
    sit(page)
    asked(page, "where does Ajax go?")
    board = page.locator("#board").bounding_box()
    page.keyboard.press("/")
    assert page.locator("#board").bounding_box() == board
    line = page.get_by_role("combobox", name="Type an answer")
    line.fill("Ajax move 1204")
    line.press("Enter")
    reason = page.locator("notation-line .reason")
    expect(reason).to_have_text("1204 is out of reach with MA 7 MOV-2")
    expect(line).to_have_value("Ajax move 1204")
    line.fill("why Ajax move 0704")
    line.press("Enter")
    expect(reason).to_have_text("Hector stands in 0704 MOV-3")
    picture(page, "fight-refused")
    line.fill("ajax MOVE 0604")
    answer(page, lambda: line.press("Enter"))
    expect(line).to_have_value("")
    asked(page, "what does Ajax do in 0604?")
    page.get_by_role("button", name="Not now").click()
    expect(page.get_by_role("dialog", name="Not now")).to_contain_text("not grappling GRP-1")


@pytest.mark.parametrize("edition", ["ancient-world", "time-and-space", "time-and-space-classic"])
def test_the_skirmish_of_every_edition(edition: str, visitor: Visitor) -> None:
    page = visitor.page
    sit(page, trojans="bot:greedy", edition=edition, setup={})
    asked(page)
    while not page.locator(".cell.open[aria-label*='move there']").count():
        expect(choices(page).first).to_be_visible()
        answer(page, choices(page).first.click)
        asked(page)
    expect(page.locator("fight-board .token")).to_have_count(6)
    cards = page.locator("#cards").evaluate("e => e.scrollHeight - e.clientHeight")
    assert cards <= 0, f"six cards are {cards} px too high"
    answer(page, page.locator(".cell.open[aria-label*='move there']").last.click)
    picture(page, f"skirmish-{edition}")


# -- what is asked -----------------------------------------------------------------------------


def test_a_reaction_interrupts_with_the_facts(visitor: Visitor) -> None:
    """Seats are not named after the sides: the board knows whose turn it is."""
    page = visitor.page
    setup = set_up(
        fighter("Greeks", AJAX, "0404", seat="Ann"),
        fighter("Trojans", {**HECTOR, "dx": 19, "armor": ["chain"]}, "0504", seat="Bot"),
        surprise="Trojans",
    )
    seats = [{"name": "Ann", "player": "me"}, {"name": "Bot", "player": "bot:greedy"}]
    sit(page, setup=setup, seats=seats, seed="2")
    asked(page, "Hector has hit Ajax. Does Ajax dodge?")
    bar = page.locator("question-bar")
    expect(bar).to_have_class(re.compile("interrupt"))
    expect(bar.locator(".facts")).to_contain_text("Hector strikes Ajax")
    expect(choices(page, "dodge").first).to_contain_text(re.compile(r"\d+%"))
    expect(page.locator("#headline")).to_have_text("Round 1 · Trojans to act · Ann to answer")
    picture(page, "fight-reaction")
    accessible(page)
    bar.get_by_role("button", name="Why?").first.click()
    ledger = page.locator("ledger-list")
    expect(ledger).to_contain_text("in all")
    picture(page, "fight-why")
    link = ledger.locator("a.rule").first
    rule = link.inner_text()
    with page.context.expect_page() as opened:
        link.click()
    expect(opened.value.get_by_role("heading", level=1)).to_contain_text(rule)
    opened.value.close()
    page.keyboard.press("Escape")
    expect(ledger).to_have_count(0)
    answer(page, choices(page, "dodge").first.click)


def test_three_rows_of_options_are_in_sight(visitor: Visitor) -> None:
    page = visitor.page
    sit(page, setup=CLOSE)
    asked(page, "where does Ajax go?")
    options = page.locator("question-bar .option")
    expect(options.first).to_contain_text("hits")
    options.first.evaluate("it => { for (const _ of '12345678') it.before(it.cloneNode(true)); }")
    tops = options.evaluate_all("all => new Set(all.map(one => one.offsetTop)).size")
    assert tops == 3
    expect(options.last).to_be_in_viewport(ratio=1)
    picture(page, "fight-three-rows")


def test_the_keyboard_is_where_a_game_ends(visitor: Visitor) -> None:
    page = visitor.page
    sit(page, options={"no_progress": 1})
    for who in ("Ajax", "Hector"):
        asked(page, who)
        choices(page, "Pass").focus()
        answer(page, lambda: page.keyboard.press("Enter"))
    expect(page.get_by_role("heading", name="Nobody won")).to_be_focused()


def test_whoever_only_goes_somewhere_does_not_strike_yet(visitor: Visitor) -> None:
    page = visitor.page
    sit(page, setup=CLOSE)
    asked(page, "where does Ajax go?")
    expect(choices(page, "stay")).to_contain_text(re.compile(r"best attack from here hits \d+%"))
    cell(page, "0505").hover()
    expect(page.locator("question-bar .elsewhere")).to_have_text(
        re.compile(r"^Ajax move 0505 · best attack there hits \d+%")
    )
    picture(page, "fight-stay")
    answer(page, choices(page, "stay").click)
    expect(choices(page, "strike Hector").first).to_contain_text(re.compile("strike Hectorhits"))


@pytest.mark.parametrize(
    ("edition", "word", "reply"),
    [("time-and-space", "tackle", "take it"), ("ancient-world", "takedown", "defend")],
)
def test_a_contest_shows_the_odds_of_each_number_of_dice(
    edition: str, word: str, reply: str, visitor: Visitor
) -> None:
    page = visitor.page
    bare = {**AJAX, "weapons": []}
    setup = set_up(
        fighter("Greeks", bare, "0404"), fighter("Trojans", {**bare, "name": "Hector"}, "0504")
    )
    sit(page, setup=setup, edition=edition)
    asked(page, "where does Ajax go?")
    answer(page, choices(page, "stay").click)
    asked(page, "what does Ajax do")
    answer(page, choices(page, word).first.click)
    asked(page, "Ajax goes for Hector")
    answer(page, choices(page, reply).click)
    asked(page)
    counts = page.locator(".contest .count")
    expect(counts.first).to_contain_text("%")
    assert counts.count() > 2
    expect(page.locator(".contest .best").first).to_be_visible()
    low, high = counts.first.inner_text(), counts.last.inner_text()
    assert low != high
    picture(page, f"fight-contest-{word}")
    answer(page, lambda: page.keyboard.press("2"))


def test_a_master_who_calls_at_the_first_question_stands_in_the_headline(
    visitor: Visitor,
) -> None:
    page = visitor.page
    sit(page, gm={"name": "Max", "player": "me"})
    asked(page, "where does Ajax go?")
    answer(page, lambda: page.keyboard.press("g"))
    asked(page, "what happens?")
    words = "Round 1 · the fight begins · Max to answer"
    expect(page.locator("#headline")).to_have_text(words)
    picture(page, "fight-master-first")


def test_real_dice_are_typed_in(visitor: Visitor) -> None:
    page = visitor.page
    keys = page.keyboard
    seats = [
        {"name": "Greeks", "player": "me", "typed": True},
        {"name": "Trojans", "player": "bot:greedy"},
    ]
    table = sit(page, setup={**CLOSE, "surprise": "Greeks"}, seats=seats, dice="fair")
    asked(page, "where does Ajax go?")
    answer(page, choices(page, "stay").click)
    asked(page, "what does Ajax do")
    answer(page, choices(page, "strike").first.click)
    asked(page, "hit Ajax → Hector: 3 dice")
    slots = page.get_by_role("group", name="Faces of your dice").get_by_role("textbox")
    send = page.get_by_role("button", name="These fell")
    expect(slots).to_have_count(3)
    expect(send).to_be_disabled()
    keys.press("2")
    page.get_by_role("button", name="A 3").click()
    keys.press("6")
    expect(page.locator("question-bar .sum")).to_have_text("= 11")
    keys.press("Backspace")
    keys.press("Backspace")
    expect(slots.nth(1)).to_have_value("")
    keys.press("7")
    expect(slots.nth(1)).to_have_value("")
    keys.press("1")
    keys.press("1")
    expect(page.locator("question-bar .sum")).to_have_text("= 4")
    picture(page, "fight-typed-dice")
    accessible(page)
    answer(page, lambda: keys.press("Enter"))
    expect(page.get_by_role("log")).to_contain_text("2 1 1 = 4")
    assert re.search(r"2 1 1 \(typed\)", record(page, table))


def test_undo_is_free_before_dice_and_needs_consent_after(
    visitors: Callable[..., Visitor],
) -> None:
    ann, bob = visitors(), visitors()
    table = sit(ann.page, trojans="friend", setup=CLOSE)
    invited(ann, bob, "Trojans")
    asked(ann.page, "where does Ajax go?")
    answer(ann.page, choices(ann.page, "stay").click)
    asked(ann.page, "what does Ajax do")
    answer(ann.page, lambda: ann.page.keyboard.press("u"))
    asked(ann.page, "where does Ajax go?")
    expect(ann.page.locator(".entry.undone")).to_have_count(1)
    answer(ann.page, choices(ann.page, "stay").click)
    answer(ann.page, choices(ann.page, "strike Hector").first.click)
    ann.page.get_by_role("button", name="Undo").click()
    expect(ann.page.locator("#proposal")).to_contain_text("Waiting for Trojans to agree")
    proposal = bob.page.locator("#proposal")
    expect(proposal).to_contain_text("Greeks would like to take back “Ajax strike Hector”")
    picture(bob.page, "fight-undo")
    proposal.get_by_role("button", name="Refuse").click()
    expect(ann.page.locator("#proposal")).to_contain_text("Trojans does not agree")
    ann.page.get_by_role("button", name="Undo").click()
    answer(bob.page, proposal.get_by_role("button", name="Agree").click)
    expect(proposal).to_be_hidden()
    asked(ann.page, "what does Ajax do")
    expect(ann.page.locator(".entry.undone")).to_have_count(2)
    assert "undo" in record(ann.page, table)

    # he answers the strike instead of her request: that has lapsed
    answer(ann.page, choices(ann.page, "strike Hector").first.click)
    ann.page.get_by_role("button", name="Undo").click()
    expect(proposal.get_by_role("button", name="Agree")).to_be_visible()
    answer(bob.page, best(bob.page).click)
    for page in (ann.page, bob.page):
        expect(page.locator("#proposal")).to_contain_text("the request of Greeks")
        expect(page.locator("#proposal")).to_contain_text("has lapsed")
        expect(page.locator("#proposal").get_by_role("button")).to_have_count(0)
    picture(bob.page, "fight-undo-lapsed")
    ann.page.get_by_role("button", name="Undo").click()
    expect(proposal).to_contain_text("the dice that fell and what you answered since")
    picture(bob.page, "fight-undo-far")


def test_each_refusal_of_an_undo_is_shown_as_long(visitors: Callable[..., Visitor]) -> None:
    ann, bob = visitors(), visitors()
    ann.page.clock.install()
    sit(ann.page, trojans="friend", setup=CLOSE)
    invited(ann, bob, "Trojans")
    asked(ann.page, "where does Ajax go?")
    answer(ann.page, choices(ann.page, "stay").click)
    answer(ann.page, choices(ann.page, "strike Hector").first.click)
    words = ann.page.locator("#proposal")
    for _ in range(2):
        ann.page.clock.fast_forward(5000)
        ann.page.get_by_role("button", name="Undo").click()
        bob.page.locator("#proposal").get_by_role("button", name="Refuse").click()
        expect(words).to_contain_text("Trojans does not agree")
    ann.page.clock.fast_forward(3000)
    expect(words).to_be_visible()
    ann.page.clock.fast_forward(3000)
    expect(words).to_be_hidden()


# -- several people ----------------------------------------------------------------------------


def copied(page: Page, words: str) -> None:
    """Wait until that can be pasted."""
    while page.evaluate("navigator.clipboard.readText()") != words:
        page.wait_for_timeout(50)


def invited(owner: Visitor, guest: Visitor, seat: str) -> None:
    """The owner copies the link of a seat from the dialog; the guest follows it."""
    owner.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = owner.page
    page.get_by_role("button", name="Seats").click()
    dialog = page.get_by_role("dialog", name="Seats")
    link = dialog.get_by_role("textbox", name=f"The invitation for {seat}").input_value()
    dialog.get_by_role("button", name=f"Copy the invitation for {seat}").click()
    copied(page, link)
    picture(page, "seats")
    dialog.get_by_role("button", name="Done").click()
    follow(guest.page, link)
    expect(guest.page.locator("fight-board")).to_be_visible()


def test_two_browsers_and_a_bad_line(visitors: Callable[..., Visitor]) -> None:
    ann, bob = visitors(), visitors()
    sit(ann.page, trojans="friend")
    expect(ann.page.locator("table-gathering")).to_contain_text("Trojans waits for somebody")
    picture(ann.page, "gathering")
    invited(ann, bob, "Trojans")
    expect(bob.page.locator("seat-strip")).to_contain_text("Trojansyou")
    for hex in ("0304", "0204"):
        asked(ann.page, "where does Ajax go?")
        expect(bob.page.locator("question-bar")).to_contain_text("Waiting for Greeks")
        answer(ann.page, cell(ann.page, hex).click)
        answer(ann.page, choices(ann.page).last.click)
        asked(bob.page, "where does Hector go?")
        if hex == "0304":
            answer(bob.page, cell(bob.page, "0804").click)
            answer(bob.page, choices(bob.page).last.click)

    # in the midst of his turn he has typed something, and the line is gone
    bob.expected = NO_LINE
    answer(bob.page, cell(bob.page, "0904").click)
    asked(bob.page, "what does Hector do in 0904?")
    bob.page.keyboard.press("/")
    line = bob.page.get_by_role("combobox", name="Type an answer")
    line.fill("Hector done")
    bob.context.set_offline(True)
    bar = bob.page.locator("#connection")
    expect(bar).to_have_text("Connection lost, reconnecting…")
    line.press("Enter")
    expect(bob.page.locator("notation-line .reason")).to_contain_text("There is no connection")
    expect(line).to_have_value("Hector done")
    expect(ann.page.locator("question-bar")).to_contain_text("not here now")
    picture(bob.page, "fight-offline")

    # Ann goes on: as the owner she lends his seat to a bot for the rest of his turn
    ann.page.get_by_role("button", name="Seats").click()
    seats = ann.page.get_by_role("dialog", name="Seats")
    trojans = seats.locator(".seat-card", has_text="Trojans")
    trojans.get_by_role("button", name="Lend to the random bot").click()
    expect(trojans).to_contain_text("random bot, lent")
    asked(ann.page, "where does Ajax go?")
    trojans.get_by_role("button", name="Take it back").click()
    expect(trojans).not_to_contain_text("lent")
    seats.get_by_role("button", name="Done").click()
    answer(ann.page, cell(ann.page, "0304").click)
    answer(ann.page, choices(ann.page, "done").click)

    bob.context.set_offline(False)
    expect(bar).to_be_hidden()
    asked(bob.page, "where does Hector go?")
    expect(line).to_have_value("Hector done")
    assert entries(bob.page) == entries(ann.page) == list(range(len(entries(ann.page))))
    line.fill("Hector stay")
    answer(bob.page, lambda: line.press("Enter"))
    expect(line).to_have_value("")
    asked(bob.page, "what does Hector do?")
    expect(ann.page.locator("question-bar")).to_contain_text("what does Hector do?")
    assert entries(bob.page) == entries(ann.page) == list(range(len(entries(ann.page))))


def test_hot_seat(visitor: Visitor) -> None:
    page = visitor.page
    sit(page)
    for name, hex in (("Ajax", "0304"), ("Hector", "0804"), ("Ajax", "0204")):
        asked(page, f"where does {name} go?")
        expect(page.locator("question-bar.interrupt")).to_have_count(0)
        answer(page, cell(page, hex).click)
        answer(page, choices(page, "done").click)
    expect(page.locator("#headline")).to_have_text("Round 2 · Trojans to act")


def test_a_curtain_hides_the_other_hand(visitor: Visitor) -> None:
    """On a slow line, too."""
    page = visitor.page
    late(page, "**/log?before=*")
    seats = [{"name": "Ann", "player": "me"}, {"name": "Bob", "player": "me"}]
    sit(page, game="peddlers", edition="", setup={}, seats=seats)
    curtain = page.locator("dialog.curtain")
    for _ in range(3):
        expect(curtain).to_be_visible()
        name = curtain.inner_text().split("Pass the screen to ")[1].split("\n")[0]
        other = "Bob" if name == "Ann" else "Ann"
        expect(page.locator("#table")).not_to_contain_text(
            re.compile(f"{name} draws (gold|silver|lead)")
        )
        page.keyboard.press("Escape")
        expect(curtain).to_be_visible()
        curtain.get_by_role("button", name=f"I am {name}").click()
        seen = page.get_by_role("log").inner_text()
        assert not re.search(f"{other} draws (gold|silver|lead)", seen)
        asked(page)
        expect(page.get_by_role("log")).to_contain_text(
            re.compile(f"{name} draws (gold|silver|lead)")
        )
        while not curtain.is_visible():
            asked(page)
            before = page.locator("#table").get_attribute("data-number")
            choices(page).first.click()
            moved = page.locator(f"#table:not([data-number='{before}']), dialog.curtain")
            expect(moved.last).to_be_visible()
    picture(page, "curtain")


def test_a_seat_is_lent_to_a_bot_and_taken_back(visitor: Visitor) -> None:
    page = visitor.page
    sit(page, greeks="me", trojans="me")
    asked(page, "where does Ajax go?")
    page.get_by_role("button", name="Seats").click()
    seats = page.get_by_role("dialog", name="Seats")
    trojans = seats.locator(".seat-card", has_text="Trojans")
    trojans.get_by_role("button", name="Lend to the greedy bot").click()
    expect(trojans).to_contain_text("greedy bot, lent")
    accessible(page)
    seats.get_by_role("button", name="Done").click()
    answer(page, cell(page, "0101").click)
    answer(page, choices(page).last.click)
    asked(page, "Ajax")
    expect(page.get_by_role("log")).to_contain_text("Hector")
    page.get_by_role("button", name="Seats").click()
    trojans.get_by_role("button", name="Take it back").click()
    expect(trojans.get_by_role("heading")).to_contain_text("you")
    seats.get_by_role("button", name="Done").click()
    for _ in range(8):
        if "Hector go" in page.locator("question-bar .what").inner_text():
            break
        answer(page, best(page).click)
        asked(page)
    asked(page, "where does Hector go?")


# -- on a phone --------------------------------------------------------------------------------


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_on_a_phone_by_touch(colours: str, visitors: Callable[..., Visitor]) -> None:
    page = visitors(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme=colours).page
    sit(page, trojans="bot:greedy", setup=CLOSE)
    asked(page, "where does Ajax go?")
    no_sideways_scrolling(page)
    high = page.locator("fight-board svg[role=grid]").bounding_box()
    cell(page, "0403").tap()
    go = page.locator("fight-board .under button.primary")
    expect(go).to_be_visible()
    picture(page, f"phone-fight-{colours}")
    answer(page, go.tap)
    asked(page, "what does Ajax do in 0403?")
    assert page.locator("fight-board svg[role=grid]").bounding_box() == high
    expect(choices(page, "strike Hector").first).to_be_in_viewport()
    page.get_by_role("button", name="Cards").tap()
    card = page.locator(".fighter", has_text="Hector")
    card.locator("summary").tap()
    expect(card.get_by_role("button", name=re.compile("^DX"))).to_be_visible()
    picture(page, f"phone-cards-{colours}")
    accessible(page)
    page.get_by_role("button", name="Log", exact=True).tap()
    expect(page.get_by_role("log")).to_be_in_viewport()
    page.get_by_role("button", name="Log", exact=True).tap()
    answer(page, choices(page, "strike Hector").first.tap)
    no_sideways_scrolling(page)


def test_the_board_keeps_its_size_and_dark_is_readable(visitors: Callable[..., Visitor]) -> None:
    page = visitors(color_scheme="dark").page
    sit(page, setup=CLOSE)
    asked(page, "where does Ajax go?")
    board = page.locator("#board").bounding_box()
    for _ in range(6):
        answer(page, best(page).click)
        asked(page)
        assert page.locator("#board").bounding_box() == board
    picture(page, "fight-dark")
    accessible(page)
