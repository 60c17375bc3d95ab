"""Images and illusions (MAG-17, RUL-114): what they are, and that nobody can tell."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from legendry.legends.edition import edition
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight
from legendry.legends.magic.events import Doubted, Exposed
from legendry.table import Choose, Roll, Seat, Seeded, Table
from tests.laws import obeys

from .arena import AW, TS, arena, asked, fighter, figures, mage, offered, play, told, who, why_not

SPELLS = [
    *("summon-wolf", "summon-bear", "summon-giant", "summon-small-dragon", "summon-dragon"),
    *("illusion-1", "image-1", "blur", "dispel-magic"),
]
CALLS = {
    "wolf": ("Summon Wolf", "1"),
    "giant": ("Summon Giant", "1"),
    "small dragon": ("Summon Small Dragon", "4"),
    "dragon": ("Summon Dragon", "7"),
}
BLIND: list[Seat | None] = ["Trojans", None]
OPTIONS = [{}, {"staff_split": "caster_chooses", "contest_dice_order": "secret"}]


def world(seed: int, **options: Any) -> Table[Fight]:
    """Mira and Ajax, of one side but two seats, against two who can do some magic themselves."""
    foe = {"magic": True, "iq": 14, "spells": ["dispel-magic", "magic-fist-1", "fire-3"]}
    return Table(
        FIGHT,
        ["Mira", "Greeks", "Trojans"],
        Seeded(seed),
        edition=AW,
        options=options,
        setup={
            "fighters": [
                who("Mira", "Greeks", "0404", seat="Mira", magic=True, iq=18, st=60, spells=SPELLS, staff=4,
                    weapons=["wizards-staff"]),
                who("Ajax", "Greeks", "0204", seat="Greeks", weapons=["broad-sword"]),
                who("Hector", "Trojans", "0904", st=25, weapons=["broad-sword"], armor=["leather"]),
                who("Helen", "Trojans", "1005", st=20, **foe),
            ]
        },
    )  # fmt: skip


class TestPlay:
    """What becomes of them, with scripted dice."""

    def cast(self, what: str, dice: str, *, at: str = "0604", **setup: Any) -> Table[Fight]:
        """Mira has cast it; Hector, three hexes away, is to move."""
        spells = ["illusion-1", "image-1", "summon-wolf", "summon-bear"]
        table = arena(
            AW,
            who("Mira", "Greeks", "0404", magic=True, iq=18, st=30, spells=spells),
            who("Hector", "Trojans", "0704", st=14, weapons=["broad-sword"]),
            dice=f"1 1 1, {dice}",
            **setup,
        )
        return play(table, "Mira stay", f"Mira cast {what} at {at}")

    def test_it_acts_from_the_next_turn_and_its_damage_is_real(self) -> None:
        """SPL-36, RUL-114: a wolf's bite, D6+1."""
        table = self.cast("Illusion-1 of wolf", "1 1 1, 4")
        play(table, "Hector pass", "Mira pass")
        play(table, "Wolf stay", "Wolf strike Hector", "Hector take it", "Hector take it")
        assert fighter(table, "Hector").damage == 5

    def test_an_illusion_that_is_killed_was_never_there(self) -> None:
        """MAG-17: 2D6 and 1 against ST 10 and fur 1."""
        table = self.cast("Illusion-1 of wolf", "1 1 1, 6 5")
        play(table, "Hector stay", "Hector strike Wolf", "Wolf take it")
        assert fighter(table, "Wolf").status == "vanished"
        assert told(table)[-2] == "Wolf was but an illusion: it is gone with the mortal blow"

    def test_a_summoned_one_that_is_killed_lies_there(self) -> None:
        """CRE-1: so that one knows, afterwards."""
        table = self.cast("Summon Wolf", "1 1 1, 6 5")
        play(table, "Hector stay", "Hector strike Wolf", "Wolf take it")
        assert fighter(table, "Wolf").status == "dying"

    def test_an_image_is_gone_when_it_is_struck(self) -> None:
        """SPL-35, RUL-114: without a roll for damage."""
        table = self.cast("Image-1 of giant", "1 1 1")
        play(table, "Hector stay", "Hector strike Giant", "Giant take it")
        assert "Giant was but an image: it is gone at a touch" in told(table)
        assert asked(table) == "Greeks: where does Mira go?"

    def test_a_blow_that_misses_tells_nothing(self) -> None:
        """RUL-114: nor does a dodge."""
        table = self.cast("Image-1 of giant", "6 6 6")
        play(table, "Hector stay", "Hector strike Giant")
        assert fighter(table, "Giant").active

    def test_an_image_is_gone_when_it_is_walked_into(self) -> None:
        """SPL-35, RUL-114: whoever walks into it stands in its hex."""
        table = self.cast("Image-1 of giant", "")
        play(table, "Hector stay", "Hector takedown Giant")
        assert fighter(table, "Giant").status == "vanished"
        assert str(fighter(table, "Hector").hex) == "0604"

    def test_an_image_never_harms(self) -> None:
        """SPL-35: its blow is a touch as well."""
        table = self.cast("Image-1 of giant", "1 1 1")
        play(table, "Hector pass", "Mira pass", "Giant stay", "Giant strike Hector")
        play(table, "Hector take it")
        assert fighter(table, "Giant").status == "vanished"
        assert fighter(table, "Hector").damage == 0

    @pytest.mark.parametrize(
        ("what", "gone"), [("Illusion-1 of wolf", True), ("Summon Wolf", False)]
    )
    def test_disbelief_is_a_contest_of_iq(self, what: str, gone: bool) -> None:
        """MAG-17, RUL-114: an action; who doubts announces first; a real wolf does not mind."""
        table = self.cast(what, "4 4, 6 6 6 6")
        play(table, "Hector stay")
        assert figures(table, "Hector disbelieve Wolf")["win"] > 0
        play(table, "Hector disbelieve Wolf")
        assert asked(table).startswith("Trojans: Hector: disbelieve, Hector against Mira")
        play(table, "Hector 2 dice", "Mira 4 dice")
        end = "was but an illusion" if gone else "is as real as they come"
        assert any(end in words for words in told(table))
        assert fighter(table, "Wolf").active != gone

    def test_disbelief_may_fail(self) -> None:
        """RUL-114: then nobody is wiser."""
        table = self.cast("Illusion-1 of wolf", "1 1, 4 4")
        play(table, "Hector stay", "Hector disbelieve Wolf", "Hector 2 dice", "Mira 2 dice")
        assert fighter(table, "Wolf").active
        assert "Hector doubts his eyes, but Wolf does not waver" in told(table)

    def test_disbelief_may_be_free_once_a_turn(self) -> None:
        """RUL-114, option disbelief."""
        options = {"disbelief": "free_once_per_turn"}
        table = self.cast("Illusion-1 of wolf", "1 1, 4 4", options=options)
        play(table, "Hector disbelieve Wolf", "Hector 2 dice", "Mira 2 dice")
        assert asked(table) == "Trojans: where does Hector go?"
        assert "Hector disbelieve Wolf" not in offered(table)
        play(table, "Hector stay")
        assert "Hector disbelieve Wolf" not in offered(table)

    def test_a_fallen_caster_does_not_resist_disbelief(self) -> None:
        """RUL-121, RUL-4: an illusion outlasts its caster's collapse."""
        table = self.cast("Illusion-1 of wolf", "")
        state = table._last_state()
        state.named("Mira").take(damage=29)
        table = play(table.fork(), "Hector stay")
        assert figures(table, "Hector disbelieve Wolf")["win"] == 1
        play(table, "Hector disbelieve Wolf")
        assert fighter(table, "Wolf").status == "vanished"

    def test_an_illusion_is_no_better_than_its_caster(self) -> None:
        """RUL-114: of its size, and within his IQ; an image may show any."""
        table = arena(
            AW,
            who("Mira", "Greeks", "0404", magic=True, iq=11, spells=["illusion-1", "image-1"]),
            who("Hector", "Trojans", "0704"),
        )
        listed = offered(play(table, "Mira stay"))
        illusions = [text.split()[-1] for text in listed if "Illusion-1" in text]
        images = [text.split()[-1] for text in listed if "Image-1" in text]
        assert illusions == ["wolf", "warrior", "bear"]
        assert images == [*illusions, "gargoyle", "giant"]

    def test_it_does_not_count_as_summoned(self) -> None:
        """MAG-21: only true ones do."""
        table = self.cast("Illusion-1 of wolf", "1 1 1")
        play(table, "Hector pass", "Mira", "Mira stay", "Mira cast Summon Bear at 0504")
        assert fighter(table, "Bear").active

    def test_only_summons_end_at_will(self) -> None:
        """RUL-121."""
        table = self.cast("Illusion-1 of wolf", "")
        play(table, "Hector pass", "Mira")
        assert "Mira dismiss Wolf" not in offered(table)
        table = self.cast("Summon Wolf", "")
        play(table, "Hector pass", "Mira", "Mira dismiss Wolf")
        assert fighter(table, "Wolf").status == "vanished"
        assert asked(table) == "Greeks: where does Mira go?"

    def test_an_image_alone_holds_no_field(self) -> None:
        """MAG-17: the fight is over with the last of those who are there."""
        table = self.cast("Image-1 of giant", "")
        state = table._last_state()
        state.named("Mira").take(damage=40)
        table = table.fork()
        assert table.outcome is not None
        assert table.outcome.winners == ("Trojans",)

    def test_a_table_hides_where_somebody_knows_such_spells(self) -> None:
        """MAG-17: and nowhere else."""
        assert self.cast("Summon Wolf", "").hides
        plain = who("Mira", "Greeks", magic=True, iq=12, spells=["summon-wolf"])
        assert not arena(AW, plain, who("Hector", "Trojans")).hides
        assert not arena(TS, who("Ajax", "Greeks"), who("Hector", "Trojans")).hides

    def test_nobody_gives_it_gear(self) -> None:
        """MAG-21: it fights with what it is."""
        table = self.cast("Summon Wolf", "", at="0504")
        play(table, "Hector pass", "Wolf", "Wolf stay")
        assert not any(" pick up " in text or " ready " in text for text in offered(table))
        assert why_not(table, "Wolf strike Hector") == "Hector is not adjacent (STR-1)"


def looks(table: Table[Fight], seat: Seat | None, *, deep: bool) -> Any:
    """All that a seat can see of a table; `deep` looks closer, at odds and fighters."""
    request = table.pending
    shown: list[Any] = [request and (type(request), request.asks)]
    if isinstance(request, Roll):
        shown += [request.name, request.dice, request.against]
    if isinstance(request, Choose) and request.seat == seat:
        shown += [(one.notation, one.words, one.leads) for one in request.options]
        if deep:
            shown += [known(one.about) for one in request.options]
            shown += request.barred
    if deep:
        shown += [table.game.inspect(table.state, seat, one.name) for one in table.state.fighters]
    return table.view(seat), table.events_for(seat), table.record_for(seat), shown


def known(about: Any) -> Any:
    """What can be known of an option, deeds and all."""
    if about is None:
        return None
    deeds = [(one.notation, known(one.about)) for one in getattr(about, "deeds", ())]
    later = {name: known(one) for name, one in getattr(about, "later", {}).items()}
    rest = [getattr(about, name, None) for name in ("best", "danger", "exposed", "steps")]
    return about.figures, about.ledgers, about.places, deeds, later, rest


def told_apart(tables: list[Table[Fight]]) -> bool:
    """Whether the truth is out, or must be: somebody has seen through it, or the caster is down."""
    return any(
        table.outcome is not None
        or not table.state.named("Mira").active
        or any(
            isinstance(one, Exposed) or (isinstance(one, Doubted) and one.real)
            for one in table.events
        )
        for table in tables
    )


def both(tables: list[Table[Fight]], *answers: str) -> None:
    for table, answer in zip(tables, answers, strict=True):
        table.answer(answer)


def to_casting(table: Table[Fight], luck: Random) -> None:
    """Play until Mira may act."""
    while "Mira stay" not in {one.notation for one in getattr(table.pending, "options", ())}:
        assert isinstance(table.pending, Choose)
        table.answer(luck.choice(table.pending.options))
    table.answer("Mira stay")


@pytest.mark.parametrize("kind", ["Illusion", "Image"])
@pytest.mark.parametrize("being", CALLS)
@pytest.mark.parametrize("seed", range(2))
def test_nobody_else_can_tell_it_from_the_real_one(kind: str, being: str, seed: int) -> None:
    """RUL-114: one world with the summons, one with the spell that shows the same; same answers.

    Views, events, records, questions, options and their odds are the same for the other side and
    for those who watch, until it is disbelieved or touched.
    """
    summons, size = CALLS[being]
    luck = Random(f"{kind} {being} {seed}")
    tables = [world(seed, **OPTIONS[seed]) for _ in range(2)]
    for table in tables:
        to_casting(table, Random(seed))
    words = f"Mira cast {summons}", f"Mira cast {kind}-{size} of {being}"
    both(tables, *words)
    alike(tables, deep=True)
    places = [{text.split()[-1] for text in offered(table)} for table in tables]
    hex = luck.choice(sorted(places[0] & places[1]))
    both(tables, *(f"{said} at {hex}" for said in words))
    for step in range(80):
        alike(tables, deep=step % 4 == 0)
        asked = tables[0].pending
        assert isinstance(asked, Choose)
        shared = [text for text in offered(tables[0]) if text in offered(tables[1])]
        answer = likely(shared, luck)
        both(tables, answer, answer)
        if told_apart(tables):
            return


def alike(tables: list[Table[Fight]], *, deep: bool) -> None:
    """The same to all who may not know."""
    for seat in BLIND:
        for one, other in zip(*(looks(table, seat, deep=deep) for table in tables), strict=True):
            assert one == other, f"{seat} can tell"


def likely(options: list[str], luck: Random) -> str:
    """Something happens now and then, but few doubt what they see."""
    deeds = (" strike ", " cast ", " counter", " takedown ", " shoot ", " dodge")
    bold = [text for text in options if any(word in text for word in deeds)]
    plain = [text for text in options if " disbelieve " not in text]
    return luck.choice(bold if bold and luck.random() < 0.6 else plain)


def changed_sides() -> Table[Fight]:
    """Mira of the Greeks has cast an illusion of a giant; then Helen makes her a Trojan."""
    table = arena(
        AW,
        mage("Mira", "Greeks", "0404", "illusion-1", st=40),
        who("Ajax", "Greeks", "0101"),
        mage("Helen", "Trojans", "1005", "mind-control", "dispel-magic", st=30, iq=18),
        dice="1 1 1, 6 6, 1 1, 1 1 1, 1 1 1",
    )
    play(table, "Mira", "Mira stay", "Mira cast Illusion-1 of giant at 0304", "Ajax pass")
    assert seen_fatigue(table) == {"Greeks": 2, "Trojans": 5}
    play(table, "Helen stay", "Helen cast Mind Control at Mira", "Helen 2 dice", "Mira 2 dice")
    play(table, "Ajax", "Ajax pass", "Giant pass", "Helen pass", "Ajax", "Ajax pass", "Giant pass")
    return play(table, "Mira", "Mira stay")


def seen_fatigue(table: Table[Fight]) -> dict[Seat, int]:
    """Mira's fatigue as each seat sees it."""
    views: dict[Seat, Any] = {seat: table.view(seat) for seat in ("Greeks", "Trojans")}
    return {seat: view.fighters["Mira"].fatigue for seat, view in views.items()}


def test_nobody_doubts_what_he_has_called_himself() -> None:
    """MAG-17, RUL-112: the giant is of the other side now, but Mira is its caster."""
    table = changed_sides()
    assert "Mira strike Giant" in offered(table)
    assert "Mira disbelieve Giant" not in offered(table)


def test_whoever_changes_sides_deceives_the_other() -> None:
    """RUL-114, RUL-112: the Trojans play Mira and know; to the Greeks she summons a giant for 5.

    When Helen has let her go, it is the other way round.
    """
    table = changed_sides()
    assert seen_fatigue(table) == {"Greeks": 5, "Trojans": 2}
    play(table, "Mira cast Illusion-1 of giant at 0604")
    assert seen_fatigue(table) == {"Greeks": 10, "Trojans": 4}
    play(table, "Helen stay", "Helen cast Dispel Magic at Mind Control on Mira")
    assert fighter(table, "Mira").side == 0
    assert seen_fatigue(table) == {"Greeks": 4, "Trojans": 10}


def test_the_casters_side_knows() -> None:
    """MAG-17: the truth, and what it cost."""
    table = world(1)
    to_casting(table, Random(1))
    table.answer("Mira cast Illusion-1 of giant at 0504")
    assert "Giant" in {one.name for one in table.state.fighters}, "these dice let it succeed"
    for seat in ("Mira", "Greeks", "Trojans", None):
        view: Any = table.view(seat)
        mine = seat in ("Mira", "Greeks")
        assert view.fighters["Giant"].truth == ("illusion" if mine else "")
        assert view.fighters["Mira"].staff == (2 if mine else 0)
        assert view.fighters["Mira"].fatigue == (0 if mine else 1)
        assert ("Illusion-1" in str(table.events_for(seat))) == mine
        assert ("Mira cast Illusion-1 of giant at 0504" in table.record_for(seat)) == mine
        assert ("Mira cast Summon Giant at 0504" in table.record_for(seat)) != mine


BOOK = [
    spell.id
    for spell in edition(AW).spells.values()
    if spell.school in ("illusion", "summoning", "morphing")
] + ["dispel-magic", "blur", "fire-1", "magic-fist-1"]
YARD = """
.   .   .
  .   .
.   #   .
  .   .
.   .   .
  .   .
.   .   .
"""


def conjurers(luck: Random) -> Table[Fight]:
    """Magic users in a small yard, who know little else than beings."""
    people = []
    for name, side in (("Mira", "Greeks"), ("Ajax", "Greeks"), ("Helen", "Trojans")):
        spells = sorted(luck.sample(BOOK, 7))
        staff: dict[str, Any] = {"weapons": ["wizards-staff"], "staff": luck.randint(0, 3)}
        iq, strength = luck.randint(12, 20), luck.randint(12, 50)
        people.append(who(name, side, magic=True, iq=iq, st=strength, spells=spells, **staff))
    setup = {"fighters": people, "map": YARD}
    options = {"no_progress": 6, "disbelief": luck.choice(["action", "free_once_per_turn"])}
    return Table(
        FIGHT, ["Greeks", "Trojans"], Seeded(luck.randrange(1000)),
        edition=AW, setup=setup, options=options,
    )  # fmt: skip


@settings(max_examples=10, phases=[Phase.generate])
@given(st.integers(0, 2**32))
def test_conjurers_obey_the_laws(seed: int) -> None:
    luck = Random(seed)
    obeys(conjurers(luck), luck.randrange, most=20_000)


@pytest.mark.parametrize("seed", range(6))
def test_beings_keep_the_peace_of_hexes(seed: int) -> None:
    """MOV-3, RUL-56: whoever comes, goes, changes shape or side, enemies in a hex are grappling."""
    luck = Random(seed)
    table = conjurers(luck)
    while isinstance(table.pending, Choose):
        fight = table.state
        for one in fight.active():
            assert all(fight.board.open(hex) for hex in one.cells), one.name
            for hex in one.cells:
                for other in fight.occupants(hex):
                    assert other.side == one.side or (one.joined and other.joined)
        table.answer(likely(offered(table), luck))
    assert table.outcome is not None
