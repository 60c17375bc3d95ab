"""`legendry craft`: price a star craft, build one, check the files of others, look at one."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from legendry.cli.character import NEW_FILE, ask, asked_edition, begin, check_files, content, keep
from legendry.legends.craft.craft import (
    Craft,
    CraftError,
    built,
    cost,
    craft_data,
    craft_of,
    over_budget,
    written_craft,
)
from legendry.legends.craft.crew import manned_of
from legendry.legends.craft.hangar import hangar
from legendry.legends.craft.hull import noted
from legendry.legends.craft.parts import MOST, Capability, Yard
from legendry.legends.edition import Edition, edition, editions
from legendry.legends.reading import nearest

if TYPE_CHECKING:
    from rich.table import Table

EDITIONS = tuple(slug for slug in editions() if edition(slug).craft)

_edition = click.option(
    "--edition", "slug", type=click.Choice(EDITIONS), help=f"Which rulebook; else {EDITIONS[0]}."
)
_budget = click.option(
    "--budget", type=click.IntRange(min=2), help="The build points that there are."
)
_scenario = click.option(
    "--scenario",
    is_flag=True,
    help="A scenario prescribes its sections: several of a kind, or other kinds.",
)


@click.group()
def craft() -> None:
    """Star craft: price one, build one, check files, look at one."""


@craft.command("cost")
@click.argument("notation")
@_edition
@_budget
@_scenario
@click.option("--json", "as_json", is_flag=True, help="Answer programs, in JSON.")
def cost_(
    notation: str, slug: str | None, budget: int | None, scenario: bool, as_json: bool
) -> None:
    """What the craft of a NOTATION costs in build points (CRF-14).

    For instance "Cargo1, Engineering1, Operations1, Living1, d6/1, M+1", or "C1 E1 O1 L1 d6/1 M+1".
    Exit code 1: there are mistakes, which are told, or it costs more than the budget.
    """
    try:
        made = built(notation, slug or EDITIONS[0], scenario=scenario)
    except CraftError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    ledger = cost(made)
    click.echo(json.dumps({"cost": ledger.total}) if as_json else ledger.unfolded)
    if budget and (sentence := over_budget(made, budget)):
        click.echo(sentence, err=True)
        sys.exit(1)


@craft.command()
@_edition
@_budget
@_scenario
@click.option("--name", help="The craft's name.")
@click.option("--build", "notation", help="Its notation: asks for no parts.")
@click.option("--out", type=NEW_FILE, help="Write the file here; an existing file stays as it is.")
def new(
    slug: str | None,
    budget: int | None,
    scenario: bool,
    name: str | None,
    notation: str | None,
    out: Path | None,
) -> None:
    """Build a craft step by step, or from a notation.

    Every question has a suggestion: Enter takes it. With --name and --build nothing is asked, and
    without --out the file is printed.
    """
    asks = not (name and notation)
    if asks and not slug:
        slug = asked_edition(EDITIONS[0], EDITIONS)
    rules = edition(slug or EDITIONS[0])
    start = {
        "name": "Craft",
        "edition": rules.slug,
        "build": "Engineering1, Operations1",
        "scenario": scenario,
    }

    def legal(**changes: Any) -> Craft:
        made = craft_of({**start, **changes})
        if budget and (sentence := over_budget(made, budget)):
            raise CraftError([sentence])
        return made

    try:
        made = legal(name=name) if name else ask("Name", "Wayfarer", lambda text: legal(name=text))
        start = craft_data(made)
        made = legal(build=notation) if notation else asked(rules, budget, legal)
    except CraftError as error:
        raise click.UsageError(str(error)) from None
    if asks:
        sheet(made)
    if out is None and not asks:
        click.echo(written_craft(made), nl=False)
    else:
        keep(made.name, partial(begin, written_craft(made)), out)


@craft.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
@_budget
def check(files: tuple[Path, ...], budget: int | None) -> None:
    """Check craft FILES and tell everything that is wrong, a sentence each.

    Exit code 0: all are fine; 1: there are mistakes; 2: a file cannot be read.
    """

    def read(file: Path) -> str:
        found = manned_of(content(file), file.name).craft
        if budget and (sentence := over_budget(found, budget)):
            raise CraftError([sentence], file.name)
        return f"{found.name} is fine, {cost(found).total} build points"

    check_files(files, read)


@craft.command()
@click.argument("which", metavar="FILE|ID")
@click.option("--edition", "slug", type=click.Choice(EDITIONS), help="Which rulebook.")
def show(which: str, slug: str | None) -> None:
    """Show the craft in a FILE, or one of the hangar by ID.

    Exit code 1: the file has mistakes, which are told; 2: there is no such file or ID.
    """
    path = Path(which)
    try:
        if os.path.isfile(path):
            sheet(manned_of(content(path), path.name).craft)
        else:
            sheet(ready_made(which, slug))
    except CraftError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    except OSError as error:
        raise click.UsageError(f"{path.name} cannot be read: {error.strerror}") from None


def ready_made(id: str, slug: str | None) -> Craft:
    """The craft of that id, in that edition or in any; a usage error if there is none."""
    known: dict[str, Craft] = {}
    for one in (slug,) if slug else EDITIONS:
        known = {**hangar(one), **known}
    if id not in known:
        hint = nearest(id, known) or "; legendry show craft lists what there is"
        raise click.UsageError(f"there is no file and no craft with the id “{id[:40]}”{hint}")
    return known[id]


def sheet(craft: Craft) -> None:
    """Print what there is to know of a craft: its sections in order, its price, line by line."""
    from rich.console import Console

    console = Console(highlight=False)
    console.print(f"{craft.name}  ({edition(craft.edition).title})", style="bold", markup=False)
    if craft.blurb:
        console.print(craft.blurb, style="italic", markup=False)
    console.print(craft.notation, markup=False)
    if craft.yard.short_form:
        console.print(craft.short, markup=False)
    console.print(_parts(craft))
    console.print(cost(craft).unfolded, markup=False)
    console.print(noted(craft), markup=False)


def _parts(craft: Craft) -> Table:
    """Sections in the order in which they are lost, then what it can do."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("part", no_wrap=True)
    table.add_column("points", justify="right")
    table.add_column("what it does")
    for label, section in zip(craft.labels, craft.sections, strict=True):
        kind = craft.yard.kind(section.name)
        words = kind.effect if kind else "As the scenario says (CRF-9)."
        table.add_row(label, str(section.points), words)
    table.add_section()
    for capability in craft.yard.capabilities.values():
        if steps := getattr(craft, capability.id):
            table.add_row(capability.name, str(steps), capability.effect)
    return table


def asked(rules: Edition, budget: int | None, legal: Callable[..., Craft]) -> Craft:
    """The parts, one question each; each is asked again until the craft is legal and affordable."""
    yard = rules.craft
    assert yard, "an edition with craft was asked for"
    kinds = yard.sections.values()
    wanted = [f"{kind.name}1" for kind in kinds if kind.required or not budget or budget > 12]
    made = ask(
        f"Sections in the order in which they are lost, of {', '.join(k.name for k in kinds)}",
        ", ".join(reversed(wanted)),
        lambda text: legal(build=text),
    )

    def step(before: Craft, id: Capability, text: str) -> Craft:
        return legal(build=f"{before.notation}, {_steps(yard, id, text)}")

    for kind in yard.capabilities.values():
        if getattr(made, kind.id):
            continue
        left = budget - cost(made).total if budget else MOST
        made = ask(
            f"{kind.name}, {kind.cost} build points each" + (f", {left} left" if budget else ""),
            str(min(left // kind.cost, 0 if kind.id == "systems" else 1)),
            partial(step, made, kind.id),
        )
    return made


def _steps(yard: Yard, id: Capability, text: str) -> str:
    """A number of steps as notation: `2` of shields is `/2`."""
    number = text.strip()
    if not number.isdecimal() or int(number[:6]) > MOST:
        raise ValueError(f"“{text[:40]}” is not a number from 0 to {MOST}")
    forms = {"weapons": f"{{}}{yard.die}", "shields": "/{}", "maneuver": "M+{}", "systems": "S+{}"}
    return forms[id].format(int(number[:6]))
