"""Readings of the spell book where its text is short: what is settled, and by which rule."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from legendry.hexes import Hex
from legendry.legends.edition import edition
from legendry.legends.fighter import Fight
from legendry.legends.magic import lasting
from legendry.odds import passes
from legendry.table import Choose, Ledger, Table

from .arena import AW, arena, asked, fighter, figures, mage, offered, play, told, who, why_not

BOOK = edition(AW).spells
HAY: dict[str, Any] = {
    "map": ".   .   .   .\n  .   .   .\n.   .   h   .\n  .   .   .\n",
    "legend": {"h": ["hay", "flammable"]},
}


def refused(table: Table[Fight], text: str) -> str:
    """Why the table would not take an answer, however many steps it takes."""
    return str(table.why_not(text))


def laid(table: Table[Fight], id: str, on: str = "", hexes: tuple[str, ...] = ()) -> Table[Fight]:
    """The same fight with a spell of Mira's in play."""
    state = table._last_state()
    where = tuple(map(Hex.at, hexes))
    lasting.add(state, BOOK[id], state.named("Mira"), target=on, hexes=where)
    return table.fork()


def duel(*spells: str, dice: str = "", hector: Any = None, **setup: Any) -> Table[Fight]:
    """Mira with those spells; Hector four hexes away, Paris beside him."""
    return arena(
        AW,
        mage("Mira", "Greeks", "0303", *spells, st=30),
        who("Hector", "Trojans", "0703", **hector or {}),
        who("Paris", "Trojans", "0702"),
        dice=dice,
        **setup,
    )


class TestHexes:
    """MAG-8 where spells lie in hexes: the same spell adds nothing there, whatever its size."""

    @pytest.mark.parametrize("kind", ["Fire", "Shadow", "Slippery Floor"])
    def test_it_is_refused_where_it_lies(self, kind: str) -> None:
        """MAG-8, MAG-10: Fire-1 in a hex of Fire-3, and the other way round."""
        id = kind.lower().replace(" ", "-")
        for old, new in ((3, 1), (1, 3), (3, 7)):
            table = laid(duel(f"{id}-7"), f"{id}-{old}", hexes=("0603",))
            play(table, "Mira stay")
            why = f"{kind}-{new} would add nothing in 0603 (MAG-8)"
            assert refused(table, f"Mira cast {kind}-{new} at 0603") == why
            assert f"Mira cast {kind}-{new}" in offered(table)

    def test_an_area_may_lead_over_it(self) -> None:
        """RUL-99, MAG-8: a new hex first, then any beside it."""
        table = laid(duel("shadow-3", dice="3 3 3"), "shadow-1", hexes=("0603",))
        play(table, "Mira stay", "Mira cast Shadow-3 at 0503 and 0603 and 0703")
        assert [len(cast.hexes) for cast in table.state.spells] == [1, 3]

    def test_where_it_is_everywhere_it_cannot_be_cast(self) -> None:
        """MAG-8: told before anything is aimed."""
        table = duel("slippery-floor-1")
        table = laid(table, "slippery-floor-7", hexes=tuple(map(str, table.state.board)))
        play(table, "Mira stay")
        why = "Slippery Floor-1 would add nothing in any hex in sight (MAG-8)"
        assert why_not(table, "Mira cast Slippery Floor-1") == why

    def test_a_flash_of_ones_own_is_not_repeated_while_it_lasts(self) -> None:
        """SPL-2, MAG-8: not cumulative; by option it lasts for the encounter (RUL-106)."""
        table = duel("flash", dice="3 3 3", options={"flash_lasts": "encounter"})
        play(table, "Mira stay", "Mira cast Flash", "Hector", "Hector pass", "Paris pass")
        play(table, "Mira stay")
        assert why_not(table, "Mira cast Flash") == "Flash is in play already (MAG-8)"


class TestFireball:
    """SPL-54, RUL-105, RUL-120: what it lights."""

    def hay(self, dice: str) -> Table[Fight]:
        table = arena(
            AW,
            mage("Mira", "Greeks", "0102", "fireball-1"),
            who("Hector", "Trojans", "0502", st=20),
            dice=dice,
            **HAY,
        )
        return play(table, "Mira stay", "Mira cast Fireball-1 at Hector for 1")

    def test_those_in_it_burn_when_their_turn_begins(self) -> None:
        """RUL-105: the fire was not cast, so not at once; D6-1 is 4, then 2."""
        table = self.hay("3 3 3, 5")
        words = [one for one in told(table) if one.startswith(("Hector takes", "—", "Fire-1"))]
        began = words.index("— Round 1, Trojans —")
        assert words[1:began] == ["Hector takes 4 damage", "Fire-1 lies in 0502"]
        assert words[began + 1 :] == ["Hector takes 2 damage"]

    def test_a_hex_on_fire_is_not_lit_again(self) -> None:
        """MAG-8."""
        table = self.hay("3 3 3, 5, 3 3 3, 5")
        play(table, "Hector pass", "Mira stay", "Mira cast Fireball-1 at Hector for 1")
        assert len(table.state.spells) == 1


class TestSleepers:
    """SPL-22, SPL-37, RUL-112: what ends sleep and frost."""

    def test_fire_and_blast_are_no_attacks(self) -> None:
        """RUL-121: they hurt a sleeper, and he sleeps on; frost breaks (SPL-22)."""
        for id, status in (("sleep-1", "asleep"), ("freeze", "active")):
            table = laid(duel("fire-1", dice="3 3 3"), id, "Hector")
            play(table, "Mira stay", "Mira cast Fire-1 at 0703")
            hector = fighter(table, "Hector")
            assert hector.damage >= 2
            assert hector.status == status

    def test_a_strike_wakes_hit_or_not(self) -> None:
        """RUL-112, RUL-121: a magic strike is an attack; frost needs points."""
        for id, status in (("sleep-1", "active"), ("freeze", "frozen")):
            table = laid(duel("magic-fist-1", dice="6 6 6"), id, "Hector")
            play(table, "Mira stay", "Mira cast Magic Fist-1 at Hector for 1")
            assert fighter(table, "Hector").status == status

    def test_the_spell_that_wakes_him_stays(self) -> None:
        """RUL-112, RUL-4: the frozen does not resist Sleep, and then sleeps under the ice."""
        table = laid(duel("sleep-1"), "freeze", "Hector")
        play(table, "Mira stay", "Mira cast Sleep-1 at Hector")
        assert {cast.spell for cast in table.state.spells} == {"freeze", "sleep-1"}
        table = laid(duel("freeze"), "sleep-1", "Hector")
        play(table, "Mira stay", "Mira cast Freeze at Hector")
        assert [cast.spell for cast in table.state.spells] == ["freeze"]

    def test_sleep_in_an_area_leaves_sleepers_alone(self) -> None:
        """MAG-8, MAG-10: Hector sleeps by Sleep-1; Sleep-4 is laid on Paris, and wakes nobody."""
        table = laid(duel("sleep-4", dice="6 6, 1"), "sleep-1", "Hector")
        play(table, "Mira stay", "Mira cast Sleep-4 at 0703 and 0702 done")
        assert asked(table).startswith("Greeks: Mira: cast Sleep-4, Mira against Paris:")
        play(table, "Mira 2 dice", "Paris 1 die")
        assert "Sleep-4 lies on Paris" in told(table)
        assert fighter(table, "Hector").captured, "both sleep, and the fight is over"

    def test_no_size_of_it_is_laid_on_a_sleeper(self) -> None:
        """MAG-8, MAG-10."""
        table = laid(duel("sleep-1"), "sleep-7", "Hector")
        play(table, "Mira stay")
        why = "Sleep-1 is on Hector already (MAG-8)"
        assert refused(table, "Mira cast Sleep-1 at Hector") == why


class TestFlying:
    """RUL-110."""

    def test_flight_lifts_at_once_and_landing_is_for_one_turn(self) -> None:
        """SPL-25: chosen each own turn."""
        table = duel("flight", dice="3 3 3")
        play(table, "Mira stay", "Mira cast Flight at Mira")
        assert fighter(table, "Mira").flying
        play(table, "Hector", "Hector pass", "Paris pass", "Mira land")
        assert not fighter(table, "Mira").flying
        play(table, "Mira pass", "Hector", "Hector pass", "Paris pass")
        assert fighter(table, "Mira").flying

    def test_who_leaves_a_winged_form_stands_on_the_ground(self) -> None:
        """MAG-19, RUL-117: wings go with the form; Flight lifts him still."""
        for other, flying in (("", False), ("flight", True)):
            table = duel("weregoyle", dice="3 3 3")
            table = laid(table, other, "Mira") if other else table
            play(table, "Mira stay", "Mira cast Weregoyle", "Hector", "Hector pass", "Paris pass")
            assert fighter(table, "Mira").flying
            play(table, "Mira return")
            assert fighter(table, "Mira").flying == flying


class TestAreaStrikes:
    """RUL-97, RUL-111: they are aimed at the first hex named."""

    def bolt(self, id: str, dice: str, hexes: str) -> Table[Fight]:
        table = laid(duel("lightning-3", dice=dice), id, "Hector")
        return play(table, "Mira stay", f"Mira cast Lightning-3 at {hexes} done for 1")

    def test_what_protects_another_in_the_area_is_no_matter(self) -> None:
        """RUL-97: 4/IQ at the blurred; 3/IQ where he only stands beside."""
        table = self.bolt("blur", "6 6 5 1, 1", "0703 and 0702")
        assert "Mira fails 4/IQ (cast Lightning-3): 6 6 5 1 = 18 > 16" in told(table)
        table = self.bolt("blur", "3 3 3, 4", "0702 and 0703")
        assert fighter(table, "Hector").damage == 4

    def test_reverse_missiles_turns_what_is_aimed_at_its_subject(self) -> None:
        """RUL-111, SPL-20: in the first hex; in another it does not help him."""
        table = self.bolt("reverse-missiles", "3 3 3, 4", "0703 and 0702")
        damage = [fighter(table, name).damage for name in ("Mira", "Hector", "Paris")]
        assert damage == [4, 0, 0]
        table = self.bolt("reverse-missiles", "3 3 3, 4", "0702 and 0703")
        damage = [fighter(table, name).damage for name in ("Mira", "Hector", "Paris")]
        assert damage == [0, 4, 4]


class TestDeath:
    """SPL-33, SPL-77, RUL-67, RUL-115."""

    def test_the_dying_have_not_given_up_their_spirit(self) -> None:
        """SPL-77, RUL-67: they may be healed until the fight is over (INJ-6); the dead may not."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0303", "raise-the-dead", iq=18, st=30),
            who("Ajax", "Greeks", "0302", damage=12),
            who("Hector", "Trojans", "0703"),
        )
        play(table, "Mira stay")
        assert "Mira cast Raise the Dead" not in offered(table)
        state = table._last_state()
        state.named("Ajax").take(damage=12)
        table = play(table.fork(), "Mira cast Raise the Dead at Hector")
        assert offered(table) == ["Mira cast Raise the Dead at Hector with Ajax"]

    @pytest.mark.parametrize(("fatigue", "status"), [(0, "active"), (3, "incapacitated")])
    def test_who_is_revived_keeps_his_fatigue(self, fatigue: int, status: str) -> None:
        """SPL-33, RUL-115: damage becomes ST - 1; he is stable, on his feet or not (INJ-4)."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0303", "reverse-death", st=30),
            who("Ajax", "Greeks", "0302", damage=15, fatigue=fatigue),
            who("Hector", "Trojans", "0703"),
            dice="3 3 3",
        )
        play(table, "Mira stay", "Mira cast Reverse Death at Ajax")
        ajax = fighter(table, "Ajax")
        assert (ajax.damage, ajax.fatigue, ajax.status) == (11, fatigue, status)


class TestOverspending:
    """RUL-102: whoever is about to fall is told before."""

    def tired(self, *spells: str, dice: str = "", **figures: Any) -> Table[Fight]:
        table = arena(
            AW,
            mage("Mira", "Greeks", "0303", *spells, st=12, **figures),
            who("Ajax", "Greeks", "0302"),
            who("Hector", "Trojans", "0703", weapons=["broad-sword"]),
            dice=dice,
        )
        return play(table, "Mira", "Mira stay")

    def words(self, table: Table[Fight], text: str) -> str:
        assert isinstance(table.pending, Choose)
        option = table.pending.find(text)
        assert option is not None, offered(table)
        assert option.notation == text
        return option.words

    def ledgers(self, table: Table[Fight], text: str) -> dict[str, Ledger]:
        assert isinstance(table.pending, Choose)
        option = table.pending.find(text)
        assert option is not None
        assert option.about is not None
        return {ledger.title: ledger for ledger in option.about.ledgers}

    @pytest.mark.parametrize(
        ("id", "steps"),
        [
            ("wall-7", ["Wall-7", "at 0603", "and 0604", "done"]),
            ("freeze", ["Freeze", "at Hector"]),
            ("werebear", ["Werebear"]),
            ("summon-giant", ["Summon Giant", "at 0503"]),
            ("break-weapon", ["Break Weapon", "at Hector", "on broad sword"]),
        ],
    )
    @pytest.mark.parametrize(("fatigue", "warned"), [(0, False), (9, True)])
    def test_every_step_says_so(
        self, id: str, steps: list[str], fatigue: int, warned: bool
    ) -> None:
        """RUL-102, MAG-9: in words; at last as a chance to fall, with the price in a ledger."""
        table, text = self.tired(id, fatigue=fatigue), "Mira cast"
        for step in steps:
            text = f"{text} {step}"
            assert ("Mira drops" in self.words(table, text)) == warned
            if step is not steps[-1]:
                play(table, text)
        assert ("falls" in figures(table, text)) == warned
        assert ("cost" in self.ledgers(table, text)) == warned

    def test_amounts_say_what_they_cost_and_which_are_too_much(self) -> None:
        """RUL-102, RUL-66: 9 of 12 points are spent; 2 leave her standing, 3 do not."""
        table = play(self.tired("death", fatigue=9), "Mira cast Death at Hector")
        said = "Mira cast Death at Hector for"
        assert self.words(table, f"{said} 2") == "costs 2"
        assert self.words(table, f"{said} 3") == "costs 3: Mira drops"
        assert self.words(table, f"{said} 5") == "costs 5, 2 of it as damage: Mira drops"
        odds = figures(table, f"{said} 3")
        assert odds["falls"] == odds["win"]

    def test_a_strike_that_is_cast_and_misses_is_paid_for(self) -> None:
        """RUL-97, option magic_strike_hit: 3/IQ to cast it, then 3/DX to hit."""
        table = arena(
            AW,
            mage("Mira", "Greeks", "0303", "lightning-1", st=12, fatigue=11),
            who("Hector", "Trojans", "0703"),
            options={"magic_strike_hit": "iq_then_dx"},
        )
        play(table, "Mira stay", "Mira cast Lightning-1 at Hector")
        odds = figures(table, "Mira cast Lightning-1 at Hector for 1")
        assert odds["falls"] == passes(3, 16)
        assert odds["hit"] == passes(3, 16) * passes(3, 11)

    def test_the_staff_pays_first(self) -> None:
        """RUL-101: with 4 in the staff 3 points of her own are 7."""
        staff: dict[str, Any] = {"weapons": ["wizards-staff"], "staff": 4}
        table = play(self.tired("death", fatigue=9, **staff), "Mira cast Death at Hector")
        said = "Mira cast Death at Hector for"
        assert self.words(table, f"{said} 6") == "costs 6"
        assert self.words(table, f"{said} 7") == "costs 7: Mira drops"
        assert str(self.ledgers(table, f"{said} 7")["cost"]) == (
            "cost 3 = 7 Death MAG-9 −4 paid by the staff RUL-101 +0 Mira has 3 left, and drops RUL-102"
        )


class TestOdds:
    """MAG-1, MAG-2: the chance of a casting stands at its last step too, under its own name."""

    @pytest.mark.parametrize(
        ("id", "said", "name"),
        [
            ("drop-weapon", "Drop Weapon at Hector on broad sword", "win"),
            ("break-weapon", "Break Weapon at Hector on broad sword", "win"),
            ("teleport", "Teleport at Hector to 0704", "win"),
            ("teleport", "Teleport at Mira to 0304", "works"),
            ("assist", "Assist at Mira for DX", "works"),
            ("blur", "Blur at Mira", "works"),
            ("heal-wounds", "Heal Wounds at Mira for 1", "works"),
            ("channel-energy", "Channel Energy at Mira from Hector", "works"),
            ("channel-energy", "Channel Energy at Hector from Mira for 1", "win"),
            ("shadow-1", "Shadow-1 at 0403", "works"),
            ("summon-wolf", "Summon Wolf at 0403", "works"),
            ("blast", "Blast", "works"),
            ("werewolf", "Werewolf", "works"),
            ("reveal-magic", "Reveal Magic", "works"),
            ("magic-fist-1", "Magic Fist-1 at Hector for 2", "hit"),
        ],
    )
    def test_at_the_last_step(self, id: str, said: str, name: str) -> None:
        table = arena(
            AW,
            mage("Mira", "Greeks", "0303", id, st=30, iq=12 if BOOK[id].iq < 13 else 16, damage=2),
            who("Hector", "Trojans", "0703", weapons=["broad-sword"], damage=2),
        )
        text = f"Mira cast {said}"
        play(table, "Mira stay")
        while text not in offered(table):
            assert isinstance(table.pending, Choose)
            option = table.pending.find(text)
            assert option is not None, offered(table)
            play(table, option.notation)
        odds = figures(table, text)
        assert next(iter(odds)) == name
        assert Fraction(0) < odds[name] <= 1
        if name == "works":
            assert odds[name] == passes(3, fighter(table, "Mira").iq)

    def test_a_spell_of_ones_own_side_works(self) -> None:
        """SPL-28, RUL-98: no contest to end what a friend has cast."""
        table = laid(duel("dispel-magic"), "blur", "Mira")
        play(table, "Mira stay", "Mira cast Dispel Magic")
        assert figures(table, "Mira cast Dispel Magic at Blur on Mira") == {"works": passes(3, 16)}


class TestReasons:
    """Whatever is tried at a step is offered, barred, or refused by the rule of the question."""

    @pytest.mark.parametrize(
        ("id", "said", "rule"),
        [
            ("fire-3", "Fire-3 at 1901", "MAG-5"),
            ("fire-3", "Fire-3 at Hector", "MAG-5"),
            ("fire-3", "Fire-3 at 0303 and 0303", "RUL-99"),
            ("fire-3", "Fire-3 at 0303 and 0505", "RUL-99"),
            ("fire-3", "Fire-3 at 0303 and 0909", "RUL-99"),
            ("slow", "Slow at 0703", "MAG-4"),
            ("slow", "Slow at Nobody", "MAG-4"),
            ("summon-wolf", "Summon Wolf at 0703", "RUL-118"),
            ("summon-wolf", "Summon Wolf at 0603", "MAG-21"),
            ("teleport", "Teleport at Mira to 0703", "RUL-118"),
            ("teleport", "Teleport at Mira to 0303", "SPL-74"),
            ("teleport", "Teleport at Mira to 1901", "SPL-74"),
            ("drop-weapon", "Drop Weapon at Hector on crown", "SPL-46"),
            ("illusion-1", "Illusion-1 of dragon at 0404", "RUL-114"),
            ("dispel-magic", "Dispel Magic at Hector", "RUL-113"),
            ("dispel-magic", "Dispel Magic at Flash", "RUL-113"),
            ("magic-fist-1", "Magic Fist-1 at Hector for 3", "SPL-45"),
            ("death", "Death at Hector for 99", "RUL-102"),
        ],
    )
    def test_there_is_a_rule(self, id: str, said: str, rule: str) -> None:
        table = duel(id, hector={"weapons": ["broad-sword"]})
        state = table._last_state()
        lasting.add(state, BOOK["flash"], state.named("Mira"))
        table = play(laid(table, "blur", "Paris"), "Mira stay")
        why = table.why_not(f"Mira cast {said}")
        assert why is not None
        assert why.rule == rule, str(why)
