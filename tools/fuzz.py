"""Throws requests of every kind at a server of its own and looks at what comes back.

The cases come from the server's own description, `/api/openapi.json`, by Schemathesis. A seed or
any other option of `schemathesis run` may follow on the command line.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from legendry.parlour.pig import PIG
from legendry.table import Choose, Seeded, Table

EXAMPLES = "25"
"""Cases for each endpoint."""

TABLE = {"game": "pig", "seats": [{"name": "Ann"}, {"name": "Bob", "player": "bot:random"}]}

NOT_CHECKED = "positive_data_acceptance"
"""JSON Schema's integers admit 4.0, and a name that fits the schema need not be one of a game."""

SETTINGS = """
[parameters]
"path.table" = "{table}"
"path.seat" = "Ann"
"path.replay" = "{replay}"

[checks.negative_data_rejection]
expected-statuses = [400, 403, 404, 405, 409, 413, 415, 422, 429]
"""


def main() -> int:
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.create_server(("127.0.0.1", 0), backlog=128) as door,
    ):
        house = f"http://127.0.0.1:{door.getsockname()[1]}"
        visitor = f"visitor={secrets.token_urlsafe(24)}"
        serve = [sys.executable, "-m", "uvicorn", "legendry.web.app:application", "--factory"]
        server = subprocess.Popen(
            [*serve, "--fd", str(door.fileno()), "--log-level", "warning"],
            pass_fds=[door.fileno()],
            env={**os.environ, "LEGENDRY_DATABASE": f"sqlite+aiosqlite:///{folder}/tables.db"},
        )
        try:
            table = ask(f"{house}/api/tables", visitor, json.dumps(TABLE), "application/json")
            replay = ask(f"{house}/api/records", visitor, played(), "text/plain")
            settings = SETTINGS.format(table=table, replay=replay)
            (Path(folder) / "schemathesis.toml").write_text(settings)
            return subprocess.call(
                [
                    *(sys.executable, "-m", "schemathesis.cli", "run"),
                    *("--exclude-checks", NOT_CHECKED),
                    *("--max-examples", EXAMPLES),
                    *("--header", f"Cookie: {visitor}"),
                    *sys.argv[1:],
                    f"{house}/api/openapi.json",
                ],
                cwd=folder,
            )
        finally:
            server.terminate()
            server.wait()


def ask(address: str, visitor: str, body: str, kind: str) -> str:
    """Make something there; gives its id."""
    headers = {"Cookie": visitor, "Content-Type": kind}
    request = urllib.request.Request(address, body.encode(), headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return str(json.load(answer)["id"])


def played() -> str:
    """The record of a game."""
    table = Table(PIG, ["Ann", "Bob"], Seeded(1))
    while isinstance(request := table.pending, Choose):
        table.answer(request.options[0])
    return table.record


if __name__ == "__main__":
    sys.exit(main())
