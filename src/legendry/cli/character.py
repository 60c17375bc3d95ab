"""`legendry character`: make one, check the files of others, look at a sheet."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from shutil import get_terminal_size
from textwrap import fill
from typing import Any, NoReturn, TypeVar

import click
import msgspec

from legendry.cli.sheet import sheet
from legendry.legends.character import (
    Character,
    CharacterError,
    character_of,
    file_name,
    read_character,
    write_character,
)
from legendry.legends.creation import (
    parsed_attributes,
    parsed_ids,
    parsed_magic,
    parsed_skills,
    random_character,
    suggested_armor,
    suggested_attributes,
    suggested_magic,
    suggested_name,
    suggested_skills,
    suggested_spells,
    suggested_weapons,
)
from legendry.legends.edition import Edition, edition, editions
from legendry.legends.prices import LEAST, START
from legendry.legends.reading import LARGEST, Mistaken, nearest
from legendry.legends.roster import foes, roster
from legendry.table.requests import clipped

T = TypeVar("T")

FILE = click.Path(path_type=Path, dir_okay=False)


class NewFile(click.Path):
    """A file that is to be; what cannot be begun is refused before anything is asked."""

    def __init__(self) -> None:
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path: Any = super().convert(value, param, ctx)
        if os.path.lexists(path):
            self.fail(f"{path} cannot be written: there is such a file already", param, ctx)
        if not os.path.isdir(path.parent):
            self.fail(f"{path} cannot be written: there is no folder {path.parent}", param, ctx)
        return path


NEW_FILE = NewFile()

_edition = click.option("--edition", "slug", type=click.Choice(editions()), help="Which rulebook.")


@click.group()
def character() -> None:
    """Characters: make one, check files, look at a sheet."""


@character.command()
@_edition
@click.option("--name", help="The character's name.")
@click.option("--random", "by_luck", is_flag=True, help="Ask nothing: let luck make one.")
@click.option("--magic/--no-magic", default=None, help="A magic user or not; else luck or you say.")
@click.option("--seed", help="The luck: the same seed makes the same character.")
@click.option("--out", type=NEW_FILE, help="Write the file here; an existing file stays as it is.")
def new(
    slug: str | None,
    name: str | None,
    by_luck: bool,
    magic: bool | None,
    seed: str | None,
    out: Path | None,
) -> None:
    """Make a new character, step by step or by luck.

    Every question has a suggestion that fits the answers before it: Enter takes it.
    """
    luck = Random(seed or secrets.token_hex(8))
    able = tuple(one for one in editions() if edition(one).spells) if magic else editions()
    if slug and slug not in able:
        raise click.UsageError(f"there is no magic in {edition(slug).title} (CHR-4)")
    if by_luck:
        rules = edition(slug or luck.choice(able))
        made = random_character(rules, luck, magic=magic)
        made = named(made, name) if name else made
    else:
        rules = edition(slug or asked_edition(luck.choice(able), able))
        made = asked(rules, name, luck, magic)
        sheet(made)
    if by_luck and out is None:
        click.echo(write_character(made), nl=False)
    else:
        keep(made.name, partial(begin, write_character(made)), out)


@character.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
def check(files: tuple[Path, ...]) -> None:
    """Check character FILES and tell everything that is wrong, a sentence each.

    Exit code 0: all are fine; 1: there are mistakes; 2: a file cannot be read.
    """
    check_files(files, lambda file: f"{read_character(content(file), file.name).name} is fine")


def check_files(files: Iterable[Path], read: Callable[[Path], str]) -> NoReturn:
    """Tell of each file what is wrong with it, or what `read` says of a good one; then end."""
    worst = 0
    for file in files:
        try:
            click.echo(f"{file.name}: {read(file)}")
        except Mistaken as error:
            click.echo(str(error), err=error.unreadable)
            worst = max(worst, 1 + error.unreadable)
        except OSError as error:
            click.echo(f"{file.name}: it cannot be read: {error.strerror}", err=True)
            worst = 2
    sys.exit(worst)


@character.command()
@click.argument("who", metavar="FILE|ID")
@_edition
def show(who: str, slug: str | None) -> None:
    """Show the sheet of a character in a FILE, or of a hero or foe by ID.

    Exit code 1: the file has mistakes, which are told; 2: there is no such file or ID.
    """
    path = Path(who)
    try:
        if os.path.isfile(path):
            sheet(read_character(content(path), path.name))
        else:
            sheet(ready_made(who, slug))
    except CharacterError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    except OSError as error:
        raise click.UsageError(f"{path.name} cannot be read: {error.strerror}") from None


def content(file: Path) -> bytes:
    """The bytes of a file, as far as a character may be long."""
    with file.open("rb") as opened:
        return opened.read(LARGEST + 1)


def ready_made(id: str, slug: str | None) -> Character:
    """The hero or foe of that id, in that edition or in any; a usage error if there is none."""
    known: dict[str, Character] = {}
    for one in (slug,) if slug else editions():
        known = {**roster(one), **foes(one), **known}
    if id not in known:
        hint = nearest(id, known) or "; legendry show roster lists who there is"
        raise click.UsageError(f"there is no file and nobody with the id “{id[:40]}”{hint}")
    return known[id]


def keep(name: str, write: Callable[[Path], object], out: Path | None) -> None:
    """Write somebody's file; where it is not said where, ask until it can be written there."""

    def written(text: str) -> Path:
        if text.strip() == "?":
            raise ValueError("the name of a new file is wanted")
        path = Path(os.path.expanduser(text))
        write(path)
        return path

    if out is None:
        out = ask("File", f"{file_name(name)}.toml", written)
    else:
        write(out)
    click.echo(f"{name} is in {out}.", err=True)


def begin(text: str, out: Path) -> None:
    """Write a file, unless there is one."""
    try:
        with out.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        there = isinstance(error, FileExistsError)
        reason = "there is such a file already" if there else error.strerror
        raise click.UsageError(f"{out} cannot be written: {reason}") from None


def asked(rules: Edition, name: str | None, luck: Random, magic: bool | None = None) -> Character:
    """A character made by questions; each is asked again until its answer is legal."""
    made = Character(name="Nobody", edition=rules.slug, st=LEAST, dx=LEAST, iq=START - 2 * LEAST)

    def step(
        question: str,
        suggestion: str,
        read: Callable[[str], dict[str, Any]],
        known: Iterable[str] = (),
    ) -> None:
        nonlocal made
        made = ask(question, suggestion, lambda text: changed(made, **read(text)), known)

    if name:
        made = named(made, name)
    else:
        step("Name", suggested_name(luck), lambda text: {"name": text})
    if magic is not None:
        made = changed(made, magic=magic)
    elif rules.spells:
        word = "yes" if suggested_magic(rules, luck) else "no"
        step("A magic user, yes or no", word, parsed_magic)
    st, dx, iq = suggested_attributes(luck, magic=made.magic)
    step("ST DX IQ, 32 points, none below 8", f"{st} {dx} {iq}", parsed_attributes)
    step(
        "Weapons",
        ", ".join(suggested_weapons(rules, made.st, luck, magic=made.magic)),
        lambda text: {"weapons": parsed_ids(text)},
        [weapon.id for weapon in rules.weapons.values() if weapon.heft <= made.st],
    )
    step(
        "Armor",
        ", ".join(suggested_armor(rules, made.dx, made.weapons, luck, magic=made.magic)) or "none",
        lambda text: {"armor": parsed_ids(text)},
        rules.armor,
    )
    points = rules.switches.skill_points
    if made.magic:
        step(
            f"Spells, of {points} points for spells and skills",
            ", ".join(suggested_spells(rules, made.iq, luck)),
            lambda text: {"spells": parsed_ids(text)},
            [spell.id for spell in rules.spells.values() if spell.iq <= made.iq],
        )
    known = len(made.spells)
    skills = suggested_skills(rules, () if made.magic else made.weapons, luck, spells=known)
    step(
        f"Skills, {points - known} points",
        ", ".join(f"{skill} {level}" for skill, level in skills.items()) or "none",
        lambda text: {"skills": parsed_skills(text)},
        rules.skills,
    )
    return made


def changed(made: Character, **changes: Any) -> Character:
    """The character with these changes, if he is still legal."""
    return character_of({**msgspec.to_builtins(made), **changes})


def named(made: Character, name: str) -> Character:
    """The character under that name; a usage error if nobody can be called so."""
    try:
        return changed(made, name=name)
    except CharacterError as error:
        raise click.UsageError(str(error)) from None


def asked_edition(suggestion: str, able: Sequence[str]) -> str:
    """The slug of one of these editions, typed or by its number."""
    numbers = {str(number): slug for number, slug in enumerate(able, 1)}
    for number, slug in numbers.items():
        click.echo(f"  {number}  {slug}", err=True)

    def read(text: str) -> str:
        word = text.strip().lower()
        if numbers.get(word, word) not in able:
            there = ", ".join(able)
            raise ValueError(f"there is no edition “{clipped(word, 40)}” here; there are: {there}")
        return numbers.get(word, word)

    return ask("Edition", suggestion, read)


def ask(question: str, suggestion: str, read: Callable[[str], T], known: Iterable[str] = ()) -> T:
    """An answer that can be read; what is wrong with others is told, and it is asked again."""
    asks = f"{question} (? lists them)" if known else question
    while True:
        text = str(click.prompt(asks, default=suggestion, err=True))
        if known and text.strip() == "?":
            there, width = f"there are: {', '.join(known)}", get_terminal_size().columns
            click.echo(fill(there, width, break_on_hyphens=False), err=True)
            continue
        try:
            return read(text)
        except ValueError as error:
            click.echo(f"Error: {error}", err=True)
        except click.UsageError as error:
            click.echo(f"Error: {error.message}", err=True)
