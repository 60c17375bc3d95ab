"""Checks as adventures word them (16.1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legendry.legends.character import Character
from legendry.legends.edition import editions
from legendry.legends.skillchecks import SkillCheck
from legendry.table import Refused
from tests.legends.arena import AW, TS, TSC


def ajax(slug: str, **skills: int) -> Character:
    return Character(name="Ajax", edition=slug, st=12, dx=11, iq=9, skills=skills)


def test_a_level_adds_to_the_attribute() -> None:
    """SKL-1, EX-TSC-7: ST 12 and Swimming 1 succeed on 13 at most."""
    limit = SkillCheck.parse("3/ST against SWIMMING", TSC).limit(ajax(TSC, swimming=1))
    assert limit.total == 13
    assert str(limit) == "ST 13 = 12 base +1 Swimming SKL-2"


@pytest.mark.parametrize("slug", [TSC, AW, TS])
def test_required(slug: str) -> None:
    """SKL-2, EX-TSC-8, EX-AW-9, EX-TS-22: without the skill one may not try, and drowns."""
    check = SkillCheck.parse("3/ST against SWIMMING", slug)
    assert check.kind == "required"
    assert str(check.refusal(ajax(slug))) == "only those with Swimming may try (SKL-2)"
    with pytest.raises(Refused, match="SKL-2"):
        check.limit(ajax(slug))
    assert check.refusal(ajax(slug, swimming=2)) is None
    assert check.limit(ajax(slug, swimming=2)).total == 14


@pytest.mark.parametrize("slug", [TSC, AW, TS])
def test_assisted(slug: str) -> None:
    """SKL-3, EX-TSC-9, EX-AW-10, EX-TS-23: anybody may try; Climbing 3 makes ST 12 a 15."""
    check = SkillCheck.parse("3/ST+CLIMBING", slug)
    assert check.kind == "assisted"
    assert check.refusal(ajax(slug)) is None
    assert check.limit(ajax(slug)).total == 12
    assert check.limit(ajax(slug, climbing=3)).total == 15


def test_plain_and_other_dice() -> None:
    """CHK-2: 4/DX is four dice on DX."""
    check = SkillCheck.parse(" 4/dx ", AW)
    assert (check.dice, check.attribute, check.kind) == (4, "DX", "plain")
    assert check.limit(ajax(AW)).total == 11


def test_skills_of_several_words() -> None:
    assert SkillCheck.parse("3/DX + Animal Handler", AW).skill == "animal-handler"
    assert SkillCheck.parse("3/IQ against literacy/orcish", AW).skill == "literacy/orcish"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3/ST against SAILING", "there is no skill “SAILING” in"),
        ("3/LUCK", "is no check: write 3/IQ"),
        ("ST", "is no check"),
        ("3/ST+", "is no check"),
        ("33/ST", "is no check"),
    ],
)
def test_wordings_that_cannot_be(text: str, why: str) -> None:
    """CHR-1: there are three attributes, ST, DX and IQ, and no others to check."""
    with pytest.raises(ValueError, match=why):
        SkillCheck.parse(text, TS)


@given(st.text(max_size=40), st.sampled_from(editions()))
def test_any_text_is_read_or_refused(text: str, slug: str) -> None:
    try:
        SkillCheck.parse(text, slug)
    except ValueError as error:
        assert str(error).isprintable()  # noqa: PT017
