"""What is wrong with a character by the rules, in sentences that cite them.

Each finding names the fields it rests on, so that a reader who could not make sense of one field
can still tell everything that is wrong with the others.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from legendry.legends.edition import Armor, Edition, Weapon, edition, editions
from legendry.legends.options import Layers
from legendry.legends.prices import LEAST, STAFF, START, attributes_paid, skill_of, skills_paid
from legendry.legends.reading import nearest
from legendry.table.requests import clipped

if TYPE_CHECKING:
    from legendry.legends.character import Character

Finding: TypeAlias = tuple[frozenset[str], str]

SPECIALITY = re.compile(r"\w(?:[\w' -]{0,28}\w)?")


def findings(
    character: Character, layers: Layers = "slots", cap: int | None = None
) -> Iterator[Finding]:
    """Everything that is wrong, each with the fields it rests on.

    `cap` is the table's own ceiling on attributes, 0 for none (RUL-83); None keeps the edition's.
    """
    if character.edition not in editions():
        there = ", ".join(editions())
        yield _in(
            "edition",
            says=f"there is no edition “{clipped(character.edition, 40)}”; there are: {there}",
        )
        return
    rules = edition(character.edition)
    human = character.kind == "human"
    yield from _skills(character, rules)
    yield from _magic(character, rules)
    if human:
        yield from _attributes(character, rules, cap)
        yield from _points(character, rules)
        yield from _nature(character)
    elif character.small and character.hexes > 1:
        yield _in("small", "hexes", says="what covers several hexes is not small (RUL-19, RUL-20)")
    yield from _weapons(character, rules)
    yield from _natural_weapons(character, rules)
    yield from _armor(character, rules, layers)
    yield from _ready(character, rules)


def heft_reason(weapon: Weapon, st: int) -> str:
    """Why somebody of that ST cannot use a weapon (WPN-3); empty if he can."""
    return "" if st >= weapon.heft else f"{weapon.id} needs ST {weapon.heft}, not {st} (WPN-3)"


def _in(*fields: str, says: str) -> Finding:
    return frozenset(fields), says


def _attributes(character: Character, rules: Edition, cap: int | None) -> Iterator[Finding]:
    """CHR-2, CHR-6: the attributes of a human; points lost for a curse are missing (CAM-14)."""
    total = character.st + character.dx + character.iq
    for name in ("st", "dx", "iq"):
        if (value := getattr(character, name)) + character.lost < LEAST:
            yield _in(name, "kind", says=f"{name} is {value}, but no attribute is below 8 (CHR-2)")
    fields = ("st", "dx", "iq", "kind")
    if total + character.lost < START:
        yield _in(*fields, says=f"st + dx + iq are {total}, but everybody has {START} (CHR-2)")
    if total > START and not character.spent_xp:
        yield _in(
            *fields,
            "spent_xp",
            says=f"st + dx + iq are {total}, but a new character has {START} (CHR-2); "
            "spent_xp says what was paid for more (CAM-5)",
        )
    cap = rules.switches.attribute_cap if cap is None else cap
    if cap and total > cap:
        yield _in(*fields, says=f"st + dx + iq are {total}, but a human's limit is {cap} (CHR-6)")


def _points(character: Character, rules: Edition) -> Iterator[Finding]:
    """CHR-3, CAM-5, CAM-6: what a human can have learned."""
    switches = rules.switches
    fields = ("skills", "spells", "magic", "kind", "spent_xp")
    if character.spent_xp:
        attributes = attributes_paid((character.st, character.dx, character.iq), switches)
        skills = skills_paid(character.skills, len(character.spells), rules, magic=character.magic)
        staff = STAFF * character.staff
        if (least := attributes + skills + staff) > character.spent_xp:
            parts = [f"attributes {attributes} (CAM-5)", f"skills {skills} (CAM-6)"]
            parts += [f"staff {staff} (MAG-11)"] if staff else []
            yield _in(
                *fields,
                "st",
                "dx",
                "iq",
                "staff",
                says=f"spent_xp is {character.spent_xp}, but what goes beyond a new character "
                f"costs at least {least}: {', '.join(parts)}",
            )
        return
    if character.staff:
        yield _in(
            "staff",
            "kind",
            "spent_xp",
            says="a new character's staff holds no power (MAG-11); "
            f"spent_xp says what was paid for it, {STAFF} a point",
        )
    points = sum(character.skills.values())
    if character.magic:
        points += len(character.spells)
    elif character.spells:
        yield _in(
            *fields,
            says="only a magic character begins with spells (CHR-4, RUL-82); "
            "spent_xp says what was paid for them (CAM-6)",
        )
    if points > switches.skill_points:
        what = "skills and spells" if character.magic else "skills"
        yield _in(
            *fields,
            says=f"{what} are {points} points, but a new character has {switches.skill_points} "
            "(CHR-3); spent_xp says what was paid for more (CAM-6)",
        )
    combat = sum(
        level
        for key, level in character.skills.items()
        if (skill := skill_of(rules, key)) and skill.combat
    )
    if switches.combat_points < min(combat, switches.skill_points):
        yield _in(
            *fields,
            says=f"combat skills are {combat} points, but a new character may have "
            f"{switches.combat_points} (CHR-3)",
        )


def _nature(character: Character) -> Iterator[Finding]:
    """CHR-7: what only creatures have."""
    for field, humans, words in _OF_HUMANS:
        if getattr(character, field) != humans:
            yield _in(field, "kind", says=f"a human {words}: say another kind (CHR-7)")


_OF_HUMANS = (
    ("ma", None, "moves by his DX, not by a listed MA"),
    ("natural_weapons", (), "has no natural weapons"),
    ("natural_armor", 0, "has no natural armor"),
    ("hexes", 1, "covers one hex"),
    ("small", False, "is not small"),
    ("flying", False, "does not fly"),
)


def _skills(character: Character, rules: Edition) -> Iterator[Finding]:
    """Section 16: the skills of the edition; some must name what they are for."""
    for key in character.skills:
        base, slash, speciality = key.partition("/")
        skill = rules.skills.get(base)
        if skill is None:
            shown = clipped(base, 40)
            hint = nearest(base, rules.skills)
            yield _in("skills", says=f"“{shown}” is no skill of {rules.title}{hint}")
        elif skill.specialised and not SPECIALITY.fullmatch(speciality):
            yield _in(
                "skills", says=f"{base} must say which one, as in {base}/orcish (SKL-22, SKL-23)"
            )
        elif slash and not skill.specialised:
            yield _in("skills", says=f"{base} is one skill: leave out what follows the slash")


def _magic(character: Character, rules: Edition) -> Iterator[Finding]:
    """CHR-4, MAG-11: magic where the edition has it, spells of its book, a staff of wood.

    Spells above his IQ he may learn (RUL-82), and metal he may wear: then he cannot cast (MAG-12).
    """
    if not rules.spells:
        if character.magic:
            yield _in("magic", says=f"there is no magic in {rules.title} (CHR-4)")
        if character.spells:
            yield _in("spells", says=f"there are no spells in {rules.title} (CHR-4)")
        if character.staff or character.charge:
            yield _in("staff", "charge", says=f"there are no magic staffs in {rules.title} (CHR-4)")
        return
    for spell, count in Counter(character.spells).items():
        if spell not in rules.spells:
            shown, hint = clipped(spell, 40), nearest(spell, rules.spells)
            yield _in("spells", says=f"“{shown}” is no spell of {rules.title}{hint}")
        elif count > 1:
            yield _in("spells", says=f"{spell} is known once or not at all, not {count} times")
    if character.power > character.staff:
        yield _in(
            "charge",
            "staff",
            says=f"charge is {character.charge}, but his staff holds {character.staff} (MAG-11)",
        )
    if not character.staff:
        return
    if not (character.magic or character.spells):
        yield _in("staff", "magic", "spells", says="only a caster of spells has a staff (MAG-11)")
    if character.staff > character.iq:
        yield _in(
            "staff",
            "iq",
            says=f"his staff holds {character.staff} points, but not more than his IQ, "
            f"{character.iq} (MAG-11)",
        )
    if not any(id in character.weapons for id, one in rules.weapons.items() if one.wooden):
        wood = " or ".join(id for id, one in rules.weapons.items() if one.wooden)
        yield _in("staff", "weapons", says=f"his staff is not among his weapons: {wood} (MAG-11)")


def _weapons(character: Character, rules: Edition) -> Iterator[Finding]:
    """WPN-3, WPN-10 to WPN-12: weapons of the edition that he can lift."""
    for id in dict.fromkeys(character.weapons):
        weapon = rules.weapons.get(id)
        if weapon is None:
            yield _in("weapons", says=_unknown(id, "weapon", rules))
        elif reason := heft_reason(weapon, character.st):
            yield _in("weapons", "st", says=reason)


def _natural_weapons(character: Character, rules: Edition) -> Iterator[Finding]:
    """Natural weapons have names of their own: a fight tells weapons apart by their ids."""
    ids = Counter(natural.weapon.id for natural in character.natural_weapons)
    for id, count in ids.items():
        if count > 1:
            yield _in("natural_weapons", says=f"two natural weapons are called {id}")
        if id in rules.weapons:
            yield _in("natural_weapons", says=f"{id} is in the weapon table: list it in weapons")


def _armor(character: Character, rules: Edition, layers: Layers) -> Iterator[Finding]:
    """ARM-10, RUL-77: armor of the edition, one piece a slot."""
    slots: dict[str, list[str]] = {}
    for id in character.armor:
        piece = rules.armor.get(id)
        if piece is None:
            yield _in("armor", says=_unknown(id, "armor", rules))
            continue
        single = layers == "single_body" and piece.slot == "suit"
        slots.setdefault("body" if single else piece.slot, []).append(id)
    if layers == "free":
        return
    for slot, ids in slots.items():
        if len(ids) > 1:
            worn = " and ".join(ids)
            yield _in("armor", says=f"{worn} cannot be worn together: one {slot} only (RUL-77)")


def _ready(character: Character, rules: Edition) -> Iterator[Finding]:
    """RUL-38, ARM-7: what is in hand is his own and fits in two hands."""
    if character.ready is None:
        return
    owned = Counter((*character.weapons, *character.armor, "unarmed"))
    hands = 0
    for id, count in Counter(character.ready).items():
        if owned[id] < count:
            says = f"ready has {clipped(id, 40)}, but weapons and armor do not have it"
            says += f" {count} times" if owned[id] else ""
            yield _in("ready", "weapons", "armor", says=says)
        elif (piece := rules.armor.get(id)) and piece.slot != "shield":
            yield _in("ready", says=f"{id} is worn, not held: leave it out of ready (RUL-77)")
        hands += count * hands_for(id, rules.weapons, rules.armor)
    if hands > 2:
        yield _in("ready", says=f"ready takes {hands} hands, but there are two (RUL-38, ARM-7)")


def hands_for(id: str, weapons: Mapping[str, Weapon], armor: Mapping[str, Armor]) -> int:
    """The hands that holding a thing takes: a weapon's easiest grip, one for a shield."""
    if weapon := weapons.get(id):
        return min(mode.hands for mode in weapon.modes)
    return 1 if (piece := armor.get(id)) and piece.slot == "shield" else 0


def _unknown(id: str, what: str, rules: Edition) -> str:
    """Something that is no weapon, or no armor: perhaps it is the other, or misspelt."""
    known, other, others = (
        (rules.weapons, "armor", rules.armor)
        if what == "weapon"
        else (rules.armor, "weapons", rules.weapons)
    )
    if id in others:
        return f"{id} is no {what}: list it under {other}"
    return f"“{clipped(id, 40)}” is no {what} of {rules.title}{nearest(id, known)}"
