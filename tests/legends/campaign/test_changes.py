"""The one door: what a change does to a company, and what cannot be."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from legendry.legends.campaign.changes import (
    AdventureBegun,
    AdventureEnded,
    Carried,
    Change,
    Cleared,
    DaysPassed,
    Erased,
    Fated,
    Founded,
    Gained,
    Handed,
    Heard,
    Joined,
    Learned,
    Lent,
    Marked,
    Noted,
    Parted,
    changed,
    founded,
)
from legendry.legends.campaign.company import Company, Fleeting, Member
from legendry.legends.campaign.items import boost, healing, healing_potion, item_name, potion
from legendry.legends.character import Character, read_character, write_character
from legendry.legends.sheet import sheet_of
from tests.legends.campaign.fireside import AW, TS, alone

HERO = Character(name="Odo", edition=AW, st=12, dx=11, iq=9)


def after(company: Company, *changes: Change) -> Company:
    for change in changes:
        company = changed(company, change)
    return company


def maud(company: Company) -> Character:
    return company.member("Maud").character


class TestCompany:
    def test_it_is_founded_with_an_edition_and_options(self) -> None:
        company = founded(Founded("The Few", AW, {"attribute_cap": 42}))
        assert (company.name, company.day, company.members) == ("The Few", 1, ())

    @pytest.mark.parametrize(
        ("founding", "words"),
        [
            (Founded("X", "nowhere"), "no edition"),
            (Founded("X", AW, {"attribute_cap": 9}), "attribute_cap"),
            (Founded("X", AW, {"tackle_return": "turn_start"}), "changes nothing"),
        ],
    )
    def test_neither_of_which_may_be_unknown(self, founding: Founded, words: str) -> None:
        with pytest.raises(ValueError, match=words):
            founded(founding)

    def test_members_join_and_part(self) -> None:
        company = after(alone(AW), Joined(Member(HERO, "Bob")), Parted("Maud"))
        assert [one.name for one in company.members] == ["Odo"]
        assert company.member("odo").player == "Bob"
        assert after(company, Handed("Odo", "Ann")).members[0].player == "Ann"

    def test_one_edition_a_company_rul_139(self) -> None:
        with pytest.raises(ValueError, match=r"Odo is of ancient-world.*RUL-139"):
            after(alone(TS), Joined(Member(HERO)))

    def test_days_adventures_plotwords_and_tongues(self) -> None:
        company = after(
            alone(AW), AdventureBegun("The Well"), DaysPassed(3), Noted("owl"), Heard("vorth")
        )
        assert (company.day, company.adventure) == (4, "The Well")
        assert (company.plotwords, company.tongues) == (("owl",), ("vorth",))
        company = after(company, AdventureEnded(), Erased("owl"))
        assert (company.adventure, company.plotwords) == ("", ())

    def test_fates(self) -> None:
        company = after(alone(AW), Fated("Maud", "captured"))
        assert company.present == ()
        assert after(company, Fated("Maud", "")).present == alone(AW).members


class TestNumbers:
    def test_they_go_up_and_down(self) -> None:
        company = after(alone(AW), Gained("Maud", "xp", 5), Gained("Maud", "xp", -2))
        assert maud(company).xp == 3

    def test_names_are_taken_in_any_case(self) -> None:
        assert maud(after(alone(AW), Gained("MAUD", "gold", 5))).gold == 5

    def test_karma_that_fades_first_is_spent_first_cam_11(self) -> None:
        company = after(
            alone(AW, karma=1), Lent("Maud", 2, "adventure"), Lent("Maud", 1, 3), Lent("Maud", 1, 2)
        )
        member = company.member("Maud")
        assert (member.karma, member.in_play.karma, member.character.karma) == (5, 5, 1)
        assert [one.until for one in member.fleeting] == [2, 3, "adventure"]
        member = after(company, Gained("Maud", "karma", -3)).member("Maud")
        assert member.fleeting == (Fleeting(1, "adventure"),)
        member = after(company, Gained("Maud", "karma", -5)).member("Maud")
        assert (member.karma, member.fleeting) == (0, ())

    def test_lent_karma_and_marks_last_to_the_end_of_their_day(self) -> None:
        company = after(
            alone(AW), Lent("Maud", 1, 2), Marked("once", 2), Marked("ever", "adventure")
        )
        assert after(company, DaysPassed(1)).member("Maud").karma == 1
        later = after(company, DaysPassed(2))
        assert (later.member("Maud").karma, later.used) == (0, {"ever": "adventure"})
        assert after(later, Cleared("ever")).used == {}

    def test_the_power_of_a_staff_mag_11(self) -> None:
        given: dict[str, Any] = {"magic": True, "weapons": ("wizards-staff",), "spent_xp": 8}
        company = after(alone(AW, staff=4, **given), Gained("Maud", "charge", -3))
        assert (maud(company).power, maud(company).charge) == (1, 1)
        assert maud(after(company, Gained("Maud", "charge", 3))).charge is None
        assert maud(after(company, Gained("Maud", "staff", -1))).power == 1

    def test_an_attribute_that_goes_down_is_lost_for_good_cam_14(self) -> None:
        assert maud(after(alone(TS), Gained("Maud", "iq", -2))).lost == 2

    def test_learning(self) -> None:
        given: dict[str, Any] = {"xp": 0, "spent_xp": 100}
        company = after(alone(AW, **given), Learned("Maud", skill="sword"))
        company = after(company, Learned("Maud", skill="sword"), Learned("Maud", spell="fire-1"))
        assert (maud(company).skills, maud(company).spells) == ({"sword": 2}, ("fire-1",))


class TestThings:
    def test_they_come_and_go(self) -> None:
        company = after(alone(AW), Carried("Maud", "ration", 3), Carried("Maud", "ration", -1))
        assert maud(company).belongings == ("ration", "ration")
        assert company.carried("ration") == {"Maud": 2}

    def test_weapons_and_armor_are_those_of_the_edition(self) -> None:
        company = after(alone(AW), Carried("Maud", "broad-sword", 1, "weapons"))
        assert maud(after(company, Carried("Maud", "chain", 1, "armor"))).armor == ("chain",)
        with pytest.raises(ValueError, match="is no weapon of"):
            after(company, Carried("Maud", "raygun", 1, "weapons"))

    def test_what_leaves_is_no_longer_in_hand_rul_38(self) -> None:
        figures: dict[str, Any] = {"weapons": ("dagger", "dagger"), "ready": ("dagger", "dagger")}
        company = after(alone(AW, **figures), Carried("Maud", "dagger", -1, "weapons"))
        assert (maud(company).weapons, maud(company).ready) == (("dagger",), ("dagger",))

    def test_ids_say_what_a_thing_is_good_for(self) -> None:
        assert healing(healing_potion(4)) == 4
        assert boost(potion("literacy/orcish", 2)) == ("literacy/orcish", 2)
        assert [healing(one) for one in ("ration", "healing-potion/x", "healing-potion/99999")] == [
            0,
            0,
            0,
        ]
        assert [boost(one) for one in ("potion/ST", "potion//2", "ration", "potion/ST/0")] == [
            None
        ] * 4
        assert item_name("healing-herbs") == "healing herbs"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Founded("X", AW), "founded already"),
        (Joined(Member(Character(name="maud", edition=AW, st=12, dx=11, iq=9))), "there is a maud"),
        (Joined(Member(Character(name="Al", edition=AW, st=30, dx=8, iq=8))), "CHR-2"),
        (Parted("Bob"), "has no “Bob”; there are: Maud"),
        (Gained("Maud", "gold", -1), "Maud has 0 gold: −1 is too much"),
        (Gained("Maud", "karma", -1), "Maud has 0 karma, not 1"),
        (Gained("Maud", "charge", 1), "holds 0 to 0 points"),
        (Gained("Maud", "st", 1), "CHR-2"),
        (Gained("Maud", "xp", 10_001), "xp must be a whole number"),
        (Learned("Maud"), "a skill or a spell"),
        (Learned("Maud", skill="nonsense"), "no skill"),
        (Carried("Maud", "ration", -1), "Maud has 0 × ration, not 1"),
        (Carried("Maud", "ration", 101), "belongings must be"),
        (Noted("owl"), "has the plotword “owl” already (RUL-81)".replace("(", r"\(").replace(")", r"\)")),
        (Erased("cat"), "no plotword “cat”"),
        (Heard("vorth"), "knows of vorth already"),
        (AdventureEnded(), "on no adventure"),
        (Cleared("mark"), "no mark"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_in_a_sentence(change: Change, words: str) -> None:
    company = after(alone(AW), Noted("owl"), Heard("vorth"))
    with pytest.raises(ValueError, match=words) as caught:
        changed(company, change)
    assert "\n" not in str(caught.value)


def test_two_adventures_at_once_are_one_too_many() -> None:
    with pytest.raises(ValueError, match="on an adventure: The Well"):
        after(alone(AW), AdventureBegun("The Well"), AdventureBegun("The Tower"))


def test_every_change_can_be_told_and_written_down() -> None:
    changes: list[Change] = [
        Founded("X", AW), Joined(Member(HERO)), Parted("Odo"), Handed("Odo", ""),
        Gained("Odo", "xp", 1), Learned("Odo", skill="sword"), Carried("Odo", "ration", -2),
        Lent("Odo", 1, "adventure"), Fated("Odo", ""), DaysPassed(2), Noted("owl"), Erased("owl"),
        Heard("vorth"), AdventureBegun("X"), AdventureEnded(), Marked("x", 3), Cleared("x"),
    ]  # fmt: skip
    for change in changes:
        assert str(change)
        again: Any = msgspec.convert(msgspec.to_builtins(change), Change)
        assert again == change
    assert str(changes[6]) == "Odo parts with ration ×2"


class TestCharacter:
    """The fields that a company has brought to characters."""

    def test_gold_charge_and_loss_are_in_his_file(self) -> None:
        hero = Character(
            name="Ada", edition=AW, st=10, dx=9, iq=13, magic=True, weapons=("wizards-staff",),
            staff=3, charge=1, spent_xp=6, gold=12,
        )  # fmt: skip
        assert read_character(write_character(hero)) == hero
        assert (hero.power, msgspec.structs.replace(hero, charge=None).power) == (1, 3)

    def test_a_staff_has_no_more_power_than_it_holds_mag_11(self) -> None:
        text = 'name = "Ada"\nedition = "ancient-world"\nst = 10\ndx = 9\niq = 13\ncharge = 2\n'
        with pytest.raises(ValueError, match=r"charge is 2, but his staff holds 0 \(MAG-11\)"):
            read_character(text)
        with pytest.raises(ValueError, match="no magic staffs"):
            read_character(text.replace("ancient-world", "time-and-space"))

    def test_points_lost_may_be_missing_chr_2_cam_14(self) -> None:
        text = 'name = "Ada"\nedition = "time-and-space"\nst = 10\ndx = 10\niq = 7\n'
        with pytest.raises(ValueError, match="CHR-2"):
            read_character(text)
        assert read_character(text + "lost = 5\n").iq == 7

    def test_his_sheet_shows_what_a_campaign_gave_him_chr_5(self) -> None:
        wizard: dict[str, Any] = {"magic": True, "weapons": ("wizards-staff",), "spent_xp": 8}
        company = alone(AW, staff=4, charge=1, gold=12, **wizard)
        company = after(company, Carried("Maud", "ration", 3), Carried("Maud", "a silver key"))
        assert sheet_of(maud(company)).noted == (
            "spent xp 8, gold 12",
            "staff: Wizard's staff with 1 of 4 points of power (MAG-11)",
            "belongings: ration ×3, a silver key",
        )
