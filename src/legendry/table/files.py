"""Records in files: a game is saved by appending lines, and an appended line is on disk."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from legendry.table.record import MAX_BYTES, RecordError
from legendry.table.requests import clipped
from legendry.table.table import Table


def read_record(path: Path) -> bytes:
    """The bytes of a record file, within bounds; `RecordError` if there is no such file."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}") from None


def secret_file(record: Path) -> Path:
    """Where the secret of fair dice waits until the game is over."""
    return record.with_name(record.name + ".secret")


class RecordFile:
    """A file that follows a table: `save` appends what has happened since and syncs it to disk.

    The secret of fair dice lies beside it until the game is over, so that the game can go on. What
    cannot be written is a `RecordError`; the next `save` tries again.
    """

    def __init__(self, path: Path, table: Table[Any], *, resume: bool = False) -> None:
        """Begin a new file, or with `resume` go on with the one the table was replayed from."""
        self.path = path
        self._saved = 0
        if resume:
            self._saved = len(table.record)
            self._append("" if read_record(path).endswith(b"\n") else "\n")
            return
        try:
            path.open("x").close()
        except FileExistsError:
            raise RecordError(f"{path} cannot be written: there is such a file already") from None
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", error)
            raise RecordError(f"{clipped(str(path), 200)} cannot be written: {reason}") from None
        try:
            if table.dice.secret:
                with self._writing():
                    secret_file(path).write_text(table.dice.secret)
            self.save(table)
        except RecordError:
            secret_file(path).unlink(missing_ok=True)
            path.unlink(missing_ok=True)
            raise

    def save(self, table: Table[Any]) -> None:
        text = table.record
        self._append(text[self._saved :])
        self._saved = len(text)
        if table.outcome:
            with self._writing():
                secret_file(self.path).unlink(missing_ok=True)

    def _append(self, text: str) -> None:
        """Add to the file all of a text or nothing; a file that has vanished is not begun anew."""
        rest = text.encode()
        with self._writing(), self.path.open("r+b" if rest else "rb", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            try:
                while rest:
                    rest = rest[file.write(rest) :]
                    os.fsync(file.fileno())
            except OSError:
                file.truncate(size)
                raise

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise RecordError(f"{self.path} cannot be written: {error.strerror or error}") from None
