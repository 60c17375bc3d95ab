"""The yard as people meet it: built by mouse, by keyboard and by notation, kept and flown."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from legendry.legends.craft.crew import manned_of

from .conftest import PHONE, Held, Visitor, accessible, no_sideways_scrolling, picture

KIT_KAT = "Cargo1, Engineering1, Operations1, Living1, d6/1, M+1"
SHORT = "C1 E1 O1 L1 d6/1 M+1"


def opened(page: Page, path: str = "/yard") -> Page:
    page.goto(path)
    expect(page.locator("#kinds button").first).to_be_visible()
    return page


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def costs(page: Page, points: int, left: str = "") -> None:
    expect(page.locator("#cost")).to_have_text(str(points))
    if left:
        expect(page.locator("#left")).to_have_text(left)


def written(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name, exact=True).locator("code")


def notation(page: Page, words: str) -> None:
    expect(written(page, "Notation")).to_have_text(words)


def sections(page: Page, *names: str) -> None:
    expect(page.locator("#sections strong")).to_have_text(list(names))


def build_kit_kat(page: Page) -> None:
    for kind in ("Cargo", "Engineering", "Operations", "Living"):
        button(page, f"+ {kind}").click()
    for fitting in ("Weapons", "Shields", "Maneuver"):
        button(page, f"More: {fitting}").click()


def typed(page: Page, words: str) -> None:
    page.get_by_label("Notation, to type or paste").fill(words)


# -- building ----------------------------------------------------------------------------------


def test_the_kit_kat_by_mouse_crf_14(visitor: Visitor) -> None:
    page = opened(visitor.page)
    expect(page.locator("#wrong-title")).to_have_text("To begin with")
    build_kit_kat(page)
    costs(page, 14, "6 left")
    notation(page, KIT_KAT)
    expect(written(page, "Short notation")).to_have_text(SHORT)
    expect(page.locator("#wrong")).to_be_hidden()
    lines = page.locator("#sheet .ledger tbody tr")
    expect(lines).to_have_count(7)
    expect(lines.nth(4)).to_contain_text("weapons 1 × 6")
    expect(lines.nth(4).get_by_role("link")).to_have_attribute("href", "/rules/CRF-10")
    expect(button(page, "+ Cargo")).to_have_attribute("aria-disabled", "true")
    expect(button(page, "+ Cargo")).to_have_attribute("title", re.compile("RUL-122"))
    visitor.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy the short notation").click()
    expect(page.locator("#status")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()") == SHORT
    picture(page, "yard")


def test_what_is_pressed_while_an_answer_comes_is_clicked(visitor: Visitor) -> None:
    page = opened(visitor.page)
    held = Held(page, "**/api/craft/check")
    typed(page, "C1 E1 O1")
    button(page, "More: Weapons").hover()
    page.mouse.down()
    with page.expect_response("**/api/craft/check"):
        held.wait()
        held.let_through()
    page.evaluate("new Promise(requestAnimationFrame)")
    page.mouse.up()
    expect(page.get_by_label("Weapons", exact=True)).to_have_value("1")


def test_a_part_pressed_before_what_is_typed_was_read_joins_it(visitor: Visitor) -> None:
    """On a slow line, too: neither is lost."""
    page = opened(visitor.page)
    held = Held(page, "**/api/craft/check")
    typed(page, "C1 E1 O1")
    button(page, "+ Living").click()
    held.wait()
    held.let_through()
    sections(page, "Cargo", "Engineering", "Operations", "Living")
    notation(page, "Cargo1, Engineering1, Operations1, Living1")


def test_a_section_that_is_typed_away_while_it_is_pressed_stays_away(visitor: Visitor) -> None:
    page = opened(visitor.page)
    typed(page, "C1 E1 O1")
    sections(page, "Cargo", "Engineering", "Operations")
    held = Held(page, "**/api/craft/check")
    typed(page, "C1 E1")
    button(page, "More: Points of Operations").click()
    held.wait()
    held.let_through()
    sections(page, "Cargo", "Engineering")


def test_order_and_points_by_mouse_crf_2_crf_3(visitor: Visitor) -> None:
    page = opened(visitor.page)
    typed(page, SHORT)
    sections(page, "Cargo", "Engineering", "Operations", "Living")
    button(page, "Move Living up, to be lost sooner").click()
    button(page, "More: Points of Living").click()
    button(page, "Move Cargo down, to be lost later").click()
    sections(page, "Engineering", "Cargo", "Living", "Operations")
    notation(page, "Engineering1, Cargo1, Living2, Operations1, d6/1, M+1")
    costs(page, 15)
    button(page, "Remove Cargo").click()
    sections(page, "Engineering", "Living", "Operations")
    button(page, "Less: Weapons").click()
    notation(page, "Engineering1, Living2, Operations1, /1, M+1")
    costs(page, 8)


def test_a_craft_by_keyboard_alone(visitor: Visitor) -> None:
    """Focus stays with what was pressed, wherever it goes; every step is heard."""
    page = opened(visitor.page)
    heard = page.locator("#status")

    def here() -> Locator:
        return page.locator(":focus")

    def to(name: str, key: str = "Tab") -> None:
        for _ in range(80):
            if here().count() and here().evaluate("e => e.ariaLabel || e.innerText") == name:
                return
            page.keyboard.press(key)
        pytest.fail(f"the keyboard does not reach {name}")

    to("+ Engineering")
    page.keyboard.press("Enter")
    expect(heard).to_contain_text("Engineering added. 1 build points, 19 left.")
    expect(here()).to_have_text("+ Engineering")
    to("+ Operations")
    page.keyboard.press("Space")
    to("+ Living")
    page.keyboard.press("Enter")
    expect(heard).to_contain_text("Living added. 3 build points, 17 left. It is legal.")
    to("Move Living up, to be lost sooner", "Shift+Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    sections(page, "Living", "Engineering", "Operations")
    expect(here()).to_have_attribute("aria-label", "Move Living up, to be lost sooner")
    expect(heard).to_contain_text("Living is number 1 to be lost.")
    page.keyboard.press("Enter")
    expect(here()).to_have_attribute("aria-disabled", "true")
    to("More: Points of Engineering")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    to("Weapons")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("2")
    notation(page, "Living1, Engineering3, Operations1, 2d6")
    costs(page, 17, "3 left")
    to("Remove Living", "Shift+Tab")
    page.keyboard.press("Enter")
    sections(page, "Engineering", "Operations")
    expect(here()).to_have_attribute("aria-label", "Remove Engineering")
    expect(heard).to_contain_text("Living removed. 16 build points, 4 left.")


def test_the_notation_is_read_as_it_is_typed_crf_4(visitor: Visitor) -> None:
    page = opened(visitor.page)
    typed(page, "C2 E1 O1 2d8 wings")
    wrong = page.locator("#mistakes li")
    expect(wrong).to_have_count(2)
    expect(wrong.last).to_contain_text("“wings” lacks its number")
    expect(wrong.first.get_by_role("link")).to_have_attribute("href", "/rules/CRF-4")
    sections(page, "Cargo", "Engineering", "Operations")
    typed(page, SHORT)
    costs(page, 14)
    expect(page.locator("#wrong")).to_be_hidden()


def test_over_the_budget_there_is_a_reason_crf_14(visitor: Visitor) -> None:
    page = opened(visitor.page)
    build_kit_kat(page)
    page.get_by_label("Build points to spend").fill("12")
    costs(page, 14, "2 too many")
    wrong = page.locator("#mistakes li")
    expect(wrong).to_have_text("it costs 14 build points, 2 too many (CRF-14)")
    expect(wrong.get_by_role("link")).to_have_attribute("href", "/rules/CRF-14")
    button(page, "Keep").click()
    expect(page.locator("#wrong")).to_be_focused()
    page.get_by_label("Build points to spend").fill("")
    expect(page.locator("#wrong")).to_be_hidden()
    expect(page.locator("#left")).to_have_count(0)


def test_classic_systems_crf_13(visitor: Visitor) -> None:
    page = opened(visitor.page)
    expect(button(page, "More: Systems")).to_have_count(0)
    page.get_by_label("Edition", exact=True).select_option("Time and Space Classic")
    build_kit_kat(page)
    button(page, "More: Systems").click()
    notation(page, "Cargo1, Engineering1, Operations1, Living1, D6/1, M+1, S+1")
    costs(page, 16, "4 left")
    expect(written(page, "Short notation")).to_have_count(0)
    page.get_by_label("Edition", exact=True).select_option("Time and Space")
    expect(page.locator("#mistakes li")).to_have_text(
        "there are no systems in Time and Space (CRF-13)"
    )
    button(page, "Less: Systems").click()
    expect(page.locator("#wrong")).to_be_hidden()
    costs(page, 14)


def test_what_a_scenario_prescribes_crf_9_rul_122(visitor: Visitor) -> None:
    page = opened(visitor.page)
    typed(page, "C1 E1 O1")
    sections(page, "Cargo", "Engineering", "Operations")
    page.get_by_label("A scenario prescribes its sections").check()
    button(page, "+ Cargo").click()
    page.get_by_label("Another kind of section").fill("Science Bay")
    page.keyboard.press("Enter")
    sections(page, "Cargo", "Engineering", "Operations", "Cargo 2", "Science Bay")
    costs(page, 5)
    page.get_by_label("A scenario prescribes its sections").uncheck()
    expect(page.locator("#mistakes li")).to_have_count(2)


# -- beginning with something ------------------------------------------------------------------


def test_from_the_hangar_and_back(visitor: Visitor) -> None:
    page = opened(visitor.page)
    page.get_by_role("link", name="Build on Paper Kite").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Paper Kite")
    sections(page, "Living", "Cargo", "Engineering", "Operations")
    costs(page, 10)
    expect(page.locator("#left")).to_have_count(0)
    button(page, "nothing").click()
    expect(page.locator("#sections li")).to_have_count(0)
    button(page, "Put back what was there").click()
    sections(page, "Living", "Cargo", "Engineering", "Operations")


def test_a_file_taken_along_and_brought_again(visitor: Visitor, tmp_path: Path) -> None:
    page = opened(visitor.page)
    build_kit_kat(page)
    page.get_by_label("Name").fill("Kit-Kat")
    button(page, "Take aboard").click()
    expect(page.locator("#crew li")).to_have_count(1)
    with page.expect_download() as download:
        button(page, "Download the file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "kit-kat.toml"
    manned = manned_of(file.read_bytes())
    assert manned.craft.notation == KIT_KAT
    assert manned.crew
    button(page, "nothing").click()
    costs(page, 0)
    page.get_by_label("a file").set_input_files(file)
    costs(page, 14)
    expect(page.locator("#crew strong").first).to_have_text(manned.crew.pilot.name)
    bad = tmp_path / "bad.toml"
    bad.write_text("luck = 7\n" + file.read_text().replace("d6/1", "d8/1"))
    page.get_by_label("a file").set_input_files(bad)
    expect(page.locator("#notices")).to_contain_text("bad.toml is here as far as it can be read.")
    expect(page.locator("#notices li")).to_have_count(2)
    bad.write_text("name = ")
    page.get_by_label("a file").set_input_files(bad)
    expect(page.locator("#notices")).to_contain_text("this is not TOML")
    sections(page, "Cargo", "Engineering", "Operations", "Living")


def test_what_is_not_kept_waits_in_the_browser(visitor: Visitor) -> None:
    page = opened(visitor.page)
    typed(page, "C3 E1 O1")
    costs(page, 5)
    opened(page)
    expect(page.locator("#notices")).to_contain_text("what you built before")
    costs(page, 5)
    button(page, "Start afresh").click()
    costs(page, 0)


# -- crew, keeping, flying ---------------------------------------------------------------------


def test_a_crew_at_its_stations_rul_122_rul_124(visitor: Visitor) -> None:
    page = opened(visitor.page)
    typed(page, SHORT)
    costs(page, 14)
    person = page.get_by_label("Somebody to come aboard")
    for place in range(3):
        person.select_option(index=place)
        button(page, "Take aboard").click()
        expect(page.locator("#crew li")).to_have_count(place + 1)
    names = page.locator("#crew strong").all_inner_texts()
    crew = page.locator("#crew li")
    expect(crew.nth(0)).to_contain_text("flies at")
    expect(crew.nth(1)).to_contain_text("fires at")
    expect(page.get_by_label(f"Section of {names[2]}")).to_have_value("Cargo")
    expect(page.locator("#wrong")).to_be_hidden()
    crew.nth(0).get_by_role("button", name=re.compile("^Why")).click()
    expect(page.get_by_role("dialog")).to_contain_text("M of Wayfarer")
    page.keyboard.press("Escape")
    page.get_by_label(f"Section of {names[2]}").select_option("Living")
    button(page, "Remove Living").click()
    expect(page.locator("#mistakes")).to_contain_text("there is no section “Living”")
    page.get_by_label(f"Section of {names[2]}").select_option("Engineering")
    expect(page.locator("#wrong")).to_be_hidden()
    page.get_by_label(f"Station of {names[0]}").focus()
    page.get_by_label(f"Station of {names[0]}").select_option("gunner")
    expect(page.get_by_label(f"Station of {names[0]}")).to_be_focused()
    for words in ("nobody flies it", "there are 2 gunners"):
        expect(page.locator("#mistakes")).to_contain_text(words)
    button(page, f"{names[0]} goes ashore").click()
    button(page, f"{names[1]} goes ashore").click()
    expect(page.locator("#crew li")).to_have_count(1)


def test_nobody_comes_aboard_before_one_can_say_who(visitor: Visitor) -> None:
    held = Held(visitor.page, "**/api/roster*")
    page = opened(visitor.page)
    expect(button(page, "Take aboard")).to_be_disabled()
    held.let_through()
    button(page, "Take aboard").click()
    expect(page.locator("#crew li")).to_have_count(1)


def test_kept_changed_flown_and_deleted(visitor: Visitor) -> None:
    page = opened(visitor.page)
    build_kit_kat(page)
    page.get_by_label("Name").fill("Kit-Kat")
    button(page, "Take aboard").click()
    pilot = page.locator("#crew strong").inner_text()
    button(page, "Keep").click()
    mine = page.locator(".person[data-id]")
    expect(mine).to_contain_text("Kit-Kat")
    expect(mine).to_contain_text(pilot)
    mine.get_by_role("link", name="Edit").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kit-Kat")
    costs(page, 14)
    button(page, "More: Shields").click()
    costs(page, 16)
    button(page, "Keep the changes").click()
    expect(page.locator("#notices")).to_contain_text("Kit-Kat is kept.")
    button(page, "Keep and fly").click()
    expect(page.get_by_role("heading", name="Set up a dogfight")).to_be_visible()
    ours = page.locator("fieldset.side-1 .people")
    expect(ours).to_contain_text("Kit-Kat")
    expect(ours).to_contain_text("16 build points")
    button(page, "Play").click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.locator("question-bar.asked")).to_be_visible(timeout=20_000)
    record = page.request.get(page.url.replace("/table/", "/api/tables/") + "/record").text()
    assert "Cargo1, Engineering1, Operations1, Living1, d6/2, M+1" in record
    assert pilot in record
    opened(page)
    page.locator(".person[data-id]").get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".person[data-id]")).to_have_count(0)
    expect(page.locator("#nobody")).to_be_visible()


# -- how it looks ------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_readable_by_all_and_no_wider_than_a_phone(
    visitors: Callable[..., Visitor], scheme: str, phone: bool
) -> None:
    settings = {"viewport": PHONE, "has_touch": True} if phone else {}
    page = opened(visitors(color_scheme=scheme, **settings).page)
    accessible(page)
    typed(page, "C2 E3 O12 L1 2d6/1 M+3 Q9")
    expect(page.locator("#mistakes li")).to_have_count(2)
    button(page, "Take aboard").click()
    expect(page.locator("#crew li")).to_contain_text("flies at")
    no_sideways_scrolling(page)
    accessible(page)
    picture(page, f"yard-{'phone' if phone else 'desktop'}-{scheme}")
    if phone:
        small = page.locator("#form button:visible, .actions button:visible").evaluate_all(
            "all => all.filter(e => !e.matches('.why')).map(e => e.getBoundingClientRect())"
            ".filter(box => box.width < 44 || box.height < 44).length"
        )
        assert small == 0
