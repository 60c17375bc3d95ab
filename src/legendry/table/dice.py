"""Where faces come from: a seed, a script, people's own dice, or a secret nobody can bend.

A source answers one question: which faces does this roll show at this moment of this game? It
keeps no position of its own, so a fork of a game and a re-run of a flow see the same dice. Seeded
and fair faces depend on what is rolled (turn, name, how many rolls of that name came before in the
turn), not on how many dice fell earlier: a changed party does not shift every later die.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, ClassVar, Protocol

from legendry.table.game import State
from legendry.table.header import DiceHeader, SetupError
from legendry.table.requests import Roll, Seat

COMMIT = b"legendry-dice-commit-v1"


def _own_sha256() -> Callable[[bytes], Any]:
    """Python's own SHA-256, which `random` uses too: OpenSSL's takes twice as long for a few bytes.

    Its module has another name since Python 3.12, and some Pythons are built without it.
    """
    for name in ("_sha2", "_sha256"):
        with suppress(ImportError):
            return import_module(name).sha256  # type: ignore[no-any-return]
    return hashlib.sha256


_sha256 = _own_sha256()
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


class Dice(Protocol):
    """A source of faces. `origin` is what a record says of faces that came from here."""

    @property
    def origin(self) -> str: ...

    @property
    def header(self) -> DiceHeader:
        """What the record's header says of this source: everything but its secrets."""

    @property
    def secret(self) -> str:
        """What is shown when the game is over, if anything was kept back."""

    def faces(self, roll: Roll, state: State) -> tuple[int, ...] | None:
        """The faces of this roll; None if people must give them."""


class Keyed:
    """Faces by HMAC-SHA256 of (turn, name, occurrence), the same in every language and version."""

    def __init__(self, key: bytes) -> None:
        # HMAC's two halves, keyed once: copying them is half the price of a fresh HMAC.
        block = key.ljust(64, b"\0")
        self._inner = _sha256(block.translate(_INNER))
        self._outer = _sha256(block.translate(_OUTER))

    def _digest(self, message: bytes) -> bytes:
        inner = self._inner.copy()
        inner.update(message)
        outer = self._outer.copy()
        outer.update(inner.digest())
        digest: bytes = outer.digest()
        return digest

    def faces(self, roll: Roll, state: State) -> tuple[int, ...]:
        """As many bytes of the keyed stream as the roll needs, each turned into a face."""
        moment = f"{state.turn}\0{roll.name}\0{state.rolled.get(roll.name, 0)}"
        faced, unfair = _bytes_to_faces(roll.sides)
        wanted = roll.dice
        faces = self._digest(moment.encode()).translate(faced, unfair)
        block = 1
        while len(faces) < wanted:
            faces += self._digest(f"{moment}\0{block}".encode()).translate(faced, unfair)
            block += 1
        return tuple(faces[:wanted])


@cache
def _bytes_to_faces(sides: int) -> tuple[bytes, bytes]:
    """A translation of bytes to faces (at most 255), and the bytes to drop so that all are even."""
    fair = 256 - 256 % sides
    faces = bytes(byte % sides + 1 for byte in range(fair))
    return faces.ljust(256, b"\0"), bytes(range(fair, 256))


class Seeded(Keyed):
    """The same dice for the same seed, for ever."""

    origin: ClassVar[str] = "seeded"
    secret: ClassVar[str] = ""

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)
        super().__init__(Keyed(b"legendry-seed-v1")._digest(self.seed.encode()))

    @property
    def header(self) -> DiceHeader:
        return DiceHeader("seeded", seed=self.seed)


class Scripted:
    """The faces a test wants, one text a roll, in order: `Scripted("2 3 5", "5 2")`.

    When the script is used up, rolls are left to the caller.
    """

    origin: ClassVar[str] = "scripted"
    secret: ClassVar[str] = ""
    header: ClassVar[DiceHeader] = DiceHeader("scripted")

    def __init__(self, *faces: str) -> None:
        self.script = faces

    def faces(self, roll: Roll, state: State) -> tuple[int, ...] | None:
        return roll.read(self.script[state.rolls]) if state.rolls < len(self.script) else None


class Typed:
    """People roll their own dice and type the faces in; all seats, or those named.

    What the named seats do not roll comes from `rest`.
    """

    def __init__(self, seats: Collection[Seat] | None = None, rest: Dice | None = None) -> None:
        if (seats is None) != (rest is None):
            raise TypeError("name both the seats that type and the dice of the others, or neither")
        self.seats = seats
        self.rest = rest

    @property
    def origin(self) -> str:
        return self.rest.origin if self.rest else "typed"

    @property
    def secret(self) -> str:
        return self.rest.secret if self.rest else ""

    @property
    def header(self) -> DiceHeader:
        if self.rest is None or self.seats is None:
            return DiceHeader("typed")
        rest = self.rest.header
        return DiceHeader(
            rest.source, rest.seed, tuple(self.seats), rest.commitment, rest.table, rest.seeds
        )

    def faces(self, roll: Roll, state: State) -> tuple[int, ...] | None:
        if self.rest is None or self.seats is None or roll.seat in self.seats:
            return None
        return self.rest.faces(roll, state)


class Fair(Keyed):
    """Dice that nobody could have bent, and that everybody can check afterwards.

    The house publishes `commitment`, the hash of its secret, before the seats name seeds of their
    own; all faces follow from both. When the game is over the secret is shown, and anyone can see
    that it fits the commitment and gives exactly the faces that fell (`legendry verify`).
    """

    origin: ClassVar[str] = "fair"

    def __init__(self, secret: bytes, table: str, seeds: Mapping[Seat, str]) -> None:
        self.secret = secret.hex()
        self.commitment = hashlib.sha256(COMMIT + secret).hexdigest()
        self.table = table
        self.seeds = dict(seeds)
        parts = [table]
        for seat in sorted(self.seeds):
            parts += [seat, self.seeds[seat]]
        coded = [part.encode() for part in parts]
        message = b"".join(len(part).to_bytes(4, "big") + part for part in coded)
        super().__init__(hmac.digest(secret, message, "sha256"))

    @classmethod
    def new(cls, seeds: Mapping[Seat, str]) -> Fair:
        """Fair dice with a fresh secret, for people who trust this machine to have committed."""
        return cls(secrets.token_bytes(32), secrets.token_hex(8), seeds)

    @classmethod
    def reopened(cls, header: DiceHeader, secret: str) -> Fair:
        """The dice of a fair header and its secret; `SetupError` if they do not belong together."""
        try:
            fair = cls(bytes.fromhex(secret), header.table, header.seeds)
        except ValueError:
            raise SetupError("the secret of the dice is not a hexadecimal number") from None
        if fair.commitment != header.commitment:
            raise SetupError("the secret does not fit the commitment made before the game")
        return fair

    @property
    def header(self) -> DiceHeader:
        return DiceHeader("fair", commitment=self.commitment, table=self.table, seeds=self.seeds)


def dice_of(header: DiceHeader, secret: str = "") -> Dice:
    """The dice a header describes, to play on with; fair dice need their secret."""
    rest: Dice
    match header.source:
        case "seeded":
            rest = Seeded(header.seed)
        case "fair" if secret:
            rest = Fair.reopened(header, secret)
        case "fair":
            raise SetupError("fair dice cannot go on without their secret")
        case _:
            return Typed()
    return Typed(header.typed, rest) if header.typed else rest
