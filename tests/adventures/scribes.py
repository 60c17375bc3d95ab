"""Books of every kind for Hypothesis: whatever the notation can say, in books that can be read."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from legendry.adventures.book import (
    Alive,
    Attempt,
    Award,
    Battle,
    Book,
    Check,
    Choice,
    Either,
    End,
    Every,
    GoTo,
    Has,
    Hurt,
    Instruction,
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
from legendry.adventures.markdown import slug
from legendry.legends.skillchecks import SkillCheck
from legendry.odds import Dice

AW = "ancient-world"
TITLES = ("The road", "Miller's door", "A & B", "Over <the> hill", "“Who?” he says", "Far")
IDS = tuple(map(slug, TITLES))
LETTERS = "abc XYZ,.!?'“”<>&\"-éß1"

ids = st.sampled_from(IDS)
words = (
    st.text(LETTERS, min_size=1, max_size=20)
    .map(lambda text: " ".join(text.split()) or "on")
    .filter(lambda text: "<!--" not in text and "<<" not in text and not text.startswith("-"))
)
"""Prose and words of links: no comment, no macro of Twine, no line of a list."""
links = st.builds(Link, words, ids)
things = st.sampled_from(["ring", "silver-key", "healing-potion/4"])
plotwords = st.sampled_from(["RAVEN", "OWL", "O'NEIL", "HALF-MOON"])
recipients = st.sampled_from(["each", "one", "leader", "best", "Maud Gray"])
checks = st.sampled_from(
    [
        "3/IQ",
        "4/ST+CLIMBING",
        "2/DX against LOCKS",
        "win IQ",
        "win DX against IQ",
        "win IQ+CHARISMA",
    ]
).map(lambda text: SkillCheck.parse(text, AW))


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    check = draw(checks)
    npc = draw(st.integers(1, 30)) if check.contest else 10
    return Attempt(
        draw(st.sampled_from(["one", "each", "leader", "best"])), check, npc, draw(st.booleans())
    )


conditions: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.builds(Knows, plotwords),
        st.builds(Has, st.sampled_from(["ring", "healing-potion/4", "gold"])),
        st.sampled_from([Skilled("locks"), Skilled("animal-handler"), Skilled("literacy/orcish")]),
        st.sampled_from([Versed("fire-1"), Versed("read-mind")]),
        st.builds(Rich, st.integers(0, 9999)),
        st.builds(Late, st.integers(0, 99)),
        st.just(Alive("Maud Gray")),
        st.builds(Visited, ids),
    ),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Every(tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Either(tuple(parts))),
    ),
    max_leaves=5,
)
amounts = st.builds(Dice, st.integers(1, 5), st.just(6), st.integers(-3, 3)) | st.builds(
    Dice, st.just(0), st.just(6), st.integers(0, 9)
)
hurts = st.builds(Hurt, st.sampled_from(["harm", "fatigue", "fall", "heal"]), amounts, recipients)


@st.composite
def checked(draw: st.DrawFn) -> Check:
    passed, failed, harm = draw(links | st.none()), draw(links | st.none()), None
    if failed is None:
        harm = draw(hurts) if passed is None else draw(hurts | st.none())
    return Check(draw(attempts()), passed, failed, harm)


@st.composite
def battles(draw: st.DrawFn) -> Battle:
    foes = draw(st.lists(st.sampled_from(["ridge-wolf", "road-bandit"]), min_size=1, max_size=2))
    return Battle(
        game="fight",
        foes=tuple((draw(st.integers(1, 4)), id) for id in foes),
        board=draw(st.sampled_from(["clearing", "pass"])),
        craft="",
        surprise=draw(st.sampled_from(["", "foes", "party"])),
        routed=draw(st.sampled_from(["", "ridge-wolf"])),
        leave=draw(st.sampled_from(["exits", "edge", "no"])),
        victory=draw(links),
        defeat=draw(links | st.none()),
        flight=draw(links | st.none()),
        weightless=draw(st.booleans()),
        allies=draw(
            st.sampled_from([(), ((2, "town-guard"),), ((1, "town-guard"), (1, "ridge-wolf"))])
        ),
    )


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    price = draw(st.sampled_from(["", "gold", "thing"]))
    tried = draw(st.booleans())
    return Choice(
        draw(links),
        draw(st.sampled_from(["", "talk", "attack"])),
        draw(conditions | st.none()),
        draw(st.integers(1, 999)) if price == "gold" else 0,
        draw(st.sampled_from(["ring", "silver-key"])) if price == "thing" else "",
        draw(attempts()) if tried else None,
        draw(links) if tried else None,
    )


awards = st.one_of(
    st.builds(
        Award, st.sampled_from(["xp", "karma", "wishes", "curses"]), st.integers(-9, 9), recipients
    ),
    st.builds(Award, st.just("gold"), st.integers(-99, 99), recipients),
)
finds = st.builds(
    Thing, st.sampled_from(["belongings", "weapons"]), things, st.integers(1, 9), recipients
) | st.builds(Thing, st.just("belongings"), things, st.integers(-9, -1), recipients)
waits = st.one_of(
    st.builds(Wait, st.integers(1, 9), st.sampled_from(["night", "day", "week"]), st.just(False)),
    st.builds(
        Wait, st.integers(1, 9), st.sampled_from(["night", "day"]), st.just(True), st.booleans()
    ),
)
rules: st.SearchStrategy[Any] = st.one_of(
    st.builds(Note, plotwords, st.booleans()),
    awards,
    finds,
    hurts,
    waits,
    st.builds(Shop, st.just("stall")),
    st.builds(Sight, st.sampled_from(["reveal", "mind"]), words),
    st.builds(GoTo, links),
    checked(),
    battles(),
    st.builds(End, st.sampled_from(["good", "bad", "neutral"])),
)
items = st.builds(Item, st.just(0), rules, conditions | st.none()) | st.builds(
    Item, st.just(0), choices()
)


@st.composite
def books(draw: st.DrawFn) -> Book:
    """A book that has every instruction of `TITLES`."""
    prose = st.lists(words, max_size=3).map(tuple)
    return Book(
        title=draw(words),
        author=draw(words),
        licence="",
        ifid="",
        edition=AW,
        also=(),
        options={},
        party="",
        company=(),
        start=draw(ids),
        language="en",
        instructions={
            id: Instruction(
                id, title, "", "story.md", 1, draw(prose), tuple(draw(st.lists(items, max_size=3)))
            )
            for id, title in zip(IDS, TITLES, strict=True)
        },
        boards={},
        foes={},
        craft={},
        prices={},
        pictures=frozenset(),
    )
