"""Casting (section 17.1): who may cast what, at what, how it succeeds, and what it costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.legends.edition import edition
from legendry.legends.fighter import Fight
from legendry.legends.magic.casting import cast_refusal
from legendry.odds import best_contest, passes
from legendry.table import Refused, Table
from tests.legends.arena import (
    AW,
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


def alone(*spells: str, dice: str = "", options: Any = None, **mira: Any) -> Table[Fight]:
    """Mira in 0304 with those spells, Hector in 0604 and Paris in 0605."""
    return arena(
        AW,
        mage("Mira", "Greeks", "0304", *spells, **mira),
        who("Hector", "Trojans", "0604"),
        who("Paris", "Trojans", "0605"),
        dice=dice,
        options=options,
    )


def test_a_normal_spell_succeeds_on_three_dice_up_to_iq() -> None:
    """MAG-1: 16 succeeds with IQ 16, 17 fails; only the first costs anything (MAG-9)."""
    table = play(alone("fire-1", dice="6 6 4"), "Mira stay", "Mira cast Fire-1 at 0404")
    assert "Mira passes 3/IQ (cast Fire-1): 6 6 4 = 16 ≤ 16" in told(table)
    assert fighter(table, "Mira").fatigue == 1
    assert [cast.spell for cast in table.state.spells] == ["fire-1"]
    table = play(alone("fire-1", dice="6 6 5"), "Mira stay", "Mira cast Fire-1 at 0404")
    assert "Fire-1 of Mira comes to nothing" in told(table)
    assert fighter(table, "Mira").fatigue == 0
    assert table.state.spells == ()


def test_casting_is_asked_in_steps_or_typed_at_once() -> None:
    """MAG-5: it is an action among the others of somebody who has not moved."""
    table = play(alone("clumsiness", dice="6 6, 1 1 1"), "Mira stay")
    assert offered(table) == ["Mira cast Clumsiness", "Mira done"]
    play(table, "Mira cast Clumsiness")
    assert offered(table)[:2] == [
        "Mira cast Clumsiness at Hector",
        "Mira cast Clumsiness at Paris",
    ]
    play(table, "Mira cast Clumsiness at Hector")
    assert "Mira cast Clumsiness at Hector for 3" in offered(table)
    play(table, "Mira cast Clumsiness at Hector for 3", "Mira 2 dice", "Hector 3 dice")
    assert fighter(table, "Hector").dx == 11 - 3
    typed = play(alone("clumsiness", dice="6 6, 1 1 1"), "Mira stay")
    play(typed, "Mira cast Clumsiness at Hector for 3", "Mira 2 dice", "Hector 3 dice")
    assert typed.record == table.record


def test_a_name_that_begins_with_another_is_refused_for_its_own_reason() -> None:
    """RUL-100: Hector 2 behind the wall is not taken for Hector."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0102", "clumsiness"),
        who("Hector", "Trojans", "0101"),
        who("Hector", "Trojans", "0502"),
        map=".   #   .\n  #   .\n.   #   .\n  .   .\n",
    )
    play(table, "Mira stay", "Mira cast Clumsiness")
    assert "at Hector 2" not in " ".join(offered(table))
    assert why_not(table, "Mira cast Clumsiness at Hector 2") == (
        "Mira does not see Hector 2 (RUL-100)"
    )


def test_a_direct_spell_on_a_foe_is_a_contest_of_iq() -> None:
    """MAG-2, MAG-4, RUL-98: the caster announces first, and wins with the higher total."""
    table = play(alone("slow", dice="5 5, 3 3 3"), "Mira stay", "Mira cast Slow at Hector")
    assert asked(table).startswith("Greeks: Mira: cast Slow, Mira against Hector")
    play(table, "Mira 2 dice", "Hector 3 dice")
    assert fighter(table, "Hector").ma == 5 // 2
    lost = play(alone("slow", dice="1 1, 3 3 3"), "Mira stay", "Mira cast Slow at Hector")
    play(lost, "Mira 2 dice", "Hector 3 dice")
    assert fighter(lost, "Hector").ma == 5
    assert fighter(lost, "Mira").fatigue == 0
    assert "Slow of Mira comes to nothing" in told(lost)


def test_a_direct_spell_on_the_willing_is_three_dice_on_iq() -> None:
    """RUL-98: on oneself or a friend nobody resists."""
    table = play(alone("blur", dice="3 3 3"), "Mira stay", "Mira cast Blur at Mira")
    assert table.state.spells[0].target == "Mira"
    assert fighter(table, "Mira").fatigue == 2


def test_several_resist_one_by_one_and_one_affected_is_enough_for_the_price() -> None:
    """RUL-98: the caster rolls once; SPL-41 costs 4 though one of two stays awake."""
    table = alone("sleep-4", dice="4 4, 6 3, 2 2")
    play(table, "Mira stay", "Mira cast Sleep-4 at 0604 and 0605 done")
    play(table, "Mira 2 dice", "Hector 2 dice", "Paris 2 dice")
    assert fighter(table, "Hector").status == "active"
    assert fighter(table, "Paris").status == "asleep"
    assert fighter(table, "Mira").fatigue == 4


def test_a_friend_in_the_area_is_no_success() -> None:
    """RUL-98: Ajax resists less than Hector, but it is Hector who is to sleep."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0404", "sleep-4"),
        who("Ajax", "Greeks", "0705", iq=6),
        who("Hector", "Trojans", "0704", iq=14),
    )
    play(table, "Mira", "Mira stay", "Mira cast Sleep-4 at 0704")
    alone = figures(table, "Mira cast Sleep-4 at 0704 done")
    assert alone == {"win": best_contest(16, 14, "attacker").attacker}
    assert figures(table, "Mira cast Sleep-4 at 0704 and 0705") == alone


def test_odds_of_castings_are_exact() -> None:
    """MAG-1, MAG-2: 3/IQ, or the contest if both roll what suits them best."""
    table = play(alone("slow", "fire-1"), "Mira stay", "Mira cast Slow")
    best = best_contest(16, 9, "attacker").attacker
    assert figures(table, "Mira cast Slow at Hector") == {"win": best}
    table.undo("Greeks", ["Trojans"])
    play(table, "Mira cast Fire-1")
    assert figures(table, "Mira cast Fire-1 at 0404")["works"] == passes(3, 16)
    area = play(alone("sleep-4"), "Mira stay", "Mira cast Sleep-4 at 0604")
    assert figures(area, "Mira cast Sleep-4 at 0604 done") == {"win": best}


# -- who may -----------------------------------------------------------------------------------


def test_only_known_spells_within_iq_can_be_cast() -> None:
    """MAG-3: Fire-1 brings Fire-3 at IQ 12 (MAG-10), but nothing that is not known."""
    table = play(alone("fire-1", "freeze", iq=11), "Mira stay")
    assert why_not(table, "Mira cast Freeze") == "it needs IQ 12, and Mira has 11 (MAG-3)"
    fight, spells = table.state, edition(AW).spells
    mira = fight.named("Mira")
    assert str(cast_refusal(fight, mira, spells["blur"])) == "Mira does not know Blur (MAG-3)"
    assert str(cast_refusal(fight, mira, spells["fire-3"])) == "Mira does not know Fire-3 (MAG-3)"
    assert "Mira cast Fire-3" in offered(play(alone("fire-1", iq=12), "Mira stay"))
    assert "Mira cast Fire-1" in offered(play(alone("fire-7"), "Mira stay"))


def test_who_casts_may_not_move() -> None:
    """ACT-3, MAG-5: it is the action of the turn, without a step."""
    table = play(alone("fire-1"), "Mira move 0404")
    words = "casting takes the whole turn: who casts may not move (MAG-5)"
    assert why_not(table, "Mira cast Fire-1") == words


def test_who_grapples_cannot_cast() -> None:
    """MAG-5, GRP-13: not while grappling, not even one who is not held fast."""
    table = arena(
        AW, mage("Mira", "Greeks", "0304", "fire-1"), who("Hector", "Trojans", holds="Mira")
    )
    play(table, "Mira stay")
    assert why_not(table, "Mira cast Fire-1") == "Mira is grappling (MAG-5)"


def test_who_is_in_another_shape_cannot_cast() -> None:
    """MAG-5, MAG-19."""
    table = play(alone("fire-1"), "Mira stay")
    fight = table.state
    fight.named("Mira").form = "werewolf"
    refusal = cast_refusal(fight, fight.named("Mira"), edition(AW).spells["fire-1"])
    assert str(refusal) == "Mira is in another shape (MAG-5)"


def test_metal_armor_keeps_from_casting() -> None:
    """MAG-12, ARM-8, RUL-96: chain does, leather and shields do not, unless the table says so."""
    table = play(alone("fire-1", armor=["chain"], st=16), "Mira stay")
    assert why_not(table, "Mira cast Fire-1") == "chain is of metal (MAG-12)"
    gear: dict[str, Any] = {"armor": ["leather", "small-shield"], "ready": ["small-shield"]}
    assert "Mira cast Fire-1" in offered(play(alone("fire-1", **gear), "Mira stay"))
    table = play(alone("fire-1", options={"shields_block_magic": True}, **gear), "Mira stay")
    assert why_not(table, "Mira cast Fire-1") == "a small shield keeps from casting here (RUL-96)"


# -- at what -----------------------------------------------------------------------------------

WALLED = """
.   .   .   .   .
  .   #   .   .
.   .   .   .   .
  .   .   .   .
"""


def test_spells_need_a_clear_line_but_people_do_not_block_it() -> None:
    """RUL-100: terrain only, to every hex, at any range; one's own hex is always clear."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0302", "slow", "fire-3"),
        who("Hector", "Trojans", "0701"),
        who("Paris", "Trojans", "0502"),
        who("Aeneas", "Trojans", "0702"),
        map=WALLED,
    )
    play(table, "Mira stay", "Mira cast Slow")
    assert why_not(table, "Mira cast Slow at Hector") == "Mira does not see Hector (RUL-100)"
    assert "Mira cast Slow at Aeneas" in offered(table)  # behind Paris
    table.undo("Greeks", ["Trojans"])
    play(table, "Mira cast Fire-3")
    assert "Mira cast Fire-3 at 0302" in offered(table)
    assert why_not(table, "Mira cast Fire-3 at 0401") == "there is a wall in 0401 (RUL-109)"
    play(table, "Mira cast Fire-3 at 0502")
    assert "Mira cast Fire-3 at 0502 and 0602" in offered(table)
    assert "Mira cast Fire-3 at 0502 and 0601" not in offered(table)


def test_areas_are_any_hexes_that_hang_together_or_fewer() -> None:
    """RUL-99: three in a row, or two at the same price."""
    table = play(alone("shadow-3", dice="1 1 1"), "Mira stay", "Mira cast Shadow-3 at 0604")
    assert "Mira cast Shadow-3 at 0604 and 0704" in offered(table)
    assert "Mira cast Shadow-3 at 0604 and 0904" not in offered(table)
    play(table, "Mira cast Shadow-3 at 0604 and 0704")
    assert "Mira cast Shadow-3 at 0604 and 0704 and 0804" in offered(table)
    play(table, "Mira cast Shadow-3 at 0604 and 0704 done")
    assert [str(hex) for hex in table.state.spells[0].hexes] == ["0604", "0704"]
    assert fighter(table, "Mira").fatigue == 2


def test_areas_may_have_to_be_compact() -> None:
    """RUL-99, area_shape: a triangle, not a row."""
    table = play(
        alone("shadow-3", options={"area_shape": "compact"}),
        "Mira stay",
        "Mira cast Shadow-3 at 0604 and 0704",
    )
    begun = "Mira cast Shadow-3 at 0604 and 0704"
    assert sorted(offered(table)) == [f"{begun} and 0603", f"{begun} and 0705", f"{begun} done"]


def test_seven_compact_hexes_are_a_hex_and_its_ring() -> None:
    """RUL-99: opposite hexes of the ring belong together, three in a row go on no further."""
    table = play(
        alone("shadow-7", options={"area_shape": "compact"}),
        "Mira stay",
        "Mira cast Shadow-7 at 0603 and 0604 and 0605",
    )
    assert all("0606" not in one and "0602" not in one for one in offered(table))


# -- the price ---------------------------------------------------------------------------------


def test_the_staff_pays_first_while_it_is_in_hand() -> None:
    """MAG-11, RUL-101: 3 of 4 from the staff; put away it pays nothing."""
    staff = {"weapons": ["wizards-staff", "dagger"], "staff": 3}
    table = alone("fire-7", dice="1 1 1", **staff)
    play(table, "Mira stay", "Mira cast Fire-7 at 0904 done")
    assert fighter(table, "Mira").staff == 0
    assert fighter(table, "Mira").fatigue == 1
    assert "The staff of Mira gives 3 power" in told(table)
    table = alone("fire-7", dice="1 1 1", **staff, ready=["dagger"])
    play(table, "Mira stay", "Mira cast Fire-7 at 0904 done")
    assert fighter(table, "Mira").staff == 3
    assert fighter(table, "Mira").fatigue == 4


def test_the_caster_may_divide_the_price_where_the_table_says_so() -> None:
    """RUL-101, staff_split."""
    table = alone(
        "fire-7",
        dice="1 1 1",
        weapons=["wizards-staff"],
        staff=3,
        options={"staff_split": "caster_chooses"},
    )
    play(table, "Mira stay", "Mira cast Fire-7 at 0904 done")
    assert offered(table) == ["Mira staff 3", "Mira staff 2", "Mira staff 1", "Mira staff 0"]
    play(table, "Mira staff 1")
    assert (fighter(table, "Mira").staff, fighter(table, "Mira").fatigue) == (2, 3)


def test_an_overcast_spell_works_and_then_the_caster_drops() -> None:
    """RUL-102, RUL-66: 4 with 3 left: three points of fatigue, one of damage."""
    table = alone("fire-7", dice="1 1 1", fatigue=9)
    play(table, "Mira stay", "Mira cast Fire-7 at 0904 done")
    assert fighter(table, "Mira").status == "incapacitated"
    words = told(table)
    assert "Mira takes 1 damage and 3 fatigue" in words
    assert words.index("Fire-7 lies in 0904") < words.index("Mira is incapacitated")


def test_where_overcasting_is_forbidden_the_price_must_be_there() -> None:
    """RUL-102, overcast."""
    table = alone("fire-7", "shadow-1", "clumsiness", fatigue=9, options={"overcast": False})
    play(table, "Mira stay")
    assert why_not(table, "Mira cast Fire-7") == "it costs 4, and Mira has 3 left (RUL-102)"
    play(table, "Mira cast Clumsiness at Hector")
    assert [one[-5:] for one in offered(table)] == ["for 1", "for 2", "for 3"]


def test_some_prices_rest_on_the_target() -> None:
    """MAG-9: Trip costs 2, of ST 30 and more 4 (SPL-48)."""
    for st, price in ((29, 2), (30, 4)):
        table = arena(
            AW,
            mage("Mira", "Greeks", "0304", "trip"),
            who("Hector", "Trojans", "0604", st=st),
            dice="6 6, 1",
        )
        play(table, "Mira stay", "Mira cast Trip at Hector", "Mira 2 dice", "Hector 1 die")
        assert fighter(table, "Mira").fatigue == price


def test_the_price_of_a_size_is_paid_as_often() -> None:
    """SPL-55: two dice of Fireball on three hexes cost four."""
    table = alone("fireball-3", dice="1 1 1, 6 6")
    play(table, "Mira stay", "Mira cast Fireball-3 at 0604 and 0605 done for 2")
    assert fighter(table, "Mira").fatigue == 4
    assert fighter(table, "Paris").damage == fighter(table, "Hector").damage == 11


def test_one_casts_once_a_turn() -> None:
    """MAG-5: then his turn is over."""
    table = play(alone("fire-1", dice="1 1 1"), "Mira stay", "Mira cast Fire-1 at 0904")
    assert asked(table).startswith("Trojans")


def test_confusion_takes_spells_away() -> None:
    """MAG-3, SPL-17: the effective IQ counts, for ratings and for the check."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "confusion"),
        mage("Circe", "Trojans", "0604", "freeze", "fire-1", iq=13),
        dice="6 6 3, 1, 3 3 3",
    )
    play(table, "Mira stay", "Mira cast Confusion at Circe for 2")
    play(table, "Mira 3 dice", "Circe 1 die", "Circe stay")
    assert why_not(table, "Circe cast Freeze") == "it needs IQ 12, and Circe has 11 (MAG-3)"
    assert str(fighter(table, "Circe").ledgers["IQ"]) == "IQ 11 = 13 base −2 Confusion SPL-17"


def test_a_refused_casting_changes_nothing() -> None:
    """MAG-5: typed at once and refused half-way, nothing has happened."""
    table = play(alone("clumsiness"), "Mira stay")
    record = table.record
    with pytest.raises(Refused):
        table.answer("Mira cast Clumsiness at Nobody for 3")
    assert table.record == record
    assert figures(table, "Mira cast Clumsiness")["win"] > Fraction(1, 2)
