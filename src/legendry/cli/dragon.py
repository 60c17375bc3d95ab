"""`legendry dragon`: the exact coach of Legendary Dragon, for people and for programs."""

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from legendry.cli.dragon_play import play, review
from legendry.cli.dragon_simulate import list_levels, simulate
from legendry.cli.many import ManyCommand
from legendry.cli.odds import _bar, _percent, _show, _table
from legendry.dragon.cards import Trait, default_cards
from legendry.dragon.odds import (
    MOST_THROWS,
    Decision,
    Prospect,
    Purse,
    decisions,
    prospect,
    purses_of,
)
from legendry.dragon.outcomes import DICE

if TYPE_CHECKING:
    from rich.progress_bar import ProgressBar
    from rich.table import Table

_SHOWN = 12
"""Decisions that a terminal lists; the others are worse."""


class TraitName(click.ParamType[Trait]):
    """A trait of the default deck by its name."""

    name = "trait"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Trait:
        traits = default_cards().traits
        if value.lower() not in traits:
            self.fail(f"{value!r} is not a trait; there are {', '.join(traits)}.", param, ctx)
        return traits[value.lower()]


class HeroPurse(click.ParamType[tuple[str, int]]):
    """A hero in the team and what the purse holds, `bard:3`."""

    name = "hero"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        heroes, most = default_cards().heroes, default_cards().figures.potion_cards
        found = re.fullmatch(r"([^:]*):([0-9]{1,6})", value)
        if found is None or int(found[2]) > most:
            self.fail(
                f"{value!r} is not a hero with 0 to {most} potions, such as bard:3.", param, ctx
            )
        name = found[1].lower()
        if name not in heroes:
            self.fail(f"{found[1]!r} is not a hero; there are {', '.join(heroes)}.", param, ctx)
        return name, int(found[2])


@click.group()
def dragon() -> None:
    """Legendary Dragon: play it, let bots play it, and ask the exact coach."""


dragon.add_command(list_levels)
dragon.add_command(play)
dragon.add_command(review)
dragon.add_command(simulate)


@dragon.command(cls=ManyCommand)
@click.argument("trait", type=TraitName())
@click.option(
    "--rolls",
    type=click.IntRange(0, MOST_THROWS),
    required=True,
    help="Throws still to come, the first one included.",
)
@click.option(
    "--dice",
    type=click.IntRange(1, 6),
    multiple=True,
    metavar="FACE…",
    help="The five dice on the table.",
)
@click.option(
    "--hero",
    "heroes",
    type=HeroPurse(),
    multiple=True,
    metavar="NAME:POTIONS…",
    help="A hero of the team who may pay for changes; without any there are no abilities.",
)
@click.option(
    "--duo",
    type=click.Choice(list(default_cards().duos), case_sensitive=False),
    help="The duo card of a team of two.",
)
@click.option("--json", "as_json", is_flag=True, help="Answer programs, in JSON.")
def odds(
    trait: Trait,
    rolls: int,
    dice: tuple[int, ...],
    heroes: tuple[tuple[str, int], ...],
    duo: str | None,
    as_json: bool,
) -> None:
    """Chance to win a combat, and what to do with the dice.

    TRAIT says which combination wins: weak, strong, huge, corrupted, agile or legendary.
    """
    _check(rolls, dice, heroes, duo)
    purses = purses_of(default_cards(), dict(heroes), duo or "")
    hope = prospect(trait.pattern, rolls, purses, dice or None)
    ranked = decisions(trait.pattern, rolls, dice, purses) if dice else []
    if as_json:
        answer: dict[str, object] = {"p": float(hope.p)}
        if dice:
            answer |= _best(ranked, dice)
        click.echo(json.dumps(answer))
        return
    headline = f"{trait.name}, {_throws(rolls)} to come: {_percent(hope.p)}"
    if heroes:
        headline += f", {float(hope.paid):.2f} potions paid in the mean"
    if not dice:
        _show(headline, _by_throws(trait, rolls, purses))
    elif not ranked:
        _show(headline, f"{_faces(dice)} has won.")
    else:
        shown = ranked[:_SHOWN]
        _show(headline, f"Best with {_faces(dice)}: {shown[0]}", _listed(shown, bool(heroes)))
        if len(ranked) > len(shown):
            click.echo(f"{len(ranked) - len(shown)} more, none better.")


def _check(
    rolls: int, dice: Sequence[int], heroes: Sequence[tuple[str, int]], duo: str | None
) -> None:
    """Refuse combats that there cannot be."""
    if dice and len(dice) != DICE:
        raise click.UsageError(f"--dice takes the faces of all five dice, not {len(dice)}.")
    if not dice and not rolls:
        raise click.UsageError(
            "Without --dice the first throw is to come: --rolls must be 1 or more."
        )
    if len(heroes) > 2 or len(dict(heroes)) < len(heroes):
        raise click.UsageError("A team is one hero or two different ones (DRG-26).")
    if duo and len(heroes) != 2:
        raise click.UsageError("A duo card takes two heroes (DRG-27).")


def _best(ranked: Sequence[Decision], dice: Sequence[int]) -> dict[str, object]:
    """The best decision for programs: the faces left lying, and the change if there is one."""
    if not ranked or ranked[0].kind == "stop":
        return {"keep": sorted(dice)}
    best = ranked[0]
    answer: dict[str, object] = {"keep": list(best.keep)}
    if best.hero:
        answer["change"] = {
            "hero": best.hero,
            "ability": "shift" if best.kind == "shift" else "magic_shift",
            "from": best.old,
            "to": best.new,
        }
    return answer


def _throws(count: int) -> str:
    return "1 throw" if count == 1 else f"{count} throws"


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


def _by_throws(trait: Trait, rolls: int, purses: Sequence[Purse]) -> "Table":
    """The chance by the number of throws, those asked for among their neighbours."""
    table = _table("throws", "chance", *(["paid"] if purses else []), "")
    for count in range(max(1, rolls - 3), min(rolls + 3, MOST_THROWS) + 1):
        hope = prospect(trait.pattern, count, purses)
        style = "bold" if count == rolls else None
        table.add_row(str(count), *_cells(hope, bool(purses)), style=style)
    return table


def _listed(ranked: Sequence[Decision], payable: bool) -> "Table":
    """Decisions with their chances, the first one marked."""
    table = _table("decision", "chance", *(["paid"] if payable else []), "")
    table.columns[0].justify = "left"
    for place, decision in enumerate(ranked):
        style = "bold" if place == 0 else None
        table.add_row(str(decision), *_cells(decision, payable), style=style)
    return table


def _cells(hope: Prospect | Decision, payable: bool) -> list["str | ProgressBar"]:
    paid = [f"{float(hope.paid):.2f}"] if payable else []
    return [_percent(hope.p), *paid, _bar(hope.p)]
