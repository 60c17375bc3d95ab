"""The spell book: everything about a spell stands in its row of `spells.toml`.

A spell is cast as its `kind` says and paid for as its `cost` says. What it does at once is in
`at_once`; what it does as long as it stays in play is in `lasting`, in answers to the questions
that the rules of a fight ask.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from legendry.legends.tables import Attribute
from legendry.odds import Dice

if TYPE_CHECKING:
    from legendry.legends.character import Character
    from legendry.legends.edition import Edition

Kind: TypeAlias = Literal["normal", "direct", "strike", "dispel"]
Target: TypeAlias = Literal["self", "person", "hex", "area", "object", "board", "spell", "none"]
Waking: TypeAlias = Literal["harm", "attack", "shaking"]

_Count = Annotated[int, Meta(ge=0, le=100)]
_Text = Annotated[str, Meta(min_length=1)]

MOST_POWER = 100
"""More fatigue than this nobody thinks of spending on one spell."""


class School(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A school of magic (MAG-14 to MAG-21)."""

    id: str
    rule: _Text
    name: _Text
    static: bool
    """Whether its spells stay in play, unless one says otherwise (MAG-7)."""
    words: _Text


class Cost(Struct, frozen=True, forbid_unknown_fields=True):
    """Fatigue for a casting that succeeds (MAG-9); `price` sums it up."""

    base: _Count = 0
    """The price, or that of one unit where the caster chooses how many."""
    per: Literal["", "point", "die", "3 hexes"] = ""
    """What he chooses a number of; empty: the price is fixed."""
    most: _Count = 0
    """The most units; 0 is no limit."""
    times: Annotated[int, Meta(ge=1, le=3)] = 1
    """How often a larger size pays the price of the smallest."""
    if_st: _Count = 0
    """From this ST of the target on the price is `then`; 0: whatever his ST."""
    then: _Count = 0
    special: Literal["", "st of patient", "points+3", "iq of spirit"] = ""


class Lasting(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a spell does while it stays in play; a spell may do several of these things."""

    dice_against: Literal[0, 4, 5] = 0
    """Attacks on the subject are rolled with so many dice (RUL-8)."""
    only_flying: bool = False
    """…while he flies (RUL-110)."""
    dice_into_and_out: Literal[0, 4] = 0
    """Attacks into and out of the hexes are rolled with so many dice."""
    seen_by_mage_sight: bool = False
    """Mage Sight cancels these dice for its subject's own attacks (RUL-107)."""
    own_dice: Literal[0, 4] = 0
    """The subject, or whoever is in the hexes, rolls so many dice himself."""
    own_dice_for: Literal["attacks", "everything"] = "attacks"
    attribute: Attribute | Literal["", "choice"] = ""
    """What is changed by `amount`; with `choice` the caster names it."""
    amount: Annotated[int, Meta(ge=-10, le=10)] = 0
    per_point: bool = False
    """…for each point of fatigue spent."""
    ma: Literal["", "half", "double", 12] = ""
    flies: bool = False
    armor: _Count = 0
    """Added to worn armor; of several such spells the best counts (RUL-104)."""
    wall: bool = False
    """The hexes are solid, and must be empty at casting (RUL-109)."""
    burns: _Count = 0
    """Points to occupants, armor no help; wild animals stay out (RUL-105)."""
    shocks: str = ""
    """Dice of damage to others in the subject's hex, armor no help (RUL-119)."""
    bound: bool = False
    """No movement until he frees himself with a check on `own_dice` (RUL-108)."""
    st_limit: _Count = 0
    """It does nothing to the stronger; 0 is no limit."""
    helpless: Literal["", "frozen", "asleep"] = ""
    wakes_on: tuple[Waking, ...] = ()
    """What ends helplessness (RUL-112)."""
    controlled: bool = False
    """The caster's side plays him (RUL-112)."""
    reverses_missiles: bool = False
    stops_direct: bool = False
    mage_sight: bool = False
    image: bool = False
    """Gone when struck, hit or walked into (RUL-114)."""
    illusion: bool = False
    """Acts as the real thing until it is disbelieved or killed (RUL-114)."""
    flash: bool = False
    """On everybody but the caster, until his next turn begins (RUL-106)."""

    def __post_init__(self) -> None:
        if self.shocks:
            Dice.parse(self.shocks)


class AtOnce(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a spell does the moment it succeeds."""

    damage: str = ""
    """Dice that do not depend on the fatigue spent."""
    dice_per_point: _Count = 0
    """D6 for each unit chosen; `modifier` is added once (RUL-97)."""
    modifier: Annotated[int, Meta(ge=-10, le=10)] = 0
    damage_per_point: _Count = 0
    ignores_armor: bool = False
    around_caster: bool = False
    """To all others in the caster's hex and next to it (RUL-119)."""
    ignites: str = ""
    """The spell that a hex with flammables in it then bears (RUL-120)."""
    heal_per_point: _Count = 0
    revives: bool = False
    channels: bool = False
    """Points of damage go from one character to another (RUL-115)."""
    drops: bool = False
    breaks: bool = False
    pushes: _Count = 0
    """Hexes away from the caster for each unit chosen (RUL-116)."""
    trips: bool = False
    teleports: bool = False
    reveals: bool = False
    reads_mind: bool = False
    sees_future: bool = False
    raises: bool = False
    """A spirit in a living host, for the adventure to play (RUL-118)."""

    def __post_init__(self) -> None:
        if self.damage:
            Dice.parse(self.damage)

    def harm(self, amount: int) -> Dice | None:
        """The damage roll for the amount chosen; None if it does no damage."""
        if self.damage:
            return Dice.parse(self.damage)
        if self.dice_per_point:
            return Dice(self.dice_per_point * amount, modifier=self.modifier)
        if self.damage_per_point:
            return Dice(0, modifier=self.damage_per_point * amount)
        return None


class Spell(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A spell (SPL-1 to SPL-77)."""

    id: str
    rule: _Text
    name: _Text
    school: str
    iq: Annotated[int, Meta(ge=1, le=100)]
    """The least IQ to cast it (MAG-3)."""
    cost: Cost
    kind: Kind = "normal"
    """How it is cast (MAG-1, MAG-2, MAG-13); `dispel` is a contest with another caster."""
    resisted: bool = False
    """Normal, but direct on the unwilling (RUL-98)."""
    target: Target
    area: Literal[1, 3, 4, 7] = 1
    """How many hexes, or fewer at the same price (RUL-99)."""
    family: str = ""
    """Sizes of the same spell are known together (MAG-10)."""
    static: bool = False
    """It stays in play until the encounter ends (MAG-7)."""
    friendly: bool = False
    """Meant for oneself and friends, with 3/IQ on the willing (RUL-98)."""
    climbing: bool = False
    """Outside a fight it is also cast, as a normal spell, for a rope to climb by (SPL-4)."""
    being: str = ""
    """The creature that it summons, or whose form the caster takes."""
    lasting: Lasting | None = None
    at_once: AtOnce | None = None
    words: _Text

    def __post_init__(self) -> None:
        if not (self.lasting or self.at_once or self.being or self.kind == "dispel"):
            raise ValueError("it does nothing: lasting, at_once and being are empty")
        if self.target == "area" and self.area == 1:
            raise ValueError("an area has more hexes than one")
        if self.kind == "strike" and not (self.at_once and self.at_once.dice_per_point):
            raise ValueError("a strike has dice for each unit of fatigue (MAG-13)")
        if (self.kind == "dispel") != (self.target == "spell"):
            raise ValueError("dispelling, and nothing else, is cast at a spell")

    @property
    def summons(self) -> bool:
        """It calls a being (MAG-21)."""
        return bool(self.being) and self.target != "self"

    @property
    def morphs(self) -> bool:
        """It gives the caster a form (MAG-19)."""
        return bool(self.being) and self.target == "self"


def known(edition: Edition, character: Character, iq: int | None = None) -> tuple[Spell, ...]:
    """The spells he knows, in the order of the book, whether his IQ suffices now or not.

    Of a family a larger size includes the smaller ones, and a smaller one gives the larger as soon
    as his IQ reaches its rating (MAG-10). `iq` is his effective IQ, his own if not given. That he
    casts only those within it (MAG-3) is for `Spell.iq` to say.
    """
    if not character.spells:
        return ()
    return _known(edition, character.spells, character.iq if iq is None else iq)


@lru_cache(1024)
def _known(edition: Edition, learned: tuple[str, ...], iq: int) -> tuple[Spell, ...]:
    own = [edition.spells[id] for id in learned]

    def comes_with(spell: Spell, mine: Spell) -> bool:
        family = bool(spell.family) and spell.family == mine.family
        return spell is mine or (family and (spell.area < mine.area or spell.iq <= iq))

    return tuple(
        spell for spell in edition.spells.values() if any(comes_with(spell, mine) for mine in own)
    )


def price(spell: Spell, amount: int = 1, *, target_st: int = 0, spirit_iq: int = 0) -> int:
    """The fatigue it costs when it succeeds (MAG-9).

    `amount` is what the caster chose of `amounts`; some prices rest on the ST of the target or
    patient, one on the IQ of a spirit.
    """
    cost = spell.cost
    match cost.special:
        case "st of patient":
            return target_st
        case "iq of spirit":
            return spirit_iq
        case "points+3":
            return amount + 3
    base = cost.then if cost.if_st and target_st >= cost.if_st else cost.base
    return base * cost.times * (amount if cost.per else 1)


def amounts(spell: Spell, power: int = MOST_POWER) -> range:
    """What the caster may choose: points, dice, or hexes by three.

    A price that leaves no choice is the amount 1. `power` is the fatigue that he is ready to
    spend; where it does not reach for one unit, there is nothing to choose.
    """
    if not chosen(spell):
        return range(1, 2)
    unit = price(spell, 2) - price(spell, 1)
    most = 1 + (power - price(spell, 1)) // unit
    return range(1, min(most, spell.cost.most or most) + 1)


def chosen(spell: Spell) -> bool:
    """Whether the caster chooses how much to spend (MAG-9)."""
    return bool(spell.cost.per) or spell.cost.special == "points+3"


def staff_of(edition: Edition, character: Character) -> str:
    """The weapon that is his staff: the first of wood, if it holds power (MAG-11, RUL-101)."""
    if not character.staff:
        return ""
    return next((id for id in character.weapons if edition.weapons[id].wooden), "")
