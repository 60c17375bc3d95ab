"""Leadership (SKL-24, ACT-5, RUL-90): one who leads makes another better, never himself.

TSC and AW: the leader does nothing in his turn, and one friend's next check, if it comes before the
leader's next turn, is easier by his level. TS: once an encounter and for nothing, one friend's
attribute is higher by his level until the encounter ends, or by option for one check.
"""

from __future__ import annotations

from collections.abc import Iterator

from legendry.legends import boosts
from legendry.legends.boosts import ANY, Boost
from legendry.legends.events import Led
from legendry.legends.fighter import Fight, Fighter
from legendry.table import Barred, Choose, Flow, Option, Refusal

SKILL = "leadership"
ATTRIBUTES = ("ST", "DX", "IQ")


def takes_turn(fight: Fight) -> bool:
    """Whether leading costs the leader his turn (ACT-5)."""
    return fight.edition.switches.leadership == "turn_for_check"


def for_a_turn(fight: Fight, who: Fighter) -> bool:
    """Whether he has the skill, and leading costs him his turn."""
    return who.skill(SKILL) > 0 and takes_turn(fight)


def freely(fight: Fight, who: Fighter) -> bool:
    """Whether he has the skill, and leading costs him nothing."""
    return who.skill(SKILL) > 0 and not takes_turn(fight)


def followers(fight: Fight, who: Fighter) -> list[str]:
    """Whom he who has the skill can lead now: conscious friends."""
    if refusal(fight, who):
        return []
    return [
        one.name
        for one in fight.fighters
        if one.side == who.side and one.active and one is not who and one.phantom != "image"
    ]


def refusal(fight: Fight, who: Fighter) -> Refusal | None:
    """Why he who has the skill can lead nobody at all now."""
    if not takes_turn(fight) and who.leads:
        return Refusal(f"{who.name} has led in this encounter: {who.leads}", "RUL-90")
    return None


def barred(fight: Fight, who: Fighter, *, moved: bool = False) -> Iterator[Barred]:
    """Whom he might want to lead and cannot, with the reason; `moved` is for those whose turn it takes."""
    if not who.skill(SKILL):
        return
    general = refusal(fight, who)
    if general is None and moved:
        general = Refusal("leading takes the whole turn", "ACT-5")
    for one in fight.fighters:
        why = general
        if one is who:
            why = why or Refusal("nobody leads himself", "RUL-90")
        elif one.side != who.side:
            why = why or Refusal(f"{one.name} is no friend of {who.name}", "RUL-90")
        elif not one.active:
            why = why or Refusal(f"{one.name} is {one.status}", "INJ-2")
        if why is not None:
            yield Barred(f"{who.name} lead {one.name}", why)


def lead(fight: Fight, who: Fighter, friend: Fighter) -> None:
    """He gives up his turn for a friend's next check (SKL-24: TSC, AW)."""
    if friend.active:
        who.leads = friend.name
        raised(fight, who, friend, ANY, once=True)


def lead_freely(fight: Fight, who: Fighter, friend: Fighter) -> Flow[None]:
    """Which attribute of the friend is higher: once an encounter, no turn lost (SKL-24: TS)."""
    once = fight.options.ts_leadership == "one_check"
    what = yield from Choose(
        who.seat,
        f"in what does {who.name} lead {friend.name}?",
        lambda: [
            Option(f"{who.name} lead {friend.name} {one}", one, words(who, one, once))
            for one in ATTRIBUTES
        ],
        rule="RUL-90",
    )
    who.leads, who.contributed = friend.name, True
    raised(fight, who, friend, what, once=once)


def words(who: Fighter, what: str, once: bool) -> str:
    """What leading gives, for the option."""
    return f"+{who.skill(SKILL)} {what} {'for one check' if once else 'to the end of the fight'}"


def raised(fight: Fight, who: Fighter, friend: Fighter, what: str, *, once: bool) -> None:
    name = fight.edition.skills[SKILL].name
    boost = Boost(what, who.skill(SKILL), f"{name} of {who.name}", "SKL-24", once, who.name)
    boosts.add(fight, friend, boost)
    fight.tell(Led(rules=("SKL-24", "RUL-90"), leader=who.name, who=friend.name, what=str(boost)))


def lapses(fight: Fight, who: Fighter) -> None:
    """The leader's next turn has come: a check that was not rolled gets nothing more (RUL-90)."""
    if takes_turn(fight):
        friend = fight.named(who.leads)
        boosts.keep(fight, friend, [one for one in friend.boosts if one.leader != who.name])
        who.leads = ""
