"""Checks: passing, winning, ties, curses and suits, by scripted dice (section 2)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeVar

import pytest

from legendry.legends.attack import small_die
from legendry.legends.checks import check
from legendry.legends.contests import wins
from legendry.legends.fighter import Fight
from legendry.legends.prices import attribute_price, skill_price
from legendry.table import Choose, Flow, Ledger, Line, Roll, Table
from tests.legends.arena import (
    ALL,
    AW,
    TS,
    TSC,
    arena,
    asked,
    fighter,
    offered,
    play,
    told,
    who,
    why_not,
)

T = TypeVar("T")


def run(flow: Flow[T], *answers: str) -> T:
    """Drive one flow with faces and notations; every answer must be asked for."""
    left = list(answers)
    try:
        request = next(flow)
        while True:
            assert left, request.asks
            text = left.pop(0)
            if isinstance(request, Roll):
                request = flow.send(request.read(text))
            else:
                assert request.why_not(text) is None
                option = request.find(text)
                assert option is not None
                request = flow.send(option.value)
    except StopIteration as end:
        assert not left, f"nobody asked for {left}"
        return end.value  # type: ignore[no-any-return]


def duel(edition: str, *, dice: str = "", options: Any = None, **figures: Any) -> Table[Fight]:
    """Ajax, in `figures`, next to Hector; both with clubs."""
    ajax = {"weapons": ["club"]} | figures
    return arena(
        edition,
        who("Ajax", "Greeks", "0504", **ajax),
        who("Hector", "Trojans", "0604", weapons=["club"], dx=12),
        dice=dice,
        options=options,
    )


def wrestle(
    edition: str,
    a: str,
    b: str,
    *,
    ajax: dict[str, Any] | None = None,
    hector: dict[str, Any] | None = None,
    options: Any = None,
) -> Table[Fight]:
    """A contest of ST in a grapple, Ajax (ST 12) starting, with those faces."""
    counts = [f"{name} {len(faces.split())} " for name, faces in (("Ajax", a), ("Hector", b))]
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", **{"st": 12, "holds": "Hector"} | (ajax or {})),
        who("Hector", "Trojans", "0504", **{"st": 11} | (hector or {})),
        dice=f"{a}, {b}",
        options=options,
    )
    play(table, "Ajax stay", "Ajax grapple Hector")
    for count in counts:
        play(table, count + ("die" if count.endswith(" 1 ") else "dice"))
    return table


def winner(table: Table[Fight]) -> str:
    """Who won the last contest, or nobody."""
    said = [text for text in told(table) if text.endswith(" wins")][-1]
    return said.rpartition(", ")[2].removesuffix(" wins")


# -- passing -----------------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize(
    ("faces", "hit"), [("2 3 5", True), ("1 4 6", True), ("2 4 6", False), ("6 6 6", False)]
)
def test_a_total_at_most_the_attribute_passes(edition: str, faces: str, hit: bool) -> None:
    """CHK-1, CHK-3: hitting is 3/DX; 10 and 11 pass DX 11, 12 fails."""
    table = play(duel(edition, dice=faces), "Ajax stay", "Ajax strike Hector")
    assert asked(table).endswith("Does Hector dodge?" if hit else "Does Hector answer Ajax?")


FOUR, FIVE = Ledger.of("dice", (4, "hard")), Ledger.of("dice", (5, "very hard"))


def test_a_check_is_rolled_with_as_many_dice_as_it_says() -> None:
    """CHK-2, CHK-3: three dice is the standard, 4/ST and 5/DX roll more; ST and IQ serve as well."""
    fight = duel(AW).state
    ajax = fight.named("Ajax")
    assert run(check(fight, ajax, "IQ", "notice"), "3 3 3")
    assert not run(check(fight, ajax, "ST", "lift", dice=FOUR), "4 3 3 3")
    assert run(check(fight, ajax, "ST", "lift", dice=FOUR), "3 3 3 3")
    assert run(check(fight, ajax, "DX", "seek", dice=FIVE), "2 2 2 2 3")


@ALL
def test_skills_raise_the_number_to_roll_under_not_the_dice(edition: str) -> None:
    """CHK-4, SKL-1: axe 2 makes 13 of DX 11; three dice are rolled all the same."""
    for faces, hit in (("6 6 1", True), ("6 6 2", False)):
        table = duel(edition, dice=faces, skills={"axe": 2})
        play(table, "Ajax stay", "Ajax strike Hector")
        assert ("dodge" in asked(table)) is hit
        (checked,) = [event for event in table.events if type(event).__name__ == "Checked"]
        assert str(checked.limit) == "DX 13 = 11 base +2 Axe SKL-4"  # type: ignore[attr-defined]


@ALL
@pytest.mark.parametrize(
    ("dx", "faces", "hit"), [(18, "6 6 6", True), (2, "1 1 1", False), (3, "1 1 1", True)]
)
def test_no_roll_succeeds_or_fails_by_itself(edition: str, dx: int, faces: str, hit: bool) -> None:
    """CHK-10: all sixes may hit and all ones may miss; there are no critical hits."""
    table = play(duel(edition, dice=f"{faces}, 6", dx=dx), "Ajax stay", "Ajax strike Hector")
    assert ("dodge" in asked(table)) is hit
    if hit:
        play(table, "Hector take it")
        assert fighter(table, "Hector").damage == 6


def test_small_dice_are_read_off_a_d6() -> None:
    """RUL-9: D3 is half a D6 rounded up; D2 is 1 on odd faces and 2 on even ones."""
    assert [small_die(face, 3) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [small_die(face, 2) for face in range(1, 7)] == [1, 2, 1, 2, 1, 2]


@pytest.mark.parametrize(("face", "damage"), [("3", 1), ("4", 2)])
def test_a_thrown_rock_rolls_a_d2(face: str, damage: int) -> None:
    """RUL-9: one D6 is asked for, and counts as a D2."""
    table = duel(AW, dice=f"3 3 3, {face}", weapons=["thrown-rock"])
    play(table, "Ajax stay", "Ajax throw Hector")
    assert fighter(table, "Hector").damage == damage


def test_bare_hands_roll_a_d3_of_fatigue() -> None:
    """RUL-9, WPN-6: a five is 3 on a D3, and 1 more for the stronger."""
    table = duel(TS, dice="3 3 3, 5", st=13, weapons=[])
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    assert (fighter(table, "Hector").damage, fighter(table, "Hector").fatigue) == (0, 4)


def test_attributes_stop_at_1_and_movement_at_0() -> None:
    """RUL-10: plate takes 5 off DX 3, but not below 1; MA is 0, so there is nowhere to go."""
    table = duel(AW, dx=3, armor=["plate"])
    ajax = fighter(table, "Ajax")
    assert (ajax.dx, ajax.ma) == (1, 0)
    assert str(ajax.ledgers["DX"]).endswith("never below 1 RUL-10")
    assert offered(table) == ["Ajax stay", "Ajax pass", "Ajax drop club"]
    assert why_not(table, "Ajax move 0503") == "0503 is out of reach with MA 0 (MOV-2)"


# -- winning -----------------------------------------------------------------------------------


@ALL
def test_the_higher_total_wins(edition: str) -> None:
    """CHK-5: 12 of ST 12 beats 11 of ST 11, and 11 beats 10."""
    assert winner(wrestle(edition, "6 6", "6 5")) == "Ajax"
    assert winner(wrestle(edition, "5 5", "6 5")) == "Hector"


@ALL
@pytest.mark.parametrize(
    ("ours", "theirs", "wins"), [("6 6 1", "4 4 1", "Hector"), ("1", "6 6", "Ajax")]
)
def test_who_is_over_fails_however_high(edition: str, ours: str, theirs: str, wins: str) -> None:
    """CHK-7: 13 of ST 12 loses to 9, and 12 of ST 11 to 1."""
    assert winner(wrestle(edition, ours, theirs)) == wins


@ALL
def test_both_over_nobody_wins(edition: str) -> None:
    """CHK-9, RUL-3: 13 of 12 against 12 of 11, and a tie above both caps."""
    assert winner(wrestle(edition, "6 6 1", "6 6")) == "nobody"
    assert winner(wrestle(edition, "6 6 1", "6 6 1")) == "nobody"


@pytest.mark.parametrize(("edition", "wins"), [(TSC, "Ajax"), (AW, "Ajax"), (TS, "nobody")])
def test_equal_totals(edition: str, wins: str) -> None:
    """CHK-8, RUL-3, EX-D-1, EX-D-2: the higher attribute, ST 12 over ST 11; in TS nobody."""
    table = wrestle(edition, "5 5", "6 4")
    assert winner(table) == wins
    if wins == "Ajax":
        assert winner(wrestle(edition, "5 5", "6 4", hector={"st": 13})) == "Hector"
    else:
        assert asked(table).startswith("Trojans: where does Hector go?")  # the attempt failed


@pytest.mark.parametrize(
    ("rule", "edition", "wins"), [("higher_attribute", TS, "Ajax"), ("nobody", AW, "nobody")]
)
def test_tie_rule_of_the_table(rule: str, edition: str, wins: str) -> None:
    """RUL-3: `tie_rule` overrides the edition."""
    assert winner(wrestle(edition, "5 5", "6 4", options={"tie_rule": rule})) == wins


def test_ties_compare_attributes_without_skills_then_with_them() -> None:
    """CHK-8, RUL-3: ST 12 beats ST 11 with unarmed 3; of equal ST the more skilled wins a tie."""
    skilled = {"unarmed": 3}
    assert winner(wrestle(AW, "5 5", "6 4", hector={"skills": skilled})) == "Ajax"
    assert winner(wrestle(AW, "5 5", "6 4", hector={"st": 12, "skills": skilled})) == "Hector"
    assert winner(wrestle(AW, "5 5", "6 4", hector={"st": 12})) == "nobody"


def test_a_tie_above_one_cap_goes_to_the_other() -> None:
    """RUL-3: 12 against 12 is over for ST 11, so ST 12 wins, in TS too."""
    assert winner(wrestle(TS, "6 6", "6 6")) == "Ajax"


@ALL
def test_the_starter_announces_first_then_the_other_then_both_roll(edition: str) -> None:
    """CHK-6, RUL-1: each announces openly before any die is rolled."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", holds="Hector"),
        who("Hector", "Trojans", "0504"),
    )
    play(table, "Ajax stay", "Ajax grapple Hector")
    assert asked(table) == "Greeks: Ajax: grapple, Ajax against Hector: how many dice?"
    play(table, "Ajax 2 dice")
    assert asked(table) == "Trojans: Hector: grapple, Ajax against Hector: how many dice?"
    assert table.record_for("Trojans").endswith("Ajax 2 dice\n")
    play(table, "Hector 3 dice")
    assert asked(table) == "grapple Ajax>Hector: 2 dice of 6 sides"
    play(table, "6 6")
    assert asked(table) == "grapple Hector>Ajax: 3 dice of 6 sides"


@ALL
def test_dice_may_be_announced_secretly(edition: str) -> None:
    """CHK-6, RUL-1: with `contest_dice_order` secret the responder sees no number."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", holds="Hector"),
        who("Hector", "Trojans", "0504"),
        options={"contest_dice_order": "secret"},
    )
    play(table, "Ajax stay", "Ajax grapple Hector", "Ajax 2 dice")
    assert "2 dice" not in table.record_for("Trojans")
    assert table.record_for("Greeks").endswith("Ajax 2 dice\n")
    play(table, "Hector 3 dice")
    assert asked(table) == "grapple Ajax>Hector: 2 dice of 6 sides"


@ALL
def test_one_die_at_least_and_no_more_than_can_succeed(edition: str) -> None:
    """CHK-6, RUL-2: 1 to 11 dice for ST 11, or concede; a giant may roll 45."""
    table = arena(
        edition,
        who("Giant", "Greeks", "0504", st=45, holds="Hector"),
        who("Hector", "Trojans", "0504", st=11),
    )
    play(table, "Giant stay", "Giant grapple Hector")
    assert offered(table)[0] == "Giant 1 die"
    assert offered(table)[-2:] == ["Giant 45 dice", "Giant concede"]
    play(table, "Giant 45 dice")
    assert len(offered(table)) == 12
    assert why_not(table, "Hector 12 dice") == "12 dice can only exceed 11 (RUL-2)"
    assert "not an answer" in why_not(table, "Hector 0 dice")


@ALL
def test_a_party_may_concede_without_rolling(edition: str) -> None:
    """RUL-2: the other wins, and no dice of the contest are rolled."""
    for loser in ("Ajax", "Hector"):
        table = arena(
            edition,
            who("Ajax", "Greeks", "0504", holds="Hector"),
            who("Hector", "Trojans", "0504"),
        )
        play(table, "Ajax stay", "Ajax grapple Hector")
        play(table, *(["Ajax concede"] if loser == "Ajax" else ["Ajax 2 dice", "Hector concede"]))
        wins, other = ("Hector", "Ajax") if loser == "Ajax" else ("Ajax", "Hector")
        assert told(table)[-1] == f"{wins} wins against {other}: conceded"
        assert asked(table).startswith((f"damage {wins}>", f"{fighter(table, wins).seat}: "))


def chance(table: Table[Fight], notation: str) -> Fraction:
    """What an option says of the chance to win."""
    assert isinstance(table.pending, Choose)
    option = table.pending.find(notation)
    assert option is not None
    assert option.about is not None
    return option.about.figures["win"]


@pytest.mark.parametrize(
    ("edition", "curses", "answers"),
    [
        (AW, 0, 15),  # ties are for the higher ST
        (TS, 0, 15),  # or for nobody
        (AW, 1, 21),  # one less counts for Ajax
        (TSC, 1, 10),  # one more counts for him
    ],
)
def test_announcing_shows_the_exact_chance(edition: str, curses: int, answers: int) -> None:
    """CHK-5, CHK-8, RUL-87: one die against one, ST 12 against ST 11; curses are reckoned with."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", st=12, curses=curses, holds="Hector"),
        who("Hector", "Trojans", "0504", st=11),
    )
    play(table, "Ajax stay", "Ajax grapple Hector")
    worst = chance(table, "Ajax 1 die")
    play(table, "Ajax 1 die")
    assert chance(table, "Hector 1 die") == Fraction(answers, 36)
    assert worst <= 1 - chance(table, "Hector 2 dice")  # the best answer to one die


def test_the_helpless_lose_without_rolls() -> None:
    """RUL-4: nobody is asked for dice; the conscious party has won."""
    fight = duel(TS).state
    ajax, hector = fight.named("Ajax"), fight.named("Hector")
    hector.take(fatigue=12)
    assert run(wins(fight, ajax, hector, "DX", "tackle")) is ajax
    assert str(fight.events[-1]) == "Ajax wins against Hector: the helpless do not resist"


def test_the_responder_adds_the_same_skill() -> None:
    """RUL-6: Hector's unarmed 2 makes his cap in the grapple 13; Ajax has none."""
    table = wrestle(AW, "6 6", "6 6 1", hector={"skills": {"unarmed": 2}})
    assert winner(table) == "Hector"
    assert told(table)[-2 if "takes" in told(table)[-1] else -1].startswith(
        "Ajax and Hector grapple: 12 of 12 against 13 of 13"
    )


def test_a_contest_may_pit_attributes_against_each_other() -> None:
    """CHK-11: DX 11 against IQ 9, each total under its roller's own attribute."""
    fight = duel(TSC).state
    ajax, hector = fight.named("Ajax"), fight.named("Hector")
    pit = ("Ajax 2 dice", "Hector 2 dice")
    assert run(wins(fight, ajax, hector, "DX", "stalk", against="IQ"), *pit, "5 6", "5 4") is ajax
    assert run(wins(fight, ajax, hector, "DX", "stalk", against="IQ"), *pit, "1 1", "5 5") is ajax
    assert run(wins(fight, ajax, hector, "DX", "stalk", against="IQ"), *pit, "6 6", "1 1") is hector
    # a tie is for the higher of the attributes that were rolled against: DX 11, IQ 9
    assert run(wins(fight, ajax, hector, "DX", "stalk", against="IQ"), *pit, "4 4", "5 3") is ajax


def test_effects_on_the_number_of_dice_leave_contests_alone() -> None:
    """RUL-8: no effect on dice exists before magic; a contest is rolled as announced either way."""
    for effects in ("highest", "cumulative"):
        table = wrestle(AW, "6 6", "5 5", options={"dice_effects": effects})
        assert winner(table) == "Ajax"


# -- examples of the books that are no sequences -----------------------------------------------


@pytest.mark.parametrize("edition", [TSC, AW, TS])
def test_swimming_helps_by_its_level(edition: str) -> None:
    """EX-TSC-7, EX-AW-8, SKL-1: ST 12 and Swimming 1 succeed on 13 and fail on 14."""
    fight = duel(edition, skills={"swimming": 1}).state
    ajax = fight.named("Ajax")
    level = [Line(ajax.skill("swimming"), "Swimming", "SKL-1")]
    assert run(check(fight, ajax, "ST", "swim", plus=level), "6 6 1")
    assert not run(check(fight, ajax, "ST", "swim", plus=level), "6 6 2")


def test_the_printed_prices_of_advancement() -> None:
    """EX-TSC-6, EX-AW-7, CAM-5, CAM-6: IQ 14 costs 14 XP, IQ 12 costs 12; a skill point 10."""
    fights = {slug: duel(slug).state for slug in (TSC, AW)}
    assert attribute_price(14, fights[TSC].edition.switches) == 14
    assert attribute_price(12, fights[AW].edition.switches) == 12
    assert skill_price(None, fights[AW].edition.switches, magic=False) == 10
    assert skill_price(None, fights[AW].edition.switches, magic=True) == 20
