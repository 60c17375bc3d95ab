"""Books as they play: what each line does to the company, with scripted dice."""

from __future__ import annotations

from typing import Any

import pytest

from legendry.adventures.game import ADVENTURE, StoryView
from legendry.adventures.story import Story
from legendry.bots.greedy import GreedyBot
from legendry.legends.character import Character
from legendry.table import Choose, Refused, Scripted, SetupError, Table
from tests.adventures.shelf import COVER

AW = "ancient-world"


def one(name: str, **figures: Any) -> dict[str, Any]:
    return {"character": {"name": name, "st": 12, "dx": 12, "iq": 12, "kind": "test", **figures}}


def begun(story: str, *members: dict[str, Any], dice: str = "", **more: Any) -> Table[Story]:
    """A company in a book of one file that begins with “The road”."""
    rolls = [part.strip() for part in dice.split(",") if part.strip()]
    slug = more.pop("edition", AW)
    cover = COVER.replace(AW, slug)
    company = {"name": "The Few", "members": list(members) or [one("Maud"), one("Odo")]}
    return Table(
        ADVENTURE,
        more.pop("seats", ["Ann", "Foes"]),
        Scripted(*rolls),
        edition=slug,
        gm=more.pop("gm", ""),
        setup={"files": {"book.toml": cover, "story.md": story}, "company": company, **more},
    )


def say(table: Table[Any], *answers: str) -> None:
    for answer in answers:
        table.answer(answer)


def sheet(table: Table[Story], name: str) -> Character:
    return table.state.company.member(name).character


def options(table: Table[Any]) -> list[str]:
    assert isinstance(table.pending, Choose)
    return [option.notation for option in table.pending.options]


END = "\n## Far\n\n- End good\n"


def test_a_page_and_its_options() -> None:
    table = begun("## The road\n\nIt rains.\n\n- [Go on](#far)\n- [Show it](#far) if ring\n" + END)
    view = table.view("Ann")
    assert isinstance(view, StoryView)
    assert view.page is not None
    assert (view.page.title, view.page.prose) == ("The road", ("It rains.",))
    assert options(table) == ["Go on", "see to the company"]
    with pytest.raises(Refused, match="nobody has ring"):
        table.answer("Show it")
    table.answer("go on")
    assert table.outcome is not None
    assert table.outcome.winners == ("Ann",)
    assert table.state.company.adventure == ""


def test_plotwords_are_worth_xp_once_cam_4() -> None:
    story = "## The road\n- Plotword RAVEN\n- [Again](#the-road)\n- [On](#far) if RAVEN\n" + END
    table = begun(story)
    assert (table.state.company.plotwords, sheet(table, "Maud").xp) == (("RAVEN",), 1)
    table.answer("Again")
    assert sheet(table, "Maud").xp == 1
    assert "On" in options(table)


def test_gains_and_losses_are_changes_in_the_journal() -> None:
    story = (
        """
## The road
- XP 2 to each
- Karma 1 to Odo
- Gold 20
- Item 2 ration to the leader
- Weapon dagger to Odo
- Lose 5 gold
- Lose ration
- Curse 1 to the leader
- [On](#far)
"""
        + END
    )
    table = begun(story)
    maud, odo = sheet(table, "Maud"), sheet(table, "Odo")
    assert (maud.xp, odo.xp, maud.karma, odo.karma) == (2, 2, 0, 1)
    assert (maud.gold, maud.curses, maud.belongings) == (15, 1, ("ration",))
    assert odo.weapons == ("dagger",)
    assert "The road: Maud: +20 gold" in " ".join(map(str, table.state.journal))


def test_who_takes_it_is_asked() -> None:
    table = begun("## The road\n- Item ring\n- [On](#far) if ring\n- [Off](#far)\n" + END)
    assert options(table) == ["Maud", "Odo"]
    table.answer("Odo")
    assert sheet(table, "Odo").belongings == ("ring",)
    assert "On" in options(table)


def test_conditions_ask_for_what_is() -> None:
    story = (
        """
## The road
- [Skill](#far) if someone has LOCKS
- [Gold](#far) if 5 gold
- [Day](#far) if day 2
- [Alive](#far) if Odo is alive
- [Back](#far) if visited the-road
- [Both](#far) if 5 gold and not day 2
- [Either](#far) if day 2 or Odo is alive
- [Wait](#night)
## Night
- Night
- [Go](#the-road)
"""
        + END
    )
    table = begun(story, one("Maud", gold=5), one("Odo"))
    assert options(table)[:-1] == ["Gold", "Alive", "Both", "Either", "Wait"]
    assert table.why_not("Skill") == table.pending.why_not("Skill")  # type: ignore[union-attr]
    for text, why in (
        ("Skill", "nobody here has Locks"),
        ("Day", "it is only day 1"),
        ("Back", "you have not been at “The road”"),
    ):
        refusal = table.why_not(text)
        assert refusal is not None
        assert refusal.words == why
    say(table, "Wait", "Go")
    assert options(table)[:-1] == ["Gold", "Day", "Alive", "Back", "Either", "Wait"]


def test_an_option_may_cost_gold_or_a_thing() -> None:
    story = "## The road\n- [Pay](#gate) for 7 gold\n- [Off](#far)\n"
    story += "## Gate\n- [Give](#far) for ring\n- [Off](#far)\n" + END
    table = begun(story, one("Maud", gold=5, belongings=["ring"]), one("Odo", gold=5))
    table.answer("Pay")
    assert (sheet(table, "Maud").gold, sheet(table, "Odo").gold) == (0, 3)
    table.answer("Give")
    assert sheet(table, "Maud").belongings == ()
    poor = begun(story, one("Maud", gold=5))
    refusal = poor.why_not("Pay")
    assert refusal is not None
    assert refusal.words == "it costs 7 gold, and you have 5"


class TestChecks:
    STORY = (
        "## The road\n- [Climb](#far): one 3/ST+CLIMBING, else [slip](#pit)\n## Pit\n- End bad\n"
        + END
    )

    def test_somebody_tries_with_his_odds_skl_3(self) -> None:
        table = begun(self.STORY, one("Maud"), one("Odo", skills={"climbing": 2}), dice="5 5 4")
        table.answer("Climb")
        odo = next(one for one in table.pending.options if one.notation == "Odo tries")  # type: ignore
        assert odo.about is not None
        assert odo.about.ledgers[0].total == 14
        table.answer("Odo tries")
        assert table.state.where == "far"

    def test_failure_leads_elsewhere(self) -> None:
        table = begun(self.STORY, one("Maud"), dice="5 5 4")
        table.answer("Climb")
        assert table.state.ended == "bad"
        assert str(table.outcome) == (
            "the company has lost: the adventure is over, and it ends badly"
        )

    def test_only_those_with_the_skill_may_try_skl_2(self) -> None:
        story = "## The road\n- Check 3/DX against LOCKS: [in](#far), else [out](#out)\n## Out\n- End bad\n"
        table = begun(story + END, one("Maud"), one("Odo", skills={"locks": 1}), dice="4 4 5")
        assert table.state.ended == "good"
        assert begun(story + END, one("Maud")).state.ended == "bad"

    def test_each_must_pass_and_who_fails_is_hurt(self) -> None:
        story = "## The road\n- Check each 3/DX, else Harm 1D6\n- [On](#far)\n" + END
        table = begun(story, dice="4 4 4, 5 5 5, 3")
        assert (sheet(table, "Maud").damage, sheet(table, "Odo").damage) == (0, 3)
        assert "On" in options(table)

    def test_a_contest_is_won_against_the_number_given_rul_94(self) -> None:
        story = "## The road\n- [Outwit](#far): leader win IQ against 5, else [lose](#out)\n"
        story += "## Out\n- End bad\n"
        table = begun(story + END, one("Maud"), dice="4 4, 3")
        say(table, "Outwit", "Maud 2 dice")
        assert table.state.ended == "good"


class TestHarm:
    def test_harm_fatigue_and_healing_inj_1_inj_5(self) -> None:
        story = "## The road\n- Harm 4 to Maud\n- Fatigue 2D6 to Maud\n- Heal 1D6 to Maud\n- [On](#far)\n"
        table = begun(story + END, dice="6 5, 2")
        maud = sheet(table, "Maud")
        assert (maud.damage, maud.fatigue) == (4 + 3 - 2, 8)

    def test_a_fall_is_softened_by_an_acrobat_rul_92_skl_10(self) -> None:
        story = "## The road\n- Fall 3D6 to each\n- [On](#far)\n" + END
        table = begun(story, one("Maud", skills={"acrobat": 2}), one("Odo"), dice="3 3 3, 4, 1 2 3")
        assert (sheet(table, "Maud").damage, sheet(table, "Odo").damage) == (4, 6)

    def test_with_nobody_left_the_story_is_over(self) -> None:
        table = begun("## The road\n- Harm 30 to each\n- [On](#far)\n" + END)
        assert table.state.ended == "bad"
        assert table.outcome is not None
        assert "nobody of the company is left" in str(table.outcome)


class TestTime:
    def test_a_night_takes_fatigue_inj_8(self) -> None:
        table = begun("## The road\n- Fatigue 3 to each\n- Night\n- [On](#far)\n" + END)
        assert (sheet(table, "Maud").fatigue, table.state.day) == (0, 2)

    def test_a_week_in_shelter_heals_inj_9(self) -> None:
        story = "## The road\n- Harm 3 to Maud\n- Rest 1 week in shelter\n- [On](#far)\n" + END
        fed = begun(story, one("Maud", belongings=["ration"] * 7))
        assert (sheet(fed, "Maud").damage, fed.state.day) == (0, 8)
        hungry = begun(story, one("Maud"))
        assert sheet(hungry, "Maud").damage == 3


def test_a_shop_sells_until_the_company_goes_on() -> None:
    story = "## The road\n- Shop stall\n- [On](#far) if rope\n- [Off](#far)\n" + END
    table = begun(story, one("Maud", gold=7))
    say(table, "Maud buy", "Maud buy rope")
    while not any(text == "go on" for text in options(table)):
        table.answer(options(table)[0])
    assert "rope" in sheet(table, "Maud").belongings
    assert sheet(table, "Maud").gold < 7
    table.answer("go on")
    assert "On" in options(table)


class TestFights:
    STORY = (
        "## The road\n- Fight gutter-rat on meadow; victory [won](#far); defeat [lost](#pit); "
        "flight [away](#pit)\n## Pit\n- End bad\n" + END
    )

    def test_it_opens_in_place_and_returns(self) -> None:
        table = begun(self.STORY, one("Maud", weapons=["broad-sword"]))
        view = table.view("Ann")
        assert isinstance(view, StoryView)
        assert view.fight is not None
        assert view.ground is not None
        assert {one.side for one in view.fight.fighters.values()} == {"The Few", "Foes"}
        assert {one.seat for one in view.fight.fighters.values()} == {"Ann", "Foes"}

    def test_victory_gives_xp_and_leads_on_cam_2(self) -> None:
        table = begun(self.STORY, one("Maud", st=30, weapons=["broad-sword"]))
        won(table)
        assert (table.state.where, table.state.ended) == ("far", "good")
        assert sheet(table, "Maud").xp == 1
        assert any("won" in str(entry) for entry in table.state.journal)

    def test_defeat_that_the_book_says_nothing_of_is_the_end(self) -> None:
        story = "## The road\n- Fight bog-ogre on meadow; victory [won](#far)\n" + END
        table = begun(story, one("Maud", st=1))
        lost(table)
        assert table.state.ended == "bad"
        assert table.state.company.adventure == ""

    def test_where_the_book_says_what_defeat_leads_to_those_who_are_down_live_on(self) -> None:
        story = (
            "## The road\n- Fight gutter-rat on meadow; victory [won](#far); defeat [lost](#cell)\n"
        )
        story += "## Cell\n\nYou wake in the dark.\n\n- [On](#far)\n"
        table = begun(story + END, one("Maud", fatigue=11))
        lost(table)
        assert table.state.where == "cell"
        assert table.state.company.member("Maud").fate == ""
        assert any("lost" in str(entry) for entry in table.state.journal)

    def test_allies_fight_beside_the_company_and_go_their_ways_afterwards(self) -> None:
        story = "## The road\n- Fight gutter-rat on meadow; beside you 2 town-guard; victory [won](#far)\n"
        table = begun(story + END, one("Maud", st=30, weapons=["broad-sword"]))
        fight = table.state.fight
        assert fight is not None
        ours = [fighter for fighter in fight.fighters if fight.sides[fighter.side] == "The Few"]
        assert [fighter.seat for fighter in ours] == ["Ann", "Ann", "Ann"]
        won(table)
        assert [member.name for member in table.state.company.members] == ["Maud"]

    def test_who_is_surprised_is_as_the_book_says_seq_3(self) -> None:
        story = "## The road\n- Fight gutter-rat on meadow; surprise foes; victory [won](#far)\n"
        table = begun(story + END, one("Maud"))
        assert table.state.fight is not None
        assert table.state.fight.sides[table.state.fight.surprise] == "Foes"

    def test_the_book_names_whose_fall_routs_the_rest_rul_80(self) -> None:
        story = (
            "## The road\n- Fight gutter-rat and town-guard on meadow; routed when gutter-rat falls; "
            "victory [won](#far)\n"
        )
        table = begun(story + END, one("Maud", st=30, weapons=["broad-sword"]))
        won(table, target="rat")
        assert table.state.ended == "good"


def won(table: Table[Story], target: str = "") -> None:
    """Fell the foes by hand: harm is what the fight's own rules make of it."""
    fight = table.state.fight
    assert fight is not None
    steps = 0
    while table.state.battle and steps < 3000:
        steps += 1
        fight = table.state.fight
        assert fight is not None
        _step(table, aim=target or "")
    assert not table.state.battle


def lost(table: Table[Story]) -> None:
    steps = 0
    while table.state.battle and steps < 3000:
        steps += 1
        _step(table, aim="", ours=False)
    assert not table.state.battle


def _step(table: Table[Story], aim: str, ours: bool = True) -> None:
    """One answer: the side that shall win fights well and rolls well, the other does nothing."""
    request = table.pending
    assert request is not None
    good = (request.seat == "Ann") == ours
    if not isinstance(request, Choose):
        high = request.name.startswith(("damage", "initiative"))
        table.answer(
            [request.sides if high == good else 1 + 5 * (not high and not good)] * request.dice
        )
        return
    view = table.view(request.seat)
    assert isinstance(view, StoryView)
    if view.fight is None or not good:
        quiet = [
            o
            for o in request.options
            if any(w in o.notation for w in ("stay", "pass", "take", "nothing"))
        ]
        table.answer((quiet or list(request.options))[0])
        return
    table.answer(GreedyBot().answer(request, view.fight))


def test_a_dogfight_asks_for_pilot_and_gunner_rul_122() -> None:
    story = (
        "## The road\n- Dogfight gadfly; in bramble; victory [won](#far); defeat [lost](#far)\n"
        + END
    )
    table = begun(story, one("Ana"), one("Bo"), one("Cy"), edition="time-and-space")
    say(table, "Bo pilot", "Ana gunner")
    assert options(table) == ["Cy in Living", "Cy in Engineering", "Cy in Operations"]
    table.answer("Cy in Living")
    view = table.view("Ann")
    assert isinstance(view, StoryView)
    assert view.sky is not None


class TestDogfights:
    """What a dogfight asks of the company, and what it leaves of it."""

    def flown(self, line: str, harm: str, dice: str, **figures: Any) -> Table[Story]:
        story = (
            f"## The road\n{harm}- Dogfight {line}; victory [won](#mid); defeat [lost](#low)\n"
            "## Mid\n- [On](#far)\n## Low\n- [On](#far)\n" + END
        )
        return begun(story, one("Ana", **figures), edition="time-and-space", dice=dice)

    def test_with_nobody_awake_to_fly_it_is_lost_inj_2(self) -> None:
        table = self.flown("gadfly; in bramble", "- Fatigue 12\n", "")
        assert table.state.where == "low"
        assert table.state.sky is None
        assert "The road: lost" in " ".join(map(str, table.state.journal))

    def test_one_point_of_fatigue_comes_back_after_it_inj_8(self) -> None:
        """INJ-8, RUL-69, RUL-72: to whoever lives; damage stays."""
        table = self.flown("gadfly; in bramble", "- Fatigue 5\n- Harm 3\n", "6, 1, 1 1 1 1, 6")
        say(table, "Bramble run Gadfly", "Bramble inflict 2")
        ana = sheet(table, "Ana")
        assert table.state.where == "mid"
        assert (ana.fatigue, ana.damage, ana.xp) == (4, 3, 1)

    @pytest.mark.parametrize(
        ("answer", "left"), [("Ana wish", (0, 0, 0, "")), ("Ana no wish", (1, 5, 3, "dead"))]
    )
    def test_a_wish_in_it_heals_cam_8_rul_85(
        self, answer: str, left: tuple[int, int, int, str]
    ) -> None:
        harm, dice = "- Fatigue 5\n- Harm 3\n", "1, 6, 1 1 1 1, 6 6 6"
        table = self.flown("long-reckoning; in gadfly", harm, dice, wishes=1)
        say(table, "Long Reckoning run Gadfly", "Long Reckoning inflict 2", answer)
        ana, fate = sheet(table, "Ana"), table.state.company.member("Ana").fate
        assert (ana.wishes, ana.fatigue, ana.damage, fate) == left


class TestFatigue:
    """INJ-5, RUL-66: more than he can bear is damage, whatever tires him."""

    def test_it_overflows_inj_5_rul_66(self) -> None:
        table = begun("## The road\n- Fatigue 15 to each\n- [On](#far)\n" + END, one("Maud"))
        assert (sheet(table, "Maud").fatigue, sheet(table, "Maud").damage) == (12, 3)

    @pytest.mark.parametrize(
        ("lines", "left"), [("- Fatigue 20\n", (20, 0)), ("- Fatigue 12\n- Fatigue 3\n", (12, 3))]
    )
    def test_within_one_blow_it_may_stay_fatigue_rul_66(
        self, lines: str, left: tuple[int, int]
    ) -> None:
        """`fatigue_overflow`: stays_fatigue, but not where he is down already (INJ-5)."""
        few = {"name": "The Few", "members": [one("Maud")]}
        company = {**few, "options": {"fatigue_overflow": "stays_fatigue"}}
        table = begun(f"## The road\n{lines}- [On](#far)\n" + END, company=company)
        assert (sheet(table, "Maud").fatigue, sheet(table, "Maud").damage) == left

    def test_that_of_a_spell_too_rul_102(self) -> None:
        ada = one("Ada", iq=18, magic=True, spells=["see-future"])
        story = "## The road\n- Fatigue 11\n- [Go](#far)\n" + END
        table = begun(story, ada, dice="4 4 4")
        table.answer("Ada cast See Future")
        assert (sheet(table, "Ada").fatigue, sheet(table, "Ada").damage) == (12, 2)


class TestDiplomacy:
    STORY = (
        "## The road\n- [Fight](#pit) (attack)\n- [Talk](#far) (talk) if RAVEN\n"
        "## Pit\n- End bad\n## Else\n- Plotword RAVEN\n- End\n" + END
    )

    def test_it_opens_the_closed_kind_of_option_once_skl_21(self) -> None:
        table = begun(self.STORY, one("Maud", skills={"diplomacy": 1}), dice="6 6, 5 4")
        assert table.why_not("Talk") is not None
        say(table, "Maud diplomacy talk", "Maud 2 dice")
        assert "Talk" in options(table)
        refusal = table.why_not("Maud diplomacy attack")
        assert refusal is not None

    def test_without_success_it_stays_closed(self) -> None:
        table = begun(self.STORY, one("Maud", skills={"diplomacy": 1}), dice="1, 5 4")
        say(table, "Maud diplomacy talk", "Maud 1 die")
        assert "Talk" not in options(table)
        refusal = table.why_not("Maud diplomacy talk")
        assert refusal is not None
        assert refusal.words == "it was tried here already"


class TestSpells:
    STORY = (
        "## The road\n- Reveal: the lamp hums\n- Mind: he lies\n- [Ask](#inn) (talk)\n- [Go](#far)\n"
        "## Inn\n\nA warm room.\n\n- [On](#far)\n" + END
    )

    def wizard(self, *spells: str, **figures: Any) -> dict[str, Any]:
        return one("Ada", iq=14, magic=True, spells=list(spells), **figures)

    def told(self, table: Table[Story]) -> list[str]:
        return [str(event) for event in table.events if type(event).__name__ == "Shown"]

    def test_reveal_magic_shows_what_is_tagged_rul_120_spl_66(self) -> None:
        table = begun(self.STORY, self.wizard("reveal-magic"), dice="4 4 4")
        table.answer("Ada cast Reveal Magic")
        assert self.told(table) == ["Ada, Reveal Magic: the lamp hums"]
        assert sheet(table, "Ada").fatigue == 1

    def test_read_mind_looks_one_talk_option_ahead_spl_67(self) -> None:
        table = begun(self.STORY, self.wizard("read-mind"), dice="4 4 4")
        table.answer("Ada cast Read Mind")
        assert self.told(table) == ["Ada, Read Mind: he lies", "Ada, Read Mind: Ask → A warm room."]

    def test_see_future_looks_at_every_option_spl_68(self) -> None:
        table = begun(self.STORY, self.wizard("see-future"), dice="4 4 4")
        table.answer("Ada cast See Future")
        assert self.told(table) == [
            "Ada, See Future: Ask → A warm room.",
            "Ada, See Future: Go → Far",
        ]
        assert sheet(table, "Ada").fatigue == 3

    def test_a_rope_of_magic_serves_while_the_company_is_there_spl_4(self) -> None:
        story = "## The road\n- [Climb](#inn) if rope\n- [Stay](#the-road)\n"
        story += "## Inn\n- [On](#far) if rope\n- [Off](#far)\n"
        table = begun(story + END, self.wizard("rope"), dice="4 4 4")
        assert table.why_not("Climb") is not None
        table.answer("Ada cast Rope")
        assert "Climb" in options(table)
        table.answer("Climb")
        assert "On" not in options(table)

    def test_a_failed_cast_costs_and_shows_nothing_mag_9(self) -> None:
        table = begun(self.STORY, self.wizard("see-future"), dice="6 6 6")
        table.answer("Ada cast See Future")
        assert (self.told(table), sheet(table, "Ada").fatigue) == ([], 0)

    def test_nobody_casts_in_metal_or_beyond_his_wits_mag_12_mag_3(self) -> None:
        chain = begun(self.STORY, self.wizard("see-future", armor=["chain"]))
        refusal = chain.why_not("Ada cast See Future")
        assert refusal is not None
        assert refusal.rule == "MAG-12"
        dull = begun(self.STORY, one("Ada", iq=9, magic=True, spells=["see-future"]))
        refusal = dull.why_not("Ada cast See Future")
        assert refusal is not None
        assert refusal.rule == "MAG-3"


class TestGameMaster:
    STORY = "## The road\n\nA secret.\n\n- [On](#far)\n" + END

    def test_he_alone_sees_the_page_until_he_reads_it_aloud(self) -> None:
        table = begun(self.STORY, gm="Max")
        ours, his = table.view("Ann"), table.view("Max")
        assert isinstance(ours, StoryView)
        assert isinstance(his, StoryView)
        assert ours.page is None
        assert his.page is not None
        assert table.pending_for("Ann") is None
        table.answer("Max reads aloud")
        shown = table.view("Ann")
        assert isinstance(shown, StoryView)
        assert shown.page is not None
        assert "On" in options(table)

    def test_he_may_send_them_elsewhere(self) -> None:
        table = begun(self.STORY, gm="Max")
        say(table, "Max goes to far", "Max reads aloud")
        assert table.state.ended == "good"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"files": {}, "book": "no-such-book"}, "there is no book “no-such-book”"),
        ({"files": {"book.toml": "title = 1"}}, "setup.book: "),
        ({"foes": "Nobody"}, "nobody called Nobody"),
        ({"company": {"name": "X"}}, "nobody in X who could set out"),
        (
            {"company": {"name": "X", "adventure": "Y", "members": [one("A")]}},
            "on an adventure already",
        ),
    ],
)
def test_a_set_up_that_cannot_be_is_one_sentence(more: dict[str, Any], words: str) -> None:
    cover = COVER
    files = {"book.toml": cover, "story.md": "## The road\n- End good\n"}
    setup = {"files": files, "company": {"name": "X", "members": [one("A")]}, **more}
    with pytest.raises(SetupError, match=words):
        Table(ADVENTURE, ["Ann"], Scripted(), edition=AW, setup=setup)


def test_a_book_with_broken_links_is_not_played() -> None:
    with pytest.raises(SetupError, match="there is no instruction “nowhere”"):
        begun("## The road\n- [On](#nowhere)\n")


def test_a_story_that_goes_in_circles_ends() -> None:
    table = begun("## The road\n- [Again](#the-road)\n")
    while table.pending is not None:
        table.answer("Again")
    assert "in circles" in str(table.outcome)


def test_an_option_may_need_a_spell() -> None:
    story = (
        "## The road\n- [Melt it](#far) if someone knows Fire-1\n- [Turn back](#the-road)\n" + END
    )
    with pytest.raises(Refused, match="nobody here knows Fire-1"):
        begun(story).answer("Melt it")
    table = begun(story, one("Ember", magic=True, spells=["fire-1"]))
    table.answer("Melt it")
    assert table.outcome is not None
