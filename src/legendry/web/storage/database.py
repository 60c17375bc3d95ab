"""Connections to either database, and its migrations."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import sqlalchemy as sa
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from legendry.web.storage.schema import metadata

CHANNEL = "legendry"
"""Where PostgreSQL passes notices on: `worker table what`, and for an answer perhaps its row."""


class Database:
    """Connections for readers and for writers, and what differs between the two databases.

    On SQLite one writes at a time: writers queue here in their order, where it would let them try
    again and again. PostgreSQL's answers wait for no other writer. The readers' connections commit
    by themselves, as a reader asks one question at a time.
    """

    def __init__(self, url: str) -> None:
        self.url = sa.make_url(url)
        self.postgres = self.url.get_backend_name() == "postgresql"
        if not self.postgres and self.url.database in (None, "", ":memory:"):
            raise ValueError("tables are kept in a file or in PostgreSQL, not in memory")
        self.insert = postgresql.insert if self.postgres else sqlite.insert
        self.lock = asyncio.Lock()
        self.reads = self._engine(isolation_level="AUTOCOMMIT", pool_size=4, max_overflow=0)
        # On SQLite a transaction that writes takes the file's lock at once, or could fail midway.
        at_once = {} if self.postgres else {"connect_args": {"isolation_level": "IMMEDIATE"}}
        self.writes = self._engine(pool_size=2, max_overflow=0, **at_once)

    def _engine(self, **settings: Any) -> AsyncEngine:
        engine = create_async_engine(self.url, pool_pre_ping=self.postgres, **settings)
        if not self.postgres:
            sa.event.listen(engine.sync_engine, "connect", _durable)
        return engine

    def ear(self) -> AsyncEngine:
        """Connections for LISTEN, outside the pools."""
        return create_async_engine(self.url, isolation_level="AUTOCOMMIT", poolclass=NullPool)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """A transaction, when it is our turn to write."""
        turn = nullcontext() if self.postgres else self.lock
        async with turn, self.writes.begin() as connection:
            yield connection

    async def migrate(self) -> None:
        """Bring the database up to date, in one transaction; other workers wait meanwhile."""
        lock = "SELECT pg_advisory_xact_lock(5)" if self.postgres else "BEGIN IMMEDIATE"
        async with self.writing() as connection:
            await connection.exec_driver_sql(lock)
            await connection.run_sync(_migrate)

    async def close(self) -> None:
        await self.reads.dispose()
        await self.writes.dispose()


def _durable(connection: Any, _record: object) -> None:
    """What is committed to SQLite is on disk, and readers do not wait for the writer."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout=5000")
    _write_ahead(cursor)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _write_ahead(cursor: Any) -> None:
    """The switch to WAL does not wait its turn when another has the file: it must be tried again."""
    for patience in range(100, -1, -1):
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if not patience or "locked" not in str(error):
                raise
            time.sleep(0.02)
        else:
            return


def _migrate(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "legendry.web:migrations")
    scripts = ScriptDirectory.from_config(config)

    def upgrade(revision: Any, _context: MigrationContext) -> Any:
        return scripts._upgrade_revs("head", revision)

    with EnvironmentContext(config, scripts, fn=upgrade) as environment:
        environment.configure(connection, target_metadata=metadata, render_as_batch=True)
        environment.run_migrations()
