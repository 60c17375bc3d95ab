"""A real server, a real Chromium: pages as people meet them.

These tests run in a process of their own: Playwright's loop and async tests cannot share one.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Route,
    WebSocketRoute,
    expect,
)

expect.set_options(timeout=20_000)

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PICTURES = Path(__file__).parents[2] / "screenshots"
"""What the pages looked like; not kept in the repository."""
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if CHROMIUM is None and not os.environ.get("REQUIRE_BROWSER"):
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="NO CHROMIUM: browser test not run"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": FLAGS}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a free port: its socket listens before the child starts, so nobody waits."""
    database = tmp_path_factory.mktemp("web") / "tables.db"
    with socket.create_server(("127.0.0.1", 0), backlog=128) as listening:
        command = [sys.executable, "-m", "uvicorn", "legendry.web.app:application", "--factory"]
        child = subprocess.Popen(
            [*command, "--fd", str(listening.fileno()), "--log-level", "warning"],
            pass_fds=[listening.fileno()],
            env={**os.environ, "LEGENDRY_DATABASE": f"sqlite+aiosqlite:///{database}"},
        )
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            child.terminate()
            child.wait(20)


@pytest.fixture(scope="session")
def base_url(server: str) -> str:
    return server


class Visitor:
    """A browser of its own, with its cookie; what goes wrong on its pages is remembered."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.page.set_default_timeout(20_000)
        self.wrong: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Parts of console messages that the test provokes."""
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._console)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.wrong.append(f"{message.text} {message.location}")

    def check(self) -> None:
        """Nothing went wrong that was not meant to."""
        left = [one for one in self.wrong if not any(part in one for part in self.expected)]
        assert not left, left


@pytest.fixture
def visitors(browser: Browser, base_url: str) -> Iterator[Callable[..., Visitor]]:
    """More visitors, each with a browser of its own: `visitors(viewport=PHONE)`."""
    came: list[Visitor] = []

    def come(**settings: Any) -> Visitor:
        given = {"viewport": DESKTOP, "reduced_motion": "reduce", **settings}
        visitor = Visitor(browser.new_context(base_url=base_url, **given))
        came.append(visitor)
        return visitor

    yield come
    for visitor in came:
        visitor.context.close()
    for visitor in came:
        visitor.check()


@pytest.fixture
def visitor(visitors: Callable[..., Visitor]) -> Visitor:
    return visitors()


def until(page: Page, there: Callable[[], bool]) -> None:
    for _ in range(500):
        if there():
            return
        page.wait_for_timeout(20)
    raise AssertionError("nothing came")


class SlowLine:
    """A line to the server on which messages of a kind wait until they are let through.

    Nothing overtakes a welcome: all else comes after it.
    """

    def __init__(self, page: Page, kind: str, *, holds: bool = False) -> None:
        self.holds = holds
        self._page = page
        self._first = kind == "welcome"
        self._kind = f'"type":"{kind}"'
        self._late: list[Callable[[], None]] = []
        page.route_web_socket("**/socket*", self._between)

    def _between(self, socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            waits = self.holds and self._kind in str(message)
            if waits or (self._first and self._late):
                self._late.append(partial(socket.send, message))
            else:
                socket.send(message)

        socket.connect_to_server().on_message(pass_on)

    def wait(self) -> None:
        """Until something waits."""
        until(self._page, lambda: bool(self._late))

    def let_through(self) -> None:
        self.holds = False
        late, self._late = self._late, []
        for message in late:
            message()


class Held:
    """Requests that wait until they are let through."""

    def __init__(self, page: Page, path: str | re.Pattern[str]) -> None:
        self.waiting: list[Route] = []
        self._page = page
        self._holds = True
        page.route(path, self._hold)

    def _hold(self, route: Route) -> None:
        if self._holds:
            self.waiting.append(route)
        else:
            route.continue_()

    def wait(self) -> None:
        """Until there is one."""
        until(self._page, lambda: bool(self.waiting))

    def let_through(self) -> None:
        self._holds = False
        for route in self.waiting:
            route.continue_()


def late(page: Page, path: str) -> None:
    """What comes from there comes late: whoever is quick is quicker."""

    def wait(route: Route) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page.route(path, wait)


def answer(page: Page, act: Callable[[], Any]) -> None:
    """Do something that answers the question of the table, and wait until that is taken."""
    before = page.locator("#table[data-number]").get_attribute("data-number")
    act()
    page.locator(f"#table:not([data-number='{before}'])").wait_for(state="attached")


def follow(page: Page, link: str) -> None:
    """Open a link to a table, and press its button."""
    page.goto(link)
    page.locator("#invited button").click()


def picture(page: Page, name: str) -> None:
    """Keep what the page looks like."""
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")


def accessible(page: Page, *rules: str) -> None:
    """axe finds nothing wrong, by all its rules or by these."""
    only = {"runOnly": list(rules)} if rules else {}
    axe = Axe("0" if page.evaluate("'axe' in window") else AXE_SCRIPT)
    found = axe.run(page, options={"resultTypes": ["violations"], "preload": False, **only})
    assert found.violations_count == 0, found.generate_report()


def no_sideways_scrolling(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"the page is {wide} px too wide"
