"""Options that take as many values as follow: `--seats Ann Bob bot:random`."""

from __future__ import annotations

import click


class ManyCommand(click.Command):
    """A command whose `multiple` options may be given once with several values.

    click wants the option's name before each value; people write it once.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        many = {
            name
            for param in self.get_params(ctx)
            if isinstance(param, click.Option) and param.multiple
            for name in param.opts
        }
        spread: list[str] = []
        current = ""
        for position, arg in enumerate(args):
            if arg.startswith("-"):
                current = arg if arg in many else ""
            elif current and args[position - 1] != current:
                spread.append(current)
            spread.append(arg)
        return super().parse_args(ctx, spread)
