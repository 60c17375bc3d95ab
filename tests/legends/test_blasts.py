"""Explosives and flashbangs (SHT-10, SHT-11): aim, scatter, area, who is caught and who answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.hexes import Board, Hex
from legendry.legends.blasts import blast_area
from legendry.legends.fighter import Fight
from legendry.odds import passes
from legendry.table import Table
from tests.legends.arena import (
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

SCIENCE = pytest.mark.parametrize("edition", [TSC, TS])


def grenadier(
    edition: str,
    dice: str = "",
    *others: dict[str, Any],
    weapons: list[str] | None = None,
    options: dict[str, Any] | None = None,
    **setup: Any,
) -> Table[Fight]:
    """Ajax with a grenade in 0204, Hector in 0704 with a handgun."""
    return arena(
        edition,
        who("Ajax", "Greeks", "0204", weapons=weapons or ["frag-grenade", "frag-grenade"]),
        who("Hector", "Trojans", "0704", weapons=["handgun"]),
        *others,
        dice=dice,
        options=options,
        **setup,
    )


def lob(table: Table[Fight], hex: str) -> Table[Fight]:
    return play(table, "Ajax stay", "Ajax lob frag grenade", f"Ajax at {hex}")


def test_the_blast_is_five_hexes_across() -> None:
    """SHT-10, RUL-29, EX-D-12: the centre and everything within two hexes, nineteen in all."""
    board = Board.rectangle(13, 9)
    area = blast_area(board, Hex.at("0705"), 2)
    assert len(area) == 19
    marks = dict.fromkeys(area, "x")
    assert board.draw(marks).splitlines()[4:14] == [
        ".   .   .   x   .   .   .",
        "  .   .   x   x   .   .",
        ".   .   x   x   x   .   .",
        "  .   .   x   x   .   .",
        ".   .   x   x   x   .   .",
        "  .   .   x   x   .   .",
        ".   .   x   x   x   .   .",
        "  .   .   x   x   .   .",
        ".   .   .   x   .   .   .",
        "  .   .   .   .   .   .",
    ]


@SCIENCE
@pytest.mark.parametrize(("radius", "caught"), [(1, 1), (2, 2), (5, 3)])
def test_the_table_may_read_the_circle_otherwise(edition: str, radius: int, caught: int) -> None:
    """RUL-29: blast_radius 2, 1 or 5."""
    line = [who("Paris", "Trojans", "0706"), who("Aeneas", "Trojans", "0708")]
    table = grenadier(edition, "1 1 1, 2 2 2", *line, options={"blast_radius": radius})
    lob(table, "0704")
    hurt = [name for name in ("Hector", "Paris", "Aeneas") if fighter(table, name).damage == 6]
    assert len(hurt) == caught


@SCIENCE
class TestThrow:
    def test_any_hex_in_range_and_sight_may_be_aimed_at(self, edition: str) -> None:
        """RUL-32, SHT-4, RUL-25: a hex, not a person; bodies do not stop it, ST and walls do."""
        table = grenadier(edition, "", who("Paris", "Trojans", "0304"))
        play(table, "Ajax stay")
        assert (
            why_not(table, "Ajax throw Hector") == "a frag grenade is thrown at a hex: lob (RUL-32)"
        )
        play(table, "Ajax lob frag grenade")
        assert "Ajax at 0605" in offered(table), "an empty hex behind Paris"
        assert "Ajax at 1304" in offered(table), "eleven hexes away with ST 12"
        assert why_not(table, "Ajax at 9999").endswith("(SHT-4)"), "not on the board"
        weak = arena(
            edition,
            who("Ajax", "Greeks", "0204", weapons=["frag-grenade"], st=8),
            who("Hector", "Trojans", "1004"),
        )
        play(weak, "Ajax stay", "Ajax lob frag grenade")
        assert "Ajax at 1004" in offered(weak)
        assert "Ajax at 1104" not in offered(weak)

    def test_a_wall_stops_it(self, edition: str) -> None:
        """RUL-25, RUL-32: no throw at a hex behind a wall, nor at the wall."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0101", weapons=["frag-grenade"]),
            who("Hector", "Trojans", "0301"),
            map=".   .\n  .   .\n#   .\n  .   .\n.   .\n  .   .",
        )
        play(table, "Ajax stay", "Ajax lob frag grenade")
        aims = {text.split()[-1] for text in offered(table)}
        assert not aims & {"0102", "0103"}
        assert {"0201", "0202", "0301"} <= aims

    def test_a_large_figure_throws_from_its_nearest_hex(self, edition: str) -> None:
        """RUL-20, SHT-4: ST 6 from the edge of seven hexes; none of them is aimed at."""
        loader = who("Ajax", "Greeks", "0305", st=6, hexes=7, weapons=["frag-grenade"])
        table = arena(edition, loader, who("Hector", "Trojans", "1005"))
        play(table, "Ajax stay", "Ajax lob frag grenade")
        aims = {text.split()[-1] for text in offered(table)}
        assert "1005" in aims
        assert "1105" not in aims
        assert "0304" not in aims
        assert why_not(table, "Ajax at 0304") == "Ajax stands there himself (RUL-32)"

    def test_a_thrower_may_move_first(self, edition: str) -> None:
        """SHT-2, RUL-64: and says where he will throw before he goes."""
        table = grenadier(edition, "1 1 1, 2 2 2")
        play(table, "Ajax move 0304", "Ajax lob frag grenade")
        assert fighter(table, "Ajax").hex == Hex.at("0204")
        play(table, "Ajax at 0704")
        assert fighter(table, "Ajax").hex == Hex.at("0304")
        assert fighter(table, "Hector").damage == 6

    def test_it_needs_three_dice_up_to_dx(self, edition: str) -> None:
        """SHT-10, RUL-32: still 3/DX; a hit goes off where it was aimed, and is used up."""
        table = lob(grenadier(edition, "5 5 1, 1 2 3"), "0704")
        assert "Ajax passes 3/DX (hit 0704): 5 5 1 = 11 ≤ 11" in told(table)
        assert "The charge goes off in 0704; it catches Hector" in told(table)
        assert fighter(table, "Hector").damage == 6
        assert fighter(table, "Ajax").ready == ()
        assert fighter(table, "Ajax").carried == ("frag-grenade",)
        assert table.state.ground == {}

    @pytest.mark.parametrize(
        ("face", "hex"),
        [(1, "0703"), (2, "0803"), (3, "0804"), (4, "0705"), (5, "0604"), (6, "0603")],
    )
    def test_a_miss_goes_off_next_door(self, edition: str, face: int, hex: str) -> None:
        """SHT-10, RUL-31: D6, 1 is up, then clockwise; it goes off all the same."""
        table = lob(grenadier(edition, f"6 6 6, {face}, 1 2 3"), "0704")
        assert f"The charge goes astray to {hex}; it catches Hector" in told(table)
        assert fighter(table, "Hector").damage == 6

    def test_walls_and_the_edge_are_rolled_again(self, edition: str) -> None:
        """RUL-31: aimed at 0101, up is off the board and 0102 a wall."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0301", weapons=["frag-grenade"]),
            who("Hector", "Trojans", "0101"),
            map=".   .\n  .   .\n#   .\n  .   .\n.   .\n  .   .",
            dice="6 6 6, 1, 4, 3, 1 1 1",
        )
        lob(table, "0101")
        assert "The charge goes astray to 0201; it catches Ajax, Hector" in told(table)

    def test_the_odds_count_the_misses_in(self, edition: str) -> None:
        """SHT-10, RUL-31, RUL-30: to foes and to friends, over all seven hexes it may come to."""
        table = grenadier(edition, "", who("Odysseus", "Greeks", "0705"))
        play(table, "Ajax stay", "Ajax lob frag grenade")
        hit, mean = passes(3, 11), Fraction(21, 2)
        both = {"hit": hit, "damage": mean, "to friends": mean}
        assert figures(table, "Ajax at 0704") == both
        # 0702 is two hexes from Hector in 0704 and three from Odysseus in 0705; of the hexes around
        # it 0802 and 0602 catch Hector alone, 0703 both, the other three neither
        astray = (1 - hit) * mean
        assert figures(table, "Ajax at 0702") == {
            "hit": hit,
            "damage": hit * mean + astray * Fraction(3, 6),
            "to friends": astray * Fraction(1, 6),
        }

    def test_the_odds_count_the_thrower_where_he_throws_from(self, edition: str) -> None:
        """RUL-30, RUL-64: at the end of the way that is announced with it, not at its start."""
        table = grenadier(edition)
        play(table, "Ajax move 0504", "Ajax lob frag grenade")
        hit, mean = passes(3, 11), Fraction(21, 2)
        # two hexes from 0704, and no more from four of those around it
        caught = hit + (1 - hit) * Fraction(4, 6)
        assert figures(table, "Ajax at 0704")["to friends"] == caught * mean
        # next to where he comes from; only 0305 of those around it is two hexes from 0504
        assert figures(table, "Ajax at 0205")["to friends"] == (1 - hit) * Fraction(1, 6) * mean

    def test_the_odds_count_whom_he_carries_where_he_throws_from(self, edition: str) -> None:
        """GRP-7, SHT-10, RUL-64: not where he held them before."""
        giant = who("Ajax", "Greeks", "0204", st=24, weapons=["frag-grenade"])
        table = arena(edition, giant, who("Hector", "Trojans", holds="Ajax"))
        play(table, "Ajax carry 0504")
        looks = [figures(table, "Ajax lob frag grenade")]
        play(table, "Ajax lob frag grenade")
        looks += [figures(table, f"Ajax at {aim}") for aim in ("0704", "0205")]
        for odds in looks:  # the two of them are in the same hex
            assert odds["damage"] == odds["to friends"]


@SCIENCE
class TestBlast:
    def test_one_roll_for_all_armor_for_each(self, edition: str) -> None:
        """RUL-30, ARM-1: friend, foe and thrower alike, each less his own armor."""
        table = grenadier(
            edition,
            "1 1 1, 2 2 2",
            who("Paris", "Trojans", "0703", armor=["flak-vest"]),
            who("Odysseus", "Greeks", "0705"),
        )
        lob(table, "0704")
        names = ("Hector", "Paris", "Odysseus", "Ajax")
        assert [fighter(table, name).damage for name in names] == [6, 3, 6, 0]

    def test_the_thrower_may_be_caught_himself(self, edition: str) -> None:
        """RUL-30: whoever throws at his own feet."""
        table = lob(grenadier(edition, "1 1 1, 1 1 1"), "0304")
        assert fighter(table, "Ajax").damage == 3

    def test_the_table_may_roll_for_each(self, edition: str) -> None:
        """RUL-30: area_damage = roll_each."""
        table = grenadier(
            edition,
            "1 1 1, 2 2 2, 1 1 1",
            who("Paris", "Trojans", "0703"),
            options={"area_damage": "roll_each"},
        )
        lob(table, "0704")
        assert [fighter(table, name).damage for name in ("Hector", "Paris")] == [6, 3]

    def test_grapplers_are_caught_and_so_are_the_fallen(self, edition: str) -> None:
        """RUL-30: everybody in the area."""
        table = grenadier(
            edition,
            "1 1 1, 1 1 1",
            who("Odysseus", "Greeks", holds="Hector"),
            who("Paris", "Trojans", "0703", fatigue=12),
        )
        lob(table, "0704")
        names = ("Hector", "Odysseus", "Paris")
        assert [fighter(table, name).damage for name in names] == [3, 3, 3]

    def test_a_wall_shields_from_it(self, edition: str) -> None:
        """RUL-30: hexes cut off from the centre are spared."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0401", weapons=["frag-grenade"]),
            who("Hector", "Trojans", "0101"),
            who("Paris", "Trojans", "0103"),
            map=".   .\n  .   .\n#   .\n  .   .\n.   .\n  .   .",
            dice="1 1 1, 1 1 1",
        )
        lob(table, "0101")
        assert [fighter(table, name).damage for name in ("Hector", "Paris")] == [3, 0]

    def test_a_large_creature_is_hit_once(self, edition: str) -> None:
        """RUL-20, RUL-30: though all its hexes are in the blast."""
        table = grenadier(edition, "1 1 1, 2 2 2", who("Beast", "Trojans", "0903", st=30, hexes=7))
        lob(table, "0903")
        assert fighter(table, "Beast").damage == 6

    def test_each_surviving_enemy_may_answer_in_the_order_they_like(self, edition: str) -> None:
        """RUL-32, RUL-61: Hector and Paris; not the friend who was caught with them."""
        table = grenadier(
            edition,
            "1 1 1, 1 1 1, 6 6 6, 6 6 6",
            who("Paris", "Trojans", "0703", weapons=["handgun"]),
            who("Odysseus", "Greeks", "0705", weapons=["handgun"]),
        )
        lob(table, "0704")
        assert asked(table) == "Trojans: Who answers Ajax first?"
        play(table, "Paris first", "Paris counter", "Hector counter")
        shots = [line for line in told(table) if "shoots at" in line]
        assert shots == ["Paris shoots at Ajax (handgun)", "Hector shoots at Ajax (handgun)"]
        assert asked(table) == "Greeks: where does Odysseus go?"

    def test_it_cannot_be_dodged(self, edition: str) -> None:
        """RUL-59, SHT-6: nobody is asked to dodge."""
        table = lob(grenadier(edition, "1 1 1"), "0704")
        assert asked(table).startswith("damage Ajax>0704")


@SCIENCE
class TestCounter:
    """RUL-60: a counterattack may be a grenade at the attacker's hex."""

    def ambush(self, edition: str, dice: str, at: str = "0704", **options: Any) -> Table[Fight]:
        table = arena(
            edition,
            who("Ajax", "Greeks", "0204", weapons=["handgun"]),
            who("Hector", "Trojans", at, weapons=["frag-grenade"]),
            dice=dice,
            options=options,
        )
        return play(table, "Ajax stay", "Ajax shoot Hector")

    def test_a_grenade_answers_a_shot(self, edition: str) -> None:
        """RUL-60, RCT-6, SHT-10: 3/DX, blast, and the lost turn."""
        table = self.ambush(edition, "6 6 6, 1 1 1, 2 2 2")
        assert offered(table) == ["Hector counter frag grenade", "Hector take it"]
        odds = figures(table, "Hector counter frag grenade")
        assert odds == {"hit": passes(3, 11), "damage": Fraction(21, 2)}
        play(table, "Hector counter frag grenade")
        assert fighter(table, "Ajax").damage == 6
        assert fighter(table, "Hector").ready == ()
        assert "Hector has given up this turn" in told(table)

    def test_only_in_range(self, edition: str) -> None:
        """RUL-60, SHT-4: beyond his ST there is nothing to answer with."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0104", weapons=["handgun"]),
            who("Hector", "Trojans", "1304", weapons=["frag-grenade"], st=8),
            dice="6 6 6",
        )
        play(table, "Ajax stay", "Ajax shoot Hector")
        assert asked(table) == "Trojans: where does Hector go?"

    def test_nobody_answers_the_answer(self, edition: str) -> None:
        """RUL-58: unless chain_reactions."""
        table = self.ambush(edition, "6 6 6, 1 1 1, 1 1 1")
        play(table, "Hector counter frag grenade")
        assert asked(table) == "Greeks: where does Ajax go?"
        table = self.ambush(edition, "6 6 6, 1 1 1, 1 1 1", chain_reactions=True)
        play(table, "Hector counter frag grenade")
        assert asked(table) == "Greeks: Does Ajax answer Hector?"

    def test_a_flashbang_is_no_counterattack(self, edition: str) -> None:
        """RUL-13: it is no attack."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0204", weapons=["handgun"]),
            who("Hector", "Trojans", "0704", weapons=["flashbang"]),
            dice="6 6 6",
        )
        play(table, "Ajax stay", "Ajax shoot Hector")
        assert asked(table) == "Trojans: where does Hector go?"

    def test_no_grenade_on_the_way_in(self, edition: str) -> None:
        """RUL-42, ENT-2: an early counterattack is a strike or a shot."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0504"),
            who("Hector", "Trojans", "0604", weapons=["frag-grenade"]),
        )
        play(table, "Ajax stay", f"Ajax {'enter' if edition == TSC else 'tackle'} Hector")
        assert offered(table) == ["Hector counter", "Hector take it"]


@SCIENCE
class TestFlashbang:
    """SHT-11, RUL-13: no damage, no roll, an unopposed turn."""

    def flash(self, edition: str, **options: Any) -> Table[Fight]:
        table = arena(
            edition,
            who("Ajax", "Greeks", "0204", weapons=["flashbang", "handgun"]),
            who("Odysseus", "Greeks", "0303", weapons=["handgun"]),
            who("Hector", "Trojans", "0704", weapons=["handgun"], dx=12),
            dice="6 6 6, 6 6 6",
            options=options,
        )
        play(table, "Ajax stay", "Ajax lob flashbang", "Ajax at 0704")
        return table

    def test_an_extra_turn_that_cannot_be_opposed(self, edition: str) -> None:
        """SHT-11, RUL-13, RUL-12: after the current turn, then the enemy as usual."""
        table = self.flash(edition)
        assert fighter(table, "Hector").damage == 0
        assert fighter(table, "Ajax").ready == ()
        assert "A flash blinds everybody but Greeks" in told(table)
        assert asked(table) == "Greeks: where does Odysseus go?", "his own side's turn goes on"
        play(table, "Odysseus pass")
        assert "— Round 1, Greeks, unopposed —" in told(table)
        play(table, "Ajax stay", "Ajax ready handgun", "Odysseus pass")
        assert told(table)[-1] == "— Round 1, Trojans —"

    def test_the_surprised_do_not_react(self, edition: str) -> None:
        """RUL-12, RUL-13: Hector is shot at in the extra turn and is not asked."""
        table = self.flash(edition)
        play(table, "Odysseus pass", "Ajax stay", "Ajax ready handgun")
        play(table, "Odysseus stay", "Odysseus shoot Hector")
        assert asked(table) == "Trojans: where does Hector go?", "his own turn, not an answer"

    def test_it_is_no_attack_and_draws_no_reaction(self, edition: str) -> None:
        """RUL-13: nobody is asked to answer it."""
        table = self.flash(edition)
        assert not [line for line in told(table) if "3/DX" in line]
        assert "answer" not in asked(table)

    def test_full_surprise_gives_two_turns(self, edition: str) -> None:
        """RUL-13: flashbang = full_surprise: an unopposed turn and a regular one."""
        table = self.flash(edition, flashbang="full_surprise")
        play(table, "Odysseus pass", "Ajax pass", "Odysseus pass")
        assert told(table)[-1] == "— Round 1, Greeks —"
        play(table, "Ajax pass", "Odysseus pass")
        assert told(table)[-1] == "— Round 1, Trojans —"

    @pytest.mark.parametrize("rule", ["one_extra_turn", "full_surprise"])
    def test_two_in_one_turn_are_no_better_than_one(self, edition: str, rule: str) -> None:
        """RUL-13: one extra unopposed turn, then the enemy as usual."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0204", weapons=["flashbang"]),
            who("Odysseus", "Greeks", "0303", weapons=["flashbang"]),
            who("Hector", "Trojans", "0704"),
            options={"flashbang": rule},
        )
        for name in ("Ajax", "Odysseus"):
            play(table, f"{name} stay", f"{name} lob flashbang", f"{name} at 0704")
        while not told(table)[-1].endswith("Trojans —"):
            play(table, "Ajax pass", "Odysseus pass")
        assert told(table).count("— Round 1, Greeks, unopposed —") == 1
        assert told(table).count("— Round 1, Greeks —") == (1 if rule == "one_extra_turn" else 2)

    def test_in_a_surprise_turn_it_adds_nothing(self, edition: str) -> None:
        """RUL-13: one unopposed turn at a time."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0204", weapons=["flashbang"]),
            who("Hector", "Trojans", "0704"),
            surprise="Greeks",
        )
        play(table, "Ajax stay", "Ajax lob flashbang", "Ajax at 0704")
        assert told(table)[-1] == "— Round 1, Greeks —", "the first regular turn (SEQ-3)"
        play(table, "Ajax pass")
        assert told(table)[-1] == "— Round 1, Trojans —"
