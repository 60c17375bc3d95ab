"""The sequence of a dogfight (DOG-1 to DOG-5, DOG-12, RUL-135): initiative, turns, the end."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from legendry.legends.checks import spends_karma
from legendry.legends.craft.hull import long_voyages
from legendry.legends.dogfight import fire
from legendry.legends.dogfight.checks import luck_left
from legendry.legends.dogfight.deeds import Deed, barred, done, options
from legendry.legends.dogfight.events import DogfightEnded, HomewardBound, Left
from legendry.legends.dogfight.maneuver import maneuver
from legendry.legends.dogfight.sky import Flyer, Sky
from legendry.legends.events import Captured, InitiativeWon, TurnBegan
from legendry.legends.initiative import ranked
from legendry.table import Barred, Choose, Flow, Option, Outcome, Refusal, Roll
from legendry.table.tally import counted

# -- initiative --------------------------------------------------------------------------------


def opening(sky: Sky) -> Flow[None]:
    """All craft begin disengaged (DOG-5); one die a side says who goes first (DOG-1, RUL-11)."""
    sky.order = yield from ranked(
        len(sky.sides), partial(initiative_die, sky), partial(luckier_dice, sky)
    )
    sky.tell(InitiativeWon(rules=("DOG-1",), order=tuple(sky.sides[side] for side in sky.order)))
    sky.phase = "fighting"


def initiative_die(sky: Sky, side: int) -> Roll:
    """A side's die, rolled by its first player."""
    members = (one for one in sky.flyers if one.side == side)
    return Roll(f"initiative {sky.sides[side]}", seat=next(members).seat)


def luckier_dice(sky: Sky, faces: dict[int, int]) -> Flow[None]:
    """Any one member of a side that is behind may spend karma on its die, back and forth (RUL-84)."""
    side_of = {one.number: one.side for one in sky.flyers}
    while True:
        best = max(faces.values())
        behind = [one for one in sky.crew if faces.get(side_of[one.aboard], best) < best]
        behind.sort(key=lambda one: faces[side_of[one.aboard]])
        for one in filter(partial(luck_left, sky), behind):
            side = side_of[one.aboard]
            about = f"initiative: {faces[side]} against {best}"
            if (yield from spends_karma(sky, one, about, partial(Fraction, 7 - best, 6))):
                (faces[side],) = yield from initiative_die(sky, side)
                break
        else:
            return


# -- turns -------------------------------------------------------------------------------------


def turn(sky: Sky) -> Flow[None]:
    """The next step of the craft whose turn is under way, or the next craft's turn (DOG-2, DOG-3)."""
    if sky.flying >= 0:
        yield from step(sky, sky.flyers[sky.flying])
        return
    left = waiting(sky)
    while not left:
        player_turn(sky)
        left = waiting(sky)
        if is_over(sky):
            return
    yield from activation(sky, left)


def waiting(sky: Sky) -> list[Flyer]:
    """Craft of the side in turn that have still to act; those adrift never do (DOG-23)."""
    return [one for one in sky.flyers if one.side == sky.side and one.active and not one.acted]


def player_turn(sky: Sky) -> None:
    """The sides alternate (DOG-2); a round is one player turn of each."""
    sky.place += 1
    if sky.place == len(sky.order) or not sky.round:
        sky.place = 0
        sky.quiet += sky.round > 0
        sky.round += 1
    sky.side = sky.order[sky.place]
    for one in sky.flyers:
        one.acted = False
    sky.next_turn()
    if waiting(sky):
        sky.tell(TurnBegan(rules=("DOG-2",), round=sky.round, side=sky.sides[sky.side]))


def activation(sky: Sky, left: list[Flyer]) -> Flow[None]:
    """One craft's turn, any of the side's, finished before the next begins (DOG-3)."""
    seat = left[0].seat
    if sky.waited:
        seat = next((one.seat for one in left if one.seat not in sky.waited), seat)
    mine = [one for one in left if one.seat == seat]
    who = mine[0]
    may_wait = len(left) > len(mine) and seat not in sky.waited
    if len(mine) > 1 or may_wait:
        name = yield from Choose(
            seat,
            "which craft acts?",
            lambda: who_acts(mine, may_wait=may_wait),
            lambda: who_is_barred(sky, seat),
        )
        if name == "wait":
            sky.waited = (*sky.waited, seat)
            return
        who = sky.named(name)
    sky.waited = ()
    sky.flying = who.number
    yield from step(sky, who)


def who_acts(mine: list[Flyer], *, may_wait: bool) -> list[Option[str]]:
    """A player's craft in any order (DOG-3); or another player of the side goes first (RUL-14)."""
    listed = [Option(one.name, one.name, leads=True) for one in mine]
    if may_wait:
        words = "the others of the side go first"
        listed.append(Option(f"{mine[0].name} waits", "wait", words))
    return listed


def who_is_barred(sky: Sky, seat: str) -> Iterator[Barred]:
    """Those of the seat that cannot act now, and why."""
    for one in sky.flyers:
        if one.side == sky.side and one.seat == seat:
            if not one.active:
                rule = "DOG-12" if one.exited else "DOG-23"
                yield Barred(one.name, Refusal(f"{one.name} is {one.status}", rule))
            elif one.acted:
                yield Barred(one.name, Refusal(f"{one.name} has had its turn", "DOG-3"))


def step(sky: Sky, who: Flyer) -> Flow[None]:
    """One deed of a craft; its turn may have two of them, in either order (DOG-4)."""
    deed = yield from Choose(
        who.seat,
        f"what does {who.name} do?",
        lambda: options(sky, who),
        lambda: barred(sky, who),
    )
    yield from carried_out(sky, who, deed)
    if deed.kind == "pass" or done(sky, who):
        who.acted = True
        sky.flying, sky.maneuvered, sky.fired = -1, False, False


def carried_out(sky: Sky, who: Flyer, deed: Deed) -> Flow[None]:
    """What was chosen."""
    match deed.kind:
        case "maneuver":
            yield from maneuver(sky, who, sky.named(deed.target))
            sky.maneuvered = True
        case "fire":
            yield from fire.fire(sky, who, sky.named(deed.target))
            sky.fired = True
        case "run":
            yield from fire.run(sky, who, sky.named(deed.target))
            sky.maneuvered = sky.fired = True
        case "face":
            yield from fire.face(sky, who, sky.named(deed.target))
            sky.maneuvered = sky.fired = True
        case "exit":
            leave(sky, who)


def leave(sky: Sky, who: Flyer) -> None:
    """Out of the dogfight, not to come back (DOG-12, RUL-134)."""
    who.exited = True
    who.settle()
    sky.loosen(who)
    sky.quiet = 0
    sky.tell(Left(rules=("DOG-12",), who=who.name))


# -- the end -----------------------------------------------------------------------------------


def is_over(sky: Sky) -> str:
    """Why the dogfight is over, or nothing: one side at most has craft that can act (RUL-135).

    A craft without weapons can act: it flies, and it may yet get away. The no-progress limit is a
    table option.
    """
    active = [one for one in sky.flyers if one.active]
    able = {one.side for one in active}
    if sky.called_off:
        return sky.called_off
    if len(able) > 1:
        quiet = sky.quiet
        if not any(one.craft.weapons for one in active):
            return "nobody is left who could fire"
        waited = quiet >= sky.options.no_progress
        return f"{counted(quiet, 'rounds')} passed without damage" if waited else ""
    if not able:
        return "no craft is left that can fly"
    return f"only {sky.sides[able.pop()]} can still fly"


def closing(sky: Sky) -> Flow[None]:
    """Those adrift are captured by the victors (RUL-135); some must go home at once (CRF-8)."""
    why = is_over(sky)
    able = {one.side for one in sky.flyers if one.active}
    victors = able if len(able) == 1 else set()
    sky.tell(DogfightEnded(rules=("RUL-135",), why=why))
    for one in sky.flyers:
        if victors and one.side not in victors and one.status == "dead in the water":
            one.captured = True
            sky.tell(Captured(rules=("RUL-135",), who=one.name))
        if one.active and not long_voyages(one.craft, one.left):
            sky.tell(HomewardBound(rules=("CRF-8",), who=one.name))
    seats = [one.seat for one in sky.flyers if one.side in victors]
    sky.result = Outcome(tuple(dict.fromkeys(seats)), why, "RUL-135")
    sky.phase = "over"
    yield from ()
