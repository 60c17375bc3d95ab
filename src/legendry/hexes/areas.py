"""Areas: connected sets of hexes, chosen freely (RUL-99) and grown hex by hex."""

from collections.abc import Collection, Container, Iterator
from collections.abc import Set as AbstractSet

from .hex import Hex, neighbours


def connected(area: Collection[Hex]) -> bool:
    """Whether the hexes hang together edge by edge (RUL-99); no hex at all hangs together too.

    >>> connected({Hex.at("0101"), Hex.at("0201")}), connected({Hex.at("0101"), Hex.at("0301")})
    (True, False)
    """
    apart = set(area)
    edge = [apart.pop()] if apart else []
    while edge:
        found = apart.intersection(neighbours(edge.pop()))
        apart -= found
        edge += found
    return not apart


def frontier(area: Collection[Hex], within: AbstractSet[Hex]) -> tuple[Hex, ...]:
    """The hexes of `within` that may join the area so that it stays connected, in label order.

    An area of seven hexes is asked in seven small questions, each listing the frontier; of an
    empty area that is all of `within`.
    """
    if not area:
        return tuple(sorted(within))
    around = {next for hex in area for next in neighbours(hex)}
    return tuple(sorted((around & within).difference(area)))


def areas(seed: Hex, size: int, within: Container[Hex]) -> Iterator[frozenset[Hex]]:
    """Every connected set of `size` hexes of `within` that holds `seed`, each exactly once."""

    def grow(
        area: tuple[Hex, ...], untried: tuple[Hex, ...], seen: frozenset[Hex]
    ) -> Iterator[frozenset[Hex]]:
        # A hex once tried is left out of all later branches: no set comes twice.
        if len(area) == size:
            yield frozenset(area)
            return
        while untried:
            hex, *rest = untried
            untried = tuple(rest)
            fresh = [next for next in neighbours(hex) if next in within and next not in seen]
            yield from grow((*area, hex), (*untried, *fresh), seen.union(fresh))

    if size > 0 and seed in within:
        yield from grow((), (seed,), frozenset({seed}))
