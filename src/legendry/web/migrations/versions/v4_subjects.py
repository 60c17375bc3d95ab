"""What is played at a table, such as the title of a book; of older tables nobody has said."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    op.add_column("tables", sa.Column("subject", sa.Text, nullable=False, server_default=""))
