"""Conditions as authors write them.

RAVEN                     the plotword is noted
ring                      somebody carries it; an id, so `silver-key`
someone has LOCKS         somebody has the skill
someone knows Fire-1      somebody knows the spell
5 gold                    the company has so much
day 3                     on that day, or later
Orla is alive             she is with the company
visited the-mill          the company was there
not …, … and …, … or …, ( … )
"""

from __future__ import annotations

import re

from legendry.adventures.book import (
    Alive,
    Condition,
    Either,
    Every,
    Has,
    Knows,
    Late,
    Not,
    Rich,
    Skilled,
    Versed,
    Visited,
)
from legendry.adventures.mistakes import Unclear
from legendry.legends.edition import edition
from legendry.legends.skillchecks import skill_id
from legendry.table.requests import clipped, folded

PLOTWORD = re.compile(r"[A-Z][A-Z'’-]{1,39}")
ITEM = re.compile(r"[a-z0-9][\w/-]{0,59}")
MANNERS = (
    "write a PLOTWORD, an item, “someone has LOCKS”, “someone knows Fire-1”, “5 gold”, “day 3”, "
    "“NAME is alive” or “visited id”"
)
DEEPEST = 20


def read_condition(text: str, slug: str) -> Condition:
    """A condition; `Unclear` says what is wrong with it.

    >>> read_condition("RAVEN and not (ring or 5 gold)", "ancient-world")
    Every(of=(Knows(word='RAVEN'), Not(of=Either(of=(Has(item='ring'), Rich(gold=5))))))
    """
    tokens = text.replace("(", " ( ").replace(")", " ) ").split()
    condition, rest = _either(tokens, slug, 0)
    if rest:
        raise Unclear(f"“{clipped(' '.join(rest), 40)}” is too much in a condition", MANNERS)
    return condition


def _either(tokens: list[str], slug: str, depth: int) -> tuple[Condition, list[str]]:
    first, rest = _both(tokens, slug, depth)
    parts = [first]
    while rest and rest[0].lower() == "or":
        part, rest = _both(rest[1:], slug, depth)
        parts.append(part)
    return (parts[0] if len(parts) == 1 else Either(tuple(parts))), rest


def _both(tokens: list[str], slug: str, depth: int) -> tuple[Condition, list[str]]:
    first, rest = _one(tokens, slug, depth)
    parts = [first]
    while rest and rest[0].lower() == "and":
        part, rest = _one(rest[1:], slug, depth)
        parts.append(part)
    return (parts[0] if len(parts) == 1 else Every(tuple(parts))), rest


def _one(tokens: list[str], slug: str, depth: int) -> tuple[Condition, list[str]]:
    if not tokens:
        raise Unclear("a condition breaks off", MANNERS)
    if depth > DEEPEST:
        raise Unclear("a condition is nested too deep", "make it simpler")
    word, *rest = tokens
    if word.lower() == "not":
        inner, rest = _one(rest, slug, depth + 1)
        return Not(inner), rest
    if word == "(":
        inner, rest = _either(rest, slug, depth + 1)
        if not rest or rest[0] != ")":
            raise Unclear("a bracket of a condition is not closed", "write )")
        return inner, rest[1:]
    return _fact(tokens, slug)


def _fact(tokens: list[str], slug: str) -> tuple[Condition, list[str]]:
    small = [token.lower() for token in tokens]
    match small:
        case ["someone" | "somebody", "has", _, *_]:
            end = _end(small)
            named = " ".join(tokens[2:end])
            if ITEM.fullmatch(named) and named == named.lower():
                return Has(named), tokens[end:]
            try:
                return Skilled(skill_id(named, slug)), tokens[end:]
            except ValueError as error:
                raise Unclear(str(error)) from None
        case ["someone" | "somebody", "knows", _, *_]:
            end = _end(small)
            return Versed(_spell(" ".join(tokens[2:end]), slug)), tokens[end:]
        case [count, "gold", *_] if count.isdigit() and len(count) < 6:
            return Rich(int(count)), tokens[2:]
        case ["day", count, *_] if count.isdigit() and len(count) < 6:
            return Late(int(count)), tokens[2:]
        case ["visited", _, *_]:
            return Visited(small[1].removeprefix("#")), tokens[2:]
    if "is" in small[: _end(small)] and small[small.index("is") + 1 :][:1] == ["alive"]:
        place = small.index("is")
        return Alive(" ".join(tokens[:place])), tokens[place + 2 :]
    word = tokens[0]
    if PLOTWORD.fullmatch(word):
        return Knows(word), tokens[1:]
    if ITEM.fullmatch(word) and word not in ("and", "or", "gold", "day"):
        return Has(word), tokens[1:]
    raise Unclear(f"“{clipped(' '.join(tokens), 40)}” is no condition", MANNERS)


def _end(small: list[str]) -> int:
    """Where a name ends."""
    return next((n for n, one in enumerate(small) if one in ("and", "or", ")")), len(small))


def _spell(name: str, slug: str) -> str:
    """The id of a spell by its id or its name."""
    for id, spell in edition(slug).spells.items():
        if folded(name) in (folded(id), folded(spell.name)):
            return id
    raise Unclear(
        f"there is no spell “{clipped(name, 40)}”", "write it as in the spell book: Fire-1"
    )
