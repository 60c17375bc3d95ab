"""The journal of a company: entries of changes, and the one file that company and journal share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from legendry.legends.campaign.changes import (
    Change,
    CompanyName,
    Founded,
    Heard,
    Joined,
    changed,
    founded,
)
from legendry.legends.campaign.company import Company, Day, Member
from legendry.legends.character import drafted
from legendry.legends.edition import edition, editions
from legendry.legends.options import checked
from legendry.legends.reading import Mistaken, parsed, read_fields
from legendry.table import RuleId, Seat, SetupError
from legendry.table.header import explained
from legendry.table.requests import clipped
from legendry.table.toml import LONG, value_text, written

FORMAT = 1
LARGEST = 4 * 1024 * 1024
"""The most bytes of a company's file: thousands of entries."""
LONGEST_TEXT = 1000


class Entry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened to a company on a day, in words and as what is different since.

    `by` is the seat that decided it, `rules` what it rests on, `record` the file beside the
    company's in which it was played.
    """

    day: Day
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_TEXT)]
    changes: Annotated[tuple[Change, ...], Meta(max_length=2000)] = ()
    by: Annotated[Seat, Meta(max_length=60)] = ""
    rules: Annotated[tuple[RuleId, ...], Meta(max_length=40)] = ()
    record: Annotated[str, Meta(max_length=200)] = ""

    def __str__(self) -> str:
        return f"Day {self.day}: {self.text}"


def replayed(entries: Iterable[Entry]) -> Company:
    """The company that the journal leads to; `ValueError` names the entry that cannot be."""
    company: Company | None = None
    for number, entry in enumerate(entries, 1):
        try:
            for change in entry.changes:
                if company is None:
                    if not isinstance(change, Founded):
                        raise ValueError("a journal begins with the founding of the company")
                    company = founded(change)
                else:
                    company = changed(company, change)
        except ValueError as error:
            raise ValueError(f"entry {number} of the journal: {error}") from None
    if company is None:
        raise ValueError("the journal is empty")
    return company


# -- the file ----------------------------------------------------------------------------------


class Book(Struct, frozen=True):
    """A company as it is and the journal that led to it: what a company's file holds."""

    company: Company
    journal: tuple[Entry, ...]

    def plus(self, entries: Iterable[Entry], record: str = "") -> Book:
        """The book with what happened since, played in that record; `ValueError` if it cannot be."""
        entries = tuple(replace(one, record=record) if record else one for one in entries)
        company = self.company
        for entry in entries:
            for change in entry.changes:
                company = changed(company, change)
        return Book(company, (*self.journal, *entries))


def founding(
    name: str,
    slug: str,
    options: dict[str, Any],
    members: Iterable[Member],
    tongues: Iterable[str] = (),
) -> Book:
    """The book of a new company; `ValueError` if it cannot be."""
    try:
        msgspec.convert(name, CompanyName)
    except msgspec.ValidationError:
        raise ValueError("a company's name is one line of up to 80 characters") from None
    members = list(members)
    changes: tuple[Change, ...] = (
        Founded(name, slug, options),
        *map(Joined, members),
        *map(Heard, tongues),
    )
    names = ", ".join(one.name for one in members)
    text = clipped(f"{name} is founded: {names}", LONGEST_TEXT - 1)
    try:
        entry = msgspec.convert(msgspec.to_builtins(Entry(1, text, changes)), Entry)
    except msgspec.ValidationError as error:
        raise ValueError(f"such a company cannot be: {str(error)[:120]}") from None
    return Book(replayed([entry]), (entry,))


class CompanyError(Mistaken):
    """A company that cannot be: every mistake is a sentence."""


def write_company(book: Book) -> str:
    """The book as a TOML file; `read_company` reads the same one back."""
    return "\n".join(
        [
            written({"format": FORMAT, "company": msgspec.to_builtins(book.company)}),
            *map(_written_entry, book.journal),
        ]
    )


def _written_entry(entry: Entry) -> str:
    """An entry with a line for each change; a change too long for that is a table."""
    head = msgspec.to_builtins(entry)
    changes = head.pop("changes", ())
    rows = [f"  {value_text(change)},\n" for change in changes]
    if any(len(row) > LONG for row in rows):
        return written({"journal": [{**head, "changes": changes}]})
    listed = f"changes = [\n{''.join(rows)}]\n" if rows else ""
    return f"[[journal]]\n{written(head)}{listed}"


def read_company(text: str | bytes, source: str = "") -> Book:
    """The book in a company's file; `CompanyError` holds all that is wrong, a sentence each.

    The journal must lead to the company as the file has it: what differs is told.
    """
    try:
        data = parsed(text, LARGEST)
    except ValueError as error:
        raise CompanyError([str(error)], source) from None
    wrong = []
    if data.get("format") != FORMAT:
        wrong.append(f"this is not a company's file of format {FORMAT}: see its field “format”")
    wrong += [
        f"there is no field “{clipped(name, 40)}”"
        for name in data
        if name not in ("format", "company", "journal")
    ]
    company = _company(data.get("company"), wrong)
    journal = _journal(data.get("journal"), wrong)
    if wrong or company is None:
        raise CompanyError(wrong, source)
    try:
        told = replayed(journal)
    except ValueError as error:
        raise CompanyError([str(error)], source) from None
    if differing := list(differences(company, told)):
        raise CompanyError(differing, source)
    return Book(company, journal)


def company_of(data: Any) -> Company:
    """A company from plain data such as a game's set-up; `CompanyError` holds all that is wrong."""
    wrong: list[str] = []
    company = _company(data, wrong)
    if wrong or company is None:
        raise CompanyError(wrong)
    return company


def _company(data: Any, wrong: list[str]) -> Company | None:
    """The company in plain data, as far as it can be read; what is wrong is added to the list."""
    if not isinstance(data, dict):
        wrong.append("company is missing: it is a table with a name, an edition and members")
        return None
    slug = data.get("edition")
    if slug not in editions():
        there = ", ".join(editions())
        wrong.append(f"there is no edition “{clipped(str(slug), 40)}”; there are: {there}")
        return None
    try:
        options = checked(data.get("options", {}), edition(slug))
    except (SetupError, TypeError) as error:
        wrong.append(str(error))
        return None
    members = data.get("members", [])
    plain = {**data, "members": []}
    reading = read_fields(plain, Company)
    wrong += reading.wrong
    found = []
    cap = options.cap(edition(slug).switches)
    for number, one in enumerate(members if isinstance(members, list | tuple) else (), 1):
        character = one.get("character") if isinstance(one, dict) else None
        if not isinstance(character, dict):
            wrong.append(f"member {number} has no character")
            continue
        draft = drafted(character, layers=options.armor_layers, cap=cap)
        name = draft.character.name or f"member {number}"
        wrong += [f"{name}: {sentence}" for sentence in draft.mistakes]
        if draft.mistakes:
            continue
        try:
            found.append(msgspec.convert(one, Member))
        except msgspec.ValidationError as error:
            wrong.append(explained(error, name))
    if wrong:
        return None
    try:
        company = msgspec.convert({**plain, "members": []}, Company)
        return _joint(replace(company, members=tuple(found)))
    except (msgspec.ValidationError, ValueError) as error:
        wrong.append(str(error))
        return None


def _joint(company: Company) -> Company:
    """The company if its members go together: one edition, names of their own, not too many."""
    together = replace(company, members=())
    for member in company.members:
        together = changed(together, Joined(member))
    return together


def _journal(data: Any, wrong: list[str]) -> tuple[Entry, ...]:
    entries = []
    for number, one in enumerate(data if isinstance(data, list) else (), 1):
        try:
            entries.append(msgspec.convert(one, Entry))
        except msgspec.ValidationError as error:
            wrong.append(explained(error, f"entry {number} of the journal"))
    return tuple(entries)


def differences(company: Company, told: Company) -> Iterator[str]:
    """Where a company is not what its journal tells, a sentence each."""
    ours, theirs = msgspec.to_builtins(company), msgspec.to_builtins(told)
    names = [one.name for one in company.members], [one.name for one in told.members]
    if names[0] != names[1]:
        yield f"the members are {_list(names[0])}, but the journal leads to {_list(names[1])}"
        ours.pop("members", None), theirs.pop("members", None)
    yield from _differing("company", ours, theirs)


def _list(names: Sequence[str]) -> str:
    return ", ".join(names) or "nobody"


def _differing(where: str, ours: Any, theirs: Any) -> Iterator[str]:
    if isinstance(ours, Mapping) and isinstance(theirs, Mapping):
        for key in dict.fromkeys((*ours, *theirs)):
            yield from _differing(f"{where}.{key}", ours.get(key), theirs.get(key))
    elif where == "company.members":
        for our, their in zip(ours, theirs, strict=True):
            name = our["character"]["name"]
            yield from _differing(name, our.pop("character"), their.pop("character"))
            yield from _differing(name, our, their)
    elif ours != theirs:
        yield f"{where} is {_shown(ours)}, but the journal leads to {_shown(theirs)}"


def _shown(value: Any) -> str:
    return "nothing" if value is None else clipped(value_text(value), 120)
