"""Entering a foe's space (section 7): entry, takedown, tackle, and the blow on the way in."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.entry import entered_cells
from legendry.legends.fighter import Fight
from legendry.legends.walking import flees
from legendry.odds import Dice, best_contest, damage, passes
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
    mage,
    offered,
    play,
    told,
    who,
    why_not,
)

WORD = {TSC: "enter", AW: "takedown", TS: "tackle"}


def meeting(
    edition: str,
    dice: str = "",
    *others: dict[str, Any],
    ajax: dict[str, Any] | None = None,
    hector: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    **setup: Any,
) -> Table[Fight]:
    """Ajax (ST 12, DX 11) in 0504 beside Hector (ST 11, DX 12) in 0604."""
    return arena(
        edition,
        who("Ajax", "Greeks", "0504", **ajax or {}),
        who("Hector", "Trojans", "0604", **{"st": 11, "dx": 12} | (hector or {})),
        *others,
        dice=dice,
        options=options,
        **setup,
    )


def go_in(table: Table[Fight], *answers: str) -> Table[Fight]:
    return play(table, "Ajax stay", f"Ajax {WORD[table.header.edition]} Hector", *answers)


def grappling(table: Table[Fight]) -> bool:
    fight = table.state
    ajax, hector = fight.named("Ajax"), fight.named("Hector")
    assert (hector in fight.holders(ajax)) == (ajax in fight.holders(hector))
    return hector in fight.holders(ajax)


def at(table: Table[Fight], name: str) -> str:
    return str(fighter(table, name).hex)


class TestGettingIn:
    def test_an_entry_needs_no_roll(self) -> None:
        """ENT-1, ENT-3: TSC, he is in, and they are grappling in the defender's hex."""
        table = go_in(meeting(TSC), "Hector take it")
        assert grappling(table)
        assert at(table, "Ajax") == at(table, "Hector") == "0604"

    def test_a_takedown_needs_no_roll_unless_it_is_defended(self) -> None:
        """ENT-1, ENT-3, RUL-43: AW, nothing done about it is a grapple."""
        table = go_in(meeting(AW), "Hector take it")
        assert grappling(table)
        assert at(table, "Ajax") == at(table, "Hector") == "0604"

    def test_a_tackle_must_win_dx(self) -> None:
        """ENT-1, ENT-3: TS, the tackler announces first and must win."""
        table = go_in(meeting(TS, "3 4 4, 2 3 3"), "Hector take it")
        assert asked(table).startswith("Greeks: Ajax: tackle, Ajax against Hector: how many dice")
        play(table, "Ajax 3 dice", "Hector 3 dice")
        assert "Ajax and Hector tackle: 11 of 11 against 8 of 12, Ajax wins" in told(table)
        assert grappling(table)
        assert at(table, "Ajax") == at(table, "Hector") == "0604"

    @ALL
    def test_the_foe_must_be_adjacent_after_the_move(self, edition: str) -> None:
        """ENT-1: else it is refused."""
        table = arena(edition, who("Ajax", "Greeks", "0404"), who("Hector", "Trojans", "0604"))
        play(table, "Ajax stay")
        refusal = "Hector is not adjacent (ENT-1)"
        assert why_not(table, f"Ajax {WORD[edition]} Hector") == refusal
        table.undo("Greeks", ["Trojans"])
        play(table, "Ajax move 0504")
        assert f"Ajax {WORD[edition]} Hector" in offered(table)

    @ALL
    def test_the_fallen_are_not_entered(self, edition: str) -> None:
        """ENT-1: its purpose is a grapple."""
        table = meeting(edition, "", who("Paris", "Trojans", "1204"), hector={"fatigue": 11})
        play(table, "Ajax stay")
        refusal = "Hector is incapacitated (ENT-1)"
        assert why_not(table, f"Ajax {WORD[edition]} Hector") == refusal

    @ALL
    def test_it_ends_move_and_action(self, edition: str) -> None:
        """ENT-6, MOV-4: no grappling attack in the turn of entry; the others are next."""
        table = go_in(meeting(edition, "6 5, 1 1"), "Hector take it")
        if edition == TS:
            play(table, "Ajax 2 dice", "Hector 2 dice")
        assert grappling(table)
        assert asked(table) == "Trojans: where does Hector go?"
        assert fighter(table, "Hector").fatigue == 0


class TestEarlyCounter:
    """ENT-2, RUL-42: a blow on the way in, with an extra die."""

    @pytest.mark.parametrize(
        ("edition", "answers"),
        [
            (TSC, ["Hector counter", "Hector take it"]),
            (AW, ["Hector counter", "Hector defend", "Hector take it"]),
            (TS, ["Hector counter", "Hector take it"]),
        ],
    )
    def test_what_the_defender_may_do(self, edition: str, answers: list[str]) -> None:
        """ENT-2, ENT-4, RCT-2, RUL-59: counterattack; AW: or defend; never a dodge."""
        table = go_in(meeting(edition))
        assert asked(table) == "Trojans: Ajax goes for Hector. What does Hector do?"
        assert offered(table) == answers
        refusal = "dodges answer strikes only, not an entry (RUL-59)"
        assert why_not(table, "Hector dodge") == refusal
        if edition != AW:
            refusal = "there is no defence but a blow (ENT-4)"
            assert why_not(table, "Hector defend") == refusal

    @ALL
    def test_three_dice_to_hit_and_one_more_for_damage(self, edition: str) -> None:
        """ENT-2, RCT-1: D6 and an extra D6; it costs the next turn; then the entry goes on."""
        table = meeting(edition, "5 5 2, 3 4, 6 5, 1 1", hector={"weapons": ["club"]})
        go_in(table)
        odds = figures(table, "Hector counter")
        assert odds["hit"] == passes(3, 12)
        assert odds["damage"] == passes(3, 12) * damage(Dice.parse("2d6")).mean
        play(table, "Hector counter")
        assert fighter(table, "Ajax").damage == 7
        if edition == TS:
            play(table, "Ajax 2 dice", "Hector 2 dice")
        assert grappling(table)
        assert "Hector has given up this turn" in told(table)

    @ALL
    def test_an_entrant_who_falls_lies_where_he_came_from(self, edition: str) -> None:
        """RUL-42, ENT-3: no grapple, no contest."""
        table = meeting(
            edition, "1 1 1, 6 6", who("Odysseus", "Greeks", "0101"), hector={"weapons": ["club"]}
        )
        go_in(table, "Hector counter")
        assert fighter(table, "Ajax").status == "dying"
        assert at(table, "Ajax") == "0504"
        assert not grappling(table)

    @ALL
    def test_any_ready_weapon_will_do(self, edition: str) -> None:
        """RUL-42: a bow or a gun, though it is no use in a grapple."""
        weapon = "longbow" if edition == AW else "shotgun"
        table = go_in(meeting(edition, "1 1 1", hector={"weapons": [weapon]}))
        assert "Hector counter shoot" in offered(table)
        play(table, "Hector counter shoot")
        count = 2 if edition == AW else 4
        assert asked(table) == f"damage Hector>Ajax: {count} dice of 6 sides"

    @pytest.mark.parametrize("edition", [TSC, TS])
    def test_a_single_shot_only(self, edition: str) -> None:
        """RUL-42: one blow with one extra die, also from an automatic weapon."""
        table = go_in(meeting(edition, hector={"weapons": ["submg"]}))
        answers = ["Hector counter", "Hector counter shoot", "Hector take it"]
        assert offered(table) == answers

    @ALL
    def test_nothing_is_thrown(self, edition: str) -> None:
        """RUL-42: a strike or a shot; a dagger or a hatchet stays in his hand."""
        weapon = "dagger" if edition == AW else "hatchet"
        table = go_in(meeting(edition, hector={"weapons": [weapon, "dagger"]}))
        assert not [text for text in offered(table) if "throw" in text]
        refusal = "it is answered with one strike or one shot (RUL-42)"
        assert why_not(table, "Hector counter throw") == refusal

    def test_the_dagger(self) -> None:
        """ENT-7, RUL-42, EX-D-15: TSC and AW 2D6, TS 2d6+2."""
        means = {TSC: 7, AW: 7, TS: 9}
        for edition, mean in means.items():
            table = go_in(meeting(edition, "1 1 1, 3 4, 1 1, 1 1", hector={"weapons": ["dagger"]}))
            assert figures(table, "Hector counter")["damage"] == passes(3, 12) * mean
            play(table, "Hector counter")
            assert fighter(table, "Ajax").damage == mean

    @ALL
    def test_bare_hands_keep_their_d3_and_add_a_d6(self, edition: str) -> None:
        """ENT-2, WPN-6, RUL-9: 5 is 3 of a D3, and 4 more."""
        table = go_in(meeting(edition, "1 1 1, 5 4"), "Hector counter")
        assert fighter(table, "Ajax").fatigue == 7

    @ALL
    def test_who_owes_a_turn_cannot(self, edition: str) -> None:
        """ENT-2, RUL-57, RUL-43: no reaction left is no answer; AW: a grapple at once."""
        table = meeting(
            edition,
            "6 6 6, 6 6 6, 6 5, 1 1",
            who("Odysseus", "Greeks", "0505", weapons=["club"]),
            hector={"weapons": ["club"]},
        )
        play(table, "Odysseus stay", "Odysseus strike Hector", "Hector counter")
        go_in(table)
        if edition == TS:
            assert asked(table).startswith("Greeks: Ajax: tackle")
            play(table, "Ajax 2 dice", "Hector 2 dice")
        assert grappling(table)

    @ALL
    def test_the_surprised_cannot(self, edition: str) -> None:
        """ENT-2, RUL-12: a turn that is not opposed; TS: the contest is still rolled."""
        table = go_in(meeting(edition, "6 5, 1 1", surprise="Greeks"))
        if edition == TS:
            play(table, "Ajax 2 dice", "Hector 2 dice")
        assert grappling(table)


class TestChain:
    """RUL-58, RUL-42: where reactions may be answered, so may the early counterattack, once."""

    def beset(self, edition: str, dice: str, **hector: Any) -> Table[Fight]:
        hector = {"weapons": ["club"]} | hector
        ajax = {"weapons": ["club"]}
        chain = {"chain_reactions": True}
        return go_in(
            meeting(edition, dice, ajax=ajax, hector=hector, options=chain), "Hector counter"
        )

    @ALL
    def test_the_entrant_dodges_and_does_not_come_in(self, edition: str) -> None:
        """RUL-58, RCT-4, ENT-2: it costs his next turn as well; the odds have the extra die."""
        table = self.beset(edition, "1 1 1, 1 1 1")
        assert asked(table) == "Greeks: Hector has hit Ajax. Does Ajax dodge?"
        assert figures(table, "Ajax take it")["damage"] == 7
        play(table, "Ajax dodge", "Ajax to 0404")
        assert at(table, "Ajax") == "0404"
        assert not grappling(table)
        assert fighter(table, "Ajax").damage == 0
        assert (fighter(table, "Ajax").turns_owed, fighter(table, "Hector").turns_owed) == (0, 0)
        lost = [line for line in told(table) if "has given up" in line]
        assert lost == ["Hector has given up this turn", "Ajax has given up this turn"]

    @ALL
    def test_or_strikes_back_and_there_it_ends(self, edition: str) -> None:
        """RUL-58, ENT-3: Hector is hit and does not answer that; the entry goes on."""
        table = self.beset(edition, "6 6 6, 1 1 1, 3, 6 5, 1 1")
        assert asked(table) == "Greeks: Does Ajax answer Hector?"
        word = "tackle" if edition == TS else "enter"
        why = {
            AW: "one enters the attacker's hex only from a zone of control (RCT-7)",
        }.get(edition, "Ajax is on his way in already (ENT-2)")
        assert why_not(table, f"Ajax {word}") == why
        play(table, "Ajax counter")
        assert fighter(table, "Hector").damage == 3
        if edition == TS:
            play(table, "Ajax 2 dice", "Hector 2 dice")
        assert grappling(table)

    @ALL
    def test_a_defender_whom_he_fells_holds_nobody(self, edition: str) -> None:
        """RUL-58, RUL-4, RUL-56: Ajax stands over him."""
        table = self.beset(edition, "6 6 6, 1 1 1, 3", damage=10)
        play(table, "Ajax counter")
        assert not fighter(table, "Hector").active
        assert at(table, "Ajax") == "0604"
        assert table.outcome is not None

    def test_a_spell_is_answered_as_well(self) -> None:
        """RUL-58, RUL-121, MAG-6: AW, a magic strike on the way in is no exception."""
        for chain in (True, False):
            table = arena(
                AW,
                who("Ajax", "Greeks", "0504", weapons=["club"]),
                mage("Hector", "Trojans", "0604", "lightning-1"),
                dice="6 6 6",
                options={"chain_reactions": chain},
            )
            go_in(table, "Hector cast Lightning-1 at Ajax for 1")
            assert (asked(table) == "Greeks: Does Ajax answer Hector?") is chain

    @ALL
    def test_it_is_not_without_the_option(self, edition: str) -> None:
        """RUL-58: by default nobody reacts to a reaction."""
        table = meeting(edition, "1 1 1, 1 1, 6 5, 1 1", hector={"weapons": ["club"]})
        go_in(table, "Hector counter")
        assert fighter(table, "Ajax").damage == 2
        assert "dodge" not in asked(table)


class TestYetToMove:
    """ENT-2, RUL-40: TS, which foe may counterattack a tackle."""

    def tackled(self, rule: str, *, first: bool, rounds: int) -> bool:
        """Whether Hector is asked, tackled in that round, his side being the first or the last."""
        table = arena(
            TS,
            who("Ajax", "Greeks", "0504"),
            who("Hector", "Trojans", "0604"),
            greeks_first=not first,
            options={"tackle_counter_if": rule},
        )
        if first:
            play(table, "Hector pass")
        for _ in range(rounds - 1):
            play(table, "Ajax pass", "Hector pass")
        go_in(table)
        return asked(table).startswith("Trojans: Ajax goes for Hector")

    @pytest.mark.parametrize(
        ("rule", "first", "rounds", "answer"),
        [
            ("has_turn_to_give", False, 1, True),
            ("has_turn_to_give", False, 2, True),
            ("has_turn_to_give", True, 1, True),
            ("not_moved_this_round", False, 1, True),
            ("not_moved_this_round", False, 2, True),
            ("not_moved_this_round", True, 1, False),
            ("not_acted_this_battle", False, 1, True),
            ("not_acted_this_battle", False, 2, False),
            ("not_acted_this_battle", True, 1, False),
        ],
    )
    def test_the_three_readings(self, rule: str, first: bool, rounds: int, answer: bool) -> None:
        """RUL-40, ENT-2: the option `tackle_counter_if`."""
        assert self.tackled(rule, first=first, rounds=rounds) is answer


class TestTackleResult:
    """ENT-3, RUL-44: TS."""

    def test_a_stronger_tackler_who_fails_takes_the_hex(self) -> None:
        """ENT-3, RUL-44: the foe picks an empty adjacent hex, the tackler's old one included."""
        table = go_in(meeting(TS, "1 1 1, 4 4 4"), "Hector take it", "Ajax 3 dice", "Hector 3 dice")
        assert asked(table) == "Trojans: Hector gives ground: where to?"
        hexes = {text.split()[-1] for text in offered(table)}
        assert hexes == {"0603", "0704", "0705", "0605", "0505", "0504"}
        play(table, "Hector to 0504")
        assert (at(table, "Ajax"), at(table, "Hector")) == ("0604", "0504")
        assert not grappling(table)
        assert asked(table) == "Trojans: where does Hector go?", "no lost turn (RUL-44, RCT-9)"

    def test_both_over_is_a_failed_tackle(self) -> None:
        """RUL-44, CHK-9: nobody won, so the tackler failed."""
        table = go_in(meeting(TS, "6 6 6, 6 6 6"), "Hector take it", "Ajax 3 dice", "Hector 3 dice")
        assert asked(table) == "Trojans: Hector gives ground: where to?"

    def test_with_no_empty_hex_he_is_grappled_after_all(self) -> None:
        """ENT-3, EX-TS-12: the hex the tackler came from is not empty, for his kin is in it."""
        cub = {"small": True, "st": 12}
        table = arena(
            TS,
            who("Ajax", "Greeks", "0101", **cub),
            who("Odysseus", "Greeks", "0101", **cub),
            who("Hector", "Trojans", "0201", st=11),
            dice="1 1 1, 4 4 3",
            map=".\n  .\n",
        )
        play(table, "Ajax stay", "Ajax tackle Hector", "Hector take it")
        play(table, "Ajax 3 dice", "Hector 3 dice")
        assert grappling(table)
        assert at(table, "Ajax") == at(table, "Hector") == "0201"

    @pytest.mark.parametrize("st", [10, 11])
    def test_a_weaker_or_equal_tackler_goes_back(self, st: int) -> None:
        """ENT-3, EX-D-23: to the hex he entered from."""
        table = meeting(TS, "1 1 1, 4 4 4", ajax={"st": st})
        go_in(table, "Hector take it", "Ajax 3 dice", "Hector 3 dice")
        assert (at(table, "Ajax"), at(table, "Hector")) == ("0504", "0604")
        assert "Ajax goes back to 0504" in told(table)
        assert not grappling(table)

    def test_where_he_goes_back_to(self) -> None:
        """RUL-41: tackle_return: the hex he stepped in from, or where his turn began."""
        for option, hex in (("entering_hex", "0504"), ("turn_start", "0404")):
            table = arena(
                TS,
                who("Ajax", "Greeks", "0404", st=11),
                who("Hector", "Trojans", "0604", st=11),
                dice="1 1 1, 3 4 4",
                options={"tackle_return": option},
            )
            play(table, "Ajax move 0504", "Ajax tackle Hector", "Hector take it")
            play(table, "Ajax 3 dice", "Hector 3 dice")
            assert at(table, "Ajax") == hex

    def test_a_beaten_tackler_lies_where_he_stepped_in_from(self) -> None:
        """RUL-42, RUL-41: whatever the table says of those who go back."""
        table = arena(
            TS,
            who("Ajax", "Greeks", "0404", fatigue=11),
            who("Odysseus", "Greeks", "0101"),
            who("Hector", "Trojans", "0604", weapons=["club"]),
            dice="1 1 1, 1 1",
            options={"tackle_return": "turn_start"},
        )
        play(table, "Ajax move 0504", "Ajax tackle Hector", "Hector counter")
        assert not fighter(table, "Ajax").active
        assert at(table, "Ajax") == "0504"
        assert "Ajax goes back" not in " ".join(told(table))

    def test_the_contest_costs_the_foe_nothing(self) -> None:
        """ENT-4, RCT-9: TS, rolling against a tackle is no reaction."""
        table = meeting(TS, "1 1 1, 4 4 4", ajax={"st": 11})
        go_in(table, "Hector take it", "Ajax 3 dice", "Hector 3 dice")
        assert fighter(table, "Hector").turns_owed == 0
        assert asked(table) == "Trojans: where does Hector go?"


class TestDefence:
    """ENT-4, RCT-8, RUL-43: AW."""

    def defended(self, dice: str, **figures_: Any) -> Table[Fight]:
        table = meeting(AW, dice, **figures_)
        return go_in(table, "Hector defend", "Ajax 3 dice", "Hector 3 dice")

    def test_the_attacker_must_win_dx(self) -> None:
        """ENT-4, RCT-8: he wins, they grapple, and the defender's turn is lost all the same."""
        table = self.defended("3 4 4, 2 3 3")
        assert grappling(table)
        assert "Hector has given up this turn" in told(table)

    def test_else_the_defender_retreats(self) -> None:
        """ENT-4, RUL-43: to any empty adjacent hex; the attacker has the hex; the turn is lost."""
        table = self.defended("1 1 1, 4 4 4")
        hexes = {text.split()[-1] for text in offered(table)}
        assert hexes == {"0603", "0704", "0705", "0605", "0505", "0504"}
        play(table, "Hector to 0705")
        assert (at(table, "Ajax"), at(table, "Hector")) == ("0604", "0705")
        assert not grappling(table)
        assert "Hector has given up this turn" in told(table)

    def test_nobody_wins_and_the_defence_holds(self) -> None:
        """RUL-43, CHK-9: both over."""
        table = self.defended("6 6 6, 6 6 6")
        assert asked(table) == "Trojans: Hector gives ground: where to?"

    def test_a_stronger_defender_may_push_instead(self) -> None:
        """ENT-4, RUL-43: back to the hex he entered from; equal is not stronger."""
        table = self.defended("1 1 1, 4 4 4", hector={"st": 13})
        assert offered(table) == ["Hector retreat", "Hector push"]
        play(table, "Hector push")
        assert (at(table, "Ajax"), at(table, "Hector")) == ("0504", "0604")
        assert not grappling(table)
        table = self.defended("1 1 1, 4 4 4", hector={"st": 12})
        assert asked(table) == "Trojans: Hector gives ground: where to?"

    def test_if_neither_can_be_done_they_grapple(self) -> None:
        """RUL-43: no empty hex, and not the stronger."""
        cub = {"small": True, "st": 12}
        table = arena(
            AW,
            who("Ajax", "Greeks", "0101", **cub),
            who("Odysseus", "Greeks", "0101", **cub),
            who("Hector", "Trojans", "0201", st=11),
            dice="1 1 1, 4 4 3",
            map=".\n  .\n",
        )
        play(table, "Ajax stay", "Ajax takedown Hector", "Hector defend")
        play(table, "Ajax 3 dice", "Hector 3 dice")
        assert grappling(table)


class TestAsReaction:
    """RCT-7, RUL-45, RUL-46: going for the attacker."""

    def struck(self, edition: str, dice: str, **figures_: Any) -> Table[Fight]:
        table = meeting(edition, "6 6 6, " + dice, **figures_)
        return play(table, "Ajax stay", "Ajax strike Hector")

    def test_classic_no_roll_and_no_counterattack(self) -> None:
        """RCT-7, RUL-46: TSC, the two are grappling in the attacker's hex."""
        table = self.struck(TSC, "")
        play(table, "Hector enter")
        assert grappling(table)
        assert at(table, "Ajax") == at(table, "Hector") == "0504"
        assert "Hector has given up this turn" in told(table)

    def test_a_tackle_is_resolved_as_one(self) -> None:
        """RCT-7, RUL-45: TS, the reactor is the tackler and announces first; nobody counters."""
        table = self.struck(TS, "4 4 4, 1 1 1")
        play(table, "Hector tackle")
        assert asked(table).startswith("Trojans: Hector: tackle, Hector against Ajax")
        play(table, "Hector 3 dice", "Ajax 3 dice")
        assert grappling(table)
        assert at(table, "Ajax") == at(table, "Hector") == "0504"

    def test_a_weaker_reactor_who_fails_stays_where_he_was(self) -> None:
        """RUL-45, RCT-3: and has lost his turn."""
        for option in ("entering_hex", "turn_start"):
            table = self.struck(TS, "1 1 1, 4 4 3", options={"tackle_return": option})
            play(table, "Hector tackle", "Hector 3 dice", "Ajax 3 dice")
            assert (at(table, "Ajax"), at(table, "Hector")) == ("0504", "0604")
            assert not grappling(table)
            assert "Hector has given up this turn" in told(table)

    def test_a_stronger_reactor_who_fails_takes_the_hex(self) -> None:
        """RUL-45, ENT-3: the attacker gives ground."""
        table = self.struck(TS, "1 1 1, 4 4 3", hector={"st": 13})
        play(table, "Hector tackle", "Hector 3 dice", "Ajax 3 dice", "Ajax to 0403")
        assert (at(table, "Ajax"), at(table, "Hector")) == ("0403", "0504")

    def test_ancient_world_only_from_a_zone_of_control(self) -> None:
        """RCT-7, RUL-46, ZOC-1: AW, a mover who goes around is grappled at once; his turn ends."""
        table = meeting(AW, "", who("Paris", "Trojans", "0405"))
        play(table, "Ajax walk", "Ajax to 0505", "Ajax stop", "Ajax strike Paris")
        assert asked(table) == "Trojans: Does Hector answer Ajax?"
        play(table, "Hector enter")
        assert grappling(table)
        assert at(table, "Ajax") == at(table, "Hector") == "0504"
        assert "Ajax strikes Paris" not in " ".join(told(table))


@ALL
def test_one_who_is_gone_leaves_nowhere_to_go_in(edition: str) -> None:
    """He may have gone, or vanished, while his foe was on the way (RUL-64, RUL-22)."""
    ajax = who("Ajax", "Greeks", "0404", weapons=["club"])
    hector = who("Hector", "Trojans", "0405", weapons=["club"])
    fight = arena(edition, ajax, hector).state
    entrant, foe = fight.named("Ajax"), fight.named("Hector")
    assert entered_cells(fight, entrant, foe) == foe.cells
    flees(fight, foe)
    assert entered_cells(fight, entrant, foe) == ()


def test_a_defence_shows_its_odds() -> None:
    """ENT-4, CHK-5: AW, unless the entrant wins DX 11 against 12."""
    table = arena(AW, who("Ajax", "Greeks", "0504"), who("Hector", "Trojans", "0604", dx=12))
    play(table, "Ajax stay", "Ajax takedown Hector")
    lost = best_contest(11, 12, "defender").attacker
    assert figures(table, "Hector defend") == {"works": 1 - lost}


def test_a_tackle_as_a_reaction_shows_its_odds() -> None:
    """RCT-7, ENT-1: TS, Ajax steps along Hector, who may win DX 12 against 11."""
    table = arena(TS, who("Ajax", "Greeks", "0603"), who("Hector", "Trojans", "0604", dx=12))
    play(table, "Ajax walk", "Ajax to 0704", "Ajax stop", "Ajax done")
    assert figures(table, "Hector tackle") == {"win": best_contest(12, 11, "nobody").attacker}


class TestJoining:
    """RUL-48: newcomers to a grapple."""

    def held(self, edition: str, dice: str = "", *, st: int = 11, **options: Any) -> Table[Fight]:
        return arena(
            edition,
            who("Ajax", "Greeks", "0504"),
            who("Odysseus", "Greeks", holds="Hector"),
            who("Hector", "Trojans", "0604", st=st, dx=12),
            dice=dice,
            options=options,
        )

    @ALL
    def test_a_held_foe_does_not_resist(self, edition: str) -> None:
        """RUL-48: no counterattack, no defence, no contest."""
        table = play(self.held(edition), "Ajax", "Ajax stay")
        assert figures(table, f"Ajax {WORD[edition]} Hector")["win"] == 1
        table = go_in(self.held(edition))
        assert grappling(table)
        assert at(table, "Ajax") == "0604"
        assert asked(table) == "Greeks: where does Odysseus go?"

    @ALL
    def test_one_of_overwhelming_strength_resists(self, edition: str) -> None:
        """RUL-48, GRP-7: ST 24 against 12."""
        table = go_in(self.held(edition, st=24))
        assert asked(table) == "Trojans: Ajax goes for Hector. What does Hector do?"

    @ALL
    def test_as_a_normal_entry(self, edition: str) -> None:
        """RUL-48: join_grapple = as_normal_entry; the held answers as anybody does."""
        table = go_in(self.held(edition, join_grapple="as_normal_entry"))
        assert asked(table) == "Trojans: Ajax goes for Hector. What does Hector do?"
        play(table, "Hector take it")
        assert grappling(table) is (edition != TS)

    def test_as_a_normal_tackle(self) -> None:
        """RUL-48: TS rolls the contest, too."""
        table = go_in(self.held(TS, "1 1 1, 4 4 4", st=12, join_grapple="as_normal_entry"))
        play(table, "Hector take it")
        assert asked(table).startswith("Greeks: Ajax: tackle, Ajax against Hector")
        play(table, "Ajax 3 dice", "Hector 3 dice")
        assert not grappling(table)
        assert at(table, "Ajax") == "0504"

    def test_a_held_foe_cannot_give_ground(self) -> None:
        """RUL-48, RUL-55, ENT-3: as if no hex were empty, he is grappled after all."""
        table = go_in(self.held(TS, "1 1 1, 4 4 4", join_grapple="as_normal_entry"))
        play(table, "Hector take it", "Ajax 3 dice", "Hector 3 dice")
        assert grappling(table)
        assert at(table, "Ajax") == at(table, "Hector") == "0604"


@pytest.mark.parametrize("tackle_return", ["entering_hex", "turn_start"])
def test_who_fails_to_tackle_in_answer_stays_where_he_was(tackle_return: str) -> None:
    """RUL-45, RUL-41: TS, Hector holds Ajax, and goes on to."""
    table = arena(
        TS,
        who("Hector", "Trojans", "0304", st=24),
        who("Ajax", "Greeks", holds="Hector", st=12),
        who("Ox", "Greeks", "0306", st=30),
        options={"tackle_return": tackle_return},
        dice="6 6 6 6 6 6 6, 1 2",
        greeks_first=False,
    )
    steps = ("walk", "to 0305", "to 0404", "stop", "done")
    play(table, "Ox", *(f"Ox {step}" for step in steps))
    play(table, "Hector tackle", "Hector 7 dice", "Ox 2 dice")
    assert at(table, "Hector") == at(table, "Ajax") == "0304"
    assert table.state.holders(fighter(table, "Hector")) == [fighter(table, "Ajax")]
