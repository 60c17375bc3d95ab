"""Ready-made characters: heroes to play at once, and foes to play against."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from legendry.legends.character import Character, CharacterError, read_character
from legendry.legends.edition import DataError, edition


@cache
def roster(slug: str) -> Mapping[str, Character]:
    """The heroes of an edition by id; `SetupError` for an edition that is none."""
    return _people("roster", slug)


@cache
def foes(slug: str) -> Mapping[str, Character]:
    """The foes of an edition by id; `SetupError` for an edition that is none."""
    return _people("foes", slug)


def _people(folder: str, slug: str) -> Mapping[str, Character]:
    people: dict[str, Character] = {}
    place = files("legendry.legends") / folder / edition(slug).slug
    for file in sorted(place.iterdir(), key=lambda file: file.name):
        source = f"{folder}/{slug}/{file.name}"
        try:
            character = read_character(file.read_bytes(), source)
        except CharacterError as error:
            raise DataError(str(error)) from None
        if character.edition != slug:
            raise DataError(f"{source}: edition: {character.edition} has strayed into {slug}")
        people[file.name.removesuffix(".toml")] = character
    return MappingProxyType(people)
