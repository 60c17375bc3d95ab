"""What an edition's tables hold: weapons, armor, skills, creatures, as frozen values."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from legendry.odds import Dice

Attribute: TypeAlias = Literal["ST", "DX", "IQ"]
Use: TypeAlias = Literal["strike", "throw", "grapple", "tackle-counterattack", "shoot"]
Fatigue: TypeAlias = Literal["none", "only", "choice"]
Slot: TypeAlias = Literal["body", "suit", "shield", "natural"]
Feat: TypeAlias = Literal[
    "softens-falls",
    "floats",
    "feeds",
    "finds-herbs",
    "brews",
    "heals",
    "sings",
    "tells",
    "earns",
    "mends",
    "buys",
    "trades",
]
"""What a skill does out of fights, where it is more than a check: each is one flow or function."""

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


class Mode(Struct, frozen=True):
    """One way to use a weapon: a row of the weapon table (WPN-10 to WPN-12)."""

    id: str
    when: tuple[Use, ...]
    damage: Dice
    heft: int
    """The least ST that can use it so (WPN-3)."""
    hands: int
    thrown: bool
    grappling: bool


class Weapon(Struct, frozen=True, kw_only=True):
    """A weapon; damage, heft and hands are those of its first mode."""

    id: str
    name: str
    group: str
    damage: Dice
    heft: int
    hands: int
    melee: bool
    thrown: bool
    missile: bool
    """Stands in the missile table; if it is thrown too, it is resolved as a throw (RUL-33)."""
    grappling: bool
    negates_armor_when_grappling: bool = False
    fatigue: Fatigue = "none"
    """Flag U is `only`, flag F `choice` (WPN-5)."""
    bonus_if_stronger: int = 0
    reload_turns: int = 0
    automatic: bool = False
    explosive: bool = False
    surprise: bool = False
    bullets: bool = False
    skill: str = ""
    used_up: bool = False
    wooden: bool = False
    """All of wood, so that it can be a magic user's staff (MAG-11)."""
    natural: bool = False
    breath: bool = False
    modes: tuple[Mode, ...]


class Armor(Struct, frozen=True):
    """Something that stops damage and lowers DX (ARM-1, ARM-2); one a slot is worn (RUL-77)."""

    id: str
    name: str
    slot: Slot
    protection: int
    restriction: int
    metal: bool = False
    blocks_bullets: bool = True
    usable_grappling: bool = True
    powered: bool = False
    failure_restriction: int = 0
    """The restriction once a powered suit has failed (ARM-6)."""


class Skill(Struct, frozen=True):
    """A skill (section 16); the weapons of a combat skill are those that name it (RUL-88)."""

    id: str
    name: str
    category: str
    attribute: Attribute | Literal[""]
    check: Literal["pass", "win", "passive"]
    dice: int
    against: Attribute | Literal[""]
    combat: bool
    weapons: tuple[str, ...]
    specialised: bool
    """One must be named, as in `literacy/orcish` (SKL-22, SKL-23, SKL-41)."""
    effect: str
    negates_surprise: bool = False
    """Used by the surprised side at the start of a battle (RUL-89)."""
    magic_price: int = 0
    """XP a level costs a magic character, where it is not the edition's price (CAM-6)."""
    rule: str = ""
    """Its row of the list (16.2)."""
    feat: Feat | Literal[""] = ""
    specialities: tuple[str, ...] = ()
    """Those the book lists, where it does."""
    on: Literal["", "npc", "friend", "animal"] = ""
    """Whom alone its contest can be tried on; a friend is an NPC that is not hostile (SKL-20)."""


class NaturalWeapon(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Claws, jaws, a breath of fire: an attack that is part of its owner."""

    name: Annotated[str, Meta(pattern=r"^[a-z][a-z /-]{0,28}[a-z]\Z")]
    damage: str
    missile: bool = False
    breath: bool = False
    """Resolved as a missile (SHT-14), but never on a held foe (RUL-52)."""
    fatigue: bool = False

    def __post_init__(self) -> None:
        Dice.parse(self.damage)

    @property
    def weapon(self) -> Weapon:
        """It as a weapon: no skill, no heft, no hands; usable in a grapple (RUL-52, RUL-88)."""
        shot = self.missile or self.breath
        mode = mode_of("normal", ("shoot",) if shot else ("strike", "grapple"), self.damage, 0, 0)
        return weapon_of(
            id=re.sub(r"[^a-z]+", "-", self.name),
            name=self.name.capitalize(),
            group="natural",
            modes=(mode,),
            fatigue="only" if self.fatigue else "none",
            natural=True,
            breath=self.breath,
        )


class Creature(Struct, frozen=True):
    """A being that magic summons, or whose form it lends (section 17.4, RUL-117)."""

    id: str
    rule: str
    name: str
    kind: str
    """What a summoned one is; empty for a form, whose bearer stays what he is."""
    origin: Literal["summoned", "morph"]
    spell: str
    st: int
    """0 for a morph, whose ST is the caster's times `st_multiplier`."""
    st_multiplier: int
    dx: int
    iq: int
    """0 for a morph, who keeps the caster's."""
    ma: int
    flying: bool
    hexes: Literal[1, 4, 7]
    hide: str
    """What its armor is: fur, scales, a shield."""
    armor: int
    attacks: tuple[NaturalWeapon, ...]
    shield: bool = False
    wounds_divided_by: int = 1
    """Damage taken in the form counts so much less on return, rounded up (RUL-117)."""


def mode_of(id: str, when: tuple[Use, ...], damage: str, heft: int, hands: int) -> Mode:
    """A row of the weapon table, its damage as printed; `ValueError` if that is none."""
    return Mode(
        id=id,
        when=when,
        damage=Dice.parse(damage),
        heft=heft,
        hands=hands,
        thrown="throw" in when,
        grappling="grapple" in when,
    )


def weapon_of(*, modes: tuple[Mode, ...], missile: bool = False, **figures: Any) -> Weapon:
    """A weapon that can do whatever one of its modes can."""
    uses = {use for mode in modes for use in mode.when}
    return Weapon(
        damage=modes[0].damage,
        heft=modes[0].heft,
        hands=modes[0].hands,
        melee="strike" in uses,
        thrown="throw" in uses,
        missile=missile or "shoot" in uses,
        grappling="grapple" in uses,
        modes=modes,
        **figures,
    )
