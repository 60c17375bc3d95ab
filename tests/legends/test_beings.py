"""Beings of magic: summoning, images and illusions, forms, and who plays whom (section 17)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.hexes import Hex
from legendry.legends import injury
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight, Fighter
from legendry.legends.magic import at_once, beings, forms, lasting, minds
from legendry.legends.magic.spells import Spell
from legendry.legends.walking import flees
from legendry.table import Flow, Ledger, Table

from .arena import AW, arena, asked, fighter, offered, play, told, who, why_not

MAGE: dict[str, Any] = {"magic": True, "iq": 18, "st": 20}
WEAK = who("Hector", "Trojans", "1004")

CORNER = """
.   .   .
  .   .
.   .   .
  .   .
.   .   .
  #   .
.   .   .
  .   .
"""
"""A wall in 0203, and 0204 behind it."""
CELL = """
.   .
  #
#   #
"""


def mage(name: str = "Mira", side: str = "Greeks", at: str = "0404", **figures: Any) -> Any:
    return who(name, side, at, **(MAGE | {"spells": ["summon-wolf"]} | figures))


def spell(table: Table[Fight], id: str) -> Spell:
    return table.state.edition.spells[id]


def done(flow: Flow[None]) -> None:
    """A flow that asks for nothing."""
    for request in flow:
        pytest.fail(request.asks)


def call(table: Table[Fight], id: str, at: str, word: str = "", by: str = "Mira") -> Fighter:
    """A being, as if the spell had succeeded; only the state is touched."""
    state = table.state
    done(beings.called(state, state.named(by), spell(table, id), (Hex.at(at),), word))
    return state.fighters[-1]


def field(*fighters: Any, **setup: Any) -> Table[Fight]:
    return arena(AW, *(fighters or (mage(), who("Hector", "Trojans", "1004"))), **setup)


class TestSummoning:
    """MAG-21, RUL-118."""

    @pytest.mark.parametrize(
        ("id", "being", "figures"),
        [
            ("summon-wolf", "Wolf", (10, 13, 6, 8, 1, 1)),
            ("summon-warrior", "Warrior", (12, 12, 8, 6, 1, 1)),
            ("summon-bear", "Bear", (30, 11, 6, 5, 2, 1)),
            ("summon-gargoyle", "Gargoyle", (20, 11, 8, 16, 4, 1)),
            ("summon-giant", "Giant", (45, 10, 8, 8, 3, 1)),
            ("summon-small-dragon", "Small dragon", (30, 13, 16, 16, 3, 4)),
            ("summon-dragon", "Dragon", (60, 14, 20, 20, 5, 7)),
        ],
    )
    def test_the_beings(self, id: str, being: str, figures: tuple[int, ...]) -> None:
        """CRE-1 to CRE-7, SPL-69 to SPL-73, SPL-75, SPL-76: ST, DX, IQ, MA, armor, size."""
        table = field()
        one = call(table, id, "0704")
        armor = table.state.armor(one, one.arms["unarmed"], grappling=False).total
        assert one.name == being
        assert (one.st, one.dx, one.iq, one.ma, armor, len(one.cells)) == figures

    def test_it_is_of_the_casters_side_and_idle_at_first(self) -> None:
        """MAG-21, RUL-118: no turn now, but it may react."""
        table = field()
        wolf = call(table, "summon-wolf", "0504")
        mira = fighter(table, "Mira")
        assert (wolf.side, wolf.seat, wolf.acted) == (mira.side, mira.seat, True)
        assert table.state.may_react(wolf)
        assert "At a word of Mira Wolf stands in 0504" in told(table)

    def test_within_two_hexes_on_empty_ground_in_sight(self) -> None:
        """MAG-21, RUL-118."""
        table = field(
            mage(at="0202"),
            who("Hector", "Trojans", "0401"),
            map=CORNER,
        )
        state = table.state
        found = beings.places(state, state.fighters[0], spell(table, "summon-wolf"))
        near = {str(hex) for hex in found}
        assert {"0101", "0103", "0201", "0303", "0403"} <= near
        assert near.isdisjoint({"0202", "0203", "0204", "0401", "0501"})

    def test_a_dragon_needs_room_for_all_of_it(self) -> None:
        """RUL-118, RUL-20: its nearest hex within two, all of it on the board."""
        table = field()
        state = table.state
        places = [*beings.places(state, state.fighters[0], spell(table, "summon-dragon"))]
        assert Hex.at("0704") in places
        assert Hex.at("0404") not in places
        assert Hex.at("0101") not in places

    def test_one_at_a_time(self) -> None:
        """MAG-21: a second is refused while one lives, not after it is gone."""
        table = field()
        state, mira = table.state, fighter(table, "Mira")
        assert beings.call_refusal(state, mira, spell(table, "summon-bear")) is None
        wolf = call(table, "summon-wolf", "0504")
        refusal = beings.call_refusal(state, mira, spell(table, "summon-bear"))
        assert str(refusal) == "Wolf is still there: one summoned being at a time (MAG-21)"
        beings.vanishes(state, wolf, "test", "MAG-21")
        assert beings.call_refusal(state, mira, spell(table, "summon-bear")) is None
        assert call(table, "summon-wolf", "0504").name == "Wolf 2"

    def test_it_is_gone_when_the_caster_falls(self) -> None:
        """MAG-21, RUL-121."""
        table = field(mage(damage=19), who("Hector", "Trojans", "0505", weapons=["broad-sword"]))
        wolf = call(table, "summon-wolf", "0503")
        state, mira = table.state, fighter(table, "Mira")
        mira.take(damage=5)
        beings.fallen(state, mira)
        assert wolf.status == "vanished"
        assert wolf.cells == ()
        assert not state.spells
        assert "Wolf vanishes: Mira has fallen" in told(table)

    def test_by_casting(self) -> None:
        """SPL-69, MAG-9: 3 points; the wolf waits this turn, and bites in the next."""
        table = field(
            mage(spells=["summon-wolf"]), who("Hector", "Trojans", "0704"), dice="1 1 1, 1 1 1, 2"
        )
        play(table, "Mira stay", "Mira cast Summon Wolf at 0604")
        assert fighter(table, "Mira").fatigue == 3
        assert asked(table) == "Trojans: where does Hector go?"
        play(table, "Hector pass", "Wolf", "Wolf stay", "Wolf strike Hector")
        play(table, "Hector take it", "Hector take it", "Mira stay")
        assert fighter(table, "Hector").damage == 3
        why = "Wolf is still there: one summoned being at a time (MAG-21)"
        assert why_not(table, "Mira cast Summon Wolf") == why

    def test_it_may_react_at_once(self) -> None:
        """RUL-118: to a blow in the turn of its arrival."""
        table = field(
            mage(spells=["summon-bear"]),
            who("Hector", "Trojans", "0704", weapons=["broad-sword"]),
            dice="1 1 1, 6 6 6",
        )
        play(table, "Mira stay", "Mira cast Summon Bear at 0604")
        play(table, "Hector stay", "Hector strike Bear")
        assert "Bear counter" in offered(table)

    def test_a_dragon_breathes_and_flies(self) -> None:
        """CRE-7, SPL-76, SHT-14: a missile from afar."""
        table = field(mage(spells=["summon-dragon"], iq=18), WEAK, dice="1 1 1, 1 1 1, 1 1 1 1")
        play(table, "Mira stay", "Mira cast Summon Dragon at 0704", "Hector pass", "Dragon")
        assert "Dragon move 0906" in offered(table)
        play(table, "Dragon stay", "Dragon shoot Hector")
        assert fighter(table, "Hector").damage == 4

    def test_a_shield_is_no_use_in_a_grapple(self) -> None:
        """CRE-2, CRE-5, ARM-4."""
        table = field()
        giant = call(table, "summon-giant", "0504")
        club = giant.in_hand[0]
        assert table.state.armor(giant, club, grappling=False).total == 3
        assert table.state.armor(giant, club, grappling=True).total == 0

    def test_dispelled_it_is_gone(self) -> None:
        """RUL-113, SPL-28."""
        table = field(
            mage(),
            mage("Helen", "Trojans", "1004", spells=["dispel-magic"]),
            dice="1 1 1, 6 6, 1 1",
        )
        play(table, "Mira stay", "Mira cast Summon Wolf at 0504", "Helen stay")
        play(table, "Helen cast Dispel Magic at Summon Wolf on Wolf", "Helen 2 dice", "Mira 2 dice")
        assert "Wolf vanishes: the spell has ended" in told(table)

    def test_one_that_has_fled_is_no_hindrance(self) -> None:
        """MAG-21, RUL-22: another may be called."""
        table = field()
        wolf = call(table, "summon-wolf", "0504")
        flees(table.state, wolf)
        assert (
            beings.call_refusal(table.state, fighter(table, "Mira"), spell(table, "summon-bear"))
            is None
        )

    def test_it_may_come_into_fire(self) -> None:
        """RUL-105: whoever comes there burns."""
        table = field()
        fire = spell(table, "fire-1")
        lasting.add(table.state, fire, fighter(table, "Mira"), hexes=(Hex.at("0504"),))
        assert call(table, "summon-warrior", "0504").damage == 2

    def test_a_vanished_one_is_in_no_view(self) -> None:
        """MAG-21: but its name stays taken."""
        table = field()
        wolf = call(table, "summon-wolf", "0504")
        view: Any = FIGHT.view(table.state, None)
        assert view.fighters["Wolf"].summoner == "Mira"
        beings.vanishes(table.state, wolf, "test", "MAG-21")
        view = FIGHT.view(table.state, None)
        assert "Wolf" not in view.fighters


class TestForms:
    """MAG-19, RUL-117."""

    def morph(self, id: str, **figures: Any) -> tuple[Table[Fight], Fighter]:
        own: dict[str, Any] = {"st": 10, "weapons": ["dagger"], "armor": ["leather"]}
        table = field(mage(**own | figures), WEAK)
        mira = fighter(table, "Mira")
        forms.morphed(table.state, mira, spell(table, id))
        return table, mira

    @pytest.mark.parametrize(
        ("id", "figures"),
        [
            ("werewolf", (10, 13, 18, 8, 1, 1)),
            ("werebear", (30, 11, 18, 5, 2, 1)),
            ("weregoyle", (20, 11, 18, 16, 4, 1)),
            ("weredragon", (30, 13, 18, 16, 3, 4)),
        ],
    )
    def test_the_shapes(self, id: str, figures: tuple[int, ...]) -> None:
        """SPL-62 to SPL-65: the form's DX, movement, armor and size, ST multiplied, his own IQ."""
        table, mira = self.morph(id)
        armor = table.state.armor(mira, mira.arms["unarmed"], grappling=False).total
        assert (mira.st, mira.dx, mira.iq, mira.ma, armor, len(mira.cells)) == figures

    def test_gear_is_no_use_and_comes_back(self) -> None:
        """RUL-117."""
        table, mira = self.morph("werebear")
        assert not mira.ready + mira.carried
        assert [one.id for one in mira.in_hand] == ["bite-claws", "unarmed"]
        forms.returned(table.state, mira)
        assert mira.ready == ("dagger",)
        assert mira.own is None
        assert (mira.st, mira.form) == (10, "")
        assert not table.state.spells

    @pytest.mark.parametrize(
        ("id", "taken", "left"),
        [
            ("werebear", (7, 1), (3 + 3, 2 + 1)),
            ("werewolf", (4, 2), (7, 4)),
            ("weregoyle", (5, 0), (6, 2)),
        ],
    )
    def test_harm_is_divided_on_return(
        self, id: str, taken: tuple[int, int], left: tuple[int, int]
    ) -> None:
        """RUL-117: earlier points are kept, those of the beast divided and rounded up."""
        table, mira = self.morph(id, damage=3, fatigue=2)
        mira.take(*taken)
        forms.returned(table.state, mira)
        assert (mira.damage, mira.fatigue) == left

    def test_he_returns_at_will(self) -> None:
        """MAG-19, RUL-121: free, before anything else; the price was his own, from before."""
        table = field(mage(spells=["werebear"], st=10), WEAK, dice="1 1 1")
        play(table, "Mira stay", "Mira cast Werebear", "Hector pass")
        assert fighter(table, "Mira").st == 30
        assert why_not(table, "Mira cast Werebear") != ""
        play(table, "Mira return")
        mira = fighter(table, "Mira")
        assert (mira.form, mira.st, mira.damage, mira.fatigue) == ("", 10, 0, 4)
        assert asked(table) == "Greeks: where does Mira go?"

    def test_no_casting_meanwhile(self) -> None:
        """MAG-19, MAG-5."""
        table = field(mage(spells=["werewolf", "blur"]), WEAK, dice="1 1 1")
        play(table, "Mira stay", "Mira cast Werewolf", "Hector pass", "Mira stay")
        assert why_not(table, "Mira cast Blur") == "Mira is in another shape (MAG-5)"

    def test_the_fallen_is_himself(self) -> None:
        """MAG-19, RUL-117: unconscious as a bear with 30 points of 30, he has 4 + 9 of 10."""
        table = field(mage(spells=["werebear"], st=10), WEAK, dice="1 1 1")
        play(table, "Mira stay", "Mira cast Werebear")
        mira = fighter(table, "Mira")
        done(injury.suffer(table.state, mira, 26, Ledger("harm", ())))
        assert (mira.form, mira.damage, mira.fatigue, mira.status) == ("", 9, 4, "incapacitated")

    def test_a_sleeper_is_himself(self) -> None:
        """MAG-19, SPL-37: asleep is unconscious."""
        table = field(
            mage(spells=["weredragon"], st=10),
            who("Ajax", "Greeks", "0101"),
            mage("Helen", "Trojans", "1004", spells=["sleep-1"]),
            dice="1 1 1, 6 6, 1 1",
        )
        play(table, "Mira", "Mira stay", "Mira cast Weredragon", "Ajax pass", "Helen stay")
        assert len(fighter(table, "Mira").cells) == 4
        play(table, "Helen cast Sleep-1 at Mira", "Helen 2 dice", "Mira 2 dice")
        mira = fighter(table, "Mira")
        assert (mira.status, mira.form, len(mira.cells)) == ("asleep", "", 1)

    def test_there_must_be_room(self) -> None:
        """RUL-20: a dragon fills four hexes."""
        table = field(mage(at="0101"), who("Hector", "Trojans", "0301"), map=CELL)
        refusal = forms.morph_refusal(
            table.state, fighter(table, "Mira"), spell(table, "weredragon")
        )
        assert str(refusal) == "there is no room for such a shape here (RUL-20)"
        assert (
            forms.morph_refusal(table.state, fighter(table, "Mira"), spell(table, "werebear"))
            is None
        )


class TestMinds:
    """SPL-39, SPL-77, RUL-112, RUL-118."""

    def test_he_loses_a_turn_and_obeys(self) -> None:
        """SPL-39, RUL-112: `turns_owed` + 1, then the caster's side plays him."""
        table = field(
            mage(spells=["mind-control"]),
            who("Hector", "Trojans", "0704"),
            who("Paris", "Trojans", "0804"),
            dice="6 6, 1 1",
        )
        play(table, "Mira stay", "Mira cast Mind Control at Hector")
        play(table, "Mira 2 dice", "Hector 2 dice")
        hector = fighter(table, "Hector")
        assert (hector.side, hector.seat, hector.turns_owed) == (0, "Greeks", 1)
        assert asked(table) == "Trojans: where does Paris go?"
        play(table, "Paris pass", "Mira pass", "Paris pass")
        assert "Hector has given up this turn" in told(table)
        play(table, "Hector stay")
        assert "Hector strike Paris" in offered(table)
        assert "Hector strike Mira" not in offered(table)

    def test_dispelled_he_is_his_own_man(self) -> None:
        """RUL-113: another spell on him that ends changes nothing."""
        table = field()
        state, mira, hector = table.state, fighter(table, "Mira"), fighter(table, "Hector")
        lasting.add(state, spell(table, "mind-control"), mira, target="Hector")
        lasting.add(state, spell(table, "blur"), mira, target="Hector")
        minds.controlled(state, hector, mira)
        at_once.undone(state, state.spells[1])
        assert hector.side == 0
        at_once.undone(state, state.spells[0])
        assert (hector.side, hector.seat, hector.home) == (1, "Trojans", None)
        assert state.spells == ()

    def test_when_it_is_over_he_is_of_his_own_side(self) -> None:
        """RUL-112, RUL-69: the fight is won with him, not by him; fallen he is a captive."""
        table = field(
            mage(spells=["mind-control"]),
            who("Hector", "Trojans", "0704", fatigue=11),
            who("Paris", "Trojans", "0804"),
        )
        state = table._last_state()
        minds.controlled(state, state.named("Hector"), state.named("Mira"))
        lasting.add(state, spell(table, "mind-control"), state.named("Mira"), target="Hector")
        state.named("Hector").take(fatigue=1)
        state.named("Paris").take(damage=40)
        table = table.fork()
        assert table.outcome is not None
        assert table.outcome.winners == ("Greeks",)
        hector = fighter(table, "Hector")
        assert (hector.side, hector.captured) == (1, True)

    def test_grapplers_let_go(self) -> None:
        """RUL-56, MOV-3: who changes sides stands apart from his new friends."""
        table = field(
            mage(), who("Ajax", "Greeks", "0604"), who("Hector", "Trojans", holds="Ajax"),
            who("Paris", "Trojans", "1004"),
        )  # fmt: skip
        state, hector = table.state, fighter(table, "Hector")
        minds.controlled(state, hector, fighter(table, "Mira"))
        assert not hector.joined
        assert not fighter(table, "Ajax").joined
        assert hector.cells != fighter(table, "Ajax").cells

    def test_a_spirit_takes_over_a_host(self) -> None:
        """SPL-77: its own DX, IQ, skills and magic, the host's ST; the caster may end it."""
        dead = {"dx": 15, "iq": 7, "skills": {"sword": 2}, "damage": 30}
        table = field(
            mage(iq=20, spells=["raise-the-dead"]),
            who("Ajax", "Greeks", "0304", **dead),
            who("Hector", "Trojans", "1004", st=14),
            who("Paris", "Trojans", "1005"),
            dice="6 6, 1 1",
        )
        play(table, "Mira stay", "Mira cast Raise the Dead at Hector with Ajax")
        play(table, "Mira 2 dice", "Hector 2 dice")
        hector = fighter(table, "Hector")
        assert (hector.st, hector.dx, hector.iq, hector.skill("sword")) == (14, 15, 7, 2)
        assert hector.side == 0
        play(table, "Paris pass", "Mira", "Mira dismiss Hector")
        hector = fighter(table, "Hector")
        assert (hector.dx, hector.iq, hector.side, hector.own) == (11, 9, 1, None)
