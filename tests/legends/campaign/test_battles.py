"""Battles of a company: into a fight, and out of it with all that has changed."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from legendry.legends.campaign.battles import aftermath, entry_of, fight_setup, side_of
from legendry.legends.campaign.camp import suit_mark
from legendry.legends.campaign.changes import Carried, Change, Fated, Gained, Marked, changed
from legendry.legends.campaign.company import Company, Fleeting, Member
from legendry.legends.character import Character
from legendry.legends.edition import edition, editions
from legendry.legends.fight import FIGHT
from legendry.legends.fighter import Fight, Fighter
from legendry.table import Choose, Scripted, Seeded, Table
from tests.legends.arena import ALL, AW, TS, TSC, play, who

FEW = "The Few"
FOE = who("Bandit", "Bandits", "0604", damage=11)
"""One blow fells him."""


def member(slug: str, name: str, **figures: Any) -> Member:
    """ST 12, DX 11, IQ 9, if not given; creation limits do not bind the kind `test`."""
    luck = {key: figures.pop(key) for key in ("player", "fate", "fleeting") if key in figures}
    given: dict[str, Any] = {"st": 12, "dx": 11, "iq": 9, "kind": "test"} | figures
    return Member(Character(name=name, edition=slug, **given), **luck)


def company(slug: str, *members: Member, **more: Any) -> Company:
    return Company(name=FEW, edition=slug, members=members, **more)


def battle(
    few: Company, *foes: dict[str, Any], dice: str, seats: Any = (FEW, "Bandits"), **place: Any
) -> Table[Fight]:
    """A fight of the company, which has the initiative."""
    rolls = ["6", "5", *(part.strip() for part in dice.split(","))]
    setup = fight_setup(few, foes or (FOE,), **place)
    return Table(
        FIGHT, seats, Scripted(*rolls), edition=few.edition, options=few.options, setup=setup
    )


def after(few: Company, table: Table[Fight]) -> Company:
    for change in aftermath(few, table.state):
        few = changed(few, change)
    return few


BLOW = ("Maud stay", "Maud strike Bandit", "Bandit take it")


# -- into the fight ----------------------------------------------------------------------------


@ALL
def test_those_who_are_alive_and_free_fight(edition: str) -> None:
    """CHR-5: with what they have; the dead and the captured are not there."""
    few = company(
        edition,
        member(edition, "Maud", player="Ann", damage=3),
        member(edition, "Orla", fate="dead"),
        member(edition, "Pell", fate="captured"),
        member(edition, "Rook", player="Ben"),
    )
    setup = fight_setup(few, [FOE], at={"Rook": "0203"}, board="meadow", surprise=FEW)
    ours = [one for one in setup["fighters"] if one["side"] == side_of(few)]
    assert [(one["character"]["name"], one["seat"]) for one in ours] == [
        ("Maud", "Ann"),
        ("Rook", "Ben"),
    ]
    assert (ours[0]["character"]["damage"], ours[1]["at"]) == (3, "0203")
    assert (setup["surprise"], setup["board"]) == (FEW, "meadow")
    table = Table(FIGHT, ["Ann", "Ben", "Bandits"], Seeded(1), edition=edition, setup=setup)
    assert table.view(None).fighters["Maud"].seat == "Ann"  # type: ignore[attr-defined]
    chosen = fight_setup(few, [FOE], who=["Rook"])
    assert [one["character"]["name"] for one in chosen["fighters"]] == ["Rook", "Bandit"]


@ALL
def test_fleeting_karma_is_there_to_be_spent_and_goes_first(edition: str) -> None:
    """CAM-7, CAM-11, SKL-39: one point of a bard's and one of his own; one is spent."""
    few = company(
        edition,
        member(edition, "Maud", karma=1, weapons=("club",), fleeting=(Fleeting(1, "adventure"),)),
        adventure="The Road",
    )
    table = battle(few, dice="6 6 6, 3 3 3, 1", at={"Maud": "0504"})
    play(table, "Maud stay", "Maud strike Bandit", "Maud re-roll", "Maud keep", "Bandit take it")
    play(table, "Maud keep")
    now = after(few, table).member("Maud")
    assert (now.character.karma, now.fleeting) == (1, ())


@pytest.mark.parametrize("edition", [TSC, TS])
def test_a_suit_that_has_failed_stays_so(edition: str) -> None:
    """RUL-79, ARM-6: until it is repaired out of combat or the adventure ends."""
    ripley = member(edition, "Maud", armor=("battle-armor",), weapons=("club",))
    few = company(edition, ripley, adventure="The Hulk")
    table = battle(few, dice="6 6 6, 2 2 2, 1", at={"Maud": "0504"})
    play(table, "Maud stay", "Maud strike Bandit", "Bandit take it", "Bandit pass", *BLOW)
    mark = suit_mark("Maud")
    assert Marked(mark, "adventure") in aftermath(few, table.state)
    now = after(few, table)
    assert mark in now.used
    setup = fight_setup(now, [FOE])
    assert setup["fighters"][0]["suit_failed"] is True
    again = Table(FIGHT, [FEW, "Bandits"], Seeded(1), edition=edition, setup=setup)
    assert again.state.named("Maud").dx == 8
    at_home = aftermath(company(edition, ripley), table.state)
    assert not [one for one in at_home if isinstance(one, Marked)]


# -- out of it ---------------------------------------------------------------------------------


@ALL
def test_harm_experience_and_fatigue(edition: str) -> None:
    """CAM-2, INJ-8, RUL-69: one XP, three points of damage, a point of fatigue back."""
    few = company(edition, member(edition, "Maud", weapons=("club",), fatigue=2, damage=1))
    foe = who("Bandit", "Bandits", "0604", weapons=["club"], damage=11)
    table = battle(few, foe, dice="6 5 6, 3 3 3, 3, 3 3 3, 1", at={"Maud": "0504"})
    play(table, "Maud stay", "Maud strike Bandit", "Bandit take it")
    play(table, "Bandit stay", "Bandit strike Maud", "Maud take it", "Maud take it", *BLOW)
    assert aftermath(few, table.state) == [
        Gained("Maud", "damage", 3),
        Gained("Maud", "fatigue", -1),
        Gained("Maud", "xp", 1),
    ]


@ALL
def test_deaths_and_captures(edition: str) -> None:
    """INJ-6, RUL-80: Maud dies, Rook is taken."""
    few = company(
        edition,
        member(edition, "Maud", damage=11),
        member(edition, "Rook", fatigue=12),
    )
    foe = who("Bandit", "Bandits", "0604", weapons=["club"])
    table = battle(few, foe, dice="3 3 3, 2", at={"Maud": "0504", "Rook": "0101"})
    play(table, "Maud pass", "Bandit stay", "Bandit strike Maud", "Maud take it")
    found = aftermath(few, table.state)
    assert Fated("Maud", "dead") in found
    assert Fated("Rook", "captured") in found
    assert not [one for one in found if isinstance(one, Gained) and one.what == "xp"]
    assert after(few, table).present == ()


@ALL
def test_a_potion_drunk_is_gone(edition: str) -> None:
    """RUL-95: one of two; what it healed shows in the damage."""
    potion = "healing-potion/2"
    few = company(
        edition,
        member(edition, "Maud", damage=4, weapons=("club",), belongings=(potion, "rope", potion)),
    )
    table = battle(few, dice="3 3 3, 1", at={"Maud": "0504"})
    play(table, "Maud stay", "Maud drink healing potion (2)", "Bandit pass", *BLOW)
    play(table, "Maud no potion")
    assert Carried("Maud", potion, -1) in aftermath(few, table.state)
    now = after(few, table).member("Maud").character
    assert (now.damage, now.belongings) == (2, (potion, "rope"))


def thrown(edition: str, weapon: str, **more: Any) -> tuple[Company, Table[Fight]]:
    few = company(edition, member(edition, "Maud", weapons=(weapon,), **more))
    return few, battle(few, dice="3 3 3, 6, 3 3 3, 1", at={"Maud": "0504"})


@ALL
def test_who_holds_the_field_gathers_what_he_threw(edition: str) -> None:
    """SHT-5: what lies there is not lost to the winners."""
    few, table = thrown(edition, "hatchet" if edition != AW else "javelin")
    play(table, "Maud stay")
    play(table, next(one for one in notations(table) if "throw Bandit" in one))
    assert table.outcome is not None
    assert table.state.ground
    assert not [one for one in aftermath(few, table.state) if isinstance(one, Carried)]


@ALL
@pytest.mark.parametrize("wounded", [True, False])
def test_who_holds_the_field_takes_back_what_a_foe_has_picked_up(
    edition: str, wounded: bool
) -> None:
    """SHT-5, ACT-1: from one who has fallen; who got away has it."""
    armed = {"weapons": ("dagger", "club"), "ready": ("dagger", "club")}
    few = company(edition, member(edition, "Maud", **armed))
    foe = who("Bandit", "Bandits", "0301", damage=11, weapons=[])
    place = {"at": {"Maud": "0101"}, "leave": "edge"}
    table = battle(few, foe, dice="3 3 3, 6", **place)
    play(table, "Maud drop club", "Maud move 0104", "Maud done", "Bandit move 0101", "Bandit done")
    play(table, "Maud pass", "Bandit stay", "Bandit pick up club")
    if wounded:
        play(table, "Maud move 0102", "Maud strike Bandit")
        if table.outcome is None:  # where he has room to dodge
            play(table, "Bandit take it")
    else:
        play(table, "Maud pass", "Bandit leave by 0101")
    assert table.outcome is not None
    now = after(few, table).member("Maud").character
    assert now.weapons == (("dagger", "club") if wounded else ("dagger",))


@ALL
def test_a_fugitive_has_what_he_carries(edition: str) -> None:
    """SHT-5, CAM-3: what he dropped is lost to him, and there is no XP."""
    few = company(edition, member(edition, "Maud", weapons=("club", "dagger"), ready=("club",)))
    table = battle(few, dice="1", at={"Maud": "0101"}, leave="edge")
    play(table, "Maud drop club", "Maud leave by 0101")
    assert aftermath(few, table.state) == [Carried("Maud", "club", -1, "weapons")]
    now = after(few, table).member("Maud").character
    assert (now.weapons, now.ready) == (("dagger",), ())


@ALL
@pytest.mark.parametrize(
    ("strength", "gets"),
    [
        (12, Carried("Rook", "club", 1, "weapons")),
        (4, Carried("Rook", "club", 1, "belongings")),
    ],
)
def test_what_was_picked_up_is_kept(edition: str, strength: int, gets: Change) -> None:
    """ACT-1, WPN-3: a weapon to fight with, or for one who cannot lift it a thing among others."""
    few = company(
        edition, member(edition, "Maud", weapons=("club",)), member(edition, "Rook", st=strength)
    )
    foe = who("Bandit", "Bandits", "1301")
    table = battle(few, foe, dice="1", at={"Maud": "0101", "Rook": "0102"}, leave="edge")
    play(table, "Maud", "Maud drop club", "Maud", "Maud leave by 0101")
    play(table, "Rook move 0101", "Rook done", "Bandit pass")
    play(table, "Rook stay", "Rook pick up club", "Bandit pass", "Rook leave by 0101")
    assert aftermath(few, table.state) == [Carried("Maud", "club", -1, "weapons"), gets]
    assert after(few, table).members  # and the company can be so


def test_a_staff_that_is_lost_takes_its_power_along() -> None:
    """MAG-11: nothing else of wood is left to hold it."""
    mage = member(
        AW, "Maud", iq=16, magic=True, spells=("blur",),
        weapons=("wizards-staff",), staff=5, charge=3, spent_xp=200,
    )  # fmt: skip
    few = company(AW, mage)
    table = battle(few, dice="1", at={"Maud": "0101"}, leave="edge")
    play(table, "Maud drop wizard's staff", "Maud leave by 0101")
    now = after(few, table).member("Maud").character
    assert (now.staff, now.power, now.weapons) == (0, 0, ())


def test_power_spent_is_spent() -> None:
    """MAG-11, RUL-101: `charge` is what the fight left in the staff."""
    mage = member(
        AW, "Maud", iq=16, magic=True, spells=("blur",),
        weapons=("wizards-staff",), staff=5, spent_xp=200,
    )  # fmt: skip
    few = company(AW, mage)
    table = battle(few, dice="1 1 1", at={"Maud": "0101"}, leave="edge")
    play(table, "Maud stay", "Maud cast Blur at Maud", "Bandit pass", "Maud leave by 0101")
    left = table.state.named("Maud").staff
    assert left < 5
    assert aftermath(few, table.state) == [Gained("Maud", "charge", left - 5)]
    assert after(few, table).member("Maud").character.charge == left


def notations(table: Table[Any]) -> list[str]:
    assert isinstance(table.pending, Choose)
    return [one.notation for one in table.pending.options]


def test_a_fight_that_goes_on_has_no_aftermath() -> None:
    few = company(AW, member(AW, "Maud"))
    table = battle(few, dice="1")
    with pytest.raises(ValueError, match="not over yet"):
        aftermath(few, table.state)


def test_an_entry_of_the_journal_names_the_record() -> None:
    """CAM-2: where each gain came from; allies on the same side are no members."""
    few = company(AW, member(AW, "Maud", weapons=("club",)), day=7)
    ally = who("Nell", FEW, "0101")
    table = battle(few, FOE, ally, dice="3 3 3, 1", at={"Maud": "0504"})
    play(table, "Maud", *BLOW)
    entry = entry_of(few, table.state, by="Ann", record="0007-bandit.rec")
    assert str(entry) == "Day 7: A fight against Bandit: only The Few are left"
    assert (entry.changes, entry.by, entry.record) == (
        (Gained("Maud", "xp", 1),),
        "Ann",
        "0007-bandit.rec",
    )
    others = Company(name="Others", edition=AW)
    with pytest.raises(ValueError, match="Others was not in that fight"):
        aftermath(others, table.state)


# -- whatever happens --------------------------------------------------------------------------


def some_member(luck: Random, slug: str, name: str) -> Member:
    rules = edition(slug)
    liftable = [
        one.id
        for one in rules.weapons.values()
        if min(mode.heft for mode in one.modes) <= 12 and one.id != "unarmed"
    ]
    skills = luck.sample(["medic", "leadership", "stalker", "tactician", "axe"], 3)
    figures: dict[str, Any] = {
        "weapons": tuple(luck.choices(liftable, k=luck.randint(0, 3))),
        "skills": {id: luck.randint(1, 3) for id in skills},
        "belongings": tuple(
            luck.choices(["rope", "healing-potion/3", "potion/ST/2", "ration", "potion/axe/1"], k=4)
        ),
        "karma": luck.randint(0, 2),
        "wishes": luck.randint(0, 1),
        "xp": luck.randint(0, 40),
        "spent_xp": 500,
        "damage": luck.randint(0, 8),
        "fatigue": luck.randint(0, 3),
    }
    shields = [one.id for one in rules.armor.values() if one.slot == "shield"]
    powered = [one.id for one in rules.armor.values() if one.powered]
    figures["armor"] = tuple(luck.sample(shields or powered, 1))
    if rules.spells and luck.random() < 0.5:
        figures |= {"magic": True, "iq": 14, "spells": ("fire-1", "drop-weapon", "heal-wounds")}
        figures["spells"] = tuple(id for id in figures["spells"] if id in rules.spells)
        figures["weapons"] = (*figures["weapons"], "wizards-staff")
        figures |= {"staff": 4, "charge": luck.choice([None, 1, 3])}
    lent = (Fleeting(luck.randint(1, 2), "adventure"),) if luck.random() < 0.3 else ()
    return member(slug, name, fleeting=lent, **figures)


ARENA = """
.   .   .
  .   .
.   .   .
  .   .
"""


def some_battle(luck: Random) -> tuple[Company, Table[Fight]]:
    slug = luck.choice(editions())
    few = company(
        slug,
        *(some_member(luck, slug, name) for name in ("Maud", "Orla", "Rook")),
        adventure="The Road",
        options={"advance_in_combat": luck.random() < 0.5, "no_progress": 10},
    )
    foes = [
        who(f"Bandit {n}", "Bandits", damage=luck.randint(0, 8), weapons=["club", "dagger"])
        for n in range(1, luck.randint(2, 4))
    ]
    leave = luck.choice(["edge", "no", "no"])
    setup = fight_setup(few, foes, leave=leave, map=ARENA)
    seed = Seeded(luck.randrange(10**6))
    return few, Table(FIGHT, [FEW, "Bandits"], seed, edition=slug, options=few.options, setup=setup)


def had(fight: Fight, fighter: Fighter) -> Counter[str]:
    return Counter((*fighter.ready, *fighter.carried, *fighter.potions))


@pytest.mark.parametrize("seed", range(40))
def test_the_changes_give_exactly_the_fighters_figures(seed: int) -> None:
    """RUL-69, CHR-5: harm, luck, power, experience, fates and goods of every member; nothing is lost
    and nothing comes from nowhere but what was thrown, drunk or broken in the fight."""
    luck = Random(seed)
    few, table = some_battle(luck)
    while (request := table.pending) is not None:
        assert isinstance(request, Choose)
        table.answer(luck.choice(request.options))
    now, changes = few, aftermath(few, table.state)
    for change in changes:
        now = changed(now, change)
    fight = table.state
    for one in fight.fighters:
        if one.side or one.being:
            continue
        before, after = few.member(one.name), now.member(one.name)
        own = after.character
        assert (own.damage, own.fatigue) == (one.damage, one.fatigue)
        assert (after.karma, own.wishes) == (one.karma, one.wishes)
        assert own.xp == one.character.xp + one.earned
        assert (own.st, own.dx, own.iq, own.skills) == (
            one.character.st, one.character.dx, one.character.iq, one.character.skills,
        )  # fmt: skip
        assert own.power == (one.staff if own.staff else 0)
        assert (suit_mark(one.name) in now.used) is one.suit_failed
        dead, taken = one.status == "dead", one.captured
        assert after.fate == ("dead" if dead else "captured" if taken else "")
        lost = had(fight, one) - goods(own)
        regained = goods(own) - had(fight, one)
        assert not lost or all(id not in own.weapons for id in lost), lost
        lies = Counter(id for things in fight.ground.values() for id in things)
        for foe in fight.fighters:
            lies += had(fight, foe) if foe.side and not foe.fled else Counter()
        assert not regained - lies
        assert not regained - goods(before.character)


def goods(own: Character) -> Counter[str]:
    """What a fight can take or give: weapons, shields, potions."""
    shields = [id for id in own.armor if edition(own.edition).armor[id].slot == "shield"]
    drinks = [id for id in own.belongings if "potion/" in id]
    return Counter((*own.weapons, *shields, *drinks))
