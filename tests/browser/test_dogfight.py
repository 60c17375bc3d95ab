"""Dogfights as people fly them: by mouse, by keyboard, by touch; six craft a side at a glance."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from legendry.legends.dogfight.game import DOGFIGHT
from legendry.legends.dogfight.sorties import craft_named, flight
from legendry.legends.dogfight.views import view
from legendry.table import Seeded, Table
from tests.legends.dogfight.squadron import TS, TSC, craft

from .conftest import PHONE, Visitor, accessible, answer, no_sideways_scrolling, picture
from .test_fights import asked, choices, over, record, roll, sit, tab_to, typed
from .test_pages import bring

SEATS = [{"name": "Greeks", "player": "me"}, {"name": "Trojans", "player": "me"}]
DUEL = {"craft": [craft("Kit-Kat", "Greeks"), craft("Vulture", "Trojans")]}
MOST = 400
"""So many answers at most until one of these dogfights is over."""


def fly(page: Page, edition: str, setup: dict[str, Any] = DUEL, **more: Any) -> str:
    """Go to a new dogfight of Greeks and Trojans, both played here, with real dice."""
    given = {"edition": edition, "setup": setup, "seats": SEATS, "dice": "typed", **more}
    return sit(page, game="dogfight", **given)


def piece(page: Page, name: str) -> Locator:
    return page.locator(f"[data-piece='{name}']")


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-craft='{name}']")


def link(page: Page, kind: str, one: str, other: str) -> Locator:
    return page.locator(f".link.{kind}[data-from='{one}'][data-to='{other}']")


def contest(page: Page, faces: tuple[int, ...], others: tuple[int, ...]) -> None:
    """Both pilots take so many dice, by the number keys, and these fall."""
    for some in (faces, others):
        asked(page, "how many dice")
        number = str(len(some))
        answer(page, lambda number=number: page.keyboard.press(number))  # type: ignore[misc]
    roll(page, " → ", *faces)
    roll(page, " → ", *others)


def test_who_rolls_before_the_first_turn_stands_in_the_headline(visitor: Visitor) -> None:
    page = visitor.page
    fly(page, TS)
    asked(page)
    expect(page.locator("#headline")).to_contain_text("the dogfight begins · Greeks to roll")


# -- against a bot -----------------------------------------------------------------------------


def by_mouse(page: Page) -> None:
    """Answers on the board where a craft can be chosen there, the most martial way; else in the bar."""
    best = page.locator(".contest .best, .contest .count").first
    if best.count():
        answer(page, best.click)
        return
    named = page.locator(".piece.target, .piece.choosable")
    if not named.count():
        answer(page, choices(page).first.click)
        return
    name = named.first.get_attribute("data-piece")
    assert name is not None
    number = page.locator("#table").get_attribute("data-number")
    cell(page, name).click()
    menu = page.locator(".dogfight-menu button")
    changed = page.locator(f"#table:not([data-number='{number}'])")
    expect(menu.first.or_(changed).first).to_be_visible()
    if menu.count():
        martial = menu.filter(has_text=re.compile("^(fire|run|pursue)"))
        answer(page, (martial if martial.count() else menu).first.click)


def test_a_dogfight_from_the_lobby_to_its_end_by_mouse(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    page.get_by_role("article", name="Dogfight").get_by_role("button", name="Play").click()
    asked(page)
    expect(page.locator(".craft")).to_have_count(4)
    for _ in range(MOST):
        asked(page)
        if over(page):
            break
        by_mouse(page)
    outcome = page.locator("#outcome")
    expect(outcome).to_contain_text(re.compile("won|Nobody"))
    expect(outcome).to_contain_text("RUL-135")
    expect(page.locator("#headline")).to_contain_text("the dogfight is over")
    picture(page, "dogfight-over")
    accessible(page)


# -- by keyboard and typed ---------------------------------------------------------------------


def test_a_dogfight_by_keyboard_and_typed(visitor: Visitor) -> None:
    """Maneuver, pursuit, a shot: three points through the shields leave nothing that flies."""
    page = visitor.page
    keys = page.keyboard
    table = fly(page, TS)
    roll(page, "initiative Greeks", 6)
    roll(page, "initiative Trojans", 1)
    asked(page, "what does Kit-Kat do?")
    tab_to(page, ".cell")
    expect(cell(page, "Kit-Kat")).to_be_focused()
    expect(cell(page, "Kit-Kat")).to_have_attribute(
        "aria-label",
        "A1 Kit-Kat of Greeks; disengaged; Cargo 1, Engineering 1, Operations 1, Living 1",
    )
    keys.press("ArrowRight")
    expect(cell(page, "Vulture")).to_be_focused()
    keys.press("ArrowLeft")
    keys.press("t")
    expect(cell(page, "Vulture")).to_be_focused()
    expect(cell(page, "Vulture")).to_have_attribute(
        "aria-label", re.compile(r"maneuver Vulture wins \d+%; run Vulture hits \d+%")
    )
    keys.press("Enter")
    menu = page.get_by_role("dialog", name="Vulture: what to do")
    expect(menu.get_by_role("button", name=re.compile("^maneuver"))).to_be_focused()
    answer(page, lambda: keys.press("Enter"))
    expect(menu).to_have_count(0)
    contest(page, (3, 3, 3), (1, 1, 1))
    expect(link(page, "pursuit", "Kit-Kat", "Vulture")).to_be_visible()
    expect(page.locator(".link")).to_have_count(1)
    expect(cell(page, "Vulture")).to_have_attribute("aria-label", re.compile("flees from Kit-Kat"))

    asked(page, "what does Vulture do?")
    page.keyboard.press("/")
    line = page.get_by_role("combobox", name="Type an answer")
    line.fill("Vulture exit")
    line.press("Enter")
    reason = page.locator("notation-line .reason")
    expect(reason).to_have_text("Nobody leaves in the first round DOG-12")
    line.press("Escape")
    typed(page, "Vulture pass", "Kit-Kat fire Vulture")
    roll(page, "fire Kit-Kat → Vulture", 3, 3, 3)
    roll(page, "damage Kit-Kat → Vulture", 4)
    asked(page, "how many of 3 points does Kit-Kat inflict on Vulture?")
    expect(choices(page).first).to_contain_text("Cargo, Engineering, Operations destroyed")
    answer(page, lambda: keys.press("1"))

    expect(page.locator("#outcome")).to_contain_text("Greeks won")
    expect(piece(page, "Vulture").locator(".section.lost .struck")).to_have_count(3)
    expect(piece(page, "Vulture")).to_contain_text("captured")
    expect(page.locator(".link")).to_have_count(0)
    card = page.locator(".craft", has_text="Vulture")
    expect(card).to_contain_text("dead in the water, captured")
    card.locator("summary").click()
    expect(card.locator("li.lost", has_text="Operations")).to_contain_text(
        "Vulture's pilot · pilot"
    )
    assert "Kit-Kat fire Vulture\nfire Kit-Kat>Vulture: 3 3 3" in record(page, table)


def test_a_card_tells_who_sits_where_and_why(visitor: Visitor) -> None:
    page = visitor.page
    gunner = {"dx": 13, "skills": {"gunner": 1}, "karma": 2}
    kit = craft("Kit-Kat", "Greeks", "C2 E1 O1 2d6/1 M+1", gunner=gunner, skills={"pilot": 1})
    fly(page, TS, {"craft": [kit, craft("Vulture", "Trojans")]})
    asked(page)
    card = page.locator(".craft", has_text="Kit-Kat")
    expect(card.locator("summary")).to_contain_text("2d6/1 M+1")
    expect(card.get_by_role("img", name="Cargo 2, Engineering 1, Operations 1")).to_be_visible()
    card.locator("summary").click()
    crew = card.locator("li", has_text="Operations")
    expect(crew).to_contain_text("Kit-Kat's pilot · pilot · DX 11")
    expect(crew).to_contain_text("Kit-Kat's gunner · gunner · DX 13 · karma 2")
    card.get_by_role("button", name="pilot 13: why?").click()
    why = page.get_by_role("dialog", name="Why? pilot of Kit-Kat")
    expect(why).to_contain_text(
        re.compile(r"11\s*base.*\+1\s*Pilot.*\+1\s*M of Kit-Kat", re.DOTALL)
    )
    expect(why.get_by_role("link", name="CRF-12")).to_be_visible()
    page.keyboard.press("Escape")
    expect(card.get_by_role("button", name="gunner 14: why?")).to_be_visible()
    accessible(page)


def test_the_classic_rules_have_runs_with_a_contest_and_neutral_craft(visitor: Visitor) -> None:
    page = visitor.page
    fly(page, TSC)
    roll(page, "initiative Greeks", 6)
    roll(page, "initiative Trojans", 1)
    typed(page, "Kit-Kat run Vulture")
    asked(page, "run: how many dice does Kit-Kat roll")
    expect(link(page, "run", "Kit-Kat", "Vulture")).to_be_visible()
    picture(page, "dogfight-run")
    contest(page, (1, 1), (3, 3))
    expect(page.locator(".link")).to_have_count(0)

    typed(page, "Vulture maneuver Kit-Kat")
    contest(page, (3, 3, 3), (1, 1, 1))
    asked(page, "What does it make of it?")
    answer(page, choices(page, "pursue Kit-Kat").click)
    expect(link(page, "pursuit", "Vulture", "Kit-Kat")).to_be_visible()
    typed(page, "Vulture pass", "Kit-Kat maneuver Vulture")
    contest(page, (3, 3, 3), (1, 1, 1))
    expect(link(page, "turning", "Kit-Kat", "Vulture")).to_be_visible()
    expect(page.locator(".legend")).to_contain_text("neutral")
    for name, other in [("Kit-Kat", "Vulture"), ("Vulture", "Kit-Kat")]:
        expect(cell(page, name)).to_have_attribute(
            "aria-label", re.compile(f"neutral with {other}")
        )


# -- six a side --------------------------------------------------------------------------------

FLEET = ("night-ferry", "wren", "old-grievance", "glass-eye", "prudence", "sparrow-nine")
SIX = {"craft": [craft(f"{side[0]}{n}", side) for side in ("Greeks", "Trojans") for n in range(6)]}


def melee() -> tuple[Table[Any], list[tuple[str, str, str]]]:
    """Six craft of the hangar a side, well entangled; and who stands how to whom."""
    fleet = [craft_named(TSC, id) for id in FLEET]
    setup = {"craft": flight("Greeks", "Greeks", fleet) + flight("Trojans", "Trojans", fleet, 6)}
    table = Table(DOGFIGHT, ["Greeks", "Trojans"], Seeded(25), edition=TSC, setup=setup)
    luck = Random(25)
    for _ in range(95):
        listed = [option.notation for option in table.pending.options]  # type: ignore[union-attr]
        liked = (
            [one for one in listed if word in one] for word in (" man", " pur", " neu", " 3 d")
        )
        table.answer(luck.choice(next(filter(None, liked), listed)))
    craft = view(table.state).craft
    pairs = [("pursuit", one, other) for one in craft for other in craft[one].pursues]
    turning = {tuple(sorted((one, other))) for one in craft for other in craft[one].turning_with}
    return table, pairs + [("turning", one, other) for one, other in sorted(turning)]


BOX = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return [left, right, top, bottom];
}"""


@pytest.mark.parametrize("look", ["light", "dark", "phone"])
def test_six_a_side_at_a_glance(look: str, visitors: Callable[..., Visitor]) -> None:
    """On the replay page: every relation is a line of its own, no piece hides another."""
    looks: dict[str, dict[str, Any]] = {
        "light": {},
        "dark": {"color_scheme": "dark"},
        "phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    }
    page = visitors(**looks[look]).page
    table, relations = melee()
    assert len(relations) >= 6
    assert {kind for kind, *_ in relations} == {"pursuit", "turning"}
    page.goto("/")
    page.goto(f"{bring(page, str(table.record))}#999")
    expect(page.locator(".piece")).to_have_count(12)
    expect(page.locator(".link")).to_have_count(len(relations))
    for kind, one, other in relations:
        expect(link(page, kind, one, other)).to_have_count(1)

    boxes = page.locator(".cell").evaluate_all(f"all => all.map({BOX})")
    names = page.locator(".piece").evaluate_all(
        f"all => all.map((one) => [one.dataset.piece, ({BOX})(one.querySelector('.name'))])"
    )
    for name, (left, right, *_) in names:
        box = cell(page, name).evaluate(BOX)
        assert box[0] - 3 <= left < right <= box[1] + 3, f"{name} does not fit its place"
    for one, other in combinations(boxes, 2):
        apart = one[1] <= other[0] or other[1] <= one[0] or one[3] <= other[2] or other[3] <= one[2]
        assert apart, (one, other)
    assert min(right - left for left, right, *_ in boxes) >= 44
    sign = page.locator(".piece .sign").first.evaluate("one => one.getBoundingClientRect().height")
    assert sign >= 9, f"the letters on the pieces are {sign} px high"

    kind, one, other = relations[0]
    cell(page, one).scroll_into_view_if_needed()
    cell(page, one).hover()
    friends = {one} | {name for _, *pair in relations if one in pair for name in pair}
    expect(page.locator(".piece.lit")).to_have_count(len(friends))
    expect(page.locator(".piece.dim")).to_have_count(12 - len(friends))
    picture(page, f"dogfight-six-{look}-pointed")
    page.mouse.move(2, 2)
    expect(page.locator(".piece.dim")).to_have_count(0)
    no_sideways_scrolling(page)
    picture(page, f"dogfight-six-{look}")
    accessible(page)


def test_six_a_side_on_a_phone_by_touch(visitors: Callable[..., Visitor]) -> None:
    page = visitors(viewport=PHONE, has_touch=True, is_mobile=True).page
    fly(page, TS, SIX, dice="seeded", seed="6")
    asked(page, "which craft acts?")
    ours = page.locator(".piece.choosable")
    expect(ours).to_have_count(6)
    name = ours.nth(3).get_attribute("data-piece")
    assert name is not None
    answer(page, cell(page, name).tap)
    asked(page, f"what does {name} do?")
    expect(piece(page, name)).to_have_class(re.compile("active"))
    foes = page.locator(".piece.target")
    expect(foes).to_have_count(6)
    foe = foes.nth(1).get_attribute("data-piece")
    assert foe is not None
    cell(page, foe).tap()
    menu = page.get_by_role("dialog", name=f"{foe}: what to do")
    expect(menu.get_by_role("button")).to_have_count(3)
    expect(menu.get_by_role("button").first).to_contain_text(re.compile(r"wins \d+%"))
    no_sideways_scrolling(page)
    picture(page, "phone-dogfight-menu")
    answer(page, menu.get_by_role("button", name=re.compile("^maneuver")).tap)
    asked(page, "how many dice")
    best = page.locator(".contest .best")
    expect(best).to_have_count(1)
    expect(best).to_contain_text("%")
    page.get_by_role("button", name="Cards").tap()
    expect(page.locator(".craft", has_text=name)).to_be_visible()
    no_sideways_scrolling(page)
    picture(page, "phone-dogfight-cards")
    accessible(page)


# -- setting up --------------------------------------------------------------------------------


def test_a_dogfight_is_set_up_with_craft_of_the_hangar(visitor: Visitor) -> None:
    page = visitor.page
    page.goto("/")
    page.get_by_role("article", name="Dogfight").get_by_role("link", name="Set up").click()
    expect(page.get_by_role("heading", name="Set up a dogfight")).to_be_visible()
    expect(page.locator(".side").first).to_contain_text("Bramble")
    page.get_by_label("Time and Space Classic").check()
    first = page.locator(".side").first
    expect(first).to_contain_text("Night Ferry")
    first.get_by_role("combobox", name="A craft to add").select_option(label="Sparrow Nine")
    first.get_by_role("button", name="Add").click()
    first.get_by_label("How many: Sparrow Nine").fill("4")
    accessible(page)
    picture(page, "dogfight-new")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".piece.side-1")).to_have_count(6)
    expect(page.locator(".piece.side-2")).to_have_count(2)
    expect(piece(page, "Sparrow Nine 4")).to_be_visible()
    expect(page.locator(".legend")).to_contain_text("neutral")
