"""Fights full of magic go through the laws of the table; every spell is cast or refused there."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from legendry.legends.edition import edition
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.legends.magic.spells import known
from legendry.table import Choose, Option, Seeded, SetupError, Table
from tests.laws import obeys
from tests.legends.arena import AW
from tests.legends.test_fight_laws import MAPS, some_character, some_options

BOOK = edition(AW).spells


def some_mage(luck: Random, name: str) -> dict[str, Any]:
    """A magic user with a few spells, a dozen, or the whole book; he may fly, or fill four hexes."""
    figures: dict[str, Any] = {"name": name, "kind": "test", "magic": True}
    figures |= {"st": luck.randint(8, 20), "dx": luck.randint(8, 14), "iq": luck.randint(12, 18)}
    figures["spells"] = luck.sample(sorted(BOOK), luck.choice([6, 12, len(BOOK)]))
    figures |= {"weapons": ["wizards-staff"], "staff": luck.randint(0, 8)}
    for chance, more in (
        (0.2, {"flying": True}),
        (0.1, {"hexes": 4}),
        (0.1, {"armor": ["chain"]}),
        (0.1, {"curses": 1}),
        (0.2, {"karma": 1}),
        (0.2, {"wishes": 1}),
    ):
        if luck.random() < chance:
            figures |= more
    return figures


def some_beast(name: str) -> dict[str, Any]:
    bite = {"name": "bite", "damage": "1d6"}
    return {"name": name, "kind": "beast", "st": 12, "dx": 12, "iq": 6, "natural_weapons": [bite]}


def some_magic(luck: Random) -> Table[Fight]:
    """A magic user a side, and others."""
    fighters = []
    for side in ("Greeks", "Trojans"):
        fighters.append({"side": side, "character": some_mage(luck, f"{side[:-1]} Mage")})
        for n in range(luck.randint(1, 2)):
            other = luck.choice(
                [some_beast(f"{side[0]}Beast{n}"), some_character(luck, AW, f"{side[0]}man{n}")]
            )
            fighters.append({"side": side, "character": other})
    setup: dict[str, Any] = {"fighters": fighters, "leave": luck.choice(["exits", "edge", "no"])}
    if picture := luck.choice(MAPS):
        setup["map"] = picture
    if luck.random() < 0.2:
        setup["surprise"] = "Greeks"
    options = some_options(luck, AW)
    seats, dice = ["Greeks", "Trojans"], Seeded(luck.randrange(1000))
    try:
        return Table(FIGHT, seats, dice, edition=AW, setup=setup, options=options)
    except SetupError as error:
        if "no room" not in str(error):
            raise
        return some_magic(luck)


@settings(max_examples=10, phases=[Phase.generate])
@given(st.integers(0, 2**32))
def test_fights_with_magic_obey_the_laws(seed: int) -> None:
    """MAG-1 to MAG-21 in any mixture: forks, undo, replay, freezing, secrets."""
    luck = Random(seed)
    obeys(some_magic(luck), luck.randrange, most=20_000)


def keen(luck: Random, options: Iterable[Option[Any]]) -> Option[Any]:
    """An answer that likes to stay and to cast."""
    listed = list(options)
    stays = [one for one in listed if one.notation.endswith(" stay")]
    casts = [one for one in listed if " cast " in one.notation]
    if stays and luck.random() < 0.6:
        return stays[0]
    return luck.choice(casts if casts and luck.random() < 0.7 else listed)


@pytest.mark.parametrize("seed", range(12))
def test_whoever_knows_a_spell_may_cast_it_or_is_told_why_not(seed: int) -> None:
    """MAG-3, MAG-5: among the actions every spell known is listed or barred with a rule."""
    luck = Random(seed)
    table = some_magic(luck)
    while (request := table.pending) is not None:
        assert isinstance(request, Choose)
        if request.question.startswith("what does"):
            name = request.question.removeprefix("what does ").partition(" do")[0]
            who = table.state.named(name)
            begun = {folded.notation for folded in request.options}
            barred = {bar.notation: bar.refusal for bar in request.barred}
            for spell in known(table.state.edition, who.character, who.iq):
                text = f"{name} cast {spell.name}"
                listed = any(one == text or one.startswith(f"{text} of ") for one in begun)
                assert listed != (text in barred), text
                assert listed or barred[text].rule
        option = keen(luck, request.options)
        assert option.about is None or option.about.figures is not None
        table.answer(option)


@pytest.mark.parametrize("seed", range(12))
def test_nobody_stands_in_a_wall_or_moves_while_helpless(seed: int) -> None:
    """RUL-109, RUL-112: at every question of a fight full of magic."""
    luck = Random(seed)
    table = some_magic(luck)
    while (request := table.pending) is not None:
        fight = table.state
        for one in fight.active():
            assert one.status == "active"
            assert not one.spellbound
            if not one.flying:
                assert all(fight.board.open(hex) for hex in one.cells), one.name
        assert isinstance(request, Choose)
        table.answer(keen(luck, request.options))
    assert table.state.spells == ()
    assert table.state.board is table.state.terrain
