"""The camp as a game: the laws of the table, set-ups, and that nothing is ever lost or made.

Whatever a company does at random, its journal tells all of it: the changes add up to the difference,
replaying them gives the company, its file reads back the same, and everybody is a legal character.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from legendry.legends.campaign.changes import (
    Carried,
    Change,
    Founded,
    Gained,
    Heard,
    Joined,
    Learned,
)
from legendry.legends.campaign.company import Company, Member
from legendry.legends.campaign.game import CAMP, MOST_DEEDS, Stay
from legendry.legends.campaign.journal import (
    Book,
    Entry,
    company_of,
    read_company,
    replayed,
    write_company,
)
from legendry.legends.character import mistakes
from legendry.legends.edition import edition, editions
from legendry.legends.options import checked
from legendry.legends.roster import roster
from legendry.table import Choose, Refused, Replay, Seeded, SetupError, Table, Typed
from tests.laws import drawn, obeys
from tests.legends.campaign.fireside import AW, TS, TSC, fireside, journal, one, options, say

COUNTED = ("xp", "karma", "wishes", "curses", "damage", "fatigue", "gold", "spent_xp", "staff")
OPTIONS: dict[str, list[Any]] = {
    "attribute_cap": [42, "none"],
    "wish_karma_conversion": [True],
    "karma_scope": ["any_roll_on_self"],
    "contest_dice_order": ["secret"],
    "wounds_reduce_st": [True],
}


def some_company(luck: Random) -> Company:
    """Heroes with all sorts of luck, wounds, belongings, at home or away."""
    slug = luck.choice(editions())
    members = []
    for hero in luck.sample(sorted(roster(slug).values(), key=lambda one: one.name), 3):
        figures = {
            "xp": luck.randint(0, 80),
            "karma": luck.randint(0, 6),
            "gold": luck.randint(0, 90),
        }
        figures |= {"wishes": luck.randint(0, 2), "curses": luck.randint(0, 3)}
        figures |= {"damage": luck.randint(0, hero.st - 1), "fatigue": luck.randint(0, 2)}
        things = luck.choices(["ration", "healing-herbs", "a silver key"], k=luck.randint(0, 12))
        given = msgspec.to_builtins(hero) | figures | {"belongings": things}
        lent = [{"karma": 1, "until": luck.choice([1, 3, "adventure"])}] * luck.randint(0, 1)
        player, fate = (
            luck.choice(["", "Ann", "Bob"]),
            luck.choice(["", "", "", "dead", "captured"]),
        )
        members.append({"character": given, "player": player, "fleeting": lent, "fate": fate})
    used = {name: values[0] for name, values in OPTIONS.items() if luck.random() < 0.2}
    return company_of(
        {
            "name": "The Few",
            "edition": slug,
            "members": members,
            "adventure": luck.choice(["", "The Well"]),
            "tongues": ["vorth"],
            "options": used,
        }
    )


def camp_of(company: Company, luck: Random, **table: Any) -> Table[Stay]:
    return Table(
        CAMP,
        luck.choice([["Ann"], ["Ann", "Bob"]]),
        table.pop("dice", Seeded(str(luck.random()))),
        edition=company.edition,
        setup={"company": msgspec.to_builtins(company), "plotwords": ["owl"]},
        gm=luck.choice(["", "Max"]),
        **table,
    )


def wandered(table: Table[Stay], luck: Random, deeds: int) -> None:
    """Play on at random; nobody breaks camp before so many deeds."""
    while isinstance(request := table.pending, Choose):
        option = drawn(request, luck.randrange)
        if option.notation != "break camp" or table.state.deeds >= deeds:
            table.answer(option)


@settings(max_examples=10, phases=[Phase.generate], deadline=None)
@given(st.integers(0, 2**32))
def test_the_laws_of_the_table(seed: int) -> None:
    luck = Random(seed)
    company = some_company(luck)
    dice = luck.choice([Seeded(str(luck.random())), Typed()])
    obeys(camp_of(company, luck, dice=dice), luck.randrange)


@settings(max_examples=20, phases=[Phase.generate], deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_happens_is_in_the_journal_and_nothing_else_happens(seed: int) -> None:
    luck = Random(seed)
    first = some_company(luck)
    table = camp_of(first, luck)
    wandered(table, luck, deeds=25)
    entries, last = table.state.journal, table.state.company
    changes = [change for entry in entries for change in entry.changes]
    for before, after in zip(first.members, last.members, strict=True):
        adds_up(before, after, [one for one in changes if getattr(one, "who", "") == before.name])
        assert mistakes(after.character, cap=cap_of(last)) == []
    assert last.day - first.day == sum(getattr(change, "days", 0) for change in changes)
    opening = Entry(1, "found", founding(first))
    assert replayed([opening]) == msgspec.structs.replace(first, adventure="")
    if not first.adventure:
        book = Book(first, (opening,)).plus(entries, "camp.rec")
        assert book.company == last == replayed(book.journal)
        text = write_company(book)
        assert read_company(text) == book
        assert write_company(read_company(text)) == text


def cap_of(company: Company) -> int:
    rules = edition(company.edition)
    return checked(company.options, rules).cap(rules.switches)


def founding(company: Company) -> tuple[Change, ...]:
    """The changes that lead to a company in its first days."""
    return (
        Founded(company.name, company.edition, company.options),
        *map(Joined, company.members),
        *map(Heard, company.tongues),
    )


def adds_up(before: Member, after: Member, changes: list[Change]) -> None:
    """What is different with a member is the sum of the changes, counted without their help."""
    ours, theirs = before.character, after.character
    gained = Counter[str]()
    for change in changes:
        if isinstance(change, Gained):
            gained[change.what] += change.by
    for name in (*COUNTED, "st", "dx", "iq"):
        if name != "karma":
            assert getattr(theirs, name) - getattr(ours, name) == gained[name], name
    lent = sum(getattr(change, "karma", 0) for change in changes)
    assert after.karma - before.karma <= gained["karma"] + lent, "karma may fade, never grow"
    assert theirs.karma >= 0
    for kind in ("belongings", "weapons", "armor"):
        things = Counter(getattr(theirs, kind))
        things.subtract(getattr(ours, kind))
        carried = Counter[str]()
        for change in changes:
            if isinstance(change, Carried) and change.kind == kind:
                carried[change.item] += change.count
        assert +things == +carried
        assert -things == -carried
    learned = [change for change in changes if isinstance(change, Learned)]
    levels = Counter(theirs.skills)
    levels.subtract(ours.skills)
    assert +levels == Counter(change.skill for change in learned if change.skill)
    assert [*theirs.spells] == [*ours.spells, *(one.spell for one in learned if one.spell)]


class TestPlay:
    def test_the_record_of_a_camp_is_short_and_readable(self) -> None:
        table = fireside(AW, one("Maud", xp=13, fatigue=3), adventure="The Well")
        say(table, "Maud raise ST", "rest a night", "break camp")
        assert table.record.rpartition("+++\n")[2].splitlines() == [
            "Maud",
            "Maud raise",
            "Maud raise ST",
            "rest",
            "rest a night",
            "break camp",
        ]
        assert journal(table) == [
            "Day 1: Maud raises ST to 13 for 13 XP",
            "Day 1: The company sleeps a night",
        ]
        assert str(table.outcome) == "the camp is over: the company breaks camp"

    def test_the_record_of_a_pack_mule_replays(self) -> None:
        """However much they carry: the header keeps to lines that readers take."""
        things = [f"“{n}” {'thing ' * 30}".strip() for n in range(100)]
        table = fireside(AW, one("Maud", belongings=things), one("Odo", belongings=things))
        say(table, "rest a day", "break camp")
        replay = Replay.of(table.record.encode())
        replay.run()
        assert replay.table.state.company == table.state.company

    def test_every_camp_ends(self) -> None:
        table = fireside(AW, one("Maud"))
        for _ in range(MOST_DEEDS):
            assert table.outcome is None
            say(table, "Maud done")
        assert "after 200 deeds" in str(table.outcome)

    def test_dice_of_different_days_differ(self) -> None:
        """Each deed is a turn of its own, so that named dice do not repeat."""
        member = one("Maud", skills={"survival": 1})
        setup = {"company": {"name": "One", "members": [member], "adventure": "The Well"}}
        table = Table(CAMP, ["Ann"], Seeded("7"), edition=AW, setup=setup)
        for _ in range(6):
            say(table, "rest a night")
        faces = {str(event) for event in table.events if "live off the land" in str(event)}
        assert len(faces) > 1
        assert table.state.turn == 7

    def test_a_company_of_the_dead_can_only_break_camp(self) -> None:
        table = fireside(AW, one("Maud", fate="dead", gold=5))
        assert "rest" not in options(table)
        with pytest.raises(Refused, match="Maud is dead"):
            say(table, "Maud")
        say(table, "break camp")

    def test_the_view_shows_what_people_ask_for(self) -> None:
        table = fireside(AW, one("Maud", belongings=["healing-potion/4"], gold=7))
        view: Any = table.view(None)
        assert view.members["Maud"].belongings == ("healing potion (4)",)
        assert "Maud" in str(view)
        assert "7 gold" in str(view)

    def test_a_closer_look_gives_the_ledgers(self) -> None:
        table = fireside(AW, one("Maud", armor=["chain"]))
        insight = CAMP.inspect(table.state, None, "maud")
        assert str(insight.ledgers[1]) == "DX 8 = 11 base −3 chain ARM-2"
        assert CAMP.inspect(table.state, None, "nobody").ledgers == ()


class TestSuits:
    def test_a_powered_suit_fails_in_camp_for_the_adventure_arm_6_rul_79(self) -> None:
        suit = next(piece.id for piece in edition(TSC).armor.values() if piece.powered)
        rook = one("Rook", st=12, damage=3, armor=[suit], skills={"survival": 1})
        table = fireside(TSC, rook, dice="6 6 6", adventure="The Well")
        say(table, "rest a night")
        assert table.state.people[0].suit_failed
        assert list(table.state.company.used) == ["suit of Rook without power"]
        say(table, "come home")
        assert not table.state.people[0].suit_failed


class TestSetup:
    @pytest.mark.parametrize(
        ("change", "words"),
        [
            ({"company": {"day": 2}}, "name is missing"),
            ({"company": {"name": "X", "members": [{}]}}, "member 1 has no character"),
            ({"company": {"name": "X", "members": [one("Al", st=30)]}}, "Al: .*CHR-2"),
            ({"company": {"name": "X", "members": [one("Al"), one("al")]}}, "there is a al"),
            ({"company": {"name": "X", "options": {"nonsense": 1}}}, "options"),
            ({"company": {"name": "X", "edition": TS}}, "X is of time-and-space, not of"),
            ({"company": {"name": "X", "edition": "none"}}, "no edition “none”"),
            ({"company": {"name": "X", "members": [one("Rest")]}}, "called Rest"),
            ({"company": {"name": "X", "day": 0}}, "day must be"),
            ({"company": {"name": "X"}, "prices": {"title": 7}}, "setup.prices: "),
            ({"company": {"name": "X"}, "treasure": 7}, "unknown field"),
        ],
    )
    def test_what_cannot_be_is_refused_in_a_sentence(
        self, change: dict[str, Any], words: str
    ) -> None:
        with pytest.raises(SetupError, match=words) as caught:
            Table(CAMP, ["Ann"], Typed(), edition=AW, setup=change)
        assert "\n" not in str(caught.value)

    def test_all_mistakes_of_a_member_are_told_at_once(self) -> None:
        bad = one("Al", st=30, weapons=["spon"], skills={"sword": 9})
        with pytest.raises(SetupError, match=r"CHR-2.*CHR-3.*spon"):
            fireside(AW, bad)

    def test_table_options_live_in_the_company(self) -> None:
        with pytest.raises(SetupError, match=r"setup\.company\.options"):
            Table(CAMP, ["Ann"], Typed(), edition=AW, options={"attribute_cap": 42},
                  setup={"company": {"name": "X"}})  # fmt: skip

    @pytest.mark.parametrize("slug", editions())
    def test_without_a_company_the_heroes_of_the_edition_make_camp(self, slug: str) -> None:
        table = Table(CAMP, ["Ann"], Typed(), edition=slug)
        assert len(table.state.company.members) >= 2
        assert table.state.company.edition == slug

    def test_a_frozen_camp_of_other_people_is_refused(self) -> None:
        table = fireside(AW, one("Maud"))
        frozen = CAMP.freeze(table.state)
        bad = frozen.replace(b'"st":12', b'"st":99')
        with pytest.raises(ValueError, match="CHR-2"):
            CAMP.thaw(table.header, bad)
