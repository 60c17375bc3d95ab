"""Takes the README's pictures of the web table: `make screenshots` writes `docs/pictures/*.png`.

A server of its own on a fresh database, one visitor, and positions that always come out the same:
dice from seeds, bots that play the moves before.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from legendry.bots import bot
from legendry.table import Choose, Seeded, Table, find_game, play
from legendry.web.forms import prepared
from legendry.web.replays import filmed, standing
from tools.palette import smaller

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome")))
)
DESK: ViewportSize = {"width": 1280, "height": 840}
PHONE: ViewportSize = {"width": 390, "height": 844}

BAND = ["brida-of-the-ford", "maud-gray", "ysolt-fenn", "captain-aldith"]
ROBBERS = ["gate-sergeant", "road-bandit", "road-bandit", "bandit-archer"]
MOST_OPTIONS = 6
"""More would not fit into the picture."""
DRAGON = {
    "game": "dragon",
    "seats": [{"name": "Ann"}, {"name": "Bob", "player": "bot:coach"}],
    "options": {"level": "standard"},
    "setup": {
        "tokens": {"heroes": 3, "creatures": 2},
        "potions": {"shaman": 2, "bard": 3, "magician": 1},
        "row": [{"slot": 1, "creature": "swamp_keeper", "trait": "corrupted"}],
    },
    "dice": "seeded",
    "seed": "41",
}

ADVENTURE = {
    "game": "adventure",
    "edition": "ancient-world",
    "seats": [{"name": "Ann"}, {"name": "Foes", "player": "bot:greedy"}],
    "setup": {"book": "the-ferrymans-lantern"},
    "dice": "seeded",
    "seed": "3",
}
PATROL = ["bramble", "gadfly", "plough-horse"]
RAIDERS = ["widow-maker", "gadfly", "gadfly"]


@contextmanager
def server() -> Iterator[str]:
    """A server on a free port and a database that is thrown away."""
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.create_server(("127.0.0.1", 0), backlog=128) as listening,
    ):
        number = listening.fileno()
        command = [sys.executable, "-m", "uvicorn", "legendry.web.app:application", "--factory"]
        child = subprocess.Popen(
            [*command, "--fd", str(number), "--log-level", "warning"],
            pass_fds=[number],
            env={**os.environ, "LEGENDRY_DATABASE": f"sqlite+aiosqlite:///{folder}/tables.db"},
        )
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            child.terminate()
            child.wait(20)


def fought() -> tuple[str, int]:
    """A fight of two bots, and the step after which it is thickest and a person may strike."""
    seats = ["Wayfarers", "Outlaws"]
    people = (BAND, ROBBERS)
    sides = [{"name": name, "people": who} for name, who in zip(seats, people, strict=True)]
    setup = prepared("fight", "ancient-world", {"sides": sides, "board": "clearing"}, seats)
    table: Table[Any] = Table(
        find_game("fight"), seats, Seeded("4"), edition="ancient-world", setup=setup
    )
    play(table, {seat: bot("greedy", seed="1") for seat in seats})
    film = filmed(table.record)

    def thick(step: int) -> int:
        now = film.steps[step].now
        if (
            now.request is None
            or now.request.seat != seats[0]
            or "what does" not in now.request.asks
        ):
            return 0
        request = standing(film.record, film.ends[step]).pending
        options = request.options if isinstance(request, Choose) else ()
        strikes = sum(bool(one.about and "hit" in one.about.figures) for one in options)
        up = [one for one in now.view.fighters.values() if one.status == "active"]
        fits = strikes > 1 and len(options) <= MOST_OPTIONS
        return len(up) + sum(one.damage > 0 for one in up) if fits else 0

    return table.record, max(range(len(film.steps)), key=lambda step: (thick(step), step))


def flown() -> tuple[str, int]:
    """A dogfight of two bots at random, and the step with most pursuits at which a person may act."""
    seats = ["Patrol", "Raiders"]
    fleets = (PATROL, RAIDERS)
    sides = [{"name": name, "people": who} for name, who in zip(seats, fleets, strict=True)]
    setup = prepared("dogfight", "time-and-space", {"sides": sides}, seats)
    table: Table[Any] = Table(
        find_game("dogfight"), seats, Seeded("8"), edition="time-and-space", setup=setup
    )
    play(table, {seat: bot("random", seed="5") for seat in seats})
    film = filmed(table.record)

    def thick(step: int) -> int:
        now = film.steps[step].now
        if now.request is None or now.request.seat != seats[0]:
            return 0
        return sum(len(one.pursues) for one in now.view.craft.values())

    return table.record, max(range(len(film.steps)), key=thick)


def post(page: Page, path: str, body: Any, kind: str = "application/json") -> Any:
    sent = page.request.post(path, data=body, headers={"content-type": kind})
    assert sent.ok, sent.text()
    return sent.json()


def keep(page: Page, name: str) -> None:
    """Write the picture down once nothing moves any more."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / f"{name}.png").write_bytes(smaller(page.screenshot()))


def take(page: Page, phone: Page) -> None:
    """All the pictures."""
    record, step = fought()
    brought = post(page, "/api/records", record, "text/plain")
    seats = [{"name": "Wayfarers"}, {"name": "Outlaws", "player": "bot:greedy"}]
    made = post(page, f"/api/replays/{brought['id']}/play", {"step": step, "seats": seats})
    fight = made["url"]
    page.goto(fight)
    expect(page.locator("question-bar .odds").first).to_be_visible()
    keep(page, "fight")
    page.locator("question-bar .why").nth(1).click()
    expect(page.locator("[popover] .ledger").first).to_be_visible()
    keep(page, "why")
    phone.goto(fight)
    expect(phone.locator("question-bar .odds").first).to_be_visible()
    keep(phone, "phone")

    page.goto(post(page, "/api/tables", DRAGON)["url"])
    for name in ("Bard", "Magician", "slot 1: ", "Vigilant"):
        page.locator("dragon-board").get_by_role("button", name=re.compile(f"^{name}")).click()
    page.get_by_role("button", name="Send", exact=True).click()
    page.get_by_role("button", name="coach before").click()
    expect(page.locator(".tray .advised").first).to_be_visible()
    for die in page.locator(".tray .cup.advised").all():
        die.click()
    keep(page, "dragon")

    page.goto(post(page, "/api/tables", ADVENTURE)["url"])
    page.locator("adventure-board").get_by_role("button", name="Ask Wren").click()
    expect(page.locator("adventure-board")).to_contain_text("HERON")
    keep(page, "adventure")

    record, step = flown()
    brought = post(page, "/api/records", record, "text/plain")
    seats = [{"name": "Patrol"}, {"name": "Raiders", "player": "bot:greedy"}]
    made = post(page, f"/api/replays/{brought['id']}/play", {"step": step, "seats": seats})
    page.goto(made["url"])
    expect(page.locator("question-bar .odds").first).to_be_visible()
    keep(page, "dogfight")

    page.goto("/")
    expect(page.locator("#continue .chip.turn").first).to_be_visible()
    keep(page, "lobby")


def main() -> None:
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        desk = browser.new_context(
            base_url=address, viewport=DESK, reduced_motion="reduce", color_scheme="light"
        )
        page = desk.new_page()
        page.goto("/")
        phone = browser.new_context(
            base_url=address,
            viewport=PHONE,
            has_touch=True,
            is_mobile=True,
            reduced_motion="reduce",
            color_scheme="dark",
            storage_state=desk.storage_state(),
        )
        take(page, phone.new_page())
        browser.close()


if __name__ == "__main__":
    main()
