"""Where tables are kept: SQLite by default, PostgreSQL for several workers, one code for both."""

from legendry.web.storage.rows import (
    ANYBODY,
    AnswerRow,
    CompanyRow,
    HolderRow,
    KeptRow,
    Listing,
    RecordRow,
    SeatRow,
    SnapshotRow,
    TableRow,
    milliseconds,
)
from legendry.web.storage.store import Full, Outdated, Shelf, Store
from legendry.web.storage.writer import Taken

__all__ = [
    "ANYBODY",
    "AnswerRow",
    "CompanyRow",
    "Full",
    "HolderRow",
    "KeptRow",
    "Listing",
    "Outdated",
    "RecordRow",
    "SeatRow",
    "Shelf",
    "SnapshotRow",
    "Store",
    "TableRow",
    "Taken",
    "milliseconds",
]
