"""The first draft that a new author changes: small, complete, and without a mistake."""

from __future__ import annotations

from legendry.legends.campaign.game import heroes
from legendry.legends.edition import edition
from legendry.legends.roster import roster
from legendry.table import toml

GUARDS = {
    "ancient-world": "road-bandit",
    "time-and-space": "alley-bruiser",
    "time-and-space-classic": "dock-thug",
}
"""Who bars the way, in each edition."""

STORY = """\
# The gate

## The toll gate

A chain hangs across the road. Behind it sits a man who does not look like a toll collector, on a chest
that does not look like his.

> This is a first draft to change. A heading begins an instruction; prose follows, then a list. Every line
> of the list is a rule or an option: `docs/books.md` has them all, `legendry book check` reads them with you.

- [Ask whose chest it is](#a-question-too-many) (talk)
- [Climb round by the rocks](#behind-the-gate): one 3/ST+CLIMBING, else [stones roll](#knives-out)
- [Lift the chain](#knives-out) (attack)

## A question too many

“Mine,” he says, and then, because you wait: “Since this morning.” On the lid you can read a name.

- **Plotword** HALLORAN
- [Say the name aloud](#knives-out)
- [Go back, and round by the rocks](#behind-the-gate): best 3/DX, else [stones roll](#knives-out)

## Knives out

He whistles. A friend of his gets up out of the grass.

- **Fight** 2 {guard} on gate; victory [the road is clear](#behind-the-gate); defeat [you wake in the
  ditch](#in-the-ditch); flight [you run](#in-the-ditch)

## Behind the gate

The chest stands open by the road. It holds letters, and no gold at all.

- [Bring them to the one whose name is on the lid](#letters-for-halloran) *if* HALLORAN
- [Leave them where they are](#the-road-goes-on)

## Letters for Halloran

She reads the first, and sits down, and reads it again. You are asked to stay for supper.

- **XP** 2
- **End** good

## The road goes on

So does somebody else's story. You never learn how.

- **XP** 1
- **End**

## In the ditch

It is dry, at least. So are your purses.

- **Lose** 5 gold
- **End** bad
"""

GATE = """\
# The road runs from west to east; the company comes from the west.
name = "The toll gate"
map = \"\"\"
.   #   .   .   .   #   .
  .   .   .   .   .   .
x   A   .   .   .   B   .
  A   .   .   .   .   B
x   A   .   #   .   B   .
  A   .   .   .   .   B
x   A   .   .   .   B   .
  .   .   .   .   .   .
.   .   #   .   .   #   .
\"\"\"

[legend]
"A" = ["start-1"]
"B" = ["start-2"]
"x" = ["exit"]
"""


def first_draft(title: str, slug: str, ifid: str) -> dict[str, str]:
    """The files of a new book by their paths."""
    people = {one.name: id for id, one in roster(slug).items()}
    company = [people[one.name] for one in heroes(slug).members if one.name in people]
    cover = {
        "title": title,
        "author": "Your name",
        "licence": "CC BY 4.0",
        "ifid": ifid,
        "edition": edition(slug).slug,
        "party": "two or three new characters",
        "company": company,
        "start": "the-toll-gate",
    }
    return {
        "book.toml": toml.written(cover),
        "story.md": STORY.replace("{guard}", GUARDS[slug]),
        "maps/gate.toml": GATE,
    }
