"""A book's lists written down again, in the notation in which they are read.

`read_item` reads the same item back: what is printed, exported or drawn is what is played. Links and
ids are written by the caller's leave, so that a booklet can have its numbers instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec import Struct

from legendry.adventures.book import (
    Alive,
    Attempt,
    Award,
    Battle,
    Check,
    Choice,
    Condition,
    Either,
    End,
    Every,
    GoTo,
    Has,
    Hurt,
    Id,
    Item,
    Knows,
    Late,
    Link,
    Not,
    Note,
    Rich,
    Rule,
    Shop,
    Sight,
    Skilled,
    Thing,
    Versed,
    Visited,
    Wait,
    Who,
)
from legendry.legends.edition import edition
from legendry.legends.skillchecks import named_skill

Linked: TypeAlias = Callable[[Link], str]
Named: TypeAlias = Callable[[Id], str]

RESERVED = ("and", "or", "not", "gold", "day", "if", "for", "visited", "someone", "somebody", "is")
"""Words that mean something else in a condition than the thing of that name."""
AWARDS = {"xp": "XP", "karma": "Karma", "wishes": "Wish", "curses": "Curse", "gold": "Gold"}
THINGS = {"belongings": "Item", "weapons": "Weapon", "armor": "Armor"}


def markdown_link(link: Link) -> str:
    return f"[{link.text}](#{link.target})"


class Wording(Struct, frozen=True):
    """How items of an edition are written: with which links, and which names for instructions."""

    slug: str
    link: Linked = markdown_link
    named: Named = str

    def item(self, item: Item) -> str:
        """A line of a list."""
        if isinstance(item.does, Choice):
            return self.choice(item.does)
        condition = f"If {self.condition(item.condition)}: " if item.condition else ""
        return condition + self.rule(item.does)

    def choice(self, choice: Choice) -> str:
        """An option with its parts in order."""
        parts = [self.link(choice.link)]
        if choice.manner:
            parts.append(f"({choice.manner})")
        if choice.condition:
            parts.append(f"if {self.condition(choice.condition)}")
        if choice.gold or choice.item:
            parts.append(f"for {choice.item or f'{choice.gold} gold'}")
        text = " ".join(parts)
        if choice.attempt and choice.otherwise:
            text += f": {self.attempt(choice.attempt)}, else {self.link(choice.otherwise)}"
        return text

    def attempt(self, attempt: Attempt) -> str:
        """Who rolls what."""
        check = attempt.check.wording(self.slug)
        if attempt.check.contest:
            check += f" {attempt.npc}" if " against " in check else f" against {attempt.npc}"
        return f"{attempt.who} {check}{' without weight' if attempt.weightless else ''}"

    def rule(self, rule: Rule) -> str:
        """A rule with its keyword."""
        match rule:
            case Note(word=word, forget=forget):
                return f"{'Forget' if forget else 'Plotword'} {word}"
            case Award(what="gold", by=by, to=to) if by < 0:
                return f"Lose {-by} gold{_to(to, 'one')}"
            case Award(what=what, by=by, to=to):
                return f"{AWARDS[what]} {by}{_to(to, 'leader' if what == 'gold' else 'each')}"
            case Thing(kind=kind, id=id, by=by, to=to):
                keyword = "Lose" if by < 0 else THINGS[kind]
                return f"{keyword} {id if abs(by) == 1 else f'{abs(by)} {id}'}{_to(to, 'one')}"
            case Hurt(how=how, amount=amount, to=to):
                return f"{how.title()} {amount}{_to(to, 'each')}"
            case Wait():
                return waits(rule)
            case Shop(prices=prices):
                return f"Shop {prices}"
            case Sight(by=by, text=text):
                return f"{by.title()}: {text}{' .' if text.endswith('.') else ''}"
            case GoTo(link=link):
                return f"Go to {self.link(link)}"
            case Check():
                return self.check(rule)
            case Battle():
                return self.battle(rule)
            case End(how=how):
                return "End" if how == "neutral" else f"End {how}"

    def check(self, rule: Check) -> str:
        text = f"Check {self.attempt(rule.attempt)}"
        if rule.passed:
            text += f": {self.link(rule.passed)}"
        if rule.failed:
            text += f", else {self.link(rule.failed)}"
        elif rule.harm:
            text += f", else {self.rule(rule.harm)}"
        return text

    def battle(self, rule: Battle) -> str:
        text = f"{rule.game.title()} {people(rule.foes)}"
        parts = [text + (f" on {rule.board}" if rule.board else "")]
        if rule.allies:
            parts.append(f"beside you {people(rule.allies)}")
        if rule.craft:
            parts.append(f"in {rule.craft}")
        if rule.surprise:
            parts.append(f"surprise {rule.surprise}")
        if rule.routed:
            parts.append(f"routed when {rule.routed} falls")
        if rule.leave != "exits":
            parts.append("leave by the edge" if rule.leave == "edge" else "no way out")
        if rule.weightless:
            parts.append("without weight")
        for name in ("victory", "defeat", "flight"):
            if link := getattr(rule, name):
                parts.append(f"{name} {self.link(link)}")
        return "; ".join(parts)

    def condition(self, condition: Condition, within: type[Condition] | None = None) -> str:
        """A condition, in brackets where it needs them."""
        match condition:
            case Knows(word=word):
                return word
            case Has(item=item):
                return f"someone has {item}" if item in RESERVED else item
            case Skilled(skill=skill):
                name = named_skill(edition(self.slug), skill).name
                special = skill.partition("/")[2]
                return f"someone has {name}/{special}" if special else f"someone has {name}"
            case Versed(spell=spell):
                return f"someone knows {edition(self.slug).spells[spell].name}"
            case Rich(gold=gold):
                return f"{gold} gold"
            case Late(day=day):
                return f"day {day}"
            case Alive(who=who):
                return f"{who} is alive"
            case Visited(id=id):
                return f"visited {self.named(id)}"
            case Not(of=inner):
                return f"not {self.condition(inner, Not)}"
            case Every(of=parts):
                text = " and ".join(self.condition(one, Every) for one in parts)
                return f"({text})" if within in (Not, Every) else text
            case Either(of=parts):
                text = " or ".join(self.condition(one, Either) for one in parts)
                return f"({text})" if within else text


def waits(rule: Wait) -> str:
    """Time that passes."""
    if rule.rest and rule.unit == "night" and rule.count == 1 and rule.shelter:
        return "Night"
    span = f"{rule.count} {rule.unit}{'' if rule.count == 1 else 's'}"
    if not rule.rest:
        return f"Time {span}"
    return f"Rest {span} in {'shelter' if rule.shelter else 'the open'}"


def _to(who: Who, usual: Who) -> str:
    """For whom, where that does not go without saying."""
    if who == usual:
        return ""
    return f" to the {who}" if who == "leader" or who.lower().startswith("the ") else f" to {who}"


def people(crowd: tuple[tuple[int, str], ...]) -> str:
    """How many of whom: `3 ridge-wolf and cave-bear`."""
    return " and ".join(id if count == 1 else f"{count} {id}" for count, id in crowd)
