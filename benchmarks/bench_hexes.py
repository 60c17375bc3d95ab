"""How fast a board answers: where can he walk, whom can he see; 30 × 30 hexes, walls, bodies."""

from collections import deque
from random import Random

from benchmarks.harness import Row, per_second
from legendry.hexes import Board, Hex, lines, neighbours, reach, routes

STEPS = 6
Plain = tuple[int, int]


def arena(random: Random) -> tuple[Board, frozenset[Hex]]:
    """A tenth of the hexes are walls; twelve fighters stand among them."""
    open_field = Board.rectangle(30, 30)
    walls = set(random.sample(list(open_field), 90))
    board = Board({hex: {"wall"} if hex in walls else frozenset() for hex in open_field})
    return board, frozenset(random.sample(sorted(board.floor), 12))


def plain_reach(
    start: Plain, steps: int, around: dict[Plain, list[Plain]], bodies: set[Plain]
) -> dict[Plain, int]:
    """The textbook search: a queue, a dict of neighbours, hexes as pairs of numbers."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        hex = queue.popleft()
        if found[hex] < steps:
            for next in around[hex]:
                if next not in found and next not in bodies:
                    found[next] = found[hex] + 1
                    queue.append(next)
    return found


def sampled_sight(a: Plain, b: Plain, blocking: set[Plain]) -> bool:
    """The textbook line: a point for every step, rounded; it misses corners and knows no pairs."""
    q, r = b[0] - a[0], b[1] - a[1]
    count = max(abs(q), abs(r), abs(q + r))
    for step in range(1, count):
        x, z = a[0] + q * step / count, a[1] + r * step / count
        y = -x - z
        rx, ry, rz = round(x), round(y), round(z)
        dx, dy, dz = abs(rx - x), abs(ry - y), abs(rz - z)
        if dx > dy and dx > dz:
            rx = -ry - rz
        elif dz >= dy:
            rz = -rx - ry
        if (rx, rz) in blocking:
            return False
    return True


def run() -> list[Row]:
    """Check the search against the textbook, then measure."""
    random = Random(1)
    board, bodies = arena(random)
    floor = sorted(board.floor - bodies)
    starts = random.sample(floor, 50)
    pairs = [(random.choice(floor), random.choice(floor)) for _ in range(1000)]

    around = {(h.q, h.r): [(n.q, n.r) for n in neighbours(h) if board.open(n)] for h in board}
    plain_bodies = {(h.q, h.r) for h in bodies}
    plain_starts = [(h.q, h.r) for h in starts]
    plain_pairs = [((a.q, a.r), (b.q, b.r)) for a, b in pairs]
    blocking = {(h.q, h.r) for h in board if board.is_wall(h)} | plain_bodies

    for hex, start in zip(starts, plain_starts, strict=True):
        found = reach(hex, STEPS, board.ways, blocked=bodies)
        if {(h.q, h.r): n for h, n in found.items()} != plain_reach(
            start, STEPS, around, plain_bodies
        ):
            raise AssertionError(f"the reach from {hex} disagrees with the textbook")

    def walk() -> None:
        for start in starts:
            reach(start, STEPS, board.ways, blocked=bodies)

    def walk_plainly() -> None:
        for start in plain_starts:
            plain_reach(start, STEPS, around, plain_bodies)

    zones = {hex: bodies.intersection(neighbours(hex)) for hex in board}

    def exposure(hex: Hex, next: Hex) -> int:
        return len(zones[hex] & zones[next])

    def walk_warily() -> None:
        for start in starts:
            routes(start, STEPS, board.ways, exposure, blocked=bodies)

    def look() -> None:
        for a, b in pairs:
            board.sees(a, b, bodies)

    def look_anew() -> None:
        lines._crossed.cache_clear()
        look()

    def look_plainly() -> None:
        for a, b in plain_pairs:
            sampled_sight(a, b, blocking)

    walks, plain_walks = (per_second(walks, count=len(starts)) for walks in (walk, walk_plainly))
    wary = per_second(walk_warily, count=len(starts))
    sights, cold, plain_sights = (
        per_second(looks, count=len(pairs)) for looks in (look, look_anew, look_plainly)
    )
    return [
        Row(
            f"hexes: reach of {STEPS} steps",
            walks,
            "1/s",
            walks / plain_walks,
            "textbook search over a dict of pairs",
            "not slower than the textbook",
        ),
        Row(
            f"hexes: least exposed ways to all within {STEPS} steps",
            wary,
            "1/s",
            wary / walks,
            "reach",
            "asked once an activation",
        ),
        Row(
            "hexes: line of sight, warm",
            sights,
            "1/s",
            sights / plain_sights,
            "sampled line, rounded (inexact)",
            "exact, and faster than the sampled line",
        ),
        Row(
            "hexes: line of sight, every line new",
            cold,
            "1/s",
            cold / plain_sights,
            "sampled line, rounded (inexact)",
            "paid once for each offset",
        ),
    ]
