"""Bard and Storyteller (SKL-39, RUL-95): karma that fades."""

from __future__ import annotations

from legendry.legends.campaign.camp import Camp
from legendry.legends.campaign.changes import AdventureBegun, AdventureEnded, DaysPassed
from legendry.legends.campaign.song import no_song, performs
from tests.legends.arena import AW, TS
from tests.legends.campaign.bench import Played, camp_of, played, somebody


def bard(adventure: str = "The Tarn") -> Camp:
    singer = somebody(AW, "Orla", skills={"bard": 2})
    return camp_of(AW, singer, somebody(AW, "Ajax", karma=1), adventure=adventure)


def teller() -> Camp:
    return camp_of(TS, somebody(TS, "Orla", skills={"storyteller": 2}), somebody(TS, "Ajax"))


def karma(camp: Camp, name: str) -> int:
    return camp.company.member(name).karma


class TestBard:
    def test_a_karma_a_level_for_this_adventure_skl_39(self) -> None:
        """SKL-39: passed on 11 with IQ 9 and two levels, two karma, and no more."""
        camp = bard()
        answers = ["4 4 3", "Orla karma to Ajax", "Orla karma to Orla"]
        played(performs(camp, "Orla", "bard"), *answers)
        assert (karma(camp, "Ajax"), karma(camp, "Orla")) == (2, 1)
        camp.make(DaysPassed(30))
        assert karma(camp, "Ajax") == 2
        camp.make(AdventureEnded())
        assert (karma(camp, "Ajax"), karma(camp, "Orla")) == (1, 0)

    def test_up_to_so_many_skl_39(self) -> None:
        camp = bard()
        played(performs(camp, "Orla", "bard"), "1 1 1", "Orla karma to Ajax", "Orla done")
        assert (karma(camp, "Ajax"), karma(camp, "Orla")) == (2, 0)
        assert camp.journal[-1].text == "Bard Orla gives karma to Ajax"

    def test_failed_it_gives_nothing_skl_39(self) -> None:
        camp = bard()
        played(performs(camp, "Orla", "bard"), "4 4 4")
        assert karma(camp, "Ajax") == 1

    def test_once_an_adventure_whether_it_moves_anybody_or_not_rul_95(self) -> None:
        """RUL-95: another day is the same adventure; another adventure is not."""
        camp = bard()
        played(performs(camp, "Orla", "bard"), "6 6 6")
        camp.make(DaysPassed(3))
        refusal = str(no_song(camp, camp.person("Orla"), "bard"))
        assert refusal == "Orla has done so once this adventure (RUL-95)"
        camp.make(AdventureEnded())
        camp.make(AdventureBegun("The Fen"))
        assert no_song(camp, camp.person("Orla"), "bard") is None

    def test_between_adventures_there_is_none_to_sing_for_skl_39(self) -> None:
        refusal = str(no_song(bard(""), bard("").person("Orla"), "bard"))
        assert refusal == "a song is for an adventure, and the company is on none (SKL-39)"


class TestStoryteller:
    def test_karma_for_the_day_skl_39(self) -> None:
        """SKL-39, CAM-11: it fades with the day on which it was told."""
        camp = teller()
        answers = ["4 4 3", "Orla karma to Ajax", "Orla karma to Ajax"]
        played(performs(camp, "Orla", "storyteller"), *answers)
        assert karma(camp, "Ajax") == 2
        camp.make(DaysPassed())
        assert karma(camp, "Ajax") == 0

    def test_once_a_day_rul_95(self) -> None:
        camp = teller()
        played(performs(camp, "Orla", "storyteller"), "6 6 6")
        refusal = str(no_song(camp, camp.person("Orla"), "storyteller"))
        assert refusal == "Orla has done so once this day (RUL-95)"
        camp.make(DaysPassed())
        assert no_song(camp, camp.person("Orla"), "storyteller") is None

    def test_the_roll_is_his_iq_and_level_skl_39(self) -> None:
        seen = Played()
        played(performs(teller(), "Orla", "storyteller"), "6 3 3", seen=seen)
        assert str(seen.rolls[0].against) == "IQ 11 = 9 base +2 Storyteller SKL-2"
