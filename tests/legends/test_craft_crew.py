"""Who is aboard: stations, sections, and the numbers that crews roll under."""

from typing import Any

import msgspec
import pytest

from legendry.legends.character import Character
from legendry.legends.craft.craft import CraftError, built
from legendry.legends.craft.crew import (
    Manned,
    crew_data,
    crew_of,
    gunnery,
    manned_of,
    piloting,
    written_manned,
)
from legendry.legends.dogfight.sorties import flight
from tests.legends.arena import TS, TSC

KIT_KAT = built("C1 E1 O1 L1 d6/1 M+1", TS, "Kit-Kat")


def somebody(name: str = "Ajax", slug: str = TS, **more: Any) -> Character:
    figures = {"st": 10, "dx": 11, "iq": 11, **more}
    return Character(name=name, edition=slug, kind="alien", **figures)


def row(who: Character | str, station: str = "crew", section: str = "") -> dict[str, Any]:
    who = somebody(who) if isinstance(who, str) else who
    data = {"character": msgspec.to_builtins(who), "station": station}
    return {**data, "section": section} if section else data


def wrong(*rows: dict[str, Any]) -> tuple[str, ...]:
    with pytest.raises(CraftError) as refused:
        crew_of(rows, KIT_KAT)
    return refused.value.mistakes


class TestNumbers:
    def test_maneuver_bonus_ex_ts_28_crf_12(self) -> None:
        plain = built("E1 O1", TS)
        assert piloting(KIT_KAT, somebody(dx=11)).total == 12
        assert piloting(plain, somebody(dx=10)).total == 10

    def test_the_kit_kat_s_pilot_ex_ts_29_crf_12(self) -> None:
        for dx in (9, 14):
            assert piloting(KIT_KAT, somebody(dx=dx)).total == dx + 1

    @pytest.mark.parametrize(("slug", "skill"), [(TS, "pilot"), (TSC, "spacecraft-pilot")])
    def test_dx_and_pilot_and_m_rul_124(self, slug: str, skill: str) -> None:
        craft = built("Engineering1, Operations1, M+2", slug)
        ledger = piloting(craft, somebody(slug=slug, skills={skill: 2, "gunner": 3}))
        assert [line.amount for line in ledger.lines] == [11, 2, 2]
        assert [line.rule for line in ledger.lines] == ["", "DOG-8", "CRF-12"]

    @pytest.mark.parametrize("slug", [TS, TSC])
    def test_dx_and_gunner_without_m_rul_124(self, slug: str) -> None:
        craft = built("Engineering1, Operations1, M+2", slug)
        assert gunnery(craft, somebody(slug=slug, skills={"gunner": 2})).total == 13
        assert gunnery(craft, somebody(slug=slug)).total == 11

    def test_armor_hinders_aboard_as_on_foot(self) -> None:
        """ARM-2: DX is what it is on foot."""
        assert piloting(KIT_KAT, somebody(armor=("flak-vest",))).total == 11


class TestStations:
    def test_pilot_and_gunner_sit_in_operations_others_as_declared_rul_122(self) -> None:
        crew = crew_of(
            [row("Ajax", "pilot"), row("Hector", "gunner"), row("Helen", section="Living")],
            KIT_KAT,
        )
        assert [one.section for one in crew.members] == ["Operations", "Operations", "Living"]
        assert (crew.pilot.name, crew.gunner.name) == ("Ajax", "Hector")

    def test_a_pilot_sits_nowhere_else_rul_122(self) -> None:
        assert wrong(row("Ajax", "pilot", "Cargo")) == (
            "Ajax: a pilot sits in Operations (RUL-122)",
        )

    def test_others_say_where_they_are_rul_122(self) -> None:
        said = wrong(row("Ajax", "pilot"), row("Helen"), row("Paris", section="Livign"))
        assert "Helen: say in which section; there are Cargo" in said[0]
        assert said[1].endswith("(RUL-122); perhaps Living")

    def test_the_pilot_fires_without_a_gunner_rul_124(self) -> None:
        crew = crew_of([row("Ajax", "pilot")], KIT_KAT)
        assert crew.gunner is crew.pilot

    def test_somebody_flies_and_only_one_rul_124(self) -> None:
        assert wrong() == ("nobody flies it: it needs a pilot (RUL-124)",)
        assert wrong(row("Ajax", "pilot"), row("Hector", "pilot")) == (
            "there are 2 pilots: it has one (RUL-124)",
        )

    def test_one_gunner_fires_rul_124(self) -> None:
        rows = (row("Ajax", "pilot"), row("Hector", "gunner"), row("Paris", "gunner"))
        assert wrong(*rows) == ("there are 2 gunners: it has one (RUL-124)",)

    def test_everything_is_told_at_once(self) -> None:
        said = wrong(
            row("Ajax", "pilot"),
            row("ajax", section="Cargo"),
            row(somebody("Zed", TSC), section="Cargo"),
            {"station": "captain", "luck": 3},
            {"character": {"name": "Bo"}},
        )
        text = "\n".join(said)
        for words in (
            "two of the crew are called Ajax",
            "Zed is of another edition (RUL-139)",
            "crew 4: character is missing",
            "crew 4: station must be pilot, gunner or crew, not “captain”",
            "crew 4: there is no field “luck”",
            "crew 5: st is missing",
        ):
            assert words in text

    def test_too_many_are_refused(self) -> None:
        assert "more than 100" in wrong(*[row("Ajax", "pilot")] * 101)[0]

    def test_data_reads_back(self) -> None:
        crew = crew_of([row("Ajax", "pilot"), row("Helen", section="Living")], KIT_KAT)
        assert crew_of(crew_data(crew), KIT_KAT) == crew

    def test_of_two_sections_of_a_kind_each_has_its_own_people_rul_122(self) -> None:
        craft = built("C1 C1 E1 O1", TS, scenario=True)
        rows = [row("Ajax", "pilot"), row("Bo", section="Cargo"), row("Cy", section="Cargo 2")]
        places = [craft.labels.index(one.section) for one in crew_of(rows, craft).members]
        assert places == [3, 0, 1]


class TestFile:
    CREW = crew_of([row("Ajax", "pilot"), row("Helen", section="Living")], KIT_KAT)

    @pytest.mark.parametrize("manned", [Manned(KIT_KAT), Manned(KIT_KAT, CREW)])
    def test_it_reads_back_with_its_crew(self, manned: Manned) -> None:
        assert manned_of(written_manned(manned)) == manned
        assert manned_of(written_manned(manned).encode()) == manned

    def test_characters_are_of_its_edition_unless_they_say_otherwise(self) -> None:
        text = """
            name = "Kit-Kat"
            edition = "time-and-space-classic"
            build = "Engineering1, Operations1"
            crew = [{station = "pilot", character = {name = "Ajax", st = 10, dx = 12, iq = 10}}]
        """
        crew = manned_of(text).crew
        assert crew
        assert crew.pilot.edition == TSC
        with pytest.raises(CraftError, match=r"Ajax is of another edition \(RUL-139\)"):
            manned_of(text.replace("st = 10", f'edition = "{TS}", st = 10'))

    def test_craft_and_crew_are_told_at_once(self) -> None:
        text = written_manned(Manned(KIT_KAT, self.CREW))
        with pytest.raises(CraftError) as refused:
            manned_of(text.replace("Operations1, ", "").replace("Living", "Attic"), "kit.toml")
        assert refused.value.mistakes[0] == "Operations is missing: no craft is without it (CRF-1)"
        assert "there is no section “Attic”" in "\n".join(refused.value.mistakes)
        assert refused.value.source == "kit.toml"

    def test_it_flies_with_its_own_crew_or_is_given_a_pilot_rul_124(self) -> None:
        entries = flight("Us", "Ann", [Manned(KIT_KAT, self.CREW), Manned(KIT_KAT), KIT_KAT])
        assert [[one["character"]["name"] for one in entry["crew"]] for entry in entries] == [
            ["Ajax", "Helen"],
            ["Boyd Tally"],
            ["Cass Orlo"],
        ]
