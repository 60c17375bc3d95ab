"""Small camps for tests: a few words a member, scripted dice, answers in notation."""

from __future__ import annotations

from typing import Any

from legendry.legends.campaign.advancement import Purchase, purchases
from legendry.legends.campaign.company import Company, Member
from legendry.legends.campaign.game import CAMP, Stay
from legendry.legends.character import Character
from legendry.table import Choose, Scripted, Table

AW, TS, TSC = "ancient-world", "time-and-space", "time-and-space-classic"


def one(name: str, **figures: Any) -> dict[str, Any]:
    """A member for a set-up: a human of 32 points, ST 12, DX 11, IQ 9, if not given."""
    player = figures.pop("player", "")
    fate = figures.pop("fate", "")
    character = {"name": name, "st": 12, "dx": 11, "iq": 9} | figures
    entry = {"character": character, "player": player, "fate": fate}
    return {key: value for key, value in entry.items() if value}


def fireside(
    edition: str,
    *members: dict[str, Any],
    dice: str = "",
    seats: tuple[str, ...] = ("Ann",),
    prices: dict[str, Any] | None = None,
    **company: Any,
) -> Table[Stay]:
    """A company in camp. `dice` lists rolls: `"2 3 5, 5 2 1"`."""
    rolls = [part.strip() for part in dice.split(",") if part.strip()]
    setup: dict[str, Any] = {"company": {"name": "The Few", "members": list(members), **company}}
    if prices:
        setup["prices"] = prices
    return Table(CAMP, list(seats), Scripted(*rolls), edition=edition, setup=setup)


def say(table: Table[Any], *answers: str) -> None:
    for text in answers:
        table.answer(text)


def options(table: Table[Any]) -> list[str]:
    assert isinstance(table.pending, Choose)
    return [option.notation for option in table.pending.options]


def sheet(table: Table[Stay], name: str) -> Character:
    return table.state.company.member(name).character


def journal(table: Table[Stay]) -> list[str]:
    return [str(entry) for entry in table.state.journal]


def alone(edition: str, adventure: str = "", fate: Any = "", **figures: Any) -> Company:
    """A company of one, Maud."""
    given: dict[str, Any] = {"st": 12, "dx": 11, "iq": 9} | figures
    maud = Member(Character(name="Maud", edition=edition, **given), fate=fate)
    return Company(name="One", edition=edition, adventure=adventure, members=(maud,))


def price(company: Company, kind: str, what: str) -> Purchase:
    """What Maud would pay for that, or why she cannot have it."""
    found = [
        purchase
        for purchase in purchases(company, company.members[0])
        if (purchase.kind, purchase.what) == (kind, what)
    ]
    assert len(found) == 1, f"{kind} {what}: {len(found)} times"
    return found[0]
