"""What raises a fighter's figures for a while: leadership, potions, skill where nothing weighs.

Some of it lasts the encounter, some is for his next check only (RUL-90, RUL-93, RUL-95). Where
there is nothing of the kind nobody asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from typing import TYPE_CHECKING

from msgspec import Struct

from legendry.table import Ledger, Line

if TYPE_CHECKING:
    from legendry.legends.fighter import Fight, Fighter

ANY = "check"
"""What is raised when it is whatever he rolls next."""


class Boost(Struct, frozen=True, gc=False):
    """So much more of an attribute (`ST`), of a skill (by its id), or on the next check of any kind."""

    what: str
    amount: int
    words: str
    rule: str
    once: bool = False
    """For his next check only; if it is an attribute, the next one on that."""
    leader: str = ""
    """Who leads him so."""

    def __str__(self) -> str:
        to = "the next check" if self.what == ANY else self.what
        only = " for a check" if self.once and self.what != ANY else ""
        return f"+{self.amount} to {to}{only} ({self.words})"


def levels(boosts: Iterable[Boost], skill: str) -> int:
    """What is added to the level of a skill."""
    return sum(one.amount for one in boosts if one.what == skill)


def changed(fight: Fight, who: Fighter, ledgers: Mapping[str, Ledger]) -> Mapping[str, Ledger]:
    """His figures with what lasts the encounter; whatever changes DX changes MA with it (RUL-18)."""
    lasting = [one for one in who.boosts if not one.once]
    found = [(one.what, Line(one.amount, one.words, one.rule)) for one in lasting]
    if fight.weightless:
        found += [("DX", line) for line in floating(fight, who)]
    now = {
        name: ledger.plus([line for what, line in found if what == name])
        for name, ledger in ledgers.items()
    }
    dx = now["DX"].total
    if who.character.ma is None and dx != ledgers["DX"].total:
        now["MA"] = Ledger.of("MA", (dx // 2, f"half of DX {dx}", "MOV-1"))
    return now


def floating(fight: Fight, who: Fighter) -> Iterator[Line]:
    """Skill in weightless movement is DX where there is no gravity, MA included (SKL-19, RUL-93)."""
    for id, skill in fight.edition.skills.items():
        if skill.rule == "SKL-19" and (level := who.skill(id)):
            yield Line(level, skill.name, skill.rule)


def for_the_next_check(who: Fighter, ledgers: Mapping[str, Ledger]) -> Mapping[str, Ledger]:
    """The numbers he rolls under next: his attributes, and what is meant for one check (RUL-90).

    His attributes themselves stay as they are, and MA with them.
    """
    short = [one for one in who.boosts if one.once]
    if not short:
        return ledgers
    now = dict(ledgers)
    for name in ("ST", "DX", "IQ"):
        mine = [one for one in short if one.what in (ANY, name)]
        now[name] = now[name].plus([Line(one.amount, one.words, one.rule) for one in mine])
    return now


def add(fight: Fight, who: Fighter, boost: Boost) -> None:
    """Raise something of his."""
    who.boosts = (*who.boosts, boost)
    fight.refresh(who)


def keep(fight: Fight, who: Fighter, left: Iterable[Boost]) -> None:
    """Of what raises his figures only that is left."""
    now = tuple(left)
    if now != who.boosts:
        who.boosts = now
        fight.refresh(who)


def checked(fight: Fight, who: Fighter, attribute: str) -> None:
    """He has rolled on that attribute: what was meant for that check is used up (RUL-90)."""
    keep(fight, who, [one for one in who.boosts if not (one.once and one.what in (ANY, attribute))])


def after_a_check(fight: Fight, who: Fighter, attribute: str) -> Fighter:
    """As he will be when he has rolled on that attribute once, for the odds of a second roll."""
    twin: Fighter = copy(who)
    checked(fight, twin, attribute)
    return twin


def end(fight: Fight) -> None:
    """The encounter is over, and with it all of this (SKL-37, RUL-90)."""
    for one in fight.fighters:
        keep(fight, one, ())
