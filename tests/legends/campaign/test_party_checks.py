"""Checks of a party: who rolls, who may not, whom a contest is against (16.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from legendry.legends.campaign.camp import Camp
from legendry.legends.campaign.npc import Npc, foremost
from legendry.legends.campaign.party_checks import Tried, Tries, party_check, use, useless
from legendry.legends.skillchecks import SkillCheck
from legendry.odds import best_answer, best_contest, passes
from legendry.table import Choose, Refused
from tests.legends.arena import ALL, AW, TS, TSC
from tests.legends.campaign.bench import Played, camp_of, figure, played, rules_told, somebody, told

GREEN = "1 1 1"
"""Three dice that pass anything."""


def three(edition: str) -> Camp:
    """Ajax swims, Brisa climbs, Cato does neither."""
    return camp_of(
        edition,
        somebody(edition, "Ajax", skills={"swimming": 1}),
        somebody(edition, "Brisa", st=9, skills={"climbing": 3}),
        somebody(edition, "Cato", st=10),
    )


def parsed(camp: Camp, text: str) -> SkillCheck:
    return SkillCheck.parse(text, camp.edition.slug)


class TestRequired:
    @ALL
    def test_only_those_with_the_skill_may_try_skl_2(self, edition: str) -> None:
        """SKL-2: Ajax is the only one who swims, so nobody is asked who tries."""
        camp = three(edition)
        check = parsed(camp, "3/ST against SWIMMING")
        tried = played(party_check(camp, check, "reach the shore"), "6 6 1")
        assert tried == Tried(passed=("Ajax",))

    @ALL
    def test_the_others_are_refused_with_the_reason_skl_2(self, edition: str) -> None:
        camp = three(edition)
        check = parsed(camp, "3/ST against SWIMMING")
        flow = party_check(camp, check, "reach the shore", optional=True)
        request = next(flow)
        assert isinstance(request, Choose)
        assert [option.notation for option in request.options] == ["Ajax tries", "leave it alone"]
        refusal = str(request.why_not("Cato tries"))
        assert refusal == "only those with Swimming may try (SKL-2)"

    @ALL
    def test_where_nobody_has_it_nobody_rolls(self, edition: str) -> None:
        """SKL-2: a required check that nobody may try has failed, and says why."""
        camp = three(edition)
        tried = played(party_check(camp, parsed(camp, "RIDING"), "ride on"))
        assert not tried.success
        assert tried.failed == ("Ajax", "Brisa", "Cato")
        assert told(camp) == ["nobody tries to ride on: only those with Riding may try"]
        assert rules_told(camp) == {"SKL-2"}

    def test_a_bare_mention_is_required_rul_94(self) -> None:
        camp = three(AW)
        with pytest.raises(Refused, match="only those with Swimming may try"):
            played(use(camp, "Cato", "swimming"))
        assert played(use(camp, "Ajax", "swimming"), GREEN)


class TestAssisted:
    @ALL
    def test_anybody_may_try_and_the_skilled_add_their_level_skl_3(self, edition: str) -> None:
        """SKL-3, SKL-1: the odds beside each name are those of ST 12, 9 + 3 and 10."""
        camp = three(edition)
        flow = party_check(camp, parsed(camp, "3/ST+CLIMBING"), "get over the wall")
        request = next(flow)
        assert isinstance(request, Choose)
        odds = {option.notation: option.about for option in request.options}
        figures = {name: about.figures["pass"] for name, about in odds.items() if about}
        assert figures == {
            "Ajax tries": passes(3, 12),
            "Brisa tries": passes(3, 12),
            "Cato tries": passes(3, 10),
        }
        brisa = odds["Brisa tries"]
        assert brisa is not None
        assert str(brisa.ledgers[0]) == "ST 12 = 9 base +3 Climbing SKL-3"

    @ALL
    def test_the_level_decides(self, edition: str) -> None:
        camp = three(edition)
        check = parsed(camp, "3/ST+CLIMBING")
        over = party_check(camp, check, "get over")
        assert played(over, "Brisa tries", "4 4 4") == Tried(passed=("Brisa",))
        over = party_check(camp, check, "get over")
        assert played(over, "Cato tries", "4 4 4") == Tried(failed=("Cato",))


@pytest.mark.parametrize("edition", [TSC, AW])
def test_swimming_ex_tsc_7_ex_aw_8(edition: str) -> None:
    """EX-TSC-7, EX-AW-8, SKL-1, SKL-13: ST 12 and Swimming 1 reach the shore on 13, not on 14."""
    camp = three(edition)
    assert played(use(camp, "Ajax", "swimming"), "5 4 4")
    assert not played(use(camp, "Ajax", "swimming"), "5 5 4")


class TestWhoRolls:
    def test_each_rolls_for_himself_and_who_may_not_has_failed(self) -> None:
        camp = three(AW)
        check = parsed(camp, "3/ST+CLIMBING")
        tried = played(party_check(camp, check, "climb", tries="each"), "5 4 4", "4 4 4", "4 4 2")
        assert tried == Tried(passed=("Brisa", "Cato"), failed=("Ajax",))
        needed = parsed(camp, "3/ST against SWIMMING")
        tried = played(party_check(camp, needed, "swim", tries="each"), GREEN)
        assert tried == Tried(passed=("Ajax",), failed=("Brisa", "Cato"))

    def test_the_leader_rolls(self) -> None:
        camp = three(AW)
        check = parsed(camp, "3/ST+CLIMBING")
        assert played(party_check(camp, check, "climb", tries="leader"), "6 6 1").failed == (
            "Ajax",
        )
        needed = parsed(camp, "3/ST against CLIMBING")
        tried = played(party_check(camp, needed, "climb", tries="leader"))
        assert tried.failed == ("Ajax",), "the leader does not climb, and nobody else is asked"

    def test_the_best_rolls(self) -> None:
        camp = three(AW)
        plain = parsed(camp, "3/ST")
        assert played(party_check(camp, plain, "lift", tries="best"), GREEN).passed == ("Ajax",)
        better = parsed(camp, "3/DX+CLIMBING")
        assert played(party_check(camp, better, "hold", tries="best"), GREEN).passed == ("Brisa",)

    def test_a_curse_makes_another_the_best(self) -> None:
        """CAM-13, RUL-87: one curse on ST 12 is worse than ST 12 without."""
        camp = camp_of(AW, somebody(AW, "Ajax", curses=1), somebody(AW, "Brisa"))
        check = parsed(camp, "3/ST")
        assert played(party_check(camp, check, "lift", tries="best"), GREEN).passed == ("Brisa",)

    @pytest.mark.parametrize("tries", ["leader", "best", "each"])
    def test_it_may_be_left_alone(self, tries: Tries) -> None:
        camp = three(AW)
        flow = party_check(camp, parsed(camp, "3/ST"), "lift", tries=tries, optional=True)
        assert played(flow, "leave it alone") == Tried()
        assert told(camp) == ["nobody tries to lift: they leave it alone"]

    def test_the_incapacitated_do_not_try(self) -> None:
        """INJ-2: damage and fatigue of ST or more."""
        camp = camp_of(
            AW, somebody(AW, "Ajax", damage=7, fatigue=5), somebody(AW, "Brisa"), somebody(AW, "Cy")
        )
        request = next(party_check(camp, parsed(camp, "3/ST"), "lift"))
        assert str(request.why_not("Ajax tries")) == "Ajax is in no state to try (INJ-2)"

    def test_the_dead_are_not_asked(self) -> None:
        camp = camp_of(AW, somebody(AW, "Ajax"))
        lone = camp.company.members[0].__class__(camp.company.members[0].character, fate="dead")
        camp = camp_of(AW, lone)
        tried = played(party_check(camp, parsed(camp, "3/ST"), "lift"))
        assert tried == Tried()


class TestLuck:
    @ALL
    def test_karma_rolls_again_and_is_spent_cam_7(self, edition: str) -> None:
        """CAM-7: the failed dice are rolled again, and one point less is on his sheet."""
        camp = camp_of(edition, somebody(edition, "Ajax", karma=1))
        flow = party_check(camp, parsed(camp, "3/ST"), "lift")
        assert played(flow, "6 6 6", "Ajax re-roll", GREEN).success
        assert figure(camp, "Ajax", "karma") == 0

    @ALL
    def test_curses_count_cam_13(self, edition: str) -> None:
        """CAM-13, RUL-87: with two curses ST 12 passes on 10, not on 11."""
        camp = camp_of(edition, somebody(edition, "Ajax", curses=2))
        check = parsed(camp, "3/ST")
        assert played(party_check(camp, check, "lift"), "4 3 3").success
        assert not played(party_check(camp, check, "lift"), "4 4 3").success

    def test_as_many_dice_as_the_check_says_chk_2(self) -> None:
        camp = camp_of(AW, somebody(AW, "Ajax"))
        check = parsed(camp, "4/ST")
        assert played(party_check(camp, check, "lift"), "3 3 3 3").success
        assert not played(party_check(camp, check, "lift"), "4 3 3 3").success


class TestContest:
    @ALL
    def test_the_one_they_meet_has_ten_where_nobody_says_otherwise_rul_94(
        self, edition: str
    ) -> None:
        """RUL-94: the stranger's cap is 10: his 11 is over and loses, his 10 beats a 9."""
        camp = camp_of(edition, somebody(edition, "Ajax", iq=9), gm="GM")
        check = parsed(camp, "win IQ")
        dice = ("Ajax 2 dice", "the stranger 2 dice")
        assert played(party_check(camp, check, "bluff"), *dice, "1 1", "6 5").success
        assert not played(party_check(camp, check, "bluff"), *dice, "5 4", "5 5").success

    @ALL
    def test_numbers_of_the_adventure_count(self, edition: str) -> None:
        camp = camp_of(edition, somebody(edition, "Ajax", iq=9), gm="GM")
        sage = Npc("the sage", iq=14)
        flow = party_check(camp, parsed(camp, "win IQ"), "bluff", others=[sage])
        assert not played(flow, "Ajax 2 dice", "the sage 2 dice", "5 4", "6 5").success

    def test_different_attributes_chk_11(self) -> None:
        """CHK-11: DX 11 against the guard's IQ 7, each under its own."""
        camp = camp_of(TS, somebody(TS, "Ajax"), gm="GM")
        guard = Npc("the guard", dx=18, iq=7)
        flow = party_check(camp, parsed(camp, "win DX against IQ"), "slip by", others=[guard])
        assert played(flow, "Ajax 2 dice", "the guard 2 dice", "1 1", "4 4").success

    def test_the_game_master_chooses_the_dice(self) -> None:
        seen = Played()
        camp = camp_of(AW, somebody(AW, "Ajax"), gm="GM")
        flow = party_check(camp, parsed(camp, "win IQ"), "bluff")
        played(flow, "Ajax 2 dice", "the stranger 1 die", "4 4", "6", seen=seen)
        assert [choice.seat for choice in seen.choices] == ["table", "GM"]
        assert [roll.seat for roll in seen.rolls] == ["table", "GM"]

    @pytest.mark.parametrize(
        ("iq", "dice", "answer"), [(10, 1, 2), (10, 4, 2), (4, 1, 1), (16, 2, 3), (16, 4, 3)]
    )
    def test_without_one_the_best_answer_is_rolled_rul_138(
        self, iq: int, dice: int, answer: int
    ) -> None:
        """RUL-138, RUL-7: the stranger's dice are those that leave Ajax the least chance."""
        seen = Played()
        camp = camp_of(AW, somebody(AW, "Ajax", iq=9))
        flow = party_check(camp, parsed(camp, "win IQ"), "bluff", others=[Npc(iq=iq)])
        word = "die" if dice == 1 else "dice"
        ours, theirs = " ".join("1" * dice), " ".join("1" * answer)
        played(flow, f"Ajax {dice} {word}", ours, theirs, seen=seen)
        assert [roll.dice for roll in seen.rolls] == [dice, answer]
        assert best_answer(9, dice, iq).dice == (dice, answer)
        assert seen.rolls[1].seat is None

    def test_in_secret_he_does_not_know_what_is_announced_rul_1(self) -> None:
        """RUL-1: his answer is the same whatever Ajax has announced."""
        answers = []
        for dice in (1, 4):
            seen = Played()
            options = {"contest_dice_order": "secret"}
            camp = camp_of(AW, somebody(AW, "Ajax", iq=9), options=options)
            flow = party_check(camp, parsed(camp, "win IQ"), "bluff", others=[Npc(iq=4)])
            word = "die" if dice == 1 else "dice"
            played(flow, f"Ajax {dice} {word}", " ".join("1" * dice), "1", seen=seen)
            answers.append(seen.rolls[1].dice)
        assert answers == [1, 1]

    def test_odds_are_those_of_the_best_dice_against_the_best_answer(self) -> None:
        """RUL-1: exact, and the level counts on top of IQ (SKL-1)."""
        camp = camp_of(AW, somebody(AW, "Ajax", skills={"charisma": 2}), somebody(AW, "Brisa"))
        flow = party_check(camp, parsed(camp, "win IQ+CHARISMA"), "charm", others=[Npc()])
        request = next(flow)
        assert isinstance(request, Choose)
        shown = [option.about.figures["win"] for option in request.options if option.about]
        assert shown == [
            best_contest(11, 10, "defender").attacker,
            best_contest(9, 10, "defender").attacker,
        ]

    @ALL
    def test_ties_go_by_the_edition_chk_8(self, edition: str) -> None:
        """CHK-8, RUL-3: TSC and AW the higher attribute, here Ajax; TS nobody."""
        camp = camp_of(edition, somebody(edition, "Ajax", iq=12), gm="GM")
        flow = party_check(camp, parsed(camp, "win IQ"), "bluff")
        won = played(flow, "Ajax 2 dice", "the stranger 2 dice", "4 4", "4 4").success
        assert won == (edition != TS)

    def test_who_answers_adds_the_same_skill_rul_6(self) -> None:
        """RUL-6: a trader with Merchant 2 caps at 12."""
        camp = camp_of(AW, somebody(AW, "Ajax", iq=12, skills={"merchant": 1}), gm="GM")
        trader = Npc("the trader", skills={"merchant": 2})
        flow = use(camp, "Ajax", "merchant", on=trader)
        assert not played(flow, "Ajax 2 dice", "the trader 2 dice", "6 5", "6 6")

    def test_a_group_is_met_in_its_foremost_rul_5(self) -> None:
        """RUL-5: the conscious one with the highest number, skill included."""
        check = SkillCheck.parse("win DX against IQ", TSC)
        asleep = Npc("the captain", iq=18, helpless=True)
        group = [Npc("a guard", iq=9), Npc("the sergeant", iq=12), asleep]
        assert foremost(group, check).name == "the sergeant"
        assert foremost([], check) == Npc("the stranger", 10, 10, 10)

    def test_the_helpless_lose_without_a_roll_rul_4(self) -> None:
        camp = camp_of(AW, somebody(AW, "Ajax"))
        flow = party_check(camp, parsed(camp, "win DX"), "rob", others=[Npc(helpless=True)])
        assert played(flow).success

    @ALL
    def test_curses_of_both_count_cam_13(self, edition: str) -> None:
        """CAM-13, RUL-87: the stranger's 9 of 10 with two curses is over."""
        camp = camp_of(edition, somebody(edition, "Ajax", iq=9), gm="GM")
        flow = party_check(camp, parsed(camp, "win IQ"), "bluff", others=[Npc(curses=2)])
        assert played(flow, "Ajax 2 dice", "the stranger 2 dice", "1 1", "5 4").success

    def test_karma_of_the_loser_turns_it_cam_7(self) -> None:
        camp = camp_of(AW, somebody(AW, "Ajax", karma=1), gm="GM")
        flow = party_check(camp, parsed(camp, "win IQ"), "bluff")
        answers = ["Ajax 2 dice", "the stranger 1 die", "1 1", "6", "Ajax re-roll", "4 4"]
        assert played(flow, *answers).success
        assert figure(camp, "Ajax", "karma") == 0


@pytest.mark.parametrize(
    ("edition", "skill"), [(TSC, "weightlessness"), (TS, "weightless-movement")]
)
def test_weightless_skl_19(edition: str, skill: str) -> None:
    """SKL-19, RUL-93: +1 DX a level where nothing has weight, and only there."""
    camp = camp_of(edition, somebody(edition, "Ajax", skills={skill: 2}))
    check = parsed(camp, "3/DX")
    assert played(party_check(camp, check, "drift", weightless=True), "5 4 4").success
    assert not played(party_check(camp, check, "run"), "5 4 4").success
    assert not played(
        party_check(camp, parsed(camp, "3/IQ"), "aim", weightless=True), "5 4 4"
    ).success


@pytest.mark.parametrize(
    ("edition", "handler"), [(TSC, "zoologist"), (AW, "animal-handler"), (TS, "zoologist")]
)
def test_whom_a_skill_can_be_used_on(edition: str, handler: str) -> None:
    """SKL-20, SKL-38: Charisma is lost on the hostile, a handler of animals handles animals."""
    camp = camp_of(edition, somebody(edition, "Ajax", skills={"charisma": 1, handler: 1}))
    hostile, wolf = Npc("the brute", hostile=True), Npc("the wolf", animal=True)
    refused = useless(camp, "Ajax", "charisma", hostile)
    assert str(refused) == "the brute is hostile, and Charisma is lost on the hostile (SKL-20)"
    assert useless(camp, "Ajax", "charisma", Npc()) is None
    assert str(useless(camp, "Ajax", handler, Npc())) == "the stranger is no animal (SKL-38)"
    assert useless(camp, "Ajax", handler, wolf) is None
    assert str(useless(camp, "Ajax", "charisma")) == "Charisma is used on somebody (SKL-20)"


@pytest.mark.parametrize(("edition", "refused"), [(TSC, "None"), (TS, "Interrogator is used on")])
def test_ts_interrogators_ask_npcs_skl_14(edition: str, refused: str) -> None:
    """SKL-14: TSC a character, TS an NPC."""
    camp = camp_of(edition, somebody(edition, "Ajax", skills={"interrogator": 1}))
    assert str(useless(camp, "Ajax", "interrogator")).startswith(refused)
    assert useless(camp, "Ajax", "interrogator", Npc(hostile=True)) is None


def test_the_chance_of_one_die_is_exact() -> None:
    camp = camp_of(TS, somebody(TS, "Ajax", iq=3), somebody(TS, "Brisa", iq=3))
    request = next(party_check(camp, parsed(camp, "1/IQ"), "guess"))
    assert isinstance(request, Choose)
    about = request.options[0].about
    assert about is not None
    assert about.figures == {"pass": Fraction(1, 2)}
