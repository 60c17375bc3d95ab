"""Grappling (section 8): contests of ST, damage, drag and escape, strength, several at once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.legends.fighter import Fight
from legendry.odds import Dice, Tie, damage, passes
from legendry.odds import contest as odds
from legendry.table import SetupError, Table
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

DECLARED = pytest.mark.parametrize("edition", [TSC, AW])
UNARMED = {TSC: "unarmed-combat", AW: "unarmed", TS: "unarmed"}
WORD = {TSC: "enter", AW: "takedown", TS: "tackle"}


def hold(
    edition: str,
    dice: str = "",
    *others: dict[str, Any],
    ajax: dict[str, Any] | None = None,
    hector: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    **setup: Any,
) -> Table[Fight]:
    """Ajax (ST 12) and Hector (ST 11) grappling in 0504, Ajax to act."""
    return arena(
        edition,
        who("Ajax", "Greeks", "0504", **ajax or {}),
        who("Hector", "Trojans", holds="Ajax", **{"st": 11} | (hector or {})),
        *others,
        dice=dice,
        options=options,
        **setup,
    )


def contest(table: Table[Fight], action: str) -> Table[Fight]:
    return play(table, "Ajax stay", action, "Ajax 3 dice", "Hector 3 dice")


def held(table: Table[Fight], *names: str) -> bool:
    fight = table.state
    return {one.name for one in fight.holders(fight.named(names[0]))} == set(names[1:])


def at(table: Table[Fight], name: str) -> str:
    return str(fighter(table, name).hex)


def harm(table: Table[Fight], name: str) -> tuple[int, int]:
    return fighter(table, name).damage, fighter(table, name).fatigue


class TestOnlyTheirOwnHex:
    @ALL
    def test_no_move_no_blow_outside(self, edition: str) -> None:
        """GRP-1, RUL-26: neither a step, a strike, a shot nor another entry."""
        gun = "bow" if edition == AW else "handgun"
        table = hold(
            edition, "", who("Paris", "Trojans", "0604"), ajax={"weapons": [gun, "cutlass"]}
        )
        assert why_not(table, "Ajax move 0505") == "Ajax is held by Hector (GRP-1)"
        play(table, "Ajax stay")
        refusal = "Ajax is held: only the grapple itself is open to him (GRP-1)"
        assert why_not(table, "Ajax strike Paris") == refusal
        assert why_not(table, "Ajax shoot Paris") == refusal
        assert why_not(table, f"Ajax {WORD[edition]} Paris") == "Ajax is held (GRP-1)"
        refusal = "Ajax and Paris are not grappling (GRP-1)"
        assert why_not(table, "Ajax grapple Paris") == refusal

    @ALL
    def test_who_is_not_grappling_does_not_grapple(self, edition: str) -> None:
        """GRP-1: an adjacent foe must first be entered; nor is there anything to escape from."""
        table = arena(edition, who("Ajax", "Greeks", "0504"), who("Hector", "Trojans", "0604"))
        play(table, "Ajax stay")
        refusal = "Ajax and Hector are not grappling (GRP-1)"
        assert why_not(table, "Ajax grapple Hector") == refusal
        assert why_not(table, "Ajax escape") == "Ajax is not grappling (GRP-1)"


class TestContest:
    @DECLARED
    def test_the_winner_hits(self, edition: str) -> None:
        """GRP-2, WPN-6: TSC and AW, the attacker wins ST and does D3+1 fatigue, he is stronger."""
        table = contest(hold(edition, "4 4 4, 3 3 3, 3"), "Ajax grapple Hector")
        assert "Ajax and Hector grapple: 12 of 12 against 9 of 11, Ajax wins" in told(table)
        assert harm(table, "Hector") == (0, 3)
        assert harm(table, "Ajax") == (0, 0)

    @DECLARED
    def test_the_responder_hits_if_he_wins(self, edition: str) -> None:
        """GRP-2, RCT-9, RUL-54: on the other's turn, and it costs him nothing."""
        table = contest(hold(edition, "6 6 6, 3 3 3, 3"), "Ajax grapple Hector")
        assert harm(table, "Ajax") == (0, 2)
        assert fighter(table, "Hector").turns_owed == 0
        assert asked(table) == "Trojans: where does Hector go?"

    def test_in_time_and_space_the_winner_chooses(self) -> None:
        """GRP-2, RUL-53: TS, damage, exit or drag, after the dice; the responder likewise."""
        table = contest(hold(TS, "4 4 4, 3 3 3"), "Ajax grapple Hector")
        assert asked(table) == "Greeks: Ajax has the upper hand over Hector:"
        assert offered(table) == ["Ajax hurt", "Ajax exit", "Ajax drag"]
        table = contest(hold(TS, "6 6 6, 3 3 3"), "Ajax grapple Hector")
        assert asked(table) == "Trojans: Hector has the upper hand over Ajax:"
        assert offered(table) == ["Hector hurt", "Hector exit", "Hector drag"]

    def test_drag_and_escape_are_not_declared_in_time_and_space(self) -> None:
        """RUL-53, GRP-5, GRP-6: TS, they are for the winner to choose."""
        table = play(hold(TS), "Ajax stay")
        refusal = "that is for the winner of a grapple to choose (RUL-53)"
        assert why_not(table, "Ajax drag") == refusal
        assert why_not(table, "Ajax escape") == refusal

    @ALL
    def test_nobody_wins_and_nothing_happens(self, edition: str) -> None:
        """GRP-3, CHK-9: both over; the grapple goes on."""
        table = contest(hold(edition, "6 6 6, 6 6 6"), "Ajax grapple Hector")
        assert held(table, "Ajax", "Hector")
        assert harm(table, "Ajax") == harm(table, "Hector") == (0, 0)
        assert asked(table) == "Trojans: where does Hector go?"

    @ALL
    def test_nobody_reacts_inside_a_grapple(self, edition: str) -> None:
        """RUL-54: the contest is the defence; neither dodge nor counterattack."""
        table = contest(hold(edition, "4 4 4, 3 3 3, 3"), "Ajax grapple Hector")
        if edition == TS:
            play(table, "Ajax hurt")
        assert asked(table) == "Trojans: where does Hector go?"

    @ALL
    def test_a_grapple_ends_with_the_last_conscious_foe(self, edition: str) -> None:
        """RUL-56: Hector falls, Ajax is free, and may stand where he is."""
        table = hold(
            edition, "4 4 4, 3 3 3, 6", who("Paris", "Trojans", "1204"), hector={"fatigue": 8}
        )
        contest(table, "Ajax grapple Hector")
        if edition == TS:
            play(table, "Ajax hurt")
        assert fighter(table, "Hector").status == "incapacitated"
        assert held(table, "Ajax")
        assert fighter(table, "Ajax").joined == 0


class TestWeapons:
    @ALL
    def test_bare_hands_ignore_armor_of_every_kind(self, edition: str) -> None:
        """GRP-4, ARM-3, RUL-52: worn and natural."""
        armor = "plate" if edition == AW else "landing-suit"
        hector = {"natural_armor": 5, "armor": [armor], "dx": 12}
        table = contest(hold(edition, "4 4 4, 3 3 3, 3", hector=hector), "Ajax grapple Hector")
        if edition == TS:
            play(table, "Ajax hurt")
        assert harm(table, "Hector") == (0, 3)

    @ALL
    def test_other_weapons_do_not(self, edition: str) -> None:
        """GRP-4, GRP-11: a dagger's D6+2 of 4 meets armor 3."""
        table = hold(
            edition, "4 4 4, 3 3 3, 4", ajax={"weapons": ["dagger"]}, hector={"natural_armor": 3}
        )
        contest(table, "Ajax grapple Hector")
        if edition == TS:
            play(table, "Ajax hurt")
        assert harm(table, "Hector") == (4 if edition == TS else 3, 0)  # TS: GRP-8

    @pytest.mark.parametrize(
        ("edition", "weapon", "usable"),
        [
            (TSC, "dagger", True),
            (TSC, "handgun", True),
            (TSC, "phaser", True),
            (TSC, "cutlass", False),
            (TSC, "submg", False),
            (AW, "dagger", True),
            (AW, "rapier", False),
            (AW, "bow", False),
            (TS, "dagger", True),
            (TS, "hand-phaser", True),
            (TS, "handgun", False),
            (TS, "club", False),
        ],
    )
    def test_only_g_weapons_and_bare_hands(self, edition: str, weapon: str, usable: bool) -> None:
        """GRP-4, WPN-5, RUL-52: bare hands always; flag G by edition."""
        table = play(hold(edition, ajax={"weapons": [weapon]}), "Ajax stay")
        grips = [text for text in offered(table) if "grapple" in text]
        if usable:
            assert "Ajax grapple Hector" in grips
            assert "Ajax grapple Hector with bare hands" in grips
        else:
            assert grips == ["Ajax grapple Hector"]
            contest_odds = figures(table, "Ajax grapple Hector")
            assert contest_odds["damage"] == contest_odds["win"] * damage(Dice.parse("d3+1")).mean

    @ALL
    def test_natural_weapons_are_usable_and_meet_armor(self, edition: str) -> None:
        """RUL-52, GRP-4: a bite of D6 against armor 2."""
        ajax = {"natural_weapons": [{"name": "bite", "damage": "d6"}]}
        table = hold(edition, "4 4 4, 3 3 3, 5", ajax=ajax, hector={"natural_armor": 2})
        contest(table, "Ajax grapple Hector")
        if edition == TS:
            play(table, "Ajax hurt")
        assert harm(table, "Hector") == (4 if edition == TS else 3, 0)

    @ALL
    def test_the_dagger_does_d6_plus_2(self, edition: str) -> None:
        """GRP-11: and D6 when it strikes."""
        dagger = {"weapons": ["dagger"], "st": 11}
        table = contest(hold(edition, "4 4 3, 3 3 3, 4", ajax=dagger), "Ajax grapple Hector")
        if edition == TS:
            play(table, "Ajax hurt")
        assert harm(table, "Hector") == (6, 0)

    def test_a_g_missile_weapon_needs_no_roll_to_hit(self) -> None:
        """RUL-26: TSC, a handgun works through the contest of ST."""
        table = hold(TSC, "4 4 4, 3 3 3, 5 2", ajax={"weapons": ["handgun"]})
        contest(table, "Ajax grapple Hector")
        assert harm(table, "Hector") == (6, 0)
        assert not [line for line in told(table) if "3/DX" in line]

    @pytest.mark.parametrize(("edition", "weapon"), [(TSC, "phaser"), (TS, "hand-phaser")])
    def test_a_phaser_may_stun_a_held_foe(self, edition: str, weapon: str) -> None:
        """RUL-26, RUL-35: the setting is chosen with the attack."""
        table = hold(edition, "4 4 4, 3 3 3, 1 1 1", ajax={"weapons": [weapon], "st": 12})
        contest(table, "Ajax grapple Hector to stun")
        if edition == TS:
            play(table, "Ajax hurt")
        assert harm(table, "Hector") == (0, 4 if edition == TS else 3)

    @ALL
    def test_a_winning_responder_says_what_he_uses(self, edition: str) -> None:
        """GRP-2, RUL-52: dagger or bare hands."""
        table = hold(edition, "6 6 6, 3 3 3, 4", hector={"weapons": ["dagger"]})
        contest(table, "Ajax grapple Hector")
        if edition == TS:
            play(table, "Hector hurt")
        assert offered(table) == ["Hector use dagger", "Hector use bare hands"]
        play(table, "Hector use dagger")
        assert harm(table, "Ajax") == (6, 0)

    @ALL
    def test_weapons_may_be_changed_in_a_grapple(self, edition: str) -> None:
        """RUL-55, ACT-1: drawing a dagger takes the turn; nothing is picked up."""
        table = hold(edition, ajax={"weapons": ["cutlass", "dagger"]})
        play(table, "Ajax stay", "Ajax ready dagger")
        assert fighter(table, "Ajax").ready == ("dagger", "cutlass")
        play(table, "Hector pass", "Ajax stay")
        assert "Ajax grapple Hector with bare hands" in offered(table)


class TestStrength:
    @ALL
    def test_the_stronger_adds_one_unarmed(self, edition: str) -> None:
        """GRP-8, WPN-6: all editions; the equal does not."""
        for st, points in ((12, 3), (11, 2)):
            table = hold(edition, "3 4 4, 3 3 3, 3", ajax={"st": st})
            contest(table, "Ajax grapple Hector")
            if edition == TS:
                play(table, "Ajax hurt")
            assert harm(table, "Hector") == (0, points)

    @ALL
    def test_and_in_time_and_space_with_any_weapon(self, edition: str) -> None:
        """GRP-8: TS adds 1 to any grappling damage roll, TSC and AW to bare hands only."""
        table = hold(edition, "4 4 4, 3 3 3, 1", ajax={"weapons": ["dagger"]})
        contest(table, "Ajax grapple Hector")
        if edition == TS:
            play(table, "Ajax hurt")
        assert harm(table, "Hector") == (4 if edition == TS else 3, 0)

    def test_not_twice_unless_the_table_says_so(self) -> None:
        """RUL-51, GRP-8: TS, ts_strength_bonus_stacks."""
        for stacks, points in ((False, 3), (True, 4)):
            options = {"ts_strength_bonus_stacks": stacks}
            table = contest(hold(TS, "4 4 4, 3 3 3, 3", options=options), "Ajax grapple Hector")
            play(table, "Ajax hurt")
            assert harm(table, "Hector") == (0, points)


class TestSkill:
    @ALL
    def test_unarmed_levels_add_to_st(self, edition: str) -> None:
        """GRP-14, SKL-60, RUL-6: on both sides; 14 is not over with ST 12 and two levels."""
        skill = {"skills": {UNARMED[edition]: 2}}
        table = hold(edition, "6 6 2, 4 4 5, 3", ajax=skill, hector=skill)
        contest(table, "Ajax grapple Hector")
        assert "Ajax and Hector grapple: 14 of 14 against 13 of 13, Ajax wins" in told(table)

    def test_classic_chooses_st_or_damage(self) -> None:
        """SKL-60, RUL-88: TSC, all levels to ST, or all to unarmed damage; never both."""
        skill = {"skills": {"unarmed-combat": 2}}
        table = play(hold(TSC, "4 4 5", ajax=skill), "Ajax stay")
        assert {"Ajax grapple Hector", "Ajax grapple Hector for damage"} <= set(offered(table))
        table = contest(hold(TSC, "4 4 4, 3 3 3, 3", ajax=skill), "Ajax grapple Hector for damage")
        assert "Ajax and Hector grapple: 12 of 12 against 9 of 11, Ajax wins" in told(table)
        assert harm(table, "Hector") == (0, 5)
        table = contest(hold(TSC, "6 6 2, 3 3 3, 3", ajax=skill), "Ajax grapple Hector")
        assert harm(table, "Hector") == (0, 3)

    def test_a_classic_responder_adds_to_st_and_not_to_damage(self) -> None:
        """SKL-60: TSC, what went to ST does not go to damage."""
        table = hold(TSC, "6 6 6, 4 4 5, 3", hector={"skills": {"unarmed-combat": 2}})
        contest(table, "Ajax grapple Hector")
        assert harm(table, "Ajax") == (0, 2)

    @pytest.mark.parametrize("edition", [AW, TS])
    def test_elsewhere_unarmed_levels_go_to_st_only(self, edition: str) -> None:
        """SKL-60, RUL-88: AW and TS."""
        table = play(hold(edition, ajax={"skills": {"unarmed": 2}}), "Ajax stay")
        assert "Ajax grapple Hector for damage" not in offered(table)

    def test_ancient_world_daggers_count_in_the_contest(self) -> None:
        """GRP-14, SKL-66, RUL-88: AW with a dagger, to ST only; not with bare hands."""
        ajax = {"weapons": ["dagger"], "skills": {"dagger": 2}}
        table = contest(hold(AW, "6 6 2, 3 3 3, 1", ajax=ajax), "Ajax grapple Hector")
        assert "Ajax and Hector grapple: 14 of 14 against 9 of 11, Ajax wins" in told(table)
        assert harm(table, "Hector") == (3, 0)
        table = hold(AW, "6 6 2, 3 3 3, 1", ajax=ajax)
        contest(table, "Ajax grapple Hector with bare hands")
        assert "Ajax and Hector grapple: 14 of 12 against 9 of 11, Hector wins" in told(table)

    def test_so_do_those_of_the_responder(self) -> None:
        """RUL-6, GRP-14, SKL-66: against a dagger, with a dagger in his own hand; else not."""
        skilled = {"weapons": ["dagger"], "skills": {"dagger": 2}}
        won = "Ajax and Hector grapple: 12 of {} against 13 of 13, Hector wins"
        table = hold(AW, "6 5 1, 6 6 1, 1", ajax={"weapons": ["dagger"]}, hector=skilled)
        play(table, "Ajax stay")
        dagger, bare = "Ajax grapple Hector", "Ajax grapple Hector with bare hands"
        assert figures(table, dagger)["win"] < figures(table, bare)["win"]
        play(table, dagger, "Ajax 3 dice", "Hector 3 dice")
        assert won.format(12) in told(table)
        table = contest(hold(AW, "6 5 1, 6 6 1, 1", ajax=skilled, hector=skilled), dagger)
        assert won.format(14) in told(table)
        lost = "Ajax and Hector grapple: 12 of 12 against 13 of 11, Ajax wins"
        table = contest(hold(AW, "6 5 1, 6 6 1, 1", ajax=skilled, hector=skilled), bare)
        assert lost in told(table)
        sheathed = skilled | {"weapons": ["cutlass", "dagger"]}
        table = hold(AW, "6 5 1, 6 6 1, 1", ajax={"weapons": ["dagger"]}, hector=sheathed)
        assert lost in told(contest(table, dagger))

    @pytest.mark.parametrize(
        ("edition", "skill", "weapon", "points"),
        [
            (TSC, "dagger", "dagger", 5),
            (TS, "knife", "dagger", 6),
            (TS, "pistol", "hand-phaser", 6),
        ],
    )
    def test_other_g_weapons_count_in_the_damage(
        self, edition: str, skill: str, weapon: str, points: int
    ) -> None:
        """RUL-88, SKL-66, SKL-67: TSC dagger, TS knife and pistol."""
        ajax = {"weapons": [weapon], "skills": {skill: 2}}
        rolled = "1 1 1" if weapon == "hand-phaser" else "1"
        table = hold(edition, f"4 4 4, 3 3 3, {rolled}", ajax=ajax)
        contest(table, "Ajax grapple Hector for damage")
        if edition == TS:
            play(table, "Ajax hurt")
        assert harm(table, "Hector") == (points, 0)


class TestDragAndEscape:
    @DECLARED
    def test_a_drag_takes_both_one_hex(self, edition: str) -> None:
        """GRP-5, RUL-56: declared, ST won, to an adjacent unoccupied hex; they grapple on."""
        table = contest(hold(edition, "4 4 4, 3 3 3"), "Ajax drag")
        hexes = {text.split()[-1] for text in offered(table)}
        assert hexes == {"0503", "0603", "0604", "0505", "0404", "0403"}
        play(table, "Ajax to 0404")
        assert at(table, "Ajax") == at(table, "Hector") == "0404"
        assert held(table, "Ajax", "Hector")

    @DECLARED
    def test_an_escape_leads_to_an_empty_hex(self, edition: str) -> None:
        """GRP-6, RUL-56: free on a win."""
        table = contest(hold(edition, "4 4 4, 3 3 3"), "Ajax escape")
        play(table, "Ajax to 0404")
        assert (at(table, "Ajax"), at(table, "Hector")) == ("0404", "0504")
        assert held(table, "Ajax")
        assert held(table, "Hector")

    @DECLARED
    @pytest.mark.parametrize("aim", ["drag", "escape"])
    def test_a_winning_responder_merely_holds(self, edition: str, aim: str) -> None:
        """RUL-53, GRP-6: TSC and AW, he hits only against an attack."""
        table = contest(hold(edition, "6 6 6, 3 3 3"), f"Ajax {aim}")
        assert held(table, "Ajax", "Hector")
        assert at(table, "Ajax") == "0504"
        assert harm(table, "Ajax") == (0, 0)

    def test_in_time_and_space_the_winner_exits_or_drags(self) -> None:
        """GRP-5, GRP-6, GRP-2: TS, attacker or responder."""
        table = contest(hold(TS, "4 4 4, 3 3 3"), "Ajax grapple Hector")
        play(table, "Ajax drag", "Ajax to 0505")
        assert at(table, "Ajax") == at(table, "Hector") == "0505"
        assert held(table, "Ajax", "Hector")
        table = contest(hold(TS, "6 6 6, 3 3 3"), "Ajax grapple Hector")
        play(table, "Hector exit", "Hector to 0505")
        assert (at(table, "Ajax"), at(table, "Hector")) == ("0504", "0505")
        assert held(table, "Ajax")

    @ALL
    def test_with_no_empty_hex_there_is_neither(self, edition: str) -> None:
        """GRP-5, GRP-6, GRP-2: both hexes of the board are taken."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0101"),
            who("Hector", "Trojans", holds="Ajax", st=11),
            who("Paris", "Trojans", "0201"),
            dice="4 4 4, 3 3 3",
            map=".\n  .\n",
        )
        play(table, "Ajax stay")
        if edition == TS:
            play(table, "Ajax grapple Hector", "Ajax 3 dice", "Hector 3 dice")
            assert why_not(table, "Ajax exit") == "no adjacent hex is empty (GRP-2)"
            assert why_not(table, "Ajax drag") == "no adjacent hex is empty (GRP-2)"
        else:
            assert why_not(table, "Ajax escape") == "no adjacent hex is empty (GRP-6)"
            assert why_not(table, "Ajax drag") == "no adjacent hex is empty (GRP-5)"

    @DECLARED
    def test_a_hex_is_empty_where_nobody_conscious_is(self, edition: str) -> None:
        """GRP-6, RUL-16: the fallen do not occupy it."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0101"),
            who("Hector", "Trojans", holds="Ajax"),
            who("Paris", "Trojans", "0201", fatigue=12),
            map=".\n  .\n",
        )
        play(table, "Ajax stay")
        assert {"Ajax escape", "Ajax drag"} <= set(offered(table))

    @DECLARED
    def test_the_small_get_out_to_their_kin(self, edition: str) -> None:
        """GRP-6, MOV-5, RUL-19: they share a hex, other than with the large."""
        for small in (True, False):
            table = arena(
                edition,
                who("Rat", "Greeks", "0101", small=True),
                who("Hector", "Trojans", holds="Rat"),
                who("Mouse", "Greeks", "0201", small=small),
                map=".\n  .\n",
            )
            play(table, "Rat", "Rat stay")
            assert ("Rat escape" in offered(table)) is small


class TestOverwhelming:
    """GRP-7, RUL-49: at least twice the ST of all who hold him."""

    def giant(
        self, edition: str, dice: str = "", *others: dict[str, Any], **more: Any
    ) -> Table[Any]:
        ajax = {"st": 24, "dx": 12, "weapons": ["cutlass"]} | more
        return hold(edition, dice, who("Paris", "Trojans", "0604"), *others, ajax=ajax,
                    hector={"st": 12})  # fmt: skip

    @pytest.mark.parametrize("edition", [TSC, AW, TS])
    def test_the_sum_of_those_who_hold_him_counts(self, edition: str) -> None:
        """GRP-7, RUL-49, EX-D-18: 45 is less than twice 12 + 11, not less than twice 12 + 10."""
        for st, hindered in ((11, True), (10, False)):
            table = arena(
                edition,
                who("Giant", "Greeks", "0504", st=45),
                who("Hector", "Trojans", holds="Giant", st=12),
                who("Paris", "Trojans", holds="Giant", st=st),
            )
            assert table.state.hindered(fighter(table, "Giant")) is hindered
            assert ("Giant move 0505" in offered(table)) is not hindered

    @ALL
    def test_he_attacks_outside_with_any_weapon(self, edition: str) -> None:
        """GRP-7, RUL-49: a cutlass at Paris; on Hector only bare hands."""
        table = play(self.giant(edition, "1 1 1, 6 3"), "Ajax stay")
        assert "Ajax strike Paris" in offered(table)
        assert why_not(table, "Ajax strike Hector") == "Hector is in the same hex: grapple (GRP-1)"
        assert [text for text in offered(table) if "grapple" in text] == ["Ajax grapple Hector"]
        play(table, "Ajax strike Paris", "Paris take it")
        assert harm(table, "Paris") == (7, 0)
        assert held(table, "Ajax", "Hector")

    @pytest.mark.parametrize("edition", [TSC, TS])
    def test_no_shot_of_a_burst_is_for_a_foe_he_holds(self, edition: str) -> None:
        """RUL-49, SHT-9, RUL-28: both shots at Paris, or one for Aeneas beside him; none for Hector."""
        table = self.giant(edition, "", who("Aeneas", "Trojans", "0505"), weapons=["submg"])
        play(table, "Ajax stay")
        bursts = [text for text in offered(table) if "burst" in text]
        assert bursts == ["Ajax burst Paris", "Ajax burst Aeneas", "Ajax burst Aeneas and Paris"]

    @ALL
    def test_he_carries_the_foe_along(self, edition: str) -> None:
        """GRP-7: moves as usual, up to MA, and acts; they grapple on."""
        table = play(self.giant(edition), "Ajax carry 0207", "Ajax done")
        assert at(table, "Ajax") == at(table, "Hector") == "0207"
        assert held(table, "Ajax", "Hector")

    @ALL
    def test_and_may_attack_the_foe_he_carries(self, edition: str) -> None:
        """GRP-7, SEQ-5: a move, then one action; the carried foe is not struck but grappled."""
        table = play(self.giant(edition, "6 6, 1 1, 1"), "Ajax carry 0404")
        assert "Ajax grapple Hector" in offered(table)
        assert "Ajax strike Hector" not in offered(table)
        play(table, "Ajax grapple Hector", "Ajax 2 dice", "Hector 2 dice")
        if edition == TS:
            play(table, "Ajax hurt")
        assert at(table, "Hector") == "0404"
        assert harm(table, "Hector") == (0, 2)

    @ALL
    def test_or_simply_leaves(self, edition: str) -> None:
        """GRP-7, RUL-49: without a contest; he may strike the one he left."""
        table = play(self.giant(edition, "6 6 6"), "Ajax move 0404")
        assert "Ajax strike Hector" in offered(table)
        play(table, "Ajax strike Hector")
        assert held(table, "Ajax")
        assert held(table, "Hector")
        assert (at(table, "Ajax"), at(table, "Hector")) == ("0404", "0504")

    @ALL
    def test_he_may_react(self, edition: str) -> None:
        """RUL-55, GRP-7: grapplers cannot dodge or counter, short of overwhelming strength."""
        table = self.giant(edition, "1 1 1" if edition != TS else "1")
        play(table, "Ajax pass", "Paris stay", "Paris strike Ajax")
        if edition == TS:  # GRP-9: an attack into a grapple hits and cannot be dodged
            assert asked(table) == "Greeks: Does Ajax answer Paris?"
        else:
            assert asked(table) == "Greeks: Paris has hit Ajax. Does Ajax dodge?"

    @DECLARED
    def test_a_dodge_takes_him_out_of_the_grapple(self, edition: str) -> None:
        """RUL-55, RUL-56, RCT-4: TSC and AW (TS: GRP-9); enemies do not grapple apart."""
        table = self.giant(edition, "1 1 1, 1 1 1")
        play(table, "Ajax pass", "Paris stay", "Paris strike Ajax", "Ajax dodge", "Ajax to 0404")
        assert held(table, "Ajax")
        assert fighter(table, "Hector").joined == 0

    @ALL
    def test_the_weak_side_may_still_start_contests(self, edition: str) -> None:
        """RUL-49: Hector grapples on; he cannot walk away."""
        table = play(self.giant(edition), "Ajax pass", "Hector stay")
        assert "Hector grapple Ajax" in offered(table)
        assert why_not(table, "Hector strike Ajax").endswith("(GRP-1)")

    @ALL
    @pytest.mark.parametrize(("st", "controls"), [(24, True), (23, False)])
    def test_he_controls_zones(self, edition: str, st: int, controls: bool) -> None:
        """RUL-55, RUL-65: grapplers do not, short of overwhelming strength."""
        table = arena(
            edition,
            who("Paris", "Trojans", "0604"),
            who("Hector", "Trojans", "0504", st=12),
            who("Ajax", "Greeks", holds="Hector", st=st),
            options={"zoc_trigger": "ts"},
        )
        play(table, "Paris walk", "Paris to 0505", "Paris stop", "Paris done")
        question = "Greeks: Does Ajax answer Paris?"
        assert asked(table) == (question if controls else "Trojans: where does Hector go?")

    @ALL
    def test_he_may_enter_another_hex_and_leaves_those_he_held(self, edition: str) -> None:
        """GRP-7, RUL-49, RUL-56: he acts as usual."""
        table = play(self.giant(edition, "6 6, 1 1"), "Ajax stay", f"Ajax {WORD[edition]} Paris")
        play(table, "Paris take it")
        if edition == TS:
            play(table, "Ajax 2 dice", "Paris 2 dice")
        assert held(table, "Ajax", "Paris")
        assert held(table, "Hector")

    @ALL
    def test_the_held_cannot(self, edition: str) -> None:
        """RUL-55: Hector neither dodges nor counters an outsider's blow."""
        dice = "1" if edition == TS else "1 1 1, 1"
        table = hold(
            edition, dice, who("Odysseus", "Greeks", "0604", weapons=["club"]),
            hector={"weapons": ["dagger"]},
        )  # fmt: skip
        play(table, "Odysseus stay", "Odysseus strike Hector")
        assert harm(table, "Hector") == (1, 0)
        assert asked(table) == "Greeks: where does Ajax go?"


class TestFromOutside:
    def outsider(self, edition: str, dice: str, **options: Any) -> Table[Fight]:
        return hold(
            edition, dice, who("Odysseus", "Greeks", "0604", weapons=["club"]), options=options
        )

    def test_in_time_and_space_it_always_hits(self) -> None:
        """GRP-9, RUL-27: TS, just damage, on the occupant that was named; strikes and shots."""
        table = play(self.outsider(TS, "4"), "Odysseus stay")
        assert figures(table, "Odysseus strike Hector")["hit"] == 1
        play(table, "Odysseus strike Hector")
        assert harm(table, "Hector") == (4, 0)
        assert harm(table, "Ajax") == (0, 0)
        table = hold(TS, "2 2", who("Odysseus", "Greeks", "0904", weapons=["handgun"]))
        play(table, "Odysseus stay", "Odysseus shoot Hector")
        assert harm(table, "Hector") == (3, 0)

    @DECLARED
    def test_elsewhere_it_is_rolled_as_usual(self, edition: str) -> None:
        """GRP-9, RUL-27: TSC and AW, 3/DX at a named occupant; a miss hits nobody."""
        table = play(self.outsider(edition, "6 6 6"), "Odysseus stay")
        assert figures(table, "Odysseus strike Hector")["hit"] == passes(3, 11)
        play(table, "Odysseus strike Hector")
        assert harm(table, "Hector") == harm(table, "Ajax") == (0, 0)

    @DECLARED
    def test_a_miss_may_hit_the_other(self, edition: str) -> None:
        """RUL-27: grapple_miss_hits_other."""
        table = self.outsider(edition, "6 6 6, 4", grapple_miss_hits_other=True)
        play(table, "Odysseus stay", "Odysseus strike Hector")
        assert harm(table, "Ajax") == (4, 0)
        assert harm(table, "Hector") == (0, 0)

    @DECLARED
    def test_a_miss_among_several_hits_one_at_random(self, edition: str) -> None:
        """RUL-27: a die with as many faces as there are others."""
        table = hold(
            edition,
            "6 6 6, 2, 4",
            who("Paris", "Trojans", holds="Ajax"),
            who("Odysseus", "Greeks", "0604", weapons=["club"]),
            options={"grapple_miss_hits_other": True},
        )
        play(table, "Odysseus stay", "Odysseus strike Hector")
        assert harm(table, "Paris") == (4, 0)


class TestSeveral:
    """GRP-10, RUL-47: more than one grappler on a side."""

    def two_on_one(self, edition: str, dice: str = "", **options: Any) -> Table[Fight]:
        """Hector, ST 16, held by Ajax first and then by Odysseus."""
        return arena(
            edition,
            who("Hector", "Trojans", "0504", st=16, weapons=["dagger"]),
            who("Ajax", "Greeks", holds="Hector"),
            who("Odysseus", "Greeks", holds="Hector"),
            dice=dice,
            options=options,
            greeks_first=False,
        )

    @ALL
    def test_the_lead_must_win_the_others_hit_at_once(self, edition: str) -> None:
        """GRP-10, RUL-47: no contest, hence no counter-hit."""
        table = play(self.two_on_one(edition, "5"), "Odysseus stay")
        assert figures(table, "Odysseus grapple Hector")["hit"] == 1
        play(table, "Odysseus grapple Hector")
        assert harm(table, "Hector") == (0, 3)
        play(table, "Ajax stay", "Ajax grapple Hector")
        assert "how many dice" in asked(table)

    @ALL
    def test_the_table_may_make_them_roll(self, edition: str) -> None:
        """RUL-47: extra_grapplers_auto_hit = false."""
        table = self.two_on_one(edition, extra_grapplers_auto_hit=False)
        play(table, "Odysseus stay", "Odysseus grapple Hector")
        assert asked(table).startswith("Greeks: Odysseus: grapple, Odysseus against Hector")

    @ALL
    def test_the_held_one_attacks_one_named_holder(self, edition: str) -> None:
        """RUL-47: by contest, the lead or another."""
        table = self.two_on_one(edition, "6 6, 1 1, 1")
        play(table, "Ajax pass", "Odysseus pass", "Hector stay")
        grips = [text for text in offered(table) if "grapple" in text and "bare" not in text]
        assert grips == ["Hector grapple Ajax", "Hector grapple Odysseus"]
        play(table, "Hector grapple Odysseus", "Hector 2 dice", "Odysseus 2 dice")
        if edition == TS:
            play(table, "Hector hurt")
        assert harm(table, "Odysseus") == (4 if edition == TS else 3, 0)

    @DECLARED
    @pytest.mark.parametrize(("answer", "free"), [("1 1", True), ("6 6", False)])
    def test_to_get_away_he_rolls_once_and_must_beat_all(
        self, edition: str, answer: str, free: bool
    ) -> None:
        """RUL-47: 11 beats Ajax's 2; Odysseus answers with 2 or with 12."""
        table = self.two_on_one(edition, f"6 5, 1 1, {answer}")
        play(table, "Ajax pass", "Odysseus pass", "Hector stay", "Hector escape")
        assert told(table)[-1] == "Hector tries to escape from Ajax", "declared first (RUL-53)"
        play(table, "Hector 2 dice", "Ajax 2 dice", "Odysseus 2 dice")
        if free:
            play(table, "Hector to 0404")
        assert (
            told(table).count("Hector and Ajax grapple: 11 of 16 against 2 of 12, Hector wins") == 1
        )
        assert held(table, "Hector") is free

    @DECLARED
    def test_all_announce_before_anybody_rolls(self, edition: str) -> None:
        """RUL-1, RUL-47: Odysseus does not know what he must beat; Hector's odds are against both."""
        table = self.two_on_one(edition)
        play(table, "Ajax pass", "Odysseus pass", "Hector stay", "Hector escape")
        both, rolls = figures(table, "Hector 3 dice")["win"], table.state.rolls
        assert both < odds(16, 3, 12, 3).attacker
        assert both > odds(16, 3, 12, 3).attacker ** 2, "he rolls once: the two go together"
        play(table, "Hector 2 dice", "Ajax 2 dice")
        assert table.state.rolls == rolls
        assert figures(table, "Odysseus 3 dice")["win"] == odds(16, 2, 12, 3).defender

    def test_against_a_roll_that_lies_there_the_odds_are_those_of_the_answer(self) -> None:
        """RUL-47, GRP-2: TS, Hector has beaten Ajax with 11 and exits; only 12 of 12 beats that."""
        table = self.two_on_one(TS, "6 5, 1 1")
        play(table, "Ajax pass", "Odysseus pass", "Hector stay", "Hector grapple Ajax")
        play(table, "Hector 2 dice", "Ajax 2 dice", "Hector exit")
        assert figures(table, "Odysseus 1 die")["win"] == 0
        assert figures(table, "Odysseus 2 dice")["win"] == Fraction(1, 36)
        assert figures(table, "Odysseus 3 dice")["win"] == Fraction(25, 216)

    @DECLARED
    def test_a_new_roll_stands_against_all(self, edition: str) -> None:
        """RUL-47, RUL-84: 9 loses to both; Hector rolls anew, and 14 beats both."""
        table = arena(
            edition,
            who("Hector", "Trojans", "0504", st=16, karma=1),
            who("Ajax", "Greeks", holds="Hector"),
            who("Odysseus", "Greeks", holds="Hector"),
            dice="3 3 3, 5 5, 6 6, 5 5 4",
        )
        play(table, "Hector stay", "Hector escape", "Hector 3 dice", "Ajax 2 dice")
        play(table, "Odysseus 2 dice", "Hector keep", "Hector re-roll", "Hector to 0404")
        assert not fighter(table, "Hector").joined
        for one, total in (("Ajax", 10), ("Odysseus", 12)):
            words = f"Hector and {one} grapple: 14 of 16 against {total} of 12, Hector wins"
            assert words in told(table)

    @pytest.mark.parametrize(("answer", "free"), [("1 1", True), ("6 6", False)])
    def test_in_time_and_space_too(self, answer: str, free: bool) -> None:
        """RUL-47, GRP-2: TS, having beaten Ajax, exit takes the same roll against Odysseus."""
        table = self.two_on_one(TS, f"6 5, 1 1, {answer}")
        play(table, "Ajax pass", "Odysseus pass", "Hector stay", "Hector grapple Ajax")
        play(table, "Hector 2 dice", "Ajax 2 dice", "Hector exit", "Odysseus 2 dice")
        if free:
            play(table, "Hector to 0404")
        assert held(table, "Hector") is free

    @ALL
    def test_the_lead_passes_on(self, edition: str) -> None:
        """RUL-47: by seniority; with Ajax down, Odysseus must win ST."""
        table = arena(
            edition,
            who("Hector", "Trojans", "0504", st=16),
            who("Ajax", "Greeks", holds="Hector", fatigue=11),
            who("Odysseus", "Greeks", holds="Hector"),
            dice="6 6, 1 1, 3",
        )
        play(table, "Hector stay", "Hector grapple Ajax", "Hector 2 dice", "Ajax 2 dice")
        if edition == TS:
            play(table, "Hector hurt")
        assert fighter(table, "Ajax").status == "incapacitated"
        assert held(table, "Hector", "Odysseus")
        play(table, "Odysseus stay", "Odysseus grapple Hector")
        assert "how many dice" in asked(table)

    def test_in_time_and_space_an_extra_grappler_may_wrestle_to_get_away(self) -> None:
        """RUL-47, GRP-2: TS, exit belongs to the winner of a contest, so he may have one."""
        table = self.two_on_one(TS, "6 6, 1 1")
        play(table, "Odysseus stay", "Odysseus wrestle Hector", "Odysseus 2 dice", "Hector 2 dice")
        play(table, "Odysseus exit", "Odysseus to 0404")
        assert held(table, "Odysseus")
        assert held(table, "Hector", "Ajax")

    @DECLARED
    def test_a_drag_leaves_the_dragger_s_friends_behind(self, edition: str) -> None:
        """GRP-5, RUL-56: Ajax pulls Hector away; Odysseus stays."""
        table = self.two_on_one(edition, "6 6, 1 1")
        play(table, "Ajax stay", "Ajax drag", "Ajax 2 dice", "Hector 2 dice", "Ajax to 0404")
        assert at(table, "Hector") == at(table, "Ajax") == "0404"
        assert at(table, "Odysseus") == "0504"
        assert held(table, "Hector", "Ajax")
        assert held(table, "Odysseus")

    @DECLARED
    def test_a_drag_takes_all_he_holds(self, edition: str) -> None:
        """GRP-5, RUL-56: Hector, having beaten both, pulls both."""
        table = self.two_on_one(edition, "6 6, 1 1, 1 1")
        play(table, "Ajax pass", "Odysseus pass", "Hector stay", "Hector drag")
        play(table, "Hector 2 dice", "Ajax 2 dice", "Odysseus 2 dice", "Hector to 0404")
        assert {at(table, name) for name in ("Hector", "Ajax", "Odysseus")} == {"0404"}
        assert held(table, "Hector", "Ajax", "Odysseus")


class TestShields:
    """GRP-12, ARM-4: AW."""

    def test_no_use_against_a_grappling_attack(self) -> None:
        """GRP-12, ARM-4: chain counts, the shield does not."""
        hector = {"armor": ["chain", "tower-shield"], "dx": 15}
        table = hold(AW, "4 4 4, 3 3 3, 5", ajax={"weapons": ["dagger"]}, hector=hector)
        contest(table, "Ajax grapple Hector")
        assert harm(table, "Hector") == (4, 0)

    def test_nor_against_anybody_while_grappling(self) -> None:
        """GRP-12: an outsider's club finds no shield; outside a grapple it does."""
        hector = {"armor": ["tower-shield"], "dx": 15}
        odysseus = who("Odysseus", "Greeks", "0604", weapons=["club"])
        table = hold(AW, "1 1 1, 5", odysseus, hector=hector)
        play(table, "Odysseus stay", "Odysseus strike Hector")
        assert harm(table, "Hector") == (5, 0)
        table = arena(AW, odysseus, who("Hector", "Trojans", "0504", **hector), dice="1 1 1, 5")
        play(table, "Odysseus stay", "Odysseus strike Hector", "Hector take it")
        assert harm(table, "Hector") == (2, 0)


class TestOdds:
    @ALL
    def test_giants_roll_many_dice(self, edition: str) -> None:
        """RUL-1, RUL-2, CHK-6: nine dice against the best answer, which is more than six."""
        table = hold(edition, ajax={"st": 40}, hector={"st": 45})
        play(table, "Ajax stay", "Ajax grapple Hector")
        tie: Tie = "nobody" if edition == TS else "defender"
        answers = [odds(40, 9, 45, dice, tie).attacker for dice in range(1, 46)]
        assert figures(table, "Ajax 9 dice")["win"] == min(answers)
        assert answers.index(min(answers)) + 1 > 6

    @ALL
    def test_curses_are_counted(self, edition: str) -> None:
        """RUL-1, RUL-87: what the grapple promises is the best that the dice question promises."""
        table = play(hold(edition, hector={"curses": 2}), "Ajax stay")
        promised = figures(table, "Ajax grapple Hector")["win"]
        play(table, "Ajax grapple Hector")
        dice = [text for text in offered(table) if text.endswith(("die", "dice"))]
        assert promised == max(figures(table, text)["win"] for text in dice)


@ALL
def test_what_lies_in_the_hex_may_be_picked_up(edition: str) -> None:
    """ACT-1, RUL-38: also by somebody who is held."""
    table = hold(edition, ajax={"weapons": ["dagger"]})
    play(table, "Ajax drop dagger", "Ajax stay", "Ajax pick up dagger")
    assert fighter(table, "Ajax").ready == ("dagger",)


@pytest.mark.parametrize("edition", [TSC, TS])
def test_nothing_is_lobbed_out_of_a_grapple(edition: str) -> None:
    """GRP-1: and the player is told why."""
    table = play(hold(edition, ajax={"weapons": ["frag-grenade"]}), "Ajax stay")
    assert why_not(table, "Ajax lob frag grenade") == "Ajax is held (GRP-1)"


class TestLeavingBehind:
    """GRP-7, RUL-49: whoever is twice as strong leaves whom he holds, who is then free."""

    def giant(self, edition: str, *others: dict[str, Any], **more: Any) -> Table[Fight]:
        """A giant in 0504, who may hold Hector there."""
        return arena(edition, who("Giant", "Greeks", "0504", st=40, dx=12, **more), *others)

    @DECLARED
    @pytest.mark.parametrize(
        "way", [["move 0506"], ["walk", "to 0505", "to 0506", "stop"]], ids=["move", "walk"]
    )
    def test_the_way_is_the_same_however_it_is_said(self, edition: str, way: list[str]) -> None:
        """ZOC-1, RUL-62, RUL-65: Hector answers when the giant goes on."""
        table = self.giant(edition, who("Hector", "Trojans", holds="Giant", weapons=["dagger"]))
        play(table, *(f"Giant {step}" for step in way), "Giant done")
        assert asked(table) == "Trojans: Does Hector answer Giant?"

    @ALL
    def test_nobody_walks_back_to_him(self, edition: str) -> None:
        """MOV-4, RUL-56: that would be to enter."""
        table = self.giant(edition, who("Hector", "Trojans", holds="Giant"))
        play(table, "Giant walk", "Giant to 0505")
        assert "Giant to 0504" not in offered(table)
        assert "Giant to 0404" in offered(table)

    def test_nobody_walks_into_him_who_came_on_the_way(self) -> None:
        """MOV-3, RUL-46, RUL-56: TSC, Hector enters 0503; the giant goes on, and not back there."""
        table = self.giant(TSC, who("Hector", "Trojans", "0602"), who("Far", "Trojans", "1301"))
        steps = ("walk", "to 0503", "to 0504", "to 0503", "stop", "done")
        play(table, *(f"Giant {step}" for step in steps), "Hector enter")
        giant, hector = fighter(table, "Giant"), fighter(table, "Hector")
        assert giant.hex != hector.hex
        assert (giant.joined, hector.joined) == (0, 0)

    def test_a_large_figure_stays_large(self) -> None:
        """RUL-20: TSC, where somebody has come in its way it stops."""
        table = arena(
            TSC,
            who("Ox", "Greeks", "0904", st=60, dx=13, hexes=7),
            who("Hector", "Trojans", "0702"),
            who("Far", "Trojans", "1301"),
        )
        steps = ("walk", "to 0804", "to 0704", "to 0705", "to 0704", "stop", "done")
        play(table, *(f"Ox {step}" for step in steps), "Hector enter")
        assert len(fighter(table, "Ox").cells) == 7

    def test_a_large_figure_comes_clear(self) -> None:
        """RUL-20, RUL-64: TSC, the ogre turns so that Hector is not under it, and strikes Paris."""
        table = arena(
            TSC,
            who("Ogre", "Greeks", "0504", st=60, dx=12, hexes=4),
            who("Hector", "Trojans", holds="Ogre"),
            who("Paris", "Trojans", "0706"),
            dice="6 6 6",
        )
        play(table, "Ogre move 0505", "Ogre strike Paris")
        while "Hector" in asked(table):
            play(table, "Hector take it")
        assert table.state.holders(fighter(table, "Ogre")) == []
        assert any("Ogre strikes Paris" in line for line in told(table))


class TestCarrying:
    """GRP-7, RUL-64: what he may do there is judged with those he carries along."""

    def giant(self, *others: dict[str, Any], hector: dict[str, Any] | None = None) -> Table[Fight]:
        """AW: a giant with a javelin holds Hector in 0504."""
        giant = who("Giant", "Greeks", "0504", st=40, dx=12, weapons=["javelin"])
        return arena(AW, giant, who("Hector", "Trojans", holds="Giant", **hector or {}), *others)

    def test_who_is_carried_is_not_where_he_was(self) -> None:
        """RUL-25: Hector's old hex stands in nobody's way."""
        table = play(self.giant(who("Paris", "Trojans", "0501")), "Giant carry 0505")
        assert "Giant throw Paris" in offered(table)
        assert why_not(table, "Giant strike Hector") == "Hector is in the same hex: grapple (GRP-1)"

    def test_where_he_stood_is_as_it_was(self) -> None:
        """RUL-64: nobody has moved while it is announced."""
        table = play(self.giant(who("Paris", "Trojans", "0501")), "Giant carry 0505")
        assert offered(table)
        assert {str(fighter(table, name).hex) for name in ("Giant", "Hector")} == {"0504"}


@ALL
def test_the_held_are_told_why_they_cannot_walk_or_carry(edition: str) -> None:
    """GRP-1, GRP-7."""
    table = hold(edition)
    for deed in ("walk", "carry 0505", "move 0505"):
        assert why_not(table, f"Ajax {deed}") == "Ajax is held by Hector (GRP-1)"


@ALL
def test_whatever_is_no_answer_is_refused_by_a_rule(edition: str) -> None:
    """SEQ-4, SEQ-5, SEQ-8: also what nobody thought of."""
    table = hold(edition)
    assert why_not(table, "Ajax dance").endswith("(SEQ-5)")
    play(table, "Ajax stay")
    assert why_not(table, "Ajax dance").endswith("(SEQ-8)")


@ALL
def test_nobody_begins_by_holding_one_who_stands_nowhere(edition: str) -> None:
    """GRP-1: two who hold one another, and nobody says where."""
    pair = (who("Ajax", "Greeks", holds="Hector"), who("Hector", "Trojans", holds="Ajax"))
    with pytest.raises(SetupError, match="Ajax cannot begin by holding “Hector”"):
        arena(edition, *pair)
