"""A company's file on disk: replaced as a whole, never half written, with its records beside it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from legendry.legends.campaign.journal import (
    LARGEST,
    Book,
    CompanyError,
    read_company,
    write_company,
)
from legendry.table import RecordError, Table
from legendry.table.files import RecordFile


class CompanyFile:
    """The file of a company and what it held when it was opened."""

    def __init__(self, path: Path, data: bytes, book: Book) -> None:
        self.path = path
        self.book = book
        self._data = data

    @classmethod
    def begun(cls, path: Path, book: Book) -> CompanyFile:
        """A new file; a usage error if there is one already."""
        text = write_company(book)
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            raise click.UsageError(
                f"{path} cannot be written: there is such a file already"
            ) from None
        except OSError as error:
            with suppress(OSError):
                path.unlink()
            raise click.UsageError(f"{path} cannot be written: {error.strerror}") from None
        return cls(path, text.encode(), book)

    def write(self, book: Book) -> None:
        """Put that book in place of the old one; a usage error if somebody else did meanwhile, or
        if it cannot be done: then the old one stays as it was.
        """
        data = write_company(book).encode()
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            if self.path.read_bytes() != self._data:
                raise click.UsageError(
                    f"{self.path} was changed by somebody else meanwhile; "
                    "nothing more is written there"
                )
            with beside.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, self.path)
        except OSError as error:
            with suppress(OSError):
                beside.unlink()
            raise click.UsageError(f"{self.path} cannot be written: {error.strerror}") from None
        self._data = data

    def follow(self, table: Table[Any]) -> CampRecord:
        """A record beside the file, by the next free name, that keeps the company up to date."""
        number = len({entry.record for entry in self.book.journal if entry.record})
        while True:
            number += 1
            path = self.path.with_name(f"{self.path.stem}.{number}.rec")
            if not path.exists():
                return CampRecord(path, table, self)


class CampRecord(RecordFile):
    """The record of a camp; with every answer the company's file is as the table has it."""

    def __init__(self, path: Path, table: Table[Any], company: CompanyFile) -> None:
        self.company = company
        self._entries: Any = ()
        try:
            super().__init__(path, table)
        except RecordError as error:
            raise click.UsageError(str(error)) from None

    def save(self, table: Table[Any]) -> None:
        """A camp that cannot be kept ends with a usage error; a record that no entry of the company
        names does not stay.
        """
        try:
            super().save(table)
            entries = table.state.journal
            if entries != self._entries:
                self.company.write(self.company.book.plus(entries, self.path.name))
                self._entries = entries
        except (RecordError, click.UsageError) as error:
            if not self._entries:
                with suppress(OSError):
                    self.path.unlink()
            raise click.UsageError(str(error)) from None


def opened(path: Path) -> CompanyFile:
    """The company in that file; a usage error with all that is wrong with it."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise click.UsageError(f"{path} cannot be read: {error.strerror}") from None
    try:
        return CompanyFile(path, data, read_company(data, path.name))
    except CompanyError as error:
        raise click.UsageError(str(error)) from None
