"""Records in files: a game is saved by appending lines, and an appended line is on disk."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from legendry.table.record import MAX_BYTES, RecordError
from legendry.table.table import Table


def read_record(path: Path) -> bytes:
    """The bytes of a record file, within bounds; `RecordError` if there is no such file."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None


class RecordFile:
    """A file that follows a table: `save` appends what has happened since and syncs it to disk."""

    def __init__(self, path: Path, table: Table[Any], *, resume: bool = False) -> None:
        """Begin a new file, or with `resume` go on with the one the table was replayed from."""
        self.path = path
        self._saved = 0
        if resume:
            self._saved = len(table.record)
            end = path.read_bytes()[-1:]
            self._append("" if end == b"\n" else "\n")
            return
        try:
            path.open("x").close()
        except OSError as error:
            reason = "there is such a file already" if path.exists() else error.strerror
            raise RecordError(f"{path} cannot be written: {reason}") from None
        self.save(table)

    def save(self, table: Table[Any]) -> None:
        text = table.record
        self._append(text[self._saved :])
        self._saved = len(text)

    def _append(self, text: str) -> None:
        if text:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
