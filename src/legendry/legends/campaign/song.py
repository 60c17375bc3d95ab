"""Skills of song (SKL-39, RUL-95): karma for the party that fades.

A Bard's lasts for the adventure and is sung once in it, a Storyteller's for the day on which it is
told. Whether the check is passed or not, the try is spent.
"""

from __future__ import annotations

from functools import partial

from legendry.legends.campaign.camp import Camp, Person
from legendry.legends.campaign.changes import Lent, Marked
from legendry.legends.campaign.company import Until
from legendry.legends.campaign.party_checks import use
from legendry.legends.skillchecks import named_skill
from legendry.table import Choose, Flow, Option, Refusal


def until(camp: Camp, skill: str) -> Until:
    """How long the karma lasts, and the mark of having sung."""
    sings = named_skill(camp.edition, skill).feat == "sings"
    return "adventure" if sings else camp.company.day


def song_mark(camp: Camp, who: str, skill: str) -> str:
    """He has had his try."""
    return f"{named_skill(camp.edition, skill).name} {who} has performed"


def no_song(camp: Camp, who: Person, skill: str) -> Refusal | None:
    """Why he may not sing or tell now."""
    once = "adventure" if until(camp, skill) == "adventure" else "day"
    if once == "adventure" and not camp.company.adventure:
        return Refusal("a song is for an adventure, and the company is on none", "SKL-39")
    if song_mark(camp, who.name, skill) in camp.company.used:
        return Refusal(f"{who.name} has done so once this {once}", "RUL-95")
    return None


def performs(camp: Camp, who: str, skill: str) -> Flow[None]:
    """3/IQ with his level, and he hands out up to 1 karma a level (SKL-39)."""
    row = named_skill(camp.edition, skill)
    seat = camp.person(who).seat
    camp.make(Marked(song_mark(camp, who, skill), until(camp, skill)))
    if not (yield from use(camp, who, skill, what="hearten the party")):
        camp.entry(f"{row.name} {who} moves nobody", seat, row.rule)
        return
    given: list[str] = []
    for left in range(camp.person(who).skill(skill), 0, -1):
        question = f"{who} has {left} karma to hand out: to whom?"
        to = yield from Choose(seat, question, partial(_listeners, camp, who))
        if not to:
            break
        camp.make(Lent(to, 1, until(camp, skill)), row.rule)
        given.append(to)
    names = ", ".join(given) or "nobody"
    camp.entry(f"{row.name} {who} gives karma to {names}", seat, row.rule)


def _listeners(camp: Camp, who: str) -> list[Option[str]]:
    names = [one.name for one in camp.present]
    return [*(Option(f"{who} karma to {name}", name) for name in names), Option(f"{who} done", "")]
