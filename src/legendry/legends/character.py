"""Characters: what one is, the figures that follow, and the small TOML file he lives in.

One `Character` serves roster, fight, adventure and campaign. A file is read with everything that
is wrong with it told at once, a sentence each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from legendry.legends.edition import (
    Armor,
    Attribute,
    NaturalWeapon,
    Weapon,
    edition,
    editions,
)
from legendry.legends.legality import findings, hands_for, heft_reason
from legendry.legends.options import Layers
from legendry.legends.prices import skill_of
from legendry.legends.reading import Mistaken, parsed, read_fields
from legendry.table import Ledger, Line
from legendry.table.toml import written

Value: TypeAlias = Annotated[int, Meta(ge=1, le=100, description="a whole number from 1 to 100")]
Count: TypeAlias = Annotated[
    int, Meta(ge=0, le=10_000, description="a whole number from 0 to 10000")
]
Flag: TypeAlias = Annotated[bool, Meta(description="true or false")]
_Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60)]
_LINE = r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]*\Z"
"""Text on one line, without marks that turn or hide it."""
_Text: TypeAlias = Annotated[str, Meta(max_length=200, pattern=_LINE)]
Ids: TypeAlias = Annotated[
    tuple[_Id, ...], Meta(max_length=20, description="a list of at most 20 ids")
]
Texts: TypeAlias = Annotated[
    tuple[_Text, ...],
    Meta(max_length=100, description="a list of at most 100 short texts"),
]


class Character(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Somebody to play (CHR-1 to CHR-7). Only the kind `human` is bound by CHR-2, CHR-3, CHR-6."""

    name: Annotated[
        str,
        Meta(
            max_length=40,
            pattern=r"^\w(?:(?:[\w.'’-]| (?! ))*[\w.'’])?\Z",
            description="up to 40 letters, digits, single spaces, dots, hyphens and apostrophes",
        ),
    ]
    edition: Annotated[str, Meta(max_length=60, description="the name of an edition")]
    kind: Annotated[
        str,
        Meta(
            max_length=30,
            pattern=r"^[a-z]+(?:[ -][a-z]+)*\Z",
            description="a word in small letters such as human, beast or robot",
        ),
    ] = "human"
    blurb: Annotated[
        str,
        Meta(
            max_length=200,
            pattern=_LINE,
            description="one line of at most 200 characters",
        ),
    ] = ""
    st: Value
    dx: Value
    iq: Value
    skills: Annotated[
        dict[_Id, Annotated[int, Meta(ge=1, le=20)]],
        Meta(max_length=60, description="a table of at most 60 skills with levels from 1 to 20"),
    ] = {}
    weapons: Ids = ()
    """Ids in the order he likes them; what is used up or thrown may be there several times."""
    ready: Ids | None = None
    """What is in hand at the start, a shield included; None lets `ready_at_start` choose."""
    armor: Ids = ()
    natural_weapons: Annotated[
        tuple[NaturalWeapon, ...],
        Meta(max_length=6, description='a list such as [{name = "bite", damage = "d6"}]'),
    ] = ()
    natural_armor: Annotated[int, Meta(ge=0, le=50, description="a whole number from 0 to 50")] = 0
    ma: Annotated[int, Meta(ge=0, le=50, description="a whole number from 0 to 50")] | None = None
    """A creature's listed movement; None is half of DX (MOV-1)."""
    hexes: Annotated[Literal[1, 4, 7], Meta(description="1, 4 or 7")] = 1
    small: Flag = False
    flying: Flag = False
    magic: Flag = False
    spells: Annotated[
        tuple[_Id, ...], Meta(max_length=100, description="a list of at most 100 ids")
    ] = ()
    staff: Annotated[int, Meta(ge=0, le=100, description="a whole number from 0 to 100")] = 0
    """The power his staff holds when it is full: the permanent points of MAG-11."""
    xp: Count = 0
    karma: Count = 0
    wishes: Count = 0
    curses: Count = 0
    damage: Count = 0
    fatigue: Count = 0
    spent_xp: Count = 0
    """What was paid so far for attributes, skills, spells and staff (CAM-5, CAM-6, MAG-11)."""
    lost: Count = 0
    """Attribute points lost for good, as by lifting curses (CAM-14)."""
    gold: Count = 0
    charge: Count | None = None
    """The power left in his staff; None while it is full (MAG-11)."""
    plotwords: Texts = ()
    belongings: Texts = ()

    @property
    def power(self) -> int:
        """The power in his staff now (MAG-11)."""
        return self.staff if self.charge is None else self.charge

    def __hash__(self) -> int:
        """By what seldom is the same in two: his skills are a table, and those have no hash."""
        return hash((self.name, self.edition, self.st, self.dx, self.iq))


class CharacterError(Mistaken):
    """A character that cannot be: every mistake is a sentence."""


class Unreadable(CharacterError):
    """A file that is no TOML at all."""

    unreadable = True


def mistakes(character: Character, layers: Layers = "slots", cap: int | None = None) -> list[str]:
    """What is wrong with him by the rules of his edition, with rule IDs; nothing if he is legal."""
    return [sentence for _, sentence in findings(character, layers, cap)]


def ready_at_start(character: Character) -> tuple[str, ...]:
    """What is in hand when a fight begins: as he says, or his first weapon and a shield (RUL-38).

    The shield only if the weapon leaves a hand free (ARM-7).
    """
    if character.ready is not None:
        return holdable(character.ready)
    rules = edition(character.edition)
    fit = (id for id in character.weapons if not heft_reason(rules.weapons[id], character.st))
    shields = (id for id in character.armor if rules.armor[id].slot == "shield")
    taken: tuple[str, ...] = ()
    for id in (next(fit, ""), next(shields, "")):
        hands = sum(hands_for(one, rules.weapons, rules.armor) for one in (*taken, id))
        if id and hands <= 2:
            taken = (*taken, id)
    return holdable(taken)


def holdable(ids: Iterable[str]) -> tuple[str, ...]:
    """Of what he has, what can be held, dropped and given: bare hands always stay (RUL-38)."""
    return tuple([id for id in ids if id != "unarmed"])


def usable_weapons(character: Character) -> tuple[Weapon, ...]:
    """The weapons he can use: his own in the order he likes them, nature's, and bare hands."""
    rules = edition(character.edition)
    own = (rules.weapons[id] for id in dict.fromkeys((*character.weapons, "unarmed")))
    lifted = [weapon for weapon in own if not heft_reason(weapon, character.st)]
    bare = [] if "unarmed" in character.weapons else [lifted.pop()]
    return (*lifted, *(natural.weapon for natural in character.natural_weapons), *bare)


def worn(character: Character, ready: Sequence[str] | None = None) -> tuple[Armor, ...]:
    """The armor in effect: what he wears, and a shield while it is ready (RUL-77).

    A shield that somebody else brought serves him as well once he holds it; two at once do not.
    """
    held = ready_at_start(character) if ready is None else ready
    armor = edition(character.edition).armor
    pieces = (armor[id] for id in character.armor)
    own = tuple(piece for piece in pieces if piece.slot != "shield" or piece.id in held)
    if any(piece.slot == "shield" for piece in own):
        return own
    return own + tuple(armor[id] for id in held if id in armor)[:1]


def effective(
    character: Character,
    attribute: Attribute,
    *,
    ready: Sequence[str] | None = None,
    suit_failed: bool = False,
) -> Ledger:
    """An attribute with what changes it: `DX 9 = 12 base −3 chain ARM-2`, never below 1 (RUL-10).

    `ready` is what is in hand now, as at the start if not given; `suit_failed` says that the power
    of his suit is gone (ARM-6).
    """
    lines = [Line(getattr(character, attribute.lower()), "base")]
    if attribute == "DX":
        lines.extend(_restrictions(worn(character, ready), suit_failed))
    total = sum(line.amount for line in lines)
    if total < 1:
        lines.append(Line(1 - total, "never below 1", "RUL-10"))
    return Ledger(attribute, tuple(lines))


@lru_cache(4096)
def figures(
    character: Character, ready: tuple[str, ...], suit_failed: bool
) -> Mapping[str, Ledger]:
    """His attributes and his movement with that in hand; in a fight they come again and again."""
    return {
        "ST": effective(character, "ST", ready=ready, suit_failed=suit_failed),
        "DX": effective(character, "DX", ready=ready, suit_failed=suit_failed),
        "IQ": effective(character, "IQ", ready=ready, suit_failed=suit_failed),
        "MA": movement(character, ready=ready, suit_failed=suit_failed),
    }


def movement(
    character: Character, *, ready: Sequence[str] | None = None, suit_failed: bool = False
) -> Ledger:
    """Movement allowance: what a creature lists, or half of DX rounded down (MOV-1)."""
    if character.ma is not None:
        return Ledger.of("MA", (character.ma, "listed", "MOV-1"))
    dx = effective(character, "DX", ready=ready, suit_failed=suit_failed).total
    return Ledger.of("MA", (dx // 2, f"half of DX {dx}", "MOV-1"))


@lru_cache(4096)
def protection(
    character: Character,
    *,
    ready: tuple[str, ...] | None = None,
    bullets: bool = False,
    grappling: bool = False,
) -> Ledger:
    """What armor takes off a hit (ARM-1); bullets and grapples find gaps (ARM-4, ARM-5)."""
    lines = []
    for piece in worn(character, ready):
        name = piece.name.lower()
        if bullets and not piece.blocks_bullets:
            lines.append(Line(0, f"{name} stops no bullets", "ARM-5"))
        elif grappling and not piece.usable_grappling:
            lines.append(Line(0, f"{name} is no use in a grapple", "ARM-4"))
        else:
            lines.append(Line(piece.protection, name, "ARM-1"))
    if character.natural_armor:
        lines.append(Line(character.natural_armor, "natural armor", "ARM-1"))
    return Ledger("armor", tuple(lines))


def _restrictions(pieces: Sequence[Armor], suit_failed: bool) -> Iterator[Line]:
    for piece in pieces:
        if suit_failed and piece.powered:
            words = f"{piece.name.lower()} without power"
            yield Line(-piece.failure_restriction, words, "ARM-6")
        elif piece.restriction:
            yield Line(-piece.restriction, piece.name.lower(), "ARM-2")


def write_character(character: Character) -> str:
    """The character as a TOML file; `read_character` reads the same one back."""
    return written(msgspec.to_builtins(character))


def read_character(
    text: str | bytes, source: str = "", *, layers: Layers = "slots", cap: int | None = None
) -> Character:
    """The character in a TOML file; `CharacterError` holds all that is wrong, a sentence each.

    `layers` and `cap` are what a table says otherwise about armor and the attribute ceiling.
    """
    try:
        data = parsed(text)
    except ValueError as error:
        raise Unreadable([str(error)], source) from None
    return character_of(data, source, layers=layers, cap=cap)


def character_of(
    data: dict[str, Any], source: str = "", *, layers: Layers = "slots", cap: int | None = None
) -> Character:
    """The character in plain data such as decoded TOML, checked like a file."""
    draft = drafted(data, layers=layers, cap=cap)
    if draft.mistakes:
        raise CharacterError(draft.mistakes, source)
    return draft.character


class Draft(Struct, frozen=True):
    """A character in the making, as far as it could be read."""

    character: Character
    """Fields that could not be read have their defaults, or say nothing."""
    broken: frozenset[str]
    """Those fields."""
    mistakes: tuple[str, ...]
    """Everything that is wrong, a sentence each."""

    @property
    def outline(self) -> Character | None:
        """What of him can be drawn on a sheet; None while edition or attributes are unknown.

        It leaves out what his edition does not know.
        """
        if self.broken & {"edition", "st", "dx", "iq"} or self.character.edition not in editions():
            return None
        rules = edition(self.character.edition)

        def known(ids: Iterable[str], *tables: Mapping[str, object]) -> tuple[str, ...]:
            return tuple(id for id in ids if any(id in table for table in tables))

        ready = self.character.ready
        return msgspec.structs.replace(
            self.character,
            weapons=known(self.character.weapons, rules.weapons),
            armor=known(self.character.armor, rules.armor),
            skills={
                key: level for key, level in self.character.skills.items() if skill_of(rules, key)
            },
            spells=known(self.character.spells, rules.spells),
            ready=None if ready is None else known(ready, rules.weapons, rules.armor),
        )


def drafted(data: dict[str, Any], *, layers: Layers = "slots", cap: int | None = None) -> Draft:
    """What can be made of plain data, and all that is wrong with it."""
    reading = read_fields(data, Character)
    character = Character(**{**_NOBODY, **reading.values})
    wrong = reading.wrong
    if "edition" not in reading.broken:
        for fields, sentence in findings(character, layers, cap):
            if not fields & reading.broken:
                wrong.append(sentence)
    return Draft(character, frozenset(reading.broken), tuple(wrong))


def file_name(name: str) -> str:
    """A name as a file's: `maud-gray`."""
    letters = "".join(c if c.isalnum() else " " for c in name.lower())
    return "-".join(letters.split())


_NOBODY: dict[str, Any] = {"name": "", "edition": "", "st": 1, "dx": 1, "iq": 1}
"""Stands in for what a bad file lacks; nothing is said that rests on it."""
