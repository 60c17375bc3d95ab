"""A company in a book: where it is, and what it takes to go on from there.

A `Story` is the campaign's `Camp` on the road. Its flows carry out one line of an instruction's list
after another, then ask what the company does; a battle is a game within the game, whose own flows
run on the story's table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal, Self, TypeAlias

from msgspec import field

from legendry.adventures.book import (
    Alive,
    Book,
    Choice,
    Condition,
    Either,
    Every,
    Has,
    Id,
    Instruction,
    Item,
    Knows,
    Late,
    Link,
    Not,
    Rich,
    Skilled,
    Versed,
    Visited,
    Who,
)
from legendry.legends.campaign.camp import Camp, Person
from legendry.legends.campaign.rest import come_home
from legendry.legends.dogfight.sky import Sky
from legendry.legends.edition import edition
from legendry.legends.fighter import Fight
from legendry.legends.prices import skill_of
from legendry.table import Choose, Event, Flow, Option, Refusal, Seat

MOST_STEPS = 1000
"""Questions after which a story that goes in circles is over."""

Ending: TypeAlias = Literal["", "good", "bad", "neutral"]


class Arrived(Event, frozen=True):
    """The company comes to another instruction, and everybody may read it."""

    reveals: ClassVar[bool] = True

    title: str

    def __str__(self) -> str:
        return self.title


class Ended(Event, frozen=True):
    """The story is over."""

    why: str

    def __str__(self) -> str:
        return self.why


class Shown(Event, frozen=True):
    """What a spell or a skill lets somebody see of what lies ahead."""

    who: str
    by: str
    text: str

    def __str__(self) -> str:
        return f"{self.who}, {self.by}: {self.text}"


class Story(Camp, kw_only=True):
    """All there is to know of an adventure in play, at a checkpoint."""

    book: Book
    foes: Seat
    """Who plays those whom the company fights."""
    where: Id
    place: int = 0
    """How many lines of its list have been begun."""
    visits: tuple[Id, ...] = ()
    """Where the company was before, in order."""
    first_day: int = 1
    steps: int = 0
    told: bool = True
    """Whether the game master has read the passage aloud."""
    turned: Literal["", "talk", "attack"] = ""
    """The options that Diplomacy has opened here (SKL-21)."""
    spoken: bool = False
    """Whether Diplomacy was tried here."""
    conjured: tuple[str, ...] = ()
    """Things of magic that the company has while it is here."""
    seeing: bool = False
    """Whether the company sees to itself before it goes on."""
    stall: str = ""
    """The price list of the place where it buys and sells."""
    battle: dict[str, Any] = field(default_factory=dict)
    """The set-up of the battle that is fought."""
    fight: Fight | None = None
    sky: Sky | None = None
    ended: Ending = ""
    why: str = ""

    def copy(self) -> Self:
        twin = super().copy()
        if self.fight is not None:
            twin.fight = self.fight.copy()
            twin.fight.events = []
        if self.sky is not None:
            twin.sky = self.sky.copy()
            twin.sky.events = []
        return twin

    # -- where -----------------------------------------------------------------------------------

    @property
    def here(self) -> Instruction:
        return self.book.instructions[self.where]

    @property
    def lines(self) -> list[Item]:
        """The lines to carry out on arrival."""
        return [item for item in self.here.items if not isinstance(item.does, Choice)]

    def go(self, link: Link) -> None:
        """On to another instruction."""
        if self.where not in self.visits:
            self.visits = (*self.visits, self.where)
        self.where = link.target
        self.arrive()

    def arrive(self) -> None:
        """A new page: its list begins, and nothing has been tried here."""
        self.place, self.turned, self.conjured = 0, "", ()
        self.spoken = self.seeing = False
        self.told = False
        self.next_turn()
        self.steps += 1
        if not self.gm:
            self.read()

    def read(self) -> None:
        """The passage is there for everybody."""
        self.told = True
        self.tell(Arrived(title=self.here.title))

    def end(self, how: Ending, why: str) -> None:
        """The story is over, however it ended, and whoever is left comes home (CAM-11, INJ-9)."""
        come_home(self, self.leader)
        self.ended, self.why = how, why
        self.tell(Ended(why=why))

    # -- what is so ------------------------------------------------------------------------------

    def refusal(self, condition: Condition | None) -> Refusal | None:
        """Why a condition does not hold; None if it does."""
        match condition:
            case None:
                return None
            case Knows(word=word):
                return self._unless(word in self.company.plotwords, f"you have not noted {word}")
            case Has(item=item):
                has = item in self.conjured or bool(self.holders(item))
                return self._unless(has, f"nobody has {item}")
            case Skilled(skill=skill):
                known = skill_of(edition(self.book.edition), skill)
                has = any(one.skill(skill) for one in self.able)
                return self._unless(has, f"nobody here has {known.name if known else skill}")
            case Versed(spell=spell):
                has = any(spell in one.character.spells for one in self.able)
                name = edition(self.book.edition).spells[spell].name
                return self._unless(has, f"nobody here knows {name}")
            case Rich(gold=gold):
                return self._unless(self.purse >= gold, f"you have {self.purse} gold, not {gold}")
            case Late(day=day):
                return self._unless(self.day >= day, f"it is only day {self.day}")
            case Alive(who=who):
                there = any(one.name == who for one in self.present)
                return self._unless(there, f"{who} is not with you")
            case Visited(id=id):
                title = self.book.instructions[id].title if id in self.book.instructions else id
                return self._unless(id in self.visits, f"you have not been at “{title}”")
            case Every(of=parts):
                return next((why for one in parts if (why := self.refusal(one))), None)
            case Either(of=parts):
                whys = [self.refusal(one) for one in parts]
                return None if None in whys else whys[0]
            case Not(of=inner):
                return self._unless(self.refusal(inner) is not None, "that is behind you")

    def _unless(self, holds: bool, words: str) -> Refusal | None:
        return None if holds else Refusal(words)

    @property
    def day(self) -> int:
        """The day of the adventure."""
        return self.company.day - self.first_day + 1

    @property
    def purse(self) -> int:
        """The gold of those present."""
        return sum(one.character.gold for one in self.present)

    def holders(self, item: str) -> list[Person]:
        """Who of those present has such a thing, as a belonging, a weapon or armor."""
        return [
            one
            for one in self.present
            if item in (*one.character.belongings, *one.character.weapons, *one.character.armor)
        ]

    # -- who -------------------------------------------------------------------------------------

    def meant(self, who: Who, question: str) -> Flow[list[str]]:
        """Those whom a line means; of whom it leaves open, the table chooses one."""
        there = [one.name for one in self.present]
        if who == "each":
            return there
        if who == "leader":
            return [one.name for one in (self.able or self.present)[:1]]
        if who not in ("one", "best"):
            return [name for name in there if name == who]
        if len(there) < 2:
            return there

        def options() -> Iterator[Option[str]]:
            return (Option(name, name) for name in there)

        return [(yield from Choose(self.leader, question, options))]
