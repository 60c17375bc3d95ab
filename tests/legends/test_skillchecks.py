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
    assert SkillCheck.parse("3/IQ against Navigation, Stellar", TS).skill == "navigation-stellar"
    assert SkillCheck.parse("3/DX+Rifle/SMG", TS).skill == "rifle-smg"


@pytest.mark.parametrize("slug", [TSC, AW, TS])
@pytest.mark.parametrize(
    ("text", "attribute", "against"),
    [
        ("win IQ", "IQ", "IQ"),
        ("WIN st", "ST", "ST"),
        ("win DX against IQ", "DX", "IQ"),
        ("win  IQ  against  DX", "IQ", "DX"),
    ],
)
def test_contests_as_printed(slug: str, text: str, attribute: str, against: str) -> None:
    """CHK-5, CHK-11: a contest names the starter's attribute, and the other's if it differs."""
    check = SkillCheck.parse(text, slug)
    assert (check.dice, check.kind, check.skill) == (0, "plain", "")
    assert (check.attribute, check.against) == (attribute, against)
    assert check.contest
    assert check.limit(ajax(slug)).total == {"ST": 12, "DX": 11, "IQ": 9}[attribute]


def test_contests_with_a_skill() -> None:
    """SKL-1, SKL-2, SKL-3: levels add in contests too; `against` a skill requires it."""
    helped = SkillCheck.parse("win IQ+CHARISMA", AW)
    assert (helped.kind, helped.skill, helped.against) == ("assisted", "charisma", "IQ")
    assert helped.limit(ajax(AW)).total == 9
    assert str(helped.limit(ajax(AW, charisma=2))) == "IQ 11 = 9 base +2 Charisma SKL-3"
    needed = SkillCheck.parse("win IQ against CHARISMA", AW)
    assert needed.kind == "required"
    with pytest.raises(Refused, match="only those with Charisma may try"):
        needed.limit(ajax(AW))
    assert needed.limit(ajax(AW, charisma=2)).total == 11


def test_a_skill_says_what_its_contest_is_against() -> None:
    """SKL-29: TSC Stealth is DX against the enemy's IQ, unless the adventure says otherwise."""
    assert SkillCheck.parse("win DX+STEALTH", TSC).against == "IQ"
    assert SkillCheck.parse("win DX against STEALTH", TSC).against == "IQ"
    assert SkillCheck.parse("win DX+STEALTH against ST", TSC).against == "ST"
    assert SkillCheck.parse("win DX+STEALTH", AW).against == "DX"


@pytest.mark.parametrize(
    ("slug", "text", "means"),
    [
        (TSC, "SWIMMING", "3/ST against Swimming"),
        (TSC, "Locks", "3/IQ against Locks"),
        (AW, "Locks", "3/DX against Locks"),
        (TSC, "Stealth", "win DX against Stealth"),
        (TS, "Stealth", "3/DX against Stealth"),
        (TS, "interrogator", "win IQ against Interrogator"),
        (TS, "literacy/old terran", "3/IQ against Literacy/old terran"),
    ],
)
def test_bare_mentions_are_required(slug: str, text: str, means: str) -> None:
    """RUL-94: a skill that is just mentioned is its own check or contest, and required."""
    check = SkillCheck.parse(text, slug)
    assert check.kind == "required"
    assert check.wording(slug) == means
    assert SkillCheck.parse(means, slug) == check


@pytest.mark.parametrize(
    "text",
    ["3/IQ", "4/DX", "3/ST+Climbing", "3/ST against Swimming", "win IQ", "win DX against IQ"],
)
def test_a_check_is_written_as_it_is_read(text: str) -> None:
    assert SkillCheck.parse(text, TS).wording(TS) == text


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3/ST against SAILING", "there is no skill “SAILING” in"),
        ("3/LUCK", "is no check: write 3/IQ"),
        ("ST", "is no check"),
        ("3/ST+", "is no check"),
        ("33/ST", "is no check"),
        ("win", "is no check"),
        ("win LUCK", "is no check"),
        ("win IQ against", "is no check"),
        ("win IQ against LUCK", "there is no skill “LUCK” in"),
        ("win IQ+CHARISMA against DIPLOMACY", "is no check"),
        ("3/DX against IQ", "is no check"),
        ("IQ", "is no check"),
        ("Leadership", "Leadership is not checked by itself in Time and Space"),
        ("Literacy", "name which Literacy is meant, as in literacy/…"),
        ("3/IQ against Language", "name which Language is meant"),
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
