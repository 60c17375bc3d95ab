"""Companies that visitors keep, and the tables that they are at."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    op.create_table(
        "companies",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("visitor", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("toml", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
    )
    op.create_index("companies_visitor", "companies", ["visitor"])
