"""Checks of crews: the contest of two pilots, the gunner's shot, and the luck that bends them.

The rules are those of checks on foot (section 2, CAM-7, CAM-13); here pilots and gunners roll, and
the numbers they roll under are their craft's (DOG-8, DOG-17).
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import product

from msgspec import Struct

from legendry.legends.checks import spends_karma
from legendry.legends.contests import Counted, ahead, dice_for
from legendry.legends.dogfight.sky import Flyer, Member, Sky
from legendry.legends.events import Checked, Conceded, Contested
from legendry.odds import best_contest, contest, passes, totals, useful_dice
from legendry.odds.checks import Tie
from legendry.table import Flow, Ledger, Roll

# -- luck --------------------------------------------------------------------------------------


def luck_left(sky: Sky, who: Member) -> int:
    """Karma to spend; a wish serves as karma where the edition or the table says so (CAM-9)."""
    if not who.alive:
        return 0
    return who.karma + who.wishes * sky.options.wishes_convert(sky.edition.switches)


def rolled(
    sky: Sky, roll: Roll, who: Member, on: Member, limit: int | None
) -> Flow[tuple[int, ...]]:
    """Roll, and again as long as karma is spent on it (RUL-84); `limit` is what the dice must reach.

    `on` is the pilot of the craft that is fired at: the roll concerns him, too.
    """
    faces = yield from roll
    asked = [who]
    if on is not who and sky.options.karma_scope == "any_roll_on_self":
        asked.append(on)
    while True:
        for one in asked:
            if not luck_left(sky, one):
                continue
            odds = partial(better, faces, limit, for_him=one is who)
            if (yield from spends_karma(sky, one, f"{roll.name}: {sum(faces)}", odds)):
                faces = yield from roll
                break
        else:
            return faces


def better(faces: tuple[int, ...], limit: int | None, *, for_him: bool) -> Fraction:
    """The chance that the same dice rolled again are better: for the roller, or for his foe.

    Without a limit, as for damage, more is better for the roller.
    """
    total = sum(faces)
    if limit is None:
        again = totals(len(faces))
        return again.at_least(total + 1) if for_him else again.at_most(total - 1)
    passed = passes(len(faces), limit)
    if for_him:
        return passed if total > limit else Fraction(0)
    return 1 - passed if total <= limit else Fraction(0)


# -- the gunner --------------------------------------------------------------------------------


def hits(sky: Sky, who: Flyer, at: Flyer, dice: int) -> Flow[bool]:
    """n/DX+GUNNER (DOG-17, DOG-18, DOG-19): assisted, so that anyone may try (SKL-3, RUL-124)."""
    gunner, curses = sky.gunner(who), sky.gunner(who).character.curses
    limit = who.gunnery
    roll = Roll(f"fire {who.name}>{at.name}", dice, seat=who.seat, against=limit)
    faces = yield from rolled(sky, roll, gunner, sky.pilot(at), limit.total - curses)
    total = sum(faces) + curses
    sky.tell(
        Checked(
            rules=("CHK-1",) if not curses else ("CHK-1", "CAM-13"),
            who=gunner.name,
            what=f"{dice}/DX+Gunner (fire at {at.name})",
            faces=faces,
            total=total,
            limit=limit,
            passed=total <= limit.total,
        )
    )
    return total <= limit.total


def hit_chance(sky: Sky, who: Flyer, dice: int) -> Fraction:
    """The exact chance of such a shot; curses count (CAM-13)."""
    return passes(dice, who.gunnery.total - sky.gunner(who).character.curses)


# -- the pilots --------------------------------------------------------------------------------


class Verdict(Struct, frozen=True):
    """How a contest of two pilots went; without a winner it may be a tie (DOG-11)."""

    winner: Flyer | None
    tied: bool = False


class Bout(Struct, frozen=True):
    """Two pilots against each other, and what decides between them."""

    pilots: tuple[Member, Member]
    limits: tuple[Ledger, Ledger]
    tie: Tie
    curses_add: bool
    """TSC: a curse adds to the total, for better or worse (CAM-13, RUL-87)."""

    def counted(self, party: int, total: int) -> Counted:
        """What a total counts, and whether it is over; curses worsen it (CAM-12, CAM-13, RUL-87)."""
        curses = self.pilots[party].character.curses
        over = total + curses > self.limits[party].total
        return Counted(total + curses if over or self.curses_add else total - curses, over)

    def winner(self, totals: tuple[int, int]) -> int | None:
        """Which of the two has won with those totals, or None."""
        won = ahead(self.counted(0, totals[0]), self.counted(1, totals[1]), self.tie)
        return None if won == "nobody" else int(won == "defender")

    def chances(self, dice: tuple[int, int]) -> tuple[Fraction, Fraction]:
        """The exact chances of both to win with so many dice."""
        if not any(one.character.curses for one in self.pilots):
            known = contest(self.limits[0].total, dice[0], self.limits[1].total, dice[1], self.tie)
            return known.attacker, known.defender
        chances = [Fraction(0), Fraction(0)]
        for (ours, p), (theirs, q) in product(totals(dice[0]), totals(dice[1])):
            won = self.winner((ours, theirs))
            if won is not None:
                chances[won] += p * q
        return chances[0], chances[1]

    @property
    def useful(self) -> tuple[range, range]:
        """The numbers of dice worth announcing for each of the two (RUL-2)."""
        ours, theirs = self.limits
        return useful_dice(ours.total), useful_dice(theirs.total)

    @property
    def best(self) -> Fraction:
        """The starter's chance when both announce their best dice, he first (RUL-1)."""
        if not any(one.character.curses for one in self.pilots):
            return best_contest(self.limits[0].total, self.limits[1].total, self.tie).attacker
        starts, answers = self.useful
        return max(min(self.chances((n, m))[0] for m in answers) for n in starts)


def bout(sky: Sky, starter: Flyer, responder: Flyer) -> Bout:
    """DX + Pilot + M against the same (DOG-8); higher attribute where ties are won (DOG-11, RUL-3)."""
    switches = sky.edition.switches
    tie: Tie = "nobody"
    if sky.options.ties(switches) == "higher_attribute":
        pairs = ((starter.dx, responder.dx), (starter.maneuvering, responder.maneuvering))
        apart = (ours.total - theirs.total for ours, theirs in pairs)
        if ahead_by := next(filter(None, apart), 0):
            tie = "attacker" if ahead_by > 0 else "defender"
    return Bout(
        (sky.pilot(starter), sky.pilot(responder)),
        (starter.maneuvering, responder.maneuvering),
        tie,
        sky.options.curse(switches) == "plus_on_checks",
    )


def pilots_compete(sky: Sky, starter: Flyer, responder: Flyer, what: str) -> Flow[Verdict]:
    """A contest of two pilots (DOG-8, CHK-5 to CHK-9, RUL-1 to RUL-3).

    A craft that is dead in the water loses it unrolled (RUL-132).
    """
    if not responder.active:
        return walkover(sky, starter, responder, f"{responder.name} is adrift", "RUL-132")
    parties = starter, responder
    between = bout(sky, starter, responder)
    dice = yield from announced(sky, parties, between, what)
    if 0 in dice:
        won, lost = parties[::-1] if dice[0] == 0 else parties
        return walkover(sky, won, lost, "conceded", "RUL-2")
    rolls = [
        Roll(f"{what} {one.name}>{other.name}", count, 6, one.seat, one.maneuvering)
        for one, other, count in zip(parties, parties[::-1], dice, strict=True)
    ]
    faces = [(yield from rolls[0]), (yield from rolls[1])]
    winner = yield from after_karma(sky, between, rolls, faces, what)
    counts = tuple(between.counted(n, sum(faces[n])) for n in (0, 1))
    cursed = any(one.character.curses for one in between.pilots)
    sky.tell(
        Contested(
            rules=("DOG-8", "CHK-5", "CAM-13") if cursed else ("DOG-8", "CHK-5"),
            starter=starter.name,
            responder=responder.name,
            what=what,
            totals=(counts[0].total, counts[1].total),
            limits=between.limits,
            winner=parties[winner].name if winner is not None else "",
        )
    )
    if winner is not None:
        return Verdict(parties[winner])
    both_over = counts[0].over and counts[1].over
    return Verdict(None, tied=not both_over or sky.options.ts_both_over_is_tie)


def walkover(sky: Sky, winner: Flyer, loser: Flyer, why: str, rule: str) -> Verdict:
    """A contest won without dice (RUL-2, RUL-132)."""
    sky.tell(Conceded(rules=(rule,), winner=winner.name, loser=loser.name, why=why))
    return Verdict(winner)


def after_karma(
    sky: Sky, between: Bout, rolls: list[Roll], faces: list[tuple[int, ...]], what: str
) -> Flow[int | None]:
    """Who has won once nobody spends karma any more: the losing party decides first (RUL-84)."""
    both = sky.options.karma_scope == "any_roll_on_self"
    pilots = between.pilots
    while True:
        winner = between.winner((sum(faces[0]), sum(faces[1])))
        losing = [n for n in (0, 1) if n != winner]
        open_to = [(n, dice) for n in losing for dice in ((n, 1 - n) if both else (n,))]
        for n, dice in open_to:
            if not luck_left(sky, pilots[n]):
                continue
            about = f"{what}: {sum(faces[0])} against {sum(faces[1])}; dice of {pilots[dice].name}"
            odds = partial(turned, between, list(faces), n, dice)
            if (yield from spends_karma(sky, pilots[n], about, odds)):
                faces[dice] = yield from rolls[dice]
                break
        else:
            return winner


def turned(between: Bout, faces: list[tuple[int, ...]], losing: int, dice: int) -> Fraction:
    """The chance that the losing party wins the contest if the dice of that party roll again."""
    other = sum(faces[1 - dice])
    return sum(
        (
            part
            for total, part in totals(len(faces[dice]))
            if between.winner((other, total) if dice else (total, other)) == losing
        ),
        Fraction(0),
    )


def announced(
    sky: Sky, parties: tuple[Flyer, Flyer], between: Bout, what: str
) -> Flow[tuple[int, int]]:
    """How many dice each pilot rolls; 0 concedes (CHK-6, RUL-1, RUL-2)."""
    secret = sky.options.contest_dice_order == "secret"

    def start(dice: int) -> Fraction:
        return min(between.chances((dice, answer))[0] for answer in between.useful[1])

    one, other = parties
    question = f"{what}: how many dice does {{}} roll against {{}}?"
    first = yield from dice_for(
        one, question.format(one.name, other.name), one.maneuvering, start, secret
    )
    if first == 0 and not secret:
        return 0, 1

    def reply(dice: int) -> Fraction:
        if secret:
            return min(between.chances((started, dice))[1] for started in between.useful[0])
        return between.chances((first, dice))[1]

    asked = question.format(other.name, one.name)
    return first, (yield from dice_for(other, asked, other.maneuvering, reply, secret))
