"""Price lists, buying, selling, and the Merchant (SKL-48, RUL-94, RUL-137)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.legends.campaign import market
from legendry.legends.campaign.camp import Camp, Deed
from legendry.legends.campaign.changes import DaysPassed
from legendry.legends.campaign.market import bargains, buys, cost, no_bargain, proceeds, sells
from legendry.legends.campaign.pricelist import (
    PriceList,
    PriceListError,
    price_list_of,
    read_price_list,
    usual_prices,
)
from tests.legends.arena import ALL, AW, TS, TSC
from tests.legends.campaign.bench import Played, camp_of, figure, played, somebody

STALL: dict[str, Any] = {
    "title": "Stall",
    "currency": "silver",
    "trader": {"name": "Bess"},
    "weapons": {"dagger": 10, "club": 4},
    "belongings": {"ration": 3, "lamp": 7},
}


def stall(edition: str = AW, **more: Any) -> PriceList:
    return price_list_of(STALL | more, edition)


def trading(edition: str, level: int = 2, **figures: Any) -> Camp:
    """Orla has IQ 12 and Merchant, 100 silver and a dagger."""
    given = {"iq": 12, "gold": 100, "weapons": ("dagger",)} | figures
    return camp_of(edition, somebody(edition, "Orla", skills={"merchant": level}, **given), gm="GM")


def won(camp: Camp, side: market.Side, prices: PriceList) -> Camp:
    answers = ["Orla 2 dice", "Bess 1 die", "6 5", "6"]
    played(bargains(camp, "Orla", "merchant", side, prices), *answers)
    return camp


def deed(camp: Camp, prices: PriceList, notation: str) -> Deed:
    found = market.deeds(camp, camp.person("Orla"), prices)
    return next(one for one in found if one.notation == notation)


class TestBargain:
    @ALL
    def test_ten_percent_a_level_off_skl_48(self, edition: str) -> None:
        """SKL-48: two levels take 2 of a dagger's 10."""
        prices = stall(edition)
        camp = trading(edition)
        dagger = prices.wares["dagger"]
        assert cost(camp, dagger, 1, prices).total == 10
        won(camp, "buying", prices)
        price = cost(camp, dagger, 1, prices)
        assert str(price) == "silver 8 = 10 list price −2 20 % off by Orla SKL-48"
        played(buys(camp, "Orla", prices), "Orla buy dagger", "Orla buy dagger 1")
        assert figure(camp, "Orla", "gold") == 92
        assert figure(camp, "Orla", "weapons") == ("dagger", "dagger")

    @pytest.mark.parametrize("edition", [AW, TS])
    def test_ten_percent_a_level_more_for_what_one_sells_skl_48(self, edition: str) -> None:
        """SKL-48: half of the list price is 5; two levels make it 6."""
        prices = stall(edition)
        camp = trading(edition)
        assert proceeds(camp, prices.wares["dagger"], 1, prices).total == 5
        won(camp, "selling", prices)
        played(sells(camp, "Orla", prices), "Orla sell dagger")
        assert figure(camp, "Orla", "gold") == 106
        assert figure(camp, "Orla", "weapons") == ()

    def test_classic_merchants_buy_only_skl_48(self) -> None:
        """SKL-48: TSC knows no better price for selling."""
        prices = stall(TSC)
        camp = trading(TSC)
        refusal = no_bargain(camp, "merchant", "selling", prices)
        assert str(refusal) == "Merchant is for buying only (SKL-48)"
        assert deed(camp, prices, "Orla bargain selling").refusal == refusal
        assert no_bargain(camp, "merchant", "buying", prices) is None

    @ALL
    def test_at_most_ninety_percent_rul_94(self, edition: str) -> None:
        """RUL-94: level 12 would be 120 %."""
        prices = stall(edition)
        camp = won(trading(edition, level=12), "buying", prices)
        assert cost(camp, prices.wares["dagger"], 1, prices).total == 1
        assert cost(camp, prices.wares["dagger"], 10, prices).total == 10

    @ALL
    def test_the_trader_is_won_against_with_ten_where_nobody_says_otherwise_rul_94(
        self, edition: str
    ) -> None:
        """RUL-94, CHK-5: Bess caps at 10; with IQ 13 her 11 counts, and beats Orla's 9."""
        answers = ["Orla 2 dice", "Bess 2 dice", "5 4", "6 5"]
        prices = stall(edition)
        camp = trading(edition)
        played(bargains(camp, "Orla", "merchant", "buying", prices), *answers)
        assert cost(camp, prices.wares["dagger"], 1, prices).total == 8
        prices = stall(edition, trader={"name": "Bess", "iq": 13})
        camp = trading(edition)
        played(bargains(camp, "Orla", "merchant", "buying", prices), *answers)
        assert cost(camp, prices.wares["dagger"], 1, prices).total == 10

    def test_one_try_a_day_and_place_for_buying_or_selling(self) -> None:
        """SKL-48: cheaper *or* dearer; what was won is gone with the day."""
        prices = stall()
        camp = won(trading(AW), "buying", prices)
        assert proceeds(camp, prices.wares["dagger"], 1, prices).total == 5
        refusal = deed(camp, prices, "Orla bargain selling").refusal
        assert str(refusal) == "Bess has bargained with the company today (SKL-48)"
        elsewhere = stall(title="Other stall")
        assert no_bargain(camp, "merchant", "selling", elsewhere) is None
        assert cost(camp, elsewhere.wares["dagger"], 1, elsewhere).total == 10
        camp.make(DaysPassed())
        assert cost(camp, prices.wares["dagger"], 1, prices).total == 10
        assert no_bargain(camp, "merchant", "selling", prices) is None

    def test_a_lost_bargain_is_the_list_price(self) -> None:
        prices = stall()
        camp = trading(AW)
        answers = ["Orla 2 dice", "Bess 1 die", "1 1", "6"]
        played(bargains(camp, "Orla", "merchant", "buying", prices), *answers)
        assert cost(camp, prices.wares["dagger"], 1, prices).total == 10
        assert no_bargain(camp, "merchant", "buying", prices) is not None

    def test_what_cannot_be_divided_is_the_traders(self) -> None:
        """20 % of 3 is nothing, of ten times 3 it is 6; half of 7 is 3."""
        prices = stall()
        camp = won(trading(AW), "buying", prices)
        assert cost(camp, prices.wares["ration"], 1, prices).total == 3
        assert cost(camp, prices.wares["ration"], 10, prices).total == 24
        assert proceeds(camp, prices.wares["lamp"], 1, prices).total == 3

    def test_odds_are_shown(self) -> None:
        look = deed(trading(AW), stall(), "Orla bargain buying").look
        assert look is not None
        assert set(look().figures) == {"win"}


class TestBuying:
    def test_several_at_once(self) -> None:
        camp = trading(AW)
        played(buys(camp, "Orla", stall()), "Orla buy ration", "Orla buy ration 7")
        assert figure(camp, "Orla", "gold") == 79
        assert figure(camp, "Orla", "belongings") == ("ration",) * 7
        entry = camp.journal[-1]
        assert entry.text == "Orla buys 7 × ration for 21 silver"
        assert {str(change) for change in entry.changes} == {
            "Orla: −21 gold",
            "Orla gets ration ×7",
        }

    def test_no_more_than_the_purse_holds(self) -> None:
        camp = trading(AW, gold=7)
        dagger = next(buys(camp, "Orla", stall())).why_not("Orla buy dagger")
        assert str(dagger) == "Dagger costs 10 silver, Orla has 7 (RUL-137)"
        seen = Played()
        played(buys(camp, "Orla", stall()), "Orla buy ration", "Orla buy ration 2", seen=seen)
        assert [option.notation for option in seen.choices[1].options] == [
            "Orla buy ration 1",
            "Orla buy ration 2",
        ]
        refused = deed(camp, stall(), "Orla buy").refusal
        assert str(refused) == "Orla has 1 silver (RUL-137)"

    def test_no_armor_over_armor_rul_77(self) -> None:
        """RUL-77: who wears leather buys no chain before he has parted with it."""
        camp = trading(AW, gold=500, armor=("leather",))
        request = next(buys(camp, "Orla", usual_prices(AW)))
        assert "RUL-77" in str(request.why_not("Orla buy chain"))
        assert request.why_not("Orla buy small-shield") is None

    def test_one_may_only_look(self) -> None:
        camp = trading(AW)
        played(buys(camp, "Orla", stall()), "Orla buy nothing")
        assert camp.company.gold == 100
        assert camp.journal == ()


class TestSelling:
    def test_what_the_place_has_no_price_for_is_not_bought_rul_137(self) -> None:
        camp = trading(AW, belongings=("a silver key",))
        request = next(sells(camp, "Orla", stall()))
        refusal = str(request.why_not("Orla sell a silver key"))
        assert refusal == "Bess does not buy that (RUL-137)"

    def test_nothing_to_sell(self) -> None:
        camp = trading(AW, weapons=(), belongings=("a silver key",))
        refusal = deed(camp, stall(), "Orla sell").refusal
        assert str(refusal) == "Orla has nothing that Bess buys (RUL-137)"

    def test_a_full_purse_holds_no_more(self) -> None:
        camp = trading(AW, gold=9_997, belongings=("ration",) * 4, weapons=("dagger",))
        seen = Played()
        played(sells(camp, "Orla", stall()), "Orla sell ration", "Orla sell ration 2", seen=seen)
        assert seen.choices[0].why_not("Orla sell dagger") is not None
        assert figure(camp, "Orla", "gold") == 10_000


class TestPriceLists:
    @ALL
    def test_each_edition_has_one(self, edition: str) -> None:
        """RUL-137: figures of our own, for everything there is to wear and to wield."""
        camp = camp_of(edition, somebody(edition, "Orla"))
        prices = usual_prices(edition)
        free = {"unarmed", "thrown-rock"}
        rules = camp.edition
        assert set(prices.wares) >= ({*rules.weapons, *rules.armor} - free) | {"ration"}
        assert prices.wage("smith") > 0
        assert prices.trader.iq == 10

    def test_all_mistakes_at_once(self) -> None:
        text = """
title = "Stall"
currency = 3
wares = 4
[trader]
iq = "clever"
[weapons]
dager = 10
[belongings]
ration = 0
"""
        with pytest.raises(PriceListError) as error:
            read_price_list(text, AW, "stall.toml")
        assert str(error.value).splitlines() == [
            "stall.toml: currency must be up to 40 letters, digits, spaces, dots, hyphens and "
            "apostrophes, not 3",
            'stall.toml: trader must be a table such as {name = "Old Bess", iq = 12} '
            "(trader.iq: expected int, got str)",
            "stall.toml: belongings must be a table of at most 200 ids, each with a price of 1 to "
            "10000 (belongings.ration: expected int >= 1)",
            "stall.toml: there is no field “wares”; perhaps wages",
            "stall.toml: weapons: Ancient World has no “dager”; perhaps dagger",
        ]

    @pytest.mark.parametrize(
        ("more", "why"),
        [
            ({"belongings": {"nothing": 3}}, "“nothing” cannot be the name of a thing"),
            ({"belongings": {"a\nb": 3}}, "cannot be the name of a thing"),
            ({"belongings": {"Dagger": 3}}, "“Dagger” has a price already"),
            ({"trader": {"skills": {"haggling": 1}}}, "Ancient World has no “haggling”"),
            ({"resale": 101}, "resale must be a whole number from 0 to 100, not 101"),
        ],
    )
    def test_lists_that_cannot_be(self, more: dict[str, Any], why: str) -> None:
        with pytest.raises(PriceListError, match=why):
            stall(**more)

    def test_not_toml(self) -> None:
        with pytest.raises(PriceListError, match="this is not TOML"):
            read_price_list("title =", AW)

    @given(st.text(max_size=80))
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        try:
            read_price_list(text, AW)
        except PriceListError as error:
            assert all(one.isprintable() for one in error.mistakes)  # noqa: PT017
