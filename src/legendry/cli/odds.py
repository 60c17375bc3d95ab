"""`legendry odds`: exact chances of checks, contests and damage, for people and for programs."""

import json
import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, get_args

import click

from legendry.odds import (
    MOST_DICE,
    Contest,
    Dice,
    Tie,
    best_contest,
    contest,
    damage,
    drops,
    passes,
)

if TYPE_CHECKING:
    from rich.progress_bar import ProgressBar
    from rich.table import Table

_GRID = range(1, 7)
"""The dice that a contest's grid shows, the same that the best ones are sought among."""


class Check(click.ParamType[tuple[int, int]]):
    """A pass check as the rules write it, `3/11`: three dice, not above eleven (CHK-1)."""

    name = "check"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        found = re.fullmatch(r"([0-9]{1,6})/(-?[0-9]{1,6})", value)
        if found is None:
            self.fail(f"{value!r} is not a check such as 3/11, dice before the limit.", param, ctx)
        dice, limit = int(found[1]), int(found[2])
        if not 1 <= dice <= MOST_DICE:
            self.fail(f"a check takes 1 to {MOST_DICE} dice, not {dice}.", param, ctx)
        return dice, limit


class Damage(click.ParamType[Dice]):
    """A damage roll as weapons print it, `2d6-1` (WPN-1)."""

    name = "damage"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Dice:
        try:
            return Dice.parse(value)
        except ValueError as error:
            self.fail(f"{error}.", param, ctx)


_json = click.option("--json", "as_json", is_flag=True, help="Answer programs, in JSON.")
_floor = click.option(
    "--floor",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Least damage before armor; Time and Space Classic has 0.",
)
_armor = click.option(
    "--armor",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Points of every hit that armor stops.",
)


@click.group()
def odds() -> None:
    """Exact chances of checks, contests and damage."""


@odds.command("pass")
@click.argument("check", type=Check(), metavar="N/LIMIT")
@_json
def pass_(check: tuple[int, int], as_json: bool) -> None:
    """Chance to pass a check.

    3/11 is a roll of three dice that must not come above 11.
    """
    dice, limit = check
    p = passes(dice, limit)
    if as_json:
        _echo_json({"p": float(p)})
        return
    table = _table("check", "chance", "")
    for nearby in range(limit - 3, limit + 4):
        chance = passes(dice, nearby)
        style = "bold" if nearby == limit else None
        table.add_row(f"{dice}/{nearby}", _percent(chance), _bar(chance), style=style)
    _show(f"{dice}/{limit} passes: {_percent(p)}", table)


@odds.command()
@click.argument("attacker", type=int)
@click.argument("defender", type=int)
@click.option(
    "--dice",
    type=click.IntRange(1, MOST_DICE),
    nargs=2,
    help="Dice of attacker and defender; else both announce their best, attacker first.",
)
@click.option(
    "--tie",
    type=click.Choice(get_args(Tie)),
    default="higher",
    show_default=True,
    help="Who wins equal totals; higher is the party with the higher limit.",
)
@_json
def win(
    attacker: int, defender: int, dice: tuple[int, int] | None, tie: Tie, as_json: bool
) -> None:
    """Chances of a contest.

    ATTACKER and DEFENDER are the numbers that each must not roll above.
    """
    if dice is None:
        chances = best_contest(attacker, defender, tie)
    else:
        chances = contest(attacker, dice[0], defender, dice[1], tie)
    if as_json:
        _echo_json(
            {
                "attacker": float(chances.attacker),
                "defender": float(chances.defender),
                "neither": float(chances.neither),
                "dice": chances.dice,
            }
        )
        return
    table = _table("wins", "chance", "")
    for party, p in (
        ("attacker", chances.attacker),
        ("defender", chances.defender),
        ("neither", chances.neither),
    ):
        table.add_row(party, _percent(p), _bar(p))
    a, d = chances.dice
    _show(
        f"{attacker} with {_dice(a)} against {defender} with {_dice(d)}"
        + (" (both at their best)" if dice is None else ""),
        table,
        "Attacker's chance by his dice (down) and the defender's (across)",
        _grid(attacker, defender, tie, chances),
    )


@odds.command("damage")
@click.argument("roll", type=Damage(), metavar="DAMAGE")
@_floor
@_armor
@click.option("--points", type=click.IntRange(min=1), help="Also the chance to reach so many.")
@_json
def damage_(roll: Dice, floor: int, armor: int, points: int | None, as_json: bool) -> None:
    """Points that a hit does, such as 2d6-1, d6+2 or 4."""
    wounds = damage(roll, floor=floor, armor=armor)
    if as_json:
        answer: dict[str, object] = {
            "distribution": {str(n): float(p) for n, p in wounds},
            "mean": float(wounds.mean),
        }
        if points is not None:
            answer["p"] = float(wounds.at_least(points))
        _echo_json(answer)
        return
    table = _table("points", "chance", "or more", "")
    likeliest = max(p for _, p in wounds)
    for n, p in wounds:
        style = "bold" if n == points else None
        more = _percent(wounds.at_least(n))
        table.add_row(str(n), _percent(p), more, _bar(p / likeliest), style=style)
    headline = f"{_wound(roll, floor, armor)}: mean {float(wounds.mean):.2f}"
    if points is not None:
        headline += f", {points} or more: {_percent(wounds.at_least(points))}"
    _show(headline, table)


@odds.command()
@click.argument("check", type=Check(), metavar="N/LIMIT")
@click.argument("roll", type=Damage(), metavar="DAMAGE")
@_floor
@_armor
@click.option(
    "--points", type=click.IntRange(min=1), required=True, help="Points that the foe has left."
)
@_json
def drop(
    check: tuple[int, int], roll: Dice, floor: int, armor: int, points: int, as_json: bool
) -> None:
    """Chance that one attack drops a foe.

    It does if it hits and the hit does as many points as the foe has left.
    """
    hit = passes(*check)
    wounds = damage(roll, floor=floor, armor=armor)
    p = drops(hit, wounds, points)
    if as_json:
        _echo_json({"p": float(p)})
        return
    reached = wounds.at_least(points)
    table = _table("attack", "chance", "")
    table.add_row("hits", _percent(hit), _bar(hit))
    table.add_row(f"does {points} or more", _percent(reached), _bar(reached))
    table.add_row("both", _percent(p), _bar(p), style="bold")
    _show(
        f"{check[0]}/{check[1]}, then {_wound(roll, floor, armor)}, "
        f"drops a foe with {points} left: {_percent(p)}",
        table,
    )


def _echo_json(answer: object) -> None:
    click.echo(json.dumps(answer))


def _percent(p: Fraction) -> str:
    """A chance in per cent that calls nothing certain or impossible that is not."""
    if 0 < p < Fraction(1, 1000):
        return "<0.1%"
    if Fraction(999, 1000) < p < 1:
        return ">99.9%"
    return f"{float(p):.1%}"


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _wound(roll: Dice, floor: int, armor: int) -> str:
    """The damage and what is done to it, in the order of RUL-76."""
    return f"{roll}, at least {floor}, armor {armor}"


def _table(*headings: str) -> "Table":
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(heading, justify="right")
    return table


def _bar(p: Fraction) -> "ProgressBar":
    """A bar as long as the chance; tables with one stay within 80 columns."""
    from rich.progress_bar import ProgressBar

    return ProgressBar(
        total=1.0,
        completed=float(p),
        width=40,
        complete_style="cyan",
        finished_style="cyan",
    )


def _grid(attacker: int, defender: int, tie: Tie, shown: Contest) -> "Table":
    """The attacker's chance for every number of dice of both; a star marks the contest shown."""
    table = _table("", *map(str, _GRID))
    for a in _GRID:
        cells = []
        for d in _GRID:
            cell = contest(attacker, a, defender, d, tie)
            percent = _percent(cell.attacker)
            cells.append(f"[bold]*{percent}[/]" if cell.dice == shown.dice else percent)
        table.add_row(str(a), *cells)
    return table


def _show(*parts: "str | Table") -> None:
    """Print headlines and tables; without colour where nobody would see it."""
    from rich.console import Console

    console = Console(highlight=False)
    for part in parts:
        console.print(part, style="bold" if isinstance(part, str) else None)
