"""The rest of a turn, played for the whole game: every battle by the chance to win the game.

As in `planner` a turn is worked out from its end, each combat picked in the light of how the others
went; but a turn's end is worth what `Worth` says of the position it leaves: tokens, creatures left
over, potions. Each situation carries its chance to win the game and the *leverage*: what a small
addition to the sum of weights would add to that chance, so that potions have a price everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from legendry.dragon.cards import BARS, default_cards
from legendry.dragon.chances import Curve, Fight, Payment, curve
from legendry.dragon.odds import Purse, purses_of
from legendry.dragon.planner import Battle, Creature, Turn
from legendry.dragon.worth import Worth, chance


class Scene(Struct, frozen=True):
    """What is left of a turn, and the game around it.

    Purses of heroes who have fought already hold the rewards that they are due (DRG-79): nothing
    else can happen to them in this turn.
    """

    turn: Turn
    standing: tuple[Creature, ...] = ()
    """Creatures fought and undefeated: they stay (DRG-44)."""
    tokens: tuple[int, int] = (0, 0)
    """Of the heroes, and of the creatures."""
    enough: int = 5
    turning_point: str = "each_side"
    throw_count: str = "total"


Hope: TypeAlias = tuple[float, float]
"""The chance to win the game, and what a unit of the sum of weights would add to it: leverage."""


class _Battle(NamedTuple):
    """A battle that may be selected, ready to be weighed."""

    battle: Battle
    curve: Curve
    price: float
    """What a potion of the team weighs."""
    reward: float
    song: float


_Stake: TypeAlias = tuple[int, int, int]
"""The team as bits, by how much the lead grows with a win, and falls with a loss (RUL-D18)."""
Weighed: TypeAlias = dict[Creature, list[tuple[_Stake, list[_Battle]]]]
"""The battles with each creature; those with the same stake lead to the same situations."""


class Foresight:
    """The best play of the rest of a turn, each situation worked out once."""

    def __init__(
        self,
        scene: Scene,
        worth: Worth,
        weighed: Weighed | None = None,
        thorough: bool = False,
    ) -> None:
        """`weighed` is shared by scenes that differ in their creatures only.

        Unless `thorough`, Vigilant is left out where nobody can pay for a Shift: it is no use there.
        """
        self.scene = scene
        self.worth = worth
        self.thorough = thorough
        turn = scene.turn
        self.cards = turn.cards or default_cards()
        self.heroes = tuple(turn.purses)
        self.base = worth.purses(turn.purses, scene.tokens)
        self.weighed = {} if weighed is None else weighed
        self._hopes: dict[tuple[int, int, int, int], Hope] = {}
        self._ends: dict[tuple[int, int], Hope] = {}
        self.all_creatures = (1 << len(turn.creatures)) - 1
        self.free_heroes = sum(
            1 << number for number, hero in enumerate(self.heroes) if hero not in turn.fought
        )

    def purse(self, hero: str, potions: int) -> float:
        return self.worth.purse(hero, potions, self.scene.tokens)

    # -- what there is to choose ----------------------------------------------------------------

    @cached_property
    def battles(self) -> list[tuple[int, list[tuple[_Stake, list[_Battle]]]]]:
        """Every battle of the turn, by the bit of its creature."""
        for creature in self.scene.turn.creatures:
            if creature not in self.weighed:
                stakes: dict[_Stake, list[_Battle]] = {}
                for battle in self._against(creature):
                    stakes.setdefault(self._stake(creature, battle), []).append(
                        self._weighed(creature, battle)
                    )
                self.weighed[creature] = list(stakes.items())
        return [
            (1 << number, self.weighed[creature])
            for number, creature in enumerate(self.scene.turn.creatures)
        ]

    def _against(self, creature: Creature) -> Iterator[Battle]:
        """Every battle against that creature (DRG-26 to DRG-31), with and without a song."""
        turn = self.scene.turn
        fit = [
            hero
            for hero in self.heroes
            if hero not in turn.fought and BARS.get(creature.limit) != hero
        ]
        teams: list[tuple[tuple[str, ...], str]] = [((hero,), "") for hero in fit]
        if creature.limit != "single_hero":
            duos = [duo for duo in self.cards.duos if duo not in turn.used]
            teams += [(team, duo) for team in combinations(fit, 2) for duo in duos]
        for team, duo in teams:
            battle = Battle(creature.slot, team, duo)
            if not self.thorough and self._idle(creature, battle):
                continue
            yield battle
            if creature.limit != "no_abilities" and self._singer(battle):
                yield replace(battle, song=True)

    def _idle(self, creature: Creature, battle: Battle) -> bool:
        """Whether the duo card makes nothing but Shift cheaper, and nobody can pay for one."""
        if not battle.duo:
            return False
        duo = self.cards.duos[battle.duo]
        richest = max(self.scene.turn.purses[hero] for hero in battle.team)
        barred = creature.limit == "no_abilities"
        return not duo.bonus_points + duo.bonus_potions and (barred or richest < duo.shift_cost)

    def _singer(self, battle: Battle) -> str | None:
        """The hero of the team who can sing and pay (DRG-61, DRG-70)."""
        for hero in battle.team:
            if "song_of_power" in self.cards.heroes[hero].abilities:
                held = self.scene.turn.purses[hero]
                return hero if held >= self.cards.costs.song_of_power else None
        return None

    def _stake(self, creature: Creature, battle: Battle) -> _Stake:
        """What the lead gains by a win, and loses by a loss (DRG-59, DRG-72, RUL-D18)."""
        points = creature.points * (3 if battle.song else 2)
        if battle.duo:
            points += self.cards.duos[battle.duo].bonus_points
        dearer = creature.points if battle.song and self.scene.turn.doubled_on_loss else 0
        return sum(1 << self.heroes.index(hero) for hero in battle.team), points, dearer

    def _weighed(self, creature: Creature, battle: Battle) -> _Battle:
        turn = self.scene.turn
        held = {hero: turn.purses[hero] for hero in battle.team}
        song = 0.0
        if battle.song and (singer := self._singer(battle)):
            before = self.purse(singer, held[singer])
            held[singer] -= self.cards.costs.song_of_power
            song = before - self.purse(singer, held[singer])
        purses = self.purses(creature, battle, held)
        prices = [
            (self.purse(hero, potions) - self.purse(hero, max(0, potions - 3))) / 3
            for hero, potions in held.items()
            if potions >= 2
        ]
        return _Battle(
            battle,
            curve(creature.pattern, creature.throws, purses),
            max(1e-4, sum(prices) / len(prices)) if prices else 1e-4,
            self.rewarded(held, self.reward(creature, battle, turn.purses)),
            song,
        )

    def purses(self, creature: Creature, battle: Battle, held: dict[str, int]) -> tuple[Purse, ...]:
        """The purses that may pay for changes of dice (DRG-48)."""
        if creature.limit == "no_abilities":
            return ()
        return purses_of(self.cards, held, battle.duo)

    def reward(self, creature: Creature, battle: Battle, purses: Mapping[str, int]) -> int:
        """The potions of a win (DRG-58, DRG-79), as far as there can be any (DRG-84)."""
        bonus = self.cards.duos[battle.duo].bonus_potions if battle.duo else 0
        supply = self.cards.figures.potion_cards - sum(purses.values())
        return max(0, min(creature.reward + bonus, supply))

    def rewarded(self, held: dict[str, int], reward: int) -> float:
        """What a reward adds to the sum of weights, split as well as can be (DRG-81)."""
        tokens = self.scene.tokens
        after = self.worth.shared(held, reward, tokens)
        return self.worth.purses(after, tokens) - self.worth.purses(held, tokens)

    # -- from the end of the turn backwards -----------------------------------------------------

    def end(self, lead: int, fallen: int) -> Hope:
        """The position that the turn leaves (DRG-83, DRG-88)."""
        token = (lead > 0) - (lead < 0)
        known = self._ends.get((token, fallen))
        if known is None:
            known = self._end(token, fallen)
            self._ends[token, fallen] = known
        return known

    def _end(self, token: int, fallen: int) -> Hope:
        scene = self.scene
        heroes, creatures = scene.tokens
        tokens = heroes + (token > 0), creatures + (token < 0)
        if max(tokens) >= scene.enough:
            return float(token > 0), 0.0
        left = [
            creature
            for number, creature in enumerate(scene.turn.creatures)
            if not fallen >> number & 1
        ]
        logit = self.base + self.worth.situation(
            tokens, turning(scene, token, tokens), (*scene.standing, *left)
        )
        if not fallen and not scene.turn.defeated:
            each = self.cards.figures.consolation_potions
            for hero, potions in scene.turn.purses.items():
                logit += self.purse(hero, potions + each) - self.purse(hero, potions)
        found = chance(logit)
        return found, found * (1 - found)

    def hope(self, creatures: int, heroes: int, lead: int, fallen: int) -> Hope:
        """The best that can come of these creatures and heroes not having fought yet."""
        key = creatures, heroes, lead, fallen
        known = self._hopes.get(key)
        if known is None:
            known = self.end(lead, fallen)
            if creatures and heroes:
                best = -1.0
                for _, value, leverage in self.ranked(*key):
                    if value > best:
                        best = value
                        known = value, leverage
            self._hopes[key] = known
        return known

    def ranked(
        self, creatures: int, heroes: int, lead: int, fallen: int
    ) -> Iterator[tuple[Battle, float, float]]:
        """Every battle that may come next, with the hope it leaves. This is the hot loop."""
        known, hope, end = self._hopes, self.hope, self.end
        for bit, groups in self.battles:
            if not creatures & bit:
                continue
            rest, struck = creatures ^ bit, fallen | bit
            for (team, gain, dearer), battles in groups:
                if team & ~heroes:
                    continue
                others = heroes ^ team
                if rest and others:
                    key = rest, others, lead - dearer, fallen
                    lost, low = known.get(key) or hope(*key)
                    key = rest, others, lead + gain, struck
                    won, high = known.get(key) or hope(*key)
                else:
                    lost, low = end(lead - dearer, fallen)
                    won, high = end(lead + gain, struck)
                gap = won - lost
                for battle, trade, price, reward, song in battles:
                    profit = gap + high * reward
                    p, _ = trade[0]
                    best = p * profit
                    if len(trade) > 1:
                        cost = high * price
                        for likely, paid in trade:
                            value = likely * profit - cost * paid
                            if value > best:
                                p, best = likely, value
                    if best < 0.0:
                        p = best = 0.0
                    leverage = low + p * (high - low)
                    yield battle, lost + best - song * leverage, leverage

    def selections(self) -> list[tuple[Battle, float]]:
        """Every battle that may be selected next with the chance to win the game, the best first."""
        ranked = self.ranked(self.all_creatures, self.free_heroes, self.scene.turn.lead, 0)
        found = ((battle, value) for battle, value, _ in ranked)
        return sorted(found, key=lambda one: one[1], reverse=True)

    def now(self) -> float:
        """The chance to win the game as things stand."""
        return self.hope(self.all_creatures, self.free_heroes, self.scene.turn.lead, 0)[0]

    # -- a combat in progress -------------------------------------------------------------------

    def fight(self, creature: Creature, battle: Battle) -> Fight:
        """The combat with that creature of the row; a song is paid already.

        Its end is worth what the rest of the turn is worth with the purses that it leaves.
        """
        held = {hero: self.scene.turn.purses[hero] for hero in battle.team}
        purses = self.purses(creature, battle, held)

        @cache
        def ended(won: bool, payment: Payment) -> float:
            spent = {purse.hero: paid for purse, paid in zip(purses, payment, strict=True)}
            return Foresight(self.after(creature, battle, spent, won), self.worth).now()

        return Fight(creature.pattern, purses, ended)

    def after(
        self, creature: Creature, battle: Battle, spent: Mapping[str, int], won: bool
    ) -> Scene:
        """The scene once that combat is over, so many potions having been spent in it."""
        scene, turn = self.scene, self.scene.turn
        _, gain, dearer = self._stake(creature, battle)
        purses = {hero: potions - spent.get(hero, 0) for hero, potions in turn.purses.items()}
        if won:
            held = {hero: purses[hero] for hero in battle.team}
            reward = self.reward(creature, battle, purses)
            purses |= self.worth.shared(held, reward, scene.tokens)
        return replace(
            scene,
            turn=replace(
                turn,
                creatures=tuple(one for one in turn.creatures if one != creature),
                purses=purses,
                fought=(*turn.fought, *battle.team),
                used=(*turn.used, battle.duo),
                won=turn.won + (gain - creature.points if won else 0),
                lost=turn.lost + (0 if won else creature.points + dearer),
                defeated=turn.defeated or won,
            ),
            standing=scene.standing if won else (*scene.standing, creature),
        )


def turning(scene: Scene, token: int, tokens: tuple[int, int]) -> str:
    """The side whose fourth token governs the next turn (DRG-93, RUL-D24)."""
    if not token or scene.turning_point == "off":
        return ""
    ours, theirs = tokens if token > 0 else tokens[::-1]
    fourth = scene.enough - 1
    if ours != fourth or (scene.turning_point == "first_side" and theirs >= fourth):
        return ""
    return "heroes" if token > 0 else "creatures"
