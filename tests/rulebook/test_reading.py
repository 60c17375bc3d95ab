"""Files of the rulebook: what is objected to, and in which words."""

from pathlib import Path

import pytest

from legendry.rulebook import RulebookError
from legendry.rulebook.reading import Rulebook, read, unwrapped

CHAPTER = """
number = 5
title = "Striking"
note = "said once"

[notes]
"5.1 Hits" = "on hits"

[[rules]]
id = "STR-10"
section = "5.1 Hits"
text = '''
one line
and its end'''

[[rules]]
id = "STR-2"
editions = ["ancient-world"]
text = "x"
"""


def shelf(folder: Path, **files: str) -> Rulebook:
    """A rulebook of the files given, each named `book_file`."""
    for book in ("legends", "dragon"):
        (folder / book).mkdir()
    for name, text in files.items():
        book, _, file = name.partition("_")
        (folder / book / f"{file}.toml").write_text(text, "utf-8")
    return read(folder)


def test_a_chapter(tmp_path: Path) -> None:
    rules = shelf(tmp_path, legends_05=CHAPTER).rules
    assert list(rules) == ["STR-2", "STR-10"]
    hit = rules["STR-10"]
    assert (hit.chapter, hit.chapter_title, hit.section) == (5, "Striking", "5.1 Hits")
    assert hit.text == "one line and its end"
    assert hit.note == "said once\n\non hits"
    assert len(hit.editions) == 3
    assert rules["STR-2"].editions == ("ancient-world",)
    assert rules["STR-2"].note == "said once"


def test_dragon_has_no_editions(tmp_path: Path) -> None:
    text = 'number = 2\ntitle = "Goal"\n[[rules]]\nid = "DRG-1"\ntext = "x"'
    assert shelf(tmp_path, dragon_02=text).rules["DRG-1"].editions == ()


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("legends_05", "number = ", "legends/05.toml: Invalid value"),
        ("legends_05", "number = 5", "legends/05.toml: Object missing required field `title`"),
        (
            "legends_05",
            'number = 5\ntitle = "S"\n[[rules]]\nid = "STR-1"\ntext = 4',
            "legends/05.toml: STR-1: Expected `str`, got `int` - at `text`",
        ),
        (
            "legends_05",
            'number = 5\ntitle = "S"\n[[rules]]\nid = "STR-1"\nwords = "x"',
            "legends/05.toml: STR-1: Object contains unknown field `words`",
        ),
        (
            "legends_05",
            'number = 5\ntitle = "S"\n[[rules]]\nid = "STR-1"\neditions = ["third"]',
            "legends/05.toml: STR-1: Invalid enum value 'third'",
        ),
        (
            "legends_05",
            'number = 5\ntitle = "S"\n[[rules]]\ntext = "x"',
            "legends/05.toml: an entry without a name: Object missing required field `id`",
        ),
        (
            "legends_05",
            CHAPTER.replace("STR-10", "STR-2"),
            "legends/05.toml: STR-2: there is such an entry already",
        ),
        (
            "legends_05",
            CHAPTER.replace('section = "5.1 Hits"', ""),
            "legends/05.toml: there is a note on '5.1 Hits', but no entry",
        ),
        (
            "dragon_rulings",
            '[[rulings]]\nid = "RUL-D1"\ntitle = "x"\nquestion = "x"\nreadings = "x"',
            "dragon/rulings.toml: RUL-D1: Object missing required field `default`",
        ),
        (
            "dragon_options",
            '[[options]]\nkey = "cards"\nvalues = [1.5]',
            "dragon/options.toml: cards: Expected `bool | int | str`",
        ),
        (
            "dragon_examples",
            '[[examples]]\nid = "DRG-EX-1"\ncase = {}',
            "dragon/examples.toml: DRG-EX-1: Object missing required field `rules`",
        ),
        (
            "legends_glossary",
            '[[terms]]\nterm = "hex"',
            "legends/glossary.toml: hex: Object missing required field `meaning`",
        ),
    ],
)
def test_an_error_names_file_and_entry(tmp_path: Path, file: str, text: str, reason: str) -> None:
    with pytest.raises(RulebookError) as error:
        shelf(tmp_path, **{file: text})
    assert str(error.value).startswith(reason)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "legends").mkdir()
    (tmp_path / "legends" / "05.toml").write_bytes(b"\xff")
    with pytest.raises(RulebookError, match=r"^legends/05\.toml: .*utf-8"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("one\ntwo  \n three", "one two three"),
        ("one\n\ntwo\nthree\n", "one\n\ntwo three"),
        ("list:\n- one\n  and more\n- two", "list:\n- one and more\n- two"),
        ("table:\n\n| a |\n|---|\n| b |\n\nend", "table:\n\n| a |\n|---|\n| b |\n\nend"),
    ],
)
def test_lines_are_joined(text: str, joined: str) -> None:
    assert unwrapped(text) == joined
