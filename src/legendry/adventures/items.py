"""The lines of an instruction's list, read: options, which begin with a link, and rules.

A line that cannot be read raises `Unclear`, which says what is wrong and how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Literal, cast

from legendry.adventures.book import (
    Attempt,
    Award,
    Battle,
    Check,
    Choice,
    Condition,
    End,
    GoTo,
    Hurt,
    Item,
    Link,
    Note,
    Rule,
    Shop,
    Sight,
    Thing,
    Wait,
    Who,
)
from legendry.adventures.conditions import ITEM, PLOTWORD, read_condition
from legendry.adventures.markdown import Entry, plain
from legendry.adventures.mistakes import Unclear
from legendry.legends.campaign.pricelist import Kind
from legendry.legends.skillchecks import SkillCheck
from legendry.odds import Dice
from legendry.table.requests import clipped

LINK = r"\[(?P<{0}text>[^\[\]]+)\]\((?P<{0}file>[\w./-]*)#(?P<{0}target>[\w-]+)\)"
OPTION = re.compile(
    LINK.format("")
    + r"(?:\s*\((?P<manner>talk|attack)\))?"
    + r"(?:\s+if\s+(?P<condition>.+?))?"
    + r"(?:\s+for\s+(?:(?P<gold>\d{1,5})\s+gold|(?P<item>[a-z0-9][\w/-]*)))?"
    + r"(?:\s*:\s*(?P<test>[^\[\]]+?),?\s+else\s+"
    + LINK.format("else")
    + r")?\s*\.?",
    re.IGNORECASE,
)
TO = re.compile(r"(?P<rest>.*?)\s+to\s+(?:the\s+)?(?P<who>.+)", re.IGNORECASE)
CONDITIONAL = re.compile(r"if\s+(?P<condition>[^:]+?)\s*:\s*(?P<rest>.+)", re.IGNORECASE)
CHECK = re.compile(
    r"(?P<test>[^\[\]]+?)"
    + r"(?:\s*:\s*"
    + LINK.format("pass")
    + r")?(?:,?\s+else\s+(?:"
    + LINK.format("fail")
    + r"|(?P<harm>[^\[\]]+)))?",
    re.IGNORECASE,
)
WHO_ROLLS = re.compile(r"(?:(?P<who>one|each|leader|best)\s+(?:rolls\s+)?)?(?P<check>.+)", re.I)
WITHOUT_WEIGHT = re.compile(r"(?P<check>.+?)\s+without\s+weight", re.IGNORECASE)
NUMBER = re.compile(r"(?P<check>win\s.+?)(?:\s+against)?\s+(?P<number>\d{1,3})", re.IGNORECASE)
FOES = re.compile(r"(?:(?P<count>\d{1,2})\s+)?(?P<id>[a-z0-9][a-z0-9-]*)", re.IGNORECASE)

HOW_OPTION = (
    "write - [words](#id), then in this order (talk) or (attack), if …, for 5 gold, "
    ": one 3/IQ against LOCKS, else [words](#id)"
)
HOW_CHECK = "write - Check one 3/ST+CLIMBING: [words](#id), else [words](#id)"
HOW_FIGHT = "write - Fight 3 wolf and wolf-king on MAP; victory [words](#id); defeat [words](#id)"

KEYWORDS = (
    "Plotword, Forget, XP, Karma, Wish, Curse, Gold, Item, Weapon, Armor, Lose, Harm, Fatigue, "
    "Fall, Heal, Time, Night, Rest, Shop, Check, Fight, Dogfight, If, Go to, Reveal, Mind, End"
)


def read_item(entry: Entry, slug: str) -> Item:
    """What a line of a list says in that edition."""
    text = plain(entry.text).strip()
    if text.startswith("["):
        return Item(entry.line, read_option(text, slug))
    condition: Condition | None = None
    if found := CONDITIONAL.fullmatch(text):
        condition = read_condition(found["condition"], slug)
        text = found["rest"]
    return Item(entry.line, read_rule(text, slug), condition)


def read_option(text: str, slug: str) -> Choice:
    """An option.

    >>> read_option("[Pay](#the-bridge) if RAVEN for 5 gold", "ancient-world").gold
    5
    """
    found = OPTION.fullmatch(text)
    if found is None:
        raise Unclear(f"“{clipped(text, 60)}” is no option", HOW_OPTION)
    return Choice(
        link=Link(found["text"], found["target"].lower()),
        manner=cast(Any, (found["manner"] or "").lower()),
        condition=read_condition(found["condition"], slug) if found["condition"] else None,
        gold=int(found["gold"] or 0),
        item=found["item"] or "",
        attempt=read_attempt(found["test"], slug) if found["test"] else None,
        otherwise=_link(found, "else"),
    )


def read_attempt(text: str, slug: str) -> Attempt:
    """A check with those who make it: `best 3/DX`, `leader win IQ+CHARISMA against 11`.

    >>> read_attempt("each 3/ST against SWIMMING", "ancient-world").who
    'each'
    """
    found = WHO_ROLLS.fullmatch(text.strip())
    assert found is not None
    wording, npc = found["check"], 10
    weightless = WITHOUT_WEIGHT.fullmatch(wording)
    if weightless:
        wording = weightless["check"]
    if number := NUMBER.fullmatch(wording):
        wording, npc = number["check"], int(number["number"])
    try:
        check = SkillCheck.parse(wording, slug)
    except ValueError as error:
        raise Unclear(str(error)) from None
    return Attempt((found["who"] or "one").lower(), check, npc, weightless is not None)


def read_rule(text: str, slug: str) -> Rule:
    """A rule: a keyword, and what belongs to it."""
    word, _, rest = text.rstrip(".").partition(" ")
    reader = READERS.get(word.lower())
    if reader is None:
        raise Unclear(
            f"“{clipped(text, 40)}” is neither a rule nor an option",
            f"a rule begins with one of {KEYWORDS}; an option is a link [words](#id)",
        )
    return reader(rest.strip(), slug)


# -- the rules by their keywords ---------------------------------------------------------------


def _plotword(rest: str, slug: str, *, forget: bool = False) -> Rule:
    if not PLOTWORD.fullmatch(rest):
        raise Unclear(f"“{clipped(rest, 40)}” is no plotword", "write it in capitals: RAVEN")
    return Note(rest, forget)


def _forget(rest: str, slug: str) -> Rule:
    return _plotword(rest, slug, forget=True)


def _award(what: Literal["xp", "karma", "wishes", "curses", "gold"]) -> Callable[[str, str], Rule]:
    def read(rest: str, slug: str) -> Rule:
        amount, who = _recipient(rest, "leader" if what == "gold" else "each")
        return Award(what, _count(amount, f"{what} 1"), who)

    return read


def _thing(kind: Kind) -> Callable[[str, str], Rule]:
    def read(rest: str, slug: str) -> Rule:
        named, who = _recipient(rest, "one")
        count, id = _counted(named)
        return Thing(kind, id, count, who)

    return read


def _lose(rest: str, slug: str) -> Rule:
    named, who = _recipient(rest, "one")
    if gold := re.fullmatch(r"(\d{1,5})\s+gold", named, re.IGNORECASE):
        return Award("gold", -int(gold[1]), who)
    count, id = _counted(named)
    return Thing("belongings", id, -count, who)


def _hurt(how: Literal["harm", "fatigue", "fall", "heal"]) -> Callable[[str, str], Rule]:
    def read(rest: str, slug: str) -> Rule:
        amount, who = _recipient(rest, "each")
        try:
            return Hurt(how, Dice.parse(amount), who)
        except ValueError:
            raise Unclear(
                f"“{clipped(amount, 40)}” is no amount", f"write {how} 2D6 or 3"
            ) from None

    return read


def _time(rest: str, slug: str) -> Rule:
    count, unit = _span(rest)
    return Wait(count, unit, rest=False)


def _night(rest: str, slug: str) -> Rule:
    if rest:
        raise Unclear(f"“{clipped(rest, 40)}” is too much", "write Night, or Rest 2 days")
    return Wait(1, "night", rest=True, shelter=True)


def _rest(rest: str, slug: str) -> Rule:
    found = re.fullmatch(r"(?P<span>.+?)(?:\s+in\s+(?P<where>shelter|the open))?", rest, re.I)
    if found is None:
        raise Unclear("how long do they rest?", "write Rest 1 week in shelter")
    count, unit = _span(found["span"])
    return Wait(count, unit, rest=True, shelter=(found["where"] or "shelter").lower() == "shelter")


def _shop(rest: str, slug: str) -> Rule:
    return Shop(rest)


def _sight(by: Literal["reveal", "mind"]) -> Callable[[str, str], Rule]:
    def read(rest: str, slug: str) -> Rule:
        if not rest:
            raise Unclear("there is nothing to see", "write Reveal: a sentence")
        return Sight(by, rest)

    return read


def _go(rest: str, slug: str) -> Rule:
    found = re.fullmatch(rf"(?:to\s+)?{LINK.format('go')}", rest, re.IGNORECASE)
    if found is None:
        raise Unclear(f"“{clipped(rest, 40)}” is no link", "write Go to [words](#id)")
    link = _link(found, "go")
    assert link is not None
    return GoTo(link)


def _check(rest: str, slug: str) -> Rule:
    found = CHECK.fullmatch(rest)
    if found is None:
        raise Unclear(f"“{clipped(rest, 60)}” is no check", HOW_CHECK)
    harm: Hurt | None = None
    if found["harm"]:
        suffered = read_rule(found["harm"].strip(), slug)
        if not isinstance(suffered, Hurt):
            raise Unclear(f"“{clipped(found['harm'], 40)}” cannot befall those who fail", HOW_CHECK)
        harm = suffered
    passed, failed = _link(found, "pass"), _link(found, "fail")
    if passed is None and failed is None and harm is None:
        raise Unclear("nothing depends on this check", HOW_CHECK)
    return Check(read_attempt(found["test"], slug), passed, failed, harm)


def _battle(game: Literal["fight", "dogfight"]) -> Callable[[str, str], Rule]:
    def read(rest: str, slug: str) -> Rule:
        head, *clauses = (part.strip() for part in rest.split(";"))
        named, _, board = head.partition(" on ")
        foes = _people(named)
        said: dict[str, Any] = {"craft": "", "surprise": "", "routed": "", "leave": "exits"}
        for clause in filter(None, clauses):
            said |= _clause(clause)
        if "victory" not in said:
            raise Unclear("the fight does not say where victory leads", HOW_FIGHT)
        return Battle(
            game=game,
            foes=foes,
            board=board.strip().lower(),
            craft=said["craft"],
            surprise=said["surprise"],
            routed=said["routed"],
            leave=said["leave"],
            victory=said["victory"],
            defeat=said.get("defeat"),
            flight=said.get("flight"),
            weightless=said.get("weightless", False),
            allies=said.get("allies", ()),
        )

    return read


def _clause(text: str) -> dict[str, Any]:
    """One part of a fight after its foes."""
    if found := re.fullmatch(rf"(?P<end>victory|defeat|flight)\s+{LINK.format('')}", text, re.I):
        return {found["end"].lower(): Link(found["text"], found["target"].lower())}
    match text.lower().split():
        case ["in", craft]:
            return {"craft": craft}
        case ["beside", "you", *_]:
            return {"allies": _people(text.split(maxsplit=2)[-1])}
        case ["surprise", ("foes" | "party") as side]:
            return {"surprise": side}
        case ["routed", "when", foe, "falls"]:
            return {"routed": foe}
        case ["leave", "by", "the", "edge"]:
            return {"leave": "edge"}
        case ["no", "way", "out"]:
            return {"leave": "no"}
        case ["without", "weight"]:
            return {"weightless": True}
    raise Unclear(
        f"“{clipped(text, 40)}” is no part of a fight",
        "write in CRAFT, beside you 2 ID, surprise foes, surprise party, routed when ID falls, "
        "leave by the edge, no way out, without weight, victory, defeat or flight [words](#id)",
    )


def _end(rest: str, slug: str) -> Rule:
    how = rest.lower() or "neutral"
    if how not in ("good", "bad", "neutral"):
        raise Unclear(f"“{clipped(rest, 40)}” is no ending", "write End good, End bad or End")
    return End(cast(Any, how))


READERS: dict[str, Callable[[str, str], Rule]] = {
    "plotword": _plotword,
    "forget": _forget,
    "xp": _award("xp"),
    "karma": _award("karma"),
    "wish": _award("wishes"),
    "curse": _award("curses"),
    "gold": _award("gold"),
    "item": _thing("belongings"),
    "weapon": _thing("weapons"),
    "armor": _thing("armor"),
    "lose": _lose,
    "harm": _hurt("harm"),
    "fatigue": _hurt("fatigue"),
    "fall": _hurt("fall"),
    "heal": _hurt("heal"),
    "time": _time,
    "night": _night,
    "rest": _rest,
    "shop": _shop,
    "check": _check,
    "fight": _battle("fight"),
    "dogfight": _battle("dogfight"),
    "go": _go,
    "reveal:": _sight("reveal"),
    "mind:": _sight("mind"),
    "end": _end,
}


# -- parts -------------------------------------------------------------------------------------


def _link(found: re.Match[str], name: str) -> Link | None:
    text = found[f"{name}text"]
    return Link(text, found[f"{name}target"].lower()) if text else None


def _recipient(text: str, usual: Who) -> tuple[str, Who]:
    found = TO.fullmatch(text)
    if found is None:
        return text, usual
    who = found["who"]
    return found["rest"], who.lower() if who.lower() in ("each", "one", "leader", "best") else who


def _count(text: str, example: str) -> int:
    if not re.fullmatch(r"-?\d{1,5}", text):
        raise Unclear(f"“{clipped(text, 40)}” is no number", f"write {example}")
    return int(text)


def _counted(text: str) -> tuple[int, str]:
    """`2 ration` or `ring`."""
    found = re.fullmatch(rf"(?:(?P<count>\d{{1,3}})\s+)?(?P<id>{ITEM.pattern}(?:/[\w/]+)?)", text)
    if found is None:
        fix = "write an id in small letters with hyphens: silver-key, 2 ration, healing-potion/4"
        raise Unclear(f"“{clipped(text, 40)}” is no thing", fix)
    return int(found["count"] or 1), found["id"]


def _span(text: str) -> tuple[int, Literal["night", "day", "week"]]:
    found = re.fullmatch(r"(?P<count>\d{1,3})\s+(?P<unit>night|day|week)s?", text.strip(), re.I)
    if found is None:
        raise Unclear(
            f"“{clipped(text, 40)}” is no span of time", "write 2 days, 1 week or 1 night"
        )
    return int(found["count"]), cast(Any, found["unit"].lower())


def _people(text: str) -> tuple[tuple[int, str], ...]:
    """`3 wolf, dog and wolf-king`: how many of whom."""
    return tuple(_foe(one) for one in re.split(r",\s*|\s+and\s+", text.strip()))


def _foe(text: str) -> tuple[int, str]:
    found = FOES.fullmatch(text.strip())
    if found is None:
        raise Unclear(f"“{clipped(text, 40)}” is no foe", HOW_FIGHT)
    return int(found["count"] or 1), found["id"].lower()
