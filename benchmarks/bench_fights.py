"""Random playouts of fights beside Catanatron's random players, and the price of a fork beside its copy.

Catanatron is a board game with dice in pure Python. `make bench` installs it beside us for the
comparison; where it cannot be had, the rows say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.harness import Row, per_second
from legendry.legends.fight import FIGHT
from legendry.table import Choose, Seeded, Table, Typed

SECONDS = 3.0
COUNTED = 20
"""Games in which choices are counted, without a clock."""


SPELLS = ("fireball-1", "magic-fist-3", "sleep-1", "blur", "fire-3", "summon-wolf", "heal-wounds")


def skirmish(size: int, casters: int = 0) -> Table[Any]:
    """A fight of equals on the meadow, before its first roll; some of each side are magic users."""
    figures = {"st": 12, "dx": 11, "iq": 9, "weapons": ["broad-sword", "dagger", "javelin"]}
    figures["armor"] = ["leather", "small-shield"]
    magic = figures | {"iq": 14, "kind": "test", "magic": True, "spells": list(SPELLS)}
    magic |= {"weapons": ["wizards-staff", "dagger"], "armor": ["leather"]}
    fighters = [
        {
            "side": side,
            "character": {"name": f"{side[0]}{number}"} | (magic if number < casters else figures),
        }
        for side in ("Greeks", "Trojans")
        for number in range(size)
    ]
    return Table(
        FIGHT, ["Greeks", "Trojans"], Typed(), edition="ancient-world", setup={"fighters": fighters}
    )


def share(start: Table[Any], seed: int) -> tuple[int, int]:
    """Of the answers of that fight, how many were a choice between two things or more; and all."""
    table = start.fork(Seeded(seed))
    luck = Random(seed)
    choices = answers = 0
    while (request := table.pending) is not None:
        assert isinstance(request, Choose)
        options = request.options
        choices += len(options) > 1
        answers += 1
        table.answer(options[int(luck.random() * len(options))])
    return choices, answers + int(table.state.rolls)


def playout(start: Table[Any], seed: int) -> int:
    """One fight of random players to its end; gives the number of answers, dice included."""
    table = start.fork(Seeded(seed))
    luck = Random(seed)
    answers = 0
    while (request := table.pending) is not None:
        assert isinstance(request, Choose)
        options = request.options
        table.answer(options[int(luck.random() * len(options))])
        answers += 1
    return answers + int(table.state.rolls)


def rates(play: Callable[[int], int]) -> tuple[float, float]:
    """Answers and games per second over whole games."""
    play(0)
    answers = games = 0
    begun = perf_counter()
    while (spent := perf_counter() - begun) < SECONDS:
        games += 1
        answers += play(games)
    return answers / spent, games / spent


def part(games: Iterable[tuple[int, int]]) -> float:
    """The part of choices in all answers of some games."""
    choices, answers = map(sum, zip(*games, strict=True))
    return choices / answers


def catanatron() -> tuple[float, float, float] | None:
    """Its random decisions, those that are choices, and its copies per second; None without it."""
    try:
        from catanatron import Color, Game, RandomPlayer
    except ImportError:
        return None
    colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)

    def play(seed: int) -> int:
        game = Game([RandomPlayer(color) for color in colors], seed=seed)
        game.play()
        return len(game.state.actions)

    def counted(seed: int) -> tuple[int, int]:
        game = Game([RandomPlayer(color) for color in colors], seed=seed)
        choices = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            choices += len(game.state.playable_actions) > 1
            game.play_tick()
        return choices, len(game.state.actions)

    decisions, _ = rates(play)
    chosen = part(map(counted, range(COUNTED)))
    game = Game([RandomPlayer(color) for color in colors], seed=1)
    for _ in range(200):
        game.play_tick()
    return decisions, decisions * chosen, per_second(game.copy)


def run() -> list[Row]:
    other = catanatron()
    against = "Catanatron's random decisions" if other else "Catanatron is not installed"
    rows = []
    plain = 0.0
    for size, casters in ((1, 0), (4, 0), (4, 2)):
        start = skirmish(size, casters)
        answers, fights = rates(lambda seed, start=start: playout(start, seed))  # type: ignore[misc]
        ratio = answers / other[0] if other else None
        name = f"random {size}v{size} fight"
        if casters:
            name += f", {casters} casters a side"
            beside = "the 4v4 without magic"
            rows.append(Row(name, answers, "answers/s", answers / plain, beside, "0.5 or more"))
        else:
            plain = answers
            rows.append(Row(name, answers, "answers/s", ratio, against, "3 or more"))
            choices = answers * part(share(start, seed) for seed in range(COUNTED))
            ratio = choices / other[1] if other else None
            beside = f"{against}, among two or more" if other else against
            rows.append(Row(f"{name}, among two or more", choices, "answers/s", ratio, beside, ""))
        rows.append(Row(name, fights, "fights/s", None, "", ""))
    table = skirmish(4).fork(Seeded(1))
    for _ in range(60):
        request = table.pending
        assert isinstance(request, Choose)
        table.answer(request.options[0])
    forks = per_second(table.fork)
    used = per_second(lambda: table.fork().pending)
    for name, value in (("fork of a 4v4", forks), ("fork of a 4v4 and first use", used)):
        ratio = value / other[2] if other else None
        rows.append(Row(name, value, "forks/s", ratio, "Catanatron's copy()", "1 or more"))
    return rows
