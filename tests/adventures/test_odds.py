"""The chance of a good ending under best play: by hand, by brute force, and by the solver."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legendry.adventures.companies import as_setup
from legendry.adventures.game import ADVENTURE
from legendry.adventures.model import Act, Ends, Model, Over, State, Way, explored
from legendry.adventures.odds import _Row, _Solver, components, equations, learned, solved
from legendry.adventures.reading import book_of
from legendry.legends.campaign.company import Company, Member
from legendry.legends.character import Character
from legendry.odds import passes
from legendry.table import Table, Typed
from tests.adventures.shelf import COVER

AW = "ancient-world"
END = "\n## Won\n- End good\n## Lost\n- End bad\n"


def model(story: str, battles: dict[tuple[str, int], Ends] | None = None, **figures: Any) -> Model:
    """A book of one file for Maud (ST DX IQ 12) and Odo (10)."""
    people = [
        Character(
            name="Maud", edition=AW, kind="test", **{"st": 12, "dx": 12, "iq": 12, **figures}
        ),
        Character(name="Odo", edition=AW, kind="test", st=10, dx=10, iq=10),
    ]
    company = Company(name="The Few", edition=AW, members=tuple(map(Member, people)))
    files = {"book.toml": COVER.encode(), "story.md": (story + END).encode()}
    setup = as_setup(files, company)
    table = Table(ADVENTURE, ["You"], Typed(), edition=AW, setup=setup)
    return Model(book_of(files), ADVENTURE.setup(table.header), battles)


def value(story: str, **more: Any) -> Fraction | float:
    found = solved(model(story, **more))
    assert found is not None
    return found.value


TWELVE, TEN = passes(3, 12), passes(3, 10)


@pytest.mark.parametrize(
    ("story", "chance"),
    [
        ("## The road\n- Check best 3/IQ: [a](#won), else [b](#lost)", TWELVE),
        ("## The road\n- Check one 3/IQ: [a](#won), else [b](#lost)", TWELVE),
        ("## The road\n- Check each 3/IQ: [a](#won), else [b](#lost)", TWELVE * TEN),
        ("## The road\n- Check leader 2/IQ: [a](#won), else [b](#lost)", Fraction(1)),
        ("## The road\n- Check one 3/IQ against LOCKS: [a](#won), else [b](#lost)", Fraction(0)),
        (
            "## The road\n- [Hard](#won): best 4/ST, else [no](#lost)\n"
            "- [Easy](#won): best 3/ST, else [no](#lost)",
            TWELVE,
        ),
        (
            "## The road\n- [Try](#won): best 3/ST, else [again](#next)\n"
            "## Next\n- [Try](#won): best 3/DX, else [no](#lost)",
            1 - (1 - TWELVE) ** 2,
        ),
        ("## The road\n- [Open](#won) if OWL\n- [Learn](#next)\n- [Off](#lost)\n"
         "## Next\n- Plotword OWL\n- [Back](#the-road)", Fraction(1)),
        ("## The road\n- [Open](#won) if OWL\n- [Off](#lost)", Fraction(0)),
        ("## The road\n- Item ring\n- [Pay](#won) for ring\n- [Off](#lost)", Fraction(1)),
        ("## The road\n- Item ring\n- [Pay](#next) for ring\n- [Off](#lost)\n"
         "## Next\n- [Pay](#won) for ring\n- [Off](#lost)", Fraction(0)),
        ("## The road\n- [Buy](#won) for 3 gold\n- [Off](#lost)", Fraction(0)),
        ("## The road\n- Gold 3\n- [Buy](#won) for 3 gold\n- [Off](#lost)", Fraction(1)),
        ("## The road\n- Gold 3\n- Lose 1 gold\n- [Buy](#won) for 3 gold\n- [Off](#lost)", Fraction(0)),
        ("## The road\n- Gold 3\n- Shop stall\n- [Climb](#won) if rope\n- [Off](#lost)", Fraction(1)),
        ("## The road\n- Shop stall\n- [Climb](#won) if rope\n- [Off](#lost)", Fraction(0)),
        ("## The road\n- [Wait](#bed)\n- [Dawn](#won) if day 3\n- [Off](#lost)\n## Bed\n- Night\n"
         "- [Up](#the-road)", Fraction(1)),
        ("## The road\n- If visited the-road: Go to [on](#won)\n- [Round](#the-road)", Fraction(1)),
        ("## The road\n- If someone has LOCKS: Go to [on](#won)\n- [Off](#lost)", Fraction(0)),
        ("## The road\n- If not Odo is alive: Go to [on](#won)\n- [Off](#lost)", Fraction(0)),
        ("## The road\n- [Round](#the-road)", Fraction(0)),
    ],
)  # fmt: skip
def test_values_worked_out_by_hand(story: str, chance: Fraction) -> None:
    assert value(story) == chance


def test_a_circle_is_solved_not_cut_off() -> None:
    """Try until it works; each failure but one in a hundred may be tried again."""
    story = """## The road
- [Try](#won): best 4/IQ, else [you slip](#ledge)
## Ledge
- Check best 3/DX: [up again](#the-road), else [down](#lost)
"""
    climb = passes(4, 12)
    assert value(story) == climb / (1 - (1 - climb) * TWELVE)


def test_battles_weigh_as_they_were_told() -> None:
    fight = "Fight ridge-wolf on clearing; victory [v](#won); defeat [d](#next); flight [f](#lost)"
    story = f"## The road\n- {fight}\n"
    story += "## Next\n- Check best 3/IQ: [a](#won), else [b](#lost)\n"
    ends = Ends(Fraction(1, 2), Fraction(1, 8), Fraction(1, 4), Fraction(1, 8))
    assert value(story, battles={("the-road", 0): ends}) == Fraction(1, 2) + TWELVE / 4
    silent = "## The road\n- Fight ridge-wolf on clearing; victory [v](#won)\n"
    assert value(silent, battles={("the-road", 0): ends}) == Fraction(1, 2)


def test_the_plan_says_what_to_answer() -> None:
    story = "## The road\n- [Hard](#won): best 4/ST, else [no](#lost)\n"
    story += "- [Easy](#won): best 3/ST, else [no](#lost)"
    book = model(story)
    found = solved(book)
    assert found is not None
    assert found.plan == {book.start: "Easy"}


def test_too_many_states_are_not_solved_but_learned() -> None:
    story = """## The road
- [Bad](#lost)
- [Hard](#won): best 4/ST, else [no](#lost)
- [Good](#next)
## Next
- Check best 3/IQ: [a](#won), else [b](#lost)
"""
    book = model(story)
    assert solved(book, most=2) is None
    found = learned(book, "1", lessons=400, plays=1000)
    assert abs(found.good / found.plays - float(TWELVE)) < 0.06
    assert found.plan[book.start] == "Good"
    assert found.usual["the-road"] == "Good"
    assert learned(book, "1", 50, 50) == learned(book, "1", 50, 50), "the same seed, the same plan"


def test_what_no_longer_matters_is_forgotten() -> None:
    story = """## The road
- [A](#hall) if not OWL
- [B](#learn)
## Learn
- Plotword OWL
- [On](#hall)
## Hall
- [On](#won)
"""
    states = explored(model(story), 100)
    assert states is not None
    assert len([one for one in states if one.id == "hall"]) == 1


# -- the solver against brute force ----------------------------------------------------------------


def state(number: int) -> State:
    return State(str(number), 0, frozenset(), 0, 0)


@st.composite
def chains(draw: st.DrawFn) -> dict[State, list[Act]]:
    """Some states with acts that lead anywhere, in circles or out."""
    count = draw(st.integers(1, 6))
    targets = st.one_of(
        st.integers(0, count - 1).map(state), st.sampled_from([Over(good=True), Over(good=False)])
    )
    found = {}
    for number in range(count):
        acts = []
        for _ in range(draw(st.integers(0, 3))):
            parts = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
            ways = tuple(Way(Fraction(part, sum(parts)), draw(targets)) for part in parts)
            acts.append(Act("x", ways))
        found[state(number)] = acts
    return found


def by_patience(states: dict[State, list[Act]]) -> dict[State, float]:
    """Values by repeating the best choice many times, from nothing upwards."""
    values = dict.fromkeys(states, 0.0)

    def worth(act: Act) -> float:
        return sum(
            float(way.chance) * (float(way.to.good) if isinstance(way.to, Over) else values[way.to])
            for way in act.ways
        )

    for _ in range(3000):
        values = {one: max(map(worth, acts), default=0.0) for one, acts in states.items()}
    return values


@settings(deadline=None, max_examples=60)
@given(chains())
def test_the_solver_agrees_with_patience(states: dict[State, list[Act]]) -> None:
    slow = by_patience(states)
    exact = _Solver(states, Fraction, Fraction(0))
    rough = _Solver(states, float, 1e-12)
    for ring in components(states):
        exact.settle(ring)
        rough.settle(ring)
    for one in states:
        assert float(exact.values[one]) == pytest.approx(slow[one], abs=2e-3)
        assert rough.values[one] == pytest.approx(float(exact.values[one]), abs=1e-9)


@given(chains())
def test_components_come_after_all_that_they_lead_to(states: dict[State, list[Act]]) -> None:
    rings = components(states)
    place = {one: number for number, ring in enumerate(rings) for one in ring}
    assert sorted(place) == sorted(states)
    for one, acts in states.items():
        for act in acts:
            for way in act.ways:
                assert isinstance(way.to, Over) or place[way.to] <= place[one]


def test_equations_are_solved_exactly() -> None:
    a, b = state(0), state(1)
    third, half = Fraction(1, 3), Fraction(1, 2)
    found = equations(
        {a: _Row(third, {b: half}), b: _Row(Fraction(0), {a: half, b: third})}, Fraction(0)
    )
    assert found[a] == third + half * found[b]
    assert found[b] == half * found[a] + third * found[b]


def test_the_model_agrees_with_the_game() -> None:
    """Played by the engine with the plan, a book without fights ends well as often as is said."""
    story = """## The road
- [Climb](#won): best 3/ST+CLIMBING, else [you slip](#ditch)
## Ditch
- Check each 3/DX: [out](#the-hill), else [stuck](#lost)
## The hill
- [Talk](#won) (talk): best 3/IQ, else [no](#lost)
"""
    book = model(story)
    found = solved(book)
    assert found is not None
    luck = Random(3)
    good = 0
    for _ in range(300):
        files = {"book.toml": COVER.encode(), "story.md": (story + END).encode()}
        setup = as_setup(files, book.story.company)
        setup["company"].pop("adventure", None)  # it is in that of the model already
        table = Table(ADVENTURE, ["You"], Typed(), edition=AW, setup=setup)
        while (request := table.pending) is not None:
            if hasattr(request, "dice"):
                table.answer([luck.randint(1, 6) for _ in range(request.dice)])
            else:
                answer = found.plan.get(book.of(table.state), "")
                options = [one.notation for one in request.options]
                table.answer(answer if answer in options else options[0])
        good += table.state.ended == "good"
    assert abs(good / 300 - float(found.value)) < 0.09
