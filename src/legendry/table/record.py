"""Records read back: strict, safe, and with a sentence for every line that does not fit."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from legendry.table import toml
from legendry.table.dice import Fair, Typed
from legendry.table.game import Game, find_game
from legendry.table.header import Header, SetupError, read_header
from legendry.table.requests import Refused, Roll, clipped
from legendry.table.table import SEPARATOR, Table

MAX_BYTES = 4 * 1024 * 1024
MAX_LINES = 100_000
MAX_LINE = 500
MAX_HEADER = 2 * 1024 * 1024
MAX_HEADER_LINE = 4000

ROLL_LINE = re.compile(r"(?P<faces>.*?)(?: \((?P<origin>seeded|scripted|typed|fair)\))?")
UNDO_LINE = re.compile(r"undo (?P<seat>[^()]+?)(?: \(agreed (?P<agreed>[^()]+)\))?")


class RecordError(ValueError):
    """A record that cannot be replayed. The message is a sentence that names the line."""

    def __init__(self, words: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {words}" if line else words)
        self.line = line


class Record(Struct, frozen=True):
    """A record taken apart: its header, and its lines with their numbers in the file."""

    header: Header
    lines: tuple[tuple[int, str], ...]

    @classmethod
    def read(cls, data: bytes | str) -> Record:
        """A record from the bytes of a file; `RecordError` if it is not one."""
        if len(data) > MAX_BYTES:
            raise RecordError(f"the record is larger than {MAX_BYTES // 1024 // 1024} MiB")
        try:
            whole = data if isinstance(data, str) else data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise RecordError("the text is not UTF-8", line) from None
        rows = [row.removesuffix("\r") for row in whole.split("\n")]
        if len(rows) > MAX_LINES:
            raise RecordError(f"the record has more than {MAX_LINES} lines")
        if SEPARATOR not in rows:
            raise RecordError(f"no line “{SEPARATOR}” stands between the header and the answers")
        border = rows.index(SEPARATOR)
        header = _header(rows[:border])
        lines = []
        for number, row in enumerate(rows[border + 1 :], border + 2):
            text = row.strip()
            if len(text) > MAX_LINE:
                raise RecordError(f"the line is longer than {MAX_LINE} characters", number)
            if text and not text.startswith("#"):
                lines.append((number, text))
        return cls(header, tuple(lines))


def _header(rows: list[str]) -> Header:
    for number, row in enumerate(rows, 1):
        if len(row) > MAX_HEADER_LINE:
            raise RecordError(f"the line is longer than {MAX_HEADER_LINE} characters", number)
    if sum(map(len, rows)) > MAX_HEADER:
        raise RecordError(f"the header is larger than {MAX_HEADER // 1024 // 1024} MiB")
    text = "\n".join(rows)
    if toml.too_deep(text):
        raise RecordError(f"the header has a key of more than {toml.MOST_PARTS} parts")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(f"the header is not TOML: {clipped(str(error), 120)}") from None
    except (ValueError, RecursionError):
        raise RecordError("the header has a value that is too large or nested too deep") from None
    try:
        return read_header(data)
    except SetupError as error:
        raise RecordError(str(error)) from None


class Expectation(Struct, frozen=True):
    """A line `? path = value` and what the table showed there."""

    line: int
    path: str
    expected: Any
    found: Any

    @property
    def holds(self) -> bool:
        return bool(self.found == self.expected) and isinstance(self.expected, bool) == isinstance(
            self.found, bool
        )

    def __str__(self) -> str:
        found = "there is no such thing" if self.found is msgspec.UNSET else f"it is {self.found!r}"
        return f"line {self.line}: expected {self.path} = {self.expected!r}, but {found}"


class Replay:
    """A record played again, line by line.

    >>> from legendry.parlour.pig import PIG
    >>> from legendry.table import Seeded
    >>> game = Table(PIG, ["Ann", "Bob"], Seeded(1))
    >>> asked = game.answer("Ann hold")
    >>> replay = Replay.of(game.record)
    >>> replay.run()
    >>> replay.table.record == game.record
    True
    """

    def __init__(
        self, record: Record, game: Game[Any] | None = None, table: Table[Any] | None = None
    ) -> None:
        """Replay from the set-up, or go on from `table`, which leaves its rolls to the record."""
        self.record = record
        header = record.header
        try:
            self.game = game or find_game(header.game)
        except SetupError as error:
            raise RecordError(str(error)) from None
        if self.game.name != header.game:
            raise RecordError(f"this is a record of “{header.game}”, not of “{self.game.name}”")
        try:
            self.table: Table[Any] = table or Table.opened(self.game, header, Typed())
        except SetupError as error:
            raise RecordError(f"{error}{self.foreign}") from None
        self.expectations: list[Expectation] = []
        self.fair: Fair | None = None
        self.proven: list[int] = []
        self.disproven: list[int] = []
        self.typed: list[int] = []

    @classmethod
    def of(cls, data: bytes | str) -> Replay:
        """A replay of the record in that text, ready to run."""
        return cls(Record.read(data))

    @property
    def foreign(self) -> str:
        """A phrase for messages when the record was made by other rules than these; else empty."""
        if self.record.header.rules == self.game.version:
            return ""
        return (
            f" (the record was made by version {clipped(self.record.header.rules)} of the rules of "
            f"{self.game.title}, these are version {self.game.version})"
        )

    @property
    def failed(self) -> list[Expectation]:
        """The expectations that did not hold."""
        return [expectation for expectation in self.expectations if not expectation.holds]

    def run(self, until: int | None = None) -> None:
        """Replay all lines, or the first `until` answers; `RecordError` at a line that is wrong."""
        for _ in self.steps(until):
            pass

    def steps(self, until: int | None = None) -> Iterator[Table[Any]]:
        """Replay line by line, giving the table after each answer."""
        answers = 0
        for number, text in self.record.lines:
            if until is not None and answers >= until and not text.startswith("? "):
                return
            if self.step(number, text):
                answers += not text.startswith(("undo ", "secret "))
                yield self.table

    def step(self, number: int, text: str) -> bool:
        """Replay one line; whether it was part of the game, and no mere expectation."""
        word, _, rest = text.partition(" ")
        try:
            if word == "?":
                self._expect(number, rest)
                return False
            if word == "hidden:":
                raise RecordError(
                    "the answers of others are left out here; such a record can be read, not "
                    "replayed, before the game is over",
                    number,
                )
            if word == "secret":
                self._close(number, rest)
            elif text == f"hand {self.record.header.gm}":
                self.table.call(self.record.header.gm)
            elif undo := UNDO_LINE.fullmatch(text):
                agreed = undo["agreed"].split(", ") if undo["agreed"] else ()
                self.table.undo(undo["seat"], agreed)
            else:
                self._answer(number, text)
        except (Refused, SetupError) as error:
            raise RecordError(f"{error}{self.foreign}", number) from None
        return True

    def _answer(self, number: int, text: str) -> None:
        request = self.table.pending
        if not isinstance(request, Roll):
            self.table.answer(text)
            return
        if not text.startswith(f"{request.name}:"):
            raise SetupError(f"“{clipped(text)}” is not the roll that comes here ({request.asks})")
        match = ROLL_LINE.fullmatch(text[len(request.name) + 1 :].strip())
        assert match is not None
        origin = match["origin"] or self.record.header.dice.source
        faces = request.read(match["faces"])
        if origin != "fair":
            self.typed.append(number)
        elif self.fair is not None:
            expected = request.settled(self.fair.faces(request, self.table.state))
            (self.proven if faces == expected else self.disproven).append(number)
        self.table.answer(faces, origin=origin)

    def prepare_proof(self) -> None:
        """Compare, while replaying, every fair roll with what the shown secret gives.

        Lines of rolls that agree go to `proven`, others to `disproven`, those that people typed in
        or that came from another game to `typed`.
        """
        dice = self.record.header.dice
        if dice.source != "fair":
            raise RecordError(f"the dice of this game were {dice.source}: nothing can be proven")
        shown = [text for _, text in self.record.lines if text.startswith("secret ")]
        if not shown:
            raise RecordError("the secret of the dice has not been shown: the game is not over")
        try:
            self.fair = Fair.reopened(dice, shown[-1].removeprefix("secret "))
        except SetupError as error:
            raise RecordError(str(error)) from None

    def _close(self, number: int, secret: str) -> None:
        if self.table.outcome is None:
            raise RecordError("the secret of the dice is shown before the game is over", number)
        if self.record.header.dice.source != "fair" or self.table.revealed:
            raise RecordError("there is no secret to be shown here", number)
        self.table.revealed = secret

    def _expect(self, number: int, text: str) -> None:
        path, equals, value = text.partition("=")
        try:
            expected = tomllib.loads(f"value = {value.strip()}")["value"]
        except (ValueError, RecursionError, KeyError):
            equals = ""
        if not equals or not path.strip():
            raise RecordError("an expectation is written “? path = value”, a TOML value", number)
        found = looked_up(self.table, path.strip())
        self.expectations.append(Expectation(number, path.strip(), expected, found))


def looked_up(table: Table[Any], path: str) -> Any:
    """What the public view shows at a dotted path; `msgspec.UNSET` if there is nothing.

    A part of the path is a field, a key, a number in a list, or the name of a thing in a list. The
    first part may also be the name of a thing in any of the view's own lists and tables, so that
    people write `Hector.damage`, and `outcome`.
    """
    view = msgspec.to_builtins(table.view(None), str_keys=True)
    view.setdefault("outcome", msgspec.to_builtins(table.outcome))
    first, *rest = path.split(".")
    found = _part(view, first)
    if found is msgspec.UNSET:
        inner = (_part(value, first) for value in view.values())
        found = next((value for value in inner if value is not msgspec.UNSET), msgspec.UNSET)
    for part in rest:
        found = _part(found, part)
    return list(found) if isinstance(found, tuple) else found


def _part(value: Any, part: str) -> Any:
    match value:
        case dict():
            return value.get(part, msgspec.UNSET)
        case list() | tuple():
            if part.isascii() and part.isdigit() and len(part) < 6:
                return value[int(part)] if int(part) < len(value) else msgspec.UNSET
            named = (item for item in value if isinstance(item, dict) and item.get("name") == part)
            return next(named, msgspec.UNSET)
    return msgspec.UNSET
