"""A book's Markdown taken apart: chapters, instructions, paragraphs of prose, lines of lists.

It must read well as it stands: a heading an instruction, whose id is the anchor that code hosts
give it, then prose, then a list. Every line of a list is a rule or an option; the rest is prose.
"""

from __future__ import annotations

import re

from msgspec import Struct

from legendry.adventures.mistakes import Mistake

HEADING = re.compile(r"(?P<level>#{1,6})\s+(?P<text>.*?)\s*#*")
BULLET = re.compile(r"[-*+]\s+(?P<text>.*)")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
EMPHASIS = re.compile(r"(\*\*|\*|(?<!\w)__?)(?=\S)(.+?)(?<=\S)\1(?!(?<=_)\w)")
"""Within a word an underscore is one of its letters."""
MOST_LINES = 20_000
LONGEST = 4000


class Entry(Struct, frozen=True):
    """A line of a list, on however many lines of the file it stands."""

    line: int
    text: str


class Passage(Struct):
    """An instruction as it stands in a file, its list not yet understood."""

    id: str
    title: str
    chapter: str
    line: int
    prose: list[str]
    entries: list[Entry]


def slug(heading: str) -> str:
    """The anchor of a heading, as code hosts make it.

    >>> slug("The miller's *other* door!")
    'the-millers-other-door'
    """
    kept = "".join(char for char in plain(heading).lower() if char.isalnum() or char in " -_")
    return kept.strip().replace(" ", "-")


def plain(text: str) -> str:
    """Text without marks of emphasis.

    >>> plain("**Plotword** RAVEN, in the *old* _tongue_ of my_own_folk")
    'Plotword RAVEN, in the old tongue of my_own_folk'
    """
    while (bare := EMPHASIS.sub(r"\2", text)) != text:
        text = bare
    return text


def passages(text: str, file: str) -> tuple[list[Passage], list[Mistake]]:
    """The instructions of a file in order, and what is wrong with its structure."""
    found: list[Passage] = []
    wrong: list[Mistake] = []
    chapter = ""
    inside = True
    """Whether the last line belongs to a list's last entry."""
    text = COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text.replace("\r\n", "\n"))
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        return [], [Mistake(file, MOST_LINES, f"more than {MOST_LINES} lines", "split the file")]
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST:
            wrong.append(Mistake(file, number, f"more than {LONGEST} characters", "break the line"))
            continue
        bare = line.strip()
        heading = HEADING.fullmatch(bare)
        if heading and len(heading["level"]) == 1:
            chapter = plain(heading["text"])
            inside = False
        elif heading and len(heading["level"]) == 2:
            title = heading["text"]
            if not slug(title):
                wrong.append(Mistake(file, number, "a heading without a letter", "name it"))
            found.append(Passage(slug(title), plain(title), chapter, number, [""], []))
            inside = False
        elif heading:
            fix = "write ## for an instruction, # for a chapter"
            wrong.append(Mistake(file, number, "a heading of this level has no meaning here", fix))
        elif not found:
            continue
        elif bullet := BULLET.match(line):
            found[-1].entries.append(Entry(number, bullet["text"].strip()))
            inside = True
        elif inside and bare and line[0] in " \t" and found[-1].entries:
            last = found[-1].entries[-1]
            if BULLET.match(bare):
                fix = "a list has one level: move it to the margin"
                wrong.append(Mistake(file, number, "a list within a list", fix))
            else:
                found[-1].entries[-1] = Entry(last.line, f"{last.text} {bare}")
        elif not bare:
            inside = False
            found[-1].prose.append("")
        elif found[-1].entries:
            fix = "move it before the list, or indent it if it belongs to the last line of the list"
            wrong.append(Mistake(file, number, "prose after the list of an instruction", fix))
        else:
            found[-1].prose[-1] = f"{found[-1].prose[-1]}\n{bare}".strip()
    for passage in found:
        passage.prose = [one for one in passage.prose if one]
    return found, wrong
