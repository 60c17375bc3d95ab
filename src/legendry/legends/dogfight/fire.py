"""Fire (DOG-16 to DOG-24): shots from pursuit, firing runs, damage, sections lost with their crews."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from legendry.legends.craft.crew import gunnery, piloting
from legendry.legends.craft.hull import after
from legendry.legends.dogfight.checks import hit_chance, hits, pilots_compete, rolled
from legendry.legends.dogfight.events import Crippled, Damaged, Fired, SectionLost, TookOver
from legendry.legends.dogfight.sky import Flyer, Member, Sky
from legendry.legends.events import Luck
from legendry.odds import Dice, Distribution, damage
from legendry.table import Barred, Choose, Flow, Ledger, Line, Option, Refusal, Roll

# -- ways to fire ------------------------------------------------------------------------------


def fire(sky: Sky, who: Flyer, target: Flyer) -> Flow[None]:
    """A shot from pursuit (DOG-17)."""
    sky.tell(Fired(rules=("DOG-16", "DOG-17"), who=who.name, at=target.name, how="fires at"))
    yield from shot(sky, who, target, sky.rules.fire_dice)


def run(sky: Sky, who: Flyer, target: Flyer) -> Flow[None]:
    """A firing run of a disengaged craft (DOG-18, RUL-130); afterwards it is disengaged as before.

    Where the edition has it so, the pilot must win a contest first: not won, no shot.
    """
    how = "makes a firing run at"
    sky.tell(Fired(rules=("DOG-16", "DOG-18"), who=who.name, at=target.name, how=how))
    sky.run = (who.number, target.number)
    won = True
    if sky.rules.run_contest:
        verdict = yield from pilots_compete(sky, who, target, "run")
        won = verdict.winner is who
    if won:
        yield from shot(sky, who, target, sky.rules.run_dice)
    sky.run = None


def face(sky: Sky, who: Flyer, target: Flyer) -> Flow[None]:
    """A facing firing run (DOG-19, RUL-129): both fire at once, and both shots count."""
    how = "makes a facing run at"
    sky.tell(Fired(rules=("DOG-16", "DOG-19"), who=who.name, at=target.name, how=how))
    dice = sky.rules.facing_dice
    shots = [(who, target), (target, who)] if target.craft.weapons else [(who, target)]
    hitting = []
    for one, other in shots:
        if (yield from hits(sky, one, other, dice)):
            hitting.append((one, other))
    dealt = []
    for one, other in hitting:
        dealt.append((other, (yield from harm(sky, one, other))))
    for other, ledger in dealt:
        yield from suffer(sky, other, ledger)


def shot(sky: Sky, who: Flyer, target: Flyer, dice: int) -> Flow[None]:
    """One roll to hit; a hit does its damage."""
    if (yield from hits(sky, who, target, dice)):
        ledger = yield from harm(sky, who, target)
        yield from suffer(sky, target, ledger)


# -- damage ------------------------------------------------------------------------------------


def harm(sky: Sky, who: Flyer, target: Flyer) -> Flow[Ledger]:
    """The weapon dice less shields (DOG-20, DOG-21), and what the attacker makes of it (DOG-22).

    He may inflict fewer points than came through, down to none (RUL-133).
    """
    gunner = sky.gunner(who)
    roll = Roll(f"damage {who.name}>{target.name}", who.craft.weapons, seat=who.seat)
    faces = yield from rolled(sky, roll, gunner, sky.pilot(target), None)
    lines = [Line(sum(faces), f"{who.craft.weapons}d6", "DOG-20")]
    if curse := min(cursed(sky, gunner), sum(faces) - 1):
        lines.append(Line(-curse, "curses", "CAM-13"))
    if shields := min(target.craft.shields, sum(faces) - curse):
        lines.append(Line(-shields, "shields", "DOG-21"))
    ledger = Ledger("damage", tuple(lines))
    most = min(ledger.total, sum(target.left))
    if not most:
        return ledger
    points = yield from Choose(
        who.seat,
        f"how many of {ledger.total} points does {who.name} inflict on {target.name}?",
        lambda: [
            Option(f"{who.name} inflict {points}", points, consequences(target, points))
            for points in range(most, -1, -1)
        ],
        lambda: [Barred(f"{who.name} inflict {most + 1}", too_much(target, ledger))],
    )
    if spared := ledger.total - points:
        ledger = ledger.plus([Line(-spared, "not inflicted", "DOG-22")])
    return ledger


def too_much(target: Flyer, ledger: Ledger) -> Refusal:
    """Why no more points can be inflicted."""
    if ledger.total > sum(target.left):
        return Refusal(f"there is no more of {target.name} to destroy", "DOG-22")
    return Refusal(f"only {ledger.total} points came through", "RUL-133")


def cursed(sky: Sky, gunner: Member) -> int:
    """What curses take off damage, which stays at least 1 before shields (CAM-13, RUL-87)."""
    worsens = sky.options.curse(sky.edition.switches) == "worsens"
    return gunner.character.curses if worsens else 0


def consequences(target: Flyer, points: int) -> str:
    """What so many points would do, in few words."""
    left = after(target.left, points)
    labels = target.craft.labels
    lost = [labels[n] for n, now in enumerate(left) if not now and target.left[n]]
    if not any(left):
        return f"nothing is left of {target.name}"
    parts = [f"{', '.join(lost)} destroyed"] if lost else []
    if target.active and points >= target.to_cripple:
        parts.append("dead in the water")
    return "; ".join(parts)


def suffer(sky: Sky, target: Flyer, ledger: Ledger) -> Flow[None]:
    """Each point destroys a section point in the order listed, and crews with it (DOG-22, DOG-24).

    A craft that is dead in the water or destroyed loses all its relations (RUL-132, RUL-134).
    """
    points = ledger.total
    before, left = target.left, after(target.left, points)
    status = target.status
    target.left = left
    target.settle()
    fallen = target.status != status
    if fallen:
        sky.loosen(target)
    sky.tell(Damaged(rules=("DOG-22",), who=target.name, points=points, ledger=ledger))
    if points:
        sky.quiet = 0
    for place, label in enumerate(target.craft.labels):
        if before[place] and not left[place]:
            yield from lose_section(sky, target, place, label)
    if target.active:
        keep_manned(sky, target)
    if fallen:
        rule = "CRF-2" if target.status == "destroyed" else "DOG-23"
        sky.tell(Crippled(rules=(rule, "RUL-134"), who=target.name, state=target.status))


def lose_section(sky: Sky, target: Flyer, place: int, label: str) -> Flow[None]:
    """Everyone in a section dies with it (CRF-2, DOG-24, RUL-145), unless a wish saves him (CAM-8)."""
    inside = [one for one in sky.crew if one.aboard == target.number and one.section == place]
    inside = [one for one in inside if one.alive]
    for one in inside:
        one.alive = False
    names = tuple(one.name for one in inside)
    sky.tell(SectionLost(rules=("CRF-2", "DOG-24"), who=target.name, section=label, killed=names))
    for one in inside:
        if one.wishes and (yield from wished(one)):
            one.wishes -= 1
            one.alive, one.section, one.damage = True, -1, 0
            if sky.edition.switches.wish_heals_fatigue:
                one.fatigue = 0
            what = "wishes himself alive and drifts in a pod"
            sky.tell(Luck(rules=("CAM-8",), who=one.name, what=what))


def keep_manned(sky: Sky, who: Flyer) -> None:
    """Who is lost at his post is followed by the best in an Operations that stands (RUL-124).

    There is somebody, or the craft would not be active; whoever drifts in a pod is lost to it.
    """
    able = seated(sky, who)
    if sky.pilot(who) in able:
        return
    pilot = max(able, key=lambda one: piloting(who.craft, one.character).total)
    gunner = max(able, key=lambda one: gunnery(who.craft, one.character).total)
    gunner.station = "gunner"
    pilot.station = "pilot"
    sky.man(who, pilot.number, gunner.number)
    rules = ("RUL-122", "RUL-124")
    sky.tell(TookOver(rules=rules, who=who.name, pilot=pilot.name, gunner=gunner.name))


def seated(sky: Sky, who: Flyer) -> list[Member]:
    """Those who sit where a craft is flown from and are in a state to do so."""
    kinds = [who.craft.yard.kind(section.name) for section in who.craft.sections]
    places = [n for n, kind in enumerate(kinds) if kind and kind.stations and who.left[n]]
    aboard = (one for one in sky.crew if one.aboard == who.number and one.section in places)
    return [one for one in aboard if one.damage + one.fatigue < one.character.st]


def wished(who: Member) -> Flow[bool]:
    """Whether somebody just killed spends a wish (CAM-8, RUL-85)."""
    return (
        yield from Choose(
            who.seat,
            f"{who.name} is dead. Does he spend a wish?",
            lambda: [Option(f"{who.name} wish", True), Option(f"{who.name} no wish", False)],
        )
    )


# -- odds --------------------------------------------------------------------------------------


def through(sky: Sky, who: Flyer, target: Flyer) -> Distribution:
    """The points of a hit after curses and shields (DOG-20, DOG-21)."""
    dice = Dice(who.craft.weapons)
    return damage(dice, bonus=-cursed(sky, sky.gunner(who)), armor=target.craft.shields)


def shot_figures(
    sky: Sky, who: Flyer, target: Flyer, dice: int, before: Fraction = Fraction(1)
) -> dict[str, Fraction]:
    """The exact odds of a shot: to hit, the mean damage, to leave the target dead in the water.

    `before` is the chance that it comes to a shot at all.
    """
    hit = before * hit_chance(sky, who, dice)
    points = through(sky, who, target)
    return {
        "hit": hit,
        "damage": hit * points.mean,
        "drop": hit * points.at_least(target.to_cripple),
    }


def shot_ledgers(who: Flyer, target: Flyer) -> Iterator[Ledger]:
    """What a shot is rolled against, and what the target's shields take off."""
    yield who.gunnery
    yield Ledger.of("shields", (target.craft.shields, f"of {target.name}", "DOG-21"))
