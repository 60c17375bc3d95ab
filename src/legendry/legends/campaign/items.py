"""Things that do something, named by ids: `ration`, `healing-potion/4`, `potion/ST/2`.

A character's belongings are such ids, as often as he has the thing, and anything else in plain
words. What a thing is good for stands in its id, so that it can be given away and drunk anywhere.
"""

from __future__ import annotations

RATION = "ration"
"""A day's food for one (SKL-30)."""
HERBS = "healing-herbs"
"""A dose of healing herbs (SKL-27, SKL-40)."""


def healing_potion(points: int) -> str:
    """A potion that heals so many points (SKL-40, RUL-95)."""
    return f"healing-potion/{points}"


def potion(what: str, levels: int) -> str:
    """A potion for one attribute or skill, for one encounter (SKL-37)."""
    return f"potion/{what}/{levels}"


def healing(item: str) -> int:
    """How many points a draught heals; 0 if it is none.

    >>> healing("healing-potion/4"), healing("ration")
    (4, 0)
    """
    kind, _, points = item.partition("/")
    return _number(points) if kind == "healing-potion" else 0


def boost(item: str) -> tuple[str, int] | None:
    """What a potion raises, and by how much; None if it is no such potion.

    >>> boost("potion/literacy/orcish/2")
    ('literacy/orcish', 2)
    """
    kind, _, rest = item.partition("/")
    what, _, levels = rest.rpartition("/")
    return (what, _number(levels)) if kind == "potion" and what and _number(levels) else None


def item_name(item: str) -> str:
    """A thing in words.

    >>> item_name("healing-potion/4"), item_name("potion/ST/2"), item_name("a silver key")
    ('healing potion (4)', 'potion of ST +2', 'a silver key')
    """
    if points := healing(item):
        return f"healing potion ({points})"
    if boosted := boost(item):
        return f"potion of {boosted[0]} +{boosted[1]}"
    return item.replace("-", " ") if item in (RATION, HERBS) else item


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
