"""How greedy flies: it weighs every option of a dogfight by exact odds, and keeps a firing position.

Worth is counted in craft: 1 is a foe that is dead in the water for sure.
"""

from __future__ import annotations

from typing import Any

from legendry.bots.field import figure
from legendry.legends.dogfight.deeds import Deed
from legendry.legends.dogfight.views import CraftView, DogfightView
from legendry.legends.edition import edition
from legendry.odds import best_contest, passes
from legendry.table import About, Choose, Option

FIRING = 2.0
"""A shot that can do harm comes first: a firing position is not given up."""
LATER = 0.5
"""A shot in the next turn beside the same one now: until then the foe may slip away."""
NEVER = -9.0


def best(request: Choose[Any], view: DogfightView) -> Option[Any]:
    """The option of most worth, the first among equals."""
    judge = Pilot(view)
    return max(request.options, key=judge.worth)


class Pilot:
    """Weighs the options of one question of a dogfight."""

    def __init__(self, view: DogfightView) -> None:
        self.view = view

    def worth(self, option: Option[Any]) -> float:
        """What an option is worth; questions are told apart by what their answers are."""
        match option.value:
            case Deed():
                return self.deed(self.actor(option.notation), option.value, option.about)
            case bool():
                return self.agreed(option)
            case int():
                look = option.about
                return figure(look, "win") if look else option.value / 100  # dice, or points
            case "pursuit":
                return 1.0
            case "turning":
                return self.turning(self.actor(option.notation))
            case str() if option.value in self.view.craft:
                return float(len(self.view.craft[option.value].pursues))
        return NEVER if option.value == "wait" else 0.5  # disengaged, or as it is

    def actor(self, notation: str) -> CraftView:
        """Whose option it is: the longest name that it begins with."""
        names = [name for name in self.view.craft if notation.startswith(f"{name} ")]
        return self.view.craft[max(names, key=len)]

    def agreed(self, option: Option[bool]) -> float:
        """Karma where it probably helps; a wish for the dead."""
        if not option.value:
            return 0.0
        return figure(option.about, "win") - 0.4 if option.about else 1.0

    def turning(self, who: CraftView) -> float:
        """To stay close is for the better pilot; a shot from afar serves the other one better."""
        foe = self.view.craft.get(who.pursued_by)
        return float(foe is not None and who.maneuvers_at > foe.maneuvers_at)

    # -- deeds ---------------------------------------------------------------------------------

    def deed(self, who: CraftView, deed: Deed, look: About | None) -> float:
        if deed.kind == "pass":
            return 0.0
        if deed.kind == "exit" or look is None:
            return NEVER
        foe = self.view.craft[deed.target]
        match deed.kind:
            case "fire":
                harm = shot(look, foe)
                return FIRING + harm if harm else 0.0
            case "run":
                return shot(look, foe)
            case "face":
                return shot(look, foe) - shot_back(who, foe)
        return self.maneuver(who, foe, look)

    def maneuver(self, who: CraftView, foe: CraftView, look: About) -> float:
        """What there is to win by a contest, less what there is to lose."""
        win = figure(look, "win")
        if foe.name in who.pursues:
            return 0.5 + win  # the classic rules ask for it: the tail can wait
        if foe.name == who.pursued_by:
            return 0.1 + win / 2  # there is nothing to lose
        if foe.status != "active":
            return 0.0  # a wreck does no harm
        ours, theirs = shot_back(foe, who), shot_back(who, foe)
        lose = 0.0
        if win < 1:
            lose = float(best_contest(who.maneuvers_at, foe.maneuvers_at, "nobody").defender)
        yard = edition(self.view.edition).craft
        at_once = yard is not None and yard.dogfight.turn == "maneuver_and_fire"
        return win * ours * (1.2 if at_once else LATER) - lose * theirs * LATER


def shot(look: About, target: CraftView) -> float:
    """A shot: half for the share of what cripples the target, half for doing so at once."""
    share = min(1.0, figure(look, "damage") / max(1, target.to_cripple))
    return share / 2 + figure(look, "drop") / 2


def shot_back(target: CraftView, shooter: CraftView) -> float:
    """What a shot from pursuit would be worth to its shooter, by and large."""
    through = max(0.0, 3.5 * shooter.weapons - target.shields)
    return float(passes(3, shooter.fires_at)) * min(1.0, through / max(1, target.to_cripple))
