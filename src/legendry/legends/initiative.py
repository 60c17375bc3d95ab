"""Who goes first: one die a side, on foot and between star craft (SEQ-1, DOG-1)."""

from __future__ import annotations

from collections.abc import Callable

from legendry.table import Flow, Roll


def ranked(
    sides: int, die: Callable[[int], Roll], luckier: Callable[[dict[int, int]], Flow[None]]
) -> Flow[tuple[int, ...]]:
    """The sides by their dice, highest first; those that tie roll again among themselves (RUL-11)."""
    order: list[int] = []
    groups = [list(range(sides))]
    while groups:
        group = groups.pop(0)
        if len(group) == 1:
            order += group
            continue
        faces: dict[int, int] = {}
        for side in group:
            (faces[side],) = yield from die(side)
        yield from luckier(faces)
        ranks = sorted(set(faces.values()), reverse=True)
        groups = [[side for side in group if faces[side] == rank] for rank in ranks] + groups
    return tuple(order)
