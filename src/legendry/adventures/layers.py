"""A directed graph laid out in layers, from top to bottom: who stands where, and how lines run.

1. Edges that lead back are turned round, so that the rest has no circle.
2. Every node goes as high as those allow that lead to it.
3. A long edge gets a bend in each layer that it crosses.
4. Sweeps down and up put every node near the middle of its neighbours, for few crossings.
5. Each layer is then moved as close to its neighbours as the widths allow.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[float, float]
SWEEPS = 12
BEND = 12.0
"""The room that a line takes in a layer which it only crosses."""


class Placed(Struct, frozen=True):
    """A layout: the middle of every node, the bends of every edge in its own direction."""

    nodes: dict[str, Point]
    bends: dict[tuple[str, str], tuple[Point, ...]]
    back: frozenset[tuple[str, str]]
    """Edges that lead back up."""
    size: Point


def laid_out(
    nodes: Sequence[str],
    edges: Iterable[tuple[str, str]],
    widths: Mapping[str, float],
    *,
    gap: float = 24,
    height: float = 110,
) -> Placed:
    """Lay out a graph; the first node is its root. Edges from a node to itself are left out."""
    pairs = list(dict.fromkeys((a, b) for a, b in edges if a != b))
    back = backward(nodes, pairs)
    forward = list(dict.fromkeys((b, a) if (a, b) in back else (a, b) for a, b in pairs))
    layer = depths(nodes, forward)
    chains: dict[tuple[str, str], list[str]] = {}
    wide = dict(widths)
    links: list[tuple[str, str]] = []
    for a, b in forward:
        bends = [f"{a}\0{b}\0{depth}" for depth in range(layer[a] + 1, layer[b])]
        layer |= {bend: layer[a] + number for number, bend in enumerate(bends, 1)}
        wide |= dict.fromkeys(bends, BEND)
        chains[a, b] = bends
        whole = [a, *bends, b]
        links += itertools.pairwise(whole)
    rows = ordered(layer, links)
    across = spaced(rows, links, wide, gap)
    left = min((across[one] - wide[one] / 2 for one in across), default=0)
    right = max((across[one] + wide[one] / 2 for one in across), default=0)
    points = {one: (across[one] - left, layer[one] * height) for one in across}
    bends_of = {}
    for a, b in pairs:
        turned = (a, b) in back
        chain = [points[one] for one in chains[(b, a) if turned else (a, b)]]
        bends_of[a, b] = tuple(reversed(chain)) if turned else tuple(chain)
    return Placed(
        {one: points[one] for one in nodes},
        bends_of,
        frozenset(back),
        (right - left, (max(layer.values(), default=0)) * height),
    )


def backward(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> set[tuple[str, str]]:
    """The edges that close a circle, when the graph is walked from its first node on."""
    after: dict[str, list[str]] = {one: [] for one in nodes}
    for a, b in edges:
        after[a].append(b)
    back: set[tuple[str, str]] = set()
    done: set[str] = set()
    for root in nodes:
        if root in done:
            continue
        above = {root}
        walk = [(root, iter(after[root]))]
        done.add(root)
        while walk:
            here, onward = walk[-1]
            for one in onward:
                if one in above:
                    back.add((here, one))
                elif one not in done:
                    done.add(one)
                    above.add(one)
                    walk.append((one, iter(after[one])))
                    break
            else:
                above.discard(here)
                walk.pop()
    return back


def depths(nodes: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, int]:
    """The layer of each node of a graph without circles: below all that lead to it."""
    before = dict.fromkeys(nodes, 0)
    after: dict[str, list[str]] = {one: [] for one in nodes}
    for a, b in edges:
        before[b] += 1
        after[a].append(b)
    layer = dict.fromkeys(nodes, 0)
    ready = [one for one in nodes if not before[one]]
    while ready:
        here = ready.pop()
        for one in after[here]:
            layer[one] = max(layer[one], layer[here] + 1)
            before[one] -= 1
            if not before[one]:
                ready.append(one)
    return layer


def ordered(layer: Mapping[str, int], links: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The nodes of each layer from left to right, with few crossings between layers."""
    rows: list[list[str]] = [[] for _ in range(max(layer.values(), default=-1) + 1)]
    for one, depth in layer.items():
        rows[depth].append(one)
    up, down = _neighbours(layer, links)
    best, fewest = [row.copy() for row in rows], crossings(rows, down)
    for sweep in range(SWEEPS):
        downwards = sweep % 2 == 0
        near = up if downwards else down
        for row in rows if downwards else reversed(rows):
            place = {one: n for other in rows for n, one in enumerate(other)}
            middle = {
                one: sum(place[other] for other in near[one]) / len(near[one])
                if near[one]
                else place[one]
                for one in row
            }
            row.sort(key=lambda one: middle[one])
        if (count := crossings(rows, down)) < fewest:
            best, fewest = [row.copy() for row in rows], count
    return best


def crossings(rows: Sequence[Sequence[str]], down: Mapping[str, Sequence[str]]) -> int:
    """How often lines between neighbouring layers cross."""
    total = 0
    for row, below in itertools.pairwise(rows):
        place = {one: n for n, one in enumerate(below)}
        ends = [place[other] for one in row for other in sorted(down[one], key=place.__getitem__)]
        total += sum(1 for n, one in enumerate(ends) for other in ends[n + 1 :] if one > other)
    return total


def spaced(
    rows: Sequence[Sequence[str]],
    links: Sequence[tuple[str, str]],
    widths: Mapping[str, float],
    gap: float,
) -> dict[str, float]:
    """Where each node stands across, near its neighbours and clear of the next in its layer."""
    across: dict[str, float] = {}
    for row in rows:
        place = 0.0
        for one in row:
            across[one] = place + widths[one] / 2
            place += widths[one] + gap
        for one in row:
            across[one] -= place / 2
    up, down = _neighbours(across, links)
    for sweep in range(SWEEPS):
        near = up if sweep % 2 == 0 else down
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wanted = [
                sum(across[other] for other in near[one]) / len(near[one])
                if near[one]
                else across[one]
                for one in row
            ]
            across |= zip(row, apart(wanted, [widths[one] for one in row], gap), strict=True)
    return across


def apart(wanted: Sequence[float], widths: Sequence[float], gap: float) -> list[float]:
    """The places nearest to those wanted, in this order, that leave the gap between all.

    >>> apart([0, 0, 50], [10, 10, 10], 2)
    [-6.0, 6.0, 50.0]
    """
    offsets = [0.0]
    for a, b in itertools.pairwise(widths):
        offsets.append(offsets[-1] + (a + b) / 2 + gap)
    blocks: list[list[float]] = []
    for want, offset in zip(wanted, offsets, strict=False):
        blocks.append([want - offset, 1.0])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            mean, count = blocks.pop()
            blocks[-1][0] = (blocks[-1][0] * blocks[-1][1] + mean * count) / (blocks[-1][1] + count)
            blocks[-1][1] += count
    places = [mean for mean, count in blocks for _ in range(int(count))]
    return [place + offset for place, offset in zip(places, offsets, strict=False)]


def _neighbours(
    nodes: Iterable[str], links: Sequence[tuple[str, str]]
) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    up: dict[str, list[str]] = {one: [] for one in nodes}
    down: dict[str, list[str]] = {one: [] for one in up}
    for a, b in links:
        down[a].append(b)
        up[b].append(a)
    return up, down
