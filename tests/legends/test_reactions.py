"""Reactions (section 10): one a turn, what it costs, where a dodge leads, who may answer what."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.fighter import Fight
from legendry.odds import passes
from legendry.table import Table
from tests.legends.arena import (
    ALL,
    AW,
    TS,
    TSC,
    arena,
    asked,
    fighter,
    figures,
    offered,
    play,
    told,
    who,
    why_not,
)

AWAY = {"0704", "0705", "0605"}
AROUND = AWAY | {"0603", "0505"}


def melee(
    edition: str,
    dice: str = "",
    *others: dict[str, Any],
    hector: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    **setup: Any,
) -> Table[Fight]:
    """Ajax in 0504 and Odysseus in 0505, both next to Hector in 0604, all with clubs."""
    club = {"weapons": ["club"]}
    return arena(
        edition,
        who("Ajax", "Greeks", "0504", **club),
        who("Odysseus", "Greeks", "0505", **club),
        who("Hector", "Trojans", "0604", **club | {"dx": 12} | (hector or {})),
        *others,
        dice=dice,
        options=options,
        **setup,
    )


def strike(table: Table[Fight], name: str = "Ajax", *answers: str) -> Table[Fight]:
    return play(table, f"{name} stay", f"{name} strike Hector", *answers)


class TestOnlyOne:
    @ALL
    def test_a_defender_reacts_to_one_attacker_only(self, edition: str) -> None:
        """RCT-1, RUL-57, EX-D-22: who owes a turn may not react again."""
        table = strike(melee(edition, "6 6 6, 6 6 6, 1 1 1, 1"), "Ajax", "Hector counter")
        assert fighter(table, "Hector").turns_owed == 1
        strike(table, "Odysseus")
        assert fighter(table, "Hector").damage == 1, "neither dodge nor answer was asked for"
        assert "Hector has given up this turn" in told(table)

    @ALL
    def test_he_chooses_which(self, edition: str) -> None:
        """RCT-1: taking the first blow leaves the answer to the second."""
        table = strike(melee(edition, "6 6 6, 6 6 6"), "Ajax", "Hector take it")
        strike(table, "Odysseus")
        assert asked(table) == "Trojans: Does Hector answer Odysseus?"

    @ALL
    @pytest.mark.parametrize("roll", ["1 1 1, 1", "6 6 6"])
    def test_the_turn_is_lost_either_way(self, edition: str, roll: str) -> None:
        """RCT-1, RCT-3: counterattack hit or miss; the turn after it he acts again."""
        table = strike(melee(edition, f"6 6 6, {roll}"), "Ajax", "Hector counter")
        play(table, "Odysseus pass")
        assert "Hector has given up this turn" in told(table)
        play(table, "Ajax pass", "Odysseus pass")
        assert asked(table) == "Trojans: where does Hector go?"

    @ALL
    def test_one_reaction_between_two_own_turns(self, edition: str) -> None:
        """RUL-57: the lost turn over, he may react again before his next one."""
        table = strike(melee(edition, "6 6 6, 6 6 6, 6 6 6"), "Ajax", "Hector counter")
        play(table, "Odysseus pass")
        strike(table, "Ajax")
        assert asked(table) == "Trojans: Does Hector answer Ajax?"

    @ALL
    def test_the_surprised_do_not_react(self, edition: str) -> None:
        """RUL-12, RUL-57: nor do free turns count as the ones lost."""
        table = strike(melee(edition, "1 1 1, 1", surprise="Greeks"))
        assert fighter(table, "Hector").damage == 1
        assert asked(table) == "Greeks: where does Odysseus go?"


@pytest.mark.parametrize("wakes", [True, False])
@ALL
def test_who_is_down_loses_the_turn_he_owes_all_the_same(edition: str, wakes: bool) -> None:
    """RUL-57, RUL-67: Ajax counters, falls, and comes to in his side's turn, or never.

    He does nothing in it, and owes nothing after it.
    """
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=["club"], damage=7),
        who("Odysseus", "Greeks", "0505", belongings=["healing-potion/6"]),
        who("Hector", "Trojans", "0604", weapons=["club"]),
        who("Paris", "Trojans", "0603", weapons=["club"]),
        dice="6 6 6, 6 6 6, 3 3 3, 6",
        greeks_first=False,
    )
    play(table, "Hector stay", "Hector strike Ajax", "Ajax counter")
    play(table, "Paris stay", "Paris strike Ajax")
    assert (fighter(table, "Ajax").status, fighter(table, "Ajax").turns_owed) == ("dying", 0)
    assert "Ajax has given up this turn" not in told(table)
    if not wakes:
        play(table, "Odysseus pass")
        assert fighter(table, "Ajax").turns_owed == 0
        return
    play(table, "Odysseus stay", "Odysseus administer healing potion (6) to Ajax")
    assert fighter(table, "Ajax").active
    assert asked(table) == "Trojans: who acts?", "Ajax has had his turn"
    play(table, "Hector pass", "Paris pass")
    assert offered(table) == ["Ajax", "Odysseus"]


class TestDodge:
    @ALL
    def test_a_success_cancels_the_hit(self, edition: str) -> None:
        """RCT-4, RCT-3: 12 with DX 12; no damage, another hex, a lost turn."""
        table = strike(melee(edition, "1 1 1, 4 4 4"))
        assert figures(table, "Hector dodge")["dodge"] == passes(3, 12)
        play(table, "Hector dodge", "Hector to 0705")
        assert fighter(table, "Hector").damage == 0
        assert str(fighter(table, "Hector").hex) == "0705"
        assert fighter(table, "Hector").turns_owed == 1

    @ALL
    def test_a_failure_leaves_it_standing(self, edition: str) -> None:
        """RCT-4: 13 with DX 12."""
        table = strike(melee(edition, "1 1 1, 4 4 5, 3"), "Ajax", "Hector dodge")
        assert fighter(table, "Hector").damage == 3
        assert str(fighter(table, "Hector").hex) == "0604"

    @pytest.mark.parametrize(
        ("edition", "hexes"), [(TSC, AWAY), (AW, AWAY), (TS, AROUND - {"0505"})]
    )
    def test_where_it_leads(self, edition: str, hexes: set[str]) -> None:
        """RCT-4, RUL-59: TSC and AW not adjacent to the attacker, TS any empty adjacent hex.

        The hex is chosen after the roll; 0505 is taken by Odysseus.
        """
        table = strike(melee(edition, "1 1 1, 1 1 1"), "Ajax", "Hector dodge")
        assert "passes 3/DX (dodge)" in " ".join(told(table))
        assert {text.split()[-1] for text in offered(table)} == hexes

    @pytest.mark.parametrize("edition", [TSC, AW])
    def test_the_table_may_open_it_to_any_hex(self, edition: str) -> None:
        """RUL-59: dodge_away = any_hex."""
        table = melee(edition, "1 1 1, 1 1 1", options={"dodge_away": "any_hex"})
        strike(table, "Ajax", "Hector dodge")
        assert {text.split()[-1] for text in offered(table)} == AROUND - {"0505"}

    @ALL
    def test_with_no_such_hex_free_there_is_no_dodge(self, edition: str) -> None:
        """RCT-4, RUL-59: TSC and AW when the hexes behind him are taken, TS when all are."""
        behind = [who(f"Friend{hex}", "Trojans", hex) for hex in sorted(AWAY)]
        table = strike(melee(edition, "1 1 1", *behind))
        if edition == TS:
            assert offered(table) == ["Hector dodge", "Hector take it"]
            table = strike(melee(edition, "1 1 1", *behind, who("Last", "Trojans", "0603")))
        assert asked(table).startswith("damage Ajax>Hector")

    @ALL
    def test_the_fallen_do_not_bar_it(self, edition: str) -> None:
        """RUL-59, RUL-16: they do not occupy a hex."""
        behind = [who(f"Friend{hex}", "Trojans", hex, fatigue=12) for hex in sorted(AWAY)]
        table = strike(melee(edition, "1 1 1, 1 1 1", *behind), "Ajax", "Hector dodge")
        assert {text.split()[-1] for text in offered(table)} >= AWAY

    @ALL
    def test_only_a_hit_is_dodged(self, edition: str) -> None:
        """RCT-4: after a miss there is nothing to dodge."""
        table = strike(melee(edition, "6 6 6"))
        assert "Hector dodge" not in offered(table)


class TestCounterattack:
    @ALL
    def test_it_is_a_strike_at_the_attacker(self, edition: str) -> None:
        """RCT-6, RUL-60: at once, 3/DX and damage, at nobody else."""
        table = strike(melee(edition, "6 6 6, 4 4 4, 5"))
        answers = [text for text in offered(table) if "counter" in text]
        assert not [text for text in answers if "Odysseus" in text]
        assert figures(table, "Hector counter")["hit"] == passes(3, 12)
        play(table, "Hector counter")
        assert fighter(table, "Ajax").damage == 5

    @ALL
    def test_a_weapon_may_be_thrown(self, edition: str) -> None:
        """RUL-60: if in range; it then lies in the attacker's hex."""
        table = strike(melee(edition, "6 6 6, 1 1 1, 5"), "Ajax", "Hector counter throw")
        assert fighter(table, "Ajax").damage == 5
        assert fighter(table, "Hector").ready == ()

    @ALL
    def test_no_move_and_no_change_of_weapon(self, edition: str) -> None:
        """RUL-60, RCT-6: a distant shooter cannot be struck, nor shot with what is not in hand."""
        gun = "bow" if edition == AW else "handgun"
        table = arena(
            edition,
            who("Ajax", "Greeks", "0504", weapons=[gun]),
            who("Hector", "Trojans", "0704", weapons=["cutlass", gun]),
            dice="6 6 6",
        )
        play(table, "Ajax stay", "Ajax shoot Hector")
        assert asked(table) == "Trojans: where does Hector go?"

    @ALL
    def test_nobody_reacts_to_a_reaction(self, edition: str) -> None:
        """RUL-58: a counterattack is neither dodged nor answered."""
        table = strike(melee(edition, "6 6 6, 1 1 1, 5"), "Ajax", "Hector counter")
        assert fighter(table, "Ajax").damage == 5
        assert asked(table) == "Greeks: where does Odysseus go?"

    @ALL
    def test_the_table_may_allow_one_reaction_to_it(self, edition: str) -> None:
        """RUL-58: chain_reactions, one level; it costs the attacker his next turn."""
        options = {"chain_reactions": True}
        table = melee(edition, "6 6 6, 1 1 1, 4 4 4, 6 6 6", options=options)
        strike(table, "Ajax", "Hector counter")
        assert asked(table) == "Greeks: Hector has hit Ajax. Does Ajax dodge?"
        table = melee(edition, "6 6 6, 6 6 6, 1 1 1, 3", options=options)
        strike(table, "Ajax", "Hector counter")
        assert asked(table) == "Greeks: Does Ajax answer Hector?"
        play(table, "Ajax counter")
        assert fighter(table, "Hector").damage == 3, "and there it ends"
        assert fighter(table, "Ajax").turns_owed == 1
        assert asked(table) == "Greeks: where does Odysseus go?"


class TestSeveral:
    @ALL
    def test_the_reacting_side_orders_them(self, edition: str) -> None:
        """RUL-61: and once the attacker is down, the rest keep their reaction."""
        gun = "bow" if edition == AW else "handgun"
        table = arena(
            edition,
            who("Ajax", "Greeks", "0504", weapons=["club"], fatigue=11),
            who("Odysseus", "Greeks", "1304"),
            who("Hector", "Trojans", "0604", weapons=["club"]),
            who("Paris", "Trojans", "0404", weapons=["club", gun]),
            dice="1 1 1, 3",
            options={"zoc_trigger": "ts"},
        )
        play(table, "Ajax walk", "Ajax to 0505", "Ajax stop", "Ajax done")
        assert asked(table) == "Trojans: Who answers Ajax first?"
        assert offered(table) == ["Hector first", "Paris first"]
        play(table, "Paris first", "Paris counter")
        assert not fighter(table, "Ajax").active
        assert fighter(table, "Hector").turns_owed == 0
        assert asked(table).startswith("Greeks: where does Odysseus go?")

    @ALL
    def test_responding_in_a_contest_is_no_reaction(self, edition: str) -> None:
        """RCT-9, RUL-54: Hector, wrestled with, may still answer nobody but owes no turn."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0504"),
            who("Hector", "Trojans", holds="Ajax"),
            dice="6 6 6, 6 6 6",
        )
        play(table, "Ajax stay", "Ajax grapple Hector", "Ajax 3 dice", "Hector 3 dice")
        assert fighter(table, "Hector").turns_owed == 0
        assert asked(table) == "Trojans: where does Hector go?"


def test_defending_a_takedown_is_a_reaction() -> None:
    """RCT-8, RCT-2, ENT-4: AW; who owes a turn cannot defend, and it costs one."""
    table = melee(AW, "6 6 6, 6 6 6, 1 1, 6 6", hector={"st": 10})
    strike(table, "Odysseus", "Hector counter")
    play(table, "Ajax stay", "Ajax takedown Hector")
    assert table.state.holders(fighter(table, "Ajax")) == [fighter(table, "Hector")]
    table = play(melee(AW, "1 1, 6 5"), "Ajax stay", "Ajax takedown Hector", "Hector defend")
    play(table, "Ajax 2 dice", "Hector 2 dice", "Hector to 0705")
    assert fighter(table, "Hector").turns_owed == 1


@pytest.mark.parametrize(
    ("edition", "entry"), [(TSC, "Hector enter"), (AW, "Hector enter"), (TS, "Hector tackle")]
)
def test_an_entry_in_answer_is_refused_from_afar(edition: str, entry: str) -> None:
    """RCT-7, RUL-45: adjacent only."""
    gun = "bow" if edition == AW else "handgun"
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", weapons=[gun]),
        who("Hector", "Trojans", "0704", weapons=[gun]),
        dice="6 6 6",
    )
    play(table, "Ajax stay", "Ajax shoot Hector")
    rule = "RUL-45" if edition == TS else "RCT-7"
    assert why_not(table, entry).endswith(f"({rule})")
