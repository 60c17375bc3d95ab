"""Companies of all trades go through the laws of the table, and nothing comes from nowhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from legendry.legends.campaign.changes import changed
from legendry.legends.campaign.game import CAMP, Stay
from legendry.legends.edition import edition
from legendry.table import Choose, Seeded, Table
from tests.laws import obeys
from tests.legends.arena import AW, TS, TSC

SUITS = {TSC: "battle-armor", AW: "leather", TS: "battle-armor"}


def all_trades(slug: str, seed: int, *, adventure: str = "") -> Table[Stay]:
    """Three who can do all there is to do in camp, one of them dead, one with a broken suit."""
    luck = Random(seed)
    skills = edition(slug).skills.values()
    known = {
        f"{one.id}/smith" if one.specialised else one.id: luck.randint(1, 3)
        for one in skills
        if one.feat
    }

    def member(name: str, **more: Any) -> dict[str, Any]:
        figures = {key: luck.randint(10, 14) for key in ("st", "dx", "iq")}
        luck_left = {"karma": luck.randint(0, 2), "wishes": luck.randint(0, 1)}
        return {"name": name, "kind": "test", "skills": known, **figures, **luck_left, **more}

    pack = ["healing-herbs", "ration", "ration", "a key", "dagger", "x " * 90 + "x", "nothing"]
    maud = member("Maud", gold=luck.randint(0, 200), xp=3, belongings=pack, curses=1)
    rolf = member("Rolf", gold=5, armor=[SUITS[slug]], weapons=["dagger", "dagger"])
    dead = member("Sten", gold=9, weapons=["club"], belongings=["Ration"])
    company = {
        "name": "All Trades",
        "adventure": adventure,
        "used": {"suit of Rolf without power": "adventure"} if adventure else {},
        "members": [
            {"character": maud, "player": "Ann"},
            {"character": rolf, "player": "Bea"},
            {"character": dead, "fate": "dead"},
        ],
    }
    setup = {"company": {key: value for key, value in company.items() if value}}
    dice = Seeded(str(seed))
    return Table(CAMP, ["Ann", "Bea"], dice, edition=slug, setup=setup)


@pytest.mark.parametrize("slug", [TSC, AW, TS])
@pytest.mark.parametrize("adventure", ["", "The Tarn"])
def test_laws(slug: str, adventure: str) -> None:
    luck = Random(f"{slug} {adventure}")
    obeys(all_trades(slug, 1, adventure=adventure), luck.randrange)


@pytest.mark.parametrize("slug", [TSC, AW, TS])
def test_the_journal_leads_to_the_company(slug: str) -> None:
    """Whatever they trade, make and share, each change is in the journal."""
    for seed in range(4):
        luck = Random(seed)
        table = all_trades(slug, seed, adventure="The Tarn" if seed % 2 else "")
        before = table.state.company
        for _ in range(150):
            if table.pending is None:
                break
            assert isinstance(table.pending, Choose)
            options = [one.notation for one in table.pending.options]
            table.answer(luck.choice([one for one in options if one != "break camp"]))
        company = before
        for entry in table.state.journal:
            for change in entry.changes:
                company = changed(company, change)
        for change in table.state.changes:
            company = changed(company, change)
        assert company == table.state.company
