"""Twee 3, the text form of Twine's stories: a book written in it, and a first draft read from it.

Our own lines stand in a passage as they stand in a list, their links in Twine's brackets, so that a
book written in Twee comes back whole. Of other people's stories the passages become instructions and
the links options; macros, which we do not know, are kept as comments for the author to replace.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from msgspec import Struct

from legendry.adventures.book import Book, Instruction, Link
from legendry.adventures.items import read_item
from legendry.adventures.markdown import Entry, slug
from legendry.adventures.mistakes import Unclear
from legendry.adventures.wording import Wording
from legendry.legends.edition import editions
from legendry.table import toml

MOST_PASSAGES = 2000
LARGEST = 400 * 1024
LONGEST_LINE = 3000
HEADER = re.compile(
    r"::\s*(?P<name>(?:\\.|[^\\\[{])*?)\s*(?:\[(?P<tags>[^\]]*)\])?\s*(?P<meta>\{.*\})?\s*"
)
LINK = re.compile(r"\[\[(?P<inner>[^\[\]]{1,500})\]\](?:\[[^\[\]]{0,200}\])?")
HARLOWE = (
    "set|put|move|if|unless|else-if|else|for|link|link-goto|link-reveal|link-repeat|goto|go-to|"
    "display|print|random|either|live|stop|click|click-goto|mouseover|replace|append|prepend|show|"
    "hidden|text-style|text-colour|text-color|font|align|transition|t8n|colour|color|background|"
    "save-game|load-game|prompt|confirm|alert|history|visits|css|macro|output|dm|a|ds|cond"
)
MACRO = re.compile(
    rf"<<[^<>]{{1,1000}}>>|\((?:{HARLOWE}):[^()]{{0,1000}}\)|/\*.{{0,2000}}?\*/|<!--.{{0,2000}}?-->",
    re.DOTALL | re.IGNORECASE,
)
SPECIAL = ("StoryTitle", "StoryData", "StoryInit", "StorySettings", "StoryMenu", "StoryCaption")
CODE = ("script", "stylesheet", "Twine.private")
TWINE_SIGNS = re.compile(r"[\[\]{}|\\<>#*_`]|->|<-")
COVER = ("author", "licence", "party", "company", "language")


class TweeError(ValueError):
    """A file that is no story in Twee, with the reason."""


class Draft(Struct, frozen=True):
    """A book in the making: what its two files hold, and how much there was that we do not know."""

    cover: str
    story: str
    passages: int
    macros: int
    """How many are kept as comments."""


# -- out -----------------------------------------------------------------------------------------


def twee(book: Book) -> str:
    """A book as Twee 3."""
    names = passage_names(book)
    ifid = book.ifid.upper() or str(uuid5(NAMESPACE_URL, f"{book.title}/{book.author}")).upper()
    data = {
        "ifid": ifid,
        "start": names[book.start],
        "legendry": {"edition": book.edition}
        | {key: value for key in COVER if (value := getattr(book, key))},
    }
    parts = [
        f":: StoryTitle\n{' '.join(book.title.split())}\n",
        f":: StoryData\n{json.dumps(data, ensure_ascii=False, indent=2)}\n",
    ]
    wording = Wording(book.edition, lambda link: f"[[{link.text}->{names[link.target]}]]")
    for one in book.instructions.values():
        body = [_safe(text) for text in one.prose]
        items = "\n".join(f"- {wording.item(item)}" for item in one.items)
        text = "\n\n".join([*body, *([items] if items else [])])
        parts.append(f":: {names[one.id]}{_named(one, names)}\n{text}\n")
    return "\n".join(parts)


def passage_names(book: Book) -> dict[str, str]:
    """What each instruction is called in Twine: its title, where that has none of Twine's signs."""
    titles = [one.title for one in book.instructions.values()]
    return {
        id: id
        if TWINE_SIGNS.search(one.title) or titles.count(one.title) > 1 or one.title in SPECIAL
        else one.title
        for id, one in book.instructions.items()
    }


def _named(one: Instruction, names: dict[str, str]) -> str:
    if names[one.id] == one.title:
        return ""
    return " " + json.dumps({"title": one.title}, ensure_ascii=False)


def _safe(text: str) -> str:
    """Prose none of whose lines begins a passage."""
    return "\n".join(f" {line}" if line.startswith("::") else line for line in text.split("\n"))


# -- in ------------------------------------------------------------------------------------------


class _Passage(Struct):
    name: str
    tags: tuple[str, ...]
    title: str
    body: str


def draft(text: str, ifid: str, edition: str = "") -> Draft:
    """A first draft of a book from Twee 3; `ifid` is its number if the story has none."""
    if len(text) > LARGEST:
        raise TweeError(f"the story is longer than {LARGEST // 1024} Ki characters")
    found = list(_passages(text.replace("\r\n", "\n").replace("\r", "\n")))
    if not found:
        raise TweeError("there is no passage: a line such as :: Start begins one")
    if len(found) > MOST_PASSAGES:
        raise TweeError(f"there are more than {MOST_PASSAGES} passages")
    data = _story_data(found)
    own = data.get("legendry") if isinstance(data.get("legendry"), dict) else {}
    title = next((one.body.strip() for one in found if one.name == "StoryTitle"), "")
    pages = [one for one in found if one.name not in SPECIAL and not set(one.tags) & set(CODE)]
    if not pages:
        raise TweeError("there is no passage that tells anything")
    headings = _headings(pages)
    ids: dict[str, str] = {}
    for one, heading in zip(pages, headings, strict=True):
        ids.setdefault(one.name, slug(heading))
    start = data.get("start")
    start = start if isinstance(start, str) else "Start"
    slug_of = edition or (own.get("edition") if own else "") or editions()[0]
    if slug_of not in editions():
        slug_of = editions()[0]
    wanted: dict[str, Any] = {
        "title": _line(title) or "A story from Twine",
        "author": "somebody",
        "ifid": _ifid(data.get("ifid"), ifid),
        "edition": slug_of,
        "start": ids.get(start, slug(headings[0])),
    }
    for key in COVER:
        value = (own or {}).get(key)
        if key == "company" and isinstance(value, list):
            wanted[key] = [_line(one)[:80] for one in value if isinstance(one, str)][:12]
        elif key != "company" and isinstance(value, str):
            wanted[key] = _line(value)
    macros = 0
    parts = []
    for one, heading in zip(pages, headings, strict=True):
        body, count = _instruction(one.body, ids, slug_of)
        macros += count
        parts.append(f"## {heading}\n\n{body}\n")
    return Draft(toml.written(wanted), "\n".join(parts), len(pages), macros)


def _passages(text: str) -> Iterator[_Passage]:
    current: _Passage | None = None
    for line in text.split("\n"):
        if line.startswith("::"):
            if current is not None:
                yield current
            current = _header(line)
        elif current is not None:
            current.body += f"{line}\n"
    if current is not None:
        yield current


def _header(line: str) -> _Passage:
    head = HEADER.fullmatch(line[:1000])
    if head is None:
        return _Passage(line[2:].strip()[:200], (), "", "")
    name = re.sub(r"\\(.)", r"\1", head["name"]).strip()
    title = _object(head["meta"] or "").get("title")
    tags = tuple((head["tags"] or "").split())
    return _Passage(name, tags, title if isinstance(title, str) else "", "")


def _story_data(found: list[_Passage]) -> dict[str, Any]:
    return _object(next((one.body for one in found if one.name == "StoryData"), ""))


def _object(text: str) -> dict[str, Any]:
    """JSON if it is an object, else nothing."""
    try:
        data = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _ifid(given: Any, other: str) -> str:
    try:
        return str(UUID(given)).upper() if isinstance(given, str) else other
    except ValueError:
        return other


def _headings(pages: list[_Passage]) -> list[str]:
    """A heading for each passage, no two with the same anchor."""
    taken: set[str] = set()
    headings = []
    for number, one in enumerate(pages, 1):
        heading = _line(one.title or one.name).replace("<!--", "").strip("# ")
        if not slug(heading):
            heading = f"Passage {number}"
        base, again = heading, 1
        while slug(heading) in taken:
            again += 1
            heading = f"{base} ({again})"
        taken.add(slug(heading))
        headings.append(heading)
    return headings


def _instruction(body: str, ids: dict[str, str], edition: str) -> tuple[str, int]:
    """The Markdown of a passage: prose, macros as comments, options last; how many macros."""
    macros: list[str] = []
    options: list[str] = []
    lines: list[str] = []

    def kept(found: re.Match[str]) -> str:
        macros.append(found[0])
        return ""

    for line in MACRO.sub(kept, body).split("\n"):
        bare = line.strip()[:LONGEST_LINE]
        if bare.startswith("- ") and (item := _own_line(bare[2:], ids, edition)):
            options.append(item)
            continue
        links = [_linked(found["inner"], ids) for found in LINK.finditer(bare)]
        options += [f"[{link.text}](#{link.target})" for link in links]
        prose = LINK.sub("", bare).strip()
        if prose and not (links and re.fullmatch(r"[-*+>\d.)\s]*", prose)):
            lines.append(_prose(prose))
        elif not prose and not links:
            lines.append("")
    comments = [f"<!-- {_comment(one)} -->" for one in macros]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    listed = "\n".join(f"- {one}" for one in options or ["End"])
    return "\n\n".join(filter(None, [text, "\n".join(comments), listed])), len(macros)


def _own_line(text: str, ids: dict[str, str], edition: str) -> str:
    """A line in our notation, its links ours again; nothing if it is none."""

    def ours(found: re.Match[str]) -> str:
        link = _linked(found["inner"], ids)
        return f"[{link.text}](#{link.target})"

    line = LINK.sub(ours, text)
    if line.startswith("[") and not text.startswith("[["):
        return ""
    try:
        read_item(Entry(0, line), edition)
    except Unclear:
        return ""
    return line


def _linked(inner: str, ids: dict[str, str]) -> Link:
    """`words->passage`, `passage<-words`, `words|passage` or `passage`."""
    if "->" in inner:
        words, _, target = inner.rpartition("->")
    elif "<-" in inner:
        target, _, words = inner.partition("<-")
    elif "|" in inner:
        words, _, target = inner.partition("|")
    else:
        words = target = inner
    target = target.strip()
    words = _line(words) or _line(target) or "on"
    return Link(words, ids.get(target) or slug(target) or "nowhere")


def _prose(line: str) -> str:
    """A line that Markdown takes for nothing but prose."""
    line = line.replace("<!--", "<! --")
    if re.match(r"#{1,6}\s", line) or re.match(r"[-*+]\s", line) or set(line) <= {"#"}:
        return f"– {line.lstrip('#-*+ ')}"
    return line


def _comment(text: str) -> str:
    """Text that cannot end the comment it stands in."""
    return re.sub(r"-{2,}", "-", text.removeprefix("<!--").removesuffix("-->")).strip()


def _line(text: str) -> str:
    """Words on one line of at most 150 characters, without signs that would end a link."""
    clean = "".join(char if char.isprintable() else " " for char in text)
    clean = clean.replace("[", "(").replace("]", ")")
    return " ".join(clean.split())[:150].strip()
