"""Books read from their folders: what a line means, and what is said of one that means nothing."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.adventures.book import (
    Alive,
    Attempt,
    Award,
    Battle,
    Check,
    Choice,
    Either,
    End,
    Every,
    GoTo,
    Has,
    Hurt,
    Item,
    Knows,
    Late,
    Link,
    Not,
    Note,
    Rich,
    Shop,
    Sight,
    Skilled,
    Thing,
    Versed,
    Visited,
    Wait,
)
from legendry.adventures.conditions import read_condition
from legendry.adventures.items import read_attempt, read_item, read_option, read_rule
from legendry.adventures.markdown import Entry, passages, slug
from legendry.adventures.mistakes import BookError, Unclear
from legendry.adventures.reading import read_book
from legendry.legends.skillchecks import SkillCheck
from legendry.odds import Dice
from tests.adventures.shelf import COVER, STORY, shelved

AW = "ancient-world"


def test_a_book_is_read_as_it_stands(tmp_path: Path) -> None:
    book = read_book(shelved(tmp_path))
    assert [*book.instructions] == ["the-road", "the-mill", "the-loft"]
    road = book.instructions["the-road"]
    assert (road.title, road.chapter, road.file, road.line) == (
        "The road",
        "The valley",
        "story.md",
        4,
    )
    assert road.prose == ("It *rains*.", "> “Who goes there?”")
    assert road.items[0] == Item(10, Note("RAVEN"))
    assert [link.target for _, link in road.links] == [
        "the-mill",
        "the-loft",
        "the-loft",
        "the-mill",
    ]
    assert book.prices["stall"].wares["rope"].price == 3


@pytest.mark.parametrize(
    ("heading", "anchor"),
    [
        ("The bridge", "the-bridge"),
        ("  Miller's *other* door! ", "millers-other-door"),
        ("12. Über the hill", "12-über-the-hill"),
        ("a_b — c", "a_b--c"),
    ],
)
def test_ids_are_the_anchors_of_code_hosts(heading: str, anchor: str) -> None:
    assert slug(heading) == anchor


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Plotword RAVEN", Note("RAVEN")),
        ("Forget RAVEN", Note("RAVEN", forget=True)),
        ("XP 2", Award("xp", 2, "each")),
        ("Karma 1 to one", Award("karma", 1, "one")),
        ("Wish 1 to Orla", Award("wishes", 1, "Orla")),
        ("Curse 1 to each.", Award("curses", 1, "each")),
        ("Gold 20", Award("gold", 20, "leader")),
        ("Lose 5 gold", Award("gold", -5, "one")),
        ("Item silver-key", Thing("belongings", "silver-key", 1, "one")),
        ("Item 2 ration to the leader", Thing("belongings", "ration", 2, "leader")),
        ("Item healing-potion/4", Thing("belongings", "healing-potion/4", 1, "one")),
        ("Weapon dagger", Thing("weapons", "dagger", 1, "one")),
        ("Armor leather to best", Thing("armor", "leather", 1, "best")),
        ("Lose ring", Thing("belongings", "ring", -1, "one")),
        ("Harm 2D6 to each", Hurt("harm", Dice(2), "each")),
        ("Fatigue 3 to one", Hurt("fatigue", Dice(0, modifier=3), "one")),
        ("Fall 3D6 to the leader", Hurt("fall", Dice(3), "leader")),
        ("Heal d6+1", Hurt("heal", Dice(1, 6, 1), "each")),
        ("Time 2 days", Wait(2, "day", rest=False)),
        ("Night", Wait(1, "night", rest=True, shelter=True)),
        ("Rest 1 week in the open", Wait(1, "week", rest=True, shelter=False)),
        ("Shop stall", Shop("stall")),
        ("Reveal: the ring glows", Sight("reveal", "the ring glows")),
        ("Mind: he is afraid", Sight("mind", "he is afraid")),
        ("Go to [the mill](#the-mill)", GoTo(Link("the mill", "the-mill"))),
        ("Go to [the mill](valley.md#the-mill)", GoTo(Link("the mill", "the-mill"))),
        ("End good", End("good")),
        ("End", End("neutral")),
    ],
)
def test_rules_are_read(text: str, rule: object) -> None:
    assert read_rule(text, AW) == rule


def test_a_check_leads_on_or_harms() -> None:
    climb = SkillCheck.parse("3/ST+CLIMBING", AW)
    assert read_rule("Check best 3/ST+CLIMBING: [up](#a), else [down](#b)", AW) == Check(
        Attempt("best", climb), Link("up", "a"), Link("down", "b")
    )
    assert read_rule("Check 3/ST+CLIMBING, else Harm 1D6 to one", AW) == Check(
        Attempt("one", climb), None, None, Hurt("harm", Dice(1), "one")
    )


def test_a_fight_says_who_where_and_what_then() -> None:
    text = (
        "Fight 3 wolf, dog and wolf-king on clearing; beside you 2 guard; surprise party; "
        "routed when wolf-king falls; "
        "leave by the edge; victory [won](#a); defeat [lost](#b); flight [away](#c)"
    )
    assert read_rule(text, AW) == Battle(
        game="fight",
        foes=((3, "wolf"), (1, "dog"), (1, "wolf-king")),
        board="clearing",
        craft="",
        surprise="party",
        routed="wolf-king",
        leave="edge",
        victory=Link("won", "a"),
        defeat=Link("lost", "b"),
        flight=Link("away", "c"),
        allies=((2, "guard"),),
    )
    craft = read_rule("Dogfight 2 corsair; in kit-kat; victory [won](#a)", "time-and-space")
    assert isinstance(craft, Battle)
    assert (craft.game, craft.craft, craft.board) == ("dogfight", "kit-kat", "")
    assert (craft.defeat, craft.flight) == (None, None)


def test_options_have_their_parts_in_order() -> None:
    plain = read_option("[Go on](#far)", AW)
    assert plain == Choice(Link("Go on", "far"))
    full = read_option(
        "[Bribe him](#in) (talk) if RAVEN for 5 gold: leader win IQ+CHARISMA against 12, "
        "else [the alarm](#out)",
        AW,
    )
    assert full.link == Link("Bribe him", "in")
    assert (full.manner, full.condition, full.gold) == ("talk", Knows("RAVEN"), 5)
    assert full.attempt == Attempt("leader", SkillCheck.parse("win IQ+CHARISMA", AW), 12)
    assert full.otherwise == Link("the alarm", "out")
    assert read_option("[Give it](#in) for ring", AW).item == "ring"


def test_contests_name_the_number_of_the_other() -> None:
    assert read_attempt("win DX against IQ 12", AW).npc == 12
    assert read_attempt("win DX against IQ 12", AW).check == SkillCheck.parse(
        "win DX against IQ", AW
    )
    assert read_attempt("win IQ", AW).npc == 10


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("RAVEN", Knows("RAVEN")),
        ("ring", Has("ring")),
        ("someone has silver-key", Has("silver-key")),
        ("someone has LOCKS", Skilled("locks")),
        (
            "somebody has Animal Handler and RAVEN",
            Every((Skilled("animal-handler"), Knows("RAVEN"))),
        ),
        ("someone knows Summon Wolf and RAVEN", Every((Versed("summon-wolf"), Knows("RAVEN")))),
        ("5 gold", Rich(5)),
        ("day 3", Late(3)),
        ("Maud Gray is alive", Alive("Maud Gray")),
        ("not visited the-mill", Not(Visited("the-mill"))),
        ("RAVEN or OWL and ring", Either((Knows("RAVEN"), Every((Knows("OWL"), Has("ring")))))),
        ("(RAVEN or OWL) and ring", Every((Either((Knows("RAVEN"), Knows("OWL"))), Has("ring")))),
    ],
)
def test_conditions_are_read(text: str, condition: object) -> None:
    assert read_condition(text, AW) == condition


def test_a_rule_may_have_a_condition() -> None:
    item = read_item(Entry(7, "**If** RAVEN and not ring: go to [the loft](#the-loft)"), AW)
    assert item == Item(
        7, GoTo(Link("the loft", "the-loft")), Every((Knows("RAVEN"), Not(Has("ring"))))
    )


@pytest.mark.parametrize(
    ("text", "words", "fix"),
    [
        ("Dance wildly", "neither a rule nor an option", "a rule begins with one of"),
        ("Plotword raven", "“raven” is no plotword", "in capitals"),
        ("Gold much", "“much” is no number", "write gold 1"),
        ("Harm badly", "“badly” is no amount", "write harm 2D6"),
        ("Item Silver Key", "“Silver Key” is no thing", "small letters with hyphens"),
        ("Check 3/ST+JUGGLING: [a](#a)", "no skill “JUGGLING”", ""),
        ("Check 3/ST", "nothing depends on this check", "write - Check"),
        ("Check 3/ST, else Gold 5", "cannot befall those who fail", "write - Check"),
        ("Fight 2 wolf on clearing", "does not say where victory leads", "victory [words](#id)"),
        ("Fight wolf on clearing; dance; victory [a](#a)", "“dance” is no part of a fight", "rout"),
        ("Rest forever", "“forever” is no span of time", "write 2 days"),
        ("Go away", "“away” is no link", "Go to [words](#id)"),
        ("End badly", "“badly” is no ending", "End good"),
        ("If RAVEN or: XP 1", "breaks off", "PLOTWORD"),
        ("If (RAVEN: XP 1", "not closed", "write )"),
        ("If RAVEN ring: XP 1", "“ring” is too much", "PLOTWORD"),
        ("[Go on](#far) sometimes", "is no option", "in this order"),
    ],
)
def test_a_line_that_means_nothing_says_how_it_is_written(text: str, words: str, fix: str) -> None:
    with pytest.raises(Unclear) as raised:
        read_item(Entry(1, text), AW)
    assert words in raised.value.words
    assert fix in raised.value.fix


def test_all_mistakes_are_told_at_once_with_file_and_line(tmp_path: Path) -> None:
    story = """
    ## The road
    - Dance
    - [On](#the-road)

    ## The road
    ### A crossing
    - XP many
    Too late for prose.
      - nested
    """
    cover = COVER.replace('"ancient-world"', '"ancient-world"\nparty = 3')
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "hole.txt").write_text("no map at all", "utf-8")
    (tmp_path / "foes").mkdir()
    (tmp_path / "foes" / "ogre.toml").write_text('name = "Ogre"', "utf-8")
    with pytest.raises(BookError) as raised:
        read_book(shelved(tmp_path, story, cover))
    told = [str(one) for one in raised.value.mistakes]
    wanted = [
        "book.toml: party",
        "foes/ogre.toml: ",
        "maps/hole.txt: ",
        "story.md:3: “Dance” is neither",
        "story.md:6: “The road” is the heading of story.md:2, too",
        "story.md:7: a heading of this level",
        "story.md:8: “many” is no number",
        "story.md:9: prose after the list",
        "story.md:10: a list within a list",
    ]
    for start in wanted:
        assert any(one.startswith(start) for one in told), (start, told)
    assert told == [str(one) for one in sorted(raised.value.mistakes)]


@pytest.mark.parametrize(
    ("cover", "words"),
    [
        ("", "edition"),
        ("title = ", "not TOML"),
        (COVER.replace("ancient-world", "stone-age"), "there is no edition “stone-age”"),
        (COVER + '\n[options]\nflying = "yes"', "flying"),
        (COVER.replace("author =", 'ifid = "7"\nauthor ='), "no UUID"),
    ],
)
def test_a_bad_cover_is_one_clear_sentence(tmp_path: Path, cover: str, words: str) -> None:
    with pytest.raises(BookError, match=words):
        read_book(shelved(tmp_path, STORY, cover))


def test_a_folder_without_a_book(tmp_path: Path) -> None:
    with pytest.raises(BookError, match=r"book\.toml: there is no book\.toml"):
        read_book(tmp_path)


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside.md"
    outside.write_text("## Hidden\n\n- End good\n", "utf-8")
    inside = tmp_path / "book"
    inside.mkdir()
    shelved(inside)
    (inside / "more.md").symlink_to(outside)
    assert "hidden" not in read_book(inside).instructions


WORDS = [
    "if",
    "for",
    "(",
    ")",
    "[a](#b)",
    ":",
    ",",
    "else",
    "and",
    "or",
    "not",
    "RAVEN",
    "ring",
    "3/ST",
    "2D6",
    "Check",
    "Fight",
    "XP",
    "to",
    "each",
    "5",
    "gold",
    ";",
    "victory",
    "on",
]


def read_or_explained(entry: Entry) -> None:
    """A line is read, or is `Unclear` with words; nothing else may happen."""
    with contextlib.suppress(Unclear):
        read_item(entry, AW)
        return
    with pytest.raises(Unclear, match=r"."):
        read_item(entry, AW)


@given(st.text(max_size=200))
def test_no_text_breaks_the_reader(text: str) -> None:
    found, _ = passages(f"## A\n{text}", "a.md")
    for passage in found:
        for entry in passage.entries:
            read_or_explained(entry)


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_no_heap_of_words_breaks_the_reader(words: list[str]) -> None:
    read_or_explained(Entry(1, " ".join(words)))
