"""Creatures in fights: small animals (RUL-19), several hexes (RUL-20), breath and claws (SHT-14)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.hexes import Hex, distance, neighbours
from legendry.legends.fighter import Fight
from legendry.odds import passes
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
    offered,
    play,
    told,
    who,
    why_not,
)

WORD = {TSC: "enter", AW: "takedown", TS: "tackle"}
CLAWS = [{"name": "claws", "damage": "2d6"}]
FIRE = [{"name": "fire breath", "damage": "4d6", "breath": True}, *CLAWS]

WALLED = """
.   .   .   .
  .   .   .
.   .   #   .
  .   .   .
.   .   .   .
  .   .   .
.   .   #   .
  .   .   .
"""
"""Walls in 0502 and 0504."""


def dragon(at: str, side: str = "Trojans", *, hexes: int = 7, **figures_: Any) -> dict[str, Any]:
    """A dragon of seven hexes, ST 60, DX 12, or a small one of four."""
    figures_ = {"st": 60, "dx": 12, "natural_weapons": CLAWS} | figures_
    return who("Dragon", side, at, hexes=hexes, **figures_)


def held(table: Table[Fight], *names: str) -> bool:
    fight = table.state
    return {one.name for one in fight.holders(fight.named(names[0]))} == set(names[1:])


def cells(table: Table[Fight], name: str = "Dragon") -> set[str]:
    return {str(hex) for hex in fighter(table, name).cells}


def flower(hex: str) -> set[str]:
    return {hex, *map(str, neighbours(Hex.at(hex)))}


class TestLarge:
    """RUL-20."""

    @ALL
    def test_four_hexes_are_a_rhombus_and_seven_a_flower(self, edition: str) -> None:
        """RUL-20: two adjacent hexes and their common neighbours; a hex and its ring."""
        table = arena(edition, who("Ajax", "Greeks", "1301"), dragon("0504"))
        assert cells(table) == flower("0504")
        table = arena(edition, who("Ajax", "Greeks", "1301"), dragon("0504", hexes=4))
        first, second, *beside = fighter(table, "Dragon").cells
        assert second in neighbours(first)
        assert set(beside) == set(neighbours(first)) & set(neighbours(second))

    @ALL
    def test_adjacent_is_touching_any_of_its_hexes(self, edition: str) -> None:
        """RUL-20, STR-1: from 0704, two hexes from its anchor."""
        table = arena(edition, who("Ajax", "Greeks", "0704"), dragon("0504"), dice="1 1 1, 5")
        play(table, "Ajax stay", "Ajax strike Dragon")
        assert "Dragon has hit" not in asked(table)
        assert asked(table) == "Trojans: Ajax has hit Dragon. Does Dragon dodge?"

    @ALL
    def test_distance_counts_from_the_nearest_hex(self, edition: str) -> None:
        """RUL-20, SHT-4: ST 8 reaches a ring eight hexes away, its anchor nine; it lies there."""
        ajax = {"weapons": ["dagger"], "st": 8}
        table = arena(edition, who("Ajax", "Greeks", "0104", **ajax), dragon("1004"), dice="6 6 6")
        play(table, "Ajax stay", "Ajax throw Dragon")
        ((hex, things),) = table.state.ground.items()
        assert things == ("dagger",)
        assert str(hex) in cells(table)
        assert distance(Hex.at("0104"), hex) == 8
        table = arena(edition, who("Ajax", "Greeks", "0104", **ajax), dragon("1104"))
        play(table, "Ajax stay")
        assert why_not(table, "Ajax throw Dragon").endswith("beyond ST 8 (SHT-4)")

    @ALL
    def test_it_walks_where_all_of_it_fits(self, edition: str) -> None:
        """RUL-20, MOV-2: one step a hex of its anchor; not over a friend, not off the board."""
        table = arena(
            edition,
            dragon("0504", "Greeks", ma=1),
            who("Ajax", "Greeks", "0802"),
            who("Odysseus", "Greeks", "0502"),
            who("Hector", "Trojans", "1304"),
        )
        play(table, "Dragon")
        moves = {text.split()[-1] for text in offered(table) if " move " in text}
        assert moves == {"0603", "0604", "0505", "0404", "0403"}, "not 0503: Odysseus is in 0502"
        assert why_not(table, "Dragon move 0503") == "Dragon does not fit there (RUL-20)"
        play(table, "Dragon move 0604", "Dragon done")
        assert cells(table) == flower("0604")

    @ALL
    def test_it_keeps_all_of_it_out_of_zones_on_its_way(self, edition: str) -> None:
        """RUL-20, RUL-62: past Hector in 0602, whom its ring would touch on the straight way."""
        hector = who("Hector", "Trojans", "0602", weapons=["club"])
        table = arena(edition, dragon("0305", "Greeks", ma=7), hector)
        play(table, "Dragon move 0705", "Dragon done")
        assert asked(table) == "Trojans: where does Hector go?"

    @ALL
    def test_it_dodges_only_where_it_fits(self, edition: str) -> None:
        """RUL-20, RCT-4, RUL-59: and away from the attacker in TSC and AW."""
        table = arena(
            edition,
            who("Ajax", "Greeks", "0704", weapons=["club"]),
            dragon("0504"),
            dice="1 1 1, 1 1 1",
        )
        play(table, "Ajax stay", "Ajax strike Dragon", "Dragon dodge")
        places = {text.split()[-1] for text in offered(table)}
        assert places == ({"0503", "0505", "0404", "0403"} if edition == TS else {"0404", "0403"})
        cramped = arena(
            edition,
            who("Ajax", "Greeks", "0402", weapons=["club"]),
            dragon("0202"),
            map="\n".join([".   .   .", "  .   ."] * 3),
            dice="1 1 1",
        )
        play(cramped, "Ajax stay", "Ajax strike Dragon")
        assert asked(cramped).startswith("damage Ajax>Dragon")

    @ALL
    def test_an_area_attack_hits_it_once(self, edition: str) -> None:
        """RUL-20, RUL-30: see the grenade of TSC and TS; in AW it is a target like any other."""
        if edition == AW:
            table = arena(edition, who("Ajax", "Greeks", "0704"), dragon("0504"))
            play(table, "Ajax stay")
            assert offered(table).count("Ajax strike Dragon") == 1
            return
        table = arena(
            edition,
            who("Ajax", "Greeks", "0904", weapons=["frag-grenade"]),
            dragon("0504"),
            dice="1 1 1, 2 2 2",
        )
        play(table, "Ajax stay", "Ajax lob frag grenade", "Ajax at 0504")
        assert fighter(table, "Dragon").damage == 6


class TestLargeAndGrappling:
    """RUL-20 with ENT-1, GRP-5, GRP-7."""

    @ALL
    def test_the_last_step_enters_the_foes_under_it(self, edition: str) -> None:
        """RUL-20, ENT-1: the anchor goes from 0504 to 0604, over Hector; not to 0603, over both."""
        table = arena(
            edition,
            dragon("0504", "Greeks"),
            who("Hector", "Trojans", "0704"),
            who("Paris", "Trojans", "0602"),
            dice="6 6, 1 1",
        )
        play(table, "Dragon stay", f"Dragon {WORD[edition]} Hector")
        if edition == AW:
            play(table, "Paris take it")  # it goes around him (RUL-62)
        play(table, "Hector take it")
        if edition == TS:
            play(table, "Dragon 2 dice", "Hector 2 dice")
        assert held(table, "Dragon", "Hector")
        assert held(table, "Hector", "Dragon")
        assert "0704" in cells(table)
        assert "0602" not in cells(table)
        assert str(fighter(table, "Hector").hex) == "0704"

    def test_whoever_is_entered_has_no_zone(self) -> None:
        """RUL-20, RUL-62, RUL-63: it comes up to both this turn and goes over both."""
        table = arena(
            AW,
            dragon("0404", "Greeks"),
            who("Hector", "Trojans", "0703"),
            who("Paris", "Trojans", "0704"),
        )
        play(table, "Dragon move 0504", "Dragon takedown Hector")
        assert asked(table) == "Trojans: Dragon goes for Hector. What does Hector do?"

    @ALL
    def test_several_if_they_cannot_be_avoided(self, edition: str) -> None:
        """RUL-20: Hector and Paris side by side; each is met in turn, both are held."""
        table = arena(
            edition,
            dragon("0504", "Greeks"),
            who("Hector", "Trojans", "0703"),
            who("Paris", "Trojans", "0704"),
            dice="6 6, 1 1, 6 6, 1 1",
        )
        play(table, "Dragon stay", f"Dragon {WORD[edition]} Hector")
        assert asked(table).startswith("Trojans: Dragon goes for Hector")
        play(table, "Hector take it")
        if edition == TS:
            play(table, "Dragon 2 dice", "Hector 2 dice")
        assert asked(table).startswith("Trojans: Dragon goes for Paris")
        play(table, "Paris take it")
        if edition == TS:
            play(table, "Dragon 2 dice", "Paris 2 dice")
        assert held(table, "Dragon", "Hector", "Paris")

    def test_one_of_them_may_turn_it_back(self) -> None:
        """RUL-20, ENT-3: TS, equal in strength, it fails against Paris and goes back altogether."""
        table = arena(
            TS,
            dragon("0504", "Greeks", st=12),
            who("Hector", "Trojans", "0703"),
            who("Paris", "Trojans", "0704"),
            dice="6 6, 1 1, 1 1, 5 5",
        )
        play(table, "Dragon stay", "Dragon tackle Hector", "Hector take it")
        play(table, "Dragon 2 dice", "Hector 2 dice", "Paris take it")
        play(table, "Dragon 2 dice", "Paris 2 dice")
        assert held(table, "Dragon")
        assert cells(table) == flower("0504")

    def test_they_may_give_ground_one_after_the_other(self) -> None:
        """RUL-20, ENT-3, RUL-44: TS, it is stronger; each steps to a hex of his own."""
        table = arena(
            TS,
            dragon("0504", "Greeks"),
            who("Hector", "Trojans", "0703"),
            who("Paris", "Trojans", "0704"),
            dice="1 1, 5 5, 1 1, 5 5",
        )
        play(table, "Dragon stay", "Dragon tackle Hector", "Hector take it")
        play(table, "Dragon 2 dice", "Hector 2 dice", "Hector to 0803", "Paris take it")
        play(table, "Dragon 2 dice", "Paris 2 dice")
        assert "Paris to 0803" not in offered(table)
        play(table, "Paris to 0804")
        assert held(table, "Dragon")
        assert cells(table) == flower("0603")

    @ALL
    def test_where_it_does_not_fit_it_does_not_enter(self, edition: str) -> None:
        """RUL-20: walls on both sides of the foe."""
        table = arena(
            edition, dragon("0303", "Greeks"), who("Hector", "Trojans", "0503"), map=WALLED
        )
        play(table, "Dragon stay")
        refusal = "Dragon does not fit there (RUL-20)"
        assert why_not(table, f"Dragon {WORD[edition]} Hector") == refusal

    @ALL
    def test_a_man_enters_one_of_its_hexes(self, edition: str) -> None:
        """RUL-20, ENT-1: and holds it there."""
        table = arena(
            edition, who("Ajax", "Greeks", "0704"), dragon("0504", st=20), dice="6 5, 1 1"
        )
        play(table, "Ajax stay", f"Ajax {WORD[edition]} Dragon", "Dragon take it")
        if edition == TS:
            play(table, "Ajax 2 dice", "Dragon 2 dice")
        assert held(table, "Ajax", "Dragon")
        assert held(table, "Dragon", "Ajax")
        assert fighter(table, "Ajax").hex in fighter(table, "Dragon").cells
        assert asked(table) == "Trojans: where does Dragon go?"
        assert why_not(table, "Dragon move 0404").endswith("is held by Ajax (GRP-1)")

    @ALL
    def test_a_drag_takes_it_as_it_lies(self, edition: str) -> None:
        """RUL-20, GRP-5, RUL-56: all seven hexes and the man in one of them, by one hex."""
        table = arena(
            edition,
            dragon("0504", "Trojans", st=20),
            who("Ajax", "Greeks", holds="Dragon"),
            dice="6 5, 1 1",
            greeks_first=False,
        )
        action = "Ajax grapple Dragon" if edition == TS else "Ajax drag"
        play(table, "Ajax stay", action, "Ajax 2 dice", "Dragon 2 dice")
        if edition == TS:
            play(table, "Ajax drag")
        assert "Ajax to 0604" in offered(table)
        play(table, "Ajax to 0604")
        assert cells(table) == flower("0604")
        assert held(table, "Ajax", "Dragon")

    @ALL
    def test_of_overwhelming_strength_it_carries_or_leaves(self, edition: str) -> None:
        """RUL-20, GRP-7, RUL-49: with the man under it, or from over him."""
        for move, place in (("Dragon carry 0804", "0804"), ("Dragon move 0804", "0504")):
            table = arena(
                edition,
                dragon("0504", "Greeks"),
                who("Hector", "Trojans", holds="Dragon"),
                options={"zoc_trigger": "off"},
            )
            assert "Dragon move 0604" not in offered(table), "it would still stand on him"
            play(table, move, "Dragon done")
            assert cells(table) == flower("0804")
            assert str(fighter(table, "Hector").hex) == place
            assert held(table, "Hector", *(["Dragon"] if "carry" in move else []))

    @ALL
    def test_carrying_a_foe_it_strikes_with_all_its_hexes(self, edition: str) -> None:
        """RUL-20, GRP-7: what it may do is seen from where all of it will be."""
        table = arena(
            edition,
            dragon("0504", "Greeks"),
            who("Hector", "Trojans", holds="Dragon"),
            who("Paris", "Trojans", "0804"),
        )
        play(table, "Dragon carry 0604")
        assert "Dragon strike Paris" in offered(table)
        assert "Dragon grapple Hector" in offered(table)

    @ALL
    def test_the_stronger_walks_out_from_under_it(self, edition: str) -> None:
        """RUL-20, GRP-7, RUL-49: over its own hexes, but to a hex that is none of them."""
        table = arena(
            edition,
            dragon("0504", st=20),
            who("Giant", "Greeks", holds="Dragon", st=45),
            options={"zoc_trigger": "off"},
            greeks_first=False,
        )
        moves = {text.split()[-1] for text in offered(table) if " move " in text}
        assert moves
        assert not moves & cells(table)
        play(table, "Giant move 0704", "Giant strike Dragon")
        assert held(table, "Giant")
        assert held(table, "Dragon")

    @pytest.mark.parametrize("edition", [TSC, TS])
    def test_it_may_go_for_an_attacker(self, edition: str) -> None:
        """RUL-20, RCT-7, RUL-45: if it fits and stands on nobody else."""
        table = arena(
            edition, who("Ajax", "Greeks", "0704"), dragon("0504"), dice="6 6 6, 6 6, 1 1"
        )
        play(table, "Ajax stay", "Ajax strike Dragon")
        play(table, f"Dragon {'enter' if edition == TSC else 'tackle'}")
        if edition == TS:
            play(table, "Dragon 2 dice", "Ajax 2 dice")
        assert held(table, "Dragon", "Ajax")
        table = arena(
            edition, who("Ajax", "Greeks", "0503"), dragon("0303"), dice="6 6 6", map=WALLED
        )
        play(table, "Ajax stay", "Ajax strike Dragon")
        word = "enter" if edition == TSC else "tackle"
        assert why_not(table, f"Dragon {word}") == "Dragon does not fit there (RUL-20)"


class TestBreath:
    """SHT-14, RUL-52: fire is a missile."""

    def lair(self, dice: str = "", at: str = "0504", **figures_: Any) -> Table[Fight]:
        return arena(
            AW,
            dragon(at, "Greeks", natural_weapons=FIRE, **figures_),
            who("Hector", "Trojans", "1004", weapons=["bow"]),
            dice=dice,
        )

    def test_it_is_resolved_as_shooting(self) -> None:
        """SHT-14, SHT-3: 3/DX, over the whole board, armor counts, a survivor may answer."""
        table = play(self.lair("1 1 1, 1 1 1 1"), "Dragon stay")
        assert figures(table, "Dragon shoot Hector")["hit"] == passes(3, 12)
        play(table, "Dragon shoot Hector")
        assert "Dragon shoots at Hector (fire breath)" in told(table)
        assert fighter(table, "Hector").damage == 4
        assert asked(table) == "Trojans: Does Hector answer Dragon?"

    def test_no_move_that_turn(self) -> None:
        """SHT-14, SHT-2: who moves does not breathe."""
        table = play(self.lair(), "Dragon move 0604")
        assert why_not(table, "Dragon shoot Hector") == "who shoots may not move (SHT-2)"

    def test_no_dodge(self) -> None:
        """SHT-14, SHT-6: also from next to him."""
        table = self.lair("1 1 1", at="0804")
        play(table, "Dragon stay", "Dragon shoot Hector")
        assert asked(table).startswith("damage Dragon>Hector")

    def test_no_skill_no_heft_no_reload(self) -> None:
        """RUL-88, SHT-14: natural weapons have no skill; it breathes again next turn."""
        table = self.lair("6 6 6, 6 6 6", skills={"bow": 2})
        for _ in range(2):
            play(table, "Dragon stay")
            assert [text for text in offered(table) if "shoot" in text] == ["Dragon shoot Hector"]
            assert figures(table, "Dragon shoot Hector")["hit"] == passes(3, 12)
            play(table, "Dragon shoot Hector", "Hector take it", "Hector pass")

    def test_not_on_a_held_foe(self) -> None:
        """RUL-52: claws and bare hands only; others it may burn while it holds him (GRP-7)."""
        table = arena(
            AW,
            dragon("0504", "Greeks", natural_weapons=FIRE),
            who("Hector", "Trojans", holds="Dragon"),
            who("Paris", "Trojans", "1004"),
        )
        play(table, "Dragon stay")
        assert "Dragon shoot Paris" in offered(table)
        assert "Dragon shoot Hector" not in offered(table)
        grips = [text for text in offered(table) if "grapple" in text]
        assert grips == ["Dragon grapple Hector", "Dragon grapple Hector with bare hands"]

    def test_claws_are_natural_weapons(self) -> None:
        """RUL-52, RUL-88, WPN-1: always in hand, for striking and grappling."""
        table = arena(
            AW,
            who("Wolf", "Greeks", "0504", natural_weapons=[{"name": "bite", "damage": "d6+1"}]),
            who("Hector", "Trojans", "0604"),
            dice="1 1 1, 3",
        )
        play(table, "Wolf stay", "Wolf strike Hector", "Hector take it")
        assert fighter(table, "Hector").damage == 4


class TestSmall:
    """RUL-19, MOV-5."""

    def rats(self, edition: str, dice: str = "", *, count: int = 3) -> Table[Fight]:
        rat = {
            "small": True,
            "st": 3,
            "dx": 12,
            "natural_weapons": [{"name": "bite", "damage": "1"}],
        }
        return arena(
            edition,
            *(who("Rat", "Greeks", "0504", **rat) for _ in range(count)),
            who("Hector", "Trojans", "0604", weapons=["club"]),
            who("Cat", "Trojans", "0505", small=True),
            dice=dice,
        )

    @ALL
    def test_any_number_of_a_side_share_a_hex(self, edition: str) -> None:
        """RUL-19, MOV-5: all editions, the classic one by the ruling."""
        table = self.rats(edition, count=5)
        names = [one.name for one in table.state.occupants(Hex.at("0504"))]
        assert names == ["Rat", "Rat 2", "Rat 3", "Rat 4", "Rat 5"]
        play(table, "Rat move 0404", "Rat done", "Rat 2 move 0404", "Rat 2 done")
        assert str(fighter(table, "Rat 2").hex) == "0404"

    @ALL
    def test_not_with_an_enemy_nor_with_the_large(self, edition: str) -> None:
        """RUL-19, MOV-3: of one side only."""
        table = play(self.rats(edition), "Rat 2")
        assert why_not(table, "Rat 2 move 0505").startswith("Cat stands in 0505")
        play(table, "Rat 2 pass", "Rat pass", "Rat 3 pass", "Cat")
        assert why_not(table, "Cat move 0604").startswith("Hector stands in 0604")

    @ALL
    def test_each_is_a_target_of_its_own(self, edition: str) -> None:
        """RUL-19: one is struck, the others are not."""
        table = self.rats(edition, "1 1 1, 2")
        play(table, "Rat pass", "Rat 2 pass", "Rat 3 pass", "Hector stay")
        assert {"Hector strike Rat", "Hector strike Rat 2"} <= set(offered(table))
        play(table, "Hector strike Rat 2", "Rat 2 take it", "Rat 2 take it")
        assert fighter(table, "Rat 2").damage == 2
        assert fighter(table, "Rat").damage == 0

    @ALL
    def test_a_fight_may_begin_with_one_of_them_held(self, edition: str) -> None:
        """RUL-19, RUL-56: then all in the hex are grappling."""
        rat = {"small": True, "st": 8}
        table = arena(
            edition,
            who("Rat", "Greeks", "0504", **rat),
            who("Rat", "Greeks", "0504", **rat),
            who("Hector", "Trojans", holds="Rat"),
        )
        assert held(table, "Hector", "Rat", "Rat 2")

    @ALL
    def test_who_enters_their_hex_grapples_with_them_all(self, edition: str) -> None:
        """RUL-19, RUL-56: only the one he goes for resists; no enemies share a hex ungrappled."""
        table = self.rats(edition, "6 5, 1 1")
        play(table, "Rat pass", "Rat 2 pass", "Rat 3 pass")
        play(table, "Hector stay", f"Hector {WORD[edition]} Rat 2", "Rat 2 take it")
        if edition == TS:
            play(table, "Hector 2 dice", "Rat 2 2 dice")
        assert held(table, "Hector", "Rat", "Rat 2", "Rat 3")
        assert held(table, "Rat", "Hector")

    @ALL
    def test_they_swarm_over_a_man(self, edition: str) -> None:
        """RUL-19, RUL-48: the first has to get in, the others join; extra ones bite at once."""
        table = self.rats(edition, "6 5, 1 1")
        play(table, "Rat stay", f"Rat {WORD[edition]} Hector")
        if edition == AW:
            play(table, "Cat take it")  # it goes around the cat (RUL-62)
        play(table, "Hector take it")
        if edition == TS:
            play(table, "Rat 2 dice", "Hector 2 dice")
        assert table.state.hindered(fighter(table, "Rat"))
        assert not table.state.hindered(fighter(table, "Hector")), "ST 12 against 3 (GRP-7)"


@ALL
@pytest.mark.parametrize("hexes", [4, 7])
def test_large_ones_leave_by_whatever_of_them_is_there(edition: str, hexes: int) -> None:
    """RUL-22, RUL-20: the anchor of seven hexes never stands at the edge."""
    table = arena(
        edition,
        dragon("0304", "Greeks", hexes=hexes),
        who("Hector", "Trojans", "1204"),
        leave="edge",
    )
    assert "Dragon leave by 0104" in offered(table)
    assert "Dragon leave by 0808" not in offered(table)
    play(table, "Dragon leave by 0104")
    assert fighter(table, "Dragon").status == "fled"
