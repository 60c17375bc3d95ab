"""The checker finds what is wrong with a book, and nothing where nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest

from legendry.adventures.check import check
from legendry.adventures.reach import reach
from legendry.adventures.reading import read_book
from tests.adventures.shelf import COVER, STORY, shelved


def told(folder: Path, story: str, cover: str = COVER) -> list[str]:
    return [str(one) for one in check(shelved(folder, story, cover))[1]]


def test_a_sound_book_has_no_mistakes(tmp_path: Path) -> None:
    assert told(tmp_path, STORY) == []


BROKEN = [
    (
        "## The road\n- [On](#the-raod)\n- [Stop](#stop)",
        "story.md:2: there is no instruction “the-raod”",
    ),
    (
        "## The road\n- [On](#the-road)\n## The mill\n- [Stop](#stop)",
        "story.md:3: nothing leads here",
    ),
    (
        "## The road\n- [On](#mill) if RAVEN\n- [Stop](#stop)\n## Mill\n- Plotword RAVEN\n- End",
        "story.md:4: nobody can get here with the plotwords",
    ),
    ("## The road\n- XP 1", "story.md:1: the story ends here unsaid"),
    ("## The road\n- [On](#the-road) if RAVEN", "story.md:1: the story ends here unsaid"),
    (
        "## The road\n- [On](#the-road) if OWL\n- [Stop](#stop)",
        "story.md:2: the plotword OWL is never given",
    ),
    ("## The road\n- Plotword OWL\n- End", "story.md:2: warning: the plotword OWL is never asked"),
    ("## The road\n- [On](#the-road) if ring\n- [Stop](#stop)", "warning: nobody finds “ring”"),
    ("## The road\n- Item ring\n- End", "story.md:2: warning: “ring” is never of use"),
    (
        "## The road\n- Plotword OWL\n- [On](#the-road) if not OWL\n- [Stop](#stop)",
        "story.md:3: this condition can never hold",
    ),
    (
        "## The road\n- Fight orc-king on clearing; victory [a](#the-road)",
        "story.md:2: there is no foe “orc-king”",
    ),
    (
        "## The road\n- Fight ridge-wolf on clearing; beside you imp; victory [a](#the-road)",
        "there is no foe “imp”",
    ),
    ("## The road\n- Fight ridge-wolf on moon; victory [a](#the-road)", "there is no map “moon”"),
    ("## The road\n- Fight ridge-wolf; victory [a](#the-road)", "no map is named"),
    (
        "## The road\n- Fight ridge-wolf on clearing; routed when dog falls; victory [a](#the-road)",
        "“dog” does not fight here",
    ),
    ("## The road\n- End\n- [On](#stop)", "story.md:3: this line is never reached"),
    ("## The road\n- Shop bazaar\n- End", "there is no price list “bazaar”; there are stall"),
    ("## The road\n- Weapon laser\n- End", "there is no weapon “laser”"),
    ("## The road\n- Armor tin\n- End", "there is no armor “tin”"),
    ("## The road\n- If visited the-moon: XP 1\n- End", "there is no instruction “the-moon”"),
    ("## The road\n- If Nobody is alive: XP 1\n- End", "warning: Nobody is nobody of the book's"),
    ("## The road\n![a map](pictures/map.png)\n\n- End", "there is no picture pictures/map.png"),
    ("## The mill\n- End", "book.toml: start: there is no instruction “the-road”"),
]


@pytest.mark.parametrize(("story", "words"), BROKEN)
def test_what_is_wrong_is_found(tmp_path: Path, story: str, words: str) -> None:
    found = told(tmp_path, f"{story}\n## Stop\n- End\n")
    assert any(words in one for one in found), found


def test_the_company_of_the_book_exists(tmp_path: Path) -> None:
    cover = COVER.replace("start =", 'company = ["nobody-at-all"]\nstart =')
    assert any("company: there is nobody" in one for one in told(tmp_path, STORY, cover))


def test_what_is_bought_may_be_had(tmp_path: Path) -> None:
    story = """
    ## The road
    - Shop stall
    - [Climb](#the-top) if rope
    - [Wait](#the-road)
    ## The top
    - End good
    """
    assert told(tmp_path, story) == []


def test_a_price_paid_with_a_thing_is_gone(tmp_path: Path) -> None:
    story = """
    ## The road
    - Item ring
    - [Pay](#the-gate) for ring
    ## The gate
    - [Pay again](#the-end) for ring
    - [Wait](#the-gate)
    ## The end
    - End good
    """
    found = told(tmp_path, story)
    assert any("story.md:6: this condition can never hold" in one for one in found), found
    assert any("story.md:8: nobody can get here" in one for one in found), found


def test_a_word_learned_elsewhere_opens_a_door_on_the_way_back(tmp_path: Path) -> None:
    story = """
    ## The road
    - [Enter](#the-end) if OWL
    - [Look around](#the-mill)
    ## The mill
    - Check one 3/IQ, else Harm 1
    - If visited the-mill: Plotword OWL
    - [Back](#the-road)
    - [Again](#the-mill)
    ## The end
    - End good
    """
    assert told(tmp_path, story) == []
    reached = reach(read_book(tmp_path))
    assert reached.exact
    assert reached.endings == {"the-end"}


def test_where_there_are_too_many_states_it_says_so_and_errs_on_the_safe_side(
    tmp_path: Path,
) -> None:
    words = ["OWL", "BAT", "CAT", "DOG", "FOX"]
    story = "## The road\n" + "".join(f"- [Learn](#{word.lower()})\n" for word in words)
    story += "- [Out](#out) if OWL and BAT and CAT and DOG and FOX\n"
    for word in words:
        story += f"## {word}\n- Plotword {word}\n- [Back](#the-road)\n"
    story += "## Out\n- End good\n"
    book = read_book(shelved(tmp_path, story))
    assert reach(book).exact
    few = reach(book, most=20)
    assert not few.exact
    assert few.instructions == {*book.instructions}


def test_every_edition_of_the_book_is_checked(tmp_path: Path) -> None:
    cover = COVER.replace("start =", 'also = ["time-and-space"]\nstart =').partition("[prices")[0]
    story = "## The road\n- Check one 3/IQ+ALCHEMIST, else Harm 1\n- Weapon broad-sword\n- End"
    found = told(tmp_path, story, cover)
    assert any("no skill “ALCHEMIST” in Time" in one for one in found), found
    assert not any("broad-sword" in one for one in found), "the other edition could not be read"


def test_what_nobody_asks_for_again_is_not_told_apart(tmp_path: Path) -> None:
    """Thirty forks in a row, each remembered for one page: a billion ways, and few states."""
    words = [f"W{'A' * number}" for number in range(1, 31)]
    story = "## The road\n\n- [On](#fork-1)\n"
    for number, word in enumerate(words, 1):
        on = f"fork-{number + 1}" if number < len(words) else "the-end"
        story += (
            f"\n## Fork {number}\n\n- [Left](#left-{number})\n- [Right](#after-{number})\n"
            f"\n## Left {number}\n\n- Plotword {word}\n- [On](#after-{number})\n"
            f"\n## After {number}\n\n- If {word}: XP 1\n- [On](#{on})\n"
        )
    story += "\n## The end\n\n- If WA and not WA: XP 1\n- End\n"
    book = read_book(shelved(tmp_path, story))
    reached = reach(book, most=1000)
    assert reached.exact
    assert reached.instructions == book.instructions.keys()
    assert ("the-end", 0) not in reached.items
