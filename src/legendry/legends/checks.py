"""Checks (section 2): passing, and the luck that bends them; winning is in `contests`.

Karma (CAM-7, RUL-84) re-rolls any set of dice; curses (CAM-13, RUL-87) worsen them; a powered suit
may fail on them (ARM-6, RUL-79).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Protocol, TypeVar

from legendry.legends.character import Character
from legendry.legends.edition import Attribute, Edition
from legendry.legends.events import Checked, Luck, SuitFailed
from legendry.legends.magic.effects import STANDARD as STANDARD_DICE
from legendry.legends.options import Options
from legendry.odds import passes, totals
from legendry.table import (
    About,
    Choose,
    Event,
    Flow,
    Ledger,
    Line,
    Option,
    Roll,
    Seat,
)

STANDARD = STANDARD_DICE.total


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
    faces = yield from rolled(fight, who, name, count, against=limit, on=(on,) if on else ())
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
    on: Sequence[C] = (),
    better: Callable[[tuple[int, ...], bool], Fraction] | None = None,
) -> Flow[tuple[int, ...]]:
    """Roll dice for somebody, and again as long as karma is spent on it (CAM-7, RUL-84).

    `on` are those whom the roll concerns: where the table lets them, they may spend theirs, too.
    `better` is the chance that the dice rolled again are better, for the roller or for those.
    """
    better = better or partial(turned, who, against)
    roll = Roll(name, dice, seat=who.seat, against=against)
    faces: tuple[int, ...] = yield roll
    asked = [who]
    if on and fight.options.karma_scope == "any_roll_on_self":
        for one in on:
            if one is not who:
                asked.append(one)
    while True:
        for one in asked:
            if not luck_left(fight, one):
                continue
            odds = partial(better, faces, one is who)
            if (yield from spends_karma(fight, one, f"{name}: {sum(faces)}", odds)):
                faces = yield from roll
                break
        else:
            return faces


def turned(who: C, against: Ledger | None, faces: tuple[int, ...], for_him: bool) -> Fraction:
    """The chance that the same dice rolled again are better: for the roller, or for his foe.

    Without a number to roll under, more is better for the roller.
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
            Option(f"{who.name} re-roll", True, look=lambda _: About({"win": win()})),
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


def has_power(edition: Edition, who: Checker) -> bool:
    """Whether he wears a powered suit."""
    return any(edition.armor[id].powered for id in who.character.armor)


def suit_can_fail(fight: Scene[C], who: C, dice: int) -> bool:
    """Whether he wears a powered suit that works, and rolls dice enough for it to fail (RUL-79)."""
    return (
        not who.suit_failed
        and dice >= fight.options.suit_fail_min_dice
        and has_power(fight.edition, who)
    )


def suit_may_fail(fight: Scene[C], who: C, faces: tuple[int, ...]) -> None:
    """All sixes: the power of a suit gives out, from the next roll on (ARM-6, RUL-79)."""
    if faces.count(6) == len(faces) and suit_can_fail(fight, who, len(faces)):
        who.suit_failed = True
        fight.refresh(who)
        fight.tell(SuitFailed(rules=("ARM-6",), who=who.name))
