"""Boards: which hexes there are, and what is in them."""

from collections.abc import Collection, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self

from .bits import Bits
from .hex import Hex, neighbours
from .lines import clear
from .paths import Ways
from .pictures import (
    BLOCKS_MOVE,
    BLOCKS_SIGHT,
    WALL,
    Legend,
    MapError,
    check_tags,
    draw,
    legend_for,
    read,
    shorten,
)


class _Ways(dict[Hex, tuple[Hex, ...]]):
    """Who may step where; asking from off the board is a mistake with a clear message."""

    def __missing__(self, hex: Hex) -> tuple[Hex, ...]:
        raise ValueError(f"{hex} is not on the board")


@dataclass(frozen=True, repr=False)
class Board:
    """A set of hexes, each with its tags; it never changes.

    A tag is a free word such as ``fire``, ``water``, ``exit`` or ``start-a``; what it does is for
    the rules and the adventure to say. Three words speak to movement and sight themselves:

    - ``wall`` blocks both,
    - ``blocks-move`` only movement (a chasm),
    - ``blocks-sight`` only sight (smoke).

    >>> board = Board.from_text('''
    ... .   .   f
    ...   #   .
    ... .   .   .
    ... ''', legend={"f": ["fire", "exit"]})
    >>> board.tagged("exit"), board.is_wall(Hex.at("0201"))
    ((Hex.at('0501'),), True)
    """

    cells: Mapping[Hex, AbstractSet[str]] = field(hash=False)
    name: str = ""

    def __post_init__(self) -> None:
        cells = {hex: frozenset(self.cells[hex]) for hex in sorted(self.cells)}
        if not cells:
            raise MapError("a board needs at least one hex")
        for hex in cells:
            if not hex.has_label:
                raise MapError(f"{hex!r} cannot be on a board: columns and rows run from 01 to 99")
        for tags in set(cells.values()):
            check_tags(tags)
        if not self.name.isprintable() or len(self.name) > 80:
            raise MapError(
                f"{shorten(self.name)} cannot be a board's name: use up to 80 printable characters"
            )
        object.__setattr__(self, "cells", cells)

    @classmethod
    def rectangle(cls, columns: int, rows: int, name: str = "") -> Self:
        """An open board of so many columns and rows."""
        hexes = (Hex.of(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1))
        return cls(dict.fromkeys(hexes, frozenset()), name)

    @classmethod
    def from_text(
        cls, picture: str, legend: Mapping[str, Collection[str]] | None = None, name: str = ""
    ) -> Self:
        """The board that a picture shows: ``.`` floor, ``#`` wall, the rest by the legend."""
        return cls(read(picture, legend or {}), name)

    def draw(self, marks: Mapping[Hex, str] | None = None) -> str:
        """The picture of the board, some of its hexes marked with glyphs of the caller's choice."""
        return draw(self.cells, self.legend, marks or {})

    @cached_property
    def legend(self) -> Legend:
        """What the glyphs of `draw` mean: `from_text(str(board), board.legend)` is the board."""
        return legend_for(self.cells)

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        legend = {glyph: sorted(tags) for glyph, tags in self.legend.items()}
        return f"Board.from_text({str(self)!r}, legend={legend!r}, name={self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Board, (self.cells, self.name)

    def __contains__(self, hex: object) -> bool:
        return hex in self.cells

    def __iter__(self) -> Iterator[Hex]:
        """The hexes in label order."""
        return iter(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    @cached_property
    def hexes(self) -> frozenset[Hex]:
        """All hexes of the board, walls included."""
        return frozenset(self.cells)

    def tags(self, hex: Hex) -> AbstractSet[str]:
        """The tags of a hex; off the board there are none."""
        return self.cells.get(hex, frozenset())

    @cached_property
    def exits(self) -> tuple[Hex, ...]:
        """The hexes by which one may leave the board (RUL-22), in label order."""
        return self.tagged("exit")

    def tagged(self, tag: str) -> tuple[Hex, ...]:
        """The hexes with this tag, in label order."""
        return self._tagged.get(tag, ())

    @cached_property
    def _tagged(self) -> dict[str, tuple[Hex, ...]]:
        words = {tag for tags in self.cells.values() for tag in tags}
        return {
            word: tuple(hex for hex, tags in self.cells.items() if word in tags) for word in words
        }

    def is_wall(self, hex: Hex) -> bool:
        """Whether this is a wall hex (RUL-25); off the board there are no walls."""
        return WALL in self.tags(hex)

    @cached_property
    def floor(self) -> frozenset[Hex]:
        """The hexes that can be entered: on the board, no wall (RUL-16), no ``blocks-move``."""
        stops = {WALL, BLOCKS_MOVE}
        return frozenset(hex for hex, tags in self.cells.items() if stops.isdisjoint(tags))

    def open(self, hex: Hex) -> bool:
        """Whether the hex can be entered, as far as the board is concerned."""
        return hex in self.floor

    @cached_property
    def edge(self) -> tuple[Hex, ...]:
        """The hexes from which one step leads off the board (RUL-22), in label order."""
        return tuple(hex for hex in self if any(next not in self for next in neighbours(hex)))

    @cached_property
    def ways(self) -> Ways:
        """From any hex of the board, the adjacent hexes of the floor in clock order."""
        known = {hex: hex for hex in self.cells}  # one object for a hex: quicker to look up
        return _Ways(
            (hex, tuple(known[next] for next in neighbours(hex) if next in self.floor))
            for hex in self.cells
        ).__getitem__

    @cached_property
    def bits(self) -> Bits:
        """Sets of hexes of the floor as numbers."""
        return Bits(self.floor or self.cells)

    @cached_property
    def opaque(self) -> frozenset[Hex]:
        """The hexes that block sight: walls, ``blocks-sight`` and what is off the board.

        A straight line between two hexes of the board stays within one hex of the rectangle
        around it, so the hexes off the board that matter are few.
        """
        columns = [hex.column for hex in self]
        rows = [hex.row for hex in self]
        around = (
            Hex(column - 1, row - 1 - (column - 1) // 2)
            for column in range(min(columns) - 1, max(columns) + 2)
            for row in range(min(rows) - 1, max(rows) + 2)
        )
        stops = {WALL, BLOCKS_SIGHT}
        return frozenset(
            hex for hex in around if hex not in self or not stops.isdisjoint(self.tags(hex))
        )

    def sees(self, a: Hex, b: Hex, bodies: AbstractSet[Hex] = frozenset()) -> bool:
        """Whether the line between two hexes is unobstructed by terrain and `bodies` (RUL-25).

        Leave `bodies` out where only terrain counts: throws at a hex, and most spells (RUL-100).
        """
        return clear(a, b, self.opaque, bodies)
