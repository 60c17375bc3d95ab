"""Advancement (15.2, 15.3): what experience, karma and wishes buy between encounters (RUL-146).

A `Purchase` is all there is to say about one: what it costs and why, what changes, or why it cannot
be had. Pages list purchases; `deeds` offers them at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Literal, TypeAlias

from msgspec import Struct

from legendry.legends.campaign.camp import Camp, Deed, Person, at_once, offered
from legendry.legends.campaign.changes import Change, Gained, Learned, Noted, What, changed
from legendry.legends.campaign.company import Company, Member
from legendry.legends.character import Character
from legendry.legends.edition import Attribute, Edition, Skill, edition
from legendry.legends.options import Options, checked
from legendry.legends.prices import STAFF, attribute_price, skill_of, skill_price, spell_price
from legendry.table import Flow, Ledger, Line, Refusal, RuleId, Seat

Kind: TypeAlias = Literal["raise", "learn", "study", "use", "lift"]
"""Raise what one has, learn a skill, study a spell, use one luck as another, lift a curse."""

ATTRIBUTES: dict[Attribute, What] = {"ST": "st", "DX": "dx", "IQ": "iq"}


class Purchase(Struct, frozen=True, kw_only=True):
    """Something a member can have, or with a refusal, why he cannot."""

    who: str
    kind: Kind
    what: str
    """`ST`, `sword`, `literacy/orcish`, `fireball-1`, `staff`; what a conversion or a curse takes."""
    text: str
    """As the journal tells it: `raises ST to 13 for 13 XP`."""
    cost: Ledger
    changes: tuple[Change, ...]
    refusal: Refusal | None = None

    @property
    def notation(self) -> str:
        return f"{self.who} {self.kind} {self.what}"

    @property
    def rules(self) -> tuple[RuleId, ...]:
        return tuple(dict.fromkeys(line.rule for line in self.cost.lines if line.rule))


def purchases(company: Company, member: Member) -> Iterator[Purchase]:
    """All that he could spend XP, karma and wishes on, possible now or not."""
    rules = edition(company.edition)
    options = checked(company.options, rules)
    character = member.character
    yield from _attributes(company, character, rules, options)
    yield from _skills(company, character, rules)
    yield from _spells(company, character, rules)
    if rules.spells:
        yield _staff(company, character)
    yield _wish(company, member, rules)
    if options.wishes_convert(rules.switches):
        yield from _conversions(company, member)
    yield from _curses(company, member, rules)


def _bought(
    company: Company,
    who: Character,
    kind: Kind,
    what: str,
    text: str,
    lines: Iterable[Line],
    change: Change,
    refusal: Refusal | None,
) -> Purchase:
    """A purchase for XP, which count as spent on him from now on (CAM-1)."""
    cost = Ledger("XP", tuple(lines))
    price = cost.total
    changes = (Gained(who.name, "xp", -price), Gained(who.name, "spent_xp", price), change)
    if refusal is None and price > who.xp:
        refusal = Refusal(f"it costs {price} XP, and {who.name} has {who.xp}", cost.lines[0].rule)
    return Purchase(
        who=who.name,
        kind=kind,
        what=what,
        text=f"{text} for {price} XP",
        cost=cost,
        changes=changes,
        refusal=refusal or impossible(company, changes),
    )


def impossible(company: Company, changes: Iterable[Change]) -> Refusal | None:
    """Why these changes cannot be, whatever else the rules have against them; None if they can."""
    try:
        for change in changes:
            company = changed(company, change)
    except ValueError as error:
        return Refusal(str(error))
    return None


# -- attributes, skills, spells, staff ---------------------------------------------------------


def _attributes(
    company: Company, who: Character, rules: Edition, options: Options
) -> Iterator[Purchase]:
    """An attribute point for XP (CAM-5), up to the ceiling of the edition or table (CHR-6, RUL-83)."""
    cap = options.cap(rules.switches) if who.kind == "human" else 0
    full = cap and who.st + who.dx + who.iq >= cap
    rule = "CHR-6" if options.attribute_cap == "by_edition" else "RUL-83"
    refusal = Refusal(f"a human's ST + DX + IQ never exceed {cap}", rule) if full else None
    extra = rules.switches.attribute_cost_extra
    for attribute, field in ATTRIBUTES.items():
        value = getattr(who, field) + 1
        lines = [Line(attribute_price(value, rules.switches) - extra, "the new value", "CAM-5")]
        lines += [Line(extra, "on top of it in this edition", "CAM-5")] if extra else []
        text = f"raises {attribute} to {value}"
        change = Gained(who.name, field, 1)
        yield _bought(company, who, "raise", attribute, text, lines, change, refusal)


def _skills(company: Company, who: Character, rules: Edition) -> Iterator[Purchase]:
    """A level of a skill (CAM-6): known ones and new ones cost the same (RUL-82)."""
    away = bool(company.adventure)
    in_play = rules.switches.raise_skills_in_play
    for key in who.skills:
        skill = skill_of(rules, key)
        assert skill is not None
        level = who.skills[key] + 1
        words = "skills are bought between adventures only"
        refusal = Refusal(words, "CAM-6") if away and not in_play else None
        text = f"raises {skill_name(skill, key)} to {level}"
        yield _skill(company, who, rules, skill, "raise", key, text, refusal)
    away_refusal = Refusal("new skills are learned between adventures only", "CAM-6")
    for skill in rules.skills.values():
        if skill.specialised:
            known = tuple(specialities(company, rules, skill))
            if not known:
                yield _unnamed(company, who, rules, skill)
            keys = [f"{skill.id}/{one}" for one in known]
        else:
            keys = [skill.id]
        for key in keys:
            if key not in who.skills:
                text = f"learns {skill_name(skill, key)}"
                refusal = away_refusal if away else None
                yield _skill(company, who, rules, skill, "learn", key, text, refusal)


def _skill(
    company: Company,
    who: Character,
    rules: Edition,
    skill: Skill,
    kind: Literal["raise", "learn"],
    key: str,
    text: str,
    refusal: Refusal | None,
) -> Purchase:
    price = skill_price(skill, rules.switches, magic=who.magic)
    reason = f"a level of {skill_name(skill, key)}"
    if who.magic:
        reason += " at the magic users' price" if skill.magic_price else " for a magic user"
    lines = [Line(price, reason, "CAM-6")]
    return _bought(company, who, kind, key, text, lines, Learned(who.name, skill=key), refusal)


def _unnamed(company: Company, who: Character, rules: Edition, skill: Skill) -> Purchase:
    """A skill of which one must be named, while the company knows of none."""
    refusal = Refusal(f"{company.name} has not met a language to learn yet", skill.rule or "SKL-22")
    return _skill(company, who, rules, skill, "learn", skill.id, f"learns {skill.name}", refusal)


def specialities(company: Company, rules: Edition, skill: Skill) -> Iterator[str]:
    """What a specialised skill may be learned for: what the book lists, and what they have met.

    A language is a language, spoken or read: whatever the company has met serves for both.
    """
    met: dict[str, None] = dict.fromkeys(skill.specialities)
    tongues = skill.rule in ("SKL-22", "SKL-23")
    if tongues:
        met |= dict.fromkeys(company.tongues)
    for one in company.members:
        for key in one.character.skills:
            base, _, speciality = key.partition("/")
            known = rules.skills.get(base)
            alike = base == skill.id or (
                tongues and known is not None and known.rule in ("SKL-22", "SKL-23")
            )
            if speciality and alike:
                met[speciality] = None
    yield from met


def skill_name(skill: Skill, key: str) -> str:
    """`Sword`, or `Literacy (orcish)`."""
    speciality = key.partition("/")[2]
    return f"{skill.name} ({speciality})" if speciality else skill.name


def _spells(company: Company, who: Character, rules: Edition) -> Iterator[Purchase]:
    """A spell (CAM-6), by anybody and above his IQ too (RUL-82), between adventures only."""
    price = spell_price(rules.switches, magic=who.magic)
    whose = "for a magic user" if who.magic else "for others than magic users"
    away = Refusal("new spells are learned between adventures only", "CAM-6")
    for spell in rules.spells.values():
        if spell.id in who.spells:
            continue
        text = f"learns the spell {spell.name}"
        lines = [Line(price, f"a spell {whose}", "CAM-6")]
        change = Learned(who.name, spell=spell.id)
        refusal = away if company.adventure else None
        yield _bought(company, who, "study", spell.id, text, lines, change, refusal)


def _staff(company: Company, who: Character) -> Purchase:
    """A point of power that a staff holds for good, up to its owner's IQ (MAG-11, RUL-101)."""
    refusal = None
    if not (who.magic or who.spells):
        refusal = Refusal("only a caster of spells has a staff", "MAG-11")
    elif who.staff >= who.iq:
        refusal = Refusal(f"a staff holds no more than its owner's IQ, {who.iq}", "MAG-11")
    text = f"has a staff that holds {who.staff + 1}"
    lines = [Line(STAFF, "a point of power", "MAG-11")]
    change = Gained(who.name, "staff", 1)
    return _bought(company, who, "raise", "staff", text, lines, change, refusal)


# -- karma, wishes, curses ---------------------------------------------------------------------


def _wish(company: Company, member: Member, rules: Edition) -> Purchase:
    """All damage gone for a wish, at any moment (CAM-8, RUL-85); in TS fatigue as well."""
    who = member.character
    tired = who.fatigue if rules.switches.wish_heals_fatigue else 0
    healed: dict[What, int] = {"damage": who.damage, "fatigue": tired}
    gains = tuple(Gained(who.name, what, -points) for what, points in healed.items() if points)
    refusal = None if gains else Refusal(f"{who.name} has nothing to wish away", "CAM-8")
    price = _Price("wish", 1, who.wishes, "wishes")
    words = "wishes to be whole"
    return _paid(
        company, who.name, "use", "a wish to be whole", words, price, gains, "CAM-8", refusal
    )


def _conversions(company: Company, member: Member) -> Iterator[Purchase]:
    """A wish may serve as karma, karma as 1 XP (CAM-9, RUL-86)."""
    name = member.name
    wish = _Price("wish", 1, member.character.wishes, "wishes")
    karma = _Price("karma", 1, member.karma, "karma")
    for what, price, gain in (
        ("a wish as karma", wish, Gained(name, "karma", 1)),
        ("karma as XP", karma, Gained(name, "xp", 1)),
    ):
        yield _paid(company, name, "use", what, f"uses {what}", price, (gain,), "CAM-9")


def _curses(company: Company, member: Member, rules: Edition) -> Iterator[Purchase]:
    """One curse lifted at a price of the edition (CAM-14); TS by an attribute of one's choice among
    the highest, below 8 if need be (RUL-87)."""
    who, switches = member.character, rules.switches
    free = None if who.curses else Refusal(f"{who.name} is under no curse", "CAM-14")

    def lifted(by: str, text: str, price: _Price, refusal: Refusal | None = None) -> Purchase:
        words, gain = f"lifts a curse by {text}", (Gained(who.name, "curses", -1),)
        what = f"a curse by {by}"
        return _paid(company, who.name, "lift", what, words, price, gain, "CAM-14", free or refusal)

    if switches.lift_by_wish:
        yield lifted("wish", "a wish", _Price("wish", 1, who.wishes, "wishes"))
    if cost := switches.lift_by_karma:
        yield lifted("karma", f"{cost} karma", _Price("karma", cost, member.karma, "karma"))
    if cost := switches.lift_by_xp:
        yield lifted("XP", f"{cost} XP", _Price("XP", cost, who.xp, "xp"))
    if switches.lift_by_attribute:
        best = max(who.st, who.dx, who.iq)
        lower = Refusal("a curse takes a point of the highest attribute", "CAM-14")
        for attribute, field in ATTRIBUTES.items():
            value = getattr(who, field)
            text = f"giving up a point of {attribute}, which is {value - 1} for good"
            price = _Price(attribute, 1, value - 1, field)
            yield lifted(attribute, text, price, lower if value < best else None)


class _Price(Struct, frozen=True):
    """A price in something other than XP for what one is: how much of it, and how much he has."""

    unit: str
    amount: int
    has: int
    taken: What


def _paid(
    company: Company,
    who: str,
    kind: Kind,
    what: str,
    text: str,
    price: _Price,
    gains: tuple[Gained, ...],
    rule: RuleId,
    refusal: Refusal | None = None,
) -> Purchase:
    """Something paid with luck, or with XP that are not spent on what one is."""
    if refusal is None and price.has < price.amount:
        words = f"it takes {price.amount} {price.unit}, and {who} has {price.has} to give"
        refusal = Refusal(words, rule)
    changes = (Gained(who, price.taken, -price.amount), *gains)
    return Purchase(
        who=who,
        kind=kind,
        what=what,
        text=text,
        cost=Ledger(price.unit, (Line(price.amount, what, rule),)),
        changes=changes,
        refusal=refusal or impossible(company, changes),
    )


# -- at the table ------------------------------------------------------------------------------

QUESTIONS: dict[Kind, str] = {
    "raise": "What does {} raise?",
    "learn": "What does {} learn?",
    "study": "Which spell does {} study?",
    "use": "Which luck does {} use as another?",
    "lift": "How does {} have a curse lifted?",
}


def deeds(camp: Camp, who: Person) -> Iterator[Deed]:
    """What he can spend XP, karma and wishes on, a question for each kind of it."""
    found = list(purchases(camp.company, camp.company.member(who.name)))
    for kind in QUESTIONS:
        goods = [one for one in found if one.kind == kind]
        if any(one.refusal is None for one in goods):
            yield Deed(
                f"{who.name} {kind}",
                partial(shop, camp, who, kind),
                QUESTIONS[kind].format(who.name).rstrip("?"),
                leads=True,
            )
        else:
            yield from (offer(camp, one, who.seat) for one in goods)


def shop(camp: Camp, who: Person, kind: Kind) -> Flow[None]:
    """One purchase of a kind."""
    return offered(
        who.seat,
        QUESTIONS[kind].format(who.name),
        lambda: (
            offer(camp, one, who.seat)
            for one in purchases(camp.company, camp.company.member(who.name))
            if one.kind == kind
        ),
    )


def offer(camp: Camp, purchase: Purchase, seat: Seat) -> Deed:
    """A purchase as a deed, with the ledger of its cost."""
    return Deed(
        purchase.notation,
        partial(at_once, partial(buy, camp, purchase, seat)),
        purchase.text,
        (purchase.cost,),
        purchase.refusal,
    )


def buy(camp: Camp, purchase: Purchase, by: Seat) -> None:
    """It is paid for and had."""
    for change in purchase.changes:
        camp.make(change, *purchase.rules)
    camp.entry(f"{purchase.who} {purchase.text}", by, *purchase.rules)


def note(camp: Camp, word: str, by: Seat = "") -> None:
    """A plotword for the company, and 1 XP for each living member (CAM-4, RUL-81)."""
    if word in camp.company.plotwords:
        return
    camp.make(Noted(word), "CAM-4")
    for one in camp.company.members:
        if one.fate != "dead":
            camp.make(Gained(one.name, "xp", 1), "CAM-4", "RUL-81")
    camp.entry(f"The company learns the plotword “{word}”", by, "CAM-4")
