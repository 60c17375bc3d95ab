"""Databases for the tests of the web table: SQLite always, PostgreSQL where it is installed."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from legendry.web.storage import Store

MISSING = "NO POSTGRESQL: not tested on it (tools/ensure-postgres installs it)"
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def postgres_programs() -> Path | None:
    """Where PostgreSQL's own programs are: on the path, or where Debian keeps them."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    versions = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(versions, key=lambda path: float(path.parts[-3]), default=None)
    return newest.parent if newest else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server on a free port of loopback, never run by root: its URL, no database."""
    programs = postgres_programs()
    if programs is None:
        if os.environ.get("REQUIRE_POSTGRES"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    pytest.importorskip("asyncpg")
    root = os.getuid() == 0
    folder = tempfile.mkdtemp(prefix="legendry-postgres-")

    def run(program: str, *words: str) -> None:
        user = ["runuser", "-u", "postgres", "--"] if root else []
        command = [*user, str(programs / program), "-D", folder, *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)

    try:
        if root:
            shutil.chown(folder, "postgres")
        run("initdb", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        place = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder}"
        run("pg_ctl", "-w", "-l", f"{folder}/log", "-o", f"{place} {QUICK}", "start")
        try:
            yield f"postgresql+asyncpg://postgres@127.0.0.1:{port}"
        finally:
            run("pg_ctl", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)


async def by_hand(url: str, *statements: str) -> None:
    """Carry statements out, outside of any store."""
    engine = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        for statement in statements:
            await connection.exec_driver_sql(statement)
    await engine.dispose()


@pytest.fixture
async def postgres_url(postgres: str, anyio_backend: str) -> AsyncIterator[str]:
    """An empty database on PostgreSQL."""
    await by_hand(f"{postgres}/postgres", "CREATE DATABASE legendry")
    yield f"{postgres}/legendry"
    await by_hand(f"{postgres}/postgres", "DROP DATABASE legendry WITH (FORCE)")


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A place for a database on SQLite."""
    return f"sqlite+aiosqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> Any:
    """An empty database of either kind."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
async def store(database_url: str, anyio_backend: str) -> AsyncIterator[Store]:
    store = await Store.open(database_url)
    yield store
    await store.close()
