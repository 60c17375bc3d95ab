"""What a table is answered: as it is given, as it is kept, and as lines of the record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct

from legendry.table.requests import (
    Choose,
    Option,
    Refusal,
    Refused,
    Roll,
    Seat,
    folded,
    written_faces,
)


class Rolled(Struct, frozen=True, gc=False):
    """Faces that fell, and where they came from."""

    name: str
    value: tuple[int, ...]
    origin: str
    seat: Seat | None
    cards: tuple[str, ...] | None
    secret: tuple[Seat, ...] | None

    def __str__(self) -> str:
        return f"{self.name}: {written_faces(self.value, self.cards)}"


class Chose(Struct, frozen=True, gc=False):
    """An option that a seat chose; `seems` is what others read who may not see it."""

    value: Any
    notation: str
    seat: Seat
    secret: tuple[Seat, ...] | None
    seems: str = ""


class Called(Struct, frozen=True):
    """The game master raised his hand."""

    secret: ClassVar[None] = None

    seat: Seat


class Undone(Struct, frozen=True):
    """Entries that were taken back: they stay in the record, the game goes on from before them."""

    entries: tuple[Entry, ...]
    seat: Seat
    agreed: tuple[Seat, ...]


Entry: TypeAlias = Rolled | Chose | Called | Undone


def lines(
    entries: Sequence[Entry], usual: str, shown: Callable[[Rolled | Chose], bool]
) -> Iterator[str]:
    """The lines of the record for these entries; of those not `shown`, only that they are.

    Dice say where they come from unless that is the `usual` source.
    """
    for entry in entries:
        match entry:
            case Rolled() if shown(entry):
                yield f"{entry}" if entry.origin == usual else f"{entry} ({entry.origin})"
            case Rolled():
                yield f"hidden: {entry.name}"
            case Chose() if shown(entry):
                yield entry.notation
            case Chose():
                yield entry.seems or f"hidden: {entry.seat} chose"
            case Called():
                yield f"hand {entry.seat}"
            case Undone():
                yield from lines(entry.entries, usual, shown)
                agreed = f" (agreed {', '.join(entry.agreed)})" if entry.agreed else ""
                yield f"undo {entry.seat}{agreed}"


def own_step(entry: Entry, seat: Seat) -> bool:
    """Whether an entry told its seat nothing new: a choice of its own, or such a one taken back."""
    match entry:
        case Chose() | Called():
            return entry.seat == seat
        case Undone():
            return entry.seat == seat and not entry.agreed
    return False


def chosen(request: Choose[Any], option: Option[Any]) -> Chose:
    """The entry of an option that was chosen."""
    veil = option.veil
    if veil is None:
        return Chose(option.value, option.notation, request.seat, request.secret)
    return Chose(option.value, option.notation, request.seat, veil.known_to, veil.seems)


def rolled(roll: Roll, faces: tuple[int, ...], origin: str) -> Rolled:
    """The entry of faces that fell."""
    return Rolled(roll.name, roll.settled(faces), origin, roll.seat, roll.faces, roll.secret)


def understood(
    request: Choose[Any] | Roll, given: str | Option[Any] | Sequence[int], origin: str
) -> tuple[Chose | Rolled, bool]:
    """What is given as the answer to a request, and whether it only leads to it; else `Refused`."""
    if isinstance(request, Roll):
        if isinstance(given, Option):
            raise Refused(Refusal(f"faces are asked for, not a choice ({request.asks})"))
        faces = request.read(given) if isinstance(given, str) else request.check(given)
        return rolled(request, faces, origin), False
    if not isinstance(given, str):
        raise Refused(Refusal(f"{given!r:.80} is no answer to “{request.asks}”"))
    option = request.find(given)
    if option is None:
        raise Refused(request.why_not(given) or Refusal("not legal here"))
    leads = option.leads and folded(given) != folded(option.notation)
    return chosen(request, option), leads
