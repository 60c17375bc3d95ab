"""Databases for the tests of the web table: SQLite always, PostgreSQL where it is installed.

And a house with two guests, for whoever needs no other.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import create_async_engine
from starlette.testclient import TestClient

from legendry.web.storage import Store
from tests.web import postgres as postgresql
from tests.web.guests import Guest, opened

MISSING = "NO POSTGRESQL: not tested on it (tools/ensure-postgres installs it)"
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL server: its URL, no database."""
    programs = postgresql.programs()
    if programs is None:
        if os.environ.get("REQUIRE_POSTGRES"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    pytest.importorskip("asyncpg")
    with postgresql.running(programs, QUICK) as url:
        yield url


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


@pytest.fixture(scope="session")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of a house in which nobody was yet."""
    path = tmp_path_factory.mktemp("swept") / "tables.db"
    with opened(f"sqlite+aiosqlite:///{path}"):
        return path


@pytest.fixture
def house(sqlite_url: str, swept: Path, tmp_path: Path) -> Iterator[TestClient]:
    """A server on SQLite, whose database need not be made anew."""
    shutil.copy(swept, tmp_path / "tables.db")
    with opened(sqlite_url) as house:
        yield house


@pytest.fixture
def ann(house: TestClient) -> Guest:
    return Guest(house)


@pytest.fixture
def bob(house: TestClient) -> Guest:
    return Guest(house)
