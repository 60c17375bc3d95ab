"""Battles in a book: a game within the game, from its set-up to what it leaves of the company."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from legendry.adventures.book import Battle, Link
from legendry.adventures.story import Story
from legendry.hexes import Board
from legendry.legends.boards import board_named
from legendry.legends.campaign.battles import aftermath, fight_setup, side_of
from legendry.legends.campaign.camp import Person
from legendry.legends.campaign.changes import Change, Fated, Gained, What
from legendry.legends.character import Character
from legendry.legends.craft.craft import Craft, craft_data
from legendry.legends.craft.hangar import hangar
from legendry.legends.dogfight.game import DOGFIGHT
from legendry.legends.dogfight.sorties import flight
from legendry.legends.events import LeftBoard
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.legends.roster import foes, roster
from legendry.legends.turns import standing
from legendry.table import Choose, Flow, Header, Option, Seat
from legendry.table.header import DiceHeader

FOES = "Foes"
"""The side of those whom a company fights."""


def begun(story: Story, battle: Battle) -> Flow[None]:
    """The battle is set up; its own flows come next. A craft that nobody can fly is lost (INJ-2)."""
    fight = battle.game == "fight"
    if not fight and not story.able:
        led_on(story, battle, won=False, fled=False)
        return
    setup = fighting(story, battle) if fight else (yield from flying(story, battle))
    story.battle = as_kept({"game": battle.game, **setup})
    if fight:
        story.fight = FIGHT.setup(header_of(story))
    else:
        story.sky = DOGFIGHT.setup(header_of(story))


def as_kept(setup: dict[str, Any]) -> dict[str, Any]:
    """A set-up as it is after it was frozen: nothing but what JSON has."""
    kept: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(setup))
    return kept


def header_of(story: Story) -> Header:
    """The head of the battle as a game of its own."""
    game = FIGHT if story.battle["game"] == "fight" else DOGFIGHT
    setup = {key: value for key, value in story.battle.items() if key != "game"}
    names = set(game.options.__struct_fields__)
    return game.header(
        dict.fromkeys((*story.seats, story.foes)),
        DiceHeader(source="typed"),
        edition=story.book.edition,
        options={key: value for key, value in story.company.options.items() if key in names},
        setup=setup,
        undo="never",
        gm=story.gm,
    )


# -- a fight -----------------------------------------------------------------------------------


def fighting(story: Story, battle: Battle) -> dict[str, Any]:
    """The set-up of a fight of the company against those whom the book names (RUL-138)."""
    others = [
        {"side": side, "seat": seat, "character": msgspec.to_builtins(one)}
        for side, seat, people in (
            (FOES, story.foes, battle.foes),
            (side_of(story.company), story.leader, battle.allies),
        )
        for one in crowd(story, people)
    ]
    surprise = {"foes": FOES, "party": side_of(story.company)}.get(battle.surprise, "")
    board = board_of(story, battle)
    legend = {glyph: sorted(tags) for glyph, tags in board.legend.items() if glyph not in ".#"}
    setup = fight_setup(
        story.company,
        others,
        map=board.draw(),
        legend=legend,
        surprise=surprise,
        leave=battle.leave,
        gravity="none" if battle.weightless else "normal",
    )
    seats = {one.name: one.seat for one in story.people}
    for fighter in setup["fighters"]:
        fighter.setdefault("seat", seats.get(fighter["character"]["name"], story.foes))
    return setup


def crowd(story: Story, people: tuple[tuple[int, str], ...]) -> Iterator[Character]:
    """Everybody whom the book names, as often as it does."""
    known = {
        **roster(story.book.edition),
        **foes(story.book.edition),
        **story.book.foes,
    }
    for count, id in people:
        yield from (known[id] for _ in range(count))


def board_of(story: Story, battle: Battle) -> Board:
    return story.book.boards.get(battle.board) or board_named(battle.board)


# -- a dogfight --------------------------------------------------------------------------------


def flying(story: Story, battle: Battle) -> Flow[dict[str, Any]]:
    """The set-up of a dogfight: the company's craft, and who of it flies and fires (RUL-122)."""
    pilot = yield from stationed(story, "pilot")
    gunner = yield from stationed(story, "gunner")
    ship = craft_called(story, battle.craft)
    crew = [aboard(story, pilot, station="pilot")]
    if gunner != pilot:
        crew.append(aboard(story, gunner, station="gunner"))
    for one in story.present:
        if one.name not in (pilot, gunner):
            section = yield from placed(one, ship)
            crew.append(aboard(story, one.name, section=section))
    ours = {
        "side": side_of(story.company),
        "seat": story.person(pilot).seat,
        "craft": craft_data(ship),
        "crew": crew,
    }
    enemies = [craft_called(story, id) for count, id in battle.foes for _ in range(count)]
    return {"craft": [ours, *flight(FOES, story.foes, enemies)]}


def craft_called(story: Story, id: str) -> Craft:
    return {**hangar(story.book.edition), **story.book.craft}[id]


def stationed(story: Story, station: str) -> Flow[str]:
    """Who is at a station, by the seat that decides for the company."""
    able = [one.name for one in story.able]

    def options() -> Iterator[Option[str]]:
        return (Option(f"{name} {station}", name) for name in able)

    if len(able) == 1:
        return able[0]
    return (yield from Choose(story.leader, f"Who is the {station}?", options))


def placed(who: Person, ship: Craft) -> Flow[str]:
    """The section that somebody without a station is in (RUL-122)."""

    def options() -> Iterator[Option[str]]:
        return (Option(f"{who.name} in {label}", label) for label in ship.labels)

    return (yield from Choose(who.seat, f"Where aboard is {who.name}?", options))


def aboard(story: Story, name: str, **post: str) -> dict[str, Any]:
    """Somebody as the set-up of a dogfight has him."""
    return {"character": msgspec.to_builtins(story.company.member(name).in_play), **post}


# -- as it goes on -----------------------------------------------------------------------------


def goes_on(story: Story, gm: Seat = "") -> Flow[None]:
    """The next flow of the battle, on the story's own table; with a `gm`, what he does in it."""
    battle = story.lines[story.place - 1].does
    assert isinstance(battle, Battle)
    inner = story.fight or story.sky
    assert inner is not None
    inner.events = story.events
    turn = inner.turn
    if story.fight is not None:
        yield from FIGHT.hand(story.fight, gm) if gm else FIGHT.flow(story.fight)
        routed(story.fight, battle)
    elif story.sky is not None:
        yield from DOGFIGHT.hand(story.sky, gm) if gm else DOGFIGHT.flow(story.sky)
    inner.events = []
    if inner.turn != turn:
        story.next_turn()
    if over(story):
        came_of_it(story, battle)


def over(story: Story) -> bool:
    if story.fight is not None:
        return FIGHT.outcome(story.fight) is not None
    return story.sky is not None and DOGFIGHT.outcome(story.sky) is not None


def routed(fight: Fight, battle: Battle) -> None:
    """With the fall of the one whom the book names, the other foes break and leave (RUL-80)."""
    if not battle.routed or fight.result is not None:
        return
    side = fight.sides.index(FOES)
    enemies = [one for one in fight.fighters if one.side == side]
    ids = (id for count, id in battle.foes for _ in range(count))
    own = [one for one in fight.fighters if not one.being and one.seat and one.home is None]
    named = zip((one for one in own if one.side == side), ids, strict=False)
    if any(one.active for one, id in named if id == battle.routed):
        return
    for one in enemies:
        if one.active:
            one.fled = True
            one.settle()
            fight.tell(LeftBoard(rules=("RUL-80",), who=one.name))


def came_of_it(story: Story, battle: Battle) -> None:
    """What the battle has made of the company (RUL-69), and on with the story.

    Where the book says what a defeat leads to, those who are down are not lost to the company.
    """
    won, fled = fought(story) if story.fight is not None else flown(story)
    if story.fight is not None:
        changes = aftermath(story.company, story.fight)
    else:
        changes = after_the_dogfight(story, won=won)
    spared = way_on(battle, won=won, fled=fled) is not None and not won and not fled
    for change in changes:
        if not (spared and isinstance(change, Fated) and change.fate == "captured"):
            story.make(change)
    led_on(story, battle, won=won, fled=fled)


def way_on(battle: Battle, *, won: bool, fled: bool) -> Link | None:
    """Where that end of a battle leads; None if the book says nothing of it."""
    if won:
        return battle.victory
    return battle.flight if fled and battle.flight else battle.defeat


def led_on(story: Story, battle: Battle, *, won: bool, fled: bool) -> None:
    """The battle is over, and the story goes on, or ends with it."""
    story.fight = story.sky = None
    story.battle = {}
    how = "won" if won else "fled" if fled else "lost"
    story.entry(f"{story.here.title}: {how}", story.leader, "RUL-69")
    link = way_on(battle, won=won, fled=fled)
    if not story.present:
        story.end("bad", "nobody of the company is left")
    elif link is None:
        story.end("bad", "the company is beaten")
    else:
        story.go(link)


def fought(story: Story) -> tuple[bool, bool]:
    """Whether the company holds the field, and whether any of it got away."""
    fight = story.fight
    assert fight is not None
    side = fight.sides.index(side_of(story.company))
    fled = any(one.fled for one in fight.fighters if one.side == side)
    return standing(fight) == {side}, fled


def flown(story: Story) -> tuple[bool, bool]:
    """The same of its craft, which is the first of all."""
    sky = story.sky
    assert sky is not None
    ours = sky.flyers[0]
    foes = any(one.active for one in sky.flyers if one.side != ours.side)
    return ours.active and not foes, ours.exited


def after_the_dogfight(story: Story, *, won: bool) -> list[Change]:
    """Everybody lives or dies with the section he is in (DOG-22); who has won has learned (CAM-2).

    A wish has healed whom it saved (CAM-8), and who lives gets a point of fatigue back (INJ-8).
    """
    sky = story.sky
    assert sky is not None
    ours = sky.flyers[0]
    changes: list[Change] = []
    for aboard in sky.crew:
        if aboard.aboard != ours.number:
            continue
        member = story.company.member(aboard.name)
        gains: dict[What, int] = {
            "karma": aboard.karma - member.karma,
            "wishes": aboard.wishes - member.character.wishes,
            "damage": aboard.damage - member.character.damage,
            "fatigue": max(0, aboard.fatigue - aboard.alive) - member.character.fatigue,
            "xp": int(won and aboard.alive),
        }
        changes += [Gained(member.name, what, by) for what, by in gains.items() if by]
        if not aboard.alive:
            changes.append(Fated(member.name, "dead"))
        elif ours.captured:
            changes.append(Fated(member.name, "captured"))
    return changes
