"""Battle (DRG-35, DRG-38 to DRG-44): throws, Shift and Magic Shift until the dice hold the trait.

The leader makes every throw and decides about abilities in the combat led (DRG-35, DRG-63).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Literal, TypeAlias

from msgspec import Struct, structs

from legendry.dragon.combos import FACES, holds
from legendry.dragon.events import Changed, Defeated, Lost, Threw, faces
from legendry.dragon.planning import transfigurations_barred
from legendry.dragon.points import worth
from legendry.dragon.selection import battle_selection, must_fight
from legendry.dragon.state import Combat, DragonState, InPlay
from legendry.table import Barred, Choose, Flow, Option, Refusal, Roll


class Keep(Struct, frozen=True, tag=True):
    """Leave these faces lying and throw all other dice again."""

    faces: tuple[int, ...]


class Shift(Struct, frozen=True, tag=True):
    """A hero turns a die of that face up or down by one."""

    hero: str
    face: int
    way: Literal["up", "down"]

    @property
    def to(self) -> int:
        """The new face: 6 goes up to 1, 1 goes down to 6 (DRG-64)."""
        return (self.face + (0 if self.way == "up" else -2)) % 6 + 1


class MagicShift(Struct, frozen=True, tag=True):
    """The Magician sets a die of one face to another."""

    hero: str
    face: int
    to: int


class Stop(Struct, frozen=True, tag=True):
    """Give the combat up."""


Move: TypeAlias = Keep | Shift | MagicShift | Stop


def combat(state: DragonState) -> Flow[None]:
    """One combat: Battle Selection, Battle, and the leading passes clockwise (DRG-16, DRG-36)."""
    yield from battle_selection(state)
    won = yield from battle(state)
    conclude(state, won)
    state.leader = (state.leader + 1) % len(state.seats)
    state.phase = "selection" if must_fight(state) else "end"


def battle(state: DragonState) -> Flow[bool]:
    """Whether the team wins: at once when the dice hold the trait, thrown or changed (DRG-42).

    It loses when the leader stops (DRG-43), or by itself when there is neither a throw left nor a
    change that can be paid (RUL-D11).
    """
    state.phase = "battle"
    yield from throw_dice(state, ())
    while not holds(_opponent(state).trait.pattern, state.dice):
        if not state.throws_left and not can_change(state):
            return False
        move: Move = yield from Choose(
            state.leader_seat, _question(state), lambda: moves(state), lambda: _barred(state)
        )
        match move:
            case Keep():
                yield from throw_dice(state, move.faces)
            case Shift():
                change_die(state, move, "Shift", shift_price(state))
            case MagicShift():
                change_die(state, move, "Magic Shift", state.cards.costs.magic_shift)
            case Stop():
                return False
    return True


def conclude(state: DragonState, won: bool) -> None:
    """A defeated creature stays, marked, until End of Turn; another one stays longer (DRG-44)."""
    one = _opponent(state)
    combat = structs.replace(_combat(state), dice=state.dice, won=won)
    state.combats.append(combat)
    state.row[combat.slot - 1] = structs.replace(one, fought=True, defeated=won)
    team = tuple(map(state.hero, combat.team))
    if won:
        points = worth(state, combat)
        state.tell(Defeated(rules=("DRG-42",), team=team, creature=one.name, points=points))
    else:
        state.tell(Lost(rules=("DRG-43",), team=team, creature=one.name))
    state.combat = None
    state.dice = ()
    state.throws_left = 0


def _combat(state: DragonState) -> Combat:
    assert state.combat is not None
    return state.combat


def _opponent(state: DragonState) -> InPlay:
    return state.at(_combat(state).slot)


def _question(state: DragonState) -> str:
    left = {0: "no throw", 1: "1 throw"}.get(state.throws_left, f"{state.throws_left} throws")
    return f"{faces(state.dice)} against {_opponent(state).name}, {left} left: what now?"


# -- throws -----------------------------------------------------------------------------------


def throw_dice(state: DragonState, kept: tuple[int, ...]) -> Flow[None]:
    """Throw all five dice first (DRG-38), later those that are not kept (DRG-39)."""
    rule = "DRG-39" if state.dice else "DRG-38"
    stay = left_lying(state.dice, kept)
    count = state.cards.figures.dice - len(stay)
    name = f"throw {_opponent(state).creature.name}"
    thrown = yield from Roll(name, dice=count, seat=state.leader_seat)
    state.dice = (*stay, *thrown)
    state.throws_left -= 1
    state.tell(
        Threw(
            rules=("DRG-35", rule),
            leader=state.leader_seat,
            thrown=thrown,
            dice=state.dice,
            left=state.throws_left,
        )
    )


def left_lying(dice: tuple[int, ...], kept: tuple[int, ...]) -> list[int]:
    """The dice with those faces, in table order; of dice with the same face the first ones."""
    wanted = list(kept)
    stay = []
    for face in dice:
        if face in wanted:
            wanted.remove(face)
            stay.append(face)
    return stay


def keeps(dice: tuple[int, ...]) -> list[Keep]:
    """Every set of faces that may be left lying: at least one die is thrown (DRG-39, RUL-D28).

    Dice with the same face are alike, and dice kept earlier may be thrown again.
    """
    lying = sorted(dice)
    return [
        Keep(kept) for size in range(len(dice)) for kept in sorted({*combinations(lying, size)})
    ]


# -- changes ----------------------------------------------------------------------------------


def shift_price(state: DragonState) -> int:
    """Shift costs each hero of the team less under Vigilant (DRG-57, RUL-D15)."""
    duo = state.cards.duos.get(_combat(state).duo)
    return duo.shift_cost if duo and duo.shift_cost else state.cards.costs.shift


def why_no_shift(state: DragonState, hero: str) -> Refusal | None:
    """Why that hero may not Shift now; None if that is possible (DRG-64 to DRG-67)."""
    if "shift" not in state.cards.heroes[hero].abilities:
        return Refusal(f"the {state.hero(hero)} has no Shift", "DRG-64")
    return _elsewhere(state, hero) or state.poor(hero, shift_price(state), "Shift")


def why_no_magic(state: DragonState, hero: str) -> Refusal | None:
    """Why that hero may not use Magic Shift now; None if that is possible (DRG-68, DRG-69)."""
    if "magic_shift" not in state.cards.heroes[hero].abilities:
        return Refusal(f"the {state.hero(hero)} has no Magic Shift", "DRG-68")
    return _elsewhere(state, hero) or state.poor(hero, state.cards.costs.magic_shift, "Magic Shift")


def can_change(state: DragonState) -> bool:
    """Whether the team can still pay for a change and may use it (DRG-43)."""
    return any(
        why_no_shift(state, hero) is None or why_no_magic(state, hero) is None
        for hero in _combat(state).team
    )


def _elsewhere(state: DragonState, hero: str) -> Refusal | None:
    """An ability works only in the hero's own combat (DRG-62), if the creature allows any (DRG-48)."""
    if hero not in _combat(state).team:
        return Refusal(f"the {state.hero(hero)} is not in this combat", "DRG-62")
    creature = _opponent(state).creature
    if creature.no_abilities:
        return Refusal(f"no ability works against the {creature.name}", "DRG-48")
    return None


def change_die(
    state: DragonState,
    move: Shift | MagicShift,
    ability: Literal["Shift", "Magic Shift"],
    price: int,
) -> None:
    """The hero pays, then one die shows another face (DRG-61, DRG-64, DRG-68).

    Any number of changes may follow, on the same die or on others, by either hero (DRG-65), after
    any throw, the last included (DRG-41, DRG-66, RUL-D10); a changed die may be thrown again
    (DRG-67). Of dice with the same face the last one is changed.
    """
    state.pay(move.hero, price)
    die = max(place for place, face in enumerate(state.dice) if face == move.face)
    state.dice = (*state.dice[:die], move.to, *state.dice[die + 1 :])
    state.tell(
        Changed(
            rules=("DRG-64",) if ability == "Shift" else ("DRG-68",),
            hero=state.hero(move.hero),
            ability=ability,
            old=move.face,
            new=move.to,
            price=price,
            dice=state.dice,
        )
    )


def _shifts(state: DragonState, hero: str) -> Iterator[tuple[str, Shift]]:
    for face in sorted(set(state.dice)):
        yield f"{state.hero(hero)} shift {face} up", Shift(hero, face, "up")
        yield f"{state.hero(hero)} shift {face} down", Shift(hero, face, "down")


def _magic_shifts(state: DragonState, hero: str) -> Iterator[tuple[str, MagicShift]]:
    for face in sorted(set(state.dice)):
        for to in FACES:
            yield f"{state.hero(hero)} {face} to {to}", MagicShift(hero, face, to)


# -- what may be done -------------------------------------------------------------------------


def moves(state: DragonState) -> Iterator[Option[Move]]:
    """All moves of a battle after a throw (DRG-94)."""
    if state.throws_left:
        for keep in keeps(state.dice):
            yield Option(_kept(keep.faces), keep)
    yield from _changes(state)
    yield Option("stop", Stop())


def _changes(state: DragonState) -> Iterator[Option[Move]]:
    for hero in _combat(state).team:
        if why_no_shift(state, hero) is None:
            for text, shift in _shifts(state, hero):
                yield Option(text, shift, f"to {shift.to}, {shift_price(state)} potions")
        if why_no_magic(state, hero) is None:
            for text, magic in _magic_shifts(state, hero):
                if magic.to != magic.face:
                    yield Option(text, magic, f"{state.cards.costs.magic_shift} potions")


def _kept(lying: tuple[int, ...]) -> str:
    return f"keep {faces(lying) or 'nothing'}"


def _barred(state: DragonState) -> Iterator[Barred]:
    if not state.throws_left:
        for keep in keeps(state.dice):
            yield Barred(_kept(keep.faces), Refusal("no throw is left", "DRG-40"))
    yield Barred(
        _kept(tuple(sorted(state.dice))), Refusal("at least one die is thrown again", "DRG-39")
    )
    for hero in state.cards.heroes:
        if refusal := why_no_shift(state, hero):
            for text, _ in _shifts(state, hero):
                yield Barred(text, refusal)
        if "magic_shift" in state.cards.heroes[hero].abilities:
            same = Refusal("Magic Shift names another face", "RUL-D28")
            refusal = why_no_magic(state, hero)
            for text, magic in _magic_shifts(state, hero):
                if magic.to == magic.face or refusal:
                    yield Barred(text, refusal or same)
    yield Barred("song", Refusal("a song is declared with the selection, or not at all", "DRG-32"))
    yield from transfigurations_barred(state)
