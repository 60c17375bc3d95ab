"""A bot that looks one activation ahead: it weighs every option by exact odds and takes the best.

It plays fights; how it casts is in `spellcraft`, how it flies in `dogfight`, how it reads a book in
`reader`. All it knows is the view and what the options say of themselves: their figures, and for a
move the `Prospect` of the place. Worth is counted in fighters: 1 is a foe dropped for sure.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from msgspec import Struct

from legendry.adventures.game import StoryView
from legendry.bots import dogfight, reader
from legendry.bots.care import cared, draught
from legendry.bots.field import apart, blow, figure, fit, foes, friends, near, net_harm
from legendry.bots.spellcraft import Said, Spellcraft, might
from legendry.hexes import Hex
from legendry.legends.actions import Action, Move
from legendry.legends.attack import Attack
from legendry.legends.dogfight.views import DogfightView
from legendry.legends.edition import edition
from legendry.legends.outlook import Prospect
from legendry.legends.views import FighterView, FightView
from legendry.table import About, Choose, Option, Roll

TURN = 0.2
"""A turn of one's own, given up for a reaction (RCT-1)."""
LATER = 0.35
"""A chance in the next turn beside the same one now."""
PARTING = 0.15
"""A weapon thrown is a weapon lost."""
ARMS = 0.8
"""A better weapon in hand serves for more than a turn."""
CAUTION = 0.15
"""How much of the harm that foes could do counts: they have other targets, too."""
PATIENCE = 3
"""After so many rounds without harm danger counts no more: every fight must end."""
FREED, WOKEN = 0.3, 0.5
"""To be rid of a rope; a friend who fights again."""
DOUBT = 0.3
"""How likely a being is false that may be."""
FREE = 5.0
"""What costs nothing comes before anything else."""
NEVER = -9.0


class GreedyBot:
    """Takes the option of most worth, the first among equals; at other games, any option."""

    name: ClassVar[str] = "greedy"

    def __init__(self, seed: str | None = None) -> None:
        self._random = Random(seed)

    def answer(self, request: Choose[Any] | Roll, view: Struct) -> Option[Any] | tuple[int, ...]:
        if isinstance(request, Roll):
            return tuple(self._random.randint(1, request.sides) for _ in range(request.dice))
        if isinstance(view, StoryView):
            battle = view.fight or view.sky
            if battle is None:
                return reader.best(request, self._random)
            view = battle
        if isinstance(view, DogfightView):
            return dogfight.best(request, view)
        if not isinstance(view, FightView):
            return self._random.choice(request.options)
        return max(request.options, key=Judge(request, view).worth)


class Judge:
    """Weighs the options of one question of a fight."""

    def __init__(self, request: Choose[Any], view: FightView) -> None:
        self.options = request.options
        self.view = view
        self.magic = Spellcraft(view)
        self._deeds: dict[str, float] = {}

    def worth(self, option: Option[Any]) -> float:
        """What an option is worth; questions are told apart by what their answers are."""
        actor = self.actor(option.notation)
        if actor is None:
            return 0.0
        match option.value:
            case Move():
                return self.move(actor, option)
            case Action():
                return self.deed(actor, option, self.idle)
            case str() | (str(), str()) if (care := cared(self.view, actor, option)) is not None:
                return care
            case _ if said := self.magic.said(actor, option.notation):
                return self.cast(actor, said, option)
            case Attack():
                return self.attack(actor, option.about, option.value) - self.price
            case Hex():
                return self.place(actor, option)
            case bool():
                return self.agreed(actor, option)
            case int():
                look = option.about
                return figure(look, "win") if look else option.value / 100  # dice, or points dealt
            case str():
                return self.word(actor, option)
        return 0.0

    def actor(self, notation: str) -> FighterView | None:
        """Whose option it is: the longest name that it begins with."""
        names = [name for name in self.view.fighters if notation.startswith(name)]
        return self.view.fighters[max(names, key=len)] if names else None

    # -- what blows are worth ------------------------------------------------------------------

    def blow(self, look: About | None, *targets: str) -> float:
        """An attack: half for the share of what the target has left, half for dropping him."""
        hit = [foe for name in targets if (foe := self.view.fighters.get(name))]
        if look is None or not hit or not all(map(fit, hit)):
            return -0.01
        left = sum(foe.left for foe in hit) / len(hit)
        return blow(figure(look, "damage"), figure(look, "drop"), left)

    def attack(self, actor: FighterView, look: About | None, attack: Attack) -> float:
        """An attack with all it costs: a weapon thrown is a weapon lost."""
        worth = self.blow(look, attack.target, *filter(None, [attack.second]))
        lost = attack.verb == "throw" and len(self.armed(actor)) < 2
        return worth - PARTING if lost else worth

    def armed(self, who: FighterView) -> list[str]:
        """The weapons in his hands."""
        arms = edition(self.view.edition).weapons
        return [id for id in who.ready if id in arms]

    def harm(self, who: FighterView, points: float) -> float:
        """What it would cost to have so much harm done to one's own fighter."""
        return 0.6 * min(1.5, points / max(1, who.left))

    def chances(self, look: About | None) -> float:
        """The best blow that he could deal in his next turn."""
        later: Mapping[str, About] = look.later if isinstance(look, Prospect) else {}
        return max((self.blow(one, foe) for foe, one in later.items()), default=0.0)

    @property
    def nerve(self) -> float:
        """How much danger counts: less and less while nothing happens."""
        return max(0.0, 1 - self.view.quiet / PATIENCE)

    @cached_property
    def idle(self) -> float:
        """His chances in the next turn if he does nothing now."""
        idle = (one for one in self.options if one.value.kind == "nothing")
        return max((self.chances(one.about) for one in idle), default=0.0)

    # -- where to ------------------------------------------------------------------------------

    def move(self, actor: FighterView, option: Option[Move]) -> float:
        """A place: the best deed there, the chances it gives later, and the danger."""
        if option.value.kind == "disbelieve":
            return FREE * bool(self.doubt(option, option.value.whom))
        if option.value.kind == "lead":
            friend = self.view.fighters[option.value.whom]
            nearest = min((apart(friend, foe) for foe in self.foes(friend)), default=0)
            return FREE - nearest / 100 if self.engaged(friend) else NEVER
        look = self.here if option.value.kind == "stay" else option.about
        if not isinstance(look, Prospect):
            return NEVER  # leaving, passing, walking by steps, a wish before it is needed
        later = max(self.chances(look), self.spells)
        best = max((self.deed(actor, one, later) for one in look.deeds), default=0.0)
        worth = best + LATER * later
        if not later and best <= 0:
            worth -= 0.1 + 0.02 * look.steps  # nothing can be done from there: go nearer
        if str(option.value.to) in self.view.ground and not self.armed(actor):
            worth += 0.1  # there is something to pick up
        worth -= CAUTION * self.nerve * self.harm(actor, look.danger)
        worth -= self.harm(actor, look.exposed) / 2
        if self.view.spells:
            worth -= self.harm(actor, self.magic.burns(actor, look.places.get("path", ())))
        return worth - 0.001 * look.steps

    def place(self, actor: FighterView, option: Option[Hex]) -> float:
        """Where a grenade falls, or where to step aside: away from foes."""
        if option.about:
            return net_harm(option.about)
        if f"{actor.name} push " in option.notation:
            return 1.0  # every step takes him farther from us
        beside = [one for one in self.foes(actor) if near(one, option.value) <= 1]
        return -float(len(beside))

    # -- magic ---------------------------------------------------------------------------------

    def cast(self, actor: FighterView, said: Said, option: Option[Any]) -> float:
        """A step of a casting; in answer to a foe it costs what a blow would."""
        return self.magic.worth(actor, said, option) - self.price

    @cached_property
    def here(self) -> About | None:
        """His prospects where he stands."""
        return next((one.about for one in self.options if one.value.kind == "stay"), None)

    @cached_property
    def spells(self) -> float:
        """The best that he could cast from here; from elsewhere it will be much the same later."""
        deeds = self.here.deeds if isinstance(self.here, Prospect) else ()
        casts = [one for one in deeds if one.value.kind == "cast"]
        actor = self.actor(casts[0].notation) if casts else None
        return max((self.deed(actor, one, 0.0) for one in casts), default=0.0) if actor else 0.0

    def doubt(self, option: Option[Any], being: str) -> float:
        """To disbelieve what may be false: nobody can tell but by trying."""
        strong = might(self.view.fighters[being])
        return self.nerve * DOUBT * figure(option.about, "win") * strong

    # -- what to do there ----------------------------------------------------------------------

    def deed(self, actor: FighterView, option: Option[Action], chances: float) -> float:
        """An action; `chances` are those of his next turn if he does nothing."""
        if option.value.kind == "lob":
            return self.lob(actor, option)
        if option.notation not in self._deeds:
            self._deeds[option.notation] = self._deed(actor, option, chances)
        return self._deeds[option.notation]

    def _deed(self, actor: FighterView, option: Option[Action], chances: float) -> float:
        action, look = option.value, option.about
        match action.kind:
            case "attack" if action.attack is not None:
                return self.attack(actor, look, action.attack)
            case "enter" if isinstance(look, Prospect):
                gain = self.chances(look) - self.nerve * self.harm(actor, look.danger) - chances
                return LATER * figure(look, "win") * gain
            case "escape" if isinstance(look, Prospect):
                gain = self.chances(look) + self.harm(actor, look.danger)
                return LATER * figure(look, "win") * gain
            case "ready" | "pick up" | "reload":
                return ARMS * (self.chances(look) - chances)
            case "cast" if said := self.magic.said(actor, option.notation):
                return self.cast(actor, said, option)
            case "break free":
                return FREED * figure(look, "works")
            case "shake":
                return WOKEN
            case "disbelieve":
                return self.doubt(option, action.to)
            case "drink":
                return draught(action.weapon, self.view.fighters[action.to])
            case "nothing":
                return 0.0
        return -0.01  # drag, give and whatever else there may be

    def lob(self, actor: FighterView, option: Option[Action]) -> float:
        """A grenade for what it does to foes less friends; a flash for the turn it gives."""
        foes = self.foes(actor)
        weapon = edition(self.view.edition).weapons[option.value.weapon]
        if not weapon.surprise:
            left = sum(one.left for one in foes) / max(1, len(foes))
            return net_harm(option.about) / max(1.0, left) / 2
        if self.view.unopposed:
            return NEVER
        ready = [one for one in self.friends(actor) if self.engaged(one)]
        return TURN * (len(ready) - 1)

    def engaged(self, who: FighterView) -> bool:
        """Whether he could attack somebody in a turn that comes now, as far as one can see."""
        arms = edition(self.view.edition).weapons
        shoots = any(arms[id].missile for id in self.armed(who))
        return shoots or any(apart(who, foe) <= who.ma + 1 for foe in self.foes(who))

    # -- reactions and luck --------------------------------------------------------------------

    @cached_property
    def price(self) -> float:
        """What a blow costs: a turn, where it is a reaction that one may leave be."""
        return 0.75 * TURN if any(option.value == "" for option in self.options) else 0.0

    def agreed(self, actor: FighterView, option: Option[bool]) -> float:
        """Dodge, spend karma, spend a wish: yes against no, which is worth 0."""
        if not option.value:
            return 0.0
        look = option.about
        if look is None:
            return 1.0  # a wish for the fallen; a foe pushed back
        if option.notation.endswith("dodge"):
            hurt = next(one.about for one in self.options if not one.value)
            return figure(look, "dodge") * self.blow(hurt, actor.name) - TURN
        if option.notation.endswith("re-roll"):
            return figure(look, "win") - 0.4
        return figure(look, "win") + figure(look, "works")  # to stalk, to steal the initiative

    def word(self, actor: FighterView, option: Option[str]) -> float:
        """Who acts first; how to use the upper hand in a grapple; other ways to react."""
        match option.value:
            case actor.name:
                nearest = min((apart(actor, foe) for foe in self.foes(actor)), default=0)
                return float(self.engaged(actor)) - nearest / 100
            case "":
                return 0.0  # take it
            case "grapple":
                return self.blow(option.about, *actor.grappling[:1])
            case "escape":
                held = [self.view.fighters[name].st for name in actor.grappling]
                return 0.15 if sum(held) > actor.st else 0.05
            case "defend":
                return 0.05
        return NEVER

    # -- who is where --------------------------------------------------------------------------

    def friends(self, who: FighterView) -> list[FighterView]:
        return friends(self.view, who)

    def foes(self, who: FighterView) -> list[FighterView]:
        return foes(self.view, who)
