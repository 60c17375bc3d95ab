"""Small books for the tests, written to a folder."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

COVER = """
title = "The Mill"
author = "Legendry"
licence = "CC BY 4.0"
edition = "ancient-world"
start = "the-road"
[prices.stall]
currency = "silver"
[prices.stall.belongings]
rope = 3
"""

STORY = """
# The valley

## The road

It *rains*.

> “Who goes there?”

- **Plotword** RAVEN
- [Knock at the door](#the-mill)
- [Show the ring](#the-loft) if ring
- [Climb in](#the-loft): one 3/ST+CLIMBING, else
  [you slip](#the-mill)

## The mill

- Item ring
- Check each 3/DX+ACROBAT, else Fall 2D6
- If RAVEN: XP 1
- Fight 2 ridge-wolf on clearing; surprise foes; victory [won](#the-loft); flight [away](#the-road)

## The loft

- End good
"""


def shelved(folder: Path, story: str = STORY, cover: str = COVER) -> Path:
    """A book of one file in that folder."""
    (folder / "book.toml").write_text(dedent(cover), "utf-8")
    (folder / "story.md").write_text(dedent(story), "utf-8")
    return folder
