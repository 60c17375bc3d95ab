"""The game master's hand in a camp (GEN-1): he gives and takes, harms and heals, calls for checks.

Each of it is an ordinary answer of his at the table, in the record and in the journal with his name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from legendry.legends.campaign.advancement import ATTRIBUTES, impossible, note
from legendry.legends.campaign.camp import Camp, Deed, at_once, offered
from legendry.legends.campaign.carrying import called, let_go
from legendry.legends.campaign.changes import (
    UNITS,
    Carried,
    Change,
    DaysPassed,
    Fated,
    Gained,
    Kind,
    What,
)
from legendry.legends.campaign.company import Fate
from legendry.legends.campaign.items import item_name
from legendry.legends.campaign.party_checks import party_check
from legendry.legends.campaign.pricelist import usual_prices
from legendry.legends.campaign.remedies import harm, tire
from legendry.legends.skillchecks import SkillCheck
from legendry.table import Choose, Flow, Option, Refusal, Seat
from legendry.table.requests import folded

NUMBERS: tuple[What, ...] = (
    "xp",
    "karma",
    "wishes",
    "curses",
    "gold",
    "damage",
    "fatigue",
    "charge",
)
AMOUNTS = (1, 2, 3, 4, 5, 10, 20, 50, 100)
"""What he gives or takes in one answer."""
WORD = re.compile(r"[^\W\d_][\w'’-]{0,39}")
THING = re.compile(r"\w(?:[\w '’/.-]{0,58}[\w.])?")
KINDS: tuple[Kind, ...] = ("belongings", "weapons", "armor")
FATES: dict[Fate, str] = {"dead": "dies", "captured": "is captured", "": "is back"}


def hand(camp: Camp, gm: Seat, words: tuple[str, ...] = ()) -> Flow[None]:
    """What the game master does, now that he has called; `words` are plotwords he may give."""
    return offered(gm, f"{gm}, what happens?", partial(deeds, camp, gm, words))


def deeds(camp: Camp, gm: Seat, words: tuple[str, ...]) -> Iterator[Deed]:
    """All that he may do: to one of the company, or to all of it."""
    for one in camp.company.members:
        asks = partial(offered, gm, f"What happens to {one.name}?", partial(to, camp, gm, one.name))
        yield Deed(f"{gm} to {one.name}", asks, leads=True)
    asks = partial(offered, gm, "Which check?", partial(checks, camp, gm))
    yield Deed(f"{gm} calls for a check", asks, leads=True)
    for word, notation in named(words):
        known = word in camp.company.plotwords
        refusal = Refusal(f"the company has “{word}” already", "RUL-81") if known else None
        act = partial(at_once, partial(note, camp, word, gm))
        yield Deed(f"{gm} gives the word {notation}", act, refusal=refusal)
    yield Deed(f"{gm} gives a plotword", partial(worded, camp, gm), "of his own", leads=True)
    yield made(camp, gm, f"{gm} lets a day pass", DaysPassed(), "A day passes")
    yield Deed(f"{gm} does nothing", partial(at_once, lambda: None))


def named(texts: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each text once, with what answers call it."""
    return (
        (text, name) for name, text in {called(text).casefold(): text for text in texts}.items()
    )


def made(camp: Camp, gm: Seat, notation: str, change: Change, text: str) -> Deed:
    """One change, or why it cannot be."""
    act = partial(at_once, partial(make, camp, gm, change, text))
    return Deed(notation, act, refusal=impossible(camp.company, [change]))


def make(camp: Camp, gm: Seat, change: Change, text: str) -> None:
    camp.make(change)
    camp.entry(text, gm, "GEN-1")


def to(camp: Camp, gm: Seat, name: str) -> Iterator[Deed]:
    """What can happen to one of them."""
    for what in NUMBERS:
        asks = partial(offered, gm, "How much?", partial(amounts, camp, gm, name, what))
        yield Deed(f"{gm} to {name} {what}", asks, leads=True)
    for kind in KINDS:
        asks = partial(offered, gm, "Which of them?", partial(things, camp, gm, name, kind))
        yield Deed(f"{gm} to {name} {kind}", asks, leads=True)
    yield Deed(f"{gm} to {name} a thing", partial(handed, camp, gm, name), "any", leads=True)
    fate = camp.company.member(name).fate
    for after, verb in FATES.items():
        if after != fate:
            notation = f"{gm} to {name} {verb}"
            yield made(camp, gm, notation, Fated(name, after), f"{name} {verb}")


def amounts(camp: Camp, gm: Seat, name: str, what: What) -> Iterator[Deed]:
    unit = UNITS.get(what, what)
    for amount in AMOUNTS:
        for by in (amount, -amount):
            notation = f"{gm} to {name} {what} {by:+d}"
            if what in ("damage", "fatigue") and by > 0:
                refusal = unhurt(camp, name) or impossible(camp.company, [Gained(name, what, by)])
                yield Deed(notation, partial(hurt, camp, gm, name, by, what), refusal=refusal)
            else:
                verb = "gets" if by > 0 else "loses"
                text = f"{name} {verb} {amount} {unit}"
                yield made(camp, gm, notation, Gained(name, what, by), text)
    yield Deed(f"{gm} to {name} {what} 0", partial(at_once, lambda: None))


def unhurt(camp: Camp, name: str) -> Refusal | None:
    """Why nothing can hurt him now: whoever is gone has no use for a wish (RUL-85)."""
    fate = camp.company.member(name).fate
    words = f"{name} is {fate}: only who is with the company is hurt"
    return Refusal(words, "RUL-85") if fate else None


def hurt(camp: Camp, gm: Seat, name: str, points: int, what: What) -> Flow[None]:
    """Harm as any other: it fells and kills, and a wish may help (INJ-2, INJ-5, INJ-7, CAM-8)."""
    yield from (harm if what == "damage" else tire)(camp, name, points)
    camp.entry(f"{name} takes {points} {what}", gm, "GEN-1", "INJ-1")


def things(camp: Camp, gm: Seat, name: str, kind: Kind) -> Iterator[Deed]:
    """He gets what has a price in this edition, or loses what he has."""
    for ware in usual_prices(camp.edition.slug).wares.values():
        if ware.kind == kind:
            gain = Carried(name, ware.id, 1, kind)
            notation = f"{gm} to {name} {kind} +{ware.id}"
            yield made(camp, gm, notation, gain, f"{name} gets {ware.name}")
    for id, words in named(getattr(camp.company.member(name).character, kind)):
        act = partial(at_once, partial(lose, camp, gm, name, id, kind))
        yield Deed(f"{gm} to {name} {kind} -{words}", act)
    yield Deed(f"{gm} to {name} {kind} 0", partial(at_once, lambda: None))


def own_words(gm: Seat, start: str, fits: re.Pattern[str], example: str) -> Flow[str]:
    """Something that no list has, in the game master's own words; nothing if he thinks better of it."""

    def blank(text: str) -> Option[str] | None:
        own = " ".join(text.split())
        words = own[len(start) + 1 :]
        if not folded(own).startswith(f"{folded(start)} ") or not fits.fullmatch(words):
            return None
        return Option(f"{start} {words}", words)

    nothing = [Option(f"{start}: none", "")]
    hint = f"“{start} {example}”"
    return (yield from Choose(gm, "Which?", lambda: nothing, blank=blank, hint=hint))


def asked_word(gm: Seat) -> Flow[str]:
    """A plotword of the game master's own."""
    word = yield from own_words(gm, f"{gm} gives a plotword", WORD, "RAVEN")
    return word.upper()


def worded(camp: Camp, gm: Seat) -> Flow[None]:
    """It is noted like any other, if it is new (CAM-4, RUL-81)."""
    if word := (yield from asked_word(gm)):
        note(camp, word, gm)


def handed(camp: Camp, gm: Seat, name: str) -> Flow[None]:
    """Anything at all for his pack, as long as there is room in it."""
    thing = yield from own_words(gm, f"{gm} to {name} a thing", THING, "a silver key")
    change = Carried(name, thing, 1)
    if thing and impossible(camp.company, [change]) is None:
        make(camp, gm, change, f"{name} gets {item_name(thing)}")


def lose(camp: Camp, gm: Seat, name: str, id: str, kind: Kind) -> None:
    let_go(camp, name, id, 1, kind)
    camp.entry(f"{name} loses {item_name(id)}", gm, "GEN-1")


def checks(camp: Camp, gm: Seat) -> Iterator[Deed]:
    """A plain check, or one that a skill helps with (SKL-3); the table says who tries."""
    slug = camp.edition.slug
    found = [SkillCheck(dice, attribute) for attribute in ATTRIBUTES for dice in (3, 4)]
    for skill in camp.edition.skills.values():
        if skill.attribute and skill.check == "pass" and not skill.specialised:
            found.append(SkillCheck(3, skill.attribute, "assisted", skill.id))
    for check in found:
        wording = check.wording(slug)
        yield Deed(f"{gm} calls for a check {wording}", partial(tried, camp, gm, check, wording))


def tried(camp: Camp, gm: Seat, check: SkillCheck, wording: str) -> Flow[None]:
    went = yield from party_check(camp, check, "do as the game master says", optional=True)
    if went.passed or went.failed:
        names = ", ".join((*went.passed, *went.failed))
        camp.entry(f"{names} {'passes' if went.passed else 'fails'} {wording}", gm, "GEN-1")
