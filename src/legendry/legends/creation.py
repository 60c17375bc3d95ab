"""New characters: a suggestion for each step of creation, and all of them at once.

Every suggestion fits what was settled before it, so that taking all of them makes a sensible legal
character (CHR-2, CHR-3). Whoever calls brings the luck; nothing here is random by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from legendry.legends.character import Character
from legendry.legends.edition import Armor, Edition, Spell, Weapon
from legendry.legends.legality import heft_reason
from legendry.legends.prices import LEAST, START

if TYPE_CHECKING:
    from random import Random

# fmt: off
FIRST = (
    "Aldo", "Bera", "Cass", "Dunja", "Edda", "Falk", "Gwen", "Hale", "Ines", "Joss", "Kaja",
    "Lorn", "Mira", "Nell", "Osk", "Petra", "Quin", "Runa", "Sten", "Tove", "Ulla", "Viggo",
    "Wyn", "Yara", "Zeke",
)
LAST = (
    "Ashdown", "Bell", "Crane", "Dray", "Eland", "Frost", "Garrow", "Holt", "Ivers",
    "Juniper", "Kern", "Lark", "Marsh", "Nettle", "Orchard", "Pike", "Quarry", "Reed",
    "Stark", "Thorn", "Upton", "Vale", "Wick", "Yarrow",
)
# fmt: on


def random_character(
    edition: Edition, luck: Random, name: str = "", *, magic: bool | None = None
) -> Character:
    """A new human of that edition, by the luck given: the same luck, the same character.

    `magic` says whether he is to be a magic user; if not given, luck says that too (CHR-4).
    """
    name = name or suggested_name(luck)
    if suggested_magic(edition, luck) if magic is None else magic:
        return _random_magic_user(edition, luck, name)
    st, dx, iq = suggested_attributes(luck)
    weapons = suggested_weapons(edition, st, luck)
    return Character(
        name=name,
        edition=edition.slug,
        st=st,
        dx=dx,
        iq=iq,
        weapons=weapons,
        skills=suggested_skills(edition, weapons, luck),
        armor=suggested_armor(edition, dx, weapons, luck),
    )


def _random_magic_user(edition: Edition, luck: Random, name: str) -> Character:
    st, dx, iq = suggested_attributes(luck, magic=True)
    weapons = suggested_weapons(edition, st, luck, magic=True)
    spells = suggested_spells(edition, iq, luck)
    return Character(
        name=name,
        edition=edition.slug,
        st=st,
        dx=dx,
        iq=iq,
        magic=True,
        weapons=weapons,
        spells=spells,
        skills=suggested_skills(edition, (), luck, spells=len(spells)),
        armor=suggested_armor(edition, dx, weapons, luck, magic=True),
    )


def suggested_magic(edition: Edition, luck: Random) -> bool:
    """Whether he is a magic user: one in four, where there are spells (CHR-4)."""
    return bool(edition.spells) and luck.random() < 0.25


def suggested_name(luck: Random) -> str:
    """A name that nobody bears yet."""
    return f"{luck.choice(FIRST)} {luck.choice(LAST)}"


def suggested_attributes(luck: Random, *, magic: bool = False) -> tuple[int, int, int]:
    """ST, DX and IQ of a fighter: strong or quick, seldom clever (CHR-2).

    A magic user is clever, and has the ST to pay for his spells.
    """
    if magic:
        iq = luck.choice((3, 4, 4, 5, 5, 6))
        dx = luck.randint(0, 1)
        return LEAST + START - 3 * LEAST - iq - dx, LEAST + dx, LEAST + iq
    st = luck.choice((1, 2, 3, 3, 4, 4, 5, 6, 7))
    free = START - 3 * LEAST - st
    iq = luck.randint(0, min(2, free - 1))
    return LEAST + st, LEAST + free - iq, LEAST + iq


def suggested_weapons(
    edition: Edition, st: int, luck: Random, *, magic: bool = False
) -> tuple[str, ...]:
    """A weapon he can lift, the heavier the likelier, and what goes with it (WPN-3).

    What is thrown or used up comes in threes; whoever fights at a distance has a blade as well.
    A magic user has a staff and something for his other hand (MAG-11).
    """
    liftable = [
        weapon
        for weapon in edition.weapons.values()
        if weapon.hands and not weapon.surprise and not heft_reason(weapon, st)
    ]
    if magic:
        staff = next(weapon for weapon in liftable if weapon.wooden)
        others = [one for one in liftable if one.melee and one.thrown and not one.wooden]
        return staff.id, luck.choice(others).id
    main = luck.choices(liftable, [_weight(weapon) for weapon in liftable])[0]
    copies = 3 if main.used_up or (main.thrown and luck.random() < 0.5) else 1
    blades = [one for one in liftable if one.melee and one.hands == 1 and one is not main]
    if main.melee:
        blades = [one for one in blades if one.grappling and not main.grappling]
    return (*[main.id] * copies, *([luck.choice(blades).id] if blades else []))


def suggested_spells(edition: Edition, iq: int, luck: Random) -> tuple[str, ...]:
    """Three spells or four that he can cast: one of use in a fight, most of one school (CHR-4).

    Of a family the smallest will do: his IQ gives him the larger ones (MAG-10).
    """
    smallest: dict[str, Spell] = {}
    for spell in edition.spells.values():
        if spell.iq <= iq:
            smallest.setdefault(spell.family or spell.id, spell)
    first = luck.choice([spell for spell in smallest.values() if _fights(spell)])
    others = [spell for spell in smallest.values() if spell is not first]
    chosen = [first]
    for _ in range(luck.randint(2, edition.switches.skill_points - 1)):
        weights = [3 if spell.school == first.school else 1 for spell in others]
        chosen.append(others.pop(luck.choices(range(len(others)), weights)[0]))
    return tuple(spell.id for spell in edition.spells.values() if spell in chosen)


def _fights(spell: Spell) -> bool:
    """It hurts or hampers foes, or brings a fighter."""
    if spell.being or spell.kind == "strike" or (spell.lasting and spell.lasting.illusion):
        return True
    return spell.kind == "direct" and not spell.friendly


def suggested_skills(
    edition: Edition, weapons: Sequence[str], luck: Random, *, spells: int = 0
) -> dict[str, int]:
    """Up to two points in the skill of his first weapon, the rest in trades (CHR-3).

    A magic user has spent some points on spells (CHR-4).
    """
    points = edition.switches.skill_points - spells
    skills: dict[str, int] = {}
    if weapons and (skill := edition.weapons[weapons[0]].skill):
        skills[skill] = luck.randint(1, min(2, edition.switches.combat_points))
    trades = [
        skill.id for skill in edition.skills.values() if not skill.combat and not skill.specialised
    ]
    for trade in luck.sample(trades, points - sum(skills.values())):
        skills[trade] = 1
    return skills


def suggested_armor(
    edition: Edition, dx: int, weapons: Sequence[str], luck: Random, *, magic: bool = False
) -> tuple[str, ...]:
    """Armor that leaves him able to hit, and sometimes a shield where a hand is free (ARM-7).

    A magic user wears no metal (MAG-12) and seldom needs to hit.
    """
    spare = dx - (6 if magic else 10)
    pieces: list[Armor] = []
    suits = [
        piece
        for piece in edition.armor.values()
        if piece.slot in ("body", "suit") and not (magic and piece.metal)
    ]
    shields = [piece for piece in edition.armor.values() if piece.slot == "shield"]
    if weapons and edition.weapons[weapons[0]].hands > 1:
        shields = []
    for choice in (suits, shields):
        fits = [piece for piece in choice if piece.restriction <= max(spare, 0)]
        if fits and luck.random() < 0.7:
            pieces.append(luck.choice(fits))
            spare -= pieces[-1].restriction
    return tuple(piece.id for piece in pieces)


def _weight(weapon: Weapon) -> int:
    """How likely a weapon is to be suggested: the more it does the likelier, grenades seldom."""
    twice_the_mean = weapon.damage.dice * (weapon.damage.sides + 1) + 2 * weapon.damage.modifier
    return twice_the_mean**2 // (4 if weapon.used_up else 1)


def parsed_attributes(text: str) -> dict[str, int | str]:
    """ST, DX and IQ as people type them: `12 11 9`."""
    words = text.replace(",", " ").split()
    if len(words) != 3:
        raise ValueError("three numbers are wanted: ST, DX and IQ, such as 12 11 9")
    return {name: _number(word) for name, word in zip(("st", "dx", "iq"), words, strict=True)}


def parsed_magic(text: str) -> dict[str, bool]:
    """Whether somebody is a magic user: `yes` or `no`."""
    answers = {"yes": True, "y": True, "no": False, "n": False}
    if text.strip().lower() not in answers:
        raise ValueError("yes or no is wanted")
    return {"magic": answers[text.strip().lower()]}


def parsed_skills(text: str) -> dict[str, int | str]:
    """Skills as people type them: `sword 2, stealth`; no level is one level."""
    skills: dict[str, int | str] = {}
    for part in _parts(text):
        name, _, level = part.rpartition(" ")
        if name and isinstance(_number(level), int):
            skills[_id(name)] = _number(level)
        else:
            skills[_id(part)] = 1
    return skills


def parsed_ids(text: str) -> tuple[str, ...]:
    """Things as people type them: `Broad sword, dagger`."""
    return tuple(map(_id, _parts(text)))


def _parts(text: str) -> list[str]:
    """What stands between commas; `none` is nothing."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    return [] if parts == ["none"] else parts


def _number(word: str) -> int | str:
    """A short number, or the word itself, for the character's own checks to complain of."""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 6 else word


def _id(text: str) -> str:
    return "-".join(text.lower().replace("'", "").split())
