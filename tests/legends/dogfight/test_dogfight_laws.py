"""Dogfights go through the laws of the table, over random craft, crews, sides, editions, options."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from legendry.legends.dogfight.game import DOGFIGHT
from legendry.table import Choose, Seeded, Table, Typed
from tests.laws import drawn, obeys
from tests.legends.dogfight.squadron import SKILLS, TS, TSC, person

OPTIONS: dict[str, dict[str, list[Any]]] = {
    TS: {
        "ts_both_over_is_tie": [True],
        "ts_pursuer_may_disengage": [True],
        "facing_run_window": ["first_player_turn"],
    },
    TSC: {"tsc_disengaged_win": ["neutral"], "tsc_curse": ["as_aw"]},
}
COMMON: dict[str, list[Any]] = {
    "contest_dice_order": ["secret"],
    "tie_rule": ["higher_attribute", "nobody"],
    "karma_scope": ["any_roll_on_self"],
    "wish_karma_conversion": [True],
}


def some_craft(luck: Random, edition: str, name: str) -> dict[str, Any]:
    """Anything that flies, with anybody aboard."""
    sections = ["Engineering", "Operations"]
    sections += luck.sample(["Cargo", "Living"], luck.randint(0, 2))
    luck.shuffle(sections)
    build = ", ".join(f"{section}{luck.randint(1, 3)}" for section in sections)
    if luck.random() < 0.85:
        build += f", {luck.randint(1, 3)}d6"
    if luck.random() < 0.5:
        build += f", /{luck.randint(1, 3)}" if "d6" not in build else f"/{luck.randint(1, 3)}"
    if luck.random() < 0.5:
        build += f", M+{luck.randint(1, 3)}"
    crew = [{"station": "pilot", "character": some_person(luck, edition, f"{name}a")}]
    if luck.random() < 0.5:
        crew.append({"station": "gunner", "character": some_person(luck, edition, f"{name}b")})
    if luck.random() < 0.3:
        section = luck.choice(sections)
        crew.append({"section": section, "character": some_person(luck, edition, f"{name}c")})
    return {"craft": {"name": name, "build": build}, "crew": crew}


def some_person(luck: Random, edition: str, name: str) -> dict[str, Any]:
    figures: dict[str, Any] = {"dx": luck.randint(7, 15)}
    skills = luck.sample(["gunner", SKILLS[edition]], luck.randint(0, 2))
    figures["skills"] = {skill: luck.randint(1, 3) for skill in skills}
    for bonus in ("karma", "wishes", "curses"):
        if luck.random() < 0.15:
            figures[bonus] = luck.randint(1, 2)
    return person(name, **figures)


def some_dogfight(luck: Random) -> Table[Any]:
    edition = luck.choice([TS, TSC])
    sides = ["Greeks", "Trojans", "Persians"][: luck.choice([2, 2, 3])]
    entries = [
        {"side": side, **some_craft(luck, edition, f"{side[0]}{n}")}
        for side in sides
        for n in range(luck.randint(1, 3))
    ]
    known = COMMON | OPTIONS[edition]
    options: dict[str, Any] = {"no_progress": luck.randint(2, 6)}
    for name in luck.sample(sorted(known), luck.randint(0, 3)):
        options[name] = luck.choice(known[name])
    dice = Typed() if luck.random() < 0.2 else Seeded(luck.randrange(1000))
    undo: Any = luck.choice(["consent", "own", "never"])
    setup = {"craft": entries}
    return Table(DOGFIGHT, sides, dice, edition=edition, setup=setup, options=options, undo=undo)


@settings(max_examples=20, phases=[Phase.generate], deadline=None)
@given(st.integers(0, 2**32))
def test_dogfights_obey_the_laws(seed: int) -> None:
    luck = Random(seed)
    obeys(some_dogfight(luck), luck.randrange, most=20_000)


@pytest.mark.parametrize("seed", range(24))
def test_positions_are_sound_at_every_step(seed: int) -> None:
    """DOG-6, DOG-13, RUL-132, RUL-134: one pursuer a craft, one relation a pair, only among foes
    of which one at least can fly, never with those who are gone."""
    luck = Random(seed)
    table = some_dogfight(luck)
    while table.pending is not None:
        sky = table.state
        pairs = [*sky.pursuits, *sky.turnings]
        assert len({frozenset(pair) for pair in pairs}) == len(pairs)
        fleeing = [b for _, b in sky.pursuits]
        assert len(set(fleeing)) == len(fleeing)
        for a, b in pairs:
            one, other = sky.flyers[a], sky.flyers[b]
            assert one.side != other.side
            assert one.there
            assert other.there
            assert one.active
            assert other.active or (a, b) in sky.pursuits
        for one in sky.flyers:
            gone = sum(
                left < part.points for left, part in zip(one.left, one.craft.sections, strict=True)
            )
            assert not any(one.left[: max(0, gone - 1)]), "sections fall in order (DOG-22)"
        request = table.pending
        if isinstance(request, Choose) and hasattr(request.options[0].value, "kind"):
            assert any(one.value.kind in ("maneuver", "pass") for one in request.options)
        table.answer(drawn(request, luck.randrange))
