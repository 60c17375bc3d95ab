"""All that can happen to a company, as small facts, and the one door they go through.

A change says no more than what is different afterwards. Why it happened stands in the journal entry
that it is part of; whether it was allowed, the flows have seen to. `changed` refuses only what
cannot be: gold below nothing, a thing given away that nobody has, a character against the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from legendry.legends.campaign.company import (
    LAST_DAY,
    MOST_MEMBERS,
    MOST_WORDS,
    Company,
    Fate,
    Fleeting,
    Member,
    Title,
    Until,
)
from legendry.legends.campaign.items import item_name
from legendry.legends.character import Character, drafted, mistakes
from legendry.legends.edition import edition
from legendry.legends.options import Options, checked
from legendry.table import Seat, SetupError
from legendry.table.ledger import minus, signed
from legendry.table.requests import clipped, folded

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
CompanyName: TypeAlias = Annotated[Title, Meta(min_length=1)]
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
By: TypeAlias = Annotated[int, Meta(ge=-10_000, le=10_000)]
Days: TypeAlias = Annotated[int, Meta(ge=1, le=10_000)]
What: TypeAlias = Literal[
    "xp", "karma", "wishes", "curses", "damage", "fatigue", "gold", "charge", "spent_xp",
    "st", "dx", "iq", "staff",
]  # fmt: skip
Kind: TypeAlias = Literal["belongings", "weapons", "armor"]

UNITS: dict[What, str] = {
    "xp": "XP",
    "damage": "damage",
    "charge": "power in the staff",
    "spent_xp": "XP spent",
    "st": "ST",
    "dx": "DX",
    "iq": "IQ",
    "staff": "staff capacity",
}


class _Change(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True,
              tag_field="change", tag=str.lower):  # fmt: skip
    """A fact about a company."""


class Founded(_Change, frozen=True):
    """The company begins: always the first change, and only the first."""

    name: CompanyName
    edition: Annotated[str, Meta(max_length=60)]
    options: dict[str, Any] = {}

    def __str__(self) -> str:
        return f"{self.name} is founded"


class Joined(_Change, frozen=True):
    """Somebody joins, with all he has."""

    member: Member

    def __str__(self) -> str:
        return f"{self.member.name} joins"


class Parted(_Change, frozen=True):
    """Somebody leaves for good and takes along what he has."""

    who: Name

    def __str__(self) -> str:
        return f"{self.who} leaves"


class Handed(_Change, frozen=True):
    """Somebody is played by another seat from now on (GEN-2)."""

    who: Name
    player: Seat

    def __str__(self) -> str:
        return f"{self.who} is played by {self.player or 'anybody'}"


class Gained(_Change, frozen=True):
    """One number of one member goes up, or with `by` below 0 down.

    Karma spent is that which fades first. `charge` is the power in a staff, `staff` its capacity
    (MAG-11). An attribute that goes down is lost for good (CAM-14).
    """

    who: Name
    what: What
    by: By

    def __str__(self) -> str:
        return f"{self.who}: {signed(self.by)} {UNITS.get(self.what, self.what)}"


class Learned(_Change, frozen=True):
    """One level of a skill, the first included, or a spell (CAM-6)."""

    who: Name
    skill: Id | Literal[""] = ""
    spell: Id | Literal[""] = ""

    def __str__(self) -> str:
        return f"{self.who} learns {self.skill or self.spell}"


class Carried(_Change, frozen=True):
    """Things come to a member, or with a count below 0 leave him."""

    who: Name
    item: Id
    count: By = 1
    kind: Kind = "belongings"

    def __str__(self) -> str:
        verb = "gets" if self.count > 0 else "parts with"
        times = f" ×{abs(self.count)}" if abs(self.count) > 1 else ""
        return f"{self.who} {verb} {item_name(self.item)}{times}"


class Lent(_Change, frozen=True):
    """Karma that fades (SKL-39, CAM-11)."""

    who: Name
    karma: Annotated[int, Meta(ge=1, le=1000)]
    until: Until

    def __str__(self) -> str:
        end = "the adventure" if self.until == "adventure" else f"day {self.until}"
        return f"{self.who}: +{self.karma} karma to the end of {end}"


class Fated(_Change, frozen=True):
    """Somebody dies, is captured, or comes back."""

    who: Name
    fate: Fate

    def __str__(self) -> str:
        return f"{self.who} {f'is {self.fate}' if self.fate else 'is back'}"


class DaysPassed(_Change, frozen=True):
    """Days go by; what lasted no longer than them is gone."""

    days: Days = 1

    def __str__(self) -> str:
        return "a day passes" if self.days == 1 else f"{self.days} days pass"


class Noted(_Change, frozen=True):
    """A plotword for the company (CAM-4)."""

    plotword: Annotated[Title, Meta(min_length=1)]

    def __str__(self) -> str:
        return f"noted: {self.plotword}"


class Erased(_Change, frozen=True):
    """A plotword that is no longer to be asked for."""

    plotword: Annotated[Title, Meta(min_length=1)]

    def __str__(self) -> str:
        return f"no longer noted: {self.plotword}"


class Heard(_Change, frozen=True):
    """A language of the world that the company has met (SKL-22, SKL-23)."""

    tongue: Annotated[str, Meta(max_length=30, pattern=r"^\w(?:[\w' -]{0,28}\w)?\Z")]

    def __str__(self) -> str:
        return f"a language to learn: {self.tongue}"


class AdventureBegun(_Change, frozen=True):
    """The company sets out."""

    title: Annotated[Title, Meta(min_length=1)]

    def __str__(self) -> str:
        return f"the adventure “{self.title}” begins"


class AdventureEnded(_Change, frozen=True):
    """The company is between adventures; what lasted for one, or for a day of it, is gone."""

    def __str__(self) -> str:
        return "the adventure is over"


class Marked(_Change, frozen=True):
    """Something has been done that may be done once in a day or an adventure, or lasts so long."""

    mark: Annotated[Title, Meta(min_length=1)]
    until: Until

    def __str__(self) -> str:
        return self.mark


class Cleared(_Change, frozen=True):
    """Such a mark goes before its time."""

    mark: Annotated[Title, Meta(min_length=1)]

    def __str__(self) -> str:
        return f"no more: {self.mark}"


Change: TypeAlias = (
    Founded | Joined | Parted | Handed | Gained | Learned | Carried | Lent | Fated | DaysPassed
    | Noted | Erased | Heard | AdventureBegun | AdventureEnded | Marked | Cleared
)  # fmt: skip


def founded(change: Founded) -> Company:
    """A company without members; `ValueError` for an edition or an option that is none."""
    try:
        checked(change.options, edition(change.edition))
    except SetupError as error:
        raise ValueError(str(error)) from None
    return Company(name=change.name, edition=change.edition, options=change.options)


def changed(company: Company, change: Change) -> Company:
    """The company after that; `ValueError` says in a sentence what cannot be."""
    match change:
        case Founded():
            raise ValueError(f"{company.name} has been founded already")
        case Joined():
            return _joined(company, change.member)
        case DaysPassed():
            if company.day + change.days > LAST_DAY:
                raise ValueError(f"no journal goes beyond day {LAST_DAY}")
            return _later(replace(company, day=company.day + change.days))
        case Noted() | Erased():
            return _noted(company, change)
        case Heard():
            if change.tongue in company.tongues:
                raise ValueError(f"{company.name} knows of {change.tongue} already")
            if len(company.tongues) >= MOST_WORDS:
                raise ValueError(f"{company.name} keeps {MOST_WORDS} languages at most")
            return replace(company, tongues=(*company.tongues, change.tongue))
        case AdventureBegun():
            if company.adventure:
                raise ValueError(f"{company.name} is on an adventure: {company.adventure}")
            return replace(company, adventure=change.title)
        case AdventureEnded():
            if not company.adventure:
                raise ValueError(f"{company.name} is on no adventure")
            return _home(company)
        case Marked():
            if change.mark not in company.used and len(company.used) >= MOST_WORDS:
                raise ValueError(f"{company.name} keeps {MOST_WORDS} marks at most")
            return replace(company, used={**company.used, change.mark: change.until})
        case Cleared():
            if change.mark not in company.used:
                raise ValueError(f"there is no mark “{change.mark}”")
            left = {mark: until for mark, until in company.used.items() if mark != change.mark}
            return replace(company, used=left)
    member = company.member(change.who)
    if isinstance(change, Parted):
        return replace(company, members=tuple(one for one in company.members if one is not member))
    after = _altered(company, member, change)
    return replace(
        company, members=tuple(after if one is member else one for one in company.members)
    )


# -- the company as a whole --------------------------------------------------------------------


def _joined(company: Company, member: Member) -> Company:
    character = member.character
    if character.edition != company.edition:
        raise ValueError(
            f"{character.name} is of {character.edition}, {company.name} of {company.edition} "
            "(RUL-139)"
        )
    if any(folded(one.name) == folded(character.name) for one in company.members):
        raise ValueError(f"there is a {character.name} in {company.name} already")
    if len(company.members) >= MOST_MEMBERS:
        raise ValueError(f"{company.name} has room for {MOST_MEMBERS} at most")
    return replace(company, members=(*company.members, _legal(company, member)))


def _noted(company: Company, change: Noted | Erased) -> Company:
    word, words = change.plotword, company.plotwords
    if isinstance(change, Erased):
        if word not in words:
            raise ValueError(f"{company.name} has no plotword “{word}”")
        return replace(company, plotwords=tuple(one for one in words if one != word))
    if word in words:
        raise ValueError(f"{company.name} has the plotword “{word}” already (RUL-81)")
    if len(words) >= MOST_WORDS:
        raise ValueError(f"{company.name} keeps {MOST_WORDS} plotwords at most")
    return replace(company, plotwords=(*words, word))


def _later(company: Company) -> Company:
    """What was to last no longer than to a day that is over is gone (CAM-11, RUL-95)."""

    def lasts(until: Until) -> bool:
        return until == "adventure" or until >= company.day

    return _kept(company, lasts=lasts)


def _home(company: Company) -> Company:
    return _kept(replace(company, adventure=""), lasts=lambda until: False)


def _kept(company: Company, lasts: Callable[[Until], bool]) -> Company:
    """The company with the lent karma and the marks that still last."""
    return replace(
        company,
        members=tuple(
            replace(one, fleeting=tuple(karma for karma in one.fleeting if lasts(karma.until)))
            if one.fleeting
            else one
            for one in company.members
        ),
        used={mark: until for mark, until in company.used.items() if lasts(until)},
    )


# -- one member --------------------------------------------------------------------------------


def _altered(company: Company, member: Member, change: Change) -> Member:
    match change:
        case Handed():
            return replace(member, player=change.player)
        case Fated():
            return replace(member, fate=change.fate)
        case Lent():
            lent = (*member.fleeting, Fleeting(change.karma, change.until))
            return replace(member, fleeting=tuple(sorted(lent, key=_fades)))
        case Gained(what="karma", by=by) if by < 0:
            member = _spent(member, -by)
        case Gained(what=what, by=by):
            member = replace(member, character=_counted(member.character, what, by))
        case Learned():
            member = replace(member, character=_taught(member.character, change))
        case Carried():
            member = replace(member, character=_carrying(member.character, change))
    return _legal(company, member)


def _fades(one: Fleeting) -> float:
    return float("inf") if one.until == "adventure" else one.until


def _spent(member: Member, karma: int) -> Member:
    """Karma spent: first that which fades soonest, then his own."""
    if karma > member.karma:
        raise ValueError(f"{member.name} has {member.karma} karma, not {karma}")
    left = []
    for one in member.fleeting:
        taken = min(one.karma, karma)
        karma -= taken
        if one.karma > taken:
            left.append(Fleeting(one.karma - taken, one.until))
    own = replace(member.character, karma=member.character.karma - karma)
    return replace(member, character=own, fleeting=tuple(left))


def _counted(character: Character, what: What, by: int) -> Character:
    if what == "charge":
        charge = character.power + by
        if not 0 <= charge <= character.staff:
            raise ValueError(f"the staff of {character.name} holds 0 to {character.staff} points")
        return replace(character, charge=None if charge == character.staff else charge)
    value = getattr(character, what) + by
    if value < 0:
        has = f"{character.name} has {getattr(character, what)} {UNITS.get(what, what)}"
        raise ValueError(f"{has}: {minus(by)} is too much")
    new: dict[str, Any] = {what: value}
    if what in ("st", "dx", "iq") and by < 0:
        new["lost"] = character.lost - by
    if what == "staff" and not value:
        new["charge"] = None
    return replace(character, **new)


def _taught(character: Character, change: Learned) -> Character:
    if bool(change.skill) == bool(change.spell):
        raise ValueError("one learns a skill or a spell")
    if change.spell:
        return replace(character, spells=(*character.spells, change.spell))
    level = character.skills.get(change.skill, 0) + 1
    return replace(character, skills={**character.skills, change.skill: level})


def _carrying(character: Character, change: Carried) -> Character:
    things: list[str] = list(getattr(character, change.kind))
    if change.count > 0:
        things += [change.item] * change.count
    else:
        if (has := things.count(change.item)) < -change.count:
            raise ValueError(
                f"{character.name} has {has} × {clipped(change.item, 40)}, not {-change.count}"
            )
        for _ in range(-change.count):
            things.reverse()
            things.remove(change.item)
            things.reverse()
    new: dict[str, Any] = {change.kind: tuple(things)}
    if character.ready is not None and change.kind != "belongings" and change.count < 0:
        owned = Counter((*new.get("weapons", character.weapons), "unarmed"))
        owned += Counter(new.get("armor", character.armor))
        held = Counter(character.ready)
        ready = [id for id in held for _ in range(min(held[id], owned[id]))]
        new["ready"] = tuple(ready)
    return replace(character, **new)


def _legal(company: Company, member: Member) -> Member:
    """A member whose character is one by the rules of his table; else everything that is wrong."""
    options = msgspec.convert(company.options, Options)
    cap = options.cap(edition(company.edition).switches)
    plain = msgspec.to_builtins(member.character)
    wrong: Sequence[str]
    try:
        wrong = mistakes(msgspec.convert(plain, Character), options.armor_layers, cap)
    except msgspec.ValidationError:
        wrong = drafted(plain, layers=options.armor_layers, cap=cap).mistakes
    if wrong:
        raise ValueError(f"{member.name}: {'; '.join(wrong)}")
    return member
