"""A book as a picture: everything is in it, nothing lies upon anything, nothing breaks out of it."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.adventures.book import Book
from legendry.adventures.game import books as our_books
from legendry.adventures.game import our_book
from legendry.adventures.graph import edges, mermaid, picture, sort_of
from legendry.adventures.layers import apart, backward, laid_out
from legendry.adventures.reading import read_book
from tests.adventures.scribes import books
from tests.adventures.shelf import shelved

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def mill(tmp_path: Path) -> Book:
    return read_book(shelved(tmp_path))


def test_what_an_instruction_is_drawn_as(mill: Book) -> None:
    kinds = {id: sort_of(one) for id, one in mill.instructions.items()}
    assert kinds == {"the-road": "check", "the-mill": "fight", "the-loft": "good"}


def test_every_way_is_an_edge_with_its_kind(mill: Book) -> None:
    found = [(edge.source, edge.target, edge.kind) for edge in edges(mill)]
    assert found == [
        ("the-road", "the-mill", "option"),
        ("the-road", "the-loft", "option"),
        ("the-road", "the-loft", "pass"),
        ("the-road", "the-mill", "fail"),
        ("the-mill", "the-loft", "victory"),
        ("the-mill", "the-road", "flight"),
    ]


def test_the_picture_tells_by_shape_as_well_as_by_colour(mill: Book) -> None:
    tree = ElementTree.fromstring(picture(mill))
    tips = [one.text or "" for one in tree.iter(f"{SVG}title")]
    assert any("The mill (#the-mill, story.md:" in tip for tip in tips)
    groups = {
        (group.findtext(f"{SVG}title") or "").partition(" (#")[0]: group
        for group in tree.iter(f"{SVG}g")
    }
    assert len(groups["The mill"].findall(f"{SVG}polygon")[0].attrib["points"].split()) == 8
    assert len(groups["The road"].findall(f"{SVG}polygon")[0].attrib["points"].split()) == 6
    assert len(groups["The loft"].findall(f"{SVG}rect")) == 2, "an ending has a double line"
    words = [one.text or "" for one in tree.iter(f"{SVG}text")]
    assert "RAVEN" in words, "a plotword is given"
    assert any("if ring" in tip for tip in tips)


def test_mermaid_has_the_same_nodes_and_edges(mill: Book) -> None:
    text = mermaid(mill)
    assert text.startswith("flowchart TD\n")
    assert 'n1[["⚔ The mill"]]:::fight' in text
    assert "n0 -->" in text
    assert 'n0 -.->|"fail"| n1' in text
    assert len(re.findall(r"^  n\d+ -", text, re.MULTILINE)) == len([*edges(mill)])


@given(books())
def test_no_book_breaks_the_picture(book: Book) -> None:
    tree = ElementTree.fromstring(picture(book))
    tips = {(one.text or "").partition(" (#")[0] for one in tree.iter(f"{SVG}title")}
    assert {one.title for one in book.instructions.values()} <= tips
    for line in mermaid(book).splitlines():
        assert line.count('"') % 2 == 0
        assert "<the>" not in line


@pytest.mark.parametrize("name", our_books())
def test_our_books_can_be_drawn(name: str) -> None:
    book = our_book(name)
    tree = ElementTree.fromstring(picture(book))
    assert len([*tree.iter(f"{SVG}title")]) >= len(book.instructions)


graphs = st.lists(st.tuples(st.integers(0, 29), st.integers(0, 29)), max_size=80)


@given(graphs)
def test_nothing_lies_upon_anything(pairs: list[tuple[int, int]]) -> None:
    nodes = [str(number) for number in range(30)]
    lines = [(str(a), str(b)) for a, b in pairs]
    placed = laid_out(nodes, lines, dict.fromkeys(nodes, 100.0), gap=20)
    rows: dict[float, list[float]] = {}
    for x, y in placed.nodes.values():
        rows.setdefault(y, []).append(x)
    for row in rows.values():
        assert all(b - a >= 120 - 1e-6 for a, b in pairwise(sorted(row)))
    for a, b in lines:
        if a != b:
            ya, yb = placed.nodes[a][1], placed.nodes[b][1]
            assert ya > yb if (a, b) in placed.back else ya < yb


def test_a_circle_is_broken_where_it_comes_back_to_the_start() -> None:
    assert backward(["a", "b", "c"], [("a", "b"), ("b", "c"), ("c", "a")]) == {("c", "a")}


def test_places_stay_as_near_as_the_widths_allow() -> None:
    assert apart([5.0, 5.0], [10, 10], 0) == [0.0, 10.0]
    assert apart([0.0, 100.0], [10, 10], 0) == [0.0, 100.0]
