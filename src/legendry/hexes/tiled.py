"""Maps drawn with the Tiled editor: its JSON form of a hexagonal map.

Tiled staggers either columns (`staggeraxis` x: flat-top hexes, as ours) or rows (y: pointy-top),
and shifts either the odd or the even ones, counted from 0 (`staggerindex`). A pointy-top map is
turned 90° clockwise, so that every hex keeps its neighbours and their order round the clock. Where
the stagger does not fall on our even-numbered columns, the map begins in column 02.

A hex is there if any tile layer has a tile on it. Its tags are those of these tiles and of their
layers: the class (in some versions called type) and each custom property of type bool that is set.
Layers inside groups and hidden layers count; layers of objects and images do not.
"""

import base64
import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

import msgspec

from .board import Board
from .hex import Hex
from .pictures import MapError, check_size, check_tags, shorten

LARGEST = 1 << 20
MOST_LAYERS = 50

_Gid = Annotated[int, msgspec.Meta(ge=0, lt=1 << 32)]
_TILE = (1 << 28) - 1  # the four highest bits of a gid say how the tile is turned and flipped


class _Property(msgspec.Struct):
    name: str
    value: msgspec.Raw = msgspec.Raw(b"null")


class _Tagged(msgspec.Struct):
    kind: str = msgspec.field(name="class", default="")
    properties: list[_Property] = []

    def words(self) -> Iterator[str]:
        yield self.kind
        yield from (each.name for each in self.properties if bytes(each.value) == b"true")


class _Tile(_Tagged, kw_only=True):
    id: _Gid
    type: str = ""

    def words(self) -> Iterator[str]:
        yield self.type
        yield from super().words()


class _Tileset(msgspec.Struct, kw_only=True):
    firstgid: _Gid
    source: str | None = None
    tiles: list[_Tile] = []


class _Layer(_Tagged, kw_only=True):
    type: str
    name: str = ""
    data: list[_Gid] | str = []
    compression: str = ""
    layers: list["_Layer"] = []


class _Map(msgspec.Struct, kw_only=True):
    orientation: str
    infinite: bool = False
    width: Annotated[int, msgspec.Meta(ge=1, lt=1 << 32)]
    height: Annotated[int, msgspec.Meta(ge=1, lt=1 << 32)]
    staggeraxis: Literal["x", "y"]
    staggerindex: Literal["odd", "even"]
    layers: list[_Layer]
    tilesets: list[_Tileset] = []


def from_tiled(data: bytes | str, name: str = "") -> Board:
    """The board in a map that Tiled has saved or exported as JSON (``.tmj``)."""
    check_size(data, LARGEST)
    file = _decode(data)
    tags_of = _tileset_tags(file.tilesets)
    cells: dict[Hex, set[str]] = {}
    for number, layer in enumerate(_tile_layers(file.layers)):
        if number == MOST_LAYERS:
            raise MapError(f"the map has more than {MOST_LAYERS} tile layers: merge some in Tiled")
        shared = _tags(layer, f"layer {shorten(layer.name)}")
        for place, gid in enumerate(_gids(layer, file.width * file.height)):
            if tile := gid & _TILE:
                y, x = divmod(place, file.width)
                cells.setdefault(_hex(file, x, y), set()).update(shared, tags_of.get(tile, ()))
    if not cells:
        raise MapError(
            "the map has no tile in any tile layer: put a tile on every hex of the board"
        )
    return Board(cells, name)


def _decode(data: bytes | str) -> _Map:
    """The map's fields, or the reason why this map cannot be a board."""
    try:
        start = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
        if bytes(start.get("orientation", b"")) != b'"hexagonal"':
            raise MapError(
                "the map is not hexagonal: in Tiled set Map > Map Properties > Orientation"
                " to Hexagonal"
            )
        if bytes(start.get("infinite", b"")) == b"true":
            raise MapError("the map is infinite: in Tiled clear Map > Map Properties > Infinite")
        file = msgspec.json.decode(data, type=_Map)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise MapError(
            f"this is not a Tiled map in JSON, version 1.2 or later: {str(error)[:200]}"
        ) from None
    except RecursionError:
        raise MapError("the map is nested beyond all measure") from None
    if max(file.width, file.height) > 99:
        raise MapError(
            f"the map has {file.width} × {file.height} hexes: a board has at most 99 columns and"
            " rows, so in Tiled choose Map > Resize Map"
        )
    return file


def _hex(file: _Map, x: int, y: int) -> Hex:
    """Where a tile of Tiled's column x and row y, counted from 0, stands on our board."""
    lowered = 1 if file.staggerindex == "odd" else 0
    if file.staggeraxis == "x":
        column, row, along = x, y, x
    else:
        column, row, along = file.height - 1 - y, x, y
    # Ours are lower where the column, from 0, is odd; one column to the right where that disagrees.
    if (column % 2 == 1) != (along % 2 == lowered):
        column += 1
    try:
        return Hex.of(column + 1, row + 1)
    except ValueError:
        raise MapError(
            "the map has one column too many: it begins in column 02, because its stagger index is"
            f" {file.staggerindex}, and the last column is 99"
        ) from None


def _tile_layers(layers: list[_Layer]) -> Iterator[_Layer]:
    """The tile layers, those in groups too, in no particular order."""
    waiting = list(layers)
    while waiting:
        layer = waiting.pop()
        if layer.type == "group":
            waiting += layer.layers
        elif layer.type == "tilelayer":
            yield layer


def _tileset_tags(tilesets: list[_Tileset]) -> dict[int, frozenset[str]]:
    """The tags of each tile by its number in the map."""
    tags = {}
    for tileset in tilesets:
        if tileset.source is not None:
            raise MapError(
                f"the tileset {shorten(tileset.source)} is in a file of its own: in Tiled press"
                " Embed Tileset below the tileset and save the map again"
            )
        for tile in tileset.tiles:
            tags[tileset.firstgid + tile.id] = _tags(tile, f"tile {tile.id}")
    return tags


def _tags(tagged: _Tagged, where: str) -> frozenset[str]:
    words = frozenset(word for word in tagged.words() if word)
    try:
        check_tags(words)
    except MapError as error:
        raise MapError(f"{where}: {error}") from None
    return words


def _gids(layer: _Layer, count: int) -> Iterable[int]:
    """The layer's tile numbers, row by row."""
    wrong = MapError(
        f"layer {shorten(layer.name)} does not have one tile number for each of {count} hexes"
    )
    if isinstance(layer.data, list):
        if len(layer.data) != count:
            raise wrong
        return layer.data
    raw = _unpack(layer.data, layer, 4 * count)
    if len(raw) != 4 * count:
        raise wrong
    return struct.unpack(f"<{count}I", raw)


def _unpack(data: str, layer: _Layer, size: int) -> bytes:
    """The layer's bytes; never unpacks more than one byte beyond the `size` they should have."""
    if layer.compression not in ("", "zlib", "gzip"):
        raise MapError(
            f"layer {shorten(layer.name)} is compressed with {shorten(layer.compression)}: in Tiled"
            " set Map > Map Properties > Tile Layer Format to CSV, or to Base64 with zlib or gzip"
        )
    try:
        packed = base64.b64decode(data, validate=True)
        if not layer.compression:
            return packed
        return zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(packed, size + 1)
    except (ValueError, zlib.error):
        raise MapError(
            f"layer {shorten(layer.name)}: its data cannot be unpacked; save the map again in Tiled"
        ) from None
