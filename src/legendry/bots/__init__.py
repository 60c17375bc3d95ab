"""Players that are programs, chosen by name and parameters: `random`, `random:seed=3`."""

from __future__ import annotations

from collections.abc import Callable

from legendry.bots.greedy import GreedyBot
from legendry.bots.random import RandomBot
from legendry.table import Player, SetupError

BOTS: dict[str, Callable[..., Player]] = {"greedy": GreedyBot, "random": RandomBot}


def bot(text: str, **defaults: str) -> Player:
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
