"""The cards (DRG-3 to DRG-9): heroes, duo cards, traits and creatures, read from a deck file.

`cards.toml` beside this module is the default deck (DRG-9, RUL-D2); no figure of it stands in code.
A table may bring a file of the same shape: what it leaves out of it is as in the default deck, and
what it gets wrong is a `SetupError` of one sentence.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct, field

from legendry.dragon.combos import PATTERNS
from legendry.table import SetupError
from legendry.table.header import explained
from legendry.table.requests import clipped, folded

HEROES = ("shaman", "bard", "magician")
DUOS = ("vigilant", "fearless", "strategic")
ABILITIES = ("shift", "magic_shift", "song_of_power", "transfiguration")
BARS = {"no_shaman": "shaman", "no_bard": "bard", "no_magician": "magician"}
"""Limits that bar one hero (DRG-47)."""
LIMITS = ("none", "single_hero", *BARS, "no_abilities")

MOST_CARDS = 200
CARD_NAME = re.compile(r"\w(?:[\w .'\-]{0,28}[\w.'])?")
NOTATION = re.compile(r"\b(?:vs|with|and song)\b", re.IGNORECASE)
"""What stands between the names of cards where a combat is written down."""


MOST_TEXT = 128 * 1024
MOST_LINE = 1000  # a dotted key costs tomllib the square of its length


class Figures(Struct, frozen=True, forbid_unknown_fields=True):
    """What the box holds and what set-up and turns are measured by (DRG-3, DRG-4, DRG-10)."""

    heroes: int
    potions_per_hero: int
    potion_cards: int
    victory_tokens: int
    tokens_to_win: int
    dice: int
    creatures_per_reveal: int
    creature_limit: int
    heroes_per_combat: int
    consolation_potions: int


class Costs(Struct, frozen=True, forbid_unknown_fields=True):
    """What abilities cost in potions (section 10, RUL-D17)."""

    shift: int
    song_of_power: int
    transfiguration: int
    magic_shift: int


class Hero(Struct, frozen=True, forbid_unknown_fields=True):
    """A hero: one card as marker, one that lists the abilities (DRG-5, RUL-D1)."""

    id: str
    name: str
    abilities: tuple[str, ...]


class Duo(Struct, frozen=True, forbid_unknown_fields=True):
    """A duo card (DRG-8, DRG-57 to DRG-59); a `shift_cost` of 0 leaves Shift at its price."""

    name: str
    shift_cost: int = 0
    bonus_potions: int = 0
    bonus_points: int = 0


class Trait(Struct, frozen=True, forbid_unknown_fields=True):
    """A trait card (DRG-7), and how many of them are in the deck; Legendary has 7 points (RUL-D13)."""

    id: str
    name: str
    battle_points: int
    pattern: str
    count: int


class Creature(Struct, frozen=True, forbid_unknown_fields=True):
    """A creature card (DRG-6) with at most one limit (DRG-45, DRG-49)."""

    id: str
    name: str
    throws: int = field(name="rolls")
    potions: int
    limit: str = "none"
    source: str = "house"

    @property
    def single_hero(self) -> bool:
        """Whether a team of two may not fight it (DRG-46)."""
        return self.limit == "single_hero"

    def bars(self, hero: str) -> bool:
        """Whether that hero may not be in the team (DRG-47)."""
        return BARS.get(self.limit) == hero

    @property
    def no_abilities(self) -> bool:
        """Whether no ability may be used against it or on it (DRG-48, RUL-D12)."""
        return self.limit == "no_abilities"


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck file as it is written."""

    setup: Figures
    costs: Costs
    hero: tuple[Hero, ...]
    duo: dict[str, Duo]
    trait: tuple[Trait, ...]
    creature: tuple[Creature, ...]


class Cards(Struct, frozen=True):
    """All cards of a game, by id, in the order of their file."""

    figures: Figures
    costs: Costs
    heroes: dict[str, Hero]
    duos: dict[str, Duo]
    traits: dict[str, Trait]
    creatures: dict[str, Creature]

    @property
    def creature_pile(self) -> list[str]:
        """The ids of all creature cards, sorted: a shuffled pile is one drawn from at random."""
        return sorted(self.creatures)

    @property
    def trait_pile(self) -> list[str]:
        """The ids of all trait cards, sorted, each as often as it is in the deck."""
        return sorted(id for id, trait in self.traits.items() for _ in range(trait.count))


@cache
def default_cards() -> Cards:
    """The default deck (DRG-9, RUL-D2)."""
    return _cards(_default(), "cards.toml")


@cache
def _default() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("cards.toml").read_text("utf-8"))


def deck_of(text: str, file: str) -> dict[str, Any]:
    """A deck file, checked, as data for the set-up: a record with it in its header stands alone."""
    if len(text) > MOST_TEXT or any(len(line) > MOST_LINE for line in text.split("\n")):
        raise SetupError(
            f"{file} is too large: a deck has at most {MOST_TEXT // 1024} KiB, a line of it "
            f"{MOST_LINE} characters"
        )
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SetupError(f"{file} is not TOML: {clipped(str(error), 120)}") from None
    cards_of(data, file)
    return data


def cards_of(data: Mapping[str, Any], where: str) -> Cards:
    """The cards of a deck (option `cards`, RUL-D2); what it leaves out is as in the default deck.

    Left out may be whole sections, single figures and costs, and single duo cards.
    """
    whole = dict(_default())
    for section, given in data.items():
        if section in ("setup", "costs", "duo") and isinstance(given, Mapping):
            given = {**whole[section], **given}
        whole[section] = given
    return _cards(whole, where)


def _cards(data: dict[str, Any], where: str) -> Cards:
    try:
        deck = msgspec.convert(data, _File)
    except msgspec.ValidationError as error:
        raise SetupError(explained(error, where)) from None
    for objection in _objections(deck):
        raise SetupError(clipped(f"{where}: {objection}", 300))
    return Cards(
        figures=deck.setup,
        costs=deck.costs,
        heroes={hero.id: hero for hero in deck.hero},
        duos=deck.duo,
        traits={trait.id: trait for trait in deck.trait},
        creatures={creature.id: creature for creature in deck.creature},
    )


def _objections(deck: _File) -> Iterable[str]:
    """What is wrong with a deck, a sentence each (RUL-D2, RUL-D6)."""
    yield from _figures_wrong(deck.setup)
    yield from _names_wrong(deck)
    yield from _heroes_wrong(deck)
    for ability in ABILITIES:
        if not 1 <= getattr(deck.costs, ability) <= 20:
            yield f"{ability} costs {getattr(deck.costs, ability)}; 1 to 20 potions are possible"
    for trait in deck.trait:
        if trait.pattern not in PATTERNS:
            yield (
                f"the trait {trait.name} has the unknown pattern “{clipped(trait.pattern, 40)}”; "
                f"there are {', '.join(PATTERNS)}"
            )
        if not 0 <= trait.battle_points <= 100:
            yield f"the trait {trait.name} has {trait.battle_points} points; 0 to 100 are possible"
        if not 1 <= trait.count <= MOST_CARDS:
            yield f"the trait {trait.name} is there {trait.count} times; 1 to 200 are possible"
    for creature in deck.creature:
        if creature.limit not in LIMITS:
            yield (
                f"the creature {creature.name} has the unknown limit “{clipped(creature.limit, 40)}”; "
                f"there are {', '.join(LIMITS)}"
            )
        if not 1 <= creature.throws <= 6:
            yield f"the creature {creature.name} has {creature.throws} throws; 1 to 6 are possible"
        if not 0 <= creature.potions <= 20:
            yield f"the creature {creature.name} has {creature.potions} potions; 0 to 20 are possible"
    for kind, count in (
        ("creatures", len(deck.creature)),
        ("traits", sum(trait.count for trait in deck.trait)),
    ):
        if not 5 <= count <= MOST_CARDS:
            yield f"the deck has {count} {kind}; it needs at least 5, at most {MOST_CARDS} (RUL-D6)"


def _figures_wrong(figures: Figures) -> Iterable[str]:
    fixed = {"heroes": 3, "dice": 5, "creature_limit": 4, "heroes_per_combat": 2}
    for name, number in fixed.items():
        if getattr(figures, name) != number:
            yield f"{name} is {getattr(figures, name)}; the rules are made for {number}"
    spans = {
        "potions_per_hero": (0, 6),
        "potion_cards": (0, MOST_CARDS),
        "tokens_to_win": (1, 50),
        "creatures_per_reveal": (1, 4),
        "consolation_potions": (0, 20),
    }
    for name, (least, most) in spans.items():
        if not least <= getattr(figures, name) <= most:
            yield f"{name} is {getattr(figures, name)}; {least} to {most} are possible"
    enough = 2 * figures.tokens_to_win - 1
    if not enough <= figures.victory_tokens <= MOST_CARDS:
        yield f"victory_tokens is {figures.victory_tokens}; it takes at least {enough} (DRG-90)"


def _heroes_wrong(deck: _File) -> Iterable[str]:
    if tuple(hero.id for hero in deck.hero) != HEROES:
        yield f"the heroes are {', '.join(HEROES)}, in this order (DRG-4)"
    for hero in deck.hero:
        for ability in hero.abilities:
            if ability not in ABILITIES:
                yield (
                    f"the hero {hero.name} has the unknown ability “{clipped(ability, 40)}”; "
                    f"there are {', '.join(ABILITIES)}"
                )
    if sorted(deck.duo) != sorted(DUOS):
        yield f"the duo cards are {', '.join(DUOS)} (DRG-8)"
    for duo in deck.duo.values():
        for figure in ("shift_cost", "bonus_potions", "bonus_points"):
            if not 0 <= getattr(duo, figure) <= 20:
                yield f"{figure} of {duo.name} is {getattr(duo, figure)}; 0 to 20 are possible"


def _names_wrong(deck: _File) -> Iterable[str]:
    """Ids and names must be unique; names must fit into the notation of combats."""
    kinds: dict[str, list[tuple[str, str]]] = {
        "heroes": [(hero.id, hero.name) for hero in deck.hero],
        "duo cards": [(id, duo.name) for id, duo in deck.duo.items()],
        "traits": [(trait.id, trait.name) for trait in deck.trait],
        "creatures": [(creature.id, creature.name) for creature in deck.creature],
    }
    for kind, cards in kinds.items():
        for _, name in cards:
            if not CARD_NAME.fullmatch(name) or NOTATION.search(name) or "  " in name:
                yield (
                    f"“{clipped(name, 40)}” cannot be the name of a card: use up to 30 letters, "
                    "digits, single spaces, dots, hyphens and apostrophes, but not the words vs, "
                    "with, and song"
                )
        for id, times in Counter(id for id, _ in cards).items():
            if times > 1:
                yield f"two {kind} have the id “{clipped(id, 40)}”"
        for name, times in Counter(folded(name) for _, name in cards).items():
            if times > 1:
                yield f"two {kind} have the name “{name}”"
