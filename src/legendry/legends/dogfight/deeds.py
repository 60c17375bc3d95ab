"""What a craft may do in its turn (DOG-4, DOG-7): each deed is legal or has a reason against it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.legends.dogfight.checks import bout
from legendry.legends.dogfight.fire import shot_figures, shot_ledgers
from legendry.legends.dogfight.maneuver import unopposed
from legendry.legends.dogfight.sky import Flyer, Sky
from legendry.table import About, Barred, Option, Refusal

Kind: TypeAlias = Literal["maneuver", "fire", "run", "face", "exit", "pass"]


class Deed(Struct, frozen=True, gc=False):
    """Something to do in a turn: `Kit-Kat fire Vulture`."""

    kind: Kind
    target: str = ""

    def notation(self, who: Flyer) -> str:
        return f"{who.name} {self.kind} {self.target}".rstrip()


WORDS: dict[Kind, str] = {
    "maneuver": "",
    "fire": "",
    "run": "a firing run",
    "face": "a facing run: both fire",
    "exit": "leave for good",
    "pass": "do nothing more",
}


def deeds(sky: Sky, who: Flyer) -> list[Deed]:
    """Everything that a player might try, legal or not."""
    kinds: tuple[Kind, ...] = ("maneuver", "fire", "run", "face")
    tried = [Deed(kind, foe.name) for foe in sky.foes(who) for kind in kinds]
    return [*tried, Deed("exit"), Deed("pass")]


def options(sky: Sky, who: Flyer) -> Iterator[Option[Deed]]:
    """What is legal now, with exact odds."""
    for deed in deeds(sky, who):
        if why_not(sky, who, deed) is None:
            look = partial(about, sky, who) if deed.target else None
            yield Option(deed.notation(who), deed, WORDS[deed.kind], look)


def barred(sky: Sky, who: Flyer) -> Iterator[Barred]:
    """What is not, with the reasons."""
    for deed in deeds(sky, who):
        refusal = why_not(sky, who, deed)
        if refusal is not None:
            yield Barred(deed.notation(who), refusal)


def done(sky: Sky, who: Flyer) -> bool:
    """Whether its turn is over (DOG-4): after a maneuver there is but a shot from pursuit left.

    A firing run and leaving are things to do instead of a maneuver (DOG-7, DOG-18).
    """
    if not who.active or sky.rules.turn == "maneuver_or_fire":
        return True
    return sky.maneuvered and (sky.fired or not who.craft.weapons or not sky.targets(who))


# -- why not -----------------------------------------------------------------------------------


def why_not(sky: Sky, who: Flyer, deed: Deed) -> Refusal | None:
    """The reason why a craft may not do that now; None if it may."""
    match deed.kind:
        case "maneuver":
            return not_maneuver(sky, who, sky.named(deed.target))
        case "fire":
            return not_fire(sky, who, sky.named(deed.target))
        case "run":
            return not_run(sky, who)
        case "face":
            return not_face(sky, who, sky.named(deed.target))
        case "exit":
            return not_exit(sky, who)
        case "pass":
            return not_pass(sky, who)


def not_maneuver(sky: Sky, who: Flyer, foe: Flyer) -> Refusal | None:
    """Against those it is engaged with (DOG-7), the target or the tail (DOG-14); else any not
    pursued yet (RUL-127). One foe a turn (RUL-136)."""
    if sky.maneuvered:
        return Refusal(f"{who.name} has maneuvered in this turn", "RUL-136")
    engaged = sky.engaged(who)
    if not engaged:
        tail = sky.pursuer(foe)
        if tail is not None:
            words = f"{tail.name} is at the tail of {foe.name}: only firing runs reach it"
            return Refusal(words, "RUL-127")
        return None
    if foe not in engaged:
        return Refusal(f"{who.name} is engaged with {listed(engaged)}", "DOG-7")
    tail, targets = sky.pursuer(who), sky.targets(who)
    if tail is None or not targets or foe is tail:
        return None
    if sky.rules.turn == "maneuver_or_fire":
        words = f"with {tail.name} at its tail it fires on {listed(targets)} or turns on the tail"
        return Refusal(words, "DOG-14")
    if foe not in targets:
        words = f"with {tail.name} at its tail it maneuvers against that or {listed(targets)}"
        return Refusal(words, "DOG-14")
    return None


def unarmed(sky: Sky, who: Flyer) -> Refusal | None:
    """No weapons, or a second shot in one turn (CRF-10, RUL-124)."""
    if not who.craft.weapons:
        return Refusal(f"{who.name} has no weapons", "CRF-10")
    if sky.fired:
        return Refusal(f"{who.name} has fired in this turn", "RUL-124")
    return None


def not_fire(sky: Sky, who: Flyer, target: Flyer) -> Refusal | None:
    """Only from pursuit, at the moment of firing (DOG-16, RUL-131)."""
    if sky.position(who, target) != "pursuit":
        return Refusal(f"{who.name} does not pursue {target.name}", "DOG-16")
    return unarmed(sky, who)


def not_run(sky: Sky, who: Flyer) -> Refusal | None:
    """By a craft that is wholly disengaged (DOG-18, RUL-130), in place of a maneuver: see `done`."""
    engaged = sky.engaged(who)
    if engaged:
        return Refusal(f"{who.name} is engaged with {listed(engaged)}", "RUL-130")
    return unarmed(sky, who)


def not_face(sky: Sky, who: Flyer, target: Flyer) -> Refusal | None:
    """At the beginning only, both of them disengaged (DOG-19, RUL-129)."""
    if not sky.rules.facing_dice:
        return Refusal(f"there are no facing runs in {sky.edition.title}", "DOG-19")
    if sky.round > 1 or (sky.place and sky.options.facing_run_window == "first_player_turn"):
        return Refusal("facing runs are for the beginning of a dogfight", "RUL-129")
    if not target.active:
        return Refusal(f"{target.name} is {target.status}", "DOG-23")
    for one in (who, target):
        if engaged := sky.engaged(one):
            return Refusal(f"{one.name} is engaged with {listed(engaged)}", "RUL-129")
    return unarmed(sky, who)


def not_exit(sky: Sky, who: Flyer) -> Refusal | None:
    """Disengaged, after the first round (DOG-12), in place of a maneuver: see `done`."""
    if sky.round == 1:
        return Refusal("nobody leaves in the first round", "DOG-12")
    if engaged := sky.engaged(who):
        return Refusal(f"{who.name} is engaged with {listed(engaged)}", "DOG-12")
    return None


def not_pass(sky: Sky, who: Flyer) -> Refusal | None:
    """An engaged craft has to maneuver, even after it has fired, in the classic rules (DOG-7)."""
    if sky.rules.must_maneuver and not sky.maneuvered and (engaged := sky.engaged(who)):
        return Refusal(f"{who.name} has to maneuver against {listed(engaged, ' or ')}", "DOG-7")
    return None


def listed(flyers: list[Flyer], joined: str = " and ") -> str:
    return joined.join(one.name for one in flyers)


# -- odds --------------------------------------------------------------------------------------


def about(sky: Sky, who: Flyer, deed: Deed) -> About:
    """What can be known of a deed: exact chances with the best dice on both sides, and ledgers."""
    target, rules = sky.named(deed.target), sky.rules
    if deed.kind == "maneuver":
        return contest_about(sky, who, target)
    ledgers = tuple(shot_ledgers(who, target))
    if deed.kind == "fire":
        return About(shot_figures(sky, who, target, rules.fire_dice), ledgers)
    if deed.kind == "face":
        figures = shot_figures(sky, who, target, rules.facing_dice)
        if target.craft.weapons:
            back = shot_figures(sky, target, who, rules.facing_dice)
            figures["risk"] = back["drop"]
            ledgers += tuple(shot_ledgers(target, who))
        return About(figures, ledgers)
    if not rules.run_contest:
        return About(shot_figures(sky, who, target, rules.run_dice), ledgers)
    first = contest_about(sky, who, target)
    win = first.figures["win"]
    figures = {"win": win, **shot_figures(sky, who, target, rules.run_dice, win)}
    return About(figures, first.ledgers + ledgers)


def contest_about(sky: Sky, who: Flyer, foe: Flyer) -> About:
    """The chance to win against a foe: certain where nobody resists (DOG-15, RUL-132)."""
    if not foe.active or unopposed(sky, who, foe):
        return About({"win": Fraction(1)}, (who.maneuvering,))
    between = bout(sky, who, foe)
    return About({"win": between.best}, between.limits)
