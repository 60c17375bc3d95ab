"""What a position between two turns is worth: the heroes' chance to win the game.

The chance is a logistic sum of what lies on the table: the tokens, a turning point to come, the
creatures left over, and each hero's potions. The weights stand in `worth.toml`, one set for each way
to count throws (RUL-D9); `tools/fit_worth.py` fitted them to games of the coach with itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from math import exp

from legendry.dragon.planner import Creature

MOST_POTIONS = 9
"""More potions in a purse are weighed like this many."""
TELLING = (3, 4, 6)
"""With so many potions a hero can do something new; there each hero has a weight of the own."""


class Worth:
    """The weights of one way to play, and the sums made of them."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = weights
        self._purses: dict[tuple[str, int, int], float] = {}

    def sum(self, features: Iterable[tuple[str, float]]) -> float:
        weights = self.weights
        return sum(weights.get(name, 0.0) * amount for name, amount in features)

    def situation(self, tokens: tuple[int, int], turning: str, left: Iterable[Creature]) -> float:
        """Tokens (heroes, creatures), the side whose fourth token governs, creatures left over."""
        return self.sum(situation_features(tokens, turning, tuple(left)))

    def purse(self, hero: str, potions: int, tokens: tuple[int, int]) -> float:
        """What the potions of one hero add; more are never worth less, for they need not be spent."""
        key = hero, potions, max(tokens)
        known = self._purses.get(key)
        if known is None:
            known = self.sum(purse_features(hero, potions, tokens))
            if potions > 0:
                known = max(known, self.purse(hero, potions - 1, tokens))
            self._purses[key] = known
        return known

    def purses(self, held: Mapping[str, int], tokens: tuple[int, int]) -> float:
        """What the potions of several heroes add."""
        return sum(self.purse(hero, potions, tokens) for hero, potions in held.items())

    def shared(
        self, held: Mapping[str, int], reward: int, tokens: tuple[int, int]
    ) -> Mapping[str, int]:
        """A team's purses once a reward is shared, as well as can be (DRG-81)."""
        if len(held) == 1:
            ((hero, potions),) = held.items()
            return {hero: potions + reward}
        (one, first), (other, second) = held.items()
        splits = (
            {one: first + share, other: second + reward - share} for share in range(reward + 1)
        )
        return max(splits, key=lambda purses: self.purses(purses, tokens))


def situation_features(
    tokens: tuple[int, int], turning: str, left: tuple[Creature, ...]
) -> Iterator[tuple[str, float]]:
    yield f"tokens {tokens[0]}:{tokens[1]}", 1.0
    if turning:
        yield f"turning {turning} {tokens[0]}:{tokens[1]}", 1.0
    yield f"left {len(left)}", 1.0
    if turning:
        yield f"left {len(left)} {turning}", 1.0
    for creature in left:
        yield f"trait {creature.pattern}", 1.0
        yield f"limit {creature.limit}", 1.0
        yield "throws", float(creature.throws)
        yield "reward", float(creature.reward)


def purse_features(hero: str, potions: int, tokens: tuple[int, int]) -> Iterator[tuple[str, float]]:
    held = min(potions, MOST_POTIONS)
    yield f"potions {hero}", float(held)
    yield f"potions late {max(tokens)}", float(held)
    for step in range(1, held + 1):
        yield f"step {step}", 1.0
        if step in TELLING:
            yield f"{hero} {step}", 1.0


def chance(logit: float) -> float:
    """The logistic curve: a sum of weights as a chance."""
    return 1 / (1 + exp(-logit)) if logit > -700 else 0.0


@cache
def worth_of(throw_count: str) -> Worth:
    """The fitted weights for a way to count throws, `total` or `rerolls`."""
    data = tomllib.loads(files(__package__).joinpath("worth.toml").read_text("utf-8"))
    return Worth(data[throw_count])
