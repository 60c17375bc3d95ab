"""What skills and potions bring to a fight: asked with its odds, told in the log, seen on the card."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import SlowLine, Visitor, accessible, answer, picture
from .test_fights import AJAX, HECTOR, asked, cell, choices, fighter, set_up, sit

STALKER = {**AJAX, "skills": {"stalker": 1, "medic": 2}, "belongings": ["potion/DX/3"], "damage": 2}
LEADER = {**HECTOR, "name": "Agamemnon", "skills": {"leadership": 2}}
SKILLED = set_up(
    fighter("Greeks", STALKER, "0404"),
    fighter("Greeks", LEADER, "0405"),
    fighter("Trojans", HECTOR, "0504"),
)


def test_stalking_leading_and_drinking(visitor: Visitor) -> None:
    page = visitor.page
    sit(page, setup=SKILLED)
    asked(page, "does Ajax stalk the enemy?")
    expect(choices(page)).to_have_count(2)
    expect(choices(page).first).to_contain_text("works 98%")
    picture(page, "fight-stalk")
    answer(page, choices(page, "do not stalk").click)
    asked(page, "who acts?")
    answer(page, choices(page, "Agamemnon").click)
    answer(page, choices(page, "stay").click)
    choices(page, "lead Ajax").hover()
    expect(page.locator(".line-to.friend")).to_be_attached()
    answer(page, choices(page, "lead Ajax").click)
    log = page.get_by_role("log")
    expect(log).to_contain_text("Agamemnon leads Ajax: +2 to the next check")
    answer(page, choices(page, "stay").click)
    answer(page, choices(page, "drink potion of DX +3").click)
    expect(log).to_contain_text("Ajax drinks a potion of DX +3")
    card = page.locator("details.fighter").filter(has_text="Ajax").first
    card.locator("summary").click()
    expect(card).to_contain_text("+3 to DX (potion of DX +3)")
    picture(page, "fight-boosts")
    accessible(page)


GRENADIER = {**AJAX, "weapons": ["frag-grenade"]}
UNARMED = {**HECTOR, "weapons": []}
CROWD = set_up(
    fighter("Greeks", GRENADIER, "0304"),
    fighter("Greeks", {**UNARMED, "name": "Agamemnon"}, "0603"),
    fighter("Trojans", UNARMED, "0704"),
)


def test_who_throws_from_elsewhere_is_seen_there(visitor: Visitor) -> None:
    """He goes only when he has said where he throws: until then the place is marked."""
    page = visitor.page
    sit(page, setup=CROWD, edition="time-and-space")
    plan = page.locator(".plan circle")
    answer(page, choices(page, "Ajax").click)
    answer(page, cell(page, "0305").click)
    asked(page, "what does Ajax do in 0305?")
    place = plan.get_attribute("cy")
    answer(page, choices(page, "lob frag grenade").click)
    asked(page, "Where does Ajax throw the frag grenade?")
    expect(plan).to_have_attribute("cy", place or "")
    picture(page, "fight-grenade-moved")
    page.get_by_role("button", name="Undo").click()
    asked(page, "what does Ajax do in 0305?")
    page.get_by_role("button", name="Undo").click()
    asked(page, "where does Ajax go?")
    expect(plan).to_have_count(0)


def test_a_grenade_tells_what_it_does_to_foes_and_to_friends(visitor: Visitor) -> None:
    """Also to somebody who points at a hex before the odds are there."""
    page = visitor.page
    slow = SlowLine(page, "looks")
    sit(page, setup=CROWD, edition="time-and-space")
    asked(page, "who acts?")
    answer(page, choices(page, "Ajax").click)
    answer(page, choices(page, "stay").click)
    slow.holds = True
    answer(page, choices(page, "lob frag grenade").click)
    page.locator("[data-hex='0704']").hover()
    bar = page.locator("question-bar:not([hidden])")
    expect(bar).to_contain_text("Ajax at 0704")
    expect(bar).not_to_contain_text("damage")
    slow.let_through()
    expect(bar).to_contain_text("10.5 damage · 10.5 to friends")
    picture(page, "fight-grenade")
    accessible(page)
