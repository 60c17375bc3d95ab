"""Fights go through the laws of the table, over random characters, boards, editions and options."""

from __future__ import annotations

from random import Random
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from legendry.legends.edition import edition, editions
from legendry.legends.fight import FIGHT
from legendry.legends.options import Options, checked
from legendry.table import Seeded, SetupError, Table, Typed
from tests.laws import obeys

MAPS = [
    "",
    """
.   .   .   .
  .   #   .
.   .   .   .
  .   .   .
.   #   .   .
  .   .   .
""",
    """
_   .   .   .   .
  .   .   .   .
.   .   #   .   .
  .   #   .   .
.   .   .   .   .
""",
]


def some_character(luck: Random, slug: str, name: str) -> dict[str, Any]:
    """Anybody at all, with weapons and armor he can carry."""
    rules = edition(slug)
    figures: dict[str, Any] = {"name": name, "kind": "test"}
    figures |= {key: luck.randint(7, 15) for key in ("st", "dx", "iq")}
    liftable = [
        one.id
        for one in rules.weapons.values()
        if min(mode.heft for mode in one.modes) <= figures["st"] and one.id != "unarmed"
    ]
    figures["weapons"] = luck.sample(liftable, min(len(liftable), luck.randint(0, 3)))
    bodies = [one.id for one in rules.armor.values() if one.slot != "shield"]
    shields = [one.id for one in rules.armor.values() if one.slot == "shield"]
    figures["armor"] = luck.sample(bodies, luck.randint(0, 1))
    if shields and luck.random() < 0.4:
        figures["armor"] += [luck.choice(shields)]
    combat = [one.id for one in rules.skills.values() if one.combat]
    figures["skills"] = {id: luck.randint(1, 2) for id in luck.sample(combat, luck.randint(0, 2))}
    for bonus in ("karma", "wishes", "curses"):
        if luck.random() < 0.15:
            figures[bonus] = 1
    if luck.random() < 0.15:
        figures |= {"natural_weapons": [{"name": "bite", "damage": "1d6"}], "natural_armor": 1}
        figures |= luck.choice([{"small": True}, {"hexes": 4}, {"hexes": 7}, {"ma": 8}])
    return figures


def some_options(luck: Random, slug: str) -> dict[str, Any]:
    """A few table options, each with any of its values."""
    chosen: dict[str, Any] = {"no_progress": luck.randint(2, 6)}
    hints = get_type_hints(Options)
    for name in luck.sample(sorted(hints), 6):
        values = [value for one in (hints[name], *get_args(hints[name])) for value in get_args(one)]
        if hints[name] is bool:
            values = [True, False]
        values = [value for value in values if isinstance(value, str | int)]
        if name == "no_progress" or not values:
            continue
        trial = chosen | {name: luck.choice(values)}
        try:
            checked(trial, edition(slug))
        except (SetupError, ValueError):
            continue
        chosen = trial
    return chosen


def some_fight(luck: Random) -> Table[Any]:
    slug = luck.choice(editions())
    sides = ["Greeks", "Trojans", "Persians"][: luck.choice([2, 2, 3])]
    fighters = [
        {"side": side, "character": some_character(luck, slug, f"{side[:-1]}{n}")}
        for side in sides
        for n in range(luck.randint(1, 3))
    ]
    setup: dict[str, Any] = {"fighters": fighters, "leave": luck.choice(["exits", "edge", "no"])}
    if luck.random() < 0.3:
        setup["surprise"] = luck.choice(sides)
    if picture := luck.choice(MAPS):
        setup["map"] = picture
    dice = Typed() if luck.random() < 0.2 else Seeded(luck.randrange(1000))
    undo: Any = luck.choice(["consent", "own", "never"])
    try:
        return Table(
            FIGHT,
            sides,
            dice,
            edition=slug,
            setup=setup,
            options=some_options(luck, slug),
            undo=undo,
        )
    except SetupError as error:
        if "no room" not in str(error):
            raise
        return some_fight(luck)


@settings(max_examples=24, phases=[Phase.generate])
@given(st.integers(0, 2**32))
def test_fights_obey_the_laws(seed: int) -> None:
    luck = Random(seed)
    obeys(some_fight(luck), luck.randrange, most=20_000)


@pytest.mark.parametrize("seed", range(8))
def test_no_conscious_enemies_share_a_hex_ungrappled(seed: int) -> None:
    """MOV-3, RUL-56: one character a hex, except grapplers; and everybody stands on the board."""
    luck = Random(seed)
    table = some_fight(luck)
    while table.pending is not None:
        fight = table.state
        for one in fight.active():
            assert all(fight.board.open(hex) for hex in one.cells), one.name
            for hex in one.cells:
                for other in fight.occupants(hex):
                    if other.side != one.side:
                        assert one.joined, (one.name, other.name)
                        assert other.joined
        request = table.pending
        answer = (
            request.options[luck.randrange(len(request.options))]
            if hasattr(request, "options")
            else [luck.randint(1, request.sides) for _ in range(request.dice)]
        )
        table.answer(answer)
