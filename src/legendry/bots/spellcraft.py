"""How greedy casts: what a spell is worth by what it does, in the words of the spell book.

Worth is counted in fighters as everywhere in greedy. What a spell costs is weighed by the caster's
own life, so that the last points of strength are dear, and nobody spends more than he can stand.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec import Struct

from legendry.bots.field import apart, blow, figure, fit, foes, friends, near, net_harm
from legendry.hexes import Hex, distance, neighbours
from legendry.legends.edition import edition
from legendry.legends.magic.spells import Lasting, Spell, amounts, price
from legendry.legends.outlook import Casting
from legendry.legends.views import FighterView, FightView
from legendry.odds import best_contest, passes
from legendry.table import About, Option

HEX = re.compile(r"\b\d{4}\b")
NEVER = -9.0
STAFF = 0.01
"""A point of a staff's power: it is there to be spent."""
EFFORT = 0.03
"""What a spell must be worth beyond its price to be cast at all."""
HELPLESS, CONTROLLED, BOUND = 0.75, 1.2, 0.35
"""A foe out of the fight until he is woken; one who changes sides; one tied up for a while."""
SKILL = 0.8
"""A foe who hits for sure beside one who never does."""
HIDDEN, ARMOR, SHOCK = 0.3, 0.07, 0.1
"""Protection of somebody in danger: a die more to hit him, a point of armor, a shock shield."""
PACE = 0.08
"""To be faster, or a foe slower, while people are still coming together."""
TURN = 0.2
"""A turn that a foe loses; a weapon that he loses costs him one."""
FLOOR, FLAMES = 0.1, 3.0
"""A foe on slippery ground; the points that fire does until one is out of it."""
REVIVED = 0.6
"""A friend who would have died."""
BEING, SHAPE = 0.5, 0.25
"""A being to fight beside us, if it is as strong as a man; a shape for each time one's own ST."""
AMISS = 1.5
"""A friend hurt by our own spell beside a foe."""


class Said(Struct, frozen=True):
    """What an option of a casting says: the spell, and at what so far."""

    spell: Spell
    word: str = ""
    """The being that an illusion shows."""
    target: str = ""
    hexes: tuple[Hex, ...] = ()


class Spellcraft:
    """Weighs castings in one question of a fight."""

    def __init__(self, view: FightView) -> None:
        self.view = view
        self.rules = edition(view.edition)
        self._values: dict[tuple[str, int], dict[Hex, float]] = {}

    def said(self, actor: FighterView, notation: str) -> Said | None:
        """What an option says of a casting; None if it is none."""
        text = notation.removeprefix(f"{actor.name} cast ")
        if text == notation:
            return None
        spells = [
            one for one in self.rules.spells.values() if f"{text} ".startswith(f"{one.name} ")
        ]
        if not spells:
            return None
        spell = max(spells, key=lambda one: len(one.name))
        of, _, at = text.removeprefix(spell.name).partition(" at ")
        beings = self.rules.creatures.values()
        word = next((one.id for one in beings if of == f" of {one.name.lower()}"), "")
        if spell.target in ("hex", "area"):
            labels = HEX.findall(at.partition(" for ")[0])
            return Said(spell, word, hexes=tuple(map(Hex.at, labels)))
        names = [one for one in self.view.fighters if f"{at} ".startswith(f"{one} ")]
        target = actor.name if spell.target == "self" else max(names, key=len, default="")
        return Said(spell, word, target)

    def worth(self, actor: FighterView, said: Said, option: Option[Any]) -> float:
        """What an option of a casting is worth, whatever it still leaves open."""
        spell, look = said.spell, option.about
        if spell.target == "spell":
            return self.dispelled(actor, spell, option)
        amount = option.value if isinstance(option.value, int) else 0
        if isinstance(option.value, Spell):
            amount = 1  # the figures of an answer to a foe are those of the least (MAG-6)
        if spell.target in ("person", "object"):
            if not said.target:
                return self.begun(actor, spell, look)
            return self.at_person(actor, spell, said.target, look, amount)
        if spell.target in ("hex", "area"):
            if self.calls(spell):
                return self.called(actor, said)
            return self.in_hexes(actor, said, amount, done=option.value is None)
        works = figure(look, "works")
        if spell.morphs:
            form = self.rules.creatures[spell.being]
            gain = SHAPE * form.st_multiplier * self.pressure(actor)
            return self.net(actor, spell, works, works * gain)
        return self.net(actor, spell, works, self.on_all(actor, spell, look))

    # -- what it costs -------------------------------------------------------------------------

    def net(
        self,
        actor: FighterView,
        spell: Spell,
        chance: float,
        gain: float,
        amount: int = 1,
        target_st: int = 0,
    ) -> float:
        """The mean gain less the price, which is paid on success only (MAG-9)."""
        due = price(spell, amount, target_st=target_st)
        held = min(due, self.staff(actor))
        tired = due - held
        if tired >= actor.left:
            return NEVER  # he would fall (RUL-102)
        spent = life(actor.left) - life(actor.left - tired) + STAFF * held
        return gain - chance * spent - EFFORT

    def staff(self, who: FighterView) -> int:
        """The power of the staff in his hand (MAG-11)."""
        arms = self.rules.weapons
        return who.staff if any(id in arms and arms[id].wooden for id in who.ready) else 0

    def able(self, actor: FighterView, spell: Spell) -> range:
        """The amounts that leave him on his feet."""
        return amounts(spell, actor.left - 1 + self.staff(actor))

    # -- at somebody ---------------------------------------------------------------------------

    def begun(self, actor: FighterView, spell: Spell, look: About | None) -> float:
        """A spell that somebody is still to be named for: the best of them."""
        if not isinstance(look, Casting):  # after the fight: nothing is said of it
            hurt = [one for one in self.view.fighters.values() if one.side == actor.side]
            sure = About({"works": passes(3, actor.iq)})
            worths = [self.at_person(actor, spell, one.name, sure, 0) for one in hurt]
        else:
            worths = [self.at_person(actor, spell, name, one, 0) for name, one in look.at.items()]
        return max(worths, default=NEVER)

    def at_person(
        self, actor: FighterView, spell: Spell, name: str, look: About | None, amount: int
    ) -> float:
        """A spell on somebody: with `amount` for so much, else for what serves best.

        Figures of an open amount are those of the most that he can spend on his feet.
        """
        target = self.view.fighters[name]
        if (target.side == actor.side) != spell.friendly or look is None:
            return NEVER
        able = [amount] if amount else self.able(actor, spell)
        st = max(target.st, target.damage) if spell.cost.special else target.st
        worths = [NEVER]
        for n in able:
            if n <= self.known(spell, target):
                continue  # it can only be made stronger (RUL-104)
            gain = self.gain(actor, spell, target, look, n, n / able[-1])
            worths.append(self.net(actor, spell, chance_of(look), gain, n, st))
        return max(worths)

    def gain(
        self,
        actor: FighterView,
        spell: Spell,
        target: FighterView,
        look: About,
        amount: int,
        part: float,
    ) -> float:
        """What a spell on somebody does on the whole, its chance counted.

        `part` is how much of what the figures speak of is spent.
        """
        now, chance = spell.at_once, chance_of(look)
        if now is not None and now.revives:
            return chance * REVIVED * (target.status == "dying")
        if now is not None and now.heal_per_point:
            healed = min(target.damage, now.heal_per_point * amount)
            better = life(target.left + healed) - life(target.left)
            return chance * better * (target.status != "dying")
        if not fit(target):
            return 0.0
        if now is None:
            more, what = amount - self.known(spell, target), spell.lasting
            return chance * self.lasts(actor, what, target, more) if what else 0.0
        if spell.kind == "strike" or now.damage_per_point:
            drop = figure(look, "drop") if part == 1 else 0.0
            return blow(part * net_harm(look), drop, target.left)
        if now.trips:
            return chance * TURN * (not target.turns_owed)
        if now.drops or now.breaks:
            return chance * TURN * any(id in self.rules.weapons for id in target.ready)
        if now.pushes:
            return chance * TURN / 2 * (apart(actor, target) <= 1)
        return 0.0

    def lasts(self, actor: FighterView, what: Lasting, target: FighterView, amount: int) -> float:
        """What a spell that stays in play does to one fighter, for better or worse."""
        mine = [one for one in self.upon(target) if one is not what]
        worth, pressure = might(target), self.pressure(target)
        gain = 0.0
        if what.helpless:
            last = foes(self.view, actor) == [target]
            gain += (1.0 if last else HELPLESS) * worth
        if what.controlled:
            gain += CONTROLLED * worth
        if what.bound and not any(one.bound for one in mine):
            gain += BOUND * worth
        if what.ma:
            gain += PACE * self.apart_still(target)
        if what.attribute in ("DX", "choice"):
            points = what.amount * (amount if what.per_point else 1)
            change = passes(3, target.dx + points) - passes(3, max(1, target.dx))
            gain += SKILL * worth * abs(float(change))
        if what.dice_against:
            more = what.dice_against - max([3, *(one.dice_against for one in mine)])
            gain += HIDDEN * pressure * max(0, more) / (2 if what.only_flying else 1)
        if what.armor:
            more = what.armor - max([0, *(one.armor for one in mine)])
            gain += ARMOR * pressure * max(0, more)
        if what.shocks:
            gain += SHOCK * pressure
        if what.reverses_missiles:
            gain += HIDDEN * any(map(self.shoots, foes(self.view, target)))
        if what.mage_sight:
            unseen = (self.upon(one) for one in foes(self.view, target))
            gain += HIDDEN * any(one.seen_by_mage_sight for all in unseen for one in all)
        return gain

    def known(self, spell: Spell, target: FighterView) -> int:
        """How strong that spell is on him already."""
        alike = (one for one in self.view.spells if one.spell == spell.id)
        return max((one.value for one in alike if one.target == target.name), default=0)

    def upon(self, who: FighterView) -> list[Lasting]:
        """What the spells on him do."""
        spells = (
            self.rules.spells[one.spell] for one in self.view.spells if one.target == who.name
        )
        return [one.lasting for one in spells if one.lasting is not None]

    def pressure(self, who: FighterView) -> float:
        """How much protection is worth to him: all, if a foe can reach or shoot him soon."""
        soon = (
            one for one in foes(self.view, who) if apart(one, who) <= one.ma + 3 or self.shoots(one)
        )
        return might(who) if any(soon) else 0.0

    def shoots(self, who: FighterView) -> bool:
        arms = self.rules.weapons
        return any(id in arms and arms[id].missile for id in who.ready)

    def apart_still(self, who: FighterView) -> bool:
        """Whether he is still out of everybody's reach, and shoots nobody."""
        far = all(apart(who, one) > who.ma for one in foes(self.view, who))
        return far and not self.shoots(who)

    # -- in hexes ------------------------------------------------------------------------------

    def on_all(self, actor: FighterView, spell: Spell, look: About | None) -> float:
        """What a spell on oneself, on all around or on everybody does, its chance counted."""
        what, now, works = spell.lasting, spell.at_once, figure(look, "works")
        against, mine = foes(self.view, actor), friends(self.view, actor)
        if what is not None and what.flash:
            return works * PACE * (len(against) - len(mine) + 1)
        if what is not None:
            return works * self.lasts(actor, what, actor, 1)
        if now is not None and now.around_caster:
            left = sum(one.left for one in against) / max(1, len(against))
            return net_harm(look) / max(1.0, left) / 2
        return 0.0

    def in_hexes(self, actor: FighterView, said: Said, amount: int, *, done: bool) -> float:
        """A spell on hexes: those named so far, and more of them where that is worth it."""
        spell = said.spell
        able = self.able(actor, spell)
        if not able:
            return NEVER
        amount = amount or able[-1]
        value = self.values(actor, spell, amount)
        starts = [said.hexes] if said.hexes else [(hex,) for hex, one in value.items() if one > 0]
        size = len(said.hexes) if done or not spell.area else spell.area
        totals = []
        for start in starts:
            area = tuple(self.grown(start, size, value))
            totals.append(sum(value.get(hex, 0.0) for hex in area) - 0.001 * len(area))
        if not totals:
            return NEVER
        chance = 1.0 if spell.kind == "direct" else float(passes(3, actor.iq))
        return self.net(actor, spell, chance, chance * max(totals), amount)

    def burns(self, who: FighterView, way: Sequence[str]) -> float:
        """The points that fire does to him on that way, and where he ends (RUL-105)."""
        fire = {
            hex: what.burns
            for cast in self.view.spells
            if (what := self.rules.spells[cast.spell].lasting) is not None and what.burns
            for hex in cast.hexes
        }
        if not fire:
            return 0.0
        ends = way[-1:] or who.hexes
        return sum(fire.get(hex, 0) for hex in way[1:]) + max(fire.get(hex, 0) for hex in ends)

    def values(self, actor: FighterView, spell: Spell, amount: int) -> dict[Hex, float]:
        """By hex: what the spell does there if it succeeds, friends counted against it."""
        if (known := self._values.get((spell.id, amount))) is not None:
            return known
        value = self._values[spell.id, amount] = {}
        for one in self.view.fighters.values():
            if one.name == actor.name and spell.kind == "direct":
                continue
            if not one.hexes or not fit(one):
                continue
            worth = self.caught(actor, spell, one, amount) / len(one.hexes)
            for label in one.hexes:
                hex = Hex.at(label)
                worse = AMISS if one.side == actor.side else -1
                value[hex] = value.get(hex, 0.0) - worse * worth
        return value

    def caught(self, actor: FighterView, spell: Spell, one: FighterView, amount: int) -> float:
        """What it does to somebody in its hexes, in fighters."""
        now, what = spell.at_once, spell.lasting
        if now is not None and (dice := now.harm(amount)):
            armor = 0 if now.ignores_armor else one.armor
            return blow(max(0.0, 3.5 * dice.dice + dice.modifier - armor), 0.0, one.left)
        if what is not None and what.burns:
            there = {hex for cast in self.view.spells for hex in cast.hexes}
            return blow(FLAMES, 0.0, one.left) if there.isdisjoint(one.hexes) else 0.0
        if what is not None and what.own_dice and spell.kind != "direct":
            return FLOOR
        if spell.kind == "direct" and what is not None:
            odds = best_contest(actor.iq, one.iq, "nobody").attacker
            return float(odds) * self.lasts(actor, what, one, amount)
        return 0.0

    def grown(self, start: Collection[Hex], size: int, value: dict[Hex, float]) -> Iterator[Hex]:
        """An area that goes from those hexes to the next one of worth while there is room."""
        area = list(start)
        while len(area) < size:
            goals = [
                (min(distance(hex, goal) for hex in area), goal)
                for goal, worth in value.items()
                if worth > 0 and goal not in area
            ]
            if not goals or (away := min(goals))[0] > size - len(area):
                break
            edge = {hex for one in area for hex in neighbours(one)} - set(area)
            area.append(
                min(edge, key=lambda hex: (distance(hex, away[1]), -value.get(hex, 0.0), hex))
            )
        yield from area

    # -- beings and spells ---------------------------------------------------------------------

    def calls(self, spell: Spell) -> bool:
        what = spell.lasting
        return spell.summons or (what is not None and (what.image or what.illusion))

    def called(self, actor: FighterView, said: Said) -> float:
        """A being, as strong as it is; a second false one is worth less, an image least."""
        being = self.rules.creatures[said.spell.being or said.word]
        there = [one for one in self.view.fighters.values() if one.summoner == actor.name]
        worth = BEING * might_of(being.st) / (1 + len([one for one in there if fit(one)]))
        what = said.spell.lasting
        if what is not None:
            worth *= 0.3 if what.image else 0.8
        nearest = 0
        if said.hexes:
            against = foes(self.view, actor)
            nearest = min((near(one, said.hexes[0]) for one in against), default=0)
        chance = float(passes(3, actor.iq))
        return self.net(actor, said.spell, chance, chance * worth) - nearest / 1000

    def dispelled(self, actor: FighterView, spell: Spell, option: Option[Any]) -> float:
        """An end to what a foe has cast: a being gone, a friend free, a foe bare."""
        chances = [figure(option.about, name) for name in ("win", "works")]
        named = isinstance(option.value, int)
        doomed = [one for one in self.view.spells if not named or one.number == option.value]
        worths = []
        for one in doomed:
            caster = self.view.fighters.get(one.caster)
            if caster is None or caster.side == actor.side:
                continue
            row = self.rules.spells[one.spell]
            subject = self.view.fighters.get(one.target)
            gain = 0.0
            if self.calls(row) and subject is not None:
                gain = BEING * might(subject)
            elif row.lasting is not None and subject is not None and row.target != "self":
                gain = self.lasts(actor, row.lasting, subject, one.value)
            odds = max(chances) or float(best_contest(actor.iq, caster.iq, "nobody").attacker)
            worths.append(self.net(actor, spell, odds, odds * gain))
        return max(worths, default=NEVER)


def chance_of(look: About) -> float:
    """The chance that a spell succeeds: of a contest, of a check, or of a strike."""
    return figure(look, "win") or figure(look, "works") or figure(look, "hit")


def life(left: float) -> float:
    """What a fighter with so much strength left is worth: the last points are the dearest."""
    return left / (left + 4) if left > 0 else 0.0


def might(who: FighterView) -> float:
    """A fighter as a threat: an average man is 1."""
    return might_of(who.left)


def might_of(left: int) -> float:
    return min(2.0, 0.5 + max(0, left) / 24)
