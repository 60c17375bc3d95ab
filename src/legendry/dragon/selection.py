"""Battle Selection (DRG-25 to DRG-34): the leader sends one or two heroes against a creature."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from msgspec import Struct, structs

from legendry.dragon.events import Sang, Selected
from legendry.dragon.odds import combat_value, purses_of
from legendry.dragon.planning import transfigurations_barred
from legendry.dragon.points import worth
from legendry.dragon.state import Combat, DragonState
from legendry.table import About, Barred, Choose, Flow, Option, Refusal


class Selection(Struct, frozen=True):
    """Which creature, which heroes, which duo card if there are two, and Song yes or no."""

    slot: int
    team: tuple[str, ...]
    duo: str = ""
    song: bool = False


def must_fight(state: DragonState) -> bool:
    """Whether a hero who has not fought can legally meet a creature not yet fought (DRG-33, RUL-D7).

    Whoever may be in a team of two may as well go alone, so teams of one decide it.
    """
    return any(
        why_not(state, Selection(slot, (hero,))) is None
        for hero in state.cards.heroes
        for slot, _ in state.in_play()
    )


def battle_selection(state: DragonState) -> Flow[None]:
    """The leader alone decides, and everyone else accepts it (DRG-25); any legal combat will do,
    even one that leaves another hero without an opponent (DRG-34, RUL-D8)."""
    state.phase = "selection"
    chosen: Selection = yield from Choose(
        state.leader_seat,
        "who meets which creature?",
        lambda: _options(state),
        lambda: _barred(state),
    )
    send(state, chosen)


def send(state: DragonState, chosen: Selection) -> None:
    """The team is sent; a Song of Power is paid before the first throw (DRG-61, DRG-71)."""
    one = state.at(chosen.slot)
    state.combat = Combat(state.leader, chosen.slot, chosen.team, chosen.duo, chosen.song)
    state.throws_left = state.throws(one.creature)
    state.tell(
        Selected(
            rules=("DRG-25", "DRG-40"),
            leader=state.leader_seat,
            team=tuple(map(state.hero, chosen.team)),
            creature=one.name,
            duo=state.cards.duos[chosen.duo].name if chosen.duo else "",
            throws=state.throws_left,
        )
    )
    singer = singer_in(state, chosen.team)
    if chosen.song and singer:
        price = state.cards.costs.song_of_power
        state.pay(singer, price)
        state.tell(Sang(rules=("DRG-32", "DRG-71"), hero=state.hero(singer), price=price))


def why_not(state: DragonState, chosen: Selection) -> Refusal | None:
    """Why that combat may not be selected; None if it may.

    1. A creature is fought at most once a turn (DRG-30).
    2. One or two heroes, never three (DRG-26).
    3. A hero fights at most once a turn (DRG-29).
    4. The limit allows every hero of the team and its size (DRG-31, DRG-45 to DRG-47).
    5. Two heroes take exactly one duo card, a single hero none (DRG-27).
    6. Each duo card serves at most once a turn (DRG-28).
    7. A song needs the Bard, the price, and a creature that allows abilities (DRG-70, DRG-48).
    """
    creature = state.at(chosen.slot).creature
    if state.at(chosen.slot).fought:
        return Refusal(f"the {creature.name} has been fought this turn", "DRG-30")
    if len(chosen.team) > state.cards.figures.heroes_per_combat:
        return Refusal("one or two heroes meet a creature, never three", "DRG-26")
    for hero in chosen.team:
        if state.has_fought(hero):
            return Refusal(f"the {state.hero(hero)} has fought this turn", "DRG-29")
    for hero in chosen.team:
        if creature.bars(hero):
            return Refusal(f"the {creature.name} bars the {state.hero(hero)}", "DRG-47")
    if len(chosen.team) == 1:
        if chosen.duo:
            return Refusal("a single hero takes no duo card", "DRG-27")
    else:
        if creature.single_hero:
            return Refusal(f"only a single hero may fight the {creature.name}", "DRG-46")
        if not chosen.duo:
            return Refusal("two heroes take a duo card: add “with” and its name", "DRG-27")
        if state.duo_used(chosen.duo):
            name = state.cards.duos[chosen.duo].name
            return Refusal(f"{name} has been used this turn", "DRG-28")
    return why_no_song(state, chosen) if chosen.song else None


def why_no_song(state: DragonState, chosen: Selection) -> Refusal | None:
    """Why no Song of Power may be sung (DRG-48, DRG-61, DRG-70); None if one may."""
    creature = state.at(chosen.slot).creature
    singer = singer_in(state, chosen.team)
    if singer is None:
        return Refusal("only a team with the Bard can sing", "DRG-70")
    if creature.no_abilities:
        return Refusal(f"no ability works against the {creature.name}", "DRG-48")
    return state.poor(singer, state.cards.costs.song_of_power, "Song of Power")


def singer_in(state: DragonState, team: tuple[str, ...]) -> str | None:
    """The hero of the team who can sing: the Bard (DRG-70)."""
    for hero in team:
        if "song_of_power" in state.cards.heroes[hero].abilities:
            return hero
    return None


def thinkable(state: DragonState) -> Iterator[Selection]:
    """Every combat a leader might think of, legal or not; what is added to an illegal one is not."""
    heroes = tuple(state.cards.heroes)
    for slot, _ in state.in_play():
        for hero in heroes:
            yield from _with_song(state, Selection(slot, (hero,)))
            if why_not(state, Selection(slot, (hero,))) is None:
                yield from (Selection(slot, (hero,), duo) for duo in state.cards.duos)
        for pair in combinations(heroes, 2):
            yield Selection(slot, pair)
            for duo in state.cards.duos:
                yield from _with_song(state, Selection(slot, pair, duo))
        if not state.combats:
            yield from (Selection(slot, heroes, duo) for duo in ("", *state.cards.duos))


def _with_song(state: DragonState, chosen: Selection) -> Iterator[Selection]:
    yield chosen
    if why_not(state, chosen) is None:
        yield structs.replace(chosen, song=True)


def notation(state: DragonState, chosen: Selection) -> str:
    """A selection as people write it: `Bard + Magician vs Goblin with Vigilant and song`."""
    creature = state.at(chosen.slot).creature.name
    duo = f" with {state.cards.duos[chosen.duo].name}" if chosen.duo else ""
    return f"{state.team(chosen.team)} vs {creature}{duo}{' and song' if chosen.song else ''}"


def _options(state: DragonState) -> Iterator[Option[Selection]]:
    for chosen in thinkable(state):
        if why_not(state, chosen) is None:
            yield Option(notation(state, chosen), chosen, look=partial(prospects, state))


def prospects(state: DragonState, chosen: Selection) -> About:
    """What a combat would bring: the exact chance to win it, whatever that costs, and its points."""
    one = state.at(chosen.slot)
    purses = {hero: state.purses[hero] for hero in chosen.team}
    singer = singer_in(state, chosen.team)
    if chosen.song and singer:
        purses[singer] -= state.cards.costs.song_of_power
    paying = () if one.creature.no_abilities else purses_of(state.cards, purses, chosen.duo)
    win = combat_value(one.trait.pattern, state.throws(one.creature), paying)
    combat = Combat(state.leader, chosen.slot, chosen.team, chosen.duo, chosen.song)
    return About({"win": win}, (worth(state, combat),))


def _barred(state: DragonState) -> Iterator[Barred]:
    for chosen in thinkable(state):
        if refusal := why_not(state, chosen):
            yield Barred(notation(state, chosen), refusal)
    yield Barred("pass", Refusal("a hero who can fight must fight", "DRG-33"))
    yield from transfigurations_barred(state)
