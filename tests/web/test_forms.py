"""What the forms of new games offer, and the set-ups that come of what they send."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import structs

from legendry.bots import BOTS, bot
from legendry.legends.character import write_character
from legendry.legends.craft.hangar import hangar
from legendry.legends.dogfight.sorties import SORTIES
from legendry.legends.edition import editions
from legendry.legends.fight import FIGHT
from legendry.legends.roster import roster
from legendry.legends.skirmish import SKIRMISHES
from legendry.table import Seeded, SetupError, Table, find_game, games, play
from legendry.web.forms import games_shown, prepared

SEATS = ["Wayfarers", "Outlaws"]
GAMES = {game.name: game for game in games_shown()}


def fight(setup: dict[str, Any], edition: str = "ancient-world", **options: Any) -> Table[Any]:
    return Table(FIGHT, SEATS, Seeded("1"), edition=edition, setup=setup, options=options)


def names(setup: dict[str, Any]) -> list[str]:
    return [one.name for one in fight(setup).state.fighters]


# -- what is offered ---------------------------------------------------------------------------


def test_every_game_is_shown_and_is_plain_json() -> None:
    assert set(GAMES) == set(games())
    data = msgspec.json.decode(msgspec.json.encode(games_shown()))
    assert {one["name"] for one in data} == set(GAMES)


@pytest.mark.parametrize("name", games())
def test_the_bots_of_a_game_can_play_it(name: str) -> None:
    assert set(GAMES[name].bots) <= set(BOTS)
    game = find_game(name)
    seats = SEATS if 2 in game.players else SEATS[:1]
    slug = {"fight": "ancient-world", "dogfight": "time-and-space"}.get(name, "")
    options = {"no_progress": 2} if name == "fight" else {}
    setup = prepared(name, slug, {}, seats)
    table: Table[Any] = Table(game, seats, Seeded("1"), edition=slug, setup=setup, options=options)
    play(table, {seat: bot(GAMES[name].bots[-1], seed="1") for seat in seats})
    assert table.outcome


@pytest.mark.parametrize("game", games_shown(), ids=lambda game: game.name)
def test_table_options_are_explained(game: Any) -> None:
    shape = find_game(game.name).options
    for key, field in game.options["properties"].items():
        assert field["title"], key
        assert field["description"], key
        for value in field.get("enum", ()):
            msgspec.convert({key: value}, shape)
        msgspec.convert({key: field["default"]}, shape)


def test_an_option_cites_its_ruling() -> None:
    field = GAMES["fight"].options["properties"]["grapple_miss_hits_other"]
    assert field["rule"] == "RUL-27"
    assert field["group"] == "Striking, shooting, throwing"
    assert field["description"] == "A miss into a grapple strikes another occupant."
    assert field["editions"] == ["time-and-space-classic", "ancient-world"]


def test_an_option_that_may_be_turned_on_only_offers_no_more_than_that() -> None:
    field = GAMES["fight"].options["properties"]["wish_karma_conversion"]
    assert field["enum"] == ["by_edition", True]


def test_editions_boards_and_levels() -> None:
    assert [one.slug for one in GAMES["fight"].editions] == list(editions())
    clearing = next(one for one in GAMES["fight"].boards if one.name == "clearing")
    assert clearing.title == "Forest clearing"
    assert "wall" in clearing.hexes["0101"]
    assert [one.name for one in GAMES["dragon"].levels] == ["family", "standard", "master"]
    assert "91%" in GAMES["dragon"].levels[0].words
    assert not GAMES["pig"].editions


# -- set-ups -----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", editions())
def test_nothing_said_is_the_skirmish_of_the_edition(slug: str) -> None:
    setup = prepared("fight", slug, {}, SEATS)
    assert setup["board"] == SKIRMISHES[slug].board
    assert [one.seat for one in fight(setup, slug).state.fighters] == [
        seat for seat in SEATS for _ in range(3)
    ]


def test_sides_by_ids_and_seats_in_order() -> None:
    sides = [
        {"name": "Greeks", "people": ["maud-gray"]},
        {"name": "Wolves", "people": ["ridge-wolf", "ridge-wolf"]},
    ]
    short = {"sides": sides, "board": "meadow", "surprise": "Wolves"}
    setup = prepared("fight", "ancient-world", short, SEATS)
    state = fight(setup).state
    assert [(one.name, one.seat) for one in state.fighters] == [
        ("Maud Gray", "Wayfarers"),
        ("Ridge Wolf", "Outlaws"),
        ("Ridge Wolf 2", "Outlaws"),
    ]
    assert state.surprise == 1
    assert state.board.name == "Meadow"


def test_one_seat_plays_everybody() -> None:
    setup = prepared("fight", "ancient-world", {}, ["Ann"])
    table: Table[Any] = Table(FIGHT, ["Ann"], Seeded("1"), edition="ancient-world", setup=setup)
    assert {one.seat for one in table.state.fighters} == {"Ann"}


def test_characters_of_one_s_own() -> None:
    maud, brida = (roster("ancient-world")[id] for id in ("maud-gray", "brida-of-the-ford"))
    sides = [
        {"name": "A", "people": [{"character": "17"}]},
        {"name": "B", "people": [{"toml": write_character(brida)}]},
    ]
    kept = {"17": write_character(maud)}
    setup = prepared("fight", "ancient-world", {"sides": sides}, SEATS, kept)
    assert names(setup) == ["Maud Gray", "Brida of the Ford"]


def test_layers_of_armor_are_for_the_table_to_settle() -> None:
    maud = roster("ancient-world")["maud-gray"]
    text = write_character(structs.replace(maud, armor=("leather", "chain")))
    sides = [
        {"name": "A", "people": [{"toml": text}]},
        {"name": "B", "people": ["road-bandit"]},
    ]
    setup = prepared("fight", "ancient-world", {"sides": sides}, SEATS)
    assert fight(setup, armor_layers="free")
    with pytest.raises(SetupError, match="RUL-77"):
        fight(setup)


def test_a_full_set_up_and_those_of_other_games_are_left_alone() -> None:
    full = prepared("fight", "ancient-world", {}, SEATS)
    assert prepared("fight", "ancient-world", full, SEATS) == full
    assert prepared("dragon", "", {"leader": "Ann"}, ["Ann"]) == {"leader": "Ann"}


BANDIT = {"name": "B", "people": ["road-bandit"]}


@pytest.mark.parametrize(
    ("edition", "setup", "seats", "why"),
    [
        ("moon", {}, SEATS, "there is no edition “moon”"),
        ("ancient-world", {}, ["Ann", "Bob", "Cid"], "there are 2 sides, but 3 seats"),
        ("ancient-world", {"sides": "us"}, SEATS, "setup.sides: expected array"),
        ("ancient-world", {"sides": [{"name": "A"}]}, SEATS, "setup.sides[0]: object missing"),
        ("ancient-world", {"sides": [BANDIT, BANDIT]}, SEATS, "two sides have the same name"),
        (
            "ancient-world",
            {"sides": [{"name": "Greeks", "people": []}, BANDIT]},
            SEATS,
            "there is nobody on the side of the Greeks",
        ),
        (
            "ancient-world",
            {"sides": [{"name": "A", "people": ["../../etc"]}, BANDIT]},
            SEATS,
            "there is nobody called “../../etc” in Ancient World; perhaps",
        ),
        (
            "ancient-world",
            {"sides": [{"name": "A", "people": [{"character": "9"}]}, BANDIT]},
            SEATS,
            "one of the characters is no longer there",
        ),
        (
            "ancient-world",
            {"sides": [{"name": "A", "people": [{"toml": "st = 4"}]}, BANDIT]},
            SEATS,
            "a character cannot be used: ",
        ),
    ],
)
def test_what_cannot_be_set_up(
    edition: str, setup: dict[str, Any], seats: list[str], why: str
) -> None:
    with pytest.raises(SetupError) as caught:
        prepared("fight", edition, setup, seats)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_character_of_another_edition_stays_there() -> None:
    text = write_character(roster("time-and-space")["hulda-strand"])
    sides = [{"name": "A", "people": [{"toml": text}]}, BANDIT]
    with pytest.raises(
        SetupError, match=r"Hulda Strand is a character of .*, not of Ancient World"
    ):
        prepared("fight", "ancient-world", {"sides": sides}, SEATS)


def test_a_board_that_is_none_is_named_by_the_fight() -> None:
    setup = prepared("fight", "ancient-world", {"board": "moon"}, SEATS)
    with pytest.raises(SetupError, match="there is no board “moon”"):
        fight(setup)


def test_a_deck_of_one_s_own() -> None:
    text = "[setup]\npotions_per_hero = 3\n"
    setup = prepared("dragon", "", {"deck": text, "leader": "Ann"}, ["Ann"])
    assert setup == {"leader": "Ann", "cards": {"setup": {"potions_per_hero": 3}}}
    assert Table(find_game("dragon"), ["Ann"], Seeded("1"), setup=setup).state.purses["bard"] == 3


@pytest.mark.parametrize(
    ("deck", "why"),
    [("[setup", "the deck is not TOML"), ("hero = 3", "the deck"), (7, "setup.deck: expected str")],
)
def test_a_deck_that_is_none(deck: Any, why: str) -> None:
    with pytest.raises(SetupError) as caught:
        prepared("dragon", "", {"deck": deck}, ["Ann"])
    assert str(caught.value).startswith(why)


def test_how_one_may_leave_the_board() -> None:
    setup = prepared("fight", "ancient-world", {"leave": "no"}, SEATS)
    assert fight(setup).state.leave == "no"


# -- dogfights ---------------------------------------------------------------------------------

SPACE = ("time-and-space-classic", "time-and-space")
KIT_KAT = """
name = "Kit-Kat"
edition = "time-and-space"
build = "C1 E1 O1 L1 d6/1 M+1"
"""
PILOT = """
[[crew]]
station = "pilot"
character = {name = "Ajax", kind = "hero", st = 10, dx = 14, iq = 9}
"""


def dogfight(sides: list[dict[str, Any]], slug: str = "time-and-space") -> Table[Any]:
    setup = prepared("dogfight", slug, {"sides": sides} if sides else {}, SEATS)
    return Table(find_game("dogfight"), SEATS, Seeded("1"), edition=slug, setup=setup)


def test_a_dogfight_offers_both_hangars() -> None:
    shown = {one.slug: one for one in GAMES["dogfight"].editions}
    assert set(shown) == set(SPACE)
    for slug, one in shown.items():
        ids = {craft.id for craft in one.hangar}
        assert ids == set(hangar(slug))
        assert all(id in ids for side in one.skirmish.sides for id in side.people)
    bramble = next(one for one in shown["time-and-space"].hangar if one.id == "bramble")
    assert bramble.summary == ("Living2, Engineering2, Operations2, d6/2, M+1: 18 build points")


@pytest.mark.parametrize("slug", SPACE)
def test_nothing_said_is_the_sortie_of_the_edition(slug: str) -> None:
    state = dogfight([], slug).state
    sides = SORTIES[slug].sides
    assert state.sides == tuple(side.name for side in sides)
    assert [one.seat for one in state.flyers] == [
        seat for seat, side in zip(SEATS, sides, strict=True) for _ in side.people
    ]


def test_craft_by_ids_any_number_a_side() -> None:
    sides = [
        {"name": "Reds", "people": ["gadfly"] * 20},
        {"name": "Blues", "people": ["Iron Sabbath", "gadfly"]},
    ]
    state = dogfight(sides).state
    assert [len([one for one in state.flyers if one.side == side]) for side in (0, 1)] == [20, 2]
    assert [one.name for one in state.flyers[-3:]] == ["Gadfly 20", "Iron Sabbath", "Gadfly 21"]
    assert len({one.name for one in state.crew}) == 22


def test_craft_of_one_s_own_with_or_without_a_crew() -> None:
    sides = [
        {"name": "Reds", "people": [{"toml": KIT_KAT + PILOT}]},
        {"name": "Blues", "people": [{"toml": KIT_KAT}]},
    ]
    state = dogfight(sides).state
    assert [one.name for one in state.flyers] == ["Kit-Kat", "Kit-Kat 2"]
    assert state.crew[0].name == "Ajax"
    assert state.flyers[0].maneuvering.total == 15


@pytest.mark.parametrize(
    ("slug", "people", "why"),
    [
        ("ancient-world", ["gadfly"], "there are no star craft in Ancient World"),
        (
            "time-and-space",
            ["gadfyl"],
            "there is no craft “gadfyl” in the hangar of Time and Space",
        ),
        ("time-and-space", ["gadfly"] * 32, "there are 33 craft; a dogfight has 32 at most"),
        ("time-and-space", [], "there is nobody on the side of the Reds"),
        ("time-and-space", [{"toml": 'name = "X"'}], "a craft cannot be used: "),
        ("time-and-space", [{"character": "7"}], "a craft cannot be used: "),
    ],
)
def test_craft_that_cannot_fly(slug: str, people: list[Any], why: str) -> None:
    sides = [{"name": "Reds", "people": people}, {"name": "Blues", "people": ["gadfly"]}]
    with pytest.raises(SetupError) as caught:
        dogfight(sides, slug)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)
