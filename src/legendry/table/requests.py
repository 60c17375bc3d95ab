"""What a rule may ask of the world: faces of dice, or a choice by a seat.

A rule that asks is a *flow*: a generator that yields requests and is sent the answers. A request is
itself a tiny flow, so that every answer has its exact type:

    faces = yield from Roll("hit Ajax>Hector", dice=3, seat="Greeks")       # tuple[int, ...]
    wants = yield from Choose("Trojans", "Dodge?", lambda: [...])           # the option's value

The questions of every turn save that tiny flow, and write the type out instead:

    move: Move = yield Choose(seat, "where does Ajax go?", moves)

Requests are data. They never call back into an interface, and they list their options only when
somebody looks, so that re-running a flow costs nothing for them.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, Generic, TypeAlias, TypeVar, overload

from msgspec import Struct, StructMeta

from legendry.table.ledger import Ledger

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Seat: TypeAlias = str
RuleId: TypeAlias = str


class Refusal(Struct, frozen=True):
    """Why something may not be done: a sentence, and the rule it rests on where one applies."""

    words: str
    rule: RuleId = ""
    unknown: bool = False
    """Whether no more is known than that it is none of the answers."""

    def __str__(self) -> str:
        return f"{self.words} ({self.rule})" if self.rule else self.words


class Refused(Exception):
    """An answer was not accepted. The game is as it was before."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class About(Struct, frozen=True):
    """What can be known of an option before it is chosen: exact figures by name, and their ledgers.

    Chances are called `hit`, `drop`, `dodge`, `win`, `works` or `falls`; `damage` is a mean. `places` are
    what it touches on a board, by name: the hexes of a `path`, or of an `area`.
    """

    figures: dict[str, Fraction] = {}
    ledgers: tuple[Ledger, ...] = ()
    places: dict[str, tuple[str, ...]] = {}

    def __str__(self) -> str:
        parts = []
        for name, figure in self.figures.items():
            chance = f"{float(figure):.0%}" if name != "damage" else f"{float(figure):.1f}"
            parts.append(f"{name} {chance}")
        return " · ".join(parts)


class Veil(Struct, frozen=True):
    """An answer that others take for another: what they read in its place, and who knows better."""

    seems: str
    known_to: tuple[Seat, ...]


class Option(Struct, Generic[T], frozen=True, gc=False):
    """One legal answer to a choice.

    `notation` is what people type and records keep, unique among its siblings; `value` is what the
    flow receives: plain immutable data, never a piece of the state, because the same answer is sent
    again when a flow is re-run on a copy. `look` works out of the value what can be known beforehand.
    An option that `leads` only begins what is asked on in the next question: people may give the
    longer notation at once (`Ajax move 0405` where first `Ajax` is asked for). Under a `veil` the
    others see another answer until the game is over.
    """

    notation: str
    value: T
    words: str = ""
    look: Callable[[T], About] | None = None
    leads: bool = False
    veil: Veil | None = None

    @property
    def about(self) -> About | None:
        """Its exact odds and ledgers, worked out when somebody asks; None if there are none."""
        return self.look(self.value) if self.look else None


class _OffersMeta(StructMeta, ABCMeta):
    """Of a struct that is a sequence: it is made in half the time of a plain class."""


class Offers(Struct, Sequence[Option[T]], metaclass=_OffersMeta, eq=False, gc=False):
    """Options made one by one as somebody looks: the values on offer, and how each is offered.

    Where sixty hexes are listed, whoever wants to see one of them pays for one. The `latest` is kept,
    and all once they were listed. `named` gives the notations of all values whose option has no words
    and leads nowhere, without making it; of others, nothing.
    """

    _values: Sequence[Any]
    _offer: Callable[[Any], Option[T]]
    _named: Callable[[Sequence[Any]], Sequence[str]] | None = None
    latest: Option[T] | None = None
    _all: tuple[Option[T], ...] = ()
    _brief: Sequence[Option[T] | str] = ()

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, place: int) -> Option[T]: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Option[T]]: ...

    def __getitem__(self, place: int | slice) -> Option[T] | Sequence[Option[T]]:
        if type(place) is int and place >= 0:
            if self._all:
                return self._all[place]
            option = self.latest = self._offer(self._values[place])
            return option
        if isinstance(place, slice):
            return tuple(self)[place]
        return self[range(len(self))[place]]

    def __iter__(self) -> Iterator[Option[T]]:
        if not self._all:
            self._all = tuple(map(self._offer, self._values))
        return iter(self._all)

    @property
    def brief(self) -> Sequence[Option[T] | str]:
        """The options, or of those that are `named`, the notation: to show them is to make none."""
        if not self._brief:
            if self._named is None:
                self._brief = list(self)
            else:
                names = enumerate(self._named(self._values))
                self._brief = [name or self[place] for place, name in names]
        return self._brief

    def called(self, text: str) -> Option[T] | None:
        """The option with exactly that notation."""
        brief = self.brief
        if text in brief:
            return self[brief.index(text)]
        return next((one for one in brief if type(one) is Option and one.notation == text), None)

    def __contains__(self, option: object) -> bool:
        return option is self.latest or option in tuple(self)


class Barred(Struct, frozen=True):
    """Something a player might reasonably try here and may not do, with the reason."""

    notation: str
    refusal: Refusal


class Request(Struct, Generic[T], eq=False, gc=False):
    """What a flow yields; answered with a `T`."""

    def __iter__(self) -> Generator[Roll | Choose[Any], T, T]:
        return (yield self)  # type: ignore[misc]  # every request is one of the two


Flow: TypeAlias = Generator["Roll | Choose[Any]", Any, T_co]
"""What a rule that may ask returns. Call it with `yield from`; a test forbids anything else."""


class Roll(Request[tuple[int, ...]], eq=False, gc=False):
    """Ask for the faces of `dice` dice with `sides` sides.

    `name` says what the roll is for and, with the turn, decides seeded faces. `seat` is whose roll
    it is (None: nobody's, such as a drawn card). `against` is the ledger of the number it is
    compared with. `faces` names the faces of the die, as for a deck of cards. `secret` lists the
    seats that see the result (None: everybody).
    """

    name: str
    dice: int = 1
    sides: int = 6
    seat: Seat | None = None
    against: Ledger | None = None
    faces: tuple[str, ...] | None = None
    secret: tuple[Seat, ...] | None = None

    @classmethod
    def draw(
        cls,
        name: str,
        cards: Sequence[str],
        *,
        seat: Seat | None = None,
        secret: tuple[Seat, ...] | None = None,
    ) -> Roll:
        """Draw one of `cards`, each equally likely: a die whose faces have names.

        Cards that look alike are alike: a pile of two `gold` and one `tin` may be given as such.
        """
        return cls(name, 1, len(cards), seat, None, tuple(cards), secret)

    @property
    def asks(self) -> str:
        """The request in words: `hit Ajax>Hector: 3 dice of 6 sides`."""
        if self.faces is not None:
            return f"{self.name}: one of {', '.join(dict.fromkeys(self.faces))}"
        return (
            f"{self.name}: {self.dice} {'die' if self.dice == 1 else 'dice'} of {self.sides} sides"
        )

    def read(self, text: str) -> tuple[int, ...]:
        """Faces from what people write; `Refused` if they are not faces of these dice."""
        if self.faces is not None:
            wanted = folded(text)
            for face, card in enumerate(self.faces, 1):
                if folded(card) == wanted:
                    return (face,)
            raise Refused(Refusal(f"“{clipped(text)}” cannot be drawn ({clipped(self.asks, 200)})"))
        words = text.replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) <= 4 for word in words):
            raise Refused(Refusal(f"“{clipped(text)}” are not faces of dice ({self.asks})"))
        return self.check([int(word) for word in words])

    def check(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The faces as a tuple if these dice can show them, else `Refused`."""
        if len(faces) != self.dice:
            raise Refused(Refusal(f"{len(faces)} given, but the roll is {self.asks}"))
        for face in faces:
            if type(face) is not int or not 1 <= face <= self.sides:
                raise Refused(Refusal(f"a die cannot show {face!r:.20} here ({self.asks})"))
        return tuple(faces)

    def settled(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """Faces as they count: among cards that look alike, the first one."""
        return faces if self.faces is None else (self.faces.index(self.faces[faces[0] - 1]) + 1,)

    def why_not(self, text: str) -> Refusal | None:
        """The reason why `text` cannot be the result of this roll; None if it can."""
        try:
            self.read(text)
        except Refused as refused:
            return refused.refusal
        return None


def _nothing() -> Iterable[Barred]:
    return ()


class Choose(Request[T], Generic[T], eq=False, gc=False):
    """Ask a seat to choose one of the legal options.

    `lister` gives the options, or `Offers` of many, and `bars` what is plausible but not allowed;
    both are called when somebody looks. `secret` lists the seats that may see the choice before the
    game is over (None: everybody); the options of a secret choice are for the asked seat alone.
    `rule` says what may be chosen here at all: whatever is neither listed nor barred is refused by it.
    `blank` makes an option of what people write in their own words, such as a plotword; `hint` says
    how that is written.
    """

    seat: Seat
    question: str
    lister: Callable[[], Iterable[Option[T]]]
    bars: Callable[[], Iterable[Barred]] = _nothing
    secret: tuple[Seat, ...] | None = None
    rule: RuleId = ""
    blank: Callable[[str], Option[T] | None] | None = None
    hint: str = ""
    listed: Sequence[Option[T]] | None = None
    """The options, once somebody has looked."""
    _index: dict[str, Option[T]] | None = None

    @property
    def options(self) -> Sequence[Option[T]]:
        """The legal options, in the order the rules list them."""
        listed = self.listed
        if listed is None:
            found = self.lister()
            listed = self.listed = found if type(found) is Offers else tuple(found)
        return listed

    @property
    def brief(self) -> Sequence[Option[T] | str]:
        """The options to show: of those that have nothing else, `Offers` may give the notation."""
        options = self.options
        return options.brief if type(options) is Offers else options

    @property
    def barred(self) -> tuple[Barred, ...]:
        """What a player might try and may not, with reasons: shown greyed, refused with them."""
        return tuple(self.bars())

    @property
    def asks(self) -> str:
        """The request in words: `Ann: roll again or hold?`."""
        return f"{self.seat}: {self.question}"

    def find(self, text: str) -> Option[T] | None:
        """The option with that notation, or the one that leads to it; case does not matter."""
        options = self.options
        if type(options) is Offers:
            if (called := options.called(text)) is not None:
                return called
        else:
            for option in options:
                if option.notation == text:
                    return option
        if self._index is None:
            self._index = {folded(option.notation): option for option in self.options}
        wanted = folded(text)
        found = self._index.get(wanted)
        if found is None:
            begun = [key for key in self._index if wanted.startswith(f"{key} ")]
            begun = [key for key in begun if self._index[key].leads]
            if begun and all(folded(bar.notation) != wanted for bar in self.bars()):
                found = self._index[max(begun, key=len)]
        return self.blank(text) if found is None and self.blank is not None else found

    def why_not(self, text: str) -> Refusal | None:
        """The reason why `text` is no answer here; None if it is one. Never both, never neither."""
        if self.find(text) is not None:
            return None
        wanted = f"{folded(text)} "
        begun = [bar for bar in self.bars() if wanted.startswith(f"{folded(bar.notation)} ")]
        if begun:
            return max(begun, key=lambda bar: len(bar.notation)).refusal
        words = f"“{clipped(text)}” is not an answer to “{self.asks}”; {self.nearest(text)}"
        return Refusal(words, self.rule, unknown=True)

    def nearest(self, text: str) -> str:
        """A phrase with the legal notations most like `text`."""
        notations = {folded(option.notation): option.notation for option in self.options}
        close = get_close_matches(folded(text)[:200], notations, n=3, cutoff=0.5)
        own = f", or {self.hint}" if self.hint else ""
        if close:
            return "did you mean " + " or ".join(f"“{notations[key]}”" for key in close) + own + "?"
        shown = list(notations.values())
        rest = len(shown) - 6
        more = f" or {rest} other{'s' * (rest > 1)}" if rest > 0 else ""
        return "it may be " + ", ".join(f"“{notation}”" for notation in shown[:6]) + more + own


def written_faces(faces: Sequence[int], cards: Sequence[str] | None = None) -> str:
    """Faces as people write them: `2 3 5`, or the name of a card."""
    return " ".join(map(str, faces)) if cards is None else cards[faces[0] - 1]


def folded(text: str) -> str:
    """Text as it is compared: case and runs of white space do not count."""
    return " ".join(text.casefold().split())


def clipped(text: str, most: int = 80) -> str:
    """Text from outside made fit for a message: printable, one line, not too long."""
    clean = "".join(char if char.isprintable() else "�" for char in text[: most + 1])
    return clean if len(clean) <= most else clean[:most] + "…"
