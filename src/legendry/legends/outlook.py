"""What a fighter could do from where he may go, and what could be done to him there.

Exact figures beside the choice of a move, and beside deeds that pay only later: a weapon made
ready, a foe's hex entered. Players read them, bots weigh them; no rule depends on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from fractions import Fraction
from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from legendry.hexes import Board, Hex, Route, disc, gap, neighbour, neighbours, reach
from legendry.legends import (
    actions,
    announcing,  # the two know each other: options and what they are worth
    loads,
)
from legendry.legends.attack import Attack, about, attacks, sees
from legendry.legends.blasts import odds_for_others, with_himself
from legendry.legends.contests import contest_odds
from legendry.legends.edition import Weapon
from legendry.legends.entry import joins, may_answer
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.footprint import next_to
from legendry.legends.gains import gain
from legendry.legends.grapple import counter_grip, grips, strength
from legendry.legends.magic import chances, effects
from legendry.legends.magic.seeming import shown_left
from legendry.legends.magic.spells import Spell, amounts
from legendry.legends.magic.targets import Aim, persons, power
from legendry.legends.movement import Reach, threats
from legendry.legends.paths import best_paths
from legendry.odds import passes
from legendry.table import About, Ledger, Option

FAR = 99


class Prospect(About, frozen=True, kw_only=True):
    """What a place or a deed promises; `figures` and `ledgers` are those of the best attack there.

    `deeds` are all he could do there at once, `best` the notation of the best attack among them.
    `later` is the best he could do to each foe in his next turn if nobody else moved. `danger` is
    the mean harm that foes could do him there in theirs, `exposed` that of zones of control on the
    way, and `steps` how far the nearest foe is from there.
    """

    best: str = ""
    deeds: tuple[Option[actions.Action], ...] = ()
    later: Mapping[str, About] = {}
    danger: float = 0.0
    exposed: float = 0.0
    steps: int = 0


class Casting(About, frozen=True, kw_only=True):
    """What a spell promises at best; `at` are its odds at each of those whom it is meant for."""

    at: Mapping[str, About] = {}


def weight(figures: dict[str, Fraction], left: int) -> float:
    """A yardstick to compare attacks: the chance to drop, and the share of what is left to take."""
    return float(figures.get("drop", 0)) + gain(figures) / max(1, left)


@lru_cache(4096)
def steps_from(board: Board, hex: Hex) -> Mapping[Hex, int]:
    """How far every hex of the board is, walls being the only hindrance."""
    return reach(hex, FAR, board.ways)


class Outlook(Struct, eq=False, dict=True):
    """One fighter's prospects at a moment of the fight; what several places share is kept."""

    fight: Fight
    who: Fighter

    @cached_property
    def _offers(self) -> dict[actions.Action, Option[actions.Action]]:
        return {}

    @cached_property
    def _blasts(self) -> dict[str, dict[Hex, About]]:
        return {}

    # -- what all places share -----------------------------------------------------------------

    @cached_property
    def foes(self) -> list[Fighter]:
        return self.fight.foes(self.who)

    @cached_property
    def means(self) -> dict[str, dict[str, About]]:
        """By foe and verb: the best attack on him, as if he were beside us or in plain sight."""
        return {foe.name: best_by_verb(self.fight, self.who, foe) for foe in self.foes}

    @cached_property
    def menace(self) -> dict[str, dict[str, float]]:
        """By foe and verb: the mean harm of his best attack on us; the idle and the held have none."""
        return {
            foe.name: {}
            if foe.turns_owed or (self.fight.hindered(foe) and not self.fight.holders(self.who))
            else {
                verb: float(one.figures["damage"])
                for verb, one in best_by_verb(self.fight, foe, self.who).items()
            }
            for foe in self.foes
        }

    @cached_property
    def afar(self) -> dict[str, list[Mapping[Hex, int]]]:
        """By foe: how many steps each of his hexes is from every hex."""
        board = self.fight.board
        return {foe.name: [steps_from(board, cell) for cell in foe.cells] for foe in self.foes}

    @cached_property
    def zone_harm(self) -> float:
        """The worst that a zone of control could do to us."""
        harm = (self.menace[one.name].get("strike", 0.0) for one in threats(self.fight, self.who))
        return max(harm, default=0.0)

    @cached_property
    def walks(self) -> dict[Hex, Route]:
        """Where he can go: the way he would take, and the zones it exposes him to."""
        return best_paths(self.fight, self.who)

    @cached_property
    def throws(self) -> bool:
        """Whether he has anything in hand that he could throw after a move."""
        return self.who.throws or any(one.thrown for one in self.who.in_hand)

    # -- one place -----------------------------------------------------------------------------

    def here(self) -> Prospect:
        """His prospects if he stays where he is."""
        return self._seen_from(self.who.cells, None)

    def at(self, hex: Hex) -> Prospect:
        """His prospects in a hex that he can reach."""
        cells = self.fight.room(self.who, hex) or (hex,)
        return self._seen_from(cells, self.walks[hex])

    def along(self, move: actions.Move) -> About:
        """The way he would take, where no more than that is known."""
        assert move.to is not None
        reach = Reach(self.fight, self.who)
        leaves, carries = move.kind == "leave", move.kind == "carry"
        way = reach.way_out(move.to) if leaves else reach.way(move.to, carrying=carries)
        return About(places={"path": tuple(map(str, way))})

    def _seen_from(self, cells: tuple[Hex, ...], route: Route | None) -> Prospect:
        """His prospects with his figure there, if he goes that way or (None) stays."""
        fight, who = self.fight, self.who
        moved, steps, exposed = route is not None, 0, 0
        places: dict[str, tuple[str, ...]] = {}
        if route is not None:
            steps, exposed = len(route.hexes) - 1, route.exposure
            places = {"path": tuple(map(str, route.hexes))}
        deeds: tuple[Option[actions.Action], ...] = ()
        if not moved or self.throws or any(next_to(cells, foe.cells) for foe in self.foes):
            held = () if moved else fight.holders(who)
            stand = actions.Stand(cells, moved, who.ma - steps, held)
            offers = announcing.Turn(fight, who, stand=stand).actions()
            deeds = tuple(self._kept(one, cells) for one in offers)
        best, figures, ledgers = self._best(deeds)
        later, danger = self.next_turn(cells)
        away = min((self._steps(foe, cells) for foe in self.foes), default=0)
        return Prospect(
            figures=figures,
            ledgers=ledgers,
            places=places,
            best=best,
            deeds=deeds,
            later=later,
            danger=danger,
            exposed=exposed * self.zone_harm if exposed else 0.0,
            steps=away,
        )

    def _kept(
        self, option: Option[actions.Action], cells: tuple[Hex, ...]
    ) -> Option[actions.Action]:
        """The same option with figures worked out once: they are much the same from everywhere."""
        action = option.value
        if action.kind == "lob":
            weapon = self.who.arms[action.weapon]
            known = self._blasts.setdefault(weapon.id, {})

            def look(_: actions.Action) -> About:
                return lobbed(self.fight, self.who, weapon, cells, known)

            return Option(option.notation, action, option.words, look=look)
        if action.kind not in ("attack", "enter") or option.look is None:
            return option
        if self.fight.spells:  # what lies on a hex makes a difference
            return Option(option.notation, action, option.words, look=option.look)
        if action not in self._offers:
            self._offers[action] = Option(
                option.notation, action, option.words, look=once(option.look)
            )
        return self._offers[action]

    def _best(
        self, deeds: Iterable[Option[actions.Action]]
    ) -> tuple[str, dict[str, Fraction], tuple[Ledger, ...]]:
        """The best attack among the deeds: its notation, its figures and its ledgers."""
        found = About()
        name, most = "", 0.0
        for option in deeds:
            if option.value.kind != "attack" or (look := option.about) is None:
                continue
            target = self.fight.named(option.value.target)
            left = shown_left(self.fight, self.who.seat, target)
            worth = weight(look.figures, left) if target.active else 0.0
            if worth > most:
                name, most, found = option.notation, worth, look
        return name, found.figures, found.ledgers

    def next_turn(self, cells: tuple[Hex, ...]) -> tuple[dict[str, About], float]:
        """What he could do to each foe from there in his next turn, and the foes to him in theirs."""
        ranged = {"shoot", "throw"}
        later: dict[str, About] = {}
        danger = 0.0
        for foe in self.foes:
            means, menace = self.means[foe.name], self.menace[foe.name]
            steps = self._steps(foe, cells)
            ours = {"strike"} if steps <= self.who.ma + 1 else set()
            theirs = {"strike"} if steps <= foe.ma + 1 else set()
            if not ranged.isdisjoint(means) or not ranged.isdisjoint(menace):
                far = gap(cells, foe.cells)
                if sees(self.fight, self.who, cells, foe):
                    ours |= {"shoot", "throw"} if far <= self.who.st else {"shoot"}
                    theirs |= {"shoot", "throw"} if far <= foe.st else {"shoot"}
            offers = [one for verb, one in means.items() if verb in ours]
            if len(offers) > 1:
                left = shown_left(self.fight, self.who.seat, foe)
                offers = [max(offers, key=lambda one: weight(one.figures, left))]
            if offers:
                later[foe.name] = offers[0]
            danger += max((harm for verb, harm in menace.items() if verb in theirs), default=0.0)
        return later, danger

    def _steps(self, foe: Fighter, cells: tuple[Hex, ...]) -> int:
        return min([known.get(hex, FAR) for known in self.afar[foe.name] for hex in cells])


def once(look: Callable[[actions.Action], About]) -> Callable[[actions.Action], About]:
    """The same figures of one action without working them out again."""
    known: list[About] = []

    def again(action: actions.Action) -> About:
        if not known:
            known.append(look(action))
        return known[0]

    return again


def beside_figure(cells: tuple[Hex, ...]) -> Hex:
    """A hex next to a figure, large or not (RUL-20)."""
    if len(cells) == 1:
        return neighbour(cells[0], 1)
    return next(hex for cell in cells for hex in neighbours(cell) if hex not in cells)


def best_by_verb(fight: Fight, who: Fighter, target: Fighter) -> dict[str, About]:
    """The best strike, shot and throw at a target, as if he were beside us; a burst is a shot."""
    best: dict[str, About] = {}
    beside = (beside_figure(target.cells),)
    for attack in attacks(fight, who, target, cells=beside):
        verb = "shoot" if attack.verb == "burst" else attack.verb
        look = about(fight, who, target, attack)
        left = shown_left(fight, who.seat, target)
        if verb not in best or weight(look.figures, left) > weight(best[verb].figures, left):
            best[verb] = look
    return best


# -- deeds that pay later ----------------------------------------------------------------------


def armed(fight: Fight, who: Fighter, id: str) -> Prospect:
    """With that thing in hand: what he could do from here in his next turn (ACT-1)."""
    twin = copy(who)
    carried = list(twin.carried)
    if id in carried:
        load = loads.unpacked(twin, id)
        carried.remove(id)
    else:
        hex = next(hex for hex in who.cells if id in fight.ground.get(hex, ()))
        load = loads.lying(fight, hex, id)
    actions.hold(fight, twin, id, tuple(carried), load)
    return Prospect(later=Outlook(fight, twin).next_turn(who.cells)[0])


def loaded(fight: Fight, who: Fighter, id: str) -> Prospect:
    """With that weapon loaded (SHT-12): what he could do from here then."""
    twin = copy(who)
    twin.unloaded = tuple(pair for pair in twin.unloaded if pair[0] != id)
    return Prospect(later=Outlook(fight, twin).next_turn(who.cells)[0])


def lobbed(
    fight: Fight,
    who: Fighter,
    weapon: Weapon,
    cells: tuple[Hex, ...],
    known: dict[Hex, About] | None = None,
) -> About:
    """The hex near a foe where an explosive does most to foes less friends (SHT-10).

    `known` keeps what blasts in a hex would do to others for the next time.
    """
    near = {hex for foe in fight.foes(who) for cell in foe.cells for hex in disc(cell, 1)}
    aims = [
        hex
        for hex in sorted(near)
        if fight.board.open(hex)
        and hex not in cells
        and gap(cells, (hex,)) <= who.st
        and any(fight.board.sees(cell, hex) for cell in cells)
    ]
    if weapon.surprise or not aims:
        return About()
    known = {} if known is None else known
    for hex in aims:
        if hex not in known:
            known[hex] = odds_for_others(fight, who, weapon, hex)
    looks = (with_himself(fight, who, weapon, hex, cells, known[hex]) for hex in aims)
    return max(looks, key=lambda one: gain(one.figures))


def held_odds(fight: Fight, who: Fighter, foe: Fighter, grip: Attack | None) -> About:
    """A contest of ST if both roll the dice that suit them best (GRP-2, RUL-1), and the harm of it."""
    limits = (
        who.ledgers["ST"].plus(strength(fight, who, grip)),
        foe.ledgers["ST"].plus(strength(fight, foe, counter_grip(fight, who, foe, grip))),
    )
    win = contest_odds(fight, who, foe, "ST", limits)
    if grip is None:
        return About({"win": win}, limits)
    harm = about(fight, who, foe, grip).figures
    return About({"win": win, "damage": win * harm["damage"], "drop": win * harm["drop"]}, limits)


def free_odds(fight: Fight, who: Fighter) -> Prospect:
    """The chance to get away from the foe who holds him (GRP-5, GRP-6); not known for several.

    `later` is what he could do then, `danger` what the others do to him if he stays.
    """
    holders = fight.holders(who)
    win = held_odds(fight, who, holders[0], None) if len(holders) == 1 else About()
    return Prospect(
        figures=win.figures,
        ledgers=win.ledgers,
        later={
            foe.name: max(
                best_by_verb(fight, who, foe).values(),
                key=lambda one: weight(one.figures, 1),
                default=About(),
            )
            for foe in holders
        },
        danger=sum(grip_harm(fight, foe, who) for foe in holders),
    )


def grip_harm(fight: Fight, who: Fighter, foe: Fighter) -> float:
    """The mean harm of his best grip on a foe, the contest counted."""
    held = (held_odds(fight, who, foe, grip) for grip in grips(fight, who, foe))
    return max((float(one.figures.get("damage", 0)) for one in held), default=0.0)


def idle(fight: Fight, who: Fighter, cells: tuple[Hex, ...]) -> Prospect:
    """Doing nothing: what he could do from there in his next turn as he is."""
    return Prospect(later=Outlook(fight, who).next_turn(cells)[0])


def cast(fight: Fight, who: Fighter, spell: Spell, word: str) -> About:
    """The best that a spell promises at any target, for as much as he can spend on his feet."""
    aim = Aim("", "", word=word)
    if spell.target == "self":
        return chances.of(fight, who, spell, replace(aim, target=who.name))
    if spell.target not in ("person", "object"):
        return chances.of(fight, who, spell, aim) if spell.kind == "normal" else About()
    able = amounts(spell, power(fight, who))
    aim = replace(aim, amount=able[-1] if able else 1)
    looks = {
        one.name: chances.of(fight, who, spell, replace(aim, target=one.name))
        for one in persons(fight, who, spell)
        if (one.side == who.side) == spell.friendly
    }
    best = max(looks.values(), key=_promise, default=About())
    return Casting(best.figures, best.ledgers, best.places, at=looks)


def _promise(look: About) -> tuple[float, float]:
    return gain(look.figures), float(next(iter(look.figures.values()), 0))


def freed(fight: Fight, who: Fighter) -> About:
    """The chance to break free of a rope (RUL-108)."""
    limit, dice = who.ledgers["DX"], effects.own_dice(fight, who)
    return About({"works": passes(dice.total, limit.total - who.character.curses)}, (limit, dice))


def doubted(fight: Fight, who: Fighter, being: str) -> About:
    """The chance to win IQ against the caster of what one disbelieves (RUL-114), false or not."""
    caster = fight.named(fight.named(being).summoner)
    limits = who.ledgers["IQ"], caster.ledgers["IQ"]
    if not caster.active:
        return About({"win": Fraction(1)}, limits[:1])
    return About({"win": contest_odds(fight, who, caster, "IQ", limits)}, limits)


def entered(fight: Fight, who: Fighter, foe: Fighter) -> Prospect:
    """Going into a foe's hex: the chance to win DX where he resists, and what grappling promises."""
    limits = who.ledgers["DX"], foe.ledgers["DX"]
    kind = fight.edition.switches.entry
    sure = kind == "entry" or joins(fight, foe)
    sure = sure or (kind == "takedown" and not may_answer(fight, foe))
    win = Fraction(1) if sure else contest_odds(fight, who, foe, "DX", limits)
    ours = [held_odds(fight, who, foe, grip) for grip in grips(fight, who, foe)]
    left = shown_left(fight, who.seat, foe)
    best = max(ours, key=lambda one: weight(one.figures, left), default=About())
    return Prospect(
        figures={"win": win},
        ledgers=() if sure else limits,
        later={foe.name: best},
        danger=grip_harm(fight, foe, who),
    )
