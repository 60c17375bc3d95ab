"""Checks (section 2): passing, winning, and the luck that bends them.

Karma (CAM-7, RUL-84) re-rolls any set of dice; curses (CAM-13, RUL-87) worsen them; a powered suit
may fail on them (ARM-6, RUL-79).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Generic, Protocol, TypeVar

from msgspec import Struct

from legendry.legends.character import Character
from legendry.legends.edition import Attribute, Edition
from legendry.legends.events import Checked, Conceded, Contested, Luck, SuitFailed
from legendry.legends.magic.effects import STANDARD as STANDARD_DICE
from legendry.legends.options import Options
from legendry.odds import MOST_DICE, contest, passes, totals
from legendry.odds.checks import Tie
from legendry.table import (
    About,
    Barred,
    Choose,
    Event,
    Flow,
    Ledger,
    Line,
    Offers,
    Option,
    Refusal,
    Roll,
    Seat,
)

STANDARD = STANDARD_DICE.total
ANSWERS = range(1, 7)
"""The dice that the other party is thought to announce, where they are not known yet."""


class Teller(Protocol):
    """Where something happens: a fight, a sky, a camp."""

    def tell(self, event: Event) -> None: ...


class Lucky(Protocol):
    """Somebody with luck to spend: a fighter, one of a crew, one of a company."""

    @property
    def name(self) -> str: ...

    seat: Seat
    karma: int
    wishes: int


class Checker(Lucky, Protocol):
    """Somebody who checks: a fighter, or one of a company between fights."""

    suit_failed: bool

    @property
    def character(self) -> Character: ...
    @property
    def ledgers(self) -> Mapping[str, Ledger]: ...
    @property
    def active(self) -> bool: ...
    @property
    def side(self) -> int: ...


C = TypeVar("C", bound=Checker)
C_contra = TypeVar("C_contra", bound=Checker, contravariant=True)


class Scene(Teller, Protocol[C_contra]):
    """Where somebody checks: a fight, or a camp, in which nobody surprises anybody."""

    @property
    def options(self) -> Options: ...
    @property
    def edition(self) -> Edition: ...
    @property
    def unopposed(self) -> bool: ...
    @property
    def side(self) -> int: ...

    def refresh(self, who: C_contra) -> None: ...
    def checked(self, who: C_contra, attribute: Attribute) -> None: ...


def check(
    fight: Scene[C],
    who: C,
    attribute: Attribute,
    what: str,
    *,
    on: C | None = None,
    plus: Iterable[Line] = (),
    dice: Ledger = STANDARD_DICE,
) -> Flow[bool]:
    """Pass n/ATTR (CHK-1 to CHK-4): roll n dice, succeed on a total at most the attribute.

    `plus` raises the number to roll under, never the dice (CHK-4); `on` is whom the check is
    about. No result succeeds or fails by itself (CHK-10).
    """
    limit = who.ledgers[attribute].plus(plus)
    name = f"{what} {who.name}>{on.name}" if on else f"{what} {who.name}"
    count = dice.total
    faces = yield from rolled(fight, who, name, count, against=limit, on=on)
    total = sum(faces) + who.character.curses
    passed = total <= limit.total
    fight.tell(
        Checked(
            rules=("CHK-1",) if not who.character.curses else ("CHK-1", "CAM-13"),
            who=who.name,
            what=f"{count}/{attribute} ({what})",
            faces=faces,
            total=total,
            limit=limit,
            passed=passed,
            dice=None if dice is STANDARD_DICE else dice,
        )
    )
    suit_may_fail(fight, who, faces)
    fight.checked(who, attribute)
    return passed


def rolled(
    fight: Scene[C],
    who: C,
    name: str,
    dice: int,
    *,
    against: Ledger | None = None,
    on: C | None = None,
) -> Flow[tuple[int, ...]]:
    """Roll dice for somebody, and again as long as karma is spent on it (CAM-7, RUL-84)."""
    roll = Roll(name, dice, seat=who.seat, against=against)
    faces = yield from roll
    asked = [who]
    if on is not None and on is not who and fight.options.karma_scope == "any_roll_on_self":
        asked.append(on)
    while True:
        for one in asked:
            if not luck_left(fight, one):
                continue
            odds = partial(better, who, faces, against, for_him=one is who)
            if (yield from spends_karma(fight, one, f"{name}: {sum(faces)}", odds)):
                faces = yield from roll
                break
        else:
            return faces


def better(who: C, faces: tuple[int, ...], against: Ledger | None, *, for_him: bool) -> Fraction:
    """The chance that the same dice rolled again are better: for the roller, or for his foe.

    Without a number to roll under, as for damage, more is better for the roller.
    """
    total = sum(faces)
    if against is None:
        again = totals(len(faces))
        return again.at_least(total + 1) if for_him else again.at_most(total - 1)
    limit = against.total - who.character.curses
    passed = passes(len(faces), limit)
    if for_him:
        return passed if total > limit else Fraction(0)
    return 1 - passed if total <= limit else Fraction(0)


def luck_left(fight: Scene[C], who: C) -> int:
    """Karma to spend; a wish serves as karma where the edition or the table says so (CAM-9)."""
    if who.wishes and fight.options.wishes_convert(fight.edition.switches):
        return who.karma + who.wishes
    return who.karma


def spends_karma(state: Teller, who: Lucky, about: str, win: Callable[[], Fraction]) -> Flow[bool]:
    """Whether he who has luck left rolls this set of dice again for a point of karma (CAM-7, RUL-84).

    `win` works out the chance that it turns out better for him.
    """
    again = yield from Choose(
        who.seat,
        f"{about}. Does {who.name} spend karma to roll again?",
        lambda: [
            Option(f"{who.name} keep", False),
            Option(f"{who.name} re-roll", True, look=lambda: About({"win": win()})),
        ],
    )
    if again and who.karma:
        who.karma -= 1
        state.tell(Luck(rules=("CAM-7",), who=who.name, what="spends karma to roll again"))
    elif again:
        who.wishes -= 1
        words = "spends a wish as karma to roll again"
        state.tell(Luck(rules=("CAM-7", "CAM-9"), who=who.name, what=words))
    return again


def suit_may_fail(fight: Scene[C], who: C, faces: tuple[int, ...]) -> None:
    """All sixes: the power of a suit gives out, from the next roll on (ARM-6, RUL-79)."""
    if (
        not who.suit_failed
        and len(faces) >= fight.options.suit_fail_min_dice
        and faces.count(6) == len(faces)
        and any(fight.edition.armor[id].powered for id in who.character.armor)
    ):
        who.suit_failed = True
        fight.refresh(who)
        fight.tell(SuitFailed(rules=("ARM-6",), who=who.name))


# -- winning -----------------------------------------------------------------------------------


class Bout(Struct, Generic[C], frozen=True):
    """How a contest went against each responder, the starter's faces and each responder's."""

    winners: tuple[C | None, ...]
    faces: tuple[int, ...]
    answers: tuple[tuple[int, ...], ...]


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
) -> Flow[Bout[C]]:
    """A contest against one or several (CHK-5 to CHK-9, RUL-1 to RUL-4, RUL-47).

    The starter announces and rolls once, or stands by `faces` he rolled before; each responder
    announces and rolls for himself, with `against` where it is another attribute (CHK-11).
    """
    bare = starter.ledgers[attribute]
    limit = bare.plus(plus)
    winners: list[C | None] = []
    answers: list[tuple[int, ...]] = []
    for responder in responders:
        theirs = responder.ledgers[against or attribute]
        limits = limit, theirs.plus(answer_plus(responder))
        if not responder.active:
            winners.append(
                walkover(fight, starter, responder, "the helpless do not resist", "RUL-4")
            )
            continue
        if fight.unopposed and responder.side != fight.side and _auto(fight):
            winners.append(walkover(fight, starter, responder, "surprise", "RUL-12"))
            continue
        tie = tie_winner(fight, (bare, theirs), limits)
        dice = yield from announced(fight, starter, responder, limits, tie, what, len(faces))
        if 0 in dice:
            won, lost = (responder, starter) if dice[0] == 0 else (starter, responder)
            winners.append(walkover(fight, won, lost, "conceded", "RUL-2"))
            continue
        ours, other = starter.name, responder.name
        pair = [
            Roll(f"{what} {ours}>{other}", dice[0], 6, starter.seat or None, limits[0]),
            Roll(f"{what} {other}>{ours}", dice[1], 6, responder.seat or None, limits[1]),
        ]
        shown = [faces or (yield from pair[0]), (yield from pair[1])]
        winner = yield from after_karma(fight, (starter, responder), pair, shown, limits, tie, what)
        faces = shown[0]
        cursed = starter.character.curses or responder.character.curses
        fight.tell(
            Contested(
                rules=("CHK-5", "CAM-13") if cursed else ("CHK-5",),
                starter=starter.name,
                responder=responder.name,
                what=what,
                totals=(
                    counted(fight, starter, sum(shown[0]), limits[0]).total,
                    counted(fight, responder, sum(shown[1]), limits[1]).total,
                ),
                limits=limits,
                winner=winner.name if winner else "",
            )
        )
        suit_may_fail(fight, starter, shown[0])
        suit_may_fail(fight, responder, shown[1])
        fight.checked(responder, against or attribute)
        winners.append(winner)
        answers.append(shown[1])
    if answers:
        fight.checked(starter, attribute)
    return Bout(tuple(winners), faces, tuple(answers))


def after_karma(
    fight: Scene[C],
    parties: tuple[C, C],
    rolls: list[Roll],
    faces: list[tuple[int, ...]],
    limits: tuple[Ledger, Ledger],
    tie: Tie,
    what: str,
) -> Flow[C | None]:
    """Who has won once nobody spends karma any more: the losing party decides first (RUL-84)."""
    both = fight.options.karma_scope == "any_roll_on_self"
    while True:
        winner = judged(fight, parties, faces, limits, tie)
        losing = [n for n in (0, 1) if winner is not parties[n]]
        open_to = [(n, dice) for n in losing for dice in ((n, 1 - n) if both else (n,))]
        for n, dice in open_to:
            if not luck_left(fight, parties[n]):
                continue
            about = f"{what}: {sum(faces[0])} against {sum(faces[1])}; dice of {parties[dice].name}"
            odds = partial(turned, fight, parties, faces, limits, tie, n, dice)
            if (yield from spends_karma(fight, parties[n], about, odds)):
                faces[dice] = yield from rolls[dice]
                break
        else:
            return winner


def turned(
    fight: Scene[C],
    parties: tuple[C, C],
    faces: list[tuple[int, ...]],
    limits: tuple[Ledger, Ledger],
    tie: Tie,
    losing: int,
    dice: int,
) -> Fraction:
    """The chance that the losing party wins the contest if the dice of that party roll again."""
    chance = Fraction(0)
    for total, part in totals(len(faces[dice])):
        shown = [(total,) if party == dice else faces[party] for party in (0, 1)]
        if judged(fight, parties, shown, limits, tie) is parties[losing]:
            chance += part
    return chance


def walkover(fight: Scene[C], winner: C, loser: C, why: str, rule: str) -> C:
    """A contest won without dice (RUL-2, RUL-4, RUL-12)."""
    fight.tell(Conceded(rules=(rule,), winner=winner.name, loser=loser.name, why=why))
    return winner


def _auto(fight: Scene[C]) -> bool:
    return fight.options.surprise_contests == "auto_win"


def judged(
    fight: Scene[C],
    parties: tuple[C, C],
    faces: list[tuple[int, ...]],
    limits: tuple[Ledger, Ledger],
    tie: Tie,
) -> C | None:
    """Who has won with those faces, or None if nobody has."""
    ours = counted(fight, parties[0], sum(faces[0]), limits[0])
    theirs = counted(fight, parties[1], sum(faces[1]), limits[1])
    won = ahead(ours, theirs, tie)
    return None if won == "nobody" else parties[won == "defender"]


class Counted(Struct, frozen=True):
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
        if ours.total != theirs.total:
            return "attacker" if ours.total > theirs.total else "defender"
    return "nobody"


def announced(
    fight: Scene[C],
    starter: C,
    responder: C,
    limits: tuple[Ledger, Ledger],
    tie: Tie,
    what: str,
    standing: int,
) -> Flow[tuple[int, int]]:
    """How many dice each party rolls; 0 concedes (CHK-6, RUL-1, RUL-2).

    `standing` is the starter's number if he has rolled already. A responder who has no seat gives
    the best answer.
    """
    secret = fight.options.contest_dice_order == "secret"
    question = f"{what}, {starter.name} against {responder.name}: how many dice?"
    chances = partial(win_chances, fight, (starter, responder), limits, tie)

    def start(dice: int) -> Fraction:
        return min(chances((dice, answer))[0] for answer in ANSWERS)

    first = standing or (yield from dice_for(starter, question, limits[0], start, secret))

    def reply(dice: int) -> Fraction:
        if secret:
            return min(chances((announced, dice))[1] for announced in ANSWERS)
        return chances((first, dice))[1]

    if first == 0:
        return 0, 1
    if not responder.seat:
        known = ANSWERS if secret else (first,)
        return first, best_answer(limits[1], known, lambda dice: chances(dice)[0])
    second = yield from dice_for(responder, question, limits[1], reply, secret)
    return first, second


def best_answer(
    limit: Ledger, announced: Iterable[int], chance: Callable[[tuple[int, int]], Fraction]
) -> int:
    """The dice of a responder whom nobody plays (RUL-7, RUL-138).

    They leave the starter the least chance, whichever of those numbers he has announced; of equally
    good ones, the fewest.
    """
    most = min(limit.total, max(ANSWERS))
    return min(range(1, most + 1), key=lambda dice: max(chance((ours, dice)) for ours in announced))


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


def dice_for(
    who: C,
    question: str,
    limit: Ledger,
    chance: Callable[[int], Fraction],
    secret: bool,
) -> Choose[int]:
    """One party's number of dice, each with its exact chance to win (RUL-2).

    More dice than the limit can only fail: they are not offered.
    """
    most = min(limit.total, MOST_DICE)

    def offered(dice: int) -> Option[int]:
        if not dice:
            return Option(f"{who.name} concede", 0)
        words = f"{who.name} {dice} {'die' if dice == 1 else 'dice'}"
        return Option(words, dice, look=lambda: About({"win": chance(dice)}, (limit,)))

    def bars() -> list[Barred]:
        why = Refusal(f"{most + 1} dice can only exceed {limit.total}", "RUL-2")
        return [Barred(f"{who.name} {most + 1} dice", why)]

    def listed() -> Offers[int]:
        return Offers((*range(1, most + 1), 0), offered)

    known_to = (who.seat,) if secret else None
    return Choose(who.seat, f"{who.name}: {question}", listed, bars, secret=known_to)
