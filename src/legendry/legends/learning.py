"""Spending experience in mid-battle, where the table allows it (RUL-146 `advance_in_combat`).

In his own turn a character may raise what his edition lets him raise during play: attributes, and
known skills (CAM-5, CAM-6). The capacity of a staff is bought out of combat (RUL-101).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

import msgspec

from legendry.legends.campaign.advancement import Purchase, purchases
from legendry.legends.campaign.changes import Change, changed
from legendry.legends.campaign.company import Company, Member
from legendry.legends.events import Advanced
from legendry.legends.fighter import Fight, Fighter
from legendry.table import About, Barred, Choose, Flow, Option, Refusal


def goods(fight: Fight, who: Fighter) -> list[Purchase]:
    """What he might buy here, possible or not: by the rules for those who are on an adventure."""
    alone = company_of(fight, who)
    # what is raised comes first among all purchases; the many others need not be worked out
    return list(takewhile(lambda one: one.kind == "raise", purchases(alone, alone.members[0])))


def company_of(fight: Fight, who: Fighter) -> Company:
    """He and nobody else, on an adventure, with the options of this table."""
    return Company(
        name=who.name,
        edition=fight.edition.slug,
        options=msgspec.to_builtins(fight.options),
        adventure="a fight",
        members=(Member(who.character),),
    )


def can_learn(fight: Fight, who: Fighter) -> bool:
    """Whether there is anything that he can afford; nobody learns in another shape."""
    return (
        who.character.xp > 0
        and who.own is None
        and not who.being
        and any(one.refusal is None for one in goods(fight, who))
    )


def barred(fight: Fight, who: Fighter) -> Iterator[Barred]:
    """Why he who has experience cannot spend it now."""
    if not who.character.xp:
        return
    if not fight.options.advance_in_combat:
        why = Refusal("experience is spent between encounters", "RUL-146")
        yield Barred(f"{who.name} raise", why)
    elif not can_learn(fight, who):
        words = f"there is nothing that {who.name} could raise for {who.character.xp} XP"
        yield Barred(f"{who.name} raise", Refusal(words, "CAM-5"))


def learn(fight: Fight, who: Fighter) -> Flow[None]:
    """Raise one thing; it counts at once."""
    found = goods(fight, who)

    def called(what: str) -> Purchase:
        return next(one for one in found if one.what == what)

    def price(what: str) -> About:
        return About(ledgers=(called(what).cost,))

    def options() -> Iterator[Option[str]]:
        for one in found:
            if one.refusal is None:
                yield Option(f"{who.name} raise {one.what}", one.what, one.text, price)

    def bars() -> Iterator[Barred]:
        for one in found:
            if one.refusal is not None:
                yield Barred(f"{who.name} raise {one.what}", one.refusal)

    question = f"what does {who.name} raise?"
    what = yield from Choose(who.seat, question, options, bars, rule="RUL-146")
    purchase = called(what)
    who.bought = (*who.bought, what)
    raised(fight, who, what)
    fight.tell(Advanced(rules=(*purchase.rules, "RUL-146"), who=who.name, what=purchase.text))


def raised(fight: Fight, who: Fighter, what: str) -> None:
    """His character is another from now on."""
    purchase = next(one for one in goods(fight, who) if one.what == what)
    after = company_of(fight, who)
    for change in purchase.changes:
        after = changed(after, change)
    who.character = after.members[0].character
    fight.refresh(who)


def learned_again(fight: Fight, who: Fighter) -> None:
    """What he had raised in a fight that is thawed; `ValueError` if he cannot have."""
    for what in who.bought:
        if not any(one.what == what and one.refusal is None for one in goods(fight, who)):
            raise ValueError(f"in the frozen fight {who.name} has learned what he could not")
        raised(fight, who, what)


def bought(company: Company, fighter: Fighter) -> Iterable[Change]:
    """What he has raised in a fight, as changes of the company that he belongs to."""
    for what in fighter.bought:
        found = purchases(company, company.member(fighter.name))
        purchase = next(one for one in found if one.kind == "raise" and one.what == what)
        for change in purchase.changes:
            company = changed(company, change)
            yield change
