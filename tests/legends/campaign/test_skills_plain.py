"""Every skill of the list is the check that its edition prints, for those who have it (16.2)."""

from __future__ import annotations

import pytest

from legendry.legends.campaign.npc import Npc
from legendry.legends.campaign.party_checks import SkillUsed, use, useless
from legendry.legends.edition import edition as rules_of
from tests.legends.arena import ALL, AW, TS, TSC
from tests.legends.campaign.bench import Played, camp_of, played, somebody

ATTRIBUTES = {"ST": 12, "DX": 11, "IQ": 9}


@pytest.mark.parametrize(
    ("rule", "skill", "where"),
    [
        ("SKL-10", "acrobat", {TSC: "DX", AW: "DX", TS: "DX"}),
        ("SKL-11", "climbing", {TSC: "ST", AW: "ST", TS: "ST"}),
        ("SKL-12", "riding", {TSC: "DX", AW: "DX", TS: "DX"}),
        ("SKL-13", "swimming", {TSC: "ST", AW: "ST", TS: "ST"}),
        ("SKL-15", "gunner", {TSC: "DX", TS: "DX"}),
        ("SKL-16", "navigation-nautical", {TSC: "IQ", TS: "IQ"}),
        ("SKL-17", "navigation-stellar", {TSC: "IQ", TS: "IQ"}),
        ("SKL-18", "spacecraft-pilot", {TSC: "DX"}),
        ("SKL-18", "pilot", {TS: "DX"}),
        ("SKL-22", "language/orcish", {TSC: "IQ", TS: "IQ"}),
        ("SKL-22", "dwarvish", {AW: "IQ"}),
        ("SKL-22", "elvish", {AW: "IQ"}),
        ("SKL-22", "orcish", {AW: "IQ"}),
        ("SKL-22", "sorcerers-tongue", {AW: "IQ"}),
        ("SKL-23", "literacy/elvish", {TSC: "IQ", AW: "IQ", TS: "IQ"}),
        ("SKL-25", "land-navigation", {TSC: "IQ"}),
        ("SKL-25", "navigation", {TS: "IQ"}),
        ("SKL-26", "alertness", {TS: "IQ"}),
        ("SKL-27", "naturalist", {TS: "IQ"}),
        ("SKL-28", "stalker", {AW: "DX", TS: "DX"}),
        ("SKL-29", "stealth", {AW: "DX", TS: "DX"}),
        ("SKL-30", "survival", {TSC: "IQ", AW: "IQ", TS: "IQ"}),
        ("SKL-32", "tracker", {AW: "IQ", TS: "IQ"}),
        ("SKL-33", "locks", {TSC: "IQ", AW: "DX", TS: "DX"}),
        ("SKL-34", "streetwise", {AW: "IQ", TS: "IQ"}),
        ("SKL-35", "thief", {TSC: "DX", AW: "DX", TS: "DX"}),
        ("SKL-36", "traps", {TSC: "IQ", AW: "IQ", TS: "IQ"}),
        ("SKL-39", "bard", {AW: "IQ"}),
        ("SKL-39", "storyteller", {TS: "IQ"}),
        ("SKL-40", "botanist", {TSC: "IQ", TS: "IQ"}),
        ("SKL-40", "herbalist", {AW: "IQ"}),
        ("SKL-41", "crafts/smith", {AW: "DX"}),
        ("SKL-42", "driver", {AW: "DX"}),
        ("SKL-43", "electrician", {TSC: "IQ", TS: "IQ"}),
        ("SKL-44", "equipment-operator", {TSC: "DX", TS: "DX"}),
        ("SKL-45", "investigator", {TSC: "IQ", TS: "IQ"}),
        ("SKL-46", "mechanic", {TSC: "IQ", TS: "IQ"}),
        ("SKL-47", "medic", {TSC: "IQ", AW: "IQ", TS: "IQ"}),
        ("SKL-49", "sailor", {AW: "DX"}),
        ("SKL-50", "scholar", {TSC: "IQ", AW: "IQ", TS: "IQ"}),
        ("SKL-51", "systems-tech", {TSC: "IQ", TS: "IQ"}),
    ],
)
@ALL
def test_passes(edition: str, rule: str, skill: str, where: dict[str, str]) -> None:
    """Three dice under attribute and level (SKL-1), required (RUL-94), its rule told."""
    if edition not in where:
        assert_not_there(edition, skill)
        return
    limit = ATTRIBUTES[where[edition]] + 2
    camp = camp_of(
        edition, somebody(edition, "Ajax", skills={skill: 2}), somebody(edition, "Brisa")
    )
    seen = Played()
    assert played(use(camp, "Ajax", skill), three(limit), seen=seen)
    assert not played(use(camp, "Ajax", skill), three(limit + 1), seen=seen)
    assert [roll.dice for roll in seen.rolls] == [3, 3]
    used = [event for event in camp.events if isinstance(event, SkillUsed)]
    assert [event.success for event in used] == [True, False]
    assert {event.rules for event in used} == {(rule,)}
    assert str(useless(camp, "Brisa", skill)).endswith("may try (SKL-2)")


@pytest.mark.parametrize(
    ("rule", "skill", "where", "other"),
    [
        ("SKL-14", "interrogator", {TSC: "IQ IQ", TS: "IQ IQ"}, Npc()),
        ("SKL-20", "charisma", {TSC: "IQ IQ", AW: "IQ IQ", TS: "IQ IQ"}, Npc()),
        ("SKL-21", "diplomacy", {TSC: "IQ IQ", AW: "IQ IQ", TS: "IQ IQ"}, Npc(hostile=True)),
        ("SKL-28", "stalker", {TSC: "DX IQ"}, Npc(hostile=True)),
        ("SKL-29", "stealth", {TSC: "DX IQ"}, Npc(hostile=True)),
        ("SKL-31", "tactician", {TSC: "IQ IQ", AW: "IQ IQ", TS: "IQ IQ"}, Npc(hostile=True)),
        ("SKL-32", "tracker", {TSC: "IQ IQ"}, Npc()),
        ("SKL-34", "streetwise", {TSC: "IQ DX"}, Npc(hostile=True)),
        ("SKL-38", "zoologist", {TSC: "IQ IQ", TS: "IQ IQ"}, Npc(animal=True)),
        ("SKL-38", "animal-handler", {AW: "IQ IQ"}, Npc(animal=True)),
        ("SKL-48", "merchant", {TSC: "IQ IQ", AW: "IQ IQ", TS: "IQ IQ"}, Npc()),
    ],
)
@ALL
def test_wins(edition: str, rule: str, skill: str, where: dict[str, str], other: Npc) -> None:
    """A contest with attribute and level (SKL-1), the other under 10 of the attribute named."""
    if edition not in where:
        assert_not_there(edition, skill, unless_passed=True)
        return
    ours, theirs = where[edition].split()
    limit = ATTRIBUTES[ours] + 1
    camp = camp_of(edition, somebody(edition, "Ajax", skills={skill: 1}), gm="GM")
    dice = ("Ajax 2 dice", "the stranger 2 dice")
    seen = Played()
    assert played(use(camp, "Ajax", skill, on=other), *dice, two(limit), "4 5", seen=seen)
    assert [roll.against.total for roll in seen.rolls if roll.against] == [limit, 10]
    assert seen.rolls[1].against is not None
    assert seen.rolls[1].against.title == theirs
    over = " ".join("6" * 3)
    flow = use(camp, "Ajax", skill, on=other)
    assert not played(flow, "Ajax 3 dice", "the stranger 2 dice", over, "1 1")
    used = [event for event in camp.events if isinstance(event, SkillUsed)]
    assert [(event.success, event.rules) for event in used] == [(True, (rule,)), (False, (rule,))]


def three(total: int) -> str:
    """Three faces with that total."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return f"{first} {second} {total - first - second}"


def two(total: int) -> str:
    first = min(6, total - 1)
    return f"{first} {total - first}"


def assert_not_there(slug: str, skill: str, *, unless_passed: bool = False) -> None:
    """The edition has no such skill, or has it as a check of the other kind."""
    row = rules_of(slug).skills.get(skill.partition("/")[0])
    assert row is None or row.check == ("pass" if unless_passed else "win")


@ALL
def test_every_skill_of_the_list_has_its_row(edition: str) -> None:
    rows = rules_of(edition).skills.values()
    assert all(row.rule.startswith("SKL-") for row in rows)
    assert all(row.effect for row in rows)
