"""Maps from Tiled: all four staggers against Tiled's own pixels, every way it packs its layers."""

import base64
import gzip
import json
import struct
import tracemalloc
import zlib
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.hexes import Board, Hex, MapError, from_tiled, neighbours
from tests.hexes.drawing import shown

Json = dict[str, Any]

FLOOR, WALL, WATER, FIRE = 1, 2, 3, 11
TILESETS: list[Json] = [
    {
        "firstgid": 1,
        "name": "ground",
        "tilecount": 10,
        "tiles": [
            {"id": 1, "type": "wall"},
            {
                "id": 2,
                "class": "water",
                "properties": [
                    {"name": "blocks-move", "type": "bool", "value": True},
                    {"name": "blocks-sight", "type": "bool", "value": False},
                    {"name": "depth", "type": "int", "value": 7},
                ],
            },
        ],
    },
    {"firstgid": 11, "name": "things", "tiles": [{"id": 0, "type": "fire"}]},
]


def tile_layer(data: object, **more: object) -> Json:
    return {"type": "tilelayer", "name": "Ground", "data": data, **more}


def tiled(
    width: int,
    height: int,
    *layers: Json,
    axis: str = "x",
    index: str = "odd",
    **more: object,
) -> Json:
    return {
        "type": "map",
        "version": "1.10",
        "orientation": "hexagonal",
        "infinite": False,
        "width": width,
        "height": height,
        "tilewidth": 28,
        "tileheight": 24,
        "hexsidelength": 14,
        "staggeraxis": axis,
        "staggerindex": index,
        "layers": list(layers),
        "tilesets": TILESETS,
        **more,
    }


def load(file: Json) -> Board:
    return from_tiled(json.dumps(file))


def outline(x: int, y: int, axis: str, index: str) -> list[tuple[int, int]]:
    """The corners, in pixels, of the hex that Tiled draws for the tile in column x, row y.

    Along the stagger axis, tiles are half a tile and half a side apart; across, a whole tile, and
    every second line of them is shifted by half a tile.
    """
    length, across, side = 28, 24, 14
    along, beside = (x, y) if axis == "x" else (y, x)
    shifted = along % 2 == (1 if index == "odd" else 0)
    left = along * (length + side) // 2
    top = beside * across + (across // 2 if shifted else 0)
    slope = (length - side) // 2
    corners = [
        (left, top + across // 2),
        (left + slope, top),
        (left + slope + side, top),
        (left + length, top + across // 2),
        (left + slope + side, top + across),
        (left + slope, top + across),
    ]
    return corners if axis == "x" else [(b, a) for a, b in corners]


STAGGERS = list(product("xy", ["odd", "even"]))


@pytest.mark.parametrize(("axis", "index"), STAGGERS)
@pytest.mark.parametrize(("width", "height"), [(5, 4), (4, 5), (4, 4), (5, 5)])
def test_neighbours_are_those_that_tiled_draws(
    axis: str, index: str, width: int, height: int
) -> None:
    """Each tile is loaded with a tag of its own; adjacent hexes share two corners in Tiled."""
    tiles = list(product(range(width), range(height)))
    tags = [
        {"id": n, "properties": [{"name": f"x{x}y{y}", "type": "bool", "value": True}]}
        for n, (x, y) in enumerate(tiles)
    ]
    data = [tiles.index((x, y)) + 1 for y in range(height) for x in range(width)]
    file = tiled(width, height, tile_layer(data), axis=axis, index=index)
    board = load(file | {"tilesets": [{"firstgid": 1, "tiles": tags}]})

    assert len(board) == width * height
    pixels = {
        hex: outline(x, y, axis, index) for x, y in tiles for hex in board.tagged(f"x{x}y{y}")
    }
    assert len(pixels) == width * height
    for a, b in product(board, board):
        shared = set(pixels[a]) & set(pixels[b])
        assert (b in neighbours(a)) == (len(shared) == 2)

    def centre(hex: Hex) -> complex:
        return sum(complex(*corner) for corner in pixels[hex]) / 6

    turns = 0
    for hex in board:
        around = neighbours(hex)
        for one, two in zip(around, around[1:] + around[:1], strict=True):
            if one in board and two in board:
                # Pixels count downwards: clockwise is a positive angle.
                turn = (centre(two) - centre(hex)) / (centre(one) - centre(hex))
                assert turn.imag > 0
                turns += 1
    assert turns


# No turning or mirroring leaves this in place; drawn, it is # wall, w water and f fire.
LANDMARK = [
    [FLOOR, WALL, FLOOR],
    [FLOOR, FLOOR, WATER],
    [FIRE, FLOOR, FLOOR],
    [FLOOR, FLOOR, FLOOR],
]


@pytest.mark.parametrize(
    ("axis", "index", "picture"),
    [
        (
            "x",
            "odd",
            """
            .   .
              #
            .   w
              .
            f   .
              .
            .   .
              .
            """,
        ),
        (
            "x",
            "even",
            """
            _   #
              .   .
                .
              .   w
                .
              f   .
                .
              .   .
            """,
        ),
        (
            "y",
            "odd",
            """
            _   f   .
              .   .
                .   #
              .   .
                .   .
              .   w
            """,
        ),
        (
            "y",
            "even",
            """
            .   .
              f   .
            .   .
              .   #
            .   w
              .   .
            """,
        ),
    ],
)
def test_staggered_columns_stay_and_staggered_rows_turn_clockwise(
    axis: str, index: str, picture: str
) -> None:
    data = [gid for row in LANDMARK for gid in row]
    board = load(tiled(3, 4, tile_layer(data), axis=axis, index=index))
    assert str(board) == shown(picture)


def packed(numbers: list[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}I", *numbers)


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


NUMBERS = [FLOOR, WALL, 0, WATER, FIRE, FLOOR]
PACKINGS: dict[str, Callable[[], Json]] = {
    "csv": lambda: tile_layer(NUMBERS),
    "base64": lambda: tile_layer(text(packed(NUMBERS)), encoding="base64", compression=""),
    "zlib": lambda: tile_layer(
        text(zlib.compress(packed(NUMBERS))), encoding="base64", compression="zlib"
    ),
    "gzip": lambda: tile_layer(
        text(gzip.compress(packed(NUMBERS))), encoding="base64", compression="gzip"
    ),
}


@pytest.mark.parametrize("packing", PACKINGS)
def test_layers_are_unpacked(packing: str) -> None:
    assert str(load(tiled(3, 2, PACKINGS[packing]()))) == shown("""
        .
          #
        w   .
          f
    """)


def test_tags_come_from_class_type_and_set_properties() -> None:
    board = load(tiled(3, 1, tile_layer([WALL, WATER, FIRE])))
    assert [sorted(board.tags(hex)) for hex in board] == [
        ["wall"],
        ["blocks-move", "water"],
        ["fire"],
    ]


def test_turned_and_flipped_tiles_are_the_same_tiles() -> None:
    for flags in range(16):
        board = load(tiled(1, 1, tile_layer([WATER | flags << 28])))
        assert board.tags(Hex.at("0101")) == {"water", "blocks-move"}


def test_layers_add_up_and_tag_what_lies_on_them() -> None:
    """Hidden layers and layers in groups count; objects and pictures do not."""
    exits = tile_layer([0, FLOOR, 0], visible=False, properties=[{"name": "exit", "value": True}])
    board = load(
        tiled(
            3,
            1,
            tile_layer([FLOOR, FLOOR, 0]),
            {"type": "group", "layers": [exits | {"class": "start-a"}, tile_layer([FIRE, 0, 0])]},
            {"type": "objectgroup", "name": "People", "objects": [{"x": 1, "y": 2}]},
            {"type": "imagelayer", "image": "clouds.png"},
        )
    )
    assert {hex.label: set(board.tags(hex)) for hex in board} == {
        "0101": {"fire"},
        "0201": {"exit", "start-a"},
    }


GROUND = tile_layer([FLOOR] * 6)
SMALL = tiled(3, 2, GROUND)


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (SMALL | {"orientation": "orthogonal"}, "not hexagonal: in Tiled set .* to Hexagonal"),
        (SMALL | {"orientation": 7}, "not hexagonal"),
        ({}, "not hexagonal"),
        (SMALL | {"infinite": True}, "infinite: in Tiled clear"),
        (SMALL | {"tilesets": [{"firstgid": 1, "source": "x.tsj"}]}, "'x.tsj' .*Embed Tileset"),
        (SMALL | {"staggeraxis": "z"}, r"Invalid enum value 'z' - at `\$.staggeraxis`"),
        (SMALL | {"staggerindex": None}, r"staggerindex"),
        (SMALL | {"width": 100}, "the map has 100 × 2 hexes: .* Resize Map"),
        (SMALL | {"width": 0}, r"\$.width"),
        (SMALL | {"width": 10**400}, r"\$.width"),
        (SMALL | {"width": 4}, "layer 'Ground' does not have one tile number for each of 8 hexes"),
        (SMALL | {"layers": []}, "no tile in any tile layer"),
        (tiled(3, 2, tile_layer([0] * 6)), "no tile in any tile layer"),
        (tiled(3, 2, *[GROUND] * 51), "more than 50 tile layers"),
        (tiled(3, 2, tile_layer([-1] * 6)), r"at `\$.layers\[0\].data\[0\]`"),
        (tiled(3, 2, tile_layer([1 << 32] * 6)), r"at `\$.layers\[0\].data\[0\]`"),
        (tiled(3, 2, GROUND | {"class": "Tall Grass"}), "layer 'Ground': 'Tall Grass' is no tag"),
        (tiled(3, 2, tile_layer("AAAA", compression="zstd")), "compressed with 'zstd': .* CSV"),
        (tiled(3, 2, tile_layer("AAAA")), "does not have one tile number"),
        (tiled(3, 2, tile_layer("A?A")), "cannot be unpacked"),
        (tiled(3, 2, tile_layer("é")), "cannot be unpacked"),
        (tiled(3, 2, tile_layer(text(packed([1] * 6) + b"\0"))), "does not have one tile number"),
        (tiled(3, 2, tile_layer("AAAA", compression="zlib")), "cannot be unpacked"),
        (tiled(99, 1, tile_layer([FLOOR] * 99), index="even"), "one column too many"),
        (tiled(1, 99, tile_layer([FLOOR] * 99), axis="y", index="even"), "one column too many"),
    ],
)
def test_errors_say_what_to_do_in_tiled(file: Json, reason: str) -> None:
    with pytest.raises(MapError, match=reason):
        load(file)


def test_the_largest_maps_load() -> None:
    assert len(load(tiled(99, 99, tile_layer([FLOOR] * 9801)))) == 9801
    turned = load(tiled(99, 98, tile_layer([FLOOR] * 9702), axis="y", index="odd"))
    assert {hex.row for hex in turned} == set(range(1, 100))


@pytest.mark.parametrize("compress", [zlib.compress, gzip.compress])
def test_a_bomb_is_not_unpacked(compress: Callable[[bytes], bytes]) -> None:
    bomb = tiled(3, 2, tile_layer(text(compress(bytes(100_000_000))), compression="zlib"))
    data = json.dumps(bomb)
    tracemalloc.start()
    with pytest.raises(MapError, match="does not have one tile number"):
        from_tiled(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10_000_000


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"type":"group","layers":'])
def test_nesting_without_end_is_refused(opening: str) -> None:
    start = json.dumps(SMALL | {"layers": "HERE"}).split('"HERE"')[0]
    with pytest.raises(MapError, match="nested beyond all measure"):
        from_tiled(start + opening * 30_000)


def test_deep_groups_load_or_are_refused() -> None:
    layer = GROUND
    for _ in range(100):
        layer = {"type": "group", "layers": [layer]}
    assert len(load(tiled(3, 2, layer))) == 6


@given(st.binary() | st.text())
def test_any_data_is_a_board_or_refused(data: bytes | str) -> None:
    with pytest.raises(MapError):
        from_tiled(data)


anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def spoilt(draw: st.DrawFn) -> Json:
    """A good map with one or two of its parts replaced by anything."""
    file: Json = json.loads(json.dumps(tiled(3, 2, GROUND, {"type": "group", "layers": [GROUND]})))
    for _ in range(draw(st.integers(1, 2))):
        here: Any = file
        while True:
            key = draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
            if not here[key] or not isinstance(here[key], dict | list) or draw(st.booleans()):
                here[key] = draw(anything)
                break
            here = here[key]
    return file


@given(spoilt())
def test_a_spoilt_map_is_a_board_or_refused(file: Json) -> None:
    try:
        load(file)
    except MapError as error:
        message = str(error)
    else:
        return
    assert 10 < len(message) < 400
