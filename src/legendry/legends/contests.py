"""Contests (section 2): two or more roll against each other, with as many dice as each likes.

Karma (CAM-7, RUL-84) re-rolls them, and curses (CAM-13, RUL-87) worsen them, as in `checks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Generic, Protocol

from msgspec import Struct

from legendry.hexes import known
from legendry.legends.checks import C, Scene, luck_left, spends_karma, suit_may_fail
from legendry.legends.edition import Attribute
from legendry.legends.events import Conceded, Contested
from legendry.odds import MOST_DICE, best_contest, contest, totals, useful_dice
from legendry.odds.checks import Tie
from legendry.table import (
    About,
    Barred,
    Choose,
    Flow,
    Ledger,
    Line,
    Offers,
    Option,
    Refusal,
    Roll,
    Seat,
)


class Bout(Struct, Generic[C], frozen=True, gc=False):
    """How a contest went against each responder, the starter's faces and each responder's."""

    winners: tuple[C | None, ...]
    faces: tuple[int, ...]
    answers: tuple[tuple[int, ...], ...]

    def won_by(self, who: C) -> bool:
        """Whether he has beaten all the others."""
        return all(winner is who for winner in self.winners)


def wins(
    fight: Scene[C],
    starter: C,
    responder: C,
    attribute: Attribute,
    what: str,
    *,
    against: Attribute | None = None,
    plus: Sequence[Line] = (),
    answer_plus: Callable[[C], Sequence[Line]] = lambda _: (),
) -> Flow[C | None]:
    """A contest of two (CHK-5 to CHK-9): who wins it, or None if nobody does."""
    bout = yield from compete(
        fight,
        starter,
        [responder],
        attribute,
        what,
        against=against,
        plus=plus,
        answer_plus=answer_plus,
    )
    return bout.winners[0]


def compete(
    fight: Scene[C],
    starter: C,
    responders: Sequence[C],
    attribute: Attribute,
    what: str,
    *,
    against: Attribute | None = None,
    plus: Sequence[Line] = (),
    answer_plus: Callable[[C], Sequence[Line]] = lambda _: (),
    faces: tuple[int, ...] = (),
    bare: Ledger | None = None,
) -> Flow[Bout[C]]:
    """A contest against one or several (CHK-5 to CHK-9, RUL-1 to RUL-4, RUL-47).

    The starter announces once for all of them, or stands by `faces` he rolled before, with his
    attribute as it was then, `bare` of skill; each responder announces for himself, with `against`
    where it is another attribute (CHK-11); then all roll.
    """
    bare = bare or starter.ledgers[attribute]
    limit = bare.plus(plus)
    winners: list[C | None] = [None] * len(responders)
    pairs: list[Pair[C]] = []
    for place, responder in enumerate(responders):
        if not responder.active:
            why = "the helpless do not resist"
            winners[place] = walkover(fight, starter, responder, why, "RUL-4")
        elif overrun(fight, responder):
            winners[place] = walkover(fight, starter, responder, "surprise", "RUL-12")
        else:
            theirs = responder.ledgers[against or attribute]
            limits = limit, theirs.plus(answer_plus(responder))
            tie = tie_winner(fight, (bare, theirs), limits)
            pairs.append(Pair(place, (starter, responder), limits, tie))
    rolling = yield from announced(fight, starter, pairs, what, faces)
    for pair in pairs:
        if pair not in rolling:
            won, lost = pair.parties if pair.dice[0] else pair.parties[::-1]
            winners[pair.place] = walkover(fight, won, lost, "conceded", "RUL-2")
    if not rolling:
        return Bout(tuple(winners), faces, ())
    roll = rolling[0].roll(what, 0)
    if not faces:
        faces = yield roll
    for pair in rolling:
        answer: tuple[int, ...] = yield pair.roll(what, 1)
        pair.faces = [faces, answer]
    unsettled = rolling
    while unsettled:
        pair, *unsettled = unsettled
        pair.faces[0] = faces
        if pair.has_luck:
            yield from after_karma(fight, pair, roll, what)
        if pair.faces[0] is not faces:  # he has rolled again, and that stands against all (RUL-84)
            faces = pair.faces[0]
            unsettled = rolling.copy()
            unsettled.remove(pair)
    suit_may_fail(fight, starter, faces)
    for pair in rolling:
        winners[pair.place] = settled(fight, pair, what)
        suit_may_fail(fight, pair.parties[1], pair.faces[1])
        fight.checked(pair.parties[1], against or attribute)
    fight.checked(starter, attribute)
    return Bout(tuple(winners), faces, tuple([pair.faces[1] for pair in rolling]))


class Pair(Struct, Generic[C], eq=False, gc=False):
    """The starter of a contest and one who answers him."""

    place: int
    """Of the responder, among all."""
    parties: tuple[C, C]
    limits: tuple[Ledger, Ledger]
    tie: Tie
    """Who wins equal totals."""
    dice: tuple[int, int] = (0, 0)
    """As announced."""
    faces: list[tuple[int, ...]] = []

    @property
    def has_luck(self) -> bool:
        """Whether one of the two has any karma, or a wish that might serve as karma."""
        ours, theirs = self.parties
        return bool(ours.karma or theirs.karma or ours.wishes or theirs.wishes)

    def roll(self, what: str, n: int) -> Roll:
        """The roll of one of the two."""
        who, other = self.parties[n], self.parties[1 - n]
        name = f"{what} {who.name}>{other.name}"
        return Roll(name, self.dice[n], 6, who.seat or None, self.limits[n])

    def chances(
        self, fight: Scene[C], dice: tuple[int, int], total: int = 0
    ) -> tuple[Fraction, Fraction]:
        """The exact chances of both, with so many dice or if the starter's total lies there."""
        if not total:
            return win_chances(fight, self.parties, self.limits, self.tie, dice)
        won = [Fraction(0), Fraction(0)]
        for theirs, part in totals(dice[1]):
            winner = judged(fight, self, ((total,), (theirs,)))
            if winner is not None:
                won[winner is self.parties[1]] += part
        return won[0], won[1]

    def counted(self, fight: Scene[C], faces: Sequence[tuple[int, ...]]) -> tuple[Counted, Counted]:
        """What those faces count."""
        (ours, theirs), (first, second), limits = self.parties, faces, self.limits
        return (
            counted(fight, ours, sum(first), limits[0]),
            counted(fight, theirs, sum(second), limits[1]),
        )

    def winner(self, ours: Counted, theirs: Counted) -> C | None:
        """Who has won with those totals, or None if nobody has."""
        won = ahead(ours, theirs, self.tie)
        return None if won == "nobody" else self.parties[won == "defender"]


def settled(fight: Scene[C], pair: Pair[C], what: str) -> C | None:
    """Tell how it went between the two, and who has won, if anybody has."""
    starter, responder = pair.parties
    cursed = starter.character.curses or responder.character.curses
    ours, theirs = pair.counted(fight, pair.faces)
    winner = pair.winner(ours, theirs)
    fight.tell(
        Contested(
            rules=("CHK-5", "CAM-13") if cursed else ("CHK-5",),
            starter=starter.name,
            responder=responder.name,
            what=what,
            totals=(ours.total, theirs.total),
            limits=pair.limits,
            winner=winner.name if winner else "",
        )
    )
    return winner


def after_karma(fight: Scene[C], pair: Pair[C], roll: Roll, what: str) -> Flow[None]:
    """Roll again until nobody spends karma any more: the losing party decides first (RUL-84).

    `roll` is the starter's.
    """
    both = fight.options.karma_scope == "any_roll_on_self"
    parties, faces = pair.parties, pair.faces
    while True:
        winner = judged(fight, pair, faces)
        losing = [n for n in (0, 1) if winner is not parties[n]]
        open_to = [(n, dice) for n in losing for dice in ((n, 1 - n) if both else (n,))]
        for n, dice in open_to:
            if not luck_left(fight, parties[n]):
                continue
            about = f"{what}: {sum(faces[0])} against {sum(faces[1])}; dice of {parties[dice].name}"
            odds = partial(turned, fight, pair, n, dice)
            if (yield from spends_karma(fight, parties[n], about, odds)):
                faces[dice] = yield from (pair.roll(what, 1) if dice else roll)
                break
        else:
            return


def turned(fight: Scene[C], pair: Pair[C], losing: int, dice: int) -> Fraction:
    """The chance that the losing party wins the contest if the dice of that party roll again."""
    chance = Fraction(0)
    for total, part in totals(len(pair.faces[dice])):
        shown = [(total,) if party == dice else pair.faces[party] for party in (0, 1)]
        if judged(fight, pair, shown) is pair.parties[losing]:
            chance += part
    return chance


def walkover(fight: Scene[C], winner: C, loser: C, why: str, rule: str) -> C:
    """A contest won without dice (RUL-2, RUL-4, RUL-12)."""
    fight.tell(Conceded(rules=(rule,), winner=winner.name, loser=loser.name, why=why))
    return winner


def overrun(fight: Scene[C], responder: C) -> bool:
    """Whether he is surprised, and the table says that he does not even resist (RUL-12)."""
    return (
        fight.unopposed
        and responder.side != fight.side
        and fight.options.surprise_contests == "auto_win"
    )


def judged(fight: Scene[C], pair: Pair[C], faces: Sequence[tuple[int, ...]]) -> C | None:
    """Who has won with those faces, or None if nobody has."""
    return pair.winner(*pair.counted(fight, faces))


class Counted(Struct, frozen=True, gc=False):
    """What a total counts in a contest, and whether it is over."""

    total: int
    over: bool


def ahead(ours: Counted, theirs: Counted, tie: Tie) -> Tie:
    """The higher total wins unless it is over its own limit (CHK-5, CHK-7, CHK-9)."""
    if ours.over and theirs.over:
        return "nobody"
    if ours.over or theirs.over:
        return "defender" if ours.over else "attacker"
    if ours.total == theirs.total:
        return tie
    return "attacker" if ours.total > theirs.total else "defender"


def counted(fight: Scene[C], who: C, total: int, limit: Ledger) -> Counted:
    """A total in a contest; curses add up and worsen it (CAM-12, CAM-13, RUL-87).

    TSC adds them. AW and TS: over if the total and the curses exceed the limit, else the total less
    the curses counts.
    """
    curses = who.character.curses
    over = total + curses > limit.total
    if not curses:
        return Counted(total, over)
    added = over or fight.options.curse(fight.edition.switches) == "plus_on_checks"
    return Counted(total + curses if added else total - curses, over)


def tie_winner(
    fight: Scene[C], attributes: tuple[Ledger, Ledger], limits: tuple[Ledger, Ledger]
) -> Tie:
    """Who wins equal totals (CHK-8, RUL-3): the higher attribute without skills, then with them."""
    if fight.options.ties(fight.edition.switches) == "nobody":
        return "nobody"
    for ours, theirs in (attributes, limits):
        lead = ours.total - theirs.total
        if lead:
            return "attacker" if lead > 0 else "defender"
    return "nobody"


def announced(
    fight: Scene[C], starter: C, pairs: Sequence[Pair[C]], what: str, faces: tuple[int, ...]
) -> Flow[list[Pair[C]]]:
    """How many dice each party rolls; 0 concedes (CHK-6, RUL-1, RUL-2). Gives the pairs that roll.

    The starter's number stands if he has rolled those `faces` already.
    """
    if not pairs:
        return []
    secret = fight.options.contest_dice_order == "secret"
    first = len(faces)
    if not first:
        names = " and ".join([pair.parties[1].name for pair in pairs])
        question = f"{starter.name}: {what}, {starter.name} against {names}: how many dice?"
        start = partial(at_worst, fight, pairs)
        first = yield dice_for(starter, question, pairs[0].limits[0], start, secret)
    rolling = []
    for pair in pairs:
        second = (yield from answered(fight, pair, what, first, sum(faces), secret)) if first else 1
        pair.dice = first, second
        if first and second:
            rolling.append(pair)
    return rolling


def answered(
    fight: Scene[C], pair: Pair[C], what: str, first: int, total: int, secret: bool
) -> Flow[int]:
    """The responder's number of dice against the starter's, or against a total that lies there.

    One who has no seat gives the best answer.
    """
    starter, responder = pair.parties
    known = useful_dice(pair.limits[0].total) if secret and not total else (first,)

    def reply(dice: int) -> Fraction:
        return min(pair.chances(fight, (ours, dice), total)[1] for ours in known)

    if not responder.seat:
        return best_answer(pair.limits[1], known, lambda dice: pair.chances(fight, dice, total)[0])
    who, between = responder.name, f"{starter.name} against {responder.name}"
    question = f"{who}: {what}, {between}: how many dice?"
    dice: int = yield dice_for(responder, question, pair.limits[1], reply, secret)
    return dice


def at_worst(fight: Scene[C], pairs: Sequence[Pair[C]], dice: int) -> Fraction:
    """The starter's chance to win against all, each of whom gives the answer that is worst for him."""
    answers = [
        min(
            useful_dice(pair.limits[1].total),
            key=lambda answer: pair.chances(fight, (dice, answer))[0],
        )
        for pair in pairs
    ]
    if len(pairs) == 1:
        return pairs[0].chances(fight, (dice, answers[0]))[0]
    chance = Fraction(0)
    for total, part in totals(dice):
        for pair, answer in zip(pairs, answers, strict=True):
            part *= pair.chances(fight, (dice, answer), total)[0]
        chance += part
    return chance


def best_answer(
    limit: Ledger, announced: Iterable[int], chance: Callable[[tuple[int, int]], Fraction]
) -> int:
    """The dice of a responder whom nobody plays (RUL-7, RUL-138).

    They leave the starter the least chance, whichever of those numbers he has announced; of equally
    good ones, the fewest.
    """
    return min(
        useful_dice(limit.total), key=lambda dice: max(chance((ours, dice)) for ours in announced)
    )


def win_chances(
    fight: Scene[C],
    parties: tuple[C, C],
    limits: tuple[Ledger, Ledger],
    tie: Tie,
    dice: tuple[int, int],
) -> tuple[Fraction, Fraction]:
    """The exact chances of both parties to win with so many dice; curses count (RUL-87)."""
    if not any(one.character.curses for one in parties):
        known = contest(limits[0].total, dice[0], limits[1].total, dice[1], tie)
        return known.attacker, known.defender
    ours, theirs = (
        [(counted(fight, one, total, limit), part) for total, part in totals(count)]
        for one, limit, count in zip(parties, limits, dice, strict=True)
    )
    chances = {"attacker": Fraction(0), "defender": Fraction(0), "nobody": Fraction(0)}
    for (one, p), (other, q) in product(ours, theirs):
        chances[ahead(one, other, tie)] += p * q
    return chances["attacker"], chances["defender"]


def contest_odds(
    fight: Scene[C],
    who: C,
    foe: C,
    attribute: Attribute,
    limits: tuple[Ledger, Ledger],
    against: Attribute | None = None,
) -> Fraction:
    """The chance to win if both roll the dice that suit them best, he first (RUL-1)."""
    if not foe.active or overrun(fight, foe):
        return Fraction(1)
    bare = who.ledgers[attribute], foe.ledgers[against or attribute]
    tie = tie_winner(fight, bare, limits)
    if not (who.character.curses or foe.character.curses):
        return best_contest(limits[0].total, limits[1].total, tie).attacker
    starts, answers = (useful_dice(limit.total) for limit in limits)
    return max(
        min(win_chances(fight, (who, foe), limits, tie, (dice, answer))[0] for answer in answers)
        for dice in starts
    )


class Party(Protocol):
    """Somebody who is asked for his dice: a fighter, one of a company, a craft."""

    @property
    def name(self) -> str: ...

    seat: Seat


class DiceChoice(Struct, gc=False):
    """One party's number of dice, each with its exact chance to win (RUL-2).

    More dice than the limit can only fail: they are not offered.
    """

    name: str
    limit: Ledger
    most: int
    chance: Callable[[int], Fraction]

    def options(self) -> Offers[int]:
        return Offers(numbers(self.most), self.offered)

    def offered(self, dice: int) -> Option[int]:
        if not dice:
            return Option(f"{self.name} concede", 0)
        words = f"{self.name} {dice} {'die' if dice == 1 else 'dice'}"
        return Option(words, dice, look=self.odds)

    def odds(self, dice: int) -> About:
        """The chance to win with so many dice."""
        return About({"win": self.chance(dice)}, (self.limit,))

    def bars(self) -> list[Barred]:
        more = self.most + 1
        why = Refusal(f"{more} dice can only exceed {self.limit.total}", "RUL-2")
        return [Barred(f"{self.name} {more} dice", why)]


@known(1 << 8)
def numbers(most: int) -> tuple[int, ...]:
    """The numbers of dice to choose from, none at last."""
    return (*range(1, most + 1), 0)


def dice_for(
    who: Party, question: str, limit: Ledger, chance: Callable[[int], Fraction], secret: bool
) -> Choose[int]:
    """Ask a party for its number of dice."""
    choice = DiceChoice(who.name, limit, max(1, min(limit.total, MOST_DICE)), chance)
    known_to = (who.seat,) if secret else None
    return Choose(who.seat, question, choice.options, choice.bars, known_to)
