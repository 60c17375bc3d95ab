"""The yard over the web: craft priced, checked, manned, kept, brought and flown."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendry.legends.craft.craft import built, cost
from legendry.legends.craft.crew import manned_of
from legendry.legends.craft.hangar import hangar
from legendry.legends.roster import roster
from tests.web.guests import Guest, page_data, total

TS, TSC = "time-and-space", "time-and-space-classic"
KIT_KAT = "Cargo1, Engineering1, Operations1, Living1, d6/1, M+1"
SECTIONS = [{"name": name} for name in ("Cargo", "Engineering", "Operations", "Living")]
PARTS: dict[str, Any] = {"sections": SECTIONS, "weapons": 1, "shields": 1, "maneuver": 1}
AJAX = """\
name = "Ajax"
edition = "time-and-space"
kind = "alien"
st = 10
dx = 12
iq = 11
skills = {pilot = 1}
"""
FILE = f"""\
# an old friend
name = "Kit-Kat"
edition = "time-and-space"
build = "{KIT_KAT}"

[[crew]]
station = "pilot"
character = {{name = "Ajax", st = 12, dx = 11, iq = 9}}

[[crew]]
section = "Cargo"
character = {{name = "Teucer", st = 12, dx = 10, iq = 10}}
"""
PILOT, GUNNER, *OTHERS = roster(TS)
LETTERS = st.characters(codec="utf-8", exclude_characters="\0")
"""What may be in a body at all."""


def check(guest: Guest, **body: Any) -> Any:
    return guest.post("/api/craft/check", body)


def design(guest: Guest, slug: str = TS, budget: int | None = None, **more: Any) -> Any:
    body = {"design": {"name": "Kit-Kat", "edition": slug, **more}}
    return check(guest, **body if budget is None else {**body, "budget": budget})


class TestCost:
    def test_the_kit_kat_from_its_parts_crf_14(self, ann: Guest) -> None:
        answer = design(ann, **PARTS)
        craft = answer["craft"]
        assert answer["mistakes"] == []
        assert total(craft["cost"]) == 14
        assert (craft["notation"], craft["short"]) == (KIT_KAT, "C1 E1 O1 L1 d6/1 M+1")
        assert manned_of(answer["toml"]).craft == built(KIT_KAT, TS, "Kit-Kat")
        assert answer["file"] == "kit-kat"

    def test_every_number_explains_itself_crf_2_crf_10_to_crf_12(self, ann: Guest) -> None:
        lines = design(ann, **PARTS)["craft"]["cost"]["lines"]
        assert [(line["amount"], line["rule"]) for line in lines] == [
            *[(1, "CRF-2")] * 4,
            (6, "CRF-10"),
            (2, "CRF-11"),
            (2, "CRF-12"),
        ]
        for line in lines:
            ann.get(f"/rules/{line['rule']}")

    @pytest.mark.parametrize("notation", [KIT_KAT, "C1 E1 O1 L1 d6/1 M+1", "c1e1o1l1 1d6/1,M+1"])
    def test_notation_of_any_form_is_read_crf_4(self, ann: Guest, notation: str) -> None:
        assert design(ann, build=notation)["craft"] == design(ann, **PARTS)["craft"]

    def test_the_classic_edition_has_systems_and_no_letters_crf_13(self, ann: Guest) -> None:
        answer = design(ann, TSC, **PARTS, systems=2)
        assert answer["mistakes"] == []
        assert total(answer["craft"]["cost"]) == 18
        assert answer["craft"]["notation"].endswith("D6/1, M+1, S+2")
        assert answer["craft"]["short"] == ""

    def test_systems_can_be_taken_out_where_there_are_none_crf_13(self, ann: Guest) -> None:
        answer = design(ann, **PARTS, systems=2)
        assert answer["mistakes"] == ["there are no systems in Time and Space (CRF-13)"]
        assert [one["id"] for one in answer["craft"]["capabilities"]][-1] == "systems"
        assert "systems" not in [one["id"] for one in design(ann, **PARTS)["craft"]["capabilities"]]

    def test_the_budget_and_what_is_left_of_it_crf_14(self, ann: Guest) -> None:
        for budget, left in ((20, 6), (14, 0)):
            answer = design(ann, budget=budget, **PARTS)
            assert (answer["craft"]["left"], answer["mistakes"]) == (left, [])
        answer = design(ann, budget=12, **PARTS)
        assert answer["craft"]["left"] == -2
        assert answer["mistakes"] == ["it costs 14 build points, 2 too many (CRF-14)"]
        assert design(ann, **PARTS)["craft"]["left"] is None

    @pytest.mark.parametrize("slug", [TS, TSC])
    def test_every_craft_of_the_hangar_costs_what_the_rules_say(
        self, ann: Guest, slug: str
    ) -> None:
        found = ann.get(f"/api/hangar?edition={slug}")
        assert [one["id"] for one in found] == list(hangar(slug))
        for one in found:
            answer = design(ann, slug, build=one["notation"], scenario=True)
            assert (answer["mistakes"], total(answer["craft"]["cost"])) == ([], one["cost"])
        assert len(ann.get("/api/hangar")) == len(hangar(TS)) + len(hangar(TSC))
        ann.get("/api/hangar?edition=ancient-world", 404)


class TestMistakes:
    def test_nothing_yet_lacks_what_no_craft_is_without_crf_1(self, ann: Guest) -> None:
        answer = design(ann)
        assert answer["mistakes"] == [
            "Engineering is missing: no craft is without it (CRF-1)",
            "Operations is missing: no craft is without it (CRF-1)",
        ]
        assert total(answer["craft"]["cost"]) == 0

    def test_all_at_once(self, ann: Guest) -> None:
        sections = [{"name": "Cargo"}, {"name": "Cargo"}, {"name": "Engineering", "points": 100}]
        answer = design(ann, budget=9, sections=sections, weapons=-1, systems=1)
        for words in (
            "Operations is missing: no craft is without it (CRF-1)",
            "there is more than one Cargo: one of each kind, unless a scenario says more (RUL-122)",
            "Engineering: a section has 1 to 99 build points (CRF-2)",
            "weapons must be a number from 0 to 99",
            "there are no systems in Time and Space (CRF-13)",
            "it costs 96 build points, 87 too many (CRF-14)",
        ):
            assert words in answer["mistakes"]

    def test_a_notation_is_priced_as_far_as_it_can_be_read_crf_4(self, ann: Guest) -> None:
        answer = design(ann, build="C1 E1 O1 2d8 wings")
        assert answer["mistakes"] == [
            "“2d8”: weapons are dice of six, 2d6 (CRF-4)",
            "“wings” lacks its number (CRF-4)",
        ]
        assert answer["craft"]["notation"] == "Cargo1, Engineering1, Operations1"

    def test_a_kind_that_is_aboard_cannot_be_added_rul_122(self, ann: Guest) -> None:
        def kinds(**more: Any) -> dict[str, str]:
            answer = design(ann, sections=SECTIONS[:3], **more)
            return {one["name"]: one["refused"] for one in answer["craft"]["kinds"]}

        assert kinds()["Living"] == ""
        assert "(RUL-122)" in kinds()["Cargo"]
        assert not any(kinds(scenario=True).values())

    def test_other_kinds_are_a_scenario_s_crf_9(self, ann: Guest) -> None:
        sections = [{"name": "Science Bay", "points": 2}, *SECTIONS]
        (words,) = design(ann, sections=sections)["mistakes"]
        assert words.startswith("there is no section “Science Bay”")
        answer = design(ann, sections=sections, scenario=True)
        assert answer["mistakes"] == []
        assert answer["craft"]["short"] == "Science Bay2 C1 E1 O1 L1"
        refused = design(ann, sections=[{"name": "a\nb"}, *SECTIONS], scenario=True)
        assert "cannot be the name of a section" in refused["mistakes"][0]

    def test_an_edition_without_craft(self, ann: Guest) -> None:
        for slug in ("ancient-world", "x"):
            answer = design(ann, slug, **PARTS)
            assert answer["craft"] is None
            assert "there are in: time-and-space" in answer["mistakes"][0]

    def test_a_name_is_asked_for(self, ann: Guest) -> None:
        for name in ("", "two  spaces", "<b>", "x" * 41):
            (words,) = design(ann, name=name, **PARTS)["mistakes"]
            assert words.startswith("name must be up to 40 letters")


class TestCrew:
    def test_people_by_id_kept_and_by_file_rul_122_rul_124(self, ann: Guest) -> None:
        kept = ann.post("/api/characters", {"toml": AJAX}, 201)["id"]
        crew = [
            {"who": {"character": kept}, "station": "pilot"},
            {"who": GUNNER, "station": "gunner"},
            {"who": {"toml": AJAX.replace("Ajax", "Teucer")}, "section": "Cargo"},
        ]
        answer = design(ann, **PARTS, crew=crew)
        assert answer["mistakes"] == []
        shown = answer["craft"]["crew"]
        assert [(one["station"], one["section"]) for one in shown] == [
            ("pilot", "Operations"),
            ("gunner", "Operations"),
            ("crew", "Cargo"),
        ]
        flies = shown[0]["numbers"][0]
        assert (flies["title"], total(flies)) == ("flies at", 14)
        assert [line["rule"] for line in flies["lines"]] == ["", "DOG-8", "CRF-12"]
        assert [[one["title"] for one in row["numbers"]] for row in shown] == [
            ["flies at"],
            ["fires at"],
            [],
        ]
        members = manned_of(answer["toml"]).crew
        assert members
        assert [one.character.name for one in members.members][::2] == ["Ajax", "Teucer"]

    def test_a_pilot_without_a_gunner_fires_himself_rul_124(self, ann: Guest) -> None:
        answer = design(ann, **PARTS, crew=[{"who": PILOT, "station": "pilot"}])
        numbers = answer["craft"]["crew"][0]["numbers"]
        assert [one["title"] for one in numbers] == ["flies at", "fires at"]

    def test_what_is_wrong_with_a_crew_is_told_with_the_rest(self, ann: Guest) -> None:
        crew = [
            {"who": PILOT, "section": "Attic"},
            {"who": {"toml": AJAX.replace(TS, TSC)}, "section": "Cargo"},
            {"who": {"toml": 'name = "Bo"'}, "section": "Cargo"},
        ]
        answer = design(ann, sections=SECTIONS[:2], crew=crew)
        said = "\n".join(answer["mistakes"])
        for words in (
            "Operations is missing: no craft is without it (CRF-1)",
            "there is no section “Attic”; there are Cargo, Engineering (RUL-122)",
            "crew 3: st is missing",
        ):
            assert words in said
        assert [one["name"] for one in answer["craft"]["crew"]][2] == ""

    def test_nobody_flies_it_rul_124(self, ann: Guest) -> None:
        answer = design(ann, **PARTS, crew=[{"who": PILOT, "section": "Cargo"}])
        assert answer["mistakes"] == ["nobody flies it: it needs a pilot (RUL-124)"]

    def test_another_visitor_s_people_stay_at_home(self, ann: Guest, bob: Guest) -> None:
        kept = ann.post("/api/characters", {"toml": AJAX}, 201)["id"]
        crew = [{"who": {"character": kept}, "station": "pilot"}]
        body = {"design": {"edition": TS, **PARTS, "crew": crew}}
        refused = bob.post("/api/craft/check", body, 422)
        assert refused["words"] == "One of the crew is no longer there."
        body["design"]["crew"] = [{"who": "nobody-at-all"}]
        assert "There is nobody called" in ann.post("/api/craft/check", body, 422)["words"]

    def test_a_hundred_and_one_are_too_many(self, ann: Guest) -> None:
        answer = design(ann, **PARTS, crew=[{"who": PILOT, "section": "Cargo"}] * 101)
        assert answer["mistakes"] == ["there are more than 100 aboard"]


class TestFile:
    def test_a_file_with_its_crew(self, ann: Guest) -> None:
        answer = check(ann, toml=FILE, budget=20)
        assert (answer["mistakes"], answer["toml"], answer["craft"]["left"]) == ([], FILE, 6)
        assert [one["name"] for one in answer["craft"]["crew"]] == ["Ajax", "Teucer"]

    def test_it_comes_back_from_the_form_the_same(self, ann: Guest) -> None:
        craft = check(ann, toml=FILE)["craft"]
        crew = [
            {"who": {"toml": one["toml"]}, "station": one["station"], "section": one["section"]}
            for one in craft["crew"]
        ]
        answer = design(ann, **PARTS, crew=crew)
        assert manned_of(answer["toml"]) == manned_of(FILE)

    def test_what_cannot_be_read_is_told(self, ann: Guest) -> None:
        answer = check(ann, toml="name = ")
        assert answer["craft"] is None
        assert answer["mistakes"][0].startswith("this is not TOML")
        bad = FILE.replace("d6/1", "d8/1").replace('"Cargo"', '"Attic"') + "\nluck = 7\n"
        said = "\n".join(check(ann, toml=bad)["mistakes"])
        for words in ("“d8”: weapons are dice of six", "there is no section “Attic”", "luck"):
            assert words in said
        for crew in ("crew = 7", "crew = [7]", 'crew = "Ajax"'):
            plain = FILE[: FILE.index("[[crew]]")] + crew
            (words,) = check(ann, toml=plain)["mistakes"]
            assert words == "crew must be a list of people, a table [[crew]] each"


class TestKeeping:
    def test_a_kept_craft_is_its_visitor_s_alone(self, ann: Guest, bob: Guest) -> None:
        kept = ann.post("/api/craft", {"toml": FILE}, 201)
        assert (kept["name"], kept["summary"]) == (
            "Kit-Kat",
            "C1 E1 O1 L1 d6/1 M+1: 14 build points",
        )
        assert [one["id"] for one in ann.get("/api/craft")] == [kept["id"]]
        assert bob.get("/api/craft") == []
        assert ann.get("/api/characters") == []
        for answer in (
            bob.client.get(f"/api/craft/{kept['id']}.toml"),
            bob.client.put(f"/api/craft/{kept['id']}", json={"toml": FILE}),
            bob.client.delete(f"/api/craft/{kept['id']}"),
            bob.client.get(f"/yard/{kept['id']}"),
        ):
            assert answer.status_code == 404
            assert "You keep no such craft." in answer.text
        file = ann.get(f"/api/craft/{kept['id']}.toml")
        assert file.text == FILE
        assert file.headers["content-disposition"] == "attachment; filename*=UTF-8''kit-kat.toml"

    def test_changed_and_deleted(self, ann: Guest) -> None:
        kept = ann.post("/api/craft", {"toml": FILE}, 201)
        path = f"/api/craft/{kept['id']}"
        toml = FILE.replace("Kit-Kat", "Old Tom").replace("d6/1", "2d6/1")
        assert (
            ann.client.put(path, json={"toml": toml}).json()["summary"].endswith("20 build points")
        )
        assert [one["name"] for one in ann.get("/api/craft")] == ["Old Tom"]
        assert ann.client.delete(path).status_code == 204
        assert ann.client.delete(path).status_code == 404
        assert ann.get("/api/craft") == []

    def test_a_bad_file_is_refused_with_all_its_sentences(self, ann: Guest) -> None:
        bad = FILE.replace("Engineering1, ", "").replace('"pilot"', '"gunner"')
        refused = ann.post("/api/craft", {"toml": bad}, 422)
        assert refused["words"].split("\n") == [
            "Engineering is missing: no craft is without it (CRF-1)",
            "nobody flies it: it needs a pilot (RUL-124)",
        ]
        assert ann.get("/api/craft") == []


class TestFlying:
    def record(self, guest: Guest, own: dict[str, str]) -> str:
        sides = [{"name": "Us", "people": [own]}, {"name": "Them", "people": ["gadfly"]}]
        players = {"Us": "me", "Them": "bot:greedy"}
        table = guest.table_of(
            "dogfight", players, edition=TS, setup={"sides": sides}, dice="seeded", seed="7"
        )
        with guest.at(table) as chair:
            chair.sow()
            chair.until("begun")
            return str(guest.get(f"/api/tables/{table}/record").text)

    def test_a_kept_craft_flies_with_its_crew(self, ann: Guest) -> None:
        kept = ann.post("/api/craft", {"toml": FILE}, 201)
        record = self.record(ann, {"toml": kept["toml"]})
        for words in (KIT_KAT, "Ajax", "Teucer"):
            assert words in record

    def test_one_without_a_crew_is_given_a_pilot_rul_124(self, ann: Guest) -> None:
        record = self.record(ann, {"toml": FILE[: FILE.index("[[crew]]")]})
        assert KIT_KAT in record
        assert "Ana Brisk" in record


class TestBounds:
    @pytest.mark.parametrize(
        "body",
        [
            {"design": {"edition": TS, "sections": [{"name": "Cargo"}] * 61}},
            {"design": {"edition": TS, "sections": [{"name": "x" * 61}]}},
            {"design": {"edition": TS, "sections": [{"name": "Cargo", "points": 10**7}]}},
            {"design": {"edition": TS, "sections": [{"name": "Cargo", "points": 1.5}]}},
            {"design": {"edition": TS, "weapons": 10**30}},
            {"design": {"edition": TS, "build": "C1 " * 2000}},
            {"design": {"edition": TS, "crew": [{"who": PILOT}] * 121}},
            {"design": {"edition": TS, "crew": [{"who": PILOT, "station": "captain"}]}},
            {"design": {"edition": TS, "crew": [{"who": {"toml": "= ["}}]}},
            {"design": {"edition": "x", "crew": [{"who": PILOT}]}},
            {"design": {"edition": TS, "colour": "red"}},
            {"design": {}},
            {"toml": "x" * 70_000},
            {"toml": FILE, "budget": -1},
            {"toml": 7},
            [],
        ],
    )
    def test_what_is_out_of_bounds_gets_a_sentence(self, ann: Guest, body: Any) -> None:
        words = ann.post("/api/craft/check", body, 422)["words"]
        assert 5 < len(words) < 400
        assert "Traceback" not in words

    def test_a_long_notation_gets_the_engine_s_sentence(self, ann: Guest) -> None:
        answer = design(ann, build="C1 " * 400)
        assert answer["mistakes"][0] == "the notation has more than 1000 characters"

    @settings(
        max_examples=150,
        deadline=None,
        suppress_health_check=[HealthCheck.function_scoped_fixture],
    )
    @given(
        build=st.text(LETTERS, max_size=60) | st.text("CEOLd6/M+S1,; ", max_size=60),
        name=st.text(LETTERS, max_size=30),
        slug=st.sampled_from([TS, TSC]),
        scenario=st.booleans(),
    )
    def test_any_text_is_priced_or_refused_politely(
        self, ann: Guest, build: str, name: str, slug: str, scenario: bool
    ) -> None:
        answer = design(ann, slug, name=name, build=build, scenario=scenario)
        craft = answer["craft"]
        if not answer["mistakes"]:
            again = manned_of(answer["toml"]).craft
            assert (again.notation, cost(again).total) == (craft["notation"], total(craft["cost"]))
            ann.post("/api/craft/check", {"toml": answer["toml"]})
        else:
            assert all(len(words) < 400 for words in answer["mistakes"])

    def test_the_api_is_described(self, ann: Guest) -> None:
        paths = ann.get("/api/openapi.json")["paths"]
        assert {"get", "post"} == set(paths["/api/craft"])
        assert {"put", "delete"} == set(paths["/api/craft/{id}"])
        body = paths["/api/craft/check"]["post"]["requestBody"]["content"]["application/json"]
        assert body["schema"]["$ref"].endswith("/CraftCheck")
        assert "/api/hangar" in paths


class TestPages:
    def test_the_yard_shows_one_s_own_and_the_hangar(self, ann: Guest, bob: Guest) -> None:
        ann.post("/api/craft", {"toml": FILE}, 201)
        for slug in (TS, TSC):
            page = ann.get(f"/yard?edition={slug}").text
            assert "Kit-Kat" in page
            for craft in hangar(slug).values():
                assert craft.name in page
        assert "Kit-Kat" not in bob.get("/yard").text
        assert 'href="/yard"' in bob.get("/").text

    def test_where_one_begins(self, ann: Guest) -> None:
        assert page_data(ann.get("/yard").text)["toml"] == (
            'name = "Wayfarer"\nedition = "time-and-space"\nbuild = ""\n'
        )
        like = page_data(ann.get(f"/yard?like={TSC}/anvil").text)
        assert manned_of(like["toml"]).craft == hangar(TSC)["anvil"]
        kept = ann.post("/api/craft", {"toml": FILE}, 201)
        own = page_data(ann.get(f"/yard/{kept['id']}").text)
        assert (own["id"], own["toml"], own["budget"]) == (kept["id"], FILE, None)
        for path in (f"/yard?like={TS}/nobody", "/yard?like=x/y", "/yard/nothing"):
            ann.get(path, 404)

    def test_nothing_a_player_wrote_is_markup(self, ann: Guest) -> None:
        blurb = "</script><img src=x onerror=alert(1)>"
        toml = FILE.replace("build =", f"blurb = {json.dumps(blurb)}\nbuild =")
        kept = ann.post("/api/craft", {"toml": toml}, 201)
        for path in ("/yard", f"/yard/{kept['id']}"):
            assert "<img" not in ann.get(path).text
