"""Fights of the skilled go through the laws of the table: stalkers, leaders, medics, potions, XP."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from legendry.legends.edition import edition, editions
from legendry.legends.fight import FIGHT
from legendry.table import Seeded, Table
from tests.laws import obeys
from tests.legends.test_fight_laws import some_character, some_options

SKILLS = (
    "alertness", "leadership", "medic", "stalker", "streetwise", "tactician", "tracker",
    "weightless-movement", "weightlessness",
)  # fmt: skip
DRINKS = ("healing-potion/2", "healing-potion/9", "potion/ST/3", "potion/DX/1", "potion/medic/1")
ROOM = """
.   .   .   .
  .   .   .
.   .   .   .
  .   .   .
"""


def somebody(luck: Random, slug: str, name: str) -> dict[str, Any]:
    """Anybody with skills for before, in and after a fight."""
    figures = some_character(luck, slug, name)
    known = [id for id in SKILLS if id in edition(slug).skills]
    figures["skills"] |= {id: luck.randint(1, 3) for id in luck.sample(known, 3)}
    figures["belongings"] = luck.choices(DRINKS, k=luck.randint(0, 2))
    figures["damage"] = luck.randint(0, 6)
    figures |= {"xp": luck.randint(0, 40), "spent_xp": 500}
    figures.pop("hexes", None)
    return figures


def skilled_fight(luck: Random) -> Table[Any]:
    slug = luck.choice(editions())
    fighters = [
        {"side": side, "character": somebody(luck, slug, f"{side[:-1]}{n}")}
        for side in ("Greeks", "Trojans")
        for n in range(2)
    ]
    setup: dict[str, Any] = {"fighters": fighters, "map": ROOM, "leave": "edge"}
    if luck.random() < 0.4:
        setup["surprise"] = "Greeks"
    if luck.random() < 0.4:
        setup["gravity"] = "none"
    options = some_options(luck, slug) | {"advance_in_combat": luck.random() < 0.3}
    options["armor_layers"] = "free"
    seats = ["Greeks", "Trojans"]
    dice = Seeded(luck.randrange(1000))
    return Table(FIGHT, seats, dice, edition=slug, setup=setup, options=options)


@settings(max_examples=25, phases=[Phase.generate])
@given(st.integers(0, 2**32))
def test_fights_of_the_skilled_obey_the_laws(seed: int) -> None:
    """RUL-69, RUL-89, RUL-90, RUL-91, RUL-93, RUL-95, RUL-146: replay, forks, undo, views, bytes."""
    luck = Random(seed)
    obeys(skilled_fight(luck), luck.randrange, most=20_000)
