"""Spending experience in mid-battle, where the table allows it (RUL-146)."""

from __future__ import annotations

import pytest

from legendry.legends.fight import FIGHT
from legendry.odds import passes
from tests.legends.arena import (
    ALL,
    AW,
    TS,
    TSC,
    arena,
    fighter,
    figures,
    offered,
    play,
    told,
    who,
    why_not,
)

ON = {"advance_in_combat": True}
HECTOR = who("Hector", "Trojans", "0604", st=30)


def ajax(**more: object) -> dict[str, object]:
    return who("Ajax", "Greeks", "0504", weapons=["club"], xp=30, spent_xp=200, **more)


@ALL
def test_between_encounters_only(edition: str) -> None:
    """RUL-146: that is the rule, unless the table says otherwise."""
    table = arena(edition, ajax(), HECTOR)
    assert "Ajax raise" not in offered(table)
    assert why_not(table, "Ajax raise DX") == "experience is spent between encounters (RUL-146)"


@ALL
def test_by_option_an_attribute_is_raised_between_blows(edition: str) -> None:
    """RUL-146 `advance_in_combat`, CAM-5: at the edition's price, without loss of a turn, at once."""
    table = arena(edition, ajax(), HECTOR, options=ON)
    play(table, "Ajax raise", "Ajax raise DX")
    price = 17 if edition == TS else 12
    assert told(table)[-1] == f"Ajax raises DX to 12 for {price} XP"
    one = fighter(table, "Ajax")
    assert (one.dx, one.ma, one.character.xp, one.bought) == (12, 6, 30 - price, ("DX",))
    play(table, "Ajax stay")
    assert figures(table, "Ajax strike Hector")["hit"] == passes(3, 12)


@pytest.mark.parametrize("edition", [AW, TS])
def test_known_skills_where_they_may_be_raised_in_play(edition: str) -> None:
    """CAM-6: AW and TS raise what one knows; nothing new, and no staff (RUL-101)."""
    table = arena(edition, ajax(skills={"axe": 1}), HECTOR, options=ON)
    play(table, "Ajax raise")
    assert offered(table) == ["Ajax raise ST", "Ajax raise DX", "Ajax raise IQ", "Ajax raise axe"]
    play(table, "Ajax raise axe", "Ajax stay")
    assert figures(table, "Ajax strike Hector")["hit"] == passes(3, 13)


def test_in_classic_skills_wait() -> None:
    """CAM-6: TSC learns skills between adventures only."""
    table = arena(TSC, ajax(skills={"axe": 1}), HECTOR, options=ON)
    play(table, "Ajax raise")
    assert offered(table) == ["Ajax raise ST", "Ajax raise DX", "Ajax raise IQ"]
    assert why_not(table, "Ajax raise axe") == ("skills are bought between adventures only (CAM-6)")


@ALL
def test_who_has_too_little_is_told_so(edition: str) -> None:
    """CAM-5: nothing that he could pay for."""
    table = arena(edition, who("Ajax", "Greeks", "0504", xp=3), HECTOR, options=ON)
    assert "Ajax raise" not in offered(table)
    assert why_not(table, "Ajax raise") == (
        "there is nothing that Ajax could raise for 3 XP (CAM-5)"
    )


@ALL
def test_what_was_learned_survives_as_bytes(edition: str) -> None:
    """RUL-146: a fight kept and thawed; one who learned what he could not is refused."""
    table = arena(edition, ajax(), HECTOR, options=ON)
    play(table, "Ajax raise", "Ajax raise ST")
    frozen = FIGHT.freeze(table.state)
    again = FIGHT.thaw(table.header, frozen)
    assert again.named("Ajax").character == fighter(table, "Ajax").character
    with pytest.raises(ValueError, match="has learned what he could not"):
        FIGHT.thaw(table.header, frozen.replace(b'"bought":["ST"]', b'"bought":["ST","ST","ST"]'))
