"""The sweep: every spell at every kind of target is carried out, or refused with a rule.

Once from a scene that has all kinds in it, reached by play so that its record replays; and then
wherever random fights lead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from legendry import rulebook
from legendry.hexes import Hex
from legendry.legends.edition import edition
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.legends.magic.aiming import asks_on
from legendry.legends.magic.beings import shown
from legendry.legends.magic.effects import bears
from legendry.legends.magic.seeming import deceives
from legendry.legends.magic.spells import Spell, chosen, known
from legendry.legends.magic.targets import described, sees
from legendry.table import Choose, Option, Refused, Roll, Table, Typed
from legendry.table.requests import folded
from tests.laws import drawn, lists_options_well, replays_the_same, snapshot

from .arena import AW, mage, who
from .test_magic_laws import keen, some_magic

BOOK = edition(AW).spells

SCENE = """
.   .   .   .   .   .   .   .
  .   .   .   .   .   .   .
.   .   .   .   .   .   .   .
  .   .   h   .   .   .   .
.   .   .   .   .   .   #   #
  .   .   .   .   .   .   #
.   .   .   .   .   .   #   .
  .   .   .   .   .   .   .
.   .   .   .   .   .   #   #
  .   .   .   .   .   .   #
"""
FIGHTERS = [
    mage("Mira", "Greeks", "0303", *BOOK, iq=18, st=40, weapons=["wizards-staff"], staff=5),
    who("Ajax", "Greeks", "0302", damage=3, weapons=["broad-sword"]),
    who("Patroclus", "Greeks", "0101", fatigue=12),
    who("Teucer", "Greeks", "0102", damage=30),
    who("Thersites", "Greeks", "0504", weapons=["dagger"]),
    mage("Circe", "Greeks", "0105", "sleep-1", iq=18, st=40),
    who("Hector", "Trojans", "0403", weapons=["broad-sword", "javelin"], armor=["leather"]),
    who("Paris", "Trojans", "1004", weapons=["bow"]),
    who("Aeneas", "Trojans", "1504"),
    who("Sarpedon", "Trojans", "0703", damage=12),
    who("Deiphobus", "Trojans", holds="Thersites"),
    who("Troilus", "Trojans", "0603", weapons=["spear"]),
    who("Rat", "Trojans", "0405", small=True, kind="beast", st=3, iq=3),
    who("Ox", "Trojans", "0901", hexes=4, kind="beast", st=30, iq=5),
    mage("Helen", "Trojans", "1102", "illusion-1", iq=18, st=40),
    mage("Helenus", "Trojans", "1202", "image-1", iq=18, st=40),
    mage("Cassandra", "Trojans", "1103", "summon-bear", iq=18, st=40),
    mage("Laocoon", "Trojans", "1203", "werebear", iq=18),
    mage("Creusa", "Trojans", "1104", "invisibility", iq=18, st=40),
    mage("Andromache", "Trojans", "1204", "fire-3", iq=18, st=40),
]
PROLOGUE = [
    "Circe cast Sleep-1 at Troilus",
    "Helen cast Illusion-1 of wolf at 0802",
    "Helenus cast Image-1 of giant at 0804",
    "Cassandra cast Summon Bear at 1003",
    "Laocoon cast Werebear",
    "Creusa cast Invisibility at Paris",
    "Andromache cast Fire-3 at 0604 and 0605 done",
]


@cache
def scene() -> Table[Fight]:
    """The second round, Mira's action: everything has been prepared that she can aim at."""
    setup = {"fighters": FIGHTERS, "map": SCENE, "legend": {"h": ["hay", "flammable"]}}
    table = Table(FIGHT, ["Greeks", "Trojans"], Typed(), edition=AW, setup=setup)
    while table.state.round < 2:
        table.answer(prepared(table.pending))
    for answer in ("Mira", "Mira stay"):
        table.answer(answer)
    return table


def prepared(request: Choose[Any] | Roll | None) -> Any:
    """The answers of the prologue: whoever has something to cast does, and succeeds."""
    if isinstance(request, Roll):
        return [6 if request.name.endswith(("Greeks", "Circe>Troilus")) else 1] * request.dice
    assert request is not None
    asked = request.question.split()
    for words in PROLOGUE:
        name = words.partition(" ")[0]
        if name in asked and "go?" in asked:
            return f"{name} stay"
        if name in asked and "do?" in asked:
            return words
    return f"{asked[2]} pass" if "go?" in asked else request.options[0]


# -- one casting -------------------------------------------------------------------------------


def tried(table: Table[Fight], text: str, luck: Random) -> Table[Fight] | None:
    """The table after a casting that was carried out; None if it was refused, with a rule.

    The same answers lead another fork to the same end. Nothing of it touches the table.
    """
    fork, twin, why = table.fork(), table.fork(), table.why_not(text)
    if why is not None:
        aimless = any(text.startswith(f"{one.notation} ") for one in options(table))
        assert why.rule or aimless, f"{text}: {why} cites no rule"
        assert not why.rule or rulebook.find(why.rule)
        with pytest.raises(Refused, match=re.escape(str(why))):
            fork.answer(text)
        return None
    fork.answer(text)
    twin.answer(text)
    said = [folded(line) for line in fork.record.splitlines()]
    assert folded(text) in said, "it was among the options"
    while fork._checkpoint is table._checkpoint and (request := fork.pending) is not None:
        if luck.random() < 0.3:
            lists_options_well(request)
        answer = drawn(request, luck.randrange)
        if isinstance(answer, Option):
            assert answer.about is None or answer.about.figures is not None
        fork.answer(answer)
        twin.answer(answer if isinstance(request, Roll) else answer.notation)
    stands(fork.state)
    assert fork.state == twin.state
    return fork


def options(table: Table[Fight]) -> Iterator[Option[Any]]:
    """Those on offer that leave nothing to be said."""
    assert isinstance(table.pending, Choose)
    return (one for one in table.pending.options if not one.leads)


def stands(fight: Fight) -> None:
    """What holds in every position: who is where, and which spells are on whom."""
    names = [one.name for one in fight.fighters]
    assert len(set(names)) == len(names)
    for cast in fight.spells:
        assert not cast.target or cast.target in names
        assert cast.hexes or cast.target or BOOK[cast.spell].target == "board"
    for one in fight.active():
        assert one.status == "active"
        assert one.cells
        for foe in fight.foes(one):
            if not set(one.cells).isdisjoint(foe.cells):
                assert one.joined, f"{one.name} and {foe.name} share a hex ungrappled (RUL-56)"


# -- everything from one scene -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Patroclus", "incapacitated"),
        ("Teucer", "dead"),
        ("Sarpedon", "dying"),
        ("Troilus", "asleep"),
        ("Rat", "small"),
        ("Ox", "four hexes"),
        ("Wolf", "illusion"),
        ("Giant", "image"),
        ("Bear", "summoned"),
        ("Laocoon", "werebear"),
        ("Deiphobus", "grappling"),
        ("Thersites", "grappling"),
        ("Aeneas", "unseen"),
        ("Paris", "invisible"),
        ("Hector", "beside her"),
    ],
)
def test_the_scene_has_every_kind_of_target(name: str, kind: str) -> None:
    fight = scene().state
    one, mira = fight.named(name), fight.named("Mira")
    true = [one.status, one.phantom, one.form]
    true += ["small"] * one.character.small + ["grappling"] * bool(one.joined)
    true += ["four hexes"] * (len(one.cells) == 4)
    true += ["summoned"] * (bool(one.summoner) and not one.phantom)
    true += ["unseen"] * (not sees(fight, mira, BOOK["fire-1"], one.cells))
    true += ["invisible"] * any(cast.target == name for cast in fight.spells)
    true += ["beside her"] * fight.adjacent(mira, one)
    assert kind in true


HEXES = {
    "empty": "0702",
    "hay": "0602",
    "wall": "1304",
    "unseen": "1404",
    "on fire": "0604",
    "off the board": "1701",
}
AREAS = ["0701 and 0702", "0604 and 0704", "0101 and 0001", "1302 and 1303", "0701 and 0704"]
"""Two hexes side by side, from fire to no fire, off the board, into a wall, apart."""


def test_the_scene_has_every_kind_of_hex() -> None:
    fight = scene().state
    hexes = {kind: Hex.at(text) for kind, text in HEXES.items()}
    mira, fire = fight.named("Mira"), BOOK["fire-1"]
    assert {kind for kind, hex in hexes.items() if hex not in fight.board.cells} == {
        "off the board"
    }
    assert fight.board.is_wall(hexes["wall"])
    assert "flammable" in fight.board.tags(hexes["hay"])
    assert bears(fight, hexes["on fire"], fire)
    assert hexes["unseen"] in fight.board.floor
    assert not sees(fight, mira, fire, (hexes["unseen"],))
    assert not fight.occupants(hexes["empty"])


def castings(fight: Fight, spell: Spell) -> Iterator[str]:
    """That spell at whoever and whatever there is, in words."""
    text = f"Mira cast {spell.name}"
    if deceives(spell):
        text += {1: " of wolf", 4: " of small dragon", 7: " of dragon"}[spell.area]
    yield text
    if deceives(spell):
        yield from (f"Mira cast {spell.name} of {one.name.lower()}" for one in shown(fight))
    if not asks_on(spell):
        yield from (f"{text} at {word}" for word in ("Mira", "Hector", *HEXES.values()))
        return
    for one in fight.fighters:
        yield f"{text} at {one.name}"
        if spell.target in ("hex", "area"):
            yield f"{text} at {one.hex}"
    for hex in (*HEXES.values(), *AREAS):
        yield f"{text} at {hex}"
    yield from (f"{text} at Hector {more}" for more in more_words(spell))
    for cast in fight.spells if spell.target == "spell" else ():
        yield f"{text} at {described(fight, cast)}"


def more_words(spell: Spell) -> Iterator[str]:
    """What else may be said of a spell at somebody, right and wrong."""
    now, what = spell.at_once, spell.lasting
    if what is not None and what.attribute == "choice":
        yield from ("for ST", "for DX", "for MA")
    elif chosen(spell):
        yield from ("for 1", "for 2", "for 999")
    if now is None:
        return
    if now.drops or now.breaks:
        yield from ("on broad sword", "on javelin", "on leather", "on spear")
    if now.teleports:
        yield from (f"to {hex}" for hex in (*HEXES.values(), "0403", "0302"))
    if now.channels:
        yield from ("from Ajax for 2", "from Ajax for 9", "from Hector", "from Teucer")
    if now.raises:
        yield from ("with Teucer", "with Sarpedon", "with Hector", "with Mira")


@pytest.mark.parametrize("id", BOOK)
def test_every_spell_at_every_kind_of_target(id: str) -> None:
    """MAG-5, RUL-98 to RUL-100: carried out and replayed, or refused with a rule; never both."""
    table, spell, luck = scene(), BOOK[id], Random(id)
    before = snapshot(table)
    first, *others = castings(table.state, spell)
    aiming = table.fork()
    aiming.answer(first)
    if not asks_on(spell):
        aiming = table
    ends = [tried(aiming if text.startswith(f"{first} ") else table, text, luck) for text in others]
    done = [end for end in [tried(table, first, luck), *ends] if end is not None]
    assert done, f"{spell.name} can be cast in this scene"
    assert None in ends, f"{spell.name} cannot be cast at everything"
    replays_the_same(done[-1])
    tried(table, luck.choice(others), luck)  # all at once, from the question before
    assert snapshot(table) == before, "what is tried on a fork changes nothing"


# -- anything from anywhere --------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_any_spell_at_anything_in_random_fights(seed: int) -> None:
    """MAG-1 to MAG-21: in positions that nobody has arranged, under any table options."""
    luck = Random(seed)
    table, left = some_magic(luck), 60
    while left and isinstance(request := table.pending, Choose):
        name = request.question.removeprefix("what does ").partition(" do")[0]
        if request.question.startswith("what does") and table.state.named(name).character.spells:
            left -= 1
            end = tried(table, some_casting(table.state, name, luck), luck)
            if end is not None and left % 6 == 0:
                replays_the_same(end)
        table.answer(keen(luck, request.options))


def some_casting(fight: Fight, name: str, luck: Random) -> str:
    """Any spell that he knows, at anybody or at any hex, also beside the board."""
    one = fight.named(name)
    spell = luck.choice(known(fight.edition, one.character, one.iq))
    text = f"{name} cast {spell.name}"
    if deceives(spell):
        being = luck.choice(list(shown(fight)))
        text += f" of {being.name.lower()}"
    column, row = luck.randint(0, 12), luck.randint(0, 8)
    places = [f" at {column:02}{row:02}", f" at {luck.choice(list(fight.board))}"]
    persons = [f" at {one.name}" for one in fight.fighters]
    return text + luck.choice(["", *places, *persons, *persons])
