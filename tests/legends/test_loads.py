"""What is in a weapon goes with it (SHT-12, RUL-36, RUL-37): given, dropped, picked up, put away."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.legends.outlook import Prospect
from legendry.odds import passes
from legendry.table import Choose, Table
from tests.legends.arena import AW, TS, arena, fighter, mage, offered, play, who, why_not

MISSES = "6 6 6, 6 6 6, 6 6 6"


def archers(
    *weapons: str, teucer: tuple[str, ...] = (), edition: str = AW, **options: Any
) -> Table[Fight]:
    """Ajax and Teucer side by side, Hector four hexes off with nothing to answer a shot with."""
    return arena(
        edition,
        who("Ajax", "Greeks", "0504", st=15, weapons=list(weapons)),
        who("Teucer", "Greeks", "0503", st=15, weapons=list(teucer)),
        who("Hector", "Trojans", "0904"),
        dice=MISSES,
        options=options,
    )


def shoot(table: Table[Fight], name: str) -> Table[Fight]:
    return play(table, f"{name} stay", f"{name} shoot Hector")


def test_an_empty_weapon_is_empty_in_another_s_hands() -> None:
    """SHT-12, RUL-36: an arbalest, one turn of three done by Ajax; Teucer does the other two."""
    table = shoot(archers("arbalest"), "Ajax")
    play(table, "Teucer pass", "Hector pass", "Ajax stay", "Ajax reload arbalest")
    play(table, "Teucer pass", "Hector pass", "Ajax stay", "Ajax give arbalest to Teucer")
    assert fighter(table, "Ajax").unloaded == ()
    play(table, "Teucer stay")
    assert why_not(table, "Teucer shoot Hector") == "the weapon is not loaded (SHT-12)"
    play(table, "Teucer reload arbalest", "Hector pass")
    play(table, "Teucer stay", "Teucer reload arbalest", "Ajax pass", "Hector pass", "Teucer stay")
    assert "Teucer shoot Hector" in offered(table)


def test_a_loaded_one_is_loaded_though_his_own_is_not() -> None:
    """SHT-12, ACT-1, RUL-36: Teucer's crossbow, to carry; Ajax changes weapons and shoots again."""
    table = shoot(archers("crossbow", teucer=("crossbow",)), "Ajax")
    play(table, "Teucer stay", "Teucer give crossbow to Ajax", "Hector pass", "Ajax stay")
    assert "Ajax shoot Hector" not in offered(table), "his own is in his hands"
    play(table, "Ajax ready crossbow", "Teucer pass", "Hector pass")
    shoot(table, "Ajax")
    ajax = fighter(table, "Ajax")
    assert (ajax.unloaded, ajax.put_away) == ((("crossbow", 1),), (("crossbow", 1),))
    play(table, "Teucer pass", "Hector pass", "Ajax stay", "Ajax ready crossbow")
    play(table, "Teucer pass", "Hector pass", "Ajax stay")
    assert "Ajax shoot Hector" not in offered(table), "both are empty by now"


def test_of_two_he_gives_away_the_one_that_he_carries() -> None:
    """SHT-12, RUL-36: it is loaded, and the empty one stays in his hands."""
    table = shoot(archers("crossbow", "crossbow"), "Ajax")
    play(table, "Teucer pass", "Hector pass", "Ajax stay", "Ajax give crossbow to Teucer")
    play(table, "Teucer stay")
    assert "Teucer shoot Hector" in offered(table)
    assert fighter(table, "Ajax").unloaded == (("crossbow", 1),)


def test_it_stays_empty_on_the_ground() -> None:
    """SHT-12, RUL-15: dropped by Ajax and picked up by Teucer; nor does it load in a bag."""
    table = shoot(archers("arbalest", teucer=("dagger",)), "Ajax")
    play(table, "Teucer pass", "Hector pass", "Ajax drop arbalest", "Ajax move 0404", "Ajax done")
    play(table, "Teucer move 0504", "Teucer done", "Hector pass", "Ajax pass")
    thawed = FIGHT.thaw(table.header, FIGHT.freeze(table.state))
    assert thawed.loads == table.state.loads != ()
    play(table, "Teucer stay")
    play(table, "Teucer pick up arbalest")
    assert table.state.loads == ()
    assert fighter(table, "Teucer").unloaded == (("arbalest", 3),)
    play(table, "Hector pass", "Ajax pass", "Teucer stay", "Teucer ready dagger", "Hector pass")
    assert fighter(table, "Teucer").put_away == (("arbalest", 3),)
    play(table, "Ajax pass", "Teucer stay", "Teucer ready arbalest", "Hector pass", "Ajax pass")
    play(table, "Teucer stay")
    assert offered(table)[:2] == ["Teucer ready dagger", "Teucer reload arbalest"]
    assert "Teucer shoot Hector" not in offered(table)


def test_of_several_that_lie_there_the_readiest_is_picked_up() -> None:
    """SHT-12, ACT-1: two crossbows in a hex, one of them empty."""
    table = shoot(archers("crossbow", teucer=("crossbow",)), "Ajax")
    play(table, "Teucer pass", "Hector pass", "Ajax drop crossbow", "Ajax move 0404", "Ajax done")
    play(table, "Teucer move 0504", "Teucer done", "Hector pass", "Ajax pass")
    play(table, "Teucer drop crossbow", "Teucer stay", "Teucer pick up crossbow")
    assert fighter(table, "Teucer").unloaded == ()
    assert [one.turns for one in table.state.loads] == [1]


def test_a_spell_that_disarms_does_not_load_it() -> None:
    """SPL-46, RUL-116, SHT-12: Hector's arbalest, shot and made to drop, is empty for Ajax too."""
    table = arena(
        AW,
        mage("Ajax", "Greeks", "0504", "drop-weapon", st=15),
        who("Hector", "Trojans", "0604", st=15, weapons=["arbalest"]),
        dice="6 6 6, 3 3 3, 1 1 1",
        greeks_first=False,
    )
    play(table, "Hector stay", "Hector shoot Ajax", "Ajax take it")
    play(table, "Ajax stay", "Ajax cast Drop Weapon at Hector on arbalest")
    play(table, "Ajax 3 dice", "Hector 3 dice")
    assert fighter(table, "Hector").ready == ()
    assert fighter(table, "Hector").unloaded == ()
    assert [(one.weapon, one.turns, one.hex) for one in table.state.loads] == [
        ("arbalest", 3, "0604")
    ]


def test_shots_go_along() -> None:
    """RUL-37: track_ammo: a handgun with eleven shots left, given and dropped and picked up."""
    table = shoot(archers("handgun", edition=TS, track_ammo=True), "Ajax")
    play(table, "Teucer pass", "Hector pass", "Ajax stay", "Ajax give handgun to Teucer")
    assert dict(fighter(table, "Teucer").shots) == {"handgun": 11}
    shoot(table, "Teucer")
    play(table, "Hector pass", "Ajax pass", "Teucer drop handgun", "Teucer pass", "Hector pass")
    assert dict(fighter(table, "Teucer").shots) == {"handgun": 0}
    play(table, "Teucer move 0502", "Teucer done", "Ajax move 0503", "Ajax done", "Hector pass")
    play(table, "Ajax stay", "Ajax pick up handgun")
    assert dict(fighter(table, "Ajax").shots) == {"handgun": 10}


def test_shots_of_two_of_a_kind_are_shared() -> None:
    """RUL-37: two handguns have two dozen shots; after three, ten go along with one of them."""
    table = archers("handgun", "handgun", edition=TS, track_ammo=True)
    for _ in range(3):
        shoot(table, "Ajax")
        play(table, "Teucer pass", "Hector pass")
    play(table, "Ajax stay", "Ajax give handgun to Teucer")
    assert dict(fighter(table, "Ajax").shots) == {"handgun": 11}
    assert dict(fighter(table, "Teucer").shots) == {"handgun": 10}


def test_what_a_weapon_on_the_ground_promises() -> None:
    """SHT-12: a shot in the next turn, if it is loaded; else only blows with bare hands."""
    promised = []
    for deed in ("shoot Hector", "done"):
        table = play(archers("arbalest"), "Ajax stay", f"Ajax {deed}", "Teucer pass", "Hector pass")
        play(table, "Ajax drop arbalest", "Ajax stay")
        assert isinstance(table.pending, Choose)
        option = table.pending.find("Ajax pick up arbalest")
        assert option is not None
        assert isinstance(option.about, Prospect)
        promised.append(option.about.later["Hector"].figures["damage"])
    assert promised == [passes(3, 11) * 3, passes(3, 11) * Fraction(21, 2)]
