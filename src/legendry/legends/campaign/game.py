"""Life between fights as a game for the table: the company rests, trades, learns, and breaks camp.

The set-up in a record is the company, and the price list of the place if it has one of its own:

    [setup.company]
    name = "The Grey Company"
    edition = "ancient-world"

    [[setup.company.members]]
    player = "Ann"
    character = {name = "Maud", edition = "ancient-world", st = 12, dx = 11, iq = 9, xp = 13}

What happened is in the state's journal; whoever keeps the company's file adds it there. Every camp
ends: after `MOST_DEEDS` deeds it is broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta, Struct

from legendry.legends.campaign import advancement, rest, sharing, skills
from legendry.legends.campaign.camp import Camp, Deed, Person, at_once, offered
from legendry.legends.campaign.company import Company, Fate, Member, Title
from legendry.legends.campaign.hand import hand as his_hand
from legendry.legends.campaign.items import item_name
from legendry.legends.campaign.journal import CompanyError, company_of
from legendry.legends.campaign.pricelist import PriceList, PriceListError, price_list_of
from legendry.legends.edition import edition, editions
from legendry.legends.skirmish import SKIRMISHES, person
from legendry.table import (
    Flow,
    Game,
    Header,
    Insight,
    Outcome,
    Refusal,
    Seat,
    SetupError,
)
from legendry.table.freezing import Kept, unfrozen
from legendry.table.game import decoded
from legendry.table.requests import clipped, folded

MOST_DEEDS = 200
QUESTION = "What does the company do?"
UNTITLED = "an adventure"
"""What an adventure is called that comes out of no book."""
TAKEN = ("rest", "divide gold", "set out", "come home", "break camp")
"""What the company does as a whole; nobody in it can be called so."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a camp is made of."""

    company: dict[str, Any] = {}
    """Without one, the heroes of the edition's skirmish make camp."""
    prices: dict[str, Any] = {}
    """The price list of the place; without one, that of the edition between adventures."""
    plotwords: Annotated[tuple[Annotated[Title, Meta(min_length=1)], ...], Meta(max_length=50)] = ()
    """Those that a game master may give them here."""


class Stay(Camp, kw_only=True):
    """A camp as a game of its own."""

    prices: PriceList | None = None
    words: tuple[str, ...] = ()
    deeds: int = 0
    broken: bool = False


class MemberView(Struct, frozen=True):
    """A member as everybody sees him."""

    name: str
    seat: Seat
    fate: Fate
    active: bool
    st: int
    dx: int
    iq: int
    damage: int
    fatigue: int
    xp: int
    spent_xp: int
    karma: int
    wishes: int
    curses: int
    gold: int
    power: int
    staff: int
    skills: dict[str, int]
    spells: tuple[str, ...]
    weapons: tuple[str, ...]
    armor: tuple[str, ...]
    belongings: tuple[str, ...]


class CampView(Struct, frozen=True):
    """The company, of which nothing is hidden."""

    name: str
    edition: str
    day: int
    adventure: str
    members: dict[str, MemberView]
    plotwords: tuple[str, ...]
    tongues: tuple[str, ...]
    used: tuple[str, ...]
    journal: tuple[str, ...]
    """What was written in it at this table."""

    def __str__(self) -> str:
        where = f"on the adventure “{self.adventure}”" if self.adventure else "between adventures"
        rows = [f"{self.name}, day {self.day}, {where}"]
        for one in self.members.values():
            luck = [
                f"{value} {name}"
                for name, value in (
                    ("XP", one.xp),
                    ("karma", one.karma),
                    ("wishes", one.wishes),
                    ("curses", one.curses),
                    ("gold", one.gold),
                )
                if value
            ]
            state = one.fate or ("" if one.active else "incapacitated")
            rows.append(
                f"  {one.name:<20}ST{one.st} DX{one.dx} IQ{one.iq} "
                f"harm {one.damage}+{one.fatigue}/{one.st} {', '.join(luck)} {state}".rstrip()
            )
        return "\n".join(rows)


class CampGame(Game[Stay]):
    """A company of any edition between its fights."""

    name: ClassVar[str] = "camp"
    title: ClassVar[str] = "Legends: a company in camp"
    version: ClassVar[str] = "1"
    players: ClassVar[range] = range(1, 17)
    company: ClassVar[int] = 1
    mastered: ClassVar[bool] = True

    def subject(self, header: Header) -> str:
        """The name of the company."""
        return the_company(header, decoded(header.setup, Setup, "setup")).name

    def setup(self, header: Header) -> Stay:
        setup = decoded(header.setup, Setup, "setup")
        if header.options:
            raise SetupError("the table options of a camp are those in setup.company.options")
        company = the_company(header, setup)
        stay = Stay.of(company, header.seats, header.gm)
        stay.words = tuple(dict.fromkeys(setup.plotwords))
        if setup.prices:
            try:
                stay.prices = price_list_of(setup.prices, company.edition)
            except PriceListError as error:
                words = clipped("; ".join(error.mistakes), 400)
                raise SetupError(f"setup.prices: {words}") from None
        return stay

    def flow(self, state: Stay) -> Flow[None]:
        """One deed of the company, or of one of it."""
        yield from offered(state.leader, QUESTION, partial(deeds, state))
        done(state)

    def hand(self, state: Stay, gm: Seat) -> Flow[None]:
        """What the game master does to the company when he has called (GEN-1)."""
        yield from his_hand(state, gm, state.words)
        done(state)

    def outcome(self, state: Stay) -> Outcome | None:
        if state.broken:
            return Outcome((), "the company breaks camp", unwon="the camp is over")
        if state.deeds >= MOST_DEEDS:
            why = f"after {MOST_DEEDS} deeds the company breaks camp"
            return Outcome((), why, unwon="the camp is over")
        return None

    def view(self, state: Stay, seat: Seat | None) -> CampView:
        company = state.company
        return CampView(
            name=company.name,
            edition=company.edition,
            day=company.day,
            adventure=company.adventure,
            members={
                one.name: shown(member, one)
                for member, one in zip(company.members, state.people, strict=True)
            },
            plotwords=company.plotwords,
            tongues=company.tongues,
            used=tuple(company.used),
            journal=tuple(map(str, state.journal)),
        )

    def inspect(self, state: Stay, seat: Seat | None, thing: str) -> Insight:
        for one in state.people:
            if folded(one.name) == folded(thing):
                return Insight(tuple(one.ledgers.values()))
        return Insight()

    def freeze(self, state: Stay) -> bytes:
        return msgspec.json.encode(STAY.of(state))

    def thaw(self, header: Header, frozen: bytes) -> Stay:
        stay = self.setup(header)
        slug = stay.company.edition
        STAY.restore(unfrozen(frozen, STAY.shape), stay)
        if stay.company.edition != slug:
            raise ValueError("the frozen camp is of another edition")
        company_of(msgspec.to_builtins(stay.company))
        stay.events = []
        stay.follow()
        return stay


STAY = Kept(Stay, {"edition", "options", "seats", "gm", "people", "prices", "words", "events"})
"""What set-up does not give is kept; the people follow from the company."""


def the_company(header: Header, setup: Setup) -> Company:
    """The company of a set-up; all that is wrong with it is said at once."""
    if not setup.company:
        return heroes(header.edition or editions()[0])
    home = {"edition": header.edition} if header.edition else {}
    data: dict[str, Any] = {**home, **setup.company}
    members = data.get("members")
    if isinstance(members, list | tuple):
        data["members"] = [at_home(one, data.get("edition")) for one in members]
    try:
        company = company_of(data)
    except CompanyError as error:
        raise SetupError(f"setup.company: {clipped('; '.join(error.mistakes), 400)}") from None
    if header.edition and company.edition != header.edition:
        raise SetupError(f"{company.name} is of {company.edition}, not of {header.edition}")
    for one in company.members:
        words = folded(one.name)
        if words in TAKEN or any(words.startswith(f"{word} ") for word in TAKEN):
            raise SetupError(f"nobody in a camp can be called {one.name}")
    return company


def heroes(slug: str) -> Company:
    """Those who stand first in the skirmish that an edition offers."""
    side = SKIRMISHES[edition(slug).slug].sides[0]
    members = tuple(Member(person(slug, id)) for id in side.people)
    return Company(name=side.name, edition=slug, members=members)


def at_home(member: Any, slug: Any) -> Any:
    """A character is of the company's edition unless he says otherwise."""
    if isinstance(member, dict) and isinstance(member.get("character"), dict):
        return {**member, "character": {"edition": slug, **member["character"]}}
    return member


def shown(member: Member, who: Person) -> MemberView:
    character = member.character
    return MemberView(
        name=who.name,
        seat=who.seat,
        fate=member.fate,
        active=who.active,
        st=character.st,
        dx=character.dx,
        iq=character.iq,
        damage=character.damage,
        fatigue=character.fatigue,
        xp=character.xp,
        spent_xp=character.spent_xp,
        karma=who.karma,
        wishes=who.wishes,
        curses=character.curses,
        gold=character.gold,
        power=character.power,
        staff=character.staff,
        skills=character.skills,
        spells=character.spells,
        weapons=character.weapons,
        armor=character.armor,
        belongings=tuple(map(item_name, character.belongings)),
    )


# -- what the company may do -------------------------------------------------------------------


def deeds(camp: Stay) -> Iterator[Deed]:
    """All that may be done now: by the company, or by one of it."""
    yield from rest.deeds(camp)
    for who in camp.people:
        yield Deed(
            who.name,
            partial(turn_of, camp, who),
            refusal=away(camp, who),
            leads=True,
        )
    yield sharing.division(camp)
    on_adventure = camp.company.adventure
    yield Deed(
        "set out",
        partial(at_once, partial(rest.set_out, camp, UNTITLED, camp.leader)),
        "an adventure begins",
        refusal=Refusal(f"the company is on an adventure: {on_adventure}")
        if on_adventure
        else None,
    )
    yield Deed(
        "come home",
        partial(at_once, partial(rest.come_home, camp, camp.leader)),
        "the adventure ends",
        refusal=None if on_adventure else Refusal("the company is on no adventure"),
    )
    yield Deed("break camp", partial(at_once, partial(break_up, camp)), "the camp is over")


def done(camp: Stay) -> None:
    """A deed is over; what it changed without telling is an entry, too."""
    camp.settle()
    if camp.changes:
        camp.entry("; ".join(map(str, camp.changes)), camp.leader)
    camp.deeds += 1
    camp.next_turn()


def away(camp: Camp, who: Person) -> Refusal | None:
    fate = camp.company.member(who.name).fate
    return Refusal(f"{who.name} is {fate}") if fate else None


def turn_of(camp: Stay, who: Person) -> Flow[None]:
    """One deed of one member, decided by his player."""
    return offered(who.seat, f"What does {who.name} do?", partial(deeds_of, camp, who))


def deeds_of(camp: Stay, who: Person) -> Iterator[Deed]:
    yield from advancement.deeds(camp, who)
    yield from skills.offers(camp, who, camp.prices)
    yield Deed(f"{who.name} done", partial(at_once, lambda: None), "nothing for now")


def break_up(camp: Stay) -> None:
    camp.broken = True


CAMP = CampGame()
