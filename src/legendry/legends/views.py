"""A fight as a seat sees it: its fighters, the spells in play, and of illusions what they show."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from legendry.hexes import label
from legendry.legends.campaign.items import item_name
from legendry.legends.fighter import Cast, Fight, Fighter
from legendry.legends.magic import seeming
from legendry.table import Seat

MOST_FACES = 1 << 10
"""Fights whose fighters are remembered as they were shown last."""


class FighterView(Struct, frozen=True, gc=False):
    """A fighter as somebody at the table sees him."""

    name: str
    side: str
    seat: Seat
    hex: str
    hexes: tuple[str, ...]
    status: str
    st: int
    dx: int
    iq: int
    ma: int
    damage: int
    fatigue: int
    left: int
    turns_owed: int
    acted: bool
    ready: tuple[str, ...]
    carried: tuple[str, ...]
    natural: tuple[str, ...]
    """What nature gave him to fight with."""
    armor: int
    grappling: tuple[str, ...]
    karma: int
    wishes: int
    suit_failed: bool
    unloaded: tuple[str, ...]
    captured: bool
    staff: int = 0
    """The power left in his staff."""
    flying: bool = False
    form: str = ""
    """The creature whose shape he has taken."""
    summoner: str = ""
    """By whose word he is here, if he is a being of magic."""
    boosts: tuple[str, ...] = ()
    """What raises his figures for a while: leadership, potions."""
    potions: tuple[str, ...] = ()
    """What he has to drink."""
    earned: int = 0
    """Experience gained in this fight."""
    truth: str = ""
    """`image` or `illusion`, to those who know that he is no more than that."""


class SpellView(Struct, frozen=True, gc=False):
    """A spell in play as somebody at the table sees it."""

    number: int
    spell: str
    name: str
    caster: str
    target: str
    hexes: tuple[str, ...]
    value: int
    word: str


class FightView(Struct, frozen=True, gc=False):
    """The fight as a seat sees it: what images and illusions are, only the caster's side knows."""

    edition: str
    board: str
    round: int
    side: str
    unopposed: bool
    quiet: int
    """Rounds since the last harm."""
    fighters: dict[str, FighterView]
    ground: dict[str, tuple[str, ...]]
    sides: tuple[str, ...] = ()
    """All sides in their order, whoever is left of them."""
    spells: tuple[SpellView, ...] = ()

    def __str__(self) -> str:
        rows = [f"Round {self.round}, {self.side or 'nobody'} to act"]
        for one in self.fighters.values():
            state = "" if one.status == "active" else f" {one.status}"
            held = f" grappling {', '.join(one.grappling)}" if one.grappling else ""
            owes = " (owes a turn)" if one.turns_owed else ""
            rows.append(
                f"  {one.hex:<5}{one.name:<18}{one.side:<10} ST{one.st} DX{one.dx} "
                f"harm {one.damage}+{one.fatigue}/{one.st} {', '.join(one.ready)}{held}{state}{owes}"
            )
        return "\n".join(rows)


def view(fight: Fight, seat: Seat | None) -> FightView:
    """The fight as that seat, or (None) somebody who only watches, sees it."""
    return FightView(
        edition=fight.edition.slug,
        board=fight.terrain.name,
        round=fight.round,
        side=fight.sides[fight.side] if fight.side >= 0 else "",
        unopposed=fight.unopposed,
        quiet=fight.quiet,
        fighters=faces(fight, seat),
        ground={str(hex): things for hex, things in sorted(fight.ground.items())},
        sides=fight.sides,
        spells=tuple([shown_spell(fight, seat, cast) for cast in fight.spells]),
    )


def faces(fight: Fight, seat: Seat | None) -> dict[str, FighterView]:
    """All fighters as `shown`, or as they were shown last: most are the same after an answer.

    This holds for whom nothing decides how he is shown but himself and whom he grapples with: no
    spell, no secret. All states of a fight have the same `sides`, by which it is known here.
    """
    sides, spells = fight.sides, fight.spells
    known = _faces.get(id(sides))
    if known is None:
        if len(_faces) >= MOST_FACES:
            _faces.clear()
        known = _faces[id(sides)] = sides, {}
    _, last = known
    found = {}
    for one in fight.fighters:
        name = one.name
        if one.vanished:
            continue
        if spells or one.known_to:
            found[name] = shown(fight, seat, one)
            continue
        before, view = last.get(name, _NOBODY)
        held = tuple([foe.name for foe in fight.holders(one)]) if one.joined else ()
        if before != one or view.grappling != held:
            now: Fighter = one.__copy__()  # type: ignore[attr-defined]
            same = before and view.grappling == held
            view = (same and only_moved(before, now, view)) or shown(fight, seat, one)
            last[name] = now, view
        found[name] = view
    return found


def only_moved(before: Fighter, now: Fighter, view: FighterView) -> FighterView | None:
    """The view of whom nothing befell but that he went elsewhere, or that a turn began or ended."""
    was: Fighter = before.__copy__()  # type: ignore[attr-defined]
    was.cells, was.acted = now.cells, now.acted
    was.turns_taken, was.last_turn = now.turns_taken, now.last_turn
    if was != now or not now.cells:
        return None
    hexes = tuple(map(label, now.cells))
    return replace(view, hex=hexes[0], hexes=hexes, acted=now.acted)


_NOBODY: tuple[Any, Any] = (None, None)
_faces: dict[int, tuple[tuple[str, ...], dict[str, tuple[Fighter, FighterView]]]] = {}
"""By the id of its `sides`, those sides, so that they live as long, and the fighters by name."""


def shown(fight: Fight, seat: Seat | None, one: Fighter) -> FighterView:
    """A fighter as that seat, or (None) somebody who only watches, sees him."""
    fatigue = seeming.shown_fatigue(fight, seat, one)
    return FighterView(
        name=one.name,
        side=fight.sides[one.side],
        seat=one.seat,
        hex=str(one.hex) if one.cells else "",
        hexes=tuple(map(label, one.cells)),
        status=one.status,
        st=one.st,
        dx=one.dx,
        iq=one.iq,
        ma=one.ma,
        damage=one.damage,
        fatigue=fatigue,
        left=one.points_left + one.fatigue - fatigue,
        turns_owed=one.turns_owed,
        acted=one.acted,
        ready=one.ready,
        carried=one.carried,
        natural=tuple([weapon.name for weapon in one.in_hand if weapon.natural]),
        armor=fight.armor(one, one.arms["unarmed"], grappling=False).total,
        grappling=tuple([foe.name for foe in fight.holders(one)]),
        karma=one.karma,
        wishes=one.wishes,
        suit_failed=one.suit_failed,
        unloaded=tuple([id for id, _ in one.unloaded]),
        captured=one.captured,
        staff=seeming.shown_staff(fight, seat, one),
        flying=one.flying,
        form=one.form,
        summoner=one.summoner,
        boosts=tuple(map(str, one.boosts)),
        potions=tuple(map(item_name, one.potions)),
        earned=one.earned,
        truth=one.phantom if seeming.knows(fight, seat, one) else "",
    )


def shown_spell(fight: Fight, seat: Seat | None, cast: Cast) -> SpellView:
    """A spell in play as that seat sees it; an illusion is the summons of what it shows."""
    spell = seeming.cast_spell(fight, cast, seat)
    return SpellView(
        number=cast.number,
        spell=spell.id,
        name=spell.name,
        caster=cast.caster,
        target=cast.target,
        hexes=tuple(map(str, cast.hexes)),
        value=cast.value,
        word=cast.word if spell.id == cast.spell else "",
    )
