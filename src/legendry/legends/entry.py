"""Entering a foe's space (section 7): entry, takedown, tackle; and going in as a reaction (RCT-7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from legendry.hexes import Hex, distance, neighbours
from legendry.legends import strikes
from legendry.legends.attack import Attack, about, always_hits, attacks
from legendry.legends.contests import contest_odds, wins
from legendry.legends.events import Entered, Grappling, Shifted
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import SHAPES, overlap, shifted
from legendry.legends.injury import release
from legendry.legends.magic import beings, casting, chances, effects, lasting
from legendry.legends.magic.aiming import asks_beyond
from legendry.legends.magic.spells import Spell
from legendry.legends.magic.targets import warned
from legendry.table import About, Barred, Choose, Flow, Option, Refusal

Meeting: TypeAlias = Literal["held", "yields", "back", "pushed"]
"""What comes of entering a foe's hex: a grapple, the foe gives ground, or the entrant goes back."""


def entered_cells(
    fight: Fight, who: Fighter, foe: Fighter, cells: tuple[Hex, ...] = ()
) -> tuple[Hex, ...]:
    """Where he would stand in the foe's space, a step on from where he stands or from `cells`."""
    near = neighbours((cells or who.cells)[0])
    if who.character.hexes != 1 or len(foe.cells) != 1:
        return large_entry(fight, who, foe, near)
    (hex,) = foe.cells
    return foe.cells if hex in near and enterable(fight, who, hex) else ()


def large_entry(fight: Fight, who: Fighter, foe: Fighter, near: Sequence[Hex]) -> tuple[Hex, ...]:
    """The same where one of the two fills many hexes (RUL-20), or the foe is gone and fills none.

    All his hexes free, or foes' whom he enters with the same step; of several ways the one that
    enters the fewest.
    """
    ways = [
        there
        for anchor in near
        for turn in SHAPES[who.character.hexes]
        if overlap(there := shifted(turn, anchor), foe.cells)
    ]
    ways = [there for there in ways if all(enterable(fight, who, hex) for hex in there)]
    if len(ways) == 1:
        return ways[0]
    return min(ways, key=lambda there: len(in_the_way(fight, who, there)), default=())


def enterable(fight: Fight, who: Fighter, hex: Hex) -> bool:
    """Free, or held by a foe; whoever of his own side is there grapples with that foe."""
    if not fight.board.open(hex) or (fight.spells and hex in effects.shunned(fight, who)):
        return False
    side = who.side
    for one in fight.fighters:
        if one.side != side and one.active and hex in one.cells:
            return True
    return hex not in fight.taken(who)


def in_the_way(fight: Fight, who: Fighter, cells: tuple[Hex, ...]) -> list[Fighter]:
    """The foes in those hexes whom he does not hold already."""
    held = fight.holders(who)
    return [one for one in fight.foes(who) if overlap(cells, one.cells) and one not in held]


def go_in(fight: Fight, who: Fighter, foe: Fighter, start: Hex) -> Flow[None]:
    """His action of the turn: step into the foe's hex to start a grapple (ENT-1 to ENT-6).

    `start` is where his turn began (RUL-41).
    """
    fight.tell(Entered(rules=("ENT-1",), who=who.name, foe=foe.name))
    yield from step_in(fight, who, foe, start, early=True)


def enter_as_reaction(fight: Fight, who: Fighter, mover: Fighter) -> Flow[None]:
    """Go for the attacker or mover (RCT-7): TSC and AW at once (RUL-46), TS a tackle (RUL-45).

    No early counterattack against it; the step is free (RUL-17).
    """
    fight.tell(Entered(rules=("RCT-7",), who=who.name, foe=mover.name))
    yield from step_in(fight, who, mover, who.hex, early=False)


def step_in(fight: Fight, who: Fighter, foe: Fighter, start: Hex, *, early: bool) -> Flow[None]:
    """Meet every foe in the hexes he enters; unless one of them turns him back, he stands there.

    Of several small ones in a hex (RUL-19) only the one he goes for resists, or the first.
    """
    cells = entered_cells(fight, who, foe)
    if not cells:
        return
    met: dict[Hex, Fighter] = {}
    for one in (foe, *in_the_way(fight, who, cells)):
        met.setdefault(one.hex, one)
    if fight.spells and beings.touched(fight, who, *met.values()):
        met = {hex: one for hex, one in met.items() if one.active}
        if not who.active:
            return
    here, side = who.cells, who.side
    ground: dict[Hex, Fighter] = {}
    for one in met.values():
        end = yield from meet(fight, who, one, cells, early=early)
        if not who.active:
            return  # a beaten entrant drops in the hex he came from (RUL-42)
        if who.cells != here or who.side != side or (fight.spells and effects.bound(fight, who)):
            return  # magic has stopped him on the way (RUL-103)
        if end in ("back", "pushed"):
            go_back(fight, who, start, pushed=end == "pushed")
            return
        hexes = [hex for hex in retreats(fight, who, one, cells) if hex not in ground]
        if end == "yields" and hexes:  # with none empty he is grappled after all (ENT-3)
            to = yield from strikes.where_to(one, hexes, "gives ground")
            ground[to] = one
    moved = [(who, here), *((one, one.cells) for one in ground.values())]
    take_place(fight, who, cells)
    rule = "ENT-4" if fight.edition.switches.entry == "takedown" else "ENT-3"
    for to, one in ground.items():
        one.cells = fight.room(one, to) or one.cells
        fight.tell(Shifted(rules=(rule,), who=one.name, to=str(to), how="gives ground to"))
    release(fight)
    grapple(fight, who)
    if fight.spells:
        for one, before in moved:
            yield from lasting.come_to(fight, one, before)


def meet(
    fight: Fight, who: Fighter, foe: Fighter, cells: tuple[Hex, ...], *, early: bool
) -> Flow[Meeting]:
    """How one foe takes it that his hex is entered: a blow, a defence, a contest (ENT-1 to ENT-4)."""
    if joins(fight, foe):
        return "held"
    switches, here = fight.edition.switches, who.cells
    defends = early and (
        yield from early_answer(fight, foe, who, defend=switches.early_counter == "or_defend")
    )
    if not who.active or who.cells != here:
        return "back"
    match switches.entry:
        case "tackle":
            return (yield from tackle_contest(fight, who, foe))
        case "takedown" if defends:
            return (yield from defended(fight, who, foe, cells))
    return "held"


def joins(fight: Fight, foe: Fighter) -> bool:
    """A held foe does not resist a newcomer, unless he is the overwhelming one (RUL-48)."""
    return fight.options.join_grapple == "auto" and fight.hindered(foe)


def may_answer(fight: Fight, who: Fighter) -> bool:
    """Whether he could react to an entry; by option also if he is held (RUL-48), else not (RUL-55)."""
    if fight.may_react(who) or fight.options.join_grapple == "auto" or not who.joined:
        return fight.may_react(who)
    was, who.joined = who.joined, 0
    able = fight.may_react(who)
    who.joined = was
    return able


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

    A magic user may answer with a strike or a direct spell instead (MAG-6, RUL-103).

    Gives whether he defends.
    """
    if not may_answer(fight, who):
        return False
    if fight.edition.switches.early_counter == "yet_to_move" and not yet_to_move(fight, who):
        return False
    counters = [one for one in attacks(fight, who, entrant) if one.verb in ("strike", "shoot")]
    spells = casting.answers_with(fight, who, entrant) if who.character.spells else []
    if not counters and not defend and not spells:
        return False

    def odds(answer: Attack | Spell | str) -> About:
        if isinstance(answer, Attack):
            return about(fight, who, entrant, answer, early=True)
        if isinstance(answer, Spell):
            return chances.of(fight, who, answer, casting.at_foe(who, answer, entrant))
        return defence_odds(fight, who, entrant)

    def options() -> Iterator[Option[Attack | Spell | str]]:
        for one in counters:
            same = one.verb == counters[0].verb
            yield Option(
                f"{who.name} counter{'' if same else ' ' + one.verb}{one.words}",
                one,
                look=odds,
            )
        for spell in spells:
            aim = casting.at_foe(who, spell, entrant)
            words = warned(fight, who, spell, aim)
            yield Option(aim.text, spell, words, look=odds, leads=asks_beyond(spell))
        if defend:
            yield Option(f"{who.name} defend", "defend", look=odds)
        yield Option(f"{who.name} take it", "")

    def bars() -> Iterator[Barred]:
        if not defend:
            yield Barred(f"{who.name} defend", Refusal("there is no defence but a blow", "ENT-4"))
        why = Refusal("dodges answer strikes only, not an entry", "RUL-59")
        yield Barred(f"{who.name} dodge", why)
        for verb in ("throw", "burst", "lob"):
            why = Refusal("it is answered with one strike or one shot", "RUL-42")
            yield Barred(f"{who.name} counter {verb}", why)

    choice = yield from Choose(
        who.seat,
        f"{entrant.name} goes for {who.name}. What does {who.name} do?",
        options,
        bars,
        rule="RCT-2",
    )
    if choice == "":
        return False
    strikes.react(who)
    if choice == "defend":
        return True
    if isinstance(choice, Spell):
        yield from casting.cast(fight, who, choice, at=entrant, level=1)
        return False
    assert isinstance(choice, Attack)
    sure = bool(always_hits(fight, who, entrant))
    hit, dodged = yield from strikes.one_attack(
        fight, who, entrant, choice, sure=sure, level=1, early=True
    )
    if choice.verb == "shoot":
        strikes.used(fight, who, who.arms[choice.weapon], 1)
    if not dodged:
        yield from strikes.answer_attack(fight, [(entrant, hit)], who, level=1, enter=False)
    return False


def tackle_odds(fight: Fight, who: Fighter, foe: Fighter) -> About:
    """TS: the chance to win the DX of a tackle (ENT-1); a held foe does not resist (RUL-48)."""
    limits = who.ledgers["DX"], foe.ledgers["DX"]
    win = Fraction(1) if joins(fight, foe) else contest_odds(fight, who, foe, "DX", limits)
    return About({"win": win}, limits)


def defence_odds(fight: Fight, who: Fighter, entrant: Fighter) -> About:
    """AW: the chance that the entrant does not win DX (ENT-4)."""
    limits = entrant.ledgers["DX"], who.ledgers["DX"]
    lost = contest_odds(fight, entrant, who, "DX", limits)
    return About({"works": 1 - lost}, limits[::-1])


def defended(fight: Fight, who: Fighter, foe: Fighter, cells: tuple[Hex, ...]) -> Flow[Meeting]:
    """AW: unless the attacker wins DX, the defender retreats or pushes him back (ENT-4, RUL-43).

    It is the defender's reaction, and has cost him his turn already (RCT-8).
    """
    winner = yield from wins(fight, who, foe, "DX", "takedown")
    if winner is who:
        return "held"
    ways: list[Option[Meeting]] = []
    if retreats(fight, who, foe, cells):
        ways.append(Option(f"{foe.name} retreat", "yields"))
    if fight.stronger(foe, who):
        ways.append(Option(f"{foe.name} push", "pushed"))
    if len(ways) < 2:
        return ways[0].value if ways else "held"
    return (
        yield from Choose(
            foe.seat, f"{foe.name} holds {who.name} off: retreat, or push him back?", lambda: ways
        )
    )


def retreats(fight: Fight, who: Fighter, foe: Fighter, cells: tuple[Hex, ...]) -> list[Hex]:
    """Where a foe could go once the entrant stands there; the hex he came from is free then.

    A foe whom others hold goes nowhere (GRP-1).
    """
    if fight.hindered(foe):
        return []
    back, who.cells = who.cells, cells
    hexes = fight.steps_aside(foe)
    who.cells = back
    return hexes


def tackle_contest(fight: Fight, who: Fighter, foe: Fighter) -> Flow[Meeting]:
    """TS: the tackler must win DX (ENT-1, ENT-3). The foe's roll costs him nothing (ENT-4, RCT-9).

    A stronger tackler who fails still takes the foe's hex (RUL-44).
    """
    winner = yield from wins(fight, who, foe, "DX", "tackle")
    if winner is who:
        return "held"
    return "yields" if fight.stronger(who, foe) else "back"


def go_back(fight: Fight, who: Fighter, start: Hex, *, pushed: bool) -> None:
    """To the hex he came from; the table may say, to where his turn began (ENT-3, ENT-4, RUL-41).

    If that is taken, to the nearest free hex.
    """
    if fight.options.tackle_return == "turn_start" and start != who.hex:
        free = (hex for hex in fight.board if fight.room(who, hex))
        who.cells = fight.room(who, min(free, key=lambda hex: distance(start, hex)))
        release(fight)
    rule, how = ("ENT-4", "is pushed back to") if pushed else ("ENT-3", "goes back to")
    fight.tell(Shifted(rules=(rule,), who=who.name, to=str(who.hex), how=how))


def take_place(fight: Fight, who: Fighter, cells: tuple[Hex, ...]) -> None:
    """He stands there now; whom he held before and does not stand on any more is free (RUL-49)."""
    held = fight.holders(who)
    who.cells = cells
    if all(set(cells).isdisjoint(one.cells) for one in held):
        who.joined = 0
    release(fight)


def grapple(fight: Fight, who: Fighter) -> None:
    """He and all foes in his hexes are grappling (ENT-3): enemies never share a hex otherwise.

    The first comer has seniority (RUL-47, RUL-56).
    """
    before = fight.holders(who)
    foes = in_the_way(fight, who, who.cells)
    for one in (*foes, who) if foes else ():
        if not one.joined:
            fight.grapples += 1
            one.joined = fight.grapples
    for one in fight.holders(who):
        if one not in before:
            fight.tell(
                Grappling(rules=("ENT-3", "MOV-3"), who=who.name, foe=one.name, hex=str(who.hex))
            )
