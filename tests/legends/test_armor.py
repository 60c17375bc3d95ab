"""Armor in fights (section 14): what it stops, what it costs, what goes past it."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.edition import edition as rules
from legendry.legends.fighter import Fight
from legendry.table import SetupError, Table
from tests.legends.arena import ALL, AW, TS, TSC, arena, asked, fighter, offered, play, who

SCIENCE = pytest.mark.parametrize("edition", [TSC, TS])


def duel(
    edition: str,
    dice: str = "",
    *,
    weapon: str = "club",
    options: dict[str, Any] | None = None,
    **hector: Any,
) -> Table[Fight]:
    return arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=[weapon]),
        who("Hector", "Trojans", "0604", **{"dx": 12} | hector),
        dice=dice,
        options=options,
    )


def struck(table: Table[Fight]) -> int:
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    return fighter(table, "Hector").damage


def shot(table: Table[Fight]) -> int:
    play(table, "Ajax stay", "Ajax shoot Hector")
    return fighter(table, "Hector").damage


@ALL
def test_every_piece_stops_and_hampers_as_printed(edition: str) -> None:
    """ARM-1, ARM-2, ARM-10, MOV-1, EX-TSC-5: A off a blow of 6, R off DX 12, MA half of it."""
    for piece in rules(edition).armor.values():
        table = duel(edition, "1 1 1, 6", armor=[piece.id])
        hector = fighter(table, "Hector")
        assert hector.dx == 12 - piece.restriction
        assert hector.ma == (12 - piece.restriction) // 2
        assert struck(table) == max(0, 6 - piece.protection), piece.id


@pytest.mark.parametrize(
    ("edition", "armor", "stops", "dx"),
    [
        (TSC, ["flak-vest", "space-suit"], 4, 11),
        (AW, ["leather", "large-shield"], 4, 9),
        (AW, ["plate", "tower-shield"], 8, 5),
        (TS, ["flak-vest", "landing-suit"], 6, 10),
    ],
)
def test_slots_add_up(edition: str, armor: list[str], stops: int, dx: int) -> None:
    """ARM-1, ARM-2, RUL-77: one piece a slot, A and R summed; natural armor on top."""
    table = duel(edition, armor=armor, natural_armor=1)
    hector = fighter(table, "Hector")
    ledger = table.state.armor(hector, hector.arms["unarmed"], grappling=False)
    assert ledger.total == stops + 1
    assert hector.dx == dx


@ALL
def test_a_blow_never_heals(edition: str) -> None:
    """ARM-1: not below 0."""
    assert struck(duel(edition, "1 1 1, 1", natural_armor=9)) == 0


@pytest.mark.parametrize(
    ("edition", "two_bodies", "body_and_suit"),
    [
        (TSC, ["flak-vest", "flak-vest"], ["flak-vest", "space-suit"]),
        (TS, ["flak-vest", "flak-vest"], ["flak-vest", "battle-armor"]),
    ],
)
def test_what_may_be_worn_together(
    edition: str, two_bodies: list[str], body_and_suit: list[str]
) -> None:
    """RUL-77: armor_layers: slots, a single body piece, or anything."""
    assert fighter(duel(edition, armor=body_and_suit), "Hector")
    with pytest.raises(SetupError, match=r"cannot be worn together.*RUL-77"):
        duel(edition, armor=two_bodies)
    with pytest.raises(SetupError, match=r"cannot be worn together.*RUL-77"):
        duel(edition, armor=body_and_suit, options={"armor_layers": "single_body"})
    table = duel(edition, "1 1 1, 6", armor=two_bodies, options={"armor_layers": "free"})
    assert struck(table) == 0


def test_two_suits_of_mail_where_the_table_allows_them() -> None:
    """RUL-77: AW, armor_layers = free adds them up."""
    with pytest.raises(SetupError, match=r"chain and leather cannot be worn together"):
        duel(AW, armor=["chain", "leather"])
    table = duel(AW, "1 1 1, 6", armor=["chain", "leather"], options={"armor_layers": "free"})
    assert fighter(table, "Hector").dx == 7
    assert struck(table) == 1


class TestBullets:
    """ARM-5, RUL-78: TSC and TS."""

    @SCIENCE
    @pytest.mark.parametrize(
        ("weapon", "dice"),
        [("handgun", "3 3"), ("submg", "3 3"), ("assault-rifle", "3 3"), ("shotgun", "2 2 2")],
    )
    def test_they_go_through_a_space_suit(self, edition: str, weapon: str, dice: str) -> None:
        """ARM-5, RUL-78: flag B stops none; a flak vest does."""
        bare = shot(duel(edition, f"1 1 1, {dice}", weapon=weapon))
        assert shot(duel(edition, f"1 1 1, {dice}", weapon=weapon, armor=["space-suit"])) == bare
        assert shot(duel(edition, f"1 1 1, {dice}", weapon=weapon, armor=["flak-vest"])) == bare - 3
        both = ["space-suit", "flak-vest"]
        assert shot(duel(edition, f"1 1 1, {dice}", weapon=weapon, armor=both)) == bare - 3

    @pytest.mark.parametrize(
        ("edition", "weapon"),
        [(TSC, "phaser"), (TSC, "blaster"), (TS, "hand-phaser"), (TS, "blaster")],
    )
    def test_beams_are_no_bullets(self, edition: str, weapon: str) -> None:
        """RUL-78: the suit stops 1."""
        assert shot(duel(edition, "1 1 1, 2 2 2", weapon=weapon, armor=["space-suit"])) == 5

    @SCIENCE
    def test_nor_are_clubs_and_grenades(self, edition: str) -> None:
        """RUL-78: the suit stops 1 of each."""
        assert struck(duel(edition, "1 1 1, 4", armor=["space-suit"])) == 3
        table = duel(edition, "1 1 1, 2 2 2", weapon="frag-grenade", armor=["space-suit"])
        play(table, "Ajax stay", "Ajax lob frag grenade", "Ajax at 0704")
        assert fighter(table, "Hector").damage == 5

    def test_nor_do_they_stop_being_bullets_in_a_grapple(self) -> None:
        """ARM-5, RUL-26: TSC, a handgun at a held foe in a space suit."""
        table = arena(
            TSC,
            who("Ajax", "Greeks", "0504", weapons=["handgun"]),
            who("Hector", "Trojans", holds="Ajax", armor=["space-suit"]),
            dice="6 6, 1 1, 3 3",
        )
        play(table, "Ajax stay", "Ajax grapple Hector", "Ajax 2 dice", "Hector 2 dice")
        assert fighter(table, "Hector").damage == 5


class TestShields:
    """ARM-4, ARM-7, RUL-77: AW."""

    def test_a_shield_counts_while_it_is_ready(self) -> None:
        """RUL-77, ACT-1: put away it neither protects nor hampers."""
        table = duel(AW, "1 1 1, 6", weapons=["club", "bow"], armor=["tower-shield"])
        assert fighter(table, "Hector").dx == 10
        play(table, "Ajax pass", "Hector stay", "Hector ready bow")
        assert fighter(table, "Hector").ready == ("bow",)
        assert fighter(table, "Hector").dx == 12
        assert struck(table) == 6

    def test_no_two_handed_weapon_with_it(self) -> None:
        """ARM-7: readying the bow puts the shield away."""
        table = duel(AW, weapons=["bow"], armor=["small-shield"], ready=["small-shield"])
        play(table, "Ajax pass", "Hector stay")
        assert "Hector shoot Ajax" not in offered(table)
        play(table, "Hector ready bow")
        assert fighter(table, "Hector").ready == ("bow",)
        assert fighter(table, "Hector").carried == ("small-shield",)

    def test_a_shield_handed_over_serves_its_new_bearer(self) -> None:
        """RUL-77, RUL-15: whoever holds it."""
        table = arena(
            AW,
            who("Ajax", "Greeks", "0504", armor=["tower-shield"]),
            who("Odysseus", "Greeks", "0505", weapons=["club"]),
            who("Hector", "Trojans", "0604", weapons=["club"]),
            dice="1 1 1, 6",
        )
        play(table, "Ajax stay", "Ajax give tower shield to Odysseus", "Odysseus pass")
        assert fighter(table, "Odysseus").dx == 9
        play(table, "Hector stay", "Hector strike Odysseus", "Odysseus take it")
        assert fighter(table, "Odysseus").damage == 3
        assert asked(table) == "Greeks: Does Odysseus answer Hector?"
