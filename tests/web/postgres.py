"""A PostgreSQL server of one's own, for tests and benchmarks."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path


def programs() -> Path | None:
    """Where PostgreSQL's own programs are: on the path, or where Debian keeps them."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(versions, key=lambda path: float(path.parts[-3]), default=None)
    return newest.parent if newest else None


@contextlib.contextmanager
def running(found: Path, settings: str = "") -> Iterator[str]:
    """A server on a free port of loopback, never run by root: its URL, no database."""
    root = os.getuid() == 0
    folder = tempfile.mkdtemp(prefix="legendry-postgres-")

    def run(program: str, *words: str) -> None:
        user = ["runuser", "-u", "postgres", "--"] if root else []
        command = [*user, str(found / program), "-D", folder, *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)

    try:
        if root:
            shutil.chown(folder, "postgres")
        run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        place = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder}"
        run("pg_ctl", "-w", "-l", f"{folder}/log", "-o", f"{place} {settings}", "start")
        try:
            yield f"postgresql+asyncpg://postgres@127.0.0.1:{port}"
        finally:
            run("pg_ctl", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)
