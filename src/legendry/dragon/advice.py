"""The coach of the whole game: what every option of a question is worth, from a view (DRG-94).

The worth of an option is the heroes' chance to win the game if all that follows is played best, as
far as `Foresight` and `Worth` can tell. All it knows is the view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from legendry.dragon.battle import Keep, MagicShift, Shift, Stop
from legendry.dragon.cards import Cards, Duo, Hero, default_cards
from legendry.dragon.chances import Fight
from legendry.dragon.foresight import Foresight, Scene, Weighed
from legendry.dragon.outcomes import KEPT, PLACE
from legendry.dragon.planner import Battle, Creature, Turn
from legendry.dragon.planning import Target
from legendry.dragon.selection import Selection
from legendry.dragon.views import CreatureView, DragonView, PileView
from legendry.dragon.worth import chance, worth_of
from legendry.table import Choose, Option

ENOUGH = 5
"""The tokens that win the game for which the weights were fitted (DRG-2)."""
EQUAL = 1e-12
"""Chances that are no further apart than this are the same."""


class Advice(Struct, frozen=True):
    """An option and the chance to win the game with it."""

    option: Option[Any]
    chance: float


class Coach:
    """Weighs options; remembers the combat in progress, so that the same is not worked out twice."""

    def __init__(self) -> None:
        self._combat: tuple[object, Fight] | None = None
        self._turn: Foresight | None = None

    def _foresight(self, scene: Scene) -> Foresight:
        """The rest of the turn, remembered from Planning to the first Battle Selection."""
        if self._turn is None or self._turn.scene != scene:
            self._turn = foresight(scene)
        return self._turn

    def ranked(self, request: Choose[Any], view: DragonView) -> list[Advice]:
        """Every option with its chance, the best first; of equal ones the first listed."""
        weigh = {"planning": self._planning, "selection": self._selection, "battle": self._battle}
        found = weigh.get(view.phase, self._split)(request.options, view)
        return sorted(found, key=lambda advice: -advice.chance)

    def best(self, request: Choose[Any], view: DragonView) -> Option[Any]:
        """The best option; quicker than to weigh them all."""
        if view.phase == "battle":
            return self._best_move(request.options, view)
        if view.phase == "selection":
            battle, _ = self._foresight(scene_of(view)).selections()[0]
            chosen = Selection(battle.slot, battle.team, battle.duo, battle.song)
            return next(option for option in request.options if option.value == chosen)
        return self.ranked(request, view)[0].option

    def chance(self, view: DragonView) -> float:
        """The heroes' chance to win the game at a question, or at any moment but a throw."""
        if view.phase == "battle" and view.dice:
            return self.fight(view).value(view.dice, view.throws_left)
        return foresight(scene_of(view)).now()

    # -- Planning -------------------------------------------------------------------------------

    def _planning(self, options: Iterable[Option[Any]], view: DragonView) -> Iterator[Advice]:
        """Transfiguration (DRG-74): the mean over the cards that may come."""
        scene = scene_of(view)
        still = self._foresight(scene).now()
        shaman = next(hero.id for hero in view.heroes if "transfiguration" in hero.abilities)
        purses = dict(scene.turn.purses)
        purses[shaman] -= view.costs.transfiguration
        poorer = replace(scene, turn=replace(scene.turn, purses=purses))
        weighed: Weighed = {}

        def with_card(target: Target, creature: Creature) -> float:
            row = tuple(
                creature if one.slot == target.slot else one for one in scene.turn.creatures
            )
            turned = replace(poorer, turn=replace(poorer.turn, creatures=row))
            return foresight(turned, weighed).now()

        best = still
        for option in options:
            if isinstance(option.value, Target):
                found = self._transfigured(option.value, view, scene, best, with_card)
                best = max(best, found)
                yield Advice(option, found)
            else:
                yield Advice(option, still)

    def _transfigured(
        self,
        target: Target,
        view: DragonView,
        scene: Scene,
        best: float,
        with_card: Callable[[Target, Creature], float],
    ) -> float:
        """The mean over the cards that may come, the easiest opponents first.

        As soon as it could not reach the `best` any more if all the others were as good as the best
        so far, it is left at that: an upper bound, near enough.
        """
        mean, rest, top = 0.0, 1.0, 0.0
        ranked = sorted(replaced(view, scene, target), key=lambda found: ease(found[0]))
        for creature, share in ranked:
            value = with_card(target, creature)
            mean, rest, top = mean + share * value, rest - share, max(top, value)
            if mean + rest * top < best:
                break
        return mean + max(0.0, rest) * top

    # -- Battle Selection -----------------------------------------------------------------------

    def _selection(self, options: Iterable[Option[Any]], view: DragonView) -> Iterator[Advice]:
        ranked = {
            Selection(battle.slot, battle.team, battle.duo, battle.song): value
            for battle, value in foresight(scene_of(view), thorough=True).selections()
        }
        for option in options:
            yield Advice(option, ranked[option.value])

    # -- Battle ---------------------------------------------------------------------------------

    def fight(self, view: DragonView) -> Fight:
        """The combat in progress."""
        assert view.combat is not None
        combat = view.combat
        key = view.turn, combat.slot, combat.team, tuple(hero.potions for hero in view.heroes)
        if self._combat is None or self._combat[0] != key:
            scene = scene_of(view)
            ids = {hero.name: hero.id for hero in view.heroes}
            duo = next((duo.id for duo in view.duos if duo.name == combat.duo), "")
            team = tuple(ids[name] for name in combat.team)
            battle = Battle(combat.slot, team, duo, combat.song)
            creature = next(one for one in scene.turn.creatures if one.slot == combat.slot)
            self._combat = key, foresight(scene).fight(creature, battle)
        return self._combat[1]

    def _battle(self, options: Iterable[Option[Any]], view: DragonView) -> Iterator[Advice]:
        fight = self.fight(view)
        rest: dict[tuple[str, int], Fight] = {}
        for option in options:
            match option.value:
                case Keep(faces=faces):
                    value = fight.kept(view.throws_left)[PLACE[faces]]
                case Shift() | MagicShift() as move:
                    price = price_of(fight, move)
                    if (move.hero, price) not in rest:
                        rest[move.hero, price] = fight.paid(move.hero, price)
                    value = rest[move.hero, price].value(changed(view, move), view.throws_left)
                case _:
                    value = fight.lost
            yield Advice(option, value)

    def _best_move(self, options: Iterable[Option[Any]], view: DragonView) -> Option[Any]:
        """Pay only for what wins at once: haste never pays (`combat_values` says why)."""
        fight = self.fight(view)
        moves = {option.value: option for option in options}
        now = fight.settled()[PLACE[tuple(sorted(view.dice))] - KEPT]
        if view.throws_left:
            faces, later = fight.best_keep(view.dice, view.throws_left)
            if later >= now and later > fight.lost + EQUAL:
                return moves[Keep(faces)]
        if now <= fight.lost:
            return moves[Stop()]

        def settled(move: Shift | MagicShift) -> float:
            dice = changed(view, move)
            rest = fight.paid(move.hero, price_of(fight, move))
            return rest.settled()[PLACE[dice] - KEPT]

        changes = [move for move in moves if isinstance(move, Shift | MagicShift)]
        return moves[max(changes, key=settled)]

    # -- End of Turn ----------------------------------------------------------------------------

    def _split(self, options: Iterable[Option[Any]], view: DragonView) -> Iterator[Advice]:
        """A reward shared by a duo (DRG-81): there is one at most in a turn."""
        worth = worth_of(view.options.throw_count)
        team = next(combat.team for combat in view.combats if combat.won and len(combat.team) == 2)
        tokens = score(view)
        left = [creature_of(one) for one in view.row if not one.defeated]
        base = worth.situation(tokens, view.turning, left)
        for option in options:
            shares = dict(zip(team, option.value, strict=True))
            purses = sum(
                worth.purse(hero.id, hero.potions + shares.get(hero.name, 0), tokens)
                for hero in view.heroes
            )
            yield Advice(option, chance(base + purses))


def foresight(
    scene: Scene,
    weighed: Weighed | None = None,
    thorough: bool = False,
) -> Foresight:
    """The rest of a turn under the weights that fit its way to count throws."""
    return Foresight(scene, worth_of(scene.throw_count), weighed, thorough)


def ease(creature: Creature) -> tuple[int, int, int]:
    """Sorts the easiest creatures first, roughly."""
    return creature.points, creature.limit == "no_abilities", -creature.throws


# -- from a view to a scene ---------------------------------------------------------------------


def scene_of(view: DragonView) -> Scene:
    """What is left of the turn on a view; the combat in progress counts as not yet fought."""
    row = [(one, creature_of(one)) for one in view.row]
    to_fight = tuple(creature for one, creature in row if not one.fought)
    turn = Turn(
        creatures=to_fight,
        purses=purses_with_rewards(view),
        fought=tuple(hero.id for hero in view.heroes if hero.fought),
        used=tuple(duo.id for duo in view.duos if duo.used),
        won=view.points.heroes,
        lost=view.points.creatures - sum(creature.points for creature in to_fight),
        defeated=any(one.defeated for one in view.row),
        doubled_on_loss=view.options.song_on_loss == "doubled_points",
        cards=deck_of(view),
    )
    return Scene(
        turn=turn,
        standing=tuple(creature for one, creature in row if one.fought and not one.defeated),
        tokens=score(view),
        enough=ENOUGH,
        turning_point=view.options.turning_point,
        throw_count=view.options.throw_count,
    )


def creature_of(one: CreatureView) -> Creature:
    return Creature(one.slot, one.points, one.pattern, one.throws, one.potions, one.limit)


def score(view: DragonView) -> tuple[int, int]:
    """The tokens of both sides, as in a game to five: only what is missing counts."""
    ahead = ENOUGH - view.tokens_to_win
    return max(0, view.tokens["heroes"] + ahead), max(0, view.tokens["creatures"] + ahead)


def deck_of(view: DragonView) -> Cards:
    """The default deck with the prices, heroes and duo cards of the table."""
    heroes = {hero.id: Hero(hero.id, hero.name, hero.abilities) for hero in view.heroes}
    duos = {
        duo.id: Duo(duo.name, duo.shift_cost, duo.bonus_potions, duo.bonus_points)
        for duo in view.duos
    }
    cards = default_cards()
    if (view.costs, heroes, duos) == (cards.costs, cards.heroes, cards.duos):
        return cards
    return replace(cards, costs=view.costs, heroes=heroes, duos=duos)


def purses_with_rewards(view: DragonView) -> dict[str, int]:
    """The purses with the rewards that are due at the end of the turn (DRG-79, DRG-81)."""
    purses = {hero.id: hero.potions for hero in view.heroes}
    ids = {hero.name: hero.id for hero in view.heroes}
    bonus = {duo.name: duo.bonus_potions for duo in view.duos}
    worth = worth_of(view.options.throw_count)
    tokens = score(view)
    supply = view.supply
    for combat in view.combats:
        if not combat.won:
            continue
        creature = next(one for one in view.row if one.slot == combat.slot)
        reward = min(supply, creature.potions + bonus.get(combat.duo, 0))
        supply -= reward
        held = {ids[name]: purses[ids[name]] for name in combat.team}
        purses |= worth.shared(held, reward, tokens)
    return purses


def replaced(view: DragonView, scene: Scene, target: Target) -> Iterator[tuple[Creature, float]]:
    """What may lie in a slot after Transfiguration, with its share of the pile (DRG-74, DRG-78)."""
    old = next(one for one in scene.turn.creatures if one.slot == target.slot)
    cards = default_cards()
    extra = int(view.options.throw_count == "rerolls")
    found: dict[Creature, int] = {}
    if target.part == "trait":
        traits = {trait.name: trait for trait in cards.traits.values()}
        for name, count in drawn(view.trait_pile).items():
            if trait := traits.get(name):
                new = replace(old, points=trait.battle_points, pattern=trait.pattern)
                found[new] = found.get(new, 0) + count
    else:
        creatures = {card.name: card for card in cards.creatures.values()}
        for name, count in drawn(view.creature_pile).items():
            if card := creatures.get(name):
                new = replace(
                    old, throws=card.throws + extra, reward=card.potions, limit=card.limit
                )
                found[new] = found.get(new, 0) + count
    total = sum(found.values())
    return ((creature, count / total) for creature, count in found.items())


def drawn(pile: PileView) -> Mapping[str, int]:
    """The cards that may be drawn: an empty pile is replaced by its discards (DRG-21)."""
    return pile.cards or pile.discards


# -- changes of dice ----------------------------------------------------------------------------


def price_of(fight: Fight, move: Shift | MagicShift) -> int:
    purse = next(purse for purse in fight.purses if purse.hero == move.hero)
    return (purse.magic if isinstance(move, MagicShift) else purse.shift) or 0


def changed(view: DragonView, move: Shift | MagicShift) -> tuple[int, ...]:
    """The dice after a change, sorted."""
    dice = list(view.dice)
    dice[dice.index(move.face)] = move.to
    return tuple(sorted(dice))
