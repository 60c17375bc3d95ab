"""The start of a battle, in the order of RUL-89: surprise and who sees it coming, stalkers,
initiative and the tacticians who steal it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from legendry.legends.checks import STANDARD, check, luck_left, spends_karma
from legendry.legends.contests import contest_odds, wins
from legendry.legends.edition import Skill
from legendry.legends.events import (
    InitiativeStolen,
    InitiativeWon,
    Stalked,
    SurpriseNegated,
    SurpriseTaken,
)
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.initiative import ranked
from legendry.odds import passes
from legendry.table import About, Choose, Flow, Line, Option, Roll

STALKER, TACTICIAN = "stalker", "tactician"


def opening(fight: Fight) -> Flow[None]:
    """Surprise, unless it is negated; without it stalkers, initiative, tacticians; then turns."""
    side = fight.surprise
    if side >= 0 and not (yield from sees_it_coming(fight, side)):
        fight.tell(SurpriseTaken(rules=("SEQ-3",), side=fight.sides[side]))
        fight.order = (side, *(one for one in range(len(fight.sides)) if one != side))
        fight.extra = ((side, True),)
    else:
        yield from stalk(fight)
        order = yield from initiative(fight)
        fight.order = yield from after_tactics(fight, order)
    fight.place = -1
    fight.phase = "fighting"


# -- skills at the start of a battle -----------------------------------------------------------


def sees_it_coming(fight: Fight, side: int) -> Flow[bool]:
    """Each of the others who is able to tries once to negate a side's surprise; one success is
    enough (RUL-89): with Streetwise (SKL-34), Tracker (SKL-32) or Alertness (SKL-26)."""
    for skill in fight.edition.skills.values():
        if not skill.negates_surprise:
            continue
        for one in skilled(fight, skill.id):
            enemies = [foe for foe in fight.foes(one) if foe.side == side]
            if enemies and (yield from succeeds(fight, one, skill, enemies)):
                fight.tell(
                    SurpriseNegated(
                        rules=(skill.rule, "RUL-89"), who=one.name, side=fight.sides[side]
                    )
                )
                return True
    return False


def stalk(fight: Fight) -> Flow[None]:
    """Where nobody is surprised, every stalker may win a free turn of his own (SKL-28, RUL-89)."""
    skill = fight.edition.skills[STALKER]
    for one in skilled(fight, STALKER):
        enemies = fight.foes(one)
        question = f"does {one.name} stalk the enemy?"
        words = (f"{one.name} stalk", f"{one.name} do not stalk")
        if (yield from tries(fight, one, skill, enemies, question, words)):
            fight.stalkers = (*fight.stalkers, one.name)
            fight.tell(Stalked(rules=("SKL-28", "RUL-89"), who=one.name))


def after_tactics(fight: Fight, order: tuple[int, ...]) -> Flow[tuple[int, ...]]:
    """The best tactician of a side that lost may try once to steal the initiative (SKL-31, RUL-89).

    He must win IQ against the enemies' best, whose own skill counts too (RUL-5, RUL-6).
    """
    skill = fight.edition.skills[TACTICIAN]
    for side in order[1:]:
        ours = [one for one in skilled(fight, TACTICIAN) if one.side == side]
        if not ours:
            continue
        best = foremost(ours, skill)
        question = f"does {best.name} try to steal the initiative?"
        words = (f"{best.name} steal the initiative", f"{best.name} leave it")
        if (yield from tries(fight, best, skill, fight.foes(best), question, words)):
            order = (side, *(one for one in order if one != side))
            fight.tell(
                InitiativeStolen(rules=("SKL-31", "RUL-89"), who=best.name, side=fight.sides[side])
            )
    return order


def skilled(fight: Fight, skill: str) -> list[Fighter]:
    """The conscious who have that skill, in the order of the list."""
    return [one for one in fight.fighters if one.skill(skill) and one.active]


def tries(
    fight: Fight,
    who: Fighter,
    skill: Skill,
    enemies: Sequence[Fighter],
    question: str,
    words: tuple[str, str],
) -> Flow[bool]:
    """Ask whether he tries, with his exact chance; whether he succeeds.

    Where no enemy is conscious there is nothing to try.
    """
    if not enemies:
        return False

    def odds(_: bool) -> About:
        return chance(fight, who, skill, enemies)

    wants = yield from Choose(
        who.seat,
        question,
        lambda: [
            Option(words[0], True, skill.effect, look=odds),
            Option(words[1], False),
        ],
        rule="RUL-89",
    )
    return wants and (yield from succeeds(fight, who, skill, enemies))


def succeeds(fight: Fight, who: Fighter, skill: Skill, enemies: Sequence[Fighter]) -> Flow[bool]:
    """The check of a skill (SKL-1), or its contest with the best of the enemies (RUL-5)."""
    assert skill.attribute
    if skill.check == "win" and skill.against:
        foe = opponent(enemies, skill)
        winner = yield from wins(
            fight,
            who,
            foe,
            skill.attribute,
            skill.id,
            against=skill.against,
            plus=bonus(who, skill),
            answer_plus=partial(answer, skill),
        )
        return winner is who
    return (yield from check(fight, who, skill.attribute, skill.id, plus=bonus(who, skill)))


def chance(fight: Fight, who: Fighter, skill: Skill, enemies: Sequence[Fighter]) -> About:
    """How likely he succeeds; in a contest if both roll the dice that suit them best (RUL-1)."""
    assert skill.attribute
    limit = who.ledgers[skill.attribute].plus(bonus(who, skill))
    if skill.check != "win" or not skill.against:
        return About({"works": passes(STANDARD, limit.total - who.character.curses)}, (limit,))
    foe = opponent(enemies, skill)
    limits = limit, foe.ledgers[skill.against].plus(answer(skill, foe))
    win = contest_odds(fight, who, foe, skill.attribute, limits, skill.against)
    return About({"win": win}, limits)


def bonus(who: Fighter, skill: Skill) -> list[Line]:
    return [Line(level, skill.name, skill.rule)] if (level := who.skill(skill.id)) else []


def answer(skill: Skill, foe: Fighter) -> list[Line]:
    """The responder's own skill, where he answers in kind (RUL-6)."""
    return bonus(foe, skill) if skill.against == skill.attribute else []


def opponent(enemies: Sequence[Fighter], skill: Skill) -> Fighter:
    """The enemy whom a group puts up: the one with the highest number (RUL-5)."""
    assert skill.against
    of = skill.against
    return max(
        enemies,
        key=lambda foe: foe.ledgers[of].total + sum(line.amount for line in answer(skill, foe)),
    )


def foremost(people: Sequence[Fighter], skill: Skill) -> Fighter:
    """The best of them at a skill."""
    assert skill.attribute
    of = skill.attribute
    return max(people, key=lambda one: one.ledgers[of].total + one.skill(skill.id))


# -- initiative --------------------------------------------------------------------------------


def initiative(fight: Fight) -> Flow[tuple[int, ...]]:
    """One die a side, highest first, ties rolled again (SEQ-1)."""
    order = yield from ranked(
        len(fight.sides), partial(initiative_die, fight), partial(luckier_dice, fight)
    )
    fight.tell(InitiativeWon(rules=("SEQ-1",), order=tuple(fight.sides[side] for side in order)))
    return order


def initiative_die(fight: Fight, side: int) -> Roll:
    """A side's die, rolled by its first player."""
    members = (one for one in fight.fighters if one.side == side)
    return Roll(f"initiative {fight.sides[side]}", seat=next(members).seat)


def ahead_with_a_die(best: int, leaders: int) -> Fraction:
    """The chance to come first with a die: more than the best, or as much and lucky after (RUL-11)."""
    return Fraction(6 - best, 6) + Fraction(1, 6 * (leaders + 1))


def luckier_dice(fight: Fight, faces: dict[int, int]) -> Flow[None]:
    """Any one member of a side that is behind may spend karma on its die, back and forth (RUL-84)."""
    while True:
        best = max(faces.values())
        behind = sorted(
            (one for one in fight.fighters if faces.get(one.side, best) < best),
            key=lambda one: faces[one.side],
        )
        for one in filter(partial(luck_left, fight), behind):
            about = f"initiative: {faces[one.side]} against {best}"
            odds = partial(ahead_with_a_die, best, list(faces.values()).count(best))
            if (yield from spends_karma(fight, one, about, odds)):
                (faces[one.side],) = yield from initiative_die(fight, one.side)
                break
        else:
            return
