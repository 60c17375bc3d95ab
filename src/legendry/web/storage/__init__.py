"""Where tables are kept: SQLite by default, PostgreSQL for several workers, one code for both."""

from legendry.web.storage.rows import (
    AnswerRow,
    CharacterRow,
    HolderRow,
    Listing,
    RecordRow,
    SeatRow,
    SnapshotRow,
    TableRow,
)
from legendry.web.storage.store import Full, Store
from legendry.web.storage.writer import Taken

__all__ = [
    "AnswerRow",
    "CharacterRow",
    "Full",
    "HolderRow",
    "Listing",
    "RecordRow",
    "SeatRow",
    "SnapshotRow",
    "Store",
    "TableRow",
    "Taken",
]
