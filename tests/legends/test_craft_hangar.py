"""Ready-made craft: enough of them, all legal, and different in play."""

from importlib.resources import files

import pytest

from legendry.legends.craft.craft import Craft, cost, mistakes, written_craft
from legendry.legends.craft.hangar import hangar
from legendry.legends.craft.hull import cargo_units, long_voyages, vital, whole
from legendry.legends.edition import editions
from legendry.table import SetupError
from tests.legends.arena import AW, TS, TSC

SPACE = (TS, TSC)
every = [
    pytest.param(id, craft, id=f"{slug}/{id}")
    for slug in SPACE
    for id, craft in hangar(slug).items()
]


def to_cripple(craft: Craft) -> int:
    """The points that leave it dead in the water."""
    return min(sum(whole(craft)[: place + 1]) for place in vital(craft))


@pytest.mark.parametrize("slug", SPACE)
class TestEachEdition:
    def test_there_are_enough_the_cheapest_first(self, slug: str) -> None:
        prices = [cost(craft).total for craft in hangar(slug).values()]
        assert len(prices) >= 10
        assert prices == sorted(prices)
        assert prices[0] <= 10
        assert prices[-1] >= 30

    def test_no_two_are_alike(self, slug: str) -> None:
        ready = hangar(slug).values()
        assert len({craft.notation for craft in ready}) == len(ready)
        in_play = {
            (craft.weapons, craft.shields, craft.maneuver, to_cripple(craft)) for craft in ready
        }
        assert len(in_play) == len(ready)

    def test_they_differ_in_play(self, slug: str) -> None:
        ready = hangar(slug).values()
        assert {craft.weapons for craft in ready} >= {0, 1, 2, 3}
        assert {craft.shields for craft in ready} >= {0, 1, 2}
        assert {craft.maneuver for craft in ready} >= {0, 1, 2, 3}
        assert {long_voyages(craft, whole(craft)) for craft in ready} == {True, False}
        assert max(cargo_units(craft, whole(craft)) for craft in ready) >= 6
        assert min(to_cripple(craft) for craft in ready) == 1
        assert max(to_cripple(craft) for craft in ready) >= 5
        assert len({craft.sections[0].name for craft in ready}) >= 3

    def test_there_are_couriers_and_corvettes(self, slug: str) -> None:
        blurbs = " ".join(craft.blurb.lower() for craft in hangar(slug).values())
        for kind in ("courier", "shuttle", "smuggler", "patrol boat", "corvette"):
            assert kind in blurbs


@pytest.mark.parametrize(("id", "craft"), every)
class TestEvery:
    def test_is_legal(self, id: str, craft: Craft) -> None:
        assert mistakes(craft) == []

    def test_says_what_it_is(self, id: str, craft: Craft) -> None:
        assert 10 < len(craft.blurb) <= 100
        assert id == "-".join(craft.name.lower().split())

    def test_has_a_file_that_reads_as_it_is_written(self, id: str, craft: Craft) -> None:
        file = files("legendry.legends") / "hangar" / craft.edition / f"{id}.toml"
        assert file.read_text("utf-8") == written_craft(craft)


def test_only_some_have_what_a_scenario_prescribes_crf_9() -> None:
    assert sum(craft.scenario for craft in hangar(TS).values()) in (1, 2, 3)
    assert not any(craft.scenario for craft in hangar(TSC).values())


def test_classic_craft_have_systems_crf_13() -> None:
    assert {craft.systems for craft in hangar(TSC).values()} >= {0, 1, 2, 4}


def test_names_are_told_apart() -> None:
    names = [craft.name for slug in editions() for craft in hangar(slug).values()]
    assert len(names) == len(set(names))


def test_the_ancient_world_has_none_and_an_unknown_edition_is_refused() -> None:
    assert not hangar(AW)
    with pytest.raises(SetupError, match="there is no edition"):
        hangar("modern")
