"""What experience buys, and the least a character must have paid for what he is (CAM-5, CAM-6)."""

from __future__ import annotations

from collections.abc import Mapping

from legendry.legends.edition import Edition, Skill, Switches

START = 32
"""CHR-2: the attribute points of a new character."""
LEAST = 8
"""CHR-2: the least of each attribute at the start."""
STAFF = 2
"""MAG-11: XP for a point of power that a staff holds."""


def attribute_price(value: int, switches: Switches) -> int:
    """XP to raise an attribute by one to that value (CAM-5)."""
    return value + switches.attribute_cost_extra


def skill_price(skill: Skill | None, switches: Switches, *, magic: bool) -> int:
    """XP for one level of a skill, the first included (CAM-6, RUL-82)."""
    if not magic:
        return switches.skill_cost
    return (skill.magic_price if skill else 0) or switches.skill_cost_magic


def spell_price(switches: Switches, *, magic: bool) -> int:
    """XP for one spell (CAM-6)."""
    return switches.spell_cost_magic if magic else switches.spell_cost


def skill_of(edition: Edition, key: str) -> Skill | None:
    """The skill a character's entry means: `sword`, or `literacy` for `literacy/orcish`."""
    return edition.skills.get(key.partition("/")[0])


def attributes_paid(values: tuple[int, int, int], switches: Switches) -> int:
    """The least XP that raised 32 points, none below 8, to these (CHR-2, CAM-5).

    The last points of an attribute are its dearest, so it matters which were there at the start;
    every way of spreading the bought points is tried.
    """
    bought = sum(values) - START
    if bought <= 0 or min(values) < LEAST:
        return 0

    def raised(value: int, points: int) -> int:
        return points * attribute_price(value, switches) - points * (points - 1) // 2

    st, dx, iq = (value - LEAST for value in values)
    return min(
        raised(values[0], a) + raised(values[1], b) + raised(values[2], bought - a - b)
        for a in range(min(st, bought) + 1)
        for b in range(max(0, bought - a - iq), min(dx, bought - a) + 1)
    )


def skills_paid(skills: Mapping[str, int], spells: int, edition: Edition, *, magic: bool) -> int:
    """The least XP paid for skills and spells beyond those of a new character (CHR-3, CAM-6).

    The starting points are taken to have gone where they save most: into what is dear, combat
    skills up to their limit. Only a magic character has spells from the start (RUL-82).
    """
    switches = edition.switches
    total = spells * spell_price(switches, magic=magic)
    dear = switches.skill_cost_magic if magic else switches.skill_cost
    combat = other = cheap = 0
    for key, level in skills.items():
        skill = skill_of(edition, key)
        price = skill_price(skill, switches, magic=magic)
        total += level * price
        if skill and skill.combat:
            combat += level
        elif price == dear:
            other += level
        else:
            cheap += level
    points = switches.skill_points
    saved = min(points, min(combat, switches.combat_points) + other)
    total -= saved * dear
    if magic:
        total -= min(points - saved, cheap + spells) * switches.spell_cost_magic
    return total
