"""The end of combat, in the order of RUL-69: spells end, the wounded are looked after, deaths,
captures and experience, and a point of fatigue back to everybody present (INJ-6, INJ-8, RUL-72)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from legendry.legends import boosts, potions
from legendry.legends.campaign.items import healing
from legendry.legends.checks import STANDARD, check
from legendry.legends.events import Captured, Experienced, Fell, FightEnded
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.injury import DOWN, wishes
from legendry.legends.magic import beings, casting, lasting
from legendry.legends.magic.at_once import heal
from legendry.legends.turns import is_over, standing
from legendry.odds import passes
from legendry.table import About, Choose, Flow, Line, Option, Outcome

MEDIC, ALL = "medic", "the wounded"
GONE = ("dead", "fled", "vanished")


def closing(fight: Fight) -> Flow[None]:
    """The end-of-combat step (RUL-69), with everything that its players have to decide in it.

    Those of the losers who were down are taken alive, unless a wish has put them on their feet.
    """
    why = is_over(fight)
    left = standing(fight)
    fight.tell(FightEnded(rules=("INJ-6",), why=why))
    helpless = [one.name for one in fight.fighters if one.spellbound]
    down = [one for one in fight.fighters if not one.active]
    if fight.spells:
        beings.dissolved(fight)
        lasting.all_end(fight)
    boosts.end(fight)
    yield from medics(fight, helpless)
    yield from last_draughts(fight, helpless)
    for one in fight.fighters:
        if one.character.spells and one.active and one.name not in helpless:
            yield from casting.after_the_fight(fight, one)
    for one in fight.fighters:
        if one.status in DOWN and (yield from wishes(fight, one)) and one in down:
            down.remove(one)
    for one in fight.fighters:
        if one.status == "dying":
            one.gone = True
            fight.tell(Fell(rules=("INJ-6",), who=one.name, state="dead"))
    for one in down:
        if len(left) == 1 and one.side not in left and one.status not in GONE:
            one.captured = True
            fight.tell(Captured(rules=("RUL-69", "RUL-80"), who=one.name))
    experience(fight, left)
    for one in fight.fighters:
        if one.fatigue and one.status != "dead":
            one.take(fatigue=-1)
    seats = [one.seat for one in fight.fighters if len(left) == 1 and one.side in left]
    fight.result = Outcome(tuple(dict.fromkeys(seats)), why, "SEQ-2")
    fight.phase = "over"


def experience(fight: Fight, left: Collection[int]) -> None:
    """1 XP to each who had his part in the victory, if every enemy is dead, taken or gone (CAM-2).

    Who fled has no part in it (CAM-3), nor has who died; by option neither who never acted (RUL-80).
    """
    if len(left) != 1:
        return
    enemies = [one for one in fight.fighters if one.side not in left]
    if not all(one.captured or one.status in GONE for one in enemies):
        return
    everybody = fight.options.xp_contribution == "present"
    learned = []
    for one in fight.fighters:
        if one.side in left and one.status not in GONE and (everybody or one.contributed):
            one.earned += 1
            learned.append(one.name)
    if learned:
        fight.tell(Experienced(rules=("CAM-2", "RUL-80"), who=tuple(learned)))


# -- the wounded -------------------------------------------------------------------------------


def patients(fight: Fight, who: Fighter) -> Iterator[Fighter]:
    """Whom he can look after: everybody of his side who is there, and foes who are helpless."""
    for one in fight.fighters:
        if one.status not in GONE and not one.being and (one.side == who.side or not one.active):
            yield one


def medics(fight: Fight, helpless: Collection[str]) -> Flow[None]:
    """Every conscious medic has one try (SKL-47, RUL-91), one who has just come to included."""
    tried: list[str] = []
    while medic := next(
        (
            one
            for one in fight.fighters
            if one.skill(MEDIC) and one.active and one.name not in (*helpless, *tried)
        ),
        None,
    ):
        tried.append(medic.name)
        yield from treats(fight, medic)


def wounds(who: Fighter) -> int:
    """The damage of this combat, all that a medic can treat (RUL-91)."""
    return max(0, who.damage - who.hurt)


def wounded(fight: Fight, who: Fighter) -> dict[str, int]:
    """Those whom a medic can treat, with what there is to heal of them."""
    return {one.name: wounds(one) for one in patients(fight, who) if wounds(one)}


def treats(fight: Fight, who: Fighter) -> Flow[None]:
    """3/IQ, then as many points as his level: for one patient, whom he names first, or divided
    freely over several (SKL-47, RUL-91)."""
    hurt = wounded(fight, who)
    if not hurt:
        return
    shares = fight.edition.switches.medic_shares
    plus = [Line(who.skill(MEDIC), fight.edition.skills[MEDIC].name, "SKL-47")]
    question, whom = f"whom does {who.name} treat?", [*hurt]
    if shares:
        question, whom = f"does {who.name} treat the wounded?", [ALL]

    def odds(_: str) -> About:
        limit = who.ledgers["IQ"].plus(plus)
        return About({"works": passes(STANDARD, limit.total - who.character.curses)}, (limit,))

    name = yield from Choose(
        who.seat,
        f"the fight is over: {question}",
        lambda: [
            *(Option(f"{who.name} treat {one}", one, look=odds) for one in whom),
            Option(f"{who.name} leave the wounded", ""),
        ],
        rule="RUL-91",
    )
    if not name or not (yield from check(fight, who, "IQ", MEDIC, plus=plus)):
        return
    pool = who.skill(MEDIC)
    if not shares:
        heal(fight, fight.named(name), min(pool, hurt[name]), "SKL-47")
        return
    while pool and (given := (yield from share(fight, who, pool))):
        pool -= given


def share(fight: Fight, who: Fighter, pool: int) -> Flow[int]:
    """One patient of several, and how many of the points are for him; 0 if it is enough."""
    most = {name: min(pool, points) for name, points in wounded(fight, who).items()}
    if not most:
        return 0
    name = yield from Choose(
        who.seat,
        f"whom does {who.name} treat? Points left: {pool}",
        lambda: [
            *(Option(f"{who.name} treat {one}", one, leads=most[one] > 1) for one in most),
            Option(f"{who.name} stop treating", ""),
        ],
        rule="RUL-91",
    )
    if not name:
        return 0
    points = most[name]
    if points > 1:
        points = yield from Choose(
            who.seat,
            f"how much of it does {who.name} heal of {name}?",
            lambda: [Option(f"{who.name} treat {name} {n}", n) for n in range(most[name], 0, -1)],
            rule="RUL-91",
        )
    heal(fight, fight.named(name), points, "SKL-47")
    return points


def last_draughts(fight: Fight, helpless: Collection[str]) -> Flow[None]:
    """While somebody is dying, who has a healing potion may still give it (RUL-95)."""
    for who in fight.fighters:
        if who.potions and who.active and who.name not in helpless:
            while able := saving(fight, who):
                item, name = yield from last_draught(fight, who, able)
                if not item:
                    break
                potions.drunk(fight, who, item, fight.named(name))


def saving(fight: Fight, who: Fighter) -> list[tuple[str, str]]:
    """The potions he has for the dying, each with who could have it."""
    dying = [one.name for one in patients(fight, who) if one.status == "dying"]
    return [(item, name) for item in dict.fromkeys(who.potions) if healing(item) for name in dying]


def last_draught(fight: Fight, who: Fighter, able: list[tuple[str, str]]) -> Flow[tuple[str, str]]:
    """A potion and the one it is for, or nothing."""

    def options() -> Iterator[Option[tuple[str, str]]]:
        for item, name in able:
            yield Option(potions.wording(who, item, fight.named(name)), (item, name))
        yield Option(f"{who.name} no potion", ("", ""))

    question = f"the fight is over: does {who.name} use a potion?"
    return (yield from Choose(who.seat, question, options, rule="RUL-95"))
