"""Craft that visitors keep."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    op.create_table(
        "craft",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("visitor", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("toml", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("craft_visitor", "craft", ["visitor"])
