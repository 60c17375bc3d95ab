"""Maneuvers (DOG-6 to DOG-15): the contest of two pilots, and what its winner makes of it."""

from __future__ import annotations

from collections.abc import Iterator

from legendry.legends.craft.parts import Position
from legendry.legends.dogfight.checks import pilots_compete
from legendry.legends.dogfight.events import Engaged, Maneuvered
from legendry.legends.dogfight.sky import Flyer, Sky
from legendry.table import Barred, Choose, Flow, Option, Refusal


def maneuver(sky: Sky, who: Flyer, foe: Flyer) -> Flow[None]:
    """Maneuver against a foe (DOG-8): it does not matter whose turn it is, the winner gains.

    Whoever turns on the one at his tail lets go of those he pursues (DOG-14). A foe who is engaged
    with somebody else is pursued without a roll, where the edition has it so (DOG-15, RUL-127).
    """
    sky.tell(Maneuvered(rules=("DOG-7",), who=who.name, foe=foe.name))
    if sky.pursuer(who) is foe:
        for target in sky.targets(who):
            take(sky, who, target, "disengaged", "DOG-14")
    if unopposed(sky, who, foe):
        take(sky, who, foe, "pursuit", "DOG-15")
        return
    verdict = yield from pilots_compete(sky, who, foe, "maneuver")
    if verdict.winner is not None:
        loser = foe if verdict.winner is who else who
        yield from won(sky, verdict.winner, loser)
    elif verdict.tied and sky.rules.tie_turns and sky.position(who, foe) == "disengaged":
        take(sky, who, foe, "turning", "DOG-11")


def unopposed(sky: Sky, who: Flyer, foe: Flyer) -> bool:
    """Whether a disengaged craft takes pursuit without a roll (DOG-15, RUL-127)."""
    engaged = sky.engaged(foe)
    return sky.rules.unopposed and foe.active and bool(engaged) and who not in engaged


def won(sky: Sky, winner: Flyer, loser: Flyer) -> Flow[None]:
    """The winner's options, by *his* position (DOG-9); where there is but one, he takes it."""
    choices = list(winners_options(sky, winner, loser))
    position = choices[0]
    if len(choices) > 1:
        position = yield from Choose(
            winner.seat,
            f"{winner.name} wins against {loser.name}. What does it make of it?",
            lambda: [
                Option(notation(sky, winner, loser, one), one, words(sky, winner, loser, one))
                for one in choices
            ],
            lambda: winners_bars(sky, winner, loser, choices),
        )
    take(sky, winner, loser, position, "DOG-9")


def winners_options(sky: Sky, winner: Flyer, loser: Flyer) -> Iterator[Position]:
    """What a winner may choose (DOG-9, RUL-125, RUL-128).

    A foe who is dead in the water is pursued, whatever a win brings otherwise (RUL-132). Nobody
    pursues a foe who has another at his tail (DOG-13): then he may stay as he is.
    """
    now = sky.position(winner, loser)
    tail = sky.pursuer(loser)
    neutral = sky.options.tsc_disengaged_win == "neutral" and now == "disengaged" and loser.active
    for one in sky.rules.winner.options(now):
        if one == "pursuit" and neutral:
            yield "turning"
        elif one == "pursuit" and tail not in (None, winner):
            yield now
        else:
            yield one
    if now == "pursuit" and sky.options.ts_pursuer_may_disengage:
        yield "disengaged"


def winners_bars(
    sky: Sky, winner: Flyer, loser: Flyer, choices: list[Position]
) -> Iterator[Barred]:
    """What a winner might like to do as well, and may not."""
    now = sky.position(winner, loser)
    tail = sky.pursuer(loser)
    if "pursuit" not in choices:
        why = Refusal(f"{winner.name} is {now}: that is not among its options", "DOG-9")
        if tail not in (None, winner) and now != "fleeing":
            assert tail is not None
            why = Refusal(f"{tail.name} is at the tail of {loser.name} already", "DOG-13")
        yield Barred(notation(sky, winner, loser, "pursuit"), why)
    if "turning" not in choices and now != "turning":
        why = Refusal(f"{winner.name} is {now}: that is not among its options", "DOG-9")
        yield Barred(notation(sky, winner, loser, "turning"), why)


def notation(sky: Sky, winner: Flyer, loser: Flyer, choice: Position) -> str:
    """`Kit-Kat pursue Vulture`, `Kit-Kat disengage`, `Kit-Kat turning`, `Kit-Kat stay`."""
    if choice == "pursuit":
        return f"{winner.name} pursue {loser.name}"
    if choice == sky.position(winner, loser):
        return f"{winner.name} stay"
    return f"{winner.name} {'disengage' if choice == 'disengaged' else sky.rules.turning}"


def words(sky: Sky, winner: Flyer, loser: Flyer, choice: Position) -> str:
    """What that would mean, where the notation does not say it."""
    if choice == sky.position(winner, loser):
        return f"everything stays as it is with {loser.name}"
    return ""


def take(sky: Sky, who: Flyer, foe: Flyer, position: Position, rule: str) -> None:
    """From now on `who` stands so to `foe`; nothing is told where nothing changes."""
    if sky.position(who, foe) == position:
        return
    sky.relate(who, foe, position)
    said = {
        "pursuit": "is on the tail of",
        "fleeing": "flees from",
        "turning": f"is {sky.rules.turning} with",
        "disengaged": "is disengaged from",
    }
    sky.tell(
        Engaged(rules=(rule,), who=who.name, foe=foe.name, position=position, words=said[position])
    )
