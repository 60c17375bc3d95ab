"""The company that plays a book where nobody else is named, and the set-up in which it does."""

from __future__ import annotations

from typing import Any

import msgspec

from legendry.adventures.book import Book, Check, Choice, Rich, Skilled, Versed
from legendry.adventures.reading import Files
from legendry.legends.campaign.company import Company
from legendry.legends.campaign.game import heroes
from legendry.legends.roster import roster

FEEBLE = 8
"""The highest attribute of a company that can fail wherever anybody can."""


def intended(book: Book) -> Company:
    """Whom the book is meant for: the company that it names, or the heroes of its edition."""
    people = roster(book.edition)
    named = [people[id] for id in book.company if id in people]
    if not named:
        return heroes(book.edition)
    members = [{"character": msgspec.to_builtins(one)} for one in named]
    return msgspec.convert(
        {"name": "The company", "edition": book.edition, "members": members}, Company
    )


def as_setup(files: Files, company: Company) -> dict[str, Any]:
    """The set-up of an adventure with the files of a book."""
    texts = {path: data.decode("utf-8", "replace") for path, data in files.items()}
    return {"files": texts, "company": msgspec.to_builtins(company)}


def schooled(book: Book, company: Company) -> Company | None:
    """The same people, able to try everything and to fail at it: they have the skills, spells and
    gold that the book asks for, and no attribute above 8. None if there is nobody.
    """
    skills, spells, gold = set[str](), set[str](), 0
    for one in book.instructions.values():
        for _, fact in one.facts:
            match fact:
                case Skilled(skill=skill):
                    skills.add(skill)
                case Versed(spell=spell):
                    spells.add(spell)
                case Rich(gold=asked):
                    gold = max(gold, asked)
        for item in one.items:
            if isinstance(item.does, Choice):
                gold += item.does.gold
            if isinstance(item.does, Check | Choice) and (attempt := item.does.attempt):
                skills |= {attempt.check.skill} - {""}
    if not company.present:
        return None
    changed = []
    for member in company.members:
        who = member.character
        first = member is company.present[0]
        learned = msgspec.structs.replace(
            who,
            kind="schooled",  # of whom nobody counts the points (CHR-3)
            st=min(who.st, FEEBLE),
            dx=min(who.dx, FEEBLE),
            iq=min(who.iq, FEEBLE),
            weapons=(),
            ready=None,
            armor=(),
            skills={**dict.fromkeys(sorted(skills), 1), **who.skills} if first else who.skills,
            spells=(*who.spells, *sorted(spells - {*who.spells})) if first else who.spells,
            magic=who.magic or (first and bool(spells)),
            gold=max(who.gold, gold) if first else who.gold,
        )
        changed.append(msgspec.structs.replace(member, character=learned))
    return msgspec.structs.replace(company, members=tuple(changed))
