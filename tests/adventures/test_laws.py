"""Adventures obey the laws of the table, fights and dogfights within them included."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from legendry.adventures.game import ADVENTURE
from legendry.legends.roster import roster
from legendry.table import Seeded, Table
from tests.adventures.shelf import COVER, STORY
from tests.laws import obeys

WAYS = """
## The road

- Shop stall
- Rest 2 days in shelter
- [Talk](#the-inn) (talk) if RAVEN
- [Fight](#the-brawl) (attack)
- [Swim](#the-inn) for 1 gold: each 3/ST+SWIMMING, else [sink](#the-deep)

## The inn

- Plotword RAVEN
- Karma 1 to one
- Item 2 healing-potion/4
- Reveal: the lamp is magic
- [Back](#the-road)
- [On](#the-brawl)

## The deep

- Harm 1D6 to each
- Fatigue 1D6 to one
- Fall 2D6 to the leader
- [Out](#the-brawl)
- [Back](#the-road) for ring

## The brawl

- Fight 2 road-bandit on meadow; surprise party; leave by the edge; routed when road-bandit falls;
  victory [won](#the-end); flight [away](#the-road)

## The end

- End good
"""

SPACE = """
## The road

- Weapon hatchet
- Dogfight gadfly; in bramble; victory [won](#the-end); defeat [lost](#the-end); flight [f](#the-end)

## The end

- End good
"""


def company(slug: str, count: int, **figures: Any) -> dict[str, Any]:
    people = [*roster(slug).values()][:count]
    return {
        "name": "The Grey Company",
        "members": [{"character": {**msgspec.to_builtins(one), **figures}} for one in people],
    }


def adventure(story: str, slug: str, seed: int, gm: str = "", **figures: Any) -> Table[Any]:
    cover = COVER.replace("ancient-world", slug)
    return Table(
        ADVENTURE,
        ["Ann", "Foes"],
        Seeded(seed),
        edition=slug,
        gm=gm,
        setup={
            "files": {"book.toml": cover, "story.md": story},
            "company": company(slug, 2, **figures),
        },
    )


STORIES = [(STORY, "ancient-world"), (WAYS, "ancient-world"), (SPACE, "time-and-space")]


@pytest.mark.parametrize(("story", "slug"), STORIES, ids=["mill", "ways", "space"])
@settings(max_examples=5, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 10_000))
def test_adventures_obey_the_laws(story: str, slug: str, seed: int) -> None:
    obeys(adventure(story, slug, seed, gold=9, karma=1), Random(seed).randrange)


@settings(max_examples=3, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 10_000))
def test_adventures_with_a_game_master_obey_the_laws(seed: int) -> None:
    obeys(adventure(WAYS, "ancient-world", seed, gm="Max", gold=9), Random(seed).randrange)


def test_the_whole_book_is_in_the_record() -> None:
    assert "## The mill" in adventure(STORY, "ancient-world", 1).record
