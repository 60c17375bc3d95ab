"""Magic as people cast it: from the spell book, on the board, by touch, by keys, typed at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import PHONE, SlowLine, Visitor, accessible, answer, no_sideways_scrolling, picture
from .test_fights import (
    AJAX,
    HECTOR,
    WOLF,
    asked,
    cell,
    choices,
    fighter,
    invited,
    record,
    roll,
    set_up,
    sit,
    typed,
)

SPELLS = [
    "fire-1",
    "shadow-3",
    "sleep-1",
    "lightning-1",
    "shock-shield",
    "summon-small-dragon",
    "heal-wounds",
]
MIRA = {
    "name": "Mira",
    "kind": "hero",
    "st": 20,
    "dx": 12,
    "iq": 20,
    "weapons": ["wizards-staff"],
    "magic": True,
    "staff": 6,
    "spells": SPELLS,
}
"""Of such IQ that three dice never fail her."""
FOX = {**WOLF, "name": "Fox", "st": 30}
COVEN = ("Mira", "Nell", "Odo", "Pia", "Quin", "Rae")
COLUMN = ("0101", "0103", "0105", "0107", "0301", "0303")


def coven(**more: str) -> dict[str, Any]:
    """Six magic users of one mind surprise a wolf and a fox."""
    mages = [
        fighter("Greeks", {**MIRA, "name": name}, at)
        for name, at in zip(COVEN, COLUMN, strict=True)
    ]
    beasts = fighter("Trojans", WOLF, "0904"), fighter("Trojans", FOX, "0906")
    return set_up(*mages, *beasts, surprise="Greeks", **more)


def stays(page: Page, name: str) -> None:
    """He is chosen, and stays where he is to act there."""
    asked(page)
    if "who acts" in page.locator("question-bar .what").inner_text():
        answer(page, choices(page, re.compile(f"{name}$")).click)
        asked(page, f"where does {name} go?")
    answer(page, choices(page, "stay").click)
    asked(page, f"what does {name} do")


def book(page: Page, name: str) -> Locator:
    """His spell book, opened with the mouse."""
    stays(page, name)
    page.get_by_role("button", name="Cast…").click()
    opened = page.get_by_role("dialog", name=f"Spells of {name}")
    expect(opened.locator(".begin").first).to_be_focused()
    return opened


def begin(page: Page, name: str, spell: str) -> None:
    """He begins a spell out of his book."""
    opened = book(page, name)
    answer(page, opened.get_by_role("button", name=re.compile(f"^Cast {spell}")).click)
    expect(opened).to_have_count(0)


def on_board(page: Page, hex: str, what: str) -> None:
    """What a hex is called for those who do not see it."""
    expect(cell(page, hex)).to_have_attribute("aria-label", re.compile(what))


def contested(page: Page) -> None:
    """Both sides choose their dice for a contest; this page plays both."""
    asked(page, "how many dice")
    answer(page, page.locator(".contest .best").first.click)
    asked(page, "how many dice")
    answer(page, choices(page).first.click)


def test_the_spell_book_has_odds_and_reasons(visitor: Visitor) -> None:
    page = visitor.page
    keys = page.keyboard
    sit(page, setup=set_up(fighter("Greeks", MIRA, "0304"), fighter("Trojans", WOLF, "0904")))
    asked(page, "where does Mira go?")
    answer(page, lambda: keys.press("1"))
    asked(page, "what does Mira do")
    expect(choices(page, "Cast…")).to_contain_text("14 of 15 spells")
    expect(choices(page, re.compile("cast (Fire|Sleep)"))).to_have_count(0)
    keys.press("c")
    opened = page.get_by_role("dialog", name="Spells of Mira")
    expect(opened.locator(".begin").first).to_be_focused()
    expect(opened).to_contain_text("6 in the staff")
    schools = ["Creation", "Healing", "Illusion", "Kinetics", "Summoning"]
    assert opened.locator("h3").all_text_contents() == schools
    sleep = opened.locator("li", has_text="Sleep-1")
    expect(sleep).to_contain_text("IQ 11 · 3 fatigue · at: person · IQ against IQ · lasts")
    expect(sleep).to_contain_text("The victim sleeps until he is attacked")
    expect(sleep.locator(".begin")).to_contain_text(re.compile(r"wins \d+%"))
    heal = opened.locator("li", has_text="Heal Wounds")
    expect(heal).to_contain_text("Not now: there is nobody in sight to cast it at")
    expect(heal.locator(".begin")).to_have_count(0)
    expect(heal.get_by_role("link", name="SPL-32")).to_have_attribute("href", "/rules/SPL-32")
    picture(page, "magic-book")
    accessible(page)
    keys.press("ArrowDown")
    expect(opened.locator(".begin").nth(1)).to_be_focused()
    keys.press("Escape")
    expect(opened).to_have_count(0)

    # a hex, a key at a time; why not that one
    keys.press("c")
    answer(page, opened.get_by_role("button", name=re.compile("^Cast Fire-1")).click)
    asked(page, "where does Mira cast it?")
    expect(page.locator("question-bar .elsewhere")).to_contain_text("on the board")
    page.locator(".cell[tabindex='0']").focus()
    keys.press("t")
    on_board(page, "0904", "Wolf of Trojans.*cast it there works 100%")
    answer(page, lambda: keys.press("Enter"))
    expect(page.get_by_role("log")).to_contain_text("Fire-1 lies in 0904")
    expect(page.get_by_role("log")).to_contain_text("Wolf takes 2 damage")


def test_a_book_that_was_open_before_the_odds_came_tells_them(visitor: Visitor) -> None:
    page = visitor.page
    slow = SlowLine(page, "looks")
    sit(page, setup=set_up(fighter("Greeks", MIRA, "0304"), fighter("Trojans", WOLF, "0904")))
    asked(page, "where does Mira go?")
    slow.holds = True
    opened = book(page, "Mira")
    begins = opened.locator(".begin")
    page.keyboard.press("ArrowDown")
    expect(begins.nth(1)).to_be_focused()
    expect(opened).not_to_contain_text("wins")
    slow.let_through()
    expect(opened.locator("li", has_text="Sleep-1")).to_contain_text(re.compile(r"wins \d+%"))
    expect(opened.locator("li", has_text="Heal Wounds")).to_contain_text("Not now")
    expect(begins.nth(1)).to_be_focused()


def test_who_has_moved_reads_why_he_casts_nothing(visitor: Visitor) -> None:
    page = visitor.page
    sit(page, setup=set_up(fighter("Greeks", MIRA, "0304"), fighter("Trojans", WOLF, "0904")))
    asked(page, "where does Mira go?")
    answer(page, cell(page, "0404").click)
    asked(page, "what does Mira do in 0404?")
    expect(choices(page, "Cast…")).to_contain_text("none now")
    page.keyboard.press("c")
    opened = page.get_by_role("dialog", name="Spells of Mira")
    reason = "casting takes the whole turn: who casts may not move MAG-5"
    expect(opened.locator("li", has_text="Lightning-1")).to_contain_text(reason)
    expect(opened.locator(".begin")).to_have_count(0)
    picture(page, "magic-barred")


def test_a_spell_of_each_kind_by_mouse(visitor: Visitor) -> None:
    page = visitor.page
    sit(page, setup=coven())
    log = page.get_by_role("log")

    begin(page, "Mira", "Fire-1")  # a hex
    asked(page, "where does Mira cast it?")
    answer(page, cell(page, "0605").click)
    expect(page.locator(".spell.fire")).to_be_visible()
    on_board(page, "0605", "Fire-1 of Mira, burns whoever comes in")

    begin(page, "Nell", "Shadow-3")  # an area, fewer hexes than it could have
    answer(page, cell(page, "0702").click)
    asked(page, "where else?")
    expect(page.locator(".area.chosen")).to_be_visible()
    expect(page.locator("question-bar .so-far")).to_have_text("Nell cast Shadow-3 at 0702 …")
    cell(page, "0101").click()
    asked(page, "where else?")
    answer(page, cell(page, "0703").click)
    picture(page, "magic-area")
    answer(page, choices(page, "done").click)
    expect(page.locator(".spell.shadow")).to_be_visible()
    for hex in ("0702", "0703"):
        on_board(page, hex, "Shadow-3 of Nell, dark")

    begin(page, "Odo", "Sleep-1")  # direct, on a foe
    asked(page, "at whom does Odo cast Sleep-1?")
    expect(page.locator(".token.target")).to_have_count(2)
    answer(page, cell(page, "0904").click)
    contested(page)
    expect(log).to_contain_text("Sleep-1 lies on Wolf")
    expect(page.locator(".token.asleep .badge.sleep")).to_be_visible()
    on_board(page, "0904", "Wolf of Trojans, asleep")

    begin(page, "Pia", "Lightning-1")  # a strike, for an amount
    answer(page, cell(page, "0906").click)
    asked(page, "for how much?")
    amounts = page.locator(".amounts .amount")
    expect(amounts).to_have_count(4)
    expect(amounts.nth(2)).to_contain_text(re.compile(r"3.*costs 3.*10\.5 damage", re.DOTALL))
    picture(page, "magic-amount")
    accessible(page)
    answer(page, amounts.nth(2).click)
    expect(log).to_contain_text("Pia casts Lightning-1 at Fox")
    expect(log).to_contain_text(re.compile(r"Fox takes \d+ damage"))

    begin(page, "Quin", "Shock Shield")  # on oneself
    card = page.locator(".fighter", has_text="Quin")
    expect(card).to_contain_text("under Shock Shield")
    card.locator("summary").click()
    expect(card).to_contain_text("3 power")
    card.get_by_role("button", name="Why? Shock Shield").click()
    told = page.get_by_role("dialog", name="Shock Shield")
    expect(told).to_contain_text("Others in the caster's hex suffer a die of damage")
    expect(told.get_by_role("link", name="SPL-49")).to_be_visible()
    page.keyboard.press("Escape")

    begin(page, "Rae", "Summon Small Dragon")
    answer(page, page.locator(".cell.open").first.click)
    expect(page.locator(".fighter", has_text="Small dragon")).to_contain_text("called by Rae")
    expect(page.locator("[data-bulk='Small dragon']")).to_have_count(1)
    picture(page, "magic-in-play")
    accessible(page)


def test_a_spell_of_each_kind_typed_at_once(visitor: Visitor) -> None:
    page = visitor.page
    table = sit(page, setup=coven())
    line = page.get_by_role("combobox", name="Type an answer")
    typed = {
        "Mira": ("Fire-1 at 0605", "Fire-1 lies in 0605"),
        "Nell": ("Shadow-3 at 0702 and 0703 done", "Shadow-3 lies in 0702, 0703"),
        "Odo": ("Sleep-1 at Wolf", "Sleep-1 lies on Wolf"),
        "Pia": ("Lightning-1 at Fox for 2", "Pia casts Lightning-1 at Fox"),
        "Quin": ("Shock Shield", "Shock Shield lies on Quin"),
        "Rae": ("Summon Small Dragon at 0504", "Small dragon stands in 0504"),
    }
    for name, (words, told) in typed.items():
        stays(page, name)
        page.keyboard.press("/")
        if name == "Pia":
            line.fill("Pia cast Heal Wounds at Mira for 2")
            line.press("Enter")
            reason = page.locator("notation-line .reason")
            expect(reason).to_have_text("There is nobody in sight to cast it at MAG-5")
        line.fill(f"{name} cast {words}")
        answer(page, lambda: line.press("Enter"))
        expect(line).to_have_value("")
        line.press("Escape")
        if name == "Odo":
            contested(page)
        expect(page.get_by_role("log")).to_contain_text(told)
    text = record(page, table)
    assert all(f"{name} cast {words}" in text for name, (words, _) in typed.items()), text


def test_the_log_tells_why_there_are_four_dice(visitor: Visitor) -> None:
    page = visitor.page
    setup = set_up(
        fighter("Greeks", {**MIRA, "spells": ["blur"]}, "0404"),
        fighter("Trojans", HECTOR, "0504"),
        surprise="Greeks",
    )
    sit(page, setup=setup, trojans="bot:greedy")
    begin(page, "Mira", "Blur")
    asked(page, "at whom does Mira cast Blur?")
    answer(page, cell(page, "0404").click)
    expect(page.locator(".token .badge.blur")).to_be_visible()
    struck = page.get_by_role("log").locator(
        "p", has_text=re.compile(r"Hector (passes|fails) 4/DX")
    )
    for _ in range(6):
        asked(page)
        if struck.count():
            break
        answer(page, choices(page).last.click)
    struck.first.get_by_role("button", name="Why?").click()
    expect(page.locator("ledger-list")).to_contain_text(re.compile(r"\+1\s*Blur\s*SPL-13"))
    picture(page, "magic-dice")


@pytest.mark.parametrize("how", ["by mouse", "typed"])
def test_an_illusion_seen_from_both_sides(how: str, visitors: Callable[..., Visitor]) -> None:
    ann, bob = visitors(), visitors()
    pim = {**MIRA, "name": "Pim", "spells": ["illusion-1", "fire-1"]}
    setup = set_up(fighter("Greeks", pim, "0304"), fighter("Trojans", {**HECTOR, "iq": 12}, "0904"))
    table = sit(ann.page, trojans="friend", setup=setup)
    invited(ann, bob, "Trojans")
    if how == "typed":
        stays(ann.page, "Pim")
        typed(ann.page, "Pim cast Illusion-1 of bear at 0504")
    else:
        opened = book(ann.page, "Pim")
        bear = opened.get_by_role("button", name=re.compile("Illusion-1 as a bear"))
        answer(ann.page, bear.click)
        answer(ann.page, cell(ann.page, "0504").click)
    expect(ann.page.get_by_role("log")).to_contain_text("Bear is but an illusion (Illusion-1")
    expect(ann.page.locator(".token.phantom .badge.truth")).to_be_visible()
    expect(ann.page.locator(".fighter", has_text="Bear")).to_contain_text("in truth an illusion")
    picture(ann.page, "magic-illusion-own")

    asked(bob.page, "Hector")
    expect(bob.page.get_by_role("log")).to_contain_text("Pim casts Summon Bear at 0504")
    expect(bob.page.locator(".fighter", has_text="Bear")).to_contain_text("called by Pim")
    on_board(bob.page, "0504", "Bear of Greeks, 30 of 30 left, called by Pim")
    expect(bob.page.locator(".token.phantom")).to_have_count(0)
    picture(bob.page, "magic-illusion-other")
    assert "llusion" not in bob.page.content()
    assert "cast Illusion" not in record(bob.page, table)
    assert "cast Illusion-1 of bear" in record(ann.page, table)


def test_on_a_phone_by_touch(visitors: Callable[..., Visitor]) -> None:
    page = visitors(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme="dark").page
    fighters = fighter("Greeks", MIRA, "0304"), fighter("Trojans", AJAX, "0904")
    sit(page, setup=set_up(*fighters))
    asked(page, "where does Mira go?")
    answer(page, choices(page, "stay").tap)
    page.get_by_role("button", name="Cast…").tap()
    opened = page.get_by_role("dialog", name="Spells of Mira")
    expect(opened.locator(".begin").first).to_be_visible()
    no_sideways_scrolling(page)
    picture(page, "phone-magic-book")
    accessible(page)
    answer(page, opened.get_by_role("button", name=re.compile("^Cast Shadow-3")).tap)
    for hex in ("0704", "0804"):
        cell(page, hex).tap()
        answer(page, page.locator("fight-board .under button.primary").tap)
    picture(page, "phone-magic-area")
    answer(page, choices(page, "done").tap)
    expect(page.locator(".spell.shadow")).to_be_visible()


# -- out of turn -------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["by mouse", "typed"])
def test_who_is_gone_for_answers_with_magic(how: str, visitor: Visitor) -> None:
    """MAG-6, RUL-103: a strike before the grapple; the entrant who falls stays where he was."""
    page = visitor.page
    mira = {**MIRA, "spells": ["lightning-1", "fire-1", "sleep-1"]}
    setup = set_up(fighter("Greeks", AJAX, "0404"), fighter("Trojans", mira, "0504"))
    sit(page, setup=setup, dice="typed")
    roll(page, "initiative Greeks", 6)
    roll(page, "initiative Trojans", 1)
    stays(page, "Ajax")
    answer(page, choices(page, "takedown Mira").click)
    asked(page, "Mira")
    expect(page.locator("question-bar.interrupt .facts")).to_contain_text("Ajax goes for Mira")
    expect(choices(page, "Cast…")).to_have_count(0)
    expect(choices(page, re.compile("cast (Fire|Summon)"))).to_have_count(0)
    expect(choices(page, "cast Sleep-1 at Ajax")).to_contain_text(re.compile(r"wins \d+%"))
    picture(page, f"magic-reaction-{how.replace(' ', '-')}")
    if how == "typed":
        typed(page, "Mira cast Lightning-1 at Ajax for 3")
    else:
        answer(page, choices(page, "cast Lightning-1 at Ajax").click)
        asked(page, "for how much?")
        answer(page, page.locator(".amounts .amount").nth(2).click)
    roll(page, "Mira", 1, 1, 1)
    roll(page, "Mira", 6, 6, 6)
    log = page.get_by_role("log")
    expect(log).to_contain_text("Mira casts Lightning-1 at Ajax")
    expect(log).to_contain_text("Ajax takes 18 damage")
    on_board(page, "0404", "Ajax of Greeks, (down|dying|dead)")


@pytest.mark.parametrize("how", ["by mouse", "typed"])
def test_a_healer_casts_when_the_fight_is_over(how: str, visitor: Visitor) -> None:
    """RUL-69, RUL-115: once, before the dying die."""
    page = visitor.page
    setup = set_up(
        fighter("Greeks", {**AJAX, "damage": 7}, "0404"),
        fighter("Greeks", MIRA, "0304"),
        fighter("Trojans", WOLF, "0504"),
    )
    sit(page, setup=setup, dice="typed")
    roll(page, "initiative Greeks", 6)
    roll(page, "initiative Trojans", 1)
    stays(page, "Ajax")
    answer(page, choices(page, "strike Wolf").first.click)
    roll(page, "Ajax → Wolf", 1, 1, 1)
    answer(page, choices(page, "take it").click)
    roll(page, "Ajax → Wolf", 6, 6)
    asked(page, "the fight is over: does Mira cast a spell?")
    expect(choices(page, "no spell")).to_be_visible()
    if how == "typed":
        typed(page, "Mira cast Heal Wounds at Ajax for 3")
    else:
        page.get_by_role("button", name="Cast…").click()
        opened = page.get_by_role("dialog", name="Spells of Mira")
        expect(opened.locator(".begin")).to_have_count(1)
        answer(page, opened.get_by_role("button", name=re.compile("^Cast Heal Wounds")).click)
        asked(page, "at whom does Mira cast Heal Wounds?")
        answer(page, cell(page, "0404").click)
        asked(page, "for how much?")
        answer(page, page.locator(".amounts .amount").nth(2).click)
    roll(page, "Mira", 1, 1, 1)
    expect(page.locator("#outcome")).to_contain_text("Greeks won")
    expect(page.get_by_role("log")).to_contain_text("Ajax is healed of 3 damage")
    on_board(page, "0404", "Ajax of Greeks, 12 of 16 left")
    picture(page, f"magic-healed-{how.replace(' ', '-')}")
