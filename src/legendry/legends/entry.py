"""Entering a foe's space (section 7): entry, takedown, tackle; and going in as a reaction (RCT-7)."""

from __future__ import annotations

from collections.abc import Iterator

from legendry.hexes import Hex, gap
from legendry.legends import strikes
from legendry.legends.attack import Attack, about, attacks
from legendry.legends.checks import wins
from legendry.legends.events import Entered, Grappling, Shifted
from legendry.legends.fighter import SHAPES, Fight, Fighter
from legendry.table import Barred, Choose, Flow, Option, Refusal


def entered_cells(fight: Fight, who: Fighter, foe: Fighter) -> tuple[Hex, ...]:
    """Where he would stand in the foe's space: all his hexes free or the foe's (RUL-20)."""
    for anchor in sorted(foe.cells, key=lambda hex: gap((hex,), who.cells)):
        for turn in SHAPES[who.character.hexes]:
            cells = tuple(anchor + offset for offset in turn)
            if all(hex in foe.cells or fight.empty(hex, who) for hex in cells):
                return cells
    return ()


def go_in(fight: Fight, who: Fighter, foe: Fighter, start: Hex) -> Flow[None]:
    """His action of the turn: step into the foe's hex to start a grapple (ENT-1 to ENT-6).

    `start` is where his turn began (RUL-41).
    """
    back = who.cells
    fight.tell(Entered(rules=("ENT-1",), who=who.name, foe=foe.name))
    if joins(fight, foe):
        grapple(fight, who, foe)
        return
    switches = fight.edition.switches
    defends = yield from early_answer(fight, foe, who, defend=switches.early_counter == "or_defend")
    if not who.active:
        return  # a beaten entrant drops in the hex he came from (RUL-42)
    match switches.entry:
        case "tackle":
            yield from tackle_contest(fight, who, foe, back, start)
        case "takedown" if defends:
            yield from defended(fight, who, foe, back)
        case _:
            grapple(fight, who, foe)


def joins(fight: Fight, foe: Fighter) -> bool:
    """A held foe does not resist a newcomer, unless he is the overwhelming one (RUL-48)."""
    return fight.options.join_grapple == "auto" and bool(fight.holders(foe)) and fight.hindered(foe)


def yet_to_move(fight: Fight, who: Fighter) -> bool:
    """Whether a tackled foe has yet to move (ENT-2, RUL-40)."""
    match fight.options.tackle_counter_if:
        case "not_moved_this_round":
            return who.last_turn < fight.round
        case "not_acted_this_battle":
            return who.turns_taken == 0
    return True


def early_answer(fight: Fight, who: Fighter, entrant: Fighter, *, defend: bool) -> Flow[bool]:
    """Counterattack on the way in, with an extra die (ENT-2, RUL-42); AW: or defend (ENT-4).

    Gives whether he defends.
    """
    if not fight.may_react(who):
        return False
    if fight.edition.switches.early_counter == "yet_to_move" and not yet_to_move(fight, who):
        return False
    counters = [one for one in attacks(fight, who, entrant, counter=True) if one.verb != "burst"]
    if not counters and not defend:
        return False

    def options() -> Iterator[Option[Attack | str]]:
        for one in counters:
            same = one.verb == counters[0].verb
            yield Option(
                f"{who.name} counter{'' if same else ' ' + one.verb}{one.words}",
                one,
                look=lambda one=one: about(fight, who, entrant, one, early=True),  # type: ignore[misc]
            )
        if defend:
            yield Option(f"{who.name} defend", "defend")
        yield Option(f"{who.name} take it", "")

    def bars() -> Iterator[Barred]:
        if not defend:
            yield Barred(f"{who.name} defend", Refusal("there is no defence but a blow", "ENT-4"))

    choice = yield from Choose(
        who.seat, f"{entrant.name} goes for {who.name}. What does {who.name} do?", options, bars
    )
    if choice == "":
        return False
    strikes.react(fight, who)
    if choice == "defend":
        return True
    assert isinstance(choice, Attack)
    yield from strikes.one_attack(fight, who, entrant, choice, level=2, early=True)
    if choice.verb == "shoot":
        strikes.used(fight, who, who.arms[choice.weapon], 1)
    return False


def defended(fight: Fight, who: Fighter, foe: Fighter, back: tuple[Hex, ...]) -> Flow[None]:
    """AW: unless the attacker wins DX, the defender retreats or pushes him back (ENT-4, RUL-43)."""
    winner = yield from wins(fight, who, foe, "DX", "takedown")
    if winner is who:
        grapple(fight, who, foe)
        return
    push = fight.stronger(foe, who)
    if push:
        push = yield from Choose(
            foe.seat,
            f"{foe.name} holds {who.name} off: retreat, or push him back?",
            lambda: [Option(f"{foe.name} retreat", False), Option(f"{foe.name} push", True)],
        )
    if push:
        fight.tell(
            Shifted(rules=("ENT-4",), who=who.name, to=str(back[0]), how="is pushed back to")
        )
        return
    yield from gives_ground(fight, who, foe, "ENT-4")


def gives_ground(fight: Fight, who: Fighter, foe: Fighter, rule: str) -> Flow[None]:
    """The entrant stands in the foe's place, and the foe moves to an empty adjacent hex (RUL-44).

    The hex the entrant came from qualifies. With none empty the foe is grappled after all (ENT-3).
    """
    who.cells = entered_cells(fight, who, foe)
    hexes = fight.steps_aside(foe)
    if hexes:
        yield from strikes.step_aside(fight, foe, hexes, "gives ground to", rule)
    else:
        grapple(fight, who, foe)


def tackle_contest(
    fight: Fight, who: Fighter, foe: Fighter, back: tuple[Hex, ...], start: Hex
) -> Flow[None]:
    """TS: the tackler must win DX (ENT-1, ENT-3). The foe's roll costs him nothing (ENT-4, RCT-9)."""
    winner = yield from wins(fight, who, foe, "DX", "tackle")
    if winner is who:
        grapple(fight, who, foe)
    elif fight.stronger(who, foe):
        yield from gives_ground(fight, who, foe, "ENT-3")
    else:
        if fight.options.tackle_return == "turn_start" and fight.empty(start, who):
            back = fight.room(who, start) or back
        who.cells = back
        fight.tell(Shifted(rules=("ENT-3",), who=who.name, to=str(back[0]), how="goes back to"))


def grapple(fight: Fight, who: Fighter, foe: Fighter) -> None:
    """The two are grappling in the foe's hex (ENT-3); the first comer has seniority (RUL-47)."""
    who.cells = entered_cells(fight, who, foe) or who.cells
    for one in (foe, who):
        if not one.joined:
            fight.grapples += 1
            one.joined = fight.grapples
    fight.tell(
        Grappling(rules=("ENT-3", "MOV-3"), who=who.name, foe=foe.name, hex=str(who.cells[0]))
    )


def enter_as_reaction(fight: Fight, who: Fighter, mover: Fighter) -> Flow[None]:
    """Go for the attacker or mover (RCT-7): TSC and AW at once (RUL-46), TS a tackle (RUL-45).

    No early counterattack against it; the step is free (RUL-17).
    """
    fight.tell(Entered(rules=("RCT-7",), who=who.name, foe=mover.name))
    if fight.edition.switches.entry == "tackle" and not joins(fight, mover):
        yield from tackle_contest(fight, who, mover, who.cells, who.hex)
    else:
        grapple(fight, who, mover)
