"""Fit the weights of `legendry.dragon.worth` to games that the coach plays with itself.

    python tools/fit_worth.py total --games 4000 --seed 1
    python tools/fit_worth.py rerolls --games 4000 --seed 1

Half of the games begin at the start, half at a position drawn at random. Each position between two
turns is a sample, how its game ended what it is to foretell; the logistic sum is fitted by stochastic
gradient descent, with a little decay towards the weights of before. The coach plays by the weights
that stand in the file, which is then written anew: run it again, and the coach learns from its better
self.
"""

from __future__ import annotations

import argparse
import json
import os
import tomllib
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import log, sqrt
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from legendry.bots.dragon import CoachBot
from legendry.dragon import worth
from legendry.dragon.cards import default_cards
from legendry.dragon.game import DRAGON
from legendry.dragon.planner import Creature
from legendry.dragon.state import DragonState
from legendry.dragon.views import view
from legendry.dragon.worth import chance, purse_features, situation_features
from legendry.table import Roll
from legendry.table.header import DiceHeader, Header

FILE = Path(worth.__file__).with_name("worth.toml")
DECAY = 5e-3
EPOCHS = 30
Sample = tuple[tuple[tuple[str, float], ...], float]


def features(state: DragonState) -> tuple[tuple[str, float], ...]:
    """What `Worth` sees of a position before a Reveal."""
    tokens = state.tokens["heroes"], state.tokens["creatures"]
    left = tuple(
        Creature(
            slot,
            one.trait.battle_points,
            one.trait.pattern,
            state.throws(one.creature),
            one.creature.potions,
            one.creature.limit,
        )
        for slot, one in state.in_play()
    )
    found = [*situation_features(tokens, state.turning, left)]
    for hero, potions in state.purses.items():
        found += purse_features(hero, potions, tokens)
    return tuple(found)


def somewhere(luck: Random) -> dict[str, Any]:
    """A position drawn at random."""
    cards = default_cards()
    left = luck.choice((0, 0, 1, 1, 2, 2, 3, 4))
    creatures = luck.sample(cards.creature_pile, left)
    traits = luck.sample(cards.trait_pile, left)
    tokens = luck.randrange(5), luck.randrange(5)
    reached = [""]
    reached += ["heroes"] if tokens[0] == 4 else []
    reached += ["creatures"] if tokens[1] == 4 else []
    return {
        "tokens": {"heroes": tokens[0], "creatures": tokens[1]},
        "potions": {hero: luck.choice((0, 1, 2, 2, 3, 3, 4, 5, 6)) for hero in cards.heroes},
        "row": [
            {"slot": slot, "creature": creature, "trait": trait}
            for slot, (creature, trait) in enumerate(zip(creatures, traits, strict=True), 1)
        ],
        "just_reached": luck.choice(reached),
    }


def played(throw_count: str, seed: str, number: int) -> tuple[list[Sample], bool]:
    """One game: its positions with its result, and whether it began at the start and was won."""
    luck = Random(f"{seed}/{number}")
    header = Header(
        format=1,
        game="dragon",
        rules="",
        seats=("Ann",),
        undo="never",
        dice=DiceHeader("typed"),
        options={"throw_count": throw_count},
        setup=somewhere(luck) if number % 2 else {},
    )
    state = DRAGON.setup(header)
    coach = CoachBot()
    positions = []
    while (outcome := DRAGON.outcome(state)) is None:
        if state.phase == "reveal":
            positions.append(features(state))
        flow = DRAGON.flow(state)
        request = next(flow, None)
        while request is not None:
            if isinstance(request, Roll):
                answer: Any = tuple(luck.randint(1, request.sides) for _ in range(request.dice))
            else:
                option = coach.answer(request, view(state))
                answer = getattr(option, "value", None)
            try:
                request = flow.send(answer)
            except StopIteration:
                break
    won = float(bool(outcome.winners))
    return [(position, won) for position in positions], bool(won)


def fitted(samples: list[Sample], luck: Random, prior: dict[str, float]) -> dict[str, float]:
    """The weights that foretell the results best; the mean of the last third of the epochs.

    They begin at those of before and are drawn back to them a little. Begun at nothing, every
    position holding potions, potions would take the place of the constant where most games are won.
    """
    weights: dict[str, float] = defaultdict(float, prior)
    seen: dict[str, float] = defaultdict(lambda: 1.0)
    means: dict[str, float] = defaultdict(float)
    last = EPOCHS - EPOCHS // 3
    for epoch in range(EPOCHS):
        luck.shuffle(samples)
        for found, won in samples:
            error = won - chance(sum(weights[name] * amount for name, amount in found))
            for name, amount in found:
                slope = error * amount - DECAY * (weights[name] - prior.get(name, 0.0))
                seen[name] += slope * slope
                weights[name] += 0.1 * slope / sqrt(seen[name])
        if epoch >= last:
            for name, weight in weights.items():
                means[name] += weight / (EPOCHS - last)
    return dict(means)


def loss(samples: Iterable[Sample], weights: dict[str, float]) -> float:
    """How ill the weights foretell the results, in nats a position."""
    total, count = 0.0, 0
    for found, won in samples:
        p = chance(sum(weights.get(name, 0.0) * amount for name, amount in found))
        total -= log(max(1e-9, p if won else 1 - p))
        count += 1
    return total / max(1, count)


def written(data: dict[str, dict[str, float]], note: str) -> str:
    lines = [f"# {line}" for line in note.splitlines()]
    for section, weights in data.items():
        lines += ["", f"[{section}]"]
        lines += [f'"{name}" = {weight:.3f}' for name, weight in sorted(weights.items())]
    return "\n".join((*lines, ""))


NOTE = """\
What the positions between two turns are worth: weights of a logistic sum (see worth.py).
Written by tools/fit_worth.py from games of the coach with itself, half of them begun at random
positions; run it again to fit them anew. Sections: how throws are counted (RUL-D9)."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("throw_count", choices=("total", "rerolls"))
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--samples", type=Path, help="keep samples here and use those kept before")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    asked = parser.parse_args()
    with ProcessPoolExecutor(asked.jobs, get_context("forkserver")) as pool:
        one = partial(played, asked.throw_count, asked.seed)
        games = list(pool.map(one, range(asked.games), chunksize=25))
    samples = [sample for found, _ in games for sample in found]
    whole = [won for number, (_, won) in enumerate(games) if not number % 2]
    print(f"{len(samples)} positions; from the start {sum(whole)} of {len(whole)} games were won")
    if asked.samples:
        with asked.samples.open("a", encoding="utf-8") as kept:
            kept.writelines(json.dumps(sample) + "\n" for sample in samples)
        samples = [json.loads(line) for line in asked.samples.read_text("utf-8").splitlines()]
    data = tomllib.loads(FILE.read_text("utf-8"))
    before = loss(samples, data[asked.throw_count])
    data[asked.throw_count] = fitted(samples, Random(asked.seed), data[asked.throw_count])
    print(f"loss {before:.4f} before, {loss(samples, data[asked.throw_count]):.4f} after")
    FILE.write_text(written(data, NOTE), "utf-8")


if __name__ == "__main__":
    main()
