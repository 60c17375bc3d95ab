"""What interfaces are given of a dogfight: the view, a closer look, the luck, the sky as bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from legendry.legends.character import effective
from legendry.legends.craft.craft import cost
from legendry.legends.craft.hull import destroyed, heard
from legendry.legends.dogfight.formation import Place, formation
from legendry.legends.dogfight.sky import Flyer, Member, Sky
from legendry.odds import passes
from legendry.table import Insight, Ledger, Roll, Seat
from legendry.table.freezing import Kept, unfrozen
from legendry.table.requests import folded
from legendry.table.tally import Fell, Tally, by_seat, counted, pips_of, tallied


class SectionView(Struct, frozen=True):
    """A section: what it takes to destroy it, what is left of that, who is in it."""

    name: str
    points: int
    left: int
    crew: tuple[str, ...]


class CraftView(Struct, frozen=True):
    """A craft as everybody at the table sees it."""

    name: str
    side: str
    seat: Seat
    status: str
    notation: str
    sections: tuple[SectionView, ...]
    weapons: int
    shields: int
    maneuver: int
    systems: int
    maneuvers_at: int
    """What its pilot rolls under in a contest (DOG-8)."""
    fires_at: int
    """What its gunner rolls under (DOG-17)."""
    to_cripple: int
    """The points that would leave it dead in the water; of a wreck, those that would destroy it."""
    pilot: str
    gunner: str
    pursues: tuple[str, ...]
    pursued_by: str
    turning_with: tuple[str, ...]
    destroyed: tuple[str, ...]
    """The sections that are lost."""
    can_call: bool
    """Whether it can reach anybody outside (CRF-7)."""
    acted: bool
    captured: bool


class MemberView(Struct, frozen=True):
    """A member of a crew as everybody sees him."""

    name: str
    craft: str
    seat: Seat
    station: str
    section: str
    alive: bool
    karma: int
    wishes: int
    curses: int


class DogfightView(Struct, frozen=True):
    """The dogfight as everybody sees it: nothing is hidden in it."""

    edition: str
    round: int
    side: str
    flying: str
    """The craft whose turn is under way."""
    maneuvered: bool
    fired: bool
    """What it has done already."""
    turning: str
    """What side by side is called here: turning, or neutral (DOG-6)."""
    quiet: int
    """Rounds since the last damage."""
    run: tuple[str, ...]
    """A firing run under way: who, at whom (DOG-18)."""
    craft: dict[str, CraftView]
    crew: dict[str, MemberView]
    formation: dict[str, Place]
    """Where the pieces are (DOG-25)."""

    def __str__(self) -> str:
        rows = [f"Round {self.round}, {self.side or 'nobody'} to act"]
        for one in self.craft.values():
            rows.append(
                f"  {one.name:<18}{one.side:<12} {strip(one):<24} d{one.weapons}/{one.shields} "
                f"pilot {one.maneuvers_at} gunner {one.fires_at}  {stance(one, self.turning)}"
            )
        return "\n".join(rows)


def strip(one: CraftView) -> str:
    """Its sections in a few letters, in the order they are lost: `C1 E0/2 O1`."""
    parts = []
    for section in one.sections:
        left = f"{section.left}/" if section.left < section.points else ""
        parts.append(f"{section.name[0]}{left}{section.points}")
    return " ".join(parts)


def stance(one: CraftView, turning: str) -> str:
    """How it stands to the others, in words."""
    if one.status != "active":
        return one.status
    parts = []
    if one.pursues:
        parts.append(f"pursues {', '.join(one.pursues)}")
    if one.pursued_by:
        parts.append(f"flees from {one.pursued_by}")
    if one.turning_with:
        parts.append(f"{turning} with {', '.join(one.turning_with)}")
    return "; ".join(parts) or "disengaged"


def view(sky: Sky) -> DogfightView:
    """The whole of it: in a dogfight everybody sees everything."""
    return DogfightView(
        edition=sky.edition.slug,
        round=sky.round,
        side=sky.sides[sky.side] if sky.side >= 0 else "",
        flying=sky.flyers[sky.flying].name if sky.flying >= 0 else "",
        maneuvered=sky.maneuvered,
        fired=sky.fired,
        turning=sky.rules.turning,
        quiet=sky.quiet,
        run=tuple(sky.flyers[number].name for number in sky.run or ()),
        craft={one.name: shown(sky, one) for one in sky.flyers},
        crew={one.name: shown_member(sky, one) for one in sky.crew},
        formation=formation(sky),
    )


def shown(sky: Sky, one: Flyer) -> CraftView:
    labels, sections = one.craft.labels, one.craft.sections
    tail = sky.pursuer(one)
    inside: list[list[str]] = [[] for _ in sections]
    for member in sky.crew:
        if member.aboard == one.number and member.section >= 0:
            inside[member.section].append(member.name)
    return CraftView(
        name=one.name,
        side=sky.sides[one.side],
        seat=one.seat,
        status=one.status,
        notation=one.craft.notation,
        sections=tuple(
            SectionView(labels[n], sections[n].points, left, tuple(inside[n]))
            for n, left in enumerate(one.left)
        ),
        weapons=one.craft.weapons,
        shields=one.craft.shields,
        maneuver=one.craft.maneuver,
        systems=one.craft.systems,
        maneuvers_at=one.maneuvering.total,
        fires_at=one.gunnery.total,
        to_cripple=one.to_cripple,
        pilot=sky.pilot(one).name,
        gunner=sky.gunner(one).name,
        pursues=tuple(foe.name for foe in sky.targets(one)),
        pursued_by=tail.name if tail else "",
        turning_with=tuple(
            foe.name for foe in sky.engaged(one) if sky.position(one, foe) == "turning"
        ),
        destroyed=destroyed(one.craft, one.left),
        can_call=heard(one.craft, one.left),
        acted=one.acted,
        captured=one.captured,
    )


def shown_member(sky: Sky, one: Member) -> MemberView:
    craft = sky.flyers[one.aboard]
    return MemberView(
        name=one.name,
        craft=craft.name,
        seat=one.seat,
        station=one.station,
        section=craft.craft.labels[one.section] if one.section >= 0 else "",
        alive=one.alive,
        karma=one.karma,
        wishes=one.wishes,
        curses=one.character.curses,
    )


# -- what never changes ------------------------------------------------------------------------


class Scenery(Struct, frozen=True):
    """What is drawn once: the sides with their craft as they were built."""

    sides: dict[str, tuple[str, ...]]
    built: dict[str, str]
    """The notation of each craft."""
    dx: dict[str, int]
    """The DX of everybody aboard, with what he wears and without any skill."""
    cost: dict[str, int]
    """The build points of each craft (CRF-14)."""


def scenery(sky: Sky) -> Scenery:
    return Scenery(
        {
            side: tuple(one.name for one in sky.flyers if one.side == number)
            for number, side in enumerate(sky.sides)
        },
        {one.name: one.craft.notation for one in sky.flyers},
        {one.name: effective(one.character, "DX").total for one in sky.crew},
        {one.name: cost(one.craft).total for one in sky.flyers},
    )


# -- a closer look -----------------------------------------------------------------------------


def inspect(sky: Sky, thing: str) -> Insight:
    """The figures of the craft of that name: its pilot's, its gunner's, shields, build points."""
    for one in sky.flyers:
        if folded(one.name) == folded(thing):
            return Insight(tuple(figures(one)))
    return Insight()


def figures(one: Flyer) -> Iterator[Ledger]:
    yield Ledger("pilot", one.maneuvering.lines)
    yield Ledger("gunner", one.gunnery.lines)
    yield Ledger.of("shields", (one.craft.shields, "off every hit", "DOG-21"))
    yield cost(one.craft)


# -- luck --------------------------------------------------------------------------------------

LUCKIER = "luckier than {} of dogfights"


def luck(sky: Sky, fell: Iterable[Fell]) -> tuple[Tally, ...]:
    """For each seat, its checks and its damage dice; initiative is left out."""
    tallies = []
    for seat, rolls in by_seat(fell).items():
        checks = [(roll, faces) for roll, faces in rolls if roll.against is not None]
        damage = [(roll, faces) for roll, faces in rolls if roll.name.startswith("damage ")]
        if checks:
            passed = sum(sum(faces) <= limit(sky, roll) for roll, faces in checks)
            deed = f"passed {passed} of {counted(len(checks), 'checks')}"
            chances = [passes(roll.dice, limit(sky, roll)) for roll, _ in checks]
            ways = [(one.denominator - one.numerator, one.numerator) for one in chances]
            tallies.append(tallied(seat, "checks", passed, ways, deed, LUCKIER))
        if damage:
            tallies.append(pips_of(seat, "damage dice", damage, LUCKIER))
    return tuple(tallies)


def limit(sky: Sky, roll: Roll) -> int:
    """What the dice alone must not exceed: the number rolled against, less curses (CAM-13).

    A roll is named by its purpose and by who rolls: `fire Kit-Kat>Vulture`.
    """
    assert roll.against is not None
    purpose = roll.name.partition(">")[0]
    verb, _, name = purpose.partition(" ")
    flyer = sky.named(name)
    roller = sky.gunner(flyer) if verb == "fire" else sky.pilot(flyer)
    return roll.against.total - roller.character.curses


# -- as bytes ----------------------------------------------------------------------------------

GIVEN = {"number", "name", "side", "seat", "craft", "vital"}
WORKED_OUT = {"dx", "maneuvering", "gunnery", "active"}
FLYER = Kept(Flyer, GIVEN | WORKED_OUT)
MEMBER = Kept(Member, {"number", "name", "seat", "character", "aboard"})
SKY = Kept(
    Sky,
    {"edition", "rules", "options", "sides", "events"},
    flyers=list[FLYER.shape],  # type: ignore[name-defined]  # made at run time
    crew=list[MEMBER.shape],  # type: ignore[name-defined]
)


def freeze(sky: Sky) -> bytes:
    """A sky as bytes."""
    return msgspec.json.encode(
        SKY.of(
            sky,
            flyers=[FLYER.of(one) for one in sky.flyers],
            crew=[MEMBER.of(one) for one in sky.crew],
        )
    )


def thaw(sky: Sky, frozen: bytes) -> Sky:
    """A sky fresh from set-up, as it was when it was frozen; `ValueError` if that was another."""
    kept = unfrozen(frozen, SKY.shape)
    flyers, crew = sky.flyers, sky.crew
    if len(kept.flyers) != len(flyers) or len(kept.crew) != len(crew):
        raise ValueError("the frozen dogfight has other craft than this one")
    for one, flyer in zip(kept.flyers, flyers, strict=True):
        FLYER.restore(one, flyer)
        sections = flyer.craft.sections
        if len(flyer.left) != len(sections) or not all(
            0 <= left <= section.points for left, section in zip(flyer.left, sections, strict=True)
        ):
            raise ValueError(f"in the frozen dogfight {flyer.name} has other sections")
        flyer.settle()
    for one, member in zip(kept.crew, crew, strict=True):
        MEMBER.restore(one, member)
        if not -1 <= member.section < len(flyers[member.aboard].left):
            raise ValueError(f"in the frozen dogfight {member.name} is in no section")
    for flyer in flyers:
        own = [member.number for member in crew if member.aboard == flyer.number]
        if not {flyer.pilot, flyer.gunner} <= set(own):
            raise ValueError(f"in the frozen dogfight {flyer.name} has another crew")
        sky.man(flyer, flyer.pilot, flyer.gunner)
    SKY.restore(kept, sky, flyers=flyers, crew=crew)
    numbers = {number for pair in (*sky.pursuits, *sky.turnings, sky.run or ()) for number in
               (pair if isinstance(pair, tuple) else (pair,))} | {max(0, sky.flying)}  # fmt: skip
    if not numbers <= set(range(len(flyers))) or not {*sky.order, max(0, sky.side)} <= set(
        range(len(sky.sides))
    ):
        raise ValueError("the frozen dogfight has craft or sides that this one has not")
    return sky
