'''Hexes: the board under every fight. Geometry, lines of sight, areas, paths, and maps to load.

Flat-top hexes named as on wargame maps, column then row, even-numbered columns half a hex lower:

>>> board = Board.from_text("""
... .   .   .   .
...   .   #   .
... .   .   .   .
...   .   .   .
... """, name="The pass")
>>> ajax, hector = Hex.at("0302"), Hex.at("0701")
>>> board.sees(ajax, hector)                # RUL-25: the wall at 0401 stands between
False
>>> foe = Hex.at("0202")
>>> walk = reach(ajax, 2, board.ways, blocked={foe})
>>> print(board.draw({hex: str(steps) for hex, steps in walk.items()} | {foe: "x"}))
2   1   .   .
  1   #   .
2   0   2   .
  x   1   .
>>> [str(hex) for hex in path(ajax, hector, board.ways) or ()]
['0302', '0402', '0502', '0601', '0701']
'''

from .areas import areas, connected, frontier
from .bits import Bits, Spread
from .board import Board
from .hex import FACES, Hex, disc, distance, label, neighbour, neighbours, ring
from .known import known
from .lines import clear, line
from .maps import from_toml, load_map, to_toml
from .paths import Route, Ways, came_from, path, reach, routes
from .pictures import BLOCKS_MOVE, BLOCKS_SIGHT, WALL, MapError
from .shapes import (
    FLOWER,
    ONE,
    RHOMBUS,
    TRIANGLE,
    Shape,
    anchor_ways,
    flower,
    gap,
    nearest,
    placements,
    rhombus,
    triangle,
)
from .tiled import from_tiled

__all__ = [
    "BLOCKS_MOVE",
    "BLOCKS_SIGHT",
    "FACES",
    "FLOWER",
    "ONE",
    "RHOMBUS",
    "TRIANGLE",
    "WALL",
    "Bits",
    "Board",
    "Hex",
    "MapError",
    "Route",
    "Shape",
    "Spread",
    "Ways",
    "anchor_ways",
    "areas",
    "came_from",
    "clear",
    "connected",
    "disc",
    "distance",
    "flower",
    "from_tiled",
    "from_toml",
    "frontier",
    "gap",
    "known",
    "label",
    "line",
    "load_map",
    "nearest",
    "neighbour",
    "neighbours",
    "path",
    "placements",
    "reach",
    "rhombus",
    "ring",
    "routes",
    "to_toml",
    "triangle",
]
