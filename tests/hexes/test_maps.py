"""Maps as pictures and in TOML: what is read, what is drawn, what is refused and how."""

import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from legendry.hexes import Board, Hex, MapError, from_toml, load_map, to_toml
from tests.hexes.drawing import labelled, shown

words = st.sampled_from(["wall", "fire", "fog", "water", "exit", "blocks-sight", "start-a", "7"])
names = st.text(st.characters(categories=["L", "N", "P"]), max_size=20)
boards = st.builds(
    Board,
    st.dictionaries(labelled, st.frozensets(words, max_size=3), min_size=1, max_size=25),
    names,
)

WELL = '''
name = "The well"
map = """
.   .   .
  ~   #
.   .   .
"""

[legend]
"~" = ["water", "blocks-move"]
'''


def test_a_picture_names_its_hexes_by_place() -> None:
    assert [
        hex.label
        for hex in Board.from_text("""
        .   .
          .
        .   .
          .
    """)
    ] == ["0101", "0102", "0201", "0202", "0301", "0302"]


def test_indentation_and_empty_lines_around_do_not_count() -> None:
    assert Board.from_text("\n\n      .   #  \n        .\r\n\n") == Board.from_text(".   #\n  .")


def test_a_map_with_an_empty_corner_holds_it_with_a_sign() -> None:
    picture = shown("""
        _
          .
        .   #
    """)
    field = Board.from_text(picture)
    assert list(field) == [Hex.at(label) for label in ("0102", "0201", "0302")]
    assert str(field) == picture
    lone = Board({Hex.at("0302"): set()})
    assert str(lone) == "_\n\n    ."
    assert Board.from_text(str(lone)) == lone


def test_glyphs_of_combined_tags_are_initials_where_they_can_be() -> None:
    cells = {
        Hex.at("0101"): {"fire"},
        Hex.at("0201"): {"fog"},
        Hex.at("0301"): {"wall", "fire"},
        Hex.at("0401"): {"wall"},
    }
    assert str(Board(cells)) == shown("""
        f   w
          a   #
    """)


@given(boards)
def test_any_board_can_be_drawn_and_read_again(field: Board) -> None:
    assert Board.from_text(str(field), field.legend, field.name) == field


@given(boards)
def test_any_board_goes_through_toml(field: Board) -> None:
    assert from_toml(to_toml(field)) == field


def test_the_largest_board_with_the_longest_words_goes_through_toml() -> None:
    tags = {letter * 24 for letter in "abcdefghijkl"}
    field = Board(dict.fromkeys(Board.rectangle(99, 99), tags), "\\" * 80)
    assert from_toml(to_toml(field)) == field


def test_more_combinations_than_letters() -> None:
    tags = [{f"t{n}"} for n in range(99)]
    field = Board({Hex.of(1, n + 1): tags[n] for n in range(99)})
    assert len(field.legend) == 101
    assert Board.from_text(str(field), field.legend) == field


def test_toml_has_a_name_a_picture_and_a_legend() -> None:
    well = from_toml(WELL)
    assert well.name == "The well"
    assert well.tagged("water") == (Hex.at("0201"),)
    assert not well.open(Hex.at("0201"))
    assert well.is_wall(Hex.at("0401"))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("  ~   #", "  ~   ?", "line 2, character 7 of the picture: the legend does not say"),
        ("  ~   #", " ~   # ", "line 2, character 2 of the picture: no hex stands here"),
        ("  ~   #", "~   #  ", "line 2, character 1 of the picture: no hex stands here"),
        ("  ~   #", "  ~\t#  ", "line 2, character 4 of the picture: no hex stands here"),
        (
            '["water", "blocks-move"]',
            '"water"',
            r"Expected `array`, got `str` - at `legend\[\.\.\.\]`",
        ),
        ('"water"', '"deep water"', "'deep water' is no tag"),
        ('"~" =', '"~~" =', "'~~' cannot be a glyph"),
        ('"~" =', '" " =', "' ' cannot be a glyph"),
        ('"~" =', '"_" =', "'_' cannot be a glyph"),
        ("name", "nmae", "unknown field `nmae`"),
        ("map", "mp", "unknown field `mp`"),
        ('"The well"', "7", "Expected `str`, got `int` - at `name`"),
        ('"The well"', "The well", r"Invalid value \(at line 2, column 8\)"),
        ('"The well"', '"The\\nwell"', "cannot be a board's name"),
        ("[legend]", "#" * 401, "line 9 has more than 400 characters"),
        ("[legend]", "[legend" * 3, "at line 9"),
        ("[legend]", "#" * 399 + "\n#" * (1 << 16), "larger than 128 KiB"),
    ],
    ids=lambda value: value[:30],
)
def test_errors_say_what_and_where(old: str, new: str, reason: str) -> None:
    assert old in WELL
    with pytest.raises(MapError, match=reason):
        from_toml(WELL.replace(old, new, 1))


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        ("", "shows no hex"),
        ("_", "shows no hex"),
        ("." + "   ." * 50, "ends at column 99"),
        (".\n" + "\n" * 197 + ".", "ends at column 99 and row 99"),
        (".   \x00", r"'\\x00'"),
        (" " * (1 << 18), "larger than 128 KiB"),
    ],
    ids=["empty", "corner", "column", "row", "control", "size"],
)
def test_bad_pictures_are_refused(picture: str, reason: str) -> None:
    with pytest.raises(MapError, match=reason):
        Board.from_text(picture)


def test_the_largest_picture_is_read() -> None:
    largest = Board.rectangle(99, 99)
    assert Board.from_text(str(largest)) == largest


def test_a_legend_gives_lists_of_tags() -> None:
    with pytest.raises(MapError, match=r"needs a list of tags, as in \['water'\]"):
        Board.from_text("~", {"~": "water"})


def test_nesting_without_end_is_refused() -> None:
    with pytest.raises(MapError, match="nested beyond all measure"):
        from_toml("map = " + "[\n" * 50_000)


@given(st.text(st.sampled_from(" .#_~\n\r\tx\x0b\u2028"), max_size=200))
@example("\x1f.")
def test_any_text_is_a_board_or_refused(text: str) -> None:
    try:
        field = Board.from_text(text, {"~": ["water"]})
    except MapError:
        return
    assert Board.from_text(str(field), field.legend) == field


SCRAPS = [
    *("map", "legend", "name", "=", '"""', "'", '"', ".", "#", "[", "]", "{", "}", ",", "a", "~"),
    *(
        "\\",
        "\\u0041",
        "1",
        "1979-05-27",
        "07:32:00",
        "inf",
        "é",
        "true",
        "\n",
        " ",
        "\x00",
        "\ud800",
    ),
]
toml_soup = st.lists(st.sampled_from(SCRAPS)).map("".join)


@given(st.text() | toml_soup | toml_soup.map(lambda soup: WELL + soup))
def test_any_toml_is_a_board_or_refused(text: str) -> None:
    try:
        field = from_toml(text)
    except MapError as error:
        field, message = None, str(error)
    assert field is None or from_toml(to_toml(field)) == field
    assert field or 10 < len(message) < 400


def test_the_example_of_the_documentation_is_a_map() -> None:
    page = Path(__file__).parents[2] / "docs" / "maps.md"
    _, example, *_ = re.split(r"^```(?:toml)?$", page.read_text("utf-8"), flags=re.MULTILINE)
    ford = from_toml(example)
    assert ford.name == "The ford"
    assert [hex.label for hex in ford.tagged("bridge")] == ["0402"]
    assert len(ford.tagged("start-a")) == 3


def test_files_are_known_by_their_endings(tmp_path: Path) -> None:
    (tmp_path / "well.toml").write_text(WELL)
    (tmp_path / "plain.txt").write_text("\ufeff.   #", encoding="utf-8")
    assert load_map(tmp_path / "well.toml") == from_toml(WELL)
    assert load_map(str(tmp_path / "plain.txt")) == Board.from_text(".   #", name="plain")


@pytest.mark.parametrize(
    ("file", "content", "reason"),
    [
        ("cave.toml", b"map = 7", "cave.toml: the map is not in the form of docs/maps.md"),
        ("cave.txt", b"\xff", "cave.txt: byte 0 is not UTF-8"),
        ("cave.tmj", b"[]", "cave.tmj: this is not a Tiled map"),
        ("cave.json", b" " * (1 << 21), "cave.json: the map is larger than 1024 KiB"),
        ("cave.toml", b" " * (1 << 21), "cave.toml: the map is larger than 128 KiB"),
        ("cave.tmx", b"<map/>", r"cave.tmx: no map ends in '.tmx': .*\.tmj"),
        ("cave.toml", None, "cave.toml: the file cannot be read"),
    ],
    ids=["toml", "utf-8", "tiled", "json size", "toml size", "tmx", "missing"],
)
def test_errors_name_the_file(
    tmp_path: Path, file: str, content: bytes | None, reason: str
) -> None:
    if content is not None:
        (tmp_path / file).write_bytes(content)
    with pytest.raises(MapError, match=reason):
        load_map(tmp_path / file)
