"""Numbers that explain themselves: lines of amount, words and rule that sum to a total."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Line(Struct, frozen=True, gc=False):
    """One reason for a part of a number: `-3 chain ARM-2`."""

    amount: int
    words: str
    rule: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, (signed(self.amount), self.words, self.rule)))


class Ledger(Struct, frozen=True, gc=False):
    """A number a player meets, as the lines that sum to it.

    >>> dx = Ledger.of("DX", (12, "base"), (-3, "chain", "ARM-2"))
    >>> dx.total
    9
    >>> print(dx)
    DX 9 = 12 base −3 chain ARM-2
    >>> print(dx.unfolded)
    DX   9
      12  base
      −3  chain  ARM-2
    """

    title: str
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, title: str, *lines: tuple[int, str] | tuple[int, str, str]) -> Ledger:
        """A ledger from plain tuples of (amount, words[, rule])."""
        return cls(title, tuple(Line(*line) for line in lines))

    @property
    def total(self) -> int:
        total = 0
        for line in self.lines:
            total += line.amount
        return total

    def plus(self, lines: Iterable[Line]) -> Ledger:
        """This ledger with further lines, if there are any."""
        more = tuple(lines)
        return Ledger(self.title, self.lines + more) if more else self

    def __str__(self) -> str:
        """On one line: the total, then the reasons, the first one unsigned."""
        parts = [str(line) for line in self.lines]
        if parts and self.lines[0].amount >= 0:
            parts[0] = parts[0].removeprefix("+")
        return f"{self.title} {minus(self.total)} = {' '.join(parts) or '0'}"

    @property
    def unfolded(self) -> str:
        """The total on a line, then one line a reason."""
        width = max((len(minus(line.amount)) for line in self.lines), default=1)
        rows = [f"{self.title}   {minus(self.total)}"]
        for line in self.lines:
            rule = f"  {line.rule}" if line.rule else ""
            rows.append(f"  {minus(line.amount):>{width}}  {line.words}{rule}")
        return "\n".join(rows)


def minus(amount: int) -> str:
    """A number with a real minus sign."""
    return str(amount).replace("-", "−")


def signed(amount: int) -> str:
    """A number with its sign: +2, −3, +0."""
    return f"+{amount}" if amount >= 0 else minus(amount)
