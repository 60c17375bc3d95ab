"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("owner", sa.Text, nullable=False),
        sa.Column("watch_key", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("draft", sa.Text, nullable=False),
        sa.Column("header", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("limit_seconds", sa.BigInteger, nullable=False),
        sa.Column("proposal", sa.Text, nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.UniqueConstraint("watch_key", name="tables_watch_key"),
    )
    op.create_index("tables_owner", "tables", ["owner"])
    op.create_index("tables_listed", "tables", ["listed", "created"])
    op.create_table(
        "seats",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("person", sa.Boolean, nullable=False),
        sa.Column("typed", sa.Boolean, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("seeded", sa.Boolean, nullable=False),
        sa.UniqueConstraint("key", name="seats_key"),
    )
    op.create_table(
        "holders",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("seat", sa.Text, primary_key=True),
        sa.Column("visitor", sa.Text, primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("holders_visitor", "holders", ["visitor"])
    op.create_table(
        "answers",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("rolls", sa.Text, nullable=False),
        sa.Column("waits", sa.Text, nullable=False),
        sa.Column("undoes", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("table", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("visitor", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("records_visitor", "records", ["visitor"])
    op.create_table(
        "characters",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("visitor", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("toml", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("characters_visitor", "characters", ["visitor"])
