"""The luck of a fight: checks passed, and the dice of damage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from legendry.legends.fighter import Fight
from legendry.odds import passes
from legendry.table import Roll, Seat
from legendry.table.tally import Fell, Tally, Ways, by_seat, counted, pips_of, tallied

LUCKIER = "luckier than {} of fights"


def fight_luck(fight: Fight, fell: Iterable[Fell]) -> tuple[Tally, ...]:
    """For each seat, its checks and its damage dice; initiative and the like are left out."""
    tallies = []
    for seat, rolls in by_seat(fell).items():
        checks = [(roll, faces) for roll, faces in rolls if roll.against is not None]
        damage = [(roll, faces) for roll, faces in rolls if roll.name.startswith("damage ")]
        if checks:
            tallies.append(checks_of(fight, seat, checks))
        if damage:
            tallies.append(pips_of(seat, "damage dice", damage, LUCKIER))
    return tuple(tallies)


def checks_of(fight: Fight, seat: Seat, fell: Sequence[Fell]) -> Tally:
    """The checks a seat rolled (CHK-1); in a contest, the rolls that did not go over (CHK-7)."""
    passed = sum(sum(faces) <= limit(fight, roll) for roll, faces in fell)
    deed = f"passed {passed} of {counted(len(fell), 'checks')}"
    return tallied(seat, "checks", passed, [chance(fight, roll) for roll, _ in fell], deed, LUCKIER)


def chance(fight: Fight, roll: Roll) -> Ways:
    """In how many ways a check fails and passes."""
    chance = passes(roll.dice, limit(fight, roll), roll.sides)
    return chance.denominator - chance.numerator, chance.numerator


def limit(fight: Fight, roll: Roll) -> int:
    """What the dice alone must not exceed: the number rolled against, less curses (CAM-13).

    A roll is named by its purpose and by who rolls: `hit Ajax>Hector`.
    """
    assert roll.against is not None
    purpose = roll.name.partition(">")[0]
    named = [one for one in fight.fighters if purpose.endswith(f" {one.name}")]
    roller = max(named, key=lambda one: len(one.name), default=None)
    return roll.against.total - (roller.character.curses if roller else 0)
