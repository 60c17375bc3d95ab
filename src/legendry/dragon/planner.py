"""Exact chances of a turn: who should meet which creature, and what comes of it (DRG-25 to DRG-34).

A turn is played for its token (DRG-88). Its combats are independent, for a hero fights once a turn
and pays from the own purse; what joins them is the lead. So a turn is worked out from its end: each
combat is picked, sung for and paid for in the light of how the others went, and what winning is
worth there tells `odds` how freely to spend.

>>> goblin = Creature(1, 4, "full_house", throws=4, reward=1, limit="no_bard")
>>> keeper = Creature(2, 5, "four_of_a_kind", throws=3, reward=2)
>>> turn = Turn((goblin, keeper), {"shaman": 2, "bard": 2, "magician": 2})
>>> best = assignments(turn)[0]
>>> for battle in best.battles:
...     print(battle)
slot 2: bard and magician, vigilant
slot 1: shaman
>>> f"token {float(best.token):.3f}, draw {float(best.draw):.3f}, left {float(best.left):.3f}"
'token 0.954, draw 0.000, left 3.619'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from legendry.dragon.cards import BARS, Cards, default_cards
from legendry.dragon.odds import Prospect, Purse, Worth, prospect, purses_of, trade_off


class Creature(Struct, frozen=True):
    """A creature of the row with its trait, as far as it matters to a combat."""

    slot: int
    points: int
    pattern: str
    throws: int
    reward: int = 0
    limit: str = "none"


class Turn(Struct, frozen=True):
    """What is left of a turn at a Battle Selection, and what has come of it so far.

    `creatures` are those not yet fought, `fought` the heroes who have; a slot has one creature.
    `won` are the heroes' points so far, `lost` those of creatures fought and undefeated, `defeated`
    tells whether any creature was. Heroes and duo cards go by their ids.
    """

    creatures: tuple[Creature, ...]
    purses: dict[str, int]
    fought: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    """Duo cards that have served (DRG-28)."""
    won: int = 0
    lost: int = 0
    defeated: bool = False
    doubled_on_loss: bool = False
    """The table option `song_on_loss` (RUL-D18)."""
    cards: Cards | None = None
    """The deck, for prices and bonuses; None is the default deck."""

    @property
    def lead(self) -> int:
        """Heroes' points less those of every undefeated creature, fought or not (DRG-87)."""
        return self.won - self.lost - sum(creature.points for creature in self.creatures)


class Battle(Struct, frozen=True):
    """A combat to select (DRG-25): the slot of the creature, the team, its duo card, a song."""

    slot: int
    team: tuple[str, ...]
    duo: str = ""
    song: bool = False

    def __str__(self) -> str:
        extras = [self.duo] if self.duo else []
        extras += ["song"] if self.song else []
        return f"slot {self.slot}: {', '.join([' and '.join(self.team), *extras])}"


class Outcome(NamedTuple):
    """What a turn comes to in the mean; the greater is the better unless an `Aim` sets prices.

    `potions` are those held when the turn is over, with rewards and consolation as they fall due
    (the supply may fall short of them, DRG-84); `left` are those not spent, without any.
    """

    token: Fraction
    draw: Fraction
    potions: Fraction
    left: Fraction


class Plan(Struct, frozen=True):
    """Battles of a turn, the one to begin with first, and what they come to under the best play."""

    battles: tuple[Battle, ...]
    token: Fraction
    draw: Fraction
    potions: Fraction
    left: Fraction

    @property
    def outcome(self) -> Outcome:
        return Outcome(self.token, self.draw, self.potions, self.left)


class Aim(Struct, frozen=True):
    """What the turn is played for: the worth, in potions, of a token and of a draw.

    Without prices the token comes first, then the draw, then potions.
    """

    token: Fraction | int | None = None
    draw: Fraction | int = 0

    def value(self, outcome: Outcome) -> tuple[Fraction, ...]:
        """Of two outcomes the one with the greater value is the better one."""
        if self.token is None:
            return outcome
        return (self.token * outcome.token + self.draw * outcome.draw + outcome.potions, *outcome)

    def worth(self, win: Outcome, loss: Outcome) -> Worth:
        """What a win is worth in potions when the turn comes to this after it, and to that else."""
        if self.token is not None:
            return self.value(win)[0] - self.value(loss)[0]
        return None if win[:2] != loss[:2] else win.potions - loss.potions


TOKEN_FIRST = Aim()


def assignments(turn: Turn, aim: Aim = TOKEN_FIRST) -> list[Plan]:
    """Every full assignment of heroes, creatures and duo cards, the best first.

    Order and Song are left to the moment: they are chosen as earlier combats turn out. The first
    battle listed is the one to begin with, and says whether to sing in it.
    """
    planner = _Planner(turn, aim)
    found = []
    for battles in planner.assigned():
        ranked = planner.ranked(_Fixed(battles), turn.lead, turn.defeated)
        if ranked:
            first, outcome = ranked[0]
            found.append(Plan((first, *_Fixed(battles).after(first).battles), *outcome))
        else:
            found.append(Plan((), *planner.end(turn.lead, turn.defeated)))
    return sorted(found, key=lambda plan: aim.value(plan.outcome), reverse=True)


def selections(turn: Turn, aim: Aim = TOKEN_FIRST) -> list[Plan]:
    """Every combat that may be selected next, the best first; what follows is chosen best too."""
    planner = _Planner(turn, aim)
    ranked = planner.ranked(planner.free, turn.lead, turn.defeated)
    return [Plan((battle,), *outcome) for battle, outcome in ranked]


def stake(turn: Turn, battle: Battle, aim: Aim = TOKEN_FIRST) -> Worth:
    """What winning this battle is worth in potions: the `worth` for `odds` during the combat.

    `turn` is the turn as it was when the battle was selected.
    """
    planner = _Planner(turn, aim)
    after = planner.free.after(battle)
    return aim.worth(*planner.branches(battle, after, turn.lead, turn.defeated))


class _Fixed(NamedTuple):
    """The battles of an assignment that are still to come."""

    battles: tuple[Battle, ...]

    def after(self, battle: Battle) -> _Fixed:
        return _Fixed(tuple(other for other in self.battles if other.slot != battle.slot))


class _Free(NamedTuple):
    """The creatures, heroes and duo cards that battles may still be made of."""

    creatures: tuple[Creature, ...]
    heroes: tuple[str, ...]
    duos: tuple[str, ...]

    @property
    def battles(self) -> Iterator[Battle]:
        return (battle for creature in self.creatures for battle in self.against(creature))

    def against(self, creature: Creature) -> Iterator[Battle]:
        """The legal teams: one hero, or two with a duo card (DRG-26, DRG-27, DRG-31)."""
        fit = [hero for hero in self.heroes if BARS.get(creature.limit) != hero]
        for hero in fit:
            yield Battle(creature.slot, (hero,))
        if creature.limit != "single_hero":
            for team in combinations(fit, 2):
                for duo in self.duos:
                    yield Battle(creature.slot, team, duo)

    def after(self, battle: Battle) -> _Free:
        """A hero, a creature and a duo card serve once a turn (DRG-28 to DRG-30)."""
        return _Free(
            tuple(creature for creature in self.creatures if creature.slot != battle.slot),
            tuple(hero for hero in self.heroes if hero not in battle.team),
            tuple(duo for duo in self.duos if duo != battle.duo),
        )


_Options: TypeAlias = _Fixed | _Free


class _Planner:
    """The best play of one turn, each situation worked out once."""

    def __init__(self, turn: Turn, aim: Aim) -> None:
        self.turn = turn
        self.aim = aim
        self.cards = turn.cards or default_cards()
        self.creatures = {creature.slot: creature for creature in turn.creatures}
        self.free = _Free(
            turn.creatures,
            tuple(hero for hero in turn.purses if hero not in turn.fought),
            tuple(duo for duo in self.cards.duos if duo not in turn.used),
        )
        self.held = Fraction(sum(turn.purses.values()))
        self.known: dict[tuple[_Options, int, bool], Outcome] = {}
        self.teams: dict[Battle, tuple[Purse, ...]] = {}

    def assigned(self) -> Iterator[tuple[Battle, ...]]:
        """All sets of battles that leave no hero a legal opponent (DRG-33, DRG-34)."""

        def extend(creatures: Sequence[Creature], rest: _Free) -> Iterator[tuple[Battle, ...]]:
            if creatures:
                yield from extend(creatures[1:], rest)
                for battle in rest.against(creatures[0]):
                    for others in extend(creatures[1:], rest.after(battle)):
                        yield (battle, *others)
            elif next(rest.battles, None) is None:
                yield ()

        return extend(self.turn.creatures, self.free)

    def end(self, lead: int, defeated: bool) -> Outcome:
        """End of Turn: the token (DRG-88), and consolation if no creature fell (DRG-83)."""
        each = 0 if defeated else self.cards.figures.consolation_potions
        potions = self.held + each * len(self.turn.purses)
        return Outcome(Fraction(lead > 0), Fraction(lead == 0), potions, self.held)

    def best(self, options: _Options, lead: int, defeated: bool) -> Outcome:
        """What the rest of the turn comes to."""
        situation = options, lead, defeated
        known = self.known.get(situation)
        if known is None:
            ranked = self.ranked(*situation)
            known = ranked[0][1] if ranked else self.end(lead, defeated)
            self.known[situation] = known
        return known

    def ranked(self, options: _Options, lead: int, defeated: bool) -> list[tuple[Battle, Outcome]]:
        """Every battle that may come next, with and without a song, the best first."""
        found = []
        for silent in options.battles:
            after = options.after(silent)
            sung = [replace(silent, song=True)] if self.can_sing(silent) else []
            for battle in (silent, *sung):
                found.append((battle, self.fight(battle, after, lead, defeated)))
        return sorted(found, key=lambda ranked: self.aim.value(ranked[1]), reverse=True)

    def fight(self, battle: Battle, after: _Options, lead: int, defeated: bool) -> Outcome:
        """What the turn comes to with this battle next."""
        win, loss = self.branches(battle, after, lead, defeated)
        chance = self.chance(battle, self.aim.worth(win, loss))
        token, draw, potions, left = (
            less if more == less else less + chance.p * (more - less)
            for more, less in zip(win, loss, strict=True)
        )
        spent = chance.paid + (self.cards.costs.song_of_power if battle.song else 0)
        return Outcome(token, draw, potions - spent, left - spent)

    def branches(
        self, battle: Battle, after: _Options, lead: int, defeated: bool
    ) -> tuple[Outcome, Outcome]:
        """What the turn comes to when the battle is won, and when it is lost (DRG-72, DRG-87)."""
        creature = self.creatures[battle.slot]
        points, reward = creature.points * (2 if battle.song else 1), creature.reward
        if battle.duo:
            points += self.cards.duos[battle.duo].bonus_points
            reward += self.cards.duos[battle.duo].bonus_potions
        dearer = creature.points if battle.song and self.turn.doubled_on_loss else 0
        # a creature that falls counts for the heroes, and no longer against them
        win = self.best(after, lead + creature.points + points, True)
        loss = self.best(after, lead - dearer, defeated)
        return win._replace(potions=win.potions + reward), loss

    def chance(self, battle: Battle, worth: Worth) -> Prospect:
        """The prospect of a combat whose win is worth so much."""
        creature = self.creatures[battle.slot]
        if battle not in self.teams:
            self.teams[battle] = self.purses(battle)
        combat = creature.pattern, creature.throws, self.teams[battle]
        if worth is None or worth < 0 or self.aim.token is None:
            return prospect(*combat, worth=worth)
        # With prices set every situation has a worth of its own; one trade-off serves them all.
        return max(trade_off(*combat), key=lambda hope: (worth * hope.p - hope.paid, hope.p))

    def purses(self, battle: Battle) -> tuple[Purse, ...]:
        """The purses that may pay for changes of dice, a song being paid (DRG-48, DRG-71)."""
        if self.creatures[battle.slot].limit == "no_abilities":
            return ()
        held = {hero: self.turn.purses[hero] for hero in battle.team}
        if battle.song:
            held[next(self.singers(battle))] -= self.cards.costs.song_of_power
        return purses_of(self.cards, held, battle.duo)

    def can_sing(self, battle: Battle) -> bool:
        """Whether one of the team may sing: no limit forbids it (DRG-48, DRG-70)."""
        allowed = self.creatures[battle.slot].limit != "no_abilities"
        return allowed and any(True for _ in self.singers(battle))

    def singers(self, battle: Battle) -> Iterator[str]:
        """Those of the team who can pay for Song of Power (DRG-61)."""
        price = self.cards.costs.song_of_power
        for hero in battle.team:
            sings = "song_of_power" in self.cards.heroes[hero].abilities
            if sings and self.turn.purses[hero] >= price:
                yield hero
