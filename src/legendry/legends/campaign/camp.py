"""A company at the table: the part of a game's state in which life between fights goes on.

Flows of the campaign take a `Camp` and know nothing of the game around it. Whatever they do to the
company goes through `Camp.make`; karma and wishes that checks spend come out as changes by
themselves. What belongs together is closed with `Camp.entry` and is then an entry of the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from legendry.legends.campaign.changes import (
    Carried,
    Change,
    DaysPassed,
    Gained,
    Marked,
    changed,
)
from legendry.legends.campaign.company import Company, Member
from legendry.legends.campaign.journal import LONGEST_TEXT, Entry
from legendry.legends.character import Character, figures, ready_at_start
from legendry.legends.edition import Attribute, Edition, edition
from legendry.legends.options import Options, checked
from legendry.table import (
    About,
    Barred,
    Choose,
    Event,
    Flow,
    Ledger,
    Line,
    Option,
    Refusal,
    RuleId,
    Seat,
    State,
)
from legendry.table.requests import clipped, folded


class Changed(Event, frozen=True):
    """Something is different with the company now."""

    words: str

    def __str__(self) -> str:
        return self.words


class Written(Event, frozen=True):
    """An entry of the journal was closed."""

    day: int
    words: str

    def __str__(self) -> str:
        return f"Day {self.day}: {self.words}"


class Person(Struct):
    """A member of the company, or somebody it meets, as checks see him.

    Checks spend his karma and wishes here; `Camp` makes changes of it.
    """

    name: str
    seat: Seat
    character: Character
    karma: int = 0
    wishes: int = 0
    ledgers: Mapping[str, Ledger] = {}
    active: bool = True
    suit_failed: bool = False
    side: int = 0

    def skill(self, id: str) -> int:
        return self.character.skills.get(id, 0)


class Camp(State, kw_only=True):
    """All there is to know of a company at the table at a checkpoint."""

    company: Company
    edition: Edition
    options: Options
    seats: tuple[Seat, ...]
    gm: Seat = ""
    """Who plays everybody the company meets; empty: whoever deals with them."""
    people: list[Person] = msgspec.field(default_factory=list)
    """The members, dead ones and captured ones too, in the order of the company."""
    journal: tuple[Entry, ...] = ()
    """The entries of this session."""
    changes: tuple[Change, ...] = ()
    """Those of the entry that is being written."""
    rules: tuple[RuleId, ...] = ()
    began: int = 1
    """The day on which that entry began."""

    @classmethod
    def of(cls, company: Company, seats: Sequence[Seat], gm: Seat = "", **more: Any) -> Self:
        """A camp of that company, with `more` of a game's own; `SetupError` if its options do not fit."""
        rules = edition(company.edition)
        camp = cls(
            company=company,
            edition=rules,
            options=checked(company.options, rules),
            seats=tuple(seats),
            gm=gm,
            began=company.day,
            **more,
        )
        camp.follow()
        return camp

    def copy(self) -> Self:
        twin: Self = self.__copy__()  # type: ignore[attr-defined]
        twin.people = [one.__copy__() for one in self.people]  # type: ignore[attr-defined]
        return twin

    # -- who -------------------------------------------------------------------------------------

    @property
    def unopposed(self) -> bool:
        """Nobody is surprised in camp; checks ask for it."""
        return False

    @property
    def side(self) -> int:
        return 0

    def person(self, name: str) -> Person:
        for one in self.people:
            if folded(one.name) == folded(name):
                return one
        raise KeyError(name)

    @property
    def present(self) -> list[Person]:
        """The members who are alive and free, conscious or not."""
        names = {one.name for one in self.company.present}
        return [one for one in self.people if one.name in names]

    @property
    def able(self) -> list[Person]:
        """Those of them who can do something."""
        return [one for one in self.present if one.active]

    @property
    def leader(self) -> Seat:
        """Who decides for the company: the player of its first member who can."""
        first = next(iter(self.able or self.present), None)
        return first.seat if first else self.seats[0]

    def stranger(self, character: Character, seat: Seat | None = None) -> Person:
        """Somebody the company meets, with what he needs for a check; the game master plays him."""
        one = Person(
            name=character.name,
            seat=self.gm or self.leader if seat is None else seat,
            character=character,
            karma=character.karma,
            wishes=character.wishes,
            side=1,
        )
        self.refresh(one)
        return one

    def refresh(self, who: Person) -> None:
        """Work out his figures anew."""
        character = who.character
        ledgers: Mapping[str, Ledger] = figures(
            character, ready_at_start(character), who.suit_failed
        )
        if self.options.wounds_reduce_st and character.damage:
            strength = ledgers["ST"]
            lost = min(character.damage, strength.total - 1)
            ledgers = {**ledgers, "ST": strength.plus([Line(-lost, "wounds", "RUL-50")])}
        who.ledgers = ledgers

    def checked(self, who: Person, attribute: Attribute) -> None:
        """He has rolled a check; nothing in camp lasts for one check only (RUL-90)."""

    # -- what happens ------------------------------------------------------------------------------

    def make(self, change: Change, *rules: RuleId) -> None:
        """Something happens to the company; `ValueError` if it cannot."""
        self.settle()
        self._make(change, rules)

    def entry(self, text: str, by: Seat = "", *rules: RuleId, quiet: bool = False) -> None:
        """Close what has happened since the last entry as one in the journal.

        A `quiet` one says nothing that was not told as it happened.
        """
        self.settle()
        cited = tuple(dict.fromkeys((*rules, *self.rules)))
        text = clipped(text, LONGEST_TEXT - 1)
        self.journal += (Entry(self.began, text, self.changes, by, cited),)
        if not quiet:
            self.tell(Written(rules=cited, day=self.began, words=text))
        self.changes, self.rules, self.began = (), (), self.company.day

    def settle(self) -> None:
        """Make changes of the luck that checks have spent, and of suits that failed in them."""
        spent: list[tuple[Change, tuple[RuleId, ...]]] = []
        for who, member in zip(self.people, self.company.members, strict=True):
            if karma := member.karma - who.karma:
                spent.append((Gained(who.name, "karma", -karma), ("CAM-7",)))
            if wishes := member.character.wishes - who.wishes:
                spent.append((Gained(who.name, "wishes", -wishes), ("CAM-9",)))
            mark = suit_mark(who.name)
            if who.suit_failed and mark not in self.company.used and self.company.adventure:
                spent.append((Marked(mark, "adventure"), ("ARM-6", "RUL-79")))
        for change, rules in spent:
            self._make(change, rules, quiet=True)

    def _make(self, change: Change, rules: Iterable[RuleId], *, quiet: bool = False) -> None:
        self.company = changed(self.company, change)
        self.changes = joined(self.changes, change)
        self.rules = tuple(dict.fromkeys((*self.rules, *rules)))
        if not quiet:
            self.tell(Changed(rules=tuple(rules), words=str(change)))
        self.follow()

    def follow(self) -> None:
        """The people are as the company has them now."""
        known = {one.name: one for one in self.people}
        self.people = [self._seen(known.get(one.name), one) for one in self.company.members]

    def _seen(self, who: Person | None, member: Member) -> Person:
        character = member.character
        if who is None:
            who = Person(name=member.name, seat="", character=character)
        failed = suit_mark(member.name) in self.company.used
        if who.character is not character or who.suit_failed != failed or not who.ledgers:
            who.character, who.suit_failed = character, failed
            self.refresh(who)
        who.seat = self._seat(member)
        who.karma, who.wishes = member.karma, character.wishes
        who.active = member.present and character.damage + character.fatigue < character.st
        return who

    def _seat(self, member: Member) -> Seat:
        """Who plays him: the seat named, the seat called like him, or else the first (GEN-2)."""
        for name in (member.player, member.name):
            if name in self.seats:
                return name
        return next((seat for seat in self.seats if seat != self.gm), self.seats[0])


def suit_mark(name: str) -> str:
    """The mark of a powered suit that has failed, until it is repaired (RUL-79)."""
    return f"suit of {name} without power"


def joined(changes: tuple[Change, ...], change: Change) -> tuple[Change, ...]:
    """The changes with one more; of the same kind as the last, it makes one with it."""
    merged: Change | None = None
    match changes[-1:], change:
        case (DaysPassed(days=days),), DaysPassed():
            merged = replace(change, days=days + change.days)
        case (Gained(who=who, what=what, by=by),), Gained(by=more) if (who, what) == (
            change.who,
            change.what,
        ) and by * more > 0:
            merged = replace(change, by=by + more)
        case (Carried(who=who, item=item, count=count, kind=kind),), Carried(count=more) if (
            who,
            item,
            kind,
        ) == (change.who, change.item, change.kind) and count * more > 0:
            merged = replace(change, count=count + more)
    return (*changes, change) if merged is None else (*changes[:-1], merged)


# -- what may be done --------------------------------------------------------------------------


class Deed(Struct, frozen=True):
    """Something that may be done in camp, or with a refusal, why it may not.

    `does` is the flow of it; it is called when the deed was chosen. A deed that `leads` asks on, so
    that people may give the longer notation at once.
    """

    notation: str
    does: Callable[[], Flow[None]]
    words: str = ""
    ledgers: tuple[Ledger, ...] = ()
    refusal: Refusal | None = None
    leads: bool = False
    look: Callable[[], About] | None = None
    """Its exact odds, where there is more to know than the ledgers."""


Deeds: TypeAlias = Callable[[], Iterable[Deed]]


def offered(seat: Seat, question: str, deeds: Deeds) -> Flow[None]:
    """Ask for one of the deeds and do it; those with a refusal are shown with the reason."""

    def named(notation: str) -> Deed:
        return next(deed for deed in deeds() if deed.notation == notation)

    def about(notation: str) -> About:
        deed = named(notation)
        return deed.look() if deed.look else About(ledgers=deed.ledgers)

    def options() -> list[Option[str]]:
        return [
            Option(
                deed.notation,
                deed.notation,
                deed.words,
                about if deed.look or deed.ledgers else None,
                leads=deed.leads,
            )
            for deed in deeds()
            if deed.refusal is None
        ]

    def bars() -> list[Barred]:
        return [Barred(one.notation, one.refusal) for one in deeds() if one.refusal is not None]

    chosen = yield from Choose(seat, question, options, bars)
    yield from named(chosen).does()


def at_once(act: Callable[[], None]) -> Flow[None]:
    """The flow of a deed that asks nothing."""
    act()
    return
    yield
