"""Ready-made craft, from courier to corvette."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from legendry.legends.craft.craft import Craft, CraftError, cost, craft_of
from legendry.legends.edition import DataError, edition


@cache
def hangar(slug: str) -> Mapping[str, Craft]:
    """The craft of an edition by id, the cheapest first; none where there are no craft."""
    craft: dict[str, Craft] = {}
    if edition(slug).craft is None:
        return MappingProxyType(craft)
    for file in sorted((files("legendry.legends") / "hangar" / slug).iterdir(), key=str):
        source = f"hangar/{slug}/{file.name}"
        try:
            one = craft_of(file.read_bytes(), source)
        except CraftError as error:
            raise DataError(str(error)) from None
        if one.edition != slug:
            raise DataError(f"{source}: edition: {one.edition} has strayed into {slug}")
        craft[file.name.removesuffix(".toml")] = one
    return MappingProxyType(dict(sorted(craft.items(), key=lambda item: cost(item[1]).total)))
