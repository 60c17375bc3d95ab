"""The tables of the database. Times are UTC milliseconds; a change here needs a migration."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData()


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _integer(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False)


tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    _integer("created"),
    _text("game"),
    _text("owner"),
    _text("watch_key"),
    _text("edition"),
    _text("draft"),
    _text("header"),
    _text("secret"),
    _flag("listed"),
    _integer("limit_seconds"),
    _text("proposal"),
    _text("origin"),
    _text("subject"),
    sa.UniqueConstraint("watch_key", name="tables_watch_key"),
    sa.Index("tables_owner", "owner"),
    sa.Index("tables_listed", "listed", "created"),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    _integer("place"),
    _text("key"),
    _text("bot"),
    _flag("person"),
    _flag("typed"),
    _text("seed"),
    _flag("seeded"),
    sa.UniqueConstraint("key", name="seats_key"),
)

holders = sa.Table(
    "holders",
    metadata,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("seat", sa.Text, primary_key=True),
    sa.Column("visitor", sa.Text, primary_key=True),
    _integer("since"),
    sa.Index("holders_visitor", "visitor"),
)

answers = sa.Table(
    "answers",
    metadata,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    _text("seat"),
    _text("by"),
    _text("lines"),
    _text("events"),
    _text("rolls"),
    _text("waits"),
    _integer("undoes"),
    _integer("at"),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("table", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    _text("version"),
    sa.Column("state", sa.LargeBinary, nullable=False),
)

records = sa.Table(
    "records",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    _text("visitor"),
    _integer("created"),
    _text("text"),
    sa.Index("records_visitor", "visitor"),
)


def _shelf(name: str, *more: sa.Column[Any]) -> sa.Table:
    """A table of files that visitors keep."""
    return sa.Table(
        name,
        metadata,
        sa.Column("id", sa.Text, primary_key=True),
        _text("visitor"),
        _text("name"),
        _text("edition"),
        _text("toml"),
        _integer("changed"),
        *more,
        sa.Index(f"{name}_visitor", "visitor"),
    )


characters = _shelf("characters")
craft = _shelf("craft")
companies = _shelf("companies", _integer("version"), _text("table"))
