"""What a member can do with his skills in camp, as deeds: make, earn, mend, gather, sing.

Skills that only answer an adventure's questions are not here: `party_checks.use` rolls them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from legendry.legends.campaign import making, market, remedies, road, sharing, song
from legendry.legends.campaign.camp import Camp, Deed, Person
from legendry.legends.campaign.party_checks import keys_with, skill_trial, useless
from legendry.legends.campaign.pricelist import PriceList, usual_prices
from legendry.legends.tables import Feat
from legendry.table import Flow, Refusal


def offers(camp: Camp, who: Person, prices: PriceList | None = None) -> Iterator[Deed]:
    """All that his skills, his purse and his pack let him do in camp; what he may not, with why.

    Without a list of the place, that of the edition; on an adventure there is a market only where
    the adventure brings one (RUL-137).
    """
    yield from deeds(camp, who, prices)
    if who.active and (prices is not None or not camp.company.adventure):
        yield from market.deeds(camp, who, prices or usual_prices(camp.edition.slug))
    if who.active:
        yield from remedies.deeds(camp, who)
        yield from sharing.deeds(camp, who)


def deeds(camp: Camp, who: Person, prices: PriceList | None = None) -> Iterator[Deed]:
    """The skills that do something by themselves, each that he has."""
    name = who.name
    for key in keys_with(camp, who, "finds-herbs"):
        refusal = road.no_herbs(camp, who)
        yield _deed(camp, who, key, "herbs", partial(road.gathers, camp, name, key), refusal)
    for key in keys_with(camp, who, "brews"):
        refusal = _unable(who) or making.no_brew(who)
        flow = partial(making.brews, camp, name, key)
        yield Deed(f"{name} brew", flow, "1 XP for a potion", refusal=refusal, leads=True)
    for key in keys_with(camp, who, "heals"):
        refusal = making.no_herbs_left(who)
        flow = partial(making.heals, camp, name, key)
        yield _deed(camp, who, key, "potion", flow, refusal, leads=True)
    for key in keys_with(camp, who, "mends"):
        for owner in making.broken_suits(camp):
            refusal = making.no_mending(camp, who, owner)
            flow = partial(making.mends, camp, name, key, owner)
            yield _deed(camp, who, key, f"{key} suit of {owner}", flow, refusal)
    for key in keys_with(camp, who, "earns"):
        place = prices or usual_prices(camp.edition.slug)
        refusal = making.no_work(camp, who, key, place)
        if prices is None and camp.company.adventure:
            refusal = Refusal("there is no work where the adventure brings none", "RUL-137")
        flow = partial(making.earns, camp, name, key, place)
        yield _deed(camp, who, key, f"work as {key.partition('/')[2]}", flow, refusal)
    for verb, feat in _SONGS.items():
        for key in keys_with(camp, who, feat):
            refusal = song.no_song(camp, who, key)
            yield _deed(camp, who, key, verb, partial(song.performs, camp, name, key), refusal)


_SONGS: dict[str, Feat] = {"sing": "sings", "tell a story": "tells"}


def _deed(
    camp: Camp,
    who: Person,
    key: str,
    verb: str,
    flow: Callable[[], Flow[None]],
    refusal: Refusal | None,
    *,
    leads: bool = False,
) -> Deed:
    """A deed that rests on the check of a skill, with its odds."""
    trial = skill_trial(camp, key)
    return Deed(
        f"{who.name} {verb}",
        flow,
        trial.check.wording(camp.edition.slug),
        refusal=useless(camp, who.name, key) or refusal,
        leads=leads,
        look=partial(trial.about, camp, who),
    )


def _unable(who: Person) -> Refusal | None:
    return None if who.active else Refusal(f"{who.name} is in no state to try", "INJ-2")
