"""Companies as people meet them: founded, rested, taught, sent into a fight, printed, mastered."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from legendry.legends.campaign.journal import read_company

from .conftest import PHONE, Visitor, accessible, follow, late, no_sideways_scrolling, picture

AW = "ancient-world"
MAUD = f"""\
name = "Maud"
edition = "{AW}"
st = 12
dx = 11
iq = 9
xp = 13
gold = 40
damage = 2
weapons = ["short-sword"]
"""


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def founded(page: Page, name: str = "The Grey Company") -> str:
    """A company of two heroes, founded by the form: its address."""
    page.goto(f"/companies?edition={AW}")
    expect(page.locator("#options details")).to_be_attached()
    page.get_by_label("Name", exact=True).fill(name)
    button(page, "Found it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    return ready(page)


def maud(page: Page) -> str:
    """A company of one who has something to spend: its address."""
    body = {"name": "Maud's own", "edition": AW, "members": [{"toml": MAUD}]}
    made = page.request.post("/api/companies", data=body).json()
    page.goto(f"/companies/{made['id']}")
    return ready(page)


def ready(page: Page) -> str:
    """The page's own address, once its buttons do something."""
    expect(page.locator("#seating select").first).to_be_attached()
    return page.url


def journal(page: Page) -> Locator:
    return page.locator("#journal > li")


def chosen(page: Page, label: str) -> None:
    """Choose what the bar calls so."""
    exactly = re.compile(f"^{re.escape(label)}$")
    page.locator("question-bar .choice .label").filter(has_text=exactly).click()


def told(page: Page, words: str) -> None:
    expect(page.locator("#notices .good")).to_contain_text(words)


# -- the page ----------------------------------------------------------------------------------


def test_a_company_is_founded_and_rests(visitor: Visitor) -> None:
    page = visitor.page
    founded(page)
    members = page.locator("[data-member]")
    expect(members).to_have_count(2)
    expect(journal(page)).to_have_count(1)
    button(page, "Rest a night").click()
    told(page, "Day 1: A night passes")
    expect(journal(page).first).to_contain_text("A night passes")
    expect(page.locator("main > p").first).to_contain_text("day 2")
    accessible(page)
    picture(page, "company")
    page.get_by_role("link", name=re.compile("watch how it was played")).click()
    expect(page).to_have_url(re.compile("/replay/"))
    expect(page.locator("camp-board .camper")).to_have_count(2)


def test_what_can_be_seen_can_be_done(visitor: Visitor) -> None:
    """On a slow line, too: a page is shown when its script is there."""
    page = visitor.page
    here = maud(page)
    late(page, "**/js/company.js")
    page.goto(here, wait_until="commit")
    button(page, "Rest a night").click()
    told(page, "Day 1: A night passes")


def test_what_can_be_bought_is_bought_with_its_reasons_cam_5(visitor: Visitor) -> None:
    """CAM-5: 13 XP for ST 13; what is too dear says so, and costs nothing to look at."""
    page = visitor.page
    maud(page)
    page.get_by_text("What can be bought").click()
    offers = page.locator(".offers")
    strength = offers.get_by_role("button", name="raises ST to 13 for 13 XP", exact=True)
    page.get_by_role("button", name="Why? raises ST to 13 for 13 XP").click()
    expect(page.locator(".ledger").first).to_contain_text("CAM-5")
    page.keyboard.press("Escape")
    accessible(page)
    strength.click()
    told(page, "Maud raises ST to 13 for 13 XP")
    expect(page.locator("[data-member='Maud'] .figures dd").first).to_have_text("13")
    page.get_by_text("What can be bought").click()
    offers.get_by_text(re.compile("Not now")).first.click()
    expect(offers.locator(".cannot").first).to_contain_text("it costs 14 XP, and Maud has 0")


def test_files_go_out_and_come_in_again(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    maud(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="File", exact=True).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert read_company(path.read_text()).company.name == "Maud's own"
    page.goto("/companies")
    page.locator("#files").set_input_files(path)
    expect(page.get_by_role("heading", level=1)).to_have_text("Maud's own")
    broken = tmp_path / "broken.toml"
    broken.write_text(path.read_text().replace("gold = 40", "gold = 41", 1))
    page.goto("/companies")
    visitor.expected = ("422",)
    page.locator("#files").set_input_files(broken)
    expect(page.locator("#brought .bad")).to_contain_text("broken.toml was not taken")
    expect(page.locator("#brought .bad")).to_contain_text("41")


def test_renamed_joined_left_and_deleted(visitor: Visitor) -> None:
    page = visitor.page
    founded(page)
    button(page, "Rename").click()
    page.get_by_label("Name", exact=True).fill("The Brown Company")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The Brown Company")
    button(page, "Join").click()
    expect(page.locator("[data-member]")).to_have_count(3)
    page.get_by_role("button", name=re.compile("leaves the company")).last.click()
    button(page, "Yes").click()
    expect(page.locator("[data-member]")).to_have_count(2)
    expect(journal(page).first).to_contain_text("leaves the company")
    button(page, "Delete").click()
    button(page, "Yes").click()
    expect(page).to_have_url(re.compile("/companies$"))
    expect(page.get_by_text("None yet.")).to_be_visible()


def test_sheets_for_paper_one_page_each(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    founded(page)
    page.get_by_role("link", name="Print the sheets").click()
    expect(page.locator(".paper")).to_have_count(2)
    accessible(page)
    picture(page, "company-print")
    data = page.pdf()
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 2
    page.emulate_media(media="print")
    expect(page.locator(".site")).to_be_hidden()
    expect(button(page, "Print")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(visitors: Callable[..., Visitor], scheme: str) -> None:
    page = visitors(viewport=PHONE, color_scheme=scheme, has_touch=True).page
    founded(page)
    for part in ("A skirmish", "Who sits at the table"):
        page.get_by_text(part, exact=True).tap()
    no_sideways_scrolling(page)
    accessible(page)
    page.goto("/companies")
    no_sideways_scrolling(page)
    accessible(page)
    page.get_by_role("link", name="Open The Grey Company").tap()
    button(page, "Make camp").tap()
    page.get_by_role("button", name=re.compile("^What does .* do")).first.tap()
    expect(page.locator(".deeds")).to_be_visible()
    no_sideways_scrolling(page)
    accessible(page)
    picture(page, f"camp-phone-{scheme}")


# -- the camp ----------------------------------------------------------------------------------


def test_the_camp_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.page
    maud(page)
    button(page, "Make camp").click()
    expect(page.locator("#headline")).to_contain_text("Maud's own · day 1")
    expect(page.locator("question-bar .barred")).to_have_text("Not now: divide gold, come home")
    card = page.locator(".camper")
    expect(card).to_contain_text("10 of 12, 2 damage")
    card.get_by_role("button", name="What does Maud do?").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".deed").first).to_be_focused()
    page.keyboard.press("Enter")
    first = page.locator(".deed").first
    expect(first.locator(".price")).to_have_text("13 XP")
    expect(first).to_be_focused()
    accessible(page)
    picture(page, "camp")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".chronicle")).to_contain_text("Maud raises ST to 13 for 13 XP")
    page.keyboard.press("u")
    expect(page.locator(".chronicle")).to_contain_text("Nothing is written yet")
    button(page, "Why? The figures of Maud").click()
    expect(page.locator(".ledger").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Company", exact=True).click()
    expect(page.get_by_role("link", name="Go to the camp")).to_be_visible()


# -- a fight -----------------------------------------------------------------------------------


def test_a_skirmish_changes_the_company_rul_69(visitor: Visitor) -> None:
    """RUL-69: what the fight did stands in the journal, with a link to how it was played."""
    page = visitor.page
    here = founded(page)
    page.get_by_text("A skirmish", exact=True).click()
    for _ in range(page.locator("#foes li").count()):
        page.locator("#foes button").first.click()
    page.get_by_label("Another foe").select_option("Road Bandit")
    button(page, "Add").click()
    button(page, "Fight").click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.locator("fight-board")).to_be_visible()
    table = page.url.rpartition("/")[2]
    page.goto(here)
    expect(page.locator(".doing .notice")).to_contain_text("It can be at one table at a time")
    expect(button(page, "Make camp")).to_have_count(0)
    lent = page.request.post(f"/api/tables/{table}/seats/Player", data={"bot": "greedy"})
    assert lent.ok
    page.get_by_role("link", name="Go to the table").click()
    page.get_by_role("link", name="Back to the company").click(timeout=120_000)
    entry = journal(page).first
    expect(entry).to_contain_text("A fight against Road Bandit")
    expect(entry.get_by_role("link", name=re.compile("watch"))).to_have_attribute(
        "href", f"/replay/{table}"
    )
    expect(button(page, "Make camp")).to_be_visible()


# -- the game master ---------------------------------------------------------------------------


def test_a_game_master_gives_xp_from_another_browser_gen_1(
    visitor: Visitor, visitors: Callable[..., Visitor]
) -> None:
    """GEN-1: what he gives is in everybody's log with his name, and in the company's journal."""
    page = visitor.page
    here = maud(page)
    page.get_by_text("Who sits at the table", exact=True).click()
    page.get_by_label("Game master", exact=True).select_option("friend")
    page.get_by_label("His name").fill("Max")
    button(page, "Make camp").click()
    expect(page).to_have_url(re.compile("/table/"))
    table = page.url.rpartition("/")[2]
    links = page.request.get(f"/api/tables/{table}/seats").json()["seats"]
    master = visitors().page
    follow(master, next(one["link"] for one in links if one["name"] == "Max"))
    expect(page.locator(".camper")).to_be_visible()
    expect(button(page, "Game master…")).to_be_hidden()
    expect(button(master, "Game master…")).to_be_visible()
    master.keyboard.press("g")
    for choice in ("to Maud", "xp", "+5"):
        chosen(master, choice)
    log = page.get_by_role("log")
    expect(log).to_contain_text("Max raises a hand.")
    expect(log.locator(".by")).to_have_text("Max")
    expect(log).to_contain_text("Maud gets 5 XP")
    expect(page.locator(".camper .purse dd").first).to_have_text("18")
    expect(master.get_by_role("log")).to_contain_text("Maud gets 5 XP")
    master.keyboard.press("g")
    chosen(master, "gives a plotword")
    master.get_by_label("Max gives a plotword").fill("RAVEN")
    accessible(master)
    picture(master, "master")
    button(master, "Say it").click()
    expect(page.locator(".hearth")).to_contain_text("Plotwords: RAVEN")
    page.goto(here)
    expect(journal(page).first).to_contain_text("RAVEN")
    expect(journal(page).nth(1)).to_contain_text("Maud gets 5 XP")
    expect(journal(page).nth(1)).to_contain_text("Max")


def test_the_form_of_a_new_table_has_room_for_a_game_master(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/new/camp")
    page.get_by_label("Who has a hand in everything").select_option("me")
    page.get_by_role("textbox", name=re.compile("^His name")).fill("Max")
    accessible(page)
    button(page, "Play").click()
    button(page, "Game master…").click()
    expect(page.locator("question-bar")).to_contain_text("Max, what happens?")
    page.goto("/new/pig")
    expect(button(page, "Play")).to_be_visible()
    expect(page.get_by_label("Who has a hand in everything")).to_be_hidden()
