"""What the company does: the options of an instruction, and what helps to choose among them.

Diplomacy opens a closed talk or attack option (SKL-21); spells conjure a rope or look ahead (SPL-4,
SPL-66 to SPL-68, RUL-120); between two pages a company may see to itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from legendry.adventures.book import Choice, Instruction, Sight, Thing
from legendry.adventures.happenings import attempted, lost, outcome, paid, settled
from legendry.adventures.story import Shown, Story
from legendry.legends.campaign import advancement, sharing, skills
from legendry.legends.campaign.camp import Deed, Person, at_once, offered
from legendry.legends.campaign.changes import Gained
from legendry.legends.campaign.npc import Npc
from legendry.legends.campaign.party_checks import Trial
from legendry.legends.campaign.remedies import tire
from legendry.legends.campaign.talk import OTHER_WAY, Approach, diplomacy
from legendry.legends.magic.errands import errand, errand_refusal, errands
from legendry.legends.magic.spells import Spell
from legendry.odds import passes
from legendry.table import About, Flow, Refusal

QUESTION = "What does the company do?"
DIPLOMACY = "diplomacy"
ROPE = "rope"
"""What a spell conjures to climb by, for as long as the company is here (SPL-4)."""


def chosen(story: Story) -> Flow[None]:
    """One answer to what the company does here."""
    question = QUESTION if not story.seeing else "What else, before you go on?"
    yield from offered(story.leader, question, partial(deeds, story))
    settled(story)


def deeds(story: Story) -> Iterator[Deed]:
    """Everything that may be done here, or would be possible if something were otherwise."""
    if story.seeing:
        yield from sees_to_itself(story)
        return
    for notation, choice in named(story.here):
        yield Deed(
            notation,
            partial(taken, story, choice),
            priced(choice),
            refusal=closed(story, choice),
            look=partial(odds, story, choice) if choice.attempt else None,
        )
    yield from diplomats(story)
    for who in story.able:
        yield from castings(story, who)
    yield Deed(
        "see to the company",
        partial(at_once, partial(see_to_it, story)),
        "share, brew, sing, learn",
    )


def named(here: Instruction) -> Iterator[tuple[str, Choice]]:
    """The options by their words; those with the same words are numbered."""
    seen: dict[str, int] = {}
    for _, choice in here.options:
        words = " ".join(choice.link.text.split())[:150]
        seen[words] = seen.get(words, 0) + 1
        yield (words if seen[words] == 1 else f"{words} ({seen[words]})"), choice


def priced(choice: Choice) -> str:
    """What an option costs, and which check it asks for."""
    cost = f"{choice.gold} gold" if choice.gold else choice.item
    return f"for {cost}" if cost else ""


def closed(story: Story, choice: Choice) -> Refusal | None:
    """Why an option is not open; what Diplomacy has turned is."""
    if choice.manner and choice.manner == story.turned:
        return None
    if refusal := story.refusal(choice.condition):
        return refusal
    if choice.gold > story.purse:
        return Refusal(f"it costs {choice.gold} gold, and you have {story.purse}")
    if choice.item and not story.holders(choice.item):
        return Refusal(f"nobody has {choice.item}")
    return None


def odds(story: Story, choice: Choice) -> About:
    """The best chance that somebody of the company has."""
    assert choice.attempt is not None
    trial = trial_of(choice)
    able = [one for one in story.able if trial.refusal(story, one) is None]
    if not able:
        return About()
    best = max(able, key=partial(trial.chance, story))
    return trial.about(story, best)


def trial_of(choice: Choice) -> Trial:
    assert choice.attempt is not None
    number = choice.attempt.npc
    other = Npc("the other", number, number, number)
    return Trial(choice.attempt.check, choice.link.text, other, choice.attempt.weightless)


def taken(story: Story, choice: Choice) -> Flow[None]:
    """An option is taken: it is paid for, tried, and leads on."""
    if choice.gold:
        paid(story, choice.gold)
    if choice.item:
        lost(story, Thing("belongings", choice.item, -1, "one"))
    link = choice.link
    if choice.attempt is not None:
        tried = yield from attempted(story, choice.attempt, choice.link.text)
        link = outcome(choice.attempt, tried, choice.link, choice.otherwise) or choice.link
    settled(story)
    if not story.ended:
        story.go(link)


# -- diplomacy ---------------------------------------------------------------------------------


def diplomats(story: Story) -> Iterator[Deed]:
    """Who may turn attack into talk or the reverse, once here (SKL-21)."""
    tried = Refusal("it was tried here already", "SKL-21") if story.spoken else None
    options = [choice for _, choice in story.here.options]
    for manner in OTHER_WAY:
        if not any(one.manner == manner and closed(story, one) for one in options):
            continue
        for who in story.able:
            if who.skill(DIPLOMACY):
                yield Deed(
                    f"{who.name} diplomacy {manner}",
                    partial(turned, story, who.name, manner),
                    f"turn this into {manner}",
                    refusal=tried,
                )


def turned(story: Story, who: str, manner: Approach) -> Flow[None]:
    """Win IQ, and the closed options of that kind are open."""
    story.spoken = True
    story.steps += 1
    if (yield from diplomacy(story, who, OTHER_WAY[manner], Npc("the other"))) == manner:
        story.turned = manner


# -- spells that look ahead --------------------------------------------------------------------


def castings(story: Story, who: Person) -> Iterator[Deed]:
    """The spells of his that serve outside of fights (SPL-4, RUL-120)."""
    for spell in errands(story.edition, who.character):
        yield Deed(
            f"{who.name} cast {spell.name}",
            partial(cast, story, who.name, spell),
            refusal=errand_refusal(story, who, spell),
            look=partial(casting_odds, who),
        )


def casting_odds(who: Person) -> About:
    limit = who.ledgers["IQ"]
    return About({"works": passes(3, limit.total - who.character.curses)}, (limit,))


def cast(story: Story, who: str, spell: Spell) -> Flow[None]:
    """He casts, and if it works he pays for it, and the company sees or has what it came for."""
    story.steps += 1
    price = yield from errand(story, story.person(who), spell)
    story.settle()
    if price is None:
        return
    if price.staff:
        story.make(Gained(who, "charge", -price.staff), "MAG-11")
    if price.fatigue:
        yield from tire(story, who, price.fatigue, "MAG-9")
    if spell.climbing:
        story.conjured = (*story.conjured, ROPE)
    for text in shown_by(story, spell):
        story.tell(Shown(rules=("RUL-120",), who=who, by=spell.name, text=text))


def shown_by(story: Story, spell: Spell) -> Iterator[str]:
    """What there is to see (RUL-120): magic here, one talk option ahead, or every option ahead."""
    now = spell.at_once
    options = [choice for _, choice in story.here.options]
    if now is None:
        return
    if now.reveals:
        yield from written(story, "reveal") or ["there is no magic here"]
    if now.reads_mind:
        yield from written(story, "mind")
        yield from ahead(story, [one for one in options if one.manner == "talk"][:1])
    if now.sees_future:
        yield from ahead(story, options)


def written(story: Story, by: str) -> list[str]:
    """What the book has for that spell here."""
    lines = (item.does for item in story.here.items)
    return [line.text for line in lines if isinstance(line, Sight) and line.by == by]


def ahead(story: Story, options: Iterable[Choice]) -> Iterator[str]:
    """How the instructions begin that these options lead to."""
    for choice in options:
        target = story.book.instructions[choice.link.target]
        yield f"{choice.link.text} → {next(iter(target.prose), target.title)}"


# -- between two pages -------------------------------------------------------------------------


def see_to_it(story: Story) -> None:
    story.seeing = True
    story.steps += 1


def sees_to_itself(story: Story) -> Iterator[Deed]:
    """What members may do for each other and for themselves during an adventure."""
    for who in story.people:
        yield Deed(
            who.name,
            partial(offered, who.seat, f"What does {who.name} do?", partial(own, story, who)),
            refusal=_away(story, who),
            leads=True,
        )
    yield sharing.division(story)
    yield Deed("go on", partial(at_once, partial(done, story)), "back to the story")


def _away(story: Story, who: Person) -> Refusal | None:
    fate = story.company.member(who.name).fate
    return Refusal(f"{who.name} is {fate}") if fate else None


def own(story: Story, who: Person) -> Iterator[Deed]:
    yield from advancement.deeds(story, who)
    yield from skills.offers(story, who)
    yield Deed(f"{who.name} done", partial(at_once, lambda: None), "nothing for now")


def done(story: Story) -> None:
    story.seeing = False
