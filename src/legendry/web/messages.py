"""What a page and the server say to each other over a table's WebSocket.

The server is the only authority. `number` counts the answers a table has taken: an answer names
the number it was given at, so that one that comes late or twice is refused and does no harm.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from legendry.table import Ledger, Outcome, RuleId, Seat

LONGEST_MESSAGE = 4096
"""No message of a page has more bytes."""

Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
Text: TypeAlias = Annotated[str, Meta(max_length=500)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Seed: TypeAlias = Annotated[str, Meta(max_length=100, pattern=r"^[^\x00]*\Z")]


class Said(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a page may say."""


class Answer(Said, frozen=True, tag="answer"):
    """The answer of a seat to the request at `number`: a notation, or faces such as `2 3 5`."""

    number: Number
    seat: Name
    text: Text


class Look(Said, frozen=True, tag="look"):
    """Asks for the odds and ledgers of all options, and for what is barred: `Looks`."""

    number: Number


class WhyNot(Said, frozen=True, tag="why"):
    """Asks why that answer would be refused: `Reason`."""

    number: Number
    text: Text


class Inspect(Said, frozen=True, tag="inspect"):
    """Asks for the ledgers and places of a thing on the table, such as a fighter: `Shown`."""

    thing: Text


class Hint(Said, frozen=True, tag="hint"):
    """Asks the coach, where a game has one: `Hints`."""

    number: Number


class Undo(Said, frozen=True, tag="undo"):
    """A seat wants its last answer back."""

    number: Number
    seat: Name


class Consent(Said, frozen=True, tag="consent"):
    """A seat agrees to the undo that another proposes, or does not."""

    number: Number
    seat: Name
    agrees: bool


class Call(Said, frozen=True, tag="call"):
    """The game master raises his hand: he is asked next what he does."""

    number: Number
    seat: Name


class Sow(Said, frozen=True, tag="seed"):
    """A seat's own seed for the fair dice, given once the commitment is known: `Sown`.

    Of several that are given for a seat the first counts.
    """

    seat: Name
    seed: Seed


class Start(Said, frozen=True, tag="start"):
    """The owner begins without waiting for the seats that nobody has taken yet."""


FromPage: TypeAlias = Answer | Look | WhyNot | Inspect | Hint | Undo | Consent | Call | Sow | Start


class OptionShown(Struct, frozen=True, omit_defaults=True):
    """A legal option. One that `leads` only begins what the next question asks on.

    Most have nothing but their notation, and are sent as that alone: a text.
    """

    notation: str
    words: str = ""
    leads: bool = False


class RequestShown(Struct, frozen=True, omit_defaults=True):
    """The question of the moment; those who are not asked see only who is, and what.

    `kind` is `choose` or `roll`. A roll is of `dice` dice with `sides` sides, or of one of `cards`;
    `against` is the ledger of the number it is compared with.
    """

    kind: Literal["choose", "roll"]
    asks: str
    seat: Seat | None
    """Who answers; None: anybody at the table."""
    options: tuple[OptionShown | str, ...] = ()
    name: str = ""
    dice: int = 0
    sides: int = 0
    cards: tuple[str, ...] = ()
    against: Ledger | None = None
    blank: bool = False
    """Whether one may answer in words of one's own; `hint` says how."""
    hint: str = ""


class RollShown(Struct, frozen=True, omit_defaults=True):
    """Dice that fell."""

    name: str
    faces: tuple[int, ...]
    origin: str
    seat: Seat | None = None
    card: str = ""


class LogEntry(Struct, frozen=True, omit_defaults=True):
    """One answer and what came of it, as far as the reader may know it.

    `events` are the game's events as plain data, each with its class under `event` and a sentence
    under `words`. An undo names in `undoes` the first entry that it takes back. By the `clock` is
    what was answered or rolled for somebody whose time had run out.
    """

    number: int
    seat: Seat
    by: Literal["person", "bot", "table", "clock"]
    at: int
    """UTC milliseconds."""
    lines: tuple[str, ...]
    rolls: tuple[RollShown, ...] = ()
    events: tuple[Any, ...] = ()
    undoes: int = 0


class SeatShown(Struct, frozen=True, omit_defaults=True):
    """Who sits there. `bot` names the bot that plays now; `lent` that a person owns the seat."""

    name: Seat
    taken: bool = False
    """A person has claimed it with its link."""
    here: bool = False
    """That person is connected now."""
    bot: str = ""
    lent: bool = False
    typed: bool = False
    """Rolls real dice and types them in."""
    seeded: bool = False
    """Has given a seed of its own for the fair dice."""


class TableShown(Struct, frozen=True, omit_defaults=True):
    """What is settled about a table."""

    id: str
    game: str
    title: str
    undo: str
    dice: str
    edition: str = ""
    commitment: str = ""
    limit: int = 0
    """Seconds for an answer; 0: none."""
    listed: bool = False
    hides: bool = False
    coach: bool = False
    """Whether the coach can be asked."""
    gm: Seat = ""
    """The game master, who may call at any time."""
    company: str = ""
    """The company that sits here, for its owner."""


class Moment(Struct, frozen=True, omit_defaults=True):
    """The table at this moment, for one reader."""

    number: int
    request: RequestShown | None = None
    outcome: Outcome | None = None
    secret: str = ""
    """The secret of fair dice, once the game is over."""
    deadline: int = 0
    """When the time for this answer runs out, UTC milliseconds; 0: never."""


class Now(Moment, frozen=True, omit_defaults=True, kw_only=True):
    """The moment with the game's view, whole."""

    view: Any


class Changed(Struct, frozen=True, omit_defaults=True):
    """How a view differs from the one that the page was told last: what is not named is the same.

    `fields` have new values. `entries` are of fields that hold things by name, such as fighters:
    those have the same names as before, in the same order, and new values for these.
    """

    fields: dict[str, Any] = {}
    entries: dict[str, dict[str, Any]] = {}


class Next(Moment, frozen=True, omit_defaults=True, kw_only=True):
    """The moment with no more of the view than what has changed."""

    changed: Changed


class ProposalShown(Struct, frozen=True):
    """An undo that waits for the consent of `needed`; once the game goes on it has lapsed."""

    seat: Seat
    number: int
    needed: tuple[Seat, ...]
    agreed: tuple[Seat, ...]
    undoes: int = 0
    """The first entry that it would take back, as in `LogEntry`: that one and all since go."""


class Heard(Struct, frozen=True, tag_field="type"):
    """What a page may hear."""


class Welcome(Heard, frozen=True, tag="welcome"):
    """The first message: everything a page needs. `now` is None until the game has begun."""

    table: TableShown
    you: tuple[Seat, ...]
    """The seats that this page plays; none: it watches."""
    owner: bool
    seats: tuple[SeatShown, ...]
    watchers: int
    scenery: Any
    """What the game's board is drawn from, once: hexes and their tags."""
    log: tuple[LogEntry, ...]
    """The entries the page has not seen, at most the last 200."""
    now: Now | None
    proposal: ProposalShown | None


class Begun(Heard, frozen=True, tag="begun"):
    """The game begins."""

    scenery: Any
    log: tuple[LogEntry, ...]
    now: Now


class Update(Heard, frozen=True, tag="update", omit_defaults=True):
    """An answer was taken, and is on disk.

    A page is told the whole view when it comes, and again when it looks with the eyes of another
    seat; after that, what has changed since the message before.
    """

    entry: LogEntry
    now: Now | Next
    earlier: tuple[LogEntry, ...] = ()
    """The answers just before it, if several are told together."""


class RefusedAnswer(Heard, frozen=True, tag="refused"):
    """An answer was not taken; nothing has changed."""

    number: int
    words: str
    rule: RuleId = ""


class LookShown(Struct, frozen=True, omit_defaults=True):
    """What can be known of an option: chances (0 to 1) and means by name, ledgers, places."""

    figures: dict[str, float] = {}
    ledgers: tuple[Ledger, ...] = ()
    places: dict[str, tuple[str, ...]] = {}


class BarredShown(Struct, frozen=True, omit_defaults=True):
    """What a player might try and may not do."""

    notation: str
    words: str
    rule: RuleId = ""


class Looks(Heard, frozen=True, tag="looks"):
    """What can be known of the options, in their order; null where there is nothing."""

    number: int
    looks: tuple[LookShown | None, ...]
    barred: tuple[BarredShown, ...]


class Reason(Heard, frozen=True, tag="reason"):
    """Why an answer would be refused; no words: it would be taken."""

    number: int
    text: str
    words: str
    rule: RuleId = ""


class Shown(Heard, frozen=True, tag="shown"):
    """What there is to know of a thing on the table."""

    thing: str
    ledgers: tuple[Ledger, ...]
    places: dict[str, tuple[str, ...]]


class HintShown(Struct, frozen=True):
    """An option as the coach weighs it: the chance to win the game, and words about the moment."""

    notation: str
    chance: float
    words: str


class Hints(Heard, frozen=True, tag="hints"):
    """The coach's options, the best first."""

    number: int
    hints: tuple[HintShown, ...]


class People(Heard, frozen=True, tag="people"):
    """Somebody came, went, lent a seat or took it back; `you` are the reader's seats now."""

    you: tuple[Seat, ...]
    seats: tuple[SeatShown, ...]
    watchers: int


class Sown(Heard, frozen=True, tag="sown"):
    """The seed that this page gave for a seat is the one that counts."""

    seat: Seat


class Proposal(Heard, frozen=True, tag="proposal"):
    """An undo is proposed, agreed to by some, or (None) no longer proposed."""

    proposal: ProposalShown | None
    words: str = ""


class Problem(Heard, frozen=True, tag="problem"):
    """A message that could not be read, or came too fast; nothing has changed."""

    words: str


read_page = msgspec.json.Decoder(FromPage).decode
encode = msgspec.json.Encoder().encode
