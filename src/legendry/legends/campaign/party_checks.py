"""Checks of a party (16.1): who of it rolls, who may not, and whom a contest is against.

An adventure says `3/ST+CLIMBING`, `win IQ against CHARISMA`, or just the name of a skill; here the
table settles who tries, with exact odds beside every name, and the dice are rolled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.legends.campaign.camp import Camp, Person
from legendry.legends.campaign.npc import Npc, at_the_table, foremost
from legendry.legends.checks import check
from legendry.legends.contests import contest_odds, wins
from legendry.legends.magic.effects import STANDARD
from legendry.legends.skillchecks import SkillCheck, named_skill, spoken_skill
from legendry.legends.tables import Feat
from legendry.odds import passes
from legendry.table import (
    About,
    Barred,
    Choose,
    Event,
    Flow,
    Ledger,
    Line,
    Option,
    Refusal,
    Refused,
)

Tries: TypeAlias = Literal["one", "each", "leader", "best"]
"""One whom the table chooses, everybody, who leads the company, or who has the best chance."""


class SkillUsed(Event, frozen=True):
    """A skill served, or failed, somebody of the party."""

    who: str
    skill: str
    success: bool
    on: str = ""

    def __str__(self) -> str:
        upon = f" on {self.on}" if self.on else ""
        return f"{self.who} {'succeeds' if self.success else 'fails'} with {self.skill}{upon}"


class Untried(Event, frozen=True):
    """A check that nobody of the party may try, or wants to."""

    what: str
    why: str

    def __str__(self) -> str:
        return f"nobody tries to {self.what}: {self.why}"


class Tried(Struct, frozen=True):
    """How a check of the party went, by names."""

    passed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()

    @property
    def success(self) -> bool:
        """Whether anybody passed; where each must, ask whether somebody failed."""
        return bool(self.passed)


class Trial(Struct, frozen=True):
    """A check with all that bears on it here: against whom, in which surroundings."""

    check: SkillCheck
    what: str
    other: Npc = Npc()
    weightless: bool = False

    def lines(self, camp: Camp, who: Person) -> tuple[Line, ...]:
        """What is added to his attribute: his skill (SKL-1), and his ease without weight."""
        return (*self.check.lines(who.character), *self.floating(camp, who))

    def floating(self, camp: Camp, who: Person) -> Iterable[Line]:
        """+1 DX a level where nothing has weight, and only there (SKL-19, RUL-93)."""
        if self.weightless and self.check.attribute == "DX":
            for key in keys_with(camp, who, "floats"):
                name = spoken_skill(camp.edition, key)
                yield Line(who.skill(key), name, named_skill(camp.edition, key).rule)

    def limit(self, camp: Camp, who: Person) -> Ledger:
        """The number he rolls under."""
        return who.ledgers[self.check.attribute].plus(self.lines(camp, who))

    def refusal(self, camp: Camp, who: Person) -> Refusal | None:
        """Why he may not try; None if he may (SKL-2)."""
        if not who.active:
            return Refusal(f"{who.name} is in no state to try", "INJ-2")
        return self.check.refusal(who.character)

    def chance(self, camp: Camp, who: Person) -> Fraction:
        """His exact chance; in a contest with the best dice against the best answer (RUL-1)."""
        limit = self.limit(camp, who)
        if not self.check.contest:
            return passes(self.check.dice, limit.total - who.character.curses)
        other = at_the_table(camp, self.other)
        attribute = self.check.attribute
        against = self.check.against or attribute
        limits = limit, other.ledgers[against].plus(self.check.lines(other.character))
        return contest_odds(camp, who, other, attribute, limits, against)

    def about(self, camp: Camp, who: Person) -> About:
        """What a table can know before it chooses him."""
        figure = "win" if self.check.contest else "pass"
        return About({figure: self.chance(camp, who)}, (self.limit(camp, who),))


def party_check(
    camp: Camp,
    check: SkillCheck,
    what: str,
    *,
    tries: Tries = "one",
    others: Sequence[Npc] = (),
    weightless: bool = False,
    optional: bool = False,
) -> Flow[Tried]:
    """A check of the party (SKL-1 to SKL-3): the table settles who rolls, and they do.

    `what` says what for, `cross the river`; `others` are whom a contest is against, the foremost of
    them (RUL-5). A check that is `optional` may be left alone. A required one that nobody may try
    has failed without a roll.
    """
    trial = Trial(check, what, foremost(others, check), weightless)
    willing = [one for one in camp.able if trial.refusal(camp, one) is None]
    if tries == "leader":
        willing = [one for one in camp.able[:1] if one in willing]
    if not willing:
        return nobody(camp, trial, camp.able[:1] if tries == "leader" else camp.able)
    if tries == "one":
        chosen = yield from chosen_for(camp, trial, willing, optional=optional)
        willing = [one for one in willing if one.name == chosen]
    elif optional and not (yield from dared(camp, trial)):
        willing = []
    elif tries == "best":
        willing = [max(willing, key=partial(trial.chance, camp))]
    if not willing:
        return nobody(camp, trial, ())
    names = [one.name for one in willing]
    passed = []
    for name in names:
        if (yield from attempt(camp, camp.person(name), trial)):
            passed.append(name)
    failed = [one.name for one in camp.able if one.name not in passed]
    if tries != "each":
        failed = [name for name in names if name not in passed]
    return Tried(tuple(passed), tuple(failed))


def chosen_for(camp: Camp, trial: Trial, willing: Sequence[Person], *, optional: bool) -> Flow[str]:
    """The name of the one who is to try, by the seat that decides for the company."""
    if len(willing) == 1 and not optional:
        return willing[0].name

    def about(name: str) -> About:
        return trial.about(camp, camp.person(name))

    def options() -> list[Option[str]]:
        listed = [Option(f"{one.name} tries", one.name, look=about) for one in willing]
        return [*listed, Option("leave it alone", "")] if optional else listed

    def bars() -> list[Barred]:
        refused = ((one, trial.refusal(camp, one)) for one in camp.present)
        return [Barred(f"{one.name} tries", why) for one, why in refused if why is not None]

    wording = trial.check.wording(camp.edition.slug)
    question = f"{wording} to {trial.what}: who tries?"
    return (yield from Choose(camp.leader, question, options, bars))


def dared(camp: Camp, trial: Trial) -> Flow[bool]:
    """Whether the party tries at all."""
    wording = trial.check.wording(camp.edition.slug)
    return (
        yield from Choose(
            camp.leader,
            f"{wording} to {trial.what}: does the party try?",
            lambda: [Option("try", True), Option("leave it alone", False)],
        )
    )


def nobody(camp: Camp, trial: Trial, asked: Sequence[Person]) -> Tried:
    """Nobody tries: because nobody may (SKL-2), or because nobody wants to."""
    left = Refusal("they leave it alone" if camp.able else "nobody is able to", "")
    why = next((no for one in asked if (no := trial.refusal(camp, one)) is not None), left)
    camp.tell(Untried(rules=(why.rule,) if why.rule else (), what=trial.what, why=why.words))
    return Tried(failed=tuple(one.name for one in asked))


def attempt(camp: Camp, who: Person, trial: Trial) -> Flow[bool]:
    """He rolls (CHK-1), or wins or not (CHK-5); karma and curses count (CAM-7, CAM-13).

    `Refused` if he may not. Whoever answers him adds the same skill if he has it (RUL-6).
    """
    if refusal := trial.refusal(camp, who):
        raise Refused(refusal)
    asked = trial.check
    on = ""
    if asked.contest:
        other = at_the_table(camp, trial.other)
        on = other.name
        winner = yield from wins(
            camp,
            who,
            other,
            asked.attribute,
            trial.what,
            against=asked.against or None,
            plus=trial.lines(camp, who),
            answer_plus=lambda one: asked.lines(one.character),
        )
        success = winner is who
    else:
        dice = STANDARD
        if asked.dice != dice.total:
            dice = Ledger.of("dice", (asked.dice, "as the check says", "CHK-2"))
        plus = trial.lines(camp, who)
        success = yield from check(camp, who, asked.attribute, trial.what, plus=plus, dice=dice)
    camp.settle()
    if asked.skill and who.skill(asked.skill):
        skill = spoken_skill(camp.edition, asked.skill)
        rule = named_skill(camp.edition, asked.skill).rule
        camp.tell(SkillUsed(rules=(rule,), who=who.name, skill=skill, success=success, on=on))
    return success


# -- one skill of one of them --------------------------------------------------------------------


def use(
    camp: Camp,
    who: str,
    skill: str,
    *,
    what: str = "",
    on: Npc | None = None,
    weightless: bool = False,
) -> Flow[bool]:
    """A skill as the list has it (16.2): the check or contest of its row, by one who has it.

    All plain skills are no more than that: the adventure knows what success means. `Refused` if
    he may not; ask `useless` beforehand.
    """
    if refusal := useless(camp, who, skill, on):
        raise Refused(refusal)
    trial = skill_trial(camp, skill, what, on, weightless)
    return (yield from attempt(camp, camp.person(who), trial))


def useless(camp: Camp, who: str, skill: str, on: Npc | None = None) -> Refusal | None:
    """Why he may not use that skill on that one; None if he may (SKL-2, RUL-94)."""
    trial = skill_trial(camp, skill, "", on)
    if refusal := trial.refusal(camp, camp.person(who)):
        return refusal
    row = named_skill(camp.edition, skill)
    if row.on and on is None:
        return Refusal(f"{row.name} is used on somebody", row.rule)
    if row.on == "friend" and on is not None and on.hostile:
        return Refusal(f"{on.name} is hostile, and {row.name} is lost on the hostile", row.rule)
    if row.on == "animal" and on is not None and not on.animal:
        return Refusal(f"{on.name} is no animal", row.rule)
    return None


def skill_trial(
    camp: Camp, skill: str, what: str = "", on: Npc | None = None, weightless: bool = False
) -> Trial:
    """The check that a skill is by itself, required (RUL-94); `ValueError` if it is none."""
    own = SkillCheck.of_skill(skill, camp.edition.slug)
    words = what or spoken_skill(camp.edition, skill).lower()
    return Trial(own, words, on or Npc(), weightless)


def keys_with(camp: Camp, who: Person, *feats: Feat) -> tuple[str, ...]:
    """Those of his skills that can do that, as his sheet has them: `crafts/smith`."""
    return tuple(
        key for key in who.character.skills if named_skill(camp.edition, key).feat in feats
    )
