"""Players that are programs, chosen by name and parameters: `greedy`, `random:seed=3`."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol

from legendry.bots.dragon import CoachBot, NaiveBot
from legendry.bots.greedy import GreedyBot
from legendry.bots.random import RandomBot
from legendry.table import Player, SetupError


class Bot(Player, Protocol):
    """A player that is a program; by its `name` it can be had again."""

    name: ClassVar[str]


BOTS: dict[str, Callable[..., Bot]] = {
    "coach": CoachBot,
    "greedy": GreedyBot,
    "naive": NaiveBot,
    "random": RandomBot,
}


def bot(text: str, **defaults: str) -> Bot:
    """The bot of that description, such as `random:seed=3`; `SetupError` says what is wrong.

    `defaults` are parameters for bots that take them and are not told otherwise.
    """
    name, _, given = text.partition(":")
    if name not in BOTS:
        raise SetupError(f"there is no bot “{name[:40]}”; there are: {', '.join(sorted(BOTS))}")
    parameters = dict(defaults)
    for part in filter(None, given.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            raise SetupError(f"“{part[:40]}” should be written “name=value”, as in random:seed=3")
        parameters[key] = value
    try:
        return BOTS[name](**parameters)
    except (TypeError, ValueError):
        raise SetupError(f"the bot “{name}” does not take “{given[:40]}”") from None
