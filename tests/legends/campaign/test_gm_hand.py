"""The game master's hand in a camp: at any time, by name, in the record and the journal (GEN-1)."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.legends.campaign.game import CAMP, Stay
from legendry.table import Refused, Replay, Scripted, Table
from tests.legends.campaign.fireside import AW, TS, journal, one, say, sheet


def camp(edition: str, *members: dict[str, Any], dice: str = "", **setup: Any) -> Table[Stay]:
    company = {"name": "The Few", "members": list(members), "adventure": "The Well"}
    rolls = [part.strip() for part in dice.split(",") if part.strip()]
    return Table(
        CAMP, ["Ann"], Scripted(*rolls), edition=edition, setup={"company": company, **setup}, gm="Max"
    )  # fmt: skip


def acts(table: Table[Stay], *answers: str) -> None:
    table.call("Max")
    say(table, *answers)


class TestGiving:
    @pytest.mark.parametrize(
        "what", ["xp", "karma", "wishes", "curses", "gold", "damage", "fatigue"]
    )
    def test_he_gives_and_takes_numbers_gen_1_cam_10(self, what: str) -> None:
        table = camp(AW, one("Maud"))
        acts(table, f"Max to Maud {what} +3")
        acts(table, f"Max to Maud {what} -1")
        assert getattr(sheet(table, "Maud"), what) == 2
        assert [entry.by for entry in table.state.journal] == ["Max", "Max"]

    def test_not_more_than_there_is(self) -> None:
        table = camp(AW, one("Maud"))
        table.call("Max")
        with pytest.raises(Refused, match="Maud has 0 gold: −1 is too much"):
            say(table, "Max to Maud gold -1")

    def test_things_and_plotwords_cam_4(self) -> None:
        table = camp(AW, one("Maud", belongings=["a silver key"]), plotwords=["owl"])
        acts(table, "Max to Maud belongings +ration")
        acts(table, "Max to Maud belongings -a silver key")
        acts(table, "Max gives the word owl")
        assert sheet(table, "Maud").belongings == ("ration",)
        assert (table.state.company.plotwords, sheet(table, "Maud").xp) == (("owl",), 1)
        assert journal(table) == [
            "Day 1: Maud gets ration",
            "Day 1: Maud loses a silver key",
            "Day 1: The company learns the plotword “owl”",
        ]

    def test_in_his_own_words_cam_4(self) -> None:
        table = camp(AW, one("Maud"))
        acts(table, "Max gives a plotword raven")
        acts(table, "Max to Maud a thing the duke's letter")
        assert table.state.company.plotwords == ("RAVEN",)
        assert sheet(table, "Maud").belongings == ("the duke's letter",)
        table.call("Max")
        with pytest.raises(Refused, match="or “Max gives a plotword RAVEN”"):
            say(table, "Max gives a plotword 7")

    def test_a_day_passes_and_fates_change(self) -> None:
        table = camp(AW, one("Maud"), one("Odo"))
        acts(table, "Max lets a day pass")
        acts(table, "Max to Odo is captured")
        assert (table.state.company.day, table.state.company.member("Odo").fate) == (2, "captured")
        acts(table, "Max to Odo is back")
        assert table.state.company.member("Odo").present


class TestHarm:
    def test_it_fells_and_kills_as_any_other_inj_7(self) -> None:
        table = camp(TS, one("Rook", damage=10))
        acts(table, "Max to Rook damage +20")
        assert table.state.company.member("Rook").fate == "dead"

    def test_a_wish_helps_cam_8(self) -> None:
        table = camp(TS, one("Rook", damage=10, wishes=1))
        acts(table, "Max to Rook damage +20", "Rook wish")
        assert (sheet(table, "Rook").damage, table.state.company.member("Rook").fate) == (0, "")

    def test_too_much_fatigue_is_damage_inj_5_rul_66(self) -> None:
        table = camp(TS, one("Rook", st=12))
        acts(table, "Max to Rook fatigue +20")
        assert (sheet(table, "Rook").fatigue, sheet(table, "Rook").damage) == (12, 8)
        assert journal(table) == ["Day 1: Rook takes 20 fatigue"]

    @pytest.mark.parametrize("what", ["damage", "fatigue"])
    def test_the_dead_waste_no_wish_rul_85(self, what: str) -> None:
        table = camp(TS, one("Rook", wishes=1), one("Ana"))
        acts(table, "Max to Rook dies")
        table.call("Max")
        with pytest.raises(Refused, match=r"Rook is dead: .* \(RUL-85\)"):
            say(table, f"Max to Rook {what} +20")
        assert sheet(table, "Rook").wishes == 1


class TestChecks:
    def test_he_calls_for_a_check_and_the_table_says_who_tries(self) -> None:
        table = camp(AW, one("Maud"), one("Odo", skills={"climbing": 2}), dice="4 5 5")
        acts(table, "Max calls for a check 3/ST+Climbing", "Odo tries")
        assert journal(table) == ["Day 1: Odo passes 3/ST+Climbing"]

    def test_they_may_leave_it_alone(self) -> None:
        table = camp(AW, one("Maud"), one("Odo"))
        acts(table, "Max calls for a check 4/IQ", "leave it alone")
        assert journal(table) == []


def test_it_is_in_the_record_and_can_be_undone() -> None:
    table = camp(AW, one("Maud"))
    acts(table, "Max to Maud xp +5")
    assert table.record.endswith("hand Max\nMax to Maud\nMax to Maud xp\nMax to Maud xp +5\n")
    replay = Replay.of(table.record.encode())
    replay.run()
    assert replay.table.state.company == table.state.company
    table.undo("Max", ["Ann", "Max"])
    assert sheet(table, "Maud").xp == 0


def test_without_a_game_master_nobody_has_a_hand() -> None:
    table = Table(CAMP, ["Ann"], Scripted(), edition=AW)
    with pytest.raises(Refused, match="not the game master"):
        table.call("Ann")


def test_the_last_piece_of_wood_takes_the_power_of_a_staff_along_mag_11() -> None:
    wizard = one(
        "Ada", magic=True, weapons=["club", "wizards-staff"], staff=3, spent_xp=6, charge=2
    )
    table = camp(AW, wizard, one("Odo"))
    acts(table, "Max to Ada weapons -club")
    assert (sheet(table, "Ada").staff, sheet(table, "Ada").power) == (3, 2)
    say(table, "Ada give wizards-staff to Odo")
    assert (sheet(table, "Ada").staff, sheet(table, "Ada").charge) == (0, None)
    assert sheet(table, "Odo").weapons == ("wizards-staff",)
