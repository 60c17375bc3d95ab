"""The game master's hand in a fight: at any time, by name, in the record (GEN-1)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from legendry.legends.campaign.battles import aftermath, fight_setup
from legendry.legends.campaign.changes import Founded, Joined, changed, founded
from legendry.legends.campaign.company import Company, Member
from legendry.legends.character import Character
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight, Fighter
from legendry.table import Refused, Replay, Scripted, Seeded, Table
from tests.laws import obeys

AW = "ancient-world"


def fighter(side: str, name: str, at: str, **figures: Any) -> dict[str, Any]:
    sheet = {"name": name, "kind": "test", "st": 12, "dx": 12, "iq": 12, **figures}
    return {"side": side, "at": at, "character": sheet}


def fight(*dice: str, **more: Any) -> Table[Fight]:
    """Ajax against Hector on the meadow; Ajax has won the initiative, and Max is game master."""
    fighters = [
        fighter("Greeks", "Ajax", "0203", **more.pop("ajax", {})),
        fighter("Trojans", "Hector", "0503", **more.pop("hector", {})),
    ]
    return Table(
        FIGHT,
        ["Greeks", "Trojans"],
        Scripted("5", "2", *dice),
        edition=AW,
        setup={"fighters": fighters},
        gm="Max",
        **more,
    )


def acts(table: Table[Fight], *answers: str) -> None:
    table.call("Max")
    for answer in answers:
        table.answer(answer)


def named(table: Table[Fight], name: str) -> Fighter:
    return table.state.named(name)


@pytest.mark.parametrize(
    ("what", "field"), [("karma", "karma"), ("wishes", "wishes"), ("xp", "earned")]
)
def test_he_gives_and_takes(what: str, field: str) -> None:
    table = fight()
    acts(table, f"Max to Ajax {what} +3")
    acts(table, f"Max to Ajax {what} -1")
    assert getattr(named(table, "Ajax"), field) == 2
    assert "Max: +3" in " ".join(map(str, table.events))


def test_not_more_than_there_is() -> None:
    table = fight()
    table.call("Max")
    with pytest.raises(Refused, match="Ajax has 0 karma"):
        table.answer("Max to Ajax karma -1")


def test_harm_fells_and_a_wish_helps_inj_2_cam_8() -> None:
    table = fight(ajax={"wishes": 1})
    acts(table, "Max to Ajax damage +20", "Ajax wish")
    assert (named(table, "Ajax").damage, named(table, "Ajax").active) == (0, True)
    acts(table, "Max to Ajax fatigue +5")
    acts(table, "Max to Ajax fatigue -2")
    assert named(table, "Ajax").fatigue == 3


def test_he_moves_a_token_where_there_is_room() -> None:
    table = fight()
    acts(table, "Max moves Ajax to 0402")
    assert str(named(table, "Ajax").hex) == "0402"
    table.call("Max")
    with pytest.raises(Refused):
        table.answer("Max moves Hector to 0402")


def test_he_calls_for_a_check_in_the_rulebooks_notation_skl_3() -> None:
    table = fight("4 4 5", ajax={"skills": {"climbing": 1}})
    acts(table, "Max calls for a check Ajax 3/ST+Climbing")
    checked = next(event for event in table.events if type(event).__name__ == "Checked")
    assert (checked.limit.total, checked.passed) == (13, True)  # type: ignore[attr-defined]


def test_he_routs_a_side_and_the_other_has_won_rul_80() -> None:
    table = fight()
    acts(table, "Max routs Trojans")
    assert "Hector leaves the field" in map(str, table.events)
    assert named(table, "Hector").cells == ()  # nobody lies there as if he were down
    assert table.outcome is not None
    assert table.outcome.winners == ("Greeks",)
    assert named(table, "Ajax").earned == 1


def test_what_he_gave_is_no_share_in_the_victory_cam_3() -> None:
    table = fight()
    acts(table, "Max to Hector xp +2")
    acts(table, "Max routs Trojans")
    assert "Ajax: 1 XP" in map(str, table.events)
    assert (named(table, "Ajax").earned, named(table, "Hector").earned) == (1, 2)


def test_he_ends_the_fight_and_nobody_has_won() -> None:
    table = fight()
    acts(table, "Max ends the fight")
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.why) == ((), "Max ends the fight")


def test_it_is_in_the_record_replays_and_can_be_undone() -> None:
    table = fight()
    acts(table, "Max to Ajax karma +2")
    assert table.record.endswith("hand Max\nMax to Ajax\nMax to Ajax karma\nMax to Ajax karma +2\n")
    replay = Replay.of(table.record)
    replay.run()
    assert replay.table.state.named("Ajax").karma == 2
    table.undo("Max", ["Greeks", "Trojans"])
    assert named(table, "Ajax").karma == 0


def test_what_he_gives_comes_home_with_the_company_cam_4() -> None:
    ajax = Character(name="Ajax", edition=AW, kind="test", st=12, dx=12, iq=12)
    company: Company = founded(Founded("The Few", AW))
    company = changed(company, Joined(Member(ajax)))
    foe = fighter("Trojans", "Hector", "0503")
    setup = fight_setup(company, [foe], at={"Ajax": "0203"})
    table = Table(
        FIGHT, ["The Few", "Trojans"], Scripted("5", "2"), edition=AW, setup=setup, gm="Max"
    )
    acts(table, "Max to Ajax belongings +ration")
    acts(table, "Max gives a plotword raven")
    acts(table, "Max to Ajax xp +2")
    acts(table, "Max ends the fight")
    for change in aftermath(company, table.state):
        company = changed(company, change)
    character = company.member("Ajax").character
    assert (character.belongings, company.plotwords, character.xp) == (("ration",), ("RAVEN",), 3)


def test_he_knows_what_an_illusion_is_mag_17() -> None:
    from legendry.legends.magic.seeming import privy

    table = fight()
    assert privy(table.state, named(table, "Hector")) == ("Trojans", "Max")


@settings(max_examples=4, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(seed=st.integers(0, 10_000))
def test_fights_with_a_game_master_obey_the_laws(seed: int) -> None:
    fighters = [
        fighter("Greeks", "Ajax", "0203", weapons=["broad-sword"]),
        fighter("Trojans", "Hector", "0403", weapons=["spear"]),
    ]
    table = Table(
        FIGHT,
        ["Greeks", "Trojans"],
        Seeded(seed),
        edition=AW,
        setup={"fighters": fighters},
        options={"no_progress": 3},
        gm=["Max", "Trojans"][seed % 2],
    )
    obeys(table, Random(seed).randrange)


def test_whom_he_heals_gets_up_where_nobody_stands() -> None:
    """MOV-3, RUL-67: Ajax stands on Hector, who comes to himself beside him."""
    table = fight(hector={"damage": 11, "fatigue": 1}, ajax={"ma": 9})
    fighters = table.header.setup["fighters"]
    table = Table(
        FIGHT,
        ["Greeks", "Trojans"],
        Scripted("5", "2"),
        edition=AW,
        setup={"fighters": [*fighters, fighter("Trojans", "Paris", "0903")]},
        gm="Max",
    )
    table.answer("Ajax move 0503")
    table.answer("Ajax done")
    acts(table, "Max to Hector", "Max to Hector damage", "Max to Hector damage -5")
    assert named(table, "Hector").active
    assert named(table, "Hector").hex != named(table, "Ajax").hex


def test_whom_he_heals_has_his_strength_again() -> None:
    """RUL-50: where wounds lower ST."""
    table = fight(ajax={"damage": 5}, options={"wounds_reduce_st": True})
    assert named(table, "Ajax").st == 7
    acts(table, "Max to Ajax", "Max to Ajax damage", "Max to Ajax damage -5")
    assert named(table, "Ajax").st == 12
