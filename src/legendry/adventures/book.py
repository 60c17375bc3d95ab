"""What a book is made of: instructions, and in each the rules and options that stand in its list.

`docs/books.md` has the format. Everything here is a value; what stands in a book's list is an
`Item`, and knows the line it came from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from legendry.hexes import Board
from legendry.legends.campaign.pricelist import Kind, PriceList
from legendry.legends.character import Character
from legendry.legends.craft.craft import Craft
from legendry.legends.skillchecks import SkillCheck
from legendry.odds import Dice

Id: TypeAlias = str
"""An instruction's: the anchor that a code host gives its heading."""


class Link(Struct, frozen=True):
    """Words that lead to an instruction."""

    text: str
    target: Id


# -- conditions --------------------------------------------------------------------------------


class Knows(Struct, frozen=True, tag="plotword"):
    """The company has noted that plotword (RUL-81)."""

    word: str


class Has(Struct, frozen=True, tag="item"):
    """Somebody carries that thing."""

    item: str


class Skilled(Struct, frozen=True, tag="skill"):
    """Somebody has that skill."""

    skill: str


class Versed(Struct, frozen=True, tag="spell"):
    """Somebody knows that spell."""

    spell: str


class Rich(Struct, frozen=True, tag="gold"):
    """The company has so much gold between them."""

    gold: int


class Late(Struct, frozen=True, tag="day"):
    """It is that day of the adventure, or later."""

    day: int


class Alive(Struct, frozen=True, tag="alive"):
    """That member is with the company, and alive."""

    who: str


class Visited(Struct, frozen=True, tag="visited"):
    """The company was at that instruction before."""

    id: Id


class Not(Struct, frozen=True, tag="not"):
    """The contrary."""

    of: Condition


class Every(Struct, frozen=True, tag="and"):
    """All of them."""

    of: tuple[Condition, ...]


class Either(Struct, frozen=True, tag="or"):
    """One of them at least."""

    of: tuple[Condition, ...]


Condition: TypeAlias = (
    Knows | Has | Skilled | Versed | Rich | Late | Alive | Visited | Not | Every | Either
)


def facts(condition: Condition | None) -> Iterator[Condition]:
    """What a condition asks for, taken apart, denied or not."""
    match condition:
        case None:
            return
        case Not(of=inner):
            yield from facts(inner)
        case Every(of=parts) | Either(of=parts):
            for one in parts:
                yield from facts(one)
        case _:
            yield condition


# -- what stands in a list ---------------------------------------------------------------------

Who: TypeAlias = str
"""`each`, `one` (the table chooses), `leader`, `best`, or a name."""


class Attempt(Struct, frozen=True):
    """A check or a contest, and who makes it; `npc` is the number of the other party (RUL-94)."""

    who: Who
    check: SkillCheck
    npc: int = 10
    weightless: bool = False
    """Whether nothing has weight there (RUL-93)."""


class Note(Struct, frozen=True, tag="plotword"):
    """A plotword is noted (CAM-4, RUL-81), or struck out."""

    word: str
    forget: bool = False


class Award(Struct, frozen=True, tag="award"):
    """XP, karma, wishes, curses or gold, given or (below 0) taken."""

    what: Literal["xp", "karma", "wishes", "curses", "gold"]
    by: int
    to: Who


class Thing(Struct, frozen=True, tag="item"):
    """A thing found or (below 0) lost."""

    kind: Kind
    id: str
    by: int
    to: Who


class Hurt(Struct, frozen=True, tag="harm"):
    """Harm, fatigue, a fall (RUL-92), or healing."""

    how: Literal["harm", "fatigue", "fall", "heal"]
    amount: Dice
    to: Who


class Wait(Struct, frozen=True, tag="time"):
    """Time passes; as a rest it heals (INJ-8, INJ-9)."""

    count: int
    unit: Literal["night", "day", "week"]
    rest: bool
    shelter: bool = False


class Shop(Struct, frozen=True, tag="shop"):
    """Somewhere to buy and sell."""

    prices: str


class Sight(Struct, frozen=True, tag="sight"):
    """What Reveal Magic or Read Mind shows here (SPL-66, SPL-67)."""

    by: Literal["reveal", "mind"]
    text: str


class GoTo(Struct, frozen=True, tag="go"):
    """On to another instruction."""

    link: Link


class Check(Struct, frozen=True, tag="check"):
    """A check that everybody meets here; where a result has no link, the instruction goes on."""

    attempt: Attempt
    passed: Link | None
    failed: Link | None
    harm: Hurt | None = None
    """What befalls those who fail."""


class Battle(Struct, frozen=True, tag="battle"):
    """A fight or a dogfight, and where each end of it leads."""

    game: Literal["fight", "dogfight"]
    foes: tuple[tuple[int, str], ...]
    """How many of whom."""
    board: str
    craft: str
    """What the company flies."""
    surprise: Literal["", "foes", "party"]
    routed: str
    """The foe with whose fall all of them break (RUL-80)."""
    leave: Literal["exits", "edge", "no"]
    victory: Link
    defeat: Link | None
    flight: Link | None
    weightless: bool = False
    """Whether nothing has weight there (RUL-93)."""
    allies: tuple[tuple[int, str], ...] = ()
    """Those who fight on the company's side, and how many of them."""


class End(Struct, frozen=True, tag="end"):
    """The adventure is over."""

    how: Literal["good", "bad", "neutral"]


class Choice(Struct, frozen=True, tag="option"):
    """An option: where it leads, when it is open, what it costs, what must be passed for it."""

    link: Link
    manner: Literal["", "talk", "attack"] = ""
    """What Diplomacy may turn into the other (SKL-21)."""
    condition: Condition | None = None
    gold: int = 0
    """What it costs."""
    item: str = ""
    """What is given up for it."""
    attempt: Attempt | None = None
    otherwise: Link | None = None
    """Where a failure leads."""


Rule: TypeAlias = Note | Award | Thing | Hurt | Wait | Shop | Sight | GoTo | Check | Battle | End
"""What is carried out when the company arrives, in order."""


class Item(Struct, frozen=True):
    """A line of an instruction's list: a rule, perhaps under a condition, or an option."""

    line: int
    does: Rule | Choice
    condition: Condition | None = None


class Instruction(Struct, frozen=True):
    """A numbered piece of a book: its story, what happens there, what can be chosen."""

    id: Id
    title: str
    chapter: str
    file: str
    line: int
    prose: tuple[str, ...]
    """Paragraphs as they are written."""
    items: tuple[Item, ...]

    @property
    def options(self) -> Iterator[tuple[Item, Choice]]:
        for item in self.items:
            if isinstance(item.does, Choice):
                yield item, item.does

    @property
    def facts(self) -> Iterator[tuple[Item, Condition]]:
        """Every fact that its list asks for."""
        for item in self.items:
            yield from ((item, fact) for fact in facts(item.condition))
            if isinstance(item.does, Choice):
                yield from ((item, fact) for fact in facts(item.does.condition))
                if item.does.item:
                    yield item, Has(item.does.item)

    @property
    def links(self) -> Iterator[tuple[Item, Link]]:
        """Everywhere it may lead."""
        for item in self.items:
            for link in leads(item.does):
                yield item, link


def leads(does: Rule | Choice) -> tuple[Link, ...]:
    """Where a rule or an option may lead."""
    match does:
        case GoTo():
            links: tuple[Link | None, ...] = (does.link,)
        case Check():
            links = does.passed, does.failed
        case Battle():
            links = does.victory, does.defeat, does.flight
        case Choice():
            links = does.link, does.otherwise
        case _:
            links = ()
    return tuple(link for link in links if link is not None)


class Book(Struct, frozen=True):
    """A whole adventure."""

    title: str
    author: str
    licence: str
    ifid: str
    edition: str
    also: tuple[str, ...]
    options: dict[str, Any]
    party: str
    company: tuple[str, ...]
    start: Id
    language: str
    instructions: Mapping[Id, Instruction]
    boards: Mapping[str, Board]
    foes: Mapping[str, Character]
    craft: Mapping[str, Craft]
    prices: Mapping[str, PriceList]
    pictures: frozenset[str]
