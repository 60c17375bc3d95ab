"""A character's turn while he announces it (RUL-64): what he is offered, in words, with its odds.

First where he goes, then what he does there. Both are carried out in `turns`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from legendry.hexes import Hex, label
from legendry.legends import (
    blasts,
    leadership,
    learning,
    outlook,  # what the options offered here would be worth
    potions,
)
from legendry.legends.actions import (
    BREAK_FREE,
    FREE,
    NOTHING,
    NOWHERE,
    PASS,
    SAYS,
    STAY,
    WALK,
    WISH,
    Action,
    Move,
    Stand,
    at_will,
    bursts,
    drops,
    enter_refusal,
    giving,
    going,
    grappling,
    handling,
    in_reach,
    leaving,
    reloading,
    spells_to_cast,
    targets,
    thing,
    throwables,
    who_acts,
)
from legendry.legends.attack import Attack, about, attacks, weapon_name
from legendry.legends.edition import Weapon
from legendry.legends.fighter import Fight, Fighter, held_fast
from legendry.legends.footprint import shifted
from legendry.legends.grapple import hits_at_once
from legendry.legends.injury import wish_helps
from legendry.legends.magic import beings, casting, effects, seeming
from legendry.legends.magic.aiming import asks_on, started
from legendry.legends.movement import Reach, carry_hexes, exits_board
from legendry.legends.refusals import actions_barred, moves_barred, who_is_barred
from legendry.table import About, Barred, Offers, Option


class WhoActs(Struct, gc=False):
    """A player who has still to say which of his characters acts."""

    fight: Fight
    mine: list[Fighter]
    may_wait: bool

    def options(self) -> list[Option[str]]:
        return who_acts(self.mine, may_wait=self.may_wait)

    def barred(self) -> Iterator[Barred]:
        return who_is_barred(self.fight, self.mine[0].seat)


class Turn(Reach, eq=False, gc=False):
    """A character's turn while he announces it: what he is offered, and why not more (RUL-64)."""

    stand: Stand = NOWHERE
    """Where he would act from, once he has said where he goes."""
    _view: outlook.Outlook | None = None

    @property
    def view(self) -> outlook.Outlook:
        """What he could do from where he may go."""
        if self._view is None:
            self._view = outlook.Outlook(self.fight, self.who)
        return self._view

    def moves(self) -> Offers[Move]:
        """Where he may go before his action (SEQ-5, MOV-2); or he passes (SEQ-7).

        A bare hex is a place to move to: they are many, and their moves are made when looked at.
        """
        fight, who = self.fight, self.who
        listed: list[Move | Hex] = [STAY]
        held = self.held() if who.joined else []
        if not held or not held_fast(who, held):
            listed += self.hexes()
            if held:
                listed += [Move("carry", hex) for hex in carry_hexes(fight, who)]
            if who.ma:
                listed.append(WALK)
                if doors := exits_board(fight):
                    listed += [Move("leave", hex) for hex in leaving(self, doors)]
        listed.append(PASS)
        if who.wishes and wish_helps(fight, who):
            listed.append(WISH)
        listed += drops(who.ready)
        if fight.spells:
            listed += at_will(fight, who)
        if who.flying:
            listed.append(Move("land"))
        if (who.character.skills or who.boosts) and leadership.freely(fight, who):
            listed += [Move("lead", whom=name) for name in leadership.followers(fight, who)]
        if fight.options.advance_in_combat and learning.can_learn(fight, who):
            listed.append(Move("raise"))
        return Offers(listed, self.offered_move, self.named_moves)

    def named_moves(self, moves: Iterable[Move | Hex]) -> list[str]:
        """The notations of moves to a bare hex; of others, nothing."""
        start = f"{self.who.name} move "
        return [start + label(move) if type(move) is Hex else "" for move in moves]

    def offered_move(self, move: Move | Hex) -> Option[Move]:
        """A move in words, and what it promises."""
        name = self.who.name
        if type(move) is Hex:
            return Option(f"{name} move {label(move)}", going(move), look=self.prospect)
        assert type(move) is Move
        match move.kind:
            case "stay":
                return Option(f"{name} stay", move, look=self.prospect)
            case "carry":
                return Option(f"{name} carry {move.to}", move, look=self.prospect)
            case "walk":
                return Option(f"{name} walk", move, "step by step, another way")
            case "leave":
                return Option(f"{name} leave by {move.to}", move, look=self.prospect)
            case "drop":
                words = f"{name} drop {thing(self.fight, self.who, move.weapon)}"
                return Option(words, move, FREE)
            case "land":
                return Option(f"{name} land", move, "for this turn; free, before anything else")
            case "dismiss":
                return Option(f"{name} dismiss {move.whom}", move, FREE)
            case "return":
                return Option(
                    f"{name} return", move, "to his own shape; free, before anything else"
                )
            case "disbelieve":
                look = self.prospect
                return Option(f"{name} disbelieve {move.whom}", move, FREE, look=look)
            case "lead":
                words = "once an encounter; free, before anything else"
                return Option(f"{name} lead {move.whom}", move, words, leads=True)
            case "raise":
                return Option(f"{name} raise", move, "for experience", leads=True)
        return Option(f"{name} {move.kind}", move)

    def prospect(self, move: Move) -> About:
        """What a move promises."""
        match move.kind:
            case "move" if move.to is not None:
                return self.view.at(move.to)
            case "stay":
                return self.view.here()
            case "disbelieve":
                return outlook.doubted(self.fight, self.who, move.whom)
        return self.view.along(move)

    @contextmanager
    def carrying(self) -> Iterator[None]:
        """As if he were there already with all whom he carries along (GRP-7)."""
        party, by = (self.who, *self.stand.held), self.stand.cells[0] - self.who.hex
        before = [one.cells for one in party]
        for one in party:
            one.cells = shifted(one.cells, by)
        try:
            yield
        finally:
            for one, cells in zip(party, before, strict=True):
                one.cells = cells

    def actions(self) -> Sequence[Option[Action]]:
        """Everything he may do from there (SEQ-8); at most one action (SEQ-5)."""
        if self.stand.moved and self.stand.held:
            with self.carrying():
                listed = self.possible()
        else:
            listed = self.possible()
        if len(listed) == 1:
            return (self.offered_action(listed[0]),)
        return Offers(listed, self.offered_action)

    def possible(self) -> list[Action]:
        """What he may do, if he stands there.

        To break free of a rope (RUL-108) takes the whole turn; a sleeping friend may be shaken awake
        after a move (ACT-4, RUL-15).
        """
        fight, who, stand = self.fight, self.who, self.stand
        held = stand.held
        bound = bool(held) and held_fast(who, held)
        beside = in_reach(fight, stand.cells)
        listed: list[Action] = []
        if held:
            listed += grappling(fight, who, held, stand)
        if not bound:
            for target in targets(who, fight.fighters if who.ranged else beside):
                if target in held:
                    continue
                for attack in attacks(fight, who, target, cells=stand.cells, moved=stand.moved):
                    listed.append(Action("attack", attack, target.name))
                if not stand.moved:
                    listed += bursts(fight, who, target, held)
                if target.active and not enter_refusal(fight, who, target, stand):
                    listed.append(Action("enter", None, target.name))
            if who.throws and fight.board.ways(who.hex):
                listed += [Action("lob", weapon=weapon.id) for weapon in throwables(who)]
        if not stand.moved:
            listed += handling(fight, who)
            if who.character.spells:
                listed += spells_to_cast(fight, who)
            if fight.spells and effects.bound(fight, who):
                listed.append(BREAK_FREE)
            if (who.character.skills or who.boosts) and leadership.for_a_turn(fight, who):
                listed += [Action("lead", to=name) for name in leadership.followers(fight, who)]
        elif fight.options.reload_allows_move:
            listed += reloading(who)
        listed.append(NOTHING)
        if fight.spells and fight.options.disbelief == "action":
            listed += [Action("disbelieve", to=one.name) for one in beings.doubtful(fight, who)]
        if not bound:
            for one in beside:
                if one.side == who.side and one is not who:
                    listed += giving(who, one)
                    if one.spellbound == "asleep":
                        listed.append(Action("shake", to=one.name))
        if who.potions:
            for item, one in potions.uses(who, beside, bound=bound):
                listed.append(Action("drink", weapon=item, to=one.name))
        return listed

    def offered_action(self, action: Action) -> Option[Action]:
        """An action in words, and what can be known of it."""
        fight, who = self.fight, self.who
        name, kind = who.name, action.kind
        match kind:
            case "nothing":
                words = f"{name} done"
            case "attack":
                assert action.attack is not None
                words = action.attack.notation(name)
            case "wrestle":
                words = f"{name} wrestle {action.target}"
            case "enter":
                words = f"{name} {SAYS[fight.edition.switches.entry]} {action.target}"
            case "lob":
                words = f"{name} lob {weapon_name(who.arms[action.weapon])}"
            case "ready" | "pick up" | "reload":
                words = f"{name} {kind} {thing(fight, who, action.weapon)}"
            case "disbelieve":
                words = f"{name} disbelieve {action.to}"
            case "drag" | "escape" | "break free":
                words = f"{name} {kind}"
            case "cast":
                spell = fight.edition.spells[action.spell]
                aim = started(fight, who, spell, action.word)
                veil = seeming.veil(fight, who, spell, aim.seems)
                said = casting.in_words(fight, who, spell, aim)
                leads = asks_on(spell)
                return Option(aim.text, action, said, look=self.odds, leads=leads, veil=veil)
            case "give":
                words = f"{name} give {thing(fight, who, action.weapon)} to {action.to}"
                return Option(words, action)
            case "shake":
                return Option(f"{name} shake {action.to}", action)
            case "drink":
                words = potions.wording(who, action.weapon, fight.named(action.to))
                return Option(words, action)
            case "lead":
                gives = f"+{who.skill(leadership.SKILL)} to his next check; it takes the whole turn"
                return Option(f"{name} lead {action.to}", action, gives)
        return Option(words, action, look=self.odds)

    def odds(self, action: Action) -> About:
        """What can be known of an action before it is done."""
        if self.stand.moved and self.stand.held:
            with self.carrying():
                return self.odds_there(action)
        return self.odds_there(action)

    def odds_there(self, action: Action) -> About:
        """The same, if he stands there."""
        fight, who, cells = self.fight, self.who, self.stand.cells
        match action.kind:
            case "nothing":
                return outlook.idle(fight, who, cells)
            case "attack" if action.attack is not None:
                return attack_odds(fight, who, action.attack, cells)
            case "wrestle":
                return outlook.held_odds(fight, who, fight.named(action.target), None)
            case "drag" | "escape":
                return outlook.free_odds(fight, who)
            case "enter":
                return outlook.entered(fight, who, fight.named(action.target))
            case "lob":
                return outlook.lobbed(fight, who, who.arms[action.weapon], cells)
            case "ready" | "pick up":
                return outlook.armed(fight, who, action.weapon)
            case "reload":
                return outlook.loaded(fight, who, action.weapon)
            case "cast":
                return outlook.cast(fight, who, fight.edition.spells[action.spell], action.word)
            case "break free":
                return outlook.freed(fight, who)
            case "disbelieve":
                return outlook.doubted(fight, who, action.to)
        raise ValueError(action.kind)

    def blast(self, weapon: Weapon, hex: Hex) -> About:
        """What comes of it if he throws that at a hex."""
        with self.carrying():
            return blasts.odds(self.fight, self.who, weapon, hex, cells=self.stand.cells)

    def moves_barred(self) -> Iterator[Barred]:
        return moves_barred(self.fight, self.who)

    def actions_barred(self) -> list[Barred]:
        with self.carrying():
            return [*actions_barred(self.fight, self.who, self.stand)]


def attack_odds(fight: Fight, who: Fighter, attack: Attack, cells: tuple[Hex, ...] = ()) -> About:
    """What an attack promises: a blow, a burst at two, or a grip that must be won first (GRP-2)."""
    target = fight.named(attack.target)
    if attack.verb == "grapple" and not hits_at_once(fight, who, target):
        return outlook.held_odds(fight, who, target, attack)
    return about(fight, who, target, attack, cells=cells)
