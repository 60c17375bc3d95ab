"""Random playouts of fights beside Catanatron's random players, and the price of a fork beside its copy.

Catanatron is a board game with dice in pure Python. `make bench` installs it beside us for the
comparison; where it cannot be had, the rows say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any, TypeAlias

from benchmarks.harness import Row, per_second
from legendry.legends.fight import FIGHT
from legendry.table import Choose, Seeded, Table, Typed

ROUNDS = 51
SECONDS = 0.1
"""Of processor time, for each in each round: whatever disturbs the machine disturbs them all, and
whatever disturbs one of them in a few rounds does not count in the middle of all."""
COUNTED = 20
"""Games in which choices are counted, without a clock."""
COLORS = ("RED", "BLUE", "WHITE", "ORANGE")

Play: TypeAlias = Callable[[int], int]
"""Plays a game of that seed, and gives the number of its answers."""

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
    answer, random = table.answer, Random(seed).random
    answers = 0
    request = table.pending
    while request is not None:
        options = request.options  # type: ignore[union-attr]  # seeded dice leave choices only
        request = answer(options[int(random() * len(options))])
        answers += 1
    return answers + int(table.state.rolls)


class Rate:
    """Answers and games per second over whole games, in the middle of all rounds."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._seed = 0
        self._answers: list[float] = []
        self._games: list[float] = []
        play(0)

    def go_on(self) -> None:
        answers = games = 0
        begun = process_time()
        while (spent := process_time() - begun) < SECONDS:
            games += 1
            answers += self._play(self._seed + games)
        self._seed += games
        self._answers.append(answers / spent)
        self._games.append(games / spent)

    @property
    def answers(self) -> float:
        return median(self._answers)

    @property
    def games(self) -> float:
        return median(self._games)


def part(games: Iterable[tuple[int, int]]) -> float:
    """The part of choices in all answers of some games."""
    choices, answers = map(sum, zip(*games, strict=True))
    return choices / answers


class Catanatron:
    """Its random players."""

    def __init__(self) -> None:
        from catanatron import Color, Game, RandomPlayer

        def new(seed: int) -> Any:
            return Game([RandomPlayer(Color[name]) for name in COLORS], seed=seed)

        self.new = new

    def play(self, seed: int) -> int:
        game = self.new(seed)
        game.play()
        return len(game.state.actions)

    def share(self, seed: int) -> tuple[int, int]:
        """Of its decisions, how many were a choice between two things or more; and all."""
        game = self.new(seed)
        choices = 0
        while game.winning_color() is None and game.state.num_turns < 1000:
            choices += len(game.state.playable_actions) > 1
            game.play_tick()
        return choices, len(game.state.actions)

    def copies(self) -> float:
        """Copies per second of a game well under way."""
        game = self.new(1)
        for _ in range(200):
            game.play_tick()
        return per_second(game.copy)


def catanatron() -> Catanatron | None:
    try:
        return Catanatron()
    except ImportError:
        return None


def run() -> list[Row]:
    other = catanatron()
    starts = {
        (size, casters): skirmish(size, casters) for size, casters in ((1, 0), (4, 0), (4, 2))
    }
    ours = {key: Rate(partial(playout, start)) for key, start in starts.items()}
    theirs = Rate(other.play) if other else None
    for _ in range(ROUNDS):
        for rate in (*ours.values(), *([theirs] if theirs else [])):
            rate.go_on()
    against = "Catanatron's random decisions" if other else "Catanatron is not installed"
    beside = f"{against}, among two or more" if other else against
    rows = []
    for (size, casters), rate in ours.items():
        name = f"random {size}v{size} fight"
        if casters:
            name += f", {casters} casters a side"
            part_of = rate.answers / ours[size, 0].answers
            without = "the 4v4 without magic"
            rows.append(Row(name, rate.answers, "answers/s", part_of, without, "0.5 or more"))
        else:
            ratio = rate.answers / theirs.answers if theirs else None
            rows.append(Row(name, rate.answers, "answers/s", ratio, against, "3 or more"))
            start = starts[size, casters]
            choices = rate.answers * part(share(start, seed) for seed in range(COUNTED))
            if theirs and other:
                ratio = choices / (theirs.answers * part(map(other.share, range(COUNTED))))
            row = Row(
                f"{name}, among two or more", choices, "answers/s", ratio, beside, "3 or more"
            )
            rows.append(row)
        rows.append(Row(name, rate.games, "fights/s", None, "", ""))
    copies = other.copies() if other else None
    table = skirmish(4).fork(Seeded(1))
    for _ in range(60):
        request = table.pending
        assert isinstance(request, Choose)
        table.answer(request.options[0])
    forks = per_second(table.fork)
    used = per_second(lambda: table.fork().pending)
    for name, value in (("fork of a 4v4", forks), ("fork of a 4v4 and first use", used)):
        ratio = value / copies if copies else None
        rows.append(Row(name, value, "forks/s", ratio, "Catanatron's copy()", "1 or more"))
    return rows
