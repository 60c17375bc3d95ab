"""Static spells (MAG-7, MAG-8): what they change while they last, how they combine and end."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.edition import edition
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.legends.magic import effects, lasting
from legendry.odds import passes
from legendry.table import Choose, Table
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

SPELLS = edition(AW).spells


def melee(
    *spells: tuple[str, str], dice: str = "", options: Any = None, **setup: Any
) -> Table[Fight]:
    """Ajax in 0504 beside Hector in 0604, Mira far off in 0101; those spells are on those people.

    A label names hexes instead; Mira is the caster, and the fight is made so before it begins.
    """
    people: dict[str, dict[str, Any]] = {
        "ajax": {"weapons": ["cutlass"]},
        "hector": {"weapons": ["cutlass"], "dx": 12},
        "mira": {},
    }
    people = {name: figures | setup.pop(name, {}) for name, figures in people.items()}
    table = arena(
        AW,
        who("Ajax", "Greeks", "0504", **people["ajax"]),
        mage("Mira", "Greeks", "0101", "fire-1", **people["mira"]),
        who("Hector", "Trojans", "0604", **people["hector"]),
        dice=dice,
        options=options,
        **setup,
    )
    return enchanted(table, *spells)


def enchanted(table: Table[Fight], *spells: tuple[str, str]) -> Table[Fight]:
    """The same table with spells in play from the checkpoint on."""
    fight = table._last_state()
    for name, on in spells:
        add(fight, name, on)
    table._ready = False
    return table


def add(fight: Fight, name: str, on: str, value: int = 0, word: str = "") -> None:
    """A spell by Mira on somebody, or on hexes `0504 0505`."""
    mira, spell = fight.named("Mira"), SPELLS[name]
    if on[0].isdigit():
        hexes = tuple(type(mira.hex).at(label) for label in on.split())
        lasting.add(fight, spell, mira, hexes=hexes)
    else:
        lasting.add(fight, spell, mira, target=on.strip("*"), value=value, word=word)


def struck(table: Table[Fight]) -> Table[Fight]:
    return play(table, "Ajax", "Ajax stay")


# -- dice --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spells", "dice"),
    [
        ([("blur", "Hector")], 4),
        ([("invisibility", "Hector")], 5),
        ([("shadow-1", "0604")], 4),
        ([("shadow-1", "0504")], 4),
        ([("shadow-1", "0404")], 3),
        ([("slippery-floor-1", "0504")], 4),
        ([("slippery-floor-1", "0604")], 3),
        ([("rope", "Ajax")], 4),
        ([("flight", "Hector")], 4),
        ([("blur", "Hector"), ("shadow-1", "0604"), ("slippery-floor-1", "0504")], 4),
        ([("blur", "Hector"), ("mage-sight", "Ajax")], 3),
        ([("invisibility", "Hector"), ("shadow-1", "0504"), ("mage-sight", "Ajax")], 3),
        ([("slippery-floor-1", "0504"), ("mage-sight", "Ajax")], 4),
    ],
)
def test_how_many_dice_an_attack_is_rolled_with(spells: list[tuple[str, str]], dice: int) -> None:
    """RUL-8, RUL-107, RUL-108, RUL-110: the highest effect counts; Mage Sight sees through three."""
    table = struck(melee(*spells, dice="2 2 2 2 2"[: 2 * dice - 1]))
    assert figures(table, "Ajax strike Hector")["hit"] == passes(dice, 11)
    play(table, "Ajax strike Hector")
    assert any(f"Ajax passes {dice}/DX (hit)" in one for one in told(table))


def test_dice_effects_may_add_up() -> None:
    """RUL-8, dice_effects: Blur and Shadow and Slippery Floor are six dice, and the ledger says why."""
    spells = ("blur", "Hector"), ("shadow-1", "0604"), ("slippery-floor-1", "0504")
    table = struck(melee(*spells, options={"dice_effects": "cumulative"}))
    assert isinstance(table.pending, Choose)
    option = table.pending.find("Ajax strike Hector")
    assert option is not None
    assert option.about is not None
    assert option.about.figures["hit"] == passes(6, 11)
    dice = option.about.ledgers[1]
    assert str(dice) == (
        "dice 6 = 3 standard CHK-2 +1 Blur SPL-13 +1 Shadow-1 SPL-3 +1 Slippery Floor-1 SPL-19"
    )


def test_the_ledger_names_what_adds_nothing() -> None:
    """RUL-8."""
    fight = melee(("blur", "Hector"), ("invisibility", "Hector")).state
    dice = effects.dice_to_hit(fight, fight.named("Ajax"), fight.named("Hector"))
    assert (
        str(dice) == "dice 5 = 3 standard CHK-2 +2 Invisibility SPL-23 +0 Blur adds nothing RUL-8"
    )


def test_slippery_floor_hampers_dodges_too() -> None:
    """RUL-8: fighting at 4/DX covers attack, counterattack and dodge."""
    table = struck(melee(("slippery-floor-1", "0604"), dice="2 2 2, 3 3 3 3"))
    play(table, "Ajax strike Hector")
    assert figures(table, "Hector dodge")["dodge"] == passes(4, 12)
    play(table, "Hector dodge")
    assert "Hector passes 4/DX (dodge): 3 3 3 3 = 12 ≤ 12" in told(table)


def test_contests_keep_their_dice() -> None:
    """RUL-8: effects change pass checks only."""
    table = melee(("rope", "Ajax"), ajax={"iq": 9})
    fight = table.state
    assert effects.own_dice(fight, fight.named("Ajax")).total == 4
    assert effects.own_dice(fight, fight.named("Hector")) is effects.STANDARD


# -- figures -----------------------------------------------------------------------------------


def test_spells_on_attributes_have_their_lines() -> None:
    """RUL-104, RUL-10, RUL-18: different spells add; DX never falls below 1, and MA follows."""
    table = melee()
    fight = table.state
    add(fight, "assist", "Ajax", word="DX")
    add(fight, "clumsiness", "Ajax", value=4)
    ajax = fight.named("Ajax")
    assert str(ajax.ledgers["DX"]) == "DX 8 = 11 base +1 Assist SPL-15 −4 Clumsiness SPL-16"
    assert str(ajax.ledgers["MA"]) == "MA 4 = 4 half of DX 8 MOV-1"
    add(fight, "clumsiness", "Ajax", value=30)
    assert ajax.dx == 1
    assert ajax.ledgers["DX"].lines[-1].rule == "RUL-10"


def test_the_same_spell_on_the_same_target_adds_nothing() -> None:
    """MAG-8, RUL-104: the higher value stays; Assist comes once, whatever the attribute."""
    fight = melee().state
    for value in (3, 2):
        add(fight, "clumsiness", "Ajax", value=value)
    assert fight.named("Ajax").dx == 8
    add(fight, "clumsiness", "Ajax", value=5)
    assert fight.named("Ajax").dx == 6
    add(fight, "assist", "Ajax", word="ST")
    add(fight, "assist", "Ajax", word="IQ")
    assert (fight.named("Ajax").st, fight.named("Ajax").iq) == (13, 9)
    assert len(fight.spells) == 2


def test_casting_what_is_there_already_is_refused() -> None:
    """MAG-8: with the reason; a stronger Clumsiness is not."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "blur", "clumsiness"),
        who("Hector", "Trojans", "0604"),
    )
    enchanted(table, ("blur", "Mira"))
    add(table._last_state(), "clumsiness", "Hector", value=2)
    play(table, "Mira stay", "Mira cast Blur")
    assert why_not(table, "Mira cast Blur at Mira") == "Blur is on Mira already (MAG-8)"
    table.undo("Greeks", ["Trojans"])
    play(table, "Mira cast Clumsiness at Hector")
    assert offered(table)[0] == "Mira cast Clumsiness at Hector for 3"


def test_assist_on_st_lets_him_stand_longer() -> None:
    """SPL-15, RUL-67: 12 points do not fell ST 13; when the spell ends they do."""
    fight = melee().state
    add(fight, "assist", "Ajax", word="ST")
    fight.named("Ajax").take(12)
    assert fight.named("Ajax").status == "active"
    lasting.all_end(fight)
    assert fight.named("Ajax").status == "dying"


@pytest.mark.parametrize(
    ("spells", "ma"),
    [
        (["slow"], 2),
        (["speed"], 10),
        (["slow", "speed"], 5),
        (["flight"], 12),
        (["flight", "slow"], 6),
        (["rope", "speed"], 0),
    ],
)
def test_movement_by_magic(spells: list[str], ma: int) -> None:
    """RUL-104, RUL-110: Slow and Speed cancel; 12 hexes in flight replace MA; the bound stay."""
    fight = melee(*((spell, "Ajax") for spell in spells)).state
    assert fight.named("Ajax").ma == ma


def test_the_best_armor_spell_is_added_to_worn_armor() -> None:
    """RUL-104: leather 2 and Iron Flesh 6; Stone Flesh beside it does nothing."""
    table = melee(
        ("stone-flesh", "Hector"),
        ("iron-flesh", "Hector"),
        dice="2 2 2, 6 5",
        hector={"armor": ["leather"]},
    )
    play(struck(table), "Ajax strike Hector", "Hector take it")
    assert fighter(table, "Hector").damage == 6 + 5 - 2 - 2 - 6
    assert str(table.view().fighters["Hector"].armor) == "8"  # type: ignore[attr-defined]


# -- hexes -------------------------------------------------------------------------------------


def test_fire_burns_at_casting_at_every_entry_and_at_the_start_of_own_turns() -> None:
    """RUL-105, SPL-1: armor no help."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0101", "fire-3"),
        who("Hector", "Trojans", "0604", armor=["leather"]),
        dice="1 1 1",
    )
    play(table, "Mira stay", "Mira cast Fire-3 at 0604 and 0605 done")
    assert fighter(table, "Hector").damage == 4  # at casting, and as his own turn begins
    play(table, "Hector move 0605", "Hector done")
    assert fighter(table, "Hector").damage == 6
    play(table, "Mira stay", "Mira done", "Hector move 0607", "Hector done")
    assert fighter(table, "Hector").damage == 8
    assert fighter(table, "Mira").damage == 0


def test_fire_on_the_way_burns_and_may_stop_the_mover() -> None:
    """RUL-105: each fire hex entered; whoever falls of it does nothing more."""
    table = melee(("fire-1", "0404"), ("fire-1", "0304"), ajax={"damage": 9})
    play(table, "Ajax", "Ajax walk", "Ajax to 0404", "Ajax to 0304", "Ajax stop", "Ajax done")
    ajax = fighter(table, "Ajax")
    assert (ajax.damage, ajax.status, str(ajax.hex)) == (13, "dying", "0304")


def test_the_way_offered_goes_round_a_fire() -> None:
    """RUL-105: two steps to 0304 through 0404 or beside it; he who wants to burn walks."""
    table = melee(("fire-1", "0404"))
    play(table, "Ajax", "Ajax move 0304", "Ajax done")
    assert fighter(table, "Ajax").damage == 0
    assert str(fighter(table, "Ajax").hex) == "0304"


def test_a_large_figure_goes_round_a_fire_with_all_its_hexes() -> None:
    """RUL-105, RUL-20: its anchor would pass beside 0603, its ring through it."""
    table = arena(
        AW,
        who("Dragon", "Greeks", "0305", hexes=7, ma=7),
        mage("Mira", "Greeks", "0101", "fire-1"),
        who("Hector", "Trojans", "1101"),
    )
    enchanted(table, ("fire-1", "0603"))
    play(table, "Dragon", "Dragon move 0705", "Dragon done")
    assert fighter(table, "Dragon").damage == 0


def test_wild_animals_stay_out_of_fire() -> None:
    """SPL-1, RUL-105: no step into it, no entry; other beings may."""
    table = arena(
        AW,
        who("Wolf", "Greeks", "0504", kind="beast"),
        mage("Mira", "Greeks", "0101", "fire-1"),
        who("Hector", "Trojans", "0604"),
    )
    enchanted(table, ("fire-1", "0404"), ("fire-1", "0604"))
    play(table, "Wolf")
    assert why_not(table, "Wolf move 0404") == "wild animals stay out of fire (SPL-1)"
    play(table, "Wolf stay")
    assert "Wolf takedown Hector" not in offered(table)
    assert "Wolf strike Hector" in offered(table)


def test_a_wall_is_one_as_any_other() -> None:
    """RUL-109, SPL-5: no way through, no sight, no shot; the hex must be empty; Dispel opens it."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "wall-1", weapons=["sling"]),
        who("Hector", "Trojans", "0604", weapons=["sling"]),
        who("Paris", "Trojans", "0804", weapons=["sling"]),
        dice="1 1 1",
    )
    play(table, "Mira stay", "Mira cast Wall-1")
    assert why_not(table, "Mira cast Wall-1 at 0604") == "Hector is in 0604 (SPL-5)"
    play(table, "Mira cast Wall-1 at 0504", "Hector", "Hector stay")
    assert why_not(table, "Hector shoot Mira") == (
        "something stands between Hector and Mira (SHT-1)"
    )
    fight = table.state
    assert fight.board.is_wall(type(fight.named("Mira").hex).at("0504"))
    assert not fight.terrain.is_wall(type(fight.named("Mira").hex).at("0504"))
    lasting.end(fight, fight.spells[0], "it is dispelled", "RUL-113")
    assert fight.board is fight.terrain


def flyer(options: Any = None, **setup: Any) -> Table[Fight]:
    """Gilda, who flies by nature, with Hector before her in a narrow way."""
    return arena(
        AW,
        who("Gilda", "Greeks", "0101", flying=True, ma=16),
        mage("Mira", "Greeks", "0301", "fire-1"),
        who("Hector", "Trojans", "0901"),
        options=options,
        map=".   .   .   .   .\n  .   .   .   .\n",
        **setup,
    )


def test_flyers_cross_others_and_hazards_and_end_in_an_empty_hex() -> None:
    """RUL-110: over Mira and a fire unharmed; a flyer who ends in a fire burns."""
    table = flyer()
    enchanted(table, ("fire-1", "0501"))
    play(table, "Gilda")
    assert fighter(table, "Gilda").flying
    assert "Gilda move 0701" in offered(table)
    assert "Gilda move 0301" not in offered(table)
    play(table, "Gilda move 0701", "Gilda done")
    assert fighter(table, "Gilda").damage == 0


def test_a_flyer_who_ends_in_a_fire_burns_and_one_may_land() -> None:
    """RUL-105, RUL-110: flying is chosen each own turn; on foot Mira is in the way."""
    table = flyer()
    enchanted(table, ("fire-1", "0501"))
    play(table, "Gilda", "Gilda land", "Gilda")
    assert not fighter(table, "Gilda").flying
    assert "Gilda move 0701" not in offered(table)
    flying = flyer()
    enchanted(flying, ("fire-1", "0501"))
    play(flying, "Gilda", "Gilda move 0501", "Gilda done")
    assert fighter(flying, "Gilda").damage == 2


def test_natural_flyers_do_not_share_the_protection_of_flight() -> None:
    """RUL-110: 4/DX is Flight's; both ignore the floor."""
    table = melee(("slippery-floor-1", "0504"), ajax={"flying": True}, hector={"flying": True})
    assert figures(struck(table), "Ajax strike Hector")["hit"] == passes(3, 11)
    landed = melee(("slippery-floor-1", "0504"), ajax={"flying": True})
    play(landed, "Ajax", "Ajax land", "Ajax", "Ajax stay")
    assert figures(landed, "Ajax strike Hector")["hit"] == passes(4, 11)


def test_walls_stop_flyers_unless_the_table_says_otherwise() -> None:
    """RUL-109, fly_over_walls: over a wall, never to end there."""
    for over in (False, True):
        table = enchanted(flyer(options={"fly_over_walls": over}), ("wall-1", "0201"))
        play(table, "Gilda")
        assert ("Gilda move 0401" in offered(table)) is over
        assert "Gilda move 0201" not in offered(table)
        if over:
            play(table, "Gilda move 0401", "Gilda done")
            assert str(fighter(table, "Gilda").hex) == "0401"


# -- ropes -------------------------------------------------------------------------------------


def test_the_bound_do_not_move_dodge_or_enter() -> None:
    """RUL-108, SPL-4: they strike on four dice; a try to break free is an action on 4/DX."""
    table = melee(("rope", "Ajax"), ("rope", "Hector"), dice="2 2 2 2, 3 3, 5 5 5 5, 3 3 3 2")
    play(table, "Ajax")
    assert not any(one.startswith("Ajax move") or "walk" in one for one in offered(table))
    assert why_not(table, "Ajax move 0404") == "Ajax is bound (RUL-108)"
    play(table, "Ajax stay")
    assert why_not(table, "Ajax takedown Hector") == "Ajax is bound (RUL-108)"
    play(table, "Ajax strike Hector")
    assert "Hector dodge" not in offered(table)
    play(table, "Hector take it", "Mira stay", "Mira done", "Hector stay")
    assert figures(table, "Hector break free")["works"] == passes(4, 12)
    play(table, "Hector break free")
    assert effects.bound(table.state, fighter(table, "Hector"))
    play(table, "Ajax", "Ajax stay", "Ajax break free")
    assert not effects.bound(table.state, fighter(table, "Ajax"))
    assert fighter(table, "Ajax").ma == 5


def test_a_rope_does_not_hold_the_strong() -> None:
    """RUL-108: ST 21 for a Rope, not for a Super Rope."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "rope", "super-rope"),
        who("Hector", "Trojans", "0604", st=21),
    )
    play(table, "Mira stay", "Mira cast Super Rope")
    assert "Mira cast Super Rope at Hector" in offered(table)
    table.undo("Greeks", ["Trojans"])
    play(table, "Mira cast Rope")
    assert why_not(table, "Mira cast Rope at Hector") == (
        "Hector with ST 21 is too strong for it (RUL-108)"
    )


# -- helplessness ------------------------------------------------------------------------------


def test_frozen_foes_count_as_fallen_and_are_captured() -> None:
    """RUL-112, RUL-69: with all of a side helpless the fight is over."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "freeze"),
        who("Hector", "Trojans", "0604"),
        dice="6 6, 1",
    )
    play(table, "Mira stay", "Mira cast Freeze at Hector", "Mira 2 dice", "Hector 1 die")
    assert table.outcome is not None
    assert table.outcome.winners == ("Greeks",)
    assert "Hector is captured" in told(table)
    assert table.state.spells == ()
    assert fighter(table, "Hector").status == "active"  # awake, but a captive


def helpless(spell: str, dice: str) -> Table[Fight]:
    """Ajax beside Hector, who is frozen or asleep, and Paris awake far away."""
    table = arena(
        AW,
        who("Ajax", "Greeks", "0504", weapons=["cutlass"]),
        mage("Mira", "Greeks", "0101", spell),
        who("Hector", "Trojans", "0604", weapons=["cutlass"]),
        who("Paris", "Trojans", "0904"),
        dice=dice,
    )
    return play(enchanted(table, (spell, "Hector")), "Ajax", "Ajax stay", "Ajax strike Hector")


def test_points_break_a_freeze_and_a_miss_does_not() -> None:
    """RUL-112: the waking blow is resolved first, without reaction."""
    hit = helpless("freeze", "2 2 2, 6 5")
    assert fighter(hit, "Hector").status == "active"
    assert fighter(hit, "Hector").damage == 9
    assert "answer" not in asked(hit)
    missed = helpless("freeze", "6 6 6")
    assert fighter(missed, "Hector").status == "frozen"


def test_any_attack_wakes_a_sleeper() -> None:
    """RUL-112, SPL-37: a miss as well, without reaction."""
    missed = helpless("sleep-1", "6 6 6")
    assert fighter(missed, "Hector").status == "active"
    assert "Sleep-1 on Hector ends: he wakes" in told(missed)
    assert "answer" not in asked(missed)


def sleeping_ajax() -> Table[Fight]:
    """Mira has put Ajax in 0604 to sleep, and frozen Teucer; Ilos in 0304 is asked."""
    table = arena(
        AW,
        who("Ajax", "Greeks", "0604"),
        who("Ilos", "Greeks", "0304"),
        who("Teucer", "Greeks", "0404"),
        mage("Mira", "Trojans", "1004", "sleep-1"),
    )
    return enchanted(table, ("sleep-1", "Ajax"), ("freeze", "Teucer"))


def test_a_friend_may_shake_a_sleeper_awake() -> None:
    """ACT-4, SPL-37, RUL-15: an action, movement before it allowed; he has his turn yet."""
    table = play(sleeping_ajax(), "Ilos move 0504")
    assert "Ilos shake Ajax" in offered(table)
    play(table, "Ilos shake Ajax")
    assert str(fighter(table, "Ilos").hex) == "0504"
    assert fighter(table, "Ajax").status == "active"
    assert asked(table).startswith("Greeks: where does Ajax go")


def test_nobody_is_shaken_from_afar_nor_out_of_frost() -> None:
    """RUL-15, RUL-112: he must be beside him, and the frozen cannot be shaken."""
    table = play(sleeping_ajax(), "Ilos stay")
    assert why_not(table, "Ilos shake Ajax") == "Ajax is not beside him (RUL-15)"
    why = "Teucer is frozen: no shaking helps (RUL-112)"
    assert why_not(table, "Ilos shake Teucer") == why


def test_who_is_held_shakes_nobody() -> None:
    """GRP-1, RUL-15: only the grapple is open to him."""
    table = arena(
        AW,
        who("Ajax", "Greeks", "0604"),
        who("Ilos", "Greeks", "0504"),
        mage("Mira", "Trojans", holds="Ilos", at=""),
    )
    play(enchanted(table, ("sleep-1", "Ajax")), "Ilos stay")
    assert "Ilos shake Ajax" not in offered(table)
    assert why_not(table, "Ilos shake Ajax") == "Ilos is held (GRP-1)"


def test_a_sleeper_lets_go_and_gets_up_beside_whoever_stands_over_him() -> None:
    """RUL-56, MOV-3: helplessness ends a grapple; on waking there is room for one in a hex."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0101", "sleep-1"),
        who("Ajax", "Greeks", "0504"),
        who("Hector", "Trojans", holds="Ajax"),
    )
    fight = table._last_state()
    add(fight, "sleep-1", "Hector")
    assert not fight.named("Ajax").joined
    lasting.wake(fight, fight.named("Hector"), "shaking")
    assert fight.named("Hector").active
    assert fight.named("Hector").hex != fight.named("Ajax").hex


# -- flash, shield, shock ----------------------------------------------------------------------


def flashed(options: Any = None) -> Table[Fight]:
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "flash"),
        who("Ajax", "Greeks", "0305"),
        who("Hector", "Trojans", "0604"),
        dice="1 1 1",
        options=options,
    )
    return play(table, "Mira", "Mira stay", "Mira cast Flash")


def test_a_flash_blinds_everybody_else_until_the_casters_next_turn() -> None:
    """RUL-106, SPL-2: friends suffer too."""
    table = flashed()
    assert [fighter(table, name).dx for name in ("Mira", "Ajax", "Hector")] == [11, 9, 9]
    play(table, "Ajax stay", "Ajax done", "Hector stay", "Hector done")
    assert [fighter(table, name).dx for name in ("Mira", "Ajax", "Hector")] == [11, 11, 11]


def test_a_flash_may_last_for_the_encounter() -> None:
    """RUL-106, flash_lasts; it is not cumulative."""
    table = flashed({"flash_lasts": "encounter"})
    play(table, "Ajax stay", "Ajax done", "Hector stay", "Hector done")
    assert fighter(table, "Hector").dx == 9
    add(table.state, "flash", "*")
    assert fighter(table, "Hector").dx == 9


def test_a_spell_shield_stops_direct_spells_of_friends_too() -> None:
    """RUL-113: not what is cast at hexes, nor magic strikes."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "blur", "lightning-1", "heal-wounds"),
        who("Ajax", "Greeks", "0305", damage=2),
        who("Hector", "Trojans", "0604"),
    )
    enchanted(table, ("spell-shield", "Ajax"), ("spell-shield", "Hector"))
    play(table, "Mira", "Mira stay", "Mira cast Blur")
    assert why_not(table, "Mira cast Blur at Ajax") == "a Spell Shield protects Ajax (RUL-113)"
    table.undo("Greeks", ["Trojans"])
    play(table, "Mira cast Lightning-1")
    assert "Mira cast Lightning-1 at Hector" in offered(table)
    table.undo("Greeks", ["Trojans"])
    play(table, "Mira cast Heal Wounds")
    assert "Mira cast Heal Wounds at Ajax" in offered(table)


def test_a_shock_shield_strikes_who_comes_in_and_at_the_start_of_his_turns() -> None:
    """RUL-119, SPL-49: armor no help."""
    table = melee(("shock-shield", "Hector"), dice="3, 4", ajax={"armor": ["leather"]})
    play(table, "Ajax", "Ajax stay", "Ajax takedown Hector", "Hector take it")
    assert fighter(table, "Ajax").damage == 3
    play(table, "Mira stay", "Mira done", "Hector stay", "Hector done")
    assert fighter(table, "Ajax").damage == 7
    assert fighter(table, "Hector").damage == 0


def test_mage_sight_waives_the_line_but_not_for_missiles() -> None:
    """RUL-107, RUL-100: N and D spells through walls, no magic strike."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0101", "slow", "fire-1", "lightning-1"),
        who("Hector", "Trojans", "0501"),
        map=".   #   .\n  #   .\n",
    )
    enchanted(table, ("mage-sight", "Mira"))
    play(table, "Mira stay")
    assert "Mira cast Slow at Hector" in offered(play(table, "Mira cast Slow"))
    table.undo("Greeks", ["Trojans"])
    assert "Mira cast Fire-1 at 0501" in offered(play(table, "Mira cast Fire-1"))
    table.undo("Greeks", ["Trojans"])
    assert why_not(table, "Mira cast Lightning-1") == (
        "there is nobody in sight to cast it at (MAG-5)"
    )


# -- dispelling, ending, keeping ---------------------------------------------------------------


def dispelling(dice: str, **circe: Any) -> Table[Fight]:
    """Circe has blurred herself and set fire to a hex; Mira knows Dispel Magic."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0304", "dispel-magic", "blur"),
        mage("Circe", "Trojans", "0604", "blur", "fire-1", **circe),
        who("Paris", "Trojans", "0605"),
        dice=dice,
    )
    fight = table._last_state()
    lasting.add(fight, SPELLS["blur"], fight.named("Circe"), target="Circe")
    lasting.add(fight, SPELLS["fire-1"], fight.named("Circe"), hexes=(fight.named("Mira").hex,))
    table._ready = False
    return table


def test_dispel_is_one_contest_with_the_caster() -> None:
    """SPL-28, RUL-113: it replaces 3/IQ, and costs only if it succeeds."""
    table = play(dispelling("5 5 5, 1", iq=14), "Mira stay", "Mira cast Dispel Magic")
    assert offered(table) == [
        "Mira cast Dispel Magic at Blur on Circe",
        "Mira cast Dispel Magic at Fire-1 in 0304",
    ]
    play(table, "Mira cast Dispel Magic at Blur on Circe", "Mira 3 dice", "Circe 1 die")
    assert [cast.spell for cast in table.state.spells] == ["fire-1"]
    assert fighter(table, "Mira").fatigue == 4
    table = play(dispelling("1, 5 5", iq=14), "Mira stay")
    play(table, "Mira cast Dispel Magic at Blur on Circe", "Mira 1 die", "Circe 2 dice")
    assert len(table.state.spells) == 2
    assert fighter(table, "Mira").fatigue == 0


def test_the_spell_of_an_absent_caster_resists_with_its_rating() -> None:
    """RUL-113, RUL-7: Fire-1 as an IQ of 9; the other side picks its dice."""
    table = dispelling("5 5, 4 4")
    fight = table._last_state()
    fight.named("Circe").take(30)
    table._ready = False
    play(table, "Mira stay", "Mira cast Dispel Magic at Fire-1 in 0304", "Mira 2 dice")
    assert asked(table).startswith("Trojans: Fire-1: cast Dispel Magic, Mira against Fire-1")
    play(table, "Fire-1 2 dice")
    assert fight is not table.state
    assert [cast.spell for cast in table.state.spells] == ["blur"]


def test_spells_outlast_their_caster_and_end_with_the_encounter() -> None:
    """RUL-121, MAG-7, RUL-69: Circe has fallen, her Blur lies on; the end of the fight ends it."""
    table = dispelling("1 1 1")
    fight = table._last_state()
    fight.named("Circe").take(12)
    assert len(fight.spells) == 2
    fight.named("Paris").take(12)
    table._ready = False
    fight.phase = "fighting"
    assert table.outcome is not None
    assert table.state.spells == ()


def test_a_fight_with_spells_is_kept_as_bytes() -> None:
    """MAG-7: walls, helplessness and figures are there again."""
    table = melee(("wall-1", "0304"), ("freeze", "Ajax"), ("slow", "Hector"))
    frozen = FIGHT.freeze(table.state)
    thawed = FIGHT.thaw(table.header, frozen)
    assert thawed.spells == table.state.spells
    assert thawed.board == table.state.board
    assert thawed.named("Ajax").status == "frozen"
    assert thawed.named("Hector").ma == 3
