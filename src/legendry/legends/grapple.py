"""Grappling (section 8): the contest of ST, damage, drag and escape, several grapplers at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal, TypeAlias

from legendry.hexes import Hex, neighbours
from legendry.legends.attack import Attack, about, enough_shots, usual_ways, ways, weapon_name
from legendry.legends.contests import Bout, compete
from legendry.legends.events import Attacked, Shifted
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import shifted
from legendry.legends.injury import release
from legendry.legends.magic import effects, lasting
from legendry.legends.strikes import step_aside, used, where_to, wound
from legendry.table import About, Barred, Choose, Flow, Ledger, Line, Option, Refusal

Aim: TypeAlias = Literal["grapple", "wrestle", "drag", "escape"]


def grips(fight: Fight, who: Fighter, foe: Fighter) -> Sequence[Attack]:
    """What he can hurt a held foe with: G weapons, nature's, bare hands (GRP-4, RUL-52).

    A G missile weapon needs its shot (RUL-26, RUL-37); breath is none of them.
    """
    if fight.options.track_ammo:
        return loaded_grips(fight, who, foe)
    return usual_ways(fight, who, foe, "grapple")


def loaded_grips(fight: Fight, who: Fighter, foe: Fighter) -> list[Attack]:
    """The same where shots are counted."""
    return list(
        ways(
            fight, who, foe, "grapple",
            lambda one: not one.breath and (not one.missile or enough_shots(fight, who, one, 1)),
        )
    )  # fmt: skip


def lead_on(fight: Fight, foe: Fighter, side: int) -> Fighter | None:
    """The first of a side to hold that foe (RUL-47)."""
    return next((one for one in fight.holders(foe) if one.side == side), None)


def hits_at_once(fight: Fight, who: Fighter, foe: Fighter) -> bool:
    """Grapplers beyond the first of their side hit without a contest (GRP-10, RUL-47)."""
    return fight.options.extra_grapplers_auto_hit and lead_on(fight, foe, who.side) is not who


def strength(fight: Fight, who: Fighter, grip: Attack | None) -> list[Line]:
    """Skill in a grapple (GRP-14, SKL-60, SKL-66, RUL-88): unarmed levels, AW a dagger's."""
    switches = fight.edition.switches
    lines = []
    bare = who.arms["unarmed"].skill
    if who.skill(bare) and not (grip and grip.weapon == "unarmed" and grip.skill == "damage"):
        lines.append(Line(who.skill(bare), fight.edition.skills[bare].name, "SKL-60"))
    if grip is not None and switches.dagger_skill_grapples:
        weapon = who.arms[grip.weapon]
        if weapon.id != "unarmed" and weapon.grappling and who.skill(weapon.skill):
            skill = fight.edition.skills[weapon.skill].name
            lines.append(Line(who.skill(weapon.skill), skill, "SKL-66"))
    return lines


WRESTLES: dict[Aim, tuple[str, str]] = {
    "grapple": ("GRP-2", "wrestles with"),
    "wrestle": ("GRP-2", "wrestles with"),
    "drag": ("GRP-5", "tries to drag"),
    "escape": ("GRP-6", "tries to escape from"),
}
"""What is told of a grappling action before its dice, and by which rule (RUL-53)."""


def struggle(fight: Fight, who: Fighter, foe: Fighter, aim: Aim, grip: Attack | None) -> Flow[None]:
    """A grappling action against one foe (GRP-2 to GRP-6, RUL-47, RUL-53).

    The contest is the defence: nobody reacts to what comes of it (RUL-54, RCT-9).
    TS: a grappler beyond the first, who may hit at once, may also `wrestle` to get away.
    """
    if aim == "grapple" and hits_at_once(fight, who, foe):
        how = "helps to hold"
        fight.tell(Attacked(rules=("GRP-10", "RUL-47"), who=who.name, at=foe.name, how=how))
        yield from hurt(fight, who, foe, grip)
        return
    against = [foe] if aim in ("grapple", "wrestle") else fight.holders(who)
    rule, how = WRESTLES[aim]
    fight.tell(Attacked(rules=(rule,), who=who.name, at=foe.name, how=how))
    ours, theirs = who.ledgers["ST"], foe.ledgers["ST"]
    bout = yield from contest_of_st(fight, who, against, grip)
    if aim in ("drag", "escape"):
        if bout.won_by(who):
            yield from leave(fight, who, drag=aim == "drag")
        return
    winner = bout.winners[0]
    if winner is None:
        return  # the grapple goes on (GRP-3)
    if fight.edition.switches.winner_chooses:
        if winner is who:
            yield from winner_chooses(fight, who, foe, grip, bout.faces, ours)
        else:
            answer = next(iter(bout.answers), ())
            yield from winner_chooses(fight, foe, who, None, answer, theirs)
    elif winner is who:
        yield from hurt(fight, who, foe, grip)
    else:
        yield from hurt(fight, foe, who, None)


def contest_of_st(
    fight: Fight,
    who: Fighter,
    foes: list[Fighter],
    grip: Attack | None,
    faces: tuple[int, ...] = (),
    bare: Ledger | None = None,
) -> Flow[Bout[Fighter]]:
    """Win ST against the foes; skill helps both sides (GRP-2, GRP-14, RUL-6)."""
    return compete(
        fight,
        who,
        foes,
        "ST",
        "grapple",
        plus=strength(fight, who, grip),
        answer_plus=lambda foe: strength(fight, foe, counter_grip(fight, who, foe, grip)),
        faces=faces,
        bare=bare,
    )


def counter_grip(fight: Fight, who: Fighter, foe: Fighter, grip: Attack | None) -> Attack | None:
    """What the foe holds against a grip with a weapon of the same skill (RUL-6): AW, a dagger."""
    if grip is None or grip.weapon == "unarmed":
        return None
    if not fight.edition.switches.dagger_skill_grapples:
        return None
    skill = who.arms[grip.weapon].skill
    listed = grips(fight, foe, who) if foe.skill(skill) else []
    return next((one for one in listed if foe.arms[one.weapon].skill == skill), None)


def winner_chooses(
    fight: Fight,
    who: Fighter,
    foe: Fighter,
    grip: Attack | None,
    faces: tuple[int, ...],
    bare: Ledger,
) -> Flow[None]:
    """TS: whoever wins does damage, leaves, or drags the foe one hex (GRP-2, RUL-53).

    To leave or drag, others who hold him must be beaten by the same roll, with the ST that was his
    then (RUL-47, RUL-90).
    """
    ways_out = {"exit": exits(fight, who), "drag": drag_hexes(fight, who)}

    def options() -> Iterator[Option[Aim]]:
        listed = [grip] if grip else grips(fight, who, foe)[:1]

        def odds(_: Aim) -> About:
            return about(fight, who, foe, listed[0])

        yield Option(f"{who.name} hurt", "grapple", look=odds if listed else None)
        if ways_out["exit"]:
            yield Option(f"{who.name} exit", "escape")
        if ways_out["drag"]:
            yield Option(f"{who.name} drag", "drag")

    def bars() -> Iterator[Barred]:
        for word, hexes in ways_out.items():
            if not hexes:
                yield Barred(f"{who.name} {word}", Refusal("no adjacent hex is empty", "GRP-2"))

    aim: Aim = yield from Choose(
        who.seat, f"{who.name} has the upper hand over {foe.name}:", options, bars
    )
    if aim == "grapple":
        yield from hurt(fight, who, foe, grip)
        return
    rest = [one for one in fight.holders(who) if one is not foe]
    bout = yield from contest_of_st(fight, who, rest, grip, faces, bare)
    if bout.won_by(who):
        yield from leave(fight, who, drag=aim == "drag")


def hurt(fight: Fight, who: Fighter, foe: Fighter, grip: Attack | None) -> Flow[None]:
    """Damage on a held foe (GRP-2, GRP-4, GRP-8, GRP-11)."""
    # a responder's unarmed skill went to his ST, so it does not go to damage (SKL-60)
    listed = [
        one
        for one in grips(fight, who, foe)
        if not (one.weapon == "unarmed" and one.skill == "damage")
    ]
    if grip is None and listed:
        grip = listed[0]
        if len(listed) > 1:
            grip = yield from Choose(
                who.seat,
                f"With what does {who.name} hurt {foe.name}?",
                lambda: [
                    Option(
                        f"{who.name} use {weapon_name(who.arms[one.weapon])}"
                        + (" to stun" if one.stun else ""),
                        one,
                        look=partial(about, fight, who, foe),
                    )
                    for one in listed
                ],
            )
    if grip is None:
        return
    yield from wound(fight, who, foe, grip)
    if who.arms[grip.weapon].missile:
        used(fight, who, who.arms[grip.weapon], 1)


def exits(fight: Fight, who: Fighter) -> list[Hex]:
    """Empty adjacent hexes to get out to (GRP-6)."""
    return fight.steps_aside(who)


def can_escape(fight: Fight, who: Fighter) -> bool:
    """Whether there are `exits`: mostly the first hex beside him is one."""
    if fight.spells or who.character.small or len(who.cells) > 1:
        return bool(exits(fight, who))
    for hex in fight.board.ways(who.cells[0]):
        for one in fight.fighters:
            if hex in one.cells and one.active:
                break
        else:
            return True
    return False


def can_drag(fight: Fight, who: Fighter, held: Sequence[Fighter], *, out: bool) -> bool:
    """Whether there is room anywhere beside him for all he holds (GRP-5, RUL-56).

    Where they all fill one hex, that is the room he would need to get `out` alone.
    """
    alike = len(who.cells) == 1 and not who.character.small and not fight.spells
    for one in held:
        alike = alike and one.cells == who.cells
    if alike:
        return out
    fits = fits_with(fight, who, held)
    return any(map(fits, neighbours(who.hex)))


def drag_hexes(fight: Fight, who: Fighter) -> list[Hex]:
    """Empty adjacent hexes to pull all he holds to (GRP-5, RUL-56)."""
    fits = fits_with(fight, who, fight.holders(who))
    return [hex for hex in neighbours(who.hex) if fits(hex)]


def fits_with(fight: Fight, who: Fighter, held: Sequence[Fighter]) -> Callable[[Hex], bool]:
    """Whether he can go to a hex with all he holds, as they lie, into nobody's hex (RUL-20)."""
    party = (who, *held)
    if fight.spells and effects.bound(fight, who):
        return lambda _: False
    floor, taken = fight.board.floor, fight.taken(party=party)
    if fight.spells:
        taken = taken | effects.shunned(fight, who)
    if {one.cells for one in party} == {who.cells[:1]}:
        return lambda to: to in floor and to not in taken
    offsets = {hex - who.hex for one in party for hex in one.cells}

    def fits(to: Hex) -> bool:
        cells = [to + offset for offset in offsets]
        return taken.isdisjoint(cells) and floor.issuperset(cells)

    return fits


def leave(fight: Fight, who: Fighter, *, drag: bool) -> Flow[None]:
    """Escape to an empty adjacent hex (GRP-6), or drag all he holds there (GRP-5, RUL-56)."""
    held = fight.holders(who)
    hexes = drag_hexes(fight, who) if drag else exits(fight, who)
    if not hexes:
        return
    if not drag:
        yield from step_aside(fight, who, hexes, "breaks free to", "GRP-6")
        return
    to = yield from where_to(who, hexes, "drags his foe")
    before = [(one, one.cells) for one in (who, *held)]
    carry(fight, who, held, to)
    fight.tell(Shifted(rules=("GRP-5",), who=who.name, to=str(to), how="drags his foe to"))
    for one in held:
        fight.tell(Shifted(rules=("GRP-5",), who=one.name, to=str(one.hex), how="is dragged to"))
    if fight.spells:
        for one, cells in before:
            yield from lasting.burn(fight, one, [hex for hex in one.cells if hex not in cells])


def carry(fight: Fight, who: Fighter, held: Sequence[Fighter], to: Hex) -> None:
    """He goes there, and those he holds with him as they lie (GRP-5, GRP-7, RUL-56).

    Others of his side who held them stay behind.
    """
    step = to - who.hex
    for one in (who, *held):
        one.cells = shifted(one.cells, step)
    release(fight)
