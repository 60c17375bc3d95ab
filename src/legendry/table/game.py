"""What a game is to the table, and how a game is found by its name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec
from msgspec import Struct

from legendry.table.freezing import unfrozen
from legendry.table.header import (
    FORMAT,
    DiceHeader,
    Header,
    SetupError,
    UndoPolicy,
    explained,
)
from legendry.table.ledger import Ledger
from legendry.table.requests import Flow, RuleId, Seat
from legendry.table.tally import Fell, Tally, pips

S = TypeVar("S", bound="State")
StructT = TypeVar("StructT", bound=Struct)


class Event(Struct, frozen=True, kw_only=True, tag_field="event", tag=True, gc=False):
    """Something that happened: a typed fact that interfaces render and never re-derive.

    `rules` are the rules it rests on; `seen_by` the seats that may see it (None: everybody). A
    class with `reveals` gives away what was hidden before: nobody may freely undo past it.
    """

    reveals: ClassVar[bool] = False

    rules: tuple[RuleId, ...] = ()
    seen_by: tuple[Seat, ...] | None = None

    def visible_to(self, seat: Seat | None) -> bool:
        """Whether that seat, or (None) somebody who only watches, may see it."""
        return self.seen_by is None or seat in self.seen_by


class Outcome(Struct, frozen=True):
    """How a game ended: the seats that won, and why; `unwon` is said where no seat did."""

    winners: tuple[Seat, ...]
    why: str
    rule: RuleId = ""
    unwon: str = "nobody won"

    def __str__(self) -> str:
        how = f"{' and '.join(self.winners)} won" if self.winners else self.unwon
        return f"{how}: {self.why}" + (f" ({self.rule})" if self.rule else "")


class Insight(Struct, frozen=True):
    """What there is to know of a thing on the table: its numbers, and places by name.

    For a fighter the places are the hexes he could reach, those he threatens, those he sees.
    """

    ledgers: tuple[Ledger, ...] = ()
    places: dict[str, tuple[str, ...]] = {}


class State(Struct, kw_only=True):
    """All there is to know of a game at a checkpoint; games add their own fields.

    The table keeps these: the turn and the rolls made in it decide named dice, what happened since
    the checkpoint waits in `events`, and `called` says that the game master comes next.
    """

    turn: int = 1
    rolls: int = 0
    rolled: dict[str, int] = msgspec.field(default_factory=dict)
    events: list[Event] = msgspec.field(default_factory=list)
    called: bool = False

    def copy(self) -> Self:
        """A copy that shares nothing that is changed in place; the table sees to `rolled` and `events`.

        Games write it by hand, field by field: it is on the hot path of every search.
        """
        raise TypeError(f"{type(self).__name__} has no copy()")

    def next_turn(self) -> None:
        """Begin the next turn; rolls are counted anew in it."""
        self.turn += 1
        if self.rolled:
            self.rolled = {}

    def tell(self, event: Event) -> None:
        """Something happened."""
        self.events.append(event)


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that leaves nothing to the table."""


class Game(ABC, Generic[S]):
    """The rules of one game. It holds no state of its own and asks only through its flows.

    `name` and `version` go into every record; `title` is what people read; `players` are the numbers
    of seats it can be played with, `company` the number that is best to try it; `options` has a
    field for each table option.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    players: ClassVar[range]
    company: ClassVar[int] = 2
    options: ClassVar[type[Struct]] = NoOptions
    mastered: ClassVar[bool] = False
    """Whether a game master may have his hand in it."""

    def header(
        self,
        seats: Iterable[Seat],
        dice: DiceHeader,
        *,
        edition: str = "",
        options: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        undo: UndoPolicy = "consent",
        gm: Seat = "",
    ) -> Header:
        """What is settled before the first answer of a game of this kind."""
        return Header(
            format=FORMAT,
            game=self.name,
            rules=self.version,
            edition=edition,
            seats=tuple(seats),
            gm=gm,
            undo=undo,
            dice=dice,
            options=dict(options or {}),
            setup=dict(setup or {}),
        )

    @abstractmethod
    def setup(self, header: Header) -> S:
        """The state before the first flow; `SetupError` when the header does not fit the game."""

    @abstractmethod
    def flow(self, state: S) -> Flow[None]:
        """The next activation, begun from a checkpoint where the state alone says everything."""

    def hand(self, state: S, gm: Seat) -> Flow[None]:
        """What the game master does when he has called, begun from a checkpoint like any flow."""
        raise TypeError(f"{self.title} has no use for a game master")

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on. Asked at checkpoints only."""

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> Struct:
        """What that seat may know now; None is somebody who only watches."""

    def hides(self, header: Header) -> bool:
        """Whether seats know different things at a table with that header."""
        return False

    def subject(self, header: Header) -> str:
        """Which of many is played at a table with that header, such as the title of a book."""
        return ""

    def scenery(self, state: S) -> Struct | None:
        """What interfaces draw once and never changes, such as the hexes of a board."""
        return None

    def inspect(self, state: S, seat: Seat | None, thing: str) -> Insight:
        """What that seat may know of a thing it points at, such as a fighter by name."""
        return Insight()

    def freeze(self, state: S) -> bytes:
        """A checkpoint's state as bytes, to go on from later without replaying what came before."""
        return msgspec.json.encode(state)

    def thaw(self, header: Header, frozen: bytes) -> S:
        """The state that was frozen; `ValueError` if these bytes are none of this game's."""
        return unfrozen(frozen, type(self.setup(header)))

    def luck(self, state: S, fell: Sequence[Fell]) -> tuple[Tally, ...]:
        """How all dice of a game fell for its seats, looked back on from its last state."""
        return pips(fell)


def options_of(header: Header, shape: type[StructT]) -> StructT:
    """The header's table options as a typed value; `SetupError` names the field that is wrong."""
    return decoded(header.options, shape, "options")


def decoded(data: dict[str, Any], shape: type[StructT], where: str) -> StructT:
    """Plain data as a typed value; `SetupError` names the place that is wrong."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        raise SetupError(explained(error, where)) from None


def games() -> Iterable[str]:
    """The names of all games that can be played here."""
    return sorted({point.name for point in entry_points(group="legendry.games")})


@cache
def find_game(name: str) -> Game[Any]:
    """The game of that name, announced by any installed package; `SetupError` if there is none.

    To look through all packages takes milliseconds, and a lobby names a hundred games.
    """
    for point in entry_points(group="legendry.games", name=name):
        game = point.load()
        assert isinstance(game, Game)
        return game
    raise SetupError(f"there is no game “{name[:40]}” here; there are: {', '.join(games())}")
