"""What stands at the door: who the visitor is, where he comes from, how often he knocks."""

from __future__ import annotations

import ipaddress
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Collection
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger("legendry.web")

COOKIE = "visitor"
TOKEN = re.compile(r"[A-Za-z0-9_-]{22,64}")
A_YEAR = 365 * 24 * 3600
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
WRONG = "Something went wrong here. Nothing that was acknowledged is lost; try again."
UNREADABLE = "That request cannot be read."
SAFE = ("GET", "HEAD", "OPTIONS")


class Bucket:
    """So many at once, and so many more each second."""

    __slots__ = ("_left", "_most", "_rate", "_when")

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = self._left = most
        self._when = time.monotonic()

    def take(self) -> bool:
        """Whether one more may pass now."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._when) * self._rate)
        self._when = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each of the visitors seen last."""

    def __init__(self, rate: float, most: float, visitors: int = 10_000) -> None:
        self._rate = rate
        self._most = most
        self._visitors = visitors
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, visitor: str) -> bool:
        bucket = self._buckets.setdefault(visitor, Bucket(self._rate, self._most))
        self._buckets.move_to_end(visitor)
        if len(self._buckets) > self._visitors:
            self._buckets.popitem(last=False)
        return bucket.take()


class Guard:
    """Middleware: refuses foreign hosts, foreign pages and floods; gives every visitor a token."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] = ()) -> None:
        self.app = app
        self.hosts = frozenset(hosts)
        self.buckets = Buckets(rate=50, most=200)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        known = visitor_of(headers)
        visitor = known or secrets.token_urlsafe(24)
        scope.setdefault("state", {})["visitor"] = visitor
        refusal = self._refusal(scope, headers, known)
        if refusal is not None:
            await refuse(scope, send, *refusal)
            return

        begun = False

        async def sent(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                if not known:
                    out.append("set-cookie", cookie(visitor, scope["scheme"] == "https"))
            await send(message)

        try:
            await self.app(scope, receive, sent if scope["type"] == "http" else send)
        except Exception:
            log.exception("a request failed")
            if scope["type"] == "http" and not begun:
                await refuse(scope, sent, 500, WRONG)

    def _refusal(self, scope: Scope, headers: Headers, known: str) -> tuple[int, str] | None:
        host, origin = headers.get("host", ""), headers.get("origin")
        try:
            name, came_from = urlsplit(f"//{host}").hostname, urlsplit(origin or "").netloc
        except ValueError:
            return 400, UNREADABLE
        if not self._ours(name or ""):
            return 400, "This server does not go by that name."
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        if changes and origin is not None and came_from != host:
            return 403, "That request comes from another site."
        if scope["type"] == "http" and not self.buckets.take(known or _address(scope)):
            return 429, "Too many requests: wait a moment."
        if "\0" in scope["path"]:
            return 404, "There is no such page."
        if b"%00" in scope["query_string"]:
            return 400, UNREADABLE
        return None

    def _ours(self, name: str) -> bool:
        """A number, this machine, or a name we were told: other names may point here for no good."""
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name == "localhost" or name in self.hosts
        return True


def visitor_of(headers: Headers) -> str:
    """The token a visitor shows; empty if he has none.

    Other programs at this host may have cookies of any form, and as many as they like.
    """
    pairs = (pair.strip().partition("=") for pair in headers.get("cookie", "").split(";"))
    shown = (token for name, _, token in pairs if name == COOKIE)
    return next(filter(TOKEN.fullmatch, shown), "")


def _address(scope: Scope) -> str:
    """Where a request comes from, by which those without a token are counted: they share a bucket.

    That is no name which a token could have. Whoever takes the token he is given has a bucket of
    his own from then on, so that many may come to a house by one address.
    """
    client = scope.get("client")
    return f"@{client[0]}" if client else "@"


def cookie(visitor: str, secure: bool) -> str:
    end = "; Secure" if secure else ""
    return f"{COOKIE}={visitor}; Path=/; Max-Age={A_YEAR}; HttpOnly; SameSite=Lax{end}"


async def refuse(scope: Scope, send: Send, status: int, words: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 4000 + status, "reason": words})
        return
    body = msgspec.json.encode({"words": words})
    headers = Headers({"content-type": "application/json", **HEADERS}).raw
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
