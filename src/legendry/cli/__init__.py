"""The command line: `legendry …`. Each command lives in a module of its own, loaded when called."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

COMMANDS = {
    "book": "legendry.cli.book:book",
    "character": "legendry.cli.character:character",
    "company": "legendry.cli.company:company",
    "craft": "legendry.cli.craft:craft",
    "dogfight": "legendry.cli.dogfight:dogfight",
    "dragon": "legendry.cli.dragon:dragon",
    "duel": "legendry.cli.duel:duel",
    "fight": "legendry.cli.fight:fight",
    "odds": "legendry.cli.odds:odds",
    "play": "legendry.cli.play:play",
    "replay": "legendry.cli.replay:replay",
    "resume": "legendry.cli.play:resume",
    "rule": "legendry.cli.rule:rule",
    "serve": "legendry.cli.serve:serve",
    "show": "legendry.cli.show:show",
    "verify": "legendry.cli.replay:verify",
}


class Commands(click.Group):
    """A group that imports a command only when it is called or listed."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run, whatever the terminal can read and write; what the machine refuses is a sentence."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper) and stream.errors != "replace":
                stream.reconfigure(errors="replace")
        try:
            return super().main(*args, **extra)
        except OSError as error:
            what = f"{str(error.filename)[:200]}: " if error.filename else ""
            with suppress(OSError):
                click.echo(f"Error: {what}{error.strerror or error}", err=True)
            with suppress(OSError):  # what waits to be printed would fail once more
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands)
@click.version_option(package_name="legendry")
def main() -> None:
    """One table for the Legends role-playing games and Legendary Dragon."""
