"""The rulebook's pages, as a reader meets them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from starlette.testclient import TestClient

from legendry import rulebook
from legendry.rulebook import Entry, Rule, Ruling, plain
from legendry.rulebook.markup import blocks, case_rows
from legendry.web.rulepages import html, inline, searched
from tests.web.guests import opened

ENTRIES: list[Entry] = [*rulebook.rules(), *rulebook.rulings(), *rulebook.examples()]


class Reader(HTMLParser):
    """What a page says, and where it leads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.links: set[str] = set()
        self.ids: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert "style" not in found
        assert not any(name.startswith("on") for name in found)
        if tag == "a":
            self.links.add(found["href"] or "")
        if found.get("id"):
            self.ids.append(str(found["id"]))

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    @property
    def words(self) -> str:
        return squeezed("".join(self.said))


def squeezed(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("rules")
    with opened(f"sqlite+aiosqlite:///{folder / 'tables.db'}") as house:
        yield house


def page(house: TestClient, path: str, status: int = 200) -> Reader:
    """A page as another visitor sees it: nobody reads fast enough to be turned away."""
    house.cookies.clear()
    response = house.get(path, headers={"cookie": f"visitor={secrets.token_urlsafe(24)}"})
    assert response.status_code == status, response.text
    assert response.headers["content-type"].startswith("text/html")
    return Reader(response.text)


def texts(entry: Entry) -> Iterator[str]:
    """Everything that an entry's page has to say."""
    match entry:
        case Rule():
            yield from (entry.text, entry.note, *entry.facts, *entry.facts.values())
            yield from (passage.text for passage in entry.passages)
        case Ruling():
            yield from (entry.title, entry.question, entry.readings, entry.default, entry.note)
            yield from (passage.text for passage in entry.passages)
        case _:
            yield from (entry.note, *(words for _, words in case_rows(entry.case)))


def cells(text: str) -> Iterator[str]:
    for block in blocks(text):
        if isinstance(block, str):
            yield block.removeprefix("- ")
        else:
            yield from (*block.heading, *(cell for row in block.rows for cell in row))


class TestEveryId:
    def test_has_a_page_with_its_words_whose_links_all_lead_somewhere(
        self, house: TestClient
    ) -> None:
        keys = [option.key for option in rulebook.options()]
        known = {"/", "/rules", "/characters", "/companies", "/yard", "#main"}
        known |= {f"/rules/{id}" for id in (*(entry.id for entry in ENTRIES), *keys)}
        for entry in ENTRIES:
            reader = page(house, f"/rules/{entry.id}")
            assert reader.links <= known, entry.id
            for text in texts(entry):
                for part in cells(text):
                    assert squeezed(plain(part)) in reader.words, (entry.id, part)
            assert len(reader.ids) == len(set(reader.ids)), entry.id
        for key in keys:
            assert page(house, f"/rules/{key}").links <= known

    def test_a_rule_shows_its_rulings_with_option_and_default(self, house: TestClient) -> None:
        reader = page(house, "/rules/SHT-6")
        assert "/rules/RUL-34" in reader.links
        assert "/rules/dodge_thrown" in reader.links
        assert squeezed("false default") in reader.words
        assert squeezed(plain(rulebook.ruling("RUL-34").default)) in reader.words

    def test_a_rule_marks_what_each_edition_says(self, house: TestClient) -> None:
        reader = page(house, "/rules/STR-4")
        says = "AW ancient world counterattack. (Moving into the attacker's hex only"
        assert squeezed(says) in reader.words

    def test_ids_in_a_text_are_links_and_others_lead_back(self, house: TestClient) -> None:
        assert "/rules/RCT-4" in page(house, "/rules/STR-2").links
        assert "/rules/STR-2" in page(house, "/rules/RCT-4").links

    def test_an_example_is_told_with_its_rule(self, house: TestClient) -> None:
        reader = page(house, "/rules/STR-4")
        assert "/rules/EX-TS-9" in reader.links
        for _, words in case_rows(rulebook.examples_of(rulebook.rule("STR-4"))[0].case):
            assert squeezed(words) in reader.words

    def test_small_letters_will_do(self, house: TestClient) -> None:
        assert "STR-4" in page(house, "/rules/str-4").words

    def test_one_reads_on(self, house: TestClient) -> None:
        assert {"/rules/STR-3", "/rules/STR-5"} <= page(house, "/rules/STR-4").links


class TestUnknown:
    def test_an_unknown_id_is_404_with_the_nearest(self, house: TestClient) -> None:
        reader = page(house, "/rules/STR-99", 404)
        assert "STR-99isnotintherulebook" in reader.words
        assert "/rules/STR-5" in reader.links

    @pytest.mark.parametrize("id", ["x", "<script>", "9" * 5000, "1" * 5000 + "x", "🐉-1"])
    def test_whatever_is_asked_for_is_answered(self, house: TestClient, id: str) -> None:
        page(house, f"/rules/{id}", 404)

    def test_what_was_asked_for_is_escaped(self, house: TestClient) -> None:
        house.cookies.clear()
        assert "<script>alert" not in house.get("/rules/<script>alert(1)").text
        assert "<script>alert" not in house.get("/rules?q=<script>alert(1)</script>").text


class TestContents:
    def test_every_entry_option_and_term_is_in_it(self, house: TestClient) -> None:
        reader = page(house, "/rules")
        assert {f"/rules/{entry.id}" for entry in ENTRIES} <= reader.links
        assert {f"/rules/{option.key}" for option in rulebook.options()} <= reader.links
        for term in rulebook.glossary():
            assert squeezed(term.term) in reader.words
            assert squeezed(plain(term.meaning)) in reader.words

    def test_the_editions_are_marked(self, house: TestClient) -> None:
        assert squeezed("SPL-1 Fire-1 AW") in page(house, "/rules").words


class TestSearch:
    def test_the_page_finds_what_the_book_finds(self, house: TestClient) -> None:
        reader = page(house, "/rules?q=dodge+thrown")
        found = {f"/rules/{entry.id}" for entry in rulebook.search("dodge thrown")}
        assert found
        assert found <= reader.links
        assert squeezed(f"{len(found)} places speak of “dodge thrown”") in reader.words

    def test_so_does_the_api_in_the_same_order(self, house: TestClient) -> None:
        house.cookies.clear()
        found = house.get("/api/rules?q=counterattack").json()["found"]
        assert [one["id"] for one in found] == [
            entry.id for entry in rulebook.search("counterattack")
        ]
        first = found[0]
        assert set(first) == {"id", "kind", "headline", "place", "tags"}

    def test_nothing_is_found_in_one_sentence_above_the_chapters(self, house: TestClient) -> None:
        reader = page(house, "/rules?q=xyzzy")
        assert squeezed("Nothing in the rulebook speaks of “xyzzy”") in reader.words
        assert squeezed("or look through the chapters") in reader.words
        assert '<div id="contents" class="contents">' in house.get("/rules?q=xyzzy").text
        assert '<div id="contents" class="contents" hidden>' in house.get("/rules?q=dodge").text

    @pytest.mark.parametrize("id", ["STR-99", "str99", " STR 99"])
    def test_an_id_that_is_not_there_has_nearest(self, house: TestClient, id: str) -> None:
        assert squeezed("Perhaps one of these was meant") in page(house, f"/rules?q={id}").words
        nearest = house.get(f"/api/rules?q={id}").json()["nearest"]
        assert [one["id"] for one in nearest] == ["STR-3", "STR-4", "STR-5"]

    def test_a_long_query_is_cut(self) -> None:
        assert searched("dodge " + "a" * 5000) == searched("dodge " + "a" * 194)
        assert searched(" ".join(["dodge"] * 500)) == searched("dodge")


class TestHtml:
    def test_everything_is_escaped(self) -> None:
        assert html('<b onclick="x">&') == "<p>&lt;b onclick=&#34;x&#34;&gt;&amp;</p>"
        assert inline("*<i>*") == "*&lt;i&gt;*"
        assert inline("`<i>`") == "<code>&lt;i&gt;</code>"

    def test_emphasis_code_and_links(self) -> None:
        assert inline("*adjacent* `d6`") == "<em>adjacent</em> <code>d6</code>"
        assert inline("see RUL-D16, RUL-9999") == (
            'see <a href="/rules/RUL-D16">RUL-D16</a>, RUL-9999'
        )
        assert inline("`dodge_thrown`") == (
            '<code><a href="/rules/dodge_thrown">dodge_thrown</a></code>'
        )

    def test_lists_and_tables(self) -> None:
        assert html("so:\n- one\n- two\nthen") == (
            "<p>so:</p><ul><li>one</li><li>two</li></ul><p>then</p>"
        )
        assert "<th>a</th><th>b</th>" in html("| a | b |\n|---|---|\n| 1 | |")
        assert "<td>1</td><td></td>" in html("| a | b |\n|---|---|\n| 1 | |")
