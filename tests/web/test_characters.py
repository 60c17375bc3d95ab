"""Characters over the web: made, checked, kept, brought and taken along."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legendry.legends.character import Character, drafted, read_character, write_character
from legendry.legends.edition import edition, editions
from legendry.legends.reading import parsed
from legendry.legends.roster import foes, roster
from legendry.table import Ledger
from legendry.web import keeping
from legendry.web.characters import checked
from tests.web.guests import Guest, page_data, total

AJAX = """\
# the greater one
name = "Ajax"
edition = "ancient-world"
st = 12
dx = 12
iq = 8
weapons = ["broad-sword", "dagger"]
armor = ["chain", "small-shield"]

[skills]
sword = 2
"""
EVERYBODY = [
    person for slug in editions() for person in (*roster(slug).items(), *foes(slug).items())
]


def check(guest: Guest, **body: Any) -> Any:
    return guest.post("/api/characters/check", body)


class TestCheck:
    def test_a_sheet_says_where_its_numbers_come_from(self, ann: Guest) -> None:
        answer = check(ann, toml=AJAX)
        assert answer["mistakes"] == []
        figures = {ledger["title"]: ledger for ledger in answer["sheet"]["figures"]}
        assert {title: total(ledger) for title, ledger in figures.items()} == {
            "ST": 12,
            "DX": 9,
            "IQ": 8,
            "MA": 4,
            "armor": 4,
        }
        assert figures["DX"]["lines"] == [
            {"amount": 12, "words": "base", "rule": ""},
            {"amount": -3, "words": "chain", "rule": "ARM-2"},
        ]
        sword = answer["sheet"]["weapons"][0]
        assert (sword["name"], sword["modes"][0]["damage"], sword["level"]) == (
            "Broad sword",
            str(edition("ancient-world").weapons["broad-sword"].damage),
            2,
        )

    def test_points_are_counted(self, ann: Guest) -> None:
        points = check(ann, toml=AJAX.replace("st = 12", "st = 15"))["sheet"]["points"]
        assert [(one["spent"], one["of"], one["rule"]) for one in points] == [
            (35, 32, "CHR-2"),
            (2, 4, "CHR-3"),
            (2, 2, "CHR-3"),
        ]

    def test_what_goes_beyond_a_new_character_has_its_price(self, ann: Guest) -> None:
        answer = check(ann, toml=AJAX.replace("dx = 12", "dx = 13\nspent_xp = 13"))
        assert answer["mistakes"] == []
        assert answer["sheet"]["price"]["lines"][0]["rule"] == "CAM-5"

    def test_everything_that_is_wrong_is_told_at_once(self, ann: Guest) -> None:
        bad = AJAX.replace("st = 12", "st = 7").replace("dagger", "dager").replace("iq", "qi")
        answer = check(ann, toml=bad)
        assert answer["mistakes"] == list(drafted(parsed(bad)).mistakes)
        assert len(answer["mistakes"]) >= 3

    def test_the_sheet_goes_as_far_as_it_can(self, ann: Guest) -> None:
        sheet = check(ann, toml=AJAX.replace('"dagger"', '"dager"').replace("sword = 2", "x = 2"))[
            "sheet"
        ]
        assert [weapon["name"] for weapon in sheet["weapons"]] == ["Broad sword", "Unarmed"]
        assert sheet["skills"] == []
        assert check(ann, toml=AJAX.replace("st = 12", ""))["sheet"] is None

    def test_what_is_no_toml_says_where(self, ann: Guest) -> None:
        answer = check(ann, toml="name = ")
        assert answer["mistakes"][0].startswith("this is not TOML: ")
        assert (answer["sheet"], answer["fields"], answer["toml"]) == (None, None, "name = ")

    @pytest.mark.parametrize(
        "line", ["colour = 3", 'xp = "much"', "weapons = 3", "xp = 99999999999999999999"]
    )
    def test_a_form_never_shows_half_a_file(self, ann: Guest, line: str) -> None:
        """It would lose the other half."""
        answer = check(ann, toml=f"{line}\n{AJAX.replace('weapons', '#')}")
        assert answer["mistakes"]
        assert answer["fields"] is None

    def test_a_form_becomes_a_file(self, ann: Guest) -> None:
        fields = check(ann, toml=AJAX)["fields"]
        answer = check(ann, fields=fields)
        assert answer["mistakes"] == []
        assert answer["toml"] == write_character(read_character(AJAX))

    def test_a_half_finished_form_is_a_file_too(self, ann: Guest) -> None:
        answer = check(ann, fields={"edition": "ancient-world", "st": 12.5, "skills": {"sword": 9}})
        assert parsed(answer["toml"]) == {
            "edition": "ancient-world",
            "st": 12.5,
            "skills": {"sword": 9},
        }
        assert "st must be a whole number from 1 to 100, not 12.5" in answer["mistakes"]
        assert any(words.startswith("name is missing") for words in answer["mistakes"])

    @pytest.mark.parametrize(("id", "person"), EVERYBODY, ids=[id for id, _ in EVERYBODY])
    def test_everybody_survives_text_form_and_text(self, id: str, person: Character) -> None:
        answer = checked(write_character(person))
        assert msgspec.convert(answer.fields, Character) == person

    def test_bodies_are_bounded(self, ann: Guest) -> None:
        ann.post("/api/characters/check", {"toml": "#" * (64 * 1024 + 1)}, 422)
        ann.post("/api/characters/check", {"fields": {"st": 10**30}}, 422)
        ann.post("/api/characters/check", {"fields": {"st": [[1]]}}, 422)
        ann.post("/api/characters/check", {"toml": "x" * 700_000}, 413)

    @settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(
        st.dictionaries(
            st.sampled_from([*Character.__struct_fields__, "else"]),
            st.none()
            | st.text(max_size=5)
            | st.integers()
            | st.floats()
            | st.booleans()
            | st.lists(st.text(max_size=3), max_size=3)
            | st.dictionaries(st.text(max_size=3), st.integers(), max_size=3)
            | st.lists(st.dictionaries(st.sampled_from(["name", "damage"]), st.text(max_size=3))),
            max_size=8,
        )
    )
    def test_any_form_is_answered(self, ann: Guest, fields: dict[str, Any]) -> None:
        ann.client.cookies.clear()
        body = json.dumps({"fields": fields})
        headers = {"content-type": "application/json"}
        response = ann.client.post("/api/characters/check", content=body, headers=headers)
        assert response.status_code in (200, 400, 422)
        if response.status_code == 200:
            answer = response.json()
            assert answer["mistakes"] or read_character(answer["toml"])


class TestKeeping:
    def test_a_kept_character_is_its_visitor_s_alone(self, ann: Guest, bob: Guest) -> None:
        kept = ann.post("/api/characters", {"toml": AJAX}, 201)
        assert [one["id"] for one in ann.get("/api/characters")] == [kept["id"]]
        assert bob.get("/api/characters") == []
        for answer in (
            bob.client.get(f"/api/characters/{kept['id']}.toml"),
            bob.client.put(f"/api/characters/{kept['id']}", json={"toml": AJAX}),
            bob.client.delete(f"/api/characters/{kept['id']}"),
            bob.client.get(f"/characters/{kept['id']}"),
        ):
            assert answer.status_code == 404
            assert "Ajax" not in answer.text
        assert [one["toml"] for one in ann.get("/api/characters")] == [AJAX]

    def test_a_file_comes_back_as_it_was_typed(self, ann: Guest) -> None:
        kept = ann.post("/api/characters", {"toml": AJAX}, 201)
        file = ann.get(f"/api/characters/{kept['id']}.toml")
        assert file.text == AJAX
        assert file.headers["content-disposition"] == "attachment; filename*=UTF-8''ajax.toml"
        again = ann.post("/api/characters", {"toml": file.text}, 201)
        assert (again["name"], again["summary"]) == (kept["name"], kept["summary"])
        assert again["id"] != kept["id"]

    def test_a_name_of_any_letters_is_a_file_s(self, ann: Guest) -> None:
        kept = ann.post("/api/characters", {"toml": AJAX.replace("Ajax", "Åse Æ. Ødegård")}, 201)
        file = ann.get(f"/api/characters/{kept['id']}.toml")
        assert "%C3%A5se-%C3%A6-%C3%B8deg%C3%A5rd.toml" in file.headers["content-disposition"]

    def test_a_bad_file_is_refused_with_all_its_sentences(self, ann: Guest) -> None:
        bad = AJAX.replace("st = 12", "st = 7").replace("dagger", "dager")
        refused = ann.post("/api/characters", {"toml": bad}, 422)
        assert refused["words"].split("\n") == list(drafted(parsed(bad)).mistakes)
        assert ann.get("/api/characters") == []

    def test_a_change_takes_the_place_of_what_was(self, ann: Guest) -> None:
        kept = ann.post("/api/characters", {"toml": AJAX}, 201)
        toml = AJAX.replace("Ajax", "Aias")
        changed = ann.client.put(f"/api/characters/{kept['id']}", json={"toml": toml})
        assert changed.status_code == 200
        assert [(one["id"], one["name"]) for one in ann.get("/api/characters")] == [
            (kept["id"], "Aias")
        ]
        bad = ann.client.put(f"/api/characters/{kept['id']}", json={"toml": "st = 1"})
        assert bad.status_code == 422
        assert ann.get("/api/characters")[0]["name"] == "Aias"

    def test_a_deleted_one_is_gone(self, ann: Guest) -> None:
        kept = ann.post("/api/characters", {"toml": AJAX}, 201)
        assert ann.client.delete(f"/api/characters/{kept['id']}").status_code == 204
        assert ann.get("/api/characters") == []
        assert ann.client.delete(f"/api/characters/{kept['id']}").status_code == 404

    def test_the_last_changed_comes_first(
        self, ann: Guest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for time, name in ((1, "Ajax"), (3, "Bell"), (2, "Cass")):
            monkeypatch.setattr(keeping, "milliseconds", lambda time=time: time)
            ann.post("/api/characters", {"toml": AJAX.replace("Ajax", name)}, 201)
        assert [one["name"] for one in ann.get("/api/characters")] == ["Bell", "Cass", "Ajax"]


class TestLuck:
    @pytest.mark.parametrize("slug", editions())
    def test_a_random_one_is_legal_and_not_kept(self, ann: Guest, slug: str) -> None:
        answer = ann.post("/api/characters/random", {"edition": slug})
        assert answer["mistakes"] == []
        assert read_character(answer["toml"]).edition == slug
        assert ann.get("/api/characters") == []

    def test_the_same_seed_makes_the_same_one(self, ann: Guest, bob: Guest) -> None:
        body = {"edition": "ancient-world", "seed": "7"}
        assert ann.post("/api/characters/random", body) == bob.post("/api/characters/random", body)

    def test_an_unknown_edition_is_none(self, ann: Guest) -> None:
        refused = ann.post("/api/characters/random", {"edition": "x"}, 404)
        assert refused["words"].startswith("There is no such edition; there are ancient-world,")


class TestTables:
    @pytest.mark.parametrize("slug", editions())
    def test_the_pickers_hold_the_whole_tables(self, ann: Guest, slug: str) -> None:
        rules = edition(slug)
        found = ann.get(f"/api/editions/{slug}")
        assert {one["id"]: one["heft"] for one in found["weapons"]} == {
            weapon.id: weapon.heft for weapon in rules.weapons.values() if weapon.id != "unarmed"
        }
        assert {one["id"]: one["restriction"] for one in found["armor"]} == {
            piece.id: piece.restriction for piece in rules.armor.values()
        }
        assert {one["id"] for one in found["skills"]} == set(rules.skills)
        assert bool(found["spells"]) == found["magic"] == rules.switches.magic

    def test_a_spell_of_the_list_is_one_a_character_can_have(self, ann: Guest) -> None:
        spells = ann.get("/api/editions/ancient-world")["spells"]
        assert [one["id"] for one in spells] == list(edition("ancient-world").spells)
        shown = {"name": "Fire-1", "school": "Creation", "iq": 9, "cost": "1F", "rule": "SPL-1"}
        assert shown.items() <= spells[0].items()
        named = {creature.spell for creature in edition("ancient-world").creatures.values()}
        assert named <= {one["id"] for one in spells}
        ids = [one["id"] for one in spells[:4]]
        magic = AJAX.replace("[skills]\nsword = 2\n", f"magic = true\nspells = {json.dumps(ids)}")
        assert check(ann, toml=magic)["mistakes"] == []

    def test_the_roster(self, ann: Guest) -> None:
        found = ann.get("/api/roster?edition=ancient-world")
        assert {(one["id"], one["kind"]) for one in found} == {
            *((id, "roster") for id in roster("ancient-world")),
            *((id, "foe") for id in foes("ancient-world")),
        }
        brida = next(one for one in found if one["id"] == "brida-of-the-ford")
        assert brida["summary"] == "ST 11 DX 11 IQ 8 MA 5 armor 3 · Spear, Dagger"
        assert len(ann.get("/api/roster")) == len(EVERYBODY)
        ann.get("/api/roster?edition=x", 404)


class TestPages:
    def test_all_are_shown_and_one_s_own(self, ann: Guest, bob: Guest) -> None:
        ann.post("/api/characters", {"toml": AJAX}, 201)
        page = ann.get("/characters?edition=time-and-space").text
        assert "Ajax" in page
        assert "Ajax" not in bob.get("/characters").text
        for person in (*roster("time-and-space").values(), *foes("time-and-space").values()):
            assert person.name in page

    def test_ledgers_lead_to_the_rules(self, ann: Guest) -> None:
        page = ann.get("/characters?edition=ancient-world").text
        for rule in set(re.findall(r'href="/rules/([^"]+)"', page)):
            ann.get(f"/rules/{rule}")
        assert re.search(r"<strong>DX 11</strong> = 13 base −2 leather\s+<a[^>]*>ARM-2</a>", page)

    def test_the_form_has_a_place_for_every_field(self, ann: Guest) -> None:
        page = ann.get("/characters/new").text
        assert 'name="name" maxlength="40"' in page, "no longer than the rules allow"
        for field in Character.__struct_fields__:
            assert f'id="{field}"' in page, field

    def test_a_beginning_is_legal(self, ann: Guest) -> None:
        for slug in editions():
            toml = page_data(ann.get(f"/characters/new?edition={slug}").text)["toml"]
            assert read_character(toml).edition == slug

    def test_a_copy_of_a_ready_made_one(self, ann: Guest) -> None:
        page = ann.get("/characters/new?like=ancient-world/marsh-wyrm").text
        assert read_character(page_data(page)["toml"]) == foes("ancient-world")["marsh-wyrm"]
        ann.get("/characters/new?like=ancient-world/nobody", 404)
        ann.get("/characters/new?like=x/y", 404)

    def test_one_s_own_is_there_to_edit(self, ann: Guest) -> None:
        kept = ann.post("/api/characters", {"toml": AJAX}, 201)
        data = page_data(ann.get(f"/characters/{kept['id']}").text)
        assert (data["id"], data["toml"]) == (kept["id"], AJAX)

    def test_nothing_a_player_wrote_is_markup(self, ann: Guest) -> None:
        blurb = "</script><img src=x onerror=alert(1)>"
        toml = AJAX.replace("st = 12", f"blurb = {json.dumps(blurb)}\nst = 12")
        kept = ann.post("/api/characters", {"toml": toml}, 201)
        for path in ("/characters", f"/characters/{kept['id']}"):
            assert "<img" not in ann.get(path).text


def test_a_ledger_is_told_as_the_terminal_tells_it() -> None:
    sheet = checked(AJAX).sheet
    assert sheet is not None
    assert str(sheet.figures[1]) == str(Ledger.of("DX", (12, "base"), (-3, "chain", "ARM-2")))
