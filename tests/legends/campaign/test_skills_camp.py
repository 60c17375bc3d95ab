"""What a member can do with his skills and his pack in camp, through the game itself."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.campaign.game import Stay
from legendry.table import Choose, Table
from tests.legends.arena import ALL, AW, TS, TSC
from tests.legends.campaign.fireside import fireside, journal, one, options, say, sheet


def asked(
    edition: str, adventure: str = "", used: dict[str, Any] | None = None, **figures: Any
) -> Table[Stay]:
    """Maud is asked what she does; Rolf is there."""
    given: dict[str, Any] = {"adventure": adventure, "used": used}
    company = {key: value for key, value in given.items() if value}
    maud, rolf = one("Maud", **figures), one("Rolf")
    table = fireside(edition, maud, rolf, **company)
    say(table, "Maud")
    return table


def why_not(table: Table[Any], text: str) -> str:
    assert isinstance(table.pending, Choose)
    return str(table.pending.why_not(text))


@pytest.mark.parametrize(
    ("edition", "skills", "offers"),
    [
        (AW, {"alchemist": 1}, "Maud brew"),
        (AW, {"herbalist": 1}, "Maud potion"),
        (TS, {"botanist": 1}, "Maud potion"),
        (TS, {"naturalist": 1}, "Maud herbs"),
        (AW, {"bard": 1}, "Maud sing"),
        (TS, {"storyteller": 1}, "Maud tell a story"),
        (TSC, {"mechanic": 1}, "Maud mechanic suit of Rolf"),
        (TS, {"electrician": 1}, "Maud electrician suit of Rolf"),
    ],
)
def test_a_skill_is_offered_to_those_who_have_it(
    edition: str, skills: dict[str, int], offers: str
) -> None:
    """SKL-27, SKL-37, SKL-39, SKL-40, SKL-43, SKL-46: on an adventure, too."""
    used = {"suit of Rolf without power": "adventure"}
    pack: dict[str, Any] = {"xp": 1, "belongings": ["healing-herbs"]}
    assert offers in options(asked(edition, "The Tarn", used, skills=skills, **pack))
    assert offers not in options(asked(edition, "The Tarn", used, **pack))


@ALL
def test_the_exact_chance_stands_beside_it(edition: str) -> None:
    """SKL-1, SKL-48: IQ 9 and two levels."""
    table = asked(edition, skills={"merchant": 2})
    assert isinstance(table.pending, Choose)
    option = table.pending.find("Maud bargain buying")
    assert option is not None
    assert option.about is not None
    assert str(option.about.ledgers[0]) == "IQ 11 = 9 base +2 Merchant SKL-2"
    assert 0 < option.about.figures["win"] < 1


def test_what_may_not_be_done_says_why() -> None:
    table = asked(AW, skills={"alchemist": 1, "bard": 1, "herbalist": 1, "merchant": 1})
    assert why_not(table, "Maud brew") == "a potion costs 1 XP, and Maud has none (SKL-37)"
    assert "the company is on none (SKL-39)" in why_not(table, "Maud sing")
    assert why_not(table, "Maud potion") == "Maud has no healing herbs (SKL-40)"
    assert why_not(table, "Maud buy") == "Maud has 0 silver (RUL-137)"


def test_on_an_adventure_there_is_no_market_but_the_adventures_rul_137() -> None:
    craft: dict[str, Any] = {"skills": {"crafts/smith": 1}, "gold": 20}
    table = asked(AW, "The Tarn", **craft)
    assert "Maud buy" not in options(table)
    assert "where the adventure brings none (RUL-137)" in why_not(table, "Maud work as smith")
    stall = {"title": "Stall", "currency": "silver", "wages": {"skilled": 2}}
    table = fireside(
        AW,
        one("Maud", **craft),
        prices={**stall, "belongings": {"rope": 4}},
        adventure="The Tarn",
        dice="1 1 1",
    )
    say(table, "Maud buy rope 5", "Maud work as smith")
    assert (sheet(table, "Maud").gold, len(sheet(table, "Maud").belongings)) == (2, 5)
    assert journal(table) == [
        "Day 1: Maud buys 5 × rope for 20 silver",
        "Day 1: Maud earns 2 silver as smith",
    ]


class TestPotions:
    def test_a_healing_potion_is_drunk_in_camp_rul_95(self) -> None:
        """RUL-95: it heals 4, or what there is to heal."""
        pack = ["healing-potion/4", "healing-potion/4", "potion/ST/2"]
        table = asked(AW, "The Tarn", damage=5, belongings=pack)
        say(table, "Maud drink healing potion (4)")
        assert sheet(table, "Maud").damage == 1
        assert sheet(table, "Maud").belongings == ("healing-potion/4", "potion/ST/2")
        say(table, "Maud drink healing potion (4)")
        assert sheet(table, "Maud").damage == 0
        assert journal(table)[-1] == "Day 1: Maud drinks a healing potion (4) of Maud: 1 healed"

    def test_or_given_to_another_rul_95(self) -> None:
        maud, rolf = one("Maud", belongings=["healing-potion/4"]), one("Rolf", damage=9)
        table = fireside(TS, maud, rolf, adventure="The Wreck")
        say(table, "Maud administer healing potion (4) to Rolf")
        assert (sheet(table, "Rolf").damage, sheet(table, "Maud").belongings) == (5, ())

    def test_not_where_it_does_nothing(self) -> None:
        """SKL-37, RUL-95."""
        table = asked(AW, "The Tarn", belongings=["healing-potion/4", "potion/ST/2"])
        refusal = why_not(table, "Maud drink healing potion (4)")
        assert refusal == "Maud has no damage to heal (RUL-95)"
        refusal = why_not(table, "Maud drink potion of ST +2")
        assert refusal == "it lasts one encounter, and there is none in camp (SKL-37)"
