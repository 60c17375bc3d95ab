"""What there is to take in a book: its lines and options, each with the results that it can have."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.adventures.book import Attempt, Battle, Book, Check, Choice, Id, Item
from legendry.legends.campaign.npc import Npc
from legendry.legends.campaign.party_checks import Trial

Result: TypeAlias = Literal["", "pass", "fail", "victory", "defeat", "flight"]


class Goal(Struct, frozen=True):
    """A line of a list and what shall come of it."""

    id: Id
    place: int
    result: Result = ""


def goals(book: Book) -> list[Goal]:
    """All that can be taken in a book."""
    return [
        Goal(one.id, place, result)
        for one in book.instructions.values()
        for place, item in enumerate(one.items)
        for result in results(item)
    ]


def results(item: Item) -> tuple[Result, ...]:
    """The results that a line can have."""
    match item.does:
        case Check() | Choice(attempt=Attempt()):
            return "pass", "fail"
        case Battle(flight=flight):
            return ("victory", "defeat", "flight") if flight else ("victory", "defeat")
    return ("",)


def trial_for(attempt: Attempt) -> Trial:
    """A check of the book, with the one whom a contest is against (RUL-94)."""
    other = Npc("the other", attempt.npc, attempt.npc, attempt.npc)
    return Trial(attempt.check, "", other, attempt.weightless)
