"""Shooting and throwing (section 6): lines, range, what lies about, bursts, reloading, phasers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.hexes import Hex
from legendry.legends.events import Attacked
from legendry.legends.fighter import Fight
from legendry.odds import Dice, damage, passes
from legendry.table import Roll, Table
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

GUN = {TSC: "handgun", AW: "bow", TS: "handgun"}
PHASER = {TSC: "phaser", TS: "hand-phaser"}
SCIENCE = pytest.mark.parametrize("edition", [TSC, TS])


def range_(
    edition: str,
    dice: str = "",
    *others: dict[str, Any],
    ajax: dict[str, Any] | None = None,
    hector: dict[str, Any] | None = None,
    at: tuple[str, str] = ("0502", "0506"),
    options: dict[str, Any] | None = None,
    **setup: Any,
) -> Table[Fight]:
    """Ajax shoots down a column at Hector, four hexes away; both have a gun, or a bow."""
    gun = {"weapons": [GUN[edition]]}
    return arena(
        edition,
        who("Ajax", "Greeks", at[0], **gun | (ajax or {})),
        who("Hector", "Trojans", at[1], **gun | {"dx": 12} | (hector or {})),
        *others,
        dice=dice,
        options=options,
        **setup,
    )


def shoot(table: Table[Fight]) -> Table[Fight]:
    return play(table, "Ajax stay", "Ajax shoot Hector")


class TestLines:
    """SHT-1, RUL-25: what stands between."""

    @ALL
    def test_a_shot_hits_on_three_dice_up_to_dx(self, edition: str) -> None:
        """SHT-1: 11 hits with DX 11 and rolls damage; 12 misses and rolls none."""
        hit = shoot(range_(edition, "5 5 1"))
        assert asked(hit).startswith("damage Ajax>Hector: ")
        missed = shoot(range_(edition, "5 5 2"))
        assert asked(missed) == "Trojans: Does Hector answer Ajax?"
        assert fighter(missed, "Hector").damage == 0

    @ALL
    def test_a_conscious_character_stops_a_shot(self, edition: str) -> None:
        """SHT-1, RUL-25: friend or foe; bodies_block_missiles = false lets it through."""
        for side in ("Greeks", "Trojans"):
            between = who("Paris", side, "0504")
            table = play(range_(edition, "", between), "Ajax stay")
            refusal = "something stands between Ajax and Hector (SHT-1)"
            assert why_not(table, "Ajax shoot Hector") == refusal
            table = range_(edition, "", between, options={"bodies_block_missiles": False})
            play(table, "Ajax stay")
            assert "Ajax shoot Hector" in offered(table)

    @ALL
    def test_the_small_and_the_fallen_stop_none(self, edition: str) -> None:
        """RUL-25, RUL-16: only the conscious who are not small."""
        for figures_ in ({"small": True}, {"fatigue": 12}):
            table = range_(edition, "", who("Paris", "Trojans", "0504", **figures_))
            play(table, "Ajax stay")
            assert "Ajax shoot Hector" in offered(table)

    @ALL
    def test_along_an_edge_both_hexes_must_block(self, edition: str) -> None:
        """RUL-25: the line 0502 to 0702 runs between 0601 and 0602."""
        one = who("Paris", "Trojans", "0601")
        other = who("Aeneas", "Trojans", "0602")
        table = play(range_(edition, "", one, at=("0502", "0702")), "Ajax stay")
        assert "Ajax shoot Hector" in offered(table)
        table = play(range_(edition, "", one, other, at=("0502", "0702")), "Ajax stay")
        assert "Ajax shoot Hector" not in offered(table)

    @ALL
    def test_a_wall_stops_a_shot_whatever_the_table_says_of_bodies(self, edition: str) -> None:
        """RUL-25: terrain blocks; an adjacent target is always clear."""
        walled = ".   .\n  .   .\n#   .\n  .   .\n.   .\n  .   ."
        at = ("0101", "0103")
        table = range_(edition, at=at, map=walled, options={"bodies_block_missiles": False})
        play(table, "Ajax stay")
        assert why_not(table, "Ajax shoot Hector").endswith("(SHT-1)")
        table = play(range_(edition, at=("0101", "0201"), map=walled), "Ajax stay")
        assert "Ajax shoot Hector" in offered(table)

    @ALL
    def test_throws_at_a_person_are_stopped_alike(self, edition: str) -> None:
        """RUL-25: a body between stops a thrown dagger."""
        ajax = {"weapons": ["dagger"]}
        table = range_(edition, "", who("Paris", "Trojans", "0504"), ajax=ajax)
        play(table, "Ajax stay")
        assert why_not(table, "Ajax throw Hector").endswith("(SHT-1)")
        assert "Ajax throw Paris" in offered(table)


class TestMoveAndRange:
    @ALL
    def test_who_moves_does_not_shoot(self, edition: str) -> None:
        """SHT-2, MOV-7: after a step there is no shot."""
        table = play(range_(edition), "Ajax move 0503")
        assert why_not(table, "Ajax shoot Hector") == "who shoots may not move (SHT-2)"

    @ALL
    def test_who_throws_may_move_first(self, edition: str) -> None:
        """SHT-2: a dagger flies after two steps."""
        table = range_(edition, "1 1 1, 4", ajax={"weapons": ["dagger"]})
        play(table, "Ajax move 0504", "Ajax throw Hector")
        assert fighter(table, "Ajax").hex == Hex.at("0504")
        assert fighter(table, "Hector").damage == 4

    @ALL
    def test_a_missile_reaches_the_whole_board(self, edition: str) -> None:
        """SHT-3: no range and no modifier: from corner to corner as from three hexes away."""
        far = play(range_(edition, at=("0101", "1308")), "Ajax stay")
        near = play(range_(edition, at=("0501", "0504")), "Ajax stay")
        odds = figures(far, "Ajax shoot Hector")
        assert odds == figures(near, "Ajax shoot Hector")
        assert odds["hit"] == passes(3, 11)

    @ALL
    def test_a_throw_reaches_as_far_as_the_throwers_st(self, edition: str) -> None:
        """SHT-4: ST 8 throws over eight hexes, not over nine."""
        ajax = {"weapons": ["dagger"], "st": 8, "dx": 8}
        eight = play(range_(edition, ajax=ajax, at=("0104", "0904")), "Ajax stay")
        assert "Ajax throw Hector" in offered(eight)
        nine = play(range_(edition, ajax=ajax, at=("0104", "1004")), "Ajax stay")
        refusal = "Hector is 9 hexes away, beyond ST 8 (SHT-4)"
        assert why_not(nine, "Ajax throw Hector") == refusal


class TestThrown:
    @ALL
    @pytest.mark.parametrize("roll", ["1 1 1, 4", "6 6 6"])
    def test_it_lies_in_the_target_hex_hit_or_miss(self, edition: str, roll: str) -> None:
        """SHT-5, RUL-33: and is no longer in hand."""
        table = range_(edition, roll, ajax={"weapons": ["dagger"]})
        play(table, "Ajax stay", "Ajax throw Hector")
        assert fighter(table, "Ajax").ready == ()
        assert table.state.ground == {Hex.at("0506"): ("dagger",)}

    @ALL
    def test_it_is_recovered_there_in_a_turn_of_its_own(self, edition: str) -> None:
        """SHT-5, RUL-33, RUL-38, ACT-1: only standing in that hex, and without a move."""
        table = range_(
            edition, "6 6 6", ajax={"weapons": ["dagger"], "dx": 12}, hector={"weapons": []}
        )
        play(table, "Ajax stay", "Ajax throw Hector", "Hector move 0507", "Hector done")
        play(table, "Ajax move 0505")
        assert "Ajax pick up dagger" not in offered(table)
        play(table, "Ajax done", "Hector move 0508", "Hector done")
        play(table, "Ajax move 0506")
        refusal = "picking up a weapon takes the whole turn (ACT-1)"
        assert why_not(table, "Ajax pick up dagger") == refusal
        play(table, "Ajax done", "Hector pass", "Ajax stay", "Ajax pick up dagger")
        assert fighter(table, "Ajax").ready == ("dagger",)
        assert table.state.ground == {}

    def test_a_rock_is_thrown_though_it_stands_among_the_missiles(self) -> None:
        """RUL-33, SHT-2, WPN-11: AW, after a move, D2, and it lies there."""
        table = range_(AW, "1 1 1, 3", ajax={"weapons": ["thrown-rock"]})
        play(table, "Ajax move 0504", "Ajax throw Hector")
        assert fighter(table, "Hector").damage == 1
        assert table.state.ground == {Hex.at("0506"): ("thrown-rock",)}

    def test_a_club_may_be_thrown_with_two_hands_in_time_and_space(self) -> None:
        """WPN-5, WPN-12, RUL-38: TS only, d6+1; AW prints no T for it."""
        table = range_(TS, "1 1 1, 3", ajax={"weapons": ["club"]})
        play(table, "Ajax stay", "Ajax throw Hector two-handed")
        assert fighter(table, "Hector").damage == 4
        table = play(range_(AW, ajax={"weapons": ["club"]}), "Ajax stay")
        assert "Ajax throw Hector" in offered(table)
        assert "Ajax throw Hector two-handed" not in offered(table)

    @ALL
    def test_throwing_keeps_the_skill(self, edition: str) -> None:
        """RUL-88, SKL-4: a thrown hatchet counts the axe skill."""
        table = range_(edition, ajax={"weapons": ["hatchet"], "skills": {"axe": 2}})
        play(table, "Ajax stay")
        assert figures(table, "Ajax throw Hector")["hit"] == passes(3, 13)
        assert "Ajax throw Hector for damage" in offered(table)


class TestReactions:
    @ALL
    def test_neither_missiles_nor_thrown_weapons_are_dodged(self, edition: str) -> None:
        """SHT-6, RCT-5, RUL-34: damage comes at once; dodge_thrown opens it for throws only."""
        shot = shoot(range_(edition, "1 1 1", at=("0504", "0604")))
        assert asked(shot).startswith("damage")
        for options in ({}, {"dodge_thrown": True}):
            table = range_(edition, "1 1 1", ajax={"weapons": ["dagger"]}, options=options)
            play(table, "Ajax stay", "Ajax throw Hector")
            if options:
                assert asked(table) == "Trojans: Ajax has hit Hector. Does Hector dodge?"
            else:
                assert asked(table).startswith("damage")
        shot = shoot(range_(edition, "1 1 1", options={"dodge_thrown": True}))
        assert asked(shot).startswith("damage")

    @pytest.mark.parametrize(
        ("edition", "word", "adjacent", "distant"),
        [
            (TSC, "enter", True, False),
            (AW, "enter", False, False),
            (TS, "tackle", True, False),
        ],
    )
    def test_what_a_survivor_may_do(
        self, edition: str, word: str, adjacent: bool, distant: bool
    ) -> None:
        """SHT-7, RCT-7, RUL-45: counterattack; TSC and TS may go in if the shooter is adjacent."""
        near = shoot(range_(edition, "6 6 6", at=("0504", "0604")))
        assert (f"Hector {word}" in offered(near)) is adjacent
        far = shoot(range_(edition, "6 6 6"))
        assert (f"Hector {word}" in offered(far)) is distant
        assert "Hector counter" in offered(far)
        if edition != AW:
            rule = "RUL-45" if edition == TS else "RCT-7"
            assert why_not(far, f"Hector {word}") == f"Ajax is not adjacent ({rule})"

    @ALL
    def test_a_counterattack_may_be_a_shot(self, edition: str) -> None:
        """SHT-8, RCT-6: a distant shooter is answered with missiles."""
        damage_ = "3" if edition == AW else "3 3"
        table = shoot(range_(edition, f"6 6 6, 4 4 4, {damage_}"))
        play(table, "Hector counter")
        assert "Hector shoots at Ajax" in " ".join(told(table))
        assert fighter(table, "Ajax").damage == (3 if edition == AW else 5)
        assert "Hector has given up this turn" in told(table)

    @ALL
    def test_with_nothing_that_reaches_there_is_no_answer(self, edition: str) -> None:
        """RCT-6, RUL-60: a distant shooter is out of reach of bare hands; nobody is asked."""
        table = shoot(range_(edition, "6 6 6", hector={"weapons": []}))
        assert asked(table) == "Trojans: where does Hector go?"

    @ALL
    def test_shooting_at_an_adjacent_foe_is_allowed(self, edition: str) -> None:
        """RUL-26: without a penalty."""
        table = play(range_(edition, at=("0504", "0604")), "Ajax stay")
        assert figures(table, "Ajax shoot Hector")["hit"] == passes(3, 11)


@SCIENCE
class TestAutomatic:
    """SHT-9, RUL-28: one action, two shots."""

    def squad(self, edition: str, dice: str = "", **options: Any) -> Table[Fight]:
        return range_(
            edition,
            dice,
            who("Paris", "Trojans", "0606", weapons=["handgun"]),
            who("Aeneas", "Trojans", "0806"),
            ajax={"weapons": ["submg"]},
            options=options,
        )

    def test_both_shots_at_one_hex(self, edition: str) -> None:
        """SHT-9, RUL-28: each its own 3/DX and its own damage; then one answer."""
        table = play(self.squad(edition, "1 1 1, 2 2, 6 6 6"), "Ajax stay", "Ajax burst Hector")
        assert fighter(table, "Hector").damage == 3
        assert asked(table) == "Trojans: Does Hector answer Ajax?"
        table = play(self.squad(edition, "1 1 1, 2 2, 1 1 1, 3 3"), "Ajax stay")
        play(table, "Ajax burst Hector")
        shots = [event for event in table.events if isinstance(event, Attacked)]
        assert [event.how for event in shots] == ["fires a burst at", "fires again at"]
        assert {event.rules for event in shots} == {("SHT-9",)}
        assert fighter(table, "Hector").damage == 8
        play(table, "Hector take it")
        assert asked(table).startswith("Trojans: who acts?")

    def test_at_two_hexes_adjacent_to_one_another(self, edition: str) -> None:
        """SHT-9, RUL-28: 0506 and 0606 are, 0506 and 0806 are not; both shots, then the answers."""
        table = play(self.squad(edition, "1 1 1, 2 2, 1 1 1, 3 3"), "Ajax stay")
        pairs = [text for text in offered(table) if " and " in text]
        assert pairs == ["Ajax burst Hector and Paris"]
        play(table, "Ajax burst Hector and Paris")
        assert fighter(table, "Hector").damage == 3
        assert fighter(table, "Paris").damage == 5
        assert asked(table) == "Trojans: Who answers Ajax first?"

    def test_each_hex_must_be_in_sight(self, edition: str) -> None:
        """RUL-28, RUL-25: with Aeneas before Paris only Hector can be shot at."""
        table = range_(
            edition,
            "",
            who("Paris", "Trojans", "0605"),
            who("Aeneas", "Trojans", "0604"),
            ajax={"weapons": ["submg"]},
            at=("0601", "0505"),
        )
        play(table, "Ajax stay")
        assert "Ajax shoot Hector" in offered(table)
        assert "Ajax shoot Paris" not in offered(table)
        assert "Ajax burst Hector and Paris" not in offered(table)

    def test_a_single_shot_is_allowed(self, edition: str) -> None:
        """RUL-28: one roll only."""
        table = play(self.squad(edition, "6 6 6"), "Ajax stay", "Ajax shoot Hector")
        assert asked(table) == "Trojans: Does Hector answer Ajax?"

    def test_no_burst_after_a_move(self, edition: str) -> None:
        """SHT-2, SHT-9: nor a shot."""
        table = play(self.squad(edition), "Ajax move 0503")
        assert not [text for text in offered(table) if "burst" in text or "shoot" in text]
        assert why_not(table, "Ajax burst Hector and Paris") == "who shoots may not move (SHT-2)"

    def test_no_burst_without_an_automatic_weapon(self, edition: str) -> None:
        """SHT-9: a handgun fires one shot."""
        table = play(range_(edition), "Ajax stay")
        refusal = "Ajax has no automatic weapon in hand (SHT-9)"
        assert why_not(table, "Ajax burst Hector") == refusal

    def test_at_the_conscious_and_the_helpless(self, edition: str) -> None:
        """RUL-28, RUL-39: Paris is down beside Hector."""
        table = range_(
            edition,
            "1 1 1, 2 2, 1 1 1, 3 3",
            who("Paris", "Trojans", "0606", fatigue=12),
            ajax={"weapons": ["submg"]},
        )
        play(table, "Ajax stay")
        single = figures(table, "Ajax shoot Hector")["drop"]
        assert figures(table, "Ajax burst Hector and Paris")["drop"] == single
        play(table, "Ajax burst Hector and Paris")
        assert (fighter(table, "Hector").damage, fighter(table, "Paris").damage) == (3, 5)

    def test_a_suit_that_fails_at_the_first_shot_hinders_the_second(self, edition: str) -> None:
        """ARM-6, RUL-79, SHT-9: three sixes; the odds know."""
        ajax = {"weapons": ["submg"], "armor": ["battle-armor"], "dx": 11}
        table = play(range_(edition, "6 6 6", ajax=ajax), "Ajax stay")
        dx, odds = fighter(table, "Ajax").dx, figures(table, "Ajax burst Hector")
        play(table, "Ajax burst Hector")
        assert isinstance(table.pending, Roll)
        assert table.pending.against is not None
        broken = table.pending.against.total
        assert broken < dx
        hit, again = passes(3, dx), passes(3, broken)
        assert odds["hit"] == 1 - (1 - hit - Fraction(1, 216)) * (1 - hit) - (1 - again) / 216

    def test_its_odds_are_those_of_two_shots(self, edition: str) -> None:
        """SHT-9, WPN-1: counted over both shots, each alone or both together."""
        table = play(self.squad(edition), "Ajax stay")
        hit = passes(3, 11)
        points = damage(Dice.parse("2d6-1"), floor=0 if edition == TSC else 1)
        odds = figures(table, "Ajax burst Hector")
        assert odds["hit"] == 1 - (1 - hit) ** 2
        assert odds["damage"] == 2 * hit * points.mean
        alone, both = points.at_least(12), (points + points).at_least(12)
        assert odds["drop"] == 2 * hit * (1 - hit) * alone + hit * hit * both

    def test_a_counterattack_fires_at_the_attackers_hex_only(self, edition: str) -> None:
        """RUL-60: up to two shots, both at the attacker."""
        table = range_(
            edition,
            "6 6 6, 1 1 1, 2 2, 1 1 1, 3 3",
            who("Odysseus", "Greeks", "0602"),
            hector={"weapons": ["assault-rifle"]},
        )
        play(table, "Ajax stay", "Ajax shoot Hector")
        assert [text for text in offered(table) if "and" in text and "hands" not in text] == []
        play(table, "Hector counter burst")
        assert fighter(table, "Ajax").damage == 12

    def test_one_hit_of_two_is_a_hit(self, edition: str) -> None:
        """RUL-24, RUL-28: with react_after_miss = false, hit first and missed then, he may react."""
        table = self.squad(edition, "1 1 1, 2 2, 6 6 6", react_after_miss=False)
        play(table, "Ajax stay", "Ajax burst Hector")
        assert asked(table) == "Trojans: Does Hector answer Ajax?"
        table = self.squad(edition, "6 6 6, 6 6 6", react_after_miss=False)
        play(table, "Ajax stay", "Ajax burst Hector")
        assert asked(table).startswith("Trojans: who acts?")


def test_a_burst_that_begins_sure_to_hit_is_sure_to_the_end() -> None:
    """RUL-28, GRP-9, RUL-27: TS, Paris holds Hector; the first shot fells him, the second hits, too."""
    table = range_(
        TS,
        "5 5, 1 1",
        who("Paris", "Greeks", holds="Hector"),
        ajax={"weapons": ["submg"]},
        hector={"damage": 6},
    )
    play(table, "Ajax", "Ajax stay")
    odds = figures(table, "Ajax burst Hector")
    assert odds["hit"] == 1
    assert odds["damage"] == 2 * damage(Dice.parse("2d6-1")).mean
    play(table, "Ajax burst Hector")
    assert fighter(table, "Hector").damage == 6 + 9 + 1


def test_one_skill_choice_for_the_whole_burst() -> None:
    """RUL-28, SKL-68, RUL-88: TS, two levels of Rifle/SMG to hit with both shots, or to damage."""
    table = range_(
        TS,
        "6 5 2, 1 1, 6 6 1, 1 1",
        who("Paris", "Trojans", "0606"),
        ajax={"weapons": ["submg"], "skills": {"rifle-smg": 2}},
    )
    play(table, "Ajax stay")
    assert "Ajax burst Hector and Paris for damage" in offered(table)
    play(table, "Ajax burst Hector and Paris")
    assert [line for line in told(table) if "passes 3/DX" in line] == [
        "Ajax passes 3/DX (hit): 6 5 2 = 13 ≤ 13",
        "Ajax passes 3/DX (hit): 6 6 1 = 13 ≤ 13",
    ]


@pytest.mark.parametrize(
    ("edition", "skill", "weapon"),
    [
        (TSC, "", "handgun"),
        (TSC, "", "assault-rifle"),
        (AW, "bow", "longbow"),  # SKL-62
        (AW, "bow", "crossbow"),
        (AW, "sling", "sling"),  # SKL-65
        (TS, "pistol", "handgun"),  # SKL-67
        (TS, "pistol", "hand-phaser"),
        (TS, "rifle-smg", "shotgun"),  # SKL-68
        (TS, "rifle-smg", "blaster"),
    ],
)
def test_which_skill_helps_which_missile_weapon(edition: str, skill: str, weapon: str) -> None:
    """RUL-88, SKL-62, SKL-65, SKL-67, SKL-68: guns have no skill in TSC."""
    skills = {skill: 2} if skill else {"sword": 1, "axe": 1, "dagger": 1}
    table = play(range_(edition, ajax={"weapons": [weapon], "skills": skills}), "Ajax stay")
    assert figures(table, "Ajax shoot Hector")["hit"] == passes(3, 13 if skill else 11)
    assert ("Ajax shoot Hector for damage" in offered(table)) is bool(skill)


class TestReloading:
    """SHT-12, ACT-2, RUL-36: AW."""

    def archers(self, weapon: str, dice: str, **options: Any) -> Table[Fight]:
        return range_(
            AW,
            dice,
            ajax={"weapons": [weapon], "st": 14},
            hector={"weapons": []},
            options=options,
        )

    def test_a_crossbow_takes_a_turn_to_reload(self) -> None:
        """SHT-12, RUL-36: it begins loaded; after a shot it does not shoot until reloaded."""
        table = shoot(self.archers("crossbow", "6 6 6, 6 6 6"))
        assert fighter(table, "Ajax").unloaded == (("crossbow", 1),)
        play(table, "Hector pass", "Ajax stay")
        assert why_not(table, "Ajax shoot Hector") == "the weapon is not loaded (SHT-12)"
        play(table, "Ajax reload crossbow", "Hector pass", "Ajax stay", "Ajax shoot Hector")
        assert told(table).count("Ajax fails 3/DX (hit): 6 6 6 = 18 > 11") == 2

    def test_an_arbalest_takes_three_not_necessarily_in_a_row(self) -> None:
        """SHT-12, RUL-36: R3; a turn spent on something else does not lose what is done."""
        table = shoot(self.archers("arbalest", "6 6 6, 6 6 6"))
        play(table, "Hector pass", "Ajax stay", "Ajax reload arbalest")
        play(table, "Hector pass", "Ajax move 0501", "Ajax done")
        play(table, "Hector pass", "Ajax stay", "Ajax reload arbalest")
        play(table, "Hector pass", "Ajax stay")
        assert "Ajax shoot Hector" not in offered(table)
        play(table, "Ajax reload arbalest", "Hector pass", "Ajax stay")
        assert "Ajax shoot Hector" in offered(table)

    def test_reloading_takes_the_whole_turn(self) -> None:
        """ACT-2, RUL-36: no move; reload_allows_move lifts that."""
        table = shoot(self.archers("crossbow", "6 6 6"))
        play(table, "Hector pass", "Ajax move 0501")
        refusal = "reloading takes the whole turn (ACT-2)"
        assert why_not(table, "Ajax reload crossbow") == refusal
        table = shoot(self.archers("crossbow", "6 6 6", reload_allows_move=True))
        play(table, "Hector pass", "Ajax move 0501", "Ajax reload crossbow")
        assert fighter(table, "Ajax").unloaded == ()

    def test_forfeited_turns_do_not_count(self) -> None:
        """RUL-36, RUL-57: a turn lost for a reaction reloads nothing."""
        table = range_(
            AW,
            "6 6 6, 6 6 6, 6 6 6",
            ajax={"weapons": ["crossbow", "dagger"], "st": 14},
            hector={"weapons": ["bow"]},
            at=("0504", "0604"),
        )
        shoot(table)
        play(table, "Hector take it", "Hector stay", "Hector shoot Ajax", "Ajax counter")
        assert "Ajax has given up this turn" in told(table)
        assert fighter(table, "Ajax").unloaded == (("crossbow", 1),)

    def test_a_counterattack_needs_a_loaded_weapon(self) -> None:
        """RUL-36: having shot, he cannot answer a distant shot."""
        table = range_(AW, "6 6 6, 6 6 6", ajax={"weapons": ["crossbow"], "st": 14})
        shoot(table)
        play(table, "Hector take it", "Hector stay", "Hector shoot Ajax")
        assert asked(table) == "Greeks: where does Ajax go?"

    def test_a_counterattack_empties_it_too(self) -> None:
        """SHT-12, RUL-36: the shot in answer needs reloading as well."""
        table = range_(AW, "6 6 6, 6 6 6", hector={"weapons": ["crossbow"]})
        shoot(table)
        play(table, "Hector counter")
        assert fighter(table, "Hector").unloaded == (("crossbow", 1),)


@SCIENCE
class TestPhaser:
    """SHT-13, RUL-35, RUL-74: set to damage or to fatigue with each attack."""

    def test_the_setting_is_free_with_each_attack(self, edition: str) -> None:
        """SHT-13, RUL-35: damage, or all of it fatigue."""
        ajax = {"weapons": [PHASER[edition]]}
        table = range_(edition, "1 1 1, 2 2 2, 1 1 1, 1 1 1", ajax=ajax, hector={"weapons": []})
        shoot(table)
        assert (fighter(table, "Hector").damage, fighter(table, "Hector").fatigue) == (6, 0)
        play(table, "Hector pass", "Ajax stay", "Ajax shoot Hector to stun")
        assert (fighter(table, "Hector").damage, fighter(table, "Hector").fatigue) == (6, 3)

    def test_armor_stops_fatigue_too(self, edition: str) -> None:
        """RUL-35, RUL-74: a flak vest takes 3 off a stunning shot."""
        ajax = {"weapons": [PHASER[edition]]}
        table = range_(edition, "1 1 1, 2 2 2", ajax=ajax, hector={"armor": ["flak-vest"]})
        play(table, "Ajax stay", "Ajax shoot Hector to stun")
        assert (fighter(table, "Hector").damage, fighter(table, "Hector").fatigue) == (0, 3)

    def test_other_guns_have_no_setting(self, edition: str) -> None:
        """SHT-13, WPN-5: flag F only."""
        table = play(range_(edition), "Ajax stay")
        assert "Ajax shoot Hector to stun" not in offered(table)


class TestAmmunition:
    @ALL
    def test_shots_are_not_counted(self, edition: str) -> None:
        """RUL-37: a hundred shots are as good as one."""
        table = range_(edition, ", ".join(["6 6 6"] * 14), hector={"weapons": []})
        for _ in range(14):
            play(table, "Ajax stay", "Ajax shoot Hector", "Hector pass")
        play(table, "Ajax stay")
        assert "Ajax shoot Hector" in offered(table)

    @ALL
    def test_the_table_may_count_them(self, edition: str) -> None:
        """RUL-37: track_ammo: twelve shots, then none."""
        table = range_(
            edition,
            ", ".join(["6 6 6"] * 12),
            hector={"weapons": []},
            options={"track_ammo": True},
        )
        for _ in range(12):
            play(table, "Ajax stay", "Ajax shoot Hector", "Hector pass")
        play(table, "Ajax stay")
        assert why_not(table, "Ajax shoot Hector") == "there are no shots left (RUL-37)"

    @ALL
    def test_what_is_in_the_way_is_no_want_of_shots(self, edition: str) -> None:
        """SHT-1, RUL-37: Paris stands between."""
        paris = who("Paris", "Trojans", "0504")
        table = play(range_(edition, "", paris, options={"track_ammo": True}), "Ajax stay")
        refusal = "something stands between Ajax and Hector (SHT-1)"
        assert why_not(table, "Ajax shoot Hector") == refusal

    @SCIENCE
    def test_a_burst_takes_two(self, edition: str) -> None:
        """RUL-37, SHT-9: after one shot and five bursts only a single shot is left."""
        table = range_(
            edition,
            ", ".join(["6 6 6"] * 11),
            ajax={"weapons": ["submg"]},
            hector={"weapons": []},
            options={"track_ammo": True},
        )
        play(table, "Ajax stay", "Ajax shoot Hector", "Hector pass")
        for _ in range(5):
            play(table, "Ajax stay", "Ajax burst Hector", "Hector pass")
        play(table, "Ajax stay")
        assert "Ajax shoot Hector" in offered(table)
        assert why_not(table, "Ajax burst Hector") == "there are no two shots left (RUL-37)"

    def test_a_gun_in_a_grapple_uses_its_shots_as_well(self) -> None:
        """RUL-37, RUL-26: TSC, a handgun fired at a held foe."""
        table = arena(
            TSC,
            who("Ajax", "Greeks", "0504", weapons=["handgun"]),
            who("Hector", "Trojans", holds="Ajax"),
            dice="6 6, 1 1, 1 1",
            options={"track_ammo": True},
        )
        play(table, "Ajax stay", "Ajax grapple Hector", "Ajax 2 dice", "Hector 2 dice")
        assert fighter(table, "Hector").damage == 1
        assert dict(fighter(table, "Ajax").shots) == {"handgun": 11}
