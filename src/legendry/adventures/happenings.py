"""What happens when the company arrives: the rules of an instruction's list, one after another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from legendry.adventures import battles
from legendry.adventures.book import (
    Attempt,
    Award,
    Battle,
    Check,
    End,
    GoTo,
    Hurt,
    Link,
    Note,
    Rule,
    Shop,
    Sight,
    Thing,
    Wait,
)
from legendry.adventures.story import Ending, Story
from legendry.legends.campaign import market
from legendry.legends.campaign.advancement import note
from legendry.legends.campaign.camp import Deed, Person, at_once, offered
from legendry.legends.campaign.carrying import PURSE, full, room
from legendry.legends.campaign.changes import Carried, Erased, Gained
from legendry.legends.campaign.items import item_name
from legendry.legends.campaign.npc import Npc
from legendry.legends.campaign.party_checks import Tried, party_check
from legendry.legends.campaign.pricelist import Kind
from legendry.legends.campaign.remedies import harm, tire
from legendry.legends.campaign.rest import WEEK, Place, rest, sleep
from legendry.legends.campaign.road import fall
from legendry.odds import Dice
from legendry.table import Flow, Roll

ENDINGS: dict[Ending, str] = {
    "good": "the adventure is over, and it ends well",
    "bad": "the adventure is over, and it ends badly",
    "neutral": "the adventure is over",
}


def happens(story: Story) -> Flow[None]:
    """The next line of the list, if its condition holds."""
    item = story.lines[story.place]
    story.place += 1
    if story.refusal(item.condition) is None:
        yield from carried_out(story, item.does)  # type: ignore[arg-type]  # options are not lines
        settled(story)


def settled(story: Story) -> None:
    """What has happened is written down; with nobody left, the story is over."""
    story.settle()
    if story.changes:
        what = "; ".join(map(str, story.changes))
        story.entry(f"{story.here.title}: {what}", story.leader, quiet=True)
    if not story.present and not story.ended:
        story.end("bad", "nobody of the company is left")


def carried_out(story: Story, rule: Rule) -> Flow[None]:
    """One rule."""
    match rule:
        case Note():
            noted(story, rule)
        case Award():
            yield from awarded(story, rule)
        case Thing(by=by) if by > 0:
            yield from found(story, rule)
        case Thing():
            lost(story, rule)
        case Hurt():
            for name in (yield from story.meant(rule.to, f"{rule.how} {rule.amount}: who?")):
                yield from hurt(story, name, rule)
        case Wait(count=count, unit=unit):
            days = count * WEEK if unit == "week" else count
            if rule.rest and unit != "night":
                place: Place = "in shelter" if rule.shelter else "in the open"
                yield from rest(story, days, place, story.leader)
            else:
                yield from sleep(story, days, story.leader)
        case Shop(prices=prices):
            story.stall = prices
        case Check():
            yield from checked(story, rule)
        case Battle():
            yield from battles.begun(story, rule)
        case GoTo(link=link):
            story.go(link)
        case End(how=how):
            ended(story, how)
        case Sight():
            pass  # shown to those who look for it


def noted(story: Story, rule: Note) -> None:
    """A plotword, worth 1 XP to each the first time (CAM-4, RUL-81)."""
    if not rule.forget:
        note(story, rule.word, story.leader)
    elif rule.word in story.company.plotwords:
        story.make(Erased(rule.word))


def ended(story: Story, how: Ending) -> None:
    """The book says that the adventure is over."""
    story.end(how, ENDINGS[how])


# -- gains and losses --------------------------------------------------------------------------


def awarded(story: Story, rule: Award) -> Flow[None]:
    """XP, karma, wishes, curses, gold; nobody loses more than he has."""
    if rule.what == "gold" and rule.by < 0:
        paid(story, -rule.by)
        return
    for name in (yield from story.meant(rule.to, f"{rule.by} {rule.what}: for whom?")):
        has = getattr(story.person(name).character, rule.what)
        by = max(-has, min(rule.by, PURSE - has))
        if by:
            story.make(Gained(name, rule.what, by), *(["CAM-10"] if rule.what == "karma" else []))


def paid(story: Story, gold: int) -> None:
    """Gold is taken from those who have it, the first of the company first, as far as it goes."""
    for one in story.present:
        part = min(gold, one.character.gold)
        if part:
            story.make(Gained(one.name, "gold", -part))
            gold -= part


def found(story: Story, rule: Thing) -> Flow[None]:
    """Things for those who can carry them; one person takes all of a find that is for one."""
    question = f"{_times(rule)}: who takes it?"
    names = yield from story.meant(rule.to, question)
    for name in names:
        who = story.person(name)
        if full(who, rule.kind):
            who = next((one for one in story.present if room(one, rule.kind)), who)
        give(story, who, rule)


def give(story: Story, who: Person, rule: Thing) -> None:
    """He has it now; what he cannot wield or wear he keeps among his belongings."""
    count = min(rule.by, room(who, rule.kind))
    if not count:
        return
    change = Carried(who.name, rule.id, count, rule.kind)
    try:
        story.make(change)
    except ValueError:  # too heavy for him, or worn over something else
        story.make(Carried(who.name, rule.id, min(rule.by, room(who, "belongings"))))


def lost(story: Story, rule: Thing) -> None:
    """A thing is taken from whoever has it."""
    left = -rule.by
    for one in story.holders(rule.id):
        for change in _parting(one, rule.id, left):
            story.make(change)
            left += change.count
        if not left:
            return


def _parting(who: Person, id: str, most: int) -> list[Carried]:
    """He parts with so many of a thing, wherever he has it."""
    changes: list[Carried] = []
    kinds: tuple[Kind, ...] = ("belongings", "weapons", "armor")
    for kind in kinds:
        count = min(most, getattr(who.character, kind).count(id))
        if count:
            changes.append(Carried(who.name, id, -count, kind))
            most -= count
    return changes


def _times(rule: Thing) -> str:
    return item_name(rule.id) + (f" ×{rule.by}" if rule.by > 1 else "")


# -- harm --------------------------------------------------------------------------------------


def hurt(story: Story, name: str, rule: Hurt) -> Flow[None]:
    """Harm, fatigue (INJ-1, INJ-5), a fall (RUL-92) or healing."""
    if rule.how == "fall":
        yield from fall(story, name, str(rule.amount))
        return
    points = yield from rolled(story, name, rule)
    if rule.how == "heal":
        healed = min(points, story.person(name).character.damage)
        if healed:
            story.make(Gained(name, "damage", -healed))
    elif points:
        yield from (tire if rule.how == "fatigue" else harm)(story, name, points)


def rolled(story: Story, name: str, rule: Hurt) -> Flow[int]:
    """The points that the book's dice give; they are nobody's own roll (RUL-84)."""
    dice: Dice = rule.amount
    faces: tuple[int, ...] = ()
    if dice.dice:
        faces = yield from Roll(f"{rule.how} {name}", dice.dice, dice.sides)
    return max(0, sum(faces) + dice.modifier)


# -- checks ------------------------------------------------------------------------------------


def checked(story: Story, rule: Check) -> Flow[None]:
    """A check that the instruction asks for; where each must pass, one failure fails."""
    what = rule.passed.text if rule.passed else "get through"
    tried = yield from attempted(story, rule.attempt, what)
    if rule.harm:
        for name in tried.failed:
            if any(one.name == name for one in story.present):
                yield from hurt(story, name, rule.harm)
    link = outcome(rule.attempt, tried, rule.passed, rule.failed)
    settled(story)
    if link is not None and not story.ended:
        story.go(link)


def attempted(story: Story, attempt: Attempt, what: str) -> Flow[Tried]:
    """Dice for a check of the book; whom a contest is against has the number it gives (RUL-94)."""
    number = attempt.npc
    other = Npc("the other", st=number, dx=number, iq=number)
    return (
        yield from party_check(
            story,
            attempt.check,
            what[:1].lower() + what[1:],
            tries=attempt.who,  # type: ignore[arg-type]  # the reader lets no other word through
            others=[other],
            weightless=attempt.weightless,
        )
    )


def outcome(
    attempt: Attempt, tried: Tried, passed: Link | None, failed: Link | None
) -> Link | None:
    """Where a check leads."""
    success = not tried.failed if attempt.who == "each" else tried.success
    return passed if success else failed


# -- shops -------------------------------------------------------------------------------------


def trades(story: Story) -> Flow[None]:
    """One deed where things have prices; the company stays until it goes on."""
    prices = story.book.prices[story.stall]

    def deeds() -> Iterator[Deed]:
        for one in story.able:
            yield from market.deeds(story, one, prices)
        yield Deed("go on", partial(at_once, partial(leaves, story)), f"leave {prices.title}")

    story.steps += 1
    yield from offered(story.leader, f"{prices.title}: buy or sell?", deeds)
    settled(story)


def leaves(story: Story) -> None:
    story.stall = ""
