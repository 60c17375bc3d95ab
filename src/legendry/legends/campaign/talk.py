"""Skills of talk (SKL-14, SKL-20 to SKL-23): what winning one means to an adventure.

Interrogator, Charisma, languages and Literacy are plain: `use` them, and the adventure tells what the
answer is worth. Diplomacy turns one kind of option into the other.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from legendry.legends.campaign.camp import Camp
from legendry.legends.campaign.npc import Npc
from legendry.legends.campaign.party_checks import use
from legendry.table import Flow

Approach: TypeAlias = Literal["attack", "talk"]
"""The two kinds of options that an adventure offers towards others."""

OTHER_WAY: dict[Approach, Approach] = {"attack": "talk", "talk": "attack"}


def diplomacy(camp: Camp, who: str, option: Approach, other: Npc) -> Flow[Approach]:
    """Win IQ: an “attack” option becomes a “talk” option, or the reverse (SKL-21).

    Without success it stays what it is.
    """
    what = f"turn {option} into {OTHER_WAY[option]}"
    turned = yield from use(camp, who, "diplomacy", what=what, on=other)
    return OTHER_WAY[option] if turned else option
