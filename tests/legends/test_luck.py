"""Karma, wishes, curses in fights (section 15.3), and powered suits that fail (ARM-6)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.table import Scripted, Table
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

SPACE = pytest.mark.parametrize("edition", [TSC, TS])


def begun(table: Table[Fight]) -> Table[Fight]:
    """Nobody spends anything on the initiative."""
    while "initiative" in asked(table):
        play(table, offered(table)[0])
    return table


def duel(
    edition: str,
    dice: str = "",
    *,
    hector: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    **ajax: Any,
) -> Table[Fight]:
    """Ajax next to Hector, both with clubs; Paris far away keeps the fight going."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", **{"weapons": ["club"]} | ajax),
        who("Hector", "Trojans", "0604", **{"weapons": ["club"]} | (hector or {})),
        who("Paris", "Trojans", "1308"),
        dice=dice,
        options=options,
    )
    return begun(table)


def grapple(
    edition: str,
    dice: str,
    *,
    ajax: dict[str, Any] | None = None,
    hector: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
) -> Table[Fight]:
    """Ajax (ST 12) holds Hector (ST 11) and has announced a grapple."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", **{"st": 12, "holds": "Hector"} | (ajax or {})),
        who("Hector", "Trojans", "0504", **{"st": 11} | (hector or {})),
        dice=dice,
        options=options,
    )
    return play(begun(table), "Ajax stay", "Ajax grapple Hector")


def winner(table: Table[Fight]) -> str:
    """Who won the last contest, or nobody."""
    said = [text for text in told(table) if text.endswith(" wins")][-1]
    return said.rpartition(", ")[2].removesuffix(" wins")


# -- karma -------------------------------------------------------------------------------------


@ALL
def test_karma_rolls_a_check_again(edition: str) -> None:
    """CAM-7, RUL-84: the full set, after seeing it and before anything comes of it."""
    table = duel(edition, "6 6 6, 1 2 3", karma=1)
    play(table, "Ajax stay", "Ajax strike Hector")
    assert asked(table) == "Greeks: hit Ajax>Hector: 18. Does Ajax spend karma to roll again?"
    play(table, "Ajax re-roll")
    assert fighter(table, "Ajax").karma == 0
    assert asked(table) == "Trojans: Ajax has hit Hector. Does Hector dodge?"


@ALL
def test_the_new_roll_stands_unless_more_karma_is_spent(edition: str) -> None:
    """CAM-7, RUL-84: worse or not; a second point rolls a third time."""
    table = duel(edition, "6 6 5, 6 6 6, 1 1 1", karma=2)
    play(table, "Ajax stay", "Ajax strike Hector", "Ajax re-roll")
    assert "hit Ajax>Hector: 18." in asked(table)
    play(table, "Ajax re-roll")
    assert fighter(table, "Ajax").karma == 0
    assert "dodge" in asked(table)
    table = duel(edition, "6 6 5, 6 6 6", karma=1)
    play(table, "Ajax stay", "Ajax strike Hector", "Ajax re-roll")
    assert asked(table) == "Trojans: Does Hector answer Ajax?"  # 18 stands: a miss


@ALL
def test_karma_may_be_kept(edition: str) -> None:
    """CAM-7: the roll stands, the karma stays."""
    table = duel(edition, "6 6 6", karma=1)
    play(table, "Ajax stay", "Ajax strike Hector", "Ajax keep")
    assert fighter(table, "Ajax").karma == 1
    assert asked(table) == "Trojans: Does Hector answer Ajax?"


@ALL
def test_karma_rolls_damage_again(edition: str) -> None:
    """CAM-7, RUL-84: all its dice, before armor and harm."""
    table = duel(edition, "3 3 3, 1, 6", karma=1)
    play(table, "Ajax stay", "Ajax strike Hector", "Ajax keep", "Hector take it")
    assert asked(table) == "Greeks: damage Ajax>Hector: 1. Does Ajax spend karma to roll again?"
    assert fighter(table, "Hector").damage == 0
    play(table, "Ajax re-roll")
    assert fighter(table, "Hector").damage == 6


@pytest.mark.parametrize(
    ("edition", "weapon", "faces", "better"),
    [
        (AW, "cutlass", "1 1", Fraction(33, 36)),
        (AW, "unarmed", "1", Fraction(4, 6)),
        (TS, "cutlass", "1 1", Fraction(33, 36)),
        (TSC, "cutlass", "1 1", Fraction(35, 36)),
    ],
)
def test_the_chance_of_better_damage(
    edition: str, weapon: str, faces: str, better: Fraction
) -> None:
    """CAM-7, RUL-9, RUL-76: in points, not in faces: a D3 shows each twice, and 1 is the least."""
    ajax = {"weapons": [] if weapon == "unarmed" else [weapon], "karma": 1}
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", **ajax),
        who("Hector", "Trojans", "0604"),
        dice=f"3 3 3, {faces}",
    )
    play(table, "Ajax stay", "Ajax strike Hector", "Ajax keep", "Hector take it")
    assert figures(table, "Ajax re-roll")["win"] == better


@ALL
def test_karma_serves_in_reactions(edition: str) -> None:
    """RUL-84: no action is needed; Hector rolls his dodge again."""
    table = duel(edition, "3 3 3, 6 6 6, 1 1 1", hector={"karma": 1})
    play(table, "Ajax stay", "Ajax strike Hector", "Hector dodge")
    assert asked(table) == "Trojans: dodge Hector>Ajax: 18. Does Hector spend karma to roll again?"
    play(table, "Hector re-roll")
    assert asked(table) == "Trojans: Hector dodges: where to?"


@ALL
def test_in_a_contest_the_losing_party_decides_first_back_and_forth(edition: str) -> None:
    """RUL-84, CHK-5: Hector behind, then Ajax behind, then Hector again, who has no more."""
    table = grapple(edition, "5, 4, 6, 3, 2", ajax={"karma": 2}, hector={"karma": 1})
    play(table, "Ajax 1 die", "Hector 1 die")
    assert asked(table).startswith(
        "Trojans: grapple: 5 against 4; dice of Hector. Does Hector spend"
    )
    play(table, "Hector re-roll")
    assert asked(table).startswith("Greeks: grapple: 5 against 6; dice of Ajax. Does Ajax spend")
    play(table, "Ajax re-roll")
    assert asked(table).startswith("Greeks: grapple: 3 against 6;")
    play(table, "Ajax re-roll")
    assert winner(table) == "Hector"


@ALL
def test_the_winning_party_is_not_asked(edition: str) -> None:
    """RUL-84: Ajax is ahead and keeps his karma; nobody else has any."""
    table = grapple(edition, "5, 4", ajax={"karma": 1})
    play(table, "Ajax 1 die", "Hector 1 die")
    assert winner(table) == "Ajax"
    assert fighter(table, "Ajax").karma == 1


def test_when_nobody_wins_both_may_spend_the_starter_first() -> None:
    """RUL-84: on a tie in TS neither is ahead."""
    table = grapple(TS, "4, 4, 5", ajax={"karma": 1}, hector={"karma": 1})
    play(table, "Ajax 1 die", "Hector 1 die")
    assert asked(table).startswith("Greeks: grapple: 4 against 4")
    play(table, "Ajax keep")
    assert asked(table).startswith("Trojans: grapple: 4 against 4")
    play(table, "Hector re-roll")
    assert asked(table).startswith("Greeks: grapple: 4 against 5")


def start(dice: str, *fighters: dict[str, Any], edition: str = TS) -> Table[Fight]:
    sides = list(dict.fromkeys(one["side"] for one in fighters))
    return Table(
        FIGHT, sides, Scripted(*dice.split()), edition=edition, setup={"fighters": list(fighters)}
    )


@ALL
def test_any_one_member_of_a_side_may_roll_its_initiative_again(edition: str) -> None:
    """RUL-84, RUL-11: the side behind decides, member by member, when all dice lie open."""
    table = start(
        "5 2 6",
        who("Ajax", "Greeks", karma=1),
        who("Hector", "Trojans", karma=1),
        who("Paris", "Trojans", karma=1),
        edition=edition,
    )
    assert (
        asked(table) == "Trojans: initiative: 2 against 5. Does Hector spend karma to roll again?"
    )
    six_or_a_tie = Fraction(1, 6) + Fraction(1, 12)
    assert figures(table, "Hector re-roll")["win"] == six_or_a_tie
    play(table, "Hector keep")
    assert asked(table) == "Trojans: initiative: 2 against 5. Does Paris spend karma to roll again?"
    play(table, "Paris re-roll")
    assert asked(table) == "Greeks: initiative: 5 against 6. Does Ajax spend karma to roll again?"
    play(table, "Ajax keep")
    assert "Trojans have the initiative, then Greeks" in told(table)
    assert [one.karma for one in table.state.fighters] == [1, 1, 0]


def test_of_three_sides_the_last_decides_first() -> None:
    """RUL-84, RUL-11: the side with 2, then the one with 4; the first is not asked."""
    table = start(
        "4 2 6",
        who("Ajax", "Greeks", karma=1),
        who("Hector", "Trojans", karma=1),
        who("Cyrus", "Persians", karma=1),
    )
    assert "Does Hector spend karma" in asked(table)
    play(table, "Hector keep")
    assert "Does Ajax spend karma" in asked(table)
    play(table, "Ajax keep")
    assert "Persians have the initiative, then Greeks, Trojans" in told(table)


def test_a_tied_initiative_is_rolled_again_for_nothing() -> None:
    """RUL-11, RUL-84: nobody is asked for karma."""
    table = start("4 4 5 1", who("Ajax", "Greeks", karma=1), who("Hector", "Trojans", karma=0))
    assert told(table)[0] == "Greeks have the initiative, then Trojans"
    assert fighter(table, "Ajax").karma == 1


@pytest.mark.parametrize("scope", ["own_rolls", "any_roll_on_self"])
def test_karma_scope_of_checks_and_damage(scope: str) -> None:
    """RUL-84: only one's own dice; with `karma_scope` also those that are rolled against one."""
    table = duel(AW, "3 3 3, 6 6 6", hector={"karma": 1}, options={"karma_scope": scope})
    play(table, "Ajax stay", "Ajax strike Hector")
    if scope == "own_rolls":
        assert asked(table) == "Trojans: Ajax has hit Hector. Does Hector dodge?"
        return
    assert asked(table) == "Trojans: hit Ajax>Hector: 9. Does Hector spend karma to roll again?"
    play(table, "Hector re-roll")
    assert asked(table) == "Trojans: Does Hector answer Ajax?"  # 18 missed him
    table = duel(AW, "3 3 3, 6, 1", hector={"karma": 1}, options={"karma_scope": scope})
    play(
        table, "Ajax stay", "Ajax strike Hector", "Hector keep", "Hector take it", "Hector re-roll"
    )
    assert fighter(table, "Hector").damage == 1


@pytest.mark.parametrize("scope", ["own_rolls", "any_roll_on_self"])
@pytest.mark.parametrize("rolls", ["roll_each", "shared_roll"])
def test_karma_scope_of_blasts(scope: str, rolls: str) -> None:
    """RUL-84, RUL-30: the damage of a blast is a roll that concerns whom it catches."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0204", weapons=["frag-grenade"]),
        who("Hector", "Trojans", "0704", karma=1),
        dice="3 3 3, 6 6 6, 1 1 1",
        options={"karma_scope": scope, "area_damage": rolls},
    )
    play(begun(table), "Ajax stay", "Ajax lob frag grenade", "Ajax at 0704")
    if scope == "own_rolls":
        assert fighter(table, "Hector").damage == 18
        return
    assert asked(table).endswith("Ajax>0704: 18. Does Hector spend karma to roll again?")
    play(table, "Hector re-roll")
    assert fighter(table, "Hector").damage == 3


def test_all_whom_one_roll_of_damage_catches_may_spend_karma_on_it() -> None:
    """RUL-84, RUL-30: a shared roll concerns everybody in the blast."""
    table = arena(
        TS,
        who("Ajax", "Greeks", "0204", weapons=["frag-grenade"]),
        who("Hector", "Trojans", "0704", karma=1),
        who("Paris", "Trojans", "0705", karma=1),
        dice="3 3 3, 6 6 6, 5 5 5, 1 1 1",
        options={"karma_scope": "any_roll_on_self"},
    )
    play(begun(table), "Ajax stay", "Ajax lob frag grenade", "Ajax at 0704", "Hector keep")
    play(table, "Paris re-roll")
    assert asked(table).endswith("Ajax>0704: 15. Does Hector spend karma to roll again?")
    play(table, "Hector re-roll")
    assert [fighter(table, name).damage for name in ("Hector", "Paris")] == [3, 3]


@pytest.mark.parametrize("scope", ["own_rolls", "any_roll_on_self"])
def test_karma_scope_of_contests(scope: str) -> None:
    """RUL-84: the losing party may have the other's dice rolled again, too."""
    table = grapple(AW, "5, 4, 1", hector={"karma": 1}, options={"karma_scope": scope})
    play(table, "Ajax 1 die", "Hector 1 die")
    assert "dice of Hector" in asked(table)
    play(table, "Hector keep")
    if scope == "own_rolls":
        assert winner(table) == "Ajax"
        return
    assert "dice of Ajax" in asked(table)
    play(table, "Hector re-roll")
    assert winner(table) == "Hector"


@pytest.mark.parametrize(
    ("edition", "options", "serves"),
    [
        (TSC, {}, True),
        (AW, {}, True),
        (TS, {}, False),
        (TS, {"wish_karma_conversion": True}, True),
    ],
)
def test_a_wish_may_serve_as_karma(edition: str, options: dict[str, Any], serves: bool) -> None:
    """RUL-86, CAM-9: in TSC and AW; in TS only with `wish_karma_conversion`."""
    table = duel(edition, "6 6 6, 3 3 3", wishes=1, options=options)
    play(table, "Ajax stay", "Ajax strike Hector")
    if not serves:
        assert asked(table) == "Trojans: Does Hector answer Ajax?"
        return
    play(table, "Ajax re-roll")
    assert fighter(table, "Ajax").wishes == 0
    assert "Ajax spends a wish as karma to roll again" in told(table)


def test_karma_is_spent_before_wishes() -> None:
    """CAM-9, RUL-86: the wish is what is left."""
    table = duel(AW, "6 6 6, 6 6 6, 3 3 3", wishes=1, karma=1)
    play(table, "Ajax stay", "Ajax strike Hector", "Ajax re-roll")
    assert (fighter(table, "Ajax").karma, fighter(table, "Ajax").wishes) == (0, 1)
    play(table, "Ajax re-roll")
    assert fighter(table, "Ajax").wishes == 0


# -- wishes ------------------------------------------------------------------------------------


def felled(edition: str, *, face: int = 6, **hector: Any) -> Table[Fight]:
    """Ajax strikes Hector down; Hector has a wish and is asked for it."""
    figures = {"wishes": 1, "st": 10} | hector
    table = duel(edition, f"3 3 3, {face}", hector=figures, options={"zoc_trigger": "off"})
    play(table, "Ajax stay", "Ajax strike Hector")
    return play(table, "Hector take it") if "dodge" in asked(table) else table


@pytest.mark.parametrize(("edition", "fatigue"), [(TSC, 3), (AW, 3), (TS, 0)])
def test_a_wish_wipes_out_damage(edition: str, fatigue: int) -> None:
    """CAM-8, RUL-85: TSC and AW leave the fatigue, TS takes it as well; he fights on at once."""
    table = felled(edition, damage=2, fatigue=3)
    assert asked(table) == "Trojans: Hector is incapacitated. Does he spend a wish?"
    play(table, "Hector wish")
    hector = fighter(table, "Hector")
    assert (hector.damage, hector.fatigue, hector.status) == (0, fatigue, "active")
    assert hector.wishes == 0
    assert asked(table) == "Trojans: Does Hector answer Ajax?"  # he has survived


@ALL
def test_a_wish_helps_even_the_dead(edition: str) -> None:
    """CAM-8, RUL-85, RUL-68: 20 damage of ST 10 is dead; the wish undoes it."""
    table = felled(edition, damage=14, fatigue=0)
    assert asked(table) == "Trojans: Hector is dead. Does he spend a wish?"
    play(table, "Hector wish")
    assert fighter(table, "Hector").status == "active"


@pytest.mark.parametrize("edition", [TSC, AW])
def test_a_wish_does_not_wake_who_is_only_tired(edition: str) -> None:
    """RUL-85: damage is gone, the fatigue of ST 10 keeps Hector down; without damage no wish helps."""
    table = felled(edition, damage=1, fatigue=10, face=1)
    assert fighter(table, "Hector").wishes == 1  # he was down before, and is asked in his turn
    play(table, "Hector wish")
    hector = fighter(table, "Hector")
    assert (hector.damage, hector.fatigue, hector.status) == (0, 10, "incapacitated")


@ALL
def test_a_wish_in_one_s_own_turn_is_no_action(edition: str) -> None:
    """CAM-8, RUL-85: wounded and on his feet, Ajax wishes, then moves and acts."""
    table = duel(edition, damage=5, wishes=1)
    assert "Ajax wish" in offered(table)
    play(table, "Ajax wish")
    assert fighter(table, "Ajax").damage == 0
    assert asked(table) == "Greeks: where does Ajax go?"
    assert "Ajax wish" not in offered(table)


@pytest.mark.parametrize(("edition", "helps"), [(TSC, False), (AW, False), (TS, True)])
def test_a_wish_for_fatigue_alone(edition: str, helps: bool) -> None:
    """CAM-8, RUL-85: fully revived means fatigue, too, in TS only."""
    table = duel(edition, fatigue=5, wishes=1)
    assert ("Ajax wish" in offered(table)) is helps
    if not helps:
        assert why_not(table, "Ajax wish") == "Ajax has nothing to wish away (RUL-85)"


@ALL
def test_the_fallen_may_wish_when_their_side_s_turn_begins(edition: str) -> None:
    """RUL-85: at any moment, so a wish that was kept at first still helps; then he has his turn."""
    table = felled(edition, damage=6, fatigue=0)
    play(table, "Hector no wish")
    assert asked(table) == "Trojans: Hector is dying. Does he spend a wish?"
    play(table, "Hector wish")
    assert offered(table) == ["Hector", "Paris"]


@ALL
def test_the_dying_may_wish_at_the_end_of_combat(edition: str) -> None:
    """RUL-85, INJ-6: it is the last moment."""
    for answer, status in (("wish", "active"), ("no wish", "dead")):
        table = arena(
            edition,
            who("Ajax", "Greeks", "0504", weapons=["club"]),
            who("Hector", "Trojans", "0604", st=4, wishes=1),
            dice="3 3 3, 4",
        )
        play(begun(table), "Ajax stay", "Ajax strike Hector", "Hector take it", "Hector no wish")
        assert asked(table) == "Trojans: Hector is dying. Does he spend a wish?"
        assert table.outcome is None
        play(table, f"Hector {answer}")
        assert fighter(table, "Hector").status == status
        assert table.outcome is not None


@ALL
def test_a_wish_keeps_a_grapple_going(edition: str) -> None:
    """RUL-85, RUL-56: who never was down does not let go."""
    table = arena(
        edition,
        who("Ajax", "Greeks", "0504", holds="Hector"),
        who("Hector", "Trojans", "0504", st=11, damage=10, wishes=1),
        dice="6, 1, 5",
    )
    play(begun(table), "Ajax stay", "Ajax grapple Hector", "Ajax 1 die", "Hector 1 die")
    play(table, "Ajax hurt" if edition == TS else "Hector keep")
    assert asked(table).endswith("Does he spend a wish?")
    play(table, "Hector wish")
    assert table.state.holders(fighter(table, "Ajax")) == [fighter(table, "Hector")]


# -- curses ------------------------------------------------------------------------------------


@ALL
@pytest.mark.parametrize(
    ("curses", "faces", "hit"),
    [(0, "4 4 3", True), (1, "4 4 3", False), (1, "4 3 3", True), (3, "3 3 3", False)],
)
def test_a_curse_worsens_checks(edition: str, curses: int, faces: str, hit: bool) -> None:
    """CAM-12, CAM-13, RUL-87: each adds 1 to a total that must not exceed DX 11; they add up."""
    table = duel(edition, faces, curses=curses)
    play(table, "Ajax stay", "Ajax strike Hector")
    assert asked(table).endswith("Does Hector dodge?" if hit else "Does Hector answer Ajax?")


@ALL
def test_a_curse_worsens_dodges(edition: str) -> None:
    """CAM-13: pass checks of every kind."""
    table = duel(edition, "3 3 3, 4 4 3, 1", hector={"curses": 1, "dx": 11})
    play(table, "Ajax stay", "Ajax strike Hector", "Hector dodge")
    assert "Hector fails 3/DX (dodge): 4 4 3 = 12 > 11" in told(table)
    assert fighter(table, "Hector").damage == 1


@pytest.mark.parametrize(
    ("edition", "options", "damage"),
    [(TSC, {}, 4), (AW, {}, 2), (TS, {}, 2), (TSC, {"tsc_curse": "as_aw"}, 2)],
)
def test_a_curse_and_damage(edition: str, options: dict[str, Any], damage: int) -> None:
    """CAM-12, CAM-13, RUL-87: two curses take 2 off in AW and TS, nothing in TSC."""
    table = duel(edition, "2 2 2, 4", curses=2, options=options)
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    assert fighter(table, "Hector").damage == damage


@pytest.mark.parametrize("edition", [AW, TS])
def test_a_cursed_blow_is_still_worth_1_before_armor(edition: str) -> None:
    """RUL-87, RUL-76: 1 less 3 curses is 1."""
    table = duel(edition, "1 1 1, 1", curses=3)
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it")
    assert fighter(table, "Hector").damage == 1


@pytest.mark.parametrize(
    ("edition", "options", "says"),
    [
        (TSC, {}, "11 of 12 against 10 of 11, Ajax wins"),
        (AW, {}, "9 of 12 against 10 of 11, Hector wins"),
        (TS, {}, "9 of 12 against 10 of 11, Hector wins"),
        (TSC, {"tsc_curse": "as_aw"}, "9 of 12 against 10 of 11, Hector wins"),
    ],
)
def test_a_curse_and_contests(edition: str, options: dict[str, Any], says: str) -> None:
    """CAM-13, RUL-87: TSC adds to the total, which may even help; AW and TS count it less."""
    table = grapple(edition, "5 5, 5 5", ajax={"curses": 1}, options=options)
    play(table, "Ajax 2 dice", "Hector 2 dice")
    assert any(text.endswith(says) for text in told(table))


@pytest.mark.parametrize(
    ("edition", "options"), [(TSC, {}), (AW, {}), (TS, {}), (TSC, {"tsc_curse": "as_aw"})]
)
def test_a_cursed_total_is_sooner_over(edition: str, options: dict[str, Any]) -> None:
    """EX-D-7, CAM-13, RUL-87: 12 and one curse exceed ST 12, so 5 of 11 wins."""
    table = grapple(edition, "6 6, 5", ajax={"curses": 1}, options=options)
    play(table, "Ajax 2 dice", "Hector 1 die")
    assert winner(table) == "Hector"
    assert any("13 of 12 against 5 of 11" in text for text in told(table))


def test_a_cursed_tie_goes_to_the_higher_attribute() -> None:
    """EX-D-8, CAM-13, RUL-87: 10 counts as 9, and 9 against 9 is for ST 12."""
    table = grapple(AW, "5 5, 5 4", ajax={"curses": 1})
    play(table, "Ajax 2 dice", "Hector 2 dice")
    assert winner(table) == "Ajax"


def test_however_little_a_cursed_total_counts_it_beats_one_that_is_over() -> None:
    """RUL-87, CHK-7: 1 less 3 curses is −2, but Hector's 12 of 11 has failed."""
    table = grapple(AW, "1, 6 6", ajax={"curses": 3})
    play(table, "Ajax 1 die", "Hector 2 dice")
    assert winner(table) == "Ajax"


@ALL
def test_initiative_is_untouched_by_curses(edition: str) -> None:
    """RUL-87: 4 beats 3, five curses or not."""
    fighters = who("Ajax", "Greeks", curses=5), who("Hector", "Trojans")
    assert told(start("4 3", *fighters, edition=edition))[0].startswith("Greeks have")


# -- powered suits -----------------------------------------------------------------------------


def suited(edition: str, dice: str, armor: str = "battle-armor", **more: Any) -> Table[Fight]:
    options = more.pop("options", None)
    return duel(edition, dice, armor=[armor], **{"dx": 12} | more, options=options)


@SPACE
def test_all_sixes_fail_a_powered_suit(edition: str) -> None:
    """EX-D-25, ARM-6, RUL-79, RUL-18: battle armor 8/1 becomes 8/3; DX 12 is 9 and MA 4."""
    table = suited(edition, "6 6 6")
    before = fighter(table, "Ajax")
    assert (before.dx, before.ma, before.suit_failed) == (11, 5, False)
    play(table, "Ajax stay", "Ajax strike Hector")
    ajax = fighter(table, "Ajax")
    assert (ajax.dx, ajax.ma, ajax.suit_failed) == (9, 4, True)
    assert table.view(None).fighters["Ajax"].armor == 8  # type: ignore[attr-defined]
    assert "The suit of Ajax loses its power" in told(table)


@SPACE
@pytest.mark.parametrize(
    ("armor", "fails"),
    [("space-suit", True), ("landing-suit", True), ("battle-armor", True), ("flak-vest", False)],
)
def test_suits_fail_and_vests_do_not(edition: str, armor: str, fails: bool) -> None:
    """ARM-6: flag SS."""
    table = play(suited(edition, "6 6 6", armor), "Ajax stay", "Ajax strike Hector")
    assert fighter(table, "Ajax").suit_failed is fails


@SPACE
def test_other_rolls_do_not_fail_it(edition: str) -> None:
    """ARM-6, RUL-79: 6 6 5 is no failure; nor are sixes of damage or initiative."""
    table = suited(edition, "6 6 5", dx=30)
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it", "6")
    assert fighter(table, "Hector").damage == 6
    assert not fighter(table, "Ajax").suit_failed  # his side's initiative die showed a six, too


@SPACE
def test_the_roll_that_fails_it_is_judged_with_the_suit_in_power(edition: str) -> None:
    """RUL-79: 18 of DX 19 − 1 still hits; the next roll is made at 16."""
    table = play(suited(edition, "6 6 6", dx=19), "Ajax stay", "Ajax strike Hector")
    assert asked(table) == "Trojans: Ajax has hit Hector. Does Hector dodge?"
    assert fighter(table, "Ajax").dx == 16


@SPACE
def test_the_failure_is_void_if_karma_rolls_again(edition: str) -> None:
    """RUL-79, CAM-7."""
    table = suited(edition, "6 6 6, 3 3 3", karma=1)
    play(table, "Ajax stay", "Ajax strike Hector")
    assert not fighter(table, "Ajax").suit_failed  # not before the roll stands
    play(table, "Ajax re-roll")
    assert not fighter(table, "Ajax").suit_failed


@SPACE
@pytest.mark.parametrize(("least", "fails"), [(1, True), (3, False)])
def test_a_contest_may_fail_it_too(edition: str, least: int, fails: bool) -> None:
    """RUL-79: one die is enough, unless `suit_fail_min_dice` asks for three; either party's suit."""
    options = {"suit_fail_min_dice": least}
    suit = {"armor": ["battle-armor"]}
    table = grapple(edition, "6, 1", ajax=suit, hector=suit, options=options)
    play(table, "Ajax 1 die", "Hector 1 die")
    assert fighter(table, "Ajax").suit_failed is fails
    assert not fighter(table, "Hector").suit_failed
    table = grapple(edition, "1, 6", ajax=suit, hector=suit, options=options)
    play(table, "Ajax 1 die", "Hector 1 die")
    assert fighter(table, "Hector").suit_failed is fails


def test_three_sixes_fail_it_with_either_option() -> None:
    """RUL-79: `suit_fail_min_dice` 3 is met by three dice."""
    table = suited(TS, "6 6 6", options={"suit_fail_min_dice": 3})
    play(table, "Ajax stay", "Ajax strike Hector")
    assert fighter(table, "Ajax").suit_failed


def test_a_failed_suit_stays_so() -> None:
    """RUL-79: there is no repair in combat; sixes do no more to it."""
    table = suited(TS, "6 6 6, 6 6 6")
    play(table, "Ajax stay", "Ajax strike Hector", "Hector take it", "Hector pass", "Paris pass")
    play(table, "Ajax stay", "Ajax strike Hector")
    assert told(table).count("The suit of Ajax loses its power") == 1
    assert fighter(table, "Ajax").dx == 9
    assert "Ajax repair" not in offered(table)
    assert "not an answer" in why_not(table, "Ajax repair")
