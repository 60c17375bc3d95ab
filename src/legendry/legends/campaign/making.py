"""Skills of making: potions, repairs, a day's wage (SKL-37, 40, 41, 43, 46, RUL-79, RUL-95)."""

from __future__ import annotations

from collections.abc import Iterator

from legendry.legends.campaign.camp import Camp, Person, suit_mark
from legendry.legends.campaign.carrying import PURSE, full
from legendry.legends.campaign.changes import Carried, Cleared, Gained, Marked
from legendry.legends.campaign.items import HERBS, healing_potion, item_name, potion
from legendry.legends.campaign.party_checks import use
from legendry.legends.campaign.pricelist import PriceList
from legendry.legends.skillchecks import ATTRIBUTES, named_skill, spoken_skill
from legendry.table import About, Choose, Flow, Ledger, Offers, Option, Refusal

BREWING = 1
"""SKL-37: the XP that an Alchemist pays for a potion."""


# -- the Alchemist -------------------------------------------------------------------------------


def no_brew(who: Person) -> Refusal | None:
    """Why an Alchemist may not brew now."""
    if who.character.xp < BREWING:
        return Refusal(f"a potion costs {BREWING} XP, and {who.name} has none", "SKL-37")
    return full(who)


def brews(camp: Camp, who: str, skill: str) -> Flow[None]:
    """A potion for one attribute or skill, +1 a level for one encounter; 1 XP, no check (SKL-37)."""
    level = camp.person(who).skill(skill)
    seat = camp.person(who).seat
    things = list(dict.fromkeys((*ATTRIBUTES, *_teachable(camp))))

    def price(_: str) -> About:
        return About(ledgers=(Ledger.of("XP", (BREWING, "a potion", "SKL-37")),))

    def offered(what: str) -> Option[str]:
        words = what if what in ATTRIBUTES else spoken_skill(camp.edition, what)
        return Option(f"{who} brew {what}", what, f"+{level} {words}", price)

    what = yield from Choose(seat, f"What shall {who} brew for?", lambda: Offers(things, offered))
    camp.make(Gained(who, "xp", -BREWING), "SKL-37")
    camp.make(Carried(who, potion(what, level)), "SKL-37")
    camp.entry(f"{who} brews a {item_name(potion(what, level))}", seat, "SKL-37")


def _teachable(camp: Camp) -> Iterator[str]:
    """Every skill of the edition; of those that must name something, what somebody here knows."""
    known = {key for one in camp.present for key in one.character.skills}
    for skill in camp.edition.skills.values():
        if skill.specialised:
            yield from sorted(key for key in known if key.partition("/")[0] == skill.id)
        else:
            yield skill.id


# -- herbs -----------------------------------------------------------------------------------------


def no_herbs_left(who: Person) -> Refusal | None:
    """Why he cannot make a healing potion now."""
    if HERBS not in who.character.belongings:
        return Refusal(f"{who.name} has no healing herbs", "SKL-40")
    return None


def heals(camp: Camp, who: str, skill: str) -> Flow[None]:
    """A healing potion of so many doses, each worth his level (SKL-40, RUL-95).

    The doses are used up, also where the check fails.
    """
    person = camp.person(who)
    level, seat, rule = person.skill(skill), person.seat, named_skill(camp.edition, skill).rule
    have = person.character.belongings.count(HERBS)

    def healing(doses: int) -> About:
        return About(
            ledgers=(Ledger.of("heals", *((level, "a dose", rule) for _ in range(doses))),)
        )

    def offered(doses: int) -> Option[int]:
        words = f"{doses} {'dose' if doses == 1 else 'doses'}"
        return Option(f"{who} potion {words}", doses, look=healing)

    question = f"How many doses of herbs does {who} use?"
    doses = yield from Choose(seat, question, lambda: Offers(range(1, have + 1), offered))
    made = yield from use(camp, who, skill, what="make a healing potion")
    camp.make(Carried(who, HERBS, -doses), rule)
    if made:
        camp.make(Carried(who, healing_potion(doses * level)), rule, "RUL-95")
        text = f"{who} makes a {item_name(healing_potion(doses * level))}"
    else:
        text = f"{who} spoils {doses} {'dose' if doses == 1 else 'doses'} of herbs"
    camp.entry(text, seat, rule)


# -- suits -----------------------------------------------------------------------------------------


def broken_suits(camp: Camp) -> list[str]:
    """Those present whose powered suit has failed (ARM-6)."""
    return [one.name for one in camp.present if suit_mark(one.name) in camp.company.used]


def mending_mark(who: str, owner: str) -> str:
    return f"{who} has worked on the suit of {owner}"


def no_mending(camp: Camp, who: Person, owner: str) -> Refusal | None:
    """Why he may not try to repair that suit now: once a day is enough."""
    if suit_mark(owner) not in camp.company.used:
        return Refusal(f"the suit of {owner} has its power", "RUL-79")
    if mending_mark(who.name, owner) in camp.company.used:
        return Refusal(f"{who.name} has tried today", "RUL-79")
    return None


def mends(camp: Camp, who: str, skill: str, owner: str) -> Flow[None]:
    """3/IQ: the power of a suit is back (RUL-79, SKL-43, SKL-46)."""
    rule = named_skill(camp.edition, skill).rule
    seat = camp.person(who).seat
    camp.make(Marked(mending_mark(who, owner), camp.company.day))
    if (yield from use(camp, who, skill, what=f"repair the suit of {owner}")):
        camp.make(Cleared(suit_mark(owner)), "RUL-79")
        camp.entry(f"{who} repairs the suit of {owner}", seat, rule)
    else:
        camp.entry(f"{who} cannot repair the suit of {owner}", seat, rule)


# -- crafts ----------------------------------------------------------------------------------------


def work_mark(who: str) -> str:
    return f"{who} has worked"


def no_work(camp: Camp, who: Person, skill: str, prices: PriceList) -> Refusal | None:
    """Why he may not work for a wage now."""
    if work_mark(who.name) in camp.company.used:
        return Refusal(f"{who.name} has worked today", "SKL-41")
    wage = prices.wage(skill.partition("/")[2])
    if not wage:
        return Refusal(f"{prices.title} has no work for him", "SKL-41")
    if who.character.gold + wage > PURSE:
        return Refusal(f"{who.name} can carry no more {prices.currency}")
    return None


def earns(camp: Camp, who: str, skill: str, prices: PriceList) -> Flow[None]:
    """3/DX earns the daily wage of a skilled hand, which the price list states (SKL-41, RUL-137)."""
    craft = skill.partition("/")[2]
    seat = camp.person(who).seat
    camp.make(Marked(work_mark(who), camp.company.day))
    if (yield from use(camp, who, skill, what=f"work as {craft}")):
        wage = prices.wage(craft)
        camp.make(Gained(who, "gold", wage), "SKL-41")
        camp.entry(f"{who} earns {wage} {prices.currency} as {craft}", seat, "SKL-41")
    else:
        camp.entry(f"{who} earns nothing as {craft}", seat, "SKL-41")
