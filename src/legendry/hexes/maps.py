"""Maps in files: our own TOML form, plain pictures and Tiled's JSON, as `docs/maps.md` has them."""

import tomllib
from pathlib import Path

import msgspec

from .board import Board
from .pictures import FLOOR_AND_WALL, MapError, check_size
from .tiled import LARGEST, from_tiled

_LONGEST_LINE = 400


class _MapFile(msgspec.Struct, forbid_unknown_fields=True):
    map: str
    name: str = ""
    legend: dict[str, list[str]] = {}


def load_map(path: Path | str) -> Board:
    """The board in a file: ``.toml``, ``.txt`` (a picture), or Tiled's ``.tmj`` or ``.json``."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise MapError(f"{path.name}: the file cannot be read ({error.strerror})") from error
    return read_map(path.name, data)


def read_map(file: str, data: bytes) -> Board:
    """The board in what a file of that name holds."""
    path = Path(file)
    try:
        match path.suffix.lower():
            case ".toml":
                return from_toml(_text(data))
            case ".txt":
                return Board.from_text(_text(data), name=path.stem)
            case ".tmj" | ".json":
                return from_tiled(data, name=path.stem)
            case suffix:
                raise MapError(
                    f"no map ends in {suffix!r}: use .toml or .txt, or in Tiled File > Export As"
                    " with the type JSON map files (.tmj)"
                )
    except MapError as error:
        raise MapError(f"{path.name}: {error}") from None


def from_toml(text: str) -> Board:
    """The board in a map of our TOML form: a picture, its legend and a name."""
    check_size(text)
    for number, line in enumerate(text.split("\n"), 1):
        # A dotted key of n parts costs tomllib n² of memory, and a key stands on one line.
        if len(line) > _LONGEST_LINE:
            raise MapError(f"line {number} has more than {_LONGEST_LINE} characters: break it up")
    try:
        file = msgspec.convert(tomllib.loads(text), _MapFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        reason = str(error).replace("$.", "")
        raise MapError(f"the map is not in the form of docs/maps.md: {reason[:200]}") from None
    except RecursionError:
        raise MapError("the map is nested beyond all measure") from None
    return Board.from_text(file.map, file.legend, file.name)


def to_toml(board: Board) -> str:
    """The board in our TOML form; `from_toml` reads the very same board from it."""
    legend = "\n".join(
        f"{_quoted(glyph)} = [{', '.join(map(_quoted, sorted(tags)))}]"
        for glyph, tags in board.legend.items()
        if glyph not in FLOOR_AND_WALL
    )
    return f'name = {_quoted(board.name)}\nmap = """\n{board}\n"""\n\n[legend]\n{legend}\n'


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise MapError(f"byte {error.start} is not UTF-8: save the map as UTF-8 text") from None


def _quoted(text: str) -> str:
    """A TOML string; only printable text comes here, so two characters need care."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
