"""How greedy looks after people: leading them, treating them, giving them to drink."""

from __future__ import annotations

from typing import Any

from legendry.bots.field import fit
from legendry.legends.campaign.items import boost, healing
from legendry.legends.views import FighterView, FightView
from legendry.table import Option

BROUGHT_TO = 0.5
"""A friend who fights again."""
HEALED = 0.5
"""A point healed beside the last point that somebody has."""
BETTER = 0.05
"""A level more for the rest of the fight."""
LEADS = {"DX": 1.0, "ST": 0.5, "IQ": 0.1}
"""In what a friend is best led."""


def cared(view: FightView, who: FighterView, option: Option[Any]) -> float | None:
    """An answer to such a question; None if it is of another kind."""
    said = option.notation.removeprefix(f"{who.name} ")
    match option.value:
        case "":
            return 0.0 if said in ("leave the wounded", "stop treating") else None
        case "ST" | "DX" | "IQ" if said.startswith("lead "):
            return LEADS[option.value]
        case "the wounded":
            return 0.1
        case str() if said.startswith("treat "):
            return treated(who, view.fighters[option.value])
        case ("", ""):
            return 0.0
        case (str(item), str(name)):
            return saved(who, view.fighters[name], healing(item))
    return None


def treated(who: FighterView, patient: FighterView) -> float:
    """Friends before nobody, and nobody before foes; first the dying, then those who are worst off."""
    if patient.side != who.side:
        return -0.1
    return (patient.status == "dying") + 1 / max(1, patient.st - patient.damage + 1)


def saved(who: FighterView, patient: FighterView, points: int) -> float:
    """A last draught: for a friend whom it saves, the least that is enough."""
    if patient.side != who.side:
        return -1.0
    enough = patient.damage - points < patient.st
    return 1 - points / 1000 if enough else 0.1 + points / 1000


def draught(item: str, patient: FighterView) -> float:
    """A potion in the fight, for himself or a friend; one that is not needed whole is half wasted."""
    if raised := boost(item):
        return BETTER * raised[1] if fit(patient) else 0.0
    points = min(healing(item), patient.damage)
    if fit(patient):
        return HEALED * min(1.0, points / max(1, patient.left)) * points / healing(item)
    return BROUGHT_TO if patient.left + points > 0 else -0.01
