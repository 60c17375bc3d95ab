"""Every page as people meet it: readable by all, no wider than a phone, and doing what it says."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from legendry.bots import bot
from legendry.legends.skirmish import SKIRMISHES
from legendry.parlour.pig import PIG
from legendry.table import Fair, Seeded, Table, find_game, play
from legendry.web.forms import prepared

from .conftest import PHONE, Held, Visitor, accessible, follow, late, no_sideways_scrolling, picture

MISSING = ("Failed to load resource",)
"""What the console says of a page that is not there, and of an answer that is a refusal."""
SEEDED = {"dice": "seeded", "seed": "7"}
HOUSE_DICE = Fair(bytes(range(32)), "here", {"Ann": "a", "Bob": "b"})
BOTS = {"fight": "greedy", "dragon": "naive"}


@cache
def record(game: str, *seats: str, edition: str = "") -> str:
    """The record of a game that bots have played to its end."""
    table: Table[Any] = Table(
        find_game(game),
        seats,
        Seeded("5"),
        edition=edition,
        setup=prepared(game, edition, {}, seats),
    )
    play(table, {seat: bot(BOTS[game], seed="1") for seat in seats})
    assert table.outcome
    return table.record


def fight_record() -> str:
    return record("fight", "Wayfarers", "Outlaws", edition="ancient-world")


def post(page: Page, path: str, body: Any, kind: str = "application/json") -> Any:
    """Ask the server as the page's visitor does."""
    sent = page.request.post(path, data=body, headers={"content-type": kind})
    assert sent.ok, sent.text()
    return sent.json()


def sit(page: Page, game: str, players: dict[str, str], **more: Any) -> str:
    """Go to a new table with these seats, `{"Ann": "me", "Bob": "friend"}`; gives its id."""
    seats = [{"name": name, "player": player} for name, player in players.items()]
    made = post(page, "/api/tables", {"game": game, "seats": seats, **SEEDED, **more})
    page.goto(made["url"])
    return str(made["id"])


def bring(page: Page, text: str) -> str:
    """Upload a record; gives the address of its replay."""
    return str(post(page, "/api/records", text, "text/plain")["url"])


def asked(page: Page) -> Locator:
    bar = page.locator("question-bar.asked")
    expect(bar).to_be_visible()
    return bar


# -- all pages ---------------------------------------------------------------------------------


def lobby(page: Page) -> None:
    sit(page, "pig", {"You": "me", "Bob": "bot:random"})
    asked(page)
    sit(page, "fight", {"Wayfarers": "me", "Outlaws": "friend"}, edition="ancient-world")
    page.goto("/")
    expect(page.locator("#continue li")).to_have_count(2)
    expect(page.locator("#others")).to_be_visible()
    expect(page.locator("#fight-picture svg")).to_be_visible()


def new_fight(page: Page) -> None:
    page.goto("/new/fight")
    page.get_by_text("Table options").click()
    expect(page.locator(".option").first).to_be_visible()


def new_dragon(page: Page) -> None:
    page.goto("/new/dragon")
    page.get_by_text("Table options").click()
    expect(page.get_by_text("The default cards.")).to_be_visible()


def new_pig(page: Page) -> None:
    page.goto("/new/pig")
    expect(page.get_by_role("heading", name="Set up Pig")).to_be_visible()
    expect(page.get_by_label("Name").first).to_have_value("Player")


AJAX = {
    "name": "Ajax",
    "kind": "hero",
    "st": 16,
    "dx": 15,
    "iq": 9,
    "weapons": ["broad-sword"],
    "armor": ["chain"],
}
CLOSE = {
    "board": "clearing",
    "surprise": "Greeks",
    "fighters": [
        {"side": "Greeks", "at": "0404", "character": AJAX},
        {"side": "Trojans", "at": "0504", "character": {**AJAX, "name": "Hector"}},
    ],
}


def fight(page: Page) -> None:
    """A fight at a question with odds."""
    seats = {"Greeks": "me", "Trojans": "bot:greedy"}
    sit(page, "fight", seats, edition="ancient-world", setup=CLOSE)
    asked(page).locator(".choice").filter(has_text="stay").click()
    expect(page.locator("question-bar .odds").first).to_be_visible()


def dragon(page: Page) -> None:
    sit(page, "dragon", {"Ann": "me"}, options={"level": "standard"})
    expect(page.locator("dragon-board .hero").first).to_be_visible()
    asked(page)


def pig(page: Page) -> None:
    sit(page, "pig", {"Ann": "me", "Bob": "bot:random"})
    asked(page)


def peddlers(page: Page) -> None:
    sit(page, "peddlers", {"Ann": "me", "Bob": "bot:random", "Cid": "bot:random"})
    asked(page)


def gathering(page: Page) -> None:
    sit(page, "pig", {"Ann": "me", "Bob": "friend"}, dice="fair", seed="")
    expect(page.get_by_text("The table is being set")).to_be_visible()
    expect(page.get_by_role("textbox", name="The invitation for Bob")).to_be_visible()


def invitation(page: Page) -> None:
    table = sit(page, "pig", {"Ann": "me", "Bob": "friend"})
    links = page.request.get(f"/api/tables/{table}/seats").json()["seats"]
    page.goto(next(seat["link"] for seat in links if seat["name"] == "Bob"))
    expect(page.get_by_role("button", name="Sit down as Bob")).to_be_visible()


def keys(page: Page) -> None:
    pig(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def seats(page: Page) -> None:
    pig(page)
    page.get_by_role("button", name="Seats").click()
    expect(page.get_by_role("dialog", name="Seats")).to_be_visible()


def dice(page: Page) -> None:
    pig(page)
    page.locator("#dice").click()
    expect(page.locator("[popover].anchored")).to_be_visible()


def ledger(page: Page) -> None:
    fight(page)
    page.locator("question-bar .why").first.click()
    expect(page.locator("[popover] .ledger").first).to_be_visible()


def outcome(page: Page) -> None:
    """A game that is over, with fair dice that the page has checked."""
    sit(page, "pig", {"Ann": "me"} | {"Bob": "bot:random"}, options={"target": 10}, dice="fair")
    over = page.locator("#outcome")
    hold = page.get_by_role("button", name=re.compile("hold"))
    while not over.is_visible():
        expect(over.or_(hold).first).to_be_visible()
        if hold.is_visible():
            before = page.locator("event-log .entry").count()
            hold.click()
            expect(page.locator("event-log .entry")).not_to_have_count(before)
    expect(over).to_contain_text("verified")
    expect(over.locator(".luck li").first).to_be_visible()


def replay(page: Page) -> None:
    page.goto(bring(page, fight_record()) + "#40")
    expect(page.locator("#where")).to_contain_text("40 of")
    expect(page.locator(".moment .ask")).to_be_visible()


def replay_end(page: Page) -> None:
    page.goto(bring(page, fight_record()) + "#9999")
    expect(page.locator(".moment .luck li").first).to_be_visible()


def replay_dragon(page: Page) -> None:
    page.goto(bring(page, record("dragon", "Ann", "Bob")) + "#9")
    expect(page.locator("dragon-board .hero").first).to_be_visible()


def play_on(page: Page) -> None:
    replay(page)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def characters(page: Page) -> None:
    toml = 'name = "Maud"\nedition = "ancient-world"\nst = 12\ndx = 12\niq = 8\n'
    post(page, "/api/characters", {"toml": toml})
    page.goto("/characters")
    expect(page.locator("[data-drop]")).to_have_count(1)


def editor(page: Page) -> None:
    page.goto("/characters/new?like=ancient-world/brida-of-the-ford")
    expect(page.locator("#verdict")).to_have_text("✓ legal")


def opens(path: str, shows: str) -> Callable[[Page], None]:
    def scene(page: Page) -> None:
        page.goto(path)
        expect(page.locator("main")).to_contain_text(shows)

    return scene


SCENES: dict[str, Callable[[Page], None]] = {
    "lobby": lobby,
    "new-fight": new_fight,
    "new-dragon": new_dragon,
    "new-pig": new_pig,
    "gathering": gathering,
    "invitation": invitation,
    "fight": fight,
    "dragon": dragon,
    "pig": pig,
    "peddlers": peddlers,
    "keys": keys,
    "seats": seats,
    "dice": dice,
    "ledger": ledger,
    "outcome": outcome,
    "replay": replay,
    "replay-end": replay_end,
    "replay-dragon": replay_dragon,
    "play-on": play_on,
    "characters": characters,
    "character": editor,
    "rules": opens("/rules", "Rulebook"),
    "rule": opens("/rules/STR-4", "STR-4"),
    "search": opens("/rules?q=armor", "ARM-"),
    "error": opens("/table/none", "There is no such table"),
}


@pytest.mark.parametrize("scene", SCENES)
def test_every_page_is_accessible_and_fits(scene: str, visitors: Callable[..., Visitor]) -> None:
    desk = visitors(color_scheme="light")
    phone = visitors(viewport=PHONE, color_scheme="dark", has_touch=True, is_mobile=True)
    for visitor, name in ((desk, "desk-light"), (phone, "phone-dark")):
        visitor.expected = MISSING if scene == "error" else ()
        SCENES[scene](visitor.page)
        no_sideways_scrolling(visitor.page)
        accessible(visitor.page)
        picture(visitor.page, f"page-{scene}-{name}")
    desk.page.emulate_media(color_scheme="dark")
    accessible(desk.page, "color-contrast")
    picture(desk.page, f"page-{scene}-desk-dark")
    phone.page.emulate_media(color_scheme="light")
    picture(phone.page, f"page-{scene}-phone-light")


@pytest.mark.parametrize("scene", ["fight", "dragon", "replay"])
def test_a_table_on_a_low_screen(scene: str, visitors: Callable[..., Visitor]) -> None:
    """A phone held sideways, or a page at 200 %: the question beside the board; at 400 % it scrolls."""
    page = visitors(viewport={"width": 640, "height": 400}, has_touch=True).page
    SCENES[scene](page)
    for width, height in ((640, 400), (844, 390), (568, 320)):
        page.set_viewport_size({"width": width, "height": height})
        board, foot = (page.locator(part).bounding_box() for part in ("#board", "#foot"))
        assert board
        assert foot
        assert board["height"] >= 220
        assert board["width"] >= 300
        assert foot["x"] >= board["x"] + board["width"]
        no_sideways_scrolling(page)
        picture(page, f"page-{scene}-{width}x{height}")
    accessible(page)
    page.set_viewport_size({"width": 320, "height": 256})
    board = page.locator("#board").bounding_box()
    assert board
    assert board["height"] >= 220
    assert page.evaluate("document.documentElement.scrollHeight") > 256 + 220
    no_sideways_scrolling(page)


# -- the frame and the lobby -------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 500])
def test_every_entry_of_the_header_can_be_seen(
    width: int, visitors: Callable[..., Visitor]
) -> None:
    page = visitors(viewport={"width": width, "height": 844}).page
    page.goto("/rules")
    entries = page.get_by_role("navigation", name="Pages").get_by_role("link")
    menu = page.get_by_role("button", name="Menu")
    if menu.is_visible():
        menu.click()
        accessible(page)
    expect(entries).to_have_text(["Lobby", "Rulebook", "Characters", "Companies", "Yard"])
    theme = page.locator("#theme").bounding_box()
    assert theme
    for entry in entries.all():
        box = entry.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= (width if menu.is_visible() else theme["x"])
        assert box["height"] >= 44
    no_sideways_scrolling(page)
    entries.last.click()
    expect(page).to_have_url(re.compile("/yard$"))


def test_the_list_of_keys_opens_at_its_beginning(visitors: Callable[..., Visitor]) -> None:
    page = visitors(viewport=PHONE).page
    SCENES["fight"](page)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog.get_by_role("heading", name="Keys")).to_be_in_viewport()
    assert dialog.evaluate("it => [it.scrollTop, it.scrollHeight > it.clientHeight]") == [0, True]
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_light_or_dark_is_remembered(visitors: Callable[..., Visitor]) -> None:
    page = visitors(color_scheme="light").page
    page.goto("/")
    switch = page.get_by_role("button", name="Dark")
    expect(switch).to_have_attribute("aria-pressed", "false")
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.goto("/rules")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != light
    page.get_by_role("button", name="Dark").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


def test_the_lobby_says_where_it_is_your_turn(visitors: Callable[..., Visitor]) -> None:
    ann, bob = visitors().page, visitors().page
    sit(ann, "pig", {"Ann": "me", "Bob": "friend"}, listed=True)
    bob.goto("/")
    expect(bob).to_have_title("Legendry")
    table = bob.locator("#listed li").filter(has_text="Ann · Bob (free)").first
    table.get_by_role("button", name="Sit down as Bob").click()
    expect(bob.locator("seat-strip")).to_contain_text("Bobyou")

    asked(ann)
    bob.goto("/")
    row = bob.locator("#continue li").filter(has_text="Bob (you)")
    expect(row.locator(".chip")).to_have_text("Ann to answer")
    ann.keyboard.press("2")
    expect(ann.locator("event-log")).to_contain_text("Ann banks")
    bob.reload()
    expect(row.locator(".chip")).to_have_text("Your turn")
    expect(bob).to_have_title("● 1 waiting")
    picture(bob, "lobby-your-turn")
    row.get_by_role("link").click()
    asked(bob)
    expect(bob).to_have_title(re.compile("^● Your turn"))


def test_news_in_the_lobby_wait_for_the_end_of_a_press(visitors: Callable[..., Visitor]) -> None:
    ann, bob = visitors().page, visitors().page
    sit(ann, "pig", {"Ann": "me", "Bea": "friend"}, listed=True)
    bob.goto("/")
    seat = bob.locator("#listed").get_by_role("button", name="Sit down as Bea").first
    seat.hover()
    bob.mouse.down()
    sit(ann, "pig", {"Ann": "me", "Cleo": "friend"}, listed=True)
    with bob.expect_response("**/api/tables"):
        bob.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    bob.evaluate("new Promise(requestAnimationFrame)")
    bob.mouse.up()
    expect(bob.locator("seat-strip")).to_contain_text("Beayou")


def test_one_click_from_the_lobby_to_a_question(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    for game in ("fight", "dragon"):
        page.locator(f"[data-play={game}]").click()
        asked(page)
        page.goto("/")
    expect(page.locator("#continue .chip.turn")).to_have_count(2)


def test_the_lobby_asks_again_for_what_it_could_not_be_told(visitor: Visitor) -> None:
    """Once the server cannot be reached; at the next look everything is there."""
    page = visitor.page
    visitor.expected = MISSING
    sit(page, "pig", {"Ann": "me", "Bob": "bot:random"})
    asked(page)
    page.route("**/api/games", lambda route: route.abort(), times=1)
    page.goto("/")
    problem = page.locator(".problem").first
    expect(problem).to_contain_text("The server cannot be reached.")
    expect(page.locator("#continue li")).to_have_count(0)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#continue li")).to_have_count(1)
    expect(page.locator("#fight-choices input")).not_to_have_count(0)
    expect(problem).to_be_empty()

    page.route("**/api/games", lambda route: route.abort(), times=1)
    page.reload()
    expect(problem).to_contain_text("The server cannot be reached.")
    page.locator("[data-play=fight]").click()
    asked(page)


# -- seats -------------------------------------------------------------------------------------


def test_who_loses_his_seat_is_told_so_and_stays_out(visitors: Callable[..., Visitor]) -> None:
    ann, bob = visitors().page, visitors().page
    table = sit(ann, "pig", {"Ann": "me", "Bob": "friend"})
    links = ann.request.get(f"/api/tables/{table}/seats").json()["seats"]
    sockets: list[object] = []
    bob.on("websocket", lambda socket: sockets.append(socket))
    follow(bob, next(seat["link"] for seat in links if seat["name"] == "Bob"))
    asked(ann)
    expect(bob.locator("seat-strip")).to_contain_text("Bobyou")
    post(ann, f"/api/tables/{table}/seats/Bob", {"revoke": True})
    words = bob.locator("p:visible").filter(has_text="Your seat was taken back").first
    expect(words).to_be_visible()
    picture(bob, "seat-taken-back")
    expect(ann.locator("seat-strip")).to_contain_text("Bobfree")
    ann.keyboard.press("2")
    expect(ann.locator("event-log")).to_contain_text("Ann banks")
    bob.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))")
    expect(words).to_be_visible()
    expect(bob.locator("event-log")).not_to_contain_text("Ann banks")
    assert len(sockets) == 1, "the page does not try again"


# -- records and replays -----------------------------------------------------------------------


def test_a_record_is_opened_scrubbed_explained_and_played_on(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    file = {"name": "a.rec", "mimeType": "text/plain", "buffer": fight_record().encode()}
    page.locator("#record").set_input_files(file)  # type: ignore[arg-type]
    where, log = page.locator("#where"), page.locator("event-log .entry")
    expect(where).to_have_text(re.compile(r"^1 of \d+$"))
    steps = int(str(where.text_content()).split()[-1])
    expect(log).to_have_count(1)

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text(f"3 of {steps}")
    expect(log).to_have_count(3)
    page.get_by_role("button", name="One step back").click()
    expect(log).to_have_count(2)
    page.keyboard.press("]")
    expect(page.locator("#headline")).to_contain_text("Round 1")
    expect(where).not_to_have_text(f"2 of {steps}")
    page.keyboard.press("End")
    expect(where).to_have_text(f"{steps} of {steps}")
    expect(page.locator(".moment")).to_contain_text("Outlaws won")
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
    page.keyboard.press("Home")
    expect(where).to_have_text(f"1 of {steps}")
    page.locator("#speed").select_option("5×")
    page.locator("#headline").click()
    page.keyboard.press("Space")
    expect(where).not_to_have_text(f"1 of {steps}")
    page.get_by_role("button", name="Pause").click()

    page.locator("#scrub").fill("39")
    expect(where).to_have_text(f"40 of {steps}")
    expect(log.last).to_have_attribute("data-number", "39")
    answer = str(page.locator(".moment .chosen strong").text_content())
    page.locator("#cards summary").filter(has_text="Maud Gray").click()
    page.get_by_role("button", name=re.compile("^DX .*: why")).click()
    expect(page.get_by_role("dialog", name="Why? DX of Maud Gray")).to_contain_text("base")
    picture(page, "replay-ledger")
    page.keyboard.press("Escape")
    wounds = page.locator("#cards .points").all_text_contents()

    held = Held(page, "**/api/games")
    page.get_by_role("button", name="Play on from here").dblclick()
    held.let_through()
    dialog = page.get_by_role("dialog", name="Play on from step 40")
    dialog.get_by_label("Who plays Outlaws").select_option("me")
    dialog.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/table/**")
    asked(page)
    expect(page.locator("#headline")).to_contain_text("Round 3")
    assert page.locator("#cards .points").all_text_contents() == wounds
    names = page.evaluate("[...document.querySelectorAll('[data-key]')].map((o) => o.dataset.key)")
    assert answer in names, "the answer of the record is possible here too"


def test_what_can_be_pressed_in_a_replay_does_something(visitor: Visitor) -> None:
    """On a slow line, too."""
    page = visitor.page
    address = bring(page, fight_record())
    late(page, "**/api/replays/*")
    page.goto(address)
    page.locator("#on").click()
    expect(page.locator("#where")).to_contain_text("2 of")


def test_earlier_entries_are_fetched_once(visitor: Visitor) -> None:
    """However often they are asked for on a slow line."""
    page = visitor.page
    page.goto("/rules")
    numbers = page.evaluate(
        """async () => {
          await import("/static/js/log.js");
          const log = document.createElement("event-log");
          document.body.append(log);
          const asked = [];
          log.older = () => new Promise((resolve) => { asked.push(resolve); });
          log.reset([{ number: 1, lines: ["later"] }]);
          for (let times = 0; times < 2; times += 1) log.querySelector("button").click();
          for (const resolve of asked) resolve([{ number: 0, lines: ["earlier"] }]);
          await new Promise((resolve) => { setTimeout(resolve); });
          return [...log.querySelectorAll(".entry")].map((entry) => entry.dataset.number);
        }"""
    )
    assert numbers == ["0", "1"]


def test_a_replay_says_whether_the_dice_are_verified(visitor: Visitor) -> None:
    page = visitor.page
    table = Table(PIG, ["Ann", "Bob"], HOUSE_DICE, options={"target": 10})
    play(table, {seat: bot("random", seed="1") for seat in ("Ann", "Bob")})
    page.goto(bring(page, table.record))
    expect(page.locator("#where")).to_contain_text("1 of")
    page.keyboard.press("End")
    expect(page.locator(".moment .notice.good")).to_have_text(
        re.compile(r"^✓ Fair dice: All \d+ rolls are verified\.$")
    )
    expect(page.locator("#warning")).to_be_empty()
    head, throw, rest = table.record.rpartition("throw ")
    who, fell, end = rest[:5], int(rest[5]), rest[6:]
    page.goto(bring(page, f"{head}{throw}{who}{fell - 1}{end}"))
    warning = page.locator("#warning .notice.bad")
    expect(warning).to_contain_text(f"shows {fell - 1} but should show {fell}.")
    expect(warning).to_contain_text(
        re.compile(r"^✗ Dice not verified: Roll \d+, throw (Ann|Bob), ")
    )
    accessible(page)
    picture(page, "replay-not-verified")
    page.keyboard.press("End")
    expect(page.locator(".moment .outcome")).to_be_visible()
    expect(warning).to_be_visible()
    page.goto(bring(page, table.record.replace(HOUSE_DICE.secret, "ab" * 32)))
    expect(warning).to_contain_text("The secret does not fit the commitment")


def test_rolls_of_the_game_before_are_not_called_typed(visitor: Visitor) -> None:
    page = visitor.page
    table = Table(PIG, ["Ann", "Bob"], HOUSE_DICE, options={"target": 10})
    play(table, {seat: bot("random", seed="1") for seat in ("Ann", "Bob")})
    throw = re.compile(r"^throw \w+: \d$", re.MULTILINE)
    record = throw.sub(r"\g<0> (typed)", throw.sub(r"\g<0> (scripted)", table.record, 2), 1)
    page.goto(bring(page, record))
    expect(page.locator("#where")).to_contain_text("1 of")
    page.keyboard.press("End")
    expect(page.locator(".moment .notice.good")).to_contain_text(
        "verified. 1 was typed in by hand. 2 come from the game this one goes on from."
    )


def test_a_broken_record_is_refused_with_a_sentence(visitor: Visitor) -> None:
    visitor.expected = MISSING
    page = visitor.page
    page.goto("/")
    broken = fight_record().replace("Maud Gray move", "Maud Gray fly", 1)
    for text, words in (("hello", "."), (broken, "Line")):
        file = {"name": "a.rec", "mimeType": "text/plain", "buffer": text.encode()}
        page.locator("#record").set_input_files(file)  # type: ignore[arg-type]
        problem = page.locator(".door .problem").first
        expect(problem).to_contain_text(words)
        expect(problem).to_have_text(re.compile(r"^[A-Z“].*[.?]$"))
    assert page.url.endswith("/")


# -- new tables --------------------------------------------------------------------------------


def test_a_fight_set_up_by_hand(visitor: Visitor) -> None:
    visitor.expected = MISSING
    page = visitor.page
    characters(page)
    page.goto("/new/fight")
    first, second = page.locator(".side").nth(0), page.locator(".side").nth(1)
    for slug in ("time-and-space", "time-and-space-classic", "ancient-world"):
        page.locator(f".big-choice input[value={slug}]").check()
        expect(second.get_by_label("Name")).to_have_value(SKIRMISHES[slug].sides[1].name)
    first.get_by_label("Name").fill("Greeks")
    while first.locator("li").count():
        first.get_by_role("button", name=re.compile("^Remove ")).last.click()
    first.get_by_label("Somebody to add").select_option(label="Maud")
    first.get_by_role("button", name="Add").click()
    second.get_by_label(re.compile("^How many")).first.fill("2")
    page.get_by_label("Leaving the board").select_option("no")
    page.get_by_role("radio", name="Meadow").check()
    page.get_by_text("Table options").click()
    page.locator(".option input[type=number]").first.fill("9")
    expect(page.get_by_text("(1 changed)")).to_be_visible()

    second.get_by_label("Name").fill("Greeks")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".go .problem")).to_have_text(re.compile(r"^[A-Z].*\.$"))
    picture(page, "new-fight-refused")
    expect(first.get_by_label("Name")).to_have_value("Greeks")
    expect(first.locator("li")).to_contain_text("Maud")
    expect(page.get_by_text("(1 changed)")).to_be_visible()
    second.get_by_label("Name").fill("Trojans")
    page.get_by_role("button", name="Play").click()

    page.wait_for_url("**/table/**")
    asked(page)
    expect(page.locator("#cards .group").first).to_contain_text("Maud")
    record = page.request.get(page.url.replace("/table/", "/api/tables/") + "/record").text()
    assert 'leave = "no"' in record
    assert 'board = "meadow"' in record
    assert re.search(r"(?m)^\[options\]\n\w+ = 9$", record), record[:600]


def test_gravity_is_a_question_between_the_stars_alone(visitor: Visitor) -> None:
    """RUL-93: the ancient world has no skill for it."""
    page = visitor.page
    page.goto("/new/fight?edition=time-and-space")
    page.get_by_label("Gravity").select_option("none")
    page.locator(".big-choice input[value=ancient-world]").check()
    expect(page.get_by_label("Gravity")).to_be_hidden()
    page.locator(".big-choice input[value=time-and-space-classic]").check()
    expect(page.get_by_label("Gravity")).to_be_visible()
    picture(page, "new-fight-weightless")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/**")
    asked(page)
    record = page.request.get(page.url.replace("/table/", "/api/tables/") + "/record").text()
    assert 'gravity = "none"' in record


def test_a_deck_of_one_s_own(visitor: Visitor) -> None:
    visitor.expected = MISSING
    page = visitor.page
    page.goto("/new/dragon")
    deck = page.get_by_label("Bring a deck of your own")

    def brought(text: str) -> None:
        file = {"name": "mine.toml", "mimeType": "text/plain", "buffer": text.encode()}
        deck.set_input_files(file)  # type: ignore[arg-type]
        expect(page.get_by_text("The deck mine.toml.").first).to_be_visible()
        page.get_by_role("button", name="Play").click()

    brought("[setup")
    expect(page.locator(".go .problem")).to_contain_text("The deck is not TOML")
    brought("[setup]\npotions_per_hero = 5\n")
    page.wait_for_url("**/table/**")
    bard = re.compile("^Bard, 5 potions")
    chosen, shown = (page.get_by_role(role, name=bard) for role in ("button", "group"))
    expect(chosen.or_(shown).first).to_be_visible()


# -- characters --------------------------------------------------------------------------------


def test_nobody_is_changed_before_he_is_there(visitor: Visitor) -> None:
    page = visitor.page
    held = Held(page, "**/api/characters/check")
    with page.expect_request("**/api/characters/check"):
        page.goto("/characters/new")
    expect(page.locator("#name")).to_be_disabled()
    held.let_through()
    expect(page.locator("#name")).to_be_enabled()
    expect(page.locator("#verdict")).to_have_text("✓ legal")


def test_a_character_is_made_kept_mended_and_deleted(visitor: Visitor, tmp_path: Path) -> None:
    visitor.expected = MISSING
    page = visitor.page
    page.goto("/characters/new")
    verdict, notices = page.locator("#verdict"), page.locator("#notices")
    expect(verdict).to_have_text("✓ legal")
    page.get_by_label("Name", exact=True).fill("Thea")
    page.get_by_role("button", name="More Strength").click()
    expect(page.locator("#points")).to_contain_text("1 too many")
    expect(verdict).not_to_have_text("✓ legal")
    page.get_by_role("button", name="Less Intelligence").click()
    expect(page.locator("#points")).to_contain_text("none left")
    page.locator("#add-weapons").select_option("broad-sword")
    page.locator("#add-armor").select_option("chain")
    expect(verdict).to_have_text("✓ legal")
    expect(page.locator("#sheet")).to_contain_text("−3 chain ARM-2")
    picture(page, "character-made")

    page.locator("#seed").fill("7")
    page.locator("#random").click()
    expect(notices).to_contain_text("by luck")
    page.get_by_role("button", name="Put back").click()
    expect(page.locator("#name")).to_have_value("Thea")
    with page.expect_download() as download:
        page.locator("#download").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "thea.toml"
    page.locator("#keep").click()
    page.wait_for_url("**/characters")
    expect(page.locator("[data-drop]")).to_have_count(1)

    bad = tmp_path / "bad.toml"
    bad.write_text(file.read_text().replace("Thea", "Theo").replace("broad-sword", "swrod"))
    page.locator("#files").set_input_files([file, bad])
    expect(page.locator("#brought")).to_contain_text("bad.toml was not taken")
    expect(page.locator("#brought")).to_contain_text("1 kept.")
    page.get_by_role("button", name="Mend it here").click()
    expect(page.locator("#mistakes")).to_contain_text("swrod")

    page.goto("/characters")
    expect(page.locator("[data-drop]")).to_have_count(2)
    page.get_by_role("link", name="Edit").first.click()
    page.locator("#blurb").fill("Reads a lot.")
    page.locator("#keep").click()
    expect(notices).to_contain_text("is kept")
    page.goto("/characters")
    expect(page.get_by_text("Reads a lot.")).to_be_visible()
    for left in (1, 0):
        page.locator("[data-drop]").first.click()
        page.get_by_role("dialog").get_by_role("button", name="Delete").click()
        expect(page.locator("[data-drop]")).to_have_count(left)
    expect(page.locator("#nobody")).to_be_visible()


# -- the rulebook ------------------------------------------------------------------------------


@pytest.mark.parametrize("settings", [{"color_scheme": "dark"}, {"viewport": PHONE}])
def test_a_search_without_a_hit_offers_what_may_have_been_meant(
    settings: dict[str, Any], visitors: Callable[..., Visitor]
) -> None:
    page = visitors(**settings).page
    page.goto("/rules")
    search, found = page.get_by_role("searchbox"), page.locator("#found")
    chapter = page.locator("#contents summary").first
    search.fill("dodge")
    expect(found).to_contain_text("places speak of “dodge”")
    expect(chapter).to_be_hidden()
    search.fill("xyzzy")
    expect(found).to_contain_text("Nothing in the rulebook speaks of “xyzzy”")
    expect(chapter).to_be_visible()
    shape = "phone" if "viewport" in settings else "dark"
    picture(page, f"rules-nothing-{shape}")
    accessible(page)
    search.fill("str99")
    expect(found).to_contain_text("Perhaps one of these was meant:")
    picture(page, f"rules-nearest-{shape}")
    found.get_by_role("link", name=re.compile("STR-4")).click()
    page.wait_for_url("**/rules/STR-4")


def test_the_rulebook_is_searched_and_ledgers_lead_to_it(visitor: Visitor) -> None:
    visitor.expected = MISSING
    page = visitor.page
    page.goto("/rules")
    page.get_by_role("searchbox").fill("dodge")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules?q=dodge")
    page.get_by_role("link", name=re.compile("STR-4")).first.click()
    page.wait_for_url("**/rules/STR-4")
    page.get_by_role("link", name="STR-5").click()
    expect(page.get_by_role("heading", name="STR-5")).to_be_visible()

    page.goto("/rules/XYZ-1")
    expect(page.locator("main")).to_contain_text("XYZ-1")

    ledger(page)
    with page.context.expect_page() as opened:
        page.locator("[popover] .ledger").get_by_role("link", name="ARM-2").click()
    expect(opened.value.get_by_role("heading", name="ARM-2")).to_be_visible()
