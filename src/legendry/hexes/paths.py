"""Walking: how far, which way, and which way exposes the walker least.

Every step costs 1; there are no terrain costs (MOV-2). All searches ask the same question: from
this hex, which hexes may be entered? `neighbours` answers it for the open plane, `Board.ways` for
a board, `anchor_ways` for a creature of many hexes.

- `blocked` hexes cannot be entered (RUL-16: a conscious character's hex).
- `ends` can be entered but not left again (MOV-4: stepping into a foe's hex ends the move).

Of ways that are equally good, the first in clock order is taken: compared step by step from the
start, up comes before upper right, and so on clockwise.
"""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from typing import NamedTuple, TypeAlias

from .hex import Hex

Ways = Callable[[Hex], Iterable[Hex]]
"""The hexes that may be entered from a hex, in clock order."""

_NONE: frozenset[Hex] = frozenset()


class Route(NamedTuple):
    """A way to somewhere, start and goal included (RUL-62: h0 … hk), and how exposed it is."""

    exposure: int
    hexes: tuple[Hex, ...]


def reach(
    start: Hex,
    steps: int,
    ways: Ways,
    *,
    blocked: AbstractSet[Hex] = _NONE,
    ends: AbstractSet[Hex] = _NONE,
) -> dict[Hex, int]:
    """Every hex within so many steps, and the steps it takes; the start itself takes 0.

    >>> from legendry.hexes import neighbours
    >>> len(reach(Hex.at("0505"), 2, neighbours))
    19
    """
    found = {start: 0}
    edge = [start]
    for step in range(1, steps + 1):
        entered = []
        for hex in edge:
            for next in ways(hex):
                if next not in found and next not in blocked:
                    found[next] = step
                    entered.append(next)
        edge = [hex for hex in entered if hex not in ends] if ends else entered
        if not edge:
            break
    return found


def path(
    start: Hex,
    goal: Hex,
    ways: Ways,
    *,
    steps: int | None = None,
    blocked: AbstractSet[Hex] = _NONE,
    ends: AbstractSet[Hex] = _NONE,
) -> tuple[Hex, ...] | None:
    """A shortest way, start and goal included, or None where no way of at most `steps` leads."""
    came: dict[Hex, Hex] = {start: start}
    edge = [start]
    taken = 0
    while goal not in came:
        if not edge or taken == steps:
            return None
        taken += 1
        entered = []
        for hex in edge:
            for next in ways(hex):
                if next not in came and next not in blocked:
                    came[next] = hex
                    entered.append(next)
        edge = [hex for hex in entered if hex not in ends]
    back = [goal]
    while back[-1] != start:
        back.append(came[back[-1]])
    return tuple(reversed(back))


def came_from(
    start: Hex, steps: int, ways: Ways, *, blocked: AbstractSet[Hex] = _NONE
) -> dict[Hex, Hex]:
    """Every hex within so many steps but the start, nearest first, with the one before it.

    The hexes before one another, back to the start, are what `path` gives.
    """
    came: dict[Hex, Hex] = {}
    edge = [start]
    for _ in range(steps):
        entered = []
        for hex in edge:
            for next in ways(hex):
                if next not in came and next not in blocked and next != start:
                    came[next] = hex
                    entered.append(next)
        edge = entered
    return came


def routes(
    start: Hex,
    steps: int,
    ways: Ways,
    exposure: Callable[[Hex, Hex], int],
    *,
    blocked: AbstractSet[Hex] = _NONE,
    ends: AbstractSet[Hex] = _NONE,
    goal: Hex | None = None,
) -> dict[Hex, Route]:
    """For every hex within reach the way that exposes the walker least; of those, the shortest.

    `exposure(hex, next)` counts what one step from `hex` to `next` brings on, 0 or more: the foes
    whose zone of control it triggers (RUL-62), a fire that is entered.

    A longer way is kept only where it is less exposed than every shorter one, so the step limit
    and the exposure are both exact. With a `goal` nothing is followed that cannot lead there in
    time, or only as exposed as a way already found, and its route alone is given.
    """
    best: dict[Hex, _Node] = {start: (0, start, None)}
    edge = best
    for left in range(steps - 1, -1, -1):
        entered: dict[Hex, _Node] = {}
        found = best.get(goal) if goal is not None else None
        for hex, node in edge.items():
            so_far = node[0]
            if found is not None and so_far >= found[0]:
                continue
            for next in ways(hex):
                rival = entered.get(next) or best.get(next)
                if next in blocked or (rival and rival[0] <= so_far):
                    continue
                if goal is not None:
                    q, r = goal.q - next.q, goal.r - next.r  # `distance`, without the call
                    if abs(q) > left or abs(r) > left or abs(q + r) > left:
                        continue
                total = so_far + exposure(hex, next)
                if not rival or total < rival[0]:
                    entered.pop(next, None)  # so that the edge stays in clock order of its ways
                    entered[next] = total, next, node
        best.update(entered)
        edge = entered
        if ends:
            edge = {hex: node for hex, node in entered.items() if hex not in ends}
        if not edge:
            break
    if goal is not None:
        return {goal: _route(best[goal])} if goal in best else {}
    return {hex: _route(node) for hex, node in best.items()}


_Node: TypeAlias = "tuple[int, Hex, _Node | None]"
"""How exposed a way is so far, where it has come to, and the node before."""


def _route(node: _Node) -> Route:
    exposure, back, before = node[0], [node[1]], node[2]
    while before is not None:
        back.append(before[1])
        before = before[2]
    return Route(exposure, tuple(reversed(back)))
