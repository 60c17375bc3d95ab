"""Who carries what: giving, taking from the dead, dividing gold."""

from __future__ import annotations

from msgspec.structs import replace

from legendry.legends.campaign import sharing
from legendry.legends.campaign.camp import Camp
from legendry.legends.campaign.sharing import divide, division, gives, shares, takes
from tests.legends.arena import AW
from tests.legends.campaign.bench import Played, camp_of, figure, played, somebody


def three(*gold: int) -> Camp:
    names = ("Ajax", "Brisa", "Cato")
    return camp_of(AW, *(somebody(AW, name, gold=n) for name, n in zip(names, gold, strict=True)))


class TestGiving:
    def test_a_thing(self) -> None:
        camp = camp_of(AW, somebody(AW, "Ajax", weapons=("dagger",)), somebody(AW, "Brisa"))
        played(gives(camp, "Ajax"), "Ajax give dagger", "Ajax give dagger to Brisa")
        assert figure(camp, "Ajax", "weapons") == ()
        assert figure(camp, "Brisa", "weapons") == ("dagger",)
        assert camp.journal[-1].text == "Brisa gets Dagger from Ajax"

    def test_several(self) -> None:
        camp = camp_of(AW, somebody(AW, "Ajax", belongings=("ration",) * 5), somebody(AW, "Brisa"))
        start = "Ajax give ration to Brisa"
        played(gives(camp, "Ajax"), "Ajax give ration", start, f"{start} 3")
        assert len(figure(camp, "Ajax", "belongings")) == 2
        assert len(figure(camp, "Brisa", "belongings")) == 3

    def test_gold(self) -> None:
        camp = three(37, 0, 0)
        seen = Played()
        start = "Ajax give gold to Brisa"
        played(gives(camp, "Ajax"), "Ajax give gold", start, f"{start} 20", seen=seen)
        amounts = [option.notation.split()[-1] for option in seen.choices[2].options]
        assert amounts == ["1", "2", "5", "10", "20", "37"]
        assert (figure(camp, "Ajax", "gold"), figure(camp, "Brisa", "gold")) == (17, 20)

    def test_no_armor_over_armor_rul_77(self) -> None:
        camp = camp_of(
            AW, somebody(AW, "Ajax", armor=("plate",)), somebody(AW, "Brisa", armor=("leather",))
        )
        seen = Played()
        flow = gives(camp, "Ajax")
        played(flow, "Ajax give plate", "Ajax give plate not at all", seen=seen)
        assert "RUL-77" in str(seen.choices[1].why_not("Ajax give plate to Brisa"))
        assert camp.journal == ()

    def test_things_of_the_same_name_are_told_apart(self) -> None:
        things = ("gold", "dagger", "Dagger")
        who = somebody(AW, "Ajax", gold=1, weapons=("dagger",), belongings=things)
        camp = camp_of(AW, who, somebody(AW, "Brisa"))
        request = next(gives(camp, "Ajax"))
        notations = [option.notation.casefold() for option in request.options]  # type: ignore[union-attr]
        assert len(set(notations)) == len(notations) == 6

    def test_who_has_nothing_or_nobody_gives_nothing(self) -> None:
        camp = three(0, 0, 0)
        refused = next(iter(sharing.deeds(camp, camp.person("Ajax")))).refusal
        assert str(refused) == "Ajax has nothing to give"
        alone = camp_of(AW, somebody(AW, "Ajax", gold=3))
        refused = next(iter(sharing.deeds(alone, alone.person("Ajax")))).refusal
        assert str(refused) == "there is nobody else"


def test_the_dead_need_nothing_any_more() -> None:
    dead = replace(somebody(AW, "Brisa", gold=9, belongings=("ration",)), fate="dead")
    camp = camp_of(AW, somebody(AW, "Ajax"), dead)
    assert [one.notation for one in sharing.deeds(camp, camp.person("Ajax"))] == [
        "Ajax give",
        "Ajax take from Brisa",
    ]
    played(takes(camp, "Ajax", "Brisa"), "Ajax take from Brisa ration")
    start = "Ajax take from Brisa gold"
    played(takes(camp, "Ajax", "Brisa"), start, f"{start} 9")
    assert figure(camp, "Ajax", "belongings") == ("ration",)
    assert (figure(camp, "Ajax", "gold"), figure(camp, "Brisa", "gold")) == (9, 0)
    assert sharing.fallen(camp) == []


class TestDividing:
    def test_even_parts_and_the_odd_to_the_first(self) -> None:
        camp = three(20, 0, 3)
        assert shares(camp) == {"Ajax": 8, "Brisa": 8, "Cato": 7}
        divide(camp, "table")
        assert [figure(camp, name, "gold") for name in ("Ajax", "Brisa", "Cato")] == [8, 8, 7]
        assert camp.company.gold == 23
        assert str(division(camp).refusal) == "the gold is divided evenly"

    def test_the_absent_have_no_part(self) -> None:
        captured = replace(somebody(AW, "Cato", gold=5), fate="captured")
        camp = camp_of(AW, somebody(AW, "Ajax", gold=4), somebody(AW, "Brisa"), captured)
        divide(camp)
        assert [figure(camp, name, "gold") for name in ("Ajax", "Brisa", "Cato")] == [2, 2, 5]

    def test_nothing_to_divide(self) -> None:
        assert str(division(three(0, 0, 0)).refusal) == "there is no gold"
